/* Random kernels: what they compute on a device is what the host computes, bit for bit; and the
 * text form is read back as the same instructions.
 *
 *   test_random [COUNT [SEED]]
 *
 * The devices are those of KRT_TEST_DEVICES, or gfx1030, gfx1100 and gfx90a of the emulator.
 * Skipped (77) without a compiler for any of them.
 */
#include "kir/kir.h"
#include "krt/krt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Random kernels ------------------------------------------------------------------------- */

/* Random kernels whose results do not depend on the order of threads, and that stay in bounds. */

enum { RANDOM_INPUTS = 3, RANDOM_OUTPUTS = 2, RANDOM_ELEMENTS = 97, RANDOM_COUNTERS = 7 };

enum { POOL = 24, DEPTH = 3 };

struct maker {
    struct kir_kernel *kernel;
    uint64_t state;
    kir_value pool[KIR_TYPE_COUNT][POOL]; /* values of each type that can be used here */
    int sizes[KIR_TYPE_COUNT];
    kir_value inputs[RANDOM_INPUTS], outputs[RANDOM_OUTPUTS], counters;
    enum kir_type input_types[RANDOM_INPUTS], output_types[RANDOM_OUTPUTS];
    kir_value thread, own; /* in the block; in the launch */
    uint32_t threads;
    int depth;
    bool is_uniform; /* all threads of a block are here */
};

/* The next random number. */
static uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 */
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static unsigned pick(struct maker *maker, unsigned count)
{
    return (unsigned)(random_next(&maker->state) >> 33) % count;
}

static const enum kir_type computing[] = {KIR_U32, KIR_I32, KIR_I64, KIR_F32, KIR_F64};
static const enum kir_type stored[] = {KIR_U8,  KIR_U32,    KIR_I16,  KIR_I32, KIR_I64,
                                       KIR_F16, KIR_F8E4M3, KIR_BF16, KIR_F32, KIR_F64};

static enum kir_type any_computing(struct maker *maker)
{
    return computing[pick(maker, 5)];
}

static void keep(struct maker *maker, enum kir_type type, kir_value value)
{
    int size = maker->sizes[type];
    if (size < POOL)
        maker->pool[type][maker->sizes[type]++] = value;
    else
        maker->pool[type][pick(maker, POOL)] = value;
}

static kir_value constant(struct maker *maker, enum kir_type type)
{
    static const double numbers[] = {0, -0.0, 1, -1, 0.5, 3.25, -1e10, 1e-10, 65504, 448, 1e30, -2};
    static const int64_t integers[] = {0, 1, 2, 3, 7, 31, 255, 65535, 2147483647};
    if (type == KIR_F32 || type == KIR_F64)
        return kir_number(maker->kernel, type, (double)(float)numbers[pick(maker, 12)]);
    if (type == KIR_BOOL)
        return kir_integer(maker->kernel, type, pick(maker, 2));
    if (type != KIR_U32 && pick(maker, 4) == 0)
        return kir_integer(maker->kernel, type, pick(maker, 2) ? -1 : INT32_MIN);
    return kir_integer(maker->kernel, type, integers[pick(maker, 9)]);
}

static kir_value use(struct maker *maker, enum kir_type type)
{
    if (maker->sizes[type] == 0 || pick(maker, 12) == 0) {
        kir_value value = constant(maker, type);
        keep(maker, type, value);
        return value;
    }
    return maker->pool[type][pick(maker, (unsigned)maker->sizes[type])];
}

/* |value| modulo |count|, not negative. */
static kir_value bounded(struct maker *maker, kir_value value, int64_t count)
{
    struct kir_kernel *kernel = maker->kernel;
    kir_value limit = kir_integer(kernel, KIR_I64, count);
    kir_value rest = kir_binary(kernel, KIR_REM, value, limit);
    kir_value up = kir_binary(kernel, KIR_ADD, rest, limit);
    return kir_binary(kernel, KIR_REM, up, limit);
}

/* Of +0 and -0 min and max may give either: here both become +0. */
static kir_value without_sign_of_zero(struct maker *maker, enum kir_type type, kir_value value)
{
    if (type != KIR_F32 && type != KIR_F64)
        return value;
    return kir_binary(maker->kernel, KIR_ADD, value, kir_number(maker->kernel, type, 0));
}

