/* Prints a diff as JSON, "kbuild-diff-1", which docs/diff.md describes. */
#include "inspect/diff.h"

#include "parts.h"

static void put_integer(struct buf *out, const char *key, int64_t value)
{
    json_key(out, key);
    buf_printf(out, "%" PRId64, value);
}

static void put_value(struct buf *out, const char *key, const struct diff_kernel *kernel,
                      enum metric metric)
{
    if (diff_value_is_known(kernel, metric)) {
        put_integer(out, key, kernel->values[metric]);
        return;
    }
    json_key(out, key);
    buf_puts(out, "null");
}

static void put_texts(struct buf *out, const char *key, const struct strings *texts)
{
    json_key(out, key);
    buf_putc(out, '[');
    for (size_t i = 0; i < texts->count; i++) {
        buf_puts(out, i ? "," : "");
        json_put(out, texts->items[i]);
    }
    buf_putc(out, ']');
}

static void put_signature(struct buf *out, const struct kernel *kernel)
{
    json_key(out, "signature");
    buf_putc(out, '[');
    for (size_t first = signature_next(kernel, 0), i = first; i < kernel->argument_count;
         i = signature_next(kernel, i + 1)) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        buf_puts(out, i == first ? "{" : ",{");
        if (argument->name)
            json_text(out, "name", argument->name);
        put_integer(out, "offset", argument->offset);
        put_integer(out, "size", argument->size);
        if (argument->value_kind)
            json_text(out, "kind", argument->value_kind);
        if (argument->type_name)
            json_text(out, "type", argument->type_name);
        buf_putc(out, '}');
    }
    buf_putc(out, ']');
}

/* Appends those launch traits of |kernel| that its metadata states. */
static void put_launch(struct buf *out, const struct kernel *kernel)
{
    OWNED_BY(buf_free) struct buf text = {0};
    for (int t = 0; t < LAUNCH_TRAITS; t++) {
        text.size = 0;
        launch_print((enum launch_trait)t, kernel, &text);
        if (text.size)
            json_text(out, launch_names[t], text.data);
    }
}

static void put_side(struct buf *out, const char *key, const struct diff_kernel *kernel,
                     const struct metric_range *metrics)
{
    if (!kernel)
        return;
    json_key(out, key);
    buf_putc(out, '{');
    json_text(out, "module", kernel->module);
    json_text(out, "name", kernel->name);
    for (int m = (int)metrics->first; m < (int)metrics->end; m++)
        put_value(out, metric_table[m].name, kernel, (enum metric)m);
    put_launch(out, kernel->kernel);
    if (kernel->code_hash) {
        json_key(out, "code-hash");
        buf_printf(out, "\"0x%016" PRIx64 "\"", kernel->code_hash);
    }
    put_signature(out, kernel->kernel);
    buf_putc(out, '}');
}

static const char *const state_names[] = {
    [DIFF_REMOVED] = "removed",
    [DIFF_ADDED] = "added",
    [DIFF_CHANGED] = "changed",
    [DIFF_UNCHANGED] = "unchanged",
};

static void put_pair(struct buf *out, const struct diff_pair *pair,
                     const struct metric_range *metrics)
{
    const struct diff_kernel *kernel = diff_pair_kernel(pair);
    OWNED char *demangled = demangle(kernel->name);
    OWNED_BY(strings_free) struct strings changes = {0};
    for (int m = 0; m < METRIC_COUNT; m++)
        if (pair->changes >> m & 1)
            strings_add(&changes, metric_table[m].name);
    if (pair->is_signature_changed)
        strings_add(&changes, "signature");
    for (int t = 0; t < LAUNCH_TRAITS; t++)
        if (pair->launch_changes >> t & 1)
            strings_add(&changes, launch_names[t]);
    if (pair->is_code_changed)
        strings_add(&changes, "code-hash");
    buf_putc(out, '{');
    json_text(out, "kernel", kernel->name);
    json_text(out, "demangled", demangled);
    json_text(out, "target", kernel->target);
    json_text(out, "state", state_names[pair->state]);
    put_texts(out, "changes", &changes);
    put_side(out, "old", pair->before, metrics);
    put_side(out, "new", pair->after, metrics);
    buf_putc(out, '}');
}

static void put_hit(struct buf *out, const struct gate_hit *hit)
{
    buf_putc(out, '{');
    json_text(out, "term", hit->term->text);
    json_text(out, "target", hit->target);
    if (hit->pair) {
        json_text(out, "kernel", diff_pair_kernel(hit->pair)->name);
        json_text(out, "module", diff_pair_kernel(hit->pair)->module);
    }
    if (hit->pair && hit->term->kind <= GATE_SHRANK) {
        enum metric metric = hit->term->metric;
        json_key(out, metric_table[metric].name);
        buf_putc(out, '{');
        if (hit->pair->before)
            put_value(out, "old", hit->pair->before, metric);
        if (hit->pair->after)
            put_value(out, "new", hit->pair->after, metric);
        buf_putc(out, '}');
    }
    buf_putc(out, '}');
}

/* Appends each kernel on one line, so that a line-wise diff of two such JSON files is readable. */
static void put_kernels(struct buf *out, const struct diff *diff, bool all)
{
    const char *before = "\n  ";
    buf_puts(out, ",\n\"kernels\":[");
    for (size_t i = 0; i < diff->pair_count; i++) {
        if (diff->pairs[i].state == DIFF_UNCHANGED && !all)
            continue;
        buf_puts(out, before);
        put_pair(out, &diff->pairs[i], diff->metrics);
        before = ",\n  ";
    }
    buf_putc(out, ']');
}

void diff_print_json(const struct diff *diff, const struct gate_hits *hits,
                     const struct diff_style *style, struct buf *out)
{
    buf_putc(out, '{');
    json_text(out, "format", "kbuild-diff-1");
    buf_puts(out, ",\n");
    json_text(out, "old", diff->before.path);
    buf_puts(out, ",\n");
    json_text(out, "new", diff->after.path);
    buf_puts(out, ",\n\"counts\":{");
    for (int state = 0; state < DIFF_STATE_COUNT; state++)
        put_integer(out, state_names[state], (int64_t)diff->counts[state]);
    buf_puts(out, "},\n\"targets\":{");
    put_texts(out, "added", &diff->targets_added);
    put_texts(out, "removed", &diff->targets_removed);
    buf_puts(out, "},\n");
    put_texts(out, "notes", &diff->notes);
    put_kernels(out, diff, style->all);
    if (hits)
        buf_puts(out, ",\n\"hits\":[");
    for (size_t i = 0; hits && i < hits->count; i++) {
        buf_puts(out, i ? ",\n  " : "\n  ");
        put_hit(out, &hits->items[i]);
    }
    buf_puts(out, hits ? "]}\n" : "}\n");
}
