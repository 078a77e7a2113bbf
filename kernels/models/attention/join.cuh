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

// How many rows a block for few rows makes from |first| on.
__device__ inline u32 few_rows(const AttentionRows &rows, u32 first)
{
    const u32 left = rows.rows - first;
    return left < ATTENTION_ROWS_FEW ? left : ATTENTION_ROWS_FEW;
}

// The part |split| of the keys that any of these rows sees.
__device__ inline KeyRange keys_of_few(const attention &work, const AttentionRows &rows, u32 first,
                                       u32 count, u32 split)
{
    return range_of_split({rows.range_of(work, rows.query_of(first)).low,
                           rows.range_of(work, rows.query_of(first + count - 1)).high},
                          work.splits, split);
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

struct alignas(16) FourSums {
    f32 at[4];
};

// What threads of a join share: what splits have besides sums, and the sums of groups of threads.
struct JoinMemory {
    f32 weights[ATTENTION_SPLITS_MOST], totals[ATTENTION_SPLITS_MOST];
    FourSums sums[ATTENTION_JOIN_THREADS];
};

// Makes pairs (largest, total) of splits weights and totals. Returns the largest of all.
__device__ inline f32 weigh_splits(JoinMemory &memory, const f32 *pairs, u32 splits)
{
    const u32 thread = threadIdx.x;
    f32 own = LOWEST, largest = LOWEST;
    if (thread < splits) {
        own = pairs[thread * ATTENTION_BESIDE];
        memory.weights[thread] = own;
        memory.totals[thread] = pairs[thread * ATTENTION_BESIDE + 1];
    }
    __syncthreads();
    for (u32 i = 0; i < splits; ++i) {
        largest = memory.weights[i] > largest ? memory.weights[i] : largest;
    }
    __syncthreads();
    if (thread < splits) {
        memory.weights[thread] = quick::coarse_exp2(own - largest);
    }
    __syncthreads();
    return largest;
}

template <class T> __device__ inline void join_splits(const attention &work)
{
    __shared__ JoinMemory memory;
    const u32 number = blockIdx.x, head = blockIdx.y, splits = work.splits, thread = threadIdx.x;
    const Token token = token_of(work.query_starts, work.batches, work.queries, number);
    const usize row = static_cast<usize>(number) * work.heads + head;
    const f32 *const sums = work.parts + row * splits * work.head_size;
    if (!token.is_real) {
        return;
    }
    const f32 largest =
        weigh_splits(memory, pairs_of_parts(work) + row * splits * ATTENTION_BESIDE, splits);
    // Each group of threads adds up some splits: a thread has four columns of them.
    const u32 columns = work.head_size / 4, groups = ATTENTION_JOIN_THREADS / columns,
              group = thread / columns, column = (thread - group * columns) * 4;
    FourSums sum = {};
    if (group < groups) {
#pragma unroll 4
        for (u32 i = group; i < splits; i += groups) {
            const FourSums more = *reinterpret_cast<const FourSums *>(
                sums + i * static_cast<usize>(work.head_size) + column);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                sum.at[j] = fmaf(memory.weights[i], more.at[j], sum.at[j]);
            }
        }
    }
    memory.sums[thread] = sum;
    f32 total = 0;
    for (u32 i = 0; i < splits; ++i) {
        total = fmaf(memory.weights[i], memory.totals[i], total);
    }
    if (work.log_sum_exp && thread == 0) {
        const u32 place = work.query_starts ? number : token.place;
        work.log_sum_exp[(work.query_starts ? 0 : token.batch * work.log_strides.outer) +
                         head * work.log_strides.head + place * work.log_strides.token] =
            total == 0 ? -INFINITY : (largest + quick::coarse_log2(total)) / quick::log2_of_e();
    }
    T *const out = static_cast<T *>(work.out) +
                   offset_of(work.out_strides, work.query_starts, token, number) +
                   head * work.out_strides.head;
    const f32 scale = total == 0 ? 0 : work.v_scale / total;
    __syncthreads();
    for (u32 at = thread; at < work.head_size; at += ATTENTION_JOIN_THREADS) {
        f32 all = 0;
        for (u32 i = 0; i < groups; ++i) {
            all += memory.sums[i * columns + at / 4].at[at % 4];
        }
        out[at] = narrow<T>(all * scale);
    }
}
