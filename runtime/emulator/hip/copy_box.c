/* Copies in two and three dimensions, and copies to and from arrays. Some functions take a
 * structure that describes the copy; arrays have functions of their own, too. */
#include "array.h"
#include "stream.h"

#include <string.h>

/* ---- hip_Memcpy2D and HIP_MEMCPY3D ---------------------------------------------------------- */

static struct memcpy_3d widen(const HIP_MEMCPY3D *p)
{
    return (struct memcpy_3d){
        p->srcXInBytes, p->srcY,      p->srcZ,          p->srcLOD,    p->srcMemoryType, p->srcHost,
        p->srcDevice,   p->srcArray,  p->srcPitch,      p->srcHeight, p->dstXInBytes,   p->dstY,
        p->dstZ,        p->dstLOD,    p->dstMemoryType, p->dstHost,   p->dstDevice,     p->dstArray,
        p->dstPitch,    p->dstHeight, p->WidthInBytes,  p->Height,    p->Depth};
}

static HIP_MEMCPY3D narrow(const struct memcpy_3d *p)
{
    return (HIP_MEMCPY3D){.srcXInBytes = (unsigned)p->src_x,
                          .srcY = (unsigned)p->src_y,
                          .srcZ = (unsigned)p->src_z,
                          .srcLOD = (unsigned)p->src_level,
                          .srcMemoryType = p->src_type,
                          .srcHost = p->src_host,
                          .srcDevice = p->src_device,
                          .srcArray = p->src_array,
                          .srcPitch = (unsigned)p->src_pitch,
                          .srcHeight = (unsigned)p->src_height,
                          .dstXInBytes = (unsigned)p->dst_x,
                          .dstY = (unsigned)p->dst_y,
                          .dstZ = (unsigned)p->dst_z,
                          .dstLOD = (unsigned)p->dst_level,
                          .dstMemoryType = p->dst_type,
                          .dstHost = p->dst_host,
                          .dstDevice = p->dst_device,
                          .dstArray = p->dst_array,
                          .dstPitch = (unsigned)p->dst_pitch,
                          .dstHeight = (unsigned)p->dst_height,
                          .WidthInBytes = (unsigned)p->width,
                          .Height = (unsigned)p->height,
                          .Depth = (unsigned)p->depth};
}

/* One side of a copy: an array, or memory. */
struct side {
    hipMemoryType type;
    const void *host;
    void *device;
    hipArray *array;
    size_t x, y, z, pitch, height;
};

/* Whether |type| is hipMemoryTypeHost, whose value is 1 in HIP 6 and 0 in HIP 5. */
static bool is_host_type(hipMemoryType type)
{
    return (int)type == (hip_abi == 5 ? 0 : 1);
}

static bool is_device_type(hipMemoryType type)
{
    return (int)type == (hip_abi == 5 ? 1 : 2);
}

static bool is_array_type(hipMemoryType type)
{
    return (int)type == (hip_abi == 5 ? 2 : 10);
}

/* Returns a direction that says which sides must be memory of a device; the other sides may be any
 * memory. */
static hipMemcpyKind kind_of(hipMemoryType dst, hipMemoryType src)
{
    bool is_from = is_device_type(src), is_to = is_device_type(dst);
    return is_from && is_to ? hipMemcpyDeviceToDevice
           : is_from        ? hipMemcpyDeviceToHost
           : is_to          ? hipMemcpyHostToDevice
                            : hipMemcpyDefault;
}

static hipError_t find_rows(const struct side *side, const struct memcpy_3d *p,
                            const char *function, struct rows *out)
{
    if (is_array_type(side->type) && !side->array)
        return fail(hipErrorInvalidValue, "%s: an array is null", function);
    if (is_array_type(side->type)) {
        const struct array_box box = {side->x, side->y, side->z, p->width, p->height, p->depth};
        return array_place(side->array, &box, function, out);
    }
    uint8_t *start =
        is_host_type(side->type) ? (uint8_t *)(uintptr_t)side->host : (uint8_t *)side->device;
    if (!start)
        return fail(hipErrorInvalidValue, "%s: an address is null", function);
    size_t pitch = side->pitch ? side->pitch : side->x + p->width;
    size_t slice = pitch * (side->height ? side->height : side->y + p->height);
    if (pitch < side->x || pitch - side->x < p->width)
        return fail(hipErrorInvalidValue, "%s: %zu bytes from %zu on in rows of %zu", function,
                    p->width, side->x, pitch);
    *out = (struct rows){start + side->z * slice + side->y * pitch + side->x, pitch, slice};
    return hipSuccess;
}

