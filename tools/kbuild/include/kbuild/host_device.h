// cudaDeviceProp with all of CUDA's members, and the attributes of devices.
//
// HIP 5's hipDeviceProp_t has about half of the members, and its hipDeviceGetAttribute fails for
// the attributes that it calls "Cuda only". Members that HIP does not set are derived from others,
// or are 0: the feature is missing. A warp has 32 lanes. The compute capability is the
// __CUDA_ARCH__ that device code was compiled for, because programs use it to choose among kernels.
#ifndef KBUILD_HOST_DEVICE_H
#define KBUILD_HOST_DEVICE_H
#pragma GCC system_header

#include "cuda_version.h"
#include "host_qualifiers.h"

#include <hip/hip_version.h>

#if HIP_VERSION_MAJOR < 6
struct cudaDeviceProp : hipDeviceProp_t {
    hipUUID uuid;
    char luid[8];
    unsigned luidDeviceNodeMask;
    int deviceOverlap, asyncEngineCount, unifiedAddressing, streamPrioritiesSupported;
    int maxTexture1DMipmap, maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2];
    int maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3];
    int maxTextureCubemapLayered[2];
    int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2];
    int maxSurface2DLayered[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment, sharedMemPerMultiprocessor, sharedMemPerBlockOptin;
    size_t reservedSharedMemPerBlock;
    int globalL1CacheSupported, localL1CacheSupported, persistingL2CacheMaxSize;
    int regsPerMultiprocessor, maxBlocksPerMultiProcessor, multiGpuBoardGroupID;
    int hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio, computePreemptionSupported;
    int canUseHostPointerForRegisteredMem, accessPolicyMaxWindowSize;
    int hostRegisterSupported, hostRegisterReadOnlySupported, memoryPoolsSupported;
    int sparseCudaArraySupported, deferredMappingCudaArraySupported;
    int timelineSemaphoreInteropSupported, gpuDirectRDMASupported, gpuDirectRDMAWritesOrdering;
    unsigned gpuDirectRDMAFlushWritesOptions, memoryPoolSupportedHandleTypes;
    int ipcEventSupported, clusterLaunch, unifiedFunctionPointers;
    int deviceNumaConfig, deviceNumaId, hostNumaId, hostNumaMultinodeIpcSupported, mpsEnabled;
    unsigned gpuPciDeviceID, gpuPciSubsystemID;
};
#else
struct cudaDeviceProp : hipDeviceProp_t {
    size_t sharedMemPerBlockOptin;
    int sparseCudaArraySupported, deferredMappingCudaArraySupported;
    unsigned memoryPoolSupportedHandleTypes;
    int deviceNumaConfig, deviceNumaId, hostNumaId, hostNumaMultinodeIpcSupported, mpsEnabled;
    unsigned gpuPciDeviceID, gpuPciSubsystemID;
};
#endif

namespace kbuild
{

// Returns HIP's value of |attribute|, or |otherwise| if HIP does not know the attribute.
KBUILD_HOST_API int device_attribute(hipDeviceAttribute_t attribute, int device, int otherwise)
{
    int value = 0;
    if (hipDeviceGetAttribute(&value, attribute, device) == hipSuccess) {
        return value;
    }
    (void)hipGetLastError();
    return otherwise;
}

#if HIP_VERSION_MAJOR < 6
KBUILD_HOST_API void device_complete(cudaDeviceProp &prop, int device)
{
    if (hipDeviceGetUuid(&prop.uuid, device) != hipSuccess) {
        (void)hipGetLastError();
    }
    prop.deviceOverlap = 1;
    prop.asyncEngineCount = device_attribute(hipDeviceAttributeAsyncEngineCount, device, 2);
    prop.unifiedAddressing = 1;
    prop.streamPrioritiesSupported = 1;
    prop.maxTexture1DMipmap = prop.maxTexture1D;
    prop.maxSurface1D = device_attribute(hipDeviceAttributeMaxSurface1D, device, prop.maxTexture1D);
    for (int i = 0; i < 2; ++i) {
        prop.maxTexture2DMipmap[i] = prop.maxTexture2D[i];
        prop.maxTexture2DLinear[i] = prop.maxTexture2D[i];
        prop.maxTexture2DGather[i] = prop.maxTexture2D[i];
        prop.maxSurface2D[i] = prop.maxTexture2D[i];
    }
    prop.maxTexture2DLinear[2] =
        prop.memPitch < 0x7fffffff ? static_cast<int>(prop.memPitch) : 0x7fffffff;
    for (int i = 0; i < 3; ++i) {
        prop.maxTexture3DAlt[i] = prop.maxTexture3D[i];
        prop.maxSurface3D[i] = prop.maxTexture3D[i];
    }
    prop.surfaceAlignment = prop.textureAlignment;
    prop.sharedMemPerMultiprocessor = prop.maxSharedMemoryPerMultiProcessor;
    prop.globalL1CacheSupported = prop.localL1CacheSupported = 1;
    prop.regsPerMultiprocessor = device_attribute(hipDeviceAttributeMaxRegistersPerMultiprocessor,
                                                  device, prop.regsPerBlock);
    prop.maxBlocksPerMultiProcessor =
        device_attribute(hipDeviceAttributeMaxBlocksPerMultiProcessor, device, 16);
    prop.multiGpuBoardGroupID = device;
    prop.hostRegisterSupported = 1;
    prop.memoryPoolsSupported = device_attribute(hipDeviceAttributeMemoryPoolsSupported, device, 0);
}
#else
KBUILD_HOST_API void device_complete(cudaDeviceProp &, int)
{
}
#endif

} // namespace kbuild

