// The size of the grid.
//
//   thread_count()         threads along x
//   thread_rows()          threads along y
//   grid_width()           blocks along x
//   grid_height()          blocks along y, if a block has one row of threads
//   has_more_blocks(n)     whether there are more than n blocks along x, for n below 2^22
//   has_thread_for_each(n) whether each of n elements has a thread along x; for NVIDIA GPUs always
//                          false, as they need not avoid grid_width()
//
// AMD GPUs know how many threads a grid has; the number of blocks takes a division. Blocks that
// leave at once would spend most of their time on it, and call has_more_blocks() instead.
#pragma once

#include "calls.cuh"

__device__ inline usize first_thread()
{
    return static_cast<usize>(blockIdx.x) * blockDim.x + threadIdx.x;
}
