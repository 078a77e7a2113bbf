#include "global.h"

template <typename T> __global__ void scale(T *data, T factor)
{
    data[0] = data[0] * factor;
}

namespace layered
{
template <typename T, int N> __global__ void fill(T *data) { data[N] = T(); }
} // namespace layered

// An instance is not a kernel of the source's own: the code object shows which there are.
template __global__ void scale<float>(float *data, float factor);
template __global__ void layered::fill<int, 4>(int *data);

// A specialisation is.
template <> __global__ void scale<int>(int *data, int factor) { data[0] <<= factor; }
template <> __global__ void layered::fill<bool, 2>(bool *data) { data[1] = true; }

template <typename T> struct family {
    static __global__ void member(T *data) { data[0] = T(); }
};

template <typename T> __global__ void declared_only(T *data);
