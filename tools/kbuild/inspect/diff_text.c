/* A diff as text: a summary, then added and removed kernels, then changed ones, worst first. */
#include "inspect/diff_print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct printer {
    const struct diff *diff;
    const struct diff_style *style;
    struct buf *out;
};

enum tone { TONE_PLAIN, TONE_WORSE, TONE_BETTER, TONE_DIM, TONE_STRONG };

static void put_tone(const struct printer *printer, enum tone tone)
{
    static const char *const codes[] = {
        [TONE_PLAIN] = "\033[0m", [TONE_WORSE] = "\033[31m", [TONE_BETTER] = "\033[32m",
        [TONE_DIM] = "\033[2m",   [TONE_STRONG] = "\033[1m",
    };
    if (printer->style->color)
        buf_puts(printer->out, codes[tone]);
}

/* |text| came out of a file: control characters are shown as '?'. */
static void put_visible(struct buf *out, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        bool is_c1 = c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0;
        buf_putc(out, *c < 0x20 || *c == 0x7f || is_c1 ? '?' : (char)*c);
        c += is_c1;
    }
}

static void put_name(const struct printer *printer, const char *name)
{
    char *readable = demangle(name);
    put_tone(printer, TONE_STRONG);
    put_visible(printer->out, readable);
    put_tone(printer, TONE_PLAIN);
    free(readable);
}

/* The module, where the name alone does not identify the kernel. */
static void put_module(const struct printer *printer, const struct diff_pair *pair)
{
    const char *module = diff_pair_kernel(pair)->module;
    if (!pair->is_duplicate)
        return;
    put_tone(printer, TONE_DIM);
    buf_puts(printer->out, " in ");
    if (pair->before && strcmp(pair->before->module, module) != 0) {
        put_visible(printer->out, pair->before->module);
        buf_puts(printer->out, " -> ");
    }
    put_visible(printer->out, module);
    put_tone(printer, TONE_PLAIN);
}

/* ---- Summary -------------------------------------------------------------------------------- */

/* Kernels of both sides whose code can be compared by its size alone. */
static size_t count_sized(const struct diff *diff)
{
    size_t count = 0;
    for (size_t i = 0; i < diff->pair_count; i++) {
        const struct diff_kernel *before = diff->pairs[i].before, *after = diff->pairs[i].after;
        count += before && after && before->kernel->code_size && after->kernel->code_size &&
                 !(before->code_hash && after->code_hash);
    }
    return count;
}

static void put_summary(const struct printer *printer)
{
    const struct diff *diff = printer->diff;
    struct buf *out = printer->out;
    size_t sized = count_sized(diff);
    put_visible(out, diff->before.path);
    buf_puts(out, " -> ");
    put_visible(out, diff->after.path);
    buf_printf(out, ": %zu changed, %zu added, %zu removed, %zu unchanged\n",
               diff->counts[DIFF_CHANGED], diff->counts[DIFF_ADDED], diff->counts[DIFF_REMOVED],
               diff->counts[DIFF_UNCHANGED]);
    put_tone(printer, TONE_DIM);
    buf_puts(out, "Kernels are counted once for each target.");
    if (sized)
        buf_printf(
            out, " Of %zu the code is compared by its size, not its bytes: a side lacks its hash.",
            sized);
    buf_putc(out, '\n');
    put_tone(printer, TONE_PLAIN);
}

static void put_targets(const struct printer *printer, const struct strings *targets,
                        enum diff_state state, const char *title)
{
    for (size_t i = 0; i < targets->count; i++) {
        size_t count = 0;
        for (size_t p = 0; p < printer->diff->pair_count; p++)
            count +=
                printer->diff->pairs[p].state == state &&
                strcmp(diff_pair_kernel(&printer->diff->pairs[p])->target, targets->items[i]) == 0;
        buf_printf(printer->out, "\n%s ", title);
        put_tone(printer, TONE_STRONG);
        put_visible(printer->out, targets->items[i]);
        put_tone(printer, TONE_PLAIN);
        buf_printf(printer->out, ", with %zu kernel%s\n", count, count == 1 ? "" : "s");
    }
}

/* ---- Kernels that came, went or stayed ------------------------------------------------------ */

