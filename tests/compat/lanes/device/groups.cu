// Cooperative groups as programs write them.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;
using namespace cooperative_groups;

__device__ float sum_of_any(thread_group group, float *scratch, float value)
{
    const unsigned long long lane = group.thread_rank();
    for (unsigned long long i = group.size() / 2; i > 0; i /= 2) {
        scratch[lane] = value;
        group.sync();
        if (lane < i) {
            value += scratch[lane + i];
        }
        group.sync();
    }
    return value;
}

template <int size> __device__ float sum_of_tile(cg::thread_block_tile<size> tile, float value)
{
    for (int i = tile.size() / 2; i > 0; i /= 2) {
        value += tile.shfl_down(value, i);
    }
    return value;
}

template <unsigned size, class Parent>
__device__ void everything(cg::thread_block_tile<size, Parent> tile, float *out, float v)
{
    int same;
    out[0] = tile.shfl(v, 0) + tile.shfl_up(v, 1) + tile.shfl_down(v, 1) + tile.shfl_xor(v, 1);
    out[1] = tile.any(v > 0) + tile.all(v > 0) + tile.ballot(v > 0) + tile.match_any(v) +
             tile.match_all(v, same) + same;
    out[2] = tile.thread_rank() + tile.meta_group_rank() + tile.meta_group_size() +
             tile.num_threads() + cg::group_size(tile) + cg::thread_rank(tile);
    out[3] = cg::reduce(tile, v, cg::plus<float>()) + cg::reduce(tile, v, cg::less<float>());
    out[4] = cg::reduce(tile, v, [](float a, float b) { return a > b ? a : b; });
    out[5] = cg::reduce(tile, static_cast<int>(v), cg::bit_xor<int>());
    out[6] = cg::inclusive_scan(tile, v) + cg::exclusive_scan(tile, v, cg::plus<float>());
    out[7] = cg::inclusive_scan(tile, v, [](float a, float b) { return a > b ? a : b; });
    out[8] = cg::reduce(cg::labeled_partition(tile, static_cast<int>(v)), v, cg::greater<float>());
    const cg::coalesced_group part = cg::binary_partition(tile, v > 1);
    out[9] = part.shfl(v, 0) + part.shfl_up(v, 1) + part.shfl_down(v, 1) + part.size() +
             part.ballot(v > 2) + part.any(1) + part.all(1) + part.match_any(3) +
             part.meta_group_rank();
    out[10] = cg::exclusive_scan(part, v) + cg::inclusive_scan(part, v, cg::plus<float>());
    cg::invoke_one(tile, [&] { out[11] = 1; });
    out[12] = cg::invoke_one_broadcast(tile, [] { return 5.0f; });
    static __shared__ float copy[64];
    cg::memcpy_async(tile, copy, out, sizeof(float) * 4);
    cg::memcpy_async(tile, copy, 4, out, 4);
    cg::wait_prior<1>(tile);
    cg::wait(tile);
    cg::sync(tile);
}

__global__ void tiles(float *out, const float *in)
{
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    cg::thread_block_tile<16> half = cg::tiled_partition<16>(block);
    thread_block_tile<4, thread_block_tile<32, thread_block>> four = tiled_partition<4>(warp);
    const float v = in[block.thread_rank()];
    everything(warp, out, v);
    everything(half, out + 20, v);
    everything(four, out + 40, v);
    everything(cg::tiled_partition<1>(block), out + 60, v);
    out[80] = sum_of_tile<32>(warp, v) + sum_of_tile<16>(half, v);
    __shared__ float scratch[1024];
    out[81] = sum_of_any(block, scratch, v) + sum_of_any(warp, scratch, v) +
              sum_of_any(cg::tiled_partition(block, 8), scratch, v);
    out[82] = cg::this_thread().size() + block.group_index().x + block.thread_index().y +
              block.group_dim().z + block.dim_threads().x;
    auto token = block.barrier_arrive();
    block.barrier_wait(std::move(token));
    if (v > 3) {
        cg::coalesced_group active = cg::coalesced_threads();
        out[83] = cg::reduce(active, v, cg::plus<float>()) + active.thread_rank();
        out[84] = cg::tiled_partition(active, 4).size();
    }
}

// One atomic for all threads that are here.
static __device__ __forceinline__ int increment(int *counter)
{
    auto active = cg::coalesced_threads();
    int before;
    if (active.thread_rank() == 0) {
        before = atomicAdd(counter, active.size());
    }
    return active.shfl(before, 0) + active.thread_rank();
}

__global__ void filter(int *out, int *count, const int *in)
{
    if (in[threadIdx.x] > 0) {
        out[increment(count)] = in[threadIdx.x];
    }
}

__global__ void grid(float *out)
{
    cg::grid_group all = cg::this_grid();
    for (unsigned long long i = all.thread_rank(); i < 1000; i += all.size()) {
        out[i] = 1;
    }
    if (all.is_valid()) {
        all.sync();
    }
    cg::sync(all);
    out[0] = all.num_blocks() + all.block_rank() + all.dim_blocks().x + all.block_index().y +
             all.group_dim().z + all.num_threads();
}

__global__ void wide(float *out, const float *in)
{
    __shared__ cg::block_tile_memory<256> memory;
    auto block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<128>(block);
    const float v = in[threadIdx.x];
    out[0] = cg::reduce(tile, v, cg::plus<float>()) + cg::inclusive_scan(tile, v) +
             cg::exclusive_scan(tile, v) + tile.shfl(v, 3) + tile.any(v > 0) + tile.all(v > 0);
    tile.sync();
    auto warp = cg::tiled_partition<32>(tile);
    out[1] = cg::reduce(warp, v, cg::plus<float>()) + warp.meta_group_rank();
}

__global__ void updates(cuda::atomic<int> *at, int *out, int v)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    cuda::atomic_ref<int, cuda::thread_scope_device> ref(out[0]);
    cg::reduce_update_async(warp, *at, v, cg::plus<int>());
    cg::reduce_update_async(warp, ref, v, cg::plus<int>());
    cg::reduce_store_async(warp, *at, v, cg::greater<int>());
    cg::reduce_store_async(warp, out + 1, v, cg::greater<int>());
    out[2] = cg::inclusive_scan_update(warp, *at, v) + cg::exclusive_scan_update(warp, ref, v);
}
