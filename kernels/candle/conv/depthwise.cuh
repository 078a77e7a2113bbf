// Depthwise convolutions of wide images, where a group has one channel of the input. patches.cuh
// makes other depthwise convolutions. This kernel does not copy the input to LDS: on an H100 it is
// up to 1.5 times as fast as patches.cuh.
//
// A thread makes a *patch*: ACROSS neighbouring outputs of each of DOWN lines. It keeps the
// elements that these outputs meet in one line of the input in registers. A warp makes patches of
// one channel, of all images, and keeps the channel's weights in LDS.
#pragma once

#include "../../device/grid.cuh"
#include "../../device/layout.cuh"
#include "../../device/pack.cuh"
#include "../../device/wave.cuh"
#include "patches.cuh"

enum { MOST_TAPS = CONV_DEPTHWISE_TAPS };

// The weights of one channel. Zeros fill the lines and columns that the kernel does not have.
struct DepthwiseWeights {
    f32 at[MOST_TAPS][8];
    u32 has_infinite; // 1 if a weight is infinite or NaN, otherwise 0

    // Loads the weights. All threads of a warp call this together.
    template <class T> __device__ void load(const conv_depthwise_info &planes, const T *kernel)
    {
        const u32 lane = threadIdx.x % WARP, y_taps = planes.y_taps, x_taps = planes.x_taps;
        if (lane == 0) {
            has_infinite = 0;
        }
        __syncwarp();
        for (u32 i = lane; i < MOST_TAPS * 8; i += WARP) {
            const u32 line = i / 8, column = i % 8;
            f32 weight = 0;
            if (line < y_taps && column < x_taps) {
                weight = widen(kernel[line * planes.kernel_y + column]);
            }
            at[line][column] = weight;
            if (!is_finite(weight)) {
                has_infinite = 1;
            }
        }
        __syncwarp();
    }
};

// The elements of one line of the input that ACROSS neighbouring outputs need for the products with
// one line of the kernel.
template <int K> struct InputLine {
    static constexpr int side = K / 2;

    f32 at[side + ACROSS + side];

    // Loads the elements from a line of the input that has |width| elements. |src| points to the
    // element in column |x|. This is the element that the first output meets with the middle tap of
    // a line of the kernel.
    template <class T> __device__ void load(const T *src, u32 x, u32 width)
    {
        T elements[side + ACROSS + side];
        move_neighbours(elements + side, src, src);
#pragma unroll
        for (int i = 0; i < side; ++i) {
            elements[i] = element(src, i - side, x, width);
            elements[side + ACROSS + i] = element(src, ACROSS + i, x, width);
        }
#pragma unroll
        for (int i = 0; i < side + ACROSS + side; ++i) {
            at[i] = widen(elements[i]);
        }
    }

  private:
    // Returns the line's element in column |x| + |i|, or 0 if the line has no such column.
    template <class T> __device__ static T element(const T *src, int i, u32 x, u32 width)
    {
        const bool is_inside = x + i < width;
        const T loaded = src[is_inside ? i : 0];
        return is_inside ? loaded : T(0.f);
    }
};

