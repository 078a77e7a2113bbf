/* Tests that run on each device, with one stream. */
#ifndef ON_DEVICES_H
#define ON_DEVICES_H

#include "runtime_test.h"

static struct krt_device *device;
static struct krt_stream *stream;

static inline void open_stream(const char *name)
{
    device = open_device(name);
    assert_ok(krt_stream_create(device, &stream));
}

static inline void close_stream(void)
{
    krt_stream_destroy(stream);
    krt_device_close(device);
}

/* The main() of such tests: all of them on each device, between open_all() and close_all(). */
#define run_on_all_devices(tests)                                                                  \
    do {                                                                                           \
        int failures_ = 0;                                                                         \
        for (unsigned device_ = first_device(); device_ < end_device(); device_++) {               \
            printf("%s\n", chosen_device(all_devices[device_]));                                   \
            open_all(all_devices[device_]);                                                        \
            failures_ += cmocka_run_group_tests(tests, NULL, NULL);                                \
            close_all();                                                                           \
        }                                                                                          \
        return failures_ != 0;                                                                     \
    } while (0)

#define DIMS(...) ((const uint64_t[]){__VA_ARGS__})

#endif
