// Names that CUDA 12 and 13 dropped or changed: clock rates in the properties, thread limits, devices
// in memory advice, three arguments to make a context, five to instantiate a graph.
#include <cuda.h>
#include <cuda_runtime.h>
#include <device_functions.h>
#include <device_launch_parameters.h>
#include <math_functions.h>
#include <cstdio>
__global__ void kernel(int *p) { p[threadIdx.x] = threadIdx.x; }
int main()
{
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    printf("%d %d %d %d %d %d\n", prop.clockRate, prop.memoryClockRate, prop.deviceOverlap, prop.kernelExecTimeoutEnabled, prop.computeMode, prop.singleToDoublePrecisionPerfRatio);
    printf("peak %f GB/s\n", 2.0 * prop.memoryClockRate * (prop.memoryBusWidth / 8) / 1.0e6);
    if (prop.computeMode == cudaComputeModeProhibited || prop.maxTexture1DLinear < 0 || prop.cooperativeMultiDeviceLaunch > 1) return 1;
    int *p;
    cudaMallocManaged(&p, 64 * sizeof(int));
    cudaMemAdvise(p, 64 * sizeof(int), cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId);
    cudaMemPrefetchAsync(p, 64 * sizeof(int), 0, 0);
    cudaThreadSetCacheConfig(cudaFuncCachePreferL1);
    cudaThreadSetLimit(cudaLimitStackSize, 1024);
    size_t limit; cudaThreadGetLimit(&limit, cudaLimitMallocHeapSize);
    cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
    cudaFuncSetSharedMemConfig(kernel, cudaSharedMemBankSizeFourByte);
    cudaStream_t stream; cudaStreamCreate(&stream);
    cudaGraph_t graph; cudaGraphExec_t exec; cudaGraphNode_t node; char log[128];
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    kernel<<<1, 64, 0, stream>>>(p);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
    cudaGraphInstantiate(&exec, graph, &node, log, sizeof log);
    cudaGraphExecUpdateResult result; cudaGraphExecUpdate(exec, graph, &node, &result);
    cudaGraphLaunch(exec, stream);
    cudaPointerAttributes attributes; cudaPointerGetAttributes(&attributes, p);
    CUdevice device; CUcontext context;
    cuInit(0); cuDeviceGet(&device, 0); cuCtxCreate(&context, 0, device);
    int major, minor; cuDeviceComputeCapability(&major, &minor, device);
    cuCtxDestroy(context);
    cudaDeviceSynchronize();
    return p[7] != 7;
}
