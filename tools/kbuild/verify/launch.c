/* Makes what a trial launches: sizes, scalars, arrays. */
#include "verify/trial.h"

#include "expression.h"
#include "hash.h"
#include "npy.h"
#include "values.h"

enum { GRID_MAX = INT32_MAX, BLOCK_MAX = 1024, SHARED_MAX = 1 << 20, MANY_THREADS = 1 << 30 };

struct maker {
    struct trials *trials;
    const struct trial *trial;
    struct launch *out;
    struct variables variables; /* the names of sizes and of integer arguments, with their values */
    uint64_t bytes;             /* how many bytes the arrays so far have */
};

static int line_of(const struct maker *maker, const struct argument_spec *spec)
{
    return spec ? spec->line : maker->trial->spec->line;
}

/* Fails with "cases.yaml:7: saxpy: 'y': |what|". */
__attribute__((format(printf, 4, 5))) static enum status
fail(const struct maker *maker, int line, const char *name, const char *format, ...)
{
    OWNED_BY(buf_free) struct buf text = {0};
    va_list arguments;
    va_start(arguments, format);
    buf_vprintf(&text, format, arguments);
    va_end(arguments);
    return status_fail(STATUS_INPUT, "%s:%d: %s: '%s': %s", maker->trials->cases->path, line,
                       maker->trial->kernel->name, name, text.data);
}

static enum status evaluate(const struct maker *maker, int line, const char *name, const char *text,
                            int64_t *out)
{
    char fault[160];
    return expression_evaluate(text, &maker->variables, out, fault)
               ? STATUS_OK
               : fail(maker, line, name, "'%s': %s", text, fault);
}

/* Reads a number or an expression as an element of |type|, to its bits. */
static enum status read_element(const struct maker *maker, int line, const char *name,
                                enum dtype type, const char *text, uint64_t *out)
{
    int64_t value;
    if (number_parse(type, text, out))
        return STATUS_OK;
    FORWARD_IF_ERROR(evaluate(maker, line, name, text, &value));
    OWNED char *number = mem_format("%" PRId64, value);
    return number_parse(type, number, out)
               ? STATUS_OK
               : fail(maker, line, name, "'%s' is %s, which is not a %s", text, number,
                      dtype_name(type));
}

static const struct argument_spec *spec_of(const struct maker *maker, const char *name)
{
    const struct case_spec *spec = maker->trial->spec;
    for (size_t i = spec->argument_count; i-- > 0;)
        if (strcmp(spec->arguments[i].name, name) == 0)
            return &spec->arguments[i];
    return NULL;
}

/* ---- Scalars and records --------------------------------------------------------------------- */

static enum status make_scalar(struct maker *maker, const struct parameter *parameter)
{
    const struct argument_spec *spec = spec_of(maker, parameter->name);
    const int64_t *size = variables_find(&maker->variables, parameter->name);
    const int line = line_of(maker, spec);
    uint64_t bits;
    if (spec && size)
        return fail(maker, line, parameter->name, "it is a size, and cannot be an argument too");
    if (spec && (!spec->value || spec->fill == FILL_NULL))
        return fail(maker, line, parameter->name, "it is a %s: give it one number or expression",
                    dtype_name(parameter->type));
    if (!spec && !size && !dtype_is_float(parameter->type))
        return fail(maker, line, parameter->name,
                    "it has no value; add it to 'arguments' or 'sizes'");
    if (spec) {
        FORWARD_IF_ERROR(
            read_element(maker, line, parameter->name, parameter->type, spec->value, &bits));
    } else if (size) {
        FORWARD_IF_ERROR(
            read_element(maker, line, parameter->name, parameter->type, parameter->name, &bits));
    } else {
        const uint64_t seed = seed_of(parameter->name, maker->trial->seed);
        bits = dtype_encode(parameter->type, random_number(random_bits(seed, 0), -1, 1));
    }
    dtype_store(parameter->type, bits, maker->out->arguments + parameter->offset);
    if (!dtype_is_float(parameter->type))
        variables_set(&maker->variables, parameter->name, dtype_integer(parameter->type, bits));
    return STATUS_OK;
}

