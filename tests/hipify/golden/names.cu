#include <cuda_runtime.h>
namespace cub {
struct Block {
    int cudaFree;
    void cudaMalloc(int n) { cudaFree = n; }
    void outside();
};
int cudaMemcpy(int a) { return a; }
inline int twice(int a) { return cudaMemcpy(a) * 2; }
} // namespace cub
void cub::Block::outside()
{
    cudaMalloc(2); // the member
}
namespace other {
void release(void *p) { cudaFree(p); ::cudaFree(p); }
}
int use(cub::Block &block, cub::Block *pointer, void *p)
{
    block.cudaMalloc(1);
    pointer->cudaMalloc(2);
    pointer -> cudaFree = 3;
    cudaMalloc(&p, 4);
    return cub::cudaMemcpy(1) + cub :: cudaMemcpy(2) + (cudaMemcpy(p, p, 4, cudaMemcpyDefault) ==
           ::cudaSuccess);
}
enum class Choice { cudaMalloc, cudaFree };
extern "C" cudaError_t mine(cudaStream_t stream) { return cudaStreamQuery(stream); }
struct Holder {
    cudaStream_t stream = cudaStreamPerThread;
    const cudaEvent_t event;
    static cudaError_t (*allocate)(void **, size_t);
    struct cudaDeviceProp properties;
    cudaStream_t get() const { return stream; }
};
#ifdef WIDE
struct Twice {
#else
struct Once {
#endif
    int cudaHostAlloc;
    int get() { return cudaHostAlloc; }
};
void *late(size_t n) { void *p; return cudaHostAlloc(&p, n, cudaHostAllocDefault) ? nullptr : p; }
