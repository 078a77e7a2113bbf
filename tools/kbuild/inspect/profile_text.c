/* Prints a profile as text: for each chip a table of its kernels, then the source lines that stand
 * out. Also prints a profile as JSON, "kbuild-profile-1": the JSON that was read, with the bounds
 * of each kernel on chips. docs/profile.md explains the text and the JSON. */
#include "inspect/profile.h"

#include <jansson.h>
#include <math.h>

enum { GAP = 2, NAME_MIN = 16, PLACES_MAX = 3, KERNELS_MAX = 20, COLUMNS_MAX = 16 };

struct printer {
    const struct screen *screen;
    struct buf *out;
};

static void put(const struct printer *printer, enum style style, const char *text)
{
    put_styled(printer->out, printer->screen, style, text);
}

/* ---- Printing a table ------------------------------------------------------------------------ */

struct layout {
    bool left_out[COLUMNS_MAX];
    size_t name; /* width of the column of kernels' names, in columns of the screen */
};

static size_t columns_width(const struct layout *layout)
{
    size_t width = 0;
    for (size_t i = 0; i < profile_column_count(); i++)
        width += layout->left_out[i] ? 0 : GAP + profile_columns[i].width;
    return width;
}

static struct layout layout_of(const struct screen *screen, const struct profile_row *rows,
                               size_t count)
{
    struct layout layout = {.name = NAME_MIN};
    size_t longest = NAME_MIN;
    for (size_t i = 0; i < count; i++) {
        OWNED char *name = demangle(rows[i].kernel->name);
        size_t width = text_width(name);
        longest = width > longest ? width : longest;
    }
    for (int spare = COLUMNS_MAX; screen->width && spare > 0; spare--)
        for (size_t i = 0;
             i < profile_column_count() && columns_width(&layout) + NAME_MIN > screen->width; i++)
            layout.left_out[i] |= profile_columns[i].spare == spare;
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
    for (size_t i = 0; i < profile_column_count(); i++)
        if (!layout->left_out[i])
            put_right(printer, STYLE_DIM, profile_columns[i].title, profile_columns[i].width);
    buf_putc(printer->out, '\n');
}

static void put_row(const struct printer *printer, const struct layout *layout,
                    const struct profile_row *row)
{
    OWNED char *name = demangle(row->kernel->name);
    size_t start = printer->out->size;
    struct screen plain = {.width = printer->screen->width};
    put_name(printer->out, &plain, STYLE_PLAIN, name, layout->name);
    size_t width = text_width(printer->out->data + start);
    put_spaces(printer->out, width < layout->name ? layout->name - width : 0);
    for (size_t i = 0; i < profile_column_count(); i++) {
        OWNED_BY(buf_free) struct buf cell = {0};
        if (layout->left_out[i])
            continue;
        profile_columns[i].cell(row, profile_columns[i].resource, &cell);
        put_right(printer, i == 0 ? STYLE_BOLD : STYLE_PLAIN, cell.data, profile_columns[i].width);
    }
    buf_putc(printer->out, '\n');
}

static void put_table(const struct printer *printer, const struct profile *profile,
                      const struct chip *chip)
{
    size_t count;
    OWNED struct profile_row *rows = profile_rows(profile, chip, &count);
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
    } else {
        buf_printf(printer->out, "%s: no kernel ran on its family, %s\n\n", chip->title,
                   chip->family);
    }
}

/* ---- Source lines ---------------------------------------------------------------------------- */

static void put_flaws(const struct printer *printer, const struct profile_kernel *kernel,
                      const struct profile_flaw *flaws, size_t count)
{
    size_t half = printer->screen->width / 2;
    OWNED char *name = demangle(kernel->name);
    put_spaces(printer->out, 2);
    put_name(printer->out, printer->screen, STYLE_BOLD, name, half);
    put_spaces(printer->out, 2);
    put(printer, STYLE_PLAIN, kernel->target);
    buf_putc(printer->out, '\n');
    for (size_t i = 0; i < count && i < PLACES_MAX; i++) {
        put_spaces(printer->out, 4);
        put_shortened(printer->out, printer->screen, STYLE_PLAIN, flaws[i].place->where, half);
        put_spaces(printer->out, 2);
        put(printer, STYLE_WARN, flaws[i].text);
        buf_putc(printer->out, '\n');
    }
}

/* For each kernel, whether its source lines were examined; and how many of these kernels have
 * flaws. */
struct looked {
    bool *at;
    size_t flawed;
};

static void look_at(const struct printer *printer, const struct profile *profile,
                    const struct profile_kernel *kernel, struct looked *looked)
{
    size_t count, index = (size_t)(kernel - profile->kernels);
    if (looked->at[index])
        return;
    looked->at[index] = true;
    OWNED struct profile_flaw *flaws = profile_flaws(kernel, &count);
    if (count && looked->flawed == 0)
        buf_puts(printer->out, "Source lines that stand out\n");
    if (count && looked->flawed++ < KERNELS_MAX)
        put_flaws(printer, kernel, flaws, count);
}

