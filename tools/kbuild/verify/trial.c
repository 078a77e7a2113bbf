/* Expands cases: which kernels a case is for, and all combinations of its sizes and seeds. */
#include "verify/trial.h"

#include "effect.h"
#include "expression.h"
#include "util/options.h"

struct expansion {
    struct trials *out;
    const struct case_spec *spec;
    const struct signature *kernel;
    const char *default_size;
    struct variables sizes; /* the sizes that are fixed so far */
};

static enum status fail(const struct expansion *expansion, int line, const char *what)
{
    return status_fail(STATUS_INPUT, "%s:%d: %s", expansion->out->cases->path, line, what);
}

/* ---- Which kernels --------------------------------------------------------------------------- */

static enum status unknown_kernel(const struct trials *trials, const struct case_spec *spec,
                                  const char *name)
{
    const struct interface *interface = trials->interface;
    OWNED_BY(strings_free) struct strings names = {0};
    for (size_t i = 0; i < interface->kernel_count; i++)
        strings_add(&names, interface->kernels[i].name);
    const char *near = options_nearest(name, (const char *const *)names.items);
    return status_fail(STATUS_INPUT, "%s:%d: the package has no kernel '%s'%s%s%s",
                       trials->cases->path, spec->line, name, near ? "; did you mean '" : "",
                       near ? near : "", near ? "'?" : "");
}

static const struct parameter *find_parameter(const struct signature *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->parameter_count; i++)
        if (strcmp(kernel->parameters[i].name, name) == 0)
            return &kernel->parameters[i];
    return NULL;
}

/* Checks that each argument of |spec| is a parameter of some kernel that it matches. */
static enum status check_argument(const struct trials *trials, const struct case_spec *spec,
                                  const struct argument_spec *argument)
{
    OWNED_BY(strings_free) struct strings names = {0};
    for (size_t k = 0; k < trials->interface->kernel_count; k++) {
        const struct signature *kernel = &trials->interface->kernels[k];
        if (!signature_matches_any(kernel, &spec->kernels))
            continue;
        if (find_parameter(kernel, argument->name))
            return STATUS_OK;
        for (size_t i = 0; i < kernel->parameter_count; i++)
            strings_add(&names, kernel->parameters[i].name);
    }
    const char *near =
        names.count ? options_nearest(argument->name, (const char *const *)names.items) : NULL;
    strings_sort_unique(&names);
    OWNED char *all = strings_join(&names, ", ");
    return near ? status_fail(STATUS_INPUT, "%s:%d: '%s' has no parameter '%s'; did you mean '%s'?",
                              trials->cases->path, argument->origin.line, spec->kernels.items[0],
                              argument->name, near)
                : status_fail(STATUS_INPUT, "%s:%d: '%s' has no parameter '%s'; there are %s",
                              trials->cases->path, argument->origin.line, spec->kernels.items[0],
                              argument->name, all);
}

static bool is_given(const struct case_spec *spec, const char *name)
{
    for (size_t i = 0; i < spec->argument_count; i++)
        if (strcmp(spec->arguments[i].name, name) == 0)
            return true;
    return false;
}

/* Returns the only integer parameter that the case does not give a value; NULL if there are none or
 * several. */
static const char *find_default_size(const struct case_spec *spec, const struct signature *kernel)
{
    const char *found = NULL;
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        const struct parameter *parameter = &kernel->parameters[i];
        if (parameter->kind != PARAMETER_SCALAR || dtype_is_float(parameter->type) ||
            dtype_size(parameter->type) < 4 || is_given(spec, parameter->name))
            continue;
        if (found)
            return NULL;
        found = parameter->name;
    }
    return found;
}

/* ---- Combinations ---------------------------------------------------------------------------- */

/* Whether a run with special values differs from the others: some array has random values, and, if
 * it has integers, no range. */
static bool has_special(const struct launch *launch)
{
    for (size_t i = 0; i < launch->array_count; i++)
        if (launch->arrays[i].is_special && launch->arrays[i].count)
            return true;
    return false;
}

static char *make_label(const struct expansion *expansion, unsigned seed, bool is_special)
{
    struct buf out = {0};
    if (expansion->spec->name)
        buf_printf(&out, "%s ", expansion->spec->name);
    for (size_t i = 0; i < expansion->sizes.count; i++)
        buf_printf(&out, "%s=%" PRId64 " ", expansion->sizes.names[i], expansion->sizes.values[i]);
    if (is_special)
        buf_puts(&out, "special");
    else
        buf_printf(&out, "seed %u", seed);
    return buf_take(&out);
}

static enum status add_trial(struct expansion *expansion, unsigned seed, bool is_special)
{
    struct trials *out = expansion->out;
    OWNED_BY(launch_free) struct launch launch = {0};
    if (out->count == TRIALS_MAX)
        return fail(expansion, expansion->spec->line,
                    "the cases are more than 100000 runs; remove sizes or seeds");
    struct trial trial = {.kernel = expansion->kernel,
                          .spec = expansion->spec,
                          .default_size = expansion->default_size,
                          .sizes = expansion->sizes.values,
                          .size_count = expansion->sizes.count,
                          .seed = seed,
                          .is_special = is_special};
    FORWARD_IF_ERROR(launch_make(out, &trial, &launch));
    for (size_t i = 0; i < expansion->sizes.count; i++)
        launch.used_sizes |= (unsigned)expansion->sizes.is_used[i] << i;
    effects_note(out, &trial, &launch);
    if (is_special && !has_special(&launch))
        return STATUS_OK;
    trial.sizes = mem_alloc((trial.size_count + 1) * sizeof *trial.sizes);
    for (size_t i = 0; i < trial.size_count; i++)
        trial.sizes[i] = expansion->sizes.values[i];
    trial.label = make_label(expansion, seed, is_special);
    out->items = mem_grow(out->items, out->count, sizeof *out->items);
    out->items[out->count++] = trial;
    return STATUS_OK;
}

