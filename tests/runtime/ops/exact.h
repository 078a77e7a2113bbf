/* Numbers of every dtype in memory, exactly: integers have up to 64 bits. */
#ifndef EXACT_H
#define EXACT_H

#include "numbers.h"
#include "ops_test.h"

static inline int64_t integer_load(const void *memory, uint32_t dtype, uint64_t i)
{
    const char *at = (const char *)memory + i * krt_dtype_size(dtype);
    union scalar number;
    memcpy(&number, at, krt_dtype_size(dtype));
    switch (dtype) {
    case KRT_U8: return number.u8;
    case KRT_U32: return number.u32;
    case KRT_I16: return number.i16;
    case KRT_I32: return number.i32;
    default: return number.i64;
    }
}

/* The low bits. */
static inline void integer_store(void *memory, uint32_t dtype, uint64_t i, int64_t value)
{
    uint32_t size = krt_dtype_size(dtype);
    memcpy((char *)memory + i * size, &value, size); /* both little-endian */
}

/* long double has the 64 bits of an i64. */
static inline long double load(const void *memory, uint32_t dtype, uint64_t i)
{
    if (dtype_is_integer(dtype))
        return integer_load(memory, dtype, i);
    return number_load(memory, dtype, i);
}

static inline bool is_nan_of(uint32_t dtype, const void *memory, uint64_t i)
{
    return !dtype_is_integer(dtype) && load(memory, dtype, i) != load(memory, dtype, i);
}

/* |got| and |expected| agree, bit for bit but for the kind of NaN. */
static inline void expect_same(uint32_t dtype, const void *got, const void *expected,
                               uint64_t count, const char *what)
{
    uint32_t size = krt_dtype_size(dtype);
    for (unsigned i = 0; i < count; i++) {
        const char *a = (const char *)got + i * size, *b = (const char *)expected + i * size;
        if (memcmp(a, b, size) == 0 || (is_nan_of(dtype, got, i) && is_nan_of(dtype, expected, i)))
            continue;
        fail_msg("%s of %s: element %u is %.20Lg, not %.20Lg", what, krt_dtype_name(dtype), i,
                 load(got, dtype, i), load(expected, dtype, i));
    }
}

#endif
