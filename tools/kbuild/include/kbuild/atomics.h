// CUDA's atomic functions with their _block and _system forms, and functions that CUDA lacks but
// programs use, because HIP has them: on unsigned long (size_t), and minimum and maximum of
// floating-point numbers.
//
// All these functions are templates. So the compiler prefers a function of HIP, or of the program,
// for the same type, and a program's own function is not a redefinition. Many programs have an
// atomicMax(float *, float) of their own; so the prelude hides HIP's functions while it reads HIP's
// headers (builtin_variables.h).
#ifndef KBUILD_ATOMICS_H
#define KBUILD_ATOMICS_H
#pragma GCC system_header

#include "atomic_ops.h"

namespace kbuild
{

// Replaces the 16 bits at |address|: calls update(bits), which changes a copy of the bits, and
// writes the copy unless update() returns false. Returns the bits as they were before.
template <class Update>
KBUILD_DEVICE unsigned short atomic_update16(unsigned short *address, Update update)
{
    using bits_t = typename atomic_bits<2>::type;
    bits_t *const bits = reinterpret_cast<bits_t *>(address);
    bits_t seen = atomic_load<scope_device>(bits, __ATOMIC_RELAXED);
    for (;;) {
        unsigned short after = seen;
        if (!update(after) || atomic_compare_bits<scope_device>(
                                  bits, seen, static_cast<bits_t>(after), __ATOMIC_RELAXED)) {
            return seen;
        }
    }
}

// Families of types, and atomic_if, which declares a function only for the types of a family.
template <class T> struct atomic_number {
    static constexpr bool value =
        (::std::is_integral<T>::value || ::std::is_floating_point<T>::value) &&
        (sizeof(T) == 4 || sizeof(T) == 8) && !::std::is_const<T>::value &&
        !::std::is_volatile<T>::value;
};
template <class T> struct atomic_integer {
    static constexpr bool value = atomic_number<T>::value && ::std::is_integral<T>::value;
};
template <class T> struct atomic_comparable {
    static constexpr bool value =
        atomic_number<T>::value || ::std::is_same<T, unsigned short>::value;
};
template <class T> struct atomic_counter {
    static constexpr bool value = ::std::is_same<T, unsigned>::value;
};
template <class T> struct atomic_vector {
    static constexpr bool value = false;
};
#if defined(__HIP__)
template <> struct atomic_vector<float2> {
    static constexpr bool value = true;
};
template <> struct atomic_vector<float4> {
    static constexpr bool value = true;
};
#endif

template <class Family, class T>
using atomic_if = typename ::std::enable_if<Family::value, T>::type;
// The type of a parameter from which T is not deduced, as in atomicAdd(unsigned_pointer, 1).
template <class T> struct atomic_operand_type {
    using type = T;
};
template <class T> using atomic_operand = typename atomic_operand_type<T>::type;

// Adds 1, or wraps to 0 at |limit|, in a loop of compare-and-swap. Where clang has builtins for
// this operation, the specializations below use one instruction instead.
template <int scope> KBUILD_DEVICE unsigned atomic_count_up(unsigned *address, unsigned limit)
{
    return atomic_update<scope>(
        address, [=](unsigned old) { return old >= limit ? 0u : old + 1u; }, __ATOMIC_RELAXED);
}

template <int scope> KBUILD_DEVICE unsigned atomic_count_down(unsigned *address, unsigned limit)
{
    return atomic_update<scope>(
        address, [=](unsigned old) { return old == 0u || old > limit ? limit : old - 1u; },
        __ATOMIC_RELAXED);
}

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__ &&                                   \
    __has_builtin(__builtin_amdgcn_atomic_inc32)
#define KBUILD_COUNT(NAME, BUILTIN)                                                                \
    template <> KBUILD_DEVICE unsigned NAME<scope_block>(unsigned *address, unsigned limit)        \
    {                                                                                              \
        return BUILTIN(address, limit, __ATOMIC_RELAXED, "workgroup");                             \
    }                                                                                              \
    template <> KBUILD_DEVICE unsigned NAME<scope_device>(unsigned *address, unsigned limit)       \
    {                                                                                              \
        return BUILTIN(address, limit, __ATOMIC_RELAXED, "agent");                                 \
    }
KBUILD_COUNT(atomic_count_up, __builtin_amdgcn_atomic_inc32)
KBUILD_COUNT(atomic_count_down, __builtin_amdgcn_atomic_dec32)
#undef KBUILD_COUNT
#endif

// Adds |value| to the number at |address|. With -munsafe-fp-atomics, specializations use HIP's
// functions, which are one instruction where the GPU has it.
template <int scope, class T> KBUILD_DEVICE T atomic_sum(T *address, T value)
{
    return atomic_fetch_add<scope>(address, value, __ATOMIC_RELAXED);
}
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__ &&                                   \
    defined(__AMDGCN_UNSAFE_FP_ATOMICS__)
template <> KBUILD_DEVICE float atomic_sum<scope_device, float>(float *address, float value)
{
    return unsafeAtomicAdd(address, value);
}
template <> KBUILD_DEVICE double atomic_sum<scope_device, double>(double *address, double value)
{
    return unsafeAtomicAdd(address, value);
}
#endif

template <int scope, class T> KBUILD_DEVICE T atomic_compare(T *address, T expected, T wanted)
{
    atomic_compare_exchange<scope>(address, expected, wanted, __ATOMIC_RELAXED);
    return expected;
}

// Adds to each component atomically, as CUDA does; the addition to the whole vector is not atomic.
#if defined(__HIP__)
template <int scope> KBUILD_DEVICE float2 atomic_sum_vector(float2 *address, float2 value)
{
    float *const at = reinterpret_cast<float *>(address);
    float2 old;
    old.x = atomic_sum<scope>(at, value.x);
    old.y = atomic_sum<scope>(at + 1, value.y);
    return old;
}
template <int scope> KBUILD_DEVICE float4 atomic_sum_vector(float4 *address, float4 value)
{
    float *const at = reinterpret_cast<float *>(address);
    float4 old;
    old.x = atomic_sum<scope>(at, value.x);
    old.y = atomic_sum<scope>(at + 1, value.y);
    old.z = atomic_sum<scope>(at + 2, value.z);
    old.w = atomic_sum<scope>(at + 3, value.w);
    return old;
}
#endif

} // namespace kbuild

