/* The table: read from images.json, measured, printed in blocks of targets that fit a line. */
#include "emit/summary.h"

#include "util/buf.h"
#include "util/file.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_COLUMNS = 100, COLUMNS_NARROW = 3, COLUMNS_WIDE = 6 };
enum { COLUMN_GAP = 1, GROUP_GAP = 3 }; /* spaces in front of a column, and of a target's group */

/* The costs of a module's image; in the last row, sums of sizes and maxima of the rest. */
struct cell {
    bool present;
    uint64_t size, vgprs, scratch, sgprs, lds, spills;
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
    size_t column_count; /* of one target */
};

static uint64_t get_number(const json_t *object, const char *key)
{
    const json_int_t value = json_integer_value(json_object_get(object, key));
    return value > 0 ? (uint64_t)value : 0;
}

static size_t target_index(const struct table *table, const char *target)
{
    for (size_t i = 0; i < table->targets.count; i++)
        if (strcmp(table->targets.items[i], target) == 0)
            return i;
    return SIZE_MAX;
}

static void raise(uint64_t *most, uint64_t value)
{
    if (value > *most)
        *most = value;
}

static void cell_read(struct cell *cell, const json_t *image)
{
    const json_t *max = json_object_get(image, "max");
    *cell = (struct cell){
        .present = true,
        .size = get_number(image, "size"),
        .vgprs = get_number(max, "vgprs"),
        .scratch = get_number(max, "scratch"),
        .sgprs = get_number(max, "sgprs"),
        .lds = get_number(max, "lds"),
        .spills = get_number(max, "vgpr_spills"),
    };
}

static void cell_add(struct cell *total, const struct cell *cell)
{
    total->present = total->present || cell->present;
    total->size += cell->size;
    raise(&total->vgprs, cell->vgprs);
    raise(&total->scratch, cell->scratch);
    raise(&total->sgprs, cell->sgprs);
    raise(&total->lds, cell->lds);
    raise(&total->spills, cell->spills);
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
    table->row_count = json_array_size(modules) + 1;
    table->rows = mem_alloc(table->row_count * sizeof *table->rows);
    for (size_t i = 0; i < table->row_count; i++)
        table->rows[i].cells = mem_alloc(table->targets.count * sizeof *table->rows[i].cells);
    struct row *total = &table->rows[table->row_count - 1];
    total->name = "total";
    size_t i, j;
    const json_t *module, *image;
    json_array_foreach(modules, i, module)
    {
        struct row *row = &table->rows[i];
        const char *name = json_string_value(json_object_get(module, "name"));
        row->name = name ? name : "?";
        json_array_foreach(json_object_get(module, "images"), j, image)
        {
            const char *target = json_string_value(json_object_get(image, "target"));
            size_t at = target ? target_index(table, target) : SIZE_MAX;
            if (at == SIZE_MAX)
                continue;
            cell_read(&row->cells[at], image);
            cell_add(&total->cells[at], &row->cells[at]);
            row->kernels = get_number(image, "kernels"); /* the same for every target */
        }
        total->kernels += row->kernels;
    }
}

static void table_free(struct table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        free(table->rows[i].cells);
    free(table->rows);
    strings_free(&table->targets);
}

/* "512 B", "22.1 KiB", "2.5 MiB" */
static char *print_bytes(uint64_t bytes)
{
    if (bytes < 1000)
        return mem_format("%" PRIu64 " B", bytes);
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
    double value = (double)bytes / 1024;
    size_t unit = 0;
    for (; value >= 999.95 && unit < 3; unit++)
        value /= 1024;
    return mem_format("%.1f %s", value, units[unit]);
}

static char *print_count(uint64_t count)
{
    return count ? mem_format("%" PRIu64, count) : mem_dup("-");
}

static char *print_cell(const struct cell *cell, size_t column)
{
    if (!cell->present)
        return mem_dup("");
    switch (column) {
    case 0: return print_bytes(cell->size);
    case 1: return print_count(cell->vgprs);
    case 2: return print_count(cell->scratch);
    case 3: return print_count(cell->sgprs);
    case 4: return cell->lds ? print_bytes(cell->lds) : mem_dup("-");
    default: return print_count(cell->spills);
    }
}

static const char *column_title(size_t column)
{
    static const char *const titles[COLUMNS_WIDE] = {"size",  "VGPRs", "scratch",
                                                     "SGPRs", "LDS",   "spills"};
    return titles[column];
}

static size_t column_width(const struct table *table, size_t target, size_t column)
{
    size_t width = strlen(column_title(column));
    for (size_t i = 0; i < table->row_count; i++) {
        char *text = print_cell(&table->rows[i].cells[target], column);
        width = strlen(text) > width ? strlen(text) : width;
        free(text);
    }
    return width;
}

