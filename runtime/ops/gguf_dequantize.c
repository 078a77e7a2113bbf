/* Converts quantized blocks of a GGUF file to floats, on the host. For the block formats of
 * libkrt_ops up to Q8_K krt_dequantize_host() does it, and for IQ1, IQ2 and IQ3 gguf_codewords.c.
 * The other types are here: each of their elements is the product of a scale and a small integer,
 * and docs/gguf.md has where both are in a block.
 *
 * All products are exact in f32, except those that are beyond its range. */
#include "gguf_codewords.h"
#include "quantize.h"

#include <krt/extend.h>
#include <krt/gguf.h>
#include <math.h>

/* Twice the values of E2M1. To make up for that, scale_e8m0() and scale_e4m3() return half of a
 * scale. */
static const int8_t fp4_values[] = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};
static const int8_t nl_values[] = {-127, -104, -83, -65, -49, -35, -22, -10,
                                   1,    13,   25,  38,  53,  69,  89,  113};
static const int8_t ternary_values[] = {-1, 0, 1, 2};
static const int8_t sign_values[] = {-1, 1};

/* ---- Scales of groups ------------------------------------------------------------------------ */

static float scale_f16(const uint8_t *at)
{
    return quantize_from_half(at[0] | (uint32_t)at[1] << 8);
}

/* Returns half of the E8M0 of group |group|, which is a power of two. The byte 255, which is NaN
 * elsewhere, is 2^128 in ggml. */
static float scale_e8m0(const uint8_t *scales, int group)
{
    return ldexpf(0.5f, scales[group] - 127);
}

/* Returns half of the E4M3 of group |group|. Its sign is ignored. E4M3 has two NaNs: in ggml 0x7f
 * is 0, and 0xff is 480. */
static float scale_e4m3(const uint8_t *scales, int group)
{
    int exponent = scales[group] >> 3 & 15, mantissa = scales[group] & 7;
    if (scales[group] == 0x7f)
        return 0;
    return exponent == 0 ? ldexpf((float)mantissa, -10)
                         : ldexpf((float)(8 + mantissa), exponent - 11);
}

static float scale_half(const uint8_t *scales, int group)
{
    (void)group;
    return scale_f16(scales);
}

/* Returns the scale of group |group| of an IQ4_XS. |scales| has d, the high 2 bits of each group's
 * scale, and then the low 4 bits. */
static float scale_xs(const uint8_t *scales, int group)
{
    int high = scales[2 + group / 4] >> group % 4 * 2 & 3;
    int low = scales[4 + group / 2] >> group % 2 * 4 & 15;
    return scale_f16(scales) * (float)((high << 4 | low) - 32);
}

/* ---- Elements of blocks ---------------------------------------------------------------------- */

/* |bits| is the size of an element's quant. Of each |run| bytes of quants, the lowest bits are the
 * first |run| elements, the next bits the next |run| elements, and so on. */
struct layout {
    uint8_t quants, scales; /* where the quants and the scales begin in a block, in bytes */
    uint8_t bits, run;
    uint16_t group; /* how many elements have the same scale */
    const int8_t *values;
    float (*scale)(const uint8_t *scales, int group);
};

static const struct layout layouts[] = {
    [20] = {2, 0, 4, 16, 32, nl_values, scale_half},        /* IQ4_NL */
    [23] = {8, 0, 4, 16, 32, nl_values, scale_xs},          /* IQ4_XS */
    [34] = {0, 52, 0, 0, 256, ternary_values, scale_half},  /* TQ1_0: see unpack_trits() */
    [35] = {0, 64, 2, 32, 256, ternary_values, scale_half}, /* TQ2_0 */
    [39] = {1, 0, 4, 16, 32, fp4_values, scale_e8m0},       /* MXFP4 */
    [40] = {4, 0, 4, 8, 16, fp4_values, scale_e4m3},        /* NVFP4 */
    [41] = {2, 0, 1, 1, 128, sign_values, scale_half},      /* Q1_0 */
    [42] = {2, 0, 2, 1, 64, ternary_values, scale_half},    /* Q2_0 */
};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0], ELEMENTS_MAX = 256 };

