/* A package from its JSON. The file may come from anywhere, and its keys may have any order: the
 * type and range of every value are checked, and every index. Unknown keys are ignored.
 */
#include "package_fields.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *path;
    struct buf at; /* "images[3].kernels[7].vgprs" */
    bool failed;   /* that was reported */
    struct package *package;
};

/* ---- Mistakes -------------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void fail(struct reader *reader, const char *format,
                                                       ...)
{
    struct buf text = {0};
    va_list arguments;
    va_start(arguments, format);
    buf_vprintf(&text, format, arguments);
    va_end(arguments);
    if (!reader->failed)
        status_fail(STATUS_INPUT, "%s: %s%s%s; write it again with kbuild inspect --json",
                    reader->path, reader->at.size ? reader->at.data : "",
                    reader->at.size ? " " : "", text.data);
    reader->failed = true;
    buf_free(&text);
}

static size_t enter(struct reader *reader, const char *key)
{
    size_t before = reader->at.size;
    buf_printf(&reader->at, "%s%s", before ? "." : "", key);
    return before;
}

static size_t enter_item(struct reader *reader, size_t i)
{
    size_t before = reader->at.size;
    buf_printf(&reader->at, "[%zu]", i);
    return before;
}

static void leave(struct reader *reader, size_t before)
{
    reader->at.size = before;
    reader->at.data[before] = '\0';
}

/* A value for a message. Control characters from a file must not reach the terminal. */
static void put_value(struct buf *out, const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT: buf_puts(out, "an object"); return;
    case JSON_ARRAY: buf_puts(out, "a list"); return;
    case JSON_STRING: {
        const char *text = json_string_value(value);
        buf_putc(out, '"');
        for (size_t i = 0; text[i] && i < 40; i++)
            buf_putc(out, text[i] >= ' ' && text[i] < 0x7f ? text[i] : '?');
        buf_puts(out, strlen(text) > 40 ? "...\"" : "\"");
        return;
    }
    default: {
        char *text = json_dumps(value, JSON_ENCODE_ANY);
        buf_puts(out, text);
        free(text);
    }
    }
}

static void fail_value(struct reader *reader, const json_t *value, const char *expected)
{
    struct buf text = {0};
    put_value(&text, value);
    fail(reader, "is %s; %s is expected", text.data, expected);
    buf_free(&text);
}

static uint64_t number_max(enum field_kind kind)
{
    switch (kind) {
    case FIELD_U8: return UINT8_MAX;
    case FIELD_U16: return UINT16_MAX;
    case FIELD_U32:
    case FIELD_DIMS: return UINT32_MAX;
    case FIELD_SIZE: return SIZE_MAX - 1;
    case FIELD_OFFSET: return UINT64_MAX - 1;
    default: return UINT64_MAX;
    }
}

