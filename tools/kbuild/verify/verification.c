#include "verify/verification.h"

struct runner {
    struct verification *out;
    size_t place;
};

const char *cover_name(enum cover cover)
{
    static const char *const names[] = {[COVER_SAME] = "same",
                                        [COVER_BOUNDED] = "bounded",
                                        [COVER_NONE] = "not-covered",
                                        [COVER_DIFFERENT] = "different"};
    return names[cover];
}

struct cell *verification_cell(const struct verification *verification, size_t kernel, size_t place)
{
    return &verification->cells[kernel * verification->place_count + place];
}

size_t cell_runs(const struct cell *cell)
{
    size_t all = 0;
    for (size_t i = 0; i < COVER_COUNT; i++)
        all += cell->runs[i];
    return all;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static char *value_text(enum dtype type, uint64_t bits)
{
    struct buf out = {0};
    dtype_print_both(&out, type, bits);
    return buf_take(&out);
}

/* Appends "x[256] = 1.5 (0x3fc00000)"; of a vector, all its numbers. */
static void put_element(const struct array *array, uint64_t index, struct buf *out)
{
    const uint32_t lanes = array->layout.numbers;
    buf_printf(out, "%s%s[%" PRIu64 "] = %s", out->size ? ", " : "", array->parameter->name, index,
               lanes > 1 ? "{" : "");
    for (uint32_t i = 0; i < lanes; i++) {
        buf_puts(out, i ? ", " : "");
        dtype_print_both(out, array->parameter->type, array_element(array, index * lanes + i));
    }
    buf_puts(out, lanes > 1 ? "}" : "");
}

/* Appends what led to the element |index| of an output with |count| elements: "n = 4" for each
 * scalar, and "x[256] = 1.5 (0x3fc00000)" for each array with as many elements as the output. */
static void put_inputs(const struct trial *trial, const struct launch *launch, uint64_t count,
                       uint64_t index, struct buf *out)
{
    const struct signature *kernel = trial->kernel;
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        const struct parameter *parameter = &kernel->parameters[i];
        if (parameter->kind != PARAMETER_SCALAR)
            continue;
        buf_printf(out, "%s%s = ", out->size ? ", " : "", parameter->name);
        dtype_print(out, parameter->type,
                    dtype_load(parameter->type, launch->arguments + parameter->offset));
    }
    for (size_t i = 0; i < launch->array_count; i++) {
        const struct array *array = &launch->arrays[i];
        if (array->fill != FILL_NULL && array->fill != FILL_SAME && !array->is_records &&
            array->count == count)
            put_element(array, index, out);
    }
}

static struct difference *make_difference(size_t number, const struct trial *trial,
                                          const struct launch *launch, const struct array *array,
                                          const char *found, const char *original,
                                          const struct comparison *numbers)
{
    struct difference *out = mem_alloc(sizeof *out);
    struct buf inputs = {0};
    const struct number first = layout_number(&array->layout, numbers->first);
    const uint64_t index = numbers->first / array->layout.numbers;
    put_inputs(trial, launch, array->count, index, &inputs);
    *out = (struct difference){
        .trial = number,
        .label = trial->label,
        .is_sorted = array->rule_count == 1 && array->rules[0].kind == RULE_SET,
        .array = mem_dup(array->parameter->name),
        .index = index,
        .offset = first.offset,
        .size = dtype_size(first.type),
        .found = value_text(first.type, dtype_load(first.type, found + first.offset)),
        .original = value_text(first.type, dtype_load(first.type, original + first.offset)),
        .numbers = *numbers,
        .count = array_numbers(array),
        .inputs = buf_take(&inputs)};
    if (array->is_records)
        out->member = mem_format("%zu[%u]", first.field, first.index);
    else if (array->layout.numbers > 1)
        out->member = mem_format("%s", (const char *[]){"x", "y", "z", "w"}[first.index]);
    return out;
}

static void difference_free(struct difference *difference)
{
    if (difference) {
        free(difference->array);
        free(difference->member);
        free(difference->found);
        free(difference->original);
        free(difference->inputs);
        free(difference->store);
    }
    free(difference);
}

/* ---- Comparing a run ------------------------------------------------------------------------- */

/* Notes a run with |cover|. Takes |reason| and |difference|: those of the worst cover are kept, of
 * several the first. */
