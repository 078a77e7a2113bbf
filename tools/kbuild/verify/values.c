#include "values.h"

#include "hash.h"

#include <errno.h>

uint64_t random_bits(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + (index + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t seed_of(const char *name, unsigned seed)
{
    return random_bits(hash_64(name, strlen(name)), seed);
}

/* CMakeLists.txt compiles this file without fused operations, which round once less. */
double random_number(uint64_t bits, double low, double high)
{
    const double fraction = (double)(bits >> 11) * 0x1p-53;
    const double scaled = (high - low) * fraction;
    return low + scaled;
}

int64_t random_integer(uint64_t bits, int64_t least, int64_t most)
{
    const uint64_t span = (uint64_t)most - (uint64_t)least + 1;
    return (int64_t)((uint64_t)least + (span ? bits % span : bits));
}

double ascending_number(uint64_t bits, double low, double high, uint64_t index, uint64_t last)
{
    if (index == 0 || index >= last)
        return index ? high : low;
    const double step = (high - low) / (double)last;
    const double at = (double)index - random_number(bits, 0, 1);
    const double offset = step * at;
    return low + offset;
}

int64_t ascending_integer(uint64_t bits, int64_t least, int64_t most, uint64_t index, uint64_t last)
{
    const uint64_t span = (uint64_t)most - (uint64_t)least;
    const uint64_t whole = span / last, rest = span % last;
    uint64_t offset = whole * index + rest * index / last;
    if (index > 0 && index < last && whole < UINT64_MAX)
        offset -= bits % (whole + 1);
    return (int64_t)((uint64_t)least + offset);
}

bool number_parse(enum dtype type, const char *text, uint64_t *out)
{
    char *end;
    errno = 0;
    if (!dtype_is_float(type)) {
        const bool is_negative = *text == '-';
        const int base = strncmp(text + is_negative, "0x", 2) == 0 ? 16 : 10;
        const uint64_t number =
            is_negative ? (uint64_t)strtoll(text, &end, base) : strtoull(text, &end, base);
        const uint64_t bits = number & (UINT64_MAX >> (64 - 8 * dtype_size(type)));
        const bool fits = dtype_is_signed(type) ? dtype_integer(type, bits) == (int64_t)number &&
                                                      (is_negative || (int64_t)number >= 0)
                                                : !is_negative && bits == number;
        *out = bits;
        return end != text && !*end && !errno && fits;
    }
    const double number = strtod(text, &end);
    *out = dtype_encode(type, number);
    return end != text && !*end;
}
