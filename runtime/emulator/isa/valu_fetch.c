/* Fetches sources: registers and constants become arrays of lanes, and modifiers change these.
 * See the ISA documents, "SDWA", "Input Modifiers", "Packed Math", and for denormals "Mode
 * Register". */
#include "flush.h"
#include "floats.h"
#include "valu.h"

static uint32_t select_bits(uint32_t value, unsigned select, bool sext)
{
    switch ((enum select)select) {
    case SELECT_DWORD: return value;
    case SELECT_WORD_0:
    case SELECT_WORD_1:
        value >>= select == SELECT_WORD_1 ? 16 : 0;
        return sext ? (uint32_t)(int32_t)(int16_t)value : value & 0xffff;
    default:
        value >>= 8 * (select - SELECT_BYTE_0);
        return sext ? (uint32_t)(int32_t)(int8_t)value : value & 0xff;
    }
}

static uint32_t change_sign(uint32_t bits, uint32_t sign, bool abs, bool neg)
{
    if (abs)
        bits &= ~sign;
    return neg ? bits ^ sign : bits;
}

/* The modifiers of an operand as one change of bits, the same in every lane: (v >> shift & keep) ^
 * flip. */
struct change {
    unsigned shift;
    uint32_t keep, flip;
};

static void change_lanes(struct change low, const uint32_t *from, uint32_t *to, unsigned lanes)
{
    EACH_LANE for (unsigned i = 0; i < lanes; i++)
    {
        to[i] = (from[i] >> low.shift & low.keep) ^ low.flip;
    }
}

/* Returns the change for an operand of 16 or 32 bits: it selects a half of the register, and
 * changes a float's sign. */
static struct change change_of(const struct operand *operand)
{
    enum type type = operand->type;
    bool is_short = type_is_short(type), has_sign = is_short || type == TYPE_F32;
    uint32_t sign = is_short ? SIGN_F16 : SIGN_F32, all = is_short ? 0xffff : UINT32_MAX;
    return (struct change){
        .shift = is_short && operand->high ? 16 : 0,
        .keep = has_sign && operand->abs ? all & ~sign : all,
        .flip = has_sign && operand->neg ? sign : 0,
    };
}

/* Fetches a packed operand: each half comes from the lower or the upper half of the register. */
static void pack_lanes(const struct operand *operand, const uint32_t *from, uint32_t *to,
                       unsigned lanes)
{
    const unsigned low = operand->high ? 16 : 0, high = operand->high_of_high ? 16 : 0;
    const uint32_t flip = (operand->neg ? SIGN_F16 : 0) | (operand->neg_high ? SIGN_F32 : 0);
    EACH_LANE for (unsigned i = 0; i < lanes; i++)
    {
        to[i] = ((from[i] >> low & 0xffff) | from[i] >> high << 16) ^ flip;
    }
}

/* Fetches a mixed operand: a float, or one half of the register, which is converted to a float. */
static void mix_lanes(const struct operand *operand, const uint32_t *from, uint32_t *to,
                      unsigned lanes)
{
    const unsigned shift = operand->high ? 16 : 0;
    for (unsigned i = 0; i < lanes; i++) {
        uint32_t v =
            operand->high_of_high ? float_bits(half_float(from[i] >> shift & 0xffff)) : from[i];
        to[i] = change_sign(v, SIGN_F32, operand->abs, operand->neg);
    }
}

/* SDWA: takes a part of the register, extends it, and then changes the sign. */
static void select_lanes(const struct operand *operand, const uint32_t *from, uint32_t *to,
                         unsigned lanes)
{
    struct operand whole = *operand;
    whole.high = false;
    for (unsigned i = 0; i < lanes; i++)
        to[i] = select_bits(from[i], operand->select, operand->sext);
    change_lanes(change_of(&whole), to, to, lanes);
}

/* Applies the modifiers of 16- and 32-bit operands. They change the signs of floats only, because
 * for integers neg means something else (neg_lo of a dot product). */
static void modify_narrow(const struct operand *operand, const uint32_t *from, uint32_t *to,
                          unsigned lanes)
{
    enum type type = operand->type;
    if (operand->select)
        select_lanes(operand, from, to, lanes);
    else if (type == TYPE_PK16 || type == TYPE_PKF16 || type == TYPE_PKBF16)
        pack_lanes(operand, from, to, lanes);
    else if (type == TYPE_MIX)
        mix_lanes(operand, from, to, lanes);
    else
        change_lanes(change_of(operand), from, to, lanes);
}

static uint64_t modify_64(const struct operand *operand, uint64_t v)
{
    if (operand->type == TYPE_PKF32 || operand->type == TYPE_PK32) {
        uint32_t low = (uint32_t)(operand->high ? v >> 32 : v);
        uint32_t high = (uint32_t)(operand->high_of_high ? v >> 32 : v);
        low = change_sign(low, 1u << 31, false, operand->neg);
        high = change_sign(high, 1u << 31, false, operand->neg_high);
        return (uint64_t)high << 32 | low;
    }
    if (operand->abs)
        v &= ~(1ull << 63);
    return operand->neg ? v ^ 1ull << 63 : v;
}

static bool is_unmodified(const struct operand *operand)
{
    return !operand->neg && !operand->abs && !operand->select && !operand->high &&
           !operand->neg_high && operand->high_of_high && operand->type != TYPE_MIX &&
           !type_is_short(operand->type);
}

/* Replaces denormals of a source by zeros. Mixed sources are already floats here: those that came
 * from denormal halves are below 2^-14. */
static void flush_denormals(const struct wave *wave, const struct op *op,
                            const struct operand *operand, void *array)
{
    unsigned flags = op->instruction->flags;
    bool flush32 = (flags & FLAG_ALWAYS_FLUSH) || wave->fp.flush_in32;
    if (flags & FLAG_NO_DENORM_FLUSH)
        return;
    if (operand->type != TYPE_MIX) {
        flush_lanes(operand->type, array, wave->lanes, flush32, wave->fp.flush_in16_64);
        return;
    }
    uint32_t *v = array, least = operand->high_of_high ? 0x38800000 : 0x00800000;
    if (operand->high_of_high ? wave->fp.flush_in16_64 : flush32) {
        for (unsigned i = 0; i < wave->lanes; i++)
            v[i] = (v[i] & 0x7fffffff) < least ? v[i] & 0x80000000 : v[i];
    }
}

static bool flushes(const struct wave *wave, const struct op *op)
{
    if (op->instruction->flags & FLAG_NO_DENORM_FLUSH)
        return false;
    return wave->fp.flush_in32 || wave->fp.flush_in16_64 ||
           (op->instruction->flags & FLAG_ALWAYS_FLUSH);
}

const void *lanes_fetch(struct wave *wave, const struct op *op, const struct operand *operand,
                        struct lane_buffer *buffer)
{
    bool wide = type_is_wide(operand->type), must_flush = flushes(wave, op);
    const unsigned lanes = wave->lanes & ~31u;
    const void *array = lanes_fetch_plain(wave, operand, buffer);
    if (op->dpp && operand == &op->src[0])
        array = dpp_move(wave, op, array, wide, buffer);
    if (operand->type == TYPE_MASK || (is_unmodified(operand) && !must_flush))
        return array;
    if (wide) {
        const uint64_t *from = array;
        for (unsigned i = 0; i < lanes; i++)
            buffer->bits[i] = modify_64(operand, from[i]);
    } else {
        modify_narrow(operand, array, (uint32_t *)buffer->bits, lanes);
    }
    if (must_flush)
        flush_denormals(wave, op, operand, buffer->bits);
    return buffer->bits;
}
