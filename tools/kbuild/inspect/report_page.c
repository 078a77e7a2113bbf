/* The page: page.html with its placeholders filled. Parts that need no script are made here, so
 * that they are there without one. */
#include "inspect/report.h"

#include "parts.h"
#include "version.h"

enum {
    BAR_WIDTH = 100000, /* of a picture's own units, stretched to the space there is */
    TARGET_COLORS = 8,
    MODULES_SHOWN = 40, /* one by one; the others as a sum */
};

/* ---- Tiles and problems --------------------------------------------------------------------- */

static void put_tile(struct buf *out, uint64_t count, const char *label, bool is_bad)
{
    buf_puts(out, is_bad ? "<li class=\"bad\"><b>" : "<li><b>");
    count_put(out, count);
    buf_printf(out, "</b><span>%s</span></li>\n", label);
}

static void put_size_tile(struct buf *out, uint64_t bytes, const char *label)
{
    buf_puts(out, "<li><b>");
    bytes_put(out, bytes);
    buf_printf(out, "</b><span>%s</span></li>\n", label);
}

/* Kernels whose |metric| is not 0 on some target; rows are sorted by kernel. */
static uint64_t count_kernels_with(const struct report *report, enum metric metric)
{
    uint64_t count = 0;
    size_t last = report->name_count;
    for (size_t i = 0; i < report->row_count; i++) {
        const struct report_row *row = &report->rows[i];
        if (row->numbers->values[metric] > 0 && row->kernel != last) {
            count++;
            last = row->kernel;
        }
    }
    return count;
}

static void put_tiles(const struct report *report, struct buf *out)
{
    uint64_t unpacked = 0, in_files = 0;
    uint64_t spilling = count_kernels_with(report, METRIC_SPILLS);
    uint64_t scratch = count_kernels_with(report, METRIC_SCRATCH);
    for (size_t i = 0; i < report->target_count; i++)
        unpacked += report->targets[i].size;
    for (size_t i = 0; i < report->package->file_count; i++)
        in_files += report->package->files[i].same_as ? 0 : report->package->files[i].size;
    put_tile(out, report->name_count, report->name_count == 1 ? "kernel" : "kernels", false);
    put_tile(out, report->target_count, report->target_count == 1 ? "target" : "targets", false);
    put_tile(out, report->modules.count, report->modules.count == 1 ? "module" : "modules", false);
    put_size_tile(out, unpacked, "of code objects");
    put_size_tile(out, in_files, "in files");
    put_tile(out, spilling, "kernels spill registers", spilling > 0);
    put_tile(out, scratch, "kernels use scratch", scratch > 0);
}

static void put_problems(const struct report *report, struct buf *out)
{
    const struct package *package = report->package;
    if (!package->problem_count)
        return;
    buf_puts(out, "<section class=\"problems\" aria-labelledby=\"problems-title\">\n"
                  "<h2 id=\"problems-title\">Not read</h2>\n<ul>\n");
    for (size_t i = 0; i < package->problem_count; i++) {
        const struct package_problem *problem = &package->problems[i];
        buf_puts(out, "<li><code>");
        html_put(out, package->files[problem->file].path);
        buf_puts(out, *problem->where ? " " : "");
        html_put(out, problem->where);
        buf_puts(out, "</code> ");
        html_put(out, problem->message);
        buf_puts(out, "</li>\n");
    }
    buf_puts(out, "</ul>\n</section>\n");
}

/* ---- Targets -------------------------------------------------------------------------------- */

static void put_bar_start(struct buf *out)
{
    buf_printf(out,
               "<svg role=\"img\" viewBox=\"0 0 %d 16\" preserveAspectRatio=\"none\" aria-label=\"",
               BAR_WIDTH);
}

static void put_rect(struct buf *out, const char *scale, unsigned color, uint64_t from, uint64_t to)
{
    buf_printf(out,
               "<rect class=\"%s%u\" x=\"%" PRIu64 "\" width=\"%" PRIu64 "\" height=\"16\"><title>",
               scale, color, from, to > from ? to - from : 0);
}

