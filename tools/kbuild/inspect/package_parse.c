/* The JSON of a package, read back. It may come from anywhere, so every value is checked for its
 * type and range, and every index for being one; what this version does not know is passed over.
 */
#include "package_fields.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* What is being read, for messages: "images[3].kernels[7]"; and who owns what is read. */
struct place {
    const char *path;
    struct strings *memory; /* NULL: the thing that is read owns its strings */
    char name[96];
};

static void *place_alloc(const struct place *place, size_t count, size_t size)
{
    void *memory = mem_alloc((count + 1) * size);
    strings_take(place->memory, memory);
    return memory;
}

static enum status wrong(const struct place *place, const char *key, const char *what)
{
    return status_fail(STATUS_INPUT, "%s: %s%s%s %s; write it again with kbuild inspect --json",
                       place->path, place->name, *place->name && *key ? "." : "", key, what);
}

static bool get_number(const json_t *value, uint64_t max, uint64_t *out)
{
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *out = (uint64_t)json_integer_value(value);
    } else if (json_is_string(value) && strncmp(json_string_value(value), "0x", 2) == 0) {
        char *end;
        errno = 0;
        *out = strtoull(json_string_value(value), &end, 16);
        if (*end || errno)
            return false;
    } else {
        return false;
    }
    return *out <= max;
}

static bool get_dims(const json_t *value, uint32_t *out)
{
    for (size_t i = 0; i < 3; i++) {
        uint64_t number;
        if (json_array_size(value) != 3 ||
            !get_number(json_array_get(value, i), UINT32_MAX, &number))
            return false;
        out[i] = (uint32_t)number;
    }
    return true;
}

static bool get_word(const json_t *value, const char *const *words, unsigned *out)
{
    for (unsigned i = 0; json_is_string(value) && words[i]; i++)
        if (strcmp(words[i], json_string_value(value)) == 0) {
            *out = i;
            return true;
        }
    return false;
}

static bool is_optional(const struct field *field)
{
    return field->kind == FIELD_FLAG || field->kind == FIELD_TEXT || field->kind == FIELD_DIMS;
}

static bool get_bool(const json_t *value, bool *out)
{
    *out = json_is_true(value);
    return json_is_boolean(value);
}

static bool get_string(const struct place *place, const json_t *value, char **out)
{
    if (!json_is_string(value))
        return false;
    *out = mem_dup(json_string_value(value));
    if (place->memory)
        strings_take(place->memory, *out);
    return true;
}

static bool get_integer(const json_t *value, const struct field *field, void *out)
{
    uint64_t number = UINT64_MAX;
    switch (field->kind) {
    case FIELD_U8:
        return get_number(value, UINT8_MAX, &number) && (*(uint8_t *)out = (uint8_t)number, true);
    case FIELD_U16:
        return get_number(value, UINT16_MAX, &number) &&
               (*(uint16_t *)out = (uint16_t)number, true);
    case FIELD_U32:
        return get_number(value, UINT32_MAX, &number) &&
               (*(uint32_t *)out = (uint32_t)number, true);
    case FIELD_SIZE:
        return (json_is_null(value) || get_number(value, SIZE_MAX - 1, &number)) &&
               (*(size_t *)out = (size_t)number, true);
    case FIELD_OFFSET:
        return (json_is_null(value) || get_number(value, UINT64_MAX - 1, &number)) &&
               (*(uint64_t *)out = number, true);
    default: return get_number(value, UINT64_MAX, out);
    }
}

static bool get_field(const struct place *place, const json_t *value, const struct field *field,
                      void *out)
{
    switch (field->kind) {
    case FIELD_BOOL:
    case FIELD_FLAG: return get_bool(value, out);
    case FIELD_DIMS: return get_dims(value, out);
    case FIELD_STRING:
    case FIELD_TEXT: return get_string(place, value, out);
    case FIELD_WORD: return get_word(value, field->words, out);
    case FIELD_OBJECT: return json_is_object(value);
    default: return get_integer(value, field, out);
    }
}

/* Every field of |fields| from |json| into |object|, which is zeroed. */
static enum status get_fields(const struct place *place, const json_t *json,
                              const struct field *fields, void *object)
{
    if (!json_is_object(json))
        return wrong(place, "", "is no object");
    for (const struct field *field = fields; field->name; field++) {
        const json_t *value = json_object_get(json, field->name);
        void *out = (char *)object + field->offset;
        if (!value && is_optional(field))
            continue;
        if (!value)
            return wrong(place, field->name, "is missing");
        if (!get_field(place, value, field, out))
            return wrong(place, field->name, "is not what it should be");
        if (field->kind == FIELD_OBJECT)
            FORWARD_IF_ERROR(get_fields(place, value, field->fields, out));
    }
    return STATUS_OK;
}

static enum status get_list(const struct place *place, const json_t *json, const char *key,
                            json_t **out)
{
    *out = json_object_get(json, key);
    return json_is_array(*out) ? STATUS_OK : wrong(place, key, "is no list");
}

/* A flat list of |*out_count| things of |size| bytes. The count is what has been read, so that what
 * is there can be freed. */
static enum status get_flat(const char *path, const json_t *root, const char *key,
                            const struct field *fields, size_t size, void *items, size_t *out_count)
{
    struct place place = {.path = path};
    json_t *list;
    FORWARD_IF_ERROR(get_list(&place, root, key, &list));
    for (size_t i = 0; i < json_array_size(list); i++) {
        snprintf(place.name, sizeof place.name, "%s[%zu]", key, i);
        *out_count = i + 1;
        FORWARD_IF_ERROR(
            get_fields(&place, json_array_get(list, i), fields, (char *)items + i * size));
    }
    return STATUS_OK;
}

