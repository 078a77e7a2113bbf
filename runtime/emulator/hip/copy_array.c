/* Copies to and from arrays, by functions of their own. */
#include "array.h"
#include "stream.h"

/* ---- Rows ----------------------------------------------------------------------------------- */

static hipError_t check_rows(const void *address, size_t pitch, size_t width, const char *function)
{
    if (!address)
        return fail(hipErrorInvalidValue, "%s: an address is null", function);
    if (pitch == 0 || pitch < width)
        return fail(hipErrorInvalidPitchValue, "%s: rows have %zu bytes, and the pitch is %zu",
                    function, width, pitch);
    return hipSuccess;
}

static hipError_t to_array(hipArray_const_t dst, size_t x, size_t y, const void *src, size_t pitch,
                           size_t width, size_t height, struct copy_request request)
{
    const struct array_box box = {x, y, 0, width, height, 1};
    struct rows rows, from = {(uint8_t *)(uintptr_t)src, pitch, 0};
    hipError_t error = check_rows(src, pitch, width, request.function);
    if (!error)
        error = array_place(dst, &box, request.function, &rows);
    return error ? error : copy_submit(copy_between(rows, from, width, height, 1), &request);
}

static hipError_t from_array(void *dst, size_t pitch, hipArray_const_t src, size_t x, size_t y,
                             size_t width, size_t height, struct copy_request request)
{
    const struct array_box box = {x, y, 0, width, height, 1};
    struct rows rows, to = {dst, pitch, 0};
    hipError_t error = check_rows(dst, pitch, width, request.function);
    if (!error)
        error = array_place(src, &box, request.function, &rows);
    return error ? error : copy_submit(copy_between(to, rows, width, height, 1), &request);
}

hipError_t hipMemcpy2DToArray(hipArray *dst, size_t x, size_t y, const void *src, size_t pitch,
                              size_t width, size_t height, hipMemcpyKind kind)
{
    return to_array(dst, x, y, src, pitch, width, height,
                    (struct copy_request){"hipMemcpy2DToArray", kind, NULL, false});
}

hipError_t hipMemcpy2DToArray_spt(hipArray *dst, size_t x, size_t y, const void *src, size_t pitch,
                                  size_t width, size_t height, hipMemcpyKind kind)
{
    return to_array(dst, x, y, src, pitch, width, height,
                    (struct copy_request){"hipMemcpy2DToArray", kind, hipStreamPerThread, false});
}

hipError_t hipMemcpy2DToArrayAsync(hipArray *dst, size_t x, size_t y, const void *src, size_t pitch,
                                   size_t width, size_t height, hipMemcpyKind kind,
                                   hipStream_t stream)
{
    return to_array(dst, x, y, src, pitch, width, height,
                    (struct copy_request){"hipMemcpy2DToArrayAsync", kind, stream, true});
}

hipError_t hipMemcpy2DToArrayAsync_spt(hipArray *dst, size_t x, size_t y, const void *src,
                                       size_t pitch, size_t width, size_t height,
                                       hipMemcpyKind kind, hipStream_t stream)
{
    return hipMemcpy2DToArrayAsync(dst, x, y, src, pitch, width, height, kind,
                                   stream_per_thread(stream));
}

hipError_t hipMemcpy2DFromArray(void *dst, size_t pitch, hipArray_const_t src, size_t x, size_t y,
                                size_t width, size_t height, hipMemcpyKind kind)
{
    return from_array(dst, pitch, src, x, y, width, height,
                      (struct copy_request){"hipMemcpy2DFromArray", kind, NULL, false});
}

hipError_t hipMemcpy2DFromArray_spt(void *dst, size_t pitch, hipArray_const_t src, size_t x,
                                    size_t y, size_t width, size_t height, hipMemcpyKind kind)
{
    return from_array(
        dst, pitch, src, x, y, width, height,
        (struct copy_request){"hipMemcpy2DFromArray", kind, hipStreamPerThread, false});
}

hipError_t hipMemcpy2DFromArrayAsync(void *dst, size_t pitch, hipArray_const_t src, size_t x,
                                     size_t y, size_t width, size_t height, hipMemcpyKind kind,
                                     hipStream_t stream)
{
    return from_array(dst, pitch, src, x, y, width, height,
                      (struct copy_request){"hipMemcpy2DFromArrayAsync", kind, stream, true});
}

hipError_t hipMemcpy2DFromArrayAsync_spt(void *dst, size_t pitch, hipArray_const_t src, size_t x,
                                         size_t y, size_t width, size_t height, hipMemcpyKind kind,
                                         hipStream_t stream)
{
    return hipMemcpy2DFromArrayAsync(dst, pitch, src, x, y, width, height, kind,
                                     stream_per_thread(stream));
}

hipError_t hipMemcpy2DArrayToArray(hipArray *dst, size_t dst_x, size_t dst_y, hipArray_const_t src,
                                   size_t src_x, size_t src_y, size_t width, size_t height,
                                   hipMemcpyKind kind)
{
    static const char function[] = "hipMemcpy2DArrayToArray";
    const struct array_box from = {src_x, src_y, 0, width, height, 1};
    const struct array_box to = {dst_x, dst_y, 0, width, height, 1};
    const struct copy_request request = {function, kind, NULL, false};
    struct rows dst_rows, src_rows;
    hipError_t error = array_place(src, &from, function, &src_rows);
    if (!error)
        error = array_place(dst, &to, function, &dst_rows);
    return error ? error
                 : copy_submit(copy_between(dst_rows, src_rows, width, height, 1), &request);
}

