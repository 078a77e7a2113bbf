// CUDA's functions for memory: loads and stores with cache hints, address spaces. Also timers,
// waiting, traps, and hints to the compiler.
#ifndef KBUILD_MEMORY_H
#define KBUILD_MEMORY_H
#pragma GCC system_header

#include "atomic_ops.h"
#include "qualifiers.h"
#include "wave.h"

// ---- Loads and stores with cache hints, for every type that CUDA has them for.
//
// Some of these functions promise an effect, and have it here, too: __ldcg and __stcg bypass the
// cache that other compute units do not see; __ldcv and __stwt go to memory, so that a loop that
// waits for another block ends. All other functions promise nothing; __ldcs, __ldlu and __stcs
// become non-temporal accesses.

namespace kbuild
{

// The pieces in which a T is loaded and stored: the largest machine words that divide T's size and
// alignment.
template <class T> struct memory_piece {
    static constexpr unsigned size = sizeof(T) % 8 == 0 && alignof(T) % 8 == 0   ? 8
                                     : sizeof(T) % 4 == 0 && alignof(T) % 4 == 0 ? 4
                                     : sizeof(T) % 2 == 0 && alignof(T) % 2 == 0 ? 2
                                                                                 : 1;
    static constexpr unsigned count = sizeof(T) / size;
    using type = typename atomic_bits<size>::type;
};

template <int scope, class T> KBUILD_DEVICE T memory_load(const T *from)
{
    using piece = memory_piece<T>;
    using piece_t = typename piece::type;
    piece_t pieces[piece::count];
    const piece_t *const at = reinterpret_cast<const piece_t *>(from);
#pragma unroll
    for (unsigned i = 0; i < piece::count; ++i) {
        pieces[i] = atomic_load<scope>(at + i, __ATOMIC_RELAXED);
    }
    T value;
    __builtin_memcpy(&value, pieces, sizeof(T));
    return value;
}

template <int scope, class T> KBUILD_DEVICE void memory_store(T *to, const T &value)
{
    using piece = memory_piece<T>;
    using piece_t = typename piece::type;
    piece_t pieces[piece::count];
    piece_t *const at = reinterpret_cast<piece_t *>(to);
    __builtin_memcpy(pieces, &value, sizeof(T));
#pragma unroll
    for (unsigned i = 0; i < piece::count; ++i) {
        atomic_store<scope>(at + i, pieces[i], __ATOMIC_RELAXED);
    }
}

#if defined(__clang__)
// The type of one non-temporal access of |size| bytes, at most 16.
template <unsigned size> struct memory_stream {
    using type = typename atomic_bits<size>::type;
};
template <> struct memory_stream<16> {
    typedef unsigned type __attribute__((ext_vector_type(4), may_alias));
};
template <class T> struct memory_streamed {
    static constexpr bool whole =
        (sizeof(T) & (sizeof(T) - 1)) == 0 && sizeof(T) <= 16 && alignof(T) >= sizeof(T);
    static constexpr unsigned size = whole ? sizeof(T) : memory_piece<T>::size;
    static constexpr unsigned count = sizeof(T) / size;
    using type = typename memory_stream<size>::type;
};

template <class T> KBUILD_DEVICE T memory_load_once(const T *from)
{
    using stream = memory_streamed<T>;
    using stream_t = typename stream::type;
    stream_t pieces[stream::count];
    const stream_t *const at = reinterpret_cast<const stream_t *>(from);
#pragma unroll
    for (unsigned i = 0; i < stream::count; ++i) {
        pieces[i] = __builtin_nontemporal_load(at + i);
    }
    T value;
    __builtin_memcpy(&value, pieces, sizeof(T));
    return value;
}

template <class T> KBUILD_DEVICE void memory_store_once(T *to, const T &value)
{
    using stream = memory_streamed<T>;
    using stream_t = typename stream::type;
    stream_t pieces[stream::count];
    stream_t *const at = reinterpret_cast<stream_t *>(to);
    __builtin_memcpy(pieces, &value, sizeof(T));
#pragma unroll
    for (unsigned i = 0; i < stream::count; ++i) {
        __builtin_nontemporal_store(pieces[i], at + i);
    }
}
#endif

// The type T, from which T is not deduced: a store takes T from its pointer, not from its value, as
// in __stcg(float_pointer, 1.0).
template <class T> struct memory_value {
    using type = T;
};

} // namespace kbuild

