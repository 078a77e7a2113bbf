/* Memory: copies of every kind, memory of the host, variables of a module. */
#include "program.h"

#include <algorithm>

/* Memory of every kind: pitched rows, pinned and mapped, registered and managed; copies between all
 * of them, memset of bytes, words and rows. */
namespace copies
{
__global__ void add_rows(char *base, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width && y < height)
        reinterpret_cast<int *>(base + y * pitch)[x] += y;
}

__global__ void negate(int *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = -v[i];
}

static void test_rows()
{
    const int width = 37, height = 9;
    char *rows = nullptr;
    size_t pitch = 0;
    std::vector<int> in(width * height), out(width * height);
    for (int i = 0; i < width * height; i++)
        in[i] = i;
    HIP(hipMallocPitch((void **)&rows, &pitch, width * sizeof(int), height));
    CHECK(pitch >= width * sizeof(int), "pitch %zu", pitch);
    HIP(hipMemset2D(rows, pitch, 0xff, width * sizeof(int), height));
    HIP(hipMemcpy2D(out.data(), width * sizeof(int), rows, pitch, width * sizeof(int), height,
                    hipMemcpyDeviceToHost));
    for (int v : out)
        CHECK(v == -1, "%d", v);
    HIP(hipMemcpy2D(rows, pitch, in.data(), width * sizeof(int), width * sizeof(int), height,
                    hipMemcpyHostToDevice));
    add_rows<<<dim3(1, height), 64>>>(rows, pitch, width, height);
    HIP(hipGetLastError());
    HIP(hipMemcpy2D(out.data(), width * sizeof(int), rows, pitch, width * sizeof(int), height,
                    hipMemcpyDeviceToHost));
    for (int i = 0; i < width * height; i++)
        CHECK(out[i] == i + i / width, "%d: %d", i, out[i]);
    HIP(hipFree(rows));
}

/* The device writes to the host's memory itself. */
static void test_host(int *host, int *device, int n, const char *kind)
{
    for (int i = 0; i < n; i++)
        host[i] = i;
    negate<<<(n + 63) / 64, 64>>>(device, n);
    HIP(hipGetLastError());
    HIP(hipDeviceSynchronize());
    for (int i = 0; i < n; i++)
        CHECK(host[i] == -i, "%s %d: %d", kind, i, host[i]);
}

static void run()
{
    const int n = 1000;
    int *pinned, *mapped, *managed, *seen;
    HIP(hipHostMalloc((void **)&pinned, n * sizeof(int), hipHostMallocDefault));
    test_host(pinned, pinned, n, "pinned");
    HIP(hipHostMalloc((void **)&mapped, n * sizeof(int), hipHostMallocMapped));
    HIP(hipHostGetDevicePointer((void **)&seen, mapped, 0));
    test_host(mapped, seen, n, "mapped");
    HIP(hipMallocManaged((void **)&managed, n * sizeof(int), hipMemAttachGlobal));
    test_host(managed, managed, n, "managed");
    std::vector<int> own(n);
    HIP(hipHostRegister(own.data(), n * sizeof(int), hipHostRegisterDefault));
    HIP(hipHostGetDevicePointer((void **)&seen, own.data(), 0));
    test_host(own.data(), seen, n, "registered");
    HIP(hipHostUnregister(own.data()));

    array<int> a(n), b(n);
    HIP(hipMemsetD32((hipDeviceptr_t)a.data, 0x12345678, n));
    HIP(hipMemset((char *)a.data + 4, 0xab, 4));
    HIP(hipMemcpy(b.data, a.data, n * sizeof(int), hipMemcpyDefault));
    HIP(hipMemcpyAsync(pinned, b.data, n * sizeof(int), hipMemcpyDefault, nullptr));
    HIP(hipDeviceSynchronize());
    for (int i = 0; i < n; i++)
        CHECK(pinned[i] == (i == 1 ? (int)0xabababab : 0x12345678), "%d: %#x", i, pinned[i]);
    size_t available, total;
    HIP(hipMemGetInfo(&available, &total));
    CHECK(available > 0 && available <= total, "%zu of %zu bytes", available, total);
    HIP(hipHostFree(pinned));
    HIP(hipHostFree(mapped));
    HIP(hipFree(managed));
    test_rows();
}
} // namespace copies

/* Kernels that reach memory of virtual memory management, of arrays and of a graph. */
namespace mapped
{
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

/* Memory that is allocated and freed while a stream is captured: the graph can be launched twice.
 */
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

static void run()
{
    two_memories_are_one_range();
    a_captured_allocation_is_the_graphs();
}
} // namespace mapped

/* Variables of the device: constant memory and __device__ ones, written and read by the host. */
namespace symbols
{
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

static void run()
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
}
} // namespace symbols

int main()
{
    copies::run();
    mapped::run();
    symbols::run();
    return report();
}
