// bf16 and fp8 as machine learning code uses them, in templates over all the types.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <type_traits>

template <typename T> struct Convert;
template <> struct Convert<half> {
    static __host__ __device__ float up(half x) { return __half2float(x); }
    static __host__ __device__ half down(float x) { return __float2half_rn(x); }
};
template <> struct Convert<nv_bfloat16> {
    static __host__ __device__ float up(nv_bfloat16 x) { return __bfloat162float(x); }
    static __host__ __device__ nv_bfloat16 down(float x) { return __float2bfloat16_rn(x); }
};
template <> struct Convert<__nv_fp8_e4m3> {
    static __host__ __device__ float up(__nv_fp8_e4m3 x) { return float(x); }
    static __host__ __device__ __nv_fp8_e4m3 down(float x) { return __nv_fp8_e4m3(x); }
};
template <> struct Convert<float> {
    static __host__ __device__ float up(float x) { return x; }
    static __host__ __device__ float down(float x) { return x; }
};

template <typename In, typename Out> __global__ void scale(const In *in, Out *out, float by)
{
    out[threadIdx.x] = Convert<Out>::down(Convert<In>::up(in[threadIdx.x]) * by);
}
template __global__ void scale<half, nv_bfloat16>(const half *, nv_bfloat16 *, float);
template __global__ void scale<nv_bfloat16, __nv_fp8_e4m3>(const nv_bfloat16 *, __nv_fp8_e4m3 *, float);
template __global__ void scale<__nv_fp8_e4m3, half>(const __nv_fp8_e4m3 *, half *, float);

template <typename T> __device__ T gelu(T x)
{
    const float v = static_cast<float>(x);
    return static_cast<T>(0.5f * v * (1.0f + erff(v * 0.70710678f)));
}

__global__ void activations(half *h, __nv_bfloat16 *b, float *f)
{
    h[0] = gelu(h[0]);
    b[0] = gelu(b[0]);
    f[0] = gelu(f[0]);
    b[1] = static_cast<float>(h[0]);
    h[1] = __half(b[0]);
    b[2] = static_cast<__nv_bfloat16>(h[2]);
    b[3] = __hmax(b[3], __float2bfloat16(0.0f));
    h[3] = __hmax(h[3], __float2half(0.0f));
    f[1] = b[4] > b[5] ? float(b[4]) : float(b[5]);
    f[2] = (float)(b[6] + b[7] * b[8] - b[9] / b[10]);
    b[11] += __nv_bfloat16(1);
    __nv_bfloat162 pair = __floats2bfloat162_rn(f[3], f[4]);
    pair = __hfma2(pair, pair, __bfloat162bfloat162(b[0]));
    f[5] = __low2float(pair) + __bfloat1622float2(pair).y + float(pair.x);
    pair.x = f[6];
    *reinterpret_cast<__nv_bfloat162 *>(b + 12) = pair;
    atomicAdd(reinterpret_cast<__nv_bfloat162 *>(b + 14), pair);
    atomicAdd(b + 16, b[17]);
    b[18] = __shfl_xor_sync(0xffffffff, b[18], 8);
    pair = __shfl_down_sync(0xffffffff, pair, 8);
    const unsigned bits = *reinterpret_cast<unsigned *>(&pair);
    f[7] = __uint_as_float(bits << 16) + __uint_as_float(bits & 0xffff0000u);
    b[19] = __hisnan(b[19]) ? CUDART_ZERO_BF16 : hexp2(__hneg(b[19]));
}

__global__ void bytes(const __nv_fp8x4_e4m3 *in, float4 *out, __nv_fp8x2_e5m2 *pairs, half2 *h,
                      unsigned char *raw, __nv_fp8_e8m0 *scales)
{
    const float4 v = float4(in[threadIdx.x]);
    out[threadIdx.x] = v;
    pairs[threadIdx.x] = __nv_fp8x2_e5m2(make_float2(v.x, v.y));
    h[threadIdx.x] = half2(pairs[threadIdx.x + 1]);
    raw[0] = __nv_cvt_float_to_fp8(v.z, __NV_SATFINITE, __NV_E4M3);
    raw[1] = __nv_fp8_e4m3(v.w).__x;
    const __half_raw r = __nv_cvt_fp8_to_halfraw(raw[1], __NV_E5M2);
    h[1].x = r;
    h[2] = __nv_cvt_fp8x2_to_halfraw2(static_cast<__nv_fp8x2_storage_t>(raw[0] | raw[1] << 8), __NV_E4M3);
    scales[0] = __nv_fp8_e8m0(v.x);
    scales[1].__x = __nv_cvt_float_to_e8m0(v.y, __NV_SATFINITE, cudaRoundPosInf);
    out[1].x = float(scales[1]);
}

static_assert(std::is_trivially_copyable<__nv_bfloat162>::value, "");
static_assert(sizeof(__nv_fp8x4_e5m2) == 4 && alignof(__nv_fp8x4_e5m2) == 4, "");
