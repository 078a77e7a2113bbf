// The block formats of GGUF: their layout in memory, and how quants and scales are read from them.
//
// A block's quants are in strips of bytes. A strip is `width` bytes long, and each of its bytes has
// one quant for each of `planes` runs of `width` elements:
//
//     element = (strip * planes + plane) * width + at,    0 <= at < width
//
// quants(strip, plane, at), where |at| is a multiple of 4, returns the quants of four neighbours as
// the bytes of a word, the first element in the lowest byte, as __dp4a takes them. They are
// unsigned, unless quants_signed. With group = element / group_size, an element is
//
//     d * scale(group) * (quant - zero)                           has_offset false
//     d * scale(group) * (quant - zero) + m                       blocks of 32
//     d * scale(group) * (quant - zero) - dmin * minimum(group)   blocks of 256
//
// All products are exact in f32. A format without an offset must not add one, because 0 would turn
// -0 into 0. scale(unit, at) and minimum(unit, at) are the numbers of group unit * scale_unit + at:
// a unit here is scale_unit groups, whose numbers are unpacked together.
//
// A block's address is aligned as its struct is; more alignment must not be assumed.
#pragma once

#include "../../contract/launches.h"
#include "../../device/pack.cuh"

#include <stddef.h>

// Loads the four bytes of an array from byte |at| on; |at| is a multiple of 4. The array is aligned
// to the size of its elements, 4 or 2 bytes.
__device__ inline u32 load_word(const u32 *words, int at)
{
    return words[at / 4];
}

__device__ inline u32 load_word(const u16 *halves, int at)
{
    return halves[at / 2] | static_cast<u32>(halves[at / 2 + 1]) << 16;
}

// Returns the byte |index| of |word|, minus |zero|, as f32. Conversions are slow on some GPUs. With
// the exponent of 2^23 above it, an integer is a float without conversion.
template <int zero = 0> __device__ inline f32 byte_number(u32 word, int index)
{
    constexpr f32 base = 8388608.0f + zero;
    return __uint_as_float(__byte_perm(word, 0x4b000000u, 0x7540u | index)) - base;
}

// Returns an integer, whose magnitude is below 2^22, as f32.
__device__ inline f32 small_number(int x)
{
    return __int_as_float(0x4b400000 + x) - 12582912.0f;
}

// Returns the |bits| bits of plane |plane| in each byte. Plane 0 has the lowest bits.
template <int bits> __device__ inline u32 plane_of(u32 word, int plane)
{
    return word >> (bits * plane) & ((1u << bits) - 1) * 0x01010101u;
}

// Puts bit i of |bits| into the lowest bit of byte i, for i from 0 to 3.
__device__ inline u32 spread_bits(u32 bits)
{
    return (bits & 0xf) * 0x00204081u & 0x01010101u;
}

// Subtracts |zero| from the bytes of |quants|, which gives signed bytes. No byte may exceed 127 +
// zero.
template <int zero> __device__ inline u32 subtract_zero(u32 quants)
{
    return zero == 0 ? quants : (quants + (128 - zero) * 0x01010101u) ^ 0x80808080u;
}

// Blocks of 32 elements with one scale.
struct Plain {
    static constexpr int elements = 32;
    static constexpr int group_size = 32;
    static constexpr int scale_unit = 1;

    __device__ static f32 scale(int, int)
    {
        return 1.0f;
    }
};

// Blocks of 256 elements, whose groups have small integer scales.
struct Super {
    static constexpr int elements = 256;
};

// Formats whose quants are codes of signed bytes (own/coded.cuh). An element is scale * quant. In
// place of the functions above, such a format has these, where i is the number of four neighbours:
//
//     word(i)           loads the four bytes that have the codes of these elements, among others
//     decode(word, i)   returns their quants, as signed bytes
//     scale(i)          loads what their scale is made of
//     factor(scale, i)  makes their scale
template <int ELEMENTS, int GROUP_SIZE> struct Coded {
    static constexpr int elements = ELEMENTS;
    static constexpr int group_size = GROUP_SIZE;
    static constexpr int zero = 0;
    static constexpr bool has_offset = false;
    static constexpr bool quants_signed = true;
    static constexpr bool is_coded = true;
};

