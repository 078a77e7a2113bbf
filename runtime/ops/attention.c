/* Attention: which kernel, how many blocks, and over how many splits the keys are divided. */
#include "attention_nvidia.h" /* of contract/ */
#include "models.h"
#include "ops.h"
#include "vendor.h"

#include <math.h>
#include <string.h>

/* What krt_attention() knows of a call. */
struct call {
    struct krt_models *models;
    struct krt_stream *stream;
    struct krt_attention_options options;
    const struct krt_tensor *q, *k, *v, *out;
    struct tokens queries;
    struct attention work;
};

static const char function[] = "krt_attention";

/* What CUDA allows for the second and the third dimension of a grid. */
enum { GRID_MOST = 65535 };

/* ---- Tensors --------------------------------------------------------------------------------- */

/* Checks that every pack of 8 elements of a head is at a multiple of its size. */
static krt_status check_alignment(const char *name, const struct krt_tensor *tensor)
{
    enum { PACK = 8 };
    uint64_t bytes = PACK * krt_dtype_size(tensor->dtype);
    bool fits = (uintptr_t)tensor->data % bytes == 0;
    for (uint32_t i = 0; i + 1 < tensor->rank; i++)
        fits &= tensor->dims[i] <= 1 || tensor->strides[i] % PACK == 0;
    return fits ? KRT_OK
                : krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                           "%s: |%s| must have heads at multiples of %u elements: align its data "
                           "and strides",
                           function, name, PACK);
}

/* Checks that |tensor| has the dtype of |q|, or |other|. */
static krt_status expect_dtype(const char *name, const struct krt_tensor *tensor,
                               const struct krt_tensor *q, uint32_t other)
{
    if (tensor->dtype == q->dtype || tensor->dtype == other)
        return KRT_OK;
    return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| has dtype %s, not that of |q|, %s%s%s",
                    function, name, krt_dtype_name(tensor->dtype), krt_dtype_name(q->dtype),
                    other == q->dtype ? "" : ", or ",
                    other == q->dtype ? "" : krt_dtype_name(other));
}

static krt_status read_queries(struct call *call)
{
    const struct krt_attention_options *options = &call->options;
    const struct krt_tensor *q = call->q, *out = call->out;
    struct attention *work = &call->work;
    struct tokens results;
    krt_status status = tokens_of(function, "q", q, options->query_starts, &call->queries);
    if (!status)
        status = tokens_of(function, "out", out, options->query_starts, &results);
    if (!status && !tensor_has_shape_of(q, out))
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |out| must have the shape of |q|", function);
    if (!status && tensor_repeats(out))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: elements of |out| must not share memory",
                          function);
    if (!status)
        status = expect_dtype("out", out, q, q->dtype);
    if (!status)
        status = check_alignment("q", q);
    if (!status)
        status = check_alignment("out", out);
    if (status)
        return status;
    const struct tokens *queries = &call->queries;
    if (queries->head_size == 0 || queries->head_size % 8 != 0 || queries->head_size > 256)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: heads have %u elements: it must be a multiple of 8 from 8 to 256",
                        function, queries->head_size);
    if (queries->batches > GRID_MOST || queries->heads > GRID_MOST)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: %u sequences and %u heads: a launch can have up to %d of each",
                        function, queries->batches, queries->heads, GRID_MOST);
    uint64_t most = options->query_starts ? queries->count : queries->length;
    if (options->query_starts && options->longest_query && options->longest_query < most)
        most = options->longest_query;
    work->q = q->data;
    work->out = out->data;
    work->q_strides = queries->strides;
    work->out_strides = results.strides;
    work->query_starts = queries->starts;
    work->batches = queries->batches;
    work->heads = queries->heads;
    work->head_size = queries->head_size;
    work->queries = (uint32_t)most;
    work->tokens = (uint32_t)queries->count;
    return KRT_OK;
}

