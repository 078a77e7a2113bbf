/* Three families of kernels on the device that KRT_DEVICE names. C11, and C++17 as well. */
#include "krt_kernels.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 2, COLUMNS = 3, COUNT = ROWS * COLUMNS };

static void must(krt_status status, const char *what)
{
    if (status == KRT_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, krt_status_name(status), krt_error_message());
    exit(1);
}

static void *to_device(struct krt_device *device, const void *data, uint64_t bytes)
{
    void *memory;
    must(krt_alloc(device, bytes, &memory), "allocating");
    if (data)
        must(krt_copy_to_device(krt_device_stream(device), memory, data, bytes), "copying there");
    return memory;
}

static void print(struct krt_device *device, const char *what, const float *memory, int rows,
                  int columns)
{
    float values[COUNT];
    must(krt_copy_to_host(krt_device_stream(device), values, memory, sizeof values), "copying");
    printf("%s [%d, %d]:", what, rows, columns);
    for (int i = 0; i < rows * columns; i++)
        printf("%s%8.4f", i % columns ? " " : "\n  ", (double)values[i]);
    printf("\n");
}

int main(void)
{
    static const float input[COUNT] = {-2, -1, 0, 1, 2, 3};
    static const uint8_t mask[COUNT] = {1, 0, 1, 0, 1, 0};
    /* The input's transpose: dimensions, then strides in elements. */
    static const uint64_t layout[] = {COLUMNS, ROWS, 1, COLUMNS};
    const struct krt_launch_config config = {{1, 1, 1}, {64, 1, 1}, 0};
    struct krt_device *device;
    struct krt_device_info info;

    must(krt_device_default(&device), "opening a device");
    info.struct_size = sizeof info;
    must(krt_device_describe(device, &info), "asking what it is");
    printf("on %s\n", info.target);

    struct krt_stream *stream = krt_device_stream(device);
    float *in = (float *)to_device(device, input, sizeof input);
    float *scaled = (float *)to_device(device, NULL, sizeof input);
    float *out = (float *)to_device(device, NULL, sizeof input);
    uint8_t *choice = (uint8_t *)to_device(device, mask, sizeof mask);
    uint64_t *transposed = (uint64_t *)to_device(device, layout, sizeof layout);
    print(device, "input", in, ROWS, COLUMNS);

    must(krt_kernels_launch_affine_f32(stream, &config, COUNT, 0, NULL, in, scaled, 2, 1),
         "affine");
    print(device, "2 * input + 1", scaled, ROWS, COLUMNS);

    must(krt_kernels_launch_usilu_f32(stream, &config, COUNT, 2, transposed, in, out), "silu");
    print(device, "silu(transposed input)", out, COLUMNS, ROWS);

    must(krt_kernels_launch_where_u8_f32(stream, &config, COUNT, 0, NULL, choice, scaled, in, out),
         "where");
    print(device, "where(mask, 2 * input + 1, input)", out, ROWS, COLUMNS);

    krt_free(device, in);
    krt_free(device, scaled);
    krt_free(device, out);
    krt_free(device, choice);
    krt_free(device, transposed);
    return 0;
}
