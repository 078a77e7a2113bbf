#include "global.h"
#include <stddef.h>
#include <stdint.h>

extern "C" __global__ void integers(bool a, char b, signed char c, unsigned char d, short e,
                                    unsigned short f, int g, unsigned h, long i, unsigned long j,
                                    long long k, unsigned long long l)
{
}

extern "C" __global__ void named_integers(int8_t a, uint8_t b, int16_t c, uint16_t d, int32_t e,
                                          uint32_t f, int64_t g, uint64_t h, size_t i, ptrdiff_t j)
{
}

extern "C" __global__ void floats(_Float16 a, float b, double c) {}

extern "C" __global__ void characters(wchar_t a, char16_t b, char32_t c) {}

extern "C" __global__ void qualified(const size_t a, volatile int b, const volatile float c) {}

typedef unsigned long index_t;
using count_t = const index_t;
extern "C" __global__ void aliases(index_t a, count_t b) {}

extern "C" __global__ void nothing() {}
