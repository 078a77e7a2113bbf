// kir/device.cuh: numbers and threads alike on AMD and NVIDIA GPUs, for kernels that programs compile at run
// time. kir's own kernels use it. For hiprtc, NVRTC, hipcc and nvcc; it includes nothing.
//
//     #include <kir/device.cuh>
//     extern "C" __global__ void sums(const kir::bf16 *x, float *out, int n)
//     {
//         float sum = 0;
//         for (int i = threadIdx.x; i < n; i += blockDim.x) sum += kir::cast<float>(x[blockIdx.x * n + i]);
//         sum = kir::block_reduce(sum, kir::Sum<float>());
//         if (threadIdx.x == 0) out[blockIdx.x] = sum;
//     }
//
// docs/user-kernels.md lists what there is, and how numbers are rounded.
#ifndef KIR_DEVICE_CUH
#define KIR_DEVICE_CUH

#if defined(__HIP__) || defined(__HIPCC_RTC__)
#define KIR_AMD 1
#define KIR_COPY(to, from, bytes) __builtin_memcpy(to, from, bytes) // HIP's memcpy copies bytes
#else
#define KIR_COPY(to, from, bytes) memcpy(to, from, bytes)
#endif

namespace kir
{
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef float f32;
typedef double f64;
struct f8e4m3 {
    u8 bits;
};
struct f16 {
    unsigned short bits;
};
struct bf16 {
    unsigned short bits;
};

template <class To, class From> __device__ inline To bits_as(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    KIR_COPY(&to, &from, sizeof(to));
    return to;
}

// ---- Floats: one rounding, to nearest even ----

__device__ inline f32 to_f32(f32 x)
{
    return x;
}
__device__ inline f32 to_f32(f16 x)
{
#ifdef KIR_AMD
    return static_cast<f32>(bits_as<_Float16>(x.bits));
#else
    f32 wide;
    asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(x.bits));
    return wide;
#endif
}
__device__ inline f32 to_f32(bf16 x)
{
    return bits_as<f32>(static_cast<u32>(x.bits) << 16);
}
__device__ inline f32 to_f32(f8e4m3 x)
{
#if !defined(KIR_AMD) && __CUDA_ARCH__ >= 890
    u32 both;
    f16 half;
    asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(both) : "h"(static_cast<unsigned short>(x.bits)));
    half.bits = static_cast<unsigned short>(both);
    return to_f32(half);
#else
    const u32 magnitude = x.bits & 0x7f, sign = static_cast<u32>(x.bits & 0x80) << 24;
    if (magnitude == 0x7f) {
        return bits_as<f32>(sign | 0x7fc00000u);
    }
    // As if it were an f32 with a smaller exponent: subnormal numbers become normal by a product.
    const f32 small = static_cast<f32>(magnitude & 7) * 0x1p-9f;
    const u32 normal = (magnitude << 20) + (120u << 23);
    return bits_as<f32>(sign | (magnitude < 8 ? bits_as<u32>(small) : normal));
#endif
}
__device__ inline f64 to_f64(f64 x)
{
    return x;
}
template <class T> __device__ inline f64 to_f64(T x)
{
    return to_f32(x);
}

// |x| as an f32 that rounds to f16 and bf16 as |x| does: its last bit is set if it is not exact.
__device__ inline f32 to_odd(f64 x)
{
    const f32 near = static_cast<f32>(x);
    const u32 bits = bits_as<u32>(near);
    if (static_cast<f64>(near) == x || x != x || (bits & 1) != 0) {
        return near;
    }
    const bool is_beyond = (near < 0 ? -static_cast<f64>(near) : static_cast<f64>(near)) >
                           (x < 0 ? -x : x);
    return bits_as<f32>(is_beyond ? bits - 1 : bits + 1);
}

