// printf, assert, malloc, free, memcpy, memset, new, delete and traps in kernels.
#include <assert.h>
#include <cstdio>
#include <cuda_runtime.h>
#include <new>

struct node {
    int value;
    node *next;
    __device__ node(int v, node *n) : value(v), next(n) {}
};

__device__ int list_sum(const node *head)
{
    int sum = 0;
    for (; head != NULL; head = head->next) sum += head->value;
    return sum;
}

__global__ void allocate(int *out, int length)
{
    assert(length > 0);
    node *head = NULL;
    for (int i = 0; i < length; i++) head = new node(i + threadIdx.x, head);
    out[threadIdx.x] = list_sum(head);
    while (head) {
        node *next = head->next;
        delete head;
        head = next;
    }
    char *text = (char *)malloc(32);
    if (text == nullptr) {
        printf("thread %d: no memory\n", threadIdx.x);
        __trap();
    }
    memset(text, 'x', 32);
    memcpy(text + 16, text, 16);
    if (text[31] != 'x') asm("trap;");
    free(text);
    int *array = new int[4];
    array[0] = 1;
    delete[] array;
    if (threadIdx.x == 0) printf("block %d of %u: %s %5.2f %c %lld %p\n", blockIdx.x, gridDim.x, "done", 3.14, 'c', 1LL << 40, out);
    assert(out[threadIdx.x] >= 0 && "sums are positive");
}

int main()
{
    int *out;
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 * 1024 * 1024);
    cudaMallocManaged(&out, 64 * sizeof(int));
    allocate<<<1, 64>>>(out, 10);
    cudaError_t status = cudaDeviceSynchronize();
    if (status == cudaErrorAssert || status != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(status));
        return 1;
    }
    for (int t = 0; t < 64; t++)
        if (out[t] != 45 + 10 * t) return 1;
    return 0;
}
