// A region is the set of elements that fast_* reduce to one output: |count| logical elements of a
// strided tensor, from a multiple of |count| on. It consists of equal planes. A plane is evenly
// spaced lines, and a line is evenly spaced elements.
#pragma once

#include "../../device/divide.cuh"
#include "shape.cuh"
#include "indexed_pack.cuh"

struct Region {
    const usize *info;
    usize rank;
    // the two innermost dimensions, after next_dimension() has merged neighbouring dimensions
    Dimension inner, middle;
    usize outer;             // how many dimensions are around |inner| and |middle|
    u32 length;              // how many elements a line has
    u32 lines;               // how many lines a plane has; a plane has less than 2^31 elements
    usize neighbour;         // distance in elements from a region to the next region; 0 if unknown
    // A power of two that divides |spacing| also divides the number of regions that are side by
    // side, and all strides but that of the regions. Not used if no regions are side by side.
    u32 spacing;
};

// Returns the length of the pieces into which |total| elements are divided. A piece is inside a
// dimension of |size| elements, and is not longer than |total|.
__device__ inline u32 piece_length(usize size, usize total)
{
    constexpr usize most = usize(1) << 30;
    const usize less = smaller_of(size, total), more = size > total ? size : total;
    if ((size < total && size > most) || index_remainder(more, less) != 0) {
        return 1;
    }
    return static_cast<u32>(smaller_of(less, most));
}

// Sets |info| and |rank|; |inner| and |middle|, the two innermost dimensions after next_dimension()
// has merged dimensions; and |outer|, the number of dimensions around them.
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

// Sets |neighbour| and |spacing|. Regions are side by side in the innermost dimension that is not
// inside a region. If a region does not fill whole dimensions, |neighbour| is 0, as it is if no
// dimension is left.
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

// Describes the regions of a tensor with info = dims[rank], strides[rank]. A region has |count|
// elements, more than 0.
__device__ inline void region_describe(Region &region, usize count, usize rank, const usize *info)
{
    const Shape shape(rank, info);
    region_collapse(region, shape);
    region_split(region, count);
    region_find_neighbour(region, shape, count);
}

// Returns the offset in memory of the element with a logical index.
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
