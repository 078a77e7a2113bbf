/* Code objects of any origin: bundles and what is damaged. */
#include "runtime_test.h"

#include <stdlib.h>

static unsigned char *bytes;
static size_t size;

static void read_bundle(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.%s", getenv("SAMPLES"), name,
             is_on_gpu() ? "sm_90.cubin" : "hsaco");
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    free(bytes);
    bytes = malloc(1 << 20);
    size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    assert_true(size > 0 && size < 1 << 20);
}

/* ---- Failures ------------------------------------------------------------------------------- */

static void bytes_that_are_cut_off_anywhere_never_load(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx90a");
    struct krt_raw_module *module = NULL;
    read_bundle("partial");
    for (size_t length = 1; length < size; length += length < 256 ? 1 : 61) {
        unsigned char *copy = malloc(length); /* a sanitizer watches its end */
        memcpy(copy, bytes, length);
        krt_status status = krt_module_load_raw(device, copy, length, &module);
        if (status == KRT_OK)
            fail_msg("the first %zu of %zu bytes loaded", length, size);
        assert_true(status == KRT_ERROR_BAD_IMAGE || status == KRT_ERROR_NO_IMAGE);
        free(copy);
    }
    assert_null(module);
    krt_device_close(device);
}

static void what_is_no_code_object_is_refused(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1030");
    struct krt_raw_module *module;
    assert_fails(krt_module_load_raw(device, "nonsense", 8, &module), KRT_ERROR_BAD_IMAGE,
                 "code object");
    assert_fails(krt_module_load_raw(device, "", 0, &module), KRT_ERROR_BAD_IMAGE, "code object");
    assert_fails(krt_module_load_raw(device, NULL, 8, &module), KRT_ERROR_INVALID_ARGUMENT, "data");
    assert_fails(krt_module_load_raw(NULL, "", 0, &module), KRT_ERROR_INVALID_ARGUMENT, "device");
    krt_module_unload(NULL);
    krt_device_close(device);
}

static void a_bundle_for_other_devices_says_which(void **state)
{
    (void)state;
    if (is_on_gpu())
        skip();
    struct krt_device *device = open_device("emu:gfx1030");
    struct krt_raw_module *module;
    read_bundle("partial");
    assert_fails(krt_module_load_raw(device, bytes, size, &module), KRT_ERROR_NO_IMAGE, "gfx90a");
    krt_device_close(device);
}

/* ---- Loading -------------------------------------------------------------------------------- */

static void a_bundles_image_for_the_device_loads_and_runs(void **state)
{
    (void)state;
    read_bundle("block");
    for (int i = 0; i < 3; i++) {
        struct krt_device *device = open_device(all_devices[i]);
        struct krt_stream *stream = krt_device_stream(device);
        struct krt_raw_module *module;
        struct krt_function *function, *again;
        struct krt_launch_config config = {.grid = {3}, .block = {64}, .shared_bytes = 256};
        uint32_t *in, *out, sums[3], launches = 0;
        uint64_t global_bytes = 0;
        void *global;
        unsigned char *copy = malloc(size); /* which need not live on */
        memcpy(copy, bytes, size);
        assert_ok(krt_module_load_raw(device, copy, size, &module));
        memset(copy, 0, size);
        free(copy);
        assert_fails(krt_module_function(module, "block_summ", &function), KRT_ERROR_NOT_FOUND,
                     "block_summ");
        assert_fails(krt_module_function(module,
                                         "\033[2J\xc2\x9b"
                                         "2J\007",
                                         &function),
                     KRT_ERROR_NOT_FOUND, "?[2J??2J?: no kernel of this name");
        assert_ok(krt_module_function(module, "block_sum", &function));
        assert_ok(krt_module_function(module, "block_sum", &again));
        assert_ptr_equal(function, again);

        assert_ok(krt_alloc(device, 192 * 4, (void **)&in));
        assert_ok(krt_alloc(device, 3 * 4, (void **)&out));
        assert_ok(krt_set(stream, in, 7, 4, 192));
        void *arguments[] = {&in, &out};
        assert_ok(krt_function_launch(function, stream, &config, arguments, 2));
        assert_ok(krt_copy_to_host(stream, sums, out, sizeof sums));
        for (int n = 0; n < 3; n++)
            assert_int_equal(sums[n], 64 * 7);
        assert_fails(krt_module_global(module, "nothing", &global, NULL), KRT_ERROR_NOT_FOUND,
                     "nothing");
        assert_ok(krt_module_global(module, "launches", &global, &global_bytes));
        assert_int_equal(global_bytes, 4);
        assert_ok(krt_copy_to_host(stream, &launches, global, 4));
        assert_int_equal(launches, 3);
        assert_ok(krt_free(device, in));
        assert_ok(krt_free(device, out));
        krt_module_unload(module);
        krt_device_close(device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_that_are_cut_off_anywhere_never_load),
        cmocka_unit_test(what_is_no_code_object_is_refused),
        cmocka_unit_test(a_bundle_for_other_devices_says_which),
        cmocka_unit_test(a_bundles_image_for_the_device_loads_and_runs),
    };
    int result = cmocka_run_group_tests(tests, NULL, NULL);
    free(bytes);
    return result;
}
