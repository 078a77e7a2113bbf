/* The table: read from images.json as a grid of texts, printed in blocks of targets that fit a
 * line.
 */
#include "emit/api.h"

#include "util/buf.h"
#include "util/file.h"

#include <jansson.h>

enum {
    LINE_MAX_COLUMNS = 100,
    GROUP_GAP = 3
}; /* GROUP_GAP: spaces in front of a target's columns */

/* The columns of a target. */
enum { SIZE, VGPRS, SCRATCH, COLUMNS };
static const char *const titles[COLUMNS] = {"size", "VGPRs", "scratch"};

/* The costs of a module's image; of the total, the sum of the sizes and the maxima of the rest. */
struct cell {
    bool present;
    uint64_t costs[COLUMNS];
};

struct row {
    const char *name; /* borrowed from the document */
    uint64_t kernels;
    struct cell *cells; /* one a target */
};

struct table {
    struct strings targets;
    struct row *rows; /* the last one is the total */
    size_t row_count;
    int name_width;
    int (*widths)[COLUMNS]; /* of each target's columns */
};

static uint64_t get_number(const json_t *object, const char *key)
{
    const json_int_t value = json_integer_value(json_object_get(object, key));
    return value > 0 ? (uint64_t)value : 0;
}

struct text {
    char s[24];
};

/* "512 B", "22.1 KiB", "2.5 MiB", "18" */
static struct text cell_text(const struct cell *cell, int column)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
    struct text text = {0};
    const uint64_t cost = cell->costs[column];
    double value = (double)cost / 1024;
    size_t unit = 0;
    for (; value >= 999.95 && unit < 3; unit++)
        value /= 1024;
    if (!cell->present)
        return text;
    if (column == SIZE && cost >= 1000)
        snprintf(text.s, sizeof text.s, "%.1f %s", value, units[unit]);
    else if (column == SIZE || cost)
        snprintf(text.s, sizeof text.s, "%" PRIu64 "%s", cost, column == SIZE ? " B" : "");
    else
        strcpy(text.s, "-");
    return text;
}

static void add_image(struct table *table, struct row *row, const json_t *image)
{
    const char *target = json_string_value(json_object_get(image, "target"));
    const json_t *max = json_object_get(image, "max");
    size_t at = 0;
    while (target && at < table->targets.count && strcmp(table->targets.items[at], target) != 0)
        at++;
    if (!target || at == table->targets.count)
        return;
    struct cell *cell = &row->cells[at], *total = &table->rows[table->row_count - 1].cells[at];
    *cell = (struct cell){
        true, {get_number(image, "size"), get_number(max, "vgprs"), get_number(max, "scratch")}};
    total->present = true;
    total->costs[SIZE] += cell->costs[SIZE];
    for (int i = VGPRS; i < COLUMNS; i++)
        if (cell->costs[i] > total->costs[i])
            total->costs[i] = cell->costs[i];
    row->kernels = get_number(image, "kernels"); /* the same for every target */
}

static void collect_targets(struct table *table, const json_t *modules)
{
    size_t i, j;
    const json_t *module, *image;
    json_array_foreach(modules, i, module)
    {
        json_array_foreach(json_object_get(module, "images"), j, image)
        {
            const char *target = json_string_value(json_object_get(image, "target"));
            if (target && !strings_contain(&table->targets, target))
                strings_add(&table->targets, target);
        }
    }
    strings_sort(&table->targets);
}

static void collect_rows(struct table *table, const json_t *modules)
{
    size_t i, j;
    table->row_count = json_array_size(modules) + 1;
    table->rows = mem_alloc(table->row_count * sizeof *table->rows);
    for (i = 0; i < table->row_count; i++)
        table->rows[i].cells = mem_alloc(table->targets.count * sizeof *table->rows[i].cells);
    struct row *total = &table->rows[table->row_count - 1];
    total->name = "total";
    const json_t *module, *image;
    json_array_foreach(modules, i, module)
    {
        struct row *row = &table->rows[i];
        const char *name = json_string_value(json_object_get(module, "name"));
        row->name = name ? name : "?";
        json_array_foreach(json_object_get(module, "images"), j, image)
            add_image(table, row, image);
        total->kernels += row->kernels;
    }
}

static void widen(int *width, const char *text)
{
    *width = (int)strlen(text) > *width ? (int)strlen(text) : *width;
}