static void put_expected(struct buf *out, const struct field *field)
{
    switch (field->kind) {
    case FIELD_BOOL:
    case FIELD_FLAG: buf_puts(out, "true or false"); return;
    case FIELD_STRING:
    case FIELD_TEXT: buf_puts(out, "a string"); return;
    case FIELD_OBJECT: buf_puts(out, "an object"); return;
    case FIELD_WORD:
        for (size_t i = 0; field->words[i]; i++)
            buf_printf(out, "%s\"%s\"", i ? " or " : "", field->words[i]);
        return;
    case FIELD_SIZE:
    case FIELD_OFFSET: buf_puts(out, "a whole number or null"); return;
    default:
        buf_printf(out, "%s up to %" PRIu64,
                   field->kind == FIELD_DIMS ? "a list of three whole numbers" : "a whole number",
                   number_max(field->kind));
    }
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* A number, or "0x...", which stands for one that is too large for many readers. */
static bool take_number(const json_t *value, uint64_t max, uint64_t *out)
{
    const char *text = json_string_value(value);
    size_t digits =
        text && strncmp(text, "0x", 2) == 0 ? strspn(text + 2, "0123456789abcdefABCDEF") : 0;
    if (digits > 0 && digits <= 16 && !text[2 + digits])
        *out = strtoull(text, NULL, 16);
    else if (json_is_integer(value) && json_integer_value(value) >= 0)
        *out = (uint64_t)json_integer_value(value);
    else
        return false;
    return *out <= max;
}

static bool take_integer(const json_t *value, enum field_kind kind, void *out)
{
    uint64_t number = UINT64_MAX;
    bool is_none = json_is_null(value) && (kind == FIELD_SIZE || kind == FIELD_OFFSET);
    if (!is_none && !take_number(value, number_max(kind), &number))
        return false;
    switch (kind) {
    case FIELD_U8: *(uint8_t *)out = (uint8_t)number; break;
    case FIELD_U16: *(uint16_t *)out = (uint16_t)number; break;
    case FIELD_U32: *(uint32_t *)out = (uint32_t)number; break;
    case FIELD_SIZE: *(size_t *)out = (size_t)number; break;
    default: *(uint64_t *)out = number;
    }
    return true;
}

static bool take_dims(const json_t *value, uint32_t *out)
{
    for (size_t i = 0; i < 3; i++)
        if (json_array_size(value) != 3 ||
            !take_integer(json_array_get(value, i), FIELD_U32, &out[i]))
            return false;
    return true;
}

static bool take_word(const json_t *value, const char *const *words, unsigned *out)
{
    const char *text = json_string_value(value);
    for (unsigned i = 0; text && words[i]; i++)
        if (strcmp(words[i], text) == 0) {
            *out = i;
            return true;
        }
    return false;
}

static void read_fields(struct reader *reader, const json_t *object, const struct field *fields,
                        bool owned, void *out);

/* |owned|: strings are copies; else they are those of the JSON, which the package keeps. */
static bool take_value(struct reader *reader, const json_t *value, const struct field *field,
                       bool owned, void *out)
{
    switch (field->kind) {
    case FIELD_BOOL:
    case FIELD_FLAG: *(bool *)out = json_is_true(value); return json_is_boolean(value);
    case FIELD_STRING:
    case FIELD_TEXT:
        if (json_is_string(value))
            *(char **)out = owned ? mem_dup(json_string_value(value))
                                  : (char *)(uintptr_t)json_string_value(value);
        return json_is_string(value);
    case FIELD_WORD: return take_word(value, field->words, out);
    case FIELD_DIMS: return take_dims(value, out);
    case FIELD_OBJECT:
        if (json_is_object(value))
            read_fields(reader, value, field->fields, owned, out);
        return json_is_object(value);
    default: return take_integer(value, field->kind, out);
    }
}

static bool is_optional(enum field_kind kind)
{
    return kind == FIELD_FLAG || kind == FIELD_TEXT || kind == FIELD_DIMS || kind == FIELD_HASH;
}

static void read_fields(struct reader *reader, const json_t *object, const struct field *fields,
                        bool owned, void *out)
{
    for (const struct field *field = fields; field->name && !reader->failed; field++) {
        const json_t *value = json_object_get(object, field->name);
        size_t before = enter(reader, field->name);
        if (!value && !is_optional(field->kind)) {
            fail(reader, "is missing");
        } else if (value && !take_value(reader, value, field, owned, (char *)out + field->offset)) {
            struct buf expected = {0};
            put_expected(&expected, field);
            fail_value(reader, value, expected.data);
            buf_free(&expected);
        }
        leave(reader, before);
    }
}

/* The items, zeroes before |read| has filled them. The caller frees them even after a failure. */
static void *read_list(struct reader *reader, const json_t *object, const char *key, size_t size,
                       void (*read)(struct reader *reader, const json_t *item, void *out),
                       size_t *out_count)
{
    const json_t *list = json_object_get(object, key);
    *out_count = 0;
    if (reader->failed)
        return NULL;
    size_t before = enter(reader, key);
    if (!list)
        fail(reader, "is missing");
    else if (!json_is_array(list))
        fail_value(reader, list, "a list");
    char *items = mem_alloc((json_array_size(list) + 1) * size);
    for (size_t i = 0; i < json_array_size(list) && !reader->failed; i++) {
        const json_t *item = json_array_get(list, i);
        size_t list_end = enter_item(reader, i);
        ++*out_count;
        if (json_is_object(item))
            read(reader, item, items + i * size);
        else
            fail_value(reader, item, "an object");
        leave(reader, list_end);
    }
    leave(reader, before);
    return items;
}

/* ---- Items ----------------------------------------------------------------------------------- */

static void read_file(struct reader *reader, const json_t *item, void *out)
{
    read_fields(reader, item, file_fields, true, out);
}

static void read_container(struct reader *reader, const json_t *item, void *out)
{
    read_fields(reader, item, container_fields, true, out);
}

static void read_problem(struct reader *reader, const json_t *item, void *out)
{
    read_fields(reader, item, problem_fields, true, out);
}

static void read_argument(struct reader *reader, const json_t *item, void *out)
{
    read_fields(reader, item, argument_fields, false, out);
}

static void read_kernel(struct reader *reader, const json_t *item, void *out)
{
    struct kernel *kernel = out;
    read_fields(reader, item, kernel_fields, false, kernel);
    kernel->arguments = read_list(reader, item, "arguments", sizeof *kernel->arguments,
                                  read_argument, &kernel->argument_count);
    strings_take(&reader->package->memory, (char *)kernel->arguments);
}

static void check_kernels(struct reader *reader, const struct code_object *object)
{
    for (size_t i = 1; i < object->kernel_count && !reader->failed; i++)
        if (strcmp(object->kernels[i - 1].name, object->kernels[i].name) >= 0)
            fail(reader, "has kernels that are not sorted by name, or have the same name");
}

static void read_hashes(struct reader *reader, const json_t *kernels, struct package_image *image)
{
    size_t count = image->object.kernel_count;
    uint64_t *hashes = mem_alloc((count + 1) * sizeof *hashes), any = 0;
    for (size_t i = 0; i < count; i++) {
        read_fields(reader, json_array_get(kernels, i), hash_fields, false, &hashes[i]);
        any |= hashes[i];
    }
    if (any)
        image->code_hashes = hashes;
    else
        free(hashes);
}

static void read_image(struct reader *reader, const json_t *item, void *out)
{
    struct package_image *image = out;
    struct code_object *object = &image->object;
    read_fields(reader, item, image_fields, true, image);
    object->kernels = read_list(reader, item, "kernels", sizeof *object->kernels, read_kernel,
                                &object->kernel_count);
    strings_take(&reader->package->memory, (char *)object->kernels);
    if (!image->is_read) {
        if (object->kernel_count)
            fail(reader, "has kernels, but its is_read is false");
        *object = (struct code_object){0};
        return;
    }
    read_fields(reader, item, object_fields, false, object);
    struct codeobj_error error;
    if (!reader->failed &&
        target_id_parse_printed(image->target, &object->target, &error) != CODEOBJ_OK)
        fail(reader, "has a wrong target: %s", error.message);
    check_kernels(reader, object);
    if (!reader->failed)
        read_hashes(reader, json_object_get(item, "kernels"), image);
}

/* ---- The package ----------------------------------------------------------------------------- */

/* Checks that every index is in range, and that parents come before their children. */
static void check_indices(struct reader *reader, const struct package *package)
{
    for (size_t i = 0; i < package->container_count; i++) {
        const struct package_container *container = &package->containers[i];
        if (container->file >= package->file_count)
            fail(reader, "containers[%zu].file is not the number of a file", i);
        else if (container->parent != PACKAGE_NONE &&
                 (container->parent >= i ||
                  package->containers[container->parent].file != container->file))
            fail(reader, "containers[%zu].parent is not an earlier container of its file", i);
    }
    for (size_t i = 0; i < package->image_count; i++)
        if (package->images[i].container >= package->container_count)
            fail(reader, "images[%zu].container is not the number of a container", i);
    for (size_t i = 0; i < package->problem_count; i++)
        if (package->problems[i].file >= package->file_count)
            fail(reader, "problems[%zu].file is not the number of a file", i);
}

static void read_package(struct reader *reader, const json_t *root)
{
    static const char *const formats[] = {PACKAGE_FORMAT, NULL};
    static const struct field format_fields[] = {{"format", FIELD_WORD, 0, formats, NULL}, {0}};
    struct package *out = reader->package;
    unsigned format;
    read_fields(reader, root, format_fields, false, &format);
    out->files = read_list(reader, root, "files", sizeof *out->files, read_file, &out->file_count);
    out->containers = read_list(reader, root, "containers", sizeof *out->containers, read_container,
                                &out->container_count);
    out->problems = read_list(reader, root, "problems", sizeof *out->problems, read_problem,
                              &out->problem_count);
    out->images =
        read_list(reader, root, "images", sizeof *out->images, read_image, &out->image_count);
    if (!reader->failed)
        check_indices(reader, out);
}

enum status package_from_json(const char *path, struct package *out)
{
    *out = (struct package){0};
    FILE *file = fopen(path, "rbe");
    if (!file)
        return status_fail(STATUS_INPUT, "%s: cannot be read: %s", path, strerror(errno));
    json_error_t error;
    json_t *root = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
    fclose(file);
    if (!root)
        return status_fail(STATUS_INPUT, "%s:%d:%d: is not JSON: %s", path, error.line,
                           error.column, error.text);
    struct reader reader = {.path = path, .package = out};
    out->json = root;
    if (json_is_object(root))
        read_package(&reader, root);
    else
        fail_value(&reader, root, "an object");
    buf_free(&reader.at);
    return reader.failed ? STATUS_INPUT : STATUS_OK;
}
