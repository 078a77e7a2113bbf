/* WMMA of gfx11, WMMA and SWMMAC of gfx12: one product with 16 rows and columns. See "Wave Matrix
 * Multiply Accumulate" in the RDNA3 and RDNA4 ISA documents.
 *
 * gfx11: lane i of the first sixteen holds row i of A and column i of B. The other lanes hold
 * copies, which are not read here. Of C and D a lane holds elements of one column: they are spread
 * over the lanes that share the column first, and then over registers. 16-bit elements are in the
 * low half of their registers, or with op_sel in the high half; the other half stays.
 *
 * gfx12: the lanes i, i + 16 and so on share row i of A and column i of B. All have the same number
 * of elements, which follow one another in depth here. (For some types the hardware numbers the
 * depth in another way, the same for A and B, which gives the same matrix.) These lanes also share
 * column i of C and D, whose 16-bit elements are two to a register. In a wave32 the upper half has
 * rows 8 to 15; in a wave64 the quarters begin at rows 0, 8, 4 and 12. SWMMAC: A has two elements
 * of each four; a register tells which, two bits an element, and has several sets of such bits,
 * among which index_key chooses. Each element of A is multiplied with an element of B in the same
 * lane. AMD's programs for gfx1201 agree with this for floats; for integers it is an assumption.
 *
 * Sums are in single precision, in the order of the depth: each product is added with one rounding.
 * A 16-bit D rounds once more, at the end. Integers are signed if neg_lo says so, and saturate with
 * clamp. EXEC is ignored.
 */
#include "drivers.h"
#include "matrix.h"
#include "tables.h"

enum { SIZE = 16 };
enum result { RESULT_32, RESULT_F16, RESULT_BF16 };

/* |argument| of a row. Types of integers are given as unsigned. */
#define KIND(a, b, result, depth)                                                                  \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(result) << 16 | (uint32_t)(depth) << 24)

struct kind {
    enum matrix_type a, b;
    enum result result;
    unsigned depth;
    bool is_sparse, is_gfx12;
};

static struct kind kind_of(const struct op *op)
{
    const uint32_t argument = op->instruction->argument;
    return (struct kind){.a = (enum matrix_type)(argument & 0xff),
                         .b = (enum matrix_type)(argument >> 8 & 0xff),
                         .result = (enum result)(argument >> 16 & 0xff),
                         .depth = argument >> 24,
                         .is_sparse = op->instruction->operands[0] == '+',
                         .is_gfx12 = !(op->instruction->on & ON_GFX11)};
}

/* ---- Reading A and B ------------------------------------------------------------------------- */

/* Reads the |index|-th element of an operand in each of |count| lanes, from |lane| on. */
static void read_elements(struct wave *wave, const struct operand *operand,
                          enum matrix_type element, unsigned lane, unsigned count, unsigned index,
                          double *out)
{
    bool is_integer = matrix_type_is_integer(element);
    bool negative = index % 2 ? operand->neg_high : operand->neg;
    if (is_integer && operand->neg) /* neg_lo is set: the integers are signed */
        element = element == MATRIX_U8 ? MATRIX_I8 : MATRIX_I4;
    matrix_elements(wave, operand, element, lane, count, index, out);
    for (unsigned i = 0; i < count && negative && !is_integer; i++)
        out[i] = -out[i];
}

static double read_element(struct wave *wave, const struct operand *operand,
                           enum matrix_type element, unsigned lane, unsigned index)
{
    double one = 0;
    read_elements(wave, operand, element, lane, 1, index, &one);
    return one;
}

static void read_dense(struct wave *wave, const struct op *op, const struct kind *kind,
                       struct matrix_inputs *out)
{
    const unsigned each = kind->is_gfx12 ? kind->depth * SIZE / wave->lanes : kind->depth;
    for (unsigned k = 0; k < kind->depth; k++) {
        double column[SIZE] = {0};
        unsigned lane = SIZE * (k / each);
        read_elements(wave, &op->src[0], kind->a, lane, SIZE, k % each, column);
        read_elements(wave, &op->src[1], kind->b, lane, SIZE, k % each, out->b[k]);
        for (unsigned i = 0; i < SIZE; i++) {
            out->a[i][k] = column[i];
            out->partner[i][k] = (uint8_t)k;
        }
    }
}