/* Reads |k| or |v|: one sequence behind another with starts, else a cache. */
static krt_status read_keys(struct call *call, const char *name, const struct krt_tensor *tensor,
                            struct cache *out)
{
    const struct krt_attention_options *options = &call->options;
    krt_status status;
    if (options->key_starts) {
        struct tokens tokens;
        status = tokens_of(function, name, tensor, options->key_starts, &tokens);
        if (!status && tokens.batches != call->work.batches)
            status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                              "%s: |key_starts| has %u sequences, and |q| %u", function,
                              tokens.batches, call->work.batches);
        if (!status)
            *out = (struct cache){.capacity = (uint32_t)tokens.count,
                                  .heads = tokens.heads,
                                  .head_size = tokens.head_size,
                                  .strides = tokens.strides};
    } else {
        status = cache_of(function, name, tensor, options->pages, call->work.batches, out);
    }
    if (!status)
        status = expect_dtype(name, tensor, call->q, KRT_F8E4M3);
    const uint64_t *strides = tensor->strides + (options->key_starts ? 0 : 1);
    if (!status && (strides[0] > UINT32_MAX || (options->pages && strides[-1] > UINT32_MAX)))
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                     "%s: |%s| has tokens or pages more than 2^32 elements apart", function, name);
    return status ? status : check_alignment(name, tensor);
}

static krt_status read_caches(struct call *call)
{
    const struct krt_attention_options *options = &call->options;
    struct attention *work = &call->work;
    struct cache k, v;
    if (options->key_starts && (options->key_lengths || options->pages))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |key_starts| excludes |key_lengths| and |pages|", function);
    krt_status status = read_keys(call, "k", call->k, &k);
    if (!status)
        status = read_keys(call, "v", call->v, &v);
    if (!status && (!tensor_has_shape_of(call->k, call->v) || call->k->dtype != call->v->dtype))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "%s: |v| must have the shape and dtype of |k|", function);
    if (!status)
        status = lengths_of(function, "key_lengths", options->key_lengths, work->batches,
                            &work->key_lengths);
    if (!status && (k.head_size != work->head_size ||
                    (k.heads ? work->heads % k.heads != 0 : work->heads != 0)))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "%s: |q| has %u heads of %u elements, and |k| %u of %u", function,
                          work->heads, work->head_size, k.heads, k.head_size);
    if (status)
        return status;
    work->k = call->k->data;
    work->v = call->v->data;
    work->k_strides = k.strides;
    work->v_strides = v.strides;
    work->kv_heads = k.heads;
    work->pages = k.pages;
    work->pages_stride = k.pages_stride;
    work->page_size = k.page_size;
    work->page = divisor32_make(k.pages && k.page_size ? k.page_size : 1);
    work->group = divisor32_make(k.heads ? work->heads / k.heads : 1);
    work->key_starts = options->key_starts ? options->key_starts->data : NULL;
    work->keys = work->key_tokens = k.capacity;
    if ((options->key_starts || options->key_lengths) && options->longest_keys &&
        options->longest_keys < work->keys)
        work->keys = (uint32_t)options->longest_keys;
    return KRT_OK;
}

/* ---- Options --------------------------------------------------------------------------------- */

static krt_status read_mask(struct call *call)
{
    const struct krt_tensor *mask = call->options.mask;
    struct attention *work = &call->work;
    char shape[SHAPE_TEXT];
    krt_status status =
        check_tensor(function, "mask", mask, ANY_DTYPE, 4, NULL, STRIDED | OPTIONAL);
    if (status || !mask)
        return status;
    status = expect_dtype("mask", mask, call->q, KRT_F32);
    if (status)
        return status;
    const uint64_t wanted[4] = {work->batches, work->heads, work->queries, work->keys};
    for (unsigned i = 0; i < 4; i++) {
        if (i < 2 ? mask->dims[i] != 1 && mask->dims[i] != wanted[i]
                  : mask->dims[i] < wanted[i] && (i == 3 || mask->dims[i] != 1))
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                            "%s: |mask| has shape %s, for %u sequences, %u heads, %u queries and "
                            "%u keys",
                            function, tensor_print_shape(mask, shape), work->batches, work->heads,
                            work->queries, work->keys);
        work->mask_strides[i] = mask->dims[i] == 1 ? 0 : mask->strides[i];
    }
    if (work->mask_strides[3] > UINT32_MAX)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |mask| has keys more than 2^32 elements apart", function);
    work->mask = mask->data;
    work->options |= mask->dtype == KRT_F32 ? ATTENTION_MASK_F32 : ATTENTION_MASK;
    return KRT_OK;
}

