// Scores of a warp's rows, and the sums of the values that they weigh. A piece has 16 rows: lane l
// has columns l % 4 * 2 (0, 2) and the next (1, 3) of rows l / 4 (0, 1) and l / 4 + 8 (2, 3).
//
// Scores are in powers of two: P = 2^(S - reference). The reference of a row becomes its maximum
// when that is larger by more than 8, so sums are seldom scaled.
#pragma once

#include "../scores.cuh"
#include "copies.cuh"

#ifdef HAS_TENSOR_CORES

// Calls f(score, d, half) for each score. Half 0 is row l / 4, half 1 is row l / 4 + 8.
template <class S, int DOWN, int PIECES, class F>
__device__ __forceinline__ void for_scores(S (&s)[DOWN][PIECES][4], const F &f)
{
#pragma unroll
    for (int d = 0; d < DOWN; ++d) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
#pragma unroll
            for (int n = 0; n < PIECES; ++n) {
                f(s[d][n][half * 2], d, half);
                f(s[d][n][half * 2 + 1], d, half);
            }
        }
    }
}

// Makes products scores if they have terms, and takes away those of keys that are not seen if
// |is_edge|. |row| is the lane's first row, |key| its first key.
template <class T, int DOWN, int PIECES>
__device__ __forceinline__ void finish_scores(f32 (&s)[DOWN][PIECES][4], const attention &work,
                                              const AttentionRows &rows, u32 row, u32 key,
                                              bool is_edge)
{
    const auto key_of = [key](int i) { return key + (i / 2 * 8 + i % 2); };
#pragma unroll
    for (int i = 0; i < DOWN * 2; ++i) {
        f32 line[PIECES * 2];
#pragma unroll
        for (int n = 0; n < PIECES * 2; ++n) {
            line[n] = s[i / 2][n / 2][i % 2 * 2 + n % 2];
        }
        const ScoresOfRow<T> of_row(work, rows, min(row + i * 8, rows.rows - 1));
        if (has_terms(work)) {
            of_row.finish(work, work.scale, line, rows.keys, key_of);
        }
        if (is_edge) {
            of_row.hide(line, key_of);
        }
#pragma unroll
        for (int n = 0; n < PIECES * 2; ++n) {
            s[i / 2][n / 2][i % 2 * 2 + n % 2] = line[n];
        }
    }
}

// Sums of values, and what they are to be divided by. [d][half] is a row.
template <int DOWN, int PIECES> struct WeighedSums {
    f32 sums[DOWN][PIECES][4], reference[DOWN][2], total[DOWN][2];

    __device__ WeighedSums()
    {
        for_scores(sums, [](f32 &x, int, int) { x = 0; });
#pragma unroll
        for (int i = 0; i < DOWN * 2; ++i) {
            reference[i / 2][i % 2] = LOWEST;
            total[i / 2][i % 2] = 0;
        }
    }

    // Raises references that are too low for scores, which are to be multiplied by |factor|. It is
    // positive.
    template <int KEYS>
    __device__ __forceinline__ void raise(const f32 (&s)[DOWN][KEYS][4], f32 factor)
    {
        f32 most[DOWN][2];
        if (__any_sync(~0u, find_most(most, s, factor))) {
            scale(most);
        }
    }

    // Makes |most| the largest scores of rows, multiplied by |factor|. Returns whether one of this
    // lane's references is too low.
    template <int KEYS>
    __device__ __forceinline__ bool find_most(f32 (&most)[DOWN][2], const f32 (&s)[DOWN][KEYS][4],
                                              f32 factor) const
    {
        constexpr f32 MOST_GROWTH = 8;
        bool grows = false;
#pragma unroll
        for (int i = 0; i < DOWN * 2; ++i) {
            most[i / 2][i % 2] = -INFINITY;
        }
        for_scores(s, [&](f32 x, int d, int half) { most[d][half] = fmaxf(most[d][half], x); });
#pragma unroll
        for (int i = 0; i < DOWN * 2; ++i) {
            f32 &high = most[i / 2][i % 2];
            high = fmaxf(high, __shfl_xor_sync(~0u, high, 1));
            high = fmaxf(high, __shfl_xor_sync(~0u, high, 2)) * factor;
            grows |= high > reference[i / 2][i % 2] + MOST_GROWTH;
        }
        return grows;
    }

    // Makes scores P, and adds up P.
    template <int KEYS> __device__ __forceinline__ void weigh(f32 (&s)[DOWN][KEYS][4], f32 factor)
    {
        f32 added[DOWN][2] = {};
        for_scores(s, [&](f32 &x, int d, int half) {
            x = power_of_two(fmaf(x, factor, -reference[d][half]));
            added[d][half] += x;
        });
#pragma unroll
        for (int i = 0; i < DOWN * 2; ++i) {
            total[i / 2][i % 2] += added[i / 2][i % 2];
        }
    }

    // Adds up |total| over the lanes that share a row.
    __device__ __forceinline__ void join_totals()
    {
#pragma unroll
        for (int i = 0; i < DOWN * 2; ++i) {
            f32 &of_row = total[i / 2][i % 2];
            of_row += __shfl_xor_sync(~0u, of_row, 1);
            of_row += __shfl_xor_sync(~0u, of_row, 2);
        }
    }

    // Makes the larger of |next| and the reference the reference.
    __device__ __forceinline__ void scale(const f32 (&next)[DOWN][2])
    {
        f32 shrink[DOWN][2];
#pragma unroll
        for (int i = 0; i < DOWN * 2; ++i) {
            const f32 before = reference[i / 2][i % 2], after = fmaxf(before, next[i / 2][i % 2]),
                      by = power_of_two(before - after);
            shrink[i / 2][i % 2] = by;
            total[i / 2][i % 2] *= by;
            reference[i / 2][i % 2] = after;
        }
        for_scores(sums, [&](f32 &x, int d, int half) { x *= shrink[d][half]; });
    }
};

#endif
