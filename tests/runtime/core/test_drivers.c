/* Drivers that are lost or too old: what they cannot do is named, and others go on. The driver's
 * table is the process's own memory, and const only to the library.
 */
#include "device.h"
#include "error.h"
#include "runtime_test.h"
#include "samples.h"

enum { DEVICE_UNAVAILABLE = 46 };

static struct driver *table(struct krt_device *device)
{
    return (struct driver *)(uintptr_t)device->driver;
}

static int lost_launch(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                       unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                       void *stream, void **arguments, void **extra)
{
    (void)function, (void)grid_x, (void)grid_y, (void)grid_z, (void)block_x, (void)block_y;
    (void)block_z, (void)shared_bytes, (void)stream, (void)arguments, (void)extra;
    return DEVICE_UNAVAILABLE;
}

static void a_device_that_is_lost_is_said_so(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1030");
    struct krt_stream *stream = krt_device_stream(device);
    struct krt_launch_config config = {.block = {32}};
    uint32_t *memory;
    assert_ok(krt_alloc(device, 128, (void **)&memory));
    assert_ok(samples_launch_where(stream, &config, memory));
    struct driver kept = *device->driver;
    table(device)->launch = lost_launch;
    assert_fails(samples_launch_where(stream, &config, memory), KRT_ERROR_DEVICE_LOST,
                 "launching where");
    *table(device) = kept;
    assert_ok(samples_launch_where(stream, &config, memory));
    assert_ok(krt_device_synchronize(device));
    assert_ok(krt_free(device, memory));
    krt_device_close(device);
}

static const char *last_name;

static int name_error(int code, const char **out)
{
    (void)code;
    *out = last_name;
    return 0;
}

/* After these a CUDA context is unusable; HIP goes on after the same numbers. */
static void errors_that_break_a_cuda_context_lose_the_device(void **state)
{
    (void)state;
    static const int breaking[] = {700, 702, 709, 710, 714, 715, 716, 717, 718, 719};
    struct krt_device *device = open_device("emu:gfx1030");
    struct driver cuda = {
        .kind = KRT_DRIVER_CUDA, .cuda_error_name = name_error, .cuda_error_text = name_error};
    last_name = "CUDA_ERROR_ILLEGAL_ADDRESS";
    for (size_t i = 0; i < sizeof breaking / sizeof breaking[0]; i++) {
        assert_fails(fail_driver(&cuda, breaking[i], KRT_ERROR_LAUNCH, "launching it"),
                     KRT_ERROR_DEVICE_LOST, "launching it: CUDA_ERROR_ILLEGAL_ADDRESS");
        assert_status(fail_driver(device->driver, breaking[i], KRT_ERROR_LAUNCH, "launching it"),
                      KRT_ERROR_LAUNCH);
    }
    assert_status(fail_driver(&cuda, 1, KRT_ERROR_LAUNCH, "launching it"), KRT_ERROR_LAUNCH);
    krt_device_close(device);
}

static void a_function_that_a_driver_lacks_is_named(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1030");
    struct krt_function *function;
    uint32_t blocks = 7;
    assert_ok(krt_function_find(&samples_package, "where", device, &function));
    struct driver kept = *device->driver;
    table(device)->occupancy = NULL;
    assert_fails(krt_function_occupancy(function, 64, 0, &blocks), KRT_ERROR_UNSUPPORTED,
                 "lacks hipModuleOccupancyMaxActiveBlocksPerMultiprocessor");
    *table(device) = kept;
    assert_int_equal(blocks, 7);
    assert_ok(krt_function_occupancy(function, 64, 0, &blocks));
    krt_device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_that_is_lost_is_said_so),
        cmocka_unit_test(errors_that_break_a_cuda_context_lose_the_device),
        cmocka_unit_test(a_function_that_a_driver_lacks_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
