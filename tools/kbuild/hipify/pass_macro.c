/* Macros that stand for __device__ in the pass for the device alone:
 *
 *   #ifdef __CUDA_ARCH__
 *   #define HD __device__
 *   #else
 *   #define HD
 *   #endif
 *
 * Functions of the host call functions that are marked HD. In its pass for the device, nvcc does
 * not look at functions of the host; clang does. So the device's definition of the macro gets
 * __host__ too. In the pass for the host the functions have no mark. */
#include "hazard.h"
#include "parts.h"

void pass_macros_follow(struct pass_macros *macros, const struct token *token)
{
    if (token->word == WORD___device__)
        macros->device = *token;
}

void pass_macros_end_line(struct pass_macros *macros, const struct branches *branches)
{
    const struct qualifiers *qualifiers = macros->qualifiers;
    bool one_pass = branches->live[PASS_HOST] == TRUTH_NO &&
                    branches->live[PASS_DEVICE] != TRUTH_NO &&
                    branches->live[PASS_NVIDIA] != TRUTH_NO;
    if (macros->device.size > 0 && one_pass && qualifiers->open &&
        (qualifiers->set & QUALIFIER_BOTH) == QUALIFIER_DEVICE)
        edits_add(macros->edits, macros->device.offset, 0, "__host__ ");
    macros->device = (struct token){0};
}
