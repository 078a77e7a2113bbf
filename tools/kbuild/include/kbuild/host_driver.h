// The errors of the runtime API, and its functions for profilers.
#ifndef KBUILD_HOST_DRIVER_H
#define KBUILD_HOST_DRIVER_H
#pragma GCC system_header

#include "host_qualifiers.h"

// hipGetErrorName() and hipGetErrorString() for kernels. The texts are our own, because HIP's are
// in its library for the host.
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

// HIP's functions for profilers fail, because programs do not control the profilers of AMD GPUs.
// These functions succeed.
KBUILD_HOST_API hipError_t cudaProfilerStart()
{
    return hipSuccess;
}
KBUILD_HOST_API hipError_t cudaProfilerStop()
{
    return hipSuccess;
}
// ---- Errors that CUDA's API can report and that HIP has no names for, with CUDA's numbers. HIP
// never returns them, but sources compare with them.

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

// CUDA's number is 10000, which is more than HIP's type of errors holds.
KBUILD_ERROR(cudaErrorApiFailureBase, 2000)

#undef KBUILD_ERROR

#endif
