/* Errors: their names and texts, and each thread's last error. */
#include "runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct error_text {
    hipError_t code;
    const char *name, *text;
};

#define ERROR(name, text)                                                                          \
    {                                                                                              \
        name, #name, text                                                                          \
    }
static const struct error_text errors[] = {
    ERROR(hipSuccess, "no error"),
    ERROR(hipErrorInvalidValue, "invalid argument"),
    ERROR(hipErrorOutOfMemory, "out of memory"),
    ERROR(hipErrorNotInitialized, "initialization error"),
    ERROR(hipErrorDeinitialized, "driver shutting down"),
    ERROR(hipErrorProfilerDisabled, "profiler disabled while using external profiling tool"),
    ERROR(hipErrorProfilerNotInitialized, "profiler is not initialized"),
    ERROR(hipErrorProfilerAlreadyStarted, "profiler already started"),
    ERROR(hipErrorProfilerAlreadyStopped, "profiler already stopped"),
    ERROR(hipErrorInvalidConfiguration, "invalid configuration argument"),
    ERROR(hipErrorInvalidPitchValue, "invalid pitch argument"),
    ERROR(hipErrorInvalidSymbol, "invalid device symbol"),
    ERROR(hipErrorInvalidDevicePointer, "invalid device pointer"),
    ERROR(hipErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    ERROR(hipErrorInsufficientDriver, "driver version is insufficient for runtime version"),
    ERROR(hipErrorMissingConfiguration, "__global__ function call is not configured"),
    ERROR(hipErrorPriorLaunchFailure, "unspecified launch failure in prior launch"),
    ERROR(hipErrorInvalidDeviceFunction, "invalid device function"),
    ERROR(hipErrorNoDevice, "no ROCm-capable device is detected"),
    ERROR(hipErrorInvalidDevice, "invalid device ordinal"),
    ERROR(hipErrorInvalidImage, "device kernel image is invalid"),
    ERROR(hipErrorInvalidContext, "invalid device context"),
    ERROR(hipErrorContextAlreadyCurrent, "context is already current context"),
    ERROR(hipErrorMapFailed, "mapping of buffer object failed"),
    ERROR(hipErrorUnmapFailed, "unmapping of buffer object failed"),
    ERROR(hipErrorArrayIsMapped, "array is mapped"),
    ERROR(hipErrorAlreadyMapped, "resource already mapped"),
    ERROR(hipErrorNoBinaryForGpu, "no kernel image is available for execution on the device"),
    ERROR(hipErrorAlreadyAcquired, "resource already acquired"),
    ERROR(hipErrorNotMapped, "resource not mapped"),
    ERROR(hipErrorNotMappedAsArray, "resource not mapped as array"),
    ERROR(hipErrorNotMappedAsPointer, "resource not mapped as pointer"),
    ERROR(hipErrorECCNotCorrectable, "uncorrectable ECC error encountered"),
    ERROR(hipErrorUnsupportedLimit, "limit is not supported on this architecture"),
    ERROR(hipErrorContextAlreadyInUse,
          "exclusive-thread device already in use by a different thread"),
    ERROR(hipErrorPeerAccessUnsupported, "peer access is not supported between these two devices"),
    ERROR(hipErrorInvalidKernelFile, "invalid kernel file"),
    ERROR(hipErrorInvalidGraphicsContext, "invalid OpenGL or DirectX context"),
    ERROR(hipErrorInvalidSource, "device kernel image is invalid"),
    ERROR(hipErrorFileNotFound, "file not found"),
    ERROR(hipErrorSharedObjectSymbolNotFound, "shared object symbol not found"),
    ERROR(hipErrorSharedObjectInitFailed, "shared object initialization failed"),
    ERROR(hipErrorOperatingSystem, "OS call failed or operation not supported on this OS"),
    ERROR(hipErrorInvalidHandle, "invalid resource handle"),
    ERROR(hipErrorIllegalState, "the operation cannot be performed in the present state"),
    ERROR(hipErrorNotFound, "named symbol not found"),
    ERROR(hipErrorNotReady, "device not ready"),
    ERROR(hipErrorIllegalAddress, "an illegal memory access was encountered"),
    ERROR(hipErrorLaunchOutOfResources, "too many resources requested for launch"),
    ERROR(hipErrorLaunchTimeOut, "the launch timed out and was terminated"),
    ERROR(hipErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    ERROR(hipErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    ERROR(hipErrorSetOnActiveProcess, "cannot set while device is active in this process"),
    ERROR(hipErrorContextIsDestroyed, "context is destroyed"),
    ERROR(hipErrorAssert, "device-side assert triggered"),
    ERROR(hipErrorHostMemoryAlreadyRegistered,
          "part or all of the requested memory range is already mapped"),
    ERROR(hipErrorHostMemoryNotRegistered,
          "pointer does not correspond to a registered memory region"),
    ERROR(hipErrorLaunchFailure, "unspecified launch failure"),
    ERROR(hipErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    ERROR(hipErrorNotSupported, "operation not supported"),
    ERROR(hipErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    ERROR(hipErrorStreamCaptureInvalidated,
          "operation failed due to a previous error during capture"),
    ERROR(hipErrorStreamCaptureMerge,
          "operation would result in a merge of separate capture sequences"),
    ERROR(hipErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began"),
    ERROR(hipErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    ERROR(hipErrorStreamCaptureIsolation,
          "dependency created on uncaptured work in another stream"),
    ERROR(hipErrorStreamCaptureImplicit,
          "operation would make the legacy stream depend on a capturing blocking stream"),
    ERROR(hipErrorCapturedEvent,
          "operation not permitted on an event last recorded in a capturing stream"),
    ERROR(hipErrorStreamCaptureWrongThread,
          "attempt to terminate a thread-local capture sequence from another thread"),
    ERROR(hipErrorGraphExecUpdateFailure,
          "the graph update was not performed because it included changes which violated "
          "constraints specific to instantiated graph update"),
    ERROR(hipErrorUnknown, "unknown error"),
    ERROR(hipErrorRuntimeMemory, "runtime memory call returned error"),
    ERROR(hipErrorRuntimeOther, "runtime call other than memory returned error"),
};

static const struct error_text *find_error(hipError_t code)
{
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        if (errors[i].code == code)
            return &errors[i];
    }
    return NULL;
}

static void speak(const char *format, va_list arguments)
{
    /* a buffer for the whole text, which is written at once, so that lines of several threads do
     * not mix */
    char text[2048];
    const char *quiet = secure_getenv("HIPEMU_QUIET");
    if (quiet && *quiet && *quiet != '0')
        return;
    int size = snprintf(text, sizeof text, "hipemu: ");
    vsnprintf(text + size, sizeof text - (size_t)size, format, arguments);
    text_clean(text, "\n\t");
    fprintf(stderr, "%s\n", text);
}

void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    speak(format, arguments);
    va_end(arguments);
}

void call_begin(void)
{
    thread_self()->last_call = hipSuccess;
}

hipError_t fail_quietly(hipError_t error)
{
    if (error != hipSuccess && error != hipErrorNotReady)
        thread_self()->last_error = thread_self()->last_call = error;
    return error;
}

hipError_t fail(hipError_t error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    speak(format, arguments);
    va_end(arguments);
    return fail_quietly(error);
}

hipError_t fail_device(const char *function, int ordinal)
{
    if (gpu_count() == 0)
        return fail(hipErrorNoDevice,
                    "%s: there is no device: HIPEMU_DEVICES names none that is known", function);
    return fail(hipErrorInvalidDevice, "%s: there is no device %d: HIPEMU_DEVICES gives %u",
                function, ordinal, gpu_count());
}

/* ---- The API -------------------------------------------------------------------------------- */

static hipError_t *last_error(void)
{
    return hip_abi < 7 ? &thread_self()->last_call : &thread_self()->last_error;
}

static hipError_t take(hipError_t *at)
{
    hipError_t error = *at;
    *at = hipSuccess;
    return error;
}

hipError_t hipGetLastError(void)
{
    return take(last_error());
}

hipError_t hipExtGetLastError(void)
{
    return take(&thread_self()->last_call);
}

hipError_t hipPeekAtLastError(void)
{
    return *last_error();
}

const char *hipGetErrorName(hipError_t code)
{
    const struct error_text *error = find_error(code);
    return error ? error->name : "hipErrorUnknown";
}

const char *hipGetErrorString(hipError_t code)
{
    const struct error_text *error = find_error(code);
    return error ? error->text : "unrecognized error code";
}

hipError_t hipDrvGetErrorName(hipError_t code, const char **out)
{
    const struct error_text *error = find_error(code);
    if (out)
        *out = error ? error->name : NULL;
    return error && out ? hipSuccess : fail_quietly(hipErrorInvalidValue);
}

hipError_t hipDrvGetErrorString(hipError_t code, const char **out)
{
    const struct error_text *error = find_error(code);
    if (out)
        *out = error ? error->text : NULL;
    return error && out ? hipSuccess : fail_quietly(hipErrorInvalidValue);
}
