/* What the files of this room share: words, and arithmetic on the host. */
#ifndef KIR_PARTS_H
#define KIR_PARTS_H

#include "kir/kir.h"

/* The words of the text form, by the numbers of kir.h. */

extern const char *const unary_names[KIR_UNARY_COUNT];
extern const char *const binary_names[KIR_BINARY_COUNT];
extern const char *const compare_names[KIR_COMPARE_COUNT];
extern const char *const reduce_names[KIR_REDUCE_COUNT];
extern const char *const atomic_names[KIR_ATOMIC_COUNT];
#define PLACE_COUNT 5
extern const char *const place_names[PLACE_COUNT];

/* What an instruction is called in messages: "add", "block sum". Returns |out|. */
const char *instruction_name(const struct kir_instruction *instruction, char out[32]);

/* A parameter's name. */
const char *parameter_name(const struct kir_kernel *kernel, kir_value value);

/* Values on the host, and what the arithmetic of kir does with them. */

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
