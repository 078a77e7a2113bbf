/* Arrays: makes, frees and describes them. */
#include "array.h"

#include "capture.h"
#include "memory.h"
#include "properties.h"

#include <stdlib.h>

enum { ROW_ALIGNMENT = 256 };

struct array {
    struct hipArray shown; /* must be the first member, because its address is the handle; programs
                            * of HIP 5 may read it */
    unsigned flags;
    /* the size of an element, and the distances from row to row and from slice to slice, all in
     * bytes */
    size_t element, pitch, slice;
    struct array *next; /* the next array in the list of live arrays */
};

/* the first array in the list of live arrays; guarded by the runtime's lock */
static struct array *living;

static struct array *find(hipArray_const_t handle)
{
    runtime_lock();
    struct array *array = living;
    while (array && &array->shown != handle)
        array = array->next;
    runtime_unlock();
    return array;
}

/* ---- Formats of arrays ----------------------------------------------------------------------- */

struct format {
    hipArray_Format format;
    hipChannelFormatKind kind;
    int bits;
};

static const struct format formats[] = {
    {HIP_AD_FORMAT_UNSIGNED_INT8, hipChannelFormatKindUnsigned, 8},
    {HIP_AD_FORMAT_UNSIGNED_INT16, hipChannelFormatKindUnsigned, 16},
    {HIP_AD_FORMAT_UNSIGNED_INT32, hipChannelFormatKindUnsigned, 32},
    {HIP_AD_FORMAT_SIGNED_INT8, hipChannelFormatKindSigned, 8},
    {HIP_AD_FORMAT_SIGNED_INT16, hipChannelFormatKindSigned, 16},
    {HIP_AD_FORMAT_SIGNED_INT32, hipChannelFormatKindSigned, 32},
    {HIP_AD_FORMAT_HALF, hipChannelFormatKindFloat, 16},
    {HIP_AD_FORMAT_FLOAT, hipChannelFormatKindFloat, 32},
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

static const struct format *format_of(hipArray_Format format)
{
    for (size_t i = 0; i < FORMATS; i++) {
        if (formats[i].format == format)
            return &formats[i];
    }
    return NULL;
}

bool array_channels(hipArray_Format number, unsigned channels, hipChannelFormatDesc *out)
{
    const struct format *format = format_of(number);
    if (!format || channels == 0 || channels > 4)
        return false;
    int bits = format->bits;
    *out = (hipChannelFormatDesc){bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                  channels > 3 ? bits : 0, format->kind};
    return true;
}

static hipChannelFormatDesc describe(const struct array *array)
{
    hipChannelFormatDesc channels = {0};
    array_channels(array->shown.Format, array->shown.NumChannels, &channels);
    return channels;
}

hipChannelFormatDesc array_resource_channels(const hipResourceDesc *resource)
{
    if (resource->resType == hipResourceTypeLinear)
        return resource->res.linear.desc;
    if (resource->resType == hipResourceTypePitch2D)
        return resource->res.pitch2D.desc;
    const struct array *array = find(resource->res.array.array);
    return array ? describe(array) : (hipChannelFormatDesc){0};
}

bool array_format(const hipChannelFormatDesc *from, hipArray_Format *out, unsigned *out_channels)
{
    const int bits[4] = {from->x, from->y, from->z, from->w};
    unsigned channels = 0;
    while (channels < 4 && bits[channels])
        channels++;
    for (unsigned i = 0; i < 4; i++) {
        if (bits[i] != (i < channels ? bits[0] : 0))
            return false;
    }
    for (size_t i = 0; i < FORMATS; i++) {
        if (formats[i].kind == from->f && formats[i].bits == bits[0]) {
            *out = formats[i].format;
            *out_channels = channels;
            return true;
        }
    }
    return false;
}

/* ---- Making arrays --------------------------------------------------------------------------- */

static hipError_t check(const HIP_ARRAY3D_DESCRIPTOR *shape, const char *function)
{
    enum { CUBEMAP = hipArrayCubemap };
    const unsigned known = hipArrayLayered | hipArraySurfaceLoadStore | hipArrayTextureGather;
    bool is_layered = shape->Flags & hipArrayLayered;
    if (!format_of(shape->Format) ||
        (shape->NumChannels != 1 && shape->NumChannels != 2 && shape->NumChannels != 4))
        return fail(hipErrorInvalidValue, "%s: elements of %u channels of format 0x%x", function,
                    shape->NumChannels, (unsigned)shape->Format);
    if (shape->Flags & CUBEMAP)
        return fail(hipErrorInvalidValue, "%s: there are no cube maps", function);
    if (shape->Flags & ~known)
        return fail(hipErrorInvalidValue, "%s: unknown flags 0x%x", function, shape->Flags);
    if (shape->Width == 0 || (shape->Height == 0 && shape->Depth > 0 && !is_layered) ||
        (is_layered && shape->Depth == 0))
        return fail(hipErrorInvalidValue,
                    "%s: %zu x %zu x %zu elements are not the shape of an array", function,
                    shape->Width, shape->Height, shape->Depth);
    if (shape->Flags & hipArrayTextureGather && (shape->Height == 0 || shape->Depth > 0))
        return fail(hipErrorInvalidValue, "%s: gathering takes an array of two dimensions",
                    function);
    size_t deepest = is_layered ? UINT32_MAX : TEXTURE_3D_Z;
    if (shape->Width > TEXTURE_2D || shape->Height > TEXTURE_2D || shape->Depth > deepest)
        return fail(hipErrorInvalidValue,
                    "%s: %zu x %zu x %zu elements, and %d x %d x %d are the most", function,
                    shape->Width, shape->Height, shape->Depth, TEXTURE_2D, TEXTURE_2D,
                    TEXTURE_3D_Z);
    return hipSuccess;
}

static hipError_t create(hipArray **out, const HIP_ARRAY3D_DESCRIPTOR *shape, const char *function)
{
    struct gpu *gpu = gpu_current();
    size_t bytes;
    hipError_t error = capture_check(CAPTURE_UNSAFE, function);
    if (error)
        return error;
    if (!gpu)
        return fail_device(function, thread_self()->device);
    if (!out || !shape)
        return fail(hipErrorInvalidValue, "%s: a null pointer", function);
    error = check(shape, function);
    if (error)
        return error;
    struct array *array = calloc(1, sizeof *array);
    if (!array)
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    size_t rows = shape->Height ? shape->Height : 1, slices = shape->Depth ? shape->Depth : 1;
    array->element = shape->NumChannels * (size_t)format_of(shape->Format)->bits / 8;
    array->pitch =
        (shape->Width * array->element + ROW_ALIGNMENT - 1) & ~(size_t)(ROW_ALIGNMENT - 1);
    array->slice = array->pitch * rows;
    array->flags = shape->Flags;
    array->shown = (struct hipArray){.width = (unsigned)shape->Width,
                                     .height = (unsigned)shape->Height,
                                     .depth = (unsigned)shape->Depth,
                                     .Format = shape->Format,
                                     .NumChannels = shape->NumChannels};
    array->shown.desc = describe(array);
    if (!__builtin_mul_overflow(array->pitch, rows, &array->slice) &&
        !__builtin_mul_overflow(array->slice, slices, &bytes))
        array->shown.data = memory_allocate(gpu, MEMORY_DEVICE, bytes, 0, function);
    if (!array->shown.data) {
        free(array);
        return fail(hipErrorOutOfMemory, "%s: there is no memory for %zu x %zu x %zu elements",
                    function, shape->Width, shape->Height, shape->Depth);
    }
    runtime_lock();
    array->next = living;
    living = array;
    runtime_unlock();
    *out = &array->shown;
    return hipSuccess;
}

static hipError_t create_described(hipArray **out, const hipChannelFormatDesc *description,
                                   hipExtent extent, unsigned flags, const char *function)
{
    HIP_ARRAY3D_DESCRIPTOR shape = {
        .Width = extent.width, .Height = extent.height, .Depth = extent.depth, .Flags = flags};
    if (!out || !description)
        return fail(hipErrorInvalidValue, "%s: a null pointer", function);
    if (!array_format(description, &shape.Format, &shape.NumChannels))
        return fail(hipErrorInvalidValue, "%s: channels of %d, %d, %d and %d bits of kind %d",
                    function, description->x, description->y, description->z, description->w,
                    (int)description->f);
    return create(out, &shape, function);
}

hipError_t hipMallocArray(hipArray **out, const hipChannelFormatDesc *description, size_t width,
                          size_t height, unsigned int flags)
{
    return create_described(out, description, (hipExtent){width, height, 0}, flags,
                            "hipMallocArray");
}

hipError_t hipMalloc3DArray(hipArray **out, const hipChannelFormatDesc *description,
                            hipExtent extent, unsigned int flags)
{
    return create_described(out, description, extent, flags, "hipMalloc3DArray");
}

hipError_t hipArrayCreate(hipArray **out, const HIP_ARRAY_DESCRIPTOR *shape)
{
    if (!shape)
        return fail(hipErrorInvalidValue, "hipArrayCreate: the description is null");
    HIP_ARRAY3D_DESCRIPTOR full = {.Width = shape->Width,
                                   .Height = shape->Height,
                                   .Format = shape->Format,
                                   .NumChannels = shape->NumChannels};
    return create(out, &full, "hipArrayCreate");
}

hipError_t hipArray3DCreate(hipArray **out, const HIP_ARRAY3D_DESCRIPTOR *shape)
{
    return create(out, shape, "hipArray3DCreate");
}

/* ---- Freeing arrays -------------------------------------------------------------------------- */

static hipError_t destroy(hipArray *handle, const char *function)
{
    hipError_t error = capture_check(CAPTURE_UNSAFE, function);
    if (error)
        return error;
    if (!handle)
        return fail(hipErrorInvalidValue, "%s: the array is null", function);
    error = gpus_drain();
    if (error)
        return fail(error, "%s: out of memory", function);
    runtime_lock();
    struct array **at = &living;
    while (*at && &(*at)->shown != handle)
        at = &(*at)->next;
    struct array *array = *at;
    if (array)
        *at = array->next;
    runtime_unlock();
    if (!array)
        return fail(hipErrorContextIsDestroyed, "%s: %p is not an array, or was freed", function,
                    (void *)handle);
    memory_release(array->shown.data);
    free(array);
    return hipSuccess;
}

hipError_t hipFreeArray(hipArray *array)
{
    return destroy(array, "hipFreeArray");
}

hipError_t hipArrayDestroy(hipArray *array)
{
    return destroy(array, "hipArrayDestroy");
}

/* ---- Descriptions of arrays ------------------------------------------------------------------ */

static hipError_t fail_array(hipArray_const_t array, const char *function)
{
    return fail(hipErrorInvalidHandle, "%s: %p is not an array, or was freed", function,
                (const void *)array);
}

hipError_t hipGetChannelDesc(hipChannelFormatDesc *out, hipArray_const_t handle)
{
    const struct array *array = find(handle);
    if (!out)
        return fail(hipErrorInvalidValue, "hipGetChannelDesc: the output pointer is null");
    if (!array)
        return fail_array(handle, "hipGetChannelDesc");
    *out = describe(array);
    return hipSuccess;
}

hipError_t hipArrayGetInfo(hipChannelFormatDesc *out_description, hipExtent *out_extent,
                           unsigned *out_flags, hipArray *handle)
{
    hipError_t error = capture_check(CAPTURE_UNSAFE, "hipArrayGetInfo");
    if (error)
        return error;
    const struct array *array = find(handle);
    if (!array)
        return fail_array(handle, "hipArrayGetInfo");
    if (out_description)
        *out_description = describe(array);
    if (out_extent)
        *out_extent = (hipExtent){array->shown.width, array->shown.height, array->shown.depth};
    if (out_flags)
        *out_flags = array->flags;
    return hipSuccess;
}

hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR *out, hipArray *handle)
{
    hipError_t error = capture_check(CAPTURE_UNSAFE, "hipArray3DGetDescriptor");
    if (error)
        return error;
    const struct array *array = find(handle);
    if (!array)
        return fail_array(handle, "hipArray3DGetDescriptor");
    if (!out)
        return fail(hipErrorInvalidValue, "hipArray3DGetDescriptor: the output pointer is null");
    *out = (HIP_ARRAY3D_DESCRIPTOR){.Width = array->shown.width,
                                    .Height = array->shown.height,
                                    .Depth = array->shown.depth,
                                    .Format = array->shown.Format,
                                    .NumChannels = array->shown.NumChannels,
                                    .Flags = array->flags};
    return hipSuccess;
}

hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR *out, hipArray *handle)
{
    hipError_t error = capture_check(CAPTURE_UNSAFE, "hipArrayGetDescriptor");
    if (error)
        return error;
    const struct array *array = find(handle);
    if (!array)
        return fail_array(handle, "hipArrayGetDescriptor");
    if (!out)
        return fail(hipErrorInvalidValue, "hipArrayGetDescriptor: the output pointer is null");
    *out = (HIP_ARRAY_DESCRIPTOR){.Width = array->shown.width,
                                  .Height = array->shown.height,
                                  .Format = array->shown.Format,
                                  .NumChannels = array->shown.NumChannels};
    return hipSuccess;
}

size_t array_element_bytes(hipArray_const_t handle)
{
    const struct array *array = find(handle);
    return array ? array->element : 0;
}

size_t array_row_bytes(hipArray_const_t handle)
{
    const struct array *array = find(handle);
    return array ? array->element * array->shown.width : 0;
}

hipError_t array_layout(hipArray_const_t handle, const char *function, struct array_layout *out)
{
    const struct array *array = find(handle);
    if (!array)
        return fail_array(handle, function);
    *out = (struct array_layout){.data = array->shown.data,
                                 .channels = describe(array),
                                 .width = array->shown.width,
                                 .height = array->shown.height,
                                 .depth = array->shown.depth,
                                 .pitch = array->pitch,
                                 .is_layered = array->flags & hipArrayLayered};
    return hipSuccess;
}

static bool reaches_past(size_t start, size_t size, size_t end)
{
    return start > end || size > end - start;
}

hipError_t array_place(hipArray_const_t handle, const struct array_box *box, const char *function,
                       struct rows *out)
{
    const struct array *array = find(handle);
    if (!array)
        return fail_array(handle, function);
    size_t height = array->shown.height ? array->shown.height : 1;
    size_t depth = array->shown.depth ? array->shown.depth : 1;
    size_t width = array->shown.width * array->element;
    if (reaches_past(box->x, box->width, width) || reaches_past(box->y, box->height, height) ||
        reaches_past(box->z, box->depth, depth))
        return fail(hipErrorInvalidValue,
                    "%s: %zu bytes, %zu rows and %zu slices at (%zu, %zu, %zu) of an array, which "
                    "has %zu bytes, %zu rows and %zu slices",
                    function, box->width, box->height, box->depth, box->x, box->y, box->z, width,
                    height, depth);
    *out = (struct rows){(uint8_t *)array->shown.data + box->z * array->slice +
                             box->y * array->pitch + box->x,
                         array->pitch, array->slice};
    return hipSuccess;
}
