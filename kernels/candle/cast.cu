// cast_S_D: out[i] = inp[i], converted to D.
#include "../device/elementwise.cuh"
#include "../device/portable.cuh"

// Converts an f32, f64 or integer to D, with one rounding; if D is f8, through f32.
template <class D, class S> __device__ inline D convert_wide(S x)
{
    if constexpr (std::is_same<D, S>::value) {
        return x;
    } else if constexpr (std::is_same<D, f8e4m3>::value) {
        // callers rely on x being rounded to f32 before it is rounded to f8
        return f8e4m3(static_cast<f32>(x));
    } else if constexpr (std::is_same<D, f16>::value) {
        if constexpr (std::is_same<S, f64>::value) {
            return __double2half(x);
        } else {
            // f32 holds all integers in the range of f16: only the rounding to f16 matters.
            return __float2half_rn(static_cast<f32>(x));
        }
    } else if constexpr (std::is_same<D, bf16>::value) {
        if constexpr (std::is_same<S, f64>::value) {
            return __double2bfloat16(x);
        } else if constexpr (std::is_same<S, u32>::value) {
            return __uint2bfloat16_rn(x);
        } else {
            static_assert(std::is_same<S, f32>::value || sizeof(S) == 1, "would round twice");
            return __float2bfloat16_rn(static_cast<f32>(x));
        }
    } else if constexpr (std::is_floating_point<S>::value && std::is_integral<D>::value) {
        if constexpr (std::is_same<D, i64>::value) {
            return math::truncate_to_i64(x);
        } else if constexpr (std::is_same<D, i32>::value) {
            return math::truncate_to_i32(x);
        } else {
            // a u8 gets the low bits of the u32
            return static_cast<D>(math::truncate_to_u32(x));
        }
    } else {
        return static_cast<D>(x);
    }
}

template <class D> struct Cast {
    template <class S> __device__ D operator()(S x) const
    {
        if constexpr (std::is_same<D, S>::value) {
            return x;
        } else if constexpr (std::is_class<S>::value) { // true if S is f8e4m3, bf16 or f16
            return convert_wide<D>(widen(x));
        } else {
            return convert_wide<D>(x);
        }
    }
};

#define CAST(SNAME, S, DNAME, D)                                                                   \
    MAP_KERNEL(cast_##SNAME##_##DNAME)                                                             \
    (const usize numel, const usize num_dims, const usize *info, const S *inp, D *out)             \
    {                                                                                              \
        ENTER(map_elements<D, Cast<D>, S>)(numel, num_dims, info, out, Cast<D>(), inp);            \
    }
#define CAST_F8(NAME, T)                                                                           \
    CAST(f8_e4m3, f8e4m3, NAME, T)                                                                 \
    CAST(NAME, T, f8_e4m3, f8e4m3)

CAST_F8(u8, u8)
CAST_F8(i32, i32)
CAST_F8(bf16, bf16)
CAST_F8(f16, f16)
CAST_F8(f32, f32)
CAST_F8(f64, f64)
CAST(f8_e4m3, f8e4m3, f8_e4m3, f8e4m3)

CAST(bf16, bf16, u8, u8)
CAST(bf16, bf16, u32, u32)
CAST(bf16, bf16, bf16, bf16)
CAST(bf16, bf16, f16, f16)
CAST(bf16, bf16, f32, f32)
CAST(bf16, bf16, f64, f64)

CAST(f16, f16, u8, u8)
CAST(f16, f16, u32, u32)
CAST(f16, f16, bf16, bf16)
CAST(f16, f16, f16, f16)
CAST(f16, f16, f32, f32)
CAST(f16, f16, f64, f64)

CAST(f32, f32, u8, u8)
CAST(f32, f32, u32, u32)
CAST(f32, f32, i64, i64)
CAST(f32, f32, bf16, bf16)
CAST(f32, f32, f16, f16)
CAST(f32, f32, f32, f32)
CAST(f32, f32, f64, f64)

CAST(f64, f64, u8, u8)
CAST(f64, f64, u32, u32)
CAST(f64, f64, i64, i64)
CAST(f64, f64, bf16, bf16)
CAST(f64, f64, f16, f16)
CAST(f64, f64, f32, f32)
CAST(f64, f64, f64, f64)

CAST(u8, u8, u8, u8)
CAST(u8, u8, u32, u32)
CAST(u8, u8, i64, i64)
CAST(u8, u8, bf16, bf16)
CAST(u8, u8, f16, f16)
CAST(u8, u8, f32, f32)
CAST(u8, u8, f64, f64)

CAST(u32, u32, u8, u8)
CAST(u32, u32, u32, u32)
CAST(u32, u32, i64, i64)
CAST(u32, u32, bf16, bf16)
CAST(u32, u32, f16, f16)
CAST(u32, u32, f32, f32)
CAST(u32, u32, f64, f64)

CAST(i64, i64, u8, u8)
CAST(i64, i64, u32, u32)
CAST(i64, i64, i64, i64)
CAST(i64, i64, f32, f32)
CAST(i64, i64, f64, f64)