template <class T> struct Narrow;
template <> struct Narrow<f16> {
    static __device__ inline f16 of(f32 x)
    {
        f16 narrow;
#ifdef KIR_AMD
        narrow.bits = bits_as<unsigned short>(static_cast<_Float16>(x));
#else
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(narrow.bits) : "f"(x));
#endif
        return narrow;
    }
    static __device__ inline f16 of(f64 x)
    {
        return of(to_odd(x));
    }
};
template <> struct Narrow<bf16> {
    static __device__ inline bf16 of(f32 x)
    {
        bf16 narrow;
#if !defined(KIR_AMD) && __CUDA_ARCH__ >= 800
        u32 both;
        asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(0.0f), "f"(x));
        narrow.bits = static_cast<unsigned short>(both);
#else
        const u32 bits = bits_as<u32>(x);
        const u32 rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
        narrow.bits = static_cast<unsigned short>(x != x ? (bits >> 16 & 0x8000) | 0x7fc0 : rounded);
#endif
        return narrow;
    }
    static __device__ inline bf16 of(f64 x)
    {
        return of(to_odd(x));
    }
};
template <> struct Narrow<f8e4m3> {
    static __device__ inline f8e4m3 of(f32 x)
    {
        f8e4m3 narrow;
#if !defined(KIR_AMD) && __CUDA_ARCH__ >= 890
        unsigned short both;
        asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(both) : "f"(0.0f), "f"(x));
        narrow.bits = static_cast<u8>(x != x ? 0x7f : both);
#else
        const u32 bits = bits_as<u32>(x) & 0x7fffffff, sign = bits_as<u32>(x) >> 24 & 0x80;
        u32 code = x != x ? 0x7f : 0x7e; // 448, also of what is beyond it
        if (bits < 0x3c800000u) { // below 2^-6: units of 2^-9
            code = bits_as<u32>(bits_as<f32>(bits) + 16384.0f) - bits_as<u32>(16384.0f);
        } else if (bits < 0x43e00000u) {
            code = ((bits + 0x7ffff + (bits >> 20 & 1)) >> 20) - (120u << 3);
        }
        narrow.bits = static_cast<u8>(x != x ? code : sign | code);
#endif
        return narrow;
    }
    static __device__ inline f8e4m3 of(f64 x)
    {
        return of(static_cast<f32>(x));
    }
};
template <> struct Narrow<f32> {
    template <class T> static __device__ inline f32 of(T x)
    {
        return static_cast<f32>(x);
    }
};
template <> struct Narrow<f64> {
    template <class T> static __device__ inline f64 of(T x)
    {
        return static_cast<f64>(x);
    }
};

// What a compiler knows nothing about. LLVM 15 mistakes how many bits a number for AMD GPUs has if it knows
// something of it: in divisions, in products of 64 bits of which one factor was a u32, and in the upper half of
// an i64 that is combined with an i32 of known sign.
template <class T> __device__ inline T opaque(T x)
{
#ifdef __AMDGCN__
    asm("" : "+v"(x));
#endif
    return x;
}

// ---- Casts ----

template <class T> struct IsFloat {
    static constexpr bool value = false;
};
template <> struct IsFloat<f8e4m3> {
    static constexpr bool value = true;
};
template <> struct IsFloat<f16> {
    static constexpr bool value = true;
};
template <> struct IsFloat<bf16> {
    static constexpr bool value = true;
};
template <> struct IsFloat<f32> {
    static constexpr bool value = true;
};
template <> struct IsFloat<f64> {
    static constexpr bool value = true;
};

// Toward zero, and to the nearest number that there is.
template <class To, class From>
__device__ inline To clamped(From x, From low, From high, To least, To most, To of_nan)
{
    return x != x ? of_nan : x <= low ? least : x >= high ? most : static_cast<To>(x);
}
template <class To> struct Truncate {
    // u8 and i16 have the low bits of u32 and i32.
    static __device__ inline u32 of_unsigned(f64 x, bool was_f64)
    {
        return clamped<u32>(x, 0.0, 4294967296.0, 0u, 0xffffffffu, was_f64 ? 0x80000000u : 0u);
    }
    static __device__ inline i32 of_signed(f64 x)
    {
        return clamped<i32>(x, -2147483648.0, 2147483648.0, -2147483647 - 1, 2147483647, 0);
    }
};