static void measure(struct table *table)
{
    table->widths = mem_alloc(table->targets.count * sizeof *table->widths);
    widen(&table->name_width, "module");
    for (size_t i = 0; i < table->row_count; i++)
        widen(&table->name_width, table->rows[i].name);
    for (size_t target = 0; target < table->targets.count; target++)
        for (int column = 0; column < COLUMNS; column++) {
            int *width = &table->widths[target][column];
            widen(width, titles[column]);
            for (size_t i = 0; i < table->row_count; i++)
                widen(width, cell_text(&table->rows[i].cells[target], column).s);
        }
}

/* Of a target's columns, a space between two of them. */
static int group_width(const struct table *table, size_t target)
{
    int width = COLUMNS - 1;
    for (int i = 0; i < COLUMNS; i++)
        width += table->widths[target][i];
    return width;
}

/* Prints |line| without the spaces at its end, and empties it. */
static void end_line(FILE *out, struct buf *line)
{
    while (line->size && line->data[line->size - 1] == ' ')
        line->size--;
    fprintf(out, "%.*s\n", (int)line->size, line->data ? line->data : "");
    line->size = 0;
}

/* A target's columns; under a longer name of the target, with spaces behind them. */
static void put_group(struct buf *line, const struct table *table, size_t target,
                      const struct cell *cell)
{
    size_t start = line->size;
    buf_printf(line, "%*s", GROUP_GAP - 1, "");
    for (int i = 0; i < COLUMNS; i++)
        buf_printf(line, " %*s", table->widths[target][i], cell ? cell_text(cell, i).s : titles[i]);
    int title = (int)strlen(table->targets.items[target]), used = (int)(line->size - start);
    if (used < GROUP_GAP + title)
        buf_printf(line, "%*s", GROUP_GAP + title - used, "");
}

/* The targets from |first| to before |end|; the line of titles where |row| is NULL. */
static void print_row(FILE *out, const struct table *table, const struct row *row, size_t first,
                      size_t end)
{
    OWNED_BY(buf_free) struct buf line = {0};
    if (row)
        buf_printf(&line, "%-*s  %7" PRIu64, table->name_width, row->name, row->kernels);
    else
        buf_printf(&line, "%-*s  kernels", table->name_width, "module");
    for (size_t target = first; target < end; target++)
        put_group(&line, table, target, row ? &row->cells[target] : NULL);
    end_line(out, &line);
}

static void print_block(FILE *out, const struct table *table, size_t first, size_t end)
{
    OWNED_BY(buf_free) struct buf line = {0};
    buf_printf(&line, "%*s", table->name_width + 9, "");
    for (size_t target = first; target < end; target++)
        buf_printf(&line, "%*s%-*s", GROUP_GAP, "", group_width(table, target),
                   table->targets.items[target]);
    end_line(out, &line);
    print_row(out, table, NULL, first, end);
    for (size_t i = 0; i < table->row_count; i++)
        print_row(out, table, &table->rows[i], first, end);
}

static void print_table(FILE *out, const struct table *table)
{
    for (size_t first = 0, end; first < table->targets.count; first = end) {
        int width = table->name_width + 9;
        for (end = first; end < table->targets.count; end++) {
            int title = (int)strlen(table->targets.items[end]), group = group_width(table, end);
            width += GROUP_GAP + (title > group ? title : group);
            if (end > first && width > LINE_MAX_COLUMNS)
                break;
        }
        fputs(first ? "\n" : "", out);
        print_block(out, table, first, end);
    }
}

enum status summary_print(FILE *out, const char *images_json_path)
{
    OWNED_BY(buf_free) struct buf text = {0};
    FORWARD_IF_ERROR(file_read(images_json_path, &text));
    json_error_t error;
    json_t *json = json_loadb(text.data, text.size, 0, &error);
    if (!json)
        return status_fail(STATUS_INPUT, "%s:%d:%d: not JSON: %s; build again", images_json_path,
                           error.line, error.column, error.text);
    const json_t *modules = json_object_get(json, "modules");
    const char *format = json_string_value(json_object_get(json, "format"));
    enum status status = STATUS_OK;
    if (!format || strcmp(format, "kbuild-images-1") != 0 || !json_is_array(modules)) {
        status = status_fail(STATUS_INPUT, "%s: not of the format kbuild-images-1; build again",
                             images_json_path);
    } else {
        struct table table = {0};
        collect_targets(&table, modules);
        collect_rows(&table, modules);
        measure(&table);
        print_table(out, &table);
        for (size_t i = 0; i < table.row_count; i++)
            free(table.rows[i].cells);
        free(table.rows);
        free(table.widths);
        strings_free(&table.targets);
    }
    json_decref(json);
    return status;
}
