// Convolutions one output at a time: few channels, few outputs, or sizes beyond 32 bits.
#pragma once

#include "matrix.cuh"
#include "shape.cuh"

// As a matrix: [batch, c_out, y] by [x].
template <class T, class Direction> struct Direct {
    static constexpr int at_once = 4;

    // The taps of one coordinate; offsets are those of the first one.
    struct Taps {
        i64 in, count;
        usize src, kernel;
    };
    using Row = Taps;
    using Column = Taps;

    const Convolution &conv; // in LDS
    Operands<T> operands;

    __device__ Row row(usize index) const
    {
        const usize plane = index / conv.y.out, batch = plane / conv.c_out;
        Row row = taps_at(conv.y, index - plane * conv.y.out, conv.src_y, conv.kernel_y);
        row.src += batch * conv.src_batch;
        row.kernel += (plane - batch * conv.c_out) * conv.kernel_out;
        return row;
    }
    __device__ Column column(usize index) const
    {
        return taps_at(conv.x, index, conv.src_x, conv.kernel_x);
    }

    __device__ T at(const Row &row, const Column &column) const
    {
        usize src = row.src + column.src, kernel = row.kernel + column.kernel;
        const usize src_step = conv.x.hop * conv.src_x, kernel_step = conv.x.step * conv.kernel_x;
        Compute<T> sum = 0;
#pragma unroll 1
        for (usize c = 0; c < conv.c_in; ++c) {
            usize src_row = src, kernel_row = kernel;
            i64 y = row.in;
#pragma unroll 1
            for (i64 ky = 0; ky < row.count; ++ky) {
                if (static_cast<u64>(y) < static_cast<u64>(conv.y.in)) {
                    usize from = src_row, weight = kernel_row;
                    i64 x = column.in;
#pragma unroll 1
                    for (i64 kx = 0; kx < column.count; ++kx) {
                        if (static_cast<u64>(x) < static_cast<u64>(conv.x.in)) {
                            sum += widen(operands.src[from]) * widen(operands.kernel[weight]);
                        }
                        x += conv.x.hop;
                        from += src_step;
                        weight += kernel_step;
                    }
                }
                y += conv.y.hop;
                src_row += conv.y.hop * conv.src_y;
                kernel_row += conv.y.step * conv.kernel_y;
            }
            src += conv.src_channel;
            kernel += conv.kernel_in;
        }
        return narrow<T>(sum);
    }

    __device__ static Taps taps_at(const Axis &axis, i64 out, usize src_stride, usize kernel_stride)
    {
        const Reach reach = Direction::reach(axis, out);
        return {reach.in, reach.count, reach.in * src_stride, reach.first * kernel_stride};
    }
};
