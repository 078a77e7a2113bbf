/* WMMA of gfx11: one 16 x 16 product. See "Wave Matrix Multiply Accumulate" in the RDNA3 ISA
 * document.
 *
 * Lane i of the first sixteen holds row i of A and column i of B, the other lanes copies of them
 * (which are not read here). Of C and D a lane holds a column, 32-bit elements one a register: the
 * rows go over the lanes that share the column first, over the registers then. 16-bit elements lie
 * in the low half of theirs, or in the high one when op_sel says so; the other half stays.
 *
 * Sums are in single precision, in the order of the depth, each product added with one rounding;
 * a 16-bit D rounds once more, at the end. Integers are taken as signed where neg_lo says so, and
 * saturate with clamp. EXEC is ignored.
 */
#include "drivers.h"
#include "matrix.h"
#include "tables.h"

enum { SIZE = 16 };
enum element { ELEMENT_F16, ELEMENT_BF16, ELEMENT_IU8, ELEMENT_IU4 };
enum result { RESULT_32, RESULT_F16, RESULT_BF16 };

/* |argument| of a row. */
#define KIND(element, result) ((uint32_t)(element) | (uint32_t)(result) << 8)

static double integer_value(uint32_t bits, unsigned width, bool is_signed)
{
    int32_t high = (int32_t)(bits << (32 - width));
    return is_signed ? high >> (32 - width) : (int32_t)((uint32_t)high >> (32 - width));
}

static double element_value(struct wave *wave, const struct operand *operand, enum element element,
                            unsigned lane, unsigned k)
{
    static const uint8_t widths[] = {
        [ELEMENT_F16] = 16, [ELEMENT_BF16] = 16, [ELEMENT_IU8] = 8, [ELEMENT_IU4] = 4};
    unsigned width = widths[element], per_register = 32 / width;
    uint32_t bits =
        matrix_register(wave, operand, k / per_register)[lane] >> k % per_register * width;
    bool negative = k % 2 ? operand->neg_high : operand->neg;
    double value = 0;
    switch (element) {
    case ELEMENT_IU8:
    case ELEMENT_IU4: return integer_value(bits, width, operand->neg);
    case ELEMENT_F16: value = (double)half_float(bits & 0xffff); break;
    case ELEMENT_BF16: value = (double)bf16_float(bits & 0xffff); break;
    }
    return negative ? -value : value;
}

struct place {
    unsigned reg, lane;
};

static struct place result_place(const struct wave *wave, unsigned row, unsigned column)
{
    unsigned sharing = wave->lanes / SIZE;
    return (struct place){row / sharing, column + SIZE * (row % sharing)};
}

static uint32_t read_c(struct wave *wave, const struct op *op, enum result result,
                       struct place place)
{
    const struct operand *c = &op->src[2];
    bool is_constant = c->kind == OPERAND_CONST;
    uint32_t bits =
        is_constant ? (uint32_t)c->value : matrix_register(wave, c, place.reg)[place.lane];
    if (result == RESULT_32)
        return bits;
    /* a fraction among the constants is a float: its upper half is the bfloat16 */
    if (is_constant && result == RESULT_BF16)
        return bits >> 16;
    if (is_constant)
        return bits > 64 ? float_half(bits_float(bits)) : bits;
    return c->high ? bits >> 16 : bits & 0xffff;
}

static void write_d(struct wave *wave, const struct op *op, enum result result, struct place place,
                    uint32_t bits)
{
    uint32_t *to = &matrix_register(wave, &op->dst, place.reg)[place.lane];
    if (result == RESULT_32)
        *to = bits;
    else if (op->src[2].high) /* one bit for C and D */
        *to = (*to & 0xffff) | bits << 16;
    else
        *to = (*to & 0xffff0000) | bits;
}

static float start_value(const struct operand *c, enum result result, uint32_t bits)
{
    float value = result == RESULT_32     ? bits_float(bits)
                  : result == RESULT_BF16 ? bf16_float(bits)
                                          : half_float(bits);
    value = c->neg_high ? __builtin_fabsf(value) : value; /* neg_hi of C is its absolute value */
    return c->neg ? -value : value;
}

