/* Reads a module of a package: its kbuild-reflect-1 file (docs/formats.md), and the code objects of
 * its fat file. Checks the type of every value, so that the message about a damaged file names the
 * file and the key. */
#include "emit/index.h"

#include "parts.h"
#include "util/file.h"

#include <container.h>
#include <elf_image.h>
#include <hash.h>

/* Limits for what files claim. All are more than any kernel can have: GPUs allow an argument block
 * of 4 KiB. */
enum {
    PARAMETER_SIZE_MAX = 1 << 20,
    PARAMETERS_MAX = 1024,
    POINTER_DEPTH_MAX = 64,
    SYMBOL_MAX = 1 << 16
};

/* The file that is read, and the path of the value in it: "kernels[3].parameters[0]", or "" for the
 * top. */
struct place {
    const char *path;
    const char *at;
};

__attribute__((format(printf, 2, 3))) static enum status fail(const struct place *place,
                                                              const char *format, ...)
{
    OWNED_BY(buf_free) struct buf text = {0};
    va_list arguments;
    va_start(arguments, format);
    buf_vprintf(&text, format, arguments);
    va_end(arguments);
    return status_fail(STATUS_INPUT,
                       "%s: %s%s%s; this is not what kbuild reflect writes: delete it and build "
                       "again",
                       place->path, place->at, *place->at ? ": " : "", text.data);
}

/* Unpacks |json| as json_unpack() does. Texts belong to |json|. */
static enum status unpack(const struct place *place, json_t *json, const char *format, ...)
{
    json_error_t error;
    va_list arguments;
    va_start(arguments, format);
    int failed = json_vunpack_ex(json, &error, 0, format, arguments);
    va_end(arguments);
    return failed ? fail(place, "%s", error.text) : STATUS_OK;
}

static enum status check_filled(const struct place *place, const char *key, const char *text)
{
    return *text ? STATUS_OK : fail(place, "'%s' is empty", key);
}

static enum status check_range(const struct place *place, const char *key, json_int_t number,
                               json_int_t max)
{
    return number >= 1 && number <= max
               ? STATUS_OK
               : fail(place, "'%s' is not in the range of 1 to %lld", key, (long long)max);
}

/* Reads the list |key| of |object|, if there is one. |array| points to the pointer to the items.
 * The items are zeroed before |read| fills them. */
static enum status read_list(const struct place *place, const json_t *object, const char *key,
                             size_t size, void *array, size_t *count,
                             enum status (*read)(const struct place *place, json_t *json,
                                                 void *out))
{
    const json_t *list = json_object_get(object, key);
    json_t *item;
    size_t i;
    if (list && !json_is_array(list))
        return fail(place, "'%s' is not a list", key);
    char *items = mem_alloc((json_array_size(list) + 1) * size);
    memcpy(array, &items, sizeof items);
    *count = json_array_size(list);
    json_array_foreach(list, i, item)
    {
        OWNED char *at = mem_format("%s%s%s[%zu]", place->at, *place->at ? "." : "", key, i);
        FORWARD_IF_ERROR(read(&(const struct place){place->path, at}, item, items + i * size));
    }
    return STATUS_OK;
}

/* ---- Reading types --------------------------------------------------------------------------- */

static enum status read_type(const struct place *place, json_t *json, int depth, struct ctype *out);

static enum status read_pointer(const struct place *place, json_t *json, int depth,
                                struct ctype *out)
{
    json_t *pointee;
    int to_const = 0;
    FORWARD_IF_ERROR(unpack(place, json, "{s?b, s:o}", "const", &to_const, "pointee", &pointee));
    if (depth == POINTER_DEPTH_MAX)
        return fail(place, "'pointee' is nested too deeply");
    out->to_const = to_const;
    out->pointee = mem_alloc(sizeof *out->pointee);
    OWNED char *at = mem_format("%s.pointee", place->at);
    return read_type(&(const struct place){place->path, at}, pointee, depth + 1, out->pointee);
}

