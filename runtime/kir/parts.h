/* The names of kir's operations, and arithmetic on the host, for the files of kir. */
#ifndef KIR_PARTS_H
#define KIR_PARTS_H

#include "kir/kir.h"

#include <stdarg.h>

/* The words of the text form, by the numbers of kir.h's enums. */

extern const char *const unary_names[KIR_UNARY_COUNT];
extern const char *const binary_names[KIR_BINARY_COUNT];
extern const char *const compare_names[KIR_COMPARE_COUNT];
extern const char *const reduce_names[KIR_REDUCE_COUNT];
extern const char *const atomic_names[KIR_ATOMIC_COUNT];
#define PLACE_COUNT 5
extern const char *const place_names[PLACE_COUNT];

/* Writes the name of an instruction for messages to |out|: "add", "block sum". Returns |out|. */
const char *instruction_name(const struct kir_instruction *instruction, char out[32]);

/* Sets |error| to a message about the instruction |at| of |kernel|, or about none of them if |at|
 * is KIR_NO_VALUE. */
void instruction_wrong(const struct kir_kernel *kernel, kir_value at, struct kir_error *error,
                       const char *format, va_list arguments) __attribute__((format(printf, 4, 0)));

/* Returns the name of a parameter. */
const char *parameter_name(const struct kir_kernel *kernel, kir_value value);

/* A value on the host, and arithmetic on such values. */

/* A value of a float type is |number|, which can represent it exactly. A value of another type is
 * |integer|, extended by the sign for signed types and by zeros for unsigned types. */
union cell {
    int64_t integer;
    double number;
};

bool type_is_float(enum kir_type type);
/* Whether arithmetic is done in |type|. */
bool type_computes(enum kir_type type);

/* Reads a value of |type| from memory. */
union cell cell_read(enum kir_type type, const void *memory);
void cell_write(enum kir_type type, void *memory, union cell cell);

union cell cell_cast(enum kir_type from, enum kir_type to, union cell cell);
union cell cell_unary(enum kir_type type, enum kir_unary op, union cell a);
union cell cell_binary(enum kir_type type, enum kir_binary op, union cell a, union cell b);
bool cell_compare(enum kir_type type, enum kir_compare op, union cell a, union cell b);
union cell cell_fma(enum kir_type type, union cell a, union cell b, union cell c);

#endif
