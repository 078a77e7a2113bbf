// The driver API's functions and constants that CUDA has and HIP lacks, and the errors of both
// APIs.
#ifndef KBUILD_HOST_DRIVER_H
#define KBUILD_HOST_DRIVER_H
#pragma GCC system_header

#include "host_qualifiers.h"

KBUILD_HOST_API hipError_t cuGetErrorName(hipError_t error, const char **name)
{
    if (!name) {
        return hipErrorInvalidValue;
    }
    *name = hipGetErrorName(error);
    return *name ? hipSuccess : hipErrorInvalidValue;
}

KBUILD_HOST_API hipError_t cuGetErrorString(hipError_t error, const char **text)
{
    if (!text) {
        return hipErrorInvalidValue;
    }
    *text = hipGetErrorString(error);
    return *text ? hipSuccess : hipErrorInvalidValue;
}

// Kernels may ask, too. Texts of our own, as HIP's are in its library for the host.
#if defined(__HIP__)
#define KBUILD_ERRORS(X)                                                                           \
    X(hipSuccess, "no error")                                                                      \
    X(hipErrorInvalidValue, "invalid argument")                                                    \
    X(hipErrorOutOfMemory, "out of memory")                                                        \
    X(hipErrorNotInitialized, "initialization error")                                              \
    X(hipErrorDeinitialized, "driver shutting down")                                               \
    X(hipErrorInvalidConfiguration, "invalid configuration argument")                              \
    X(hipErrorInvalidSymbol, "invalid device symbol")                                              \
    X(hipErrorInvalidDevicePointer, "invalid device pointer")                                      \
    X(hipErrorInvalidMemcpyDirection, "invalid copy direction for memcpy")                         \
    X(hipErrorInvalidDeviceFunction, "invalid device function")                                    \
    X(hipErrorNoDevice, "no device is available")                                                  \
    X(hipErrorInvalidDevice, "invalid device ordinal")                                             \
    X(hipErrorInvalidImage, "the code object is invalid")                                          \
    X(hipErrorInvalidContext, "invalid device context")                                            \
    X(hipErrorNoBinaryForGpu, "no code object for this device")                                    \
    X(hipErrorInvalidSource, "invalid source")                                                     \
    X(hipErrorFileNotFound, "file not found")                                                      \
    X(hipErrorInvalidHandle, "invalid resource handle")                                            \
    X(hipErrorIllegalState, "the operation cannot be performed in the present state")              \
    X(hipErrorNotFound, "named symbol not found")                                                  \
    X(hipErrorNotReady, "device not ready")                                                        \
    X(hipErrorIllegalAddress, "an illegal memory access was encountered")                          \
    X(hipErrorLaunchOutOfResources, "too many resources requested for launch")                     \
    X(hipErrorLaunchTimeOut, "the launch timed out and was terminated")                            \
    X(hipErrorPeerAccessAlreadyEnabled, "peer access is already enabled")                          \
    X(hipErrorPeerAccessNotEnabled, "peer access has not been enabled")                            \
    X(hipErrorSetOnActiveProcess, "cannot set while the device is active in this process")         \
    X(hipErrorAssert, "device-side assert triggered")                                              \
    X(hipErrorHostMemoryAlreadyRegistered, "part or all of the memory is already registered")      \
    X(hipErrorHostMemoryNotRegistered, "the memory is not registered")                             \
    X(hipErrorLaunchFailure, "unspecified launch failure")                                         \
    X(hipErrorCooperativeLaunchTooLarge, "too many blocks in a cooperative launch")                \
    X(hipErrorNotSupported, "operation not supported")                                             \
    X(hipErrorStreamCaptureUnsupported, "operation not permitted when the stream is capturing")    \
    X(hipErrorStreamCaptureInvalidated, "operation failed due to an earlier error during capture")
#define KBUILD_NAME(NAME, TEXT)                                                                    \
    if (error == NAME) {                                                                           \
        return #NAME;                                                                              \
    }
#define KBUILD_TEXT(NAME, TEXT)                                                                    \
    if (error == NAME) {                                                                           \
        return TEXT;                                                                               \
    }
static inline __device__ const char *hipGetErrorName(hipError_t error)
{
    KBUILD_ERRORS(KBUILD_NAME)
    return "hipErrorUnknown";
}
static inline __device__ const char *hipGetErrorString(hipError_t error)
{
    KBUILD_ERRORS(KBUILD_TEXT)
    return "unknown error";
}
#undef KBUILD_TEXT
#undef KBUILD_NAME
#undef KBUILD_ERRORS
#endif

