/* A profile: what libhipemu counted in a program's kernels, and the lower bounds of their times on
 * chips that follow from the counts. docs/profile.md has the formulas and their sources.
 */
#ifndef KBUILD_INSPECT_PROFILE_H
#define KBUILD_INSPECT_PROFILE_H

#include "inspect/diff.h"
#include "inspect/screen.h"

/* ---- profile_bound.c: chips ------------------------------------------------------------------ */

struct chip {
    const char *name;   /* "mi300x", for --chip */
    const char *title;  /* "MI300X" */
    const char *family; /* family of the targets whose code the chip runs: "CDNA3" */
    const char *device; /* the chip's processor: "gfx942" */
    unsigned compute_units, simds, scalar_units; /* |simds|, |scalar_units|: per compute unit */
    unsigned clock;                              /* highest clock, MHz */
    unsigned memory, infinity; /* bandwidths, GB/s, both directions together; 0: not known */
    unsigned l2;               /* bandwidth, bytes per cycle; 0: not known */
};

extern const struct chip chips[];
size_t chip_count(void);
/* Returns the chip that --chip calls |name|, or NULL. */
const struct chip *chip_find(const char *name);
/* Returns the first chip that runs code for |target|, a target ID, or NULL. */
const struct chip *chip_of_target(const char *target);
bool chip_runs(const struct chip *chip, const char *target);

/* ---- profile_read.c -------------------------------------------------------------------------- */

/* The counts of a kernel, and their names in the file. */
#define PROFILE_COUNTS(X)                                                                          \
    X(WAVE, "wave")                                                                                \
    X(LAUNCHES, "launches")                                                                        \
    X(WORKGROUPS, "workgroups")                                                                    \
    X(LARGEST, "largest")                                                                          \
    X(RAN, "ran")                                                                                  \
    X(OCCUPANCY, "occupancy.waves")                                                                \
    X(OCCUPANCY_OF, "occupancy.of")                                                                \
    X(LANES, "lanes")                                                                              \
    X(LANES_ACTIVE, "lanes_active")                                                                \
    X(DIVERGENCES, "divergences")                                                                  \
    X(EXPOSED, "exposed")                                                                          \
    X(LINES, "lines")                                                                              \
    X(LEAST_LINES, "least_lines")                                                                  \
    X(LDS_CONFLICTS, "lds_conflicts")                                                              \
    X(CYCLES_VECTOR, "cycles.vector")                                                              \
    X(CYCLES_TRANSCENDENTAL, "cycles.transcendental")                                              \
    X(CYCLES_MATRIX, "cycles.matrix")                                                              \
    X(CYCLES_SCALAR, "cycles.scalar")                                                              \
    X(CYCLES_LDS, "cycles.lds")                                                                    \
    X(CYCLES_L1, "cycles.l1")                                                                      \
    X(L2_READ, "l2_read")                                                                          \
    X(L2_WRITTEN, "l2_written")                                                                    \
    X(INFINITY_READ, "infinity_read")                                                              \
    X(INFINITY_WRITTEN, "infinity_written")                                                        \
    X(MEMORY_READ, "memory_read")                                                                  \
    X(MEMORY_WRITTEN, "memory_written")                                                            \
    X(NEEDED_READ, "needed_read")                                                                  \
    X(NEEDED_WRITTEN, "needed_written")

#define PROFILE_ENUM(name, key) PROFILE_##name,
enum profile_count { PROFILE_COUNTS(PROFILE_ENUM) PROFILE_COUNT };
#undef PROFILE_ENUM

/* What was counted for a source line that stands out, or for an instruction where there is no debug
 * information. */
struct profile_place {
    const char *where;                     /* "gemm.hip:12", or the instruction */
    uint64_t executions, lanes, cycles;    /* counts of vector instructions */
    uint64_t lds_cycles, conflicts;        /* |conflicts|: LDS cycles that bank conflicts take */
    uint64_t accesses, lines, least_lines; /* accesses to memory; their cache lines */
};

