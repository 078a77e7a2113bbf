/* A diff as text for people and as JSON ("kbuild-diff-1", see docs/diff.md). */
#ifndef KBUILD_INSPECT_DIFF_PRINT_H
#define KBUILD_INSPECT_DIFF_PRINT_H

#include "inspect/gate.h"

struct diff_style {
    bool color;
    bool all; /* unchanged kernels too, and each kernel of targets that came or went */
};

/* |hits| are those of a gate on |diff|, or NULL. */
void diff_print_text(const struct diff *diff, const struct gate_hits *hits,
                     const struct diff_style *style, struct buf *out);
void diff_print_json(const struct diff *diff, const struct gate_hits *hits,
                     const struct diff_style *style, struct buf *out);

#endif
