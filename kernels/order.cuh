// The order of values: -0 equals +0; NaNs are equal to each other and greater than everything else.
#pragma once

#include "types.cuh"

template <class T> struct KeyOf {
    using type = T;
    static constexpr T infinity = 0; // no float
};
template <> struct KeyOf<bf16> {
    using type = uint16_t;
    static constexpr type infinity = 0x7f80;
};
template <> struct KeyOf<f16> {
    using type = uint16_t;
    static constexpr type infinity = 0x7c00;
};
template <> struct KeyOf<f32> {
    using type = u32;
    static constexpr type infinity = 0x7f800000;
};
template <> struct KeyOf<f64> {
    using type = u64;
    static constexpr type infinity = 0x7ff0000000000000;
};
template <> struct KeyOf<f8e4m3> {
    using type = u8;
    static constexpr type infinity = 0x7e; // its greatest number; all above is NaN
};
template <> struct KeyOf<i16> {
    using type = uint16_t;
    static constexpr type infinity = 0;
};
template <> struct KeyOf<i32> {
    using type = u32;
    static constexpr type infinity = 0;
};
template <> struct KeyOf<i64> {
    using type = u64;
    static constexpr type infinity = 0;
};

// An unsigned integer that orders as the value does.
template <class T> __device__ inline typename KeyOf<T>::type key_of(T value)
{
    using Key = typename KeyOf<T>::type;
    constexpr Key sign = static_cast<Key>(Key(1) << (8 * sizeof(Key) - 1));
    constexpr Key infinity = KeyOf<T>::infinity;
    Key bits;
    __builtin_memcpy(&bits, &value, sizeof(bits));
    if (infinity == 0) {
        return std::is_signed<T>::value ? bits ^ sign : bits;
    }
    const Key magnitude = bits & static_cast<Key>(~sign);
    if (magnitude > infinity) {
        return static_cast<Key>(~Key(0));
    }
    if (magnitude == 0) {
        return sign;
    }
    return bits == magnitude ? bits | sign : static_cast<Key>(~bits);
}
