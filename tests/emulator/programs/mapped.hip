/* Kernels that reach memory of virtual memory management, of arrays and of a graph. */
#include "program.h"

#include <algorithm>

__global__ void add(int *v, size_t count, int what)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < count)
        v[i] += what;
}

static void two_memories_are_one_range()
{
    hipMemAllocationProp wish = {};
    wish.type = hipMemAllocationTypePinned;
    wish.location.type = hipMemLocationTypeDevice;
    wish.location.id = 0;
    size_t size;
    HIP(hipMemGetAllocationGranularity(&size, &wish, hipMemAllocationGranularityRecommended));
    hipMemGenericAllocationHandle_t memory[2];
    void *at;
    HIP(hipMemAddressReserve(&at, size * 2, 0, nullptr, 0));
    for (int i = 0; i < 2; i++) {
        HIP(hipMemCreate(&memory[i], size, &wish, 0));
        HIP(hipMemMap(static_cast<char *>(at) + i * size, size, 0, memory[i], 0));
    }
    hipMemAccessDesc access = {wish.location, hipMemAccessFlagsProtReadWrite};
    HIP(hipMemSetAccess(at, size * 2, &access, 1));
    size_t count = size * 2 / sizeof(int);
    HIP(hipMemset(at, 0, size * 2));
    add<<<dim3((count + 255) / 256), dim3(256)>>>(static_cast<int *>(at), count, 7);
    std::vector<int> r(count);
    HIP(hipMemcpy(r.data(), at, size * 2, hipMemcpyDeviceToHost));
    for (size_t i = 0; i < count; i++)
        CHECK(r[i] == 7, "%zu: %d", i, r[i]);
    HIP(hipMemUnmap(at, size * 2));
    add<<<dim3(1), dim3(64)>>>(static_cast<int *>(at), 64, 1);
    CHECK(hipDeviceSynchronize() == hipErrorIllegalAddress, "it is gone");
    (void)hipGetLastError();
    for (int i = 0; i < 2; i++)
        HIP(hipMemRelease(memory[i]));
    HIP(hipMemAddressFree(at, size * 2));
}

/* Memory that is allocated and freed while a stream is captured: the graph can be launched twice. */
static void a_captured_allocation_is_the_graphs()
{
    const size_t count = 1000;
    std::vector<int> in(count), out(count);
    for (size_t i = 0; i < count; i++)
        in[i] = (int)(i * 3);
    hipStream_t stream;
    hipGraph_t graph;
    hipGraphExec_t exec;
    int *v;
    HIP(hipStreamCreate(&stream));
    HIP(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    HIP(hipMallocAsync(reinterpret_cast<void **>(&v), count * sizeof *v, stream));
    HIP(hipMemcpyAsync(v, in.data(), count * sizeof *v, hipMemcpyHostToDevice, stream));
    add<<<dim3(4), dim3(256), 0, stream>>>(v, count, 5);
    HIP(hipMemcpyAsync(out.data(), v, count * sizeof *v, hipMemcpyDeviceToHost, stream));
    HIP(hipFreeAsync(v, stream));
    HIP(hipStreamEndCapture(stream, &graph));
    HIP(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    HIP(hipGraphDestroy(graph));
    for (int round = 0; round < 2; round++) {
        std::fill(out.begin(), out.end(), 0);
        HIP(hipGraphLaunch(exec, stream));
        HIP(hipStreamSynchronize(stream));
        for (size_t i = 0; i < count; i++)
            CHECK(out[i] == in[i] + 5, "round %d, %zu: %d", round, i, out[i]);
    }
    HIP(hipGraphExecDestroy(exec));
    CHECK(hipMemset(v, 0, 4) == hipErrorInvalidValue, "it went with the graph");
    (void)hipGetLastError();
    HIP(hipStreamDestroy(stream));
}

int main()
{
    two_memories_are_one_range();
    a_captured_allocation_is_the_graphs();
    return report();
}
