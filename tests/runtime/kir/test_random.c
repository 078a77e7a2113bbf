/* Random kernels: what they compute on a device is what the host computes, bit for bit; and the
 * text form is read back as the same instructions.
 *
 *   test_random [COUNT [SEED]]
 *
 * The devices are those of KRT_TEST_DEVICES, or gfx1030, gfx1100 and gfx90a of the emulator.
 * Skipped (77) without a compiler for any of them.
 */
#include "random_kernel.h"

#include "krt/krt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
