// The atomic built-in functions of CUDA 12.8 and later: __nv_atomic_fetch_add(pointer, value,
// order, scope) and the like. AMD GPUs have no clusters of blocks: that scope is the device.
#ifndef KBUILD_ATOMICS_NV_H
#define KBUILD_ATOMICS_NV_H
#pragma GCC system_header

#include "atomics.h"

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

// CALL for the scope that |scope| names, which as a rule is a constant and leaves one of the three.
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
                                                  int, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
#define KBUILD_CALL(SCOPE) kbuild::atomic_compare_exchange<SCOPE, T>(at, *expected, wanted, order)
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
