/* The words of the text form, by the numbers of kir.h. */
#ifndef KIR_NAMES_H
#define KIR_NAMES_H

#include "kir/kir.h"

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

#endif
