/* When two arrays count as the same: the rules of `compare` in the cases file. */
#ifndef KBUILD_VERIFY_COMPARE_H
#define KBUILD_VERIFY_COMPARE_H

#include "verify/dtype.h"

enum rule_kind {
    RULE_EQUAL,    /* the elements have the same bits, or both are NaN */
    RULE_BITS,     /* the elements have the same bits */
    RULE_ULPS,     /* the elements are at most |number| representable values apart */
    RULE_RELATIVE, /* |a - b| <= number * |b|, or number * |scale| for a rule with |of| */
    RULE_ABSOLUTE, /* |a - b| <= number */
    RULE_SUM,      /* |a - b| <= the error of adding |terms| numbers in two orders */
    RULE_SET,      /* the arrays have the same elements, in any order */
    RULE_IGNORE,   /* the elements are not compared */
};

struct rule {
    enum rule_kind kind;
    double number;
    char of[64]; /* for RULE_RELATIVE, the parameter that gives the scale; else "" */
    /* the magnitudes of the scale: one for each element, or one for all; borrowed */
    const double *scales;
    uint64_t scale_count;
    const char *terms; /* for RULE_SUM, an expression of how many terms a sum has; borrowed */
};

/* Reads the text of a rule, such as "ulps 2". On failure returns what is wrong, else NULL. */
const char *rule_parse(const char *text, struct rule *out);

enum verdict {
    VERDICT_SAME,
    VERDICT_BOUNDED,   /* some elements are not the same, but a rule allows them */
    VERDICT_DIFFERENT, /* there are elements that no rule allows */
};

struct comparison {
    enum verdict verdict;
    uint64_t differing; /* how many elements are not equal */
    uint64_t outside;   /* how many elements no rule allows */
    /* the index of the first element that no rule allows; if there is none, of the first one that
     * differs */
    uint64_t first;
    uint64_t most_ulps; /* the largest distance of two elements that are not NaN */
    double most_absolute, most_relative;
    bool differs_in_nan; /* whether some element is NaN on one side alone */
};

/* Compares |count| elements with those of the original, by |rules|, of which one must hold for each
 * element; no rule means RULE_EQUAL. A set rule must be alone. */
void compare_arrays(enum dtype type, const void *found, const void *original, uint64_t count,
                    const struct rule *rules, const int64_t *terms, size_t rule_count,
                    struct comparison *out);

#endif
