/* Occupancy: how many waves of a kernel a SIMD holds at a time, and what keeps it from holding
 * more. */
#ifndef CODEOBJ_OCCUPANCY_H
#define CODEOBJ_OCCUPANCY_H

#include "codeobj.h"

enum occupancy_limit {
    OCCUPANCY_BY_HARDWARE, /* no more wave slots, or workgroups */
    OCCUPANCY_BY_VGPRS,    /* AGPRs included where they share the file */
    OCCUPANCY_BY_SGPRS,
    OCCUPANCY_BY_LDS,
    OCCUPANCY_BY_WORKGROUP, /* workgroups are so large that another one finds no room */
    OCCUPANCY_LIMITS,       /* how many there are */
};

struct occupancy {
    /* Of the fullest SIMD when as many workgroups are there as fit; 0 when the kernel cannot be
     * launched on the target at all. */
    unsigned waves;
    /* What each would allow alone. That of BY_WORKGROUP is what whole workgroups make of all the
     * others together, and so it is |waves|. */
    unsigned limit_waves[OCCUPANCY_LIMITS];
    enum occupancy_limit limit; /* the first of those that allow no more than |waves| */
};

/* Of |kernel| on |target|, launched with workgroups of |workgroup| work-items (0: what the kernel
 * requires, or else the largest that it allows) and |dynamic_lds| bytes of LDS beyond its own.
 * Nothing but numbers of |kernel| is read, so it need not come from a file. The formula and its
 * sources are in occupancy.c. */
struct occupancy occupancy_of(const struct kernel *kernel, const struct target_info *target,
                              uint32_t workgroup, uint32_t dynamic_lds);

/* "hardware", "VGPRs", "SGPRs", "LDS", "workgroup size" */
const char *occupancy_limit_name(enum occupancy_limit limit);

#endif
