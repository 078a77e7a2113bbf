/* Conditions of #if and constant expressions in three-valued logic: what is not known stays
 * unknown, unless the rest decides.
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
    bool broken;      /* no expression, or one that this does not understand */
    char unknown[64]; /* the first name that nobody knows, or "" */
};

struct value {
    bool known;
    bool is_unsigned;
    long long number;
};

/* The value of the |count| tokens of a condition in |pass|. |out_unknown| (64 bytes, may be NULL)
 * receives the first name that it depends on when it is not known, or "". */
struct value condition_value(const struct macros *macros, enum pass pass,
                             const struct token *tokens, size_t count, char *out_unknown);

enum truth value_truth(struct value value);

/* The value of an integer literal. */
struct value number_value(const char *source, const struct token *token);

#endif