static bool is_listed(const struct printer *printer, const struct diff_pair *pair,
                      enum diff_state state)
{
    const char *target = diff_pair_kernel(pair)->target;
    return pair->state == state &&
           (printer->style->all || !(strings_contain(&printer->diff->targets_added, target) ||
                                     strings_contain(&printer->diff->targets_removed, target)));
}

/* Kernels with their targets, a line each; pairs of one state are sorted by name. */
static void put_list(const struct printer *printer, enum diff_state state, const char *title)
{
    const struct diff *diff = printer->diff;
    const struct diff_pair *last = NULL;
    for (size_t i = 0; i < diff->pair_count; i++) {
        const struct diff_pair *pair = &diff->pairs[i];
        const struct diff_kernel *kernel = diff_pair_kernel(pair);
        if (!is_listed(printer, pair, state))
            continue;
        if (!last)
            buf_printf(printer->out, "\n%s\n", title);
        if (last && !pair->is_duplicate &&
            strcmp(diff_pair_kernel(last)->name, kernel->name) == 0) {
            buf_puts(printer->out, ", ");
        } else {
            buf_puts(printer->out, last ? "\n  " : "  ");
            put_name(printer, kernel->name);
            put_module(printer, pair);
            buf_puts(printer->out, "  ");
        }
        put_visible(printer->out, kernel->target);
        last = pair;
    }
    if (last)
        buf_putc(printer->out, '\n');
}

/* ---- Changes -------------------------------------------------------------------------------- */

static void put_values(struct buf *out, int64_t before, int64_t after)
{
    buf_printf(out, "%" PRId64 " -> %" PRId64 " (%+" PRId64, before, after, after - before);
    if (before)
        buf_printf(out, ", %+.1f%%", 100 * (double)(after - before) / (double)before);
    buf_putc(out, ')');
}

static void put_argument(struct buf *out, const struct kernel *kernel, size_t at)
{
    if (at == kernel->argument_count) {
        buf_puts(out, "none");
        return;
    }
    const struct kernel_argument *argument = &kernel->arguments[at];
    put_visible(out, argument->value_kind ? argument->value_kind : "?");
    if (argument->type_name) {
        buf_putc(out, ' ');
        put_visible(out, argument->type_name);
    }
    buf_printf(out, " of %" PRIu32 " at %" PRIu32, argument->size, argument->offset);
}

static bool same_argument(const struct kernel *a, size_t i, const struct kernel *b, size_t j)
{
    struct kernel left = {.arguments = a->arguments + i, .argument_count = i < a->argument_count};
    struct kernel right = {.arguments = b->arguments + j, .argument_count = j < b->argument_count};
    return signature_compare(&left, &right) == 0;
}

/* The first argument that differs, and how many do. */
static void put_signature(struct buf *out, const struct kernel *before, const struct kernel *after)
{
    size_t differ = 0, number = 1;
    size_t i = signature_next(before, 0), j = signature_next(after, 0);
    for (; i < before->argument_count || j < after->argument_count; number++) {
        if (!same_argument(before, i, after, j) && differ++ == 0) {
            buf_printf(out, "signature: argument %zu was ", number);
            put_argument(out, before, i);
            buf_puts(out, ", is ");
            put_argument(out, after, j);
        }
        if (i < before->argument_count)
            i = signature_next(before, i + 1);
        if (j < after->argument_count)
            j = signature_next(after, j + 1);
    }
    if (differ > 1)
        buf_printf(out, " (and %zu more)", differ - 1);
}

static void put_change(const struct printer *printer, const struct diff_pair *pair)
{
    const char *divider = "";
    for (int m = 0; m < METRIC_COUNT; m++) {
        int64_t before = pair->before->values[m], after = pair->after->values[m];
        if (!(pair->changes >> m & 1) || metric_table[m].is_sum)
            continue;
        int64_t worsening = metric_worsening((enum metric)m, before, after);
        buf_printf(printer->out, "%s%s ", divider, metric_table[m].title);
        put_tone(printer, worsening > 0 ? TONE_WORSE : worsening < 0 ? TONE_BETTER : TONE_STRONG);
        put_values(printer->out, before, after);
        put_tone(printer, TONE_PLAIN);
        divider = ", ";
    }
    if (pair->is_code_changed &&
        pair->before->kernel->code_size == pair->after->kernel->code_size) {
        buf_printf(printer->out, "%scode differs", divider);
        divider = ", ";
    }
    if (pair->is_signature_changed) {
        buf_puts(printer->out, divider);
        put_tone(printer, TONE_WORSE);
        put_signature(printer->out, pair->before->kernel, pair->after->kernel);
        put_tone(printer, TONE_PLAIN);
    }
}