static enum status read_type(const struct place *place, json_t *json, int depth, struct ctype *out)
{
    static const char *const kinds[] = {
        [CTYPE_VOID] = "void", [CTYPE_SCALAR] = "scalar", [CTYPE_POINTER] = "pointer",
        [CTYPE_ENUM] = "enum", [CTYPE_RECORD] = "record", [CTYPE_OTHER] = "other",
    };
    const char *kind, *scalar;
    FORWARD_IF_ERROR(unpack(place, json, "{s:s}", "kind", &kind));
    size_t found = 0;
    while (found < sizeof kinds / sizeof *kinds && strcmp(kinds[found], kind) != 0)
        found++;
    if (found == sizeof kinds / sizeof *kinds)
        return fail(place, "'kind' is not a kind of type that kbuild knows");
    out->kind = (enum ctype_kind)found;
    switch (out->kind) {
    case CTYPE_SCALAR:
    case CTYPE_ENUM:
        FORWARD_IF_ERROR(unpack(place, json, "{s:s}", "scalar", &scalar));
        return ctype_scalar_find(scalar, &out->scalar)
                   ? STATUS_OK
                   : fail(place, "'scalar' is not a scalar type that kbuild knows");
    case CTYPE_POINTER: return read_pointer(place, json, depth, out);
    case CTYPE_RECORD:
        FORWARD_IF_ERROR(unpack(place, json, "{s:s}", "record", &out->record));
        if (ctype_scalar_of_record(out->record, &out->scalar))
            out->kind = CTYPE_SCALAR;
        return check_filled(place, "record", out->record);
    case CTYPE_VOID:
    case CTYPE_OTHER: break;
    }
    return STATUS_OK;
}

/* Makes a parameter that is a reference a pointer, because the compiler passes it as an address:
 * "const float &", "const float (&)[4]". */
static void reference_to_pointer(struct index_parameter *parameter)
{
    const char *canonical = parameter->canonical;
    struct ctype *type = &parameter->type;
    const bool is_reference = canonical[strlen(canonical) - 1] == '&' || strstr(canonical, "(&");
    if (type->kind != CTYPE_OTHER || !is_reference)
        return;
    type->kind = CTYPE_POINTER;
    type->to_const = strncmp(canonical, "const ", 6) == 0;
    /* The pointee stays zeros, which means void. */
    type->pointee = mem_alloc(sizeof *type->pointee);
}

/* Checks that a parameter has the size of its type. Otherwise the launch function would pass a
 * value of another size. */
static enum status check_size(const struct place *place, struct index_parameter *parameter)
{
    struct ctype *type = &parameter->type;
    size_t wanted = parameter->size;
    if (type->kind == CTYPE_VOID)
        return fail(place, "'type' is void");
    if (type->kind == CTYPE_POINTER)
        wanted = 8;
    if (type->kind == CTYPE_SCALAR || type->kind == CTYPE_ENUM)
        wanted = ctype_scalar_size(type->scalar);
    if (wanted == parameter->size)
        return STATUS_OK;
    /* The type is a class of the user that only has the name of a number class, such as __half. */
    if (type->record) {
        type->kind = CTYPE_RECORD;
        return STATUS_OK;
    }
    return fail(place, "'size' contradicts the type");
}

static enum status check_layout(const struct place *place, json_int_t size, json_int_t align)
{
    FORWARD_IF_ERROR(check_range(place, "size", size, PARAMETER_SIZE_MAX));
    FORWARD_IF_ERROR(check_range(place, "align", align, PARAMETER_SIZE_MAX));
    if (align & (align - 1))
        return fail(place, "'align' is not a power of two");
    return size % align == 0 ? STATUS_OK : fail(place, "'size' is not a multiple of the alignment");
}

