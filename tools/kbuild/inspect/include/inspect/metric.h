/* A table of the numbers that kernels have: their names in JSON, tables, gates and reports, and
 * where the numbers come from. Packages and profiles have different numbers.
 */
#ifndef KBUILD_INSPECT_METRIC_H
#define KBUILD_INSPECT_METRIC_H

#include "inspect/package.h"
#include "occupancy.h"

enum metric {
    METRIC_VGPR,
    METRIC_AGPR,
    METRIC_SGPR,
    METRIC_SPILLS, /* VGPR and SGPR spills together: for gates, not shown */
    METRIC_VGPR_SPILLS,
    METRIC_SGPR_SPILLS,
    METRIC_SCRATCH,
    METRIC_LDS,
    METRIC_OCCUPANCY, /* waves */
    METRIC_CODE,
    METRIC_KERNARG,
    METRIC_WORKGROUP,
    METRIC_WAVE,
    /* The metrics above are of packages, and the metrics below of profiles. */
    METRIC_BOUND, /* nanoseconds, on the first chip of the target's family */
    METRIC_BYTES, /* bytes that move from and to memory */
    METRIC_INSTRUCTIONS,
    METRIC_CONFLICTS,
    METRIC_LINES,
    METRIC_DIVERGENCES,
    METRIC_EXPOSED,
    METRIC_WAVES,
    METRIC_COUNT,                    /* metrics, which are compared, end here */
    NUMBER_ARGUMENTS = METRIC_COUNT, /* arguments in the source, without hidden ones; only shown */
    NUMBER_COUNT,
};

enum metric_sense { METRIC_NEUTRAL = 0, METRIC_LESS_IS_BETTER = -1, METRIC_MORE_IS_BETTER = 1 };

struct metric_info {
    const char *name;  /* in gates, options, JSON of diff and report: "vgpr-spills"; or NULL */
    const char *title; /* in a diff: "VGPR spills"; or NULL */
    const char *field; /* in inspect's JSON: "vgpr_spills"; or NULL */
    enum metric_sense sense;
    bool is_sum;         /* the sum of other metrics, which diffs show in its place */
    size_t offset, size; /* where struct kernel has the number; |size| 0: computed */
};

extern const struct metric_info metric_table[NUMBER_COUNT];

struct metric_range {
    enum metric first, end;
};
extern const struct metric_range metrics_of_package, metrics_of_profile;

/* Returns the metric in |range| whose name is the first |length| bytes of |name|, or
 * METRIC_COUNT. */
enum metric metric_find(const struct metric_range *range, const char *name, size_t length);

/* A kernel in an image, and numbers that are computed for it. Borrows. */
struct kernel_row {
    const struct package_image *image;
    const struct kernel *kernel;
    uint32_t arguments;         /* number of arguments in the source */
    uint16_t waves;             /* the occupancy */
    enum occupancy_limit limit; /* what limits the occupancy */
};

/* Returns the row of |kernel| in |image|. |workgroup|: work-items of a workgroup, for the
 * occupancy; 0: the kernel's largest. */
struct kernel_row kernel_row_of(const struct package_image *image, const struct kernel *kernel,
                                uint32_t workgroup);

/* ---- rows.c: rows of tables ------------------------------------------------------------------ */

/* A row in as few bytes as it takes: a library has hundreds of thousands, which are all in memory
 * because they are sorted. Rows follow each other: see row_after(). */
struct stored_row {
    const char *name;
    uint32_t image; /* index into the package's images; set by inspect_collect() */
    uint8_t size;   /* bytes of |cells| */
    uint8_t cells[];
};

/* Returns rows of all kernels of |image|, or NULL when it has none. The caller frees them. Their
 * texts are copied to |pool|, so that the kernels can be freed, and arguments are only counted. If
 * |pool| is NULL, the rows borrow from the kernels. |image| of each row is 0. */
struct stored_row *rows_store(const struct package_image *image, struct metadata_pool *pool,
                              uint32_t workgroup);
struct stored_row *row_after(struct stored_row *row);

/* A stored row that was loaded. Its kernel has only the members that a table shows. */
struct loaded_row {
    struct kernel_row row;
    struct kernel kernel;
};
/* Loads |stored| into |out|, and returns |&out->row|. */
const struct kernel_row *row_load(const struct package *package, const struct stored_row *stored,
                                  struct loaded_row *out);

/* Returns the value of |metric|, or 0 when it is not known. */
uint64_t metric_value(enum metric metric, const struct kernel_row *row);
/* Whether the occupancy of a kernel for |target| is known. It is not for unknown processors and for
 * NVIDIA's GPUs. */
bool occupancy_is_known(const struct target_id *target);
bool metric_is_known(enum metric metric, const struct kernel_row *row);
/* Returns the unsigned number of |size| bytes (1, 2, 4 or 8) at |member|. */
uint64_t member_value(const void *member, size_t size);
void member_set(void *member, size_t size, uint64_t value);

/* Returns by how much |now| is worse than |before|: negative when it is better, 0 for neutral
 * metrics. */
int64_t metric_worsening(enum metric metric, int64_t before, int64_t now);

/* Compares the signatures of two kernels. Returns 0 when a caller can call either: the arguments
 * that a caller passes agree in offset, size, kind and type. Names, and hidden arguments, which the
 * runtime passes, do not count. */
int signature_compare(const struct kernel *a, const struct kernel *b);
/* Returns the index of the first argument from |at| on that a caller passes, or
 * |argument_count|. */
size_t signature_next(const struct kernel *kernel, size_t at);

/* What a launch of a kernel depends on, besides its numbers and its arguments. */
enum launch_trait {
    LAUNCH_REQUIRED, /* workgroup size that the kernel requires */
    LAUNCH_CLUSTER,  /* workgroups of a cluster */
    LAUNCH_MODE,     /* WGP mode, or not */
    LAUNCH_BARRIERS, /* named barriers */
    LAUNCH_REVISION, /* revision of the processor */
    LAUNCH_TRAITS,
};
extern const char *const launch_names[LAUNCH_TRAITS]; /* "required-workgroup", "cluster" */
/* Appends the value of |trait|, as "4x2x1", "WGP", "8" or "B0"; nothing where the kernel does not
 * state it. */
void launch_print(enum launch_trait trait, const struct kernel *kernel, struct buf *out);
/* Whether |a| and |b| have the same value of |trait|. */
bool launch_is_equal(enum launch_trait trait, const struct kernel *a, const struct kernel *b);

/* The words for enum occupancy_limit in inspect's JSON: "vgprs". */
extern const char *const occupancy_words[];

#endif
