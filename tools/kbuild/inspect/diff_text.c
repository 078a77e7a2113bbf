/* Prints a diff as text: a summary, then removed, added and changed kernels. The worst changes come
 * first. */
#include "inspect/diff.h"

struct printer {
    const struct diff *diff;
    const struct diff_style *style;
    struct buf *out;
};

static void put(const struct printer *printer, enum style style, const char *text)
{
    put_styled(printer->out, &printer->style->screen, style, text);
}

static void put_kernel(const struct printer *printer, const char *name)
{
    OWNED char *readable = demangle(name);
    put(printer, STYLE_BOLD, readable);
}

/* Appends the name of the kernel's module, if several pairs have the same name and target. */
static void put_module(const struct printer *printer, const struct diff_pair *pair)
{
    const char *module = diff_pair_kernel(pair)->module;
    if (!pair->is_duplicate)
        return;
    bool has_moved = pair->before && strcmp(pair->before->module, module) != 0;
    OWNED char *text = mem_format(" in %s%s%s", has_moved ? pair->before->module : "",
                                  has_moved ? " -> " : "", module);
    put(printer, STYLE_DIM, text);
}

/* ---- Printing the summary -------------------------------------------------------------------- */

/* Returns the number of pairs for which only the sizes of the code can be compared, because a hash
 * is not known. */
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
    put(printer, STYLE_PLAIN, diff->before.path);
    buf_puts(out, " -> ");
    put(printer, STYLE_PLAIN, diff->after.path);
    buf_printf(out, ": %zu changed, %zu added, %zu removed, %zu unchanged\n",
               diff->counts[DIFF_CHANGED], diff->counts[DIFF_ADDED], diff->counts[DIFF_REMOVED],
               diff->counts[DIFF_UNCHANGED]);
    OWNED char *also =
        sized ? mem_format(" Of %zu the code is compared by its size, not its bytes: a side "
                           "lacks its hash.",
                           sized)
              : mem_dup("");
    OWNED char *note = mem_format("Kernels are counted once for each target.%s", also);
    put(printer, STYLE_DIM, note);
    buf_putc(out, '\n');
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
        put(printer, STYLE_BOLD, targets->items[i]);
        buf_puts(printer->out, ", with ");
        put_count(printer->out, count, "kernel");
        buf_putc(printer->out, '\n');
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

/* Prints the kernels of one state, each on a line with its targets. Pairs of one state are sorted
 * by name. */
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
            put_kernel(printer, kernel->name);
            put_module(printer, pair);
            buf_puts(printer->out, "  ");
        }
        put(printer, STYLE_PLAIN, kernel->target);
        last = pair;
    }
    if (last)
        buf_putc(printer->out, '\n');
}

/* ---- Printing the changes of kernels --------------------------------------------------------- */

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
    buf_printf(out, "%s%s%s of %" PRIu32 " at %" PRIu32,
               argument->value_kind ? argument->value_kind : "?", argument->type_name ? " " : "",
               argument->type_name ? argument->type_name : "", argument->size, argument->offset);
}

static bool same_argument(const struct kernel *a, size_t i, const struct kernel *b, size_t j)
{
    struct kernel left = {.arguments = a->arguments + i, .argument_count = i < a->argument_count};
    struct kernel right = {.arguments = b->arguments + j, .argument_count = j < b->argument_count};
    return signature_compare(&left, &right) == 0;
}

/* Appends the first argument that differs between |before| and |after|, and the number of other
 * arguments that differ. */
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

/* Appends |text| in |style| to the output, and empties |text|. */
static void put_text(const struct printer *printer, enum style style, struct buf *text)
{
    put(printer, style, text->data);
    text->size = 0;
}

/* Appends changed launch traits, as "cluster 2x2x1 -> none". Returns the divider between them and
 * the next change. */
