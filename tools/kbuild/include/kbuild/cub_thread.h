// CUB's loads and stores with a cache modifier, which replace hipCUB's. hipCUB 2 converts the bits
// of a float as if they were an integer, and refuses structs. hipCUB 3 refuses constants, and lets
// a loop keep what it has loaded.
//
// Most modifiers are hints. Programs use some modifiers to see what other blocks wrote. Accesses
// with these modifiers are volatile, so that the compiler keeps them, and bypass the caches near
// the thread.
#ifndef KBUILD_CUB_THREAD_H
#define KBUILD_CUB_THREAD_H
#pragma GCC system_header

#include "qualifiers.h"

#if __has_include(<hipcub/hipcub_version.hpp>)
#include <hipcub/hipcub_version.hpp>
#endif
#if defined(HIPCUB_VERSION_MAJOR) && HIPCUB_VERSION_MAJOR < 4
#include <hipcub/config.hpp>

#define HIPCUB_ROCPRIM_THREAD_THREAD_LOAD_HPP_
#define HIPCUB_ROCPRIM_THREAD_THREAD_STORE_HPP_

#include <cstdint>
#include <iterator>
#include <type_traits>

namespace kbuild
{
// The largest unsigned integer as which parts of a T can be loaded and stored: T's alignment
// decides its size.
template <class T>
using cub_word = std::conditional_t<
    alignof(T) % 8 == 0, std::uint64_t,
    std::conditional_t<alignof(T) % 4 == 0, std::uint32_t,
                       std::conditional_t<alignof(T) % 2 == 0, std::uint16_t, std::uint8_t>>>;
} // namespace kbuild

BEGIN_HIPCUB_NAMESPACE

enum CacheLoadModifier : std::int32_t {
    LOAD_DEFAULT,
    LOAD_CA,
    LOAD_CG,
    LOAD_CS,
    LOAD_CV,
    LOAD_LDG,
    LOAD_VOLATILE
};

enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheLoadModifier modifier = LOAD_DEFAULT, class Iterator>
KBUILD_DEVICE typename std::iterator_traits<Iterator>::value_type ThreadLoad(Iterator at)
{
    return *at;
}

template <CacheLoadModifier modifier = LOAD_DEFAULT, class T>
KBUILD_DEVICE std::remove_cv_t<T> ThreadLoad(T *at)
{
    using value = std::remove_cv_t<T>;
    typedef kbuild::cub_word<value> __attribute__((may_alias)) word;
    if constexpr (modifier == LOAD_CG || modifier == LOAD_CV || modifier == LOAD_VOLATILE) {
        constexpr unsigned count = sizeof(value) / sizeof(word);
        word words[count];
#pragma unroll
        for (unsigned i = 0; i < count; i++)
            words[i] = reinterpret_cast<const volatile word *>(at)[i];
        value loaded;
        __builtin_memcpy(static_cast<void *>(&loaded), words, sizeof loaded);
        return loaded;
    } else {
        return *at;
    }
}

template <CacheStoreModifier modifier = STORE_DEFAULT, class Iterator, class T>
KBUILD_DEVICE void ThreadStore(Iterator at, T value)
{
    *at = value;
}

template <CacheStoreModifier modifier = STORE_DEFAULT, class T, class Value>
KBUILD_DEVICE void ThreadStore(T *at, Value value)
{
    typedef kbuild::cub_word<T> __attribute__((may_alias)) word;
    if constexpr (modifier == STORE_CG || modifier == STORE_WT || modifier == STORE_VOLATILE) {
        constexpr unsigned count = sizeof(T) / sizeof(word);
        const T stored = value;
        word words[count];
        __builtin_memcpy(words, static_cast<const void *>(&stored), sizeof stored);
#pragma unroll
        for (unsigned i = 0; i < count; i++)
            reinterpret_cast<volatile word *>(at)[i] = words[i];
    } else {
        *at = value;
    }
}

END_HIPCUB_NAMESPACE
#endif

#endif
