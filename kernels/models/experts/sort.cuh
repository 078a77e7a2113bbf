// experts_sort sorts pairs by their experts: each block finds the places of one expert's pairs.
//
// A block first counts the pairs of the experts before its own, which say where its places begin.
// Then each warp gives the pairs of its own part places, in their order. No block waits for
// another, and the result does not depend on the order of blocks.
#pragma once

#include "../../contract/experts.h"
#include "../../device/wave.cuh"

__device__ inline void sort_pairs(const u32 *ids, u32 pairs, u32 experts, u32 *order, u32 *places,
                                  u32 *starts)
{
    __shared__ u32 before_all[WARP], own_all[WARP];
    const u32 expert = blockIdx.x, lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const u32 warps = blockDim.x / WARP;
    const u32 part = (pairs + warps * WARP - 1) / (warps * WARP) * WARP;
    const u32 first = warp * part < pairs ? warp * part : pairs;
    const u32 end = pairs - first < part ? pairs : first + part;
    u32 before = 0, own = 0;
#pragma unroll 4
    for (u32 i = first + lane; i < end; i += WARP) {
        before += ids[i] < expert;
        own += ids[i] == expert;
    }
    before = warp_sum(before);
    own = warp_sum(own);
    before_all[warp] = before;
    own_all[warp] = own;
    __syncthreads();
    const bool is_before = lane < warps, is_earlier = lane < warp;
    const u32 start = warp_sum(is_before ? before_all[lane] : 0);
    u32 place = start + warp_sum(is_earlier ? own_all[lane] : 0);
    const u32 count = warp_sum(is_before ? own_all[lane] : 0);
    if (threadIdx.x == 0) {
        starts[expert] = start;
        if (expert == experts - 1) {
            starts[experts] = start + count;
        }
    }
    constexpr u32 at_once = 4; // loads that do not wait for each other
#pragma unroll 1
    for (u32 at = first; at < end; at += at_once * WARP) {
        u32 id[at_once];
#pragma unroll
        for (u32 k = 0; k < at_once; ++k) {
            const u32 pair = at + k * WARP + lane;
            id[k] = pair < end ? ids[pair] : expert + 1;
        }
#pragma unroll
        for (u32 k = 0; k < at_once; ++k) {
            const u32 pair = at + k * WARP + lane;
            const u32 all = __ballot_sync(~0u, id[k] == expert);
            if (id[k] == expert) {
                const u32 mine = place + __popc(all & ((1u << lane) - 1));
                order[mine] = pair;
                places[pair] = mine;
            } else if (expert == 0 && pair < end && id[k] >= experts) {
                places[pair] = EXPERTS_NOWHERE;
            }
            place += __popc(all);
        }
    }
}
