/* Code object metadata: the MessagePack document of an NT_AMDGPU_METADATA note.
 *
 * See LLVM's AMDGPU usage guide, "Code Object V3 Metadata" and the differences listed for later
 * versions. The keys used here have had the same meaning in every version since 3; others are
 * ignored.
 *
 * The document is read once, in a copy that stays with the code object, and its strings are used in
 * place. Arrays are no larger than the remaining bytes can fill.
 */
#include "internal.h"
#include "span.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- MessagePack -------------------------------------------------------------------------------
 *
 * It is read once from front to back, in memory that may be written.
 * See the MessagePack specification, "Formats".
 *
 * Every declared size is checked against the bytes that are left, so nothing is allocated, and
 * nesting costs nothing. Strings are used in place: a value's first byte is read when the value
 * before it ends, so the byte behind a string is free to become its NUL.
 */

enum value_type {
    VALUE_INVALID, /* the only byte that starts no value */
    VALUE_NIL,
    VALUE_BOOL,
    VALUE_UNSIGNED, /* any number from 0 on, however it is written */
    VALUE_NEGATIVE,
    VALUE_FLOAT,
    VALUE_STRING,
    VALUE_BINARY,
    VALUE_ARRAY,
    VALUE_MAP,
    VALUE_EXTENSION,
};

struct value {
    enum value_type type;
    uint64_t number; /* of a boolean or unsigned one; elements of an array; pairs of a map */
    char *text;      /* of a string, NUL behind it, and perhaps others inside */
    size_t size;     /* bytes of |text| */
    uint64_t offset; /* of its first byte, as errors have it */
};

struct messagepack {
    uint8_t *data; /* |size| + 1 bytes */
    size_t size;
    size_t at;
    uint8_t lead;  /* data[at] as it was in the document */
    uint64_t base; /* offset of |data| in the bytes that error offsets refer to */
};

/* The meaning of a first byte. */
struct format {
    uint8_t type;    /* enum value_type */
    uint8_t field;   /* bytes of the big-endian number behind it */
    uint8_t payload; /* bytes behind that; for sized types, in addition to the field's number */
};

static const struct format formats[] = {
    [0xc0 - 0xc0] = {VALUE_NIL, 0, 0},        [0xc1 - 0xc0] = {VALUE_INVALID, 0, 0},
    [0xc2 - 0xc0] = {VALUE_BOOL, 0, 0},       [0xc3 - 0xc0] = {VALUE_BOOL, 0, 0},
    [0xc4 - 0xc0] = {VALUE_BINARY, 1, 0},     [0xc5 - 0xc0] = {VALUE_BINARY, 2, 0},
    [0xc6 - 0xc0] = {VALUE_BINARY, 4, 0},     [0xc7 - 0xc0] = {VALUE_EXTENSION, 1, 1},
    [0xc8 - 0xc0] = {VALUE_EXTENSION, 2, 1},  [0xc9 - 0xc0] = {VALUE_EXTENSION, 4, 1},
    [0xca - 0xc0] = {VALUE_FLOAT, 4, 0},      [0xcb - 0xc0] = {VALUE_FLOAT, 8, 0},
    [0xcc - 0xc0] = {VALUE_UNSIGNED, 1, 0},   [0xcd - 0xc0] = {VALUE_UNSIGNED, 2, 0},
    [0xce - 0xc0] = {VALUE_UNSIGNED, 4, 0},   [0xcf - 0xc0] = {VALUE_UNSIGNED, 8, 0},
    [0xd0 - 0xc0] = {VALUE_NEGATIVE, 1, 0},   [0xd1 - 0xc0] = {VALUE_NEGATIVE, 2, 0},
    [0xd2 - 0xc0] = {VALUE_NEGATIVE, 4, 0},   [0xd3 - 0xc0] = {VALUE_NEGATIVE, 8, 0},
    [0xd4 - 0xc0] = {VALUE_EXTENSION, 0, 2},  [0xd5 - 0xc0] = {VALUE_EXTENSION, 0, 3},
    [0xd6 - 0xc0] = {VALUE_EXTENSION, 0, 5},  [0xd7 - 0xc0] = {VALUE_EXTENSION, 0, 9},
    [0xd8 - 0xc0] = {VALUE_EXTENSION, 0, 17}, [0xd9 - 0xc0] = {VALUE_STRING, 1, 0},
    [0xda - 0xc0] = {VALUE_STRING, 2, 0},     [0xdb - 0xc0] = {VALUE_STRING, 4, 0},
    [0xdc - 0xc0] = {VALUE_ARRAY, 2, 0},      [0xdd - 0xc0] = {VALUE_ARRAY, 4, 0},
    [0xde - 0xc0] = {VALUE_MAP, 2, 0},        [0xdf - 0xc0] = {VALUE_MAP, 4, 0},
};

