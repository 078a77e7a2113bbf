// Lennard-Jones forces with a cell list, float4 loads, and energies reduced by warps.
#include <cuda_runtime.h>
#include <vector_types.h>
#include <vector_functions.h>
#include <math_constants.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#define SQR(x) ((x) * (x))
typedef double real;
struct box_t { float3 lo, hi, period; float cutoff2; };
__device__ __forceinline__ float3 minimum_image(float3 d, const box_t &b) { d.x -= b.period.x * rintf(d.x / b.period.x); d.y -= b.period.y * rintf(__fdividef(d.y, b.period.y)); d.z -= b.period.z * nearbyintf(__frcp_rn(b.period.z) * d.z); return d; }
template <bool ENERGY>
__global__ void forces(int n, const float4 *__restrict__ xyzq, const int *__restrict__ neighbours, const int *__restrict__ count, int stride, box_t box, float4 *__restrict__ f, real *energy)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float e = 0.f;
    if (i < n) {
        const float4 me = __ldg(xyzq + i);
        float3 sum = make_float3(0.f, 0.f, 0.f);
        for (int k = 0; k < count[i]; ++k) {
            const int j = neighbours[k * stride + i];
            const float4 other = xyzq[j];
            const float3 d = minimum_image(make_float3(me.x - other.x, me.y - other.y, me.z - other.z), box);
            const float r2 = d.x * d.x + d.y * d.y + d.z * d.z;
            if (r2 < box.cutoff2) {
                const float r2inv = 1.0f / r2, r6inv = r2inv * r2inv * r2inv, force = r2inv * r6inv * (48.f * r6inv - 24.f);
                sum.x += d.x * force; sum.y += d.y * force; sum.z += d.z * force;
                if (ENERGY) e += 2.f * r6inv * (r6inv - 1.f) + 0.f * CUDART_PI_F;
            }
        }
        f[i] = make_float4(sum.x, sum.y, sum.z, isfinite(e) ? e : CUDART_INF_F);
    }
    if (ENERGY) {
        for (int m = 16; m; m >>= 1) e += __shfl_down_sync(~0u, e, m);
        if ((threadIdx.x & 31) == 0) atomicAdd(energy, (real)e);
    }
}
int main()
{
    const int side = 8, n = side * side * side, stride = n;
    float4 *x, *f; int *neigh, *count; real *energy;
    cudaMallocManaged(&x, n * sizeof(float4)); cudaMallocManaged(&f, n * sizeof(float4)); cudaMallocManaged(&neigh, n * 128 * sizeof(int)); cudaMallocManaged(&count, n * sizeof(int)); cudaMallocManaged(&energy, sizeof(real));
    const float a = 1.2f; box_t box; box.lo = make_float3(0, 0, 0); box.hi = box.period = make_float3(side * a, side * a, side * a); box.cutoff2 = SQR(2.0f);
    for (int i = 0; i < n; ++i) { x[i] = make_float4((i % side) * a, (i / side % side) * a, (i / side / side) * a, 0.f); count[i] = 0; }
    for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) {
        if (i == j) continue;
        float d[3] = {x[i].x - x[j].x, x[i].y - x[j].y, x[i].z - x[j].z}, r2 = 0;
        for (float &c : d) { c -= box.period.x * std::round(c / box.period.x); r2 += c * c; }
        if (r2 < box.cutoff2 && count[i] < 128) neigh[count[i]++ * stride + i] = j;
    }
    *energy = 0;
    forces<true><<<n / 128, 128>>>(n, x, neigh, count, stride, box, f, energy);
    forces<false><<<n / 128, 128>>>(n, x, neigh, count, stride, box, f, nullptr);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    float worst = 0;
    for (int i = 0; i < n; ++i) worst = fmaxf(worst, fabsf(f[i].x) + fabsf(f[i].y) + fabsf(f[i].z));
    printf("energy %f, largest force %g\n", *energy / n, worst);
    return !(*energy < 0 && worst < 1e-3f);
}
