// Block-wide reductions of any type and operation over shuffles, with an atomic at the end.
#include <cuda_runtime.h>
#include <cfloat>
#include <climits>
#include <cstdio>
#include <vector>

constexpr unsigned FULL_MASK = 0xffffffffu;
#define WARP_SIZE 32

struct Sum {
    template <typename T> __host__ __device__ __forceinline__ T operator()(const T &a, const T &b) const { return a + b; }
};
struct Max {
    template <typename T> __host__ __device__ __forceinline__ T operator()(const T &a, const T &b) const { return a > b ? a : b; }
};
template <typename T, typename Op> __inline__ __device__ T warpReduce(T val, Op op)
{
#pragma unroll
    for (int offset = WARP_SIZE / 2; offset > 0; offset >>= 1) val = op(val, __shfl_down_sync(FULL_MASK, val, offset));
    return val;
}
template <typename T, typename Op> __inline__ __device__ T blockReduce(T val, Op op, T init)
{
    static __shared__ T shared[WARP_SIZE];
    const int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
    val = warpReduce(val, op);
    __syncthreads();
    if (lane == 0) shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : init;
    if (wid == 0) val = warpReduce(val, op);
    return val;
}
template <typename T> __device__ __forceinline__ T warpAllSum(T v)
{
    for (int m = 16; m >= 1; m /= 2) v += __shfl_xor_sync(0xffffffff, v, m, 32);
    return v;
}

template <typename T, typename Op> __global__ void reduceKernel(const T *in, T *out, int n, Op op, T init)
{
    T val = init;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) val = op(val, in[i]);
    val = blockReduce(val, op, init);
    if (threadIdx.x == 0) out[blockIdx.x] = val;
}

__global__ void votes(const int *in, unsigned *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = i < n ? in[i] : 0;
    const unsigned odd = __ballot_sync(FULL_MASK, v & 1);
    const int any = __any_sync(FULL_MASK, v > 100), all = __all_sync(FULL_MASK, v >= 0);
    const float total = warpAllSum((float)__popc(odd)) / 32;
    const int leader = __ffs(odd) - 1, prefix = __popc(odd & ((1u << (threadIdx.x & 31)) - 1));
    if (i < n) out[i] = odd ^ any ^ all ^ __shfl_sync(FULL_MASK, prefix, leader < 0 ? 0 : leader) ^ (unsigned)total;
    if (__activemask() == 0) out[0] = __match_any_sync(FULL_MASK, v);
}

template <typename T, typename Op> T run(const std::vector<T> &host, Op op, T init)
{
    T *in, *out;
    const int blocks = 32, threads = 256;
    cudaMalloc(&in, host.size() * sizeof(T));
    cudaMalloc(&out, blocks * sizeof(T));
    cudaMemcpy(in, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
    reduceKernel<<<blocks, threads>>>(in, out, (int)host.size(), op, init);
    reduceKernel<T, Op><<<1, 32>>>(out, out, blocks, op, init);
    T result;
    cudaMemcpy(&result, out, sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return result;
}

int main()
{
    std::vector<int> ints(100000);
    std::vector<double> doubles(ints.size());
    std::vector<unsigned long long> longs(ints.size());
    for (size_t i = 0; i < ints.size(); ++i) { ints[i] = int(i % 1000); doubles[i] = ints[i] * 0.5; longs[i] = i; }
    const bool ok = run(ints, Max(), INT_MIN) == 999 && run(ints, Sum(), 0) == 49950000 &&
                    run(doubles, Max{}, -DBL_MAX) == 499.5 && run(longs, Sum{}, 0ull) == 4999950000ull;
    printf("%s\n", ok ? "ok" : "wrong");
    return !ok;
}
