/* kernel: what a kernel's descriptor says about the registers that its waves start with. */
#ifndef EMULATOR_CORE_KERNEL_H
#define EMULATOR_CORE_KERNEL_H

#include "codeobj.h"
#include "instruction.h"

/* Bits of a descriptor's |properties|: which values are put into user SGPRs, in this order. */
enum kernel_property {
    PROPERTY_PRIVATE_SEGMENT_BUFFER = 1 << 0,
    PROPERTY_DISPATCH_PTR = 1 << 1,
    PROPERTY_QUEUE_PTR = 1 << 2,
    PROPERTY_KERNARG_SEGMENT_PTR = 1 << 3,
    PROPERTY_DISPATCH_ID = 1 << 4,
    PROPERTY_FLAT_SCRATCH_INIT = 1 << 5,
    PROPERTY_PRIVATE_SEGMENT_SIZE = 1 << 6,
};

/* Whether a work-item's three coordinates share one VGPR, ten bits each: since CDNA2 and RDNA3. */
static inline bool work_items_are_packed(enum generation generation)
{
    return generation == GENERATION_GFX90A || generation_has_gfx940(generation) ||
           generation >= GENERATION_GFX11;
}

/* These functions return two numbers: the user SGPRs that the kernel reserves, and the user SGPRs
 * that its properties and preloaded arguments fill. */
unsigned kernel_user_sgprs(const struct kernel_descriptor *descriptor);
unsigned kernel_enabled_sgprs(const struct kernel_descriptor *descriptor);

/* The part of the kernel's arguments that is in user SGPRs when a wave starts. Both members count
 * dwords. */
struct kernarg_preload {
    unsigned first, count;
};
struct kernarg_preload kernel_preload(const struct kernel_descriptor *descriptor);

#endif
