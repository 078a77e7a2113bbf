// What warp intrinsics and cooperative groups give, as text: eight threads a line, one hash a
// thread.
//
// nvcc -arch=sm_90 -std=c++17 gpu_reference.cu -o gpu_reference && ./gpu_reference >
// gpu_reference.txt
//
// prints NVIDIA's own results. The tests compile this file for simulated waves, too, and compare.
// The hash of a thread takes in all results of the case, in order, so cases may be as long as they
// like. Each case is one kernel of one block.
#include <stdio.h>
#include <string.h>

#if defined(__CUDACC__)
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#define CASE(NAME) __global__ void NAME(unsigned *out)
#define HELPER     static __device__
#define MEMBER     __device__
#else
#define CASE(NAME) static void NAME(unsigned *out)
#define HELPER     static
#define MEMBER
#endif

namespace cg = cooperative_groups;

static const unsigned full = 0xffffffffu;

HELPER unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

HELPER unsigned thread_number()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

HELPER unsigned lane_number()
{
    return thread_number() & 31u;
}

// A value of this thread, another for each |salt|.
HELPER unsigned value_of(unsigned salt)
{
    return mix(thread_number() * 977u + salt * 65537u + 1u);
}

// The same for all threads of a warp.
HELPER unsigned warp_value(unsigned salt)
{
    return mix((thread_number() >> 5) * 31u + salt * 131071u + 7u);
}

struct results {
    unsigned hash;
    MEMBER results() : hash(2166136261u)
    {
    }
    MEMBER void add(unsigned word)
    {
        hash = (hash ^ word) * 16777619u;
    }
    MEMBER void add64(unsigned long long word)
    {
        add((unsigned)word);
        add((unsigned)(word >> 32));
    }
    MEMBER void add_float(float number)
    {
        unsigned word;
        memcpy(&word, &number, sizeof(word));
        add(word);
    }
    MEMBER void add_double(double number)
    {
        unsigned long long word;
        memcpy(&word, &number, sizeof(word));
        add64(word);
    }
};

CASE(shuffle_index)
{
    results r;
    for (int width = 1; width <= 32; width *= 2) {
        for (int source = -40; source < 70; ++source) {
            r.add(__shfl_sync(full, value_of(1), source, width));
        }
    }
    for (int salt = 0; salt < 20; ++salt) {
        r.add(__shfl_sync(full, value_of(2), (int)(value_of(salt) & 31u)));
    }
    out[thread_number()] = r.hash;
}

CASE(shuffle_up)
{
    results r;
    for (int width = 1; width <= 32; width *= 2) {
        for (unsigned delta = 0; delta < 70; ++delta) {
            r.add(__shfl_up_sync(full, value_of(3), delta, width));
        }
    }
    out[thread_number()] = r.hash;
}

CASE(shuffle_down)
{
    results r;
    for (int width = 1; width <= 32; width *= 2) {
        for (unsigned delta = 0; delta < 70; ++delta) {
            r.add(__shfl_down_sync(full, value_of(4), delta, width));
        }
    }
    out[thread_number()] = r.hash;
}

CASE(shuffle_xor)
{
    results r;
    for (int width = 1; width <= 32; width *= 2) {
        for (int mask = 0; mask < 70; ++mask) {
            r.add(__shfl_xor_sync(full, value_of(5), mask, width));
        }
    }
    out[thread_number()] = r.hash;
}

// Widths that are not powers of two are undefined in CUDA; this is what the hardware does.
CASE(shuffle_odd_widths)
{
    results r;
    for (int width = 1; width <= 32; ++width) {
        for (int n = 0; n < 34; ++n) {
            r.add(__shfl_sync(full, value_of(6), n, width));
            r.add(__shfl_up_sync(full, value_of(6), (unsigned)n, width));
            r.add(__shfl_down_sync(full, value_of(6), (unsigned)n, width));
            r.add(__shfl_xor_sync(full, value_of(6), n, width));
        }
    }
    out[thread_number()] = r.hash;
}

