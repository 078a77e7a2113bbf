// d = a b' of 16-bit numbers, side by side and side long, by tensor cores as CUDA's samples use
// them: with wmma, and with mma.sync and ldmatrix. A block of 8 warps makes 128 x 128 results, of
// which a warp has 32 x 64.
//
// usage: products SIDE (a multiple of 128); checks some results.
#include <mma.h>

#include <stdio.h>
#include <stdlib.h>

#include <vector>

using namespace nvcuda;

enum { STEP = 64, THREADS = 256, BLOCK = 128 };

// Brings STEP columns of the block's rows of a and of b to shared memory, in lines of |pitch|.
__device__ static void bring(half *to, int pitch, const half *a, const half *b, int side, int k)
{
#pragma unroll
    for (int turn = 0; turn < 2 * BLOCK * STEP / 8 / THREADS; ++turn) {
        const int i = turn * THREADS + threadIdx.x;
        const int row = i / (STEP / 8), column = i % (STEP / 8) * 8;
        const half *const from =
            row < BLOCK ? a + static_cast<size_t>(blockIdx.y * BLOCK + row) * side
                        : b + static_cast<size_t>(blockIdx.x * BLOCK + row - BLOCK) * side;
        *reinterpret_cast<int4 *>(to + row * pitch + column) =
            *reinterpret_cast<const int4 *>(from + k + column);
    }
    __syncthreads();
}

__global__ __launch_bounds__(THREADS) void by_fragments(const half *a, const half *b, float *d,
                                                        int side)
{
    enum { PITCH = STEP + 16 };
    extern __shared__ half lines[];
    const int warp = threadIdx.x / 32, row = warp / 2 * 32, column = warp % 2 * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[2][4];
    for (auto &some : sums) {
        for (auto &sum : some) {
            wmma::fill_fragment(sum, 0.0f);
        }
    }
    for (int k = 0; k < side; k += STEP) {
        bring(lines, PITCH, a, b, side, k);
#pragma unroll
        for (int s = 0; s < STEP; s += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right[4];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                wmma::load_matrix_sync(right[j], lines + (BLOCK + column + j * 16) * PITCH + s,
                                       PITCH);
            }
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(left[i], lines + (row + i * 16) * PITCH + s, PITCH);
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    wmma::mma_sync(sums[i][j], left[i], right[j], sums[i][j]);
                }
            }
        }
        __syncthreads();
    }
    float *const to =
        d + static_cast<size_t>(blockIdx.y * BLOCK + row) * side + blockIdx.x * BLOCK + column;
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 4; ++j) {
            wmma::store_matrix_sync(to + static_cast<size_t>(i * 16) * side + j * 16, sums[i][j],
                                    side, wmma::mem_row_major);
        }
    }
}

__global__ __launch_bounds__(THREADS) void by_instructions(const half *a, const half *b, float *d,
                                                           int side)
{
    enum { PITCH = STEP + 8 };
    extern __shared__ half lines[];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = warp / 2 * 32,
              column = warp % 2 * 64;
    float sums[2][8][4] = {};
    for (int k = 0; k < side; k += STEP) {
        bring(lines, PITCH, a, b, side, k);
#pragma unroll
        for (int s = 0; s < STEP; s += 16) {
            unsigned left[2][4], right[8][2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                const unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(
                    lines + (row + i * 16 + lane % 16) * PITCH + s + lane / 16 * 8));
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                             : "=r"(left[i][0]), "=r"(left[i][1]), "=r"(left[i][2]),
                               "=r"(left[i][3])
                             : "r"(from));
            }
#pragma unroll
            for (int j = 0; j < 8; j += 2) {
                const int line = BLOCK + column + j * 8 + lane % 8 + lane / 16 * 8;
                const unsigned from = static_cast<unsigned>(
                    __cvta_generic_to_shared(lines + line * PITCH + s + lane / 8 % 2 * 8));
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                             : "=r"(right[j][0]), "=r"(right[j][1]), "=r"(right[j + 1][0]),
                               "=r"(right[j + 1][1])
                             : "r"(from));
            }
#pragma unroll
            for (int i = 0; i < 2; ++i) {
#pragma unroll
                for (int j = 0; j < 8; ++j) {
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "
                                 "{%4,%5,%6,%7}, "
                                 "{%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(sums[i][j][0]), "+f"(sums[i][j][1]), "+f"(sums[i][j][2]),
                                   "+f"(sums[i][j][3])
                                 : "r"(left[i][0]), "r"(left[i][1]), "r"(left[i][2]),
                                   "r"(left[i][3]), "r"(right[j][0]), "r"(right[j][1]));
                }
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 8; ++j) {
            for (int e = 0; e < 4; ++e) {
                const int r = blockIdx.y * BLOCK + row + i * 16 + lane / 4 + e / 2 * 8;
                d[static_cast<size_t>(r) * side + blockIdx.x * BLOCK + column + j * 8 +
                  lane % 4 * 2 + e % 2] = sums[i][j][e];
            }
        }
    }
}

int main(int count, char **words)
{
    const int side = count > 1 ? atoi(words[1]) : 256;
    const size_t size = static_cast<size_t>(side) * side;
    std::vector<half> a(size), b(size);
    std::vector<float> d(size);
    for (size_t i = 0; i < size; ++i) { // sums are exact
        a[i] = __float2half(static_cast<float>(static_cast<int>(i * 7 % 13) - 6) / 8);
        b[i] = __float2half(static_cast<float>(static_cast<int>(i * 5 % 11) - 5) / 8);
    }
    half *on_a, *on_b;
    float *on_d;
    cudaMalloc(&on_a, size * sizeof(half));
    cudaMalloc(&on_b, size * sizeof(half));
    cudaMalloc(&on_d, size * sizeof(float));
    cudaMemcpy(on_a, a.data(), size * sizeof(half), cudaMemcpyHostToDevice);
    cudaMemcpy(on_b, b.data(), size * sizeof(half), cudaMemcpyHostToDevice);
    for (int which = 0; which < 2; ++which) {
        const dim3 blocks(side / BLOCK, side / BLOCK);
        if (which == 0) {
            by_fragments<<<blocks, THREADS, 2 * BLOCK *(STEP + 16) * sizeof(half)>>>(on_a, on_b,
                                                                                     on_d, side);
        } else {
            by_instructions<<<blocks, THREADS, 2 * BLOCK *(STEP + 8) * sizeof(half)>>>(on_a, on_b,
                                                                                       on_d, side);
        }
        cudaMemcpy(d.data(), on_d, size * sizeof(float), cudaMemcpyDeviceToHost);
        int wrong = 0;
        for (int row = 0; row < side; row += 17) {
            for (int column = 0; column < side; column += 13) {
                float sum = 0;
                for (int k = 0; k < side; ++k) {
                    sum += __half2float(a[static_cast<size_t>(row) * side + k]) *
                           __half2float(b[static_cast<size_t>(column) * side + k]);
                }
                wrong += sum != d[static_cast<size_t>(row) * side + column];
            }
        }
        printf("%s: %d wrong\n", which == 0 ? "by_fragments" : "by_instructions", wrong);
    }
    return 0;
}
