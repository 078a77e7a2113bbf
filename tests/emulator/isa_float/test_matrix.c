/* MFMA on gfx90a and WMMA on gfx1100: against matrices multiplied element by element in integers.
 * The elements are small integers, so that every sum is exact in any order.
 *
 * The place of an element is described here from the registers' side, as the CDNA2 and RDNA3 ISA
 * documents draw it: which block, row and column a lane's register holds.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { KIND_F32, KIND_F16, KIND_BF16, KIND_I8, KIND_F64, KIND_U4 };
enum { A = 0, B = 8, C = 16, D = 48, SIZE_MAX_ = 32, BLOCKS_MAX = 16 };

/* ---- Numbers as bits ------------------------------------------------------------------------- */

/* Small integers, exact in every format: as a float's bits, shifted. */
static uint32_t bits_of_half(int x)
{
    uint32_t bits = harness_bits((float)x), sign = bits >> 16 & 0x8000;
    return x == 0 ? 0 : sign | ((bits & 0x7fffffff) - (112u << 23)) >> 13;
}

static uint32_t element_bits(enum kind kind, int x)
{
    switch (kind) {
    case KIND_F32: return harness_bits((float)x);
    case KIND_F16: return bits_of_half(x);
    case KIND_BF16: return harness_bits((float)x) >> 16;
    case KIND_I8: return (uint32_t)x & 0xff;
    case KIND_U4: return (uint32_t)x & 0xf;
    case KIND_F64: break;
    }
    return 0;
}

static unsigned element_width(enum kind kind)
{
    static const unsigned widths[] = {[KIND_F32] = 32, [KIND_F16] = 16, [KIND_BF16] = 16,
                                      [KIND_I8] = 8,   [KIND_F64] = 64, [KIND_U4] = 4};
    return widths[kind];
}

/* Puts element |index| of a lane's operand that begins at |reg|. */
static void put(struct harness_state *state, unsigned reg, unsigned lane, unsigned index,
                enum kind kind, int x)
{
    unsigned width = element_width(kind);
    if (kind == KIND_F64) {
        double value = x;
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        state->vgpr[reg + 2 * index][lane] = (uint32_t)bits;
        state->vgpr[reg + 2 * index + 1][lane] = (uint32_t)(bits >> 32);
        return;
    }
    unsigned shift = index * width % 32;
    uint32_t *word = &state->vgpr[reg + index * width / 32][lane];
    uint32_t mask = width == 32 ? UINT32_MAX : ((1u << width) - 1) << shift;
    *word = (*word & ~mask) | element_bits(kind, x) << shift;
}

/* ---- MFMA ------------------------------------------------------------------------------------ */

struct mfma {
    const char *name;
    unsigned size, blocks, depth, packed;
    enum kind kind;
};

