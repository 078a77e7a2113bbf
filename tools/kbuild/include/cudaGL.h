// The driver API's functions for buffers and textures of OpenGL.
#pragma once
#pragma GCC system_header

#include "cuda.h"

extern "C++" {
#if __has_include(<hip/hip_gl_interop.h>)
#include <hip/hip_gl_interop.h>
#endif

KBUILD_HOST_API CUresult cuGLGetDevices(unsigned *count, hipDevice_t *devices, unsigned size,
                                        hipGLDeviceList list)
{
    return kbuild::driver_result(hipGLGetDevices(count, devices, size, list));
}
KBUILD_HOST_API CUresult cuGraphicsGLRegisterBuffer(hipGraphicsResource_t *resource,
                                                    unsigned buffer, unsigned flags)
{
    return kbuild::driver_result(hipGraphicsGLRegisterBuffer(resource, buffer, flags));
}
KBUILD_HOST_API CUresult cuGraphicsGLRegisterImage(hipGraphicsResource_t *resource, unsigned image,
                                                   unsigned target, unsigned flags)
{
    return kbuild::driver_result(hipGraphicsGLRegisterImage(resource, image, target, flags));
}
} // extern "C++"
#define cuGLGetDevices_v2 cuGLGetDevices