CASE(shuffle_types)
{
    results r;
    const unsigned v = value_of(7);
    const unsigned long long wide = (unsigned long long)v << 32 | value_of(8);
    for (int n = 0; n < 32; n += 5) {
        r.add((unsigned)__shfl_sync(full, (int)v, n));
        r.add_float(__shfl_xor_sync(full, (float)(v & 0xffffu) * 0.37f, n));
        r.add_double(__shfl_down_sync(full, (double)v * 1.0e-3, (unsigned)n));
        r.add64((unsigned long long)__shfl_up_sync(full, (long long)wide, (unsigned)n));
        r.add64(__shfl_sync(full, wide, n));
        r.add64((unsigned long long)__shfl_sync(full, (long)wide, n));
        r.add64(__shfl_sync(full, (unsigned long)wide, n));
        r.add((unsigned)__shfl_sync(full, (short)v, n));
        r.add((unsigned)__shfl_sync(full, (unsigned char)v, n));
        r.add((unsigned)__shfl_sync(full, (v & 1u) != 0, n));
    }
    r.add((unsigned)sizeof(__shfl_sync(full, (short)v, 0)));
    r.add((unsigned)sizeof(__shfl_sync(full, (char)v, 0)));
    r.add((unsigned)sizeof(__shfl_sync(full, true, 0)));
    out[thread_number()] = r.hash;
}

CASE(votes)
{
    results r;
    for (unsigned salt = 0; salt < 60; ++salt) {
        const int often = (int)(value_of(salt) & 1u);
        const int rarely = value_of(salt) % 40u == 0;
        r.add(__ballot_sync(full, often));
        r.add(__ballot_sync(full, (int)(value_of(salt) & 0x700u)));
        r.add((unsigned)(__any_sync(full, rarely) != 0));
        r.add((unsigned)(__all_sync(full, !rarely) != 0));
        r.add((unsigned)(__any_sync(full, (int)(warp_value(salt) & 1u)) != 0));
        r.add((unsigned)(__all_sync(full, (int)(warp_value(salt) & 1u)) != 0));
    }
    out[thread_number()] = r.hash;
}

// Masks that only some lanes are in, each half in its own branch.
CASE(votes_in_branches)
{
    results r;
    for (unsigned salt = 0; salt < 20; ++salt) {
        const unsigned choice = warp_value(salt);
        const unsigned mine = choice >> lane_number() & 1u;
        if (mine) {
            r.add(__ballot_sync(choice, (int)(value_of(salt) & 1u)));
            r.add((unsigned)(__any_sync(choice, value_of(salt) % 20u == 0) != 0));
            r.add((unsigned)(__all_sync(choice, value_of(salt) % 20u != 0) != 0));
            const int leader = __ffs((int)choice) - 1;
            r.add(__shfl_sync(choice, value_of(salt), leader));
        } else {
            r.add(__ballot_sync(~choice, (int)(value_of(salt) & 2u)));
            const int leader = __ffs((int)~choice) - 1;
            r.add(__shfl_sync(~choice, value_of(salt) + 1u, leader));
        }
        __syncwarp();
    }
    out[thread_number()] = r.hash;
}

CASE(matches)
{
    results r;
    for (unsigned kinds = 1; kinds <= 64; kinds = kinds * 3 / 2 + 1) {
        const unsigned v = value_of(kinds) % kinds;
        int same;
        r.add(__match_any_sync(full, v));
        r.add(__match_any_sync(full, (int)v - 3));
        r.add(__match_any_sync(full, (unsigned long long)v << 40 | 5u));
        r.add(__match_any_sync(full, (long long)v * -7));
        r.add(__match_any_sync(full, (float)v * 0.5f));
        r.add(__match_any_sync(full, (double)v * 0.25));
        r.add(__match_all_sync(full, v, &same));
        r.add((unsigned)(same != 0));
        r.add(__match_all_sync(full, warp_value(kinds), &same));
        r.add((unsigned)(same != 0));
        r.add(__match_all_sync(full, (unsigned long long)v << 33, &same));
        r.add((unsigned)(same != 0));
    }
    out[thread_number()] = r.hash;
}

CASE(matches_in_branches)
{
    results r;
    for (unsigned salt = 0; salt < 20; ++salt) {
        const unsigned choice = warp_value(salt) | 1u << (salt & 31u);
        if (choice >> lane_number() & 1u) {
            int same;
            r.add(__match_any_sync(choice, value_of(salt) & 3u));
            r.add(__match_all_sync(choice, warp_value(salt), &same));
            r.add((unsigned)(same != 0));
        }
        __syncwarp();
    }
    out[thread_number()] = r.hash;
}

