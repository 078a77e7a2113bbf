/* When two arrays count as the same: the rules of `compare` in the cases file. */
#ifndef KBUILD_VERIFY_COMPARE_H
#define KBUILD_VERIFY_COMPARE_H

#include "verify/dtype.h"

enum rule_kind {
    RULE_EQUAL,    /* the same bits, or both NaN */
    RULE_BITS,     /* the same bits */
    RULE_ULPS,     /* at most |number| representable values apart */
    RULE_RELATIVE, /* |a - b| <= number * |b| */
    RULE_ABSOLUTE, /* |a - b| <= number */
    RULE_SUM,      /* |a - b| <= the error of adding |terms| numbers in two orders */
    RULE_SET,      /* the same elements in any order */
    RULE_IGNORE,   /* not compared */
};

struct rule {
    enum rule_kind kind;
    double number;
    const char *terms; /* of RULE_SUM: an expression; borrowed */
};

/* Reads "ulps 2". On failure returns what is wrong, else NULL. */
const char *rule_parse(const char *text, struct rule *out);

enum verdict {
    VERDICT_SAME,
    VERDICT_BOUNDED,   /* not the same, but a rule allows it */
    VERDICT_DIFFERENT, /* no rule allows it */
};

struct comparison {
    enum verdict verdict;
    uint64_t differing; /* elements that are not equal */
    uint64_t outside;   /* elements that no rule allows */
    uint64_t first; /* the first element outside; if there is none, the first one that differs */
    uint64_t most_ulps; /* the largest distance of two elements that are not NaN */
    double most_absolute, most_relative;
    bool differs_in_nan; /* some element is NaN on one side alone */
};

/* Compares |count| elements with those of the original, by |rules|, of which one must hold for each
 * element; no rule means RULE_EQUAL. A set rule must be alone. */
void compare_arrays(enum dtype type, const void *found, const void *original, uint64_t count,
                    const struct rule *rules, const int64_t *terms, size_t rule_count,
                    struct comparison *out);

#endif
