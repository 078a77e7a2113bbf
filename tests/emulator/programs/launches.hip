/* What a launch gives a kernel: its place in the grid, and its arguments. */
#include "program.h"

/* Grids and blocks of three dimensions: every work-item finds its place once. */
namespace grid3d
{
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

static void run()
{
    test(dim3(17, 11, 7), dim3(8, 4, 2));
    test(dim3(5, 6, 70), dim3(3, 5, 64));
    test(dim3(1, 1000, 1), dim3(1, 128, 1));
    test(dim3(33, 1, 9), dim3(1024, 1, 1));
}
} // namespace grid3d

/* Arguments of every size and alignment, by value; sizes that are not a multiple of a load's. */
namespace kernarg
{
struct large {
    long long values[40];
};
struct odd {
    char bytes[3];
};

__global__ void three(float3 v, float *out)
{
    out[threadIdx.x] = v.x + v.y * 10 + v.z * 100;
}
__global__ void last(float *out, float3 v)
{
    out[threadIdx.x] = v.x + v.y * 10 + v.z * 100;
}
__global__ void small(char a, bool b, short c, odd d, unsigned char e, double f, float *out)
{
    out[threadIdx.x] = a + b * 10 + c + d.bytes[2] + e + (float)f;
}
__global__ void big(large v, int which, long long *out)
{
    out[threadIdx.x] = v.values[which];
}
__global__ void nothing()
{
}

static void run()
{
    array<float> out(64);
    float3 v = make_float3(1, 2, 3);
    auto all = [&](float expected, const char *name) {
        HIP(hipGetLastError());
        for (float r : out.get())
            CHECK(r == expected, "%s: %g, not %g", name, r, expected);
    };
    three<<<1, 64>>>(v, out.data);
    all(321, "three");
    last<<<1, 64>>>(out.data, v);
    all(321, "last");
    small<<<1, 64>>>(-5, true, 300, odd{{1, 2, 7}}, 200, 0.5, out.data);
    all(-5 + 10 + 300 + 7 + 200 + 0.5f, "small");
    large l;
    for (int i = 0; i < 40; i++)
        l.values[i] = (long long)i << 33;
    array<long long> wide(32);
    for (int which : {0, 17, 39}) {
        big<<<1, 32>>>(l, which, wide.data);
        for (long long r : wide.get())
            CHECK(r == (long long)which << 33, "big %d: %lld", which, r);
    }
    nothing<<<1, 1>>>();
    HIP(hipGetLastError());
}
} // namespace kernarg

int main()
{
    grid3d::run();
    kernarg::run();
    return report();
}
