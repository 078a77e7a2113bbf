/* Operations on rows: softmax, norms, and rotary embedding. */
#include "launches.h"
#include "ops.h"

/* Checks that |in| and |out| have one dtype and shape, and finds how many rows and columns they
 * have. */
static krt_status rows_check(const char *function, const struct krt_ops *ops,
                             const struct krt_tensor *in, const struct krt_tensor *out,
                             uint64_t *out_rows, int32_t *out_columns)
{
    krt_status status = expect_tensor(function, ops, "in", in, ANY_DTYPE, ANY_RANK, NULL, DENSE);
    if (status)
        return status;
    if (in->rank == 0)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |in| has no dimension to go along",
                        function);
    status = expect_tensor(function, ops, "out", out, in->dtype, in->rank, in->dims, DENSE);
    uint64_t columns = in->dims[in->rank - 1];
    if (!status)
        status = expect_i32(function, "columns", columns);
    if (status)
        return status;
    *out_columns = (int32_t)columns;
    *out_rows = columns == 0 ? 0 : dims_product(in->dims, 0, in->rank - 1);
    return KRT_OK;
}

static bool has_waves_of_64(struct krt_stream *stream)
{
    struct krt_device_info info = {.struct_size = sizeof info};
    return stream_describe(stream, &info) == KRT_OK && info.warp_size == 64;
}

/* Whether the registers of a row's threads can hold the row's exponentials, so that these are
 * computed only once. */
static bool are_kept(const struct krt_tensor *in, const struct krt_tensor *out, uint64_t row_bytes)
{
    return in->dtype == KRT_F64 && row_bytes <= SOFTMAX_LONG_THREADS * SOFTMAX_KEPT_BYTES &&
           (row_bytes | (uintptr_t)in->data | (uintptr_t)out->data) % 16 == 0;
}

/* Returns how many threads a workgroup needs for one row of softmax, or 0 if a wave is enough. A
 * row gets a workgroup if rows are few and long: up to 256 rows of 16 KiB, up to 1024 rows of 64
 * KiB. With workgroups for more rows an H100 is not faster. A row also gets a workgroup if its
 * exponentials are kept in registers and a wave has too few registers. */
static uint32_t threads_of_long_row(uint64_t rows, uint64_t row_bytes, bool is_kept)
{
    enum { LEAST = 16 << 10, WAVE = 32 };
    if (row_bytes >= LEAST && row_bytes / 64 >= rows)
        return SOFTMAX_LONG_THREADS;
    if (!is_kept)
        return 0;
    uint32_t threads = WAVE;
    while (threads * SOFTMAX_KEPT_BYTES < row_bytes)
        threads *= 2;
    return threads > WAVE ? threads : 0;
}

