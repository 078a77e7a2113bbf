// Scatters of so many lanes (ScatterLane in indexing.cu) that the cache lines that all of them use
// at a time fill the cache. A block moves 32 neighbouring lanes in three phases; in this file a
// lane of a scatter belongs to a thread of each warp.
//
//   note_places()     all threads    place[element][lane]: where each element goes
//   make_lists()      one warp       head[place][lane], next[element][lane]: which elements go to
//                                    each place
//   move_elements()   all threads    visit the places in the order of memory, and move what is
//                                    listed there
//
// If all lanes were moved together, each with a cache line of its own for every element, lines
// would leave the cache between the stores of neighbouring lanes.
//
// AMD GPUs do not use lists: their last cache is larger, and the lists' room in LDS would leave
// them few waves.
#pragma once

#include "ids.cuh"
#include "room.cuh"

// Whether this scatter is faster by lists than element by element. Blocks must have 256, 512 or
// 1024 threads: places and elements are not a multiple of other numbers of threads.
__device__ inline bool pays_by_lists(usize lanes, usize src_dim, usize dst_dim, usize right_size,
                                     usize size)
{
    return lanes * dst_dim * size >> 25 != 0 && blockDim.x >= 256 &&
           (blockDim.x & (blockDim.x - 1)) == 0 && src_dim >= WARP && dst_dim <= LIST_PLACES &&
           dst_dim / 16 <= src_dim && right_size >= WARP / 2 && right_size < 1 << 20;
}

constexpr u32 list_nowhere = 0xffff; // the place of an element whose id is not an index

// How many places a thread visits at a time: the number of loads for which 64 registers suffice.
template <bool adds, class T>
constexpr u32 list_loads = adds && (sizeof(T) == 2 || sizeof(T) == 4) ? 8 : 4;

// The next elements of this thread's lane of the scatter, at most LIST_ELEMENTS of them. The lane
// is number |right| of |right_size| neighbouring lanes.
template <class T, class Id> struct ListedElements {
    const Id *ids;
    const T *from;
    T *to;
    u32 right, right_size, count;
};

// Notes where each element goes, and empties the lists of |rows| places.
template <class T, class Id>
__device__ __forceinline__ void note_places(const ListedElements<T, Id> &some, u32 rows,
                                            usize limit, Lists &lists)
{
    constexpr u32 ids_at_once = 4;
    struct alignas(16) Zeros {
        u32 at[4];
    };
    const u32 warp = threadIdx.x / WARP, thread = threadIdx.x % WARP, warps = blockDim.x / WARP;
    for (u32 i = threadIdx.x; i < rows * WARP / sizeof(Zeros); i += blockDim.x) {
        reinterpret_cast<Zeros *>(lists.head)[i] = {};
    }
#pragma unroll 1
    for (u32 begin = warp; begin < LIST_ELEMENTS; begin += ids_at_once * warps) {
        Id id[ids_at_once];
#pragma unroll
        for (u32 k = 0; k < ids_at_once; ++k) {
            const u32 j = begin + k * warps;
            id[k] = no_index<Id>();
            if (j < some.count && some.right < some.right_size) {
                id[k] = some.ids[j * some.right_size + some.right];
            }
        }
#pragma unroll
        for (u32 k = 0; k < ids_at_once; ++k) {
            const usize index = static_cast<usize>(id[k]);
            lists.place[begin + k * warps][thread] =
                static_cast<u16>(index < limit ? index : list_nowhere);
        }
    }
}

// Lists the elements of each place, by one warp. Where elements add up, a list has all elements of
// its place in their order, and so is made from its end. Otherwise a list has only the last
// element.
template <bool adds> __device__ __forceinline__ void make_lists(u32 thread, Lists &lists)
{
    constexpr u32 unroll = 8;
#pragma unroll 1
    for (u32 at = 0; at < LIST_ELEMENTS; at += unroll) {
        const u32 begin = adds ? LIST_ELEMENTS - unroll - at : at;
        u32 place[unroll], next[unroll] = {};
#pragma unroll
        for (u32 k = 0; k < unroll; ++k) {
            place[k] = lists.place[begin + k][thread];
        }
#pragma unroll
        for (u32 n = 0; n < unroll; ++n) {
            const u32 k = adds ? unroll - 1 - n : n;
            if (place[k] != list_nowhere) {
                u8 &head = lists.head[place[k]][thread];
                next[k] = head;
                head = static_cast<u8>(begin + k + 1);
            }
        }
#pragma unroll
        for (u32 k = 0; k < unroll && adds; ++k) {
            lists.next[begin + k][thread] = static_cast<u8>(next[k]);
        }
    }
}

