// Convolutions of few channels. Each output is a sum of few products, so the time depends on how
// often the input is read.
//
// A warp makes a *strip*: neighbouring outputs of one channel and phase, of all images. A thread
// makes several of them, so it loads a weight once for all of its outputs. Neighbouring lanes load
// neighbours of the input, which stay in caches for the other taps.
#pragma once

#include "../../contract/convolution.h"
#include "../../device/layout.cuh"
#include "tiles.cuh"

enum { STRIP_LANES = 32, STRIP_OUTPUTS = 4, STRIP = STRIP_LANES * STRIP_OUTPUTS };
static_assert(STRIP == CONV_STRIP, "what launches count");

// An axis of the input and the taps of a phase, prepared for strips.
struct StripAxis {
    u32 size, count, outs;
    i32 in;          // the coordinate where the first tap of the first output meets the input
    i32 in_step;     // distance in the input between the first taps of two successive outputs
    i32 stride;      // the input's stride, in elements
    u32 hop;         // distance to the next tap along the axis of the input
    i64 src, kernel; // distance to the next tap in memory, in elements of each operand
    u32 out, out_step;
    usize first; // the offset of the phase's first tap in the kernel

    __device__ static StripAxis of(const Axis &axis, const Phase &phase, usize src, usize kernel)
    {
        return {static_cast<u32>(axis.in),
                static_cast<u32>(phase.reach.count),
                static_cast<u32>(phase.outs),
                static_cast<i32>(phase.reach.in),
                static_cast<i32>(phase.in_step),
                static_cast<i32>(src),
                static_cast<u32>(axis.hop),
                static_cast<i64>(axis.hop * src),
                static_cast<i64>(axis.step * kernel),
                static_cast<u32>(phase.out),
                static_cast<u32>(phase.out_step),
                phase.reach.first * kernel};
    }
};

// An output's place in its phase.
struct StripPlace {
    u32 image, y, x;
};

// The outputs of one phase, numbered in the order of images, lines and columns.
struct StripPhase {
    union {
        StripAxis axes[2];
        struct {
            StripAxis y, x;
        };
    };
    // the offset of the phase's first tap in the kernel, along both axes
    usize first_tap;
    u32 pixels, strips; // outputs and strips of one channel, in all images
    // divisors for indices of the phase: by y.outs, by x.outs and by |strips|
    divisor32 lines, columns, channels;
    StripPlace next; // the step from a lane's output to its next output

    // Prepares an axis. The block's first two threads call this, one for each axis.
    template <class Direction>
    __device__ void begin(const Convolution &conv, u32 y_phase, u32 x_phase)
    {
        const u32 axis = threadIdx.x;
        axes[axis] = StripAxis::of(
            conv.axes[axis], Direction::phase(conv.axes[axis], axis == 0 ? y_phase : x_phase),
            axis == 0 ? conv.src_y : conv.src_x, axis == 0 ? conv.kernel_y : conv.kernel_x);
    }
    // Prepares the members besides |axes|. The block's first thread calls this.
    __device__ void finish(usize batch)
    {
        first_tap = y.first + x.first;
        pixels = static_cast<u32>(batch) * y.outs * x.outs;
        strips = (pixels + STRIP - 1) / STRIP;
        lines = divisor32_make(y.outs);
        columns = divisor32_make(x.outs);
        channels = divisor32_make(strips);
        next = place(STRIP_LANES);
    }
    __device__ StripPlace place(u32 number) const
    {
        const u32 line = columns.quotient(number), image = lines.quotient(line);
        return {image, line - image * y.outs, number - line * x.outs};
    }
    __device__ void advance(StripPlace &place) const
    {
        place.x += next.x;
        const bool is_next_line = place.x >= x.outs;
        place.x -= is_next_line ? x.outs : 0;
        place.y += next.y + is_next_line;
        const bool is_next_image = place.y >= y.outs;
        place.y -= is_next_image ? y.outs : 0;
        place.image += next.image + is_next_image;
    }
};

// The pointers for one channel of the output: to its input, to its weights, and to its outputs of
// the first image.
template <class T> struct StripChannel {
    const T *src, *kernel;
    T *dst;
};

