/* What gfx950 has and gfx942 lacks, but for matrices and small floats: logic of three operands,
 * packed shifts, minima and maxima of three, bfloat16, registers that change places between lanes,
 * and loads from LDS that transpose.
 *
 * Encodings, because the assembler is older than they are: see the CDNA4 ISA document.
 */
#include "harness.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { D = 0, A = 32, B = 33, C = 34 };

/* ---- Lane by lane ---------------------------------------------------------------------------- */

struct lane {
    uint32_t a, b, c, old; /* sources, and the result's register before */
};
typedef uint32_t expectation(const struct lane *lane);

static float bf16_of(uint32_t bits)
{
    return harness_float(bits << 16);
}

static uint32_t bf16_bits(float x)
{
    const uint32_t bits = harness_bits(x), rest = bits & 0xffff,
                   up = rest > 0x8000 || (rest == 0x8000 && bits >> 16 & 1);
    return isnan(x) ? 0x7fc0 : (bits >> 16) + up;
}

static float half_of(uint32_t bits)
{
    const int exponent = (int)(bits >> 10 & 31);
    const float part = (float)(bits & 0x3ff) * 0x1p-10f;
    float x = exponent ? ldexpf(1 + part, exponent - 15) : ldexpf(part, -14);
    if (exponent == 31)
        x = part > 0 ? NAN : INFINITY;
    return bits & 0x8000 ? -x : x;
}

/* Row a, b, c of the table's column of bits; the first source has the greatest weight. */
static uint32_t truth(const struct lane *l, unsigned table)
{
    uint32_t result = 0;
    for (unsigned i = 0; i < 32; i++) {
        unsigned row = (l->a >> i & 1) * 4 + (l->b >> i & 1) * 2 + (l->c >> i & 1);
        result |= (table >> row & 1u) << i;
    }
    return result;
}

static uint32_t truth_65(const struct lane *l)
{
    return truth(l, 0x65);
}

static uint32_t truth_96(const struct lane *l)
{
    return truth(l, 0x96);
}

static uint32_t low_half(const struct lane *l, uint32_t half)
{
    return (l->old & 0xffff0000) | (half & 0xffff);
}

static uint32_t high_half(const struct lane *l, uint32_t half)
{
    return (l->old & 0xffff) | half << 16;
}

static uint32_t truth_16(const struct lane *l)
{
    return low_half(l, truth(l, 0x65));
}

/* op_sel:[1,0,1,1] */
static uint32_t truth_16_high(const struct lane *l)
{
    const struct lane moved = {l->a >> 16, l->b, l->c >> 16, 0};
    return high_half(l, truth(&moved, 0x65));
}

static uint32_t shifted(uint32_t value, uint32_t by, int least, int most)
{
    int64_t v = (int64_t)floor(ldexp((int32_t)value, -(int)(by % 32)));
    return (uint32_t)(v < least ? least : v > most ? most : v) & 0xff;
}

static uint32_t shift_i8(const struct lane *l)
{
    return low_half(l, shifted(l->a, l->c, -128, 127) | shifted(l->b, l->c, -128, 127) << 8);
}

static uint32_t shift_u8(const struct lane *l)
{
    return low_half(l, shifted(l->a, l->c, 0, 255) | shifted(l->b, l->c, 0, 255) << 8);
}

static uint32_t shift_u8_high(const struct lane *l)
{
    return high_half(l, shifted(l->a, l->c, 0, 255) | shifted(l->b, l->c, 0, 255) << 8);
}

/* The least or greatest of three; -0 is less than +0, and a NaN is both. */
static double extreme(const double v[3], bool is_least)
{
    double best = v[0];
    for (unsigned i = 0; i < 3; i++) {
        if (isnan(v[i]))
            return NAN;
        bool is_less = v[i] < best || (v[i] == best && signbit(v[i]));
        bool is_more = v[i] > best || (v[i] == best && !signbit(v[i]));
        best = (is_least ? is_less : is_more) ? v[i] : best;
    }
    return best;
}

static uint32_t extreme_f32(const struct lane *l, bool is_least)
{
    const double v[] = {(double)harness_float(l->a), (double)harness_float(l->b),
                        (double)harness_float(l->c)};
    return harness_bits((float)extreme(v, is_least));
}

static uint32_t least_f32(const struct lane *l)
{
    return extreme_f32(l, true);
}

static uint32_t greatest_f32(const struct lane *l)
{
    return extreme_f32(l, false);
}

/* a, -b, |c| */
static uint32_t least_signs(const struct lane *l)
{
    const struct lane changed = {l->a, l->b ^ 0x80000000, l->c & 0x7fffffff, 0};
    return extreme_f32(&changed, true);
}

