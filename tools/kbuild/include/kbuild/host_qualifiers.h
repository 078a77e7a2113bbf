// Qualifiers and types for the declarations of host functions.
#ifndef KBUILD_HOST_QUALIFIERS_H
#define KBUILD_HOST_QUALIFIERS_H
#pragma GCC system_header

#define KBUILD_HOST_API static inline __host__

namespace kbuild
{

// The type of a parameter in an overload of a function that some versions of HIP have themselves.
// To convert an argument to this type takes one conversion more than to HIP's parameter. So a call
// chooses HIP's function if HIP has it, and is never ambiguous. The overload is a template, so that
// HIP's function is chosen also for an argument of a class with a conversion of its own.
template <class T> struct fallback {
    T value;
    template <class From>
    constexpr fallback(From from) // The constructor is not explicit, so that arguments convert.
        : value(static_cast<T>(from))
    {
    }
};

} // namespace kbuild

#endif
