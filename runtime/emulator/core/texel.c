/* The table of texel formats and their numbers, and the functions that read an element's
 * components. */
#include "core/texel.h"

#include <string.h>

struct row {
    struct texel_format format;
    /* the format's numbers in descriptors of these generations; on gfx9, the data format << 3 | the
     * number format */
    unsigned gfx9, gfx10, gfx11;
};

#define GFX9(data, number) ((data) << 3 | (number))
/* The number formats of gfx9: unorm is 0, snorm 1, uint 4, sint 5, float 7. */
static const struct row rows[] = {
    {{8, 1, TEXEL_UNORM}, GFX9(1, 0), 1, 1},     {{8, 1, TEXEL_SNORM}, GFX9(1, 1), 2, 2},
    {{8, 1, TEXEL_UINT}, GFX9(1, 4), 5, 5},      {{8, 1, TEXEL_SINT}, GFX9(1, 5), 6, 6},
    {{16, 1, TEXEL_UNORM}, GFX9(2, 0), 7, 7},    {{16, 1, TEXEL_SNORM}, GFX9(2, 1), 8, 8},
    {{16, 1, TEXEL_UINT}, GFX9(2, 4), 11, 11},   {{16, 1, TEXEL_SINT}, GFX9(2, 5), 12, 12},
    {{16, 1, TEXEL_FLOAT}, GFX9(2, 7), 13, 13},  {{8, 2, TEXEL_UNORM}, GFX9(3, 0), 14, 14},
    {{8, 2, TEXEL_SNORM}, GFX9(3, 1), 15, 15},   {{8, 2, TEXEL_UINT}, GFX9(3, 4), 18, 18},
    {{8, 2, TEXEL_SINT}, GFX9(3, 5), 19, 19},    {{32, 1, TEXEL_UINT}, GFX9(4, 4), 20, 20},
    {{32, 1, TEXEL_SINT}, GFX9(4, 5), 21, 21},   {{32, 1, TEXEL_FLOAT}, GFX9(4, 7), 22, 22},
    {{16, 2, TEXEL_UNORM}, GFX9(5, 0), 23, 23},  {{16, 2, TEXEL_SNORM}, GFX9(5, 1), 24, 24},
    {{16, 2, TEXEL_UINT}, GFX9(5, 4), 27, 27},   {{16, 2, TEXEL_SINT}, GFX9(5, 5), 28, 28},
    {{16, 2, TEXEL_FLOAT}, GFX9(5, 7), 29, 29},  {{8, 4, TEXEL_UNORM}, GFX9(10, 0), 56, 42},
    {{8, 4, TEXEL_SNORM}, GFX9(10, 1), 57, 43},  {{8, 4, TEXEL_UINT}, GFX9(10, 4), 60, 46},
    {{8, 4, TEXEL_SINT}, GFX9(10, 5), 61, 47},   {{32, 2, TEXEL_UINT}, GFX9(11, 4), 62, 48},
    {{32, 2, TEXEL_SINT}, GFX9(11, 5), 63, 49},  {{32, 2, TEXEL_FLOAT}, GFX9(11, 7), 64, 50},
    {{16, 4, TEXEL_UNORM}, GFX9(12, 0), 65, 51}, {{16, 4, TEXEL_SNORM}, GFX9(12, 1), 66, 52},
    {{16, 4, TEXEL_UINT}, GFX9(12, 4), 69, 55},  {{16, 4, TEXEL_SINT}, GFX9(12, 5), 70, 56},
    {{16, 4, TEXEL_FLOAT}, GFX9(12, 7), 71, 57}, {{32, 4, TEXEL_UINT}, GFX9(14, 4), 75, 61},
    {{32, 4, TEXEL_SINT}, GFX9(14, 5), 76, 62},  {{32, 4, TEXEL_FLOAT}, GFX9(14, 7), 77, 63},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The selectors of a component: the constants 0 and 1, or a channel. SELECT_FIRST is the first
 * channel, SELECT_FIRST + 1 the second, and so on. */
enum { SELECT_0, SELECT_1, SELECT_FIRST = 4 };

static unsigned number_of(const struct row *row, enum generation generation)
{
    return generation >= GENERATION_GFX11   ? row->gfx11
           : generation >= GENERATION_GFX10 ? row->gfx10
                                            : row->gfx9;
}

/* Returns the format's number in word 3 of a descriptor: bits 12 to 18, since gfx11 bits 12 to
 * 17. */
static unsigned format_bits(enum generation generation, uint32_t word)
{
    return word >> 12 & (generation >= GENERATION_GFX11 ? 63 : 127);
}

uint32_t texel_word(enum generation generation, const struct texel_format *format)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < ROWS; i++) {
        const struct texel_format *own = &rows[i].format;
        if (own->bits == format->bits && own->channels == format->channels &&
            own->kind == format->kind)
            word = number_of(&rows[i], generation) << 12;
    }
    for (unsigned i = 0; i < 4 && word; i++) {
        unsigned select = i < format->channels ? SELECT_FIRST + i : i == 3 ? SELECT_1 : SELECT_0;
        word |= select << 3 * i;
    }
    return word;
}

