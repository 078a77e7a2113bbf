/* Errors of work that failed while the recorder waited for it. The runtime has told the recorder,
 * and not the program, which is to see what it would see by itself: the error of its next wait, and
 * the last error of its thread. */
#include "parts.h"

#include <stdatomic.h>

/* the error of work that failed, until the program waits */
static _Atomic int pending;
/* the last error of the thread, which the runtime does not have */
static _Thread_local int last;

bool error_is_of_work(int error)
{
    static const int errors[] = {700, 702, 709, 710, 714, 715, 716, 717, 718, 719};
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (errors[i] == error)
            return true;
    return false;
}

void errors_put(int error)
{
    atomic_store(&pending, error);
}

int errors_take(void)
{
    int error = atomic_exchange(&pending, HIP_SUCCESS);
    if (error)
        last = error;
    return error;
}

void errors_begin(struct saved_error *out)
{
    out->last = last ? last : runtime_last_error(false);
}

void errors_end(const struct saved_error *saved)
{
    int error = runtime_last_error(false);
    if (error && error != saved->last) {
        runtime_last_error(true);
        last = saved->last;
    }
}

int errors_last(int error, bool is_taken)
{
    if (!error)
        error = last;
    if (is_taken)
        last = HIP_SUCCESS;
    return error;
}