/* Prints the source lines that stand out. The kernels in the tables come first, in the order of the
 * tables, then the other kernels. */
static void put_places(const struct printer *printer, const struct profile *profile,
                       const struct chip *const *wanted, size_t wanted_count)
{
    struct looked looked = {mem_alloc(profile->kernel_count + 1), 0};
    for (size_t c = 0; c < wanted_count; c++) {
        size_t count;
        OWNED struct profile_row *rows = profile_rows(profile, wanted[c], &count);
        for (size_t i = 0; i < count; i++)
            look_at(printer, profile, rows[i].kernel, &looked);
    }
    for (size_t i = 0; i < profile->kernel_count; i++)
        look_at(printer, profile, &profile->kernels[i], &looked);
    if (looked.flawed > KERNELS_MAX)
        buf_printf(printer->out, "  and in %zu more kernels, which --kernel selects\n",
                   looked.flawed - KERNELS_MAX);
    free(looked.at);
}

/* ---- Printing a whole profile ---------------------------------------------------------------- */

static void put_samples(const struct printer *printer, const struct profile *profile)
{
    size_t count = 0;
    uint64_t ran = 0, all = 0;
    double spread = 0;
    for (size_t i = 0; i < profile->kernel_count; i++) {
        const struct profile_kernel *kernel = &profile->kernels[i];
        if (kernel->counts[PROFILE_RAN] >= kernel->counts[PROFILE_WORKGROUPS])
            continue;
        count++;
        ran += kernel->counts[PROFILE_RAN];
        all += kernel->counts[PROFILE_WORKGROUPS];
        spread = kernel->spread > spread ? kernel->spread : spread;
    }
    if (count == 0)
        return;
    buf_puts(printer->out, "\nSamples of ");
    put_count(printer->out, count, "kernel");
    buf_printf(printer->out,
               ": %" PRIu64 " of %" PRIu64
               " workgroups ran; their instructions differ by %.1f%% at "
               "most (standard\ndeviation). The results of the program are wrong.\n",
               ran, all, 100 * spread);
}

static void put_unknown(const struct printer *printer, const struct profile *profile)
{
    OWNED_BY(strings_free) struct strings targets = {0};
    for (size_t i = 0; i < profile->kernel_count; i++)
        if (!chip_of_target(profile->kernels[i].target))
            strings_add(&targets, profile->kernels[i].target);
    strings_sort_unique(&targets);
    for (size_t i = 0; i < targets.count; i++) {
        put(printer, STYLE_PLAIN, targets.items[i]);
        buf_puts(printer->out, ": no chip's figures are known; --json has the counts\n");
    }
}

void profile_print_text(const struct profile *profile, const struct chip *const *wanted,
                        size_t wanted_count, const struct screen *screen, struct buf *out)
{
    struct printer printer = {screen, out};
    for (size_t i = 0; i < wanted_count; i++)
        put_table(&printer, profile, wanted[i]);
    put_unknown(&printer, profile);
    put_places(&printer, profile, wanted, wanted_count);
    put_samples(&printer, profile);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Returns |value| rounded to tenths of a nanosecond. That is exact enough, and gives the same text
 * on every machine. */
static json_t *nanoseconds(double value)
{
    return json_real(round(value * 10) / 10);
}

static json_t *bound_json(const struct profile_kernel *kernel, const struct chip *chip)
{
    const struct profile_bound bound = profile_bound_of(kernel, chip);
    json_t *resources = json_object();
    for (int r = 0; r < RESOURCE_COUNT; r++)
        json_object_set_new(resources, resource_names[r], nanoseconds(bound.by[r]));
    json_t *json = json_object();
    json_object_set_new(json, "chip", json_string(chip->name));
    json_object_set_new(json, "bound_ns", nanoseconds(bound.all));
    json_object_set_new(json, "by", json_string(bound.all > 0 ? resource_names[bound.limit] : ""));
    json_object_set_new(json, "needed_ns", nanoseconds(bound.needed));
    json_object_set_new(json, "resources_ns", resources);
    return json;
}

static json_t *kernel_json(const struct profile_kernel *kernel, const struct chip *const *wanted,
                           size_t wanted_count)
{
    json_t *json = json_copy(kernel->json), *bounds = json_array();
    for (size_t i = 0; i < wanted_count; i++)
        if (chip_runs(wanted[i], kernel->target))
            json_array_append_new(bounds, bound_json(kernel, wanted[i]));
    json_object_set_new(json, "bounds", bounds);
    return json;
}

void profile_print_json(const struct profile *profile, const struct chip *const *wanted,
                        size_t wanted_count, struct buf *out)
{
    json_t *kernels = json_array(), *root = json_object();
    for (size_t i = 0; i < profile->kernel_count; i++)
        json_array_append_new(kernels, kernel_json(&profile->kernels[i], wanted, wanted_count));
    json_object_set_new(root, "format", json_string("kbuild-profile-1"));
    json_object_set_new(root, "kernels", kernels);
    OWNED char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
    buf_puts(out, text ? text : "");
    buf_putc(out, '\n');
    json_decref(root);
}
