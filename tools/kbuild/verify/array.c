/* Makes the arrays of a launch: how many elements they have, where these come from, and how they
 * are compared. */
#include "maker.h"
#include "npy.h"
#include "values.h"

/* Sets the count of an array of vectors whose |numbers| are given. */
static enum status take_count(const struct maker *maker, struct array *out, uint64_t numbers)
{
    const uint32_t lanes = out->layout.numbers;
    out->count = numbers / lanes;
    return numbers % lanes == 0
               ? STATUS_OK
               : maker_fail(maker, out->spec->origin.line, out->spec->name,
                            "%" PRIu64 " numbers are not whole vectors of %u", numbers, lanes);
}

static enum status load_file(struct maker *maker, const struct argument_spec *spec,
                             struct array *out)
{
    struct trials *trials = maker->trials;
    const enum dtype type = out->parameter->type;
    for (size_t i = 0; i < trials->file_count && !out->file; i++)
        if (strcmp(trials->files[i]->path, spec->file) == 0 && trials->files[i]->type == type)
            out->file = trials->files[i];
    if (!out->file) {
        OWNED char *data = NULL;
        uint64_t count = 0;
        FORWARD_IF_ERROR(npy_read(spec->file, type, TRIAL_BYTES_MAX, &data, &count));
        struct array_file *added = mem_alloc(sizeof *added);
        *added = (struct array_file){mem_dup(spec->file), type, count, data};
        data = NULL;
        trials->files = mem_grow(trials->files, trials->file_count, sizeof *trials->files);
        trials->files[trials->file_count++] = added;
        out->file = added;
    }
    if (!spec->count)
        FORWARD_IF_ERROR(take_count(maker, out, out->file->count));
    return array_numbers(out) <= out->file->count
               ? STATUS_OK
               : maker_fail(maker, spec->origin.line, spec->name,
                            "it needs %" PRIu64 " elements, and %s has %" PRIu64,
                            array_numbers(out), spec->file, out->file->count);
}

static enum status read_elements(const struct maker *maker, const struct argument_spec *spec,
                                 struct array *out)
{
    const bool is_list = spec->fill == FILL_LIST;
    const char *const *texts = (const char *const *)spec->list.items;
    out->list_count = is_list ? spec->list.count : 1;
    out->list = mem_alloc(out->list_count * sizeof *out->list);
    for (size_t i = 0; i < out->list_count; i++)
        FORWARD_IF_ERROR(maker_read_element(maker, spec->origin.line, spec->name,
                                            out->parameter->type,
                                            is_list ? texts[i] : spec->constant, &out->list[i]));
    if (is_list && !spec->count)
        return take_count(maker, out, out->list_count);
    return STATUS_OK;
}

static enum status read_range(const struct maker *maker, const struct argument_spec *spec,
                              struct array *out)
{
    /* the range of records is that of their floats */
    const enum dtype type = out->is_records ? DTYPE_F64 : out->parameter->type;
    uint64_t bits[2];
    for (size_t i = 0; i < 2; i++)
        FORWARD_IF_ERROR(maker_read_element(maker, spec->origin.line, spec->name, type,
                                            spec->range.items[i], &bits[i]));
    out->low = dtype_number(type, bits[0]), out->high = dtype_number(type, bits[1]);
    out->least = dtype_integer(type, bits[0]), out->most = dtype_integer(type, bits[1]);
    const bool is_finite =
        dtype_is_finite(type, bits[0]) && dtype_is_finite(type, bits[1]) &&
        dtype_is_finite(DTYPE_F64, dtype_encode(DTYPE_F64, out->high - out->low));
    if (!is_finite || (!(out->low <= out->high) && out->count))
        return maker_fail(maker, spec->origin.line, spec->name, "the range [%s, %s] is empty",
                          spec->range.items[0], spec->range.items[1]);
    return STATUS_OK;
}

static enum status read_rules(const struct maker *maker, struct array *out)
{
    const bool is_own = out->spec && out->spec->compare.count;
    const struct strings *rules = is_own ? &out->spec->compare : &maker->trial->spec->compare;
    for (size_t i = 0; i < rules->count; i++) {
        struct rule *rule = &out->rules[out->rule_count];
        const char *fault = rule_parse(rules->items[i], rule);
        if (fault)
            return maker_fail(maker, maker_line(maker, out->spec), out->parameter->name, "%s",
                              fault);
        const bool is_bound = rule->kind == RULE_ULPS || rule->kind == RULE_RELATIVE ||
                              rule->kind == RULE_ABSOLUTE || rule->kind == RULE_SUM;
        const bool is_float = out->is_records || dtype_is_float(out->parameter->type);
        if (is_bound && !is_float && !is_own)
            continue; /* a bound of the case is for its floats */
        if (is_bound && dtype_size(out->parameter->type) == 1 && !is_float &&
            (out->parameter->type == DTYPE_NONE || out->parameter->type == DTYPE_BOOL))
            return maker_fail(maker, maker_line(maker, out->spec), out->parameter->name,
                              "bytes have no bounds; give it a layout");
        if (rule->kind == RULE_SUM)
            FORWARD_IF_ERROR(maker_evaluate(maker, maker_line(maker, out->spec),
                                            out->parameter->name, rule->terms,
                                            &out->terms[out->rule_count]));
        out->rule_count++;
    }
    if (out->rule_count == 1 && out->rules[0].kind == RULE_IGNORE)
        out->is_output = false;
    return STATUS_OK;
}

