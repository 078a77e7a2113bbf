/* Products of matrices against sums made on the host, by our kernels and by a library: on the
 * emulator a double of rocBLAS, which says what it was asked; on an NVIDIA GPU cuBLAS. */
#include "matmul_test.h"
#include "library_test.h"

#include <pthread.h>

static const uint32_t dtypes[] = {KRT_F32, KRT_F64, KRT_F16, KRT_BF16};
enum { DTYPES = 4 };

/* ---- Refusals ------------------------------------------------------------------------------- */

static void shapes_that_do_not_fit_are_refused_and_named(void **state)
{
    (void)state;
    struct krt_tensor a = dense(KRT_F32, 2, DIMS(2, 3)), b = dense(KRT_F32, 2, DIMS(4, 5));
    struct krt_tensor c = dense(KRT_F32, 2, DIMS(2, 5)), row = dense(KRT_F32, 1, DIMS(3));
    assert_fails(krt_matmul(ops, stream, &a, &b, &c), KRT_ERROR_INVALID_ARGUMENT,
                 "shapes [2, 3] and [4, 5] into [2, 5]");
    assert_fails(krt_matmul(ops, stream, &row, &row, &row), KRT_ERROR_INVALID_ARGUMENT, "[3]");
    b = dense(KRT_F32, 2, DIMS(3, 5));
    c = dense(KRT_F32, 2, DIMS(5, 2));
    assert_fails(krt_matmul(ops, stream, &a, &b, &c), KRT_ERROR_INVALID_ARGUMENT, "[5, 2]");
    a = dense(KRT_F32, 3, DIMS(7, 2, 3));
    b = dense(KRT_F32, 3, DIMS(1, 3, 5));
    c = dense(KRT_F32, 3, DIMS(7, 2, 5));
    assert_fails(krt_matmul(ops, stream, &a, &b, &c), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_tensor_broadcast()");
    a.dims[1] = a.dims[2] = UINT64_C(1) << 40;
    assert_fails(krt_matmul(ops, stream, &a, &b, &c), KRT_ERROR_INVALID_ARGUMENT, "2^63");
}

static void an_output_with_gaps_is_refused(void **state)
{
    (void)state;
    struct krt_tensor a = dense(KRT_F32, 2, DIMS(2, 2)), c = a;
    c.strides[0] = 1;
    c.strides[1] = 2;
    assert_fails(krt_matmul(ops, stream, &a, &a, &c), KRT_ERROR_INVALID_ARGUMENT,
                 "|c|, of shape [2, 2], must be dense");
}

static void dtypes_must_be_equal_and_have_a_kernel(void **state)
{
    (void)state;
    struct krt_tensor a = dense(KRT_F32, 2, DIMS(2, 2)), b = dense(KRT_F16, 2, DIMS(2, 2));
    assert_fails(krt_matmul(ops, stream, &a, &b, &a), KRT_ERROR_INVALID_ARGUMENT,
                 "f32 and f16 into f32");
    a = dense(KRT_I64, 2, DIMS(2, 2));
    assert_fails(krt_matmul(ops, stream, &a, &a, &a), KRT_ERROR_UNSUPPORTED,
                 "no matmul for i64; it has: f16 bf16 f32 f64");
}

static void arguments_of_null_are_refused(void **state)
{
    (void)state;
    struct krt_tensor a = dense(KRT_F32, 2, DIMS(2, 2));
    assert_fails(krt_matmul(NULL, stream, &a, &a, &a), KRT_ERROR_INVALID_ARGUMENT, "|ops|");
    assert_fails(krt_matmul(ops, stream, NULL, &a, &a), KRT_ERROR_INVALID_ARGUMENT, "|a|");
    assert_fails(krt_matmul(ops, stream, &a, NULL, &a), KRT_ERROR_INVALID_ARGUMENT, "|b|");
    assert_fails(krt_matmul(ops, stream, &a, &a, NULL), KRT_ERROR_INVALID_ARGUMENT, "|c|");
}

static void products_without_elements_are_let_pass(void **state)
{
    (void)state;
    struct krt_tensor a = dense(KRT_F32, 3, DIMS(2, 0, 3)), b = dense(KRT_F32, 3, DIMS(2, 3, 4));
    struct krt_tensor c = dense(KRT_F32, 3, DIMS(2, 0, 4));
    assert_ok(krt_matmul(ops, stream, &a, &b, &c));
}

/* ---- Products, by whatever multiplies here --------------------------------------------------- */

static void sums_of_nothing_are_zero(void **state)
{
    (void)state;
    enum { COUNT = 3 * 5 * 67 };
    float out[COUNT];
    struct krt_tensor a = dense(KRT_F32, 3, DIMS(3, 5, 0)), b = dense(KRT_F32, 3, DIMS(3, 0, 67));
    struct krt_tensor c = dense(KRT_F32, 3, DIMS(3, 5, 67));
    c.data = upload(NULL, sizeof out);
    assert_ok(krt_matmul(ops, stream, &a, &b, &c));
    download(out, c.data, sizeof out);
    for (int i = 0; i < COUNT; i++)
        assert_true(out[i] == 0);
    release(c.data);
}

static void every_dtype_is_summed_as_exactly_as_it_says(void **state)
{
    (void)state;
    static const uint64_t sizes[][3] = {{1, 1, 1},    {1, 70, 3},   {70, 1, 17}, {5, 7, 9},
                                        {64, 64, 16}, {63, 65, 17}, {33, 2, 70}, {70, 69, 33}};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        for (int d = 0; d < DTYPES; d++) {
            const uint64_t *size = sizes[s];
            multiply_and_check(dense(dtypes[d], 2, DIMS(size[0], size[2])),
                               dense(dtypes[d], 2, DIMS(size[2], size[1])), false);
        }
    }
}

