// Which blocks of a launch work, and which units each working block makes.
//
//   block      0   1   2   3   4   5   6   7   8  ...      n = 4
//   works      x   .   .   .   x   .   .   .   x  ...      the others leave at once
//   units    0..m             m..2m           2m..3m       m = threads * packs of a thread
#pragma once

#include "../../contract/launches.h"
#include "../grid.cuh"
#include "../powers.cuh"

// Callers launch a thread for each element. A thread makes several elements, so most of the threads
// have no work. Only every n-th block works, where n is a power of two. The other blocks leave at
// once; the GPU launches them while the working blocks wait for memory. Where every n-th would be
// too few for a large GPU, every 4th block works.
//
// A launch of few blocks with a thread for each element spends most of its time waiting. Such a
// launch ends soonest if all threads work without preparation. With strided operands, preparation
// pays in slightly smaller launches already.
//
// A grid along y, with 1 block along x, comes from a caller that launches no idle blocks: every
// block works.
template <u32 n> class WorkingBlocks
{
    static constexpr u32 least = n < 4 ? n : 4;
    static constexpr u32 log2_of_least = log2_of_constant(least);
    static constexpr u32 most_short = SHORT_BLOCKS, most_short_strided = SHORT_BLOCKS_STRIDED;

    static_assert((n & (n - 1)) == 0 && 512 * n > most_short, "a power of two, at least 2");

  public:
    // Whether LEAVE_IF_IDLE ends this block, because it has no work.
    __device__ static bool is_idle()
    {
        // |remainder| is blockIdx.x % |least| in the upper bits of the word: 0, or at least
        // most_short.
        const u32 remainder = blockIdx.x << (32 - log2_of_least);
        return (remainder < blockIdx.x ? remainder : blockIdx.x) >= most_short ||
               ((is_large() ? n - 1 : 0) & blockIdx.x) != 0;
    }
    // is_far() and is_spare() are the two reasons why is_idle() is true.
    __device__ static bool is_far()
    {
        return blockIdx.x >= most_short && (blockIdx.x & (least - 1)) != 0;
    }
    __device__ static bool is_spare()
    {
        return is_large() && (blockIdx.x & (n - 1)) != 0;
    }
    // Whether the launch is small enough that each thread makes one element; only blocks that are
    // not idle may call it. The order of the conditions matters: with another order nvcc 13 keeps
    // values in local memory, in dozens of kernels. AMD GPUs compare |numel| and branch only once.
    __device__ static bool is_short(usize numel, bool is_strided)
    {
        if constexpr (is_amd) {
            const u32 blocks = is_strided ? most_short_strided : most_short;
            return numel <= (has_more_blocks(blocks) ? 0 : thread_count());
        } else {
            return !has_more_blocks(most_short) && numel <= thread_count() &&
                   !(is_strided && has_more_blocks(most_short_strided));
        }
    }
    // Whether this block has work in a launch that is not short; only blocks that are not idle may
    // call it.
    __device__ static bool works()
    {
        return (blockIdx.x & (least - 1)) == 0;
    }

    // block() returns this block's number among the blocks that work, and blocks() how many blocks
    // work.
    __device__ static u32 block()
    {
        return blockIdx.x / step() + blockIdx.y;
    }
    __device__ static u32 blocks()
    {
        return ((grid_width() - 1) / step() + 1) * grid_height();
    }

  private:
    __device__ static bool is_large()
    {
        return has_more_blocks(512 * n - 1);
    }
    __device__ static u32 step()
    {
        return is_large() ? n : least;
    }
};

// Makes blocks that have no work return from the kernel. A GPU launches one block of 1024 threads
// each nanosecond, so every instruction of an idle block counts: most of these blocks look only at
// their number. nvcc computes the whole result of is_idle() before it branches, so NVIDIA GPUs test
// the two reasons one after the other.
#define LEAVE_IF_IDLE(...)                                                                         \
    if (is_amd ? __VA_ARGS__::is_idle() : __VA_ARGS__::is_far()) {                                 \
        return;                                                                                    \
    }                                                                                              \
    if (!is_amd && __VA_ARGS__::is_spare()) {                                                      \
        return;                                                                                    \
    }

// The units that this block makes, in ranges of up to |most| units. |blocks| is what
// Blocks::blocks() returned.
template <class Blocks> class UnitRanges
{
  public:
    __device__ UnitRanges(u32 blocks, u32 most)
        : first_(static_cast<usize>(Blocks::block()) * most),
          step_(static_cast<usize>(blocks) * most), most_(most)
    {
    }
    __device__ bool are_below(usize units) const
    {
        return first_ < units;
    }
    __device__ void advance()
    {
        first_ += step_;
    }
    __device__ usize first() const
    {
        return first_;
    }
    __device__ u32 count(usize units) const
    {
        return units - first_ < most_ ? static_cast<u32>(units - first_) : most_;
    }

  private:
    usize first_, step_;
    u32 most_;
};
