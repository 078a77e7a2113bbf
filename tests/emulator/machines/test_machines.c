/* One machine runs what every machine must: adding vectors, sums through LDS, moves between lanes,
 * atomics, lanes that part ways, doubles, halves, small and wide integers, scratch and calls,
 * coordinates of three dimensions, flat addresses. The host computes the same.
 *
 * Arguments: a code object of kernels.cl, and the device to run it on.
 */
#include "core/dispatch.h"
#include "decode/decoder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct program *program;
static unsigned failures;

static void complain(const char *kernel, unsigned index, double got, double right)
{
    if (failures++ < 8)
        fprintf(stderr, "%s: element %u: %.17g, not %.17g\n", kernel, index, got, right);
}

static void *memory(size_t bytes)
{
    void *p = space_allocate(program->device, MEMORY_DEVICE, bytes, 256, 0, "the test", false);
    if (!p)
        exit(1);
    memset(p, 0, bytes);
    return p;
}

static void run(const char *name, const void *arguments, size_t bytes, struct launch shape)
{
    struct fault fault = {0};
    struct launch launch = shape;
    launch.program = program;
    launch.kernel = code_object_find(&program->object, name);
    launch.arguments = arguments;
    launch.argument_bytes = bytes;
    if (!launch.kernel || !dispatch_run(program->device, &launch, &fault)) {
        fprintf(stderr, "%s: %s\n", name, launch.kernel ? fault.message : "no such kernel");
        failures++;
    }
}

static struct launch shape(unsigned groups, unsigned threads)
{
    return (struct launch){.grid = {groups, 1, 1}, .block = {threads, 1, 1}};
}

static void check_add(void)
{
    enum { COUNT = 100 };
    struct {
        float *out, *a, *b;
        uint32_t count;
    } with = {memory(128 * 4), memory(128 * 4), memory(128 * 4), COUNT};
    for (unsigned i = 0; i < 128; i++) {
        with.a[i] = (float)i * 0.25f;
        with.b[i] = 1000 - (float)i;
    }
    run("add", &with, sizeof with, shape(2, 64));
    for (unsigned i = 0; i < 128; i++) {
        float right = i < COUNT ? with.a[i] + with.b[i] : 0;
        if (with.out[i] != right)
            complain("add", i, (double)with.out[i], (double)right);
    }
}

static void check_waves(void)
{
    enum { THREADS = 256 };
    uint32_t *out = memory(THREADS * 4);
    run("waves", &out, sizeof out, shape(1, THREADS));
    for (unsigned i = 0; i < THREADS; i++) {
        uint32_t right = i / code_object_find(&program->object, "waves")->wave_size;
        if (out[i] != right)
            complain("waves", i, out[i], right);
    }
}

static void check_reduce(void)
{
    struct {
        uint32_t *out, *in;
    } with = {memory(3 * 4), memory(3 * 256 * 4)};
    for (unsigned i = 0; i < 3 * 256; i++)
        with.in[i] = i * i;
    run("reduce", &with, sizeof with, shape(3, 256));
    for (unsigned group = 0; group < 3; group++) {
        uint32_t right = 0;
        for (unsigned i = 0; i < 256; i++)
            right += with.in[group * 256 + i];
        if (with.out[group] != right)
            complain("reduce", group, with.out[group], right);
    }
}

static void check_shuffle(void)
{
    struct {
        uint32_t *out, *in;
    } with = {memory(64 * 4), memory(64 * 4)};
    const struct kernel *kernel = code_object_find(&program->object, "shuffle");
    for (unsigned i = 0; i < 64; i++)
        with.in[i] = i * 2654435761u;
    run("shuffle", &with, sizeof with, shape(1, 64));
    for (unsigned i = 0; i < 64; i++) {
        uint32_t first = with.in[i & ~(kernel->wave_size - 1u)];
        uint32_t right = with.in[i ^ 1] * 3 + with.in[i ^ 15] * 5 + first * 7;
        if (with.out[i] != right)
            complain("shuffle", i, with.out[i], right);
    }
}

static void check_atomics(void)
{
    enum { GROUPS = 5, THREADS = 96 };
    struct {
        uint32_t *cells;
        uint64_t *wide;
    } with = {memory(3 * 4), memory(8)};
    run("atomics", &with, sizeof with, shape(GROUPS, THREADS));
    float sum;
    memcpy(&sum, &with.cells[2], sizeof sum);
    const double got[] = {with.cells[0], with.cells[1], (double)sum, (double)*with.wide};
    const double right[] = {GROUPS * THREADS * (THREADS - 1) / 2, (GROUPS - 1) * 100 + THREADS - 1,
                            GROUPS * THREADS * 0.5, GROUPS * THREADS * 0x1p33};
    for (unsigned i = 0; i < 4; i++) {
        if (got[i] != right[i])
            complain("atomics", i, got[i], right[i]);
    }
}

static void check_diverge(void)
{
    uint32_t *out = memory(128 * 4);
    run("diverge", &out, sizeof out, shape(2, 64));
    for (unsigned i = 0; i < 128; i++) {
        uint32_t steps = 0;
        for (uint32_t n = i + 1; n != 1; steps++)
            n = n & 1 ? 3 * n + 1 : n / 2;
        if (out[i] != (i % 5 == 4 ? 1000 + steps : steps))
            complain("diverge", i, out[i], steps);
    }
}

