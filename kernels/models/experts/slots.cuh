// Which expert's places a block multiplies: see struct experts_product.
#pragma once

#include "../../contract/experts.h"
#include "../../device/calls.cuh"
#include "../../device/wave.cuh"

// Returns the last expert whose first slot, begin(expert), is not after |slot|. That of expert 0 is
// 0. Each warp looks at 32 experts at a time.
template <class Begin>
__device__ inline u32 find_expert(u32 experts, u32 slot, const Begin &begin)
{
    const u32 lane = threadIdx.x % WARP;
    u32 low = 0, count = experts;
#pragma unroll 1
    while (count > 1) {
        const u32 step = (count + WARP - 1) / WARP, at = lane * step;
        const bool is_begun = at < count && begin(low + (at < count ? at : 0)) <= slot;
        const u32 skipped = (__popc(__ballot_sync(~0u, is_begun)) - 1) * step;
        low += skipped;
        count = count - skipped < step ? count - skipped : step;
    }
    return same_in_wave(low);
}

// The places of an expert that a block multiplies, and where in the rows of the expert's matrix it
// begins.
struct ExpertTile {
    u32 expert;
    u32 start, count; // the expert's places
    u32 first;        // the tile's first place, counted from |start|
    u32 row;          // the number of the tile among those along rows

    __device__ bool is_there() const
    {
        return first < count;
    }
};

// Where tile number |number| is among the slots, and among the tiles along rows.
struct TileNumber {
    u32 slot, row;

    __device__ TileNumber(u32 number, u32 across)
    {
        const u32 band = number / (EXPERTS_BAND * across);
        const u32 in_band = number - band * (EXPERTS_BAND * across);
        slot = band * EXPERTS_BAND + in_band % EXPERTS_BAND;
        row = in_band / EXPERTS_BAND;
    }
};

// Returns this block's tile, of |side| places.
template <u32 side> __device__ inline ExpertTile find_tile(const experts_product &work)
{
    const TileNumber at(blockIdx.x, work.across);
    const auto begin = [&](u32 expert) { return work.starts[expert] / side + expert; };
    ExpertTile tile;
    tile.expert = find_expert(work.experts, at.slot, begin);
    tile.start = same_in_wave(work.starts[tile.expert]);
    tile.count = same_in_wave(work.starts[tile.expert + 1]) - tile.start;
    tile.first = (at.slot - (tile.start / side + tile.expert)) * side;
    tile.row = at.row;
    return tile;
}

// The tile of a block of experts_few_*: up to EXPERTS_FEW places from place blockIdx.y on.
__device__ inline ExpertTile find_few(const experts_product &work)
{
    const u32 place = blockIdx.y;
    const auto begin = [&](u32 expert) { return work.starts[expert]; };
    ExpertTile tile;
    tile.expert = find_expert(work.experts, place, begin);
    tile.start = same_in_wave(work.starts[tile.expert]);
    tile.count = same_in_wave(work.starts[tile.expert + 1]) - tile.start;
    tile.first = place - tile.start;
    tile.row = blockIdx.x;
    if (tile.first % EXPERTS_FEW != 0) {
        tile.count = 0;
    }
    return tile;
}
