/* Filling and copying: bits of every dtype, strided, pitched, and nothing beside them. */
#include "ops_test.h"

enum { BYTES = 4096 };

static unsigned char before[BYTES], after[BYTES];

static void *fresh(void)
{
    for (int i = 0; i < BYTES; i++)
        before[i] = (unsigned char)(i * 37 + i / 256);
    return upload(before, BYTES);
}

/* Element |index| of |tensor|, row-major, as an offset in bytes. */
static size_t offset_of(const struct krt_tensor *tensor, uint64_t index)
{
    uint64_t offset = 0;
    for (uint32_t i = tensor->rank; i-- > 0;) {
        offset += index % tensor->dims[i] * tensor->strides[i];
        index /= tensor->dims[i];
    }
    return offset * krt_dtype_size(tensor->dtype);
}

/* ---- Failures ------------------------------------------------------------------------------- */

static void pitches_shorter_than_rows_are_refused(void **state)
{
    (void)state;
    void *memory = fresh();
    assert_fails(krt_copy2d(ops, stream, KRT_F32, memory, 4, memory, 3, 2, 4),
                 KRT_ERROR_INVALID_ARGUMENT, "overlap");
    assert_fails(krt_copy2d(ops, stream, KRT_DTYPE_COUNT, memory, 4, memory, 4, 2, 4),
                 KRT_ERROR_INVALID_ARGUMENT, "dtype");
    release(memory);
}

static void an_output_that_is_no_pitched_matrix_is_refused(void **state)
{
    (void)state;
    void *memory = fresh();
    struct krt_tensor in = krt_tensor_dense(KRT_F32, memory, 2, DIMS(4, 4)), out = in;
    out.strides[1] = 2;
    out.strides[0] = 16;
    assert_fails(krt_copy(ops, stream, &in, &out), KRT_ERROR_UNSUPPORTED, "pitch");
    out.strides[1] = 1;
    out.strides[0] = 0;
    assert_fails(krt_copy(ops, stream, &in, &out), KRT_ERROR_UNSUPPORTED, "repetitions");
    release(memory);
}

/* ---- Filling -------------------------------------------------------------------------------- */

static void filling_sets_every_element_and_nothing_else(void **state)
{
    (void)state;
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
        for (int is_strided = 0; is_strided < 2; is_strided++) {
            void *memory = fresh();
            uint32_t size = krt_dtype_size(dtype);
            struct krt_tensor x =
                krt_tensor_dense(dtype, (char *)memory + 8 * size, 3, DIMS(3, 4, 5));
            if (is_strided) {
                x.strides[0] = 50;
                x.strides[1] = 11;
                x.strides[2] = 2;
            }
            assert_ok(krt_fill(ops, stream, krt_scalar_f64(1), &x));
            download(after, memory, BYTES);
            unsigned char one[8];
            memcpy(one, after + 8 * size, size); /* the first element; the others are like it */
            assert_memory_not_equal(one, before + 8 * size, size);
            for (uint64_t i = 0; i < 60; i++)
                memcpy(before + 8 * size + offset_of(&x, i), one, size);
            assert_memory_equal(after, before, BYTES);
            release(memory);
        }
    }
}

static void a_number_is_filled_in_as_its_dtype(void **state)
{
    (void)state;
    static const struct {
        uint32_t dtype;
        double value;
        uint64_t bits;
    } cases[] = {{KRT_U8, 300, 255},
                 {KRT_I16, -2, 0xfffe},
                 {KRT_I32, -2, 0xfffffffe},
                 {KRT_I64, -2, 0xfffffffffffffffe},
                 {KRT_F16, 1, 0x3c00},
                 {KRT_BF16, 1, 0x3f80},
                 {KRT_F8E4M3, 1, 0x38},
                 {KRT_F32, 1, 0x3f800000},
                 {KRT_F64, 1, 0x3ff0000000000000}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        void *memory = fresh();
        uint64_t bits = 0;
        struct krt_tensor x = krt_tensor_dense(cases[i].dtype, memory, 1, DIMS(33));
        assert_ok(krt_fill(ops, stream, krt_scalar_f64(cases[i].value), &x));
        uint32_t size = krt_dtype_size(cases[i].dtype);
        download(&bits, (char *)memory + 32 * size, size);
        assert_true(bits == cases[i].bits);
        release(memory);
    }
}