static enum status make_member(const struct maker *maker, const struct argument_spec *spec,
                               const struct parameter *parameter, const struct record *record,
                               size_t number)
{
    const char *name = spec->members.items[number], *value = spec->member_values.items[number];
    uint64_t bits;
    for (size_t i = 0; i < record->member_count; i++) {
        const struct parameter *member = &record->members[i];
        if (strcmp(member->name, name) != 0)
            continue;
        if (member->kind != PARAMETER_SCALAR || member->is_array)
            return fail(maker, spec->line, parameter->name, "member '%s' is not a single number",
                        name);
        FORWARD_IF_ERROR(
            read_element(maker, spec->line, parameter->name, member->type, value, &bits));
        dtype_store(member->type, bits, maker->out->arguments + parameter->offset + member->offset);
        return STATUS_OK;
    }
    return fail(maker, spec->line, parameter->name, "struct %s has no member '%s'", record->name,
                name);
}

/* Members that the case does not name are 0. */
static enum status make_record(struct maker *maker, const struct parameter *parameter)
{
    const struct argument_spec *spec = spec_of(maker, parameter->name);
    const struct record *record = interface_record(maker->trials->interface, parameter->record);
    if (!spec || !spec->members.count)
        return fail(maker, line_of(maker, spec), parameter->name,
                    "it is a struct %s: give it 'members'", parameter->record);
    for (size_t i = 0; i < spec->members.count; i++)
        FORWARD_IF_ERROR(make_member(maker, spec, parameter, record, i));
    return STATUS_OK;
}

/* ---- Arrays ---------------------------------------------------------------------------------- */

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
        out->count = out->file->count;
    return out->count <= out->file->count
               ? STATUS_OK
               : fail(maker, spec->line, spec->name,
                      "it needs %" PRIu64 " elements, and %s has %" PRIu64, out->count, spec->file,
                      out->file->count);
}

static enum status read_elements(const struct maker *maker, const struct argument_spec *spec,
                                 struct array *out)
{
    const bool is_list = spec->fill == FILL_LIST;
    const char *const *texts = (const char *const *)spec->list.items;
    out->list_count = is_list ? spec->list.count : 1;
    out->list = mem_alloc(out->list_count * sizeof *out->list);
    for (size_t i = 0; i < out->list_count; i++)
        FORWARD_IF_ERROR(read_element(maker, spec->line, spec->name, out->parameter->type,
                                      is_list ? texts[i] : spec->constant, &out->list[i]));
    if (is_list && !spec->count)
        out->count = out->list_count;
    return STATUS_OK;
}

static enum status read_range(const struct maker *maker, const struct argument_spec *spec,
                              struct array *out)
{
    /* the range of records is that of their floats */
    const enum dtype type = out->is_records ? DTYPE_F64 : out->parameter->type;
    uint64_t bits[2];
    for (size_t i = 0; i < 2; i++)
        FORWARD_IF_ERROR(
            read_element(maker, spec->line, spec->name, type, spec->range.items[i], &bits[i]));
    out->low = dtype_number(type, bits[0]), out->high = dtype_number(type, bits[1]);
    out->least = dtype_integer(type, bits[0]), out->most = dtype_integer(type, bits[1]);
    const bool is_finite =
        dtype_is_finite(type, bits[0]) && dtype_is_finite(type, bits[1]) &&
        dtype_is_finite(DTYPE_F64, dtype_encode(DTYPE_F64, out->high - out->low));
    if (!is_finite || (!(out->low <= out->high) && out->count))
        return fail(maker, spec->line, spec->name, "the range [%s, %s] is empty",
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
            return fail(maker, line_of(maker, out->spec), out->parameter->name, "%s", fault);
        const bool is_bound = rule->kind == RULE_ULPS || rule->kind == RULE_RELATIVE ||
                              rule->kind == RULE_ABSOLUTE || rule->kind == RULE_SUM;
        const bool is_float = out->is_records || dtype_is_float(out->parameter->type);
        if (is_bound && !is_float && !is_own)
            continue; /* a bound of the case is for its floats */
        if (is_bound && dtype_size(out->parameter->type) == 1 && !is_float &&
            (out->parameter->type == DTYPE_NONE || out->parameter->type == DTYPE_BOOL))
            return fail(maker, line_of(maker, out->spec), out->parameter->name,
                        "bytes have no bounds; give it a layout");
        if (rule->kind == RULE_SUM)
            FORWARD_IF_ERROR(evaluate(maker, line_of(maker, out->spec), out->parameter->name,
                                      rule->terms, &out->terms[out->rule_count]));
        out->rule_count++;
    }
    if (out->rule_count == 1 && out->rules[0].kind == RULE_IGNORE)
        out->is_output = false;
    return STATUS_OK;
}

