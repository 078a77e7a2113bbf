// What the declarations of the host side are made of.
#ifndef KBUILD_HOST_QUALIFIERS_H
#define KBUILD_HOST_QUALIFIERS_H
#pragma GCC system_header

#define KBUILD_HOST_API static inline __host__

namespace kbuild
{

// The type of a parameter in an overload of a function that some versions of HIP have themselves.
// Getting here takes a conversion more than HIP's own takes, so that a call chooses HIP's where
// there is one, and is never ambiguous. The overload is a template, so that HIP's wins for an argument of
// a class that converts itself, too.
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
