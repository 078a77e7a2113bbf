// Convolutions whose channels are in groups, and whose steps may differ on each axis: by tiles, or
// by strips, for groups of few channels.
//
// info = batch, groups, c_in and c_out of a group; in, taps, out, stride, padding and dilation of
// y, then of x; the strides of the input's batch, channel, y and x; those of the kernel's c_out,
// c_in, y and x. Sizes fit 28 bits, the input's strides of y and x 31. The output is dense.
#pragma once

#include "convolve.cuh"
#include "strips.cuh"

template <class Direction> __device__ inline Axis axis_at(const usize *info)
{
    return axis_of<Direction>(info[0], info[1], info[2], {info[3], info[4], info[5]});
}

template <class Direction>
__device__ inline void read_shape(const usize *info, Convolution &conv, Grouping &grouping)
{
    const usize groups = info[1], c_out = info[3];
    conv.batch = info[0];
    conv.c_in = info[2];
    conv.c_out = groups * c_out;
    conv.y = axis_at<Direction>(info + 4);
    conv.x = axis_at<Direction>(info + 10);
    conv.src_batch = info[16];
    conv.src_channel = info[17];
    conv.src_y = info[18];
    conv.src_x = info[19];
    conv.kernel_out = info[20];
    conv.kernel_in = info[21];
    conv.kernel_y = info[22];
    conv.kernel_x = info[23];
    grouping = {static_cast<u32>(c_out),
                {},
                conv.c_in * conv.src_channel,
                Direction::is_transposed ? conv.c_in * conv.kernel_in : c_out * conv.kernel_out};
}

template <class Direction, class T>
__device__ inline void convolve_groups(const usize *info, const Operands<T> &operands)
{
    convolve<Direction, true>(operands, [&](Task &task) {
        read_shape<Direction>(info, task.conv, task.grouping);
        task.groups = static_cast<u32>(info[1]);
        task.blocks = gridDim.x;
    });
}

// Phases without outputs are left out.
template <class Direction> __device__ inline u32 phases_of(const Axis &axis)
{
    const i64 phases = Direction::phases(axis);
    return same_in_wave(static_cast<u32>(phases < axis.out ? phases : axis.out));
}

template <class Direction, class T>
__device__ inline void convolve_by_strips(const usize *info, const Operands<T> &operands)
{
    __shared__ Grouping grouping;
    __shared__ Convolution conv;
    __shared__ StripPhase phase;
    if (threadIdx.x == 0) {
        read_shape<Direction>(info, conv, grouping);
        grouping.channels = Divisor(grouping.c_out);
    }
    __syncthreads();
    if (threadIdx.x < 2) {
        Direction::complete(conv.axes[threadIdx.x]);
    }
    __syncthreads();
    const u32 y_phases = phases_of<Direction>(conv.y), x_phases = phases_of<Direction>(conv.x);
    const u32 channels = static_cast<u32>(conv.c_out);
    const usize plane = conv.y.out * conv.x.out, warps = thread_count() / STRIP_LANES;
    usize number = first_thread() / STRIP_LANES; // among the phase's
#pragma unroll 1
    for (u32 y = 0; y < y_phases; ++y) {
#pragma unroll 1
        for (u32 x = 0; x < x_phases; ++x) {
            if (threadIdx.x < 2) {
                phase.template begin<Direction>(conv, y, x);
            }
            __syncwarp();
            if (threadIdx.x == 0) {
                phase.finish(conv.batch);
            }
            __syncthreads();
            const usize strips = static_cast<usize>(phase.strips) * channels;
#pragma unroll 1
            for (; number < strips; number += warps) {
                const u32 strip = static_cast<u32>(number),
                          channel = phase.channels.quotient(strip);
                const u32 group = grouping.channels.quotient(channel);
                const StripChannel<T> own = {
                    operands.src + group * grouping.src_group,
                    operands.kernel + (group * grouping.kernel_group +
                                       (channel - group * grouping.c_out) * conv.kernel_out),
                    operands.dst + channel * plane};
                Strip<T>(conv, phase)
                    .make((strip - channel * phase.strips) * STRIP, own, channels * plane);
                __syncwarp(); // keeps compilers from holding all of the phase in registers
            }
            number -= strips;
            __syncthreads(); // nobody reads the phase
        }
    }
}
