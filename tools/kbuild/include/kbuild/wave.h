// What the lanes of a wave can do together, in the few operations that everything between lanes is
// made of: warp intrinsics, cooperative groups, elections.
//
// A CUDA warp has 32 lanes. A wave of 64 lanes holds two warps, lanes 0-31 and 32-63, which never
// see each other. Lanes of a wave run in step; an operation sees the lanes that are active where it
// stands. Without HIP the operations are only declared: a simulation of a wave defines them, so
// that the very code that runs on the device can be tested on the host.
#ifndef KBUILD_WAVE_H
#define KBUILD_WAVE_H
#pragma GCC system_header

#include "qualifiers.h"

#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
#define KBUILD_WAVE_DPP16 1 // row_xmask and permlanex16
#endif

namespace kbuild
{

static constexpr int warp_lanes = 32;

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__

KBUILD_DEVICE int wave_lane()
{
    return static_cast<int>(__builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)));
}

// How many lanes the wave has: 32 or 64.
KBUILD_DEVICE int wave_lanes()
{
#if defined(__AMDGCN_WAVEFRONT_SIZE)
    return __AMDGCN_WAVEFRONT_SIZE;
#else
    return static_cast<int>(__builtin_amdgcn_wavefrontsize());
#endif
}

// Reads exec where the program asks. The compiler takes a ballot for a function of its argument:
// clang 15 hoists, merges and sinks it, so that both arms of a branch get one answer, over all
// lanes. It does not know what this instruction computes, and nomerge keeps two of them apart.
//
// The compiler looks for hazards between its own instructions, not in this one; so the waits that
// it would insert are here (LLVM's GCNHazardRecognizer).
#if defined(__GFX12__)
// What a VALU or SALU instruction writes is read, here and after it (VALUReadSGPRHazard).
#define KBUILD_WAIT_BEFORE "s_wait_alu 0xf1fc\n\t" // va_sdst, va_vcc and sa_sdst are 0
#define KBUILD_WAIT_AFTER  "\n\ts_wait_alu 0xfffe" // sa_sdst
#define KBUILD_WAIT_WAVE64
#elif defined(__gfx1010__) || defined(__gfx1011__) || defined(__gfx1012__) ||                      \
    defined(__gfx1013__) || defined(__gfx10_1_generic__)
// What a memory instruction reads is written (VMEMtoScalarWriteHazard), and a v_cmpx writes exec
// (VcmpxExecWARHazard).
#define KBUILD_WAIT_BEFORE "s_waitcnt_depctr 0xffe3\n\t" // vm_vsrc
#define KBUILD_WAIT_AFTER  "\n\ts_waitcnt_depctr 0xfffe" // sa_sdst
#define KBUILD_WAIT_WAVE64
#else
#define KBUILD_WAIT_BEFORE
#define KBUILD_WAIT_AFTER
#if defined(__GFX11__)
// A mask that a VALU instruction read is written (VALUMaskWriteHazard).
#define KBUILD_WAIT_WAVE64 "\n\ts_waitcnt_depctr 0xfffe" // sa_sdst
#else
#define KBUILD_WAIT_WAVE64
#endif
#endif

// The braces matter: clang takes the attribute for a block, and ignores it before an asm.
#define KBUILD_READ_EXEC(TEXT, ...)                                                                \
    [[clang::nomerge]]                                                                             \
    {                                                                                              \
        asm volatile(KBUILD_WAIT_BEFORE TEXT KBUILD_WAIT_AFTER : __VA_ARGS__);                     \
    }

// The active lanes.
KBUILD_DEVICE unsigned long long wave_active()
{
    if (wave_lanes() == 32) {
        unsigned lanes;
        KBUILD_READ_EXEC("s_mov_b32 %0, exec_lo", "=s"(lanes))
        return lanes;
    }
    unsigned long long lanes;
    KBUILD_READ_EXEC("s_mov_b64 %0, exec" KBUILD_WAIT_WAVE64, "=s"(lanes))
    return lanes;
}

// Those of |lanes| that are active. Twice an operand: clang 15 replaces a copy of exec that has one
// use, and its pass crashes if that is an asm (si-optimize-exec-masking-pre-ra).
//
// At -O0 each variable is in memory, from which it comes to a vector register, and clang writes
// that into an asm that asked for a scalar one. So the lanes are read from it in the operand
// itself.
#define KBUILD_SCALAR(WORD)                                                                        \
    static_cast<unsigned>(__builtin_amdgcn_readfirstlane(static_cast<int>(WORD)))
#define KBUILD_SCALARS(LANES)                                                                      \
    (static_cast<unsigned long long>(KBUILD_SCALAR((LANES) >> 32)) << 32 | KBUILD_SCALAR(LANES))