// Returns |sum| + |value| + all elements of a list, which begins with |element|.
template <class T, class Id>
__device__ __forceinline__ T add_list(const ListedElements<T, Id> &some, T sum, T value,
                                      u32 element, u32 thread, const Lists &lists)
{
    T total = narrow<T>(widen(sum) + widen(value));
#pragma unroll 1
    for (u32 e = element; e != 0; e = lists.next[e - 1][thread]) {
        total = narrow<T>(widen(total) + widen(some.from[(e - 1) * some.right_size + some.right]));
    }
    return total;
}

// Moves the elements in the list of each place to that place.
template <bool adds, class T, class Id>
__device__ __forceinline__ void move_elements(const ListedElements<T, Id> &some, u32 rows,
                                              const Lists &lists)
{
    constexpr u32 at_once = list_loads<adds, T>;
    const u32 warp = threadIdx.x / WARP, thread = threadIdx.x % WARP, warps = blockDim.x / WARP;
    const u32 right = some.right, right_size = some.right_size;
#pragma unroll 1
    for (u32 row = warp; row < rows; row += at_once * warps) {
        u32 element[at_once], next[at_once] = {};
        T value[at_once], sum[at_once];
#pragma unroll
        for (u32 k = 0; k < at_once; ++k) {
            element[k] = lists.head[row + k * warps][thread];
        }
#pragma unroll
        for (u32 k = 0; k < at_once; ++k) {
            if (element[k] != 0) {
                value[k] = some.from[(element[k] - 1) * right_size + right];
                if (adds) {
                    next[k] = lists.next[element[k] - 1][thread];
                    sum[k] = some.to[(row + k * warps) * right_size + right];
                }
            }
        }
#pragma unroll
        for (u32 k = 0; k < at_once; ++k) {
            if (element[k] != 0) {
                some.to[(row + k * warps) * right_size + right] =
                    adds ? add_list(some, sum[k], value[k], next[k], thread, lists) : value[k];
            }
        }
    }
}

template <bool adds, class T, class Id>
__device__ __forceinline__ void scatter_by_lists(const Id *ids, const T *inp, T *out,
                                                 usize left_size, usize src_dim, u32 dst_dim,
                                                 u32 right_size, Lists &lists)
{
    const u32 tiles_of_left = (right_size + WARP - 1) / WARP;
    const usize tiles = left_size * tiles_of_left, limit = id_limit<Id>(dst_dim);
    const u32 warp = threadIdx.x / WARP, thread = threadIdx.x % WARP;
    const u32 turn = list_loads<adds, T> * (blockDim.x / WARP);
    // at most LIST_PLACES, because otherwise pays_by_lists() is false
    const u32 rows = (dst_dim + turn - 1) / turn * turn;
#pragma unroll 1
    for (usize tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const usize left = quotient(tile, tiles_of_left);
        const u32 right = static_cast<u32>(tile - left * tiles_of_left) * WARP + thread;
        T *const to = out + left * dst_dim * right_size;
#pragma unroll 1
        for (usize done = 0; done < src_dim; done += LIST_ELEMENTS) {
            const u32 count =
                src_dim - done < LIST_ELEMENTS ? static_cast<u32>(src_dim - done) : LIST_ELEMENTS;
            const usize first = (left * src_dim + done) * right_size;
            const ListedElements<T, Id> some = {ids + first, inp + first, to,
                                                right,       right_size,  count};
            note_places(some, rows, limit, lists);
            __syncthreads();
            if (warp == 0) {
                make_lists<adds>(thread, lists);
            }
            __syncthreads();
            move_elements<adds>(some, rows, lists);
            __syncthreads();
        }
    }
}
