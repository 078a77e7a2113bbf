/* Compares two packages, kernel by kernel, and checks conditions on the result.
 *
 * A kernel is identified by its name and its target, not by its file. docs/diff.md describes what
 * happens when several kernels have the same name, and the language of the conditions. */
#ifndef KBUILD_INSPECT_DIFF_H
#define KBUILD_INSPECT_DIFF_H

#include "inspect/metric.h"
#include "inspect/screen.h"

/* ---- diff.c: the kernels of a package as a list, for diff and report ------------------------- */

/* A kernel of one package for one target. It owns |module|, and borrows everything else from the
 * package. */
struct diff_kernel {
    const char *name;
    size_t stem_length; /* length of |name| without the suffix that clang gives static kernels */
    const char *target;
    char *module; /* the name of the kernel's file up to the first '.' */
    const struct kernel *kernel;
    uint64_t code_hash; /* the hash of the kernel's code; 0 if it is not known */
    enum occupancy_limit limit;
    int64_t values[METRIC_COUNT];
    /* a set of metrics, 1u << metric for each whose value is not known; its number in |values| is
     * then 0 */
    unsigned unknown;
    size_t order;   /* the kernel's position in its package */
    bool is_paired; /* whether some kernel of the other package is this kernel's partner */
};

struct diff_side {
    const char *path; /* the package's path as messages show it; borrowed */
    struct diff_kernel *kernels;
    size_t kernel_count;
    /* the target IDs of all images, sorted, also of images without a kernel */
    struct strings targets;
};

struct diff_filter {
    /* the globs, for kernel_matches(), of the kernels to compare; if empty, all kernels */
    struct strings kernels;
    struct strings targets; /* the target IDs or processors to compare; if empty, all targets */
};

/* Returns the name of the file |path| up to its first '.', "libfoo" for "build/libfoo.so.1", as a
 * fresh string. */
char *diff_module_name(const char *path);
/* Whether |image| is a code object with a target, and |filter| accepts it. */
bool diff_wants_image(const struct diff_filter *filter, const struct package_image *image);

/* Adds the kernels of |package| that |filter| accepts to |side|, which borrows from |package|. */
void diff_side_collect(struct diff_side *side, const struct package *package,
                       const struct diff_filter *filter);
/* Whether |side| has nothing that |filter| selects. A target without kernels counts as something,
 * unless the filter selects kernels by name. */
bool diff_side_is_empty(const struct diff_side *side, const struct diff_filter *filter);
void diff_side_free(struct diff_side *side);

/* ---- diff.c ---------------------------------------------------------------------------------- */

enum diff_state { DIFF_REMOVED, DIFF_ADDED, DIFF_CHANGED, DIFF_UNCHANGED };
enum { DIFF_STATE_COUNT = DIFF_UNCHANGED + 1 };

/* A kernel in the old package and in the new one. */
struct diff_pair {
    /* the kernel in the old and in the new package; |before| is NULL if it was added, |after| if it
     * was removed */
    const struct diff_kernel *before, *after;
    enum diff_state state;
    unsigned changes; /* a set of metrics, 1u << metric for each that changed and is not ignored */
    bool is_signature_changed;
    /* a set of traits, 1u << enum launch_trait for each that changed and is not ignored */
    unsigned launch_changes;
    bool is_code_changed; /* whether the hashes of both kernels' code are known and differ */
    size_t rank; /* a kernel has a pair for each target; |rank| is the position of the worst of
                    these pairs */
    bool is_duplicate; /* whether another pair has the same kernel name and target */
};

struct diff {
    struct diff_side before, after;
    /* the metrics that are compared: those of packages, or those of profiles */
    const struct metric_range *metrics;
    /* the pairs, sorted by state; changed pairs come kernel by kernel, the worst kernel first */
    struct diff_pair *pairs;
    size_t pair_count;
    size_t counts[DIFF_STATE_COUNT];
    /* the target IDs that only the new or only the old package has, sorted */
    struct strings targets_added, targets_removed;
    struct strings notes; /* sentences for the user about kernels that could not be told apart */
};

struct diff_options {
    struct diff_filter filter;
    unsigned ignored; /* a set of metrics, 1u << metric for each that is not compared */
    /* a set of traits, 1u << enum launch_trait for each that is not compared */
    unsigned ignored_launch;
    bool ignores_signature, ignores_code_hash;
};

/* Compares two packages. |out| borrows from both packages; the caller frees it with diff_free(). */
void diff_packages(const struct package *before, const struct package *after,
                   const struct diff_options *options, struct diff *out);
/* Compares two profiles as diff_packages() does, by the metrics that profiles have. */
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
    GATE_ABOVE, /* a kernel of the new package has a value above |number| */
    GATE_AT_LEAST,
    GATE_BELOW,
    GATE_AT_MOST,
    GATE_GREW,   /* the value of a kernel in both packages grew by |number| or more */
    GATE_SHRANK, /* the value of a kernel in both packages shrank by |number| or more */
    GATE_REMOVED,
    GATE_ADDED,
    GATE_CHANGED,
    GATE_SIGNATURE,
    GATE_TARGET_REMOVED,
    GATE_TARGET_ADDED,
};

struct gate_term {
    enum gate_kind kind;
    enum metric metric; /* the metric, for the kinds from GATE_ABOVE to GATE_SHRANK */
    /* the number with which the metric's value or change is compared; in thousandths of a percent
     * if |is_percent| */
    int64_t number;
    bool is_percent;
    char *text; /* the term as the user wrote it, without blanks around it */
};

struct gate {
    struct gate_term *terms;
    size_t count;
};

struct gate_error {
    size_t column; /* number of bytes in the text before the error */
    char message[160];
};

/* Parses the condition |text|. Returns false, sets |error|, and leaves |out| as it was, when |text|
 * is not a condition on |metrics|. */
bool gate_parse(const char *text, const struct metric_range *metrics, struct gate *out,
                struct gate_error *error);
void gate_free(struct gate *gate);

struct gate_hit {
    const struct gate_term *term;
    const struct diff_pair *pair; /* the pair that meets the term; NULL when |target| does */
    const char *target;
};

struct gate_hits {
    struct gate_hit *items;
    size_t count;
};

/* Collects the pairs and targets of |diff| that meet a term of |gate|, term by term. |out| borrows
 * from |gate| and |diff|. A value that is not known meets no term. */
void gate_check(const struct gate *gate, const struct diff *diff, struct gate_hits *out);
/* Finds a term that cannot be decided, because a value is not known. Returns false when every term
 * can be decided. Kernels for NVIDIA's GPUs are left out, because values such as the occupancy do
 * not exist for them. */
bool gate_find_undecided(const struct gate *gate, const struct diff *diff, struct gate_hit *out);
void gate_hits_free(struct gate_hits *hits);

/* ---- diff_text.c, diff_json.c: text for people, and "kbuild-diff-1" (see docs/diff.md) ------- */

struct diff_style {
    struct screen screen;
    /* whether to print unchanged kernels too, and each kernel of added and removed targets */
    bool all;
};

/* Prints |diff| and then |hits|, the pairs and targets that meet a gate's terms; NULL without a
 * gate. */
void diff_print_text(const struct diff *diff, const struct gate_hits *hits,
                     const struct diff_style *style, struct buf *out);
void diff_print_json(const struct diff *diff, const struct gate_hits *hits,
                     const struct diff_style *style, struct buf *out);

#endif
