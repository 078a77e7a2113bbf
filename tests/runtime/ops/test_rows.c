/* Softmax, norms, rotary embedding and order: each parameter reaches the kernel in its place. */
#include "arrays.h"
#include "numbers.h"

enum { ROWS = 6, WIDEST = 1030 };

static float numbers[ROWS * WIDEST];
static double expected[ROWS * WIDEST];

/* ---- Failures ------------------------------------------------------------------------------- */

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct krt_tensor in = tensor_of(KRT_F32, NULL, 2, DIMS(2, 6)), other = in, scalar = in;
    struct krt_tensor alpha = tensor_of(KRT_F32, NULL, 1, DIMS(5)), u8 = in, gaps = in;
    other.dims[0] = 3;
    scalar.rank = 0;
    u8.dtype = KRT_U8;
    gaps.strides[0] = 7;
    assert_fails(krt_softmax(ops, stream, &in, &other), KRT_ERROR_INVALID_ARGUMENT,
                 "|out| has shape [3, 6], and must have [2, 6]");
    assert_fails(krt_softmax(ops, stream, &scalar, &scalar), KRT_ERROR_INVALID_ARGUMENT,
                 "no dimension");
    assert_fails(krt_softmax(ops, stream, &gaps, &in), KRT_ERROR_INVALID_ARGUMENT, "dense");
    assert_fails(krt_softmax(ops, stream, &u8, &u8), KRT_ERROR_UNSUPPORTED, "f16 bf16 f32 f64");
    assert_fails(krt_rms_norm(ops, stream, &in, &alpha, 1e-5f, &in), KRT_ERROR_INVALID_ARGUMENT,
                 "|alpha| has shape [5], and must have [6]");
    struct krt_tensor heads = tensor_of(KRT_F32, NULL, 4, DIMS(1, 1, 2, 3));
    assert_fails(krt_rope(ops, stream, KRT_ROPE_HALVES, &heads, &in, &in, &heads),
                 KRT_ERROR_INVALID_ARGUMENT, "not pairs");
    struct krt_tensor even = tensor_of(KRT_F32, NULL, 4, DIMS(1, 1, 2, 4));
    assert_fails(krt_rope(ops, stream, KRT_ROPE_HALVES, &even, &in, &in, &even),
                 KRT_ERROR_INVALID_ARGUMENT, "|cos| has shape [2, 6], and must have [2, 2]");
    arrays_release();
}

/* ---- Values --------------------------------------------------------------------------------- */

static void softmax_divides_by_the_rows_sum(void **state)
{
    (void)state;
    const unsigned columns = 75;
    fill_numbers(numbers, ROWS * columns);
    struct krt_tensor in = tensor_of(KRT_F32, numbers, 3, DIMS(2, 3, columns)), out = in;
    out.data = array_keep(upload(NULL, sizeof numbers));
    for (unsigned r = 0; r < ROWS; r++) {
        double sum = 0;
        for (unsigned c = 0; c < columns; c++)
            sum += exp(numbers[r * columns + c]);
        for (unsigned c = 0; c < columns; c++)
            expected[r * columns + c] = exp(numbers[r * columns + c]) / sum;
    }
    assert_ok(krt_softmax(ops, stream, &in, &out));
    expect_floats(&out, expected, ROWS * columns, 1e-6);
    arrays_release();
}

/* Of even rows the exponentials are kept: by a wave, a part of one where rows are many, a
 * workgroup; those of odd rows, and of rows beyond 8192, are not. */
