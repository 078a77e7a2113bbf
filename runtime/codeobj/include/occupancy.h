/* Occupancy: how many waves of a kernel a SIMD holds at a time, and what limits them. */
#ifndef CODEOBJ_OCCUPANCY_H
#define CODEOBJ_OCCUPANCY_H

#include "codeobj.h"

enum occupancy_limit {
    OCCUPANCY_BY_HARDWARE, /* no more wave slots, or workgroups */
    OCCUPANCY_BY_VGPRS,    /* AGPRs included where they share the file */
    OCCUPANCY_BY_SGPRS,
    OCCUPANCY_BY_LDS,
    OCCUPANCY_BY_WORKGROUP, /* workgroups are so large that another one does not fit */
    OCCUPANCY_LIMITS,       /* how many there are */
};

struct occupancy {
    /* Of the fullest SIMD, when as many workgroups run as fit; 0 when the kernel cannot be launched
     * on the target at all. */
    unsigned waves;
    /* What each limit would allow alone. BY_WORKGROUP is the result of all the others together in
     * whole workgroups, and so equals |waves|. */
    unsigned limit_waves[OCCUPANCY_LIMITS];
    enum occupancy_limit limit; /* the first of those that allow no more than |waves| */
};

/* Of |kernel| on |target|, launched with workgroups of |workgroup| work-items (0: what the kernel
 * requires, or else the largest that it allows) and |dynamic_lds| bytes of LDS beyond its own.
 * Only numbers of |kernel| are read, so it need not come from a file. The formula and its
 * sources are in occupancy.c. */
struct occupancy occupancy_of(const struct kernel *kernel, const struct target_info *target,
                              uint32_t workgroup, uint32_t dynamic_lds);

/* "hardware", "VGPRs", "SGPRs", "LDS", "workgroup size" */
const char *occupancy_limit_name(enum occupancy_limit limit);

#endif
