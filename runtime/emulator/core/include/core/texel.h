/* texel: elements of textures, as buffer_load_format and image instructions read them from memory.
 * A descriptor says where the memory is and which format its elements have. Formats are those of
 * "Buffer Resource" in the ISA documents.
 */
#ifndef EMULATOR_CORE_TEXEL_H
#define EMULATOR_CORE_TEXEL_H

#include "instruction.h"

#include <stdbool.h>
#include <stdint.h>

enum texel_kind { TEXEL_UNORM, TEXEL_SNORM, TEXEL_UINT, TEXEL_SINT, TEXEL_FLOAT };

struct texel_format {
    /* how many bits a channel has (8, 16, 32), and how many channels there are (1, 2, 4) */
    unsigned bits, channels;
    enum texel_kind kind;
};

/* Returns word 3 of a buffer descriptor for elements of |format|: the format's number, and the
 * channel that each component reads. A component without a channel reads 0; the fourth component
 * then reads 1. Returns 0 when the hardware lacks the format. */
uint32_t texel_word(enum generation generation, const struct texel_format *format);
/* Reads the format from word 3 of a buffer descriptor. False when the format is unknown. */
bool texel_read_word(enum generation generation, uint32_t word, struct texel_format *out);
/* Reads the format from |number|, which is 1 or more, as in the descriptors of images. False when
 * the number is unknown. */
bool texel_read_format(enum generation generation, unsigned number, struct texel_format *out);
/* Returns component |component| of |element| as a value for a register. |word|, word 3 of a
 * descriptor, selects the channel that the component reads. */
uint32_t texel_component(const struct texel_format *format, uint32_t word, const uint8_t *element,
                         unsigned component);

#endif