template <class To, class From, bool to_float, bool from_float> struct Cast;
template <class To, class From> struct Cast<To, From, true, true> {
    static __device__ inline To of(From x)
    {
        return Narrow<To>::of(to_f32(x));
    }
};
template <class To> struct Cast<To, f64, true, true> {
    static __device__ inline To of(f64 x)
    {
        return Narrow<To>::of(x);
    }
};
template <class To, class From> struct Cast<To, From, true, false> {
    static __device__ inline To of(From x)
    {
        return Narrow<To>::of(static_cast<f32>(x));
    }
};
template <class From> struct Cast<f64, From, true, false> {
    static __device__ inline f64 of(From x)
    {
        return static_cast<f64>(x);
    }
};
template <class To, class From> struct Cast<To, From, false, false> {
    static __device__ inline To of(From x)
    {
        return static_cast<To>(x);
    }
};
template <> struct Cast<i64, u32, false, false> {
    static __device__ inline i64 of(u32 x)
    {
        return static_cast<i64>(opaque(x));
    }
};
template <> struct Cast<i64, i32, false, false> {
    static __device__ inline i64 of(i32 x)
    {
        return static_cast<i64>(opaque(x));
    }
};
template <class From> struct Cast<i64, From, false, true> {
    static __device__ inline i64 of(From x)
    {
        constexpr i64 least = -0x7fffffffffffffffll - 1;
        return clamped<i64>(to_f64(x), -0x1p63, 0x1p63, least, 0x7fffffffffffffffll, least);
    }
};
template <class From> struct Cast<u32, From, false, true> {
    static __device__ inline u32 of(From x)
    {
        return Truncate<u32>::of_unsigned(to_f64(x), sizeof(From) == 8);
    }
};
template <class From> struct Cast<u8, From, false, true> {
    static __device__ inline u8 of(From x)
    {
        return static_cast<u8>(Truncate<u32>::of_unsigned(to_f64(x), false));
    }
};
template <class From> struct Cast<i32, From, false, true> {
    static __device__ inline i32 of(From x)
    {
        return Truncate<i32>::of_signed(to_f64(x));
    }
};
template <class From> struct Cast<i16, From, false, true> {
    static __device__ inline i16 of(From x)
    {
        return static_cast<i16>(Truncate<i32>::of_signed(to_f64(x)));
    }
};
template <class To, class From> __device__ inline To cast(From x)
{
    return Cast<To, From, IsFloat<To>::value, IsFloat<From>::value>::of(x);
}

// ---- Arithmetic: integers wrap ----

template <class T> struct Unsigned {
    using type = T;
};
template <> struct Unsigned<i32> {
    using type = u32;
};
template <> struct Unsigned<i64> {
    using type = u64;
};

#define KIR_WRAPPING(NAME, OP)                                                                     \
    template <class T> __device__ inline T NAME(T a, T b)                                          \
    {                                                                                              \
        using U = typename Unsigned<T>::type;                                                      \
        return static_cast<T>(static_cast<U>(a) OP static_cast<U>(b));                             \
    }
KIR_WRAPPING(add, +)
KIR_WRAPPING(sub, -)
KIR_WRAPPING(mul, *)

