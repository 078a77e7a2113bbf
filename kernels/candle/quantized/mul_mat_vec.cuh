// Products of a quantized matrix and a few vectors. The kernels mul_mat_vec_<format>_q8_1_cuda<B>
// multiply weights, [nrows_x, ncols_x], by B vectors of Q8_1 (blocks.cuh). They store the product
// of a row and vector j to dst[j * nrows_dst + row]. The kernels mul_mat_vec_<format>_rounded_<B>
// multiply by up to B vectors of Rounded.
//
// Callers launch a block of threads for each row of weights, or for two rows if B > 1. All rows of
// a block are multiplied by the vectors that it has loaded. So if there are enough registers, a
// block makes twice as many rows as it was launched for, and every second block ends at once.
// Threads take the chunks of the rows in turn, and multiply each chunk by all vectors. Sums stay in
// registers until the end, or in LDS on AMD GPUs.
#pragma once

#include "../../device/calls.cuh"
#include "../../device/wave.cuh"
#include "dot.cuh"

// rows_launched is the number of rows for which callers launch one thread block.
template <int vectors> constexpr int rows_launched = vectors == 1 ? 1 : 2;
// rows_of is the number of rows that a working thread block makes. AMD GPUs make two rows even if
// callers launch a block for two: four rows would need more registers than RDNA 3 has.
template <int vectors> constexpr int rows_of = is_amd ? 2 : 2 * rows_launched<vectors>;

// In each blocks_of neighbouring thread blocks, one works, and makes the rows for which all of them
// were launched.
template <int vectors> constexpr int blocks_of = rows_of<vectors> / rows_launched<vectors>;

// how many words a run has in kernels for few vectors: a run of 4 words takes fewer instructions
// than two runs of 2
enum { LONG_RUN = 4 };

#if defined(__HIP__)
#include "mul_mat_vec/amd.cuh"
#else
#include "mul_mat_vec/nvidia.cuh"
#endif

template <class Block, class Y, int vectors, int warps, int most = vectors>
__device__ __forceinline__ void multiply_vectors(const void *vx, const void *vy, f32 *dst,
                                                 int ncols_x, int nrows_x, int nrows_y,
                                                 int nrows_dst, u32 count = vectors)
{
    if (blockIdx.x % blocks_of<vectors> != 0) {
        return;
    }
    const usize first = static_cast<usize>(blockIdx.x) * rows_launched<vectors>;
    multiply_rows<Block, Y, vectors, warps, most>(
        static_cast<const Block *>(vx) + first * (ncols_x / Block::elements),
        nrows_x - static_cast<int>(first), static_cast<const Y *>(vy), nrows_y / Y::elements,
        ncols_x, count, [=](int vector, int row, f32 sum) {
            dst[static_cast<usize>(vector) * nrows_dst + first + row] = sum;
        });
}

template <int vectors> constexpr int warps_of = vectors > 4 ? 2 : 4;

// Multiplies by |count| vectors, from |least| to |most|. On NVIDIA GPUs sums are in registers, so
// each number of vectors has its own code. On AMD GPUs sums are in LDS.
template <class Block, int least, int vectors, int most>
__device__ __forceinline__ void multiply_up_to(const void *vx, const void *vy, f32 *dst,
                                               int ncols_x, int nrows_x, u32 count)
{
    if constexpr (!is_amd && vectors > least) {
        if (count < vectors) {
            multiply_up_to<Block, least, vectors - 1, most>(vx, vy, dst, ncols_x, nrows_x, count);
            return;
        }
    }
    multiply_vectors<Block, Rounded, vectors, warps_of<most>, most>(vx, vy, dst, ncols_x, nrows_x,
                                                                    ncols_x, nrows_x, count);
}

// Limits how many thread blocks share a multiprocessor, so that each has registers for more loads
// at a time.
#define RESIDENT_BLOCKS(BLOCK, B) (B == 1 ? 8 : B <= 4 ? 4 : is_super<BLOCK> ? 6 : 8)

#define MUL_MAT_VEC(NAME, BLOCK, B)                                                                \
    extern "C" __global__ void __launch_bounds__(WARP *warps_of<B>, RESIDENT_BLOCKS(BLOCK, B))     \
        mul_mat_vec_##NAME##_q8_1_cuda##B(const void *vx, const void *vy, f32 *dst,                \
                                          const i32 ncols_x, const i32 nrows_x, const i32 nrows_y, \
                                          const i32 nrows_dst)                                     \
    {                                                                                              \
        ENTER(multiply_vectors<BLOCK, Q8_1, B, warps_of<B>>)                                       \
        (vx, vy, dst, ncols_x, nrows_x, nrows_y, nrows_dst, B);                                    \
    }
#define MUL_MAT_VEC_EACH(NAME, BLOCK)                                                              \
    MUL_MAT_VEC(NAME, BLOCK, 1)                                                                    \
    MUL_MAT_VEC(NAME, BLOCK, 2)                                                                    \
    MUL_MAT_VEC(NAME, BLOCK, 3)                                                                    \
    MUL_MAT_VEC(NAME, BLOCK, 4)                                                                    \
    MUL_MAT_VEC(NAME, BLOCK, 5)                                                                    \
    MUL_MAT_VEC(NAME, BLOCK, 6)                                                                    \
    MUL_MAT_VEC(NAME, BLOCK, 7)                                                                    \
    MUL_MAT_VEC(NAME, BLOCK, 8)

#define MUL_MAT_VEC_ROUNDED(NAME, BLOCK, LEAST, B)                                                 \
    extern "C" __global__ void __launch_bounds__(WARP *warps_of<B>, RESIDENT_BLOCKS(BLOCK, B))     \
        mul_mat_vec_##NAME##_rounded_##B(const void *vx, const void *vy, f32 *dst,                 \
                                         const i32 ncols_x, const i32 nrows_x, const u32 vectors)  \
    {                                                                                              \
        ENTER(multiply_up_to<BLOCK, LEAST, B, B>)(vx, vy, dst, ncols_x, nrows_x, vectors);         \
    }
#define MUL_MAT_VEC_ROUNDED_EACH(NAME, BLOCK)                                                      \
    MUL_MAT_VEC_ROUNDED(NAME, BLOCK, 1, 1)                                                         \
    MUL_MAT_VEC_ROUNDED(NAME, BLOCK, 2, 4)                                                         \
    MUL_MAT_VEC_ROUNDED(NAME, BLOCK, 5, 8)

#define MUL_MAT_VECS(EACH)                                                                         \
    EACH(q4_0, Q4_0)                                                                               \
    EACH(q4_1, Q4_1)                                                                               \
    EACH(q5_0, Q5_0)                                                                               \
    EACH(q5_1, Q5_1)                                                                               \
    EACH(q8_0, Q8_0)                                                                               \
    EACH(q2_K, Q2_K)                                                                               \
    EACH(q3_K, Q3_K)                                                                               \
    EACH(q4_K, Q4_K)                                                                               \
    EACH(q5_K, Q5_K)                                                                               \
    EACH(q6_K, Q6_K)
