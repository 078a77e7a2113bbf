/* The order of rows: in every dtype and for every length, stable, both ways. */
#include "numbers.h"
#include "ops_test.h"

enum { ROWS = 2, MOST = 300000 };

static char numbers[MOST * 8];
static uint32_t got[MOST], wanted[MOST];

/* ---- The reference -------------------------------------------------------------------------- */

static long double value_at(const void *memory, uint32_t dtype, uint64_t i)
{
    uint32_t size = krt_dtype_size(dtype);
    union scalar x = {.i64 = 0};
    memcpy(&x, (const char *)memory + i * size, size);
    switch (dtype) {
    case KRT_U8: return x.u8;
    case KRT_U32: return x.u32;
    case KRT_I16: return x.i16;
    case KRT_I32: return x.i32;
    case KRT_I64: return (long double)x.i64;
    default: return (long double)number_load(memory, dtype, i);
    }
}

static struct {
    const void *row;
    uint32_t dtype;
    bool is_descending;
} sorted;

static int compare_columns(const void *first, const void *second)
{
    uint32_t a = *(const uint32_t *)first, b = *(const uint32_t *)second;
    long double x = value_at(sorted.row, sorted.dtype, a),
                y = value_at(sorted.row, sorted.dtype, b);
    bool x_nan = isnan(x), y_nan = isnan(y);
    int order = x_nan || y_nan ? x_nan - y_nan : (x > y) - (x < y);
    if (order == 0)
        return (a > b) - (a < b);
    return sorted.is_descending ? -order : order;
}

static void sort_reference(uint32_t dtype, unsigned rows, unsigned columns, bool is_descending)
{
    for (unsigned row = 0; row < rows; row++) {
        uint32_t *order = wanted + row * columns;
        for (unsigned c = 0; c < columns; c++)
            order[c] = c;
        sorted.row = numbers + (size_t)row * columns * krt_dtype_size(dtype);
        sorted.dtype = dtype;
        sorted.is_descending = is_descending;
        qsort(order, columns, sizeof *order, compare_columns);
    }
}

/* Any bits, NaNs and infinities among them; every third number is one of a few. */
static void fill_bits(uint32_t dtype, unsigned count)
{
    uint64_t state = 88172645463325252u + dtype;
    for (unsigned i = 0; i < count; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        uint64_t bits = i % 3 == 0
                            ? (state % 5 == 0 ? 1ull << (8 * krt_dtype_size(dtype) - 1) : state % 7)
                            : state;
        memcpy(numbers + (size_t)i * krt_dtype_size(dtype), &bits, krt_dtype_size(dtype));
    }
}

/* ---- Tests ---------------------------------------------------------------------------------- */

static void expect_order(const struct krt_tensor *out, unsigned count, const char *what)
{
    download(got, out->data, count * sizeof *got);
    for (unsigned i = 0; i < count; i++) {
        if (got[i] != wanted[i])
            fail_msg("%s: place %u has column %u, not %u", what, i, got[i], wanted[i]);
    }
}

static void rows_of_every_length_are_in_order(void **state)
{
    (void)state;
    static const unsigned lengths[] = {1, 2, 77, 1024, 1025, 2048, 2049, 5000};
    void *memory = upload(numbers, sizeof numbers), *result = upload(NULL, sizeof got);
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
        for (unsigned l = 0; l < sizeof lengths / sizeof *lengths; l++) {
            unsigned columns = lengths[l];
            fill_bits(dtype, ROWS * columns);
            struct krt_tensor in = krt_tensor_dense(dtype, memory, 2, DIMS(ROWS, columns));
            struct krt_tensor out = krt_tensor_dense(KRT_U32, result, 2, DIMS(ROWS, columns));
            assert_ok(krt_copy_to_device(stream, memory, numbers,
                                         (uint64_t)ROWS * columns * krt_dtype_size(dtype)));
            for (int is_descending = 0; is_descending < 2; is_descending++) {
                sort_reference(dtype, ROWS, columns, is_descending);
                assert_ok(krt_argsort(ops, stream, &in, is_descending, &out));
                expect_order(&out, ROWS * columns, krt_dtype_name(dtype));
            }
        }
    }
    release(memory);
    release(result);
}

