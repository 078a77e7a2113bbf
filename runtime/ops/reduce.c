/* Reductions over some dimensions of a tensor, and scans along one. */
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
    return KRT_OK;
}

/* The shape with reduced dimensions of 1 when |keeps|, else without them. Returns its rank. */
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

/* Checks the operands; |shape|, of rank |*out_rank|, is |out|'s. */
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

/* Kept dimensions first, reduced ones last: the kernels' info. */
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

/* Whether the elements of each output lie side by side. */
static bool reduces_rows(const struct krt_tensor *in, uint32_t dims)
{
    uint32_t first = (uint32_t)__builtin_ctz(dims);
    return dims >> first == (1u << (in->rank - first)) - 1 && tensor_is_dense(in);
}

static krt_status no_elements(void)
{
    return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_reduce: |in| has no elements, so there is no minimum and no maximum");
}

/* The number of elements, rounded to a power of two, as the number of threads. */
static uint32_t block_for(uint64_t elements)
{
    uint32_t block = 1;
    while (block < 1024 && block < elements)
        block *= 2;
    return block;
}

/* Reductions of no elements but sums fail, as those of kernels do. */
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

/* One kernel: |outputs| results from |of_each| elements each. */
static krt_status launch_reduction(struct krt_ops *ops, struct krt_stream *stream,
                                   unsigned operation, const struct krt_tensor *in, uint32_t dims,
                                   uint64_t outputs, uint64_t of_each, void *to)
{
    enum { WAVE = 32 };
    uint64_t words[2 * KRT_MAX_RANK], count = outputs * of_each, num_dims = in->rank;
    uint32_t ordinal;
    krt_status status = ops_find(ops, operation, in->dtype, 0, &ordinal);
    struct krt_launch_config config;
    const bool are_rows = reduces_rows(in, dims);
    const uint64_t bytes = of_each * krt_dtype_size(in->dtype);
    const struct teams teams = {.threads = 256, .lanes = 32, .vectors = 4};
    if (!status && !(are_rows && teams_for(outputs, bytes, teams, in->data, NULL, &config))) {
        /* A thread has four vectors of a row, or four elements. Of few threads a block is a wave,
         * which makes several outputs. */
        const uint64_t threads = are_rows ? bytes / 64 : of_each > 512 ? of_each / 4 : of_each;
        status =
            grid_of("krt_reduce", outputs, block_for(threads < WAVE ? WAVE : threads), &config);
    }
    if (status)
        return status;
    reduction_layout(in, dims, words);
    struct layout_info info = {.words = words, .count = 2 * in->rank};
    const void *from = in->data;
    void *arguments[] = {&count, &of_each, &num_dims, &info.device, &from, &to};
    return layout_launch(ops->package, ordinal, stream, &config, arguments, &info);
}

/* ---- Many outputs of few elements ------------------------------------------------------------ */

/* Whether a thread for each output is faster than a workgroup for each. The tensor is dense:
 * [outer, of_each, inner]. */
static bool is_short_reduction(const struct krt_tensor *in, uint32_t dims, uint64_t outputs,
                               uint64_t of_each, uint64_t *inner)
{
    enum { ROW_MOST = 64 }; /* of a thread, whose neighbours read elsewhere */
    const uint32_t first = (uint32_t)__builtin_ctz(dims),
                   after = 32 - (uint32_t)__builtin_clz(dims);
    const bool are_together = dims >> first == (1u << (after - first)) - 1;
    const bool are_vectors =
        of_each * krt_dtype_size(in->dtype) % 16 == 0 && (uintptr_t)in->data % 16 == 0;
    *inner = dims_product(in->dims, after, in->rank);
    const bool is_across = *inner > 1 && outputs / 256 >= of_each;
    const bool is_row =
        *inner == 1 && of_each <= ROW_MOST && !are_vectors && outputs / 64 >= of_each;
    return tensor_is_dense(in) && are_together && of_each > 0 && outputs >> 32 == 0 &&
           (is_across || is_row);
}

