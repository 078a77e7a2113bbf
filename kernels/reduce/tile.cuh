// Tiles: what one block does for |tile| neighbouring blocks of the grid, which then have nothing
// left to do. Callers launch as many threads for a row of a few elements as for one of thousands;
// a thread with a single load, or none, is too little to keep memory busy.
#pragma once

#include "../types.cuh"
#include "vector.cuh"

// |wanted| blocks, fewer if less than 2^|enough| threads would be left: a power of two.
__device__ inline u32 tile_of(u32 wanted, u32 enough = 18)
{
    const usize spare = static_cast<usize>(gridDim.x) * blockDim.x >> enough;
    return spare < 2 ? 1 : power_below(spare < wanted ? static_cast<u32>(spare) : wanted);
}
