/* A matrix product in tiles that the threads of a block share. Sizes are no multiple of a tile. */
#include "program.h"

const int TILE = 16;

__global__ void multiply(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float at[TILE][TILE], bt[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int t = 0; t < k; t += TILE) {
        at[y][x] = row < m && t + x < k ? a[row * k + t + x] : 0;
        bt[y][x] = column < n && t + y < k ? b[(t + y) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += at[y][i] * bt[i][x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}

int main()
{
    const int m = 75, n = 61, k = 50;
    std::vector<float> a(m * k), b(k * n);
    lcg random{5};
    for (float &v : a)
        v = (int)(random.next() % 17) - 8; /* integers: sums are exact */
    for (float &v : b)
        v = (int)(random.next() % 17) - 8;
    array<float> da(a), db(b), dc(m * n);
    multiply<<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), dim3(TILE, TILE)>>>(
        da.data, db.data, dc.data, m, n, k);
    HIP(hipGetLastError());
    std::vector<float> c = dc.get();
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++)
                sum += a[i * k + l] * b[l * n + j];
            CHECK(c[i * n + j] == sum, "(%d,%d): %g, not %g", i, j, c[i * n + j], sum);
        }
    }
    return report();
}
