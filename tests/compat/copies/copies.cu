// Asynchronous copies and the barriers that count them, as inline PTX and as libcu++ has them. Prints "NAME: WRONG" for
// each kernel. On an NVIDIA H200 the same program prints the same, but for |back|: a copy inside of shared memory is an
// illegal instruction there in a launch without clusters.
#include <cuda/barrier>
#include <cuda_awbarrier_primitives.h>
#include <cuda_runtime.h>

#include <stdint.h>
#include <stdio.h>

enum { STAGES = 3, STEPS = 17, PIECE = 256, THREADS = 256 }; // PIECE elements of 4 bytes

__device__ static uint32_t shared_address(const void *at)
{
    return static_cast<uint32_t>(__cvta_generic_to_shared(at));
}
__device__ static void init(uint64_t *barrier, int count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(count));
}
__device__ static void fence()
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ static void expect(uint64_t *barrier, uint32_t bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes)
                 : "memory");
}
__device__ static void arrive(uint64_t *barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}
__device__ static void wait(uint64_t *barrier, uint32_t parity)
{
    asm volatile("{\n"
                 ".reg .pred P1;\n"
                 "LAB_WAIT:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
                 "@P1 bra DONE;\n"
                 "bra LAB_WAIT;\n"
                 "DONE:\n"
                 "}\n" ::"r"(shared_address(barrier)),
                 "r"(parity)
                 : "memory");
}
__device__ static void load(void *to, const void *from, uint32_t bytes, uint64_t *barrier)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     shared_address(to)),
                 "l"(from), "r"(bytes), "r"(shared_address(barrier))
                 : "memory");
}

// One half of the block copies pieces into stages, the other half reads them, many rounds of all stages.
__global__ void ring(const int *in, int *out)
{
    __shared__ alignas(16) int stage[STAGES][PIECE];
    __shared__ uint64_t full[STAGES], empty[STAGES];
    const int half = THREADS / 2;
    if (threadIdx.x == 0) {
        for (int i = 0; i < STAGES; ++i) {
            init(&full[i], 1);
            init(&empty[i], half);
        }
        fence();
    }
    __syncthreads();
    if (threadIdx.x >= half) {
        if (threadIdx.x == half)
            for (int step = 0; step < STEPS; ++step) {
                const int at = step % STAGES;
                wait(&empty[at], (step / STAGES & 1) ^ 1);
                expect(&full[at], sizeof stage[at]);
                load(stage[at], in + step * PIECE, sizeof stage[at], &full[at]);
            }
    } else {
        for (int step = 0; step < STEPS; ++step) {
            const int at = step % STAGES;
            wait(&full[at], step / STAGES & 1);
            for (int i = threadIdx.x; i < PIECE; i += half)
                out[step * PIECE + i] = stage[at][PIECE - 1 - i];
            arrive(&empty[at]);
        }
    }
}

// Shared memory to global memory, shared memory to shared memory, and a prefetch.
__global__ void back(const int *in, int *out)
{
    __shared__ alignas(16) int one[PIECE], two[PIECE];
    __shared__ uint64_t barrier;
    if (threadIdx.x == 0) {
        init(&barrier, 1);
        fence();
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(in), "n"(sizeof one));
    }
    __syncthreads();
    for (int step = 0; step < STEPS; ++step) {
        for (int i = threadIdx.x; i < PIECE; i += THREADS)
            one[i] = in[step * PIECE + PIECE - 1 - i];
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (threadIdx.x == 0) {
            expect(&barrier, sizeof one);
            asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                             shared_address(two)),
                         "r"(shared_address(one)), "n"(sizeof one), "r"(shared_address(&barrier))
                         : "memory");
        }
        wait(&barrier, step & 1);
        if (threadIdx.x == 0) {
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + step * PIECE),
                         "r"(shared_address(two)), "r"(int(sizeof two))
                         : "memory");
            asm volatile("cp.async.bulk.commit_group;" ::: "memory");
            asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        }
        __syncthreads();
    }
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// Copies of each thread, in all sizes, of which parts are zeros; they arrive at a barrier.
__global__ void pieces(const int *in, int *out)
{
    __shared__ alignas(16) int stage[THREADS][4];
    __shared__ uint64_t barrier;
    uint32_t parity = 0;
    if (threadIdx.x == 0)
        init(&barrier, THREADS);
    __syncthreads();
    for (int step = 0; step < 4; ++step, parity ^= 1) {
        const int *from = in + (step * THREADS + threadIdx.x) * 4;
        const uint32_t to = shared_address(stage[threadIdx.x]);
        stage[threadIdx.x][step == 3 ? 3 : 0] = -1;
        if (step == 0)
            asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
        else if (step == 1)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;\ncp.async.ca.shared.global [%0+8], [%1+8], 4;\n"
                         "cp.async.ca.shared.global [%0+12], [%1+12], 4, 0;" ::"r"(to),
                         "l"(from), "r"(int(threadIdx.x % 9))
                         : "memory");
        else if (step == 2)
            asm volatile("{.reg .pred p; setp.eq.s32 p, %2, 0; cp.async.cg.shared.global [%0], [%1], 16, p;}" ::"r"(to),
                         "l"(from), "r"(int(threadIdx.x % 2))
                         : "memory");
        else
            asm volatile("cp.async.ca.shared.global [%0], [%1], 8;\ncp.async.ca.shared.global [%0+8], [%1+8], 8;" ::"r"(to),
                         "l"(from)
                         : "memory");
        if (step % 2 == 0) {
            asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(&barrier))
                         : "memory");
        } else {
            asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(shared_address(&barrier)) : "memory");
            arrive(&barrier);
        }
        wait(&barrier, parity);
        const int *other = stage[threadIdx.x ^ 37];
        for (int i = 0; i < 4; ++i)
            out[(step * THREADS + threadIdx.x) * 4 + i] = other[i];
        __syncthreads();
    }
}

