/* Texture objects that are described by the structures of the driver API: HIP_RESOURCE_DESC and
 * HIP_TEXTURE_DESC. */
#include "array.h"
#include "runtime.h"

static bool read_resource(const HIP_RESOURCE_DESC *from, hipResourceDesc *out)
{
    hipChannelFormatDesc channels = {0};
    *out = (hipResourceDesc){.resType = (enum hipResourceType)from->resType};
    switch (from->resType) {
    case HIP_RESOURCE_TYPE_ARRAY: out->res.array.array = from->res.array.hArray; return true;
    case HIP_RESOURCE_TYPE_LINEAR:
        out->res.linear.devPtr = from->res.linear.devPtr;
        out->res.linear.sizeInBytes = from->res.linear.sizeInBytes;
        if (!array_channels(from->res.linear.format, from->res.linear.numChannels, &channels))
            return false;
        out->res.linear.desc = channels;
        return true;
    case HIP_RESOURCE_TYPE_PITCH2D:
        out->res.pitch2D.devPtr = from->res.pitch2D.devPtr;
        out->res.pitch2D.width = from->res.pitch2D.width;
        out->res.pitch2D.height = from->res.pitch2D.height;
        out->res.pitch2D.pitchInBytes = from->res.pitch2D.pitchInBytes;
        if (!array_channels(from->res.pitch2D.format, from->res.pitch2D.numChannels, &channels))
            return false;
        out->res.pitch2D.desc = channels;
        return true;
    case HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY: break;
    }
    return false;
}

/* Whether elements can be read as numbers from 0 to 1: integers of 8 and 16 bits can, other
 * elements cannot. */
static bool can_be_normalized(const hipResourceDesc *resource)
{
    const hipChannelFormatDesc channels = array_resource_channels(resource);
    return channels.f != hipChannelFormatKindFloat && channels.x < 32;
}

static hipTextureDesc read_texture(const HIP_TEXTURE_DESC *from, const hipResourceDesc *resource)
{
    bool is_normalized = !(from->flags & HIP_TRSF_READ_AS_INTEGER) && can_be_normalized(resource);
    hipTextureDesc out = {.filterMode = (enum hipTextureFilterMode)from->filterMode,
                          .readMode =
                              is_normalized ? hipReadModeNormalizedFloat : hipReadModeElementType,
                          .sRGB = (from->flags & HIP_TRSF_SRGB) != 0,
                          .normalizedCoords = (from->flags & HIP_TRSF_NORMALIZED_COORDINATES) != 0,
                          .maxAnisotropy = from->maxAnisotropy,
                          .mipmapFilterMode = (enum hipTextureFilterMode)from->mipmapFilterMode,
                          .mipmapLevelBias = from->mipmapLevelBias,
                          .minMipmapLevelClamp = from->minMipmapLevelClamp,
                          .maxMipmapLevelClamp = from->maxMipmapLevelClamp};
    for (int i = 0; i < 3; i++)
        out.addressMode[i] = (enum hipTextureAddressMode)from->addressMode[i];
    for (int i = 0; i < 4; i++)
        out.borderColor[i] = from->borderColor[i];
    return out;
}

hipError_t hipTexObjectCreate(hipTextureObject_t *out, const HIP_RESOURCE_DESC *resource,
                              const HIP_TEXTURE_DESC *texture, const HIP_RESOURCE_VIEW_DESC *view)
{
    static const char function[] = "hipTexObjectCreate";
    hipResourceDesc read;
    if (!out || !resource || !texture)
        return fail(hipErrorInvalidValue, "%s: a null pointer", function);
    if (view)
        return fail(hipErrorNotSupported, "%s: a view of the resource", function);
    if (!read_resource(resource, &read))
        return fail(hipErrorInvalidValue, "%s: a resource of type %d, or its elements", function,
                    (int)resource->resType);
    const hipTextureDesc description = read_texture(texture, &read);
    return hipCreateTextureObject(out, &read, &description, NULL);
}

hipError_t hipTexObjectDestroy(hipTextureObject_t object)
{
    return hipDestroyTextureObject(object);
}

hipError_t hipTexObjectGetResourceDesc(HIP_RESOURCE_DESC *out, hipTextureObject_t object)
{
    hipResourceDesc from;
    hipError_t error = out ? hipGetTextureObjectResourceDesc(&from, object)
                           : fail(hipErrorInvalidValue, "hipTexObjectGetResourceDesc: no output");
    if (error)
        return error;
    *out = (HIP_RESOURCE_DESC){.resType = (HIPresourcetype)from.resType};
    if (from.resType == hipResourceTypeArray) {
        out->res.array.hArray = from.res.array.array;
    } else if (from.resType == hipResourceTypeLinear) {
        out->res.linear.devPtr = from.res.linear.devPtr;
        out->res.linear.sizeInBytes = from.res.linear.sizeInBytes;
        (void)array_format(&from.res.linear.desc, &out->res.linear.format,
                           &out->res.linear.numChannels);
    } else {
        out->res.pitch2D.devPtr = from.res.pitch2D.devPtr;
        out->res.pitch2D.width = from.res.pitch2D.width;
        out->res.pitch2D.height = from.res.pitch2D.height;
        out->res.pitch2D.pitchInBytes = from.res.pitch2D.pitchInBytes;
        (void)array_format(&from.res.pitch2D.desc, &out->res.pitch2D.format,
                           &out->res.pitch2D.numChannels);
    }
    return hipSuccess;
}

hipError_t hipTexObjectGetTextureDesc(HIP_TEXTURE_DESC *out, hipTextureObject_t object)
{
    hipTextureDesc from;
    hipResourceDesc resource;
    hipError_t error = out ? hipGetTextureObjectTextureDesc(&from, object)
                           : fail(hipErrorInvalidValue, "hipTexObjectGetTextureDesc: no output");
    if (!error)
        error = hipGetTextureObjectResourceDesc(&resource, object);
    if (error)
        return error;
    bool is_integer = from.readMode == hipReadModeElementType && can_be_normalized(&resource);
    *out =
        (HIP_TEXTURE_DESC){.filterMode = (HIPfilter_mode)from.filterMode,
                           .flags = (is_integer ? HIP_TRSF_READ_AS_INTEGER : 0u) |
                                    (from.normalizedCoords ? HIP_TRSF_NORMALIZED_COORDINATES : 0u) |
                                    (from.sRGB ? HIP_TRSF_SRGB : 0u),
                           .maxAnisotropy = from.maxAnisotropy,
                           .mipmapFilterMode = (HIPfilter_mode)from.mipmapFilterMode,
                           .mipmapLevelBias = from.mipmapLevelBias,
                           .minMipmapLevelClamp = from.minMipmapLevelClamp,
                           .maxMipmapLevelClamp = from.maxMipmapLevelClamp};
    for (int i = 0; i < 3; i++)
        out->addressMode[i] = (HIPaddress_mode)from.addressMode[i];
    for (int i = 0; i < 4; i++)
        out->borderColor[i] = from.borderColor[i];
    return hipSuccess;
}
