// out[i] = op(inputs at i), for any one-dimensional grid and block, or a grid along y.
//
// A thread moves `packs` of up to 16 bytes at a time: all of their loads, then the operation, then
// all of their stores. Neighbouring threads take neighbouring packs. Where rows, strides or
// addresses do not allow packs, single elements take their place. What strides mean is found by one
// thread of a block, for all of them. Each element is read and written by the same thread, which
// lets the output be one of the dense inputs.
#pragma once

#include "grid.cuh"
#include "layout.cuh"
#include "pack.cuh"

#define KERNEL(name) extern "C" __global__ void __launch_bounds__(1024) name

// A kernel that maps an operation: with at most 32 registers two blocks of 1024 threads share a
// multiprocessor, and one moves data while the next is being launched.
#define MAP_KERNEL(name) extern "C" __global__ void __launch_bounds__(1024, 2) name

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
    static constexpr u32 exponent_of_least = exponent(least);
    static constexpr u32 most_short = 768, most_short_strided = 512; // blocks

    static_assert((n & (n - 1)) == 0 && 512 * n > most_short, "a power of two, at least 2");

  public:
    // Whether this block has no work: see LEAVE_IF_IDLE.
    __device__ static bool is_idle()
    {
        // Of numbers that |least| does not divide, the remainder as the upper bits is the greater.
        const u32 remainder = blockIdx.x << (32 - exponent_of_least);
        return (remainder < blockIdx.x ? remainder : blockIdx.x) >= most_short ||
               ((is_large() ? n - 1 : 0) & blockIdx.x) != 0;
    }
    // The two reasons, one after the other.
    __device__ static bool is_far()
    {
        return blockIdx.x >= most_short && (blockIdx.x & (least - 1)) != 0;
    }
    __device__ static bool is_spare()
    {
        return is_large() && (blockIdx.x & (n - 1)) != 0;
    }
    // Of a block that is not idle: whether the launch is over when each thread has done its
    // element. The order of the conditions counts: in others nvcc 13 keeps values of dozens of
    // kernels in local memory. AMD GPUs compare once, and branch once.
    __device__ static bool is_short(usize numel, bool is_strided)
    {
#if defined(__HIP__)
        const u32 blocks = is_strided ? most_short_strided : most_short;
        return numel <= (has_more_blocks(blocks) ? 0 : thread_count());
#else
        return !has_more_blocks(most_short) && numel <= thread_count() &&
               !(is_strided && has_more_blocks(most_short_strided));
#endif
    }
    // Of a block that is not idle: whether it has work in a launch that is not short.
    __device__ static bool works()
    {
        return (blockIdx.x & (least - 1)) == 0;
    }

    // This block's number among those that work, and how many they are.
    __device__ static u32 block()
    {
        return blockIdx.x / step() + blockIdx.y;
    }
    __device__ static u32 blocks()
    {
        return ((grid_width() - 1) / step() + 1) * grid_height();
    }

  private:
    __device__ static bool is_large()
    {
        return has_more_blocks(512 * n - 1);
    }
    __device__ static u32 step()
    {
        return is_large() ? n : least;
    }
};

// Ends a kernel in the blocks of a Share that have no work. A GPU launches a block of 1024 threads
// a nanosecond, so what these execute counts: most look at nothing but their number. nvcc computes
// what one function returns in whole, so there the reasons are apart.
#if defined(__HIP__)
#define LEAVE_IF_IDLE(...)                                                                         \
    if (__VA_ARGS__::is_idle()) {                                                                  \
        return;                                                                                    \
    }
#else
#define LEAVE_IF_IDLE(...)                                                                         \
    if (__VA_ARGS__::is_far()) {                                                                   \
        return;                                                                                    \
    }                                                                                              \
    if (__VA_ARGS__::is_spare()) {                                                                 \
        return;                                                                                    \
    }
#endif

// The units that fall to a block, one of Share::blocks(), in stretches of up to |most|.
template <class Share> class Stretches
{
  public:
    __device__ Stretches(u32 blocks, u32 most)
        : first_(static_cast<usize>(Share::block()) * most),
          step_(static_cast<usize>(blocks) * most), most_(most)
    {
    }
    __device__ bool are_below(usize units) const
    {
        return first_ < units;
    }
    __device__ void advance()
    {
        first_ += step_;
    }
    __device__ usize first() const
    {
        return first_;
    }
    __device__ u32 count(usize units) const
    {
        return units - first_ < most_ ? static_cast<u32>(units - first_) : most_;
    }

  private:
    usize first_, step_;
    u32 most_;
};

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

// A block's packs are handed out so that neighbouring threads get neighbours.
__device__ inline u32 number_in_block(int k)
{
    return threadIdx.x + k * blockDim.x;
}