KBUILD_DEVICE unsigned long long wave_active_of(unsigned long long lanes)
{
    if (wave_lanes() == 32) {
        unsigned active;
        KBUILD_READ_EXEC("s_and_b32 %0, %1, exec_lo", "=s"(active)
                         : "s"(KBUILD_SCALAR(lanes)), "s"(KBUILD_SCALAR(lanes))
                         : "scc")
        return active;
    }
    unsigned long long active;
    KBUILD_READ_EXEC("s_and_b64 %0, %1, exec" KBUILD_WAIT_WAVE64, "=s"(active)
                     : "s"(KBUILD_SCALARS(lanes)), "s"(KBUILD_SCALARS(lanes))
                     : "scc")
    return active;
}
#undef KBUILD_SCALARS
#undef KBUILD_SCALAR
#undef KBUILD_READ_EXEC
#undef KBUILD_WAIT_BEFORE
#undef KBUILD_WAIT_AFTER
#undef KBUILD_WAIT_WAVE64

// The active lanes for which |predicate| holds. Wherever the compiler moves its ballot, each lane
// has asked it with the same predicate.
KBUILD_DEVICE unsigned long long wave_ballot(bool predicate)
{
    if (__builtin_constant_p(predicate)) {
        return predicate ? wave_active() : 0;
    }
#if __has_builtin(__builtin_amdgcn_ballot_w64)
    return wave_active_of(__builtin_amdgcn_ballot_w64(predicate));
#elif __has_builtin(__builtin_amdgcn_ballot_w32)
    return wave_active_of(__builtin_amdgcn_ballot_w32(predicate));
#else
    return wave_active_of(__builtin_amdgcn_uicmp(predicate ? 1u : 0u, 0u, 33));
#endif
}

// What the active lane |source| of the wave passes as |value|; 0 if it is not active.
KBUILD_DEVICE int wave_word(int value, int source)
{
    return __builtin_amdgcn_ds_bpermute(source << 2, value);
}

// The same for a |source| that is the same in all active lanes, and active.
KBUILD_DEVICE int wave_word_uniform(int value, int source)
{
    return __builtin_amdgcn_readlane(value, source);
}

// What the lane with the number lane ^ |mask| passes, for 1 <= |mask| <= 31.
template <int mask> KBUILD_DEVICE int wave_word_xor(int value)
{
    static_assert(mask >= 1 && mask < warp_lanes, "within a warp");
    constexpr int row = mask & 15; // what DPP can do inside a row of 16 lanes
#if KBUILD_WAVE_DPP16
    if (mask < 16) {
        return __builtin_amdgcn_mov_dpp(value, 0x160 | (row ? row : 1), 0xf, 0xf, true);
    }
    if (mask == 16) {
        return static_cast<int>(
            __builtin_amdgcn_permlanex16(static_cast<unsigned>(value), static_cast<unsigned>(value),
                                         0x76543210u, 0xfedcba98u, false, true));
    }
#else
    constexpr int control = row == 1 ? 0xb1     // quad_perm:[1,0,3,2]
                            : row == 2 ? 0x4e   // quad_perm:[2,3,0,1]
                            : row == 3 ? 0x1b   // quad_perm:[3,2,1,0]
                            : row == 7 ? 0x141  // row_half_mirror
                            : row == 8 ? 0x128  // row_ror:8
                                       : 0x140; // row_mirror
    if (mask == 1 || mask == 2 || mask == 3 || mask == 7 || mask == 8 || mask == 15) {
        return __builtin_amdgcn_mov_dpp(value, control, 0xf, 0xf, true);
    }
#endif
    return __builtin_amdgcn_ds_swizzle(value, mask << 10 | 0x1f);
}

// Orders the memory accesses of the wave's lanes.
KBUILD_DEVICE void wave_fence()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

// In a loop that waits for another wave.
KBUILD_DEVICE void wave_pause()
{
    __builtin_amdgcn_s_sleep(1);
}

#elif defined(__HIP__)

// The host's pass over device code: checked, never run.
KBUILD_DEVICE int wave_lane()
{
    return 0;
}
KBUILD_DEVICE int wave_lanes()
{
    return warp_lanes;
}
KBUILD_DEVICE unsigned long long wave_active()
{
    return 1;
}
KBUILD_DEVICE unsigned long long wave_ballot(bool predicate)
{
    return predicate;
}
KBUILD_DEVICE int wave_word(int value, int)
{
    return value;
}
KBUILD_DEVICE int wave_word_uniform(int value, int)
{
    return value;
}
template <int mask> KBUILD_DEVICE int wave_word_xor(int value)
{
    return value;
}
KBUILD_DEVICE void wave_fence()
{
}
KBUILD_DEVICE void wave_pause()
{
}

