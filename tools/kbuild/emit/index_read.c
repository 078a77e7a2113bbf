/* Reads a module into the model: its kbuild-reflect-1 file (docs/formats.md) and the code objects
 * of its fat file. Every shape is checked: a damaged file is an error that names the file and the
 * key.
 */
#include "emit/index.h"

#include "util/file.h"

#include <container.h>
#include <hash.h>

/* Beyond any kernel argument block: 4 KiB on the hardware at hand. */
enum { PARAMETER_SIZE_MAX = 1 << 20, POINTER_DEPTH_MAX = 64 };

/* The place that is being read in a file: "kernels[3].parameters[0]", "" for the top. */
struct place {
    const char *path;
    const char *at;
};

static enum status fail_at(const struct place *place, const char *key, const char *what)
{
    const char *dot = *place->at && *key ? "." : "";
    return status_fail(STATUS_INPUT,
                       "%s: %s%s%s %s; this is not what kbuild reflect writes: delete it and build "
                       "again",
                       place->path, place->at, dot, key, what);
}

static enum status get_string(const struct place *place, const json_t *object, const char *key,
                              const char **out)
{
    const json_t *value = json_object_get(object, key);
    if (!value)
        return fail_at(place, key, "is missing");
    if (!json_is_string(value))
        return fail_at(place, key, "must be a string");
    *out = json_string_value(value);
    return STATUS_OK;
}

static enum status get_name(const struct place *place, const json_t *object, const char *key,
                            const char **out)
{
    FORWARD_IF_ERROR(get_string(place, object, key, out));
    return **out ? STATUS_OK : fail_at(place, key, "must not be empty");
}

static enum status get_number(const struct place *place, const json_t *object, const char *key,
                              long max, long *out)
{
    const json_t *value = json_object_get(object, key);
    if (!value)
        return fail_at(place, key, "is missing");
    if (!json_is_integer(value) || json_integer_value(value) < 1 || json_integer_value(value) > max)
        return fail_at(place, key, "must be a whole number in range");
    *out = (long)json_integer_value(value);
    return STATUS_OK;
}

static enum status get_array(const struct place *place, const json_t *object, const char *key,
                             const json_t **out)
{
    *out = json_object_get(object, key);
    if (!*out)
        return fail_at(place, key, "is missing");
    return json_is_array(*out) ? STATUS_OK : fail_at(place, key, "must be an array");
}

static enum status read_scalar(const struct place *place, const json_t *json, struct ctype *out)
{
    const char *name;
    FORWARD_IF_ERROR(get_string(place, json, "scalar", &name));
    if (!ctype_scalar_find(name, &out->scalar))
        return fail_at(place, "scalar", "is not a scalar type that kbuild knows");
    return STATUS_OK;
}

static enum status read_type(const struct place *place, const json_t *json, int depth,
                             struct ctype *out);

static enum status read_pointer(const struct place *place, const json_t *json, int depth,
                                struct ctype *out)
{
    const json_t *is_const = json_object_get(json, "const");
    if (is_const && !json_is_boolean(is_const))
        return fail_at(place, "const", "must be true or false");
    out->to_const = json_is_true(is_const);
    const json_t *pointee = json_object_get(json, "pointee");
    if (!json_is_object(pointee))
        return fail_at(place, "pointee", pointee ? "must be an object" : "is missing");
    if (depth == POINTER_DEPTH_MAX)
        return fail_at(place, "pointee", "is nested too deeply");
    out->pointee = mem_alloc(sizeof *out->pointee);
    OWNED char *at = mem_format("%s.pointee", place->at);
    const struct place inner = {place->path, at};
    return read_type(&inner, pointee, depth + 1, out->pointee);
}

static enum status read_record(const struct place *place, const json_t *json, struct ctype *out)
{
    FORWARD_IF_ERROR(get_name(place, json, "record", &out->record));
    if (ctype_scalar_of_record(out->record, &out->scalar))
        out->kind = CTYPE_SCALAR;
    return STATUS_OK;
}

