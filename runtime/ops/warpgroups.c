/* Products with an end on NVIDIA GPUs of compute capability 9.0, in one launch: the kernels
 * product_along_T of kernels/own/warpgroups.cu. A copy engine reads their operands, which needs
 * descriptions that CUDA's driver makes. */
#include "warpgroups.h"

#include "ops.h"
#include "products.h"
#include "vendor.h"

#include <string.h>

/* ---- The driver --------------------------------------------------------------------------------
 *
 * The numbers of enums come from cuda.h.
 */

typedef int encode_function(struct tensor_map *out, int type, uint32_t rank, void *data,
                            const uint64_t *dims, const uint64_t *strides, const uint32_t *box,
                            const uint32_t *steps, int interleave, int swizzle, int promotion,
                            int fill);

/* Returns NULL for drivers before CUDA 12, which do not have this function. */
static encode_function *find_encode(const struct krt_device_info *info)
{
    encode_function *encode;
    void *symbol = vendor_driver_function(info->library, "cuTensorMapEncodeTiled");
    memcpy(&encode, &symbol, sizeof symbol);
    return encode;
}

/* Describes a matrix of |lines| lines of |length| elements, which is copied in boxes of 64 elements
 * of |box| lines. */
static bool describe(encode_function *encode, uint32_t dtype, const struct blas_operand *operand,
                     int32_t length, int32_t lines, uint32_t box, struct tensor_map *out)
{
    enum { F16 = 6, BF16 = 9, PLAIN = 0, SWIZZLE_128_BYTES = 3, PROMOTE_256_BYTES = 3, ZEROS = 0 };
    const uint64_t dims[] = {(uint64_t)length, (uint64_t)lines},
                   pitch = (uint64_t)operand->pitch * sizeof(uint16_t);
    const uint32_t boxes[] = {64, box}, steps[] = {1, 1};
    void *data;
    memcpy(&data, &operand->data, sizeof data);
    return encode(out, dtype == KRT_F16 ? F16 : BF16, 2, data, dims, &pitch, boxes, steps, PLAIN,
                  SWIZZLE_128_BYTES, PROMOTE_256_BYTES, ZEROS) == 0;
}

bool warpgroups_describe(const struct krt_device_info *info, uint32_t dtype, const void *matrix,
                         uint32_t length, uint32_t lines, uint32_t box, struct tensor_map *out)
{
    const struct blas_operand operand = {.data = matrix, .pitch = length};
    encode_function *encode = find_encode(info);
    return encode && describe(encode, dtype, &operand, (int32_t)length, (int32_t)lines, box, out);
}

static uint64_t tiles_of(const struct blas_product *task)
{
    return ceil_div((uint64_t)task->m, WG_ROWS) * ceil_div((uint64_t)task->n, WG_COLUMNS);
}

/* ---- Whether warpgroups are faster ----------------------------------------------------------- */

/* The copy engine wants lines at multiples of 16 bytes. */
static bool is_aligned(const struct blas_operand *operand)
{
    return (uintptr_t)operand->data % 16 == 0 && operand->pitch % 8 == 0;
}

/* Whether the kernel is faster than a library's product in f32 that another launch finishes. The
 * more products a sum has, the more of the time is the library's, which multiplies faster. Tiles
 * that leave much of the GPU idle in the last turn lose more than the second launch costs. */
static bool is_faster(const struct blas_product *task, uint32_t multiprocessors)
{
    enum { DEPTH_MOST = 4096 };
    uint64_t tiles = tiles_of(task);
    uint64_t places = ceil_div(tiles, multiprocessors) * multiprocessors;
    return task->k <= DEPTH_MOST && tiles * 4 >= places * 3;
}

/* ---- Launching a product --------------------------------------------------------------------- */

static krt_status launch(const struct krt_ops *ops, struct krt_stream *stream,
                         const struct krt_device_info *info, encode_function *encode,
                         const struct blas_product *task, void *const *end, bool *out_is_done)
{
    bool along_n = !task->b.is_transposed;
    unsigned operation = along_n ? OPERATION_PRODUCT_ALONG_N : OPERATION_PRODUCT_ALONG_K;
    struct krt_device *device;
    struct krt_function *function;
    struct tensor_map a, b;
    if (!describe(encode, task->dtype, &task->a, task->k, task->m, WG_ROWS, &a) ||
        !describe(encode, task->dtype, &task->b, along_n ? task->n : task->k,
                  along_n ? task->k : task->n, along_n ? WG_DEPTH : 128, &b))
        return KRT_OK;
    krt_status status = krt_stream_device(stream, &device);
    if (!status)
        status = krt_function_get(ops->package, ops->ordinals[operation][task->dtype][0], device,
                                  &function);
    if (!status)
        status = vendor_allow_shared(device, info, function, WG_SHARED_BYTES);
    if (status)
        return status;
    uint64_t tiles = tiles_of(task);
    struct krt_launch_config config =
        grid_up_to(tiles < info->multiprocessors ? tiles : info->multiprocessors, WG_THREADS);
    config.shared_bytes = WG_SHARED_BYTES;
    void *c = task->c;
    void *arguments[] = {&a,     &b,     (void *)&task->m, (void *)&task->n, (void *)&task->k,
                         end[0], end[1], end[2],           end[3],           end[4],
                         &c};
    *out_is_done = true;
    return krt_function_launch(function, stream, &config, arguments,
                               sizeof arguments / sizeof *arguments);
}

krt_status warpgroups_multiply(const struct krt_ops *ops, struct krt_stream *stream,
                               const struct blas_product *task, void *const *end, bool *out_is_done)
{
    struct krt_device_info info = {.struct_size = sizeof info};
    encode_function *encode;
    *out_is_done = false;
    if (!ops_has(ops, OPERATION_PRODUCT_ALONG_N, task->dtype, 0) ||
        !ops_has(ops, OPERATION_PRODUCT_ALONG_K, task->dtype, 0) || task->batches != 1 ||
        task->a.is_transposed || !is_aligned(&task->a) || !is_aligned(&task->b))
        return KRT_OK;
    krt_status status = stream_describe(stream, &info);
    if (status || info.driver != KRT_DRIVER_CUDA || strcmp(info.target, "sm_90") != 0 ||
        !is_faster(task, info.multiprocessors) || !(encode = find_encode(&info)))
        return status;
    return launch(ops, stream, &info, encode, task, end, out_is_done);
}
