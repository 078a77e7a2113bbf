/* The types of elements that kernels take: their bits as numbers, and numbers as their bits.
 *
 * All functions compute with integers and exact steps, so that their results are the same on every
 * machine, to the bit. Any thread may call them. */
#ifndef KBUILD_VERIFY_DTYPE_H
#define KBUILD_VERIFY_DTYPE_H

#include "util/buf.h"

enum dtype {
    DTYPE_NONE, /* a type that kbuild does not know: its elements are bytes */
    DTYPE_BOOL,
    DTYPE_I8,
    DTYPE_I16,
    DTYPE_I32,
    DTYPE_I64,
    DTYPE_U8,
    DTYPE_U16,
    DTYPE_U32,
    DTYPE_U64,
    DTYPE_F8E4M3,
    DTYPE_F8E5M2,
    DTYPE_F16,
    DTYPE_BF16,
    DTYPE_F32,
    DTYPE_F64,
};

/* Returns the type that kernels.json calls |name| ("f32"), or DTYPE_NONE. */
enum dtype dtype_find(const char *name);
/* Returns the name of the type, such as "f32"; "byte" for DTYPE_NONE. */
const char *dtype_name(enum dtype type);
unsigned dtype_size(enum dtype type); /* Returns how many bytes an element has. */
bool dtype_is_float(enum dtype type);
bool dtype_is_signed(enum dtype type); /* Whether an integer type has a sign. */

/* Returns the bits of the element at |memory|, in the low bits of the result. */
uint64_t dtype_load(enum dtype type, const void *memory);
void dtype_store(enum dtype type, uint64_t bits, void *memory);

/* Returns the integer that |bits| are, of an integer type; unsigned 64-bit values wrap. */
int64_t dtype_integer(enum dtype type, uint64_t bits);
/* Returns the number that |bits| are, of any type. Integers of 64 bits are rounded. */
double dtype_number(enum dtype type, uint64_t bits);
/* Returns the bits of |number|, of a float type, rounded to nearest even. Numbers that are too
 * large become infinity; of f8e4m3, which has none, 448. */
uint64_t dtype_encode(enum dtype type, double number);

/* Whether the element is NaN; false for integers. */
bool dtype_is_nan(enum dtype type, uint64_t bits);
bool dtype_is_finite(enum dtype type, uint64_t bits);
/* Returns how many representable values lie between |a| and |b|, which are not NaN: 0 if they are
 * equal, 1 if they are neighbours. -0 and 0 are one value. For integers, their distance. */
uint64_t dtype_distance(enum dtype type, uint64_t a, uint64_t b);
/* Returns half of the distance from 1 to the next number: 2^-24 for f32. 0 for integers. */
double dtype_roundoff(enum dtype type);

/* The special values of a float type: NaN, infinities, zeros, the smallest and largest subnormal
 * and normal numbers, with both signs, 1 and -1. Of an integer type: the limits, 0 and 1. Returns
 * the bits of value |index|, which may be any number: the list repeats. */
uint64_t dtype_special(enum dtype type, uint64_t index);

/* Appends the value: "1.5", "-inf", "nan", "42". Reading the text gives the same bits. */
void dtype_print(struct buf *out, enum dtype type, uint64_t bits);
/* Appends the value and its bits: "1.5 (0x3fc00000)". */
void dtype_print_both(struct buf *out, enum dtype type, uint64_t bits);

#endif
