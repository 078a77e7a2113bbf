// Which blocks of a launch work, and which units each of these has.
//
//   block      0   1   2   3   4   5   6   7   8  ...      n = 4
//   works      x   .   .   .   x   .   .   .   x  ...      the others leave at once
//   units    0..m             m..2m           2m..3m       m = threads * packs of a thread
#pragma once

#include "../../contract/launches.h"
#include "../grid.cuh"
#include "../powers.cuh"

// Callers launch a thread for each element; a thread that moves several leaves most of them without
// work. The blocks that work are every n-th, n a power of two: the others leave at once, launched
// while those wait for memory. Where that would leave too few for a large GPU, every 4th.
//
// A launch of few blocks with a thread for each element is mostly waiting. It is over soonest
// without a set-up, all threads at work; with strided operands a set-up pays a little earlier.
//
// A grid along y, of 1 along x, comes from a caller who knows all this, and launches no idle
// blocks: each of them works.
template <u32 n> class WorkingBlocks
{
    static constexpr u32 least = n < 4 ? n : 4;
    static constexpr u32 exponent_of_least = exponent(least);
    static constexpr u32 most_short = SHORT_BLOCKS, most_short_strided = SHORT_BLOCKS_STRIDED;

    static_assert((n & (n - 1)) == 0 && 512 * n > most_short, "a power of two, at least 2");

  public:
    // Whether this block has no work: see LEAVE_IF_IDLE.
    __device__ static bool is_idle()
    {
        // If |least| does not divide the number, the remainder as the upper bits is the greater.
        const u32 remainder = blockIdx.x << (32 - exponent_of_least);
        return (remainder < blockIdx.x ? remainder : blockIdx.x) >= most_short ||
               ((is_large() ? n - 1 : 0) & blockIdx.x) != 0;
    }
    // The two reasons, one after the other.
    __device__ static bool is_far()
    {
        return blockIdx.x >= most_short && (blockIdx.x & (least - 1)) != 0;
    }
    __device__ static bool is_spare()
    {
        return is_large() && (blockIdx.x & (n - 1)) != 0;
    }
    // For a block that is not idle: whether the launch is over when each thread has done its
    // element. The order of the conditions counts: in others nvcc 13 keeps values of dozens of
    // kernels in local memory. AMD GPUs compare once, and branch once.
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
    // For a block that is not idle: whether it has work in a launch that is not short.
    __device__ static bool works()
    {
        return (blockIdx.x & (least - 1)) == 0;
    }

    // This block's number among those that work, and how many they are.
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

// Ends a kernel in blocks that have no work. A GPU launches a block of 1024 threads
// a nanosecond, so what these execute counts: most look at nothing but their number. nvcc computes
// what one function returns in whole, so there the reasons are apart.
#define LEAVE_IF_IDLE(...)                                                                         \
    if (is_amd ? __VA_ARGS__::is_idle() : __VA_ARGS__::is_far()) {                                 \
        return;                                                                                    \
    }                                                                                              \
    if (!is_amd && __VA_ARGS__::is_spare()) {                                                      \
        return;                                                                                    \
    }

// The units that fall to a block, one of Blocks::blocks(), in ranges of up to |most|.
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
