// Atomics, cache hints, address spaces and timers for every type that CUDA has them for.

// Programs bring these: CUDA has none for such types.
#if defined(PROGRAM_HAS_ITS_OWN)
__device__ float atomicMax(float *address, float value)
{
    return __int_as_float(atomicMax(reinterpret_cast<int *>(address), __float_as_int(value)));
}
__device__ inline double atomicMin(double *address, double value)
{
    *address = value < *address ? value : *address;
    return value;
}
__device__ __forceinline__ long long atomicAdd(long long *address, long long value)
{
    return static_cast<long long>(atomicAdd(reinterpret_cast<unsigned long long *>(address),
                                            static_cast<unsigned long long>(value)));
}
static __device__ size_t atomicAdd(size_t *address, size_t value)
{
    return atomicAdd(reinterpret_cast<unsigned long long *>(address),
                     static_cast<unsigned long long>(value));
}
template <class T> __device__ T atomicMax(T *address, T value, bool)
{
    return atomicMax(address, value);
}
#endif

template <class T> __device__ void numbers(T *at, T *out)
{
#define EACH(FUNCTION, i)                                                                          \
    out[i] = FUNCTION(at, T(1));                                                                   \
    out[i + 1] = FUNCTION##_block(at, T(1));                                                       \
    out[i + 2] = FUNCTION##_system(at, T(1))
    EACH(atomicAdd, 0);
    EACH(atomicExch, 3);
    out[6] = atomicCAS(at, T(1), T(2)) + atomicCAS_block(at, T(1), T(2)) +
             atomicCAS_system(at, T(1), T(2));
}

template <class T> __device__ void integers(T *at, T *out)
{
    numbers(at, out);
    EACH(atomicMin, 10);
    EACH(atomicMax, 13);
    EACH(atomicAnd, 16);
    EACH(atomicOr, 19);
    EACH(atomicXor, 22);
}

#define KERNEL(FUNCTION, TYPE, NAME)                                                               \
    __global__ void FUNCTION##_##NAME(TYPE *at, TYPE *out)                                         \
    {                                                                                              \
        FUNCTION(at, out);                                                                         \
    }
KERNEL(numbers, float, float)
KERNEL(numbers, double, double)
KERNEL(integers, int, int)
KERNEL(integers, unsigned, unsigned)
KERNEL(integers, unsigned long long, ulonglong)
KERNEL(integers, unsigned long, size)

__global__ void other_atomics(int *i, unsigned *u, long long *l, unsigned short *s, float2 *f2,
                              float4 *f4, unsigned long long *m)
{
    __shared__ unsigned count[2];
    l[1] = atomicMin(l, 5) + atomicMax(l, 5) + atomicMin_system(l, 5) + atomicMax_block(l, 5);
    l[2] = atomicAnd(l, 5) + atomicOr(l, 5) + atomicXor_block(l, 5);
    i[1] = atomicSub(i, 1) + atomicSub_block(i, 1) + atomicSub_system(i, 1);
    u[1] = atomicSub(u, 1) + atomicInc(u, 7) + atomicInc_block(u, 7) + atomicInc_system(u, 7);
    u[2] = atomicDec(u, 7) + atomicDec_block(u, 7) + atomicDec_system(u, 7);
    s[1] = atomicCAS(s, 1, 2);
    f2[1] = atomicAdd(f2, f2[2]);
    f4[1] = atomicAdd(f4, f4[2]);
    f4[3] = atomicAdd_block(f4, f4[2]);
    atomicAdd(&f2->x, 1.0);
    atomicAdd(count, 1);
    atomicAdd(&count[1], 1u);
    atomicExch(i, 0);
    atomicAdd(m, 1);
    atomicMax(i, 3);
}

