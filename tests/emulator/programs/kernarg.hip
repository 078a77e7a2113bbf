/* Arguments of every size and alignment, by value; sizes that are no multiple of a load's. */
#include "program.h"

struct large {
    long long values[40];
};
struct odd {
    char bytes[3];
};

__global__ void three(float3 v, float *out) { out[threadIdx.x] = v.x + v.y * 10 + v.z * 100; }
__global__ void last(float *out, float3 v) { out[threadIdx.x] = v.x + v.y * 10 + v.z * 100; }
__global__ void small(char a, bool b, short c, odd d, unsigned char e, double f, float *out)
{
    out[threadIdx.x] = a + b * 10 + c + d.bytes[2] + e + (float)f;
}
__global__ void big(large v, int which, long long *out) { out[threadIdx.x] = v.values[which]; }
__global__ void nothing() {}

int main()
{
    array<float> out(64);
    float3 v = make_float3(1, 2, 3);
    auto all = [&](float expected, const char *name) {
        HIP(hipGetLastError());
        for (float r : out.get())
            CHECK(r == expected, "%s: %g, not %g", name, r, expected);
    };
    three<<<1, 64>>>(v, out.data);
    all(321, "three");
    last<<<1, 64>>>(out.data, v);
    all(321, "last");
    small<<<1, 64>>>(-5, true, 300, odd{{1, 2, 7}}, 200, 0.5, out.data);
    all(-5 + 10 + 300 + 7 + 200 + 0.5f, "small");
    large l;
    for (int i = 0; i < 40; i++)
        l.values[i] = (long long)i << 33;
    array<long long> wide(32);
    for (int which : {0, 17, 39}) {
        big<<<1, 32>>>(l, which, wide.data);
        for (long long r : wide.get())
            CHECK(r == (long long)which << 33, "big %d: %lld", which, r);
    }
    nothing<<<1, 1>>>();
    HIP(hipGetLastError());
    return report();
}
