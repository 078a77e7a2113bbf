/* MFMA and SMFMAC: products of small matrices whose elements are spread over the lanes of a wave of
 * 64. See "Matrix Arithmetic Instructions" in the ISA documents of CDNA2 to CDNA4 for the layouts;
 * AMD's matrix instruction calculator gives the same layouts.
 *
 * An instruction computes D = A B + C for |blocks| blocks of matrices with |size| rows and columns.
 * The depth is the number of columns of A, and of rows of B. A lane holds |packed| elements of A
 * that follow one another in depth: row i, depth k of block b is in lane
 * i + size (b + blocks (k / packed)). Columns of B are held likewise. Of C and D a lane holds
 * elements of one column: 32-bit elements in groups of four rows, 64-bit elements singly. The
 * groups are spread over the lanes that share the column first, and then over registers. Matrices
 * of 4 x 4 have a block for every four lanes.
 *
 * A sparse A (SMFMAC, "4:2 structured sparsity") has two elements of each four. A register tells
 * which: two bits for each element of the lane. The register has several sets of such bits; ABID
 * chooses the set, unless CBSZ selects the first one. Each element of A is multiplied with an
 * element of B in the same lane. (The 8-bit types number the depths differently, but in the same
 * way for A and B.)
 *
 * In gfx950's "F8F6F4" instructions CBSZ and BLGP are the types of A and B. Floats of six and four
 * bits have the layout above, 32 to a lane. Of floats of eight bits a lane has two runs of 16,
 * which are half of the depth apart. With "scale", a register has a power of two (E8M0) for each
 * row and each 32 of depth: in the lane of row i and of the (k / 32)th group, in the byte that
 * op_sel and op_sel_hi name.
 *
 * Every product is added with one rounding, to nearest, whatever MODE says, in the order of the
 * depth: the order in which the hardware adds is not documented. Denormals are kept. But on gfx90a
 * denormal elements of 16 bits become zeros, and so do denormal sums of their products ("MI200 MFMA
 * behavior specifics" in MIOpen's documentation). Integers wrap. EXEC is ignored.
 */
#include "drivers.h"
#include "flush.h"
#include "matrix.h"
#include "tables.h"

#include "core/program.h"

#include <math.h>

/* |argument| of a row. Size, blocks, depth and packed are powers of two; the row holds their
 * logarithms. */
#define LOG(x, at) ((uint32_t)__builtin_ctz(x) << (at))
#define SHAPE(size, blocks, depth, packed, a, b)                                                   \
    (LOG(size, 0) | LOG(blocks, 4) | LOG(depth, 8) | LOG(packed, 12) | (uint32_t)(a) << 16 |       \
     (uint32_t)(b) << 24)

struct shape {
    unsigned size, blocks, depth, packed;
    enum matrix_type a, b;
};

enum { RESULTS_MAX = 2 * 32 * 32 };

static bool flushes(const struct wave *wave, enum matrix_type element)
{
    return wave->ops->program->generation == GENERATION_GFX90A &&
           (element == MATRIX_F16 || element == MATRIX_BF16);
}

static double flush_element(enum matrix_type element, double x)
{
    return fabs(x) < (element == MATRIX_F16 ? 0x1p-14 : 0x1p-126) ? copysign(0, x) : x;
}

static struct shape shape_of(uint32_t argument)
{
    return (struct shape){1u << (argument & 15),
                          1u << (argument >> 4 & 15),
                          1u << (argument >> 8 & 15),
                          1u << (argument >> 12 & 15),
                          (enum matrix_type)(argument >> 16 & 0xff),
                          (enum matrix_type)(argument >> 24)};
}

/* ---- Reading A and B ------------------------------------------------------------------------- */

/* Returns the lane from which lane |lane| takes its element of B. BLGP is a pattern: it broadcasts
 * or rotates groups of lanes. */
static unsigned pattern_lane(unsigned blgp, unsigned lane)
{
    switch (blgp) {
    case 0: return lane;
    case 1: return lane & 31;
    case 2: return lane | 32;
    case 3: return (lane + 16) & 63;
    default: return (blgp - 4) * 16 + (lane & 15);
    }
}

/* Returns the block of A that |block| uses. With CBSZ, each run of 2^cbsz blocks uses the |abid|-th
 * block of the run. */
static unsigned a_block(const struct op *op, unsigned block)
{
    return op->cbsz ? (block & ~((1u << op->cbsz) - 1)) + op->abid : block;
}

