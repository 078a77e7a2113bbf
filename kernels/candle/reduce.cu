// Reductions: sums, extremes and the places of extremes (fast_*, short_*), sums by atomics (sum_*),
// softmax, the norms and the rotary embeddings.
#include "reduce/fast.cuh"
#include "reduce/norm.cuh"
#include "reduce/rope.cuh"
#include "reduce/short.cuh"
#include "reduce/softmax.cuh"
#include "reduce/sum.cuh"

// TILED leaves registers for two blocks on a multiprocessor, so that a block which ends at once
// does not keep the next block waiting. AMD's compute units have registers for two blocks in any
// case.
#define TILED LAUNCH_BOUNDS(1024, 2)
#define WIDE  LAUNCH_BOUNDS(1024, 1)

#define FAST(BOUNDS, NAME, T, OUT, ...)                                                            \
    extern "C" __global__ void BOUNDS fast_##NAME(                                                 \
        const usize src_numel, const usize el_to_sum_per_block, const usize num_dims,              \
        const usize *info, const T *src, OUT *dst)                                                 \
    {                                                                                              \
        ENTER(reduce_fast<__VA_ARGS__, T, OUT>)                                                    \
        (src_numel, el_to_sum_per_block, num_dims, info, src, dst);                                \
    }
// PLACE is the launch bound of argmin and argmax. For elements of 8 bytes these need more registers
// for a block than half a multiprocessor has.
#define FAST_KERNELS(T, PLACE)                                                                     \
    FAST(TILED, sum_##T, T, T, Sum<T>)                                                             \
    FAST(TILED, min_##T, T, T, Extreme<T, false>)                                                  \
    FAST(TILED, max_##T, T, T, Extreme<T, true>)                                                   \
    FAST(PLACE, argmin_##T, T, u32, Place<T, false>)                                               \
    FAST(PLACE, argmax_##T, T, u32, Place<T, true>)

FAST_KERNELS(bf16, TILED)
FAST_KERNELS(f16, TILED)
FAST_KERNELS(f32, TILED)
FAST_KERNELS(f64, WIDE)
FAST_KERNELS(u8, TILED)
FAST_KERNELS(u32, TILED)
FAST_KERNELS(i64, WIDE)

// fast_sum_wide_* add up parts of an output's elements. The sums stay f32: short_sum_narrow_* add
// them up and round.
FAST(TILED, sum_wide_bf16, bf16, f32, Sum<bf16, f32>)
FAST(TILED, sum_wide_f16, f16, f32, Sum<f16, f32>)

#define SHORT(NAME, T, OUT, ...)                                                                   \
    extern "C" __global__ void __launch_bounds__(SHORT_ROW_THREADS)                                \
        short_##NAME(const u32 outputs, const u32 count, const u32 inner, const T *src, OUT *dst)  \
    {                                                                                              \
        ENTER(reduce_short<__VA_ARGS__, T, OUT>)(outputs, count, inner, src, dst);                 \
    }
#define SHORT_KERNELS(T)                                                                           \
    SHORT(sum_##T, T, T, Sum<T>)                                                                   \
    SHORT(min_##T, T, T, Extreme<T, false>)                                                        \
    SHORT(max_##T, T, T, Extreme<T, true>)                                                         \
    SHORT(argmin_##T, T, u32, Place<T, false>)                                                     \
    SHORT(argmax_##T, T, u32, Place<T, true>)

SHORT(sum_wide_bf16, bf16, f32, Sum<bf16, f32>)
SHORT(sum_wide_f16, f16, f32, Sum<f16, f32>)
// short_sum_narrow_* add up the f32 sums of parts, and round to the narrow type.
SHORT(sum_narrow_bf16, f32, bf16, Sum<f32, bf16>)
SHORT(sum_narrow_f16, f32, f16, Sum<f32, f16>)

SHORT_KERNELS(bf16)
SHORT_KERNELS(f16)
SHORT_KERNELS(f32)
SHORT_KERNELS(f64)
SHORT_KERNELS(u8)
SHORT_KERNELS(u32)
SHORT_KERNELS(i64)

#define ROWS(T)                                                                                    \
    extern "C" __global__ void __launch_bounds__(SOFTMAX_THREADS, softmax_blocks<T>)               \
        softmax_##T(const T *src, T *dst, const i32 n_cols)                                        \
    {                                                                                              \
        ENTER(softmax<T>)(src, dst, n_cols);                                                       \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(SOFTMAX_LONG_THREADS)                             \
        softmax_long_##T(const T *src, T *dst, const i32 n_cols)                                   \
    {                                                                                              \
        ENTER(softmax_long<T>)(src, dst, static_cast<u32>(n_cols));                                \
    }                                                                                              \
    extern "C" __global__ void TILED rmsnorm_##T(const T *src, T *dst, const T *alpha,             \
                                                 const i32 n_cols, const i32 block_size,           \
                                                 const f32 eps)                                    \
    {                                                                                              \
        ENTER(normalize<T>)({alpha, nullptr, static_cast<u32>(n_cols), eps, false}, src, dst);     \
    }                                                                                              \
    extern "C" __global__ void TILED layernorm_##T(const T *src, T *dst, const T *alpha,           \
                                                   const T *beta, const i32 n_cols,                \
                                                   const i32 block_size, const f32 eps)            \
    {                                                                                              \
        ENTER(normalize<T>)({alpha, beta, static_cast<u32>(n_cols), eps, true}, src, dst);         \
    }

#define ROPES(T)                                                                                   \
    extern "C" __global__ void TILED rope_i_##T(const T *src, const T *cos, const T *sin, T *dst,  \
                                                const u32 bh, const u32 td, const u32 stride_b)    \
    {                                                                                              \
        const usize pairs = static_cast<usize>(bh) * td / 2;                                       \
        ENTER(rotate<true, T>)(Rope<T>{src, cos, sin, dst, pairs, td / 2, 1, td / 2, stride_b});   \
    }                                                                                              \
    extern "C" __global__ void TILED rope_##T(const T *src, const T *cos, const T *sin, T *dst,    \
                                              const u32 bh, const u32 td, const u32 d,             \
                                              const u32 stride_b)                                  \
    {                                                                                              \
        const usize pairs = static_cast<usize>(bh) * td / 2;                                       \
        ENTER(rotate<false, T>)(Rope<T>{src, cos, sin, dst, pairs, d / 2, 1, td / 2, stride_b});   \
    }                                                                                              \
    extern "C" __global__ void TILED rope_thd_##T(const T *src, const T *cos, const T *sin,        \
                                                  T *dst, const u32 b, const u32 t, const u32 h,   \
                                                  const u32 d, const u32 stride_b)                 \
    {                                                                                              \
        const usize pairs = static_cast<usize>(b) * t * h * (d / 2);                               \
        ENTER(rotate<false, T>)                                                                    \
        (Rope<T>{src, cos, sin, dst, pairs, d / 2, h, t * (d / 2), stride_b});                     \
    }

#define SUM(T)                                                                                     \
    extern "C" __global__ void TILED sum_##T(const usize numel, const usize num_dims,              \
                                             const usize num_sum_dims, const usize *info,          \
                                             const T *inp, T *out)                                 \
    {                                                                                              \
        ENTER(sum_into<T>)(numel, num_dims, num_sum_dims, info, inp, out);                         \
    }

ROWS(bf16)
ROWS(f16)
ROWS(f32)
ROWS(f64)

ROPES(bf16)
ROPES(f16)
ROPES(f32)
ROPES(f64)

SUM(bf16)
SUM(f16)
SUM(f32)
SUM(f64)
SUM(u32)
