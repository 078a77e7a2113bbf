// How large the grid is.
//
//   thread_count()         threads along x
//   thread_rows()          threads along y
//   grid_width()           blocks along x
//   grid_height()          blocks along y, of one row of threads each
//   has_more_blocks(n)     whether there are more than n blocks along x, for n below 2^22
//   has_thread_for_each(n) whether each of n elements has a thread along x; always false where the
//                          number of blocks is known as soon
//
// AMD GPUs know how many threads a grid has. How many blocks it has is a division, which blocks
// that leave at once would spend most of their time on: they ask has_more_blocks().
#pragma once

#include "calls.cuh"

__device__ inline usize first_thread()
{
    return static_cast<usize>(blockIdx.x) * blockDim.x + threadIdx.x;
}