static enum status read_type(const struct place *place, const json_t *json, int depth,
                             struct ctype *out)
{
    static const char *const kinds[] = {
        [CTYPE_VOID] = "void", [CTYPE_SCALAR] = "scalar", [CTYPE_POINTER] = "pointer",
        [CTYPE_ENUM] = "enum", [CTYPE_RECORD] = "record", [CTYPE_OTHER] = "other",
    };
    const char *kind;
    FORWARD_IF_ERROR(get_string(place, json, "kind", &kind));
    size_t found = 0;
    while (found < sizeof kinds / sizeof *kinds && strcmp(kinds[found], kind) != 0)
        found++;
    if (found == sizeof kinds / sizeof *kinds)
        return fail_at(place, "kind", "is not a kind of type that kbuild knows");
    out->kind = (enum ctype_kind)found;
    switch (out->kind) {
    case CTYPE_SCALAR:
    case CTYPE_ENUM: return read_scalar(place, json, out);
    case CTYPE_POINTER: return read_pointer(place, json, depth, out);
    case CTYPE_RECORD: return read_record(place, json, out);
    case CTYPE_VOID:
    case CTYPE_OTHER: break;
    }
    return STATUS_OK;
}

/* A reference is passed as the address of its object. */
static void reference_to_pointer(struct index_parameter *parameter)
{
    const char *canonical = parameter->canonical;
    struct ctype *type = &parameter->type;
    if (type->kind != CTYPE_OTHER || canonical[strlen(canonical) - 1] != '&')
        return;
    type->kind = CTYPE_POINTER;
    type->to_const = strncmp(canonical, "const ", 6) == 0;
    type->pointee = mem_alloc(sizeof *type->pointee); /* zero is void */
}

/* A size that contradicts the type would make the wrapper pass a value of another size. */
static enum status check_size(const struct place *place, struct index_parameter *parameter)
{
    struct ctype *type = &parameter->type;
    size_t wanted = parameter->size;
    if (type->kind == CTYPE_VOID)
        return fail_at(place, "type", "cannot be void");
    if (type->kind == CTYPE_POINTER)
        wanted = 8;
    if (type->kind == CTYPE_SCALAR || type->kind == CTYPE_ENUM)
        wanted = ctype_scalar_size(type->scalar);
    if (wanted == parameter->size)
        return STATUS_OK;
    if (type->record) { /* a user's own class of that name, not the number */
        type->kind = CTYPE_RECORD;
        return STATUS_OK;
    }
    return fail_at(place, "size", "contradicts the type");
}

static enum status read_parameter(const struct place *place, const json_t *json,
                                  struct index_parameter *out)
{
    if (!json_is_object(json))
        return fail_at(place, "", "must be an object");
    long size, align;
    FORWARD_IF_ERROR(get_string(place, json, "name", &out->name));
    FORWARD_IF_ERROR(get_name(place, json, "canonical", &out->canonical));
    out->spelled = json_string_value(json_object_get(json, "spelled"));
    FORWARD_IF_ERROR(get_number(place, json, "size", PARAMETER_SIZE_MAX, &size));
    FORWARD_IF_ERROR(get_number(place, json, "align", PARAMETER_SIZE_MAX, &align));
    if (align & (align - 1))
        return fail_at(place, "align", "must be a power of two");
    const json_t *type = json_object_get(json, "type");
    if (!json_is_object(type))
        return fail_at(place, "type", type ? "must be an object" : "is missing");
    if (size % align)
        return fail_at(place, "size", "must be a multiple of the alignment");
    out->size = (uint32_t)size;
    out->align = (uint32_t)align;
    OWNED char *at = mem_format("%s.type", place->at);
    const struct place inner = {place->path, at};
    FORWARD_IF_ERROR(read_type(&inner, type, 0, &out->type));
    reference_to_pointer(out);
    return check_size(place, out);
}