static enum status read_parameter(const struct place *place, json_t *json, void *item)
{
    struct index_parameter *out = item;
    json_int_t size, align;
    json_t *type;
    FORWARD_IF_ERROR(unpack(place, json, "{s:s, s:s, s?s, s:I, s:I, s:o}", "name", &out->name,
                            "canonical", &out->canonical, "spelled", &out->spelled, "size", &size,
                            "align", &align, "type", &type));
    FORWARD_IF_ERROR(check_filled(place, "canonical", out->canonical));
    FORWARD_IF_ERROR(check_layout(place, size, align));
    out->size = (uint32_t)size;
    out->align = (uint32_t)align;
    OWNED char *at = mem_format("%s.type", place->at);
    FORWARD_IF_ERROR(read_type(&(const struct place){place->path, at}, type, 0, &out->type));
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

/* Reads the members of JSON that kernels, templates and variables have in common. */
static enum status read_definition(const struct place *place, json_t *json, const char **name,
                                   const char **file, long *line, bool *is_repeatable)
{
    /* A file without "linkage" means external linkage: a package then has one definition of the
     * name. */
    const char *linkage = NULL;
    json_int_t number;
    FORWARD_IF_ERROR(unpack(place, json, "{s:s, s:s, s:I, s?s}", "name", name, "file", file, "line",
                            &number, "linkage", &linkage));
    FORWARD_IF_ERROR(check_filled(place, "name", *name));
    FORWARD_IF_ERROR(check_filled(place, "file", *file));
    FORWARD_IF_ERROR(check_range(place, "line", number, INT32_MAX));
    *line = (long)number;
    *is_repeatable = linkage != NULL;
    return !linkage || strcmp(linkage, "internal") == 0 || strcmp(linkage, "inline") == 0
               ? STATUS_OK
               : fail(place, "'linkage' is neither \"internal\" nor \"inline\"");
}

const char *const index_fact_names[INDEX_FACT_COUNT] = {"warps", "shared", "block_x", "block_y",
                                                        "block_z"};

static enum status read_kernel(const struct place *place, json_t *json, void *item)
{
    struct index_kernel *out = item;
    int is_untyped = 0;
    json_t *parameters;
    FORWARD_IF_ERROR(
        read_definition(place, json, &out->name, &out->file, &out->line, &out->is_repeatable));
    FORWARD_IF_ERROR(unpack(place, json, "{s:s, s?b, s:o}", "symbol", &out->symbol, "untyped",
                            &is_untyped, "parameters", &parameters));
    FORWARD_IF_ERROR(check_filled(place, "symbol", out->symbol));
    out->is_untyped = is_untyped;
    for (int i = 0; i < INDEX_FACT_COUNT; i++) {
        json_int_t fact = 1;
        FORWARD_IF_ERROR(unpack(place, json, "{s?I}", index_fact_names[i], &fact));
        FORWARD_IF_ERROR(check_range(place, index_fact_names[i], fact, INT32_MAX));
        if (json_object_get(json, index_fact_names[i]))
            out->facts[i] = (uint32_t)fact;
    }
    if (json_array_size(parameters) > PARAMETERS_MAX)
        return fail(place, "'parameters' has more than a kernel can have");
    FORWARD_IF_ERROR(read_list(place, json, "parameters", sizeof *out->parameters, &out->parameters,
                               &out->parameter_count, read_parameter));
    index_lay_out(out->parameters, out->parameter_count);
    return STATUS_OK;
}

static enum status read_extents(const struct place *place, const json_t *list,
                                struct index_member *out)
{
    const json_t *extent;
    size_t i;
    if (list && (!json_is_array(list) || json_array_size(list) > INDEX_RANK_MAX))
        return fail(place, "'array' is not a list of up to %d extents", INDEX_RANK_MAX);
    json_array_foreach(list, i, extent)
    {
        FORWARD_IF_ERROR(
            check_range(place, "array", json_integer_value(extent), PARAMETER_SIZE_MAX));
        out->extents[out->rank++] = (uint32_t)json_integer_value(extent);
    }
    return STATUS_OK;
}

static enum status read_member(const struct place *place, json_t *json, void *item)
{
    struct index_member *out = item;
    json_int_t offset;
    json_t *type, *array = NULL;
    FORWARD_IF_ERROR(unpack(place, json, "{s:s, s:I, s?o, s:o}", "name", &out->name, "offset",
                            &offset, "array", &array, "type", &type));
    if (offset < 0 || offset > PARAMETER_SIZE_MAX)
        return fail(place, "'offset' is not in a record");
    out->offset = (uint32_t)offset;
    FORWARD_IF_ERROR(read_extents(place, array, out));
    OWNED char *at = mem_format("%s.type", place->at);
    FORWARD_IF_ERROR(read_type(&(const struct place){place->path, at}, type, 0, &out->type));
    return out->type.kind == CTYPE_VOID || out->type.kind == CTYPE_OTHER
               ? fail(place, "'type' is not one of a member")
               : STATUS_OK;
}

static enum status read_record(const struct place *place, json_t *json, struct index_record *out)
{
    json_int_t size, align;
    FORWARD_IF_ERROR(unpack(place, json, "{s:I, s:I}", "size", &size, "align", &align));
    FORWARD_IF_ERROR(check_layout(place, size, align));
    out->size = (uint32_t)size;
    out->align = (uint32_t)align;
    return read_list(place, json, "members", sizeof *out->members, &out->members,
                     &out->member_count, read_member);
}

/* Reads the list of records in |object|. Then finds the records that are types of members. */
static enum status read_records(const struct place *place, json_t *object,
                                struct index_module *module)
{
    const char *name;
    json_t *json;
    if (object && !json_is_object(object))
        return fail(place, "'records' is not an object");
    module->records = mem_alloc((json_object_size(object) + 1) * sizeof *module->records);
    json_object_foreach(object, name, json)
    {
        struct index_record *record = &module->records[module->record_count++];
        record->canonical = name;
        OWNED char *at = mem_format("records.%s", name);
        FORWARD_IF_ERROR(read_record(&(const struct place){place->path, at}, json, record));
    }
    return records_link(module) ? STATUS_OK : fail(place, "'records' lacks one that a member is");
}

static enum status read_slot(const struct place *place, json_t *json, void *item)
{
    struct index_slot *out = item;
    int is_pack = 0;
    json_t *type;
    FORWARD_IF_ERROR(unpack(place, json, "{s:s, s?b, s:o}", "name", &out->name, "pack", &is_pack,
                            "type", &type));
    out->is_pack = is_pack;
    OWNED char *at = mem_format("%s.type", place->at);
    return read_type(&(const struct place){place->path, at}, type, 0, &out->type);
}

static enum status read_guard(const struct place *place, json_t *json, void *item)
{
    struct index_guard *out = item;
    json_int_t line;
    FORWARD_IF_ERROR(unpack(place, json, "{s:s, s:I, s:s}", "file", &out->file, "line", &line,
                            "directive", &out->directive));
    out->line = (long)line;
    return STATUS_OK;
}

static enum status read_name(const struct place *place, json_t *json, void *item)
{
    const char *name = json_string_value(json);
    if (!name)
        return fail(place, "it is not a name");
    memcpy(item, &name, sizeof name);
    return STATUS_OK;
}

static enum status read_template(const struct place *place, json_t *json, void *item)
{
    struct index_template *out = item;
    json_t *parameters;
    FORWARD_IF_ERROR(
        read_definition(place, json, &out->name, &out->file, &out->line, &out->is_repeatable));
    FORWARD_IF_ERROR(unpack(place, json, "{s:o}", "parameters", &parameters));
    return read_list(place, json, "parameters", sizeof *out->slots, &out->slots, &out->slot_count,
                     read_slot);
}

static enum status read_variable(const struct place *place, json_t *json, void *item)
{
    struct index_variable *out = item;
    json_int_t size;
    json_t *type;
    FORWARD_IF_ERROR(
        read_definition(place, json, &out->name, &out->file, &out->line, &out->is_repeatable));
    FORWARD_IF_ERROR(unpack(place, json, "{s:s, s:I, s:o}", "symbol", &out->symbol, "size", &size,
                            "type", &type));
    FORWARD_IF_ERROR(check_filled(place, "symbol", out->symbol));
    FORWARD_IF_ERROR(check_range(place, "size", size, INT64_MAX));
    out->size = (uint64_t)size;
    out->pointer.kind = CTYPE_POINTER;
    out->pointer.pointee = mem_alloc(sizeof *out->pointer.pointee);
    return read_type(place, type, 0, out->pointer.pointee);
}

static enum status read_module(const struct place *place, json_t *json, struct index_module *out)
{
    const char *format;
    json_t *kernels, *templates, *records = NULL;
    FORWARD_IF_ERROR(unpack(place, json, "{s:s, s:s, s:o, s:o, s?o}", "format", &format, "module",
                            &out->name, "kernels", &kernels, "templates", &templates, "records",
                            &records));
    if (strcmp(format, "kbuild-reflect-1") != 0)
        return fail(place, "'format' is not \"kbuild-reflect-1\"");
    FORWARD_IF_ERROR(check_filled(place, "module", out->name));
    if (strchr(out->name, '/'))
        return fail(place, "'module' is not a plain name, without a slash");
    FORWARD_IF_ERROR(read_list(place, json, "kernels", sizeof *out->kernels, &out->kernels,
                               &out->kernel_count, read_kernel));
    FORWARD_IF_ERROR(read_list(place, json, "templates", sizeof *out->templates, &out->templates,
                               &out->template_count, read_template));
    FORWARD_IF_ERROR(read_list(place, json, "system", sizeof *out->system, &out->system,
                               &out->system_count, read_name));
    FORWARD_IF_ERROR(read_list(place, json, "guards", sizeof *out->guards, &out->guards,
                               &out->guard_count, read_guard));
    FORWARD_IF_ERROR(read_records(place, records, out));
    return read_list(place, json, "variables", sizeof *out->variables, &out->variables,
                     &out->variable_count, read_variable);
}

static enum status read_reflect(const char *path, struct index_module *module)
{
    OWNED_BY(buf_free) struct buf text = {0};
    FORWARD_IF_ERROR(file_read_plain(path, &text));
    json_error_t error;
    module->json = json_loadb(text.data, text.size, JSON_REJECT_DUPLICATES, &error);
    if (!module->json)
        return status_fail(STATUS_INPUT, "%s:%d:%d: not JSON: %s; delete it and build again", path,
                           error.line, error.column, error.text);
    const struct place top = {path, ""};
    return read_module(&top, module->json, module);
}

/* ---- Code objects -------------------------------------------------------- */

static void add_variable(void *context, struct span name, uint64_t size, bool is_managed)
{
    struct index_image *image = context;
    image->symbols = mem_grow(image->symbols, image->symbol_count, sizeof *image->symbols);
    image->symbols[image->symbol_count++] =
        (struct index_symbol){mem_dup_n((const char *)name.data, name.size), size, is_managed};
}

static void add_symbol(const struct elf_symbols *table, size_t i, struct index_image *image)
{
    const Elf64_Sym symbol = elf_symbols_entry(table, i);
    struct span name;
    if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_shndx == SHN_UNDEF ||
        elf_symbols_name(table, i, SYMBOL_MAX, &name, NULL) != CODEOBJ_OK)
        return;
    add_variable(image, name, symbol.st_size, false);
}