hipError_t copy_of_described(const struct memcpy_3d *p, const char *function, struct copy *out,
                             hipMemcpyKind *out_kind)
{
    struct rows dst, src;
    const struct side from = {p->src_type, p->src_host, p->src_device, p->src_array, p->src_x,
                              p->src_y,    p->src_z,    p->src_pitch,  p->src_height};
    const struct side to = {p->dst_type, p->dst_host, p->dst_device, p->dst_array, p->dst_x,
                            p->dst_y,    p->dst_z,    p->dst_pitch,  p->dst_height};
    *out = (struct copy){0};
    *out_kind = kind_of(p->dst_type, p->src_type);
    if (p->width == 0 || p->height == 0 || p->depth == 0)
        return hipSuccess;
    hipError_t error = find_rows(&to, p, function, &dst);
    if (!error)
        error = find_rows(&from, p, function, &src);
    if (!error)
        *out = copy_between(dst, src, p->width, p->height, p->depth);
    return error;
}

static hipError_t copy_described(const struct memcpy_3d *p, struct copy_request request)
{
    struct copy copy;
    hipError_t error = copy_of_described(p, request.function, &copy, &request.kind);
    return error ? error : copy_submit(copy, &request);
}

static hipError_t copy_described_2d(const hip_Memcpy2D *p, struct copy_request request)
{
    if (!p)
        return fail(hipErrorInvalidValue, "%s: the parameters are null", request.function);
    const struct memcpy_3d full = {.src_x = p->srcXInBytes,
                                   .src_y = p->srcY,
                                   .src_type = p->srcMemoryType,
                                   .src_host = p->srcHost,
                                   .src_device = p->srcDevice,
                                   .src_array = p->srcArray,
                                   .src_pitch = p->srcPitch,
                                   .dst_x = p->dstXInBytes,
                                   .dst_y = p->dstY,
                                   .dst_type = p->dstMemoryType,
                                   .dst_host = p->dstHost,
                                   .dst_device = p->dstDevice,
                                   .dst_array = p->dstArray,
                                   .dst_pitch = p->dstPitch,
                                   .width = p->WidthInBytes,
                                   .height = p->Height,
                                   .depth = 1};
    return copy_described(&full, request);
}

struct memcpy_3d memcpy_3d_of(const HIP_MEMCPY3D *p)
{
    struct memcpy_3d full;
    if (hip_abi == 5)
        return widen(p);
    memcpy(&full, p, sizeof full);
    return full;
}

void memcpy_3d_give(const struct memcpy_3d *p, HIP_MEMCPY3D *out)
{
    if (hip_abi == 5)
        *out = narrow(p);
    else
        memcpy(out, p, sizeof *p);
}

static hipError_t copy_described_3d(const HIP_MEMCPY3D *p, struct copy_request request)
{
    if (!p)
        return fail(hipErrorInvalidValue, "%s: the parameters are null", request.function);
    const struct memcpy_3d full = memcpy_3d_of(p);
    return copy_described(&full, request);
}

hipError_t hipMemcpyParam2D(const hip_Memcpy2D *p)
{
    return copy_described_2d(
        p, (struct copy_request){"hipMemcpyParam2D", hipMemcpyDefault, NULL, false});
}

hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D *p, hipStream_t stream)
{
    return copy_described_2d(
        p, (struct copy_request){"hipMemcpyParam2DAsync", hipMemcpyDefault, stream, true});
}

hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *p)
{
    return copy_described_2d(
        p, (struct copy_request){"hipDrvMemcpy2DUnaligned", hipMemcpyDefault, NULL, false});
}

hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D *p)
{
    return copy_described_3d(
        p, (struct copy_request){"hipDrvMemcpy3D", hipMemcpyDefault, NULL, false});
}

hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D *p, hipStream_t stream)
{
    return copy_described_3d(
        p, (struct copy_request){"hipDrvMemcpy3DAsync", hipMemcpyDefault, stream, true});
}

/* ---- hipMemcpy3DParms ----------------------------------------------------------------------- */

/* Checks that a side is either an array or memory, and not both. */
static hipError_t check_side(hipArray_const_t array, const hipPitchedPtr *memory, const char *what,
                             const char *function)
{
    if (!array == !memory->ptr)
        return fail(hipErrorInvalidValue, "%s: the %s is %s", function, what,
                    array ? "an array and an address" : "null");
    if (memory->pitch < memory->xsize)
        return fail(hipErrorInvalidPitchValue, "%s: the %s has rows of %zu bytes, %zu apart",
                    function, what, memory->xsize, memory->pitch);
    if (memory->pitch >= INT32_MAX)
        return fail(hipErrorInvalidValue, "%s: the %s has rows %zu bytes apart", function, what,
                    memory->pitch);
    return hipSuccess;
}

/* Finds the first row of one side of a copy. |width| is in bytes; |position| counts elements if the
 * side is an array, else bytes. */