static const struct mfma mfmas[] = {
    {"v_mfma_f32_32x32x1f32", 32, 2, 1, 1, KIND_F32},
    {"v_mfma_f32_16x16x1f32", 16, 4, 1, 1, KIND_F32},
    {"v_mfma_f32_4x4x1f32", 4, 16, 1, 1, KIND_F32},
    {"v_mfma_f32_32x32x2f32", 32, 1, 2, 1, KIND_F32},
    {"v_mfma_f32_16x16x4f32", 16, 1, 4, 1, KIND_F32},
    {"v_mfma_f32_32x32x4f16", 32, 2, 4, 4, KIND_F16},
    {"v_mfma_f32_16x16x4f16", 16, 4, 4, 4, KIND_F16},
    {"v_mfma_f32_4x4x4f16", 4, 16, 4, 4, KIND_F16},
    {"v_mfma_f32_32x32x8f16", 32, 1, 8, 4, KIND_F16},
    {"v_mfma_f32_16x16x16f16", 16, 1, 16, 4, KIND_F16},
    {"v_mfma_f32_32x32x2bf16", 32, 2, 2, 2, KIND_BF16},
    {"v_mfma_f32_16x16x2bf16", 16, 4, 2, 2, KIND_BF16},
    {"v_mfma_f32_4x4x2bf16", 4, 16, 2, 2, KIND_BF16},
    {"v_mfma_f32_32x32x4bf16", 32, 1, 4, 2, KIND_BF16},
    {"v_mfma_f32_16x16x8bf16", 16, 1, 8, 2, KIND_BF16},
    {"v_mfma_f32_32x32x4bf16_1k", 32, 2, 4, 4, KIND_BF16},
    {"v_mfma_f32_16x16x4bf16_1k", 16, 4, 4, 4, KIND_BF16},
    {"v_mfma_f32_4x4x4bf16_1k", 4, 16, 4, 4, KIND_BF16},
    {"v_mfma_f32_32x32x8bf16_1k", 32, 1, 8, 4, KIND_BF16},
    {"v_mfma_f32_16x16x16bf16_1k", 16, 1, 16, 4, KIND_BF16},
    {"v_mfma_i32_32x32x4i8", 32, 2, 4, 4, KIND_I8},
    {"v_mfma_i32_16x16x4i8", 16, 4, 4, 4, KIND_I8},
    {"v_mfma_i32_4x4x4i8", 4, 16, 4, 4, KIND_I8},
    {"v_mfma_i32_32x32x8i8", 32, 1, 8, 4, KIND_I8},
    {"v_mfma_i32_16x16x16i8", 16, 1, 16, 4, KIND_I8},
    {"v_mfma_f64_16x16x4f64", 16, 1, 4, 1, KIND_F64},
    {"v_mfma_f64_4x4x4f64", 4, 4, 4, 1, KIND_F64},
};
enum { MFMAS = sizeof mfmas / sizeof mfmas[0] };

/* Broadcasts: CBSZ, ABID and BLGP; what needs several blocks is tried on those that have them. */
static const struct {
    unsigned cbsz, abid, blgp, blocks;
} broadcasts[] = {{0, 0, 0, 1},   {1, 0, 0, 2}, {1, 1, 0, 2}, {2, 3, 0, 4}, {3, 5, 0, 16},
                  {4, 11, 0, 16}, {0, 0, 1, 1}, {0, 0, 2, 1}, {0, 0, 3, 1}, {0, 0, 4, 1},
                  {0, 0, 5, 1},   {0, 0, 6, 1}, {0, 0, 7, 1}, {1, 1, 3, 2}};
enum { BROADCASTS = sizeof broadcasts / sizeof broadcasts[0] };

struct matrix_element {
    unsigned block, row, column;
};

/* What a lane's |index|-th element of C and D is. */
static struct matrix_element result_element(const struct mfma *m, unsigned lane, unsigned index)
{
    if (m->kind == KIND_F64 && m->size == 16)
        return (struct matrix_element){0, 4 * index + lane / 16, lane % 16};
    if (m->kind == KIND_F64)
        return (struct matrix_element){lane / 4 % 4, lane / 16, lane % 4};
    if (m->size == 32)
        return (struct matrix_element){
            index / 16, 8 * (index % 16 / 4) + 4 * (lane / 32) + index % 4, lane % 32};
    if (m->size == 16)
        return (struct matrix_element){index / 4, 4 * (lane / 16) + index % 4, lane % 16};
    return (struct matrix_element){lane / 4, index, lane % 4};
}

/* Where lane |lane| takes its part of B from. */
static unsigned blgp_source(unsigned blgp, unsigned lane)
{
    unsigned group = lane / 16;
    static const unsigned groups[8][4] = {{0, 1, 2, 3}, {0, 1, 0, 1}, {2, 3, 2, 3}, {1, 2, 3, 0},
                                          {0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}};
    return groups[blgp][group] * 16 + lane % 16;
}

static int small(struct harness_random *random)
{
    return (int)(random_bits(random) >> 20 & 15) - 8;
}

