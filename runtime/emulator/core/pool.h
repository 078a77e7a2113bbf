/* pool: the threads that run workgroups, shared by all devices of the process. */
#ifndef EMULATOR_CORE_POOL_H
#define EMULATOR_CORE_POOL_H

/* How many there are, the caller of pool_run() included: HIPEMU_THREADS, or the CPUs that this
 * process may use. */
unsigned pool_threads(void);

/* Calls |work| on up to |count| threads at once, the calling one among them, and returns when all
 * of these calls have. Fewer threads may come when others keep them: |work| takes what there is to
 * do from a common place. Thread-safe. */
void pool_run(void (*work)(void *context), void *context, unsigned count);

#endif
