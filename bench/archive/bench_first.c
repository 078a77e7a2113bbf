/* What the first launch of a program costs, in microseconds: until its module is found, unpacked,
 * checked and loaded, and until the kernel has run. */
#include "krt_kernels.h"

#include <stdio.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

int main(void)
{
    const struct krt_launch_config config = {.grid = {1}, .block = {64}};
    struct krt_device *device;
    void *memory;
    if (krt_device_default(&device) || krt_alloc(device, 256, &memory))
        return puts(krt_error_message()), 1;
    struct krt_stream *stream = krt_device_stream(device);
    double start = now();
    if (krt_preload(&krt_kernels_package, device, "affine"))
        return puts(krt_error_message()), 1;
    double loaded = now();
    if (krt_kernels_launch_affine_f32(stream, &config, 64, 0, NULL, memory, memory, 2, 1))
        return puts(krt_error_message()), 1;
    if (krt_device_synchronize(device))
        return puts(krt_error_message()), 1;
    printf("%.0f %.0f\n", loaded - start, now() - start);
    return 0;
}
