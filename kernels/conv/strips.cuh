// Convolutions of few channels: each output is a sum of few products, so what counts is how often
// the input is read.
//
// A wave makes a *strip* of one channel and phase, of all images: its lanes have neighbouring
// columns, and a lane has outputs below each other. They are as far apart as the lines of taps, if
// they can be: then what one output has read for a line of taps, the next one needs for the line
// before.
#pragma once

#include "../layout.cuh"
#include "../mma/units.cuh"
#include "tiles.cuh"

enum { STRIP_LANES = WAVE, STRIP_LINES = 4, STRIP_TAPS = 3 };

// What an axis of the input and the taps of a phase are to a strip.
struct StripAxis {
    u32 size, count, outs;
    i32 in, in_step; // coordinates: of the first output's first tap, and of the next output's
    u32 hop;         // to the next tap
    i64 stride;      // of the input
    i64 src, kernel; // how far a tap leads in each operand
    u32 out, out_step;

    __device__ static StripAxis of(const Axis &axis, const Phase &phase, usize src, usize kernel)
    {
        return {static_cast<u32>(axis.in),
                static_cast<u32>(phase.reach.count),
                static_cast<u32>(phase.outs),
                static_cast<i32>(phase.reach.in),
                static_cast<i32>(phase.in_step),
                static_cast<u32>(axis.hop),
                static_cast<i64>(src),
                static_cast<i64>(axis.hop * src),
                static_cast<i64>(axis.step * kernel),
                static_cast<u32>(phase.out),
                static_cast<u32>(phase.out_step)};
    }
};

// The first output of a lane, in its phase.
struct StripPlace {
    u32 image, y, x;
};

// The lanes of one phase are numbered through images, lines and columns.
struct StripPhase {
    StripAxis y, x;
    usize first_tap;   // of the kernel
    i32 apart;         // lines from one output of a lane to the next
    u32 passes;        // through the taps: one, if the next output's tap t is this one's tap t + 1
    u32 y_apart;       // what an output leads to the next one in the input: the coordinate
    i64 src_apart;     // and the element
    u32 band;          // lines without their sign
    u32 of_image;      // lines of lanes
    u32 lanes, strips; // of a channel
    Divisor bands, lines, columns, channels; // by band, of_image, x.outs and strips

    template <class Direction>
    __device__ static StripPhase of(const Convolution &conv, u32 y_phase, u32 x_phase)
    {
        const Phase y = Direction::phase(conv.y, y_phase), x = Direction::phase(conv.x, x_phase);
        StripPhase made;
        made.y = StripAxis::of(conv.y, y, conv.src_y, conv.kernel_y);
        made.x = StripAxis::of(conv.x, x, conv.src_x, conv.kernel_x);
        made.first_tap = y.reach.first * conv.kernel_y + x.reach.first * conv.kernel_x;
        const i64 apart = divide(conv.y.hop, y.in_step), band = apart < 0 ? -apart : apart;
        const bool shares = apart * y.in_step == conv.y.hop && 2 * band <= y.outs;
        made.apart = shares ? static_cast<i32>(apart) : 1;
        made.band = shares ? static_cast<u32>(band) : 1;
        made.passes = shares ? 1 : STRIP_LINES;
        made.y_apart = static_cast<u32>(made.apart * made.y.in_step);
        made.src_apart = made.apart * made.y.in_step * made.y.stride;
        const u32 height = made.band * STRIP_LINES;
        made.of_image = (made.y.outs + height - 1) / height * made.band;
        made.lanes = static_cast<u32>(conv.batch) * made.of_image * made.x.outs;
        made.strips = (made.lanes + STRIP_LANES - 1) / STRIP_LANES;
        made.bands = Divisor(made.band);
        made.lines = Divisor(made.of_image);
        made.columns = Divisor(made.x.outs);
        made.channels = Divisor(made.strips);
        return made;
    }
    __device__ StripPlace place(u32 lane) const
    {
        const u32 all = columns.quotient(lane), image = lines.quotient(all);
        const u32 line = all - image * of_image, above = bands.quotient(line);
        const u32 first = apart < 0 ? (STRIP_LINES - 1) * band : 0;
        return {image, line + above * (STRIP_LINES - 1) * band + first, lane - all * x.outs};
    }
};

// |dst| is that of the first image.
template <class T> struct StripChannel {
    const T *src, *kernel;
    T *dst;
};

