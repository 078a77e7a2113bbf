// Constants, flags and small types of the runtime API that CUDA has and HIP lacks, by CUDA's names.
//
// An enumerator that HIP's type lacks is a constant of HIP's type here. Its value is CUDA's or, if
// HIP uses CUDA's value for something else, a value that HIP does not use. HIP's functions return
// "invalid value" for such a constant.
#ifndef KBUILD_HOST_NAMES_H
#define KBUILD_HOST_NAMES_H
#pragma GCC system_header

#include <hip/hip_version.h>
#include <hip/library_types.h>

#define KBUILD_CONSTANT(TYPE, NAME, VALUE) static const TYPE NAME = static_cast<TYPE>(VALUE);

// Calling conventions, which only Windows needs: empty macros.
#ifndef CUDART_CB
#define CUDART_CB
#endif
#ifndef CUDARTAPI
#define CUDARTAPI
#endif
#ifndef CUDA_CB
#define CUDA_CB
#endif
#ifndef CUDAAPI
#define CUDAAPI
#endif

// Limits for cudaDeviceSetLimit. Which limits HIP has depends on its version.
KBUILD_CONSTANT(hipLimit_t, cudaLimitStackSize, 0)
KBUILD_CONSTANT(hipLimit_t, cudaLimitDevRuntimeSyncDepth, 3)
KBUILD_CONSTANT(hipLimit_t, cudaLimitDevRuntimePendingLaunchCount, 4)
KBUILD_CONSTANT(hipLimit_t, cudaLimitMaxL2FetchGranularity, 5)
KBUILD_CONSTANT(hipLimit_t, cudaLimitPersistingL2CacheSize, 6)

// Results of cuFFT that hipFFT lacks: functions that name all errors have cases for them. The
// values are CUDA's, which hipFFT does not use. The names are macros, because their type exists
// only if the program includes hipFFT's header.
#define CUFFT_LICENSE_ERROR      static_cast<hipfftResult>(15)
#define CUFFT_MISSING_DEPENDENCY static_cast<hipfftResult>(17)
#define CUFFT_NVRTC_FAILURE      static_cast<hipfftResult>(18)
#define CUFFT_NVJITLINK_FAILURE  static_cast<hipfftResult>(19)
#define CUFFT_NVSHMEM_FAILURE    static_cast<hipfftResult>(20)

enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxShared = 100,
    cudaSharedmemCarveoutMaxL1 = 0,
};

// Attributes for thread block clusters, which AMD GPUs do not have: setting one of these fails.
KBUILD_CONSTANT(hipFuncAttribute, cudaFuncAttributeClusterDimMustBeSet, 10)
KBUILD_CONSTANT(hipFuncAttribute, cudaFuncAttributeRequiredClusterWidth, 11)
KBUILD_CONSTANT(hipFuncAttribute, cudaFuncAttributeRequiredClusterHeight, 12)
KBUILD_CONSTANT(hipFuncAttribute, cudaFuncAttributeRequiredClusterDepth, 13)
KBUILD_CONSTANT(hipFuncAttribute, cudaFuncAttributeNonPortableClusterSizeAllowed, 14)
KBUILD_CONSTANT(hipFuncAttribute, cudaFuncAttributeClusterSchedulingPolicyPreference, 15)

KBUILD_CONSTANT(hipMemLocationType, cudaMemLocationTypeNone, 0)
KBUILD_CONSTANT(hipMemLocationType, cudaMemLocationTypeHost, 2)
KBUILD_CONSTANT(hipMemLocationType, cudaMemLocationTypeHostNuma, 3)
KBUILD_CONSTANT(hipMemLocationType, cudaMemLocationTypeHostNumaCurrent, 4)
#define CU_MEM_LOCATION_TYPE_NONE              cudaMemLocationTypeNone
#define CU_MEM_LOCATION_TYPE_HOST              cudaMemLocationTypeHost
#define CU_MEM_LOCATION_TYPE_HOST_NUMA         cudaMemLocationTypeHostNuma
#define CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT cudaMemLocationTypeHostNumaCurrent
KBUILD_CONSTANT(hipMemAllocationHandleType, cudaMemHandleTypeFabric, 8)

KBUILD_CONSTANT(hipGraphInstantiateFlags, cudaGraphInstantiateFlagUpload, 2)
KBUILD_CONSTANT(hipGraphInstantiateFlags, cudaGraphInstantiateFlagDeviceLaunch, 4)
KBUILD_CONSTANT(hipGraphInstantiateFlags, cudaGraphInstantiateFlagUseNodePriority, 8)

