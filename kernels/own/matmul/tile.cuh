// A product of matrices by tiles: c = a x b for each matrix of a batch, summed in f32 (f64 for
// f64). What is done with the sums is the caller's. Blocks take tiles, whichever the 1D grid leaves
// to them.
#pragma once

#include "cores.cuh"
#include "threads.cuh"

// The blocks that a compute unit should have room for, which limits a kernel's registers.
template <class T> constexpr int ROOM = Unit<T>::exists || sizeof(T) == 8 ? 2 : 4;

// Where threads multiply, any |end| but Rounded is called for a thread's sums of each tile,
// end(c, row, column, rows, columns, sums): the first is at (row, column) of the dense
// |rows| x |columns| at c; some may be outside. Where matrix cores do, it is called for sums of a
// row, as Rounded is.
template <class T, class End>
__device__ inline void multiply(usize batches, usize rank, const usize *info, Lines<T> a,
                                Lines<T> b, T *c, const End &end)
{
    if constexpr (Unit<T>::exists) {
        multiply_by_cores(batches, rank, info, a, b, c, end);
    } else {
        each_tile<1>(SIDE, batches, rank, info, a, b, c,
                     [&](const Lines<T> &a, const Lines<T> &b, T *c, usize row, usize column) {
                         multiply_tile(a, b, c, row, column, end);
                     });
    }
}
