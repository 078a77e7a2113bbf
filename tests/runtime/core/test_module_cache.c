/* Modules by name: loaded once by any number of threads, and again after a failure. */
#include "device.h"
#include "runtime_test.h"

#include <krt/storage.h>
#include <pthread.h>

enum { THREADS = 16, MOST = 1 << 20 };

static unsigned char *bytes;
static size_t size;
static struct krt_device *device;
static struct krt_module_cache *cache;

static void read_samples(void)
{
    char path[512];
    snprintf(path, sizeof path, "%s/add.%s", getenv("SAMPLES"),
             is_on_gpu() ? "sm_90.cubin" : "hsaco");
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    bytes = malloc(MOST);
    size = fread(bytes, 1, MOST, file);
    fclose(file);
    assert_true(size > 0 && size < MOST);
}

/* Loads by the driver are counted. */
static const struct driver *real;
static atomic_int loads;

static int count_load(void **out, const void *image)
{
    atomic_fetch_add(&loads, 1);
    return real->module_load(out, image);
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    struct krt_raw_module *module = NULL;
    struct krt_module_cache *none = NULL;
    assert_fails(krt_module_cache_create(NULL, &none), KRT_ERROR_INVALID_ARGUMENT, "|device|");
    assert_fails(krt_module_cache_create(device, NULL), KRT_ERROR_INVALID_ARGUMENT, "|out|");
    assert_fails(krt_module_cache_get(NULL, "a", bytes, size, &module), KRT_ERROR_INVALID_ARGUMENT,
                 "|cache|");
    assert_fails(krt_module_cache_get(cache, NULL, bytes, size, &module),
                 KRT_ERROR_INVALID_ARGUMENT, "|name|");
    assert_fails(krt_module_cache_get(cache, "a", bytes, size, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "|out|");
    assert_fails(krt_module_cache_get(cache, "a", NULL, 0, &module), KRT_ERROR_NOT_FOUND,
                 "module a is not in the cache");
    krt_module_cache_destroy(NULL);
    assert_null(module);
}

static void a_failure_is_named_and_not_kept(void **state)
{
    (void)state;
    struct krt_raw_module *module = NULL, *again = NULL;
    for (int i = 0; i < 2; i++)
        assert_int_not_equal(krt_module_cache_get(cache, "late", "nonsense", 8, &module), KRT_OK);
    assert_non_null(strstr(krt_error_message(), "module late: "));
    assert_fails(krt_module_cache_get(cache, "late", NULL, 0, &module), KRT_ERROR_NOT_FOUND,
                 "late");
    assert_null(module);
    assert_ok(krt_module_cache_get(cache, "late", bytes, size, &module));
    assert_ok(krt_module_cache_get(cache, "late", NULL, 0, &again)); /* needs no data any more */
    assert_ptr_equal(module, again);
    assert_ok(krt_module_cache_get(cache, "late", "nonsense", 8, &again));
    assert_ptr_equal(module, again);
}

static void names_have_modules_of_their_own(void **state)
{
    (void)state;
    struct krt_raw_module *first, *second;
    struct krt_function *function;
    assert_ok(krt_module_cache_get(cache, "first", bytes, size, &first));
    assert_ok(krt_module_cache_get(cache, "second", bytes, size, &second));
    assert_ptr_not_equal(first, second);
    assert_ok(krt_module_function(second, "add_u32", &function));
}

static pthread_barrier_t barrier;

static void *ask(void *argument)
{
    struct krt_raw_module *module = NULL;
    char name[16];
    unsigned number = *(unsigned *)argument;
    pthread_barrier_wait(&barrier);
    for (unsigned i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "shared-%u", (number + i) % 4);
        assert_ok(krt_module_cache_get(cache, name, bytes, size, &module));
    }
    snprintf(name, sizeof name, "shared-0");
    assert_ok(krt_module_cache_get(cache, name, NULL, 0, &module));
    return module;
}

static void threads_load_a_module_once(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    unsigned numbers[THREADS];
    void *modules[THREADS];
    struct driver *table = (struct driver *)(uintptr_t)device->driver, kept = *table;
    real = &kept;
    atomic_store(&loads, 0);
    table->module_load = count_load;
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (unsigned i = 0; i < THREADS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &numbers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], &modules[i]);
        assert_ptr_equal(modules[i], modules[0]);
    }
    pthread_barrier_destroy(&barrier);
    *table = kept;
    assert_int_equal(atomic_load(&loads), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(a_failure_is_named_and_not_kept),
        cmocka_unit_test(names_have_modules_of_their_own),
        cmocka_unit_test(threads_load_a_module_once),
    };
    int failures = 0;
    read_samples();
    for (int i = 0; i < (is_on_gpu() ? 1 : 3); i++) {
        device = open_device(all_devices[i]);
        assert_ok(krt_module_cache_create(device, &cache));
        failures += cmocka_run_group_tests(tests, NULL, NULL);
        krt_module_cache_destroy(cache);
        krt_device_close(device);
    }
    free(bytes);
    return failures != 0;
}
