// Attention without matrix cores: kernels for many rows, and for few.
#pragma once

#include "join.cuh"
#include "lanes.cuh"
#include "movers.cuh"

#if defined(__HIP__) && !defined(HAS_MFMA) && !defined(HAS_WMMA)

// Many rows: the waves of a block share keys in LDS.
template <class T, class U, int SIZE>
__device__ __forceinline__ void attend_many(const attention &work)
{
    using Attention = LaneAttention<T, SIZE>;
    enum { WAVES = ATTENTION_THREADS / WAVE, KEYS = Attention::CHUNK, PITCH = SIZE + 8 };
    static_assert(ATTENTION_ROWS == WAVES * Attention::ROWS, "all rows");
    __shared__ struct alignas(16) {
        T k[KEYS * PITCH], v[KEYS * PITCH];
    } memory;
    const AttentionRows rows(work, blockIdx.y, blockIdx.z);
    // blocks with many keys first
    const u32 blocks = (work.queries * rows.group.by + ATTENTION_ROWS - 1) / ATTENTION_ROWS;
    const u32 first_row = (blocks - 1 - blockIdx.x) * ATTENTION_ROWS;
    if (first_row >= rows.rows) {
        return;
    }
    const u32 last_row =
        (first_row + ATTENTION_ROWS < rows.rows ? first_row + ATTENTION_ROWS : rows.rows) - 1;
    const u32 low = rows.range_of(work, rows.query_of(first_row)).low / KEYS * KEYS;
    const u32 high = rows.range_of(work, rows.query_of(last_row)).high;
    const u32 mine = first_row + same_in_wave(threadIdx.x / WAVE) * Attention::ROWS;
    const u32 left = mine <= last_row ? last_row + 1 - mine : 0;
    const u32 count = left < Attention::ROWS ? left : Attention::ROWS;
    Attention sums(work, rows, count ? mine : last_row, count ? count : 1);
    const f32 scale = work.scale / FACTOR<T, U>;
    KeyMover<T, U, KEYS, SIZE, PITCH, ATTENTION_THREADS> mover;
#pragma unroll 1
    for (u32 first = low; first < high; first += KEYS) {
        lds_barrier();
        mover.load(work, work.k_strides, static_cast<const U *>(work.k) + rows.k, rows.batch, first,
                   high);
        mover.store(memory.k);
        mover.load(work, work.v_strides, static_cast<const U *>(work.v) + rows.v, rows.batch, first,
                   high);
        mover.store(memory.v);
        lds_barrier();
        if (sums.sees_some(work, first, first + KEYS)) {
            sums.begin();
            sums.template add_keys<PITCH>(memory.k, 0, work.head_size / 8);
            sums.weigh(work, scale, first, high, !sums.sees_all(work, first, first + KEYS));
            sums.template add_values<0, Attention::SLICES, PITCH>(memory.v);
        }
    }
    sums.finish();
#pragma unroll 1
    for (u32 r = 0; r < count; ++r) {
        const u32 row = mine + r;
        const f32 total = sums.total();
        const f32 factor = total == 0 ? 0 : work.v_scale / FACTOR<T, U> / total;
        T *const out = static_cast<T *>(work.out) + rows.offset_of_result(work, row);
#pragma unroll
        for (int slice = 0; slice < Attention::SLICES; ++slice) {
            const u32 at = slice * Attention::SLICE + Attention::lane() * 2;
            if (at < work.head_size) {
                *reinterpret_cast<u32 *>(out + at) =
                    narrow_pair<T>(sums.sum(slice, 0) * factor, sums.sum(slice, 1) * factor);
            }
        }
        if (work.log_sum_exp && Attention::lane() == 0) {
            store_log(work, rows, row, sums.base(), total);
        }
        sums.drop_row();
    }
}

// What the waves of a block that has few rows share: keys and values of each, and at the end the
// sums of a row.
template <class T, int SIZE> union FewMemory {
    using Attention = LaneAttention<T, SIZE>;
    enum { WAVES = ATTENTION_THREADS / WAVE, PITCH = Attention::SLICE + 8 };
    alignas(16) T of_wave[WAVES][Attention::CHUNK * PITCH];
    struct {
        f32 base[WAVES], total[WAVES], sums[WAVES][SIZE];
    } join;
};