/* The format of |lead|; |*number| is the part of a number or a size that is in |lead| itself. */
static struct format format_of(uint8_t lead, uint64_t *number)
{
    if (lead >= 0xe0)
        return (struct format){VALUE_NEGATIVE, 0, 0};
    if (lead >= 0xc0) {
        *number = lead == 0xc3; /* true */
        return formats[lead - 0xc0];
    }
    if (lead >= 0xa0) {
        *number = lead & 0x1f;
        return (struct format){VALUE_STRING, 0, 0};
    }
    *number = lead < 0x80 ? lead : lead & 0x0f;
    return (struct format){lead < 0x80   ? VALUE_UNSIGNED
                           : lead < 0x90 ? VALUE_MAP
                                         : VALUE_ARRAY,
                           0, 0};
}

static uint64_t read_big_endian(const uint8_t *data, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++)
        number = number << 8 | data[i];
    return number;
}

static void advance(struct messagepack *reader, size_t size)
{
    reader->at += size;
    reader->lead = reader->at < reader->size ? reader->data[reader->at] : 0;
}

/* How many values follow the head of |value| as its contents. */
static uint64_t children_of(const struct value *value)
{
    return value->type == VALUE_MAP     ? 2 * value->number
           : value->type == VALUE_ARRAY ? value->number
                                        : 0;
}

/* Starts on the |size| bytes at |data|, which has room for one more. */
static void messagepack_open(struct messagepack *reader, uint8_t *data, size_t size, uint64_t base)
{
    *reader = (struct messagepack){.data = data, .size = size, .base = base};
    advance(reader, 0);
}

/* The next value: of an array or a map only its head, its elements follow as values of their own.
 */
static enum codeobj_status messagepack_next(struct messagepack *reader, struct value *out,
                                            struct codeobj_error *error)
{
    uint64_t number = 0, payload, left = reader->size - reader->at;
    const uint64_t offset = reader->base + reader->at;
    const struct format format = format_of(reader->lead, &number);
    if (left == 0 || format.field > left - 1)
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, offset, "metadata ends inside a value");
    if (format.type == VALUE_INVALID)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset, "metadata is not MessagePack");
    if (format.field)
        number = read_big_endian(reader->data + reader->at + 1, format.field);
    left -= 1u + format.field;

    *out = (struct value){.type = format.type, .number = number, .offset = offset};
    payload = format.payload;
    if (format.type == VALUE_STRING || format.type == VALUE_BINARY ||
        format.type == VALUE_EXTENSION)
        payload += number;
    if (format.type == VALUE_NEGATIVE && format.field && !(number >> (8 * format.field - 1)))
        out->type = VALUE_UNSIGNED; /* a signed format, but no sign */
    if (payload > left || children_of(out) > left)
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, offset,
                               "metadata declares %" PRIu64 " elements and ends before them",
                               number);
    if (format.type == VALUE_STRING) {
        out->text = (char *)reader->data + reader->at + 1 + format.field;
        out->size = (size_t)payload;
    }
    advance(reader, 1u + format.field + (size_t)payload);
    if (out->text)
        out->text[out->size] = '\0';
    return CODEOBJ_OK;
}

/* Skips |count| values with all that is in them. */
static enum codeobj_status messagepack_skip(struct messagepack *reader, uint64_t count,
                                            struct codeobj_error *error)
{
    while (count > 0) { /* a value takes a byte, so |count| cannot overflow */
        struct value value;
        enum codeobj_status status = messagepack_next(reader, &value, error);
        if (status)
            return status;
        count += children_of(&value) - 1;
    }
    return CODEOBJ_OK;
}

