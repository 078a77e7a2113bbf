// Element-wise operations on NVIDIA GPUs: by packs, then by single elements.
//
//   elements   0                       done       numel
//              | pack | pack | pack | pack | . . . |        addresses and rows allow vectors
//              | . . . . . . . . . . . . . . . . . |        otherwise
//
// On NVIDIA GPUs a vector must be at a multiple of its size. One pass moves packs of V elements, if
// all operands allow that; another pass moves the remaining elements one by one.
#pragma once

#include "../layout.cuh"
#include "apply.cuh"

// An input, and the packs that a thread holds of this input.
template <class T, int V, int P> struct Operand {
    const T *data;
    Pack<T, V> pack[P];

    // Loads pack k. If one element |repeats|, loads that element alone. repeat() makes the copies
    // later, because a copy waits for the load and would delay other loads.
    __device__ void load(int k, usize offset, bool repeats)
    {
        if (V > 1 && repeats) {
            pack[k].set_first(data[offset]);
        } else {
            pack[k] = *reinterpret_cast<const Pack<T, V> *>(data + offset);
        }
    }
    // Loads pack k of input n from the place that the walk gives.
    template <int N>
    __device__ void load(int k, usize offset, Access access, int n, const Walk<N> &walk)
    {
        if (V > 1 && access.gathers(n)) {
            pack[k] = gather_run<V>(data + offset, walk.template step<V>(access, n));
        } else {
            load(k, offset, access.repeats(n));
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
};

// Returns how many packs of strided operands a thread holds at a time: P or one, as 32 registers
// allow. For V > 1 the result is also one if the output's elements have another size than the
// inputs'.
template <int V, int P, class Out, class... In> __host__ __device__ constexpr int most_strided()
{
    constexpr int size = widest<In...>(), N = sizeof...(In);
    constexpr bool fit =
        N == 1 && V * size == 16 && (size == 2 || size == 4) && size == sizeof(Out);
    return (V == 1 && N < 3) || fit ? P : 1;
}

// Where a thread stores its packs in the output, in elements: the place of the first pack, and the
// distance from each pack to the next.
struct Target {
    usize first, step;
};

// Loads the thread's packs, if every operand is dense or repeats one element.
template <int V, int P, int... Each, class... In>
__device__ inline void load_flat(usize place, u32 count, Access access,
                                 std::integer_sequence<int, Each...>, Operand<In, V, P> &...operand)
{
#pragma unroll
    for (int k = 0; k < P; ++k) {
        if (k == 0 || number_in_block(k) < count) {
            const usize offset = place + k * blockDim.x * V;
            (operand.load(k, access.repeats(Each) ? 0 : offset, access.repeats(Each)), ...);
        }
    }
}

// Loads the thread's packs of strided operands, at most |most| packs. Unless |in_order|, also finds
// |target|.
template <bool in_order, int most, int V, int P, int... Each, class... In>
__device__ inline void load_strided(Target &target, usize first, u32 count, bool is_wide,
                                    Access access, const Walk<sizeof...(In)> &walk,
                                    std::integer_sequence<int, Each...>,
                                    Operand<In, V, P> &...operand)
{
    constexpr int N = sizeof...(In);
#pragma unroll
    for (int k = 0; k < most; ++k) {
        if (k == 0 || number_in_block(k) < count) {
            if (V == 1 && k == 0 && is_wide) {
                (operand.load(0, walk.offset(access, Each, target.first), false), ...);
                continue;
            }
            const Offsets<N + 1> offsets =
                walk.locate(access, static_cast<u32>(first) + number_in_block(k));
            if (!in_order && k == 0) {
                target.first = offsets.of[N];
            } else if (!in_order) {
                target.step = offsets.of[N] - target.first;
            }
            (operand.load(k, offsets.of[Each], access, Each, walk), ...);
        }
    }
}

// Loads this thread's share of |count| packs of V elements, which begin with pack |first|.
// |in_order|: the output has the packs in the order of their numbers.
template <bool in_order, int most, int V, int P, int... Each, class... In>
__device__ inline Target
load_stretch(usize first, u32 count, bool is_wide, Access access, const Walk<sizeof...(In)> &walk,
             std::integer_sequence<int, Each...> each, Operand<In, V, P> &...operand)
{
    Target target = {(first + threadIdx.x) * V, blockDim.x * V};
    if (access.is_flat()) {
        load_flat(target.first, count, access, each, operand...);
    } else {
        load_strided<in_order, most>(target, first, count, is_wide, access, walk, each, operand...);
    }
    (operand.repeat(access.repeats(Each)), ...);
    return target;
}

// Makes this thread's share of |count| packs of V elements, which begin with pack |first|. A thread
// makes at most |together| packs.
template <int V, int P, class Out, class Op, int... Each, class... In>
__device__ inline void map_range(usize first, u32 count, u32 together, bool is_wide, Access access,
                                 const Walk<sizeof...(In)> &walk,
                                 std::integer_sequence<int, Each...> each, Out *out, const Op &op,
                                 Operand<In, V, P>... operand)
{
    if (threadIdx.x >= count) {
        return;
    }
    constexpr bool in_order = V == 1 && CostOf<Op>::value != heavy;
    Target target = load_stretch<in_order, most_strided<V, P, Out, In...>()>(
        first, count, is_wide, access, walk, each, operand...);
#pragma unroll 1
    for (int k = 0; k < static_cast<int>(together); ++k) {
        const Pack<Out, V> result = apply<Out>(op, pop(operand.pack)...);
        if (k == 0 || number_in_block(k) < count) {
            *reinterpret_cast<Pack<Out, V> *>(out + target.first) = result;
        }
        target.first += target.step;
    }
}

// Makes this block's share of elements |done| to |numel|, in packs of V; |blocks| is the number of
// blocks that work.
template <class Work, int V, int P, class Out, class Op, int... Each, class... In>
__device__ inline void
map_packs(u32 blocks, usize done, usize numel, Access access, const Walk<sizeof...(In)> &walk,
          std::integer_sequence<int, Each...> each, Out *out, const Op &op, const In *...in)
{
    const bool is_wide = numel >> 32 != 0;
    const u32 together = access.is_flat()    ? P
                         : V == 1 && is_wide ? 1
                                             : most_strided<V, P, Out, In...>();
    const usize packs = (numel - done) / V;
#pragma unroll 1
    for (UnitRanges<Work> range(blocks, blockDim.x * together); range.are_below(packs);
         range.advance()) {
        map_range<V, P>(done / V + range.first(), range.count(packs), together, is_wide, access,
                        walk, each, out, op, Operand<In, V, P>{in, {}}...);
    }
}

// Applies an operation whose cost is |joint| to dense tensors. Functions of f64 have many constants.
// Where nvcc compiles such a function for several elements at once, it loads each constant only
// once, and into uniform registers if it sees that all threads of a warp take part. So every
// condition before the function is the same for the whole block.
template <class Work, int V, int P, class Out, class Op, class... In>
__device__ inline void map_jointly(usize numel, Out *out, const Op &op, const In *...in)
{
    constexpr int each = P * V; // elements that a thread makes
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
            alignas(16) Elements<std::decay_t<decltype(*from)>, each> elements;
#pragma unroll
            for (int k = 0; k < P; ++k) {
                move_vector<V>(elements.at + k * V, from + at + k * blockDim.x * V);
            }
            return elements;
        };
        alignas(16) const Elements<Out, each> result = apply_elements<Out>(op, operand(in)...);
#pragma unroll
        for (int k = 0; k < P; ++k) {
            move_vector<V>(out + at + k * blockDim.x * V, result.at + k * V);
        }
    }
}

