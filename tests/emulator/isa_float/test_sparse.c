/* The matrices of gfx942, gfx950 and gfx1200 that older devices lack: of eight-bit floats, short
 * singles and sparse ones, deeper ones, and gfx12's WMMA, against matrices multiplied element by
 * element in integers. The elements are small integers, so that every sum is exact in any order;
 * see test_matrix.c for the others.
 *
 * The row and depth of a lane's element are described here from the registers' side; see
 * isa/matrix.c and isa/wmma.c. Of a sparse A, a lane's two bits an element say where among four.
 */
#include "harness.h"

#include <stdio.h>
#include <string.h>

enum kind { F32, F16, BF16, I8, U8, I4, U4, FP8, BF8, NANOO_FP8, NANOO_BF8, I32 };
enum { A = 0, B = 8, C = 16, INDEX = 56, SIZE_MAX_ = 32, DEPTH_MAX = 128 };

struct matrix {
    const char *name;
    unsigned size, depth;
    enum kind a, b, result;
    bool is_sparse;
    unsigned set; /* of the index register */
    const char *modifiers;
    unsigned opcode; /* of gfx950, which the assembler does not know */
};

static const struct matrix gfx942[] = {
    {"v_mfma_f32_16x16x8_xf32", 16, 8, F32, F32, F32, false, 0, "", 0},
    {"v_mfma_f32_32x32x4_xf32", 32, 4, F32, F32, F32, false, 0, "", 0},
    {"v_mfma_f32_16x16x32_fp8_bf8", 16, 32, NANOO_FP8, NANOO_BF8, F32, false, 0, "", 0},
    {"v_mfma_f32_16x16x32_bf8_bf8", 16, 32, NANOO_BF8, NANOO_BF8, F32, false, 0, "", 0},
    {"v_mfma_f32_32x32x16_fp8_fp8", 32, 16, NANOO_FP8, NANOO_FP8, F32, false, 0, "", 0},
    {"v_mfma_f32_32x32x16_bf8_fp8", 32, 16, NANOO_BF8, NANOO_FP8, F32, false, 0, "", 0},
    {"v_mfma_i32_16x16x32_i8", 16, 32, I8, I8, I32, false, 0, "", 0},
    {"v_mfma_i32_32x32x16_i8", 32, 16, I8, I8, I32, false, 0, "", 0},
    {"v_smfmac_f32_16x16x32_f16", 16, 32, F16, F16, F32, true, 0, "", 0},
    {"v_smfmac_f32_16x16x32_f16", 16, 32, F16, F16, F32, true, 3, "abid:3", 0},
    {"v_smfmac_f32_16x16x32_bf16", 16, 32, BF16, BF16, F32, true, 0, "cbsz:1 abid:3", 0},
    {"v_smfmac_f32_32x32x16_f16", 32, 16, F16, F16, F32, true, 1, "abid:1", 0},
    {"v_smfmac_f32_32x32x16_bf16", 32, 16, BF16, BF16, F32, true, 2, "abid:2", 0},
    {"v_smfmac_i32_16x16x64_i8", 16, 64, I8, I8, I32, true, 1, "abid:1", 0},
    {"v_smfmac_i32_32x32x32_i8", 32, 32, I8, I8, I32, true, 0, "", 0},
    {"v_smfmac_f32_16x16x64_bf8_fp8", 16, 64, NANOO_BF8, NANOO_FP8, F32, true, 0, "", 0},
    {"v_smfmac_f32_16x16x64_fp8_bf8", 16, 64, NANOO_FP8, NANOO_BF8, F32, true, 1, "abid:1", 0},
    {"v_smfmac_f32_32x32x32_fp8_fp8", 32, 32, NANOO_FP8, NANOO_FP8, F32, true, 0, "", 0},
    {"v_smfmac_f32_32x32x32_bf8_bf8", 32, 32, NANOO_BF8, NANOO_BF8, F32, true, 0, "", 0},
};
/* One register has indices for 16 elements of A: two sets of halves, one of bytes. */
static const struct matrix gfx950[] = {
    {"v_mfma_f32_16x16x32_f16", 16, 32, F16, F16, F32, false, 0, "", 0x54},
    {"v_mfma_f32_32x32x16_f16", 32, 16, F16, F16, F32, false, 0, "", 0x55},
    {"v_mfma_f32_16x16x32_bf16", 16, 32, BF16, BF16, F32, false, 0, "", 0x35},
    {"v_mfma_f32_32x32x16_bf16", 32, 16, BF16, BF16, F32, false, 0, "", 0x37},
    {"v_mfma_i32_16x16x64_i8", 16, 64, I8, I8, I32, false, 0, "", 0x36},
    {"v_mfma_i32_32x32x32_i8", 32, 32, I8, I8, I32, false, 0, "", 0x38},
    {"v_mfma_f32_16x16x32_fp8_bf8", 16, 32, FP8, BF8, F32, false, 0, "", 0},
    {"v_mfma_f32_32x32x16_bf8_fp8", 32, 16, BF8, FP8, F32, false, 0, "", 0},
    {"v_smfmac_f32_16x16x64_bf8_fp8", 16, 64, BF8, FP8, F32, true, 0, "", 0},
    {"v_smfmac_f32_32x32x32_fp8_bf8", 32, 32, FP8, BF8, F32, true, 1, "abid:1", 0},
    {"v_smfmac_f32_16x16x64_f16", 16, 64, F16, F16, F32, true, 0, "", 0x5a},
    {"v_smfmac_f32_16x16x64_f16", 16, 64, F16, F16, F32, true, 1, "abid:1", 0x5a},
    {"v_smfmac_f32_16x16x64_bf16", 16, 64, BF16, BF16, F32, true, 1, "abid:1", 0x39},
    {"v_smfmac_i32_16x16x128_i8", 16, 128, I8, I8, I32, true, 0, "abid:1", 0x3a},
    {"v_smfmac_f32_16x16x128_bf8_bf8", 16, 128, BF8, BF8, F32, true, 0, "", 0x3b},
    {"v_smfmac_f32_16x16x128_bf8_fp8", 16, 128, BF8, FP8, F32, true, 0, "", 0x3c},
    {"v_smfmac_f32_16x16x128_fp8_bf8", 16, 128, FP8, BF8, F32, true, 0, "", 0x3d},
    {"v_smfmac_f32_16x16x128_fp8_fp8", 16, 128, FP8, FP8, F32, true, 0, "", 0x43},
    {"v_smfmac_f32_32x32x32_f16", 32, 32, F16, F16, F32, true, 1, "abid:1", 0x5b},
    {"v_smfmac_f32_32x32x32_bf16", 32, 32, BF16, BF16, F32, true, 0, "", 0x46},
    {"v_smfmac_i32_32x32x64_i8", 32, 64, I8, I8, I32, true, 0, "", 0x47},
    {"v_smfmac_f32_32x32x64_bf8_bf8", 32, 64, BF8, BF8, F32, true, 0, "", 0x4b},
    {"v_smfmac_f32_32x32x64_bf8_fp8", 32, 64, BF8, FP8, F32, true, 0, "abid:1", 0x4e},
    {"v_smfmac_f32_32x32x64_fp8_bf8", 32, 64, FP8, BF8, F32, true, 0, "", 0x4f},
    {"v_smfmac_f32_32x32x64_fp8_fp8", 32, 64, FP8, FP8, F32, true, 0, "", 0x53},
};
static const struct matrix gfx1200[] = {
    {"v_wmma_f32_16x16x16_f16", 16, 16, F16, F16, F32, false, 0, "", 0},
    {"v_wmma_f32_16x16x16_bf16", 16, 16, BF16, BF16, F32, false, 0, "", 0},
    {"v_wmma_f16_16x16x16_f16", 16, 16, F16, F16, F16, false, 0, "", 0},
    {"v_wmma_bf16_16x16x16_bf16", 16, 16, BF16, BF16, BF16, false, 0, "", 0},
    {"v_wmma_i32_16x16x16_iu8", 16, 16, I8, U8, I32, false, 0, "neg_lo:[1,0,0]", 0},
    {"v_wmma_i32_16x16x16_iu4", 16, 16, U4, I4, I32, false, 0, "neg_lo:[0,1,0] clamp", 0},
    {"v_wmma_i32_16x16x32_iu4", 16, 32, I4, I4, I32, false, 0, "neg_lo:[1,1,0]", 0},
    {"v_wmma_f32_16x16x16_fp8_fp8", 16, 16, FP8, FP8, F32, false, 0, "", 0},
    {"v_wmma_f32_16x16x16_fp8_bf8", 16, 16, FP8, BF8, F32, false, 0, "", 0},
    {"v_wmma_f32_16x16x16_bf8_fp8", 16, 16, BF8, FP8, F32, false, 0, "", 0},
    {"v_wmma_f32_16x16x16_bf8_bf8", 16, 16, BF8, BF8, F32, false, 0, "", 0},
    {"v_swmmac_f32_16x16x32_f16", 16, 32, F16, F16, F32, true, 0, "", 0},
    {"v_swmmac_f32_16x16x32_bf16", 16, 32, BF16, BF16, F32, true, 1, "index_key:1", 0},
    {"v_swmmac_f16_16x16x32_f16", 16, 32, F16, F16, F16, true, 1, "index_key:1", 0},
    {"v_swmmac_bf16_16x16x32_bf16", 16, 32, BF16, BF16, BF16, true, 0, "", 0},
    {"v_swmmac_i32_16x16x32_iu8", 16, 32, I8, I8, I32, true, 1, "index_key:1 neg_lo:[1,1,0]", 0},
    {"v_swmmac_i32_16x16x32_iu4", 16, 32, I4, U4, I32, true, 0, "neg_lo:[1,0,0]", 0},
    {"v_swmmac_i32_16x16x64_iu4", 16, 64, I4, I4, I32, true, 0, "neg_lo:[1,1,0]", 0},
    {"v_swmmac_f32_16x16x32_fp8_bf8", 16, 32, FP8, BF8, F32, true, 0, "", 0},
    {"v_swmmac_f32_16x16x32_bf8_bf8", 16, 32, BF8, BF8, F32, true, 1, "index_key:1", 0},
};

