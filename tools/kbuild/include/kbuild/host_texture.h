// Texture references, which CUDA had until version 11: bound to memory and to arrays. HIP keeps
// them.
#ifndef KBUILD_HOST_TEXTURE_H
#define KBUILD_HOST_TEXTURE_H
#pragma GCC system_header

#include "host_qualifiers.h"

#define KBUILD_TEXTURE   template <class T, int dimensions, hipTextureReadMode mode> KBUILD_HOST_API
#define KBUILD_REFERENCE const texture<T, dimensions, mode> &reference

// CUDA takes no pointer for an offset that the program does not want; HIP fails.
KBUILD_TEXTURE hipError_t cudaBindTexture(size_t *offset, KBUILD_REFERENCE, const void *memory,
                                          size_t bytes = 0xffffffffu)
{
    size_t unwanted;
    offset = offset ? offset : &unwanted;
    return hipBindTexture(offset, reference, memory, bytes);
}

KBUILD_TEXTURE hipError_t cudaBindTexture(size_t *offset, KBUILD_REFERENCE, const void *memory,
                                          const hipChannelFormatDesc &format,
                                          size_t bytes = 0xffffffffu)
{
    size_t unwanted;
    offset = offset ? offset : &unwanted;
    return hipBindTexture(offset, reference, memory, format, bytes);
}

KBUILD_TEXTURE hipError_t cudaBindTexture2D(size_t *offset, KBUILD_REFERENCE, const void *memory,
                                            size_t width, size_t height, size_t pitch)
{
    size_t unwanted;
    offset = offset ? offset : &unwanted;
    return hipBindTexture2D(offset, reference, memory, width, height, pitch);
}

KBUILD_TEXTURE hipError_t cudaBindTexture2D(size_t *offset, KBUILD_REFERENCE, const void *memory,
                                            const hipChannelFormatDesc &format, size_t width,
                                            size_t height, size_t pitch)
{
    size_t unwanted;
    offset = offset ? offset : &unwanted;
    return hipBindTexture2D(offset, reference, memory, format, width, height, pitch);
}

KBUILD_TEXTURE hipError_t cudaBindTextureToArray(KBUILD_REFERENCE, hipArray_const_t array)
{
    return hipBindTextureToArray(reference, array);
}

KBUILD_TEXTURE hipError_t cudaBindTextureToArray(KBUILD_REFERENCE, hipArray_const_t array,
                                                 const hipChannelFormatDesc &format)
{
    return hipBindTextureToArray(reference, array, format);
}

KBUILD_TEXTURE hipError_t cudaUnbindTexture(KBUILD_REFERENCE)
{
    return hipUnbindTexture(reference);
}

#undef KBUILD_TEXTURE
#undef KBUILD_REFERENCE

#endif