static krt_status read_slopes(struct call *call)
{
    const struct krt_tensor *slopes = call->options.slopes;
    struct attention *work = &call->work;
    const uint64_t dims[] = {work->batches, work->heads};
    uint32_t rank = slopes && slopes->rank == 2 ? 2 : 1;
    krt_status status =
        check_tensor(function, "slopes", slopes, KRT_F32, rank, dims + 2 - rank, OPTIONAL);
    if (status || !slopes)
        return status;
    work->slopes = slopes->data;
    work->slopes_stride = rank == 2 ? work->heads : 0;
    work->options |= ATTENTION_SLOPES;
    return KRT_OK;
}

static krt_status read_log_sum_exp(struct call *call)
{
    const struct krt_tensor *log = call->options.log_sum_exp;
    struct attention *work = &call->work;
    const struct tokens *queries = &call->queries;
    const uint64_t dims[] = {work->batches, work->heads,
                             queries->starts ? queries->count : queries->length};
    uint32_t rank = queries->starts ? 2 : 3;
    krt_status status = check_tensor(function, "log_sum_exp", log, KRT_F32, rank, dims + 3 - rank,
                                     STRIDED | OPTIONAL);
    if (status || !log)
        return status;
    if (tensor_repeats(log))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: elements of |log_sum_exp| must not share memory", function);
    work->log_sum_exp = log->data;
    work->log_strides = (struct token_strides){.outer = rank == 3 ? log->strides[0] : 0,
                                               .head = log->strides[rank - 2],
                                               .token = log->strides[rank - 1]};
    return KRT_OK;
}

static uint32_t limit_of(uint64_t window)
{
    return window && window < INT32_MAX ? (uint32_t)window : INT32_MAX;
}

static krt_status read_options(struct call *call)
{
    /* Capped scores are differences of numbers of this size, in f32. */
    enum { SOFT_CAP_MOST = 10000 };
    /* Kernels multiply products by 2 scale / soft_cap, which must be finite for products of 0. */
    const float scale_most = 1e30f;
    const struct krt_attention_options *options = &call->options;
    struct attention *work = &call->work;
    bool is_f8 = call->k->dtype == KRT_F8E4M3;
    float k_scale = is_f8 && options->k_scale != 0 ? options->k_scale : 1;
    work->scale =
        k_scale * (options->scale != 0 ? options->scale : 1 / sqrtf((float)work->head_size));
    work->v_scale = is_f8 && options->v_scale != 0 ? options->v_scale : 1;
    work->soft_cap = options->soft_cap;
    work->before = limit_of(options->window);
    work->after = options->is_causal ? 0 : work->before;
    work->options = (options->is_causal ? ATTENTION_CAUSAL : 0) |
                    (options->window ? ATTENTION_WINDOW : 0) |
                    (options->soft_cap != 0 ? ATTENTION_SOFT_CAP : 0);
    if (!isfinite(work->scale) || !isfinite(work->v_scale))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |scale| %g, |k_scale| %g, their product or |v_scale| %g is not finite",
                        function, (double)options->scale, (double)options->k_scale,
                        (double)options->v_scale);
    if (!(options->soft_cap >= 0) || options->soft_cap > SOFT_CAP_MOST)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |soft_cap| is %g: it must be from 0, which means none, to %d",
                        function, (double)options->soft_cap, SOFT_CAP_MOST);
    if (options->soft_cap != 0 && !(fabsf(work->scale) / options->soft_cap <= scale_most))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |soft_cap| is %g, less than 10^-30 of the scale, %g", function,
                        (double)options->soft_cap, (double)work->scale);
    krt_status status = read_mask(call);
    if (!status)
        status = read_slopes(call);
    return status ? status : read_log_sum_exp(call);
}

