/* Gets and sets the fields of texture references, even fields for levels of detail and borders,
 * which have no effect on sampling. As in AMD's runtime, the functions fail on devices without
 * image instructions. */
#include "api.h"
#include "picture.h"
#include "runtime.h"

static hipError_t check_images(const char *function)
{
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device(function, thread_self()->device);
    if (!picture_is_known(gpu->device))
        return fail(hipErrorNotSupported, "%s: the device has no images", function);
    return hipSuccess;
}

static hipError_t check(const void *out, const textureReference *reference, const char *function)
{
    return out && reference ? check_images(function)
                            : fail(hipErrorInvalidValue, "%s: a null pointer", function);
}

/* ---- Reading fields of a reference ----------------------------------------------------------- */

hipError_t hipTexRefGetAddressMode(enum hipTextureAddressMode *out,
                                   const textureReference *reference, int axis)
{
    static const char function[] = "hipTexRefGetAddressMode";
    hipError_t error = check(out, reference, function);
    /* the third axis is refused, as in AMD's runtime, although hipTexRefSetAddressMode() sets it */
    if (!error && axis != 0 && axis != 1)
        error = fail(hipErrorInvalidValue, "%s: there is no axis %d", function, axis);
    if (!error)
        *out = reference->addressMode[axis];
    return error;
}

hipError_t hipTexRefGetFilterMode(enum hipTextureFilterMode *out, const textureReference *reference)
{
    hipError_t error = check(out, reference, "hipTexRefGetFilterMode");
    if (!error)
        *out = reference->filterMode;
    return error;
}

hipError_t hipTexRefGetFlags(unsigned *out, const textureReference *reference)
{
    hipError_t error = check(out, reference, "hipTexRefGetFlags");
    if (!error)
        *out = (reference->readMode == hipReadModeElementType ? HIP_TRSF_READ_AS_INTEGER : 0u) |
               (reference->normalized == 1 ? HIP_TRSF_NORMALIZED_COORDINATES : 0u) |
               (reference->sRGB == 1 ? HIP_TRSF_SRGB : 0u);
    return error;
}

hipError_t hipTexRefGetFormat(hipArray_Format *out, int *out_channels,
                              const textureReference *reference)
{
    hipError_t error = check(out_channels ? out : NULL, reference, "hipTexRefGetFormat");
    if (error)
        return error;
    *out = reference->format;
    *out_channels = reference->numChannels;
    return hipSuccess;
}

hipError_t hipTexRefGetMaxAnisotropy(int *out, const textureReference *reference)
{
    hipError_t error = check(out, reference, "hipTexRefGetMaxAnisotropy");
    if (!error)
        *out = (int)reference->maxAnisotropy;
    return error;
}

/* Fails for the next three functions, which return their value and an error, as in AMD's
 * runtime. */
static hipError_t fail_level(const char *function)
{
    return fail(hipErrorInvalidValue, "%s: levels of detail have no effect", function);
}

hipError_t hipTexRefGetMipmapFilterMode(enum hipTextureFilterMode *out,
                                        const textureReference *reference)
{
    static const char function[] = "hipTexRefGetMipmapFilterMode";
    hipError_t error = check(out, reference, function);
    if (error)
        return error;
    *out = reference->mipmapFilterMode;
    return fail_level(function);
}

hipError_t hipTexRefGetMipmapLevelBias(float *out, const textureReference *reference)
{
    static const char function[] = "hipTexRefGetMipmapLevelBias";
    hipError_t error = check(out, reference, function);
    if (error)
        return error;
    *out = reference->mipmapLevelBias;
    return fail_level(function);
}

hipError_t hipTexRefGetMipmapLevelClamp(float *out_least, float *out_most,
                                        const textureReference *reference)
{
    static const char function[] = "hipTexRefGetMipmapLevelClamp";
    hipError_t error = check(out_most ? out_least : NULL, reference, function);
    if (error)
        return error;
    *out_least = reference->minMipmapLevelClamp;
    *out_most = reference->maxMipmapLevelClamp;
    return fail_level(function);
}

/* A reference has no field for a border colour, so this function returns nothing, and
 * hipTexRefSetBorderColor() sets nothing. */
hipError_t hipTexRefGetBorderColor(float *out, const textureReference *reference)
{
    return check(out, reference, "hipTexRefGetBorderColor");
}

/* ---- The memory that is bound to a reference
 * ---------------------------------------------------- */