static void make_unary(struct maker *maker)
{
    static const enum kir_unary exact[] = {KIR_NEG,   KIR_ABS,  KIR_RECIP, KIR_SQRT,
                                           KIR_FLOOR, KIR_CEIL, KIR_ROUND, KIR_TRUNC};
    enum kir_type type = any_computing(maker);
    bool is_float = type == KIR_F32 || type == KIR_F64;
    enum kir_unary op = is_float ? exact[pick(maker, 8)] : (enum kir_unary)pick(maker, 3);
    keep(maker, type, kir_unary(maker->kernel, op, use(maker, type)));
}

static void make_binary(struct maker *maker)
{
    enum kir_type type = pick(maker, 10) == 0 ? KIR_BOOL : any_computing(maker);
    bool is_float = type == KIR_F32 || type == KIR_F64;
    unsigned op = type == KIR_BOOL ? KIR_AND + pick(maker, 3)
                  : is_float       ? pick(maker, KIR_POW)
                                   : pick(maker, KIR_BINARY_COUNT - 1);
    if (!is_float && type != KIR_BOOL && op >= KIR_POW)
        op++;
    kir_value a = use(maker, type), b = use(maker, type);
    kir_value result = kir_binary(maker->kernel, (enum kir_binary)op, a, b);
    if (op == KIR_MIN || op == KIR_MAX)
        result = without_sign_of_zero(maker, type, result);
    keep(maker, type, result);
}

static void make_choice(struct maker *maker)
{
    enum kir_type type = any_computing(maker);
    kir_value a = use(maker, type), b = use(maker, type);
    kir_value test = kir_compare(maker->kernel, (enum kir_compare)pick(maker, 6), a, b);
    keep(maker, KIR_BOOL, test);
    keep(maker, type, kir_select(maker->kernel, test, b, a));
}

static void make_fma(struct maker *maker)
{
    enum kir_type type = any_computing(maker);
    kir_value a = use(maker, type), b = use(maker, type), c = use(maker, type);
    keep(maker, type, kir_fma(maker->kernel, a, b, c));
}

/* Through a type of memory, and back to one in which arithmetic is done. */
static void make_cast(struct maker *maker)
{
    enum kir_type from = pick(maker, 10) == 0 ? KIR_BOOL : any_computing(maker);
    enum kir_type through = stored[pick(maker, 10)], to = any_computing(maker);
    kir_value value = kir_cast(maker->kernel, through, use(maker, from));
    keep(maker, to, kir_cast(maker->kernel, to, value));
}

static void make_load(struct maker *maker)
{
    unsigned number = pick(maker, RANDOM_INPUTS);
    kir_value index = bounded(maker, use(maker, KIR_I64), RANDOM_ELEMENTS);
    kir_value value = kir_load(maker->kernel, maker->inputs[number], index, 1);
    enum kir_type to = any_computing(maker);
    keep(maker, to, kir_cast(maker->kernel, to, value));
}

static void make_atomic(struct maker *maker)
{
    kir_value index = bounded(maker, use(maker, KIR_I64), RANDOM_COUNTERS);
    kir_atomic(maker->kernel, KIR_ATOMIC_ADD, maker->counters, index, use(maker, KIR_I32));
}

/* Every thread stores an element of lds, and reads another thread's. */
static void make_exchange(struct maker *maker)
{
    struct kir_kernel *kernel = maker->kernel;
    enum kir_type type = any_computing(maker), narrow = stored[pick(maker, 10)];
    kir_value lds = kir_lds(kernel, narrow, maker->threads);
    kir_store(kernel, lds, maker->thread, kir_cast(kernel, narrow, use(maker, type)), 1);
    kir_barrier(kernel);
    kir_value other = kir_binary(kernel, KIR_ADD, maker->thread,
                                 kir_integer(kernel, KIR_I64, 1 + pick(maker, 40)));
    kir_value value = kir_load(kernel, lds, bounded(maker, other, maker->threads), 1);
    kir_barrier(kernel);
    keep(maker, type, kir_cast(kernel, type, value));
}

