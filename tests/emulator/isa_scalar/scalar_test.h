/* scalar_test: what the tests of scalar instructions share: the targets, and registers in pairs.
 */
#ifndef TESTS_EMULATOR_ISA_SCALAR_H
#define TESTS_EMULATOR_ISA_SCALAR_H

#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct scalar_target {
    const char *name;
    unsigned lanes;
    unsigned on; /* its bit among ON_* */
} scalar_targets[] = {
    {"gfx90a", 64, ON_GFX90A}, {"gfx1030", 32, ON_GFX10}, {"gfx1030", 64, ON_GFX10},
    {"gfx1100", 32, ON_GFX11}, {"gfx1100", 64, ON_GFX11}, {"gfx1200", 32, ON_GFX12},
};
enum { SCALAR_TARGETS = sizeof scalar_targets / sizeof scalar_targets[0] };

/* A register of |state|, or two of them as one number. */
static inline uint64_t sgpr_get(const struct harness_state *state, unsigned reg, unsigned bits)
{
    return bits == 64 ? state_mask(state, reg) : state->sgpr[reg];
}
static inline void sgpr_set(struct harness_state *state, unsigned reg, unsigned bits, uint64_t v)
{
    state->sgpr[reg] = (uint32_t)v;
    if (bits == 64)
        state->sgpr[reg + 1] = (uint32_t)(v >> 32);
}
/* "s[4:5]" or "s4", into one of a few buffers. */
static inline const char *sgpr_name(unsigned reg, unsigned bits)
{
    static char names[8][16];
    static unsigned next;
    char *name = names[next++ % 8];
    if (bits <= 32)
        snprintf(name, sizeof names[0], "s%u", reg);
    else
        snprintf(name, sizeof names[0], "s[%u:%u]", reg, reg + bits / 32 - 1);
    return name;
}

/* random_state() without the vector registers, which take most of its time and stay 0. */
static inline void scalar_state(struct harness_random *random, const struct harness *harness,
                                struct harness_state *state)
{
    for (unsigned i = 0; i < SGPR_COUNT; i++)
        state->sgpr[i] = random_32(random);
    state->scc = random_bits(random) & 1;
    state->mode = HARNESS_MODE;
    state_set_mask(state, SGPR_EXEC, random_exec(random, harness, 0));
}

#endif
