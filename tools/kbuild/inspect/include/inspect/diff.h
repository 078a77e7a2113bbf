/* diff: two packages compared, kernel by kernel.
 *
 * A kernel is identified by its name and its target, not by its file. docs/diff.md describes what
 * happens when a name is there more than once.
 */
#ifndef KBUILD_INSPECT_DIFF_H
#define KBUILD_INSPECT_DIFF_H

#include "inspect/diff_side.h"

enum diff_state { DIFF_REMOVED, DIFF_ADDED, DIFF_CHANGED, DIFF_UNCHANGED };
enum { DIFF_STATE_COUNT = DIFF_UNCHANGED + 1 };

/* A kernel before and after. */
struct diff_pair {
    const struct diff_kernel *before, *after; /* NULL: added, removed */
    enum diff_state state;
    unsigned changes; /* bit 1u << metric, without those of --ignore */
    bool is_signature_changed;
    bool is_code_changed; /* its bytes, as far as both sides have them */
    size_t rank;          /* place of the worst change of this kernel, of all targets */
    bool is_duplicate;    /* its name is in the package more than once for this target */
};

struct diff {
    struct diff_side before, after;
    struct diff_pair *pairs; /* by state; the changed ones worst first, by kernel */
    size_t pair_count;
    size_t counts[DIFF_STATE_COUNT];
    struct strings targets_added, targets_removed; /* sorted */
    struct strings notes; /* on kernels that could not be told apart: sentences */
};

struct diff_options {
    struct diff_filter filter;
    unsigned ignored; /* bits of metrics to ignore */
    bool ignores_signature, ignores_code_hash;
};

/* |out| borrows from both packages and is to be freed. */
void diff_packages(const struct package *before, const struct package *after,
                   const struct diff_options *options, struct diff *out);
void diff_free(struct diff *diff);

/* The one that is not NULL; the later one when both exist. */
static inline const struct diff_kernel *diff_pair_kernel(const struct diff_pair *pair)
{
    return pair->after ? pair->after : pair->before;
}

#endif