template <class T> class Strip
{
    using A = Compute<T>;
    static constexpr i32 NOWHERE = INT32_MIN / 2; // a coordinate from which no tap meets the input

  public:
    __device__ Strip(const Convolution &conv, const StripPhase &phase) : conv_(conv), phase_(phase)
    {
    }

    // Strip |number| of the phase's. |image| is from one of the output to the next.
    __device__ void make(u32 number, const StripChannel<T> &channel, usize image)
    {
        const u32 lane = number * STRIP_LANES + threadIdx.x % STRIP_LANES;
        const StripPlace place = phase_.place(lane);
        const bool is_here = lane < phase_.lanes;
        const StripAxis &down = phase_.y, &right = phase_.x;
        const i32 y = down.in + static_cast<i32>(place.y) * down.in_step,
                  x = right.in + static_cast<i32>(place.x) * right.in_step;
        const T *src = channel.src + (place.image * conv_.src_batch + y * down.stride +
                                      static_cast<i64>(x) * right.stride);
        const T *kernel = same_in_wave(channel.kernel + phase_.first_tap);
        const i64 src_step = same_in_wave(static_cast<i64>(conv_.src_channel)),
                  kernel_step = same_in_wave(static_cast<i64>(conv_.kernel_in));
#pragma unroll
        for (A &sum : sums_) {
            sum = 0;
        }
#pragma unroll 1
        for (u32 left = same_in_wave(static_cast<u32>(conv_.c_in)); left > 0; --left) {
            add_channel(is_here ? y : NOWHERE, x, src, kernel);
            src += src_step;
            kernel += kernel_step;
        }
        if (is_here) {
            store(place, channel.dst + place.image * image);
        }
    }

  private:
    __device__ void store(const StripPlace &place, T *dst) const
    {
        const StripAxis &down = phase_.y, &right = phase_.x;
        const u32 width = static_cast<u32>(conv_.x.out);
        u32 y = place.y;
#pragma unroll
        for (int i = 0; i < STRIP_LINES; ++i) {
            if (y < down.outs) {
                dst[(down.out + y * down.out_step) * width + right.out + place.x * right.out_step] =
                    narrow<T>(sums_[i]);
            }
            y += phase_.apart;
        }
    }

    // y, x and |src| are those of the lane's first tap.
    __device__ void add_channel(u32 y, u32 x, const T *src, const T *kernel)
    {
        const StripAxis &right = phase_.x;
        const u32 passes = same_in_wave(phase_.passes);
#pragma unroll 1
        for (u32 pass = 0; pass < passes; ++pass) {
            if (passes > 1) {
                rotate();
            }
            u32 column = x;
            const T *from = src, *weights = kernel;
#pragma unroll 1
            for (u32 left = same_in_wave(right.count); left > 0;) {
                const u32 taps = left < STRIP_TAPS ? left : STRIP_TAPS;
                add_columns(taps, y, column, from, weights);
                column += STRIP_TAPS * same_in_wave(right.hop);
                from += STRIP_TAPS * same_in_wave(right.src);
                weights += STRIP_TAPS * same_in_wave(right.kernel);
                left -= taps;
            }
            y += same_in_wave(phase_.y_apart);
            src += same_in_wave(phase_.src_apart);
        }
    }
    __device__ void rotate()
    {
        const A first = sums_[0];
#pragma unroll
        for (int i = 0; i + 1 < STRIP_LINES; ++i) {
            sums_[i] = sums_[i + 1];
        }
        sums_[STRIP_LINES - 1] = first;
    }

    // Up to STRIP_TAPS columns of taps, line by line of the input. A lane has the lines of the
    // input that its outputs need for one line of taps; the elements of the next one are on their
    // way.
    __device__ void add_columns(u32 taps, u32 y, u32 x, const T *src, const T *kernel)
    {
        const StripAxis &down = phase_.y, &right = phase_.x;
        const u32 height = same_in_wave(down.size), width = same_in_wave(right.size),
                  down_hop = same_in_wave(down.hop), right_hop = same_in_wave(right.hop);
        const i64 src_right = same_in_wave(right.src), src_down = same_in_wave(down.src),
                  kernel_right = same_in_wave(right.kernel),
                  kernel_down = same_in_wave(down.kernel);
        const bool is_alone = same_in_wave(phase_.passes) > 1; // the last output
        bool is_inside[STRIP_TAPS];
        T elements[STRIP_TAPS];
        A inputs[STRIP_LINES][STRIP_TAPS] = {};
#pragma unroll
        for (int k = 0; k < STRIP_TAPS; ++k) {
            is_inside[k] = k < taps && x + k * right_hop < width;
        }
        const auto load = [&] {
#pragma unroll
            for (int k = 0; k < STRIP_TAPS; ++k) {
                elements[k] = is_inside[k] && y < height ? src[k * src_right] : T(0);
            }
        };
        load();
        u32 ahead = is_alone ? 0 : STRIP_LINES - 1; // lines to read before the first product
#pragma unroll 1
        for (u32 left = same_in_wave(down.count) + ahead; left > 0; --left) {
#pragma unroll
            for (int k = 0; k < STRIP_TAPS; ++k) {
#pragma unroll
                for (int i = 0; i + 1 < STRIP_LINES; ++i) {
                    inputs[i][k] = inputs[i + 1][k];
                }
                inputs[STRIP_LINES - 1][k] = widen(elements[k]);
            }
            y += down_hop;
            src += src_down;
            load();
            if (ahead > 0) {
                --ahead;
                continue;
            }
            A weights[STRIP_TAPS] = {}, nothing = 0;
#pragma unroll
            for (int k = 0; k < STRIP_TAPS; ++k) {
                if (k < taps) {
                    weights[k] = widen(kernel[k * kernel_right]);
                }
                nothing += weights[k] * A(0);
            }
            kernel += kernel_down;
            // Padding adds nothing, whatever the weight.
            const bool is_finite = same_in_wave(static_cast<u32>(nothing == A(0))) != 0;
#pragma unroll
            for (int i = 0; i < STRIP_LINES; ++i) {
                if (is_alone && i + 1 < STRIP_LINES) {
                    continue;
                }
                if (is_finite) {
#pragma unroll
                    for (int k = 0; k < STRIP_TAPS; ++k) {
                        sums_[i] += weights[k] * inputs[i][k];
                    }
                } else if (y - (STRIP_LINES - i) * down_hop < height) {
#pragma unroll
                    for (int k = 0; k < STRIP_TAPS; ++k) {
                        sums_[i] += (is_inside[k] ? weights[k] : A(0)) * inputs[i][k];
                    }
                }
            }
        }
    }

    const Convolution &conv_; // in LDS
    const StripPhase &phase_; // likewise
    A sums_[STRIP_LINES];
};
