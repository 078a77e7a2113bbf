/* What a program with other rights than its user's does with libkrt: opens the emulator, loads a
 * package and launches a kernel.
 *
 *     setuid_probe [LIBHIPEMU]
 */
#include "samples.h"

#include <stdio.h>
#include <sys/auxv.h>

static krt_status launch(const char *library)
{
    struct krt_device_options options = {
        .struct_size = sizeof options, .device = "emu:gfx1100", .library = library};
    struct krt_launch_config config = {.grid = {1}, .block = {64}};
    struct krt_device *device;
    unsigned *data;
    krt_status status = krt_device_open(&options, &device);
    if (!status)
        status = krt_alloc(device, 64 * sizeof *data, (void **)&data);
    if (!status)
        status = krt_set(krt_device_stream(device), data, 0, 4, 64);
    if (!status)
        status = samples_launch_add_u32(krt_device_stream(device), &config, data, 1, 64);
    if (!status)
        status = krt_device_synchronize(device);
    return status;
}

int main(int argc, char **argv)
{
    krt_status status = launch(argc > 1 ? argv[1] : NULL);
    printf("%s\n", getauxval(AT_SECURE) ? "secure" : "not secure");
    printf("%s\n", status ? krt_error_message() : "launched");
    return 0;
}
