/* Modules that a package has as source: compiled where there is no image, once. */
#include "runtime_test.h"

#include "samples.h"

#include <pthread.h>

enum { COUNT = 300 };

static const struct krt_launch_config config = {.grid = {2}, .block = {256}};

static uint32_t shipped_ordinal(const char *name)
{
    uint32_t ordinal = 0;
    assert_ok(krt_ordinal_find(&samples_package, name, &ordinal));
    return ordinal;
}

/* Both instances of the kernel on |device|. */
static void check_kernels(struct krt_device *device)
{
    struct krt_stream *stream = krt_device_stream(device);
    float numbers[COUNT];
    int integers[COUNT], count = COUNT;
    void *memory;
    for (int i = 0; i < COUNT; i++)
        numbers[i] = (float)(integers[i] = i);
    assert_ok(krt_alloc(device, sizeof numbers + sizeof integers, &memory));
    char *other = (char *)memory + sizeof numbers;
    assert_ok(krt_copy_to_device(stream, memory, numbers, sizeof numbers));
    assert_ok(krt_copy_to_device(stream, other, integers, sizeof integers));
    assert_ok(krt_launch(&samples_package, shipped_ordinal("shipped<float>"), stream, &config,
                         (void *[]){&memory, &count}));
    assert_ok(krt_launch(&samples_package, shipped_ordinal("shipped<int>"), stream, &config,
                         (void *[]){&other, &count}));
    assert_ok(krt_copy_to_host(stream, numbers, memory, sizeof numbers));
    assert_ok(krt_copy_to_host(stream, integers, other, sizeof integers));
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(integers[i], 6 * i + 1);
        assert_true(numbers[i] == (float)(6 * i + 1));
    }
    uint16_t ones[100];
    struct krt_launch_config block = {.block = {100}};
    for (int i = 0; i < 100; i++)
        ones[i] = 0x3f80;
    assert_ok(krt_copy_to_device(stream, memory, ones, sizeof ones));
    assert_ok(krt_launch(&samples_package, shipped_ordinal("shipped_sum"), stream, &block,
                         (void *[]){&memory, &other}));
    assert_ok(krt_copy_to_host(stream, numbers, other, sizeof *numbers));
    assert_true(numbers[0] == 100);
    assert_ok(krt_free(device, memory));
}

static void without_a_compiler_both_reasons_are_given(void **state)
{
    const char *kbuild = getenv("KRT_KBUILD");
    (void)state;
    if (is_on_gpu())
        skip();
    char *kept = strdup(kbuild ? kbuild : "");
    setenv("KRT_KBUILD", "", 1);
    struct krt_device *device = open_device("emu:gfx1030");
    uint32_t ordinal = shipped_ordinal("shipped<int>");
    struct krt_function *function;
    assert_fails(krt_function_get(&samples_package, ordinal, device, &function),
                 KRT_ERROR_UNSUPPORTED, "module shipped: device is gfx1030; here is gfx90a");
    assert_non_null(strstr(krt_error_message(), "Its source was not compiled: "));
    assert_non_null(strstr(krt_error_message(), "KRT_KBUILD"));
    krt_device_close(device);
    setenv("KRT_KBUILD", kept, 1);
    free(kept);
}

static void a_module_is_compiled_where_it_has_no_image(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof all_devices / sizeof all_devices[0]; i++) {
        struct krt_device *device = open_device(all_devices[i]);
        check_kernels(device);
        assert_ok(krt_unload(&samples_package, device, "shipped"));
        check_kernels(device); /* again, from memory */
        krt_device_close(device);
    }
}

static void *get_one(void *device)
{
    struct krt_function *function = NULL;
    return krt_function_get(&samples_package, shipped_ordinal("shipped<float>"), device,
                            &function) == KRT_OK
               ? function
               : NULL;
}

static void threads_compile_it_once(void **state)
{
    enum { THREADS = 64 };
    pthread_t threads[THREADS];
    void *first = NULL, *other;
    (void)state;
    struct krt_device *device = open_device("emu:gfx1100");
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, get_one, device), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], &other);
        assert_non_null(other);
        assert_true(i == 0 || other == first);
        first = other;
    }
    krt_device_close(device);
}

static void a_package_of_an_older_header_has_no_sources(void **state)
{
    struct krt_package old = samples_package;
    static struct krt_package_state *own;
    struct krt_function *function;
    (void)state;
    if (is_on_gpu())
        skip();
    old.struct_size = offsetof(struct krt_package, sources);
    old.state = &own;
    struct krt_device *device = open_device("emu:gfx1030");
    assert_status(krt_function_get(&old, shipped_ordinal("shipped<int>"), device, &function),
                  KRT_ERROR_NO_IMAGE);
    krt_device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_compiler_both_reasons_are_given),
        cmocka_unit_test(a_module_is_compiled_where_it_has_no_image),
        cmocka_unit_test(threads_compile_it_once),
        cmocka_unit_test(a_package_of_an_older_header_has_no_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