static void softmax_of_f64_takes_any_row(void **state)
{
    (void)state;
    enum { MOST = 1100 * 128 };
    static const struct {
        unsigned rows, columns;
    } cases[] = {{3, 1},   {3, 2},    {3, 33},   {4, 128},  {3, 130},  {4, 256},   {3, 258},
                 {3, 512}, {4, 1000}, {3, 1001}, {3, 8192}, {3, 8194}, {1100, 20}, {1100, 128}};
    static double in[MOST], got[MOST];
    for (unsigned c = 0; c < sizeof cases / sizeof *cases; c++) {
        const unsigned rows = cases[c].rows, columns = cases[c].columns, count = rows * columns;
        for (unsigned i = 0; i < count; i++)
            in[i] = (double)(i * 37 % 101) / 8 - (i / columns == 1 ? 700 : 0);
        struct krt_tensor from = tensor_of(KRT_F64, in, 2, DIMS(rows, columns)), to = from;
        to.data = array_keep(upload(NULL, count * sizeof *in));
        assert_ok(krt_softmax(ops, stream, &from, &to));
        download(got, to.data, count * sizeof *in);
        for (unsigned row = 0; row < rows; row++) {
            const double *x = in + (size_t)row * columns, *is = got + (size_t)row * columns;
            double sum = 0, base = row == 1 ? -700 : 0;
            for (unsigned i = 0; i < columns; i++)
                sum += exp(x[i] - base);
            for (unsigned i = 0; i < columns; i++) {
                double wanted = exp(x[i] - base) / sum;
                if (!(fabs(is[i] - wanted) <= 1e-13 * wanted))
                    fail_msg("%u x %u: row %u, column %u is %g, not %g", rows, columns, row, i,
                             is[i], wanted);
            }
        }
        arrays_release();
    }
}

/* Each by a large workgroup: one of numbers, one with -infinity, one with a NaN. */
static void softmax_takes_few_long_rows(void **state)
{
    (void)state;
    enum { COLUMNS = 10007, LONG_ROWS = 3 };
    static const uint32_t dtypes[] = {KRT_F32, KRT_F16, KRT_BF16, KRT_F64};
    static const double tolerances[] = {1e-6, 1e-3, 5e-3, 1e-12};
    static double memory[LONG_ROWS * COLUMNS], got[LONG_ROWS * COLUMNS];
    for (unsigned d = 0; d < 4; d++) {
        for (unsigned i = 0; i < LONG_ROWS * COLUMNS; i++)
            number_store(memory, dtypes[d], i,
                         i / COLUMNS == 1 && i % 5 == 0 ? -INFINITY : (int)(i * 37 % 101) / 8.0);
        number_store(memory, dtypes[d], 2 * COLUMNS + 7777, NAN);
        struct krt_tensor in = tensor_of(dtypes[d], memory, 2, DIMS(LONG_ROWS, COLUMNS));
        struct krt_tensor out = tensor_of(dtypes[d], NULL, 2, DIMS(LONG_ROWS, COLUMNS));
        assert_ok(krt_softmax(ops, stream, &in, &out));
        download(got, out.data, (uint64_t)LONG_ROWS * COLUMNS * krt_dtype_size(dtypes[d]));
        for (unsigned row = 0; row < LONG_ROWS; row++) {
            double sum = 0;
            for (unsigned c = 0; c < COLUMNS; c++)
                sum += exp(number_load(memory, dtypes[d], row * COLUMNS + c));
            for (unsigned c = 0; c < COLUMNS; c++) {
                double x = number_load(got, dtypes[d], row * COLUMNS + c);
                double wanted = exp(number_load(memory, dtypes[d], row * COLUMNS + c)) / sum;
                if (!(fabs(x - wanted) <= tolerances[d] * wanted + 6e-8) &&
                    !(isnan(x) && isnan(wanted)))
                    fail_msg("%s: row %u, column %u is %g, not %g", krt_dtype_name(dtypes[d]), row,
                             c, x, wanted);
            }
        }
        arrays_release();
    }
}

