// Formats of GGUF whose quants are codes: the numbers of values in a table, or digits. blocks.cuh
// says what the functions of a format do (Coded), and docs/gguf.md what a block stores.
#pragma once

#include "../candle/quantized/blocks.cuh"

// Loads four bytes from an address that is a multiple of |alignment|.
template <int alignment> __device__ __forceinline__ u32 load_bytes(const u8 *from)
{
    u32 word = 0;
    if constexpr (has_any_vector || alignment % 4 == 0) {
        __builtin_memcpy(&word, __builtin_assume_aligned(from, alignment), sizeof word);
    } else if constexpr (alignment == 2) {
        word = load_word(reinterpret_cast<const u16 *>(from), 0);
    } else {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            word |= static_cast<u32>(from[k]) << (8 * k);
        }
    }
    return word;
}

// Looks up each byte of |codes|, an index, in a table of 16 bytes.
__device__ __forceinline__ u32 look_up(const u32 (&table)[4], u32 codes)
{
// Here v_perm_b32 selects by bytes: a selector of 0x0c gives the byte 0, and 0x0d the byte 0xff.
#if defined(__HIP__)
    const u32 within = codes & 0x07070707u;
    const u32 low = __builtin_amdgcn_perm(table[1], table[0], within);
    const u32 high = __builtin_amdgcn_perm(table[3], table[2], within);
    const u32 is_high = __builtin_amdgcn_perm(0, 0, 0x0c0c0c0cu | (codes >> 3 & 0x01010101u));
#else
    const u32 pairs = codes | codes >> 4, within = __byte_perm(pairs, 0, 0x4420) & 0x7777u;
    const u32 low = __byte_perm(table[0], table[1], within);
    const u32 high = __byte_perm(table[2], table[3], within);
    const u32 is_high = (codes >> 3 & 0x01010101u) * 0xffu;
#endif
    return (low & ~is_high) | (high & is_high);
}

// Codes of four bits. RUN bytes have 2 * RUN elements: the first half in their low bits, the other
// half in their high bits.
template <int ELEMENTS, int GROUP_SIZE, int RUN> struct Halves : Coded<ELEMENTS, GROUP_SIZE> {
    __device__ static u32 offset(u32 i)
    {
        return i / (RUN / 2) * RUN + i % (RUN / 4) * 4;
    }
    __device__ static u32 codes(u32 word, u32 i)
    {
        return plane_of<4>(word, i / (RUN / 4) % 2);
    }
};

// Codes are indices of the table of quants -127 -104 -83 -65, -49 -35 -22 -10, 1 13 25 38, 53 69 89
// 113.
template <int ELEMENTS> struct IQ4 : Halves<ELEMENTS, 32, 16> {
    __device__ static u32 decode(u32 word, u32 i)
    {
        return look_up({0xbfad9881u, 0xf6eaddcfu, 0x26190d01u, 0x71594535u},
                       IQ4::codes(word, i));
    }
};

// Quants are twice the values of E2M1: 0 1 2 3, 4 6 8 12, and these numbers negated. So factor()
// returns half of a block's scale.
template <int ELEMENTS, int GROUP_SIZE, int RUN>
struct E2M1 : Halves<ELEMENTS, GROUP_SIZE, RUN> {
    __device__ static u32 decode(u32 word, u32 i)
    {
        return look_up({0x03020100u, 0x0c080604u, 0xfdfeff00u, 0xf4f8fafcu},
                       E2M1::codes(word, i));
    }
};

// Subtracts 1 from each digit, 0 to 3, to get the quant.
__device__ inline u32 decode_digits(u32 digits)
{
    return subtract_zero<1>(digits);
}

struct IQ4_NL : IQ4<32> {
    f16 d;
    u8 qs[16];

    __device__ u32 word(u32 i) const
    {
        return load_bytes<2>(qs + offset(i));
    }
    using Scale = f16;
    __device__ Scale scale(u32) const
    {
        return d;
    }
    __device__ static f32 factor(Scale scale, u32)
    {
        return widen(scale);
    }
};

struct alignas(8) IQ4_XS : IQ4<256> {
    f16 d;
    u16 high; // the high two bits of each of the eight scales
    u8 low[4];
    u8 qs[128];

    __device__ u32 word(u32 i) const
    {
        return load_bytes<4>(qs + offset(i));
    }
    struct Scale {
        f16 d;
        u16 high;
        u8 low;
    };
    __device__ Scale scale(u32 i) const
    {
        return {d, high, low[i / 16]};
    }
    __device__ static f32 factor(const Scale &scale, u32 i)
    {
        const u32 group = i / 8;
        const u32 low = scale.low >> (group % 2 * 4) & 15, high = scale.high >> (2 * group) & 3;
        return widen(scale.d) * small_number(static_cast<int>(high << 4 | low) - 32);
    }
};

