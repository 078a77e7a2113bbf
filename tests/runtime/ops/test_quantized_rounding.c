/* What products lose by rounding activations to 8 bits: nothing but the rounding, in floats of any
 * size. test_quantized.c has products of activations that rounding leaves as they are. */
#include "library_test.h"
#include "quantized_test.h"

enum { GROUP = 32, X_ROWS_MAX = 16 };
static const unsigned rows_of[] = {1, 3, 8, 9, X_ROWS_MAX};
enum { ROWS_OF_COUNT = sizeof rows_of / sizeof *rows_of };

static float x[X_ROWS_MAX * COLUMNS], products[X_ROWS_MAX * ROWS];

/* ---- What is expected ----------------------------------------------------------------------- */

/* Multiples of the largest of a group over 127. */
static double rounded(const float *row, unsigned column)
{
    const float *group = row + column / GROUP * GROUP;
    float largest = 0;
    for (unsigned i = 0; i < GROUP; i++)
        largest = fmaxf(largest, fabsf(group[i]));
    float d = largest / 127;
    return d > 0 ? (double)roundf(row[column] / d) * (double)d : 0;
}

/* Squares of the errors of a row: of its products, and of exact ones of what it is rounded to. A
 * product in f32 is as exact as |scale| lets it be. */
static void add_errors(unsigned row, double *is, double *least, double *scale)
{
    *is = *least = *scale = 0;
    for (unsigned r = 0; r < ROWS; r++) {
        double exact = 0, of_rounded = 0, sizes = 0;
        for (unsigned c = 0; c < COLUMNS; c++) {
            const float *of_x = x + row * COLUMNS;
            const double weight = (double)widened[r * COLUMNS + c],
                         product = weight * (double)of_x[c];
            exact += product;
            of_rounded += weight * rounded(of_x, c);
            sizes += fabs(product);
        }
        *is += pow((double)products[row * ROWS + r] - exact, 2);
        *least += pow(of_rounded - exact, 2);
        *scale += sizes;
    }
}

/* ---- Both ways to multiply ------------------------------------------------------------------ */

static bool has_experts(uint32_t format)
{
    return format == KRT_Q8_0 || format >= KRT_Q2_K;
}

/* |rows| of x times |weights|, as a product or as one expert. */
static void multiply(const struct krt_quantized *weights, unsigned rows, bool is_expert)
{
    static const uint32_t ids[X_ROWS_MAX] = {0};
    struct krt_tensor in = tensor_of(KRT_F32, x, 2, DIMS(rows, COLUMNS));
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 2, DIMS(rows, ROWS));
    void *workspace = array_keep(upload(NULL, krt_quantized_workspace(rows, COLUMNS)));
    if (is_expert) {
        struct krt_tensor index = tensor_of(KRT_U32, ids, 2, DIMS(rows, 1)),
                          of_experts = krt_tensor_dense(KRT_F32, out.data, 3, DIMS(rows, 1, ROWS));
        assert_ok(krt_quantized_moe(ops, stream, weights, &in, &index, workspace, &of_experts));
    } else {
        assert_ok(krt_quantized_matmul(ops, stream, weights, &in, workspace, &out));
    }
    download(products, out.data, rows * ROWS * sizeof *products);
}

/* Calls check(rows) with the products of each format and number of rows. */
static void with_all_products(void (*check)(uint32_t format, unsigned rows))
{
    for (uint32_t format = 0; format < KRT_Q8_K; format++) {
        for (unsigned i = 0; i < ROWS_OF_COUNT * (has_experts(format) ? 2 : 1); i++) {
            struct krt_quantized weights = make_weights(format, 1);
            widen(&weights);
            multiply(&weights, rows_of[i % ROWS_OF_COUNT], i >= ROWS_OF_COUNT);
            check(format, rows_of[i % ROWS_OF_COUNT]);
            arrays_release();
        }
    }
}

/* ---- Tests ---------------------------------------------------------------------------------- */

static void check_errors(uint32_t format, unsigned rows)
{
    for (unsigned row = 0; row < rows; row++) {
        double is, least, scale;
        add_errors(row, &is, &least, &scale);
        if (!(sqrt(is) <= 1.05 * sqrt(least) + 1e-6 * scale))
            fail_msg("%s: row %u of %u, which begins with %g, has an error of %g; that of rounding "
                     "it is %g, of products that add up to %g",
                     krt_block_format_name(format), row, rows, (double)x[row * COLUMNS], sqrt(is),
                     sqrt(least), scale);
    }
}

/* Of one sign, of both, or all the same; in rows of one size, or in groups of all sizes. */
static void errors_are_those_of_rounding(void **state)
{
    (void)state;
    static const float sizes[] = {1, 1e-30f, 2048, 1e-7f, 1e30f, 1e-5f};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (unsigned turn = 0; turn < 3; turn++) {
        for (unsigned i = 0; i < X_ROWS_MAX * COLUMNS; i++) {
            unsigned row = i / COLUMNS, kind = (row + turn) % 4;
            float number = (float)((int)(i * 37 % 101) - 50) / 50;
            x[i] = sizes[(kind == 3 ? i / GROUP : row) % SIZES] * (kind == 0   ? number
                                                                   : kind == 1 ? fabsf(number)
                                                                   : kind == 2 ? 1
                                                                               : number);
        }
        with_all_products(check_errors);
    }
}

/* Row 1 has a NaN, row 2 an infinity. */
static void check_strangers(uint32_t format, unsigned rows)
{
    (void)format;
    for (unsigned i = 0; i < rows * ROWS; i++) {
        const double product = (double)products[i],
                     weight = (double)widened[i % ROWS * COLUMNS + 40];
        if (i / ROWS == 1)
            assert_true(isnan(product));
        else if (i / ROWS != 2)
            assert_true(isfinite(product));
        else if (fabs(weight) > 0.01)
            assert_true(isinf(product) && (product > 0) == (weight > 0));
        else
            assert_false(isnan(product));
    }
}

static void numbers_that_are_not_finite_stay_in_their_rows(void **state)
{
    (void)state;
    fill_numbers(x, X_ROWS_MAX * COLUMNS);
    x[1 * COLUMNS + 300] = NAN;
    x[2 * COLUMNS + 40] = INFINITY;
    with_all_products(check_strangers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_those_of_rounding),
        cmocka_unit_test(numbers_that_are_not_finite_stay_in_their_rows),
    };
    run_on_all_devices(tests);
}
