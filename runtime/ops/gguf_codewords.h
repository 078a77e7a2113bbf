/* The types of GGUF whose quants are numbers of codewords. */
#ifndef GGUF_CODEWORDS_H
#define GGUF_CODEWORDS_H

#include <stdbool.h>
#include <stdint.h>

/* Whether |type| is one of these types. */
bool gguf_has_codewords(uint32_t type);
/* Converts |count| elements, which are whole blocks, of such a type. */
void gguf_dequantize_codewords(uint32_t type, const uint8_t *block, uint64_t count, float *out);

#endif
