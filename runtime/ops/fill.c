/* Filling and copying tensors, and making sequences of numbers at equal distances and tensors of
 * two values. */
#include "ops.h"

#include <krt/storage.h>

/* ---- Filling tensors ------------------------------------------------------------------------- */

static krt_status fill_dense(struct krt_ops *ops, struct krt_stream *stream, uint32_t ordinal,
                             union scalar value, const struct krt_tensor *out, uint64_t count)
{
    uint64_t pack = 32 / krt_dtype_size(out->dtype); /* how many elements a thread sets */
    struct krt_launch_config config = grid_of_workers(ceil_div(count, pack));
    void *to = out->data, *arguments[] = {&to, &value, &count};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

krt_status krt_fill(struct krt_ops *ops, struct krt_stream *stream, struct krt_scalar value,
                    const struct krt_tensor *out)
{
    struct elementwise work = {.function = "krt_fill", .operands = {out}, .operand_count = 1};
    uint32_t ordinal;
    if (!ops || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_fill: |%s| is NULL", ops ? "out" : "ops");
    krt_status status = elementwise_check(&work);
    if (status)
        return status;
    union scalar number = scalar_convert(value, out->dtype);
    bool is_dense = tensor_is_dense(out);
    status = ops_find(ops, is_dense ? OPERATION_FILL : OPERATION_SET, out->dtype, 0, &ordinal);
    if (status || work.count == 0)
        return status;
    if (is_dense)
        return fill_dense(ops, stream, ordinal, number, out, work.count);
    void *to = out->data, *arguments[] = {&number, &to};
    return elementwise_launch(ops, ordinal, stream, &work, arguments, 2);
}

/* ---- Copying tensors ------------------------------------------------------------------------- */

krt_status krt_copy2d(struct krt_ops *ops, struct krt_stream *stream, uint32_t dtype,
                      const void *source, uint32_t source_pitch, void *destination,
                      uint32_t destination_pitch, uint32_t rows, uint32_t columns)
{
    uint32_t ordinal;
    if (!ops || dtype >= KRT_DTYPE_COUNT)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        ops ? "krt_copy2d: there is no such dtype" : "krt_copy2d: |ops| is NULL");
    if (rows > 1 && destination_pitch < columns)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_copy2d: rows of %u elements overlap at a destination pitch of %u",
                        columns, destination_pitch);
    krt_status status = ops_find(ops, OPERATION_COPY2D, dtype, 0, &ordinal);
    if (status || rows == 0 || columns == 0)
        return status;
    struct krt_launch_config config = grid_for((uint64_t)rows * columns);
    if ((uint64_t)config.grid[0] * config.block[0] < (uint64_t)rows * columns)
        return krt_fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "krt_copy2d: %u rows of %u elements are more than one launch copies: split it", rows,
            columns);
    void *arguments[] = {&source, &destination, &rows, &columns, &source_pitch, &destination_pitch};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

/* Whether |tensor| is |rows| dense rows of |columns| elements, with |pitch| elements from the
 * beginning of one row to the beginning of the next, or 0 if one row is repeated. */
static bool is_pitched(const struct krt_tensor *tensor, uint64_t *rows, uint64_t *columns,
                       uint64_t *pitch)
{
    uint32_t i = tensor->rank;
    *columns = *rows = 1;
    for (; i > 0 && (tensor->dims[i - 1] == 1 || tensor->strides[i - 1] == *columns); i--)
        *columns *= tensor->dims[i - 1];
    *pitch = i > 0 ? tensor->strides[i - 1] : *columns;
    for (; i > 0; i--) {
        if (tensor->dims[i - 1] != 1 && tensor->strides[i - 1] != *pitch * *rows)
            return false;
        *rows *= tensor->dims[i - 1];
    }
    return true;
}

/* Permutes both tensors alike, so that the strides of |out| descend. */
static void sort_by_strides(struct krt_tensor *in, struct krt_tensor *out)
{
    for (uint32_t i = 1; i < out->rank; i++) {
        for (uint32_t k = i; k > 0 && out->strides[k - 1] < out->strides[k]; k--) {
            krt_tensor_transpose(in, k - 1, k, in);
            krt_tensor_transpose(out, k - 1, k, out);
        }
    }
}

/* Copies to an |out| that has gaps or repetitions, also with sorted dimensions. If the rows of one
 * tensor are shorter, each row of the other tensor consists of several of them. */
static krt_status copy_pitched(struct krt_ops *ops, struct krt_stream *stream,
                               const struct krt_tensor *in, const struct krt_tensor *out)
{
    uint64_t in_rows, in_columns, in_pitch, rows, columns, pitch;
    if (!is_pitched(in, &in_rows, &in_columns, &in_pitch) ||
        !is_pitched(out, &rows, &columns, &pitch) || pitch < columns || in_columns % columns != 0 ||
        (in_columns != columns && in_rows != 1))
        return krt_fail(
            KRT_ERROR_UNSUPPORTED,
            "krt_copy: |out| has gaps or repetitions, and its elements are not rows at a pitch in "
            "both tensors: copy to a dense tensor");
    /* |in| is one long row. It is seen as rows of |out|'s length here. */
    if (in_columns != columns)
        in_pitch = columns;
    if ((rows | columns | in_pitch | pitch) > UINT32_MAX)
        return krt_fail(KRT_ERROR_UNSUPPORTED,
                        "krt_copy: %llu rows of %llu elements, at pitches of %llu and %llu; the "
                        "kernel counts each to 2^32 - 1",
                        (unsigned long long)rows, (unsigned long long)columns,
                        (unsigned long long)in_pitch, (unsigned long long)pitch);
    return krt_copy2d(ops, stream, in->dtype, in->data, (uint32_t)in_pitch, out->data,
                      (uint32_t)pitch, (uint32_t)rows, (uint32_t)columns);
}

