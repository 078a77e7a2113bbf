/* Products with an end (alpha, beta, bias, activation, precision) against sums made on the host, by
 * our kernels and by a library: on the emulator a double of rocBLAS, on an NVIDIA GPU cuBLAS. */
#include "product_test.h"
#include "library_test.h"

#include <stddef.h>

static const uint32_t dtypes[] = {KRT_F32, KRT_F64, KRT_F16, KRT_BF16};
enum { DTYPES = 4 };

/* ---- Products ------------------------------------------------------------------------------- */

/* Multiplies numbers in the layouts of |a| and |b|, and checks each |step|-th element. With a beta
 * of 0, |c| is NaN before. */
static void multiply_and_check_some(struct krt_tensor a, struct krt_tensor b, struct end end,
                                    bool is_exact, uint64_t step)
{
    uint64_t dims[KRT_MAX_RANK], count;
    uint32_t size = krt_dtype_size(a.dtype), rank = a.rank;
    memcpy(dims, a.dims, sizeof dims);
    dims[rank - 1] = b.dims[rank - 1];
    struct krt_tensor c = dense(a.dtype, rank, dims);
    struct krt_tensor bias = dense(end.bias == NO_BIAS ? a.dtype : end.bias, 1, dims + rank - 1);
    assert_ok(krt_tensor_count(&c, &count));
    void *left = make_numbers(&a, is_exact), *right = make_numbers(&b, is_exact);
    void *before = make_numbers(&c, is_exact), *added = make_numbers(&bias, is_exact);
    char *out = malloc((count + 1) * size);
    assert_non_null(out);
    memset(out, 0xee, (count + 1) * size);
    memcpy(out, before, count * size);
    if (end.beta == 0)
        memset(out, 0xff, count * size);
    a.data = upload(left, span_of(&a) * size);
    b.data = upload(right, span_of(&b) * size);
    c.data = upload(out, (count + 1) * size);
    bias.data = upload(added, span_of(&bias) * krt_dtype_size(bias.dtype));
    struct krt_product_options options = options_of(&end, &bias);
    assert_ok(krt_matmul_with(ops, stream, &options, &a, &b, &c));
    download(out, c.data, (count + 1) * size);
    uint64_t rows = dims[rank - 2], columns = dims[rank - 1];
    for (uint64_t i = 0; i < count; i += step) {
        struct parts parts = {.k = a.dims[rank - 1], .before = number_load(before, c.dtype, i)};
        if (end.bias != NO_BIAS)
            parts.bias = number_load(added, bias.dtype, i % columns);
        parts.sum = sum_of(&a, left, &b, right, i / columns / rows, i / columns % rows, i % columns,
                           &parts.magnitude);
        check_end(c.dtype, &end, &parts, number_load(out, c.dtype, i), is_exact);
    }
    for (uint64_t i = 0; i < size; i++)
        assert_int_equal((unsigned char)out[count * size + i], 0xee); /* nothing behind |c| */
    void *on_device[] = {a.data, b.data, c.data, bias.data};
    void *on_host[] = {left, right, before, added, out};
    for (size_t i = 0; i < sizeof on_device / sizeof *on_device; i++)
        release(on_device[i]);
    for (size_t i = 0; i < sizeof on_host / sizeof *on_host; i++)
        free(on_host[i]);
}

static void multiply_and_check_end(struct krt_tensor a, struct krt_tensor b, struct end end,
                                   bool is_exact)
{
    multiply_and_check_some(a, b, end, is_exact, 1);
}

static void multiply_small(uint32_t dtype, struct end end, bool is_exact)
{
    multiply_and_check_end(dense(dtype, 2, DIMS(5, 33)), dense(dtype, 2, DIMS(33, 7)), end,
                           is_exact);
}

/* ---- Refusals ------------------------------------------------------------------------------- */

