/* Copies of bytes, of symbols and of rows, and fills. */
#include "copy.h"

#include "capture.h"
#include "memory.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* Computes the number of bytes from the first to the last byte that a copy accesses. False when
 * that number does not fit a size_t. */
static bool extent_of(size_t width, size_t height, size_t depth, size_t pitch, size_t slice,
                      size_t *out)
{
    size_t rows, slices;
    return !__builtin_mul_overflow(pitch, height - 1, &rows) &&
           !__builtin_mul_overflow(slice, depth - 1, &slices) &&
           !__builtin_add_overflow(rows, slices, &rows) &&
           !__builtin_add_overflow(rows, width, out);
}

/* Finds the kind of memory on both sides of a copy. Each side must be inside an allocation, or be
 * the program's own memory. */
static hipError_t find_places(const struct copy *copy, const char *function,
                              enum memory_place *out_dst, enum memory_place *out_src)
{
    size_t dst_size, src_size;
    if (!extent_of(copy->width, copy->height, copy->depth, copy->dst_pitch, copy->dst_slice,
                   &dst_size) ||
        !extent_of(copy->width, copy->height, copy->depth, copy->src_pitch, copy->src_slice,
                   &src_size))
        return fail(hipErrorInvalidValue, "%s: the size is too large", function);
    *out_dst = memory_place(copy->dst, dst_size);
    *out_src = memory_place(copy->src, src_size);
    if (*out_dst == PLACE_BAD)
        return memory_complain(function, "the destination", copy->dst, dst_size);
    if (*out_src == PLACE_BAD)
        return memory_complain(function, "the source", copy->src, src_size);
    return hipSuccess;
}

/* Checks that memory is a known allocation if |kind| says that it belongs to a device. Addresses of
 * the host cannot be checked. */
static hipError_t check_direction(const struct copy *copy, const struct copy_request *request,
                                  enum memory_place dst, enum memory_place src)
{
    const hipMemcpyKind kind = request->kind;
    bool is_any = kind == hipMemcpyDefault || kind == hipMemcpyHostToHost;
    if (!is_any && kind != hipMemcpyDeviceToHost && dst == PLACE_PAGEABLE)
        return fail(hipErrorInvalidValue,
                    "%s: the destination, %p, is not memory of a device, as the direction says",
                    request->function, copy->dst);
    if (!is_any && kind != hipMemcpyHostToDevice && src == PLACE_PAGEABLE)
        return fail(hipErrorInvalidValue,
                    "%s: the source, %p, is not memory of a device, as the direction says",
                    request->function, copy->src);
    return hipSuccess;
}

hipError_t copy_check(const struct copy *copy, const struct copy_request *request,
                      bool *out_pageable)
{
    const char *function = request->function;
    enum memory_place dst = PLACE_BAD, src = PLACE_BAD;
    if (!copy->dst || !copy->src)
        return fail(hipErrorInvalidValue, "%s: the %s is null", function,
                    copy->dst ? "source" : "destination");
    if ((unsigned)request->kind > hipMemcpyDefault && (unsigned)request->kind != 1024)
        return fail(hipErrorInvalidMemcpyDirection, "%s: %d is not a direction of a copy", function,
                    (int)request->kind);
    if ((copy->height > 1 || copy->depth > 1) &&
        (copy->dst_pitch < copy->width || copy->src_pitch < copy->width))
        return fail(hipErrorInvalidPitchValue, "%s: rows have %zu bytes, and the pitch is %zu",
                    function, copy->width,
                    copy->dst_pitch < copy->width ? copy->dst_pitch : copy->src_pitch);
    hipError_t error = find_places(copy, function, &dst, &src);
    if (!error)
        error = check_direction(copy, request, dst, src);
    if (!error)
        *out_pageable = dst == PLACE_PAGEABLE || src == PLACE_PAGEABLE;
    return error;
}

/* Checks the rules of captures for a copy. A copy that is not asynchronous waits in a default
 * stream. */
static hipError_t check_captures(const struct copy_request *request)
{
    return request->is_async ? hipSuccess : capture_check(CAPTURE_IMPLICIT, request->function);
}

bool copy_is_there(const struct copy *copy)
{
    enum memory_place dst = PLACE_BAD, src = PLACE_BAD;
    return find_places(copy, "a copy that runs now", &dst, &src) == hipSuccess;
}

/* Returns the allocation of |address| if it is memory of a device, or NULL. */
static const struct allocation *of_device(const void *address)
{
    const struct allocation *a = space_find(address);
    return a && a->kind == MEMORY_DEVICE ? a : NULL;
}

