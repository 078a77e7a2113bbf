/* Prints kernels as a table: a heading for each kernel, and under it a row for each image that has
 * it. docs/inspect.md explains the columns.
 */
#include "inspect/inspect.h"

void inspect_flush(struct buf *out, size_t enough)
{
    if (out->size <= enough)
        return;
    fwrite(out->data, 1, out->size, stdout);
    out->size = 0;
}

enum { FLUSH_SIZE = 1 << 16, GAP = 2 };

/* ---- Cells of a table ------------------------------------------------------------------------ */

static enum style put_or_dash(struct buf *out, uint64_t value, enum style style)
{
    if (value)
        put_number(out, value);
    else
        buf_putc(out, '-');
    return value ? style : STYLE_DIM;
}

static enum style cell_target(const struct kernel_row *row, struct buf *out)
{
    buf_puts(out, row->image->target);
    return STYLE_PLAIN;
}

/* Appends spills, as "12v 3s": the numbers of VGPRs and SGPRs that are kept in memory or in lanes
 * of another register. */
static enum style cell_spills(const struct kernel_row *row, struct buf *out)
{
    const struct kernel *kernel = row->kernel;
    if (!kernel->vgpr_spills && !kernel->sgpr_spills)
        return put_or_dash(out, 0, STYLE_PLAIN);
    if (kernel->vgpr_spills)
        buf_printf(out, "%uv", kernel->vgpr_spills);
    if (kernel->sgpr_spills)
        buf_printf(out, "%s%us", kernel->vgpr_spills ? " " : "", kernel->sgpr_spills);
    return STYLE_BAD;
}

/* Appends the scratch memory of a work-item. "+" means that the stack grows at run time. */
static enum style cell_scratch(const struct kernel_row *row, struct buf *out)
{
    if (!row->kernel->uses_dynamic_stack)
        return put_or_dash(out, row->kernel->private_segment, STYLE_WARN);
    buf_printf(out, "%u+", row->kernel->private_segment);
    return STYLE_WARN;
}

/* Appends the occupancy, as "12/16 vgprs": the waves on a SIMD, the most that the processor allows,
 * and what limits the kernel's waves. */
static enum style cell_occupancy(const struct kernel_row *row, struct buf *out)
{
    const struct target_info *target = row->image->object.target.info;
    unsigned waves = row->waves, most = target->waves;
    enum occupancy_limit limit = row->limit;
    if (!target_is_known(target)) {
        buf_putc(out, '?');
        return STYLE_PLAIN;
    }
    if (target_is_nvidia(&row->image->object.target))
        return put_or_dash(out, 0, STYLE_PLAIN);
    put_number(out, waves);
    buf_putc(out, '/');
    put_number(out, most);
    if (waves < most) {
        buf_putc(out, ' ');
        buf_puts(out, limit == OCCUPANCY_BY_WORKGROUP ? "group" : occupancy_limit_name(limit));
    }
    return waves * 4 <= most ? STYLE_BAD : waves * 2 <= most ? STYLE_WARN : STYLE_PLAIN;
}

static enum style put_trait(enum launch_trait trait, const struct kernel_row *row, struct buf *out)
{
    const size_t size = out->size;
    launch_print(trait, row->kernel, out);
    return out->size > size ? STYLE_PLAIN : put_or_dash(out, 0, STYLE_PLAIN);
}

static enum style cell_cluster(const struct kernel_row *row, struct buf *out)
{
    return put_trait(LAUNCH_CLUSTER, row, out);
}

static enum style cell_barriers(const struct kernel_row *row, struct buf *out)
{
    return put_trait(LAUNCH_BARRIERS, row, out);
}

static enum style cell_revision(const struct kernel_row *row, struct buf *out)
{
    return put_trait(LAUNCH_REVISION, row, out);
}

