// A matrix product by cuBLAS against one by hand.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#define CHECK_CUBLAS(x) do { cublasStatus_t s = (x); if (s != CUBLAS_STATUS_SUCCESS) { printf("cuBLAS %d\n", (int)s); return 1; } } while (0)
int main()
{
    const int n = 64; float *a, *b, *c; const float one = 1, zero = 0;
    cudaMallocManaged(&a, n * n * 4); cudaMallocManaged(&b, n * n * 4); cudaMallocManaged(&c, n * n * 4);
    for (int i = 0; i < n * n; i++) { a[i] = 1; b[i] = 2; }
    cublasHandle_t handle;
    CHECK_CUBLAS(cublasCreate(&handle));
    CHECK_CUBLAS(cublasSetStream(handle, 0));
    CHECK_CUBLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n, b, n, &zero, c, n));
    float dot = 0; CHECK_CUBLAS(cublasSdot(handle, n, a, 1, b, 1, &dot));
    cudaDeviceSynchronize();
    CHECK_CUBLAS(cublasDestroy(handle));
    return !(c[0] == 2 * n && dot == 2 * n);
}
