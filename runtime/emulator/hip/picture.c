/* Pictures: makes descriptors of arrays, of rows in linear memory, and of samplers. */
#include "picture.h"

#include "array.h"
#include "memory.h"

#include <string.h>

enum {
    SIZE_MAX_2D = 16384,
    DEPTH_MAX = 8192,
    BASE_ALIGNMENT = 256,
    KIND_1D = 8,
    KIND_2D = 9,
    KIND_3D = 10,
    KIND_1D_ARRAY = 12,
    KIND_2D_ARRAY = 13,
};

bool picture_is_known(const struct device *device)
{
    return device->generation == GENERATION_GFX10 || device->generation == GENERATION_GFX11;
}

bool picture_format(const hipChannelFormatDesc *from, enum hipTextureReadMode mode,
                    struct texel_format *out)
{
    const int bits[4] = {from->x, from->y, from->z, from->w};
    bool is_normalised = mode == hipReadModeNormalizedFloat, is_good = bits[0] > 0;
    *out = (struct texel_format){.bits = (unsigned)bits[0]};
    while (out->channels < 4 && bits[out->channels] > 0)
        is_good &= bits[out->channels++] == bits[0];
    for (unsigned i = out->channels; i < 4; i++)
        is_good &= bits[i] == 0;
    switch (from->f) {
    case hipChannelFormatKindUnsigned: out->kind = is_normalised ? TEXEL_UNORM : TEXEL_UINT; break;
    case hipChannelFormatKindSigned: out->kind = is_normalised ? TEXEL_SNORM : TEXEL_SINT; break;
    case hipChannelFormatKindFloat: out->kind = TEXEL_FLOAT; break;
    default: return false;
    }
    return is_good;
}

/* Returns the number of a channel's type in HSA's image formats, which the device library reads. */
static uint32_t channel_type(const struct texel_format *format)
{
    unsigned size = format->bits == 8 ? 0 : format->bits == 16 ? 1 : 2;
    switch (format->kind) {
    case TEXEL_SNORM: return 0 + size;
    case TEXEL_UNORM: return 2 + size;
    case TEXEL_SINT: return 8 + size;
    case TEXEL_UINT: return 11 + size;
    case TEXEL_FLOAT: break;
    }
    return format->bits == 16 ? 14 : 15;
}

static uint32_t channel_order(const struct texel_format *format)
{
    enum { ORDER_R = 1, ORDER_RG = 3, ORDER_RGBA = 8 };
    return format->channels == 1 ? ORDER_R : format->channels == 2 ? ORDER_RG : ORDER_RGBA;
}

static hipError_t find_picture(const hipResourceDesc *resource, const char *function,
                               struct array_layout *out)
{
    if (resource->resType == hipResourceTypeArray)
        return array_layout(resource->res.array.array, function, out);
    if (resource->resType != hipResourceTypePitch2D)
        return fail(hipErrorNotSupported, "%s: pictures are emulated of one level, not of several",
                    function);
    *out = (struct array_layout){.data = resource->res.pitch2D.devPtr,
                                 .channels = resource->res.pitch2D.desc,
                                 .width = resource->res.pitch2D.width,
                                 .height = resource->res.pitch2D.height,
                                 .pitch = resource->res.pitch2D.pitchInBytes};
    const struct allocation *a = out->data ? space_find(out->data) : NULL;
    size_t bytes = out->pitch * out->height;
    if (!a || !allocation_holds(a, (uintptr_t)out->data, bytes))
        return memory_complain(function, "the memory", out->data, bytes);
    return hipSuccess;
}

static uint32_t kind_of(const struct array_layout *picture)
{
    if (picture->is_layered)
        return picture->height ? KIND_2D_ARRAY : KIND_1D_ARRAY;
    return picture->depth ? KIND_3D : picture->height ? KIND_2D : KIND_1D;
}

