/* Heat on a plate: a five-point stencil over a tile with its rim in LDS, some steps of it. */
#include "program.h"

#include <algorithm>

const int BX = 32, BY = 8;

__host__ __device__ float step_of(float c, float l, float r, float u, float d)
{
    return fmaf(0.125f, (l + r) + (u + d) - 4 * c, c);
}

__global__ void step(const float *in, float *out, int w, int h)
{
    __shared__ float tile[BY + 2][BX + 2];
    int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    for (int j = threadIdx.y; j < BY + 2; j += BY) {
        for (int i = threadIdx.x; i < BX + 2; i += BX) {
            int gx = min(max((int)blockIdx.x * BX + i - 1, 0), w - 1);
            int gy = min(max((int)blockIdx.y * BY + j - 1, 0), h - 1);
            tile[j][i] = in[gy * w + gx];
        }
    }
    __syncthreads();
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    if (x < w && y < h)
        out[y * w + x] = step_of(tile[j][i], tile[j][i - 1], tile[j][i + 1], tile[j - 1][i],
                                 tile[j + 1][i]);
}

int main()
{
    const int w = 70, h = 41, steps = 4;
    std::vector<float> a(w * h, 0), b(w * h);
    for (int i = 0; i < w; i++)
        a[20 * w + i] = 100;
    array<float> da(a), db(b);
    for (int s = 0; s < steps; s++) {
        dim3 grid((w + BX - 1) / BX, (h + BY - 1) / BY);
        step<<<grid, dim3(BX, BY)>>>(s % 2 ? db.data : da.data, s % 2 ? da.data : db.data, w, h);
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                auto at = [&](int i, int j) {
                    return a[std::min(std::max(j, 0), h - 1) * w + std::min(std::max(i, 0), w - 1)];
                };
                b[y * w + x] =
                    step_of(at(x, y), at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1));
            }
        }
        std::swap(a, b);
    }
    HIP(hipGetLastError());
    std::vector<float> r = da.get();
    for (int i = 0; i < w * h; i++)
        CHECK(std::fabs(r[i] - a[i]) <= 1e-5f * (1 + std::fabs(a[i])), "%d: %g, not %g", i, r[i],
              a[i]);
    return report();
}
