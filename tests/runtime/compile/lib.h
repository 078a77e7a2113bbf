/* What the tests of krt_compile() share: devices of the emulator, and running the kernel scale().
 */
#ifndef COMPILE_LIB_H
#define COMPILE_LIB_H

#include "krt/krt.h"

/* cmocka's header needs these first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>

#include <cmocka.h>

/* "emu:gfx90a". */
struct krt_device *open_device(const char *name);

/* Launches scale(values, factor) of |module| on 64 values and compares. */
void assert_scales(struct krt_device *device, struct krt_raw_module *module);

/* A directory of the test's own, $KRT_CACHE_DIR in it; and it is gone. For cmocka. */
int make_directory(void **state);
int remove_directory(void **state);
extern char top[64];

#endif
