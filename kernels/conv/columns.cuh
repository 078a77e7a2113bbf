// The elements that each output of a convolution meets, laid out for a product of matrices, and the
// way back for transposed ones.
#pragma once

#include "image.cuh"

// [batch, y, x] by [c_in, ky, kx]: the element under a tap, or 0 outside of the input.
template <class T> struct ImageToColumns {
    static constexpr int at_once = 4;

    const Image &in;     // in LDS
    usize height, width; // of it
    const T *src;
    usize out_height, out_width, kernel_height, kernel_width;
    usize stride, y_padding, x_padding, dilation;

    struct Row {
        usize offset;
        i64 y, x;
    };
    struct Column {
        const T *src;
        i64 y, x;
    };

    __device__ Row place(usize offset, i64 y, i64 x) const
    {
        return {offset + y * in.y_stride + x * in.x_stride, y, x};
    }
    __device__ Row row(usize pixel) const
    {
        const Quotient x(pixel, out_width), y(x.whole, out_height);
        return place(y.whole * in.batch_stride, y.rest * stride - y_padding,
                     x.rest * stride - x_padding);
    }
    __device__ Column column(usize k) const
    {
        const Quotient x(k, kernel_width), y(x.whole, kernel_height);
        const Row tap = place(y.whole * in.channel_stride, y.rest * dilation, x.rest * dilation);
        return {src + tap.offset, tap.y, tap.x};
    }
    __device__ T at(const Row &row, const Column &column) const
    {
        const bool is_inside = static_cast<u64>(row.y + column.y) < height &&
                               static_cast<u64>(row.x + column.x) < width;
        return is_inside ? column.src[row.offset] : narrow<T>(0);
    }
};

// [batch, channel] by [x]: the sum of all src[batch, i, channel, q] with i * stride + q = x.
template <class T> struct ColumnsToImage {
    static constexpr int at_once = 4;

    usize channels, in, taps, stride;
    const T *src;

    struct Row {
        usize offset;
    };
    // From the first tap that meets an input on, the next one |stride| further and one input back.
    struct Column {
        const T *src;
        usize count;
    };

    __device__ Row row(usize plane) const
    {
        const Quotient image(plane, channels);
        return {(image.whole * in * channels + image.rest) * taps};
    }
    __device__ Column column(usize x) const
    {
        const usize last = divide(x, stride), least = x - last * stride;
        const usize skipped = last < in ? 0 : last - (in - 1); // inputs beyond the last
        const usize tap = least + skipped * stride;
        if (tap >= taps) {
            return {src, 0};
        }
        const usize left = divide(taps - 1 - tap, stride), i = last - skipped;
        return {src + i * channels * taps + tap, (left < i ? left : i) + 1};
    }
    __device__ T at(const Row &row, const Column &column) const
    {
        usize offset = row.offset;
        Compute<T> sum = 0;
#pragma unroll 1
        for (usize n = 0; n < column.count; ++n) {
            sum += widen(column.src[offset]);
            offset -= channels * taps - stride;
        }
        return narrow<T>(sum);
    }
};