template <class T> class Patch
{
  public:
    __device__ Patch(const conv_depthwise_info &planes, const Operands<T> &operands, u32 channel,
                     u32 number)
        : planes_(planes)
    {
        const u32 width = planes.out_width, line = planes.by_across.quotient(number),
                  image = planes.by_down.quotient(line);
        // The last patch of a line begins earlier if too few outputs are left, and makes some
        // outputs of the patch before it once more.
        const u32 next = planes.by_across.rest(number, line) * ACROSS, last = width - ACROSS,
                  x = next < last ? next : last;
        out_y_ = planes.by_down.rest(line, image) * DOWN;
        x_ = x;
        y_ = out_y_ * static_cast<u32>(planes.y_stride) - static_cast<u32>(planes.y_padding);
        src_ = operands.src + image * planes.src_batch +
               planes.by_members.quotient(channel) * planes.src_channel +
               (static_cast<i32>(y_) * static_cast<i64>(planes.src_y) + x_);
        dst_ = operands.dst +
               (image * planes.channels + channel) * planes.out_height * planes.out_width +
               (out_y_ * width + x);
    }

    __device__ void make(const DepthwiseWeights &weights) const
    {
        f32 sums[DOWN][ACROSS] = {};
        switch (static_cast<u32>(planes_.x_taps)) {
        case 3: add<3>(weights, sums); break;
        case 5: add<5>(weights, sums); break;
        default: add<7>(weights, sums);
        }
        store(sums);
    }

    // Makes one output at a time, and leaves out the taps that are outside of the input. make()
    // multiplies these taps by zeros, which gives NaN if a weight is infinite.
    __device__ void make_exactly(const DepthwiseWeights &weights) const
    {
        const u32 lines = static_cast<u32>(planes_.out_height) - out_y_;
#pragma unroll 1
        for (u32 i = 0; i < (lines < DOWN ? lines : DOWN) * ACROSS; ++i) {
            const u32 line = i / ACROSS, column = i % ACROSS;
            dst_[line * planes_.out_width + column] =
                narrow<T>(sum_of(weights, line * static_cast<u32>(planes_.y_stride), column));
        }
    }

  private:
    // Returns the sum of one output of the patch: of the output whose first tap is |below| lines
    // below, and |right| columns to the right of, the first tap of the patch's first output.
    __device__ f32 sum_of(const DepthwiseWeights &weights, u32 below, u32 right) const
    {
        const u32 y_taps = planes_.y_taps, x_taps = planes_.x_taps;
        f32 sum = 0;
#pragma unroll 1
        for (u32 y = 0; y < y_taps; ++y) {
#pragma unroll 1
            for (u32 x = 0; x < x_taps; ++x) {
                const u32 down = below + y, across = right + x - x_taps / 2;
                if (y_ + down < planes_.height && x_ + across < planes_.width) {
                    sum += weights.at[y][x] *
                           widen(src_[down * planes_.src_y + static_cast<i32>(across)]);
                }
            }
        }
        return sum;
    }

    // Adds the products of one line of the input after another, to the sums of all outputs that
    // meet this line.
    template <int K>
    __device__ void add(const DepthwiseWeights &weights, f32 (&sums)[DOWN][ACROSS]) const
    {
        const u32 height = planes_.height, taps = planes_.y_taps, step = planes_.y_stride,
                  lines = taps + (DOWN - 1) * step;
        const T *src = src_;
#pragma unroll 1
        for (u32 line = 0; line < lines; ++line) {
            InputLine<K> window = {};
            if (y_ + line < height) {
                window.load(src, x_, static_cast<u32>(planes_.width));
            }
#pragma unroll
            for (int i = 0; i < DOWN; ++i) {
                if (line - i * step < taps) {
                    add_line(sums[i], weights.at[line - i * step], window);
                }
            }
            src += planes_.src_y;
        }
    }

    template <int K>
    __device__ static void add_line(f32 (&sums)[ACROSS], const f32 (&weights)[8],
                                    const InputLine<K> &window)
    {
#pragma unroll
        for (int k = 0; k < K; ++k) {
            const f32 weight = weights[k];
#pragma unroll
            for (int i = 0; i < ACROSS; ++i) {
                sums[i] += weight * window.at[i + k];
            }
        }
    }

    __device__ void store(const f32 (&sums)[DOWN][ACROSS]) const
    {
        const u32 height = planes_.out_height;
        T *dst = dst_;
#pragma unroll
        for (int line = 0; line < DOWN; ++line) {
            T elements[ACROSS];
#pragma unroll
            for (int i = 0; i < ACROSS; ++i) {
                elements[i] = narrow<T>(sums[line][i]);
            }
            if (out_y_ + line < height) {
                move_neighbours(dst, elements, dst);
            }
            dst += planes_.out_width;
        }
    }

    const conv_depthwise_info &planes_;
    // the element of the input that the patch's first output meets with the middle tap of the first
    // line of the kernel
    const T *src_;
    T *dst_;
    // the coordinates of *src_ in the input; a negative coordinate, as u32, is larger than any size
    u32 x_, y_;
    u32 out_y_;
};

template <class T>
__device__ inline void convolve_depthwise(const conv_depthwise_info *info,
                                          const Operands<T> &operands)
{
    __shared__ DepthwiseWeights memory[CONV_DEPTHWISE_THREADS / WARP];
    DepthwiseWeights &weights = memory[threadIdx.x / WARP];
    const conv_depthwise_info &planes = *same_in_wave(info);
    const usize all = planes.channels * planes.warps, step = thread_count() / WARP;
#pragma unroll 1
    for (usize warp = first_thread() / WARP; warp < all; warp += step) {
        const u32 of_all = static_cast<u32>(warp), channel = planes.by_warps.quotient(of_all),
                  patch = planes.by_warps.rest(of_all, channel) * WARP + threadIdx.x % WARP;
        weights.load(planes, operands.kernel + channel * planes.kernel_out);
        if (patch < planes.patches) {
            const Patch<T> own(planes, operands, channel, patch);
            weights.has_infinite ? own.make_exactly(weights) : own.make(weights);
        }
        __syncwarp(); // waits until all threads of the warp have read the weights
    }
}
