/* Many host threads, each with its stream, its memory and its own last error. */
#include "program.h"

#include <thread>

__global__ void work(int *v, int n, int seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = v[i] * 3 + seed;
}

static void one(int id, int *wrong)
{
    const int n = 3000, rounds = 10;
    hipStream_t stream;
    int *device, expected = id, count = 0;
    std::vector<int> host(n, id);
    HIP(hipGetDeviceCount(&count));
    HIP(hipSetDevice(id % count));
    HIP(hipStreamCreate(&stream));
    HIP(hipMalloc((void **)&device, n * sizeof(int)));
    HIP(hipMemcpyAsync(device, host.data(), n * sizeof(int), hipMemcpyHostToDevice, stream));
    if (id % 2)
        (void)hipSetDevice(12345); /* an error of this thread alone */
    for (int r = 0; r < rounds; r++) {
        work<<<(n + 127) / 128, 128, 0, stream>>>(device, n, id + r);
        expected = expected * 3 + id + r;
    }
    HIP(hipMemcpyAsync(host.data(), device, n * sizeof(int), hipMemcpyDeviceToHost, stream));
    HIP(hipStreamSynchronize(stream));
    for (int v : host)
        *wrong += v != expected;
    HIP(hipFree(device));
    HIP(hipStreamDestroy(stream));
}

int main()
{
    const int count = 8;
    std::vector<std::thread> threads;
    int wrong[count] = {0};
    for (int i = 0; i < count; i++)
        threads.emplace_back(one, i, &wrong[i]);
    for (int i = 0; i < count; i++) {
        threads[i].join();
        CHECK(wrong[i] == 0, "thread %d: %d wrong", i, wrong[i]);
    }
    CHECK(hipGetLastError() == hipSuccess, "an error of another thread");
    return report();
}
