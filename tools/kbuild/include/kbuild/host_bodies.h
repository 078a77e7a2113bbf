// Device functions that host functions call under __CUDA_ARCH__, where nvcc does not look: in the
// pass for a device clang checks the bodies of host functions too, although it compiles none of
// them. So there they find these, which only that pass has, and nobody defines. A host function
// that calls one in the pass for the host is an error, as with nvcc.
#ifndef KBUILD_HOST_BODIES_H
#define KBUILD_HOST_BODIES_H
#pragma GCC system_header

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__ && !defined(__HIPCC_RTC__)

__host__ void __trap();
__host__ void __brkpt();
__host__ void __nanosleep(unsigned);
__host__ void __prof_trigger(int);
__host__ void __syncthreads();
__host__ int __syncthreads_count(int);
__host__ int __syncthreads_and(int);
__host__ int __syncthreads_or(int);
__host__ void __syncwarp();
__host__ void __syncwarp(unsigned);
__host__ unsigned __activemask();
__host__ void __threadfence();
__host__ void __threadfence_block();
__host__ void __threadfence_system();
__host__ long long clock64();

__host__ int __clz(int);
__host__ int __clzll(long long);
__host__ int __ffs(int);
__host__ int __ffsll(long long);
__host__ int __popc(unsigned);
__host__ int __popcll(unsigned long long);
__host__ unsigned __brev(unsigned);
__host__ unsigned long long __brevll(unsigned long long);
__host__ unsigned __byte_perm(unsigned, unsigned, unsigned);
__host__ unsigned __funnelshift_l(unsigned, unsigned, unsigned);
__host__ unsigned __funnelshift_r(unsigned, unsigned, unsigned);
__host__ int __mulhi(int, int);
__host__ unsigned __umulhi(unsigned, unsigned);
__host__ long long __mul64hi(long long, long long);
__host__ unsigned long long __umul64hi(unsigned long long, unsigned long long);
__host__ int __mul24(int, int);
__host__ unsigned __umul24(unsigned, unsigned);
__host__ unsigned __sad(int, int, unsigned);

__host__ float __int_as_float(int);
__host__ int __float_as_int(float);
__host__ float __uint_as_float(unsigned);
__host__ unsigned __float_as_uint(float);
__host__ double __longlong_as_double(long long);
__host__ long long __double_as_longlong(double);
__host__ double __hiloint2double(int, int);
__host__ int __double2hiint(double);
__host__ int __double2loint(double);

#define KBUILD_HOST_BODY_1(NAME) __host__ float NAME(float);
#define KBUILD_HOST_BODY_2(NAME) __host__ float NAME(float, float);
KBUILD_HOST_BODY_1(__expf)
KBUILD_HOST_BODY_1(__exp10f)
KBUILD_HOST_BODY_1(__logf)
KBUILD_HOST_BODY_1(__log2f)
KBUILD_HOST_BODY_1(__log10f)
KBUILD_HOST_BODY_1(__sinf)
KBUILD_HOST_BODY_1(__cosf)
KBUILD_HOST_BODY_1(__tanf)
KBUILD_HOST_BODY_1(__saturatef)
KBUILD_HOST_BODY_1(__frcp_rn)
KBUILD_HOST_BODY_1(__fsqrt_rn)
KBUILD_HOST_BODY_1(__frsqrt_rn)
KBUILD_HOST_BODY_2(__powf)
KBUILD_HOST_BODY_2(__fdividef)
KBUILD_HOST_BODY_2(__fadd_rn)
KBUILD_HOST_BODY_2(__fmul_rn)
KBUILD_HOST_BODY_2(__fdiv_rn)
#undef KBUILD_HOST_BODY_1
#undef KBUILD_HOST_BODY_2

#define KBUILD_HOST_BODY(TYPE)                                                                     \
    __host__ TYPE atomicAdd(TYPE *, TYPE);                                                         \
    __host__ TYPE atomicExch(TYPE *, TYPE);
KBUILD_HOST_BODY(int)
KBUILD_HOST_BODY(unsigned)
KBUILD_HOST_BODY(unsigned long long)
KBUILD_HOST_BODY(float)
#undef KBUILD_HOST_BODY
#define KBUILD_HOST_BODY(TYPE)                                                                     \
    __host__ TYPE atomicSub(TYPE *, TYPE);                                                         \
    __host__ TYPE atomicMin(TYPE *, TYPE);                                                         \
    __host__ TYPE atomicMax(TYPE *, TYPE);                                                         \
    __host__ TYPE atomicAnd(TYPE *, TYPE);                                                         \
    __host__ TYPE atomicOr(TYPE *, TYPE);                                                          \
    __host__ TYPE atomicXor(TYPE *, TYPE);                                                         \
    __host__ TYPE atomicCAS(TYPE *, TYPE, TYPE);
KBUILD_HOST_BODY(int)
KBUILD_HOST_BODY(unsigned)
#undef KBUILD_HOST_BODY
__host__ unsigned long long atomicCAS(unsigned long long *, unsigned long long, unsigned long long);
__host__ double atomicAdd(double *, double);

#endif

#endif
