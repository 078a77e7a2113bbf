// Packs of 8 neighbours of a head, as they are in memory, and as T.
#pragma once

#include "../../device/thread.cuh"
#include "rows.cuh"

#if defined(__HIP__)

template <class T, int count> using Words = T __attribute__((ext_vector_type(count)));

// Whether heads of |size| elements leave registers for what the compiler would compute ahead of a
// loop. On gfx90a those of 64 would take a wave of each SIMD.
#if defined(__gfx90a__)
template <int size> constexpr bool HAS_ROOM = size == 128;
#elif defined(HAS_MFMA)
template <int size> constexpr bool HAS_ROOM = size <= 128;
#else
template <int size> constexpr bool HAS_ROOM = false;
#endif

// The number of this thread, hidden from the compiler unless there is room.
template <int size> __device__ inline u32 this_thread_of()
{
    if constexpr (HAS_ROOM<size>) {
        return threadIdx.x;
    }
    return this_thread();
}

// Whether |x| is true in a lane of the wave. (The result of __any() counts as different in lanes.)
__device__ inline bool any_in_wave(bool x)
{
    constexpr int not_equal = 33;
    return __builtin_amdgcn_uicmp(static_cast<u32>(x), 0u, not_equal) != 0;
}

// x * factor + added in each element, by an instruction for both where there is one.
__device__ inline Words<f32, 2> multiply_add(Words<f32, 2> x, f32 factor, f32 added)
{
#if __has_builtin(__builtin_elementwise_fma)
    return __builtin_elementwise_fma(x, (Words<f32, 2>)(factor), (Words<f32, 2>)(added));
#else
    return {fmaf(x.x, factor, added), fmaf(x.y, factor, added)};
#endif
}

// |count| neighbours of T.
template <int count> using PackOf = Words<u32, count / 2>;

// Two elements of f8e4m3, which are in the upper bytes of the halves of |word|, as f16. The bits of
// an f8 are those of an f16 that is 2^-8 as large. A further factor of F8_FACTOR makes what would
// be 480, which is the NaN of f8, infinite; all other products are exact.
constexpr f32 F8_FACTOR = 144;

__device__ inline u32 halves_of_f8(u32 word)
{
    using Halves = Words<_Float16, 2>;
    const u32 bits = (word & 0x80008000) | (word >> 1 & 0x3f803f80);
    return __builtin_bit_cast(u32, __builtin_bit_cast(Halves, bits) *
                                       static_cast<_Float16>(256 * F8_FACTOR));
}

// What |count| elements of U from |from| on are as T; f8 comes with F8_FACTOR.
template <class T, class U, int count> __device__ inline PackOf<count> read_pack(const U *from)
{
    if constexpr (std::is_same<T, U>::value) {
        return *reinterpret_cast<const PackOf<count> *>(from);
    } else {
        constexpr int words = count < 4 ? 1 : count / 4;
        u32 bytes[words];
        if constexpr (count < 4) {
            bytes[0] = *reinterpret_cast<const u16 *>(from);
        } else {
            const auto all = *reinterpret_cast<const Words<u32, words> *>(from);
#pragma unroll
            for (int i = 0; i < words; ++i) {
                bytes[i] = all[i];
            }
        }
        PackOf<count> pack;
#pragma unroll
        for (int i = 0; i < count / 2; ++i) {
            // byte 0 of a word with zeros is 0x0c in v_perm's numbering
            u32 pair = halves_of_f8(
                __builtin_amdgcn_perm(0, bytes[i / 2], i % 2 ? 0x030c020c : 0x010c000c));
            if constexpr (std::is_same<T, bf16>::value) {
                using Halves = Words<_Float16, 2>;
                const Halves halves = __builtin_bit_cast(Halves, pair);
                pair =
                    __builtin_amdgcn_perm(__float_as_uint(static_cast<f32>(halves.y)),
                                          __float_as_uint(static_cast<f32>(halves.x)), 0x07060302);
            }
            pack[i] = pair;
        }
        return pack;
    }
}

// The factor that read_pack() leaves in elements of U.
template <class T, class U> constexpr f32 FACTOR = std::is_same<T, U>::value ? 1 : F8_FACTOR;

// Two weights, which are not negative, rounded to T.
template <class T> __device__ inline u32 round_pair(f32 x, f32 y)
{
    if constexpr (std::is_same<T, bf16>::value) {
        return __builtin_amdgcn_perm(__float_as_uint(y) + 0x8000, __float_as_uint(x) + 0x8000,
                                     0x07060302);
    } else {
        using Halves = Words<_Float16, 2>;
        return __builtin_bit_cast(u32,
                                  (Halves){static_cast<_Float16>(x), static_cast<_Float16>(y)});
    }
}

template <class T> __device__ inline u32 narrow_pair(f32 x, f32 y)
{
    if constexpr (std::is_same<T, bf16>::value) {
        T pair[2] = {narrow<T>(x), narrow<T>(y)};
        u32 word;
        __builtin_memcpy(&word, pair, sizeof word);
        return word;
    } else {
        return round_pair<T>(x, y);
    }
}

#endif
