// Every warp intrinsic with every type that CUDA has it for, as programs write them.
struct point {
    float x, y, z;
};

template <class T> __device__ void shuffle(T *out, T value, int i)
{
    out[0] = __shfl_sync(0xffffffff, value, i);
    out[1] = __shfl_up_sync(0xffffffffu, value, i);
    out[2] = __shfl_down_sync(-1, value, 16);
    out[3] = __shfl_xor_sync(~0u, value, 8);
    out[4] = __shfl_sync(0xffff, value, 0, 16);
    out[5] = __shfl_up_sync(__activemask(), value, 1, 8);
    out[6] = __shfl_down_sync(__activemask(), value, 1u, 4);
    out[7] = __shfl_xor_sync(0xffffffff, value, i, 2);
    out[8] = kbuild_shfl(value, i);
    out[9] = kbuild_shfl_up(value, 1);
    out[10] = kbuild_shfl_down(value, 1, 16);
    out[11] = kbuild_shfl_xor(value, 1, kbuild_warpSize);
}

#define SHUFFLES(TYPE, NAME)                                                                       \
    __global__ void shuffle_##NAME(TYPE *out, const TYPE *in, int i)                               \
    {                                                                                              \
        shuffle(out, in[threadIdx.x], i);                                                          \
    }
SHUFFLES(int, int)
SHUFFLES(unsigned, unsigned)
SHUFFLES(long, long)
SHUFFLES(unsigned long, ulong)
SHUFFLES(long long, longlong)
SHUFFLES(unsigned long long, ulonglong)
SHUFFLES(float, float)
SHUFFLES(double, double)
SHUFFLES(float2, float2)
SHUFFLES(int4, int4)
SHUFFLES(point, point)

__global__ void narrow(int *out, const short *s, const unsigned char *c, const bool *b)
{
    enum side { left, right };
    out[0] = __shfl_sync(0xffffffff, s[0], 0) + __shfl_xor_sync(0xffffffff, c[1], 1);
    out[1] = __shfl_down_sync(0xffffffff, b[0], 1) + __shfl_up_sync(0xffffffff, right, 1);
    out[2] = __shfl_sync(0xffffffff, threadIdx.x, 3) + __shfl_sync(0xffffffff, blockIdx.y, 0);
    static_assert(sizeof(__shfl_sync(0u, s[0], 0)) == sizeof(int), "narrow numbers become int");
    volatile float v = s[1];
    out[3] = static_cast<int>(__shfl_sync(0xffffffff, v, 0));
}

template <class T> __device__ unsigned match(T value)
{
    int same;
    return __match_any_sync(0xffffffff, value) + __match_all_sync(0xffffffff, value, &same) + same;
}

__global__ void votes(unsigned *out, const double *in)
{
    const double v = in[threadIdx.x];
    out[0] = __ballot_sync(0xffffffff, v > 1) + __any_sync(0xffff, v > 2) + __all_sync(-1, v > 3);
    out[1] = __activemask() + kbuild_ballot(v > 4) + kbuild_any(v > 5) + kbuild_all(v > 6);
    out[2] = __uni_sync(0xffffffff, v > 7);
    __syncwarp();
    __syncwarp(0xffff);
    out[3] = match(static_cast<int>(v)) + match(static_cast<unsigned>(v)) +
             match(static_cast<long>(v)) + match(static_cast<unsigned long>(v)) +
             match(static_cast<long long>(v)) + match(static_cast<unsigned long long>(v)) +
             match(static_cast<float>(v)) + match(v);
    if (threadIdx.x < 16) {
        out[4] = __ballot_sync(0x0000ffff, v < 0);
        out[5] = __reduce_add_sync(0xffff, threadIdx.x);
    }
}

__global__ void reductions(unsigned *out, int *signed_out, const unsigned *in)
{
    const unsigned v = in[threadIdx.x], all = 0xffffffff;
    const int s = static_cast<int>(v);
    out[0] = __reduce_add_sync(all, v) + __reduce_min_sync(all, v) + __reduce_max_sync(all, v);
    out[1] = __reduce_and_sync(all, v) + __reduce_or_sync(all, v) + __reduce_xor_sync(v, v);
    signed_out[0] =
        __reduce_add_sync(all, s) + __reduce_min_sync(all, s) + __reduce_max_sync(all, s);
}

// How every second program sums a warp, both ways.
__global__ void sum_xor(float *out, const float *in)
{
    float v = in[threadIdx.x];
    for (int step = 16; step > 0; step >>= 1) {
        v += __shfl_xor_sync(0xffffffff, v, step);
    }
    out[threadIdx.x] = v;
}

__global__ void sum_down(float *out, const float *in)
{
    float v = in[threadIdx.x];
#pragma unroll
    for (int step = kbuild_warpSize / 2; step > 0; step /= 2) {
        v += __shfl_down_sync(0xffffffff, v, step);
    }
    out[threadIdx.x] = v;
}

// What one lane alone has set goes to all: the variable has no value in the others.
__global__ void elected(int *out, int *counter)
{
    int mine;
    const int lane = static_cast<int>(kbuild::warp_lane());
    if (lane == 0) {
        mine = atomicAdd(counter, 32);
    }
    out[lane] = __shfl_sync(0xffffffff, mine, 0) + lane;
}

__global__ void elected_legacy(int *out, int *counter)
{
    int mine;
    const int lane = static_cast<int>(kbuild::warp_lane());
    if (lane == 0) {
        mine = atomicAdd(counter, 32);
    }
    out[lane] = kbuild_shfl(mine, 0) + lane;
}