#ifdef KIR_COARSE
// 1 / x, for x from 2^-126 to 2^126.
__device__ inline f32 coarse_recip(f32 x)
{
#ifdef KIR_AMD
    return __builtin_amdgcn_rcpf(x);
#else
    f32 reciprocal;
    asm("rcp.approx.f32 %0, %1;" : "=f"(reciprocal) : "f"(x));
    return reciprocal;
#endif
}
#ifdef KIR_AMD
extern "C" __device__ __attribute__((const)) f32 __ocml_native_exp2_f32(f32);
#endif
// Without f32's subnormal numbers where nothing is bf16, which has them too.
__device__ inline f32 coarse_exp(f32 x)
{
    x *= 1.44269504f;
#if KIR_COARSE != 16
    return ::exp2f(x);
#elif defined(KIR_AMD)
    return __ocml_native_exp2_f32(x);
#else
    f32 power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
    return power;
#endif
}
// With erf(x) = 1 there to within half a unit of f16.
__device__ inline f32 coarse_erf(f32 x)
{
    const f32 square = x * x;
    f32 sum = -7.00368941e-09f;
    sum = fmaf(sum, square, 3.18687447e-07f);
    sum = fmaf(sum, square, -6.60742603e-06f);
    sum = fmaf(sum, square, 8.39819695e-05f);
    sum = fmaf(sum, square, -0.000746512446f);
    sum = fmaf(sum, square, 0.00501787359f);
    sum = fmaf(sum, square, -0.0266319623f);
    sum = fmaf(sum, square, 0.11269816f);
    sum = fmaf(sum, square, -0.376092889f);
    sum = fmaf(sum, square, 1.12837778f);
    return square > 2.75f * 2.75f ? copysignf(1, x) : x * sum;
}
// exp(-x^2 / 2) times a function of 1 / (1 + 0.27 |x|), for |x| up to 13.6, where bf16 ends.
__device__ inline f32 coarse_normcdf(f32 x)
{
    const f32 near = coarse_recip(fmaf(fabsf(x), 0.27f, 1));
    f32 sum = -0.0607679608f;
    sum = fmaf(sum, near, 0.157916669f);
    sum = fmaf(sum, near, -0.0233637182f);
    sum = fmaf(sum, near, 0.11696613f);
    sum = fmaf(sum, near, 0.093066775f);
    sum = fmaf(sum, near, 0.108401312f);
    sum = fmaf(sum, near, 0.10769021f);
    const f32 tail = coarse_exp(x * x * -0.5f) * (near * sum);
    return x < 0 ? tail : 1 - tail;
}
// log2f is exact to places behind the point; near 1, where the result is near 0, a polynomial.
__device__ inline f32 coarse_log(f32 x)
{
    const f32 f = x - 1;
    f32 near = fmaf(0.293302103f, f, -0.365428388f);
    near = fmaf(fmaf(fmaf(near, f, 0.480871637f), f, -0.721328872f), f, 1.44269506f) * f;
    return (fabsf(f) < 0.125f ? near : ::log2f(x)) * 0.693147181f;
}
__device__ inline f32 coarse_tanh(f32 x)
{
    const f32 square = x * x;
    f32 near = fmaf(-0.0430996467f, square, 0.131523565f);
    near = fmaf(fmaf(near, square, -0.333245142f), square, 1) * x;
    const f32 far = 1 - 2 * coarse_recip(1 + coarse_exp(fminf(2 * fabsf(x), 80)));
    return fabsf(x) < 0.55f ? near : x != x ? x : copysignf(far, x);
}
#endif

template <class T> __device__ inline T div(T a, T b)
{
    a = opaque(a);
    return b == 0 ? static_cast<T>(-1) : b == static_cast<T>(-1) && static_cast<T>(-1) < 0
                                             ? sub(static_cast<T>(0), a)
                                             : a / b;
}
__device__ inline f32 div(f32 a, f32 b)
{
#ifdef KIR_COARSE
    f32 scale = 1;
#if defined(KIR_AMD) && KIR_COARSE != 16 // its reciprocals have no subnormal numbers
    scale = fabsf(b) > 0x1p100f ? 0x1p-64f : fabsf(b) < 0x1p-100f ? 0x1p64f : 1.0f;
#endif
    a *= scale;
    b *= scale;
    const f32 reciprocal = coarse_recip(b), quotient = a * reciprocal;
    const f32 rest = fmaf(-quotient, b, a); // 6 / 3 is 2 after it
    const bool is_inexact = fabsf(rest) > 0 && fabsf(rest) <= 3.40282347e38f;
    return is_inexact ? fmaf(rest, reciprocal, quotient) : quotient;
#else
    return a / b;
#endif
}
__device__ inline f64 div(f64 a, f64 b)
{
    return a / b;
}
template <class T> __device__ inline T rem(T a, T b)
{
    a = opaque(a);
    return b == 0 ? a : b == static_cast<T>(-1) && static_cast<T>(-1) < 0 ? 0 : a % b;
}
__device__ inline f32 rem(f32 a, f32 b)
{
    return fmodf(a, b);
}
__device__ inline f64 rem(f64 a, f64 b)
{
    return fmod(a, b);
}
template <class T> __device__ inline T min(T a, T b)
{
    return b < a ? b : a;
}
__device__ inline f32 min(f32 a, f32 b)
{
    return fminf(a, b);
}
__device__ inline f64 min(f64 a, f64 b)
{
    return fmin(a, b);
}
template <class T> __device__ inline T max(T a, T b)
{
    return a < b ? b : a;
}
__device__ inline f32 max(f32 a, f32 b)
{
    return fmaxf(a, b);
}
__device__ inline f64 max(f64 a, f64 b)
{
    return fmax(a, b);
}
template <class T> __device__ inline T shl(T a, T b)
{
    using U = typename Unsigned<T>::type;
    return static_cast<T>(static_cast<U>(a) << (b & static_cast<T>(8 * sizeof(T) - 1)));
}
template <class T> __device__ inline T shr(T a, T b)
{
    return a >> (b & static_cast<T>(8 * sizeof(T) - 1));
}
#ifndef KIR_AMD
// What the compiler knows nothing about.
__device__ inline u32 hidden(u32 x)
{
    asm volatile("" : "+r"(x));
    return x;
}
__device__ inline u64 hidden(u64 x)
{
    asm volatile("" : "+l"(x));
    return x;
}
#endif

