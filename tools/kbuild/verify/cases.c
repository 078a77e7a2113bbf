/* Reads the cases file. Names of kernels and arguments are compared with a package later (trial.c):
 * here only keys, words and numbers are checked. */
#include "reader.h"

enum {
    SIZES_MAX = 16,
    CASES_MAX = 10000, /* the most runs of all cases: with aliases, few lines have many */
    SEEDS_MAX = 1000,
};

enum key_kind {
    KEY_TEXT,
    KEY_EXPRESSIONS, /* the value is an expression, or a list of up to three */
    KEY_LIST,
    KEY_RULES, /* the value is a rule, or a list of rules */
    KEY_SEEDS,
    KEY_SPECIAL,
    KEY_NOT, /* the value is true or false; the member is set if it is false */
    KEY_SIZES,
    KEY_ARGUMENTS,
    KEY_REFERENCE,
    KEY_PATH, /* a path that begins at the directory of the cases file */
    KEY_CASES,
    KEY_RUNS,
};

static const struct document_key file_keys[] = {
    {"cases", KEY_CASES, 0}, {"skip", KEY_LIST, offsetof(struct cases, skip)}, {0}};

/* An entry of 'runs' has those behind the first CASE_ONLY keys. */
enum { CASE_ONLY = 2 };
static const struct document_key case_keys[] = {
    {"kernel", KEY_LIST, offsetof(struct case_spec, kernels)},
    {"runs", KEY_RUNS, 0},
    {"name", KEY_TEXT, offsetof(struct case_spec, name)},
    {"sizes", KEY_SIZES, 0},
    {"grid", KEY_EXPRESSIONS, offsetof(struct case_spec, grid)},
    {"block", KEY_EXPRESSIONS, offsetof(struct case_spec, block)},
    {"shared", KEY_TEXT, offsetof(struct case_spec, shared)},
    {"arguments", KEY_ARGUMENTS, 0},
    {"compare", KEY_RULES, offsetof(struct case_spec, compare)},
    {"seeds", KEY_SEEDS, offsetof(struct case_spec, seeds)},
    {"special", KEY_SPECIAL, offsetof(struct case_spec, skips_special)},
    {"reference", KEY_REFERENCE, 0},
    {"check", KEY_NOT, offsetof(struct case_spec, skips_check)},
    {0},
};

static const struct document_key reference_keys[] = {
    {"library", KEY_PATH, offsetof(struct case_spec, reference_library)},
    {"python", KEY_PATH, offsetof(struct case_spec, reference_python)},
    {"function", KEY_TEXT, offsetof(struct case_spec, reference_function)},
    {0},
};

static enum status read_flag(struct reader *reader, const yaml_node_t *node, const char *key,
                             bool *out)
{
    const bool is_scalar = node->type == YAML_SCALAR_NODE;
    if (!is_scalar || (strcmp(document_text(node), "true") && strcmp(document_text(node), "false")))
        return reader_fail(reader, node, key, "needs true or false");
    *out = strcmp(document_text(node), "false") == 0;
    return STATUS_OK;
}

static enum status read_seeds(struct reader *reader, const yaml_node_t *node, const char *key,
                              int *out)
{
    char *end = NULL;
    long number = node->type == YAML_SCALAR_NODE ? strtol(document_text(node), &end, 10) : 0;
    if (!end || end == document_text(node) || *end || number < 1 || number > SEEDS_MAX)
        return reader_fail(reader, node, key, "needs a number from 1 to 1000");
    *out = (int)number;
    return STATUS_OK;
}

const char *const edge_sizes[EDGE_SIZES + 1] = {"0",   "1",   "2",   "31",   "32",   "33", "64",
                                                "127", "256", "257", "1021", "4099", NULL};

static const char *find_size(const struct case_spec *spec, const char *name)
{
    for (size_t i = 0; i < spec->size_count; i++)
        if (strcmp(spec->sizes[i].name, name) == 0)
            return spec->sizes[i].name;
    return NULL;
}

static enum status read_sizes(struct reader *reader, const yaml_node_t *node, struct case_spec *out)
{
    if (node->type != YAML_MAPPING_NODE)
        return document_wrong_kind(&reader->document, node, "sizes", "names and lists of numbers");
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; pair++) {
        const yaml_node_t *name = document_node(&reader->document, pair->key);
        const bool is_scalar = name->type == YAML_SCALAR_NODE;
        FORWARD_IF_ERROR(reader_check_name(reader, name, "sizes",
                                           is_scalar ? find_size(out, document_text(name)) : NULL));
        if (out->size_count == SIZES_MAX)
            return reader_fail(reader, name, "sizes", "there are too many");
        out->sizes = mem_grow(out->sizes, out->size_count, sizeof *out->sizes);
        struct size_spec *added = &out->sizes[out->size_count++];
        *added = (struct size_spec){.name = mem_dup(document_text(name)),
                                    .origin = reader_origin(reader, name)};
        FORWARD_IF_ERROR(reader_list(reader, document_node(&reader->document, pair->value),
                                     added->name, LIST_MAX, &added->values));
        if (added->values.count == 1 && strcmp(added->values.items[0], "edges") == 0) {
            strings_free(&added->values);
            added->values = (struct strings){0};
            strings_add_list(&added->values, edge_sizes);
        }
    }
    return STATUS_OK;
}

