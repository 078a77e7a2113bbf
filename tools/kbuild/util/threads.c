#include "threads.h"

#include <pthread.h>
#include <unistd.h>

enum { THREADS_MAX = 256 };

void threads_run(size_t most, size_t tasks, void *(*work)(void *context), void *context)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    pthread_t threads[THREADS_MAX];
    size_t started = 0;
    if (most == 0)
        most = processors > 0 ? (size_t)processors : 1;
    while (started < THREADS_MAX && started + 1 < most && started + 1 < tasks &&
           pthread_create(&threads[started], NULL, work, context) == 0)
        started++;
    work(context);
    while (started > 0)
        pthread_join(threads[--started], NULL);
}