static const char *put_launch(const struct printer *printer, const struct diff_pair *pair,
                              const char *divider)
{
    OWNED_BY(buf_free) struct buf text = {0};
    for (int t = 0; t < LAUNCH_TRAITS; t++) {
        if (!(pair->launch_changes >> t & 1))
            continue;
        const struct kernel *const sides[] = {pair->before->kernel, pair->after->kernel};
        buf_printf(printer->out, "%s%s ", divider, launch_names[t]);
        for (size_t i = 0; i < 2; i++) {
            const size_t size = text.size;
            launch_print((enum launch_trait)t, sides[i], &text);
            buf_puts(&text, text.size == size ? "none" : "");
            buf_puts(&text, i ? "" : " -> ");
        }
        put_text(printer, STYLE_BOLD, &text);
        divider = ", ";
    }
    return divider;
}

static void put_change(const struct printer *printer, const struct diff_pair *pair)
{
    const char *divider = "";
    OWNED_BY(buf_free) struct buf text = {0};
    for (int m = 0; m < METRIC_COUNT; m++) {
        int64_t before = pair->before->values[m], after = pair->after->values[m];
        if (!(pair->changes >> m & 1) || metric_table[m].is_sum)
            continue;
        int64_t worsening = metric_worsening((enum metric)m, before, after);
        buf_printf(printer->out, "%s%s ", divider, metric_table[m].title);
        put_values(&text, before, after);
        put_text(printer,
                 worsening > 0   ? STYLE_WORSE
                 : worsening < 0 ? STYLE_BETTER
                                 : STYLE_BOLD,
                 &text);
        divider = ", ";
    }
    divider = put_launch(printer, pair, divider);
    if (pair->is_code_changed &&
        pair->before->kernel->code_size == pair->after->kernel->code_size) {
        buf_printf(printer->out, "%scode differs", divider);
        divider = ", ";
    }
    if (pair->is_signature_changed) {
        buf_puts(printer->out, divider);
        put_signature(&text, pair->before->kernel, pair->after->kernel);
        put_text(printer, STYLE_WORSE, &text);
    }
}

/* Returns the width of the column of targets: that of the longest target among the changed kernels,
 * but at most 32. */
static size_t target_width(const struct diff *diff)
{
    size_t width = 0;
    for (size_t i = 0; i < diff->pair_count; i++) {
        size_t length = strlen(diff_pair_kernel(&diff->pairs[i])->target);
        if (diff->pairs[i].state == DIFF_CHANGED && length > width)
            width = length;
    }
    return width < 32 ? width : 32;
}

static void put_changed(const struct printer *printer)
{
    const struct diff *diff = printer->diff;
    const struct diff_pair *last = NULL;
    size_t width = target_width(diff);
    for (size_t i = 0; i < diff->pair_count; i++) {
        const struct diff_pair *pair = &diff->pairs[i];
        const char *name = diff_pair_kernel(pair)->name, *target = diff_pair_kernel(pair)->target;
        if (pair->state != DIFF_CHANGED)
            continue;
        if (!last)
            buf_puts(printer->out, "\nChanged, worst first\n");
        if (!last || pair->is_duplicate || strcmp(diff_pair_kernel(last)->name, name) != 0) {
            buf_puts(printer->out, "  ");
            put_kernel(printer, name);
            put_module(printer, pair);
            buf_putc(printer->out, '\n');
        }
        put_spaces(printer->out, 4);
        put(printer, STYLE_PLAIN, target);
        put_spaces(printer->out, strlen(target) < width ? width - strlen(target) + 2 : 2);
        put_change(printer, pair);
        buf_putc(printer->out, '\n');
        last = pair;
    }
}

/* ---- Printing what a gate caught ------------------------------------------------------------- */

static void put_hit(const struct printer *printer, const struct gate_hit *hit)
{
    struct buf *out = printer->out;
    buf_puts(out, "  ");
    put(printer, STYLE_WORSE, hit->term->text);
    buf_puts(out, "  ");
    put(printer, STYLE_PLAIN, hit->target);
    if (hit->pair) {
        buf_puts(out, "  ");
        put_kernel(printer, diff_pair_kernel(hit->pair)->name);
        put_module(printer, hit->pair);
    }
    if (hit->pair && hit->term->kind <= GATE_SHRANK) {
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
        put(&printer, STYLE_PLAIN, diff->notes.items[i]);
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