KBUILD_HOST_API hipError_t cudaGetDeviceProperties(cudaDeviceProp *prop, int device)
{
    if (!prop) {
        return hipErrorInvalidValue;
    }
    cudaDeviceProp found = {};
    hipDeviceProp_t &of_hip = found;
    const hipError_t error = hipGetDeviceProperties(&of_hip, device);
    if (error != hipSuccess) {
        return error;
    }
    found.warpSize = 32;
    found.major = KBUILD_CUDA_ARCH / 100;
    found.minor = KBUILD_CUDA_ARCH / 10 % 10;
    kbuild::device_complete(found, device);
    // On AMD GPUs a block may use all of the shared memory without an opt-in.
    found.sharedMemPerBlockOptin = found.sharedMemPerBlock;
    *prop = found;
    return hipSuccess;
}

KBUILD_HOST_API hipError_t cudaGetDeviceProperties_v2(cudaDeviceProp *prop, int device)
{
    return cudaGetDeviceProperties(prop, device);
}

// Attributes that HIP 5 has no name for. Their values here are 24000 plus CUDA's number, which HIP
// does not use.
#define KBUILD_ATTRIBUTES(ATTRIBUTE)                                                               \
    ATTRIBUTE(cudaDevAttrMaxTexture2DLayeredWidth, 27, maxTexture2DLayered[0])                     \
    ATTRIBUTE(cudaDevAttrMaxTexture2DLayeredHeight, 28, maxTexture2DLayered[1])                    \
    ATTRIBUTE(cudaDevAttrMaxTexture2DLayeredLayers, 29, maxTexture2DLayered[2])                    \
    ATTRIBUTE(cudaDevAttrMaxTexture1DLayeredWidth, 42, maxTexture1DLayered[0])                     \
    ATTRIBUTE(cudaDevAttrMaxTexture1DLayeredLayers, 43, maxTexture1DLayered[1])                    \
    ATTRIBUTE(cudaDevAttrMaxTexture2DGatherWidth, 45, maxTexture2DGather[0])                       \
    ATTRIBUTE(cudaDevAttrMaxTexture2DGatherHeight, 46, maxTexture2DGather[1])                      \
    ATTRIBUTE(cudaDevAttrMaxTexture3DWidthAlt, 47, maxTexture3DAlt[0])                             \
    ATTRIBUTE(cudaDevAttrMaxTexture3DHeightAlt, 48, maxTexture3DAlt[1])                            \
    ATTRIBUTE(cudaDevAttrMaxTexture3DDepthAlt, 49, maxTexture3DAlt[2])                             \
    ATTRIBUTE(cudaDevAttrMaxTextureCubemapWidth, 52, maxTextureCubemap)                            \
    ATTRIBUTE(cudaDevAttrMaxTextureCubemapLayeredWidth, 53, maxTextureCubemapLayered[0])           \
    ATTRIBUTE(cudaDevAttrMaxTextureCubemapLayeredLayers, 54, maxTextureCubemapLayered[1])          \
    ATTRIBUTE(cudaDevAttrMaxSurface1DWidth, 55, maxSurface1D)                                      \
    ATTRIBUTE(cudaDevAttrMaxSurface2DWidth, 56, maxSurface2D[0])                                   \
    ATTRIBUTE(cudaDevAttrMaxSurface2DHeight, 57, maxSurface2D[1])                                  \
    ATTRIBUTE(cudaDevAttrMaxSurface3DWidth, 58, maxSurface3D[0])                                   \
    ATTRIBUTE(cudaDevAttrMaxSurface3DHeight, 59, maxSurface3D[1])                                  \
    ATTRIBUTE(cudaDevAttrMaxSurface3DDepth, 60, maxSurface3D[2])                                   \
    ATTRIBUTE(cudaDevAttrMaxSurface1DLayeredWidth, 61, maxSurface1DLayered[0])                     \
    ATTRIBUTE(cudaDevAttrMaxSurface1DLayeredLayers, 62, maxSurface1DLayered[1])                    \
    ATTRIBUTE(cudaDevAttrMaxSurface2DLayeredWidth, 63, maxSurface2DLayered[0])                     \
    ATTRIBUTE(cudaDevAttrMaxSurface2DLayeredHeight, 64, maxSurface2DLayered[1])                    \
    ATTRIBUTE(cudaDevAttrMaxSurface2DLayeredLayers, 65, maxSurface2DLayered[2])                    \
    ATTRIBUTE(cudaDevAttrMaxSurfaceCubemapWidth, 66, maxSurfaceCubemap)                            \
    ATTRIBUTE(cudaDevAttrMaxSurfaceCubemapLayeredWidth, 67, maxSurfaceCubemapLayered[0])           \
    ATTRIBUTE(cudaDevAttrMaxSurfaceCubemapLayeredLayers, 68, maxSurfaceCubemapLayered[1])          \
    ATTRIBUTE(cudaDevAttrMaxTexture1DLinearWidth, 69, maxTexture1DLinear)                          \
    ATTRIBUTE(cudaDevAttrMaxTexture2DLinearWidth, 70, maxTexture2DLinear[0])                       \
    ATTRIBUTE(cudaDevAttrMaxTexture2DLinearHeight, 71, maxTexture2DLinear[1])                      \
    ATTRIBUTE(cudaDevAttrMaxTexture2DLinearPitch, 72, maxTexture2DLinear[2])                       \
    ATTRIBUTE(cudaDevAttrMaxTexture2DMipmappedWidth, 73, maxTexture2DMipmap[0])                    \
    ATTRIBUTE(cudaDevAttrMaxTexture2DMipmappedHeight, 74, maxTexture2DMipmap[1])                   \
    ATTRIBUTE(cudaDevAttrMaxTexture1DMipmappedWidth, 77, maxTexture1DMipmap)                       \
    ATTRIBUTE(cudaDevAttrHostRegisterSupported, 99, hostRegisterSupported)                         \
    ATTRIBUTE(cudaDevAttrMaxBlocksPerMultiprocessor, 106, maxBlocksPerMultiProcessor)              \
    ATTRIBUTE(cudaDevAttrMaxPersistingL2CacheSize, 108, persistingL2CacheMaxSize)                  \
    ATTRIBUTE(cudaDevAttrMaxAccessPolicyWindowSize, 109, accessPolicyMaxWindowSize)                \
    ATTRIBUTE(cudaDevAttrSparseCudaArraySupported, 112, sparseCudaArraySupported)                  \
    ATTRIBUTE(cudaDevAttrHostRegisterReadOnlySupported, 113, hostRegisterReadOnlySupported)        \
    ATTRIBUTE(cudaDevAttrTimelineSemaphoreInteropSupported, 114,                                   \
              timelineSemaphoreInteropSupported)                                                   \
    ATTRIBUTE(cudaDevAttrGPUDirectRDMASupported, 116, gpuDirectRDMASupported)                      \
    ATTRIBUTE(cudaDevAttrGPUDirectRDMAFlushWritesOptions, 117, gpuDirectRDMAFlushWritesOptions)    \
    ATTRIBUTE(cudaDevAttrGPUDirectRDMAWritesOrdering, 118, gpuDirectRDMAWritesOrdering)            \
    ATTRIBUTE(cudaDevAttrMemoryPoolSupportedHandleTypes, 119, memoryPoolSupportedHandleTypes)      \
    ATTRIBUTE(cudaDevAttrClusterLaunch, 120, clusterLaunch)                                        \
    ATTRIBUTE(cudaDevAttrDeferredMappingCudaArraySupported, 121,                                   \
              deferredMappingCudaArraySupported)                                                   \
    ATTRIBUTE(cudaDevAttrIpcEventSupport, 125, ipcEventSupported)                                  \
    ATTRIBUTE(cudaDevAttrNumaConfig, 130, deviceNumaConfig)                                        \
    ATTRIBUTE(cudaDevAttrNumaId, 131, deviceNumaId)                                                \
    ATTRIBUTE(cudaDevAttrMpsEnabled, 133, mpsEnabled)                                              \
    ATTRIBUTE(cudaDevAttrHostNumaId, 134, hostNumaId)