static hipError_t find_bound(const void *out, const textureReference *reference,
                             const char *function, hipResourceDesc *resource)
{
    if (!out || !reference)
        return fail(hipErrorInvalidValue, "%s: a null pointer", function);
    return hipGetTextureObjectResourceDesc(resource, reference->textureObject);
}

static hipError_t fail_bound(const char *function)
{
    return fail(hipErrorInvalidValue, "%s: what is bound is of another kind", function);
}

hipError_t hipTexRefGetAddress(hipDeviceptr_t *out, const textureReference *reference)
{
    static const char function[] = "hipTexRefGetAddress";
    hipResourceDesc resource;
    hipError_t error = find_bound(out, reference, function, &resource);
    if (error)
        return error;
    if (resource.resType != hipResourceTypeLinear && resource.resType != hipResourceTypePitch2D)
        return fail_bound(function);
    *out = resource.resType == hipResourceTypeLinear ? resource.res.linear.devPtr
                                                     : resource.res.pitch2D.devPtr;
    return hipSuccess;
}

hipError_t hipTexRefGetArray(hipArray_t *out, const textureReference *reference)
{
    static const char function[] = "hipTexRefGetArray";
    hipResourceDesc resource;
    hipError_t error = find_bound(out, reference, function, &resource);
    if (error)
        return error;
    if (resource.resType != hipResourceTypeArray)
        return fail_bound(function);
    *out = resource.res.array.array;
    return hipSuccess;
}

hipError_t hipTexRefGetMipMappedArray(hipMipmappedArray_t *out, const textureReference *reference)
{
    static const char function[] = "hipTexRefGetMipMappedArray";
    hipResourceDesc resource;
    hipError_t error = check(out, reference, function);
    if (!error)
        error = find_bound(out, reference, function, &resource);
    return error ? error : fail_bound(function);
}

/* Returns |symbol| itself, because the reference of a program is the program's variable. */
hipError_t hipGetTextureReference(const textureReference **out, const void *symbol)
{
    static const char function[] = "hipGetTextureReference";
    hipError_t error =
        out ? check_images(function) : fail(hipErrorInvalidValue, "%s: a null pointer", function);
    if (!error)
        *out = symbol;
    return error;
}

/* ---- Writing fields of a reference ----------------------------------------------------------- */

hipError_t hipTexRefSetBorderColor(textureReference *reference, float *color)
{
    return check(color, reference, "hipTexRefSetBorderColor");
}

hipError_t hipTexRefSetMaxAnisotropy(textureReference *reference, unsigned most)
{
    hipError_t error = check(reference, reference, "hipTexRefSetMaxAnisotropy");
    if (!error)
        reference->maxAnisotropy = most;
    return error;
}

hipError_t hipTexRefSetMipmapFilterMode(textureReference *reference, enum hipTextureFilterMode mode)
{
    hipError_t error = check(reference, reference, "hipTexRefSetMipmapFilterMode");
    if (!error)
        reference->mipmapFilterMode = mode;
    return error;
}

hipError_t hipTexRefSetMipmapLevelBias(textureReference *reference, float bias)
{
    hipError_t error = check(reference, reference, "hipTexRefSetMipmapLevelBias");
    if (!error)
        reference->mipmapLevelBias = bias;
    return error;
}

hipError_t hipTexRefSetMipmapLevelClamp(textureReference *reference, float least, float most)
{
    hipError_t error = check(reference, reference, "hipTexRefSetMipmapLevelClamp");
    if (error)
        return error;
    reference->minMipmapLevelClamp = least;
    reference->maxMipmapLevelClamp = most;
    return hipSuccess;
}

/* ---- Limits of textures ---------------------------------------------------------------------- */

hipError_t hipDeviceGetTexture1DLinearMaxWidth(size_t *out, const hipChannelFormatDesc *channels,
                                               int device)
{
    static const char function[] = "hipDeviceGetTexture1DLinearMaxWidth";
    int most;
    if (!out || !channels)
        return fail(hipErrorInvalidValue, "%s: a null pointer", function);
    hipError_t error = hipDeviceGetAttribute(&most, hipDeviceAttributeMaxTexture1DLinear, device);
    int bytes = (channels->x + channels->y + channels->z + channels->w) / 8;
    if (!error && bytes <= 0)
        error = fail(hipErrorInvalidValue, "%s: elements without bytes", function);
    if (!error)
        *out = (size_t)(most / bytes);
    return error;
}
