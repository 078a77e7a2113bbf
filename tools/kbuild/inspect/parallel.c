/* The same step for many things, several at a time. */
#include "package_internal.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

struct work {
    atomic_size_t next;
    size_t count;
    void (*step)(void *context, size_t i);
    void *context;
};

static void *work_run(void *argument)
{
    struct work *work = argument;
    for (size_t i; (i = atomic_fetch_add(&work->next, 1)) < work->count;)
        work->step(work->context, i);
    return NULL;
}

void parallel_for(size_t count, void (*step)(void *context, size_t i), void *context)
{
    struct work work = {.count = count, .step = step, .context = context};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t threads_wanted = processors > 1 ? (size_t)processors : 1;
    if (threads_wanted > count)
        threads_wanted = count;
    if (threads_wanted > THREADS_MAX)
        threads_wanted = THREADS_MAX;
    pthread_t threads[THREADS_MAX];
    size_t started = 0;
    while (started + 1 < threads_wanted &&
           pthread_create(&threads[started], NULL, work_run, &work) == 0)
        started++;
    work_run(&work); /* this thread works too, alone if no other could be started */
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}
