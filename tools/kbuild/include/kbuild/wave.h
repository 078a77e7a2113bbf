// The operations between lanes of a wave. Everything else that lanes do together is made of these
// few: warp intrinsics, cooperative groups, elections.
//
// A CUDA warp has 32 lanes. A wave of 64 lanes holds two warps, lanes 0-31 and 32-63, which never
// see each other. The lanes of a wave run in step; an operation sees the lanes that are active
// where the program calls it. For a host compiler without HIP the operations are only declared:
// tests define them as a simulation of a wave, and so run device code on the host.
#ifndef KBUILD_WAVE_H
#define KBUILD_WAVE_H
#pragma GCC system_header

#include "qualifiers.h"

#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
#define KBUILD_WAVE_DPP16 1 // defined if the GPU has DPP16's row_xmask, and v_permlanex16
#endif

namespace kbuild
{

static constexpr int warp_lanes = 32;

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__

KBUILD_DEVICE int wave_lane()
{
    return static_cast<int>(__builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)));
}

// Returns the number of lanes of the wave: 32 or 64.
KBUILD_DEVICE int wave_lanes()
{
#if defined(__AMDGCN_WAVEFRONT_SIZE)
    return __AMDGCN_WAVEFRONT_SIZE;
#else
    return static_cast<int>(__builtin_amdgcn_wavefrontsize());
#endif
}

// KBUILD_READ_EXEC reads exec (the active lanes) where the program asks. clang's ballot builtin
// cannot do this: clang 15 takes its result to depend on its argument alone, and hoists, merges and
// sinks it, so that both arms of a branch get one answer, over all lanes. The compiler does not
// know what an asm computes, and nomerge keeps two of them apart.
//
// The compiler looks for hazards between its own instructions, but not in an asm. So the asm has
// the waits that the compiler would insert (LLVM's GCNHazardRecognizer).
#if defined(__GFX12__)
// VALUReadSGPRHazard: the asm reads scalar registers that VALU or SALU instructions before it
// wrote, and instructions after it read the scalar register that it writes. KBUILD_WAIT_BEFORE
// waits until va_sdst, va_vcc and sa_sdst are 0, and KBUILD_WAIT_AFTER waits until sa_sdst is 0.
#define KBUILD_WAIT_BEFORE "s_wait_alu 0xf1fc\n\t"
#define KBUILD_WAIT_AFTER  "\n\ts_wait_alu 0xfffe"
#define KBUILD_WAIT_WAVE64
#elif defined(__gfx1010__) || defined(__gfx1011__) || defined(__gfx1012__) ||                      \
    defined(__gfx1013__) || defined(__gfx10_1_generic__)
// VMEMtoScalarWriteHazard: a memory instruction before the asm may still read the scalar register
// that the asm writes. VcmpxExecWARHazard: a v_cmpx after the asm may write exec, which the asm
// reads. KBUILD_WAIT_BEFORE waits until vm_vsrc is 0, and KBUILD_WAIT_AFTER until sa_sdst is 0.
#define KBUILD_WAIT_BEFORE "s_waitcnt_depctr 0xffe3\n\t"
#define KBUILD_WAIT_AFTER  "\n\ts_waitcnt_depctr 0xfffe"
#define KBUILD_WAIT_WAVE64
#else
#define KBUILD_WAIT_BEFORE
#define KBUILD_WAIT_AFTER
#if defined(__GFX11__)
// VALUMaskWriteHazard: the asm may write a scalar register that a VALU instruction before it read
// as a mask. KBUILD_WAIT_WAVE64 waits until sa_sdst is 0.
#define KBUILD_WAIT_WAVE64 "\n\ts_waitcnt_depctr 0xfffe"
#else
#define KBUILD_WAIT_WAVE64
#endif
#endif

// The braces are needed: clang applies [[clang::nomerge]] to a block, and ignores it on an asm.
#define KBUILD_READ_EXEC(TEXT, ...)                                                                \
    [[clang::nomerge]]                                                                             \
    {                                                                                              \
        asm volatile(KBUILD_WAIT_BEFORE TEXT KBUILD_WAIT_AFTER : __VA_ARGS__);                     \
    }

// Returns the active lanes.
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

// Returns the lanes of |lanes| that are active. The asm has |lanes| as an operand twice: if |lanes|
// is a copy of exec with one use, clang 15 replaces the copy by exec, and its pass crashes if the
// use is an asm (si-optimize-exec-masking-pre-ra).
//
// At -O0 each variable is in memory and is loaded into a vector register, which clang then passes
// to the asm even though the asm asks for a scalar register. So the operand itself moves |lanes|
// into a scalar register.
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

// Returns the active lanes for which |predicate| holds. The compiler may move its ballot builtin to
// a place where more lanes are active. The bits of the lanes that are active here are the same
// there, and wave_active_of() drops all other bits.
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

// Returns what lane |source| of the wave passes as |value|, or 0 if that lane is not active.
KBUILD_DEVICE int wave_word(int value, int source)
{
    return __builtin_amdgcn_ds_bpermute(source << 2, value);
}

// Returns what lane |source| of the wave passes as |value|. All active lanes pass one |source|,
// which is an active lane.
KBUILD_DEVICE int wave_word_uniform(int value, int source)
{
    return __builtin_amdgcn_readlane(value, source);
}

// Returns what the lane with the number lane ^ |mask| passes, for 1 <= |mask| <= 31.
template <int mask> KBUILD_DEVICE int wave_word_xor(int value)
{
    static_assert(mask >= 1 && mask < warp_lanes, "within a warp");
    constexpr int row = mask & 15; // the part of |mask| that DPP can apply inside a row of 16 lanes
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
    constexpr int control = row == 1 ? 0xb1     // the code of quad_perm:[1,0,3,2]
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

// Pauses briefly, in a loop that waits for another wave.
KBUILD_DEVICE void wave_pause()
{
    __builtin_amdgcn_s_sleep(1);
}

#elif defined(__HIP__)

// The host compiler's pass over device code only compiles these functions; they never run.
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

// Replaces each 32-bit word of |value| by change(word). A value whose size is not a multiple of 4
// is padded with zeros.
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

// The operations of a warp, which are made of the operations of a wave above.

KBUILD_DEVICE int warp_lane()
{
    return wave_lane() & (warp_lanes - 1);
}

// Returns the first lane of this warp in its wave: 0 or 32.
KBUILD_DEVICE int warp_base()
{
    return wave_lane() & warp_lanes;
}

// Returns this warp's part of |lanes|, a mask of the wave.
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

// Returns what lane |source| (0 to 31) of this warp passes.
template <class T> KBUILD_DEVICE T warp_read(T value, int source)
{
    return wave_read(value, warp_base() | source);
}

// Returns what the lane with the number lane ^ |mask| passes, for 0 <= |mask| <= 31. If |mask| is a
// constant power of two, wave_word_xor() reads the lane's value, without the LDS hardware where DPP
// can do it.
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

// Functions for the bits of a warp's mask.

KBUILD_DEVICE int bit_count(unsigned bits)
{
    return __builtin_popcount(bits);
}

// bit_lowest() returns the number of the lowest bit that is set, bit_highest() that of the highest
// one; |bits| is not 0.
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

// Returns the number of the bit of |bits| that has |rank| set bits below it; |rank| is less than
// the number of set bits.
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

// Returns the bits of |bits| that |places| selects, moved together at the low end.
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