/* Sums that f32 holds exactly are rounded to the dtype once. */
static void operands_may_lie_in_any_form(void **state)
{
    (void)state;
    static const struct form forms[] = {{false, 0, 1}, {true, 0, 1},  {false, 3, 1},
                                        {true, 5, 1},  {false, 0, 2}, {true, 1, 3}};
    enum { FORMS = 6 };
    for (int i = 0; i < FORMS * FORMS; i++) {
        uint32_t dtype = dtypes[i % DTYPES];
        multiply_and_check(make_view(dtype, 0, NULL, 37, 19, forms[i / FORMS]),
                           make_view(dtype, 0, NULL, 19, 66, forms[i % FORMS]), true);
    }
}

static void batches_are_found_by_their_steps(void **state)
{
    (void)state;
    static const struct form plain = {false, 0, 1}, across = {true, 2, 1};
    static const uint64_t batch[] = {2, 3};
    for (int d = 0; d < DTYPES; d++) {
        struct krt_tensor a = make_view(dtypes[d], 2, batch, 5, 18, plain);
        struct krt_tensor b = make_view(dtypes[d], 2, batch, 18, 7, across);
        multiply_and_check(a, b, true);
        b.strides[0] = b.strides[1] = 0; /* one matrix for all */
        multiply_and_check(a, b, true);
        b.strides[1] = 18 * 9; /* the same three for both: no single step */
        multiply_and_check(a, b, true);
        a.strides[0] = 5 * 18; /* batches that lie across each other */
        a.strides[1] = 2 * 5 * 18;
        multiply_and_check(a, b, true);
    }
    multiply_and_check(dense(KRT_F32, 3, DIMS(5, 1, 1)), dense(KRT_F32, 3, DIMS(5, 1, 1)), true);
}

/* A row, or a column, may repeat itself; strides of dimensions of one element mean nothing. */
static void repetitions_and_single_lines_are_read_right(void **state)
{
    (void)state;
    struct krt_tensor a = dense(KRT_F32, 2, DIMS(9, 8)), b = dense(KRT_F32, 2, DIMS(8, 6));
    a.strides[0] = 0;
    multiply_and_check(a, b, true);
    a = dense(KRT_F32, 2, DIMS(9, 8));
    b.strides[1] = 0;
    multiply_and_check(a, b, true);
    a = dense(KRT_F32, 2, DIMS(1, 8));
    b = dense(KRT_F32, 2, DIMS(8, 1));
    a.strides[0] = 0;
    b.strides[1] = 77;
    multiply_and_check(a, b, true);
    a.strides[1] = 3; /* a column of a matrix, as a row */
    multiply_and_check(a, dense(KRT_F32, 2, DIMS(8, 6)), true);
}