// Defines NAME, NAME_block and NAME_system for the types of FAMILY. CALL uses T, address, value and
// scope.
#define KBUILD_ATOMIC_SCOPE(NAME, FAMILY, SCOPE, CALL)                                             \
    template <class T>                                                                             \
    KBUILD_DEVICE kbuild::atomic_if<kbuild::FAMILY<T>, T> NAME(T *address,                         \
                                                               kbuild::atomic_operand<T> value)    \
    {                                                                                              \
        constexpr int scope = kbuild::SCOPE;                                                       \
        return kbuild::CALL;                                                                       \
    }
#define KBUILD_ATOMIC(NAME, FAMILY, CALL)                                                          \
    KBUILD_ATOMIC_SCOPE(NAME, FAMILY, scope_device, CALL)                                          \
    KBUILD_ATOMIC_SCOPE(NAME##_block, FAMILY, scope_block, CALL)                                   \
    KBUILD_ATOMIC_SCOPE(NAME##_system, FAMILY, scope_system, CALL)
#define KBUILD_ATOMIC_FETCH(NAME, FAMILY, OPERATION)                                               \
    KBUILD_ATOMIC(NAME, FAMILY, OPERATION<scope>(address, value, __ATOMIC_RELAXED))

KBUILD_ATOMIC(atomicAdd, atomic_number, atomic_sum<scope>(address, value))
#if defined(__HIP__)
KBUILD_ATOMIC(atomicAdd, atomic_vector, atomic_sum_vector<scope>(address, value))
#endif
KBUILD_ATOMIC(atomicSub, atomic_number, atomic_sum<scope>(address, static_cast<T>(T() - value)))
KBUILD_ATOMIC_FETCH(atomicExch, atomic_number, atomic_exchange)
KBUILD_ATOMIC_FETCH(atomicMin, atomic_number, atomic_fetch_min)
KBUILD_ATOMIC_FETCH(atomicMax, atomic_number, atomic_fetch_max)
KBUILD_ATOMIC_FETCH(atomicAnd, atomic_integer, atomic_fetch_and)
KBUILD_ATOMIC_FETCH(atomicOr, atomic_integer, atomic_fetch_or)
KBUILD_ATOMIC_FETCH(atomicXor, atomic_integer, atomic_fetch_xor)
KBUILD_ATOMIC(atomicInc, atomic_counter, atomic_count_up<scope>(address, value))
KBUILD_ATOMIC(atomicDec, atomic_counter, atomic_count_down<scope>(address, value))
#undef KBUILD_ATOMIC_FETCH
#undef KBUILD_ATOMIC
#undef KBUILD_ATOMIC_SCOPE

#define KBUILD_ATOMIC_CAS(NAME, SCOPE)                                                             \
    template <class T>                                                                             \
    KBUILD_DEVICE kbuild::atomic_if<kbuild::atomic_comparable<T>, T> NAME(                         \
        T *address, kbuild::atomic_operand<T> expected, kbuild::atomic_operand<T> wanted)          \
    {                                                                                              \
        return kbuild::atomic_compare<kbuild::SCOPE, T>(address, expected, wanted);                \
    }
KBUILD_ATOMIC_CAS(atomicCAS, scope_device)
KBUILD_ATOMIC_CAS(atomicCAS_block, scope_block)
KBUILD_ATOMIC_CAS(atomicCAS_system, scope_system)
#undef KBUILD_ATOMIC_CAS

// ---- The atomic built-in functions of CUDA 12.8 and later: __nv_atomic_fetch_add(pointer, value,
// order, scope) and the like. AMD GPUs have no clusters of blocks: the cluster's scope is the
// device.

enum {
    __NV_ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST
};

enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM
};

// Returns CALL for the scope whose number is |scope|. |scope| is usually a constant, so that only
// one of the three calls is compiled.
#define KBUILD_NV_SCOPE(CALL)                                                                      \
    switch (scope) {                                                                               \
    case __NV_THREAD_SCOPE_THREAD:                                                                 \
    case __NV_THREAD_SCOPE_BLOCK: return CALL(kbuild::scope_block);                                \
    case __NV_THREAD_SCOPE_CLUSTER:                                                                \
    case __NV_THREAD_SCOPE_DEVICE: return CALL(kbuild::scope_device);                              \
    default: return CALL(kbuild::scope_system);                                                    \
    }

template <class T>
KBUILD_DEVICE T __nv_atomic_load_n(const T *from, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
#define KBUILD_CALL(SCOPE) kbuild::atomic_load<SCOPE>(from, order)
    KBUILD_NV_SCOPE(KBUILD_CALL)
#undef KBUILD_CALL
}

template <class T>
KBUILD_DEVICE void __nv_atomic_load(const T *from, T *result, int order,
                                    int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    *result = __nv_atomic_load_n(from, order, scope);
}

template <class T>
KBUILD_DEVICE void __nv_atomic_store_n(T *to, kbuild::atomic_operand<T> value, int order,
                                       int scope = __NV_THREAD_SCOPE_SYSTEM)
{
#define KBUILD_CALL(SCOPE) kbuild::atomic_store<SCOPE, T>(to, value, order)
    KBUILD_NV_SCOPE(KBUILD_CALL)
#undef KBUILD_CALL
}

template <class T>
KBUILD_DEVICE void __nv_atomic_store(T *to, T *value, int order,
                                     int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    __nv_atomic_store_n(to, *value, order, scope);
}

template <class T>
KBUILD_DEVICE T __nv_atomic_exchange_n(T *at, kbuild::atomic_operand<T> value, int order,
                                       int scope = __NV_THREAD_SCOPE_SYSTEM)
{
#define KBUILD_CALL(SCOPE) kbuild::atomic_exchange<SCOPE, T>(at, value, order)
    KBUILD_NV_SCOPE(KBUILD_CALL)
#undef KBUILD_CALL
}

template <class T>
KBUILD_DEVICE void __nv_atomic_exchange(T *at, T *value, T *result, int order,
                                        int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    *result = __nv_atomic_exchange_n(at, *value, order, scope);
}

template <class T>
KBUILD_DEVICE bool __nv_atomic_compare_exchange_n(T *at, T *expected,
                                                  kbuild::atomic_operand<T> wanted, bool, int order,
                                                  int failure, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
#define KBUILD_CALL(SCOPE)                                                                         \
    kbuild::atomic_compare_exchange<SCOPE, T>(at, *expected, wanted, order, failure)
    KBUILD_NV_SCOPE(KBUILD_CALL)
#undef KBUILD_CALL
}

template <class T>
KBUILD_DEVICE bool __nv_atomic_compare_exchange(T *at, T *expected, T *wanted, bool weak, int order,
                                                int failure, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    return __nv_atomic_compare_exchange_n(at, expected, *wanted, weak, order, failure, scope);
}

#define KBUILD_NV_FETCH(NAME)                                                                      \
    template <class T>                                                                             \
    KBUILD_DEVICE T __nv_atomic_fetch_##NAME(T *at, kbuild::atomic_operand<T> value, int order,    \
                                             int scope = __NV_THREAD_SCOPE_SYSTEM)                 \
    {                                                                                              \
        KBUILD_NV_SCOPE(KBUILD_CALL_##NAME)                                                        \
    }
#define KBUILD_CALL_add(SCOPE) kbuild::atomic_fetch_add<SCOPE, T>(at, value, order)
#define KBUILD_CALL_sub(SCOPE) kbuild::atomic_fetch_sub<SCOPE, T>(at, value, order)
#define KBUILD_CALL_and(SCOPE) kbuild::atomic_fetch_and<SCOPE, T>(at, value, order)
#define KBUILD_CALL_or(SCOPE)  kbuild::atomic_fetch_or<SCOPE, T>(at, value, order)
#define KBUILD_CALL_xor(SCOPE) kbuild::atomic_fetch_xor<SCOPE, T>(at, value, order)
#define KBUILD_CALL_min(SCOPE) kbuild::atomic_fetch_min<SCOPE, T>(at, value, order)
#define KBUILD_CALL_max(SCOPE) kbuild::atomic_fetch_max<SCOPE, T>(at, value, order)
KBUILD_NV_FETCH(add)
KBUILD_NV_FETCH(sub)
KBUILD_NV_FETCH(and)
KBUILD_NV_FETCH(or)
KBUILD_NV_FETCH(xor)
KBUILD_NV_FETCH(min)
KBUILD_NV_FETCH(max)
#undef KBUILD_CALL_add
#undef KBUILD_CALL_sub
#undef KBUILD_CALL_and
#undef KBUILD_CALL_or
#undef KBUILD_CALL_xor
#undef KBUILD_CALL_min
#undef KBUILD_CALL_max
#undef KBUILD_NV_FETCH

KBUILD_DEVICE void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
#define KBUILD_CALL(SCOPE) kbuild::atomic_fence<SCOPE>(order)
    KBUILD_NV_SCOPE(KBUILD_CALL)
#undef KBUILD_CALL
}

#undef KBUILD_NV_SCOPE

#endif
