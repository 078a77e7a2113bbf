// Tensors that are made without inputs. A thread makes groups of G neighbours, and stores each
// group as one vector if memory is aligned.
#pragma once

#include "../device/elementwise.cuh"

// Calls make(group, values) for each group of G elements: make() sets |values| to the elements from
// group * G on. Any one-dimensional grid will do.
template <int G, class T, class Make>
__device__ inline void generate(usize numel, T *out, Make make)
{
    const usize groups = (numel + G - 1) / G;
    const bool is_aligned = reinterpret_cast<usize>(out) % (G * sizeof(T)) == 0;
    for (usize group = first_thread(); group < groups; group += thread_count()) {
        struct alignas(G * sizeof(T)) Group {
            T at[G];
        } values;
        make(group, values.at);
        if (is_aligned && (group + 1) * G <= numel) {
            *reinterpret_cast<Group *>(out + group * G) = values;
            // hides |group| from the compiler, so that it does not merge the two ways of storing
            group = known_from_here(group);
            continue;
        }
        // hidden from the compiler, so that it computes the product here instead of keeping it in a
        // register
        const usize first = known_from_here(group * G);
#pragma unroll
        for (int k = 0; k < G; ++k) {
            if (first + k < numel) {
                out[first + k] = values.at[k];
            }
        }
    }
}
