// CUDA device code as users write it, over the compatibility headers: it must compile without a
// warning for every target. Values are checked on the host by convert_check.
#include <cassert>
#include <cuda.h>
#include <cuda/std/limits>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#if !defined(__CUDACC__) || CUDA_VERSION < 11080 || CUDART_VERSION != CUDA_VERSION
#error "the toolkit's version is not visible"
#endif
#if !defined(__CUDACC_VER_MAJOR__) || __CUDACC_VER_MAJOR__ != CUDA_VERSION / 1000
#error "the compiler's version is not visible"
#endif
#ifndef __DRIVER_TYPES_H__
#error "nvcc's implicit headers are not visible"
#endif

// A guard that drops code, without a word, where __CUDA_ARCH__ is not defined.
#if __CUDA_ARCH__ >= 800
#define GUARDED
#endif
#ifdef __HIP_DEVICE_COMPILE__
#if __CUDA_ARCH__ != KBUILD_CUDA_ARCH || !defined(GUARDED)
#error "the device pass has no __CUDA_ARCH__"
#endif
#endif

static_assert(cuda::std::numeric_limits<float>::max() > 1e38f, "limits");

template <class T> __device__ T warp_sum(T x)
{
    for (int mask = 16; mask > 0; mask >>= 1) {
        x += __shfl_xor_sync(0xffffffff, x, mask, 32);
    }
    return x;
}

extern "C" __global__ void shuffles(float *f, double *d, __half *h, __nv_bfloat16 *b, int *i)
{
    const int t = threadIdx.x;
    f[t] =
        warp_sum(f[t]) + __shfl_sync(0xffffffffu, f[t], 0) + __shfl_up_sync(0xffffffffu, f[t], 1);
    d[t] = warp_sum(d[t]) + __shfl_down_sync(0xffffffffu, d[t], 4, 16);
    h[t] = warp_sum(h[t]);
    b[t] = warp_sum(b[t]);
    const unsigned active = __activemask();
    i[t] = static_cast<int>(__ballot_sync(active, i[t] > 0)) + __any_sync(active, i[t]) +
           __all_sync(active, i[t]) + __popc(active);
    __syncwarp();
}

extern "C" __global__ void halves(__half *h, const __half *g, __half2 *h2)
{
    __half x = __ldg(g);
    x = __hmax_nan(x, h[1]) + __hmin_nan(x, h[2]) * __hmax(x, h[3]) - __hmin(x, __double2half(0.1));
    x = __hfma(x, x, __float2half(1.0f)) / __float2half_rn(3.0f);
    assert(__hisnan(x) == false && "a number");
    h[0] = __hlt(x, h[1]) ? CUDART_INF_FP16 : hexp(x);
    atomicAdd(&h[4], x);
    h2[0] = __hmax2(h2[0], h2[1]);
}

extern "C" __global__ void bfloats(__nv_bfloat16 *b, float *f, __nv_bfloat162 *b2, long long *l)
{
    __shared__ __nv_bfloat16 shared[64];
    shared[threadIdx.x] = b[threadIdx.x];
    __syncthreads();
    __nv_bfloat16 x = shared[63 - threadIdx.x];
    x += b[0];
    x *= __nv_bfloat16(2.0f);
    x = -x / static_cast<__nv_bfloat16>(3);
    x = x > b[1] ? hsqrt(x) : hexp(x) + hlog(x) + hsin(x) + hcos(x);
    x = __hmax(x, __hmin_nan(b[2], __habs(b[3])));
    x = __nv_bfloat16(3ull) + __nv_bfloat16(2u) + __nv_bfloat16(1l) + __nv_bfloat16(0.1);
    const float wide = x;
    f[0] = wide + __bfloat162float(b[4]) + static_cast<float>(b[5]);
    l[0] = static_cast<long long>(x) + static_cast<int>(x) + static_cast<unsigned char>(x);
    b[6] = __hisnan(x) ? CUDART_NAN_BF16 : __float2bfloat16(wide);
    b[7] = __ldg(&b[7]);
    atomicAdd(&b[8], x);
    b2[0] = __hfma2(b2[0], b2[1], __float2bfloat162_rn(1.0f)) + b2[2];
    f[1] = __bfloat1622float2(b2[0]).x;
}

template <class Fp8> __device__ float round_trip(float x)
{
    const Fp8 narrow(x);
    return static_cast<float>(narrow) + __half2float(static_cast<__half>(narrow)) +
           static_cast<float>(static_cast<__nv_bfloat16>(Fp8(1.0)));
}

extern "C" __global__ void bytes(float *f, __nv_fp8_e4m3 *e, const __nv_fp8_e4m3 by_value)
{
    f[0] = round_trip<__nv_fp8_e4m3>(f[0]) + round_trip<__nv_fp8_e5m2>(f[1]);
    e[0] = __nv_fp8_e4m3(f[2]);
    e[1] = by_value;
    e[2] = __nv_fp8_e4m3(3);
    f[3] = static_cast<unsigned char>(e[1]) + static_cast<int>(e[2]);
    f[4] = __half2float(__half(__nv_cvt_fp8_to_halfraw(e[3].__x, __NV_E4M3)));
    e[3].__x = __nv_cvt_float_to_fp8(f[5], __NV_SATFINITE, __NV_E4M3);
}

extern "C" __global__ void integers(int *i, unsigned *u, unsigned short *s, long long *l)
{
    i[0] = __dp4a(i[1], i[2], i[3]);
    u[0] = __vsubss4(u[1], u[2]) + __dp4a(u[3], u[4], u[5]);
    u[1] = min(i[4], u[6]) + max(i[5], u[7]) + min(u[8], i[6]);
    u[2] = static_cast<unsigned>(min(-1, 3u));
    s[0] = atomicCAS(&s[1], static_cast<unsigned short>(1), static_cast<unsigned short>(2));
    l[0] = atomicMin(&l[1], 5ll) + atomicMax(&l[2], 7ll);
    i[7] = __ldg(&i[8]) + static_cast<int>(cuda::std::numeric_limits<unsigned char>::max());
}
