// The types __nv_fp8_e4m3 and __nv_fp8_e5m2, and the types of two and four such numbers. Included
// once for each format, with
//   KBUILD_F8, KBUILD_F8X2, KBUILD_F8X4   the three types
//   KBUILD_FORMAT                         kbuild's description of the format
//   KBUILD_KIND                           CUDA's name of the format
//   KBUILD_TO_F16                         kbuild's exact conversion to binary16
// All constructors round once, to nearest even, and saturate.

struct KBUILD_F8 {
    __nv_fp8_storage_t __x;

    KBUILD_F8() = default;
#if !defined(__CUDA_NO_FP8_CONVERSIONS__)
    KBUILD_MEMBER explicit KBUILD_F8(const __half x)
        : __x(kbuild::fp8_from_f32<kbuild::KBUILD_FORMAT>(kbuild::f32_from_f16(x.__x)))
    {
    }
    KBUILD_MEMBER explicit KBUILD_F8(const __nv_bfloat16 x)
        : __x(kbuild::fp8_from_f32<kbuild::KBUILD_FORMAT>(kbuild::f32_from_bf16(x.__x)))
    {
    }
    KBUILD_MEMBER explicit KBUILD_F8(const float x)
        : __x(kbuild::fp8_from_f32<kbuild::KBUILD_FORMAT>(x))
    {
    }
    KBUILD_MEMBER explicit KBUILD_F8(const double x)
        : __x(kbuild::fp8_from_f64<kbuild::KBUILD_FORMAT>(x))
    {
    }
    // The conversion to binary32 rounds only integers that are far beyond the format's range.
#define KBUILD_FROM(TYPE)                                                                          \
    KBUILD_MEMBER explicit KBUILD_F8(const TYPE x)                                                 \
        : __x(kbuild::fp8_from_f32<kbuild::KBUILD_FORMAT>(static_cast<float>(x)))                  \
    {                                                                                              \
    }
    KBUILD_FLOAT16_SOURCES(KBUILD_FROM)
#undef KBUILD_FROM

    KBUILD_MEMBER explicit operator float() const
    {
        return kbuild::f32_from_fp8<kbuild::KBUILD_FORMAT>(__x);
    }
    KBUILD_MEMBER explicit operator double() const
    {
        return static_cast<double>(kbuild::f32_from_fp8<kbuild::KBUILD_FORMAT>(__x));
    }
    KBUILD_MEMBER explicit operator __half() const
    {
        return kbuild::half_from_bits(kbuild::KBUILD_TO_F16(__x));
    }
    KBUILD_MEMBER explicit operator __nv_bfloat16() const
    {
        return kbuild::bf16_of(kbuild::f32_from_fp8<kbuild::KBUILD_FORMAT>(__x));
    }
    KBUILD_MEMBER explicit operator bool() const
    {
        return (__x & 0x7fu) != 0;
    }
#define KBUILD_TO(TYPE)                                                                            \
    KBUILD_MEMBER explicit operator TYPE() const                                                   \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(kbuild::f32_from_fp8<kbuild::KBUILD_FORMAT>(__x));   \
    }
    KBUILD_FLOAT16_RESULTS(KBUILD_TO)
#undef KBUILD_TO
#endif
};

struct alignas(2) KBUILD_F8X2 {
    __nv_fp8x2_storage_t __x;

    KBUILD_F8X2() = default;
#if !defined(__CUDA_NO_FP8_CONVERSIONS__)
    KBUILD_MEMBER explicit KBUILD_F8X2(const __half2 v)
        : __x(__nv_cvt_halfraw2_to_fp8x2(v, __NV_SATFINITE, KBUILD_KIND))
    {
    }
    KBUILD_MEMBER explicit KBUILD_F8X2(const __nv_bfloat162 v)
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(v, __NV_SATFINITE, KBUILD_KIND))
    {
    }
    KBUILD_MEMBER explicit KBUILD_F8X2(const float2 v)
        : __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, KBUILD_KIND))
    {
    }
    KBUILD_MEMBER explicit KBUILD_F8X2(const double2 v)
        : __x(__nv_cvt_double2_to_fp8x2(v, __NV_SATFINITE, KBUILD_KIND))
    {
    }
    KBUILD_MEMBER explicit operator __half2() const
    {
        return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, KBUILD_KIND));
    }
    KBUILD_MEMBER explicit operator float2() const
    {
        const unsigned char low = static_cast<unsigned char>(__x);
        const unsigned char high = static_cast<unsigned char>(__x >> 8);
        return make_float2(kbuild::f32_from_fp8<kbuild::KBUILD_FORMAT>(low),
                           kbuild::f32_from_fp8<kbuild::KBUILD_FORMAT>(high));
    }
#endif
};

struct alignas(4) KBUILD_F8X4 {
    __nv_fp8x4_storage_t __x;

    KBUILD_F8X4() = default;
#if !defined(__CUDA_NO_FP8_CONVERSIONS__)
    KBUILD_MEMBER explicit KBUILD_F8X4(const __half2 low, const __half2 high)
        : __x(KBUILD_F8X2(low).__x | static_cast<unsigned>(KBUILD_F8X2(high).__x) << 16)
    {
    }
    KBUILD_MEMBER explicit KBUILD_F8X4(const __nv_bfloat162 low, const __nv_bfloat162 high)
        : __x(KBUILD_F8X2(low).__x | static_cast<unsigned>(KBUILD_F8X2(high).__x) << 16)
    {
    }
    KBUILD_MEMBER explicit KBUILD_F8X4(const float4 v)
        : __x(KBUILD_F8X2(make_float2(v.x, v.y)).__x |
              static_cast<unsigned>(KBUILD_F8X2(make_float2(v.z, v.w)).__x) << 16)
    {
    }
    KBUILD_MEMBER explicit KBUILD_F8X4(const double4 v)
        : __x(KBUILD_F8X2(make_double2(v.x, v.y)).__x |
              static_cast<unsigned>(KBUILD_F8X2(make_double2(v.z, v.w)).__x) << 16)
    {
    }
    KBUILD_MEMBER explicit operator float4() const
    {
        const unsigned x = __x;
        return make_float4(
            kbuild::f32_from_fp8<kbuild::KBUILD_FORMAT>(static_cast<unsigned char>(x)),
            kbuild::f32_from_fp8<kbuild::KBUILD_FORMAT>(static_cast<unsigned char>(x >> 8)),
            kbuild::f32_from_fp8<kbuild::KBUILD_FORMAT>(static_cast<unsigned char>(x >> 16)),
            kbuild::f32_from_fp8<kbuild::KBUILD_FORMAT>(static_cast<unsigned char>(x >> 24)));
    }
#endif
};

static_assert(sizeof(KBUILD_F8) == 1 && __is_trivially_copyable(KBUILD_F8) &&
                  __is_trivially_constructible(KBUILD_F8) && sizeof(KBUILD_F8X2) == 2 &&
                  sizeof(KBUILD_F8X4) == 4,
              "passed by value and kept in shared memory");

#undef KBUILD_F8
#undef KBUILD_F8X2
#undef KBUILD_F8X4
#undef KBUILD_FORMAT
#undef KBUILD_KIND
#undef KBUILD_TO_F16
