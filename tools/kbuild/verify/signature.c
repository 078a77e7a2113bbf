#include "verify/signature.h"

#include "util/file.h"
#include "verify/layout.h"

#include <fnmatch.h>
#include <jansson.h>

enum {
    /* the most bytes of an argument block; the largest one that a driver takes is smaller */
    PARAMETER_BYTES_MAX = 1 << 16,
    PARAMETERS_MAX = 4096,
};

struct reader {
    const char *path;
    struct interface *out;
};

static enum status fail(const struct reader *reader, const char *where, const char *what)
{
    return status_fail(STATUS_INPUT, "%s: '%s': %s; build the package again", reader->path, where,
                       what);
}

static const char *text_at(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static bool number_at(const json_t *object, const char *key, uint32_t *out)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        json_integer_value(value) > PARAMETER_BYTES_MAX)
        return false;
    *out = (uint32_t)json_integer_value(value);
    return true;
}

/* ---- Parameters and members ------------------------------------------------------------------ */

/* Reads which vectors a pointer points to, if it does. */
static bool read_vector(const json_t *object, struct parameter *out)
{
    enum { LANES_MAX = 4 };
    const json_t *vector = json_object_get(object, "vector");
    const char *scalar = text_at(vector, "scalar");
    out->lanes = 1;
    if (!vector)
        return true;
    out->type = scalar ? dtype_find(scalar) : DTYPE_NONE;
    return out->type != DTYPE_NONE && number_at(vector, "count", &out->lanes) && out->lanes >= 1 &&
           out->lanes <= LANES_MAX;
}

static bool read_type(const json_t *object, const char *kind, struct parameter *out)
{
    const char *scalar = text_at(object, "scalar"), *pointee = text_at(object, "pointee");
    if (strcmp(kind, "scalar") == 0 || strcmp(kind, "enum") == 0) {
        out->kind = PARAMETER_SCALAR;
        out->type = scalar ? dtype_find(scalar) : DTYPE_NONE;
        return out->type != DTYPE_NONE;
    }
    if (strcmp(kind, "pointer") == 0) {
        out->kind = PARAMETER_POINTER;
        out->type = pointee ? dtype_find(pointee) : DTYPE_NONE;
        out->is_indirect = pointee && strcmp(pointee, "pointer") == 0;
        out->is_const = json_is_true(json_object_get(object, "const"));
        return read_vector(object, out) && (out->size == 8 || json_object_get(object, "array"));
    }
    out->kind = PARAMETER_RECORD;
    out->record = text_at(object, "record");
    return strcmp(kind, "record") == 0 && out->record;
}

static enum status read_parameter(const struct reader *reader, const char *owner,
                                  const json_t *object, struct parameter *out)
{
    const char *kind = text_at(object, "kind");
    *out = (struct parameter){.name = text_at(object, "name")};
    if (!out->name || !kind || !number_at(object, "offset", &out->offset) ||
        !number_at(object, "size", &out->size) || !read_type(object, kind, out))
        return fail(reader, owner, "a parameter is incomplete");
    out->is_array = json_object_get(object, "array") != NULL;
    if (out->kind == PARAMETER_SCALAR && !out->is_array && out->size != dtype_size(out->type))
        return fail(reader, owner, "a parameter's size is not that of its type");
    return STATUS_OK;
}

/* Reads a list of parameters, and sets |*end| to where the last one ends. */
static enum status read_list(const struct reader *reader, const char *owner, const json_t *list,
                             struct parameter **out, size_t *out_count, uint32_t *end)
{
    const size_t count = json_array_size(list);
    if (count > PARAMETERS_MAX)
        return fail(reader, owner, "it has too many parameters");
    *out = mem_alloc((count + 1) * sizeof **out);
    *end = 0;
    for (size_t i = 0; i < count; i++) {
        struct parameter *added = &(*out)[(*out_count)++];
        FORWARD_IF_ERROR(read_parameter(reader, owner, json_array_get(list, i), added));
        if (added->offset + added->size > *end)
            *end = added->offset + added->size;
    }
    return STATUS_OK;
}