// Each set of lanes with the same label reduces for itself, all in one call.
CASE(reductions)
{
    results r;
    for (unsigned labels = 1; labels <= 32; labels += 3) {
        const unsigned v = value_of(labels);
        const unsigned mask = labels == 1 ? full : __match_any_sync(full, value_of(99) % labels);
        r.add(__reduce_add_sync(mask, v));
        r.add((unsigned)__reduce_add_sync(mask, (int)v));
        r.add(__reduce_min_sync(mask, v));
        r.add(__reduce_max_sync(mask, v));
        r.add((unsigned)__reduce_min_sync(mask, (int)v));
        r.add((unsigned)__reduce_max_sync(mask, (int)v));
        r.add(__reduce_and_sync(mask, v | 0x0f0f0f0fu));
        r.add(__reduce_or_sync(mask, v & 0x10101010u));
        r.add(__reduce_xor_sync(mask, v));
    }
    out[thread_number()] = r.hash;
}

// Associative, not commutative: x -> a x + b, one after the other, in 16 bits each.
struct compose {
    MEMBER unsigned operator()(unsigned f, unsigned g) const
    {
        const unsigned a = (f & 0xffffu) * (g & 0xffffu);
        const unsigned b = (f & 0xffffu) * (g >> 16) + (f >> 16);
        return (a & 0xffffu) | b << 16;
    }
};

template <class Group> HELPER void reduce_and_scan(results &r, const Group &group, unsigned salt)
{
    const unsigned v = value_of(salt);
    r.add(cg::reduce(group, v, cg::plus<unsigned>()));
    r.add((unsigned)cg::reduce(group, (int)v, cg::less<int>()));
    r.add((unsigned)cg::reduce(group, (int)v, cg::greater<int>()));
    r.add(cg::reduce(group, v | 0xff00ff00u, cg::bit_and<unsigned>()));
    r.add(cg::reduce(group, v & 0x00110011u, cg::bit_or<unsigned>()));
    r.add(cg::reduce(group, v, cg::bit_xor<unsigned>()));
    r.add64(cg::reduce(group, (unsigned long long)v * v, cg::plus<unsigned long long>()));
    r.add_float(cg::reduce(group, (float)v, cg::plus<float>()));
    r.add_double(cg::reduce(group, (double)v / 3.0, cg::plus<double>()));
    r.add(cg::inclusive_scan(group, v, cg::plus<unsigned>()));
    r.add(cg::exclusive_scan(group, v, cg::plus<unsigned>()));
    r.add(cg::inclusive_scan(group, v));
    r.add(cg::exclusive_scan(group, v));
    r.add((unsigned)cg::inclusive_scan(group, (int)v, cg::greater<int>()));
    r.add_float(cg::inclusive_scan(group, (float)v, cg::plus<float>()));
    r.add(cg::inclusive_scan(group, v, compose()));
    r.add(cg::exclusive_scan(group, v, compose()));
}

template <unsigned Size> HELPER void tile_case(unsigned *out)
{
    results r;
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_block_tile<Size, cg::thread_block> tile = cg::tiled_partition<Size>(block);
    r.add(tile.size());
    r.add(tile.num_threads());
    r.add(tile.thread_rank());
    r.add(tile.meta_group_rank());
    r.add(tile.meta_group_size());
    const cg::thread_block_tile<Size> any_tile = tile;
    r.add(any_tile.meta_group_rank());
    r.add(any_tile.meta_group_size());
    for (int n = 0; n < (int)Size; ++n) {
        r.add(tile.shfl(value_of(11), n));
        r.add(tile.shfl_up(value_of(12), (unsigned)n));
        r.add(tile.shfl_down(value_of(13), (unsigned)n));
        r.add(tile.shfl_xor(value_of(14), (unsigned)n));
    }
    for (unsigned salt = 0; salt < 10; ++salt) {
        int same;
        r.add(tile.ballot((int)(value_of(salt) & 1u)));
        r.add((unsigned)(tile.any(value_of(salt) % 8u == 0) != 0));
        r.add((unsigned)(tile.all(value_of(salt) % 8u != 0) != 0));
        r.add(tile.match_any(value_of(salt) & 3u));
        r.add(tile.match_all(warp_value(salt), same));
        r.add((unsigned)(same != 0));
        r.add(tile.match_all(value_of(salt) & 1u, same));
        r.add((unsigned)(same != 0));
        tile.sync();
    }
    reduce_and_scan(r, tile, Size);
    out[thread_number()] = r.hash;
}
CASE(tile_1)
{
    tile_case<1>(out);
}
CASE(tile_2)
{
    tile_case<2>(out);
}
CASE(tile_4)
{
    tile_case<4>(out);
}
CASE(tile_8)
{
    tile_case<8>(out);
}
CASE(tile_16)
{
    tile_case<16>(out);
}
CASE(tile_32)
{
    tile_case<32>(out);
}

