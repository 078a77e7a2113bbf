/* Large arrays of a lane, which live in scratch: indexed by computed numbers, passed by address. */
#include "program.h"

const int SIZE = 300;

__device__ __noinline__ void fill(int *values, int seed)
{
    for (int i = 0; i < SIZE; i++)
        values[i] = (seed * 31 + i * 17) % 1009;
}

__device__ __noinline__ void sort(int *values)
{
    for (int gap = SIZE / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < SIZE; i++) {
            int v = values[i], j = i;
            for (; j >= gap && values[j - gap] > v; j -= gap)
                values[j] = values[j - gap];
            values[j] = v;
        }
    }
}

__global__ void work(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, values[SIZE];
    unsigned char bytes[256];
    double small[8];
    if (i >= n)
        return;
    fill(values, i);
    sort(values);
    for (int k = 0; k < 256; k++)
        bytes[k ^ (i & 255)] = (unsigned char)values[k];
    for (int k = 0; k < 8; k++)
        small[(k + i) % 8] = values[k * 3];
    bool sorted = true;
    for (int k = 1; k < SIZE; k++)
        sorted &= values[k - 1] <= values[k];
    int first = small[i % 8] == values[0];
    out[i] = sorted ? values[i % SIZE] + 1000 * bytes[i % 256] + 100000000 * first : -1;
}

int main()
{
    const int n = 130;
    array<int> out(n);
    work<<<(n + 63) / 64, 64>>>(out.data, n);
    HIP(hipGetLastError());
    std::vector<int> r = out.get();
    for (int i = 0; i < n; i++) {
        std::vector<int> v(SIZE);
        for (int k = 0; k < SIZE; k++)
            v[k] = (i * 31 + k * 17) % 1009;
        for (size_t a = 0; a < v.size(); a++) {
            for (size_t b = a + 1; b < v.size(); b++) {
                if (v[b] < v[a])
                    std::swap(v[a], v[b]);
            }
        }
        int e = v[i % SIZE] + 1000 * (unsigned char)v[(i % 256) ^ (i & 255)] + 100000000;
        CHECK(r[i] == e, "%d: %d, not %d", i, r[i], e);
    }
    return report();
}
