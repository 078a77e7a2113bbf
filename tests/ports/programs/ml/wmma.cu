// A matrix product on tensor cores.
#include <cuda_fp16.h>
#include <mma.h>
#include <cuda_runtime.h>
using namespace nvcuda;
__global__ void product(const half *a, const half *b, float *c)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}
int main()
{
    half *a, *b; float *c;
    cudaMallocManaged(&a, 512); cudaMallocManaged(&b, 512); cudaMallocManaged(&c, 1024);
    for (int i = 0; i < 256; i++) { a[i] = __float2half(1.0f); b[i] = __float2half(2.0f); }
    product<<<1, 32>>>(a, b, c);
    return !(cudaDeviceSynchronize() == cudaSuccess && c[0] == 32.0f);
}
