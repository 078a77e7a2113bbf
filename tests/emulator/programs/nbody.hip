/* Bodies that attract each other: float4 through LDS, rsqrtf, a long sum. */
#include "program.h"

const int BLOCK = 64;

__global__ void attract(const float4 *body, float3 *force, int n)
{
    __shared__ float4 tile[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float4 me = body[i < n ? i : 0];
    float3 sum = make_float3(0, 0, 0);
    for (int start = 0; start < n; start += BLOCK) {
        int j = start + threadIdx.x;
        tile[threadIdx.x] = j < n ? body[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < BLOCK; k++) {
            float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float scale = tile[k].w * inverse * inverse * inverse;
            sum.x += scale * dx;
            sum.y += scale * dy;
            sum.z += scale * dz;
        }
        __syncthreads();
    }
    if (i < n)
        force[i] = sum;
}

int main()
{
    const int n = 150;
    std::vector<float4> body(n);
    lcg random{19};
    for (float4 &b : body)
        b = make_float4(random.unit(), random.unit(), random.unit(), random.unit() + 0.5f);
    array<float4> dbody(body);
    array<float3> force(n);
    attract<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(dbody.data, force.data, n);
    HIP(hipGetLastError());
    std::vector<float3> r = force.get();
    for (int i = 0; i < n; i++) {
        double x = 0, y = 0, z = 0, size = 0;
        for (const float4 &b : body) {
            double dx = b.x - body[i].x, dy = b.y - body[i].y, dz = b.z - body[i].z;
            double scale = b.w / std::pow(dx * dx + dy * dy + dz * dz + 0.01f, 1.5);
            x += scale * dx;
            y += scale * dy;
            z += scale * dz;
            size += scale * (std::fabs(dx) + std::fabs(dy) + std::fabs(dz));
        }
        double error = std::fabs(r[i].x - x) + std::fabs(r[i].y - y) + std::fabs(r[i].z - z);
        CHECK(error <= 2e-6 * size, "%d: off by %g of %g", i, error, size);
    }
    return report();
}
