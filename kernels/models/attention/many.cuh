// Attention of many rows by matrix cores: the waves of a block share keys in LDS.
#pragma once

#include "cores.cuh"
#include "join.cuh"
#include "movers.cuh"

#if defined(HAS_MFMA) || defined(HAS_WMMA)

// The block is one team of waves with ROWS rows, or two teams with the same rows, half as many, and
// different keys.
template <class T, int SIZE> struct ManyShape {
    using Attention = CoreAttention<T, SIZE>;
    enum {
        PITCH = SIZE + 8,
        KEYS = SIZE == 64 ? 64 : SIZE == 128 || WAVE == 64 ? 32 : 16,
        WAVES = ATTENTION_THREADS / WAVE,
        ROWS = WAVES / Attention::HALVES * Attention::LINES, // that the block has at a time
        MAY_HAVE_TEAMS = ROWS > ATTENTION_ROWS_HALF,
        // One team has keys and values in LDS at the same time. Two teams, if these are only one
        // chunk, take turns: keys of two chunks, then their values.
        MAY_TAKE_TURNS = MAY_HAVE_TEAMS && KEYS == Attention::CHUNK,
        TEAM = ATTENTION_THREADS / 2,
        // How many numbers of a team's threads, and tiles of sums, have room in LDS.
        ROOM = 2 * KEYS * PITCH * sizeof(T) / (TEAM * sizeof(f32)),
        TILES = Attention::TILES * Attention::SUMS > ROOM ? Attention::TILES / 2 : Attention::TILES,
    };
    static_assert(TILES * Attention::SUMS <= ROOM, "a round of a join");
    struct Keys {
        T part[2][KEYS * PITCH], q[Attention::KEEPS_QUERIES ? 8 : ROWS * PITCH];
    };
    union alignas(16) Memory {
        Keys keys;
        f32 join[ROOM][TEAM];
    };
};

// Gives the first team the sums of both.
template <class T, int SIZE>
__device__ __forceinline__ void join_teams(CoreAttention<T, SIZE> &sums, u32 team,
                                           typename ManyShape<T, SIZE>::Memory &memory)
{
    using Attention = CoreAttention<T, SIZE>;
    using Shape = ManyShape<T, SIZE>;
    enum { SUMS = Attention::SUMS, TILES = Shape::TILES };
    const u32 thread = threadIdx.x % Shape::TEAM, other = team ^ 1;
    lds_barrier();
    memory.join[team][thread] = sums.base();
    memory.join[2 + team][thread] = sums.total();
    lds_barrier();
    const f32 base = memory.join[other][thread], total = memory.join[2 + other][thread];
    const f32 largest = fmaxf(sums.base(), base);
    sums.rebase(largest);
    sums.add_total(total * quick::coarse_exp2(base - largest));
#pragma unroll
    for (int first = 0; first < Attention::TILES; first += TILES) {
        lds_barrier();
        if (team == 1) {
#pragma unroll
            for (int i = 0; i < TILES * SUMS; ++i) {
                memory.join[i][thread] = sums.sum(first + i / SUMS, i % SUMS);
            }
        }
        lds_barrier();
        if (team == 0) {
#pragma unroll
            for (int i = 0; i < TILES * SUMS; ++i) {
                sums.add_sum(first + i / SUMS, i % SUMS, memory.join[i][thread]);
            }
        }
    }
}

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

