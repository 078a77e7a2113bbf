/* The rows and columns of a profile's table; and the source lines that stand out, with the problem
 * of each line and how much it matters. profile_text.c and report.c show them. */
#include "inspect/profile.h"

/* ---- Cells of a row -------------------------------------------------------------------------- */

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static double count_of(const struct profile_row *row, enum profile_count count)
{
    return (double)row->kernel->counts[count];
}

/* Appends the lower bound of the kernel's time: "12.4 us". */
static void cell_bound(const struct profile_row *row, int unused, struct buf *out)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    double value = row->bound.all;
    size_t unit = 0;
    (void)unused;
    while (value >= 999.5 && unit + 1 < sizeof units / sizeof *units) {
        value /= 1e3;
        unit++;
    }
    buf_printf(out, "%.*f %s", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value, units[unit]);
}

static void cell_limit(const struct profile_row *row, int unused, struct buf *out)
{
    static const char *const words[RESOURCE_COUNT] = {
        [RESOURCE_VECTOR] = "vector", [RESOURCE_TRANSCENDENTAL] = "transc.",
        [RESOURCE_MATRIX] = "matrix", [RESOURCE_SCALAR] = "scalar",
        [RESOURCE_LDS] = "LDS",       [RESOURCE_L1] = "L1",
        [RESOURCE_L2] = "L2",         [RESOURCE_INFINITY] = "infinity",
        [RESOURCE_MEMORY] = "memory",
    };
    (void)unused;
    buf_puts(out, row->bound.all > 0 ? words[row->bound.limit] : "-");
}

/* Appends the bound divided by the time in which memory could move the needed bytes: "1.3x". */
static void cell_over(const struct profile_row *row, int unused, struct buf *out)
{
    double times = ratio(row->bound.all, row->bound.needed);
    (void)unused;
    if (row->bound.needed > 0)
        buf_printf(out, times < 99.95 ? "%.1fx" : "%.0fx", times);
    else
        buf_putc(out, '-');
}

static void cell_share(const struct profile_row *row, int resource, struct buf *out)
{
    if (row->bound.by[resource] > 0)
        buf_printf(out, "%.0f", 100 * ratio(row->bound.by[resource], row->bound.all));
    else
        buf_putc(out, '-');
}

static void cell_lanes(const struct profile_row *row, int unused, struct buf *out)
{
    (void)unused;
    buf_printf(out, "%.0f%%",
               100 * ratio(count_of(row, PROFILE_LANES_ACTIVE), count_of(row, PROFILE_LANES)));
}

static void cell_lines(const struct profile_row *row, int unused, struct buf *out)
{
    double least = count_of(row, PROFILE_LEAST_LINES);
    (void)unused;
    if (least > 0)
        buf_printf(out, "%.1fx", count_of(row, PROFILE_LINES) / least);
    else
        buf_putc(out, '-');
}

/* Appends how large a part of its cycles a wave would wait, if it were alone on a SIMD. */
static void cell_waits(const struct profile_row *row, int unused, struct buf *out)
{
    double issued = 0, exposed = count_of(row, PROFILE_EXPOSED);
    (void)unused;
    for (int c = PROFILE_CYCLES_VECTOR; c <= PROFILE_CYCLES_SCALAR; c++)
        issued += count_of(row, (enum profile_count)c);
    buf_printf(out, "%.0f%%", 100 * ratio(exposed, exposed + issued));
}

/* Appends the occupancy, as "6/8 VGPRs": the waves of a SIMD, the most that the processor allows,
 * and what limits the kernel's waves. */
static void cell_waves(const struct profile_row *row, int unused, struct buf *out)
{
    (void)unused;
    buf_printf(out, "%" PRIu64 "/%" PRIu64, row->kernel->counts[PROFILE_OCCUPANCY],
               row->kernel->counts[PROFILE_OCCUPANCY_OF]);
    if (row->kernel->counts[PROFILE_OCCUPANCY] < row->kernel->counts[PROFILE_OCCUPANCY_OF])
        buf_printf(out, " %s",
                   strcmp(row->kernel->limit, "workgroup size") == 0 ? "group"
                                                                     : row->kernel->limit);
}

const struct profile_column profile_columns[] = {
    {"bound", cell_bound, 0, 7, 0},
    {"by", cell_limit, 0, 8, 0},
    {"bytes", cell_over, 0, 5, 0},
    {"vec", cell_share, RESOURCE_VECTOR, 3, 3},
    {"mat", cell_share, RESOURCE_MATRIX, 3, 4},
    {"sca", cell_share, RESOURCE_SCALAR, 3, 12},
    {"LDS", cell_share, RESOURCE_LDS, 3, 5},
    {"L1", cell_share, RESOURCE_L1, 3, 6},
    {"L2", cell_share, RESOURCE_L2, 3, 7},
    {"mem", cell_share, RESOURCE_MEMORY, 3, 2},
    {"lanes", cell_lanes, 0, 5, 9},
    {"lines", cell_lines, 0, 5, 10},
    {"waits", cell_waits, 0, 5, 11},
    {"waves", cell_waves, 0, 11, 1},
};

