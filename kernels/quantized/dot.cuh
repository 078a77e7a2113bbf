// Chunks: what one thread takes of a row of weights at a time, and the activations that meet it.
//
// A chunk is 16 elements, two runs of 8; a run meets two words of activations. Chunk |at|
//
//     of a block of 32 has words 2 at and 2 at + 1 and those 16 elements on, which lie in the same
//         bytes; where quants are bytes, words 4 at to 4 at + 3. Both runs meet one q8_1 block.
//     of a block of 256 has words 2 l and 2 l + 1 of the q8_1 blocks 2 p and 2 p + 1, where
//         at = 4 p + l. In most formats these lie in the same bytes.
//
// Loading and unpacking are apart, so that a chunk can be on its way while others are multiplied:
// nothing in load() waits for memory.
#pragma once

#include "blocks.cuh"

enum { CHUNK = 16 };

template <class Block> constexpr bool is_super = Block::elements == 256;
template <class Block> constexpr u32 chunks_of = Block::elements / CHUNK;

// Consecutive words as loaded, from an array that is aligned like its elements.
template <int count, class Unit> struct Words;

template <int count> struct Words<count, u32> {
    u32 raw[count];

    // |alignment|: what the address is known to be a multiple of.
    template <int alignment> __device__ __forceinline__ void load(const u32 *from)
    {
        if constexpr (alignment % (4 * count) == 0) {
            struct alignas(4 * count) Vector {
                u32 at[count];
            };
            const Vector vector = *reinterpret_cast<const Vector *>(from);
#pragma unroll
            for (int k = 0; k < count; ++k) {
                raw[k] = vector.at[k];
            }
        } else {
#pragma unroll
            for (int k = 0; k < count; ++k) {
                raw[k] = from[k];
            }
        }
    }
    __device__ __forceinline__ u32 get(int k, u32) const
    {
        return raw[k];
    }
};

// Aligned words, the first of which begins two bytes early where the address is odd in units of
// halves; those bytes are of the same array of blocks, for an array itself is aligned. Nothing
// behind the last byte is touched.
template <int count> struct Words<count, u16> {
    u32 raw[count + 1];

    template <int> __device__ __forceinline__ void load(const u16 *from)
    {
        const char *aligned =
            reinterpret_cast<const char *>(from) - (reinterpret_cast<usize>(from) & 2);
#pragma unroll
        for (int k = 0; k < count; ++k) {
            raw[k] = reinterpret_cast<const u32 *>(aligned)[k];
        }
        raw[count] = from[2 * count - 1];
    }
    // |shift|: 16 where the address was odd, or 0.
    __device__ __forceinline__ u32 get(int k, u32 shift) const
    {
        return __funnelshift_r(raw[k], raw[k + 1], shift);
    }
};

// A quant is worth factor * quant + offset, factor and offset by run.
struct Chunk {
    u32 quants[4];
    f32 factor[2];
    f32 offset[2];
};

// What a Chunk is made of, as it lies in memory.
template <class Block> struct Packed;

__device__ inline u32 fifth_bits(const Nibbles &)
{
    return 0;
}
__device__ inline u32 fifth_bits(const Q5_1 &block)
{
    return block.qh;
}

// Q4_0, Q4_1 and Q5_1; Q5_0 below.
template <class Block> struct PackedNibbles {
    using Unit = std::remove_all_extents_t<decltype(Block::qs)>;
    Words<2, Unit> low;
    u32 shift, high;
    f16 d, m;

    __device__ __forceinline__ void load(const Block &block, u32 at)
    {
        const Unit *qs = block.qs + at * (8 / sizeof(Unit));
        low.template load<alignof(Block)>(qs);
        shift = reinterpret_cast<usize>(qs) % 4 * 8;
        high = fifth_bits(block);
        d = block.d;
        if constexpr (Block::has_offset) {
            m = block.m;
        }
    }
    __device__ __forceinline__ Chunk unpack(u32 at) const
    {
        return unpack(at, high);
    }
    __device__ __forceinline__ Chunk unpack(u32 at, u32 fifth) const
    {
        Chunk unpacked = {};
        fifth >>= 8 * at;
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            const u32 both = low.get(k, shift);
            unpacked.quants[k] = (both & 0x0f0f0f0fu) | spread_bits(fifth >> (4 * k)) << 4;
            unpacked.quants[k + 2] = (both >> 4 & 0x0f0f0f0fu) | spread_bits(fifth >> (4 * k + 16))
                                                                     << 4;
        }
        unpacked.factor[0] = widen(d);
        if constexpr (Block::has_offset) {
            unpacked.offset[0] = widen(m);
        }
        return unpacked;
    }
};

