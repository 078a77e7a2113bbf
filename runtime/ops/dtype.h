/* Dtypes: their names and sizes, and how their numbers are stored. */
#ifndef KRT_OPS_DTYPE_H
#define KRT_OPS_DTYPE_H

#include <krt/ops.h>

#include <stdbool.h>

/* One number, as a kernel's parameter has it. */
union scalar {
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    float f32;
    double f64;
};

/* Converts |value| to |dtype|. For a float, |value| is rounded once to nearest even; f8 saturates,
 * and is rounded from f32. For an integer, |value| is truncated and clamped; NaN becomes 0. */
union scalar scalar_from(double value, uint32_t dtype);
/* Converts a krt_scalar as scalar_from() does. An integer, too, is rounded once. */
union scalar scalar_convert(struct krt_scalar scalar, uint32_t dtype);

/* Whether the integer |dtype| can represent |value|. */
bool scalar_is_in(int64_t value, uint32_t dtype);

/* The spelling of |dtype| in kernels' names: "f32". f8 has two spellings, numbered by |spelling|, 0
 * and 1; NULL if the dtype does not have that spelling. */
const char *dtype_suffix(uint32_t dtype, unsigned spelling);

bool dtype_is_integer(uint32_t dtype);

/* Returns the integer dtype of the same size as |dtype|. */
uint32_t dtype_integer(uint32_t dtype);

/* Returns a dtype of the same size for which the package has kernels that copy bits. */
uint32_t dtype_bits(uint32_t dtype);

#endif
