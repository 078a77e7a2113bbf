#include "effect.h"

/* What has had an effect so far, of one node of the file: of an argument, or the value of a key of
 * the case. With 'runs' and aliases, several cases have the same node. */
struct use {
    unsigned keys; /* the keys that had an effect on some trial, and PLAIN, as bits */
    /* for each key that had none on some trial, why: an index into |idle|, from 1 on */
    uint8_t why[ARGUMENT_KEYS];
    bool is_partial; /* whether --kernel leaves out kernels to which it applies */
};

/* The bit of a node that is not a mapping with keys, and of an argument that no run replaces. */
enum { PLAIN = 1 << ARGUMENT_KEYS };

/* ---- Arguments ------------------------------------------------------------------------------- */

static bool is_bound(enum rule_kind kind)
{
    return kind == RULE_ULPS || kind == RULE_RELATIVE || kind == RULE_ABSOLUTE || kind == RULE_SUM;
}

static bool has_only(const struct array *array, bool (*is)(enum rule_kind))
{
    for (size_t i = 0; i < array->rule_count; i++)
        if (!is(array->rules[i].kind))
            return false;
    return array->rule_count > 0;
}

static bool is_sum(enum rule_kind kind)
{
    return kind == RULE_SUM;
}

static bool has_floats(const struct array *array)
{
    for (size_t i = 0; i < array->layout.field_count; i++)
        if (dtype_is_float(array->layout.fields[i].type))
            return true;
    return false;
}

static bool is_same(const struct array *array)
{
    return array->fill == FILL_SAME;
}

static bool is_input(const struct array *array)
{
    return array->parameter->is_const;
}

static bool is_given(const struct array *array)
{
    return array->fill != FILL_RANDOM && array->fill != FILL_ASCENDING;
}

static bool has_records_of_integers(const struct array *array)
{
    return array->is_records && !has_floats(array);
}

static bool has_bounds_of_integers(const struct array *array)
{
    return has_records_of_integers(array) && has_only(array, is_bound);
}

static bool has_sums_of_integers(const struct array *array)
{
    return !has_floats(array) && has_only(array, is_sum);
}

static bool is_record(const struct array *array)
{
    return array->parameter->kind == PARAMETER_RECORD;
}

/* Which keys have no effect on which arrays. Structs by value are arrays here. */
static const struct {
    bool (*is)(const struct array *array);
    unsigned keys;
    const char *why;
} idle[] = {
    {is_record, ~(unsigned)ARGUMENT_MEMBERS, "it is a struct by value, which has only 'members'"},
    {is_same, ~(unsigned)ARGUMENT_SAME,
     "its array is that of the parameter that 'same' names; say it there"},
    {is_input, ARGUMENT_COMPARE, "the kernel does not write this array, which is const"},
    {is_given, ARGUMENT_RANGE, "only random and ascending values have a range"},
    {has_records_of_integers, ARGUMENT_RANGE,
     "it is the range of a record's floats, and the layout has none"},
    {has_bounds_of_integers, ARGUMENT_COMPARE,
     "it is for a record's floats, and the layout has none"},
    {has_sums_of_integers, ARGUMENT_COMPARE, "sums of integers must be equal in any order"},
};

/* ---- Notes ----------------------------------------------------------------------------------- */

static void use_value(const struct trials *trials, const struct origin *origin, bool is_used)
{
    trials->uses[origin->node].keys |= is_used ? PLAIN : 0;
}

static void use_argument(const struct trials *trials, const struct array *array)
{
    const unsigned given = array->spec->keys;
    struct use *use = &trials->uses[array->spec->origin.node];
    unsigned without = 0;
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++) {
        const unsigned keys = idle[i].is(array) ? given & idle[i].keys & ~without : 0;
        without |= keys;
        for (size_t key = 0; key < ARGUMENT_KEYS; key++)
            if (keys & 1u << key)
                use->why[key] = (uint8_t)(i + 1);
    }
    use->keys |= PLAIN | (given & ~without);
}

static bool is_random(const struct array *array)
{
    return array->fill == FILL_RANDOM || array->fill == FILL_PERMUTATION ||
           array->fill == FILL_ASCENDING || array->fill == FILL_BITS;
}

/* Whether the rules of the case are those of |array|. */
static bool is_compared(const struct array *array)
{
    const bool is_own = array->spec && array->spec->compare.count;
    return !is_own && !is_input(array) && array->rule_count && !has_bounds_of_integers(array);
}

static const struct argument_spec *find_argument(const struct case_spec *spec, const char *name)
{
    for (size_t i = spec->argument_count; i-- > 0;)
        if (strcmp(spec->arguments[i].name, name) == 0)
            return &spec->arguments[i];
    return NULL;
}

