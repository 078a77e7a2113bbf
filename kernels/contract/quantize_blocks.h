/* The quantized blocks of GGUF: which bits of a block store which values. For C11, in which
 * libkrt_ops uses it on the host, and for CUDA's dialect, in which quantize.cu uses it.
 * docs/kernels.md, "quantized", describes the formats in words. */
#ifndef QUANTIZE_BLOCKS_H
#define QUANTIZE_BLOCKS_H

#include <stdint.h>

#ifdef __cplusplus
#define QUANTIZE        __device__ __forceinline__ static
#define QUANTIZE_TABLE  __device__ constexpr
#define QUANTIZE_UNROLL _Pragma("unroll")
#define QUANTIZE_ROLL   _Pragma("unroll 1")
#else
#define QUANTIZE       static inline
#define QUANTIZE_TABLE static const
#define QUANTIZE_UNROLL
#define QUANTIZE_ROLL
#endif

/* The values of a quantized block before they are packed into its fields: the byte at which each
 * kind of value begins. Every value has one or more bytes of its own. */
enum {
    AT_SCALE = 0,    /* a scale of f16 or f32 */
    AT_OFFSET = 2,   /* an offset of f16 */
    AT_SCALES = 4,   /* scales: a byte for each of up to 16 groups */
    AT_OFFSETS = 20, /* offsets: a byte for each of up to 16 groups */
    AT_SUMS = 36,    /* 16 sums of i16 */
    AT_QUANTS = 68,
    VALUES_MAX = AT_QUANTS + 256,
};

/* A field is a range of bytes of a quantized block. Byte i of the field has |bits| bits of each of
 * |planes| values. The value for a plane is number from + (i / width * planes + plane) * width + i
 * % width. The lowest |drop| bits of the value are left out, and its next |bits| bits are at bit
 * |to| + plane * bits of the byte. Fields that share bytes fill different bits. */
struct quantize_field {
    uint16_t offset, bytes, from;
    uint8_t width, planes, bits, drop, to;
};

enum quantize_scale {
    SCALE_F16,       /* one f16 scale: the block is one group */
    SCALE_OF_GROUPS, /* an f16 scale for the block, and an integer for each group */
    SCALE_F32,       /* one f32 scale for all groups */
};

enum { QUANTIZE_FIELDS = 9 };

struct quantize_format {
    /* the bytes of a block, the number of its groups, and the elements of a group */
    int bytes, groups, group;
    /* the limits of quants, and the number that is added to a quant to store it */
    int low, high, zero;
    int has_offset;
    enum quantize_scale scale_type;
    /* limits of the integers that are stored for groups' scales; |scale_zero| is added to such an
     * integer to store it */
    int scale_low, scale_high, scale_zero;
    struct quantize_field fields[QUANTIZE_FIELDS];
};

/* clang-format off */
#define WHOLE(OFFSET, BYTES, FROM) {OFFSET, BYTES, FROM, 1, 1, 8, 0, 0}