static enum status read_reference_key(void *context, const struct document_key *key,
                                      const yaml_node_t *node, void *fields)
{
    char **field = (void *)((char *)fields + key->offset);
    return key->kind == KEY_PATH ? reader_path(context, node, key->name, field)
                                 : reader_text(context, node, key->name, field);
}

static enum status read_reference(struct reader *reader, const yaml_node_t *node,
                                  struct case_spec *out)
{
    if (node->type != YAML_MAPPING_NODE)
        return document_wrong_kind(&reader->document, node, "reference",
                                   "a mapping with library or python");
    free(out->reference_library);
    free(out->reference_python);
    free(out->reference_function);
    out->reference_library = out->reference_python = out->reference_function = NULL;
    FORWARD_IF_ERROR(document_read_mapping(&reader->document, node, reference_keys,
                                           read_reference_key, reader, out));
    return !out->reference_library == !out->reference_python
               ? reader_fail(reader, node, "reference", "needs one of 'library' and 'python'")
               : STATUS_OK;
}

static enum status read_case_key(void *context, const struct document_key *key,
                                 const yaml_node_t *node, void *fields)
{
    struct case_spec *spec = fields;
    struct reader *reader = context;
    void *field = (char *)fields + key->offset;
    switch ((enum key_kind)key->kind) {
    case KEY_EXPRESSIONS: return reader_replace_list(reader, node, key->name, 3, field);
    case KEY_LIST: return reader_list(reader, node, key->name, LIST_MAX, field);
    case KEY_RULES:
        spec->compare_origin = reader_origin(reader, node);
        return reader_rules(reader, node, key->name, field);
    case KEY_SEEDS:
        spec->seeds_origin = reader_origin(reader, node);
        return read_seeds(reader, node, key->name, field);
    case KEY_SPECIAL:
        spec->special_origin = reader_origin(reader, node);
        return read_flag(reader, node, key->name, field);
    case KEY_NOT: return read_flag(reader, node, key->name, field);
    case KEY_REFERENCE: return read_reference(reader, node, fields);
    case KEY_SIZES: return read_sizes(reader, node, fields);
    case KEY_ARGUMENTS: return arguments_read(reader, node, fields);
    case KEY_RUNS: return STATUS_OK; /* read_case() reads it */
    default: return reader_text(reader, node, key->name, field);
    }
}

/* Adds what the mapping |node| says, and then what |run| adds to it, an entry of its 'runs'; |run|
 * is NULL if it has none. */
static enum status add_case(struct reader *reader, const yaml_node_t *node, const yaml_node_t *run)
{
    struct cases *out = reader->out;
    if (out->count == CASES_MAX)
        return reader_fail(reader, node, "cases",
                           "there are more than 10000, or more runs of them");
    out->items = mem_grow(out->items, out->count, sizeof *out->items);
    struct case_spec *added = &out->items[out->count++];
    *added = (struct case_spec){.line = document_line(node), .seeds = 2};
    FORWARD_IF_ERROR(
        document_read_mapping(&reader->document, node, case_keys, read_case_key, reader, added));
    if (!added->kernels.count)
        return status_fail(STATUS_INPUT, "%s:%d: this case has no 'kernel'", out->path,
                           added->line);
    return run ? document_read_mapping(&reader->document, run, case_keys + CASE_ONLY, read_case_key,
                                       reader, added)
               : STATUS_OK;
}

/* Returns the key |name| of the mapping |node| with its value, or NULL. */
static const yaml_node_pair_t *find_key(struct reader *reader, const yaml_node_t *node,
                                        const char *name)
{
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; pair++) {
        const yaml_node_t *key = document_node(&reader->document, pair->key);
        if (key->type == YAML_SCALAR_NODE && strcmp(document_text(key), name) == 0)
            return pair;
    }
    return NULL;
}

/* Checks that no key of the case |node| is replaced by each of its |runs|. Arguments are checked
 * when all trials are known. */
