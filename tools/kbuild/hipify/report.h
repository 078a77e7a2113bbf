/* Collecting diagnostics. */
#ifndef KBUILD_HIPIFY_REPORT_H
#define KBUILD_HIPIFY_REPORT_H

#include "hipify/hipify.h"
#include "lexer.h"

/* Adds a diagnostic at |token|; takes |text|, copies |remedy|, borrows |code| for ever. */
void report_add(struct hipify_report *report, enum hipify_severity severity, const char *code,
                const struct token *token, char *text, const char *remedy);

/* Sorts the items from |first| on by line and column. */
void report_sort(struct hipify_report *report, size_t first);

#endif
