/* Streams keep their order, wait for each other's events, and take copies and host functions. */
#include "program.h"

__global__ void add(int *v, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] += by;
}

__global__ void scale(int *v, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] *= by;
}

static void note(hipStream_t, hipError_t status, void *where)
{
    *static_cast<int *>(where) += status == hipSuccess;
}

int main()
{
    const int n = 20000, streams = 4;
    hipStream_t stream[streams];
    hipEvent_t event[streams], start, end;
    int *host[streams], *device[streams], notes = 0;
    HIP(hipEventCreate(&start));
    HIP(hipEventCreate(&end));
    HIP(hipEventRecord(start, nullptr));
    for (int s = 0; s < streams; s++) {
        HIP(hipStreamCreateWithFlags(&stream[s], hipStreamNonBlocking));
        HIP(hipEventCreateWithFlags(&event[s], hipEventDisableTiming));
        HIP(hipHostMalloc((void **)&host[s], n * sizeof(int), 0));
        HIP(hipMalloc((void **)&device[s], n * sizeof(int)));
        for (int i = 0; i < n; i++)
            host[s][i] = i + s;
        HIP(hipMemcpyAsync(device[s], host[s], n * sizeof(int), hipMemcpyHostToDevice, stream[s]));
        for (int k = 1; k < 4; k++) {
            add<<<(n + 255) / 256, 256, 0, stream[s]>>>(device[s], n, k);
            scale<<<(n + 255) / 256, 256, 0, stream[s]>>>(device[s], n, 2);
        }
        HIP(hipEventRecord(event[s], stream[s]));
    }
    /* the first stream goes on with what the last one has made */
    HIP(hipStreamWaitEvent(stream[0], event[streams - 1], 0));
    HIP(hipMemcpyAsync(device[0], device[streams - 1], n * sizeof(int), hipMemcpyDeviceToDevice,
                       stream[0]));
    add<<<(n + 255) / 256, 256, 0, stream[0]>>>(device[0], n, 1000);
    for (int s = 0; s < streams; s++)
        HIP(hipMemcpyAsync(host[s], device[s], n * sizeof(int), hipMemcpyDeviceToHost, stream[s]));
    HIP(hipStreamAddCallback(stream[0], note, &notes, 0));
    for (int s = 0; s < streams; s++)
        HIP(hipStreamSynchronize(stream[s]));
    HIP(hipEventRecord(end, nullptr));
    HIP(hipEventSynchronize(end));
    float ms = -1;
    HIP(hipEventElapsedTime(&ms, start, end));
    CHECK(ms >= 0, "%g ms", ms);
    CHECK(notes == 1, "%d host functions ran", notes);
    for (int s = 0; s < streams; s++) {
        HIP(hipEventQuery(event[s]));
        HIP(hipStreamQuery(stream[s]));
        for (int i = 0; i < n; i++) {
            int from = s == 0 ? streams - 1 : s;
            int expected = (((i + from + 1) * 2 + 2) * 2 + 3) * 2 + (s == 0 ? 1000 : 0);
            CHECK(host[s][i] == expected, "stream %d, %d: %d, not %d", s, i, host[s][i], expected);
        }
        HIP(hipFree(device[s]));
        HIP(hipHostFree(host[s]));
        HIP(hipEventDestroy(event[s]));
        HIP(hipStreamDestroy(stream[s]));
    }
    HIP(hipEventDestroy(start));
    HIP(hipEventDestroy(end));
    return report();
}