/* Whether a copy stays inside one device. The host does not wait for such a copy, as in AMD's
 * runtime. */
static bool is_inside(const struct copy *copy)
{
    const struct allocation *dst = of_device(copy->dst), *src = of_device(copy->src);
    return dst && src && dst->device == src->device &&
           !(space_is_synchronous(dst) && space_is_synchronous(src));
}

/* Bytes. If the source of an asynchronous copy is the program's own memory and has up to this many
 * bytes, it is read during the call, as in AMD's runtime. The stream writes the bytes to the
 * destination later. */
enum { STAGED_MAX = 1 << 20 };

/* Reads the source of |work| now, if it has at most |most| bytes. False when that was not done:
 * |work| will read its source later. */
static bool stage(struct work *work, size_t most)
{
    struct copy *copy = &work->copy;
    size_t plane, size;
    if (__builtin_mul_overflow(copy->width, copy->height, &plane) ||
        __builtin_mul_overflow(plane, copy->depth, &size) || size > most)
        return false;
    uint8_t *staged = malloc(size);
    if (!staged)
        return false;
    for (size_t z = 0; z < copy->depth; z++) {
        for (size_t y = 0; y < copy->height; y++)
            memcpy(staged + z * plane + y * copy->width,
                   (const uint8_t *)copy->src + z * copy->src_slice + y * copy->src_pitch,
                   copy->width);
    }
    copy->src = work->staged = staged;
    copy->src_pitch = copy->width;
    copy->src_slice = plane;
    return true;
}

static bool is_of_program(const void *address)
{
    return memory_place(address, 1) == PLACE_PAGEABLE;
}

/* Submits a copy from a callback of a stream. The callback cannot wait for the stream, so the
 * source is read now, whatever its size is. */
static hipError_t submit_from_callback(struct ihipStream_t *stream, struct work *work,
                                       const char *function)
{
    if (is_of_program(work->copy.src) && !stage(work, SIZE_MAX))
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    return stream_submit(stream, work);
}

hipError_t copy_submit(struct copy copy, const struct copy_request *request)
{
    bool is_pageable;
    hipError_t error = check_captures(request);
    struct ihipStream_t *stream =
        error ? NULL : stream_find(request->stream, request->function, &error);
    if (!stream)
        return error;
    if (copy.width == 0 || copy.height == 0 || copy.depth == 0)
        return hipSuccess;
    error = copy_check(&copy, request, &is_pageable);
    if (error)
        return error;
    struct work work = {.kind = WORK_COPY, .copy = copy};
    runtime_lock();
    bool is_captured = stream->capture != NULL, is_free = stream_is_free(stream);
    runtime_unlock();
    if (request->is_async && (is_captured || !is_pageable))
        return stream_submit(stream, &work);
    if (request->is_async && stream_is_worker())
        return submit_from_callback(stream, &work, request->function);
    bool may_stage = is_of_program(copy.src) && !is_of_program(copy.dst),
         is_staged = request->is_async && !is_free && may_stage && stage(&work, STAGED_MAX);
    /* The call waits for the copy, unless the source was already read or the copy stays inside one
     * device. */
    return stream_run(stream, &work, !is_staged && !is_inside(&copy));
}

static hipError_t linear(void *dst, const void *src, size_t size, hipMemcpyKind kind,
                         hipStream_t stream, bool is_async, const char *function)
{
    struct copy_request request = {function, kind, stream, is_async};
    return copy_submit(copy_linear(dst, src, size), &request);
}

static hipError_t plane(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                        size_t width, size_t height, struct copy_request request)
{
    struct copy copy = {dst, src, width, height, 1, dst_pitch, 0, src_pitch, 0};
    return copy_submit(copy, &request);
}

/* ---- Copies in one dimension ----------------------------------------------------------------- */

hipError_t hipMemcpy(void *dst, const void *src, size_t size, hipMemcpyKind kind)
{
    return linear(dst, src, size, kind, NULL, false, "hipMemcpy");
}

hipError_t hipMemcpy_spt(void *dst, const void *src, size_t size, hipMemcpyKind kind)
{
    return linear(dst, src, size, kind, hipStreamPerThread, false, "hipMemcpy");
}

