/* Memory of every kind: pitched rows, pinned and mapped, registered and managed; copies between all
 * of them, memset of bytes, words and rows. */
#include "program.h"

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

int main()
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
    return report();
}
