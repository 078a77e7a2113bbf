// A row of logits: with bias and penalties, and as probabilities that are the same integers on every
// GPU.
#pragma once

#include "../contract/sample.h"
#include "../device/order.cuh"

// ---- Probabilities as integers -------------------------------------------------------------------

// A logit is a key: how many octaves (factors of 2) its probability is below the largest one, in
// units of 2^-24. Its weight is 2^40 2^-octaves, rounded down; no weight is left at 41 octaves.
// Sums of weights are exact, in any order.
enum { KEY_FRACTION_BITS = 24, KEY_OCTAVES = 41, KEY_BITS = 30 };
enum : u32 { KEY_END = u32(KEY_OCTAVES) << KEY_FRACTION_BITS };

// A weight is |mantissa| << shift_of(octave). The sums of mantissas of one octave are exact too.
__device__ inline u32 shift_of(u32 octave)
{
    return octave < 16 ? 16 - octave : 0;
}

__device__ inline u32 mantissa_of(u32 key)
{
    // 2^-x for 0 <= x < 1: 1 + x g(x), where g interpolates at Chebyshev's nodes. Its relative error
    // is below 1.6e-7.
    const f32 x = static_cast<f32>(key & ((1u << KEY_FRACTION_BITS) - 1)) * 0x1p-24f;
    f32 power = 0.00011491995246615261f;
    power = fmaf(power, x, -0.0012916368432343006f);
    power = fmaf(power, x, 0.009597035124897957f);
    power = fmaf(power, x, -0.055499229580163956f);
    power = fmaf(power, x, 0.24022608995437622f);
    power = fmaf(power, x, -0.6931471824645996f);
    power = fmaf(power, x, 1.0f);
    // from 1/2 to 1, so that the bits of its representation count units of 2^-24
    u32 bits;
    __builtin_memcpy(&bits, &power, sizeof(bits));
    const u32 octave = key >> KEY_FRACTION_BITS;
    return (bits - 0x3e800000) >> (octave > 16 ? octave - 16 : 0);
}

__device__ inline u64 weight_of(u32 key)
{
    return static_cast<u64>(mantissa_of(key)) << shift_of(key >> KEY_FRACTION_BITS);
}

// ---- Rows ----------------------------------------------------------------------------------------

template <class T> struct Logits {
    const T *row;
    const f32 *bias;
    const u32 *counts;
    u32 size;
    bool has_bias, has_penalty;
    f32 repetition, inverse, frequency, presence;

    __device__ Logits(const sample &work, const sample_parameters &how)
    {
        row = global_in_wave(static_cast<const T *>(work.logits) + blockIdx.x * work.logits_stride);
        bias = global_in_wave(work.bias + blockIdx.x * work.bias_stride);
        counts = global_in_wave(work.counts + blockIdx.x * work.counts_stride);
        repetition = how.repetition > 0 ? how.repetition : 1;
        inverse = 1 / repetition;
        frequency = how.frequency;
        presence = how.presence;
        has_bias = work.bias != nullptr;
        has_penalty =
            work.counts && (repetition != 1 || frequency != 0 || presence != 0);
        size = work.vocabulary;
    }

    // Returns logit |i|, whose element is |element|: a finite number.
    __device__ f32 at(u32 i, T element) const
    {
        f32 x = widen(element);
        if (has_bias) {
            x += bias[i];
        }
        if (has_penalty) {
            const u32 count = counts[i];
            if (count != 0) {
                x *= x > 0 ? inverse : repetition;
            }
            const u32 chosen = count & (COUNT_PROMPT_BIT - 1);
            if (chosen != 0) {
                x = fmaf(-frequency, static_cast<f32>(chosen), x) - presence;
            }
        }
        constexpr f32 most = 3.402823466e38f;
        return fminf(fmaxf(x, -most), most); // NaN becomes -most
    }

    // Calls act(i, logit) for all i, each in one thread of the block: in that thread, in order.
    template <class Act> __device__ void each(const Act &act) const
    {
        constexpr u32 V = 16 / sizeof(T), step = 4, loads = 4;
        struct alignas(16) Run {
            Elements<T, V> elements;
        };
        // |lead| elements are in front of the first aligned vector, and |rest| behind the last one
        const u32 misaligned = static_cast<u32>(reinterpret_cast<usize>(row) % 16 / sizeof(T));
        const u32 lead = misaligned == 0 ? 0 : min(V - misaligned, size);
        const u32 runs = (size - lead) / V, rest = size - lead - runs * V;
        if (threadIdx.x < lead) {
            act(threadIdx.x, at(threadIdx.x, row[threadIdx.x]));
        }
        const Run *const from = reinterpret_cast<const Run *>(row + lead);
        for (u32 tile = threadIdx.x; tile < runs; tile += loads * blockDim.x) {
            // all loads before all work: a block is alone with its row, and waits for memory
            Run loaded[loads] = {};
#pragma unroll
            for (u32 k = 0; k < loads; ++k) {
                if (tile + k * blockDim.x < runs) {
                    loaded[k] = from[tile + k * blockDim.x];
                }
            }
            Pack<T, V * loads> queue;
#pragma unroll
            for (u32 k = 0; k < loads; ++k) {
                queue.push(loaded[k].elements);
            }
#pragma unroll 1
            for (u32 k = 0; k < V * loads; k += step) {
                const Elements<T, step> elements = queue.template pop<step>();
                const u32 run = tile + k / V * blockDim.x;
                if (run < runs) {
#pragma unroll
                    for (u32 v = 0; v < step; ++v) {
                        const u32 i = lead + run * V + k % V + v;
                        act(i, at(i, elements.at[v]));
                    }
                }
            }
        }
        if (threadIdx.x < rest) {
            const u32 i = size - rest + threadIdx.x;
            act(i, at(i, row[i]));
        }
    }
};
