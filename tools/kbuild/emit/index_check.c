/* Checks that no kernel is lost: the source, every code object and the index must have the same
 * kernels, and the kernels of every code object must have the parameters that the source declares.
 */
#include "emit/index.h"

#include "parts.h"

#include <symbol.h>

static const struct index_image *image_find(const struct index_module *module, const char *target)
{
    for (size_t i = 0; i < module->image_count; i++)
        if (strcmp(module->images[i].target, target) == 0)
            return &module->images[i];
    return NULL;
}

/* Finds the kernel that AMD's images call |symbol|. */
static const struct kernel *find_kernel(const struct code_object *object, const char *symbol)
{
    OWNED char *name = target_is_nvidia(&object->target) ? symbol_for_nvidia(symbol) : NULL;
    return code_object_find(object, name ? name : symbol);
}

static void check_targets(struct problems *problems, const struct index_module *module)
{
    OWNED_BY(buf_free) struct buf held = {0};
    for (size_t i = 0; i < module->image_count; i++)
        problem_list_add(&held, module->images[i].target);
    for (size_t i = 0; i < module->targets.count; i++)
        if (!image_find(module, module->targets.items[i]))
            problem_add(problems, "%s: module '%s' has no code object for %s; it holds %s",
                        module->fat, module->name, module->targets.items[i],
                        held.size ? held.data : "none");
    for (size_t i = 0; i < module->image_count; i++) {
        const char *target = module->images[i].target;
        if (i && strcmp(target, module->images[i - 1].target) == 0)
            problem_add(problems, "%s: module '%s' has two code objects for %s", module->fat,
                        module->name, target);
        else if (!strings_contain(&module->targets, target))
            problem_add(problems,
                        "%s: module '%s' has a code object for %s, which is not one of its targets",
                        module->fat, module->name, target);
    }
}

/* Says why an image for NVIDIA may lack |kernel|, and what to do. */
static const char *renamed(const struct index_kernel *kernel)
{
    OWNED char *name = symbol_for_nvidia(kernel->symbol);
    if (strstr(kernel->symbol, "HIP_vector_type") && !name)
        return "; HIP's types of vectors (float4) have other names in symbols than CUDA's, and "
               "kbuild cannot read this symbol: declare the kernel, or one that calls it, extern "
               "\"C\"";
    if (kernel->is_repeatable && !kernel->template_name)
        return "; nvcc renames or drops internal kernels: do not make it static, and take it out "
               "of the anonymous namespace";
    return "";
}

/* Reports in one line all targets whose code object lacks |kernel|. A code object has the kernel if
 * it has the symbol of its function. */
static void check_presence(struct problems *problems, const struct index_module *module,
                           const struct index_kernel *kernel)
{
    OWNED_BY(buf_free) struct buf lacking = {0};
    const char *reason = "";
    for (size_t i = 0; i < module->image_count; i++) {
        const struct code_object *object = &module->images[i].object;
        if (find_kernel(object, kernel->symbol))
            continue;
        problem_list_add(&lacking, module->images[i].target);
        if (target_is_nvidia(&object->target))
            reason = renamed(kernel);
    }
    if (lacking.size && kernel->template_name)
        problem_add(problems,
                    "%s:%ld: instance '%s' of kernel template '%s' is missing from the code object "
                    "for %s%s",
                    kernel->file, kernel->line, kernel->symbol, kernel->template_name, lacking.data,
                    reason);
    else if (lacking.size)
        problem_add(problems, "%s:%ld: kernel '%s' is missing from the code object for %s%s",
                    kernel->file, kernel->line, kernel->name, lacking.data, reason);
}

static bool is_pointer_kind(enum kernel_argument_kind kind)
{
    return kind == ARGUMENT_GLOBAL_BUFFER || kind == ARGUMENT_DYNAMIC_SHARED_POINTER;
}

/* Whether |argument|, of a code object, can be |parameter|. The parameters of an instance come from
 * the code object of another target, and must have the same kind. For other kernels, only the place
 * and the size of records and of types without a name are compared, because the compiler passes a
 * record that contains only a pointer as that pointer. NVIDIA's images also tell only places and
 * sizes. */
static bool argument_agrees(const struct index_parameter *parameter, bool is_instance,
                            bool is_nvidia, bool is_shifted, const struct kernel_argument *argument)
{
    if ((parameter->offset != argument->offset && !is_shifted) || parameter->size != argument->size)
        return false;
    if (is_nvidia)
        return true;
    if (is_instance)
        return strcmp(parameter->canonical, argument->value_kind) == 0;
    switch (parameter->type.kind) {
    case CTYPE_POINTER: return is_pointer_kind(argument->kind);
    case CTYPE_SCALAR:
    case CTYPE_ENUM: return argument->kind == ARGUMENT_BY_VALUE;
    case CTYPE_VOID:
    case CTYPE_RECORD:
    case CTYPE_OTHER: break;
    }
    return true;
}

/* Whether the places of parameters in NVIDIA's images are not those of the source: there, places
 * count from 0x160, 0x210 or 0x380, by the GPU, of which only the last is aligned to more than 32
 * bytes (findings/ptxas_parameter_places.sh). */
