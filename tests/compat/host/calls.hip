// Calls as CUDA programs write them, after the renaming: each finds one function, with every
// version of HIP, whether HIP has the overload itself or not.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

#include "kbuild/cuda_version.h"
#include "kbuild/device_exit.h"
#include "kbuild/function_qualifiers.h"
#include "kbuild/host_api.h"

#include <stdlib.h>

template <int threads> __global__ void __launch_bounds__(threads, 2) sized(int *p)
{
    *p = 1;
}
__global__ void __launch_bounds__(256, 8, 1) plain(int *p)
{
    *p = 1;
}
__host__ __device__ void stop(int why)
{
    if (why) {
        exit(1);
    }
}
__global__ void stopping(int why)
{
    stop(why);
}
template <class T> static void take(T)
{
}

static void functions(int *p)
{
    void *arguments[] = {&p};
    hipFuncAttributes attributes;
    take(hipFuncSetAttribute(plain, hipFuncAttributeMaxDynamicSharedMemorySize, 1));
    take(hipFuncSetAttribute(sized<64>, hipFuncAttributeMaxDynamicSharedMemorySize, 1));
    take(hipFuncSetAttribute((const void *)plain, hipFuncAttributeMaxDynamicSharedMemorySize, 1));
    take(hipFuncSetCacheConfig(plain, hipFuncCachePreferL1));
    take(hipFuncSetCacheConfig((void *)plain, hipFuncCachePreferL1));
    take(hipFuncGetAttributes(&attributes, plain));
    take(hipFuncGetAttributes(&attributes, (const void *)plain));
    take(hipLaunchKernel(plain, 1, 1, arguments));
    take(hipLaunchKernel(plain, dim3(1), dim3(1), arguments, 0, 0));
    take(hipLaunchKernel((const void *)plain, 1, 1, arguments, 0, 0));
    take(hipLaunchCooperativeKernel(plain, 1, 1, arguments));
    take(hipLaunchCooperativeKernel(plain, 1, 1, arguments, 0, 0));
    take(hipLaunchCooperativeKernel((void *)plain, 1, 1, arguments, 0, 0));
    cudaLaunchConfig_t config = {};
    take(cudaLaunchKernelEx(&config, plain, p));
    int grid, block;
    take(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, plain,
                                                        [](int) { return size_t(0); }));
}

static void memory(int *p)
{
    float *f;
    size_t pitch;
    hipArray_t array;
    hipChannelFormatDesc format = {};
    hipMemLocation location = {};
    take(hipMallocPitch(&f, &pitch, 4, 4));
    take(hipMallocPitch((void **)&f, &pitch, 4, 4));
    take(hipMalloc3DArray(&array, &format, make_hipExtent(1, 1, 1)));
    take(hipMalloc3DArray(&array, &format, make_hipExtent(1, 1, 1), 0));
    take(hipHostGetDevicePointer(&f, f, 0));
    take(hipHostGetDevicePointer((void **)&f, f, 0));
    take(hipMemPrefetchAsync(p, 4, location, 0u, 0));
    take(hipMemPrefetchAsync(p, 4, 0, 0));
    take(hipMemPrefetchAsync(p, 4, 0));
    take(hipMemAdvise(p, 4, hipMemAdviseSetReadMostly, location));
    take(hipMemAdvise(p, 4, hipMemAdviseSetReadMostly, 0));
    take(hipStreamAttachMemAsync(0, p));
    take(hipStreamAttachMemAsync(0, (void *)p, 0, 1));
    take(hipMemcpyHtoD((hipDeviceptr_t)p, (const void *)f, 4));
    take(hipMemcpyHtoD((hipDeviceptr_t)p, f, 4));
    hipMemcpy3DPeerParms peers = {};
    take(hipMemcpy3DPeer(&peers));
    take(hipMemcpy3DPeerAsync(&peers));
    take(hipMemcpy3DPeerAsync(&peers, 0));
    take<hipDataType>(HIP_R_16BF);
    take<hipDataType>(HIP_C_64U);
    int value;
    take(cuDeviceGetAttribute(&value, hipDeviceAttributeVirtualMemoryManagementSupported, 0));
}

static void streams()
{
    hipEvent_t event;
    take(hipEventCreate(&event));
    take(hipEventCreate(&event, 0u));
    take(hipStreamWaitEvent(0, event));
    take(hipStreamWaitEvent(0, event, 0));
    hipGraph_t graph = {};
    hipGraphExec_t exec = {};
    hipGraphNode_t node;
    hipGraphExecUpdateResult result;
    cudaGraphExecUpdateResultInfo info;
    char log[4];
    take(hipGraphInstantiate(&exec, graph));
    take(hipGraphInstantiate(&exec, graph, 0));
    take(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    take(hipGraphInstantiate(&exec, graph, &node, log, 4));
    take(hipGraphExecUpdate(exec, graph, &info));
    take(hipGraphExecUpdate(exec, graph, &node, &result));
    take(hipGraphAddDependencies(graph, &node, &node, 1));
    take(hipGraphAddDependencies(graph, &node, &node, nullptr, 1));
}

int main()
{
    int *p = nullptr;
    functions(p);
    memory(p);
    streams();
    stopping<<<1, 1>>>(0);
    cudaDeviceProp prop;
    take(cudaGetDeviceProperties(&prop, 0));
    return static_cast<int>(prop.sharedMemPerBlockOptin) + prop.sparseCudaArraySupported +
           prop.asyncEngineCount + prop.clockRate;
}
