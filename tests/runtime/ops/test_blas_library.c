/* Which rocBLAS is used: the first whose HIP is ours, and only on GPUs that it has kernels for. The
 * emulator is opened as if it were AMD's driver; the libraries that the loader finds are doubles:
 * librocblas.so.5 has another HIP with it, librocblas.so.4 has kernels for gfx90a. */
#include "ops_test.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_emulator_has_none),
        cmocka_unit_test(gpus_without_kernels_are_not_given_to_it),
        cmocka_unit_test(a_library_of_another_driver_is_not_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
