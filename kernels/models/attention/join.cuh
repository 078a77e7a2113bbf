// Results of rows: stored, or left for a join of the splits of the keys; and that join.
#pragma once

#include "../../device/portable.cuh"
#include "../tokens.cuh"
#include "rows.cuh"
#include "scores.cuh"

// Returns the part |split| of a range. Parts begin at multiples of 64 keys after its beginning.
__device__ inline KeyRange range_of_split(KeyRange range, u32 splits, u32 split)
{
    const u32 keys = range.high - range.low, each = ((keys + splits - 1) / splits + 63) / 64 * 64;
    const usize first = static_cast<usize>(split) * each;
    const u32 low = first < keys ? static_cast<u32>(first) : keys;
    return {range.low + low, range.low + (keys - low < each ? keys : low + each)};
}

// Which of all (query, head, split) a split's part is.
__device__ inline usize part_of(const attention &work, const AttentionRows &rows, u32 row,
                                u32 split)
{
    return (static_cast<usize>(rows.first_query + rows.query_of(row)) * work.heads +
            rows.head_of(row)) *
               work.splits +
           split;
}

__device__ inline f32 *pairs_of_parts(const attention &work)
{
    return work.parts + static_cast<usize>(work.tokens) * work.heads * work.splits * work.head_size;
}

// Stores log_sum_exp of a row: |total| is the sum of exp2(s - base).
__device__ inline void store_log(const attention &work, const AttentionRows &rows, u32 row,
                                 f32 base, f32 total)
{
    const u32 query = rows.query_of(row) + (work.query_starts ? rows.first_query : 0);
    const usize outer = work.query_starts ? 0 : rows.batch * work.log_strides.outer;
    work.log_sum_exp[outer + rows.head_of(row) * work.log_strides.head +
                     query * work.log_strides.token] =
        total == 0 ? -INFINITY : (base + quick::coarse_log2(total)) / quick::log2_of_e();
}

// Stores what a row, or its split, has besides its sums.
__device__ inline void store_total(const attention &work, const AttentionRows &rows, u32 row,
                                   u32 split, f32 base, f32 total)
{
    if (work.splits > 1) {
        f32 *const pair = pairs_of_parts(work) + part_of(work, rows, row, split) * ATTENTION_BESIDE;
        pair[0] = total == 0 ? -INFINITY : base;
        pair[1] = total;
    } else if (work.log_sum_exp) {
        store_log(work, rows, row, base, total);
    }
}

// Stores one sum of a row, or of its split.
template <class T>
__device__ inline void store_sum(const attention &work, const AttentionRows &rows, u32 row,
                                 u32 split, u32 element, f32 sum, f32 total)
{
    if (work.splits > 1) {
        work.parts[part_of(work, rows, row, split) * work.head_size + element] = sum;
    } else {
        T *const out = static_cast<T *>(work.out) + rows.offset_of_result(work, row);
        out[element] = narrow<T>(total == 0 ? 0 : sum * (work.v_scale / total));
    }
}

template <class T> __device__ inline void join_splits(const attention &work)
{
    const u32 number = blockIdx.x, head = blockIdx.y, splits = work.splits;
    const Token token = token_of(work.query_starts, work.batches, work.queries, number);
    const usize row = static_cast<usize>(number) * work.heads + head;
    const f32 *const sums = work.parts + row * splits * work.head_size;
    const f32 *const pairs = pairs_of_parts(work) + row * splits * ATTENTION_BESIDE;
    if (!token.is_real) {
        return;
    }
    f32 largest = LOWEST;
    for (u32 i = 0; i < splits; ++i) {
        const f32 one = pairs[i * ATTENTION_BESIDE];
        largest = one > largest ? one : largest;
    }
    f32 total = 0;
    for (u32 i = 0; i < splits; ++i) {
        total = fmaf(quick::coarse_exp2(pairs[i * ATTENTION_BESIDE] - largest),
                     pairs[i * ATTENTION_BESIDE + 1], total);
    }
    if (work.log_sum_exp && threadIdx.x == 0) {
        const u32 place = work.query_starts ? number : token.place;
        work.log_sum_exp[(work.query_starts ? 0 : token.batch * work.log_strides.outer) +
                         head * work.log_strides.head + place * work.log_strides.token] =
            total == 0 ? -INFINITY : (largest + quick::coarse_log2(total)) / quick::log2_of_e();
    }
    T *const out = static_cast<T *>(work.out) +
                   offset_of(work.out_strides, work.query_starts, token, number) +
                   head * work.out_strides.head;
    const f32 scale = total == 0 ? 0 : work.v_scale / total;
    for (u32 at = threadIdx.x; at < work.head_size; at += ATTENTION_JOIN_THREADS) {
        f32 sum = 0;
        for (u32 i = 0; i < splits; ++i) {
            sum = fmaf(quick::coarse_exp2(pairs[i * ATTENTION_BESIDE] - largest),
                       sums[i * static_cast<usize>(work.head_size) + at], sum);
        }
        out[at] = narrow<T>(sum * scale);
    }
}
