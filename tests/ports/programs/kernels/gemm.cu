#include "gemm.cuh"
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <tuple>

#define cudaCheck(err) (cudaCheck_(err, __FILE__, __LINE__))
void cudaCheck_(cudaError_t error, const char *file, int line)
{
    if (error != cudaSuccess) {
        printf("[CUDA ERROR] at file %s:%d:\n%s\n", file, line, cudaGetErrorString(error));
        exit(EXIT_FAILURE);
    }
};

__global__ void sgemm_naive(int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C)
{
    const uint x = blockIdx.x * blockDim.x + threadIdx.x;
    const uint y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < M && y < N) {
        float tmp = 0.0;
        for (int i = 0; i < K; ++i) tmp += A[x * K + i] * B[i * N + y];
        C[x * N + y] = alpha * tmp + beta * C[x * N + y];
    }
}

void run_sgemm_vectorize(int M, int N, int K, float alpha, float *A, float *B, float beta, float *C)
{
    const uint BK = 8, TM = 8, TN = 8;
    if (M >= 128 and N >= 128) {
        const uint BM = 128, BN = 128;
        dim3 gridDim(CEIL_DIV(N, BN), CEIL_DIV(M, BM));
        dim3 blockDim((BM * BN) / (TM * TN));
        sgemmVectorize<BM, BN, BK, TM, TN><<<gridDim, blockDim>>>(M, N, K, alpha, A, B, beta, C);
    } else {
        const uint BM = 64, BN = 64;
        dim3 gridDim(CEIL_DIV(N, BN), CEIL_DIV(M, BM));
        dim3 blockDim((BM * BN) / (TM * TN));
        sgemmVectorize<BM, BN, BK, TM, TN>
            <<<gridDim, blockDim>>>(M, N, K, alpha, A, B, beta, C);
    }
}

int main(int argc, char **argv)
{
    const int n = 256;
    float alpha = 0.5, beta = 3.0;
    float *A = nullptr, *B = nullptr, *C = nullptr, *C_ref = nullptr;
    float *dA = nullptr, *dB = nullptr, *dC = nullptr, *dC_ref = nullptr;
    A = (float *)malloc(sizeof(float) * n * n);
    B = (float *)malloc(sizeof(float) * n * n);
    C = (float *)malloc(sizeof(float) * n * n);
    C_ref = (float *)malloc(sizeof(float) * n * n);
    for (int i = 0; i < n * n; i++) {
        A[i] = (float)(rand() % 5) + 0.01 * (rand() % 5);
        B[i] = (float)(rand() % 5) + 0.01 * (rand() % 5);
        C[i] = 0.0f;
    }
    cudaEvent_t beg, end;
    cudaEventCreate(&beg);
    cudaEventCreate(&end);
    for (auto p : {&dA, &dB, &dC, &dC_ref}) cudaCheck(cudaMalloc((void **)p, sizeof(float) * n * n));
    cudaCheck(cudaMemcpy(dA, A, sizeof(float) * n * n, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(dB, B, sizeof(float) * n * n, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(dC, C, sizeof(float) * n * n, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(dC_ref, C, sizeof(float) * n * n, cudaMemcpyHostToDevice));
    sgemm_naive<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(n, n, n, alpha, dA, dB, beta, dC_ref);
    cudaEventRecord(beg);
    run_sgemm_vectorize(n, n, n, alpha, dA, dB, beta, dC);
    cudaEventRecord(end);
    cudaCheck(cudaGetLastError());
    cudaEventSynchronize(end);
    float elapsed_time;
    cudaEventElapsedTime(&elapsed_time, beg, end);
    cudaMemcpy(C, dC, sizeof(float) * n * n, cudaMemcpyDeviceToHost);
    cudaMemcpy(C_ref, dC_ref, sizeof(float) * n * n, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n * n; i++) {
        if (std::fabs(C[i] - C_ref[i]) > 0.01) {
            printf("Divergence! Should %5.2f, Is %5.2f (Diff %5.2f) at %d\n", C_ref[i], C[i], std::fabs(C_ref[i] - C[i]), i);
            return 1;
        }
    }
    std::cout << "Average elapsed time: (" << elapsed_time / 1000. << ") s\n" << std::flush;
    return 0;
}