static enum status add_seeds(struct expansion *expansion)
{
    const struct case_spec *spec = expansion->spec;
    for (int seed = 1; seed <= spec->seeds; seed++)
        FORWARD_IF_ERROR(add_trial(expansion, (unsigned)seed, false));
    return spec->skips_special ? STATUS_OK : add_trial(expansion, 1, true);
}

/* Makes the trials of all combinations of the sizes from |number| on; the sizes before it have
 * their values already. */
static enum status expand(struct expansion *expansion, size_t number);

static enum status expand_values(struct expansion *expansion, const char *name, int line,
                                 const char *const *values, size_t count, size_t number)
{
    char fault[160];
    for (size_t i = 0; i < count; i++) {
        int64_t value;
        expansion->sizes.count = number;
        if (!expression_evaluate(values[i], &expansion->sizes, &value, fault))
            return status_fail(STATUS_INPUT, "%s:%d: size '%s': '%s': %s",
                               expansion->out->cases->path, line, name, values[i], fault);
        if (value < 0)
            return status_fail(STATUS_INPUT, "%s:%d: size '%s': '%s' is negative",
                               expansion->out->cases->path, line, name, values[i]);
        variables_set(&expansion->sizes, name, value);
        FORWARD_IF_ERROR(expand(expansion, number + 1));
    }
    return STATUS_OK;
}

static enum status expand(struct expansion *expansion, size_t number)
{
    const struct case_spec *spec = expansion->spec;
    if (expansion->default_size && number == 0)
        return expand_values(expansion, expansion->default_size, spec->line, edge_sizes, EDGE_SIZES,
                             number);
    if (number >= spec->size_count)
        return add_seeds(expansion);
    const struct size_spec *size = &spec->sizes[number];
    return expand_values(expansion, size->name, size->origin.line,
                         (const char *const *)size->values.items, size->values.count, number);
}

static enum status expand_kernel(struct trials *out, const struct case_spec *spec,
                                 const struct signature *kernel)
{
    struct expansion expansion = {.out = out, .spec = spec, .kernel = kernel};
    if (spec->size_count == 0)
        expansion.default_size = find_default_size(spec, kernel);
    const enum status status = expand(&expansion, 0);
    variables_free(&expansion.sizes);
    return status;
}

static enum status check_spec(const struct trials *trials, const struct case_spec *spec)
{
    for (size_t i = 0; i < spec->kernels.count; i++) {
        size_t matching = 0;
        for (size_t k = 0; k < trials->interface->kernel_count; k++)
            matching += signature_matches(&trials->interface->kernels[k], spec->kernels.items[i]);
        if (!matching)
            return unknown_kernel(trials, spec, spec->kernels.items[i]);
    }
    for (size_t i = 0; i < spec->argument_count; i++)
        FORWARD_IF_ERROR(check_argument(trials, spec, &spec->arguments[i]));
    return STATUS_OK;
}

/* Checks that each glob of --kernel selects a kernel. */
static enum status check_wanted(const struct interface *interface, const struct strings *globs)
{
    for (size_t i = 0; i < globs->count; i++) {
        size_t k = 0;
        while (k < interface->kernel_count &&
               !signature_matches(&interface->kernels[k], globs->items[i]))
            k++;
        if (k == interface->kernel_count)
            return status_fail(STATUS_INPUT, "verify: the package has no kernel '%s' (--kernel)",
                               globs->items[i]);
    }
    return STATUS_OK;
}

enum status trials_make(const struct cases *cases, const struct interface *interface,
                        const struct strings *kernels, struct trials *out)
{
    *out = (struct trials){.interface = interface, .cases = cases};
    out->is_wanted = mem_alloc(interface->kernel_count * sizeof *out->is_wanted);
    for (size_t i = 0; i < cases->count; i++)
        FORWARD_IF_ERROR(check_spec(out, &cases->items[i]));
    FORWARD_IF_ERROR(check_wanted(interface, kernels));
    for (size_t k = 0; k < interface->kernel_count; k++) {
        const struct signature *kernel = &interface->kernels[k];
        out->is_wanted[k] = (kernels->count == 0 || signature_matches_any(kernel, kernels)) &&
                            !signature_matches_any(kernel, &cases->skip);
        for (size_t i = 0; i < cases->count && out->is_wanted[k]; i++)
            if (signature_matches_any(kernel, &cases->items[i].kernels))
                FORWARD_IF_ERROR(expand_kernel(out, &cases->items[i], kernel));
    }
    return effects_check(out);
}

void trials_free(struct trials *trials)
{
    for (size_t i = 0; i < trials->count; i++) {
        free(trials->items[i].sizes);
        free(trials->items[i].label);
    }
    for (size_t i = 0; i < trials->file_count; i++) {
        free(trials->files[i]->path);
        free(trials->files[i]->data);
        free(trials->files[i]);
    }
    free(trials->uses);
    free(trials->items);
    free(trials->files);
    free(trials->is_wanted);
    *trials = (struct trials){0};
}
