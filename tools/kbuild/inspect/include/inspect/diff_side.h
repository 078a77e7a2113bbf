/* The kernels of a package as a list, with their numbers, for diff and report. */
#ifndef KBUILD_INSPECT_DIFF_SIDE_H
#define KBUILD_INSPECT_DIFF_SIDE_H

#include "inspect/diff_metric.h"
#include "inspect/package.h"

/* A kernel of one package, on one target. Borrows from the package, but for |module|. */
struct diff_kernel {
    const char *name;
    size_t stem_length; /* of |name|, up to the suffix that clang gives static kernels */
    const char *target;
    char *module; /* the file's name up to its first '.' */
    const struct kernel *kernel;
    uint64_t code_hash; /* 0 when it is not known */
    int64_t values[METRIC_COUNT];
    size_t order;   /* in the package */
    bool is_paired; /* it is paired with a kernel of the other package */
};

struct diff_side {
    const char *path; /* as it is shown; borrowed */
    struct diff_kernel *kernels;
    size_t kernel_count;
    struct strings targets; /* sorted; also those of images without a kernel */
};

struct diff_filter {
    struct strings kernels; /* see kernel_matches(); empty: all */
    struct strings targets; /* target IDs or processors; empty: all */
};

/* Sorts |list| and removes duplicates. */
void diff_sort_unique(struct strings *list);
/* "libfoo" of "build/libfoo.so.1": the file's name up to its first '.'; a fresh string. */
char *diff_module_name(const char *path);
/* Whether |image| is a code object with a target, and |filter| accepts it. */
bool diff_wants_image(const struct diff_filter *filter, const struct package_image *image);

/* Adds the kernels of |package| that |filter| accepts; |side| borrows from it. */
void diff_side_collect(struct diff_side *side, const struct package *package,
                       const struct diff_filter *filter);
/* Whether |filter| has left nothing. A target without kernels counts as something, unless kernels
 * were asked for. */
bool diff_side_is_empty(const struct diff_side *side, const struct diff_filter *filter);
void diff_side_free(struct diff_side *side);

#endif