/* Skips the contents of |value|, which messagepack_next() has just returned. */
static enum codeobj_status messagepack_skip_rest(struct messagepack *reader,
                                                 const struct value *value,
                                                 struct codeobj_error *error)
{
    return messagepack_skip(reader, children_of(value), error);
}

/* ---- The document --------------------------------------------------------------------------- */

enum {
    /* The required keys alone make a kernel or an argument longer than this, so a count that needs
     * more bytes than the note has left is wrong, and nothing is allocated for it. */
    KERNEL_MIN_BYTES = 128,
    ARGUMENT_MIN_BYTES = 16,
};

/* In the order in which LLVM writes them, which is alphabetical. */
#define KERNEL(key, type, required, name) FIELD(key, type, required, struct kernel, name)
static const struct field kernel_fields[] = {
    KERNEL(".agpr_count", FIELD_NUMBER, false, agprs),
    KERNEL(".args", FIELD_ARGUMENTS, false, arguments),
    KERNEL(".group_segment_fixed_size", FIELD_NUMBER, true, group_segment),
    KERNEL(".kernarg_segment_align", FIELD_NUMBER, true, kernarg_align),
    KERNEL(".kernarg_segment_size", FIELD_NUMBER, true, kernarg_size),
    KERNEL(".kind", FIELD_TEXT, false, kind),
    KERNEL(".language", FIELD_TEXT, false, language),
    KERNEL(".max_flat_workgroup_size", FIELD_NUMBER, true, max_workgroup),
    KERNEL(".name", FIELD_TEXT, true, name),
    KERNEL(".private_segment_fixed_size", FIELD_NUMBER, true, private_segment),
    KERNEL(".reqd_workgroup_size", FIELD_DIMENSIONS, false, required_workgroup),
    KERNEL(".sgpr_count", FIELD_NUMBER, true, sgprs),
    KERNEL(".sgpr_spill_count", FIELD_NUMBER, false, sgpr_spills),
    KERNEL(".symbol", FIELD_TEXT, true, symbol),
    KERNEL(".uniform_work_group_size", FIELD_BOOL, false, uniform_workgroups),
    KERNEL(".uses_dynamic_stack", FIELD_BOOL, false, uses_dynamic_stack),
    KERNEL(".vec_type_hint", FIELD_TEXT, false, vector_hint),
    KERNEL(".vgpr_count", FIELD_NUMBER, true, vgprs),
    KERNEL(".vgpr_spill_count", FIELD_NUMBER, false, vgpr_spills),
    KERNEL(".wavefront_size", FIELD_NUMBER, true, wave_size),
    KERNEL(".workgroup_size_hint", FIELD_DIMENSIONS, false, workgroup_hint),
};

#define ARGUMENT(key, type, required, name) FIELD(key, type, required, struct kernel_argument, name)
static const struct field argument_fields[] = {
    ARGUMENT(".access", FIELD_TEXT, false, access),
    ARGUMENT(".address_space", FIELD_TEXT, false, address_space),
    ARGUMENT(".is_const", FIELD_BOOL, false, is_const),
    ARGUMENT(".is_restrict", FIELD_BOOL, false, is_restrict),
    ARGUMENT(".is_volatile", FIELD_BOOL, false, is_volatile),
    ARGUMENT(".name", FIELD_TEXT, false, name),
    ARGUMENT(".offset", FIELD_NUMBER, true, offset),
    ARGUMENT(".pointee_align", FIELD_NUMBER, false, pointee_align),
    ARGUMENT(".size", FIELD_NUMBER, true, size),
    ARGUMENT(".type_name", FIELD_TEXT, false, type_name),
    ARGUMENT(".value_kind", FIELD_TEXT, true, value_kind),
};

struct document {
    char *target; /* "amdgcn-amd-amdhsa--gfx90a" repeats e_flags, since version 4 */
};
static const struct field document_fields[] = {
    FIELD("amdhsa.kernels", FIELD_KERNELS, false, struct document, target),
    FIELD("amdhsa.target", FIELD_TEXT, false, struct document, target),
};

