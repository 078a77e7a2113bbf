/* The metrics of kernels: numbers such as registers, LDS and bytes of code. For each metric a table
 * has its names in JSON, tables, gates and reports, and its offset in struct kernel. Kernels of
 * packages have other metrics than kernels of profiles. */
#ifndef KBUILD_INSPECT_METRIC_H
#define KBUILD_INSPECT_METRIC_H

#include "inspect/package.h"
#include "occupancy.h"

enum metric {
    METRIC_VGPR,
    METRIC_AGPR,
    METRIC_SGPR,
    METRIC_SPILLS, /* the sum of VGPR and SGPR spills, for gates; tables do not show it */
    METRIC_VGPR_SPILLS,
    METRIC_SGPR_SPILLS,
    METRIC_SCRATCH,
    METRIC_LDS,
    METRIC_OCCUPANCY, /* the occupancy, in waves of a SIMD */
    METRIC_CODE,
    METRIC_KERNARG,
    METRIC_WORKGROUP,
    METRIC_WAVE,
    /* The metrics from METRIC_VGPR to METRIC_WAVE are those of packages, the others those of
     * profiles. */
    /* the lower bound in nanoseconds, on the first chip that runs the target's code */
    METRIC_BOUND,
    METRIC_BYTES, /* how many bytes are read from memory and written to it */
    METRIC_INSTRUCTIONS,
    METRIC_CONFLICTS,
    METRIC_LINES,
    METRIC_DIVERGENCES,
    METRIC_EXPOSED,
    METRIC_WAVES,
    /* the end of the metrics, which are the numbers that a diff compares */
    METRIC_COUNT,
    /* arguments in the source, without hidden ones; shown, but not compared */
    NUMBER_ARGUMENTS = METRIC_COUNT,
    NUMBER_COUNT,
};

enum metric_sense { METRIC_NEUTRAL = 0, METRIC_LESS_IS_BETTER = -1, METRIC_MORE_IS_BETTER = 1 };

struct metric_info {
    /* the name in gates, options, and the JSON of diff and report: "vgpr-spills"; or NULL */
    const char *name;
    const char *title; /* the name in the text of a diff: "VGPR spills"; or NULL */
    const char *field; /* the key in inspect's JSON: "vgpr_spills"; or NULL */
    enum metric_sense sense;
    bool is_sum; /* whether the metric is a sum of other metrics; diffs show those instead */
    /* where the number is in struct kernel; |size| is 0 if the number is computed */
    size_t offset, size;
};

extern const struct metric_info metric_table[NUMBER_COUNT];

struct metric_range {
    enum metric first, end;
};
extern const struct metric_range metrics_of_package, metrics_of_profile;

/* Returns the metric in |range| whose name is the first |length| bytes of |name|, or
 * METRIC_COUNT. */
enum metric metric_find(const struct metric_range *range, const char *name, size_t length);

/* A kernel in an image, and numbers that are computed for the kernel. The pointers are borrowed. */
struct kernel_row {
    const struct package_image *image;
    const struct kernel *kernel;
    uint32_t arguments;         /* number of the kernel's arguments in the source */
    uint16_t waves;             /* the occupancy: waves that fit on a SIMD */
    enum occupancy_limit limit; /* what limits the occupancy */
};

/* Returns the row of |kernel| in |image|. The occupancy is computed for workgroups of |workgroup|
 * work-items; 0: the kernel's largest workgroup. */
struct kernel_row kernel_row_of(const struct package_image *image, const struct kernel *kernel,
                                uint32_t workgroup);

/* ---- rows.c: rows of tables ------------------------------------------------------------------ */

/* The row of a kernel in a compact encoding. A library has hundreds of thousands of rows, which are
 * all in memory because they are sorted. An image's rows are one after another in memory: see
 * row_after(). */
struct stored_row {
    const char *name;
    uint32_t image; /* the index in the package of the row's image; inspect_collect() sets it */
    uint8_t size;   /* number of bytes in |cells| */
    uint8_t cells[];
};

/* Returns the rows of all kernels of |image|, or NULL when it has no kernels. The caller frees the
 * rows. The kernels' texts are copied to |pool|, so that the kernels can be freed, and a row has
 * only the number of the arguments. If |pool| is NULL, the rows borrow texts from the kernels. The
 * member |image| of each row is 0. */
struct stored_row *rows_store(const struct package_image *image, struct metadata_pool *pool,
                              uint32_t workgroup);
struct stored_row *row_after(struct stored_row *row);

/* A decoded row. The members of |kernel| that a table does not show are 0. */
struct loaded_row {
    struct kernel_row row;
    struct kernel kernel;
};
/* Decodes |stored| into |out|, and returns |&out->row|. */
const struct kernel_row *row_load(const struct package *package, const struct stored_row *stored,
                                  struct loaded_row *out);

/* Returns the value of |metric|, or 0 when the value is not known. */
uint64_t metric_value(enum metric metric, const struct kernel_row *row);
/* Whether the occupancy of a kernel for |target| can be computed: not for an unknown processor, and
 * not for NVIDIA's GPUs. */
bool occupancy_is_known(const struct target_id *target);
bool metric_is_known(enum metric metric, const struct kernel_row *row);
/* Returns the unsigned integer of |size| bytes (1, 2, 4 or 8) at |member|. */
uint64_t member_value(const void *member, size_t size);
void member_set(void *member, size_t size, uint64_t value);

/* Returns by how much the value |now| is worse than |before|: negative when |now| is better, 0 for
 * metrics that are neither good nor bad. */
int64_t metric_worsening(enum metric metric, int64_t before, int64_t now);

/* Compares the signatures of two kernels. Returns 0 when a caller of one kernel can call the other:
 * the arguments that a caller passes agree in offset, size, kind and type. Ignores the arguments'
 * names, and hidden arguments, which the runtime passes. */
int signature_compare(const struct kernel *a, const struct kernel *b);
/* Returns the index, from |at| on, of the first argument that is not hidden; |argument_count| if
 * there is none. */
size_t signature_next(const struct kernel *kernel, size_t at);

/* Properties on which a launch of a kernel depends, besides the kernel's numbers and arguments. */
enum launch_trait {
    LAUNCH_REQUIRED, /* the workgroup size that the kernel requires */
    LAUNCH_CLUSTER,  /* the number of workgroups in a cluster */
    LAUNCH_MODE,     /* whether the kernel runs in WGP mode */
    LAUNCH_BARRIERS, /* the number of named barriers */
    LAUNCH_REVISION, /* the revision of the processor that the kernel needs */
    LAUNCH_TRAITS,
};
/* the traits' names in JSON and options: "required-workgroup", "cluster" */
extern const char *const launch_names[LAUNCH_TRAITS];
/* Appends the value of |trait|, as "4x2x1", "WGP", "8" or "B0". Appends nothing if the kernel's
 * metadata does not state the trait. */
void launch_print(enum launch_trait trait, const struct kernel *kernel, struct buf *out);
/* Whether |a| and |b| have the same value of |trait|. */
bool launch_is_equal(enum launch_trait trait, const struct kernel *a, const struct kernel *b);

/* What limits the occupancy, as inspect's JSON names it: "vgprs". Indexed by enum occupancy_limit.
 */
extern const char *const occupancy_words[];

#endif
