// How threads share the sums of a tile.
//
// A tile is ROWS channels by 64 pixels. The block's threads form groups. Each group makes the whole
// tile, from its own k of every step, so that even few outputs keep all 1024 threads busy. LDS has
// *strips* of both matrices for the k of a step. A line of a strip is a channel, or a pixel.
#pragma once

#include "../../contract/convolution.h"
#include "shape.cuh"

enum { TILE_COLUMNS = CONV_TILE, TILE_THREADS = CONV_TILE_THREADS };

// Loads |count| neighbours from LDS, as vectors of up to 16 bytes.
template <int count, class A> __device__ inline void load_from_lds(const A *from, A (&to)[count])
{
    struct alignas(count * sizeof(A) < 16 ? count * sizeof(A) : 16) LdsPack {
        A at[count];
    };
    const LdsPack all = *reinterpret_cast<const LdsPack *>(from);
#pragma unroll
    for (int i = 0; i < count; ++i) {
        to[i] = all.at[i];
    }
}

// A strip that LDS holds k by k: first all lines' elements of one k. Each group of threads
// multiplies its own DEPTH of these k.
template <class E, int LINES, int STEP> struct StripByDepth {
    // PITCH is the distance from one k to the next, in elements; the 4 extra elements put
    // neighbouring k into different banks of LDS
    enum { PITCH = LINES + 4 };

    E elements[STEP][PITCH];

    __device__ E &at(u32 line, u32 k)
    {
        return elements[k][line];
    }
    __device__ const E &at(u32 line, u32 k) const
    {
        return elements[k][line];
    }
};

// A thread's sums: 4 x 4, or 4 x 2 of integers and f64, because compilers keep a sum of integers in
// two registers, like one of f64.
template <class T, int ROWS> class ThreadSums
{
  public:
    using A = Compute<T>;
    using Element = A;
    // whether a tile must also be made again if an input is infinite or NaN, not only if a weight
    // is
    static constexpr bool needs_finite = false;
    enum { DOWN = 4, ACROSS = std::is_same<A, f32>::value ? 4 : 2 };
    enum { MEMBERS = ROWS * TILE_COLUMNS / (DOWN * ACROSS), DEPTH = ROWS / 8 };
    enum { STEP = TILE_THREADS / MEMBERS * DEPTH };
    using Weights = StripByDepth<A, ROWS, STEP>;
    using Patches = StripByDepth<A, TILE_COLUMNS, STEP>;

    __device__ void clear()
    {
        each(0, [](u32, u32, A &sum) { sum = 0; });
    }
    __device__ void add(const Weights &weights, const Patches &patches, u32 member, u32 first)
    {
        const A *left = &weights.at(first_row(member), first);
        const A *right = &patches.at(first_column(member), first);
#pragma unroll 4
        for (int k = 0; k < DEPTH; ++k) {
            A own_left[DOWN], own_right[ACROSS];
            load_from_lds(left + k * Weights::PITCH, own_left);
            load_from_lds(right + k * Patches::PITCH, own_right);
#pragma unroll
            for (int i = 0; i < DOWN; ++i) {
#pragma unroll
                for (int j = 0; j < ACROSS; ++j) {
                    sums_[i][j] += own_left[i] * own_right[j];
                }
            }
        }
    }
    template <class Visit> __device__ void each(u32 member, const Visit &visit)
    {
#pragma unroll
        for (int i = 0; i < DOWN; ++i) {
#pragma unroll
            for (int j = 0; j < ACROSS; ++j) {
                visit(first_row(member) + i, first_column(member) + j, sums_[i][j]);
            }
        }
    }

  private:
    enum { BESIDE = TILE_COLUMNS / (8 * ACROSS) };

    // first_row() and first_column() return where a thread's square of sums begins. 32 threads make
    // a part of 4 x 8 neighbouring squares, and BESIDE parts are beside each other. At most two of
    // four threads read the same words of either matrix, so vectors of LDS take half of the cycles.
    __device__ static u32 first_row(u32 member)
    {
        return (member / (32 * BESIDE) * 4 + member % 32 / 16 * 2 + member % 2) * DOWN;
    }
    __device__ static u32 first_column(u32 member)
    {
        return (member / 32 % BESIDE * 8 + member / 2 % 8) * ACROSS;
    }

    A sums_[DOWN][ACROSS];
};
