// The layout of images, [batch, channel, y, x], with strides.
#pragma once

#include "matrix.cuh"

// The layout of images: the sizes of the dimensions [batch, channel, y, x], then their strides. y
// is dimension 2, and x is dimension 3.
struct Image {
    usize batch, channels, height, width;
    usize batch_stride, channel_stride, y_stride, x_stride;

    __device__ static Image of(const usize *info)
    {
        return {info[0], info[1], info[2], info[3], info[4], info[5], info[6], info[7]};
    }
    // Returns the layout of images that have one line each. |info| has the sizes of [batch,
    // channel, x], then their strides.
    __device__ static Image of_lines(const usize *info)
    {
        return {info[0], info[1], 1, info[2], info[3], info[4], 0, info[5]};
    }
    __device__ usize planes() const
    {
        return same_in_wave(batch) * same_in_wave(channels);
    }
    // Whether the whole input is within 2^32 bytes; an element has |element| bytes.
    __device__ bool is_small(usize element) const
    {
        const usize most = batch_stride * (batch - 1) | channel_stride * (channels - 1) |
                           y_stride * (height - 1) | x_stride * (width - 1);
        return most < (usize(1) << 30) / element;
    }
    // The y of a line of the output, and the offset of the line's image and channel in the input.
    struct Line {
        usize y, offset;
    };
    __device__ Line line(usize index, usize out_height) const
    {
        const Quotient line(index, out_height), plane(line.whole, channels);
        return {line.rest, plane.whole * batch_stride + plane.rest * channel_stride};
    }
};