template <class Block, class = void> constexpr bool is_coded = false;
template <class Block>
constexpr bool is_coded<Block, std::enable_if_t<Block::is_coded>> = true;

// Quants of four bits: the low nibbles are the first half of a quantized block, the high nibbles
// the second half.
struct Nibbles : Plain {
    static constexpr int planes = 2;
    static constexpr int width = 16;
    static constexpr bool quants_signed = false;
};

struct Q4_0 : Nibbles {
    static constexpr int zero = 8;
    static constexpr bool has_offset = false;
    f16 d;
    u16 qs[8];

    __device__ u32 quants(int, int plane, int at) const
    {
        return plane_of<4>(load_word(qs, at), plane);
    }
};

struct alignas(4) Q4_1 : Nibbles {
    static constexpr int zero = 0;
    static constexpr bool has_offset = true;
    f16 d, m;
    u32 qs[4];

    __device__ u32 quants(int, int plane, int at) const
    {
        return plane_of<4>(load_word(qs, at), plane);
    }
};

struct Q5_0 : Nibbles {
    static constexpr int zero = 16;
    static constexpr bool has_offset = false;
    f16 d;
    u16 qh[2]; // the fifth bits of the quants of all 32 elements
    u16 qs[8];

    __device__ u32 quants(int, int plane, int at) const
    {
        return plane_of<4>(load_word(qs, at), plane) |
               spread_bits(load_word(qh, 0) >> (16 * plane + at)) << 4;
    }
};

struct alignas(8) Q5_1 : Nibbles {
    static constexpr int zero = 0;
    static constexpr bool has_offset = true;
    f16 d, m;
    u32 qh;
    u32 qs[4];

    __device__ u32 quants(int, int plane, int at) const
    {
        return plane_of<4>(load_word(qs, at), plane) | spread_bits(qh >> (16 * plane + at)) << 4;
    }
};

struct Q8_0 : Plain {
    static constexpr int planes = 1;
    static constexpr int width = 32;
    static constexpr bool quants_signed = true;
    static constexpr int zero = 0;
    static constexpr bool has_offset = false;
    f16 d;
    u16 qs[16];

    __device__ u32 quants(int, int, int at) const
    {
        return load_word(qs, at);
    }
};

// A quantized block of 32 activations. |d| is the scale, and |s| the sum of the 32 numbers before
// they were quantized.
struct alignas(4) Q8_1 : Plain {
    f16 d, s;
    u32 qs[8];
};

// A quantized block of 32 activations as libkrt_ops makes it. |d|, the scale, is an f32.
struct alignas(4) Rounded : Plain {
    f32 d;
    u32 qs[8];
};

struct Q2_K_Layout : Super {
    static constexpr int planes = 4;
    static constexpr int width = 32;
    static constexpr int group_size = 16;
    static constexpr int scale_unit = 4;
    static constexpr bool quants_signed = false;
};

struct alignas(4) Q2_K : Q2_K_Layout {
    static constexpr int zero = 0;
    static constexpr bool has_offset = true;
    // a byte for each group: the scale in the low nibble, the minimum in the high nibble
    u32 scales[4];
    u32 qs[16];
    f16 d, dmin;

    __device__ u32 quants(int strip, int plane, int at) const
    {
        return plane_of<2>(load_word(qs, 32 * strip + at), plane);
    }
    __device__ f32 scale(int quad, int at) const
    {
        return byte_number(plane_of<4>(scales[quad], 0), at);
    }
    __device__ f32 minimum(int quad, int at) const
    {
        return byte_number(plane_of<4>(scales[quad], 1), at);
    }
};

struct Q3_K : Q2_K_Layout {
    static constexpr int zero = 4;
    static constexpr bool has_offset = false;
    // bit strip * 4 + plane of byte |at| is the third bit of the quant that (strip, plane, at)
    // names
    u16 hmask[16];
    u16 qs[32];
    // 16 scales of 6 bits: eight bytes with the low four bits of the scales, then four bytes with
    // the high two bits
    u16 scales[6];
    f16 d;