template <> struct Packed<Q4_0> : PackedNibbles<Q4_0> {
};
template <> struct Packed<Q4_1> : PackedNibbles<Q4_1> {
};
template <> struct Packed<Q5_1> : PackedNibbles<Q5_1> {
};
template <> struct Packed<Q5_0> : PackedNibbles<Q5_0> {
    Words<1, u16> fifth;

    __device__ __forceinline__ void load(const Q5_0 &block, u32 at)
    {
        PackedNibbles<Q5_0>::load(block, at);
        fifth.load<2>(block.qh);
    }
    __device__ __forceinline__ Chunk unpack(u32 at) const
    {
        return PackedNibbles<Q5_0>::unpack(at, fifth.get(0, shift));
    }
};

template <> struct Packed<Q8_0> {
    Words<4, u16> bytes;
    u32 shift;
    f16 d;

    __device__ __forceinline__ void load(const Q8_0 &block, u32 at)
    {
        const u16 *qs = block.qs + 8 * at;
        bytes.load<2>(qs);
        shift = reinterpret_cast<usize>(qs) % 4 * 8;
        d = block.d;
    }
    __device__ __forceinline__ Chunk unpack(u32) const
    {
        Chunk unpacked = {};
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            unpacked.quants[k] = bytes.get(k, shift);
        }
        unpacked.factor[0] = widen(d);
        return unpacked;
    }
};

// Where a chunk lies in a block of 256: the pair of q8_1 blocks, and its place within them.
struct SuperPlace {
    u32 pair, at;

    __device__ explicit SuperPlace(u32 chunk) : pair(chunk / 4), at(chunk % 4)
    {
    }
    // Of groups of 16: which of the pair's four scales a run takes.
    __device__ __forceinline__ u32 scale(u32 run) const
    {
        return 2 * run + at / 2;
    }
};

__device__ __forceinline__ f32 low_half(u32 halves)
{
    return widen(__ushort_as_half(static_cast<u16>(halves)));
}

__device__ __forceinline__ f32 high_half(u32 halves)
{
    return low_half(halves >> 16);
}

// The fifth bits, which only Q5_K has.
template <class Block> struct FifthBits {
    __device__ __forceinline__ void load(const Block &, const SuperPlace &)
    {
    }
    __device__ __forceinline__ u32 get(int, u32) const
    {
        return 0;
    }
};
template <> struct FifthBits<Q5_K> {
    Words<2, u32> bits;

    __device__ __forceinline__ void load(const Q5_K &block, const SuperPlace &place)
    {
        bits.load<8>(block.qh + 2 * place.at);
    }
    // Those of a q8_1 block, each in the fifth bit of its byte.
    __device__ __forceinline__ u32 get(int k, u32 group) const
    {
        return (bits.raw[k] >> group & 0x01010101u) << 4;
    }
};

template <class Block> struct PackedMinima {
    Words<4, u32> head; // d and dmin, then the scales
    Words<2, u32> low;
    FifthBits<Block> high;

    __device__ __forceinline__ void load(const Block &block, u32 at)
    {
        const SuperPlace place(at);
        head.template load<16>(reinterpret_cast<const u32 *>(&block));
        low.template load<8>(block.qs + 8 * place.pair + 2 * place.at);
        high.load(block, place);
    }
    __device__ __forceinline__ Chunk unpack(u32 at) const
    {
        const u32 pair = SuperPlace(at).pair;
        const PackedScales packed = {{head.raw[1], head.raw[2], head.raw[3]}};
        const u32 scales = packed.unpack(pair); // two, then two minima
        Chunk unpacked;
#pragma unroll
        for (int run = 0; run < 2; ++run) {
#pragma unroll
            for (int k = 0; k < 2; ++k) {
                unpacked.quants[2 * run + k] =
                    (low.raw[k] >> (4 * run) & 0x0f0f0f0fu) | high.get(k, 2 * pair + run);
            }
            unpacked.factor[run] = low_half(head.raw[0]) * byte_number(scales, run);
            unpacked.offset[run] = -(high_half(head.raw[0]) * byte_number(scales, 2 + run));
        }
        return unpacked;
    }
};

