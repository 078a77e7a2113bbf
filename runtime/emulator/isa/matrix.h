/* matrix: functions that all instructions on small matrices share: reading elements, and sums of
 * products. */
#ifndef EMULATOR_ISA_MATRIX_H
#define EMULATOR_ISA_MATRIX_H

#include "lanes.h"
#include "minifloat.h"

#include "core/wave.h"

#ifdef __FMA__
#include <immintrin.h>
#endif

enum { MATRIX_MAX = 32, MATRIX_DEPTH_MAX = 128 };

/* The types of elements of the factors A and B. */
enum matrix_type {
    MATRIX_F32,
    MATRIX_XF32, /* floats of 32 bits of which ten bits of the mantissa count */
    MATRIX_F16,
    MATRIX_BF16,
    MATRIX_I8,
    MATRIX_U8,
    MATRIX_I4,
    MATRIX_U4,
    MATRIX_F64,
    MATRIX_FP8, /* on gfx950 and gfx12; MATRIX_FP8 and the types after it are in the order of enum
                 * minifloat_kind */
    MATRIX_BF8,
    MATRIX_FP8_FNUZ, /* floats of 8 bits as gfx942 has them */
    MATRIX_BF8_FNUZ,
    MATRIX_FP6,
    MATRIX_BF6,
    MATRIX_FP4,
};

/* The enum issue for each type of elements. For some types the issue depends on the shape of the
 * matrix, too, and is not listed here. */
enum {
    ISSUE_OF_F32 = ISSUE_MATRIX_F32,
    ISSUE_OF_XF32 = ISSUE_MATRIX_XF32,
    ISSUE_OF_F16 = ISSUE_MATRIX_16,
    ISSUE_OF_BF16 = ISSUE_MATRIX_16,
    ISSUE_OF_I8 = ISSUE_MATRIX_8,
    ISSUE_OF_U8 = ISSUE_MATRIX_8,
    ISSUE_OF_I4 = ISSUE_MATRIX_4,
    ISSUE_OF_U4 = ISSUE_MATRIX_4,
    ISSUE_OF_F64 = ISSUE_MATRIX_F64,
    ISSUE_OF_FP8 = ISSUE_MATRIX_8,
    ISSUE_OF_BF8 = ISSUE_MATRIX_8,
    ISSUE_OF_FP8_FNUZ = ISSUE_MATRIX_8,
    ISSUE_OF_BF8_FNUZ = ISSUE_MATRIX_8,
};

static inline bool matrix_type_is_integer(enum matrix_type element)
{
    return element >= MATRIX_I8 && element <= MATRIX_U4;
}
/* |doubt| of a row: sums of integers are exact, other sums are not. */
#define MATRIX_DOUBT(element)                                                                      \
    ((element) >= MATRIX_I8 && (element) <= MATRIX_U4 ? DOUBT_NONE : DOUBT_SUMS)

/* Whether products of |element| are summed in single precision: then call matrix_narrow() first. */
static inline bool matrix_type_is_narrow(enum matrix_type element)
{
    return element != MATRIX_F64 && !matrix_type_is_integer(element);
}

/* The factors A, of rows x depth elements, and B, of depth x columns, in double precision, which
 * represents every element type exactly. The |k|-th element of a row of A is multiplied with row
 * |partner[row][k]| of B. */
struct matrix_inputs {
    double a[MATRIX_MAX][MATRIX_DEPTH_MAX], b[MATRIX_DEPTH_MAX][MATRIX_MAX];
    uint8_t partner[MATRIX_MAX][MATRIX_DEPTH_MAX];
    /* B as floats; the columns after its last one are zeros */
    float narrow_b[MATRIX_DEPTH_MAX][MATRIX_MAX];
};

static inline void matrix_narrow(struct matrix_inputs *in, unsigned columns, unsigned depth)
{
    for (unsigned k = 0; k < depth; k++) {
        EACH_LANE for (unsigned j = 0; j < MATRIX_MAX; j++)
        {
            in->narrow_b[k][j] = j < columns ? (float)in->b[k][j] : 0;
        }
    }
}

/* ---- Reading elements of matrices ------------------------------------------------------------ */

static inline uint32_t *matrix_register(struct wave *wave, const struct operand *operand,
                                        unsigned index)
{
    unsigned reg = operand->reg + index;
    return operand->kind == OPERAND_AGPR ? wave_agpr(wave, reg) : wave_vgpr(wave, reg);
}

