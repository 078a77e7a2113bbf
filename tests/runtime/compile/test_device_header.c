/* kir/device.cuh in a program's own text: numbers, warps and reductions are the same on all devices
 * and for every size of block. */
#include "runtime_test.h"

#include <math.h>

enum { WORDS = 16 }; /* of results for each thread */

/* ---- Operators of narrow types ----------------------------------------------------------------
 */

/* Results, as X(device, host): the device computes with |x| and |y| of a narrow type, and with |z|,
 * which is x at first, and the host with the same numbers as f32. A result is rounded to the type:
 */
#define NARROW(X)                                                                                  \
    X(x + y, x + y)                                                                                \
    X(x - y, x - y)                                                                                \
    X((x * y), (x * y))                                                                            \
    X(x / y, x / y)                                                                                \
    X(-x, -x)                                                                                      \
    X(+x, x)                                                                                       \
    X(x + 3, x + 3)                                                                                \
    X(2u - x, 2 - x)                                                                               \
    X((x * (x > y)), (x * (x > y)))                                                                \
    X(7ll / x, 7 / x)                                                                              \
    X(x + 100001, x + 100001)                                                                      \
    X(x / 70001u, x / 70001)                                                                       \
    X(99999 / x, 99999 / x)                                                                        \
    X(x > y ? x : y, x > y ? x : y)                                                                \
    X((z += y), x + y)                                                                             \
    X((z -= y), x - y)                                                                             \
    X((z *= y), (x * y))                                                                           \
    X((z /= y), x / y)                                                                             \
    X((z += 3), x + 3)                                                                             \
    X((z -= 0.7f), x - 0.7f)                                                                       \
    X((z *= 0.7), x * 0.7)                                                                         \
    X((z /= 3ul), x / 3)                                                                           \
    X((z += kir::f16(0.5)), x + 0.5f)                                                              \
    X(++z, x + 1)                                                                                  \
    X(--z, x - 1)                                                                                  \
    X(z++, x)                                                                                      \
    X(z--, x)                                                                                      \
    X((z++, z), x + 1)                                                                             \
    X((z--, z), x - 1)                                                                             \
    X((z = 1.0), 1.0)                                                                              \
    X((z = 0.3f), 0.3f)                                                                            \
    X((z = -100), -100)                                                                            \
    X((z = 'a'), 'a')                                                                              \
    X((z = true), 1)                                                                               \
    X(T(x * 0.7), x * 0.7)                                                                         \
    X(T(kir::bf16(0.3)), rounded(BF16, 0.3))                                                       \
    X(max(x, y), fmaxf(x, y))                                                                      \
    X(min(x, y), fminf(x, y))                                                                      \
    X(max(x, 0), fmaxf(x, 0))                                                                      \
    X(min(100001u, x), fminf(100001, x))                                                           \
    X(pow(x, 1), x)                                                                                \
    X(T(pow(x, 1.0f)), x)                                                                          \
    X(pow(true, x), 1)                                                                             \
    X(div(x, 70001), x / 70001)                                                                    \
    X(rem(100001, y), fmodf(100001, y))                                                            \
    X(T(max(x, kir::i64(2))), fmaxf(x, 2))                                                         \
    X(abs(x), fabsf(x))                                                                            \
    X(sqrt(x), sqrtf(x))                                                                           \
    X(floor(x), floorf(x))                                                                         \
    X(ceil(x), ceilf(x))                                                                           \
    X(round(x), roundf(x))                                                                         \
    X(trunc(x), truncf(x))                                                                         \
    X(neg(x), -x)                                                                                  \
    X(recip(x), 1 / x)                                                                             \
    X(div(x, y), x / y)                                                                            \
    X(rem(x, y), fmodf(x, y))                                                                      \
    X(fma(x, y, z), fmaf(x, y, x))                                                                 \
    X(kir::Sum<T>()(x, y), x + y)                                                                  \
    X(kir::Minimum<T>()(x, y), fminf(x, y))
