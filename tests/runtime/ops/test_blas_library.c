/* Which rocBLAS is used: the first whose HIP is ours, and only on GPUs that it has kernels for. The
 * emulator is opened as if it were AMD's driver; the libraries that the loader finds are doubles:
 * librocblas.so.5 has another HIP with it, librocblas.so.4 has kernels for gfx90a. */
#include "ops_test.h"
#include "numbers.h"
#include "rocblas_double.h"

#include "blas.h"

#include <dlfcn.h>

static uint64_t products_on(const char *name)
{
    float in[4] = {1, 2, 3, 4}, out[4];
    open_all(name);
    struct krt_tensor a = krt_tensor_dense(KRT_F32, upload(in, sizeof in), 2, DIMS(2, 2)), c = a;
    c.data = upload(NULL, sizeof out);
    assert_ok(krt_matmul(ops, stream, &a, &a, &c));
    download(out, c.data, sizeof out);
    assert_true(out[0] == 7 && out[1] == 10 && out[2] == 15 && out[3] == 22);
    uint64_t products = blas_usage(stream);
    release(a.data);
    release(c.data);
    close_all();
    return products;
}

static const struct rocblas_double *find_double(const char *name)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_NOLOAD);
    assert_non_null(library);
    return dlsym(library, ROCBLAS_DOUBLE_STATE);
}

static void the_emulator_has_none(void **state)
{
    (void)state;
    assert_int_equal(products_on("emu:gfx90a"), 0);
}

static void gpus_without_kernels_are_not_given_to_it(void **state)
{
    (void)state;
    assert_int_equal(products_on("hip:gfx1030"), 0);
    assert_int_equal(products_on("hip:gfx90a"), 1);
    setenv("ROCBLAS_TENSILE_LIBPATH", "/nowhere", 1);
    assert_int_equal(products_on("hip:gfx90a"), 0);
    unsetenv("ROCBLAS_TENSILE_LIBPATH");
}

static void a_library_of_another_driver_is_not_used(void **state)
{
    (void)state;
    assert_int_equal(products_on("hip:gfx90a"), 1);
    assert_int_equal(find_double("librocblas.so.5")->products, 0);
    assert_true(find_double("librocblas.so.4")->products > 0);
}

static void small_products_are_ours_if_the_environment_says_so(void **state)
{
    (void)state;
    static const struct {
        const char *wish;
        bool is_given;
    } cases[] = {{"7", true}, {"8", false}, {"1000000", false}, {"0", true},
                 {"", true},  {"8x", true}, {"library", true},  {"own", false}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        setenv("KRT_BLAS", cases[i].wish, 1);
        assert_int_equal(products_on("hip:gfx90a"), cases[i].is_given); /* 2 x 2 x 2 */
    }
    unsetenv("KRT_BLAS");
}

struct convolution_case {
    struct krt_convolution c;
    uint64_t in[4], kernel[4], out[4];
    bool is_product;
};

/* In f16, of small integers; |out| becomes the result. Returns how many products the library took.
 */
static uint64_t convolve_with(const char *blas, const struct convolution_case *p, uint16_t *out)
{
    static uint16_t in[8192], kernel[8192];
    uint64_t count = 1;
    for (unsigned i = 0; i < 8192; i++) {
        number_store(in, KRT_F16, i, (int)(i * 37 % 11) - 5);
        number_store(kernel, KRT_F16, i, (int)(i * 29 % 7) - 3);
    }
    for (unsigned i = 0; i < 4; i++)
        count *= p->out[i];
    setenv("KRT_BLAS", blas, 1);
    open_all("hip:gfx90a");
    struct krt_tensor from = krt_tensor_dense(KRT_F16, upload(in, sizeof in), 4, p->in);
    struct krt_tensor weights =
        krt_tensor_dense(KRT_F16, upload(kernel, sizeof kernel), 4, p->kernel);
    struct krt_tensor to = krt_tensor_dense(KRT_F16, upload(NULL, count * 2), 4, p->out);
    assert_ok(krt_convolve(ops, stream, &p->c, &from, &weights, &to));
    download(out, to.data, count * 2);
    uint64_t products = blas_usage(stream);
    release(from.data);
    release(weights.data);
    release(to.data);
    close_all();
    unsetenv("KRT_BLAS");
    return products;
}

static void convolutions_with_enough_channels_are_products(void **state)
{
    (void)state;
    static const struct convolution_case cases[] = {
        {{.groups = 1}, {2, 32, 8, 9}, {16, 32, 1, 1}, {2, 16, 8, 9}, true},
        {{.paddings = {1, 1}}, {3, 4, 8, 9}, {128, 4, 3, 3}, {3, 128, 8, 9}, true},
        {{.strides = {2, 2}, .dilations = {2, 2}},
         {1, 4, 20, 20},
         {128, 4, 3, 3},
         {1, 128, 8, 8},
         true},
        {{.paddings = {1, 1}}, {3, 4, 8, 9}, {112, 4, 3, 3}, {3, 112, 8, 9}, false},
        {{.paddings = {1, 2}}, {1, 4, 8, 9}, {128, 4, 3, 3}, {1, 128, 8, 11}, false},
        {{.groups = 2}, {1, 64, 8, 9}, {128, 32, 1, 1}, {1, 128, 8, 9}, false},
    };
    static uint16_t ours[32768], theirs[32768];
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        memset(ours, 0, sizeof ours);
        memset(theirs, 0, sizeof theirs);
        assert_int_equal(convolve_with("own", &cases[i], ours), 0);
        assert_int_equal(convolve_with("", &cases[i], theirs) > 0, cases[i].is_product);
        assert_memory_equal(ours, theirs, sizeof ours);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_emulator_has_none),
        cmocka_unit_test(gpus_without_kernels_are_not_given_to_it),
        cmocka_unit_test(a_library_of_another_driver_is_not_used),
        cmocka_unit_test(small_products_are_ours_if_the_environment_says_so),
        cmocka_unit_test(convolutions_with_enough_channels_are_products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
