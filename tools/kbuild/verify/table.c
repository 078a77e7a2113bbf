/* The table for people: a row for each kernel, a column for each place; then what was found. */
#include "verify/verification.h"

#include "inspect/screen.h"

enum { NAME_MAX = 40 };

static const enum style styles[] = {[COVER_SAME] = STYLE_BETTER,
                                    [COVER_BOUNDED] = STYLE_WARN,
                                    [COVER_NONE] = STYLE_DIM,
                                    [COVER_DIFFERENT] = STYLE_BAD};
static const char *const words[] = {[COVER_SAME] = "same",
                                    [COVER_BOUNDED] = "bounded",
                                    [COVER_NONE] = "not covered",
                                    [COVER_DIFFERENT] = "DIFFERENT"};

/* Returns "same 36", or "DIFFERENT 2/36". */
static char *cell_text(const struct cell *cell)
{
    const size_t all = cell_runs(cell), counted = cell->runs[cell->cover];
    if (all == 0)
        return mem_dup(words[cell->cover]);
    if (counted == all)
        return mem_format("%s %zu", words[cell->cover], all);
    return mem_format("%s %zu/%zu", words[cell->cover], counted, all);
}

static void put_padded(struct buf *out, const struct screen *screen, enum style style,
                       const char *text, size_t width)
{
    put_styled(out, screen, style, text);
    if (text_width(text) < width)
        put_spaces(out, width - text_width(text));
}

static bool is_shown(const struct verification *verification, size_t kernel, bool all)
{
    return verification->trials->is_wanted[kernel] &&
           (all || verification_worst(verification, kernel) != COVER_SAME);
}

struct widths {
    size_t name, place;
};

static struct widths measure(const struct verification *verification, bool all)
{
    const struct interface *interface = verification->trials->interface;
    struct widths widths = {6, 11};
    for (size_t k = 0; k < interface->kernel_count; k++) {
        if (!is_shown(verification, k, all))
            continue;
        const size_t width = text_width(interface->kernels[k].name);
        widths.name = width > widths.name ? width : widths.name;
        for (size_t i = 0; i < verification->place_count; i++) {
            OWNED char *text = cell_text(verification_cell(verification, k, i));
            widths.place = strlen(text) > widths.place ? strlen(text) : widths.place;
        }
    }
    for (size_t i = 0; i < verification->place_count; i++) {
        const size_t width = text_width(verification->places[i]->name);
        widths.place = width > widths.place ? width : widths.place;
    }
    widths.name = widths.name < NAME_MAX ? widths.name : NAME_MAX;
    return widths;
}

static void put_row(const struct verification *verification, const struct screen *screen,
                    const struct widths *widths, size_t kernel, struct buf *out)
{
    struct buf name = {0};
    put_name(&name, screen, STYLE_PLAIN, verification->trials->interface->kernels[kernel].name,
             NAME_MAX);
    OWNED char *shown = buf_take(&name);
    put_padded(out, screen, STYLE_PLAIN, shown, widths->name);
    for (size_t i = 0; i < verification->place_count; i++) {
        const struct cell *cell = verification_cell(verification, kernel, i);
        OWNED char *text = cell_text(cell);
        buf_puts(out, "  ");
        if (i + 1 < verification->place_count)
            put_padded(out, screen, styles[cell->cover], text, widths->place);
        else
            put_styled(out, screen, styles[cell->cover], text);
    }
    buf_putc(out, '\n');
}

static void put_head(const struct verification *verification, const struct screen *screen,
                     const struct widths *widths, struct buf *out)
{
    put_padded(out, screen, STYLE_BOLD, "kernel", widths->name);
    for (size_t i = 0; i < verification->place_count; i++) {
        buf_puts(out, "  ");
        if (i + 1 < verification->place_count)
            put_padded(out, screen, STYLE_BOLD, verification->places[i]->name, widths->place);
        else
            put_styled(out, screen, STYLE_BOLD, verification->places[i]->name);
    }
    buf_putc(out, '\n');
}

/* ---- What was found -------------------------------------------------------------------------- */

