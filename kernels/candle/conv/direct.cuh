// Convolutions that make one output at a time: for few channels, few outputs, or sizes beyond 32
// bits.
#pragma once

#include "matrix.cuh"
#include "shape.cuh"

// Computes the sum of one output.
template <class T> struct DirectSum {
    // The |count| taps along one axis that meet the input. |kernel| is the offset of the first of
    // these taps in the kernel, and |src| the offset of the input element that it meets.
    struct Taps {
        i64 count;
        usize src, kernel;
    };
    // |count| products to add up, each of an input element and a weight. From one product to the
    // next the input element is |src| elements further in memory, and the weight |kernel| elements.
    struct Run {
        i64 count;
        usize src, kernel;
    };

    const Convolution &conv; // the convolution; the object is in LDS
    Operands<T> operands;

    // Returns the taps along y that meet the input, and adds the offsets of the image and of the
    // output's channel. |reach| is the reach of the output's line.
    __device__ Taps row_of(const Reach &reach, usize image, usize channel) const
    {
        Taps row = taps_of(conv.y, reach, conv.src_y, conv.kernel_y);
        row.src += image * conv.src_batch;
        row.kernel += channel * conv.kernel_out;
        return row;
    }
    __device__ Taps column_of(const Reach &reach) const
    {
        return taps_of(conv.x, reach, conv.src_x, conv.kernel_x);
    }

    // Adds up the products of one output. If a line has more taps than there are channels, the
    // innermost loop is over the taps of the line, otherwise over the channels.
    __device__ T at(const Taps &row, const Taps &column) const
    {
        const Run channels = {static_cast<i64>(conv.c_in), conv.src_channel, conv.kernel_in},
                  across = {column.count, conv.x.hop * conv.src_x, conv.x.step * conv.kernel_x};
        const bool is_wide = across.count > channels.count;
        const Run inner = is_wide ? across : channels, outer = is_wide ? channels : across;
        const usize src_down = conv.y.hop * conv.src_y, kernel_down = conv.y.step * conv.kernel_y;
        const T *src = operands.src + (row.src + column.src);
        const T *kernel = operands.kernel + (row.kernel + column.kernel);
        Compute<T> sum = 0;
#pragma unroll 1
        for (i64 y = 0; y < row.count; ++y) {
            const T *from = src, *weight = kernel;
#pragma unroll 1
            for (i64 i = 0; i < outer.count; ++i) {
                add_run(inner, from, weight, sum);
                from += outer.src;
                weight += outer.kernel;
            }
            src += src_down;
            kernel += kernel_down;
        }
        return narrow<T>(sum);
    }

    // Adds a run of products to |sum|. It issues the loads of 2 or 4 products before it multiplies
    // the first, so that the loads overlap.
    __device__ static void add_run(const Run &run, const T *src, const T *kernel, Compute<T> &sum)
    {
        constexpr int together = sizeof(T) == 8 ? 2 : 4;
#pragma unroll 1
        for (i64 left = run.count; left > 0; left -= together) {
            T a[together] = {}, b[together] = {};
#pragma unroll
            for (int i = 0; i < together; ++i) {
                if (i < left) {
                    a[i] = *src;
                    b[i] = *kernel;
                }
                src += run.src;
                kernel += run.kernel;
            }
#pragma unroll
            for (int i = 0; i < together; ++i) {
                sum += widen(a[i]) * widen(b[i]);
            }
        }
    }

    __device__ static Taps taps_of(const Axis &axis, const Reach &all, usize src_stride,
                                   usize kernel_stride)
    {
        const Reach reach = all.within(axis);
        return {reach.count, reach.in * src_stride, reach.first * kernel_stride};
    }
};

// A rule for fill_matrix(): the outputs of a convolution as a matrix of [batch, c_out, y] rows by
// [x] columns.
template <class T, class Direction> struct Direct : DirectSum<T> {
    static constexpr int at_once = 1;
    using Row = typename DirectSum<T>::Taps;
    using Column = Row;

    __device__ Direct(const Convolution &conv, const Operands<T> &operands)
        : DirectSum<T>{conv, operands}
    {
    }
    __device__ Row row(usize index) const
    {
        const Convolution &conv = this->conv;
        const Quotient line(index, conv.y.out), plane(line.whole, conv.c_out);
        return this->row_of(Direction::reach(conv.y, line.rest), plane.whole, plane.rest);
    }
    __device__ Column column(usize index) const
    {
        return this->column_of(Direction::reach(this->conv.x, index));
    }
};
