// kir/device.cuh makes numbers and threads alike on AMD and NVIDIA GPUs, for kernels that programs
// compile at run time, and for kernels that kir writes. hiprtc, NVRTC, hipcc and nvcc compile it.
// It includes nothing, because a run-time compiler may have no files.
//
//     #include <kir/device.cuh>
//     extern "C" __global__ void sums(const kir::bf16 *x, float *out, int n)
//     {
//         float sum = 0;
//         for (int i = threadIdx.x; i < n; i += blockDim.x)
//             sum += kir::cast<float>(x[blockIdx.x * n + i]);
//         sum = kir::block_reduce(sum, kir::Sum<float>());
//         if (threadIdx.x == 0) out[blockIdx.x] = sum;
//     }
//
// docs/user-kernels.md lists the functions and types, and says how numbers are rounded.
#ifndef KIR_DEVICE_CUH
#define KIR_DEVICE_CUH

namespace kir
{
#include "../../kernels/device/portable.cuh"

typedef unsigned char u8;
typedef unsigned long long u64;
typedef short i16;
typedef long long i64;

// ---- Types of 8 and 16 bits ----

enum class Kind { OTHER, BOOL, INTEGER, FLOAT, NARROW };
template <class T> struct KindOf {
    static constexpr Kind value = Kind::OTHER;
};
#define KIR_KIND(TYPE, KIND)                                                                       \
    template <> struct KindOf<TYPE> {                                                              \
        static constexpr Kind value = Kind::KIND;                                                  \
    };
KIR_KIND(bool, BOOL)
KIR_KIND(char, INTEGER)
KIR_KIND(signed char, INTEGER)
KIR_KIND(u8, INTEGER)
KIR_KIND(short, INTEGER)
KIR_KIND(unsigned short, INTEGER)
KIR_KIND(int, INTEGER)
KIR_KIND(unsigned int, INTEGER)
KIR_KIND(long, INTEGER)
KIR_KIND(unsigned long, INTEGER)
KIR_KIND(long long, INTEGER)
KIR_KIND(unsigned long long, INTEGER)
KIR_KIND(f32, FLOAT)
KIR_KIND(f64, FLOAT)

template <class T> __device__ constexpr bool is_narrow()
{
    return KindOf<T>::value == Kind::NARROW;
}
template <class T> __device__ constexpr bool is_integer()
{
    return KindOf<T>::value == Kind::INTEGER || KindOf<T>::value == Kind::BOOL;
}
template <class T> __device__ constexpr bool is_builtin()
{
    return is_integer<T>() || KindOf<T>::value == Kind::FLOAT;
}
template <bool is_enabled, class T> struct If {};
template <class T> struct If<true, T> {
    typedef T type;
};

template <class To, class From> __device__ inline To cast(From x);

// Every number converts to a narrow type as by cast(). A narrow number converts to an f32, which
// C++ may convert further: static_cast<int>(x) converts x's f32, while cast<int>(x) is defined for
// all x. Narrow types convert to each other only explicitly.
#define KIR_NARROW(NAME, BITS)                                                                     \
    struct NAME;                                                                                   \
    KIR_KIND(NAME, NARROW)                                                                         \
    __device__ inline f32 to_f32(NAME x);                                                          \
    struct NAME {                                                                                  \
        BITS bits;                                                                                 \
        NAME() = default;                                                                          \
        template <class T, typename If<is_builtin<T>(), int>::type = 0>                            \
        __device__ NAME(T x) : bits(cast<NAME>(x).bits)                                            \
        {                                                                                          \
        }                                                                                          \
        template <class T, typename If<is_narrow<T>(), long>::type = 0>                            \
        __device__ explicit NAME(T x) : bits(cast<NAME>(x).bits)                                   \
        {                                                                                          \
        }                                                                                          \
        __device__ operator f32() const                                                            \
        {                                                                                          \
            return to_f32(*this);                                                                  \
        }                                                                                          \
    };
KIR_NARROW(f8e4m3, u8)
KIR_NARROW(f16, unsigned short)
KIR_NARROW(bf16, unsigned short)

// An operator on two numbers of one narrow type, or on a narrow number and an integer, computes as
// f32 and rounds to the narrow type, once. With an f32, an f64 or another narrow type, and in
// comparisons, the narrow number becomes an f32 and the operator is C++'s own.
#define KIR_OPERATOR(OP)                                                                           \
    template <class T>                                                                             \
    __device__ inline typename If<is_narrow<T>(), T>::type operator OP(T a, T b)                   \
    {                                                                                              \
        return cast<T>(to_f32(a) OP to_f32(b));                                                    \
    }                                                                                              \
    template <class T, class Int>                                                                  \
    __device__ inline typename If<is_narrow<T>() && is_integer<Int>(), T>::type operator OP(       \
        T a, Int b)                                                                                \
    {                                                                                              \
        return cast<T>(to_f32(a) OP static_cast<f32>(b));                                          \
    }                                                                                              \
    template <class Int, class T>                                                                  \
    __device__ inline typename If<is_integer<Int>() && is_narrow<T>(), T>::type operator OP(       \
        Int a, T b)                                                                                \
    {                                                                                              \
        return cast<T>(static_cast<f32>(a) OP to_f32(b));                                          \
    }                                                                                              \
    template <class T, class U>                                                                    \
    __device__ inline typename If<is_narrow<T>(), T &>::type operator OP##=(T & a, U b)            \
    {                                                                                              \
        return a = static_cast<T>(a OP b);                                                         \
    }
KIR_OPERATOR(+)
KIR_OPERATOR(-)
KIR_OPERATOR(*)
KIR_OPERATOR(/)
template <class T> __device__ inline typename If<is_narrow<T>(), T>::type operator+(T a)
{
    return a;
}
template <class T> __device__ inline typename If<is_narrow<T>(), T>::type operator-(T a)
{
    return cast<T>(-to_f32(a));
}
#define KIR_STEP(OP, BY)                                                                           \
    template <class T>                                                                             \
    __device__ inline typename If<is_narrow<T>(), T &>::type operator OP(T & a)                    \
    {                                                                                              \
        return a BY 1;                                                                             \
    }                                                                                              \
    template <class T>                                                                             \
    __device__ inline typename If<is_narrow<T>(), T>::type operator OP(T & a, int)                 \
    {                                                                                              \
        const T before = a;                                                                        \
        a BY 1;                                                                                    \
        return before;                                                                             \
    }
KIR_STEP(++, +=)
KIR_STEP(--, -=)

// ---- Floats: each conversion rounds once, to nearest even ----

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
    // The bits of a normal f8 are the bits of its f32, except for the bias of the exponent. A
    // subnormal f8 is a product, because it is a normal f32.
    const f32 small = static_cast<f32>(magnitude & 7) * 0x1p-9f;
    const u32 normal = (magnitude << 20) + (120u << 23);
    return bits_as<f32>(sign | (magnitude < 8 ? bits_as<u32>(small) : normal));
#endif
}
__device__ inline f64 to_f32_or_f64(f64 x)
{
    return x;
}
template <class T> __device__ inline f32 to_f32_or_f64(T x)
{
    return to_f32(x);
}

