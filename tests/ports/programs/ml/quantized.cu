// Blocks of quantised weights times quantised activations: byte dot products, packed halves.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#define QK4_0 32
#define QI4_0 (QK4_0 / (4 * 2))
#define QK8_1 32
#define WARP_SIZE 32
#define MIN_CC_DP4A 610
#define GGML_UNUSED(x) (void)(x)
#ifdef __CUDA_ARCH__
#define NO_DEVICE_CODE no_device_code(__FILE__, __LINE__, __FUNCTION__, __CUDA_ARCH__)
#else
#define NO_DEVICE_CODE // only for the device
#endif
typedef struct { half d; uint8_t qs[QK4_0 / 2]; } block_q4_0;
static_assert(sizeof(block_q4_0) == sizeof(half) + QK4_0 / 2, "wrong q4_0 block size/padding");
typedef struct { half2 ds; int8_t qs[QK8_1]; } block_q8_1;
static_assert(sizeof(block_q8_1) == 2 * sizeof(half) + QK8_1, "wrong q8_1 block size/padding");
[[noreturn]] static __device__ void no_device_code(const char *file_name, const int line, const char *function_name, const int arch)
{
    printf("%s:%d: ERROR: kernel %s has no device code compatible with CUDA arch %d.\n", file_name, line, function_name, arch);
    __trap();
    GGML_UNUSED(no_device_code);
}
static __device__ __forceinline__ int get_int_from_uint8(const uint8_t *x8, const int &i32)
{
    const uint16_t *x16 = (const uint16_t *)(x8 + sizeof(int) * i32);
    int x32 = 0;
    x32 |= x16[0] << 0; x32 |= x16[1] << 16;
    return x32;
}
static __device__ __forceinline__ int ggml_cuda_dp4a(const int a, const int b, int c)
{
#if __CUDA_ARCH__ >= MIN_CC_DP4A
    return __dp4a(a, b, c);
#else
    const int8_t *a8 = (const int8_t *)&a, *b8 = (const int8_t *)&b;
    return c + a8[0] * b8[0] + a8[1] * b8[1] + a8[2] * b8[2] + a8[3] * b8[3];
#endif
}
template <int width = WARP_SIZE> static __device__ __forceinline__ float warp_reduce_sum(float x)
{
#pragma unroll
    for (int offset = width / 2; offset > 0; offset >>= 1) x += __shfl_xor_sync(0xffffffff, x, offset, width);
    return x;
}
static __device__ __forceinline__ half2 warp_reduce_max(half2 x)
{
#if !(defined(GGML_USE_HIP) && defined(__HIP_PLATFORM_AMD__)) && __CUDA_ARCH__ >= 700
#pragma unroll
    for (int offset = WARP_SIZE / 2; offset > 0; offset >>= 1) x = __hmax2(x, __shfl_xor_sync(0xffffffff, x, offset, WARP_SIZE));
    return x;
#else
    GGML_UNUSED(x);
    NO_DEVICE_CODE;
#endif
}
template <int vdr> static __device__ __forceinline__ float vec_dot_q4_0_q8_1_impl(const int *v, const int *u, const float &d4, const half2 &ds8)
{
    int sumi = 0;
#pragma unroll
    for (int i = 0; i < vdr; ++i) {
        const int vi0 = (v[i] >> 0) & 0x0F0F0F0F, vi1 = (v[i] >> 4) & 0x0F0F0F0F;
        sumi = ggml_cuda_dp4a(vi0, u[2 * i + 0], sumi);
        sumi = ggml_cuda_dp4a(vi1, u[2 * i + 1], sumi);
    }
    const float2 ds8f = __half22float2(ds8);
    return d4 * (sumi * ds8f.x - (8 * vdr / QI4_0) * ds8f.y);
}
static __global__ void quantize_q8_1(const float *__restrict__ x, void *__restrict__ vy, const int kx)
{
    const int ix = blockDim.x * blockIdx.x + threadIdx.x;
    if (ix >= kx) return;
    block_q8_1 *y = (block_q8_1 *)vy;
    const int ib = ix / QK8_1, iqs = ix % QK8_1;
    const float xi = x[ix];
    float amax = fabsf(xi), sum = xi;
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1) { amax = fmaxf(amax, __shfl_xor_sync(0xffffffff, amax, mask, 32)); sum += __shfl_xor_sync(0xffffffff, sum, mask, 32); }
    const float d = amax / 127;
    const int8_t q = amax == 0.0f ? 0 : roundf(xi / d);
    y[ib].qs[iqs] = q;
    if (iqs > 0) return;
    reinterpret_cast<half &>(y[ib].ds.x) = d;
    reinterpret_cast<half &>(y[ib].ds.y) = sum;
}
static __global__ void mul_mat_vec_q4_0(const void *__restrict__ vx, const void *__restrict__ vy, float *__restrict__ dst, const int ncols, const int nrows)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= nrows) return;
    const int blocks_per_row = ncols / QK4_0;
    const block_q4_0 *x = (const block_q4_0 *)vx;
    const block_q8_1 *y = (const block_q8_1 *)vy;
    float tmp = 0.0f;
    for (int i = threadIdx.x; i < blocks_per_row; i += WARP_SIZE) {
        int v[QI4_0], u[2 * QI4_0];
#pragma unroll
        for (int k = 0; k < QI4_0; ++k) {
            v[k] = get_int_from_uint8(x[row * blocks_per_row + i].qs, k);
            u[2 * k] = *((const int *)(y[i].qs + 4 * k)); u[2 * k + 1] = *((const int *)(y[i].qs + 4 * (k + QI4_0)));
        }
        tmp += vec_dot_q4_0_q8_1_impl<QI4_0>(v, u, x[row * blocks_per_row + i].d, y[i].ds);
    }
    tmp = warp_reduce_sum<>(tmp);
    if (ncols < 0) tmp += __low2float(warp_reduce_max(y[0].ds));
    if (threadIdx.x == 0) dst[row] = tmp;
}
typedef void (*dequantize_kernel_t)(const void *vx, const int ib, const int iqs, float2 &v);
static __device__ __forceinline__ void dequantize_q4_0(const void *vx, const int ib, const int iqs, float2 &v) { const block_q4_0 *x = (const block_q4_0 *)vx; const float d = x[ib].d; const int vui = x[ib].qs[iqs]; v.x = ((vui & 0xF) - 8.0f) * d; v.y = ((vui >> 4) - 8.0f) * d; }
template <int qk, dequantize_kernel_t dequantize_kernel, typename dst_t> static __global__ void dequantize_block(const void *__restrict__ vx, dst_t *__restrict__ y, const int k)
{
    const int i = 2 * (blockDim.x * blockIdx.x + threadIdx.x);
    if (i >= k) return;
    const int ib = i / qk, iqs = (i % qk) / 2, iybs = i - i % qk;
    float2 v;
    dequantize_kernel(vx, ib, iqs, v);
    y[iybs + iqs] = v.x; y[iybs + iqs + qk / 2] = v.y;
}
int main()
{
    const int cols = 1024, rows = 64;
    block_q4_0 *w; block_q8_1 *a; float *x, *y, *dense; half *dense16;
    cudaMallocManaged((void **)&w, rows * cols / QK4_0 * sizeof(block_q4_0)); cudaMallocManaged((void **)&a, cols / QK8_1 * sizeof(block_q8_1)); cudaMallocManaged((void **)&x, cols * 4); cudaMallocManaged((void **)&y, rows * 4); cudaMallocManaged((void **)&dense, rows * cols * 4); cudaMallocManaged((void **)&dense16, rows * cols * 2);
    for (int b = 0; b < rows * cols / QK4_0; ++b) { w[b].d = __float2half(0.02f); for (int i = 0; i < QK4_0 / 2; ++i) w[b].qs[i] = rand(); }
    for (int i = 0; i < cols; ++i) x[i] = (i % 11) * 0.1f - 0.5f;
    quantize_q8_1<<<cols / 256, 256>>>(x, a, cols);
    mul_mat_vec_q4_0<<<rows / 2, dim3(WARP_SIZE, 2, 1)>>>(w, a, y, cols, rows);
    dequantize_block<QK4_0, dequantize_q4_0><<<rows * cols / 512, 256>>>(w, dense, rows * cols);
    dequantize_block<QK4_0, dequantize_q4_0><<<rows * cols / 512, 256>>>(w, dense16, rows * cols);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (int r = 0; r < rows; ++r) { double sum = 0; for (int c = 0; c < cols; ++c) sum += dense[r * cols + c] * x[c]; if (fabs(sum - y[r]) > 0.2) { printf("%d: %f %f\n", r, sum, y[r]); return 1; } }
    return 0;
}
