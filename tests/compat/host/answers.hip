// What the host side answers, over a HIP that this file pretends to be.
#include <hip/hip_runtime.h>

#include "kbuild/host_api.h"

#include <cstdio>
#include <cstring>

static int failures, launches, cooperative_launches;
static hipError_t last = hipSuccess, pointer_answer = hipSuccess;
static hipPointerAttribute_t pointer_found;
static hipMemcpy3DParms copied;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                 \
            ++failures;                                                                            \
        }                                                                                          \
    } while (0)

extern "C" {
hipError_t hipDeviceSetLimit(hipLimit_t, size_t) // since HIP 5.3
{
    return hipErrorUnsupportedLimit;
}
hipError_t hipGetDeviceProperties(hipDeviceProp_t *prop, int device)
{
    if (device != 0) {
        return last = hipErrorInvalidDevice;
    }
    memset(prop, 0, sizeof *prop);
    prop->warpSize = 64;
    prop->major = 10;
    prop->minor = 3;
    prop->sharedMemPerBlock = 65536;
    prop->maxSharedMemoryPerMultiProcessor = 65536;
    prop->maxThreadsPerBlock = 1024;
    prop->multiProcessorCount = 10;
    prop->maxTexture2D[1] = 77;
    return hipSuccess;
}
hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t attribute, int device)
{
    if (device != 0) {
        return last = hipErrorInvalidDevice;
    }
    switch (attribute) {
    case hipDeviceAttributeClockRate: *value = 1500; return hipSuccess;
    case hipDeviceAttributeWarpSize: *value = 64; return hipSuccess;
    case hipDeviceAttributeComputeCapabilityMajor: *value = 10; return hipSuccess;
    case hipDeviceAttributeComputeCapabilityMinor: *value = 3; return hipSuccess;
    default: return last = hipErrorInvalidValue;
    }
}
hipError_t hipDeviceGetUuid(hipUUID *, hipDevice_t)
{
    return hipSuccess;
}
hipError_t hipGetLastError(void)
{
    const hipError_t error = last;
    last = hipSuccess;
    return error;
}
hipError_t hipGetDevice(int *device)
{
    *device = 0;
    return hipSuccess;
}
hipError_t hipPointerGetAttributes(hipPointerAttribute_t *found, const void *)
{
    *found = pointer_found;
    return last = pointer_answer;
}
hipError_t hipLaunchKernel(const void *, dim3, dim3, void **arguments, size_t, hipStream_t)
{
    launches += *static_cast<int *>(arguments[0]);
    return hipSuccess;
}
hipError_t hipLaunchCooperativeKernel(const void *, dim3, dim3, void **arguments, unsigned,
                                      hipStream_t)
{
    cooperative_launches += *static_cast<int *>(arguments[0]);
    return hipSuccess;
}
hipError_t hipMemcpy3D(const hipMemcpy3DParms *copy)
{
    copied = *copy;
    return hipSuccess;
}
hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms *copy, hipStream_t)
{
    return hipMemcpy3D(copy);
}
hipError_t hipFuncGetAttributes(hipFuncAttributes *attributes, const void *)
{
    memset(attributes, 0, sizeof *attributes);
    attributes->maxThreadsPerBlock = 512;
    attributes->sharedSizeBytes = 1024;
    return hipSuccess;
}
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *,
                                                                 int threads, size_t shared,
                                                                 unsigned)
{
    const int by_threads = 2048 / threads;
    const int by_shared = shared ? static_cast<int>(65536 / shared) : by_threads;
    *blocks = by_threads < by_shared ? by_threads : by_shared;
    return hipSuccess;
}
}

static void kernel(int)
{
}

static void a_missing_device_is_an_error_and_leaves_the_properties()
{
    cudaDeviceProp prop;
    prop.warpSize = 5;
    CHECK(cudaGetDeviceProperties(&prop, 1) == hipErrorInvalidDevice && prop.warpSize == 5);
    CHECK(cudaGetDeviceProperties(nullptr, 0) == hipErrorInvalidValue);
    int value = 5;
    CHECK(cudaDeviceGetAttribute(&value, hipDeviceAttributeClockRate, 1) == hipErrorInvalidDevice);
    CHECK(value == 5);
}

static void attributes_without_an_answer_come_from_the_properties()
{
    int value = 0;
    hipGetLastError();
    CHECK(cudaDeviceGetAttribute(&value, hipDeviceAttributeClockRate, 0) == hipSuccess);
    CHECK(value == 1500);
    CHECK(cudaDeviceGetAttribute(&value, hipDeviceAttributeSharedMemPerBlockOptin, 0) ==
          hipSuccess);
    CHECK(value == 65536 && hipGetLastError() == hipSuccess);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSurface2DHeight, 0) == hipSuccess);
    CHECK(value == 77);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrClusterLaunch, 0) == hipSuccess && value == 0);
    CHECK(cudaDeviceGetAttribute(&value, hipDeviceAttributeComputeMode, 0) == hipErrorInvalidValue);
}

static void a_warp_has_32_lanes()
{
    cudaDeviceProp prop;
    int value = 0;
    CHECK(cudaGetDeviceProperties(&prop, 0) == hipSuccess && prop.warpSize == 32);
    CHECK(cudaDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 0) == hipSuccess);
    CHECK(value == 32);
}