void effects_note(struct trials *trials, const struct trial *trial, const struct launch *launch)
{
    const struct case_spec *spec = trial->spec;
    bool has_random = false, has_special = false, has_compared = false;
    if (!trials->uses)
        trials->uses = mem_alloc(trials->cases->node_count * sizeof *trials->uses);
    for (size_t i = 0; i < spec->size_count; i++)
        use_value(trials, &spec->sizes[i].origin, launch->used_sizes & 1u << i);
    for (size_t i = 0; i < launch->array_count; i++) {
        const struct array *array = &launch->arrays[i];
        has_random |= is_random(array);
        has_special |= array->is_special;
        has_compared |= is_compared(array);
        if (array->spec)
            use_argument(trials, array);
    }
    for (size_t i = 0; i < trial->kernel->parameter_count; i++) {
        const struct parameter *parameter = &trial->kernel->parameters[i];
        const struct argument_spec *argument = find_argument(spec, parameter->name);
        if (parameter->kind != PARAMETER_POINTER && argument)
            use_argument(trials, &(struct array){.parameter = parameter, .spec = argument});
        has_random |=
            parameter->kind == PARAMETER_SCALAR && !argument && dtype_is_float(parameter->type);
    }
    use_value(trials, &spec->seeds_origin, has_random);
    use_value(trials, &spec->special_origin, has_special);
    use_value(trials, &spec->compare_origin, has_compared);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static enum status fail(const struct trials *trials, const struct origin *origin, const char *name,
                        const char *key, const char *why)
{
    return status_fail(STATUS_INPUT, "%s:%d: %s%s%s'%s' has no effect: %s; remove it",
                       trials->cases->path, origin->line, name ? "'" : "", name ? name : "",
                       name ? "': " : "", key, why);
}

static bool is_idle(const struct trials *trials, const struct origin *origin, unsigned keys)
{
    const struct use *use = &trials->uses[origin->node];
    return origin->node && !use->is_partial && keys & ~use->keys;
}

static enum status check_argument(const struct trials *trials, const struct argument_spec *argument)
{
    const struct use *use = &trials->uses[argument->origin.node];
    if (is_idle(trials, &argument->origin, PLAIN))
        return fail(trials, &argument->origin, NULL, argument->name, "each of 'runs' replaces it");
    for (size_t i = 0; i < ARGUMENT_KEYS; i++)
        if (use->why[i] && is_idle(trials, &argument->origin, argument->keys & 1u << i))
            return fail(trials, &argument->origin, argument->name, argument_key_name(i),
                        idle[use->why[i] - 1].why);
    return STATUS_OK;
}

static enum status check_case(const struct trials *trials, const struct case_spec *spec)
{
    const struct {
        const struct origin *origin;
        bool is_wanted; /* whether the file asks for what can have no effect */
        const char *key, *why;
    } keys[] = {
        {&spec->seeds_origin, spec->seeds > 1, "seeds",
         "no argument is random, so that all seeds give the same run"},
        {&spec->special_origin, !spec->skips_special, "special",
         "no array has random floats, or random integers without a range"},
        {&spec->compare_origin, true, "compare",
         "it is for arrays of floats that the kernel writes and that have no 'compare' of their "
         "own, and there are none"},
    };
    for (size_t i = 0; i < spec->size_count; i++)
        if (is_idle(trials, &spec->sizes[i].origin, PLAIN))
            return fail(trials, &spec->sizes[i].origin, "sizes", spec->sizes[i].name,
                        "no argument, size, grid or block uses it");
    for (size_t i = 0; i < spec->argument_count; i++)
        FORWARD_IF_ERROR(check_argument(trials, &spec->arguments[i]));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].is_wanted && is_idle(trials, keys[i].origin, PLAIN))
            return fail(trials, keys[i].origin, NULL, keys[i].key, keys[i].why);
    return STATUS_OK;
}

/* The kernels of a case: how many there are, how many the file skips, and how many have trials. */
struct kernels {
    size_t all, skipped, tried;
};

static struct kernels count_kernels(const struct trials *trials, const struct case_spec *spec)
{
    struct kernels out = {0};
    for (size_t k = 0; k < trials->interface->kernel_count; k++) {
        const struct signature *kernel = &trials->interface->kernels[k];
        if (!signature_matches_any(kernel, &spec->kernels))
            continue;
        out.all++;
        out.skipped += signature_matches_any(kernel, &trials->cases->skip);
        out.tried += trials->is_wanted[k];
    }
    return out;
}

static void note_partial(struct trials *trials, const struct case_spec *spec)
{
    for (size_t i = 0; i < spec->size_count; i++)
        trials->uses[spec->sizes[i].origin.node].is_partial = true;
    for (size_t i = 0; i < spec->argument_count; i++)
        trials->uses[spec->arguments[i].origin.node].is_partial = true;
    trials->uses[spec->seeds_origin.node].is_partial = true;
    trials->uses[spec->special_origin.node].is_partial = true;
    trials->uses[spec->compare_origin.node].is_partial = true;
}

enum status effects_check(struct trials *trials)
{
    for (size_t i = 0; i < trials->cases->count; i++) {
        const struct case_spec *spec = &trials->cases->items[i];
        const struct kernels kernels = count_kernels(trials, spec);
        if (kernels.skipped == kernels.all)
            return status_fail(STATUS_INPUT,
                               "%s:%d: this case has no effect: 'skip' has all its kernels; remove "
                               "it, or name the kernels in 'skip'",
                               trials->cases->path, spec->line);
        if (trials->uses && kernels.tried < kernels.all - kernels.skipped)
            note_partial(trials, spec);
    }
    for (size_t i = 0; i < trials->cases->count && trials->uses; i++)
        FORWARD_IF_ERROR(check_case(trials, &trials->cases->items[i]));
    return STATUS_OK;
}
