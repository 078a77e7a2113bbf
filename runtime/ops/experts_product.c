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
static krt_status check_x(const char *function, const struct krt_experts_options *options,
                          const struct krt_experts_order *order, const struct krt_tensor *x,
                          uint32_t columns, struct order *sizes, struct experts_product *out)
{
    struct krt_experts_options all = {.sorted = false};
    krt_status status = options_read(function, options, &all, sizeof all);
    if (!status)
        status = order_check(function, order, sizes);
    if (status)
        return status;
    const uint64_t shape[] = {all.sorted ? sizes->pairs : sizes->tokens, columns};
    status = check_tensor(function, "x", x, ANY_DTYPE, 2, shape, DENSE);
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

static krt_status check_out(const char *function, uint32_t rows, const struct order *sizes,
                            const struct krt_tensor *out)
{
    const uint64_t shape[] = {sizes->pairs, rows};
    krt_status status = check_tensor(function, "out", out, ANY_DTYPE, 2, shape, DENSE);
    return status ? status : expect_i32(function, "rows", rows);
}

static krt_status check_apart(const char *function, const struct krt_experts_order *order,
                              const struct krt_tensor *x, const struct krt_tensor *w,
                              const struct krt_tensor *out)
{
    const struct operand operands[] = {OUTPUT("out", out), ORDER_OPERANDS(INPUT, order),
                                       INPUT("x", x), INPUT("w", w)};
    return expect_apart(function, operands, sizeof operands / sizeof *operands);
}

static bool has_few(const struct order *sizes, uint32_t to_an_expert)
{
    return sizes->pairs <= sizes->experts * to_an_expert;
}

/* A launch that nothing but the driver refuses. */
struct plan {
    uint32_t ordinal;
    struct krt_launch_config config;
};

/* Plans for a kernel for tiles of |places| places and |rows| rows. */
static krt_status plan_tiles(const char *function, uint32_t places, uint32_t rows,
                             const struct order *sizes, struct experts_product *work,
                             struct plan *plan)
{
    uint64_t slots = round_up(sizes->pairs / places + sizes->experts, EXPERTS_BAND);
    work->across = (uint32_t)ceil_div(work->rows, rows);
    uint32_t threads = plan->config.block[0] * (plan->config.block[1] ? plan->config.block[1] : 1);
    plan->config.grid[0] = (uint32_t)(slots * work->across);
    return expect_blocks(function, slots * work->across, threads);
}

/* Plans for a kernel whose workgroups make |rows| rows of up to EXPERTS_FEW places. */
static void plan_few(uint32_t rows, const struct order *sizes, const struct experts_product *work,
                     struct plan *plan)
{
    plan->config.grid[0] = (uint32_t)ceil_div(work->rows, rows);
    plan->config.grid[1] = sizes->pairs;
}

/* ---- f16 and bf16 ---------------------------------------------------------------------------- */

static krt_status plan_floats(const char *function, const struct krt_models *models,
                              const char *dtype, const struct order *sizes,
                              struct experts_product *work, struct plan *plan)
{
    uint32_t side = EXPERTS_SIDE_BIG;
    plan->config.block[0] = EXPERTS_THREADS;
    if (has_few(sizes, FEW_TO_AN_EXPERT)) {
        plan_few(EXPERTS_FEW_ROWS, sizes, work, plan);
        return models_find(models, function, &plan->ordinal, "experts_few_%s", dtype);
    }
    uint64_t tiles = (uint64_t)sizes->pairs / side * ceil_div(work->rows, side);
    if (tiles < BIG_TILES || sizes->pairs / sizes->experts <= EXPERTS_SIDE)
        side = EXPERTS_SIDE;
    krt_status status = models_find(models, function, &plan->ordinal, "experts_%s_%u", dtype, side);
    return status ? status : plan_tiles(function, side, side, sizes, work, plan);
}

static krt_status multiply(const char *function, const struct krt_models *models,
                           struct krt_stream *stream, uint32_t dtype, const struct order *sizes,
                           struct experts_product *work)
{
    struct plan plan = {.ordinal = NO_KERNEL};
    bool is_done = false;
    krt_status status = plan_floats(function, models, krt_dtype_name(dtype), sizes, work, &plan);
    if (!status && !has_few(sizes, FEW_BESIDE_WARPGROUPS))
        status = experts_by_warpgroups(function, models, stream, dtype, sizes, work, &is_done);
    return status || is_done
               ? status
               : krt_launch(models->package, plan.ordinal, stream, &plan.config, (void *[]){work});
}

krt_status krt_experts_matmul(struct krt_models *models, struct krt_stream *stream,
                              const struct krt_experts_options *options,
                              const struct krt_experts_order *order, const struct krt_tensor *x,
                              const struct krt_tensor *w, const struct krt_tensor *out)
{
    static const char function[] = "krt_experts_matmul";
    struct order sizes;
    struct experts_product work;
    krt_status status = models_check(function, models);
    if (!status)
        status = check_tensor(function, "w", w, ANY_DTYPE, 3, NULL, DENSE);
    if (!status)
        status = expect_i32(function, "rows", w->dims[1]);
    if (!status)
        status = expect_i32(function, "columns", w->dims[2]);
    if (status)
        return status;
    uint32_t rows = (uint32_t)w->dims[1], columns = (uint32_t)w->dims[2];
    status = check_x(function, options, order, x, columns, &sizes, &work);
    if (!status)
        status = check_out(function, rows, &sizes, out);
    if (!status)
        status = check_apart(function, order, x, w, out);
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

/* The launches of a product with quantized matrices, and the memory between them: rows rounded to
 * 8 bits, a row for each place; and sums, unless |out| is f32. */
struct quantized_plan {
    struct plan round, product;
    struct experts_round rounding;
    struct experts_sum sums;
    uint32_t sums_ordinal;
    uint64_t sums_at, bytes;
};

static krt_status plan_product(const char *function, const struct krt_models *models,
                               uint32_t format, const struct order *sizes,
                               struct experts_product *work, struct plan *plan)
{
    bool is_few = has_few(sizes, FEW_TO_AN_EXPERT);
    *plan = (struct plan){.config.block = {32, 4}};
    if (is_few)
        plan_few(EXPERTS_FEW_CODED_ROWS, sizes, work, plan);
    krt_status status = models_find(models, function, &plan->ordinal,
                                    is_few ? "experts_few_%s" : "experts_%s", formats[format].name);
    return status || is_few ? status
                            : plan_tiles(function, formats[format].places, formats[format].rows,
                                         sizes, work, plan);
}

static krt_status plan_quantized(const char *function, const struct krt_models *models,
                                 const struct krt_tensor *x, uint32_t format,
                                 const struct order *sizes, struct experts_product *work,
                                 const struct krt_tensor *out, struct quantized_plan *plan)
{
    const bool is_wide = out->dtype == KRT_F32;
    *plan = (struct quantized_plan){
        .round.config = {{sizes->pairs}, {EXPERTS_THREADS}, 0},
        .rounding = {work->x, NULL, work->order, work->starts, work->each, work->experts,
                     work->columns},
        .sums = {.count = work->starts + work->experts,
                 .tokens = sizes->pairs,
                 .each = 1,
                 .columns = work->rows},
        .sums_at = round_up((uint64_t)sizes->pairs * ceil_div(work->columns, ROUNDED_ELEMENTS) *
                                ROUNDED_BYTES,
                            256)};
    plan->bytes =
        plan->sums_at + (is_wide ? 0 : (uint64_t)sizes->pairs * work->rows * sizeof(float));
    krt_status status = models_find(models, function, &plan->round.ordinal, "experts_round_%s",
                                    krt_dtype_name(x->dtype));
    if (!status)
        status = expect_blocks(function, sizes->pairs, EXPERTS_THREADS);
    if (!status)
        status = plan_product(function, models, format, sizes, work, &plan->product);
    return status || is_wide ? status
                             : experts_plan_sum(function, models, "f32", krt_dtype_name(out->dtype),
                                                &plan->sums, &plan->sums_ordinal);
}

/* Multiplies by way of |memory|. */
static krt_status multiply_rounded(const struct krt_models *models, struct krt_stream *stream,
                                   char *memory, struct quantized_plan *plan,
                                   struct experts_product *work, const struct krt_tensor *out)
{
    const struct krt_package *package = models->package;
    const bool is_wide = out->dtype == KRT_F32;
    plan->rounding.out = memory;
    work->x = memory;
    work->order = NULL;
    work->out = is_wide ? out->data : memory + plan->sums_at;
    plan->sums.y = work->out;
    plan->sums.out = out->data;
    krt_status status = krt_launch(package, plan->round.ordinal, stream, &plan->round.config,
                                   (void *[]){&plan->rounding});
    if (!status)
        status = krt_launch(package, plan->product.ordinal, stream, &plan->product.config,
                            (void *[]){work});
    return status || is_wide ? status
                             : experts_add_up(models, stream, plan->sums_ordinal, &plan->sums);
}

static krt_status check_matrices(const char *function, const struct krt_quantized *w)
{
    if (!w || !w->data)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %s NULL", function,
                        w ? "the data of |w| are" : "|w| is");
    krt_status status = check_blocks(function, w->format, w->columns);
    if (!status && !formats[w->format].name)
        status = krt_fail(KRT_ERROR_UNSUPPORTED, "%s: matrices of %s are not multiplied", function,
                          krt_block_format_name(w->format));
    return status;
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
    krt_status status = models_check(function, models);
    if (!status)
        status = check_matrices(function, w);
    if (status)
        return status;
    const uint64_t bytes = (uint64_t)w->rows * w->columns / krt_block_format_elements(w->format) *
                           krt_block_format_bytes(w->format) * (w->experts ? w->experts : 1);
    const struct krt_tensor blocks = {
        .data = (void *)w->data, .dtype = KRT_U8, .rank = 1, .dims = {bytes}, .strides = {1}};
    status = check_x(function, options, order, x, w->columns, &sizes, &work);
    if (!status)
        status = check_out(function, w->rows, &sizes, out);
    if (!status)
        status = check_apart(function, order, x, &blocks, out);
    if (!status && (w->experts ? w->experts : 1) != sizes.experts)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |w| has %u matrices for %u experts",
                          function, w->experts ? w->experts : 1, sizes.experts);
    if (status || sizes.pairs == 0 || w->rows == 0)
        return status;
    work.w = w->data;
    work.rows = w->rows;
    struct quantized_plan plan;
    void *memory = NULL;
    status = plan_quantized(function, models, x, w->format, &sizes, &work, out, &plan);
    if (!status)
        status = krt_alloc_async(stream, plan.bytes, &memory);
    if (status)
        return status;
    status = multiply_rounded(models, stream, memory, &plan, &work, out);
    return memory_give(stream, memory, status);
}
