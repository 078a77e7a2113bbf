// Surface functions in CUDA's forms: reads that return the value, and a boundary mode, which HIP's
// later versions do not take. An AMD GPU does not trap: outside, reads give 0 and writes nothing.
#ifndef KBUILD_HOST_SURFACE_H
#define KBUILD_HOST_SURFACE_H
#pragma GCC system_header

#include "host_qualifiers.h"

#if !__HIP_NO_IMAGE_SUPPORT

#define KBUILD_SURFACE_READ(NAME, DECLARED, PASSED)                                                \
    template <class T>                                                                             \
    static __device__ inline T NAME(hipSurfaceObject_t surface, DECLARED, int = 0)                 \
    {                                                                                              \
        T value;                                                                                   \
        NAME(&value, surface, PASSED);                                                             \
        return value;                                                                              \
    }
#define KBUILD_LIST(...) __VA_ARGS__
KBUILD_SURFACE_READ(surf1Dread, int x, x)
KBUILD_SURFACE_READ(surf2Dread, KBUILD_LIST(int x, int y), KBUILD_LIST(x, y))
KBUILD_SURFACE_READ(surf3Dread, KBUILD_LIST(int x, int y, int z), KBUILD_LIST(x, y, z))
KBUILD_SURFACE_READ(surf1DLayeredread, KBUILD_LIST(int x, int layer), KBUILD_LIST(x, layer))
KBUILD_SURFACE_READ(surf2DLayeredread, KBUILD_LIST(int x, int y, int layer),
                    KBUILD_LIST(x, y, layer))
KBUILD_SURFACE_READ(surfCubemapread, KBUILD_LIST(int x, int y, int face), KBUILD_LIST(x, y, face))
#undef KBUILD_SURFACE_READ

#if HIP_VERSION_MAJOR > 5 || (HIP_VERSION_MAJOR == 5 && HIP_VERSION_MINOR >= 7)
#define KBUILD_SURFACE_READ_INTO(NAME, DECLARED, PASSED)                                           \
    template <class T>                                                                             \
    static __device__ inline void NAME(T *value, hipSurfaceObject_t surface, DECLARED, int)        \
    {                                                                                              \
        NAME(value, surface, PASSED);                                                              \
    }
#define KBUILD_SURFACE_WRITE(NAME, DECLARED, PASSED)                                               \
    template <class T>                                                                             \
    static __device__ inline void NAME(T value, hipSurfaceObject_t surface, DECLARED, int)         \
    {                                                                                              \
        NAME(value, surface, PASSED);                                                              \
    }
KBUILD_SURFACE_READ_INTO(surf2Dread, KBUILD_LIST(int x, int y), KBUILD_LIST(x, y))
KBUILD_SURFACE_READ_INTO(surf3Dread, KBUILD_LIST(int x, int y, int z), KBUILD_LIST(x, y, z))
KBUILD_SURFACE_READ_INTO(surf1DLayeredread, KBUILD_LIST(int x, int layer), KBUILD_LIST(x, layer))
KBUILD_SURFACE_READ_INTO(surf2DLayeredread, KBUILD_LIST(int x, int y, int layer),
                         KBUILD_LIST(x, y, layer))
KBUILD_SURFACE_READ_INTO(surfCubemapread, KBUILD_LIST(int x, int y, int face),
                         KBUILD_LIST(x, y, face))
KBUILD_SURFACE_WRITE(surf1Dwrite, int x, x)
KBUILD_SURFACE_WRITE(surf2Dwrite, KBUILD_LIST(int x, int y), KBUILD_LIST(x, y))
KBUILD_SURFACE_WRITE(surf3Dwrite, KBUILD_LIST(int x, int y, int z), KBUILD_LIST(x, y, z))
KBUILD_SURFACE_WRITE(surf1DLayeredwrite, KBUILD_LIST(int x, int layer), KBUILD_LIST(x, layer))
KBUILD_SURFACE_WRITE(surf2DLayeredwrite, KBUILD_LIST(int x, int y, int layer),
                     KBUILD_LIST(x, y, layer))
KBUILD_SURFACE_WRITE(surfCubemapwrite, KBUILD_LIST(int x, int y, int face), KBUILD_LIST(x, y, face))
#undef KBUILD_SURFACE_WRITE
#undef KBUILD_SURFACE_READ_INTO
#endif
#undef KBUILD_LIST

#endif

#endif
