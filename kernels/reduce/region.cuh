// What fast_* reduces: |count| logical elements of a strided tensor, from any multiple of |count|
// on, as equal runs of evenly spaced elements.
#pragma once

#include "divide.cuh"

struct Region {
    const usize *dims; // and strides, behind the |rank| dimensions
    usize rank;
    usize outer;     // dimensions around the innermost one
    usize inner;     // elements of the innermost dimension, of several if they are spaced like one
    usize stride;    // from one of these elements to the next
    u32 length;      // of a run, below 2^31
    usize neighbour; // from an element of a region to that of the next region, 0 if not known
};

// Takes the innermost dimensions for one, as far as they are evenly spaced together.
__device__ inline void region_collapse(Region &region)
{
    usize d = region.rank, inner = 1, stride = 1;
#pragma unroll 1
    for (; d > 0; --d) {
        const usize dim = region.dims[d - 1], step = region.dims[region.rank + d - 1];
        if (dim == 1) {
            continue;
        }
        if (inner == 1) {
            stride = step;
        } else if (step != stride * inner) {
            break;
        }
        inner *= dim;
    }
    region.outer = d;
    region.inner = inner;
    region.stride = stride;
}

// A run may neither leave the innermost dimension nor the region.
__device__ inline u32 run_length(usize inner, usize count)
{
    constexpr usize most = usize(1) << 30;
    if (inner == count || index_remainder(inner, count) == 0) {
        return static_cast<u32>(count < most ? count : most);
    }
    return inner < most && index_remainder(count, inner) == 0 ? static_cast<u32>(inner) : 1;
}

__device__ inline usize region_neighbour(const Region &region, usize count)
{
    usize d = region.outer, elements = region.inner;
#pragma unroll 1
    while (d > 0 && (elements < count || region.dims[d - 1] == 1)) {
        elements *= region.dims[--d];
    }
    return d > 0 && elements == count ? region.dims[region.rank + d - 1] : 0;
}

// count > 0. Reads info = dims[rank], strides[rank].
__device__ inline Region region_of(usize count, usize rank, const usize *info)
{
    Region region = {info, rank, 0, 1, 1, 1, 0};
    region_collapse(region);
    region.length = run_length(region.inner, count);
    region.neighbour = region_neighbour(region, count);
    return region;
}

// From the tensor's first element to the one with this logical index.
__device__ inline usize region_offset(const volatile Region &region, usize index)
{
    if (region.outer == 0) {
        return index * region.stride;
    }
    usize outside = index_quotient(index, region.inner);
    usize offset = (index - outside * region.inner) * region.stride;
#pragma unroll 1
    for (usize d = region.outer; d-- > 0;) {
        const usize dim = region.dims[d], rest = index_quotient(outside, dim);
        offset += (outside - rest * dim) * region.dims[region.rank + d];
        outside = rest;
    }
    return offset;
}
