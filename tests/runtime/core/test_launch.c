/* Launches: arguments and grids arrive; what a kernel or device does not allow is refused. */
#include "runtime_test.h"
#include "samples.h"

enum { COUNT = 1000 };

static const struct krt_launch_config small = {.grid = {4}, .block = {64}};

/* ---- Failures ------------------------------------------------------------------------------- */

static krt_status launch_where(struct krt_device *device, struct krt_launch_config config)
{
    uint32_t *memory;
    assert_ok(krt_alloc(device, 1 << 20, (void **)&memory));
    krt_status status = samples_launch_where(krt_device_stream(device), &config, memory);
    assert_ok(krt_device_synchronize(device));
    assert_ok(krt_free(device, memory));
    return status;
}

#define CONFIG(...) ((struct krt_launch_config){__VA_ARGS__})

static void what_is_beyond_limits_is_refused_and_named(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1030");
    struct krt_stream *stream = krt_device_stream(device);
    struct krt_launch_config config = {.block = {512}, .shared_bytes = 2048};
    assert_fails(samples_launch_block_sum(stream, &config, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "at most 256");
    config = (struct krt_launch_config){.block = {256}, .shared_bytes = 1 << 20};
    if (is_on_gpu()) /* CUDA has more than one limit, and its driver knows */
        assert_status(samples_launch_block_sum(stream, &config, NULL, NULL), KRT_ERROR_LAUNCH);
    else
        assert_fails(samples_launch_block_sum(stream, &config, NULL, NULL),
                     KRT_ERROR_INVALID_ARGUMENT, "65536");
    assert_fails(launch_where(device, CONFIG(.block = {1, 1, 2048})), KRT_ERROR_INVALID_ARGUMENT,
                 "block.z");
    assert_fails(launch_where(device, CONFIG(.grid = {1u << 31}, .block = {2})),
                 KRT_ERROR_INVALID_ARGUMENT, "split");
    assert_fails(launch_where(device, CONFIG(.grid = {1, UINT32_MAX}, .block = {1, 1024})),
                 KRT_ERROR_INVALID_ARGUMENT, is_on_gpu() ? "grid.y" : "dimension y");
    assert_ok(launch_where(device, CONFIG(.grid = {2}, .block = {32}))); /* and it goes on */
    krt_device_close(device);
}

static void arguments_of_null_are_refused(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1030");
    struct krt_stream *stream = krt_device_stream(device);
    void *arguments[8] = {NULL};
    assert_fails(krt_launch(NULL, 0, stream, &small, arguments), KRT_ERROR_INVALID_ARGUMENT,
                 "package");
    assert_fails(krt_launch(&samples_package, 0, stream, NULL, arguments),
                 KRT_ERROR_INVALID_ARGUMENT, "config");
    assert_fails(krt_launch(&samples_package, 0, stream, &small, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "arguments");
    assert_fails(krt_launch(&samples_package, 0, stream, &small, arguments),
                 KRT_ERROR_INVALID_ARGUMENT, "argument 0");
    assert_fails(krt_function_launch(NULL, stream, &small, arguments, 1),
                 KRT_ERROR_INVALID_ARGUMENT, "function");
    krt_device_close(device);
}

static void the_number_of_arguments_is_checked(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx90a"), *other = open_device("emu:gfx1030");
    struct krt_function *function;
    uint32_t *memory, value = 1;
    uint64_t count = 0;
    assert_ok(krt_alloc(device, 64, (void **)&memory));
    void *arguments[] = {&memory, &value, &count, &count};
    assert_ok(krt_function_find(&samples_package, "add_u32", device, &function));
    struct krt_stream *stream = krt_device_stream(device);
    assert_fails(krt_function_launch(function, stream, &small, arguments, 2),
                 KRT_ERROR_INVALID_ARGUMENT, "takes 3 arguments; 2");
    assert_fails(krt_function_launch(function, stream, &small, arguments, 4),
                 KRT_ERROR_INVALID_ARGUMENT, "4 were passed");
    if (other != device)
        assert_fails(krt_function_launch(function, krt_device_stream(other), &small, arguments, 3),
                     KRT_ERROR_INVALID_ARGUMENT, "another device");
    assert_ok(krt_function_launch(function, stream, &small, arguments, 3));
    assert_ok(krt_device_synchronize(device));
    assert_ok(krt_free(device, memory));
    krt_device_close(device);
    krt_device_close(other);
}

/* ---- Launches ------------------------------------------------------------------------------- */

static void arguments_of_every_size_arrive(void **state)
{
    (void)state;
    static const uint64_t expected[] = {
        (uint64_t)-1, (uint64_t)-2, (uint64_t)-3, (uint64_t)-4, 10, 25, 1};
    for (int i = 0; i < 3; i++) {
        struct krt_device *device = open_device(all_devices[i]);
        struct krt_stream *stream = krt_device_stream(device);
        uint64_t out[7];
        uint64_t *memory;
        assert_ok(krt_alloc(device, sizeof out, (void **)&memory));
        assert_ok(samples_launch_spread(stream, &CONFIG(.grid = {0}), memory, -1, -2, -3, -4, 2.5f,
                                        6.25, true));
        assert_ok(krt_copy_to_host(stream, out, memory, sizeof out));
        assert_memory_equal(out, expected, sizeof out);
        assert_ok(krt_free(device, memory));
        krt_device_close(device);
    }
}

static void a_grid_of_three_dimensions_arrives(void **state)
{
    (void)state;
    enum { X = 6, Y = 4, Z = 6 };
    for (int i = 0; i < 3; i++) {
        struct krt_device *device = open_device(all_devices[i]);
        struct krt_stream *stream;
        uint32_t out[Z][Y][X], *memory;
        assert_ok(krt_stream_create(device, &stream));
        assert_ok(krt_alloc(device, sizeof out, (void **)&memory));
        assert_ok(
            samples_launch_where(stream, &CONFIG(.grid = {3, 2, 2}, .block = {2, 2, 3}), memory));
        assert_ok(krt_copy_to_host(stream, out, memory, sizeof out));
        for (unsigned z = 0; z < Z; z++) {
            for (unsigned y = 0; y < Y; y++) {
                for (unsigned x = 0; x < X; x++)
                    assert_int_equal(out[z][y][x], z << 16 | y << 8 | x);
            }
        }
        assert_ok(krt_free(device, memory));
        krt_stream_destroy(stream);
        krt_device_close(device);
    }
}

static void dynamic_lds_is_as_large_as_was_asked_for(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct krt_device *device = open_device(all_devices[i]);
        struct krt_stream *stream = krt_device_stream(device);
        uint32_t in[512], out[2], *from, *to;
        for (uint32_t n = 0; n < 512; n++)
            in[n] = n;
        assert_ok(krt_alloc(device, sizeof in, (void **)&from));
        assert_ok(krt_alloc(device, sizeof out, (void **)&to));
        assert_ok(krt_copy_to_device(stream, from, in, sizeof in));
        assert_ok(samples_launch_block_sum(
            stream, &CONFIG(.grid = {2}, .block = {256}, .shared_bytes = 1024), from, to));
        assert_ok(krt_copy_to_host(stream, out, to, sizeof out));
        assert_int_equal(out[0], 255 * 256 / 2);
        assert_int_equal(out[1], 255 * 256 / 2 + 256 * 256);
        assert_ok(krt_free(device, from));
        assert_ok(krt_free(device, to));
        krt_device_close(device);
    }
}

static void launches_of_one_stream_run_in_their_order(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1100");
    struct krt_stream *stream;
    uint32_t out[COUNT], *memory;
    assert_ok(krt_stream_create(device, &stream));
    assert_ok(krt_alloc(device, sizeof out, (void **)&memory));
    assert_ok(krt_set(stream, memory, 5, 4, COUNT));
    for (uint32_t i = 1; i <= 50; i++)
        assert_ok(samples_launch_add_u32(stream, &small, memory, i, COUNT));
    assert_ok(krt_copy_to_host(stream, out, memory, sizeof out));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(out[i], 5 + 50 * 51 / 2);
    assert_ok(krt_free(device, memory));
    krt_stream_destroy(stream);
    krt_device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_beyond_limits_is_refused_and_named),
        cmocka_unit_test(arguments_of_null_are_refused),
        cmocka_unit_test(the_number_of_arguments_is_checked),
        cmocka_unit_test(arguments_of_every_size_arrive),
        cmocka_unit_test(a_grid_of_three_dimensions_arrives),
        cmocka_unit_test(dynamic_lds_is_as_large_as_was_asked_for),
        cmocka_unit_test(launches_of_one_stream_run_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
