/* Values on the host, and what the arithmetic of kir does with them. */
#ifndef KIR_NUMBERS_H
#define KIR_NUMBERS_H

#include "kir/kir.h"

/* Of a float type |number|, which holds all of them exactly; else |integer|, extended by the sign
 * of signed types and by zeros of the others. */
union cell {
    int64_t integer;
    double number;
};

bool type_is_float(enum kir_type type);
/* Whether arithmetic is done in it. */
bool type_computes(enum kir_type type);

/* What memory of |type| holds. */
union cell cell_read(enum kir_type type, const void *memory);
void cell_write(enum kir_type type, void *memory, union cell cell);

union cell cell_cast(enum kir_type from, enum kir_type to, union cell cell);
union cell cell_unary(enum kir_type type, enum kir_unary op, union cell a);
union cell cell_binary(enum kir_type type, enum kir_binary op, union cell a, union cell b);
bool cell_compare(enum kir_type type, enum kir_compare op, union cell a, union cell b);
union cell cell_fma(enum kir_type type, union cell a, union cell b, union cell c);

#endif
