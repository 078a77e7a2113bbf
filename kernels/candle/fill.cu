// fill_T fills a dense buffer, const_set_T a strided view. copy2d_T copies a matrix to a matrix
// with another row pitch.
#include "../device/elementwise.cuh"

constexpr int packs = 2; // how many packs a thread moves at a time
template <class T> constexpr int vector = 16 / sizeof(T);
template <class T> using Work = WorkingBlocks<vector<T> * packs>;

// Splits elements |done| to |numel| into packs of V, and calls body(place(n)) for the number n of
// each pack in this thread's share. |blocks| is the number of blocks that work.
template <class T, int V, class Place, class Body>
__device__ inline void for_each_pack(u32 blocks, usize done, usize numel, Place place, Body body)
{
    const usize units = (numel - done) / V;
#pragma unroll 1
    for (UnitRanges<Work<T>> each(blocks, blockDim.x * packs); each.are_below(units);
         each.advance()) {
        const u32 count = each.count(units);
#pragma unroll
        for (int k = 0; k < packs; ++k) {
            if (number_in_block(k) < count) {
                body(place(done / V + each.first() + number_in_block(k)));
            }
        }
    }
}

template <int V, class T> __device__ inline Pack<T, V> pack_of(T value)
{
    Pack<T, V> pack;
    pack.set_first(value);
    pack.repeat_first();
    return pack;
}

template <class T> __device__ inline void fill_packs(u32 blocks, usize numel, T value, T *out)
{
    constexpr int V = vector<T>;
    usize done = 0;
    if (is_vector<T, V>(out, 1)) {
        done = numel / V * V;
        const Pack<T, V> pack = pack_of<V>(value);
        for_each_pack<T, V>(
            blocks, 0, numel, [](usize unit) { return unit * V; },
            [&](usize offset) { *reinterpret_cast<Pack<T, V> *>(out + offset) = pack; });
    }
    if (done < numel) {
        for_each_pack<T, 1>(
            blocks, done, numel, [](usize unit) { return unit; },
            [&](usize offset) { out[offset] = value; });
    }
}

// Whether each element has a thread of its own, so that the thread stores the element at once. True
// only on NVIDIA GPUs and for elements of a word or more: for these, an idle block takes as long as
// a block whose threads store a word each.
template <class T> __device__ inline bool has_thread_for_each_word(usize numel)
{
    return !is_amd && sizeof(T) >= 4 && numel <= thread_count();
}

// Each thread stores one element.
template <class T> __device__ inline void fill_singly(usize numel, T value, T *out)
{
    if (first_thread() < numel) {
        out[first_thread()] = value;
    }
}

// Sets out[i] = value for each i.
template <class T> __device__ inline void fill_elements(usize numel, T value, T *out)
{
    if (Work<T>::is_short(numel, false)) {
        fill_singly(numel, value, out);
    } else if (Work<T>::works()) {
        fill_packs(Work<T>::blocks(), numel, value, out);
    }
}

// Sets this working block's share of a strided view to |value|, by packs.
template <class T>
__device__ inline void set_packs(u32 blocks, usize numel, Access access, const Walk<1> &walk,
                                 T value, T *out)
{
    constexpr int V = vector<T>;
    const Pack<T, V> pack = pack_of<V>(value);
    const auto place = [&](usize unit) {
        return walk.locate(access, static_cast<u32>(unit)).of[0];
    };
    for_each_pack<T, V>(blocks, 0, numel, place, [&](usize offset) {
        if (access.repeats(0)) {
            out[offset] = value;
        } else if (access.gathers(0)) {
            scatter_run(out + offset, walk.template step<V>(access, 0), pack);
        } else {
            *reinterpret_cast<Pack<T, V> *>(out + offset) = pack;
        }
    });
}

// Sets this working block's share of a strided view to |value|, element by element.
template <class T>
__device__ inline void set_singles(u32 blocks, usize numel, Access access, const Walk<1> &walk,
                                   T value, T *out)
{
    const bool is_wide = numel >> 32 != 0;
    const auto place = [&](usize unit) {
        if (is_wide) {
            return walk.offset(access, 0, unit);
        }
        return walk.locate(access, static_cast<u32>(unit)).of[0];
    };
    for_each_pack<T, 1>(blocks, 0, numel, place, [&](usize offset) { out[offset] = value; });
}