krt_status krt_softmax(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                       const struct krt_tensor *out)
{
    static const char function[] = "krt_softmax";
    const struct teams teams = {.threads = 256,
                                .lanes = 32,
                                .packs = 4,
                                .lanes_of_parts = ROW_THREADS_LEAST,
                                .longest = 256};
    uint64_t rows;
    int32_t columns;
    uint32_t ordinal;
    struct krt_launch_config config;
    krt_status status = rows_check(function, ops, in, out, &rows, &columns);
    if (status)
        return status;
    const uint64_t row_bytes = (uint64_t)columns * krt_dtype_size(in->dtype);
    const bool is_kept = are_kept(in, out, row_bytes);
    const uint32_t threads = threads_of_long_row(rows, row_bytes, is_kept);
    const bool has_teams =
        threads == 0 && teams_for(rows, row_bytes, teams, in->data, out->data, &config);
    const bool is_long = threads > 0 || (has_teams && is_kept);
    status =
        ops_find(ops, is_long ? OPERATION_SOFTMAX_LONG : OPERATION_SOFTMAX, in->dtype, 0, &ordinal);
    if (status || rows == 0)
        return status;
    if (threads > 0) {
        status = grid_of(function, rows, threads, &config);
    } else if (!has_teams) {
        /* On GPUs with waves of 64 lanes, a wave makes two rows. */
        if (rows % 2 == 0 && has_waves_of_64(stream)) {
            status = grid_of(function, rows / 2, 32, &config);
            config.block[1] = 2;
        } else {
            status = grid_of(function, rows, 32, &config);
            config.block[0] = 1; /* The kernel wants all threads of a block along y. */
            config.block[1] = 32;
        }
    }
    if (status)
        return status;
    const void *from = in->data;
    void *to = out->data, *arguments[] = {&from, &to, &columns};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

/* Launches layer_norm, or rms_norm, which has no |beta|. */
static krt_status norm(const char *function, unsigned operation, struct krt_ops *ops,
                       struct krt_stream *stream, const struct krt_tensor *in,
                       const struct krt_tensor *alpha, const struct krt_tensor *beta, float epsilon,
                       const struct krt_tensor *out)
{
    uint64_t rows;
    int32_t columns;
    uint32_t ordinal;
    struct krt_launch_config config;
    krt_status status = rows_check(function, ops, in, out, &rows, &columns);
    if (status)
        return status;
    const uint64_t *row = &in->dims[in->rank - 1];
    status = expect_tensor(function, ops, "alpha", alpha, in->dtype, 1, row, OPTIONAL);
    if (!status)
        status = expect_tensor(function, ops, "beta", beta, in->dtype, 1, row, OPTIONAL);
    if (!status)
        status = ops_find(ops, operation, in->dtype, 0, &ordinal);
    if (status || rows == 0)
        return status;
    int32_t block = columns < 1024 ? 32 : 1024;
    const struct teams teams = {.threads = 512,
                                .lanes = 256,
                                .packs = 2,
                                .lanes_of_parts = ROW_THREADS_LEAST,
                                .longest = 1024};
    if (!teams_for(rows, (uint64_t)columns * krt_dtype_size(in->dtype), teams, in->data, out->data,
                   &config))
        status = grid_of(function, rows, (uint32_t)block, &config);
    if (status)
        return status;
    const void *from = in->data, *factor = alpha ? alpha->data : NULL;
    const void *term = beta ? beta->data : NULL;
    void *to = out->data;
    void *rms_arguments[] = {&from, &to, &factor, &columns, &block, &epsilon};
    void *layer_arguments[] = {&from, &to, &factor, &term, &columns, &block, &epsilon};
    return krt_launch(ops->package, ordinal, stream, &config,
                      operation == OPERATION_RMS_NORM ? rms_arguments : layer_arguments);
}

krt_status krt_rms_norm(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                        const struct krt_tensor *alpha, float epsilon, const struct krt_tensor *out)
{
    return norm("krt_rms_norm", OPERATION_RMS_NORM, ops, stream, in, alpha, NULL, epsilon, out);
}

krt_status krt_layer_norm(struct krt_ops *ops, struct krt_stream *stream,
                          const struct krt_tensor *in, const struct krt_tensor *alpha,
                          const struct krt_tensor *beta, float epsilon,
                          const struct krt_tensor *out)
{
    return norm("krt_layer_norm", OPERATION_LAYER_NORM, ops, stream, in, alpha, beta, epsilon, out);
}

/* ---- Rotary embedding ----------------------------------------------------------------------- */

/* Checks that |cos| and |sin| have one shape, [.., >= time, d/2]. If each item of the batch has its
 * own table, sets |*out_step| to the number of elements that |in| has in one item, and otherwise to
 * 0. */
static krt_status check_table(const struct krt_ops *ops, const struct krt_tensor *in,
                              const struct krt_tensor *cos, const struct krt_tensor *sin,
                              uint64_t time, uint64_t *out_step)
{
    static const char function[] = "krt_rope";
    uint64_t half = in->dims[3] / 2, each[3] = {in->dims[0], time, half};
    bool is_batched = cos && cos->rank == 3;
    uint64_t shared[2] = {cos && cos->rank == 2 && cos->dims[0] > time ? cos->dims[0] : time, half};
    const uint64_t *dims = is_batched ? each : shared;
    uint32_t rank = is_batched ? 3 : 2;
    *out_step = is_batched ? dims_product(in->dims, 1, 4) : 0;
    krt_status status = expect_tensor(function, ops, "cos", cos, in->dtype, rank, dims, DENSE);
    return status ? status : expect_tensor(function, ops, "sin", sin, in->dtype, rank, dims, DENSE);
}

/* Checks |in| and |out|, and counts the elements of |in|. */
static krt_status check_rope(const struct krt_ops *ops, enum krt_rope kind,
                             const struct krt_tensor *in, const struct krt_tensor *out,
                             uint64_t *count)
{
    static const char function[] = "krt_rope";
    if ((unsigned)kind >= KRT_ROPE_COUNT)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_rope: there is no kind %d", (int)kind);
    krt_status status = expect_tensor(function, ops, "in", in, ANY_DTYPE, 4, NULL, DENSE);
    if (!status)
        status = expect_tensor(function, ops, "out", out, in->dtype, 4, in->dims, DENSE);
    if (!status && in->dims[3] % 2 != 0)
        status = krt_fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "krt_rope: rows of %llu elements are not pairs: the last dimension must be even",
            (unsigned long long)in->dims[3]);
    if (!status)
        status = krt_tensor_count(in, count);
    if (!status && *count > UINT32_MAX)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "krt_rope: %llu elements, and the kernels count to 2^32 - 1",
                          (unsigned long long)*count);
    return status;
}

krt_status krt_rope(struct krt_ops *ops, struct krt_stream *stream, enum krt_rope kind,
                    const struct krt_tensor *in, const struct krt_tensor *cos,
                    const struct krt_tensor *sin, const struct krt_tensor *out)
{
    uint32_t ordinal;
    uint64_t step, count;
    krt_status status = check_rope(ops, kind, in, out, &count);
    if (status)
        return status;
    bool is_thd = kind == KRT_ROPE_HALVES_THD;
    uint64_t time = in->dims[is_thd ? 1 : 2], heads = in->dims[is_thd ? 2 : 1];
    status = check_table(ops, in, cos, sin, time, &step);
    if (!status)
        status = ops_find(ops, OPERATION_ROPE + (unsigned)kind, in->dtype, 0, &ordinal);
    if (status || count == 0)
        return status;
    struct krt_launch_config config;
    status = grid_of("krt_rope", ceil_div(count / 2, 1024), 1024, &config);
    if (status)
        return status;
    uint32_t b = (uint32_t)in->dims[0], t = (uint32_t)time, h = (uint32_t)heads;
    uint32_t d = (uint32_t)in->dims[3], bh = b * h, td = t * d, step32 = (uint32_t)step;
    const void *from = in->data, *c = cos->data, *s = sin->data;
    void *to = out->data;
    void *interleaved[] = {&from, &c, &s, &to, &bh, &td, &step32};
    void *halves[] = {&from, &c, &s, &to, &bh, &td, &d, &step32};
    void *thd[] = {&from, &c, &s, &to, &b, &t, &h, &d, &step32};
    void **const arguments[KRT_ROPE_COUNT] = {interleaved, halves, thd};
    return krt_launch(ops->package, ordinal, stream, &config, arguments[kind]);
}