static void options_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    struct krt_tensor a = dense(KRT_F16, 2, DIMS(4, 4)), bias = dense(KRT_F16, 1, DIMS(4));
    struct krt_product_options good = {.struct_size = sizeof good, .alpha = 1, .bias = &bias}, bad;
#define REFUSED(text, ...)                                                                         \
    do {                                                                                           \
        bad = good;                                                                                \
        __VA_ARGS__;                                                                               \
        assert_fails(krt_matmul_with(ops, stream, &bad, &a, &a, &a), KRT_ERROR_INVALID_ARGUMENT,   \
                     text);                                                                        \
    } while (0)
    REFUSED("krt_matmul_with: struct_size", bad.struct_size = 0);
    REFUSED("uexp is not an activation", bad.activation = KRT_UNARY_EXP);
    REFUSED("beyond enum krt_unary", bad.activation = KRT_UNARY_COUNT);
    REFUSED("precision is 3", bad.precision = 3);
    REFUSED("|bias| is f64, and must be f16 or f32", bias.dtype = KRT_F64);
    REFUSED("|bias| is bf16", bias.dtype = KRT_BF16);
    bias.dtype = KRT_F16;
    REFUSED("must be dense, of the shape [4]", bias.strides[0] = 2);
    REFUSED("must be dense, of the shape [4]", bias = dense(KRT_F16, 1, DIMS(5)));
    REFUSED("must be dense, of the shape [4]", bias = dense(KRT_F16, 2, DIMS(1, 4)));
