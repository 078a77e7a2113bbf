/* y = clamp(a * x + y) on the device that KRT_DEVICE names. */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 6 };

static void must(krt_status status, const char *what)
{
    if (status == KRT_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, krt_status_name(status), krt_error_message());
    exit(1);
}

int main(void)
{
    const float x[COUNT] = {0, 1, 2, 3, 4, 5};
    float y[COUNT] = {1, 1, 1, 1, 1, 1};
    const struct krt_launch_config config = {.grid = {1}, .block = {64}};
    struct krt_device *device;
    void *on_device[2];

    must(krt_device_default(&device), "opening a device");
    struct krt_stream *stream = krt_device_stream(device);
    for (int i = 0; i < 2; i++) {
        must(krt_alloc(device, sizeof x, &on_device[i]), "allocating");
        must(krt_copy_to_device(stream, on_device[i], i ? y : x, sizeof x), "copying there");
    }
    must(kernels_launch_saxpy(stream, &config, COUNT, 2.0f, on_device[0], on_device[1]), "saxpy");
    must(kernels_launch_clamp(stream, &config, COUNT, 2.0f, 8.0f, on_device[1]), "clamp");
    must(krt_copy_to_host(stream, y, on_device[1], sizeof y), "copying back");
    for (int i = 0; i < COUNT; i++)
        printf("%g%c", (double)y[i], i + 1 < COUNT ? ' ' : '\n');
    for (int i = 0; i < 2; i++)
        krt_free(device, on_device[i]);
    return 0;
}
