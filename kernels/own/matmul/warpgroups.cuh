// Products of 16-bit floats for GPUs of compute capability 9.0: c = activation(alpha a x b + beta c
// + bias), rounded once. Words of CUDA are used here: a warpgroup is four warps, which together
// start multiplications of the tensor cores (wgmma) that read both operands from shared memory.
//
// A block has three warpgroups. One thread of the first has the copy engine (TMA) fill a ring of
// stages: strips of a and b that are WG_DEPTH deep. The second and the third each add up the
// products of half of the rows of a tile in registers, and finish them. The copies for the next
// tile go on meanwhile, because there is one block for each multiprocessor, which makes many tiles.
//
// The copy engine writes 0 for what is beyond a matrix. Stages are swizzled: within eight lines of
// 128 bytes, the 16-byte chunk i of line j is where chunk i ^ j would be. wgmma undoes it.
#pragma once

#include "../../contract/products.h"
#include "../../device/mma/barriers.cuh"
#include "../product/finish.cuh"
#include "rows.cuh"

// The description of an operand for the copy engine: the bytes of a CUtensorMap.
struct alignas(64) TensorMap {
    u64 words[16];
};

enum {
    WG_LINE = WG_DEPTH * 2, // how many bytes a line of a strip has
    WG_BOX = 64 * WG_LINE, // bytes of 64 lines of a strip, or of WG_DEPTH lines of 64 elements
    WG_STRIPS = (WG_ROWS + WG_COLUMNS) * WG_LINE,
    WG_PITCH = 68, // distance of rows of sums, in f32; chosen for few bank conflicts
    WG_SUMS = WG_ROWS * WG_PITCH * 4, // bytes of the sums of 64 columns of a tile
    WG_BARRIERS = WG_STAGES * WG_STRIPS + WG_SUMS,
};
static_assert(WG_BARRIERS + 2 * WG_STAGES * 8 == WG_SHARED_BYTES, "what the host asks for");

#ifdef __CUDA_ARCH_FEAT_SM90_ALL

// ---- Barriers -----------------------------------------------------------------------------------

// Arrives at |barrier|, whose phase then also waits until the copy engine has written |bytes|
// bytes.
__device__ inline void barrier_expect(u32 barrier, u32 bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
                 : "memory");
}

// Waits as barrier_wait() does. The thread need not run meanwhile.
__device__ inline void barrier_sleep(u32 barrier, u32 parity)
{
    asm volatile("{\n"
                 ".reg .pred ended;\n"
                 "again%=: mbarrier.try_wait.parity.shared::cta.b64 ended, [%0], %1;\n"
                 "@!ended bra again%=;\n"
                 "}" ::"r"(barrier),
                 "r"(parity)
                 : "memory");
}

// The place in the ring of stages. Each turn of the ring has another parity.
struct RingPlace {
    u32 stage, parity;

    __device__ void advance()
    {
        if (++stage == WG_STAGES) {
            stage = 0;
            parity ^= 1;
        }
    }
};

// Makes the barriers of the ring, which all threads of the block then see.
__device__ inline void make_ring(u32 full, u32 empty)
{
    if (threadIdx.x == 0) {
        for (u32 i = 0; i < WG_STAGES; ++i) {
            barrier_make(full + i * 8, 1);
            barrier_make(empty + i * 8, 2);
        }
        // makes the new barriers visible to the copy engine
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
}

// ---- Copies to shared memory by the copy engine -------------------------------------------------

// Starts to copy the box of the operand |map| whose first element is (x, y) to address |to| of
// shared memory. x counts elements along memory, and y lines.
__device__ inline void copy_box(u32 to, const TensorMap &map, u32 barrier, u32 x, u32 y)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%3, %4}], [%2];" ::"r"(to),
                 "l"(&map), "r"(barrier), "r"(x), "r"(y)
                 : "memory");
}

// The work of all blocks: how many tiles are below each other, how many tiles there are, and how
// many steps of WG_DEPTH along k each tile takes. Tiles are numbered down the columns of tiles.
struct WarpgroupTiles {
    u32 down, tiles, steps;

    __device__ WarpgroupTiles(u32 m, u32 n, u32 k)
        : down((m + WG_ROWS - 1) / WG_ROWS), tiles(down * ((n + WG_COLUMNS - 1) / WG_COLUMNS)),
          steps((k + WG_DEPTH - 1) / WG_DEPTH)
    {
    }
};

