// fill_T: a dense buffer; const_set_T: a strided view; copy2d_T: a matrix between two row pitches.
#include "elementwise.cuh"

// Calls body(run, V) for each pack of V elements that lies in one row, and body(run, 1) for the
// elements of the others; both numbers are types.
template <int V, class Places, class Body>
__device__ inline void for_each_run(usize numel, const Places &places, Body body)
{
#pragma unroll 1
    for (usize first = first_thread() * V; first < numel; first += thread_count() * V) {
        const usize count = numel - first < V ? numel - first : V;
#pragma unroll 1
        for (usize done = 0; done < count;) {
            const auto run = places.at(first + done);
            if (done == 0 && run.length >= V) {
                body(run, std::integral_constant<int, V>());
                done = V;
            } else {
                body(run, std::integral_constant<int, 1>());
                ++done;
            }
        }
    }
}

// out[offset(i)] = value for every logical index i.
template <class T>
__device__ inline void set_elements(usize numel, usize rank, const usize *__restrict__ info,
                                    T value, T *out)
{
    const Layout<1> layout(numel, rank, info);
    for_each_run<16 / sizeof(T)>(numel, layout, [&](const auto &run, auto width) {
        constexpr int V = decltype(width)::value;
        Batch<T, V> values;
#pragma unroll
        for (int k = 0; k < V; ++k) {
            values.at[k] = value;
        }
        Pack<T, V> pack;
        pack.push(values);
        store_run(out + run.offset[0], run.stride[0], pack);
    });
}

// Two matrices of `columns` columns whose rows start `pitch` elements apart.
struct Pitched {
    u32 columns;
    u32 pitch[2];

    __device__ Run<2> at(usize index) const
    {
        const usize row = index / columns;
        const usize column = index - row * columns;
        return {columns - column, {row * pitch[0] + column, row * pitch[1] + column}, {1, 1}};
    }
};

template <class T>
__device__ inline void copy_rows(const T *src, T *dst, u32 rows, u32 columns, u32 src_pitch,
                                 u32 dst_pitch)
{
    const usize numel = static_cast<usize>(rows) * columns;
    const Pitched places = {columns, {src_pitch, dst_pitch}};
    for_each_run<16 / sizeof(T)>(numel, places, [&](const auto &run, auto width) {
        constexpr int V = decltype(width)::value;
        store_run(dst + run.offset[1], 1, load_run<V>(src + run.offset[0], 1));
    });
}

#define FILL(NAME, T)                                                                              \
    KERNEL(fill_##NAME)(T * buf, T value, const usize numel)                                       \
    {                                                                                              \
        set_elements(numel, 0, nullptr, value, buf);                                               \
    }                                                                                              \
    KERNEL(copy2d_##NAME)(const T *src, T *dst, u32 d1, u32 d2, u32 src_s, u32 dst_s)              \
    {                                                                                              \
        copy_rows(src, dst, d1, d2, src_s, dst_s);                                                 \
    }                                                                                              \
    KERNEL(const_set_##NAME)                                                                       \
    (const usize numel, const usize num_dims, const usize *info, const T inp, T *out)              \
    {                                                                                              \
        set_elements(numel, num_dims, info, inp, out);                                             \
    }

FILL(u8, u8)
FILL(u32, u32)
FILL(i64, i64)
FILL(f32, f32)
FILL(f64, f64)
FILL(f16, f16)
FILL(bf16, bf16)
FILL(f8_e4m3, f8e4m3)
