// Host functions in a stream: both APIs, and a condition variable that they signal.
#include <cuda_runtime.h>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>

struct workload {
    int id = 0;
    int *device = nullptr, *host = nullptr;
    cudaStream_t stream = nullptr;
    bool ok = false;
};

static std::mutex lock;
static std::condition_variable signalled;
static std::atomic<int> finished{0};

__global__ void work(int *data, int n, int id)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        data[i] = data[i] + id;
    }
}

static void finish(workload *w)
{
    w->ok = w->host[0] == w->id;
    ++finished;
    std::lock_guard<std::mutex> guard(lock);
    signalled.notify_all();
}

void CUDART_CB on_stream(cudaStream_t stream, cudaError_t status, void *data)
{
    if (status != cudaSuccess) {
        printf("stream %p: %s\n", (void *)stream, cudaGetErrorString(status));
    }
    finish(static_cast<workload *>(data));
}

void CUDART_CB on_host(void *data) { finish(static_cast<workload *>(data)); }

int main()
{
    constexpr int count = 8, n = 1024;
    workload loads[count];
    for (int i = 0; i < count; ++i) {
        workload &w = loads[i];
        w.id = i;
        cudaStreamCreate(&w.stream);
        cudaMalloc(&w.device, n * sizeof(int));
        cudaHostAlloc(&w.host, n * sizeof(int), cudaHostAllocPortable);
        cudaMemsetAsync(w.device, 0, n * sizeof(int), w.stream);
        work<<<1, 256, 0, w.stream>>>(w.device, n, w.id);
        cudaMemcpyAsync(w.host, w.device, n * sizeof(int), cudaMemcpyDeviceToHost, w.stream);
        if (i % 2) {
            cudaStreamAddCallback(w.stream, on_stream, &w, 0);
        } else {
            cudaLaunchHostFunc(w.stream, on_host, &w);
        }
        cudaHostFn_t fn = [](void *p) { static_cast<workload *>(p)->id += 0; };
        cudaLaunchHostFunc(w.stream, fn, &w);
    }
    {
        std::unique_lock<std::mutex> guard(lock);
        signalled.wait(guard, [] { return finished.load() == count; });
    }
    int bad = 0;
    for (workload &w : loads) {
        cudaStreamSynchronize(w.stream);
        bad += !w.ok;
        cudaFree(w.device);
        cudaFreeHost(w.host);
        cudaStreamDestroy(w.stream);
    }
    return bad;
}