struct metadata {
    struct messagepack reader;
    struct code_object *object;
    struct codeobj_error *error;
};

static enum codeobj_status read_fields(struct metadata *metadata, const struct value *map,
                                       struct field_set *set, const char *where, void *out);

/* The head of an array whose elements take at least |element_min| bytes, and zeroed memory for
 * them. */
static enum codeobj_status read_array(struct metadata *metadata, const struct field *field,
                                      const struct value *array, size_t element_min,
                                      size_t element_size, void *elements)
{
    if (array->type != VALUE_ARRAY)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, array->offset,
                               "'%s' in the metadata is not an array", field->key);
    size_t left = metadata->reader.size - metadata->reader.at;
    if (array->number > left / element_min)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, array->offset,
                               "'%s' in the metadata has more elements than fit", field->key);
    void *memory = memory_take(&metadata->object->memory, array->number, element_size);
    memcpy(elements, &memory, sizeof memory);
    return memory ? CODEOBJ_OK : codeobj_fail(metadata->error, CODEOBJ_NO_MEMORY, "out of memory");
}

static enum codeobj_status read_argument(struct metadata *metadata, struct kernel_argument *out)
{
    struct field_set set = FIELD_SET(argument_fields);
    struct value map;
    enum codeobj_status status = messagepack_next(&metadata->reader, &map, metadata->error);
    if (!status)
        status = read_fields(metadata, &map, &set, "a kernel's argument", out);
    if (!status)
        out->kind = argument_kind(out->value_kind);
    return status;
}

static enum codeobj_status read_arguments(struct metadata *metadata, const struct field *field,
                                          const struct value *array, struct kernel *kernel)
{
    enum codeobj_status status = read_array(metadata, field, array, ARGUMENT_MIN_BYTES,
                                            sizeof(struct kernel_argument), &kernel->arguments);
    while (!status && kernel->argument_count < array->number)
        status = read_argument(metadata, &kernel->arguments[kernel->argument_count++]);
    return status;
}

static enum codeobj_status read_kernel(struct metadata *metadata, struct kernel *out)
{
    struct field_set set = FIELD_SET(kernel_fields);
    struct value map;
    enum codeobj_status status = messagepack_next(&metadata->reader, &map, metadata->error);
    if (!status)
        status = read_fields(metadata, &map, &set, "a kernel", out);
    if (!status)
        status = kernel_check(out, ".kd", map.offset, metadata->error);
    return status;
}

static enum codeobj_status read_kernels(struct metadata *metadata, const struct field *field,
                                        const struct value *array)
{
    struct code_object *object = metadata->object;
    enum codeobj_status status = read_array(metadata, field, array, KERNEL_MIN_BYTES,
                                            sizeof(struct kernel), &object->kernels);
    while (!status && object->kernel_count < array->number)
        status = read_kernel(metadata, &object->kernels[object->kernel_count++]);
    return status;
}

static enum codeobj_status read_number(struct metadata *metadata, const struct field *field,
                                       const struct value *value, uint32_t *out)
{
    if (value->type != VALUE_UNSIGNED || value->number > UINT32_MAX)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, value->offset,
                               "'%s' in the metadata is not an unsigned 32-bit number", field->key);
    *out = (uint32_t)value->number;
    return CODEOBJ_OK;
}

static enum codeobj_status read_dimensions(struct metadata *metadata, const struct field *field,
                                           const struct value *array, uint32_t out[3])
{
    if (array->type != VALUE_ARRAY || array->number != 3)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, array->offset,
                               "'%s' in the metadata is not an array of 3 numbers", field->key);
    enum codeobj_status status = CODEOBJ_OK;
    for (size_t i = 0; i < 3 && !status; i++) {
        struct value value;
        status = messagepack_next(&metadata->reader, &value, metadata->error);
        if (!status)
            status = read_number(metadata, field, &value, &out[i]);
    }
    return status;
}

static enum codeobj_status read_bool(struct metadata *metadata, const struct field *field,
                                     const struct value *value, bool *out)
{
    /* ".uniform_work_group_size" is a number, 0 or 1. */
    if ((value->type != VALUE_BOOL && value->type != VALUE_UNSIGNED) || value->number > 1)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, value->offset,
                               "'%s' in the metadata is neither true nor false", field->key);
    *out = value->number;
    return CODEOBJ_OK;
}

