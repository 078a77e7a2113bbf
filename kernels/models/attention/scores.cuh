// From products of a query and keys to the weights of keys, in units of log2.
#pragma once

#include "../../device/portable.cuh"
#include "rows.cuh"

// A finite number below all sums of products: what the largest score of a row is before there is
// one. Scores are -infinity if a row does not see the key, so that exp2(score - LOWEST) is 0.
constexpr f32 LOWEST = -1e30f;

// Weights are exp2(s - largest + RAISED<T>). Numbers of f16 below 2^-14 have fewer digits, and the
// matrix cores of gfx90a take them as 0: weights are raised as far as f16 goes. The sum of weights
// is raised by the same factor, which the division removes.
template <class T> constexpr f32 RAISED = 0;
template <> constexpr f32 RAISED<f16> = 15;

// Whether scores are more than products times a positive factor.
__device__ inline bool has_terms(const attention &work)
{
    const u32 terms = ATTENTION_SOFT_CAP | ATTENTION_SLOPES | ATTENTION_MASK | ATTENTION_MASK_F32;
    return work.options & terms || !(work.scale > 0);
}

// What the scores of one row depend on.
template <class T> struct ScoresOfRow {
    KeyRange range;
    i32 position;
    f32 slope;
    const u8 *mask;

    __device__ ScoresOfRow(const attention &work, const AttentionRows &rows, u32 row)
        : slope(0), mask(nullptr)
    {
        const u32 query = rows.query_of(row), head = rows.head_of(row);
        range = rows.range_of(work, query);
        position = rows.position_of(query);
        if (work.options & ATTENTION_SLOPES) {
            slope = work.slopes[rows.batch * work.slopes_stride + head] * quick::log2_of_e();
        }
        if (work.options & (ATTENTION_MASK | ATTENTION_MASK_F32)) {
            mask = static_cast<const u8 *>(work.mask) +
                   (rows.batch * work.mask_strides[0] + head * work.mask_strides[1] +
                    query * work.mask_strides[2]) *
                       (work.options & ATTENTION_MASK ? sizeof(T) : sizeof(f32));
        }
    }

    // Replaces |count| products by scores: |scale| times the product at first. |key_of| returns the
    // key of a product, and |end| is behind the last key whose mask there is.
    template <int count, class KeyOf>
    __device__ void finish(const attention &work, f32 scale, f32 (&s)[count], u32 end,
                           const KeyOf &key_of) const
    {
        const u32 options = work.options;
        if (options & ATTENTION_SOFT_CAP) {
            const f32 in = scale * (2 * quick::log2_of_e()) / work.soft_cap;
            const f32 out = work.soft_cap * quick::log2_of_e();
#pragma unroll
            for (int i = 0; i < count; ++i) {
                // cap * tanh(x) = cap - 2 cap / (1 + exp(2 x))
                s[i] = fmaf(-2 * out, quick::coarse_reciprocal(1 + quick::coarse_exp2(s[i] * in)),
                            out);
            }
        } else {
            const f32 to_log2 = scale * quick::log2_of_e();
#pragma unroll
            for (int i = 0; i < count; ++i) {
                s[i] *= to_log2;
            }
        }
        if (options & ATTENTION_SLOPES) {
#pragma unroll
            for (int i = 0; i < count; ++i) {
                const f32 distance = static_cast<f32>(static_cast<i32>(key_of(i)) - position);
                s[i] = fmaf(-slope, fabsf(distance), s[i]);
            }
        }
        if (options & ATTENTION_MASK) {
            add_mask<T>(work, s, end, key_of);
        }
        if (options & ATTENTION_MASK_F32) {
            add_mask<f32>(work, s, end, key_of);
        }
    }

    // Makes the scores of keys that the row does not see -infinity.
    template <int count, class KeyOf>
    __device__ void hide(f32 (&s)[count], const KeyOf &key_of) const
    {
        const u32 seen = range.high - range.low;
#pragma unroll
        for (int i = 0; i < count; ++i) {
            s[i] = key_of(i) - range.low < seen ? s[i] : -INFINITY;
        }
    }

  private:
    template <class M, int count, class KeyOf>
    __device__ void add_mask(const attention &work, f32 (&s)[count], u32 end,
                             const KeyOf &key_of) const
    {
        const u32 stride = static_cast<u32>(work.mask_strides[3]);
        M added[count];
#pragma unroll
        for (int i = 0; i < count; ++i) {
            const u32 key = key_of(i) < end ? key_of(i) : end - 1;
            added[i] = reinterpret_cast<const M *>(mask)[static_cast<usize>(key) * stride];
        }
#pragma unroll
        for (int i = 0; i < count; ++i) {
            s[i] = fmaf(widen(added[i]), quick::log2_of_e(), s[i]);
        }
    }
};
