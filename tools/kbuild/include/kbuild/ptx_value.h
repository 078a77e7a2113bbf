// Values of PTX registers. An operand is taken by its bits, whatever its C++ type is. A result is
// written into an object of any type of the result's size.
#ifndef KBUILD_PTX_VALUE_H
#define KBUILD_PTX_VALUE_H
#pragma GCC system_header

#include "qualifiers.h"

#include <type_traits>

namespace kbuild
{
namespace ptx
{

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;
typedef u8 b8;
typedef u16 b16;
typedef u32 b32;
typedef u64 b64;
typedef float f32;
typedef double f64;

// Takes the operands of a statement that has no translation: to the compiler, the operands are
// used, and perhaps written.
template <class... Operand> KBUILD_MEMBER void untranslated(Operand &&...)
{
}

template <class T> struct kind {
    static constexpr bool number = std::is_integral<T>::value || std::is_enum<T>::value;
    static constexpr bool pointer = std::is_pointer<T>::value;
    static constexpr int value = number ? 0 : pointer ? 1 : 2;
};

// get() returns the bits of |value|, sign-extended if T is signed.
template <class T, int Kind = kind<T>::value> struct bits_of {
    static KBUILD_MEMBER u64 get(const T &value)
    {
        static_assert(sizeof(T) <= 8, "a PTX register has at most 64 bits");
        u64 bits = 0;
        __builtin_memcpy(&bits, &value, sizeof(T));
        return bits;
    }
};
template <class T> struct bits_of<T, 0> {
    static KBUILD_MEMBER u64 get(T value)
    {
        return static_cast<u64>(value);
    }
};
template <class T> struct bits_of<T, 1> {
    static KBUILD_MEMBER u64 get(T value)
    {
        return reinterpret_cast<u64>(value);
    }
};

template <class T, int Kind = kind<T>::value> struct from_bits {
    static KBUILD_MEMBER T get(u64 bits)
    {
        T value;
        __builtin_memcpy(&value, &bits, sizeof(T) < 8 ? sizeof(T) : 8);
        return value;
    }
};
template <class T> struct from_bits<T, 0> {
    static KBUILD_MEMBER T get(u64 bits)
    {
        return static_cast<T>(bits);
    }
};
template <class T> struct from_bits<T, 1> {
    static KBUILD_MEMBER T get(u64 bits)
    {
        return reinterpret_cast<T>(bits);
    }
};

// as<T>(value) returns a T with the bits of |value|. If both types are floating point and differ in
// size, the number is converted instead: PTX would not accept such an operand.
template <class T, class From> KBUILD_BOTH T convert_bits(const From &value, std::false_type)
{
    return from_bits<T>::get(bits_of<From>::get(value));
}
template <class T, class From> KBUILD_BOTH T convert_bits(const From &value, std::true_type)
{
    return static_cast<T>(value);
}
template <class T, class From> KBUILD_BOTH T as(const From &value)
{
    constexpr bool floating =
        std::is_floating_point<T>::value && std::is_floating_point<From>::value;
    return convert_bits<T>(value, std::integral_constant<bool, floating>());
}

// A parameter of an instruction: its constructor takes an operand of any type.
template <class T> struct in {
    T value;
    template <class From> KBUILD_MEMBER in(From from) : value(as<T>(from))
    {
    }
    KBUILD_MEMBER operator T() const
    {
        return value;
    }
};

// The values of several registers: {a, b, c, d}.
template <class T, int N_> struct vector {
    T value[N_];
};

// The target for _, a result that the program does not want.
struct nothing {
};

template <class To, class From> KBUILD_BOTH void put(To &to, const From &from)
{
    to = as<typename std::remove_cv<To>::type>(from);
}
template <class From> KBUILD_BOTH void put(nothing &, const From &)
{
}

template <class... To> struct targets;
template <> struct targets<> {
    template <class From> KBUILD_MEMBER void take(const From *) const
    {
    }
};
template <class First, class... Rest> struct targets<First, Rest...> {
    First &&first;
    targets<Rest...> rest;
    template <class From> KBUILD_MEMBER void take(const From *from) const
    {
        put(first, *from);
        rest.take(from + 1);
    }
    template <class From, int N_> KBUILD_MEMBER void operator=(const vector<From, N_> &from) const
    {
        static_assert(N_ == 1 + sizeof...(Rest), "as many results as the instruction has");
        take(from.value);
    }
    template <class From> KBUILD_MEMBER void operator=(const From &from) const
    {
        static_assert(sizeof...(Rest) == 0, "this instruction has one result");
        put(first, from);
    }
};

KBUILD_BOTH targets<> pack_targets()
{
    return targets<>();
}
template <class First, class... Rest>
KBUILD_BOTH targets<First, Rest...> pack_targets(First &&first, Rest &&...rest)
{
    return {static_cast<First &&>(first), pack_targets(static_cast<Rest &&>(rest)...)};
}

// Returns the operands that an instruction writes, as in out(a, b) = ld_v2_u32(global(p)).
template <class... To> KBUILD_BOTH targets<To...> out(To &&...to)
{
    return pack_targets(static_cast<To &&>(to)...);
}

} // namespace ptx
} // namespace kbuild

#endif
