/* A profile: the events that libhipemu counted in a program's kernels. From these counts follow
 * lower bounds of the kernels' times on chips. docs/profile.md has the formulas and their sources.
 */
#ifndef KBUILD_INSPECT_PROFILE_H
#define KBUILD_INSPECT_PROFILE_H

#include "inspect/diff.h"
#include "inspect/screen.h"

/* ---- profile_bound.c: chips ------------------------------------------------------------------ */

struct chip {
    const char *name;   /* the name that --chip accepts: "mi300x" */
    const char *title;  /* the name in titles: "MI300X" */
    const char *family; /* the family of GPUs whose code the chip runs: "CDNA3" */
    const char *device; /* the chip's processor: "gfx942" */
    /* how many compute units the chip has, and how many SIMDs and scalar units each of them has */
    unsigned compute_units, simds, scalar_units;
    unsigned clock; /* the highest clock, in MHz */
    /* the bandwidths of memory and of the infinity cache, reads and writes together, in GB/s; 0 if
     * not known */
    unsigned memory, infinity;
    unsigned l2; /* the bandwidth of the L2 cache, in bytes per cycle; 0 if not known */
};

extern const struct chip chips[];
size_t chip_count(void);
/* Returns the chip that --chip calls |name|, or NULL. */
const struct chip *chip_find(const char *name);
/* Returns the first chip in |chips| that runs code for |target|, a target ID; or NULL. */
const struct chip *chip_of_target(const char *target);
bool chip_runs(const struct chip *chip, const char *target);

/* ---- profile_read.c -------------------------------------------------------------------------- */

/* The counts of a kernel, each with its key in the JSON. */
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

/* The counts of a source line that stands out. Without debug information, a place is an
 * instruction. */
struct profile_place {
    /* the place: "gemm.hip:12", or the text of the instruction */
    const char *where;
    uint64_t executions, lanes, cycles; /* counts of the place's vector instructions */
    /* how many cycles LDS is busy, and how many of these bank conflicts take */
    uint64_t lds_cycles, conflicts;
    /* how many accesses to memory there are, how many cache lines they touch, and the fewest lines
     * that would hold the same bytes */
    uint64_t accesses, lines, least_lines;
};

/* The counts of a kernel on one target. |json| owns the strings. */
struct profile_kernel {
    /* the kernel's name, its target, and what limits its occupancy */
    const char *name, *target, *limit;
    uint64_t counts[PROFILE_COUNT];
    /* how many instructions of all kinds waves executed */
    uint64_t instructions;
    /* the standard deviation, divided by the mean, of the number of instructions that workgroups
     * execute */
    double spread;
    struct profile_place *places; /* one element for each different |where| */
    size_t place_count;
    struct json_t *json; /* the kernel's object in the JSON file */
};

struct profile {
    struct profile_kernel *kernels; /* the kernels, sorted by name, then by target */
    size_t kernel_count;
    struct json_t *json;
};

/* Reads a JSON file that HIPEMU_PROFILE or `kbuild profile --json` wrote; "-" is standard input.
 * Keeps the kernels that |filter| selects. STATUS_INPUT with a message when |path| is not such a
 * file. |out| need not be initialised; the caller frees it in every case. */
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
/* the resources' names in JSON and tables: "vector", ... */
extern const char *const resource_names[RESOURCE_COUNT];

/* The least time, in nanoseconds, that all launches of a kernel together take on a chip. */
struct profile_bound {
    /* the bound by each resource alone; 0 if the resource is not used, or if its speed is not
     * known */
    double by[RESOURCE_COUNT];
    double all;          /* the bound by all resources: the largest number in |by| */
    enum resource limit; /* the resource whose number is |all| */
    /* the time of moving each needed byte once from or to memory, and of nothing else */
    double needed;
};
struct profile_bound profile_bound_of(const struct profile_kernel *kernel, const struct chip *chip);

/* Fills |side| with the kernels of |profile| and the values of the metrics of profiles. |side|
 * borrows from |profile|. */
void profile_collect(struct diff_side *side, const struct profile *profile);

/* ---- profile_rows.c -------------------------------------------------------------------------- */

struct profile_row {
    const struct profile_kernel *kernel;
    struct profile_bound bound;
};

struct profile_column {
    const char *title;
    void (*cell)(const struct profile_row *row, int resource, struct buf *out);
    int resource; /* index of the resource that the column shows; other columns do not use it */
    size_t width;
    /* when the column is left out of a line that is too long: the largest |spare| first; 0 means
     * never */
    int spare;
};
extern const struct profile_column profile_columns[];
size_t profile_column_count(void);

/* Returns a row for each kernel of |profile| whose code |chip| runs, the largest bounds first. The
 * caller frees the rows. */
struct profile_row *profile_rows(const struct profile *profile, const struct chip *chip,
                                 size_t *out_count);

/* A problem at a source line or instruction. |weight| is the part of all the kernel's LDS cycles,
 * cache lines or vector cycles that is wasted at this place. */
struct profile_flaw {
    const struct profile_place *place;
    double weight;
    char text[128];
};
/* Returns the flaws of |kernel|, the largest weights first. The caller frees them. */
struct profile_flaw *profile_flaws(const struct profile_kernel *kernel, size_t *out_count);

/* ---- profile_text.c -------------------------------------------------------------------------- */

/* Appends to |out| a table for each chip of |wanted|: its rows are the kernels of |profile| with
 * their lower bounds of time on this chip, the largest bounds first. Then appends the source lines
 * that waste a large part of a kernel's time. */
void profile_print_text(const struct profile *profile, const struct chip *const *wanted,
                        size_t wanted_count, const struct screen *screen, struct buf *out);
/* Appends the JSON "kbuild-profile-1": the counts, and the bounds on the chips of |wanted|. */
void profile_print_json(const struct profile *profile, const struct chip *const *wanted,
                        size_t wanted_count, struct buf *out);

/* ---- report.c -------------------------------------------------------------------------------- */

/* Appends an HTML page about the kernels that |filter| selects and about |profile|, which may be
 * NULL. The page loads no other file. Returns false, and appends nothing, when |filter| selects
 * nothing. docs/report.md describes the page. */
bool report_print(const struct package *package, const struct profile *profile,
                  const struct diff_filter *filter, const char *title, struct buf *out);

#endif
