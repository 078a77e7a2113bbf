/* The numbers of a kernel, a row each: the names that they have in JSON, tables, gates and
 * reports, and where they come from. Packages and profiles have different ones.
 */
#ifndef KBUILD_INSPECT_METRIC_H
#define KBUILD_INSPECT_METRIC_H

#include "inspect/package.h"
#include "occupancy.h"

enum metric {
    METRIC_VGPR,
    METRIC_AGPR,
    METRIC_SGPR,
    METRIC_SPILLS, /* of both kinds, for gates; the two below are shown */
    METRIC_VGPR_SPILLS,
    METRIC_SGPR_SPILLS,
    METRIC_SCRATCH,
    METRIC_LDS,
    METRIC_OCCUPANCY, /* waves */
    METRIC_CODE,
    METRIC_KERNARG,
    METRIC_WORKGROUP,
    METRIC_WAVE,
    /* Those above are of packages, those that follow of profiles. */
    METRIC_BOUND, /* nanoseconds, on the first chip of the target's family */
    METRIC_BYTES, /* of memory */
    METRIC_INSTRUCTIONS,
    METRIC_CONFLICTS,
    METRIC_LINES,
    METRIC_DIVERGENCES,
    METRIC_EXPOSED,
    METRIC_WAVES,
    METRIC_COUNT,                    /* those above are compared; the one below is only shown */
    NUMBER_ARGUMENTS = METRIC_COUNT, /* of the source; the runtime adds the hidden ones */
    NUMBER_COUNT,
};

enum metric_sense { METRIC_NEUTRAL = 0, METRIC_LESS_IS_BETTER = -1, METRIC_MORE_IS_BETTER = 1 };

struct metric_info {
    const char *name; /* in gates, --sort, --ignore, JSON of diff and report: "vgpr-spills"; NULL */
    const char *title; /* in a diff: "VGPR spills"; NULL */
    const char *field; /* in inspect's JSON: "vgpr_spills"; NULL */
    enum metric_sense sense;
    bool is_sum;         /* the sum of others, so it is not shown beside them */
    size_t offset, size; /* of the member of struct kernel; size 0: computed */
};

extern const struct metric_info metric_table[NUMBER_COUNT];

struct metric_range {
    enum metric first, end;
};
extern const struct metric_range metrics_of_package, metrics_of_profile;

/* The metric called |name|, its first |length| bytes; METRIC_COUNT when |range| has none. */
enum metric metric_find(const struct metric_range *range, const char *name, size_t length);

/* A kernel in an image. Borrows. */
struct kernel_row {
    const struct package_image *image;
    const struct kernel *kernel;
    uint32_t arguments;         /* of the source */
    uint16_t waves;             /* its occupancy, */
    enum occupancy_limit limit; /* and what limits it */
};

/* |workgroup|: work-items of a launch, for the occupancy; 0: the kernel's largest. */
struct kernel_row kernel_row_of(const struct package_image *image, const struct kernel *kernel,
                                uint32_t workgroup);

/* ---- rows.c: rows of tables ------------------------------------------------------------------ */

/* A row, in as few bytes as it takes: a library has hundreds of thousands, which must be there at
 * the same time because they are sorted. They are behind each other. */
struct stored_row {
    const char *name;
    uint32_t image; /* index into the package's, once that is read */
    uint8_t size;   /* of |cells| */
    uint8_t cells[];
};

/* Rows of all kernels of |image|; NULL when it has none. The caller frees them. They borrow texts
 * from |pool|, so that the kernels need not live on, and arguments are only counted; if it is NULL
 * they borrow from the kernels. Their |image| is 0. */
struct stored_row *rows_store(const struct package_image *image, struct metadata_pool *pool,
                              uint32_t workgroup);
struct stored_row *row_after(struct stored_row *row);

/* A row that was stored, and its kernel with what a table shows of it. */
struct loaded_row {
    struct kernel_row row;
    struct kernel kernel;
};
/* Returns |&out->row|. */
const struct kernel_row *row_load(const struct package *package, const struct stored_row *stored,
                                  struct loaded_row *out);

/* 0 of one that is not known. */
uint64_t metric_value(enum metric metric, const struct kernel_row *row);
/* The occupancy of a kernel is not known where its processor is not, nor for NVIDIA's GPUs. */
bool occupancy_is_known(const struct target_id *target);
bool metric_is_known(enum metric metric, const struct kernel_row *row);
/* The unsigned number of |size| bytes, 1 to 8, at |member|. */
uint64_t member_value(const void *member, size_t size);
void member_set(void *member, size_t size, uint64_t value);

/* By how much |now| is worse than |before|: negative when it is better, 0 for neutral metrics. */
int64_t metric_worsening(enum metric metric, int64_t before, int64_t now);

/* The order of two kernels' signatures, 0 when a caller can call either: the arguments that it
 * passes agree in offset, size, kind and type. Names, and hidden arguments, which the runtime
 * passes, do not count. */
int signature_compare(const struct kernel *a, const struct kernel *b);
/* The index of the first argument from |at| on that a caller passes, or the count. */
size_t signature_next(const struct kernel *kernel, size_t at);

/* What a launch of a kernel depends on, besides its numbers and its arguments. */
enum launch_trait {
    LAUNCH_REQUIRED, /* workgroup size that the kernel requires */
    LAUNCH_CLUSTER,  /* workgroups of a cluster */
    LAUNCH_MODE,     /* WGP mode, or not */
    LAUNCH_BARRIERS, /* named ones */
    LAUNCH_REVISION, /* of the processor */
    LAUNCH_TRAITS,
};
extern const char *const launch_names[LAUNCH_TRAITS]; /* "required-workgroup", "cluster" */
/* Appends "4x2x1", "WGP", "8", "B0"; nothing where the kernel does not state it. */
void launch_print(enum launch_trait trait, const struct kernel *kernel, struct buf *out);
/* Whether a caller can launch both in the same way. */
bool launch_is_equal(enum launch_trait trait, const struct kernel *a, const struct kernel *b);

/* By enum occupancy_limit: "vgprs" in inspect's JSON. */
extern const char *const occupancy_words[];

#endif