/* As much as 64 KiB of LDS hold, and more; and a workgroup's part of several tiles. */
static void long_rows_are_in_order(void **state)
{
    (void)state;
    static const struct {
        uint32_t dtype;
        unsigned rows, columns;
        bool is_descending;
    } cases[] = {
        {KRT_F32, 2, 16384, false},
        {KRT_BF16, 2, 20000, true},
        {KRT_F64, 2, 20000, false},
        {KRT_U8, 1, MOST, false},
    };
    void *memory = upload(numbers, sizeof numbers), *result = upload(NULL, sizeof got);
    for (unsigned c = 0; c < sizeof cases / sizeof *cases; c++) {
        uint32_t dtype = cases[c].dtype;
        unsigned rows = cases[c].rows, columns = cases[c].columns;
        bool is_descending = cases[c].is_descending;
        fill_bits(dtype, rows * columns);
        struct krt_tensor in = krt_tensor_dense(dtype, memory, 2, DIMS(rows, columns));
        struct krt_tensor out = krt_tensor_dense(KRT_U32, result, 2, DIMS(rows, columns));
        assert_ok(krt_copy_to_device(stream, memory, numbers,
                                     (uint64_t)rows * columns * krt_dtype_size(dtype)));
        sort_reference(dtype, rows, columns, is_descending);
        assert_ok(krt_argsort(ops, stream, &in, is_descending, &out));
        expect_order(&out, rows * columns, krt_dtype_name(dtype));
    }
    release(memory);
    release(result);
}

static void values_come_with_their_indices(void **state)
{
    (void)state;
    enum { COLUMNS = 1500, TOP = 7 };
    static const uint32_t dtypes[] = {KRT_I16, KRT_F32};
    static char values[ROWS * COLUMNS * 4];
    void *memory = upload(numbers, sizeof numbers), *result = upload(NULL, sizeof got),
         *indices = upload(NULL, sizeof got);
    for (unsigned d = 0; d < 2; d++) {
        uint32_t size = krt_dtype_size(dtypes[d]);
        fill_bits(dtypes[d], ROWS * COLUMNS);
        assert_ok(krt_copy_to_device(stream, memory, numbers, (uint64_t)ROWS * COLUMNS * size));
        sort_reference(dtypes[d], ROWS, COLUMNS, true);
        struct krt_tensor in = krt_tensor_dense(dtypes[d], memory, 2, DIMS(ROWS, COLUMNS));
        for (unsigned k = 0; k < 4; k++) { /* all or the top ones, with indices or without */
            unsigned columns = k < 2 ? COLUMNS : TOP;
            struct krt_tensor out = krt_tensor_dense(dtypes[d], result, 2, DIMS(ROWS, columns));
            struct krt_tensor ids = krt_tensor_dense(KRT_U32, indices, 2, DIMS(ROWS, columns));
            assert_ok(krt_set(stream, indices, 0xee, 1, sizeof got));
            assert_ok(
                (k < 2 ? krt_sort : krt_top_k)(ops, stream, &in, true, &out, k % 2 ? &ids : NULL));
            download(values, result, ROWS * columns * size);
            download(got, indices, ROWS * columns * sizeof *got);
            for (unsigned i = 0; i < ROWS * columns; i++) {
                unsigned row = i / columns;
                uint32_t column = wanted[row * COLUMNS + i % columns];
                assert_true(k % 2 == 0 || got[i] == column);
                assert_memory_equal(values + i * size,
                                    numbers + (size_t)(row * COLUMNS + column) * size, size);
            }
        }
    }
    release(memory);
    release(result);
    release(indices);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    void *memory = upload(NULL, 4096);
    struct krt_tensor in = krt_tensor_dense(KRT_F32, memory, 2, DIMS(2, 6)), out = in,
                      one = krt_tensor_dense(KRT_F32, memory, 0, NULL),
                      long_row = krt_tensor_dense(KRT_U8, memory, 1, DIMS(UINT32_MAX));
    assert_fails(krt_argsort(ops, stream, &in, false, &in), KRT_ERROR_INVALID_ARGUMENT,
                 "must be u32");
    assert_fails(krt_argsort(ops, stream, &one, false, &in), KRT_ERROR_INVALID_ARGUMENT,
                 "no dimension");
    assert_fails(krt_argsort(ops, stream, &long_row, false, &in), KRT_ERROR_UNSUPPORTED,
                 "4294967295 columns");
    out.dims[1] = 7;
    assert_fails(krt_sort(ops, stream, &in, false, &out, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "|values|");
    assert_fails(krt_top_k(ops, stream, &in, false, &out, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "7 of rows of 6");
    assert_fails(krt_top_k(ops, stream, &in, false, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "|values| is NULL");
    release(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(rows_of_every_length_are_in_order),
        cmocka_unit_test(long_rows_are_in_order),
        cmocka_unit_test(values_come_with_their_indices),
    };
    run_on_all_devices(tests);
}
