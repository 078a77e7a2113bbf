/* Opening devices: which one, what a failure says, what a device is. */
#include "runtime_test.h"

#include <stdlib.h>

static krt_status open_named(const char *device, const char *library, struct krt_device **out)
{
    struct krt_device_options options = {
        .struct_size = sizeof options, .device = device, .library = library};
    return krt_device_open(&options, out);
}

/* ---- Failures ------------------------------------------------------------------------------- */

static void a_device_that_is_not_spelled_right_is_refused(void **state)
{
    static const char *const bad[] = {"gpu", "hip:", "emu:gfx90a,", "cuda0", ":", "hipp:1", ","};
    struct krt_device *device = (void *)&state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_fails(open_named(bad[i], "/nowhere/lib.so", &device), KRT_ERROR_INVALID_ARGUMENT,
                     "emu:gfx90a");
    assert_ptr_equal(device, (void *)&state); /* outputs are left as they were */
}

static void without_any_driver_all_that_was_tried_is_said(void **state)
{
    (void)state;
    struct krt_device *device;
    assert_fails(open_named("hip,cuda:1", "/nowhere/lib.so", &device), KRT_ERROR_NO_DEVICE,
                 "/nowhere/lib.so");
    assert_non_null(strstr(krt_error_message(), "\"hip,cuda:1\""));
    assert_non_null(strstr(krt_error_message(), "KRT_DEVICE=emu:gfx1100"));
    assert_fails(open_named("emu:99", NULL, &device), KRT_ERROR_NO_DEVICE, "emu:99");
    assert_null(strstr(krt_error_message(), "KRT_DEVICE")); /* the emulator was asked for */
}

static void a_library_that_is_none_says_what_it_lacks(void **state)
{
    (void)state;
    struct krt_device *device;
    assert_fails(open_named("hip", "libm.so.6", &device), KRT_ERROR_NO_DEVICE, "lacks hip");
    assert_fails(open_named("cuda", getenv("HIPEMU"), &device), KRT_ERROR_NO_DEVICE, "lacks cu");
}

static void a_number_or_chip_that_is_not_there_names_those_that_are(void **state)
{
    (void)state;
    struct krt_device *device;
    assert_fails(open_named("emu:99", NULL, &device), KRT_ERROR_NO_DEVICE, "no device 99");
    assert_fails(open_named("emu:gfx803", NULL, &device), KRT_ERROR_NO_DEVICE, "gfx1030");
}

static void arguments_of_null_are_refused(void **state)
{
    (void)state;
    struct krt_device_info info = {.struct_size = 0};
    struct krt_device *device = open_device("emu:gfx1030");
    assert_fails(krt_device_open(NULL, NULL), KRT_ERROR_INVALID_ARGUMENT, "out");
    assert_fails(krt_device_describe(NULL, &info), KRT_ERROR_INVALID_ARGUMENT, "device");
    assert_fails(krt_device_describe(device, &info), KRT_ERROR_INVALID_ARGUMENT, "struct_size");
    assert_fails(krt_device_synchronize(NULL), KRT_ERROR_INVALID_ARGUMENT, "device");
    assert_fails(krt_stream_create(NULL, NULL), KRT_ERROR_INVALID_ARGUMENT, "device");
    assert_fails(krt_event_create(device, 6, (void *)&state), KRT_ERROR_INVALID_ARGUMENT, "flags");
    assert_fails(krt_event_record(NULL, NULL), KRT_ERROR_INVALID_ARGUMENT, "event");
    krt_device_close(NULL);
    krt_stream_destroy(NULL);
    krt_event_destroy(NULL);
    krt_device_close(device);
}

static void a_device_is_not_open_in_two_manners(void **state)
{
    (void)state;
    struct krt_device_options other = {
        .struct_size = sizeof other, .device = "emu:gfx1030", .checks = KRT_CHECKS_OFF};
    struct krt_device *first = open_device("emu:gfx1030"), *second;
    assert_fails(krt_device_open(&other, &second), KRT_ERROR_INVALID_ARGUMENT, "checks on");
    krt_device_close(first);
    assert_ok(krt_device_open(&other, &second)); /* once it is closed, it may */
    krt_device_close(second);
}

/* ---- Devices -------------------------------------------------------------------------------- */

