// Products with experts' matrices of f16 and bf16 on NVIDIA GPUs of compute capability 9.0:
// own/matmul/warpgroups.cuh with tiles of sorted places. The rows of places, and those of all
// matrices, are one matrix each for the copy engine: what a tile has of its expert's neighbours is
// not stored.
#pragma once

#include "../../own/matmul/warpgroups.cuh"
#include "slots.cuh"

// Copies the row of each token to its places.
__device__ inline void gather_rows(const struct experts_gather &work)
{
    using Chunk = Pack<u32, 4>;
    const usize pairs = static_cast<usize>(work.tokens) * work.each;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *work.next = 0;
    }
#pragma unroll 1
    for (u32 token = blockIdx.x; token < work.tokens; token += gridDim.x) {
        const Chunk *const from =
            static_cast<const Chunk *>(work.x) + static_cast<usize>(token) * work.chunks;
        const u32 *const places = work.places + static_cast<usize>(token) * work.each;
#pragma unroll 1
        for (u32 i = threadIdx.x; i < work.chunks; i += EXPERTS_THREADS) {
            const Chunk chunk = from[i];
#pragma unroll 4
            for (u32 j = 0; j < work.each; ++j) {
                if (places[j] < pairs) {
                    static_cast<Chunk *>(work.out)[static_cast<usize>(places[j]) * work.chunks + i] =
                        chunk;
                }
            }
        }
    }
}

#ifdef __CUDA_ARCH_FEAT_SM90_ALL

// The tiles of all experts, in slots without gaps. Each lane of a warp knows how many tiles are
// before its part of the experts.
class PackedTiles
{
  public:
    __device__ explicit PackedTiles(const experts_product &work)
        : work_(work), each_((work.experts + WARP - 1) / WARP)
    {
        u32 own = 0;
#pragma unroll 1
        for (u32 i = 0; i < each_; ++i) {
            own += tiles_of(lane() * each_ + i);
        }
        const u32 end = sum_up(own);
        before_ = end - own;
        slots_ = __shfl_sync(~0u, end, WARP - 1);
    }

    // One more than the last tile's number. The last band may lack slots.
    __device__ u32 end() const
    {
        return (slots_ + EXPERTS_BAND - 1) / EXPERTS_BAND * EXPERTS_BAND * work_.across;
    }

    // Returns a tile. All threads of the warp call this together.
    __device__ ExpertTile find(u32 number) const
    {
        const TileNumber at(number, work_.across);
        if (at.slot >= slots_) {
            return {};
        }
        const u32 part = __popc(__ballot_sync(~0u, before_ <= at.slot)) - 1;
        const u32 own = lane() < each_ ? tiles_of(part * each_ + lane()) : 0;
        const u32 end = __shfl_sync(~0u, before_, part) + sum_up(own);
        const u32 in_part = __popc(__ballot_sync(~0u, end <= at.slot));
        ExpertTile tile;
        tile.expert = part * each_ + in_part;
        tile.start = work_.starts[tile.expert];
        tile.count = work_.starts[tile.expert + 1] - tile.start;
        tile.first = (at.slot - __shfl_sync(~0u, end - own, in_part)) * WG_ROWS;
        tile.row = at.row;
        return tile;
    }

  private:
    __device__ static u32 lane()
    {
        return threadIdx.x % WARP;
    }
    __device__ u32 tiles_of(u32 expert) const
    {
        return expert < work_.experts
                   ? (work_.starts[expert + 1] - work_.starts[expert] + WG_ROWS - 1) / WG_ROWS
                   : 0;
    }
    // Returns the sum of x over this lane and those before it.
    __device__ static u32 sum_up(u32 x)
    {
#pragma unroll
        for (u32 step = 1; step < WARP; step *= 2) {
            const u32 other = __shfl_up_sync(~0u, x, step);
            x += lane() < step ? 0 : other;
        }
        return x;
    }

    const experts_product &work_;
    u32 each_;   // how many experts a lane has
    u32 before_; // how many tiles are before them
    u32 slots_;  // how many tiles there are, for one tile of rows
};