// The source of a copy is const in CUDA; HIP 5 writes it without.
KBUILD_HOST_API hipError_t hipMemcpyHtoD(hipDeviceptr_t to, kbuild::fallback<const void *> from,
                                         size_t bytes)
{
    return hipMemcpyHtoD(to, const_cast<void *>(from.value), bytes);
}

KBUILD_HOST_API hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to,
                                              kbuild::fallback<const void *> from, size_t bytes,
                                              hipStream_t stream)
{
    return hipMemcpyHtoDAsync(to, const_cast<void *>(from.value), bytes, stream);
}

// Of a function of a module: AMD GPUs give it all shared memory, and have no carveout to set.
KBUILD_HOST_API hipError_t hipFuncSetAttribute(hipFunction_t function,
                                               hipFunction_attribute attribute, int)
{
    const bool known = attribute == HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES ||
                       attribute == HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
    return !function ? hipErrorInvalidHandle : known ? hipSuccess : hipErrorInvalidValue;
}

// HIP's fail: profilers of AMD GPUs are not controlled by the program.
KBUILD_HOST_API hipError_t cudaProfilerStart()
{
    return hipSuccess;
}
KBUILD_HOST_API hipError_t cudaProfilerStop()
{
    return hipSuccess;
}
KBUILD_HOST_API hipError_t cuProfilerStart()
{
    return hipSuccess;
}
KBUILD_HOST_API hipError_t cuProfilerStop()
{
    return hipSuccess;
}

// ---- The errors that CUDA's API can report and HIP's has no names for, with CUDA's numbers: HIP
// never returns one, but sources compare with them.

#define KBUILD_ERROR(NAME, NUMBER) static const hipError_t NAME = static_cast<hipError_t>(NUMBER);

KBUILD_ERROR(cudaErrorInvalidHostPointer, 16)
KBUILD_ERROR(cudaErrorInvalidTexture, 18)
KBUILD_ERROR(cudaErrorInvalidTextureBinding, 19)
KBUILD_ERROR(cudaErrorInvalidChannelDescriptor, 20)
KBUILD_ERROR(cudaErrorAddressOfConstant, 22)
KBUILD_ERROR(cudaErrorTextureFetchFailed, 23)
KBUILD_ERROR(cudaErrorTextureNotBound, 24)
KBUILD_ERROR(cudaErrorSynchronizationError, 25)
KBUILD_ERROR(cudaErrorInvalidFilterSetting, 26)
KBUILD_ERROR(cudaErrorInvalidNormSetting, 27)
KBUILD_ERROR(cudaErrorMixedDeviceExecution, 28)
KBUILD_ERROR(cudaErrorNotYetImplemented, 31)
KBUILD_ERROR(cudaErrorMemoryValueTooLarge, 32)
KBUILD_ERROR(cudaErrorStubLibrary, 34)
KBUILD_ERROR(cudaErrorCallRequiresNewerDriver, 36)
KBUILD_ERROR(cudaErrorInvalidSurface, 37)
KBUILD_ERROR(cudaErrorDuplicateVariableName, 43)
KBUILD_ERROR(cudaErrorDuplicateTextureName, 44)
KBUILD_ERROR(cudaErrorDuplicateSurfaceName, 45)
KBUILD_ERROR(cudaErrorDevicesUnavailable, 46)
KBUILD_ERROR(cudaErrorIncompatibleDriverContext, 49)
KBUILD_ERROR(cudaErrorLaunchMaxDepthExceeded, 65)
KBUILD_ERROR(cudaErrorLaunchFileScopedTex, 66)
KBUILD_ERROR(cudaErrorLaunchFileScopedSurf, 67)
KBUILD_ERROR(cudaErrorSyncDepthExceeded, 68)
KBUILD_ERROR(cudaErrorLaunchPendingCountExceeded, 69)
KBUILD_ERROR(cudaErrorDeviceNotLicensed, 102)
KBUILD_ERROR(cudaErrorSoftwareValidityNotEstablished, 103)
KBUILD_ERROR(cudaErrorStartupFailure, 127)
KBUILD_ERROR(cudaErrorDeviceAlreadyInUse, 216)
KBUILD_ERROR(cudaErrorNvlinkUncorrectable, 220)
KBUILD_ERROR(cudaErrorJitCompilerNotFound, 221)
KBUILD_ERROR(cudaErrorUnsupportedPtxVersion, 222)
KBUILD_ERROR(cudaErrorJitCompilationDisabled, 223)
KBUILD_ERROR(cudaErrorUnsupportedExecAffinity, 224)
KBUILD_ERROR(cudaErrorUnsupportedDevSideSync, 225)
KBUILD_ERROR(cudaErrorContained, 226)
KBUILD_ERROR(cudaErrorLossyQuery, 402)
KBUILD_ERROR(cudaErrorLaunchIncompatibleTexturing, 703)
KBUILD_ERROR(cudaErrorTooManyPeers, 711)
KBUILD_ERROR(cudaErrorHardwareStackError, 714)
KBUILD_ERROR(cudaErrorIllegalInstruction, 715)
KBUILD_ERROR(cudaErrorMisalignedAddress, 716)
KBUILD_ERROR(cudaErrorInvalidAddressSpace, 717)
KBUILD_ERROR(cudaErrorInvalidPc, 718)
KBUILD_ERROR(cudaErrorTensorMemoryLeak, 721)
KBUILD_ERROR(cudaErrorNotPermitted, 800)
KBUILD_ERROR(cudaErrorSystemNotReady, 802)
KBUILD_ERROR(cudaErrorSystemDriverMismatch, 803)
KBUILD_ERROR(cudaErrorCompatNotSupportedOnDevice, 804)
KBUILD_ERROR(cudaErrorMpsConnectionFailed, 805)
KBUILD_ERROR(cudaErrorMpsRpcFailure, 806)
KBUILD_ERROR(cudaErrorMpsServerNotReady, 807)
KBUILD_ERROR(cudaErrorMpsMaxClientsReached, 808)
KBUILD_ERROR(cudaErrorMpsMaxConnectionsReached, 809)
KBUILD_ERROR(cudaErrorMpsClientTerminated, 810)
KBUILD_ERROR(cudaErrorCdpNotSupported, 811)
KBUILD_ERROR(cudaErrorCdpVersionMismatch, 812)
KBUILD_ERROR(cudaErrorTimeout, 909)
KBUILD_ERROR(cudaErrorExternalDevice, 911)
KBUILD_ERROR(cudaErrorInvalidClusterSize, 912)
KBUILD_ERROR(cudaErrorFunctionNotLoaded, 913)
KBUILD_ERROR(cudaErrorInvalidResourceType, 914)
KBUILD_ERROR(cudaErrorInvalidResourceConfiguration, 915)

