// An operation, applied to packs.
#pragma once

#include "../pack.cuh"
#include "working_blocks.cuh"

// Operations are light, but for those that say otherwise, `static constexpr Cost cost`. A looped
// one is emitted once for all elements of a pack. A joint one goes over dense tensors by
// map_jointly; of one that is joint_by_pack a thread has one pack at a time there. A heavy one
// leaves no registers for packs: a thread moves single elements.
enum Cost { light, looped, joint, joint_by_pack, heavy };

template <class Op, class = void> struct CostOf {
    static constexpr Cost value = light;
};
template <class Op> struct CostOf<Op, decltype(static_cast<void>(Op::cost))> {
    static constexpr Cost value = Op::cost;
};

template <class Out, int count, class Op, class... In>
__device__ inline Batch<Out, count> apply_batch(const Op &op, const Batch<In, count> &...in)
{
    Batch<Out, count> out;
#pragma unroll
    for (int k = 0; k < count; ++k) {
        out.at[k] = op(in.at[k]...);
    }
    return out;
}

template <class Out, int V, class Op, class... In>
__device__ inline Pack<Out, V> apply(const Op &op, Pack<In, V>... in)
{
    constexpr bool is_looped = CostOf<Op>::value == looped || CostOf<Op>::value == heavy;
    constexpr int batch = is_looped ? 1 : V > 8 ? 4 : V;
    Pack<Out, V> out;
#pragma unroll 1
    for (int done = 0; done < V; done += batch) {
        out.push(apply_batch<Out>(op, in.template pop<batch>()...));
    }
    return out;
}

// The first of a thread's packs; the others move up.
template <class T, int V, int P> __device__ inline Pack<T, V> pop(Pack<T, V> (&pack)[P])
{
    const Pack<T, V> first = pack[0];
#pragma unroll
    for (int k = 0; k < P - 1; ++k) {
        pack[k] = pack[k + 1];
    }
    return first;
}

// A block's packs are handed out so that neighbouring threads get neighbours.
__device__ inline u32 number_in_block(int k)
{
    return threadIdx.x + k * blockDim.x;
}

template <class... T> __host__ __device__ constexpr int widest()
{
    int widest = 1;
    for (int size : {static_cast<int>(sizeof(T))...}) {
        widest = size > widest ? size : widest;
    }
    return widest;
}

// The elements of a pack, and the blocks that work, where Op makes Out of In...
template <class Op, class Out, class... In>
constexpr int vector_of = CostOf<Op>::value == heavy ? 1 : 16 / widest<Out, In...>();
template <class Op, class Out, class... In>
using WorkingBlocksOf =
    WorkingBlocks<CostOf<Op>::value == heavy ? 2 : 4 * vector_of<Op, Out, In...>>;