#undef REFUSED
    a.dtype = KRT_I64;
    good.bias = NULL;
    good.activation = KRT_UNARY_RELU;
    assert_fails(krt_matmul_with(ops, stream, &good, &a, &a, &a), KRT_ERROR_UNSUPPORTED,
                 "no product for i64; it has: f16 bf16 f32 f64");
    assert_fails(krt_matmul_with(ops, stream, &good, &a, &a, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_matmul_with: |c| is NULL");
}

/* ---- Values, by whatever multiplies here ---------------------------------------------------- */

/* Of members that an old caller does not have, nothing is read. */
static void old_callers_have_fewer_options(void **state)
{
    (void)state;
    float in[4] = {1, 2, 3, 4}, out[4] = {10, 20, 30, 40};
    struct krt_tensor a = dense(KRT_F32, 2, DIMS(2, 2)), c = a;
    struct krt_product_options options = {.struct_size = offsetof(struct krt_product_options, bias),
                                          .alpha = 2,
                                          .beta = 3,
                                          .bias = &c,
                                          .activation = 77,
                                          .precision = 77};
    a.data = upload(in, sizeof in);
    c.data = upload(out, sizeof out);
    assert_ok(krt_matmul_with(ops, stream, &options, &a, &a, &c));
    download(out, c.data, sizeof out);
    assert_true(out[0] == 44 && out[1] == 80 && out[2] == 120 && out[3] == 164);
    assert_ok(krt_matmul_with(ops, stream, NULL, &a, &a, &c));
    download(out, c.data, sizeof out);
    assert_true(out[0] == 7 && out[1] == 10 && out[2] == 15 && out[3] == 22);
    release(a.data);
    release(c.data);
}

static void every_activation_is_as_exact_as_it_says(void **state)
{
    (void)state;
    for (unsigned d = 0; d < DTYPES; d++) {
        for (unsigned i = 0; i < FUNCTIONS; i++) {
            const uint32_t biases[] = {NO_BIAS, dtypes[d], KRT_F32};
            struct end end = {.alpha = i % 2 ? 0.75 : -1.25,
                              .beta = i % 3 ? 0.5 : 0,
                              .bias = biases[i % 3],
                              .activation = functions[i]};
            multiply_small(dtypes[d], end, false);
        }
    }
}

/* Everything before the last step is exact in f32. */
static void results_are_rounded_once(void **state)
{
    (void)state;
    for (unsigned turn = 0; turn < DTYPES * 12; turn++) {
        uint32_t dtype = dtypes[turn / 12];
        const uint32_t biases[] = {NO_BIAS, dtype, KRT_F32};
        struct end end = {.alpha = turn % 2 ? 0.5 : 1,
                          .beta = turn % 2 ? 0 : 2,
                          .bias = biases[turn % 3],
                          .activation = turn / 6 % 2 ? KRT_UNARY_RELU : KRT_UNARY_COPY};
        if (turn % 12 == 4)
            multiply_and_check_end(dense(dtype, 2, DIMS(67, 33)), dense(dtype, 2, DIMS(33, 130)),
                                   end, true);
        else
            multiply_small(dtype, end, true);
    }
}

static void operands_may_lie_in_any_form(void **state)
{
    (void)state;
    static const struct form forms[] = {{false, 0, 1}, {true, 5, 1}, {false, 1, 2}};
    static const uint64_t batch[] = {2, 3};
    struct end end = {.alpha = 0.5, .beta = 2, .bias = KRT_F32, .activation = KRT_UNARY_RELU};
    for (unsigned i = 0; i < 9; i++) {
        uint32_t dtype = dtypes[i % DTYPES];
        struct krt_tensor a = make_view(dtype, 2, batch, 5, 18, forms[i / 3]);
        struct krt_tensor b = make_view(dtype, 2, batch, 18, 7, forms[i % 3]);
        multiply_and_check_end(a, b, end, true);
        b.strides[0] = b.strides[1] = 0; /* one matrix for all */
        multiply_and_check_end(a, b, end, true);
    }
}

/* With an alpha of 0 the operands do not count, whatever they hold. */
static void operands_times_zero_are_not_read(void **state)
{
    (void)state;
    float in[9], out[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, added[3] = {0.5, 0.25, -50};
    struct krt_tensor a = dense(KRT_F32, 2, DIMS(3, 3)), c = a, bias = dense(KRT_F32, 1, DIMS(3));
    struct krt_product_options options = {
        .struct_size = sizeof options, .beta = 2, .bias = &bias, .activation = KRT_UNARY_RELU};
    memset(in, 0xff, sizeof in);
    a.data = upload(in, sizeof in);
    c.data = upload(out, sizeof out);
    bias.data = upload(added, sizeof added);
    assert_ok(krt_matmul_with(ops, stream, &options, &a, &a, &c));
    download(out, c.data, sizeof out);
    for (int i = 0; i < 9; i++)
        assert_true(out[i] == fmaxf(0, 2 * (float)(i + 1) + added[i % 3]));
    release(a.data);
    release(c.data);
    release(bias.data);
}

static void sums_of_nothing_have_an_end(void **state)
{
    (void)state;
    uint16_t out[2 * 3], before[] = {0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600}; /* 1 to 6 */
    float added[3] = {0.5f, 1, 1.5f};
    struct krt_tensor a = dense(KRT_F16, 2, DIMS(2, 0)), b = dense(KRT_F16, 2, DIMS(0, 3));
    struct krt_tensor c = dense(KRT_F16, 2, DIMS(2, 3)), bias = dense(KRT_F32, 1, DIMS(3));
    struct krt_product_options options = {
        .struct_size = sizeof options, .alpha = 1, .beta = 1, .bias = &bias};
    c.data = upload(before, sizeof before);
    bias.data = upload(added, sizeof added);
    assert_ok(krt_matmul_with(ops, stream, &options, &a, &b, &c));
    download(out, c.data, sizeof out);
    for (int i = 0; i < 6; i++)
        assert_true(half_value(out[i]) == i + 1 + (double)added[i % 3]);
    release(c.data);
    release(bias.data);
    bias = dense(KRT_F32, 1, DIMS(0)); /* no columns, no rows */
    b = c = dense(KRT_F16, 2, DIMS(0, 0));
    a = dense(KRT_F16, 2, DIMS(0, 0));
    assert_ok(krt_matmul_with(ops, stream, &options, &a, &b, &c));
}

/* Permitted, not demanded. */
static void reduced_precision_is_within_its_bound(void **state)
{
    (void)state;
    for (unsigned turn = 0; turn < DTYPES * 4; turn++) {
        struct end end = {.alpha = 0.5,
                          .beta = turn % 2 ? 0 : 0.25,
                          .bias = turn % 2 ? KRT_F32 : NO_BIAS,
                          .activation = turn % 2 ? KRT_UNARY_GELU : KRT_UNARY_COPY,
                          .precision =
                              turn / 2 % 2 ? KRT_PRECISION_TF32 : KRT_PRECISION_F16_ACCUMULATE};
        multiply_small(dtypes[turn / 4], end, false);
    }
}

/* On sm_90 by warpgroups, if the package is for sm_90a: one launch, and no library. The sizes are
 * not whole tiles, and there are as many tiles as the choice wants on 132 multiprocessors. */
static void large_products_have_every_end(void **state)
{
    (void)state;
    if (!is_on_gpu())
        skip();
    enum { M = 1401, N = 2312, K = 72 };
    uint32_t ordinal;
    uint64_t usage = blas_usage(stream);
    for (unsigned turn = 0; turn < 2 * 2 * FUNCTIONS; turn++) {
        uint32_t dtype = turn % 2 ? KRT_F16 : KRT_BF16;
        const uint32_t biases[] = {NO_BIAS, dtype, KRT_F32};
        struct krt_tensor a = dense(dtype, 2, DIMS(M, K)), b = dense(dtype, 2, DIMS(K, N));
        if (turn / 2 % 2) {
            b.strides[0] = 1;
            b.strides[1] = K;
        }
        struct end end = {.alpha = turn % 3 ? 1 : 0.5,
                          .beta = turn / 4 % 2 ? 0.25 : 0,
                          .bias = biases[turn % 3],
                          .activation = functions[turn / 4]};
        if (turn % 3 == 0 && end.activation == KRT_UNARY_COPY)
            end.activation = KRT_UNARY_RELU; /* without an end, the library multiplies */
        multiply_and_check_some(a, b, end, false, 991);
    }
    if (krt_ordinal_find(&krt_kernels_package, "product_along_n_f16", &ordinal) == KRT_OK)
        assert_int_equal(blas_usage(stream), usage);
}

/* ---- What the library is asked for ---------------------------------------------------------- */

static void the_library_is_asked_for_what_it_can(void **state)
{
    (void)state;
    if (is_on_gpu())
        skip();
    enum { F16 = 150, F32 = 151, F64 = 152, BF16 = 168 }; /* rocblas_datatype */
    static const struct end plain = {1, 0, NO_BIAS, KRT_UNARY_COPY, KRT_PRECISION_FULL},
                            scaled = {0.5, 2, NO_BIAS, KRT_UNARY_COPY, KRT_PRECISION_FULL},
                            ended = {0.5, 2, KRT_F32, KRT_UNARY_RELU, KRT_PRECISION_FULL},
                            fast = {0.5, 2, KRT_F32, KRT_UNARY_RELU, KRT_PRECISION_TF32},
                            light = {0.5, 2, KRT_F32, KRT_UNARY_RELU, KRT_PRECISION_F16_ACCUMULATE};
    static const struct {
        uint32_t dtype;
        const struct end *end;
        double alpha, beta;
        int c_type, compute_type, math_mode;
    } rows[] = {
        {KRT_F32, &plain, 1, 0, F32, F32, 0},    {KRT_F16, &plain, 1, 0, F16, F32, 0},
        {KRT_F64, &scaled, 0.5, 2, F64, F64, 0}, {KRT_BF16, &scaled, 0.5, 2, BF16, F32, 0},
        {KRT_F32, &ended, 0.5, 2, F32, F32, 0},  {KRT_F64, &ended, 0.5, 2, F64, F64, 0},
        {KRT_F16, &ended, 1, 0, F32, F32, 0},    {KRT_BF16, &ended, 1, 0, F32, F32, 0},
        {KRT_F32, &fast, 0.5, 2, F32, F32, 1},   {KRT_F32, &ended, 0.5, 2, F32, F32, 0},
        {KRT_F16, &fast, 1, 0, F32, F32, 0},     {KRT_F64, &fast, 0.5, 2, F64, F64, 0},
        {KRT_F16, &light, 0.5, 2, F16, F16, 0},  {KRT_BF16, &light, 1, 0, F32, F32, 0},
        {KRT_F32, &light, 0.5, 2, F32, F32, 0},
    };
    struct rocblas_double *blas = find_double();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int products = blas->products, modes_set = blas->modes_set;
        struct end end = *rows[i].end;
        if (end.bias != NO_BIAS && rows[i].dtype == KRT_F64)
            end.bias = KRT_F64;
        multiply_small(rows[i].dtype, end, false);
        assert_int_equal(blas->products, products + 1);
        assert_true(blas->alpha == rows[i].alpha && blas->beta == rows[i].beta);
        assert_int_equal(blas->c_type, rows[i].c_type);
        assert_int_equal(blas->compute_type, rows[i].compute_type);
        assert_int_equal(blas->math_mode, rows[i].math_mode);
        assert_int_equal(blas->modes_set, modes_set + (rows[i].math_mode ? 2 : 0));
    }
    assert_string_equal(blas->refusal, "");
}

static void a_library_that_declines_is_replaced(void **state)
{
    (void)state;
    if (is_on_gpu())
        skip();
    struct rocblas_double *blas = find_double();
    struct end end = {0.5, 2, KRT_F32, KRT_UNARY_RELU, KRT_PRECISION_F16_ACCUMULATE};
    uint64_t usage = blas_usage(stream);
    for (unsigned d = 0; d < DTYPES; d++) {
        blas->next_status = 14;
        multiply_small(dtypes[d], end, true);
    }
    assert_int_equal(blas_usage(stream), usage);
}

/* Our kernel takes no memory from the stream. */
static void products_are_captured(void **state)
{
    (void)state;
    if (is_on_gpu())
        skip();
    struct krt_tensor a = dense(KRT_F16, 2, DIMS(5, 5)), c = a, bias = dense(KRT_F16, 1, DIMS(5));
    struct krt_product_options options = {.struct_size = sizeof options,
                                          .alpha = 1,
                                          .beta = 1,
                                          .bias = &bias,
                                          .activation = KRT_UNARY_SILU};
    a.data = upload(NULL, 5 * 5 * 2);
    c.data = upload(NULL, 5 * 5 * 2);
    bias.data = upload(NULL, 5 * 2);
    capture_begin();
    krt_status status = krt_matmul_with(ops, stream, &options, &a, &a, &c);
    capture_end();
    assert_ok(status);
    release(a.data);
    release(c.data);
    release(bias.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_that_do_not_fit_are_refused),
        cmocka_unit_test(old_callers_have_fewer_options),
        cmocka_unit_test(every_activation_is_as_exact_as_it_says),
        cmocka_unit_test(results_are_rounded_once),
        cmocka_unit_test(operands_may_lie_in_any_form),
        cmocka_unit_test(operands_times_zero_are_not_read),
        cmocka_unit_test(sums_of_nothing_have_an_end),
        cmocka_unit_test(reduced_precision_is_within_its_bound),
        cmocka_unit_test(large_products_have_every_end),
    };
    const struct CMUnitTest library_tests[] = {
        cmocka_unit_test(the_library_is_asked_for_what_it_can),
        cmocka_unit_test(a_library_that_declines_is_replaced),
        cmocka_unit_test(products_are_captured),
    };
    run_with_each_way(tests, library_tests);
}