static void read_block(struct wave *wave, const struct op *op, const struct shape *shape,
                       unsigned block, struct matrix_inputs *out)
{
    const struct operand *a = &op->src[0], *b = &op->src[1];
    const unsigned from = a_block(op, block), size = shape->size;
    const bool is_flushed = flushes(wave, shape->a);
    for (unsigned k = 0; k < shape->depth; k++) {
        unsigned group = shape->blocks * (k / shape->packed), index = k % shape->packed;
        double column[MATRIX_MAX], *row = out->b[k];
        matrix_elements(wave, a, shape->a, size * (from + group) & (LANES_MAX - 1), size, index,
                        column);
        for (unsigned i = 0; op->blgp && i < size; i++)
            row[i] = matrix_element(wave, b, shape->b,
                                    pattern_lane(op->blgp, i + size * (block + group)), index);
        if (!op->blgp)
            matrix_elements(wave, b, shape->b, size * (block + group), size, index, row);
        for (unsigned i = 0; i < size; i++) {
            double x = is_flushed ? flush_element(shape->a, column[i]) : column[i];
            double y = is_flushed ? flush_element(shape->a, row[i]) : row[i];
            out->a[i][k] = a->neg ? -x : x;
            row[i] = b->neg ? -y : y;
            out->partner[i][k] = (uint8_t)k;
        }
    }
}

/* Reads a sparse A, and B. A lane holds |shape->packed| elements of B, and half as many of A. */
static void read_sparse(struct wave *wave, const struct op *op, const struct shape *shape,
                        struct matrix_inputs *out)
{
    const unsigned packed = shape->packed / 2, set_bits = 2 * packed, sets = 32 / set_bits;
    const unsigned set = op->cbsz ? 0 : op->abid & (sets - 1);
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        unsigned i = lane % shape->size, group = lane / shape->size;
        uint32_t positions = matrix_register(wave, &op->src[2], 0)[lane] >> set * set_bits;
        for (unsigned e = 0; e < packed; e++) {
            unsigned k = group * packed + e;
            out->a[i][k] = matrix_element(wave, &op->src[0], shape->a, lane, e);
            out->partner[i][k] = (uint8_t)(group * shape->packed + sparse_depth(positions, e));
        }
        for (unsigned e = 0; e < shape->packed; e++)
            out->b[group * shape->packed + e][i] =
                matrix_element(wave, &op->src[1], shape->b, lane, e);
    }
}

/* ---- Reading C and writing D ----------------------------------------------------------------- */

/* The place of a row of C or D. |lane| is the lane of the first column; the next columns are in the
 * next lanes. |index| is the index of the row's element in each of these lanes. */
struct result_row {
    unsigned index, lane;
};

static struct result_row find_result_row(const struct shape *shape, unsigned block, unsigned row)
{
    bool is_wide = shape->a == MATRIX_F64;
    if (shape->size == 4)
        return is_wide ? (struct result_row){0, 4 * block + 16 * row}
                       : (struct result_row){row, 4 * block};
    unsigned group = is_wide ? 1 : 4, sharing = LANES_MAX / shape->size;
    unsigned per_block = shape->size / sharing, chunk = row / group;
    return (struct result_row){block * per_block + chunk / sharing * group + row % group,
                               shape->size * (chunk % sharing)};
}

/* Returns the bits of a constant C: an integer, or one of the inline fractions. If C is an array of
 * doubles in more than two registers, the decoder gives the fraction as the bits of a float. */
static uint64_t constant_bits(enum matrix_type element, const struct operand *c)
{
    const uint64_t single = 0x3e22f983, both = 0x3fc45f306dc9c882; /* 1 / (2 * pi) */
    uint64_t value = c->value;
    bool is_integer = value <= 64 || value >= 0xfffffff0;
    if (element != MATRIX_F64 || c->type == TYPE_F64)
        return value;
    if (value == single)
        return both;
    return is_integer ? (uint64_t)(int64_t)(int32_t)value
                      : double_bits((double)bits_float((uint32_t)value));
}

static void read_c(struct wave *wave, const struct operand *c, const struct shape *shape,
                   struct result_row place, uint64_t *out)
{
    if (c->kind == OPERAND_CONST) {
        for (unsigned j = 0; j < shape->size; j++)
            out[j] = constant_bits(shape->a, c);
    } else if (shape->a != MATRIX_F64) {
        const uint32_t *from = matrix_register(wave, c, place.index) + place.lane;
        for (unsigned j = 0; j < shape->size; j++)
            out[j] = from[j];
    } else {
        const uint32_t *low = matrix_register(wave, c, 2 * place.index) + place.lane;
        const uint32_t *high = low + wave->lanes;
        const uint64_t sign = c->neg ? SIGN_F64 : 0;
        for (unsigned j = 0; j < shape->size; j++)
            out[j] = ((uint64_t)high[j] << 32 | low[j]) ^ sign;
    }
}

static void write_d(struct wave *wave, const struct op *op, const struct shape *shape,
                    struct result_row place, const uint64_t *row)
{
    bool is_wide = shape->a == MATRIX_F64;
    unsigned index = is_wide ? 2 * place.index : place.index;
    uint32_t *low = matrix_register(wave, &op->dst, index) + place.lane;
    for (unsigned j = 0; j < shape->size; j++)
        low[j] = (uint32_t)row[j];
    for (unsigned j = 0; j < (is_wide ? shape->size : 0); j++)
        low[wave->lanes + j] = (uint32_t)(row[j] >> 32);
}

