/* Bitonic sort of pairs: in LDS where partners are of one block, else through memory. */
#include "program.h"

#include <algorithm>

struct entry {
    unsigned key, value;
};
const int BLOCK = 256;

__device__ void order(entry &a, entry &b, bool up)
{
    if (up ? b.key < a.key : a.key < b.key) {
        entry t = a;
        a = b;
        b = t;
    }
}

__global__ void sort_far(entry *all, unsigned size, unsigned step)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, partner = i ^ step;
    if (i < partner)
        order(all[i], all[partner], (i & size) == 0);
}

__global__ void sort_near(entry *all, unsigned size, unsigned step)
{
    __shared__ entry part[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    part[t] = all[i];
    for (; step > 0; step /= 2) {
        __syncthreads();
        unsigned partner = t ^ step;
        if (t < partner)
            order(part[t], part[partner], (i & size) == 0);
    }
    __syncthreads();
    all[i] = part[t];
}

int main()
{
    const unsigned n = 2048;
    std::vector<entry> in(n);
    lcg random{17};
    for (unsigned i = 0; i < n; i++)
        in[i] = entry{random.next() << 11 | i, i}; /* keys differ */
    array<entry> all(in);
    for (unsigned size = 2; size <= n; size *= 2) {
        for (unsigned step = size / 2; step >= BLOCK; step /= 2)
            sort_far<<<n / BLOCK, BLOCK>>>(all.data, size, step);
        sort_near<<<n / BLOCK, BLOCK>>>(all.data, size, std::min(size / 2, (unsigned)BLOCK / 2));
    }
    HIP(hipGetLastError());
    std::vector<entry> r = all.get();
    std::sort(in.begin(), in.end(), [](entry a, entry b) { return a.key < b.key; });
    for (unsigned i = 0; i < n; i++)
        CHECK(r[i].key == in[i].key && r[i].value == in[i].value, "%u: %u", i, r[i].key);
    return report();
}
