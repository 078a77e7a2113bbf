/* A profile as text: for each chip a table of its kernels, then the source lines that stand out.
 * docs/profile.md explains the columns. */
#include "inspect/profile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 2, NAME_MIN = 16, PLACES_MAX = 3 };

struct row {
    const struct profile_kernel *kernel;
    struct profile_bound bound;
};

struct printer {
    const struct screen *screen;
    struct buf *out;
};

static void put(const struct printer *printer, enum style style, const char *text)
{
    put_styled(printer->out, printer->screen, style, text);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static double count_of(const struct row *row, enum profile_count count)
{
    return (double)row->kernel->counts[count];
}

/* "12.4 us" */
static void cell_bound(const struct row *row, int unused, struct buf *out)
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

static void cell_limit(const struct row *row, int unused, struct buf *out)
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

/* How many times the bound of the needed bytes. */
static void cell_over(const struct row *row, int unused, struct buf *out)
{
    double times = ratio(row->bound.all, row->bound.needed);
    (void)unused;
    if (row->bound.needed > 0)
        buf_printf(out, times < 99.95 ? "%.1fx" : "%.0fx", times);
    else
        buf_putc(out, '-');
}

static void cell_share(const struct row *row, int resource, struct buf *out)
{
    if (row->bound.by[resource] > 0)
        buf_printf(out, "%.0f", 100 * ratio(row->bound.by[resource], row->bound.all));
    else
        buf_putc(out, '-');
}

static void cell_lanes(const struct row *row, int unused, struct buf *out)
{
    (void)unused;
    buf_printf(out, "%.0f%%",
               100 * ratio(count_of(row, PROFILE_LANES_ACTIVE), count_of(row, PROFILE_LANES)));
}

static void cell_lines(const struct row *row, int unused, struct buf *out)
{
    double least = count_of(row, PROFILE_LEAST_LINES);
    (void)unused;
    if (least > 0)
        buf_printf(out, "%.1fx", count_of(row, PROFILE_LINES) / least);
    else
        buf_putc(out, '-');
}

/* Cycles of a wave alone on a SIMD. */
static void cell_waits(const struct row *row, int unused, struct buf *out)
{
    double issued = 0, exposed = count_of(row, PROFILE_EXPOSED);
    (void)unused;
    for (int c = PROFILE_CYCLES_VECTOR; c <= PROFILE_CYCLES_SCALAR; c++)
        issued += count_of(row, (enum profile_count)c);
    buf_printf(out, "%.0f%%", 100 * ratio(exposed, exposed + issued));
}

static void cell_waves(const struct row *row, int unused, struct buf *out)
{
    (void)unused;
    buf_printf(out, "%" PRIu64 "/%" PRIu64, row->kernel->counts[PROFILE_OCCUPANCY],
               row->kernel->counts[PROFILE_OCCUPANCY_OF]);
}

static const struct column {
    const char *title;
    void (*cell)(const struct row *row, int resource, struct buf *out);
    int resource;
    size_t width;
    int spare; /* when a line is too long, the column with the largest goes first; 0 stays */
} columns[] = {
    {"bound", cell_bound, 0, 7, 0},
    {"by", cell_limit, 0, 8, 0},
    {"bytes", cell_over, 0, 5, 0},
    {"vec", cell_share, RESOURCE_VECTOR, 3, 3},
    {"mat", cell_share, RESOURCE_MATRIX, 3, 4},
    {"sca", cell_share, RESOURCE_SCALAR, 3, 8},
    {"LDS", cell_share, RESOURCE_LDS, 3, 5},
    {"L1", cell_share, RESOURCE_L1, 3, 6},
    {"L2", cell_share, RESOURCE_L2, 3, 7},
    {"mem", cell_share, RESOURCE_MEMORY, 3, 2},
    {"lanes", cell_lanes, 0, 5, 9},
    {"lines", cell_lines, 0, 5, 10},
    {"waits", cell_waits, 0, 5, 11},
    {"waves", cell_waves, 0, 5, 1},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

/* ---- A table --------------------------------------------------------------------------------- */

struct layout {
    bool left_out[COLUMNS];
    size_t name; /* columns of the screen */
};

static size_t columns_width(const struct layout *layout)
{
    size_t width = 0;
    for (size_t i = 0; i < COLUMNS; i++)
        width += layout->left_out[i] ? 0 : GAP + columns[i].width;
    return width;
}

static struct layout layout_of(const struct screen *screen, const struct row *rows, size_t count)
{
    struct layout layout = {.name = NAME_MIN};
    size_t longest = NAME_MIN;
    for (size_t i = 0; i < count; i++) {
        char *name = demangle(rows[i].kernel->name);
        size_t width = text_width(name);
        longest = width > longest ? width : longest;
        free(name);
    }
    for (int spare = COLUMNS; screen->width && spare > 0; spare--)
        for (size_t i = 0; i < COLUMNS && columns_width(&layout) + NAME_MIN > screen->width; i++)
            layout.left_out[i] |= columns[i].spare == spare;
    size_t used = columns_width(&layout);
    layout.name = !screen->width || longest + used <= screen->width ? longest
                  : screen->width > used + NAME_MIN                 ? screen->width - used
                                                                    : NAME_MIN;
    return layout;
}

static void put_right(const struct printer *printer, enum style style, const char *text,
                      size_t width)
{
    size_t own = text_width(text);
    put_spaces(printer->out, GAP + (own < width ? width - own : 0));
    put(printer, style, text);
}

static void put_head(const struct printer *printer, const struct layout *layout)
{
    put(printer, STYLE_DIM, "kernel");
    put_spaces(printer->out, layout->name - strlen("kernel"));
    for (size_t i = 0; i < COLUMNS; i++)
        if (!layout->left_out[i])
            put_right(printer, STYLE_DIM, columns[i].title, columns[i].width);
    buf_putc(printer->out, '\n');
}

static void put_row(const struct printer *printer, const struct layout *layout,
                    const struct row *row)
{
    char *name = demangle(row->kernel->name);
    size_t start = printer->out->size;
    struct screen plain = {.width = printer->screen->width};
    put_name(printer->out, &plain, STYLE_PLAIN, name, layout->name);
    size_t width = text_width(printer->out->data + start);
    put_spaces(printer->out, width < layout->name ? layout->name - width : 0);
    for (size_t i = 0; i < COLUMNS; i++) {
        struct buf cell = {0};
        if (layout->left_out[i])
            continue;
        columns[i].cell(row, columns[i].resource, &cell);
        put_right(printer, i == 0 ? STYLE_BOLD : STYLE_PLAIN, cell.data, columns[i].width);
        buf_free(&cell);
    }
    buf_putc(printer->out, '\n');
    free(name);
}

static int bound_compare(const void *a, const void *b)
{
    const struct row *left = a, *right = b;
    if (left->bound.all != right->bound.all)
        return left->bound.all > right->bound.all ? -1 : 1;
    int order = strcmp(left->kernel->name, right->kernel->name);
    return order ? order : strcmp(left->kernel->target, right->kernel->target);
}

/* The kernels that run on |chip|; the caller frees the rows. */
static struct row *rows_of(const struct profile *profile, const struct chip *chip, size_t *out)
{
    struct row *rows = mem_alloc((profile->kernel_count + 1) * sizeof *rows);
    *out = 0;
    for (size_t i = 0; i < profile->kernel_count; i++) {
        const struct profile_kernel *kernel = &profile->kernels[i];
        if (chip_runs(chip, kernel->target))
            rows[(*out)++] = (struct row){kernel, profile_bound_of(kernel, chip)};
    }
    if (*out)
        qsort(rows, *out, sizeof *rows, bound_compare);
    return rows;
}

static void put_table(const struct printer *printer, const struct profile *profile,
                      const struct chip *chip)
{
    size_t count;
    struct row *rows = rows_of(profile, chip, &count);
    if (count) {
        struct layout layout = layout_of(printer->screen, rows, count);
        put(printer, STYLE_BOLD, chip->title);
        buf_printf(printer->out,
                   ": %u compute units, %u MHz, %u GB/s; lower bounds of times, for all launches\n",
                   chip->compute_units, chip->clock, chip->memory);
        put_head(printer, &layout);
        for (size_t i = 0; i < count; i++)
            put_row(printer, &layout, &rows[i]);
        buf_putc(printer->out, '\n');
    }
    free(rows);
}

/* ---- Source lines ---------------------------------------------------------------------------- */

/* What is wrong at a place, and how much it matters: a part of the kernel's cycles or lines. */
struct flaw {
    const struct profile_place *place;
    double weight;
    char text[128];
};

static bool find_conflicts(const struct profile_kernel *kernel, const struct profile_place *place,
                           struct flaw *out)
{
    uint64_t all = kernel->counts[PROFILE_CYCLES_LDS];
    if (place->conflicts * 4 < place->cycles)
        return false;
    out->weight = ratio((double)place->conflicts, (double)all);
    snprintf(out->text, sizeof out->text,
             "bank conflicts: %.0f%% of its LDS cycles, %.0f%% of the kernel's",
             100 * ratio((double)place->conflicts, (double)place->cycles), 100 * out->weight);
    return place->conflicts > 0;
}

static bool find_lines(const struct profile_kernel *kernel, const struct profile_place *place,
                       struct flaw *out)
{
    uint64_t excess = place->lines - place->least_lines;
    if (place->lines < place->least_lines || place->lines * 2 < place->least_lines * 3)
        return false;
    out->weight = ratio((double)excess, (double)kernel->counts[PROFILE_LINES]);
    snprintf(out->text, sizeof out->text,
             "uncoalesced: %.1f cache lines an access, where %.1f would do",
             ratio((double)place->lines, (double)place->executions),
             ratio((double)place->least_lines, (double)place->executions));
    return excess > 0;
}

static bool find_idle(const struct profile_kernel *kernel, const struct profile_place *place,
                      struct flaw *out)
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
    const struct flaw *left = a, *right = b;
    if (left->weight != right->weight)
        return left->weight > right->weight ? -1 : 1;
    return strcmp(left->place->where, right->place->where);
}

static void put_flaws(const struct printer *printer, const struct profile_kernel *kernel,
                      bool *is_titled)
{
    bool (*const finders[])(const struct profile_kernel *, const struct profile_place *,
                            struct flaw *) = {find_conflicts, find_lines, find_idle};
    enum { FINDERS = sizeof finders / sizeof *finders };
    const double least = 0.02; /* what matters less is not shown */
    struct flaw *flaws = mem_alloc((kernel->place_count * FINDERS + 1) * sizeof *flaws);
    size_t count = 0;
    for (size_t i = 0; i < kernel->place_count; i++)
        for (size_t f = 0; f < FINDERS; f++) {
            flaws[count].place = &kernel->places[i];
            count += finders[f](kernel, &kernel->places[i], &flaws[count]) &&
                     flaws[count].weight >= least;
        }
    if (count)
        qsort(flaws, count, sizeof *flaws, flaw_compare);
    for (size_t i = 0; i < count && i < PLACES_MAX; i++) {
        if (!*is_titled)
            buf_puts(printer->out, "Source lines that stand out\n");
        *is_titled = true;
        if (i == 0) {
            char *name = demangle(kernel->name);
            put_spaces(printer->out, 2);
            put_name(printer->out, printer->screen, STYLE_BOLD, name, printer->screen->width / 2);
            buf_printf(printer->out, "  %s\n", kernel->target);
            free(name);
        }
        put_spaces(printer->out, 4);
        put_shortened(printer->out, printer->screen, STYLE_PLAIN, flaws[i].place->where,
                      printer->screen->width / 2);
        put_spaces(printer->out, 2);
        put(printer, STYLE_WARN, flaws[i].text);
        buf_putc(printer->out, '\n');
    }
    free(flaws);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void put_samples(const struct printer *printer, const struct profile *profile)
{
    size_t count = 0;
    double spread = 0;
    for (size_t i = 0; i < profile->kernel_count; i++) {
        const struct profile_kernel *kernel = &profile->kernels[i];
        if (kernel->counts[PROFILE_RAN] >= kernel->counts[PROFILE_WORKGROUPS])
            continue;
        count++;
        spread = kernel->spread > spread ? kernel->spread : spread;
    }
    if (count == 0)
        return;
    buf_puts(printer->out, "\nOf ");
    put_count(printer->out, count, "kernel");
    buf_printf(printer->out,
               ", only samples of the workgroups ran; their instructions differ by %.1f%% at most "
               "(standard deviation).\nThe results of the program are wrong.\n",
               100 * spread);
}

static void put_unknown(const struct printer *printer, const struct profile *profile)
{
    struct strings targets = {0};
    for (size_t i = 0; i < profile->kernel_count; i++)
        if (!chip_of_target(profile->kernels[i].target))
            strings_add(&targets, profile->kernels[i].target);
    strings_sort_unique(&targets);
    for (size_t i = 0; i < targets.count; i++)
        buf_printf(printer->out, "%s: no chip's figures are known; --json has the counts\n",
                   targets.items[i]);
    strings_free(&targets);
}

void profile_print_text(const struct profile *profile, const struct chip *const *wanted,
                        size_t wanted_count, const struct screen *screen, struct buf *out)
{
    struct printer printer = {screen, out};
    bool is_titled = false;
    for (size_t i = 0; i < wanted_count; i++)
        put_table(&printer, profile, wanted[i]);
    put_unknown(&printer, profile);
    for (size_t i = 0; i < profile->kernel_count; i++)
        put_flaws(&printer, &profile->kernels[i], &is_titled);
    put_samples(&printer, profile);
}
