// Forward and back through cuFFT.
#include <cuda_runtime.h>
#include <cufft.h>
#include <cstdio>
int main()
{
    const int n = 256, batch = 4; cufftComplex *d;
    cudaMallocManaged(&d, n * batch * sizeof(cufftComplex));
    for (int i = 0; i < n * batch; i++) { d[i].x = i % 17; d[i].y = 0; }
    cufftHandle plan;
    if (cufftPlan1d(&plan, n, CUFFT_C2C, batch) != CUFFT_SUCCESS) return 1;
    if (cufftExecC2C(plan, d, d, CUFFT_FORWARD) != CUFFT_SUCCESS || cufftExecC2C(plan, d, d, CUFFT_INVERSE) != CUFFT_SUCCESS) return 1;
    cudaDeviceSynchronize(); cufftDestroy(plan);
    printf("%f\n", d[5].x / n);
    return !(d[5].x / n > 4.99f && d[5].x / n < 5.01f);
}