KBUILD_CONSTANT(hipDeviceP2PAttr, cudaDevP2PAttrCudaArrayAccessSupported,
                hipDevP2PAttrHipArrayAccessSupported)

// Types of data. HIP before 5.7 has names only for floats; HIP's numbers are CUDA's.
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 507
KBUILD_CONSTANT(hipDataType, HIP_R_8I, 3)
KBUILD_CONSTANT(hipDataType, HIP_C_8I, 7)
KBUILD_CONSTANT(hipDataType, HIP_R_8U, 8)
KBUILD_CONSTANT(hipDataType, HIP_C_8U, 9)
KBUILD_CONSTANT(hipDataType, HIP_R_32I, 10)
KBUILD_CONSTANT(hipDataType, HIP_C_32I, 11)
KBUILD_CONSTANT(hipDataType, HIP_R_32U, 12)
KBUILD_CONSTANT(hipDataType, HIP_C_32U, 13)
KBUILD_CONSTANT(hipDataType, HIP_R_16BF, 14)
KBUILD_CONSTANT(hipDataType, HIP_C_16BF, 15)
KBUILD_CONSTANT(hipDataType, HIP_R_4I, 16)
KBUILD_CONSTANT(hipDataType, HIP_C_4I, 17)
KBUILD_CONSTANT(hipDataType, HIP_R_4U, 18)
KBUILD_CONSTANT(hipDataType, HIP_C_4U, 19)
KBUILD_CONSTANT(hipDataType, HIP_R_16I, 20)
KBUILD_CONSTANT(hipDataType, HIP_C_16I, 21)
KBUILD_CONSTANT(hipDataType, HIP_R_16U, 22)
KBUILD_CONSTANT(hipDataType, HIP_C_16U, 23)
KBUILD_CONSTANT(hipDataType, HIP_R_64I, 24)
KBUILD_CONSTANT(hipDataType, HIP_C_64I, 25)
KBUILD_CONSTANT(hipDataType, HIP_R_64U, 26)
KBUILD_CONSTANT(hipDataType, HIP_C_64U, 27)
#endif

#undef KBUILD_CONSTANT

// clang has __rdtsc without a header, so that a program cannot define a function of this name. With
// the macro, a program's __rdtsc is a function kbuild_rdtsc, which the compiler prefers to this
// template.
#if defined(__x86_64__) && defined(__clang__)
template <class = void> static inline __host__ unsigned long long kbuild_rdtsc()
{
    return __builtin_ia32_rdtsc();
}
#define __rdtsc kbuild_rdtsc
#endif

// Flags of the runtime API's functions that HIP lacks.
#define cudaHostRegisterReadOnly            0x08
#define cudaDeviceMask                      0xff
#define cudaDeviceSyncMemops                0x80
#define cudaInitDeviceFlagsAreValid         0x01
#define cudaEventRecordDefault              0x00
#define cudaEventRecordExternal             0x01
#define cudaEventWaitDefault                0x00
#define cudaEventWaitExternal               0x01
#define cudaOccupancyDisableCachingOverride 0x01
#define cudaPeerAccessDefault               0x00
#define cudaArraySparse                     0x40
#define cudaArrayDeferredMapping            0x80
#define cudaArrayColorAttachment            0x20
#define CUDA_IPC_HANDLE_SIZE                64

// CUDA's legacy default stream, which all blocking streams wait for. HIP versions without a handle
// for it use the null stream.
#ifdef hipStreamLegacy
#define cudaStreamLegacy hipStreamLegacy
#else
#define cudaStreamLegacy (static_cast<hipStream_t>(nullptr))
#endif

#define cudaSurfaceType1D             0x01
#define cudaSurfaceType2D             0x02
#define cudaSurfaceType3D             0x03
#define cudaSurfaceTypeCubemap        0x0c
#define cudaSurfaceType1DLayered      0xf1
#define cudaSurfaceType2DLayered      0xf2
#define cudaSurfaceTypeCubemapLayered 0xfc

// Preferences that an attribute of a stream, a launch or a graph's node may have.
enum cudaSynchronizationPolicy {
    cudaSyncPolicyAuto = 1,
    cudaSyncPolicySpin,
    cudaSyncPolicyYield,
    cudaSyncPolicyBlockingSync,
};
enum cudaClusterSchedulingPolicy {
    cudaClusterSchedulingPolicyDefault,
    cudaClusterSchedulingPolicySpread,
    cudaClusterSchedulingPolicyLoadBalancing,
};
enum cudaLaunchMemSyncDomain { cudaLaunchMemSyncDomainDefault, cudaLaunchMemSyncDomainRemote };
struct cudaLaunchMemSyncDomainMap {
    unsigned char default_, remote;
};

#endif
