// Kernels whose counts can be told by reading them; in workgroups of 128 work-items.
#define KERNEL extern "C" __attribute__((global)) void
#define SHARED __attribute__((shared))

typedef unsigned int u32;
typedef u32 u32x2 __attribute__((ext_vector_type(2)));
typedef u32 u32x4 __attribute__((ext_vector_type(4)));

__attribute__((device)) static inline u32 lane() { return __builtin_amdgcn_workitem_id_x(); }
__attribute__((device)) static inline u32 group() { return __builtin_amdgcn_workgroup_id_x(); }

#ifdef __gfx1200__
#define LOADS_ENDED "s_wait_loadcnt 0x0"
#else
#define LOADS_ENDED "s_waitcnt vmcnt(0)"
#endif

KERNEL copy(u32 *to, const u32 *from) { to[lane()] = from[lane()]; }

// A store of |type| a lane to LDS, the lanes |stride| of them apart.
#define STRIDE(name, type, stride)                                                                                    \
    KERNEL name(u32 *to, const u32 *from)                                                                             \
    {                                                                                                                 \
        SHARED static volatile type values[128 * stride];                                                             \
        values[lane() * stride] = (type)from[lane()];                                                                 \
    }
STRIDE(stride_1, u32, 1)
STRIDE(stride_2, u32, 2)
STRIDE(stride_32, u32, 32)
STRIDE(stride_33, u32, 33)
STRIDE(pairs_1, u32x2, 1)
STRIDE(pairs_2, u32x2, 2)
STRIDE(fours_1, u32x4, 1)
STRIDE(fours_2, u32x4, 2)

// All lanes load the same dword of LDS.
KERNEL broadcast(u32 *to, const u32 *from)
{
    SHARED static volatile u32 values[128];
    to[lane()] = values[from[0] - from[0]];
}

// Four places, 128 bytes apart.
KERNEL scattered(u32 *to, const u32 *from) { to[lane()] = from[lane() * 32 % 128]; }

// Half of the lanes store.
KERNEL half(u32 *to, const u32 *from)
{
    if (lane() & 1)
        to[lane()] = lane();
}

// All lanes, or none of a wave, store: that is no divergence.
KERNEL uniform(u32 *to, const u32 *from)
{
    if (from[0] == 7)
        to[lane()] = lane();
}

// The second load finds the first one's bytes in the cache, but for volatile ones.
KERNEL twice(u32 *to, const u32 *from)
{
    const u32 *place = from + lane();
    __asm__ volatile("global_load_dword v9, %0, off\n"
                     "global_load_dword v9, %0, off\n" LOADS_ENDED ::"v"(place)
                     : "v9");
}
KERNEL passes(u32 *to, const volatile u32 *from) { to[lane()] = from[lane()] + from[lane()]; }

KERNEL add(u32 *to, u32 *from) { __atomic_fetch_add(&from[lane()], 1, __ATOMIC_RELAXED); }

// Each workgroup has 64 bytes of its own, of both.
KERNEL parts(u32 *to, const u32 *from) { to[group() * 16 + lane() % 16] = from[group() * 16 + lane() % 16]; }

// The first workgroup waits for the last but one, which a small sample lacks.
KERNEL chain(u32 *to, const u32 *from)
{
    if (group() == 6)
        __atomic_store_n(&to[100], 1, __ATOMIC_RELEASE);
    while (group() == 0 && __atomic_load_n(&to[100], __ATOMIC_ACQUIRE) == 0)
        ;
}

#define ASM(name, text, ...)                                                                                          \
    KERNEL name(u32 *to, const u32 *from) { __asm__ volatile(text ::: __VA_ARGS__); }

ASM(overflows, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 23, 1), 1\ns_nop 0\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 23, 1), 0", "v1")
ASM(reciprocal, "v_rcp_f32 v1, v0", "v1")
ASM(multiply, "v_mul_lo_u32 v1, v0, v0", "v1")
ASM(doubles, "v_add_f64 v[2:3], v[2:3], v[2:3]", "v2", "v3")
ASM(shift, "v_lshrrev_b64 v[2:3], 1, v[2:3]", "v2", "v3")

#if defined(__gfx90a__)
ASM(matrix, "v_mfma_f32_32x32x8f16 a[0:15], v[0:1], v[2:3], a[0:15]", "v2", "v3", "a15")
ASM(dot, "v_dot4_i32_i8 v1, v0, v0, v0", "v1")

#elif defined(__gfx942__)
ASM(matrix, "v_mfma_f32_32x32x8_f16 a[0:15], v[0:1], v[2:3], a[0:15]", "v2", "v3", "a15")
ASM(blocks, "v_mfma_f32_32x32x4_2b_f16 a[0:31], v[0:1], v[2:3], a[0:31]", "v2", "v3", "a31")
ASM(sparse, "v_smfmac_f32_32x32x16_f16 a[0:15], v[0:1], v[2:5], v0", "v5", "a15")
ASM(dot, "v_dot4_i32_i8 v1, v0, v0, v0", "v1")
#elif defined(__gfx1200__)
ASM(matrix, "v_wmma_f32_16x16x16_f16 v[16:23], v[0:3], v[8:11], v[16:23]", "v1", "v15", "v23")
ASM(dot, "v_dot4_i32_iu8 v1, v0, v0, v0", "v1")
#elif defined(__gfx1100__)
ASM(matrix, "v_wmma_f32_16x16x16_f16 v[16:23], v[0:7], v[8:15], v[16:23]", "v1", "v15", "v23")
ASM(dual, "v_dual_mov_b32 v4, v0 :: v_dual_mov_b32 v5, v1", "v4", "v5")
ASM(dot, "v_dot4_i32_iu8 v1, v0, v0, v0", "v1")
#else
ASM(dot, "v_dot4_i32_i8 v1, v0, v0, v0", "v1")
#endif

// A load, |count| instructions, a wait: the load takes 320 cycles in the model.
#define WAIT(name, count)                                                                                             \
    KERNEL name(u32 *to, const u32 *from)                                                                             \
    {                                                                                                                 \
        u32 value;                                                                                                    \
        __asm__ volatile("global_load_dword %0, %1, off\n.rept " #count "\nv_mov_b32 v9, 0\n.endr\n" LOADS_ENDED   \
                         : "=v"(value)                                                                                \
                         : "v"(from)                                                                                  \
                         : "v9");                                                                                     \
        to[lane()] = value;                                                                                           \
    }
WAIT(waits, 10)
WAIT(hides, 400)
