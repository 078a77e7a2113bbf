// Element-wise operations on AMD GPUs, by units.
//
//   row 0   | unit | unit | unit | part |     A row is what all operands walk through with one step
//   row 1   | unit | unit | unit | part |     each; most tensors are one row. A unit is a pack of V
//                                             elements of a row; the last one may be a part.
//
// On AMD GPUs a vector may be at any address, so rows need no single elements at their ends. Where
// all operands are dense, a thread loads P whole units at a time. Any other unit is loaded by a
// call of load_unit(). This function depends only on the sizes of the elements, so that many
// kernels share it.
#pragma once

#include "../layout.cuh"
#include "apply.cuh"

struct Units {
    usize count;
    usize row; // how many elements a row has
    Access access;

    template <int V> __device__ static Units of_dense(usize numel)
    {
        Units units = {(numel + V - 1) / V, numel, Access(true)};
        if (numel % V == 0) {
            units.access.exclude_parts();
        }
        return units;
    }
    template <int N> __device__ static Units of_walk(const Walk<N> &walk)
    {
        Units units = {same_in_wave(walk.units()), same_in_wave(walk.row()), walk.access()};
        units.access.share_in_wave();
        return units;
    }
};

// The offsets of a unit in all operands, and how many elements the unit has: what find_unit()
// returns. A unit has at most 2^|packs| elements.
template <int N> struct UnitPlace {
    Offsets<N + 1> offsets;
    u32 elements;
};
template <int N>
__device__ OUT_OF_LINE UnitPlace<N> find_unit(IN_LDS const Walk<N> *in_lds, usize row,
                                              Access access, usize unit, u32 packs)
{
    const Walk<N> &walk = shared_in_wave(in_lds);
    const u32 most = 1u << packs;
    access.share_in_wave();
    Place<N> place;
    if (access.is_flat()) {
#pragma unroll
        for (int n = 0; n <= N; ++n) {
            place.offsets.of[n] = n < N && access.repeats(n) ? 0 : unit << packs;
        }
        place.in_row = unit;
    } else if (access.is_wide()) {
        place = walk.template place<true>(access, unit);
    } else if (access.has_no_parts()) {
        return {walk.template place<false>(access, static_cast<u32>(unit)).offsets, most};
    } else {
        place = walk.template place<true>(access, static_cast<u32>(unit));
    }
    const usize left = row - (place.in_row << packs);
    return {place.offsets, left < most ? static_cast<u32>(left) : most};
}

// The pack of input number n, in the result of load_unit().
template <int n, class Word, int V> struct PackOf {
    Pack<Word, V> pack;
};
template <int V, class Each, class... Word> struct Packs;
template <int V, int... Each, class... Word>
struct Packs<V, std::integer_sequence<int, Each...>, Word...> : PackOf<Each, Word, V>... {
};

// One input of load_unit(): |first| points to the element of the unit that comes first, and |pack|
// gets the elements.
template <class Word, int V> struct Source {
    const Word *first;
    Pack<Word, V> pack;

    // Loads a pack of input n. If the pack is one element again and again, loads that element
    // alone. repeat() makes the copies later, because a copy waits for the load and would delay
    // other loads.
    template <int N> __device__ void load(Access access, int n, const Walk<N> &walk, u32 elements)
    {
        const bool gathers = access.gathers(n);
        if (access.repeats(n)) {
            pack.set_first(*first);
        } else if (!access.has_no_parts() && elements != V) {
            pack = gather_part<V>(first, gathers ? walk.template step<V>(access, n) : 1, elements);
            end_of_branch();
        } else if (gathers) {
            pack = gather_run<V>(first, walk.template step<V>(access, n));
            end_of_branch();
        } else {
            pack = *reinterpret_cast<const Pack<Word, V> *>(first);
        }
    }
    __device__ void repeat(bool repeats)
    {
        if (repeats) {
            pack.repeat_first();
        }
    }
};
template <int V, int... Each, class... Word>
__device__ inline Packs<V, std::integer_sequence<int, Each...>, Word...>
load_sources(const Walk<sizeof...(Word)> &walk, Access access, u32 elements,
             std::integer_sequence<int, Each...>, Source<Word, V>... source)
{
    if (access.has_vectors() && access.has_no_parts()) {
        ((source.pack = *reinterpret_cast<const Pack<Word, V> *>(source.first)), ...);
    } else {
        (source.load(access, Each, walk, elements), ...);
        (source.repeat(access.repeats(Each)), ...);
        end_of_branch();
    }
    return {{source.pack}...};
}
template <int V, class Each, class... Word>
__device__ OUT_OF_LINE Packs<V, Each, Word...> load_unit(IN_LDS const Walk<sizeof...(Word)> *in_lds,
                                                         Access access, u32 elements, Each each,
                                                         IN_GLOBAL const Word *...first)
{
    access.share_in_wave();
    return load_sources(shared_in_wave(in_lds), access, elements, each,
                        Source<Word, V>{(const Word *)first, {}}...);
}

