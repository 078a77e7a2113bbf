// out[i] = op(inputs at i), for any one-dimensional grid and block, or a grid along y.
//
//   map_elements()
//   ├─ LEAVE_IF_IDLE            most blocks of a large grid have no work      working_blocks.cuh
//   └─ map_operands()
//      ├─ map_singly()          a small launch: a thread for each element
//      └─ map_by_packs()        any other: a thread moves packs               amd.cuh or nvidia.cuh
//
// A thread moves one or more packs of up to 16 bytes at a time: it loads all of them, and then,
// pack by pack, applies the operation and stores the result. Neighbouring threads take neighbouring
// packs:
//
//   thread     0     1     2     3     0     1     2     3
//   out     |pack |pack |pack |pack |pack |pack |pack |pack |
//            first pack of each      second pack of each
//
// One thread of a block computes how all its threads walk through strided operands (layout.cuh).
// The thread that reads an element also writes it, so the output may be one of the dense inputs.
#pragma once

#include "vendor.cuh"

#if defined(__HIP__)
#include "elementwise/amd.cuh"
#else
#include "elementwise/nvidia.cuh"
#endif

#define KERNEL(name) extern "C" __global__ void __launch_bounds__(1024) name

// A kernel that maps an operation: with at most 32 registers two blocks of 1024 threads share a
// multiprocessor, and one moves data while the next is being launched.
#define MAP_KERNEL(name) extern "C" __global__ void __launch_bounds__(1024, 2) name

// Each thread makes one element: out[i], where i is the thread's number in the grid.
template <class Out, class Op, int... Each, class... In>
__device__ inline void map_singly(usize numel, usize rank, const usize *__restrict__ info,
                                  bool is_strided, std::integer_sequence<int, Each...>, Out *out,
                                  const Op &op, const In *...in)
{
    if (first_thread() < numel) {
        constexpr int N = sizeof...(In);
        const u32 element = static_cast<u32>(first_thread());
        Offsets<N> offsets = {{(static_cast<void>(Each), element)...}};
        if (is_strided) {
            offsets = locate<N>(rank, info, element);
        }
        out[element] = op(in[offsets.of[Each]]...);
    }
}

template <class Out, class Op, int... Each, class... In>
__device__ inline void map_operands(usize numel, usize rank, const usize *__restrict__ info,
                                    std::integer_sequence<int, Each...> each, Out *out,
                                    const Op &op, const In *...in)
{
    using Work = WorkingBlocksOf<Op, Out, In...>;
    const bool is_strided = info != nullptr && rank != 0 && numel != 0;
    if (Work::is_short(numel, is_strided)) {
        map_singly(numel, rank, info, is_strided, each, out, op, in...);
    } else if (Work::works()) {
        map_by_packs<Work>(numel, rank, info, is_strided, each, out, op, in...);
    }
}

// out[i] = op(in[offset(i)]...) for every logical index i; out is dense. No operand may overlap
// info.
template <class Out, class Op, class... In>
__device__ inline void map_elements(usize numel, usize rank, const usize *info, Out *out,
                                    const Op &op, const In *...in)
{
    LEAVE_IF_IDLE(WorkingBlocksOf<Op, Out, In...>)
    map_operands(numel, rank, info, std::make_integer_sequence<int, sizeof...(In)>(), out, op,
                 in...);
}

// Does what map_elements() does, with one input. If |in| is null, |out| is the input too, and is
// dense.
template <class Out, class Op, class In>
__device__ inline void map_or_update(usize numel, usize rank, const usize *info, Out *out,
                                     const Op &op, const In *in)
{
    const bool update = in == nullptr;
    map_elements(numel, update ? 0 : rank, info, out, op, update ? out : in);
}
