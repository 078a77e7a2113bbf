/* The section of a page that shows a profile: for each chip a table, and the source lines that
 * stand out. */
#include "inspect/profile.h"
#include "inspect/report.h"

#include "parts.h"

enum { PLACES_MAX = 3 };

static void put_flaws(const struct profile_kernel *kernel, struct buf *out)
{
    size_t count;
    OWNED struct profile_flaw *flaws = profile_flaws(kernel, &count);
    for (size_t i = 0; i < count && i < PLACES_MAX; i++) {
        buf_puts(out, i ? "<br><code>" : "<code>");
        html_put(out, flaws[i].place->where);
        buf_puts(out, "</code> ");
        html_put(out, flaws[i].text);
    }
}

static void put_row(const struct profile_row *row, struct buf *out)
{
    OWNED char *name = demangle(row->kernel->name);
    buf_puts(out, "<tr><th scope=\"row\">");
    html_put(out, name);
    buf_puts(out, "</th>");
    for (size_t i = 0; i < profile_column_count(); i++) {
        buf_puts(out, "<td class=\"n\">");
        profile_columns[i].cell(row, profile_columns[i].resource, out);
        buf_puts(out, "</td>");
    }
    buf_puts(out, "<td>");
    put_flaws(row->kernel, out);
    buf_puts(out, "</td></tr>\n");
}

static void put_chip(const struct profile *profile, const struct chip *chip, struct buf *out)
{
    size_t count;
    OWNED struct profile_row *rows = profile_rows(profile, chip, &count);
    if (count) {
        buf_printf(out,
                   "<h3>%s: %u compute units, %u MHz, %u GB/s</h3>\n<div class=\"wide\" "
                   "role=\"region\" aria-label=\"%s\" tabindex=\"0\">\n<table "
                   "class=\"summary\"><thead><tr><th scope=\"col\">Kernel</th>",
                   chip->title, chip->compute_units, chip->clock, chip->memory, chip->title);
        for (size_t i = 0; i < profile_column_count(); i++)
            buf_printf(out, "<th scope=\"col\" class=\"n\">%s</th>", profile_columns[i].title);
        buf_puts(out, "<th scope=\"col\">Source lines</th></tr></thead>\n<tbody>\n");
        for (size_t i = 0; i < count; i++)
            put_row(&rows[i], out);
        buf_puts(out, "</tbody></table>\n</div>\n");
    }
}

void report_print_profile(const struct report *report, struct buf *out)
{
    if (!report->profile)
        return;
    buf_puts(out,
             "<section aria-labelledby=\"profile-title\">\n<h2 id=\"profile-title\">Profile</h2>\n"
             "<p class=\"lead\">Lower bounds of the times of all launches, from what the emulator "
             "counted; not times. vec to mem: what a part of the chip takes, in per cent of the "
             "bound.</p>\n");
    for (size_t i = 0; i < chip_count(); i++)
        put_chip(report->profile, &chips[i], out);
    buf_puts(out, "</section>\n");
}