// What the states of one barrier say, by one thread.
__global__ void states(int *out)
{
    __shared__ uint64_t barrier;
    if (threadIdx.x > 0)
        return;
    const uint32_t at = shared_address(&barrier);
    int n = 0;
    uint64_t first, second;
    uint32_t count, over;
#define OVER(STATE)                                                                                                    \
    asm volatile("{.reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}" : "=r"(over)       \
                 : "r"(at), "l"(STATE)                                                                                 \
                 : "memory");                                                                                          \
    out[n++] = over;
#define PARITY(VALUE)                                                                                                  \
    asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"             \
                 : "=r"(over)                                                                                          \
                 : "r"(at), "n"(VALUE)                                                                                 \
                 : "memory");                                                                                          \
    out[n++] = over;
#define COUNT(STATE)                                                                                                   \
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(STATE));                                     \
    out[n++] = count;
    init(&barrier, 4);
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(first) : "r"(at) : "memory");
    COUNT(first)
    OVER(first)
    PARITY(0)
    PARITY(1)
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 2;" : "=l"(second) : "r"(at) : "memory");
    COUNT(second)
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 96;" ::"r"(at) : "memory");
    asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(second) : "r"(at) : "memory");
    COUNT(second)
    OVER(first) // bytes are missing
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 64;" ::"r"(at) : "memory");
    OVER(first)
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 32;" ::"r"(at) : "memory");
    OVER(first)
    PARITY(0)
    PARITY(1)
    // Three are left. Bytes may come before they are expected.
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 1048575;" ::"r"(at) : "memory");
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1], 2;" : "=l"(first) : "r"(at) : "memory");
    COUNT(first)
    asm volatile("mbarrier.arrive_drop.expect_tx.shared.b64 %0, [%1], 1048575;" : "=l"(second) : "r"(at) : "memory");
    OVER(first)
    OVER(second)
    PARITY(0)
    PARITY(1)
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1], 2;" : "=l"(first) : "r"(at) : "memory");
    COUNT(first)
    OVER(first)
    PARITY(0)
    for (int i = 0; i < 19; ++i) { // phases go on
        asm volatile("mbarrier.arrive.shared.b64 %0, [%1], 2;" : "=l"(first) : "r"(at) : "memory");
        OVER(first)
    }
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(at) : "memory");
    out[n] = -1;
}

// One lane of each warp arrives at a barrier of one, and waits for nobody: each arrival ends a phase. Then the first
// thread asks for the parity, and for the arrivals that are missing.
__global__ void alone(int *out)
{
    __shared__ uint64_t barrier;
    __shared__ cuda::barrier<cuda::thread_scope_block> object;
    const uint32_t at = shared_address(&barrier);
    if (threadIdx.x == 0) {
        init(&barrier, 1);
        init(&object, 1);
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        arrive(&barrier);
        (void)object.arrive();
    }
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    int n = 0;
    uint64_t state;
    uint32_t count, over;
    PARITY(0)
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
    COUNT(state)
    out[n++] = object.try_wait_parity(false);
    state = __mbarrier_arrive(reinterpret_cast<__mbarrier_t *>(cuda::device::barrier_native_handle(object)));
    out[n++] = __mbarrier_token_pending_count(state);
    out[n] = -1;
}

