/* The data for the page's script, as JSON: lists of names, and columns of numbers that point
 * into them. */
#include "inspect/report.h"

#include "text.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

static void put_names(const struct report *report, struct buf *out)
{
    buf_puts(out, "\"kernels\":[");
    for (size_t i = 0; i < report->name_count; i++) {
        const struct report_name *name = &report->names[i];
        buf_puts(out, i ? ",\n[" : "[");
        json_put(out, name->readable);
        if (strcmp(name->readable, name->name) != 0) {
            buf_putc(out, ',');
            json_put(out, name->name);
        }
        buf_putc(out, ']');
    }
    buf_puts(out, "],\n");
}

static void put_lists(const struct report *report, struct buf *out)
{
    buf_puts(out, "\"targets\":[");
    for (size_t i = 0; i < report->target_count; i++) {
        buf_puts(out, i ? ",{\"id\":" : "{\"id\":");
        json_put(out, report->targets[i].id);
        buf_printf(out, ",\"waves\":%u}", report->targets[i].waves);
    }
    buf_puts(out, "],\n\"modules\":[");
    for (size_t i = 0; i < report->modules.count; i++) {
        buf_puts(out, i ? "," : "");
        json_put(out, report->modules.items[i]);
    }
    buf_puts(out, "],\n\"limits\":[");
    for (int i = 0; i <= OCCUPANCY_BY_WORKGROUP; i++) {
        buf_puts(out, i ? "," : "");
        json_put(out, occupancy_limit_name((enum occupancy_limit)i));
    }
    buf_puts(out, "],\n");
}

/* Columns of indices. */
static const struct {
    const char *key;
    size_t offset;
} indices[] = {
    {"kernel", offsetof(struct report_row, kernel)},
    {"module", offsetof(struct report_row, module)},
    {"target", offsetof(struct report_row, target)},
    {"limit", offsetof(struct report_row, limit)},
};

/* Columns, not rows: a tenth of the text. */
static void put_columns(const struct report *report, struct buf *out)
{
    buf_puts(out, "\"rows\":{");
    for (size_t c = 0; c < sizeof indices / sizeof *indices; c++) {
        buf_printf(out, "\"%s\":[", indices[c].key);
        for (size_t i = 0; i < report->row_count; i++) {
            const char *row = (const char *)&report->rows[i];
            buf_puts(out, i ? "," : "");
            put_number(out, *(const size_t *)(const void *)(row + indices[c].offset));
        }
        buf_puts(out, "],\n");
    }
    for (int m = 0; m < METRIC_COUNT; m++) {
        buf_printf(out, "%s\"%s\":[", m ? ",\n" : "", metric_table[m].name);
        for (size_t i = 0; i < report->row_count; i++)
            buf_printf(out, "%s%" PRId64, i ? "," : "", report->rows[i].numbers->values[m]);
        buf_putc(out, ']');
    }
    buf_putc(out, '}');
}

void report_print_data(const struct report *report, struct buf *out)
{
    struct buf json = {0};
    buf_putc(&json, '{');
    put_lists(report, &json);
    put_names(report, &json);
    put_columns(report, &json);
    buf_putc(&json, '}');
    script_put(out, &json);
    buf_free(&json);
}
