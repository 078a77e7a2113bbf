/* A package as JSON, "kbuild-inspect-1": one schema writes and reads it; docs/inspect.md describes
 * the fields.
 *
 * It is written piece by piece: a library's kernels are hundreds of megabytes of text, so no tree
 * is built. One kernel, container and problem is a line each. A file that is read may come from
 * anywhere, and its keys may have any order: the type and range of every value are checked, and
 * every index. Unknown keys are ignored.
 */
#include "inspect/metric.h"

#include "parts.h"

#include <errno.h>
#include <jansson.h>

#define FORMAT "kbuild-inspect-1"

/* ---- Derived values -------------------------------------------------------------------------- */

static void put_place(struct buf *out, const void *image, const void *package)
{
    const struct package *all = package;
    const struct package_container *container =
        &all->containers[((const struct package_image *)image)->container];
    json_key(out, "path");
    json_put(out, all->files[container->file].path);
    json_key(out, "where");
    json_put(out, container->where);
}

static void put_demangled(struct buf *out, const void *kernel, const void *image)
{
    (void)image;
    OWNED char *readable = demangle(((const struct kernel *)kernel)->name);
    json_key(out, "demangled");
    json_put(out, readable);
}

static void put_code_hash(struct buf *out, const void *kernel, const void *image)
{
    const struct package_image *of = image;
    size_t number = (size_t)((const struct kernel *)kernel - of->object.kernels);
    if (!of->code_hashes || !of->code_hashes[number])
        return;
    json_key(out, "code_hash");
    buf_printf(out, "\"0x%016" PRIx64 "\"", of->code_hashes[number]);
}

static void put_occupancy(struct buf *out, const void *kernel, const void *image)
{
    const struct target_info *target = ((const struct package_image *)image)->object.target.info;
    struct occupancy occupancy = occupancy_of(kernel, target, 0, 0);
    json_key(out, "occupancy");
    buf_putc(out, '{');
    json_key(out, "waves");
    json_number(out, occupancy.waves);
    json_key(out, "of");
    json_number(out, target->waves);
    json_key(out, "limit");
    json_put(out, occupancy_words[occupancy.limit]);
    json_key(out, "by");
    buf_putc(out, '{');
    for (unsigned i = 0; i <= OCCUPANCY_BY_WORKGROUP; i++) {
        json_key(out, occupancy_words[i]);
        json_number(out, occupancy.limit_waves[i]);
    }
    buf_puts(out, "}}");
}

/* ---- The schema ------------------------------------------------------------------------------ */

enum field_kind {
    FIELD_END,
    FIELD_NUMBER,   /* unsigned */
    FIELD_NULLABLE, /* the same; null when all bits are set (PACKAGE_NONE, PACKAGE_NO_OFFSET) */
    FIELD_METRIC,   /* metric_table[|size|] has the name and the place */
    FIELD_BOOL,
    FIELD_FLAG,   /* bool; left out when false */
    FIELD_DIMS,   /* uint32_t[3]; left out when all are 0 */
    FIELD_STRING, /* char *, never NULL */
    FIELD_TEXT,   /* char *; left out when NULL */
    FIELD_WORD,   /* an enum, by |words| */
    FIELD_OBJECT, /* a struct inside the struct, by |fields| */
    FIELD_PART,   /* the same without an object of its own, when the bool at |condition| is set */
    FIELD_LIST,   /* an array, its items by |fields|, their number at |condition| */
    FIELD_OUTPUT, /* derived: written by |put|, with its key, and never read */
};

struct field {
    const char *name;
    enum field_kind kind;
    size_t offset, size; /* of the member; of an item of a list */
    size_t condition;
    const char *const *words; /* ends with NULL */
    const struct field *fields;
    const char *line; /* what each item of a list begins with */
    void (*put)(struct buf *out, const void *object, const void *parent);
};

