/* A scenario with each allocation or each call of the driver failing once, one after another. */
#ifndef EACH_H
#define EACH_H

#include "faults.h"
#include "runtime_test.h"

/* Runs |run_all|, which gives back all that it took, with each call of |kind| failing once; a
 * driver's call returns |code|. Each failure ends with an error that has a message, or does no
 * harm; nothing leaks; and without the fault, |run_all| goes well at once. There are more than
 * |least| calls. */
static inline void each_fails_once(krt_status (*run_all)(void), enum fault_kind kind, int code,
                                   unsigned long least)
{
    fault_at(kind, 0, 0);
    assert_ok(run_all()); /* makes everything that is made once and stays */
    long allocations = allocations_alive(), objects = driver_objects_alive();
    fault_at(kind, 0, 0);
    assert_ok(run_all());
    unsigned long total = fault_calls(), failures = 0;
    assert_int_equal(allocations_alive(), allocations);
    assert_int_equal(driver_objects_alive(), objects);
    assert_true(total > least);
    for (unsigned long i = 1; i <= total; i++) {
        fault_at(kind, i, code);
        krt_status status = run_all();
        const char *what = fault_hit();
        failures += status != KRT_OK;
        if (status && !*krt_error_message())
            fail_msg("call %lu (%s) failed without a message", i, what);
        fault_settle();
        /* an object of a device that cannot be made current cannot be destroyed */
        if (what && strcmp(what, "device_set") == 0)
            objects = driver_objects_alive();
        if (driver_objects_alive() != objects)
            fail_msg("call %lu (%s): %ld objects of the driver leak", i, what,
                     driver_objects_alive() - objects);
        if (allocations_alive() != allocations)
            fail_msg("call %lu (%s): %ld allocations leak", i, what,
                     allocations_alive() - allocations);
        fault_at(kind, 0, 0);
        status = run_all();
        if (status)
            fail_msg("after call %lu (%s) had failed: %s: %s", i, what, krt_status_name(status),
                     krt_error_message());
    }
    printf("%lu calls, each failed once: %lu errors, %lu without harm\n", total, failures,
           total - failures);
    assert_true(failures > total / 3);
}

#endif
