// What CUDA has around memory besides loads and stores: address spaces, timers, waiting, traps,
// hints to the compiler.
#ifndef KBUILD_MEMORY_H
#define KBUILD_MEMORY_H
#pragma GCC system_header

#include "memory_cache.h"
#include "replace.h"
#include "wave.h"

// Address spaces. On AMD GPUs constants are in global memory.
KBUILD_DEVICE unsigned __isShared(const void *address)
{
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
    return __builtin_amdgcn_is_shared(address);
#else
    return address == nullptr;
#endif
}

KBUILD_DEVICE unsigned __isLocal(const void *address)
{
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
    return __builtin_amdgcn_is_private(address);
#else
    return address == nullptr;
#endif
}

KBUILD_DEVICE unsigned __isGlobal(const void *address)
{
    return !__isShared(address) && !__isLocal(address);
}

KBUILD_DEVICE unsigned __isConstant(const void *)
{
    return 0;
}

// No block sees another's shared memory.
KBUILD_DEVICE unsigned __isClusterShared(const void *address)
{
    return __isShared(address);
}

KBUILD_DEVICE unsigned __isGridConstant(const void *)
{
    return 0;
}

// Addresses in global memory are generic ones. Shared and local memory fill 4 GiB of the generic
// addresses each, so that the lower half of an address is the offset.
#define KBUILD_CONVERT_ADDRESS(NAME)                                                               \
    KBUILD_DEVICE size_t __cvta_generic_to_##NAME(const void *address)                             \
    {                                                                                              \
        return reinterpret_cast<size_t>(address);                                                  \
    }                                                                                              \
    KBUILD_DEVICE void *__cvta_##NAME##_to_generic(size_t address)                                 \
    {                                                                                              \
        return reinterpret_cast<void *>(address);                                                  \
    }
KBUILD_CONVERT_ADDRESS(global)
KBUILD_CONVERT_ADDRESS(constant)
KBUILD_CONVERT_ADDRESS(grid_constant)
#undef KBUILD_CONVERT_ADDRESS

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define KBUILD_GENERIC(SPACE, OFFSET)                                                              \
    (void *)reinterpret_cast<__attribute__((address_space(SPACE))) void *>(                        \
        static_cast<unsigned>(OFFSET))
#else
#define KBUILD_GENERIC(SPACE, OFFSET) reinterpret_cast<void *>(OFFSET)
#endif
#define KBUILD_CONVERT_OFFSET(NAME, SPACE)                                                         \
    KBUILD_DEVICE size_t __cvta_generic_to_##NAME(const void *address)                             \
    {                                                                                              \
        return static_cast<unsigned>(reinterpret_cast<size_t>(address));                           \
    }                                                                                              \
    KBUILD_DEVICE void *__cvta_##NAME##_to_generic(size_t offset)                                  \
    {                                                                                              \
        return KBUILD_GENERIC(SPACE, offset);                                                      \
    }
KBUILD_CONVERT_OFFSET(shared, 3)
KBUILD_CONVERT_OFFSET(local, 5)
#undef KBUILD_CONVERT_OFFSET
#undef KBUILD_GENERIC

namespace kbuild
{

// Nanoseconds since some time in the past; counts with 100 MHz.
KBUILD_DEVICE unsigned long long global_timer()
{
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#if defined(__GFX11__) || defined(__GFX12__)
    unsigned long long ticks;
#if __has_builtin(__builtin_amdgcn_s_sendmsg_rtnl)
    ticks = __builtin_amdgcn_s_sendmsg_rtnl(0x83); // MSG_RTN_GET_REALTIME
#else
    asm volatile("s_sendmsg_rtn_b64 %0, sendmsg(MSG_RTN_GET_REALTIME)\n\ts_waitcnt lgkmcnt(0)"
                 : "=s"(ticks));
#endif
    return ticks * 10u;
#else
    return __builtin_amdgcn_s_memrealtime() * 10u;
#endif
#else
    return 0;
#endif
}

} // namespace kbuild

// Before clang 16 the clock of gfx11 has 20 bits, and a program that waits for a million clocks
// waits for ever. The timer, in steps that are about as long as the GPU's clocks, goes on.
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__ && defined(__GFX11__) &&             \
    __clang_major__ < 16
KBUILD_REPLACE long long clock64()
{
    return static_cast<long long>(kbuild::global_timer()) * 2;
}
KBUILD_REPLACE long long clock()
{
    return clock64();
}
#endif

// CUDA promises no more than twice the time, and no least one.
KBUILD_DEVICE void __nanosleep(unsigned nanoseconds)
{
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
    // In units of 64 clocks: about 30 ns, and about 1 us.
    for (; nanoseconds >= 1024; nanoseconds -= 1024) {
        __builtin_amdgcn_s_sleep(32);
    }
    for (; nanoseconds >= 32; nanoseconds -= 32) {
        __builtin_amdgcn_s_sleep(1);
    }
#else
    (void)nanoseconds;
#endif
}

#if defined(__HIP__)
// A grid starts when those before it in its stream have ended: there is nothing to wait for, and
// nobody to tell.
__host__ __device__ inline hipError_t cudaGridDependencySynchronize()
{
    return hipSuccess;
}

__host__ __device__ inline hipError_t cudaTriggerProgrammaticLaunchCompletion()
{
    return hipSuccess;
}
#endif

KBUILD_DEVICE void __trap()
{
    __builtin_trap();
}

KBUILD_DEVICE void __brkpt()
{
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
    __builtin_debugtrap();
#endif
}

// Counters of NVIDIA's profiler.
#define __prof_trigger(counter) static_cast<void>(counter)

#ifndef __assume
#define __assume(condition) __builtin_assume(condition)
#endif

#endif
