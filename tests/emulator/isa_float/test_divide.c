/* Division as the compiler expands it: the whole sequence gives the correctly rounded quotient of
 * any two numbers, denormals, infinities and NaNs among them. Then the cases of div_fixup, and the
 * bits of 2 / pi that v_trig_preop_f64 gives.
 */
#include "operands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RUNS = 400 };

static const struct {
    const char *processor;
    unsigned lanes;
} targets[] = {{"gfx90a", 64}, {"gfx1030", 32}, {"gfx1100", 32}, {"gfx1100", 64}};

/* The numerator is in v2, the denominator in v4, the quotient goes to v0. */
static unsigned add_division_f32(struct harness *harness, unsigned lanes)
{
    const char *vcc = lanes == 32 ? "vcc_lo" : "vcc", *other = lanes == 32 ? "s10" : "s[10:11]";
    return harness_add(harness,
                       "v_div_scale_f32 v10, %s, v4, v4, v2\n"
                       "v_div_scale_f32 v11, %s, v2, v4, v2\n"
                       "v_rcp_f32 v12, v10\n"
                       "v_fma_f32 v13, -v10, v12, 1.0\n"
                       "v_fma_f32 v12, v13, v12, v12\n"
                       "v_mul_f32 v13, v11, v12\n"
                       "v_fma_f32 v14, -v10, v13, v11\n"
                       "v_fma_f32 v13, v14, v12, v13\n"
                       "v_fma_f32 v14, -v10, v13, v11\n"
                       "v_div_fmas_f32 v13, v14, v12, v13\n"
                       "v_div_fixup_f32 v0, v13, v4, v2",
                       other, vcc);
}

static unsigned add_division_f64(struct harness *harness, unsigned lanes)
{
    const char *vcc = lanes == 32 ? "vcc_lo" : "vcc", *other = lanes == 32 ? "s10" : "s[10:11]";
    return harness_add(harness,
                       "v_div_scale_f64 v[10:11], %s, v[4:5], v[4:5], v[2:3]\n"
                       "v_div_scale_f64 v[18:19], %s, v[2:3], v[4:5], v[2:3]\n"
                       "v_rcp_f64 v[12:13], v[10:11]\n"
                       "v_fma_f64 v[14:15], -v[10:11], v[12:13], 1.0\n"
                       "v_fma_f64 v[12:13], v[12:13], v[14:15], v[12:13]\n"
                       "v_fma_f64 v[14:15], -v[10:11], v[12:13], 1.0\n"
                       "v_fma_f64 v[12:13], v[12:13], v[14:15], v[12:13]\n"
                       "v_mul_f64 v[16:17], v[18:19], v[12:13]\n"
                       "v_fma_f64 v[14:15], -v[10:11], v[16:17], v[18:19]\n"
                       "v_div_fmas_f64 v[12:13], v[14:15], v[12:13], v[16:17]\n"
                       "v_div_fixup_f64 v[0:1], v[12:13], v[4:5], v[2:3]",
                       other, vcc);
}

/* Half: a quotient in single precision, rounded, and put right. */
static unsigned add_division_f16(struct harness *harness)
{
    return harness_add(harness, "v_cvt_f32_f16 v10, v2\nv_cvt_f32_f16 v11, v4\nv_rcp_f32 v12, v11\n"
                                "v_mul_f32 v12, v10, v12\nv_cvt_f16_f32 v12, v12\n"
                                "v_div_fixup_f16 v0, v12, v4, v2");
}

static uint64_t quotient(enum format format, uint64_t numerator, uint64_t denominator)
{
    /* A quotient of two numbers of 53 bits is halfway between two others, or 2^-108 away. */
    MPFR_DECL_INIT(a, 64);
    MPFR_DECL_INIT(b, 64);
    MPFR_DECL_INIT(r, 192);
    format_get(format, numerator, a);
    format_get(format, denominator, b);
    mpfr_div(r, a, b, MPFR_RNDN);
    return format_round(format, r, ROUND_NEAREST);
}

