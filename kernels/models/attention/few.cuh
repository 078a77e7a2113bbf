// Attention of few rows by matrix cores: each wave has all rows, and keys of its own.
#pragma once

#include "cores.cuh"
#include "join.cuh"
#include "movers.cuh"

#if defined(HAS_MFMA) || defined(HAS_WMMA)

template <class T, int SIZE> struct FewShape {
    using Attention = CoreAttention<T, SIZE>;
    enum {
        CHUNK = Attention::CHUNK,
        // What of a chunk is in LDS at a time: all keys, but on CDNA only 64 elements of them, so
        // that two blocks have room; or 16 values, and 128 elements of them.
        SLICE = SIZE < 128 ? SIZE : 128,
        K_SLICE = WAVE == 64 ? 64 : SLICE,
        PITCH = SLICE + 8,
        K_PITCH = K_SLICE + 8,
        LDS = CHUNK * K_PITCH > 16 * PITCH ? CHUNK * K_PITCH : 16 * PITCH, // elements of a wave
        WAVES = ATTENTION_THREADS / WAVE,
        TEAMS = WAVES / Attention::HALVES, // that share the keys
        Q_PITCH = SIZE + 8,
    };
};

// Joins the sums of the teams of a block, in LDS.
template <class T, int SIZE> struct JoinOfWaves {
    using Attention = CoreAttention<T, SIZE>;
    using Shape = FewShape<T, SIZE>;
    enum { ROWS = ATTENTION_ROWS_FEW, LINES = Attention::LINES, WAVES = Shape::WAVES };
    f32 base[WAVES][ROWS], total[WAVES][ROWS], sums[WAVES][ROWS][LINES + 1];

    // Gives all waves one base.
    __device__ void join_totals(Attention &attention)
    {
        const u32 wave = threadIdx.x / WAVE, row = Attention::line() % ROWS;
        if (Attention::lane() < ROWS) {
            base[wave][row] = attention.base();
        }
        lds_barrier();
        f32 largest = base[0][row];
#pragma unroll
        for (int i = 1; i < WAVES; ++i) {
            largest = fmaxf(largest, base[i][row]);
        }
        attention.rebase(largest);
        if (Attention::lane() < ROWS) {
            total[wave][row] = attention.total();
        }
        lds_barrier();
    }
    __device__ f32 total_of(u32 row) const
    {
        f32 all = 0;
#pragma unroll
        for (int i = 0; i < WAVES; i += Attention::HALVES) {
            all += total[i][row];
        }
        return all;
    }
    // Adds up the sums of a tile, and calls visit(row, element, sum). (The compiler would move sums
    // to memory for a variable index.)
    template <class Visit>
    __device__ void join_tile(const Attention &attention, u32 tile, const Visit &visit)
    {
        lds_barrier();
        const u32 lane = Attention::this_lane(), line = lane % LINES;
        if (line < ROWS) {
            f32 *const to = &sums[threadIdx.x / WAVE][line][0];
#pragma unroll
            for (int t = 0; t < Attention::TILES; ++t) {
                if (t == static_cast<int>(tile)) {
#pragma unroll
                    for (int i = 0; i < Attention::SUMS; ++i) {
                        to[Attention::element_of(0, i, lane) / Attention::PIECE] =
                            attention.sum(t, i);
                    }
                }
            }
        }
        lds_barrier();
        constexpr u32 all = ROWS * LINES * Attention::HALVES;
#pragma unroll 1
        for (u32 i = 0; i < all; i += ATTENTION_THREADS) {
            const u32 at = i + threadIdx.x, line = at % LINES, row = at / LINES % ROWS;
            const u32 part = at / (LINES * ROWS);
            f32 sum = sums[part][row][line];
#pragma unroll
            for (int wave = Attention::HALVES; wave < WAVES; wave += Attention::HALVES) {
                sum += sums[wave + part][row][line];
            }
            visit(row,
                  part * Attention::PART + tile / Attention::PIECE * Attention::IN_BLOCK +
                      line * Attention::PIECE + tile % Attention::PIECE,
                  sum);
        }
    }
};