/* ---- Copying -------------------------------------------------------------------------------- */

static void copying_keeps_the_bits_of_every_dtype(void **state)
{
    (void)state;
    static const struct {
        uint64_t in[3], out[3]; /* strides, of a tensor of 2 x 3 x 5 */
    } layouts[] = {
        {{15, 5, 1}, {15, 5, 1}},
        {{1, 2, 6}, {15, 5, 1}},
        {{0, 0, 1}, {15, 5, 1}},
        {{15, 5, 1}, {21, 7, 1}},
        {{21, 7, 1}, {24, 8, 1}},
        {{15, 5, 1}, {40, 5, 1}},
        {{40, 5, 1}, {30, 5, 1}},
        {{0, 0, 1}, {21, 7, 1}},
        {{2, 1, 1}, {15, 5, 1}},
        /* |out| in other orders, without and with a pitch */
        {{15, 5, 1}, {1, 2, 6}},
        {{0, 0, 1}, {5, 10, 1}},
        {{1, 10, 2}, {1, 10, 2}},
        {{5, 10, 1}, {7, 14, 1}},
    };
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
        for (size_t l = 0; l < sizeof layouts / sizeof layouts[0]; l++) {
            uint32_t size = krt_dtype_size(dtype);
            void *from = fresh(), *to = upload(NULL, BYTES);
            struct krt_tensor in = krt_tensor_dense(dtype, from, 3, DIMS(2, 3, 5));
            struct krt_tensor out = in;
            out.data = to;
            memcpy(in.strides, layouts[l].in, sizeof layouts[l].in);
            memcpy(out.strides, layouts[l].out, sizeof layouts[l].out);
            assert_ok(krt_copy(ops, stream, &in, &out));
            download(after, to, BYTES);
            unsigned char expected[BYTES];
            memset(expected, 0xee, sizeof expected);
            for (uint64_t i = 0; i < 30; i++)
                memcpy(expected + offset_of(&out, i), before + offset_of(&in, i), size);
            assert_memory_equal(after, expected, BYTES);
            release(from);
            release(to);
        }
    }
}

static void rows_are_copied_from_pitch_to_pitch(void **state)
{
    (void)state;
    static const uint32_t pitches[] = {9, 5, 2, 0}; /* the last two: rows overlap, and are one */
    for (size_t i = 0; i < sizeof pitches / sizeof pitches[0]; i++) {
        void *from = fresh(), *to = upload(NULL, BYTES);
        assert_ok(krt_copy2d(ops, stream, KRT_U32, from, pitches[i], (char *)to + 4, 6, 11, 5));
        download(after, to, BYTES);
        unsigned char expected[BYTES];
        memset(expected, 0xee, sizeof expected);
        for (size_t row = 0; row < 11; row++)
            memcpy(expected + 4 + row * 24, before + row * pitches[i] * 4, 20);
        assert_memory_equal(after, expected, BYTES);
        release(from);
        release(to);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pitches_shorter_than_rows_are_refused),
        cmocka_unit_test(an_output_that_is_no_pitched_matrix_is_refused),
        cmocka_unit_test(filling_sets_every_element_and_nothing_else),
        cmocka_unit_test(a_number_is_filled_in_as_its_dtype),
        cmocka_unit_test(copying_keeps_the_bits_of_every_dtype),
        cmocka_unit_test(rows_are_copied_from_pitch_to_pitch),
    };
    run_on_all_devices(tests);
}
