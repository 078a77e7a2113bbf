/* Scans: sums and products along a dimension. */
#include "launches.h"
#include "ops.h"

/* Returns the length of the parts into which a row is divided, so that a large GPU is busy. A part
 * is whole tiles of the kernel, or the whole row. */
static uint64_t length_of_parts(uint64_t rows, uint64_t length)
{
    enum { WORKGROUPS = 512, PART_LEAST = 8 * SCAN_TILE, LEAST = 4 };
    uint64_t parts = WORKGROUPS / rows;
    if (parts > length / PART_LEAST)
        parts = length / PART_LEAST;
    return parts >= LEAST ? ceil_div(length, parts * SCAN_TILE) * SCAN_TILE : length;
}

/* Whether one thread scans a whole row: the row is short, or there are enough neighbouring rows to
 * fill a GPU. */
static bool scans_alone(uint64_t rows, uint64_t length, uint64_t right)
{
    enum { FEW = 32, SIDE_BY_SIDE = 16, MANY = 16 << 10 };
    return length <= FEW || (right >= SIDE_BY_SIDE && rows >= MANY && length >> 32 == 0);
}

/* Launches one kernel, or two if rows are divided into parts: the first computes the totals of the
 * parts, the second the result. */
static krt_status scan_rows(struct krt_ops *ops, struct krt_stream *stream, uint32_t ordinal,
                            const struct krt_tensor *in, uint64_t rows, uint64_t length,
                            uint64_t right, void *to)
{
    enum { TOTAL_SIZE = 8 }; /* the most bytes that a total has */
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
    /* With parts, totals need memory, which a captured stream cannot allocate. */
    if (is_captured) {
        parts = 1;
        length_of_part = length;
    }
    struct krt_launch_config config =
        is_alone ? grid_by(rows, SCAN_ALONE_THREADS) : grid_up_to(rows, SCAN_THREADS);
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