static void one_device_is_one_object(void **state)
{
    (void)state;
    struct krt_device *first = open_device("emu:gfx90a"), *second = open_device("emu:gfx90a");
    struct krt_device *other = open_device("emu:gfx1100");
    assert_ptr_equal(first, second);
    assert_ptr_not_equal(first, other);
    krt_device_close(first);
    assert_ok(krt_device_synchronize(second)); /* still open */
    krt_device_close(second);
    krt_device_close(other);
}

static void the_first_of_a_list_that_is_there_is_taken(void **state)
{
    (void)state;
    struct krt_device *device;
    struct krt_device_info info = {.struct_size = sizeof info};
    assert_ok(open_named("cuda,emu:gfx803,emu:gfx1100,emu:gfx90a", NULL, &device));
    assert_ok(krt_device_describe(device, &info));
    assert_string_equal(info.target, "gfx1100");
    krt_device_close(device);
}

static void a_device_says_what_it_is(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx90a");
    struct krt_device_info info = {.struct_size = sizeof info};
    assert_ok(krt_device_describe(device, &info));
    assert_int_equal(info.driver, KRT_DRIVER_EMULATOR);
    assert_string_equal(info.target, "gfx90a:sramecc+:xnack-");
    assert_string_equal(info.name, "AMD Instinct MI210");
    assert_string_equal(info.library, getenv("KRT_LIBRARY"));
    assert_int_equal(info.warp_size, 64);
    assert_int_equal(info.max_threads_per_block, 1024);
    assert_int_equal(info.multiprocessors, 104);
    assert_int_equal(info.shared_bytes, 65536);
    assert_true(info.memory_bytes >= (uint64_t)1 << 34);
    krt_device_close(device);
}

/* A caller compiled with a shorter struct gets what it knows, and no byte more. */
static void an_older_callers_structs_are_not_overrun(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1030");
    struct krt_device_info info;
    memset(&info, 0x5a, sizeof info);
    info.struct_size = offsetof(struct krt_device_info, target);
    assert_ok(krt_device_describe(device, &info));
    assert_string_equal(info.name, "AMD Radeon RX 6900 XT");
    assert_int_equal(info.struct_size, offsetof(struct krt_device_info, target));
    assert_int_equal((unsigned char)info.target[0], 0x5a);
    struct krt_device_options options = {.struct_size =
                                             offsetof(struct krt_device_options, library),
                                         .device = "emu:gfx1030",
                                         .library = "beyond what the caller knows",
                                         .checks = KRT_CHECKS_OFF};
    struct krt_device *again;
    assert_ok(krt_device_open(&options, &again));
    assert_ptr_equal(again, device);
    krt_device_close(again);
    krt_device_close(device);
}

static void the_default_device_is_what_the_environment_says(void **state)
{
    (void)state;
    struct krt_device *first, *second;
    struct krt_device_info info = {.struct_size = sizeof info};
    setenv("KRT_DEVICE", "emu:gfx1030", 1);
    assert_ok(krt_device_default(&first));
    setenv("KRT_DEVICE", "emu:gfx90a", 1);
    assert_ok(krt_device_default(&second));
    assert_ptr_equal(first, second);
    assert_ok(krt_stream_device(NULL, &second));
    assert_ptr_equal(first, second);
    assert_ok(krt_device_describe(first, &info));
    assert_string_equal(info.target, "gfx1030");
}

/* AMD's own library, where there is no GPU: an ordinary failure. */
static void amds_library_without_a_gpu_is_an_ordinary_failure(void **state)
{
    (void)state;
    struct krt_device *device;
    krt_status status = open_named("hip", "libamdhip64.so.5", &device);
    if (status == KRT_OK) {
        krt_device_close(device); /* then there is a GPU, and it opened */
        return;
    }
    if (strstr(krt_error_message(), "cannot open shared object"))
        skip(); /* not installed (Debian: libamdhip64-5) */
    assert_int_equal(status, KRT_ERROR_NO_DEVICE);
    assert_non_null(strstr(krt_error_message(), "libamdhip64.so.5"));
    if (!strstr(krt_error_message(), "it finds no GPU: hipInit: ") ||
        !strstr(krt_error_message(), "hipError"))
        fail_msg("%s", krt_error_message());
}