/* Reads the objects of the dynamic symbol table, where AMD's drivers find variables. A managed
 * variable "x" has two objects: the pointer "x" and the variable "x.managed". In NVIDIA's images
 * the variable is marked as managed. */
static void read_symbols(struct span bytes, struct index_image *image)
{
    struct elf_image elf;
    struct elf_symbols table;
    size_t section = 0;
    nvidia_variables(bytes, image, add_variable);
    if (elf_image_open(bytes, &elf, NULL) != CODEOBJ_OK ||
        elf_image_find(&elf, SHT_DYNSYM, &section, NULL) != CODEOBJ_OK || !section ||
        elf_symbols_open(&elf, section, &table, NULL) != CODEOBJ_OK)
        return;
    for (size_t i = 0; i < table.count; i++)
        add_symbol(&table, i, image);
}

static enum status read_image(const char *path, const struct embed_image *embedded,
                              struct index_module *module)
{
    struct codeobj_error error = {0};
    struct code_object object;
    struct target_id id;
    if (code_object_open_any(embedded->code_object, &object, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "%s: the code object for %s: %s", path, embedded->target,
                           error.message);
    /* From here on the package owns the code object: kernel_package_free() closes it. */
    module->images = mem_grow(module->images, module->image_count, sizeof *module->images);
    struct index_image *image = &module->images[module->image_count++];
    *image = (struct index_image){
        .offset = embedded->offset,
        .size = embedded->size,
        .checksum = image_checksum(embedded->code_object),
        .object = object,
    };
    read_symbols(embedded->code_object, image);
    const bool is_for_it = target_id_parse(embedded->target, &id, &error) == CODEOBJ_OK &&
                           code_object_is_for(&image->object, &id);
    target_id_print(&image->object.target, image->target);
    if (!is_for_it)
        return status_fail(STATUS_INPUT,
                           "%s: the entry for %s holds a code object for %s; build it again", path,
                           embedded->target, image->target);
    return STATUS_OK;
}

static enum status read_images(const char *path, struct index_module *module)
{
    OWNED_BY(embed_images_close) struct embed_images images = {0};
    FORWARD_IF_ERROR(embed_images_open(path, &images));
    module->size = images.file.bytes.size;
    for (size_t i = 0; i < images.count; i++)
        FORWARD_IF_ERROR(read_image(path, &images.items[i], module));
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

void index_kernel_free(struct index_kernel *kernel)
{
    for (size_t i = 0; i < kernel->parameter_count; i++)
        ctype_free(&kernel->parameters[i].type);
    free(kernel->parameters);
}

static void record_free(struct index_record *record)
{
    for (size_t i = 0; i < record->member_count; i++)
        ctype_free(&record->members[i].type);
    free(record->members);
}

static void module_free(struct index_module *module)
{
    for (size_t i = 0; i < module->record_count; i++)
        record_free(&module->records[i]);
    free(module->records);
    for (size_t i = 0; i < module->kernel_count; i++)
        index_kernel_free(&module->kernels[i]);
    for (size_t i = 0; i < module->template_count; i++) {
        struct index_template *template = &module->templates[i];
        for (size_t j = 0; j < template->slot_count; j++)
            ctype_free(&template->slots[j].type);
        free(template->slots);
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
    free(module->system);
    free(module->guards);
    free(module->images);
    strings_free(&module->targets);
    json_decref(module->json);
}

void kernel_package_free(struct kernel_package *package)
{
    for (size_t i = 0; i < package->module_count; i++)
        module_free(&package->modules[i]);
    free(package->modules);
    free(package->kernels);
    free(package->variables);
    for (size_t i = 0; i < package->opaque_count; i++) {
        record_free(package->opaque[i]);
        free(package->opaque[i]);
    }
    free(package->opaque);
    free(package->records);
    strings_free(&package->targets);
    strings_free(&package->texts);
    *package = (struct kernel_package){0};
}