template <int V, class Word>
__device__ OUT_OF_LINE void store_part(IN_GLOBAL Word *out, Pack<Word, V> pack, u32 elements)
{
    scatter_part<V>((Word *)out, pack, elements);
}

// An input, and the packs that a thread holds of this input.
template <class T, int V, int P> struct Operand {
    const T *data;
    Pack<T, V> pack[P];

    __device__ void load(int k, usize offset)
    {
        pack[k] = *reinterpret_cast<const Pack<T, V> *>(data + offset);
    }
    template <class Word> __device__ void take(const Pack<Word, V> &words)
    {
        __builtin_memcpy(static_cast<void *>(&pack[0]), &words, sizeof(words));
    }
};

// Makes this thread's share of |count| units, which begin with unit |first|. A thread makes at most
// |together| units.
template <int V, int P, class Out, class Op, int... Each, class... In>
__device__ inline void map_range(usize first, u32 count, u32 together, const Units &units,
                                 const Walk<sizeof...(In)> &walk,
                                 std::integer_sequence<int, Each...> each, Out *out, const Op &op,
                                 Operand<In, V, P>... operand)
{
    if (threadIdx.x >= count) {
        return;
    }
    Access access = units.access;
    access.hide_from_compiler();
    const bool are_whole =
        access.is_plain() && (access.has_no_parts() || first + count <= units.row / V);
    usize target = (first + threadIdx.x) * V;
    u32 elements = V;
    if (are_whole) {
#pragma unroll
        for (int k = 0; k < P; ++k) {
            if (k == 0 || number_in_block(k) < count) {
                (operand.load(k, target + k * blockDim.x * V), ...);
            }
        }
    } else {
        constexpr int N = sizeof...(In);
        constexpr u32 size = log2_of_constant(V);
        const auto in_lds = (IN_LDS const Walk<N> *)&walk;
        const UnitPlace<N> place =
            find_unit<N>(in_lds, units.row, access, first + threadIdx.x, size);
        if constexpr (V == 1) {
            (operand.load(0, place.offsets.of[Each]), ...);
        } else {
            const auto packs = load_unit<V>(
                in_lds, access, place.elements, each,
                (IN_GLOBAL const BitsOf<In> *)words_of(operand.data + place.offsets.of[Each])...);
            (operand.take(static_cast<const PackOf<Each, BitsOf<In>, V> &>(packs).pack), ...);
        }
        target = place.offsets.of[N];
        elements = place.elements;
    }
#pragma unroll 1
    for (int k = 0; k < static_cast<int>(together); ++k) {
        const Pack<Out, V> result = apply<Out>(op, pop(operand.pack)...);
        const bool is_there = k == 0 || number_in_block(k) < count;
        if (is_there && (are_whole || elements == V)) {
            *reinterpret_cast<Pack<Out, V> *>(out + target) = result;
        } else if (is_there) {
            Pack<BitsOf<Out>, V> words;
            __builtin_memcpy(&words, static_cast<const void *>(&result), sizeof(words));
            store_part((IN_GLOBAL BitsOf<Out> *)words_of(out + target), words, elements);
        }
        target += blockDim.x * V;
    }
}

template <class Work, int V, int P, class Out, class Op, int... Each, class... In>
__device__ inline void map_units(const Units &units, const Walk<sizeof...(In)> &walk,
                                 std::integer_sequence<int, Each...> each, Out *out, const Op &op,
                                 const In *...in)
{
    const u32 together = units.access.is_plain() && units.access.has_no_parts() ? P : 1;
#pragma unroll 1
    for (UnitRanges<Work> range(Work::blocks(), blockDim.x * together);
         range.are_below(units.count); range.advance()) {
        map_range<V, P>(range.first(), range.count(units.count), together, units, walk, each, out,
                        op, Operand<In, V, P>{in, {}}...);
    }
}

// Makes this block's share of the output; idle blocks do not call it.
template <class Work, class Out, class Op, int... Each, class... In>
__device__ inline void map_by_packs(usize numel, usize rank, const usize *__restrict__ info,
                                    bool is_strided, std::integer_sequence<int, Each...> each,
                                    Out *out, const Op &op, const In *...in)
{
    constexpr int V = elements_of_pack<Op, Out, In...>, P = packs_at_once<Op, In...>;
    constexpr int N = sizeof...(In), sector = elements_of_sector<Out, In...>;
    __shared__ Walk<N> walk;
    Units units = Units::of_dense<V>(numel);
    if (is_strided) {
        if (threadIdx.x == 0) {
            walk.template find<V, sector>(rank, info, Walk<N>::anywhere);
        }
        __syncthreads();
        units = Units::of_walk(walk);
    }
    map_units<Work, V, P>(units, walk, each, out, op, in...);
}