// ptxas 13.0 computes the largest of three integers wrongly if one of them is negated.
template <class T> __device__ inline T neg(T a)
{
#ifdef KIR_AMD
    return sub(static_cast<T>(0), a);
#else
    using U = typename Unsigned<T>::type;
    return static_cast<T>(hidden(~static_cast<U>(a)) + 1);
#endif
}
__device__ inline f32 neg(f32 a)
{
    return -a;
}
__device__ inline f64 neg(f64 a)
{
    return -a;
}
// All bits of the sign. CUDA 13 would find out what abs() is, and then believe that it is never negative;
// but the least number is its own.
template <class T> __device__ inline typename Unsigned<T>::type sign_mask(T a)
{
    const auto mask = static_cast<typename Unsigned<T>::type>(a >> (8 * sizeof(T) - 1));
#ifdef KIR_AMD
    return mask;
#else
    return hidden(mask);
#endif
}
template <class T> __device__ inline T abs(T a)
{
    const auto mask = sign_mask(a);
    using U = typename Unsigned<T>::type;
    return static_cast<T>((static_cast<U>(a) ^ mask) - mask);
}
__device__ inline u32 abs(u32 a)
{
    return a;
}
__device__ inline f32 abs(f32 a)
{
    return fabsf(a);
}
__device__ inline f64 abs(f64 a)
{
    return fabs(a);
}
template <class T> __device__ inline T fma(T a, T b, T c)
{
    return add(mul(a, b), c);
}
__device__ inline f32 fma(f32 a, f32 b, f32 c)
{
    return fmaf(a, b, c);
}
__device__ inline f64 fma(f64 a, f64 b, f64 c)
{
    return ::fma(a, b, c);
}
__device__ inline f32 recip(f32 x)
{
    return div(1.0f, x);
}
__device__ inline f64 recip(f64 x)
{
    return 1 / x;
}
#define KIR_FUNCTION(NAME, SINGLE, DOUBLE)                                                         \
    __device__ inline f32 NAME(f32 x)                                                              \
    {                                                                                              \
        return SINGLE(x);                                                                          \
    }                                                                                              \
    __device__ inline f64 NAME(f64 x)                                                              \
    {                                                                                              \
        return DOUBLE(x);                                                                          \
    }