/* Quotients that are denormal, or just not; that overflow, or just not; of denormals. */
static void choose_pair(struct harness_random *random, enum format format, uint64_t *numerator,
                        uint64_t *denominator)
{
    unsigned shift = format == F64 ? 52 : format == F32 ? 23 : 10;
    uint64_t fields = format == F64 ? 0x7ff : format == F32 ? 0xff : 0x1f, bias = fields >> 1;
    uint64_t more = random_bits(random);
    *numerator = operand_random(random, format);
    *denominator = operand_random(random, format);
    if ((more & 3) == 0)
        return;
    uint64_t one = random_bits(random) % fields, apart = random_bits(random) % 64;
    uint64_t other = more & 4 ? one + bias - apart : one + fields + apart - bias - 40;
    other = other > fields ? fields - 1 - other % 60 % fields : other;
    uint64_t keep = ~(fields << shift);
    *denominator = (*denominator & keep) | (more & 8 ? one : other) << shift;
    *numerator = (*numerator & keep) | (more & 8 ? other : one) << shift;
    if (more & 16)
        *numerator &= ~0ull << (shift - 4); /* ties and exact quotients */
}

static void check_division(struct harness *harness, unsigned id, enum format format, unsigned lanes)
{
    static struct harness_state state;
    struct harness_random random = {id + 99};
    unsigned runs = harness_runs(RUNS);
    random_state(&random, harness, &state);
    for (unsigned run = 0; run < runs; run++) {
        uint64_t a[LANES_MAX], b[LANES_MAX];
        state.mode = HARNESS_MODE;
        for (unsigned lane = 0; lane < lanes; lane++) {
            unsigned edges = operand_edges(format), count = run * lanes + lane;
            choose_pair(&random, format, &a[lane], &b[lane]);
            if (count < edges * edges) {
                a[lane] = operand_edge(format, count % edges);
                b[lane] = operand_edge(format, count / edges);
            }
            lane_set(&state, 2, lane, format, a[lane]);
            lane_set(&state, 4, lane, format, b[lane]);
        }
        if (!harness_run(harness, id, &state)) {
            harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
            return;
        }
        for (unsigned lane = 0; lane < lanes; lane++) {
            uint64_t got = lane_get(&state, RESULT, lane, format);
            uint64_t right = quotient(format, a[lane], b[lane]);
            if (!format_equal(format, got, right))
                harness_fail(harness, id, lane, "%#llx / %#llx: %#llx, not %#llx",
                             (unsigned long long)a[lane], (unsigned long long)b[lane],
                             (unsigned long long)got, (unsigned long long)right);
        }
    }
}

/* ---- div_fixup: the quotient is taken but for the special cases; bits as documented ---------- */

static const struct {
    uint32_t quotient, denominator, numerator, result;
} fixups[] = {
    {0x3f800000, 0x40000000, 0x40400000, 0x3f800000}, /* the quotient, with the sign of both */
    {0xbf800000, 0x40000000, 0x40400000, 0x3f800000},
    {0x3f800000, 0xc0000000, 0x40400000, 0xbf800000},
    {0x3f800000, 0x40000000, 0x7f812345, 0x7fc12345}, /* NaNs: the numerator's first, quiet */
    {0x3f800000, 0xffa00001, 0x40000000, 0xffe00001},
    {0x3f800000, 0x7fc11111, 0x7fc22222, 0x7fc22222},
    {0x3f800000, 0x00000000, 0x80000000, 0xffc00000}, /* 0 / 0, and endless / endless */
    {0x3f800000, 0x7f800000, 0xff800000, 0xffc00000},
    {0x3f800000, 0x80000000, 0x40000000, 0xff800000}, /* x / 0, endless / x */
    {0x3f800000, 0x40000000, 0xff800000, 0xff800000},
    {0x3f800000, 0xff800000, 0x40000000, 0x80000000}, /* x / endless, 0 / x */
    {0x3f800000, 0xc0000000, 0x00000000, 0x80000000},
    {0x3f800000, 0x7f000000, 0x00000001, 0x00000000}, /* vanishes by its exponents alone */
    {0x7fc00000, 0x80000001, 0x7f7fffff, 0xff800000}, /* no quotient was found: too large */
};

