// Parts of rows, which are moved as packs if they are long enough.
#pragma once

#include "../../device/pack.cuh"

// Loads |count| elements, but at most V. Zeros fill the rest of the pack.
template <int V, class T> __device__ inline Pack<T, V> load_some(const T *from, usize count)
{
    if (count >= V) {
        return load_run<V>(from, 1);
    }
    Pack<T, V> pack;
#pragma unroll 1
    for (usize k = 0; k < V; ++k) {
        pack.push(Elements<T, 1>{{k < count ? from[k] : T()}});
    }
    return pack;
}

template <int V, class T> __device__ inline void store_some(T *to, usize count, Pack<T, V> pack)
{
    if (count >= V) {
        store_run<V>(to, 1, pack);
        return;
    }
#pragma unroll 1
    for (usize k = 0; k < count; ++k) {
        to[k] = pack.template pop<1>().at[0];
    }
}

// load_elements() and store_elements() do what load_some() and store_some() do, but with an array
// in registers in place of a pack.
template <int V, class T> __device__ inline void load_elements(const T *from, usize count, T *to)
{
    const Elements<T, V> elements = load_some<V>(from, count).template pop<V>();
    __builtin_memcpy(to, elements.at, sizeof(elements));
}

template <int V, class T> __device__ inline void store_elements(T *to, usize count, const T *from)
{
    Elements<T, V> elements;
    Pack<T, V> pack;
    __builtin_memcpy(elements.at, from, sizeof(elements));
    pack.push(elements);
    store_some<V>(to, count, pack);
}

// The argument |end| of multiply() in tile.cuh, for products whose sums are only rounded to T and
// stored.
struct Rounded {
    // Stores |count| sums of a row, but at most V.
    template <int V, class T>
    __device__ void operator()(T *c, usize, usize count, Pack<Compute<T>, V> sums) const
    {
        Pack<T, V> rounded;
        Elements<T, V> elements;
        const Elements<Compute<T>, V> wide = sums.template pop<V>();
#pragma unroll
        for (int i = 0; i < V; ++i) {
            elements.at[i] = narrow<T>(wide.at[i]);
        }
        rounded.push(elements);
        store_some<V>(c, count, rounded);
    }
};
