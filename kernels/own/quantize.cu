// Quantizes numbers to blocks of GGUF. quantize.h has the arithmetic, which the host shares. A
// thread has eight elements. The threads of a group are neighbours in a warp, and so are the
// threads of a quantized block. All threads of a workgroup together write the bytes.
#include "../contract/launches.h"
#include "../device/wave.cuh"
#include "../contract/quantize.h"

constexpr int quantize_threads = QUANTIZE_THREADS;

struct JoinPeaks {
    __device__ quantize_peaks operator()(quantize_peaks a, quantize_peaks b) const
    {
        return quantize_peaks_join(a, b);
    }
};

struct AddMoments {
    __device__ quantize_moments operator()(quantize_moments a, quantize_moments b) const
    {
        return quantize_moments_add(a, b);
    }
};

// Chooses a scale for each group of a quantized block; neighbouring threads have the block's
// elements. Writes the block's head and the groups' integers to |values|, and returns the scale and
// offset of this thread's group.
__device__ __forceinline__ quantize_fit fit_groups(const quantize_format &format, const f32 *x,
                                                   const f32 *w, int group, u8 *values)
{
    const u32 lanes = quantize_lanes(&format), threads = lanes * format.groups;
    const quantize_range range = quantize_range_of(&format, x);
    const quantize_fit plain = quantize_start(&format, range, START_PLAIN);
    const quantize_fit grid = quantize_grid(&format, x, range);
    const quantize_fit fit = quantize_search(&format, x, w, range, grid);
    quantize_head head = {0, 0}, best_head = head;
    quantize_choice choice = {}, best = {};
    f32 least = 0;
#pragma unroll 1
    for (int turn = 0; turn < QUANTIZE_TURNS; ++turn) {
        const quantize_fit target = turn == QUANTIZE_PLAIN    ? plain
                                    : turn == QUANTIZE_DYADIC ? grid
                                                              : fit;
        if (turn == QUANTIZE_AGAIN) {
            const quantize_moments moments = warp_reduce(
                quantize_moments_of(&format, x, w, choice), AddMoments(), lanes, threads);
            head = quantize_next_head(&format, moments, head);
        } else {
            const quantize_peaks peaks =
                warp_reduce(quantize_peaks_of(target), JoinPeaks(), lanes, threads);
            head = quantize_first_head(&format, peaks, turn);
        }
        choice = quantize_choose(&format, x, w, head, target, turn >= QUANTIZE_SEARCHED);
        const f32 error = warp_reduce(choice.error, Add(), lanes, threads);
        if (turn == 0 || error < least) {
            best = choice;
            best_head = head;
            least = error;
        }
    }
    values[AT_SCALES + group] = static_cast<u8>(best.scale + format.scale_zero);
    values[AT_OFFSETS + group] = static_cast<u8>(best.offset);
    if (group == 0) {
        quantize_store_head(&format, values, best_head.scale, best_head.offset);
    }
    return best.fit;
}

// Chooses one scale for all groups of a quantized block, and writes it to |values|. Returns the
// scale and the offset.
__device__ __forceinline__ quantize_fit fit_whole(const quantize_format &format, const f32 *x,
                                                  const f32 *w, int group, u8 *values)
{
    const quantize_range range = quantize_range_of(&format, x);
    quantize_fit fit;
    if (format.groups == 1) {
        fit = quantize_search(&format, x, w, range, quantize_grid(&format, x, range));
    } else {
        fit = quantize_start(&format, range, START_PLAIN);
        fit.scale = warp_reduce(quantize_peaks_of(fit), JoinPeaks()).scale;
    }
    if (group == 0) {
        quantize_store_head(&format, values, fit.scale, fit.offset);
    }
    return fit;
}

template <int FORMAT>
__device__ inline void quantize(u64 blocks, u32 columns, u32 type, const void *in,
                                const f32 *importance, u8 *out)
{
    const quantize_format &format = quantize_formats[FORMAT];
    constexpr int elements = quantize_formats[FORMAT].group * quantize_formats[FORMAT].groups;
    constexpr int lanes = quantize_formats[FORMAT].group / 8; // how many threads share a group
    // how many threads make a quantized block
    constexpr int threads = elements / QUANTIZE_THREAD_ELEMENTS;
    constexpr int together = quantize_threads / threads;
    __shared__ u8 values[together][AT_QUANTS + elements];
    const int mine = threadIdx.x / threads, thread = threadIdx.x % threads;
    const int group = thread / lanes, lane = thread % lanes;
    for (u64 first = static_cast<u64>(blockIdx.x) * together; first < blocks;
         first += static_cast<u64>(gridDim.x) * together) {
        const bool is_there = first + mine < blocks;
        const u64 from = (first + mine) * elements + group * format.group + lane;
        const u32 column = static_cast<u32>(from % columns);
        f32 x[8], w[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            const f32 number = is_there ? quantize_load(in, type, from + i * lanes) : 0;
            x[i] = quantize_input(&format, number);
            w[i] = is_there && importance ? quantize_weight(importance[column + i * lanes]) : 1;
        }
        const quantize_fit fit = format.scale_type == SCALE_OF_GROUPS
                                     ? fit_groups(format, x, w, group, values[mine])
                                     : fit_whole(format, x, w, group, values[mine]);
        quantize_store_quants(&format, values[mine], group, lane, x, fit);
        __syncthreads();
        if (format.scale_type == SCALE_F32) {
            if (thread < 16) {
                quantize_store_sum(values[mine], thread);
            }
            __syncthreads();
        }
        const u64 left = blocks - first;
        const u32 bytes = static_cast<u32>(left < together ? left : together) * format.bytes;
        for (u32 i = threadIdx.x; i < bytes; i += quantize_threads) {
            out[first * format.bytes + i] =
                quantize_pack(&format, values[i / format.bytes], i % format.bytes);
        }
        __syncthreads();
    }
}

#define QUANTIZE_KERNEL(NAME, FORMAT)                                                              \
    extern "C" __global__ void __launch_bounds__(quantize_threads)                                 \
        quantize_##NAME(const u64 blocks, const u32 columns, const u32 type, const void *in,       \
                        const f32 *importance, u8 *out)                                            \
    {                                                                                              \
        quantize<FORMAT>(blocks, columns, type, in, importance, out);                              \
    }

QUANTIZE_KERNEL(q4_0, 0)
QUANTIZE_KERNEL(q4_1, 1)
QUANTIZE_KERNEL(q5_0, 2)
QUANTIZE_KERNEL(q5_1, 3)
QUANTIZE_KERNEL(q8_0, 4)
QUANTIZE_KERNEL(q2_K, 5)
QUANTIZE_KERNEL(q3_K, 6)
QUANTIZE_KERNEL(q4_K, 7)
QUANTIZE_KERNEL(q5_K, 8)
QUANTIZE_KERNEL(q6_K, 9)
QUANTIZE_KERNEL(q8_K, 10)
