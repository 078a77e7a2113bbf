// The ten element types, under the names that kernels' names and contract/ use. A kernel makes an
// element wide by widen(), computes, and makes the result narrow by narrow(), once.
//
// Copy bits by __builtin_memcpy: HIP's memcpy is a loop over bytes on devices, and compilers do not
// join its copies again.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <initializer_list>
#include <type_traits>
#include <utility>

#include <stddef.h>
#include <stdint.h>

using usize = size_t;
using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
using i8 = int8_t;
using i16 = int16_t;
using i32 = int32_t;
using i64 = int64_t;
using f8e4m3 = __nv_fp8_e4m3;
using bf16 = __nv_bfloat16;
using f16 = __half;
using f32 = float;
using f64 = double;

// The type of arithmetic on T: f32 for the floats of 8 and 16 bits, and for integers an unsigned
// type of at least 32 bits, whose sums and products wrap.
template <class T> struct ComputeOf {
    using type = T;
};
template <> struct ComputeOf<f8e4m3> {
    using type = f32;
};
template <> struct ComputeOf<bf16> {
    using type = f32;
};
template <> struct ComputeOf<f16> {
    using type = f32;
};
template <> struct ComputeOf<u8> {
    using type = u32;
};
template <> struct ComputeOf<i16> {
    using type = u32;
};
template <> struct ComputeOf<i32> {
    using type = u32;
};
template <> struct ComputeOf<i64> {
    using type = u64;
};
template <class T> using Compute = typename ComputeOf<T>::type;

template <class T> __device__ inline Compute<T> widen(T x)
{
    return static_cast<Compute<T>>(x);
}

template <> __device__ inline f32 widen(bf16 x)
{
    return __bfloat162float(x);
}

template <> __device__ inline f32 widen(f16 x)
{
    return __half2float(x);
}

// Returns x as a T. Floats are rounded once, to nearest even: an f8 is at most 448, and its NaN is
// 0x7f. Integers keep their low bits.
template <class T> __device__ inline T narrow(Compute<T> x)
{
    return static_cast<T>(x);
}

template <> __device__ inline bf16 narrow<bf16>(f32 x)
{
    return __float2bfloat16_rn(x);
}

template <> __device__ inline f16 narrow<f16>(f32 x)
{
    return __float2half_rn(x);
}

// ENTER(function<T>)(arguments) calls the function that does all of a kernel's work. It calls
// through a pointer, which clang resolves in one of its first passes. A pass of clang 15 that runs
// even earlier (AMDGPUPropagateAttributesEarly) follows direct calls: for each kernel and each
// level of calls, the pass looks at all functions of the module. With direct calls it took 4 to 18%
// of the compile time of a hundred kernels.
#define ENTER(...)                                                                                 \
    auto *entered = __VA_ARGS__;                                                                   \
    entered
