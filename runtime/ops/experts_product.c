/* Products of sorted rows with the matrices of their experts. */
#include "dtype.h"
#include "experts_order.h"
#include "launches.h"
#include "ops.h"

enum {
    /* Up to this number of pairs to an expert, rows are multiplied by kernels for few rows; where
     * there are kernels for warpgroups, only up to the second number. */
    FEW_TO_AN_EXPERT = 2,
    FEW_BESIDE_WARPGROUPS = 1,
    /* Big tiles are chosen if there are enough of them to fill a GPU, and if experts have more
     * places than a small tile. */
    BIG_TILES = 128,
};

/* How blocks of a format's kernel are divided; see EXPERTS_FORMATS. */
static const struct {
    const char *name;
    uint32_t places, rows;
} formats[KRT_BLOCK_FORMAT_COUNT] = {
#define FORMAT(NAME, BLOCK, PLACES, ROWS) [KRT_##BLOCK] = {#NAME, PLACES, ROWS},
    EXPERTS_FORMATS(FORMAT)
#undef FORMAT
};

/* Checks |x|, and finds how its rows belong to places. */
static krt_status check_x(const char *function, const struct krt_models *models,
                          const struct krt_experts_options *options,
                          const struct krt_experts_order *order, const struct krt_tensor *x,
                          uint32_t columns, struct order *sizes, struct experts_product *out)
{
    struct krt_experts_options all = {.sorted = false};
    krt_status status = options_read(function, options, &all, sizeof all);
    if (!status)
        status = order_check(function, models, order, sizes);
    if (status)
        return status;
    const uint64_t shape[] = {all.sorted ? sizes->pairs : sizes->tokens, columns};
    status = expect_tensor(function, models, "x", x, ANY_DTYPE, 2, shape, DENSE);
    if (!status)
        status = expect_i32(function, "elements of |x|", shape[0] * shape[1]);
    *out = (struct experts_product){.x = x ? x->data : NULL,
                                    .starts = order->starts.data,
                                    .order = all.sorted ? NULL : order->pairs.data,
                                    .each = sizes->each,
                                    .experts = sizes->experts,
                                    .columns = columns};
    return status;
}

static krt_status check_out(const char *function, const struct krt_models *models, uint32_t rows,
                            const struct order *sizes, const struct krt_tensor *out)
{
    const uint64_t shape[] = {sizes->pairs, rows};
    krt_status status = expect_tensor(function, models, "out", out, ANY_DTYPE, 2, shape, DENSE);
    return status ? status : expect_i32(function, "rows", rows);
}

static bool has_few(const struct order *sizes, uint32_t to_an_expert)
{
    return sizes->pairs <= sizes->experts * to_an_expert;
}

/* Launches a kernel for tiles of |places| places and |rows| rows. */
static krt_status launch_tiles(const char *function, const struct krt_models *models,
                               struct krt_stream *stream, uint32_t ordinal, uint32_t places,
                               uint32_t rows, struct krt_launch_config config,
                               const struct order *sizes, struct experts_product *work)
{
    uint64_t slots = round_up(sizes->pairs / places + sizes->experts, EXPERTS_BAND);
    work->across = (uint32_t)ceil_div(work->rows, rows);
    krt_status status = expect_i32(function, "workgroups", slots * work->across);
    config.grid[0] = (uint32_t)slots * work->across;
    return status ? status
                  : krt_launch(models->package, ordinal, stream, &config, (void *[]){work});
}

/* Launches a kernel whose workgroups make |rows| rows of up to EXPERTS_FEW places. */
static krt_status launch_few(const struct krt_models *models, struct krt_stream *stream,
                             uint32_t ordinal, uint32_t rows, struct krt_launch_config config,
                             const struct order *sizes, struct experts_product *work)
{
    config.grid[0] = (uint32_t)ceil_div(work->rows, rows);
    config.grid[1] = sizes->pairs;
    return krt_launch(models->package, ordinal, stream, &config, (void *[]){work});
}

/* ---- f16 and bf16 ---------------------------------------------------------------------------- */