#ifdef __HIPCC_RTC__
// hiprtc's sqrtf is the instruction alone: one unit from the rounded root, and 0 for subnormal numbers.
__device__ inline f32 rounded_sqrt(f32 x)
{
    const bool is_little = x < 0x1p-96f;
    const f32 scaled = is_little ? x * 0x1p32f : x;
    const f32 near = ::sqrtf(scaled);
    const f32 below = bits_as<f32>(bits_as<u32>(near) - 1), above = bits_as<f32>(bits_as<u32>(near) + 1);
    f32 root = fmaf(-below, near, scaled) <= 0 ? below : near;
    root = fmaf(-above, near, scaled) > 0 ? above : root;
    root = is_little ? root * 0x1p-16f : root;
    return scaled > 0 && scaled <= 3.40282347e38f ? root : near; // not 0, infinity or NaN
}
KIR_FUNCTION(sqrt, rounded_sqrt, ::sqrt)
#else
KIR_FUNCTION(sqrt, ::sqrtf, ::sqrt)
#endif
KIR_FUNCTION(rsqrt, ::rsqrtf, ::rsqrt)
#ifdef KIR_COARSE
KIR_FUNCTION(exp, coarse_exp, ::exp)
KIR_FUNCTION(log, coarse_log, ::log)
KIR_FUNCTION(tanh, coarse_tanh, ::tanh)
KIR_FUNCTION(erf, coarse_erf, ::erf)
KIR_FUNCTION(normcdf, coarse_normcdf, ::normcdf)
#else
KIR_FUNCTION(exp, ::expf, ::exp)
KIR_FUNCTION(log, ::logf, ::log)
KIR_FUNCTION(tanh, ::tanhf, ::tanh)
KIR_FUNCTION(erf, ::erff, ::erf)
KIR_FUNCTION(normcdf, ::normcdff, ::normcdf)
#endif
KIR_FUNCTION(exp2, ::exp2f, ::exp2)
KIR_FUNCTION(log2, ::log2f, ::log2)
KIR_FUNCTION(sin, ::sinf, ::sin)
KIR_FUNCTION(cos, ::cosf, ::cos)
KIR_FUNCTION(expm1, ::expm1f, ::expm1)
KIR_FUNCTION(floor, ::floorf, ::floor)
KIR_FUNCTION(ceil, ::ceilf, ::ceil)
// The sign of zero is lost in some versions of HIP.
__device__ inline f32 round(f32 x)
{
    return ::copysignf(::roundf(x), x);
}
__device__ inline f64 round(f64 x)
{
    return ::copysign(::round(x), x);
}
KIR_FUNCTION(trunc, ::truncf, ::trunc)
__device__ inline f32 pow(f32 x, f32 y)
{
    return ::powf(x, y);
}
__device__ inline f64 pow(f64 x, f64 y)
{
    return ::pow(x, y);
}

// ---- Memory ----

template <unsigned width, class T> __device__ inline T load(const T *memory, i64 index)
{
    return *static_cast<const T *>(__builtin_assume_aligned(memory + index, width * sizeof(T)));
}
template <unsigned width, class T> __device__ inline void store(T *memory, i64 index, T value)
{
    *static_cast<T *>(__builtin_assume_aligned(memory + index, width * sizeof(T))) = value;
}

__device__ inline void atomic_add(i64 *at, i64 x)
{
    ::atomicAdd(reinterpret_cast<u64 *>(at), static_cast<u64>(x));
}
template <class T> __device__ inline void atomic_add(T *at, T x)
{
    ::atomicAdd(at, x);
}
template <class T> __device__ inline void atomic_min(T *at, T x)
{
    ::atomicMin(at, x);
}
template <class T> __device__ inline void atomic_max(T *at, T x)
{
    ::atomicMax(at, x);
}
// Not every version of HIP has these for i64.
template <bool is_max> __device__ inline void atomic_extreme(i64 *at, i64 x)
{
    u64 *const word = reinterpret_cast<u64 *>(at);
    u64 seen = *static_cast<volatile u64 *>(word);
    for (;;) {
        const i64 now = static_cast<i64>(seen);
        if (is_max ? now >= x : now <= x) {
            return;
        }
        const u64 before = ::atomicCAS(word, seen, static_cast<u64>(x));
        if (before == seen) {
            return;
        }
        seen = before;
    }
}
__device__ inline void atomic_min(i64 *at, i64 x)
{
    atomic_extreme<false>(at, x);
}
__device__ inline void atomic_max(i64 *at, i64 x)
{
    atomic_extreme<true>(at, x);
}

