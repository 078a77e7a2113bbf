/* The table: read from images.json as a grid of texts, printed in blocks of targets that fit a
 * line.
 */
#include "emit/api.h"

#include "util/buf.h"
#include "util/file.h"

#include <jansson.h>

enum { SIZE, VGPRS, SCRATCH, COSTS, LINE_MAX_COLUMNS = 100, GROUP_GAP = 3, CELL = 24 };

/* A grid of texts: the first row has the titles, the last one the total. */
struct table {
    struct strings targets;
    size_t row_count;
    const char **names; /* of rows; borrowed from the document */
    uint64_t *kernels;
    char (*cells)[CELL]; /* of a row, a target's costs after those of another */
    int name_width, *widths;
};

static char *cell_at(const struct table *table, size_t row, size_t target, int cost)
{
    return table->cells[(row * table->targets.count + target) * COSTS + (size_t)cost];
}

static uint64_t get_number(const json_t *object, const char *key)
{
    const json_int_t value = json_integer_value(json_object_get(object, key));
    return value > 0 ? (uint64_t)value : 0;
}

/* "512 B", "22.1 KiB", "2.5 MiB", "18" */
static void put_cell(char *cell, int cost, uint64_t value)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
    double large = (double)value / 1024;
    size_t unit = 0;
    for (; large >= 999.95 && unit < 3; unit++)
        large /= 1024;
    if (cost == SIZE && value >= 1000)
        snprintf(cell, CELL, "%.1f %s", large, units[unit]);
    else if (cost == SIZE || value)
        snprintf(cell, CELL, "%" PRIu64 "%s", value, cost == SIZE ? " B" : "");
    else
        snprintf(cell, CELL, "-");
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
            if (target)
                strings_add(&table->targets, target);
        }
    }
    strings_sort_unique(&table->targets);
}

/* The costs of a module's image; of the total, the sum of the sizes and the maxima of the rest. */
static void add_image(struct table *table, size_t row, const json_t *image,
                      uint64_t (*total)[COSTS])
{
    const char *name = json_string_value(json_object_get(image, "target"));
    const json_t *max = json_object_get(image, "max");
    const uint64_t costs[] = {get_number(image, "size"), get_number(max, "vgprs"),
                              get_number(max, "scratch")};
    if (!name)
        return;
    size_t target = strings_find(&table->targets, name);
    for (int i = 0; i < COSTS; i++) {
        uint64_t *sum = &total[target][i];
        *sum = i == SIZE ? *sum + costs[i] : costs[i] > *sum ? costs[i] : *sum;
        put_cell(cell_at(table, row, target, i), i, costs[i]);
        put_cell(cell_at(table, table->row_count - 1, target, i), i, *sum);
    }
    table->kernels[row] = get_number(image, "kernels"); /* the same for every target */
}

static void collect_rows(struct table *table, const json_t *modules)
{
    static const char *const titles[] = {"size", "VGPRs", "scratch"};
    size_t i, j, last = table->row_count - 1;
    OWNED uint64_t(*total)[COSTS] = mem_alloc((table->targets.count + 1) * sizeof *total);
    const json_t *module, *image;
    table->names[0] = "module";
    table->names[last] = "total";
    for (i = 0; i < table->targets.count; i++)
        for (int cost = 0; cost < COSTS; cost++)
            strcpy(cell_at(table, 0, i, cost), titles[cost]);
    json_array_foreach(modules, i, module)
    {
        const char *name = json_string_value(json_object_get(module, "name"));
        table->names[i + 1] = name ? name : "?";
        json_array_foreach(json_object_get(module, "images"), j, image)
            add_image(table, i + 1, image, total);
        table->kernels[last] += table->kernels[i + 1];
    }
}

static void widen(int *width, const char *text)
{
    *width = (int)strlen(text) > *width ? (int)strlen(text) : *width;
}

