// The order of values in comparisons and sorts: -0 equals +0; NaNs are equal to each other and
// greater than everything else.
#pragma once

#include "pack.cuh"

// The bits of T's largest magnitude that is not NaN: infinity, or 448 for f8, which has no
// infinity. For integers it is 0.
template <class T>
constexpr BitsOf<T> infinity_of = std::is_same<T, f8e4m3>::value ? 0x7e
                                  : std::is_same<T, bf16>::value ? 0x7f80
                                  : std::is_same<T, f16>::value  ? 0x7c00
                                  : std::is_same<T, f32>::value  ? 0x7f800000
                                  : std::is_same<T, f64>::value  ? 0x7ff0000000000000
                                                                 : 0;

// Returns a key for the float whose bits are |bits|. Keys are unsigned integers that have the order
// of their floats. |infinity| is infinity_of the float's type.
template <class Key> __device__ inline Key float_key(Key bits, Key infinity)
{
    constexpr Key sign = static_cast<Key>(Key(1) << (8 * sizeof(Key) - 1));
    const Key magnitude = bits & static_cast<Key>(~sign);
    if (magnitude > infinity) {
        return static_cast<Key>(~Key(0));
    }
    if (magnitude == 0) {
        return sign;
    }
    return bits == magnitude ? bits | sign : static_cast<Key>(~bits);
}

// Returns an unsigned integer, the key of the value. Keys have the same order as their values.
template <class T> __device__ inline BitsOf<T> key_of(T value)
{
    using Key = BitsOf<T>;
    constexpr Key sign = static_cast<Key>(Key(1) << (8 * sizeof(Key) - 1));
    Key bits;
    __builtin_memcpy(&bits, &value, sizeof(bits));
    if (infinity_of<T> != 0) {
        return float_key(bits, infinity_of<T>);
    }
    return std::is_signed<T>::value ? bits ^ sign : bits;
}
