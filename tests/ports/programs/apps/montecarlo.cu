// Option prices by simulation with a counter-based generator, against the closed formula.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
struct TOptionData { float S, X, T, R, V; };
static double CND(double d) { return 0.5 * erfc(-d / sqrt(2.0)); }
extern "C" void BlackScholesCall(double &callResult, TOptionData o)
{
    double sqrtT = sqrt(o.T), d1 = (log(o.S / o.X) + (o.R + 0.5 * o.V * o.V) * o.T) / (o.V * sqrtT), d2 = d1 - o.V * sqrtT;
    callResult = o.S * CND(d1) - o.X * exp(-o.R * o.T) * CND(d2);
}
__device__ uint4 philox(uint4 ctr, uint2 key)
{
#pragma unroll
    for (int i = 0; i < 10; i++) {
        const unsigned hi0 = __umulhi(0xD2511F53u, ctr.x), lo0 = 0xD2511F53u * ctr.x, hi1 = __umulhi(0xCD9E8D57u, ctr.z), lo1 = 0xCD9E8D57u * ctr.z;
        ctr = make_uint4(hi1 ^ ctr.y ^ key.x, lo1, hi0 ^ ctr.w ^ key.y, lo0);
        key.x += 0x9E3779B9u; key.y += 0xBB67AE85u;
    }
    return ctr;
}
__device__ inline float endCallValue(float S, float X, float r, float MuByT, float VBySqrtT) { float callValue = S * __expf(MuByT + VBySqrtT * r) - X; return (callValue > 0.0F) ? callValue : 0.0F; }
__global__ __launch_bounds__(256) void MonteCarlo(TOptionData o, double2 *sums, int paths)
{
    const float MuByT = (o.R - 0.5f * o.V * o.V) * o.T, VBySqrtT = o.V * sqrtf(o.T);
    __shared__ double s_sum[256], s_sum2[256];
    double sum = 0, sum2 = 0;
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < paths; p += blockDim.x * gridDim.x) {
        const uint4 bits = philox(make_uint4(p, 0, 0, 0), make_uint2(0xdeadbeef, 42));
        const float u1 = ((bits.x >> 8) + 0.5f) * exp2f(-24), u2 = (bits.y >> 8) * ldexpf(1.0f, -24);
        float s, c;
        sincosf(6.2831853f * u2, &s, &c);
        const float r = sqrtf(-2.0f * logf(u1)), v = endCallValue(o.S, o.X, r * c, MuByT, VBySqrtT), w = endCallValue(o.S, o.X, r * s, MuByT, VBySqrtT);
        sum += v + w; sum2 += (double)v * v + (double)w * w;
    }
    s_sum[threadIdx.x] = sum; s_sum2[threadIdx.x] = sum2;
    for (int stride = blockDim.x / 2; stride; stride >>= 1) {
        __syncthreads();
        if (threadIdx.x < stride) { s_sum[threadIdx.x] += s_sum[threadIdx.x + stride]; s_sum2[threadIdx.x] += s_sum2[threadIdx.x + stride]; }
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = make_double2(s_sum[0], s_sum2[0]);
}
int main()
{
    const TOptionData o = {30.0f, 32.0f, 1.0f, 0.06f, 0.10f};
    const int paths = 1 << 20, blocks = 64;
    double2 *sums; double exact, sum = 0;
    cudaMallocManaged(&sums, blocks * sizeof(double2));
    MonteCarlo<<<blocks, 256>>>(o, sums, paths);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (int b = 0; b < blocks; b++) sum += sums[b].x;
    BlackScholesCall(exact, o);
    const double price = exp(-o.R * o.T) * sum / (2.0 * paths);
    printf("%f, exact %f\n", price, exact);
    return std::fabs(price - exact) > 0.02;
}
