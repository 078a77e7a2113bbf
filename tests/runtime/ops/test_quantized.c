/* Quantized weights of every format: widened, by rows, in products. The formats themselves are the
 * kernels' tests; here what krt_dequantize() gives is what everything else must agree with. */
#include "quantized_test.h"

static double expected[NUMBERS_MAX];

/* Sums of 512 products of up to some hundred thousand: f32 keeps six digits of the largest. */
static const double tolerance = 2e-4;

/* ---- Failures ------------------------------------------------------------------------------- */

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct krt_quantized weights = make_weights(KRT_Q4_K, 1), other = weights;
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 2, DIMS(2, ROWS));
    struct krt_tensor in = make_activations(2, 2, DIMS(2, COLUMNS)), half = out;
    half.dtype = KRT_BF16;
    assert_fails(krt_dequantize(ops, stream, NULL, &out), KRT_ERROR_INVALID_ARGUMENT, "NULL");
    assert_fails(krt_dequantize(ops, stream, &weights, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "5 x 512");
    assert_fails(krt_dequantize(ops, stream, &weights, &half), KRT_ERROR_INVALID_ARGUMENT,
                 "f32 or f16");
    other.columns = 500;
    assert_fails(krt_quantized_matmul(ops, stream, &other, &in, NULL, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "500 columns are not whole blocks of 256 (q4_K)");
    other.columns = 256;
    assert_fails(krt_quantized_matmul(ops, stream, &other, &in, NULL, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "256 columns");
    assert_fails(krt_quantized_matmul(ops, stream, &weights, &in, NULL, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "|workspace| is NULL");
    assert_fails(krt_quantized_matmul(ops, stream, &weights, &in, in.data, &in),
                 KRT_ERROR_INVALID_ARGUMENT, "must have [2, 5]");
    other = weights;
    other.format = KRT_Q8_K;
    assert_fails(krt_quantized_matmul(ops, stream, &other, &in, in.data, &out),
                 KRT_ERROR_UNSUPPORTED, "q8_K_rounded_4; it has such kernels for: q4_0");
    other.format = KRT_BLOCK_FORMAT_COUNT;
    assert_fails(krt_dequantize(ops, stream, &other, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "no block format 17");
    assert_fails(krt_dequantize_rows(ops, stream, &weights, &in, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "must be u32");
    assert_string_equal(krt_block_format_name(KRT_BLOCK_FORMAT_COUNT), "unknown format");
    assert_int_equal(krt_block_format_bytes(KRT_BLOCK_FORMAT_COUNT), 0);
    arrays_release();
}

/* ---- Values --------------------------------------------------------------------------------- */

static void bytes_are_widened(void **state)
{
    (void)state;
    struct krt_quantized weights = make_weights(KRT_Q8_0, 1);
    widen(&weights);
    for (unsigned i = 0; i < ROWS * COLUMNS; i++)
        assert_true(widened[i] == (int8_t)weight_bytes[i / 32 * 34 + 2 + i % 32] / 16.0f);
    weights = make_weights(KRT_Q4_0, 1);
    widen(&weights);
    for (unsigned i = 0; i < ROWS * COLUMNS; i++) {
        uint8_t pair = weight_bytes[i / 32 * 18 + 2 + i % 16];
        assert_true(widened[i] == ((i % 32 < 16 ? pair & 15 : pair >> 4) - 8) / 16.0f);
    }
    arrays_release();
}

/* Sets the scales of block |b|: the bytes of each count up from block to block. */
static void set_scales(uint32_t format, unsigned b, uint8_t *block)
{
    for (unsigned i = 0; format == KRT_NVFP4 && i < 4; i++)
        block[i] = (uint8_t)(4 * b + i);
    if (format == KRT_MXFP4)
        block[0] = (uint8_t)b;
    if (scales_at[format][0] >= 0)
        block[scales_at[format][0] + 1] = (uint8_t)(b * 37 + (b & 0x80));
}

/* Bit for bit, with every exponent and many f16 scales: subnormal ones, infinities and NaN. */
static void codes_are_widened_as_on_the_host(void **state)
{
    (void)state;
    enum { BLOCKS = 256, BYTES = BLOCKS * 136 };
    static uint8_t bytes[BYTES];
    static float wanted[BLOCKS * 256], got[BLOCKS * 256];
    for (uint32_t format = KRT_IQ4_NL; format < KRT_BLOCK_FORMAT_COUNT; format++) {
        uint32_t size = krt_block_format_bytes(format),
                 elements = krt_block_format_elements(format);
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)(i * 197 + (i >> 5) * 31 + 7);
        for (unsigned b = 0; b < BLOCKS; b++)
            set_scales(format, b, bytes + b * size);
        struct krt_quantized weights = {.data = array_keep(upload(bytes, (uint64_t)BLOCKS * size)),
                                        .format = format,
                                        .rows = BLOCKS,
                                        .columns = elements};
        struct krt_tensor out = tensor_of(KRT_F32, NULL, 2, DIMS(BLOCKS, elements));
        assert_ok(krt_dequantize(ops, stream, &weights, &out));
        download(got, out.data, (uint64_t)BLOCKS * elements * sizeof *got);
        assert_ok(krt_dequantize_host(format, bytes, (uint64_t)BLOCKS * elements, wanted));
        for (unsigned i = 0; i < BLOCKS * elements; i++) {
            if (memcmp(&got[i], &wanted[i], sizeof *got) != 0 &&
                !(isnan(got[i]) && isnan(wanted[i])))
                fail_msg("%s: element %u of block %u is %a, and %a on the host",
                         krt_block_format_name(format), i % elements, i / elements, (double)got[i],
                         (double)wanted[i]);
        }
        arrays_release();
    }
}

/* To f16 as to f32, by rows as at once. */
static void every_format_is_widened_alike(void **state)
{
    (void)state;
    const uint32_t ids[] = {3, 0, 4, 3};
    for (uint32_t format = 0; format < KRT_BLOCK_FORMAT_COUNT; format++) {
        static uint16_t halves[ROWS * COLUMNS];
        struct krt_quantized weights = make_weights(format, 1);
        struct krt_tensor half = tensor_of(KRT_F16, NULL, 2, DIMS(ROWS, COLUMNS));
        widen(&weights);
        assert_ok(krt_dequantize(ops, stream, &weights, &half));
        download(halves, half.data, sizeof halves);
        for (unsigned i = 0; i < ROWS * COLUMNS; i++) {
            double value = ldexp((halves[i] & 1023) + (halves[i] & 0x7c00 ? 1024 : 0),
                                 (halves[i] & 0x7c00 ? halves[i] >> 10 & 31 : 1) - 25);
            assert_true(fabs(fabs(widened[i]) - value) <= fabs(widened[i]) / 2048);
        }
        struct krt_tensor index = tensor_of(KRT_U32, ids, 1, DIMS(4));
        struct krt_tensor rows = tensor_of(KRT_F32, NULL, 2, DIMS(4, COLUMNS));
        if (format == KRT_Q8_K) {
            assert_fails(krt_dequantize_rows(ops, stream, &weights, &index, &rows),
                         KRT_ERROR_UNSUPPORTED, "q8_K");
        } else {
            assert_ok(krt_dequantize_rows(ops, stream, &weights, &index, &rows));
            for (unsigned i = 0; i < 4 * COLUMNS; i++)
                expected[i] = widened[ids[i / COLUMNS] * COLUMNS + i % COLUMNS];
            expect_floats(&rows, expected, 4 * COLUMNS, 0);
        }
        arrays_release();
    }
}

/* A single row with and without rounding, few rows, and as many as take another kernel. */
static void products_agree_with_widened_weights(void **state)
{
    (void)state;
    for (uint32_t format = 0; format < KRT_BLOCK_FORMAT_COUNT; format++) {
        for (unsigned rows = 0; format != KRT_Q8_K && rows <= 9; rows++) {
            unsigned x_rows = rows ? rows : 1;
            struct krt_quantized weights = make_weights(format, 1);
            widen(&weights);
            struct krt_tensor in = make_activations(x_rows, 2, DIMS(x_rows, COLUMNS));
            struct krt_tensor out = tensor_of(KRT_F32, NULL, 2, DIMS(x_rows, ROWS));
            void *workspace = array_keep(upload(NULL, krt_quantized_workspace(x_rows, COLUMNS)));
            for (unsigned i = 0; i < x_rows * ROWS; i++)
                expected[i] =
                    dot(widened + i % ROWS * COLUMNS, activations + i / ROWS * COLUMNS, COLUMNS);
            assert_ok(
                krt_quantized_matmul(ops, stream, &weights, &in, rows ? workspace : NULL, &out));
            expect_floats(&out, expected, x_rows * ROWS, tolerance);
            arrays_release();
        }
    }
}

/* Odd numbers of blocks, of rows, and of rows of |x|: tiles, warps and lanes of which only a part
 * is needed. 0 rows of |x|: one, which is not rounded. Experts have the same rows. */
static void rows_of_a_few_blocks_are_multiplied(void **state)
{
    (void)state;
    static const unsigned counts[] = {0, 1, 3, 7, 35};
    for (unsigned turn = 0; turn < 5 * (KRT_BLOCK_FORMAT_COUNT - KRT_IQ4_NL); turn++) {
        uint32_t format = KRT_IQ4_NL + turn / 5, elements = krt_block_format_elements(format);
        uint32_t columns = elements == 256 ? 256 : 3 * elements, ids[35] = {0};
        unsigned count = counts[turn % 5], x_rows = count ? count : 1;
        struct krt_quantized weights = make_weights(format, 1);
        weights.columns = columns;
        assert_ok(krt_dequantize_host(format, weight_bytes, ROWS * columns, widened));
        struct krt_tensor in = make_activations(18, 2, DIMS(x_rows, columns));
        struct krt_tensor out = tensor_of(KRT_F32, NULL, 2, DIMS(x_rows, ROWS));
        struct krt_tensor index = tensor_of(KRT_U32, ids, 2, DIMS(x_rows, 1));
        struct krt_tensor of_experts = tensor_of(KRT_F32, NULL, 3, DIMS(x_rows, 1, ROWS));
        void *workspace = array_keep(upload(NULL, krt_quantized_workspace(x_rows, columns)));
        for (unsigned i = 0; i < x_rows * ROWS; i++)
            expected[i] =
                dot(widened + i % ROWS * columns, activations + i / ROWS * columns, columns);
        assert_ok(krt_quantized_matmul(ops, stream, &weights, &in, count ? workspace : NULL, &out));
        expect_floats(&out, expected, x_rows * ROWS, tolerance);
        assert_ok(krt_quantized_moe(ops, stream, &weights, &in, &index, workspace, &of_experts));
        expect_floats(&of_experts, expected, x_rows * ROWS, tolerance);
        arrays_release();
    }
}

static void each_token_has_its_experts(void **state)
{
    (void)state;
    enum { TOKENS = 3, EACH = 2 };
    const uint32_t ids[TOKENS * EACH] = {2, 0, 1, 1, 0, 2};
    static const uint32_t of[] = {KRT_Q8_0,   KRT_Q2_K,   KRT_Q3_K,  KRT_Q4_K,
                                  KRT_Q5_K,   KRT_Q6_K,   KRT_MXFP4, KRT_NVFP4,
                                  KRT_IQ4_NL, KRT_IQ4_XS, KRT_TQ1_0, KRT_TQ2_0};
    for (unsigned turn = 0; turn < 24; turn++) {
        bool has_own = turn % 2 == 1;
        struct krt_quantized weights = make_weights(of[turn / 2], EXPERTS);
        widen(&weights);
        unsigned x_rows = has_own ? TOKENS * EACH : TOKENS;
        struct krt_tensor in = make_activations(
            x_rows, has_own ? 3 : 2, has_own ? DIMS(TOKENS, EACH, COLUMNS) : DIMS(TOKENS, COLUMNS));
        struct krt_tensor index = tensor_of(KRT_U32, ids, 2, DIMS(TOKENS, EACH));
        struct krt_tensor out = tensor_of(KRT_F32, NULL, 3, DIMS(TOKENS, EACH, ROWS));
        void *workspace = array_keep(upload(NULL, krt_quantized_workspace(x_rows, COLUMNS)));
        for (unsigned i = 0; i < TOKENS * EACH * ROWS; i++) {
            unsigned task = i / ROWS;
            expected[i] = dot(widened + (ids[task] * ROWS + i % ROWS) * COLUMNS,
                              activations + (has_own ? task : task / EACH) * COLUMNS, COLUMNS);
        }
        assert_ok(krt_quantized_moe(ops, stream, &weights, &in, &index, workspace, &out));
        expect_floats(&out, expected, TOKENS * EACH * ROWS, tolerance);
        arrays_release();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(bytes_are_widened),
        cmocka_unit_test(codes_are_widened_as_on_the_host),
        cmocka_unit_test(every_format_is_widened_alike),
        cmocka_unit_test(products_agree_with_widened_weights),
        cmocka_unit_test(rows_of_a_few_blocks_are_multiplied),
        cmocka_unit_test(each_token_has_its_experts),
    };
    run_on_all_devices(tests);
}