/* The share of |part| in |whole|, in units of a bar. Sizes come out of files: a sum of them may
 * have overflowed, and its picture must stay inside its frame. */
static uint64_t share(uint64_t part, uint64_t whole)
{
    if (part >= whole)
        return whole ? BAR_WIDTH : 0;
    return (uint64_t)((double)part / (double)whole * BAR_WIDTH + 0.5);
}

static void put_levels(const struct report_target *target, struct buf *out)
{
    uint64_t before = 0;
    put_bar_start(out);
    buf_puts(out, "kernels by occupancy\">");
    for (unsigned level = 0; level < 9; level++) {
        uint64_t count = target->levels[level];
        if (!count)
            continue;
        put_rect(out, "o", level, share(before, target->kernels),
                 share(before + count, target->kernels));
        count_put(out, count);
        buf_printf(out, " kernel%s at about %u %% of %u waves</title></rect>",
                   count == 1 ? "" : "s", level * 25 / 2, target->waves);
        before += count;
    }
    buf_puts(out, "</svg>");
}

static void put_cell(struct buf *out, uint64_t count, bool is_hot)
{
    buf_puts(out, is_hot ? "<td class=\"n hot\">" : "<td class=\"n\">");
    count_put(out, count);
    buf_puts(out, "</td>");
}

static void put_targets(const struct report *report, struct buf *out)
{
    for (size_t i = 0; i < report->target_count; i++) {
        const struct report_target *target = &report->targets[i];
        buf_puts(out, "<tr><th scope=\"row\">");
        html_put(out, target->id);
        buf_printf(out, "</th><td>%s</td>", target->family);
        put_cell(out, target->kernels, false);
        put_cell(out, target->images, false);
        buf_puts(out, "<td class=\"n\">");
        bytes_put(out, target->size);
        buf_puts(out, "</td>");
        put_cell(out, target->spilling, target->spilling > 0);
        put_cell(out, (uint64_t)target->most_vgprs, false);
        buf_printf(out, "<td class=\"n\">%" PRId64 " / %u</td>", target->median_waves,
                   target->waves);
        put_cell(out, (uint64_t)target->fewest_waves, false);
        buf_puts(out, "<td class=\"bar\">");
        put_levels(target, out);
        buf_puts(out, "</td></tr>\n");
    }
}

/* ---- Sizes ---------------------------------------------------------------------------------- */

/* A line of the picture: a module, or the sum of those without a line. */
struct size_line {
    const char *name;
    uint64_t total;
    uint64_t *sizes; /* by target; of the report, or for the sum its own */
};

static int line_compare(const void *a, const void *b)
{
    const struct size_line *left = a, *right = b;
    if (left->total != right->total)
        return left->total > right->total ? -1 : 1;
    return strcmp(left->name, right->name);
}

static void put_legend(const struct report *report, struct buf *out)
{
    buf_puts(out, "<div class=\"legend names\">");
    for (size_t t = 0; t < report->target_count; t++) {
        buf_printf(out, "<i class=\"t%zu\"></i><span>", t % TARGET_COLORS);
        html_put(out, report->targets[t].id);
        buf_puts(out, "</span>");
    }
    buf_puts(out, "</div>\n");
}

static void put_line(const struct report *report, const struct size_line *line, uint64_t largest,
                     struct buf *out)
{
    uint64_t before = 0;
    buf_puts(out, "<span title=\"");
    html_put(out, line->name);
    buf_puts(out, "\">");
    html_put(out, line->name);
    buf_puts(out, "</span>");
    put_bar_start(out);
    html_put(out, line->name);
    buf_puts(out, ": sizes by target\">");
    for (size_t t = 0; t < report->target_count; t++) {
        uint64_t size = line->sizes[t];
        if (!size)
            continue;
        put_rect(out, "t", t % TARGET_COLORS, share(before, largest),
                 share(before + size, largest));
        html_put(out, report->targets[t].id);
        buf_puts(out, ": ");
        bytes_put(out, size);
        buf_puts(out, "</title></rect>");
        before += size;
    }
    buf_puts(out, "</svg><b class=\"n\">");
    bytes_put(out, line->total);
    buf_puts(out, "</b>\n");
}

