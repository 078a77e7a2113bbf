// The elements that a convolution reads and writes along each axis.
//
// A transposed convolution is an ordinary one for each *phase* of its outputs. A phase is the
// outputs whose coordinates are equal modulo the stride. They meet the same taps, at equal
// distances in the kernel, and neighbours of a phase meet neighbours of the input. An ordinary
// convolution has one phase. With phases, finding a tap needs no division.
#pragma once

#include "../../device/calls.cuh"
#include "../../device/divide.cuh"

struct Axis {
    i64 in, taps, out; // elements of the input, of the kernel and of the output
    i64 stride, padding, dilation;
    // An output meets every |step|-th tap. The next of these taps is |hop| further in the input.
    i64 step, hop;
    bool is_transposed;

    // Whether coordinates along the axis, and sums of a few of them, fit into 32 bits.
    __device__ bool is_small() const
    {
        return static_cast<u64>(in | out | taps * dilation | stride | padding) >> 28 == 0;
    }
};

// How a convolution's kernel moves over the input along an axis.
struct KernelSteps {
    usize stride, padding, dilation;
};

template <class Direction>
__device__ inline Axis axis_of(usize in, usize taps, usize out, const KernelSteps &steps)
{
    return {static_cast<i64>(in),
            static_cast<i64>(taps),
            static_cast<i64>(out),
            static_cast<i64>(steps.stride),
            static_cast<i64>(steps.padding),
            static_cast<i64>(steps.dilation),
            1,
            1,
            Direction::is_transposed};
}

// The taps that one output meets along an axis: |count| taps of the kernel. The first of them is
// tap number |first| of the kernel, and meets the input at coordinate |in|. Taps outside of the
// input add nothing.
struct Reach {
    i64 in, first, count;

    // Returns this reach without its taps that are outside of the input.
    __device__ Reach within(const Axis &a) const
    {
        const i64 hop = a.hop < 0 ? -a.hop : a.hop;
        // how many elements the first tap is away from the input, in the direction of |hop|
        const i64 before = a.hop < 0 ? in - (a.in - 1) : -in;
        const i64 skipped = before > 0 ? quotient_of(before - 1, hop) + 1 : 0;
        const i64 from = in + skipped * a.hop;
        // how many elements the input has after coordinate |from|, in the direction of |hop|
        const i64 room = a.hop < 0 ? from : a.in - 1 - from;
        const i64 most = room < 0 ? 0 : quotient_of(room, hop) + 1;
        const i64 left = count - skipped;
        return {from, first + skipped * a.step, left < 0 ? 0 : left < most ? left : most};
    }
};

// The outputs |out|, |out| + |out_step| and so on, |outs| in all. They meet the same taps. |reach|
// is that of the first output; the reach of each next output is |in_step| further in the input.
struct Phase {
    i64 out, out_step, outs, in_step;
    Reach reach;

    __device__ Reach reach_of(i64 number) const
    {
        return {reach.in + number * in_step, reach.first, reach.count};
    }
};

struct Forward {
    static constexpr bool is_transposed = false;

    __device__ static void complete(Axis &a)
    {
        a.step = 1;
        a.hop = a.dilation;
    }
    __device__ static Reach reach(const Axis &a, i64 out)
    {
        return {out * a.stride - a.padding, 0, a.taps};
    }
    __device__ static i64 phases(const Axis &)
    {
        return 1;
    }
    __device__ static Phase phase(const Axis &a, i64)
    {
        return {0, 1, a.out, a.stride, reach(a, 0)};
    }
};

// Output x meets tap q if x + padding - q * dilation is a multiple of the stride; the quotient is
// the coordinate in the input.
struct Transposed {
    static constexpr bool is_transposed = true;

    __device__ static void complete(Axis &a)
    {
        // Euclid's algorithm: |divisor| becomes the greatest common divisor of stride and dilation
        i64 divisor = a.stride, rest = a.dilation;
        while (rest != 0) {
            const i64 next = remainder_of(divisor, rest);
            divisor = rest;
            rest = next;
        }
        a.step = quotient_of(a.stride, divisor);
        a.hop = -quotient_of(a.dilation, divisor);
    }
    __device__ static Reach reach(const Axis &a, i64 out)
    {
        const i64 wanted = remainder_of(out + a.padding, a.stride),
                  each = remainder_of(a.dilation, a.stride);
        i64 first = 0;
        for (i64 reached = 0; reached != wanted && first < a.step; ++first) {
            reached += reached < a.stride - each ? each : each - a.stride;
        }
        if (first >= a.step || first >= a.taps) {
            return {};
        }
        return {quotient_of(out + a.padding - first * a.dilation, a.stride), first,
                quotient_of(a.taps - 1 - first, a.step) + 1};
    }
    __device__ static i64 phases(const Axis &a)
    {
        return a.stride;
    }
    // Returns the phase that begins with output |out|: every output below the stride is the first
    // of a phase.
    __device__ static Phase phase(const Axis &a, i64 out)
    {
        return {out, a.stride, out < a.out ? quotient_of(a.out - 1 - out, a.stride) + 1 : 0, 1,
                reach(a, out)};
    }
};

// A direction that is known at run time only, for code that is compiled once for both directions.
struct EitherDirection {
    __device__ static bool is_transposed(const Axis &a)
    {
        return same_in_wave(static_cast<u32>(a.is_transposed)) != 0;
    }
    __device__ static void complete(Axis &a)
    {
        is_transposed(a) ? Transposed::complete(a) : Forward::complete(a);
    }
    __device__ static Reach reach(const Axis &a, i64 out)
    {
        return is_transposed(a) ? Transposed::reach(a, out) : Forward::reach(a, out);
    }
    __device__ static i64 phases(const Axis &a)
    {
        return is_transposed(a) ? Transposed::phases(a) : Forward::phases(a);
    }
    __device__ static Phase phase(const Axis &a, i64 number)
    {
        return is_transposed(a) ? Transposed::phase(a, number) : Forward::phase(a, number);
    }
};

// Strides are in elements. The output is dense: [batch, c_out, y.out, x.out].
struct Convolution {
    usize batch, c_in, c_out;
    union {
        Axis axes[2];
        struct {
            Axis y, x;
        };
    };
    usize src_batch, src_channel, src_y, src_x;
    usize kernel_out, kernel_in, kernel_y, kernel_x;
};

template <class T> struct Operands {
    const T *src, *kernel;
    T *dst;
};
