/* Textures of linear memory: objects, and references, which the program's device code has as
 * variables. What a kernel gets is the address of an object: a descriptor that buffer_load_format
 * reads, twelve words, and a sampler, eight. Textures of arrays take image instructions, which are
 * not emulated.
 */
#include "memory.h"
#include "register.h"
#include "stream.h"

#include "core/texel.h"

#include <stdlib.h>
#include <string.h>

struct __hip_texture { /* what hipTextureObject_t points to, for kernels to read */
    uint32_t image[HIP_IMAGE_OBJECT_SIZE_DWORD], sampler[HIP_SAMPLER_OBJECT_SIZE_DWORD];
};

struct texture { /* what is known of one */
    struct __hip_texture *object;
    hipResourceDesc resource;
    hipTextureDesc description;
    struct texture *next;
};

static struct texture *living; /* guarded by the lock */

/* ---- Formats -------------------------------------------------------------------------------- */

static bool read_format(const hipChannelFormatDesc *from, enum hipTextureReadMode mode,
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

/* See isa/buffer.c for the words. */
static hipError_t describe(struct gpu *gpu, const hipResourceDesc *resource,
                           const hipTextureDesc *description, const char *function,
                           struct __hip_texture *out)
{
    const void *address = resource->res.linear.devPtr;
    const hipChannelFormatDesc *channels = &resource->res.linear.desc;
    struct texel_format format;
    enum generation generation = gpu->device->generation;
    bool is_known = read_format(channels, description->readMode, &format);
    uint32_t word = is_known ? texel_word(generation, &format) : 0;
    if (word == 0)
        return fail(hipErrorInvalidValue,
                    "%s: there are no elements of %d, %d, %d and %d bits of kind %d", function,
                    channels->x, channels->y, channels->z, channels->w, (int)channels->f);
    const struct allocation *a = address ? space_find(address) : NULL;
    size_t bytes = resource->res.linear.sizeInBytes, element = format.bits / 8 * format.channels;
    if (!a || !allocation_holds(a, (uintptr_t)address, bytes))
        return memory_complain(function, "the memory", address, bytes);
    if (bytes / element > UINT32_MAX)
        return fail(hipErrorInvalidValue, "%s: %zu elements", function, bytes / element);
    memset(out, 0, sizeof *out);
    out->image[0] = (uint32_t)(uintptr_t)address;
    out->image[1] = (uint32_t)((uintptr_t)address >> 32 & 0xffff) | (uint32_t)element << 16;
    out->image[2] = (uint32_t)(bytes / element);
    out->image[3] = word;
    return hipSuccess;
}

/* ---- Objects -------------------------------------------------------------------------------- */

static hipError_t create(const hipResourceDesc *resource, const hipTextureDesc *description,
                         const char *function, hipTextureObject_t *out)
{
    struct gpu *gpu = gpu_current();
    struct __hip_texture content;
    if (!gpu)
        return fail_device(function, thread_self()->device);
    if (resource->resType != hipResourceTypeLinear)
        return fail(hipErrorNotSupported,
                    "%s: textures are emulated of linear memory, not of arrays and pictures",
                    function);
    hipError_t error = describe(gpu, resource, description, function, &content);
    if (error)
        return error;
    struct texture *texture = malloc(sizeof *texture);
    struct __hip_texture *object =
        space_allocate(gpu->device, MEMORY_INTERNAL, sizeof *object, 256, 0, function, false);
    if (!texture || !object) {
        free(texture);
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    }
    *object = content;
    *texture =
        (struct texture){.object = object, .resource = *resource, .description = *description};
    runtime_lock();
    texture->next = living;
    living = texture;
    runtime_unlock();
    *out = object;
    return hipSuccess;
}

static bool destroy(hipTextureObject_t object)
{
    gpus_drain();
    runtime_lock();
    struct texture **at = &living;
    while (*at && (*at)->object != object)
        at = &(*at)->next;
    struct texture *texture = *at;
    if (texture)
        *at = texture->next;
    runtime_unlock();
    if (!texture)
        return false;
    space_free(texture->object);
    free(texture);
    return true;
}

static bool find(hipTextureObject_t object, struct texture *out)
{
    runtime_lock();
    const struct texture *texture = living;
    while (texture && texture->object != object)
        texture = texture->next;
    if (texture)
        *out = *texture;
    runtime_unlock();
    return texture != NULL;
}

hipError_t hipCreateTextureObject(hipTextureObject_t *out, const hipResourceDesc *resource,
                                  const hipTextureDesc *description,
                                  const struct hipResourceViewDesc *view)
{
    static const char function[] = "hipCreateTextureObject";
    if (!out || !resource || !description)
        return fail(hipErrorInvalidValue, "%s: a null pointer", function);
    if (view && resource->resType == hipResourceTypeLinear)
        return fail(hipErrorInvalidValue, "%s: linear memory has no view", function);
    return create(resource, description, function, out);
}

hipError_t hipDestroyTextureObject(hipTextureObject_t object)
{
    if (!object)
        return hipSuccess;
    return destroy(object) ? hipSuccess
                           : fail(hipErrorInvalidValue,
                                  "hipDestroyTextureObject: %p is not a texture", (void *)object);
}

hipError_t hipGetTextureObjectResourceDesc(hipResourceDesc *out, hipTextureObject_t object)
{
    struct texture texture;
    if (!out || !find(object, &texture))
        return fail(hipErrorInvalidValue, "hipGetTextureObjectResourceDesc: %p is not a texture",
                    (void *)object);
    *out = texture.resource;
    return hipSuccess;
}

hipError_t hipGetTextureObjectTextureDesc(hipTextureDesc *out, hipTextureObject_t object)
{
    struct texture texture;
    if (!out || !find(object, &texture))
        return fail(hipErrorInvalidValue, "hipGetTextureObjectTextureDesc: %p is not a texture",
                    (void *)object);
    *out = texture.description;
    return hipSuccess;
}

/* ---- References ----------------------------------------------------------------------------- */

/* The program's variable and the device's are the same from now on. */
static hipError_t publish(const textureReference *reference, const char *function)
{
    struct program_symbol symbol = {0};
    hipError_t error = symbol_find(reference, function, &symbol);
    if (error)
        return error;
    size_t size = symbol.size < sizeof *reference ? symbol.size : sizeof *reference;
    memcpy(symbol.address, reference, size);
    return hipSuccess;
}

static void unbind(textureReference *reference)
{
    if (reference->textureObject)
        destroy(reference->textureObject);
    reference->textureObject = NULL;
}

hipError_t hipBindTexture(size_t *offset, const textureReference *reference, const void *address,
                          const hipChannelFormatDesc *channels, size_t size)
{
    static const char function[] = "hipBindTexture";
    const struct allocation *a = address ? space_find(address) : NULL;
    if (!reference || !channels || !a)
        return fail(hipErrorInvalidValue, "%s: a null pointer, or memory that is none", function);
    /* a size that is left out is all that there is */
    size_t most = a->size - (size_t)((const uint8_t *)address - a->address);
    const hipResourceDesc resource = {
        .resType = hipResourceTypeLinear,
        .res.linear = {(void *)(uintptr_t)address, *channels, size < most ? size : most}};
    const hipTextureDesc description = {.readMode = reference->readMode,
                                        .filterMode = reference->filterMode,
                                        .normalizedCoords = reference->normalized};
    hipTextureObject_t object;
    hipError_t error = create(&resource, &description, function, &object);
    if (error)
        return error;
    textureReference *own = (textureReference *)(uintptr_t)reference;
    unbind(own);
    own->textureObject = object;
    if (offset)
        *offset = 0;
    return publish(own, function);
}

hipError_t hipUnbindTexture(const textureReference *reference)
{
    if (!reference)
        return fail(hipErrorInvalidValue, "hipUnbindTexture: the texture is null");
    unbind((textureReference *)(uintptr_t)reference);
    return publish(reference, "hipUnbindTexture");
}

hipError_t hipGetTextureAlignmentOffset(size_t *out, const textureReference *reference)
{
    if (!out || !reference)
        return fail(hipErrorInvalidValue, "hipGetTextureAlignmentOffset: a null pointer");
    *out = 0;
    return hipSuccess;
}
