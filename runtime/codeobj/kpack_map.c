/* See kpack_map.h. */
#include "kpack_map.h"

#include <stdlib.h>
#include <string.h>

uint8_t *kpack_reader_open(struct kpack_reader *reader, const char *what, struct span bytes,
                           uint64_t base, struct codeobj_error *error)
{
    uint8_t *copy = malloc(bytes.size + 1); /* one byte more, for the NUL after the last string */
    *reader = (struct kpack_reader){.error = error};
    if (!copy) {
        kpack_fail_memory(reader);
        return NULL;
    }
    if (bytes.size)
        memcpy(copy, bytes.data, bytes.size);
    messagepack_open(&reader->document, what, copy, bytes.size, base);
    return copy;
}

enum codeobj_status kpack_read(struct kpack_reader *reader, struct value *out)
{
    return messagepack_next(&reader->document, out, reader->error);
}

enum codeobj_status kpack_fail_value(const struct kpack_reader *reader, const struct value *value,
                                     const char *fault)
{
    return codeobj_fail_at(reader->error, CODEOBJ_CORRUPT, value->offset, "%s %s",
                           reader->document.what, fault);
}

static bool is_text(const struct value *value)
{
    return value->type == VALUE_STRING && strlen(value->text) == value->size &&
           utf8_is_text((struct span){(const uint8_t *)value->text, value->size});
}

/* Reads the key of the next pair of a map. |*key| is NULL unless |keys| has it. */
static enum codeobj_status read_key(struct kpack_reader *reader, const struct kpack_key *keys,
                                    size_t count, const struct kpack_key **key)
{
    struct value name;
    enum codeobj_status status = kpack_read(reader, &name);
    *key = NULL;
    if (status || name.type != VALUE_STRING)
        return status ? status : messagepack_skip(&reader->document, &name, reader->error);
    for (size_t i = 0; i < count; i++)
        if (strlen(keys[i].name) == name.size && memcmp(keys[i].name, name.text, name.size) == 0)
            *key = &keys[i];
    return CODEOBJ_OK;
}

enum codeobj_status kpack_read_map(struct kpack_reader *reader, const struct value *map,
                                   const struct kpack_key *keys, size_t count, void *out)
{
    uint32_t seen = 0;
    if (map->type != VALUE_MAP)
        return kpack_fail_value(reader, map, "lacks a map");
    for (uint64_t i = 0; i < map->number; i++) {
        const struct kpack_key *key;
        struct value value;
        enum codeobj_status status = read_key(reader, keys, count, &key);
        if (!status)
            status = kpack_read(reader, &value);
        if (!status && key && seen >> (key - keys) & 1)
            status = kpack_fail_value(reader, &value, "has a key twice");
        if (!status)
            status = key ? key->read(reader, &value, (char *)out + key->member)
                         : messagepack_skip(&reader->document, &value, reader->error);
        if (status)
            return status;
        if (key)
            seen |= UINT32_C(1) << (key - keys);
    }
    return CODEOBJ_OK;
}

enum codeobj_status kpack_read_number(struct kpack_reader *reader, const struct value *value,
                                      void *out)
{
    if (value->type != VALUE_UNSIGNED)
        return kpack_fail_value(reader, value, "has no number where it needs one");
    *(uint64_t *)out = value->number;
    return CODEOBJ_OK;
}

enum codeobj_status kpack_read_text(struct kpack_reader *reader, const struct value *value,
                                    void *out)
{
    if (!is_text(value))
        return kpack_fail_value(reader, value, "has a name that is not text");
    *(char **)out = value->text;
    return CODEOBJ_OK;
}

enum codeobj_status kpack_fail_memory(const struct kpack_reader *reader)
{
    return codeobj_fail(reader->error, CODEOBJ_NO_MEMORY, "out of memory");
}
