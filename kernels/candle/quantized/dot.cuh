// Chunks: the parts of a row of weights that a thread takes at a time, and the activations that
// meet them.
//
// A chunk is two runs of W words of four elements, where W is 2 or 4. A run has one scale. In most
// formats, both runs are in the same bytes. Chunk |at|
//
//     of a block of 32 has W words of each half, from word W at of the half on. If quants are
//         bytes, it has the 2 W words from word 2 W at on. Both runs meet one q8_1 block.
//     of a block of 256 has the same W words of the q8_1 blocks 2 p and 2 p + 1. Chunks of such a
//         pair have neighbouring numbers.
//     of a coded block has W words of each half of a q8_1 block. The chunks of a q8_1 block have
//         neighbouring numbers.
//
// Loading and unpacking are separate, so that a thread can load a chunk while it multiplies
// another: load() never waits for memory.
#pragma once

#include "../../device/calls.cuh"
#include "blocks.cuh"

template <class Block> constexpr bool is_super = Block::elements == 256;
// Whether the two runs of a chunk meet two q8_1 blocks.
template <class Block> constexpr bool is_paired = is_super<Block> && !is_coded<Block>;
template <class Block, u32 W> constexpr u32 chunks_of = Block::elements / (8 * W);

// Words of a quantized block, as they are loaded. The array is aligned to the size of its elements.
#ifdef __HIP__
// AMD GPUs load vectors from any address.
template <int count, class Unit> struct WordPack {
    using Raw = u32 __attribute__((ext_vector_type(count)));
    Raw raw;

    template <auto> __device__ __forceinline__ void load(const Unit *from, usize = 0)
    {
        __builtin_memcpy(&raw, from, sizeof raw);
    }
    __device__ __forceinline__ u32 get(int k, usize) const
    {
        return raw[k];
    }
};
#else
template <int count, class Unit> struct WordPack;

