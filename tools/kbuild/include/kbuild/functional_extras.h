// The functions that <cuda/functional>, <cuda/cmath> and <cuda/utility> have and the standard's
// headers lack: proclaim_return_type, minimum and maximum, ceil_div, round_up, round_down, ilog2.
#ifndef KBUILD_FUNCTIONAL_EXTRAS_H
#define KBUILD_FUNCTIONAL_EXTRAS_H
#pragma GCC system_header

#include "std_base.h"

#include <functional>

namespace cuda
{

// Wraps a device lambda. Host code can ask for the result's type, although it cannot call the
// lambda.
template <class Result, class F_> struct returning {
    F_ function;
    template <class... Arguments> KBUILD_STD_14 Result operator()(Arguments &&...arguments)
    {
        return function(static_cast<Arguments &&>(arguments)...);
    }
    template <class... Arguments> KBUILD_STD_14 Result operator()(Arguments &&...arguments) const
    {
        return function(static_cast<Arguments &&>(arguments)...);
    }
};

template <class Result, class F_>
KBUILD_STD constexpr returning<Result, typename ::std::decay<F_>::type> proclaim_return_type(F_ &&f)
{
    return {static_cast<F_ &&>(f)};
}

template <class T = void> struct minimum {
    KBUILD_STD constexpr T operator()(const T &a, const T &b) const
    {
        return b < a ? b : a;
    }
};
template <class T = void> struct maximum {
    KBUILD_STD constexpr T operator()(const T &a, const T &b) const
    {
        return a < b ? b : a;
    }
};
template <> struct minimum<void> {
    template <class A_, class B_>
    KBUILD_STD constexpr typename ::std::common_type<A_, B_>::type operator()(const A_ &a,
                                                                              const B_ &b) const
    {
        return b < a ? b : a;
    }
};
template <> struct maximum<void> {
    template <class A_, class B_>
    KBUILD_STD constexpr typename ::std::common_type<A_, B_>::type operator()(const A_ &a,
                                                                              const B_ &b) const
    {
        return a < b ? b : a;
    }
};

template <class A_, class B_>
KBUILD_STD constexpr typename ::std::common_type<A_, B_>::type ceil_div(A_ a, B_ b)
{
    return static_cast<typename ::std::common_type<A_, B_>::type>(a / b + (a % b != 0));
}
template <class A_, class B_>
KBUILD_STD constexpr typename ::std::common_type<A_, B_>::type round_up(A_ a, B_ b)
{
    return static_cast<typename ::std::common_type<A_, B_>::type>(ceil_div(a, b) * b);
}
template <class A_, class B_>
KBUILD_STD constexpr typename ::std::common_type<A_, B_>::type round_down(A_ a, B_ b)
{
    return static_cast<typename ::std::common_type<A_, B_>::type>(a / b * b);
}
template <class T> KBUILD_STD constexpr int ilog2(T x)
{
    return 63 - __builtin_clzll(static_cast<unsigned long long>(x));
}
template <class T> KBUILD_STD constexpr bool is_power_of_two(T x)
{
    return x > 0 && (x & (x - 1)) == 0;
}

} // namespace cuda

#endif
