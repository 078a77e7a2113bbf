// Pieces of a GPT-2 training step: encoder, layernorm, attention, gelu, cross entropy, AdamW.
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
#define CEIL_DIV(M, N) (((M) + (N)-1) / (N))
void cudaCheck(cudaError_t error, const char *file, int line)
{
    if (error != cudaSuccess) { printf("[CUDA ERROR] at file %s:%d:\n%s\n", file, line, cudaGetErrorString(error)); exit(EXIT_FAILURE); }
};
#define cudaCheck(err) (cudaCheck(err, __FILE__, __LINE__))
__device__ inline float4 add_float4(const float4 &a, const float4 &b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__global__ void encoder_forward_kernel3(float4 *out, const int *inp, const float4 *wte, const float4 *wpe, int B, int T, int C)
{
    int C4 = C / 4, idx = blockIdx.x * blockDim.x + threadIdx.x, N = B * T * C4;
    if (idx < N) { int bt = idx / C4, b = bt / T, t = bt % T, c4 = idx % C4, ix = inp[b * T + t]; out[b * T * C4 + t * C4 + c4] = add_float4(wte[ix * C4 + c4], wpe[t * C4 + c4]); }
}
__global__ void layernorm_forward_kernel3(float *__restrict__ out, float *__restrict__ mean, float *__restrict__ rstd, const float *__restrict__ inp, const float *__restrict__ weight, const float *__restrict__ bias, int N, int C)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int idx = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (idx >= N) return;
    const float *x = inp + idx * C;
    float sum = 0.0f;
    for (int i = warp.thread_rank(); i < C; i += warp.size()) sum += x[i];
    sum = cg::reduce(warp, sum, cg::plus<float>{});
    float m = sum / C;
    if (warp.thread_rank() == 0 && mean != nullptr) __stcs(mean + idx, m);
    sum = 0.0f;
    for (int i = warp.thread_rank(); i < C; i += warp.size()) { float diff = x[i] - m; sum += diff * diff; }
    sum = cg::reduce(warp, sum, cg::plus<float>{});
    float s = rsqrtf(sum / C + 1e-5f);
    if (warp.thread_rank() == 0 && rstd != nullptr) __stcs(rstd + idx, s);
    float *o = out + idx * C;
    for (int c = warp.thread_rank(); c < C; c += warp.size()) { float n = s * (__ldcs(x + c) - m); __stcs(o + c, n * weight[c] + bias[c]); }
}
__global__ void softmax_forward_kernel5(float *out, float inv_temperature, const float *inp, int N, int T)
{
    assert(T % 4 == 0);
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int idx = (gridDim.x - blockIdx.x - 1) * warp.meta_group_size() + warp.meta_group_rank();
    if (idx >= N * T) return;
    int own_pos = idx % T, pos_by_4 = own_pos / 4;
    const float *x = inp + idx * T;
    float maxval = -FLT_MAX, sumval = 0.0f;
    const float4 *x_vec = reinterpret_cast<const float4 *>(x);
    for (int i = warp.thread_rank(); i < pos_by_4; i += warp.size()) {
        float4 v = x_vec[i];
        float old_maxval = maxval;
        for (int k = 0; k < 4; ++k) maxval = fmaxf(maxval, ((float *)&v)[k]);
        sumval *= expf(inv_temperature * (old_maxval - maxval));
        for (int k = 0; k < 4; ++k) sumval += expf(inv_temperature * (((float *)&v)[k] - maxval));
    }
    if (4 * pos_by_4 + warp.thread_rank() <= own_pos) {
        float old_maxval = maxval;
        maxval = fmaxf(maxval, x[4 * pos_by_4 + warp.thread_rank()]);
        sumval *= expf(inv_temperature * (old_maxval - maxval));
        sumval += expf(inv_temperature * (x[4 * pos_by_4 + warp.thread_rank()] - maxval));
    }
    float global_maxval = cg::reduce(warp, maxval, cg::greater<float>{});
    sumval *= expf(inv_temperature * (maxval - global_maxval));
    float sum = cg::reduce(warp, sumval, cg::plus<float>{}), norm = 1.f / sum;
    for (int i = warp.thread_rank(); i <= own_pos; i += warp.size()) __stcs(out + idx * T + i, expf(inv_temperature * (__ldcs(x + i) - global_maxval)) * norm);
}
#define GELU_SCALING_FACTOR sqrtf(2.0f / M_PI)
__global__ void gelu_forward_kernel(float *out, const float *inp, int N) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < N) { float xi = inp[i], cube = 0.044715f * xi * xi * xi; out[i] = 0.5f * xi * (1.0f + tanhf(GELU_SCALING_FACTOR * (xi + cube))); } }
__device__ inline float lerp(float start, float end, float weight) { return fma(weight, end, fma(-weight, start, start)); }
__global__ void adamw_kernel2(float *params, const float *grads, float *m_memory, float *v_memory, long num_parameters, float lr, float beta1, float beta2, float beta1_correction, float beta2_correction, float eps, float weight_decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= num_parameters) return;
    float grad = grads[i], m = m_memory[i], v = v_memory[i];
    m = lerp(grad, m, beta1); m_memory[i] = m;
    v = lerp(grad * grad, v, beta2); v_memory[i] = v;
    m /= beta1_correction; v /= beta2_correction;
    params[i] -= lr * (m / (sqrtf(v) + eps) + weight_decay * params[i]);
}
float *filled(size_t n, float scale) { float *p; cudaCheck(cudaMallocManaged(&p, n * sizeof(float))); for (size_t i = 0; i < n; i++) p[i] = scale * (float)((i * 7919) % 101) / 101.0f; return p; }
int main()
{
    const int B = 2, T = 32, C = 64, V = 100;
    int *tokens;
    cudaCheck(cudaMallocManaged(&tokens, B * T * sizeof(int)));
    for (int i = 0; i < B * T; i++) tokens[i] = i % V;
    float *wte = filled(V * C, 1), *wpe = filled(T * C, 1), *x = filled(B * T * C, 0), *ln = filled(B * T * C, 0), *w = filled(C, 0), *b = filled(C, 0), *mean = filled(B * T, 0), *rstd = filled(B * T, 0), *att = filled(B * T * T, 3), *p = filled(B * T * T, 0), *m = filled(C, 0), *v = filled(C, 0);
    for (int c = 0; c < C; c++) w[c] = 1;
    encoder_forward_kernel3<<<CEIL_DIV(B * T * C / 4, 256), 256>>>((float4 *)x, tokens, (float4 *)wte, (float4 *)wpe, B, T, C);
    layernorm_forward_kernel3<<<CEIL_DIV(B * T * 32, 128), 128>>>(ln, mean, rstd, x, w, b, B * T, C);
    gelu_forward_kernel<<<CEIL_DIV(B * T * C, 128), 128>>>(x, ln, B * T * C);
    softmax_forward_kernel5<<<CEIL_DIV(B * T * 32, 128), 128>>>(p, 1.0f, att, B, T);
    adamw_kernel2<<<1, C>>>(w, ln, m, v, C, 1e-3f, 0.9f, 0.999f, 0.1f, 0.001f, 1e-8f, 0.0f);
    cudaCheck(cudaGetLastError());
    cudaCheck(cudaDeviceSynchronize());
    double sum = 0, soft = 0;
    for (int c = 0; c < C; c++) sum += ln[5 * C + c];
    for (int t = 0; t <= 9; t++) soft += p[9 * T + t];
    printf("%g %g\n", sum, soft);
    return !(fabs(sum) < 1e-3 && fabs(soft - 1) < 1e-4);
}
