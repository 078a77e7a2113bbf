/* Operations that read or write by index. */
#include "launches.h"
#include "ops.h"

/* A dense tensor, as seen from one of its dimensions: [left, dim, right]. */
struct around {
    uint64_t left, dim, right;
};

static struct around around_dim(const struct krt_tensor *tensor, uint32_t dim)
{
    return (struct around){dims_product(tensor->dims, 0, dim), tensor->dims[dim],
                           dims_product(tensor->dims, dim + 1, tensor->rank)};
}

/* Checks |tensor|, whose parameter is called |name|, and that it has dimension |dim|. */
static krt_status check_first(const char *function, const struct krt_ops *ops, const char *name,
                              const struct krt_tensor *tensor, uint32_t dim)
{
    char shape[SHAPE_TEXT];
    krt_status status =
        expect_tensor(function, ops, name, tensor, ANY_DTYPE, ANY_RANK, NULL, DENSE);
    if (!status && dim >= tensor->rank)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s|, of shape %s, has no dimension %u",
                          function, name, tensor_print_shape(tensor, shape), dim);
    return status;
}

/* Makes |out| a dense tensor with the shape of |tensor|, except for |length| along |dim|. */
static void shape_with(const struct krt_tensor *tensor, uint32_t dim, uint64_t length,
                       uint64_t *out)
{
    for (uint32_t i = 0; i < tensor->rank; i++)
        out[i] = i == dim ? length : tensor->dims[i];
}

/* Checks |ids| and |other|. |ids| must have rank 1 if |is_vector|, otherwise the shape of |whole|
 * except along |dim|. |other| must have the dtype of |whole|, and as many elements along |dim| as
 * |ids|. */
static krt_status check_rest(const char *function, const struct krt_ops *ops,
                             const struct krt_tensor *whole, uint32_t dim,
                             const struct krt_tensor *ids, bool is_vector, const char *other_name,
                             const struct krt_tensor *other)
{
    uint64_t shape[KRT_MAX_RANK];
    uint32_t rank = is_vector ? 1 : whole->rank;
    krt_status status = expect_tensor(function, ops, "ids", ids, ANY_DTYPE, rank, NULL, STRIDED);
    if (status)
        return status;
    shape_with(whole, dim, ids->dims[is_vector ? 0 : dim], shape);
    if (!is_vector)
        status = expect_tensor(function, ops, "ids", ids, ANY_DTYPE, rank, shape, STRIDED);
    return status ? status
                  : expect_tensor(function, ops, other_name, other, whole->dtype, whole->rank,
                                  shape, DENSE);
}

/* Kernels of other dtypes exist, but not for all tensors: the message does not name them. */
static krt_status check_ids(const char *function, const struct krt_tensor *ids)
{
    if (dtype_is_integer(ids->dtype))
        return KRT_OK;
    return krt_fail(KRT_ERROR_UNSUPPORTED, "%s: |ids| are %s; indices are u8, u32, i16, i32 or i64",
                    function, krt_dtype_name(ids->dtype));
}

/* Finds the kernel for |ids| along dimension |dim| of |whole|. The greatest number of a signed
 * dtype means "no element", which a kernel of a wider dtype or of u32, which serves i32, does not
 * know. */
static krt_status find_for_ids(const char *function, const struct krt_ops *ops, unsigned operation,
                               const struct krt_tensor *whole, uint32_t dim, uint32_t ids,
                               uint32_t *ordinal)
{
    const uint64_t greatest = ids == KRT_I16 ? INT16_MAX : INT32_MAX;
    const uint32_t dtype = ops_ids(ops, operation, ids, whole->dtype);
    if ((ids == KRT_I32 || dtype != ids) && whole->dims[dim] > greatest)
        return krt_fail(KRT_ERROR_UNSUPPORTED,
                        "%s: |ids| are %s, and the dimension has more than 2^%u - 1 elements",
                        function, krt_dtype_name(ids), ids == KRT_I16 ? 15 : 31);
    return ops_find(ops, operation, dtype, ops_wider(ops, operation, ids, whole->dtype), ordinal);
}

