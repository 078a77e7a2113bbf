// A tile of a product with an expert's matrix on the tensor cores of NVIDIA GPUs, sm_80 and later.
//
// cp.async copies chunks of sixteen bytes, or zeros where an operand ends, to the place in shared
// memory from which ldmatrix reads them. Shared memory has STAGES steps of 32 elements along k. Two
// warps share the places of a tile, and four its rows.
#pragma once

#include "../../device/mma/tensor.cuh"
#include "../../device/wave.cuh"
#include "../../own/matmul/lines.cuh"

#ifdef HAS_TENSOR_CORES

template <class T, u32 side> class TensorTile
{
    struct alignas(CHUNK) Chunk {
        T at[CHUNK / sizeof(T)];
    };
    enum { STEP = 32, COUNT = CHUNK / sizeof(T), SLOTS = STEP / COUNT, STAGES = 3 };
    enum { DOWN = side / 32, ACROSS = side / 32 }; // products of a warp down and across
    enum { BESIDE = THREADS / SLOTS, LOADED = side / BESIDE };

  public:
    struct Memory {
        Chunk a[STAGES][side * SLOTS], b[STAGES][side * SLOTS];
    };

    __device__ TensorTile(const Lines<T> &a, const Lines<T> &b, const Picked &places, usize first,
                          usize row, Memory &memory)
        : a_(a), b_(b), first_(first), row_(row), memory_(memory)
    {
#pragma unroll
        for (int i = 0; i < LOADED; ++i) {
            const usize line = threadIdx.x / SLOTS + i * BESIDE;
            a_is_there_[i] = first + line < a.lines;
            b_is_there_[i] = row + line < b.lines;
            a_from_[i] = a.data + places(a_is_there_[i] ? first + line : 0) * a.line_stride;
            b_from_[i] = b.data + (b_is_there_[i] ? row + line : 0) * b.line_stride;
        }
        has_chunks_ = a.k % COUNT == 0 && reinterpret_cast<usize>(a.data) % 16 == 0 &&
                      reinterpret_cast<usize>(b.data) % 16 == 0;
    }

    // Stores the tile to c, which has b.lines columns.
    __device__ void make(T *c)
    {
        const u32 steps = static_cast<u32>((a_.k + STEP - 1) / STEP);
#pragma unroll
        for (u32 step = 0; step < STAGES - 1; ++step) {
            load(step);
        }
#pragma unroll 1
        for (u32 step = 0; step < steps; ++step) {
            wait_for_copies<STAGES - 2>();
            __syncthreads();
            load(step + STAGES - 1);
            multiply(step % STAGES);
        }
        store(c);
    }

  private:
    __device__ static u32 lane()
    {
        return threadIdx.x % WARP;
    }
    __device__ static u32 own_place()
    {
        return threadIdx.x / WARP / 4 * (side / 2);
    }
    __device__ static u32 own_row()
    {
        return threadIdx.x / WARP % 4 * (side / 4);
    }
    // Returns where a line has the chunk |slot|. Two lines fill all banks, and the chunks that eight
    // lines have in one slot are spread over the banks.
    __device__ static u32 index(u32 line, u32 slot)
    {
        return line * SLOTS + (slot ^ line / 2 % SLOTS);
    }
    __device__ static u32 address(const Chunk *strip, u32 line, u32 slot)
    {
        return shared_address(&strip[index(line, slot)]);
    }

    // Begins to load the chunks of a step. Each step is a group of copies, also beyond the end.
    __device__ void load(u32 step)
    {
        const u32 slot = threadIdx.x % SLOTS, stage = step % STAGES;
        const usize k = static_cast<usize>(step) * STEP + slot * COUNT;
#pragma unroll
        for (int i = 0; i < LOADED; ++i) {
            const u32 line = threadIdx.x / SLOTS + i * BESIDE;
            load_chunk(memory_.a[stage], line, slot, a_from_[i], k, a_is_there_[i]);
            load_chunk(memory_.b[stage], line, slot, b_from_[i], k, b_is_there_[i]);
        }
        end_copy_group();
    }

    __device__ void load_chunk(Chunk *strip, u32 line, u32 slot, const T *from, usize k,
                               bool is_there)
    {
        is_there = is_there && k < a_.k;
        if (has_chunks_) {
            copy_chunk(address(strip, line, slot), from + (is_there ? k : 0),
                       is_there ? CHUNK : 0);
            return;
        }
        T *const to = strip[index(line, slot)].at;
#pragma unroll 1
        for (u32 i = 0; i < COUNT; ++i) {
            to[i] = is_there && k + i < a_.k ? from[k + i] : T();
        }
    }

    __device__ void multiply(u32 stage)
    {
#pragma unroll
        for (u32 pair = 0; pair < SLOTS; pair += 2) {
            u32 a[DOWN][4], b[ACROSS / 2][4];
#pragma unroll
            for (u32 i = 0; i < DOWN; ++i) {
                load_pieces(a[i], address(memory_.a[stage], own_place() + 16 * i + lane() % 16,
                                          pair + lane() / 16));
            }
#pragma unroll
            for (u32 j = 0; j < ACROSS / 2; ++j) {
                load_pieces(b[j], address(memory_.b[stage],
                                          own_row() + 16 * j + lane() / 16 * 8 + lane() % 8,
                                          pair + lane() / 8 % 2));
            }
#pragma unroll
            for (u32 i = 0; i < DOWN; ++i) {
#pragma unroll
                for (u32 j = 0; j < ACROSS; ++j) {
                    add_product<T>(sums_[i][j], a[i], b[j / 2][j % 2 * 2],
                                   b[j / 2][j % 2 * 2 + 1]);
                }
            }
        }
    }

    __device__ void store(T *c) const
    {
        struct alignas(2 * sizeof(T)) Pair {
            T x, y;
        };
        const bool has_pairs = b_.lines % 2 == 0 && reinterpret_cast<usize>(c) % sizeof(Pair) == 0;
#pragma unroll
        for (u32 i = 0; i < DOWN; ++i) {
#pragma unroll
            for (u32 half = 0; half < 2; ++half) {
                const usize place = first_ + own_place() + 16 * i + 8 * half + lane() / 4;
                if (place >= a_.lines) {
                    continue;
                }
#pragma unroll
                for (u32 j = 0; j < ACROSS; ++j) {
                    const usize row = row_ + own_row() + 8 * j + lane() % 4 * 2;
                    const T x = narrow<T>(sums_[i][j][2 * half]),
                            y = narrow<T>(sums_[i][j][2 * half + 1]);
                    T *const to = c + place * b_.lines + row;
                    if (has_pairs && row < b_.lines) {
                        *reinterpret_cast<Pair *>(to) = {x, y};
                    } else if (row < b_.lines) {
                        to[0] = x;
                        if (row + 1 < b_.lines) {
                            to[1] = y;
                        }
                    }
                }
            }
        }
    }

    const Lines<T> &a_, &b_;
    usize first_, row_;
    Memory &memory_;
    const T *a_from_[LOADED], *b_from_[LOADED];
    bool a_is_there_[LOADED], b_is_there_[LOADED], has_chunks_;
    f32 sums_[DOWN][ACROSS][4] = {};
};

#endif
