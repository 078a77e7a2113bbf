// Which tiles a convolution is made by, if by any.
#pragma once

#include "tiles.cuh"

// An axis: its phases, and how many outputs one has at most.
struct AxisPhases {
    usize count, outs;

    template <class Direction> __device__ static AxisPhases of(const Axis &axis)
    {
        const usize out = same_in_wave(static_cast<usize>(axis.out)),
                    phases = same_in_wave(static_cast<usize>(Direction::phases(axis)));
        return {phases, phases == 1 ? out : divide(out - 1, phases) + 1};
    }
};

// The block's first two threads complete the task.
template <class Direction> __device__ LARGE void complete_task(IN_LDS Task *in_lds, bool has_cores)
{
    const void *const back = return_address();
    Task &task = first_in_lds(in_lds);
    Convolution &conv = task.conv;
    Direction::complete(conv.axes[threadIdx.x]);
    if (threadIdx.x == 0) {
        const AxisPhases y = AxisPhases::of<Direction>(conv.y),
                         x = AxisPhases::of<Direction>(conv.x);
        const usize phases = y.count * x.count, pixels = same_in_wave(conv.batch) * y.outs * x.outs,
                    taps = same_in_wave(static_cast<usize>(conv.y.taps)) *
                           same_in_wave(static_cast<usize>(conv.x.taps)),
                    depth = same_in_wave(conv.c_in) * (phases == 1 ? taps : divide(taps, phases));
        const usize rows = same_in_wave(conv.c_out), high = (rows - 1) / HIGH + 1,
                    across = (pixels - 1) / COLUMNS + 1;
        const u32 c_out = same_in_wave(task.grouping.c_out);
        // Tiles pay if an eighth of a high one is filled, and 32 bits must be enough.
        const bool has_tiles =
            at_most(rows, HIGH) * at_most(pixels, COLUMNS) >= HIGH * COLUMNS / 8 && depth >= 16 &&
            depth < 1u << 28 && phases < 1u << 28 && conv.y.is_small() && conv.x.is_small();
        // Low ones do if channels are few, or outputs so few that two blocks for each high tile
        // find a multiprocessor.
        const bool has_low =
            !same_in_wave(u32(has_cores)) && (c_out <= LOW || phases * across * high <= 64);
        const u32 bands = has_low ? (c_out + LOW - 1) / LOW : (c_out + HIGH - 1) / HIGH;
        task.has_tiles = has_tiles;
        task.has_low = has_low;
        task.bands = bands;
        task.most_tiles = at_most(phases * across * bands * same_in_wave(task.groups), UINT32_MAX);
#if defined(__HIP__)
        if (!has_tiles) {
            task.plan = MatrixPlan::of(same_in_wave(conv.batch) * rows *
                                           same_in_wave(static_cast<usize>(conv.y.out)),
                                       same_in_wave(static_cast<usize>(conv.x.out)), Singles::most,
                                       same_in_wave(task.blocks));
        }
#endif
        // Phases without outputs are left out.
        task.x_phases = at_most(x.count, static_cast<u32>(conv.x.out));
        task.phases = task.x_phases * at_most(y.count, static_cast<u32>(conv.y.out));
    }
    return_to(back);
}
