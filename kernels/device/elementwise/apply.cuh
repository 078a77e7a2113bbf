// Applies an operation to packs, and defines what both amd.cuh and nvidia.cuh use.
//
//   pack of in     [a b c d|e f g h]
//                   pop()                  The loop over a pack is not unrolled, so that the
//                   op()                   operation is emitted for a few elements, not for all
//                   push()                 16. Packs are queues: the loop's indices are constants
//   pack of out    [A B C D|. . . .]       (pack.cuh).
#pragma once

#include "../pack.cuh"
#include "working_blocks.cuh"

// What an operation costs. An operation is |light| unless it has a `static constexpr Cost cost`.
enum Cost {
    // a loop over a pack is unrolled, so that its body has the operation for several elements
    light,
    looped,        // a loop over a pack is not unrolled: its body has the operation once
    joint,         // NVIDIA GPUs apply the operation to dense tensors by map_jointly()
    joint_by_pack, // like joint, but a thread has one pack at a time
    heavy          // too few registers for packs: single elements
};

template <class Op, class = void> struct CostOf {
    static constexpr Cost value = light;
};
template <class Op> struct CostOf<Op, decltype(static_cast<void>(Op::cost))> {
    static constexpr Cost value = Op::cost;
};

template <class Out, int count, class Op, class... In>
__device__ inline Elements<Out, count> apply_elements(const Op &op,
                                                      const Elements<In, count> &...in)
{
    Elements<Out, count> out;
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
        out.push(apply_elements<Out>(op, in.template pop<batch>()...));
    }
    return out;
}

// Returns pack[0], and moves the other packs up by one place.
template <class T, int V, int P> __device__ inline Pack<T, V> pop(Pack<T, V> (&pack)[P])
{
    const Pack<T, V> first = pack[0];
#pragma unroll
    for (int k = 0; k < P - 1; ++k) {
        pack[k] = pack[k + 1];
    }
    return first;
}

// Returns the number of this thread's pack k among the packs of its block: neighbouring threads
// have neighbouring packs.
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

// The number of elements in a pack, if Op makes one Out of the elements In...
template <class Op, class Out, class... In>
constexpr int elements_of_pack = CostOf<Op>::value == heavy ? 1 : 16 / widest<Out, In...>();
// The number of packs, or of single elements, that a thread holds at a time, as 32 registers allow.
template <class Op, class... In>
constexpr int packs_at_once = sizeof...(In) == 1 ||
                                      (sizeof...(In) == 2 && CostOf<Op>::value != looped)
                                  ? 2
                                  : 1;
// The number of elements in a sector of memory, which has 32 bytes.
template <class Out, class... In> constexpr int elements_of_sector = 32 / widest<Out, In...>();
// Decides which blocks of a launch work, for an operation Op.
template <class Op, class Out, class... In>
using WorkingBlocksOf =
    WorkingBlocks<CostOf<Op>::value == heavy ? 2 : 4 * elements_of_pack<Op, Out, In...>>;