static krt_status check_apart(const struct call *call)
{
    const struct krt_attention_options *options = &call->options;
    const struct operand operands[] = {
        OUTPUT("out", call->out),
        OUTPUT("log_sum_exp", options->log_sum_exp),
        INPUT("q", call->q),
        INPUT("k", call->k),
        INPUT("v", call->v),
        INPUT("mask", options->mask),
        INPUT("slopes", options->slopes),
        INPUT("query_starts", options->query_starts),
        INPUT("key_starts", options->key_starts),
        INPUT("key_lengths", options->key_lengths),
        INPUT("pages", options->pages),
    };
    return expect_apart(function, operands, sizeof operands / sizeof *operands);
}

/* ---- Launches -------------------------------------------------------------------------------- */

/* What of a launch depends on the kernel and the device. */
struct plan {
    uint32_t ordinal, rows, splits, threads, shared_bytes;
    struct krt_device_info info;
};

/* Few rows leave multiprocessors idle: other blocks take a part of the keys. Measured on NVIDIA:
 * one block for each multiprocessor is enough unless it would have many keys. */
static uint32_t splits_of(const struct attention *work, uint64_t blocks,
                          const struct krt_device_info *info)
{
    enum { RESIDENT = 2, KEYS_MOST = 1024 };
    const bool is_cuda = info->driver == KRT_DRIVER_CUDA;
    const uint64_t keys_least = is_cuda ? 64 : 256;
    uint64_t wanted = blocks ? info->multiprocessors / blocks : 1;
    if (!is_cuda || work->keys / KEYS_MOST > wanted)
        wanted = blocks ? RESIDENT * (uint64_t)info->multiprocessors / blocks : 1;
    uint64_t most = work->keys / keys_least;
    uint64_t splits = wanted < most ? wanted : most;
    return splits < 1                       ? 1
           : splits < ATTENTION_SPLITS_MOST ? (uint32_t)splits
                                            : ATTENTION_SPLITS_MOST;
}

/* Blocks of half as many rows, if otherwise compute units were idle: half of them, if moving keys
 * to LDS costs as much as for keys of f8 or large heads. RDNA has two units in a WGP; gfx10 has no
 * matrix cores. */
static uint32_t rows_of_blocks(const struct attention *work, uint64_t rows, bool is_costly,
                               const struct krt_device_info *info)
{
    const uint64_t units = (uint64_t)info->multiprocessors * (info->warp_size == 32 ? 2 : 1);
    const uint64_t blocks = ceil_div(rows, ATTENTION_ROWS) * work->kv_heads * work->batches;
    bool has_cores = strncmp(info->target, "gfx10", 5) != 0;
    return has_cores && (is_costly ? 2 * blocks <= units : blocks < units) ? ATTENTION_ROWS_HALF
                                                                           : ATTENTION_ROWS;
}

static krt_status plan_launch(const struct call *call, struct plan *out)
{
    /* Up to here the kernel for few rows, in several blocks, is the better one. */
    enum { FEW_ROWS = 4 * ATTENTION_ROWS_FEW };
    const struct attention *work = &call->work;
    const uint64_t rows = (uint64_t)work->queries * (work->heads / work->kv_heads);
    const bool is_few = rows <= FEW_ROWS;
    const uint32_t size = work->head_size <= 64 ? 64 : work->head_size <= 128 ? 128 : 256;
    const uint32_t key_bytes = (uint32_t)krt_dtype_size(call->k->dtype);
    *out = (struct plan){.rows = is_few ? ATTENTION_ROWS_FEW : ATTENTION_ROWS,
                         .splits = 1,
                         .threads = ATTENTION_THREADS,
                         .info = {.struct_size = sizeof out->info}};
    krt_status status = models_find(call->models, function, &out->ordinal, "attention%s_%s_%s_%u",
                                    is_few ? "_few" : "", krt_dtype_name(call->q->dtype),
                                    krt_dtype_name(call->k->dtype), size);
    if (!status)
        status = expect_i32(function, "rows", rows);
    if (!status)
        status = stream_describe(call->stream, &out->info);
    if (status)
        return status;
    if (out->info.driver == KRT_DRIVER_CUDA) {
        struct attention_block block =
            is_few ? attention_block_few(size, key_bytes)
                   : attention_block_many(size, key_bytes, strcmp(out->info.target, "sm_90") == 0);
        out->threads = block.threads;
        out->shared_bytes = block.shared_bytes;
    } else if (!is_few) {
        out->rows = rows_of_blocks(work, rows, size > 128 || key_bytes == 1, &out->info);
    }
    if (is_few)
        out->splits =
            splits_of(work, ceil_div(rows, out->rows) * work->kv_heads * work->batches, &out->info);
    return KRT_OK;
}