/* ---- Streams and events --------------------------------------------------------------------- */

static void events_order_streams_and_measure(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1030"), *same;
    struct krt_stream *a, *b, *wrapped;
    struct krt_event *from, *to, *untimed;
    float ms = -1;
    assert_ok(krt_stream_create(device, &a));
    assert_ok(krt_stream_create(device, &b));
    assert_ok(krt_stream_wrap(device, krt_stream_native(a), &wrapped));
    assert_ok(krt_event_create(device, 0, &from));
    assert_ok(krt_event_create(device, 0, &to));
    assert_ok(krt_event_create(device, KRT_EVENT_NO_TIMING, &untimed));
    assert_ok(krt_event_record(from, a));
    assert_ok(krt_stream_wait(b, from));
    assert_ok(krt_event_record(to, b));
    assert_ok(krt_event_record(untimed, wrapped));
    assert_ok(krt_event_synchronize(to));
    assert_ok(krt_event_query(to));
    assert_ok(krt_event_elapsed(from, to, &ms));
    assert_true(ms >= 0 && ms < 60e3f);
    ms = -1;
    assert_int_not_equal(krt_event_elapsed(from, untimed, &ms), KRT_OK);
    assert_true(ms == -1);
    assert_ok(krt_stream_synchronize(a));
    assert_ok(krt_stream_query(a));
    assert_ok(krt_stream_device(wrapped, &same));
    assert_ptr_equal(same, device);
    assert_null(krt_stream_native(krt_device_stream(device)));
    krt_event_destroy(from);
    krt_event_destroy(to);
    krt_event_destroy(untimed);
    krt_stream_destroy(wrapped);
    assert_ok(krt_stream_query(a)); /* a wrapper takes nothing with it */
    krt_stream_destroy(a);
    krt_stream_destroy(b);
    krt_device_close(device);
}

static void events_of_another_device_are_refused(void **state)
{
    (void)state;
    struct krt_device *one = open_device("emu:gfx1030"), *other = open_device("emu:gfx90a");
    struct krt_event *event;
    assert_ok(krt_event_create(one, 0, &event));
    assert_fails(krt_event_record(event, krt_device_stream(other)), KRT_ERROR_INVALID_ARGUMENT,
                 "two devices");
    assert_ok(krt_event_record(event, krt_device_stream(one)));
    assert_ok(krt_stream_wait(krt_device_stream(other), event)); /* but one may wait for it */
    krt_event_destroy(event);
    krt_device_close(one);
    krt_device_close(other);
}

static void statuses_have_names(void **state)
{
    (void)state;
    assert_string_equal(krt_status_name(KRT_OK), "KRT_OK");
    assert_string_equal(krt_status_name(KRT_NOT_READY), "KRT_NOT_READY");
    for (int i = KRT_OK; i <= KRT_ERROR_CANCELLED; i++)
        assert_memory_equal(krt_status_name((krt_status)i), "KRT_", 4);
    assert_string_equal(krt_status_name((krt_status)999), "unknown krt_status");
    assert_int_equal(krt_version() >> 16, KRT_VERSION_MAJOR);
}

int main(void)
{
    unsetenv("KRT_DEVICE");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_that_is_not_spelled_right_is_refused),
        cmocka_unit_test(without_any_driver_all_that_was_tried_is_said),
        cmocka_unit_test(a_library_that_is_none_says_what_it_lacks),
        cmocka_unit_test(a_number_or_chip_that_is_not_there_names_those_that_are),
        cmocka_unit_test(arguments_of_null_are_refused),
        cmocka_unit_test(a_device_is_not_open_in_two_manners),
        cmocka_unit_test(one_device_is_one_object),
        cmocka_unit_test(the_first_of_a_list_that_is_there_is_taken),
        cmocka_unit_test(a_device_says_what_it_is),
        cmocka_unit_test(an_older_callers_structs_are_not_overrun),
        cmocka_unit_test(the_default_device_is_what_the_environment_says),
        cmocka_unit_test(amds_library_without_a_gpu_is_an_ordinary_failure),
        cmocka_unit_test(events_order_streams_and_measure),
        cmocka_unit_test(events_of_another_device_are_refused),
        cmocka_unit_test(statuses_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
