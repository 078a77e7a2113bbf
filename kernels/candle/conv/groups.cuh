// Convolutions whose channels are in groups, or whose strides, paddings or dilations differ between
// y and x. Kernels by tiles make them, or kernels by strips if groups have few channels.
// conv_groups_info of contract/convolution.h has the sizes and strides. The output is dense.
#pragma once

#include "convolve.cuh"
#include "strips.cuh"

template <class Direction> __device__ inline Axis axis_of(const conv_axis &axis)
{
    return axis_of<Direction>(axis.in, axis.taps, axis.out,
                              {axis.stride, axis.padding, axis.dilation});
}

template <class Direction>
__device__ inline void read_shape(const conv_groups_info &info, Convolution &conv,
                                  Grouping &grouping)
{
    conv.batch = info.batch;
    conv.c_in = info.c_in;
    conv.c_out = info.groups * info.c_out;
    conv.y = axis_of<Direction>(info.y);
    conv.x = axis_of<Direction>(info.x);
    conv.src_batch = info.src_batch;
    conv.src_channel = info.src_channel;
    conv.src_y = info.src_y;
    conv.src_x = info.src_x;
    conv.kernel_out = info.kernel_out;
    conv.kernel_in = info.kernel_in;
    conv.kernel_y = info.kernel_y;
    conv.kernel_x = info.kernel_x;
    grouping = {static_cast<u32>(info.c_out),
                {},
                conv.c_in * conv.src_channel,
                Direction::is_transposed ? conv.c_in * conv.kernel_in
                                         : info.c_out * conv.kernel_out};
}

template <class Direction, class T>
__device__ inline void convolve_groups(const conv_groups_info &info, const Operands<T> &operands)
{
    convolve<Direction, true>(operands, [&](Task &task) {
        read_shape<Direction>(info, task.conv, task.grouping);
        task.groups = static_cast<u32>(info.groups);
        task.blocks = gridDim.x;
    });
}

// Returns how many phases of an axis have outputs.
template <class Direction> __device__ inline u32 phases_of(const Axis &axis)
{
    const i64 phases = Direction::phases(axis);
    return same_in_wave(static_cast<u32>(phases < axis.out ? phases : axis.out));
}

// Leaves the shape and the grouping in LDS, for all strips. All threads of the block call this.
template <class Direction>
__device__ __forceinline__ void prepare_strips(const conv_groups_info &info, Convolution &conv,
                                               Grouping &grouping)
{
    if (threadIdx.x == 0) {
        read_shape<Direction>(info, conv, grouping);
        grouping.channels = divisor32_make(grouping.c_out);
    }
    __syncthreads();
    if (threadIdx.x < 2) {
        Direction::complete(conv.axes[threadIdx.x]);
    }
    __syncthreads();
}

// Leaves a phase in LDS: |y| and |x| are the phase's indices along the axes. All threads of the
// block call this.
template <class Direction>
__device__ __forceinline__ void prepare_strip_phase(const Convolution &conv, u32 y, u32 x,
                                                    StripPhase &phase)
{
    if (threadIdx.x < 2) {
        phase.template begin<Direction>(conv, y, x);
    }
    __syncwarp();
    if (threadIdx.x == 0) {
        phase.finish(conv.batch);
    }
    __syncthreads();
}

// Makes strip number |strip| of a phase; strips of all channels are numbered together. All threads
// of a warp call this. |plane| is the number of outputs of a channel in one image.
template <class T>
__device__ __forceinline__ void make_strip(const Convolution &conv, const Grouping &grouping,
                                           const StripPhase &phase, const Operands<T> &operands,
                                           u32 strip, u32 channels, usize plane)
{
    const u32 channel = phase.channels.quotient(strip);
    const u32 group = grouping.channels.quotient(channel);
    const StripChannel<T> own = {
        operands.src + group * grouping.src_group,
        operands.kernel +
            (group * grouping.kernel_group + (channel - group * grouping.c_out) * conv.kernel_out),
        operands.dst + channel * plane};
    Strip<T>(conv, phase).make((strip - channel * phase.strips) * STRIP, own, channels * plane);
}

template <class Direction, class T>
__device__ inline void convolve_by_strips(const conv_groups_info &info, const Operands<T> &operands)
{
    __shared__ Grouping grouping;
    __shared__ Convolution conv;
    __shared__ StripPhase phase;
    prepare_strips<Direction>(info, conv, grouping);
    const u32 y_phases = phases_of<Direction>(conv.y), x_phases = phases_of<Direction>(conv.x);
    const u32 channels = static_cast<u32>(conv.c_out);
    const usize plane = conv.y.out * conv.x.out, warps = thread_count() / STRIP_LANES;
    usize number = first_thread() / STRIP_LANES; // the index of a strip in the phase
#pragma unroll 1
    for (u32 y = 0; y < y_phases; ++y) {
#pragma unroll 1
        for (u32 x = 0; x < x_phases; ++x) {
            prepare_strip_phase<Direction>(conv, y, x, phase);
            const usize strips = static_cast<usize>(phase.strips) * channels;
#pragma unroll 1
            for (; number < strips; number += warps) {
                make_strip(conv, grouping, phase, operands, static_cast<u32>(number), channels,
                           plane);
                // this barrier keeps the compiler from holding the whole phase in registers
                __syncwarp();
            }
            number -= strips;
            __syncthreads(); // waits until all threads have read the phase
        }
    }
}
