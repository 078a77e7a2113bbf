/* gfx950's products of matrices of floats of eight, six and four bits, with and without scales:
 * against matrices multiplied element by element.
 *
 * The elements are small integers and the scales small powers of two, so that every sum is exact in
 * any order. Every code of every type is then multiplied by one.
 *
 * The places of elements are described from the registers' side, as the CDNA4 ISA document draws
 * them in "Dense Matrix Layouts: 8-bit and Smaller" and "MFMA with Block Exponent Scaling".
 */
#include "harness.h"

#include <math.h>
#include <string.h>

enum { A = 0, B = 8, C = 16, D = 32, SCALE_A = 48, SCALE_B = 49, SIZE_MAX_ = 32, DEPTH_MAX = 128 };
enum { PACKED = 32, BLOCK = 32, SCALE_SCALAR = 3, VGPR = 256, TYPES = 5 };

/* As CBSZ and BLGP number them. */
static const struct small {
    const char *name;
    unsigned bits, mantissa;
    int bias;
    unsigned largest; /* code of a finite number */
} types[TYPES] = {
    {"fp8", 8, 3, 7, 0x7e}, {"bf8", 8, 2, 15, 0x7b}, {"fp6", 6, 3, 1, 0x1f},
    {"bf6", 6, 2, 3, 0x1f}, {"fp4", 4, 1, 1, 0x7},
};

static double value_of(const struct small *type, unsigned code)
{
    const unsigned magnitude = code & ((1u << (type->bits - 1)) - 1);
    const unsigned exponent = magnitude >> type->mantissa;
    const double fraction = ldexp(magnitude & ((1u << type->mantissa) - 1), -(int)type->mantissa);
    const double value = exponent ? ldexp(1 + fraction, (int)exponent - type->bias)
                                  : ldexp(fraction, 1 - type->bias);
    return code >> (type->bits - 1) ? -value : value;
}

static unsigned code_of(const struct small *type, int value)
{
    for (unsigned code = 0; code < 1u << type->bits; code++) {
        if (value_of(type, code) == value)
            return code;
    }
    return 0;
}

/* The depth of a lane's |index|-th element; |group|: the lane's number by the matrix's size. */
static unsigned depth_of(const struct small *type, unsigned size, unsigned group, unsigned index)
{
    if (type->bits < 8)
        return PACKED * group + index;
    const unsigned groups = LANES_MAX / size; /* v0 to v3 have the lower half of the depth */
    return index / 16 * 16 * groups + 16 * group + index % 16;
}

static void put_code(struct harness_state *state, unsigned reg, unsigned lane, unsigned index,
                     unsigned bits, unsigned code)
{
    for (unsigned i = 0; i < bits; i++) {
        const unsigned at = index * bits + i;
        uint32_t *word = &state->vgpr[reg + at / 32][lane];
        *word = (*word & ~(1u << at % 32)) | (code >> i & 1) << at % 32;
    }
}

struct form {
    unsigned size, depth;
    bool is_scaled;
};
static const struct form forms[] = {
    {16, 128, false}, {16, 128, true}, {32, 64, false}, {32, 64, true}};
enum { FORMS = sizeof forms / sizeof forms[0] };

struct variant {
    const struct form *form;
    unsigned a, b;           /* types */
    unsigned byte_a, byte_b; /* of the scales */
};

/* See "VOP3P-MAI" in the CDNA4 ISA document, and 7.2.1 for what is before it with a scale. */
static unsigned add(struct harness *h, const struct variant *v)
{
    const unsigned opcode = v->form->size == 16 ? 0x2d : 0x2e;
    const uint32_t first = 0xd3800000 | opcode << 16 | v->a << 8 | D;
    const uint32_t second = (VGPR + A) | (VGPR + B) << 9 | (VGPR + C) << 18 | v->b << 29;
    if (!v->form->is_scaled)
        return harness_add(h, ".long 0x%x\n.long 0x%x", first, second);
    return harness_add(h, ".long 0x%x\n.long 0x%x\n.long 0x%x\n.long 0x%x",
                       0xd3ac0000 | (v->byte_a & 1) << 11 | (v->byte_b & 1) << 12,
                       (VGPR + SCALE_A) | (VGPR + SCALE_B) << 9 | v->byte_a >> 1 << 27 |
                           v->byte_b >> 1 << 28,
                       first | 1 << 11, second);
}

/* |scale|: the source of A's scale, a scalar: a float whose exponent is the scale, whatever op_sel
 * selects. LLVM 22 and newer refuse to decode it. */
static unsigned add_scalar(struct harness *h, unsigned scale)
{
    return harness_add(h, ".long 0xd3ac1800\n.long 0x%x\n.long 0x%x\n.long 0x%x",
                       scale | (VGPR + SCALE_B) << 9, 0xd3ad0800 | D,
                       (VGPR + A) | (VGPR + B) << 9 | (VGPR + C) << 18);
}

