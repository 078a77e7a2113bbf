// A program that computes in half precision on the host. It runs: exit status 0 is right.
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <vector>

#define CHECK(...)                                                                                 \
    if (!(__VA_ARGS__)) {                                                                          \
        fprintf(stderr, "line %d: %s\n", __LINE__, #__VA_ARGS__);                                  \
        return 1;                                                                                  \
    }

int main()
{
    half a = __float2half(1.5f), b = 2.0f;
    half c = a * b + half(0.25f);
    c += a;
    CHECK(float(c) == 4.75f)
    CHECK(a < b && c > b && a != b && !(a == b))
    CHECK(int(c) == 4 && __half2int_rn(c) == 5 && __half2int_ru(c) == 5)
    CHECK(__half_as_ushort(__float2half_rz(1.9999f)) == 0x3fff)
    CHECK(__half_as_ushort(__float2half_ru(-1e-9f)) == 0x8000)
    CHECK(__half_as_ushort(__double2half(1.00048828125000001)) == 0x3c00)

    half2 pair(a, b);
    pair = pair * pair + __float2half2_rn(1.0f);
    CHECK(float(pair.x) == 3.25f && float(pair.y) == 5.0f)
    pair.x = 7;
    unsigned word;
    memcpy(&word, &pair, sizeof(word));
    CHECK(word == 0x45004700u)
    CHECK(__heq2_mask(pair, make_half2(7, 4)) == 0xffffu)

    std::vector<half> values(100);
    for (int i = 0; i < 100; ++i) {
        values[i] = i;
    }
    float sum = 0;
    for (half v : values) {
        sum += float(v);
    }
    CHECK(sum == 4950)

    __nv_bfloat16 x = 3.0f, y = __float2bfloat16(1.0f / 3);
    x = x * y;
    CHECK(float(x) == 1.0f)
    CHECK(float(__hfma(x, x, y)) > 1.33f && float(__nv_bfloat16(c)) == 4.75f)

    const __nv_fp8_e4m3 f(448.0f), g(1000.0f), tiny(0.001f);
    CHECK(f.__x == 0x7e && g.__x == 0x7e && tiny.__x == 0x01)
    const __nv_fp8x4_e5m2 four(make_float4(1, 2, 3, 4));
    CHECK(float4(four).w == 4.0f && half2(__nv_fp8x2_e4m3(pair)).x == half(7))
    CHECK(float(__nv_fp8_e8m0(5.0f)) == 8.0f)
    return 0;
}
