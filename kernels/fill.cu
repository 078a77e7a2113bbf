// fill_T: a dense buffer; const_set_T: a strided view; copy2d_T: a matrix between two row pitches.
#include "elementwise.cuh"

template <class T>
__device__ inline void copy_rows(const T *src, T *dst, u32 rows, u32 columns, u32 src_pitch,
                                 u32 dst_pitch)
{
    const usize numel = static_cast<usize>(rows) * columns;
    const Pitched places = {columns, {src_pitch, dst_pitch}};
    for_each_run<16 / sizeof(T)>(numel, places, [&](const auto &run, auto width) {
        constexpr int V = decltype(width)::value;
        store_run<V>(dst + run.offset[1], 1, load_run<V>(src + run.offset[0], 1));
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
