/* Kernels that people write, in samples.txtar: an exponential, a product of vectors, four ways to a
 * softmax, and extremes with NaN. The host and every device agree with C. */
#include "kir/kir.h"

#include "krt/krt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 5, COLUMNS = 77, ELEMENTS = ROWS * COLUMNS };

static const struct sample {
    const char *name; /* NAME.kir there */
    uint32_t grid, block;
} samples[] = {
    {"exp", ROWS, 64},          {"dot", ROWS, 48},           {"softmax_block", ROWS, 100},
    {"softmax_warp", ROWS, 32}, {"softmax_thread", ROWS, 1}, {"softmax_online", ROWS, 64},
    {"argmax", ROWS, 80},
};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

static float in[ELEMENTS], wanted[SAMPLES][ELEMENTS], on_host[ELEMENTS];

static void set_input(const char *name)
{
    for (int i = 0; i < ELEMENTS; i++)
        in[i] = sinf((float)i) * 5;
    if (strcmp(name, "argmax") != 0)
        return;
    in[0] = in[3] = NAN;
    for (int i = 0; i < COLUMNS; i++) {
        in[COLUMNS + i] = NAN;
        in[2 * COLUMNS + i] = 1;
    }
}

/* What C computes. */
static void set_wanted(const char *name, float *out)
{
    memset(out, 0, sizeof on_host);
    for (int row = 0; row < ROWS; row++) {
        const float *x = in + row * COLUMNS;
        double sum = 0, most = -(double)INFINITY;
        int best = -1, least = -1;
        for (int i = 0; i < COLUMNS; i++) {
            most = fmax(most, (double)x[i]);
            if (!isnan(x[i]) && (best < 0 || x[i] > x[best]))
                best = i;
            if (!isnan(x[i]) && (least < 0 || x[i] < x[least]))
                least = i;
        }
        for (int i = 0; i < COLUMNS; i++)
            sum +=
                strcmp(name, "dot") == 0 ? (double)x[i] * (double)x[i] : exp((double)x[i] - most);
        for (int i = 0; i < COLUMNS; i++) {
            if (strcmp(name, "exp") == 0)
                out[row * COLUMNS + i] = (float)exp((double)x[i]);
            else if (strncmp(name, "softmax", 7) == 0)
                out[row * COLUMNS + i] = (float)(exp((double)x[i] - most) / sum);
        }
        if (strcmp(name, "dot") == 0)
            out[row] = (float)sum;
        if (strcmp(name, "argmax") == 0) {
            out[2 * row] = (float)(best < 0 ? 0 : best);
            out[2 * row + 1] = (float)(least < 0 ? 0 : least);
        }
    }
}

static void assert_near(const char *name, const char *where, const float *found, const float *right)
{
    for (int i = 0; i < ELEMENTS; i++) {
        if (!(fabsf(found[i] - right[i]) <= 4e-6f * fabsf(right[i])))
            fail_msg("%s on %s: element %d is %a, not %a", name, where, i, (double)found[i],
                     (double)right[i]);
    }
}

static struct kir_kernel *sample_kernel(const struct sample *sample)
{
    static char text[16384];
    struct kir_error error;
    char head[64];
    FILE *file = fopen(SAMPLES_FILE, "r");
    text[file ? fread(text, 1, sizeof text - 1, file) : 0] = '\0';
    if (!file || fclose(file))
        fail_msg("%s cannot be read", SAMPLES_FILE);
    snprintf(head, sizeof head, "-- %s.kir --\n", sample->name);
    const char *start = strstr(text, head);
    if (!start)
        fail_msg("%s has no %s", SAMPLES_FILE, sample->name);
    start += strlen(head);
    const char *next = strstr(start, "\n-- ");
    struct kir_kernel *kernel =
        kir_parse(start, next ? (size_t)(next + 1 - start) : strlen(start), &error);
    if (!kernel)
        fail_msg("%s:%d:%d: %s", sample->name, error.line, error.column, error.message);
    if (!kir_verify(kernel, &error))
        fail_msg("%s: %s", sample->name, error.message);
    return kernel;
}

static void the_host_agrees_with_c(void **state)
{
    (void)state;
    for (int i = 0; i < SAMPLES; i++) {
        struct kir_kernel *kernel = sample_kernel(&samples[i]);
        struct kir_argument arguments[] = {{.data = on_host, .count = ELEMENTS},
                                           {.data = in, .count = ELEMENTS},
                                           {.integer = COLUMNS}};
        struct kir_launch launch = {.grid = {samples[i].grid}, .block = {samples[i].block}};
        struct kir_error error;
        set_input(samples[i].name);
        set_wanted(samples[i].name, wanted[i]);
        memset(on_host, 0, sizeof on_host);
        if (!kir_execute(kernel, &launch, arguments, NULL, &error))
            fail_msg("%s: %s", samples[i].name, error.message);
        assert_near(samples[i].name, "the host", on_host, wanted[i]);
        kir_kernel_free(kernel);
    }
}

static void run_on(const char *name)
{
    struct krt_device_options options = {.struct_size = sizeof options, .device = name};
    const struct kir_kernel *kernels[SAMPLES];
    struct krt_device *device;
    struct krt_raw_module *module;
    void *memory[2];
    assert_int_equal(krt_device_open(&options, &device), KRT_OK);
    struct krt_stream *stream = krt_device_stream(device);
    for (int i = 0; i < SAMPLES; i++)
        kernels[i] = sample_kernel(&samples[i]);
    char *source = kir_emit(kernels, SAMPLES);
    krt_status status = krt_compile(device, source, NULL, &module);
    if (status == KRT_ERROR_UNSUPPORTED) {
        puts(krt_error_message());
        skip();
    }
    if (status || krt_alloc(device, sizeof in, &memory[0]) ||
        krt_alloc(device, sizeof in, &memory[1]))
        fail_msg("%s", krt_error_message());
    for (int i = 0; i < SAMPLES; i++) {
        int64_t n = COLUMNS;
        void *arguments[] = {&memory[0], &memory[1], &n};
        struct krt_launch_config config = {.grid = {samples[i].grid}, .block = {samples[i].block}};
        struct krt_function *function;
        char entry[80];
        snprintf(entry, sizeof entry, "kir_%s", samples[i].name);
        set_input(samples[i].name);
        set_wanted(samples[i].name, wanted[i]);
        if (krt_module_function(module, entry, &function) ||
            krt_set(stream, memory[0], 0, 4, ELEMENTS) ||
            krt_copy_to_device(stream, memory[1], in, sizeof in) ||
            krt_function_launch(function, stream, &config, arguments, 3) ||
            krt_copy_to_host(stream, on_host, memory[0], sizeof on_host))
            fail_msg("%s on %s: %s", samples[i].name, name, krt_error_message());
        assert_near(samples[i].name, name, on_host, wanted[i]);
    }
    for (int i = 0; i < SAMPLES; i++)
        kir_kernel_free((struct kir_kernel *)kernels[i]);
    free(source);
    krt_module_unload(module);
    krt_free(device, memory[0]);
    krt_free(device, memory[1]);
    krt_device_close(device);
}

static void every_device_agrees_with_c(void **state)
{
    static const char *const devices[] = {"emu:gfx1030", "emu:gfx1100", "emu:gfx90a"};
    const char *chosen = getenv("KRT_TEST_DEVICES");
    (void)state;
    if (chosen) {
        run_on(chosen);
        return;
    }
    if (!getenv("KRT_LIBRARY"))
        skip();
    for (size_t i = 0; i < 3; i++)
        run_on(devices[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_host_agrees_with_c),
        cmocka_unit_test(every_device_agrees_with_c),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