hipError_t hipMemcpyWithStream(void *dst, const void *src, size_t size, hipMemcpyKind kind,
                               hipStream_t stream)
{
    static const char function[] = "hipMemcpyWithStream";
    hipError_t error = linear(dst, src, size, kind, stream, true, function);
    struct ihipStream_t *found = error ? NULL : stream_find(stream, function, &error);
    if (!found)
        return error;
    runtime_lock();
    /* A captured copy is a node of a graph, for which the call must not wait. */
    bool is_captured = found->capture != NULL;
    runtime_unlock();
    return is_captured ? hipSuccess : stream_finish(found);
}

hipError_t hipMemcpyAsync(void *dst, const void *src, size_t size, hipMemcpyKind kind,
                          hipStream_t stream)
{
    return linear(dst, src, size, kind, stream, true, "hipMemcpyAsync");
}

hipError_t hipMemcpyAsync_spt(void *dst, const void *src, size_t size, hipMemcpyKind kind,
                              hipStream_t stream)
{
    return hipMemcpyAsync(dst, src, size, kind, stream_per_thread(stream));
}

hipError_t hipMemcpyHtoD(hipDeviceptr_t dst, void *src, size_t size)
{
    return linear(dst, src, size, hipMemcpyHostToDevice, NULL, false, "hipMemcpyHtoD");
}

hipError_t hipMemcpyDtoH(void *dst, hipDeviceptr_t src, size_t size)
{
    return linear(dst, src, size, hipMemcpyDeviceToHost, NULL, false, "hipMemcpyDtoH");
}

hipError_t hipMemcpyDtoD(hipDeviceptr_t dst, hipDeviceptr_t src, size_t size)
{
    return linear(dst, src, size, hipMemcpyDeviceToDevice, NULL, false, "hipMemcpyDtoD");
}

hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t dst, void *src, size_t size, hipStream_t stream)
{
    return linear(dst, src, size, hipMemcpyHostToDevice, stream, true, "hipMemcpyHtoDAsync");
}

hipError_t hipMemcpyDtoHAsync(void *dst, hipDeviceptr_t src, size_t size, hipStream_t stream)
{
    return linear(dst, src, size, hipMemcpyDeviceToHost, stream, true, "hipMemcpyDtoHAsync");
}

hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t dst, hipDeviceptr_t src, size_t size,
                              hipStream_t stream)
{
    return linear(dst, src, size, hipMemcpyDeviceToDevice, stream, true, "hipMemcpyDtoDAsync");
}

static hipError_t copy_peer(void *dst, int dst_device, const void *src, int src_device, size_t size,
                            hipStream_t stream, bool is_async, const char *function)
{
    if (!gpu_at(dst_device) || !gpu_at(src_device))
        return fail_device(function, gpu_at(dst_device) ? src_device : dst_device);
    return linear(dst, src, size, hipMemcpyDeviceToDevice, stream, is_async, function);
}

hipError_t hipMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t size)
{
    return copy_peer(dst, dst_device, src, src_device, size, NULL, false, "hipMemcpyPeer");
}

hipError_t hipMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device,
                              size_t size, hipStream_t stream)
{
    return copy_peer(dst, dst_device, src, src_device, size, stream, true, "hipMemcpyPeerAsync");
}

/* ---- Copies to and from symbols -------------------------------------------------------------- */

static hipError_t to_symbol(const void *symbol, const void *src, size_t size, size_t offset,
                            struct copy_request request)
{
    uint8_t *dst = NULL;
    bool is_good = request.kind == hipMemcpyHostToDevice ||
                   request.kind == hipMemcpyDeviceToDevice || request.kind == hipMemcpyDefault;
    hipError_t error = check_captures(&request);
    if (error)
        return error;
    if (!is_good)
        return fail(hipErrorInvalidMemcpyDirection, "%s: a symbol is on the device",
                    request.function);
    error = symbol_part(symbol, size, offset, request.function, &dst);
    return error ? error : copy_submit(copy_linear(dst, src, size), &request);
}

static hipError_t from_symbol(void *dst, const void *symbol, size_t size, size_t offset,
                              struct copy_request request)
{
    uint8_t *src = NULL;
    bool is_good = request.kind == hipMemcpyDeviceToHost ||
                   request.kind == hipMemcpyDeviceToDevice || request.kind == hipMemcpyDefault;
    hipError_t error = check_captures(&request);
    if (error)
        return error;
    if (!is_good)
        return fail(hipErrorInvalidMemcpyDirection, "%s: a symbol is on the device",
                    request.function);
    error = symbol_part(symbol, size, offset, request.function, &src);
    return error ? error : copy_submit(copy_linear(dst, src, size), &request);
}

