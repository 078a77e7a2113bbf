// arange_T and linspace_T make numbers at equal distances. band_T makes matrices of two values, one
// of them on neighbouring diagonals.
#include "generate.cuh"

template <class T> constexpr int group = 16 / sizeof(T);

// Sets out[i] to element(i) for each i below numel.
template <class T, class Element>
__device__ inline void generate_each(usize numel, T *out, Element element)
{
    generate<group<T>>(numel, out, [&](usize number, T *values) {
#pragma unroll
        for (int k = 0; k < group<T>; ++k) {
            values[k] = element(number * group<T> + k);
        }
    });
}

// Rounds an f64 to a float T once; to f8 through f32.
template <class T> __device__ inline T from_f64(f64 x)
{
    return static_cast<T>(x);
}

template <> __device__ inline bf16 from_f64(f64 x)
{
    return __double2bfloat16(x);
}

template <> __device__ inline f16 from_f64(f64 x)
{
    return __double2half(x);
}

template <> __device__ inline f8e4m3 from_f64(f64 x)
{
    return static_cast<f8e4m3>(static_cast<f32>(x));
}

// arange_T for integers: out[i] = start + i * step, which wraps around.
#define ARANGE_INTEGERS(T)                                                                         \
    MAP_KERNEL(arange_##T)(const usize numel, const i64 start, const i64 step, T *out)             \
    {                                                                                              \
        generate_each(numel, out, [&](usize i) {                                                   \
            return static_cast<T>(static_cast<u64>(start) + i * static_cast<u64>(step));           \
        });                                                                                        \
    }

ARANGE_INTEGERS(u8)
ARANGE_INTEGERS(i16)
ARANGE_INTEGERS(u32)
ARANGE_INTEGERS(i64)

// arange_T and linspace_T for floats compute in f64, where they round once, and then round once to
// T. linspace counts its first half from |start| and its second from |end|, so that the last
// element is |end|.
#define FLOATS(NAME, T)                                                                            \
    MAP_KERNEL(arange_##NAME)(const usize numel, const f64 start, const f64 step, T *out)          \
    {                                                                                              \
        generate_each(numel, out, [&](usize i) {                                                   \
            return from_f64<T>(fma(static_cast<f64>(i), step, start));                             \
        });                                                                                        \
    }                                                                                              \
    MAP_KERNEL(linspace_##NAME)                                                                    \
    (const usize numel, const f64 start, const f64 end, const f64 step, T *out)                    \
    {                                                                                              \
        generate_each(numel, out, [&](usize i) {                                                   \
            const bool is_near = i < numel / 2;                                                    \
            const f64 distance = static_cast<f64>(is_near ? i : numel - 1 - i);                    \
            return from_f64<T>(fma(distance, is_near ? step : -step, is_near ? start : end));      \
        });                                                                                        \
    }

FLOATS(bf16, bf16)
FLOATS(f8_e4m3, f8e4m3)
FLOATS(f16, f16)
FLOATS(f32, f32)
FLOATS(f64, f64)

// Sets element (r, c) of each matrix to |inside| if low <= c - r <= high, else to |outside|.
#define BAND(NAME, T)                                                                              \
    MAP_KERNEL(band_##NAME)                                                                        \
    (const usize numel, const u32 rows, const u32 columns, const i64 low, const i64 high,          \
     const T inside, const T outside, T *out)                                                      \
    {                                                                                              \
        generate<group<T>>(numel, out, [&](usize first, T *values) {                               \
            const usize row_number = first * group<T> / columns;                                   \
            u32 column = static_cast<u32>(first * group<T> - row_number * columns);                \
            u32 row = static_cast<u32>(row_number % rows);                                         \
            _Pragma("unroll") for (int k = 0; k < group<T>; ++k)                                   \
            {                                                                                      \
                const i64 diagonal = static_cast<i64>(column) - static_cast<i64>(row);             \
                values[k] = low <= diagonal && diagonal <= high ? inside : outside;                \
                column += 1;                                                                       \
                if (column == columns) {                                                           \
                    column = 0;                                                                    \
                    row = row + 1 == rows ? 0 : row + 1;                                           \
                }                                                                                  \
            }                                                                                      \
        });                                                                                        \
    }

BAND(u8, u8)
BAND(f16, f16)
BAND(u32, u32)
BAND(i64, i64)
