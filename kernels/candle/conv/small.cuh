// Small launches on NVIDIA GPUs. They skip the preparations of the other kernels, which would take
// longer than the work. A thread makes an output, or the elements under one line of taps.
#pragma once

#include "../../device/grid.cuh"
#include "image.cuh"
#include "shape.cuh"

// Whether the numbers and their product are at most |most|. |out| becomes the product, which means
// nothing if the answer is false.
template <class... Number> __device__ inline bool is_at_most(u32 most, u32 &out, Number... numbers)
{
    bool is_less = true;
    usize product = 1;
    ((is_less = is_less && static_cast<usize>(numbers) <= most &&
                (product *= static_cast<usize>(numbers)) <= most),
     ...);
    out = static_cast<u32>(product);
    return is_less;
}

// Returns number / divisor, and sets |number| to the remainder.
__device__ inline u32 divide_in_place(u32 &number, usize divisor)
{
    const u32 quotient = number / static_cast<u32>(divisor);
    number -= quotient * static_cast<u32>(divisor);
    return quotient;
}

// Returns the sum of the |products| products of one output. |top| and |left| are where the output's
// first tap meets the input.
template <class T>
__device__ __forceinline__ Compute<T> small_sum(const Convolution &conv, const T *src,
                                                const T *kernel, usize top, usize left,
                                                u32 products)
{
    constexpr u32 at_once = 4;
    const usize y_taps = conv.y.taps, x_taps = conv.x.taps;
    Compute<T> sum = 0;
    u32 c = 0, down = 0, right = 0;
#pragma unroll 1
    for (u32 begin = 0; begin < products; begin += at_once) {
        T a[at_once] = {}, b[at_once] = {};
#pragma unroll
        for (u32 k = 0; k < at_once; ++k) {
            const usize y = top + down * conv.y.dilation, x = left + right * conv.x.dilation;
            if (begin + k < products && y < static_cast<usize>(conv.y.in) &&
                x < static_cast<usize>(conv.x.in)) {
                a[k] = src[c * conv.src_channel + y * conv.src_y + x * conv.src_x];
                b[k] = kernel[c * conv.kernel_in + down * conv.kernel_y + right * conv.kernel_x];
            }
            const bool is_line = ++right == x_taps;
            right = is_line ? 0 : right;
            down += is_line;
            const bool is_channel = down == y_taps;
            down = is_channel ? 0 : down;
            c += is_channel;
        }
#pragma unroll
        for (u32 k = 0; k < at_once; ++k) {
            sum += widen(a[k]) * widen(b[k]);
        }
    }
    return sum;
}

// Makes one output of an ordinary convolution, [batch, c_out, y, x]. Returns false if there are too
// many outputs, or so many products that tiles are faster.
template <class T>
__device__ inline bool convolve_small(const Convolution &conv, const Operands<T> &operands)
{
    constexpr u32 most = 15;
    u32 outputs, products;
    if (!is_at_most(thread_count(), outputs, conv.batch, conv.c_out, conv.y.out, conv.x.out) ||
        !is_at_most(most, products, conv.c_in, conv.y.taps, conv.x.taps)) {
        return false;
    }
    const u32 number = static_cast<u32>(first_thread());
    if (number >= outputs) {
        return true;
    }
    u32 column = number, line = divide_in_place(column, conv.x.out),
        channel = divide_in_place(line, conv.y.out);
    const u32 image = divide_in_place(channel, conv.c_out);
    const usize top = line * conv.y.stride - conv.y.padding,
                left = column * conv.x.stride - conv.x.padding;
    const T *const src = operands.src + image * conv.src_batch;
    const T *const kernel = operands.kernel + channel * conv.kernel_out;
    operands.dst[number] = narrow<T>(small_sum(conv, src, kernel, top, left, products));
    return true;
}

// Copies the elements under one line of taps, of the matrix [batch, y, x] by [channel, ky, kx].
// Returns false if the grid has fewer threads than there are such lines, or if a line has more than
// 16 taps.
template <class T>
__device__ inline bool image_to_columns_small(const PatchShape &shape, const T *src, T *dst)
{
    constexpr u32 at_once = 4;
    const Image &in = shape.in;
    u32 lines, taps;
    if (!is_at_most(thread_count(), lines, in.batch, shape.out_height, shape.out_width, in.channels,
                    shape.kernel_height) ||
        !is_at_most(16, taps, shape.kernel_width)) {
        return false;
    }
    const u32 number = static_cast<u32>(first_thread());
    if (number >= lines) {
        return true;
    }
    u32 down = number, channel = divide_in_place(down, shape.kernel_height),
        column = divide_in_place(channel, in.channels),
        line = divide_in_place(column, shape.out_width);
    const u32 image = divide_in_place(line, shape.out_height);
    const usize y = line * shape.stride - shape.y_padding + down * shape.dilation,
                left = column * shape.stride - shape.x_padding;
    const T *const from =
        src + (image * in.batch_stride + channel * in.channel_stride + y * in.y_stride);
    T *const to = dst + static_cast<usize>(number) * taps;
#pragma unroll 1
    for (u32 begin = 0; begin < taps; begin += at_once) {
        T part[at_once];
#pragma unroll
        for (u32 k = 0; k < at_once; ++k) {
            const usize x = left + (begin + k) * shape.dilation;
            part[k] = begin + k < taps && y < in.height && x < in.width ? from[x * in.x_stride]
                                                                        : narrow<T>(0);
        }
#pragma unroll
        for (u32 k = 0; k < at_once; ++k) {
            if (begin + k < taps) {
                to[begin + k] = part[k];
            }
        }
    }
    return true;
}
