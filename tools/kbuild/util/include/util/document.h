/* Files in YAML that people write: the manifest and the cases of kbuild verify.
 *
 * They are read through libyaml's document tree, whose nodes have their line, so that every message
 * has the line and the key. */
#ifndef KBUILD_UTIL_DOCUMENT_H
#define KBUILD_UTIL_DOCUMENT_H

#include "buf.h"
#include "status.h"

#include <yaml.h>

struct document {
    const char *path; /* the path that messages name, borrowed */
    yaml_document_t yaml;
};

/* Reads the file |path|, one YAML document. |what| names it in messages: "a manifest". Refuses text
 * that is not YAML, a second document, scalars with a NUL, and deep nesting. The caller frees |out|
 * if the function succeeds. */
enum status document_read(const char *path, const char *what, struct document *out);
void document_free(struct document *document);

/* Returns the outermost node of the document, or NULL if the file has none. */
const yaml_node_t *document_root(struct document *document);
const yaml_node_t *document_node(struct document *document, int index);
int document_line(const yaml_node_t *node);
const char *document_text(const yaml_node_t *node); /* Returns the text of a scalar, borrowed. */

/* Fails with "'key' needs |wanted|, not a list". */
enum status document_wrong_kind(const struct document *document, const yaml_node_t *node,
                                const char *key, const char *wanted);
/* Checks that |node| is a scalar and not empty. The message has |what| before the key: "" or "an
 * entry of ". */
enum status document_check_scalar(const struct document *document, const yaml_node_t *node,
                                  const char *what, const char *key, const char *wanted);

struct document_key {
    const char *name; /* the name of the key; NULL at the end of a table */
    int kind;         /* the reader's own */
    size_t offset;    /* offset of the key's member in the struct that is read */
};

/* Reads the value of |key| into the struct at |fields|. */
typedef enum status document_read_fn(void *context, const struct document_key *key,
                                     const yaml_node_t *value, void *fields);

/* Calls |read| for each pair of the mapping |node|. Unknown keys, of which messages suggest a
 * similar one, and repeated keys are errors. |keys| has at most 31 keys. */
enum status document_read_mapping(struct document *document, const yaml_node_t *node,
                                  const struct document_key *keys, document_read_fn *read,
                                  void *context, void *fields);

#endif