#define KBUILD_ATTRIBUTE(NAME, NUMBER, MEMBER)                                                     \
    static const hipDeviceAttribute_t NAME = static_cast<hipDeviceAttribute_t>(24000 + NUMBER);
KBUILD_ATTRIBUTES(KBUILD_ATTRIBUTE)
#undef KBUILD_ATTRIBUTE

// The driver API's names for the attributes above, where HIP has none.
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH =
    cudaDevAttrMaxTexture2DLayeredWidth;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH =
    cudaDevAttrMaxTexture2DLayeredWidth;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT =
    cudaDevAttrMaxTexture2DLayeredHeight;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT =
    cudaDevAttrMaxTexture2DLayeredHeight;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS =
    cudaDevAttrMaxTexture2DLayeredLayers;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES =
    cudaDevAttrMaxTexture2DLayeredLayers;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS =
    cudaDevAttrMaxTexture1DLayeredLayers;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH =
    cudaDevAttrMaxTexture2DGatherWidth;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT =
    cudaDevAttrMaxTexture2DGatherHeight;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE =
    cudaDevAttrMaxTexture3DWidthAlt;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE =
    cudaDevAttrMaxTexture3DHeightAlt;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE =
    cudaDevAttrMaxTexture3DDepthAlt;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS =
    cudaDevAttrMaxTextureCubemapLayeredLayers;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH =
    cudaDevAttrMaxSurface2DWidth;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT =
    cudaDevAttrMaxSurface2DHeight;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH =
    cudaDevAttrMaxSurface3DWidth;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT =
    cudaDevAttrMaxSurface3DHeight;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH =
    cudaDevAttrMaxSurface3DDepth;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS =
    cudaDevAttrMaxSurface1DLayeredLayers;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH =
    cudaDevAttrMaxSurface2DLayeredWidth;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT =
    cudaDevAttrMaxSurface2DLayeredHeight;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS =
    cudaDevAttrMaxSurface2DLayeredLayers;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS =
    cudaDevAttrMaxSurfaceCubemapLayeredLayers;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH =
    cudaDevAttrMaxTexture2DLinearWidth;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT =
    cudaDevAttrMaxTexture2DLinearHeight;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH =
    cudaDevAttrMaxTexture2DLinearPitch;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH =
    cudaDevAttrMaxTexture2DMipmappedWidth;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT =
    cudaDevAttrMaxTexture2DMipmappedHeight;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE =
    cudaDevAttrMaxPersistingL2CacheSize;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE =
    cudaDevAttrMaxAccessPolicyWindowSize;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED =
    cudaDevAttrSparseCudaArraySupported;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED =
    cudaDevAttrHostRegisterReadOnlySupported;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED =
    cudaDevAttrTimelineSemaphoreInteropSupported;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED =
    cudaDevAttrGPUDirectRDMASupported;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS =
    cudaDevAttrGPUDirectRDMAFlushWritesOptions;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING =
    cudaDevAttrGPUDirectRDMAWritesOrdering;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES =
    cudaDevAttrMemoryPoolSupportedHandleTypes;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = cudaDevAttrClusterLaunch;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED =
    cudaDevAttrDeferredMappingCudaArraySupported;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED =
    cudaDevAttrIpcEventSupport;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_NUMA_CONFIG = cudaDevAttrNumaConfig;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_NUMA_ID = cudaDevAttrNumaId;
