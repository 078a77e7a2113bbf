/* Random values: a function of a seed and an index, so that any element can be made alone. */
#ifndef KBUILD_VERIFY_VALUES_H
#define KBUILD_VERIFY_VALUES_H

#include "verify/dtype.h"

/* Returns 64 random bits: element |index| of SplitMix64's sequence from |seed| on (Steele, Lea,
 * Flood: "Fast Splittable Pseudorandom Number Generators", 2014). */
uint64_t random_bits(uint64_t seed, uint64_t index);
/* Returns a seed for the parameter called |name|. */
uint64_t seed_of(const char *name, unsigned seed);
/* Returns a number of [low, high], of |bits| random bits, with steps that are exact. */
double random_number(uint64_t bits, double low, double high);
int64_t random_integer(uint64_t bits, int64_t least, int64_t most);
/* Returns element |index| of 0 to |last| of an ascending sequence from the lower to the upper
 * limit. The range is divided into |last| parts; element |index| is in the part before its end. */
double ascending_number(uint64_t bits, double low, double high, uint64_t index, uint64_t last);
int64_t ascending_integer(uint64_t bits, int64_t least, int64_t most, uint64_t index,
                          uint64_t last);
/* Reads a number such as 1e-3, inf, nan or 42 as an element of |type|, to its bits. */
bool number_parse(enum dtype type, const char *text, uint64_t *out);

#endif
