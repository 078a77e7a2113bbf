// Pooling and upsampling, as matrices [batch, channel, y] by [x].
#pragma once

#include "../../device/portable.cuh"
#include "image.cuh"

// The mean of numbers, in f32 or f64. Integers are summed exactly, except that those of i64 are
// summed modulo 2^64; the sum is divided toward zero.
template <class T> struct Mean {
    using Whole = typename std::conditional<std::is_signed<T>::value, i64, u64>::type;
    using Sum = typename std::conditional<std::is_integral<T>::value, Whole, Compute<T>>::type;

    Sum sum = 0;

    __device__ void add(T x)
    {
        // widen() makes a negative x unsigned; the addition modulo 2^64 still gives the signed sum
        sum += widen(x);
    }
    __device__ T result(usize count) const
    {
        if constexpr (std::is_integral<T>::value) {
            return static_cast<T>(sum / static_cast<Sum>(count));
        } else {
            return narrow<T>(sum * (Sum(1) / static_cast<Sum>(count)));
        }
    }
};

// The largest number. NaN counts as less than any number, but in f16 and bf16 as greater.
template <class T> struct Largest {
    static constexpr bool nan_wins = std::is_same<T, f16>::value || std::is_same<T, bf16>::value;

    T largest = least();

    // Returns the number with which a search begins: add() replaces it by any element.
    __device__ static T least()
    {
        if constexpr (std::is_integral<T>::value) {
            return std::is_signed<T>::value ? static_cast<T>(u64(1) << (8 * sizeof(T) - 1)) : 0;
        } else {
            return narrow<T>(nan_wins ? -INFINITY : NAN);
        }
    }
    // Returns x in the type in which it is compared: an integer as it is, with its sign, and a
    // float as Compute<T>.
    __device__ static auto number(T x)
    {
        if constexpr (std::is_integral<T>::value) {
            return x;
        } else {
            return widen(x);
        }
    }
    __device__ void add(T x)
    {
        const auto here = number(largest), there = number(x);
        const bool replaces = nan_wins ? there != there : here != here;
        if (there > here || replaces) {
            largest = x;
        }
    }
    __device__ T result(usize) const
    {
        return largest;
    }
};

struct PoolShape {
    Image in;
    usize out_height, out_width;
};

// The rule that makes an output of a window, |height| by |width| elements of the input, by Fold.
// All windows are within the input.
template <class T, template <class> class Fold> struct Pool {
    static constexpr int at_once = sizeof(T) == 8 ? 2 : 4;

    const PoolShape &shape; // the object is in LDS
    usize height, width, y_step, x_step;
    const T *src;

    struct Row {
        usize offset;
    };
    struct Column {
        const T *src;
    };

    __device__ Row row(usize index) const
    {
        const Image::Line line = shape.in.line(index, shape.out_height);
        return {line.offset + line.y * y_step * shape.in.y_stride};
    }
    __device__ Column column(usize x) const
    {
        return {src + x * x_step * shape.in.x_stride};
    }
    __device__ T at(const Row &row, const Column &column) const
    {
        const T *line = column.src + row.offset;
        Fold<T> fold;
#pragma unroll 1
        for (usize y = 0; y < height; ++y) {
            const T *element = line;
#pragma unroll 2
            for (usize x = 0; x < width; ++x) {
                fold.add(*element);
                element += shape.in.x_stride;
            }
            line += shape.in.y_stride;
        }
        return fold.result(height * width);
    }
};

template <class T> struct Nearest {
    static constexpr int at_once = 4;

    const Image &in; // the object is in LDS
    usize out_height;
    f64 y_scale, x_scale;
    const T *src;

    struct Row {
        usize offset;
    };
    struct Column {
        const T *src;
    };

    __device__ static usize nearest(usize out, f64 scale, usize size)
    {
        const usize at = static_cast<usize>(static_cast<f64>(out) * scale);
        return at < size ? at : size - 1;
    }
    __device__ Row row(usize index) const
    {
        const Image::Line line = in.line(index, out_height);
        return {line.offset + nearest(line.y, y_scale, in.height) * in.y_stride};
    }
    __device__ Column column(usize x) const
    {
        return {src + nearest(x, x_scale, in.width) * in.x_stride};
    }
    __device__ T at(const Row &row, const Column &column) const
    {
        return column.src[row.offset];
    }
};