static void put_line(struct buf *out, const struct screen *screen, const char *text)
{
    put_spaces(out, 4);
    put_wrapped(out, screen, STYLE_PLAIN, text, 4, 6);
    buf_putc(out, '\n');
}

/* Appends "; at most 3 ulps, 1.2e-07 absolute and 2e-07 relative". */
static void put_extent(struct buf *out, const struct comparison *numbers)
{
    if (numbers->most_ulps)
        buf_printf(out, ", at most %" PRIu64 " ulps, %.3g absolute, %.3g relative",
                   numbers->most_ulps, numbers->most_absolute, numbers->most_relative);
    if (numbers->differs_in_nan)
        buf_puts(out, ", some NaN on one side alone");
}

static void put_difference(const struct difference *difference, const struct screen *screen,
                           struct buf *out)
{
    OWNED_BY(buf_free) struct buf text = {0};
    buf_printf(&text, "%s: %s[%" PRIu64 "]%s%s%s is %s; the original has %s", difference->label,
               difference->array, difference->index, difference->member ? "." : "",
               difference->member ? difference->member : "",
               difference->is_sorted ? " when sorted" : "", difference->found,
               difference->original);
    put_line(out, screen, text.data);
    text.size = 0;
    buf_printf(&text, "%" PRIu64 " of %" PRIu64 " elements differ", difference->numbers.differing,
               difference->count);
    put_extent(&text, &difference->numbers);
    put_line(out, screen, text.data);
    if (difference->store) {
        text.size = 0;
        buf_puts(&text, *difference->store ? difference->store : "the kernel does not write it");
        put_line(out, screen, text.data);
    }
    if (*difference->inputs) {
        text.size = 0;
        buf_printf(&text, "with %s", difference->inputs);
        put_line(out, screen, text.data);
    }
}

static void put_found(const struct verification *verification, const struct screen *screen,
                      struct buf *out)
{
    const struct interface *interface = verification->trials->interface;
    for (size_t k = 0; k < interface->kernel_count; k++)
        for (size_t i = 0; i < verification->place_count; i++) {
            const struct cell *cell = verification_cell(verification, k, i);
            if (cell->cover == COVER_SAME || cell_runs(cell) == 0)
                continue;
            if (cell->cover == COVER_NONE && !verification->original)
                continue;
            buf_puts(out, "\n  ");
            put_styled(out, screen, STYLE_BOLD, interface->kernels[k].name);
            buf_puts(out, " on ");
            buf_puts(out, verification->places[i]->name);
            buf_puts(out, ": ");
            put_styled(out, screen, styles[cell->cover], words[cell->cover]);
            buf_putc(out, '\n');
            if (cell->reason)
                put_line(out, screen, cell->reason);
            if (cell->difference)
                put_difference(cell->difference, screen, out);
        }
}

static void put_sum(const struct verification *verification, const struct screen *screen,
                    struct buf *out)
{
    static const enum cover order[] = {COVER_SAME, COVER_BOUNDED, COVER_DIFFERENT, COVER_NONE};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const size_t count = verification_count(verification, order[i]);
        OWNED char *text = mem_format("%zu %s", count,
                                      order[i] == COVER_DIFFERENT ? "different" : words[order[i]]);
        buf_puts(out, i ? ", " : "");
        put_styled(out, screen, count ? styles[order[i]] : STYLE_PLAIN, text);
    }
    buf_printf(out, "; %zu runs at each place", verification->trials->count);
    if (verification->original) {
        buf_puts(out, ", compared with ");
        put_styled(out, screen, STYLE_PLAIN, verification->original->place);
    }
    buf_putc(out, '\n');
}

void verification_print_text(const struct verification *verification, const struct screen *screen,
                             bool all, struct buf *out)
{
    const struct widths widths = measure(verification, all);
    size_t rows = 0;
    for (size_t k = 0; k < verification->trials->interface->kernel_count; k++) {
        if (!is_shown(verification, k, all))
            continue;
        if (rows++ == 0)
            put_head(verification, screen, &widths, out);
        put_row(verification, screen, &widths, k, out);
    }
    put_found(verification, screen, out);
    if (rows)
        buf_putc(out, '\n');
    put_sum(verification, screen, out);
}
