/* What the device libraries must have for a processor. */
#ifndef KBUILD_TOOLCHAIN_OVERLAY_H
#define KBUILD_TOOLCHAIN_OVERLAY_H

#include "codeobj.h"
#include "toolchain/toolchain.h"

#include <stdbool.h>

/* Do the toolchain's own device libraries lack a file for it? */
bool overlay_is_needed(const struct toolchain *toolchain, const struct target_info *info);

/* What the device libraries call __oclc_ISA_version: 9010 for gfx90a, 11000 for gfx1100. */
int overlay_isa_number(const struct target_info *info);

#endif