static krt_status launch(const struct call *call, const struct attention *work,
                         const struct plan *plan)
{
    uint64_t rows = (uint64_t)work->queries * (work->heads / work->kv_heads);
    struct krt_launch_config config = {
        {(uint32_t)(ceil_div(rows, plan->rows) * work->splits), work->kv_heads, work->batches},
        {plan->threads},
        plan->shared_bytes};
    struct krt_device *device;
    struct krt_function *kernel;
    krt_status status = krt_stream_device(call->stream, &device);
    if (!status)
        status = krt_function_get(call->models->package, plan->ordinal, device, &kernel);
    if (!status)
        status = vendor_allow_shared(device, &plan->info, kernel, plan->shared_bytes);
    if (status)
        return status;
    return krt_function_launch(kernel, call->stream, &config, (void *[]){(void *)work}, 1);
}

/* Launches the kernel over the splits of keys, and then the one that joins their parts. */
static krt_status launch_splits(const struct call *call, struct attention *work,
                                const struct plan *plan)
{
    uint64_t parts, bytes;
    uint32_t join;
    void *memory;
    krt_status status = models_find(call->models, function, &join, "attention_join_%s",
                                    krt_dtype_name(call->q->dtype));
    if (status)
        return status;
    if (__builtin_mul_overflow((uint64_t)work->tokens * work->heads, plan->splits, &parts) ||
        __builtin_mul_overflow(parts, (work->head_size + ATTENTION_BESIDE) * sizeof(float), &bytes))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: too many queries", function);
    status = krt_alloc_async(call->stream, bytes, &memory);
    if (status == KRT_ERROR_UNSUPPORTED || status == KRT_ERROR_OUT_OF_MEMORY)
        return launch(call, work, plan); /* as in a capture without a pool: slower, but right */
    if (status)
        return status;
    work->parts = memory;
    work->splits = plan->splits;
    status = launch(call, work, plan);
    struct krt_launch_config config = {{work->tokens, work->heads}, {ATTENTION_JOIN_THREADS}, 0};
    if (!status)
        status = krt_launch(call->models->package, join, call->stream, &config, (void *[]){work});
    return memory_give(call->stream, memory, status);
}

krt_status krt_attention(struct krt_models *models, struct krt_stream *stream,
                         const struct krt_attention_options *options, const struct krt_tensor *q,
                         const struct krt_tensor *k, const struct krt_tensor *v,
                         const struct krt_tensor *out)
{
    struct call call = {
        .models = models, .stream = stream, .q = q, .k = k, .v = v, .out = out, .work.splits = 1};
    const struct krt_tensor *tensors[] = {q, k, v, out};
    static const char *const names[] = {"q", "k", "v", "out"};
    krt_status status = models_check(function, models);
    if (!status)
        status = options_read(function, options, &call.options, sizeof call.options);
    for (unsigned i = 0; i < 4 && !status; i++)
        status = check_tensor(function, names[i], tensors[i], ANY_DTYPE, ANY_RANK, NULL, STRIDED);
    if (!status)
        status = read_queries(&call);
    if (!status)
        status = read_caches(&call);
    if (!status)
        status = read_options(&call);
    if (!status)
        status = check_apart(&call);
    if (status || call.work.tokens == 0 || call.work.batches == 0 || call.work.heads == 0)
        return status;
    struct plan plan;
    status = plan_launch(&call, &plan);
    if (status)
        return status;
    call.work.rows = plan.rows;
    return plan.splits > 1 ? launch_splits(&call, &call.work, &plan)
                           : launch(&call, &call.work, &plan);
}