// Lanes of a warp arrive at different barriers, in branches and in loops that they leave one by one; more of them than
// a phase has arrivals; each expects its own bytes. An arrival's state says how many were missing: |out| has the sums.
__global__ void several(int *out)
{
    __shared__ uint64_t quarter[4], few, many, bytes;
    __shared__ int sums[2];
    const int thread = threadIdx.x, lane = thread % 32;
    uint64_t state;
    uint32_t count;
    if (thread == 0) {
        int arrivals = 0;
        for (int i = 0; i < THREADS; ++i)
            arrivals += i % 2 * (1 + i % 3);
        for (int i = 0; i < 4; ++i)
            init(&quarter[i], THREADS / 4);
        init(&few, 8);
        init(&many, arrivals);
        init(&bytes, THREADS);
        sums[0] = sums[1] = 0;
        fence();
    }
    __syncthreads();
    const uint32_t at = shared_address(&quarter[thread % 4]);
    for (int step = 0; step < STEPS; ++step) {
        const bool last = step == STEPS / 2 && lane % 16 >= 8;
        if (last)
            asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
        else
            asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
        asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(state));
        atomicAdd(&sums[0], static_cast<int>(count));
        if (last)
            break;
        wait(&quarter[thread % 4], step & 1);
    }
    if (thread % 2) {
        for (int i = 0; i < 1 + thread % 3; ++i)
            arrive(&many);
        wait(&many, 0);
    } else {
        asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(shared_address(&few)) : "memory");
        asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(state));
        atomicAdd(&sums[1], static_cast<int>(count));
    }
    expect(&bytes, 4 + lane);
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&bytes)), "r"(4 + lane)
                 : "memory");
    wait(&bytes, 0);
    __syncthreads();
    if (thread == 0) {
        out[0] = sums[0];
        out[1] = sums[1];
        out[2] = -1;
    }
}

// libcu++'s barrier under the same copies.
__global__ void objects(const int *in, int *out)
{
    __shared__ alignas(16) int stage[PIECE];
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    if (threadIdx.x == 0)
        init(&barrier, THREADS);
    __syncthreads();
    for (int step = 0; step < STEPS; ++step) {
        cuda::barrier<cuda::thread_scope_block>::arrival_token token;
        if (threadIdx.x == 0) {
            if (step % 2)
                cuda::device::memcpy_async_tx(stage, in + step * PIECE, cuda::aligned_size_t<16>(sizeof stage), barrier);
            else
                load(stage, in + step * PIECE, sizeof stage, cuda::device::barrier_native_handle(barrier));
            token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof stage);
        } else {
            token = barrier.arrive();
        }
        barrier.wait(std::move(token));
        for (int i = threadIdx.x; i < PIECE; i += THREADS)
            out[step * PIECE + i] = stage[PIECE - 1 - i];
        __syncthreads();
    }
}

static const int total = STEPS * PIECE;
static int in[total], out[total];
static int *on_in, *on_out;

static bool finish(const char *name)
{
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        printf("%s: %s\n", name, cudaGetErrorString(error));
    cudaMemcpy(out, on_out, sizeof out, cudaMemcpyDeviceToHost);
    return error == cudaSuccess;
}

static void reversed(const char *name)
{
    int wrong = 0;
    if (!finish(name))
        return;
    for (int i = 0; i < total; ++i)
        wrong += out[i] != in[i / PIECE * PIECE + PIECE - 1 - i % PIECE];
    printf("%s: %d\n", name, wrong);
    cudaMemset(on_out, 0, sizeof out);
}

static void numbers(const char *name)
{
    if (!finish(name))
        return;
    printf("%s:", name);
    for (int i = 0; i < total && out[i] >= 0; ++i)
        printf(" %d", out[i]);
    printf("\n");
}

static int piece_of(int step, int thread, int i)
{
    const int whole = in[(step * THREADS + thread) * 4 + i], bytes = thread % 9 - 4 * i;
    if (step == 1 && i < 2)
        return bytes >= 4 ? whole : bytes <= 0 ? 0 : whole & ((1 << 8 * bytes) - 1);
    if (step == 1 && i == 3)
        return 0;
    return step == 2 && thread % 2 == 0 ? 0 : whole;
}

int main()
{
    for (int i = 0; i < total; ++i)
        in[i] = i * 2654435761u ^ 0x5bd1e995;
    cudaMalloc(reinterpret_cast<void **>(&on_in), sizeof in);
    cudaMalloc(reinterpret_cast<void **>(&on_out), sizeof out);
    cudaMemcpy(on_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(on_out, 0, sizeof out);
    ring<<<1, THREADS>>>(on_in, on_out);
    reversed("ring");
    back<<<1, THREADS>>>(on_in, on_out);
    reversed("back");
    objects<<<1, THREADS>>>(on_in, on_out);
    reversed("objects");
    pieces<<<1, THREADS>>>(on_in, on_out);
    if (finish("pieces")) {
        int wrong = 0;
        for (int i = 0; i < 4 * THREADS * 4; ++i)
            wrong += out[i] != piece_of(i / 4 / THREADS, i / 4 % THREADS ^ 37, i % 4);
        printf("pieces: %d\n", wrong);
    }
    states<<<1, 32>>>(on_out);
    numbers("states");
    several<<<1, THREADS>>>(on_out);
    numbers("several");
    for (int warps = 1; warps <= 8; ++warps) {
        alone<<<1, 32 * warps>>>(on_out);
        numbers("alone");
    }
    return 0;
}
