#include "lib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char top[64];

struct krt_device *open_device(const char *name)
{
    struct krt_device_options options = {
        .struct_size = sizeof options, .device = name, .library = EMULATOR};
    struct krt_device *device = NULL;
    if (krt_device_open(&options, &device))
        fail_msg("%s", krt_error_message());
    return device;
}

void assert_scales(struct krt_device *device, struct krt_raw_module *module)
{
    struct krt_launch_config config = {.grid = {1}, .block = {64}};
    struct krt_stream *stream = krt_device_stream(device);
    struct krt_function *function = NULL;
    int values[64], factor = 3;
    void *memory = NULL;
    void *arguments[] = {&memory, &factor};
    for (int i = 0; i < 64; i++)
        values[i] = i - 5;
    if (krt_module_function(module, "scale", &function) ||
        krt_alloc(device, sizeof values, &memory) ||
        krt_copy_to_device(stream, memory, values, sizeof values) ||
        krt_function_launch(function, stream, &config, arguments, 2) ||
        krt_copy_to_host(stream, values, memory, sizeof values) || krt_free(device, memory))
        fail_msg("%s", krt_error_message());
    for (int i = 0; i < 64; i++)
        assert_int_equal(values[i], (i - 5) * 3);
}

int make_directory(void **state)
{
    char path[96];
    (void)state;
    strcpy(top, "/tmp/krt-compile-XXXXXX");
    if (!mkdtemp(top))
        return -1;
    snprintf(path, sizeof path, "%s/cache", top);
    setenv("KRT_CACHE_DIR", path, 1);
    setenv("KRT_KBUILD", "", 1);
    unsetenv("KRT_CACHE_SIZE");
    return 0;
}

int remove_directory(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    return system(command);
}
