// libcu++'s synchronisation, and the asynchronous copies, as programs write them.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/atomic>
#include <cuda/std/barrier>
#include <cuda/std/latch>
#include <cuda/std/semaphore>
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__device__ cuda::atomic<int, cuda::thread_scope_device> counter;

template <class T> __device__ void every(cuda::atomic<T> *at, T *out)
{
    out[0] = at->load() + at->exchange(T(2)) + at->fetch_add(T(1)) + at->fetch_sub(T(1));
    out[1] = at->fetch_max(T(5)) + at->fetch_min(T(5), cuda::memory_order_relaxed);
    T old = out[2];
    at->compare_exchange_weak(old, T(3));
    at->compare_exchange_strong(old, T(3), cuda::std::memory_order_release,
                                cuda::std::memory_order_relaxed);
    at->store(old, cuda::memory_order_release);
    *at = T(1);
    cuda::atomic_ref<T, cuda::thread_scope_block> ref(out[3]);
    ref.fetch_add(T(1), cuda::std::memory_order_relaxed);
    ref += T(2);
}

template <class T> __device__ void bits(cuda::atomic<T> *at, T *out)
{
    every(at, out);
    out[4] = at->fetch_and(1) + at->fetch_or(1) + at->fetch_xor(1) + (*at)++ + --*at;
}

#define KERNEL(FUNCTION, TYPE, NAME)                                                               \
    __global__ void atomic_##NAME(cuda::atomic<TYPE> *at, TYPE *out)                               \
    {                                                                                              \
        FUNCTION(at, out);                                                                         \
    }
KERNEL(bits, int, int)
KERNEL(bits, unsigned, unsigned)
KERNEL(bits, long long, longlong)
KERNEL(bits, unsigned long long, ulonglong)
KERNEL(bits, unsigned char, uchar)
KERNEL(bits, short, short)
KERNEL(every, float, float)
KERNEL(every, double, double)

struct both {
    int first;
    float second;
};
__global__ void objects(cuda::std::atomic<both> *at, cuda::std::atomic<int *> *pointer, both *out)
{
    both old = at->load();
    while (!at->compare_exchange_weak(old, both{old.first + 1, 2.0f})) {
    }
    *out = at->exchange(both{1, 2});
    (void)pointer->fetch_add(3);
    counter.fetch_add(1, cuda::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
    cuda::std::atomic_thread_fence(cuda::std::memory_order_seq_cst);
    __shared__ cuda::std::atomic_flag flag;
    flag.clear();
    (void)flag.test_and_set();
    counter.wait(0);
    counter.notify_all();
}

__global__ void barriers(float *out, const float *in)
{
    using barrier_t = cuda::barrier<cuda::thread_scope_block>;
    __shared__ barrier_t barrier;
    __shared__ float buffer[256];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) {
        init(&barrier, block.size());
    }
    block.sync();
    cuda::memcpy_async(block, buffer, in, sizeof(float) * block.size(), barrier);
    cuda::memcpy_async(block, buffer, in, cuda::aligned_size_t<16>(64), barrier);
    cuda::memcpy_async(&buffer[1], &in[2], sizeof(float), barrier);
    barrier.arrive_and_wait();
    barrier_t::arrival_token token = barrier.arrive();
    barrier.wait(std::move(token));
    barrier.wait(barrier.arrive());
    out[threadIdx.x] = buffer[255 - threadIdx.x];
    while (!barrier.try_wait_parity(false)) {
    }
    barrier.arrive_and_drop();
    __shared__ cuda::latch<cuda::thread_scope_block> latch;
    init(&latch, 3);
    latch.arrive_and_wait();
    __shared__ cuda::binary_semaphore<cuda::thread_scope_block> semaphore;
    semaphore.release();
    semaphore.acquire();
    __shared__ nvcuda::experimental::awbarrier old;
    init(&old, 32);
    auto arrival = old.arrive();
    old.wait(arrival);
}

template <int stages> __global__ void pipelined(float *out, const float *in, int chunks)
{
    extern __shared__ float buffer[];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    float sum = 0;
    for (int compute = 0, fetch = 0; compute < chunks; ++compute) {
        for (; fetch < chunks && fetch < compute + stages; ++fetch) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buffer + fetch % stages * block.size(),
                               in + fetch * block.size(), sizeof(float) * block.size(), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += buffer[compute % stages * block.size() + (block.thread_rank() ^ 1)];
        pipe.consumer_release();
    }
    out[block.thread_rank()] = sum;
}
template __global__ void pipelined<1>(float *, const float *, int);
template __global__ void pipelined<3>(float *, const float *, int);

__global__ void primitives(float4 *out, const float4 *in)
{
    __shared__ float4 buffer[64];
    __pipeline_memcpy_async(&buffer[threadIdx.x], &in[threadIdx.x], sizeof(float4));
    __pipeline_memcpy_async(&buffer[threadIdx.x].x, &in[threadIdx.x].y, 4, 2);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    nvcuda::experimental::pipeline pipe;
    memcpy_async(buffer[1], in[2], pipe);
    pipe.commit_and_wait();
    cuda::pipeline<cuda::thread_scope_thread> own = cuda::make_pipeline();
    own.producer_acquire();
    cuda::memcpy_async(&buffer[2], &in[3], sizeof(float4), own);
    own.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(own);
    own.consumer_release();
    out[threadIdx.x] = buffer[63 - threadIdx.x];
}

// Host code uses them, too.
int count_on_the_host(cuda::std::atomic<int> &at)
{
    cuda::atomic<long long> here(3);
    here.fetch_add(2);
    return at.fetch_add(1, cuda::std::memory_order_relaxed) + static_cast<int>(here.load());
}
