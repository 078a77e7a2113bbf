/* Products of sorted rows with matrices of experts: of f16, bf16 and every quantized format. */
#include "experts_test.h"

#include <stdlib.h>

struct task {
    uint32_t tokens, each, experts;
    enum load load;
    uint32_t rows, columns;
    bool sorted;
};

/* Row of x for a place. */
static uint64_t row_of(const struct task *task, const struct sorted *sorted, uint32_t place)
{
    return task->sorted ? place : ((uint32_t *)sorted->order.host)[place] / task->each;
}

/* Gives NaN to rows of x that belong to no place, which no result may depend on. */
static void spoil_unused(const struct task *task, const struct sorted *sorted, struct array *x)
{
    bool *is_used = calloc(sorted->pairs + 1, sizeof *is_used);
    for (uint32_t place = 0; place < sorted->used; place++)
        is_used[row_of(task, sorted, place)] = true;
    for (uint64_t row = 0; row < x->tensor.dims[0]; row++)
        for (uint32_t c = 0; c < task->columns && !is_used[row]; c++)
            number_store(x->host, x->tensor.dtype, row * task->columns + c, NAN);
    array_upload(x);
    free(is_used);
}

/* Checks |out|, which was |before| everywhere, against products of |x| and |w|; of a large result a
 * part. */
static void check_products(const struct task *task, const struct sorted *sorted,
                           const struct array *x, const struct array *w, struct array *out,
                           double before)
{
    const uint32_t dtype = out->tensor.dtype, rows = task->rows, columns = task->columns;
    const double unit = dtype == KRT_F32 ? 0x1p-24 : dtype == KRT_F16 ? 0x1p-11 : 0x1p-8;
    const double least = dtype == KRT_F16 ? 0x1p-25 : dtype == KRT_BF16 ? 0x1p-134 : 0;
    const uint32_t step = (uint64_t)sorted->pairs * rows * columns > 1000000 ? 7 : 1;
    array_download(out);
    for (uint32_t place = 0; place < sorted->pairs; place++)
        for (uint32_t r = place % step; r < rows; r += step) {
            double got = array_at(out, (uint64_t)place * rows + r), sum = 0, magnitude = 0;
            if (place >= sorted->used) {
                assert_true(got == before);
                continue;
            }
            uint64_t from = row_of(task, sorted, place) * columns;
            uint64_t of = ((uint64_t)expert_at(sorted, place) * rows + r) * columns;
            for (uint32_t c = 0; c < columns; c++) {
                double term = array_at(x, from + c) * array_at(w, of + c);
                sum += term;
                magnitude += fabs(term);
            }
            if (!(fabs(got - sum) <= unit * fabs(sum) + 0x1p-22 * magnitude + least))
                fail_msg("place %u, row %u of %u tokens, %u of %u experts, %u x %u: %g, not %g",
                         place, r, task->tokens, task->each, task->experts, rows, columns, got,
                         sum);
        }
}

static void expect_products(const struct task *task, uint32_t dtype, double range)
{
    uint64_t seed = task->rows * 64 + task->tokens;
    struct sorted sorted = sorted_make(task->tokens, task->each, task->experts, task->load);
    uint64_t x_rows = task->sorted ? sorted.pairs : task->tokens;
    struct array x = array_random(dtype, 2, DIMS(x_rows, task->columns), -range, range, &seed);
    struct array w = array_random(dtype, 3, DIMS(task->experts, task->rows, task->columns), -range,
                                  range, &seed);
    struct array out = array_random(dtype, 2, DIMS(sorted.pairs, task->rows), 5, 5, &seed);
    struct krt_experts_options options = {.struct_size = sizeof options, .sorted = task->sorted};
    sorted_upload(&sorted);
    spoil_unused(task, &sorted, &x);
    assert_ok(krt_experts_matmul(models, stream, &options, &sorted.tensors, &x.tensor, &w.tensor,
                                 &out.tensor));
    check_products(task, &sorted, &x, &w, &out, 5);
    array_free(&x);
    array_free(&w);
    array_free(&out);
    sorted_free(&sorted);
}

