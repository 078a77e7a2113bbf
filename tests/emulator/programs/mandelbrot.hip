/* Lanes that leave a loop one after another. In fixed point, so that host and device agree. */
#include "program.h"

__host__ __device__ int escape(long long cx, long long cy)
{
    const int shift = 28;
    long long x = 0, y = 0;
    int i = 0;
    for (; i < 200; i++) {
        long long xx = (x * x) >> shift, yy = (y * y) >> shift;
        if (xx + yy > 4ll << shift)
            break;
        y = ((2 * x * y) >> shift) + cy;
        x = xx - yy + cx;
    }
    return i;
}

__host__ __device__ int pixel(int x, int y, int w, int h)
{
    const long long one = 1ll << 28;
    return escape(3 * one * x / w - 2 * one, 2 * one * y / h - one);
}

__global__ void render(int *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = pixel(x, y, w, h);
}

int main()
{
    const int w = 61, h = 37;
    array<int> out(w * h);
    render<<<dim3((w + 15) / 16, (h + 7) / 8), dim3(16, 8)>>>(out.data, w, h);
    HIP(hipGetLastError());
    std::vector<int> r = out.get();
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            CHECK(r[y * w + x] == pixel(x, y, w, h), "(%d,%d): %d", x, y, r[y * w + x]);
    }
    return report();
}
