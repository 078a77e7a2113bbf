/* The C names of a package: of kernels, their parameters, and the records that these hold. */
#include "index.h"

#include "identifier.h"

#include <stdlib.h>
#include <string.h>

static int name_compare(const void *a, const void *b)
{
    const struct index_kernel *const *left = a, *const *right = b;
    return strcmp((*left)->name, (*right)->name);
}

/* "scale" becomes "scale(float *, unsigned int)". */
static void name_with_parameters(struct index_kernel *kernel)
{
    struct buf name = {0};
    buf_printf(&name, "%s(", kernel->name);
    for (size_t i = 0; i < kernel->parameter_count; i++)
        buf_printf(&name, "%s%s", i ? ", " : "", kernel->parameters[i].canonical);
    buf_putc(&name, ')');
    free(kernel->name);
    kernel->name = buf_take(&name);
}

/* Overloads share a name in C++; here each gets its own. */
static void name_overloads(struct package *package)
{
    size_t count = 0;
    struct index_kernel **kernels =
        mem_alloc((package_kernel_count(package) + 1) * sizeof *kernels);
    for (size_t i = 0; i < package->module_count; i++)
        for (size_t j = 0; j < package->modules[i].kernel_count; j++)
            if (!package->modules[i].kernels[j].template_name)
                kernels[count++] = &package->modules[i].kernels[j];
    qsort(kernels, count, sizeof *kernels, name_compare);
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && strcmp(kernels[next]->name, kernels[i]->name) == 0;)
            next++;
        for (size_t j = i; next - i > 1 && j < next; j++)
            name_with_parameters(kernels[j]);
    }
    free(kernels);
}

static const char *record_tag(struct package *package, const struct index_parameter *parameter,
                              struct identifier_set *tags)
{
    for (size_t i = 0; i < package->record_count; i++) {
        const struct index_record *record = &package->records[i];
        if (strcmp(record->canonical, parameter->canonical) == 0 &&
            record->size == parameter->size && record->align == parameter->align)
            return record->tag;
    }
    char *name = identifier_from_qualified(parameter->canonical);
    char *tag = mem_format("%s_%s", package->prefix, strcmp(name, "_") == 0 ? "record" : name);
    package->records =
        mem_resize(package->records, package->record_count + 1, sizeof *package->records);
    struct index_record *record = &package->records[package->record_count++];
    *record = (struct index_record){
        .canonical = parameter->canonical,
        .size = parameter->size,
        .align = parameter->align,
        .tag = identifier_unique(tag, tags),
    };
    free(name);
    free(tag);
    return record->tag;
}

static void name_parameters(struct package *package, struct index_kernel *kernel,
                            struct identifier_set *tags)
{
    struct identifier_set names = {0};
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        struct index_parameter *parameter = &kernel->parameters[i];
        parameter->c_name =
            identifier_parameter(parameter->name, (unsigned)i + 1, package->prefix, &names);
        if (kernel->template_name)
            continue; /* its types are not known */
        char *opaque = NULL;
        if (parameter->type.kind == CTYPE_RECORD || parameter->type.kind == CTYPE_OTHER)
            opaque = mem_format("struct %s", record_tag(package, parameter, tags));
        parameter->c_type = ctype_spell(&parameter->type, opaque);
        free(opaque);
    }
    identifier_set_free(&names);
}

static void reserve(struct identifier_set *set, const char *stem, const char *suffix)
{
    char *name = mem_format("%s_%s", stem, suffix);
    free(identifier_unique(name, set));
    free(name);
}

void package_name(struct package *package)
{
    struct identifier_set enumerators = {0}, wrappers = {0}, tags = {0};
    package->prefix = identifier_from_lower(package->name);
    package->upper = identifier_from_upper(package->name);
    reserve(&enumerators, package->upper, "H");
    reserve(&enumerators, package->upper, "KERNEL_COUNT");
    reserve(&tags, package->prefix, "ordinal");
    reserve(&tags, package->prefix, "package");
    name_overloads(package);
    for (size_t i = 0; i < package->module_count; i++)
        for (size_t j = 0; j < package->modules[i].kernel_count; j++) {
            struct index_kernel *kernel = &package->modules[i].kernels[j];
            char *base = identifier_from_qualified(kernel->name);
            char *upper = identifier_from_upper(base);
            char *wrapper = mem_format("krt_launch_%s", base);
            char *enumerator = mem_format("%s_%s", package->upper, upper);
            kernel->enumerator = identifier_unique(enumerator, &enumerators);
            if (!kernel->template_name)
                kernel->wrapper = identifier_unique(wrapper, &wrappers);
            name_parameters(package, kernel, &tags);
            free(base);
            free(upper);
            free(wrapper);
            free(enumerator);
        }
    identifier_set_free(&enumerators);
    identifier_set_free(&wrappers);
    identifier_set_free(&tags);
}
