/* Masks of 32 lanes and constants named like a warp's size, where HIP's own headers make waves of
 * them.
 */
#ifndef KBUILD_HIPIFY_LANES_H
#define KBUILD_HIPIFY_LANES_H

#include "hipify.h"
#include "scope.h"

/* Looks at |token|, a number (KB1301, KB1302); |history| holds what came before. */
void lanes_follow_number(const char *source, const struct token *token,
                         const struct history *history, struct hipify_report *report);

#endif
