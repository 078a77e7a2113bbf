// experts_T and experts_few_T multiply the rows of sorted pairs by the matrices of their experts:
// by the tiles of own/matmul, or of nvidia.cuh, and row by row if there are few pairs.
#pragma once

#include "../../own/matmul/few.cuh"
#include "../../own/matmul/tile.cuh"
#include "nvidia.cuh"
#include "slots.cuh"

// How many blocks should fit on a compute unit at once.
#ifdef HAS_TENSOR_CORES
template <class T> constexpr int EXPERTS_ROOM = 2;
#else
template <class T> constexpr int EXPERTS_ROOM = ROOM<T>;
#endif

// The operands of an expert: its places, and the rows of its matrix.
template <class T> struct ExpertOperands {
    Lines<T> a, b;
    Picked places;
    T *c;

    __device__ ExpertOperands(const experts_product &work, const ExpertTile &tile)
        : a{static_cast<const T *>(work.x), tile.count, work.columns, work.columns, 1},
          b{static_cast<const T *>(work.w) +
                static_cast<usize>(tile.expert) * work.rows * work.columns,
            work.rows, work.columns, work.columns, 1},
          places{work.order, work.each, tile.start},
          c(static_cast<T *>(work.out) + static_cast<usize>(tile.start) * work.rows)
    {
    }
};

#if defined(HAS_MFMA) || defined(HAS_WMMA)

// Makes a big tile, or in its place small ones if half of its places would be missing.
template <class T, u32 side>
__device__ inline void multiply_places(const ExpertOperands<T> &all, usize row, usize column)
{
    enum { BIG = EXPERTS_SIDE_BIG, SMALL = EXPERTS_SIDE };
    using Safe = typename Guard<T, T>::Safe;
    __shared__ union {
        CoreMemory<T, side> big;
        CoreMemory<T, SMALL> small;
        CoreMemory<Safe, SMALL> safe;
    } memory;
    __shared__ GuardMemory guards;
    const Lines<T> &a = all.a, &b = all.b;
    const bool is_big = side > SMALL && a.lines - row > SMALL;
    if constexpr (side > SMALL) {
        if (is_big && multiply_core_tile<T, T>(memory.big, guards, a, b, all.c, row, column,
                                               Rounded(), all.places)) {
            return;
        }
    }
#pragma unroll 1
    for (u32 at = 0; at < side * side; at += SMALL * SMALL) {
        const usize i = row + at / (SMALL * side) * SMALL, j = column + at / SMALL % side;
        if (i < a.lines && j < b.lines &&
            (is_big || !multiply_core_tile<T, T>(memory.small, guards, a, b, all.c, i, j, Rounded(),
                                                 all.places))) {
            multiply_core_tile<T, Safe>(memory.safe, guards, a, b, all.c, i, j, Rounded(),
                                        all.places);
        }
    }
}

#elif defined(HAS_TENSOR_CORES)

template <class T, u32 side>
__device__ inline void multiply_places(const ExpertOperands<T> &all, usize row, usize column)
{
    __shared__ typename TensorTile<T, side>::Memory memory;
    TensorTile<T, side>(all.a, all.b, all.places, row, column, memory).make(all.c);
}

#else

template <class T, u32 side>
__device__ inline void multiply_places(const ExpertOperands<T> &all, usize row, usize column)
{
#pragma unroll 1
    for (u32 at = 0; at < side * side; at += SIDE * SIDE) {
        const usize i = row + at / (SIDE * side) * SIDE, j = column + at / SIDE % side;
        if (i < all.a.lines && j < all.b.lines) {
            multiply_tile(all.a, all.b, all.c, i, j, Rounded(), all.places);
        }
    }
}

#endif

template <class T, u32 side> __device__ inline void multiply_experts(const experts_product &work)
{
    const ExpertTile tile = find_tile<side>(work);
    if (tile.is_there()) {
        multiply_places<T, side>({work, tile}, tile.first, static_cast<usize>(tile.row) * side);
    }
}

template <class T> __device__ inline void multiply_few_places(const experts_product &work)
{
    __shared__ FewSums<T> memory;
    const ExpertTile tile = find_few(work);
    if (!tile.is_there()) {
        return;
    }
    ExpertOperands<T> all(work, tile);
    const usize row = static_cast<usize>(tile.row) * EXPERTS_FEW_ROWS;
    all.a.lines -= tile.first;
    all.places.first += tile.first;
    all.b.data += row * work.columns;
    all.b.lines -= row;
    all.a.lines == 1 ? sum_along<1>(all.a, all.b, memory, all.places)
                     : sum_along<EXPERTS_FEW>(all.a, all.b, memory, all.places);
    __syncthreads();
    const u32 f = threadIdx.x / EXPERTS_FEW_ROWS, line = threadIdx.x % EXPERTS_FEW_ROWS;
    if (f < EXPERTS_FEW && f < all.a.lines && line < all.b.lines) {
        all.c[(tile.first + f) * static_cast<usize>(work.rows) + row + line] =
            narrow<T>(sum_of_warps(memory, 1, f, line));
    }
}