static bool check_result(struct harness *harness, unsigned id, const struct harness_state *after,
                         const struct mfma *m, unsigned lane, unsigned index, int expected)
{
    enum kind kind = m->kind == KIND_F64 ? KIND_F64 : m->kind == KIND_I8 ? KIND_I8 : KIND_F32;
    if (kind == KIND_F64) {
        uint64_t bits = state_pair(after, D + 2 * index, lane);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (value != expected)
            harness_fail(harness, id, lane, "element %u: %g, not %d", index, value, expected);
        return value == expected;
    }
    uint32_t bits = after->vgpr[D + index][lane];
    uint32_t right = kind == KIND_I8 ? (uint32_t)expected : harness_bits((float)expected);
    if (bits != right)
        harness_fail(harness, id, lane, "element %u: %#x, not %#x (%d)", index, bits, right,
                     expected);
    return bits == right;
}

static void check_mfma(struct harness *harness, unsigned id, const struct mfma *m, unsigned which,
                       unsigned seed)
{
    static struct harness_state state;
    static int a[LANES_MAX][8], b[LANES_MAX][8], c[BLOCKS_MAX][SIZE_MAX_][SIZE_MAX_];
    struct harness_random random = {seed};
    random_state(&random, harness, &state);
    state_set_mask(&state, SGPR_EXEC, seed % 2 ? ~0ull : random_bits(&random)); /* is ignored */
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        for (unsigned e = 0; e < m->packed; e++) {
            put(&state, A, lane, e, m->kind, a[lane][e] = small(&random));
            put(&state, B, lane, e, m->kind, b[lane][e] = small(&random));
        }
    }
    unsigned elements = m->size * m->size * m->blocks / LANES_MAX;
    enum kind sums = m->kind == KIND_F64 ? KIND_F64 : KIND_F32;
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        for (unsigned i = 0; i < elements; i++) {
            struct matrix_element at = result_element(m, lane, i);
            int value = small(&random) * 16;
            c[at.block][at.row][at.column] = value;
            if (m->kind == KIND_I8)
                state.vgpr[C + i][lane] = (uint32_t)value;
            else
                put(&state, C, lane, i, sums, value);
        }
    }
    if (!harness_run(harness, id, &state)) {
        harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
        return;
    }
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        for (unsigned i = 0; i < elements; i++) {
            struct matrix_element at = result_element(m, lane, i);
            int sum = c[at.block][at.row][at.column];
            unsigned run = 1u << broadcasts[which].cbsz;
            unsigned a_block =
                broadcasts[which].cbsz ? at.block / run * run + broadcasts[which].abid : at.block;
            for (unsigned k = 0; k < m->depth; k++) {
                unsigned group = k / m->packed * m->blocks;
                unsigned a_lane = (group + a_block) * m->size + at.row;
                unsigned b_lane = (group + at.block) * m->size + at.column;
                sum += a[a_lane][k % m->packed] *
                       b[blgp_source(broadcasts[which].blgp, b_lane)][k % m->packed];
            }
            if (!check_result(harness, id, &state, m, lane, i, sum))
                return;
        }
    }
}

static unsigned words(unsigned bits)
{
    return bits / 32;
}

static char *range(char *out, size_t size, char file, unsigned reg, unsigned count)
{
    if (count == 1)
        snprintf(out, size, "%c%u", file, reg);
    else
        snprintf(out, size, "%c[%u:%u]", file, reg, reg + count - 1);
    return out;
}

static unsigned add_mfma(struct harness *harness, const struct mfma *m, unsigned which)
{
    char a[16], b[16], c[16], d[16], broadcast[64] = "";
    unsigned inputs = words(m->packed * element_width(m->kind));
    unsigned results = m->size * m->size * m->blocks / LANES_MAX * (m->kind == KIND_F64 ? 2 : 1);
    if (which)
        snprintf(broadcast, sizeof broadcast, " cbsz:%u abid:%u blgp:%u", broadcasts[which].cbsz,
                 broadcasts[which].abid, broadcasts[which].blgp);
    return harness_add(harness, "%s %s, %s, %s, %s%s", m->name, range(d, sizeof d, 'v', D, results),
                       range(a, sizeof a, 'v', A, inputs), range(b, sizeof b, 'v', B, inputs),
                       range(c, sizeof c, 'v', C, results), broadcast);
}