/* The half that is the extreme has the same bits as one of the sources, but for NaNs. */
static uint32_t extreme_half(uint32_t a, uint32_t b, uint32_t c, bool is_least)
{
    const uint32_t halves[] = {a & 0xffff, b & 0xffff, c & 0xffff};
    const double v[] = {(double)half_of(halves[0]), (double)half_of(halves[1]),
                        (double)half_of(halves[2])};
    const double best = extreme(v, is_least);
    for (unsigned i = 0; i < 3; i++) {
        if (v[i] == best && signbit(v[i]) == signbit(best))
            return halves[i];
    }
    return 0x7e00;
}

static uint32_t least_halves(const struct lane *l)
{
    return extreme_half(l->a, l->b, l->c, true) |
           extreme_half(l->a >> 16, l->b >> 16, l->c >> 16, true) << 16;
}

static uint32_t greatest_halves(const struct lane *l)
{
    return extreme_half(l->a, l->b, l->c, false) |
           extreme_half(l->a >> 16, l->b >> 16, l->c >> 16, false) << 16;
}

static uint32_t dot(uint32_t a, uint32_t b, uint32_t c)
{
    float sum = fmaf(bf16_of(a & 0xffff), bf16_of(b & 0xffff), harness_float(c));
    return harness_bits(fmaf(bf16_of(a >> 16), bf16_of(b >> 16), sum));
}

static uint32_t dot_bf16(const struct lane *l)
{
    return dot(l->a, l->b, l->c);
}

static uint32_t dot_old(const struct lane *l)
{
    return dot(l->a, l->b, l->old);
}

static uint32_t pair_bf16(const struct lane *l)
{
    return bf16_bits(harness_float(l->a)) | bf16_bits(harness_float(l->b)) << 16;
}

static uint32_t float_bf16(const struct lane *l)
{
    return l->a << 16;
}

static uint32_t float_bf16_high(const struct lane *l)
{
    return l->a & 0xffff0000;
}

/* What is compared: all bits; or a float, or two halves of one kind, in which all NaNs are equal.
 */
enum kind { BITS, FLOAT, HALVES, BF16S };

