// PTX's special registers that say where a thread is, barriers of a block, clocks, and
// approximations of f32 functions.
#ifndef KBUILD_PTX_DEVICE_H
#define KBUILD_PTX_DEVICE_H
#pragma GCC system_header

#include "memory.h"
#include "ptx_float.h"
#include "ptx_half.h"
#include "ptx_value.h"

namespace kbuild
{
namespace ptx
{

#define KBUILD_PTX_INDEX(NAME, VARIABLE)                                                           \
    KBUILD_DEVICE u32 NAME##_x()                                                                   \
    {                                                                                              \
        return VARIABLE.x;                                                                         \
    }                                                                                              \
    KBUILD_DEVICE u32 NAME##_y()                                                                   \
    {                                                                                              \
        return VARIABLE.y;                                                                         \
    }                                                                                              \
    KBUILD_DEVICE u32 NAME##_z()                                                                   \
    {                                                                                              \
        return VARIABLE.z;                                                                         \
    }
KBUILD_PTX_INDEX(tid, threadIdx)
KBUILD_PTX_INDEX(ntid, blockDim)
KBUILD_PTX_INDEX(ctaid, blockIdx)
KBUILD_PTX_INDEX(nctaid, gridDim)
// Every block is a cluster of its own.
KBUILD_PTX_INDEX(clusterid, blockIdx)
KBUILD_PTX_INDEX(nclusterid, gridDim)
#undef KBUILD_PTX_INDEX
#define KBUILD_PTX_CLUSTER(NAME, VALUE)                                                            \
    KBUILD_DEVICE u32 NAME()                                                                       \
    {                                                                                              \
        return VALUE;                                                                              \
    }
KBUILD_PTX_CLUSTER(cluster_ctaid_x, 0)
KBUILD_PTX_CLUSTER(cluster_ctaid_y, 0)
KBUILD_PTX_CLUSTER(cluster_ctaid_z, 0)
KBUILD_PTX_CLUSTER(cluster_nctaid_x, 1)
KBUILD_PTX_CLUSTER(cluster_nctaid_y, 1)
KBUILD_PTX_CLUSTER(cluster_nctaid_z, 1)
KBUILD_PTX_CLUSTER(cluster_ctarank, 0)
KBUILD_PTX_CLUSTER(cluster_nctarank, 1)
#undef KBUILD_PTX_CLUSTER

KBUILD_DEVICE u32 block_threads()
{
    return ntid_x() * ntid_y() * ntid_z();
}
KBUILD_DEVICE u32 warpid()
{
    return (tid_x() + ntid_x() * (tid_y() + ntid_y() * tid_z())) / 32u;
}
KBUILD_DEVICE u32 nwarpid()
{
    return (block_threads() + 31u) / 32u;
}
KBUILD_DEVICE u32 smid()
{
    return ::__smid();
}
// HIP does not number launches: %gridid is always 0.
KBUILD_DEVICE u64 gridid()
{
    return 0;
}

KBUILD_DEVICE u64 clock64()
{
    return static_cast<u64>(::clock64());
}
KBUILD_DEVICE u32 clock()
{
    return static_cast<u32>(clock64());
}
KBUILD_DEVICE u32 clock_hi()
{
    return static_cast<u32>(clock64() >> 32);
}
KBUILD_DEVICE u64 globaltimer()
{
    return global_timer();
}
KBUILD_DEVICE u32 globaltimer_lo()
{
    return static_cast<u32>(globaltimer());
}
KBUILD_DEVICE u32 globaltimer_hi()
{
    return static_cast<u32>(globaltimer() >> 32);
}

// A block has one barrier, for all of its threads: a barrier for only some of them traps.
KBUILD_DEVICE void bar_sync(in<u32>)
{
    __syncthreads();
}
KBUILD_DEVICE void bar_sync(in<u32>, in<u32> threads)
{
    if (threads != block_threads()) {
        __builtin_trap();
    }
    __syncthreads();
}
KBUILD_DEVICE void barrier_sync(in<u32> barrier)
{
    bar_sync(barrier);
}
KBUILD_DEVICE void barrier_sync(in<u32> barrier, in<u32> threads)
{
    bar_sync(barrier, threads);
}
#define KBUILD_PTX_BAR_RED(BAR, NAME, RESULT, CALL)                                                \
    KBUILD_DEVICE RESULT BAR##_red_##NAME(in<u32>, bool predicate)                                 \
    {                                                                                              \
        return static_cast<RESULT>(CALL(predicate));                                               \
    }                                                                                              \
    KBUILD_DEVICE RESULT BAR##_red_##NAME(in<u32> barrier, in<u32> threads, bool predicate)        \
    {                                                                                              \
        bar_sync(barrier, threads);                                                                \
        return static_cast<RESULT>(CALL(predicate));                                               \
    }
KBUILD_PTX_BAR_RED(bar, popc_u32, u32, __syncthreads_count)
KBUILD_PTX_BAR_RED(bar, and_pred, bool, __syncthreads_and)
KBUILD_PTX_BAR_RED(bar, or_pred, bool, __syncthreads_or)
KBUILD_PTX_BAR_RED(barrier, popc_u32, u32, __syncthreads_count)
KBUILD_PTX_BAR_RED(barrier, and_pred, bool, __syncthreads_and)
KBUILD_PTX_BAR_RED(barrier, or_pred, bool, __syncthreads_or)
#undef KBUILD_PTX_BAR_RED

KBUILD_DEVICE void nanosleep_u32(in<u32> nanoseconds)
{
    __nanosleep(nanoseconds);
}
KBUILD_DEVICE void trap()
{
    __builtin_trap();
}
KBUILD_DEVICE void brkpt()
{
    __brkpt();
}
// These instructions do nothing: a kernel starts only when the kernels that it depends on have
// ended, and its registers are allocated at its start.
KBUILD_DEVICE void griddepcontrol_wait()
{
}
KBUILD_DEVICE void griddepcontrol_launch_dependents()
{
}
KBUILD_DEVICE void setmaxnreg_inc_u32(in<u32>)
{
}
KBUILD_DEVICE void setmaxnreg_dec_u32(in<u32>)
{
}

// Approximations. With .ftz they are the hardware's instructions, which flush subnormals too;
// without .ftz, functions that handle subnormals.
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define KBUILD_PTX_NATIVE(NATIVE, EXACT) (NATIVE)
#else
#define KBUILD_PTX_NATIVE(NATIVE, EXACT) (EXACT)
#endif
#define KBUILD_PTX_APPROX(NAME, EXACT, NATIVE)                                                     \
    KBUILD_DEVICE f32 NAME##_approx_f32(in<f32> operand)                                           \
    {                                                                                              \
        const f32 a = operand;                                                                     \
        return EXACT;                                                                              \
    }                                                                                              \
    KBUILD_DEVICE f32 NAME##_approx_ftz_f32(in<f32> operand)                                       \
    {                                                                                              \
        const f32 a = flush(operand);                                                              \
        return flush(KBUILD_PTX_NATIVE(NATIVE, EXACT));                                            \
    }
KBUILD_PTX_APPROX(rcp, 1.0f / a, __builtin_amdgcn_rcpf(a))
KBUILD_PTX_APPROX(sqrt, __builtin_sqrtf(a), __builtin_amdgcn_sqrtf(a))
KBUILD_PTX_APPROX(rsqrt, ::rsqrtf(a), __builtin_amdgcn_rsqf(a))
KBUILD_PTX_APPROX(ex2, ::exp2f(a), __builtin_exp2f(a))
KBUILD_PTX_APPROX(lg2, ::log2f(a), ::__log2f(a))
KBUILD_PTX_APPROX(sin, ::__sinf(a), ::__sinf(a))
KBUILD_PTX_APPROX(cos, ::__cosf(a), ::__cosf(a))
KBUILD_PTX_APPROX(tanh, ::tanhf(a), ::tanhf(a))
#undef KBUILD_PTX_APPROX
#undef KBUILD_PTX_NATIVE
KBUILD_DEVICE f64 rcp_approx_ftz_f64(in<f64> a)
{
    return 1.0 / f64(a);
}
KBUILD_DEVICE f64 rcp_approx_f64(in<f64> a)
{
    return 1.0 / f64(a);
}
KBUILD_DEVICE f64 rsqrt_approx_f64(in<f64> a)
{
    return ::rsqrt(f64(a));
}
KBUILD_DEVICE f64 rsqrt_approx_ftz_f64(in<f64> a)
{
    return ::rsqrt(f64(a));
}
#define KBUILD_PTX_DIV(KIND)                                                                       \
    KBUILD_DEVICE f32 div_##KIND##_f32(in<f32> a, in<f32> b)                                       \
    {                                                                                              \
        return f32(a) / f32(b);                                                                    \
    }                                                                                              \
    KBUILD_DEVICE f32 div_##KIND##_ftz_f32(in<f32> a, in<f32> b)                                   \
    {                                                                                              \
        return flush(flush(a) / flush(b));                                                         \
    }
KBUILD_PTX_DIV(approx)
KBUILD_PTX_DIV(full)
#undef KBUILD_PTX_DIV

#define KBUILD_PTX_APPROX_HALF(NAME, TYPE)                                                         \
    KBUILD_DEVICE b16 NAME##_##TYPE(in<b16> a)                                                     \
    {                                                                                              \
        return of_type::TYPE::narrow(NAME##_f32(of_type::TYPE::widen(a)));                         \
    }                                                                                              \
    KBUILD_DEVICE b32 NAME##_##TYPE##x2(in<b32> a)                                                 \
    {                                                                                              \
        return of_type::two(NAME##_##TYPE(of_type::low(a)), NAME##_##TYPE(of_type::high(a)));      \
    }
KBUILD_PTX_APPROX_HALF(ex2_approx, f16)
KBUILD_PTX_APPROX_HALF(ex2_approx, bf16)
KBUILD_PTX_APPROX_HALF(ex2_approx_ftz, bf16)
KBUILD_PTX_APPROX_HALF(tanh_approx, f16)
KBUILD_PTX_APPROX_HALF(tanh_approx, bf16)
#undef KBUILD_PTX_APPROX_HALF

} // namespace ptx
} // namespace kbuild

#endif
