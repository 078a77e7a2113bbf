/* Dtypes: their names, sizes, and how numbers of them are stored. */
#ifndef KRT_OPS_DTYPE_H
#define KRT_OPS_DTYPE_H

#include <krt/ops.h>

#include <stdbool.h>

/* One number as a kernel takes it by value. */
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

/* |value| in |dtype|: to floats rounded once, to nearest even (to f8 through f32, saturating); to
 * integers truncated and clamped, with NaN as 0. */
union scalar scalar_from(double value, uint32_t dtype);
/* Likewise. An integer is rounded once, too. */
union scalar scalar_convert(struct krt_scalar scalar, uint32_t dtype);

/* Whether an integer dtype has |value|. */
bool scalar_is_in(int64_t value, uint32_t dtype);

/* Its spelling in kernels' names: "f32". f8 has two spellings: |spelling| is 0 or 1; NULL when
 * there is no such spelling. */
const char *dtype_suffix(uint32_t dtype, unsigned spelling);

bool dtype_is_integer(uint32_t dtype);

/* The integer dtype that holds the bits of |dtype|. */
uint32_t dtype_integer(uint32_t dtype);

/* A dtype of the same size for which there is a kernel that copies bits. */
uint32_t dtype_bits(uint32_t dtype);

#endif