hipError_t hipMemcpyToSymbol(const void *symbol, const void *src, size_t size, size_t offset,
                             hipMemcpyKind kind)
{
    return to_symbol(symbol, src, size, offset,
                     (struct copy_request){"hipMemcpyToSymbol", kind, NULL, false});
}

hipError_t hipMemcpyToSymbol_spt(const void *symbol, const void *src, size_t size, size_t offset,
                                 hipMemcpyKind kind)
{
    return to_symbol(symbol, src, size, offset,
                     (struct copy_request){"hipMemcpyToSymbol", kind, hipStreamPerThread, false});
}

hipError_t hipMemcpyToSymbolAsync(const void *symbol, const void *src, size_t size, size_t offset,
                                  hipMemcpyKind kind, hipStream_t stream)
{
    return to_symbol(symbol, src, size, offset,
                     (struct copy_request){"hipMemcpyToSymbolAsync", kind, stream, true});
}

hipError_t hipMemcpyToSymbolAsync_spt(const void *symbol, const void *src, size_t size,
                                      size_t offset, hipMemcpyKind kind, hipStream_t stream)
{
    return hipMemcpyToSymbolAsync(symbol, src, size, offset, kind, stream_per_thread(stream));
}

hipError_t hipMemcpyFromSymbol(void *dst, const void *symbol, size_t size, size_t offset,
                               hipMemcpyKind kind)
{
    return from_symbol(dst, symbol, size, offset,
                       (struct copy_request){"hipMemcpyFromSymbol", kind, NULL, false});
}

hipError_t hipMemcpyFromSymbol_spt(void *dst, const void *symbol, size_t size, size_t offset,
                                   hipMemcpyKind kind)
{
    return from_symbol(
        dst, symbol, size, offset,
        (struct copy_request){"hipMemcpyFromSymbol", kind, hipStreamPerThread, false});
}

hipError_t hipMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t size, size_t offset,
                                    hipMemcpyKind kind, hipStream_t stream)
{
    return from_symbol(dst, symbol, size, offset,
                       (struct copy_request){"hipMemcpyFromSymbolAsync", kind, stream, true});
}

hipError_t hipMemcpyFromSymbolAsync_spt(void *dst, const void *symbol, size_t size, size_t offset,
                                        hipMemcpyKind kind, hipStream_t stream)
{
    return hipMemcpyFromSymbolAsync(dst, symbol, size, offset, kind, stream_per_thread(stream));
}

/* ---- Copies in two dimensions ---------------------------------------------------------------- */

hipError_t hipMemcpy2D(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                       size_t height, hipMemcpyKind kind)
{
    return plane(dst, dst_pitch, src, src_pitch, width, height,
                 (struct copy_request){"hipMemcpy2D", kind, NULL, false});
}

hipError_t hipMemcpy2D_spt(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                           size_t width, size_t height, hipMemcpyKind kind)
{
    return plane(dst, dst_pitch, src, src_pitch, width, height,
                 (struct copy_request){"hipMemcpy2D", kind, hipStreamPerThread, false});
}

hipError_t hipMemcpy2DAsync(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                            size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream)
{
    return plane(dst, dst_pitch, src, src_pitch, width, height,
                 (struct copy_request){"hipMemcpy2DAsync", kind, stream, true});
}

hipError_t hipMemcpy2DAsync_spt(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                                size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream)
{
    return hipMemcpy2DAsync(dst, dst_pitch, src, src_pitch, width, height, kind,
                            stream_per_thread(stream));
}

/* ---- Fills ---------------------------------------------------------------------------------- */

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

/* Whether |fill| begins at the start of a device's allocation. hipMemset() and its like do not wait
 * for such a fill; neither do they in AMD's runtime. */
static bool is_from_start(const struct fill *fill)
{
    const struct allocation *a = of_device(fill->dst);
    return a && a->address == fill->dst;
}

static hipError_t fill_submit(struct fill fill, hipStream_t handle, bool is_async,
                              const char *function)
{
    hipError_t error = is_async ? hipSuccess : capture_check(CAPTURE_IMPLICIT, function);
    struct ihipStream_t *stream = error ? NULL : stream_find(handle, function, &error);
    if (!stream)
        return error;
    if (fill.width == 0 || fill.height == 0 || fill.depth == 0)
        return hipSuccess;
    error = fill_check(&fill, function);
    if (error)
        return error;
    struct work work = {.kind = WORK_FILL, .fill = fill};
    return is_async ? stream_submit(stream, &work)
                    : stream_run(stream, &work, !is_from_start(&fill));
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
