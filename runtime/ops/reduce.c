/* Reductions over some dimensions of a tensor. */
#include "launches.h"
#include "layouts.h"
#include "ops.h"

static bool is_reduced(uint32_t dims, uint32_t d)
{
    return dims >> d & 1;
}

static bool gives_index(enum krt_reduction reduction)
{
    return reduction == KRT_REDUCE_ARGMIN || reduction == KRT_REDUCE_ARGMAX;
}

static krt_status check_dims(const char *function, enum krt_reduction reduction,
                             const struct krt_tensor *in, uint32_t dims)
{
    char shape[SHAPE_TEXT];
    int count = __builtin_popcount(dims);
    if ((unsigned)reduction >= KRT_REDUCTION_COUNT)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: there is no reduction %d", function,
                        (int)reduction);
    if (dims == 0 || dims >> in->rank != 0)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |dims| %#x, of shape %s: a bit for each dimension, one at least",
                        function, dims, tensor_print_shape(in, shape));
    if (gives_index(reduction) && count != 1)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: an index of %d dimensions: ARGMIN and ARGMAX reduce one", function,
                        count);
    const uint64_t length = in->dims[__builtin_ctz(dims)];
    if (gives_index(reduction) && length > UINT32_MAX)
        return krt_fail(KRT_ERROR_UNSUPPORTED,
                        "%s: an index of %llu elements: ARGMIN and ARGMAX count to 2^32 - 1",
                        function, (unsigned long long)length);
    return KRT_OK;
}

/* Sets |out| to the shape of a reduction's result: |in|'s shape, in which reduced dimensions are 1
 * if |keeps|, and otherwise missing. Returns the rank. */
static uint32_t reduced_shape(const struct krt_tensor *in, uint32_t dims, bool keeps, uint64_t *out)
{
    uint32_t rank = 0;
    for (uint32_t d = 0; d < in->rank; d++) {
        if (!is_reduced(dims, d))
            out[rank++] = in->dims[d];
        else if (keeps)
            out[rank++] = 1;
    }
    return rank;
}

/* Checks the operands. |shape|, of rank |*out_rank|, becomes the shape that |out| must have. */
static krt_status check_operands(const char *function, const struct krt_ops *ops,
                                 enum krt_reduction reduction, const struct krt_tensor *in,
                                 uint32_t dims, const struct krt_tensor *out,
                                 uint64_t shape[KRT_MAX_RANK], uint32_t *out_rank)
{
    krt_status status = expect_tensor(function, ops, "in", in, ANY_DTYPE, ANY_RANK, NULL, STRIDED);
    if (!status)
        status = check_dims(function, reduction, in, dims);
    if (status)
        return status;
    *out_rank = reduced_shape(in, dims, out && out->rank == in->rank, shape);
    return expect_tensor(function, ops, "out", out, gives_index(reduction) ? KRT_U32 : in->dtype,
                         *out_rank, shape, DENSE);
}

/* Writes the info of the kernels: dims and strides of the dimensions that remain, then of the
 * reduced ones. */
static void reduction_layout(const struct krt_tensor *in, uint32_t dims, uint64_t *out)
{
    uint32_t rank = 0;
    for (unsigned reduced = 0; reduced < 2; reduced++) {
        for (uint32_t d = 0; d < in->rank; d++) {
            if (is_reduced(dims, d) != (reduced == 1))
                continue;
            out[rank] = in->dims[d];
            out[in->rank + rank] = in->strides[d];
            rank++;
        }
    }
}

/* A dense tensor that is reduced along neighbouring dimensions: [outer, count, inner] is reduced
 * along count. */
struct block {
    /* the sizes; if |inner| is 1, the elements of an output are contiguous */
    uint64_t outer, count, inner;
};

static bool is_block(const struct krt_tensor *in, uint32_t dims, struct block *out)
{
    const uint32_t first = (uint32_t)__builtin_ctz(dims),
                   after = 32 - (uint32_t)__builtin_clz(dims);
    *out = (struct block){dims_product(in->dims, 0, first), dims_product(in->dims, first, after),
                          dims_product(in->dims, after, in->rank)};
    return dims >> first == (1u << (after - first)) - 1 && tensor_is_dense(in);
}

static krt_status no_elements(void)
{
    return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_reduce: |in| has no elements, so there is no minimum and no maximum");
}

/* Returns how many threads of a workgroup reduce |elements| elements: a power of two. */
static uint32_t block_for(uint64_t elements)
{
    uint32_t block = 1;
    while (block < 1024 && block < elements)
        block *= 2;
    return block;
}