// Makes this block's share of dense tensors by map_jointly(). |are_aligned|: the addresses of all
// operands allow vectors.
template <class Work, int V, int P, class Out, class Op, class... In>
__device__ inline void map_dense_jointly(usize numel, bool are_aligned, Out *out, const Op &op,
                                         const In *...in)
{
    if (are_aligned) {
        map_jointly<Work, V, CostOf<Op>::value == joint ? P : 1>(numel, out, op, in...);
    } else {
        map_jointly<Work, 1, V>(numel, out, op, in...);
    }
}

// Makes this block's share of the output; idle blocks do not call it.
template <class Work, class Out, class Op, int... Each, class... In>
__device__ inline void map_by_packs(usize numel, usize rank, const usize *__restrict__ info,
                                    bool is_strided, std::integer_sequence<int, Each...> each,
                                    Out *out, const Op &op, const In *...in)
{
    constexpr Cost cost = CostOf<Op>::value;
    constexpr int V = elements_of_pack<Op, Out, In...>, P = packs_at_once<Op, In...>;
    constexpr int N = sizeof...(In), sector = elements_of_sector<Out, In...>;
    constexpr int singles = cost == heavy ? P : V > 2 || (N == 1 && cost != joint) ? 2 : 1;
    __shared__ Walk<N> walk;
    // Bit n: the address of input n allows vectors; bit N: that of the output does.
    const u32 aligned = (0u | ... | (is_vector<In, V>(in, 1) ? 1u << Each : 0u)) |
                        (is_vector<Out, V>(out, 1) ? 1u << N : 0u);
    const bool are_aligned = aligned + 1 == 2u << N;
    Access access(are_aligned);
    if constexpr (cost == joint || cost == joint_by_pack) {
        if (!is_strided) {
            map_dense_jointly<Work, V, P>(numel, are_aligned, out, op, in...);
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
        map_packs<Work, 1, singles>(blocks, done, numel, access, walk, each, out, op, in...);
    }
}