CASE(tiles_of_tiles)
{
    results r;
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto eight = cg::tiled_partition<8>(warp);
    const auto two = cg::tiled_partition<2>(eight);
    r.add(eight.meta_group_rank());
    r.add(eight.meta_group_size());
    r.add(two.meta_group_rank());
    r.add(two.meta_group_size());
    r.add(two.thread_rank());
    r.add(cg::reduce(two, value_of(15), cg::plus<unsigned>()));
    r.add(cg::this_thread().size());
    r.add(cg::this_thread().thread_rank());
    out[thread_number()] = r.hash;
}

HELPER void coalesced_case(results &r, const cg::coalesced_group &group, unsigned salt)
{
    r.add(group.size());
    r.add(group.num_threads());
    r.add(group.thread_rank());
    r.add(group.meta_group_rank());
    r.add(group.meta_group_size());
    for (unsigned n = 0; n < group.size(); ++n) {
        r.add(group.shfl(value_of(21), (int)n));
        r.add(group.shfl_up(value_of(22), (int)n));
        r.add(group.shfl_down(value_of(23), n));
    }
    int same;
    r.add(group.ballot((int)(value_of(salt) & 1u)));
    r.add((unsigned)(group.any(value_of(salt) % 8u == 0) != 0));
    r.add((unsigned)(group.all(value_of(salt) % 8u != 0) != 0));
    r.add(group.match_any(value_of(salt) & 3u));
    r.add(group.match_all(warp_value(salt), same));
    r.add((unsigned)(same != 0));
    group.sync();
    reduce_and_scan(r, group, salt);
}

CASE(coalesced_in_branches)
{
    results r;
    for (unsigned salt = 1; salt < 12; ++salt) {
        const unsigned choice = warp_value(salt);
        if (choice >> lane_number() & 1u) {
            coalesced_case(r, cg::coalesced_threads(), salt);
        }
        __syncwarp();
    }
    out[thread_number()] = r.hash;
}

CASE(coalesced_tiles)
{
    results r;
    for (unsigned salt = 1; salt < 8; ++salt) {
        if (warp_value(salt) >> lane_number() & 1u) {
            for (unsigned size = 1; size <= 16; size *= 2) {
                const cg::coalesced_group part = cg::tiled_partition(cg::coalesced_threads(), size);
                r.add(part.size());
                r.add(part.thread_rank());
                r.add(part.shfl(value_of(salt), 0));
                r.add(cg::reduce(part, value_of(salt), cg::plus<unsigned>()));
            }
        }
        __syncwarp();
    }
    out[thread_number()] = r.hash;
}

CASE(partitions)
{
    results r;
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto eight = cg::tiled_partition<8>(cg::this_thread_block());
    for (unsigned salt = 1; salt < 8; ++salt) {
        coalesced_case(r, cg::binary_partition(warp, (value_of(salt) & 1u) != 0), salt);
        warp.sync();
        coalesced_case(r, cg::binary_partition(eight, (value_of(salt) & 3u) == 0), salt);
        warp.sync();
        coalesced_case(r, cg::labeled_partition(warp, value_of(salt) % salt), salt);
        warp.sync();
        coalesced_case(r, cg::labeled_partition(eight, (int)(value_of(salt) % 3u) - 1), salt);
        warp.sync();
    }
    coalesced_case(r, cg::binary_partition(warp, true), 1);
    coalesced_case(r, cg::binary_partition(warp, false), 1);
    out[thread_number()] = r.hash;
}

CASE(any_groups)
{
    results r;
    const cg::thread_block block = cg::this_thread_block();
    r.add(block.size());
    r.add(block.num_threads());
    r.add(block.thread_rank());
    r.add(block.thread_index().x);
    r.add(block.thread_index().y);
    r.add(block.thread_index().z);
    r.add(block.group_index().x);
    r.add(block.group_dim().x);
    r.add(block.dim_threads().y);
    // CUDA 13 declares the size of a thread_group and does not define it.
    const cg::thread_group whole = block;
    r.add64(whole.thread_rank());
    for (unsigned size = 1; size <= 32; size *= 2) {
        const cg::thread_group part = cg::tiled_partition(whole, size);
        r.add64(part.thread_rank());
        part.sync();
        const cg::thread_group half = cg::tiled_partition(part, size > 1 ? size / 2 : 1);
        r.add64(half.thread_rank());
    }
    const cg::thread_group tile = cg::tiled_partition<16>(block);
    r.add64(tile.thread_rank());
    r.add64(cg::thread_rank(tile));
    cg::sync(block);
    out[thread_number()] = r.hash;
}