/* ---- Bytes, which continue in the next row where one ends --------------------------------------
 */

/* One of the parts of |count| bytes from (x, y) on: the rest of a row, whole rows, the start of a
 * row. */
static struct array_box next_run(size_t row, size_t x, size_t y, size_t count)
{
    struct array_box box = {x, y, 0, count, 1, 1};
    if (x == 0 && count >= row && row > 0) {
        box.width = row;
        box.height = count / row;
    } else if (x < row && count > row - x) {
        box.width = row - x;
    }
    return box;
}

static hipError_t copy_bytes(hipArray_const_t array, size_t x, size_t y, const void *memory,
                             size_t count, bool is_to_array, struct copy_request request)
{
    uint8_t *at = (uint8_t *)(uintptr_t)memory;
    size_t row = array_row_bytes(array);
    hipError_t error = hipSuccess;
    if (!array || !memory)
        return fail(hipErrorInvalidValue, "%s: the %s is null", request.function,
                    array ? "address" : "array");
    while (count > 0 && !error) {
        struct array_box run = next_run(row, x, y, count);
        size_t bytes = run.width * run.height;
        error = is_to_array
                    ? to_array(array, x, y, at, run.width, run.width, run.height, request)
                    : from_array(at, run.width, array, x, y, run.width, run.height, request);
        at += bytes;
        count -= bytes;
        x = 0;
        y += run.height;
    }
    return error;
}

hipError_t hipMemcpyToArray(hipArray *dst, size_t x, size_t y, const void *src, size_t count,
                            hipMemcpyKind kind)
{
    return copy_bytes(dst, x, y, src, count, true,
                      (struct copy_request){"hipMemcpyToArray", kind, NULL, false});
}

hipError_t hipMemcpyFromArray(void *dst, hipArray_const_t src, size_t x, size_t y, size_t count,
                              hipMemcpyKind kind)
{
    return copy_bytes(src, x, y, dst, count, false,
                      (struct copy_request){"hipMemcpyFromArray", kind, NULL, false});
}

hipError_t hipMemcpyFromArray_spt(void *dst, hipArray_const_t src, size_t x, size_t y, size_t count,
                                  hipMemcpyKind kind)
{
    return copy_bytes(src, x, y, dst, count, false,
                      (struct copy_request){"hipMemcpyFromArray", kind, hipStreamPerThread, false});
}

hipError_t hipMemcpyHtoA(hipArray *dst, size_t offset, const void *src, size_t count)
{
    return copy_bytes(dst, offset, 0, src, count, true,
                      (struct copy_request){"hipMemcpyHtoA", hipMemcpyDefault, NULL, false});
}

hipError_t hipMemcpyHtoAAsync(hipArray *dst, size_t offset, const void *src, size_t count,
                              hipStream_t stream)
{
    return copy_bytes(dst, offset, 0, src, count, true,
                      (struct copy_request){"hipMemcpyHtoAAsync", hipMemcpyDefault, stream, true});
}

hipError_t hipMemcpyAtoH(void *dst, hipArray *src, size_t offset, size_t count)
{
    return copy_bytes(src, offset, 0, dst, count, false,
                      (struct copy_request){"hipMemcpyAtoH", hipMemcpyDefault, NULL, false});
}

hipError_t hipMemcpyAtoHAsync(void *dst, hipArray *src, size_t offset, size_t count,
                              hipStream_t stream)
{
    return copy_bytes(src, offset, 0, dst, count, false,
                      (struct copy_request){"hipMemcpyAtoHAsync", hipMemcpyDefault, stream, true});
}

hipError_t hipMemcpyDtoA(hipArray *dst, size_t offset, hipDeviceptr_t src, size_t count)
{
    return copy_bytes(dst, offset, 0, src, count, true,
                      (struct copy_request){"hipMemcpyDtoA", hipMemcpyDeviceToDevice, NULL, false});
}

hipError_t hipMemcpyAtoD(hipDeviceptr_t dst, hipArray *src, size_t offset, size_t count)
{
    return copy_bytes(src, offset, 0, dst, count, false,
                      (struct copy_request){"hipMemcpyAtoD", hipMemcpyDeviceToDevice, NULL, false});
}

hipError_t hipMemcpyAtoA(hipArray *dst, size_t dst_offset, hipArray *src, size_t src_offset,
                         size_t count)
{
    static const char function[] = "hipMemcpyAtoA";
    const struct array_box from = {src_offset, 0, 0, count, 1, 1};
    const struct array_box to = {dst_offset, 0, 0, count, 1, 1};
    const struct copy_request request = {function, hipMemcpyDefault, NULL, false};
    struct rows dst_rows, src_rows;
    hipError_t error = array_place(src, &from, function, &src_rows);
    if (!error)
        error = array_place(dst, &to, function, &dst_rows);
    return error ? error : copy_submit(copy_between(dst_rows, src_rows, count, 1, 1), &request);
}
