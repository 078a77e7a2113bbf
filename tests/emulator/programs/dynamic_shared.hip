/* LDS whose size the launch gives, beside some of a fixed size; up to all that a block may have. */
#include "program.h"

extern __shared__ unsigned char dynamic[];

__global__ void reverse(const int *in, int *out, int n)
{
    __shared__ int fixed[4];
    int *ints = reinterpret_cast<int *>(dynamic);
    if (threadIdx.x < 4)
        fixed[threadIdx.x] = 1000 * threadIdx.x;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        ints[i] = in[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = ints[n - 1 - i] + fixed[i % 4];
}

int main()
{
    for (int n : {1, 100, 4096, 16380}) { /* the last is 64 KiB with the fixed ones */
        std::vector<int> in(n);
        for (int i = 0; i < n; i++)
            in[i] = i * 7;
        array<int> din(in), out(n);
        reverse<<<1, 256, n * sizeof(int)>>>(din.data, out.data, n);
        HIP(hipGetLastError());
        std::vector<int> r = out.get();
        for (int i = 0; i < n; i++)
            CHECK(r[i] == (n - 1 - i) * 7 + 1000 * (i % 4), "%d of %d: %d", i, n, r[i]);
    }
    array<int> one(1);
    reverse<<<1, 64, 65536>>>(one.data, one.data, 1);
    CHECK(hipGetLastError() != hipSuccess, "more LDS than there is");
    return report();
}