#define AT(type, member)     .offset = offsetof(struct type, member)
#define SIZE(type, member)   .size = sizeof(((struct type *)0)->member)
#define IS(what, called)     .name = called, .kind = FIELD_##what
#define WORD(called, list)   IS(WORD, called), .words = list
#define METRIC(metric)       .kind = FIELD_METRIC, .size = metric
#define OUTPUT(function)     .kind = FIELD_OUTPUT, .put = function
#define MEMBER(type, member) AT(type, member), SIZE(type, member)
#define LIST(called, type, member, count, begin, items)                                            \
    IS(LIST, called), AT(type, member), .size = sizeof *((struct type *)0)->member,                \
                                        .condition = offsetof(struct type, count),                 \
                                        .fields = items, .line = begin

static const char *const formats[] = {FORMAT, NULL};
static const char *const container_kinds[] = {
    [CONTAINER_FILE] = "file",
    [CONTAINER_ARCHIVE_MEMBER] = "archive member",
    [CONTAINER_SECTION] = "section",
    [CONTAINER_BUNDLE] = "bundle",
    [CONTAINER_COMPRESSED_BUNDLE] = "compressed bundle",
    [CONTAINER_HEADER] = "header",
    [CONTAINER_FRAME] = "frame",
    [CONTAINER_OFFLOAD_BINARY] = "offload binary",
    [CONTAINER_MODULE] = "module",
    NULL,
};
static const char *const codecs[] = {
    [BUNDLE_CODEC_NONE] = "none",
    [BUNDLE_CODEC_ZLIB] = "zlib",
    [BUNDLE_CODEC_ZSTD] = "zstd",
    NULL,
};
static const char *const image_kinds[] = {
    [IMAGE_CODE_OBJECT] = "code object",
    [IMAGE_EMPTY] = "empty",
    [IMAGE_OTHER] = "other",
    NULL,
};
static const char *const argument_kinds[] = {
    [ARGUMENT_BY_VALUE] = "by value",
    [ARGUMENT_GLOBAL_BUFFER] = "global buffer",
    [ARGUMENT_DYNAMIC_SHARED_POINTER] = "dynamic shared pointer",
    [ARGUMENT_OTHER] = "other",
    [ARGUMENT_HIDDEN] = "hidden",
    NULL,
};

static const struct field file_fields[] = {
    {IS(STRING, "path"), MEMBER(package_file, path)},
    {IS(NUMBER, "size"), MEMBER(package_file, size)},
    {IS(TEXT, "same_as"), MEMBER(package_file, same_as)},
    {0},
};

static const struct field container_fields[] = {
    {IS(NULLABLE, "file"), MEMBER(package_container, file)},
    {IS(NULLABLE, "parent"), MEMBER(package_container, parent)},
    {WORD("kind", container_kinds), AT(package_container, kind)},
    {IS(STRING, "name"), MEMBER(package_container, name)},
    {IS(STRING, "where"), MEMBER(package_container, where)},
    {IS(NUMBER, "offset"), MEMBER(package_container, offset)},
    {IS(NUMBER, "stored_size"), MEMBER(package_container, stored_size)},
    {IS(NUMBER, "size"), MEMBER(package_container, size)},
    {WORD("codec", codecs), AT(package_container, codec)},
    {IS(NUMBER, "version"), MEMBER(package_container, version)},
    {0},
};

static const struct field problem_fields[] = {
    {IS(NULLABLE, "file"), MEMBER(package_problem, file)},
    {IS(STRING, "where"), MEMBER(package_problem, where)},
    {IS(NULLABLE, "offset"), MEMBER(package_problem, offset)},
    {IS(STRING, "message"), MEMBER(package_problem, message)},
    {0},
};

static const struct field argument_fields[] = {
    {IS(NUMBER, "offset"), MEMBER(kernel_argument, offset)},
    {IS(NUMBER, "size"), MEMBER(kernel_argument, size)},
    {WORD("kind", argument_kinds), AT(kernel_argument, kind)},
    {IS(STRING, "value_kind"), MEMBER(kernel_argument, value_kind)},
    {IS(TEXT, "name"), MEMBER(kernel_argument, name)},
    {IS(TEXT, "type"), MEMBER(kernel_argument, type_name)},
    {IS(TEXT, "address_space"), MEMBER(kernel_argument, address_space)},
    {IS(TEXT, "access"), MEMBER(kernel_argument, access)},
    {IS(NUMBER, "pointee_align"), MEMBER(kernel_argument, pointee_align)},
    {IS(FLAG, "const"), MEMBER(kernel_argument, is_const)},
    {IS(FLAG, "restrict"), MEMBER(kernel_argument, is_restrict)},
    {IS(FLAG, "volatile"), MEMBER(kernel_argument, is_volatile)},
    {0},
};