static krt_status reduce_short(struct krt_ops *ops, struct krt_stream *stream,
                               enum krt_reduction reduction, const struct krt_tensor *in,
                               uint64_t outputs, uint64_t of_each, uint64_t inner, void *to)
{
    enum { THREADS = 256 };
    uint32_t ordinal, count = (uint32_t)outputs, each = (uint32_t)of_each, beside = (uint32_t)inner;
    krt_status status =
        ops_find(ops, OPERATION_REDUCE_SHORT + (unsigned)reduction, in->dtype, 0, &ordinal);
    if (status)
        return status;
    const struct krt_launch_config config = grid_by(outputs, THREADS);
    const void *from = in->data;
    void *arguments[] = {&count, &each, &beside, &from, &to};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

/* ---- Few outputs of many elements, by parts of these ----------------------------------------- */

/* The elements of each output as |count| parts, another dimension of the tensor. */
struct parts {
    uint64_t count; /* 1: there is nothing to gain */
    struct krt_tensor in;
    uint32_t dims; /* of |in|, that are reduced */
    bool are_rows; /* those of an output lie side by side */
};

/* How many parts of |length|, which divide it, give a large GPU work for all of itself. One kernel
 * would have |workgroups| of |threads|, with |bytes| of elements each. A second kernel takes as
 * long as a workgroup for |least| bytes; a part has a sixteenth of these at least. */
static uint64_t count_parts(uint64_t length, uint64_t workgroups, uint64_t threads, uint64_t bytes,
                            uint64_t least)
{
    enum { THREADS = 128 << 10, PARTS_LEAST = 4, SIXTEENTH = 16 };
    uint64_t parts = THREADS / threads / workgroups;
    if (bytes < least)
        return 1;
    if (parts > bytes / (least / SIXTEENTH))
        parts = bytes / (least / SIXTEENTH);
    while (parts >= PARTS_LEAST && length % parts != 0)
        parts--;
    return parts >= PARTS_LEAST ? parts : 1;
}

/* Rows are divided anywhere, but into whole vectors if they are such. */
static struct parts parts_of_rows(const struct krt_tensor *in, uint64_t outputs, uint64_t of_each)
{
    uint64_t size = krt_dtype_size(in->dtype), vector = 16 / size;
    uint64_t unit = of_each % vector == 0 ? vector : 1;
    uint64_t count = count_parts(of_each / unit, outputs, 1024, of_each * size, 512 << 10);
    const uint64_t dims[] = {outputs, count, of_each / count};
    return (struct parts){count, krt_tensor_dense(in->dtype, in->data, 3, dims), 1 << 2, true};
}

/* Of other layouts the outermost dimension that is reduced is divided. Where outputs lie side by
 * side a workgroup makes up to 32 of them, which takes it longer. */
static struct parts parts_of_others(const struct krt_tensor *in, uint32_t dims, uint64_t outputs,
                                    uint64_t of_each)
{
    uint32_t first = (uint32_t)__builtin_ctz(dims), last = in->rank - 1;
    uint64_t length = in->dims[first], size = krt_dtype_size(in->dtype);
    const bool are_columns = !is_reduced(dims, last) && in->strides[last] == 1;
    const uint64_t most = size > 4 ? 128 / size : 32;
    const uint64_t width = in->dims[last] < most ? in->dims[last] : most;
    struct parts parts = {1, *in, dims << 1, false};
    if (in->rank < KRT_MAX_RANK)
        parts.count = are_columns ? count_parts(length, ceil_div(outputs, width), 256,
                                                of_each * size * most, 2 << 20)
                                  : count_parts(length, outputs, 1024, of_each * size, 512 << 10);
    parts.in.rank++;
    parts.in.dims[0] = parts.count;
    parts.in.strides[0] = length / parts.count * in->strides[first];
    for (uint32_t d = 0; parts.count > 1 && d < in->rank; d++) {
        parts.in.dims[d + 1] = d == first ? length / parts.count : in->dims[d];
        parts.in.strides[d + 1] = in->strides[d];
    }
    return parts;
}

/* The results of parts, then those of the outputs; sums of 16 bits are rounded after that. */
static krt_status reduce_parts(struct krt_ops *ops, struct krt_stream *stream,
                               enum krt_reduction reduction, const struct parts *parts,
                               uint64_t outputs, uint64_t of_each, const struct krt_tensor *out)
{
    const unsigned operation = OPERATION_REDUCE + (unsigned)reduction;
    const bool is_wide = reduction == KRT_REDUCE_SUM && krt_dtype_size(out->dtype) == 2;
    const uint32_t dtype = is_wide ? KRT_F32 : out->dtype;
    const uint64_t count = parts->count * outputs;
    void *memory;
    krt_status status =
        krt_alloc_async(stream, (count + is_wide * outputs) * krt_dtype_size(dtype), &memory);
    if (status)
        return status;
    status = launch_reduction(ops, stream, is_wide ? OPERATION_SUM_WIDE : operation, &parts->in,
                              parts->dims, count, of_each / parts->count, memory);
    const uint64_t rows[] = {outputs, parts->count}, columns[] = {parts->count, outputs};
    const struct krt_tensor results =
        krt_tensor_dense(dtype, memory, 2, parts->are_rows ? rows : columns);
    const struct krt_tensor sums =
        krt_tensor_dense(dtype, (float *)memory + count, out->rank, out->dims);
    if (!status)
        status = launch_reduction(ops, stream, operation, &results, parts->are_rows ? 2 : 1,
                                  outputs, parts->count, is_wide ? sums.data : out->data);
    if (!status && is_wide)
        status = krt_cast(ops, stream, &sums, out);
    return memory_give(stream, memory, status);
}

/* A graph has no memory for parts. */
static krt_status find_parts(struct krt_stream *stream, enum krt_reduction reduction,
                             const struct krt_tensor *in, uint32_t dims, uint64_t outputs,
                             uint64_t of_each, struct parts *out)
{
    bool is_captured = false;
    out->count = 1;
    if (gives_index(reduction) || of_each == 0)
        return KRT_OK;
    *out = reduces_rows(in, dims) ? parts_of_rows(in, outputs, of_each)
                                  : parts_of_others(in, dims, outputs, of_each);
    if (out->count == 1)
        return KRT_OK;
    krt_status status = krt_stream_is_capturing(stream, &is_captured);
    if (is_captured)
        out->count = 1;
    return status;
}

/* Dimensions of one element behind the others change nothing but |dims|, which keeps one. */
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
    uint64_t of_each = count / outputs;
    if (of_each == 0 && reduction != KRT_REDUCE_SUM)
        return no_elements();
    uint64_t inner;
    if (is_short_reduction(in, dims, outputs, of_each, &inner))
        return reduce_short(ops, stream, reduction, in, outputs, of_each, inner, out->data);
    struct parts parts;
    status = find_parts(stream, reduction, in, dims, outputs, of_each, &parts);
    if (status)
        return status;
    return parts.count > 1
               ? reduce_parts(ops, stream, reduction, &parts, outputs, of_each, out)
               : launch_reduction(ops, stream, operation, in, dims, outputs, of_each, out->data);
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
    /* dimensions, strides; then the summed dimensions, and their strides if |in| were dense */
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

/* ---- Scans ---------------------------------------------------------------------------------- */

/* How long the parts of a row are, so that a large GPU has work for all of itself: whole tiles of
 * the kernel, or |length|. */
static uint64_t length_of_parts(uint64_t rows, uint64_t length)
{
    enum { WORKGROUPS = 512, TILE = 1024, PART_LEAST = 8 * TILE, LEAST = 4 };
    uint64_t parts = WORKGROUPS / rows;
    if (parts > length / PART_LEAST)
        parts = length / PART_LEAST;
    return parts >= LEAST ? ceil_div(length, parts * TILE) * TILE : length;
}

/* Whether a thread does a row: of few elements, or beside so many others that these fill a GPU. */
static bool scans_alone(uint64_t rows, uint64_t length, uint64_t right)
{
    enum { FEW = 32, SIDE_BY_SIDE = 16, MANY = 16 << 10 };
    return length <= FEW || (right >= SIDE_BY_SIDE && rows >= MANY && length >> 32 == 0);
}

/* By one kernel, or by two if rows have parts: their totals, then the parts. */
static krt_status scan_rows(struct krt_ops *ops, struct krt_stream *stream, uint32_t ordinal,
                            const struct krt_tensor *in, uint64_t rows, uint64_t length,
                            uint64_t right, void *to)
{
    enum { THREADS = 256, ALONE_THREADS = 64, TOTAL_SIZE = 8 }; /* of blocks; at most */
    const void *from = in->data;
    void *nothing = NULL, *totals = NULL;
    bool is_captured = false;
    const bool is_alone = scans_alone(rows, length, right);
    uint64_t length_of_part = is_alone ? 0 : length_of_parts(rows, length);
    uint64_t parts = is_alone ? 1 : ceil_div(length, length_of_part);
    void *arguments[] = {&rows, &length, &right, &length_of_part, &from, &to, &totals};
    krt_status status = KRT_OK;
    if (parts > 1)
        status = krt_stream_is_capturing(stream, &is_captured);
    if (is_captured) { /* a graph has no memory for totals */
        parts = 1;
        length_of_part = length;
    }
    struct krt_launch_config config =
        is_alone ? grid_by(rows, ALONE_THREADS) : grid_up_to(rows, THREADS);
    config.grid[1] = (uint32_t)parts;
    if (!status && parts > 1) {
        status = krt_alloc_async(stream, rows * parts * TOTAL_SIZE, &totals);
        if (status)
            return status;
        arguments[5] = &nothing;
        status = krt_launch(ops->package, ordinal, stream, &config, arguments);
        arguments[5] = &to;
    }
    if (!status)
        status = krt_launch(ops->package, ordinal, stream, &config, arguments);
    return memory_give(stream, totals, status);
}

krt_status krt_scan(struct krt_ops *ops, struct krt_stream *stream, enum krt_scan kind,
                    const struct krt_tensor *in, uint32_t dim, const struct krt_tensor *out)
{
    char shape[SHAPE_TEXT];
    uint32_t ordinal;
    krt_status status = expect_tensor("krt_scan", ops, "in", in, ANY_DTYPE, ANY_RANK, NULL, DENSE);
    if (status)
        return status;
    status = expect_tensor("krt_scan", ops, "out", out, in->dtype, in->rank, in->dims, DENSE);
    if (!status && ((unsigned)kind >= KRT_SCAN_COUNT || dim >= in->rank))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_scan: kind %d, dimension %u of shape %s",
                          (int)kind, dim, tensor_print_shape(in, shape));
    if (!status)
        status = ops_find(ops, OPERATION_SCAN + (unsigned)kind, in->dtype, 0, &ordinal);
    if (status)
        return status;
    uint64_t length = in->dims[dim], right = dims_product(in->dims, dim + 1, in->rank),
             rows = dims_product(in->dims, 0, dim) * right;
    if (rows == 0 || length == 0)
        return KRT_OK;
    return scan_rows(ops, stream, ordinal, in, rows, length, right, out->data);
}
