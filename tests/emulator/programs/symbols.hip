/* Variables of the device: constant memory and __device__ ones, written and read by the host. */
#include "program.h"

__constant__ float weights[8];
__constant__ int initialised[4] = {10, 20, 30, 40};
__device__ int counter = 5;
__device__ double table[16];
__managed__ int managed = 3;

__global__ void use(float *out)
{
    int i = threadIdx.x;
    out[i] = weights[i % 8] * initialised[i % 4];
    atomicAdd(&counter, 1);
    if (i < 16)
        table[i] = i * 0.5;
    if (i == 0)
        managed *= 7;
}

int main()
{
    float w[8];
    for (int i = 0; i < 8; i++)
        w[i] = i + 0.25f;
    HIP(hipMemcpyToSymbol(HIP_SYMBOL(weights), w, sizeof w));
    w[7] = 100;
    HIP(hipMemcpyToSymbol(HIP_SYMBOL(weights), &w[7], sizeof w[7], 7 * sizeof w[7]));
    array<float> out(64);
    use<<<1, 64>>>(out.data);
    HIP(hipGetLastError());
    std::vector<float> r = out.get();
    for (int i = 0; i < 64; i++)
        CHECK(r[i] == w[i % 8] * (10 * (i % 4 + 1)), "%d: %g", i, r[i]);
    int count = 0;
    double last = 0;
    void *address = nullptr;
    size_t size = 0;
    HIP(hipMemcpyFromSymbol(&count, HIP_SYMBOL(counter), sizeof count));
    CHECK(count == 69, "counter: %d", count);
    HIP(hipMemcpyFromSymbol(&last, HIP_SYMBOL(table), sizeof last, 15 * sizeof last));
    CHECK(last == 7.5, "table: %g", last);
    HIP(hipGetSymbolAddress(&address, HIP_SYMBOL(table)));
    HIP(hipGetSymbolSize(&size, HIP_SYMBOL(table)));
    CHECK(size == 128, "size: %zu", size);
    double via_address = 0;
    HIP(hipMemcpy(&via_address, (double *)address + 3, sizeof(double), hipMemcpyDeviceToHost));
    CHECK(via_address == 1.5, "by its address: %g", via_address);
    HIP(hipDeviceSynchronize());
    CHECK(managed == 21, "managed: %d", managed);
    return report();
}
