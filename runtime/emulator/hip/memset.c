/* Fills. */
#include "copy.h"

#include "memory.h"
#include "stream.h"

hipError_t fill_check(const struct fill *fill, const char *function)
{
    size_t row, size;
    if (!fill->dst)
        return fail(hipErrorInvalidValue, "%s: the destination is null", function);
    if (__builtin_mul_overflow(fill->width, fill->element, &row) ||
        __builtin_mul_overflow(fill->pitch, fill->height - 1, &size) ||
        __builtin_add_overflow(size, fill->slice * (fill->depth - 1), &size) ||
        __builtin_add_overflow(size, row, &size))
        return fail(hipErrorInvalidValue, "%s: the size is too large", function);
    if ((fill->height > 1 || fill->depth > 1) && fill->pitch < row)
        return fail(hipErrorInvalidValue, "%s: rows have %zu bytes, and the pitch is %zu", function,
                    row, fill->pitch);
    if ((uintptr_t)fill->dst % fill->element != 0)
        return fail(hipErrorInvalidValue, "%s: %p is not aligned to its elements of %u bytes",
                    function, fill->dst, fill->element);
    enum memory_place place = memory_place(fill->dst, size);
    if (place == PLACE_BAD)
        return memory_complain(function, "the destination", fill->dst, size);
    if (place == PLACE_PAGEABLE)
        return fail(hipErrorInvalidValue, "%s: %p is not memory of a device", function, fill->dst);
    return hipSuccess;
}

static hipError_t fill_submit(struct fill fill, hipStream_t handle, bool is_async,
                              const char *function)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, function, &error);
    if (!stream)
        return error;
    if (fill.width == 0 || fill.height == 0 || fill.depth == 0)
        return hipSuccess;
    error = fill_check(&fill, function);
    if (error)
        return error;
    struct work work = {.kind = WORK_FILL, .fill = fill};
    return is_async ? stream_submit(stream, &work) : stream_run(stream, &work, function);
}

static struct fill row_of(void *dst, uint32_t value, unsigned element, size_t count)
{
    return (struct fill){dst, value, element, count, 1, 1, 0, 0};
}

static struct fill plane_of(void *dst, size_t pitch, uint32_t value, unsigned element, size_t width,
                            size_t height)
{
    return (struct fill){dst, value, element, width, height, 1, pitch, 0};
}

static struct fill box_of(hipPitchedPtr dst, int value, hipExtent extent)
{
    size_t rows = dst.ysize ? dst.ysize : extent.height;
    return (struct fill){dst.ptr,       (uint8_t)value, 1,         extent.width,
                         extent.height, extent.depth,   dst.pitch, dst.pitch * rows};
}

hipError_t hipMemset(void *dst, int value, size_t size)
{
    return fill_submit(row_of(dst, (uint8_t)value, 1, size), NULL, false, "hipMemset");
}

hipError_t hipMemset_spt(void *dst, int value, size_t size)
{
    return fill_submit(row_of(dst, (uint8_t)value, 1, size), hipStreamPerThread, false,
                       "hipMemset");
}

hipError_t hipMemsetAsync(void *dst, int value, size_t size, hipStream_t stream)
{
    return fill_submit(row_of(dst, (uint8_t)value, 1, size), stream, true, "hipMemsetAsync");
}

hipError_t hipMemsetAsync_spt(void *dst, int value, size_t size, hipStream_t stream)
{
    return hipMemsetAsync(dst, value, size, stream_per_thread(stream));
}

hipError_t hipMemsetD8(hipDeviceptr_t dst, unsigned char value, size_t count)
{
    return fill_submit(row_of(dst, value, 1, count), NULL, false, "hipMemsetD8");
}

hipError_t hipMemsetD8Async(hipDeviceptr_t dst, unsigned char value, size_t count,
                            hipStream_t stream)
{
    return fill_submit(row_of(dst, value, 1, count), stream, true, "hipMemsetD8Async");
}

hipError_t hipMemsetD16(hipDeviceptr_t dst, unsigned short value, size_t count)
{
    return fill_submit(row_of(dst, value, 2, count), NULL, false, "hipMemsetD16");
}