krt_status krt_copy(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                    const struct krt_tensor *out)
{
    char one[SHAPE_TEXT], other[SHAPE_TEXT];
    uint64_t count;
    if (!ops || !in || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_copy: |%s| is NULL",
                        !ops  ? "ops"
                        : !in ? "in"
                              : "out");
    krt_status status = krt_tensor_count(in, &count);
    if (!status)
        status = krt_tensor_count(out, &count);
    if (status)
        return status;
    if (in->dtype != out->dtype || !tensor_has_shape_of(in, out))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_copy: %s %s goes in, and %s %s comes out",
                        krt_dtype_name(in->dtype), tensor_print_shape(in, one),
                        krt_dtype_name(out->dtype), tensor_print_shape(out, other));
    if (count == 0)
        return KRT_OK;
    if (tensor_is_dense(out))
        return krt_unary(ops, stream, KRT_UNARY_COPY, in, out);
    struct krt_tensor from = *in, to = *out;
    sort_by_strides(&from, &to);
    return tensor_is_dense(&to) ? krt_unary(ops, stream, KRT_UNARY_COPY, &from, &to)
                                : copy_pitched(ops, stream, &from, &to);
}

/* ---- Tensors that are made of numbers ------------------------------------------------------- */

/* Checks |out|, finds the kernel and makes a grid in which each thread stores 16 bytes. If it
 * returns KRT_OK and |count| is 0, there is nothing to launch. */
static krt_status begin(const char *function, struct krt_ops *ops, unsigned operation,
                        const struct krt_tensor *out, uint32_t *ordinal, uint64_t *count,
                        struct krt_launch_config *config)
{
    krt_status status = expect_tensor(function, ops, "out", out, ANY_DTYPE, ANY_RANK, NULL, DENSE);
    if (!status)
        status = krt_tensor_count(out, count);
    if (!status)
        status = ops_find(ops, operation, out->dtype, 0, ordinal);
    if (status)
        return status;
    *config = grid_for(ceil_div(*count, 16 / krt_dtype_size(out->dtype)));
    return KRT_OK;
}

krt_status krt_arange(struct krt_ops *ops, struct krt_stream *stream, struct krt_scalar start,
                      struct krt_scalar step, const struct krt_tensor *out)
{
    struct krt_launch_config config;
    uint32_t ordinal;
    uint64_t count;
    krt_status status = begin("krt_arange", ops, OPERATION_ARANGE, out, &ordinal, &count, &config);
    if (status || count == 0)
        return status;
    uint32_t dtype = dtype_is_integer(out->dtype) ? KRT_I64 : KRT_F64;
    union scalar first = scalar_convert(start, dtype), distance = scalar_convert(step, dtype);
    void *to = out->data, *arguments[] = {&count, &first, &distance, &to};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

krt_status krt_linspace(struct krt_ops *ops, struct krt_stream *stream, double start, double end,
                        const struct krt_tensor *out)
{
    struct krt_launch_config config;
    uint32_t ordinal;
    uint64_t count;
    krt_status status =
        begin("krt_linspace", ops, OPERATION_LINSPACE, out, &ordinal, &count, &config);
    if (status || count == 0)
        return status;
    /* The kernel counts the upper half backwards from |end|, which must be |start| if there is one
     * element. */
    if (count == 1)
        end = start;
    double step = count > 1 ? (end - start) / (double)(count - 1) : 0;
    void *to = out->data, *arguments[] = {&count, &start, &end, &step, &to};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

krt_status krt_band(struct krt_ops *ops, struct krt_stream *stream, int64_t low, int64_t high,
                    struct krt_scalar inside, struct krt_scalar outside,
                    const struct krt_tensor *out)
{
    struct krt_launch_config config;
    uint32_t ordinal;
    uint64_t count;
    krt_status status = begin("krt_band", ops, OPERATION_BAND, out, &ordinal, &count, &config);
    if (!status && out->rank < 2)
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                     "krt_band: |out| has %u dimensions; rows and columns are needed", out->rank);
    if (status || count == 0)
        return status;
    uint64_t rows = out->dims[out->rank - 2], columns = out->dims[out->rank - 1];
    if (rows > UINT32_MAX || columns > UINT32_MAX)
        return krt_fail(KRT_ERROR_UNSUPPORTED, "krt_band: 2^32 or more rows or columns");
    uint32_t height = (uint32_t)rows, width = (uint32_t)columns;
    union scalar yes = scalar_convert(inside, out->dtype), no = scalar_convert(outside, out->dtype);
    void *to = out->data, *arguments[] = {&count, &height, &width, &low, &high, &yes, &no, &to};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}