// Adds the chunk of keys from |first| on, slice by slice.
template <class T, class U, int SIZE>
__device__ __forceinline__ void add_chunk(const attention &work, const AttentionRows &rows,
                                          LaneAttention<T, SIZE> &sums, T *memory, u32 first,
                                          u32 end)
{
    using Attention = LaneAttention<T, SIZE>;
    enum { PITCH = FewMemory<T, SIZE>::PITCH, SLICE = Attention::SLICE };
    // large heads in two steps, because registers are few
    enum { STEPS = SIZE == 256 ? 2 : 1, KEYS = Attention::CHUNK / STEPS };
    KeyMover<T, U, KEYS, SLICE, PITCH, WAVE> mover;
    const auto move = [&](const token_strides &strides, const U *from, u32 element) {
#pragma unroll 1
        for (u32 i = 0; i < STEPS; ++i) {
            mover.load(work, strides, from, rows.batch, first + i * KEYS, end, element);
            lds_of_wave();
            mover.store(memory + i * KEYS * PITCH);
        }
        lds_of_wave();
    };
    sums.begin();
#pragma unroll 1
    for (u32 at = 0; at < work.head_size; at += SLICE) {
        const u32 left = work.head_size - at;
        move(work.k_strides, static_cast<const U *>(work.k) + rows.k, at);
        sums.template add_keys<PITCH>(memory, at / 8, (left < SLICE ? left : SLICE) / 8);
    }
    const u32 behind = first + Attention::CHUNK;
    sums.weigh(work, work.scale / FACTOR<T, U>, first, end,
               behind > end || !sums.sees_all(work, first, behind));
    const U *const v = static_cast<const U *>(work.v) + rows.v;
    move(work.v_strides, v, 0);
    sums.template add_values<0, 1, PITCH>(memory);
    if constexpr (SIZE > SLICE) {
        move(work.v_strides, v, SLICE);
        sums.template add_values<1, 1, PITCH>(memory);
    }
    if constexpr (SIZE > 2 * SLICE) {
        move(work.v_strides, v, 2 * SLICE);
        sums.template add_values<2, 1, PITCH>(memory);
        move(work.v_strides, v, 3 * SLICE);
        sums.template add_values<3, 1, PITCH>(memory);
    }
}

// Joins the sums of all waves for their first row, and stores them.
template <class T, class U, int SIZE>
__device__ __forceinline__ void join_row(const attention &work, const AttentionRows &rows,
                                         const LaneAttention<T, SIZE> &sums,
                                         FewMemory<T, SIZE> &memory, u32 row, u32 split)
{
    using Attention = LaneAttention<T, SIZE>;
    enum { WAVES = FewMemory<T, SIZE>::WAVES };
    auto &join = memory.join;
    const u32 wave = threadIdx.x / WAVE;
    lds_barrier();
    join.base[wave] = sums.base();
    join.total[wave] = sums.total();
#pragma unroll
    for (int slice = 0; slice < Attention::SLICES; ++slice) {
        f32 *const to = &join.sums[wave][slice * Attention::SLICE + Attention::lane() * 2];
        to[0] = sums.sum(slice, 0);
        to[1] = sums.sum(slice, 1);
    }
    lds_barrier();
    f32 largest = join.base[0];
#pragma unroll
    for (int i = 1; i < WAVES; ++i) {
        largest = fmaxf(largest, join.base[i]);
    }
    f32 total = 0, sum = 0;
#pragma unroll
    for (int i = 0; i < WAVES; ++i) {
        const f32 factor = quick::coarse_exp2(join.base[i] - largest);
        total = fmaf(join.total[i], factor, total);
        sum = fmaf(join.sums[i][threadIdx.x % SIZE], factor, sum);
    }
    if (threadIdx.x < work.head_size) {
        store_sum<T>(work, rows, row, split, threadIdx.x, sum / FACTOR<T, U>, total);
    }
    if (threadIdx.x == 0) {
        store_total(work, rows, row, split, largest, total);
    }
}

// Few rows: each wave has all of them, and keys of its own.
template <class T, class U, int SIZE>
__device__ __forceinline__ void attend_few(const attention &work)
{
    using Attention = LaneAttention<T, SIZE>;
    enum { WAVES = FewMemory<T, SIZE>::WAVES, CHUNK = Attention::CHUNK };
    __shared__ FewMemory<T, SIZE> memory;
    const AttentionRows rows(work, blockIdx.y, blockIdx.z);
    const u32 block = same_in_wave(blockIdx.x / work.splits);
    const u32 split = blockIdx.x - block * work.splits;
    const u32 first_row = block * ATTENTION_ROWS_FEW;
    if (first_row >= rows.rows) {
        return;
    }
    const u32 count = few_rows(rows, first_row);
    const KeyRange range = keys_of_few(work, rows, first_row, count, split);
    const u32 wave = same_in_wave(threadIdx.x / WAVE), end = same_in_wave(range.high);
    Attention sums(work, rows, first_row, count);
#pragma unroll 1
    for (u32 at = same_in_wave(range.low) + wave * CHUNK; at < end; at += WAVES * CHUNK) {
        add_chunk<T, U, SIZE>(work, rows, sums, memory.of_wave[wave], at, end);
    }
    sums.finish();
#pragma unroll 1
    for (u32 r = 0; r < count; ++r) {
        join_row<T, U, SIZE>(work, rows, sums, memory, first_row + r, split);
        sums.drop_row();
    }
}

#endif