static const struct task tasks[] = {
    {1, 1, 1, EVEN, 1, 1, false},         {1, 8, 128, EVEN, 33, 72, false}, /* decoding */
    {3, 2, 8, SKEWED, 40, 264, false},    {3, 2, 8, BEYOND, 17, 100, true},
    {5, 3, 8, ONE, 64, 64, true},         {40, 2, 5, EVEN, 65, 40, false},
    {65, 4, 3, SKEWED, 129, 33, false},   {100, 1, 2, ONE, 64, 128, false},
    {70, 8, 16, BEYOND, 30, 96, true},    {130, 7, 9, EVEN, 24, 17, true},
    {300, 4, 6, SKEWED, 300, 136, false}, {0, 2, 4, EVEN, 8, 8, false},
    {3, 8, 512, EVEN, 9, 16, false},      {170, 8, 512, SKEWED, 9, 16, true},
};

static void rows_meet_the_matrices_of_their_experts(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        expect_products(&tasks[i], KRT_F16, 1);
        expect_products(&tasks[i], KRT_BF16, 1);
    }
}

/* So many rows that tiles are big; of the last one of most experts half is missing. */
static void many_rows_take_big_tiles(void **state)
{
    (void)state;
    const struct task task = {4400, 2, 5, SKEWED, 130, 20, false};
    expect_products(&task, KRT_F16, 1);
    expect_products(&task, KRT_BF16, 1);
}

/* Matrix cores of gfx90a lose numbers below 2^-14. */
static void small_numbers_are_not_lost(void **state)
{
    (void)state;
    const struct task task = {70, 2, 2, SKEWED, 70, 40, false};
    expect_products(&task, KRT_F16, 0x1p-13);
    expect_products(&task, KRT_BF16, 0x1p-66);
}

/* ---- Quantized matrices ---------------------------------------------------------------------- */

/* Where a block of the formats that are only read has its scales, and how many bytes they are. */
static const struct {
    uint32_t at, bytes;
} scales[KRT_BLOCK_FORMAT_COUNT] = {
    [KRT_IQ4_NL] = {0, 2}, [KRT_IQ4_XS] = {0, 2}, [KRT_TQ1_0] = {52, 2},
    [KRT_TQ2_0] = {64, 2}, [KRT_MXFP4] = {0, 1},  [KRT_NVFP4] = {0, 4}};

/* Fills |out| with blocks of |format|, and |w| with the numbers that they are. */
static void make_blocks(uint32_t format, uint32_t columns, struct array *w, uint8_t *out)
{
    uint64_t bytes = krt_block_format_bytes(format);
    uint64_t blocks = w->count / krt_block_format_elements(format), seed = format;
    if (format <= KRT_Q6_K) {
        assert_ok(
            krt_quantize_host(format, KRT_F32, w->host, w->count / columns, columns, NULL, out));
    } else {
        for (uint64_t i = 0; i < blocks * bytes; i++)
            out[i] = (uint8_t)next_random(&seed);
        for (uint64_t i = 0; i < blocks; i++) {
            static const uint8_t two[] = {0x00, 0x2c}, exponent[] = {0x7b},
                                 four[] = {48, 40, 33, 44};
            const uint8_t *scale = scales[format].bytes == 2   ? two
                                   : scales[format].bytes == 1 ? exponent
                                                               : four;
            memcpy(out + i * bytes + scales[format].at, scale, scales[format].bytes);
        }
    }
    assert_ok(krt_dequantize_host(format, out, w->count, w->host));
}