template <int count> struct WordPack<count, u32> {
    u32 raw[count];

    // Loads words. The address is a multiple of |alignment|.
    template <int alignment> __device__ __forceinline__ void load(const u32 *from, usize = 0)
    {
        if constexpr (alignment % (4 * count) == 0) {
            struct alignas(4 * count) Aligned {
                u32 at[count];
            };
            const Aligned aligned = *reinterpret_cast<const Aligned *>(from);
#pragma unroll
            for (int k = 0; k < count; ++k) {
                raw[k] = aligned.at[k];
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

// Loads words that are aligned to 4 bytes. If the address of |from| is not a multiple of 4, the
// first word begins two bytes before it. Those two bytes are in the same array of blocks, because
// the array itself is aligned. Nothing after the last byte is read, unless the block goes on with
// another word (|goes_on|).
template <int count> struct WordPack<count, u16> {
    u32 raw[count + 1];

    template <bool goes_on> __device__ __forceinline__ void load(const u16 *from, usize odd)
    {
        const u32 *aligned =
            reinterpret_cast<const u32 *>(reinterpret_cast<const char *>(from) - odd);
#pragma unroll
        for (int k = 0; k < count; ++k) {
            raw[k] = aligned[k];
        }
        raw[count] = goes_on ? aligned[count] : from[2 * count - 1];
    }
    __device__ __forceinline__ u32 get(int k, usize odd) const
    {
        return __funnelshift_r(raw[k], raw[k + 1], static_cast<u32>(8 * odd));
    }
};
#endif

// Returns how many bytes |halves| begins after an aligned word: 0 or 2. The result is the same for
// all arrays of a quantized block. Compilers do not see that, so callers compute it once and not
// for each load.
__device__ __forceinline__ usize oddness(const void *halves)
{
    return reinterpret_cast<usize>(halves) & 2;
}

// An unpacked chunk. An element is factor * quant + offset, with a factor and an offset for each
// run.
template <u32 W> struct Chunk {
    u32 quants[2 * W];
    f32 factor[2];
    f32 offset[2];
};

// The parts of a chunk as they are in memory: quants, scales and so on, not yet unpacked. This is
// for formats whose quants are numbers of values in a table (coded.cuh); the others are below.
template <class Block, u32 W> struct Packed {
    u32 words[2 * W];
    typename Block::Scale scales[2];

    __device__ __forceinline__ void load(const Block &block, u32 at)
    {
#pragma unroll
        for (u32 run = 0; run < 2; ++run) {
#pragma unroll
            for (u32 k = 0; k < W; ++k) {
                words[W * run + k] = block.word(first(at, run) + k);
            }
            scales[run] = block.scale(first(at, run));
        }
    }
    __device__ __forceinline__ Chunk<W> unpack(u32 at) const
    {
        Chunk<W> unpacked = {};
#pragma unroll
        for (u32 run = 0; run < 2; ++run) {
#pragma unroll
            for (u32 k = 0; k < W; ++k) {
                unpacked.quants[W * run + k] =
                    Block::decode(words[W * run + k], first(at, run) + k);
            }
            unpacked.factor[run] = Block::factor(scales[run], first(at, run));
        }
        return unpacked;
    }

  private:
    // Returns the number of a run's first word in the block.
    __device__ __forceinline__ static u32 first(u32 at, u32 run)
    {
        return at / (4 / W) * 8 + at % (4 / W) * W + 4 * run;
    }
};

__device__ inline u32 fifth_bits(const Nibbles &)
{
    return 0;
}
__device__ inline u32 fifth_bits(const Q5_1 &block)
{
    return block.qh;
}

// A chunk of Q4_0, Q4_1 or Q5_1. Packed<Q5_0> below adds the fifth bits of Q5_0.
template <class Block, u32 W> struct PackedNibbles {
    using Unit = std::remove_all_extents_t<decltype(Block::qs)>;
    WordPack<W, Unit> low;
    usize odd;
    u32 high;
    f16 d, m;

    __device__ __forceinline__ void load(const Block &block, u32 at)
    {
        constexpr int how = alignof(Block) > 2 ? alignof(Block) : 0;
        const Unit *qs = block.qs + at * (4 * W / sizeof(Unit));
        odd = oddness(qs);
        low.template load<how>(qs, odd);
        high = fifth_bits(block);
        d = block.d;
        if constexpr (Block::has_offset) {
            m = block.m;
        }
    }
    __device__ __forceinline__ Chunk<W> unpack(u32 at) const
    {
        return unpack(at, high);
    }
    __device__ __forceinline__ Chunk<W> unpack(u32 at, u32 fifth) const
    {
        Chunk<W> unpacked = {};
        fifth >>= 4 * W * at;
#pragma unroll
        for (u32 k = 0; k < W; ++k) {
            const u32 both = low.get(k, odd);
            unpacked.quants[k] = (both & 0x0f0f0f0fu) | spread_bits(fifth >> (4 * k)) << 4;
            unpacked.quants[W + k] = (both >> 4 & 0x0f0f0f0fu) | spread_bits(fifth >> (4 * k + 16))
                                                                     << 4;
        }
        unpacked.factor[0] = widen(d);
        if constexpr (Block::has_offset) {
            unpacked.offset[0] = widen(m);
        }
        return unpacked;
    }
};

template <u32 W> struct Packed<Q4_0, W> : PackedNibbles<Q4_0, W> {
};
template <u32 W> struct Packed<Q4_1, W> : PackedNibbles<Q4_1, W> {
};
template <u32 W> struct Packed<Q5_1, W> : PackedNibbles<Q5_1, W> {
};
template <u32 W> struct Packed<Q5_0, W> : PackedNibbles<Q5_0, W> {
    using Nibbles = PackedNibbles<Q5_0, W>;
    WordPack<1, u16> fifth;

    __device__ __forceinline__ void load(const Q5_0 &block, u32 at)
    {
        Nibbles::load(block, at);
        fifth.template load<true>(block.qh, Nibbles::odd);
    }
    __device__ __forceinline__ Chunk<W> unpack(u32 at) const
    {
        return Nibbles::unpack(at, fifth.get(0, Nibbles::odd));
    }
};

template <u32 W> struct Packed<Q8_0, W> {
    WordPack<2 * W, u16> bytes;
    usize odd;
    f16 d;

    __device__ __forceinline__ void load(const Q8_0 &block, u32 at)
    {
        const u16 *qs = block.qs + 4 * W * at;
        odd = oddness(qs);
        bytes.template load<false>(qs, odd);
        d = block.d;
    }
    __device__ __forceinline__ Chunk<W> unpack(u32) const
    {
        Chunk<W> unpacked = {};
#pragma unroll
        for (u32 k = 0; k < 2 * W; ++k) {
            unpacked.quants[k] = bytes.get(k, odd);
        }
        unpacked.factor[0] = widen(d);
        return unpacked;
    }
};

// The place of a chunk in a quantized block of 256: the index of its pair of q8_1 blocks, and the
// index of its first word in each of the two.
template <u32 W> struct SuperPlace {
    u32 pair, word;

    __device__ __forceinline__ explicit SuperPlace(u32 chunk)
        : pair(chunk / (8 / W)), word(chunk % (8 / W) * W)
    {
    }
    // Returns the scales of the two runs, in bytes 0 and 2. |four| has the pair's four scales as
    // bytes.
    __device__ __forceinline__ u32 scales(u32 four) const
    {
        return four >> (word / 4 * 8);
    }
};

// Rotates |by| bits to the left. If |by| is negative, rotates -by bits to the right.
__device__ __forceinline__ u32 rotate(u32 x, int by)
{
    return __funnelshift_l(x, x, static_cast<u32>(by));
}

__device__ __forceinline__ f32 low_half(u32 halves)
{
    return widen(__ushort_as_half(static_cast<u16>(halves)));
}

__device__ __forceinline__ f32 high_half(u32 halves)
{
    return low_half(halves >> 16);
}

// The fifth bits of quants. Only Q5_K has fifth bits; in other formats they are 0.
template <class Block, u32 W> struct FifthBits {
    __device__ __forceinline__ void load(const Block &, const SuperPlace<W> &)
    {
    }
    __device__ __forceinline__ u32 get(u32, u32) const
    {
        return 0;
    }
};
template <u32 W> struct FifthBits<Q5_K, W> {
    WordPack<W, u32> bits;

    __device__ __forceinline__ void load(const Q5_K &block, const SuperPlace<W> &place)
    {
        bits.template load<4 * W>(block.qh + place.word);
    }
    // Returns the fifth bits of word |k| of the quants that meet q8_1 block |group|. Each fifth bit
    // is at bit 4 of its quant's byte.
    __device__ __forceinline__ u32 get(u32 k, u32 group) const
    {
        return (bits.raw[k] >> group & 0x01010101u) << 4;
    }
};

template <class Block, u32 W> struct PackedMinima {
    // the block's first 16 bytes: d and dmin, then scales and minima
    WordPack<4, u32> head;
    WordPack<W, u32> low;
    FifthBits<Block, W> high;

    __device__ __forceinline__ void load(const Block &block, u32 at)
    {
        const SuperPlace<W> place(at);
        head.template load<16>(reinterpret_cast<const u32 *>(&block));
        low.template load<4 * W>(block.qs + 8 * place.pair + place.word);
        high.load(block, place);
    }
    __device__ __forceinline__ Chunk<W> unpack(u32 at) const
    {
        const u32 pair = SuperPlace<W>(at).pair;
        const PackedScales packed = {{head.raw[1], head.raw[2], head.raw[3]}};
        // the bytes of |scales| are the scales of the two groups, and then their minima
        const u32 scales = packed.unpack(pair);
        Chunk<W> unpacked;
#pragma unroll
        for (u32 run = 0; run < 2; ++run) {
#pragma unroll
            for (u32 k = 0; k < W; ++k) {
                unpacked.quants[W * run + k] =
                    (low.raw[k] >> (4 * run) & 0x0f0f0f0fu) | high.get(k, 2 * pair + run);
            }
            unpacked.factor[run] = low_half(head.raw[0]) * byte_number(scales, run);
            unpacked.offset[run] = -(high_half(head.raw[0]) * byte_number(scales, 2 + run));
        }
        return unpacked;
    }
};

template <u32 W> struct Packed<Q4_K, W> : PackedMinima<Q4_K, W> {
};
template <u32 W> struct Packed<Q5_K, W> : PackedMinima<Q5_K, W> {
};

template <u32 W> struct Packed<Q2_K, W> {
    WordPack<W, u32> low;
    u32 scales, halves;

    __device__ __forceinline__ void load(const Q2_K &block, u32 at)
    {
        const SuperPlace<W> place(at);
        low.template load<4>(block.qs + (place.pair / 2 * 8 + place.word));
        scales = block.scales[place.pair];
        halves = *reinterpret_cast<const u32 *>(&block.d);
    }
    __device__ __forceinline__ Chunk<W> unpack(u32 at) const
    {
        const SuperPlace<W> place(at);
        const u32 both = place.scales(scales);
        const u32 of_runs = both & 0x000f000fu, minima = both >> 4 & 0x000f000fu;
        Chunk<W> unpacked;
#pragma unroll
        for (u32 run = 0; run < 2; ++run) {
#pragma unroll
            for (u32 k = 0; k < W; ++k) {
                unpacked.quants[W * run + k] =
                    low.raw[k] >> (place.pair % 2 * 4 + 2 * run) & 0x03030303u;
            }
            unpacked.factor[run] = low_half(halves) * byte_number(of_runs, 2 * run);
            unpacked.offset[run] = -(high_half(halves) * byte_number(minima, 2 * run));
        }
        return unpacked;
    }
};

template <u32 W> struct Packed<Q3_K, W> {
    WordPack<W, u16> low, third;
    WordPack<1, u16> scales_low, scales_high;
    usize odd;
    f16 d;

    __device__ __forceinline__ void load(const Q3_K &block, u32 at)
    {
        const SuperPlace<W> place(at);
        odd = oddness(&block);
        low.template load<true>(block.qs + place.pair / 2 * 16 + 2 * place.word, odd);
        third.template load<true>(block.hmask + 2 * place.word, odd);
        scales_low.template load<true>(block.scales + place.pair % 2 * 2, odd);
        scales_high.template load<false>(block.scales + 4, odd);
        d = block.d;
    }
    // Makes 32 * (quant - 4) of each quant, as a signed byte: the quant becomes the highest bits of
    // the byte, with its first bit inverted.
    __device__ __forceinline__ Chunk<W> unpack(u32 at) const
    {
        const SuperPlace<W> place(at);
        const int plane = static_cast<int>(place.pair % 2 * 2);
        const u32 scales =
            place.scales((scales_low.get(0, odd) >> (place.pair / 2 * 4) & 0x0f0f0f0fu) |
                         (scales_high.get(0, odd) >> (2 * place.pair) & 0x03030303u) << 4);
        Chunk<W> unpacked = {};
#pragma unroll
        for (u32 run = 0; run < 2; ++run) {
#pragma unroll
            for (u32 k = 0; k < W; ++k) {
                const u32 turned = ~third.get(k, odd) >> (place.pair / 2 * 4);
                unpacked.quants[W * run + k] =
                    (rotate(low.get(k, odd), 5 - 2 * (plane + run)) & 0x60606060u) |
                    (rotate(turned, 7 - plane - run) & 0x80808080u);
            }
            unpacked.factor[run] = widen(d) / 32 * byte_number<32>(scales, 2 * run);
        }
        return unpacked;
    }
};

template <u32 W> struct Packed<Q6_K, W> {
    WordPack<W, u16> low[2];
    WordPack<W, u16> high;
    usize odd;
    i8 scales[2];
    f16 d;

    __device__ __forceinline__ void load(const Q6_K &block, u32 at)
    {
        const SuperPlace<W> place(at);
        odd = oddness(&block);
#pragma unroll
        for (u32 run = 0; run < 2; ++run) {
            low[run].template load<true>(block.ql + place.pair / 2 * 32 + 16 * run + 2 * place.word,
                                         odd);
            scales[run] = block.scales[4 * place.pair + 2 * run + place.word / 4];
        }
        high.template load<true>(block.qh + place.pair / 2 * 16 + 2 * place.word, odd);
        d = block.d;
    }
    // Makes signed bytes 4 * (quant - 32): the six bits of a quant become the upper six bits of its
    // byte, and the inverted top bit subtracts the 32.
    __device__ __forceinline__ Chunk<W> unpack(u32 at) const
    {
        const SuperPlace<W> place(at);
        const int plane = static_cast<int>(place.pair % 2 * 2);
        Chunk<W> unpacked = {};
#pragma unroll
        for (u32 run = 0; run < 2; ++run) {
#pragma unroll
            for (u32 k = 0; k < W; ++k) {
                const u32 turned = high.get(k, odd) ^ 0xaaaaaaaau;
                unpacked.quants[W * run + k] =
                    (rotate(low[run].get(k, odd), 2 - 2 * plane) & 0x3c3c3c3cu) |
                    (rotate(turned, 6 - 2 * (plane + run)) & 0xc0c0c0c0u);
            }
            unpacked.factor[run] = widen(d) / 4 * scales[run];
        }
        return unpacked;
    }
};

// A quantized block of weights is multiplied by one or more q8_1 blocks, and each of the two runs
// of chunk |at| (see the top of this file) by words of one q8_1 block. run_block() returns the
// index of that q8_1 block among them; run_word() returns the index, in that q8_1 block, of the
// first of the words.
template <class Block, u32 W> __device__ __forceinline__ u32 run_block(u32 at, u32 run)
{
    return is_paired<Block>  ? 2 * SuperPlace<W>(at).pair + run
           : is_coded<Block> ? at / (4 / W)
                             : 0;
}

template <class Block, u32 W> __device__ __forceinline__ u32 run_word(u32 at, u32 run)
{
    if constexpr (is_paired<Block>) {
        return SuperPlace<W>(at).word;
    } else if constexpr (is_coded<Block>) {
        return at % (4 / W) * W + 4 * run;
    } else {
        return W * at + (Block::planes == 2 ? 4 * run : W * (at + run));
    }
}

// Returns c plus the products of four signed bytes.
__device__ __forceinline__ i32 add_dot(u32 a, u32 b, i32 c)
{
    return __dp4a(static_cast<int>(a), static_cast<int>(b), c);
}

// The place of the activations that meet chunk |at| of a block, as offsets in bytes from the
// beginning of their row: |block| is the offset of the first q8_1 block, and |word| that of the
// first word. |first| is the number of the first q8_1 block that meets the weights' block.
template <class Block, class Y, u32 W> struct ActivationPlace {
    u32 block, word;

    __device__ __forceinline__ ActivationPlace(u32 first, u32 at)
        : block((first + run_block<Block, W>(at, 0)) * static_cast<u32>(sizeof(Y))),
          word(block + static_cast<u32>(offsetof(Y, qs)) + 4 * run_word<Block, W>(at, 0))
    {
    }
    __device__ __forceinline__ void advance(u32 blocks)
    {
        block += blocks * static_cast<u32>(sizeof(Y));
        word += blocks * static_cast<u32>(sizeof(Y));
    }
};

// Y is the type of activations, Q8_1 or Rounded.
template <class Y> constexpr bool is_rounded = std::is_same_v<Y, Rounded>;

// The activations that meet a chunk, for each of its two runs, as they are in memory.
template <class Block, class Y, u32 W> struct Activations {
    WordPack<W, u32> quants[2];
    decltype(Y::d) d[2];
    f16 s[2]; // the member s of the activations' blocks; not used unless Y is Q8_1

    // Loads the activations. |row| is the same for all threads. The pointer therefore needs no
    // vector registers, if offsets have 32 bits.
    __device__ __forceinline__ void load(const Y *row, const ActivationPlace<Block, Y, W> &place)
    {
        constexpr u32 size = sizeof(Y);
        const char *const bytes = reinterpret_cast<const char *>(row);
#pragma unroll
        for (u32 run = 0; run < 2; ++run) {
            const u32 blocks_on = run_block<Block, W>(0, run),
                      words_on = run_word<Block, W>(0, run);
            const Y *const here = reinterpret_cast<const Y *>(bytes + place.block) + blocks_on;
            const u32 *const words =
                reinterpret_cast<const u32 *>(bytes + place.word + size * blocks_on) + words_on;
            quants[run].template load<4>(words);
            d[run] = here->d;
            if constexpr (!is_rounded<Y>) {
                s[run] = here->s;
            }
        }
    }
};

// Returns the product of a run of weights and its activations, divided by the activations' d. |dot|
// is the sum of products of quants, and |sum| the sum of the activations' quants.
template <class Block, u32 W>
__device__ __forceinline__ f32 run_products(const Chunk<W> &weights, int run, i32 dot, i32 sum)
{
    // the format's zero, or 0 if unpack() has already subtracted it
    constexpr int zero = is_super<Block> ? 0 : Block::zero;
    f32 products = weights.factor[run] * static_cast<f32>(dot - zero * sum);
    if constexpr (Block::has_offset) {
        products += weights.offset[run] * static_cast<f32>(sum);
    }
    return products;
}

// Returns the sum of weight * activation over a chunk. In blocks of 32, s of Q8_1, or the chunk's
// share of it, multiplies the constant that is added to each quant. d times the quants of Q8_1
// multiplies everything else. This formula defines the results of the products of a matrix and
// vectors.
template <class Block, class Y, u32 W>
__device__ __forceinline__ f32 dot(const Chunk<W> &weights, const Activations<Block, Y, W> &y)
{
    i32 dots[2] = {}, quants[2] = {};
#pragma unroll
    for (u32 run = 0; run < 2; ++run) {
#pragma unroll
        for (u32 k = 0; k < W; ++k) {
            const u32 of_y = y.quants[run].raw[k];
            dots[run] = add_dot(weights.quants[W * run + k], of_y, dots[run]);
            quants[run] = add_dot(0x01010101u, of_y, quants[run]);
        }
    }
    if constexpr (is_paired<Block> || Block::group_size == 16) {
        f32 sum = 0;
#pragma unroll
        for (int run = 0; run < 2; ++run) {
            sum += widen(y.d[run]) * run_products<Block>(weights, run, dots[run], quants[run]);
        }
        return sum;
    } else if constexpr (is_rounded<Y>) {
        return y.d[0] * run_products<Block>(weights, 0, dots[0] + dots[1], quants[0] + quants[1]);
    } else {
        const f32 products = widen(y.d[0]) * static_cast<f32>(dots[0] + dots[1]);
        if constexpr (Block::has_offset) {
            return weights.factor[0] * products + weights.offset[0] * (widen(y.s[0]) * W / 4);
        } else if constexpr (Block::zero > 0) {
            return weights.factor[0] * (products - Block::zero * W / 4 * widen(y.s[0]));
        } else {
            return weights.factor[0] * products;
        }
    }
}