static bool has_shifted_parameters(const struct index_kernel *kernel)
{
    for (size_t i = 0; i < kernel->parameter_count; i++)
        if (kernel->parameters[i].align > 16)
            return true;
    return false;
}

/* Reports that parameter |i| differs between |source| and |object|; NULL means that there is no
 * such parameter. For an instance, |source| comes from the code object of |first|, because the
 * source does not tell its parameters. */
static void report_parameter(struct problems *problems, const struct index_kernel *kernel, size_t i,
                             const struct index_parameter *source, const char *first,
                             const char *target, const struct kernel_argument *object)
{
    const char *name = source ? source->name : object->name ? object->name : "";
    OWNED char *left =
        source ? mem_format("%s (%u bytes at %u)", source->canonical, source->size, source->offset)
               : mem_dup("no such parameter");
    OWNED char *right =
        object ? mem_format("%s (%u bytes at %u)", object->value_kind, object->size, object->offset)
               : mem_dup("no such parameter");
    if (kernel->template_name)
        problem_add(
            problems, "%s:%ld: %s: parameter %zu '%s': %s's code object has %s, %s's has %s",
            kernel->file, kernel->line, kernel->name, i + 1, name, first, left, target, right);
    else
        problem_add(problems,
                    "%s:%ld: %s: parameter %zu '%s': source has %s, %s's code object has %s",
                    kernel->file, kernel->line, kernel->name, i + 1, name, left, target, right);
}

static void check_signature(struct problems *problems, const struct index_kernel *kernel,
                            const char *first, const struct index_image *image)
{
    const struct kernel *object = find_kernel(&image->object, kernel->symbol);
    if (!object)
        return; /* The kernel is missing, which check_presence() has reported. */
    bool is_nvidia = target_is_nvidia(&image->object.target);
    bool is_shifted = is_nvidia && has_shifted_parameters(kernel);
    for (size_t i = 0;; i++) {
        const struct index_parameter *parameter =
            i < kernel->parameter_count ? &kernel->parameters[i] : NULL;
        const struct kernel_argument *argument = index_visible_argument(object, i);
        if (!parameter && !argument)
            return;
        if (!parameter || !argument ||
            !argument_agrees(parameter, kernel->template_name != NULL, is_nvidia, is_shifted,
                             argument))
            report_parameter(problems, kernel, i, parameter, first, image->target, argument);
    }
}

static int module_compare(const void *a, const void *b)
{
    return strcmp(((const struct index_module *)a)->name, ((const struct index_module *)b)->name);
}

static void check_module_names(struct problems *problems, const struct kernel_package *package)
{
    for (size_t i = 0; i < package->module_count; i++) {
        const struct index_module *module = &package->modules[i], *before = module - 1;
        const char *fault = kernel_module_name_fault(module->name);
        if (fault)
            problem_add(problems, "%s: a module cannot be called '%s': %s; rename it",
                        module->reflect, module->name, fault);
        if (i && strcmp(module->name, before->name) == 0)
            problem_add(problems, "two modules are called '%s': %s and %s; rename one",
                        module->name, before->reflect, module->reflect);
        for (size_t j = 0; j < i; j++) {
            const char *other = package->modules[j].name;
            OWNED char *clash = kernel_module_name_clash(other, module->name);
            if (clash)
                problem_add(problems, "modules '%s' and '%s' are both called %s in C; rename one",
                            other, module->name, clash);
        }
    }
}

/* Compares kernels by symbol. Kernels with equal symbols keep their order in the package, by module
 * and by place in the source. */
static int owner_compare(const void *a, const void *b)
{
    const struct index_kernel *left = *(struct index_kernel *const *)a;
    const struct index_kernel *right = *(struct index_kernel *const *)b;
    int order = strcmp(left->symbol, right->symbol);
    if (order)
        return order;
    if (left->module != right->module)
        return left->module < right->module ? -1 : 1;
    return left < right ? -1 : left > right;
}

/* Reports kernels with external linkage that have the same symbol. Instances of one template are
 * not reported: several modules may have them, and they are the same function. */
static void check_duplicates(struct problems *problems, const struct kernel_package *package)
{
    size_t count = 0;
    OWNED const struct index_kernel **owners =
        mem_alloc((package->kernel_count + 1) * sizeof *owners);
    for (size_t i = 0; i < package->kernel_count; i++)
        if (!package->kernels[i]->template_name && !package->kernels[i]->is_repeatable)
            owners[count++] = package->kernels[i];
    qsort(owners, count, sizeof *owners, owner_compare);
    for (size_t i = 1; i < count; i++) {
        const struct index_kernel *first = owners[i - 1], *second = owners[i];
        if (strcmp(first->symbol, second->symbol) == 0)
            problem_add(problems,
                        "%s:%ld: kernel '%s' of module '%s' is also in module '%s' (%s:%ld); a "
                        "package holds each kernel once: rename one, or make it static",
                        second->file, second->line, second->name,
                        package->modules[second->module].name, package->modules[first->module].name,
                        first->file, first->line);
    }
}

