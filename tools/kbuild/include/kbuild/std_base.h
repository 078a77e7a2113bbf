// cuda::std is ::std, the host's C++ library, whose constexpr functions clang compiles for devices
// too. Functions that kernels use, and that ::std has as constexpr only from C++20 on, are defined
// here and hide ::std's.
#ifndef KBUILD_STD_BASE_H
#define KBUILD_STD_BASE_H
#pragma GCC system_header

#include "qualifiers.h"
#include "std_failures.h"

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

#if defined(__HIP__)
#define KBUILD_STD __host__ __device__
#else
#define KBUILD_STD
#endif
#if __cplusplus >= 201402L
#define KBUILD_STD_14 KBUILD_STD constexpr
#else
#define KBUILD_STD_14 KBUILD_STD inline
#endif

namespace cuda
{
namespace std
{

using namespace ::std;

#if __cplusplus < 202002L

template <class T> KBUILD_STD_14 void swap(T &a, T &b)
{
    T kept = static_cast<T &&>(a);
    a = static_cast<T &&>(b);
    b = static_cast<T &&>(kept);
}

template <class T, ::std::size_t n> KBUILD_STD_14 void swap(T (&a)[n], T (&b)[n])
{
    for (::std::size_t i = 0; i < n; ++i) {
        cuda::std::swap(a[i], b[i]);
    }
}

template <class T, class U = T> KBUILD_STD_14 T exchange(T &object, U &&replacement)
{
    T old = static_cast<T &&>(object);
    object = static_cast<U &&>(replacement);
    return old;
}

template <class T> KBUILD_STD_14 const T &clamp(const T &x, const T &low, const T &high)
{
    return x < low ? low : high < x ? high : x;
}

template <class T, class Less>
KBUILD_STD_14 const T &clamp(const T &x, const T &low, const T &high, Less less)
{
    return less(x, low) ? low : less(high, x) ? high : x;
}

// ---- iterators; in kernels only those that can be subtracted ----

template <class It>
KBUILD_STD_14 typename ::std::iterator_traits<It>::difference_type distance(It first, It last)
{
    return last - first;
}

template <class It, class Distance> KBUILD_STD_14 void advance(It &it, Distance n)
{
    it += n;
}

template <class It>
KBUILD_STD_14 It next(It it, typename ::std::iterator_traits<It>::difference_type n = 1)
{
    return it + n;
}

template <class It>
KBUILD_STD_14 It prev(It it, typename ::std::iterator_traits<It>::difference_type n = 1)
{
    return it - n;
}

template <class T, ::std::size_t n> KBUILD_STD_14 T *begin(T (&array)[n])
{
    return array;
}

template <class T, ::std::size_t n> KBUILD_STD_14 T *end(T (&array)[n])
{
    return array + n;
}

template <class C_> KBUILD_STD_14 auto begin(C_ &c) -> decltype(c.begin())
{
    return c.begin();
}

template <class C_> KBUILD_STD_14 auto end(C_ &c) -> decltype(c.end())
{
    return c.end();
}

// ---- algorithms that are simple loops ----

template <class It, class T> KBUILD_STD_14 void fill(It first, It last, const T &value)
{
    for (; first != last; ++first) {
        *first = value;
    }
}

template <class It, class Size, class T> KBUILD_STD_14 It fill_n(It first, Size n, const T &value)
{
    for (; n > 0; --n, ++first) {
        *first = value;
    }
    return first;
}

template <class It, class F_> KBUILD_STD_14 F_ for_each(It first, It last, F_ f)
{
    for (; first != last; ++first) {
        f(*first);
    }
    return f;
}

template <class It, class T> KBUILD_STD_14 It find(It first, It last, const T &value)
{
    while (first != last && !(*first == value)) {
        ++first;
    }
    return first;
}

template <class In, class Out, class F_>
KBUILD_STD_14 Out transform(In first, In last, Out to, F_ f)
{
    for (; first != last; ++first, ++to) {
        *to = f(*first);
    }
    return to;
}

template <class It, class T, class Less>
KBUILD_STD_14 It lower_bound(It first, It last, const T &value, Less less)
{
    auto count = last - first;
    while (count > 0) {
        const auto half = count / 2;
        if (less(first[half], value)) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}

template <class It, class T, class Less>
KBUILD_STD_14 It upper_bound(It first, It last, const T &value, Less less)
{
    auto count = last - first;
    while (count > 0) {
        const auto half = count / 2;
        if (!less(value, first[half])) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}

struct less_of_any {
    template <class A_, class B_> KBUILD_STD_14 bool operator()(const A_ &a, const B_ &b) const
    {
        return a < b;
    }
};

template <class It, class T> KBUILD_STD_14 It lower_bound(It first, It last, const T &value)
{
    return cuda::std::lower_bound(first, last, value, less_of_any{});
}

template <class It, class T> KBUILD_STD_14 It upper_bound(It first, It last, const T &value)
{
    return cuda::std::upper_bound(first, last, value, less_of_any{});
}

template <class It, class T> KBUILD_STD_14 T accumulate(It first, It last, T sum)
{
    for (; first != last; ++first) {
        sum = sum + *first;
    }
    return sum;
}

#endif

// copy() is defined in C++20, too, because libstdc++'s copy() calls a host function from version 13
// on.
template <class In, class Out> KBUILD_STD_14 Out copy(In first, In last, Out to)
{
    for (; first != last; ++first, ++to) {
        *to = *first;
    }
    return to;
}

template <class In, class Size, class Out> KBUILD_STD_14 Out copy_n(In first, Size n, Out to)
{
    for (; n > 0; --n, ++first, ++to) {
        *to = *first;
    }
    return to;
}

struct identity {
    template <class T> KBUILD_STD_14 T &&operator()(T &&x) const noexcept
    {
        return static_cast<T &&>(x);
    }
};

} // namespace std
} // namespace cuda

#endif