void index_lay_out(struct index_parameter *parameters, size_t count)
{
    uint32_t end = 0;
    for (size_t i = 0; i < count; i++) {
        struct index_parameter *parameter = &parameters[i];
        parameter->offset = (end + parameter->align - 1) & ~(parameter->align - 1);
        end = parameter->offset + parameter->size;
    }
}

static enum status read_parameters(const struct place *place, const json_t *json,
                                   struct index_kernel *out)
{
    const json_t *array;
    FORWARD_IF_ERROR(get_array(place, json, "parameters", &array));
    if (json_array_size(array) > 1024)
        return fail_at(place, "parameters", "holds more than a kernel can have");
    out->parameter_count = json_array_size(array);
    out->parameters = mem_alloc(out->parameter_count * sizeof *out->parameters);
    for (size_t i = 0; i < out->parameter_count; i++) {
        OWNED char *at = mem_format("%s.parameters[%zu]", place->at, i);
        const struct place inner = {place->path, at};
        FORWARD_IF_ERROR(read_parameter(&inner, json_array_get(array, i), &out->parameters[i]));
    }
    index_lay_out(out->parameters, out->parameter_count);
    return STATUS_OK;
}

/* Absent: external, so that a package has one of that name. */
static enum status get_repeatable(const struct place *place, const json_t *object, bool *out)
{
    const char *linkage;
    *out = json_object_get(object, "linkage") != NULL;
    if (!*out)
        return STATUS_OK;
    FORWARD_IF_ERROR(get_string(place, object, "linkage", &linkage));
    return strcmp(linkage, "internal") == 0 || strcmp(linkage, "inline") == 0
               ? STATUS_OK
               : fail_at(place, "linkage", "must be \"internal\" or \"inline\"");
}

const char *const index_fact_names[INDEX_FACT_COUNT] = {"warps", "shared", "block_x", "block_y",
                                                        "block_z"};

static enum status read_facts(const struct place *place, const json_t *json,
                              struct index_kernel *out)
{
    for (int i = 0; i < INDEX_FACT_COUNT; i++) {
        long value;
        if (!json_object_get(json, index_fact_names[i]))
            continue;
        FORWARD_IF_ERROR(get_number(place, json, index_fact_names[i], INT32_MAX, &value));
        out->facts[i] = (uint32_t)value;
    }
    return STATUS_OK;
}

static enum status read_kernel(const struct place *place, const json_t *json,
                               struct index_kernel *out)
{
    if (!json_is_object(json))
        return fail_at(place, "", "must be an object");
    FORWARD_IF_ERROR(get_name(place, json, "name", &out->name));
    FORWARD_IF_ERROR(get_name(place, json, "symbol", &out->symbol));
    FORWARD_IF_ERROR(get_name(place, json, "file", &out->file));
    FORWARD_IF_ERROR(get_number(place, json, "line", INT32_MAX, &out->line));
    FORWARD_IF_ERROR(get_repeatable(place, json, &out->is_repeatable));
    out->is_untyped = json_is_true(json_object_get(json, "untyped"));
    FORWARD_IF_ERROR(read_facts(place, json, out));
    return read_parameters(place, json, out);
}

static enum status read_template(const struct place *place, const json_t *json,
                                 struct index_template *out)
{
    if (!json_is_object(json))
        return fail_at(place, "", "must be an object");
    FORWARD_IF_ERROR(get_name(place, json, "name", &out->name));
    FORWARD_IF_ERROR(get_name(place, json, "file", &out->file));
    FORWARD_IF_ERROR(get_number(place, json, "line", INT32_MAX, &out->line));
    return get_repeatable(place, json, &out->is_repeatable);
}