// Fills the ring of stages with the strips of the block's tiles, and |numbers| with the tile that
// begins with a stage. After the last tile comes a number without one. A warp finds tiles together,
// and its first thread starts the copies.
//
// A block takes the next tile when it can begin with it. So neighbouring tiles, which need the same
// matrix, begin at almost the same time, and find it in the L2 cache.
__device__ inline void copy_places(const experts_warpgroups &all, u32 steps, const TensorMap &a,
                                   const TensorMap &b, u32 memory, u32 *numbers, u32 full, u32 empty)
{
    const experts_product &work = all.product;
    const PackedTiles tiles(work);
    RingPlace place = {0, 1};
    u32 turn = blockIdx.x;
    const auto take = [&]() {
        if (all.next) {
            turn = threadIdx.x == 0 ? atomicAdd(all.next, 1u) : 0;
            return __shfl_sync(~0u, turn, 0);
        }
        turn += gridDim.x;
        return turn - gridDim.x;
    };
#pragma unroll 1
    for (u32 number = take(); number < tiles.end(); number = take()) {
        const ExpertTile tile = tiles.find(number);
        const u32 column = tile.expert * work.rows + tile.row * WG_COLUMNS;
#pragma unroll 1
        for (u32 step = 0; tile.is_there() && threadIdx.x == 0 && step < steps; ++step) {
            const u32 at = step * WG_DEPTH, barrier = full + place.stage * 8;
            const u32 to = memory + place.stage * WG_STRIPS, to_b = to + WG_ROWS * WG_LINE;
            barrier_sleep(empty + place.stage * 8, place.parity);
            numbers[place.stage] = number;
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
    if (threadIdx.x == 0) {
        barrier_sleep(empty + place.stage * 8, place.parity);
        numbers[place.stage] = tiles.end();
        barrier_arrive(full + place.stage * 8);
    }
}

// Gives back the stages of a tile of which this warpgroup has no places.
__device__ inline void skip_tile(u32 steps, RingPlace &place, u32 full, u32 empty)
{
#pragma unroll 1
    for (u32 step = 0; step < steps; ++step) {
        barrier_sleep(full + place.stage * 8, place.parity);
        if (threadIdx.x % 128 == 0) {
            barrier_arrive(empty + place.stage * 8);
        }
        place.advance();
    }
}

template <class T>
__device__ inline void multiply_experts_by_warpgroups(const TensorMap &a, const TensorMap &b,
                                                      const experts_warpgroups &all)
{
    const experts_product &work = all.product;
    extern __shared__ __align__(1024) unsigned char memory[];
    const u32 base = static_cast<u32>(__cvta_generic_to_shared(memory)),
              full = base + WG_BARRIERS, empty = full + WG_STAGES * 8;
    u32 *const numbers = reinterpret_cast<u32 *>(memory + WG_SHARED_BYTES);
    const u32 group = threadIdx.x / 128, n = work.rows;
    const u32 steps = (work.columns + WG_DEPTH - 1) / WG_DEPTH;
    make_ring(full, empty);
    if (group == 0) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x < WARP) {
            copy_places(all, steps, a, b, base, numbers, full, empty);
        }
        return;
    }
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    const u32 in_tile = (group - 1) * 64, in_group = threadIdx.x % 128 / 32 * 16;
    f32 *const warp = reinterpret_cast<f32 *>(memory + WG_STAGES * WG_STRIPS) +
                      (in_tile + in_group) * WG_PITCH;
    const Finish<T> finish = {1, 0, nullptr, nullptr, PRODUCT_COPY};
    const PackedTiles tiles(work);
    RingPlace place = {0, 0};
    f32 sums[128];
#pragma unroll 1
    while (true) {
        barrier_sleep(full + place.stage * 8, place.parity);
        const ExpertTile tile = tiles.find(numbers[place.stage]);
        if (!tile.is_there()) {
            return;
        }
        if (tile.first + in_tile >= tile.count) {
            skip_tile(steps, place, full, empty);
            continue;
        }
        T *const c = static_cast<T *>(work.out) + static_cast<usize>(tile.start) * n;
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