// ---- Packs: V elements that lie side by side, moved as one ----

template <int bytes> struct Words;
template <> struct Words<1> {
    typedef u8 type;
    static constexpr int count = 1;
};
template <> struct Words<2> {
    typedef unsigned short type;
    static constexpr int count = 1;
};
template <> struct Words<4> {
    typedef u32 type;
    static constexpr int count = 1;
};
template <> struct Words<8> {
    typedef u32 type;
    static constexpr int count = 2;
};
template <> struct Words<16> {
    typedef u32 type;
    static constexpr int count = 4;
};

template <int size> struct Bits;
template <> struct Bits<1> {
    typedef u8 type;
};
template <> struct Bits<2> {
    typedef unsigned short type;
};
template <> struct Bits<4> {
    typedef u32 type;
};
template <> struct Bits<8> {
    typedef u64 type;
};

// Of up to 16 bytes. Kept as machine words, of which elements are taken when they are needed.
template <class T, int V> struct alignas(V * sizeof(T)) Pack {
    static constexpr int size = sizeof(T), bytes = V * size;
    typedef typename Words<bytes>::type Word;
    typedef typename Bits<size>::type Element;
    static constexpr int word_bytes = sizeof(Word);

    Word words[Words<bytes>::count];

    __device__ T operator[](int k) const
    {
        if constexpr (size > word_bytes) {
            return bits_as<T>(static_cast<u64>(words[2 * k]) |
                              static_cast<u64>(words[2 * k + 1]) << 32);
        } else {
            return bits_as<T>(static_cast<Element>(words[k * size / word_bytes] >>
                                                   k * size % word_bytes * 8));
        }
    }
    // Elements are set in their order, the first one first.
    __device__ void set(int k, T x)
    {
        const Element bits = bits_as<Element>(x);
        if constexpr (size > word_bytes) {
            words[2 * k] = static_cast<u32>(bits);
            words[2 * k + 1] = static_cast<u32>(static_cast<u64>(bits) >> 32);
        } else {
            Word &word = words[k * size / word_bytes];
            const int shift = k * size % word_bytes * 8;
            word = static_cast<Word>(shift == 0 ? bits : word | static_cast<Word>(bits) << shift);
        }
    }
};

// The address is a multiple of the pack's bytes.
template <int V, class T> __device__ inline Pack<T, V> load_pack(const T *from)
{
    return *reinterpret_cast<const Pack<T, V> *>(from);
}
template <int V, class T> __device__ inline void store_pack(T *to, Pack<T, V> pack)
{
    *reinterpret_cast<Pack<T, V> *>(to) = pack;
}

// ---- Warps: 32 neighbouring threads, whatever a wave of the machine is ----

__device__ inline u32 block_threads()
{
    return blockDim.x * blockDim.y * blockDim.z;
}
__device__ inline u32 block_thread()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ inline u32 warp_lane()
{
    return block_thread() & 31;
}
// How many threads this warp has: fewer than 32 at the end of a block.
__device__ inline u32 warp_lanes()
{
    const u32 rest = block_threads() - (block_thread() & ~31u);
    return rest < 32 ? rest : 32;
}
__device__ inline u32 warp_mask()
{
    return warp_lanes() < 32 ? (1u << warp_lanes()) - 1 : ~0u;
}

// All threads of the warp call these together, with an |x| of up to 16 bytes. shuffle(x, lane): the x of that
// lane; shuffle_down(x, step): of the lane |step| above; shuffle_up(x, step): below; shuffle_xor(x, bits). The
// thread's own x where there is no such lane, except at the end of a block that is not a multiple of 32.
#ifdef KIR_AMD
#define KIR_SHUFFLE_WORD(NAME, word, by) NAME(word, by, 32)
#else
#define KIR_SHUFFLE_WORD(NAME, word, by) NAME##_sync(warp_mask(), word, by, 32)
#endif
#define KIR_SHUFFLE(NAME, FUNCTION)                                                                \
    template <class T> __device__ inline T NAME(T x, u32 by)                                       \
    {                                                                                              \
        i32 words[(sizeof(T) + 3) / 4] = {};                                                       \
        KIR_COPY(words, &x, sizeof(T));                                                            \
        for (unsigned i = 0; i < sizeof words / 4; ++i) {                                          \
            words[i] = KIR_SHUFFLE_WORD(FUNCTION, words[i], static_cast<i32>(by));                 \
        }                                                                                          \
        KIR_COPY(&x, words, sizeof(T));                                                            \
        return x;                                                                                  \
    }
