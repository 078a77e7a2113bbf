// out[i] = op(inputs at i), for any one-dimensional grid and block.
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
// Blocks of fewer than 1024 threads come from a caller who knows all this, and launches no idle
// ones: each of them works.
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
        if (blockIdx.x >= most_short && !works()) {
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
        return (blockIdx.x & (least - 1)) == 0 || all_work();
    }

    // Calls body(first, count) for each stretch of |most| of the units from |done| up to |end| that
    // falls to this block; in a short launch every block works.
    template <class Body>
    __device__ static void for_each_stretch(usize done, usize end, u32 most, bool is_short,
                                            Body body)
    {
        const u32 each = is_short ? 1 : step();
        const u32 block = blockIdx.x / each, blocks = (gridDim.x - 1) / each + 1;
#pragma unroll 1
        for (usize first = done + static_cast<usize>(block) * most; first < end;
             first += static_cast<usize>(blocks) * most) {
            body(first, end - first < most ? static_cast<u32>(end - first) : most);
        }
    }

  private:
    __device__ static bool all_work()
    {
        return blockDim.x < 1024;
    }
    __device__ static bool is_large()
    {
        return gridDim.x >= 512 * n && !all_work();
    }
    __device__ static u32 step()
    {
        return all_work() ? 1 : is_large() ? n : least;
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

    template <class Step>
    __device__ void load(int k, usize offset, bool repeats, bool gathers, Step step)
    {
        if (V == 1 || !(repeats || gathers)) {
            pack[k] = *reinterpret_cast<const Pack<T, V> *>(data + offset);
        } else if (repeats) {
            pack[k].set_first(data[offset]);
        } else {
            pack[k] = gather_run<V>(data + offset, step());
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

// The offsets of S units, of N inputs and the output. As Pack a queue, for the loop that finds
// them.
template <int N, int S> struct Places {
    usize at[S][N + 1];

    __device__ usize (&insert())[N + 1]
    {
#pragma unroll
        for (int k = S - 1; k > 0; --k) {
#pragma unroll
            for (int n = 0; n <= N; ++n) {
                at[k][n] = at[k - 1][n];
            }
        }
        return at[0];
    }
};

// A block's |count| units of V elements, |together| of them to a thread: what is loaded, computed
// and stored. Those that |places| has no offsets of are behind the first.
template <int V, int P, int S, class Out, class Op, int... Each, class... In>
__device__ inline void
map_units(u32 count, u32 together, Pace pace, const Places<sizeof...(In), S> &places,
          const Walk<sizeof...(In)> &walk, std::integer_sequence<int, Each...>, Out *out,
          const Op &op, Operand<In, V, P>... operand)
{
    constexpr int N = sizeof...(In);
#pragma unroll
    for (int k = 0; k < P; ++k) {
        if (k == 0 || number_in_block(k) < count) {
            const int known = k < S ? k : 0;
            const usize behind = (k - known) * blockDim.x * V;
            (operand.load(k, places.at[known][Each] + (pace.repeats(Each) ? 0 : behind),
                          pace.repeats(Each), pace.gathers(Each),
                          [&] { return walk.template step<V>(pace, Each); }),
             ...);
        }
    }
    (operand.repeat(pace.repeats(Each)), ...);
    // Where the output's first unit is, and how much further the next one.
    usize at = places.at[0][N];
    const usize next = S > 1 ? places.at[S - 1][N] - at : blockDim.x * V;
#pragma unroll 1
    for (int k = 0; k < static_cast<int>(together); ++k) {
        const Pack<Out, V> result = apply<Out>(op, operand.pop()...);
        if (k == 0 || number_in_block(k) < count) {
            *reinterpret_cast<Pack<Out, V> *>(out + at) = result;
        }
        at += next;
    }
}

// What a pass moves. In a short launch a thread has one element, whose place it finds in |info|.
struct FoundUnits {
    bool are_packs, are_few;
};
template <bool packs, bool few> struct KnownUnits {
    static constexpr bool are_packs = packs, are_few = few;
};

// From element |done| on as many packs as there are, or all elements.
template <class Units, class Out, class Op, int... Each, class... In>
__device__ inline void
map_pass(const Units &units, usize done, usize numel, usize rank, const usize *__restrict__ info,
         Pace pace, const Walk<sizeof...(In)> &walk, std::integer_sequence<int, Each...> each,
         Out *out, const Op &op, const In *...in)
{
    constexpr Cost cost = CostOf<Op>::value;
    constexpr int N = sizeof...(In), V = vector_of<Op, Out, In...>;
    // As many packs, or single elements, at a time as 32 registers allow.
    constexpr int P = N == 1 || (N == 2 && cost != looped) ? 2 : 1;
    constexpr int E = cost == heavy ? P : V > 2 ? 2 : 1;
    constexpr int packs = most_strided<V, P, In...>(), elements = most_strided<1, E, In...>();
    constexpr int S = packs > elements ? packs : elements;
    const bool is_wide = numel >> 32 != 0, is_flat = pace.is_flat();
    const u32 together = units.are_few     ? 1
                         : is_flat         ? (units.are_packs ? P : E)
                         : units.are_packs ? packs
                         : is_wide         ? 1
                                           : elements;
    ShareOf<Op, Out, In...>::for_each_stretch(
        done, units.are_packs ? numel / V : numel, blockDim.x * together, units.are_few,
        [&](usize first, u32 count) {
            if (threadIdx.x >= count) {
                return;
            }
            Places<N, S> places = {};
            if (is_flat) {
#pragma unroll
                for (int k = 0; k < S; ++k) {
                    const usize unit = first + number_in_block(k);
                    const usize element = units.are_packs ? unit * V : unit;
                    places.at[k][N] = element;
                    ((places.at[k][Each] = pace.repeats(Each) ? 0 : element), ...);
                }
            } else {
#pragma unroll 1
                for (u32 k = together; k-- > 0;) {
                    const usize unit = first + number_in_block(k);
                    usize(&at)[N + 1] = places.insert();
                    if (units.are_few) {
                        locate<N>(rank, info, static_cast<u32>(unit), at);
                        at[N] = unit;
                    } else if (is_wide && !units.are_packs) {
                        ((at[Each] = walk.offset(pace, Each, unit)), ...);
                        at[N] = unit;
                    } else {
                        walk.locate(pace, static_cast<u32>(unit), at);
                    }
                }
            }
            if (V > 1 && units.are_packs) {
                map_units<V, P>(count, together, pace, places, walk, each, out, op,
                                Operand<In, V, P>{in, {}}...);
            } else {
                map_units<1, E>(count, together, pace, places, walk, each, out, op,
                                Operand<In, 1, E>{in, {}}...);
            }
        });
}

template <class Out, class Op, int... Each, class... In>
__device__ inline void map_operands(usize numel, usize rank, const usize *__restrict__ info,
                                    std::integer_sequence<int, Each...> each, Out *out,
                                    const Op &op, const In *...in)
{
    using Work = ShareOf<Op, Out, In...>;
    constexpr int N = sizeof...(In), sector = 32 / widest<Out, In...>();
    constexpr int V = vector_of<Op, Out, In...>;
    const bool is_strided = info != nullptr && rank != 0 && numel != 0;
    const bool is_short = Work::is_short(numel, is_strided);
    __shared__ Walk<N> walk;
    Pace pace(!is_strided, false);
    const auto pass = [&](const auto &units, usize done) {
        map_pass(units, done, numel, rank, info, pace, walk, each, out, op, in...);
    };
    if (!is_short) {
        if (!Work::works()) {
            return;
        }
        const u32 aligned = (0u | ... | (is_vector<In, V>(in, 1) ? 1u << Each : 0u)) |
                            (is_vector<Out, V>(out, 1) ? 1u << N : 0u);
        pace = Pace(true, aligned + 1 == 2u << N);
        if (is_strided) {
            find<V>(walk, sector, rank, info, aligned);
            pace = walk.pace();
        }
    }
    const bool by_packs = V > 1 && pace.is_by_packs();
    const usize in_packs = by_packs ? numel / V * V : 0;
#if defined(__HIP__)
    // One pass for all: AMD's compilers take long over code, and the caches for it are small.
    for (FoundUnits units = {by_packs, is_short};; units.are_packs = false) {
        pass(units, units.are_packs ? 0 : in_packs);
        if (!units.are_packs || in_packs == numel) {
            return;
        }
    }
#else
    if (is_short) {
        pass(KnownUnits<false, true>(), 0);
        return;
    }
    if (by_packs) {
        pass(KnownUnits<true, false>(), 0);
    }
    if (in_packs < numel) {
        pass(KnownUnits<false, false>(), in_packs);
    }
#endif
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