/* Checks the parameters that rules name as their scale. */
static enum status check_scales(const struct maker *maker)
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
                (launch->arrays[other].is_records ||
                 !dtype_is_float(launch->arrays[other].parameter->type)))
                other = launch->array_count;
            if (other == launch->array_count || array->is_records)
                return fail(maker, line_of(maker, array->spec), array->parameter->name,
                            array->is_records ? "records have no 'relative X of %s'"
                                              : "there is no array of floats '%s'",
                            array->rules[k].of);
        }
    }
    return STATUS_OK;
}

/* Reads how many elements the array has. Without a count, it is the only size of the case. */
static enum status read_count(const struct maker *maker, const struct argument_spec *spec,
                              struct array *out)
{
    const char *text = spec ? spec->count ? spec->count : spec->value : NULL;
    const struct trial *trial = maker->trial;
    const int line = line_of(maker, spec);
    int64_t count;
    if (!text && (out->fill == FILL_FILE || out->fill == FILL_LIST))
        return STATUS_OK;
    if (!text && out->parameter->type == DTYPE_NONE && !(spec && spec->layout.count))
        return fail(maker, line, out->parameter->name,
                    "it points to bytes, or to a struct: give it a count of bytes, or a layout "
                    "such as [f32 * 4]");
    if (!text && trial->size_count != 1)
        return fail(maker, line, out->parameter->name,
                    "it has no count of elements; write '%s: COUNT' below 'arguments'",
                    out->parameter->name);
    if (!text)
        count = trial->sizes[0];
    else
        FORWARD_IF_ERROR(evaluate(maker, line, out->parameter->name, text, &count));
    if (count < 0 || count > TRIAL_BYTES_MAX)
        return fail(maker, line, out->parameter->name, "%" PRId64 " elements are %s", count,
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

/* Reads the layout of an array of records. */
static enum status read_layout(const struct maker *maker, struct array *out)
{
    const struct argument_spec *spec = out->spec;
    const enum dtype type = out->parameter->type;
    layout_of_type(type, &out->layout);
    if (!spec || !spec->layout.count)
        return STATUS_OK;
    const char *fault = layout_parse(&spec->layout, &out->layout);
    if (!fault && type != DTYPE_NONE && type != DTYPE_U8 && type != DTYPE_I8)
        fault = "only arrays of bytes and of structs have a layout";
    if (!fault && out->fill != FILL_RANDOM && out->fill != FILL_BITS)
        fault = "records have random values, or bits";
    out->is_records = true;
    return fault ? fail(maker, spec->line, spec->name, "%s", fault) : STATUS_OK;
}

static enum status read_offset(const struct maker *maker, struct array *out)
{
    enum { OFFSET_MAX = 4096 };
    int64_t offset = 0;
    if (!out->spec || !out->spec->offset)
        return STATUS_OK;
    FORWARD_IF_ERROR(evaluate(maker, out->spec->line, out->spec->name, out->spec->offset, &offset));
    if (offset < 0 || offset > OFFSET_MAX / (int64_t)out->layout.size)
        return fail(maker, out->spec->line, out->spec->name,
                    "an offset of %" PRId64 " elements is not 0 to 4096 bytes", offset);
    out->lead = (uint64_t)offset * out->layout.size;
    return STATUS_OK;
}

/* Finds the arrays of which others are the same. */
static enum status find_same(const struct maker *maker)
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
            return fail(maker, array->spec->line, array->spec->name,
                        "'%s' is not a parameter with an array of its own", array->spec->same);
        if (launch->arrays[k].parameter->is_const && !array->parameter->is_const)
            return fail(maker, array->spec->line, array->spec->name,
                        "'%s' is const, so that nothing would be compared; write '%s: {same: %s}'",
                        array->spec->same, array->spec->same, array->spec->name);
        array->same = k;
    }
    return STATUS_OK;
}