static const struct field descriptor_fields[] = {
    {IS(NUMBER, "rsrc1"), MEMBER(kernel_descriptor, rsrc1)},
    {IS(NUMBER, "rsrc2"), MEMBER(kernel_descriptor, rsrc2)},
    {IS(NUMBER, "rsrc3"), MEMBER(kernel_descriptor, rsrc3)},
    {IS(NUMBER, "properties"), MEMBER(kernel_descriptor, properties)},
    {IS(NUMBER, "kernarg_preload"), MEMBER(kernel_descriptor, kernarg_preload)},
    {IS(NUMBER, "address"), MEMBER(kernel_descriptor, address)},
    {IS(NUMBER, "entry_address"), MEMBER(kernel_descriptor, entry_address)},
    {IS(NUMBER, "code_offset"), MEMBER(kernel_descriptor, code_offset)},
    {0},
};

static const struct field kernel_fields[] = {
    {OUTPUT(put_demangled)},
    {IS(STRING, "name"), MEMBER(kernel, name)},
    {IS(TEXT, "symbol"), MEMBER(kernel, symbol)},
    {METRIC(METRIC_VGPR)},
    {METRIC(METRIC_AGPR)},
    {METRIC(METRIC_SGPR)},
    {METRIC(METRIC_VGPR_SPILLS)},
    {METRIC(METRIC_SGPR_SPILLS)},
    {METRIC(METRIC_LDS)},
    {METRIC(METRIC_SCRATCH)},
    {METRIC(METRIC_WAVE)},
    {METRIC(METRIC_KERNARG)},
    {IS(NUMBER, "kernarg_align"), MEMBER(kernel, kernarg_align)},
    {METRIC(METRIC_WORKGROUP)},
    {IS(DIMS, "required_workgroup"), MEMBER(kernel, required_workgroup)},
    {IS(DIMS, "workgroup_hint"), MEMBER(kernel, workgroup_hint)},
    {IS(BOOL, "uses_dynamic_stack"), MEMBER(kernel, uses_dynamic_stack)},
    {IS(BOOL, "uniform_workgroups"), MEMBER(kernel, uniform_workgroups)},
    {IS(TEXT, "language"), MEMBER(kernel, language)},
    {IS(TEXT, "kind"), MEMBER(kernel, kind)},
    {IS(TEXT, "vector_hint"), MEMBER(kernel, vector_hint)},
    {METRIC(METRIC_CODE)},
    {IS(OBJECT, "descriptor"), AT(kernel, descriptor), .fields = descriptor_fields},
    {OUTPUT(put_code_hash)},
    {OUTPUT(put_occupancy)},
    {LIST("arguments", kernel, arguments, argument_count, "", argument_fields)},
    {0},
};

static const struct field object_fields[] = {
    {IS(NUMBER, "code_object_version"), MEMBER(code_object, version)},
    {IS(NUMBER, "generic_version"), MEMBER(code_object, generic_version)},
    {IS(NUMBER, "elf_flags"), MEMBER(code_object, elf_flags)},
    {IS(NUMBER, "elf_size"), MEMBER(code_object, size)},
    {IS(BOOL, "has_debug_lines"), MEMBER(code_object, has_debug_lines)},
    {0},
};

