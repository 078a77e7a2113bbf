// The same conversions as NVIDIA's headers make on the host, bit for bit.
#include <cuda_bf16.h>
#include <cuda_fp8.h>

#include "kbuild/convert.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>

static size_t checked, failed;

static void same(const char *what, double input, uint64_t theirs, uint64_t ours)
{
    ++checked;
    if (theirs != ours && failed++ < 20) {
        fprintf(stderr, "%s(%a): NVIDIA %#llx, ours %#llx\n", what, input,
                static_cast<unsigned long long>(theirs), static_cast<unsigned long long>(ours));
    }
}

static uint16_t bits(__nv_bfloat16 x)
{
    return __nv_bfloat16_raw(x).x;
}

static void compare_f32(float x)
{
    using namespace kbuild;
    same("f32 to bf16", x, bits(__float2bfloat16_rn(x)), bf16_from_f32(x));
    same("f32 to bf16, to zero", x, bits(__float2bfloat16_rz(x)), bf16_from_f32<toward_zero>(x));
    same("f32 to bf16, down", x, bits(__float2bfloat16_rd(x)), bf16_from_f32<downward>(x));
    same("f32 to bf16, up", x, bits(__float2bfloat16_ru(x)), bf16_from_f32<upward>(x));
    for (const __nv_saturation_t saturate : {__NV_SATFINITE, __NV_NOSAT}) {
        const bool clamp = saturate == __NV_SATFINITE;
        same("f32 to e4m3", x, __nv_cvt_float_to_fp8(x, saturate, __NV_E4M3),
             fp8_from_f32<e4m3>(x, clamp));
        same("f32 to e5m2", x, __nv_cvt_float_to_fp8(x, saturate, __NV_E5M2),
             fp8_from_f32<e5m2>(x, clamp));
    }
}

static void compare_f64(double x)
{
    using namespace kbuild;
    same("f64 to bf16", x, bits(__double2bfloat16(x)), bf16_from_f32(f32_round_to_odd(x)));
    if (x != x) {
        return; // NVIDIA's host code lets the sign and the payload of a binary64 NaN choose among
                // the NaNs
    }
    same("f64 to e4m3", x, __nv_cvt_double_to_fp8(x, __NV_SATFINITE, __NV_E4M3),
         fp8_from_f64<e4m3>(x));
    same("f64 to e5m2", x, __nv_cvt_double_to_fp8(x, __NV_SATFINITE, __NV_E5M2),
         fp8_from_f64<e5m2>(x));
}

static void compare_integers(uint64_t draw)
{
    using namespace kbuild;
    const uint64_t x = draw >> (draw & 63);
    const double shown = static_cast<double>(x);
    same("u64 to bf16", shown, bits(__ull2bfloat16_rn(x)),
         bf16_from_f32(f32_round_to_odd(static_cast<unsigned long long>(x))));
    same("i64 to bf16", shown, bits(__ll2bfloat16_rn(static_cast<long long>(-x))),
         bf16_from_f32(f32_round_to_odd(static_cast<long long>(-x))));
    const unsigned narrow = static_cast<unsigned>(x);
    same("u32 to bf16", narrow, bits(__uint2bfloat16_rn(narrow)),
         bf16_from_f32(f32_round_to_odd(narrow)));
    same("i32 to bf16", narrow, bits(__int2bfloat16_rn(static_cast<int>(narrow))),
         bf16_from_f32(f32_round_to_odd(static_cast<int>(narrow))));
}

int main()
{
    for (uint32_t upper = 0; upper < 0x10000; ++upper) {
        for (uint32_t low : {0u, 1u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
            const uint32_t pattern = upper << 16 | low;
            float x;
            memcpy(&x, &pattern, sizeof(x));
            compare_f32(x);
            compare_f64(x);
            if (std::isfinite(x)) {
                compare_f64(nextafter(static_cast<double>(x), INFINITY));
                compare_f64(nextafter(static_cast<double>(x), -INFINITY));
            }
        }
        __nv_bfloat16_raw raw;
        raw.x = static_cast<unsigned short>(upper);
        const __nv_bfloat16 narrow = raw;
        const float wide = kbuild::f32_from_bf16(raw.x);
        same("bf16 to i32", wide, static_cast<unsigned>(__bfloat162int_rz(narrow)),
             static_cast<unsigned>(kbuild::integer_from_f32<int>(wide)));
        same("bf16 to u32", wide, __bfloat162uint_rz(narrow),
             kbuild::integer_from_f32<unsigned>(wide));
        same("bf16 to i64", wide, static_cast<uint64_t>(__bfloat162ll_rz(narrow)),
             static_cast<uint64_t>(kbuild::integer_from_f32<long long>(wide)));
        same("bf16 to u64", wide, __bfloat162ull_rz(narrow),
             kbuild::integer_from_f32<unsigned long long>(wide));
        same("bf16 to u8", wide, __bfloat162uchar_rz(narrow),
             kbuild::integer_from_f32<unsigned char>(wide));
    }
    for (unsigned code = 0; code < 256; ++code) {
        const unsigned char byte = static_cast<unsigned char>(code);
        same("e4m3 to f16", code, __nv_cvt_fp8_to_halfraw(byte, __NV_E4M3).x,
             kbuild::f16_bits_from_e4m3(byte));
        same("e5m2 to f16", code, __nv_cvt_fp8_to_halfraw(byte, __NV_E5M2).x,
             kbuild::f16_bits_from_e5m2(byte));
    }
    std::mt19937_64 random(3);
    for (int i = 0; i < 300000; ++i) {
        compare_integers(random());
    }
    printf("%zu conversions compared with NVIDIA's headers, %zu differ\n", checked, failed);
    return failed == 0 ? 0 : 1;
}
