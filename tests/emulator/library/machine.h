/* machine: code objects on runtime/emulator/core, below HIP, for programs that are not C.
 *
 * Only what HIP's launch does: packs the arguments and runs the kernel to its end.
 */
#ifndef TESTS_EMULATOR_LIBRARY_MACHINE_H
#define TESTS_EMULATOR_LIBRARY_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct machine_module;

/* The image for |target| ("gfx90a") in the bundle, or the code object, of |size| bytes; a process
 * has one target. NULL, said on stderr, when there is none that can be loaded. |bytes| need not
 * live on. */
struct machine_module *machine_load(const char *target, const void *bytes, size_t size);
void machine_unload(struct machine_module *module);

/* Memory of the device of the process's target. Never NULL. */
void *machine_allocate(const char *target, size_t bytes);
void machine_free(void *memory);
/* Says that the host has written there: see space_mark_written(). */
void machine_wrote(void *memory, size_t bytes);

/* |shared|: bytes of dynamic LDS. |arguments| point to values, in the order of the kernel's
 * parameters. False, said on stderr, when there is no such kernel, or it did not end well. */
bool machine_launch(struct machine_module *module, const char *kernel, const unsigned grid[3],
                    const unsigned block[3], unsigned shared, void **arguments);
/* Seconds of the processor that all launches took, on all threads. */
double machine_seconds(void);

#ifdef __cplusplus
}
#endif

#endif
