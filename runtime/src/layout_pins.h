/* What threads are about to use, so that it is not taken from under them: hazard pointers (Michael,
 * 2004) to the last things that each thread has asked for.
 */
#ifndef KRT_LAYOUT_PINS_H
#define KRT_LAYOUT_PINS_H

#include <stdatomic.h>
#include <stdbool.h>

enum { PINS_PER_THREAD = 4 };

struct pins {
    struct pins *next;
    bool is_taken; /* by a thread that lives */
    unsigned last; /* the thread's own */
    _Atomic(const void *) things[PINS_PER_THREAD];
};

/* The calling thread's, or NULL when there is no memory. */
struct pins *pins_own(void);

/* |thing| is pinned until the thread has pinned PINS_PER_THREAD others, or ends. Either who looks
 * afterwards finds it pinned, or this thread afterwards sees what that one did before looking. */
static inline void pins_set(struct pins *pins, const void *thing)
{
    if (atomic_load_explicit(&pins->things[pins->last], memory_order_relaxed) == thing)
        return;
    pins->last = (pins->last + 1) % PINS_PER_THREAD;
    atomic_store(&pins->things[pins->last], thing);
}

/* Has any thread pinned it? */
bool pins_have(const void *thing);

#endif
