/* Reverses eight numbers on the device that KRT_DEVICE names. */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 8 };

static void must(krt_status status, const char *what)
{
    if (status == KRT_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, krt_status_name(status), krt_error_message());
    exit(1);
}

int main(void)
{
    float numbers[COUNT] = {1, 2, 3, 4, 5, 6, 7, 8};
    const struct krt_launch_config config = {{1, 1, 1}, {COUNT, 1, 1}, sizeof numbers};
    struct krt_device *device;
    void *in, *out;

    must(krt_device_default(&device), "opening a device");
    struct krt_stream *stream = krt_device_stream(device);
    must(krt_alloc(device, sizeof numbers, &in), "allocating");
    must(krt_alloc(device, sizeof numbers, &out), "allocating");
    must(krt_copy_to_device(stream, in, numbers, sizeof numbers), "copying there");
    must(kernels_launch_reverse(stream, &config, COUNT, (const float *)in, (float *)out),
         "reverse");
    must(krt_copy_to_host(stream, numbers, out, sizeof numbers), "copying back");
    for (int i = 0; i < COUNT; i++)
        printf("%g%c", (double)numbers[i], i + 1 < COUNT ? ' ' : '\n');
    krt_free(device, in);
    krt_free(device, out);
    return 0;
}
