/* Halves two at a time: __half2 arithmetic, comparisons and conversions, bit for bit. */
#include "program.h"

#include <hip/hip_fp16.h>

enum { ADD, SUB, MUL, FMA, NEG, OPERATIONS };

__global__ void compute(const __half2 *a, const __half2 *b, __half2 *out, float2 *wide, int *less,
                        int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[ADD * n + i] = __hadd2(a[i], b[i]);
    out[SUB * n + i] = __hsub2(a[i], b[i]);
    out[MUL * n + i] = __hmul2(a[i], b[i]);
    out[FMA * n + i] = __hfma2(a[i], b[i], a[i]);
    out[NEG * n + i] = __hneg2(a[i]);
    wide[i] = __half22float2(a[i]);
    less[i] = __hlt(__low2half(a[i]), __low2half(b[i])) + 2 * __hblt2(a[i], b[i]);
}

static double rounded(double v) { return (double)(_Float16)v; }

int main()
{
    const int n = 1000;
    std::vector<_Float16> a(2 * n), b(2 * n);
    lcg random{29};
    for (int i = 0; i < 2 * n; i++) {
        a[i] = (_Float16)(random.unit() * 8 - 4);
        b[i] = (_Float16)(random.unit() * 8 - 4);
    }
    array<_Float16> da(a), db(b), out(2 * n * OPERATIONS);
    array<float2> wide(n);
    array<int> less(n);
    compute<<<(n + 63) / 64, 64>>>((const __half2 *)da.data, (const __half2 *)db.data,
                                   (__half2 *)out.data, wide.data, less.data, n);
    HIP(hipGetLastError());
    std::vector<_Float16> r = out.get();
    std::vector<float2> w = wide.get();
    std::vector<int> l = less.get();
    for (int i = 0; i < 2 * n; i++) {
        /* sums, products and their sums of halves are exact in double */
        double x = (double)a[i], y = (double)b[i];
        double expected[] = {rounded(x + y), rounded(x - y), rounded(x * y), rounded(x * y + x),
                             -x};
        for (int k = 0; k < OPERATIONS; k++)
            CHECK((double)r[2 * n * k + i] == expected[k], "operation %d of %g %g: %g", k, x, y,
                  (double)r[2 * n * k + i]);
        CHECK((double)(i % 2 ? w[i / 2].y : w[i / 2].x) == x, "conversion %d", i);
    }
    for (int i = 0; i < n; i++) {
        bool low = a[2 * i] < b[2 * i], both = low && a[2 * i + 1] < b[2 * i + 1];
        CHECK(l[i] == low + 2 * both, "comparison %d: %d", i, l[i]);
    }
    return report();
}
