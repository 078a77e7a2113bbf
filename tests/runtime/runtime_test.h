/* What the runtime's tests share: the emulator's three devices, and saying why a call failed. */
#ifndef RUNTIME_TEST_H
#define RUNTIME_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <krt/krt.h>

static const char *const all_devices[] = {"emu:gfx1030", "emu:gfx1100", "emu:gfx90a"};

/* KRT_TEST_DEVICES=cuda:0 puts a real device into the place of all of them; see gpu.sh. */
static inline bool is_on_gpu(void)
{
    return getenv("KRT_TEST_DEVICES") != NULL;
}

/* |call| gives |wanted|; its message is shown when it does not. */
#define assert_status(call, wanted)                                                                \
    do {                                                                                           \
        krt_status status_ = (call);                                                               \
        if (status_ != (wanted))                                                                   \
            fail_msg("%s: %s, not %s: %s", #call, krt_status_name(status_),                        \
                     krt_status_name(wanted), krt_error_message());                                \
    } while (0)

#define assert_ok(call) assert_status(call, KRT_OK)

/* |call| fails with |wanted|, and the message has |word|. */
#define assert_fails(call, wanted, word)                                                           \
    do {                                                                                           \
        assert_status(call, wanted);                                                               \
        if (!strstr(krt_error_message(), word))                                                    \
            fail_msg("%s: not in the message: \"%s\"; it is: %s", #call, word,                     \
                     krt_error_message());                                                         \
    } while (0)

/* Of |all_devices|, tests that take all begin with one and end before another. KRT_TEST_DEVICE=1
 * takes one: with sanitizers, which watch libraries and not kernels. */
static inline unsigned first_device(void)
{
    const char *number = getenv("KRT_TEST_DEVICE");
    return number && !is_on_gpu() ? (unsigned)atoi(number) : 0;
}

static inline unsigned end_device(void)
{
    return is_on_gpu() || getenv("KRT_TEST_DEVICE") ? first_device() + 1 : 3;
}

static inline const char *chosen_device(const char *name)
{
    return is_on_gpu() ? getenv("KRT_TEST_DEVICES") : name;
}

static inline struct krt_device *open_device(const char *name)
{
    struct krt_device_options options = {.struct_size = sizeof options,
                                         .device = chosen_device(name)};
    struct krt_device *device = NULL;
    assert_ok(krt_device_open(&options, &device));
    return device;
}

#endif