static const struct column {
    const char *title;
    enum metric metric;
    /* Appends the text of the column's cell. NULL: the text is the metric's number alone. */
    enum style (*cell)(const struct kernel_row *row, struct buf *out);
    bool shows_zero; /* whether the column shows a 0 as "0", not as "-" */
    bool is_text;    /* whether the column is aligned to the left, not to the right */
    bool is_rare;    /* whether the column is shown only when one of its cells is not "-" */
    /* when the column is left out of a line that is too long: the largest |spare| first; 0 means
     * never */
    int spare;
} columns[] = {
    {"target", .cell = cell_target, .is_text = true},
    {"VGPRs", METRIC_VGPR, .shows_zero = true},
    {"AGPRs", METRIC_AGPR, .is_rare = true, .spare = 1},
    {"SGPRs", METRIC_SGPR, .shows_zero = true},
    {"spills", .cell = cell_spills, .is_rare = true},
    {"LDS", METRIC_LDS, .is_rare = true, .spare = 2},
    {"scratch", .cell = cell_scratch, .is_rare = true, .spare = 3},
    {"wave", METRIC_WAVE, .shows_zero = true, .spare = 6},
    {"kernarg", METRIC_KERNARG, .spare = 7},
    {"args", NUMBER_ARGUMENTS, .spare = 8},
    {"group", METRIC_WORKGROUP, .spare = 5},
    {"cluster", .cell = cell_cluster, .is_rare = true, .spare = 3},
    {"barriers", .cell = cell_barriers, .is_rare = true, .spare = 6},
    {"revision", .cell = cell_revision, .is_rare = true, .spare = 4},
    {"occupancy", .cell = cell_occupancy, .is_text = true},
    {"code", METRIC_CODE, .spare = 4},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static enum style put_column(const struct column *column, const struct kernel_row *row,
                             struct buf *out)
{
    if (column->cell)
        return column->cell(row, out);
    uint64_t value = metric_value(column->metric, row);
    if (!column->shows_zero || target_is_nvidia(&row->image->object.target))
        return put_or_dash(out, value, STYLE_PLAIN);
    put_number(out, value);
    return STYLE_PLAIN;
}

/* ---- Widths of columns, and lines ------------------------------------------------------------ */

struct layout {
    size_t widths[COLUMNS]; /* the columns' widths in characters; 0 if a column is not shown */
    bool left_out[COLUMNS]; /* whether each column is left out because the line is too long */
};

static size_t layout_width(const struct layout *layout)
{
    size_t width = 0;
    for (size_t i = 0; i < COLUMNS; i++)
        width += layout->widths[i] ? GAP + layout->widths[i] : 0;
    return width;
}

/* Removes columns until a row fits into |width| characters; 0 means no limit. */
static void layout_fit(struct layout *layout, size_t width)
{
    while (width && layout_width(layout) > width) {
        size_t least = 0;
        for (size_t i = 0; i < COLUMNS; i++)
            if (layout->widths[i] && columns[i].spare > columns[least].spare)
                least = i;
        if (columns[least].spare == 0)
            return;
        layout->widths[least] = 0;
        layout->left_out[least] = true;
    }
}

static struct layout layout_of(const struct inspect_view *view, const struct inspect_rows *rows)
{
    struct layout layout = {.widths = {0}};
    bool shown[COLUMNS] = {false};
    /* the largest numbers so far; a smaller number is not wider, so it is not printed to measure it
     */
    uint64_t most[COLUMNS] = {0};
    OWNED_BY(buf_free) struct buf cell = {0};
    struct loaded_row loaded;
    for (size_t j = 0; j < rows->row_count; j++) {
        const struct kernel_row *row = row_load(view->package, rows->rows[j], &loaded);
        for (size_t i = 0; i < COLUMNS; i++) {
            uint64_t value = columns[i].cell ? 0 : metric_value(columns[i].metric, row);
            if (!columns[i].cell && j > 0 && value <= most[i])
                continue;
            most[i] = value;
            cell.size = 0;
            put_column(&columns[i], row, &cell);
            shown[i] = shown[i] || cell.size != 1 || cell.data[0] != '-';
            if (cell.size > layout.widths[i])
                layout.widths[i] = cell.size;
        }
    }
    for (size_t i = 0; i < COLUMNS; i++) {
        size_t title = strlen(columns[i].title);
        if (columns[i].is_rare && !shown[i])
            layout.widths[i] = 0;
        else if (title > layout.widths[i])
            layout.widths[i] = title;
    }
    layout_fit(&layout, view->screen.width);
    return layout;
}

static void put_cell(struct buf *out, const struct screen *screen, const struct column *column,
                     size_t width, enum style style, const char *text)
{
    size_t padding = width - strlen(text);
    put_spaces(out, GAP + (column->is_text ? 0 : padding));
    put_styled(out, screen, style, text);
    if (column->is_text)
        put_spaces(out, padding);
}

static void end_line(struct buf *out)
{
    while (out->size && out->data[out->size - 1] == ' ')
        out->data[--out->size] = '\0';
    buf_putc(out, '\n');
}

static void put_titles(struct buf *out, const struct screen *screen, const struct layout *layout)
{
    for (size_t i = 0; i < COLUMNS; i++)
        if (layout->widths[i])
            put_cell(out, screen, &columns[i], layout->widths[i], STYLE_BOLD, columns[i].title);
    end_line(out);
}

/* Appends the place of |image| in its file to a row that is |used| characters wide, if other images
 * have the same target. */
static void put_place(struct buf *out, const struct inspect_view *view,
                      const struct package_image *image, size_t used)
{
    size_t width = view->screen.width;
    const struct package_container *container = &view->package->containers[image->container];
    bool one_file = view->package->file_count == 1 && *container->where;
    OWNED_BY(buf_free) struct buf place = {0};
    buf_printf(&place, "%s%s%s", one_file ? "" : view->package->files[container->file].path,
               one_file || !*container->where ? "" : " ", container->where);
    if (width && used + GAP + text_width(place.data) > width) {
        end_line(out);
        used = GAP;
    }
    put_spaces(out, GAP);
    put_shortened(out, &view->screen, STYLE_DIM, place.data, width ? width - used - GAP : 0);
}

static const char *target_of(const struct inspect_view *view, const struct stored_row *row)
{
    return view->package->images[row->image].target;
}

static bool is_repeated(const struct inspect_view *view, const struct inspect_group *group,
                        size_t i)
{
    const char *target = target_of(view, group->rows[i]);
    return (i > 0 && strcmp(target_of(view, group->rows[i - 1]), target) == 0) ||
           (i + 1 < group->count && strcmp(target_of(view, group->rows[i + 1]), target) == 0);
}

static void put_row(struct buf *out, const struct inspect_view *view, const struct layout *layout,
                    const struct inspect_group *group, size_t number)
{
    struct loaded_row loaded;
    const struct kernel_row *row = row_load(view->package, group->rows[number], &loaded);
    OWNED_BY(buf_free) struct buf cell = {0};
    for (size_t i = 0; i < COLUMNS; i++) {
        if (!layout->widths[i])
            continue;
        cell.size = 0;
        enum style style = put_column(&columns[i], row, &cell);
        put_cell(out, &view->screen, &columns[i], layout->widths[i], style, cell.data);
    }
    if (is_repeated(view, group, number))
        put_place(out, view, row->image, layout_width(layout));
    end_line(out);
}

/* ---- Printing arguments ---------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_arguments(const struct kernel *a, const struct kernel *b)
{
    if (a->argument_count != b->argument_count)
        return false;
    for (size_t i = 0; i < a->argument_count; i++) {
        const struct kernel_argument *x = &a->arguments[i], *y = &b->arguments[i];
        if (x->offset != y->offset || x->size != y->size || x->kind != y->kind ||
            !same_text(x->value_kind, y->value_kind) || !same_text(x->name, y->name) ||
            !same_text(x->type_name, y->type_name))
            return false;
    }
    return true;
}

static void put_argument(struct buf *out, const struct inspect_view *view,
                         const struct kernel_argument *argument)
{
    OWNED_BY(buf_free) struct buf line = {0};
    buf_printf(&line, "      %6u %5u  %-22s", argument->offset, argument->size,
               argument->value_kind ? argument->value_kind : "");
    if (argument->is_const)
        buf_puts(&line, " const");
    if (argument->is_volatile)
        buf_puts(&line, " volatile");
    if (argument->type_name)
        buf_printf(&line, " %s", argument->type_name);
    if (argument->is_restrict)
        buf_puts(&line, " restrict");
    if (argument->name)
        buf_printf(&line, " %s", argument->name);
    if (argument->address_space)
        buf_printf(&line, " (%s)", argument->address_space);
    put_shortened(out, &view->screen, argument->kind == ARGUMENT_HIDDEN ? STYLE_DIM : STYLE_PLAIN,
                  line.data, view->screen.width);
    end_line(out);
}

/* Prints the arguments of the kernel in row |first|, for all following rows with the same
 * arguments. Returns the number of these rows. */
static size_t put_arguments(struct buf *out, const struct inspect_view *view,
                            const struct inspect_group *group, size_t first)
{
    struct loaded_row one, other;
    const struct kernel *kernel = row_load(view->package, group->rows[first], &one)->kernel;
    size_t count = 1;
    while (
        first + count < group->count &&
        same_arguments(kernel, row_load(view->package, group->rows[first + count], &other)->kernel))
        count++;
    if (kernel->argument_count == 0)
        return count;
    OWNED_BY(buf_free) struct buf title = {0};
    buf_puts(&title, "      offset  size  argument");
    if (count < group->count) {
        buf_puts(&title, " on");
        for (size_t i = first; i < first + count; i++) {
            const char *target = target_of(view, group->rows[i]);
            if (i == first || strcmp(target, target_of(view, group->rows[i - 1])) != 0)
                buf_printf(&title, " %s", target);
        }
    }
    put_shortened(out, &view->screen, STYLE_BOLD, title.data, view->screen.width);
    buf_putc(out, '\n');
    for (size_t i = 0; i < kernel->argument_count; i++)
        put_argument(out, view, &kernel->arguments[i]);
    return count;
}

static void put_left_out(struct buf *out, const struct screen *screen, const struct layout *layout)
{
    OWNED_BY(buf_free) struct buf text = {0};
    for (size_t i = 0; i < COLUMNS; i++)
        if (layout->left_out[i])
            buf_printf(&text, "%s%s", text.size ? ", " : "", columns[i].title);
    if (text.size) {
        buf_printf(&text, ": too wide for %zu columns; --full shows them", screen->width);
        put_wrapped(out, screen, STYLE_DIM, text.data, 0, 4);
        buf_putc(out, '\n');
    }
}

void inspect_table(const struct inspect_view *view, const struct inspect_rows *rows,
                   struct buf *out)
{
    if (rows->row_count == 0)
        return;
    struct layout layout = layout_of(view, rows);
    put_titles(out, &view->screen, &layout);
    for (size_t i = 0; i < rows->group_count; i++) {
        const struct inspect_group *group = &rows->groups[i];
        put_name(out, &view->screen, STYLE_BOLD, group->name, view->screen.width);
        buf_putc(out, '\n');
        for (size_t j = 0; j < group->count; j++)
            put_row(out, view, &layout, group, j);
        for (size_t j = 0; view->arguments && j < group->count;)
            j += put_arguments(out, view, group, j);
        inspect_flush(out, FLUSH_SIZE);
    }
    put_left_out(out, &view->screen, &layout);
    buf_putc(out, '\n');
}