/* Rows narrow and wide, which the kernels are launched for differently. */
static void norms_use_their_factors_and_terms(void **state)
{
    (void)state;
    static float alpha[WIDEST], beta[WIDEST];
    for (unsigned turn = 0; turn < 4; turn++) {
        unsigned columns = turn < 2 ? 33 : WIDEST, rows = turn < 2 ? ROWS : 3;
        bool has_factors = turn % 2 == 0;
        double epsilon = 0.25;
        fill_numbers(numbers, rows * columns);
        for (unsigned c = 0; c < columns; c++) {
            alpha[c] = has_factors ? 1 + (float)c / 64 : 1;
            beta[c] = has_factors ? (float)c / 16 - 2 : 0;
        }
        struct krt_tensor in = tensor_of(KRT_F32, numbers, 2, DIMS(rows, columns)), out = in;
        struct krt_tensor a = tensor_of(KRT_F32, alpha, 1, DIMS(columns));
        struct krt_tensor b = tensor_of(KRT_F32, beta, 1, DIMS(columns));
        out.data = array_keep(upload(NULL, sizeof numbers));
        for (int kind = 0; kind < 2; kind++) { /* rms, layer */
            for (unsigned r = 0; r < rows; r++) {
                const float *row = numbers + (size_t)r * columns;
                double mean = 0, square = 0;
                for (unsigned c = 0; c < columns; c++)
                    mean += row[c] / (double)columns;
                for (unsigned c = 0; c < columns; c++)
                    square += pow(row[c] - (kind ? mean : 0), 2) / columns;
                for (unsigned c = 0; c < columns; c++)
                    expected[r * columns + c] =
                        (row[c] - (kind ? mean : 0)) / sqrt(square + epsilon) * alpha[c] +
                        (kind ? beta[c] : 0);
            }
            if (kind == 0)
                assert_ok(
                    krt_rms_norm(ops, stream, &in, has_factors ? &a : NULL, (float)epsilon, &out));
            else
                assert_ok(krt_layer_norm(ops, stream, &in, has_factors ? &a : NULL,
                                         has_factors ? &b : NULL, (float)epsilon, &out));
            expect_floats(&out, expected, rows * columns, 1e-5);
        }
        arrays_release();
    }
}

static void pairs_are_rotated_by_their_time_and_batch(void **state)
{
    (void)state;
    enum { BATCH = 2, HEADS = 3, TIME = 5, D = 8, COUNT = BATCH * HEADS * TIME * D };
    float cosines[BATCH * TIME * D / 2], sines[BATCH * TIME * D / 2];
    fill_numbers(numbers, COUNT);
    for (unsigned i = 0; i < BATCH * TIME * D / 2; i++) {
        cosines[i] = (float)cos(i * 0.37);
        sines[i] = (float)sin(i * 0.37);
    }
    for (int turn = 0; turn < 2 * KRT_ROPE_COUNT; turn++) {
        enum krt_rope kind = (enum krt_rope)(turn / 2);
        bool is_thd = kind == KRT_ROPE_HALVES_THD, is_batched = turn % 2 == 1;
        struct krt_tensor in =
            tensor_of(KRT_F32, numbers, 4,
                      is_thd ? DIMS(BATCH, TIME, HEADS, D) : DIMS(BATCH, HEADS, TIME, D));
        struct krt_tensor out = in;
        out.data = array_keep(upload(NULL, sizeof numbers));
        const uint64_t *table = is_batched ? DIMS(BATCH, TIME, D / 2) : DIMS(TIME, D / 2);
        struct krt_tensor c = tensor_of(KRT_F32, cosines, is_batched ? 3 : 2, table);
        struct krt_tensor s = tensor_of(KRT_F32, sines, is_batched ? 3 : 2, table);
        assert_ok(krt_rope(ops, stream, kind, &in, &c, &s, &out));
        for (unsigned row = 0; row < BATCH * HEADS * TIME; row++) {
            unsigned batch = row / (HEADS * TIME);
            unsigned time = is_thd ? row / HEADS % TIME : row % TIME;
            for (unsigned i = 0; i < D / 2; i++) {
                bool is_interleaved = kind == KRT_ROPE_INTERLEAVED;
                unsigned first = row * D + (is_interleaved ? 2 * i : i);
                unsigned second = is_interleaved ? first + 1 : first + D / 2;
                unsigned angle = ((is_batched ? batch * TIME : 0) + time) * D / 2 + i;
                double x = numbers[first], y = numbers[second];
                expected[first] = x * cosines[angle] - y * sines[angle];
                expected[second] = x * sines[angle] + y * cosines[angle];
            }
        }
        expect_floats(&out, expected, COUNT, 1e-6);
        arrays_release();
    }
}

