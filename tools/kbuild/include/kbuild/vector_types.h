// CUDA's vector types, which replace HIP's: float4 and the others have no operators.
//
// CUDA has no arithmetic on vector types, so nearly every program has its own operator+ and
// operator+= for float3. HIP's types have member operators and operator templates, which are
// ambiguous together with a program's. HIP's types also have copy functions that are not trivial,
// so that a union with a float4 cannot be assigned. HIP's float4 cannot be read in a constant
// expression, and {0} does not initialise one. HIP's double4 is aligned to 32 bytes, CUDA's to 16.
//
// This header has all names that HIP's own headers use: HIP_vector_type<T, n>, Native_vec_, data,
// value_type, and construction from n scalars. It has to be included before any header of HIP. It
// replaces the header of HIP 5 and 6. With a newer HIP, or with KBUILD_HIP_VECTOR_TYPES, HIP's
// types are used.
#ifndef KBUILD_VECTOR_TYPES_H
#define KBUILD_VECTOR_TYPES_H
#pragma GCC system_header

#if !defined(__NVCC__)
#include <hip/hip_version.h>
#endif

#if defined(__cplusplus) && !defined(__NVCC__) && !defined(KBUILD_HIP_VECTOR_TYPES) &&             \
    (HIP_VERSION_MAJOR == 5 || HIP_VERSION_MAJOR == 6) &&                                          \
    !defined(HIP_INCLUDE_HIP_AMD_DETAIL_HIP_VECTOR_TYPES_H)

// The include guard of HIP's header that this header replaces.
#define HIP_INCLUDE_HIP_AMD_DETAIL_HIP_VECTOR_TYPES_H
#define KBUILD_OWN_VECTOR_TYPES 1

#include <hip/amd_detail/host_defines.h>

#if !defined(__HIPCC_RTC__)
#include <array>
#include <iosfwd>
#include <type_traits>
#endif

#if defined(__HIP__)
#define KBUILD_VECTOR __host__ __device__ constexpr
#else
#define KBUILD_VECTOR constexpr
#endif
// constexpr functions of C++11 cannot change an object.
#if __cplusplus >= 201402L
#define KBUILD_VECTOR_14 KBUILD_VECTOR
#else
#define KBUILD_VECTOR_14 __HOST_DEVICE__
#endif

// HIP's header, which this header replaces, defines these macros, and HIP's other headers use them.
#ifndef __HOST_DEVICE__
#if defined(__HIPCC_RTC__)
#define __HOST_DEVICE__ __device__
#elif defined(__HIP__)
#define __HOST_DEVICE__ __host__ __device__
#else
#define __HOST_DEVICE__
#endif
#endif
#ifndef __NATIVE_VECTOR__
#if defined(__clang__)
#define __NATIVE_VECTOR__(n, T) T __attribute__((ext_vector_type(n)))
#else
#define __NATIVE_VECTOR__(n, T) T[n]
#endif
#endif

struct dim3;

