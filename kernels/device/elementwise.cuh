// out[i] = op(inputs at i), for any one-dimensional grid and block, or a grid along y.
//
// A thread moves `packs` of up to 16 bytes at a time: all of their loads, then the operation, then
// all of their stores. Neighbouring threads take neighbouring packs. What strides mean is found by
// one thread of a block, for all of them. Each element is read and written by the same thread,
// which lets the output be one of the dense inputs.
#pragma once

#if defined(__HIP__)
#include "elementwise/units.cuh"
#else
#include "elementwise/packs.cuh"
#endif

#define KERNEL(name) extern "C" __global__ void __launch_bounds__(1024) name

// A kernel that maps an operation: with at most 32 registers two blocks of 1024 threads share a
// multiprocessor, and one moves data while the next is being launched.
#define MAP_KERNEL(name) extern "C" __global__ void __launch_bounds__(1024, 2) name

template <class Out, class Op, int... Each, class... In>
__device__ inline void map_operands(usize numel, usize rank, const usize *__restrict__ info,
                                    std::integer_sequence<int, Each...> each, Out *out,
                                    const Op &op, const In *...in)
{
    using Work = WorkingBlocksOf<Op, Out, In...>;
    constexpr Cost cost = CostOf<Op>::value;
    constexpr int N = sizeof...(In), sector = 32 / widest<Out, In...>();
    constexpr int V = vector_of<Op, Out, In...>;
    // As many packs, or single elements, at a time as 32 registers allow.
    constexpr int P = N == 1 || (N == 2 && cost != looped) ? 2 : 1;
    const bool is_strided = info != nullptr && rank != 0 && numel != 0;
    if (Work::is_short(numel, is_strided)) {
        if (first_thread() < numel) {
            const u32 element = static_cast<u32>(first_thread());
            Offsets<N> offsets = {{(static_cast<void>(Each), element)...}};
            if (is_strided) {
                offsets = locate<N>(rank, info, element);
            }
            out[element] = op(in[offsets.of[Each]]...);
        }
        return;
    }
    if (!Work::works()) {
        return;
    }
    __shared__ Walk<N> walk;
#if defined(__HIP__)
    Units units = Units::of_dense<V>(numel);
    if (is_strided) {
        if (threadIdx.x == 0) {
            walk.template find<V, sector>(rank, info, Walk<N>::anywhere);
        }
        __syncthreads();
        units = Units::of_walk(walk);
    }
    map_units<Work, V, P>(units, walk, each, out, op, in...);
#else
    constexpr int E = cost == heavy ? P : V > 2 || (N == 1 && cost != joint) ? 2 : 1;
    const u32 aligned = (0u | ... | (is_vector<In, V>(in, 1) ? 1u << Each : 0u)) |
                        (is_vector<Out, V>(out, 1) ? 1u << N : 0u);
    Access access(aligned + 1 == 2u << N);
    if constexpr (cost == joint || cost == joint_by_pack) {
        if (!is_strided) {
            if (aligned + 1 == 2u << N) {
                map_jointly<Work, V, cost == joint ? P : 1>(numel, out, op, in...);
            } else {
                map_jointly<Work, 1, V>(numel, out, op, in...);
            }
            return;
        }
    }
    if (is_strided) {
        if (threadIdx.x == 0) {
            walk.template find<V, sector>(rank, info, aligned);
        }
        __syncthreads();
        access = walk.access();
    }
    const u32 blocks = Work::blocks();
    usize done = 0;
    if (V > 1 && access.is_by_packs()) {
        done = numel / V * V;
        map_packs<Work, V, P>(blocks, 0, numel, access, walk, each, out, op, in...);
    }
    if (done < numel) {
        map_packs<Work, 1, E>(blocks, done, numel, access, walk, each, out, op, in...);
    }
#endif
}

// out[i] = op(in[offset(i)]...) for every logical index i; out is dense. Nothing aliases info.
template <class Out, class Op, class... In>
__device__ inline void map_elements(usize numel, usize rank, const usize *info, Out *out,
                                    const Op &op, const In *...in)
{
    LEAVE_IF_IDLE(WorkingBlocksOf<Op, Out, In...>)
    map_operands(numel, rank, info, std::make_integer_sequence<int, sizeof...(In)>(), out, op,
                 in...);
}

// As map_elements with one input, where a null input means that out holds the operands, densely.
template <class Out, class Op, class In>
__device__ inline void map_or_update(usize numel, usize rank, const usize *info, Out *out,
                                     const Op &op, const In *in)
{
    const bool update = in == nullptr;
    map_elements(numel, update ? 0 : rank, info, out, op, update ? out : in);
}