/* What only our kernels promise, or take long for on the host. */
static bool is_our_way(void)
{
    return strcmp(getenv("KRT_BLAS"), "own") == 0;
}

/* So many tiles that kernels take large ones, in few blocks: of whole matrices and of parts. */
static void many_large_matrices_are_multiplied(void **state)
{
    (void)state;
    if (!is_our_way() || product_few_most > 0)
        skip();
    static const struct form forms[] = {{false, 0, 1}, {true, 0, 1}, {false, 1, 1}};
    static const uint64_t sizes[][3] = {{128, 8, 64}, {9, 130, 37}, {66, 5, 33}, {8, 128, 64}};
    static const uint64_t batch[] = {128};
    for (int d = 0; d < DTYPES; d++) {
        struct krt_tensor a =
            make_view(dtypes[d], 1, batch, sizes[d][0], sizes[d][2], forms[d % 3]);
        struct krt_tensor b =
            make_view(dtypes[d], 1, batch, sizes[d][2], sizes[d][1], forms[d / 2]);
        a.strides[0] = 1; /* matrices that overlap */
        multiply_and_check(a, b, true);
    }
}

/* Products of one pair of numbers each, rounded once in f32 (f64), then to the dtype. */
enum range { SMALL_NUMBERS, ALL_NUMBERS, INFINITE_NUMBERS, RANGES };

static void store_number(void *memory, uint32_t dtype, uint64_t index, enum range range)
{
    random_number();
    uint64_t bits = state_of_random ^ state_of_random >> 33;
    if (dtype == KRT_F64) {
        memcpy((char *)memory + index * 8, &bits, 8);
        return;
    }
    uint16_t half = (uint16_t)(bits >> 24);
    uint32_t exponent = dtype == KRT_F16 ? half >> 10 & 31 : half >> 7 & 255;
    if (dtype == KRT_F16 && range == SMALL_NUMBERS) /* below 2^4, a third of them subnormal */
        half = (uint16_t)((half & 0x83ff) | (exponent < 12 ? 0 : exponent - 12) << 10);
    if (dtype == KRT_BF16 && range == SMALL_NUMBERS) /* 2^-32 to 2^31 */
        half = (uint16_t)((half & 0x807f) | (95 + exponent / 4) << 7);
    if (range == ALL_NUMBERS && exponent == (dtype == KRT_F16 ? 31 : 255))
        half &= 0x80ff;
    uint32_t single = (uint32_t)half << 16 | (uint32_t)(bits >> 8 & 0xffff);
    if (dtype == KRT_F32)
        memcpy((char *)memory + index * 4, &single, 4);
    else
        memcpy((char *)memory + index * 2, &half, 2);
}

/* c[i, j] = a[i, i % k] b[i % k, j], where the rest of a is zeros. Of |batch| products one in
 * |batch| / 2 has numbers of |range|, the others have small ones. */
