// Strided tensors: from a logical index to the offsets of N operands that share one shape.
//
// info = dims[rank], then strides[rank] of each operand, in elements, outermost dimension first; strides
// may be 0. A null info, or rank 0, means that every operand is dense.
//
// Everything is found per *run* of neighbours in the innermost dimension, so that one decomposition of
// the index serves as many elements as a thread handles at a time.
#pragma once

#include "types.cuh"

// A place in the tensor: the logical index, and for each operand the offset there and the step to the
// next element, valid for `length` elements (to the end of the row).
template <int N> struct Run {
    usize start;
    usize length;
    usize offset[N];
    usize stride[N];
};

// A GPU divides by a 64-bit number in several times the steps it needs for a 32-bit one, and nearly every
// index fits.
__device__ inline usize quotient(usize dividend, usize divisor)
{
    if ((dividend | divisor) >> 32 == 0) {
        return static_cast<u32>(dividend) / static_cast<u32>(divisor);
    }
    return dividend / divisor;
}

template <int N> class Layout
{
  public:
    __device__ Layout(usize numel, usize rank, const usize *info)
        : numel_(numel), rank_(rank), inner_(0), info_(info)
    {
        if (info == nullptr || is_dense()) {
            return;
        }
        // Trailing dimensions of size 1 would make every row one element long.
        inner_ = rank;
        while (inner_ > 1 && info[inner_ - 1] == 1) {
            --inner_;
        }
    }

    __device__ Run<N> at(usize index) const
    {
        if (inner_ == 0) {
            Run<N> run = {index, numel_ - index, {}, {}};
#pragma unroll
            for (int n = 0; n < N; ++n) {
                run.offset[n] = index;
                run.stride[n] = 1;
            }
            return run;
        }
        Run<N> run = {index, 0, {}, {}};
        usize rest = index;
        usize d = inner_;
#pragma unroll 1
        do {
            --d;
            const usize dim = info_[d];
            const usize outside = quotient(rest, dim);
            const usize coordinate = rest - outside * dim;
            if (run.length == 0) {
                run.length = dim - coordinate;
            }
#pragma unroll
            for (int n = 0; n < N; ++n) {
                run.offset[n] += coordinate * stride(n, d);
            }
            rest = outside;
        } while (d > 0);
#pragma unroll
        for (int n = 0; n < N; ++n) {
            run.stride[n] = stride(n, inner_ - 1);
        }
        return run;
    }

  private:
    __device__ usize stride(int operand, usize dim) const
    {
        return info_[(1 + operand) * rank_ + dim];
    }

    // Each stride equals the product of the dimensions inside it; those of size 1 do not matter.
    __device__ bool is_dense() const
    {
        usize product = 1;
#pragma unroll 1
        for (usize d = rank_; d-- > 0;) {
            const usize dim = info_[d];
            if (dim > 1) {
                for (int n = 0; n < N; ++n) {
                    if (stride(n, d) != product) {
                        return false;
                    }
                }
            }
            product *= dim;
        }
        return true;
    }

    usize numel_;
    usize rank_;
    usize inner_; // dimensions that matter, 0 when all operands are dense
    const usize *info_;
};

// Two matrices of `columns` columns whose rows start `pitch` elements apart.
struct Pitched {
    u32 columns;
    u32 pitch[2];

    __device__ Run<2> at(usize index) const
    {
        const usize row = quotient(index, columns);
        const usize column = index - row * columns;
        return {index,
                columns - column,
                {row * pitch[0] + column, row * pitch[1] + column},
                {1, 1}};
    }
};