/* Results over the sources, constants for C, results in AGPRs. */
static void check_overlap(struct harness *harness, unsigned in_place, unsigned constant,
                          unsigned accumulators)
{
    static struct harness_state before, after;
    struct harness_random random = {77};
    random_state(&random, harness, &before);
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        for (unsigned reg = 0; reg < 32; reg++)
            before.vgpr[reg][lane] = harness_bits((float)small(&random));
    }
    after = before;
    harness_run(harness, in_place, &after); /* v[0:3] = v0 v1 + v[0:3] */
    static struct harness_state apart;
    apart = before;
    for (unsigned i = 0; i < 4; i++)
        memcpy(apart.vgpr[C + i], before.vgpr[i], sizeof apart.vgpr[0]);
    harness_run(harness, accumulators, &apart); /* a[4:7] = v0 v1 + v[16:19] */
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        for (unsigned i = 0; i < 4; i++) {
            if (after.vgpr[i][lane] != apart.agpr[4 + i][lane])
                harness_fail(harness, in_place, lane, "differs from what goes elsewhere");
        }
    }
    apart = before;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned lane = 0; lane < LANES_MAX; lane++)
            apart.vgpr[C + i][lane] = harness_bits(1);
    }
    after = before;
    harness_run(harness, constant, &after); /* v[48:51] = v0 v1 + 1.0 */
    harness_run(harness, accumulators, &apart);
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        for (unsigned i = 0; i < 4; i++) {
            if (after.vgpr[D + i][lane] != apart.agpr[4 + i][lane])
                harness_fail(harness, constant, lane,
                             "a constant C differs from the same in VGPRs");
        }
    }
}

/* gfx90a's 16-bit products lose subnormal elements, and subnormal sums; those of f32 keep them. Of
 * every lane all elements of A are |a|, of B |b|, and of C |c|: as a sum of |depth| products. */
struct subnormal {
    const char *name;
    unsigned words; /* of A and B in a lane */
    uint32_t a, b, c, sum;
};

static const struct subnormal subnormals[] = {
    {"v_mfma_f32_16x16x16f16", 2, 0x03ff03ff, 0x3c003c00, 0x40000000, 0x40000000},
    {"v_mfma_f32_16x16x16f16", 2, 0x3c003c00, 0x80018001, 0x40000000, 0x40000000},
    {"v_mfma_f32_16x16x16f16", 2, 0x04000400, 0x04000400, 0, 0x33800000}, /* 2^-14, 16 2^-28 */
    {"v_mfma_f32_16x16x16f16", 2, 0, 0, 0x00400000, 0},
    {"v_mfma_f32_16x16x16bf16_1k", 2, 0x00400040, 0x7e807e80, 0, 0},
    {"v_mfma_f32_16x16x16bf16_1k", 2, 0x1c801c80, 0x1c801c80, 0, 0},          /* 16 2^-140 */
    {"v_mfma_f32_16x16x16bf16_1k", 2, 0x20002000, 0x20002000, 0, 0x02800000}, /* 16 2^-126 */
    {"v_mfma_f32_16x16x4f32", 1, 0x00400000, 0x3f800000, 0, 0x01000000},
    {"v_mfma_f32_16x16x4f32", 1, 0x1f800000, 0x1f800000, 0, 0x00800000},
};
enum { SUBNORMALS = sizeof subnormals / sizeof subnormals[0] };

static void check_subnormal(struct harness *harness, unsigned id, const struct subnormal *s)
{
    static struct harness_state state;
    struct harness_random random = {5};
    random_state(&random, harness, &state);
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        for (unsigned i = 0; i < s->words; i++) {
            state.vgpr[A + i][lane] = s->a;
            state.vgpr[B + i][lane] = s->b;
        }
        for (unsigned i = 0; i < 4; i++)
            state.vgpr[C + i][lane] = s->c;
    }
    harness_run(harness, id, &state);
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        if (state.vgpr[D][lane] != s->sum)
            harness_fail(harness, id, lane, "%#x times %#x: %#x, not %#x", s->a, s->b,
                         state.vgpr[D][lane], s->sum);
    }
}

