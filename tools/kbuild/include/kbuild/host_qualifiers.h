// Qualifiers and types for the declarations of host functions.
#ifndef KBUILD_HOST_QUALIFIERS_H
#define KBUILD_HOST_QUALIFIERS_H
#pragma GCC system_header

#define KBUILD_HOST_API static inline __host__

namespace kbuild
{

// The type of a parameter in an overload of a function that some versions of HIP have themselves.
// An argument takes one conversion more to this type than to HIP's. So a call chooses HIP's
// function where there is one, and is never ambiguous. The overload is a template, so that HIP's
// function is chosen also for an argument of a class with a conversion of its own.
template <class T> struct fallback {
    T value;
    template <class From>
    constexpr fallback(From from) // not explicit: an argument becomes one
        : value(static_cast<T>(from))
    {
    }
};

} // namespace kbuild

#endif