static const struct field image_fields[] = {
    {OUTPUT(put_place)},
    {IS(NULLABLE, "container"), MEMBER(package_image, container)},
    {IS(STRING, "entry"), MEMBER(package_image, entry)},
    {IS(STRING, "target"), MEMBER(package_image, target)},
    {WORD("kind", image_kinds), AT(package_image, kind)},
    {IS(NUMBER, "offset"), MEMBER(package_image, offset)},
    {IS(NUMBER, "size"), MEMBER(package_image, size)},
    {IS(BOOL, "is_read"), MEMBER(package_image, is_read)},
    {IS(PART, ""), AT(package_image, object), .fields = object_fields,
     .condition = offsetof(struct package_image, is_read)},
    {LIST("kernels", package_image, object.kernels, object.kernel_count, "\n   ", kernel_fields)},
    {0},
};

static const struct field package_fields[] = {
    {LIST("files", package, files, file_count, "\n  ", file_fields)},
    {LIST("containers", package, containers, container_count, "\n  ", container_fields)},
    {LIST("problems", package, problems, problem_count, "\n  ", problem_fields)},
    {LIST("images", package, images, image_count, "\n  ", image_fields)},
    {0},
};

/* |field|, or |*out|: its metric's name and place. */
static const struct field *resolved(const struct field *field, struct field *out)
{
    if (field->kind != FIELD_METRIC)
        return field;
    const struct metric_info *metric = &metric_table[field->size];
    *out = (struct field){.name = metric->field,
                          .kind = FIELD_NUMBER,
                          .offset = metric->offset,
                          .size = metric->size};
    return out;
}