static void check_doubles(void)
{
    struct {
        double *out, *a, *b;
    } with = {memory(512 * 8), memory(128 * 8), memory(128 * 8)};
    for (unsigned i = 0; i < 128; i++) {
        with.a[i] = i * 0.1 - 3;
        with.b[i] = 1 + i / 7.0;
    }
    run("doubles", &with, sizeof with, shape(2, 64));
    for (unsigned i = 0; i < 128; i++) {
        double x = with.a[i], y = with.b[i];
        const double right[] = {x / y, sqrt(y), fma(x, y, -1), (double)(long)(x * 1e9) + (int)y};
        for (unsigned k = 0; k < 4; k++) {
            /* OpenCL C lets these two round otherwise in the last place */
            double slack = k < 2 ? fabs(right[k]) * 0x1p-52 : 0;
            if (!(fabs(with.out[4 * i + k] - right[k]) <= slack))
                complain("doubles", 4 * i + k, with.out[4 * i + k], right[k]);
        }
    }
}

/* Small whole numbers, exact as halves. */
static uint16_t half_of(int x)
{
    float value = (float)x;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return x == 0 ? 0
                  : (uint16_t)((bits >> 16 & 0x8000) | ((bits & 0x7fffffff) - (112u << 23)) >> 13);
}

static void check_halves(void)
{
    struct {
        uint16_t *out, *a, *b;
    } with = {memory(128 * 2), memory(64 * 2), memory(64 * 2)};
    for (int i = 0; i < 64; i++) {
        with.a[i] = half_of(i - 20);
        with.b[i] = half_of(3 + i % 7);
    }
    run("halves", &with, sizeof with, shape(1, 64));
    for (int i = 0; i < 64; i++) {
        int x = i - 20, y = 3 + i % 7, first = x * y + 1, second = x * y + 2;
        uint16_t right[] = {half_of(first > second ? first : x - y), half_of(second + x)};
        for (unsigned k = 0; k < 2; k++) {
            if (with.out[2 * i + (int)k] != right[k])
                complain("halves", 2 * (unsigned)i + k, with.out[2 * i + (int)k], right[k]);
        }
    }
}

static void check_integers(void)
{
    struct {
        uint64_t *out;
        uint8_t *bytes;
        uint16_t *table;
        uint64_t factor;
        int16_t bias;
        int8_t shift;
    } with = {memory(64 * 8), memory(64), memory(8), 0x123456789abcdefull, -77, 13};
    for (unsigned i = 0; i < 64; i++)
        with.bytes[i] = (uint8_t)(i * 37);
    with.table[1] = 0xfedc;
    run("integers", &with, sizeof with, shape(1, 64));
    for (unsigned i = 0; i < 64; i++) {
        uint64_t x = with.bytes[i] * with.factor + with.table[1];
        uint64_t y = x * (uint64_t)(int64_t)with.bias;
        uint64_t right = (x >> 13) ^ y ^ (uint64_t)__builtin_popcountll(x) << 56 ^ x / 7 ^
                         (uint32_t)(x % 1000003);
        if (with.out[i] != right)
            complain("integers", i, (double)with.out[i], (double)right);
    }
}

static void check_scratch(void)
{
    struct {
        uint32_t *out, rounds;
    } with = {memory(128 * 4), 40};
    run("scratch", &with, sizeof with, shape(2, 64));
    for (uint32_t item = 0; item < 128; item++) {
        uint32_t all[16], i = item % 64, sum = 0;
        for (uint32_t k = 0; k < 16; k++)
            all[k] = k * i;
        for (uint32_t k = 0; k < 40; k++) {
            uint32_t v = all[(k + i) & 15];
            all[((k + i) * 7) & 15] += v + k + i;
            sum += v;
        }
        if (with.out[item] != sum)
            complain("scratch", item, with.out[item], sum);
    }
}

static void check_coordinates(void)
{
    enum { W = 13, H = 7, D = 3 };
    struct {
        uint32_t *out, width, height;
    } with = {memory(W * H * D * 4), W, H};
    struct launch launch = {.grid = {3, 3, 2}, .block = {5, 3, 2}, .last_block = {3, 1, 1}};
    run("coordinates", &with, sizeof with, launch);
    for (uint32_t i = 0; i < W * H * D; i++) {
        uint32_t right = i % W | (i / W % H) << 10 | (i / W / H) << 20;
        if (with.out[i] != right)
            complain("coordinates", i, with.out[i], right);
    }
}

static void check_flat(void)
{
    uint32_t *out = memory(128 * 4);
    for (uint32_t i = 0; i < 128; i++)
        out[i] = i * 5;
    run("flat", &out, sizeof out, shape(1, 64));
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t v = i % 3 == 0 ? (63 - i) * 1000 : i % 3 == 1 ? i * 10 + (i & 3) : (64 + i) * 5;
        if (out[i] != v + v + 1)
            complain("flat", i, out[i], v + v + 1);
    }
}

static bool load(const char *path)
{
    static uint8_t bytes[1 << 20];
    struct codeobj_error error;
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (!file) {
        printf("skipped: no clang that compiles %s\n", path);
        exit(77);
    }
    fclose(file);
    if (device_count() != 1)
        return false;
    if (program_load((struct span){bytes, size}, device_at(0), &llvm_decoder, &program, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        return false;
    }
    struct target_match match = target_id_match(&program->object.target, &device_at(0)->target);
    return match.mismatch == 0;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    setenv("HIPEMU_DEVICES", argv[2], 1);
    if (!load(argv[1]))
        return 1;
    check_add();
    check_waves();
    check_reduce();
    check_shuffle();
    check_atomics();
    check_diverge();
    check_doubles();
    check_halves();
    check_integers();
    check_scratch();
    check_coordinates();
    check_flat();
    program_unload(program);
    return failures > 0;
}
