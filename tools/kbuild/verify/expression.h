/* Expressions of the cases file: integers, names, + - * / % and parentheses, as in C. */
#ifndef KBUILD_VERIFY_EXPRESSION_H
#define KBUILD_VERIFY_EXPRESSION_H

#include "util/buf.h"

/* The names that an expression may use, and their values. */
struct variables {
    const char **names; /* the names, borrowed */
    int64_t *values;
    bool *is_used; /* whether an expression has had the name */
    size_t count;
};

void variables_set(struct variables *variables, const char *name, int64_t value);
/* Returns the value of |name|, or NULL; borrowed until the next variables_set(). */
const int64_t *variables_find(const struct variables *variables, const char *name);
void variables_free(struct variables *variables);

/* Computes |text| in 64 bits. On failure returns false, and |fault| says what is wrong: an unknown
 * name, a division by 0, an overflow, or what is expected where. */
bool expression_evaluate(const char *text, const struct variables *variables, int64_t *out,
                         char fault[160]);

#endif
