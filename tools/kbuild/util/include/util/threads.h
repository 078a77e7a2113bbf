/* Runs work in several threads. */
#ifndef KBUILD_UTIL_THREADS_H
#define KBUILD_UTIL_THREADS_H

#include <stddef.h>

/* Returns the number of processors, but at most a fixed limit. */
size_t threads_most(void);

/* Calls |work| in several threads, of which one is the calling thread, and returns when all calls
 * have returned. There are at most |most| threads (0: threads_most()), and at most |tasks|. There
 * may be fewer threads, so each call of |work| must take tasks from a shared place until no task is
 * left. */
void threads_run(size_t most, size_t tasks, void *(*work)(void *context), void *context);

#endif
