/* diff: two packages compared, kernel by kernel, and conditions on the result.
 *
 * A kernel is identified by its name and its target, not by its file. docs/diff.md describes what
 * happens when a name is there more than once, and the language of the conditions.
 */
#ifndef KBUILD_INSPECT_DIFF_H
#define KBUILD_INSPECT_DIFF_H

#include "inspect/metric.h"
#include "inspect/screen.h"

/* ---- diff.c: the kernels of a package as a list, for diff and report ------------------------- */

/* A kernel of one package, on one target. Borrows from the package, but for |module|. */
struct diff_kernel {
    const char *name;
    size_t stem_length; /* of |name|, up to the suffix that clang gives static kernels */
    const char *target;
    char *module; /* the file's name up to its first '.' */
    const struct kernel *kernel;
    uint64_t code_hash; /* 0 when it is not known */
    enum occupancy_limit limit;
    int64_t values[METRIC_COUNT];
    unsigned unknown; /* bit 1u << metric: its value is not known, and is 0 */
    size_t order;     /* in the package */
    bool is_paired;   /* it is paired with a kernel of the other package */
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

/* ---- diff.c ---------------------------------------------------------------------------------- */

enum diff_state { DIFF_REMOVED, DIFF_ADDED, DIFF_CHANGED, DIFF_UNCHANGED };
enum { DIFF_STATE_COUNT = DIFF_UNCHANGED + 1 };

/* A kernel before and after. */
struct diff_pair {
    const struct diff_kernel *before, *after; /* NULL: added, removed */
    enum diff_state state;
    unsigned changes; /* bit 1u << metric, without those of --ignore */
    bool is_signature_changed;
    unsigned launch_changes; /* bit 1u << enum launch_trait, without those of --ignore */
    bool is_code_changed;    /* its bytes, as far as both sides have them */
    size_t rank;             /* place of the worst change of this kernel, of all targets */
    bool is_duplicate;       /* its name is in the package more than once for this target */
};

struct diff {
    struct diff_side before, after;
    const struct metric_range *metrics; /* those that the kernels have */
    struct diff_pair *pairs;            /* by state; the changed ones worst first, by kernel */
    size_t pair_count;
    size_t counts[DIFF_STATE_COUNT];
    struct strings targets_added, targets_removed; /* sorted */
    struct strings notes; /* on kernels that could not be told apart: sentences */
};

struct diff_options {
    struct diff_filter filter;
    unsigned ignored;        /* bits of metrics to ignore */
    unsigned ignored_launch; /* bits of enum launch_trait */
    bool ignores_signature, ignores_code_hash;
};

/* |out| borrows from both packages and is to be freed. */
void diff_packages(const struct package *before, const struct package *after,
                   const struct diff_options *options, struct diff *out);
/* The same of two profiles; the kernels have metrics_of_profile. */
struct profile;
void diff_profiles(const struct profile *before, const struct profile *after,
                   const struct diff_options *options, struct diff *out);
void diff_free(struct diff *diff);

static inline bool diff_value_is_known(const struct diff_kernel *kernel, enum metric metric)
{
    return !(kernel->unknown >> metric & 1);
}

/* The one that is not NULL; the later one when both exist. */
static inline const struct diff_kernel *diff_pair_kernel(const struct diff_pair *pair)
{
    return pair->after ? pair->after : pair->before;
}

/* ---- gate.c: conditions that let CI fail: "spills>0,vgpr+10%,removed" ------------------------ */

enum gate_kind {
    GATE_ABOVE, /* metric > number, of every kernel of the new package */
    GATE_AT_LEAST,
    GATE_BELOW,
    GATE_AT_MOST,
    GATE_GREW,   /* by |number| or more, of kernels that both packages have */
    GATE_SHRANK, /* by |number| or more */
    GATE_REMOVED,
    GATE_ADDED,
    GATE_CHANGED,
    GATE_SIGNATURE,
    GATE_TARGET_REMOVED,
    GATE_TARGET_ADDED,
};

struct gate_term {
    enum gate_kind kind;
    enum metric metric; /* of those that have one */
    int64_t number;     /* thousandths of a percent when |is_percent| */
    bool is_percent;
    char *text; /* as it was written, without blanks around it */
};

struct gate {
    struct gate_term *terms;
    size_t count;
};

struct gate_error {
    size_t column; /* bytes before the fault */
    char message[160];
};

/* False, with |error| filled and |out| untouched, when |text| is not an expression over |metrics|.
 */
bool gate_parse(const char *text, const struct metric_range *metrics, struct gate *out,
                struct gate_error *error);
void gate_free(struct gate *gate);

struct gate_hit {
    const struct gate_term *term;
    const struct diff_pair *pair; /* NULL when it concerns a target */
    const char *target;
};

struct gate_hits {
    struct gate_hit *items;
    size_t count;
};

/* All that |gate| catches in |diff|, term by term; borrows from both. Values that are not known are
 * not caught. */
void gate_check(const struct gate *gate, const struct diff *diff, struct gate_hits *out);
/* Finds a term that cannot be decided, because a value is not known here; false without one. What
 * there is none of for a target, such as the occupancy on NVIDIA's GPUs, is not asked for. */
bool gate_find_undecided(const struct gate *gate, const struct diff *diff, struct gate_hit *out);
void gate_hits_free(struct gate_hits *hits);

/* ---- diff_text.c, diff_json.c: text for people, and "kbuild-diff-1" (see docs/diff.md) ------- */

struct diff_style {
    struct screen screen;
    bool all; /* unchanged kernels too, and each kernel of targets that came or went */
};

/* |hits| are those of a gate on |diff|, or NULL. */
void diff_print_text(const struct diff *diff, const struct gate_hits *hits,
                     const struct diff_style *style, struct buf *out);
void diff_print_json(const struct diff *diff, const struct gate_hits *hits,
                     const struct diff_style *style, struct buf *out);

#endif