static unsigned check_gfx90a(void)
{
    static unsigned of_subnormals[SUBNORMALS];
    static unsigned ids[MFMAS][BROADCASTS];
    struct harness *harness = harness_open("gfx90a", 64);
    for (unsigned i = 0; i < MFMAS; i++) {
        for (unsigned j = 0; j < BROADCASTS; j++) {
            bool fits =
                mfmas[i].blocks >= broadcasts[j].blocks && (mfmas[i].kind != KIND_F64 || j == 0);
            ids[i][j] = fits ? add_mfma(harness, &mfmas[i], j) : UINT32_MAX;
        }
    }
    unsigned in_place = harness_add(harness, "v_mfma_f32_16x16x4f32 v[0:3], v0, v1, v[0:3]");
    unsigned constant = harness_add(harness, "v_mfma_f32_16x16x4f32 v[48:51], v0, v1, 1.0");
    unsigned acc = harness_add(harness, "v_accvgpr_write_b32 a8, v16\nv_accvgpr_write_b32 a9, v17\n"
                                        "v_accvgpr_write_b32 a10, v18\n"
                                        "v_accvgpr_write_b32 a11, v19\ns_nop 4\n"
                                        "v_mfma_f32_16x16x4f32 a[4:7], v0, v1, a[8:11]");
    for (unsigned i = 0; i < SUBNORMALS; i++) {
        unsigned last = subnormals[i].words - 1;
        of_subnormals[i] = harness_add(harness, "%s v[48:51], v[0:%u], v[8:%u], v[16:19]",
                                       subnormals[i].name, last, 8 + last);
    }
    harness_assemble(harness);
    for (unsigned i = 0; i < SUBNORMALS; i++)
        check_subnormal(harness, of_subnormals[i], &subnormals[i]);
    for (unsigned i = 0; i < MFMAS; i++) {
        for (unsigned j = 0; j < BROADCASTS; j++) {
            for (unsigned run = 0; run < 4 && ids[i][j] != UINT32_MAX; run++)
                check_mfma(harness, ids[i][j], &mfmas[i], j, run * 131 + i * 7 + j);
        }
    }
    check_overlap(harness, in_place, constant, acc);
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

/* ---- WMMA ------------------------------------------------------------------------------------ */

struct wmma {
    const char *name;
    enum kind kind, result; /* KIND_I8: 32-bit integers */
    const char *modifiers;
    bool neg_a_low, neg_b_high, neg_c, abs_c, high, signed_a, signed_b;
};

static const struct wmma wmmas[] = {
    {"v_wmma_f32_16x16x16_f16", KIND_F16, KIND_F32, "", .high = false},
    {"v_wmma_f32_16x16x16_f16", KIND_F16, KIND_F32, "neg_lo:[1,0,1] neg_hi:[0,1,1]",
     .neg_a_low = true, .neg_b_high = true, .neg_c = true, .abs_c = true},
    {"v_wmma_f32_16x16x16_bf16", KIND_BF16, KIND_F32, "", .high = false},
    {"v_wmma_f16_16x16x16_f16", KIND_F16, KIND_F16, "", .high = false},
    {"v_wmma_f16_16x16x16_f16", KIND_F16, KIND_F16, "op_sel:[0,0,1]", .high = true},
    {"v_wmma_bf16_16x16x16_bf16", KIND_BF16, KIND_BF16, "", .high = false},
    {"v_wmma_bf16_16x16x16_bf16", KIND_BF16, KIND_BF16, "op_sel:[0,0,1]", .high = true},
    {"v_wmma_i32_16x16x16_iu8", KIND_I8, KIND_I8, "", .high = false},
    {"v_wmma_i32_16x16x16_iu8", KIND_I8, KIND_I8, "neg_lo:[1,1,0] clamp", .signed_a = true,
     .signed_b = true},
    {"v_wmma_i32_16x16x16_iu4", KIND_U4, KIND_I8, "neg_lo:[1,0,0]", .signed_a = true},
};
enum { WMMAS = sizeof wmmas / sizeof wmmas[0] };

static unsigned add_wmma(struct harness *harness, const struct wmma *w, unsigned lanes)
{
    char a[16], b[16], c[16], d[16];
    unsigned inputs = words(16 * element_width(w->kind)), results = lanes == 32 ? 8 : 4;
    return harness_add(harness, "%s %s, %s, %s, %s %s", w->name,
                       range(d, sizeof d, 'v', D, results), range(a, sizeof a, 'v', A, inputs),
                       range(b, sizeof b, 'v', B, inputs), range(c, sizeof c, 'v', C, results),
                       w->modifiers);
}

/* An integer of |width| bits, as the instruction takes it. */
static int taken_as(enum kind kind, int x, bool is_signed)
{
    if (is_signed || (kind != KIND_I8 && kind != KIND_U4))
        return x;
    return x & ((1 << element_width(kind)) - 1);
}

static void check_wmma(struct harness *harness, unsigned id, const struct wmma *w, unsigned lanes,
                       unsigned seed)
{
    static struct harness_state before, after;
    int a[16][16], b[16][16], c[16][16];
    struct harness_random random = {seed};
    bool is_16 = w->result == KIND_F16 || w->result == KIND_BF16;
    /* bfloat16 has eight bits: sums of sixteen products of ones */
    int mask = w->result == KIND_BF16 ? 1 : 7;
    random_state(&random, harness, &before);
    for (unsigned i = 0; i < 16; i++) {
        for (unsigned k = 0; k < 16; k++) {
            a[i][k] = small(&random) & mask;
            b[k][i] = -(small(&random) & mask);
            for (unsigned lane = i; lane < lanes; lane += 16) { /* copies in all of them */
                put(&before, A, lane, k, w->kind, a[i][k]);
                put(&before, B, lane, k, w->kind, b[k][i]);
            }
        }
    }
    unsigned sharing = lanes / 16;
    for (unsigned lane = 0; lane < lanes; lane++) {
        for (unsigned reg = 0; reg < 16 / sharing; reg++) {
            unsigned row = sharing * reg + lane / 16, column = lane % 16;
            int value = c[row][column] = small(&random);
            if (w->result == KIND_I8)
                before.vgpr[C + reg][lane] = (uint32_t)value;
            else if (is_16)
                put(&before, C + reg, lane, w->high, w->result, value);
            else
                put(&before, C + reg, lane, 0, w->result, value);
        }
    }
    after = before;
    if (!harness_run(harness, id, &after)) {
        harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
        return;
    }
    for (unsigned lane = 0; lane < lanes; lane++) {
        for (unsigned reg = 0; reg < 16 / sharing; reg++) {
            unsigned row = sharing * reg + lane / 16, column = lane % 16;
            int sum = w->abs_c ? abs(c[row][column]) : c[row][column];
            sum = w->neg_c ? -sum : sum;
            for (unsigned k = 0; k < 16; k++) {
                int x = taken_as(w->kind, a[row][k], w->signed_a);
                int y = taken_as(w->kind, b[k][column], w->signed_b);
                x = w->neg_a_low && k % 2 == 0 ? -x : x;
                y = w->neg_b_high && k % 2 == 1 ? -y : y;
                sum += x * y;
            }
            uint32_t got = after.vgpr[D + reg][lane], old = before.vgpr[D + reg][lane];
            uint32_t right = w->result == KIND_I8 ? (uint32_t)sum : element_bits(w->result, sum);
            if (is_16)
                right = w->high ? (old & 0xffff) | right << 16 : (old & 0xffff0000) | right;
            if (got != right) {
                harness_fail(harness, id, lane, "register %u: %#x, not %#x (%d)", reg, got, right,
                             sum);
                return;
            }
        }
    }
}

static unsigned check_gfx1100(unsigned lanes)
{
    unsigned ids[WMMAS];
    struct harness *harness = harness_open("gfx1100", lanes);
    for (unsigned i = 0; i < WMMAS; i++)
        ids[i] = add_wmma(harness, &wmmas[i], lanes);
    harness_assemble(harness);
    for (unsigned i = 0; i < WMMAS; i++) {
        for (unsigned run = 0; run < 8; run++)
            check_wmma(harness, ids[i], &wmmas[i], lanes, run * 17 + i);
    }
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

int main(void)
{
    unsigned failures = check_gfx90a() + check_gfx1100(32) + check_gfx1100(64);
    return failures > 0;
}