static const hipDeviceAttribute_t CU_DEVICE_ATTRIBUTE_MPS_ENABLED = cudaDevAttrMpsEnabled;

// HIP before 5.7 has the functions that map virtual memory, but lacks the name of the attribute
// that tells whether they work.
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 507
static const hipDeviceAttribute_t hipDeviceAttributeVirtualMemoryManagementSupported =
    static_cast<hipDeviceAttribute_t>(24102);
#endif

namespace kbuild
{

// Sets |value| to the member of |prop| that an attribute stands for, if HIP has no name for the
// attribute or does not know it on AMD GPUs. Returns false for all other attributes.
KBUILD_HOST_API bool device_find(int *value, hipDeviceAttribute_t attribute,
                                 const cudaDeviceProp &prop)
{
#define KBUILD_ATTRIBUTE(NAME, NUMBER, MEMBER)                                                     \
    case 24000 + NUMBER:                                                                           \
        *value = static_cast<int>(prop.MEMBER);                                                    \
        return true;
#define KBUILD_UNANSWERED(NAME, MEMBER)                                                            \
    case hipDeviceAttribute##NAME: *value = static_cast<int>(prop.MEMBER); return true;
    switch (static_cast<int>(attribute)) {
        KBUILD_ATTRIBUTES(KBUILD_ATTRIBUTE)
        KBUILD_UNANSWERED(AccessPolicyMaxWindowSize, accessPolicyMaxWindowSize)
        KBUILD_UNANSWERED(AsyncEngineCount, asyncEngineCount)
        KBUILD_UNANSWERED(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem)
        KBUILD_UNANSWERED(ComputePreemptionSupported, computePreemptionSupported)
        KBUILD_UNANSWERED(DeviceOverlap, deviceOverlap)
        KBUILD_UNANSWERED(GlobalL1CacheSupported, globalL1CacheSupported)
        KBUILD_UNANSWERED(HostNativeAtomicSupported, hostNativeAtomicSupported)
        KBUILD_UNANSWERED(LocalL1CacheSupported, localL1CacheSupported)
        KBUILD_UNANSWERED(MaxBlocksPerMultiProcessor, maxBlocksPerMultiProcessor)
        KBUILD_UNANSWERED(MaxRegistersPerMultiprocessor, regsPerMultiprocessor)
        KBUILD_UNANSWERED(MultiGpuBoardGroupID, multiGpuBoardGroupID)
        KBUILD_UNANSWERED(PersistingL2CacheMaxSize, persistingL2CacheMaxSize)
        KBUILD_UNANSWERED(ReservedSharedMemPerBlock, reservedSharedMemPerBlock)
        KBUILD_UNANSWERED(SharedMemPerBlockOptin, sharedMemPerBlockOptin)
        KBUILD_UNANSWERED(SharedMemPerMultiprocessor, sharedMemPerMultiprocessor)
        KBUILD_UNANSWERED(SingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio)
        KBUILD_UNANSWERED(StreamPrioritiesSupported, streamPrioritiesSupported)
        KBUILD_UNANSWERED(SurfaceAlignment, surfaceAlignment)
        KBUILD_UNANSWERED(TccDriver, tccDriver)
        KBUILD_UNANSWERED(UnifiedAddressing, unifiedAddressing)
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 507
    case 24102: *value = 0; return true;
#endif
    default: return false;
    }
#undef KBUILD_ATTRIBUTE
#undef KBUILD_UNANSWERED
}

} // namespace kbuild
#undef KBUILD_ATTRIBUTES

