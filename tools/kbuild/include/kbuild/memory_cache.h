// Loads and stores with cache hints, for every type that CUDA has them for.
//
// What a hint promises is kept: __ldcg and __stcg go past the cache that other compute units do not
// see, __ldcv and __stwt go to memory, so that a loop that waits for another block ends. The rest
// are hints only; __ldcs, __ldlu and __stcs become non-temporal accesses.
#ifndef KBUILD_MEMORY_CACHE_H
#define KBUILD_MEMORY_CACHE_H
#pragma GCC system_header

#include "atomic_ops.h"

namespace kbuild
{

// Pieces in which a T can travel: the largest machine word that divides it and that it is aligned
// to.
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
// What one non-temporal access can carry: up to 16 bytes.
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

// The value parameter of a store does not choose the type: __stcg(float_pointer, 1.0).
template <class T> struct memory_value {
    using type = T;
};

} // namespace kbuild

// HIP has __ldg for most types; its functions are chosen before this template.
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

#endif
