// out[i] = op(inputs at i), for any one-dimensional grid and block, or a grid along y.
//
// A thread moves `packs` of up to 16 bytes at a time: all of their loads, then the operation, then
// all of their stores. Neighbouring threads take neighbouring packs. Where rows, strides or
// addresses do not allow packs, single elements take their place. What strides mean is found by one
// thread of a block, for all of them. Each element is read and written by the same thread, which
// lets the output be one of the dense inputs.
#pragma once

#include "layout.cuh"
#include "pack.cuh"

#define KERNEL(name) extern "C" __global__ void __launch_bounds__(1024) name

// A kernel that maps an operation: with at most 32 registers two blocks of 1024 threads share a
// multiprocessor, and one moves data while the next is being launched.
#define MAP_KERNEL(name) extern "C" __global__ void __launch_bounds__(1024, 2) name

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
// while those wait for memory. Where that would leave too few for a large GPU, every 4th.
//
// A launch of few blocks with a thread for each element is mostly waiting. It is over soonest
// without a set-up, all threads at work; with strided operands a set-up pays a little earlier.
//
// A grid along y, of 1 along x, comes from a caller who knows all this, and launches no idle
// blocks: each of them works.
template <u32 n> class Share
{
    static constexpr u32 least = n < 4 ? n : 4;
    static constexpr u32 most_short = 768, most_short_strided = 512; // blocks

    static_assert((n & (n - 1)) == 0 && 512 * n > most_short, "a power of two, at least 2");

  public:
    // Calls body() in the blocks that may have work. A GPU launches a block of 1024 threads a
    // nanosecond, so what the others execute before they leave counts: most look at nothing but
    // their number.
    template <class Body> __device__ static void if_not_idle(Body body)
    {
        if (blockIdx.x >= most_short && (blockIdx.x & (least - 1)) != 0) {
            return;
        }
        if (is_large() && (blockIdx.x & (n - 1)) != 0) {
            return;
        }
        body();
    }
    // Of a block that is not idle: whether the launch is over when each thread has done its
    // element. The order of the conditions counts: in others nvcc 13 keeps values of dozens of
    // kernels in local memory.
    __device__ static bool is_short(usize numel, bool is_strided)
    {
        return gridDim.x <= most_short && numel <= thread_count() &&
               !(is_strided && gridDim.x > most_short_strided);
    }
    // Of a block that is not idle: whether it has work in a launch that is not short.
    __device__ static bool works()
    {
        return (blockIdx.x & (least - 1)) == 0;
    }

    // Calls body(first, count) for each stretch of |most| of the |units| that falls to this block.
    template <class Body> __device__ static void for_each_stretch(usize units, u32 most, Body body)
    {
        const u32 block = blockIdx.x / step() + blockIdx.y;
        const u32 blocks = ((gridDim.x - 1) / step() + 1) * gridDim.y;
#pragma unroll 1
        for (usize first = static_cast<usize>(block) * most; first < units;
             first += static_cast<usize>(blocks) * most) {
            body(first, units - first < most ? static_cast<u32>(units - first) : most);
        }
    }

  private:
    __device__ static bool is_large()
    {
        return gridDim.x >= 512 * n;
    }
    __device__ static u32 step()
    {
        return is_large() ? n : least;
    }
};

// Operations are light, but for those that say otherwise, `static constexpr Cost cost`. A looped
// one is emitted once for all elements of a pack. A heavy one, most functions of f64, leaves no
// registers for packs: a thread moves single elements.
enum Cost { light, looped, heavy };

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
    constexpr int batch = CostOf<Op>::value != light ? 1 : V > 8 ? 4 : V;
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

