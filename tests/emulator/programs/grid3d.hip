/* Grids and blocks of three dimensions: every work-item finds its place once. */
#include "program.h"

__global__ void place(unsigned *seen, uint3 *where, dim3 size)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= size.x || y >= size.y || z >= size.z)
        return;
    unsigned i = (z * size.y + y) * size.x + x;
    atomicAdd(&seen[i], 1 + gridDim.x * 100 + gridDim.y * 10000 + gridDim.z * 1000000);
    where[i] = make_uint3(x, y, z);
}

static void test(dim3 size, dim3 block)
{
    const unsigned n = size.x * size.y * size.z;
    dim3 grid((size.x + block.x - 1) / block.x, (size.y + block.y - 1) / block.y,
              (size.z + block.z - 1) / block.z);
    array<unsigned> seen(std::vector<unsigned>(n, 0));
    array<uint3> where(n);
    place<<<grid, block>>>(seen.data, where.data, size);
    HIP(hipGetLastError());
    std::vector<unsigned> s = seen.get();
    std::vector<uint3> w = where.get();
    unsigned once = 1 + grid.x * 100 + grid.y * 10000 + grid.z * 1000000;
    for (unsigned i = 0; i < n; i++) {
        unsigned x = i % size.x, y = i / size.x % size.y, z = i / size.x / size.y;
        CHECK(s[i] == once, "%u: %u, not %u", i, s[i], once);
        CHECK(w[i].x == x && w[i].y == y && w[i].z == z, "%u: (%u,%u,%u)", i, w[i].x, w[i].y,
              w[i].z);
    }
}

int main()
{
    test(dim3(17, 11, 7), dim3(8, 4, 2));
    test(dim3(5, 6, 70), dim3(3, 5, 64));
    test(dim3(1, 1000, 1), dim3(1, 128, 1));
    test(dim3(33, 1, 9), dim3(1024, 1, 1));
    return report();
}