static krt_status multiply(const char *function, const struct krt_models *models,
                           struct krt_stream *stream, uint32_t type, const struct order *sizes,
                           struct experts_product *work)
{
    const char *dtype = krt_dtype_name(type);
    bool is_done = false;
    const struct krt_launch_config config = {.block = {EXPERTS_THREADS}};
    uint32_t ordinal, side = EXPERTS_SIDE_BIG;
    krt_status status = KRT_OK;
    if (!has_few(sizes, FEW_BESIDE_WARPGROUPS))
        status = experts_by_warpgroups(function, models, stream, type, sizes, work, &is_done);
    if (status || is_done)
        return status;
    if (has_few(sizes, FEW_TO_AN_EXPERT)) {
        status = models_find(models, function, &ordinal, "experts_few_%s", dtype);
        return status ? status
                      : launch_few(models, stream, ordinal, EXPERTS_FEW_ROWS, config, sizes, work);
    }
    uint64_t tiles = (uint64_t)sizes->pairs / side * ceil_div(work->rows, side);
    if (tiles < BIG_TILES || sizes->pairs / sizes->experts <= EXPERTS_SIDE)
        side = EXPERTS_SIDE;
    status = models_find(models, function, &ordinal, "experts_%s_%u", dtype, side);
    return status
               ? status
               : launch_tiles(function, models, stream, ordinal, side, side, config, sizes, work);
}

krt_status krt_experts_matmul(struct krt_models *models, struct krt_stream *stream,
                              const struct krt_experts_options *options,
                              const struct krt_experts_order *order, const struct krt_tensor *x,
                              const struct krt_tensor *w, const struct krt_tensor *out)
{
    static const char function[] = "krt_experts_matmul";
    struct order sizes;
    struct experts_product work;
    krt_status status = expect_tensor(function, models, "w", w, ANY_DTYPE, 3, NULL, DENSE);
    if (!status)
        status = expect_i32(function, "rows", w->dims[1]);
    if (!status)
        status = expect_i32(function, "columns", w->dims[2]);
    if (status)
        return status;
    uint32_t rows = (uint32_t)w->dims[1], columns = (uint32_t)w->dims[2];
    status = check_x(function, models, options, order, x, columns, &sizes, &work);
    if (!status)
        status = check_out(function, models, rows, &sizes, out);
    if (!status && (x->dtype != w->dtype || out->dtype != w->dtype || w->dims[0] != sizes.experts))
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                     "%s: |x| is %s, |w| %s, |out| %s; |w| has %llu matrices for %u experts",
                     function, krt_dtype_name(x->dtype), krt_dtype_name(w->dtype),
                     krt_dtype_name(out->dtype), (unsigned long long)w->dims[0], sizes.experts);
    if (status || sizes.pairs == 0 || rows == 0)
        return status;
    work.w = w->data;
    work.out = out->data;
    work.rows = rows;
    return multiply(function, models, stream, w->dtype, &sizes, &work);
}

/* ---- Quantized matrices ---------------------------------------------------------------------- */

/* Rounds the rows of |work|'s x to 8 bits, a row for each place, into |to|, which becomes x. */
static krt_status round_places(const char *function, const struct krt_models *models,
                               struct krt_stream *stream, const char *dtype,
                               const struct order *sizes, void *to, struct experts_product *work)
{
    struct experts_round rounding = {.x = work->x,
                                     .out = to,
                                     .order = work->order,
                                     .starts = work->starts,
                                     .each = work->each,
                                     .experts = work->experts,
                                     .columns = work->columns};
    struct krt_launch_config config = {.grid = {sizes->pairs}, .block = {EXPERTS_THREADS}};
    uint32_t ordinal;
    krt_status status = models_find(models, function, &ordinal, "experts_round_%s", dtype);
    work->x = to;
    work->order = NULL;
    return status ? status
                  : krt_launch(models->package, ordinal, stream, &config, (void *[]){&rounding});
}