template <> struct Packed<Q4_K> : PackedMinima<Q4_K> {
};
template <> struct Packed<Q5_K> : PackedMinima<Q5_K> {
};

template <> struct Packed<Q2_K> {
    Words<2, u32> low;
    u32 scales, halves;

    __device__ __forceinline__ void load(const Q2_K &block, u32 at)
    {
        const SuperPlace place(at);
        low.load<4>(block.qs + place.pair / 2 * 8 + 2 * place.at);
        scales = block.scales[place.pair];
        halves = *reinterpret_cast<const u32 *>(&block.d);
    }
    __device__ __forceinline__ Chunk unpack(u32 at) const
    {
        const SuperPlace place(at);
        Chunk unpacked;
#pragma unroll
        for (int run = 0; run < 2; ++run) {
#pragma unroll
            for (int k = 0; k < 2; ++k) {
                unpacked.quants[2 * run + k] =
                    low.raw[k] >> (place.pair % 2 * 4 + 2 * run) & 0x03030303u;
            }
            const int both = byte_of(scales, place.scale(run));
            unpacked.factor[run] = low_half(halves) * (both & 15);
            unpacked.offset[run] = -(high_half(halves) * (both >> 4));
        }
        return unpacked;
    }
};

template <> struct Packed<Q3_K> {
    Words<2, u16> low, third;
    Words<1, u16> scales_low, scales_high;
    u32 shift;
    f16 d;

    __device__ __forceinline__ void load(const Q3_K &block, u32 at)
    {
        const SuperPlace place(at);
        low.load<2>(block.qs + place.pair / 2 * 16 + 4 * place.at);
        third.load<2>(block.hmask + 4 * place.at);
        scales_low.load<2>(block.scales + place.pair % 2 * 2);
        scales_high.load<2>(block.scales + 4);
        shift = reinterpret_cast<usize>(&block) % 4 * 8;
        d = block.d;
    }
    __device__ __forceinline__ Chunk unpack(u32 at) const
    {
        const SuperPlace place(at);
        const u32 scales = (scales_low.get(0, shift) >> (place.pair / 2 * 4) & 0x0f0f0f0fu) |
                           (scales_high.get(0, shift) >> (2 * place.pair) & 0x03030303u) << 4;
        Chunk unpacked = {};
#pragma unroll
        for (int run = 0; run < 2; ++run) {
#pragma unroll
            for (int k = 0; k < 2; ++k) {
                unpacked.quants[2 * run + k] = subtract_zero<Q3_K::zero>(
                    (low.get(k, shift) >> (place.pair % 2 * 4 + 2 * run) & 0x03030303u) |
                    (third.get(k, shift) >> (2 * place.pair + run) & 0x01010101u) << 2);
            }
            unpacked.factor[run] = widen(d) * (byte_of(scales, place.scale(run)) - 32);
        }
        return unpacked;
    }
};

template <> struct Packed<Q6_K> {
    Words<2, u16> low[2];
    Words<2, u16> high;
    u32 shift;
    i8 scales[2];
    f16 d;

    __device__ __forceinline__ void load(const Q6_K &block, u32 at)
    {
        const SuperPlace place(at);
#pragma unroll
        for (int run = 0; run < 2; ++run) {
            low[run].load<2>(block.ql + place.pair / 2 * 32 + 16 * run + 4 * place.at);
            scales[run] = block.scales[4 * place.pair + place.scale(run)];
        }
        high.load<2>(block.qh + place.pair / 2 * 16 + 4 * place.at);
        shift = reinterpret_cast<usize>(&block) % 4 * 8;
        d = block.d;
    }
    __device__ __forceinline__ Chunk unpack(u32 at) const
    {
        const SuperPlace place(at);
        Chunk unpacked = {};
#pragma unroll
        for (int run = 0; run < 2; ++run) {
#pragma unroll
            for (int k = 0; k < 2; ++k) {
                unpacked.quants[2 * run + k] = subtract_zero<Q6_K::zero>(
                    (low[run].get(k, shift) >> (place.pair % 2 * 4) & 0x0f0f0f0fu) |
                    (high.get(k, shift) >> (place.pair % 2 * 4 + 2 * run) & 0x03030303u) << 4);
            }
            unpacked.factor[run] = widen(d) * scales[run];
        }
        return unpacked;
    }
};

