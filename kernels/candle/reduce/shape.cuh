// The dimensions of a strided tensor, as info = dims[rank], strides[rank] gives them.
#pragma once

#include "../../device/calls.cuh"

// The dimensions, outermost first, and their strides in elements. A null info, or rank 0, is not
// read and means a tensor of one element.
struct Shape {
    usize rank;
    const usize *sizes;
    const usize *strides;

    __device__ Shape(usize info_rank, const usize *info)
        : rank(info == nullptr ? 0 : info_rank), sizes(info), strides(info + rank)
    {
    }
};

// Whether the logical index of each element is also its offset in memory.
__device__ inline bool is_dense(usize rank, const usize *info)
{
    const Shape shape(rank, info);
    usize size = 1;
#pragma unroll 1
    for (usize d = shape.rank; d-- > 0;) {
        const usize more = shape.sizes[d], stride = shape.strides[d];
        if (more != 1 && stride != size) {
            return false;
        }
        size *= more;
    }
    return true;
}

// One dimension, or neighbouring dimensions whose elements are spaced like those of one dimension.
struct Dimension {
    usize size;
    usize stride;
};

// Returns dimension |outer| - 1, merged with those dimensions around it that continue its spacing.
// |outer| becomes the number of the dimensions that are left. If there is no dimension, the result
// is one dimension of one element.
__device__ inline Dimension next_dimension(const Shape &shape, usize &outer)
{
    Dimension dim = {1, 1};
#pragma unroll 1
    while (outer > 0) {
        const usize size = shape.sizes[outer - 1];
        const usize stride = shape.strides[outer - 1];
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