hipError_t hipMemsetD16Async(hipDeviceptr_t dst, unsigned short value, size_t count,
                             hipStream_t stream)
{
    return fill_submit(row_of(dst, value, 2, count), stream, true, "hipMemsetD16Async");
}

hipError_t hipMemsetD32(hipDeviceptr_t dst, int value, size_t count)
{
    return fill_submit(row_of(dst, (uint32_t)value, 4, count), NULL, false, "hipMemsetD32");
}

hipError_t hipMemsetD32Async(hipDeviceptr_t dst, int value, size_t count, hipStream_t stream)
{
    return fill_submit(row_of(dst, (uint32_t)value, 4, count), stream, true, "hipMemsetD32Async");
}

hipError_t hipMemset2D(void *dst, size_t pitch, int value, size_t width, size_t height)
{
    return fill_submit(plane_of(dst, pitch, (uint8_t)value, 1, width, height), NULL, false,
                       "hipMemset2D");
}

hipError_t hipMemset2D_spt(void *dst, size_t pitch, int value, size_t width, size_t height)
{
    return fill_submit(plane_of(dst, pitch, (uint8_t)value, 1, width, height), hipStreamPerThread,
                       false, "hipMemset2D");
}

hipError_t hipMemset2DAsync(void *dst, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream)
{
    return fill_submit(plane_of(dst, pitch, (uint8_t)value, 1, width, height), stream, true,
                       "hipMemset2DAsync");
}

hipError_t hipMemset2DAsync_spt(void *dst, size_t pitch, int value, size_t width, size_t height,
                                hipStream_t stream)
{
    return hipMemset2DAsync(dst, pitch, value, width, height, stream_per_thread(stream));
}

hipError_t hipMemset3D(hipPitchedPtr dst, int value, hipExtent extent)
{
    return fill_submit(box_of(dst, value, extent), NULL, false, "hipMemset3D");
}

hipError_t hipMemset3D_spt(hipPitchedPtr dst, int value, hipExtent extent)
{
    return fill_submit(box_of(dst, value, extent), hipStreamPerThread, false, "hipMemset3D");
}

hipError_t hipMemset3DAsync(hipPitchedPtr dst, int value, hipExtent extent, hipStream_t stream)
{
    return fill_submit(box_of(dst, value, extent), stream, true, "hipMemset3DAsync");
}

hipError_t hipMemset3DAsync_spt(hipPitchedPtr dst, int value, hipExtent extent, hipStream_t stream)
{
    return hipMemset3DAsync(dst, value, extent, stream_per_thread(stream));
}

hipError_t hipMemsetD2D8(hipDeviceptr_t dst, size_t pitch, unsigned char value, size_t width,
                         size_t height)
{
    return fill_submit(plane_of(dst, pitch, value, 1, width, height), NULL, false, "hipMemsetD2D8");
}

hipError_t hipMemsetD2D8Async(hipDeviceptr_t dst, size_t pitch, unsigned char value, size_t width,
                              size_t height, hipStream_t stream)
{
    return fill_submit(plane_of(dst, pitch, value, 1, width, height), stream, true,
                       "hipMemsetD2D8Async");
}

hipError_t hipMemsetD2D16(hipDeviceptr_t dst, size_t pitch, unsigned short value, size_t width,
                          size_t height)
{
    return fill_submit(plane_of(dst, pitch, value, 2, width, height), NULL, false,
                       "hipMemsetD2D16");
}

hipError_t hipMemsetD2D16Async(hipDeviceptr_t dst, size_t pitch, unsigned short value, size_t width,
                               size_t height, hipStream_t stream)
{
    return fill_submit(plane_of(dst, pitch, value, 2, width, height), stream, true,
                       "hipMemsetD2D16Async");
}

hipError_t hipMemsetD2D32(hipDeviceptr_t dst, size_t pitch, unsigned value, size_t width,
                          size_t height)
{
    return fill_submit(plane_of(dst, pitch, value, 4, width, height), NULL, false,
                       "hipMemsetD2D32");
}

hipError_t hipMemsetD2D32Async(hipDeviceptr_t dst, size_t pitch, unsigned value, size_t width,
                               size_t height, hipStream_t stream)
{
    return fill_submit(plane_of(dst, pitch, value, 4, width, height), stream, true,
                       "hipMemsetD2D32Async");
}
