/* KRT_RECORD: libkrt records its launches on AMD GPUs and on libhipemu itself. See docs/replay.md.
 */
#ifndef KRT_RECORDING_H
#define KRT_RECORDING_H

/* Returns what takes the place of the function |name| of the driver's library |library|, or NULL:
 * nothing is recorded, or the launches of another library are. Thread-safe. */
void *recording_replace(void *library, const char *name);
/* Writes into |out| what a message about a failed launch adds: "; FILE has launch 2, kernel 'k':
 * kbuild replay FILE --check", or "" if nothing is recorded. Thread-safe. */
void recording_describe(char *out, unsigned size);

#endif
