// What fast_* keep of the elements they have seen: a state, which begins as that of none, takes one
// element after the other, and is combined with those of other threads.
#pragma once

#include "../../device/divide.cuh"

#include <limits>

template <class T, class Out = T> struct Sum {
    using State = Compute<T>;
    // On their way at a time: vectors along an output's elements, across outputs, and of dense
    // rows.
    static constexpr int loads = 2, column_loads = 2, row_loads = 3;

    __device__ State identity() const
    {
        return State(0);
    }
    // The region's first element, which comes again.
    __device__ void begin(State &, const T *) const
    {
    }
    // |index| is the element's in its region. Unless it |is_new|, it was taken before.
    __device__ void take(State &state, T x, u32, bool is_new) const
    {
        state += is_new ? widen(x) : State(0);
    }
    __device__ State operator()(State a, State b) const
    {
        return a + b;
    }
    __device__ Out result(State state) const
    {
        return narrow<Out>(state);
    }
    // The result of a region at a logical index, whose last dimension has so many elements.
    __device__ Out result(State state, usize, usize) const
    {
        return result(state);
    }
};

// Elements as they compare: narrow ones widened, integers of either sign.
template <class T, bool is_max> struct Order {
    using Value = std::conditional_t<std::is_same<T, i64>::value, i64, Compute<T>>;
    using Limits = std::numeric_limits<Value>;
    static constexpr Value most = Limits::has_infinity         ? Limits::infinity()
                                  : sizeof(T) == sizeof(Value) ? Limits::max()
                                                               : static_cast<Value>(T(-1));
    static constexpr Value worst = !is_max ? most : Limits::has_infinity ? -most : Limits::lowest();

    static __device__ Value value_of(T x)
    {
        return static_cast<Value>(widen(x));
    }
    // A NaN is better than nothing.
    static __device__ bool is_better(Value a, Value b)
    {
        return is_max ? a > b : a < b;
    }
};

// In half precision a NaN is the result; in the other types it is ignored.
template <class T, bool is_max> struct Extreme {
    using By = Order<T, is_max>;
    using State = typename By::Value;
    static constexpr int loads = 2, column_loads = 2, row_loads = sizeof(T) == 2 ? 2 : 3;
    static constexpr bool keeps_nan = std::is_same<T, f16>::value || std::is_same<T, bf16>::value;

    __device__ State identity() const
    {
        return By::worst;
    }
    __device__ void begin(State &, const T *) const
    {
    }
    __device__ void take(State &state, T x, u32, bool) const
    {
        state = (*this)(state, By::value_of(x));
    }
    __device__ State operator()(State a, State b) const
    {
        return By::is_better(b, a) || (keeps_nan && b != b) ? b : a;
    }
    __device__ T result(State state) const
    {
        return narrow<T>(static_cast<Compute<T>>(state));
    }
    __device__ T result(State state, usize, usize) const
    {
        return result(state);
    }
};

// Where the extreme is, and where first. An index as wide as the value leaves no gap.
template <class T, bool is_max> struct Place {
    using By = Order<T, is_max>;
    using Index = std::conditional_t<sizeof(typename By::Value) == 8, u64, u32>;
    static constexpr int loads = sizeof(T) == 2 || sizeof(T) == 8 ? 2 : 1,
                         column_loads = sizeof(T) == 1 || sizeof(T) == 8 ? 2 : 1,
                         row_loads = sizeof(T) == 8 ? 4 : 2;
    struct State {
        typename By::Value value;
        Index index;
    };

    __device__ State identity() const
    {
        return {By::worst, ~0u};
    }
    // The first element wins against none, whatever it is; NaN, against all.
    __device__ void begin(State &state, const T *first) const
    {
        const typename By::Value value = By::value_of(*first);
        state = {value == value ? value : Order<T, !is_max>::worst, 0};
    }
    __device__ void take(State &state, T x, u32 index, bool) const
    {
        const typename By::Value value = By::value_of(x);
        if (By::is_better(value, state.value)) {
            state = {value, index};
        }
    }
    __device__ State operator()(State a, State b) const
    {
        const bool is_b = By::is_better(b.value, a.value) ||
                          (!By::is_better(a.value, b.value) && b.index < a.index);
        return {is_b ? b.value : a.value, is_b ? b.index : a.index};
    }
    __device__ u32 result(const State &state) const
    {
        return static_cast<u32>(state.index);
    }
    __device__ u32 result(const State &state, usize begin, usize last) const
    {
        return low_index_remainder(begin + state.index, last);
    }
};