static void multiply_pairs(uint32_t dtype, enum range range, uint64_t batch, uint64_t m, uint64_t n,
                           uint64_t k)
{
    struct krt_tensor a = dense(dtype, 3, DIMS(batch, m, k)),
                      b = dense(dtype, 3, DIMS(batch, k, n));
    struct krt_tensor c = dense(dtype, 3, DIMS(batch, m, n));
    uint32_t size = krt_dtype_size(dtype);
    char *left = calloc(batch * m * k, size), *right = calloc(batch * k * n, size);
    char *out = calloc(batch * m * n, size);
    assert_true(left && right && out);
    for (uint64_t i = 0; i < batch * m; i++)
        store_number(left, dtype, i * k + i % m % k, i / m % 2 ? SMALL_NUMBERS : range);
    for (uint64_t i = 0; i < batch * k * n; i++)
        store_number(right, dtype, i, i / k / n % 2 ? SMALL_NUMBERS : range);
    a.data = upload(left, batch * m * k * size);
    b.data = upload(right, batch * k * n * size);
    c.data = upload(NULL, batch * m * n * size);
    assert_ok(krt_matmul(ops, stream, &a, &b, &c));
    download(out, c.data, batch * m * n * size);
    for (uint64_t i = 0; i < batch * m * n; i++) {
        uint64_t row = i / n % m, column = i % n, matrix = i / n / m;
        double sum = 0, wanted, got = number_load(out, dtype, i);
        for (uint64_t j = 0; j < k; j++) {
            double x = number_load(left, dtype, (matrix * m + row) * k + j);
            double y = number_load(right, dtype, (matrix * k + j) * n + column);
            if (x != 0 || !isfinite(y))
                sum += dtype == KRT_F64 ? x * y : (double)(float)(x * y);
        }
        number_store(&wanted, dtype, 0, sum);
        wanted = number_load(&wanted, dtype, 0);
        if (got != wanted && !(isnan(got) && isnan(wanted)))
            fail_msg("%s, range %d, %llu x %llu x %llu: element (%llu: %llu, %llu) is %a, not %a",
                     krt_dtype_name(dtype), (int)range, (unsigned long long)m,
                     (unsigned long long)n, (unsigned long long)k, (unsigned long long)matrix,
                     (unsigned long long)row, (unsigned long long)column, got, wanted);
    }
    void *memory[] = {a.data, b.data, c.data};
    for (int i = 0; i < 3; i++)
        release(memory[i]);
    free(left);
    free(right);
    free(out);
}

static void numbers_of_every_size_are_kept(void **state)
{
    (void)state;
    if (!is_our_way())
        skip();
    for (int d = 0; d < DTYPES; d++) {
        for (int range = 0; range < RANGES; range++) {
            multiply_pairs(dtypes[d], range, 2, 33, 66, 65);
            multiply_pairs(dtypes[d], range, 1, 3, 5, 1);
        }
        multiply_pairs(dtypes[d], ALL_NUMBERS, 128, 5, 68, 3);
    }
}

/* Whatever the grid, all tiles are made. */
static void a_small_grid_makes_every_tile(void **state)
{
    (void)state;
    enum { BATCHES = 3, M = 65, N = 130, K = 5 };
    static const uint64_t info[] = {BATCHES, M * K, 0};
    static float out[BATCHES * M * N];
    struct krt_launch_config config = {.grid = {4}, .block = {256}};
    struct krt_tensor a = dense(KRT_F32, 3, DIMS(BATCHES, M, K));
    struct krt_tensor b = dense(KRT_F32, 3, DIMS(BATCHES, K, N));
    b.strides[0] = 0;
    void *left = make_numbers(&a, true), *right = make_numbers(&b, true);
    void *on_device[] = {upload(info, sizeof info), upload(left, span_of(&a) * sizeof(float)),
                         upload(right, span_of(&b) * sizeof(float)), upload(NULL, sizeof out)};
    assert_ok(krt_kernels_launch_matmul_f32(stream, &config, M, N, K, BATCHES, 1, on_device[0],
                                            on_device[1], K, 1, on_device[2], N, 1, on_device[3]));
    download(out, on_device[3], sizeof out);
    for (uint64_t i = 0; i < BATCHES * M * N; i++)
        check_element(&a, left, &b, right, i / N / M, i / N % M, i % N, out[i], true);
    for (int i = 0; i < 4; i++)
        release(on_device[i]);
    free(left);
    free(right);
}

/* ---- The library ---------------------------------------------------------------------------- */

/* Our own kernels where the environment says so, and on the emulator where no library is named. */
static void ways_are_chosen_when_a_stream_first_multiplies(void **state)
{
    (void)state;
    static const struct form plain = {false, 0, 1};
    struct krt_stream *usual = stream;
    struct krt_tensor a = make_view(KRT_F32, 0, NULL, 4, 4, plain);
    char *library = getenv("KRT_ROCBLAS") ? strdup(getenv("KRT_ROCBLAS")) : NULL;
    for (int turn = 0; turn < 3; turn++) {
        if (turn == 1)
            setenv("KRT_BLAS", "own", 1);
        if (turn == 2 && library)
            unsetenv("KRT_ROCBLAS");
        assert_ok(krt_stream_create(device, &stream));
        multiply_and_check(a, a, true);
        if (!is_on_gpu())
            assert_int_equal(blas_usage(stream), turn == 0);
        else if (turn == 1)
            assert_int_equal(blas_usage(stream), 0);
        krt_stream_destroy(stream);
        unsetenv("KRT_BLAS");
    }
    if (library)
        setenv("KRT_ROCBLAS", library, 1);
    free(library);
    stream = usual;
}