static void cell_add(struct cell *cell, enum cover cover, char *reason,
                     struct difference *difference)
{
    const bool is_first = cell_runs(cell) == 0;
    cell->runs[cover]++;
    if (is_first || cover > cell->cover) {
        free(cell->reason);
        difference_free(cell->difference);
        cell->cover = cover;
        cell->reason = reason;
        cell->difference = difference;
    } else {
        free(reason);
        difference_free(difference);
    }
}

/* Returns the numbers of field |number| of all records, one behind the other. */
static char *gather(const struct array *array, size_t number, const char *records)
{
    const struct field *field = &array->layout.fields[number];
    const size_t bytes = (size_t)field->count * dtype_size(field->type);
    char *out = mem_alloc(array->count * bytes + 1);
    for (uint64_t i = 0; i < array->count; i++)
        memcpy(out + i * bytes, records + i * array->layout.size + field->offset, bytes);
    return out;
}

/* Adds the comparison of field |number| to that of the fields before it. |before| is how many
 * numbers of a record are in these. */
static void add_field(const struct array *array, size_t number, uint64_t before,
                      const struct comparison *of_field, struct comparison *out)
{
    const uint32_t count = array->layout.fields[number].count;
    const uint64_t first =
        of_field->first / count * array->layout.numbers + before + of_field->first % count;
    const bool is_worse = of_field->verdict > out->verdict;
    if (of_field->verdict != VERDICT_SAME &&
        (is_worse || (of_field->verdict == out->verdict && first < out->first)))
        out->first = first;
    out->verdict = is_worse ? of_field->verdict : out->verdict;
    out->differing += of_field->differing;
    out->outside += of_field->outside;
    out->differs_in_nan |= of_field->differs_in_nan;
    if (of_field->most_ulps > out->most_ulps)
        out->most_ulps = of_field->most_ulps;
    if (of_field->most_absolute > out->most_absolute)
        out->most_absolute = of_field->most_absolute;
    if (of_field->most_relative > out->most_relative)
        out->most_relative = of_field->most_relative;
}

/* Returns the magnitudes of the array that |rule| names as its scale: one for each number if there
 * are |count| of them, else the largest one. What is not finite is 0. */
static double *find_scales(const struct launch *launch, uint64_t count, struct rule *rule)
{
    size_t i = 0;
    while (strcmp(launch->arrays[i].parameter->name, rule->of) != 0)
        i++; /* launch_make() has checked the name */
    const struct array *array = &launch->arrays[i];
    if (array->fill == FILL_SAME)
        array = &launch->arrays[array->same];
    const uint64_t numbers = array_numbers(array);
    double *out = mem_alloc((numbers + 1) * sizeof *out), most = 0;
    for (uint64_t k = 0; k < numbers; k++) {
        const uint64_t bits = array_element(array, k);
        const double value = dtype_is_finite(array->parameter->type, bits)
                                 ? dtype_number(array->parameter->type, bits)
                                 : 0;
        out[k] = value < 0 ? -value : value;
        most = out[k] > most ? out[k] : most;
    }
    rule->scales = out;
    rule->scale_count = numbers;
    if (numbers != count) {
        out[0] = most;
        rule->scale_count = 1;
    }
    return out;
}

static void compare_numbers(const struct launch *launch, const struct array *array,
                            const char *found, const char *original, struct comparison *out)
{
    struct rule rules[sizeof array->rules / sizeof *array->rules];
    double *scales[sizeof rules / sizeof *rules] = {0};
    memcpy(rules, array->rules, sizeof rules);
    for (size_t i = 0; i < array->rule_count; i++)
        if (*rules[i].of)
            scales[i] = find_scales(launch, array_numbers(array), &rules[i]);
    compare_arrays(array->parameter->type, found, original, array_numbers(array), rules,
                   array->terms, array->rule_count, out);
    for (size_t i = 0; i < array->rule_count; i++)
        free(scales[i]);
}

/* Compares an array, of records field by field: the rules are for floats, and integers must be
 * equal. |out->first| counts all numbers. */