static void make_reduction(struct maker *maker)
{
    enum kir_type type = any_computing(maker);
    enum kir_reduce how = (enum kir_reduce)pick(maker, KIR_REDUCE_COUNT);
    bool has_index = how >= KIR_ARGMIN;
    kir_value value = use(maker, type);
    kir_value result = (pick(maker, 2) ? kir_warp_reduce : kir_block_reduce)(
        maker->kernel, how, value, has_index ? maker->thread : KIR_NO_VALUE);
    if (how == KIR_MINIMUM || how == KIR_MAXIMUM)
        result = without_sign_of_zero(maker, type, result);
    keep(maker, has_index ? KIR_I64 : type, result);
}

static void make_some(struct maker *maker, unsigned count);

/* The inside of an if or a range: what it makes cannot be used behind it. Returns a value of |type|
 * that can be used at its end. */
static kir_value make_body(struct maker *maker, bool is_uniform, enum kir_type type)
{
    int sizes[KIR_TYPE_COUNT];
    kir_value pool[KIR_TYPE_COUNT][POOL];
    bool was_uniform = maker->is_uniform;
    memcpy(sizes, maker->sizes, sizeof sizes);
    memcpy(pool, maker->pool, sizeof pool);
    maker->depth++;
    maker->is_uniform &= is_uniform;
    make_some(maker, 2 + pick(maker, 4));
    kir_value result = use(maker, type);
    maker->is_uniform = was_uniform;
    maker->depth--;
    memcpy(maker->sizes, sizes, sizeof sizes);
    memcpy(maker->pool, pool, sizeof pool);
    return result;
}

static void make_if(struct maker *maker)
{
    struct kir_kernel *kernel = maker->kernel;
    enum kir_type type = any_computing(maker);
    kir_value variable = kir_variable(kernel, use(maker, type));
    kir_value test = use(maker, KIR_BOOL);
    kir_if(kernel, test);
    kir_set(kernel, variable, make_body(maker, false, type));
    if (pick(maker, 2)) {
        kir_else(kernel);
        kir_set(kernel, variable, make_body(maker, false, type));
    }
    kir_end(kernel);
    keep(maker, type, kir_get(kernel, variable));
}

static void make_range(struct maker *maker)
{
    struct kir_kernel *kernel = maker->kernel;
    enum kir_type type = any_computing(maker);
    bool is_uniform = pick(maker, 2);
    kir_value variable = kir_variable(kernel, use(maker, type));
    kir_value low = kir_integer(kernel, KIR_I64, pick(maker, 3));
    kir_value high = is_uniform ? kir_integer(kernel, KIR_I64, pick(maker, 6))
                                : bounded(maker, use(maker, KIR_I64), 5);
    kir_value step = kir_integer(kernel, KIR_I64, 1 + pick(maker, 2));
    enum kir_binary op = type == KIR_F32 || type == KIR_F64 ? KIR_MAX : KIR_ADD;
    kir_value index = kir_range(kernel, low, high, step);
    kir_value as = kir_cast(kernel, type, index);
    kir_set(kernel, variable, kir_binary(kernel, op, kir_get(kernel, variable), as));
    kir_value value = make_body(maker, is_uniform, type);
    kir_set(kernel, variable, kir_binary(kernel, op, kir_get(kernel, variable), value));
    kir_end(kernel);
    keep(maker, type, without_sign_of_zero(maker, type, kir_get(kernel, variable)));
}

static void make_some(struct maker *maker, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned what = pick(maker, 24);
        if (what < 5)
            make_binary(maker);
        else if (what < 8)
            make_unary(maker);
        else if (what < 10)
            make_choice(maker);
        else if (what < 12)
            make_fma(maker);
        else if (what < 15)
            make_cast(maker);
        else if (what < 18)
            make_load(maker);
        else if (what < 19)
            make_atomic(maker);
        else if (what < 20 && maker->depth < DEPTH)
            make_if(maker);
        else if (what < 21 && maker->depth < DEPTH)
            make_range(maker);
        else if (what < 22 && maker->is_uniform && maker->depth == 0)
            make_exchange(maker);
        else if (maker->is_uniform)
            make_reduction(maker);
    }
}