/* Returns the lower |width| bits of |bits| as a number. */
static inline double integer_element(uint32_t bits, unsigned width, bool is_signed)
{
    uint32_t high = bits << (32 - width);
    return is_signed ? (double)((int32_t)high >> (32 - width)) : (double)(high >> (32 - width));
}

/* Rounds a float to an xf32: to nearest, ties to even. How the hardware rounds is unknown. */
static inline float xf32_float(uint32_t bits)
{
    bool is_finite = (bits & INF_F32) != INF_F32;
    uint32_t rounded = is_finite ? bits + 0xfff + (bits >> 13 & 1) : bits | (bits & 0x1fff) << 10;
    return bits_float(rounded & ~0x1fffu);
}

/* Reads the |index|-th element of an operand in each of |count| lanes, from |lane| on. */
static inline void matrix_elements(struct wave *wave, const struct operand *operand,
                                   enum matrix_type element, unsigned lane, unsigned count,
                                   unsigned index, double *out)
{
    static const uint8_t widths[] = {
        [MATRIX_F32] = 32,     [MATRIX_XF32] = 32, [MATRIX_F16] = 16, [MATRIX_BF16] = 16,
        [MATRIX_I8] = 8,       [MATRIX_U8] = 8,    [MATRIX_I4] = 4,   [MATRIX_U4] = 4,
        [MATRIX_F64] = 64,     [MATRIX_FP8] = 8,   [MATRIX_BF8] = 8,  [MATRIX_FP8_FNUZ] = 8,
        [MATRIX_BF8_FNUZ] = 8, [MATRIX_FP6] = 6,   [MATRIX_BF6] = 6,  [MATRIX_FP4] = 4,
    };
    const unsigned width = widths[element], bit = index * width, shift = bit % 32;
    const uint32_t *from = matrix_register(wave, operand, bit / 32) + lane, *high = from;
#define EACH_ELEMENT(value)                                                                        \
    EACH_LANE for (unsigned i = 0; i < count; i++)                                                 \
    {                                                                                              \
        const uint32_t bits = from[i] >> shift;                                                    \
        out[i] = (double)(value);                                                                  \
    }                                                                                              \
    break
    switch (element) {
    case MATRIX_F32: EACH_ELEMENT(bits_float(bits));
    case MATRIX_XF32: EACH_ELEMENT(xf32_float(bits));
    case MATRIX_F16: EACH_ELEMENT(half_float(bits & 0xffff));
    case MATRIX_BF16: EACH_ELEMENT(bf16_float(bits & 0xffff));
    case MATRIX_I8: EACH_ELEMENT(integer_element(bits, 8, true));
    case MATRIX_U8: EACH_ELEMENT(integer_element(bits, 8, false));
    case MATRIX_I4: EACH_ELEMENT(integer_element(bits, 4, true));
    case MATRIX_U4: EACH_ELEMENT(integer_element(bits, 4, false));
    case MATRIX_F64:
        high = matrix_register(wave, operand, bit / 32 + 1) + lane;
        EACH_ELEMENT(bits_double((uint64_t)high[i] << 32 | bits));
    default: break;
    }
    if (element < MATRIX_FP8)
        return;
    const struct minifloat format = minifloat_of(MINIFLOAT_FP8 + (element - MATRIX_FP8));
    if (shift + width > 32)
        high = matrix_register(wave, operand, bit / 32 + 1) + lane;
    for (unsigned i = 0; i < count; i++) {
        uint64_t bits = (uint64_t)high[i] << 32 | from[i];
        out[i] = (double)minifloat_value((uint32_t)(bits >> shift) & (2 * format.sign - 1), format);
    }
#undef EACH_ELEMENT
}

static inline double matrix_element(struct wave *wave, const struct operand *operand,
                                    enum matrix_type element, unsigned lane, unsigned index)
{
    double one = 0;
    matrix_elements(wave, operand, element, lane, 1, index, &one);
    return one;
}

/* A sparse A has two elements of every four; two bits of |positions| give the place of each element
 * among the four. Returns the depth of the |index|-th element of a lane, relative to the lane's
 * first depth. */
static inline unsigned sparse_depth(uint32_t positions, unsigned index)
{
    return index / 2 * 4 + (positions >> 2 * index & 3);
}

/* ---- Sums ------------------------------------------------------------------------------------
 *
 * Each function adds the products of one row of A with B to the row of C, in place. Each product is
 * added with one rounding, in the order of the depth.
 */

