// Strided operands: from logical indices to offsets.
//
// info = dims[rank], then strides[rank] of each operand, in elements, outermost dimension first;
// strides may be 0. A null info, or rank 0, is not read and means that every operand is dense.
//
// Neighbouring dimensions that all operands walk through as if they were one are treated as one, so
// most tensors have one to three dimensions. A dense tensor has a single one, whatever its rank,
// and needs no division. Where an input is transposed, neighbouring lanes go through the dimension
// in which it is dense: each lane gathers a pack of the output, and together the lanes read whole
// sectors.
#pragma once

#include "../contract/divisor.h"
#include "calls.cuh"
#include "powers.cuh"

// How a block walks through its operands, packed into a word that every thread holds. A walk counts
// units: elements, or packs of V elements that are side by side in the output.
class Access
{
  public:
    Access() = default;
    // Makes the access to dense operands. |by_packs|: the addresses of all operands allow vectors.
    __device__ explicit Access(bool by_packs) : bits_(flat | (by_packs ? packs : 0))
    {
    }

    __device__ bool is_by_packs() const
    {
        return (bits_ & packs) != 0;
    }
    // Whether unit i begins at element i * V of every operand that does not repeat.
    __device__ bool is_flat() const
    {
        return (bits_ & flat) != 0;
    }
    // Whether the walk is flat and no operand repeats.
    __device__ bool is_plain() const
    {
        return (bits_ & (flat | 7 * repeat)) == flat;
    }
    // Whether there are 2^32 units or more, or a stride is 2^32 or more.
    __device__ bool is_wide() const
    {
        return (bits_ & wide) != 0;
    }
    // Whether every pack has all V elements, so that no unit is a part of a pack.
    __device__ bool has_no_parts() const
    {
        return (bits_ & no_parts) != 0;
    }
    __device__ void exclude_parts()
    {
        bits_ |= no_parts;
    }
    // Whether a pack of each operand is V neighbouring elements in memory.
    __device__ bool has_vectors() const
    {
        return (bits_ & 7 * (repeat | gather)) == 0;
    }
    // Whether a pack of operand n is one element of memory V times.
    __device__ bool repeats(int n) const
    {
        return (bits_ & repeat << n) != 0;
    }
    // Whether a pack of operand n is loaded element by element, because its elements are apart in
    // memory or are at an address that does not allow a vector.
    __device__ bool gathers(int n) const
    {
        return (bits_ & gather << n) != 0;
    }

    // Tells the compiler that this object has the same value in all threads of a wave.
    __device__ void share_in_wave()
    {
        bits_ = same_in_wave(bits_);
    }
    __device__ void hide_from_compiler()
    {
        bits_ = known_from_here(bits_);
    }

  private:
    template <int N> friend class Walk;

    // mask of the bits that hold the index of the outermost dimension
    static constexpr u32 outermost = 127;
    static constexpr u32 packs = 1 << 7;
    static constexpr u32 tiled = 1 << 8;
    // set if input 0 repeats; for inputs 1 and 2 the bit is repeat << n
    static constexpr u32 repeat = 1 << 9;
    // Set if input 0 is loaded element by element, because its neighbours in the output are not
    // neighbours in memory. The bit of input n, which is 1 or 2, is gather << n.
    static constexpr u32 gather = 1 << 12;
    static constexpr u32 no_parts = 1 << 15;
    static constexpr u32 wide = 1 << 16;
    // |flat| is the sign bit. For AMD GPUs, clang 17 and 21 test any other bit once for two uses,
    // and then invert the result for one of the uses.
    static constexpr u32 flat = 1U << 31;

    u32 bits_;
};

template <int count> struct Offsets {
    usize of[count];
};

// Returns the offsets in N inputs of an element whose number is less than 2^32. Reads |info| itself
// instead of a Walk: a small launch is over before a block has found a Walk.
template <int N>
__device__ OUT_OF_LINE Offsets<N> locate(usize any_rank, const usize *any_info, u32 element)
{
    const usize rank = same_in_wave(any_rank);
    const usize *__restrict__ info = same_in_wave(any_info);
    Offsets<N> offsets;
    const auto advance = [&](usize d, u32 index) {
#pragma unroll
        for (int n = 0; n < N; ++n) {
            offsets.of[n] += index * info[(1 + n) * rank + d];
        }
    };
#pragma unroll
    for (int n = 0; n < N; ++n) {
        offsets.of[n] = 0;
    }
#pragma unroll 1
    for (usize d = rank - 1; d > 0; --d) {
        const u32 size = static_cast<u32>(info[d]), outside = element / size;
        advance(d, element - outside * size);
        element = outside;
    }
    advance(0, element);
    return offsets;
}