struct MXFP4 : E2M1<32, 32, 16> {
    u8 exponent;
    u8 qs[16];

    __device__ u32 word(u32 i) const
    {
        return load_bytes<1>(qs + offset(i));
    }
    using Scale = u8;
    __device__ Scale scale(u32) const
    {
        return exponent;
    }
    // Returns half of the block's scale: 2^(exponent - 128), subnormal for exponents 0 and 1.
    __device__ static f32 factor(Scale exponent, u32)
    {
        return __uint_as_float(exponent < 2 ? 0x00200000u << exponent : (exponent - 1u) << 23);
    }
};

struct alignas(4) NVFP4 : E2M1<64, 16, 8> {
    u8 scales[4];
    u8 qs[32];

    __device__ u32 word(u32 i) const
    {
        return load_bytes<4>(qs + offset(i));
    }
    using Scale = u8;
    __device__ Scale scale(u32 i) const
    {
        return scales[i / 4];
    }
    // Returns half of the E4M3 |scale|, without its sign; 0 for 0x7f. An E4M3 has the bits of an
    // f16 that is 2^8 times smaller.
    __device__ static f32 factor(Scale scale, u32)
    {
        const u16 half = static_cast<u16>((scale & 0x7f) << 7);
        return scale == 0x7f ? 0.0f : widen(__ushort_as_half(half)) * 128.0f;
    }
};

struct TQ2_0 : Coded<256, 256> {
    // Each run of 32 bytes has 128 elements, four in a byte: elements 0 to 31 in the lowest two
    // bits, 32 to 63 in the next two bits, and so on.
    u8 qs[64];
    f16 d;

    __device__ u32 word(u32 i) const
    {
        return load_bytes<2>(qs + (i / 32 * 32 + i % 8 * 4));
    }
    __device__ static u32 decode(u32 word, u32 i)
    {
        return decode_digits(plane_of<2>(word, i / 8 % 4));
    }
    using Scale = f16;
    __device__ Scale scale(u32) const
    {
        return d;
    }
    __device__ static f32 factor(Scale scale, u32)
    {
        return widen(scale);
    }
};

// A byte divided by 256 is a fraction; the first digits of this fraction in base 3 are the codes of
// elements. 32 bytes have five digits, the next 16 bytes five, and the last four bytes have four.
struct TQ1_0 : Coded<256, 256> {
    u8 qs[52];
    f16 d;

    __device__ u32 word(u32 i) const
    {
        return load_bytes<2>(qs + (i < 40 ? i % 8 * 4 : i < 60 ? 32 + i % 4 * 4 : 48));
    }
    __device__ static u32 decode(u32 word, u32 i)
    {
        constexpr u64 powers = 0x511b090301; // 1, 3, 9, 27 and 81, a byte each
        const u32 digit = i < 40 ? i / 8 : i < 60 ? i / 4 - 10 : i - 60;
        const u32 power = static_cast<u32>(powers >> (8 * digit)) & 0xff;
        const u32 even = (word & 0x00ff00ffu) * power & 0x00ff00ffu;
        const u32 odd = (word >> 8 & 0x00ff00ffu) * power & 0x00ff00ffu;
        return decode_digits((even * 3 >> 8 & 0x00ff00ffu) | (odd * 3 & 0xff00ff00u));
    }
    using Scale = f16;
    __device__ Scale scale(u32) const
    {
        return d;
    }
    __device__ static f32 factor(Scale scale, u32)
    {
        return widen(scale);
    }
};

#define CHECK_BLOCK(BLOCK, BYTES, ALIGNMENT, QS)                                                   \
    static_assert(sizeof(BLOCK) == BYTES && alignof(BLOCK) == ALIGNMENT &&                         \
                      offsetof(BLOCK, qs) == QS,                                                   \
                  #BLOCK " is packed")

CHECK_BLOCK(IQ4_NL, 18, 2, 2);
CHECK_BLOCK(IQ4_XS, 136, 8, 8);
CHECK_BLOCK(MXFP4, 17, 1, 1);
CHECK_BLOCK(NVFP4, 36, 4, 4);
CHECK_BLOCK(TQ1_0, 54, 2, 0);
CHECK_BLOCK(TQ2_0, 66, 2, 0);

#undef CHECK_BLOCK