static enum status make_array(struct maker *maker, const struct parameter *parameter, size_t number)
{
    const struct argument_spec *spec = spec_of(maker, parameter->name);
    struct array *out = &maker->out->arrays[maker->out->array_count++];
    *out = (struct array){.parameter = parameter,
                          .spec = spec,
                          .number = number,
                          .fill = spec ? spec->fill : FILL_RANDOM,
                          .is_output = !parameter->is_const,
                          .seed = seed_of(parameter->name, maker->trial->seed)};
    set_default_range(out);
    if (spec && spec->members.count)
        return fail(maker, spec->line, parameter->name, "it is a pointer and has no 'members'");
    if (out->fill == FILL_NULL || out->fill == FILL_SAME) {
        out->is_output = false;
        return STATUS_OK;
    }
    if (parameter->is_indirect)
        return fail(maker, line_of(maker, spec), parameter->name,
                    "it points to pointers, which a case cannot give; only null is possible");
    FORWARD_IF_ERROR(read_count(maker, spec, out));
    FORWARD_IF_ERROR(read_layout(maker, out));
    if (parameter->type == DTYPE_NONE && spec && spec->range.count && !out->is_records)
        return fail(maker, spec->line, parameter->name,
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
    if (out->is_records && out->rule_count == 1 && out->rules[0].kind == RULE_SET)
        return fail(maker, spec->line, parameter->name, "records cannot be compared as a set");
    out->is_special =
        maker->trial->is_special && out->fill == FILL_RANDOM &&
        (dtype_is_float(parameter->type) || !spec || !spec->range.count || out->is_records);
    if (out->count > TRIAL_BYTES_MAX / out->layout.size)
        return fail(maker, line_of(maker, spec), parameter->name,
                    "the array has more than 256 MiB; use smaller sizes");
    maker->bytes += array_bytes(out);
    if (out->is_output)
        maker->out->output_bytes += array_bytes(out);
    return maker->bytes <= TRIAL_BYTES_MAX
               ? STATUS_OK
               : fail(maker, line_of(maker, spec), parameter->name,
                      "the arrays of a run have more than 256 MiB; use smaller sizes");
}

/* ---- The launch ------------------------------------------------------------------------------ */

static enum status make_extent(const struct maker *maker, const char *name,
                               const struct strings *texts, size_t i, int64_t most, uint32_t *out)
{
    int64_t value = 1;
    if (i < texts->count)
        FORWARD_IF_ERROR(evaluate(maker, maker->trial->spec->line, name, texts->items[i], &value));
    if (value < 0 || value > most)
        return fail(maker, maker->trial->spec->line, name, "'%s' is %" PRId64 ", not 1 to %" PRId64,
                    texts->items[i], value, most);
    *out = value ? (uint32_t)value : 1;
    return STATUS_OK;
}

/* The default is a thread for each element of the only size, in blocks of 256. */
static enum status make_defaults(const struct maker *maker)
{
    const struct trial *trial = maker->trial;
    struct launch *out = maker->out;
    if (!trial->spec->block.count)
        out->block[0] = 256;
    if (trial->spec->grid.count)
        return STATUS_OK;
    if (trial->size_count != 1)
        return fail(maker, trial->spec->line, "grid", "it is missing; a default is for one size");
    const int64_t threads = (int64_t)out->block[0] * out->block[1] * out->block[2];
    const int64_t blocks = trial->sizes[0] / threads + (trial->sizes[0] % threads != 0);
    if (blocks > GRID_MAX)
        return fail(maker, trial->spec->line, "grid", "%" PRId64 " blocks are too many", blocks);
    out->grid[0] = blocks ? (uint32_t)blocks : 1;
    return STATUS_OK;
}

static enum status make_extents(const struct maker *maker)
{
    const struct case_spec *spec = maker->trial->spec;
    struct launch *out = maker->out;
    int64_t shared = 0;
    for (size_t i = 0; i < 3; i++) {
        FORWARD_IF_ERROR(make_extent(maker, "grid", &spec->grid, i, GRID_MAX, &out->grid[i]));
        FORWARD_IF_ERROR(make_extent(maker, "block", &spec->block, i, BLOCK_MAX, &out->block[i]));
    }
    FORWARD_IF_ERROR(make_defaults(maker));
    const double threads = (double)out->block[0] * out->block[1] * out->block[2];
    if (threads > BLOCK_MAX)
        return fail(maker, spec->line, "block", "%.0f threads are more than 1024", threads);
    if ((double)out->grid[0] * out->grid[1] * out->grid[2] * threads > MANY_THREADS)
        return fail(maker, spec->line, "grid", "the launch has more than 2^30 threads");
    if (spec->shared)
        FORWARD_IF_ERROR(evaluate(maker, spec->line, "shared", spec->shared, &shared));
    if (shared < 0 || shared > SHARED_MAX)
        return fail(maker, spec->line, "shared", "%" PRId64 " bytes are not 0 to 1 MiB", shared);
    out->shared = (uint32_t)shared;
    return STATUS_OK;
}

static enum status make_all(struct maker *maker)
{
    const struct trial *trial = maker->trial;
    const struct signature *kernel = trial->kernel;
    for (size_t i = 0; i < trial->size_count; i++)
        variables_set(&maker->variables,
                      trial->default_size ? trial->default_size : trial->spec->sizes[i].name,
                      trial->sizes[i]);
    for (size_t i = 0; i < kernel->parameter_count; i++)
        if (kernel->parameters[i].kind == PARAMETER_SCALAR)
            FORWARD_IF_ERROR(make_scalar(maker, &kernel->parameters[i]));
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        const struct parameter *parameter = &kernel->parameters[i];
        if (parameter->kind == PARAMETER_RECORD)
            FORWARD_IF_ERROR(make_record(maker, parameter));
        if (parameter->kind == PARAMETER_POINTER)
            FORWARD_IF_ERROR(make_array(maker, parameter, i));
    }
    FORWARD_IF_ERROR(find_same(maker));
    FORWARD_IF_ERROR(check_scales(maker));
    return make_extents(maker);
}

