// Memory and an event shared with a child process.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared_page {
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t event;
    volatile int ready;
};

__global__ void increment(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) ++p[i];
}

static int child(struct shared_page *page, int n)
{
    while (!page->ready) usleep(1000);
    int *mapped = NULL;
    cudaEvent_t event;
    if (cudaIpcOpenMemHandle((void **)&mapped, page->memory, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess)
        return 1;
    if (cudaIpcOpenEventHandle(&event, page->event) != cudaSuccess) return 1;
    cudaStreamWaitEvent(0, event, 0);
    increment<<<(n + 255) / 256, 256>>>(mapped, n);
    cudaError_t status = cudaDeviceSynchronize();
    cudaIpcCloseMemHandle(mapped);
    return status == cudaSuccess ? 0 : 1;
}

int main()
{
    const int n = 4096;
    struct shared_page *page = (struct shared_page *)mmap(NULL, sizeof(*page), PROT_READ | PROT_WRITE,
                                                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    memset(page, 0, sizeof(*page));
    pid_t pid = fork();
    if (pid == 0) _exit(child(page, n));
    int *p;
    cudaEvent_t event;
    cudaMalloc(&p, n * sizeof(int));
    cudaMemset(p, 0, n * sizeof(int));
    cudaEventCreate(&event, cudaEventDisableTiming | cudaEventInterprocess);
    cudaIpcGetMemHandle(&page->memory, p);
    cudaIpcGetEventHandle(&page->event, event);
    cudaEventRecord(event);
    page->ready = 1;
    int status = 0;
    waitpid(pid, &status, 0);
    int host[n];
    cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) if (host[i] != 1) return 1;
    printf("handle of %zu bytes\n", sizeof(cudaIpcMemHandle_t));
    return WEXITSTATUS(status);
}
