/* Sorts rows: short rows in LDS, long rows by one digit of 8 bits after another. */
#include "launches.h"
#include "ops.h"

/* If fewer rows are sorted at a time, a cache holds a larger share of them, so each tile of a row
 * gets a workgroup. But each workgroup reads the counts of all parts of its row. A row therefore
 * has WORKGROUPS / rows parts, at least PARTS_USUAL and at most PARTS_MOST. */
enum { PARTS_USUAL = 32, PARTS_MOST = 128, WORKGROUPS = 1024 };
/* The most columns of a row that is sorted in LDS. For longer rows, the indices alone would take
 * all LDS of an AMD GPU, and the kernel needs some LDS for itself. */
enum { IN_LDS_MOST = 8192 };
#define COLUMNS_MOST (UINT32_MAX - SORT_TILE)

/* The rows to sort, and in which order. */
struct order {
    const struct krt_tensor *in;
    uint64_t rows, columns;
    bool is_descending;
};

static krt_status order_of(const char *function, const struct krt_ops *ops,
                           const struct krt_tensor *in, bool is_descending, struct order *out)
{
    krt_status status = expect_tensor(function, ops, "in", in, ANY_DTYPE, ANY_RANK, NULL, DENSE);
    if (!status && in->rank == 0)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |in| has no dimension", function);
    if (status)
        return status;
    *out = (struct order){in, dims_product(in->dims, 0, in->rank - 1), in->dims[in->rank - 1],
                          is_descending};
    if (out->columns > COLUMNS_MOST)
        return krt_fail(KRT_ERROR_UNSUPPORTED, "%s: rows of %llu columns; %u is the most", function,
                        (unsigned long long)out->columns, COLUMNS_MOST);
    return KRT_OK;
}

/* ---- Sorting in LDS -------------------------------------------------------------------------- */

/* Sets |*out| to the number of columns that a workgroup sorts: a row's columns rounded up to a
 * power of two, or 0 if the row does not fit into LDS. */
static krt_status padded_columns(struct krt_stream *stream, uint64_t columns, uint32_t *out)
{
    struct krt_device_info info = {.struct_size = sizeof info};
    uint64_t padded = 1;
    krt_status status = stream_describe(stream, &info);
    if (status)
        return status;
    while (padded < columns)
        padded *= 2;
    const bool fits = padded <= IN_LDS_MOST && padded <= info.shared_bytes / sizeof(uint32_t);
    *out = fits ? (uint32_t)padded : 0;
    return KRT_OK;
}

