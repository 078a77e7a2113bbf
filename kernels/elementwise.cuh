// out[i] = op(inputs at i), for any one-dimensional grid and block.
//
// A thread moves `packs` of up to 16 bytes at a time: all of their loads, then the operation, then
// all of their stores. Neighbouring threads take neighbouring packs. Where rows, strides or
// addresses do not allow packs, single elements take their place. Each element is read and written
// by the same thread, which lets the output be one of the dense inputs.
#pragma once

#include "layout.cuh"
#include "pack.cuh"

#define KERNEL(name) extern "C" __global__ void __launch_bounds__(1024) name

// A kernel that maps an operation on T: with at most 32 registers two blocks of 1024 threads share
// a multiprocessor, and one moves data while the next is being launched.
#define MAP_KERNEL(name, T, ...)                                                                   \
    extern "C" __global__ void __launch_bounds__(1024, (blocks_together<T, __VA_ARGS__>())) name

__device__ inline usize first_thread()
{
    return static_cast<usize>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__device__ inline usize thread_count()
{
    return static_cast<usize>(gridDim.x) * blockDim.x;
}

// Callers launch a thread for each element; a thread that moves several leaves most of them without
// work. The blocks that work are every n-th, n a power of two: the others leave at once, launched
// while those wait for memory. A GPU launches a block of 1024 threads a nanosecond, so what the
// idle ones execute before they leave counts. Where that would leave too few for a large GPU, every
// 4th.
template <u32 n> struct Share {
    static_assert((n & (n - 1)) == 0, "a power of two");

    __device__ static u32 step()
    {
        return n > 4 && gridDim.x < 512 * n ? 4 : n;
    }
    __device__ static bool is_idle()
    {
        return (blockIdx.x & (step() - 1)) != 0;
    }

    // Calls body(first, count) for each stretch of |most| of the |units| that falls to this block.
    template <class Body> __device__ static void for_each_stretch(usize units, u32 most, Body body)
    {
        const u32 block = blockIdx.x / step(), blocks = (gridDim.x - 1) / step() + 1;
#pragma unroll 1
        for (usize first = static_cast<usize>(block) * most; first < units;
             first += static_cast<usize>(blocks) * most) {
            body(first, units - first < most ? static_cast<u32>(units - first) : most);
        }
    }
};

// What an operation that says nothing is: light. One that says `static constexpr Cost cost = heavy`
// is emitted once and looped over; the heaviest need more than 32 registers, as the heavy ones do
// on f64.
enum Cost { light, heavy, heaviest };

template <class Op, class = void> struct CostOf {
    static constexpr Cost value = light;
};
template <class Op> struct CostOf<Op, decltype(static_cast<void>(Op::cost))> {
    static constexpr Cost value = Op::cost;
};

template <class T, class Op> __host__ __device__ constexpr int blocks_together()
{
    constexpr Cost cost = CostOf<Op>::value;
    return cost == heaviest || (cost == heavy && sizeof(T) == 8) ? 1 : 2;
}

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
    constexpr int batch = CostOf<Op>::value != light ? 1 : smaller(V, 8);
    Pack<Out, V> out;
#pragma unroll 1
    for (int done = 0; done < V; done += batch) {
        out.push(apply_batch<Out>(op, in.template pop<batch>()...));
    }
    return out;
}

// A block's packs are handed out so that neighbouring threads get neighbours.
__device__ inline u32 number_in_block(int k)
{
    return threadIdx.x + k * blockDim.x;
}

// The offsets of the thread's P packs of V elements, of those from number |first| on.
template <int P> struct Places {
    usize offset[P];
};
template <int V, int P, class Shape>
__device__ inline Places<P> places(const Shape &shape, usize first)
{
    u32 number[P];
#pragma unroll
    for (int k = 0; k < P; ++k) {
        number[k] = number_in_block(k);
    }
    Places<P> places;
    locate<V>(shape, first, number, places.offset);
    return places;
}

// An input and the packs of it that a thread holds.
template <class T, int V, int P> struct Operand {
    const T *data;
    Info shape;
    bool repeats; // a pack is one element, repeated
    Pack<T, V> pack[P];

    __device__ void load(usize first, u32 count)
    {
        const Places<P> place = places<V, P>(shape, first);
#pragma unroll
        for (int k = 0; k < P; ++k) {
            if (number_in_block(k) < count) {
                if (V > 1 && repeats) {
                    pack[k].set_first(data[place.offset[k]]);
                } else {
                    pack[k] = *reinterpret_cast<const Pack<T, V> *>(data + place.offset[k]);
                }
            }
        }
    }
    __device__ void repeat()
    {
        if (V > 1 && repeats) {
#pragma unroll
            for (int k = 0; k < P; ++k) {
                pack[k].repeat_first();
            }
        }
    }
    __device__ Pack<T, V> pop()
    {
        const Pack<T, V> first = pack[0];
#pragma unroll
        for (int k = 0; k < P - 1; ++k) {
            pack[k] = pack[k + 1];
        }
        return first;
    }
};

// Elements |done| to |numel|, packs of V at a time.
template <u32 n, int V, int P, class Out, class Op, class... In>
__device__ inline void map_packs(usize done, usize numel, Out *out, const Op &op,
                                 Operand<In, V, P>... operand)
{
    Share<n>::for_each_stretch((numel - done) / V, blockDim.x * P, [&](usize first, u32 count) {
        (operand.load(done / V + first, count), ...);
        (operand.repeat(), ...);
#pragma unroll 1
        for (int k = 0; k < P; ++k) {
            const Pack<Out, V> result = apply<Out>(op, operand.pop()...);
            if (number_in_block(k) < count) {
                *reinterpret_cast<Pack<Out, V> *>(out + done + (first + number_in_block(k)) * V) =
                    result;
            }
        }
    });
}

template <class... T> __host__ __device__ constexpr int widest()
{
    int widest = 1;
    for (int size : {static_cast<int>(sizeof(T))...}) {
        widest = size > widest ? size : widest;
    }
    return widest;
}

template <class Out, class Op, int... Each, class... In>
__device__ inline void map_operands(usize numel, usize rank, const usize *__restrict__ info,
                                    std::integer_sequence<int, Each...>, Out *out, const Op &op,
                                    const In *...in)
{
    constexpr int N = sizeof...(In), V = 16 / widest<Out, In...>(), P = N < 3 ? 2 : 1;
    // Single elements: as many at a time as 32 registers allow.
    constexpr int E = N == 1 ? (V > 2 ? 3 : 1) : N == 2 || V == 4 ? 2 : 1;
    constexpr u32 n = V * P;
    if (Share<n>::is_idle()) {
        return;
    }
    usize done = 0;
    const usize step[N] = {pack_step<V>(Info(rank, info, Each))...};
    if (is_vector<Out, V>(out, 1) &&
        ((step[Each] == 0 || is_vector<In, V>(in, step[Each])) && ...)) {
        done = numel / V * V;
        map_packs<n, V, P>(0, numel, out, op,
                           Operand<In, V, P>{in, Info(rank, info, Each), step[Each] == 0, {}}...);
    }
    if (done < numel) {
        map_packs<n, 1, E>(done, numel, out, op,
                           Operand<In, 1, E>{in, Info(rank, info, Each), false, {}}...);
    }
}

// out[i] = op(in[offset(i)]...) for every logical index i; out is dense. Nothing aliases info.
template <class Out, class Op, class... In>
__device__ inline void map_elements(usize numel, usize rank, const usize *info, Out *out,
                                    const Op &op, const In *...in)
{
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
