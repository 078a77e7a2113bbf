// Copies of the elements that each output of a convolution meets, laid out for a product of
// matrices; and, for transposed convolutions, the sums of such columns.
#pragma once

#include "image.cuh"
#include "shape.cuh"

// The shape of a copy of patches: the layout of the input, the sizes of the output and of the
// kernel, and how the kernel moves over the input.
struct PatchShape {
    Image in;
    usize out_height, out_width, kernel_height, kernel_width;
    usize stride, y_padding, x_padding, dilation;

    template <int rank>
    __device__ __forceinline__ static PatchShape of(const usize *info, usize y_out, usize x_out,
                                                    usize y_taps, usize x_taps,
                                                    const KernelSteps &steps)
    {
        return {rank == 1 ? Image::of_lines(info) : Image::of(info),
                y_out,
                x_out,
                y_taps,
                x_taps,
                steps.stride,
                rank == 1 ? 0 : steps.padding,
                steps.padding,
                steps.dilation};
    }
    // Whether offsets in the input, in bytes, and coordinates fit into 32 bits. An element has
    // |element| bytes.
    __device__ bool is_small(usize element) const
    {
        return in.is_small(element) &&
               axis_of<Forward>(in.height, kernel_height, out_height, {stride, y_padding, dilation})
                   .is_small() &&
               axis_of<Forward>(in.width, kernel_width, out_width, {stride, x_padding, dilation})
                   .is_small();
    }
};

// The rule for a matrix [batch, y, x] by [c_in, ky, kx] (matrix.cuh): an element is the element of
// the input that an output meets with a tap, or 0 if that place is outside of the input. Offsets,
// in bytes, and coordinates are of type Size. Negative coordinates wrap around, so they compare as
// too large.
template <int rank, class T, class Size> class ImageToColumns
{
  public:
    static constexpr int at_once = sizeof(Size) == 4 ? 4 : 1;

    struct Place {
        Size offset, y, x;
    };
    using Row = Place;
    using Column = Place;

    // The caller keeps |shape| in LDS as long as this object is used.
    __device__ ImageToColumns(const PatchShape &shape, const T *src)
        : shape_(shape), src_(reinterpret_cast<const char *>(src)),
          height_(static_cast<Size>(same_in_wave(shape.in.height))),
          width_(static_cast<Size>(same_in_wave(shape.in.width)))
    {
    }
    __device__ Row row(usize pixel) const
    {
        const Quotient x(static_cast<Size>(pixel), static_cast<Size>(shape_.out_width)),
            y = line_of(x.whole, shape_.out_height);
        return place(y.whole * shape_.in.batch_stride, y.rest * shape_.stride - shape_.y_padding,
                     x.rest * shape_.stride - shape_.x_padding);
    }
    __device__ Column column(usize k) const
    {
        const Quotient x(static_cast<Size>(k), static_cast<Size>(shape_.kernel_width)),
            y = line_of(x.whole, shape_.kernel_height);
        return place(y.whole * shape_.in.channel_stride, y.rest * shape_.dilation,
                     x.rest * shape_.dilation);
    }
    __device__ T at(const Row &row, const Column &column) const
    {
        const bool is_inside = (rank == 1 || static_cast<Size>(row.y + column.y) < height_) &&
                               static_cast<Size>(row.x + column.x) < width_;
        return is_inside ? *reinterpret_cast<const T *>(
                               src_ + static_cast<Size>(row.offset + column.offset))
                         : narrow<T>(0);
    }

  private:
    // Divides the index |number| of a line by |height|, the number of lines in a channel of an
    // image. With rank 1 there is no y, and a channel has one line.
    __device__ __forceinline__ static Quotient line_of(usize number, usize height)
    {
        if constexpr (rank == 1) {
            return Quotient::by_one(number);
        } else {
            return Quotient(number, static_cast<Size>(height));
        }
    }
    __device__ Place place(usize offset, usize y, usize x) const
    {
        if (rank > 1) {
            offset += y * shape_.in.y_stride;
        }
        offset += x * shape_.in.x_stride;
        return {static_cast<Size>(offset * sizeof(T)), static_cast<Size>(y), static_cast<Size>(x)};
    }

    const PatchShape &shape_;
    const char *src_;
    Size height_, width_;
};

// The rule for a matrix [batch, channel] by [x]: an element is the sum of all src[batch, i,
// channel, q] with i * stride + q = x.
template <class T> struct ColumnsToImage {
    static constexpr int at_once = 4;

    usize channels, in, taps, stride;
    const T *src;

    struct Row {
        usize offset;
    };
    // The first tap of a column that meets an element of the input, and how many taps do. The next
    // such tap is |stride| further in the kernel, and meets the previous element of the input.
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
        const usize last = quotient_of(x, stride), least = x - last * stride;
        // Skips the taps that would meet elements after the last element of the input.
        const usize skipped = last < in ? 0 : last - (in - 1);
        const usize tap = least + skipped * stride;
        if (tap >= taps) {
            return {src, 0};
        }
        const usize left = quotient_of(taps - 1 - tap, stride), i = last - skipped;
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
