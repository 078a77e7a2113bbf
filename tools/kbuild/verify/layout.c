#include "verify/layout.h"

enum { RECORD_MAX = 1 << 20 }; /* the most bytes of a record */

static void add_field(struct layout *out, enum dtype type, uint32_t count)
{
    out->fields[out->field_count++] = (struct field){type, count, out->size};
    out->size += count * dtype_size(type);
    out->numbers += count;
}

void layout_of_type(enum dtype type, uint32_t lanes, struct layout *out)
{
    *out = (struct layout){0};
    add_field(out, type, lanes);
}

/* Reads "u8 * 16" or "f16". Returns false if it is something else. */
static bool parse_field(const char *text, enum dtype *out_type, uint32_t *out_count)
{
    const size_t length = strcspn(text, " *");
    const char *rest = text + length + strspn(text + length, " ");
    OWNED char *name = mem_dup_n(text, length);
    char *end = NULL;
    *out_type = dtype_find(name);
    *out_count = 1;
    if (*out_type == DTYPE_NONE || !*rest)
        return *out_type != DTYPE_NONE;
    const char *digits = rest + 1 + strspn(rest + 1, " ");
    const unsigned long count = *digits >= '0' && *digits <= '9' ? strtoul(digits, &end, 10) : 0;
    *out_count = (uint32_t)count;
    return *rest == '*' && end && !*end && count >= 1 && count <= RECORD_MAX;
}

const char *layout_parse(const struct strings *fields, struct layout *out)
{
    *out = (struct layout){0};
    if (fields->count > FIELDS_MAX)
        return "a record has at most 16 fields";
    for (size_t i = 0; i < fields->count; i++) {
        enum dtype type;
        uint32_t count;
        if (!parse_field(fields->items[i], &type, &count))
            return "a field is a type, perhaps with a number: f16, u8 * 16";
        if (count > (RECORD_MAX - out->size) / dtype_size(type))
            return "a record has at most 1 MiB";
        add_field(out, type, count);
    }
    return NULL;
}

struct number layout_number(const struct layout *layout, uint64_t index)
{
    const uint64_t record = index / layout->numbers;
    uint32_t rest = (uint32_t)(index % layout->numbers);
    size_t field = 0;
    while (rest >= layout->fields[field].count)
        rest -= layout->fields[field++].count;
    const struct field *found = &layout->fields[field];
    return (struct number){found->type, field, rest,
                           record * layout->size + found->offset +
                               (uint64_t)rest * dtype_size(found->type)};
}