static krt_status multiply_quantized(const char *function, const struct krt_models *models,
                                     struct krt_stream *stream, uint32_t format,
                                     const struct order *sizes, struct experts_product *work)
{
    const struct krt_launch_config config = {.block = {32, 4}};
    bool is_few = has_few(sizes, FEW_TO_AN_EXPERT);
    uint32_t ordinal;
    krt_status status = models_find(models, function, &ordinal,
                                    is_few ? "experts_few_%s" : "experts_%s", formats[format].name);
    if (status)
        return status;
    return is_few ? launch_few(models, stream, ordinal, EXPERTS_FEW_CODED_ROWS, config, sizes, work)
                  : launch_tiles(function, models, stream, ordinal, formats[format].places,
                                 formats[format].rows, config, sizes, work);
}

/* Multiplies by way of |memory|: rounded rows, and then sums if |out| is not f32. */
static krt_status multiply_rounded(const char *function, const struct krt_models *models,
                                   struct krt_stream *stream, const struct krt_tensor *x,
                                   uint32_t format, const struct order *sizes, char *memory,
                                   uint64_t sums_at, struct experts_product *work,
                                   const struct krt_tensor *out)
{
    bool is_wide = out->dtype == KRT_F32;
    work->out = is_wide ? out->data : memory + sums_at;
    krt_status status =
        round_places(function, models, stream, krt_dtype_name(x->dtype), sizes, memory, work);
    if (!status)
        status = multiply_quantized(function, models, stream, format, sizes, work);
    if (status || is_wide)
        return status;
    struct experts_sum rounding = {.y = work->out,
                                   .count = work->starts + work->experts,
                                   .tokens = sizes->pairs,
                                   .each = 1,
                                   .columns = work->rows};
    return experts_add_up(function, models, stream, "f32", &rounding, out);
}

static krt_status check_matrices(const char *function, const struct krt_models *models,
                                 const struct krt_quantized *w)
{
    if (!models || !w || !w->data)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                        models ? "|w|" : "|models|");
    uint32_t elements = krt_block_format_elements(w->format);
    if (elements == 0)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: %u is not a format of enum krt_block_format", function, w->format);
    if (w->columns % elements != 0)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: rows of %u columns are not whole blocks of %u (%s)", function,
                        w->columns, elements, krt_block_format_name(w->format));
    if (!formats[w->format].name)
        return krt_fail(KRT_ERROR_UNSUPPORTED, "%s: matrices of %s are not multiplied", function,
                        krt_block_format_name(w->format));
    return KRT_OK;
}

krt_status krt_experts_quantized_matmul(struct krt_models *models, struct krt_stream *stream,
                                        const struct krt_experts_options *options,
                                        const struct krt_experts_order *order,
                                        const struct krt_tensor *x, const struct krt_quantized *w,
                                        const struct krt_tensor *out)
{
    static const char function[] = "krt_experts_quantized_matmul";
    struct order sizes;
    struct experts_product work;
    krt_status status = check_matrices(function, models, w);
    if (!status)
        status = check_x(function, models, options, order, x, w->columns, &sizes, &work);
    if (!status)
        status = check_out(function, models, w->rows, &sizes, out);
    if (!status && (w->experts ? w->experts : 1) != sizes.experts)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |w| has %u matrices for %u experts",
                          function, w->experts ? w->experts : 1, sizes.experts);
    if (status || sizes.pairs == 0 || w->rows == 0)
        return status;
    work.w = w->data;
    work.rows = w->rows;
    uint64_t sums_at = round_up(
        (uint64_t)sizes.pairs * ceil_div(w->columns, ROUNDED_ELEMENTS) * ROUNDED_BYTES, 256);
    uint64_t sums = out->dtype == KRT_F32 ? 0 : (uint64_t)sizes.pairs * w->rows * sizeof(float);
    void *memory = NULL;
    status = krt_alloc_async(stream, sums_at + sums, &memory);
    if (status)
        return status;
    status = multiply_rounded(function, models, stream, x, w->format, &sizes, memory, sums_at,
                              &work, out);
    return memory_give(stream, memory, status);
}
