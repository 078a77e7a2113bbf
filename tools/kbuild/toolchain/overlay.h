/* The files of the device libraries that depend on the processor. */
#ifndef KBUILD_TOOLCHAIN_OVERLAY_H
#define KBUILD_TOOLCHAIN_OVERLAY_H

#include "codeobj.h"
#include "toolchain/toolchain.h"

#include <stdbool.h>

/* Do the toolchain's own device libraries lack a file for |info|? */
bool overlay_is_needed(const struct toolchain *toolchain, const struct target_info *info);

/* The value of __oclc_ISA_version in the device libraries: 9010 for gfx90a, 11000 for gfx1100. */
int overlay_isa_number(const struct target_info *info);

#endif