// Returns an f32 that rounds to f16 and bf16 as x itself does: if no f32 equals x, the neighbour of
// x whose last bit is 1.
__device__ inline f32 to_odd(f64 x)
{
    const f32 near = static_cast<f32>(x);
    const u32 bits = bits_as<u32>(near);
    if (static_cast<f64>(near) == x || x != x || (bits & 1) != 0) {
        return near;
    }
    const bool is_beyond = ::fabs(static_cast<f64>(near)) > ::fabs(x);
    return bits_as<f32>(is_beyond ? bits - 1 : bits + 1);
}

template <class T> struct Narrow {
    static constexpr bool is_float = false;
};
template <> struct Narrow<f16> {
    static constexpr bool is_float = true;
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
    static constexpr bool is_float = true;
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
        narrow.bits =
            static_cast<unsigned short>(x != x ? (bits >> 16 & 0x8000) | 0x7fc0 : rounded);
#endif
        return narrow;
    }
    static __device__ inline bf16 of(f64 x)
    {
        return of(to_odd(x));
    }
};
template <> struct Narrow<f8e4m3> {
    static constexpr bool is_float = true;
    static __device__ inline f8e4m3 of(f32 x)
    {
        f8e4m3 narrow;
#if !defined(KIR_AMD) && __CUDA_ARCH__ >= 890
        unsigned short both;
        asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(both) : "f"(0.0f), "f"(x));
        narrow.bits = static_cast<u8>(x != x ? 0x7f : both);
#else
        const u32 bits = bits_as<u32>(x) & 0x7fffffff, sign = bits_as<u32>(x) >> 24 & 0x80;
        u32 code = x != x ? 0x7f : 0x7e; // NaN, or 448 for larger numbers
        if (bits < 0x3c800000u) {
            // Below 2^-6 the sum rounds the number to a multiple of 2^-9.
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
    static constexpr bool is_float = true;
    template <class T> static __device__ inline f32 of(T x)
    {
        return static_cast<f32>(x);
    }
};
template <> struct Narrow<f64> {
    static constexpr bool is_float = true;
    template <class T> static __device__ inline f64 of(T x)
    {
        return static_cast<f64>(x);
    }
};

// ---- Casts ----

template <class To, class From> __device__ inline To truncated(From x)
{
    static_assert(sizeof(To) < 8 || static_cast<To>(-1) < 0, "of 64 bits, only i64 is cast to");
    if constexpr (sizeof(To) == 8) {
        return math::truncate_to_i64(x);
    } else if constexpr (static_cast<To>(-1) < 0) {
        return static_cast<To>(math::truncate_to_i32(x)); // i16: the low bits of an i32
    } else {
        return static_cast<To>(math::truncate_to_u32(x)); // u8: the low bits of a u32
    }
}

template <class To, class From> __device__ inline To cast(From x)
{
    if constexpr (Narrow<To>::is_float && Narrow<From>::is_float) {
        return Narrow<To>::of(to_f32_or_f64(x));
    } else if constexpr (Narrow<From>::is_float) {
        return truncated<To>(to_f32_or_f64(x));
    } else if constexpr (Narrow<To>::is_float && sizeof(To) < 8) {
        return Narrow<To>::of(static_cast<f32>(x));
    } else if constexpr (sizeof(To) == 8 && sizeof(From) == 4) {
        return static_cast<To>(opaque(x));
    } else {
        return static_cast<To>(x);
    }
}

// ---- Arithmetic: integers wrap ----

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
constexpr quick::Format rounded_to = KIR_COARSE == 16 ? quick::F16 : quick::BF16;
#endif

template <class T> __device__ inline T div(T a, T b)
{
    return math::divide(a, b);
}
__device__ inline f32 div(f32 a, f32 b)
{
#ifdef KIR_COARSE
    f32 scale = 1;
    if (rounded_to == quick::BF16) { // BF16: 1 / b may be subnormal
        scale = fabsf(b) > 0x1p100f ? 0x1p-64f : fabsf(b) < 0x1p-100f ? 0x1p64f : 1.0f;
    }
    return quick::quotient(a * scale, b * scale);
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
// Returns |x|, and hides from the compiler what it knows about x (opaque() does so on AMD GPUs).
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

// ptxas 13.0 computes the largest of three integers wrongly if one of them is negated, so it must
// not see the negation.
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
// The mask is all ones for a negative number. CUDA 13 would recognise a call of abs() and believe
// that its result is never negative. But abs() of the least number is that number, which is
// negative.
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
#ifdef __HIPCC_RTC__
// Returns the square root, correctly rounded. hiprtc's sqrtf is one instruction: its result may be
// off by one unit in the last place, and is 0 for subnormal numbers.
__device__ inline f32 rounded_sqrt(f32 x)
{
    const bool is_little = x < 0x1p-96f;
    const f32 scaled = is_little ? x * 0x1p32f : x;
    const f32 near = ::sqrtf(scaled);
    const f32 below = bits_as<f32>(bits_as<u32>(near) - 1),
              above = bits_as<f32>(bits_as<u32>(near) + 1);
    f32 root = fmaf(-below, near, scaled) <= 0 ? below : near;
    root = fmaf(-above, near, scaled) > 0 ? above : root;
    root = is_little ? root * 0x1p-16f : root;
    return scaled > 0 && scaled <= 3.40282347e38f ? root : near; // |near| for 0, infinity, NaN
}
KIR_FUNCTION(sqrt, rounded_sqrt, ::sqrt)
#else
using math::sqrt;
#endif
#ifdef KIR_COARSE
KIR_FUNCTION(exp, quick::exp<rounded_to>, ::exp)
KIR_FUNCTION(log, quick::log<rounded_to>, ::log)
KIR_FUNCTION(tanh, quick::tanh<rounded_to>, ::tanh)
KIR_FUNCTION(erf, quick::erf<rounded_to>, ::erf)
KIR_FUNCTION(normcdf, quick::normcdf<rounded_to>, ::normcdf)
#else
using math::erf;
using math::exp;
using math::log;
using math::normcdf;
using math::tanh;
#endif
using math::ceil;
using math::cos;
using math::exp2;
using math::expm1;
using math::floor;
using math::log2;
using math::pow;
using math::round;
using math::rsqrt;
using math::sin;
using math::trunc;

// ---- Functions of numbers of 8 and 16 bits: computed as f32, rounded once ----

#define KIR_NARROW_1(T, NAME)                                                                      \
    __device__ inline T NAME(T x)                                                                  \
    {                                                                                              \
        return cast<T>(NAME(to_f32(x)));                                                           \
    }
#define KIR_NARROW_2(T, NAME)                                                                      \
    __device__ inline T NAME(T a, T b)                                                             \
    {                                                                                              \
        return cast<T>(NAME(to_f32(a), to_f32(b)));                                                \
    }
#define KIR_NARROW_FUNCTIONS(T)                                                                    \
    KIR_NARROW_1(T, abs)                                                                           \
    KIR_NARROW_1(T, ceil)                                                                          \
    KIR_NARROW_1(T, cos)                                                                           \
    KIR_NARROW_1(T, erf)                                                                           \
    KIR_NARROW_1(T, exp)                                                                           \
    KIR_NARROW_1(T, exp2)                                                                          \
    KIR_NARROW_1(T, expm1)                                                                         \
    KIR_NARROW_1(T, floor)                                                                         \
    KIR_NARROW_1(T, log)                                                                           \
    KIR_NARROW_1(T, log2)                                                                          \
    KIR_NARROW_1(T, neg)                                                                           \
    KIR_NARROW_1(T, normcdf)                                                                       \
    KIR_NARROW_1(T, recip)                                                                         \
    KIR_NARROW_1(T, round)                                                                         \
    KIR_NARROW_1(T, rsqrt)                                                                         \
    KIR_NARROW_1(T, sin)                                                                           \
    KIR_NARROW_1(T, sqrt)                                                                          \
    KIR_NARROW_1(T, tanh)                                                                          \
    KIR_NARROW_1(T, trunc)                                                                         \
    KIR_NARROW_2(T, add)                                                                           \
    KIR_NARROW_2(T, sub)                                                                           \
    KIR_NARROW_2(T, mul)                                                                           \
    KIR_NARROW_2(T, div)                                                                           \
    KIR_NARROW_2(T, rem)                                                                           \
    KIR_NARROW_2(T, min)                                                                           \
    KIR_NARROW_2(T, max)                                                                           \
    KIR_NARROW_2(T, pow)                                                                           \
    __device__ inline T fma(T a, T b, T c)                                                         \
    {                                                                                              \
        return cast<T>(fma(to_f32(a), to_f32(b), to_f32(c)));                                      \
    }
KIR_NARROW_FUNCTIONS(f8e4m3)
KIR_NARROW_FUNCTIONS(f16)
KIR_NARROW_FUNCTIONS(bf16)

// ---- Functions of two numbers of different types, as max(x, 0) for an f16 |x| ----

// The type that a + b has, for numbers of different types.
template <bool is_enabled, class Left, class Right> struct Sums {};
template <class Left, class Right> struct Sums<true, Left, Right> {
    typedef decltype(Left() + Right()) type;
};
template <class T> struct Sums<true, T, T> {};
template <class T> __device__ constexpr bool is_number()
{
    return is_builtin<T>() || is_narrow<T>();
}
// They compute in that type, or as f32 if it is narrow, and round to it once.
#define KIR_MIXED(NAME)                                                                            \
    template <class Left, class Right>                                                             \
    __device__ inline typename Sums<is_number<Left>() && is_number<Right>(), Left, Right>::type    \
        NAME(Left a, Right b)                                                                      \
    {                                                                                              \
        typedef decltype(a + b) T;                                                                 \
        if constexpr (is_narrow<T>()) {                                                            \
            return cast<T>(NAME(static_cast<f32>(a), static_cast<f32>(b)));                        \
        } else {                                                                                   \
            return NAME(static_cast<T>(a), static_cast<T>(b));                                     \
        }                                                                                          \
    }
KIR_MIXED(min)
KIR_MIXED(max)
KIR_MIXED(pow)
KIR_MIXED(div)
KIR_MIXED(rem)

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
// Not every version of HIP has atomicMin() and atomicMax() for i64.
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

// ---- Packs: V neighbours, moved as one ----

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

// A pack has up to 16 bytes. The pack is kept as machine words, from which operator[] takes an
// element, because elements of 8 and 16 bits would need a register each.
template <class T, int V> struct alignas(V * sizeof(T)) Pack {
    static constexpr int size = sizeof(T), bytes = V * size;
    typedef typename Words<bytes>::type Word;
    typedef typename Bits<size>::type Element;
    static constexpr int word_bytes = sizeof(Word);

    Word words[Words<bytes>::count];

    __device__ T operator[](int k) const
    {
        if constexpr (size > word_bytes) {
            return bits_as<T>(static_cast<u64>(words[2 * k]) | static_cast<u64>(words[2 * k + 1])
                                                                   << 32);
        } else {
            return bits_as<T>(
                static_cast<Element>(words[k * size / word_bytes] >> k * size % word_bytes * 8));
        }
    }
    // Sets element k. The caller must set element 0 first, then 1 and so on.
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

// Loads a pack. The address must be a multiple of the pack's bytes.
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
// Returns how many threads this warp has: fewer than 32 at the end of a block whose size is not a
// multiple of 32.
__device__ inline u32 warp_lanes()
{
    const u32 rest = block_threads() - (block_thread() & ~31u);
    return rest < 32 ? rest : 32;
}
__device__ inline u32 warp_mask()
{
    return warp_lanes() < 32 ? (1u << warp_lanes()) - 1 : ~0u;
}

// All threads of the warp must call a shuffle together, with an |x| of up to 16 bytes. Each thread
// gets the x of another lane:
//
//     shuffle(x, lane)         the lane with this number
//     shuffle_down(x, step)    its own number + step
//     shuffle_up(x, step)      its own number - step
//     shuffle_xor(x, bits)     its own number ^ bits
//
// If that number is not from 0 to 31, a thread gets its own x. If the block ends before that lane,
// the result is undefined. |mask| has a bit for each lane of the warp that exists.
#ifdef KIR_AMD
#define KIR_SHUFFLE_WORD(NAME, word, by) NAME(word, by, 32)
#else
#define KIR_SHUFFLE_WORD(NAME, word, by) NAME##_sync(mask, word, by, 32)
#endif
#define KIR_SHUFFLE(NAME, FUNCTION)                                                                \
    template <class T> __device__ inline T NAME(T x, u32 by, u32 mask = warp_mask())               \
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

// Returns a word whose bit l is set if lane l of the warp called with true.
__device__ inline u32 ballot(bool is_true)
{
#ifdef KIR_AMD
    const u32 lane =
        __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)); // lane of the wave
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
// The extreme with its index: the least index, if several values are the extreme. NaN is the
// extreme only if there is no number.
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

// Reduces a value over all threads of the warp, by a tree of steps 16, 8, 4, 2, 1. All threads must
// call this, and all get the result.
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
// Reduces a value over all threads of the block: first in each warp, then warp after warp.
template <class T, class Op> __device__ inline T block_reduce(T x, Op op)
{
    __shared__ char memory[32 * sizeof(T)] __attribute__((aligned(8)));
    T *const partial = reinterpret_cast<T *>(memory);
    x = warp_reduce(x, op);
    __syncthreads(); // other threads may still be reading the result of the last reduction
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
