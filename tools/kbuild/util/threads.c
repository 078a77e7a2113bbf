#include "threads.h"

#include <pthread.h>
#include <unistd.h>

enum { THREADS_MAX = 256 };

size_t threads_most(void)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors < THREADS_MAX ? (size_t)processors : THREADS_MAX;
}

void threads_run(size_t most, size_t tasks, void *(*work)(void *context), void *context)
{
    pthread_t threads[THREADS_MAX];
    size_t started = 0;
    if (most == 0)
        most = threads_most();
    while (started < THREADS_MAX && started + 1 < most && started + 1 < tasks &&
           pthread_create(&threads[started], NULL, work, context) == 0)
        started++;
    work(context);
    while (started > 0)
        pthread_join(threads[--started], NULL);
}
