// Attention without the matrix of scores: tiles in shared memory and a running softmax.
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <type_traits>
#include <vector>
template <typename T> struct to_float;
template <> struct to_float<float> { static __device__ float call(float v) { return v; } };
template <> struct to_float<__nv_bfloat16> { static __device__ float call(__nv_bfloat16 v) { return __bfloat162float(v); } };
template <typename scalar_t, int Br, int Bc, int D>
__global__ void forward_kernel(const scalar_t *Q, const scalar_t *K, const scalar_t *V, const int N, const float softmax_scale, scalar_t *O)
{
    static_assert(Br == Bc, "square tiles");
    extern __shared__ float sram[];
    float *Qi = sram, *Kj = &sram[Bc * D], *Vj = &sram[Bc * D * 2];
    const int tx = threadIdx.x, bx = blockIdx.x, by = blockIdx.y, base = (bx * gridDim.y + by) * N * D;
    for (int i = 0; i < N / Br; i++) {
        float acc[D] = {0.f}, m = -INFINITY, l = 0.f;
        for (int x = 0; x < D; x++) Qi[tx * D + x] = to_float<scalar_t>::call(Q[base + (i * Br + tx) * D + x]);
        for (int j = 0; j <= i; j++) {
            __syncthreads();
            for (int x = 0; x < D; x++) { Kj[tx * D + x] = to_float<scalar_t>::call(K[base + (j * Bc + tx) * D + x]); Vj[tx * D + x] = to_float<scalar_t>::call(V[base + (j * Bc + tx) * D + x]); }
            __syncthreads();
            for (int y = 0; y < Bc; y++) {
                if (i * Br + tx < j * Bc + y) break;
                float sum = 0;
#pragma unroll
                for (int x = 0; x < D; x++) sum = __fmaf_rn(Qi[tx * D + x], Kj[y * D + x], sum);
                sum *= softmax_scale;
                const float m_new = max(m, sum), p = __expf(sum - m_new), c = exp2f((m - m_new) * float(M_LOG2E));
                l = l * c + p;
#pragma unroll
                for (int x = 0; x < D; x++) acc[x] = acc[x] * c + p * Vj[y * D + x];
                m = m_new;
            }
        }
        for (int x = 0; x < D; x++) {
            if constexpr (std::is_same_v<scalar_t, float>) O[base + (i * Br + tx) * D + x] = acc[x] / l;
            else O[base + (i * Br + tx) * D + x] = __float2bfloat16(acc[x] / l);
        }
    }
}
template <typename T> bool run(float tolerance)
{
    const int batch = 2, heads = 2, N = 64; constexpr int D = 32, B = 32; const size_t n = size_t(batch) * heads * N * D;
    T *q, *k, *v, *o;
    for (T **p : {&q, &k, &v, &o}) if (cudaMallocManaged(p, n * sizeof(T)) != cudaSuccess) return false;
    for (size_t i = 0; i < n; i++) { q[i] = T(float(i % 7) * 0.1f); k[i] = T(float(i % 5) * 0.1f); v[i] = T(1.0f); }
    const int sram = 3 * B * D * sizeof(float); int max_sram = 0;
    cudaDeviceGetAttribute(&max_sram, cudaDevAttrMaxSharedMemoryPerBlock, 0);
    if (sram > max_sram) return false;
    cudaFuncSetAttribute(forward_kernel<T, B, B, D>, cudaFuncAttributeMaxDynamicSharedMemorySize, sram);
    dim3 grid_dim(batch, heads), block_dim(B);
    forward_kernel<T, B, B, D><<<grid_dim, block_dim, sram>>>(q, k, v, N, 1.0f / sqrt(float(D)), o);
    if (cudaDeviceSynchronize() != cudaSuccess) return false;
    for (size_t i = 0; i < n; i++) if (std::fabs(float(o[i]) - 1.0f) > tolerance) return false;
    return true;
}
int main() { return !(run<float>(1e-4f) && run<__nv_bfloat16>(1e-2f)); }