static enum status check_replaced(struct reader *reader, const yaml_node_t *node,
                                  const yaml_node_t *runs)
{
    for (const struct document_key *key = case_keys + CASE_ONLY; key->name; key++) {
        const yaml_node_pair_t *found = find_key(reader, node, key->name);
        bool is_replaced = found && key->kind != KEY_SIZES && key->kind != KEY_ARGUMENTS;
        for (yaml_node_item_t *item = runs->data.sequence.items.start;
             item < runs->data.sequence.items.top; item++)
            is_replaced &=
                find_key(reader, document_node(&reader->document, *item), key->name) != NULL;
        if (is_replaced)
            return reader_fail(reader, document_node(&reader->document, found->key), key->name,
                               "it has no effect: each of 'runs' has its own; remove it");
    }
    return STATUS_OK;
}

static enum status read_case(struct reader *reader, const yaml_node_t *node)
{
    if (node->type != YAML_MAPPING_NODE)
        return document_wrong_kind(&reader->document, node, "cases",
                                   "a list of mappings with kernel and sizes");
    const yaml_node_pair_t *pair = find_key(reader, node, "runs");
    if (!pair)
        return add_case(reader, node, NULL);
    const yaml_node_t *runs = document_node(&reader->document, pair->value);
    if (runs->type != YAML_SEQUENCE_NODE)
        return document_wrong_kind(&reader->document, runs, "runs", "a list of mappings");
    if (runs->data.sequence.items.start == runs->data.sequence.items.top)
        return reader_fail(reader, runs, "runs", "the list is empty");
    for (yaml_node_item_t *item = runs->data.sequence.items.start;
         item < runs->data.sequence.items.top; item++) {
        const yaml_node_t *run = document_node(&reader->document, *item);
        if (run->type != YAML_MAPPING_NODE)
            return document_wrong_kind(&reader->document, run, "runs",
                                       "a list of mappings with sizes and arguments");
        FORWARD_IF_ERROR(add_case(reader, node, run));
    }
    return check_replaced(reader, node, runs);
}

static enum status read_file_key(void *context, const struct document_key *key,
                                 const yaml_node_t *node, void *fields)
{
    struct reader *reader = context;
    if (key->kind == KEY_LIST)
        return reader_list(reader, node, key->name, LIST_MAX,
                           (struct strings *)((char *)fields + key->offset));
    if (node->type != YAML_SEQUENCE_NODE)
        return document_wrong_kind(&reader->document, node, key->name, "a list");
    for (yaml_node_item_t *item = node->data.sequence.items.start;
         item < node->data.sequence.items.top; item++)
        FORWARD_IF_ERROR(read_case(reader, document_node(&reader->document, *item)));
    return STATUS_OK;
}

static enum status read_root(struct reader *reader)
{
    const yaml_node_t *root = document_root(&reader->document);
    if (!root)
        return status_fail(STATUS_INPUT, "%s:1: empty; a cases file has at least 'cases'",
                           reader->out->path);
    if (root->type != YAML_MAPPING_NODE)
        return document_wrong_kind(&reader->document, root, "a cases file", "keys and values");
    FORWARD_IF_ERROR(document_read_mapping(&reader->document, root, file_keys, read_file_key,
                                           reader, reader->out));
    return reader->out->count ? STATUS_OK
                              : status_fail(STATUS_INPUT, "%s:%d: it has no 'cases'",
                                            reader->out->path, document_line(root));
}

enum status cases_read(const char *path, struct cases *out)
{
    *out = (struct cases){.path = mem_dup(path)};
    struct reader reader = {.out = out};
    FORWARD_IF_ERROR(document_read(path, "a cases file", &reader.document));
    out->node_count =
        (size_t)(reader.document.yaml.nodes.top - reader.document.yaml.nodes.start) + 1;
    const enum status status = read_root(&reader);
    document_free(&reader.document);
    return status;
}

/* ---- Freeing --------------------------------------------------------------------------------- */

static void case_free(struct case_spec *spec)
{
    for (size_t i = 0; i < spec->size_count; i++) {
        free(spec->sizes[i].name);
        strings_free(&spec->sizes[i].values);
    }
    for (size_t i = 0; i < spec->argument_count; i++)
        argument_free(&spec->arguments[i]);
    free(spec->sizes);
    free(spec->arguments);
    strings_free(&spec->kernels);
    free(spec->name);
    free(spec->shared);
    free(spec->reference_library);
    free(spec->reference_python);
    free(spec->reference_function);
    strings_free(&spec->grid);
    strings_free(&spec->block);
    strings_free(&spec->compare);
}

void cases_free(struct cases *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        case_free(&cases->items[i]);
    free(cases->items);
    strings_free(&cases->skip);
    free(cases->path);
    *cases = (struct cases){0};
}