static enum status read_variable(const struct place *place, const json_t *json,
                                 struct index_variable *out)
{
    if (!json_is_object(json))
        return fail_at(place, "", "must be an object");
    long size;
    FORWARD_IF_ERROR(get_name(place, json, "name", &out->name));
    FORWARD_IF_ERROR(get_name(place, json, "symbol", &out->symbol));
    FORWARD_IF_ERROR(get_name(place, json, "file", &out->file));
    FORWARD_IF_ERROR(get_number(place, json, "line", INT32_MAX, &out->line));
    FORWARD_IF_ERROR(get_number(place, json, "size", INT64_MAX, &size));
    FORWARD_IF_ERROR(get_repeatable(place, json, &out->is_repeatable));
    out->size = (uint64_t)size;
    out->pointer.kind = CTYPE_POINTER;
    out->pointer.pointee = mem_alloc(sizeof *out->pointer.pointee);
    const json_t *type = json_object_get(json, "type");
    return json_is_object(type) ? read_type(place, type, 0, out->pointer.pointee)
                                : fail_at(place, "type", "must be an object");
}

static enum status read_variables(const struct place *place, const json_t *json,
                                  struct index_module *out)
{
    const json_t *variables;
    if (!json_object_get(json, "variables"))
        return STATUS_OK;
    FORWARD_IF_ERROR(get_array(place, json, "variables", &variables));
    out->variable_count = json_array_size(variables);
    out->variables = mem_alloc(out->variable_count * sizeof *out->variables);
    for (size_t i = 0; i < out->variable_count; i++) {
        OWNED char *at = mem_format("variables[%zu]", i);
        const struct place inner = {place->path, at};
        FORWARD_IF_ERROR(read_variable(&inner, json_array_get(variables, i), &out->variables[i]));
    }
    return STATUS_OK;
}

static enum status read_module(const struct place *place, const json_t *json,
                               struct index_module *out)
{
    const char *format;
    if (!json_is_object(json))
        return fail_at(place, "the file", "must hold an object");
    FORWARD_IF_ERROR(get_string(place, json, "format", &format));
    if (strcmp(format, "kbuild-reflect-1") != 0)
        return fail_at(place, "format", "must be \"kbuild-reflect-1\"");
    FORWARD_IF_ERROR(get_name(place, json, "module", &out->name));
    if (strchr(out->name, '/'))
        return fail_at(place, "module", "must be a plain name, without a slash");

    const json_t *kernels, *templates;
    FORWARD_IF_ERROR(get_array(place, json, "kernels", &kernels));
    FORWARD_IF_ERROR(get_array(place, json, "templates", &templates));
    out->kernel_count = json_array_size(kernels);
    out->kernels = mem_alloc(out->kernel_count * sizeof *out->kernels);
    out->template_count = json_array_size(templates);
    out->templates = mem_alloc(out->template_count * sizeof *out->templates);
    for (size_t i = 0; i < out->kernel_count; i++) {
        OWNED char *at = mem_format("kernels[%zu]", i);
        const struct place inner = {place->path, at};
        FORWARD_IF_ERROR(read_kernel(&inner, json_array_get(kernels, i), &out->kernels[i]));
    }
    for (size_t i = 0; i < out->template_count; i++) {
        OWNED char *at = mem_format("templates[%zu]", i);
        const struct place inner = {place->path, at};
        FORWARD_IF_ERROR(read_template(&inner, json_array_get(templates, i), &out->templates[i]));
    }
    return read_variables(place, json, out);
}

static enum status read_reflect(const char *path, struct index_module *module)
{
    OWNED_BY(buf_free) struct buf text = {0};
    FORWARD_IF_ERROR(file_read(path, &text));
    json_error_t error;
    module->json = json_loadb(text.data, text.size, JSON_REJECT_DUPLICATES, &error);
    if (!module->json)
        return status_fail(STATUS_INPUT, "%s:%d:%d: not JSON: %s; delete it and build again", path,
                           error.line, error.column, error.text);
    const struct place top = {path, ""};
    return read_module(&top, module->json, module);
}

/* ---- Code objects -------------------------------------------------------- */