/* ---- The product ----------------------------------------------------------------------------- */

static void multiply_row(const struct shape *shape, const struct matrix_inputs *in, unsigned depth,
                         unsigned row, bool is_flushed, uint64_t *c)
{
    uint32_t bits[MATRIX_MAX];
    float narrow[MATRIX_MAX];
    double wide[MATRIX_MAX];
    const unsigned size = shape->size;
    if (shape->a == MATRIX_F64) {
        for (unsigned j = 0; j < size; j++)
            wide[j] = bits_double(c[j]);
        matrix_row_f64(in, row, size, depth, wide);
        for (unsigned j = 0; j < size; j++)
            c[j] = double_bits(wide[j]);
    } else if (matrix_type_is_integer(shape->a)) {
        for (unsigned j = 0; j < size; j++)
            bits[j] = (uint32_t)c[j];
        matrix_row_i32(in, row, size, depth, false, bits);
        for (unsigned j = 0; j < size; j++)
            c[j] = bits[j];
    } else {
        for (unsigned j = 0; j < size; j++)
            bits[j] = (uint32_t)c[j];
        if (is_flushed)
            flush_f32(bits, size);
        for (unsigned j = 0; j < size; j++)
            narrow[j] = bits_float(bits[j]);
        matrix_row_f32(in, row, size, depth, narrow);
        for (unsigned j = 0; j < size; j++)
            bits[j] = float_bits(narrow[j]);
        if (is_flushed)
            flush_f32(bits, size);
        for (unsigned j = 0; j < size; j++)
            c[j] = bits[j];
    }
}

/* Writes all of D. D may overlap A, B and C, so call this only after A, B and C are read. */
static void write_results(struct wave *wave, const struct op *op, const struct shape *shape,
                          const uint64_t *results)
{
    for (unsigned block = 0; block < shape->blocks; block++) {
        for (unsigned row = 0; row < shape->size; row++, results += shape->size)
            write_d(wave, op, shape, find_result_row(shape, block, row), results);
    }
}

static void multiply(struct wave *wave, const struct op *op, const struct shape *shape,
                     bool is_sparse)
{
    const struct operand *c = &op->src[is_sparse ? 3 : 2];
    struct matrix_inputs in;
    uint64_t results[RESULTS_MAX], *next = results;
    for (unsigned block = 0; block < shape->blocks; block++) {
        if (is_sparse)
            read_sparse(wave, op, shape, &in);
        else
            read_block(wave, op, shape, block, &in);
        if (matrix_type_is_narrow(shape->a))
            matrix_narrow(&in, shape->size, shape->depth);
        for (unsigned row = 0; row < shape->size; row++, next += shape->size) {
            read_c(wave, c, shape, find_result_row(shape, block, row), next);
            multiply_row(shape, &in, is_sparse ? shape->depth / 2 : shape->depth, row,
                         flushes(wave, shape->a), next);
        }
    }
    write_results(wave, op, shape, results);
}

static bool overlap(const struct operand *a, unsigned a_words, const struct operand *b,
                    unsigned b_words)
{
    return a->kind == b->kind && a->reg < b->reg + b_words && b->reg < a->reg + a_words;
}

/* Whether multiply_by_rows() can run |op|. That function sums in single precision, and writes rows
 * of D before it has read all sources. So D must not overlap A or B, and C must be D or not overlap
 * D. */
static bool is_by_rows(const struct op *op, const struct shape *shape)
{
    const struct operand *d = &op->dst, *c = &op->src[2];
    unsigned words = type_words((enum type)d->type);
    for (unsigned i = 0; i < 2; i++) {
        if (overlap(d, words, &op->src[i], type_words((enum type)op->src[i].type)))
            return false;
    }
    return matrix_type_is_narrow(shape->a) && shape->size >= MATRIX_TILE &&
           ((c->kind == d->kind && c->reg == d->reg) || !overlap(d, words, c, words));
}

/* Computes |d|, eight columns of a row of D, from |c|, the same columns of C. |d| and |c| may be
 * the same. */
static void multiply_tile(const struct shape *shape, const struct matrix_inputs *in, unsigned row,
                          unsigned column, bool is_flushed, const uint32_t *c, uint32_t *d)
{
    uint32_t start[MATRIX_TILE];
    if (is_flushed) {
        memcpy(start, c, sizeof start);
        flush_f32(start, MATRIX_TILE);
        c = start;
    }
    matrix_sum_f32(in, row, column, shape->depth, (const float *)(const void *)c,
                   (float *)(void *)d);
    if (is_flushed)
        flush_f32(d, MATRIX_TILE);
}

/* Computes D row by row from C. C and D are used in their registers, without a copy; see
 * is_by_rows(). */