static void the_library_is_asked_for_what_it_can(void **state)
{
    (void)state;
    if (is_on_gpu())
        skip();
    static const struct form plain = {false, 3, 1}, across = {true, 2, 1}, apart = {false, 0, 2};
    static const uint64_t batch[] = {2, 3};
    struct rocblas_double *blas = find_double();
    struct krt_tensor a = make_view(KRT_F16, 2, batch, 5, 18, across);
    struct krt_tensor b = make_view(KRT_F16, 2, batch, 18, 7, plain);
    int products = blas->products;
    multiply_and_check(a, b, true);
    assert_int_equal(blas->products, products + 1);
    assert_int_equal(blas->transposed_first, 0); /* b' comes first */
    assert_int_equal(blas->transposed_second, 1);
    assert_int_equal(blas->batches, 6);
    b.strides[0] = b.strides[1] = 0;
    multiply_and_check(a, b, true);
    assert_int_equal(blas->products, products + 2);

    a = make_view(KRT_F16, 2, batch, 5, 18, apart); /* our kernel's */
    multiply_and_check(a, b, true);
    assert_int_equal(blas->products, products + 2);

    a = dense(KRT_F32, 2, DIMS(1, 8)); /* strides of single lines do not matter */
    b = dense(KRT_F32, 2, DIMS(8, 6));
    a.strides[0] = 0;
    multiply_and_check(a, b, true);
    assert_int_equal(blas->products, products + 3);
    a.strides[1] = 3;
    multiply_and_check(a, b, true);
    assert_int_equal(blas->products, products + 4);
    assert_string_equal(blas->refusal, "");
}

static void a_library_that_declines_is_replaced_and_one_that_breaks_is_told(void **state)
{
    (void)state;
    if (is_on_gpu())
        skip();
    static const int declines[] = {1, 2, 3, 4, 5, 11, 14, 15};
    struct rocblas_double *blas = find_double();
    struct krt_tensor a = dense(KRT_F32, 2, DIMS(6, 6));
    uint64_t usage = blas_usage(stream);
    for (size_t i = 0; i < sizeof declines / sizeof declines[0]; i++) {
        blas->next_status = declines[i];
        multiply_and_check(a, a, true);
    }
    assert_int_equal(blas_usage(stream), usage);
    blas->next_status = 6; /* rocblas_status_internal_error */
    a.data = upload(NULL, 6 * 6 * sizeof(float));
    assert_fails(krt_matmul(ops, stream, &a, &a, &a), KRT_ERROR_DRIVER,
                 "rocblas_gemm_strided_batched_ex fails with status 6");
    release(a.data);
}

static void handles_live_as_long_as_their_streams(void **state)
{
    (void)state;
    if (is_on_gpu())
        skip();
    struct rocblas_double *blas = find_double();
    struct krt_tensor a = dense(KRT_F64, 2, DIMS(3, 3));
    struct krt_stream *usual = stream;
    int before = blas->handles;
    assert_ok(krt_stream_create(device, &stream));
    multiply_and_check(a, a, true);
    multiply_and_check(a, a, true);
    assert_int_equal(blas->handles, before + 1);
    krt_stream_destroy(stream);
    assert_int_equal(blas->handles, before);

    blas->create_status = 5; /* no handle, so our kernel */
    assert_ok(krt_stream_create(device, &stream));
    multiply_and_check(a, a, true);
    assert_int_equal(blas_usage(stream), 0);
    krt_stream_destroy(stream);
    blas->create_status = 0;
    stream = usual;
}

enum { THREADS = 4, TURNS = 20 };

