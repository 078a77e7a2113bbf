// Exclusive scan of large arrays: work-efficient blocks with padded shared memory, recursion on sums.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda.h>

#define NUM_BANKS 16
#define LOG_NUM_BANKS 4
#ifdef ZERO_BANK_CONFLICTS
#define CONFLICT_FREE_OFFSET(index) ((index) >> LOG_NUM_BANKS + (index) >> (2*LOG_NUM_BANKS))
#else
#define CONFLICT_FREE_OFFSET(index) ((index) >> LOG_NUM_BANKS)
#endif
#define BLOCK_SIZE 256

template <bool storeSum>
__global__ void prescan(unsigned *g_odata, const unsigned *g_idata, unsigned *g_blockSums, int n)
{
    extern __shared__ unsigned s_data[];
    const int base = blockIdx.x * (blockDim.x << 1);
    int ai = threadIdx.x, bi = ai + blockDim.x, thid = threadIdx.x;
    int bankOffsetA = CONFLICT_FREE_OFFSET(ai), bankOffsetB = CONFLICT_FREE_OFFSET(bi);
    s_data[ai + bankOffsetA] = base + ai < n ? g_idata[base + ai] : 0;
    s_data[bi + bankOffsetB] = base + bi < n ? g_idata[base + bi] : 0;
    unsigned int stride = 1;
    for (int d = blockDim.x; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int i = __mul24(__mul24(2, stride), thid), a = i + stride - 1, b = a + stride;
            a += CONFLICT_FREE_OFFSET(a);
            b += CONFLICT_FREE_OFFSET(b);
            s_data[b] += s_data[a];
        }
        stride *= 2;
    }
    if (threadIdx.x == 0) {
        int index = (blockDim.x << 1) - 1;
        index += CONFLICT_FREE_OFFSET(index);
        if (storeSum) g_blockSums[blockIdx.x] = s_data[index];
        s_data[index] = 0;
    }
    for (int d = 1; d <= blockDim.x; d *= 2) {
        stride >>= 1;
        __syncthreads();
        if (thid < d) {
            int i = __mul24(__mul24(2, stride), thid), a = i + stride - 1, b = a + stride;
            a += CONFLICT_FREE_OFFSET(a);
            b += CONFLICT_FREE_OFFSET(b);
            unsigned t = s_data[a];
            s_data[a] = s_data[b];
            s_data[b] += t;
        }
    }
    __syncthreads();
    if (base + ai < n) g_odata[base + ai] = s_data[ai + bankOffsetA];
    if (base + bi < n) g_odata[base + bi] = s_data[bi + bankOffsetB];
}

__global__ void uniformAdd(unsigned *g_data, unsigned *uniforms, int n)
{
    __shared__ unsigned uni;
    if (threadIdx.x == 0) uni = uniforms[blockIdx.x];
    unsigned int address = __mul24(blockIdx.x, (blockDim.x << 1)) + threadIdx.x;
    __syncthreads();
    if (address < n) g_data[address] += uni;
    if (address + blockDim.x < n) g_data[address + blockDim.x] += uni;
}

void scanRecursive(unsigned *out, const unsigned *in, int n)
{
    int blocks = (n + 2 * BLOCK_SIZE - 1) / (2 * BLOCK_SIZE);
    size_t shared = (2 * BLOCK_SIZE + CONFLICT_FREE_OFFSET(2 * BLOCK_SIZE)) * sizeof(unsigned);
    if (blocks == 1) {
        prescan<false><<<1, BLOCK_SIZE, shared>>>(out, in, NULL, n);
        return;
    }
    unsigned *sums, *scanned;
    cudaMalloc((void **)&sums, blocks * sizeof(unsigned));
    cudaMalloc((void **)&scanned, blocks * sizeof(unsigned));
    prescan<true><<<blocks, BLOCK_SIZE, shared>>>(out, in, sums, n);
    scanRecursive(scanned, sums, blocks);
    uniformAdd<<<blocks, BLOCK_SIZE>>>(out, scanned, n);
    cudaFree(sums);
    cudaFree(scanned);
}

int main()
{
    const int n = 1000003;
    unsigned *h = new unsigned[n], *r = new unsigned[n], *in, *out, sum = 0;
    for (int i = 0; i < n; i++) h[i] = rand() % 10;
    assert(cudaMalloc((void **)&in, n * 4) == cudaSuccess);
    assert(cudaMalloc((void **)&out, n * 4) == cudaSuccess);
    cudaMemcpy(in, h, n * 4, cudaMemcpyHostToDevice);
    scanRecursive(out, in, n);
    cudaMemcpy(r, out, n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; sum += h[i++])
        if (r[i] != sum) { printf("%d: %u, not %u\n", i, r[i], sum); return 1; }
    delete[] h; delete[] r;
    puts("ok");
    return 0;
}