/* ---- Numbers as bits ------------------------------------------------------------------------- */

static const unsigned widths[] = {
    [F32] = 32, [F16] = 16, [BF16] = 16, [I8] = 8,   [U8] = 8,        [I4] = 4,
    [U4] = 4,   [FP8] = 8,  [BF8] = 8,   [I32] = 32, [NANOO_FP8] = 8, [NANOO_BF8] = 8};

/* 0 to 4, of the formats of eight bits. */
static const uint8_t small_numbers[][5] = {
    [FP8] = {0, 0x38, 0x40, 0x44, 0x48},
    [BF8] = {0, 0x3c, 0x40, 0x42, 0x44},
    [NANOO_FP8] = {0, 0x40, 0x48, 0x4c, 0x50},
    [NANOO_BF8] = {0, 0x40, 0x44, 0x46, 0x48},
};

static uint32_t bits_of(enum kind kind, int x)
{
    float value = (float)x;
    uint32_t bits, magnitude = (uint32_t)(x < 0 ? -x : x);
    memcpy(&bits, &value, sizeof bits);
    switch (kind) {
    case F32: return bits;
    case BF16: return bits >> 16;
    case F16:
        return x == 0 ? 0 : (bits >> 16 & 0x8000) | ((bits & 0x7fffffff) - (112u << 23)) >> 13;
    case I8:
    case U8:
    case I4:
    case U4:
    case I32: return (uint32_t)x & (UINT32_MAX >> (32 - widths[kind]));
    default: return small_numbers[kind][magnitude] | (x < 0 ? 0x80 : 0);
    }
}

