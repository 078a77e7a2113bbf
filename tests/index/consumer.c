/* Calls the generated functions over a krt_launch() of its own, which lays the arguments out by the
 * package's tables, and compares what comes out with the blocks that the kernels read. C11 and
 * C++17.
 */
#include "kernels.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char block[256];
static const struct krt_package *launched_package;
static uint32_t launched_ordinal;
static struct krt_stream *launched_stream;
static const struct krt_launch_config *launched_config;
static int failures;

krt_status krt_launch(const struct krt_package *package, uint32_t ordinal,
                      struct krt_stream *stream, const struct krt_launch_config *config,
                      void *const *arguments)
{
    const struct krt_kernel *kernel = &package->kernels[ordinal];
    launched_package = package;
    launched_ordinal = ordinal;
    launched_stream = stream;
    launched_config = config;
    memset(block, 0xee, sizeof block);
    for (uint32_t i = 0; i < kernel->parameter_count; i++)
        memcpy(block + kernel->parameters[i].offset, arguments[i], kernel->parameters[i].size);
    return KRT_ERROR_NO_DEVICE; /* to see that it is handed on */
}

static void check(bool holds, const char *what, int line)
{
    if (holds)
        return;
    fprintf(stderr, "consumer.c:%d: %s does not hold\n", line, what);
    failures++;
}
#define CHECK(condition) check(condition, #condition, __LINE__)
/* Is the field of the block the value that was passed? */
#define CHECK_FIELD(type, field, value)                                                            \
    CHECK(memcmp(block + offsetof(struct type, field), &(value), sizeof(value)) == 0 &&            \
          sizeof(value) == sizeof(((struct type *)0)->field))

static char storage;
static struct krt_stream *const stream_itself = (struct krt_stream *)(void *)&storage;
static const struct krt_launch_config config_itself = {{1, 2, 3}, {4, 5, 6}, 7};

static void check_launch(krt_status status, uint32_t ordinal, const char *symbol, int line)
{
    check(status == KRT_ERROR_NO_DEVICE, "status handed on", line);
    check(launched_package == &kernels_package, "package", line);
    check(launched_ordinal == ordinal, "ordinal", line);
    check(launched_stream == stream_itself, "stream", line);
    check(launched_config == &config_itself, "config", line);
    check(strcmp(kernels_package.kernels[ordinal].symbol, symbol) == 0, symbol, line);
}
#define CHECK_LAUNCH(status, ordinal, symbol) check_launch(status, ordinal, symbol, __LINE__)

/* The argument blocks, as the kernels of kinds.hip see them. */
struct integers {
    bool a;
    int8_t b;
    int16_t c;
    int32_t d;
    int64_t e;
    uint8_t f;
    uint16_t g;
    uint32_t h;
    uint64_t i;
    uint64_t *out;
};
struct numbers {
    uint16_t a;
    float b;
    double c;
    uint16_t d, e;
    uint8_t f, g;
    double *out;
};
struct pointers {
    const void *a;
    void *b;
    const float *const *c;
    struct krt_f16 **d;
    const void *e;
    const uint8_t *f;
    const struct krt_bf16 *g;
    bool *out;
};
struct dims {
    uint64_t extent[3];
    uint32_t rank;
};
struct quad {
    KRT_ALIGNAS(16) float lane[4];
};
struct records {
    uint8_t a;
    struct dims b;
    struct quad c;
    float *d;
    const void *e;
    struct quad f;
    int32_t *out;
};
struct names {
    int32_t a[11];
    int32_t *out;
};

static void pass_integers(void)
{
    uint64_t target = 0, *out = &target;
    bool a = true;
    int8_t b = -2;
    int16_t c = -300;
    int32_t d = -70000;
    int64_t e = -5000000000;
    uint8_t f = 250;
    uint16_t g = 65000;
    uint32_t h = 4000000000u;
    uint64_t i = 0x123456789abcdef0u;
    krt_status status =
        kernels_launch_integers(stream_itself, &config_itself, a, b, c, d, e, f, g, h, i, out);
    CHECK_LAUNCH(status, KERNELS_INTEGERS, "integers");
    CHECK_FIELD(integers, a, a);
    CHECK_FIELD(integers, b, b);
    CHECK_FIELD(integers, c, c);
    CHECK_FIELD(integers, d, d);
    CHECK_FIELD(integers, e, e);
    CHECK_FIELD(integers, f, f);
    CHECK_FIELD(integers, g, g);
    CHECK_FIELD(integers, h, h);
    CHECK_FIELD(integers, i, i);
    CHECK_FIELD(integers, out, out);
    CHECK(block[sizeof(struct integers)] == 0xee);
}

static void pass_numbers(void)
{
    double target = 0, *out = &target;
    struct krt_f16 a = {0x3c01}, d = {0x4242};
    struct krt_bf16 e = {0x3f81};
    struct krt_f8e4m3 f = {0x39};
    struct krt_f8e5m2 g = {0x3d};
    float b = 1.5f;
    double c = -0.1;
    krt_status status =
        kernels_launch_numbers(stream_itself, &config_itself, a, b, c, d, e, f, g, out);
    CHECK_LAUNCH(status, KERNELS_NUMBERS, "numbers");
    CHECK_FIELD(numbers, a, a.bits);
    CHECK_FIELD(numbers, b, b);
    CHECK_FIELD(numbers, c, c);
    CHECK_FIELD(numbers, d, d.bits);
    CHECK_FIELD(numbers, e, e.bits);
    CHECK_FIELD(numbers, f, f.bits);
    CHECK_FIELD(numbers, g, g.bits);
    CHECK_FIELD(numbers, out, out);
}

