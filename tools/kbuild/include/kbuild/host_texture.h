// Textures and surfaces of the runtime API.
#ifndef KBUILD_HOST_TEXTURE_H
#define KBUILD_HOST_TEXTURE_H
#pragma GCC system_header

#include "host_qualifiers.h"

// ---- Texture references, which CUDA had until version 11, and HIP still has. A program binds them
// to memory and to arrays.

#define KBUILD_TEXTURE   template <class T, int dimensions, hipTextureReadMode mode> KBUILD_HOST_API
#define KBUILD_REFERENCE const texture<T, dimensions, mode> &reference

// CUDA accepts a null pointer for |offset| if the program does not need the offset; HIP's function
// fails.
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

// ---- The format of an element. HIP 5.2 takes uchar2 and its relatives for signed, signed char for
// unsigned, and gives two halves one channel.

namespace kbuild
{
template <class T> struct channels {
    static constexpr int bits = 0, count = 0;
    static constexpr hipChannelFormatKind kind = hipChannelFormatKindNone;
};
#define KBUILD_CHANNELS_OF(TYPE, BITS, COUNT, KIND)                                                \
    template <> struct channels<TYPE> {                                                            \
        static constexpr int bits = BITS, count = COUNT;                                           \
        static constexpr hipChannelFormatKind kind = hipChannelFormatKind##KIND;                   \
    };
#define KBUILD_CHANNELS(SCALAR, VECTOR, BITS, KIND)                                                \
    KBUILD_CHANNELS_OF(SCALAR, BITS, 1, KIND)                                                      \
    KBUILD_CHANNELS_OF(VECTOR##1, BITS, 1, KIND)                                                   \
    KBUILD_CHANNELS_OF(VECTOR##2, BITS, 2, KIND)                                                   \
    KBUILD_CHANNELS_OF(VECTOR##3, BITS, 3, KIND)                                                   \
    KBUILD_CHANNELS_OF(VECTOR##4, BITS, 4, KIND)
KBUILD_CHANNELS_OF(char, 8, 1, Signed)
KBUILD_CHANNELS(signed char, char, 8, Signed)
KBUILD_CHANNELS(unsigned char, uchar, 8, Unsigned)
KBUILD_CHANNELS(short, short, 16, Signed)
KBUILD_CHANNELS(unsigned short, ushort, 16, Unsigned)
KBUILD_CHANNELS(int, int, 32, Signed)
KBUILD_CHANNELS(unsigned, uint, 32, Unsigned)
KBUILD_CHANNELS(float, float, 32, Float)
#undef KBUILD_CHANNELS
#undef KBUILD_CHANNELS_OF

KBUILD_HOST_API constexpr hipChannelFormatDesc channel_format(int bits, int count,
                                                              hipChannelFormatKind kind)
{
    return {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0, kind};
}
} // namespace kbuild

template <class T> KBUILD_HOST_API constexpr hipChannelFormatDesc cudaCreateChannelDesc()
{
    using format = kbuild::channels<T>;
    return kbuild::channel_format(format::bits, format::count, format::kind);
}
KBUILD_HOST_API constexpr hipChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                                     hipChannelFormatKind kind)
{
    return {x, y, z, w, kind};
}
KBUILD_HOST_API constexpr hipChannelFormatDesc cudaCreateChannelDescHalf()
{
    return kbuild::channel_format(16, 1, hipChannelFormatKindFloat);
}
KBUILD_HOST_API constexpr hipChannelFormatDesc cudaCreateChannelDescHalf1()
{
    return kbuild::channel_format(16, 1, hipChannelFormatKindFloat);
}
KBUILD_HOST_API constexpr hipChannelFormatDesc cudaCreateChannelDescHalf2()
{
    return kbuild::channel_format(16, 2, hipChannelFormatKindFloat);
}
KBUILD_HOST_API constexpr hipChannelFormatDesc cudaCreateChannelDescHalf4()
{
    return kbuild::channel_format(16, 4, hipChannelFormatKindFloat);
}

#endif
