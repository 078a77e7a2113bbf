// Sequence alignment by dynamic programming along the diagonals of tiles.
#define LIMIT -999
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
#include <algorithm>
#include <vector>
#define TILE 16
__device__ __host__ int maximum(int a, int b, int c) { int k; if (a <= b) k = b; else k = a; if (k <= c) return (c); else return (k); }
__global__ void tile_kernel(const int *referrence, int *matrix_cuda, int cols, int penalty, int i, int block_width, bool second)
{
    int bx = blockIdx.x, tx = threadIdx.x;
    int b_index_x = second ? bx + block_width - i : bx, b_index_y = second ? block_width - bx - 1 : i - 1 - bx;
    int index = cols * TILE * b_index_y + TILE * b_index_x + tx + (cols + 1), index_n = cols * TILE * b_index_y + TILE * b_index_x + tx + 1;
    int index_w = cols * TILE * b_index_y + TILE * b_index_x + cols, index_nw = cols * TILE * b_index_y + TILE * b_index_x;
    __shared__ int temp[TILE + 1][TILE + 1];
    __shared__ int ref[TILE][TILE];
    if (tx == 0) temp[tx][0] = matrix_cuda[index_nw];
    for (int ty = 0; ty < TILE; ty++) ref[ty][tx] = referrence[index + cols * ty];
    __syncthreads();
    temp[tx + 1][0] = matrix_cuda[index_w + cols * tx];
    __syncthreads();
    temp[0][tx + 1] = matrix_cuda[index_n];
    __syncthreads();
    for (int m = 0; m < 2 * TILE - 1; m++) {
        const int ty = m - tx;
        if (ty >= 0 && ty < TILE) temp[ty + 1][tx + 1] = maximum(temp[ty][tx] + ref[ty][tx], temp[ty + 1][tx] - penalty, temp[ty][tx + 1] - penalty);
        __syncthreads();
    }
    for (int ty = 0; ty < TILE; ty++) matrix_cuda[index + ty * cols] = temp[ty + 1][tx + 1];
}
int main()
{
    const int n = 257, penalty = 10, width = (n - 1) / TILE;
    std::vector<int> reference(n * n), cpu(n * n, 0);
    srand(7);
    for (auto &r : reference) r = rand() % 21 - 10;
    for (int i = 1; i < n; i++) { cpu[i * n] = -i * penalty; cpu[i] = -i * penalty; }
    std::vector<int> gpu = cpu;
    for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) cpu[i * n + j] = maximum(cpu[(i - 1) * n + j - 1] + reference[i * n + j], cpu[i * n + j - 1] - penalty, cpu[(i - 1) * n + j] - penalty);
    int *d_ref, *d_mat;
    cudaMalloc((void **)&d_ref, sizeof(int) * n * n);
    cudaMalloc((void **)&d_mat, sizeof(int) * n * n);
    cudaMemcpy(d_ref, reference.data(), sizeof(int) * n * n, cudaMemcpyHostToDevice);
    cudaMemcpy(d_mat, gpu.data(), sizeof(int) * n * n, cudaMemcpyHostToDevice);
    for (int i = 1; i <= width; i++) tile_kernel<<<i, TILE>>>(d_ref, d_mat, n, penalty, i, width, false);
    for (int i = width - 1; i >= 1; i--) tile_kernel<<<i, TILE>>>(d_ref, d_mat, n, penalty, i, width, true);
    cudaMemcpy(gpu.data(), d_mat, sizeof(int) * n * n, cudaMemcpyDeviceToHost);
    return !std::equal(cpu.begin(), cpu.end(), gpu.begin());
}
