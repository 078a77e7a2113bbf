/* Kernels that only code objects have: the instances of templates, of which the source has the
 * template, and those of libraries. */
#include "emit/index.h"

#include "parts.h"

#include <symbol.h>

const struct kernel_argument *index_visible_argument(const struct kernel *kernel, size_t i)
{
    for (size_t at = 0; at < kernel->argument_count; at++)
        if (kernel->arguments[at].kind != ARGUMENT_HIDDEN && i-- == 0)
            return &kernel->arguments[at];
    return NULL;
}

/* Takes an instance's parameters from the first code object that has the instance; code objects for
 * AMD GPUs are searched first. The code objects of other targets are then compared with these
 * parameters. */
static void take_parameters(struct index_kernel *out, const struct kernel *object)
{
    const struct kernel_argument *argument;
    for (; (argument = index_visible_argument(object, out->parameter_count));
         out->parameter_count++) {
        out->parameters = mem_grow(out->parameters, out->parameter_count, sizeof *out->parameters);
        out->parameters[out->parameter_count] = (struct index_parameter){
            .name = argument->name ? argument->name : "",
            .canonical = argument->value_kind,
            .size = argument->size,
            .align = 1,
            .offset = argument->offset,
            .type = {.kind = CTYPE_OTHER},
        };
    }
}

struct stray {
    const char *symbol;
    char *name; /* the symbol in NVIDIA's images, by which the same kernels are found; owned */
    const char *target;
    bool is_nvidia;
    const struct kernel *object;
};

static int stray_compare(const void *a, const void *b)
{
    const struct stray *left = a, *right = b;
    int order = strcmp(left->name, right->name);
    if (!order)
        order = left->is_nvidia - right->is_nvidia;
    return order ? order : strcmp(left->target, right->target);
}

/* Returns the symbols that the source defines in code objects of both vendors, sorted. */
static void find_known(const struct index_module *module, struct strings *out)
{
    for (size_t i = 0; i < module->kernel_count; i++) {
        char *name = symbol_for_nvidia(module->kernels[i].symbol);
        strings_add(out, module->kernels[i].symbol);
        if (name)
            strings_take(out, name);
    }
    strings_sort_unique(out);
}

/* Lists the kernels of the code objects whose symbols the source does not define, sorted. */
static size_t find_strays(const struct index_module *module, struct stray **out)
{
    OWNED_BY(strings_free) struct strings known = {0};
    find_known(module, &known);
    size_t count = 0;
    struct stray *strays = NULL;
    for (size_t i = 0; i < module->image_count; i++) {
        const struct code_object *object = &module->images[i].object;
        for (size_t j = 0; j < object->kernel_count; j++) {
            const char *symbol = object->kernels[j].name;
            if (strings_find(&known, symbol) < known.count)
                continue;
            char *name = symbol_for_nvidia(symbol);
            strays = mem_grow(strays, count, sizeof *strays);
            strays[count++] =
                (struct stray){symbol, name ? name : mem_dup(symbol), module->images[i].target,
                               target_is_nvidia(&object->target), &object->kernels[j]};
        }
    }
    if (count)
        qsort(strays, count, sizeof *strays, stray_compare);
    *out = strays;
    return count;
}

static bool is_of_system(const struct index_module *module, const char *symbol)
{
    for (size_t i = 0; i < module->system_count; i++)
        if (strcmp(symbol, module->system[i]) == 0 ||
            index_symbol_is_instance(symbol, module->system[i]))
            return true;
    return false;
}

void index_adopt_instances(struct problems *problems, struct index_module *module,
                           struct strings *texts)
{
    OWNED struct stray *strays = NULL;
    size_t count = find_strays(module, &strays);
    for (size_t i = 0, next; i < count; i = next) {
        OWNED_BY(buf_free) struct buf targets = {0};
        for (next = i; next < count && strcmp(strays[next].name, strays[i].name) == 0; next++)
            problem_list_add(&targets, strays[next].target);
        if (is_of_system(module, strays[i].symbol))
            continue;
        struct index_kernel kernel = {.symbol = strays[i].symbol};
        take_parameters(&kernel, strays[i].object);
        index_type_instance(&kernel, texts);
        const struct index_template *template = index_match_instance(module, &kernel, texts);
        if (template) {
            kernel.name = strings_keep(texts, index_instance_name(kernel.symbol, template->name));
            kernel.file = template->file;
            kernel.line = template->line;
            kernel.is_repeatable = template->is_repeatable;
            kernel.template_name = template->name;
            module->kernels =
                mem_resize(module->kernels, module->kernel_count + 1, sizeof *module->kernels);
            module->kernels[module->kernel_count++] = kernel;
        } else {
            problem_add(problems,
                        "%s: module '%s': the code object for %s has kernel '%s', which the source "
                        "does not define",
                        module->fat, module->name, targets.data, strays[i].symbol);
            index_kernel_free(&kernel);
        }
    }
    for (size_t i = 0; i < count; i++)
        free(strays[i].name);
}