static void unpack(const struct layout *layout, unsigned elements, const uint8_t *quants,
                   uint8_t *out)
{
    unsigned mask = (1u << layout->bits) - 1;
    for (const uint8_t *end = out + elements; out < end; quants += layout->run) {
        for (unsigned shift = 0; shift < 8; shift += layout->bits) {
            for (unsigned j = 0; j < layout->run; j++)
                *out++ = (uint8_t)(quants[j] >> shift & mask);
        }
    }
}

/* Unpacks the quants of TQ1_0. Bytes 0 to 31 and 32 to 47 have 5 elements each, and the last 4
 * bytes have 4 elements each. A byte divided by 256 is a fraction; the first digits of this
 * fraction in base 3 are the byte's elements. */
static void unpack_trits(const uint8_t *quants, uint8_t *out)
{
    static const uint8_t runs[] = {32, 16, 4}, digits[] = {5, 5, 4};
    for (unsigned r = 0; r < 3; quants += runs[r++]) {
        for (unsigned digit = 0, power = 1; digit < digits[r]; digit++, power *= 3) {
            for (unsigned j = 0; j < runs[r]; j++)
                *out++ = (uint8_t)((uint8_t)(quants[j] * power) * 3u >> 8);
        }
    }
}

static void dequantize_block(const struct layout *layout, unsigned elements, const uint8_t *block,
                             float *out)
{
    uint8_t quants[ELEMENTS_MAX];
    if (layout->bits == 0)
        unpack_trits(block + layout->quants, quants);
    else
        unpack(layout, elements, block + layout->quants, quants);
    for (unsigned first = 0; first < elements; first += layout->group) {
        float scale = layout->scale(block + layout->scales, (int)(first / layout->group));
        for (unsigned i = first; i < first + layout->group; i++)
            out[i] = scale * (float)layout->values[quants[i]];
    }
}

static void dequantize_blocks(const struct layout *layout, uint32_t type, const uint8_t *block,
                              uint64_t count, float *out)
{
    uint32_t elements = krt_gguf_type_elements(type);
    for (uint64_t i = 0; i < count; i += elements, block += krt_gguf_type_bytes(type))
        dequantize_block(layout, elements, block, out + i);
}

/* ---- The call for users ---------------------------------------------------------------------- */

/* Returns the block format of |type|, or KRT_BLOCK_FORMAT_COUNT. */
static uint32_t format_of(uint32_t type)
{
    uint32_t format = 0;
    while (format < KRT_BLOCK_FORMAT_COUNT &&
           krt_gguf_blocks("", format, 0, NULL, NULL).type != type)
        format++;
    return format;
}

krt_status krt_gguf_dequantize(uint32_t type, const void *in, uint64_t count, float *out)
{
    const struct layout *layout = type < LAYOUTS && layouts[type].scale ? &layouts[type] : NULL;
    uint32_t format = format_of(type), elements = krt_gguf_type_elements(type);
    if (!layout && format == KRT_BLOCK_FORMAT_COUNT && !gguf_has_codewords(type))
        return krt_fail(KRT_ERROR_UNSUPPORTED, "krt_gguf_dequantize: type %u (%s) is not converted",
                        type, krt_gguf_type_name(type));
    if (count % elements != 0)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_gguf_dequantize: %llu elements are not whole blocks of %u (%s)",
                        (unsigned long long)count, elements, krt_gguf_type_name(type));
    if (count > 0 && (!in || !out))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_dequantize: |%s| is NULL",
                        in ? "out" : "in");
    if (gguf_has_codewords(type))
        gguf_dequantize_codewords(type, in, count, out);
    else if (layout)
        dequantize_blocks(layout, type, in, count, out);
    else
        return krt_dequantize_host(format, in, count, out);
    return KRT_OK;
}