/* A result is an f32: */
#define WIDE(X)                                                                                    \
    X(x * 0.7f, x * 0.7f)                                                                          \
    X(1.5f / x, 1.5f / x)                                                                          \
    X(static_cast<float>(x + 0.7), static_cast_float(x + 0.7))                                     \
    X(static_cast<float>(0.7 - x), static_cast_float(0.7 - x))                                     \
    X(max(x, 0.7f), fmaxf(x, 0.7f))                                                                \
    X(static_cast<float>(min(0.7, x)), static_cast_float(fmin(x, 0.7)))                            \
    X(max(kir::bf16(0.5), kir::f16(x)), fmaxf(rounded(F16, x), 0.5f))                              \
    X(static_cast<float>(min(7ll, 9)), 7)                                                          \
    X(static_cast<float>(max(1.5, 3)), 3)                                                          \
    X(1 / static_cast<float>(-x), 1 / -x)                                                          \
    X(f += x, 2 + x)                                                                               \
    X(static_cast<float>(x == y), x == y)                                                          \
    X(static_cast<float>(x != y), x != y)                                                          \
    X(static_cast<float>(x < y), x < y)                                                            \
    X(static_cast<float>(x <= y), x <= y)                                                          \
    X(static_cast<float>(x > y), x > y)                                                            \
    X(static_cast<float>(x >= y), x >= y)                                                          \
    X(static_cast<float>(x == 1), x == 1)                                                          \
    X(static_cast<float>(x < 0.3), (double)x < 0.3)                                                \
    X(static_cast<float>(2.0f >= x), 2 >= x)                                                       \
    X(static_cast<float>(!x), !x)                                                                  \
    X(static_cast<float>(x && y), (x && y))                                                        \
    X(static_cast<float>(x || y), x || y)                                                          \
    X(x ? 1.0f : 2.0f, x != 0 ? 1 : 2)                                                             \
    X(static_cast<float>(static_cast<int>(max(min(x, T(9)), T(-9)))),                              \
      truncf(fmaxf(fminf(x, 9), -9)))

#define TEXT(DEVICE, HOST) #DEVICE,
static const char *const narrow[] = {NARROW(TEXT) NULL}, *const wide[] = {WIDE(TEXT) NULL};

enum type { F16, BF16, F8E4M3 };

static const struct {
    const char *name;
    int exponent, mantissa; /* bits */
    double largest;
} types[] = {{"f16", 5, 10, 65504}, {"bf16", 8, 7, 0x1.fep127}, {"f8e4m3", 4, 3, 448}};

/* Writes a kernel that stores the results for each pair of numbers. */
static void put_operators(FILE *out, enum type type)
{
    fprintf(out,
            "extern \"C\" __global__ void operators_%s(const kir::%s *in, float *out)\n"
            "{\n"
            "    typedef kir::%s T;\n"
            "    const int t = blockIdx.x * blockDim.x + threadIdx.x;\n"
            "    const T x = in[2 * t], y = in[2 * t + 1];\n"
            "    T z;\n"
            "    float f;\n"
            "    out += t * 128;\n",
            types[type].name, types[type].name, types[type].name);
    for (int i = 0; narrow[i]; i++)
        fprintf(out, "    z = x, store<T>(out++, %s);\n", narrow[i]);
    for (int i = 0; wide[i]; i++)
        fprintf(out, "    f = 2, store<float>(out++, %s);\n", wide[i]);
    fputs("}\n", out);
}

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

/* Rounds to nearest even. A number beyond the largest is infinite, or the largest f8. */
static float rounded(enum type type, double x)
{
    const int bias = (1 << (types[type].exponent - 1)) - 1, mantissa = types[type].mantissa;
    int exponent;
    if (type == F8E4M3)
        x = (float)x;
    if (x == 0 || isnan(x) || (isinf(x) && type != F8E4M3))
        return (float)x;
    frexp(x, &exponent);
    const int unit = (exponent - 1 < 1 - bias ? 1 - bias : exponent - 1) - mantissa;
    const double near = isinf(x) ? x : ldexp(nearbyint(ldexp(x, -unit)), unit);
    if (fabs(near) <= types[type].largest)
        return (float)near;
    return (float)copysign(type == F8E4M3 ? 448 : (double)INFINITY, x);
}