// HIP has __ldg for most types; the compiler prefers HIP's functions to this template.
template <class T> KBUILD_DEVICE T __ldg(const T *from)
{
    return *from;
}
template <class T> KBUILD_DEVICE T __ldca(const T *from)
{
    return *from;
}
template <class T> KBUILD_DEVICE T __ldcg(const T *from)
{
    return kbuild::memory_load<kbuild::scope_device>(from);
}
template <class T> KBUILD_DEVICE T __ldcs(const T *from)
{
    return kbuild::memory_load_once(from);
}
template <class T> KBUILD_DEVICE T __ldlu(const T *from)
{
    return kbuild::memory_load_once(from);
}
template <class T> KBUILD_DEVICE T __ldcv(const T *from)
{
    return kbuild::memory_load<kbuild::scope_system>(from);
}

template <class T> KBUILD_DEVICE void __stwb(T *to, typename kbuild::memory_value<T>::type value)
{
    *to = value;
}
template <class T> KBUILD_DEVICE void __stcg(T *to, typename kbuild::memory_value<T>::type value)
{
    kbuild::memory_store<kbuild::scope_device>(to, value);
}
template <class T> KBUILD_DEVICE void __stcs(T *to, typename kbuild::memory_value<T>::type value)
{
    kbuild::memory_store_once(to, value);
}
template <class T> KBUILD_DEVICE void __stwt(T *to, typename kbuild::memory_value<T>::type value)
{
    kbuild::memory_store<kbuild::scope_system>(to, value);
}

// ---- Other functions for memory.

// __isShared() and the like tell whether an address is in an address space. On AMD GPUs constants
// are in global memory.
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

// AMD GPUs have no clusters: a block sees no shared memory but its own.
KBUILD_DEVICE unsigned __isClusterShared(const void *address)
{
    return __isShared(address);
}

KBUILD_DEVICE unsigned __isGridConstant(const void *)
{
    return 0;
}

// A global address is the same as a generic address. Shared and local memory take 4 GiB of the
// generic addresses each, so that the lower half of a generic address is the offset in such memory.
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

// Returns nanoseconds since some time in the past, in steps of 10 ns (100 MHz).
KBUILD_DEVICE unsigned long long global_timer()
{
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#if defined(__GFX11__) || defined(__GFX12__)
    unsigned long long ticks;
#if __has_builtin(__builtin_amdgcn_s_sendmsg_rtnl)
    ticks = __builtin_amdgcn_s_sendmsg_rtnl(0x83); // the message MSG_RTN_GET_REALTIME
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

// Before clang 16, clock64() on gfx11 returns only 20 bits, and a program that waits for a million
// clocks waits for ever. Here it returns the timer's count, which does not wrap, in steps of 0.5
// ns: about a clock of the GPU.
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

// CUDA promises that __nanosleep() takes at most twice the time, and does not promise a shortest
// time.
KBUILD_DEVICE void __nanosleep(unsigned nanoseconds)
{
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
    // s_sleep(n) waits for 64 n clocks: s_sleep(32) for about 1 us, s_sleep(1) for about 30 ns.
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
// On AMD GPUs a grid starts when the earlier grids of its stream have ended. So these functions
// have nothing to wait for, and no later grid to start.
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

// In CUDA, increments a counter of NVIDIA's profiler; here it does nothing.
#define __prof_trigger(counter) static_cast<void>(counter)

#ifndef __assume
#define __assume(condition) __builtin_assume(condition)
#endif

#endif
