/* A HIP library that does nothing, at once: what a call through the runtime costs besides the
 * driver's own work, is what is left. One device, gfx1030; every call succeeds. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char memory[4096];

#define PUBLIC __attribute__((visibility("default")))

/* Functions without an effect. Callers pass what they like: it is not looked at. */
#define NOTHING(name)                                                                              \
    PUBLIC int name(void);                                                                         \
    PUBLIC int name(void)                                                                          \
    {                                                                                              \
        return 0;                                                                                  \
    }
NOTHING(hipInit)
NOTHING(hipSetDevice)
NOTHING(hipDeviceSynchronize)
NOTHING(hipMemcpyHtoDAsync)
NOTHING(hipMemcpyDtoHAsync)
NOTHING(hipMemcpyDtoDAsync)
NOTHING(hipMemsetD8Async)
NOTHING(hipMemsetD16Async)
NOTHING(hipMemsetD32Async)
NOTHING(hipStreamDestroy)
NOTHING(hipStreamSynchronize)
NOTHING(hipStreamQuery)
NOTHING(hipStreamWaitEvent)
NOTHING(hipEventDestroy)
NOTHING(hipEventRecord)
NOTHING(hipEventSynchronize)
NOTHING(hipEventQuery)
NOTHING(hipEventElapsedTime)
NOTHING(hipModuleUnload)
NOTHING(hipModuleLaunchKernel)

/* Functions that give something that is not NULL. */
#define SOMETHING(name)                                                                            \
    PUBLIC int name(void **out);                                                                   \
    PUBLIC int name(void **out)                                                                    \
    {                                                                                              \
        *out = memory;                                                                             \
        return 0;                                                                                  \
    }
SOMETHING(hipStreamCreateWithFlags)
SOMETHING(hipEventCreateWithFlags)
SOMETHING(hipModuleLoadData)
SOMETHING(hipModuleGetFunction)

#define ALLOCATE(name)                                                                             \
    PUBLIC int name(void **out, size_t bytes);                                                     \
    PUBLIC int name(void **out, size_t bytes)                                                      \
    {                                                                                              \
        *out = malloc(bytes);                                                                      \
        return *out ? 0 : 2;                                                                       \
    }
ALLOCATE(hipMalloc)
ALLOCATE(hipHostMalloc)

#define RELEASE(name)                                                                              \
    PUBLIC int name(void *released);                                                               \
    PUBLIC int name(void *released)                                                                \
    {                                                                                              \
        free(released);                                                                            \
        return 0;                                                                                  \
    }
RELEASE(hipFree)
RELEASE(hipHostFree)

/* Functions that give a number. */
#define NUMBER(name, number)                                                                       \
    PUBLIC int name(int *out);                                                                     \
    PUBLIC int name(int *out)                                                                      \
    {                                                                                              \
        *out = (number);                                                                           \
        return 0;                                                                                  \
    }
NUMBER(hipDriverGetVersion, 50200000)
NUMBER(hipGetDeviceCount, 1)
NUMBER(hipDeviceGet, 0)
NUMBER(hipGetDevice, 0)
NUMBER(hipDeviceGetAttribute, 1024)
NUMBER(hipFuncGetAttribute, 1024)

PUBLIC int hipDeviceGetName(char *out, int size, int device);
PUBLIC int hipDeviceGetName(char *out, int size, int device)
{
    (void)device;
    snprintf(out, (size_t)size, "nothing");
    return 0;
}

PUBLIC int hipDeviceTotalMem(size_t *out, int device);
PUBLIC int hipDeviceTotalMem(size_t *out, int device)
{
    (void)device;
    *out = (size_t)1 << 34;
    return 0;
}

PUBLIC int hipMemGetInfo(size_t *out_free, size_t *out_total);
PUBLIC int hipMemGetInfo(size_t *out_free, size_t *out_total)
{
    *out_free = *out_total = (size_t)1 << 34;
    return 0;
}

PUBLIC int hipModuleGetGlobal(void **out, size_t *out_bytes);
PUBLIC int hipModuleGetGlobal(void **out, size_t *out_bytes)
{
    *out = memory;
    *out_bytes = sizeof memory;
    return 0;
}

PUBLIC int hipGetDeviceProperties(char *out, int device);
PUBLIC int hipGetDeviceProperties(char *out, int device)
{
    enum { ARCH = 396 }; /* gcnArchName in HIP 5's hipDeviceProp_t */
    (void)device;
    memcpy(out + ARCH, "gfx1030", 8);
    return 0;
}

PUBLIC const char *hipGetErrorName(int code);
PUBLIC const char *hipGetErrorName(int code)
{
    return code ? "hipErrorUnknown" : "hipSuccess";
}

PUBLIC const char *hipGetErrorString(int code);
PUBLIC const char *hipGetErrorString(int code)
{
    return hipGetErrorName(code);
}
