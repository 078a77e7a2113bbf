// cuda::std::span and the functions of <bit>, for C++14 and 17. From C++20 on they are ::std's.
#ifndef KBUILD_STD_SPAN_H
#define KBUILD_STD_SPAN_H
#pragma GCC system_header

#include "std_base.h"
#include "std_tuple.h"

#if __cplusplus >= 202002L
#include <bit>
#include <span>
#else

namespace cuda
{
namespace std
{

// ---- span ----

static constexpr ::std::size_t dynamic_extent = static_cast<::std::size_t>(-1);

template <class T, ::std::size_t extent_ = dynamic_extent> class span
{
    T *first_ = nullptr;
    ::std::size_t size_ = extent_ == dynamic_extent ? 0 : extent_;

  public:
    using element_type = T;
    using value_type = typename ::std::remove_cv<T>::type;
    using size_type = ::std::size_t;
    using difference_type = ::std::ptrdiff_t;
    using pointer = T *;
    using reference = T &;
    using iterator = T *;
    static constexpr size_type extent = extent_;

    constexpr span() noexcept = default;
    KBUILD_STD constexpr span(T *first, size_type count) noexcept : first_(first), size_(count)
    {
    }
    KBUILD_STD constexpr span(T *first, T *last) noexcept
        : first_(first), size_(static_cast<size_type>(last - first))
    {
    }
    template <size_type n>
    KBUILD_STD constexpr span(T (&array)[n]) noexcept : first_(array), size_(n)
    {
    }
    template <class C_, class = typename ::std::enable_if<::std::is_convertible<
                            decltype(::std::declval<C_ &>().data()), T *>::value>::type>
    KBUILD_STD constexpr span(C_ &container) noexcept
        : first_(container.data()), size_(container.size())
    {
    }
    template <class U, size_type n,
              class = typename ::std::enable_if<::std::is_convertible<U *, T *>::value>::type>
    KBUILD_STD constexpr span(const span<U, n> &other) noexcept
        : first_(other.data()), size_(other.size())
    {
    }

    KBUILD_STD constexpr T &operator[](size_type i) const
    {
        return first_[i];
    }
    KBUILD_STD constexpr T &front() const
    {
        return first_[0];
    }
    KBUILD_STD constexpr T &back() const
    {
        return first_[size_ - 1];
    }
    KBUILD_STD constexpr T *data() const noexcept
    {
        return first_;
    }
    KBUILD_STD constexpr T *begin() const noexcept
    {
        return first_;
    }
    KBUILD_STD constexpr T *end() const noexcept
    {
        return first_ + size_;
    }
    KBUILD_STD constexpr size_type size() const noexcept
    {
        return size_;
    }
    KBUILD_STD constexpr size_type size_bytes() const noexcept
    {
        return size_ * sizeof(T);
    }
    KBUILD_STD constexpr bool empty() const noexcept
    {
        return size_ == 0;
    }
    KBUILD_STD constexpr span<T> first(size_type n) const
    {
        return {first_, n};
    }
    KBUILD_STD constexpr span<T> last(size_type n) const
    {
        return {first_ + (size_ - n), n};
    }
    KBUILD_STD constexpr span<T> subspan(size_type offset, size_type n = dynamic_extent) const
    {
        return {first_ + offset, n == dynamic_extent ? size_ - offset : n};
    }
};

// ---- bit ----

template <class To, class From> KBUILD_STD inline To bit_cast(const From &from) noexcept
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

template <class T> KBUILD_STD constexpr int popcount(T x) noexcept
{
    return __builtin_popcountll(x);
}
template <class T> KBUILD_STD constexpr int countl_zero(T x) noexcept
{
    return x == 0 ? 8 * static_cast<int>(sizeof(T))
                  : __builtin_clzll(x) - (64 - 8 * static_cast<int>(sizeof(T)));
}
template <class T> KBUILD_STD constexpr int countr_zero(T x) noexcept
{
    return x == 0 ? 8 * static_cast<int>(sizeof(T)) : __builtin_ctzll(x);
}
template <class T> KBUILD_STD constexpr int countl_one(T x) noexcept
{
    return countl_zero(static_cast<T>(~x));
}
template <class T> KBUILD_STD constexpr int countr_one(T x) noexcept
{
    return countr_zero(static_cast<T>(~x));
}
template <class T> KBUILD_STD constexpr int bit_width(T x) noexcept
{
    return 8 * static_cast<int>(sizeof(T)) - countl_zero(x);
}
template <class T> KBUILD_STD constexpr bool has_single_bit(T x) noexcept
{
    return x != 0 && (x & (x - 1)) == 0;
}
template <class T> KBUILD_STD constexpr T bit_floor(T x) noexcept
{
    return x == 0 ? T(0) : static_cast<T>(T(1) << (bit_width(x) - 1));
}
template <class T> KBUILD_STD constexpr T bit_ceil(T x) noexcept
{
    return x <= 1 ? T(1) : static_cast<T>(T(1) << bit_width(static_cast<T>(x - 1)));
}
template <class T> KBUILD_STD constexpr T rotl(T x, int n) noexcept
{
    return static_cast<T>(x << (n & (8 * sizeof(T) - 1)) | x >> (-n & (8 * sizeof(T) - 1)));
}
template <class T> KBUILD_STD constexpr T rotr(T x, int n) noexcept
{
    return rotl(x, -n);
}

} // namespace std
} // namespace cuda
#endif

#endif
