/* Prints what was found as JSON, "kbuild-verify-1", which docs/verify.md describes. */
#include "verify/verification.h"

#include "inspect/escape.h"

static void put_extent(struct buf *out, const char *key, double value)
{
    json_key(out, key);
    if (value <= 1.7976931348623157e308)
        buf_printf(out, "%.9g", value);
    else
        buf_puts(out, "null"); /* JSON has no infinity */
}

static void put_difference(struct buf *out, const struct difference *difference)
{
    json_key(out, "difference");
    buf_putc(out, '{');
    json_text(out, "run", difference->label);
    json_text(out, "array", difference->array);
    json_number(out, "index", difference->index);
    if (difference->member)
        json_text(out, "member", difference->member);
    json_text(out, "found", difference->found);
    json_text(out, "original", difference->original);
    json_number(out, "elements", difference->count);
    json_number(out, "differing", difference->numbers.differing);
    json_number(out, "outside", difference->numbers.outside);
    json_number(out, "ulps", difference->numbers.most_ulps);
    put_extent(out, "absolute", difference->numbers.most_absolute);
    put_extent(out, "relative", difference->numbers.most_relative);
    if (difference->store)
        json_text(out, "store", difference->store);
    json_text(out, "inputs", difference->inputs);
    buf_putc(out, '}');
}

static void put_cell(struct buf *out, const char *place, const struct cell *cell)
{
    buf_puts(out, "\n  {");
    json_text(out, "place", place);
    json_text(out, "cover", cover_name(cell->cover));
    json_number(out, "same", cell->runs[COVER_SAME]);
    json_number(out, "bounded", cell->runs[COVER_BOUNDED]);
    json_number(out, "not_covered", cell->runs[COVER_NONE]);
    json_number(out, "different", cell->runs[COVER_DIFFERENT]);
    if (cell->reason)
        json_text(out, "reason", cell->reason);
    if (cell->difference)
        put_difference(out, cell->difference);
    buf_putc(out, '}');
}

static void put_kernel(struct buf *out, const struct verification *verification, size_t kernel)
{
    buf_puts(out, "\n{");
    json_text(out, "name", verification->trials->interface->kernels[kernel].name);
    json_text(out, "cover", cover_name(verification_worst(verification, kernel)));
    json_key(out, "places");
    buf_putc(out, '[');
    for (size_t i = 0; i < verification->place_count; i++) {
        buf_puts(out, i ? "," : "");
        put_cell(out, verification->places[i]->name, verification_cell(verification, kernel, i));
    }
    buf_puts(out, "]}");
}

void verification_print_json(const struct verification *verification, struct buf *out)
{
    const struct trials *trials = verification->trials;
    size_t written = 0;
    buf_puts(out, "{\n");
    json_text(out, "format", "kbuild-verify-1");
    json_key(out, "original");
    if (verification->original)
        json_put(out, verification->original->place);
    else
        buf_puts(out, "null");
    json_number(out, "runs", trials->count);
    buf_puts(out, ",\n");
    json_key(out, "kernels");
    buf_putc(out, '[');
    for (size_t k = 0; k < trials->interface->kernel_count; k++) {
        if (!trials->is_wanted[k])
            continue;
        buf_puts(out, written++ ? "," : "");
        put_kernel(out, verification, k);
    }
    buf_puts(out, "\n]}\n");
}