bool texel_read_format(enum generation generation, unsigned number, struct texel_format *out)
{
    for (unsigned i = 0; i < ROWS; i++) {
        if (number_of(&rows[i], generation) == number) {
            *out = rows[i].format;
            return true;
        }
    }
    return false;
}

bool texel_read_word(enum generation generation, uint32_t word, struct texel_format *out)
{
    return texel_read_format(generation, format_bits(generation, word), out);
}

/* ---- Converting elements --------------------------------------------------------------------- */

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Returns the bits of the float that equals |half|, the bits of an f16. The conversion is exact,
 * because floats can hold every f16. */
static uint32_t widen_half(uint32_t half)
{
    uint32_t sign = (half & 0x8000) << 16, exponent = half >> 10 & 31, fraction = half & 0x3ff;
    if (exponent == 31)
        return sign | 0x7f800000 | fraction << 13;
    if (exponent)
        return sign | (exponent + 112) << 23 | fraction << 13;
    return sign | bits_of((float)fraction * 0x1p-24f);
}

/* Returns the SNORM value |value|, of |bits| bits, as a float. -2^(|bits|-1) and -2^(|bits|-1) + 1
 * both become -1. */
static float normalised(int32_t value, unsigned bits)
{
    float most = (float)((1 << (bits - 1)) - 1), r = (float)value / most;
    return r < -1 ? -1 : r;
}

static uint32_t convert(uint32_t raw, unsigned bits, enum texel_kind kind)
{
    uint32_t shift = 32 - bits;
    int32_t extended = (int32_t)(raw << shift) >> shift;
    switch (kind) {
    case TEXEL_UNORM: return bits_of((float)raw / (float)((1u << bits) - 1));
    case TEXEL_SNORM: return bits_of(normalised(extended, bits));
    case TEXEL_UINT: return raw;
    case TEXEL_SINT: return (uint32_t)extended;
    case TEXEL_FLOAT: break;
    }
    return bits == 16 ? widen_half(raw) : raw;
}

uint32_t texel_component(const struct texel_format *format, uint32_t word, const uint8_t *element,
                         unsigned component)
{
    unsigned select = word >> 3 * component & 7;
    bool is_float = format->kind != TEXEL_UINT && format->kind != TEXEL_SINT;
    uint32_t raw = 0;
    if (select < SELECT_FIRST || select - SELECT_FIRST >= format->channels)
        return select != SELECT_1 ? 0 : is_float ? bits_of(1) : 1;
    memcpy(&raw, element + (select - SELECT_FIRST) * (format->bits / 8), format->bits / 8);
    return convert(raw, format->bits, format->kind);
}
