// Stores by index into rows of memory: out[row, id] = inp[row, j], where the last j wins.
#pragma once

#include "ids.cuh"
#include "room.cuh"

// For how many warps of a block |room| has the places of a row.
__device__ inline u32 warps_with_last(usize places, u32 room)
{
    const u32 warps = blockDim.x / WARP;
    return places * warps <= room ? warps : places > room ? 0 : room / static_cast<u32>(places);
}

// A row by a warp. It notes the last element of each place, and then stores these elements in the
// order of memory. |places| <= room.
template <u32 room, class T, class Id>
__device__ __forceinline__ void store_last(const Id *ids, const T *inp, T *out, usize rows,
                                           usize src_dim, u32 places, u16 (&notes)[room])
{
    constexpr u32 most = 0xff00; // elements that are numbered at a time, from 1 on
    constexpr u32 turn = 4, at_once = sizeof(T) == 8 ? 4 : 8;
    const u32 warps = warps_with_last(places, room), warp = threadIdx.x / WARP;
    const u32 thread = threadIdx.x % WARP;
    const usize limit = id_limit<Id>(places);
    if (warp >= warps) {
        return;
    }
    volatile u16 *const last = notes + warp * places;
#pragma unroll 1
    for (usize row = static_cast<usize>(blockIdx.x) * warps + warp; row < rows;
         row += static_cast<usize>(gridDim.x) * warps) {
        T *const to = out + row * places;
#pragma unroll 1
        for (usize done = 0; done < src_dim; done += most) {
            const u32 count = src_dim - done < most ? static_cast<u32>(src_dim - done) : most;
            const Id *const id_from = ids + row * src_dim + done;
            const T *const from = inp + row * src_dim + done;
            Id ahead[turn];
            const auto load = [&](u32 first) {
#pragma unroll
                for (u32 k = 0; k < turn; ++k) {
                    const u32 j = first + k * WARP;
                    ahead[k] = j < count ? id_from[j] : no_index<Id>();
                }
            };
            load(thread);
            for (u32 i = thread; i < places; i += WARP) {
                last[i] = 0;
            }
            __syncwarp();
#pragma unroll 1
            for (u32 first = thread; first - thread < count; first += turn * WARP) {
                u32 place[turn];
                bool is_later[turn];
#pragma unroll
                for (u32 k = 0; k < turn; ++k) {
                    is_later[k] = static_cast<usize>(ahead[k]) < limit;
                    place[k] = is_later[k] ? static_cast<u32>(ahead[k]) : 0;
                }
                load(first + turn * WARP);
                // If threads store to one place at the same time, any one wins. Those with later
                // elements store again.
                bool is_done;
                do {
#pragma unroll
                    for (u32 k = 0; k < turn; ++k) {
                        if (is_later[k]) {
                            last[place[k]] = static_cast<u16>(first + k * WARP + 1);
                        }
                    }
                    __syncwarp();
                    is_done = true;
#pragma unroll
                    for (u32 k = 0; k < turn; ++k) {
                        is_later[k] = is_later[k] && last[place[k]] < first + k * WARP + 1;
                        is_done = is_done && !is_later[k];
                    }
                } while (__any_sync(~0u, !is_done));
            }
#pragma unroll 1
            for (u32 first = thread; first < places; first += at_once * WARP) {
                u32 element[at_once];
                T value[at_once];
#pragma unroll
                for (u32 k = 0; k < at_once; ++k) {
                    element[k] = first + k * WARP < places ? last[first + k * WARP] : 0;
                    if (element[k] != 0) {
                        value[k] = from[element[k] - 1];
                    }
                }
#pragma unroll
                for (u32 k = 0; k < at_once; ++k) {
                    if (element[k] != 0) {
                        to[first + k * WARP] = value[k];
                    }
                }
            }
            __syncwarp();
        }
    }
}
