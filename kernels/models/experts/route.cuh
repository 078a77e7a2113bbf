// experts_route_T chooses the experts of each token, and their weights.
//
// A warp takes a token. Its keys, which have the order of what experts are selected by, are in LDS:
// lane l reads and writes those of experts l, l + 32 and so on, so that lanes need not wait for
// each other.
#pragma once

#include "../../contract/experts.h"
#include "../../device/functions.cuh"
#include "../../device/order.cuh"
#include "../../device/wave.cuh"

constexpr u32 KEY_SIGN = 0x80000000u;
constexpr u32 TAKEN = 0; // less than the key of any number

__device__ inline u32 key_of_f32(f32 x)
{
    return float_key<u32>(__float_as_uint(x), infinity_of<f32>);
}

// Returns the number whose key is |key|.
__device__ inline f32 number_of_key(u32 key)
{
    return __uint_as_float(key & KEY_SIGN ? key ^ KEY_SIGN : ~key);
}

// Makes scores of what the model computed: softmax or sigmoid.
struct Scoring {
    bool is_sigmoid;
    f32 largest, sum; // of softmax

    __device__ f32 operator()(f32 x) const
    {
        return is_sigmoid ? 1 / (1 + math::exp(-x)) : math::exp(x - largest) / sum;
    }
};

template <class T> __device__ inline Scoring find_scoring(const T *x, u32 experts, bool is_sigmoid)
{
    Scoring scoring = {is_sigmoid, __uint_as_float(0xff800000u), 0};
    if (is_sigmoid) {
        return scoring;
    }
    const u32 lane = threadIdx.x % WARP;
    for (u32 i = lane; i < experts; i += WARP) {
        scoring.largest = fmaxf(scoring.largest, widen(x[i]));
    }
    scoring.largest = warp_reduce(scoring.largest, Larger());
    for (u32 i = lane; i < experts; i += WARP) {
        scoring.sum += math::exp(widen(x[i]) - scoring.largest);
    }
    scoring.sum = warp_sum(scoring.sum);
    return scoring;
}

// Returns the number of the greatest key in the warp; of equal keys the one with the least number.
// Each lane gives the greatest of its keys.
__device__ inline u32 best_of_warp(u32 key, u32 number)
{
    const u64 both = static_cast<u64>(key) << 32 | static_cast<u32>(~number);
    return ~static_cast<u32>(warp_reduce(both, Larger()));
}

// Finds the greatest of this lane's keys.
__device__ inline void find_best(const u32 *keys, u32 experts, u32 &key, u32 &number)
{
    key = TAKEN;
    number = EXPERTS_NOWHERE;
#pragma unroll 1
    for (u32 i = threadIdx.x % WARP; i < experts; i += WARP) {
        if (keys[i] > key) {
            key = keys[i];
            number = i;
        }
    }
}

// Takes the experts of all groups but the best. A group is as good as the sum of its best two.
__device__ inline void keep_groups(u32 *keys, const experts_route &work)
{
    const u32 lane = threadIdx.x % WARP, size = work.experts / work.groups;
    u32 key = TAKEN, kept = 0;
    __syncwarp();
    if (lane < work.groups) {
        u32 first = TAKEN, second = TAKEN;
        for (u32 i = lane * size; i < (lane + 1) * size; ++i) {
            second = keys[i] > first ? first : keys[i] > second ? keys[i] : second;
            first = keys[i] > first ? keys[i] : first;
        }
        key = second == TAKEN ? first : key_of_f32(number_of_key(first) + number_of_key(second));
    }
    for (u32 j = 0; j < work.groups_kept; ++j) {
        const u32 best = best_of_warp(key, lane);
        kept |= 1u << best;
        key = lane == best ? TAKEN : key;
    }
    __syncwarp();
    for (u32 i = lane; i < work.experts; i += WARP) {
        keys[i] = kept >> (i / size) & 1 ? keys[i] : TAKEN;
    }
}

template <class T> __device__ inline void route(const experts_route &work)
{
    __shared__ u32 all[ROUTE_TOKENS][EXPERTS_MOST];
    const u32 lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const u32 token = blockIdx.x * ROUTE_TOKENS + warp;
    if (token >= work.tokens) {
        return;
    }
    u32 *const keys = all[warp];
    const T *const x = static_cast<const T *>(work.scores) + static_cast<usize>(token) * work.experts;
    const Scoring score = find_scoring(x, work.experts, work.is_sigmoid != 0);
    // scores have the order of what they are made of
    const bool is_plain = work.bias == nullptr && work.groups == 0;
    for (u32 i = lane; i < work.experts; i += WARP) {
        const f32 number = widen(x[i]);
        keys[i] = key_of_f32(is_plain ? number
                                      : score(number) + (work.bias ? work.bias[i] : 0.0f));
    }
    if (work.groups != 0) {
        keep_groups(keys, work);
    }
    u32 key, number, id = 0;
    f32 weight = 0;
    find_best(keys, work.experts, key, number);
#pragma unroll 1
    for (u32 j = 0; j < work.each; ++j) {
        const u32 best = best_of_warp(key, number);
        if (lane == j) {
            id = best;
        }
        if (number == best) {
            keys[best] = TAKEN;
            find_best(keys, work.experts, key, number);
        }
    }
    if (lane < work.each) {
        weight = score(widen(x[id]));
    }
    if (work.is_normalized) {
        weight /= warp_sum(weight) + 1e-20f; // as DeepSeek's models do: all may be 0
    }
    if (lane < work.each) {
        const usize at = static_cast<usize>(token) * work.each + lane;
        work.ids[at] = id;
        work.weights[at] = weight * work.scale;
    }
}