static void expect_quantized(const struct task *task, uint32_t format, uint32_t x_dtype,
                             uint32_t dtype)
{
    uint64_t seed = format;
    struct sorted sorted = sorted_make(task->tokens, task->each, task->experts, task->load);
    struct array w =
        array_random(KRT_F32, 3, DIMS(task->experts, task->rows, task->columns), -1, 1, &seed);
    uint64_t bytes = w.count / krt_block_format_elements(format) * krt_block_format_bytes(format);
    struct array blocks = array_make(KRT_U8, 1, DIMS(bytes));
    struct array x =
        array_make(x_dtype, 2, DIMS(task->sorted ? sorted.pairs : task->tokens, task->columns));
    struct array out = array_random(dtype, 2, DIMS(sorted.pairs, task->rows), 5, 5, &seed);
    struct krt_experts_options options = {.struct_size = sizeof options, .sorted = task->sorted};
    /* numbers that rounding to 8 bits leaves as they are */
    for (uint64_t i = 0; i < x.count; i++)
        number_store(x.host, x_dtype, i,
                     (i % 32 == 5 ? 127 : (int)(next_random(&seed) % 201) - 100) / 64.0);
    make_blocks(format, task->columns, &w, blocks.host);
    array_upload(&blocks);
    sorted_upload(&sorted);
    spoil_unused(task, &sorted, &x);
    const struct krt_quantized matrices = {blocks.tensor.data, format, task->rows, task->columns,
                                           task->experts};
    assert_ok(krt_experts_quantized_matmul(models, stream, &options, &sorted.tensors, &x.tensor,
                                           &matrices, &out.tensor));
    check_products(task, &sorted, &x, &w, &out, 5);
    struct array *all[] = {&w, &blocks, &x, &out};
    for (unsigned i = 0; i < 4; i++)
        array_free(all[i]);
    sorted_free(&sorted);
}

static void rows_meet_quantized_matrices(void **state)
{
    static const uint32_t dtypes[] = {KRT_F32, KRT_F16, KRT_BF16};
    (void)state;
    for (uint32_t format = 0; format < KRT_BLOCK_FORMAT_COUNT; format++) {
        if (format == KRT_Q8_K)
            continue;
        const uint32_t columns = krt_block_format_elements(format) == 256 ? 256 : 192;
        const struct task few = {2, 4, 6, format % LOADS, 5, columns, format & 1};
        const struct task many = {40, 2, 2, (format + 1) % LOADS, 70, columns, !(format & 1)};
        expect_quantized(&few, format, dtypes[format % 3], dtypes[format / 3 % 3]);
        expect_quantized(&many, format, dtypes[format / 3 % 3], dtypes[format % 3]);
    }
    /* two tiles of places, of which the second one is not full */
    expect_quantized(&(struct task){150, 1, 2, SKEWED, 130, 96, false}, KRT_Q8_0, KRT_F16, KRT_F32);
}