static void compare_array(const struct launch *launch, const struct array *array, const char *found,
                          const char *original, struct comparison *out)
{
    uint64_t before = 0;
    if (!array->is_records) {
        compare_numbers(launch, array, found, original, out);
        return;
    }
    *out = (struct comparison){.verdict = VERDICT_SAME};
    for (size_t i = 0; i < array->layout.field_count; i++) {
        const struct field *field = &array->layout.fields[i];
        const size_t rules = dtype_is_float(field->type) ? array->rule_count : 0;
        OWNED char *left = gather(array, i, found), *right = gather(array, i, original);
        struct comparison of_field;
        compare_arrays(field->type, left, right, array->count * field->count, array->rules,
                       array->terms, rules, &of_field);
        add_field(array, i, before, &of_field, out);
        before += field->count;
    }
}

/* Compares the outputs of a run, array by array. */
static void compare_outputs(struct cell *cell, size_t number, const struct trial *trial,
                            const struct launch *launch, const struct outcome *found,
                            const struct outcome *original)
{
    enum cover cover = COVER_SAME;
    struct difference *difference = NULL;
    size_t offset = 0, compared = 0;
    for (size_t i = 0; i < launch->array_count; i++) {
        const struct array *array = &launch->arrays[i];
        struct comparison numbers;
        if (!array->is_output)
            continue;
        const char *left = found->outputs + offset, *right = original->outputs + offset;
        offset += array_bytes(array);
        compare_array(launch, array, left, right, &numbers);
        compared++;
        const enum cover of_array = numbers.verdict == VERDICT_SAME      ? COVER_SAME
                                    : numbers.verdict == VERDICT_BOUNDED ? COVER_BOUNDED
                                                                         : COVER_DIFFERENT;
        if (of_array <= cover)
            continue;
        difference_free(difference);
        difference = make_difference(number, trial, launch, array, left, right, &numbers);
        cover = of_array;
    }
    if (compared == 0)
        cell_add(cell, COVER_NONE, mem_format("%s: it has no output to compare", trial->label),
                 NULL);
    else
        cell_add(cell, cover, NULL, difference);
}

/* Whether the original changed an output: a kernel that does nothing agrees with any other that
 * does nothing. Fills |launch|. */
static bool changes_output(struct launch *launch, const struct outcome *original)
{
    size_t offset = 0;
    bool is_changed = false;
    launch_fill(launch);
    for (size_t i = 0; i < launch->array_count; i++) {
        const struct array *array = &launch->arrays[i];
        if (!array->is_output)
            continue;
        is_changed |= memcmp(array->data, original->outputs + offset, array_bytes(array)) != 0;
        offset += array_bytes(array);
    }
    return is_changed;
}

/* Returns why the original cannot be compared, or NULL. */
static char *original_fault(const struct verification *out, const struct trial *trial,
                            const struct launch *launch, const struct outcome *found,
                            const struct result *original)
{
    if (!original)
        return mem_format("%s: %s has no such run", trial->label, out->original->place);
    if (original->outcome.kind != OUTCOME_DONE)
        return mem_format("%s: the original failed: %s", trial->label, original->outcome.message);
    if (original->outcome.hash != found->hash)
        return mem_format("%s: the original had other inputs; record it again", trial->label);
    if (original->outcome.output_bytes != launch->output_bytes ||
        found->output_bytes != launch->output_bytes)
        return mem_format("%s: the original has outputs of another size; record it again",
                          trial->label);
    return NULL;
}