static void the_compute_capability_is_what_device_code_was_compiled_for()
{
    cudaDeviceProp prop;
    int major = 0, minor = 5;
    CHECK(cudaGetDeviceProperties(&prop, 0) == hipSuccess);
    CHECK(prop.major == KBUILD_CUDA_ARCH / 100 && prop.minor == KBUILD_CUDA_ARCH / 10 % 10);
    CHECK(cuDeviceComputeCapability(&major, &minor, 0) == hipSuccess);
    CHECK(major == prop.major && minor == prop.minor);
    major = 5;
    CHECK(cuDeviceComputeCapability(&major, &minor, 1) == hipErrorInvalidDevice && major == 5);
    CHECK(cudaDeviceGetAttribute(&major, hipDeviceAttributeComputeCapabilityMajor, 0) ==
          hipSuccess);
    CHECK(major == prop.major);
}

static void virtual_memory_is_not_said_to_be_there()
{
    int value = 5;
    const hipError_t error =
        cuDeviceGetAttribute(&value, hipDeviceAttributeVirtualMemoryManagementSupported, 0);
    // HIP that has a name for the question is asked; this one says nothing.
    CHECK(HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 507 ? error == hipSuccess && value == 0
                                                            : error == hipErrorInvalidValue);
}

static void a_copy_between_peers_is_a_copy()
{
    hipMemcpy3DPeerParms peers = {};
    int from = 0, to = 0;
    peers.srcPtr = make_hipPitchedPtr(&from, 64, 8, 2);
    peers.dstPtr = make_hipPitchedPtr(&to, 32, 8, 2);
    peers.srcDevice = 0;
    peers.dstDevice = 1;
    peers.extent = make_hipExtent(8, 2, 3);
    CHECK(hipMemcpy3DPeerAsync(&peers, 0) == hipSuccess);
    CHECK(copied.srcPtr.ptr == &from && copied.srcPtr.pitch == 64 && copied.dstPtr.ptr == &to);
    CHECK(copied.dstPtr.pitch == 32 && copied.extent.depth == 3);
    CHECK(copied.kind == hipMemcpyDeviceToDevice);
    CHECK(hipMemcpy3DPeer(nullptr) == hipErrorInvalidValue);
}

static void foreign_pointers_are_unregistered_and_no_error()
{
    int mine = 0;
    cudaPointerAttributes attributes = {};
    hipGetLastError();
    pointer_answer = hipErrorInvalidValue;
    CHECK(cudaPointerGetAttributes(&attributes, &mine) == hipSuccess);
    CHECK(attributes.type == cudaMemoryTypeUnregistered && attributes.hostPointer == &mine);
    CHECK(attributes.devicePointer == nullptr && hipGetLastError() == hipSuccess);
    pointer_answer = hipErrorInvalidDevice;
    CHECK(cudaPointerGetAttributes(&attributes, &mine) == hipErrorInvalidDevice);
    CHECK(cudaPointerGetAttributes(nullptr, &mine) == hipErrorInvalidValue);
    pointer_answer = hipSuccess;
    pointer_found.isManaged = 1;
    CHECK(cudaPointerGetAttributes(&attributes, &mine) == hipSuccess);
    CHECK(attributes.type == cudaMemoryTypeManaged);
}

static void clusters_are_refused_and_cooperation_is_kept()
{
    cudaLaunchAttribute attribute[2] = {};
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = dim3(1);
    config.attrs = attribute;
    config.numAttrs = 2;
    attribute[0].id = cudaLaunchAttributePriority;
    attribute[1].id = cudaLaunchAttributeClusterDimension;
    attribute[1].val.clusterDim.x = 2;
    CHECK(cudaLaunchKernelEx(&config, kernel, 3) == hipErrorNotSupported && launches == 0);
    attribute[1].val.clusterDim.x = 1;
    CHECK(cudaLaunchKernelEx(&config, kernel, 3L) == hipSuccess && launches == 3);
    attribute[1].id = cudaLaunchAttributeCooperative;
    attribute[1].val.cooperative = 1;
    CHECK(cudaLaunchKernelEx(&config, kernel, 5) == hipSuccess);
    CHECK(launches == 3 && cooperative_launches == 5);
    CHECK(cudaLaunchKernelExC(nullptr, nullptr, nullptr) == hipErrorInvalidValue);
}

static void the_best_block_counts_its_shared_memory()
{
    int grid = 0, block = 0;
    CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel,
                                                         [](int) { return 0; }) == hipSuccess);
    CHECK(block == 512 && grid == 40);
    // 128 bytes a thread: only 512 threads fit, however they are cut.
    CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
              &grid, &block, kernel, [](int threads) { return threads * 128; }) == hipSuccess);
    CHECK(block == 512 && grid == 10);
    CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
              &grid, &block, kernel, [](int) { return 1 << 20; }) == hipErrorInvalidConfiguration);
    size_t bytes = 0;
    CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, 2, 64) == hipSuccess);
    CHECK(bytes == 32768 - 1024);
    CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, 0, 64) == hipErrorInvalidValue);
}

static void limits_that_are_not_there_need_no_setting()
{
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 1 << 20) == hipSuccess);
    CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4) == hipErrorUnsupportedLimit);
}

int main()
{
    a_missing_device_is_an_error_and_leaves_the_properties();
    attributes_without_an_answer_come_from_the_properties();
    a_warp_has_32_lanes();
    the_compute_capability_is_what_device_code_was_compiled_for();
    virtual_memory_is_not_said_to_be_there();
    a_copy_between_peers_is_a_copy();
    foreign_pointers_are_unregistered_and_no_error();
    clusters_are_refused_and_cooperation_is_kept();
    the_best_block_counts_its_shared_memory();
    limits_that_are_not_there_need_no_setting();
    return failures != 0;
}