static void multiply_by_rows(struct wave *wave, const struct op *op, const struct shape *shape)
{
    const struct operand *c = &op->src[2];
    const bool is_flushed = flushes(wave, shape->a);
    struct matrix_inputs in;
    uint32_t constant[MATRIX_TILE];
    for (unsigned j = 0; j < MATRIX_TILE; j++)
        constant[j] = (uint32_t)c->value;
    for (unsigned block = 0; block < shape->blocks; block++) {
        read_block(wave, op, shape, block, &in);
        matrix_narrow(&in, shape->size, shape->depth);
        for (unsigned row = 0; row < shape->size; row++) {
            struct result_row place = find_result_row(shape, block, row);
            uint32_t *d = matrix_register(wave, &op->dst, place.index) + place.lane;
            const uint32_t *from = c->kind == OPERAND_CONST
                                       ? NULL
                                       : matrix_register(wave, c, place.index) + place.lane;
            for (unsigned j = 0; j < shape->size; j += MATRIX_TILE)
                multiply_tile(shape, &in, row, j, is_flushed, from ? from + j : constant, d + j);
        }
    }
}

/* ---- F8F6F4 ---------------------------------------------------------------------------------- */

enum { SMALL_PACKED = 32 };

static enum matrix_type small_type(struct wave *wave, unsigned selector)
{
    static const uint8_t types[] = {MATRIX_FP8, MATRIX_BF8, MATRIX_FP6, MATRIX_BF6, MATRIX_FP4};
    if (selector >= sizeof types)
        wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION,
                   "selects type %u of a matrix, and the last one is 4", selector);
    return (enum matrix_type)types[selector];
}

/* The place of an element of depth |k|: |group| is the index of a group of lanes, in which each
 * lane has one row; |index| is the index of the element in its lane. */
struct small_place {
    unsigned group, index;
};

static struct small_place small_place(enum matrix_type type, unsigned k, unsigned depth)
{
    const unsigned half = SMALL_PACKED / 2;
    if (type != MATRIX_FP8 && type != MATRIX_BF8)
        return (struct small_place){k / SMALL_PACKED, k % SMALL_PACKED};
    return (struct small_place){k % (depth / 2) / half, k / (depth / 2) * half + k % half};
}

/* Returns the scale for |lane|. If |scale| is a constant or a scalar register, the scale is the
 * exponent of its bits as a float; the hardware does the same
 * (https://github.com/llvm/llvm-project/pull/158117). */
static double read_scale(struct wave *wave, const struct operand *scale, unsigned shift,
                         unsigned lane)
{
    const uint32_t bits = scale->kind == OPERAND_VGPR
                              ? matrix_register(wave, scale, 0)[lane] >> shift
                              : (uint32_t)scalar_read(wave, scale) >> 23;
    return minifloat_scale(bits & 0xff);
}

/* Reads the elements of depth |k|, one for each row of A or column of B, and applies |scale|,
 * unless it is NULL. The bits of op_sel that belong to |operand| select the byte of |scale|. */
static void read_small(struct wave *wave, const struct operand *operand,
                       const struct operand *scale, enum matrix_type type,
                       const struct shape *shape, unsigned k, double *out)
{
    const struct small_place place = small_place(type, k, shape->depth);
    const unsigned shift = 8 * (operand->high + 2u * operand->high_of_high);
    matrix_elements(wave, operand, type, shape->size * place.group, shape->size, place.index, out);
    if (!scale)
        return;
    const unsigned lane = shape->size * (k / SMALL_PACKED);
    for (unsigned i = 0; i < shape->size; i++)
        out[i] *= read_scale(wave, scale, shift, lane + i);
}

static void run_small(struct wave *wave, const struct op *op)
{
    const struct shape shape = shape_of(op->instruction->argument);
    const enum matrix_type a = small_type(wave, op->cbsz), b = small_type(wave, op->blgp);
    const bool is_scaled = op->source_count == 5;
    struct matrix_inputs in;
    uint64_t results[RESULTS_MAX], *row = results;
    for (unsigned k = 0; k < shape.depth; k++) {
        double column[MATRIX_MAX];
        read_small(wave, &op->src[0], is_scaled ? &op->src[3] : NULL, a, &shape, k, column);
        read_small(wave, &op->src[1], is_scaled ? &op->src[4] : NULL, b, &shape, k, in.b[k]);
        for (unsigned i = 0; i < shape.size; i++)
            in.a[i][k] = column[i];
    }
    for (unsigned i = 0; i < shape.size; i++, row += shape.size) {
        float sums[MATRIX_MAX];
        read_c(wave, &op->src[2], &shape, find_result_row(&shape, 0, i), row);
        for (unsigned j = 0; j < shape.size; j++)
            sums[j] = bits_float((uint32_t)row[j]);
        matrix_row_scaled(&in, i, shape.size, shape.depth, sums);
        for (unsigned j = 0; j < shape.size; j++)
            row[j] = float_bits(sums[j]);
    }
    write_results(wave, op, &shape, results);
}

/* ---- The table ------------------------------------------------------------------------------- */

