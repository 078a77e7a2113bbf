/* Prints what was found as one HTML page, which has no script and loads nothing. */
#include "verify/verification.h"

#include "inspect/escape.h"
#include "version.h"

/* CMakeLists.txt defines the file of the style, and its hash in the syntax of a content security
 * policy. */
TEXT_FILE(verify_style, VERIFY_STYLE)

static const char *const words[] = {[COVER_SAME] = "same",
                                    [COVER_BOUNDED] = "bounded",
                                    [COVER_NONE] = "not covered",
                                    [COVER_DIFFERENT] = "different"};

static bool has_details(const struct cell *cell)
{
    return cell->cover != COVER_SAME && (cell->difference || cell->reason);
}

static void put_head(const struct verification *verification, const char *title, struct buf *out)
{
    static const enum cover order[] = {COVER_SAME, COVER_BOUNDED, COVER_DIFFERENT, COVER_NONE};
    buf_puts(out,
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
             "'sha256-" VERIFY_STYLE_SHA256 "'; base-uri 'none'; form-action 'none'\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    html_put(out, title);
    buf_puts(out, " – verified kernels</title>\n<style>");
    buf_puts(out, verify_style);
    buf_puts(out, "</style>\n</head>\n<body>\n<header>\n<p class=\"kicker\">Kernels beside their "
                  "originals</p>\n<h1>");
    html_put(out, title);
    buf_puts(out, "</h1>\n<p class=\"lead\">");
    count_put(out, verification->trials->count);
    buf_puts(out, " runs at each place, ");
    buf_puts(out, verification->original ? "compared with " : "compared with nothing");
    if (verification->original)
        html_put(out, verification->original->place);
    buf_puts(out, "</p>\n<ul class=\"tiles\">\n");
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const size_t count = verification_count(verification, order[i]);
        buf_printf(out, "<li class=\"%s\"><b>", count ? cover_name(order[i]) : "none");
        count_put(out, count);
        buf_printf(out, "</b><span>%s</span></li>\n", words[order[i]]);
    }
    buf_puts(out, "</ul>\n</header>\n<main>\n");
}

/* Appends "14 of 17", the runs that made the cover what it is; nothing without runs. */
static void put_runs(const struct cell *cell, struct buf *out)
{
    const size_t all = cell_runs(cell), counted = cell->runs[cell->cover];
    if (all && counted == all)
        buf_printf(out, " %zu", all);
    else if (all)
        buf_printf(out, " %zu of %zu", counted, all);
}

static void put_row(const struct verification *verification, size_t kernel, struct buf *out)
{
    buf_puts(out, "<tr><th scope=\"row\">");
    html_put(out, verification->trials->interface->kernels[kernel].name);
    buf_puts(out, "</th>");
    for (size_t i = 0; i < verification->place_count; i++) {
        const struct cell *cell = verification_cell(verification, kernel, i);
        buf_printf(out, "<td class=\"%s\">", cover_name(cell->cover));
        if (has_details(cell))
            buf_printf(out, "<a href=\"#k%zu-%zu\">", kernel, i);
        buf_puts(out, words[cell->cover]);
        put_runs(cell, out);
        buf_puts(out, has_details(cell) ? "</a></td>" : "</td>");
    }
    buf_puts(out, "</tr>\n");
}

static void put_table(const struct verification *verification, struct buf *out)
{
    const struct trials *trials = verification->trials;
    buf_puts(out, "<section>\n<h2>Kernels</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
                  "aria-label=\"Kernels and places\">\n<table>\n<thead><tr><th "
                  "scope=\"col\">Kernel</th>");
    for (size_t i = 0; i < verification->place_count; i++) {
        buf_puts(out, "<th scope=\"col\">");
        html_put(out, verification->places[i]->name);
        buf_puts(out, "</th>");
    }
    buf_puts(out, "</tr></thead>\n<tbody>\n");
    for (size_t k = 0; k < trials->interface->kernel_count; k++)
        if (trials->is_wanted[k])
            put_row(verification, k, out);
    buf_puts(out, "</tbody>\n</table>\n</div>\n</section>\n");
}

static void put_difference(const struct difference *difference, struct buf *out)
{
    buf_puts(out, "<p><code>");
    html_put(out, difference->label);
    buf_puts(out, "</code>: <code>");
    html_put(out, difference->array);
    buf_printf(out, "[%" PRIu64 "]%s%s</code>%s is <code>", difference->index,
               difference->member ? "." : "", difference->member ? difference->member : "",
               difference->is_sorted ? " when sorted" : "");
    html_put(out, difference->found);
    buf_puts(out, "</code>; the original has <code>");
    html_put(out, difference->original);
    buf_puts(out, "</code>. ");
    count_put(out, difference->numbers.differing);
    buf_puts(out, " of ");
    count_put(out, difference->count);
    buf_puts(out, " elements differ");
    if (difference->numbers.most_ulps)
        buf_printf(out, ", at most %" PRIu64 " ulps, %.3g absolute, %.3g relative",
                   difference->numbers.most_ulps, difference->numbers.most_absolute,
                   difference->numbers.most_relative);
    buf_puts(out, difference->numbers.differs_in_nan ? ", some NaN on one side alone." : ".");
    if (difference->store) {
        buf_puts(out, *difference->store ? " <code>" : " The kernel does not write it.");
        html_put(out, difference->store);
        buf_puts(out, *difference->store ? "</code>." : "");
    }
    if (*difference->inputs) {
        buf_puts(out, " With <code>");
        html_put(out, difference->inputs);
        buf_puts(out, "</code>");
    }
    buf_puts(out, "</p>\n");
}

static void put_details(const struct verification *verification, size_t kernel, size_t i,
                        struct buf *out)
{
    const struct cell *cell = verification_cell(verification, kernel, i);
    buf_printf(out, "<h3 id=\"k%zu-%zu\">", kernel, i);
    html_put(out, verification->trials->interface->kernels[kernel].name);
    buf_puts(out, " on ");
    html_put(out, verification->places[i]->name);
    buf_printf(out, ": %s</h3>\n", words[cell->cover]);
    if (cell->reason) {
        buf_puts(out, "<p>");
        html_put(out, cell->reason);
        buf_puts(out, "</p>\n");
    }
    if (cell->difference)
        put_difference(cell->difference, out);
}

void verification_print_page(const struct verification *verification, const char *title,
                             struct buf *out)
{
    const struct trials *trials = verification->trials;
    bool is_open = false;
    put_head(verification, title, out);
    put_table(verification, out);
    for (size_t k = 0; k < trials->interface->kernel_count; k++)
        for (size_t i = 0; i < verification->place_count && trials->is_wanted[k]; i++) {
            if (!has_details(verification_cell(verification, k, i)))
                continue;
            buf_puts(out, is_open ? "" : "<section>\n<h2>What was found</h2>\n");
            is_open = true;
            put_details(verification, k, i, out);
        }
    buf_puts(out, is_open ? "</section>\n" : "");
    buf_puts(out, "</main>\n<footer>kbuild " KBUILD_VERSION "</footer>\n</body>\n</html>\n");
}
