// fill_T: a dense buffer; const_set_T: a strided view; copy2d_T: a matrix between two row pitches.
#include "elementwise.cuh"

constexpr int packs = 2; // a thread's at a time

// Elements |done| to |numel| of the view become |value|, packs of V at a time.
template <u32 n, int V, class T>
__device__ inline void set_packs(usize done, usize numel, const Info &shape, T value, T *out)
{
    Pack<T, V> pack;
    pack.set_first(value);
    pack.repeat_first();
    Share<n>::for_each_stretch((numel - done) / V, blockDim.x * packs, [&](usize first, u32 count) {
        const Places<packs> place = places<V, packs>(shape, done / V + first);
#pragma unroll
        for (int k = 0; k < packs; ++k) {
            if (number_in_block(k) < count) {
                *reinterpret_cast<Pack<T, V> *>(out + place.offset[k]) = pack;
            }
        }
    });
}

// out[offset(i)] = value for every logical index i.
template <class T>
__device__ inline void set_elements(usize numel, usize rank, const usize *__restrict__ info,
                                    T value, T *out)
{
    constexpr int V = 16 / sizeof(T);
    constexpr u32 n = V * packs;
    if (Share<n>::is_idle()) {
        return;
    }
    const Info shape(rank, info, 0);
    usize done = 0;
    if (is_vector<T, V>(out, pack_step<V>(shape))) {
        done = numel / V * V;
        set_packs<n, V>(0, numel, shape, value, out);
    }
    if (done < numel) {
        set_packs<n, 1>(done, numel, shape, value, out);
    }
}

// A matrix whose rows start |pitch| elements apart.
struct Pitched {
    static constexpr usize rank = 2;
    u32 rows, columns, pitch;

    __device__ usize size(usize dim) const
    {
        return dim == 0 ? rows : columns;
    }
    __device__ usize stride(usize dim) const
    {
        return dim == 0 ? pitch : 1;
    }
};

template <u32 n, int V, class T>
__device__ inline void copy_packs(usize done, const Pitched &from, const T *src, const Pitched &to,
                                  T *dst)
{
    const usize numel = static_cast<usize>(to.rows) * to.columns;
    Share<n>::for_each_stretch((numel - done) / V, blockDim.x * packs, [&](usize first, u32 count) {
        const Places<packs> place = places<V, packs>(from, done / V + first);
        Pack<T, V> pack[packs];
#pragma unroll
        for (int k = 0; k < packs; ++k) {
            if (number_in_block(k) < count) {
                pack[k] = *reinterpret_cast<const Pack<T, V> *>(src + place.offset[k]);
            }
        }
        const Places<packs> target = places<V, packs>(to, done / V + first);
#pragma unroll
        for (int k = 0; k < packs; ++k) {
            if (number_in_block(k) < count) {
                *reinterpret_cast<Pack<T, V> *>(dst + target.offset[k]) = pack[k];
            }
        }
    });
}

template <class T>
__device__ inline void copy_rows(const T *src, T *dst, u32 rows, u32 columns, u32 src_pitch,
                                 u32 dst_pitch)
{
    constexpr int V = 16 / sizeof(T);
    constexpr u32 n = V * packs;
    if (Share<n>::is_idle()) {
        return;
    }
    const usize numel = static_cast<usize>(rows) * columns;
    const Pitched from = {rows, columns, src_pitch}, to = {rows, columns, dst_pitch};
    usize done = 0;
    if (is_vector<T, V>(src, pack_step<V>(from)) && is_vector<T, V>(dst, pack_step<V>(to))) {
        done = numel / V * V;
        copy_packs<n, V>(0, from, src, to, dst);
    }
    if (done < numel) {
        copy_packs<n, 1>(done, from, src, to, dst);
    }
}

#define FILL(NAME, T)                                                                              \
    MAP_KERNEL(fill_##NAME, T, void)(T * buf, T value, const usize numel)                          \
    {                                                                                              \
        set_elements(numel, 0, nullptr, value, buf);                                               \
    }                                                                                              \
    MAP_KERNEL(copy2d_##NAME, T, void)(const T *src, T *dst, u32 d1, u32 d2, u32 src_s, u32 dst_s) \
    {                                                                                              \
        copy_rows(src, dst, d1, d2, src_s, dst_s);                                                 \
    }                                                                                              \
    MAP_KERNEL(const_set_##NAME, T, void)                                                          \
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
