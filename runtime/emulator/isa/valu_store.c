/* Stores results: modifiers change a core's array of lanes, which is then stored to registers. See
 * the ISA documents, "Output Modifiers", "SDWA", and for denormals "Mode Register". */
#include "flush.h"
#include "floats.h"
#include "valu.h"

#include <float.h>
#include <math.h>

/* Returns the factor that omod names. Before gfx12, omod is ignored in IEEE mode, and if denormal
 * results are kept. AMD measured what omod makes of small numbers: zeros and denormals become +0; a
 * number that becomes a denormal turns into a 0 with its sign (rocjitsu, output_modifier.h). */
static float factor(const struct wave *wave, const struct op *op, bool flushes)
{
    static const float factors[] = {1, 2, 4, 0.5f};
    bool works = op->scales_always || (flushes && !wave->fp.ieee);
    return factors[works ? op->omod : 0];
}

static double scaled(double x, float by, double least)
{
    double y = x * (double)by;
    if (by == 1 || x != x)
        return x;
    return fabs(x) < least ? 0 : fabs(y) < least ? copysign(0, x) : y;
}

/* Limits |x| to 0 and 1. With MODE.DX10_CLAMP a NaN becomes 0. */
static double clamped(const struct wave *wave, double x)
{
    return x > 1 ? 1 : x > 0 ? x : x != x && !wave->fp.dx10_clamp ? x : 0;
}

static void finish_f32(const struct wave *wave, const struct op *op, float *v)
{
    const float by = factor(wave, op, wave->fp.flush_out32);
    for (unsigned i = 0; i < wave->lanes && by != 1; i++)
        v[i] = v[i] != v[i] ? v[i] : (float)scaled((double)v[i], by, (double)FLT_MIN);
    for (unsigned i = 0; i < wave->lanes && op->clamp; i++)
        v[i] = (float)clamped(wave, (double)v[i]);
}

static void finish_f64(const struct wave *wave, const struct op *op, double *v)
{
    const float by = factor(wave, op, wave->fp.flush_out16_64);
    for (unsigned i = 0; i < wave->lanes; i++) {
        double x = scaled(v[i], by, DBL_MIN);
        v[i] = op->clamp ? clamped(wave, x) : x;
    }
}

/* Limits an f16 to the range from 0 to 1. Halves from 0 on can be compared as integers. */
static uint32_t clamp_half(const struct wave *wave, uint32_t half)
{
    if (is_nan_f16(half))
        return wave->fp.dx10_clamp ? 0 : half;
    return half & 0x8000 ? 0 : half > 0x3c00 ? 0x3c00 : half;
}

static void finish_halves(const struct wave *wave, const struct op *op, bool is_packed, uint32_t *v)
{
    const float by = factor(wave, op, wave->fp.flush_out16_64);
    for (unsigned i = 0; i < wave->lanes; i++) {
        uint32_t low = v[i] & 0xffff, high = v[i] >> 16;
        if (by != 1 && !is_nan_f16(low))
            low = float_half((float)scaled((double)half_float(low), by, 0x1p-14));
        if (op->clamp) {
            low = clamp_half(wave, low);
            high = clamp_half(wave, high);
        }
        v[i] = is_packed ? high << 16 | low : low;
    }
}

void lanes_finish(const struct wave *wave, const struct op *op, enum type type, void *lanes)
{
    unsigned flags = op->instruction->flags;
    bool modified = op->omod || op->clamp;
    bool flush32 = wave->fp.flush_out32 || (flags & FLAG_ALWAYS_FLUSH);
    if (modified && type == TYPE_F32)
        finish_f32(wave, op, lanes);
    else if (modified && type == TYPE_F64)
        finish_f64(wave, op, lanes);
    else if (modified && (type == TYPE_F16 || type == TYPE_PKF16))
        finish_halves(wave, op, type == TYPE_PKF16, lanes);
    else if (op->clamp && type == TYPE_PKF32) {
        float *v = lanes;
        for (unsigned i = 0; i < 2 * wave->lanes; i++)
            v[i] = (float)clamped(wave, (double)v[i]);
    }
    if (!(flags & FLAG_NO_DENORM_FLUSH))
        flush_lanes(type, lanes, wave->lanes, flush32, wave->fp.flush_out16_64);
}

/* Returns the register's new bits, when SDWA writes only a part of the register. */
static uint32_t merge(const struct op *op, uint32_t old, uint32_t v)
{
    unsigned bits = op->dst_select >= SELECT_WORD_0 ? 16 : 8;
    unsigned shift = bits * (op->dst_select - (bits == 16 ? SELECT_WORD_0 : SELECT_BYTE_0));
    uint32_t part = v & ((1u << bits) - 1), mask = ((1u << bits) - 1) << shift;
    uint32_t kept = op->dst_unused == 2 ? old & ~mask : 0;
    /* the result is sign-extended above its part; below its part there are zeros */
    if (op->dst_unused == 1 && part >> (bits - 1))
        kept = bits + shift < 32 ? ~0u << (bits + shift) : 0;
    return kept | part << shift;
}

/* Puts 16-bit results into one half of the register. The other half is kept or cleared, as |op|
 * says. */
static void place_halves(const struct op *op, const struct operand *dst, const uint32_t *old,
                         const uint32_t *from, uint32_t *to, unsigned lanes)
{
    const unsigned shift = dst->high ? 16 : 0;
    const uint32_t kept = dst->high ? 0xffff : op->zero_high || op->is_sdwa ? 0 : 0xffff0000;
    EACH_LANE for (unsigned i = 0; i < lanes; i++)
    {
        to[i] = (old[i] & kept) | (from[i] & 0xffff) << shift;
    }
}

static void store_pairs(uint32_t *low, uint32_t *high, const uint64_t *from, uint64_t mask,
                        unsigned lanes)
{
    for (unsigned start = 0; start < lanes; start += 32) {
        uint32_t half = (uint32_t)(mask >> start);
        EACH_LANE for (unsigned i = 0; i < 32; i++)
        {
            uint64_t v = from[start + i];
            uint32_t old_low = low[start + i], old_high = high[start + i];
            low[start + i] = half & lane_bits[i] ? (uint32_t)v : old_low;
            high[start + i] = half & lane_bits[i] ? (uint32_t)(v >> 32) : old_high;
        }
    }
}

void lanes_store(struct wave *wave, const struct op *op, const struct operand *operand,
                 const void *lanes, uint64_t mask)
{
    if (operand->kind != OPERAND_VGPR && operand->kind != OPERAND_AGPR)
        return; /* the register is NULL: what is written to NULL is lost */
    const unsigned count = wave->lanes & ~31u;
    uint32_t placed[LANES_MAX], *to = operand_lanes(wave, operand);
    const uint32_t *from = lanes;
    if (type_is_wide(operand->type)) {
        store_pairs(to, to + count, lanes, mask, count);
        return;
    }
    if (op->is_sdwa && op->dst_select != SELECT_DWORD) {
        for (unsigned i = 0; i < count; i++)
            placed[i] = merge(op, to[i], from[i]);
        from = placed;
    } else if (type_is_short(operand->type)) {
        place_halves(op, operand, to, from, placed, count);
        from = placed;
    }
    lanes_copy(to, from, mask, count);
}