// Whether the words of a pack that repeats are there at once, or after all loads are on their way.
#if defined(__HIP__)
constexpr bool repeats_at_once = true;
#else
constexpr bool repeats_at_once = false;
#endif

// A pack of words that are |step| apart, or one word again and again.
template <int V, class Word>
__device__ OUT_OF_LINE Pack<Word, V> load_apart(IN_GLOBAL const Word *in_global, usize any_step)
{
    const Word *const first = (const Word *)in_global;
    const usize step = same_in_wave(any_step);
    if (!repeats_at_once || step != 0) {
        return gather_run<V>(first, step);
    }
    Pack<Word, V> pack;
    pack.set_first(*first);
    pack.repeat_first();
    return pack;
}

// An input and the packs of it that a thread holds.
template <class T, int V, int P> struct Operand {
    const T *data;
    Pack<T, V> pack[P];

    __device__ void load(int k, usize offset, bool repeats)
    {
        if (V > 1 && repeats && repeats_at_once) {
            load_apart(k, offset, 0);
        } else if (V > 1 && repeats) {
            pack[k].set_first(data[offset]);
        } else {
            pack[k] = *reinterpret_cast<const Pack<T, V> *>(data + offset);
        }
    }
    __device__ void load_apart(int k, usize offset, usize step)
    {
        using Word = typename WordOf<sizeof(T)>::type;
        const Pack<Word, V> words = ::load_apart<V>((IN_GLOBAL const Word *)(data + offset), step);
        __builtin_memcpy(static_cast<void *>(&pack[k]), &words, sizeof(words));
    }
    // Of input n of a walk.
    template <int N>
    __device__ void load(int k, usize offset, Pace pace, int n, const Walk<N> &walk)
    {
        if (V > 1 && pace.gathers(n)) {
            load_apart(k, offset, walk.template step<V>(pace, n));
        } else {
            load(k, offset, pace.repeats(n));
        }
    }
    __device__ void repeat(bool repeats)
    {
        if (V > 1 && repeats && !repeats_at_once) {
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

// As many packs of strided operands, P or one, as 32 registers allow. For AMD GPUs, where a pack's
// place is a call, one. So also where the output's elements have another size.
template <int V, int P, class Out, class... In> __host__ __device__ constexpr int most_strided()
{
    constexpr int size = widest<In...>(), N = sizeof...(In);
#if defined(__HIP__)
    constexpr bool fit = false;
#else
    constexpr bool fit =
        N == 1 && V * size == 16 && (size == 2 || size == 4) && size == sizeof(Out);
#endif
    return (V == 1 && N < 3) || fit ? P : 1;
}

// Where a thread's packs go: the first one, and how much further each next one.
struct Target {
    usize first, step;
};

// Loads the thread's share of |count| packs of V elements, from number |first| on. |in_order|: they
// are in the output as they are numbered.
template <bool in_order, int most, int V, int P, int... Each, class... In>
__device__ inline Target
load_stretch(usize first, u32 count, bool is_wide, Pace pace, const Walk<sizeof...(In)> &walk,
             std::integer_sequence<int, Each...>, Operand<In, V, P> &...operand)
{
    constexpr int N = sizeof...(In);
    Target target = {(first + threadIdx.x) * V, blockDim.x * V};
    pace.know_from_here();
    if (V > 1 && N > 2 && repeats_at_once && pace.is_plain()) { // one test, not three
#pragma unroll
        for (int k = 0; k < P; ++k) {
            if (k == 0 || number_in_block(k) < count) {
                (operand.load(k, target.first + k * blockDim.x * V, false), ...);
            }
        }
    } else if (pace.is_flat()) {
#pragma unroll
        for (int k = 0; k < P; ++k) {
            if (k == 0 || number_in_block(k) < count) {
                const usize offset = target.first + k * blockDim.x * V;
                (operand.load(k, pace.repeats(Each) ? 0 : offset, pace.repeats(Each)), ...);
            }
        }
    } else {
#pragma unroll
        for (int k = 0; k < most; ++k) {
            if (k == 0 || number_in_block(k) < count) {
                if (V == 1 && k == 0 && is_wide) {
                    (operand.load(0, walk.offset(pace, Each, target.first), false), ...);
                    continue;
                }
                const Offsets<N + 1> offsets =
                    walk.locate(pace, static_cast<u32>(first) + number_in_block(k));
                if (!in_order && k == 0) {
                    target.first = offsets.of[N];
                } else if (!in_order) {
                    target.step = offsets.of[N] - target.first;
                }
                (operand.load(k, offsets.of[Each], pace, Each, walk), ...);
            }
        }
    }
    (operand.repeat(pace.repeats(Each)), ...);
    return target;
}

// The thread's share of |count| packs of V elements, from number |first| on, |together| of them.
template <int V, int P, class Out, class Op, int... Each, class... In>
__device__ inline void map_stretch(usize first, u32 count, u32 together, bool is_wide, Pace pace,
                                   const Walk<sizeof...(In)> &walk,
                                   std::integer_sequence<int, Each...> each, Out *out, const Op &op,
                                   Operand<In, V, P>... operand)
{
    if (threadIdx.x >= count) {
        return;
    }
    constexpr bool in_order = V == 1 && CostOf<Op>::value != heavy;
    Target target = load_stretch<in_order, most_strided<V, P, Out, In...>()>(
        first, count, is_wide, pace, walk, each, operand...);
#pragma unroll 1
    for (int k = 0; k < static_cast<int>(together); ++k) {
        const Pack<Out, V> result = apply<Out>(op, operand.pop()...);
        if (k == 0 || number_in_block(k) < count) {
            *reinterpret_cast<Pack<Out, V> *>(out + target.first) = result;
        }
        target.first += target.step;
    }
}

// Elements |done| to |numel|, packs of V at a time, by |blocks|.
template <class Work, int V, int P, class Out, class Op, int... Each, class... In>
__device__ inline void
map_packs(u32 blocks, usize done, usize numel, Pace pace, const Walk<sizeof...(In)> &walk,
          std::integer_sequence<int, Each...> each, Out *out, const Op &op, const In *...in)
{
    const bool is_wide = numel >> 32 != 0;
    const u32 together = pace.is_flat()      ? P
                         : V == 1 && is_wide ? 1
                                             : most_strided<V, P, Out, In...>();
    const usize packs = (numel - done) / V;
#pragma unroll 1
    for (Stretches<Work> stretch(blocks, blockDim.x * together); stretch.are_below(packs);
         stretch.advance()) {
        map_stretch<V, P>(done / V + stretch.first(), stretch.count(packs), together, is_wide, pace,
                          walk, each, out, op, Operand<In, V, P>{in, {}}...);
    }
}

// A joint operation, on dense vectors. Functions of f64 are full of constants: for several elements
// at the same time nvcc makes them once, and in registers of the warp where it sees that all
// threads come along. So on the way there every condition is the same for the whole block.
template <class Work, int V, int P, class Out, class Op, class... In>
__device__ inline void map_jointly(usize numel, Out *out, const Op &op, const In *...in)
{
    constexpr int each = P * V; // elements of a thread
    const u32 most = blockDim.x * each;
    const usize step = static_cast<usize>(Work::blocks()) * most;
#pragma unroll 1
    for (usize first = static_cast<usize>(Work::block()) * most; first < numel; first += step) {
        if (numel - first < most) {
            for (usize at = first + threadIdx.x; at < numel; at += blockDim.x) {
                out[at] = op(in[at]...);
            }
            return;
        }
        const usize at = first + threadIdx.x * V;
        const auto operand = [&](const auto *from) {
            alignas(16) Batch<std::decay_t<decltype(*from)>, each> elements;
#pragma unroll
            for (int k = 0; k < P; ++k) {
                move_vector<V>(elements.at + k * V, from + at + k * blockDim.x * V);
            }
            return elements;
        };
        alignas(16) const Batch<Out, each> result = apply_batch<Out>(op, operand(in)...);
#pragma unroll
        for (int k = 0; k < P; ++k) {
            move_vector<V>(out + at + k * blockDim.x * V, result.at + k * V);
        }
    }
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
    const u32 aligned = (0u | ... | (is_vector<In, V>(in, 1) ? 1u << Each : 0u)) |
                        (is_vector<Out, V>(out, 1) ? 1u << N : 0u);
    Pace pace(aligned + 1 == 2u << N);
    if constexpr (cost == joint || cost == joint_by_pack) {
        if (!is_strided && aligned + 1 == 2u << N) {
            map_jointly<Work, V, cost == joint ? P : 1>(numel, out, op, in...);
            return;
        }
    }
    if (is_strided) {
        if (threadIdx.x == 0) {
            walk.template find<V, sector>(rank, info, aligned);
        }
        __syncthreads();
        pace = walk.pace();
    }
    pace.share_in_wave();
    const u32 blocks = Work::blocks();
    usize done = 0;
    if (V > 1 && pace.is_by_packs()) {
        done = numel / V * V;
        map_packs<Work, V, P>(blocks, 0, numel, pace, walk, each, out, op, in...);
    }
    if (done < numel) {
        map_packs<Work, 1, E>(blocks, done, numel, pace, walk, each, out, op, in...);
    }
}

// out[i] = op(in[offset(i)]...) for every logical index i; out is dense. Nothing aliases info.
template <class Out, class Op, class... In>
__device__ inline void map_elements(usize numel, usize rank, const usize *info, Out *out,
                                    const Op &op, const In *...in)
{
    LEAVE_IF_IDLE(ShareOf<Op, Out, In...>)
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
