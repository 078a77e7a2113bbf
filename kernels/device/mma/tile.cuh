// A tile of sums made by matrix cores: how the waves of a team share the tile, and the strips in
// LDS that they read.
//
// A team of TEAM threads makes side x side sums, in steps along k. For each step LDS has a strip of
// a and a strip of b, line by line. Each wave makes an equal part of the tile.
#pragma once

#include "../thread.cuh"
#include "units.cuh"

#if defined(HAS_MFMA) || defined(HAS_WMMA)

enum { TEAM = 256 }; // how many threads a team has

// A barrier for data in LDS. __syncthreads() would also make gfx10 and later GPUs drop what they
// have cached of other memory.
__device__ inline void core_barrier()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    asm volatile("" : : : "memory");
}

// Bytes of each line in a step, and bytes from a line to the next one in LDS. The pitch spreads
// eight neighbouring lines over all banks.
template <int side> constexpr int STEP_BYTES = 64 * (128 / side);
template <int side> constexpr int PITCH_BYTES = STEP_BYTES<side> + 16;

template <int side> struct alignas(16) CoreStrip {
    u8 at[side][PITCH_BYTES<side>];
};

// The sums of one wave: its part of a tile. In each step a team takes |share| bytes of every line,
// or the whole line if the block is one team. If several teams share the steps, team n takes the
// bytes that follow those of teams 0 to n - 1.
template <class E, int side, int share = STEP_BYTES<side>> class CoreSums
{
    using Core = MatrixCore<E>;

  public:
    using C = Compute<E>;
    enum { WAVES = TEAM / WAVE, VECTOR = 16 / sizeof(C) };

    // A part of LDS where a wave writes LINES x LINES of its sums and reads them back, so that a
    // lane gets neighbours of a row. A wave reads only what it wrote itself.
    struct alignas(16) Exchange {
        C at[WAVES][Core::LINES][Core::LINES + VECTOR];
    };

    __device__ CoreSums()
    {
        const u32 thread = this_thread(), lane = thread % WAVE;
        u32 first = lane / Core::LINES % Core::GROUPS * sizeof(typename Core::Run);
        if (share < STEP_BYTES<side>) {
            first += thread / TEAM * share;
        }
        a_place_ = (first_row(thread) + lane % Core::LINES) * PITCH_BYTES<side> + first;
        b_place_ = (first_column(thread) + lane % Core::LINES) * PITCH_BYTES<side> + first;
    }

    __device__ void add(const CoreStrip<side> &a, const CoreStrip<side> &b)
    {
        constexpr int bytes = sizeof(typename Core::Run), step = bytes * Core::GROUPS;
        const u8 *const from_a = &a.at[0][0] + a_place_, *const from_b = &b.at[0][0] + b_place_;
#pragma unroll
        for (int k = 0; k < share; k += step) {
            // The compiler must not start loads of the next steps before this point: they would
            // take too many registers.
            __builtin_amdgcn_sched_barrier(0);
            typename Core::Run right[ACROSS];
#pragma unroll
            for (int j = 0; j < ACROSS; ++j) {
                right[j] = run_at(from_b + j * Core::LINES * PITCH_BYTES<side> + k);
            }
#pragma unroll
            for (int i = 0; i < DOWN; ++i) {
                const auto left = run_at(from_a + i * Core::LINES * PITCH_BYTES<side> + k);
#pragma unroll
                for (int part = 0; part < Core::PARTS; ++part) {
#pragma unroll
                    for (int j = 0; j < ACROSS; ++j) {
                        Core::multiply(sums_[i * ACROSS + j], left, right[j], part);
                    }
                }
            }
        }
    }

    // Whether all sums of this lane are finite.
    __device__ bool are_finite() const
    {
        C zero = 0;
#pragma unroll
        for (const auto &some : sums_) {
#pragma unroll
            for (int i = 0; i < Core::COUNT; ++i) {
                zero += some[i] * 0;
            }
        }
        return zero == 0;
    }

    // Calls visit(row, column, sums) for all sums of the wave; |sums| are VECTOR neighbours of a
    // row. The loop is not unrolled, so that the code is there once. Each turn takes sums_[0], and
    // then moves the other sums up: with a variable index the compiler would move all sums to
    // memory.
    template <class Visit> __device__ void each(Exchange &exchange, const Visit &visit)
    {
        const u32 thread = this_thread(), lane = thread % WAVE;
        auto &mine = exchange.at[thread / WAVE];
#pragma unroll 1
        for (int at = 0; at < DOWN * ACROSS; ++at) {
            core_barrier();
#pragma unroll
            for (int i = 0; i < Core::COUNT; ++i) {
                mine[Core::row(i, lane)][lane % Core::LINES] = sums_[0][i];
            }
            core_barrier();
            const u32 row = first_row(thread) + at / ACROSS * Core::LINES;
            const u32 column = first_column(thread) + at % ACROSS * Core::LINES;
            constexpr int in_row = Core::LINES / VECTOR;
#pragma unroll 1
            for (u32 i = lane; i < Core::LINES * in_row; i += WAVE) {
                Pack<C, VECTOR> sums;
                __builtin_memcpy(&sums, &mine[i / in_row][i % in_row * VECTOR], sizeof sums);
                visit(row + i / in_row, column + i % in_row * VECTOR, sums);
            }
#pragma unroll
            for (int i = 0; i + 1 < DOWN * ACROSS; ++i) {
                sums_[i] = sums_[i + 1];
            }
        }
    }

    // Replaces each of this lane's sums, which must all be in one column, by visit(number, down,
    // sum). |number| is the index of the sum, which is |down| rows below row_of_lane().
    template <class Visit> __device__ void each_of_lane(const Visit &visit)
    {
        static_assert(ACROSS == 1, "one column");
#pragma unroll
        for (int at = 0; at < DOWN; ++at) {
#pragma unroll
            for (int i = 0; i < Core::COUNT; ++i) {
                sums_[at][i] =
                    visit(at * Core::COUNT + i, at * Core::LINES + Core::row(i, 0), sums_[at][i]);
            }
        }
    }
    __device__ static u32 row_of_lane(u32 thread)
    {
        return first_row(thread) + Core::row(0, thread % WAVE);
    }
    __device__ static u32 column_of_lane(u32 thread)
    {
        return first_column(thread) + thread % Core::LINES;
    }

  private:
    // ABREAST is the number of waves along a row of the tile. On gfx11 these are all waves, so that
    // ACROSS is 1: that takes the fewest registers, and clang 15 uses no more than 128.
    static constexpr int ABREAST = Core::GROUPS == 1 && side == 128 ? WAVES : WAVES / 2;
    static constexpr int ROWS = side / (WAVES / ABREAST), COLUMNS = side / ABREAST;
    static constexpr int DOWN = ROWS / Core::LINES, ACROSS = COLUMNS / Core::LINES;

    __device__ static typename Core::Run run_at(const u8 *from)
    {
        using Four = Vector<u32, 4>;
        const Four *const words = reinterpret_cast<const Four *>(from);
        if constexpr (sizeof(typename Core::Run) == sizeof(Four)) {
            return words[0];
        } else {
            return __builtin_shufflevector(words[0], words[1], 0, 1, 2, 3, 4, 5, 6, 7);
        }
    }
    __device__ static u32 first_row(u32 thread)
    {
        const u32 wave = thread / WAVE;
        return (share < STEP_BYTES<side> ? wave % WAVES : wave) / ABREAST * ROWS;
    }
    __device__ static u32 first_column(u32 thread)
    {
        return thread / WAVE % ABREAST * COLUMNS;
    }

    u32 a_place_, b_place_; // bytes from a strip's beginning to this lane's first run
    typename Core::Sums sums_[DOWN * ACROSS] = {};
};

#endif