/* Returns the target from which an instance's parameters were taken; see take_parameters(). */
static const char *first_target(const struct index_module *module,
                                const struct index_kernel *kernel)
{
    const char *first = NULL;
    for (size_t i = 0; i < module->image_count; i++) {
        const struct code_object *object = &module->images[i].object;
        if (!find_kernel(object, kernel->symbol))
            continue;
        if (!target_is_nvidia(&object->target))
            return module->images[i].target;
        first = first ? first : module->images[i].target;
    }
    return first ? first : "";
}

enum presence { ABSENT, PRESENT, OTHER_SIZE };

static const struct index_symbol *find_symbol(const struct index_image *image, const char *name)
{
    for (size_t i = 0; i < image->symbol_count; i++)
        if (strcmp(image->symbols[i].name, name) == 0)
            return &image->symbols[i];
    return NULL;
}

/* Finds out whether |image| has |variable|, and whether its size is right. On AMD GPUs a managed
 * variable "x" is two objects: the pointer "x" and the variable "x.managed". */
static enum presence find_variable(const struct index_image *image, struct index_variable *variable)
{
    const struct index_symbol *symbol = find_symbol(image, variable->symbol);
    if (!symbol)
        return ABSENT;
    variable->is_managed |= symbol->is_managed;
    OWNED char *name = mem_format("%s.managed", variable->symbol);
    const struct index_symbol *managed = find_symbol(image, name);
    if (managed && symbol->size == sizeof(uint64_t)) {
        variable->is_managed = true;
        symbol = managed;
    }
    return symbol->size == variable->size ? PRESENT : OTHER_SIZE;
}

/* Keeps the variables that all code objects have. A variable that no code object has is dropped
 * without a report, because no kernel used it. */
static void check_variables(struct problems *problems, struct index_module *module)
{
    size_t kept = 0;
    for (size_t i = 0; i < module->variable_count; i++) {
        struct index_variable *variable = &module->variables[i];
        OWNED_BY(buf_free) struct buf absent = {0}, other = {0};
        size_t count = 0;
        for (size_t j = 0; j < module->image_count; j++) {
            enum presence found = find_variable(&module->images[j], variable);
            count += found == PRESENT;
            if (found != PRESENT)
                problem_list_add(found == ABSENT ? &absent : &other, module->images[j].target);
        }
        if (other.size)
            problem_add(
                problems,
                "%s:%ld: variable '%s' has %llu bytes; it has another size in the code object "
                "for %s",
                variable->file, variable->line, variable->name, (unsigned long long)variable->size,
                other.data);
        else if (count && absent.size && !variable->is_repeatable)
            problem_add(problems, "%s:%ld: variable '%s' is missing from the code object for %s",
                        variable->file, variable->line, variable->name, absent.data);
        if (count == module->image_count) {
            struct index_variable taken = *variable;
            *variable = module->variables[kept];
            module->variables[kept++] = taken;
        }
    }
    for (size_t i = kept; i < module->variable_count; i++)
        ctype_free(&module->variables[i].pointer);
    module->variable_count = kept;
}

static void check_module(struct problems *problems, struct index_module *module,
                         struct strings *texts)
{
    check_targets(problems, module);
    for (size_t i = 0; i < module->kernel_count; i++)
        if (module->kernels[i].is_untyped)
            index_type_instance(&module->kernels[i], texts);
    index_adopt_instances(problems, module, texts);
    check_variables(problems, module);
    for (size_t i = 0; i < module->kernel_count; i++) {
        const struct index_kernel *kernel = &module->kernels[i];
        const char *first = first_target(module, kernel);
        check_presence(problems, module, kernel);
        for (size_t j = 0; j < module->image_count; j++)
            check_signature(problems, kernel, first, &module->images[j]);
    }
}

static void list_all(struct kernel_package *package)
{
    for (size_t m = 0; m < package->module_count; m++) {
        struct index_module *module = &package->modules[m];
        for (size_t i = 0; i < module->kernel_count; i++) {
            package->kernels =
                mem_grow(package->kernels, package->kernel_count, sizeof *package->kernels);
            package->kernels[package->kernel_count++] = &module->kernels[i];
            module->kernels[i].module = m;
        }
        for (size_t i = 0; i < module->variable_count; i++) {
            package->variables =
                mem_grow(package->variables, package->variable_count, sizeof *package->variables);
            package->variables[package->variable_count++] = &module->variables[i];
            module->variables[i].module = m;
        }
    }
}

enum status kernel_package_check(struct kernel_package *package)
{
    struct problems problems = {0};
    if (package->module_count)
        qsort(package->modules, package->module_count, sizeof *package->modules, module_compare);
    check_module_names(&problems, package);
    for (size_t i = 0; i < package->module_count; i++)
        check_module(&problems, &package->modules[i], &package->texts);
    list_all(package);
    check_duplicates(&problems, package);
    if (problems.count == 0)
        return STATUS_OK;
    if (problems.count > PROBLEMS_SHOWN_MAX)
        return status_fail(STATUS_INPUT, "and %zu more", problems.count - PROBLEMS_SHOWN_MAX);
    return STATUS_INPUT;
}
