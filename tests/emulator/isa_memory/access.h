/* access: the ways in which the tests' instructions address memory: the assembly,
 * and the registers that make lane i access byte |offset[i]| of a place.
 *
 * v[2:3] hold addresses, s[4:5] and s6 bases, s[8:11] a buffer's descriptor.
 */
#ifndef TESTS_EMULATOR_ISA_MEMORY_ACCESS_H
#define TESTS_EMULATOR_ISA_MEMORY_ACCESS_H

#include "model.h"

struct access_form {
    const char *prefix; /* "global", "ds" */
    const char *before; /* the address, where it comes before the data */
    const char *behind; /* the text behind the data */
    void (*prepare)(struct model *model, int32_t immediate, struct harness_state *state,
                    enum place *places, uint32_t *offsets);
    int32_t least, most; /* immediate offsets that every target has */
    bool no_gfx9, no_gfx10, no_gfx11;
    bool no_atomics;
};

extern const struct access_form access_forms[];
extern const unsigned access_form_count;
bool access_has(const struct access_form *form, const char *target);

#endif
