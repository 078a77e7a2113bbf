/* What a launch of saxpy costs in C: nanoseconds, the least of some rounds. */
#include "app.h"

#include <stdio.h>
#include <time.h>

enum { ROUNDS = 1000, LAUNCHES = 2000 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(void)
{
    struct krt_device *device;
    void *x, *y;
    double least = 1e18;
    if (krt_device_default(&device) != KRT_OK || krt_alloc(device, 1024, &x) != KRT_OK ||
        krt_alloc(device, 1024, &y) != KRT_OK) {
        fprintf(stderr, "%s\n", krt_error_message());
        return 1;
    }
    struct krt_stream *stream = krt_device_stream(device);
    const struct krt_launch_config config = {.grid = {1}, .block = {256}};
    for (int i = 0; i < ROUNDS; i++) {
        const double start = now();
        for (int j = 0; j < LAUNCHES; j++)
            if (kernels_launch_saxpy(stream, &config, 256, 2.0f, x, y) != KRT_OK)
                return 1;
        const double each = (now() - start) / LAUNCHES;
        least = each < least ? each : least;
        krt_stream_synchronize(stream);
    }
    printf("%.0f\n", least);
    return 0;
}
