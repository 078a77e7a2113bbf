// out[i] = op(inputs at i), for any one-dimensional grid and block: each thread takes packs of up
// to 16 bytes of neighbours, in grid strides.
//
// A pack is loaded and stored as one vector where its operand is dense there and the address is
// aligned, both tested at run time per operand and pack: only element alignment may be assumed, and
// a row of a strided view is as good as a dense tensor. All of a pack is read before any of it is
// written, which is what lets the output be one of the dense inputs.
#pragma once

#include "layout.cuh"
#include "pack.cuh"

#define KERNEL(name) extern "C" __global__ void __launch_bounds__(1024) name

__device__ inline usize first_thread()
{
    return static_cast<usize>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__device__ inline usize thread_count()
{
    return static_cast<usize>(gridDim.x) * blockDim.x;
}

// An operation that says `static constexpr bool is_long = true` is emitted once and looped over,
// others four elements at a time.
template <class Op, class = void> struct IsLong {
    static constexpr bool value = false;
};
template <class Op> struct IsLong<Op, decltype(static_cast<void>(Op::is_long))> {
    static constexpr bool value = Op::is_long;
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
    constexpr int batch = IsLong<Op>::value ? 1 : smaller(V, 4);
    Pack<Out, V> out;
#pragma unroll 1
    for (int done = 0; done < V; done += batch) {
        out.push(apply_batch<Out>(op, in.template pop<batch>()...));
    }
    return out;
}

// An input and the elements of it that a thread holds.
template <class T, int V> struct Operand {
    const T *data;
    Pack<T, V> pack;
};

// The packs at logical index |first|, the last element repeated where the tensor ends within.
template <int N, int V, int... Each, class... In>
__device__ inline void load_operands(const Layout<N> &layout, usize first, usize count,
                                     std::integer_sequence<int, Each...>,
                                     Operand<In, V> &...operand)
{
#pragma unroll 1
    for (usize k = 0; k < V; ++k) {
        const Run<N> run = layout.at(first + (k < count ? k : count - 1));
        if (k == 0 && run.length >= V) {
            ((operand.pack = load_run<V>(operand.data + run.offset[Each], run.stride[Each])), ...);
            return;
        }
        (operand.pack.push(Batch<In, 1>{{operand.data[run.offset[Each]]}}), ...);
    }
}

template <int V, class Out, class Op, class... In>
__device__ inline void map_packs(usize numel, const Layout<sizeof...(In)> &layout, Out *out,
                                 const Op &op, Operand<In, V>... operand)
{
#pragma unroll 1
    for (usize first = first_thread() * V; first < numel; first += thread_count() * V) {
        const usize count = numel - first < V ? numel - first : V;
        load_operands(layout, first, count, std::make_integer_sequence<int, sizeof...(In)>(),
                      operand...);
        Pack<Out, V> results = apply<Out>(op, operand.pack...);
        if (count == V) {
            store_run(out + first, 1, results);
            continue;
        }
#pragma unroll 1
        for (usize k = 0; k < count; ++k) {
            out[first + k] = results.template pop<1>().at[0];
        }
    }
}

template <class... T> __host__ __device__ constexpr int widest()
{
    int widest = 1;
    for (int size : {static_cast<int>(sizeof(T))...}) {
        widest = size > widest ? size : widest;
    }
    return widest;
}

// out[i] = op(in[offset(i)]...) for every logical index i; out is dense. Nothing aliases info.
template <class Out, class Op, class... In>
__device__ inline void map_elements(usize numel, usize rank, const usize *__restrict__ info,
                                    Out *out, const Op &op, const In *...in)
{
    constexpr int V = 16 / widest<Out, In...>();
    const Layout<sizeof...(In)> layout(numel, rank, info);
    map_packs<V>(numel, layout, out, op, Operand<In, V>{in, {}}...);
}

// As map_elements with one input, where a null input means that out holds the operands, densely.
template <class Out, class Op, class In>
__device__ inline void map_or_update(usize numel, usize rank, const usize *info, Out *out,
                                     const Op &op, const In *in)
{
    const bool update = in == nullptr;
    map_elements(numel, update ? 0 : rank, info, out, op, update ? out : in);
}