/* ---- Many rows ------------------------------------------------------------------------------ */

/* On rows: in [rows, columns], out the same, or [rows] of numbers. */
struct row_operation {
    const char *name;
    krt_status (*run)(const struct krt_tensor *in, const struct krt_tensor *out);
    bool gives_number;
};

static krt_status run_softmax(const struct krt_tensor *in, const struct krt_tensor *out)
{
    return krt_softmax(ops, stream, in, out);
}
static krt_status run_rms_norm(const struct krt_tensor *in, const struct krt_tensor *out)
{
    return krt_rms_norm(ops, stream, in, NULL, 0.25f, out);
}
static krt_status run_layer_norm(const struct krt_tensor *in, const struct krt_tensor *out)
{
    return krt_layer_norm(ops, stream, in, NULL, NULL, 0.25f, out);
}
static krt_status run_sum(const struct krt_tensor *in, const struct krt_tensor *out)
{
    return krt_reduce(ops, stream, KRT_REDUCE_SUM, in, 2, out);
}
static krt_status run_max(const struct krt_tensor *in, const struct krt_tensor *out)
{
    return krt_reduce(ops, stream, KRT_REDUCE_MAX, in, 2, out);
}

/* Few rows have a workgroup each; of many short ones some share one. */
static void many_rows_give_what_few_give(void **state)
{
    (void)state;
    enum { MANY = 2050, LONGEST = 1028 };
    static const struct row_operation operations[] = {{"softmax", run_softmax, false},
                                                      {"rms_norm", run_rms_norm, false},
                                                      {"layer_norm", run_layer_norm, false},
                                                      {"sum", run_sum, true},
                                                      {"max", run_max, true}};
    static const unsigned lengths[] = {4, 6, 33, 68, 260, LONGEST};
    static float many[MANY * LONGEST], few_out[ROWS * LONGEST], many_out[MANY * LONGEST];
    for (unsigned l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        unsigned columns = lengths[l];
        fill_numbers(numbers, ROWS * columns);
        for (unsigned i = 0; i < MANY * columns; i++)
            many[i] = numbers[i % (ROWS * columns)];
        struct krt_tensor few_in = tensor_of(KRT_F32, numbers, 2, DIMS(ROWS, columns));
        struct krt_tensor many_in = tensor_of(KRT_F32, many, 2, DIMS(MANY, columns));
        struct krt_tensor few = tensor_of(KRT_F32, NULL, 2, DIMS(ROWS, columns));
        struct krt_tensor result = tensor_of(KRT_F32, NULL, 2, DIMS(MANY, columns));
        for (unsigned o = 0; o < sizeof operations / sizeof *operations; o++) {
            const struct row_operation *operation = &operations[o];
            unsigned width = operation->gives_number ? 1 : columns;
            few.dims[1] = result.dims[1] = few.strides[0] = result.strides[0] = width;
            assert_ok(operation->run(&few_in, &few));
            assert_ok(operation->run(&many_in, &result));
            download(few_out, few.data, ROWS * width * sizeof(float));
            download(many_out, result.data, MANY * width * sizeof(float));
            for (unsigned i = 0; i < MANY * width; i++) {
                float wanted = few_out[i % (ROWS * width)];
                if (!(fabsf(many_out[i] - wanted) <= 1e-5f * (1 + fabsf(wanted))))
                    fail_msg("%s of %u columns: element %u is %.9g, not %.9g", operation->name,
                             columns, i, (double)many_out[i], (double)wanted);
            }
        }
        arrays_release();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(softmax_divides_by_the_rows_sum),
        cmocka_unit_test(softmax_of_f64_takes_any_row),
        cmocka_unit_test(softmax_takes_few_long_rows),
        cmocka_unit_test(norms_use_their_factors_and_terms),
        cmocka_unit_test(many_rows_give_what_few_give),
        cmocka_unit_test(pairs_are_rotated_by_their_time_and_batch),
    };
    run_on_all_devices(tests);
}