static krt_status sort_in_lds(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                              const struct order *order, uint32_t ordinal, uint32_t padded,
                              void *to)
{
    struct krt_launch_config config;
    krt_status status = grid_of(function, order->rows, padded < 1024 ? padded : 1024, &config);
    if (status)
        return status;
    config.shared_bytes = padded * (uint32_t)sizeof(uint32_t);
    int32_t columns = (int32_t)order->columns, columns_padded = (int32_t)padded;
    const void *from = order->in->data;
    void *arguments[] = {&from, &to, &columns, &columns_padded};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

/* ---- Sorting by digits ----------------------------------------------------------------------- */

/* What all passes over the digits need: the rows to sort, and how they are divided into parts. */
struct digits {
    struct krt_ops *ops;
    struct krt_stream *stream;
    uint64_t rows;
    uint32_t columns, length_of_part, parts;
};

/* The items that a pass reads or writes: the remaining digits of keys, as words of |bytes| bytes,
 * and column numbers. |bytes| is 0 after the last digit. */
struct items {
    uint32_t bytes;
    void *words;
    uint32_t *columns; /* the column numbers of the items; if NULL, they are 0, 1, 2 and so on */
};

/* The arguments that tell kernels how numbers become keys. */
struct key_order {
    uint64_t infinity, flipped;
};

static struct key_order key_order_of(const struct order *order)
{
    static const uint64_t infinities[KRT_DTYPE_COUNT] = {
        [KRT_F8E4M3] = 0x7e, /* f8 has no infinity: this is its greatest number */
        [KRT_F16] = 0x7c00,     [KRT_BF16] = 0x7f80,
        [KRT_F32] = 0x7f800000, [KRT_F64] = 0x7ff0000000000000,
    };
    uint32_t dtype = order->in->dtype;
    bool is_signed = dtype == KRT_I16 || dtype == KRT_I32 || dtype == KRT_I64;
    uint64_t sign = is_signed ? 1ull << (8 * krt_dtype_size(dtype) - 1) : 0;
    return (struct key_order){infinities[dtype], order->is_descending ? ~sign : sign};
}

static struct digits digits_of(struct krt_ops *ops, struct krt_stream *stream,
                               const struct order *order)
{
    uint64_t tiles = ceil_div(order->columns, SORT_TILE), parts = ceil_div(WORKGROUPS, order->rows);
    parts = parts < PARTS_USUAL ? PARTS_USUAL : parts < PARTS_MOST ? parts : PARTS_MOST;
    uint64_t tiles_of_part = ceil_div(tiles, parts < tiles ? parts : tiles);
    return (struct digits){
        .ops = ops,
        .stream = stream,
        .rows = order->rows,
        .columns = (uint32_t)order->columns,
        .length_of_part = (uint32_t)(tiles_of_part * SORT_TILE),
        .parts = (uint32_t)ceil_div(tiles, tiles_of_part),
    };
}

/* Launches the kernel of |operation| for words of |bytes| bytes. */
static krt_status launch(const struct digits *work, unsigned operation, uint32_t bytes,
                         void **arguments)
{
    static const uint32_t words[] = {[1] = KRT_U8, [2] = KRT_F16, [4] = KRT_U32, [8] = KRT_I64};
    uint32_t ordinal;
    krt_status status = ops_find(work->ops, operation, words[bytes], 0, &ordinal);
    if (status)
        return status;
    uint64_t most = 65535; /* the most blocks that CUDA allows along y */
    struct krt_launch_config config = {
        .grid = {work->parts, (uint32_t)(work->rows < most ? work->rows : most)},
        .block = {SORT_THREADS},
    };
    return krt_launch(work->ops->package, ordinal, work->stream, &config, arguments);
}

/* Sorts by one digit. |counts| has room for the counts of all parts; it is NULL if each row is one
 * part. */
static krt_status sort_digit(const struct digits *work, struct key_order order,
                             const struct items *from, const struct items *to, uint32_t *counts)
{
    uint64_t rows = work->rows;
    uint32_t columns = work->columns, length_of_part = work->length_of_part;
    uint32_t are_halves = to->bytes < from->bytes;
    const void *keys = from->words, *from_columns = from->columns;
    void *rest = to->words, *to_columns = to->columns;
    krt_status status = KRT_OK;
    if (counts)
        status = launch(work, OPERATION_SORT_COUNT, from->bytes,
                        (void *[]){&rows, &columns, &length_of_part, &order.infinity,
                                   &order.flipped, &keys, &counts});
    if (!status)
        status =
            launch(work, OPERATION_SORT_DIGIT, from->bytes,
                   (void *[]){&rows, &columns, &length_of_part, &order.infinity, &order.flipped,
                              &are_halves, &keys, &from_columns, &counts, &rest, &to_columns});
    return status;
}

/* Returns the size of the smallest word that holds |bytes| bytes. */
static uint32_t word_bytes(uint32_t bytes)
{
    return bytes > 4 ? 8 : bytes > 2 ? 4 : bytes;
}

/* Memory for the items between passes. Words alternate between words[0] and words[1], by the parity
 * of the number of remaining bytes. Column numbers alternate between |columns| and the result. */
struct scratch {
    void *memory; /* the memory that was allocated for all arrays, or NULL */
    void *words[2];
    /* Column numbers of the items, and counts of the digits of all parts. |counts| is NULL if each
     * row is one part. */
    uint32_t *columns, *counts;
};

static krt_status scratch_take(const struct digits *work, uint32_t bytes, struct scratch *out)
{
    uint64_t items = work->rows * work->columns, offsets[4], end = 0;
    const uint64_t sizes[4] = {
        bytes > 2 ? items * word_bytes(bytes - 2) : 0,
        bytes > 1 ? items * word_bytes(bytes - 1) : 0,
        bytes > 1 ? items * (work->columns <= SORT_SHORT_MOST ? sizeof(uint16_t) : sizeof(uint32_t))
                  : 0,
        work->parts > 1 ? work->rows * work->parts * SORT_DIGITS * sizeof(uint32_t) : 0,
    };
    for (unsigned i = 0; i < 4; i++) {
        offsets[i] = end;
        end += round_up(sizes[i], 16);
    }
    *out = (struct scratch){.memory = NULL};
    krt_status status = end > 0 ? krt_alloc_async(work->stream, end, &out->memory) : KRT_OK;
    if (status || end == 0)
        return status;
    char *memory = out->memory;
    out->words[0] = memory + offsets[0];
    out->words[1] = memory + offsets[1];
    out->columns = (uint32_t *)(void *)(memory + offsets[2]);
    out->counts = sizes[3] > 0 ? (uint32_t *)(void *)(memory + offsets[3]) : NULL;
    return KRT_OK;
}

static krt_status sort_by_digits(struct krt_ops *ops, struct krt_stream *stream,
                                 const struct order *order, void *to)
{
    struct digits work = digits_of(ops, stream, order);
    struct key_order keys = key_order_of(order);
    uint32_t bytes = krt_dtype_size(order->in->dtype);
    struct items from = {bytes, order->in->data, NULL};
    struct scratch scratch;
    krt_status status = scratch_take(&work, bytes, &scratch);
    while (!status && bytes-- > 0) {
        struct items next = {word_bytes(bytes), scratch.words[bytes % 2],
                             bytes % 2 == 0 ? to : scratch.columns};
        status = sort_digit(&work, keys, &from, &next, scratch.counts);
        from = next;
        keys = (struct key_order){.infinity = 0};
    }
    return memory_give(stream, scratch.memory, status);
}

/* ---- The operations for users ---------------------------------------------------------------- */

static krt_status sort_rows(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                            const struct order *order, void *to)
{
    uint32_t dtype = order->in->dtype, padded = 0;
    unsigned in_lds = order->is_descending ? OPERATION_SORT_DOWN : OPERATION_SORT_UP;
    krt_status status = KRT_OK;
    if (order->rows == 0 || order->columns == 0)
        return KRT_OK;
    if (ops_has(ops, in_lds, dtype, 0))
        status = padded_columns(stream, order->columns, &padded);
    if (!status && padded > 0)
        return sort_in_lds(function, ops, stream, order, ops->ordinals[in_lds][dtype][0], padded,
                           to);
    return status ? status : sort_by_digits(ops, stream, order, to);
}

krt_status krt_argsort(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                       bool is_descending, const struct krt_tensor *out)
{
    static const char function[] = "krt_argsort";
    struct order order;
    krt_status status = order_of(function, ops, in, is_descending, &order);
    if (status)
        return status;
    status = expect_tensor(function, ops, "out", out, KRT_U32, in->rank, in->dims, DENSE);
    return status ? status : sort_rows(function, ops, stream, &order, out->data);
}

/* Writes the first |values->dims[last]| numbers of each row. The indices of whole rows go to
 * |memory|, which is |indices| if |indices| has room for them. */
static krt_status sort_into(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                            const struct order *order, const struct krt_tensor *values,
                            const struct krt_tensor *indices, void *memory)
{
    uint32_t last = order->in->rank - 1;
    uint64_t wanted = values->dims[last];
    struct krt_tensor all = krt_tensor_dense(KRT_U32, memory, order->in->rank, order->in->dims);
    krt_status status = sort_rows(function, ops, stream, order, all.data);
    all.dims[last] = wanted; /* |all| becomes a view of the first |wanted| indices of each row. */
    if (!status && indices && indices->data != memory)
        status = krt_copy(ops, stream, &all, indices);
    const struct krt_tensor *ids = indices ? indices : &all;
    return status ? status : krt_gather(ops, stream, order->in, last, ids, values);
}

/* Sorts to |values|, which the caller has checked. */
static krt_status sort_values(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                              const struct order *order, const struct krt_tensor *values,
                              const struct krt_tensor *indices)
{
    krt_status status = expect_tensor(function, ops, "indices", indices, KRT_U32, values->rank,
                                      values->dims, OPTIONAL);
    if (status)
        return status;
    uint64_t wanted = values->dims[values->rank - 1];
    if (order->rows == 0 || wanted == 0)
        return KRT_OK;
    if (indices && wanted == order->columns)
        return sort_into(function, ops, stream, order, values, indices, indices->data);
    void *memory;
    status = krt_alloc_async(stream, order->rows * order->columns * sizeof(uint32_t), &memory);
    if (status)
        return status;
    status = sort_into(function, ops, stream, order, values, indices, memory);
    return memory_give(stream, memory, status);
}

/* Checks that |values| has |in|'s shape, except that a row has |columns| columns. */
static krt_status check_values(const char *function, const struct krt_ops *ops,
                               const struct krt_tensor *in, const struct krt_tensor *values,
                               uint64_t columns)
{
    uint64_t shape[KRT_MAX_RANK];
    for (uint32_t d = 0; d < in->rank; d++)
        shape[d] = d == in->rank - 1 ? columns : in->dims[d];
    return expect_tensor(function, ops, "values", values, in->dtype, in->rank, shape, DENSE);
}

krt_status krt_sort(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                    bool is_descending, const struct krt_tensor *values,
                    const struct krt_tensor *indices)
{
    struct order order;
    krt_status status = order_of("krt_sort", ops, in, is_descending, &order);
    if (!status)
        status = check_values("krt_sort", ops, in, values, order.columns);
    return status ? status : sort_values("krt_sort", ops, stream, &order, values, indices);
}

krt_status krt_top_k(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                     bool is_descending, const struct krt_tensor *values,
                     const struct krt_tensor *indices)
{
    struct order order;
    krt_status status = order_of("krt_top_k", ops, in, is_descending, &order);
    if (!status && values && values->rank == in->rank && values->dims[in->rank - 1] > order.columns)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_top_k: %llu of rows of %llu columns",
                          (unsigned long long)values->dims[in->rank - 1],
                          (unsigned long long)order.columns);
    if (!status)
        status = check_values("krt_top_k", ops, in, values,
                              values && values->rank == in->rank ? values->dims[in->rank - 1] : 0);
    return status ? status : sort_values("krt_top_k", ops, stream, &order, values, indices);
}