enum status arrays_check_scales(const struct maker *maker)
{
    const struct launch *launch = maker->out;
    for (size_t i = 0; i < launch->array_count; i++) {
        const struct array *array = &launch->arrays[i];
        for (size_t k = 0; k < array->rule_count; k++) {
            size_t other = 0;
            while (other < launch->array_count &&
                   strcmp(launch->arrays[other].parameter->name, array->rules[k].of) != 0)
                other++;
            if (!*array->rules[k].of)
                continue;
            if (other < launch->array_count &&
                (launch->arrays[other].is_records || launch->arrays[other].fill == FILL_NULL ||
                 !dtype_is_float(launch->arrays[other].parameter->type)))
                other = launch->array_count;
            if (other == launch->array_count || array->is_records)
                return maker_fail(maker, maker_line(maker, array->spec), array->parameter->name,
                                  array->is_records ? "records have no 'relative X of %s'"
                                                    : "there is no array of floats '%s'",
                                  array->rules[k].of);
        }
    }
    return STATUS_OK;
}

static enum status lacks_layout(const struct maker *maker, int line,
                                const struct parameter *parameter)
{
    OWNED_BY(buf_free) struct buf layout = {0};
    parameter_print_layout(parameter, &layout);
    return layout.size
               ? maker_fail(maker, line, parameter->name,
                            "it points to a struct: give it the layout %s, or a count of bytes",
                            layout.data)
               : maker_fail(maker, line, parameter->name,
                            "it points to bytes, or to a struct: give it a count of bytes, or a "
                            "layout such as [f32 * 4]");
}

/* Reads how many elements the array has. Without a count, it is the only size of the case. */
static enum status read_count(const struct maker *maker, const struct argument_spec *spec,
                              struct array *out)
{
    const char *text = spec ? spec->count ? spec->count : spec->value : NULL;
    const struct trial *trial = maker->trial;
    const int line = maker_line(maker, spec);
    int64_t count;
    if (!text && (out->fill == FILL_FILE || out->fill == FILL_LIST))
        return STATUS_OK;
    if (!text && out->parameter->type == DTYPE_NONE && !(spec && spec->layout.count))
        return lacks_layout(maker, line, out->parameter);
    if (!text && trial->size_count != 1)
        return maker_fail(maker, line, out->parameter->name,
                          "it has no count of elements; write '%s: COUNT' below 'arguments'",
                          out->parameter->name);
    if (!text)
        count = maker_only_size(maker);
    else
        FORWARD_IF_ERROR(maker_evaluate(maker, line, out->parameter->name, text, &count));
    if (count < 0 || count > TRIAL_BYTES_MAX)
        return maker_fail(maker, line, out->parameter->name, "%" PRId64 " elements are %s", count,
                          count < 0 ? "less than none" : "more than the limit of 256 MiB");
    out->count = (uint64_t)count;
    return STATUS_OK;
}

static void set_default_range(struct array *out)
{
    const enum dtype type = out->parameter->type;
    out->low = -1, out->high = 1;
    out->least = dtype_is_signed(type) ? -100 : 0;
    out->most = type == DTYPE_BOOL ? 1 : dtype_is_signed(type) ? 100 : 200;
}

/* Reads the layout of an array of records. CUDA's vectors have one of their own. */
static enum status read_layout(const struct maker *maker, struct array *out)
{
    const struct argument_spec *spec = out->spec;
    const enum dtype type = out->parameter->type;
    layout_of_type(type, out->parameter->lanes, &out->layout);
    if (!spec || !spec->layout.count)
        return STATUS_OK;
    const char *fault = layout_parse(&spec->layout, &out->layout);
    if (!fault && type != DTYPE_NONE && type != DTYPE_U8 && type != DTYPE_I8 &&
        out->parameter->lanes == 1)
        fault = "only arrays of bytes, of vectors and of structs have a layout";
    if (!fault && out->fill != FILL_RANDOM && out->fill != FILL_BITS)
        fault = "records have random values, or bits";
    out->is_records = true;
    return fault ? maker_fail(maker, spec->origin.line, spec->name, "%s", fault) : STATUS_OK;
}