static enum status read_record(const struct reader *reader, const json_t *object)
{
    struct interface *out = reader->out;
    uint32_t end;
    out->records = mem_grow(out->records, out->record_count, sizeof *out->records);
    struct record *added = &out->records[out->record_count++];
    *added = (struct record){.name = text_at(object, "name")};
    if (!added->name || !number_at(object, "size", &added->size))
        return fail(reader, "records", "a record has no name or size");
    FORWARD_IF_ERROR(read_list(reader, added->name, json_object_get(object, "members"),
                               &added->members, &added->member_count, &end));
    return end <= added->size ? STATUS_OK : fail(reader, added->name, "a member is beyond its end");
}

static enum status read_kernel(const struct reader *reader, const json_t *object)
{
    struct interface *out = reader->out;
    out->kernels = mem_grow(out->kernels, out->kernel_count, sizeof *out->kernels);
    struct signature *added = &out->kernels[out->kernel_count++];
    *added = (struct signature){.name = text_at(object, "name"),
                                .symbol = text_at(object, "symbol"),
                                .module = text_at(object, "module")};
    if (!added->name || !added->symbol || !added->module)
        return fail(reader, "kernels", "a kernel has no name, symbol or module");
    if (strchr(added->module, '/') || *added->module == '.')
        return fail(reader, added->name, "its module is not a name");
    FORWARD_IF_ERROR(read_list(reader, added->name, json_object_get(object, "parameters"),
                               &added->parameters, &added->parameter_count, &added->size));
    for (size_t i = 0; i < added->parameter_count; i++)
        if (added->parameters[i].is_array)
            return fail(reader, added->name, "a parameter is an array");
    return added->size <= PARAMETER_BYTES_MAX
               ? STATUS_OK
               : fail(reader, added->name, "its parameters have more than 64 KiB");
}

static enum status check_records(const struct reader *reader, const char *owner,
                                 const struct parameter *parameters, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct parameter *at = &parameters[i];
        if (at->kind != PARAMETER_RECORD)
            continue;
        const struct record *record = interface_record(reader->out, at->record);
        if (!record || (record->size != at->size && !at->is_array))
            return fail(reader, owner, "its record is missing or of another size");
    }
    return STATUS_OK;
}

/* Reads which parameters point to records of a known layout. Entries that name none are ignored. */
static void read_layouts(const struct reader *reader)
{
    const json_t *layout, *pair;
    size_t i, k;
    json_array_foreach(json_object_get(reader->out->json, "layouts"), i, layout)
    {
        json_array_foreach(json_object_get(layout, "parameters"), k, pair)
        {
            const json_t *kernel = json_array_get(pair, 0), *number = json_array_get(pair, 1);
            const uint64_t at = (uint64_t)json_integer_value(kernel);
            const uint64_t index = (uint64_t)json_integer_value(number);
            if (json_is_integer(kernel) && json_is_integer(number) &&
                at < reader->out->kernel_count && index < reader->out->kernels[at].parameter_count)
                reader->out->kernels[at].parameters[index].layout =
                    json_object_get(layout, "fields");
        }
    }
}

/* ---- The file -------------------------------------------------------------------------------- */

static enum status read_package(const struct reader *reader)
{
    struct interface *out = reader->out;
    const json_t *targets = json_object_get(out->json, "targets"), *value;
    const json_t *records = json_object_get(out->json, "records");
    const json_t *kernels = json_object_get(out->json, "kernels");
    size_t i;
    out->package = text_at(out->json, "package");
    if (!out->package)
        return fail(reader, "package", "the name is missing");
    json_array_foreach(targets, i, value) if (json_is_string(value))
        strings_add(&out->targets, json_string_value(value));
    strings_sort_unique(&out->targets);
    json_array_foreach(records, i, value) FORWARD_IF_ERROR(read_record(reader, value));
    json_array_foreach(kernels, i, value) FORWARD_IF_ERROR(read_kernel(reader, value));
    for (i = 0; i < out->kernel_count; i++)
        FORWARD_IF_ERROR(check_records(reader, out->kernels[i].name, out->kernels[i].parameters,
                                       out->kernels[i].parameter_count));
    read_layouts(reader);
    return out->kernel_count
               ? STATUS_OK
               : status_fail(STATUS_INPUT, "%s: the package has no kernels", reader->path);
}

