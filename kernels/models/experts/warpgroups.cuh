// Products with experts' matrices of f16 and bf16 on NVIDIA GPUs of compute capability 9.0:
// own/matmul/warpgroups.cuh with tiles of sorted places. The rows of places, and those of all
// matrices, are one matrix each for the copy engine: what a tile has of its expert's neighbours is
// not stored.
#pragma once

#include "../../own/matmul/warpgroups.cuh"
#include "slots.cuh"

// Copies rows into the order of their experts.
__device__ inline void gather_rows(const struct experts_gather &work)
{
    using Chunk = Pack<u32, 4>;
    const u32 count = work.starts[work.experts];
#pragma unroll 1
    for (u32 place = blockIdx.x; place < count; place += gridDim.x) {
        const Chunk *const from = static_cast<const Chunk *>(work.x) +
                                  static_cast<usize>(work.order[place] / work.each) * work.chunks;
        Chunk *const to = static_cast<Chunk *>(work.out) + static_cast<usize>(place) * work.chunks;
#pragma unroll 4
        for (u32 i = threadIdx.x; i < work.chunks; i += EXPERTS_THREADS) {
            to[i] = from[i];
        }
    }
}

#ifdef __CUDA_ARCH_FEAT_SM90_ALL

// Fills the ring of stages with the strips of all tiles of the block. A warp finds tiles together,
// and its first thread starts the copies.
__device__ inline void copy_places(const experts_warpgroups &work, u32 steps, const TensorMap &a,
                                   const TensorMap &b, u32 memory, u32 full, u32 empty)
{
    RingPlace place = {0, 1};
#pragma unroll 1
    for (u32 number = blockIdx.x; number < work.tiles; number += gridDim.x) {
        const ExpertTile tile = find_tile<WG_ROWS>(work.product, number);
        const u32 column = tile.expert * work.product.rows + tile.row * WG_COLUMNS;
#pragma unroll 1
        for (u32 step = 0; tile.is_there() && threadIdx.x == 0 && step < steps; ++step) {
            const u32 at = step * WG_DEPTH, barrier = full + place.stage * 8;
            const u32 to = memory + place.stage * WG_STRIPS, to_b = to + WG_ROWS * WG_LINE;
            barrier_wait(empty + place.stage * 8, place.parity);
            barrier_expect(barrier, WG_STRIPS);
            copy_box(to, a, barrier, at, tile.start + tile.first);
#pragma unroll
            for (u32 i = 0; i < WG_COLUMNS / 128; ++i) {
                copy_box(to_b + i * 2 * WG_BOX, b, barrier, at, column + i * 128);
            }
            place.advance();
        }
        __syncwarp();
    }
}

// Gives back the stages of a tile of which this warpgroup has no places.
__device__ inline void skip_tile(u32 steps, RingPlace &place, u32 full, u32 empty)
{
#pragma unroll 1
    for (u32 step = 0; step < steps; ++step) {
        barrier_wait(full + place.stage * 8, place.parity);
        if (threadIdx.x % 128 == 0) {
            barrier_arrive(empty + place.stage * 8);
        }
        place.advance();
    }
}

template <class T>
__device__ inline void multiply_experts_by_warpgroups(const TensorMap &a, const TensorMap &b,
                                                      const experts_warpgroups &work)
{
    extern __shared__ __align__(1024) unsigned char memory[];
    const u32 base = static_cast<u32>(__cvta_generic_to_shared(memory)),
              full = base + WG_BARRIERS, empty = full + WG_STAGES * 8;
    const u32 group = threadIdx.x / 128, n = work.product.rows;
    const u32 steps = (work.product.columns + WG_DEPTH - 1) / WG_DEPTH;
    make_ring(full, empty);
    if (group == 0) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x < WARP) {
            copy_places(work, steps, a, b, base, full, empty);
        }
        return;
    }
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    const u32 in_tile = (group - 1) * 64, in_group = threadIdx.x % 128 / 32 * 16;
    f32 *const warp = reinterpret_cast<f32 *>(memory + WG_STAGES * WG_STRIPS) +
                      (in_tile + in_group) * WG_PITCH;
    const Finish<T> finish = {1, 0, nullptr, nullptr, PRODUCT_COPY};
    RingPlace place = {0, 0};
    f32 sums[128];
#pragma unroll 1
    for (u32 number = blockIdx.x; number < work.tiles; number += gridDim.x) {
        const ExpertTile tile = find_tile<WG_ROWS>(work.product, number);
        if (!tile.is_there()) {
            continue;
        }
        if (tile.first + in_tile >= tile.count) {
            skip_tile(steps, place, full, empty);
            continue;
        }
        T *const c = static_cast<T *>(work.product.out) + static_cast<usize>(tile.start) * n;
        const u32 row = tile.first + in_tile + in_group, column = tile.row * WG_COLUMNS;
        add_tile<T, false>(sums, steps, place, base + in_tile * WG_LINE, base + WG_ROWS * WG_LINE,
                           full, empty);
#pragma unroll 1
        for (u32 part = 0; part < WG_COLUMNS / 64; ++part) {
            spread_part(sums, part, warp);
            __syncwarp();
            finish_part(warp, finish, row, column + part * 64, tile.count, n, c);
            __syncwarp();
        }
    }
}

#endif
