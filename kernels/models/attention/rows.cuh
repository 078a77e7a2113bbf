// Which rows a block of attention makes, which keys they see, and where everything is in memory.
#pragma once

#include "../../contract/attention.h"
#include "../../device/vendor.cuh"

// A part of the keys of a sequence: from |low| up to |high|, |high| excluded.
struct KeyRange {
    u32 low, high;
};

// Returns the part of |tokens| tokens from one start up to the next, whatever these are.
__device__ inline KeyRange part_of(const u32 *starts, u32 tokens)
{
    const u32 low = same_in_wave(starts[0]), high = same_in_wave(starts[1]);
    const u32 end = high < tokens ? high : tokens;
    return {low < end ? low : end, end};
}

// The rows of a head of keys in a sequence.
struct AttentionRows {
    u32 batch, kv_head;
    divisor32 group;
    u32 rows, queries, keys;
    u32 first_query; // of all queries, in the order of |q|
    usize q, k, v, out;

    __device__ AttentionRows(const attention &work, u32 kv_head, u32 batch)
        : batch(batch), kv_head(kv_head), group(work.group)
    {
        u32 all_queries = work.queries, all_keys = work.keys;
        q = batch * work.q_strides.outer;
        out = batch * work.out_strides.outer;
        first_query = batch * work.queries;
        if (work.query_starts) {
            const KeyRange part = part_of(work.query_starts + batch, work.tokens);
            first_query = part.low;
            all_queries = part.high - part.low;
            q = first_query * work.q_strides.token;
            out = first_query * work.out_strides.token;
        }
        k = kv_head * work.k_strides.head;
        v = kv_head * work.v_strides.head;
        if (work.key_starts) {
            const KeyRange part = part_of(work.key_starts + batch, work.key_tokens);
            all_keys = part.high - part.low;
            k += part.low * work.k_strides.token;
            v += part.low * work.v_strides.token;
        } else if (work.key_lengths) {
            all_keys = same_in_wave(work.key_lengths[batch]);
        }
        if (!work.key_starts && !work.pages) {
            k += batch * work.k_strides.outer;
            v += batch * work.v_strides.outer;
        }
        // not more than the grid and the tensors have
        queries = all_queries > work.queries ? work.queries + 0 : all_queries + 0;
        keys = all_keys > work.keys ? work.keys + 0 : all_keys + 0;
        rows = queries * group.by;
    }

    __device__ u32 query_of(u32 row) const
    {
        return group.quotient(row);
    }
    __device__ u32 head_of(u32 row) const
    {
        return kv_head * group.by + group.rest(row, query_of(row));
    }
    __device__ usize offset_of_query(const attention &work, u32 row) const
    {
        return q + query_of(row) * work.q_strides.token + head_of(row) * work.q_strides.head;
    }
    __device__ usize offset_of_result(const attention &work, u32 row) const
    {
        return out + query_of(row) * work.out_strides.token + head_of(row) * work.out_strides.head;
    }
    // The place of a query among the keys; it may be negative.
    __device__ i32 position_of(u32 query) const
    {
        return static_cast<i32>(keys + query - queries);
    }
    // The keys that a query sees.
    __device__ KeyRange range_of(const attention &work, u32 query) const
    {
        const i32 position = position_of(query);
        const i64 first = static_cast<i64>(position) - work.before;
        const i64 end = static_cast<i64>(position) + work.after + 1;
        const u32 high = end < 0 ? 0 : end < keys ? static_cast<u32>(end) : keys;
        u32 low = first < 0 ? 0 : static_cast<u32>(first);
        if (low > high) {
            low = high;
        }
        return {low, high};
    }
};

// Returns where the head of a key is: the offset in elements from |rows.k| or |rows.v|.
__device__ inline usize offset_of_key(const attention &work, const token_strides &strides,
                                      u32 batch, u32 key)
{
    const u32 stride = static_cast<u32>(strides.token);
    if (work.pages) {
        const u32 page = work.page.quotient(key);
        const u32 number = work.pages[batch * work.pages_stride + page];
        return static_cast<usize>(number) * static_cast<u32>(strides.outer) +
               static_cast<usize>(work.page.rest(key, page)) * stride;
    }
    return static_cast<usize>(key) * stride;
}