static void make_parameters(struct maker *maker)
{
    struct kir_kernel *kernel = maker->kernel;
    static const char *const inputs[] = {"in0", "in1", "in2"}, *const outputs[] = {"out0", "out1"};
    for (int i = 0; i < RANDOM_INPUTS; i++) {
        maker->input_types[i] = stored[pick(maker, 10)];
        maker->inputs[i] = kir_global(kernel, inputs[i], maker->input_types[i]);
    }
    for (int i = 0; i < RANDOM_OUTPUTS; i++) {
        maker->output_types[i] = stored[pick(maker, 10)];
        maker->outputs[i] = kir_global(kernel, outputs[i], maker->output_types[i]);
    }
    maker->counters = kir_global(kernel, "counters", KIR_I32);
    keep(maker, KIR_I64, kir_scalar(kernel, "whole", KIR_I64));
    keep(maker, KIR_F32, kir_scalar(kernel, "number", KIR_F32));
}

static void make_indices(struct maker *maker, const struct kir_launch *launch)
{
    struct kir_kernel *kernel = maker->kernel;
    kir_value x = kir_index(kernel, KIR_THREAD, 0), y = kir_index(kernel, KIR_THREAD, 1);
    kir_value width = kir_index(kernel, KIR_BLOCK_SIZE, 0);
    maker->thread = kir_fma(kernel, y, width, x);
    kir_value threads = kir_integer(kernel, KIR_I64, maker->threads);
    maker->own = kir_fma(kernel, kir_index(kernel, KIR_BLOCK, 0), threads, maker->thread);
    keep(maker, KIR_I64, maker->own);
    keep(maker, KIR_I64, maker->thread);
    keep(maker, KIR_I64, kir_index(kernel, KIR_GRID_SIZE, 0));
    keep(maker, KIR_I64, kir_index(kernel, KIR_GLOBAL_THREAD, launch->block[1] > 1 ? 1 : 0));
}

/* Parameters: RANDOM_INPUTS globals of RANDOM_ELEMENTS, RANDOM_OUTPUTS globals with an element for
 * each thread of the launch, a global i32 of RANDOM_COUNTERS for atomics, a scalar i64, a scalar
 * f32. All operations are exactly defined, so that every correct machine gives the same bits,
 * except for the payloads of NaN. |launch| is set too. NULL if there is no memory. */
static struct kir_kernel *random_kernel(uint64_t seed, const char *name, struct kir_launch *launch)
{
    static const uint32_t sizes[] = {1, 2, 3, 31, 32, 33, 48, 64, 65, 96, 100, 128};
    struct maker maker = {.kernel = kir_kernel_create(name), .state = seed, .is_uniform = true};
    if (!maker.kernel)
        return NULL;
    *launch = (struct kir_launch){.grid = {1 + pick(&maker, 3), 1, 1},
                                  .block = {sizes[pick(&maker, 12)], 1 + pick(&maker, 2), 1}};
    maker.threads = launch->block[0] * launch->block[1];
    if (pick(&maker, 2))
        kir_block(maker.kernel, launch->block[0], launch->block[1], 1);
    make_parameters(&maker);
    make_indices(&maker, launch);
    make_load(&maker);
    make_some(&maker, 12 + pick(&maker, 20));
    for (int i = 0; i < RANDOM_OUTPUTS; i++) {
        enum kir_type type = any_computing(&maker);
        kir_value value = kir_cast(maker.kernel, maker.output_types[i], use(&maker, type));
        kir_store(maker.kernel, maker.outputs[i], maker.own, value, 1);
    }
    return maker.kernel;
}

/* ---- The test ------------------------------------------------------------------------------- */

enum { TOGETHER = 50, PARAMETERS = RANDOM_INPUTS + RANDOM_OUTPUTS + 3, BYTES = 8192 };

static unsigned failures;

static void report(uint64_t seed, const struct kir_kernel *kernel, const char *device,
                   const char *what)
{
    char *text = kir_print(kernel);
    fprintf(stderr, "FAILED: seed %llu on %s: %s\n%s\n", (unsigned long long)seed, device, what,
            text ? text : "");
    free(text);
    failures++;
}

/* ---- A kernel with its arguments ------------------------------------------------------------ */

struct sample {
    uint64_t seed;
    struct kir_kernel *kernel;
    struct kir_launch launch;
    struct kir_argument arguments[PARAMETERS];
    _Alignas(16) unsigned char before[PARAMETERS][BYTES], after[PARAMETERS][BYTES];
};

