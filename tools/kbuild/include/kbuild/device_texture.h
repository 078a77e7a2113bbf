// Textures and surfaces: replacements for functions of HIP (5.2 to 6.4 at least) that differ from
// CUDA's.
//
// HIP's tex2Dgather takes component 0 for alpha, 1 for red and so on; tex1DLayeredLod and
// tex2DLayeredLod read level 0 whatever the level is; tex2DLayered(&value, ...) and
// tex2Dgather(&value, ...) do not compile; and the gradients of cubemaps return 0. HIP's functions
// for layered surfaces take the layer for a level; before HIP 5.7 surfaces of integers hold floats;
// from 5.7 on the functions for surfaces have no boundary mode; and no read returns its value.
#ifndef KBUILD_DEVICE_TEXTURE_H
#define KBUILD_DEVICE_TEXTURE_H
#pragma GCC system_header

#include "host_texture.h"
#include "qualifiers.h"

#if defined(__HIP__) && !__HIP_NO_IMAGE_SUPPORT

namespace kbuild
{

// Returns an element of a texture or surface from the four words that the hardware returns. Integer
// elements are the low bits of the words.
template <class T, class Words> KBUILD_DEVICE T texture_element(const Words &words)
{
    static_assert(sizeof words == 16 && channels<T>::count > 0, "a type that textures have");
    T value;
    for (int i = 0; i < channels<T>::count; ++i) {
        __builtin_memcpy(reinterpret_cast<char *>(&value) + i * channels<T>::bits / 8,
                         reinterpret_cast<const char *>(&words) + 4 * i, channels<T>::bits / 8);
    }
    return value;
}

// Returns the four words that the hardware needs to store |value|. Signed integers are
// sign-extended.
template <class T> KBUILD_DEVICE float4::Native_vec_ texture_words(const T &value)
{
    constexpr int bytes = channels<T>::bits / 8;
    constexpr bool is_signed = channels<T>::kind == hipChannelFormatKindSigned;
    static_assert(channels<T>::count > 0, "a type that surfaces have");
    int words[4] = {};
    for (int i = 0; i < channels<T>::count; ++i) {
        __builtin_memcpy(words + i, reinterpret_cast<const char *>(&value) + i * bytes, bytes);
        words[i] = is_signed ? words[i] << (32 - 8 * bytes) >> (32 - 8 * bytes) : words[i];
    }
    float4::Native_vec_ as_floats;
    __builtin_memcpy(&as_floats, words, sizeof as_floats);
    return as_floats;
}

// Returns the index of the element at |x|, which is a number of bytes in CUDA's functions for
// surfaces.
template <class T> KBUILD_DEVICE int surface_x(int x)
{
    constexpr bool power = (sizeof(T) & (sizeof(T) - 1)) == 0;
    return power ? x >> __builtin_ctz(sizeof(T)) : x / static_cast<int>(sizeof(T));
}

template <class T> struct never {
    static constexpr bool value = false;
};

} // namespace kbuild

// The arguments of the device library's functions: the image, or the image and its sampler, which
// follows the image in memory.
#define KBUILD_IMAGE (unsigned ADDRESS_SPACE_CONSTANT *)texture
#define KBUILD_SAMPLED                                                                             \
    KBUILD_IMAGE, (unsigned ADDRESS_SPACE_CONSTANT *)texture + HIP_SAMPLER_OBJECT_OFFSET_DWORD
#define KBUILD_2D(X, Y)                                                                            \
    float2::Native_vec_                                                                            \
    {                                                                                              \
        X, Y                                                                                       \
    }
#define KBUILD_4D(X, Y, Z, W)                                                                      \
    float4::Native_vec_                                                                            \
    {                                                                                              \
        X, Y, Z, W                                                                                 \
    }

// Defines two functions NAME: one returns the element, the other writes the element to |value|.
#define KBUILD_LIST(...) __VA_ARGS__
#define KBUILD_TEXTURE(NAME, DECLARED, PASSED, ...)                                                \
    template <class T> static KBUILD_REPLACE T NAME(hipTextureObject_t texture, DECLARED)          \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }                                                                                              \
    template <class T>                                                                             \
    static KBUILD_REPLACE void NAME(T *value, hipTextureObject_t texture, DECLARED)                \
    {                                                                                              \
        *value = NAME<T>(texture, PASSED);                                                         \
    }

KBUILD_TEXTURE(tex2DLayered, KBUILD_LIST(float x, float y, int layer), KBUILD_LIST(x, y, layer),
               return kbuild::texture_element<T>(__ockl_image_sample_2Da(
                   KBUILD_SAMPLED, KBUILD_4D(x, y, static_cast<float>(layer), 0)));)

KBUILD_TEXTURE(tex1DLayeredLod, KBUILD_LIST(float x, int layer, float level),
               KBUILD_LIST(x, layer, level),
               return kbuild::texture_element<T>(__ockl_image_sample_lod_1Da(
                   KBUILD_SAMPLED, KBUILD_2D(x, static_cast<float>(layer)), level));)

KBUILD_TEXTURE(tex2DLayeredLod, KBUILD_LIST(float x, float y, int layer, float level),
               KBUILD_LIST(x, y, layer, level),
               return kbuild::texture_element<T>(__ockl_image_sample_lod_2Da(
                   KBUILD_SAMPLED, KBUILD_4D(x, y, static_cast<float>(layer), 0), level));)

