#line 1 "names.cu"
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
void release(void *p) { hipFree(p); ::hipFree(p); }
}
int use(cub::Block &block, cub::Block *pointer, void *p)
{
    block.cudaMalloc(1);
    pointer->cudaMalloc(2);
    pointer -> cudaFree = 3;
    hipMalloc(&p, 4);
    return cub::cudaMemcpy(1) + cub :: cudaMemcpy(2) + (hipMemcpy(p, p, 4, hipMemcpyDefault) ==
           ::hipSuccess);
}
enum class Choice { cudaMalloc, cudaFree };
extern "C" hipError_t mine(hipStream_t stream) { return hipStreamQuery(stream); }
struct Holder {
    hipStream_t stream = hipStreamPerThread;
    const hipEvent_t event;
    static hipError_t (*allocate)(void **, size_t);
    struct cudaDeviceProp properties;
    hipStream_t get() const { return stream; }
};
#ifdef WIDE
struct Twice {
#else
struct Once {
#endif
    int cudaHostAlloc;
    int get() { return cudaHostAlloc; }
};
void *late(size_t n) { void *p; return hipHostMalloc(&p, n, hipHostMallocDefault) ? nullptr : p; }
