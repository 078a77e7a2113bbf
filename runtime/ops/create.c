/* Tensors that are made of numbers at equal distances, or of two values. */
#include "expect.h"
#include "ops.h"

/* Checks |out|, finds the kernel and makes a grid for it: a thread stores 16 bytes. With KRT_OK and
 * |count| 0 there is nothing to do. */
static krt_status begin(const char *function, struct krt_ops *ops, unsigned operation,
                        const struct krt_tensor *out, uint32_t *ordinal, uint64_t *count,
                        struct krt_launch_config *config)
{
    const struct expected expected = {"out", out, ANY_DTYPE, ANY_RANK, NULL, false, false};
    krt_status status = expect_tensors(function, ops, &expected, 1);
    if (!status)
        status = krt_tensor_count(out, count);
    if (!status)
        status = ops_find(ops, operation, out->dtype, 0, ordinal);
    if (status)
        return status;
    uint64_t pack = 16 / krt_dtype_size(out->dtype);
    *config = grid_for((*count + pack - 1) / pack);
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
    if (count == 1) /* the kernel counts the upper half from |end| */
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
