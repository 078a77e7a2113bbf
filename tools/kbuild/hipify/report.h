/* Collecting diagnostics. */
#ifndef KBUILD_HIPIFY_REPORT_H
#define KBUILD_HIPIFY_REPORT_H

#include "hipify/hipify.h"
#include "lexer.h"

#include <jansson.h>

/* Adds a diagnostic at |token|; takes |text|, copies |remedy|, borrows |code| for ever. */
void report_add(struct hipify_report *report, enum hipify_severity severity, const char *code,
                const struct token *token, char *text, const char *remedy);

const char *severity_name(enum hipify_severity severity);

/* Appends |document|, which this frees, as text to |out|. */
void report_put_json(json_t *document, struct buf *out);

/* Sorts the items from |first| on by line and column. */
void report_sort(struct hipify_report *report, size_t first);

#endif
