/* Kernels as metadata describe them: which fields of a map were read, checks of a kernel, and
 * finding a kernel by its name. */
#include "internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum codeobj_status field_find(struct field_set *set, struct span key, uint64_t offset,
                               const struct field **out, struct codeobj_error *error)
{
    *out = NULL;
    for (size_t tried = 0, i = set->next; tried < set->count; tried++, i++) {
        if (i >= set->count)
            i -= set->count;
        const struct field *field = &set->fields[i];
        if (field->key_size != key.size || memcmp(field->key, key.data, key.size) != 0)
            continue;
        if (set->seen & UINT32_C(1) << i)
            return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset,
                                   "'%s' is twice in one map of the metadata", field->key);
        set->seen |= UINT32_C(1) << i;
        set->next = i + 1;
        *out = field;
        break;
    }
    return CODEOBJ_OK;
}

enum codeobj_status fields_complete(const struct field_set *set, const char *where, uint64_t offset,
                                    struct codeobj_error *error)
{
    for (size_t i = 0; i < set->count; i++) {
        if (set->fields[i].required && !(set->seen & UINT32_C(1) << i))
            return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset, "metadata of %s has no '%s'",
                                   where, set->fields[i].key);
    }
    return CODEOBJ_OK;
}

enum kernel_argument_kind argument_kind(const char *value_kind)
{
    static const struct {
        const char *name;
        enum kernel_argument_kind kind;
    } kinds[] = {
        {"by_value", ARGUMENT_BY_VALUE},
        {"global_buffer", ARGUMENT_GLOBAL_BUFFER},
        {"dynamic_shared_pointer", ARGUMENT_DYNAMIC_SHARED_POINTER},
    };
    if (strncmp(value_kind, "hidden_", 7) == 0)
        return ARGUMENT_HIDDEN;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].name, value_kind) == 0)
            return kinds[i].kind;
    }
    return ARGUMENT_OTHER;
}

static enum codeobj_status check_names(const struct kernel *kernel, const char *suffix,
                                       uint64_t offset, struct codeobj_error *error)
{
    size_t size = strlen(kernel->name);
    if (size == 0 || size > KERNEL_NAME_MAX)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset, "name of a kernel is %zu bytes",
                               size);
    if (strncmp(kernel->symbol, kernel->name, size) != 0 ||
        strcmp(kernel->symbol + size, suffix) != 0)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset,
                               "descriptor of kernel '%.48s' is '%.48s', not its name with '%s'",
                               kernel->name, kernel->symbol, suffix);
    return CODEOBJ_OK;
}

enum codeobj_status kernel_check(struct kernel *kernel, const char *suffix, uint64_t offset,
                                 struct codeobj_error *error)
{
    enum codeobj_status status = check_names(kernel, suffix, offset, error);
    if (status)
        return status;
    if (kernel->wave_size != 32 && kernel->wave_size != 64)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset,
                               "wavefront size of kernel '%.60s' is %" PRIu32 ", not 32 or 64",
                               kernel->name, kernel->wave_size);
    if (kernel->kernarg_align == 0) /* GCC writes an alignment of 0 if there are no arguments. */
        kernel->kernarg_align = 1;
    if ((kernel->kernarg_align & (kernel->kernarg_align - 1)) != 0)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset,
                               "alignment of the arguments of kernel '%.60s' is not a power of two",
                               kernel->name);
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        if ((uint64_t)argument->offset + argument->size > kernel->kernarg_size)
            return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset,
                                   "argument at %" PRIu32 " ends past the %" PRIu32
                                   " bytes of arguments of kernel '%.60s'",
                                   argument->offset, kernel->kernarg_size, kernel->name);
    }
    return CODEOBJ_OK;
}

static int compare_kernels(const void *a, const void *b)
{
    const struct kernel *left = a, *right = b;
    return strcmp(left->name, right->name);
}

enum codeobj_status kernels_sort(struct code_object *object, uint64_t offset,
                                 struct codeobj_error *error)
{
    if (object->kernel_count > 1)
        qsort(object->kernels, object->kernel_count, sizeof(struct kernel), compare_kernels);
    for (size_t i = 1; i < object->kernel_count; i++) {
        if (compare_kernels(&object->kernels[i - 1], &object->kernels[i]) == 0)
            return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset,
                                   "metadata has two kernels '%.100s'", object->kernels[i].name);
    }
    return CODEOBJ_OK;
}

struct kernel *kernel_find(const struct code_object *object, const char *name, size_t size)
{
    struct kernel *found = NULL;
    size_t low = 0, high = object->kernel_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        struct kernel *kernel = &object->kernels[middle];
        int order = strncmp(name, kernel->name, size);
        if (order == 0 && kernel->name[size] == '\0')
            found = kernel;
        if (order <= 0)
            high = middle;
        else
            low = middle + 1;
    }
    return found;
}

const struct kernel *code_object_find(const struct code_object *object, const char *name)
{
    return kernel_find(object, name, strlen(name));
}
