/* Floats of eight bits: every one of them becomes the float that its fields say, and every float
 * the one of them that is nearest, found by trying them all, or that a seed chooses.
 */
#include "harness.h"

#include <math.h>
#include <string.h>

struct format {
    unsigned mantissa;
    int bias;
    bool is_fnuz, has_infinity;
};

/* [is_ocp][is_bf8] */
static const struct format formats[2][2] = {{{3, 8, true, false}, {2, 16, true, false}},
                                            {{3, 7, false, false}, {2, 15, false, true}}};

static double value_of(unsigned bits, const struct format *format)
{
    unsigned exponent = (bits & 0x7f) >> format->mantissa;
    unsigned fraction = bits & ((1u << format->mantissa) - 1);
    unsigned top = 0x7f >> format->mantissa;
    double sign = bits & 0x80 ? -1 : 1;
    if (format->is_fnuz && bits == 0x80)
        return NAN;
    if (!format->is_fnuz && !format->has_infinity && (bits & 0x7f) == 0x7f)
        return NAN;
    if (format->has_infinity && exponent == top)
        return fraction ? NAN : sign * INFINITY;
    if (exponent == 0)
        return sign * ldexp(fraction, 1 - format->bias - (int)format->mantissa);
    return sign * ldexp(1 + ldexp(fraction, -(int)format->mantissa), (int)exponent - format->bias);
}

/* The nearest one's bits, ties to even; what lies half a step or more beyond the largest is NaN or
 * infinite, or the largest. */
static unsigned nearest(float x, const struct format *format, bool saturates)
{
    unsigned best = 0, sign = signbit(x) ? 0x80 : 0, largest = 0;
    double magnitude = fabs((double)x), least = INFINITY;
    unsigned beyond = format->is_fnuz ? 0x80 : sign | (format->has_infinity ? 0x7cu : 0x7fu);
    if (isnan(x))
        return format->is_fnuz ? 0x80 : sign | 0x7f;
    for (unsigned code = 0; code < 0x80; code++) {
        double value = value_of(code, format), distance = fabs(value - magnitude);
        if (isnan(value) || isinf(value))
            continue;
        largest = code;
        if (distance < least || (distance == least && code % 2 == 0)) {
            best = code;
            least = distance;
        }
    }
    double end = value_of(largest, format);
    double step = end - value_of(largest - 1, format);
    if (saturates)
        beyond = sign | largest;
    if (magnitude > end + step / 2 || (magnitude == end + step / 2 && largest % 2))
        return beyond;
    return best == 0 && format->is_fnuz ? 0 : sign | best;
}

/* The seed's upper bits, as many as the mantissa loses, are added behind its last bit. */
static unsigned chosen(float x, uint32_t seed, const struct format *format)
{
    const unsigned cut = 23 - format->mantissa;
    int exponent;
    if (!isfinite(x))
        return nearest(x, format, false);
    frexpf(x, &exponent);
    exponent = x == 0 || exponent - 1 < 1 - format->bias ? 1 - format->bias : exponent - 1;
    const double unit = ldexp(1, exponent - (int)format->mantissa);
    const double units = floor(ldexp(fabs((double)x) / unit, (int)cut));
    const double sum = floor(ldexp(units + (double)(seed >> (32 - cut)), -(int)cut)) * unit;
    return nearest(x == 0 ? x : copysignf((float)sum, x), format, false);
}

static void check_from(struct harness *h, unsigned id, bool is_pair, unsigned byte,
                       const struct format *format, unsigned run)
{
    static struct harness_state before, after;
    struct harness_random random = {id};
    random_state(&random, h, &before);
    for (unsigned lane = 0; lane < 32; lane++) /* all bytes, in eight runs */
        before.vgpr[2][lane] = (32 * run + lane) * 0x01010101u ^ 0x40c08000u;
    after = before;
    if (!harness_run(h, id, &after)) {
        harness_fail(h, id, 0, "%s", harness_fault(h)->message);
        return;
    }
    for (unsigned lane = 0; lane < 32; lane++) {
        for (unsigned part = 0; part < (is_pair ? 2u : 1u); part++) {
            unsigned bits = before.vgpr[2][lane] >> 8 * (byte + part) & 0xff;
            float got = harness_float(after.vgpr[part][lane]);
            double right = value_of(bits, format);
            if (isnan(right) ? !isnan(got) : (double)got != right)
                harness_fail(h, id, lane, "%#x: %g, not %g", bits, (double)got, right);
        }
    }
}

static uint32_t draw_float(struct harness_random *random)
{
    uint32_t bits = (uint32_t)random_bits(random);
    if (random_bits(random) % 8 == 0)
        return random_32(random);
    /* around the formats' ranges, many of them halfway between two numbers */
    bits = (bits & 0x807fffff) | (uint32_t)(127 - 20 + random_bits(random) % 40) << 23;
    return random_bits(random) & 1 ? bits & ~0x7ffffu : bits;
}