static enum status read_offset(const struct maker *maker, struct array *out)
{
    enum { OFFSET_MAX = 4096 };
    int64_t offset = 0;
    if (!out->spec || !out->spec->offset)
        return STATUS_OK;
    FORWARD_IF_ERROR(
        maker_evaluate(maker, out->spec->origin.line, out->spec->name, out->spec->offset, &offset));
    if (offset < 0 || offset > OFFSET_MAX / (int64_t)out->layout.size)
        return maker_fail(maker, out->spec->origin.line, out->spec->name,
                          "an offset of %" PRId64 " elements is not 0 to 4096 bytes", offset);
    out->lead = (uint64_t)offset * out->layout.size;
    return STATUS_OK;
}

enum status arrays_find_same(const struct maker *maker)
{
    struct launch *launch = maker->out;
    for (size_t i = 0; i < launch->array_count; i++) {
        struct array *array = &launch->arrays[i];
        if (array->fill != FILL_SAME)
            continue;
        size_t k = 0;
        while (k < launch->array_count &&
               strcmp(launch->arrays[k].parameter->name, array->spec->same) != 0)
            k++;
        if (k == launch->array_count || launch->arrays[k].fill == FILL_SAME ||
            launch->arrays[k].fill == FILL_NULL)
            return maker_fail(maker, array->spec->origin.line, array->spec->name,
                              "'%s' is not a parameter with an array of its own",
                              array->spec->same);
        if (launch->arrays[k].parameter->is_const && !array->parameter->is_const)
            return maker_fail(
                maker, array->spec->origin.line, array->spec->name,
                "'%s' is const, so that nothing would be compared; write '%s: {same: %s}'",
                array->spec->same, array->spec->same, array->spec->name);
        array->same = k;
    }
    return STATUS_OK;
}

enum status array_make(struct maker *maker, const struct parameter *parameter, size_t number)
{
    const struct argument_spec *spec = maker_spec(maker, parameter->name);
    struct array *out = &maker->out->arrays[maker->out->array_count++];
    *out = (struct array){.parameter = parameter,
                          .spec = spec,
                          .number = number,
                          .fill = spec ? spec->fill : FILL_RANDOM,
                          .is_output = !parameter->is_const,
                          .seed = seed_of(parameter->name, maker->trial->seed)};
    set_default_range(out);
    if (spec && spec->members.count)
        return maker_fail(maker, spec->origin.line, parameter->name,
                          "it is a pointer and has no 'members'");
    if (out->fill == FILL_NULL || out->fill == FILL_SAME) {
        out->is_output = false;
        return STATUS_OK;
    }
    if (parameter->is_indirect)
        return maker_fail(maker, maker_line(maker, spec), parameter->name,
                          "it points to pointers, which a case cannot give; only null is possible");
    FORWARD_IF_ERROR(read_count(maker, spec, out));
    FORWARD_IF_ERROR(read_layout(maker, out));
    if (parameter->type == DTYPE_NONE && spec && spec->range.count && !out->is_records)
        return maker_fail(
            maker, spec->origin.line, parameter->name,
            "it has bytes, or a struct: give it a layout such as [f32 * 4] besides the "
            "range");
    FORWARD_IF_ERROR(read_offset(maker, out));
    if (out->fill == FILL_FILE)
        FORWARD_IF_ERROR(load_file(maker, spec, out));
    if (out->fill == FILL_LIST || out->fill == FILL_CONSTANT)
        FORWARD_IF_ERROR(read_elements(maker, spec, out));
    if (spec && spec->range.count)
        FORWARD_IF_ERROR(read_range(maker, spec, out));
    FORWARD_IF_ERROR(read_rules(maker, out));
    if ((out->is_records || out->layout.numbers > 1) && out->rule_count == 1 &&
        out->rules[0].kind == RULE_SET)
        return maker_fail(maker, maker_line(maker, spec), parameter->name,
                          "records and vectors cannot be compared as a set");
    out->is_special =
        maker->trial->is_special && out->fill == FILL_RANDOM &&
        (dtype_is_float(parameter->type) || !spec || !spec->range.count || out->is_records);
    if (out->count > TRIAL_BYTES_MAX / out->layout.size)
        return maker_fail(maker, maker_line(maker, spec), parameter->name,
                          "the array has more than 256 MiB; use smaller sizes");
    maker->bytes += array_bytes(out);
    if (out->is_output)
        maker->out->output_bytes += array_bytes(out);
    return maker->bytes <= TRIAL_BYTES_MAX
               ? STATUS_OK
               : maker_fail(maker, maker_line(maker, spec), parameter->name,
                            "the arrays of a run have more than 256 MiB; use smaller sizes");
}
