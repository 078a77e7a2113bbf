/* gate: conditions on a diff that let CI fail: "spills>0,vgpr+10%,removed". docs/diff.md describes
 * the language.
 */
#ifndef KBUILD_INSPECT_GATE_H
#define KBUILD_INSPECT_GATE_H

#include "inspect/diff.h"

enum gate_kind {
    GATE_ABOVE, /* metric > number, of every kernel of the new package */
    GATE_AT_LEAST,
    GATE_BELOW,
    GATE_AT_MOST,
    GATE_GREW,   /* by |number| or more, of kernels that both packages have */
    GATE_SHRANK, /* by |number| or more */
    GATE_REMOVED,
    GATE_ADDED,
    GATE_CHANGED,
    GATE_SIGNATURE,
    GATE_TARGET_REMOVED,
    GATE_TARGET_ADDED,
};

struct gate_term {
    enum gate_kind kind;
    enum metric metric; /* of those that have one */
    int64_t number;     /* thousandths of a percent when |is_percent| */
    bool is_percent;
    char *text; /* as it was written, without blanks around it */
};

struct gate {
    struct gate_term *terms;
    size_t count;
};

struct gate_error {
    size_t column; /* bytes before the fault */
    char message[160];
};

/* False, with |error| filled and |out| untouched, when |text| is not an expression. */
bool gate_parse(const char *text, struct gate *out, struct gate_error *error);
void gate_free(struct gate *gate);

struct gate_hit {
    const struct gate_term *term;
    const struct diff_pair *pair; /* NULL when it concerns a target */
    const char *target;
};

struct gate_hits {
    struct gate_hit *items;
    size_t count;
};

/* All that |gate| catches in |diff|, term by term; borrows from both. */
void gate_check(const struct gate *gate, const struct diff *diff, struct gate_hits *out);
void gate_hits_free(struct gate_hits *hits);

#endif
