/* Work in several threads. */
#ifndef KBUILD_UTIL_THREADS_H
#define KBUILD_UTIL_THREADS_H

#include <stddef.h>

/* One for each processor, up to a limit. */
size_t threads_most(void);

/* Calls |work| in up to |most| threads (0: threads_most()) and up to |tasks|, the calling thread
 * among them, and returns when all have ended. There may be fewer, so |work| takes its tasks
 * from a shared place until none is left. */
void threads_run(size_t most, size_t tasks, void *(*work)(void *context), void *context);

#endif