    __device__ u32 quants(int strip, int plane, int at) const
    {
        return plane_of<2>(load_word(qs, 32 * strip + at), plane) |
               plane_of<1>(load_word(hmask, at), 4 * strip + plane) << 2;
    }
    __device__ f32 scale(int quad, int at) const
    {
        const u32 low = plane_of<4>(load_word(scales, 4 * (quad & 1)), quad >> 1);
        const u32 high = plane_of<2>(load_word(scales, 8), quad);
        return byte_number<32>(low | high << 4, at);
    }
};

// Eight scales and eight minima of 6 bits, in 12 bytes, as Q4_K and Q5_K have them. The low six
// bits of the first eight bytes are the first four scales and the first four minima. The low four
// bits of the other scales and minima are in the last four bytes, and their high two bits are above
// those six bits of the first eight bytes.
struct PackedScales {
    u32 words[3];

    // Returns four bytes: the scales of the groups 2 * pair and 2 * pair + 1, then their minima.
    __device__ u32 unpack(int pair) const
    {
        const u32 bytes = pair % 2 == 0 ? 0x5410 : 0x7632;
        const bool is_late = pair >= 2;
        const u32 six = __byte_perm(words[0], words[1], bytes);
        const u32 four = __byte_perm(words[2], words[2] >> 4, bytes);
        return (six >> (is_late ? 2 : 0) & (is_late ? 0x30303030u : 0x3f3f3f3fu)) |
               (four & (is_late ? 0x0f0f0f0fu : 0));
    }
};

// The first 16 bytes of a Q4_K or a Q5_K.
struct PackedHead {
    f16 d, dmin;
    PackedScales packed;

    __device__ f32 scale(int pair, int at) const
    {
        return byte_number(packed.unpack(pair), at);
    }
    __device__ f32 minimum(int pair, int at) const
    {
        return byte_number(packed.unpack(pair), 2 + at);
    }
};

struct Q4_K_Layout : Super {
    static constexpr int planes = 2;
    static constexpr int width = 32;
    static constexpr int group_size = 32;
    static constexpr int scale_unit = 2;
    static constexpr bool quants_signed = false;
};

struct alignas(16) Q4_K : Q4_K_Layout {
    static constexpr int zero = 0;
    static constexpr bool has_offset = true;
    f16 d, dmin;
    PackedScales packed;
    u32 qs[32];

    __device__ u32 quants(int strip, int plane, int at) const
    {
        return plane_of<4>(load_word(qs, 32 * strip + at), plane);
    }
};

struct alignas(16) Q5_K : Q4_K_Layout {
    static constexpr int zero = 0;
    static constexpr bool has_offset = true;
    f16 d, dmin;
    PackedScales packed;
    // bit strip * 2 + plane of byte |at| is the fifth bit of the quant that (strip, plane, at)
    // names
    u32 qh[8];
    u32 qs[32];

    __device__ u32 quants(int strip, int plane, int at) const
    {
        return plane_of<4>(load_word(qs, 32 * strip + at), plane) |
               plane_of<1>(load_word(qh, at), 2 * strip + plane) << 4;
    }
};

struct Q6_K : Q2_K_Layout {
    static constexpr int zero = 32;
    static constexpr bool has_offset = false;
    // the low four bits of quants, 64 bytes for each strip: the low nibbles have planes 0 and 1,
    // and the high nibbles planes 2 and 3
    u16 ql[64];
    u16 qh[32];
    i8 scales[16];
    f16 d;

    __device__ u32 quants(int strip, int plane, int at) const
    {
        const u32 low = load_word(ql, 64 * strip + 32 * (plane & 1) + at);
        const u32 high = load_word(qh, 32 * strip + at);
        return plane_of<4>(low, plane >> 1) | plane_of<2>(high, plane) << 4;
    }
    __device__ f32 scale(int quad, int at) const
    {
        return small_number(scales[4 * quad + at]);
    }
};

struct Q8_K : Super {
    static constexpr int planes = 1;
    static constexpr int width = 32;
    static constexpr int group_size = 256;
    static constexpr int scale_unit = 1;
    static constexpr bool quants_signed = true;
    static constexpr int zero = 0;
    static constexpr bool has_offset = false;
    f32 d;
    u32 qs[64];
    i16 sums[16];

