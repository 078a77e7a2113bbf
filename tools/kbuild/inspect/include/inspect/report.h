/* report: the contents of a package, as one HTML file that loads nothing. docs/report.md describes
 * it.
 */
#ifndef KBUILD_INSPECT_REPORT_H
#define KBUILD_INSPECT_REPORT_H

#include "inspect/diff.h"

/* A name of kernels, for all targets and modules. */
struct report_name {
    const char *name;
    char *readable; /* demangled */
};

/* A kernel on a target; the numbers are indices into the lists of struct report, and
 * an enum occupancy_limit. */
struct report_row {
    size_t kernel, target, module, limit;
    const struct diff_kernel *numbers;
};

struct report_target {
    const char *id, *family; /* "" when the table lacks it */
    unsigned waves;          /* that a SIMD holds at most; 0 when the table lacks it */
    size_t kernels, images, spilling;
    uint64_t size;                                  /* of its code objects, bytes */
    int64_t most_vgprs, median_waves, fewest_waves; /* of a kernel */
    size_t levels[9];                               /* kernels by report_level() */
};

/* Everything is sorted by name, so that the same package gives the same bytes. */
struct report {
    const struct package *package;
    const struct profile *profile; /* or NULL; the caller sets it */
    const char *title;
    struct diff_side side;
    struct report_name *names; /* by |readable| */
    struct report_row *rows;   /* by kernel, target, module */
    struct report_target *targets;
    struct strings modules;
    uint64_t *sizes; /* of module * target_count + target: bytes of code objects */
    size_t name_count, row_count, target_count;
};

/* Of the 9 steps of the colour scale: 0 cannot run, 8 all the waves that the hardware holds. */
unsigned report_level(int64_t waves, unsigned most);

/* Borrows from all its arguments; the caller frees |out|. */
void report_make(const struct package *package, const struct diff_filter *filter, const char *title,
                 struct report *out);
void report_free(struct report *report);

/* The page, and the data in it for its script. */
void report_print(const struct report *report, struct buf *out);
void report_print_data(const struct report *report, struct buf *out);
void report_print_profile(const struct report *report, struct buf *out);

#endif
