// Choosing how a convolution is made: by high tiles, by low ones, or one output at a time.
#pragma once

#include "../tiles.cuh"

// How many phases one axis of a convolution has, and how many outputs the largest of these phases
// has.
struct AxisPhases {
    usize count, outs;

    template <class Direction> __device__ static AxisPhases of(const Axis &axis)
    {
        const usize out = same_in_wave(static_cast<usize>(axis.out)),
                    phases = same_in_wave(static_cast<usize>(Direction::phases(axis)));
        return {phases, phases == 1 ? out : quotient_of(out - 1, phases) + 1};
    }
};

// The matrices whose product is the largest phase of a convolution: |rows| by |depth|, and |depth|
// by |pixels|.
struct PhaseProduct {
    usize phases, rows, pixels, depth;

    __device__ __forceinline__ static PhaseProduct of(const Convolution &conv, const AxisPhases &y,
                                                      const AxisPhases &x)
    {
        const usize phases = y.count * x.count, pixels = same_in_wave(conv.batch) * y.outs * x.outs,
                    taps = same_in_wave(static_cast<usize>(conv.y.taps)) *
                           same_in_wave(static_cast<usize>(conv.x.taps)),
                    depth =
                        same_in_wave(conv.c_in) * (phases == 1 ? taps : quotient_of(taps, phases));
        return {phases, same_in_wave(conv.c_out), pixels, depth};
    }

    // Whether tiles are faster than single outputs, which they are if outputs fill an eighth of a
    // high tile. Numbers of tiles have 32 bits.
    __device__ __forceinline__ bool suits_tiles(const Convolution &conv) const
    {
        return at_most(rows, HIGH_TILE) * at_most(pixels, TILE_COLUMNS) >=
                   HIGH_TILE * TILE_COLUMNS / 8 &&
               depth >= 16 && depth < 1u << 28 && phases < 1u << 28 && conv.y.is_small() &&
               conv.x.is_small();
    }
};

// Chooses high tiles, low tiles or single outputs, and counts the tiles.
__device__ __forceinline__ void choose_tiles(const PhaseProduct &product, bool has_cores,
                                             Task &task)
{
    const usize high = (product.rows - 1) / HIGH_TILE + 1,
                across = (product.pixels - 1) / TILE_COLUMNS + 1;
    const u32 c_out = same_in_wave(task.grouping.c_out);
    const bool has_tiles = product.suits_tiles(task.conv);
    // Low tiles are faster if there are few channels, or so few outputs that multiprocessors have
    // room for two low tiles in place of each high one.
    const bool has_low = !same_in_wave(u32(has_cores)) &&
                         (c_out <= LOW_TILE || product.phases * across * high <= 64);
    const u32 bands =
        has_low ? (c_out + LOW_TILE - 1) / LOW_TILE : (c_out + HIGH_TILE - 1) / HIGH_TILE;
    task.has_tiles = has_tiles;
    task.has_low = has_low;
    task.bands = bands;
    task.most_tiles =
        at_most(product.phases * across * bands * same_in_wave(task.groups), UINT32_MAX);
}

// Completes the task that describe() began: the axes, the choice of tiles, and the counts of tiles
// and phases. The block's first two threads call this.
template <class Direction> __device__ LARGE void complete_task(IN_LDS Task *in_lds, bool has_cores)
{
    const void *const back = return_address();
    Task &task = first_in_lds(in_lds);
    Convolution &conv = task.conv;
    Direction::complete(conv.axes[threadIdx.x]);
    if (threadIdx.x == 0) {
        const AxisPhases y = AxisPhases::of<Direction>(conv.y),
                         x = AxisPhases::of<Direction>(conv.x);
        const PhaseProduct product = PhaseProduct::of(conv, y, x);
        choose_tiles(product, has_cores, task);
        if (is_amd && !task.has_tiles) {
            task.plan = MatrixPlan::of(same_in_wave(conv.batch) * product.rows *
                                           same_in_wave(static_cast<usize>(conv.y.out)),
                                       same_in_wave(static_cast<usize>(conv.x.out)),
                                       OutputBlocks::most, same_in_wave(task.blocks));
        }
        // If an axis has fewer outputs than phases, some phases have no outputs. These are not
        // counted.
        task.x_phases = at_most(x.count, static_cast<u32>(conv.x.out));
        task.phases = task.x_phases * at_most(y.count, static_cast<u32>(conv.y.out));
    }
    return_to(back);
}
