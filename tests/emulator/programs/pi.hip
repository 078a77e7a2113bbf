/* Pi by chance: integer random numbers, the same on host and device, counted by a ballot. */
#include "program.h"

__host__ __device__ bool hits(unsigned seed)
{
    unsigned x = seed * 2654435761u ^ 0x9e3779b9u;
    unsigned v[2];
    for (unsigned &r : v) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        r = x >> 16;
    }
    return (unsigned long long)v[0] * v[0] + (unsigned long long)v[1] * v[1] < 1ull << 32;
}

__global__ void count(unsigned n, unsigned long long *inside)
{
    unsigned long long mine = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine += __popcll(__ballot(hits(i)));
    /* every lane of a wave counted the whole wave, while all of them were there */
    if (threadIdx.x % warpSize == 0)
        atomicAdd(inside, mine);
}

int main()
{
    const unsigned n = 1 << 16;
    array<unsigned long long> inside(std::vector<unsigned long long>{0});
    count<<<16, 256>>>(n, inside.data);
    HIP(hipGetLastError());
    unsigned long long expected = 0, r = inside.get()[0];
    for (unsigned i = 0; i < n; i++)
        expected += hits(i);
    CHECK(r == expected, "%llu, not %llu", r, expected);
    CHECK(std::fabs(4.0 * (double)r / n - 3.14159) < 0.05, "pi is %g", 4.0 * (double)r / n);
    return report();
}