/* Of the longest target among the changed kernels, so that what follows it lines up. */
static int target_width(const struct diff *diff)
{
    size_t width = 0;
    for (size_t i = 0; i < diff->pair_count; i++) {
        size_t length = strlen(diff_pair_kernel(&diff->pairs[i])->target);
        if (diff->pairs[i].state == DIFF_CHANGED && length > width)
            width = length;
    }
    return width < 32 ? (int)width : 32;
}

static void put_changed(const struct printer *printer)
{
    const struct diff *diff = printer->diff;
    const struct diff_pair *last = NULL;
    int width = target_width(diff);
    for (size_t i = 0; i < diff->pair_count; i++) {
        const struct diff_pair *pair = &diff->pairs[i];
        const char *name = diff_pair_kernel(pair)->name;
        if (pair->state != DIFF_CHANGED)
            continue;
        if (!last)
            buf_puts(printer->out, "\nChanged, worst first\n");
        if (!last || pair->is_duplicate || strcmp(diff_pair_kernel(last)->name, name) != 0) {
            buf_puts(printer->out, "  ");
            put_name(printer, name);
            put_module(printer, pair);
            buf_putc(printer->out, '\n');
        }
        struct buf target = {0};
        put_visible(&target, diff_pair_kernel(pair)->target);
        buf_printf(printer->out, "    %-*s  ", width, target.data ? target.data : "");
        buf_free(&target);
        put_change(printer, pair);
        buf_putc(printer->out, '\n');
        last = pair;
    }
}

/* ---- Gate ----------------------------------------------------------------------------------- */

static bool has_metric(enum gate_kind kind)
{
    return kind <= GATE_SHRANK;
}

static void put_hit(const struct printer *printer, const struct gate_hit *hit)
{
    struct buf *out = printer->out;
    buf_puts(out, "  ");
    put_tone(printer, TONE_WORSE);
    buf_puts(out, hit->term->text);
    put_tone(printer, TONE_PLAIN);
    buf_puts(out, "  ");
    put_visible(out, hit->target);
    if (hit->pair) {
        buf_puts(out, "  ");
        put_name(printer, diff_pair_kernel(hit->pair)->name);
        put_module(printer, hit->pair);
    }
    if (hit->pair && has_metric(hit->term->kind)) {
        enum metric metric = hit->term->metric;
        const struct diff_kernel *before = hit->pair->before, *after = hit->pair->after;
        buf_printf(out, "  %s ", metric_table[metric].title);
        if (before && before->values[metric] != after->values[metric])
            put_values(out, before->values[metric], after->values[metric]);
        else
            buf_printf(out, "%" PRId64 "%s", after->values[metric], before ? "" : " (new)");
    }
    buf_putc(out, '\n');
}

void diff_print_text(const struct diff *diff, const struct gate_hits *hits,
                     const struct diff_style *style, struct buf *out)
{
    struct printer printer = {diff, style, out};
    put_summary(&printer);
    for (size_t i = 0; i < diff->notes.count; i++) {
        buf_puts(out, "\nnote: ");
        put_visible(out, diff->notes.items[i]);
        buf_putc(out, '\n');
    }
    put_targets(&printer, &diff->targets_removed, DIFF_REMOVED, "Target removed:");
    put_targets(&printer, &diff->targets_added, DIFF_ADDED, "Target added:");
    put_list(&printer, DIFF_REMOVED, "Removed");
    put_list(&printer, DIFF_ADDED, "Added");
    put_changed(&printer);
    if (style->all)
        put_list(&printer, DIFF_UNCHANGED, "Unchanged");
    if (hits && hits->count)
        buf_puts(out, "\nCaught by --fail-on\n");
    for (size_t i = 0; hits && i < hits->count; i++)
        put_hit(&printer, &hits->items[i]);
}