// Fills the ring of stages with the strips of all tiles of the block.
template <bool along_n>
__device__ inline void copy_strips(const WarpgroupTiles &all, const TensorMap &a,
                                   const TensorMap &b, u32 memory, u32 full, u32 empty)
{
    RingPlace place = {0, 1};
#pragma unroll 1
    for (u32 tile = blockIdx.x; tile < all.tiles; tile += gridDim.x) {
        const u32 row = tile % all.down * WG_ROWS, column = tile / all.down * WG_COLUMNS;
#pragma unroll 1
        for (u32 step = 0; step < all.steps; ++step) {
            const u32 at = step * WG_DEPTH, barrier = full + place.stage * 8;
            const u32 to = memory + place.stage * WG_STRIPS, to_b = to + WG_ROWS * WG_LINE;
            barrier_sleep(empty + place.stage * 8, place.parity);
            barrier_expect(barrier, WG_STRIPS);
            copy_box(to, a, barrier, at, row);
            if constexpr (along_n) {
#pragma unroll
                for (u32 i = 0; i < WG_COLUMNS / 64; ++i) {
                    copy_box(to_b + i * WG_BOX, b, barrier, column + i * 64, at);
                }
            } else {
#pragma unroll
                for (u32 i = 0; i < WG_COLUMNS / 128; ++i) {
                    copy_box(to_b + i * 2 * WG_BOX, b, barrier, at, column + i * 128);
                }
            }
            place.advance();
        }
    }
}

// ---- Multiplications ----------------------------------------------------------------------------

// Returns the descriptor of a swizzled operand of wgmma. |address| is its address in shared memory.
// |lead| is the distance, in bytes, from one box to the next if lines are in several boxes.
// |stride| is the distance from eight lines to the next eight lines.
__device__ inline u64 operand_at(u32 address, u32 lead, u32 stride)
{
    constexpr u64 swizzle_of_128_bytes = u64(1) << 62;
    return swizzle_of_128_bytes | static_cast<u64>(stride >> 4) << 32 |
           static_cast<u64>(lead >> 4) << 16 | (address & 0x3ffff) >> 4;
}

// The names %0 to %127 of an asm statement's operands, which are the 128 sums of a thread.
#define NAMES_8(tens)                                                                              \
    "%" tens "0, %" tens "1, %" tens "2, %" tens "3, %" tens "4, %" tens "5, %" tens "6, %" tens "7"
#define NAMES_10(tens) NAMES_8(tens) ", %" tens "8, %" tens "9, "
#define NAMES_40(a, b, c, d) NAMES_10(a) NAMES_10(b) NAMES_10(c) NAMES_10(d)
#define NAMES_128                                                                                  \
    NAMES_40("", "1", "2", "3")                                                                    \
    NAMES_40("4", "5", "6", "7") NAMES_40("8", "9", "10", "11") NAMES_8("12")
#define SUMS_4(i)  "+f"(sums[i]), "+f"(sums[i + 1]), "+f"(sums[i + 2]), "+f"(sums[i + 3])
#define SUMS_16(i) SUMS_4(i), SUMS_4(i + 4), SUMS_4(i + 8), SUMS_4(i + 12)
#define SUMS_64(i) SUMS_16(i), SUMS_16(i + 16), SUMS_16(i + 32), SUMS_16(i + 48)

// Adds the products of 64 rows of a and 256 columns of b, 16 deep. Without |keep|, the sums before
// do not count.
#define ADD_PRODUCTS(TYPE)                                                                         \
    asm volatile("{ .reg .pred keep; setp.ne.b32 keep, %130, 0;\n"                                 \
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32." TYPE "." TYPE " {" NAMES_128       \
                 "}, %128, %129, keep, 1, 1, 0, %131; }"                                           \
                 : SUMS_64(0), SUMS_64(64)                                                         \
                 : "l"(a), "l"(b), "r"(keep), "n"(along_n))

template <class T, int along_n>
__device__ inline void add_products(f32 (&sums)[128], u64 a, u64 b, int keep)
{
    if constexpr (std::is_same<T, f16>::value) {
        ADD_PRODUCTS("f16");
    } else {
        ADD_PRODUCTS("bf16");
    }
}

// Adds up a tile's products of this warpgroup's 64 rows, whose strips of a are at |a| in a stage.
// A stage is given back when the multiplications that read it have ended: one step later.
template <class T, bool along_n>
__device__ inline void add_tile(f32 (&sums)[128], u32 steps, RingPlace &place, u32 a, u32 b,
                                u32 full, u32 empty)
{
    u32 before = 0;
#pragma unroll 1
    for (u32 step = 0; step < steps; ++step) {
        const u32 from = place.stage * WG_STRIPS;
        barrier_sleep(full + place.stage * 8, place.parity);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (u32 i = 0; i < WG_DEPTH / 16; ++i) {
            const u64 rows = operand_at(a + from + i * 32, 0, 1024),
                      columns = along_n ? operand_at(b + from + i * 2048, WG_BOX, 1024)
                                        : operand_at(b + from + i * 32, 0, 1024);
            add_products<T, along_n>(sums, rows, columns, step + i > 0);
        }
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
        if (step > 0 && threadIdx.x % 128 == 0) {
            barrier_arrive(empty + before * 8);
        }
        before = place.stage;
        place.advance();
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    if (threadIdx.x % 128 == 0) {
        barrier_arrive(empty + before * 8);
    }
}

// ---- From sums to outputs -----------------------------------------------------------------------

// Puts a warp's sums of 64 columns into shared memory. wgmma gives a lane two neighbours in every
// eight columns, in its row and eight rows below.
template <int part> __device__ inline void spread_sums(const f32 (&sums)[128], f32 *warp)
{
    const u32 lane = threadIdx.x % 32;
    f32 *const to = warp + lane / 4 * WG_PITCH + lane % 4 * 2;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        const int at = (part * 8 + j) * 4;
        *reinterpret_cast<float2 *>(to + j * 8) = make_float2(sums[at], sums[at + 1]);
        *reinterpret_cast<float2 *>(to + j * 8 + 8 * WG_PITCH) =
            make_float2(sums[at + 2], sums[at + 3]);
    }
}

