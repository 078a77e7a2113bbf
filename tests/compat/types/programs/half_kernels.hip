// Kernels in the styles that people write half precision in: members of half2, implicit conversions,
// bits through pointers and unions, packed loads, shared memory, kernel arguments.
#include <cuda_fp16.h>

__device__ float members(const half2 *v)
{
    half2 pair = v[0];
    float sum = pair.x;
    sum += float(pair.y) + __half2float(v[1].x);
    pair.x = 1.0f;
    pair.y = pair.x + __float2half(2.5f);
    pair.x += v[2].y;
    half low = pair.x, high = (half)pair.y;
    if (low < high && pair.x != pair.y) {
        sum += static_cast<float>(low) * 0.5f;
    }
    return sum + fabsf(pair.x) + expf(low);
}

__global__ void conversions(half *out, const float *in, int n, half by_value, half2 pair_by_value)
{
    __shared__ half tile[64];
    __shared__ half2 pairs[32];
    const int i = threadIdx.x;
    half h = in[i];
    half from_int = 3, from_double = 0.5, zero(0), copy{h};
    h = 7;
    h = 1.0;
    h += from_int;
    h *= from_double;
    h -= by_value;
    h /= half(2.0f);
    ++h;
    h--;
    h = -h;
    const int whole = h;
    const unsigned short bits = __half_as_ushort(h);
    const bool positive = h > zero;
    out[i] = positive ? h : copy;
    out[i] = n > 3 ? __float2half(0.0f) : out[i];
    tile[i] = __hadd(h, by_value);
    pairs[i / 2] = __halves2half2(h, __low2half(pair_by_value));
    __syncthreads();
    if (h) {
        out[whole + bits] = tile[63 - i] + pairs[i / 2].y;
    }
    *reinterpret_cast<unsigned short *>(&out[i]) ^= 0x8000;
}

union Packed {
    float4 vector;
    half2 pairs[4];
    half elements[8];
    unsigned words[4];
};

__global__ void packed(float4 *data, unsigned *words)
{
    Packed a, b;
    a.vector = data[threadIdx.x];
    b.vector = data[threadIdx.x + 32];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        a.pairs[i] = __hfma2(a.pairs[i], b.pairs[i], __float2half2_rn(1.0f));
        a.pairs[i] = a.pairs[i] * b.pairs[i] + __hmax2(a.pairs[i], b.pairs[i]);
        a.elements[2 * i] = __hmul(a.elements[2 * i], b.elements[2 * i + 1]);
    }
    data[threadIdx.x] = a.vector;
    const half2 one = *reinterpret_cast<const half2 *>(&words[0]);
    words[1] = *reinterpret_cast<const unsigned *>(&one);
    half2 sum = __hadd2(one, *(half2 *)(&words[2]));
    words[3] = (unsigned &)sum;
    __HALF2_TO_UI(sum) = words[4];
    float2 wide = __half22float2(sum);
    words[5] = __float_as_uint(wide.x + wide.y);
}

template <typename T> __device__ T warp_sum(T x)
{
    for (int offset = 16; offset > 0; offset /= 2) {
        x = x + __shfl_xor_sync(0xffffffff, x, offset);
    }
    return x;
}

template <typename T> __global__ void reduce(const T *in, T *out)
{
    const T sum = warp_sum(in[threadIdx.x]);
    if (threadIdx.x == 0) {
        atomicAdd(out, sum);
    }
    out[1] = __shfl_sync(0xffffffff, sum, 0) + __shfl_down_sync(0xffffffff, sum, 1, 16);
}
template __global__ void reduce<half>(const half *, half *);
template __global__ void reduce<half2>(const half2 *, half2 *);

struct Vector8 {
    half2 a, b, c, d;
};

__global__ void structures(Vector8 v, Vector8 *out, const half *__restrict__ in)
{
    v.a = __ldg(reinterpret_cast<const half2 *>(in));
    v.b.x = __ldg(in + 2);
    v.c = make_half2(in[4], hexp(in[5]));
    v.d = h2rsqrt(__hneg2(__habs2(v.c)));
    *out = v;
    out[1] = Vector8{v.a, v.b, half2(in[0], in[1]), {in[2], in[3]}};
    const half constants[] = {half(1.0f), __ushort_as_half(0x3c00), CUDART_INF_FP16};
    out[2].a = __half2half2(constants[threadIdx.x % 3]);
    volatile __half_raw raw;
    raw.x = 0x3c00;
    out[2].b.x = __half_raw{0x4000};
    out[2].c = __half2_raw{1, 2};
    out[3].d = __float22half2_rn(make_float2(1.0f, 2.0f));
    out[4].a = __hlt(v.a.x, v.b.x) && __hbgt2(v.a, v.b) ? __heq2(v.a, v.b) : v.a;
}

__device__ float members_used;
__global__ void use_members(const half2 *v)
{
    members_used = members(v);
}