/* The formats, indexed by enum krt_block_format. */
QUANTIZE_TABLE struct quantize_format quantize_formats[] = {
    /* Q4_0 */
    {18, 1, 32, -8, 7, 8, 0, SCALE_F16, 0, 0, 0,
     {WHOLE(0, 2, AT_SCALE),
      {2, 16, AT_QUANTS, 16, 2, 4, 0, 0}}},
    /* Q4_1 */
    {20, 1, 32, 0, 15, 0, 1, SCALE_F16, 0, 0, 0,
     {WHOLE(0, 4, AT_SCALE),
      {4, 16, AT_QUANTS, 16, 2, 4, 0, 0}}},
    /* Q5_0 */
    {22, 1, 32, -16, 15, 16, 0, SCALE_F16, 0, 0, 0,
     {WHOLE(0, 2, AT_SCALE),
      {2, 4, AT_QUANTS, 1, 8, 1, 4, 0},
      {6, 16, AT_QUANTS, 16, 2, 4, 0, 0}}},
    /* Q5_1 */
    {24, 1, 32, 0, 31, 0, 1, SCALE_F16, 0, 0, 0,
     {WHOLE(0, 4, AT_SCALE),
      {4, 4, AT_QUANTS, 1, 8, 1, 4, 0},
      {8, 16, AT_QUANTS, 16, 2, 4, 0, 0}}},
    /* Q8_0 */
    {34, 1, 32, -127, 127, 0, 0, SCALE_F16, 0, 0, 0,
     {WHOLE(0, 2, AT_SCALE),
      WHOLE(2, 32, AT_QUANTS)}},
    /* Q2_K */
    {84, 16, 16, 0, 3, 0, 1, SCALE_OF_GROUPS, 0, 15, 0,
     {{0, 16, AT_SCALES, 16, 2, 4, 0, 0},
      {16, 64, AT_QUANTS, 32, 4, 2, 0, 0},
      WHOLE(80, 4, AT_SCALE)}},
    /* Q3_K */
    {110, 16, 16, -4, 3, 4, 0, SCALE_OF_GROUPS, -32, 31, 32,
     {{0, 32, AT_QUANTS, 32, 8, 1, 2, 0},
      {32, 64, AT_QUANTS, 32, 4, 2, 0, 0},
      {96, 8, AT_SCALES, 8, 2, 4, 0, 0},
      {104, 4, AT_SCALES, 4, 4, 2, 4, 0},
      WHOLE(108, 2, AT_SCALE)}},
    /* Q4_K */
    {144, 8, 32, 0, 15, 0, 1, SCALE_OF_GROUPS, 0, 63, 0,
     {WHOLE(0, 4, AT_SCALE),
      {4, 4, AT_SCALES, 4, 1, 6, 0, 0},
      {4, 4, AT_SCALES + 4, 4, 1, 2, 4, 6},
      {8, 4, AT_OFFSETS, 4, 1, 6, 0, 0},
      {8, 4, AT_OFFSETS + 4, 4, 1, 2, 4, 6},
      {12, 4, AT_SCALES + 4, 4, 1, 4, 0, 0},
      {12, 4, AT_OFFSETS + 4, 4, 1, 4, 0, 4},
      {16, 128, AT_QUANTS, 32, 2, 4, 0, 0}}},
    /* Q5_K */
    {176, 8, 32, 0, 31, 0, 1, SCALE_OF_GROUPS, 0, 63, 0,
     {WHOLE(0, 4, AT_SCALE),
      {4, 4, AT_SCALES, 4, 1, 6, 0, 0},
      {4, 4, AT_SCALES + 4, 4, 1, 2, 4, 6},
      {8, 4, AT_OFFSETS, 4, 1, 6, 0, 0},
      {8, 4, AT_OFFSETS + 4, 4, 1, 2, 4, 6},
      {12, 4, AT_SCALES + 4, 4, 1, 4, 0, 0},
      {12, 4, AT_OFFSETS + 4, 4, 1, 4, 0, 4},
      {16, 32, AT_QUANTS, 32, 8, 1, 4, 0},
      {48, 128, AT_QUANTS, 32, 2, 4, 0, 0}}},
    /* Q6_K */
    {210, 16, 16, -32, 31, 32, 0, SCALE_OF_GROUPS, -128, 127, 0,
     {{0, 128, AT_QUANTS, 64, 2, 4, 0, 0},
      {128, 64, AT_QUANTS, 32, 4, 2, 4, 0},
      WHOLE(192, 16, AT_SCALES),
      WHOLE(208, 2, AT_SCALE)}},
    /* Q8_K */
    {292, 8, 32, -127, 127, 0, 0, SCALE_F32, 0, 0, 0,
     {WHOLE(0, 4, AT_SCALE),
      WHOLE(4, 256, AT_QUANTS),
      WHOLE(260, 32, AT_SUMS)}},
};
#undef WHOLE
/* clang-format on */

/* Returns the index of the first value that has bits in byte |i| of a field. */
QUANTIZE int quantize_place(const struct quantize_field *field, int i)
{
    return field->from + i / field->width * field->planes * field->width + i % field->width;
}

/* Returns byte |at| of the block whose values are |values|. */
QUANTIZE uint8_t quantize_pack(const struct quantize_format *format, const uint8_t *values, int at)
{
    unsigned byte = 0;
    QUANTIZE_UNROLL
    for (int f = 0; f < QUANTIZE_FIELDS; f++) {
        const struct quantize_field *field = &format->fields[f];
        int i = at - field->offset;
        if (i < 0 || i >= field->bytes)
            continue;
        const uint8_t *from = values + quantize_place(field, i);
        QUANTIZE_UNROLL
        for (int plane = 0; plane < 8 && plane < field->planes; plane++)
            byte |= (from[plane * field->width] >> field->drop & ((1u << field->bits) - 1))
                    << (field->to + plane * field->bits);
    }
    return (uint8_t)byte;
}

#endif