struct matrices {
    double a[SIZE_MAX_][DEPTH_MAX], b[DEPTH_MAX][SIZE_MAX_], c[SIZE_MAX_][SIZE_MAX_];
};

static unsigned result_row(unsigned size, unsigned lane, unsigned index)
{
    return size == 16 ? 4 * (lane / 16) + index : 8 * (index / 4) + 4 * (lane / 32) + index % 4;
}

static void compare(struct harness *h, unsigned id, const struct variant *v,
                    const struct harness_state *state, const struct matrices *m)
{
    const unsigned size = v->form->size;
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        for (unsigned e = 0; e < size * size / LANES_MAX; e++) {
            const unsigned row = result_row(size, lane, e), column = lane % size;
            double sum = m->c[row][column];
            float got;
            for (unsigned k = 0; k < v->form->depth; k++)
                sum += m->a[row][k] * m->b[k][column];
            memcpy(&got, &state->vgpr[D + e][lane], sizeof got);
            if (isnan(sum) ? !isnan(got) : (double)got != sum) {
                harness_fail(h, id, lane, "%ux%u, %s with %s: element %u: %g, not %g", size,
                             v->form->depth, types[v->a].name, types[v->b].name, e, (double)got,
                             sum);
                return;
            }
        }
    }
}

static bool run(struct harness *h, unsigned id, struct harness_state *state)
{
    if (harness_run(h, id, state))
        return true;
    harness_fail(h, id, 0, "%s", harness_fault(h)->message);
    return false;
}

/* Draws the power of two of each lane, and puts it into the byte; 0xff, a NaN, is rare. */
static void draw_scales(struct harness_random *random, struct harness_state *state, unsigned reg,
                        unsigned byte, bool has_nans, double *out)
{
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        unsigned exponent = 125 + (unsigned)(random_bits(random) >> 9) % 6;
        if (has_nans && random_bits(random) % 64 == 0)
            exponent = 0xff;
        uint32_t *word = &state->vgpr[reg][lane];
        *word = (*word & ~(0xffu << 8 * byte)) | exponent << 8 * byte;
        out[lane] = exponent == 0xff ? NAN : ldexp(1, (int)exponent - 127);
    }
}

static void check_numbers(struct harness *h, unsigned id, const struct variant *v, unsigned seed)
{
    static struct harness_state state;
    static struct matrices m;
    const unsigned size = v->form->size;
    struct harness_random random = {seed};
    double scale_a[LANES_MAX], scale_b[LANES_MAX];
    random_state(&random, h, &state); /* EXEC is ignored: */
    state_set_mask(&state, SGPR_EXEC, seed % 2 ? ~0ull : random_bits(&random));
    draw_scales(&random, &state, SCALE_A, v->byte_a, seed % 4 == 0, scale_a);
    draw_scales(&random, &state, SCALE_B, v->byte_b, false, scale_b);
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        const unsigned i = lane % size, group = lane / size;
        for (unsigned e = 0; e < PACKED; e++) {
            const unsigned ka = depth_of(&types[v->a], size, group, e);
            const unsigned kb = depth_of(&types[v->b], size, group, e);
            const int x = (int)((random_bits(&random) >> 20) % 9) - 4;
            const int y = (int)((random_bits(&random) >> 20) % 9) - 4;
            put_code(&state, A, lane, e, types[v->a].bits, code_of(&types[v->a], x));
            put_code(&state, B, lane, e, types[v->b].bits, code_of(&types[v->b], y));
            m.a[i][ka] = x * (v->form->is_scaled ? scale_a[i + size * (ka / BLOCK)] : 1);
            m.b[kb][i] = y * (v->form->is_scaled ? scale_b[i + size * (kb / BLOCK)] : 1);
        }
        for (unsigned e = 0; e < size * size / LANES_MAX; e++) {
            const float value = (float)((int)((random_bits(&random) >> 20) % 64) - 32);
            memcpy(&state.vgpr[C + e][lane], &value, sizeof value);
            m.c[result_row(size, lane, e)][i] = (double)value;
        }
    }
    if (run(h, id, &state))
        compare(h, id, v, &state, &m);
}