/* Adds the lines behind MODULES_SHOWN up into the last one that is left. */
static size_t fold_lines(const struct report *report, struct size_line *lines, size_t count,
                         char **out_name, uint64_t *sums)
{
    if (count <= MODULES_SHOWN + 1)
        return count;
    *out_name = mem_format("%zu other modules", count - MODULES_SHOWN);
    struct size_line rest = {*out_name, 0, sums};
    for (size_t i = MODULES_SHOWN; i < count; i++) {
        rest.total += lines[i].total;
        for (size_t t = 0; t < report->target_count; t++)
            sums[t] += lines[i].sizes[t];
    }
    lines[MODULES_SHOWN] = rest;
    return MODULES_SHOWN + 1;
}

static void put_sizes(const struct report *report, struct buf *out)
{
    size_t count = report->modules.count;
    OWNED struct size_line *lines = mem_alloc(count * sizeof *lines);
    OWNED uint64_t *sums = mem_alloc(report->target_count * sizeof *sums);
    uint64_t largest = 0;
    OWNED char *rest = NULL;
    for (size_t m = 0; m < count; m++) {
        lines[m] = (struct size_line){.name = report->modules.items[m],
                                      .sizes = report->sizes + m * report->target_count};
        for (size_t t = 0; t < report->target_count; t++)
            lines[m].total += lines[m].sizes[t];
    }
    if (count)
        qsort(lines, count, sizeof *lines, line_compare);
    count = fold_lines(report, lines, count, &rest, sums);
    for (size_t i = 0; i < count; i++)
        if (lines[i].total > largest)
            largest = lines[i].total;
    put_legend(report, out);
    buf_puts(out, "<div class=\"sizes\">\n");
    for (size_t i = 0; i < count; i++)
        put_line(report, &lines[i], largest, out);
    buf_puts(out, "</div>\n");
}

/* ---- The page ------------------------------------------------------------------------------- */

/* assets.cmake has their places, and the hashes in the form of a content security policy. */
TEXT_FILE(report_page, REPORT_ASSETS "/page.html")
TEXT_FILE(report_style, REPORT_ASSETS "/style.css")
TEXT_FILE(report_script, REPORT_ASSETS "/script.js")

static void put_title(const struct report *report, struct buf *out)
{
    html_put(out, report->title);
}

static const struct {
    const char *name, *text;
    void (*put)(const struct report *report, struct buf *out); /* where there is no |text| */
} parts[] = {
    {"version", KBUILD_VERSION, NULL},
    {"style", report_style, NULL},
    {"script", report_script, NULL},
    {"style-hash", REPORT_STYLE_SHA256, NULL},
    {"script-hash", REPORT_SCRIPT_SHA256, NULL},
    {"title", NULL, put_title},
    {"tiles", NULL, put_tiles},
    {"problems", NULL, put_problems},
    {"targets", NULL, put_targets},
    {"sizes", NULL, put_sizes},
    {"profile", NULL, report_print_profile},
    {"data", NULL, report_print_data},
};

static void put_part(const struct report *report, const char *name, size_t length, struct buf *out)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (strlen(parts[i].name) != length || memcmp(parts[i].name, name, length) != 0)
            continue;
        if (parts[i].text)
            buf_puts(out, parts[i].text);
        else
            parts[i].put(report, out);
        return;
    }
    abort(); /* page.html and the table are one program */
}

void report_print(const struct report *report, struct buf *out)
{
    const char *at = report_page, *open;
    while ((open = strstr(at, "{{"))) {
        size_t length = strcspn(open + 2, "}");
        buf_append(out, at, (size_t)(open - at));
        put_part(report, open + 2, length, out);
        at = open + 2 + length + 2;
    }
    buf_puts(out, at);
}
