#include "document.h"

#include "file.h"
#include "options.h"

enum { KEYS_MAX = 32 };

int document_line(const yaml_node_t *node)
{
    return (int)node->start_mark.line + 1;
}

const char *document_text(const yaml_node_t *node)
{
    return (const char *)node->data.scalar.value;
}

const yaml_node_t *document_root(struct document *document)
{
    return yaml_document_get_root_node(&document->yaml);
}

const yaml_node_t *document_node(struct document *document, int index)
{
    return yaml_document_get_node(&document->yaml, index);
}

void document_free(struct document *document)
{
    yaml_document_delete(&document->yaml);
}

/* ---- Values and keys ------------------------------------------------------------------------- */

enum status document_wrong_kind(const struct document *document, const yaml_node_t *node,
                                const char *key, const char *wanted)
{
    static const char *const kinds[] = {
        [YAML_NO_NODE] = "nothing",
        [YAML_SCALAR_NODE] = "a single value",
        [YAML_SEQUENCE_NODE] = "a list",
        [YAML_MAPPING_NODE] = "a mapping",
    };
    return status_fail(STATUS_INPUT, "%s:%d: '%s' needs %s, not %s", document->path,
                       document_line(node), key, wanted, kinds[node->type]);
}

enum status document_check_scalar(const struct document *document, const yaml_node_t *node,
                                  const char *what, const char *key, const char *wanted)
{
    if (node->type != YAML_SCALAR_NODE)
        return document_wrong_kind(document, node, key, wanted);
    if (!*document_text(node))
        return status_fail(STATUS_INPUT, "%s:%d: %s'%s' is empty", document->path,
                           document_line(node), what, key);
    return STATUS_OK;
}

static enum status unknown_key(const struct document *document, const yaml_node_t *node,
                               const struct document_key *keys)
{
    const char *names[KEYS_MAX] = {0};
    for (size_t i = 0; keys[i].name; i++)
        names[i] = keys[i].name;
    const char *near = options_nearest(document_text(node), names);
    OWNED_BY(buf_free) struct buf all = {0};
    for (size_t i = 0; names[i]; i++)
        buf_printf(&all, "%s%s", i ? ", " : "", names[i]);
    return near ? status_fail(STATUS_INPUT, "%s:%d: unknown key '%s'; did you mean '%s'?",
                              document->path, document_line(node), document_text(node), near)
                : status_fail(STATUS_INPUT, "%s:%d: unknown key '%s'; there are %s", document->path,
                              document_line(node), document_text(node), all.data);
}

enum status document_read_mapping(struct document *document, const yaml_node_t *node,
                                  const struct document_key *keys, document_read_fn *read,
                                  void *context, void *fields)
{
    bool seen[KEYS_MAX] = {false};
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; pair++) {
        const yaml_node_t *name = document_node(document, pair->key);
        const yaml_node_t *value = document_node(document, pair->value);
        if (name->type != YAML_SCALAR_NODE)
            return document_wrong_kind(document, name, "a key", "a word");
        size_t i = 0;
        while (keys[i].name && strcmp(keys[i].name, document_text(name)) != 0)
            i++;
        if (!keys[i].name)
            return unknown_key(document, name, keys);
        if (seen[i])
            return status_fail(STATUS_INPUT, "%s:%d: '%s' is here a second time", document->path,
                               document_line(name), keys[i].name);
        seen[i] = true;
        FORWARD_IF_ERROR(read(context, &keys[i], value, fields));
    }
    return STATUS_OK;
}

/* ---- Whole files ----------------------------------------------------------------------------- */

/* Refuses a scalar with a NUL such as "a\0b", because everything after the NUL would be ignored. */
static enum status check_scalars(struct document *document, const char *what)
{
    const yaml_node_t *node;
    for (int i = 1; (node = document_node(document, i)); i++)
        if (node->type == YAML_SCALAR_NODE &&
            strlen(document_text(node)) != node->data.scalar.length)
            return status_fail(STATUS_INPUT,
                               "%s:%d: '%s' is followed by a NUL character; there can be none in "
                               "%s",
                               document->path, document_line(node), document_text(node), what);
    return STATUS_OK;
}

static enum status not_yaml(const char *path, const yaml_parser_t *parser)
{
    return status_fail(STATUS_INPUT, "%s:%zu: not YAML: %s%s%s", path,
                       parser->problem_mark.line + 1,
                       parser->problem ? parser->problem : "cannot be read",
                       parser->context ? " " : "", parser->context ? parser->context : "");
}

/* Refuses a second YAML document in the file, because kbuild would ignore it. */
static enum status check_end(const char *path, const char *what, yaml_parser_t *parser)
{
    yaml_document_t next;
    if (!yaml_parser_load(parser, &next))
        return not_yaml(path, parser);
    const yaml_node_t *root = yaml_document_get_root_node(&next);
    enum status status =
        root ? status_fail(STATUS_INPUT, "%s:%zu: a second YAML document begins here; %s is one",
                           path, next.start_mark.line + 1, what)
             : STATUS_OK;
    yaml_document_delete(&next);
    return status;
}

/* Refuses brackets that are nested too deeply. For each token, libyaml's scanner looks at all open
 * brackets, so thousands of them take minutes, and millions hours. This pass stops at a depth that
 * no file needs. */
static enum status check_depth(const char *path, const struct buf *text)
{
    enum { DEPTH_MAX = 64 };
    yaml_parser_t parser;
    yaml_event_t event;
    size_t line = 0;
    int depth = 0;
    if (!yaml_parser_initialize(&parser))
        mem_exhausted();
    yaml_parser_set_input_string(&parser, (const unsigned char *)text->data, text->size);
    yaml_event_type_t type = YAML_STREAM_START_EVENT;
    /* The loop ends at text that is not YAML, which is reported by yaml_parser_load(). */
    while (type != YAML_STREAM_END_EVENT && depth <= DEPTH_MAX &&
           yaml_parser_parse(&parser, &event)) {
        type = event.type;
        depth += type == YAML_MAPPING_START_EVENT || type == YAML_SEQUENCE_START_EVENT;
        depth -= type == YAML_MAPPING_END_EVENT || type == YAML_SEQUENCE_END_EVENT;
        line = event.start_mark.line;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return depth <= DEPTH_MAX
               ? STATUS_OK
               : status_fail(STATUS_INPUT, "%s:%zu: lists and mappings nest deeper than %d levels",
                             path, line + 1, DEPTH_MAX);
}

enum status document_read(const char *path, const char *what, struct document *out)
{
    OWNED_BY(buf_free) struct buf text = {0};
    struct document document = {.path = path};
    yaml_parser_t parser;
    FORWARD_IF_ERROR(file_read_plain(path, &text));
    FORWARD_IF_ERROR(check_depth(path, &text));
    if (!yaml_parser_initialize(&parser))
        mem_exhausted();
    yaml_parser_set_input_string(&parser, (const unsigned char *)text.data, text.size);
    enum status status;
    if (yaml_parser_load(&parser, &document.yaml)) {
        status = check_scalars(&document, what);
        if (status == STATUS_OK)
            status = check_end(path, what, &parser);
        if (status == STATUS_OK)
            *out = document;
        else
            document_free(&document);
    } else {
        status = not_yaml(path, &parser);
    }
    yaml_parser_delete(&parser);
    return status;
}