/* Random codes of A, and B has a single 1 in each column: that row's scale is 1, too. */
static void check_codes(struct harness *h, unsigned id, const struct variant *v, unsigned seed)
{
    static struct harness_state state;
    static struct matrices m;
    const struct small *a = &types[v->a], *b = &types[v->b];
    const unsigned size = v->form->size;
    struct harness_random random = {seed};
    memset(&state, 0, sizeof state);
    memset(&m, 0, sizeof m);
    random_state(&random, h, &state);
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        state.vgpr[SCALE_A][lane] = state.vgpr[SCALE_B][lane] = 0x7f7f7f7f;
        for (unsigned i = 0; i < 8; i++)
            state.vgpr[B + i][lane] = 0;
        for (unsigned i = 0; i < 16; i++)
            state.vgpr[C + i][lane] = 0;
        for (unsigned e = 0; e < PACKED; e++) {
            const unsigned k = depth_of(a, size, lane / size, e);
            const unsigned sign = (unsigned)random_bits(&random) % 2 << (a->bits - 1);
            const unsigned code = (unsigned)(random_bits(&random) >> 8) % (a->largest + 1) | sign;
            put_code(&state, A, lane, e, a->bits, code);
            m.a[lane % size][k] = value_of(a, code);
        }
        for (unsigned e = 0; e < PACKED; e++) {
            const unsigned k = depth_of(b, size, lane / size, e), column = lane % size;
            if (k != (column * 7 + seed) % v->form->depth)
                continue;
            put_code(&state, B, lane, e, b->bits, code_of(b, 1));
            m.b[k][column] = 1;
        }
    }
    if (run(h, id, &state))
        compare(h, id, v, &state, &m);
}

/* One product of two ones with scales: sums that leave the range of floats, or come near its lower
 * end. */
static void check_range(struct harness *h, unsigned id, unsigned exponent, uint32_t right)
{
    static struct harness_state state;
    struct harness_random random = {3};
    random_state(&random, h, &state);
    state.sgpr[SCALE_SCALAR] = 0x41000000; /* 8 */
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        state.vgpr[SCALE_A][lane] = state.vgpr[SCALE_B][lane] = exponent * 0x01010101u;
        for (unsigned i = 0; i < 8; i++) {
            state.vgpr[A + i][lane] = i == 0 && lane < 16 ? 0x38 : 0; /* one 1 */
            state.vgpr[B + i][lane] = 0x38383838;
        }
        for (unsigned i = 0; i < 16; i++)
            state.vgpr[C + i][lane] = 0;
    }
    if (run(h, id, &state) && state.vgpr[D][0] != right)
        harness_fail(h, id, 0, "scales of 2^%d: %#x, not %#x", (int)exponent - 127,
                     state.vgpr[D][0], right);
}

int main(void)
{
    enum { RUNS = 4, VARIANTS = FORMS * TYPES * TYPES };
    static struct variant variants[VARIANTS];
    unsigned ids[VARIANTS], count = 0;
    struct harness *h = harness_open("gfx950", 64);
    for (unsigned f = 0; f < FORMS; f++) {
        for (unsigned i = 0; i < TYPES * TYPES; i++, count++) {
            variants[count] =
                (struct variant){&forms[f], i / TYPES, i % TYPES, count % 4, count / 4 % 4};
            ids[count] = add(h, &variants[count]);
        }
    }
    const struct variant plain = {&forms[1], 0, 0, 0, 0};
    const unsigned range = add(h, &plain);
    const unsigned four = add_scalar(h, 0xf6), five = add_scalar(h, 0x85);
    const unsigned eight = add_scalar(h, SCALE_SCALAR);
    const unsigned unknown = add(h, &(struct variant){&forms[1], 5, 0, 0, 0});
    const unsigned scalar = /* A is a constant, which crashes LLVM 21 to 23 */
        harness_add(h, ".long 0xd3ac0000\n.long 0x%x\n.long 0xd3ad0820\n.long 0x04421080",
                    (VGPR + SCALE_A) | (VGPR + SCALE_B) << 9);
    const unsigned sixes = /* v_cvt_scalef32_pk32_f16_fp6 v[30:45], s[0:5], v202: LLVM 21 */
        harness_add(h, ".long 0xd260001e\n.long 0x00039400");
    harness_assemble(h);
    for (unsigned i = 0; i < VARIANTS; i++) {
        for (unsigned seed = 0; seed < RUNS; seed++)
            check_numbers(h, ids[i], &variants[i], seed * 1000 + i);
        check_codes(h, ids[i], &variants[i], i);
    }
    check_range(h, range, 127 + 63, 0x7e800000);  /* 2^126 */
    check_range(h, range, 127 + 64, 0x7f800000);  /* 2^128 */
    check_range(h, range, 127 - 74, 0x00000002);  /* 2^-148 */
    check_range(h, range, 127 - 100, 0x00000000); /* 2^-200 */
    static struct harness_state state;
    if (harness_run(h, four, &state)) {
        check_range(h, four, 127, 0x40800000);
        check_range(h, eight, 127, 0x41000000);
        check_range(h, five, 127 + 2, 0x01000000); /* an integer has the exponent 0: 2^-127 */
    }
    if (harness_run(h, scalar, &state))
        harness_fail(h, scalar, 0, "multiplies a constant");
    if (harness_run(h, sixes, &state))
        harness_fail(h, sixes, 0, "converts scalars");
    if (harness_run(h, unknown, &state))
        harness_fail(h, unknown, 0, "multiplies matrices of an unknown type");
    unsigned failures = harness_failures(h);
    harness_close(h);
    return failures > 0;
}
