// What fast_* reduces: |count| logical elements of a strided tensor, from any multiple of |count|
// on, as equal planes: lines of evenly spaced elements, evenly spaced themselves.
#pragma once

#include "../../device/divide.cuh"
#include "shape.cuh"
#include "indexed_pack.cuh"

struct Region {
    const usize *info;
    usize rank;
    Dimension inner, middle; // the innermost ones, each of several if they are spaced like one
    usize outer;             // dimensions around these two
    u32 length;              // elements of a line
    u32 lines;               // of a plane, which has less than 2^31 elements
    usize neighbour; // from an element of a region to that of the next region, 0 if not known
    u32 spacing;     // with neighbours side by side: a power of two which divides this divides all
                     // other strides and how many regions are side by side
};

// |total| elements are made of pieces that neither leave a dimension of |size| nor are more than
// them all: how long these are.
__device__ inline u32 piece_length(usize size, usize total)
{
    constexpr usize most = usize(1) << 30;
    const usize less = smaller_of(size, total), more = size > total ? size : total;
    if ((size < total && size > most) || index_remainder(more, less) != 0) {
        return 1;
    }
    return static_cast<u32>(smaller_of(less, most));
}

// Two dimensions, and what they leave.
__device__ inline void region_collapse(Region &region, const Shape &shape)
{
    usize outer = shape.rank;
    region.info = shape.sizes;
    region.rank = shape.rank;
    region.inner = next_dimension(shape, outer);
    region.middle = next_dimension(shape, outer);
    region.outer = outer;
}

__device__ inline void region_split(Region &region, usize count)
{
    const usize inner = region.inner.size;
    region.length = piece_length(inner, count);
    region.lines = 1;
    if (region.length == inner && count > inner) {
        const u32 lines = piece_length(region.middle.size, index_quotient(count, inner));
        region.lines = static_cast<u64>(lines) * region.length >> 31 == 0 ? lines : 1;
    }
}

// Finds the first dimension around a region.
__device__ inline void region_find_neighbour(Region &region, const Shape &shape, usize count)
{
    usize inside = region.inner.size, outer = region.outer;
    u32 spacing = static_cast<u32>(region.inner.stride);
    Dimension beside = region.middle;
#pragma unroll 1
    while (inside < count && beside.size > 1) {
        inside *= beside.size;
        spacing |= static_cast<u32>(beside.stride);
        beside = next_dimension(shape, outer);
    }
    const bool is_found = inside == count && beside.size > 1;
    region.neighbour = is_found ? beside.stride : 0;
    spacing |= static_cast<u32>(beside.size);
#pragma unroll 1
    while (outer > 0) {
        spacing |= static_cast<u32>(next_dimension(shape, outer).stride);
    }
    region.spacing = spacing;
}

// count > 0. Reads info = dims[rank], strides[rank].
__device__ inline void region_describe(Region &region, usize count, usize rank, const usize *info)
{
    const Shape shape(rank, info);
    region_collapse(region, shape);
    region_split(region, count);
    region_find_neighbour(region, shape, count);
}

// From the tensor's first element to the one with this logical index.
__device__ OUT_OF_LINE usize region_offset(const volatile IN_LDS Region &region, usize index)
{
    usize offset = 0;
#pragma unroll 1
    for (usize d = region.outer + 2; index > 0; --d) {
        usize size = 0, stride = 0;
        if (d > region.outer) {
            const volatile IN_LDS Dimension &near =
                d > region.outer + 1 ? region.inner : region.middle;
            size = near.size;
            stride = near.stride;
        } else {
            size = region.info[d - 1];
            stride = region.info[region.rank + d - 1];
        }
        const usize outside = index < size ? 0 : index_quotient(index, size);
        offset += (index - outside * size) * stride;
        index = outside;
    }
    return offset;
}