// One axis of a bilinear interpolation. Positions in the input are computed in f64 for every T.
struct BilinearAxis {
    usize in, stride;
    f64 ratio;
    bool align_corners;

    __device__ static BilinearAxis of(usize in, usize stride, usize out, bool align_corners,
                                      bool has_scale, f64 scale)
    {
        const f64 aligned = out > 1 ? static_cast<f64>(in - 1) / static_cast<f64>(out - 1) : 0;
        const f64 scaled = has_scale ? 1 / scale : static_cast<f64>(in) / static_cast<f64>(out);
        return {in, stride, align_corners ? aligned : scaled, align_corners};
    }
};

struct BilinearAxes {
    BilinearAxis y, x;
};

// The weights of two neighbours, the lower and the higher. Their sum is 1. f64 keeps only the
// higher neighbour's weight and computes the other, 1 - weight; in f32 this would lose digits.
template <class A> struct Weights {
    A kept_low, kept_high;

    __device__ static Weights of(f64 high)
    {
        return {static_cast<A>(1 - high), static_cast<A>(high)};
    }
    __device__ A low() const
    {
        return kept_low;
    }
    __device__ A high() const
    {
        return kept_high;
    }
};

template <> struct Weights<f64> {
    f64 kept_high;

    __device__ static Weights of(f64 high)
    {
        return {high};
    }
    __device__ f64 low() const
    {
        return 1 - kept_high;
    }
    __device__ f64 high() const
    {
        return kept_high;
    }
};

template <class T> struct Bilinear {
    static constexpr int at_once = 2;

    // The type of arithmetic. Integers are computed in f64, because the errors of f32 could change
    // how a result is rounded to an integer.
    using A = typename std::conditional<std::is_integral<T>::value, f64, Compute<T>>::type;

    const Image &in; // the object is in LDS
    usize out_height;
    const BilinearAxes &axes; // the object is in LDS
    const T *src;

    // The offsets of the two neighbours of a position, and the neighbours' weights.
    struct Row {
        usize low, high;
        Weights<A> weights;
    };
    struct Column {
        const T *low, *high;
        Weights<A> weights;
    };

    __device__ static Row between(const BilinearAxis &axis, usize out, usize offset)
    {
        const f64 at = static_cast<f64>(out);
        f64 position = axis.align_corners ? axis.ratio * at : axis.ratio * (at + 0.5) - 0.5;
        position = position > 0 ? position : 0;
        usize low = static_cast<usize>(position);
        low = low < axis.in ? low : axis.in - 1;
        const usize high = low + 1 < axis.in ? low + 1 : low;
        f64 weight = position - static_cast<f64>(low);
        weight = weight < 1 ? weight : 1;
        return {offset + low * axis.stride, offset + high * axis.stride, Weights<A>::of(weight)};
    }
    __device__ Row row(usize index) const
    {
        const Image::Line line = in.line(index, out_height);
        return between(axes.y, line.y, line.offset);
    }
    __device__ Column column(usize index) const
    {
        const Row at = between(axes.x, index, 0);
        return {src + at.low, src + at.high, at.weights};
    }
    __device__ static A mean(A low, A high, const Weights<A> &weights)
    {
        return low * weights.low() + high * weights.high();
    }
    __device__ static A value(T x)
    {
        if constexpr (std::is_integral<T>::value) {
            return static_cast<A>(x);
        } else {
            return widen(x);
        }
    }
    __device__ T at(const Row &row, const Column &column) const
    {
        const A top = mean(value(column.low[row.low]), value(column.high[row.low]), column.weights);
        const A bottom =
            mean(value(column.low[row.high]), value(column.high[row.high]), column.weights);
        const A whole = mean(top, bottom, row.weights);
        if constexpr (std::is_same<T, i64>::value) {
            // the f64 may be 2^63, for which truncate_to_i64() returns the largest i64
            return math::truncate_to_i64(floor(whole + 0.5));
        } else if constexpr (std::is_integral<T>::value) {
            // rounded to the nearest integer, so that a constant image stays constant
            return static_cast<T>(floor(whole + 0.5));
        } else {
            return narrow<T>(whole);
        }
    }
};
