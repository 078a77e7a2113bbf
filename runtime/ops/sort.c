/* The order of rows: in LDS, or by tiles that are merged. */
#include "ops.h"

/* Of the kernels that sort rows of any length. */
enum { TILE = 1024, TILE_THREADS = 256 };
/* Of more columns the kernel that sorts a row in LDS needs all LDS of AMD GPUs, and has some of its
 * own. */
enum { IN_LDS_MOST = 8192 };
#define COLUMNS_MOST (UINT32_MAX - TILE)

/* What is sorted: |rows| of |columns|. */
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

/* ---- In LDS --------------------------------------------------------------------------------- */

/* The columns that a workgroup sorts, a power of two; 0 if the row is too long for it. */
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

/* ---- By tiles ------------------------------------------------------------------------------- */

/* A workgroup for each tile, as far as a grid goes. */
static struct krt_launch_config grid_of_tiles(const struct order *order)
{
    return grid_up_to(order->rows * ceil_div(order->columns, TILE), TILE_THREADS);
}

static krt_status sort_tiles(struct krt_ops *ops, struct krt_stream *stream,
                             const struct order *order, uint32_t ordinal, void *to)
{
    uint64_t rows = order->rows;
    uint32_t columns = (uint32_t)order->columns, is_descending = order->is_descending;
    const void *from = order->in->data;
    struct krt_launch_config config = grid_of_tiles(order);
    void *arguments[] = {&rows, &columns, &is_descending, &from, &to};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

static krt_status merge_runs(struct krt_ops *ops, struct krt_stream *stream,
                             const struct order *order, uint32_t ordinal, uint32_t run,
                             const void *items, void *to)
{
    uint64_t rows = order->rows;
    uint32_t columns = (uint32_t)order->columns, is_descending = order->is_descending;
    const void *from = order->in->data;
    struct krt_launch_config config = grid_of_tiles(order);
    void *arguments[] = {&rows, &columns, &is_descending, &run, &from, &items, &to};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

/* Each merge goes from one memory to the other, so that the last one arrives in |to|. */
static krt_status sort_and_merge(struct krt_ops *ops, struct krt_stream *stream,
                                 const struct order *order, uint32_t tiles, uint32_t merge,
                                 void *to)
{
    unsigned merges = 0;
    void *other = to;
    krt_status status = KRT_OK;
    while ((uint64_t)TILE << merges < order->columns)
        merges++;
    if (merges > 0)
        status = krt_alloc_async(stream, order->rows * order->columns * sizeof(uint32_t), &other);
    if (status)
        return status;
    void *at = merges % 2 == 0 ? to : other;
    status = sort_tiles(ops, stream, order, tiles, at);
    for (unsigned i = 0; !status && i < merges; i++) {
        void *next = at == to ? other : to;
        status = merge_runs(ops, stream, order, merge, (uint32_t)TILE << i, at, next);
        at = next;
    }
    return merges > 0 ? memory_give(stream, other, status) : status;
}

/* ---- The operations ------------------------------------------------------------------------- */

static krt_status sort_rows(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                            const struct order *order, void *to)
{
    uint32_t dtype = order->in->dtype, padded = 0, tiles, merge;
    unsigned in_lds = order->is_descending ? OPERATION_SORT_DOWN : OPERATION_SORT_UP;
    krt_status status = KRT_OK;
    if (order->rows == 0 || order->columns == 0)
        return KRT_OK;
    if (ops_has(ops, in_lds, dtype, 0))
        status = padded_columns(stream, order->columns, &padded);
    if (!status && padded > 0)
        return sort_in_lds(function, ops, stream, order, ops->ordinals[in_lds][dtype][0], padded,
                           to);
    if (!status)
        status = ops_find(ops, OPERATION_SORT_TILES, dtype, 0, &tiles);
    if (!status)
        status = ops_find(ops, OPERATION_SORT_MERGE, dtype, 0, &merge);
    return status ? status : sort_and_merge(ops, stream, order, tiles, merge, to);
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

/* The first |values->dims[last]| of each row: all indices go to |memory|, or to |indices| if these
 * are as many. */
static krt_status sort_into(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                            const struct order *order, const struct krt_tensor *values,
                            const struct krt_tensor *indices, void *memory)
{
    uint32_t last = order->in->rank - 1;
    uint64_t wanted = values->dims[last];
    struct krt_tensor all = krt_tensor_dense(KRT_U32, memory, order->in->rank, order->in->dims);
    krt_status status = sort_rows(function, ops, stream, order, all.data);
    all.dims[last] = wanted; /* the beginnings of rows */
    if (!status && indices && indices->data != memory)
        status = krt_copy(ops, stream, &all, indices);
    const struct krt_tensor *ids = indices ? indices : &all;
    return status ? status : krt_gather(ops, stream, order->in, last, ids, values);
}

/* |values| are checked. */
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

/* |values| have |in|'s shape, but |columns| in a row. */
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