/* Reduces by a kernel that is compiled at run time from a formula, for dtypes of which the package
 * has no kernel. Fails if there are no elements, except for sums, as the package's kernels do. */
static krt_status reduce_by_formula(struct krt_ops *ops, struct krt_stream *stream,
                                    enum krt_reduction reduction, const struct krt_tensor *in,
                                    uint32_t dims, const struct krt_tensor *out)
{
    uint64_t outputs, count;
    krt_status status = krt_tensor_count(out, &outputs);
    if (!status)
        status = krt_tensor_count(in, &count);
    if (!status && outputs > 0 && count == 0 && reduction != KRT_REDUCE_SUM)
        status = no_elements();
    if (status)
        return status;
    return formula_launch(ops, OPERATION_REDUCE + (unsigned)reduction, in->dtype, 0, stream, &in, 1,
                          out, dims);
}

/* Launches one kernel, which makes |outputs| results. Each result is made from |elements|
 * elements. */
static krt_status launch_reduction(struct krt_ops *ops, struct krt_stream *stream,
                                   unsigned operation, const struct krt_tensor *in, uint32_t dims,
                                   uint64_t outputs, uint64_t elements, void *to)
{
    enum { WAVE = 32 };
    uint64_t words[2 * KRT_MAX_RANK], count = outputs * elements, num_dims = in->rank;
    uint32_t ordinal;
    krt_status status = ops_find(ops, operation, in->dtype, 0, &ordinal);
    struct krt_launch_config config;
    struct block block;
    const bool are_rows = is_block(in, dims, &block) && block.inner == 1;
    const uint64_t bytes = elements * krt_dtype_size(in->dtype);
    const struct teams teams = {.threads = 256, .lanes = 32, .packs = 4, .longest = 256};
    if (!status && !(are_rows && teams_for(outputs, bytes, teams, in->data, NULL, &config))) {
        /* A thread reads four packs of a row, or four elements. A workgroup has at least one wave,
         * which makes several outputs if each output has few elements. */
        const uint64_t threads = are_rows ? bytes / 64 : elements > 512 ? elements / 4 : elements;
        status =
            grid_of("krt_reduce", outputs, block_for(threads < WAVE ? WAVE : threads), &config);
    }
    if (status)
        return status;
    reduction_layout(in, dims, words);
    struct layout_info info = {.words = words, .count = 2 * in->rank};
    const void *from = in->data;
    void *arguments[] = {&count, &elements, &num_dims, &info.device, &from, &to};
    return layout_launch(ops->package, ordinal, stream, &config, arguments, &info);
}

/* ---- Columns, and many outputs of few elements ----------------------------------------------- */

enum { FILLING = 64 << 10 /* how many threads fill a large GPU */ };

/* Returns how many threads reduce a column, which is one output or a pack of neighbouring outputs.
 * The number is a power of two, and each thread gets several elements. A workgroup reduces as many
 * neighbouring columns as fill a cache line. */
static uint32_t threads_of_column(const struct krt_tensor *in, const struct block *block,
                                  uint64_t *columns)
{
    enum { EACH_LEAST = 8, PACKS = 8, ELEMENTS = 32, PACK_MOST = 8 };
    const uint32_t size = krt_dtype_size(in->dtype);
    const uint64_t pack = 16 / size < PACK_MOST ? 16 / size : PACK_MOST;
    const bool are_packs = block->inner % pack == 0 && (uintptr_t)in->data % 16 == 0;
    const uint64_t beside = are_packs ? block->inner / pack : block->inner;
    const uint64_t line = are_packs ? PACKS : ELEMENTS;
    uint32_t threads = 1;
    *columns = block->outer * beside;
    while (threads * (beside < line ? beside : line) < SHORT_ROW_THREADS &&
           *columns * threads < FILLING && threads * EACH_LEAST <= block->count)
        threads *= 2;
    return threads;
}

/* Whether one thread for each row is faster than a workgroup for each row. */
static bool is_short_row(const struct krt_tensor *in, const struct block *block)
{
    /* the most elements of a row for one thread: in longer rows, neighbouring threads read from
     * distant addresses */
    enum { MOST = 64 };
    const bool are_packs =
        block->count * krt_dtype_size(in->dtype) % 16 == 0 && (uintptr_t)in->data % 16 == 0;
    return block->inner == 1 && block->count <= MOST && !are_packs &&
           block->outer / 64 >= block->count;
}

