// Stores by id into rows of memory: out[row, id] = inp[row, j]. If several j have the same id, the
// last one wins.
#pragma once

#include "ids.cuh"
#include "room.cuh"

// Returns how many warps of a block can work. |room| is the number of places that shared memory
// holds, and each working warp needs the |places| of one row.
__device__ inline u32 warps_with_last(usize places, u32 room)
{
    const u32 warps = blockDim.x / WARP;
    return places * warps <= room ? warps : places > room ? 0 : room / static_cast<u32>(places);
}

// last_elements is the number of elements of a row that are numbered at a time, from 1 on, so that
// a number fits a u16. last_ids is the number of ids that a thread loads at a time.
constexpr u32 last_elements = 0xff00, last_ids = 4;

// Loads this thread's ids of the warp's next elements: of elements |first|, |first| + WARP and so
// on.
template <class Id>
__device__ __forceinline__ void load_ids(Id (&id)[last_ids], const Id *from, u32 first, u32 count)
{
#pragma unroll
    for (u32 k = 0; k < last_ids; ++k) {
        const u32 j = first + k * WARP;
        id[k] = j < count ? from[j] : no_index<Id>();
    }
}

// Notes the numbers of this thread's elements, |first|, |first| + WARP and so on, at the places
// where they go, unless a later number is noted there. If several threads note a number at one
// place at the same time, any one of them wins. Threads whose elements are later then note their
// numbers again.
template <class Id>
__device__ __forceinline__ void note_last(const Id (&id)[last_ids], u32 first, usize limit,
                                          volatile u16 *last)
{
    u32 place[last_ids];
    bool is_later[last_ids];
#pragma unroll
    for (u32 k = 0; k < last_ids; ++k) {
        is_later[k] = static_cast<usize>(id[k]) < limit;
        place[k] = is_later[k] ? static_cast<u32>(id[k]) : 0;
    }
    bool is_done;
    do {
#pragma unroll
        for (u32 k = 0; k < last_ids; ++k) {
            if (is_later[k]) {
                last[place[k]] = static_cast<u16>(first + k * WARP + 1);
            }
        }
        __syncwarp();
        is_done = true;
#pragma unroll
        for (u32 k = 0; k < last_ids; ++k) {
            is_later[k] = is_later[k] && last[place[k]] < first + k * WARP + 1;
            is_done = is_done && !is_later[k];
        }
    } while (__any_sync(~0u, !is_done));
}

// Stores the elements whose numbers are noted, in the order of memory.
template <class T>
__device__ __forceinline__ void store_noted(T *to, const T *from, u32 thread, u32 places,
                                            const volatile u16 *last)
{
    constexpr u32 at_once = sizeof(T) == 8 ? 4 : 8;
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
}

// Stores |count| elements of a row, at most last_elements, by a warp.
template <class T, class Id>
__device__ __forceinline__ void store_some(const Id *ids, const T *from, T *to, u32 count,
                                           u32 places, usize limit, volatile u16 *last)
{
    const u32 thread = threadIdx.x % WARP;
    Id ahead[last_ids];
    load_ids(ahead, ids, thread, count);
    for (u32 i = thread; i < places; i += WARP) {
        last[i] = 0;
    }
    __syncwarp();
#pragma unroll 1
    for (u32 first = thread; first - thread < count; first += last_ids * WARP) {
        Id id[last_ids];
#pragma unroll
        for (u32 k = 0; k < last_ids; ++k) {
            id[k] = ahead[k];
        }
        load_ids(ahead, ids, first + last_ids * WARP, count);
        note_last(id, first, limit, last);
    }
    store_noted(to, from, thread, places, last);
    __syncwarp();
}

// Stores rows, each by one warp. The warp notes the last element of each place, and then stores
// these elements in the order of memory. The places of a row, |places|, must be at most |room|.
template <u32 room, class T, class Id>
__device__ __forceinline__ void store_last(const Id *ids, const T *inp, T *out, usize rows,
                                           usize src_dim, u32 places, u16 (&notes)[room])
{
    const u32 warps = warps_with_last(places, room), warp = threadIdx.x / WARP;
    const usize limit = id_limit<Id>(places);
    if (warp >= warps) {
        return;
    }
    volatile u16 *const last = notes + warp * places;
#pragma unroll 1
    for (usize row = static_cast<usize>(blockIdx.x) * warps + warp; row < rows;
         row += static_cast<usize>(gridDim.x) * warps) {
#pragma unroll 1
        for (usize done = 0; done < src_dim; done += last_elements) {
            const u32 count =
                src_dim - done < last_elements ? static_cast<u32>(src_dim - done) : last_elements;
            const usize first = row * src_dim + done;
            store_some(ids + first, inp + first, out + row * places, count, places, limit, last);
        }
    }
}
