// Strided operands: from logical indices to offsets.
//
// info = dims[rank], then strides[rank] of each operand, in elements, outermost dimension first;
// strides may be 0. A null info, or rank 0, is not read and means that every operand is dense.
//
// Dimensions that an operand walks through as if they were one are treated as one, so most operands
// have one to three: a dense one has a single dimension, whatever its rank, and needs no division.
#pragma once

#include "types.cuh"

// What a shape must have: the dimensions, and the sizes and strides of one operand.
struct Info {
    usize rank;
    const usize *sizes;
    const usize *strides;

    __device__ Info(usize rank, const usize *info, int operand)
        : rank(info == nullptr ? 0 : rank), sizes(info), strides(info + (1 + operand) * rank)
    {
    }
    __device__ usize size(usize dim) const
    {
        return sizes[dim];
    }
    __device__ usize stride(usize dim) const
    {
        return strides[dim];
    }
};

// Division of many numbers by one: the quotient by the rounded reciprocal is right or 1 too small.
class Divisor
{
  public:
    __device__ explicit Divisor(u32 divisor) : divisor_(divisor), reciprocal_(UINT32_MAX / divisor)
    {
    }
    __device__ u32 quotient(u32 x) const
    {
        const u32 estimate = __umulhi(x, reciprocal_);
        return estimate + (x - estimate * divisor_ >= divisor_);
    }

  private:
    u32 divisor_;
    u32 reciprocal_;
};

// Some dimensions as one: |outer| is the number of those around them.
struct Dimension {
    usize size;
    usize stride;
};

// The dimension inside |outer| and as many of those around it as it merges with. Without any, the
// whole is one dense dimension, whose size nobody asks for.
template <class Shape> __device__ inline Dimension next_dimension(const Shape &shape, usize &outer)
{
    Dimension dim = {1, 1};
#pragma unroll 1
    while (outer > 0) {
        const usize size = shape.size(outer - 1);
        const usize stride = shape.stride(outer - 1);
        if (dim.size == 1) {
            dim.stride = stride;
        } else if (size != 1 && stride != dim.size * dim.stride) {
            break;
        }
        dim.size *= size;
        --outer;
    }
    return dim;
}

// How far apart the elements of a pack are: 1, or 0 where it repeats one element. Anything else
// where packs of V neighbours, counted from the first element, cannot be had: where they cross
// rows or are not V elements apart.
template <int V, class Shape> __device__ inline usize pack_step(const Shape &shape)
{
    constexpr usize none = 2;
    usize outer = shape.rank;
    const Dimension inner = next_dimension(shape, outer);
    if (inner.stride > 1 || (outer > 0 && inner.size % V != 0)) {
        return none;
    }
#pragma unroll 1
    while (inner.stride == 1 && outer > 0) {
        --outer;
        if (shape.size(outer) != 1 && shape.stride(outer) % V != 0) {
            return none;
        }
    }
    return inner.stride;
}

// The offsets of the packs of V elements number base + at[k], each at[k] less than 2^31. Only base,
// the same for the whole block, needs a division in 64 bits, if any does.
template <int V, int P, class Shape>
__device__ inline void locate(const Shape &shape, usize base, u32 (&at)[P], usize (&offset)[P])
{
    usize outer = shape.rank;
    Dimension dim = next_dimension(shape, outer);
    dim.size /= V;
    dim.stride *= V;
#pragma unroll
    for (int k = 0; k < P; ++k) {
        offset[k] = 0;
    }
#pragma unroll 1
    while (outer > 0) {
        const usize outside = base / dim.size;
        const usize inside = base - outside * dim.size;
        const bool is_wide = dim.size >> 31 != 0;
        const Divisor divisor(is_wide ? 1 : static_cast<u32>(dim.size));
#pragma unroll
        for (int k = 0; k < P; ++k) {
            const usize index = inside + at[k];
            at[k] = is_wide ? index >= dim.size : divisor.quotient(static_cast<u32>(index));
            offset[k] += (index - at[k] * dim.size) * dim.stride;
        }
        base = outside;
        dim = next_dimension(shape, outer);
    }
#pragma unroll
    for (int k = 0; k < P; ++k) {
        offset[k] += (base + at[k]) * dim.stride;
    }
}

// A place in the tensor: for each operand the offset there and the step to the next element, valid
// for `length` elements (to the end of the row).
template <int N> struct Run {
    usize length;
    usize offset[N];
    usize stride[N];
};

// All operands of a tensor at a time.
template <int N> class Layout
{
  public:
    __device__ Layout(usize numel, usize rank, const usize *info)
        : numel_(numel), rank_(rank), info_(info)
    {
    }

    __device__ Run<N> at(usize index) const
    {
        Run<N> run;
        run.length = numel_ - index;
#pragma unroll
        for (int n = 0; n < N; ++n) {
            const Info shape(rank_, info_, n);
            usize outer = shape.rank, rest = index;
            Dimension dim = next_dimension(shape, outer);
            run.stride[n] = dim.stride;
            run.offset[n] = 0;
            bool is_inner = true;
#pragma unroll 1
            while (outer > 0) {
                const usize outside = rest / dim.size, inside = rest - outside * dim.size;
                if (is_inner && dim.size - inside < run.length) {
                    run.length = dim.size - inside;
                }
                is_inner = false;
                run.offset[n] += inside * dim.stride;
                rest = outside;
                dim = next_dimension(shape, outer);
            }
            run.offset[n] += rest * dim.stride;
        }
        return run;
    }

  private:
    usize numel_;
    usize rank_;
    const usize *info_;
};
