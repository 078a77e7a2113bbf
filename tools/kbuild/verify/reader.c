/* Reads what the keys of the cases file have in common: texts, lists, paths and rules. */
#include "reader.h"

#include "util/file.h"
#include "verify/compare.h"

enum status reader_fail(const struct reader *reader, const yaml_node_t *node, const char *key,
                        const char *what)
{
    return status_fail(STATUS_INPUT, "%s:%d: '%s': %s", reader->out->path, document_line(node), key,
                       what);
}

struct origin reader_origin(const struct reader *reader, const yaml_node_t *node)
{
    const yaml_node_t *first = reader->document.yaml.nodes.start;
    return (struct origin){(size_t)(node - first) + 1, document_line(node)};
}

enum status reader_text(struct reader *reader, const yaml_node_t *node, const char *key, char **out)
{
    FORWARD_IF_ERROR(document_check_scalar(&reader->document, node, "", key, "a single value"));
    free(*out);
    *out = mem_dup(document_text(node));
    return STATUS_OK;
}

enum status reader_list(struct reader *reader, const yaml_node_t *node, const char *key,
                        size_t most, struct strings *out)
{
    if (node->type != YAML_SEQUENCE_NODE) {
        FORWARD_IF_ERROR(document_check_scalar(&reader->document, node, "", key,
                                               "a single value, or a list of them"));
        strings_add(out, document_text(node));
        return STATUS_OK;
    }
    for (yaml_node_item_t *item = node->data.sequence.items.start;
         item < node->data.sequence.items.top; item++) {
        const yaml_node_t *entry = document_node(&reader->document, *item);
        FORWARD_IF_ERROR(document_check_scalar(&reader->document, entry, "an entry of ", key,
                                               "a list of single values"));
        strings_add(out, document_text(entry));
    }
    if (out->count == 0)
        return reader_fail(reader, node, key, "the list is empty");
    return out->count <= most ? STATUS_OK : reader_fail(reader, node, key, "the list is too long");
}

enum status reader_replace_list(struct reader *reader, const yaml_node_t *node, const char *key,
                                size_t most, struct strings *out)
{
    strings_free(out);
    *out = (struct strings){0};
    return reader_list(reader, node, key, most, out);
}

enum status reader_rules(struct reader *reader, const yaml_node_t *node, const char *key,
                         struct strings *out)
{
    enum { RULES_MAX = 8 };
    struct rule rule;
    FORWARD_IF_ERROR(reader_replace_list(reader, node, key, RULES_MAX, out));
    for (size_t i = 0; i < out->count; i++) {
        const char *fault = rule_parse(out->items[i], &rule);
        if (fault)
            return status_fail(STATUS_INPUT, "%s:%d: '%s': '%s': %s", reader->out->path,
                               document_line(node), key, out->items[i], fault);
        if (out->count > 1 && (rule.kind == RULE_SET || rule.kind == RULE_IGNORE))
            return reader_fail(reader, node, key, "set and ignore cannot be in a list of rules");
    }
    return STATUS_OK;
}

enum status reader_path(struct reader *reader, const yaml_node_t *node, const char *key, char **out)
{
    OWNED char *name = NULL;
    FORWARD_IF_ERROR(reader_text(reader, node, key, &name));
    OWNED char *directory = path_directory(reader->out->path);
    free(*out);
    *out = path_join(directory, name);
    return STATUS_OK;
}

enum status reader_check_name(struct reader *reader, const yaml_node_t *node, const char *key,
                              const char *last)
{
    FORWARD_IF_ERROR(document_check_scalar(&reader->document, node, "a key of ", key, "a name"));
    return last ? reader_fail(reader, node, last, "is here a second time") : STATUS_OK;
}