static void put(struct harness_state *state, unsigned reg, unsigned lane, unsigned index,
                enum kind kind, int x)
{
    unsigned width = widths[kind], shift = index * width % 32;
    uint32_t *word = &state->vgpr[reg + index * width / 32][lane];
    uint32_t mask = UINT32_MAX >> (32 - width) << shift;
    *word = (*word & ~mask) | bits_of(kind, x) << shift;
}

static uint32_t get(const struct harness_state *state, unsigned reg, unsigned lane, unsigned index,
                    enum kind kind)
{
    unsigned width = widths[kind], bit = index * width;
    return state->vgpr[reg + bit / 32][lane] >> bit % 32 & UINT32_MAX >> (32 - width);
}

/* ---- Matrices -------------------------------------------------------------------------------- */

static int draw(struct harness_random *random, enum kind kind, bool tiny)
{
    int x = (int)(random_bits(random) >> 20 & 7) - 3; /* -3 to 4 */
    if (tiny)
        return x % 2;
    return kind == U8 || kind == U4 ? x & 7 : x;
}

/* The row of a lane's |index|-th element of C and D. */
static unsigned result_row(const struct matrix *m, unsigned lanes, bool is_gfx12, unsigned lane,
                           unsigned index)
{
    static const uint8_t first_rows[] = {0, 8, 4, 12}; /* of a wave64's quarters */
    if (is_gfx12)
        return index + (lanes == 64 ? first_rows[lane / 16] : 8 * (lane / 16));
    return m->size == 16 ? 4 * (lane / 16) + index : 8 * (index / 4) + 4 * (lane / 32) + index % 4;
}

/* Registers of |count| elements a lane. */
static unsigned words(unsigned count, enum kind kind)
{
    return (count * widths[kind] + 31) / 32;
}

/* VOP3P with the registers of add(): see "VOP3P-MAI" in the CDNA4 ISA document. */
static unsigned add_encoding(struct harness *h, const struct matrix *m)
{
    enum { VGPR = 256 };
    const unsigned abid = m->modifiers[0] ? 1 : 0, third = m->is_sparse ? INDEX : C;
    return harness_add(h, ".long 0x%x\n.long 0x%x // %s %s",
                       0xd3800000 | m->opcode << 16 | abid << 11 | C,
                       (VGPR + A) | (VGPR + B) << 9 | (VGPR + third) << 18, m->name, m->modifiers);
}