template <class T> class Strip
{
    using A = Compute<T>;
    // The coordinate of an output that does not exist: it is so far outside that no tap reaches the
    // input.
    static constexpr i32 NOWHERE = INT32_MIN / 2;

  public:
    __device__ Strip(const Convolution &conv, const StripPhase &phase) : conv_(conv), phase_(phase)
    {
    }

    // Makes outputs |first| to |first| + STRIP - 1 of the phase. |image| is the number of outputs
    // of an image.
    __device__ void make(u32 first, const StripChannel<T> &channel, usize image)
    {
        const u32 own = first + threadIdx.x % STRIP_LANES;
        begin(own, channel.src);
        const T *kernel = channel.kernel + phase_.first_tap;
        const i64 src_step = same_in_wave(static_cast<i64>(conv_.src_channel)),
                  kernel_step = same_in_wave(static_cast<i64>(conv_.kernel_in));
#pragma unroll 1
        for (u32 left = same_in_wave(static_cast<u32>(conv_.c_in)); left > 0; --left) {
            add_channel(kernel, src_step);
            kernel += kernel_step;
        }
        finish(own, channel.dst, image);
    }

  private:
    // Finds where the first taps of the thread's outputs meet the input.
    __device__ void begin(u32 own, const T *src)
    {
        StripPlace place = phase_.place(own);
#pragma unroll
        for (int i = 0; i < STRIP_OUTPUTS; ++i) {
            const i32 y = phase_.y.in + static_cast<i32>(place.y) * phase_.y.in_step,
                      x = phase_.x.in + static_cast<i32>(place.x) * phase_.x.in_step;
            from_[i] =
                src + (place.image * conv_.src_batch + static_cast<i64>(y) * phase_.y.stride +
                       static_cast<i64>(x) * phase_.x.stride);
            y_[i] = static_cast<u32>(own + i * STRIP_LANES < phase_.pixels ? y : NOWHERE);
            x_[i] = static_cast<u32>(x);
            sums_[i] = 0;
            phase_.advance(place);
        }
    }

    __device__ void finish(u32 own, T *dst, usize image)
    {
        const StripAxis &down = phase_.y, &right = phase_.x;
        const u32 width = static_cast<u32>(conv_.x.out);
        StripPlace place = phase_.place(own);
#pragma unroll
        for (int i = 0; i < STRIP_OUTPUTS; ++i) {
            if (own + i * STRIP_LANES < phase_.pixels) {
                const u32 y = down.out + place.y * down.out_step,
                          x = right.out + place.x * right.out_step;
                dst[place.image * image + (y * width + x)] = narrow<T>(sums_[i]);
            }
            phase_.advance(place);
        }
    }

    // Adds the products of one input channel to the thread's sums. Then moves the thread's pointers
    // to the input by |src_step| to the next channel.
    __device__ void add_channel(const T *kernel, i64 src_step)
    {
        const i64 tap = same_in_wave(phase_.x.src), kernel_tap = same_in_wave(phase_.x.kernel),
                  src_down = same_in_wave(phase_.y.src),
                  kernel_down = same_in_wave(phase_.y.kernel);
        const u32 height = same_in_wave(phase_.y.size), hop = same_in_wave(phase_.x.hop),
                  down = same_in_wave(phase_.y.hop), lines = same_in_wave(phase_.y.count);
        const bool is_dense = tap == 1 && kernel_tap == 1 && hop == 1;
#pragma unroll 1
        for (u32 left = lines; left > 0; --left) {
            u32 x[STRIP_OUTPUTS];
#pragma unroll
            for (int i = 0; i < STRIP_OUTPUTS; ++i) {
                x[i] = y_[i] < height ? x_[i] : static_cast<u32>(NOWHERE);
            }
            if (is_dense) {
                add_line<3>(x, kernel, 1, 1, 1);
            } else {
                add_line<1>(x, kernel, tap, kernel_tap, hop);
            }
            move(down, src_down);
            kernel += kernel_down;
        }
        move(0 - lines * down, src_step - lines * src_down);
    }

    __device__ void move(u32 y, i64 src)
    {
#pragma unroll
        for (int i = 0; i < STRIP_OUTPUTS; ++i) {
            y_[i] += y;
            from_[i] += src;
        }
    }

    // Adds the products of a line of taps. From one tap to the next it is |src_step| in the input,
    // |kernel_step| in the kernel and |hop| along the axis. The loads of TOGETHER taps are issued
    // before the first is waited for.
    template <int TOGETHER>
    __device__ void add_line(u32 (&x)[STRIP_OUTPUTS], const T *kernel, i64 src_step,
                             i64 kernel_step, u32 hop)
    {
        const u32 width = same_in_wave(phase_.x.size);
        i64 offset = 0;
#pragma unroll 1
        for (i32 left = same_in_wave(phase_.x.count); left > 0; left -= TOGETHER) {
            T weights[TOGETHER] = {}, inputs[TOGETHER][STRIP_OUTPUTS] = {};
#pragma unroll
            for (int k = 0; k < TOGETHER; ++k) {
                if (k < left) {
                    weights[k] = kernel[k * kernel_step];
#pragma unroll
                    for (int i = 0; i < STRIP_OUTPUTS; ++i) {
                        if (x[i] + k * hop < width) {
                            inputs[k][i] = from_[i][offset + k * src_step];
                        }
                    }
                }
            }
#pragma unroll
            for (int k = 0; k < TOGETHER; ++k) {
#pragma unroll
                for (int i = 0; i < STRIP_OUTPUTS; ++i) {
                    // Padding adds nothing, even if the weight is infinite.
                    const A weight = x[i] + k * hop < width ? widen(weights[k]) : A(0);
                    sums_[i] += weight * widen(inputs[k][i]);
                }
            }
#pragma unroll
            for (int i = 0; i < STRIP_OUTPUTS; ++i) {
                x[i] += TOGETHER * hop;
            }
            offset += TOGETHER * src_step;
            kernel += TOGETHER * kernel_step;
        }
    }

    const Convolution &conv_; // the object is in LDS
    const StripPhase &phase_; // the object is in LDS
    const T *from_[STRIP_OUTPUTS];
    // For each of the thread's outputs, the coordinates at which its first tap meets the input. A
    // negative coordinate, as u32, is larger than any size.
    u32 y_[STRIP_OUTPUTS], x_[STRIP_OUTPUTS];
    A sums_[STRIP_OUTPUTS];
};
