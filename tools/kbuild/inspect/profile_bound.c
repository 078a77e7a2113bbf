/* Computes lower bounds of a kernel's time: how long each resource of a chip takes for the counted
 * work, if all units of the resource were busy all the time. */
#include "inspect/profile.h"

/* The chips for which bounds are known.
 *
 * Sources: numbers of compute units and sizes of caches: "AMD GPU specifications" of ROCm,
 * https://rocm.docs.amd.com/en/latest/reference/gpu-specs.html. Clocks and bandwidth of memory:
 * AMD's product pages (MI210, MI250X, MI300X, Radeon RX 6800 XT, RX 7900 XTX, RX 9070 XT), with the
 * highest clock that each page names. L2: the white papers of CDNA 2 (32 channels of 128 bytes in a
 * cycle) and CDNA 3 (16 channels for each of 8 dies). Infinity cache of MI300X: the white paper of
 * CDNA 3, 17.2 TB/s. AMD has not published upper limits of the bandwidths of RDNA's L2 and infinity
 * cache, so these caches give no bounds. */
const struct chip chips[] = {
    {"mi210", "MI210", "CDNA2", "gfx90a", 104, 4, 1, 1700, 1638, 0, 4096},
    {"mi250x", "MI250X (one of two dies)", "CDNA2", "gfx90a", 110, 4, 1, 1700, 1638, 0, 4096},
    {"mi300x", "MI300X", "CDNA3", "gfx942", 304, 4, 1, 2100, 5325, 17200, 16384},
    {"rx6800xt", "RX 6800 XT", "RDNA2", "gfx1030", 72, 2, 2, 2250, 512, 0, 0},
    {"rx7900xtx", "RX 7900 XTX", "RDNA3", "gfx1100", 96, 2, 2, 2500, 960, 0, 0},
    {"rx9070xt", "RX 9070 XT", "RDNA4", "gfx1201", 64, 2, 2, 2970, 640, 0, 0},
};

size_t chip_count(void)
{
    return sizeof chips / sizeof *chips;
}

const struct chip *chip_find(const char *name)
{
    for (size_t i = 0; i < chip_count(); i++)
        if (strcmp(chips[i].name, name) == 0)
            return &chips[i];
    return NULL;
}

bool chip_runs(const struct chip *chip, const char *target)
{
    struct target_id id;
    return target_id_parse(target, &id, NULL) == CODEOBJ_OK &&
           strcmp(id.info->family, chip->family) == 0;
}

const struct chip *chip_of_target(const char *target)
{
    for (size_t i = 0; i < chip_count(); i++)
        if (chip_runs(&chips[i], target))
            return &chips[i];
    return NULL;
}

/* ---- Bounds of a kernel's time --------------------------------------------------------------- */

const char *const resource_names[RESOURCE_COUNT] = {
    [RESOURCE_VECTOR] = "vector", [RESOURCE_TRANSCENDENTAL] = "transcendental",
    [RESOURCE_MATRIX] = "matrix", [RESOURCE_SCALAR] = "scalar",
    [RESOURCE_LDS] = "lds",       [RESOURCE_L1] = "l1",
    [RESOURCE_L2] = "l2",         [RESOURCE_INFINITY] = "infinity",
    [RESOURCE_MEMORY] = "memory",
};

/* Returns the nanoseconds for the cycles in |count|, when each compute unit has |units| units that
 * share the work. A launch with fewer workgroups than there are compute units leaves some of them
 * idle; here, all launches count as if they were as large as the largest launch. */
static double of_cycles(const struct profile_kernel *kernel, const struct chip *chip,
                        enum profile_count count, unsigned units)
{
    double busy = (double)kernel->counts[PROFILE_LARGEST];
    busy = busy > chip->compute_units ? chip->compute_units : busy < 1 ? 1 : busy;
    return (double)kernel->counts[count] / (busy * units * chip->clock) * 1e3;
}

/* Returns the nanoseconds for moving the bytes in the counts |read| and |written|. |bandwidth| is
 * in GB/s, which is bytes per nanosecond. Returns 0 if |bandwidth| is 0. */
static double of_bytes(const struct profile_kernel *kernel, enum profile_count read,
                       enum profile_count written, double bandwidth)
{
    double bytes = (double)kernel->counts[read] + (double)kernel->counts[written];
    return bandwidth > 0 ? bytes / bandwidth : 0;
}

