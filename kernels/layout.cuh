// Strided tensors: from a logical index to the offsets of N operands that share one shape.
//
// info = dims[rank], then strides[rank] of each operand, in elements, outermost dimension first;
// strides may be 0. A null info, or rank 0, means that every operand is dense.
//
// Everything is found per *run* of neighbours in the innermost dimension, so that one decomposition
// of the index serves as many elements as a thread handles at a time.
#pragma once

#include "types.cuh"

// A place in the tensor: for each operand the offset there and the step to the next element, valid
// for `length` elements (to the end of the row).
template <int N> struct Run {
    usize length;
    usize offset[N];
    usize stride[N];
};

template <int N> class Layout
{
  public:
    // A null info, or rank 0, reads nothing.
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

    // The divisions are written in 64 bits: compilers for GPUs test at run time whether 32 are enough
    // and then divide in 32, several times faster. A second copy of the loop would gain nothing.
    __device__ Run<N> at(usize index) const
    {
        Run<N> run = {};
        if (inner_ == 0) {
            run.length = numel_ - index;
#pragma unroll
            for (int n = 0; n < N; ++n) {
                run.offset[n] = index;
                run.stride[n] = 1;
            }
            return run;
        }
        usize d = inner_;
#pragma unroll 1
        do {
            --d;
            const usize dim = info_[d];
            const usize outside = index / dim;
            const usize coordinate = index - outside * dim;
            if (run.length == 0) {
                run.length = dim - coordinate;
            }
#pragma unroll
            for (int n = 0; n < N; ++n) {
                run.offset[n] += coordinate * stride(n, d);
            }
            index = outside;
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