static void measure(struct table *table)
{
    size_t columns = table->targets.count * COSTS;
    for (size_t row = 0; row < table->row_count; row++) {
        widen(&table->name_width, table->names[row]);
        for (size_t i = 0; i < columns; i++)
            widen(&table->widths[i], table->cells[row * columns + i]);
    }
}

/* Of a target's columns, a space between two of them; at least that of its name. */
static int group_width(const struct table *table, size_t target)
{
    int width = COSTS - 1;
    for (int i = 0; i < COSTS; i++)
        width += table->widths[target * COSTS + (size_t)i];
    widen(&width, table->targets.items[target]);
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

/* The targets from |first| to before |end|. */
static void print_block(FILE *out, const struct table *table, size_t first, size_t end)
{
    OWNED_BY(buf_free) struct buf line = {0};
    buf_printf(&line, "%*s", table->name_width + 9, "");
    for (size_t target = first; target < end; target++)
        buf_printf(&line, "%*s%-*s", GROUP_GAP, "", group_width(table, target),
                   table->targets.items[target]);
    end_line(out, &line);
    for (size_t row = 0; row < table->row_count; row++) {
        buf_printf(&line, "%-*s  ", table->name_width, table->names[row]);
        if (row == 0)
            buf_puts(&line, "kernels");
        else
            buf_printf(&line, "%7" PRIu64, table->kernels[row]);
        for (size_t target = first; target < end; target++) {
            size_t next = line.size + GROUP_GAP + (size_t)group_width(table, target);
            buf_printf(&line, "%*s", GROUP_GAP - 1, "");
            for (int i = 0; i < COSTS; i++)
                buf_printf(&line, " %*s", table->widths[target * COSTS + (size_t)i],
                           cell_at(table, row, target, i));
            buf_printf(&line, "%*s", (int)(next - line.size), "");
        }
        end_line(out, &line);
    }
}

static void print_table(FILE *out, const struct table *table)
{
    for (size_t first = 0, end; first < table->targets.count; first = end) {
        int width = table->name_width + 9;
        for (end = first; end < table->targets.count; end++) {
            width += GROUP_GAP + group_width(table, end);
            if (end > first && width > LINE_MAX_COLUMNS)
                break;
        }
        fputs(first ? "\n" : "", out);
        print_block(out, table, first, end);
    }
}

static void print_modules(FILE *out, const json_t *modules)
{
    struct table table = {.row_count = json_array_size(modules) + 2};
    OWNED_BY(strings_free) struct strings targets = {0};
    collect_targets(&table, modules);
    targets = table.targets;
    size_t columns = targets.count * COSTS + 1;
    OWNED const char **names = table.names = mem_alloc(table.row_count * sizeof *names);
    OWNED uint64_t *kernels = table.kernels = mem_alloc(table.row_count * sizeof *kernels);
    OWNED char(*cells)[CELL] = table.cells = mem_alloc(table.row_count * columns * sizeof *cells);
    OWNED int *widths = table.widths = mem_alloc(columns * sizeof *widths);
    collect_rows(&table, modules);
    measure(&table);
    print_table(out, &table);
}

enum status summary_print(FILE *out, const char *images_json_path)
{
    OWNED_BY(buf_free) struct buf text = {0};
    FORWARD_IF_ERROR(file_read(images_json_path, &text));
    json_error_t error;
    json_auto_t *json = json_loadb(text.data, text.size, 0, &error);
    if (!json)
        return status_fail(STATUS_INPUT, "%s:%d:%d: not JSON: %s; build again", images_json_path,
                           error.line, error.column, error.text);
    const json_t *modules = json_object_get(json, "modules");
    const char *format = json_string_value(json_object_get(json, "format"));
    if (!format || strcmp(format, "kbuild-images-1") != 0 || !json_is_array(modules))
        return status_fail(STATUS_INPUT, "%s: not of the format kbuild-images-1; build again",
                           images_json_path);
    print_modules(out, modules);
    return STATUS_OK;
}