/* Returns the JSON in the file |path| if it is an index, or NULL. */
static json_t *load_index(const char *path)
{
    OWNED_BY(buf_free) struct buf text = {0};
    if (!file_try_read(path, &text))
        return NULL;
    json_t *json = json_loadb(text.data ? text.data : "", text.size, JSON_REJECT_DUPLICATES, NULL);
    const char *format = text_at(json, "format");
    if (format && strcmp(format, "kbuild-index-1") == 0)
        return json;
    json_decref(json);
    return NULL;
}

/* Finds the only index in the directory |path|. Sets |*out_name| to its path. */
static enum status find_index(const char *path, char **out_name, json_t **out)
{
    OWNED_BY(strings_free) struct strings names = {0};
    if (!path_list(path, &names))
        return status_fail(STATUS_INPUT,
                           "%s: cannot be read; name the directory that kbuild build "
                           "wrote",
                           path);
    for (size_t i = 0; i < names.count; i++) {
        OWNED char *file = path_join(path, names.items[i]);
        json_t *json = path_has_extension(file, ".json") ? load_index(file) : NULL;
        if (json && *out) {
            json_decref(json);
            return status_fail(STATUS_INPUT,
                               "%s: has two packages, %s and %s; name the JSON of one of them",
                               path, path_name(*out_name), names.items[i]);
        }
        if (json) {
            *out = json;
            *out_name = mem_dup(file);
        }
    }
    return *out ? STATUS_OK
                : status_fail(STATUS_INPUT,
                              "%s: has no package; name the directory that kbuild build wrote",
                              path);
}

enum status interface_read(const char *path, struct interface *out)
{
    OWNED char *file = NULL;
    *out = (struct interface){0};
    if (path_is_directory(path)) {
        out->directory = mem_dup(path);
        FORWARD_IF_ERROR(find_index(path, &file, &out->json));
    } else {
        out->directory = path_directory(path);
        file = mem_dup(path);
        out->json = load_index(path);
        if (!out->json)
            return status_fail(STATUS_INPUT,
                               "%s: is not the JSON of a package (kbuild-index-1); name the "
                               "directory that kbuild build wrote",
                               path);
    }
    return read_package(&(struct reader){file, out});
}

void interface_free(struct interface *interface)
{
    for (size_t i = 0; i < interface->kernel_count; i++)
        free(interface->kernels[i].parameters);
    for (size_t i = 0; i < interface->record_count; i++)
        free(interface->records[i].members);
    free(interface->kernels);
    free(interface->records);
    free(interface->directory);
    strings_free(&interface->targets);
    json_decref(interface->json);
    *interface = (struct interface){0};
}

void parameter_print_layout(const struct parameter *parameter, struct buf *out)
{
    OWNED_BY(strings_free) struct strings fields = {0};
    struct layout layout;
    const json_t *field;
    size_t i;
    json_array_foreach(parameter->layout, i, field) if (json_is_string(field))
        strings_add(&fields, json_string_value(field));
    if (!fields.count || layout_parse(&fields, &layout))
        return; /* a package from elsewhere may say anything */
    OWNED char *text = strings_join(&fields, ", ");
    buf_printf(out, "[%s]", text);
}

bool signature_matches(const struct signature *kernel, const char *glob)
{
    return strcmp(glob, kernel->name) == 0 || strcmp(glob, kernel->symbol) == 0 ||
           fnmatch(glob, kernel->name, FNM_EXTMATCH) == 0;
}

bool signature_matches_any(const struct signature *kernel, const struct strings *globs)
{
    for (size_t i = 0; i < globs->count; i++)
        if (signature_matches(kernel, globs->items[i]))
            return true;
    return false;
}

const struct record *interface_record(const struct interface *interface, const char *name)
{
    for (size_t i = 0; i < interface->record_count; i++)
        if (strcmp(interface->records[i].name, name) == 0)
            return &interface->records[i];
    return NULL;
}
