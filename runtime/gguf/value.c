/* Values of metadata: reading them from a file, one after the other, and giving them to programs.
 *
 * A string is u64 length | bytes. An array is u32 element type | u64 length | elements, which may
 * be arrays. See "File Structure" of ggml's docs/gguf.md.
 */
#include "gguf.h"

#include <krt/extend.h>
#include <stdio.h>
#include <string.h>

const struct value_type value_types[KRT_GGUF_TYPE_COUNT] = {
    [KRT_GGUF_U8] = {"u8", UNSIGNED, 1},       [KRT_GGUF_I8] = {"i8", SIGNED, 1},
    [KRT_GGUF_U16] = {"u16", UNSIGNED, 2},     [KRT_GGUF_I16] = {"i16", SIGNED, 2},
    [KRT_GGUF_U32] = {"u32", UNSIGNED, 4},     [KRT_GGUF_I32] = {"i32", SIGNED, 4},
    [KRT_GGUF_F32] = {"f32", FLOAT, 4},        [KRT_GGUF_BOOL] = {"bool", BOOLEAN, 1},
    [KRT_GGUF_STRING] = {"a string", TEXT, 8}, [KRT_GGUF_ARRAY] = {"an array", LIST, 4 + 8},
    [KRT_GGUF_U64] = {"u64", UNSIGNED, 8},     [KRT_GGUF_I64] = {"i64", SIGNED, 8},
    [KRT_GGUF_F64] = {"f64", FLOAT, 8},
};

const char *gguf_value_type_name(uint32_t type)
{
    return type < KRT_GGUF_TYPE_COUNT ? value_types[type].name : "unknown type";
}

/* ---- Reading values from a file -------------------------------------------------------------- */

enum codeobj_status cursor_take(struct cursor *cursor, uint64_t bytes, const char *what,
                                struct span *out)
{
    if (!span_sub(cursor->rest, 0, bytes, out))
        return codeobj_fail_at(cursor->error, CODEOBJ_TRUNCATED, cursor->at,
                               "%s needs %llu bytes, and %zu are left", what,
                               (unsigned long long)bytes, cursor->rest.size);
    span_sub(cursor->rest, bytes, cursor->rest.size - bytes, &cursor->rest);
    cursor->at += bytes;
    return CODEOBJ_OK;
}

static enum codeobj_status cursor_number(struct cursor *cursor, unsigned size, const char *what,
                                         uint64_t *out)
{
    struct span bytes;
    enum codeobj_status status = cursor_take(cursor, size, what, &bytes);
    if (!status)
        *out = load_le(bytes.data, size);
    return status;
}

enum codeobj_status cursor_u32(struct cursor *cursor, const char *what, uint32_t *out)
{
    uint64_t number;
    enum codeobj_status status = cursor_number(cursor, 4, what, &number);
    if (!status)
        *out = (uint32_t)number;
    return status;
}

enum codeobj_status cursor_u64(struct cursor *cursor, const char *what, uint64_t *out)
{
    return cursor_number(cursor, 8, what, out);
}

enum codeobj_status cursor_string(struct cursor *cursor, const char *what, struct span *out)
{
    uint64_t size;
    enum codeobj_status status = cursor_u64(cursor, what, &size);
    return status ? status : cursor_take(cursor, size, what, out);
}

static enum codeobj_status check_bools(const struct cursor *behind, struct span bytes)
{
    for (size_t i = 0; i < bytes.size; i++) {
        if (bytes.data[i] > 1)
            return codeobj_fail_at(behind->error, CODEOBJ_CORRUPT, behind->at - bytes.size + i,
                                   "a bool is %u, and must be 0 or 1", bytes.data[i]);
    }
    return CODEOBJ_OK;
}

static enum codeobj_status skip_array(struct cursor *cursor, unsigned depth,
                                      struct krt_gguf_value *out);