static enum status take(void *context, size_t number, struct outcome *outcome)
{
    struct runner *runner = context;
    struct verification *out = runner->out;
    const struct trial *trial = &out->trials->items[number];
    const size_t kernel = (size_t)(trial->kernel - out->trials->interface->kernels);
    struct cell *cell = verification_cell(out, kernel, runner->place);
    OWNED_BY(launch_free) struct launch launch = {0};
    if (outcome->kind == OUTCOME_ABSENT && !out->absent)
        out->absent = mem_format("%s: %s", out->places[runner->place]->name, outcome->message);
    if (outcome->kind == OUTCOME_MISSING || outcome->kind == OUTCOME_ABSENT) {
        cell_add(cell, COVER_NONE, mem_format("%s: %s", trial->label, outcome->message), NULL);
        return STATUS_OK;
    }
    const struct result *original =
        out->original ? results_find(out->original, trial, outcome->hash) : NULL;
    if (outcome->kind == OUTCOME_FAULT) {
        const bool fails_too = original && original->outcome.kind == OUTCOME_FAULT;
        cell_add(cell, fails_too ? COVER_NONE : COVER_DIFFERENT,
                 mem_format("%s: %s%s", trial->label,
                            fails_too ? "it fails, and so does the original: " : "",
                            outcome->message),
                 NULL);
        return STATUS_OK;
    }
    if (!out->original) {
        cell_add(cell, COVER_NONE, mem_dup("there is no original"), NULL);
        return STATUS_OK;
    }
    FORWARD_IF_ERROR(launch_make(out->trials, trial, &launch));
    char *fault = original_fault(out, trial, &launch, outcome, original);
    if (fault)
        cell_add(cell, COVER_NONE, fault, NULL);
    else
        compare_outputs(cell, number, trial, &launch, outcome, &original->outcome);
    if (!fault && !cell->is_changed)
        cell->is_changed = changes_output(&launch, &original->outcome);
    return STATUS_OK;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Notes that kernels without a case are not covered. */
static void note_uncovered(struct verification *out)
{
    const struct trials *trials = out->trials;
    for (size_t k = 0; k < trials->interface->kernel_count; k++)
        for (size_t i = 0; i < out->place_count; i++) {
            struct cell *cell = verification_cell(out, k, i);
            if (cell_runs(cell) == 0) {
                cell->cover = COVER_NONE;
                cell->reason = mem_dup("no case");
            }
            if (cell->cover <= COVER_BOUNDED && !cell->is_changed) {
                free(cell->reason);
                cell->reason = mem_dup("no run changes an output: are sizes and arguments right?");
                cell->cover = COVER_NONE;
                cell->runs[COVER_NONE] += cell->runs[COVER_SAME] + cell->runs[COVER_BOUNDED];
                cell->runs[COVER_SAME] = cell->runs[COVER_BOUNDED] = 0;
            }
        }
}

/* Finds out which instructions wrote the first different values. */
static void find_stores(struct verification *out, const struct place_options *options)
{
    const size_t count = out->trials->interface->kernel_count * out->place_count;
    for (size_t i = 0; i < count; i++) {
        struct difference *difference = out->cells[i].difference;
        if (difference && !difference->is_sorted)
            difference->store = place_find_store(out->places[i % out->place_count], out->trials,
                                                 options, difference->trial, difference->array,
                                                 difference->offset, difference->size);
    }
}

enum status verification_run(struct trials *trials, const struct place *const *places, size_t count,
                             struct results *original, const struct place_options *options,
                             struct verification *out)
{
    *out = (struct verification){.trials = trials, .place_count = count, .original = original};
    out->places = mem_alloc((count + 1) * sizeof *out->places);
    out->cells = mem_alloc((trials->interface->kernel_count * count + 1) * sizeof *out->cells);
    for (size_t i = 0; i < count; i++)
        out->places[i] = places[i];
    for (size_t i = 0; i < count; i++) {
        struct runner runner = {out, i};
        FORWARD_IF_ERROR(place_run(places[i], trials, options, take, &runner));
    }
    note_uncovered(out);
    find_stores(out, options);
    return STATUS_OK;
}

void verification_free(struct verification *verification)
{
    const size_t count = verification->cells ? verification->trials->interface->kernel_count *
                                                   verification->place_count
                                             : 0;
    for (size_t i = 0; i < count; i++) {
        free(verification->cells[i].reason);
        difference_free(verification->cells[i].difference);
    }
    free(verification->cells);
    free(verification->absent);
    free(verification->places);
    *verification = (struct verification){0};
}

bool verification_has(const struct verification *verification, size_t kernel, enum cover cover)
{
    for (size_t i = 0; i < verification->place_count && verification->trials->is_wanted[kernel];
         i++)
        if (verification_cell(verification, kernel, i)->cover == cover)
            return true;
    return false;
}

enum cover verification_worst(const struct verification *verification, size_t kernel)
{
    enum cover worst = COVER_SAME;
    for (size_t i = 0; i < verification->place_count; i++) {
        const enum cover cover = verification_cell(verification, kernel, i)->cover;
        worst = cover > worst ? cover : worst;
    }
    return worst;
}

size_t verification_count(const struct verification *verification, enum cover cover)
{
    size_t count = 0;
    for (size_t k = 0; k < verification->trials->interface->kernel_count; k++)
        count += verification->trials->is_wanted[k] && verification_worst(verification, k) == cover;
    return count;
}