static const struct row {
    const char *text;
    uint32_t words[2]; /* the second is 0 if there is one word */
    expectation *expect;
    enum kind kind;
} rows[] = {
    {"v_bitop3_b32 v0, v32, v33, v34 bitop3:0x65", {0xd2340400, 0xac8a4320}, truth_65, BITS},
    {"v_bitop3_b32 v0, v32, v33, v34 bitop3:0x96", {0xd2340200, 0xd48a4320}, truth_96, BITS},
    {"v_bitop3_b16 v0, v32, v33, v34 bitop3:0x65", {0xd2330400, 0xac8a4320}, truth_16, BITS},
    {"v_bitop3_b16 ... op_sel:[1,0,1,1]", {0xd2336c00, 0xac8a4320}, truth_16_high, BITS},
    {"v_ashr_pk_i8_i32 v0, v32, v33, v34", {0xd2650000, 0x048a4320}, shift_i8, BITS},
    {"v_ashr_pk_u8_i32 v0, v32, v33, v34", {0xd2660000, 0x048a4320}, shift_u8, BITS},
    {"v_ashr_pk_u8_i32 ... op_sel:[0,0,0,1]", {0xd2664000, 0x048a4320}, shift_u8_high, BITS},
    {"v_minimum3_f32 v0, v32, v33, v34", {0xd2a80000, 0x048a4320}, least_f32, FLOAT},
    {"v_minimum3_f32 v0, v32, -v33, |v34|", {0xd2a80400, 0x448a4320}, least_signs, FLOAT},
    {"v_maximum3_f32 v0, v32, v33, v34", {0xd2a90000, 0x048a4320}, greatest_f32, FLOAT},
    {"v_pk_minimum3_f16 v0, v32, v33, v34", {0xd39b4000, 0x1c8a4320}, least_halves, HALVES},
    {"v_pk_maximum3_f16 v0, v32, v33, v34", {0xd39c4000, 0x1c8a4320}, greatest_halves, HALVES},
    {"v_dot2_f32_bf16 v0, v32, v33, v34", {0xd39a4000, 0x1c8a4320}, dot_bf16, FLOAT},
    {"v_dot2c_f32_bf16_e32 v0, v32, v33", {0x2c004320, 0}, dot_old, FLOAT},
    {"v_cvt_pk_bf16_f32 v0, v32, v33", {0xd2680000, 0x00024320}, pair_bf16, BF16S},
    {"v_cvt_f32_bf16_e32 v0, v32", {0x7e00b720, 0}, float_bf16, FLOAT},
    {"v_cvt_f32_bf16_sdwa v0, v32 src0_sel:WORD_1",
     {0x7e00b6f9, 0x00051620},
     float_bf16_high,
     FLOAT},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static bool is_nan(enum kind kind, uint32_t bits)
{
    const uint32_t infinity = kind == FLOAT ? 0x7f800000 : kind == HALVES ? 0x7c00 : 0x7f80;
    return (bits & (kind == FLOAT ? 0x7fffffff : 0x7fff)) > infinity;
}

static bool is_equal(enum kind kind, uint32_t got, uint32_t right)
{
    if (got == right || kind == BITS)
        return got == right;
    if (kind == FLOAT)
        return is_nan(kind, got) && is_nan(kind, right);
    for (unsigned shift = 0; shift < 32; shift += 16) {
        uint32_t a = got >> shift & 0xffff, b = right >> shift & 0xffff;
        if (a != b && !(is_nan(kind, a) && is_nan(kind, b)))
            return false;
    }
    return true;
}

static unsigned add(struct harness *h, const uint32_t words[2])
{
    return words[1] ? harness_add(h, ".long 0x%x\n.long 0x%x", words[0], words[1])
                    : harness_add(h, ".long 0x%x", words[0]);
}

static bool run(struct harness *h, unsigned id, struct harness_state *state)
{
    if (harness_run(h, id, state))
        return true;
    harness_fail(h, id, 0, "%s", harness_fault(h)->message);
    return false;
}

/* From registers and a mask of lanes that |seed| makes. */
static bool run_random(struct harness *h, unsigned id, unsigned seed, struct harness_state *before,
                       struct harness_state *after)
{
    struct harness_random random = {seed};
    random_state(&random, h, before);
    state_set_mask(before, SGPR_EXEC, random_exec(&random, h, seed));
    *after = *before;
    return run(h, id, after);
}

static void check_row(struct harness *h, unsigned id, const struct row *row, unsigned seed)
{
    static struct harness_state before, after;
    if (!run_random(h, id, seed, &before, &after))
        return;
    const uint64_t exec = state_mask(&before, SGPR_EXEC);
    for (unsigned i = 0; i < LANES_MAX; i++) {
        const struct lane lane = {before.vgpr[A][i], before.vgpr[B][i], before.vgpr[C][i],
                                  before.vgpr[D][i]};
        const uint32_t right = exec >> i & 1 ? row->expect(&lane) : lane.old;
        if (!is_equal(exec >> i & 1 ? row->kind : BITS, after.vgpr[D][i], right))
            harness_fail(h, id, i, "%s: %#x, %#x, %#x, before %#x: %#x, not %#x", row->text, lane.a,
                         lane.b, lane.c, lane.old, after.vgpr[D][i], right);
    }
}

/* ---- Between lanes --------------------------------------------------------------------------- */

enum inactive { STAYS, ZERO, FETCHES };
static const struct swap {
    uint32_t words[2];
    unsigned distance;
    enum inactive inactive;
} swaps[] = {
    {{0x7e00b320, 0}, 16, STAYS},         {{0x7e00b520, 0}, 32, STAYS},
    {{0xd1991000, 0x00000120}, 16, ZERO}, {{0xd1990800, 0x00000120}, 16, FETCHES},
    {{0xd19a1000, 0x00000120}, 32, ZERO}, {{0xd19a0800, 0x00000120}, 32, FETCHES},
};
enum { SWAPS = sizeof swaps / sizeof swaps[0] };

/* The upper lanes of v0 have what the lower ones of v32 had, and the other way round. */
static void check_swap(struct harness *h, unsigned id, const struct swap *swap, unsigned seed)
{
    static struct harness_state before, after;
    if (!run_random(h, id, seed, &before, &after))
        return;
    const uint64_t exec = state_mask(&before, SGPR_EXEC);
    for (unsigned i = 0; i < LANES_MAX; i++) {
        const bool is_upper = i & swap->distance;
        const unsigned other = i ^ swap->distance, moved = is_upper ? D : A,
                       kept = is_upper ? A : D;
        const uint32_t from = before.vgpr[is_upper ? A : D][other];
        const bool is_there = exec >> other & 1 || swap->inactive == FETCHES;
        uint32_t right = is_there ? from : swap->inactive == ZERO ? 0 : before.vgpr[moved][i];
        if (!(exec >> i & 1))
            right = before.vgpr[moved][i];
        if (after.vgpr[moved][i] != right || after.vgpr[kept][i] != before.vgpr[kept][i])
            harness_fail(h, id, i, "v%u: %#x, not %#x; v%u: %#x becomes %#x", moved,
                         after.vgpr[moved][i], right, kept, before.vgpr[kept][i],
                         after.vgpr[kept][i]);
    }
}

/* ---- Transposed ------------------------------------------------------------------------------ */

static const struct transposed {
    uint32_t words[2];
    unsigned bits, registers;
} loads[] = {
    {{0xd9c60010, 0x00000020}, 16, 2},
    {{0xd9c40010, 0x00000020}, 8, 2},
    {{0xd9c00010, 0x00000020}, 4, 2},
    {{0xd9c20010, 0x00000020}, 6, 3},
};
enum { LOADS = sizeof loads / sizeof loads[0], OFFSET = 16, STRIDE = 16 };

static uint32_t lds_bits(const uint8_t *lds, unsigned at, unsigned bit, unsigned bits)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < bits; i++)
        value |= (uint32_t)(lds[at + (bit + i) / 8] >> (bit + i) % 8 & 1) << i;
    return value;
}

