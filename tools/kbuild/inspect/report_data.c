/* The data for the page's script, as JSON: lists of names, and columns of numbers that point
 * into them. */
#include "inspect/report.h"

#include "text.h"

#include <inttypes.h>
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

static int64_t kernel_index(const struct report_row *row)
{
    return (int64_t)row->kernel;
}

static int64_t module_index(const struct report_row *row)
{
    return (int64_t)row->module;
}

static int64_t target_index(const struct report_row *row)
{
    return (int64_t)row->target;
}

static int64_t limit_index(const struct report_row *row)
{
    return row->limit;
}

static const struct {
    const char *key;
    int64_t (*value)(const struct report_row *row);
} indices[] = {
    {"kernel", kernel_index},
    {"module", module_index},
    {"target", target_index},
    {"limit", limit_index},
};

/* Columns, not rows: a tenth of the text. */
static void put_columns(const struct report *report, struct buf *out)
{
    buf_puts(out, "\"rows\":{");
    for (size_t c = 0; c < sizeof indices / sizeof *indices; c++) {
        buf_printf(out, "\"%s\":[", indices[c].key);
        for (size_t i = 0; i < report->row_count; i++)
            buf_printf(out, "%s%" PRId64, i ? "," : "", indices[c].value(&report->rows[i]));
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
