/* Tensors that are made without inputs: numbers at equal distances, bands, and exact scalars. */
#include "numbers.h"
#include "ops_test.h"

enum { COUNT = 77 };

static const uint32_t integers[] = {KRT_U8, KRT_U32, KRT_I16, KRT_I32, KRT_I64};
static const uint32_t floats[] = {KRT_F8E4M3, KRT_F16, KRT_BF16, KRT_F32, KRT_F64};

/* The first |count| elements of |tensor| are those of |expected|. */
static void expect_bits(const struct krt_tensor *tensor, const void *expected, unsigned count)
{
    unsigned char got[COUNT * 8];
    uint32_t size = krt_dtype_size(tensor->dtype);
    download(got, tensor->data, count * size);
    for (unsigned i = 0; i < count; i++) {
        if (memcmp(got + i * size, (const char *)expected + i * size, size) != 0)
            fail_msg("%s: element %u differs", krt_dtype_name(tensor->dtype), i);
    }
}

static void ranges_of_integers_wrap(void **state)
{
    (void)state;
    static const struct {
        int64_t start, step;
    } cases[] = {{0, 1}, {-5, 3}, {250, 1}, {32000, 100}, {INT64_MAX - 2, 1}, {9, -2}};
    void *memory = upload(NULL, COUNT * 8 + 8);
    for (unsigned k = 0; k < sizeof integers / sizeof *integers; k++) {
        uint32_t size = krt_dtype_size(integers[k]);
        for (unsigned c = 0; c < sizeof cases / sizeof *cases; c++) {
            unsigned char expected[COUNT * 8];
            for (unsigned i = 0; i < COUNT; i++) {
                uint64_t value = (uint64_t)cases[c].start + i * (uint64_t)cases[c].step;
                memcpy(expected + i * size, &value, size);
            }
            /* the second time at an address that vectors do not fit */
            for (unsigned shift = 0; shift < 2; shift++) {
                struct krt_tensor x =
                    krt_tensor_dense(integers[k], (char *)memory + shift * size, 2, DIMS(7, 11));
                assert_ok(krt_arange(ops, stream, krt_scalar_i64(cases[c].start),
                                     krt_scalar_i64(cases[c].step), &x));
                expect_bits(&x, expected, COUNT);
            }
        }
    }
    release(memory);
}

static void ranges_of_floats_are_rounded_once(void **state)
{
    (void)state;
    void *memory = upload(NULL, COUNT * 8);
    for (unsigned k = 0; k < sizeof floats / sizeof *floats; k++) {
        unsigned char expected[COUNT * 8];
        struct krt_tensor x = krt_tensor_dense(floats[k], memory, 1, DIMS(COUNT));
        for (unsigned i = 0; i < COUNT; i++)
            number_store(expected, floats[k], i, fma(i, 0.1, -3.7));
        assert_ok(krt_arange(ops, stream, krt_scalar_f64(-3.7), krt_scalar_f64(0.1), &x));
        expect_bits(&x, expected, COUNT);
    }
    release(memory);
}

static void spaces_begin_and_end_where_they_should(void **state)
{
    (void)state;
    static const unsigned counts[] = {1, 2, 3, 10, COUNT};
    void *memory = upload(NULL, COUNT * 8);
    for (unsigned k = 0; k < sizeof floats / sizeof *floats; k++) {
        for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++) {
            unsigned char expected[COUNT * 8];
            unsigned count = counts[c];
            const double start = -1.3, end = 17.1, step = (end - start) / (count - 1);
            struct krt_tensor x = krt_tensor_dense(floats[k], memory, 1, DIMS(count));
            for (unsigned i = 0; i < count; i++)
                number_store(expected, floats[k], i,
                             count == 1      ? start
                             : i < count / 2 ? fma(i, step, start)
                                             : fma(count - 1 - i, -step, end));
            assert_ok(krt_linspace(ops, stream, start, end, &x));
            expect_bits(&x, expected, count);
        }
    }
    struct krt_tensor numbers = krt_tensor_dense(KRT_I64, memory, 1, DIMS(4));
    assert_fails(krt_linspace(ops, stream, 0, 1, &numbers), KRT_ERROR_UNSUPPORTED, "linspace");
    release(memory);
}