static void read_sparse(struct wave *wave, const struct op *op, const struct kind *kind,
                        struct matrix_inputs *out)
{
    const unsigned of_b = kind->depth * SIZE / wave->lanes, of_a = of_b / 2;
    const unsigned first_bit = op->abid * 2 * of_a % 32;
    for (unsigned lane = 0; lane < wave->lanes; lane++) {
        unsigned i = lane % SIZE, group = lane / SIZE;
        uint32_t positions = matrix_register(wave, &op->src[2], 0)[lane] >> first_bit;
        for (unsigned e = 0; e < of_a; e++) {
            unsigned k = group * of_a + e;
            out->a[i][k] = read_element(wave, &op->src[0], kind->a, lane, e);
            out->partner[i][k] = (uint8_t)(group * of_b + sparse_depth(positions, e));
        }
        for (unsigned e = 0; e < of_b; e++)
            out->b[group * of_b + e][i] = read_element(wave, &op->src[1], kind->b, lane, e);
    }
}

/* ---- Reading C and writing D ----------------------------------------------------------------- */

/* The place of a row of C or D: the |reg|-th register, from |lane| on, with one lane for each
 * column. */
struct result_row {
    unsigned reg, lane;
    bool is_high;
};

static struct result_row find_result_row(const struct wave *wave, const struct op *op,
                                         const struct kind *kind, unsigned row)
{
    unsigned sharing = wave->lanes / SIZE;
    if (!kind->is_gfx12)
        return (struct result_row){row / sharing, SIZE * (row % sharing), op->src[2].high};
    bool is_wide = sharing == 4;
    unsigned group = is_wide ? row / 8 + row / 4 % 2 * 2 : row / 8;
    unsigned lane = SIZE * group, index = row % (is_wide ? 4 : 8);
    return kind->result == RESULT_32 ? (struct result_row){index, lane, false}
                                     : (struct result_row){index / 2, lane, index % 2};
}

static uint32_t read_c(struct wave *wave, const struct operand *c, enum result result,
                       struct result_row place, unsigned column)
{
    bool is_constant = c->kind == OPERAND_CONST;
    uint32_t bits =
        is_constant ? (uint32_t)c->value : matrix_register(wave, c, place.reg)[place.lane + column];
    if (result == RESULT_32)
        return bits;
    /* a constant fraction is given as a float, whose upper half is the bfloat16 */
    bool is_fraction = is_constant && bits > 64 && bits < 0xfffffff0;
    if (is_fraction)
        return result == RESULT_BF16 ? bits >> 16 : float_half(bits_float(bits));
    if (is_constant)
        return bits & 0xffff;
    return place.is_high ? bits >> 16 : bits & 0xffff;
}

static void write_d(struct wave *wave, const struct op *op, enum result result,
                    struct result_row place, unsigned column, uint32_t bits)
{
    uint32_t *to = &matrix_register(wave, &op->dst, place.reg)[place.lane + column];
    if (result == RESULT_32)
        *to = bits;
    else if (place.is_high)
        *to = (*to & 0xffff) | bits << 16;
    else
        *to = (*to & 0xffff0000) | bits;
}

static float start_value(const struct operand *c, enum result result, uint32_t bits)
{
    float value = result == RESULT_32     ? bits_float(bits)
                  : result == RESULT_BF16 ? bf16_float(bits)
                                          : half_float(bits);
    value = c->neg_high ? __builtin_fabsf(value) : value; /* neg_hi of C means its absolute value */
    return c->neg ? -value : value;
}

/* ---- The product ----------------------------------------------------------------------------- */