/* Skips |count| elements of |type|, in an array that is nested in |depth| other arrays. */
static enum codeobj_status skip_elements(struct cursor *cursor, uint32_t type, uint64_t count,
                                         unsigned depth)
{
    struct span bytes;
    struct krt_gguf_value inner;
    enum codeobj_status status;
    if (count > cursor->rest.size / value_types[type].bytes)
        return codeobj_fail_at(cursor->error, CODEOBJ_TRUNCATED, cursor->at,
                               "an array of %llu elements (%s) cannot be in %zu bytes",
                               (unsigned long long)count, value_types[type].name,
                               cursor->rest.size);
    if (value_types[type].kind < TEXT) {
        status = cursor_take(cursor, count * value_types[type].bytes, "an array", &bytes);
        return status || value_types[type].kind != BOOLEAN ? status : check_bools(cursor, bytes);
    }
    for (status = CODEOBJ_OK; !status && count > 0; count--)
        status = value_types[type].kind == TEXT
                     ? cursor_string(cursor, "a string of an array", &bytes)
                     : skip_array(cursor, depth + 1, &inner);
    return status;
}

static enum codeobj_status skip_array(struct cursor *cursor, unsigned depth,
                                      struct krt_gguf_value *out)
{
    uint32_t type;
    uint64_t count, start = cursor->at;
    if (depth > GGUF_DEPTH_MAX)
        return codeobj_fail_at(cursor->error, CODEOBJ_UNSUPPORTED, start,
                               "arrays are nested more than %d deep", GGUF_DEPTH_MAX);
    enum codeobj_status status = cursor_u32(cursor, "an array's type", &type);
    if (!status && type >= KRT_GGUF_TYPE_COUNT)
        status = codeobj_fail_at(cursor->error, CODEOBJ_CORRUPT, start,
                                 "an array has elements of the unknown type %u", type);
    if (!status)
        status = cursor_u64(cursor, "an array's length", &count);
    if (status)
        return status;
    const uint8_t *elements = cursor->rest.data;
    start = cursor->at;
    status = skip_elements(cursor, type, count, depth);
    if (!status)
        *out = (struct krt_gguf_value){.type = KRT_GGUF_ARRAY,
                                       .element_type = type,
                                       .count = count,
                                       .bytes = cursor->at - start,
                                       .as.array = elements};
    return status;
}

/* Reads a number or a bool. */
static enum codeobj_status read_scalar(struct cursor *cursor, uint32_t type,
                                       struct krt_gguf_value *out)
{
    struct span bytes;
    enum codeobj_status status =
        cursor_take(cursor, value_types[type].bytes, value_types[type].name, &bytes);
    if (!status && value_types[type].kind == BOOLEAN)
        status = check_bools(cursor, bytes);
    if (status)
        return status;
    uint64_t bits = load_le(bytes.data, value_types[type].bytes);
    unsigned unused = 64 - 8 * value_types[type].bytes;
    *out = (struct krt_gguf_value){.type = type};
    switch (value_types[type].kind) {
    case SIGNED: out->as.i64 = (int64_t)(bits << unused) >> unused; break;
    case BOOLEAN: out->as.is_true = bits; break;
    case FLOAT:
        if (type == KRT_GGUF_F32)
            memcpy(&out->as.f32, &(uint32_t){(uint32_t)bits}, sizeof out->as.f32);
        else
            memcpy(&out->as.f64, &bits, sizeof bits);
        break;
    default: out->as.u64 = bits; break;
    }
    return CODEOBJ_OK;
}

enum codeobj_status cursor_value(struct cursor *cursor, uint32_t type, struct krt_gguf_value *out)
{
    struct span text;
    if (type >= KRT_GGUF_TYPE_COUNT)
        return codeobj_fail_at(cursor->error, CODEOBJ_CORRUPT, cursor->at,
                               "a value has the unknown type %u", type);
    if (value_types[type].kind == LIST)
        return skip_array(cursor, 1, out);
    if (value_types[type].kind != TEXT)
        return read_scalar(cursor, type, out);
    enum codeobj_status status = cursor_string(cursor, "a string", &text);
    if (!status)
        *out = (struct krt_gguf_value){
            .type = type, .count = text.size, .as.string = (const char *)text.data};
    return status;
}

bool gguf_array_is_whole(const struct krt_gguf_value *array)
{
    struct cursor cursor = {{array->as.array, array->bytes}, 0, NULL};
    return (array->as.array || array->bytes == 0) && array->element_type < KRT_GGUF_TYPE_COUNT &&
           !skip_elements(&cursor, array->element_type, array->count, 1) && cursor.rest.size == 0;
}