#else

int wave_lane();
int wave_lanes();
unsigned long long wave_active();
unsigned long long wave_ballot(bool predicate);
int wave_word(int value, int source);
int wave_word_uniform(int value, int source);
int wave_word_xor(int value, int mask);
template <int mask> int wave_word_xor(int value)
{
    return wave_word_xor(value, mask);
}
void wave_fence();
void wave_pause();

#endif

// change(word) for each 32-bit word of |value|; of a smaller value, for the word that it fits in.
template <class T, class Change> KBUILD_DEVICE T wave_each_word(T value, Change change)
{
    constexpr int words = (sizeof(T) + 3) / 4;
    int word[words] = {};
    __builtin_memcpy(word, &value, sizeof(T));
#pragma unroll
    for (int i = 0; i < words; ++i) {
        word[i] = change(word[i]);
    }
    __builtin_memcpy(&value, word, sizeof(T));
    return value;
}

template <class T> KBUILD_DEVICE T wave_read(T value, int source)
{
    return wave_each_word(value, [=](int word) { return wave_word(word, source); });
}

template <int mask, class T> KBUILD_DEVICE T wave_read_xor(T value)
{
    return wave_each_word(value, [](int word) { return wave_word_xor<mask>(word); });
}

// The rest of a warp's operations in terms of the above.

KBUILD_DEVICE int warp_lane()
{
    return wave_lane() & (warp_lanes - 1);
}

// The first lane of this warp in its wave: 0 or 32.
KBUILD_DEVICE int warp_base()
{
    return wave_lane() & warp_lanes;
}

// The part of a wave's mask that is this warp's.
KBUILD_DEVICE unsigned warp_part(unsigned long long lanes)
{
    return static_cast<unsigned>(wave_lanes() == warp_lanes ? lanes : lanes >> warp_base());
}

KBUILD_DEVICE unsigned warp_ballot(bool predicate)
{
    return warp_part(wave_ballot(predicate));
}

KBUILD_DEVICE unsigned warp_active()
{
    return warp_part(wave_active());
}

// What lane |source|, from 0 to 31, of this warp passes.
template <class T> KBUILD_DEVICE T warp_read(T value, int source)
{
    return wave_read(value, warp_base() | source);
}

// What the lane with the number lane ^ |mask| passes, for 0 <= |mask| <= 31. A mask that the
// compiler can compute costs no trip through the LDS hardware.
template <class T> KBUILD_DEVICE T warp_read_xor(T value, int mask)
{
#if defined(__HIP__)
    if (__builtin_constant_p(mask)) {
        switch (mask) {
        case 1: return wave_read_xor<1>(value);
        case 2: return wave_read_xor<2>(value);
        case 4: return wave_read_xor<4>(value);
        case 8: return wave_read_xor<8>(value);
        case 16: return wave_read_xor<16>(value);
        default: break;
        }
    }
#endif
    return wave_read(value, wave_lane() ^ mask);
}

// Bits of a warp's mask.

KBUILD_DEVICE int bit_count(unsigned bits)
{
    return __builtin_popcount(bits);
}

// The number of the lowest bit that is set, and of the highest; |bits| is not 0.
KBUILD_DEVICE int bit_lowest(unsigned bits)
{
    return __builtin_ctz(bits);
}

KBUILD_DEVICE int bit_highest(unsigned bits)
{
    return 31 - __builtin_clz(bits);
}

KBUILD_DEVICE unsigned bits_below(int lane)
{
    return (1u << lane) - 1u;
}

KBUILD_DEVICE unsigned bits_above(int lane)
{
    return 0xfffffffeu << lane;
}

// The number of the bit of |bits| that has |rank| others below it; |rank| is less than their count.
KBUILD_DEVICE int bit_of_rank(unsigned bits, int rank)
{
    int at = 0;
#pragma unroll
    for (int half = 16; half > 0; half >>= 1) {
        const int below = bit_count(bits >> at & bits_below(half));
        const bool higher = rank >= below;
        rank -= higher ? below : 0;
        at += higher ? half : 0;
    }
    return at;
}

// The bits of |bits| at the places that |places| names, moved together at the low end.
KBUILD_DEVICE unsigned bits_gather(unsigned bits, unsigned places)
{
    unsigned gathered = 0, next = 1;
#pragma unroll 1
    for (int i = 0; i < warp_lanes; ++i) {
        const unsigned here = 0u - (places >> i & 1u);
        gathered |= next & here & (0u - (bits >> i & 1u));
        next += next & here;
    }
    return gathered;
}

} // namespace kbuild

#endif
