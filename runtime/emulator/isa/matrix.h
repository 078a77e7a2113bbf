/* matrix: products of small matrices, once their elements are out of the registers.
 */
#ifndef EMULATOR_ISA_MATRIX_H
#define EMULATOR_ISA_MATRIX_H

#include "floats.h"
#include "lanes.h"

#include "core/wave.h"

enum { MATRIX_MAX = 32 };

/* A rows x depth, B depth x columns, in double precision, which has every element type exactly. */
struct matrix_inputs {
    double a[MATRIX_MAX][MATRIX_MAX], b[MATRIX_MAX][MATRIX_MAX];
};

/* One row of A B + C, in place of the row of C: each product is added with one rounding, in the
 * order of the depth. */
static inline void matrix_row_f32(const struct matrix_inputs *in, unsigned row, unsigned columns,
                                  unsigned depth, float *c)
{
    for (unsigned k = 0; k < depth; k++) {
        const float a = (float)in->a[row][k];
        EACH_LANE for (unsigned j = 0; j < columns; j++)
        {
            const float b = (float)in->b[k][j];
            c[j] = nan_3_f32(__builtin_fmaf(a, b, c[j]), a, b, c[j]);
        }
    }
}

static inline void matrix_row_f64(const struct matrix_inputs *in, unsigned row, unsigned columns,
                                  unsigned depth, double *c)
{
    for (unsigned k = 0; k < depth; k++) {
        const double a = in->a[row][k];
        EACH_LANE for (unsigned j = 0; j < columns; j++)
        {
            const double b = in->b[k][j];
            c[j] = nan_3_f64(__builtin_fma(a, b, c[j]), a, b, c[j]);
        }
    }
}

static inline uint32_t *matrix_register(struct wave *wave, const struct operand *operand,
                                        unsigned index)
{
    unsigned reg = operand->reg + index;
    return operand->kind == OPERAND_AGPR ? wave_agpr(wave, reg) : wave_vgpr(wave, reg);
}

#endif