static void fill(struct sample *sample, unsigned number, enum kir_type type, uint64_t count)
{
    static const float some[] = {0, 1, -1, 0.5f, -2.75f, 100, 1e-8f, -3e4f, 1e20f};
    uint64_t state = sample->seed * PARAMETERS + number;
    unsigned char *bytes = sample->before[number];
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = (unsigned char)(random_next(&state) >> 40);
    for (uint64_t i = 0; type == KIR_F32 && i < count; i += 2)
        memcpy(bytes + 4 * i, &some[random_next(&state) % 9], 4);
    sample->arguments[number] =
        (struct kir_argument){.data = sample->after[number], .count = count};
    memcpy(sample->after[number], bytes, BYTES);
}

static void sample_make(struct sample *sample, uint64_t seed, const char *name)
{
    struct kir_error error;
    uint64_t state = seed;
    memset(sample, 0, sizeof *sample);
    sample->seed = seed;
    sample->kernel = random_kernel(seed, name, &sample->launch);
    uint64_t threads =
        (uint64_t)sample->launch.grid[0] * sample->launch.block[0] * sample->launch.block[1];
    for (unsigned i = 0; i < PARAMETERS; i++) {
        enum kir_type type = sample->kernel->instructions[i].type;
        uint64_t count = i < RANDOM_INPUTS                    ? RANDOM_ELEMENTS
                         : i < RANDOM_INPUTS + RANDOM_OUTPUTS ? threads
                                                              : RANDOM_COUNTERS;
        if (i < PARAMETERS - 2)
            fill(sample, i, type, count);
    }
    sample->arguments[PARAMETERS - 2].integer = (int64_t)(random_next(&state) >> 30);
    sample->arguments[PARAMETERS - 1].number = (double)(float)(int)(random_next(&state) >> 50);
    if (!kir_verify(sample->kernel, &error) ||
        !kir_execute(sample->kernel, &sample->launch, sample->arguments, NULL, &error))
        report(seed, sample->kernel, "the host", error.message);
}

/* ---- Comparing ------------------------------------------------------------------------------ */

static bool is_nan(enum kir_type type, const unsigned char *bytes)
{
    uint16_t bits;
    float single;
    double number;
    memcpy(&bits, bytes, type == KIR_F8E4M3 ? 1 : 2);
    switch (type) {
    case KIR_F8E4M3: return (bits & 0x7f) == 0x7f;
    case KIR_F16: return (bits & 0x7fff) > 0x7c00;
    case KIR_BF16: return (bits & 0x7fff) > 0x7f80;
    case KIR_F32: memcpy(&single, bytes, 4); return isnan(single);
    case KIR_F64: memcpy(&number, bytes, 8); return isnan(number);
    default: return false;
    }
}

static void compare(const struct sample *sample, unsigned number, const unsigned char *found,
                    const char *device)
{
    enum kir_type type = sample->kernel->instructions[number].type;
    uint32_t size = kir_type_size(type);
    for (uint64_t i = 0; i < sample->arguments[number].count; i++) {
        const unsigned char *wanted = sample->after[number] + i * size;
        if (memcmp(wanted, found + i * size, size) == 0 ||
            (is_nan(type, wanted) && is_nan(type, found + i * size)))
            continue;
        char what[160];
        unsigned long long a = 0, b = 0;
        memcpy(&a, wanted, size);
        memcpy(&b, found + i * size, size);
        snprintf(what, sizeof what,
                 "parameter %u, %s, element %llu: the host has 0x%llx, it 0x%llx", number,
                 kir_type_name(type), (unsigned long long)i, a, b);
        report(sample->seed, sample->kernel, device, what);
        return;
    }
}

static void compare_texts(const struct sample *sample)
{
    struct kir_error error;
    char *text = kir_print(sample->kernel), *again = NULL;
    struct kir_kernel *read = text ? kir_parse(text, strlen(text), &error) : NULL;
    if (read)
        again = kir_print(read);
    if (!again || strcmp(text, again) != 0 || !kir_verify(read, NULL))
        report(sample->seed, sample->kernel, "the text form", read ? "changes" : error.message);
    kir_kernel_free(read);
    free(again);
    free(text);
}

/* ---- A device ------------------------------------------------------------------------------- */

