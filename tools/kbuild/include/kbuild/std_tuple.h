// cuda::std::pair, tuple and array, whose members, assignments and deduction run on devices.
#ifndef KBUILD_STD_TUPLE_H
#define KBUILD_STD_TUPLE_H
#pragma GCC system_header

#include "std_base.h"

#include <array>
#include <tuple>

namespace cuda
{
namespace std
{

// ---- pair ----

template <class A_, class B_> struct pair {
    using first_type = A_;
    using second_type = B_;
    A_ first;
    B_ second;

    constexpr pair() : first(), second()
    {
    }
    KBUILD_STD constexpr pair(const A_ &a, const B_ &b) : first(a), second(b)
    {
    }
    template <class C_, class D_,
              class = typename ::std::enable_if<::std::is_constructible<
                  A_, C_ &&>::value && ::std::is_constructible<B_, D_ &&>::value>::type>
    KBUILD_STD constexpr pair(C_ &&c, D_ &&d)
        : first(static_cast<C_ &&>(c)), second(static_cast<D_ &&>(d))
    {
    }
    template <class C_, class D_>
    KBUILD_STD constexpr pair(const pair<C_, D_> &from) : first(from.first), second(from.second)
    {
    }
    template <class C_, class D_>
    constexpr pair(const ::std::pair<C_, D_> &from) : first(from.first), second(from.second)
    {
    }
    pair(const pair &) = default;
    pair(pair &&) = default;
    // Not defaulted, so that an assignment to a pair of references assigns to the objects.
    KBUILD_STD_14 pair &operator=(const pair &from)
    {
        first = from.first;
        second = from.second;
        return *this;
    }
    template <class C_, class D_> KBUILD_STD_14 pair &operator=(const pair<C_, D_> &from)
    {
        first = from.first;
        second = from.second;
        return *this;
    }
    constexpr operator ::std::pair<A_, B_>() const
    {
        return {first, second};
    }
};

template <class A_, class B_>
KBUILD_STD_14 bool operator==(const pair<A_, B_> &a, const pair<A_, B_> &b)
{
    return a.first == b.first && a.second == b.second;
}
template <class A_, class B_>
KBUILD_STD_14 bool operator!=(const pair<A_, B_> &a, const pair<A_, B_> &b)
{
    return !(a == b);
}
template <class A_, class B_>
KBUILD_STD_14 bool operator<(const pair<A_, B_> &a, const pair<A_, B_> &b)
{
    return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}
template <class A_, class B_>
KBUILD_STD_14 bool operator>(const pair<A_, B_> &a, const pair<A_, B_> &b)
{
    return b < a;
}
template <class A_, class B_>
KBUILD_STD_14 bool operator<=(const pair<A_, B_> &a, const pair<A_, B_> &b)
{
    return !(b < a);
}
template <class A_, class B_>
KBUILD_STD_14 bool operator>=(const pair<A_, B_> &a, const pair<A_, B_> &b)
{
    return !(a < b);
}

template <class A_, class B_>
KBUILD_STD constexpr pair<typename ::std::decay<A_>::type, typename ::std::decay<B_>::type>
make_pair(A_ &&a, B_ &&b)
{
    return {static_cast<A_ &&>(a), static_cast<B_ &&>(b)};
}

// ---- tuple: one base for each element ----

template <::std::size_t i, class T> struct tuple_leaf {
    T value;
    constexpr tuple_leaf() : value()
    {
    }
    template <class U>
    KBUILD_STD constexpr explicit tuple_leaf(int, U &&from) : value(static_cast<U &&>(from))
    {
    }
};

template <class Indices, class... T> struct tuple_leaves;
template <::std::size_t... i, class... T>
struct tuple_leaves<::std::index_sequence<i...>, T...> : tuple_leaf<i, T>... {
    constexpr tuple_leaves() = default;
    template <class... U>
    KBUILD_STD constexpr explicit tuple_leaves(int, U &&...from)
        : tuple_leaf<i, T>(0, static_cast<U &&>(from))...
    {
    }
};

template <class... T> class tuple;

template <::std::size_t i, class T>
KBUILD_STD constexpr T &tuple_value(tuple_leaf<i, T> &leaf) noexcept
{
    return leaf.value;
}
template <::std::size_t i, class T>
KBUILD_STD constexpr const T &tuple_value(const tuple_leaf<i, T> &leaf) noexcept
{
    return leaf.value;
}
template <class T, ::std::size_t i>
KBUILD_STD constexpr T &tuple_typed(tuple_leaf<i, T> &leaf) noexcept
{
    return leaf.value;
}
template <class T, ::std::size_t i>
KBUILD_STD constexpr const T &tuple_typed(const tuple_leaf<i, T> &leaf) noexcept
{
    return leaf.value;
}

template <class... T> class tuple : public tuple_leaves<::std::index_sequence_for<T...>, T...>
{
    using leaves = tuple_leaves<::std::index_sequence_for<T...>, T...>;

    template <class Other, ::std::size_t... i>
    KBUILD_STD_14 void assign(const Other &from, ::std::index_sequence<i...>)
    {
        const int done[] = {0, ((void)(tuple_value<i>(*this) = tuple_value<i>(from)), 0)...};
        (void)done;
    }
    template <class Other, ::std::size_t... i>
    KBUILD_STD constexpr tuple(const Other &from, ::std::index_sequence<i...>)
        : leaves(0, tuple_value<i>(from)...)
    {
    }

  public:
    constexpr tuple() = default;
    tuple(const tuple &) = default;
    tuple(tuple &&) = default;
    template <class... U, class = typename ::std::enable_if<
                              sizeof...(U) == sizeof...(T) && (sizeof...(T) > 0) &&
                              !::std::is_same<::std::tuple<typename ::std::decay<U>::type...>,
                                              ::std::tuple<tuple>>::value>::type>
    KBUILD_STD constexpr tuple(U &&...from) : leaves(0, static_cast<U &&>(from)...)
    {
    }
    template <class... U, class = typename ::std::enable_if<
                              sizeof...(U) == sizeof...(T) &&
                              !::std::is_same<tuple<U...>, tuple<T...>>::value>::type>
    KBUILD_STD constexpr tuple(const tuple<U...> &from)
        : tuple(from, ::std::index_sequence_for<T...>{})
    {
    }
    template <class A_, class B_>
    KBUILD_STD constexpr tuple(const pair<A_, B_> &from) : leaves(0, from.first, from.second)
    {
    }
    KBUILD_STD_14 tuple &operator=(const tuple &from)
    {
        assign(from, ::std::index_sequence_for<T...>{});
        return *this;
    }
    template <class... U> KBUILD_STD_14 tuple &operator=(const tuple<U...> &from)
    {
        static_assert(sizeof...(U) == sizeof...(T), "tuples of one size");
        assign(from, ::std::index_sequence_for<T...>{});
        return *this;
    }
    template <class A_, class B_> KBUILD_STD_14 tuple &operator=(const pair<A_, B_> &from)
    {
        tuple_value<0>(*this) = from.first;
        tuple_value<1>(*this) = from.second;
        return *this;
    }
};

template <> class tuple<>
{
};

// ---- array ----

template <class T, ::std::size_t n> struct array {
    using value_type = T;
    using size_type = ::std::size_t;
    using difference_type = ::std::ptrdiff_t;
    using reference = T &;
    using const_reference = const T &;
    using pointer = T *;
    using const_pointer = const T *;
    using iterator = T *;
    using const_iterator = const T *;

    T elements[n ? n : 1];

    KBUILD_STD_14 T &operator[](size_type i)
    {
        return elements[i];
    }
    KBUILD_STD constexpr const T &operator[](size_type i) const
    {
        return elements[i];
    }
    KBUILD_STD_14 T &at(size_type i)
    {
        return i < n ? elements[i] : (__builtin_trap(), elements[0]);
    }
    KBUILD_STD constexpr const T &at(size_type i) const
    {
        return i < n ? elements[i] : (__builtin_trap(), elements[0]);
    }
    KBUILD_STD_14 T &front()
    {
        return elements[0];
    }
    KBUILD_STD constexpr const T &front() const
    {
        return elements[0];
    }
    KBUILD_STD_14 T &back()
    {
        return elements[n - 1];
    }
    KBUILD_STD constexpr const T &back() const
    {
        return elements[n - 1];
    }
    KBUILD_STD_14 T *data()
    {
        return elements;
    }
    KBUILD_STD constexpr const T *data() const
    {
        return elements;
    }
    KBUILD_STD_14 T *begin()
    {
        return elements;
    }
    KBUILD_STD constexpr const T *begin() const
    {
        return elements;
    }
    KBUILD_STD constexpr const T *cbegin() const
    {
        return elements;
    }
    KBUILD_STD_14 T *end()
    {
        return elements + n;
    }
    KBUILD_STD constexpr const T *end() const
    {
        return elements + n;
    }
    KBUILD_STD constexpr const T *cend() const
    {
        return elements + n;
    }
    KBUILD_STD constexpr size_type size() const
    {
        return n;
    }
    KBUILD_STD constexpr size_type max_size() const
    {
        return n;
    }
    KBUILD_STD constexpr bool empty() const
    {
        return n == 0;
    }
    KBUILD_STD_14 void fill(const T &value)
    {
        for (size_type i = 0; i < n; ++i) {
            elements[i] = value;
        }
    }
    KBUILD_STD_14 void swap(array &other)
    {
        for (size_type i = 0; i < n; ++i) {
            cuda::std::swap(elements[i], other.elements[i]);
        }
    }
};

template <class T, ::std::size_t n>
KBUILD_STD_14 bool operator==(const array<T, n> &a, const array<T, n> &b)
{
    for (::std::size_t i = 0; i < n; ++i) {
        if (!(a[i] == b[i])) {
            return false;
        }
    }
    return true;
}
template <class T, ::std::size_t n>
KBUILD_STD_14 bool operator!=(const array<T, n> &a, const array<T, n> &b)
{
    return !(a == b);
}

#if __cplusplus >= 201703L
template <class T, class... U> KBUILD_STD array(T, U...)->array<T, 1 + sizeof...(U)>;
template <class A_, class B_> KBUILD_STD pair(A_, B_)->pair<A_, B_>;
template <class... T> KBUILD_STD tuple(T...)->tuple<T...>;
#endif

} // namespace std
} // namespace cuda

