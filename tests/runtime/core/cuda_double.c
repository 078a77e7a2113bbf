/* A double of libcuda: devices of the compute capabilities in $DOUBLE_CAPABILITIES ("75,86,90"),
 * and modules that are taken and not looked at. double_loaded() gives the last one.
 *
 * Functions that libkrt needs to open a library, and that no test calls, have no parameters.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOT_CALLED(name)                                                                           \
    int name(void);                                                                                \
    int name(void)                                                                                 \
    {                                                                                              \
        return 801; /* CUDA_ERROR_NOT_SUPPORTED */                                                 \
    }
/* clang-format off */
NOT_CALLED(cuMemGetInfo_v2) NOT_CALLED(cuMemAlloc_v2) NOT_CALLED(cuMemFree_v2) NOT_CALLED(cuMemHostAlloc)
NOT_CALLED(cuMemFreeHost) NOT_CALLED(cuMemcpyHtoDAsync_v2) NOT_CALLED(cuMemcpyDtoHAsync_v2)
NOT_CALLED(cuMemcpyDtoDAsync_v2) NOT_CALLED(cuMemsetD8Async) NOT_CALLED(cuMemsetD16Async)
NOT_CALLED(cuMemsetD32Async) NOT_CALLED(cuStreamCreate) NOT_CALLED(cuStreamDestroy_v2)
NOT_CALLED(cuStreamSynchronize) NOT_CALLED(cuStreamQuery) NOT_CALLED(cuStreamWaitEvent)
NOT_CALLED(cuEventCreate) NOT_CALLED(cuEventDestroy_v2) NOT_CALLED(cuEventRecord)
NOT_CALLED(cuEventSynchronize) NOT_CALLED(cuEventQuery) NOT_CALLED(cuEventElapsedTime)
NOT_CALLED(cuLaunchKernel)
    /* clang-format on */

    int cuInit(unsigned flags);
int cuDriverGetVersion(int *out);
int cuDeviceGetCount(int *out);
int cuDeviceGet(int *out, int index);
int cuDeviceGetName(char *out, int size, int device);
int cuDeviceTotalMem_v2(size_t *out, int device);
int cuDeviceGetAttribute(int *out, int attribute, int device);
int cuDevicePrimaryCtxRetain(void **out, int device);
int cuDevicePrimaryCtxRelease_v2(int device);
int cuCtxSetCurrent(void *context);
int cuCtxGetCurrent(void **out);
int cuCtxSynchronize(void);
int cuModuleLoadData(void **out, const void *image);
int cuModuleUnload(void *module);
int cuModuleGetFunction(void **out, void *module, const char *name);
int cuModuleGetGlobal_v2(void **out, size_t *out_bytes, void *module, const char *name);
int cuFuncGetAttribute(int *out, int attribute, void *function);
int cuFuncGetParamInfo(void *function, size_t number, size_t *out_offset, size_t *out_bytes);
int cuGetErrorName(int code, const char **out);
int cuGetErrorString(int code, const char **out);
const void *double_loaded(void);

static int some, capabilities[8], count;
static const void *loaded;

int cuInit(unsigned flags)
{
    const char *text = getenv("DOUBLE_CAPABILITIES");
    (void)flags;
    for (count = 0; text && *text && count < 8; text += *text == ',')
        capabilities[count++] = (int)strtol(text, (char **)&text, 10);
    return count ? 0 : 100; /* CUDA_ERROR_NO_DEVICE */
}

int cuDriverGetVersion(int *out)
{
    *out = 13000;
    return 0;
}

int cuDeviceGetCount(int *out)
{
    *out = count;
    return 0;
}

int cuDeviceGet(int *out, int index)
{
    *out = index;
    return 0;
}

int cuDeviceGetName(char *out, int size, int device)
{
    snprintf(out, (size_t)size, "double %d", device);
    return 0;
}

int cuDeviceTotalMem_v2(size_t *out, int device)
{
    (void)device;
    *out = 1 << 30;
    return 0;
}

int cuDeviceGetAttribute(int *out, int attribute, int device)
{
    *out = attribute == 75   ? capabilities[device] / 10
           : attribute == 76 ? capabilities[device] % 10
                             : 32;
    return 0;
}

int cuDevicePrimaryCtxRetain(void **out, int device)
{
    (void)device;
    *out = &some;
    return 0;
}

int cuDevicePrimaryCtxRelease_v2(int device)
{
    (void)device;
    return 0;
}

int cuCtxSetCurrent(void *context)
{
    (void)context;
    return 0;
}

int cuCtxGetCurrent(void **out)
{
    *out = &some;
    return 0;
}

int cuCtxSynchronize(void)
{
    return 0;
}

int cuModuleLoadData(void **out, const void *image)
{
    static char copy[1 << 16];
    const char *bytes = image;
    /* An ELF file is as long as the tests make it, and text ends at its NUL. */
    memcpy(copy, bytes, memcmp(bytes, "\177ELF", 4) == 0 ? 64 : strlen(bytes) + 1);
    loaded = copy;
    *out = &some;
    return 0;
}

int cuModuleUnload(void *module)
{
    (void)module;
    return 0;
}

int cuModuleGetFunction(void **out, void *module, const char *name)
{
    (void)module;
    *out = &some;
    const bool is_found = strcmp(name, "plain") == 0 || strcmp(name, "_Z7vectorsP6float4S0_") == 0;
    return is_found ? 0 : 500; /* CUDA_ERROR_NOT_FOUND */
}

int cuModuleGetGlobal_v2(void **out, size_t *out_bytes, void *module, const char *name)
{
    (void)module, (void)name;
    *out = &some;
    *out_bytes = sizeof some;
    return 0;
}

int cuFuncGetAttribute(int *out, int attribute, void *function)
{
    (void)attribute, (void)function;
    *out = 1;
    return 0;
}

/* Each function has the parameters (long, char). */
int cuFuncGetParamInfo(void *function, size_t number, size_t *out_offset, size_t *out_bytes)
{
    (void)function;
    *out_offset = number * 8;
    *out_bytes = number ? 1 : 8;
    return number < 2 ? 0 : 1; /* CUDA_ERROR_INVALID_VALUE */
}

int cuGetErrorName(int code, const char **out)
{
    *out = code == 500 ? "CUDA_ERROR_NOT_FOUND" : "CUDA_ERROR_UNKNOWN";
    return 0;
}

int cuGetErrorString(int code, const char **out)
{
    return cuGetErrorName(code, out);
}

const void *double_loaded(void)
{
    return loaded;
}