static void bands_are_on_their_diagonals(void **state)
{
    (void)state;
    enum { MATRICES = 2, ROWS = 5, COLUMNS = 7, ALL = MATRICES * ROWS * COLUMNS };
    static const struct {
        int64_t low, high;
    } cases[] = {{0, 0}, {INT64_MIN, 0}, {1, INT64_MAX}, {-1, 2}, {3, 2}, {-4, -4}};
    void *memory = upload(NULL, ALL * 8);
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
        uint32_t size = krt_dtype_size(dtype);
        struct krt_tensor x = krt_tensor_dense(dtype, memory, 3, DIMS(MATRICES, ROWS, COLUMNS));
        for (unsigned c = 0; c < sizeof cases / sizeof *cases; c++) {
            unsigned char expected[ALL * 8];
            for (int i = 0; i < ALL; i++) {
                int diagonal = i % COLUMNS - i / COLUMNS % ROWS;
                union scalar number = scalar_from(
                    diagonal >= cases[c].low && diagonal <= cases[c].high ? 3 : 1, dtype);
                memcpy(expected + (unsigned)i * size, &number, size);
            }
            assert_ok(krt_band(ops, stream, cases[c].low, cases[c].high, krt_scalar_i64(3),
                               krt_scalar_f64(1), &x));
            expect_bits(&x, expected, ALL);
        }
    }
    struct krt_tensor line = krt_tensor_dense(KRT_F32, memory, 1, DIMS(4));
    struct krt_tensor none = krt_tensor_dense(KRT_F32, memory, 2, DIMS(0, 4));
    assert_fails(krt_band(ops, stream, 0, 0, krt_scalar_i64(1), krt_scalar_i64(0), &line),
                 KRT_ERROR_INVALID_ARGUMENT, "rows and columns");
    assert_ok(krt_band(ops, stream, 0, 0, krt_scalar_i64(1), krt_scalar_i64(0), &none));
    release(memory);
}

/* 2^62 + 1 is in i64, and between the numbers of f64; 2^40 + 2^32 + 1 lies just above the middle of
 * two bf16. */
static void integers_of_64_bits_fill_exactly(void **state)
{
    (void)state;
    const int64_t large = (1ll << 62) + 1, above = (1ll << 40) + (1ll << 32) + 1,
                  far_above = (1ll << 60) + (1ll << 52) + 1;
    int64_t got[4];
    uint16_t halves[2];
    void *memory = upload(NULL, sizeof got);
    struct krt_tensor x = krt_tensor_dense(KRT_I64, memory, 1, DIMS(4));
    struct krt_tensor y = krt_tensor_dense(KRT_BF16, memory, 1, DIMS(2));
    struct krt_tensor z = krt_tensor_dense(KRT_I16, memory, 1, DIMS(2));
    assert_ok(krt_fill(ops, stream, krt_scalar_i64(large), &x));
    download(got, memory, sizeof got);
    assert_true(got[0] == large && got[3] == large);
    assert_ok(krt_fill(ops, stream, krt_scalar_i64(above), &y));
    download(halves, memory, sizeof halves);
    assert_int_equal(halves[0], scalar_from(0x1.02p40, KRT_BF16).u16);
    assert_ok(krt_fill(ops, stream, krt_scalar_i64(-far_above), &y));
    download(halves, memory, sizeof halves);
    assert_int_equal(halves[1], scalar_from(-0x1.02p60, KRT_BF16).u16);
    assert_ok(krt_fill(ops, stream, krt_scalar_i64(-70000), &z));
    download(halves, memory, sizeof halves);
    assert_int_equal((int16_t)halves[0], INT16_MIN);
    release(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_of_integers_wrap),
        cmocka_unit_test(ranges_of_floats_are_rounded_once),
        cmocka_unit_test(spaces_begin_and_end_where_they_should),
        cmocka_unit_test(bands_are_on_their_diagonals),
        cmocka_unit_test(integers_of_64_bits_fill_exactly),
    };
    run_on_all_devices(tests);
}
