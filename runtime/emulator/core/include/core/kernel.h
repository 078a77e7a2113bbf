/* kernel: what a kernel's descriptor says about the registers that its waves begin with. */
#ifndef EMULATOR_CORE_KERNEL_H
#define EMULATOR_CORE_KERNEL_H

#include "codeobj.h"
#include "instruction.h"

/* Bits of a descriptor's |properties|: what it enables in user SGPRs, in this order. */
enum kernel_property {
    PROPERTY_PRIVATE_SEGMENT_BUFFER = 1 << 0,
    PROPERTY_DISPATCH_PTR = 1 << 1,
    PROPERTY_QUEUE_PTR = 1 << 2,
    PROPERTY_KERNARG_SEGMENT_PTR = 1 << 3,
    PROPERTY_DISPATCH_ID = 1 << 4,
    PROPERTY_FLAT_SCRATCH_INIT = 1 << 5,
    PROPERTY_PRIVATE_SEGMENT_SIZE = 1 << 6,
};

/* Since CDNA2 and RDNA3 a work-item's three coordinates share a register, ten bits each. */
static inline bool work_items_are_packed(enum generation generation)
{
    return generation == GENERATION_GFX90A || generation_has_gfx940(generation) ||
           generation >= GENERATION_GFX11;
}

/* The number of user SGPRs that the kernel has, and the number that it enables, with its preloaded
 * arguments. */
unsigned kernel_user_sgprs(const struct kernel_descriptor *descriptor);
unsigned kernel_enabled_sgprs(const struct kernel_descriptor *descriptor);

/* Arguments that are in user SGPRs when a wave starts: dwords of the kernel's arguments. */
struct kernarg_preload {
    unsigned first, count;
};
struct kernarg_preload kernel_preload(const struct kernel_descriptor *descriptor);

#endif
