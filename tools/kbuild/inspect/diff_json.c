/* A diff as JSON, "kbuild-diff-1": docs/diff.md describes it. */
#include "inspect/diff_print.h"

#include "text.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Text out of a file, which may not be UTF-8. */
static json_t *text_json(const char *text)
{
    struct buf quoted = {0};
    json_put(&quoted, text);
    json_t *string = json_loadb(quoted.data, quoted.size, JSON_DECODE_ANY, NULL);
    buf_free(&quoted);
    return string;
}

static json_t *texts_json(const struct strings *texts)
{
    json_t *array = json_array();
    for (size_t i = 0; i < texts->count; i++)
        json_array_append_new(array, text_json(texts->items[i]));
    return array;
}

static json_t *signature_json(const struct kernel *kernel)
{
    json_t *array = json_array();
    for (size_t i = signature_next(kernel, 0); i < kernel->argument_count;
         i = signature_next(kernel, i + 1)) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        json_t *object = json_object();
        if (argument->name)
            json_object_set_new(object, "name", text_json(argument->name));
        json_object_set_new(object, "offset", json_integer(argument->offset));
        json_object_set_new(object, "size", json_integer(argument->size));
        if (argument->value_kind)
            json_object_set_new(object, "kind", text_json(argument->value_kind));
        if (argument->type_name)
            json_object_set_new(object, "type", text_json(argument->type_name));
        json_array_append_new(array, object);
    }
    return array;
}

/* {"old": ..., "new": ...}, without the missing one. */
static json_t *values_json(const struct diff_pair *pair, enum metric metric)
{
    json_t *object = json_object();
    if (pair->before)
        json_object_set_new(object, "old", json_integer(pair->before->values[metric]));
    if (pair->after)
        json_object_set_new(object, "new", json_integer(pair->after->values[metric]));
    return object;
}

static void set_side(json_t *object, const char *key, const struct diff_kernel *kernel)
{
    if (!kernel)
        return;
    json_t *side = json_object();
    json_object_set_new(side, "module", text_json(kernel->module));
    json_object_set_new(side, "name", text_json(kernel->name));
    for (int m = 0; m < METRIC_COUNT; m++)
        json_object_set_new(side, metric_table[m].name, json_integer(kernel->values[m]));
    if (kernel->code_hash)
        json_object_set_new(side, "code-hash", json_sprintf("0x%016" PRIx64, kernel->code_hash));
    json_object_set_new(side, "signature", signature_json(kernel->kernel));
    json_object_set_new(object, key, side);
}

static const char *const state_names[] = {
    [DIFF_REMOVED] = "removed",
    [DIFF_ADDED] = "added",
    [DIFF_CHANGED] = "changed",
    [DIFF_UNCHANGED] = "unchanged",
};

static json_t *pair_json(const struct diff_pair *pair)
{
    const struct diff_kernel *kernel = diff_pair_kernel(pair);
    char *demangled = demangle(kernel->name);
    json_t *object = json_object();
    json_object_set_new(object, "kernel", text_json(kernel->name));
    json_object_set_new(object, "demangled", text_json(demangled));
    json_object_set_new(object, "target", text_json(kernel->target));
    json_object_set_new(object, "state", json_string(state_names[pair->state]));
    json_t *changes = json_array();
    for (int m = 0; m < METRIC_COUNT; m++)
        if (pair->changes >> m & 1)
            json_array_append_new(changes, json_string(metric_table[m].name));
    if (pair->is_signature_changed)
        json_array_append_new(changes, json_string("signature"));
    if (pair->is_code_changed)
        json_array_append_new(changes, json_string("code-hash"));
    json_object_set_new(object, "changes", changes);
    set_side(object, "old", pair->before);
    set_side(object, "new", pair->after);
    free(demangled);
    return object;
}

static json_t *hit_json(const struct gate_hit *hit)
{
    json_t *object = json_object();
    json_object_set_new(object, "term", json_string(hit->term->text));
    json_object_set_new(object, "target", text_json(hit->target));
    if (hit->pair) {
        const struct diff_kernel *kernel = diff_pair_kernel(hit->pair);
        json_object_set_new(object, "kernel", text_json(kernel->name));
        json_object_set_new(object, "module", text_json(kernel->module));
    }
    if (hit->pair && hit->term->kind <= GATE_SHRANK)
        json_object_set_new(object, metric_table[hit->term->metric].name,
                            values_json(hit->pair, hit->term->metric));
    return object;
}

static int append(const char *bytes, size_t size, void *out)
{
    buf_append(out, bytes, size);
    return 0;
}

/* Appends |before| and |value|, which is taken. */
static void put_json(struct buf *out, const char *before, json_t *value)
{
    buf_puts(out, before);
    json_dump_callback(value, append, out, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(value);
}

/* A kernel a line, so that a line-wise diff of two such files is readable. */
static void put_kernels(const struct diff *diff, const struct diff_style *style, struct buf *out)
{
    const char *before = "\n  ";
    buf_puts(out, ",\n\"kernels\":[");
    for (size_t i = 0; i < diff->pair_count; i++) {
        if (diff->pairs[i].state == DIFF_UNCHANGED && !style->all)
            continue;
        put_json(out, before, pair_json(&diff->pairs[i]));
        before = ",\n  ";
    }
    buf_putc(out, ']');
}

void diff_print_json(const struct diff *diff, const struct gate_hits *hits,
                     const struct diff_style *style, struct buf *out)
{
    json_t *counts = json_object(), *targets = json_object();
    for (int state = 0; state < DIFF_STATE_COUNT; state++)
        json_object_set_new(counts, state_names[state],
                            json_integer((json_int_t)diff->counts[state]));
    json_object_set_new(targets, "added", texts_json(&diff->targets_added));
    json_object_set_new(targets, "removed", texts_json(&diff->targets_removed));
    put_json(out, "{\"format\":", json_string("kbuild-diff-1"));
    put_json(out, ",\n\"old\":", text_json(diff->before.path));
    put_json(out, ",\n\"new\":", text_json(diff->after.path));
    put_json(out, ",\n\"counts\":", counts);
    put_json(out, ",\n\"targets\":", targets);
    put_json(out, ",\n\"notes\":", texts_json(&diff->notes));
    put_kernels(diff, style, out);
    if (hits)
        buf_puts(out, ",\n\"hits\":[");
    for (size_t i = 0; hits && i < hits->count; i++)
        put_json(out, i ? ",\n  " : "\n  ", hit_json(&hits->items[i]));
    buf_puts(out, hits ? "]}\n" : "}\n");
}
