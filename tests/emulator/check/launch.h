/* launch: kernels.hip, compiled and run as a runtime would.
 */
#ifndef TESTS_EMULATOR_CHECK_LAUNCH_H
#define TESTS_EMULATOR_CHECK_LAUNCH_H

#include "core/dispatch.h"

#include <stdbool.h>
#include <stdint.h>

enum { ITEMS = 128 }; /* of the one workgroup; |to| and |from| have as many elements */

struct launched {
    bool ended;         /* without a fault */
    struct fault fault; /* else */
    char report[8192];  /* what went to stderr meanwhile */
    uint32_t to[ITEMS], from[ITEMS];
};

/* Compiles |source| with |compiler| for |target|, in waves of 64 if |is_wide|. Ends the process
 * with 77 where there is no such compiler, with 1 when it fails. */
void launch_open(const char *compiler, const char *source, const char *target, bool is_wide);
void launch_close(void);
bool launch_has(const char *kernel);
unsigned launch_lanes(void); /* of a wave */

/* The contents of |from|: numbers, unwritten memory, or freed memory. */
enum from { FROM_WRITTEN, FROM_UNWRITTEN, FROM_FREED };

/* Runs the kernel; |to| starts with zeros where nothing is checked, else it is unwritten. */
void launch_run(const char *kernel, enum from state, struct launched *out);
/* In several workgroups; |from| is |first| and what follows it, |to| zeros. */
void launch_run_grid(const char *kernel, uint32_t workgroups, uint32_t first, struct launched *out);

#endif