KIR_SHUFFLE(shuffle, __shfl)
KIR_SHUFFLE(shuffle_down, __shfl_down)
KIR_SHUFFLE(shuffle_up, __shfl_up)
KIR_SHUFFLE(shuffle_xor, __shfl_xor)

// Bit l: whether lane l calls with true.
__device__ inline u32 ballot(bool is_true)
{
#ifdef KIR_AMD
    const u32 lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)); // of the wave
    return static_cast<u32>(static_cast<u64>(__ballot(is_true)) >> (lane & 32));
#else
    return __ballot_sync(warp_mask(), is_true);
#endif
}
__device__ inline bool any(bool is_true)
{
    return ballot(is_true) != 0;
}
__device__ inline bool all(bool is_true)
{
    return ballot(!is_true) == 0;
}

// ---- Reductions: right for every size of block ----

template <class T> struct Sum {
    __device__ T operator()(T a, T b) const
    {
        return add(a, b);
    }
};
template <class T> struct Product {
    __device__ T operator()(T a, T b) const
    {
        return mul(a, b);
    }
};
template <class T> struct Minimum {
    __device__ T operator()(T a, T b) const
    {
        return kir::min(a, b);
    }
};
template <class T> struct Maximum {
    __device__ T operator()(T a, T b) const
    {
        return kir::max(a, b);
    }
};
template <class T> struct Indexed {
    T value;
    i64 index;
};
// The least index of the extreme; a NaN only if there is no number.
template <class T, bool is_max> struct Extreme {
    __device__ Indexed<T> operator()(Indexed<T> a, Indexed<T> b) const
    {
        const bool a_is_nan = a.value != a.value, b_is_nan = b.value != b.value;
        const bool is_beyond = is_max ? b.value > a.value : b.value < a.value;
        const bool is_equal = a.value == b.value || (a_is_nan && b_is_nan);
        const bool is_better =
            a_is_nan != b_is_nan ? a_is_nan : is_beyond || (is_equal && b.index < a.index);
        return is_better ? b : a;
    }
};

// Over the threads of the warp, all of which call it, and get the result: a tree of steps 16, 8, 4, 2, 1.
template <class T, class Op> __device__ inline T warp_reduce(T x, Op op)
{
    const u32 lanes = warp_lanes(), lane = warp_lane();
    for (u32 step = 16; step > 0; step /= 2) {
        const T other = shuffle_down(x, step);
        if (lane + step < lanes) {
            x = op(x, other);
        }
    }
    return shuffle(x, 0);
}
// The same over the block: in each warp, then warp after warp.
template <class T, class Op> __device__ inline T block_reduce(T x, Op op)
{
    __shared__ char memory[32 * sizeof(T)] __attribute__((aligned(8)));
    T *const partial = reinterpret_cast<T *>(memory);
    x = warp_reduce(x, op);
    __syncthreads(); // the last reduction may still be reading
    if ((block_thread() & 31) == 0) {
        partial[block_thread() / 32] = x;
    }
    __syncthreads();
    const u32 warps = (block_threads() + 31) / 32;
    x = partial[0];
    for (u32 i = 1; i < warps; ++i) {
        x = op(x, partial[i]);
    }
    return x;
}
template <class T, bool is_max> __device__ inline i64 warp_arg(T value, i64 index)
{
    const Indexed<T> x = {value, index};
    return warp_reduce(x, Extreme<T, is_max>()).index;
}
template <class T, bool is_max> __device__ inline i64 block_arg(T value, i64 index)
{
    const Indexed<T> x = {value, index};
    return block_reduce(x, Extreme<T, is_max>()).index;
}
} // namespace kir

#endif