static void multiply_floats(const struct matrix_inputs *in, const struct operand *c,
                            enum result result, unsigned depth, unsigned row, uint32_t *bits)
{
    float sums[SIZE];
    for (unsigned j = 0; j < SIZE; j++)
        sums[j] = start_value(c, result, bits[j]);
    matrix_row_f32(in, row, SIZE, depth, sums);
    for (unsigned j = 0; j < SIZE; j++)
        bits[j] = result == RESULT_32     ? float_bits(sums[j])
                  : result == RESULT_BF16 ? float_bf16(sums[j])
                                          : float_half(sums[j]);
}

static void run_wmma(struct wave *wave, const struct op *op)
{
    const struct kind kind = kind_of(op);
    const struct operand *c = &op->src[kind.is_sparse ? 3 : 2];
    const unsigned depth = kind.is_sparse ? kind.depth / 2 : kind.depth;
    struct matrix_inputs in;
    uint32_t results[SIZE][SIZE];
    if (kind.is_sparse)
        read_sparse(wave, op, &kind, &in);
    else
        read_dense(wave, op, &kind, &in);
    if (matrix_type_is_narrow(kind.a))
        matrix_narrow(&in, SIZE, kind.depth);
    for (unsigned row = 0; row < SIZE; row++) {
        const struct result_row place = find_result_row(wave, op, &kind, row);
        for (unsigned j = 0; j < SIZE; j++)
            results[row][j] = read_c(wave, c, kind.result, place, j);
        if (matrix_type_is_integer(kind.a))
            matrix_row_i32(&in, row, SIZE, depth, op->clamp, results[row]);
        else
            multiply_floats(&in, c, kind.result, depth, row, results[row]);
    }
    /* D is written last, because it may overlap A, B and C */
    for (unsigned row = 0; row < SIZE; row++) {
        const struct result_row place = find_result_row(wave, op, &kind, row);
        for (unsigned j = 0; j < SIZE; j++)
            write_d(wave, op, kind.result, place, j, results[row][j]);
    }
}

/* Rows of the table. The widths of operands are those of a wave32; in a wave64, they take half as
 * many registers. In "iu8" and "iu4" instructions, neg_lo tells whether A and B are signed. */
