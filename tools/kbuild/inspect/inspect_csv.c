/* Kernels as comma-separated values (RFC 4180), but lines end with a newline
 * alone. docs/inspect.md explains the columns. */
#include "inspect/inspect.h"

#include <string.h>

enum { FLUSH_SIZE = 1 << 16 };

static void put_text(struct buf *out, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        buf_puts(out, text);
        return;
    }
    buf_putc(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            buf_putc(out, '"');
        buf_putc(out, *text);
    }
    buf_putc(out, '"');
}

static const enum metric columns[] = {
    METRIC_VGPR,           METRIC_AGPR,          METRIC_SGPR,
    METRIC_VGPR_SPILLS,    METRIC_SGPR_SPILLS,   METRIC_LDS,
    METRIC_SCRATCH,        NUMBER_DYNAMIC_STACK, METRIC_WAVE,
    METRIC_KERNARG,        NUMBER_ARGUMENTS,     NUMBER_HIDDEN_ARGUMENTS,
    METRIC_WORKGROUP,      METRIC_CODE,          METRIC_OCCUPANCY,
    NUMBER_POSSIBLE_WAVES, NUMBER_LIMIT,         NUMBER_OBJECT_VERSION,
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static void put_row(const struct package *package, const struct kernel_row *row,
                    const char *readable, struct buf *out)
{
    const struct package_container *container = inspect_container(package, row->image);
    put_text(out, package->files[container->file].path);
    buf_putc(out, ',');
    put_text(out, container->where);
    buf_putc(out, ',');
    put_text(out, row->image->target);
    buf_putc(out, ',');
    put_text(out, row->kernel->name);
    buf_putc(out, ',');
    put_text(out, readable);
    for (size_t i = 0; i < COLUMNS; i++) {
        uint64_t value = metric_value(columns[i], row);
        buf_putc(out, ',');
        if (columns[i] == NUMBER_LIMIT)
            put_text(out, occupancy_words[value]);
        else
            put_number(out, value);
    }
    buf_putc(out, '\n');
}

void inspect_csv(const struct inspect_view *view, const struct inspect_rows *rows, struct buf *out)
{
    buf_puts(out, "file,where,target,kernel,demangled");
    for (size_t i = 0; i < COLUMNS; i++)
        buf_printf(out, ",%s", metric_table[columns[i]].field);
    buf_putc(out, '\n');
    for (size_t i = 0; i < rows->group_count; i++) {
        const struct inspect_group *group = &rows->groups[i];
        for (size_t j = 0; j < group->count; j++)
            put_row(view->package, &group->rows[j], group->name, out);
        inspect_flush(out, FLUSH_SIZE);
    }
}