// Structured bindings look for tuple_size and tuple_element in ::std.
namespace std
{
template <class... T>
struct tuple_size<cuda::std::tuple<T...>> : integral_constant<size_t, sizeof...(T)> {
};
template <size_t i, class... T>
struct tuple_element<i, cuda::std::tuple<T...>> : tuple_element<i, tuple<T...>> {
};
template <class A_, class B_>
struct tuple_size<cuda::std::pair<A_, B_>> : integral_constant<size_t, 2> {
};
template <size_t i, class A_, class B_>
struct tuple_element<i, cuda::std::pair<A_, B_>> : tuple_element<i, tuple<A_, B_>> {
};
template <class T, size_t n>
struct tuple_size<cuda::std::array<T, n>> : integral_constant<size_t, n> {
};
template <size_t i, class T, size_t n> struct tuple_element<i, cuda::std::array<T, n>> {
    using type = T;
};
} // namespace std

namespace cuda
{
namespace std
{

using ::std::get;

template <::std::size_t i, class... T>
KBUILD_STD constexpr typename ::std::tuple_element<i, tuple<T...>>::type &
get(tuple<T...> &from) noexcept
{
    return tuple_value<i>(from);
}
template <::std::size_t i, class... T>
KBUILD_STD constexpr const typename ::std::tuple_element<i, tuple<T...>>::type &
get(const tuple<T...> &from) noexcept
{
    return tuple_value<i>(from);
}
template <::std::size_t i, class... T>
KBUILD_STD constexpr typename ::std::tuple_element<i, tuple<T...>>::type &&
get(tuple<T...> &&from) noexcept
{
    return static_cast<typename ::std::tuple_element<i, tuple<T...>>::type &&>(
        tuple_value<i>(from));
}
template <class T, class... U> KBUILD_STD constexpr T &get(tuple<U...> &from) noexcept
{
    return tuple_typed<T>(from);
}
template <class T, class... U> KBUILD_STD constexpr const T &get(const tuple<U...> &from) noexcept
{
    return tuple_typed<T>(from);
}

template <::std::size_t i> struct pair_member;
template <> struct pair_member<0> {
    template <class P_> KBUILD_STD static constexpr auto of(P_ &pair) -> decltype((pair.first))
    {
        return pair.first;
    }
};
template <> struct pair_member<1> {
    template <class P_> KBUILD_STD static constexpr auto of(P_ &pair) -> decltype((pair.second))
    {
        return pair.second;
    }
};
template <::std::size_t i, class A_, class B_>
KBUILD_STD constexpr typename ::std::tuple_element<i, pair<A_, B_>>::type &
get(pair<A_, B_> &from) noexcept
{
    return pair_member<i>::of(from);
}
template <::std::size_t i, class A_, class B_>
KBUILD_STD constexpr const typename ::std::tuple_element<i, pair<A_, B_>>::type &
get(const pair<A_, B_> &from) noexcept
{
    return pair_member<i>::of(from);
}
template <::std::size_t i, class A_, class B_>
KBUILD_STD constexpr typename ::std::tuple_element<i, pair<A_, B_>>::type &&
get(pair<A_, B_> &&from) noexcept
{
    return static_cast<typename ::std::tuple_element<i, pair<A_, B_>>::type &&>(
        pair_member<i>::of(from));
}

template <::std::size_t i, class T, ::std::size_t n>
KBUILD_STD constexpr T &get(array<T, n> &from) noexcept
{
    return from.elements[i];
}
template <::std::size_t i, class T, ::std::size_t n>
KBUILD_STD constexpr const T &get(const array<T, n> &from) noexcept
{
    return from.elements[i];
}

template <class... T>
KBUILD_STD constexpr tuple<typename ::std::decay<T>::type...> make_tuple(T &&...values)
{
    return tuple<typename ::std::decay<T>::type...>(static_cast<T &&>(values)...);
}
template <class... T> KBUILD_STD constexpr tuple<T &...> tie(T &...values) noexcept
{
    return tuple<T &...>(values...);
}
template <class... T> KBUILD_STD constexpr tuple<T &&...> forward_as_tuple(T &&...values) noexcept
{
    return tuple<T &&...>(static_cast<T &&>(values)...);
}

struct ignored {
    template <class T> KBUILD_STD_14 const ignored &operator=(const T &) const
    {
        return *this;
    }
};
static constexpr ignored ignore{};

template <class F_, class Tuple, ::std::size_t... i>
KBUILD_STD constexpr auto apply_at(F_ &&f, Tuple &&from, ::std::index_sequence<i...>)
    -> decltype(static_cast<F_ &&>(f)(cuda::std::get<i>(static_cast<Tuple &&>(from))...))
{
    return static_cast<F_ &&>(f)(cuda::std::get<i>(static_cast<Tuple &&>(from))...);
}
template <class F_, class Tuple>
KBUILD_STD constexpr auto apply(F_ &&f, Tuple &&from) -> decltype(cuda::std::apply_at(
    static_cast<F_ &&>(f), static_cast<Tuple &&>(from),
    ::std::make_index_sequence<::std::tuple_size<typename ::std::decay<Tuple>::type>::value>{}))
{
    return cuda::std::apply_at(
        static_cast<F_ &&>(f), static_cast<Tuple &&>(from),
        ::std::make_index_sequence<::std::tuple_size<typename ::std::decay<Tuple>::type>::value>{});
}

template <class A_, class B_, ::std::size_t... i, ::std::size_t... k>
KBUILD_STD constexpr auto cat_two(const A_ &a, const B_ &b, ::std::index_sequence<i...>,
                                  ::std::index_sequence<k...>)
    -> tuple<typename ::std::tuple_element<i, A_>::type...,
             typename ::std::tuple_element<k, B_>::type...>
{
    return {cuda::std::get<i>(a)..., cuda::std::get<k>(b)...};
}
KBUILD_STD constexpr inline tuple<> tuple_cat()
{
    return {};
}
template <class A_> KBUILD_STD constexpr A_ tuple_cat(const A_ &a)
{
    return a;
}
template <class A_, class B_, class... Rest>
KBUILD_STD constexpr auto tuple_cat(const A_ &a, const B_ &b, const Rest &...rest)
{
    return cuda::std::tuple_cat(
        cuda::std::cat_two(a, b, ::std::make_index_sequence<::std::tuple_size<A_>::value>{},
                           ::std::make_index_sequence<::std::tuple_size<B_>::value>{}),
        rest...);
}

template <::std::size_t i> struct tuple_compare {
    template <class T> KBUILD_STD static constexpr bool equal(const T &a, const T &b)
    {
        return tuple_compare<i - 1>::equal(a, b) &&
               cuda::std::get<i - 1>(a) == cuda::std::get<i - 1>(b);
    }
    template <class T> KBUILD_STD static constexpr bool less(const T &a, const T &b)
    {
        return tuple_compare<i - 1>::less(a, b) ||
               (tuple_compare<i - 1>::equal(a, b) &&
                cuda::std::get<i - 1>(a) < cuda::std::get<i - 1>(b));
    }
};
template <> struct tuple_compare<0> {
    template <class T> KBUILD_STD static constexpr bool equal(const T &, const T &)
    {
        return true;
    }
    template <class T> KBUILD_STD static constexpr bool less(const T &, const T &)
    {
        return false;
    }
};
template <class... T>
KBUILD_STD constexpr bool operator==(const tuple<T...> &a, const tuple<T...> &b)
{
    return tuple_compare<sizeof...(T)>::equal(a, b);
}
template <class... T>
KBUILD_STD constexpr bool operator!=(const tuple<T...> &a, const tuple<T...> &b)
{
    return !(a == b);
}
template <class... T>
KBUILD_STD constexpr bool operator<(const tuple<T...> &a, const tuple<T...> &b)
{
    return tuple_compare<sizeof...(T)>::less(a, b);
}

} // namespace std
} // namespace cuda

#endif
