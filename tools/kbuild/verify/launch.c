/* Makes what a trial launches: sizes, scalars, and the extents of the launch. array.c makes the
 * arrays. */
#include "hash.h"
#include "maker.h"
#include "values.h"

enum { GRID_MAX = INT32_MAX, BLOCK_MAX = 1024, SHARED_MAX = 1 << 20, MANY_THREADS = 1 << 30 };

int maker_line(const struct maker *maker, const struct argument_spec *spec)
{
    return spec ? spec->origin.line : maker->trial->spec->line;
}

enum status maker_fail(const struct maker *maker, int line, const char *name, const char *format,
                       ...)
{
    OWNED_BY(buf_free) struct buf text = {0};
    va_list arguments;
    va_start(arguments, format);
    buf_vprintf(&text, format, arguments);
    va_end(arguments);
    return status_fail(STATUS_INPUT, "%s:%d: %s: '%s': %s", maker->trials->cases->path, line,
                       maker->trial->kernel->name, name, text.data);
}

enum status maker_evaluate(const struct maker *maker, int line, const char *name, const char *text,
                           int64_t *out)
{
    char fault[160];
    return expression_evaluate(text, &maker->variables, out, fault)
               ? STATUS_OK
               : maker_fail(maker, line, name, "'%s': %s", text, fault);
}

enum status maker_read_element(const struct maker *maker, int line, const char *name,
                               enum dtype type, const char *text, uint64_t *out)
{
    int64_t value;
    if (number_parse(type, text, out))
        return STATUS_OK;
    FORWARD_IF_ERROR(maker_evaluate(maker, line, name, text, &value));
    OWNED char *number = mem_format("%" PRId64, value);
    return number_parse(type, number, out)
               ? STATUS_OK
               : maker_fail(maker, line, name, "'%s' is %s, which is not a %s", text, number,
                            dtype_name(type));
}

const struct argument_spec *maker_spec(const struct maker *maker, const char *name)
{
    const struct case_spec *spec = maker->trial->spec;
    for (size_t i = spec->argument_count; i-- > 0;)
        if (strcmp(spec->arguments[i].name, name) == 0)
            return &spec->arguments[i];
    return NULL;
}

int64_t maker_only_size(const struct maker *maker)
{
    maker->variables.is_used[0] = true;
    return maker->trial->sizes[0];
}

/* ---- Scalars and records --------------------------------------------------------------------- */

static enum status make_scalar(struct maker *maker, const struct parameter *parameter)
{
    const struct argument_spec *spec = maker_spec(maker, parameter->name);
    const int64_t *size = variables_find(&maker->variables, parameter->name);
    const int line = maker_line(maker, spec);
    uint64_t bits;
    if (spec && size)
        return maker_fail(maker, line, parameter->name,
                          "it is a size, and cannot be an argument too");
    if (spec && (!spec->value || spec->fill == FILL_NULL))
        return maker_fail(maker, line, parameter->name,
                          "it is a %s: give it one number or expression",
                          dtype_name(parameter->type));
    if (!spec && !size && !dtype_is_float(parameter->type))
        return maker_fail(maker, line, parameter->name,
                          "it has no value; add it to 'arguments' or 'sizes'");
    if (spec) {
        FORWARD_IF_ERROR(
            maker_read_element(maker, line, parameter->name, parameter->type, spec->value, &bits));
    } else if (size) {
        FORWARD_IF_ERROR(maker_read_element(maker, line, parameter->name, parameter->type,
                                            parameter->name, &bits));
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
            return maker_fail(maker, spec->origin.line, parameter->name,
                              "member '%s' is not a single number", name);
        FORWARD_IF_ERROR(maker_read_element(maker, spec->origin.line, parameter->name, member->type,
                                            value, &bits));
        dtype_store(member->type, bits, maker->out->arguments + parameter->offset + member->offset);
        return STATUS_OK;
    }
    return maker_fail(maker, spec->origin.line, parameter->name, "struct %s has no member '%s'",
                      record->name, name);
}

/* Members that the case does not name are 0. */
static enum status make_record(struct maker *maker, const struct parameter *parameter)
{
    const struct argument_spec *spec = maker_spec(maker, parameter->name);
    const struct record *record = interface_record(maker->trials->interface, parameter->record);
    if (!spec || !spec->members.count)
        return maker_fail(maker, maker_line(maker, spec), parameter->name,
                          "it is a struct %s: give it 'members'", parameter->record);
    for (size_t i = 0; i < spec->members.count; i++)
        FORWARD_IF_ERROR(make_member(maker, spec, parameter, record, i));
    return STATUS_OK;
}

/* ---- The launch ------------------------------------------------------------------------------ */

static enum status make_extent(const struct maker *maker, const char *name,
                               const struct strings *texts, size_t i, int64_t most, uint32_t *out)
{
    int64_t value = 1;
    if (i < texts->count)
        FORWARD_IF_ERROR(
            maker_evaluate(maker, maker->trial->spec->line, name, texts->items[i], &value));
    if (value < 0 || value > most)
        return maker_fail(maker, maker->trial->spec->line, name,
                          "'%s' is %" PRId64 ", not 1 to %" PRId64, texts->items[i], value, most);
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
        return maker_fail(maker, trial->spec->line, "grid",
                          "it is missing; a default is for one size");
    const int64_t threads = (int64_t)out->block[0] * out->block[1] * out->block[2];
    const int64_t size = maker_only_size(maker);
    const int64_t blocks = size / threads + (size % threads != 0);
    if (blocks > GRID_MAX)
        return maker_fail(maker, trial->spec->line, "grid", "%" PRId64 " blocks are too many",
                          blocks);
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
        return maker_fail(maker, spec->line, "block", "%.0f threads are more than 1024", threads);
    if ((double)out->grid[0] * out->grid[1] * out->grid[2] * threads > MANY_THREADS)
        return maker_fail(maker, spec->line, "grid", "the launch has more than 2^30 threads");
    if (spec->shared)
        FORWARD_IF_ERROR(maker_evaluate(maker, spec->line, "shared", spec->shared, &shared));
    if (shared < 0 || shared > SHARED_MAX)
        return maker_fail(maker, spec->line, "shared", "%" PRId64 " bytes are not 0 to 1 MiB",
                          shared);
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
            FORWARD_IF_ERROR(array_make(maker, parameter, i));
    }
    FORWARD_IF_ERROR(arrays_find_same(maker));
    FORWARD_IF_ERROR(arrays_check_scales(maker));
    FORWARD_IF_ERROR(make_extents(maker));
    for (size_t i = 0; i < trial->size_count; i++)
        maker->out->used_sizes |= (unsigned)maker->variables.is_used[i] << i;
    return STATUS_OK;
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