static bool is_across(const struct krt_tensor *in, const struct block *block, bool gives_index)
{
    const uint64_t outputs = block->outer * block->inner;
    const bool fits = block->count > 0 && block->count >> 31 == 0 && outputs >> 32 == 0;
    const bool is_column = block->inner > 1 && (!gives_index || outputs / 256 >= block->count);
    return fits && (is_column || is_short_row(in, block));
}

/* Launches the short_* kernel of |operation| and |dtype|, which makes |parts| results for each
 * output. */
static krt_status reduce_across(struct krt_ops *ops, struct krt_stream *stream, unsigned operation,
                                uint32_t dtype, const struct krt_tensor *in,
                                const struct block *block, uint64_t parts, bool gives_index,
                                void *to)
{
    uint64_t columns, outputs = block->outer * block->inner;
    uint32_t ordinal, all = (uint32_t)outputs, count = (uint32_t)block->count,
                      beside = (uint32_t)block->inner;
    krt_status status = ops_find(ops, operation, dtype, 0, &ordinal);
    if (status)
        return status;
    const uint32_t threads = threads_of_column(in, block, &columns);
    struct krt_launch_config config = grid_by(outputs, SHORT_ROW_THREADS);
    if (threads > 1 && !gives_index) {
        config = grid_by(columns, SHORT_ROW_THREADS / threads);
        config.block[1] = threads;
    }
    config.grid[1] = (uint32_t)parts;
    const void *from = in->data;
    void *arguments[] = {&all, &count, &beside, &from, &to};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

/* ---- Few outputs of many elements, which are divided into parts ----------------------------- */

/* A reduction in two steps, for reductions with too few outputs to keep a GPU busy. The elements of
 * each output are divided into |count| parts. The first step reduces each part to a result of its
 * own, and the second step reduces the results of an output's parts to the output. */
struct parts {
    uint64_t count; /* how many parts the elements of each output have; 1 if one step is faster */
    struct block results; /* the shape of the parts' results in memory: [outer, count, inner] */
    /* whether the input is a block with columns, which are outputs that are neighbours in memory:
     * reduce_across() then makes the results of the parts */
    bool are_columns;
    /* the input of the first step; unless |are_columns|, the parts are a dimension of it */
    struct krt_tensor in;
    uint32_t dims; /* a bit for each dimension of |in| that the first step reduces */
};

enum { PARTS_LEAST = 4 };

/* Returns the largest divisor of |length| up to |most|, or 1 if that divisor is less than
 * PARTS_LEAST. */
static uint64_t divisor_up_to(uint64_t length, uint64_t most)
{
    uint64_t parts = most < length ? most : length;
    while (parts >= PARTS_LEAST && length % parts != 0)
        parts--;
    return parts >= PARTS_LEAST ? parts : 1;
}

/* Returns into how many equal parts to divide |length|, so that a large GPU is busy. Without parts,
 * one kernel would have |workgroups| workgroups of |threads| threads, and a workgroup would read
 * |bytes| bytes. Parts need a second kernel, which takes as long as a workgroup takes for |least|
 * bytes. A part has at least |least| / 16 bytes. */
static uint64_t count_parts(uint64_t length, uint64_t workgroups, uint64_t threads, uint64_t bytes,
                            uint64_t least)
{
    enum { THREADS = 256 << 10, SIXTEENTH = 16 };
    const uint64_t most = THREADS / threads / workgroups, room = bytes / (least / SIXTEENTH);
    return bytes < least ? 1 : divisor_up_to(length, most < room ? most : room);
}

/* Divides rows that are whole packs into whole packs, and other rows at any element. */
static uint64_t count_parts_of_rows(const struct krt_tensor *in, const struct block *block)
{
    const uint64_t size = krt_dtype_size(in->dtype), pack = 16 / size;
    const uint64_t unit = block->count % pack == 0 ? pack : 1;
    return count_parts(block->count / unit, block->outer, 1024, block->count * size, 512 << 10);
}

/* Divides columns so that a thread gets at least EACH_LEAST elements. Parts may have different
 * lengths. */
static uint64_t count_parts_of_columns(const struct krt_tensor *in, const struct block *block)
{
    enum { EACH_LEAST = 16 };
    uint64_t columns, threads = threads_of_column(in, block, &columns);
    const uint64_t most = 2 * FILLING / (threads * columns);
    const uint64_t room = block->count / (threads * EACH_LEAST);
    const uint64_t parts = most < room ? most : room;
    return threads * columns >= FILLING || parts < PARTS_LEAST ? 1 : parts;
}

/* Divides the outermost reduced dimension of other layouts. If outputs are neighbours in memory, a
 * workgroup makes up to 32 outputs, and takes longer. */
static struct parts parts_of_others(const struct krt_tensor *in, uint32_t dims, uint64_t outputs,
                                    uint64_t elements)
{
    const uint32_t first = (uint32_t)__builtin_ctz(dims), last = in->rank - 1;
    const uint64_t length = in->dims[first], size = krt_dtype_size(in->dtype);
    const bool are_columns = !is_reduced(dims, last) && in->strides[last] == 1;
    const uint64_t most = size > 4 ? 128 / size : 32;
    const uint64_t width = in->dims[last] < most ? in->dims[last] : most;
    struct parts parts = {.count = 1, .in = *in, .dims = dims << 1};
    if (in->rank < KRT_MAX_RANK)
        parts.count = are_columns ? count_parts(length, ceil_div(outputs, width), 256,
                                                elements * size * most, 2 << 20)
                                  : count_parts(length, outputs, 1024, elements * size, 512 << 10);
    parts.results = (struct block){1, parts.count, outputs};
    parts.in.rank++;
    parts.in.dims[0] = parts.count;
    parts.in.strides[0] = length / parts.count * in->strides[first];
    for (uint32_t d = 0; parts.count > 1 && d < in->rank; d++) {
        parts.in.dims[d + 1] = d == first ? length / parts.count : in->dims[d];
        parts.in.strides[d + 1] = in->strides[d];
    }
    return parts;
}

static struct krt_tensor block_tensor(uint32_t dtype, void *data, const struct block *block)
{
    const uint64_t shape[] = {block->outer, block->count, block->inner};
    return krt_tensor_dense(dtype, data, block->inner > 1 ? 3 : 2, shape);
}

static struct parts parts_of(const struct krt_tensor *in, uint32_t dims, uint64_t outputs,
                             uint64_t elements)
{
    struct block block;
    const bool are_together = is_block(in, dims, &block);
    const bool are_columns = are_together && is_across(in, &block, false);
    if (!are_together || (block.inner > 1 && !are_columns))
        return parts_of_others(in, dims, outputs, elements);
    const uint64_t count =
        are_columns ? count_parts_of_columns(in, &block) : count_parts_of_rows(in, &block);
    const struct block results = {block.outer, count, block.inner};
    const struct block divided = {block.outer * count, block.count / count, block.inner};
    return (struct parts){count, results, are_columns,
                          are_columns ? *in : block_tensor(in->dtype, in->data, &divided), 1 << 1};
}

/* Makes the results of the parts, and from these the outputs. Sums of f16 and bf16 are f32 until
 * the last step, so that they are rounded only once. */
static krt_status reduce_parts(struct krt_ops *ops, struct krt_stream *stream,
                               enum krt_reduction reduction, const struct parts *parts,
                               uint64_t outputs, uint64_t elements, void *to)
{
    const uint32_t dtype = parts->in.dtype;
    const bool is_wide = reduction == KRT_REDUCE_SUM && krt_dtype_size(dtype) == 2;
    const unsigned fast = is_wide ? OPERATION_SUM_WIDE : OPERATION_REDUCE + (unsigned)reduction;
    const unsigned across = OPERATION_REDUCE_SHORT + (unsigned)reduction;
    struct krt_tensor made = block_tensor(is_wide ? KRT_F32 : dtype, NULL, &parts->results);
    const struct block block = {parts->results.outer, elements, parts->results.inner};
    krt_status status =
        krt_alloc_async(stream, parts->count * outputs * krt_dtype_size(made.dtype), &made.data);
    if (status)
        return status;
    if (parts->are_columns)
        status = reduce_across(ops, stream, is_wide ? OPERATION_SHORT_SUM_WIDE : across, dtype,
                               &parts->in, &block, parts->count, false, made.data);
    else
        status = launch_reduction(ops, stream, fast, &parts->in, parts->dims,
                                  outputs * parts->count, elements / parts->count, made.data);
    if (!status)
        status = reduce_across(ops, stream, is_wide ? OPERATION_SHORT_SUM_NARROW : across, dtype,
                               &made, &parts->results, 1, false, to);
    return memory_give(stream, made.data, status);
}

/* Chooses the parts. If the stream is being captured, there is one part, because a captured stream
 * cannot allocate memory for results of parts. */
static krt_status find_parts(struct krt_stream *stream, enum krt_reduction reduction,
                             const struct krt_tensor *in, uint32_t dims, uint64_t outputs,
                             uint64_t elements, struct parts *out)
{
    bool is_captured = false;
    out->count = 1;
    if (gives_index(reduction) || elements == 0)
        return KRT_OK;
    *out = parts_of(in, dims, outputs, elements);
    if (out->count == 1)
        return KRT_OK;
    krt_status status = krt_stream_is_capturing(stream, &is_captured);
    if (is_captured)
        out->count = 1;
    return status;
}

/* Returns |in| without trailing dimensions of one element, which change no result. At least one
 * dimension of |dims| is kept. */
static struct krt_tensor without_last_ones(const struct krt_tensor *in, uint32_t *dims)
{
    struct krt_tensor shorter = *in;
    while (shorter.rank > 1 && shorter.dims[shorter.rank - 1] == 1 &&
           (*dims & ~(1u << (shorter.rank - 1))) != 0) {
        shorter.rank--;
        *dims &= ~(1u << shorter.rank);
    }
    return shorter;
}

krt_status krt_reduce(struct krt_ops *ops, struct krt_stream *stream, enum krt_reduction reduction,
                      const struct krt_tensor *in, uint32_t dims, const struct krt_tensor *out)
{
    uint64_t shape[KRT_MAX_RANK], count;
    uint32_t rank;
    const unsigned operation = OPERATION_REDUCE + (unsigned)reduction;
    krt_status status = check_operands("krt_reduce", ops, reduction, in, dims, out, shape, &rank);
    if (status)
        return status;
    if (!ops_has(ops, operation, in->dtype, 0))
        return reduce_by_formula(ops, stream, reduction, in, dims, out);
    uint64_t outputs = dims_product(shape, 0, rank);
    if (outputs == 0)
        return KRT_OK;
    const struct krt_tensor shorter = without_last_ones(in, &dims);
    in = &shorter;
    status = krt_tensor_count(in, &count);
    if (status)
        return status;
    uint64_t elements = count / outputs;
    if (elements == 0 && reduction != KRT_REDUCE_SUM)
        return no_elements();
    struct parts parts;
    status = find_parts(stream, reduction, in, dims, outputs, elements, &parts);
    if (status)
        return status;
    if (parts.count > 1)
        return reduce_parts(ops, stream, reduction, &parts, outputs, elements, out->data);
    struct block block;
    if (is_block(in, dims, &block) && is_across(in, &block, gives_index(reduction)))
        return reduce_across(ops, stream, OPERATION_REDUCE_SHORT + (unsigned)reduction, in->dtype,
                             in, &block, 1, gives_index(reduction), out->data);
    return launch_reduction(ops, stream, operation, in, dims, outputs, elements, out->data);
}

krt_status krt_sum_into(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                        uint32_t dims, const struct krt_tensor *out)
{
    static const char function[] = "krt_sum_into";
    uint64_t shape[KRT_MAX_RANK], words[4 * KRT_MAX_RANK], numel;
    uint32_t rank, ordinal;
    krt_status status = check_operands(function, ops, KRT_REDUCE_SUM, in, dims, out, shape, &rank);
    if (!status)
        status = ops_find(ops, OPERATION_SUM_INTO, in->dtype, 0, &ordinal);
    if (!status)
        status = krt_tensor_count(in, &numel);
    if (status || numel == 0)
        return status;
    /* The kernel's info has dims and strides of |in|, then the dims of the summed dimensions and
     * the strides that these would have if |in| were dense. */
    uint64_t num_dims = in->rank, num_sum_dims = (uint64_t)__builtin_popcount(dims);
    uint32_t summed = 0;
    for (uint32_t d = 0; d < in->rank; d++) {
        words[d] = in->dims[d];
        words[num_dims + d] = in->strides[d];
        if (is_reduced(dims, d)) {
            words[2 * num_dims + summed] = in->dims[d];
            words[2 * num_dims + num_sum_dims + summed] = dims_product(in->dims, d + 1, in->rank);
            summed++;
        }
    }
    struct layout_info info = {.words = words, .count = 2 * in->rank + 2 * summed};
    struct krt_launch_config config = grid_for(numel);
    const void *from = in->data;
    void *to = out->data,
         *arguments[] = {&numel, &num_dims, &num_sum_dims, &info.device, &from, &to};
    return layout_launch(ops->package, ordinal, stream, &config, arguments, &info);
}