template <unsigned Size> HELPER void wide_case(unsigned *out)
{
    __shared__ cg::block_tile_memory<256> memory;
    results r;
    const cg::thread_block block = cg::this_thread_block(memory);
    const auto tile = cg::tiled_partition<Size>(block);
    r.add(tile.size());
    r.add(tile.thread_rank());
    r.add(tile.meta_group_rank());
    r.add(tile.meta_group_size());
    for (unsigned salt = 1; salt < 4; ++salt) {
        r.add(tile.shfl(value_of(salt), salt * 7u));
        r.add((unsigned)(tile.any(value_of(salt) % 200u == 0) != 0));
        r.add((unsigned)(tile.all(value_of(salt) % 200u != 0) != 0));
        tile.sync();
        reduce_and_scan(r, tile, salt);
    }
    const auto warp = cg::tiled_partition<32>(tile);
    r.add(warp.meta_group_rank());
    r.add(warp.meta_group_size());
    out[thread_number()] = r.hash;
}
CASE(tile_64)
{
    wide_case<64>(out);
}
CASE(tile_128)
{
    wide_case<128>(out);
}
CASE(tile_256)
{
    wide_case<256>(out);
}

struct case_of {
    const char *name;
    void (*kernel)(unsigned *);
    unsigned x, y, z;
};

static const case_of cases[] = {
    {"shuffle_index", shuffle_index, 64, 1, 1},
    {"shuffle_up", shuffle_up, 64, 1, 1},
    {"shuffle_down", shuffle_down, 64, 1, 1},
    {"shuffle_xor", shuffle_xor, 64, 1, 1},
    {"shuffle_odd_widths", shuffle_odd_widths, 64, 1, 1},
    {"shuffle_types", shuffle_types, 64, 1, 1},
    {"votes", votes, 64, 1, 1},
    {"votes_in_branches", votes_in_branches, 64, 1, 1},
    {"matches", matches, 64, 1, 1},
    {"matches_in_branches", matches_in_branches, 64, 1, 1},
    {"reductions", reductions, 64, 1, 1},
    {"tile_1", tile_1, 64, 1, 1},
    {"tile_2", tile_2, 64, 1, 1},
    {"tile_4", tile_4, 64, 1, 1},
    {"tile_8", tile_8, 64, 1, 1},
    {"tile_16", tile_16, 64, 1, 1},
    {"tile_32", tile_32, 16, 4, 1},
    {"tiles_of_tiles", tiles_of_tiles, 64, 1, 1},
    {"coalesced_in_branches", coalesced_in_branches, 64, 1, 1},
    {"coalesced_tiles", coalesced_tiles, 64, 1, 1},
    {"partitions", partitions, 64, 1, 1},
    {"any_groups", any_groups, 8, 4, 2},
    {"tile_64", tile_64, 256, 1, 1},
    {"tile_128", tile_128, 256, 1, 1},
    {"tile_256", tile_256, 256, 1, 1},
};

// Leaves the results in |out|; false if the GPU, or the simulation, could not.
static bool run_case(const case_of &it, unsigned *out, unsigned threads);

static int print_cases()
{
    for (const case_of &it : cases) {
        static unsigned out[1024];
        const unsigned threads = it.x * it.y * it.z;
        if (!run_case(it, out, threads)) {
            fprintf(stderr, "gpu_reference: %s failed\n", it.name);
            return 1;
        }
        for (unsigned first = 0; first < threads; first += 8) {
            printf("%s %u:", it.name, first);
            for (unsigned i = first; i < first + 8; ++i) {
                printf(" %08x", out[i]);
            }
            printf("\n");
        }
    }
    return 0;
}

#if defined(__CUDACC__)
static bool run_case(const case_of &it, unsigned *out, unsigned threads)
{
    unsigned *device;
    if (cudaMalloc(&device, threads * sizeof(*out)) != cudaSuccess) {
        return false;
    }
    it.kernel<<<1, dim3(it.x, it.y, it.z)>>>(device);
    const cudaError_t error =
        cudaMemcpy(out, device, threads * sizeof(*out), cudaMemcpyDeviceToHost);
    cudaFree(device);
    return error == cudaSuccess;
}

int main()
{
    return print_cases();
}
#endif
