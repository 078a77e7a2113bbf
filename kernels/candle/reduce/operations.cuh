// Operations of fast_* and short_*. A thread's state is what the thread keeps of the elements it
// has seen. A state begins as identity(), the state of no elements, takes one element after
// another, and is combined with the states of other threads.
#pragma once

#include "../../device/divide.cuh"

#include <limits>

template <class T, class Out = T> struct Sum {
    using State = Compute<T>;
    // How many vectors a thread loads at a time: |loads| along an output's elements, |column_loads|
    // across outputs, |row_loads| in dense rows.
    static constexpr int loads = 2, column_loads = 2, row_loads = 3;

    __device__ State identity() const
    {
        return State(0);
    }
    // Called once for a region, before take() is called for each of its elements, the first one
    // included. The second parameter points to the region's first element. A sum does not need it.
    __device__ void begin(State &, const T *) const
    {
    }
    // Adds the element x. If it was taken before, |is_new| is false and nothing is added. The third
    // parameter, the element's index in its region, is for other operations.
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
    // Returns the result of a region. The logical index of the region's first element and the size
    // of the last dimension are for other operations.
    __device__ Out result(State state, usize, usize) const
    {
        return result(state);
    }
};

// How minimum and maximum compare elements: floats of 8 and 16 bits as f32, integers as signed or
// unsigned numbers, as T is.
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
    // Whether |a| is better than |b|: greater for a maximum, less for a minimum. A NaN is never
    // better.
    static __device__ bool is_better(Value a, Value b)
    {
        return is_max ? a > b : a < b;
    }
};

// The least or the greatest element. For f16 and bf16 the result is NaN if an element is; for the
// other types NaNs are ignored.
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

// Finds the place of the extreme, which is the first place if several elements are equal. Index is
// as wide as Value, so that a State has no gap.
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
    // Begins a state with the region's first element, which wins against identity() whatever its
    // value is. A NaN as the first element wins against all later elements.
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