// The offsets of a unit in each operand, and the unit's number in its row.
template <int N> struct Place {
    Offsets<N + 1> offsets;
    usize in_row;
};

// A walk through a dense output and N inputs. One thread of a block finds the walk for all threads.
template <int N> class Walk
{
  public:
    // A value for find()'s |aligned|: packs may be at any address, and the last pack of a row may
    // have fewer than V elements.
    static constexpr u32 anywhere = 1u << 31;

    // Finds the walk. |aligned|: bit n is set if the address of input n allows vectors of V
    // elements, bit N if that of the output does. |sector|: the number of elements in a sector of
    // memory, which has 32 bytes.
    template <int V, int sector>
    __device__ void find(usize rank, const usize *__restrict__ info, u32 aligned)
    {
        constexpr u32 packs = log2_of_constant(V), sectors = log2_of_constant(sector);
        IN_LDS Walk *const in_lds = (IN_LDS Walk *)this;
        const usize numel = merge(in_lds, rank, info);
        finish(in_lds, choose(in_lds, packs, sectors, aligned, numel >> 32 == 0));
    }
    __device__ Access access() const
    {
        return access_;
    }

    // Returns the offsets of a unit in each input and in the output. The walk must have fewer than
    // 2^32 units.
    __device__ Offsets<N + 1> locate(Access access, u32 unit) const
    {
        return locate_in_lds((IN_LDS const Walk *)this, access.bits_, unit);
    }
    // Returns the offset of an element in input n; the tensor may have any number of elements.
    __device__ usize offset(Access access, int n, usize element) const
    {
        return offset_in_lds((IN_LDS const Walk *)this, access.bits_, n, element);
    }
    // Returns the step in input n from one element of a pack to the next.
    template <int V> __device__ usize step(Access access, int n) const
    {
        return dim_[number_of_rows(access)].stride[n] / V;
    }

    // units(), row() and place() are for packs that may be at any address. These functions return
    // the number of packs, the number of elements in a row, and the place of pack number |unit|.
    // |unit| is a u32 unless the access is wide. If |in_row|, place() also finds the pack's number
    // in its row.
    __device__ usize units() const
    {
        return units_;
    }
    __device__ usize row() const
    {
        return row_;
    }
    template <bool in_row, class Index> __device__ Place<N> place(Access access, Index unit) const
    {
        const u32 last = access.bits_ & Access::outermost, rows = number_of_rows(access);
        Place<N> place = {};
        const auto advance = [&](u32 d, Index index) {
#pragma unroll
            for (int n = 0; n <= N; ++n) {
                place.offsets.of[n] +=
                    static_cast<usize>(index) * static_cast<Index>(dim_[d].stride[n]);
            }
            if (in_row && d == rows) {
                place.in_row = index;
            }
        };
        for_each_index(last, unit, advance);
        return place;
    }

  private:
    struct Dimension {
        usize size;
        usize stride[N + 1];
        divisor32 divisor;
    };

    // Returns the index, in |dim_|, of the dimension along which elements form packs.
    __device__ static u32 number_of_rows(Access access)
    {
        return (access.bits_ & Access::tiled) != 0 ? 1 : 0;
    }
    // Returns |unit| / dim.size, and sets |unit| to the remainder.
    __device__ static u32 divide(u32 &unit, const Dimension &dim)
    {
        return dim.divisor.divide(unit);
    }
    // Divides 64-bit numbers bit by bit, which takes few registers. Speed does not matter: few
    // tensors have 2^32 units.
    __device__ static usize divide(usize &unit, const Dimension &dim)
    {
        usize quotient = 0, rest = 0;
#pragma unroll 1
        for (int bit = 63; bit >= 0; --bit) {
            rest = rest << 1 | (unit >> bit & 1);
            const bool goes = rest >= dim.size;
            rest -= goes ? dim.size : 0;
            quotient = quotient << 1 | goes;
        }
        unit = rest;
        return quotient;
    }

    // Calls advance(d, index) with a unit's index in each dimension d, from the innermost dimension
    // to the outermost.
    template <class Index, class Advance>
    __device__ void for_each_index(u32 last, Index unit, const Advance &advance) const
    {
#pragma unroll 1
        for (u32 d = 0; d < last; ++d) {
            const Index outside = divide(unit, dim_[d]);
            advance(d, unit);
            unit = outside;
        }
        advance(last, unit);
    }

    __device__ OUT_OF_LINE static Offsets<N + 1> locate_in_lds(IN_LDS const Walk *in_lds,
                                                               u32 access, u32 unit)
    {
        const Walk &walk = *(const Walk *)in_lds;
        const u32 last = same_in_wave(access) & Access::outermost;
        Offsets<N + 1> offsets;
        const auto advance = [&](u32 d, u32 index) {
#pragma unroll
            for (int n = 0; n <= N; ++n) {
                offsets.of[n] += index * walk.dim_[d].stride[n];
            }
        };
#pragma unroll
        for (int n = 0; n <= N; ++n) {
            offsets.of[n] = 0;
        }
        walk.for_each_index(last, unit, advance);
        return offsets;
    }
    __device__ OUT_OF_LINE static usize offset_in_lds(IN_LDS const Walk *in_lds, u32 access, int n,
                                                      usize element)
    {
        const Walk &walk = *(const Walk *)in_lds;
        const u32 last = same_in_wave(access) & Access::outermost;
        usize offset = 0;
#pragma unroll 1
        for (u32 d = 0; d < last; ++d) {
            const Dimension &dim = walk.dim_[d];
            const usize outside = element / dim.size;
            offset += (element - outside * dim.size) * dim.stride[n];
            element = outside;
        }
        return offset + element * walk.dim_[last].stride[n];
    }

    // Finds the dimensions: joins neighbouring dimensions if all operands walk through them as if
    // they were one. Returns the number of elements.
    __device__ OUT_OF_LINE static usize merge(IN_LDS Walk *in_lds, usize rank, const usize *info)
    {
        return ((Walk *)in_lds)->merge(same_in_wave(rank), same_in_wave(info));
    }
    __device__ usize merge(usize rank, const usize *__restrict__ info)
    {
        usize size = 1, numel = 1;
        last_ = 0;
#pragma unroll
        for (int n = 0; n <= N; ++n) {
            dim_[0].stride[n] = 1;
        }
#pragma unroll 1
        for (usize d = rank; d-- > 0;) {
            const usize more = info[d];
            usize stride[N];
            bool merges = true;
#pragma unroll
            for (int n = 0; n < N; ++n) {
                stride[n] = info[(1 + n) * rank + d];
                merges = merges && stride[n] == size * dim_[last_].stride[n];
            }
            if (more == 1) {
                continue;
            }
            if (size == 1 || !merges) {
                if (size != 1) {
                    dim_[last_++].size = size;
                }
#pragma unroll
                for (int n = 0; n < N; ++n) {
                    dim_[last_].stride[n] = stride[n];
                }
                dim_[last_].stride[N] = numel;
                size = 1;
            }
            size *= more;
            numel *= more;
        }
        dim_[last_].size = size;
        return numel;
    }

    // Chooses the units, and the order in which lanes take them. A pack has 2^|packs| elements, a
    // sector 2^|sector|. If finish() is to split a dimension, returns the dimension's index << 8,
    // with the exponent of the inner part's size in the lowest byte. Otherwise returns 0.
    __device__ OUT_OF_LINE static u32 choose(IN_LDS Walk *in_lds, u32 packs, u32 sector,
                                             u32 aligned, bool is_narrow)
    {
        return ((Walk *)in_lds)->choose(packs, sector, aligned, is_narrow);
    }
    // Returns the bits of Access that say which inputs repeat and which gather. If an input is
    // dense in a dimension other than the innermost, |tile| becomes the index of that dimension.
    // |apart| becomes other than 0 if an input's innermost stride is neither 0 nor 1.
    __device__ u32 classify_inputs(u32 packs, u32 aligned, bool is_anywhere, u32 &tile,
                                   usize &apart) const
    {
        u32 bits = 0;
#pragma unroll 1
        for (int n = 0; n < N; ++n) {
            const usize step = dim_[0].stride[n];
            if (step == 0) {
                bits |= Access::repeat << n;
                continue;
            }
            apart |= step ^ 1;
            usize strides = 0;
#pragma unroll 1
            for (u32 d = 1; d <= last_; ++d) {
                const usize stride = dim_[d].stride[n];
                strides |= stride;
                tile = step != 1 && stride == 1 ? d : tile;
            }
            const bool is_vector =
                step == 1 && (is_anywhere || ((aligned >> n & 1) != 0 && divides(packs, strides)));
            bits |= is_vector ? 0 : Access::gather << n;
        }
        return bits;
    }
    // Counts the units. Returns whether the number of units or a stride has more than 32 bits. One
    // of these strides is the distance between parts of 2^|lanes| of dimension |tile|.
    __device__ bool count_units(u32 tile, u32 lanes)
    {
        units_ = 1;
        usize strides = 0;
#pragma unroll 1
        for (u32 d = 0; d <= last_; ++d) {
            units_ *= dim_[d].size;
#pragma unroll
            for (int n = 0; n <= N; ++n) {
                strides |= dim_[d].stride[n] << (d == tile ? lanes : 0);
            }
        }
        return (units_ | strides) >> 32 != 0;
    }
    __device__ u32 choose(u32 packs, u32 sector, u32 aligned, bool is_narrow)
    {
        const bool is_anywhere = (aligned & anywhere) != 0;
        u32 tile = 0;
        usize apart = 0;
        u32 bits = classify_inputs(packs, aligned, is_anywhere, tile, apart);
        const bool are_apart = apart != 0, is_flat = last_ == 0 && !are_apart;
        const bool are_packs =
            is_anywhere || ((aligned >> N & 1) != 0 &&
                            (last_ == 0 ? is_flat : is_narrow && divides(packs, dim_[0].size)));
        // Neighbouring lanes should go through the dimension |tile|, 2^|lanes| elements at a time.
        // 2^|lanes| is the number of elements in a sector, or the largest power of two below it
        // that divides the dimension.
        u32 lanes = tile == 0 ? 0 : sector;
        while (!divides(lanes, dim_[tile].size)) {
            --lanes;
        }
        const bool are_tiles = are_packs && lanes >= 2;
        if (is_anywhere) {
            row_ = dim_[0].size;
            dim_[0].size += (1u << packs) - 1;
            bits |= divides(packs, row_) ? Access::no_parts : 0;
        }
        if (is_anywhere ||
            (are_packs && (are_tiles || bits < Access::gather || (!is_flat && !are_apart)))) {
            bits |= Access::packs;
            dim_[0].size >>= packs;
#pragma unroll 1
            for (int n = 0; n <= N; ++n) {
                dim_[0].stride[n] <<= packs;
            }
        }
        if (is_anywhere) {
            bits |= count_units(tile, lanes) ? Access::wide : 0;
        }
        access_.bits_ = bits | (are_tiles ? Access::tiled : 0) | (is_flat ? Access::flat : 0);
        return are_tiles ? tile << 8 | lanes : 0;
    }

    __device__ OUT_OF_LINE static void finish(IN_LDS Walk *in_lds, u32 parts)
    {
        Walk &walk = *(Walk *)in_lds;
        if (parts != 0) {
            walk.split(parts >> 8, parts & 0xff);
        }
        walk.access_.bits_ |= walk.last_;
#pragma unroll 1
        for (u32 d = 0; d < walk.last_; ++d) {
            if (walk.dim_[d].size >> 32 == 0) {
                walk.dim_[d].divisor = divisor32_make(static_cast<u32>(walk.dim_[d].size));
            }
        }
    }

    // Splits dimension |d|: a part of it, of 2^|lanes| elements, becomes the innermost dimension.
    __device__ void split(u32 d, u32 lanes)
    {
        const usize others = dim_[d].size >> lanes;
        dim_[d].size = static_cast<usize>(1) << lanes;
        if (others > 1) {
            Dimension &last = dim_[++last_];
            last.size = others;
#pragma unroll 1
            for (int n = 0; n <= N; ++n) {
                last.stride[n] = dim_[d].stride[n] << lanes;
            }
            move_inwards(last_, d + 1);
        }
        move_inwards(d, 0);
    }
    __device__ void move_inwards(u32 from, u32 to)
    {
#pragma unroll 1
        for (u32 d = from; d > to; --d) {
            swap(dim_[d].size, dim_[d - 1].size);
#pragma unroll
            for (int n = 0; n <= N; ++n) {
                swap(dim_[d].stride[n], dim_[d - 1].stride[n]);
            }
        }
    }
    __device__ static bool divides(u32 power, usize x)
    {
        return x >> power << power == x;
    }
    __device__ static void swap(usize &a, usize &b)
    {
        const usize was = a;
        a = b;
        b = was;
    }

    // Dimensions, innermost first. A dimension has at least 2 elements and a tensor fewer than
    // 2^64, so that a tensor has at most 63. split() adds one.
    Dimension dim_[66];
    u32 last_; // the index of the outermost dimension
    Access access_;
    usize row_, units_;
};
