/* texel: elements of textures, as buffer_load_format and images decode them from memory that a
 * descriptor describes. Formats are those of "Buffer Resource" in the ISA documents.
 */
#ifndef EMULATOR_CORE_TEXEL_H
#define EMULATOR_CORE_TEXEL_H

#include "instruction.h"

#include <stdbool.h>
#include <stdint.h>

enum texel_kind { TEXEL_UNORM, TEXEL_SNORM, TEXEL_UINT, TEXEL_SINT, TEXEL_FLOAT };

struct texel_format {
    unsigned bits, channels; /* 8, 16, 32; 1, 2, 4 */
    enum texel_kind kind;
};

/* Word 3 of a descriptor of such elements: the format, and the channel of each component, with ones
 * and zeros for missing channels. 0 when there is no such format. */
uint32_t texel_word(enum generation generation, const struct texel_format *format);
/* The format in word 3. False when it is unknown. */
bool texel_read_word(enum generation generation, uint32_t word, struct texel_format *out);
/* Only its number, from 1 on, as in the descriptors of images. */
bool texel_read_format(enum generation generation, unsigned number, struct texel_format *out);
/* Component |component| of an element, by word 3: the value for a register. */
uint32_t texel_component(const struct texel_format *format, uint32_t word, const uint8_t *element,
                         unsigned component);

#endif