static hipError_t find_place(hipArray_const_t array, const hipPitchedPtr *memory,
                             const hipPos *position, size_t width, const hipExtent *extent,
                             const char *function, struct rows *out)
{
    size_t element = array_element_bytes(array), x = position->x;
    if (array) {
        const struct array_box box = {x * element, position->y,    position->z,
                                      width,       extent->height, extent->depth};
        return array_place(array, &box, function, out);
    }
    if (x + width < x || x + width > memory->pitch)
        return fail(hipErrorInvalidValue, "%s: %zu bytes from %zu on in rows of %zu", function,
                    width, x, memory->pitch);
    size_t rows = memory->ysize ? memory->ysize : extent->height;
    *out = (struct rows){(uint8_t *)memory->ptr +
                             (position->z * rows + position->y) * memory->pitch + x,
                         memory->pitch, memory->pitch * rows};
    return hipSuccess;
}

hipError_t copy_of_3d(const struct hipMemcpy3DParms *p, const char *function, struct copy *out)
{
    struct rows dst, src;
    if (!p)
        return fail(hipErrorInvalidValue, "%s: the parameters are null", function);
    hipError_t error = check_side(p->srcArray, &p->srcPtr, "source", function);
    if (!error)
        error = check_side(p->dstArray, &p->dstPtr, "destination", function);
    if (error)
        return error;
    size_t to = array_element_bytes(p->dstArray), from = array_element_bytes(p->srcArray);
    if (to && from && to != from)
        return fail(hipErrorInvalidValue, "%s: from elements of %zu bytes to ones of %zu", function,
                    from, to);
    /* if one side is an array, the extent counts the array's elements, else bytes */
    size_t width = p->extent.width * (to ? to : from ? from : 1);
    error = find_place(p->dstArray, &p->dstPtr, &p->dstPos, width, &p->extent, function, &dst);
    if (!error)
        error = find_place(p->srcArray, &p->srcPtr, &p->srcPos, width, &p->extent, function, &src);
    if (!error)
        *out = copy_between(dst, src, width, p->extent.height, p->extent.depth);
    return error;
}

static hipError_t copy_3d(const struct hipMemcpy3DParms *p, hipStream_t stream, bool is_async,
                          const char *function)
{
    struct copy copy;
    hipError_t error = copy_of_3d(p, function, &copy);
    if (error)
        return error;
    struct copy_request request = {function, p->kind, stream, is_async};
    return copy_submit(copy, &request);
}

hipError_t hipMemcpy3D(const struct hipMemcpy3DParms *p)
{
    return copy_3d(p, NULL, false, "hipMemcpy3D");
}

hipError_t hipMemcpy3D_spt(const struct hipMemcpy3DParms *p)
{
    return copy_3d(p, hipStreamPerThread, false, "hipMemcpy3D");
}

/* Copies between devices. All devices share one address space, so it does not matter which device
 * each address belongs to. */
static hipError_t copy_between_devices(const struct hip_peer_copy *p, hipStream_t stream,
                                       bool is_async, const char *function)
{
    if (!p)
        return fail(hipErrorInvalidValue, "%s: the parameters are null", function);
    if (!gpu_at(p->source_device) || !gpu_at(p->device))
        return fail_device(function, gpu_at(p->device) ? p->source_device : p->device);
    const struct hipMemcpy3DParms parameters = {.srcArray = p->source_array,
                                                .srcPos = p->source_position,
                                                .srcPtr = p->source,
                                                .dstArray = p->array,
                                                .dstPos = p->position,
                                                .dstPtr = p->destination,
                                                .extent = p->extent,
                                                .kind = hipMemcpyDefault};
    return copy_3d(&parameters, stream, is_async, function);
}

hipError_t hip_memcpy_3d_peer(const struct hip_peer_copy *parameters)
{
    return copy_between_devices(parameters, NULL, false, "hipMemcpy3DPeer");
}

hipError_t hip_memcpy_3d_peer_async(const struct hip_peer_copy *parameters, hipStream_t stream)
{
    return copy_between_devices(parameters, stream, true, "hipMemcpy3DPeerAsync");
}

hipError_t hipMemcpy3DAsync(const struct hipMemcpy3DParms *p, hipStream_t stream)
{
    return copy_3d(p, stream, true, "hipMemcpy3DAsync");
}

hipError_t hipMemcpy3DAsync_spt(const struct hipMemcpy3DParms *p, hipStream_t stream)
{
    return copy_3d(p, stream_per_thread(stream), true, "hipMemcpy3DAsync");
}

/* ---- Copies of rows to and from arrays, by functions for arrays only
 * ----------------------------- */

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

/* ---- Copies of bytes to and from arrays: they continue in the next row of the array
 * ------------- */

/* Splits a copy of |count| bytes from (x, y) on into boxes. Returns the next box: the rest of a
 * row, or whole rows, or the start of a row. */
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
