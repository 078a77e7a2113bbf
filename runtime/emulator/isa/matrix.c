/* MFMA: products of small matrices whose elements are spread over the lanes of a wave of 64. See
 * "Matrix Arithmetic Instructions" in the CDNA2 ISA document for the layouts, which have not been
 * compared with hardware.
 *
 * D = A B + C in each of |blocks| blocks of |size| rows and columns. A lane holds |packed| elements
 * of A that follow one another in depth: those of row i, depth k and block b are in lane
 * i + size (b + blocks (k / packed)); columns of B likewise. Of C and D a lane holds elements of
 * one column: 32-bit ones in groups of four rows, 64-bit ones singly; the groups go over the lanes
 * that share a column first, over the registers then. 4 x 4 matrices have a block for every four
 * lanes.
 *
 * Every product is added with one rounding, to nearest, denormals kept, whatever MODE says, in the
 * order of the depth: the order in which the hardware adds is not documented. Integers wrap. EXEC
 * is ignored.
 */
#include "drivers.h"
#include "matrix.h"
#include "tables.h"

enum element { ELEMENT_F32, ELEMENT_F16, ELEMENT_BF16, ELEMENT_I8, ELEMENT_F64 };

/* |argument| of a row. */
#define SHAPE(size, blocks, depth, packed, element)                                                \
    ((size) | (blocks) << 8 | (depth) << 16 | (uint32_t)(packed) << 24 | (uint32_t)(element) << 28)

struct shape {
    unsigned size, blocks, depth, packed;
    enum element element;
};

enum { RESULTS_MAX = 2 * 32 * 32 };

