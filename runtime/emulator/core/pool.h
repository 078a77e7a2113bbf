/* pool: the threads that run workgroups, shared by all devices of the process. */
#ifndef EMULATOR_CORE_POOL_H
#define EMULATOR_CORE_POOL_H

/* The number of threads, with the caller of pool_run(): HIPEMU_THREADS, or the CPUs that this
 * process may use. */
unsigned pool_threads(void);

/* Calls |work| on up to |count| threads at once, including the calling one, and returns when all
 * these calls have returned. Fewer threads may come when others occupy them, so |work| takes its
 * tasks from a shared place. Thread-safe. */
void pool_run(void (*work)(void *context), void *context, unsigned count);

#endif