/* A kernel on a target. The JSON owns the strings. */
struct profile_kernel {
    const char *name, *target, *limit; /* |limit|: what limits the occupancy */
    uint64_t counts[PROFILE_COUNT];
    uint64_t instructions;        /* of all kinds; one for each wave that executes it */
    double spread;                /* of instructions over workgroups: standard deviation / mean */
    struct profile_place *places; /* one for each |where| */
    size_t place_count;
    struct json_t *json; /* the kernel's object in the JSON */
};

struct profile {
    struct profile_kernel *kernels; /* sorted by name, then target */
    size_t kernel_count;
    struct json_t *json;
};

/* Reads what HIPEMU_PROFILE or `kbuild profile --json` wrote; "-" is standard input. Keeps the
 * kernels that |filter| selects. STATUS_INPUT with a message when |path| is not such a file. |out|
 * need not be initialised; the caller frees it in every case. */
enum status profile_read(const char *path, const struct diff_filter *filter, struct profile *out);
void profile_free(struct profile *profile);

/* ---- profile_bound.c ------------------------------------------------------------------------- */

enum resource {
    RESOURCE_VECTOR,
    RESOURCE_TRANSCENDENTAL,
    RESOURCE_MATRIX,
    RESOURCE_SCALAR,
    RESOURCE_LDS,
    RESOURCE_L1,
    RESOURCE_L2,
    RESOURCE_INFINITY,
    RESOURCE_MEMORY,
    RESOURCE_COUNT
};
extern const char *const resource_names[RESOURCE_COUNT]; /* "vector", ... */

/* Nanoseconds that all launches of a kernel take at least. */
struct profile_bound {
    double by[RESOURCE_COUNT]; /* if this resource were the only limit; 0: not used, or not known */
    double all;                /* the largest number of |by| */
    enum resource limit;       /* the resource that |all| is the time of */
    double needed; /* if memory moved each byte that is needed once, and nothing else took time */
};
struct profile_bound profile_bound_of(const struct profile_kernel *kernel, const struct chip *chip);

/* Fills |side| with the kernels of |profile| and their metrics_of_profile. |side| borrows from
 * |profile|. */
void profile_collect(struct diff_side *side, const struct profile *profile);

/* ---- profile_rows.c -------------------------------------------------------------------------- */

struct profile_row {
    const struct profile_kernel *kernel;
    struct profile_bound bound;
};

struct profile_column {
    const char *title;
    void (*cell)(const struct profile_row *row, int resource, struct buf *out);
    int resource; /* the resource that the column is about, if any */
    size_t width;
    int spare; /* in a line that is too long, larger ones are left out first; 0: never */
};
extern const struct profile_column profile_columns[];
size_t profile_column_count(void);

/* Returns a row for each kernel that runs on |chip|, the largest bounds first. The caller frees
 * them. */
struct profile_row *profile_rows(const struct profile *profile, const struct chip *chip,
                                 size_t *out_count);

/* What is wrong at a place. |weight| is the part of the kernel's LDS cycles, cache lines or vector
 * cycles that is wasted there. */
struct profile_flaw {
    const struct profile_place *place;
    double weight;
    char text[128];
};
/* Returns the flaws of |kernel|, the largest weights first. The caller frees them. */
struct profile_flaw *profile_flaws(const struct profile_kernel *kernel, size_t *out_count);

/* ---- profile_text.c -------------------------------------------------------------------------- */

/* Appends a table of kernels for each chip of |wanted|, the largest bounds first, and the source
 * lines that stand out. */
void profile_print_text(const struct profile *profile, const struct chip *const *wanted,
                        size_t wanted_count, const struct screen *screen, struct buf *out);
/* Appends "kbuild-profile-1": the counts, and the bounds on the chips of |wanted|. */
void profile_print_json(const struct profile *profile, const struct chip *const *wanted,
                        size_t wanted_count, struct buf *out);

/* ---- report.c -------------------------------------------------------------------------------- */

/* Appends an HTML page about the kernels that |filter| selects and about |profile|, which may be
 * NULL. The page loads no other file. Returns false, and appends nothing, when |filter| selects
 * nothing. docs/report.md describes the page. */
bool report_print(const struct package *package, const struct profile *profile,
                  const struct diff_filter *filter, const char *title, struct buf *out);

#endif