static bool is_none(const void *value, size_t size)
{
    return member_value(value, size) == UINT64_MAX >> (64 - 8 * size);
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void put_dims(struct buf *out, const uint32_t *dims)
{
    for (int i = 0; i < 3; i++) {
        buf_putc(out, i ? ',' : '[');
        json_number(out, dims[i]);
    }
    buf_putc(out, ']');
}

static bool is_left_out(enum field_kind kind, const void *value)
{
    static const uint32_t no_dims[3];
    return (kind == FIELD_FLAG && !*(const bool *)value) ||
           (kind == FIELD_TEXT && !*(char *const *)value) ||
           (kind == FIELD_DIMS && memcmp(value, no_dims, sizeof no_dims) == 0);
}

static void put_fields(struct buf *out, const struct field *fields, const void *object,
                       const void *parent);

static void put_item(struct buf *out, const struct field *list, size_t i, const void *object)
{
    const char *items = *(const char *const *)(const void *)((const char *)object + list->offset);
    buf_puts(out, i ? "," : "");
    buf_puts(out, list->line);
    buf_putc(out, '{');
    put_fields(out, list->fields, items + i * list->size, object);
    buf_putc(out, '}');
}

static size_t list_count(const struct field *list, const void *object)
{
    return *(const size_t *)(const void *)((const char *)object + list->condition);
}

static void put_value(struct buf *out, const struct field *field, const void *object)
{
    const void *value = (const char *)object + field->offset;
    switch (field->kind) {
    case FIELD_BOOL:
    case FIELD_FLAG: buf_puts(out, *(const bool *)value ? "true" : "false"); break;
    case FIELD_DIMS: put_dims(out, value); break;
    case FIELD_STRING:
    case FIELD_TEXT: json_put(out, *(char *const *)value); break;
    case FIELD_WORD: json_put(out, field->words[*(const unsigned *)value]); break;
    case FIELD_OBJECT:
        buf_putc(out, '{');
        put_fields(out, field->fields, value, object);
        buf_putc(out, '}');
        break;
    case FIELD_LIST:
        buf_putc(out, '[');
        for (size_t i = 0; i < list_count(field, object); i++)
            put_item(out, field, i, object);
        buf_putc(out, ']');
        break;
    default:
        if (field->kind == FIELD_NULLABLE && is_none(value, field->size))
            buf_puts(out, "null");
        else
            json_number(out, member_value(value, field->size));
    }
}

static void put_fields(struct buf *out, const struct field *fields, const void *object,
                       const void *parent)
{
    for (struct field metric; fields->kind != FIELD_END; fields++) {
        const struct field *field = resolved(fields, &metric);
        const char *value = (const char *)object + field->offset;
        if (field->kind == FIELD_OUTPUT) {
            field->put(out, object, parent);
        } else if (field->kind == FIELD_PART && *((const bool *)object + field->condition)) {
            put_fields(out, field->fields, value, object);
        } else if (field->kind != FIELD_PART && !is_left_out(field->kind, value)) {
            json_key(out, field->name);
            put_value(out, field, object);
        }
    }
}

/* |stream|, when it is not NULL, gets the text piece by piece. */
static void put_package(const struct package *package, struct buf *out, FILE *stream)
{
    buf_puts(out, "{\"format\":\"" FORMAT "\"");
    for (const struct field *list = package_fields; list->kind != FIELD_END; list++) {
        buf_printf(out, ",\n\"%s\":[", list->name);
        for (size_t i = 0; i < list_count(list, package); i++) {
            put_item(out, list, i, package);
            if (stream) {
                fwrite(out->data, 1, out->size, stream);
                out->size = 0;
            }
        }
        buf_putc(out, ']');
    }
    buf_puts(out, "}\n");
}

void package_to_json(const struct package *package, struct buf *out)
{
    put_package(package, out, NULL);
}

void package_print_json(const struct package *package, FILE *stream)
{
    OWNED_BY(buf_free) struct buf out = {0};
    put_package(package, &out, stream);
    fwrite(out.data, 1, out.size, stream);
}

/* ---- Mistakes in what is read ---------------------------------------------------------------- */

struct reader {
    const char *path;
    struct buf at; /* "images[3].kernels[7].vgprs" */
    bool failed;   /* that was reported */
};

__attribute__((format(printf, 2, 3))) static void fail(struct reader *reader, const char *format,
                                                       ...)
{
    OWNED_BY(buf_free) struct buf text = {0};
    va_list arguments;
    va_start(arguments, format);
    buf_vprintf(&text, format, arguments);
    va_end(arguments);
    if (!reader->failed)
        status_fail(STATUS_INPUT, "%s: %s%s%s; write it again with kbuild inspect --json",
                    reader->path, reader->at.size ? reader->at.data : "",
                    reader->at.size ? " " : "", text.data);
    reader->failed = true;
}

/* A value for a message. Control characters from a file must not reach the terminal. */
static void describe(struct buf *out, const json_t *value)
{
    const char *text = json_string_value(value);
    if (json_is_object(value) || json_is_array(value)) {
        buf_puts(out, json_is_object(value) ? "an object" : "a list");
    } else if (text) {
        buf_putc(out, '"');
        for (size_t i = 0; text[i] && i < 40; i++)
            buf_putc(out, text[i] >= ' ' && text[i] < 0x7f ? text[i] : '?');
        buf_puts(out, strlen(text) > 40 ? "...\"" : "\"");
    } else {
        OWNED char *dump = json_dumps(value, JSON_ENCODE_ANY);
        buf_puts(out, dump);
    }
}

static void fail_value(struct reader *reader, const json_t *value, const char *expected)
{
    OWNED_BY(buf_free) struct buf text = {0};
    describe(&text, value);
    fail(reader, "is %s; %s is expected", text.data, expected);
}

static uint64_t number_max(const struct field *field)
{
    size_t size = field->kind == FIELD_DIMS ? sizeof(uint32_t) : field->size;
    return (UINT64_MAX >> (64 - 8 * size)) - (field->kind == FIELD_NULLABLE);
}

static void fail_field(struct reader *reader, const json_t *value, const struct field *field)
{
    static const char *const expected[] = {
        [FIELD_NULLABLE] = "a whole number or null",
        [FIELD_BOOL] = "true or false",
        [FIELD_FLAG] = "true or false",
        [FIELD_STRING] = "a string",
        [FIELD_TEXT] = "a string",
        [FIELD_OBJECT] = "an object",
        [FIELD_LIST] = "a list",
        [FIELD_OUTPUT] = NULL, /* the last kind */
    };
    OWNED_BY(buf_free) struct buf text = {0};
    for (size_t i = 0; field->kind == FIELD_WORD && field->words[i]; i++)
        buf_printf(&text, "%s\"%s\"", i ? " or " : "", field->words[i]);
    if (expected[field->kind])
        buf_puts(&text, expected[field->kind]);
    else if (!text.size)
        buf_printf(&text, "%s up to %" PRIu64,
                   field->kind == FIELD_DIMS ? "a list of three whole numbers" : "a whole number",
                   number_max(field));
    fail_value(reader, value, text.data);
}

/* ---- Reading --------------------------------------------------------------------------------- */

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

static bool take_integer(const json_t *value, const struct field *field, void *out)
{
    uint64_t number = UINT64_MAX;
    bool none = json_is_null(value) && field->kind == FIELD_NULLABLE;
    if (!none && !take_number(value, number_max(field), &number))
        return false;
    switch (field->size) {
    case 1: *(uint8_t *)out = (uint8_t)number; break;
    case 2: *(uint16_t *)out = (uint16_t)number; break;
    case 4: *(uint32_t *)out = (uint32_t)number; break;
    default: *(uint64_t *)out = number;
    }
    return true;
}

static bool take_dims(const json_t *value, const struct field *field, uint32_t *out)
{
    uint64_t number;
    for (size_t i = 0; i < 3; i++) {
        if (json_array_size(value) != 3 ||
            !take_number(json_array_get(value, i), number_max(field), &number))
            return false;
        out[i] = (uint32_t)number;
    }
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

static void read_fields(struct reader *reader, const json_t *json, const struct field *fields,
                        void *object);

/* Room for the items, which |object| owns even after a failure: zeroes until they are read. */
static void read_items(struct reader *reader, const json_t *list, const struct field *field,
                       char *object)
{
    char *items = mem_alloc((json_array_size(list) + 1) * field->size);
    size_t *count = (size_t *)(void *)(object + field->condition), before = reader->at.size;
    memcpy(object + field->offset, &items, sizeof items);
    for (size_t i = 0; i < json_array_size(list) && !reader->failed; i++) {
        const json_t *item = json_array_get(list, i);
        reader->at.size = before;
        buf_printf(&reader->at, "[%zu]", i);
        ++*count;
        if (json_is_object(item))
            read_fields(reader, item, field->fields, items + i * field->size);
        else
            fail_value(reader, item, "an object");
    }
}

/* Strings are those of the JSON, which the package keeps. */
static bool take_value(struct reader *reader, const json_t *value, const struct field *field,
                       char *object)
{
    void *out = object + field->offset;
    switch (field->kind) {
    case FIELD_BOOL:
    case FIELD_FLAG: *(bool *)out = json_is_true(value); return json_is_boolean(value);
    case FIELD_STRING:
    case FIELD_TEXT:
        *(char **)out = (char *)(uintptr_t)json_string_value(value);
        return json_is_string(value);
    case FIELD_WORD: return take_word(value, field->words, out);
    case FIELD_DIMS: return take_dims(value, field, out);
    case FIELD_OBJECT:
        if (json_is_object(value))
            read_fields(reader, value, field->fields, out);
        return json_is_object(value);
    case FIELD_LIST:
        if (json_is_array(value))
            read_items(reader, value, field, object);
        return json_is_array(value);
    default: return take_integer(value, field, out);
    }
}

static void read_field(struct reader *reader, const json_t *value, const struct field *field,
                       void *object)
{
    size_t before = reader->at.size;
    bool is_optional =
        field->kind == FIELD_FLAG || field->kind == FIELD_TEXT || field->kind == FIELD_DIMS;
    buf_printf(&reader->at, "%s%s", before ? "." : "", field->name);
    if (!value && !is_optional)
        fail(reader, "is missing");
    else if (value && !take_value(reader, value, field, object))
        fail_field(reader, value, field);
    reader->at.size = before;
    reader->at.data[before] = '\0';
}

static void read_fields(struct reader *reader, const json_t *json, const struct field *fields,
                        void *object)
{
    for (struct field metric; fields->kind != FIELD_END && !reader->failed; fields++) {
        const struct field *field = resolved(fields, &metric);
        if (field->kind == FIELD_PART && *((const bool *)object + field->condition))
            read_fields(reader, json, field->fields, (char *)object + field->offset);
        else if (field->kind != FIELD_PART && field->kind != FIELD_OUTPUT)
            read_field(reader, json_object_get(json, field->name), field, object);
    }
}

/* ---- What the schema does not say ------------------------------------------------------------ */

/* Checks that parents come before their children, and that the file is in range. */
static void check_container(struct reader *reader, const struct package *package, size_t i)
{
    const struct package_container *container = &package->containers[i];
    if (container->file >= package->file_count)
        fail(reader, "containers[%zu].file is not the number of a file", i);
    else if (container->parent != PACKAGE_NONE &&
             (container->parent >= i ||
              package->containers[container->parent].file != container->file))
        fail(reader, "containers[%zu].parent is not an earlier container of its file", i);
}

/* NULL when no kernel has one. */
static uint64_t *read_hashes(struct reader *reader, const json_t *kernels)
{
    static const struct field hash = {IS(NUMBER, "code_hash"), .size = sizeof(uint64_t)};
    size_t count = json_array_size(kernels);
    uint64_t *hashes = mem_alloc((count + 1) * sizeof *hashes), any = 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_object_get(json_array_get(kernels, i), hash.name);
        if (value)
            read_field(reader, value, &hash, &hashes[i]);
        any |= hashes[i];
    }
    if (!any) {
        free(hashes);
        return NULL;
    }
    return hashes;
}

static void finish_image(struct reader *reader, const struct package *package, size_t i,
                         const json_t *json)
{
    struct package_image *image = &package->images[i];
    struct code_object *object = &image->object;
    struct codeobj_error error;
    if (image->container >= package->container_count)
        fail(reader, "images[%zu].container is not the number of a container", i);
    if (!image->is_read && object->kernel_count)
        fail(reader, "images[%zu] has kernels, but its is_read is false", i);
    if (image->is_read &&
        target_id_parse_printed(image->target, &object->target, &error) != CODEOBJ_OK)
        fail(reader, "images[%zu] has a wrong target: %s", i, error.message);
    for (size_t k = 1; k < object->kernel_count; k++)
        if (strcmp(object->kernels[k - 1].name, object->kernels[k].name) >= 0)
            fail(reader,
                 "images[%zu] has kernels that are not sorted by name, or have the same name", i);
    buf_printf(&reader->at, "images[%zu]", i);
    image->code_hashes = read_hashes(reader, json_object_get(json, "kernels"));
    reader->at.size = 0;
}

static void read_package(struct reader *reader, const json_t *root, struct package *out)
{
    static const struct field format = {WORD("format", formats)};
    unsigned ignored;
    read_field(reader, json_object_get(root, format.name), &format, &ignored);
    read_fields(reader, root, package_fields, out);
    for (size_t i = 0; i < out->container_count && !reader->failed; i++)
        check_container(reader, out, i);
    for (size_t i = 0; i < out->problem_count && !reader->failed; i++)
        if (out->problems[i].file >= out->file_count)
            fail(reader, "problems[%zu].file is not the number of a file", i);
    for (size_t i = 0; i < out->image_count && !reader->failed; i++)
        finish_image(reader, out, i, json_array_get(json_object_get(root, "images"), i));
}

enum status package_from_json(const char *path, struct package *out)
{
    *out = (struct package){0};
    FILE *file = fopen(path, "rbe");
    if (!file)
        return status_fail(STATUS_INPUT, "%s: cannot be read: %s", path, strerror(errno));
    json_error_t error;
    out->json = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
    fclose(file);
    if (!out->json)
        return status_fail(STATUS_INPUT, "%s:%d:%d: is not JSON: %s", path, error.line,
                           error.column, error.text);
    struct reader reader = {.path = path};
    if (json_is_object(out->json))
        read_package(&reader, out->json, out);
    else
        fail_value(&reader, out->json, "an object");
    buf_free(&reader.at);
    return reader.failed ? STATUS_INPUT : STATUS_OK;
}