static enum status read_image(const char *path, const struct bundle_entry *entry,
                              struct index_module *module)
{
    struct codeobj_error error = {0};
    struct target_id id;
    if (target_id_parse(entry->target, &id, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "%s: entry '%s': %s", path, entry->id, error.message);
    struct code_object object;
    if (code_object_open_any(entry->image, &object, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "%s: the code object for %s: %s", path, entry->target,
                           error.message);
    char own[TARGET_ID_MAX];
    target_id_print(&object.target, own);
    /* Held open from here: kernel_package_free() closes it. */
    module->images = mem_grow(module->images, module->image_count, sizeof *module->images);
    struct index_image *image = &module->images[module->image_count++];
    *image = (struct index_image){
        .offset = entry->offset,
        .size = entry->image.size,
        .checksum = image_checksum(entry->image),
        .object = object,
    };
    index_read_symbols(entry->image, image);
    target_id_print(&id, image->target);
    if (!code_object_is_for(&image->object, &id))
        return status_fail(STATUS_INPUT,
                           "%s: the entry for %s holds a code object for %s; build it again", path,
                           image->target, own);
    return STATUS_OK;
}

static int image_compare(const void *a, const void *b)
{
    return strcmp(((const struct index_image *)a)->target, ((const struct index_image *)b)->target);
}

static enum status read_images(const char *path, struct index_module *module)
{
    OWNED_BY(buf_free) struct buf bytes = {0};
    FORWARD_IF_ERROR(file_read(path, &bytes));
    module->size = bytes.size;
    struct codeobj_error error = {0};
    OWNED_BY(bundle_close) struct bundle bundle = {0};
    struct span span = {(const uint8_t *)bytes.data, bytes.size};
    if (bundle_open(span, &bundle, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "%s: %s; build it again", path, error.message);
    for (size_t i = 0; i < bundle.count; i++)
        if (*bundle.entries[i].target) /* "" is the host's entry */
            FORWARD_IF_ERROR(read_image(path, &bundle.entries[i], module));
    if (module->image_count)
        qsort(module->images, module->image_count, sizeof *module->images, image_compare);
    return STATUS_OK;
}

enum status kernel_package_add_module(struct kernel_package *package, const char *reflect,
                                      const char *fat)
{
    package->modules = mem_grow(package->modules, package->module_count, sizeof *package->modules);
    struct index_module *module = &package->modules[package->module_count++];
    *module = (struct index_module){.reflect = reflect, .fat = fat};
    FORWARD_IF_ERROR(read_reflect(reflect, module));
    return read_images(fat, module);
}

size_t kernel_package_kernel_count(const struct kernel_package *package)
{
    size_t count = 0;
    for (size_t i = 0; i < package->module_count; i++)
        count += package->modules[i].kernel_count;
    return count;
}

size_t kernel_package_variable_count(const struct kernel_package *package)
{
    size_t count = 0;
    for (size_t i = 0; i < package->module_count; i++)
        count += package->modules[i].variable_count;
    return count;
}

static void module_free(struct index_module *module)
{
    for (size_t i = 0; i < module->kernel_count; i++) {
        struct index_kernel *kernel = &module->kernels[i];
        for (size_t j = 0; j < kernel->parameter_count; j++)
            ctype_free(&kernel->parameters[j].type);
        free(kernel->parameters);
    }
    for (size_t i = 0; i < module->variable_count; i++)
        ctype_free(&module->variables[i].pointer);
    for (size_t i = 0; i < module->image_count; i++) {
        code_object_close(&module->images[i].object);
        for (size_t j = 0; j < module->images[i].symbol_count; j++)
            free(module->images[i].symbols[j].name);
        free(module->images[i].symbols);
    }
    free(module->variables);
    free(module->kernels);
    free(module->templates);
    free(module->images);
    strings_free(&module->targets);
    json_decref(module->json);
}

void kernel_package_free(struct kernel_package *package)
{
    for (size_t i = 0; i < package->module_count; i++)
        module_free(&package->modules[i]);
    free(package->modules);
    free(package->records);
    strings_free(&package->targets);
    strings_free(&package->texts);
    *package = (struct kernel_package){0};
}
