/* Reads the arguments of a case. */
#include "reader.h"
#include "verify/layout.h"

enum { ARGUMENTS_MAX = 256 };

enum key_kind {
    KEY_TEXT,
    KEY_LIST,
    KEY_RULES, /* the value is a rule, or a list of rules */
    KEY_RANGE,
    KEY_VALUES,
    KEY_FROM,
    KEY_MEMBERS,
    KEY_SAME,
};

/* The order is that of enum argument_key. */
static const struct document_key argument_keys[ARGUMENT_KEYS + 1] = {
    {"count", KEY_TEXT, offsetof(struct argument_spec, count)},
    {"values", KEY_VALUES, 0},
    {"range", KEY_RANGE, offsetof(struct argument_spec, range)},
    {"from", KEY_FROM, 0},
    {"members", KEY_MEMBERS, 0},
    {"layout", KEY_LIST, offsetof(struct argument_spec, layout)},
    {"offset", KEY_TEXT, offsetof(struct argument_spec, offset)},
    {"same", KEY_SAME, offsetof(struct argument_spec, same)},
    {"compare", KEY_RULES, offsetof(struct argument_spec, compare)},
    {0},
};

static enum status read_values(struct reader *reader, const yaml_node_t *node,
                               struct argument_spec *out)
{
    static const struct {
        const char *word;
        enum fill fill;
    } fills[] = {{"random", FILL_RANDOM},
                 {"ramp", FILL_RAMP},
                 {"permutation", FILL_PERMUTATION},
                 {"ascending", FILL_ASCENDING},
                 {"bits", FILL_BITS}};
    if (node->type == YAML_SEQUENCE_NODE) {
        out->fill = FILL_LIST;
        return reader_list(reader, node, "values", LIST_MAX, &out->list);
    }
    FORWARD_IF_ERROR(reader_text(reader, node, "values", &out->constant));
    out->fill = FILL_CONSTANT;
    for (size_t i = 0; i < sizeof fills / sizeof *fills; i++)
        if (strcmp(fills[i].word, out->constant) == 0)
            out->fill = fills[i].fill;
    return STATUS_OK;
}

static enum status read_from(struct reader *reader, const yaml_node_t *node,
                             struct argument_spec *out)
{
    out->fill = FILL_FILE;
    return reader_path(reader, node, "from", &out->file);
}

static enum status read_members(struct reader *reader, const yaml_node_t *node,
                                struct argument_spec *out)
{
    if (node->type != YAML_MAPPING_NODE)
        return document_wrong_kind(&reader->document, node, "members", "names and values");
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; pair++) {
        const yaml_node_t *name = document_node(&reader->document, pair->key);
        const yaml_node_t *value = document_node(&reader->document, pair->value);
        FORWARD_IF_ERROR(
            document_check_scalar(&reader->document, name, "a key of ", "members", "a name"));
        FORWARD_IF_ERROR(document_check_scalar(&reader->document, value, "a value of ", "members",
                                               "single values"));
        if (strings_contain(&out->members, document_text(name)))
            return reader_fail(reader, name, document_text(name), "is here a second time");
        strings_add(&out->members, document_text(name));
        strings_add(&out->member_values, document_text(value));
    }
    return STATUS_OK;
}

const char *argument_key_name(size_t number)
{
    return argument_keys[number].name;
}

static enum status read_argument_key(void *context, const struct document_key *key,
                                     const yaml_node_t *node, void *fields)
{
    struct reader *reader = context;
    ((struct argument_spec *)fields)->keys |= 1u << (key - argument_keys);
    void *field = (char *)fields + key->offset;
    switch ((enum key_kind)key->kind) {
    case KEY_VALUES: return read_values(reader, node, fields);
    case KEY_FROM: return read_from(reader, node, fields);
    case KEY_MEMBERS: return read_members(reader, node, fields);
    case KEY_LIST: return reader_list(reader, node, key->name, FIELDS_MAX, field);
    case KEY_SAME: ((struct argument_spec *)fields)->fill = FILL_SAME; break;
    case KEY_RULES: return reader_rules(reader, node, key->name, field);
    case KEY_RANGE: {
        struct strings *range = field;
        FORWARD_IF_ERROR(reader_list(reader, node, key->name, 2, range));
        return range->count == 2
                   ? STATUS_OK
                   : reader_fail(reader, node, key->name, "needs two numbers, [0, n - 1]");
    }
    default: break;
    }
    return reader_text(reader, node, key->name, field);
}

static enum status read_argument(struct reader *reader, const yaml_node_t *node,
                                 struct argument_spec *out)
{
    if (node->type == YAML_SEQUENCE_NODE)
        return read_values(reader, node, out);
    if (node->type == YAML_MAPPING_NODE) {
        FORWARD_IF_ERROR(document_read_mapping(&reader->document, node, argument_keys,
                                               read_argument_key, reader, out));
        if ((out->file != NULL) + (out->constant || out->list.count) + (out->same != NULL) > 1)
            return reader_fail(reader, node, out->name,
                               "'values', 'from' and 'same' exclude each other");
        return STATUS_OK;
    }
    FORWARD_IF_ERROR(reader_text(reader, node, out->name, &out->value));
    if (strcmp(out->value, "null") == 0)
        out->fill = FILL_NULL;
    return STATUS_OK;
}

/* Finds |name| among the arguments from |first| on. */
static const char *find_argument(const struct case_spec *spec, size_t first, const char *name)
{
    for (size_t i = first; i < spec->argument_count; i++)
        if (strcmp(spec->arguments[i].name, name) == 0)
            return spec->arguments[i].name;
    return NULL;
}

enum status arguments_read(struct reader *reader, const yaml_node_t *node, struct case_spec *out)
{
    const size_t first = out->argument_count; /* those before are of the case of a run */
    if (node->type != YAML_MAPPING_NODE)
        return document_wrong_kind(&reader->document, node, "arguments", "names and values");
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; pair++) {
        const yaml_node_t *name = document_node(&reader->document, pair->key);
        const bool is_scalar = name->type == YAML_SCALAR_NODE;
        FORWARD_IF_ERROR(
            reader_check_name(reader, name, "arguments",
                              is_scalar ? find_argument(out, first, document_text(name)) : NULL));
        if (out->argument_count == ARGUMENTS_MAX)
            return reader_fail(reader, name, "arguments", "there are too many");
        out->arguments = mem_grow(out->arguments, out->argument_count, sizeof *out->arguments);
        struct argument_spec *added = &out->arguments[out->argument_count++];
        *added = (struct argument_spec){.name = mem_dup(document_text(name)),
                                        .origin = reader_origin(reader, name)};
        FORWARD_IF_ERROR(
            read_argument(reader, document_node(&reader->document, pair->value), added));
    }
    return STATUS_OK;
}

void argument_free(struct argument_spec *argument)
{
    free(argument->name);
    free(argument->count);
    free(argument->value);
    free(argument->constant);
    free(argument->file);
    free(argument->offset);
    free(argument->same);
    strings_free(&argument->layout);
    strings_free(&argument->list);
    strings_free(&argument->range);
    strings_free(&argument->compare);
    strings_free(&argument->members);
    strings_free(&argument->member_values);
}