template <class T> __device__ void hints(T *at, T *out)
{
    out[0] = __ldg(at);
    out[1] = __ldg(&at[1]);
    out[2] = __ldca(at);
    out[3] = __ldcg(at);
    out[4] = __ldcs(at);
    out[5] = __ldlu(at);
    out[6] = __ldcv(at);
    __stwb(out + 7, at[1]);
    __stcg(out + 8, at[1]);
    __stcs(out + 9, at[1]);
    __stwt(out + 10, at[1]);
}
typedef signed char schar;
KERNEL(hints, char, char)
KERNEL(hints, schar, schar)
KERNEL(hints, unsigned char, uchar)
KERNEL(hints, short, short)
KERNEL(hints, unsigned short, ushort)
KERNEL(hints, int, int)
KERNEL(hints, unsigned, unsigned)
KERNEL(hints, long, long)
KERNEL(hints, unsigned long, ulong)
KERNEL(hints, long long, longlong)
KERNEL(hints, unsigned long long, ulonglong)
KERNEL(hints, float, float)
KERNEL(hints, double, double)
KERNEL(hints, char2, char2)
KERNEL(hints, char4, char4)
KERNEL(hints, uchar2, uchar2)
KERNEL(hints, uchar4, uchar4)
KERNEL(hints, short2, short2)
KERNEL(hints, short4, short4)
KERNEL(hints, ushort2, ushort2)
KERNEL(hints, ushort4, ushort4)
KERNEL(hints, int2, int2)
KERNEL(hints, int4, int4)
KERNEL(hints, uint2, uint2)
KERNEL(hints, uint4, uint4)
KERNEL(hints, longlong2, longlong2)
KERNEL(hints, ulonglong2, ulonglong2)
KERNEL(hints, float2, float2)
KERNEL(hints, float4, float4)
KERNEL(hints, double2, double2)

__global__ void spaces_and_time(float *f, size_t *out, long long *time)
{
    extern __shared__ float dynamic[];
    out[0] = __isShared(dynamic) + 2 * __isGlobal(f) + 4 * __isLocal(f) + 8 * __isConstant(f);
    out[1] = __cvta_generic_to_shared(dynamic) + __cvta_generic_to_global(f) +
             __cvta_generic_to_local(f) + __cvta_generic_to_constant(f);
    const unsigned offset = static_cast<unsigned>(__cvta_generic_to_shared(&dynamic[3]));
    *static_cast<float *>(__cvta_shared_to_generic(offset)) = 1;
    out[2] = *static_cast<size_t *>(__cvta_global_to_generic(out[1]));
    const clock_t begin = clock();
    __nanosleep(100);
    __nanosleep(static_cast<unsigned>(out[2]));
    time[0] = clock() - begin;
    time[1] = clock64();
    time[2] = static_cast<long long>(kbuild::global_timer());
    __threadfence();
    __threadfence_block();
    __threadfence_system();
    out[3] = __syncthreads_count(time[4] > 0) + __syncthreads_and(time[5] > 0) +
             __syncthreads_or(time[6] > 0);
    __builtin_assume(out[4] > 4);
    __assume(out[5] > 4);
    __prof_trigger(3);
    if (out[6]) {
        __brkpt();
    }
    if (out[7]) {
        __trap();
    }
    __stcg(f, 1.0);
}

template <class T> __device__ void nv_atomics(T *at, T *out)
{
    out[0] = __nv_atomic_load_n(at, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_load(at, out + 1, __NV_ATOMIC_RELAXED);
    __nv_atomic_store_n(at, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_store(at, out + 2, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
    out[3] = __nv_atomic_exchange_n(at, 2, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_CLUSTER);
    out[4] = __nv_atomic_fetch_add(at, 3, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) +
             __nv_atomic_fetch_sub(at, 3, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) +
             __nv_atomic_fetch_max(at, 3, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) +
             __nv_atomic_fetch_min(at, 3, __NV_ATOMIC_RELAXED);
    out[5] = __nv_atomic_compare_exchange_n(at, out + 6, 4, false, __NV_ATOMIC_ACQ_REL,
                                            __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
}
KERNEL(nv_atomics, int, int)
KERNEL(nv_atomics, unsigned long long, ulonglong)
KERNEL(nv_atomics, float, float)
