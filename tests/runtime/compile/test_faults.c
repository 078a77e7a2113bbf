/* krt_compile() when memory runs out: each allocation is made to fail once, one after another.
 * Whatever fails, the call succeeds or says KRT_ERROR_OUT_OF_MEMORY, and the next one succeeds. */
#include "lib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);

static long countdown = -1; /* allocations until one fails; -1: none does */

static bool has_memory(void)
{
    return countdown < 0 || countdown-- != 0;
}

void *__wrap_malloc(size_t size)
{
    return has_memory() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return has_memory() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *memory, size_t size)
{
    return has_memory() ? __real_realloc(memory, size) : NULL;
}

char *__wrap_strdup(const char *text)
{
    return has_memory() ? __real_strdup(text) : NULL;
}

static const char good[] = "extern \"C\" __global__ void scale(int *values, int factor);\n";
static const char *const names[] = {"a.h", "b.h"}, *const texts[] = {"int a;", "int b;"};
static const char *const arguments[] = {"-DN=1", "-I."};

static void compile_with_each_failing(const char *source, uint32_t argument_count,
                                      krt_status wanted)
{
    const struct krt_compile_options options = {
        sizeof options, "name", arguments, argument_count, names, texts, 2, KRT_LANGUAGE_HIP};
    for (long n = 0, is_done = 0; !is_done; n++) {
        struct krt_device *device = open_device("emu:gfx90a");
        struct krt_raw_module *module = NULL;
        char command[128];
        snprintf(command, sizeof command, "rm -rf '%s/cache'", top);
        assert_int_equal(system(command), 0);
        countdown = n;
        krt_status status = krt_compile(device, source, &options, &module);
        is_done = countdown >= 0;
        countdown = -1;
        if (status != wanted && (is_done || status != KRT_ERROR_OUT_OF_MEMORY))
            fail_msg("allocation %ld: %s: %s", n, krt_status_name(status), krt_error_message());
        if (!status) {
            assert_scales(device, module);
            krt_module_unload(module);
        }
        module = NULL;
        assert_int_equal(krt_compile(device, source, &options, &module), wanted);
        krt_module_unload(module);
        krt_device_close(device);
        assert_in_range(n, 0, 1000);
    }
}

static void a_compilation_survives(void **state)
{
    (void)state;
    compile_with_each_failing(good, 1, KRT_OK);
}

static void one_that_is_not_kept_survives(void **state)
{
    (void)state;
    compile_with_each_failing(good, 2, KRT_OK);
}

static void one_that_fails_survives(void **state)
{
    (void)state;
    compile_with_each_failing("#error many\n", 1, KRT_ERROR_COMPILE);
}

static int setup(void **state)
{
    static char count[96];
    if (make_directory(state))
        return -1;
    snprintf(count, sizeof count, "%s/count", top);
    setenv("DOUBLE_COUNT", count, 1);
    setenv("DOUBLE_CODE", CODE, 1);
    setenv("KRT_HIPRTC", DOUBLE, 1);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_compilation_survives, setup, remove_directory),
        cmocka_unit_test_setup_teardown(one_that_is_not_kept_survives, setup, remove_directory),
        cmocka_unit_test_setup_teardown(one_that_fails_survives, setup, remove_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
