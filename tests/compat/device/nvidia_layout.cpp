// Sizes, alignments and offsets of the vector types, and the values of the mathematical constants,
// one a line. Compiled once with NVIDIA's headers and once with kbuild's; nvidia_layout.sh
// compares.
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <type_traits>

#if defined(KBUILD_HOST_SIDE)
#include <cuda_runtime.h>
#else
#define __host__
#define __device__
#include <vector_functions.h>
#include <vector_types.h>
static float __int_as_float(unsigned bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
static double __longlong_as_double(unsigned long long bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
#endif
#include <math_constants.h>

template <class T> void constant(const char *name, T value)
{
    unsigned long long bits = 0;
    memcpy(&bits, &value, sizeof value);
    printf("%s %zu %llx\n", name, sizeof value, bits);
}

template <class V> const char *element()
{
    typedef decltype(V::x) T;
    return std::is_same<T, signed char>::value          ? "signed char"
           : std::is_same<T, unsigned char>::value      ? "unsigned char"
           : std::is_same<T, short>::value              ? "short"
           : std::is_same<T, unsigned short>::value     ? "unsigned short"
           : std::is_same<T, int>::value                ? "int"
           : std::is_same<T, unsigned>::value           ? "unsigned"
           : std::is_same<T, long>::value               ? "long"
           : std::is_same<T, unsigned long>::value      ? "unsigned long"
           : std::is_same<T, long long>::value          ? "long long"
           : std::is_same<T, unsigned long long>::value ? "unsigned long long"
           : std::is_same<T, float>::value              ? "float"
           : std::is_same<T, double>::value             ? "double"
                                                        : "?";
}

#define TYPE(T)                                                                                    \
    {                                                                                              \
        struct in_struct {                                                                         \
            char before;                                                                           \
            T vector;                                                                              \
            char after;                                                                            \
        };                                                                                         \
        printf("%s of %s: %zu, %zu; %zu, %zu, %zu; %d\n", #T, element<T>(), sizeof(T), alignof(T), \
               sizeof(in_struct), offsetof(in_struct, vector), offsetof(in_struct, after),         \
               std::is_trivially_copyable<T>::value);                                              \
    }
#define TYPES(T) TYPE(T##1) TYPE(T##2) TYPE(T##3) TYPE(T##4)

int main()
{
    TYPES(char)
    TYPES(uchar)
    TYPES(short)
    TYPES(ushort)
    TYPES(int)
    TYPES(uint)
    TYPES(long)
    TYPES(ulong)
    TYPES(longlong)
    TYPES(ulonglong)
    TYPES(float)
    TYPES(double)
    printf("dim3 %zu %zu\n", sizeof(dim3), alignof(dim3));
    const int4 made = make_int4(1, 2, 3, 4);
    printf("%d %d %d %d\n", made.x, made.y, made.z, made.w);
#define CONSTANT(NAME) constant(#NAME, NAME);
#include "constants.inc"
    return 0;
}