// Adds a chunk of keys that a wave moves by way of |memory|.
template <class T, class U, int SIZE>
__device__ __forceinline__ void add_chunk(const attention &work, const AttentionRows &rows,
                                          CoreAttention<T, SIZE> &sums, T *memory, u32 part,
                                          u32 first, u32 end)
{
    using Attention = CoreAttention<T, SIZE>;
    using Shape = FewShape<T, SIZE>;
    enum { CHUNK = Shape::CHUNK, PITCH = Shape::PITCH, SLICE = Shape::SLICE };
    enum { K_SLICE = Shape::K_SLICE, K_PITCH = Shape::K_PITCH, K_SLICES = SIZE / K_SLICE };
    // On gfx11, which has few registers, keys come in several steps. Elsewhere values are loaded
    // while keys are multiplied.
    enum { STEPS = is_gfx11 ? sizeof(U) == 1 ? 4 : 2 : 1 };
    const U *const k = static_cast<const U *>(work.k) + rows.k;
    const U *const v = static_cast<const U *>(work.v) + rows.v;
    const auto move = [&](auto &mover, const token_strides &strides, const U *from, u32 key,
                          u32 element, u32 keys, u32 pitch) {
#pragma unroll 1
        for (u32 i = 0; i < STEPS; ++i) {
            mover.load(work, strides, from, rows.batch, first + key + i * keys, end, element);
            lds_of_wave();
            mover.store(memory + i * keys * pitch);
        }
        lds_of_wave();
    };
    KeyMover<T, U, CHUNK / STEPS, K_SLICE, K_PITCH, WAVE> k_mover;
    KeyMover<T, U, 16 / STEPS, SLICE, PITCH, WAVE> v_mover[CHUNK / 16];
    const auto move_keys = [&](u32 element) {
        move(k_mover, work.k_strides, k, 0, element, CHUNK / STEPS, K_PITCH);
    };
    const auto move_values = [&](u32 run, u32 element) {
        move(v_mover[0], work.v_strides, v, run * 16, element, 16 / STEPS, PITCH);
    };
    const auto store_values = [&](u32 run) {
        lds_of_wave();
        v_mover[run].store(memory);
        lds_of_wave();
    };
    const bool is_edge = first + CHUNK > end || !sums.sees_all(first, first + CHUNK);
    if constexpr (!is_gfx11) {
#pragma unroll
        for (int run = 0; run < CHUNK / 16; ++run) {
            v_mover[run].load(work, work.v_strides, v, rows.batch, first + run * 16, end,
                              part * Attention::PART);
        }
    }
    enum { RUNS = K_SLICE / Attention::STEP, BLOCKS = SLICE / Attention::IN_BLOCK };
    sums.begin();
    move_keys(0);
    sums.template add_keys<0, RUNS, K_PITCH>(memory);
    if constexpr (K_SLICES > 1) {
        move_keys(K_SLICE);
        sums.template add_keys<RUNS, RUNS, K_PITCH>(memory);
    }
    if constexpr (K_SLICES > 2) {
        move_keys(2 * K_SLICE);
        sums.template add_keys<2 * RUNS, RUNS, K_PITCH>(memory);
        move_keys(3 * K_SLICE);
        sums.template add_keys<3 * RUNS, RUNS, K_PITCH>(memory);
    }
    sums.weigh(work, work.scale / FACTOR<T, U>, first, end, is_edge);
    if constexpr (is_gfx11) {
        move_values(0, part * Attention::PART);
    } else {
        store_values(0);
    }
    sums.template add_values<0, 1, 0, BLOCKS, PITCH>(memory);
    if constexpr (CHUNK > 16) {
        store_values(1);
        sums.template add_values<1, 1, 0, BLOCKS, PITCH>(memory);
    }
    if constexpr (Attention::PART > SLICE) {
        move_values(0, SLICE);
        sums.template add_values<0, 1, BLOCKS, BLOCKS, PITCH>(memory);
        move_values(1, SLICE);
        sums.template add_values<1, 1, BLOCKS, BLOCKS, PITCH>(memory);
    }
}

template <class T, class U, int SIZE>
__device__ __forceinline__ void attend_few(const attention &work)
{
    using Attention = CoreAttention<T, SIZE>;
    using Shape = FewShape<T, SIZE>;
    enum { CHUNK = Shape::CHUNK };
    __shared__ union alignas(16) {
        struct alignas(16) {
            T q[Attention::KEEPS_QUERIES ? 8 : ATTENTION_ROWS_FEW * Shape::Q_PITCH];
            T of_wave[Shape::WAVES][Shape::LDS];
        } keys;
        JoinOfWaves<T, SIZE> join;
    } memory;
    const AttentionRows rows(work, blockIdx.y, blockIdx.z);
    const u32 block = same_in_wave(blockIdx.x / work.splits);
    const u32 split = blockIdx.x - block * work.splits;
    const u32 first_row = block * ATTENTION_ROWS_FEW;
    if (first_row >= rows.rows) {
        return;
    }
    const u32 count = few_rows(rows, first_row);
    const KeyRange range = keys_of_few(work, rows, first_row, count, split);
    if (!Attention::KEEPS_QUERIES) {
        move_queries<T, SIZE, Shape::Q_PITCH>(work, rows, first_row, ATTENTION_ROWS_FEW,
                                              memory.keys.q);
        lds_barrier();
    }
    const u32 line = Attention::line(), wave = same_in_wave(threadIdx.x / WAVE);
    const u32 end = same_in_wave(range.high);
    const u32 part = wave % Attention::HALVES, team = wave / Attention::HALVES;
    Attention sums(work, rows, first_row + (line < count ? line : count - 1), memory.keys.q,
                   Shape::Q_PITCH);
#pragma unroll 1
    for (u32 at = same_in_wave(range.low) + team * CHUNK; at < end; at += Shape::TEAMS * CHUNK) {
        add_chunk<T, U, SIZE>(work, rows, sums, memory.keys.of_wave[wave], part, at, end);
    }
    sums.finish();
    lds_barrier();
    memory.join.join_totals(sums);
    if (threadIdx.x < count) {
        store_total(work, rows, first_row + threadIdx.x, split, sums.base(),
                    memory.join.total_of(threadIdx.x));
    }
#pragma unroll 1
    for (u32 tile = 0; tile < Attention::TILES; ++tile) {
        memory.join.join_tile(sums, tile, [&](u32 row, u32 element, f32 sum) {
            if (row < count && element < work.head_size) {
                store_sum<T>(work, rows, first_row + row, split, element, sum / FACTOR<T, U>,
                             memory.join.total_of(row));
            }
        });
    }
}

#endif
