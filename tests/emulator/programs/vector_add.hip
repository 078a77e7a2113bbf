/* The sum of two vectors, with a last block that is not full. */
#include "program.h"

__global__ void add(const float *a, const float *b, float *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i] = a[i] + b[i];
}

int main()
{
    const int n = 100003;
    std::vector<float> a(n), b(n);
    lcg random{1};
    for (int i = 0; i < n; i++) {
        a[i] = random.unit();
        b[i] = random.unit() * 1000;
    }
    array<float> da(a), db(b), sum(n);
    add<<<(n + 255) / 256, 256>>>(da.data, db.data, sum.data, n);
    HIP(hipGetLastError());
    std::vector<float> r = sum.get();
    for (int i = 0; i < n; i++)
        CHECK(r[i] == a[i] + b[i], "%d: %a", i, r[i]);
    return report();
}
