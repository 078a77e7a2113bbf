/* krt_compile() with the vendors' compilers, as they are on this machine: hiprtc with the emulator,
 * and NVRTC as far as it goes without a GPU, and with one. Skipped (77) where there is neither. */
#include "lib.h"

#include "compiler.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char scale[] = "#include \"times.h\"\n"
                            "__device__ int calls = 7;\n"
                            "extern \"C\" __global__ void scale(int *values, int factor)\n"
                            "{\n"
                            "    values[threadIdx.x] = TIMES(values[threadIdx.x], factor);\n"
                            "}\n";
static const char wrong[] = "extern \"C\" __global__ void scale(int *values)\n"
                            "{\n"
                            "    values[0] = nothing;\n"
                            "}\n";
static const char *const names[] = {"times.h"};
static const char *const texts[] = {"#define TIMES(a, b) ((a) * (b) * N)\n"};
static const char *const arguments[] = {"-DN=1"};
static const struct krt_compile_options options = {
    sizeof options, "dir/a \"scale\".hip", arguments, 1, names, texts, 1, KRT_LANGUAGE_HIP};

static const struct driver emulator = {.kind = KRT_DRIVER_EMULATOR};
static const struct driver cuda = {.kind = KRT_DRIVER_CUDA};

static bool has_compiler(const struct driver *driver, struct compiler *compiler)
{
    if (compiler_open(driver, compiler) == KRT_OK)
        return true;
    puts(krt_error_message());
    return false;
}

static void need(const struct driver *driver, struct compiler *compiler)
{
    if (!has_compiler(driver, compiler))
        skip();
}

/* A device for which the compiler here is too old is told so. */
static void compile_and_run(const char *name, bool may_be_unknown)
{
    if (getenv("KRT_TEST_DEVICES")) /* there is no emulator beside a GPU: see gpu.sh */
        skip();
    struct compiler compiler;
    struct krt_raw_module *module;
    uint64_t bytes = 0;
    need(&emulator, &compiler);
    struct krt_device *device = open_device(name);
    krt_status status = krt_compile(device, scale, &options, &module);
    if (status == KRT_ERROR_UNSUPPORTED && may_be_unknown) {
        assert_non_null(strstr(krt_error_message(), "cannot compile for gfx"));
        puts(krt_error_message());
        krt_device_close(device);
        return;
    }
    if (status)
        fail_msg("%s", krt_error_message());
    assert_scales(device, module);
    assert_int_equal(krt_module_global(module, "calls", NULL, &bytes), KRT_OK);
    assert_int_equal(bytes, 4);
    krt_module_unload(module);
    assert_int_equal(krt_compile(device, wrong, &options, &module), KRT_ERROR_COMPILE);
    assert_non_null(strstr(krt_error_message(), "dir/a \"scale\".hip:3:17: error: "));
    assert_non_null(strstr(krt_error_message(), "'nothing'"));
    krt_device_close(device);
}

static void hiprtc_for_gfx90a(void **state)
{
    (void)state;
    compile_and_run("emu:gfx90a", false);
}

static void hiprtc_for_gfx1030(void **state)
{
    (void)state;
    compile_and_run("emu:gfx1030", false);
}

static void hiprtc_for_gfx1100(void **state)
{
    (void)state;
    compile_and_run("emu:gfx1100", true);
}

static void *compile_one(void *argument)
{
    struct krt_raw_module *module = NULL;
    struct krt_device *device = argument;
    char name[32];
    struct krt_compile_options mine = options;
    snprintf(name, sizeof name, "%p", (void *)&module);
    mine.name = name; /* so that it is compiled */
    return krt_compile(device, scale, &mine, &module) ? NULL : module;
}

static void hiprtc_in_threads(void **state)
{
    if (getenv("KRT_TEST_DEVICES"))
        skip();
    enum { THREADS = 4 };
    struct compiler compiler;
    pthread_t threads[THREADS];
    (void)state;
    need(&emulator, &compiler);
    struct krt_device *device = open_device("emu:gfx90a");
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, compile_one, device), 0);
    for (int i = 0; i < THREADS; i++) {
        void *module;
        pthread_join(threads[i], &module);
        assert_non_null(module);
        assert_scales(device, module);
        krt_module_unload(module);
    }
    krt_device_close(device);
}

static void nvrtc_makes_a_cubin(void **state)
{
    const struct compile_request request = {"sm_90", scale, options, NULL};
    struct compiler compiler;
    struct compiled_code code = {0};
    (void)state;
    need(&cuda, &compiler);
    if (compiler_run(&compiler, &request, &code))
        fail_msg("%s", krt_error_message());
    assert_true(code.size > 64);
    assert_memory_equal(code.bytes, "\177ELF", 4);
    compiled_code_free(&code);
}

static void nvrtc_says_where_and_for_what_it_does_not_compile(void **state)
{
    struct compile_request request = {"sm_90", wrong, options, NULL};
    struct compiler compiler;
    struct compiled_code code = {0};
    (void)state;
    need(&cuda, &compiler);
    assert_int_equal(compiler_run(&compiler, &request, &code), KRT_ERROR_COMPILE);
    assert_non_null(strstr(krt_error_message(), "dir/a \"scale\".hip(3): error: "));
    request.target = "sm_10";
    assert_int_equal(compiler_run(&compiler, &request, &code), KRT_ERROR_UNSUPPORTED);
    assert_non_null(strstr(krt_error_message(), "sm_90"));
    assert_null(code.bytes);
}

static void nvrtc_for_a_gpu(void **state)
{
    struct krt_device_options first = {.struct_size = sizeof first, .device = "cuda"};
    struct krt_device *device;
    struct krt_raw_module *module;
    struct compiler compiler;
    (void)state;
    need(&cuda, &compiler);
    if (krt_device_open(&first, &device)) {
        puts(krt_error_message());
        skip();
    }
    struct krt_compile_options any = options;
    any.language = KRT_LANGUAGE_ANY;
    for (int round = 0; round < 2; round++) { /* the second is from the cache */
        if (krt_compile(device, scale, &any, &module))
            fail_msg("%s", krt_error_message());
        assert_scales(device, module);
        krt_module_unload(module);
    }
    krt_device_close(device);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_directory, remove_directory)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(hiprtc_for_gfx90a),   TEST(hiprtc_for_gfx1030),
        TEST(hiprtc_for_gfx1100),  TEST(hiprtc_in_threads),
        TEST(nvrtc_makes_a_cubin), TEST(nvrtc_says_where_and_for_what_it_does_not_compile),
        TEST(nvrtc_for_a_gpu),
    };
    struct compiler compiler;
    bool has_hiprtc = has_compiler(&emulator, &compiler);
    if (!has_compiler(&cuda, &compiler) && !has_hiprtc)
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