/* Of a target's group of columns, without the space in front. */
static size_t group_width(const struct table *table, size_t target)
{
    size_t width = 0;
    for (size_t i = 0; i < table->column_count; i++)
        width += column_width(table, target, i) + (i ? COLUMN_GAP : 0);
    size_t title = strlen(table->targets.items[target]);
    return title > width ? title : width;
}

static size_t name_width(const struct table *table)
{
    size_t width = strlen("module");
    for (size_t i = 0; i < table->row_count; i++) {
        size_t length = strlen(table->rows[i].name);
        width = length > width ? length : width;
    }
    return width;
}

static void pad(struct buf *line, size_t count)
{
    while (count--)
        buf_putc(line, ' ');
}

static void put_right(struct buf *line, const char *text, size_t width)
{
    size_t length = strlen(text);
    pad(line, length < width ? width - length : 0);
    buf_puts(line, text);
}

static void put_left(struct buf *line, const char *text, size_t width)
{
    size_t length = strlen(text);
    buf_puts(line, text);
    pad(line, length < width ? width - length : 0);
}

/* Prints |line| without the spaces at its end, and empties it. */
static void end_line(FILE *out, struct buf *line)
{
    while (line->size && line->data[line->size - 1] == ' ')
        line->size--;
    fprintf(out, "%.*s\n", (int)line->size, line->data ? line->data : "");
    line->size = 0;
}

static void put_row(struct buf *line, const struct table *table, const struct row *row,
                    size_t first, size_t end)
{
    char *kernels = mem_format("%" PRIu64, row->kernels);
    put_left(line, row->name, name_width(table));
    put_right(line, kernels, 2 + strlen("kernels"));
    free(kernels);
    for (size_t target = first; target < end; target++) {
        size_t start = line->size;
        pad(line, GROUP_GAP - COLUMN_GAP);
        for (size_t i = 0; i < table->column_count; i++) {
            char *text = print_cell(&row->cells[target], i);
            put_right(line, text, COLUMN_GAP + column_width(table, target, i));
            free(text);
        }
        size_t used = line->size - start, width = GROUP_GAP + group_width(table, target);
        pad(line, used < width ? width - used : 0);
    }
}

/* The targets from |first| to before |end|. */
static void print_block(FILE *out, const struct table *table, size_t first, size_t end)
{
    struct buf line = {0};
    size_t left = name_width(table) + 2 + strlen("kernels");
    pad(&line, left);
    for (size_t target = first; target < end; target++) {
        pad(&line, GROUP_GAP);
        put_left(&line, table->targets.items[target], group_width(table, target));
    }
    end_line(out, &line);
    put_left(&line, "module", name_width(table));
    put_right(&line, "kernels", 2 + strlen("kernels"));
    for (size_t target = first; target < end; target++) {
        size_t start = line.size;
        pad(&line, GROUP_GAP - COLUMN_GAP);
        for (size_t i = 0; i < table->column_count; i++)
            put_right(&line, column_title(i), COLUMN_GAP + column_width(table, target, i));
        size_t used = line.size - start, width = GROUP_GAP + group_width(table, target);
        pad(&line, used < width ? width - used : 0);
    }
    end_line(out, &line);
    for (size_t i = 0; i < table->row_count; i++) {
        put_row(&line, table, &table->rows[i], first, end);
        end_line(out, &line);
    }
    buf_free(&line);
}

static void print_table(FILE *out, const struct table *table)
{
    size_t left = name_width(table) + 2 + strlen("kernels");
    for (size_t first = 0, end; first < table->targets.count; first = end) {
        size_t width = left;
        for (end = first; end < table->targets.count; end++) {
            width += GROUP_GAP + group_width(table, end);
            if (end > first && width > LINE_MAX_COLUMNS)
                break;
        }
        if (first)
            fputc('\n', out);
        print_block(out, table, first, end);
    }
}

enum status summary_print(FILE *out, const char *images_json_path, bool wide)
{
    struct buf text = {0};
    FORWARD_IF_ERROR(file_read(images_json_path, &text));
    json_error_t error;
    json_t *json = json_loadb(text.data, text.size, 0, &error);
    buf_free(&text);
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
        struct table table = {.column_count = wide ? COLUMNS_WIDE : COLUMNS_NARROW};
        collect_targets(&table, modules);
        collect_rows(&table, modules);
        print_table(out, &table);
        table_free(&table);
    }
    json_decref(json);
    return status;
}