/* Checks the operands, where |ids| has indices along |dim| of |whole|, and finds the kernel. */
static krt_status find_checked(const char *function, unsigned operation, bool is_vector,
                               struct krt_ops *ops, const char *name,
                               const struct krt_tensor *whole, uint32_t dim,
                               const struct krt_tensor *ids, const char *other_name,
                               const struct krt_tensor *other, uint32_t *ordinal)
{
    krt_status status = check_first(function, ops, name, whole, dim);
    if (!status)
        status = check_rest(function, ops, whole, dim, ids, is_vector, other_name, other);
    if (!status)
        status = check_ids(function, ids);
    return status ? status
                  : find_for_ids(function, ops, operation, whole, dim, ids->dtype, ordinal);
}

static bool is_nvidia(struct krt_stream *stream)
{
    struct krt_device_info info = {.struct_size = sizeof info};
    return stream_describe(stream, &info) == KRT_OK && info.driver == KRT_DRIVER_CUDA;
}

/* The grid of index_select. If rows are whole packs of 16 bytes, a thread moves one pack. If
 * there are many packs, the grid is along y, and on NVIDIA GPUs a thread moves two to eight
 * packs. With a number in between, a grid along x is faster: idle workgroups cost less than too
 * few workgroups. */
static struct krt_launch_config select_grid(struct krt_stream *stream, uint64_t numel,
                                            uint64_t row_bytes, const struct krt_tensor *in,
                                            const struct krt_tensor *out)
{
    /* FEW_BLOCKS is few_blocks - 1 of kernels/candle/indexing.cu. */
    enum { FEW_BLOCKS = 255, MANY_PACKS = 1 << 20 };
    uint32_t size = krt_dtype_size(in->dtype), each = 2 * (size < 4 ? size : 4);
    uint64_t packs = numel * size / 16;
    if ((((uintptr_t)in->data | (uintptr_t)out->data | row_bytes) & 15) != 0)
        return grid_by(numel, 1024);
    if (packs <= FEW_BLOCKS * 1024)
        return grid_by(packs, 1024);
    if (!is_nvidia(stream))
        return grid_of_workers(packs);
    return packs < MANY_PACKS ? grid_by(numel, 1024) : grid_of_workers(ceil_div(packs, each));
}

/* The grid of gather, which has an id for each element. A thread moves one element. Of many
 * elements it moves eight neighbours where the dtype is narrow and rows are short, and four
 * elsewhere on NVIDIA GPUs. */
static struct krt_launch_config gather_grid(struct krt_stream *stream, uint64_t numel, uint64_t row,
                                            uint32_t size)
{
    enum { MANY = INDEXED_MANY_BLOCKS * 1024 };
    const bool has_neighbours = size <= 4 && row < INDEXED_LONG_ROW;
    if (numel <= MANY || (!has_neighbours && !is_nvidia(stream)))
        return grid_by(numel, 1024);
    return grid_of_workers(ceil_div(numel, has_neighbours ? 8 : 4));
}

/* Launches an operation that reads by index. */
static krt_status read_by_index(const char *function, unsigned operation, bool is_vector,
                                struct krt_ops *ops, struct krt_stream *stream,
                                const struct krt_tensor *in, uint32_t dim,
                                const struct krt_tensor *ids, const struct krt_tensor *out)
{
    struct krt_tensor dense;
    uint32_t ordinal;
    uint64_t numel, num_dims = 0;
    krt_status status =
        find_checked(function, operation, is_vector, ops, "in", in, dim, ids, "out", out, &ordinal);
    if (!status)
        status = krt_tensor_count(out, &numel);
    if (status || numel == 0)
        return status;
    status = dense_take(ops, stream, ids, ops_ids(ops, operation, ids->dtype, in->dtype), &dense);
    if (status)
        return status;
    struct around a = around_dim(in, dim);
    uint64_t length = out->dims[dim];
    uint32_t size = krt_dtype_size(in->dtype);
    struct krt_launch_config config = is_vector
                                          ? select_grid(stream, numel, a.right * size, in, out)
                                          : gather_grid(stream, numel, a.right, size);
    /* |dense| has no gaps: kernels with the parameter get a rank of 0, and read no dims */
    const uint64_t *info = NULL;
    const void *indices = dense.data, *from = in->data;
    void *to = out->data, *arguments[10];
    unsigned count = 0;
    arguments[count++] = &numel;
    if (is_vector) {
        arguments[count++] = &num_dims;
        arguments[count++] = &info;
    }
    arguments[count++] = &indices;
    arguments[count++] = &from;
    arguments[count++] = &to;
    arguments[count++] = &a.left;
    arguments[count++] = &a.dim;
    arguments[count++] = &length;
    arguments[count++] = &a.right;
    status = krt_launch(ops->package, ordinal, stream, &config, arguments);
    return dense_give(stream, ids, &dense, status);
}