// Sets out[offset(i)] = value for every logical index i.
template <class T>
__device__ inline void set_elements(usize numel, usize rank, const usize *info, T value, T *out)
{
    if (info == nullptr || rank == 0 || numel == 0) {
        fill_elements(numel, value, out);
        return;
    }
    if (Work<T>::is_short(numel, true)) {
        if (first_thread() < numel) {
            const u32 element = static_cast<u32>(first_thread());
            out[locate<1>(rank, info, element).of[0]] = value;
        }
        return;
    }
    if (!Work<T>::works()) {
        return;
    }
    constexpr int V = vector<T>;
    __shared__ Walk<1> walk;
    if (threadIdx.x == 0) {
        walk.template find<V, 2 * V>(rank, info, is_vector<T, V>(out, 1) ? 3 : 0);
    }
    __syncthreads();
    const Access access = walk.access();
    const u32 blocks = Work<T>::blocks();
    if (access.is_flat()) {
        fill_packs(blocks, access.repeats(0) ? 1 : numel, value, out);
    } else if (access.is_by_packs()) {
        set_packs(blocks, numel, access, walk, value, out);
    } else {
        set_singles(blocks, numel, access, walk, value, out);
    }
}

__device__ OUT_OF_LINE usize wide_quotient(usize unit, u32 in_row)
{
    return unit / in_row;
}

// Copies this block's share of all rows, in packs of V elements. With V = 1 rows may begin at any
// address.
template <int V, class T>
__device__ inline void copy_packs(u32 blocks, const T *src, T *dst, u32 rows, u32 columns,
                                  u32 src_pitch, u32 dst_pitch)
{
    const u32 in_row = columns / V;
    const usize units = static_cast<usize>(rows) * in_row;
    const divisor32 divisor = divisor32_make(in_row);
#pragma unroll 1
    for (UnitRanges<Work<T>> each(blocks, blockDim.x * packs); each.are_below(units);
         each.advance()) {
        const u32 count = each.count(units);
        Pack<T, V> pack[packs];
        usize target[packs];
#pragma unroll
        for (int k = 0; k < packs; ++k) {
            const usize unit = each.first() + number_in_block(k);
            const usize row = units >> 32 != 0 ? wide_quotient(unit, in_row)
                                               : divisor.quotient(static_cast<u32>(unit));
            const usize column = (unit - row * in_row) * V;
            target[k] = row * dst_pitch + column;
            if (number_in_block(k) < count) {
                pack[k] = *reinterpret_cast<const Pack<T, V> *>(src + row * src_pitch + column);
            }
        }
#pragma unroll
        for (int k = 0; k < packs; ++k) {
            if (number_in_block(k) < count) {
                *reinterpret_cast<Pack<T, V> *>(dst + target[k]) = pack[k];
            }
        }
    }
}

template <class T>
__device__ inline void copy_rows(const T *src, T *dst, u32 rows, u32 columns, u32 src_pitch,
                                 u32 dst_pitch)
{
    if (columns == 0) {
        return;
    }
    if (Work<T>::is_short(static_cast<usize>(rows) * columns, false)) {
        const u32 element = static_cast<u32>(first_thread());
        const usize row = element / columns, column = element % columns;
        if (row < rows) {
            dst[row * dst_pitch + column] = src[row * src_pitch + column];
        }
        return;
    }
    if (!Work<T>::works()) {
        return;
    }
    constexpr int V = vector<T>;
    const u32 blocks = Work<T>::blocks();
    const bool is_aligned = (columns | src_pitch | dst_pitch) % V == 0;
    if (is_aligned && is_vector<T, V>(src, 1) && is_vector<T, V>(dst, 1)) {
        copy_packs<V>(blocks, src, dst, rows, columns, src_pitch, dst_pitch);
    } else {
        copy_packs<1>(blocks, src, dst, rows, columns, src_pitch, dst_pitch);
    }
}

#define FILL(NAME, T)                                                                              \
    MAP_KERNEL(fill_##NAME)(T * buf, T value, const usize numel)                                   \
    {                                                                                              \
        if (has_thread_for_each_word<T>(numel)) {                                                  \
            fill_singly(numel, value, buf);                                                        \
            return;                                                                                \
        }                                                                                          \
        LEAVE_IF_IDLE(Work<T>)                                                                     \
        fill_elements(numel, value, buf);                                                          \
    }                                                                                              \
    MAP_KERNEL(copy2d_##NAME)(const T *src, T *dst, u32 d1, u32 d2, u32 src_s, u32 dst_s)          \
    {                                                                                              \
        LEAVE_IF_IDLE(Work<T>)                                                                     \
        copy_rows(src, dst, d1, d2, src_s, dst_s);                                                 \
    }                                                                                              \
    MAP_KERNEL(const_set_##NAME)                                                                   \
    (const usize numel, const usize num_dims, const usize *info, const T inp, T *out)              \
    {                                                                                              \
        LEAVE_IF_IDLE(Work<T>)                                                                     \
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
