// Bitonic sort of keys and values in shared and global memory.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
typedef unsigned int uint;
#define SHARED_SIZE_LIMIT 1024U
#define UMAD(a, b, c) (UMUL((a), (b)) + (c))
#define UMUL(a, b) __umul24((a), (b))

__device__ inline void Comparator(uint &keyA, uint &valA, uint &keyB, uint &valB, uint dir)
{
    uint t;
    if ((keyA > keyB) == dir) {
        t = keyA; keyA = keyB; keyB = t;
        t = valA; valA = valB; valB = t;
    }
}

__global__ void bitonicSortShared1(uint *d_Key, uint *d_Val)
{
    __shared__ uint s_key[SHARED_SIZE_LIMIT];
    __shared__ uint s_val[SHARED_SIZE_LIMIT];
    d_Key += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    d_Val += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    s_key[threadIdx.x + 0] = d_Key[0];
    s_val[threadIdx.x + 0] = d_Val[0];
    s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_Key[(SHARED_SIZE_LIMIT / 2)];
    s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_Val[(SHARED_SIZE_LIMIT / 2)];
    for (uint size = 2; size < SHARED_SIZE_LIMIT; size <<= 1) {
        uint ddd = (threadIdx.x & (size / 2)) != 0;
        for (uint stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            Comparator(s_key[pos + 0], s_val[pos + 0], s_key[pos + stride], s_val[pos + stride], ddd);
        }
    }
    uint ddd = blockIdx.x & 1;
    for (uint stride = SHARED_SIZE_LIMIT / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        Comparator(s_key[pos + 0], s_val[pos + 0], s_key[pos + stride], s_val[pos + stride], ddd);
    }
    __syncthreads();
    d_Key[0] = s_key[threadIdx.x];
    d_Val[0] = s_val[threadIdx.x];
    d_Key[(SHARED_SIZE_LIMIT / 2)] = s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
    d_Val[(SHARED_SIZE_LIMIT / 2)] = s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
}

__global__ void bitonicMergeGlobal(uint *key, uint *val, uint arrayLength, uint size, uint stride, uint dir)
{
    uint global_comparatorI = UMAD(blockIdx.x, blockDim.x, threadIdx.x);
    uint comparatorI = global_comparatorI & (arrayLength / 2 - 1);
    uint ddd = dir ^ ((comparatorI & (size / 2)) != 0);
    uint pos = 2 * global_comparatorI - (global_comparatorI & (stride - 1));
    uint keyA = key[pos + 0], valA = val[pos + 0], keyB = key[pos + stride], valB = val[pos + stride];
    Comparator(keyA, valA, keyB, valB, ddd);
    key[pos + 0] = keyA; val[pos + 0] = valA;
    key[pos + stride] = keyB; val[pos + stride] = valB;
}

extern "C" uint factorRadix2(uint *log2L, uint L)
{
    if (!L) { *log2L = 0; return 0; }
    for (*log2L = 0; (L & 1) == 0; L >>= 1, (*log2L)++);
    return L;
}

int main(int argc, char **argv)
{
    const uint N = 1 << 16;
    uint log2L, *hk = (uint *)malloc(N * sizeof(uint)), *hv = (uint *)malloc(N * sizeof(uint)), *k, *v, *orig = (uint *)malloc(N * sizeof(uint));
    if (factorRadix2(&log2L, N) != 1) return 1;
    for (uint i = 0; i < N; i++) { orig[i] = hk[i] = rand() % 10000; hv[i] = i; }
    cudaMalloc((void **)&k, N * sizeof(uint));
    cudaMalloc((void **)&v, N * sizeof(uint));
    cudaMemcpy(k, hk, N * sizeof(uint), cudaMemcpyHostToDevice);
    cudaMemcpy(v, hv, N * sizeof(uint), cudaMemcpyHostToDevice);
    bitonicSortShared1<<<N / SHARED_SIZE_LIMIT, SHARED_SIZE_LIMIT / 2>>>(k, v);
    for (uint size = 2 * SHARED_SIZE_LIMIT; size <= N; size <<= 1)
        for (unsigned stride = size / 2; stride > 0; stride >>= 1)
            bitonicMergeGlobal<<<N / 512, 256>>>(k, v, N, size, stride, 1);
    cudaMemcpy(hk, k, N * sizeof(uint), cudaMemcpyDeviceToHost);
    cudaMemcpy(hv, v, N * sizeof(uint), cudaMemcpyDeviceToHost);
    for (uint i = 0; i < N; i++)
        if ((i && hk[i - 1] > hk[i]) || orig[hv[i]] != hk[i]) { printf("wrong at %u\n", i); return 1; }
    free(hk); free(hv); free(orig); cudaFree(k); cudaFree(v);
    return 0;
}