size_t profile_column_count(void)
{
    return sizeof profile_columns / sizeof *profile_columns;
}

static int bound_compare(const void *a, const void *b)
{
    const struct profile_row *left = a, *right = b;
    if (left->bound.all != right->bound.all)
        return left->bound.all > right->bound.all ? -1 : 1;
    int order = strcmp(left->kernel->name, right->kernel->name);
    return order ? order : strcmp(left->kernel->target, right->kernel->target);
}

struct profile_row *profile_rows(const struct profile *profile, const struct chip *chip,
                                 size_t *out)
{
    struct profile_row *rows = mem_alloc((profile->kernel_count + 1) * sizeof *rows);
    *out = 0;
    for (size_t i = 0; i < profile->kernel_count; i++) {
        const struct profile_kernel *kernel = &profile->kernels[i];
        if (chip_runs(chip, kernel->target))
            rows[(*out)++] = (struct profile_row){kernel, profile_bound_of(kernel, chip)};
    }
    if (*out)
        qsort(rows, *out, sizeof *rows, bound_compare);
    return rows;
}

/* ---- Source lines ---------------------------------------------------------------------------- */

static bool find_conflicts(const struct profile_kernel *kernel, const struct profile_place *place,
                           struct profile_flaw *out)
{
    uint64_t all = kernel->counts[PROFILE_CYCLES_LDS];
    if (place->conflicts * 4 < place->lds_cycles)
        return false;
    out->weight = ratio((double)place->conflicts, (double)all);
    snprintf(out->text, sizeof out->text,
             "bank conflicts: %.0f%% of its LDS cycles, %.0f%% of the kernel's",
             100 * ratio((double)place->conflicts, (double)place->lds_cycles), 100 * out->weight);
    return place->conflicts > 0;
}

static bool find_lines(const struct profile_kernel *kernel, const struct profile_place *place,
                       struct profile_flaw *out)
{
    uint64_t excess = place->lines - place->least_lines;
    if (place->lines < place->least_lines || place->lines * 2 < place->least_lines * 3)
        return false;
    out->weight = ratio((double)excess, (double)kernel->counts[PROFILE_LINES]);
    snprintf(out->text, sizeof out->text,
             "uncoalesced: %.1f cache lines an access, where %.1f would do",
             ratio((double)place->lines, (double)place->accesses),
             ratio((double)place->least_lines, (double)place->accesses));
    return excess > 0;
}

static bool find_idle(const struct profile_kernel *kernel, const struct profile_place *place,
                      struct profile_flaw *out)
{
    double lanes = (double)(place->executions * kernel->counts[PROFILE_WAVE]);
    double idle = 1 - ratio((double)place->lanes, lanes), all = 0;
    if (place->lanes == 0 || idle < 0.25)
        return false;
    for (int c = PROFILE_CYCLES_VECTOR; c <= PROFILE_CYCLES_MATRIX; c++)
        all += (double)kernel->counts[c];
    out->weight = ratio(idle * (double)place->cycles, all);
    snprintf(out->text, sizeof out->text,
             "divergence: %.0f%% of the lanes idle, in %.0f%% of cycles", 100 * idle,
             100 * ratio((double)place->cycles, all));
    return out->weight > 0;
}

static int flaw_compare(const void *a, const void *b)
{
    const struct profile_flaw *left = a, *right = b;
    if (left->weight != right->weight)
        return left->weight > right->weight ? -1 : 1;
    return strcmp(left->place->where, right->place->where);
}

struct profile_flaw *profile_flaws(const struct profile_kernel *kernel, size_t *out)
{
    bool (*const finders[])(const struct profile_kernel *, const struct profile_place *,
                            struct profile_flaw *) = {find_conflicts, find_lines, find_idle};
    enum { FINDERS = sizeof finders / sizeof *finders };
    const double least = 0.02; /* the smallest weight of a flaw that is shown */
    struct profile_flaw *flaws = mem_alloc((kernel->place_count * FINDERS + 1) * sizeof *flaws);
    size_t count = 0;
    for (size_t i = 0; i < kernel->place_count; i++)
        for (size_t f = 0; f < FINDERS; f++) {
            flaws[count].place = &kernel->places[i];
            count += finders[f](kernel, &kernel->places[i], &flaws[count]) &&
                     flaws[count].weight >= least;
        }
    if (count)
        qsort(flaws, count, sizeof *flaws, flaw_compare);
    *out = count;
    return flaws;
}
