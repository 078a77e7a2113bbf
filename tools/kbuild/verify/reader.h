/* What the files that read the cases file share. */
#ifndef KBUILD_VERIFY_READER_H
#define KBUILD_VERIFY_READER_H

#include "util/document.h"
#include "verify/cases.h"

struct reader {
    struct document document;
    struct cases *out;
};

enum { LIST_MAX = 4096 }; /* the most elements of a list in the file */

/* Fails with "cases.yaml:7: 'key': |what|". */
enum status reader_fail(const struct reader *reader, const yaml_node_t *node, const char *key,
                        const char *what);
struct origin reader_origin(const struct reader *reader, const yaml_node_t *node);
enum status reader_text(struct reader *reader, const yaml_node_t *node, const char *key,
                        char **out);
/* Reads a path, which begins at the directory of the cases file. */
enum status reader_path(struct reader *reader, const yaml_node_t *node, const char *key,
                        char **out);
/* Reads a single value, or a list of at most |most| of them, and adds them to |out|. */
enum status reader_list(struct reader *reader, const yaml_node_t *node, const char *key,
                        size_t most, struct strings *out);
/* The same, in the place of what |out| has from the case of a run. */
enum status reader_replace_list(struct reader *reader, const yaml_node_t *node, const char *key,
                                size_t most, struct strings *out);
enum status reader_rules(struct reader *reader, const yaml_node_t *node, const char *key,
                         struct strings *out);
/* Checks that |node|, a key, is a name, and that it does not repeat |last|, which is NULL if the
 * name is new. */
enum status reader_check_name(struct reader *reader, const yaml_node_t *node, const char *key,
                              const char *last);

/* ---- case_argument.c ---- */

/* Adds the arguments of the mapping |node| to |out|. */
enum status arguments_read(struct reader *reader, const yaml_node_t *node, struct case_spec *out);
void argument_free(struct argument_spec *argument);

#endif
