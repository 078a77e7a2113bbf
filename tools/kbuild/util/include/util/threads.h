/* Runs work in several threads. */
#ifndef KBUILD_UTIL_THREADS_H
#define KBUILD_UTIL_THREADS_H

#include <stddef.h>

/* Returns the number of processors, up to a limit. */
size_t threads_most(void);

/* Calls |work| in several threads, the calling thread among them, and returns when all calls have
 * returned. There are at most |most| threads (0: threads_most()), and at most |tasks|. There may be
 * fewer, so each call must take tasks from a shared place until there are no more. */
void threads_run(size_t most, size_t tasks, void *(*work)(void *context), void *context);

#endif