static hipError_t check(const struct gpu *gpu, const struct array_layout *picture, size_t element,
                        const char *function)
{
    if (!picture_is_known(gpu->device))
        return fail(hipErrorNotSupported,
                    "%s: textures and surfaces of arrays and pictures are emulated on RDNA to "
                    "RDNA3; this device is %s",
                    function, gpu->device->target.info->processor);
    if (picture->width == 0 || picture->width > SIZE_MAX_2D || picture->height > SIZE_MAX_2D ||
        picture->depth > DEPTH_MAX)
        return fail(hipErrorInvalidValue, "%s: %zu x %zu x %zu elements; the most are %d x %d x %d",
                    function, picture->width, picture->height, picture->depth, SIZE_MAX_2D,
                    SIZE_MAX_2D, DEPTH_MAX);
    if ((uintptr_t)picture->data % BASE_ALIGNMENT || picture->pitch % element ||
        picture->pitch < picture->width * element || picture->pitch / element > SIZE_MAX_2D)
        return fail(hipErrorInvalidValue,
                    "%s: rows of %zu elements of %zu bytes at %p, %zu bytes apart: the address has "
                    "to be a multiple of %d, and the distance one of the element",
                    function, picture->width, element, picture->data, picture->pitch,
                    BASE_ALIGNMENT);
    return hipSuccess;
}

hipError_t picture_describe(const struct gpu *gpu, const hipResourceDesc *resource,
                            enum hipTextureReadMode mode, const char *function,
                            struct descriptor *out)
{
    struct array_layout picture;
    struct texel_format format;
    hipError_t error = find_picture(resource, function, &picture);
    if (error)
        return error;
    const hipChannelFormatDesc *channels = &picture.channels;
    bool is_known = picture_format(channels, mode, &format);
    uint32_t word = is_known ? texel_word(GENERATION_GFX10, &format) : 0;
    if (word == 0)
        return fail(hipErrorInvalidValue,
                    "%s: there are no elements of %d, %d, %d and %d bits of kind %d", function,
                    channels->x, channels->y, channels->z, channels->w, (int)channels->f);
    size_t element = format.bits / 8 * format.channels;
    error = check(gpu, &picture, element, function);
    if (error)
        return error;
    uint64_t address = (uintptr_t)picture.data / BASE_ALIGNMENT;
    uint32_t width = (uint32_t)picture.width - 1, kind = kind_of(&picture);
    uint32_t height = picture.height ? (uint32_t)picture.height - 1 : 0;
    uint32_t depth = picture.depth ? (uint32_t)picture.depth - 1 : 0;
    uint32_t row = (uint32_t)(picture.pitch / element) - 1;
    word = texel_word(gpu->device->generation, &format);
    memset(out, 0, sizeof *out);
    out->image[0] = (uint32_t)address;
    out->image[1] = (uint32_t)(address >> 32 & 0xff) | word >> 12 << 20 | width << 30;
    out->image[2] = width >> 2 | height << 14 | 1u << 31;
    out->image[3] = (word & 0xfff) | kind << 28;
    out->image[4] = kind == KIND_2D ? row : depth;
    out->image[8] = channel_type(&format);
    out->image[9] = channel_order(&format);
    out->image[10] = width + 1;
    return hipSuccess;
}

/* Makes the words of a sampler, which isa/image_sample.c describes. */
void picture_sampler(const hipTextureDesc *description, struct descriptor *out)
{
    static const uint8_t outside[] = {[hipAddressModeWrap] = 0,
                                      [hipAddressModeClamp] = 2,
                                      [hipAddressModeMirror] = 1,
                                      [hipAddressModeBorder] = 6};
    uint32_t is_linear = description->filterMode == hipFilterModeLinear;
    memset(out->sampler, 0, sizeof out->sampler);
    for (unsigned i = 0; i < 3; i++)
        out->sampler[0] |= (uint32_t)outside[description->addressMode[i] & 3] << 3 * i;
    out->sampler[0] |= (uint32_t)!description->normalizedCoords << 15;
    out->sampler[2] = is_linear << 20 | is_linear << 22 | is_linear << 24;
}