static unsigned add(struct harness *h, const struct matrix *m, unsigned lanes)
{
    if (m->opcode)
        return add_encoding(h, m);
    unsigned each = m->size * m->depth / lanes;
    unsigned in_a = words(m->is_sparse ? each / 2 : each, m->a), in_b = words(each, m->b);
    unsigned out = words(m->size * m->size / lanes, m->result);
    char a[16], b[16], third[16];
    snprintf(a, sizeof a, in_a == 1 ? "v%u" : "v[%u:%u]", A, A + in_a - 1);
    snprintf(b, sizeof b, in_b == 1 ? "v%u" : "v[%u:%u]", B, B + in_b - 1);
    snprintf(third, sizeof third, m->is_sparse ? "v%u" : "v[%u:%u]", m->is_sparse ? INDEX : C,
             C + out - 1);
    return harness_add(h, "%s v[%u:%u], %s, %s, %s %s", m->name, C, C + out - 1, a, b, third,
                       m->modifiers);
}

static void check(struct harness *h, unsigned id, const struct matrix *m, unsigned lanes,
                  bool is_gfx12, unsigned seed)
{
    static struct harness_state before, after;
    static int a[SIZE_MAX_][DEPTH_MAX], b[DEPTH_MAX][SIZE_MAX_], c[SIZE_MAX_][SIZE_MAX_];
    struct harness_random random = {seed};
    unsigned in_b = m->size * m->depth / lanes, in_a = m->is_sparse ? in_b / 2 : in_b;
    unsigned out = m->size * m->size / lanes;
    bool tiny = m->result == BF16;
    random_state(&random, h, &before);
    memset(a, 0, sizeof a);
    for (unsigned lane = 0; lane < lanes; lane++) {
        unsigned i = lane % m->size, group = lane / m->size;
        uint32_t index = (uint32_t)random_bits(&random);
        for (unsigned e = 0; e < in_a; e++) {
            /* the two of four are different ones, the first before the second */
            unsigned first = (unsigned)random_bits(&random) >> 8 & 1,
                     shift = 2 * (m->set * in_a + e);
            unsigned position = e % 2 ? 2 + first : first, k = group * in_a + e;
            if (m->is_sparse) {
                index = (index & ~(3u << shift)) | position << shift;
                k = (group * in_a + e) / 2 * 4 + position;
            }
            put(&before, A, lane, e, m->a, a[i][k] = draw(&random, m->a, tiny));
        }
        before.vgpr[INDEX][lane] = index;
        for (unsigned e = 0; e < in_b; e++)
            put(&before, B, lane, e, m->b, b[group * in_b + e][i] = draw(&random, m->b, tiny));
        for (unsigned e = 0; e < out; e++)
            put(&before, C, lane, e, m->result,
                c[result_row(m, lanes, is_gfx12, lane, e)][i] = draw(&random, I32, false));
    }
    after = before;
    if (!harness_run(h, id, &after)) {
        harness_fail(h, id, 0, "%s", harness_fault(h)->message);
        return;
    }
    for (unsigned lane = 0; lane < lanes; lane++) {
        for (unsigned e = 0; e < out; e++) {
            unsigned row = result_row(m, lanes, is_gfx12, lane, e), column = lane % m->size;
            int sum = c[row][column];
            for (unsigned k = 0; k < m->depth; k++)
                sum += a[row][k] * b[k][column];
            uint32_t got = get(&after, C, lane, e, m->result), right = bits_of(m->result, sum);
            if (got != right) {
                harness_fail(h, id, lane, "element %u: %#x, not %#x (%d)", e, got, right, sum);
                return;
            }
        }
    }
}

static unsigned check_target(const char *target, const struct matrix *all, unsigned count,
                             unsigned lanes, bool is_gfx12)
{
    unsigned ids[32];
    struct harness *h = harness_open(target, lanes);
    for (unsigned i = 0; i < count; i++)
        ids[i] = add(h, &all[i], lanes);
    harness_assemble(h);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned run = 0; run < 8; run++)
            check(h, ids[i], &all[i], lanes, is_gfx12, run * 37 + i);
    }
    unsigned failures = harness_failures(h);
    harness_close(h);
    return failures;
}

/* Argument: "gfx950" for that alone. */
int main(int argc, char **argv)
{
    enum {
        GFX942 = sizeof gfx942 / sizeof gfx942[0],
        GFX950 = sizeof gfx950 / sizeof gfx950[0],
        GFX1200 = sizeof gfx1200 / sizeof gfx1200[0]
    };
    if (argc > 1)
        return check_target(argv[1], gfx950, GFX950, 64, false) > 0;
    return check_target("gfx942", gfx942, GFX942, 64, false) +
               check_target("gfx1200", gfx1200, GFX1200, 32, true) +
               check_target("gfx1200", gfx1200, GFX1200, 64, true) >
           0;
}
