/* Conditions of #if and constant expressions in three-valued logic: unknown operands make the
 * result unknown, unless the others decide it.
 */
#ifndef KBUILD_HIPIFY_CONDITION_H
#define KBUILD_HIPIFY_CONDITION_H

#include "macro.h"

/* One evaluation. */
struct condition {
    const struct macros *macros;
    enum pass pass;
    const struct token *tokens;
    size_t count, at;
    int depth;
    bool broken;      /* not an expression, or not one that this understands */
    char unknown[64]; /* the first unknown name, or "" */
};

struct value {
    bool known;
    bool is_unsigned;
    long long number;
};

/* The value of the |count| tokens of a condition in |pass|. |out_unknown| (64 bytes, may be NULL)
 * receives the first unknown name that the value depends on, or "". */
struct value condition_value(const struct macros *macros, enum pass pass,
                             const struct token *tokens, size_t count, char *out_unknown);

enum truth value_truth(struct value value);

/* The value of an integer literal. */
struct value number_value(const char *source, const struct token *token);

#endif