krt_status krt_index_select(struct krt_ops *ops, struct krt_stream *stream,
                            const struct krt_tensor *in, uint32_t dim, const struct krt_tensor *ids,
                            const struct krt_tensor *out)
{
    return read_by_index("krt_index_select", OPERATION_INDEX_SELECT, true, ops, stream, in, dim,
                         ids, out);
}

krt_status krt_gather(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                      uint32_t dim, const struct krt_tensor *ids, const struct krt_tensor *out)
{
    return read_by_index("krt_gather", OPERATION_GATHER, false, ops, stream, in, dim, ids, out);
}

static krt_status write_wide(const char *function, unsigned operation, bool is_vector,
                             struct krt_ops *ops, struct krt_stream *stream, uint32_t dtype,
                             const struct krt_tensor *in, uint32_t dim,
                             const struct krt_tensor *ids, const struct krt_tensor *out);

/* Launches an operation that writes by index. A thread walks one line of |in| along |dim|. */
static krt_status write_by_index(const char *function, unsigned operation, bool is_vector,
                                 struct krt_ops *ops, struct krt_stream *stream,
                                 const struct krt_tensor *in, uint32_t dim,
                                 const struct krt_tensor *ids, const struct krt_tensor *out)
{
    struct krt_tensor dense;
    uint32_t ordinal;
    krt_status status =
        find_checked(function, operation, is_vector, ops, "out", out, dim, ids, "in", in, &ordinal);
    if (status)
        return status;
    struct around a = around_dim(in, dim);
    uint64_t length = out->dims[dim];
    if (a.left * a.dim * a.right == 0 || length == 0)
        return KRT_OK;
    const uint32_t dtype = ops_wider(ops, operation, ids->dtype, in->dtype);
    if (dtype != in->dtype)
        return write_wide(function, operation, is_vector, ops, stream, dtype, in, dim, ids, out);
    status = dense_take(ops, stream, ids, ops_ids(ops, operation, ids->dtype, in->dtype), &dense);
    if (status)
        return status;
    struct krt_launch_config config = grid_for(a.left * a.right);
    const void *indices = dense.data, *from = in->data;
    void *to = out->data, *arguments[8];
    unsigned count = 0;
    arguments[count++] = &indices;
    if (is_vector)
        arguments[count++] = &a.dim;
    arguments[count++] = &from;
    arguments[count++] = &to;
    arguments[count++] = &a.left;
    arguments[count++] = &a.dim;
    arguments[count++] = &length;
    arguments[count++] = &a.right;
    status = krt_launch(ops->package, ordinal, stream, &config, arguments);
    return dense_give(stream, ids, &dense, status);
}

static krt_status write_wide(const char *function, unsigned operation, bool is_vector,
                             struct krt_ops *ops, struct krt_stream *stream, uint32_t dtype,
                             const struct krt_tensor *in, uint32_t dim,
                             const struct krt_tensor *ids, const struct krt_tensor *out)
{
    struct wide wide;
    krt_status status = wide_begin(ops, stream, dtype, in, NULL, out, true, &wide);
    if (!status)
        status = write_by_index(function, operation, is_vector, ops, stream, &wide.in, dim, ids,
                                &wide.out);
    return wide_end(ops, stream, &wide, out, status);
}

krt_status krt_index_add(struct krt_ops *ops, struct krt_stream *stream,
                         const struct krt_tensor *in, uint32_t dim, const struct krt_tensor *ids,
                         const struct krt_tensor *out)
{
    return write_by_index("krt_index_add", OPERATION_INDEX_ADD, true, ops, stream, in, dim, ids,
                          out);
}

krt_status krt_scatter_add(struct krt_ops *ops, struct krt_stream *stream,
                           const struct krt_tensor *in, uint32_t dim, const struct krt_tensor *ids,
                           const struct krt_tensor *out)
{
    return write_by_index("krt_scatter_add", OPERATION_SCATTER_ADD, false, ops, stream, in, dim,
                          ids, out);
}

krt_status krt_scatter(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                       uint32_t dim, const struct krt_tensor *ids, const struct krt_tensor *out)
{
    return write_by_index("krt_scatter", OPERATION_SCATTER, false, ops, stream, in, dim, ids, out);
}