static float value_of(enum type type, unsigned bits)
{
    const int mantissa = types[type].mantissa, width = types[type].exponent + mantissa;
    const int bias = (1 << (types[type].exponent - 1)) - 1;
    const unsigned fraction = bits & ((1u << mantissa) - 1);
    const int exponent = (int)(bits >> mantissa & ((1u << types[type].exponent) - 1));
    const double sign = bits >> width & 1 ? -1 : 1;
    if (type == F8E4M3 ? (bits & 0x7f) == 0x7f : exponent == (1 << types[type].exponent) - 1)
        return type == F8E4M3 || fraction ? NAN : (float)(sign * (double)INFINITY);
    const unsigned whole = fraction + (exponent ? 1u << mantissa : 0);
    return (float)(sign * ldexp(whole, (exponent ? exponent : 1) - bias - mantissa));
}

static float static_cast_float(double x)
{
    return (float)x;
}

/* Writes what the device finds for x and y. Returns the number of results. */
static int expect_operators(enum type type, float x, float y, float *wanted)
{
    float *at = wanted;
#define HOST_NARROW(DEVICE, HOST) *at++ = rounded(type, HOST);
#define HOST_WIDE(DEVICE, HOST)   *at++ = (float)(HOST);
    NARROW(HOST_NARROW)
    WIDE(HOST_WIDE)
    return (int)(at - wanted);
}

enum { PAIRS = 256, RESULTS = 128 };

/* Pairs of bits: those of 0, 1, the least and largest numbers, infinity and NaN, then any. */
static void make_pairs(enum type type, uint16_t *out)
{
    const int mantissa = types[type].mantissa, width = types[type].exponent + mantissa;
    const unsigned infinity = ((1u << types[type].exponent) - 1) << mantissa, sign = 1u << width;
    const unsigned one = infinity / 2 >> mantissa << mantissa;
    const unsigned edges[] = {0,
                              sign,
                              one,
                              sign | one,
                              1,
                              sign | 1,
                              infinity - 1,
                              infinity,
                              sign | infinity,
                              infinity | 3,
                              1u << mantissa,
                              (1u << mantissa) - 1,
                              one + 1,
                              0x7f};
    enum { EDGES = sizeof edges / sizeof edges[0] };
    uint32_t random = 1;
    for (uint32_t i = 0; i < 2 * PAIRS; i++) {
        random = random * 1664525 + 1013904223;
        const uint32_t edge = i % 2 ? i / 2 % EDGES : i / 2 / EDGES;
        out[i] = (uint16_t)(i / 2 < EDGES * EDGES ? edges[edge] : random >> 15 & (2 * sign - 1));
    }
}

static void check_operators(struct krt_device *device, struct krt_raw_module *module,
                            enum type type)
{
    static float results[PAIRS][RESULTS];
    static uint16_t pairs[2 * PAIRS];
    uint8_t bytes[2 * PAIRS];
    char name[32];
    struct krt_function *function;
    struct krt_stream *stream = krt_device_stream(device);
    struct krt_launch_config config = {.grid = {PAIRS / 64}, .block = {64}};
    const size_t size = type == F8E4M3 ? sizeof bytes : sizeof pairs;
    const int narrows = sizeof narrow / sizeof narrow[0] - 1;
    void *in, *out;
    make_pairs(type, pairs);
    for (int i = 0; i < 2 * PAIRS; i++)
        bytes[i] = (uint8_t)pairs[i];
    snprintf(name, sizeof name, "operators_%s", types[type].name);
    assert_ok(krt_module_function(module, name, &function));
    assert_ok(krt_alloc(device, size, &in));
    assert_ok(krt_alloc(device, sizeof results, &out));
    assert_ok(krt_copy_to_device(stream, in, type == F8E4M3 ? (void *)bytes : pairs, size));
    assert_ok(krt_function_launch(function, stream, &config, (void *[]){&in, &out}, 2));
    assert_ok(krt_copy_to_host(stream, results, out, sizeof results));
    for (int i = 0; i < PAIRS; i++) {
        float wanted[RESULTS], x = value_of(type, pairs[2 * i]),
                               y = value_of(type, pairs[2 * i + 1]);
        const int count = expect_operators(type, x, y, wanted);
        for (int k = 0; k < count; k++)
            if (results[i][k] != wanted[k] && !(isnan(results[i][k]) && isnan(wanted[k])))
                fail_msg("%s: %s of x = %a and y = %a is %a, not %a", types[type].name,
                         k < narrows ? narrow[k] : wide[k - narrows], (double)x, (double)y,
                         (double)results[i][k], (double)wanted[k]);
    }
    assert_ok(krt_free(device, in));
    assert_ok(krt_free(device, out));
}