// Makes the rows from |first_row| on, as many as a block has at a time. TEAMS is the number of
// teams, or 0 if |work| decides.
template <class T, class U, int SIZE, int TEAMS>
__device__ __forceinline__ void attend_rows(const attention &work, const AttentionRows &rows,
                                            u32 first_row,
                                            typename ManyShape<T, SIZE>::Memory &memory)
{
    using Attention = CoreAttention<T, SIZE>;
    using Shape = ManyShape<T, SIZE>;
    enum { KEYS = Shape::KEYS, PITCH = Shape::PITCH, CHUNK = Attention::CHUNK };
    using Mover = KeyMover<T, U, KEYS, SIZE, PITCH, ATTENTION_THREADS>;
    auto &keys = memory.keys;
    const bool has_teams =
        TEAMS == 2 || (TEAMS == 0 && Shape::MAY_HAVE_TEAMS && work.rows == ATTENTION_ROWS_HALF);
    const bool takes_turns = Shape::MAY_TAKE_TURNS && has_teams;
    const u32 end_row = first_row + (has_teams ? ATTENTION_ROWS_HALF : Shape::ROWS);
    const u32 last_row = (end_row < rows.rows ? end_row : rows.rows) - 1;
    const u32 low = rows.range_of(work, rows.query_of(first_row)).low / KEYS * KEYS;
    const u32 high = rows.range_of(work, rows.query_of(last_row)).high;
    const u32 wave = same_in_wave(threadIdx.x / WAVE), part = wave % Attention::HALVES;
    const u32 in_block = wave / Attention::HALVES * Attention::LINES;
    const u32 team = has_teams ? in_block / ATTENTION_ROWS_HALF : 0;
    const u32 of_wave = in_block - team * ATTENTION_ROWS_HALF;
    const u32 row = first_row + of_wave + Attention::this_lane() % Attention::LINES;
    if (!Attention::KEEPS_QUERIES) {
        lds_barrier();
        move_queries<T, SIZE, PITCH>(work, rows, first_row, end_row - first_row, keys.q);
    }
    Attention sums(work, rows, row < last_row ? row : last_row,
                   keys.q + (Attention::KEEPS_QUERIES ? 0 : of_wave * PITCH), PITCH);
    const U *const k = static_cast<const U *>(work.k) + rows.k;
    const U *const v = static_cast<const U *>(work.v) + rows.v;
    const f32 scale = work.scale / FACTOR<T, U>;
    Mover movers[2];
    // Whether load_all() may load keys, if all are there; at 128 it has no registers.
    const bool is_plain = HAS_ROOM<SIZE> && SIZE == 64 && !work.pages &&
                          work.k_strides.token == work.v_strides.token &&
                          work.k_strides.token < 1 << 24;
    // What is in LDS, and what is loaded: numbers instead of conditions, because the compiler would
    // make a loop for each team.
    enum { IS_KEYS = 1, IS_VALUES = 2, IS_BOTH = 3 };
    const u32 change = takes_turns ? IS_BOTH : 0, second = takes_turns ? KEYS : 0;
    const auto load = [&](u32 first, u32 what) {
        if (is_plain && first + KEYS <= high) {
            const u32 stride = static_cast<u32>(work.k_strides.token) * sizeof(U);
            movers[0].load_all(work, stride, k, first);
            movers[1].load_all(work, stride, v, first);
            return;
        }
        const bool is_keys = what & IS_KEYS, is_values = what & IS_VALUES;
        movers[0].load(work, is_keys ? work.k_strides : work.v_strides, is_keys ? k : v, rows.batch,
                       first, high);
        movers[1].load(work, is_values ? work.v_strides : work.k_strides, is_values ? v : k,
                       rows.batch, first + second, high);
    };
    u32 first = low, what = IS_BOTH ^ (takes_turns ? IS_VALUES : 0);
    if (!is_gfx11 && low < high) {
        load(first, what);
    }
    const T *const k_in_lds = keys.part[takes_turns ? team : 0];
    const T *const v_in_lds = keys.part[takes_turns ? team : 1] + part * Attention::PART;
    const u32 begin = (takes_turns ? KEYS : CHUNK) * team;
    const u32 chunks = has_teams ? 2 * CHUNK : CHUNK;
#pragma unroll 1
    while (first < high) {
        if (is_gfx11) {
            load(first, what);
        }
        lds_barrier();
        movers[0].store(keys.part[0]);
        movers[1].store(keys.part[1]);
        lds_barrier();
        const u32 here = what, from = first;
        what ^= change;
        first += here & IS_VALUES ? KEYS + second : 0;
        if (!is_gfx11 && first < high) {
            load(first, what);
        }
#pragma unroll 1
        for (u32 chunk = Shape::MAY_TAKE_TURNS ? 0 : begin; chunk < KEYS; chunk += chunks) {
            const u32 at = from + chunk + (Shape::MAY_TAKE_TURNS ? begin : 0);
            if (sums.sees_some(at, at + CHUNK)) {
                if (here & IS_KEYS) {
                    const bool is_edge = !sums.sees_all(at, at + CHUNK);
                    sums.begin();
                    sums.template add_keys<0, Attention::RUNS, PITCH>(k_in_lds + chunk * PITCH);
                    sums.weigh(work, scale, at, high, is_edge);
                }
                if (here & IS_VALUES) {
                    sums.template add_values<0, CHUNK / 16, 0, Attention::BLOCKS, PITCH>(
                        v_in_lds + chunk * PITCH);
                }
            }
        }
    }
    sums.finish();
    if (has_teams) {
        join_teams<T, SIZE>(sums, team, memory);
    }
    // The row again, which would take a register all the time.
    const u32 done = first_row + of_wave + Attention::this_lane() % Attention::LINES;
    if (team == 0 && done <= last_row) {
        store_sums(work, rows, done, sums, part, work.v_scale / FACTOR<T, U>);
    }
}

template <class T, class U, int SIZE, int TEAMS>
__device__ __forceinline__ void attend_block(const attention &work,
                                             typename ManyShape<T, SIZE>::Memory &memory)
{
    using Shape = ManyShape<T, SIZE>;
    const AttentionRows rows(work, blockIdx.y, blockIdx.z);
    // blocks with many keys first
    const u32 last = work.queries * rows.group.by - 1;
    const u32 begin = last / work.rows * work.rows - blockIdx.x * work.rows;
    u32 first = begin;
    if constexpr (Shape::MAY_HAVE_TEAMS) { // not in a loop: the compiler would spill
        if (first < rows.rows) {
            attend_rows<T, U, SIZE, TEAMS>(work, rows, first, memory);
        }
    } else {
#pragma unroll 1
        for (; first - begin < work.rows && first < rows.rows; first += Shape::ROWS) {
            attend_rows<T, U, SIZE, 1>(work, rows, first, memory);
        }
    }
}

template <class T, class U, int SIZE>
__device__ __forceinline__ void attend_many(const attention &work)
{
    __shared__ typename ManyShape<T, SIZE>::Memory memory;
    if constexpr (SIZE > 64 || WAVE == 32) {
        attend_block<T, U, SIZE, 0>(work, memory);
    } else if (work.rows == ATTENTION_ROWS) { // vector instructions limit CDNA here: none to choose
        attend_block<T, U, SIZE, 1>(work, memory);
    } else {
        attend_block<T, U, SIZE, 2>(work, memory);
    }
}

#endif