KBUILD_HOST_API hipError_t cudaDeviceGetAttribute(int *value, hipDeviceAttribute_t attribute,
                                                  int device)
{
    const hipError_t error = hipDeviceGetAttribute(value, attribute, device);
    if (error == hipSuccess) {
        switch (attribute) {
        case hipDeviceAttributeWarpSize: *value = 32; break;
        case hipDeviceAttributeComputeCapabilityMajor: *value = KBUILD_CUDA_ARCH / 100; break;
        case hipDeviceAttributeComputeCapabilityMinor: *value = KBUILD_CUDA_ARCH / 10 % 10; break;
        default: break;
        }
    }
    cudaDeviceProp prop;
    if (error != hipErrorInvalidValue || !value ||
        cudaGetDeviceProperties(&prop, device) != hipSuccess ||
        !kbuild::device_find(value, attribute, prop)) {
        return error;
    }
    (void)hipGetLastError();
    return hipSuccess;
}

// Sets a limit. Limits of stacks, printf and malloc (0 to 2) need no setting on AMD GPUs: the
// compiler reserves stacks, and printf and malloc ask the host for more. AMD GPUs do not have the
// features that the other limits are for, nested launches and L2 partitions.
KBUILD_HOST_API hipError_t cudaDeviceSetLimit(hipLimit_t limit, size_t bytes)
{
    const int number = static_cast<int>(limit);
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR >= 507
    const hipError_t error = hipDeviceSetLimit(limit, bytes);
    if (error == hipSuccess) {
        return error;
    }
    (void)hipGetLastError();
#endif
    (void)bytes;
    return number >= 0 && number <= 2 ? hipSuccess : hipErrorUnsupportedLimit;
}

KBUILD_HOST_API hipError_t cudaThreadSetLimit(hipLimit_t limit, size_t bytes)
{
    return cudaDeviceSetLimit(limit, bytes);
}

KBUILD_HOST_API hipError_t cudaInitDevice(int device, unsigned flags, unsigned)
{
    const hipError_t error = hipSetDevice(device);
    return error == hipSuccess && flags ? hipSetDeviceFlags(flags) : error;
}

KBUILD_HOST_API hipError_t cudaCtxResetPersistingL2Cache()
{
    return hipSuccess; // Nothing is to be done: no data persists in the L2 cache of an AMD GPU.
}

#endif