static void check_to(struct harness *h, unsigned id, bool is_high, const struct format *format)
{
    enum { OVERFLOW = 1 << 23 }; /* MODE.FP16_OVFL */
    static struct harness_state before, after;
    struct harness_random random = {id};
    for (unsigned run = 0; run < 64; run++) {
        const bool saturates = run % 4 == 3;
        random_state(&random, h, &before);
        before.mode |= saturates ? OVERFLOW : 0;
        for (unsigned lane = 0; lane < 32; lane++) {
            before.vgpr[2][lane] = draw_float(&random);
            before.vgpr[3][lane] = draw_float(&random);
        }
        after = before;
        if (!harness_run(h, id, &after)) {
            harness_fail(h, id, 0, "%s", harness_fault(h)->message);
            return;
        }
        for (unsigned lane = 0; lane < 32; lane++) {
            uint32_t old = before.vgpr[0][lane];
            uint32_t pair = nearest(harness_float(before.vgpr[2][lane]), format, saturates) |
                            nearest(harness_float(before.vgpr[3][lane]), format, saturates) << 8;
            uint32_t right = is_high ? (old & 0xffff) | pair << 16 : (old & 0xffff0000) | pair;
            if (after.vgpr[0][lane] != right)
                harness_fail(h, id, lane, "%g, %g: %#x, not %#x",
                             (double)harness_float(before.vgpr[2][lane]),
                             (double)harness_float(before.vgpr[3][lane]), after.vgpr[0][lane],
                             right);
        }
    }
}

static void check_chosen(struct harness *h, unsigned id, unsigned byte, const struct format *format)
{
    static struct harness_state before, after;
    struct harness_random random = {id};
    for (unsigned run = 0; run < 32; run++) {
        random_state(&random, h, &before);
        for (unsigned lane = 0; lane < 32; lane++) {
            before.vgpr[2][lane] = draw_float(&random);
            before.vgpr[3][lane] = (uint32_t)random_bits(&random);
        }
        after = before;
        if (!harness_run(h, id, &after)) {
            harness_fail(h, id, 0, "%s", harness_fault(h)->message);
            return;
        }
        for (unsigned lane = 0; lane < 32; lane++) {
            const float x = harness_float(before.vgpr[2][lane]);
            const uint32_t seed = before.vgpr[3][lane], mask = 0xffu << 8 * byte;
            const uint32_t right = (before.vgpr[0][lane] & ~mask) | chosen(x, seed, format)
                                                                        << 8 * byte;
            if (after.vgpr[0][lane] != right)
                harness_fail(h, id, lane, "%a, seed %#x: %#x, not %#x", (double)x, seed,
                             after.vgpr[0][lane], right);
        }
    }
}

static unsigned check_target(const char *target, unsigned lanes, bool is_ocp)
{
    const bool is_gfx12 = lanes == 32;
    static const char *const names[] = {"fp8", "bf8"};
    unsigned first[2], bytes[2][4], words[2][2], to[2][2], seeded[2][4];
    struct harness *h = harness_open(target, lanes);
    for (unsigned i = 0; i < 2; i++) {
        first[i] = harness_add(h, "v_cvt_f32_%s_e32 v0, v2", names[i]);
        for (unsigned byte = 0; byte < 4; byte++)
            bytes[i][byte] =
                is_gfx12
                    ? harness_add(h, "v_cvt_f32_%s_e64 v0, v2 byte_sel:%u", names[i], byte)
                    : harness_add(h, "v_cvt_f32_%s_sdwa v0, v2 src0_sel:BYTE_%u", names[i], byte);
        words[i][0] = harness_add(h, "v_cvt_pk_f32_%s_e32 v[0:1], v2", names[i]);
        words[i][1] =
            is_gfx12 ? harness_add(h, "v_cvt_pk_f32_%s_e64 v[0:1], v2 op_sel:[1,0]", names[i])
                     : harness_add(h, "v_cvt_pk_f32_%s_sdwa v[0:1], v2 src0_sel:WORD_1", names[i]);
        for (unsigned byte = 0; byte < 4; byte++)
            seeded[i][byte] =
                is_gfx12 ? harness_add(h, "v_cvt_sr_%s_f32 v0, v2, v3 byte_sel:%u", names[i], byte)
                         : harness_add(h, "v_cvt_sr_%s_f32 v0, v2, v3 op_sel:[0,0,%u,%u]", names[i],
                                       byte & 1, byte >> 1);
        to[i][0] = harness_add(h, "v_cvt_pk_%s_f32 v0, v2, v3", names[i]);
        to[i][1] = harness_add(h, "v_cvt_pk_%s_f32 v0, v2, v3 op_sel:[0,0,1]", names[i]);
    }
    harness_assemble(h);
    for (unsigned i = 0; i < 2; i++) {
        const struct format *format = &formats[is_ocp][i];
        for (unsigned run = 0; run < 8; run++) {
            check_from(h, first[i], false, 0, format, run);
            for (unsigned byte = 0; byte < 4; byte++)
                check_from(h, bytes[i][byte], false, byte, format, run);
            check_from(h, words[i][0], true, 0, format, run);
            check_from(h, words[i][1], true, 2, format, run);
        }
        check_to(h, to[i][0], false, format);
        check_to(h, to[i][1], true, format);
        for (unsigned byte = 0; byte < 4; byte++)
            check_chosen(h, seeded[i][byte], byte, format);
    }
    unsigned failures = harness_failures(h);
    harness_close(h);
    return failures;
}

/* Argument: "gfx950" for that alone. */
int main(int argc, char **argv)
{
    if (argc > 1)
        return check_target(argv[1], 64, true) > 0;
    return check_target("gfx942", 64, false) + check_target("gfx1200", 32, true) > 0;
}