/* NaN in a row makes that row's results NaN, and no others. */
static void nan_stays_in_its_row(void **state)
{
    (void)state;
    enum { ROWS = 6, COLUMNS = 64 };
    uint64_t seed = 3;
    struct sorted sorted = sorted_make(20, 2, 3, EVEN);
    struct array x = array_random(KRT_F16, 2, DIMS(20, COLUMNS), -1, 1, &seed);
    struct array w = array_random(KRT_F16, 3, DIMS(3, ROWS, COLUMNS), -1, 1, &seed);
    struct array out = array_make(KRT_F16, 2, DIMS(40, ROWS));
    number_store(x.host, KRT_F16, 7 * COLUMNS + 3, NAN);
    array_upload(&x);
    sorted_upload(&sorted);
    assert_ok(krt_experts_matmul(models, stream, NULL, &sorted.tensors, &x.tensor, &w.tensor,
                                 &out.tensor));
    array_download(&out);
    for (uint32_t place = 0; place < 40; place++)
        for (uint32_t r = 0; r < ROWS; r++)
            assert_int_equal(isnan(array_at(&out, place * ROWS + r)) != 0,
                             ((uint32_t *)sorted.order.host)[place] / 2 == 7);
    array_free(&x);
    array_free(&w);
    array_free(&out);
    sorted_free(&sorted);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    const krt_status bad = KRT_ERROR_INVALID_ARGUMENT;
    struct sorted sorted = sorted_make(3, 2, 4, EVEN);
    struct array x = array_make(KRT_F16, 2, DIMS(3, 32)),
                 wide = array_make(KRT_F32, 2, DIMS(3, 32));
    struct array w = array_make(KRT_F16, 3, DIMS(4, 8, 32)),
                 wide_w = array_make(KRT_F32, 3, DIMS(4, 8, 32)),
                 less = array_make(KRT_F16, 3, DIMS(3, 8, 32));
    struct array out = array_make(KRT_F16, 2, DIMS(6, 8)),
                 wide_out = array_make(KRT_F32, 2, DIMS(6, 8)),
                 tokens = array_make(KRT_F16, 2, DIMS(3, 8));
    struct krt_experts_options options = {.struct_size = sizeof options, .sorted = true};
    struct krt_quantized quantized = {w.tensor.data, KRT_Q8_K, 8, 256, 4};
    assert_fails(krt_experts_matmul(models, stream, &options, &sorted.tensors, &x.tensor, &w.tensor,
                                    &out.tensor),
                 bad, "|x|");
    assert_fails(krt_experts_matmul(models, stream, NULL, &sorted.tensors, &x.tensor, &w.tensor,
                                    &tokens.tensor),
                 bad, "|out|");
    assert_fails(krt_experts_matmul(models, stream, NULL, &sorted.tensors, &x.tensor, &less.tensor,
                                    &out.tensor),
                 bad, "3 matrices for 4 experts");
    assert_fails(krt_experts_matmul(models, stream, NULL, &sorted.tensors, &wide.tensor, &w.tensor,
                                    &out.tensor),
                 bad, "|x| is f32");
    assert_fails(krt_experts_matmul(models, stream, NULL, &sorted.tensors, &wide.tensor,
                                    &wide_w.tensor, &wide_out.tensor),
                 KRT_ERROR_UNSUPPORTED, "f32");
    assert_fails(krt_experts_quantized_matmul(models, stream, NULL, &sorted.tensors, &x.tensor,
                                              &quantized, &out.tensor),
                 KRT_ERROR_UNSUPPORTED, "q8_K");
    quantized.format = KRT_BLOCK_FORMAT_COUNT;
    assert_fails(krt_experts_quantized_matmul(models, stream, NULL, &sorted.tensors, &x.tensor,
                                              &quantized, &out.tensor),
                 bad, "no block format 17");
    quantized.format = KRT_Q4_K;
    quantized.columns = 32;
    assert_fails(krt_experts_quantized_matmul(models, stream, NULL, &sorted.tensors, &x.tensor,
                                              &quantized, &out.tensor),
                 bad, "whole blocks of 256");
    quantized.format = KRT_Q8_0;
    quantized.experts = 5;
    assert_fails(krt_experts_quantized_matmul(models, stream, NULL, &sorted.tensors, &x.tensor,
                                              &quantized, &out.tensor),
                 bad, "5 matrices for 4 experts");
    quantized.data = NULL;
    assert_fails(krt_experts_quantized_matmul(models, stream, NULL, &sorted.tensors, &x.tensor,
                                              &quantized, &out.tensor),
                 bad, "the data of |w| are NULL");
    struct array *all[] = {&x, &wide, &w, &wide_w, &less, &out, &wide_out, &tokens};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        array_free(all[i]);
    sorted_free(&sorted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(rows_meet_the_matrices_of_their_experts),
        cmocka_unit_test(many_rows_take_big_tiles),
        cmocka_unit_test(small_numbers_are_not_lost),
        cmocka_unit_test(nan_stays_in_its_row),
        cmocka_unit_test(rows_meet_quantized_matrices),
    };
    run_on_all_devices(tests);
}
