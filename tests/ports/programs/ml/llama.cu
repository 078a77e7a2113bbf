// The kernels of one transformer layer at inference, in half precision.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>
constexpr int div_ceil(int a, int b) { return (a - 1) / b + 1; }
struct sum_op { __device__ float operator()(float a, float b) const { return a + b; } };
struct max_op { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };
template <class Op> __device__ float block_reduce(float v, Op op, float identity)
{
    __shared__ float s[32];
    for (int m = 16; m; m >>= 1) v = op(v, __shfl_xor_sync(0xffffffff, v, m));
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < (blockDim.x + 31) / 32 ? s[threadIdx.x % 32] : identity;
    for (int m = 16; m; m >>= 1) v = op(v, __shfl_xor_sync(0xffffffff, v, m));
    __syncthreads();
    return v;
}
__global__ void rmsnorm(half *o, const half *x, const half *weight, int size)
{
    float ss = 0.0f;
    for (int i = threadIdx.x; i < size; i += blockDim.x) { const float v = __half2float(x[i]); ss += v * v; }
    const float scale = rsqrtf(block_reduce(ss, sum_op{}, 0.f) / size + 1e-5f);
    for (int i = threadIdx.x; i < size; i += blockDim.x) o[i] = __float2half(__half2float(weight[i]) * (scale * (float)x[i]));
}
__global__ void mat_vec(half *out, const half *vec, const half *mat, int n, int d)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= d) return;
    float sum = 0;
    half2 partial = __float2half2_rn(0.f);
    for (int i = threadIdx.x * 8; i < n; i += 32 * 8) {
        const uint4 m4 = *((const uint4 *)&mat[row * n + i]), v4 = *((const uint4 *)&vec[i]);
        const half2 *m2 = reinterpret_cast<const half2 *>(&m4), *v2 = reinterpret_cast<const half2 *>(&v4);
#pragma unroll
        for (int k = 0; k < 4; k++) partial = __hfma2(m2[k], v2[k], partial);
    }
    sum = __low2float(partial) + __high2float(partial);
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0) out[row] = (half)sum;
}
__global__ void rope(half *sq, int pos, int head_size)
{
    const int h = blockIdx.x, i = threadIdx.x;
    half2 *q = (half2 *)sq + h * head_size / 2;
    const float freq = powf(10000.0f, -2.0f * i / head_size), val = pos * freq;
    const float2 v = __half22float2(q[i]);
    q[i] = __floats2half2_rn(v.x * cosf(val) - v.y * sinf(val), v.x * sinf(val) + v.y * cosf(val));
}
__global__ void softmax(half *arr, int size)
{
    extern __shared__ float att[];
    float top = -INFINITY, sum = 0;
    for (int t = threadIdx.x; t < size; t += blockDim.x) { att[t] = __half2float(arr[t]); top = fmaxf(top, att[t]); }
    top = block_reduce(top, max_op{}, -INFINITY);
    for (int t = threadIdx.x; t < size; t += blockDim.x) { att[t] = __expf(att[t] - top); sum += att[t]; }
    sum = block_reduce(sum, sum_op(), 0.f);
    for (int t = threadIdx.x; t < size; t += blockDim.x) arr[t] = __float2half_rn(att[t] / sum);
}
__global__ void silu(half2 *dest, const half2 *src, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { const half2 one = __float2half2_rn(1.0f), x = dest[i]; dest[i] = __hmul2(__h2div(x, __hadd2(one, h2exp(__hneg2(x)))), src[i]); }
}
__global__ void argmax(const half *x, int n, int *result)
{
    half best = __ushort_as_half(0xfc00u); int at = 0;
    for (int i = 0; i < n; ++i) if (__hgt(x[i], best)) { best = x[i]; at = i; }
    *result = at;
}
int main()
{
    const int dim = 256, hidden = 512;
    std::vector<half> w(dim * hidden), x(dim), ones(dim);
    for (size_t i = 0; i < w.size(); ++i) w[i] = __float2half(0.001f * (int(i % 13) - 6));
    for (int i = 0; i < dim; ++i) { x[i] = __float2half((i % 9) * 0.1f); ones[i] = (half)1.0f; }
    half *dw, *dx, *dn, *dh, *dones; int *best;
    cudaMalloc(&dw, w.size() * sizeof(half)); cudaMalloc(&dx, dim * sizeof(half)); cudaMalloc(&dn, dim * sizeof(half)); cudaMalloc(&dh, hidden * sizeof(half)); cudaMalloc(&dones, dim * sizeof(half)); cudaMallocManaged(&best, sizeof(int));
    cudaMemcpy(dw, w.data(), w.size() * sizeof(half), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x.data(), dim * sizeof(half), cudaMemcpyHostToDevice);
    cudaMemcpy(dones, ones.data(), dim * sizeof(half), cudaMemcpyHostToDevice);
    rmsnorm<<<1, 256>>>(dn, dx, dones, dim);
    rope<<<4, 32>>>(dn, 3, 64);
    mat_vec<<<div_ceil(hidden, 4), dim3(32, 4)>>>(dh, dn, dw, dim, hidden);
    silu<<<div_ceil(hidden / 2, 64), 64>>>((half2 *)dh, (const half2 *)dh, hidden / 2);
    softmax<<<1, 128, hidden * sizeof(float)>>>(dh, hidden);
    argmax<<<1, 1>>>(dh, hidden, best);
    std::vector<half> out(hidden);
    cudaMemcpy(out.data(), dh, hidden * sizeof(half), cudaMemcpyDeviceToHost);
    float sum = 0;
    for (half h : out) sum += __half2float(h);
    printf("%f %d\n", sum, *best);
    return std::fabs(sum - 1.0f) > 0.05f;
}
