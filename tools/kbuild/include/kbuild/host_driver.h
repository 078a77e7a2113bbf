// The driver API's functions and constants that CUDA has and HIP lacks.
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

#endif