namespace kbuild
{

// CUDA aligns a vector of two or four to its size, but never to more than 16 bytes.
template <class T, unsigned n> struct vector_alignment {
    static constexpr unsigned size = n * sizeof(T);
    static constexpr unsigned value = n == 1 || n == 3 ? alignof(T) : size > 16 ? 16 : size;
};

// The parameter of the constructor that {0} calls. If the parameter were a T, any number would
// convert to a vector, also where the program does not write braces.
template <class T> struct vector_first {
    T value;
    template <class U, typename ::std::enable_if<::std::is_convertible<U, T>::value, int>::type = 0>
    KBUILD_VECTOR vector_first(U from) noexcept : value(static_cast<T>(from))
    {
    }
};

template <class T> struct vector_triple {
    T d[3];
    KBUILD_VECTOR_14 T &operator[](unsigned i) noexcept
    {
        return d[i];
    }
    KBUILD_VECTOR const T &operator[](unsigned i) const noexcept
    {
        return d[i];
    }
};

// The vector type of the compiler, which the compiler's vector instructions and the device
// library's functions take.
template <class T, unsigned n> struct vector_native {
#if defined(__clang__)
    typedef T type __attribute__((ext_vector_type(n), aligned(vector_alignment<T, n>::value)));
#else
    typedef T type[n];
#endif
};
template <class T> struct vector_native<T, 3> {
    typedef vector_triple<T> type;
};
template <unsigned n> struct vector_native<char, n> : vector_native<signed char, n> {
};
template <> struct vector_native<char, 3> : vector_native<signed char, 3> {
};

// vector_assign() assigns from a variable; all other assignments are trivial. It reads the variable
// as one vector, so that the compiler keeps the variable in registers as one. If a variable is
// copied as memory, the compiler splits a uchar4 with one changed byte and stores it piece by
// piece.
template <class T, class Vector>
using if_same = typename ::std::enable_if<::std::is_same<T, Vector>::value, int>::type;
#if defined(__clang__)
#define KBUILD_VECTOR_CONSTANT() __builtin_is_constant_evaluated()
template <class Native> KBUILD_VECTOR_14 void vector_assign(Native &to, const Native &from)
{
    to = from;
}
#else
#define KBUILD_VECTOR_CONSTANT() true
template <class Native> void vector_assign(Native &, const Native &)
{
}
#endif

// uint3 converts to and from dim3, which HIP declares later.
template <class T, class Dim>
using if_dim3 = typename ::std::enable_if<
    ::std::is_same<T, unsigned>::value && ::std::is_same<Dim, dim3>::value, int>::type;

} // namespace kbuild

template <typename T, unsigned int n> struct HIP_vector_base {
    using Native_vec_ = typename kbuild::vector_native<T, n>::type;
    using value_type = T;
};

template <typename T, unsigned int n> struct HIP_vector_type;

// get() allows auto [x, y] = v, as CUDA's structs do. get() is a member, because programs have
// functions of their own called get.
#if __cplusplus >= 201703L && !defined(__HIPCC_RTC__)
#define KBUILD_VECTOR_GET                                                                          \
    template <::std::size_t i> KBUILD_VECTOR T &get() &noexcept                                    \
    {                                                                                              \
        return kbuild::vector_element_at<i>(*this);                                                \
    }                                                                                              \
    template <::std::size_t i> KBUILD_VECTOR const T &get() const &noexcept                        \
    {                                                                                              \
        return kbuild::vector_element_at<i>(*this);                                                \
    }                                                                                              \
    template <::std::size_t i> KBUILD_VECTOR T &&get() &&noexcept                                  \
    {                                                                                              \
        return static_cast<T &&>(kbuild::vector_element_at<i>(*this));                             \
    }
namespace kbuild
{
template <::std::size_t i, class V_> KBUILD_VECTOR auto &vector_element_at(V_ &vector) noexcept
{
    if constexpr (i == 0) {
        return vector.x;
    } else if constexpr (i == 1) {
        return vector.y;
    } else if constexpr (i == 2) {
        return vector.z;
    } else {
        return vector.w;
    }
}
} // namespace kbuild
template <class T, unsigned n>
struct ::std::tuple_size<HIP_vector_type<T, n>> : ::std::integral_constant<::std::size_t, n> {
};
template <::std::size_t i, class T, unsigned n>
struct ::std::tuple_element<i, HIP_vector_type<T, n>> {
    using type = T;
};
#else
#define KBUILD_VECTOR_GET
#endif

template <typename T> struct HIP_vector_type<T, 1> {
    using Native_vec_ = typename HIP_vector_base<T, 1>::Native_vec_;
    using value_type = T;
    union {
        struct {
            T x;
        };
        Native_vec_ data;
    };

    HIP_vector_type() = default;
    KBUILD_VECTOR_GET
    KBUILD_VECTOR HIP_vector_type(kbuild::vector_first<T> a) noexcept : x(a.value)
    {
    }
};