// CUDA says 10000, which is more than the type of HIP's errors holds.
KBUILD_ERROR(cudaErrorApiFailureBase, 2000)

// The driver API's.
KBUILD_ERROR(CUDA_ERROR_STUB_LIBRARY, 34)
KBUILD_ERROR(CUDA_ERROR_DEVICE_UNAVAILABLE, 46)
KBUILD_ERROR(CUDA_ERROR_DEVICE_NOT_LICENSED, 102)
KBUILD_ERROR(CUDA_ERROR_NVLINK_UNCORRECTABLE, 220)
KBUILD_ERROR(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, 221)
KBUILD_ERROR(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222)
KBUILD_ERROR(CUDA_ERROR_JIT_COMPILATION_DISABLED, 223)
KBUILD_ERROR(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, 224)
KBUILD_ERROR(CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC, 225)
KBUILD_ERROR(CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, 703)
KBUILD_ERROR(CUDA_ERROR_TOO_MANY_PEERS, 711)
KBUILD_ERROR(CUDA_ERROR_HARDWARE_STACK_ERROR, 714)
KBUILD_ERROR(CUDA_ERROR_ILLEGAL_INSTRUCTION, 715)
KBUILD_ERROR(CUDA_ERROR_MISALIGNED_ADDRESS, 716)
KBUILD_ERROR(CUDA_ERROR_INVALID_ADDRESS_SPACE, 717)
KBUILD_ERROR(CUDA_ERROR_INVALID_PC, 718)
KBUILD_ERROR(CUDA_ERROR_NOT_PERMITTED, 800)
KBUILD_ERROR(CUDA_ERROR_SYSTEM_NOT_READY, 802)
KBUILD_ERROR(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, 803)
KBUILD_ERROR(CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, 804)
KBUILD_ERROR(CUDA_ERROR_TIMEOUT, 909)
KBUILD_ERROR(CUDA_ERROR_EXTERNAL_DEVICE, 911)
KBUILD_ERROR(CUDA_ERROR_INVALID_CLUSTER_SIZE, 912)

#undef KBUILD_ERROR

#endif