static void multiply_floats(const struct matrix_inputs *in, const struct operand *c,
                            enum result result, unsigned row, uint32_t *bits)
{
    float sums[SIZE];
    for (unsigned j = 0; j < SIZE; j++)
        sums[j] = start_value(c, result, bits[j]);
    matrix_row_f32(in, row, SIZE, SIZE, sums);
    for (unsigned j = 0; j < SIZE; j++)
        bits[j] = result == RESULT_32     ? float_bits(sums[j])
                  : result == RESULT_BF16 ? float_bf16(sums[j])
                                          : float_half(sums[j]);
}

static void multiply_integers(const struct matrix_inputs *in, bool saturates, unsigned row,
                              uint32_t *bits)
{
    for (unsigned j = 0; j < SIZE; j++) {
        int64_t sum = (int32_t)bits[j];
        for (unsigned k = 0; k < SIZE; k++)
            sum += (int64_t)(in->a[row][k] * in->b[k][j]);
        if (saturates)
            sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
        bits[j] = (uint32_t)sum;
    }
}

static void run_wmma(struct wave *wave, const struct op *op)
{
    const enum element element = (enum element)(op->instruction->argument & 0xff);
    const enum result result = (enum result)(op->instruction->argument >> 8);
    struct matrix_inputs in;
    uint32_t results[SIZE][SIZE];
    for (unsigned i = 0; i < SIZE; i++) {
        for (unsigned k = 0; k < SIZE; k++) {
            in.a[i][k] = element_value(wave, &op->src[0], element, i, k);
            in.b[k][i] = element_value(wave, &op->src[1], element, i, k);
        }
    }
    for (unsigned row = 0; row < SIZE; row++) {
        for (unsigned j = 0; j < SIZE; j++)
            results[row][j] = read_c(wave, op, result, result_place(wave, row, j));
        if (element == ELEMENT_IU8 || element == ELEMENT_IU4)
            multiply_integers(&in, op->clamp, row, results[row]);
        else
            multiply_floats(&in, &op->src[2], result, row, results[row]);
    }
    for (unsigned row = 0; row < SIZE; row++) { /* D may lie over A, B and C */
        for (unsigned j = 0; j < SIZE; j++)
            write_d(wave, op, result, result_place(wave, row, j), results[row][j]);
    }
}

static const struct instruction rows[] = {
    {.name = "v_wmma_f32_16x16x16_f16",
     .operands = "=b256 b256 b256 b256",
     .run = run_wmma,
     .on = ON_GFX11,
     .argument = KIND(ELEMENT_F16, RESULT_32)},
    {.name = "v_wmma_f32_16x16x16_bf16",
     .operands = "=b256 b256 b256 b256",
     .run = run_wmma,
     .on = ON_GFX11,
     .argument = KIND(ELEMENT_BF16, RESULT_32)},
    {.name = "v_wmma_f16_16x16x16_f16",
     .operands = "=b256 b256 b256 b256",
     .run = run_wmma,
     .on = ON_GFX11,
     .argument = KIND(ELEMENT_F16, RESULT_F16)},
    {.name = "v_wmma_bf16_16x16x16_bf16",
     .operands = "=b256 b256 b256 b256",
     .run = run_wmma,
     .on = ON_GFX11,
     .argument = KIND(ELEMENT_BF16, RESULT_BF16)},
    {.name = "v_wmma_i32_16x16x16_iu8",
     .operands = "=b256 b128 b128 b256",
     .run = run_wmma,
     .on = ON_GFX11,
     .argument = KIND(ELEMENT_IU8, RESULT_32)},
    {.name = "v_wmma_i32_16x16x16_iu4",
     .operands = "=b256 b64 b64 b256",
     .run = run_wmma,
     .on = ON_GFX11,
     .argument = KIND(ELEMENT_IU4, RESULT_32)},
};

const struct instruction_table ISA_NAME(table_wmma) = {rows, sizeof rows / sizeof rows[0]};
