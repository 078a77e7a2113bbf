/* softmax(rms_norm(x)) of two rows of halves, on the device that KRT_DEVICE names. */
#include "rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 2, COLUMNS = 4, COUNT = ROWS * COLUMNS };

static void must(krt_status status, const char *what)
{
    if (status == KRT_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, krt_status_name(status), krt_error_message());
    exit(1);
}

/* A normal half: sign, 5 bits of exponent, 10 of fraction. */
static float float_of(struct krt_f16 half)
{
    const int exponent = half.bits >> 10 & 31, fraction = half.bits & 1023;
    const float size =
        exponent ? ldexpf((float)(1024 + fraction), exponent - 25) : ldexpf((float)fraction, -24);
    return half.bits & 0x8000 ? -size : size;
}

static struct krt_f16 *to_device(struct krt_device *device, const struct krt_f16 *values, int count)
{
    void *memory;
    const uint64_t bytes = (uint64_t)count * sizeof *values;
    must(krt_alloc(device, bytes, &memory), "allocating");
    must(krt_copy_to_device(krt_device_stream(device), memory, values, bytes), "copying there");
    return memory;
}

int main(void)
{
    /* 1, 2, 3, 4 and -1, 0, 1, 0; the weights are 1. */
    struct krt_f16 x[COUNT] = {{0x3c00}, {0x4000}, {0x4200}, {0x4400},
                               {0xbc00}, {0x0000}, {0x3c00}, {0x0000}};
    const struct krt_f16 ones[COLUMNS] = {{0x3c00}, {0x3c00}, {0x3c00}, {0x3c00}};
    const struct krt_launch_config config = {.grid = {ROWS}, .block = {64}};
    struct krt_device *device;

    must(krt_device_default(&device), "opening a device");
    struct krt_stream *stream = krt_device_stream(device);
    struct krt_f16 *in = to_device(device, x, COUNT), *weight = to_device(device, ones, COLUMNS);
    struct krt_f16 *normal = to_device(device, x, COUNT), *out = to_device(device, x, COUNT);
    must(rows_launch_rms_norm_f16(stream, &config, COLUMNS, 1e-5f, in, weight, normal),
         "rms_norm");
    must(rows_launch_softmax_f16(stream, &config, COLUMNS, normal, out), "softmax");
    must(krt_copy_to_host(stream, x, out, sizeof x), "copying back");
    for (int i = 0; i < COUNT; i++)
        printf("%.2f%c", (double)float_of(x[i]), (i + 1) % COLUMNS ? ' ' : '\n');
    krt_free(device, in);
    krt_free(device, weight);
    krt_free(device, normal);
    krt_free(device, out);
    return 0;
}
