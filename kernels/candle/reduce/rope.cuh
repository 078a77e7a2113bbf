// Rotary embeddings: a pair (a, b) of elements is turned by the angle of its table entry. A thread
// turns V pairs if they are vectors in all operands, otherwise one. If threads turn V pairs, one
// block in V also does the work of the V - 1 blocks behind it. Those blocks leave while the working
// block waits for memory.
#pragma once

#include "../../device/divide.cuh"
#include "indexed_pack.cuh"

// Rows have |half| pairs each. Pair i of a row takes entry i of a line of the tables |cos| and
// |sin|.
template <class T> struct Rope {
    const T *src;
    const T *cos;
    const T *sin;
    T *dst;
    usize pairs;
    u32 half;
    u32 heads;    // how many consecutive rows use the same line of the tables
    u32 table;    // how many entries a table has; after the last entry the first one is used again
    u32 stride_b; // elements of a batch item, 0 if all items share tables
};

// Returns the number of the tables' entry for pair |i| of |row|; |number| is the pair's number in
// the tensor.
template <class T>
__device__ inline usize rope_entry(const Rope<T> &rope, usize number, usize row, usize i)
{
    const usize line = rope.heads == 1 ? row : index_quotient(row, rope.heads);
    const usize place =
        rope.table == rope.half ? i : index_remainder(line * rope.half + i, rope.table);
    const usize batch = rope.stride_b == 0 ? 0 : index_quotient(2 * number, rope.stride_b);
    return batch * rope.table + place;
}

// Turns V pairs in each thread. Elements a and b of a pair are neighbours, or half a row apart.
template <bool are_neighbours, int V, class T> __device__ inline void rope_turn(const Rope<T> &rope)
{
    using Elements = IndexedPack<T, V>;
    const usize number = static_cast<usize>(blockIdx.x) * blockDim.x + threadIdx.x * V;
    if (number >= rope.pairs) {
        return;
    }
    const usize row = index_quotient(number, rope.half), i = number - row * rope.half;
    const usize first = are_neighbours ? 2 * number : number + row * rope.half;
    const usize second = first + (are_neighbours ? V : rope.half);
    const usize entry = rope_entry(rope, number, row, i);
    const Elements x = Elements::load(rope.src + first), y = Elements::load(rope.src + second);
    const Elements cos = Elements::load(rope.cos + entry), sin = Elements::load(rope.sin + entry);
    // Returns element |k| of the 2 V elements of x followed by y. Pair p consists of the elements 2
    // p and 2 p + 1 if |are_neighbours|, otherwise of the elements p and V + p.
    const auto element = [&](int k) { return widen(k < V ? x[k % V] : y[k % V]); };
    const auto turned = [&](int k) {
        const int p = are_neighbours ? k / 2 : k % V;
        const auto a = element(are_neighbours ? 2 * p : p);
        const auto b = element(are_neighbours ? 2 * p + 1 : V + p);
        const auto c = widen(cos[p]), s = widen(sin[p]);
        const bool is_first = are_neighbours ? k % 2 == 0 : k < V;
        return narrow<T>(is_first ? a * c - b * s : a * s + b * c);
    };
    Elements::made_of([&](int e) { return turned(e); }).store(rope.dst + first);
    Elements::made_of([&](int e) { return turned(V + e); }).store(rope.dst + second);
}

template <bool are_neighbours, class T> __device__ inline void rotate(const Rope<T> &rope)
{
    constexpr int V = pack_length<T>;
    if (rope.half % V == 0 && are_vectors(rope.src, rope.cos, rope.sin, rope.dst)) {
        if (blockIdx.x % V == 0) {
            rope_turn<are_neighbours, V>(rope);
        }
    } else {
        rope_turn<are_neighbours, 1>(rope);
    }
}