static enum codeobj_status read_text(struct metadata *metadata, const struct field *field,
                                     const struct value *value, char **out)
{
    if (value->type != VALUE_STRING ||
        !utf8_is_text((struct span){(const uint8_t *)value->text, value->size}))
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, value->offset,
                               "'%s' in the metadata is not text", field->key);
    *out = value->text;
    return CODEOBJ_OK;
}

static enum codeobj_status read_field(struct metadata *metadata, const struct field *field,
                                      const struct value *value, void *out)
{
    void *member = (char *)out + field->member;
    switch (field->type) {
    case FIELD_NUMBER: return read_number(metadata, field, value, member);
    case FIELD_BOOL: return read_bool(metadata, field, value, member);
    case FIELD_WORD:
    case FIELD_TEXT: return read_text(metadata, field, value, member);
    case FIELD_DIMENSIONS: return read_dimensions(metadata, field, value, member);
    case FIELD_ARGUMENTS: return read_arguments(metadata, field, value, out);
    case FIELD_KERNELS: return read_kernels(metadata, field, value);
    case FIELD_MAP: break;
    }
    return CODEOBJ_OK;
}

static enum codeobj_status read_fields(struct metadata *metadata, const struct value *map,
                                       struct field_set *set, const char *where, void *out)
{
    if (map->type != VALUE_MAP)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, map->offset,
                               "metadata of %s is not a map", where);
    for (uint64_t i = 0; i < map->number; i++) {
        struct value key, value;
        const struct field *field = NULL;
        enum codeobj_status status = messagepack_next(&metadata->reader, &key, metadata->error);
        if (!status && key.type == VALUE_STRING)
            status = field_find(set, (struct span){(const uint8_t *)key.text, key.size}, key.offset,
                                &field, metadata->error);
        else if (!status)
            status = messagepack_skip_rest(&metadata->reader, &key, metadata->error);
        if (!status)
            status = messagepack_next(&metadata->reader, &value, metadata->error);
        if (!status)
            status = field ? read_field(metadata, field, &value, out)
                           : messagepack_skip_rest(&metadata->reader, &value, metadata->error);
        if (status)
            return status;
    }
    return fields_complete(set, where, map->offset, metadata->error);
}

/* e_flags decide. The metadata's text may have a spelling or a target that is unknown here; that is
 * accepted. A different known target is a contradiction. */
static enum codeobj_status check_target(const struct code_object *object, const char *text,
                                        uint64_t offset, struct codeobj_error *error)
{
    struct target_id target;
    char header[TARGET_ID_MAX], made[TARGET_ID_MAX];
    if (target_id_parse_printed(target_id_of_triple(text, made), &target, NULL) ||
        target_id_equal(&target, &object->target))
        return CODEOBJ_OK;
    return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset,
                           "target is %s in the ELF header and '%.64s' in the metadata",
                           target_id_print(&object->target, header), text);
}

enum codeobj_status metadata_read(struct span note, uint64_t offset, struct code_object *object,
                                  struct codeobj_error *error)
{
    struct metadata metadata = {.object = object, .error = error};
    struct document document = {0};
    struct field_set set = FIELD_SET(document_fields);
    struct value root;
    uint8_t *copy = memory_take(&object->memory, note.size + 1, 1);
    if (!copy)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    if (note.size)
        memcpy(copy, note.data, note.size);
    messagepack_open(&metadata.reader, copy, note.size, offset);
    enum codeobj_status status = messagepack_next(&metadata.reader, &root, error);
    if (!status)
        status = read_fields(&metadata, &root, &set, "the object", &document);
    if (!status && metadata.reader.at < note.size)
        status = codeobj_fail_at(error, CODEOBJ_CORRUPT, offset + metadata.reader.at,
                                 "metadata has %zu bytes behind its document",
                                 note.size - metadata.reader.at);
    if (!status && document.target)
        status = check_target(object, document.target,
                              offset + (size_t)(document.target - (char *)copy), error);
    if (!status)
        status = kernels_sort(object, offset, error);
    return status;
}