#define WMMA(element)                                                                              \
    (FLAG_SATURATES | FLAG_OWN_LISTS |                                                             \
     (MATRIX_##element == MATRIX_U8 || MATRIX_##element == MATRIX_U4 ? FLAG_TELLS_SIGN : 0))
#define PRODUCTS(depth) (SIZE * SIZE * (depth) / PRODUCTS_UNIT)
#define ROW(mnemonic, d, source, where, element, result, depth)                                    \
    {                                                                                              \
        .name = mnemonic, .operands = "=" d " " source " " source " " d, .run = run_wmma,          \
        .flags = WMMA(element), .class = CLASS_VECTOR, .on = where,                                \
        .argument = KIND(MATRIX_##element, MATRIX_##element, RESULT_##result, depth),              \
        .issue = ISSUE_OF_##element, .products = PRODUCTS(depth),                                  \
        .doubt = MATRIX_DOUBT(MATRIX_##element)                                                    \
    }
#define ROW_MIXED(mnemonic, a, b)                                                                  \
    {                                                                                              \
        .name = mnemonic, .operands = "=b256 b64 b64 b256", .run = run_wmma, .on = ON_GFX12,       \
        .flags = WMMA(a), .class = CLASS_VECTOR,                                                   \
        .argument = KIND(MATRIX_##a, MATRIX_##b, RESULT_32, 16), .issue = ISSUE_OF_##a,            \
        .products = PRODUCTS(16), .doubt = DOUBT_SUMS                                              \
    }
#define ROW_SPARSE(mnemonic, d, source_a, source_b, a, b, result, depth)                           \
    {                                                                                              \
        .name = mnemonic, .operands = "+" d " " source_a " " source_b " b32", .run = run_wmma,     \
        .flags = WMMA(a), .class = CLASS_VECTOR, .on = ON_GFX12,                                   \
        .argument = KIND(MATRIX_##a, MATRIX_##b, RESULT_##result, depth), .issue = ISSUE_OF_##a,   \
        .products = PRODUCTS((depth) / 2), .doubt = MATRIX_DOUBT(MATRIX_##a)                       \
    }

static const struct instruction rows[] = {
    ROW("v_wmma_f32_16x16x16_f16", "b256", "b256", ON_GFX11, F16, 32, 16),
    ROW("v_wmma_f32_16x16x16_bf16", "b256", "b256", ON_GFX11, BF16, 32, 16),
    ROW("v_wmma_f16_16x16x16_f16", "b256", "b256", ON_GFX11, F16, F16, 16),
    ROW("v_wmma_bf16_16x16x16_bf16", "b256", "b256", ON_GFX11, BF16, BF16, 16),
    ROW("v_wmma_i32_16x16x16_iu8", "b256", "b128", ON_GFX11, U8, 32, 16),
    ROW("v_wmma_i32_16x16x16_iu4", "b256", "b64", ON_GFX11, U4, 32, 16),

    ROW("v_wmma_f32_16x16x16_f16", "b256", "b128", ON_GFX12, F16, 32, 16),
    ROW("v_wmma_f32_16x16x16_bf16", "b256", "b128", ON_GFX12, BF16, 32, 16),
    ROW("v_wmma_f16_16x16x16_f16", "b128", "b128", ON_GFX12, F16, F16, 16),
    ROW("v_wmma_bf16_16x16x16_bf16", "b128", "b128", ON_GFX12, BF16, BF16, 16),
    ROW("v_wmma_i32_16x16x16_iu8", "b256", "b64", ON_GFX12, U8, 32, 16),
    ROW("v_wmma_i32_16x16x16_iu4", "b256", "b32", ON_GFX12, U4, 32, 16),
    ROW("v_wmma_i32_16x16x32_iu4", "b256", "b64", ON_GFX12, U4, 32, 32),
    ROW_MIXED("v_wmma_f32_16x16x16_fp8_fp8", FP8, FP8),
    ROW_MIXED("v_wmma_f32_16x16x16_fp8_bf8", FP8, BF8),
    ROW_MIXED("v_wmma_f32_16x16x16_bf8_fp8", BF8, FP8),
    ROW_MIXED("v_wmma_f32_16x16x16_bf8_bf8", BF8, BF8),

    ROW_SPARSE("v_swmmac_f32_16x16x32_f16", "b256", "b128", "b256", F16, F16, 32, 32),
    ROW_SPARSE("v_swmmac_f32_16x16x32_bf16", "b256", "b128", "b256", BF16, BF16, 32, 32),
    ROW_SPARSE("v_swmmac_f16_16x16x32_f16", "b128", "b128", "b256", F16, F16, F16, 32),
    ROW_SPARSE("v_swmmac_bf16_16x16x32_bf16", "b128", "b128", "b256", BF16, BF16, BF16, 32),
    ROW_SPARSE("v_swmmac_i32_16x16x32_iu8", "b256", "b64", "b128", U8, U8, 32, 32),
    ROW_SPARSE("v_swmmac_i32_16x16x32_iu4", "b256", "b32", "b64", U4, U4, 32, 32),
    ROW_SPARSE("v_swmmac_i32_16x16x64_iu4", "b256", "b64", "b128", U4, U4, 32, 64),
    ROW_SPARSE("v_swmmac_f32_16x16x32_fp8_fp8", "b256", "b64", "b128", FP8, FP8, 32, 32),
    ROW_SPARSE("v_swmmac_f32_16x16x32_fp8_bf8", "b256", "b64", "b128", FP8, BF8, 32, 32),
    ROW_SPARSE("v_swmmac_f32_16x16x32_bf8_fp8", "b256", "b64", "b128", BF8, FP8, 32, 32),
    ROW_SPARSE("v_swmmac_f32_16x16x32_bf8_bf8", "b256", "b64", "b128", BF8, BF8, 32, 32),
};

const struct instruction_table ISA_NAME(table_wmma) = {rows, sizeof rows / sizeof rows[0]};
