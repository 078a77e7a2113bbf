/* Products of quantized weights with activations and results of 16 bits, and with an end. What
 * test_quantized.c checks, f32 on both sides, is the reference. */
#include "product_test.h"
#include "library_test.h"
#include "quantized_test.h"

static const uint32_t dtypes[] = {KRT_F32, KRT_F16, KRT_BF16};
enum { ROWS_MAX = 9 };

static void other_dtypes_are_refused(void **state)
{
    (void)state;
    struct krt_quantized weights = make_weights(KRT_Q8_0, 1);
    struct krt_tensor in = tensor_of(KRT_I32, NULL, 2, DIMS(2, COLUMNS));
    struct krt_tensor out = tensor_of(KRT_F64, NULL, 2, DIMS(2, ROWS)), bias = out;
    struct krt_product_options options = {.struct_size = sizeof options, .alpha = 1, .bias = &bias};
    assert_fails(krt_quantized_matmul(ops, stream, &weights, &in, in.data, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "|x| is i32, and must be f32, f16 or bf16");
    in.dtype = KRT_F16;
    assert_fails(krt_quantized_matmul(ops, stream, &weights, &in, in.data, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "|out| is f64, and must be f32, f16 or bf16");
    out.dtype = KRT_BF16;
    assert_fails(krt_quantized_matmul_with(ops, stream, &options, &weights, &in, in.data, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "krt_quantized_matmul_with: |bias| has shape [2, 5]");
    assert_fails(krt_quantized_matmul(ops, stream, &weights, &in, NULL, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "|workspace| is NULL");
    arrays_release();
}

/* |numbers| as a tensor of |dtype|. */
static struct krt_tensor tensor_from(uint32_t dtype, const float *numbers, uint32_t rank,
                                     const uint64_t *dims)
{
    static uint8_t converted[ROWS_MAX * COLUMNS * sizeof(float)];
    uint64_t count = 1;
    for (uint32_t i = 0; i < rank; i++)
        count *= dims[i];
    assert_true(count * krt_dtype_size(dtype) <= sizeof converted);
    for (uint64_t i = 0; i < count; i++)
        number_store(converted, dtype, i, numbers[i]);
    return tensor_of(dtype, converted, rank, dims);
}

/* Where nothing but the stated bytes may be written to. */
enum { GUARD = 64 };
static void *make_workspace(const struct krt_product_options *options, const struct krt_tensor *in,
                            const struct krt_tensor *out, uint64_t *bytes_out)
{
    *bytes_out = krt_quantized_workspace_with(options, in, out);
    return array_keep(upload(NULL, *bytes_out + GUARD));
}

static void check_guard(void *workspace, uint64_t size)
{
    uint8_t guard[GUARD];
    download(guard, (char *)workspace + size, GUARD);
    for (unsigned i = 0; i < GUARD; i++)
        assert_int_equal(guard[i], 0xee);
}

static void product_in_f32(const struct krt_quantized *weights, unsigned x_rows, bool is_rounded,
                           float *sums)
{
    uint64_t size;
    struct krt_tensor in = make_activations(x_rows, 2, DIMS(x_rows, COLUMNS));
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 2, DIMS(x_rows, ROWS));
    void *workspace = make_workspace(NULL, &in, &out, &size);
    assert_int_equal(size, krt_quantized_workspace(x_rows, COLUMNS));
    assert_ok(krt_quantized_matmul(ops, stream, weights, &in, is_rounded ? workspace : NULL, &out));
    download(sums, out.data, x_rows * ROWS * sizeof *sums);
}

/* Each format; for each number of rows, and without rounding, each pair of dtypes. */
static void products_have_dtypes_and_ends(void **state)
{
    (void)state;
    static const unsigned rows_of[] = {0, 1, 3, ROWS_MAX};
    static const float added[ROWS] = {0.5f, -100, 1, 3, -2.25f};
    static float sums[ROWS_MAX * ROWS], before[ROWS_MAX * ROWS];
    static uint8_t got[ROWS_MAX * ROWS * sizeof(float)];
    for (unsigned turn = 0; turn < 40; turn++) {
        unsigned x_rows = rows_of[turn % 4] ? rows_of[turn % 4] : 1, count = x_rows * ROWS;
        bool is_rounded = turn % 4 > 0;
        uint32_t x_dtype = dtypes[turn % 9 / 3], dtype = dtypes[turn % 3];
        struct end end = {.alpha = turn / 4 % 3 ? 0x1p-8 : 1,
                          .beta = turn / 4 % 2 ? 0.5 : 0,
                          .bias = turn / 4 % 3 ? (turn % 5 ? dtype : KRT_F32) : NO_BIAS,
                          .activation = turn / 4 % 3 ? functions[turn % 7] : KRT_UNARY_COPY};
        uint64_t size;
        struct krt_quantized weights = make_weights(turn / 4, 1);
        product_in_f32(&weights, x_rows, is_rounded, sums);
        struct krt_tensor in = tensor_from(x_dtype, activations, 2, DIMS(x_rows, COLUMNS));
        for (unsigned i = 0; i < count; i++)
            before[i] = (float)(i % 7) - 3;
        struct krt_tensor out = tensor_from(dtype, before, 2, DIMS(x_rows, ROWS));
        if (end.beta == 0) /* NaN */
            assert_ok(krt_set(stream, out.data, 0xff, 1, count * krt_dtype_size(dtype)));
        struct krt_tensor bias =
            tensor_from(end.bias == NO_BIAS ? dtype : end.bias, added, 1, DIMS(ROWS));
        struct krt_product_options options = options_of(&end, &bias);
        void *workspace = make_workspace(&options, &in, &out, &size);
        assert_ok(krt_quantized_matmul_with(ops, stream, &options, &weights, &in,
                                            is_rounded ? workspace : NULL, &out));
        download(got, out.data, count * krt_dtype_size(dtype));
        bool is_plain = end.alpha == 1 && end.beta == 0;
        for (unsigned i = 0; i < count; i++) {
            struct parts parts = {0, (double)sums[i], fabs((double)sums[i]), (double)before[i],
                                  end.bias == NO_BIAS ? 0 : (double)added[i % ROWS]};
            check_end(dtype, &end, &parts, number_load(got, dtype, i), is_plain);
        }
        check_guard(workspace, size);
        arrays_release();
    }
}

/* The same 8 bits and scales as of the same numbers in f32. */
static void activations_of_16_bits_are_rounded_alike(void **state)
{
    (void)state;
    enum { X_ROWS = 3, WIDTH = 96, BYTES = X_ROWS * WIDTH / 32 * 36 };
    static uint8_t rounded[2][BYTES];
    static float numbers[X_ROWS * WIDTH];
    for (unsigned d = 1; d < 3; d++) {
        uint32_t dtype = dtypes[d];
        struct krt_quantized weights = make_weights(KRT_Q8_0, 1);
        weights.columns = WIDTH;
        for (unsigned i = 0; i < X_ROWS * WIDTH; i++) {
            double number = random_number() * (i < WIDTH ? 1 : 300);
            number_store(&number, dtype, 0, number);
            numbers[i] = (float)number_load(&number, dtype, 0);
        }
        assert_int_equal(krt_quantized_workspace(X_ROWS, WIDTH), BYTES);
        struct krt_tensor out = tensor_of(KRT_F32, NULL, 2, DIMS(X_ROWS, ROWS));
        void *workspace = array_keep(upload(NULL, BYTES));
        for (unsigned i = 0; i < 2; i++) {
            struct krt_tensor in =
                tensor_from(i ? dtype : KRT_F32, numbers, 2, DIMS(X_ROWS, WIDTH));
            assert_ok(krt_quantized_matmul(ops, stream, &weights, &in, workspace, &out));
            download(rounded[i], workspace, BYTES);
        }
        assert_memory_equal(rounded[0], rounded[1], BYTES);
        arrays_release();
    }
}

static void products_without_columns_or_alpha_have_an_end(void **state)
{
    (void)state;
    static const float added[ROWS] = {1, -2, 3, -4, 5};
    uint16_t got[2 * ROWS];
    for (unsigned turn = 0; turn < 2; turn++) {
        struct krt_quantized weights = make_weights(KRT_Q6_K, 1);
        weights.columns = turn ? COLUMNS : 0;
        struct krt_tensor in = tensor_of(KRT_BF16, NULL, 2, DIMS(2, weights.columns));
        struct krt_tensor out = tensor_of(KRT_F16, NULL, 2, DIMS(2, ROWS));
        struct krt_tensor bias = tensor_of(KRT_F32, added, 1, DIMS(ROWS));
        struct krt_product_options options = {.struct_size = sizeof options,
                                              .alpha = turn ? 0 : 1,
                                              .bias = &bias,
                                              .activation = KRT_UNARY_RELU};
        assert_ok(krt_quantized_matmul_with(ops, stream, &options, &weights, &in, in.data, &out));
        download(got, out.data, sizeof got);
        for (unsigned i = 0; i < 2 * ROWS; i++)
            assert_true(half_value(got[i]) == fmax(0, (double)added[i % ROWS]));
        arrays_release();
    }
}

static void experts_have_dtypes(void **state)
{
    (void)state;
    enum { TOKENS = 3, EACH = 2, COUNT = TOKENS * EACH * ROWS };
    const uint32_t ids[TOKENS * EACH] = {2, 0, 1, 1, 0, 2};
    static float sums[COUNT];
    static uint8_t got[COUNT * sizeof(float)], wanted[COUNT * sizeof(float)];
    for (unsigned turn = 0; turn < 9; turn++) {
        uint32_t x_dtype = dtypes[turn / 3], dtype = dtypes[turn % 3];
        struct krt_quantized weights = make_weights(KRT_Q4_K, EXPERTS);
        struct krt_tensor index = tensor_of(KRT_U32, ids, 2, DIMS(TOKENS, EACH));
        for (unsigned way = 0; way < 2; way++) { /* the first time in f32 */
            uint64_t size;
            make_activations(TOKENS, 2, DIMS(TOKENS, COLUMNS));
            struct krt_tensor in =
                tensor_from(way ? x_dtype : KRT_F32, activations, 2, DIMS(TOKENS, COLUMNS));
            struct krt_tensor out =
                tensor_of(way ? dtype : KRT_F32, NULL, 3, DIMS(TOKENS, EACH, ROWS));
            void *workspace = make_workspace(NULL, &in, &out, &size);
            assert_ok(krt_quantized_moe(ops, stream, &weights, &in, &index, workspace, &out));
            download(way ? (void *)got : sums, out.data, COUNT * krt_dtype_size(out.dtype));
            check_guard(workspace, size);
            while (array_count > 2)
                release(arrays[--array_count]);
        }
        for (unsigned i = 0; i < COUNT; i++)
            number_store(wanted, dtype, i, (double)sums[i]);
        assert_memory_equal(got, wanted, COUNT * krt_dtype_size(dtype));
        arrays_release();
    }
}

/* With a workspace, no product takes memory from the stream. */
static void products_are_captured(void **state)
{
    (void)state;
    if (is_on_gpu())
        skip();
    struct krt_quantized weights = make_weights(KRT_Q4_K, 1);
    struct krt_tensor in = tensor_of(KRT_F16, NULL, 2, DIMS(2, COLUMNS));
    struct krt_tensor out = tensor_of(KRT_F16, NULL, 2, DIMS(2, ROWS));
    struct krt_product_options options = {
        .struct_size = sizeof options, .alpha = 1, .beta = 1, .activation = KRT_UNARY_SILU};
    void *workspace = array_keep(upload(NULL, krt_quantized_workspace_with(&options, &in, &out)));
    capture_begin();
    krt_status status =
        krt_quantized_matmul_with(ops, stream, &options, &weights, &in, workspace, &out);
    capture_end();
    assert_ok(status);
    arrays_release();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_dtypes_are_refused),
        cmocka_unit_test(products_have_dtypes_and_ends),
        cmocka_unit_test(activations_of_16_bits_are_rounded_alike),
        cmocka_unit_test(products_without_columns_or_alpha_have_an_end),
        cmocka_unit_test(experts_have_dtypes),
        cmocka_unit_test(products_are_captured),
    };
    run_on_all_devices(tests);
}