static void *multiply_often(void *argument)
{
    struct krt_tensor *tensors = argument; /* a, b, c; cmocka's checks are for one thread */
    int failures = 0;
    for (int i = 0; i < TURNS; i++)
        failures += krt_matmul(ops, stream, &tensors[0], &tensors[1], &tensors[2]) != KRT_OK;
    return failures ? tensors : NULL;
}

/* They make its handle together, and take turns with it. */
static void threads_share_a_new_streams_handle(void **state)
{
    (void)state;
    enum { SIDE = 9 };
    float in[SIDE * SIDE], out[SIDE * SIDE];
    struct krt_stream *usual = stream;
    struct krt_tensor tensors[THREADS][3];
    pthread_t threads[THREADS];
    void *failed;
    assert_ok(krt_stream_create(device, &stream));
    for (int i = 0; i < SIDE * SIDE; i++)
        in[i] = (float)(i % 7 - 3);
    for (int t = 0; t < THREADS; t++) {
        for (int i = 0; i < 3; i++) {
            tensors[t][i] = dense(KRT_F32, 2, DIMS(SIDE, SIDE));
            tensors[t][i].data = upload(i < 2 ? in : NULL, sizeof in);
        }
    }
    assert_ok(krt_stream_synchronize(stream));
    for (int t = 0; t < THREADS; t++)
        assert_int_equal(pthread_create(&threads[t], NULL, multiply_often, tensors[t]), 0);
    for (int t = 0; t < THREADS; t++) {
        assert_int_equal(pthread_join(threads[t], &failed), 0);
        assert_null(failed);
    }
    if (!is_on_gpu())
        assert_int_equal(blas_usage(stream), THREADS * TURNS);
    for (int t = 0; t < THREADS; t++) {
        download(out, tensors[t][2].data, sizeof out);
        for (uint64_t i = 0; i < SIDE * SIDE; i++)
            check_element(&tensors[t][0], in, &tensors[t][1], in, 0, i / SIDE, i % SIDE, out[i],
                          true);
        for (int i = 0; i < 3; i++)
            release(tensors[t][i].data);
    }
    krt_stream_destroy(stream);
    stream = usual;
}

static void a_captured_stream_is_not_given_to_a_library(void **state)
{
    (void)state;
    if (is_on_gpu())
        skip();
    struct krt_tensor a = dense(KRT_F32, 2, DIMS(4, 4)), c = a;
    multiply_and_check(a, a, true); /* its handle is there */
    a.data = upload(NULL, 4 * 4 * sizeof(float));
    c.data = upload(NULL, 4 * 4 * sizeof(float));
    uint64_t usage = blas_usage(stream);
    capture_begin();
    assert_ok(krt_matmul(ops, stream, &a, &a, &c));
    capture_end();
    assert_int_equal(blas_usage(stream), usage);
    release(a.data);
    release(c.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_that_do_not_fit_are_refused_and_named),
        cmocka_unit_test(an_output_with_gaps_is_refused),
        cmocka_unit_test(dtypes_must_be_equal_and_have_a_kernel),
        cmocka_unit_test(arguments_of_null_are_refused),
        cmocka_unit_test(products_without_elements_are_let_pass),
        cmocka_unit_test(sums_of_nothing_are_zero),
        cmocka_unit_test(every_dtype_is_summed_as_exactly_as_it_says),
        cmocka_unit_test(operands_may_lie_in_any_form),
        cmocka_unit_test(batches_are_found_by_their_steps),
        cmocka_unit_test(repetitions_and_single_lines_are_read_right),
        cmocka_unit_test(a_small_grid_makes_every_tile),
        cmocka_unit_test(many_large_matrices_are_multiplied),
        cmocka_unit_test(numbers_of_every_size_are_kept),
    };
    const struct CMUnitTest library_tests[] = {
        cmocka_unit_test(ways_are_chosen_when_a_stream_first_multiplies),
        cmocka_unit_test(the_library_is_asked_for_what_it_can),
        cmocka_unit_test(a_library_that_declines_is_replaced_and_one_that_breaks_is_told),
        cmocka_unit_test(handles_live_as_long_as_their_streams),
        cmocka_unit_test(threads_share_a_new_streams_handle),
        cmocka_unit_test(a_captured_stream_is_not_given_to_a_library),
    };
    run_with_each_way(tests, library_tests);
}
