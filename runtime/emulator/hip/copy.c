/* Copies of bytes, of symbols and of rows. */
#include "copy.h"

#include "memory.h"
#include "register.h"
#include "stream.h"

#include <string.h>

/* The number of bytes from the first to the last one that is accessed. */
static bool extent_of(size_t width, size_t height, size_t depth, size_t pitch, size_t slice,
                      size_t *out)
{
    size_t rows, slices;
    return !__builtin_mul_overflow(pitch, height - 1, &rows) &&
           !__builtin_mul_overflow(slice, depth - 1, &slices) &&
           !__builtin_add_overflow(rows, slices, &rows) &&
           !__builtin_add_overflow(rows, width, out);
}

/* Both sides must be inside allocations, or be the program's own memory. */
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

/* Memory that |kind| calls a device's must be a known allocation: other addresses are unchecked. */
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

bool copy_is_there(const struct copy *copy)
{
    enum memory_place dst = PLACE_BAD, src = PLACE_BAD;
    return find_places(copy, "a copy that runs now", &dst, &src) == hipSuccess;
}

hipError_t copy_submit(struct copy copy, const struct copy_request *request)
{
    bool is_pageable;
    hipError_t error;
    struct ihipStream_t *stream = stream_find(request->stream, request->function, &error);
    if (!stream)
        return error;
    if (copy.width == 0 || copy.height == 0 || copy.depth == 0)
        return hipSuccess;
    error = copy_check(&copy, request, &is_pageable);
    if (error)
        return error;
    struct work work = {.kind = WORK_COPY, .copy = copy};
    runtime_lock();
    bool is_captured = stream->capture != NULL;
    runtime_unlock();
    if (request->is_async && (is_captured || !is_pageable || stream_is_worker()))
        return stream_submit(stream, &work);
    return stream_run(stream, &work, request->function);
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

/* ---- One dimension -------------------------------------------------------------------------- */

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
    return linear(dst, src, size, kind, stream, false, "hipMemcpyWithStream");
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

/* ---- Symbols -------------------------------------------------------------------------------- */

static hipError_t to_symbol(const void *symbol, const void *src, size_t size, size_t offset,
                            struct copy_request request)
{
    uint8_t *dst = NULL;
    bool is_good = request.kind == hipMemcpyHostToDevice ||
                   request.kind == hipMemcpyDeviceToDevice || request.kind == hipMemcpyDefault;
    if (!is_good)
        return fail(hipErrorInvalidMemcpyDirection, "%s: a symbol is on the device",
                    request.function);
    hipError_t error = symbol_part(symbol, size, offset, request.function, &dst);
    return error ? error : copy_submit(copy_linear(dst, src, size), &request);
}

static hipError_t from_symbol(void *dst, const void *symbol, size_t size, size_t offset,
                              struct copy_request request)
{
    uint8_t *src = NULL;
    bool is_good = request.kind == hipMemcpyDeviceToHost ||
                   request.kind == hipMemcpyDeviceToDevice || request.kind == hipMemcpyDefault;
    if (!is_good)
        return fail(hipErrorInvalidMemcpyDirection, "%s: a symbol is on the device",
                    request.function);
    hipError_t error = symbol_part(symbol, size, offset, request.function, &src);
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

/* ---- Two dimensions ------------------------------------------------------------------------- */

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