template <typename T> struct alignas(kbuild::vector_alignment<T, 2>::value) HIP_vector_type<T, 2> {
    using Native_vec_ = typename HIP_vector_base<T, 2>::Native_vec_;
    using value_type = T;
    union {
        struct {
            T x, y;
        };
        Native_vec_ data;
    };

    HIP_vector_type() = default;
    KBUILD_VECTOR_GET
    template <class From, kbuild::if_same<From, HIP_vector_type> = 0>
    KBUILD_VECTOR_14 HIP_vector_type &operator=(From &from) noexcept
    {
        if (KBUILD_VECTOR_CONSTANT()) {
            x = from.x;
            y = from.y;
        } else {
            kbuild::vector_assign(data, from.data);
        }
        return *this;
    }
    KBUILD_VECTOR HIP_vector_type(kbuild::vector_first<T> a) noexcept : x(a.value), y()
    {
    }
    template <class A_, class B_>
    KBUILD_VECTOR HIP_vector_type(A_ a, B_ b) noexcept : x(static_cast<T>(a)), y(static_cast<T>(b))
    {
    }
};

template <typename T> struct HIP_vector_type<T, 3> {
    using Native_vec_ = typename HIP_vector_base<T, 3>::Native_vec_;
    using value_type = T;
    union {
        struct {
            T x, y, z;
        };
        Native_vec_ data;
    };

    HIP_vector_type() = default;
    KBUILD_VECTOR_GET
    KBUILD_VECTOR HIP_vector_type(kbuild::vector_first<T> a) noexcept : x(a.value), y(), z()
    {
    }
    template <class A_, class B_>
    KBUILD_VECTOR HIP_vector_type(A_ a, B_ b) noexcept
        : x(static_cast<T>(a)), y(static_cast<T>(b)), z()
    {
    }
    template <class A_, class B_, class C_>
    KBUILD_VECTOR HIP_vector_type(A_ a, B_ b, C_ c) noexcept
        : x(static_cast<T>(a)), y(static_cast<T>(b)), z(static_cast<T>(c))
    {
    }
    template <class Dim, kbuild::if_dim3<T, Dim> = 0>
    KBUILD_VECTOR HIP_vector_type(const Dim &size) noexcept : x(size.x), y(size.y), z(size.z)
    {
    }
    template <class Dim, kbuild::if_dim3<T, Dim> = 0> KBUILD_VECTOR operator Dim() const noexcept
    {
        return Dim(x, y, z);
    }
};

template <typename T> struct alignas(kbuild::vector_alignment<T, 4>::value) HIP_vector_type<T, 4> {
    using Native_vec_ = typename HIP_vector_base<T, 4>::Native_vec_;
    using value_type = T;
    union {
        struct {
            T x, y, z, w;
        };
        Native_vec_ data;
    };

    HIP_vector_type() = default;
    KBUILD_VECTOR_GET
    template <class From, kbuild::if_same<From, HIP_vector_type> = 0>
    KBUILD_VECTOR_14 HIP_vector_type &operator=(From &from) noexcept
    {
        if (KBUILD_VECTOR_CONSTANT()) {
            x = from.x;
            y = from.y;
            z = from.z;
            w = from.w;
        } else {
            kbuild::vector_assign(data, from.data);
        }
        return *this;
    }
    KBUILD_VECTOR HIP_vector_type(kbuild::vector_first<T> a) noexcept : x(a.value), y(), z(), w()
    {
    }
    template <class A_, class B_>
    KBUILD_VECTOR HIP_vector_type(A_ a, B_ b) noexcept
        : x(static_cast<T>(a)), y(static_cast<T>(b)), z(), w()
    {
    }
    template <class A_, class B_, class C_>
    KBUILD_VECTOR HIP_vector_type(A_ a, B_ b, C_ c) noexcept
        : x(static_cast<T>(a)), y(static_cast<T>(b)), z(static_cast<T>(c)), w()
    {
    }
    template <class A_, class B_, class C_, class D_>
    KBUILD_VECTOR HIP_vector_type(A_ a, B_ b, C_ c, D_ d) noexcept
        : x(static_cast<T>(a)), y(static_cast<T>(b)), z(static_cast<T>(c)), w(static_cast<T>(d))
    {
    }
};

