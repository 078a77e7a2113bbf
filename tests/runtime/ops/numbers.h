/* Numbers in memory. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include "dtype.h"

#include <math.h>
#include <string.h>

static inline double half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    double magnitude = exponent == 0    ? ldexp(mantissa, -24)
                       : exponent == 31 ? (mantissa ? NAN : INFINITY)
                                        : ldexp(1024 + mantissa, exponent - 25);
    return bits & 0x8000 ? -magnitude : magnitude;
}

static inline double f8_value(uint8_t bits)
{
    int exponent = bits >> 3 & 15, mantissa = bits & 7;
    double magnitude = (bits & 0x7f) == 0x7f ? NAN
                       : exponent == 0       ? ldexp(mantissa, -9)
                                             : ldexp(8 + mantissa, exponent - 10);
    return bits & 0x80 ? -magnitude : magnitude;
}

/* Element |index| of an array. */
static inline double number_load(const void *memory, uint32_t dtype, uint64_t index)
{
    union scalar number = {.i64 = 0};
    uint32_t size = krt_dtype_size(dtype);
    memcpy(&number, (const char *)memory + index * size, size);
    if (dtype_is_integer(dtype))
        return dtype == KRT_I16 ? number.i16 : dtype == KRT_I32 ? number.i32 : (double)number.i64;
    if (dtype == KRT_F8E4M3)
        return f8_value(number.u8);
    if (dtype == KRT_BF16)
        number.u32 <<= 16;
    return dtype == KRT_F16 ? half_value(number.u16) : dtype == KRT_F64 ? number.f64 : number.f32;
}

/* Rounded to nearest even. */
static inline void number_store(void *memory, uint32_t dtype, uint64_t index, double value)
{
    union scalar number = scalar_from(value, dtype);
    uint32_t size = krt_dtype_size(dtype);
    memcpy((char *)memory + index * size, &number, size);
}

#endif