KBUILD_TEXTURE(
    tex2Dgather, KBUILD_LIST(float x, float y, int component = 0), KBUILD_LIST(x, y, component),
    const auto place = KBUILD_2D(x, y);
    switch (component) {
case 1: return kbuild::texture_element<T>(__ockl_image_gather4g_2D(KBUILD_SAMPLED, place));
case 2: return kbuild::texture_element<T>(__ockl_image_gather4b_2D(KBUILD_SAMPLED, place));
case 3: return kbuild::texture_element<T>(__ockl_image_gather4a_2D(KBUILD_SAMPLED, place));
default: return kbuild::texture_element<T>(__ockl_image_gather4r_2D(KBUILD_SAMPLED, place));
    })

#define KBUILD_NO_GRADIENT                                                                         \
    static_assert(kbuild::never<T>::value,                                                         \
                  "AMD's device libraries have no gradients of cubemaps; use texCubemapLod or "    \
                  "texCubemapLayeredLod");                                                         \
    return T();
KBUILD_TEXTURE(texCubemapGrad, KBUILD_LIST(float x, float y, float z, float4 dx, float4 dy),
               KBUILD_LIST(x, y, z, dx, dy), KBUILD_NO_GRADIENT)
KBUILD_TEXTURE(texCubemapLayeredGrad,
               KBUILD_LIST(float x, float y, float z, int layer, float4 dx, float4 dy),
               KBUILD_LIST(x, y, z, layer, dx, dy), KBUILD_NO_GRADIENT)

#undef KBUILD_NO_GRADIENT

// ---- Surfaces. An AMD GPU does not trap outside a surface: in every boundary mode, reads return 0
// and writes do nothing.

#define KBUILD_SURFACE(NAME, OCKL, DECLARED, PASSED, ...)                                          \
    template <class T>                                                                             \
    static KBUILD_REPLACE T NAME##read(hipSurfaceObject_t texture, DECLARED,                       \
                                       hipSurfaceBoundaryMode = hipBoundaryModeTrap)               \
    {                                                                                              \
        x = kbuild::surface_x<T>(x);                                                               \
        return kbuild::texture_element<T>(__ockl_image_load_##OCKL(KBUILD_IMAGE, __VA_ARGS__));    \
    }                                                                                              \
    template <class T>                                                                             \
    static KBUILD_REPLACE void NAME##read(T *value, hipSurfaceObject_t texture, DECLARED,          \
                                          hipSurfaceBoundaryMode = hipBoundaryModeTrap)            \
    {                                                                                              \
        *value = NAME##read<T>(texture, PASSED);                                                   \
    }                                                                                              \
    template <class T>                                                                             \
    static KBUILD_REPLACE void NAME##write(T value, hipSurfaceObject_t texture, DECLARED,          \
                                           hipSurfaceBoundaryMode = hipBoundaryModeTrap)           \
    {                                                                                              \
        x = kbuild::surface_x<T>(x);                                                               \
        __ockl_image_store_##OCKL(KBUILD_IMAGE, __VA_ARGS__, kbuild::texture_words<T>(value));     \
    }
#define KBUILD_INT2(X, Y)                                                                          \
    int2::Native_vec_                                                                              \
    {                                                                                              \
        X, Y                                                                                       \
    }
#define KBUILD_INT3(X, Y, Z)                                                                       \
    int4::Native_vec_                                                                              \
    {                                                                                              \
        X, Y, Z, 0                                                                                 \
    }

KBUILD_SURFACE(surf1D, 1D, int x, x, x)
KBUILD_SURFACE(surf2D, 2D, KBUILD_LIST(int x, int y), KBUILD_LIST(x, y), KBUILD_INT2(x, y))
KBUILD_SURFACE(surf3D, 3D, KBUILD_LIST(int x, int y, int z), KBUILD_LIST(x, y, z),
               KBUILD_INT3(x, y, z))
KBUILD_SURFACE(surf1DLayered, 1Da, KBUILD_LIST(int x, int layer), KBUILD_LIST(x, layer),
               KBUILD_INT2(x, layer))
KBUILD_SURFACE(surf2DLayered, 2Da, KBUILD_LIST(int x, int y, int layer), KBUILD_LIST(x, y, layer),
               KBUILD_INT3(x, y, layer))
KBUILD_SURFACE(surfCubemap, CM, KBUILD_LIST(int x, int y, int face), KBUILD_LIST(x, y, face),
               KBUILD_INT2(x, y), face)
// |face| counts through the layers, as in CUDA: 6 * layer + the face's number.
KBUILD_SURFACE(surfCubemapLayered, CMa, KBUILD_LIST(int x, int y, int face),
               KBUILD_LIST(x, y, face), KBUILD_INT3(x, y, face / 6), face % 6)

#undef KBUILD_INT3
#undef KBUILD_INT2
#undef KBUILD_SURFACE
#undef KBUILD_TEXTURE
#undef KBUILD_LIST
#undef KBUILD_4D
#undef KBUILD_2D
#undef KBUILD_SAMPLED
#undef KBUILD_IMAGE

#endif

#endif
