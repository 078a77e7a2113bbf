// Attention of many rows by matrix cores: the waves of a block share keys in LDS.
#pragma once

#include "cores.cuh"
#include "join.cuh"
#include "movers.cuh"

#if defined(HAS_MFMA) || defined(HAS_WMMA)

template <class T, int SIZE> struct ManyShape {
    using Attention = CoreAttention<T, SIZE>;
    enum {
        PITCH = SIZE + 8,
        KEYS = SIZE == 64 ? 64 : SIZE == 128 || WAVE == 64 ? 32 : 16,
        WAVES = ATTENTION_THREADS / WAVE,
        ROWS = WAVES / Attention::HALVES * Attention::LINES, // that the block has at a time
    };
    struct alignas(16) Memory {
        T k[KEYS * PITCH], v[KEYS * PITCH], q[Attention::KEEPS_QUERIES ? 8 : ROWS * PITCH];
    };
};

// Stores this lane's sums, divided by the sum of weights.
template <class T, int SIZE>
__device__ __forceinline__ void store_sums(const attention &work, const AttentionRows &rows,
                                           u32 row, const CoreAttention<T, SIZE> &sums, u32 part,
                                           f32 factor)
{
    using Attention = CoreAttention<T, SIZE>;
    enum { PIECE = Attention::PIECE };
    const u32 lane = Attention::this_lane();
    const f32 scale = sums.total() == 0 ? 0 : factor / sums.total();
    T *const out = static_cast<T *>(work.out) + rows.offset_of_result(work, row);
#pragma unroll
    for (int i = 0; i < Attention::SUMS; ++i) {
#pragma unroll
        for (int tile = 0; tile < Attention::TILES; tile += PIECE) {
            const u32 at = part * Attention::PART + Attention::element_of(tile, i, lane);
            PackOf<PIECE> pack;
#pragma unroll
            for (int w = 0; w < PIECE / 2; ++w) {
                pack[w] = narrow_pair<T>(sums.sum(tile + 2 * w, i) * scale,
                                         sums.sum(tile + 2 * w + 1, i) * scale);
            }
            if (at < work.head_size) {
                *reinterpret_cast<PackOf<PIECE> *>(out + at) = pack;
            }
        }
    }
    if (work.log_sum_exp && part == 0 && Attention::lane() < Attention::LINES) {
        store_log(work, rows, row, sums.base(), sums.total());
    }
}

// Makes the rows from |first_row| on, as many as a block has at a time.
template <class T, class U, int SIZE>
__device__ __forceinline__ void attend_rows(const attention &work, const AttentionRows &rows,
                                            u32 first_row,
                                            typename ManyShape<T, SIZE>::Memory &memory)
{
    using Attention = CoreAttention<T, SIZE>;
    using Shape = ManyShape<T, SIZE>;
    enum { KEYS = Shape::KEYS, PITCH = Shape::PITCH, CHUNK = Attention::CHUNK };
    using Mover = KeyMover<T, U, KEYS, SIZE, PITCH, ATTENTION_THREADS>;
    const u32 last_row =
        (first_row + Shape::ROWS < rows.rows ? first_row + Shape::ROWS : rows.rows) - 1;
    const u32 low = rows.range_of(work, rows.query_of(first_row)).low / KEYS * KEYS;
    const u32 high = rows.range_of(work, rows.query_of(last_row)).high;
    const u32 wave = same_in_wave(threadIdx.x / WAVE), part = wave % Attention::HALVES;
    const u32 of_wave = wave / Attention::HALVES * Attention::LINES;
    const u32 row = first_row + of_wave + Attention::this_lane() % Attention::LINES;
    if (!Attention::KEEPS_QUERIES) {
        lds_barrier();
        move_queries<T, SIZE, PITCH>(work, rows, first_row, Shape::ROWS, memory.q);
    }
    Attention sums(work, rows, row < last_row ? row : last_row,
                   memory.q + (Attention::KEEPS_QUERIES ? 0 : of_wave * PITCH), PITCH);
    const U *const k = static_cast<const U *>(work.k) + rows.k;
    const U *const v = static_cast<const U *>(work.v) + rows.v;
    const f32 scale = work.scale / FACTOR<T, U>;
    Mover k_mover, v_mover;
    // Whether load_all() may load keys, if all are there; at 128 it has no registers.
    const bool is_plain = HAS_ROOM<SIZE> && SIZE == 64 && !work.pages &&
                          work.k_strides.token == work.v_strides.token &&
                          work.k_strides.token < 1 << 24;
    const auto load = [&](u32 first) {
        if (is_plain && first + KEYS <= high) {
            const u32 stride = static_cast<u32>(work.k_strides.token) * sizeof(U);
            k_mover.load_all(work, stride, k, first);
            v_mover.load_all(work, stride, v, first);
            return;
        }
        k_mover.load(work, work.k_strides, k, rows.batch, first, high);
        v_mover.load(work, work.v_strides, v, rows.batch, first, high);
    };
    if (!is_gfx11 && low < high) {
        load(low);
    }
#pragma unroll 1
    for (u32 first = low; first < high; first += KEYS) {
        if (is_gfx11) {
            load(first);
        }
        lds_barrier();
        k_mover.store(memory.k);
        v_mover.store(memory.v);
        lds_barrier();
        if (!is_gfx11 && first + KEYS < high) {
            load(first + KEYS);
        }
#pragma unroll 1
        for (u32 chunk = 0; chunk < KEYS; chunk += CHUNK) {
            const u32 at = first + chunk;
            if (sums.sees_some(at, at + CHUNK)) {
                const bool is_edge = !sums.sees_all(at, at + CHUNK);
                sums.begin();
                sums.template add_keys<0, Attention::RUNS, PITCH>(memory.k + chunk * PITCH);
                sums.weigh(work, scale, at, high, is_edge);
                sums.template add_values<0, CHUNK / 16, 0, Attention::BLOCKS, PITCH>(
                    memory.v + chunk * PITCH + part * Attention::PART);
            }
        }
    }
    sums.finish();
    // The row again, which would take a register all the time.
    const u32 done = first_row + of_wave + Attention::this_lane() % Attention::LINES;
    if (done <= last_row) {
        store_sums(work, rows, done, sums, part, work.v_scale / FACTOR<T, U>);
    }
}

template <class T, class U, int SIZE>
__device__ __forceinline__ void attend_many(const attention &work)
{
    using Shape = ManyShape<T, SIZE>;
    __shared__ typename Shape::Memory memory;
    const AttentionRows rows(work, blockIdx.y, blockIdx.z);
    // blocks with many keys first
    const u32 blocks = (work.queries * rows.group.by + ATTENTION_ROWS - 1) / ATTENTION_ROWS;
    u32 first = (blocks - 1 - blockIdx.x) * ATTENTION_ROWS;
#pragma unroll 1
    for (u32 i = 0; i < ATTENTION_ROWS / Shape::ROWS && first < rows.rows; ++i) {
        attend_rows<T, U, SIZE>(work, rows, first, memory);
        first += Shape::ROWS;
    }
}

#endif
