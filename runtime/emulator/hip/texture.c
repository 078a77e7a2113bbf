/* Textures and surfaces: objects, and references, which are variables in the program's device code.
 * A kernel gets the address of an object. An object consists of a descriptor for buffer_load_format
 * or image instructions, and a sampler. */
#include "array.h"
#include "memory.h"
#include "picture.h"
#include "module.h"
#include "stream.h"

#include <stdlib.h>
#include <string.h>

/* the alignment of a texture's memory in bytes, the value of hipDeviceAttributeTextureAlignment */
enum { TEXTURE_ALIGNMENT = 256 };

struct texture { /* a texture, or a surface: a surface is a texture that cannot be sampled */
    struct descriptor *object; /* the object that kernels read; its address is the handle */
    bool is_surface;
    hipResourceDesc resource;
    hipTextureDesc description;
    struct texture *next;
};

/* the first texture in the list of live textures; guarded by the runtime's lock */
static struct texture *living;

/* ---- Texture objects ------------------------------------------------------------------------- */

/* Makes the descriptor of elements in linear memory; isa/buffer.c describes its words. */
static hipError_t describe_linear(const struct gpu *gpu, const hipResourceDesc *resource,
                                  const hipTextureDesc *description, const char *function,
                                  struct descriptor *out)
{
    const void *address = resource->res.linear.devPtr;
    const hipChannelFormatDesc *channels = &resource->res.linear.desc;
    struct texel_format format;
    enum generation generation = gpu->device->generation;
    bool is_known = picture_format(channels, description->readMode, &format);
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

static hipError_t describe(const struct gpu *gpu, const hipResourceDesc *resource,
                           const hipTextureDesc *description, const char *function,
                           struct descriptor *out)
{
    if (resource->resType == hipResourceTypeLinear)
        return describe_linear(gpu, resource, description, function, out);
    hipError_t error = picture_describe(gpu, resource, description->readMode, function, out);
    if (!error)
        picture_sampler(description, out);
    return error;
}

static hipError_t create(const struct texture *from, const char *function, void **out)
{
    struct gpu *gpu = gpu_current();
    struct descriptor content;
    if (!gpu)
        return fail_device(function, thread_self()->device);
    hipError_t error = describe(gpu, &from->resource, &from->description, function, &content);
    if (error)
        return error;
    struct texture *texture = malloc(sizeof *texture);
    struct descriptor *object =
        space_allocate(gpu->device, MEMORY_INTERNAL, sizeof *object, 256, 0, function, false);
    if (!texture || !object) {
        free(texture);
        if (object)
            space_free(object);
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    }
    *object = content;
    *texture = *from;
    texture->object = object;
    runtime_lock();
    texture->next = living;
    living = texture;
    runtime_unlock();
    *out = object;
    return hipSuccess;
}

/* Whether reading as sRGB has an effect on the elements: as in AMD's runtime, only on four unsigned
 * bytes. */
static bool is_coded(const hipResourceDesc *resource)
{
    const hipChannelFormatDesc channels = array_resource_channels(resource);
    return channels.f == hipChannelFormatKindUnsigned && channels.x == 8 && channels.w == 8;
}

static hipError_t create_texture(const hipResourceDesc *resource, const hipTextureDesc *description,
                                 const char *function, hipTextureObject_t *out)
{
    struct texture texture = {.resource = *resource, .description = *description};
    void *object = NULL;
    if (description->sRGB && is_coded(resource))
        return fail(hipErrorNotSupported, "%s: elements of sRGB", function);
    hipError_t error = create(&texture, function, &object);
    if (!error)
        *out = object;
    return error;
}

static bool destroy(const void *object, bool is_surface)
{
    gpus_drain();
    runtime_lock();
    struct texture **at = &living;
    while (*at && ((const void *)(*at)->object != object || (*at)->is_surface != is_surface))
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

static bool find(const void *object, struct texture *out)
{
    runtime_lock();
    const struct texture *texture = living;
    while (texture && ((const void *)texture->object != object || texture->is_surface))
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
    if (resource->resType == hipResourceTypeLinear &&
        (resource->res.linear.sizeInBytes == 0 ||
         (uintptr_t)resource->res.linear.devPtr % TEXTURE_ALIGNMENT != 0))
        return fail(hipErrorInvalidValue, "%s: %zu bytes at %p, which has to be a multiple of %d",
                    function, resource->res.linear.sizeInBytes, resource->res.linear.devPtr,
                    TEXTURE_ALIGNMENT);
    if (description->maxAnisotropy != 0 || description->mipmapLevelBias != 0)
        return fail(hipErrorNotSupported, "%s: anisotropy, and a bias of the level", function);
    return create_texture(resource, description, function, out);
}

hipError_t hipDestroyTextureObject(hipTextureObject_t object)
{
    if (!object)
        return hipSuccess;
    return destroy(object, false)
               ? hipSuccess
               : fail(hipErrorInvalidValue, "hipDestroyTextureObject: %p is not a texture",
                      (void *)object);
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

hipError_t hipCreateSurfaceObject(hipSurfaceObject_t *out, const hipResourceDesc *resource)
{
    static const char function[] = "hipCreateSurfaceObject";
    if (!out || !resource)
        return fail(hipErrorInvalidValue, "%s: a null pointer", function);
    if (resource->resType != hipResourceTypeArray)
        return fail(hipErrorInvalidValue, "%s: surfaces are of arrays", function);
    struct texture surface = {.is_surface = true, .resource = *resource};
    void *object = NULL;
    hipError_t error = create(&surface, function, &object);
    if (!error)
        *out = object;
    return error;
}

hipError_t hipDestroySurfaceObject(hipSurfaceObject_t object)
{
    if (!object)
        return hipSuccess;
    return destroy(object, true)
               ? hipSuccess
               : fail(hipErrorInvalidValue, "hipDestroySurfaceObject: %p is not a surface",
                      (void *)object);
}

hipError_t hip_create_surface(hipSurfaceObject_t *out, const hipResourceDesc *resource)
{
    return hipCreateSurfaceObject(out, resource);
}

hipError_t hip_destroy_surface(hipSurfaceObject_t object)
{
    return hipDestroySurfaceObject(object);
}

/* ---- Texture references ---------------------------------------------------------------------- */

/* Copies the reference from the program's variable to the device's variable. The reference of a
 * module already is the device's variable. */
static hipError_t publish(const textureReference *reference, const char *function)
{
    struct program_symbol symbol = {0};
    if (space_find(reference))
        return hipSuccess;
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
        destroy(reference->textureObject, false);
    reference->textureObject = NULL;
}

static hipError_t bind(const textureReference *reference, const hipResourceDesc *resource,
                       const char *function)
{
    const hipTextureDesc description = {.addressMode = {reference->addressMode[0],
                                                        reference->addressMode[1],
                                                        reference->addressMode[2]},
                                        .readMode = reference->readMode,
                                        .filterMode = reference->filterMode,
                                        .sRGB = reference->sRGB,
                                        .normalizedCoords = reference->normalized};
    hipTextureObject_t object = NULL;
    hipError_t error = create_texture(resource, &description, function, &object);
    if (error)
        return error;
    textureReference *own = (textureReference *)(uintptr_t)reference;
    unbind(own);
    own->textureObject = object;
    return publish(own, function);
}

hipError_t hipBindTexture(size_t *offset, const textureReference *reference, const void *address,
                          const hipChannelFormatDesc *channels, size_t size)
{
    static const char function[] = "hipBindTexture";
    const struct allocation *a = address ? space_find(address) : NULL;
    if (!reference || !channels || !a)
        return fail(hipErrorInvalidValue, "%s: a null pointer, or an address that is not memory",
                    function);
    /* the size that is bound if the program gives none: the rest of the allocation */
    size_t most = a->size - (size_t)((const uint8_t *)address - a->address);
    const hipResourceDesc resource = {
        .resType = hipResourceTypeLinear,
        .res.linear = {(void *)(uintptr_t)address, *channels, size < most ? size : most}};
    if (offset)
        *offset = 0;
    return bind(reference, &resource, function);
}

hipError_t hipBindTexture2D(size_t *offset, const textureReference *reference, const void *address,
                            const hipChannelFormatDesc *channels, size_t width, size_t height,
                            size_t pitch)
{
    static const char function[] = "hipBindTexture2D";
    if (!reference || !channels)
        return fail(hipErrorInvalidValue, "%s: a null pointer", function);
    const hipResourceDesc resource = {
        .resType = hipResourceTypePitch2D,
        .res.pitch2D = {(void *)(uintptr_t)address, *channels, width, height, pitch}};
    if (offset)
        *offset = 0;
    return bind(reference, &resource, function);
}

hipError_t hipBindTextureToArray(const textureReference *reference, hipArray_const_t array,
                                 const hipChannelFormatDesc *channels)
{
    static const char function[] = "hipBindTextureToArray";
    if (!reference || !channels)
        return fail(hipErrorInvalidValue, "%s: a null pointer", function);
    const hipResourceDesc resource = {.resType = hipResourceTypeArray,
                                      .res.array = {(hipArray_t)(uintptr_t)array}};
    return bind(reference, &resource, function);
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

/* ---- Texture references of modules ----------------------------------------------------------- */

static hipError_t fail_null(const char *function)
{
    return fail(hipErrorInvalidValue, "%s: the texture is null", function);
}

hipError_t hipTexRefSetAddressMode(textureReference *reference, int axis,
                                   enum hipTextureAddressMode mode)
{
    if (!reference)
        return fail_null("hipTexRefSetAddressMode");
    if (axis < 0 || axis > 2)
        return fail(hipErrorInvalidValue, "hipTexRefSetAddressMode: there is no axis %d", axis);
    reference->addressMode[axis] = mode;
    return hipSuccess;
}

hipError_t hipTexRefSetFilterMode(textureReference *reference, enum hipTextureFilterMode mode)
{
    if (!reference)
        return fail_null("hipTexRefSetFilterMode");
    reference->filterMode = mode;
    return hipSuccess;
}

hipError_t hipTexRefSetFlags(textureReference *reference, unsigned int flags)
{
    if (!reference)
        return fail_null("hipTexRefSetFlags");
    reference->readMode =
        flags & HIP_TRSF_READ_AS_INTEGER ? hipReadModeElementType : hipReadModeNormalizedFloat;
    reference->normalized = (flags & HIP_TRSF_NORMALIZED_COORDINATES) != 0;
    reference->sRGB = (flags & HIP_TRSF_SRGB) != 0;
    return hipSuccess;
}

hipError_t hipTexRefSetFormat(textureReference *reference, hipArray_Format format, int channels)
{
    if (!reference)
        return fail_null("hipTexRefSetFormat");
    if (!array_channels(format, (unsigned)channels, &reference->channelDesc))
        return fail(hipErrorInvalidValue, "hipTexRefSetFormat: %d channels of format 0x%x",
                    channels, (unsigned)format);
    reference->format = format;
    reference->numChannels = channels;
    return hipSuccess;
}

/* Binds |array|. The elements' format is that of the array, whatever |flags| say. */
hipError_t hipTexRefSetArray(textureReference *reference, hipArray_const_t array,
                             unsigned int flags)
{
    const hipResourceDesc resource = {.resType = hipResourceTypeArray,
                                      .res.array = {(hipArray_t)(uintptr_t)array}};
    (void)flags;
    return reference ? bind(reference, &resource, "hipTexRefSetArray")
                     : fail_null("hipTexRefSetArray");
}

hipError_t hipTexRefSetAddress(size_t *offset, textureReference *reference, hipDeviceptr_t address,
                               size_t bytes)
{
    if (!reference)
        return fail_null("hipTexRefSetAddress");
    const hipResourceDesc resource = {.resType = hipResourceTypeLinear,
                                      .res.linear = {address, reference->channelDesc, bytes}};
    if (offset)
        *offset = 0;
    return bind(reference, &resource, "hipTexRefSetAddress");
}

hipError_t hipTexRefSetAddress2D(textureReference *reference, const HIP_ARRAY_DESCRIPTOR *shape,
                                 hipDeviceptr_t address, size_t pitch)
{
    static const char function[] = "hipTexRefSetAddress2D";
    hipChannelFormatDesc channels;
    if (!reference || !shape)
        return fail_null(function);
    if (!array_channels(shape->Format, shape->NumChannels, &channels))
        return fail(hipErrorInvalidValue, "%s: %u channels of format 0x%x", function,
                    shape->NumChannels, (unsigned)shape->Format);
    const hipResourceDesc resource = {
        .resType = hipResourceTypePitch2D,
        .res.pitch2D = {address, channels, shape->Width, shape->Height, pitch}};
    return bind(reference, &resource, function);
}
