// Copy rates: pageable and pinned memory, both ways and on the device, timed with events.
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail_on(cudaError_t err, const char *file, int line)
{
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}
#define HANDLE_ERROR(err) (fail_on(err, __FILE__, __LINE__))

enum memory { PAGEABLE, PINNED };

static float timed_copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, int repeat)
{
    cudaEvent_t start, stop;
    float ms = 0;
    HANDLE_ERROR(cudaEventCreate(&start));
    HANDLE_ERROR(cudaEventCreateWithFlags(&stop, cudaEventBlockingSync));
    HANDLE_ERROR(cudaEventRecord(start, 0));
    for (int i = 0; i < repeat; i++) {
        HANDLE_ERROR(cudaMemcpyAsync(to, from, bytes, kind));
    }
    HANDLE_ERROR(cudaEventRecord(stop));
    HANDLE_ERROR(cudaEventSynchronize(stop));
    HANDLE_ERROR(cudaEventElapsedTime(&ms, start, stop));
    HANDLE_ERROR(cudaEventDestroy(start));
    HANDLE_ERROR(cudaEventDestroy(stop));
    return ms / repeat;
}

int main(int argc, char **argv)
{
    size_t bytes = argc > 1 ? strtoul(argv[1], NULL, 0) : 32u << 20;
    void *device, *other;
    HANDLE_ERROR(cudaMalloc(&device, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&other, bytes));
    for (int m = PAGEABLE; m <= PINNED; m++) {
        unsigned char *host = NULL;
        if (m == PINNED) {
            HANDLE_ERROR(cudaHostAlloc((void **)&host, bytes, cudaHostAllocWriteCombined));
        } else {
            host = (unsigned char *)malloc(bytes);
        }
        for (size_t i = 0; i < bytes / sizeof(unsigned char); i++) {
            host[i] = (unsigned char)(i & 0xff);
        }
        float up = timed_copy(device, host, bytes, cudaMemcpyHostToDevice, 10);
        float on = timed_copy(other, device, bytes, cudaMemcpyDeviceToDevice, 10);
        memset(host, 0, bytes);
        float down = timed_copy(host, other, bytes, cudaMemcpyDeviceToHost, 10);
        for (size_t i = 0; i < bytes; i++) {
            if (host[i] != (i & 0xff)) {
                printf("wrong at %lu\n", (unsigned long)i);
                return 1;
            }
        }
        printf("%s: %.2f %.2f %.2f GB/s\n", m == PINNED ? "pinned" : "pageable", bytes / up / 1e6,
               bytes / down / 1e6, 2.0 * bytes / on / 1e6);
        if (m == PINNED) {
            HANDLE_ERROR(cudaFreeHost(host));
        } else {
            free(host);
        }
    }
    cudaFree(device);
    cudaFree(other);
    HANDLE_ERROR(cudaDeviceReset());
    return EXIT_SUCCESS;
}
