/* The types of GGUF whose quants are numbers of codewords. */
#ifndef GGUF_CODEWORDS_H
#define GGUF_CODEWORDS_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the quants of |type|, a type of GGUF, are numbers of codewords. */
bool gguf_has_codewords(uint32_t type);
/* Converts |count| elements of such a |type| to floats. The elements are whole blocks. */
void gguf_dequantize_codewords(uint32_t type, const uint8_t *block, uint64_t count, float *out);

#endif
