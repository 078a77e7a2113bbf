/* Groups of two devices, with each allocation and each call of the driver failing once; and with a
 * device that is lost. */
#include "device.h"
#include "each.h"
#include "krt_kernels.h"

#include <krt/group.h>

enum { DEVICES = 2, COUNT = 301, DRIVER_ERROR_LOST = 719 };

static struct krt_device *devices[DEVICES]; /* which stay open, with the kernels of a sum */
static struct krt_ops *ops;

struct scenario {
    struct krt_stream *streams[DEVICES];
    void *memory[DEVICES];
    struct krt_group *group;
};

#define TRY(call)                                                                                  \
    do {                                                                                           \
        krt_status status_ = (call);                                                               \
        if (status_)                                                                               \
            return status_;                                                                        \
    } while (0)

static krt_status take(struct scenario *all)
{
    for (int i = 0; i < DEVICES; i++) {
        TRY(krt_stream_create(devices[i], &all->streams[i]));
        TRY(krt_alloc(devices[i], (1 + DEVICES) * COUNT * 4, &all->memory[i]));
    }
    return krt_group_create(ops, devices, DEVICES, &all->group);
}

/* 1 and 2 are 3; from device 1 back to where the numbers were, and joined: 3, 3. */
static krt_status call(struct scenario *all)
{
    struct krt_tensor numbers[DEVICES], joined[DEVICES];
    uint32_t host[DEVICES * COUNT];
    for (int i = 0; i < DEVICES; i++) {
        uint32_t *memory = all->memory[i];
        numbers[i] = krt_tensor_dense(KRT_I32, memory, 1, (uint64_t[]){COUNT});
        joined[i] = krt_tensor_dense(KRT_I32, memory + COUNT, 1, (uint64_t[]){DEVICES * COUNT});
        TRY(krt_set(all->streams[i], memory, (uint32_t)(1 + i), 4, COUNT));
    }
    TRY(krt_all_reduce(all->group, all->streams, KRT_REDUCE_SUM, numbers, numbers));
    TRY(krt_set(all->streams[0], all->memory[0], 9, 4, COUNT));
    TRY(krt_broadcast(all->group, all->streams, 1, &numbers[1], numbers));
    TRY(krt_all_gather(all->group, all->streams, numbers, joined));
    for (int i = 0; i < DEVICES; i++) {
        TRY(krt_copy_to_host(all->streams[i], host, joined[i].data, sizeof host));
        for (int at = 0; at < DEVICES * COUNT; at++)
            assert_int_equal(host[at], 3); /* what succeeded is right */
    }
    return KRT_OK;
}

static void give_back(struct scenario *all)
{
    krt_group_destroy(all->group);
    for (int i = 0; i < DEVICES; i++) {
        if (all->memory[i] && krt_free(devices[i], all->memory[i]))
            krt_free(devices[i], all->memory[i]);
        krt_stream_destroy(all->streams[i]);
    }
}

static krt_status run_all(void)
{
    struct scenario all = {.group = NULL};
    krt_status status = take(&all);
    if (!status)
        status = call(&all);
    give_back(&all);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    each_fails_once(run_all, FAULT_ALLOCATION, 0, 5);
}

static void every_call_of_the_driver_may_fail(void **state)
{
    (void)state;
    each_fails_once(run_all, FAULT_DRIVER, 999, 30);
}

static void a_lost_device_is_an_error(void **state)
{
    (void)state;
    struct scenario all = {.group = NULL};
    assert_ok(take(&all));
    assert_ok(call(&all));
    faults_lose_device(DRIVER_ERROR_LOST);
    krt_status status = call(&all);
    faults_lose_device(0);
    assert_int_not_equal(status, KRT_OK);
    assert_string_not_equal(krt_error_message(), "");
    give_back(&all);
}

static int set_up(void **state)
{
    (void)state;
    devices[0] = open_device("emu:gfx1030");
    devices[1] = open_device("emu:gfx1100");
    faults_install((struct driver *)(uintptr_t)devices[0]->driver);
    assert_ok(krt_ops_create(&krt_kernels_package, &ops));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    krt_ops_destroy(ops);
    krt_device_close(devices[0]);
    krt_device_close(devices[1]);
    return 0;
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    setenv("KRT_POOL", arguments[1], 1); /* "none", or the driver's */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(every_call_of_the_driver_may_fail),
        cmocka_unit_test(a_lost_device_is_an_error),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
