/* pool: the threads that run workgroups, shared by all devices of the process. */
#ifndef EMULATOR_CORE_POOL_H
#define EMULATOR_CORE_POOL_H

/* Returns the number of threads, including the caller of pool_run(): HIPEMU_THREADS, or the number
 * of CPUs that this process may use. */
unsigned pool_threads(void);

/* Calls |work| on up to |count| threads at once, including the calling thread. Returns when all
 * these calls of |work| have returned. Fewer threads take part if other calls of pool_run()
 * occupy them, so all calls of |work| must take their tasks from one shared queue or counter.
 * Thread-safe. */
void pool_run(void (*work)(void *context), void *context, unsigned count);

#endif