__device__ inline void spread_part(const f32 (&sums)[128], u32 part, f32 *warp)
{
    switch (part) { // sums stay in registers if every index is a constant
    case 0: return spread_sums<0>(sums, warp);
    case 1: return spread_sums<1>(sums, warp);
    case 2: return spread_sums<2>(sums, warp);
    default: return spread_sums<3>(sums, warp);
    }
}

// Loads eight sums from an address that is a multiple of 16.
__device__ inline void load_sums(const f32 *from, f32 *to)
{
    *reinterpret_cast<float4 *>(to) = *reinterpret_cast<const float4 *>(from);
    *reinterpret_cast<float4 *>(to + 4) = *reinterpret_cast<const float4 *>(from + 4);
}

// Finishes a warp's 16 rows of 64 columns, from (row, column) on. A lane has 8 columns of every
// fourth row, and finishes two such rows together.
template <class T>
__device__ inline void finish_part(const f32 *warp, const Finish<T> &finish, u32 row, u32 column,
                                   u32 m, u32 n, T *c)
{
    constexpr int V = 8, rows = 2;
    const u32 lane = threadIdx.x % 32;
    warp += lane / 8 * WG_PITCH + lane % 8 * V;
    row += lane / 8;
    column += lane % 8 * V;
    if (column >= n) {
        return;
    }
    const Elements<f32, V> of_columns = finish.template biases<V>(column, n);
    Elements<f32, V * rows> biases;
    __builtin_memcpy(biases.at, of_columns.at, sizeof(of_columns));
    __builtin_memcpy(biases.at + V, of_columns.at, sizeof(of_columns));
#pragma unroll 1
    for (u32 i = 0; i < 16; i += 4 * rows) {
        alignas(16) Elements<f32, V * rows> sums;
        Elements<T, V * rows> before = {};
        T *const to = c + static_cast<usize>(row + i) * n + column;
        T *const below = to + static_cast<usize>(n) * 4;
        const bool is_row = row + i < m, is_below = row + i + 4 < m;
        load_sums(warp + i * WG_PITCH, sums.at);
        load_sums(warp + (i + 4) * WG_PITCH, sums.at + V);
        if (finish.beta != 0) {
            load_elements<V>(to, is_row ? n - column : 0, before.at);
            load_elements<V>(below, is_below ? n - column : 0, before.at + V);
        }
        const Elements<T, V * rows> finished = finish.all(sums, before, biases);
        if (is_row) {
            store_elements<V>(to, n - column, finished.at);
        }
        if (is_below) {
            store_elements<V>(below, n - column, finished.at + V);
        }
    }
}

template <class T, bool along_n>
__device__ inline void multiply_by_warpgroups(const TensorMap &a, const TensorMap &b, u32 m, u32 n,
                                              u32 k, const Finish<T> &finish, T *c)
{
    extern __shared__ __align__(1024) unsigned char memory[];
    const u32 base = static_cast<u32>(__cvta_generic_to_shared(memory)),
              full = base + WG_BARRIERS, empty = full + WG_STAGES * 8;
    const u32 group = threadIdx.x / 128;
    const WarpgroupTiles all(m, n, k);
    make_ring(full, empty);
    if (group == 0) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0) {
            copy_strips<along_n>(all, a, b, base, full, empty);
        }
        return;
    }
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    const u32 in_tile = (group - 1) * 64, in_group = threadIdx.x % 128 / 32 * 16;
    f32 *const warp = reinterpret_cast<f32 *>(memory + WG_STAGES * WG_STRIPS) +
                      (in_tile + in_group) * WG_PITCH;
    RingPlace place = {0, 0};
    f32 sums[128];
#pragma unroll 1
    for (u32 tile = blockIdx.x; tile < all.tiles; tile += gridDim.x) {
        const u32 row = tile % all.down * WG_ROWS + in_tile + in_group;
        const u32 column = tile / all.down * WG_COLUMNS;
        add_tile<T, along_n>(sums, all.steps, place, base + in_tile * WG_LINE,
                             base + WG_ROWS * WG_LINE, full, empty);
#pragma unroll 1
        for (u32 part = 0; part < WG_COLUMNS / 64; ++part) {
            spread_part(sums, part, warp);
            __syncwarp();
            finish_part(warp, finish, row, column + part * 64, m, n, c);
            __syncwarp();
        }
    }
}

#endif