enum status launch_make(struct trials *trials, const struct trial *trial, struct launch *out)
{
    const struct signature *kernel = trial->kernel;
    struct maker maker = {.trials = trials, .trial = trial, .out = out};
    *out =
        (struct launch){.arguments = mem_alloc(kernel->size + 1),
                        .arrays = mem_alloc((kernel->parameter_count + 1) * sizeof *out->arrays)};
    const enum status status = make_all(&maker);
    variables_free(&maker.variables);
    return status;
}

void launch_free(struct launch *launch)
{
    for (size_t i = 0; i < launch->array_count; i++) {
        free(launch->arrays[i].list);
        free(launch->arrays[i].data);
    }
    free(launch->arrays);
    free(launch->arguments);
    *launch = (struct launch){0};
}

/* ---- The contents of arrays ------------------------------------------------------------------ */

uint64_t array_bytes(const struct array *array)
{
    return array->count * array->layout.size;
}

static uint64_t random_element(const struct array *array, enum dtype type, uint64_t index)
{
    const uint64_t bits = random_bits(array->seed, index);
    if (!dtype_is_float(type) && array->is_records)
        return bits;
    if (array->is_special && random_bits(~array->seed, index) & 1)
        return dtype_special(type, bits);
    return dtype_is_float(type) ? dtype_encode(type, random_number(bits, array->low, array->high))
                                : (uint64_t)random_integer(bits, array->least, array->most);
}

