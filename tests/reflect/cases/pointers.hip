#include "global.h"

struct item {
    float weight;
    unsigned char tag;
};

extern "C" __global__ void plain(float *a, const float *b, volatile float *c,
                                 const volatile float *d, float *const e,
                                 const float *__restrict__ f)
{
}

extern "C" __global__ void deep(float **a, const float *const *b, float *const *c, void ***d) {}

extern "C" __global__ void untyped(void *a, const void *b) {}

extern "C" __global__ void decayed(float a[], const float b[4], int c[2][3]) {}

extern "C" __global__ void functions(void (*a)(int), void b(int)) {}

extern "C" __global__ void to_records(item *a, const item *b) {}

extern "C" __global__ void references(int &a, const item &b) {}