bool krt_gguf_next(struct krt_gguf_value *array, struct krt_gguf_value *element)
{
    if (!array || !element || array->type != KRT_GGUF_ARRAY || array->count == 0)
        return false;
    struct cursor cursor = {{array->as.array, array->bytes}, 0, NULL};
    struct krt_gguf_value taken;
    if (cursor_value(&cursor, array->element_type, &taken))
        return false;
    array->as.array = cursor.rest.data;
    array->bytes = cursor.rest.size;
    array->count--;
    *element = taken;
    return true;
}

/* ---- Getting the values of entries ----------------------------------------------------------- */

static krt_status fail_type(const char *key, const struct krt_gguf_value *value, const char *wanted)
{
    return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "the value of '%.64s' is %s%s%s, and must be %s",
                    key, value_types[value->type].name, value->type == KRT_GGUF_ARRAY ? " of " : "",
                    value->type == KRT_GGUF_ARRAY ? value_types[value->element_type].name : "",
                    wanted);
}

static krt_status get_kind(const struct krt_gguf *file, const char *key, const void *out,
                           enum value_kind kind, enum value_kind or_kind, const char *wanted,
                           struct krt_gguf_value *value)
{
    krt_status status = krt_gguf_get(file, key, value);
    if (status)
        return status;
    if (!out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "getting '%.64s': |out| is NULL", key);
    enum value_kind found = value_types[value->type].kind;
    return found == kind || found == or_kind ? KRT_OK : fail_type(key, value, wanted);
}

krt_status krt_gguf_get_u64(const struct krt_gguf *file, const char *key, uint64_t *out)
{
    struct krt_gguf_value value;
    krt_status status = get_kind(file, key, out, UNSIGNED, SIGNED, "an integer", &value);
    if (status)
        return status;
    if (value_types[value.type].kind == SIGNED && value.as.i64 < 0)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "the value of '%.64s' is %lld, and is negative",
                        key, (long long)value.as.i64);
    *out = value.as.u64;
    return KRT_OK;
}

krt_status krt_gguf_get_i64(const struct krt_gguf *file, const char *key, int64_t *out)
{
    struct krt_gguf_value value;
    krt_status status = get_kind(file, key, out, UNSIGNED, SIGNED, "an integer", &value);
    if (status)
        return status;
    if (value_types[value.type].kind == UNSIGNED && value.as.u64 > INT64_MAX)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "the value of '%.64s' is %llu, beyond 2^63 - 1",
                        key, (unsigned long long)value.as.u64);
    *out = value.as.i64;
    return KRT_OK;
}

krt_status krt_gguf_get_f64(const struct krt_gguf *file, const char *key, double *out)
{
    struct krt_gguf_value value;
    krt_status status = get_kind(file, key, out, FLOAT, FLOAT, "a float", &value);
    if (!status)
        *out = value.type == KRT_GGUF_F32 ? (double)value.as.f32 : value.as.f64;
    return status;
}

krt_status krt_gguf_get_bool(const struct krt_gguf *file, const char *key, bool *out)
{
    struct krt_gguf_value value;
    krt_status status = get_kind(file, key, out, BOOLEAN, BOOLEAN, "a bool", &value);
    if (!status)
        *out = value.as.is_true;
    return status;
}

krt_status krt_gguf_get_string(const struct krt_gguf *file, const char *key, const char **out)
{
    struct krt_gguf_value value;
    krt_status status = get_kind(file, key, out, TEXT, TEXT, "a string", &value);
    if (!status)
        *out = value.as.string;
    return status;
}

krt_status krt_gguf_get_array(const struct krt_gguf *file, const char *key, uint32_t element_type,
                              struct krt_gguf_value *out)
{
    char wanted[48];
    struct krt_gguf_value value;
    snprintf(wanted, sizeof wanted, "an array of %s", gguf_value_type_name(element_type));
    krt_status status = get_kind(file, key, out, LIST, LIST, wanted, &value);
    if (!status && value.element_type != element_type)
        status = fail_type(key, &value, wanted);
    if (!status)
        *out = value;
    return status;
}