static void need(krt_status status)
{
    if (!status)
        return;
    fprintf(stderr, "FAILED: %s\n", krt_error_message());
    exit(1);
}

static void launch(struct krt_device *device, struct krt_raw_module *module,
                   const struct sample *sample, const char *name)
{
    struct krt_stream *stream = krt_device_stream(device);
    struct krt_launch_config config = {0};
    struct krt_function *function;
    void *memory[PARAMETERS] = {0}, *arguments[PARAMETERS];
    float number = (float)sample->arguments[PARAMETERS - 1].number;
    int64_t whole = sample->arguments[PARAMETERS - 2].integer;
    static unsigned char found[BYTES];
    char entry[80];
    snprintf(entry, sizeof entry, "kir_%s", sample->kernel->name);
    need(krt_module_function(module, entry, &function));
    for (unsigned i = 0; i < PARAMETERS - 2; i++) {
        need(krt_alloc_async(stream, BYTES, &memory[i]));
        need(krt_copy_to_device(stream, memory[i], sample->before[i], BYTES));
        arguments[i] = &memory[i];
    }
    arguments[PARAMETERS - 2] = &whole;
    arguments[PARAMETERS - 1] = &number;
    memcpy(config.grid, sample->launch.grid, sizeof config.grid);
    memcpy(config.block, sample->launch.block, sizeof config.block);
    need(krt_function_launch(function, stream, &config, arguments, PARAMETERS));
    for (unsigned i = RANDOM_INPUTS; i < PARAMETERS - 2; i++) {
        need(krt_copy_to_host(stream, found, memory[i], BYTES));
        compare(sample, i, found, name);
    }
    for (unsigned i = 0; i < PARAMETERS - 2; i++)
        need(krt_free_async(stream, memory[i]));
    need(krt_stream_synchronize(stream));
}

/* False without a compiler. */
static bool run_on(const char *name, struct sample *samples, size_t count, const char *source)
{
    struct krt_device_options options = {.struct_size = sizeof options, .device = name};
    const char *exact[] = {"-ffp-contract=off"}, *nvrtc[] = {"-fmad=false"};
    bool is_cuda = strncmp(name, "cuda", 4) == 0;
    struct krt_compile_options how = {.struct_size = sizeof how,
                                      .name = "random.hip",
                                      .arguments = is_cuda ? nvrtc : exact,
                                      .argument_count = 1};
    struct krt_device *device;
    struct krt_raw_module *module;
    need(krt_device_open(&options, &device));
    krt_status status = krt_compile(device, source, &how, &module);
    if (status == KRT_ERROR_UNSUPPORTED) {
        printf("%s: %s\n", name, krt_error_message());
        krt_device_close(device);
        return false;
    }
    need(status);
    for (size_t i = 0; i < count; i++)
        launch(device, module, &samples[i], name);
    krt_module_unload(module);
    krt_device_close(device);
    return true;
}

int main(int argc, char **argv)
{
    size_t all = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const char *chosen = getenv("KRT_TEST_DEVICES");
    const char *devices[] = {"emu:gfx1030", "emu:gfx1100", "emu:gfx90a"};
    size_t device_count = 3;
    if (chosen) {
        devices[0] = chosen;
        device_count = 1;
    }
    struct sample *samples = calloc(TOGETHER, sizeof *samples);
    bool is_done = false;
    for (size_t done = 0; samples && done < all && failures < 5; done += TOGETHER) {
        size_t count = all - done < TOGETHER ? all - done : TOGETHER;
        const struct kir_kernel *kernels[TOGETHER];
        for (size_t i = 0; i < count; i++) {
            char name[32];
            snprintf(name, sizeof name, "random%zu", i);
            sample_make(&samples[i], seed + done + i, name);
            compare_texts(&samples[i]);
            kernels[i] = samples[i].kernel;
        }
        char *source = kir_emit(kernels, count);
        for (size_t i = 0; i < device_count && failures == 0; i++)
            is_done |= run_on(devices[i], samples, count, source);
        free(source);
        for (size_t i = 0; i < count; i++)
            kir_kernel_free(samples[i].kernel);
    }
    free(samples);
    printf("%zu kernels from seed %llu, %u failures\n", all, (unsigned long long)seed, failures);
    return failures ? 1 : is_done ? 0 : 77;
}