/* Sixteen lanes have loaded rows of sixteen elements, one after the other: lane i gets the i-th
 * element of each row. */
static void check_transposed(struct harness *h, unsigned id, const struct transposed *t,
                             bool is_dense, unsigned seed)
{
    static struct harness_state before, after;
    struct harness_random random = {seed};
    uint8_t *lds = harness_lds(h);
    const unsigned stride = is_dense ? 4 * t->registers : STRIDE;
    const unsigned packed = 32 * t->registers / t->bits;
    for (unsigned i = 0; i < 4096; i++)
        lds[i] = (uint8_t)random_bits(&random);
    random_state(&random, h, &before);
    state_set_mask(&before, SGPR_EXEC, seed % 2 ? ~0ull : 0xffff0000ffffull);
    for (unsigned i = 0; i < LANES_MAX; i++)
        before.vgpr[A][i] = 64 + stride * (is_dense ? i : (i * 5 + 3) % LANES_MAX);
    after = before;
    if (!run(h, id, &after))
        return;
    for (unsigned i = 0; i < LANES_MAX; i++) {
        struct harness_state *got = &after;
        const bool is_active = seed % 2 || i / 16 % 2 == 0;
        for (unsigned row = 0; row < packed && is_active; row++) {
            const unsigned from = 16 * row + i % 16; /* in the matrix of the sixteen lanes */
            const unsigned lane = i / 16 * 16 + from / packed, bit = row * t->bits;
            const uint32_t right =
                lds_bits(lds, before.vgpr[A][lane] + OFFSET, from % packed * t->bits, t->bits);
            uint64_t both = (uint64_t)got->vgpr[D + bit / 32 + 1][i] << 32;
            both |= got->vgpr[D + bit / 32][i];
            const uint32_t element = (uint32_t)(both >> bit % 32) & ((1u << t->bits) - 1);
            if (element != right)
                harness_fail(h, id, i, "row %u: %#x, not %#x", row, element, right);
        }
        for (unsigned reg = is_active ? t->registers : 0; reg <= t->registers; reg++) {
            if (after.vgpr[D + reg][i] != before.vgpr[D + reg][i])
                harness_fail(h, id, i, "v%u has changed", reg);
        }
    }
}

int main(void)
{
    unsigned ids[ROWS], swapped[SWAPS], transposed[LOADS];
    struct harness *h = harness_open("gfx950", 64);
    for (unsigned i = 0; i < ROWS; i++)
        ids[i] = add(h, rows[i].words);
    for (unsigned i = 0; i < SWAPS; i++)
        swapped[i] = add(h, swaps[i].words);
    for (unsigned i = 0; i < LOADS; i++)
        transposed[i] = add(h, loads[i].words);
    harness_assemble(h);
    for (unsigned i = 0; i < ROWS; i++) {
        for (unsigned run = 0; run < harness_runs(48); run++)
            check_row(h, ids[i], &rows[i], run);
    }
    for (unsigned i = 0; i < SWAPS; i++) {
        for (unsigned run = 0; run < 12; run++)
            check_swap(h, swapped[i], &swaps[i], run);
    }
    for (unsigned i = 0; i < LOADS; i++) {
        for (unsigned run = 0; run < 8; run++)
            check_transposed(h, transposed[i], &loads[i], run / 2 % 2, run);
    }
    static struct harness_state state;
    random_state(&(struct harness_random){1}, h, &state);
    state_set_mask(&state, SGPR_EXEC, ~0ull << 1);
    if (harness_run(h, transposed[0], &state))
        harness_fail(h, transposed[0], 0, "transposes without a lane");
    unsigned failures = harness_failures(h);
    harness_close(h);
    return failures > 0;
}
