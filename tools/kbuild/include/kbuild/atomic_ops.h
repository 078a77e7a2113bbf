// Atomic operations with a scope and a memory order, on numbers and small objects. CUDA's atomic
// functions and cuda::atomic are made of these.
//
// Scopes have HIP's numbers. Objects of 32 and 64 bits are passed to the compiler's builtins. An
// object of 8 or 16 bits is changed by exchanging the 32-bit word that contains it, because the
// compiler for AMD GPUs cannot exchange or add 8 or 16 bits. Objects that are not numbers are
// handled as bits.
#ifndef KBUILD_ATOMIC_OPS_H
#define KBUILD_ATOMIC_OPS_H
#pragma GCC system_header

#include "qualifiers.h"

#include <type_traits>

namespace kbuild
{

static constexpr int scope_thread = 1;
static constexpr int scope_block = 3;
static constexpr int scope_device = 4;
static constexpr int scope_system = 5;

template <unsigned size> struct atomic_bits;
template <> struct atomic_bits<1> {
    typedef unsigned char __attribute__((may_alias)) type;
};
template <> struct atomic_bits<2> {
    typedef unsigned short __attribute__((may_alias)) type;
};
template <> struct atomic_bits<4> {
    typedef unsigned __attribute__((may_alias)) type;
};
template <> struct atomic_bits<8> {
    typedef unsigned long long __attribute__((may_alias)) type;
};

template <class To, class From> KBUILD_BOTH To atomic_cast(const From &from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    __builtin_memcpy(&to, &from, sizeof(To));
    return to;
}

// Returns the memory order of a compare-and-exchange that fails: |order| without release, because
// nothing was written.
KBUILD_BOTH int atomic_failure_order(int order)
{
    return order == __ATOMIC_RELEASE   ? __ATOMIC_RELAXED
           : order == __ATOMIC_ACQ_REL ? __ATOMIC_ACQUIRE
                                       : order;
}

// Returns one memory order for a compare-and-exchange: the weakest that is at least as strong as
// |order| if the exchange succeeds, and as |failure| if it fails.
KBUILD_BOTH int atomic_joined_order(int order, int failure)
{
    if (failure == __ATOMIC_SEQ_CST || order == __ATOMIC_SEQ_CST) {
        return __ATOMIC_SEQ_CST;
    }
    const bool acquires = failure == __ATOMIC_ACQUIRE || failure == __ATOMIC_CONSUME;
    return !acquires                   ? order
           : order == __ATOMIC_RELEASE ? __ATOMIC_ACQ_REL
           : order == __ATOMIC_ACQ_REL ? __ATOMIC_ACQ_REL
                                       : __ATOMIC_ACQUIRE;
}

// Makes a memory fence of |order| for |scope|.
template <int scope> KBUILD_BOTH void atomic_fence(int order)
{
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define KBUILD_FENCE(ORDER)                                                                        \
    if (scope == scope_system) {                                                                   \
        __builtin_amdgcn_fence(ORDER, "");                                                         \
    } else if (scope == scope_device) {                                                            \
        __builtin_amdgcn_fence(ORDER, "agent");                                                    \
    } else if (scope == scope_thread) {                                                            \
        __builtin_amdgcn_fence(ORDER, "singlethread");                                             \
    } else {                                                                                       \
        __builtin_amdgcn_fence(ORDER, "workgroup");                                                \
    }
    switch (order) {
    case __ATOMIC_RELAXED: break;
    case __ATOMIC_CONSUME:
    case __ATOMIC_ACQUIRE: KBUILD_FENCE(__ATOMIC_ACQUIRE) break;
    case __ATOMIC_RELEASE: KBUILD_FENCE(__ATOMIC_RELEASE) break;
    case __ATOMIC_ACQ_REL: KBUILD_FENCE(__ATOMIC_ACQ_REL) break;
    default: KBUILD_FENCE(__ATOMIC_SEQ_CST) break;
    }
#undef KBUILD_FENCE
#else
    __atomic_thread_fence(order);
#endif
}

// What is around a relaxed access to make it one of |order|. The order of the compiler's builtins
// counts only for the address space of their object, that of CUDA for all memory: a flag in shared
// memory may guard data in global memory.
template <int scope> KBUILD_BOTH void atomic_before(int order)
{
    if (order == __ATOMIC_SEQ_CST) {
        atomic_fence<scope>(__ATOMIC_SEQ_CST);
    } else if (order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL) {
        atomic_fence<scope>(__ATOMIC_RELEASE);
    }
}
template <int scope> KBUILD_BOTH void atomic_after(int order)
{
    if (order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE) {
        atomic_fence<scope>(__ATOMIC_ACQUIRE);
    }
}

// Accesses to objects of 32 and 64 bits: only these macros differ between the device and the host.
// The host ignores |scope|, because all its accesses have the scope of the system.
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define KBUILD_ORDERED(ORDER, ACCESS)                                                              \
    ({                                                                                             \
        atomic_before<scope>(ORDER);                                                               \
        const auto result = ACCESS;                                                                \
        atomic_after<scope>(ORDER);                                                                \
        result;                                                                                    \
    })
#define KBUILD_WORD_LOAD(AT, ORDER)                                                                \
    KBUILD_ORDERED(ORDER, __hip_atomic_load(AT, __ATOMIC_RELAXED, scope))
#define KBUILD_WORD_STORE(AT, BITS, ORDER)                                                         \
    (atomic_before<scope>(ORDER), __hip_atomic_store(AT, BITS, __ATOMIC_RELAXED, scope))
#define KBUILD_WORD_SWAP(AT, BITS, ORDER)                                                          \
    KBUILD_ORDERED(ORDER, __hip_atomic_exchange(AT, BITS, __ATOMIC_RELAXED, scope))
#define KBUILD_WORD_FETCH(OP, AT, V, ORDER)                                                        \
    KBUILD_ORDERED(ORDER, __hip_atomic_fetch_##OP(AT, V, __ATOMIC_RELAXED, scope))
#define KBUILD_WORD_COMPARE(AT, SEEN, WANTED, ORDER)                                               \
    KBUILD_ORDERED(ORDER, __hip_atomic_compare_exchange_strong(AT, SEEN, WANTED, __ATOMIC_RELAXED, \
                                                               __ATOMIC_RELAXED, scope))
static constexpr bool atomic_on_device = true;
static constexpr bool atomic_small_in_words = true;
#else
#define KBUILD_WORD_LOAD(AT, ORDER)         __atomic_load_n(AT, ORDER)
#define KBUILD_WORD_STORE(AT, BITS, ORDER)  __atomic_store_n(AT, BITS, ORDER)
#define KBUILD_WORD_SWAP(AT, BITS, ORDER)   __atomic_exchange_n(AT, BITS, ORDER)
#define KBUILD_WORD_FETCH(OP, AT, V, ORDER) __atomic_fetch_##OP(AT, V, ORDER)
#define KBUILD_WORD_COMPARE(AT, SEEN, WANTED, ORDER)                                               \
    __atomic_compare_exchange_n(AT, SEEN, WANTED, false, ORDER, atomic_failure_order(ORDER))
static constexpr bool atomic_on_device = false;
#if defined(KBUILD_ATOMIC_SMALL_IN_WORDS)
static constexpr bool atomic_small_in_words = true; // true if the host tests what the device does
#else
static constexpr bool atomic_small_in_words = false;
#endif
#endif

// If *at == seen, writes |wanted| to |at| and returns true; otherwise sets |seen| to *at. If |Bits|
// has 8 or 16 bits, the device exchanges the 32-bit word that contains them. The word's address is
// computed from the pointer |at|, not from an integer: otherwise the compiler would lose the
// address space.
template <int scope, class Bits>
KBUILD_BOTH bool atomic_compare_bits(Bits *at, Bits &seen, Bits wanted, int order)
{
    if (!atomic_small_in_words || sizeof(Bits) >= 4) {
        return KBUILD_WORD_COMPARE(at, &seen, wanted, order);
    }
    typedef typename atomic_bits<4>::type word_t;
    const unsigned long long inside = reinterpret_cast<unsigned long long>(at) & 3u;
    word_t *const word = reinterpret_cast<word_t *>(reinterpret_cast<char *>(at) - inside);
    const unsigned shift = static_cast<unsigned>(inside) * 8u;
    const unsigned mask = ((1u << sizeof(Bits) * 8 % 32) - 1u) << shift;
    word_t whole = KBUILD_WORD_LOAD(word, atomic_failure_order(order));
    for (;;) {
        const Bits before = static_cast<Bits>(whole >> shift);
        if (before != seen) {
            seen = before;
            return false;
        }
        const word_t after = (whole & ~mask) | static_cast<word_t>(wanted) << shift;
        if (KBUILD_WORD_COMPARE(word, &whole, after, order)) {
            return true;
        }
    }
}

// Replaces the object at |at| by change(object), and returns the object as it was before.
template <int scope, class T, class Change>
KBUILD_BOTH T atomic_update(T *at, Change change, int order)
{
    using bits_t = typename atomic_bits<sizeof(T)>::type;
    bits_t *const bits = reinterpret_cast<bits_t *>(at);
    bits_t seen = KBUILD_WORD_LOAD(bits, __ATOMIC_RELAXED);
    for (;;) {
        const T before = atomic_cast<T>(seen);
        const T after = change(before);
        if (atomic_compare_bits<scope>(bits, seen, atomic_cast<bits_t>(after), order)) {
            return before;
        }
    }
}

template <int scope, class T> KBUILD_BOTH T atomic_load(const T *from, int order)
{
    using bits_t = typename atomic_bits<sizeof(T)>::type;
    bits_t *const bits = reinterpret_cast<bits_t *>(const_cast<T *>(from));
    return atomic_cast<T>(static_cast<bits_t>(KBUILD_WORD_LOAD(bits, order)));
}

template <int scope, class T> KBUILD_BOTH void atomic_store(T *to, T value, int order)
{
    using bits_t = typename atomic_bits<sizeof(T)>::type;
    KBUILD_WORD_STORE(reinterpret_cast<bits_t *>(to), atomic_cast<bits_t>(value), order);
}

// If the object at |at| has the bits of |expected|, replaces it by |wanted| and returns true;
// otherwise sets |expected| to the object.
template <int scope, class T>
KBUILD_BOTH bool atomic_compare_exchange(T *at, T &expected, T wanted, int order,
                                         int failure = __ATOMIC_RELAXED)
{
    using bits_t = typename atomic_bits<sizeof(T)>::type;
    bits_t seen = atomic_cast<bits_t>(expected);
    const bool done = atomic_compare_bits<scope>(reinterpret_cast<bits_t *>(at), seen,
                                                 atomic_cast<bits_t>(wanted),
                                                 atomic_joined_order(order, failure));
    expected = atomic_cast<T>(seen);
    return done;
}

// A tag that says how an operation is done: by one instruction of the compiler (atomic_direct), or
// by a loop around a compare-and-exchange (atomic_loop).
using atomic_direct = ::std::true_type;
using atomic_loop = ::std::false_type;
template <bool direct> using atomic_way = ::std::integral_constant<bool, direct>;

template <class T> struct atomic_is_word {
    static constexpr bool value = ::std::is_integral<T>::value && sizeof(T) >= 4;
};

template <int scope, class T>
KBUILD_BOTH T atomic_exchange_way(T *at, T value, int order, atomic_direct)
{
    using bits_t = typename atomic_bits<sizeof(T)>::type;
    return atomic_cast<T>(static_cast<bits_t>(
        KBUILD_WORD_SWAP(reinterpret_cast<bits_t *>(at), atomic_cast<bits_t>(value), order)));
}
template <int scope, class T>
KBUILD_BOTH T atomic_exchange_way(T *at, T value, int order, atomic_loop)
{
    return atomic_update<scope>(
        at, [=](const T &) { return value; }, order);
}
template <int scope, class T> KBUILD_BOTH T atomic_exchange(T *at, T value, int order)
{
    return atomic_exchange_way<scope>(at, value, order, atomic_way<(sizeof(T) >= 4)>());
}

#define KBUILD_FETCH(NAME, RESULT)                                                                 \
    template <int scope, class T>                                                                  \
    KBUILD_BOTH T atomic_##NAME##_way(T *at, T value, int order, atomic_direct)                    \
    {                                                                                              \
        return KBUILD_WORD_FETCH(NAME, at, value, order);                                          \
    }                                                                                              \
    KBUILD_FETCH_LOOP(NAME, RESULT)
#define KBUILD_FETCH_LOOP(NAME, RESULT)                                                            \
    template <int scope, class T>                                                                  \
    KBUILD_BOTH T atomic_##NAME##_way(T *at, T value, int order, atomic_loop)                      \
    {                                                                                              \
        return atomic_update<scope>(                                                               \
            at, [=](const T &old) { return static_cast<T>(RESULT); }, order);                      \
    }
KBUILD_FETCH(add, old + value)
KBUILD_FETCH(and, (old & value))
KBUILD_FETCH(or, old | value)
KBUILD_FETCH(xor, old ^ value)
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
KBUILD_FETCH(min, value < old ? value : old)
KBUILD_FETCH(max, old < value ? value : old)
#else
KBUILD_FETCH_LOOP(min, value < old ? value : old)
KBUILD_FETCH_LOOP(max, old < value ? value : old)
#endif
#undef KBUILD_FETCH_LOOP
#undef KBUILD_FETCH

// The functions below return the number as it was before the operation.
template <int scope, class T> KBUILD_BOTH T atomic_fetch_add(T *at, T value, int order)
{
    constexpr bool direct =
        atomic_is_word<T>::value || (atomic_on_device && ::std::is_floating_point<T>::value);
    return atomic_add_way<scope>(at, value, order, atomic_way<direct>());
}

template <int scope, class T> KBUILD_BOTH T atomic_fetch_sub(T *at, T value, int order)
{
    return atomic_fetch_add<scope>(at, static_cast<T>(T() - value), order);
}

#define KBUILD_FETCH(NAME, DIRECT)                                                                 \
    template <int scope, class T> KBUILD_BOTH T atomic_fetch_##NAME(T *at, T value, int order)     \
    {                                                                                              \
        constexpr bool direct = DIRECT && atomic_is_word<T>::value;                                \
        return atomic_##NAME##_way<scope>(at, value, order, atomic_way<direct>());                 \
    }
KBUILD_FETCH(and, true)
KBUILD_FETCH(or, true)
KBUILD_FETCH(xor, true)
KBUILD_FETCH(min, atomic_on_device)
KBUILD_FETCH(max, atomic_on_device)
#undef KBUILD_FETCH

#undef KBUILD_ORDERED
#undef KBUILD_WORD_LOAD
#undef KBUILD_WORD_STORE
#undef KBUILD_WORD_SWAP
#undef KBUILD_WORD_FETCH
#undef KBUILD_WORD_COMPARE

} // namespace kbuild

#endif