static struct shape shape_of(uint32_t argument)
{
    return (struct shape){argument & 0xff, argument >> 8 & 0xff, argument >> 16 & 0xff,
                          argument >> 24 & 0xf, (enum element)(argument >> 28)};
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

static double element_value(struct wave *wave, const struct operand *operand, enum element element,
                            unsigned lane, unsigned index)
{
    static const uint8_t per_register[] = {[ELEMENT_F32] = 1,
                                           [ELEMENT_F16] = 2,
                                           [ELEMENT_BF16] = 2,
                                           [ELEMENT_I8] = 4,
                                           [ELEMENT_F64] = 1};
    unsigned part = index % per_register[element];
    uint32_t bits = matrix_register(wave, operand, index / per_register[element])[lane];
    switch (element) {
    case ELEMENT_F32: return (double)bits_float(bits);
    case ELEMENT_F16: return (double)half_float(bits >> 16 * part & 0xffff);
    case ELEMENT_BF16: return (double)bf16_float(bits >> 16 * part & 0xffff);
    case ELEMENT_I8: return (double)(int8_t)(bits >> 8 * part);
    case ELEMENT_F64:
        return bits_double((uint64_t)matrix_register(wave, operand, 1)[lane] << 32 | bits);
    }
    return 0;
}

/* BLGP, a pattern of lane groups: where lane |lane| reads B. */
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

/* CBSZ: each run of 2^cbsz blocks reads A of one of them, the |abid|-th. */
static unsigned a_block(const struct op *op, unsigned block)
{
    return op->cbsz ? (block & ~((1u << op->cbsz) - 1)) + op->abid : block;
}

/* Of doubles there are no patterns. */
static void read_block(struct wave *wave, const struct op *op, const struct shape *shape,
                       unsigned block, struct matrix_inputs *out)
{
    bool is_wide = shape->element == ELEMENT_F64;
    unsigned from = is_wide ? block : a_block(op, block);
    for (unsigned k = 0; k < shape->depth; k++) {
        unsigned group = shape->blocks * (k / shape->packed), index = k % shape->packed;
        for (unsigned i = 0; i < shape->size; i++) {
            unsigned a_lane = (i + shape->size * (from + group)) & (LANES_MAX - 1);
            unsigned b_lane = i + shape->size * (block + group);
            b_lane = is_wide ? b_lane : pattern_lane(op->blgp, b_lane);
            double a = element_value(wave, &op->src[0], shape->element, a_lane, index);
            double b = element_value(wave, &op->src[1], shape->element, b_lane, index);
            out->a[i][k] = op->src[0].neg ? -a : a;
            out->b[k][i] = op->src[1].neg ? -b : b;
        }
    }
}

/* ---- Results --------------------------------------------------------------------------------- */

struct place {
    unsigned index, lane; /* element of the lane */
};

static struct place result_place(const struct shape *shape, unsigned block, unsigned row,
                                 unsigned column)
{
    bool is_wide = shape->element == ELEMENT_F64;
    if (shape->size == 4)
        return is_wide ? (struct place){0, column + 4 * block + 16 * row}
                       : (struct place){row, column + 4 * block};
    unsigned group = is_wide ? 1 : 4, sharing = LANES_MAX / shape->size;
    unsigned per_block = shape->size / sharing, chunk = row / group;
    return (struct place){block * per_block + chunk / sharing * group + row % group,
                          column + shape->size * (chunk % sharing)};
}

/* A constant C: an integer, or one of the inline fractions as a float's bits. */
static uint64_t constant_bits(enum element element, uint64_t value)
{
    bool is_integer = value <= 64 || value >= 0xfffffff0;
    if (element != ELEMENT_F64)
        return value;
    return is_integer ? (uint64_t)(int64_t)(int32_t)value
                      : double_bits((double)bits_float((uint32_t)value));
}

static uint64_t read_c(struct wave *wave, const struct op *op, enum element element,
                       struct place place)
{
    const struct operand *c = &op->src[2];
    if (c->kind == OPERAND_CONST)
        return constant_bits(element, c->value);
    if (element != ELEMENT_F64)
        return matrix_register(wave, c, place.index)[place.lane];
    uint64_t low = matrix_register(wave, c, 2 * place.index)[place.lane];
    uint64_t bits = (uint64_t)matrix_register(wave, c, 2 * place.index + 1)[place.lane] << 32 | low;
    return c->neg ? bits ^ SIGN_F64 : bits;
}

static void write_d(struct wave *wave, const struct op *op, enum element element,
                    struct place place, uint64_t bits)
{
    bool is_wide = element == ELEMENT_F64;
    unsigned index = is_wide ? 2 * place.index : place.index;
    matrix_register(wave, &op->dst, index)[place.lane] = (uint32_t)bits;
    if (is_wide)
        matrix_register(wave, &op->dst, index + 1)[place.lane] = (uint32_t)(bits >> 32);
}

/* ---- The product ----------------------------------------------------------------------------- */

static void multiply_row(const struct shape *shape, const struct matrix_inputs *in, unsigned row,
                         uint64_t *c)
{
    float narrow[MATRIX_MAX];
    double wide[MATRIX_MAX];
    if (shape->element == ELEMENT_I8) {
        for (unsigned k = 0; k < shape->depth; k++) {
            for (unsigned j = 0; j < shape->size; j++)
                c[j] = (uint32_t)(c[j] + (uint32_t)(int32_t)(in->a[row][k] * in->b[k][j]));
        }
        return;
    }
    if (shape->element == ELEMENT_F64) {
        for (unsigned j = 0; j < shape->size; j++)
            wide[j] = bits_double(c[j]);
        matrix_row_f64(in, row, shape->size, shape->depth, wide);
        for (unsigned j = 0; j < shape->size; j++)
            c[j] = double_bits(wide[j]);
        return;
    }
    for (unsigned j = 0; j < shape->size; j++)
        narrow[j] = bits_float((uint32_t)c[j]);
    matrix_row_f32(in, row, shape->size, shape->depth, narrow);
    for (unsigned j = 0; j < shape->size; j++)
        c[j] = float_bits(narrow[j]);
}

static void run_mfma(struct wave *wave, const struct op *op)
{
    const struct shape shape = shape_of(op->instruction->argument);
    struct matrix_inputs in;
    uint64_t results[RESULTS_MAX];
    unsigned next = 0;
    for (unsigned block = 0; block < shape.blocks; block++) {
        read_block(wave, op, &shape, block, &in);
        for (unsigned row = 0; row < shape.size; row++, next += shape.size) {
            for (unsigned j = 0; j < shape.size; j++)
                results[next + j] =
                    read_c(wave, op, shape.element, result_place(&shape, block, row, j));
            multiply_row(&shape, &in, row, &results[next]);
        }
    }
    next = 0; /* D may lie over A, B and C: it is written when all is read */
    for (unsigned block = 0; block < shape.blocks; block++) {
        for (unsigned row = 0; row < shape.size; row++) {
            for (unsigned j = 0; j < shape.size; j++)
                write_d(wave, op, shape.element, result_place(&shape, block, row, j),
                        results[next++]);
        }
    }
}

static const struct instruction rows[] = {
    {.name = "v_mfma_f32_32x32x1f32",
     .operands = "=b1024 b32 b32 b1024",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(32, 2, 1, 1, ELEMENT_F32)},
    {.name = "v_mfma_f32_32x32x1_2b_f32",
     .operands = "=b1024 b32 b32 b1024",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(32, 2, 1, 1, ELEMENT_F32)},
    {.name = "v_mfma_f32_16x16x1f32",
     .operands = "=b512 b32 b32 b512",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(16, 4, 1, 1, ELEMENT_F32)},
    {.name = "v_mfma_f32_16x16x1_4b_f32",
     .operands = "=b512 b32 b32 b512",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(16, 4, 1, 1, ELEMENT_F32)},
    {.name = "v_mfma_f32_4x4x1f32",
     .operands = "=b128 b32 b32 b128",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(4, 16, 1, 1, ELEMENT_F32)},
    {.name = "v_mfma_f32_4x4x1_16b_f32",
     .operands = "=b128 b32 b32 b128",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(4, 16, 1, 1, ELEMENT_F32)},
    {.name = "v_mfma_f32_32x32x2f32",
     .operands = "=b512 b32 b32 b512",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(32, 1, 2, 1, ELEMENT_F32)},
    {.name = "v_mfma_f32_32x32x2_f32",
     .operands = "=b512 b32 b32 b512",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(32, 1, 2, 1, ELEMENT_F32)},
    {.name = "v_mfma_f32_16x16x4f32",
     .operands = "=b128 b32 b32 b128",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(16, 1, 4, 1, ELEMENT_F32)},
    {.name = "v_mfma_f32_16x16x4_f32",
     .operands = "=b128 b32 b32 b128",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(16, 1, 4, 1, ELEMENT_F32)},
    {.name = "v_mfma_f32_32x32x4f16",
     .operands = "=b1024 b64 b64 b1024",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(32, 2, 4, 4, ELEMENT_F16)},
    {.name = "v_mfma_f32_32x32x4_2b_f16",
     .operands = "=b1024 b64 b64 b1024",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(32, 2, 4, 4, ELEMENT_F16)},
    {.name = "v_mfma_f32_16x16x4f16",
     .operands = "=b512 b64 b64 b512",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(16, 4, 4, 4, ELEMENT_F16)},
    {.name = "v_mfma_f32_16x16x4_4b_f16",
     .operands = "=b512 b64 b64 b512",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(16, 4, 4, 4, ELEMENT_F16)},
    {.name = "v_mfma_f32_4x4x4f16",
     .operands = "=b128 b64 b64 b128",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(4, 16, 4, 4, ELEMENT_F16)},
    {.name = "v_mfma_f32_4x4x4_16b_f16",
     .operands = "=b128 b64 b64 b128",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(4, 16, 4, 4, ELEMENT_F16)},
    {.name = "v_mfma_f32_32x32x8f16",
     .operands = "=b512 b64 b64 b512",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(32, 1, 8, 4, ELEMENT_F16)},
    {.name = "v_mfma_f32_32x32x8_f16",
     .operands = "=b512 b64 b64 b512",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(32, 1, 8, 4, ELEMENT_F16)},
    {.name = "v_mfma_f32_16x16x16f16",
     .operands = "=b128 b64 b64 b128",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(16, 1, 16, 4, ELEMENT_F16)},
    {.name = "v_mfma_f32_16x16x16_f16",
     .operands = "=b128 b64 b64 b128",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(16, 1, 16, 4, ELEMENT_F16)},
    {.name = "v_mfma_f32_32x32x2bf16",
     .operands = "=b1024 b32 b32 b1024",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(32, 2, 2, 2, ELEMENT_BF16)},
    {.name = "v_mfma_f32_32x32x4bf16_1k",
     .operands = "=b1024 b64 b64 b1024",
     .run = run_mfma,
     .on = ON_GFX90A | ON_GFX940,
     .argument = SHAPE(32, 2, 4, 4, ELEMENT_BF16)},
    {.name = "v_mfma_f32_32x32x4_2b_bf16",
     .operands = "=b1024 b64 b64 b1024",
     .run = run_mfma,
     .on = ON_GFX90A | ON_GFX940,
     .argument = SHAPE(32, 2, 4, 4, ELEMENT_BF16)},
    {.name = "v_mfma_i32_32x32x4i8",
     .operands = "=b1024 b32 b32 b1024",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(32, 2, 4, 4, ELEMENT_I8)},
    {.name = "v_mfma_i32_32x32x4_2b_i8",
     .operands = "=b1024 b32 b32 b1024",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(32, 2, 4, 4, ELEMENT_I8)},
    {.name = "v_mfma_f32_16x16x2bf16",
     .operands = "=b512 b32 b32 b512",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(16, 4, 2, 2, ELEMENT_BF16)},
    {.name = "v_mfma_f32_16x16x4bf16_1k",
     .operands = "=b512 b64 b64 b512",
     .run = run_mfma,
     .on = ON_GFX90A | ON_GFX940,
     .argument = SHAPE(16, 4, 4, 4, ELEMENT_BF16)},
    {.name = "v_mfma_f32_16x16x4_4b_bf16",
     .operands = "=b512 b64 b64 b512",
     .run = run_mfma,
     .on = ON_GFX90A | ON_GFX940,
     .argument = SHAPE(16, 4, 4, 4, ELEMENT_BF16)},
    {.name = "v_mfma_i32_16x16x4i8",
     .operands = "=b512 b32 b32 b512",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(16, 4, 4, 4, ELEMENT_I8)},
    {.name = "v_mfma_i32_16x16x4_4b_i8",
     .operands = "=b512 b32 b32 b512",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(16, 4, 4, 4, ELEMENT_I8)},
    {.name = "v_mfma_f32_4x4x2bf16",
     .operands = "=b128 b32 b32 b128",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(4, 16, 2, 2, ELEMENT_BF16)},
    {.name = "v_mfma_f32_4x4x4bf16_1k",
     .operands = "=b128 b64 b64 b128",
     .run = run_mfma,
     .on = ON_GFX90A | ON_GFX940,
     .argument = SHAPE(4, 16, 4, 4, ELEMENT_BF16)},
    {.name = "v_mfma_f32_4x4x4_16b_bf16",
     .operands = "=b128 b64 b64 b128",
     .run = run_mfma,
     .on = ON_GFX90A | ON_GFX940,
     .argument = SHAPE(4, 16, 4, 4, ELEMENT_BF16)},
    {.name = "v_mfma_i32_4x4x4i8",
     .operands = "=b128 b32 b32 b128",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(4, 16, 4, 4, ELEMENT_I8)},
    {.name = "v_mfma_i32_4x4x4_16b_i8",
     .operands = "=b128 b32 b32 b128",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(4, 16, 4, 4, ELEMENT_I8)},
    {.name = "v_mfma_f32_32x32x4bf16",
     .operands = "=b512 b32 b32 b512",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(32, 1, 4, 2, ELEMENT_BF16)},
    {.name = "v_mfma_f32_32x32x8bf16_1k",
     .operands = "=b512 b64 b64 b512",
     .run = run_mfma,
     .on = ON_GFX90A | ON_GFX940,
     .argument = SHAPE(32, 1, 8, 4, ELEMENT_BF16)},
    {.name = "v_mfma_f32_32x32x8_bf16",
     .operands = "=b512 b64 b64 b512",
     .run = run_mfma,
     .on = ON_GFX90A | ON_GFX940,
     .argument = SHAPE(32, 1, 8, 4, ELEMENT_BF16)},
    {.name = "v_mfma_i32_32x32x8i8",
     .operands = "=b512 b32 b32 b512",
     .run = run_mfma,
     .on = ON_GFX9 | ON_GFX90A,
     .argument = SHAPE(32, 1, 8, 4, ELEMENT_I8)},
    {.name = "v_mfma_f32_16x16x8bf16",
     .operands = "=b128 b32 b32 b128",
     .run = run_mfma,
     .on = ON_CDNA,
     .argument = SHAPE(16, 1, 8, 2, ELEMENT_BF16)},
    {.name = "v_mfma_f32_16x16x16bf16_1k",
     .operands = "=b128 b64 b64 b128",
     .run = run_mfma,
     .on = ON_GFX90A | ON_GFX940,
     .argument = SHAPE(16, 1, 16, 4, ELEMENT_BF16)},
    {.name = "v_mfma_f32_16x16x16_bf16",
     .operands = "=b128 b64 b64 b128",
     .run = run_mfma,
     .on = ON_GFX90A | ON_GFX940,
     .argument = SHAPE(16, 1, 16, 4, ELEMENT_BF16)},
    {.name = "v_mfma_i32_16x16x16i8",
     .operands = "=b128 b32 b32 b128",
     .run = run_mfma,
     .on = ON_GFX9 | ON_GFX90A,
     .argument = SHAPE(16, 1, 16, 4, ELEMENT_I8)},
    {.name = "v_mfma_i32_32x32x16_i8",
     .operands = "=b512 b64 b64 b512",
     .run = run_mfma,
     .on = ON_GFX940,
     .argument = SHAPE(32, 1, 16, 8, ELEMENT_I8)},
    {.name = "v_mfma_i32_16x16x32_i8",
     .operands = "=b128 b64 b64 b128",
     .run = run_mfma,
     .on = ON_GFX940,
     .argument = SHAPE(16, 1, 32, 8, ELEMENT_I8)},
    {.name = "v_mfma_f64_16x16x4f64",
     .operands = "=b256 f64 f64 b256",
     .run = run_mfma,
     .on = ON_GFX90A | ON_GFX940,
     .argument = SHAPE(16, 1, 4, 1, ELEMENT_F64)},
    {.name = "v_mfma_f64_16x16x4_f64",
     .operands = "=b256 f64 f64 b256",
     .run = run_mfma,
     .on = ON_GFX90A | ON_GFX940,
     .argument = SHAPE(16, 1, 4, 1, ELEMENT_F64)},
    {.name = "v_mfma_f64_4x4x4f64",
     .operands = "=f64 f64 f64 f64",
     .run = run_mfma,
     .on = ON_GFX90A | ON_GFX940,
     .argument = SHAPE(4, 4, 4, 1, ELEMENT_F64)},
    {.name = "v_mfma_f64_4x4x4_4b_f64",
     .operands = "=f64 f64 f64 f64",
     .run = run_mfma,
     .on = ON_GFX90A | ON_GFX940,
     .argument = SHAPE(4, 4, 4, 1, ELEMENT_F64)},
};

const struct instruction_table ISA_NAME(table_matrix) = {rows, sizeof rows / sizeof rows[0]};