static void pass_pointers(void)
{
    float number = 0;
    const float *c_target = &number;
    const float *const *c = &c_target;
    struct krt_f16 half = {0}, *d_target = &half, **d = &d_target;
    const struct krt_bf16 brain = {0}, *g = &brain;
    const uint8_t byte = 0, *f = &byte;
    const void *a = &byte, *e = &half;
    void *b = &number;
    bool flag = false, *out = &flag;
    krt_status status =
        kernels_launch_pointers(stream_itself, &config_itself, a, b, c, d, e, f, g, out);
    CHECK_LAUNCH(status, KERNELS_POINTERS, "pointers");
    CHECK_FIELD(pointers, a, a);
    CHECK_FIELD(pointers, b, b);
    CHECK_FIELD(pointers, c, c);
    CHECK_FIELD(pointers, d, d);
    CHECK_FIELD(pointers, e, e);
    CHECK_FIELD(pointers, f, f);
    CHECK_FIELD(pointers, g, g);
    CHECK_FIELD(pointers, out, out);
}

static void pass_records(void)
{
    const struct dims dims = {{1, 1u << 20, 3}, 3};
    const struct quad first = {{1, 2, 3, 4}}, second = {{5, 6, 7, 8}};
    float number = 0, *held = &number;
    int32_t referred = 0, target = 0, *out = &target;
    const void *e = &referred;
    const struct kernels_dims b = {{1, 1u << 20, 3}, 3};
    const struct kernels_quad c = {{1, 2, 3, 4}}, f = {{5, 6, 7, 8}};
    const struct kernels_box d = {held};
    CHECK(sizeof b == sizeof dims && sizeof c == sizeof first && sizeof d == sizeof held);
    krt_status status =
        kernels_launch_records(stream_itself, &config_itself, 1, b, c, d, e, f, out);
    CHECK_LAUNCH(status, KERNELS_RECORDS, "records");
    CHECK(block[0] == 1);
    CHECK(memcmp(block + offsetof(struct records, b), &dims, 28) == 0); /* then padding */
    CHECK_FIELD(records, c, first);
    CHECK_FIELD(records, d, held);
    CHECK_FIELD(records, e, e);
    CHECK_FIELD(records, f, second);
    CHECK_FIELD(records, out, out);
}

static void pass_names(void)
{
    const struct names expected = {{10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}, NULL};
    krt_status status = kernels_launch_names(stream_itself, &config_itself, 10, 11, 12, 13, 14, 15,
                                             16, 17, 18, 19, 20, NULL);
    CHECK_LAUNCH(status, KERNELS_NAMES, "names");
    CHECK_FIELD(names, a, expected.a);
    CHECK_FIELD(names, out, expected.out);
}

static void pass_others(void)
{
    float f = 0;
    double d = 0;
    int32_t i = 0;
    krt_status status = kernels_launch_nothing(stream_itself, &config_itself);
    CHECK_LAUNCH(status, KERNELS_NOTHING, "nothing");
    CHECK(block[0] == 0xee);
    status = kernels_launch_math_scale(stream_itself, &config_itself, &f, 2.5f);
    CHECK_LAUNCH(status, KERNELS_MATH_SCALE, "_ZN4math5scaleEPff");
    status = kernels_launch_math_scale_2(stream_itself, &config_itself, &d, 2.5);
    CHECK_LAUNCH(status, KERNELS_MATH_SCALE_2, "_ZN4math5scaleEPdd");
    status = kernels_launch_math_scale_3(stream_itself, &config_itself, &i);
    CHECK_LAUNCH(status, KERNELS_MATH_SCALE_3, "math_scale");
    status = kernels_launch_math_hidden(stream_itself, &config_itself, &i);
    CHECK_LAUNCH(status, KERNELS_MATH_HIDDEN, "_ZN4math12_GLOBAL__N_16hiddenEPi");

    /* An instance of a template. */
    float *data = &f, value = 0.25f;
    status = kernels_launch_math_fill_float_4(stream_itself, &config_itself, data, value);
    CHECK_LAUNCH(status, KERNELS_MATH_FILL_FLOAT_4, "_ZN4math4fillIfLi4EEEvPT_S1_");
    CHECK(memcmp(block, &data, sizeof data) == 0 && memcmp(block + 8, &value, sizeof value) == 0);
}

static void check_tables(void)
{
    const struct krt_package *package = &kernels_package;
    CHECK(package->struct_size == sizeof *package);
    CHECK(strcmp(package->name, "kernels") == 0);
    CHECK(package->kernel_count == KERNELS_KERNEL_COUNT && package->kernel_count == 12);
    CHECK(package->state && !*package->state);
    CHECK(package->module_count == 2);
    CHECK(strcmp(package->modules[0].name, "kinds") == 0);
    CHECK(strcmp(package->modules[1].name, "math") == 0);
    for (uint32_t i = 0; i < package->module_count; i++) {
        CHECK(package->modules[i].size == 0 && !package->modules[i].data);
        CHECK(package->modules[i].image_count == 3);
        CHECK(strcmp(package->modules[i].images[0].target, "gfx1030") == 0);
    }
    CHECK(package->kernels[KERNELS_NOTHING].module == 0);
    CHECK(package->kernels[KERNELS_MATH_SCALE].module == 1);
    CHECK(strcmp(package->kernels[KERNELS_MATH_SCALE_3].name, "math_scale") == 0);
}

int main(void)
{
    check_tables();
    pass_integers();
    pass_numbers();
    pass_pointers();
    pass_records();
    pass_names();
    pass_others();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
