// Functions that libstdc++'s constexpr functions call when they fail. libstdc++ has host functions
// for this purpose, which clang refuses to call on devices. The functions here are for devices, and
// trap. They have to be declared before libstdc++'s functions.
//
// glibc's functions that swap bytes are inline functions of the host, too. nvcc accepts a call of
// such a function in a device function that nothing calls. Here a device function may call them,
// and the call works.
#ifndef KBUILD_STD_FAILURES_H
#define KBUILD_STD_FAILURES_H
#pragma GCC system_header

#if defined(__HIP__) && !defined(__HIPCC_RTC__)

#include <cstddef> // This header defines __GLIBCXX__ if it is libstdc++'s.

#if defined(__GLIBCXX__)

#define KBUILD_FAILURE                                                                             \
    __attribute__((device, noreturn, always_inline, visibility("default"))) inline void

namespace std
{

// libstdc++ calls __glibcxx_assert_fail() from version 13 on; clang itself declares it for devices
// from version 20 on.
#if !defined(__CLANG_CUDA_WRAPPERS_BITS_CPP_CONFIG)
KBUILD_FAILURE __glibcxx_assert_fail() noexcept
{
    __builtin_trap();
}
KBUILD_FAILURE __glibcxx_assert_fail(const char *, int, const char *, const char *) noexcept
{
    __builtin_trap();
}
#endif

// array::at, string_view::at, string_view::substr and vector call the __throw functions. The host's
// __throw functions have C's variable arguments; a template takes any arguments on devices.
template <class... T> KBUILD_FAILURE __throw_out_of_range_fmt(const char *, T...)
{
    __builtin_trap();
}
KBUILD_FAILURE __throw_length_error(const char *)
{
    __builtin_trap();
}

#if __cplusplus >= 201703L
KBUILD_FAILURE __throw_bad_optional_access()
{
    __builtin_trap();
}
#if _GLIBCXX_RELEASE >= 15
KBUILD_FAILURE __throw_bad_variant_access(unsigned)
{
    __builtin_trap();
}
#else
KBUILD_FAILURE __throw_bad_variant_access(const char *)
{
    __builtin_trap();
}
KBUILD_FAILURE __throw_bad_variant_access(bool)
{
    __builtin_trap();
}
#endif
#endif

} // namespace std

#undef KBUILD_FAILURE

#endif

#if defined(__GLIBC__)

#define KBUILD_BYTES __attribute__((device, always_inline, unused)) static inline

KBUILD_BYTES __UINT16_TYPE__ __bswap_16(__UINT16_TYPE__ value)
{
    return __builtin_bswap16(value);
}
KBUILD_BYTES __UINT32_TYPE__ __bswap_32(__UINT32_TYPE__ value)
{
    return __builtin_bswap32(value);
}
KBUILD_BYTES __UINT64_TYPE__ __bswap_64(__UINT64_TYPE__ value)
{
    return __builtin_bswap64(value);
}
KBUILD_BYTES __UINT16_TYPE__ __uint16_identity(__UINT16_TYPE__ value)
{
    return value;
}
KBUILD_BYTES __UINT32_TYPE__ __uint32_identity(__UINT32_TYPE__ value)
{
    return value;
}
KBUILD_BYTES __UINT64_TYPE__ __uint64_identity(__UINT64_TYPE__ value)
{
    return value;
}

#undef KBUILD_BYTES

#endif
#endif

#endif