// The q8_1 block of a run, of those that lie beside the block, and its first word there.
template <class Block> __device__ __forceinline__ u32 run_block(u32 at, u32 run)
{
    return is_super<Block> ? at / 4 * 2 + run : 0;
}

template <class Block> __device__ __forceinline__ u32 run_word(u32 at, u32 run)
{
    if (is_super<Block>) {
        return at % 4 * 2;
    }
    return Block::planes == 2 ? 2 * at + 4 * run : 4 * at + 2 * run;
}

// c + the products of four signed bytes.
__device__ __forceinline__ i32 add_dot(u32 a, u32 b, i32 c)
{
    return __dp4a(static_cast<int>(a), static_cast<int>(b), c);
}

// Nothing behind this is loaded before |sum| is there. Compilers for AMD GPUs otherwise load all
// that an unrolled loop needs at once, and spill what that takes.
__device__ __forceinline__ void finish(f32 &sum)
{
#ifdef __HIP_DEVICE_COMPILE__
    asm volatile("" : "+v"(sum)::"memory");
#endif
}

// The activations that a chunk meets, by run, as they lie in memory.
template <class Block> struct Activations {
    u32 quants[4];
    f16 d[2], s[2];

    // Chunk |at| of the block beside |row|'s q8_1 blocks from |first| on. |row| is the same for all
    // threads: with offsets of 32 bits it costs them no registers.
    __device__ __forceinline__ void load(const Q8_1 *row, u32 first, u32 at)
    {
        constexpr u32 size = sizeof(Q8_1);
        const u32 block = (first + run_block<Block>(at, 0)) * size;
        const u32 word = block + offsetof(Q8_1, qs) + 4 * run_word<Block>(at, 0);
        const char *const bytes = reinterpret_cast<const char *>(row);
#pragma unroll
        for (int run = 0; run < 2; ++run) {
            const u32 blocks_on = run_block<Block>(0, run), words_on = run_word<Block>(0, run);
            const Q8_1 *const here = reinterpret_cast<const Q8_1 *>(bytes + block) + blocks_on;
            const u32 *const words =
                reinterpret_cast<const u32 *>(bytes + word + size * blocks_on) + words_on;
            quants[2 * run] = words[0];
            quants[2 * run + 1] = words[1];
            d[run] = here->d;
            s[run] = here->s;
        }
    }
};

// The sum of weight * activation over a chunk as a product of a matrix and vectors defines it: what
// blocks of 32 add to a quant meets half of s, what those of 256 add meets d times the quants.
template <class Block>
__device__ __forceinline__ f32 dot(const Chunk &weights, const Activations<Block> &y)
{
    i32 dots[2];
#pragma unroll
    for (int run = 0; run < 2; ++run) {
        dots[run] = add_dot(weights.quants[2 * run + 1], y.quants[2 * run + 1],
                            add_dot(weights.quants[2 * run], y.quants[2 * run], 0));
    }
    if constexpr (!is_super<Block>) {
        const f32 products = widen(y.d[0]) * static_cast<f32>(dots[0] + dots[1]);
        if constexpr (Block::has_offset) {
            return weights.factor[0] * products + weights.offset[0] * (widen(y.s[0]) / 2);
        } else if constexpr (Block::zero > 0) {
            return weights.factor[0] * (products - Block::zero / 2 * widen(y.s[0]));
        } else {
            return weights.factor[0] * products;
        }
    } else {
        f32 sum = 0;
#pragma unroll
        for (int run = 0; run < 2; ++run) {
            f32 products = weights.factor[run] * static_cast<f32>(dots[run]);
            if constexpr (Block::has_offset) {
                const i32 quants = add_dot(0x01010101u, y.quants[2 * run + 1],
                                           add_dot(0x01010101u, y.quants[2 * run], 0));
                products += weights.offset[run] * static_cast<f32>(quants);
            }
            sum += widen(y.d[run]) * products;
        }
        return sum;
    }
}