enum { MATRIX_TILE = 8 };

/* Like matrix_sum_f32(), but a NaN among the sums is the one that the hardware gives. */
static inline void matrix_sum_nans(const struct matrix_inputs *in, unsigned row, unsigned column,
                                   unsigned depth, const float *c, float *out)
{
    for (unsigned j = 0; j < MATRIX_TILE; j++) {
        float sum = c[j];
        for (unsigned k = 0; k < depth; k++) {
            float a = (float)in->a[row][k], b = in->narrow_b[in->partner[row][k]][column + j];
            sum = nan_3_f32(__builtin_fmaf(a, b, sum), a, b, sum);
        }
        out[j] = sum;
    }
}

/* Computes the sums of eight columns; |out| may be |c|. A sum that becomes a NaN remains a NaN, so
 * one test at the end shows whether matrix_sum_nans() is needed. */
static inline void matrix_sum_f32(const struct matrix_inputs *in, unsigned row, unsigned column,
                                  unsigned depth, const float *c, float *out)
{
/* This uses AVX instructions directly, because GCC 12 does not vectorise such loops. */
#ifdef __FMA__
    __m256 sums = _mm256_loadu_ps(c);
    for (unsigned k = 0; k < depth; k++) {
        const float *from = in->narrow_b[in->partner[row][k]] + column;
        __m256 a = _mm256_set1_ps((float)in->a[row][k]);
        sums = _mm256_fmadd_ps(a, _mm256_loadu_ps(from), sums);
    }
    if (_mm256_movemask_ps(_mm256_cmp_ps(sums, sums, _CMP_UNORD_Q)) == 0)
        _mm256_storeu_ps(out, sums);
    else
#endif
        matrix_sum_nans(in, row, column, depth, c, out);
}

/* Computes sums in single precision. Call matrix_narrow() first. */
static inline void matrix_row_f32(const struct matrix_inputs *in, unsigned row, unsigned columns,
                                  unsigned depth, float *c)
{
    float sums[MATRIX_MAX] = {0};
    for (unsigned j = 0; j < columns; j++)
        sums[j] = c[j];
    for (unsigned j = 0; j < columns; j += MATRIX_TILE)
        matrix_sum_f32(in, row, j, depth, sums + j, sums + j);
    for (unsigned j = 0; j < columns; j++)
        c[j] = sums[j];
}

/* Computes sums for elements with scales. Products of such elements have at most eight bits, but
 * may be out of a float's range, so the sums are computed in double precision. At the end, each sum
 * is rounded to a float as if it were exact. */
static inline void matrix_row_scaled(const struct matrix_inputs *in, unsigned row, unsigned columns,
                                     unsigned depth, float *c)
{
    for (unsigned k = 0; k < depth; k++) {
        const double a = in->a[row][k], *from = in->b[k];
        for (unsigned j = 0; j < columns; j++) {
            float sum = (float)((double)c[j] + a * from[j]);
            c[j] = nan_3_f32(sum, (float)a, (float)from[j], c[j]);
        }
    }
}

static inline void matrix_row_f64(const struct matrix_inputs *in, unsigned row, unsigned columns,
                                  unsigned depth, double *c)
{
    for (unsigned k = 0; k < depth; k++) {
        const double a = in->a[row][k];
        const double *from = in->b[in->partner[row][k]];
        EACH_LANE for (unsigned j = 0; j < columns; j++)
        {
            const double b = from[j];
            c[j] = nan_3_f64(__builtin_fma(a, b, c[j]), a, b, c[j]);
        }
    }
}

/* Computes sums of 32-bit integers. Only at the end they wrap, or saturate; until then they are
 * exact. */
static inline void matrix_row_i32(const struct matrix_inputs *in, unsigned row, unsigned columns,
                                  unsigned depth, bool saturates, uint32_t *c)
{
    double sums[MATRIX_MAX];
    for (unsigned j = 0; j < columns; j++)
        sums[j] = (int32_t)c[j];
    for (unsigned k = 0; k < depth; k++) {
        const double a = in->a[row][k];
        const double *from = in->b[in->partner[row][k]];
        EACH_LANE for (unsigned j = 0; j < columns; j++)
        {
            sums[j] += a * from[j];
        }
    }
    for (unsigned j = 0; j < columns; j++) {
        int64_t sum = (int64_t)sums[j];
        if (saturates)
            sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
        c[j] = (uint32_t)sum;
    }
}

#endif