#define KBUILD_VECTOR_TYPES(NAME, T)                                                               \
    using NAME##1 = HIP_vector_type<T, 1>;                                                         \
    using NAME##2 = HIP_vector_type<T, 2>;                                                         \
    using NAME##3 = HIP_vector_type<T, 3>;                                                         \
    using NAME##4 = HIP_vector_type<T, 4>;                                                         \
    KBUILD_VECTOR static inline NAME##1 make_##NAME##1(T x) noexcept                               \
    {                                                                                              \
        return NAME##1 {x};                                                                        \
    }                                                                                              \
    KBUILD_VECTOR static inline NAME##2 make_##NAME##2(T x, T y) noexcept                          \
    {                                                                                              \
        return NAME##2 {x, y};                                                                     \
    }                                                                                              \
    KBUILD_VECTOR static inline NAME##3 make_##NAME##3(T x, T y, T z) noexcept                     \
    {                                                                                              \
        return NAME##3 {x, y, z};                                                                  \
    }                                                                                              \
    KBUILD_VECTOR static inline NAME##4 make_##NAME##4(T x, T y, T z, T w) noexcept                \
    {                                                                                              \
        return NAME##4 {x, y, z, w};                                                               \
    }
KBUILD_VECTOR_TYPES(char, signed char)
KBUILD_VECTOR_TYPES(uchar, unsigned char)
KBUILD_VECTOR_TYPES(short, short)
KBUILD_VECTOR_TYPES(ushort, unsigned short)
KBUILD_VECTOR_TYPES(int, int)
KBUILD_VECTOR_TYPES(uint, unsigned int)
KBUILD_VECTOR_TYPES(long, long)
KBUILD_VECTOR_TYPES(ulong, unsigned long)
KBUILD_VECTOR_TYPES(longlong, long long)
KBUILD_VECTOR_TYPES(ulonglong, unsigned long long)
KBUILD_VECTOR_TYPES(float, float)
KBUILD_VECTOR_TYPES(double, double)
#undef KBUILD_VECTOR_TYPES
#undef KBUILD_VECTOR_GET

// texel::of() converts the four words that the device library returns for a texture or surface to
// what HIP's functions return. Channels of 32 bits are words; narrower ones are the low bits of a
// word.
namespace kbuild
{
template <class Word, class T> struct texel {
    __HOST_DEVICE__ static T of(const Word *word)
    {
        return static_cast<T>(word[0]);
    }
};
template <class Word, class T> struct texel<Word, HIP_vector_type<T, 1>> {
    __HOST_DEVICE__ static HIP_vector_type<T, 1> of(const Word *word)
    {
        return {word[0]};
    }
};
template <class Word, class T> struct texel<Word, HIP_vector_type<T, 2>> {
    __HOST_DEVICE__ static HIP_vector_type<T, 2> of(const Word *word)
    {
        return {word[0], word[1]};
    }
};
template <class Word, class T> struct texel<Word, HIP_vector_type<T, 3>> {
    __HOST_DEVICE__ static HIP_vector_type<T, 3> of(const Word *word)
    {
        return {word[0], word[1], word[2]};
    }
};
template <class Word, class T> struct texel<Word, HIP_vector_type<T, 4>> {
    __HOST_DEVICE__ static HIP_vector_type<T, 4> of(const Word *word)
    {
        return {word[0], word[1], word[2], word[3]};
    }
};

template <class T> struct vector_element {
    using type = T;
};
template <class T, unsigned n> struct vector_element<HIP_vector_type<T, n>> {
    using type = T;
};
} // namespace kbuild

template <typename T, typename U> __HOST_DEVICE__ inline T mapFrom(const U &from)
{
    using element = typename kbuild::vector_element<T>::type;
    using word = typename ::std::conditional<
        ::std::is_same<element, float>::value, float,
        typename ::std::conditional<::std::is_signed<element>::value, int, unsigned>::type>::type;
    static_assert(sizeof(U) >= 4 * sizeof(word), "four channels");
    word words[4];
    __builtin_memcpy(words, &from, sizeof words);
    return kbuild::texel<word, T>::of(words);
}

// HIP calls this function instead of mapFrom() since 5.7. It copies the elements that both vectors
// have, and sets the remaining elements of the result to 0.
template <typename T, unsigned int to, typename From, unsigned int from>
__HOST_DEVICE__ inline HIP_vector_type<T, to> __hipMapVector(const HIP_vector_type<From, from> &x)
{
    From elements[4] = {};
    __builtin_memcpy(elements, &x, from * sizeof(From));
    return kbuild::texel<From, HIP_vector_type<T, to>>::of(elements);
}

#endif

#endif