static void check_fixups(struct harness *harness, unsigned id)
{
    static struct harness_state state;
    struct harness_random random = {3};
    random_state(&random, harness, &state);
    state.mode = HARNESS_MODE;
    for (unsigned i = 0; i < sizeof fixups / sizeof fixups[0]; i++) {
        state.vgpr[2][i] = fixups[i].quotient;
        state.vgpr[4][i] = fixups[i].denominator;
        state.vgpr[6][i] = fixups[i].numerator;
    }
    harness_run(harness, id, &state);
    for (unsigned i = 0; i < sizeof fixups / sizeof fixups[0]; i++) {
        if (state.vgpr[RESULT][i] != fixups[i].result)
            harness_fail(harness, id, i, "%#x, not %#x", state.vgpr[RESULT][i], fixups[i].result);
    }
}

/* ---- v_trig_preop_f64 ------------------------------------------------------------------------ */

/* Bits |shift| to |shift| + 52 of 2 / pi behind the point, where they weigh what they do. */
static double two_over_pi(unsigned shift, int scale)
{
    mpfr_t x, whole;
    mpfr_inits2(1600, x, whole, (mpfr_ptr)0);
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_ui_div(x, 2, x, MPFR_RNDN);
    mpfr_mul_2ui(x, x, shift, MPFR_RNDN);
    mpfr_frac(x, x, MPFR_RNDN);
    mpfr_mul_2ui(x, x, 53, MPFR_RNDN);
    mpfr_floor(whole, x);
    mpfr_mul_2si(whole, whole, -53 - (int)shift + scale, MPFR_RNDN);
    double result = mpfr_get_d(whole, MPFR_RNDZ);
    mpfr_clears(x, whole, (mpfr_ptr)0);
    return result;
}

static void check_trig_preop(struct harness *harness, unsigned id)
{
    static struct harness_state state;
    struct harness_random random = {3};
    random_state(&random, harness, &state);
    for (unsigned exponent = 1000; exponent < 2047; exponent += 7) {
        state.mode = HARNESS_MODE;
        for (unsigned lane = 0; lane < 32; lane++) {
            lane_set(&state, 2, lane, F64, (uint64_t)exponent << 52 | lane * 12345);
            state.vgpr[4][lane] = lane % 4 + (lane & 16 ? 64 : 0); /* five bits count */
        }
        harness_run(harness, id, &state);
        for (unsigned lane = 0; lane < 32; lane++) {
            unsigned shift = lane % 4 * 53 + (exponent > 1077 ? exponent - 1077 : 0);
            double right = two_over_pi(shift, exponent >= 1968 ? 128 : 0), got;
            uint64_t bits = state_pair(&state, RESULT, lane);
            memcpy(&got, &bits, sizeof got);
            if (got != right && shift + 53 <= 1201)
                harness_fail(harness, id, lane, "exponent %u, part %u: %a, not %a", exponent,
                             lane % 4, got, right);
        }
    }
}

static unsigned check_target(const char *processor, unsigned lanes)
{
    struct harness *harness = harness_open(processor, lanes);
    unsigned f32 = add_division_f32(harness, lanes), f64 = add_division_f64(harness, lanes);
    unsigned f16 = add_division_f16(harness);
    unsigned fixup = harness_add(harness, "v_div_fixup_f32 v0, v2, v4, v6");
    unsigned preop = harness_add(harness, "v_trig_preop_f64 v[0:1], v[2:3], v4");
    harness_assemble(harness);
    check_division(harness, f32, F32, lanes);
    check_division(harness, f64, F64, lanes);
    check_division(harness, f16, F16, lanes);
    check_fixups(harness, fixup);
    check_trig_preop(harness, preop);
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

int main(void)
{
    unsigned failures = 0;
    for (unsigned i = 0; i < sizeof targets / sizeof targets[0]; i++)
        failures += check_target(targets[i].processor, targets[i].lanes);
    return failures > 0;
}
