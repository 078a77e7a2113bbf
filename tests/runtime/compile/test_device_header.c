/* kir/device.cuh in a program's own text: numbers, warps and reductions are the same on all devices
 * and for every size of block. */
#include "runtime_test.h"

enum { WORDS = 16 }; /* of results for each thread */

static const char text[] =
    "#include <kir/device.cuh>\n"
    "typedef unsigned long u64; // the header's names are not global\n"
    "struct f16 {};\n"
    "extern \"C\" __global__ void threads(int *out)\n"
    "{\n"
    "    const int t = kir::block_thread();\n"
    "    int *mine = out + t * 16;\n"
    "    const int lane = kir::warp_lane(), lanes = kir::warp_lanes();\n"
    "    mine[0] = lane;\n"
    "    mine[1] = lanes;\n"
    "    mine[2] = kir::shuffle(t, 0);\n"
    "    const int neighbour = kir::shuffle_xor(t, 1), above = kir::shuffle_down(t, 2);\n"
    "    mine[3] = (lane ^ 1) < lanes ? neighbour : -1;\n"
    "    mine[4] = lane + 2 < lanes || lane + 2 >= 32 ? above : -1;\n"
    "    mine[5] = kir::shuffle_up(t, 3);\n"
    "    mine[6] = kir::ballot(t % 3 == 0);\n"
    "    mine[7] = kir::any(t == 40);\n"
    "    mine[8] = kir::all(t != 40);\n"
    "    mine[9] = kir::warp_reduce(t, kir::Sum<int>());\n"
    "    mine[10] = kir::block_reduce(t, kir::Sum<int>());\n"
    "    mine[11] = kir::block_reduce(t % 97, kir::Maximum<int>());\n"
    "    mine[12] = kir::block_arg<int, false>(-(t % 97), t);\n"
    "    const kir::bf16 narrow = kir::cast<kir::bf16>(static_cast<float>(t % 128));\n"
    "    mine[13] = static_cast<int>(kir::cast<float>(kir::shuffle(narrow, lanes - 1)));\n"
    "}\n"
    "extern \"C\" __global__ void numbers(float *x)\n"
    "{\n"
    "    kir::Pack<float, 4> pack = kir::load_pack<4>(x);\n"
    "    pack.set(0, kir::cast<float>(kir::cast<kir::f16>(pack[0])));\n"
    "    kir::Pack<float, 4> out = {};\n"
    "    out.set(0, pack[0]);\n"
    "    out.set(1, kir::cast<float>(kir::cast<kir::bf16>(pack[1])));\n"
    "    out.set(2, kir::cast<float>(kir::cast<kir::f8e4m3>(pack[2])));\n"
    "    out.set(3, kir::sqrt(pack[3]));\n"
    "    kir::store_pack(x, out);\n"
    "}\n";

/* What thread |t| of a block of |size| finds in each word. */
static void expect(int t, int size, int *wanted)
{
    int first = t & ~31, lanes = size - first < 32 ? size - first : 32, lane = t - first;
    unsigned ballot = 0;
    int sum = 0, highest = size > 96 ? 96 : size - 1;
    for (int l = 0; l < lanes; l++) {
        ballot |= (first + l) % 3 == 0 ? 1u << l : 0;
        sum += first + l;
    }
    bool has_40 = first <= 40 && 40 < first + lanes;
    wanted[0] = lane;
    wanted[1] = lanes;
    wanted[2] = first;
    wanted[3] = (lane ^ 1) < lanes ? t ^ 1 : -1;
    wanted[4] = lane + 2 < lanes ? t + 2 : lane + 2 < 32 ? -1 : t;
    wanted[5] = lane >= 3 ? t - 3 : t;
    wanted[6] = (int)ballot;
    wanted[7] = has_40;
    wanted[8] = !has_40;
    wanted[9] = sum;
    wanted[10] = size * (size - 1) / 2;
    wanted[11] = highest;
    wanted[12] = highest;
    wanted[13] = (first + lanes - 1) % 128;
}

static void check_threads(struct krt_device *device, struct krt_function *function, int size)
{
    static int results[1024 * WORDS];
    int wanted[WORDS];
    void *memory;
    struct krt_stream *stream = krt_device_stream(device);
    /* The same threads in other shapes are the same. */
    struct krt_launch_config config = {.block = {(uint32_t)size}};
    if (size % 6 == 0)
        config = (struct krt_launch_config){.block = {(uint32_t)size / 6, 3, 2}};
    assert_ok(krt_alloc(device, sizeof results, &memory));
    assert_ok(krt_function_launch(function, stream, &config, (void *[]){&memory}, 1));
    assert_ok(krt_copy_to_host(stream, results, memory, sizeof results));
    for (int t = 0; t < size; t++) {
        expect(t, size, wanted);
        for (int word = 0; word < 14; word++) {
            int found = results[t * WORDS + word];
            if (found != wanted[word])
                fail_msg("block of %d, thread %d: word %d is %d, not %d", size, t, word, found,
                         wanted[word]);
        }
    }
    assert_ok(krt_free(device, memory));
}

static void check_numbers(struct krt_device *device, struct krt_function *function)
{
    float x[] = {65519.0f, 1.01171875f, 447.0f, 2.0f};
    const float wanted[] = {65504.0f, 1.015625f, 448.0f, 1.41421354f};
    void *memory;
    struct krt_stream *stream = krt_device_stream(device);
    struct krt_launch_config config = {.block = {1}};
    assert_ok(krt_alloc(device, sizeof x, &memory));
    assert_ok(krt_copy_to_device(stream, memory, x, sizeof x));
    assert_ok(krt_function_launch(function, stream, &config, (void *[]){&memory}, 1));
    assert_ok(krt_copy_to_host(stream, x, memory, sizeof x));
    for (int i = 0; i < 4; i++)
        assert_true(x[i] == wanted[i]);
    assert_ok(krt_free(device, memory));
}

static void it_is_the_same_on_every_device(void **state)
{
    static const int sizes[] = {1, 2, 31, 32, 33, 42, 64, 96, 97, 127, 192, 255, 256};
    (void)state;
    for (size_t d = 0; d < sizeof all_devices / sizeof all_devices[0]; d++) {
        struct krt_device *device = open_device(all_devices[d]);
        struct krt_compile_options options = {.struct_size = sizeof options,
                                              .name = "threads.cu",
                                              .arguments = (const char *[]){"-std=c++17"},
                                              .argument_count = 1};
        struct krt_raw_module *module;
        struct krt_function *threads, *numbers;
        assert_ok(krt_compile(device, text, &options, &module));
        assert_ok(krt_module_function(module, "threads", &threads));
        assert_ok(krt_module_function(module, "numbers", &numbers));
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            check_threads(device, threads, sizes[i]);
        check_numbers(device, numbers);
        krt_module_unload(module);
        krt_device_close(device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_same_on_every_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
