/* Occupancy: how many waves of a kernel a SIMD holds at a time, and what limits them. */
#ifndef CODEOBJ_OCCUPANCY_H
#define CODEOBJ_OCCUPANCY_H

#include "codeobj.h"

enum occupancy_limit {
    OCCUPANCY_BY_HARDWARE, /* the hardware has no more wave slots, or no more workgroups */
    OCCUPANCY_BY_VGPRS,    /* the SIMD has no more VGPRs; AGPRs count too if they are in the same
                              register file */
    OCCUPANCY_BY_SGPRS,
    OCCUPANCY_BY_LDS,
    OCCUPANCY_BY_WORKGROUP, /* another workgroup does not fit, because workgroups are large */
    OCCUPANCY_LIMITS,       /* how many limits there are */
};

struct occupancy {
    /* Waves on the fullest SIMD when as many workgroups run as fit. 0 when the kernel cannot be
     * launched on the target at all. */
    unsigned waves;
    /* The waves that each limit alone would allow. The number of OCCUPANCY_BY_WORKGROUP is the
     * result of all other limits together, in whole workgroups, and so equals |waves|. */
    unsigned limit_waves[OCCUPANCY_LIMITS];
    enum occupancy_limit limit; /* the first limit that allows no more than |waves| */
};

/* Computes the occupancy of |kernel| on |target|. A workgroup has |workgroup| work-items (0: as
 * many as the kernel requires, or else the most that it allows) and |dynamic_lds| bytes of LDS
 * beyond its fixed LDS. The function reads only numbers of |kernel|, which need not come from a
 * file. The formula and its sources are in occupancy.c. */
struct occupancy occupancy_of(const struct kernel *kernel, const struct target_info *target,
                              uint32_t workgroup, uint32_t dynamic_lds);

/* Returns the name of |limit|: "hardware", "VGPRs", "SGPRs", "LDS" or "workgroup size". */
const char *occupancy_limit_name(enum occupancy_limit limit);

#endif