static void run_mfma(struct wave *wave, const struct op *op)
{
    const struct shape shape = shape_of(op->instruction->argument);
    if (is_by_rows(op, &shape))
        multiply_by_rows(wave, op, &shape);
    else
        multiply(wave, op, &shape, false);
}

/* Runs a sparse product; the operand C is in the registers of D. */
static void run_smfmac(struct wave *wave, const struct op *op)
{
    const struct shape shape = shape_of(op->instruction->argument);
    multiply(wave, op, &shape, true);
}

/* Flags of rows. gfx908 and gfx90a name these instructions differently from gfx940 and later. */
enum { MFMA = FLAG_BROADCASTS | FLAG_OWN_LISTS };

#define PRODUCTS(size, blocks, depth) ((size) * (size) * (blocks) * (depth) / PRODUCTS_UNIT)
#define ISSUE(element, blocks, packed)                                                             \
    (MATRIX_##element == MATRIX_BF16 && (packed) == 2             ? ISSUE_MATRIX_PAIRS             \
     : (blocks) > 1 && ISSUE_OF_##element >= (int)ISSUE_MATRIX_16 ? ISSUE_MATRIX_BLOCKS            \
                                                                  : ISSUE_OF_##element)
#define ROW(mnemonic, result, source, where, size, blocks, depth, packed, element)                 \
    {                                                                                              \
        .name = mnemonic, .operands = "=" result " " source " " source " " result,                 \
        .run = run_mfma, .on = where, .flags = MFMA, .class = CLASS_VECTOR,                        \
        .argument = SHAPE(size, blocks, depth, packed, MATRIX_##element, MATRIX_##element),        \
        .issue = ISSUE(element, blocks, packed), .products = PRODUCTS(size, blocks, depth),        \
        .doubt = MATRIX_DOUBT(MATRIX_##element)                                                    \
    }
#define ROW_DEEP(mnemonic, result, size, depth, packed, element)                                   \
    {                                                                                              \
        .name = mnemonic, .operands = "=" result " b128 b128 " result, .run = run_mfma,            \
        .flags = MFMA, .class = CLASS_VECTOR, .on = ON_GFX950,                                     \
        .argument = SHAPE(size, 1, depth, packed, MATRIX_##element, MATRIX_##element),             \
        .issue = DEEP(element), .products = PRODUCTS(size, 1, depth),                              \
        .doubt = MATRIX_DOUBT(MATRIX_##element)                                                    \
    }
#define ROW_MIXED_ON(where, mnemonic, size, depth, a, b, result)                                   \
    {                                                                                              \
        .name = mnemonic, .operands = "=" result " b64 b64 " result, .run = run_mfma,              \
        .flags = MFMA, .class = CLASS_VECTOR, .on = where,                                         \
        .argument = SHAPE(size, 1, depth, 8, MATRIX_##a, MATRIX_##b), .issue = ISSUE_MATRIX_8,     \
        .products = PRODUCTS(size, 1, depth), .doubt = DOUBT_SUMS                                  \
    }
#define ROW_MIXED(mnemonic, size, depth, a, b, result)                                             \
    ROW_MIXED_ON(ON_GFX942, mnemonic, size, depth, a##_FNUZ, b##_FNUZ, result),                    \
        ROW_MIXED_ON(ON_GFX950, mnemonic, size, depth, a, b, result)
#define ROW_SMALL(name_, result, scales, size, depth)                                              \
    {                                                                                              \
        .name = name_, .operands = "=" result " b256 b256 " result scales, .run = run_small,       \
        .flags = FLAG_BROADCASTS | FLAG_SELECTS_BYTES, .class = CLASS_VECTOR, .on = ON_GFX950,     \
        .argument = SHAPE(size, 1, depth, SMALL_PACKED, MATRIX_FP8, MATRIX_FP8),                   \
        .issue = ISSUE_MATRIX_SMALL, .products = PRODUCTS(size, 1, depth), .doubt = DOUBT_SUMS     \
    }
#define ROW_SPARSE_ON(where, how, mnemonic, size, depth, packed, a, b, sources, result)            \
    {                                                                                              \
        .name = mnemonic, .operands = "+" result " " sources " b32", .run = run_smfmac,            \
        .flags = FLAG_BROADCASTS, .class = CLASS_VECTOR, .on = where,                              \
        .argument = SHAPE(size, 1, depth, packed, MATRIX_##a, MATRIX_##b), .issue = how,           \
        .products = PRODUCTS(size, 1, (depth) / 2), .doubt = MATRIX_DOUBT(MATRIX_##a)              \
    }
#define ROW_SPARSE_MIXED(mnemonic, size, depth, a, b, result)                                      \
    ROW_SPARSE_ON(ON_GFX942, ISSUE_MATRIX_8, mnemonic, size, depth, 16, a##_FNUZ, b##_FNUZ,        \
                  "b64 b128", result),                                                             \
        ROW_SPARSE_ON(ON_GFX950, ISSUE_MATRIX_8, mnemonic, size, depth, 16, a, b, "b64 b128",      \
                      result)
#define ROW_SPARSE_DEEP(mnemonic, size, depth, packed, a, b, result)                               \
    ROW_SPARSE_ON(ON_GFX950, DEEP(a), mnemonic, size, depth, packed, a, b, "b128 b256", result)
#define DEEP(element)                                                                              \
    (ISSUE_OF_##element == (int)ISSUE_MATRIX_16 ? ISSUE_MATRIX_DEEP_16 : ISSUE_MATRIX_DEEP_8)
#define ROW_SPARSE(mnemonic, size, depth, packed, a, b, result)                                    \
    ROW_SPARSE_ON(ON_GFX940, ISSUE_OF_##a, mnemonic, size, depth, packed, a, b, "b64 b128", result)

static const struct instruction rows[] = {
    ROW("v_mfma_f32_32x32x1f32", "b1024", "b32", ON_CDNA, 32, 2, 1, 1, F32),
    ROW("v_mfma_f32_32x32x1_2b_f32", "b1024", "b32", ON_CDNA, 32, 2, 1, 1, F32),
    ROW("v_mfma_f32_16x16x1f32", "b512", "b32", ON_CDNA, 16, 4, 1, 1, F32),
    ROW("v_mfma_f32_16x16x1_4b_f32", "b512", "b32", ON_CDNA, 16, 4, 1, 1, F32),
    ROW("v_mfma_f32_4x4x1f32", "b128", "b32", ON_CDNA, 4, 16, 1, 1, F32),
    ROW("v_mfma_f32_4x4x1_16b_f32", "b128", "b32", ON_CDNA, 4, 16, 1, 1, F32),
    ROW("v_mfma_f32_32x32x2f32", "b512", "b32", ON_CDNA, 32, 1, 2, 1, F32),
    ROW("v_mfma_f32_32x32x2_f32", "b512", "b32", ON_CDNA, 32, 1, 2, 1, F32),
    ROW("v_mfma_f32_16x16x4f32", "b128", "b32", ON_CDNA, 16, 1, 4, 1, F32),
    ROW("v_mfma_f32_16x16x4_f32", "b128", "b32", ON_CDNA, 16, 1, 4, 1, F32),
    ROW("v_mfma_f32_32x32x4f16", "b1024", "b64", ON_CDNA, 32, 2, 4, 4, F16),
    ROW("v_mfma_f32_32x32x4_2b_f16", "b1024", "b64", ON_CDNA, 32, 2, 4, 4, F16),
    ROW("v_mfma_f32_16x16x4f16", "b512", "b64", ON_CDNA, 16, 4, 4, 4, F16),
    ROW("v_mfma_f32_16x16x4_4b_f16", "b512", "b64", ON_CDNA, 16, 4, 4, 4, F16),
    ROW("v_mfma_f32_4x4x4f16", "b128", "b64", ON_CDNA, 4, 16, 4, 4, F16),
    ROW("v_mfma_f32_4x4x4_16b_f16", "b128", "b64", ON_CDNA, 4, 16, 4, 4, F16),
    ROW("v_mfma_f32_32x32x8f16", "b512", "b64", ON_CDNA, 32, 1, 8, 4, F16),
    ROW("v_mfma_f32_32x32x8_f16", "b512", "b64", ON_CDNA, 32, 1, 8, 4, F16),
    ROW("v_mfma_f32_16x16x16f16", "b128", "b64", ON_CDNA, 16, 1, 16, 4, F16),
    ROW("v_mfma_f32_16x16x16_f16", "b128", "b64", ON_CDNA, 16, 1, 16, 4, F16),
    ROW("v_mfma_f32_32x32x2bf16", "b1024", "b32", ON_CDNA, 32, 2, 2, 2, BF16),
    ROW("v_mfma_f32_32x32x4bf16_1k", "b1024", "b64", ON_GFX90A | ON_GFX940, 32, 2, 4, 4, BF16),
    ROW("v_mfma_f32_32x32x4_2b_bf16", "b1024", "b64", ON_GFX90A | ON_GFX940, 32, 2, 4, 4, BF16),
    ROW("v_mfma_i32_32x32x4i8", "b1024", "b32", ON_CDNA, 32, 2, 4, 4, I8),
    ROW("v_mfma_i32_32x32x4_2b_i8", "b1024", "b32", ON_CDNA, 32, 2, 4, 4, I8),
    ROW("v_mfma_f32_16x16x2bf16", "b512", "b32", ON_CDNA, 16, 4, 2, 2, BF16),
    ROW("v_mfma_f32_16x16x4bf16_1k", "b512", "b64", ON_GFX90A | ON_GFX940, 16, 4, 4, 4, BF16),
    ROW("v_mfma_f32_16x16x4_4b_bf16", "b512", "b64", ON_GFX90A | ON_GFX940, 16, 4, 4, 4, BF16),
    ROW("v_mfma_i32_16x16x4i8", "b512", "b32", ON_CDNA, 16, 4, 4, 4, I8),
    ROW("v_mfma_i32_16x16x4_4b_i8", "b512", "b32", ON_CDNA, 16, 4, 4, 4, I8),
    ROW("v_mfma_f32_4x4x2bf16", "b128", "b32", ON_CDNA, 4, 16, 2, 2, BF16),
    ROW("v_mfma_f32_4x4x4bf16_1k", "b128", "b64", ON_GFX90A | ON_GFX940, 4, 16, 4, 4, BF16),
    ROW("v_mfma_f32_4x4x4_16b_bf16", "b128", "b64", ON_GFX90A | ON_GFX940, 4, 16, 4, 4, BF16),
    ROW("v_mfma_i32_4x4x4i8", "b128", "b32", ON_CDNA, 4, 16, 4, 4, I8),
    ROW("v_mfma_i32_4x4x4_16b_i8", "b128", "b32", ON_CDNA, 4, 16, 4, 4, I8),
    ROW("v_mfma_f32_32x32x4bf16", "b512", "b32", ON_CDNA, 32, 1, 4, 2, BF16),
    ROW("v_mfma_f32_32x32x8bf16_1k", "b512", "b64", ON_GFX90A | ON_GFX940, 32, 1, 8, 4, BF16),
    ROW("v_mfma_f32_32x32x8_bf16", "b512", "b64", ON_GFX90A | ON_GFX940, 32, 1, 8, 4, BF16),
    ROW("v_mfma_i32_32x32x8i8", "b512", "b32", ON_GFX9 | ON_GFX90A, 32, 1, 8, 4, I8),
    ROW("v_mfma_f32_16x16x8bf16", "b128", "b32", ON_CDNA, 16, 1, 8, 2, BF16),
    ROW("v_mfma_f32_16x16x16bf16_1k", "b128", "b64", ON_GFX90A | ON_GFX940, 16, 1, 16, 4, BF16),
    ROW("v_mfma_f32_16x16x16_bf16", "b128", "b64", ON_GFX90A | ON_GFX940, 16, 1, 16, 4, BF16),
    ROW("v_mfma_i32_16x16x16i8", "b128", "b32", ON_GFX9 | ON_GFX90A, 16, 1, 16, 4, I8),
    ROW("v_mfma_i32_32x32x16_i8", "b512", "b64", ON_GFX940, 32, 1, 16, 8, I8),
    ROW("v_mfma_i32_16x16x32_i8", "b128", "b64", ON_GFX940, 16, 1, 32, 8, I8),
    ROW("v_mfma_f64_16x16x4f64", "b256", "f64", ON_GFX90A | ON_GFX940, 16, 1, 4, 1, F64),
    ROW("v_mfma_f64_16x16x4_f64", "b256", "f64", ON_GFX90A | ON_GFX940, 16, 1, 4, 1, F64),
    ROW("v_mfma_f64_4x4x4f64", "f64", "f64", ON_GFX90A | ON_GFX940, 4, 4, 4, 1, F64),
    ROW("v_mfma_f64_4x4x4_4b_f64", "f64", "f64", ON_GFX90A | ON_GFX940, 4, 4, 4, 1, F64),
    ROW("v_mfma_f32_16x16x8_xf32", "b128", "b64", ON_GFX942, 16, 1, 8, 2, XF32),
    ROW("v_mfma_f32_32x32x4_xf32", "b512", "b64", ON_GFX942, 32, 1, 4, 2, XF32),
    ROW_MIXED("v_mfma_f32_16x16x32_bf8_bf8", 16, 32, BF8, BF8, "b128"),
    ROW_MIXED("v_mfma_f32_32x32x16_bf8_bf8", 32, 16, BF8, BF8, "b512"),
    ROW_MIXED("v_mfma_f32_16x16x32_bf8_fp8", 16, 32, BF8, FP8, "b128"),
    ROW_MIXED("v_mfma_f32_32x32x16_bf8_fp8", 32, 16, BF8, FP8, "b512"),
    ROW_MIXED("v_mfma_f32_16x16x32_fp8_bf8", 16, 32, FP8, BF8, "b128"),
    ROW_MIXED("v_mfma_f32_32x32x16_fp8_bf8", 32, 16, FP8, BF8, "b512"),
    ROW_MIXED("v_mfma_f32_16x16x32_fp8_fp8", 16, 32, FP8, FP8, "b128"),
    ROW_MIXED("v_mfma_f32_32x32x16_fp8_fp8", 32, 16, FP8, FP8, "b512"),
    ROW_SPARSE("v_smfmac_f32_16x16x32_f16", 16, 32, 8, F16, F16, "b128"),
    ROW_SPARSE("v_smfmac_f32_32x32x16_f16", 32, 16, 8, F16, F16, "b512"),
    ROW_SPARSE("v_smfmac_f32_16x16x32_bf16", 16, 32, 8, BF16, BF16, "b128"),
    ROW_SPARSE("v_smfmac_f32_32x32x16_bf16", 32, 16, 8, BF16, BF16, "b512"),
    ROW_SPARSE("v_smfmac_i32_16x16x64_i8", 16, 64, 16, I8, I8, "b128"),
    ROW_SPARSE("v_smfmac_i32_32x32x32_i8", 32, 32, 16, I8, I8, "b512"),
    ROW_SPARSE_MIXED("v_smfmac_f32_16x16x64_bf8_bf8", 16, 64, BF8, BF8, "b128"),
    ROW_SPARSE_MIXED("v_smfmac_f32_32x32x32_bf8_bf8", 32, 32, BF8, BF8, "b512"),
    ROW_SPARSE_MIXED("v_smfmac_f32_16x16x64_bf8_fp8", 16, 64, BF8, FP8, "b128"),
    ROW_SPARSE_MIXED("v_smfmac_f32_32x32x32_bf8_fp8", 32, 32, BF8, FP8, "b512"),
    ROW_SPARSE_MIXED("v_smfmac_f32_16x16x64_fp8_bf8", 16, 64, FP8, BF8, "b128"),
    ROW_SPARSE_MIXED("v_smfmac_f32_32x32x32_fp8_bf8", 32, 32, FP8, BF8, "b512"),
    ROW_SPARSE_MIXED("v_smfmac_f32_16x16x64_fp8_fp8", 16, 64, FP8, FP8, "b128"),
    ROW_SPARSE_MIXED("v_smfmac_f32_32x32x32_fp8_fp8", 32, 32, FP8, FP8, "b512"),

    ROW_DEEP("v_mfma_f32_16x16x32_f16", "b128", 16, 32, 8, F16),
    ROW_DEEP("v_mfma_f32_32x32x16_f16", "b512", 32, 16, 8, F16),
    ROW_DEEP("v_mfma_f32_16x16x32_bf16", "b128", 16, 32, 8, BF16),
    ROW_DEEP("v_mfma_f32_32x32x16_bf16", "b512", 32, 16, 8, BF16),
    ROW_DEEP("v_mfma_i32_16x16x64_i8", "b128", 16, 64, 16, I8),
    ROW_DEEP("v_mfma_i32_32x32x32_i8", "b512", 32, 32, 16, I8),
    ROW_SPARSE_DEEP("v_smfmac_f32_16x16x64_f16", 16, 64, 16, F16, F16, "b128"),
    ROW_SPARSE_DEEP("v_smfmac_f32_32x32x32_f16", 32, 32, 16, F16, F16, "b512"),
    ROW_SPARSE_DEEP("v_smfmac_f32_16x16x64_bf16", 16, 64, 16, BF16, BF16, "b128"),
    ROW_SPARSE_DEEP("v_smfmac_f32_32x32x32_bf16", 32, 32, 16, BF16, BF16, "b512"),
    ROW_SPARSE_DEEP("v_smfmac_i32_16x16x128_i8", 16, 128, 32, I8, I8, "b128"),
    ROW_SPARSE_DEEP("v_smfmac_i32_32x32x64_i8", 32, 64, 32, I8, I8, "b512"),
    ROW_SPARSE_DEEP("v_smfmac_f32_16x16x128_bf8_bf8", 16, 128, 32, BF8, BF8, "b128"),
    ROW_SPARSE_DEEP("v_smfmac_f32_32x32x64_bf8_bf8", 32, 64, 32, BF8, BF8, "b512"),
    ROW_SPARSE_DEEP("v_smfmac_f32_16x16x128_bf8_fp8", 16, 128, 32, BF8, FP8, "b128"),
    ROW_SPARSE_DEEP("v_smfmac_f32_32x32x64_bf8_fp8", 32, 64, 32, BF8, FP8, "b512"),
    ROW_SPARSE_DEEP("v_smfmac_f32_16x16x128_fp8_bf8", 16, 128, 32, FP8, BF8, "b128"),
    ROW_SPARSE_DEEP("v_smfmac_f32_32x32x64_fp8_bf8", 32, 64, 32, FP8, BF8, "b512"),
    ROW_SPARSE_DEEP("v_smfmac_f32_16x16x128_fp8_fp8", 16, 128, 32, FP8, FP8, "b128"),
    ROW_SPARSE_DEEP("v_smfmac_f32_32x32x64_fp8_fp8", 32, 64, 32, FP8, FP8, "b512"),
    ROW_SMALL("v_mfma_f32_16x16x128_f8f6f4", "b128", "", 16, 128),
    ROW_SMALL("v_mfma_f32_32x32x64_f8f6f4", "b512", "", 32, 64),
    ROW_SMALL("v_mfma_scale_f32_16x16x128_f8f6f4", "b128", " b32 b32", 16, 128),
    ROW_SMALL("v_mfma_scale_f32_32x32x64_f8f6f4", "b512", " b32 b32", 32, 64),
};

const struct instruction_table ISA_NAME(table_matrix) = {rows, sizeof rows / sizeof rows[0]};