static void assert_refused(const char *wrong, bool has_hint)
{
    struct krt_compile_options options = {.struct_size = sizeof options,
                                          .language = KRT_LANGUAGE_HIP};
    struct krt_device *device = open_device(all_devices[0]);
    struct krt_raw_module *module;
    assert_status(krt_compile(device, wrong, is_on_gpu() ? NULL : &options, &module),
                  KRT_ERROR_COMPILE);
    if (!strstr(krt_error_message(), "hint: #include <kir/device.cuh>") != !has_hint)
        fail_msg("%s", krt_error_message());
    krt_device_close(device);
}

static void a_text_without_the_header_gets_a_hint(void **state)
{
    (void)state;
    assert_refused("__global__ void k(float *x) { kir::f16 a = 1.0; *x = a; }", true);
}

static void a_narrow_type_does_not_become_another_silently(void **state)
{
    (void)state;
    assert_refused("#include <kir/device.cuh>\n"
                   "__global__ void k(kir::bf16 *x, kir::f16 y) { *x = y; }",
                   false);
}

/* The text with the kernels for narrow types. */
static char *text_of_operators(void)
{
    char *all = NULL;
    size_t length;
    FILE *out = open_memstream(&all, &length);
    fputs("#include <kir/device.cuh>\n"
          "template <class T, class From> __device__ void store(float *out, From x)\n"
          "{\n"
          "    static_assert(sizeof(x) == sizeof(T), \"the type of a result\");\n"
          "    *out = x;\n"
          "}\n",
          out);
    for (enum type type = F16; type <= F8E4M3; type++)
        put_operators(out, type);
    fclose(out);
    return all;
}

static struct krt_raw_module *compiled(struct krt_device *device, const char *source)
{
    struct krt_compile_options options = {.struct_size = sizeof options,
                                          .name = "threads.cu",
                                          .arguments = (const char *[]){"-std=c++17"},
                                          .argument_count = 1};
    struct krt_raw_module *module;
    assert_ok(krt_compile(device, source, &options, &module));
    return module;
}

/* gfx1030 is for hiprtc, gfx1100 for kbuild. */
static void operators_of_narrow_types_round_once(void **state)
{
    char *source = text_of_operators();
    (void)state;
    for (unsigned d = first_device(); d < end_device() && d < 2; d++) {
        struct krt_device *device = open_device(all_devices[d]);
        struct krt_raw_module *module = compiled(device, source);
        for (enum type type = F16; type <= F8E4M3; type++)
            check_operators(device, module, type);
        krt_module_unload(module);
        krt_device_close(device);
    }
    free(source);
}

static void it_is_the_same_on_every_device(void **state)
{
    static const int sizes[] = {1, 2, 31, 32, 33, 42, 64, 96, 97, 127, 192, 255, 256};
    (void)state;
    for (size_t d = 0; d < sizeof all_devices / sizeof all_devices[0]; d++) {
        struct krt_device *device = open_device(all_devices[d]);
        struct krt_raw_module *module = compiled(device, text);
        struct krt_function *threads, *numbers;
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
        cmocka_unit_test(a_text_without_the_header_gets_a_hint),
        cmocka_unit_test(a_narrow_type_does_not_become_another_silently),
        cmocka_unit_test(operators_of_narrow_types_round_once),
        cmocka_unit_test(it_is_the_same_on_every_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