    __device__ u32 quants(int strip, int, int at) const
    {
        return load_word(qs, 32 * strip + at);
    }
    __device__ static f32 scale(int, int)
    {
        return 1.0f;
    }
};

#define CHECK_BLOCK(BLOCK, BYTES, ALIGNMENT)                                                       \
    static_assert(sizeof(BLOCK) == BYTES && alignof(BLOCK) == ALIGNMENT, #BLOCK " is packed")
#define CHECK_FIELD(BLOCK, FIELD, OFFSET)                                                          \
    static_assert(offsetof(BLOCK, FIELD) == OFFSET, #BLOCK "." #FIELD " is misplaced")

CHECK_BLOCK(Q4_0, 18, 2);
CHECK_FIELD(Q4_0, qs, 2);
CHECK_BLOCK(Q4_1, 20, 4);
CHECK_FIELD(Q4_1, m, 2);
CHECK_FIELD(Q4_1, qs, 4);
CHECK_BLOCK(Q5_0, 22, 2);
CHECK_FIELD(Q5_0, qh, 2);
CHECK_FIELD(Q5_0, qs, 6);
CHECK_BLOCK(Q5_1, 24, 8);
CHECK_FIELD(Q5_1, m, 2);
CHECK_FIELD(Q5_1, qh, 4);
CHECK_FIELD(Q5_1, qs, 8);
CHECK_BLOCK(Q8_0, 34, 2);
CHECK_FIELD(Q8_0, qs, 2);
CHECK_BLOCK(Q8_1, 36, 4);
CHECK_FIELD(Q8_1, s, 2);
CHECK_FIELD(Q8_1, qs, 4);
CHECK_BLOCK(Rounded, ROUNDED_BYTES, 4);
CHECK_FIELD(Rounded, qs, 4);
CHECK_BLOCK(Q2_K, 84, 4);
CHECK_FIELD(Q2_K, qs, 16);
CHECK_FIELD(Q2_K, d, 80);
CHECK_FIELD(Q2_K, dmin, 82);
CHECK_BLOCK(Q3_K, 110, 2);
CHECK_FIELD(Q3_K, qs, 32);
CHECK_FIELD(Q3_K, scales, 96);
CHECK_FIELD(Q3_K, d, 108);
CHECK_BLOCK(Q4_K, 144, 16);
CHECK_FIELD(Q4_K, dmin, 2);
CHECK_FIELD(Q4_K, packed, 4);
CHECK_FIELD(Q4_K, qs, 16);
CHECK_BLOCK(Q5_K, 176, 16);
CHECK_FIELD(Q5_K, dmin, 2);
CHECK_FIELD(Q5_K, packed, 4);
CHECK_FIELD(Q5_K, qh, 16);
CHECK_FIELD(Q5_K, qs, 48);
CHECK_BLOCK(Q6_K, 210, 2);
CHECK_FIELD(Q6_K, qh, 128);
CHECK_FIELD(Q6_K, scales, 192);
CHECK_FIELD(Q6_K, d, 208);
CHECK_BLOCK(Q8_K, 292, 4);
CHECK_FIELD(Q8_K, qs, 4);
CHECK_FIELD(Q8_K, sums, 260);

#undef CHECK_BLOCK
#undef CHECK_FIELD

// Returns the struct with d, scales and minima: the block itself, or a copy of the block's head,
// which is read by one vector load.
template <class Block> __device__ inline decltype(auto) head_of(const Block &block)
{
    if constexpr (std::is_base_of_v<Q4_K_Layout, Block>) {
        const uint4 words = *reinterpret_cast<const uint4 *>(&block);
        PackedHead head;
        __builtin_memcpy(&head, &words, sizeof(head));
        return head;
    } else {
        return (block);
    }
}

// Returns the bytes of |quants| minus the format's zero, as f32.
template <class Block> __device__ inline Elements<f32, 4> numbers_of(u32 quants)
{
    constexpr int zero = Block::quants_signed ? 128 : Block::zero;
    if (Block::quants_signed) {
        quants ^= 0x80808080u;
    }
    Elements<f32, 4> numbers;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        numbers.at[k] = byte_number<zero>(quants, k);
    }
    return numbers;
}
