// Scatters of so many lanes that the lines of memory they use at a time fill the cache: 32
// neighbouring lanes by a block. One warp, a thread for each lane, notes in shared memory which
// elements go to each place; then all threads visit the places in the order of memory, and move
// what is noted there. Were all lanes moved together, each with a line of its own for every
// element, lines would leave the cache between one neighbour's store and the next one's.
//
// AMD GPUs, whose last cache is larger, go without: the room for it would leave them few waves.
#pragma once

#include "ids.cuh"
#include "room.cuh"

// Blocks of 256, 512 or 1024 threads: others do not divide the room into whole turns.
__device__ inline bool pays_by_lists(usize lanes, usize src_dim, usize dst_dim, usize right_size,
                                     usize size)
{
    return lanes * dst_dim * size >> 25 != 0 && blockDim.x >= 256 &&
           (blockDim.x & (blockDim.x - 1)) == 0 && src_dim >= WARP && dst_dim <= LIST_PLACES &&
           dst_dim / 16 <= src_dim && right_size >= WARP / 2 && right_size < 1 << 20;
}

template <bool adds, class T, class Id>
__device__ __forceinline__ void scatter_by_lists(const Id *ids, const T *inp, T *out,
                                                 usize left_size, usize src_dim, u32 dst_dim,
                                                 u32 right_size, Lists &lists)
{
    // As many loads at a time as 64 registers allow.
    constexpr u32 at_once = adds && (sizeof(T) == 2 || sizeof(T) == 4) ? 8 : 4;
    constexpr u32 ids_at_once = 4, unroll = 8;
    constexpr u32 nowhere = 0xffff;
    struct alignas(16) Zeros {
        u32 at[4];
    };
    const u32 tiles_of_left = (right_size + WARP - 1) / WARP;
    const usize tiles = left_size * tiles_of_left, limit = id_limit<Id>(dst_dim);
    const u32 warp = threadIdx.x / WARP, thread = threadIdx.x % WARP;
    const u32 warps = blockDim.x / WARP, turn = at_once * warps;
    const u32 rows = (dst_dim + turn - 1) / turn * turn; // at most LIST_PLACES, see pays_by_lists()
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
            const T *const from = inp + first;
            const Id *const id_from = ids + first;
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
                    if (j < count && right < right_size) {
                        id[k] = id_from[j * right_size + right];
                    }
                }
#pragma unroll
                for (u32 k = 0; k < ids_at_once; ++k) {
                    const usize index = static_cast<usize>(id[k]);
                    lists.place[begin + k * warps][thread] =
                        static_cast<u16>(index < limit ? index : nowhere);
                }
            }
            __syncthreads();
            // Where elements add up, each list is in their order, and so is made from its end.
            // Otherwise it is the last element.
#pragma unroll 1
            for (u32 at = 0; warp == 0 && at < LIST_ELEMENTS; at += unroll) {
                const u32 begin = adds ? LIST_ELEMENTS - unroll - at : at;
                u32 place[unroll], next[unroll] = {};
#pragma unroll
                for (u32 k = 0; k < unroll; ++k) {
                    place[k] = lists.place[begin + k][thread];
                }
#pragma unroll
                for (u32 n = 0; n < unroll; ++n) {
                    const u32 k = adds ? unroll - 1 - n : n;
                    if (place[k] != nowhere) {
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
            __syncthreads();
#pragma unroll 1
            for (u32 row = warp; row < rows; row += turn) {
                u32 element[at_once], next[at_once] = {};
                T value[at_once], sum[at_once];
#pragma unroll
                for (u32 k = 0; k < at_once; ++k) {
                    element[k] = lists.head[row + k * warps][thread];
                }
#pragma unroll
                for (u32 k = 0; k < at_once; ++k) {
                    if (element[k] != 0) {
                        value[k] = from[(element[k] - 1) * right_size + right];
                        if (adds) {
                            next[k] = lists.next[element[k] - 1][thread];
                            sum[k] = to[(row + k * warps) * right_size + right];
                        }
                    }
                }
#pragma unroll
                for (u32 k = 0; k < at_once; ++k) {
                    if (element[k] != 0) {
                        if (adds) {
                            value[k] = narrow<T>(widen(sum[k]) + widen(value[k]));
#pragma unroll 1
                            for (u32 e = next[k]; e != 0; e = lists.next[e - 1][thread]) {
                                value[k] = narrow<T>(widen(value[k]) +
                                                     widen(from[(e - 1) * right_size + right]));
                            }
                        }
                        to[(row + k * warps) * right_size + right] = value[k];
                    }
                }
            }
            __syncthreads();
        }
    }
}
