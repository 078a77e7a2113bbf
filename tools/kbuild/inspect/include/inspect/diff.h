/* Compares two packages, kernel by kernel, and checks conditions on the result.
 *
 * A kernel is identified by its name and its target, not by its file. docs/diff.md describes what
 * happens when a name is there more than once, and the language of the conditions.
 */
#ifndef KBUILD_INSPECT_DIFF_H
#define KBUILD_INSPECT_DIFF_H

#include "inspect/metric.h"
#include "inspect/screen.h"

/* ---- diff.c: the kernels of a package as a list, for diff and report ------------------------- */

/* A kernel of one package, on one target. It owns |module|, and borrows everything else from the
 * package. */
struct diff_kernel {
    const char *name;
    size_t stem_length; /* length of |name| without the suffix that clang gives static kernels */
    const char *target;
    char *module; /* the file's name up to its first '.' */
    const struct kernel *kernel;
    uint64_t code_hash; /* hash of the code; 0: not known */
    enum occupancy_limit limit;
    int64_t values[METRIC_COUNT];
    unsigned unknown; /* bit 1u << metric: the value is not known, and is 0 */
    size_t order;     /* number of the kernel in its package */
    bool is_paired;   /* paired with a kernel of the other package */
};

struct diff_side {
    const char *path; /* the path as it is shown; borrowed */
    struct diff_kernel *kernels;
    size_t kernel_count;
    struct strings targets; /* sorted; also targets of images without a kernel */
};

struct diff_filter {
    struct strings kernels; /* globs for kernel_matches(); empty: all kernels */
    struct strings targets; /* target IDs or processors; empty: all targets */
};

/* Returns the name of the file |path| up to its first '.', "libfoo" for "build/libfoo.so.1", as a
 * fresh string. */
char *diff_module_name(const char *path);
/* Whether |image| is a code object with a target, and |filter| accepts it. */
bool diff_wants_image(const struct diff_filter *filter, const struct package_image *image);

/* Adds the kernels of |package| that |filter| accepts to |side|, which borrows from |package|. */
void diff_side_collect(struct diff_side *side, const struct package *package,
                       const struct diff_filter *filter);
/* Whether |filter| has left nothing. A target without kernels counts as something, unless the
 * filter asks for kernels. */
bool diff_side_is_empty(const struct diff_side *side, const struct diff_filter *filter);
void diff_side_free(struct diff_side *side);

/* ---- diff.c ---------------------------------------------------------------------------------- */

enum diff_state { DIFF_REMOVED, DIFF_ADDED, DIFF_CHANGED, DIFF_UNCHANGED };
enum { DIFF_STATE_COUNT = DIFF_UNCHANGED + 1 };

/* A kernel before and after. */
struct diff_pair {
    const struct diff_kernel *before, *after; /* |before| is NULL: added; |after|: removed */
    enum diff_state state;
    unsigned changes; /* bit 1u << metric: the metric changed, and is not ignored */
    bool is_signature_changed;
    unsigned launch_changes; /* bit 1u << enum launch_trait: changed, and not ignored */
    bool is_code_changed;    /* both hashes are known and differ */
    size_t rank;             /* place of the kernel's worst pair, on any target */
    bool is_duplicate;       /* another pair has the same name and target */
};

struct diff {
    struct diff_side before, after;
    const struct metric_range *metrics; /* the metrics that the kernels have */
    struct diff_pair *pairs;            /* by state; if changed, worst first, kernel by kernel */
    size_t pair_count;
    size_t counts[DIFF_STATE_COUNT];
    struct strings targets_added, targets_removed; /* sorted */
    struct strings notes; /* sentences about kernels that could not be told apart */
};

struct diff_options {
    struct diff_filter filter;
    unsigned ignored;        /* bit 1u << metric: ignore the metric */
    unsigned ignored_launch; /* bit 1u << enum launch_trait: ignore the trait */
    bool ignores_signature, ignores_code_hash;
};

/* Compares two packages. |out| borrows from both; the caller frees it with diff_free(). */
void diff_packages(const struct package *before, const struct package *after,
                   const struct diff_options *options, struct diff *out);
/* Compares two profiles, whose kernels have metrics_of_profile. */
struct profile;
void diff_profiles(const struct profile *before, const struct profile *after,
                   const struct diff_options *options, struct diff *out);
void diff_free(struct diff *diff);

static inline bool diff_value_is_known(const struct diff_kernel *kernel, enum metric metric)
{
    return !(kernel->unknown >> metric & 1);
}

/* Returns the kernel of |pair| that is not NULL, or |after| when both exist. */
static inline const struct diff_kernel *diff_pair_kernel(const struct diff_pair *pair)
{
    return pair->after ? pair->after : pair->before;
}

/* ---- gate.c: conditions that let CI fail: "spills>0,vgpr+10%,removed" ------------------------ */

enum gate_kind {
    GATE_ABOVE, /* a kernel of the new package has metric > number */
    GATE_AT_LEAST,
    GATE_BELOW,
    GATE_AT_MOST,
    GATE_GREW,   /* a kernel of both packages grew by |number| or more */
    GATE_SHRANK, /* a kernel of both packages shrank by |number| or more */
    GATE_REMOVED,
    GATE_ADDED,
    GATE_CHANGED,
    GATE_SIGNATURE,
    GATE_TARGET_REMOVED,
    GATE_TARGET_ADDED,
};

struct gate_term {
    enum gate_kind kind;
    enum metric metric; /* set for kinds up to GATE_SHRANK */
    int64_t number;     /* in thousandths of a percent when |is_percent| */
    bool is_percent;
    char *text; /* the term as it was written, without blanks around it */
};

struct gate {
    struct gate_term *terms;
    size_t count;
};

struct gate_error {
    size_t column; /* number of bytes before the fault */
    char message[160];
};

/* Parses |text|. Returns false, sets |error|, and leaves |out| as it was, when |text| is not an
 * expression over |metrics|. */
bool gate_parse(const char *text, const struct metric_range *metrics, struct gate *out,
                struct gate_error *error);
void gate_free(struct gate *gate);

struct gate_hit {
    const struct gate_term *term;
    const struct diff_pair *pair; /* the pair that was caught; NULL when a target was */
    const char *target;
};

struct gate_hits {
    struct gate_hit *items;
    size_t count;
};

/* Collects what |gate| catches in |diff|, term by term. |out| borrows from both. Values that are
 * not known are not caught. */
void gate_check(const struct gate *gate, const struct diff *diff, struct gate_hits *out);
/* Finds a term that cannot be decided, because a value is not known. Returns false when there is
 * none. Values for NVIDIA's GPUs are left out: some, such as the occupancy, do not exist for
 * them. */
bool gate_find_undecided(const struct gate *gate, const struct diff *diff, struct gate_hit *out);
void gate_hits_free(struct gate_hits *hits);

/* ---- diff_text.c, diff_json.c: text for people, and "kbuild-diff-1" (see docs/diff.md) ------- */

struct diff_style {
    struct screen screen;
    bool all; /* also unchanged kernels, and each kernel of added and removed targets */
};

/* Prints |diff|, and what a gate has caught in it: |hits|, or NULL without a gate. */
void diff_print_text(const struct diff *diff, const struct gate_hits *hits,
                     const struct diff_style *style, struct buf *out);
void diff_print_json(const struct diff *diff, const struct gate_hits *hits,
                     const struct diff_style *style, struct buf *out);

#endif