struct profile_bound profile_bound_of(const struct profile_kernel *kernel, const struct chip *chip)
{
    static const struct {
        enum profile_count count;
        bool of_simd;
    } cycles[] = {
        [RESOURCE_VECTOR] = {PROFILE_CYCLES_VECTOR, true},
        [RESOURCE_TRANSCENDENTAL] = {PROFILE_CYCLES_TRANSCENDENTAL, true},
        [RESOURCE_MATRIX] = {PROFILE_CYCLES_MATRIX, true},
        [RESOURCE_SCALAR] = {PROFILE_CYCLES_SCALAR, false},
        [RESOURCE_LDS] = {PROFILE_CYCLES_LDS, false},
        [RESOURCE_L1] = {PROFILE_CYCLES_L1, false},
    };
    struct profile_bound bound = {.all = 0};
    for (int r = 0; r <= RESOURCE_L1; r++) {
        unsigned units = r == RESOURCE_SCALAR ? chip->scalar_units : 1;
        bound.by[r] =
            of_cycles(kernel, chip, cycles[r].count, cycles[r].of_simd ? chip->simds : units);
    }
    bound.by[RESOURCE_L2] =
        of_bytes(kernel, PROFILE_L2_READ, PROFILE_L2_WRITTEN, chip->l2 * (double)chip->clock / 1e3);
    bound.by[RESOURCE_INFINITY] =
        of_bytes(kernel, PROFILE_INFINITY_READ, PROFILE_INFINITY_WRITTEN, chip->infinity);
    bound.by[RESOURCE_MEMORY] =
        of_bytes(kernel, PROFILE_MEMORY_READ, PROFILE_MEMORY_WRITTEN, chip->memory);
    bound.needed = of_bytes(kernel, PROFILE_NEEDED_READ, PROFILE_NEEDED_WRITTEN, chip->memory);
    for (int r = 0; r < RESOURCE_COUNT; r++) {
        if (bound.by[r] > bound.all) {
            bound.all = bound.by[r];
            bound.limit = (enum resource)r;
        }
    }
    return bound;
}

static int64_t whole(double value)
{
    return value < 9e18 ? (int64_t)(value + 0.5) : INT64_MAX;
}

void profile_collect(struct diff_side *side, const struct profile *profile)
{
    /* a profile has no code objects, so its kernels lack the numbers of struct kernel */
    static const struct kernel nothing = {0};
    side->kernels = mem_alloc((profile->kernel_count + 1) * sizeof *side->kernels);
    for (size_t i = 0; i < profile->kernel_count; i++) {
        const struct profile_kernel *kernel = &profile->kernels[i];
        const struct chip *chip = chip_of_target(kernel->target);
        const uint64_t *counts = kernel->counts;
        struct profile_bound bound = {.all = 0};
        if (chip)
            bound = profile_bound_of(kernel, chip);
        side->kernels[i] =
            (struct diff_kernel){.name = kernel->name,
                                 .stem_length = strlen(kernel->name),
                                 .target = kernel->target,
                                 .module = mem_dup(""),
                                 .kernel = &nothing,
                                 .order = i,
                                 .values = {
                                     [METRIC_BOUND] = whole(bound.all),
                                     [METRIC_BYTES] = (int64_t)(counts[PROFILE_MEMORY_READ] +
                                                                counts[PROFILE_MEMORY_WRITTEN]),
                                     [METRIC_INSTRUCTIONS] = (int64_t)kernel->instructions,
                                     [METRIC_CONFLICTS] = (int64_t)counts[PROFILE_LDS_CONFLICTS],
                                     [METRIC_LINES] = (int64_t)counts[PROFILE_LINES],
                                     [METRIC_DIVERGENCES] = (int64_t)counts[PROFILE_DIVERGENCES],
                                     [METRIC_EXPOSED] = (int64_t)counts[PROFILE_EXPOSED],
                                     [METRIC_WAVES] = (int64_t)counts[PROFILE_OCCUPANCY],
                                 }};
        strings_add(&side->targets, kernel->target);
    }
    side->kernel_count = profile->kernel_count;
    strings_sort_unique(&side->targets);
}