static enum status get_kernel(const struct place *place, const json_t *json, struct kernel *out)
{
    json_t *list;
    FORWARD_IF_ERROR(get_fields(place, json, kernel_fields, out));
    FORWARD_IF_ERROR(get_list(place, json, "arguments", &list));
    out->arguments = place_alloc(place, json_array_size(list), sizeof *out->arguments);
    for (size_t i = 0; i < json_array_size(list); i++) {
        out->argument_count = i + 1;
        FORWARD_IF_ERROR(
            get_fields(place, json_array_get(list, i), argument_fields, &out->arguments[i]));
    }
    return STATUS_OK;
}

static enum status get_object(const char *path, size_t image, const json_t *json,
                              const char *target, struct strings *memory, struct code_object *out)
{
    struct place place = {.path = path, .memory = memory};
    json_t *list;
    snprintf(place.name, sizeof place.name, "images[%zu]", image);
    FORWARD_IF_ERROR(get_fields(&place, json, object_fields, out));
    struct codeobj_error error;
    if (target_id_parse(target, &out->target, &error) != CODEOBJ_OK)
        return wrong(&place, "target", error.message);
    FORWARD_IF_ERROR(get_list(&place, json, "kernels", &list));
    out->kernels = place_alloc(&place, json_array_size(list), sizeof *out->kernels);
    for (size_t i = 0; i < json_array_size(list); i++) {
        snprintf(place.name, sizeof place.name, "images[%zu].kernels[%zu]", image, i);
        out->kernel_count = i + 1;
        FORWARD_IF_ERROR(get_kernel(&place, json_array_get(list, i), &out->kernels[i]));
        if (i && strcmp(out->kernels[i - 1].name, out->kernels[i].name) >= 0)
            return wrong(&place, "name", "is out of order");
    }
    return STATUS_OK;
}

/* Indices point at what is there, and parents come before their children. */
static enum status check_indices(const char *path, const struct package *package)
{
    struct place place = {.path = path};
    for (size_t i = 0; i < package->container_count; i++) {
        const struct package_container *container = &package->containers[i];
        snprintf(place.name, sizeof place.name, "containers[%zu]", i);
        if (container->file >= package->file_count)
            return wrong(&place, "file", "is no file's number");
        if (container->parent != PACKAGE_NONE &&
            (container->parent >= i ||
             package->containers[container->parent].file != container->file))
            return wrong(&place, "parent", "is no container's number");
    }
    for (size_t i = 0; i < package->image_count; i++) {
        snprintf(place.name, sizeof place.name, "images[%zu]", i);
        if (package->images[i].container >= package->container_count)
            return wrong(&place, "container", "is no container's number");
    }
    for (size_t i = 0; i < package->problem_count; i++) {
        snprintf(place.name, sizeof place.name, "problems[%zu]", i);
        if (package->problems[i].file >= package->file_count)
            return wrong(&place, "file", "is no file's number");
    }
    return STATUS_OK;
}

static void *room_for(const json_t *root, const char *key, size_t size)
{
    return mem_alloc((json_array_size(json_object_get(root, key)) + 1) * size);
}

static enum status get_package(const char *path, const json_t *root, struct package *out)
{
    const char *format = json_string_value(json_object_get(root, "format"));
    if (!format || strcmp(format, PACKAGE_FORMAT) != 0)
        return status_fail(STATUS_INPUT,
                           "%s: is not what kbuild inspect --json writes: its \"format\" is %s, "
                           "not " PACKAGE_FORMAT,
                           path, format ? format : "missing");
    out->files = room_for(root, "files", sizeof *out->files);
    out->containers = room_for(root, "containers", sizeof *out->containers);
    out->images = room_for(root, "images", sizeof *out->images);
    out->problems = room_for(root, "problems", sizeof *out->problems);
    FORWARD_IF_ERROR(get_flat(path, root, "files", file_fields, sizeof *out->files, out->files,
                              &out->file_count));
    FORWARD_IF_ERROR(get_flat(path, root, "containers", container_fields, sizeof *out->containers,
                              out->containers, &out->container_count));
    FORWARD_IF_ERROR(get_flat(path, root, "images", image_fields, sizeof *out->images, out->images,
                              &out->image_count));
    FORWARD_IF_ERROR(get_flat(path, root, "problems", problem_fields, sizeof *out->problems,
                              out->problems, &out->problem_count));
    FORWARD_IF_ERROR(check_indices(path, out));
    json_t *images = json_object_get(root, "images");
    for (size_t i = 0; i < out->image_count; i++)
        if (out->images[i].is_read)
            FORWARD_IF_ERROR(get_object(path, i, json_array_get(images, i), out->images[i].target,
                                        &out->memory, &out->images[i].object));
    return STATUS_OK;
}

enum status package_from_json(const char *path, struct package *out)
{
    json_error_t error;
    *out = (struct package){0};
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!root && error.line > 0)
        return status_fail(STATUS_INPUT, "%s:%d:%d: is no JSON: %s", path, error.line, error.column,
                           error.text);
    if (!root)
        return status_fail(STATUS_INPUT, "%s", error.text);
    enum status status = get_package(path, root, out);
    json_decref(root);
    return status;
}
