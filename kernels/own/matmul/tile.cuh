// Multiplies matrices by tiles: c = a x b for each matrix of a batch, summed in f32 (f64 for f64).
// The caller decides what is done with the sums. Any one-dimensional grid will do.
#pragma once

#include "cores.cuh"
#include "threads.cuh"

// How many thread blocks should fit on a compute unit at once; this number limits a kernel's
// registers.
template <class T> constexpr int ROOM = MatrixCore<T>::exists || sizeof(T) == 8 ? 2 : 4;

// |end| stores sums. If matrix cores multiply, |end| is called for sums of one row, as
// Rounded::operator() is. Otherwise an |end| that is not Rounded is called as
// end(c, row, column, rows, columns, sums) for each thread's sums of a tile. The first of these
// sums is at (row, column) of c, which is dense, |rows| x |columns|; some may be outside of c.
template <class T, class End>
__device__ inline void multiply(usize batches, usize rank, const usize *info, Lines<T> a,
                                Lines<T> b, T *c, const End &end)
{
    if constexpr (MatrixCore<T>::exists) {
        multiply_by_cores(batches, rank, info, a, b, c, end);
    } else {
        each_tile<1>(SIDE, batches, rank, info, a, b, c,
                     [&](const Lines<T> &a, const Lines<T> &b, T *c, usize row, usize column) {
                         multiply_tile(a, b, c, row, column, end);
                     });
    }
}
