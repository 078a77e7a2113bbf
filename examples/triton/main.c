/* Kernels of Triton, launched from C. */
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 2, COLUMNS = 4, COUNT = ROWS * COLUMNS, ADD_BLOCK = 256 /* in kernels.py */ };

static void must(krt_status status)
{
    if (status == KRT_OK)
        return;
    fprintf(stderr, "%s\n", krt_error_message());
    exit(1);
}

static float *on_device(struct krt_device *device, const float *values)
{
    void *memory;
    must(krt_alloc(device, COUNT * sizeof *values, &memory));
    if (values)
        must(krt_copy_to_device(krt_device_stream(device), memory, values, COUNT * sizeof *values));
    return memory;
}

int main(void)
{
    const float x[COUNT] = {1, 2, 3, 4, 0, 0, 0, 9}, y[COUNT] = {1, 1, 1, 1, 2, 2, 2, 2};
    struct krt_device_info info = {.struct_size = sizeof info};
    struct krt_device *device;
    float out[COUNT];
    must(krt_device_default(&device));
    must(krt_device_describe(device, &info));
    struct krt_stream *stream = krt_device_stream(device);
    float *sum = on_device(device, NULL), *result = on_device(device, NULL);

    /* A program of Triton's is a workgroup of so many warps. */
    struct krt_launch_config add = {.grid = {(COUNT + ADD_BLOCK - 1) / ADD_BLOCK},
                                    .block = {ROWS_ADD_WARPS * info.warp_size}};
    struct krt_launch_config softmax = {.grid = {ROWS},
                                        .block = {ROWS_SOFTMAX_WARPS * info.warp_size},
                                        .shared_bytes = ROWS_SOFTMAX_SHARED};
    must(rows_launch_add(stream, &add, on_device(device, x), on_device(device, y), sum, COUNT, NULL,
                         NULL));
    must(rows_launch_softmax(stream, &softmax, sum, result, COLUMNS, 0.5f, NULL, NULL));
    must(krt_copy_to_host(stream, out, result, sizeof out));
    for (int i = 0; i < COUNT; i++)
        printf("%.4f%c", (double)out[i], (i + 1) % COLUMNS ? ' ' : '\n');
    return 0;
}