/* Returns element |index| of a permutation of 0 to |count| - 1: rounds of a Feistel network over
 * the smallest square of a power of two that is not smaller, repeated until the result is below
 * |count|. */
static uint64_t permuted(uint64_t seed, uint64_t count, uint64_t index)
{
    unsigned half = 1;
    while (UINT64_C(1) << 2 * half < count)
        half++;
    const uint64_t mask = (UINT64_C(1) << half) - 1;
    do {
        uint64_t left = index >> half, right = index & mask;
        for (unsigned round = 0; round < 4; round++) {
            const uint64_t next = left ^ (random_bits(seed + round, right) & mask);
            left = right;
            right = next;
        }
        index = left << half | right;
    } while (index >= count);
    return index;
}

static uint64_t of_integer(enum dtype type, uint64_t value)
{
    return dtype_is_float(type) ? dtype_encode(type, (double)value) : value;
}

static uint64_t ascending_element(const struct array *array, enum dtype type, uint64_t index)
{
    const uint64_t last = array->count > 1 ? array->count - 1 : 1;
    const uint64_t bits = random_bits(array->seed, index);
    return dtype_is_float(type)
               ? dtype_encode(type, ascending_number(bits, array->low, array->high, index, last))
               : (uint64_t)ascending_integer(bits, array->least, array->most, index, last);
}

static uint64_t any_element(const struct array *array, enum dtype type, uint64_t index)
{
    switch (array->fill) {
    case FILL_RANDOM: return random_element(array, type, index);
    case FILL_RAMP: return of_integer(type, index);
    case FILL_PERMUTATION: return of_integer(type, permuted(array->seed, array->count, index));
    case FILL_ASCENDING: return ascending_element(array, type, index);
    case FILL_BITS: return random_bits(array->seed, index);
    case FILL_CONSTANT:
    case FILL_LIST: return array->list[index % array->list_count];
    case FILL_FILE: return dtype_load(type, array->file->data + index * dtype_size(type));
    case FILL_SAME:
    case FILL_NULL: break;
    }
    return 0;
}

uint64_t array_element(const struct array *array, uint64_t index)
{
    const enum dtype type = layout_number(&array->layout, index).type;
    return any_element(array, type, index) & (UINT64_MAX >> (64 - 8 * dtype_size(type)));
}

void launch_fill(struct launch *launch)
{
    for (size_t i = 0; i < launch->array_count; i++) {
        struct array *array = &launch->arrays[i];
        array->data = mem_alloc(array_bytes(array) + 1);
        for (uint64_t k = 0; k < array->count * array->layout.numbers; k++) {
            const struct number number = layout_number(&array->layout, k);
            dtype_store(number.type, array_element(array, k), array->data + number.offset);
        }
    }
}

uint64_t launch_hash(const struct trial *trial, const struct launch *launch)
{
    OWNED_BY(buf_free) struct buf all = {0};
    for (size_t i = 0; i < 3; i++) {
        buf_put_le(&all, launch->grid[i], 4);
        buf_put_le(&all, launch->block[i], 4);
    }
    buf_put_le(&all, launch->shared, 4);
    buf_append(&all, launch->arguments, trial->kernel->size);
    for (size_t i = 0; i < launch->array_count; i++) {
        const struct array *array = &launch->arrays[i];
        buf_put_le(&all, array->number, 4);
        buf_put_le(&all, array->fill == FILL_NULL, 1);
        if (array->fill == FILL_SAME || array->lead) {
            buf_put_le(&all, array->same, 8);
            buf_put_le(&all, array->lead, 8);
        }
        buf_put_le(&all, array->is_output, 1);
        buf_put_le(&all, array_bytes(array), 8);
        buf_put_le(&all, hash_64(array->data, array_bytes(array)), 8);
    }
    return hash_64(all.data, all.size);
}