// An input and the packs of it that a thread holds.
template <class T, int V, int P> struct Operand {
    const T *data;
    Pack<T, V> pack[P];

    __device__ void load(int k, usize offset, bool repeats)
    {
        if (V > 1 && repeats) {
            pack[k].set_first(data[offset]);
        } else {
            pack[k] = *reinterpret_cast<const Pack<T, V> *>(data + offset);
        }
    }
    template <class Step>
    __device__ void load(int k, usize offset, bool repeats, bool gathers, Step step)
    {
        if (V > 1 && gathers) {
            pack[k] = gather_run<V>(data + offset, step());
        } else {
            load(k, offset, repeats);
        }
    }
    __device__ void repeat(bool repeats)
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

template <class... T> __host__ __device__ constexpr int widest()
{
    int widest = 1;
    for (int size : {static_cast<int>(sizeof(T))...}) {
        widest = size > widest ? size : widest;
    }
    return widest;
}

// The elements of a pack, and a block's share of the work, where Op makes Out of In...
template <class Op, class Out, class... In>
constexpr int vector_of = CostOf<Op>::value == heavy ? 1 : 16 / widest<Out, In...>();
template <class Op, class Out, class... In>
using ShareOf = Share<CostOf<Op>::value == heavy ? 2 : 4 * vector_of<Op, Out, In...>>;

// As many packs of strided operands, P or one, as 32 registers allow.
template <int V, int P, class... In> __host__ __device__ constexpr int most_strided()
{
    constexpr int size = widest<In...>(), N = sizeof...(In);
    return (V == 1 && N < 3) || (N == 1 && V * size == 16 && (size == 2 || size == 4)) ? P : 1;
}

// The thread's share of |count| packs of V elements, from number |first| on, |together| of them.
template <int V, int P, class Out, class Op, int... Each, class... In>
__device__ inline void map_stretch(usize first, u32 count, u32 together, bool is_wide, Pace pace,
                                   const Walk<sizeof...(In)> &walk,
                                   std::integer_sequence<int, Each...>, Out *out, const Op &op,
                                   Operand<In, V, P>... operand)
{
    constexpr int N = sizeof...(In);
    constexpr bool in_order = V == 1 && CostOf<Op>::value != heavy;
    if (threadIdx.x >= count) {
        return;
    }
    // Where the output's first pack is, and how much further the next one.
    usize at = (first + threadIdx.x) * V, next = blockDim.x * V;
    if (pace.is_flat()) {
#pragma unroll
        for (int k = 0; k < P; ++k) {
            if (k == 0 || number_in_block(k) < count) {
                const usize offset = at + k * blockDim.x * V;
                (operand.load(k, pace.repeats(Each) ? 0 : offset, pace.repeats(Each)), ...);
            }
        }
    } else {
#pragma unroll
        for (int k = 0; k < most_strided<V, P, In...>(); ++k) {
            if (k == 0 || number_in_block(k) < count) {
                if (V == 1 && k == 0 && is_wide) {
                    (operand.load(0, walk.offset(pace, Each, at), false), ...);
                    continue;
                }
                usize offset[N + 1];
                walk.locate(pace, static_cast<u32>(first) + number_in_block(k), offset);
                if (!in_order) {
                    next = offset[N] - at;
                    at = k == 0 ? offset[N] : at;
                }
                (operand.load(k, offset[Each], pace.repeats(Each), pace.gathers(Each),
                              [&] { return walk.template step<V>(pace, Each); }),
                 ...);
            }
        }
    }
    (operand.repeat(pace.repeats(Each)), ...);
#pragma unroll 1
    for (int k = 0; k < static_cast<int>(together); ++k) {
        const Pack<Out, V> result = apply<Out>(op, operand.pop()...);
        if (k == 0 || number_in_block(k) < count) {
            *reinterpret_cast<Pack<Out, V> *>(out + at) = result;
        }
        at += most_strided<V, P, In...>() == 1 || in_order ? blockDim.x * V : next;
    }
}

// Elements |done| to |numel|, packs of V at a time.
template <class Work, int V, int P, class Out, class Op, int... Each, class... In>
__device__ inline void
map_packs(usize done, usize numel, Pace pace, const Walk<sizeof...(In)> &walk,
          std::integer_sequence<int, Each...> each, Out *out, const Op &op, const In *...in)
{
    const bool is_wide = numel >> 32 != 0;
    const u32 together = pace.is_flat() ? P : V == 1 && is_wide ? 1 : most_strided<V, P, In...>();
    Work::for_each_stretch((numel - done) / V, blockDim.x * together, [&](usize first, u32 count) {
        map_stretch<V, P>(done / V + first, count, together, is_wide, pace, walk, each, out, op,
                          Operand<In, V, P>{in, {}}...);
    });
}

template <class Out, class Op, int... Each, class... In>
__device__ inline void map_operands(usize numel, usize rank, const usize *__restrict__ info,
                                    std::integer_sequence<int, Each...> each, Out *out,
                                    const Op &op, const In *...in)
{
    using Work = ShareOf<Op, Out, In...>;
    constexpr Cost cost = CostOf<Op>::value;
    constexpr int N = sizeof...(In), sector = 32 / widest<Out, In...>();
    constexpr int V = vector_of<Op, Out, In...>;
    // As many packs, or single elements, at a time as 32 registers allow.
    constexpr int P = N == 1 || (N == 2 && cost != looped) ? 2 : 1;
    constexpr int E = cost == heavy ? P : V > 2 ? 2 : 1;
    const bool is_strided = info != nullptr && rank != 0 && numel != 0;
    if (Work::is_short(numel, is_strided)) {
        if (first_thread() < numel) {
            const u32 element = static_cast<u32>(first_thread());
            usize offset[] = {(static_cast<void>(Each), element)...};
            if (is_strided) {
                locate(rank, info, element, offset);
            }
            out[element] = op(in[offset[Each]]...);
        }
        return;
    }
    if (!Work::works()) {
        return;
    }
    __shared__ Walk<N> walk;
    const u32 aligned = (0u | ... | (is_vector<In, V>(in, 1) ? 1u << Each : 0u)) |
                        (is_vector<Out, V>(out, 1) ? 1u << N : 0u);
    Pace pace(aligned + 1 == 2u << N);
    if (is_strided) {
        if (threadIdx.x == 0) {
            walk.template find<V, sector>(rank, info, aligned);
        }
        __syncthreads();
        pace = walk.pace();
    }
    usize done = 0;
    if (V > 1 && pace.is_by_packs()) {
        done = numel / V * V;
        map_packs<Work, V, P>(0, numel, pace, walk, each, out, op, in...);
    }
    if (done < numel) {
        map_packs<Work, 1, E>(done, numel, pace, walk, each, out, op, in...);
    }
}

// out[i] = op(in[offset(i)]...) for every logical index i; out is dense. Nothing aliases info.
template <class Out, class Op, class... In>
__device__ inline void map_elements(usize numel, usize rank, const usize *info, Out *out,
                                    const Op &op, const In *...in)
{
    ShareOf<Op, Out, In...>::if_not_idle([&] {
        map_operands(numel, rank, info, std::make_integer_sequence<int, sizeof...(In)>(), out, op,
                     in...);
    });
}

// As map_elements with one input, where a null input means that out holds the operands, densely.
template <class Out, class Op, class In>
__device__ inline void map_or_update(usize numel, usize rank, const usize *info, Out *out,
                                     const Op &op, const In *in)
{
    const bool update = in == nullptr;
    map_elements(numel, update ? 0 : rank, info, out, op, update ? out : in);
}
