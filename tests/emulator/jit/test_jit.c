/* Random programs end in the same state, bit for bit, on the interpreter and as generated code.
 *
 *   [HIPEMU_JIT=avx2] test_emulator.jit TARGET [--long]
 *
 * A program is a loop of random instructions, some of which are jumped over, of those that have
 * templates and some that do not. It runs often enough that its blocks have code, from random
 * states: EXEC masks, NaNs, denormals, modes. --long executes ten million instructions.
 */
#include "harness.h"

#include "core/device.h"
#include "core/program.h"
#include "core/space.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ON_9 = 1, /* which targets have an instruction by this name */
    ON_10 = 2,
    ON_11 = 4,
    ON_RDNA_ONLY = ON_10 | ON_11,
    ON_EVERY = ON_9 | ON_RDNA_ONLY,
    W32 = 8, /* only in waves of 32, or 64 */
    W64 = 16,
};

/* Registers that programs use: of the others some have fixed meanings. */
enum {
    VECTORS = 12,      /* v0 to v11, */
    PAIRS = 4,         /* pairs from v12 on */
    V_LDS_ROW = 20,    /* 4 bytes a lane */
    V_LDS_ANY = 21,    /* anywhere, also outside, and before 0 */
    V_GLOBAL_ROW = 22, /* two: addresses, contiguous, */
    V_GLOBAL_ANY = 24, /* two: in any order */
    V_OFFSET_ROW = 26, /* from s[40:41] */
    V_OFFSET_ANY = 27,
    V_ROW_8 = 28, /* 8 bytes a lane, for LDS and from s[40:41], */
    V_ROW_16 = 29,
    V_GLOBAL_ROW_16 = 30, /* two */
    V_FLAT_SAME = 32,     /* two: one place in LDS, */
    V_FLAT_ANY = 34,      /* two: any in LDS, scratch and memory */
    V_SCRATCH_SAME = 36,  /* one place in scratch, */
    V_SCRATCH_ANY = 37,   /* any, also outside */
    V_FLAT_SCRATCH = 38,  /* two: one place in scratch */
    DOUBLES = 60,         /* pairs, more than stay in registers of the host */
    DOUBLES_COUNT = 12,
    SCALARS = 16, /* s0 to s15 */
    S_LOOP = 38,
    S_OFFSET = 39,  /* from s[40:41] */
    S_GLOBAL = 40,  /* two */
    S_POINTER = 42, /* two: where these are in memory */
    S_BUFFER = 48,  /* four: scratch */
    S_PLACE = 52,   /* in scratch; in a buffer, of all lanes */
    PROGRAMS = 24,  /* random ones, and */
    DIVISIONS = 3,
    FIXED = 7 + DIVISIONS,
    LENGTH = 40,
    ROUNDS = 2,
    BUFFER = 4096, /* bytes of global memory */
};

/* In a form, %d is a vector register that is written; %v one that is read; %a any source of the
 * first operand; %x a vector register or an inline constant, maybe with a sign changed; %m a mask;
 * %s a scalar register, %S a pair of them, %q any scalar source, %Q one of 64 bits, %k a number of
 * 16 bits; %p a pair of vector registers; %P one or an inline constant, maybe with a sign changed;
 * %e and %E likewise, of more pairs.
 */
static const struct form {
    const char *text;
    unsigned on;
} forms[] = {
    {"v_add_f32_e32 %d, %a, %v", ON_EVERY},
    {"v_sub_f32_e32 %d, %a, %v", ON_EVERY},
    {"v_subrev_f32_e32 %d, %a, %v", ON_EVERY},
    {"v_mul_f32_e32 %d, %a, %v", ON_EVERY},
    {"v_max_f32_e32 %d, %a, %v", ON_EVERY},
    {"v_min_f32_e32 %d, %a, %v", ON_EVERY},
    {"v_add_f32_e64 %d, %x, %x", ON_EVERY},
    {"v_mul_f32_e64 %d, %x, %x", ON_EVERY},
    {"v_max_f32_e64 %d, %x, %x", ON_EVERY},
    {"v_min_f32_e64 %d, %x, %x", ON_EVERY},
    {"v_mul_f32_e64 %d, %x, %x clamp", ON_EVERY},
    {"v_add_f32_e64 %d, %x, %x mul:2", ON_EVERY},
    {"v_fma_f32 %d, %x, %x, %x", ON_EVERY},
    {"v_fma_f32 %d, %x, %x, %x", ON_EVERY},
    {"v_fma_f32 %d, %x, %x, %x clamp", ON_EVERY},
    {"v_fmac_f32_e32 %d, %a, %v", ON_EVERY},
    {"v_fmaak_f32 %d, %v, %v, 0x40490fdb", ON_RDNA_ONLY},
    {"v_fmamk_f32 %d, %v, 0x40490fdb, %v", ON_RDNA_ONLY},
    {"v_cvt_f32_i32_e32 %d, %a", ON_EVERY},
    {"v_cvt_f32_u32_e32 %d, %a", ON_EVERY},
    {"v_cvt_i32_f32_e32 %d, %a", ON_EVERY},
    {"v_cvt_u32_f32_e32 %d, %a", ON_EVERY},
    {"v_rcp_f32_e32 %d, %a", ON_EVERY},
    {"v_rcp_iflag_f32_e32 %d, %a", ON_EVERY},
    {"v_sqrt_f32_e64 %d, %x", ON_EVERY},
    {"v_exp_f32_e32 %d, %a", ON_EVERY},
    {"v_exp_f32_e64 %d, %x", ON_EVERY},
    {"v_trunc_f32_e32 %d, %a", ON_EVERY},
    {"v_floor_f32_e64 %d, %x", ON_EVERY},
    {"v_ceil_f32_e32 %d, %a", ON_EVERY},
    {"v_rndne_f32_e32 %d, %a", ON_EVERY},
    {"v_cvt_f32_f16_e32 %d, %v", ON_EVERY},
    {"v_cvt_f32_f16_e32 %d, 1.0", ON_EVERY},
    {"v_cvt_f16_f32_e32 %d, %v", ON_EVERY},
    {"v_cvt_f16_f32_e64 %d, %x", ON_EVERY},
    {"v_bfrev_b32_e32 %d, %a", ON_EVERY},
    {"v_cvt_f32_ubyte0_e32 %d, %a", ON_EVERY},
    {"v_cvt_f32_ubyte1_e32 %d, %a", ON_EVERY},
    {"v_cvt_f32_ubyte2_e32 %d, %a", ON_EVERY},
    {"v_cvt_f32_ubyte3_e32 %d, %a", ON_EVERY},
    {"v_add_f64 %p, %P, %P", ON_EVERY},
    {"v_mul_f64 %p, %P, %P", ON_EVERY},
    {"v_mul_f64 %p, %P, %P clamp", ON_EVERY},
    {"v_add_f64 %p, %P, %S", ON_EVERY},
    {"v_fma_f64 %p, %P, %P, %P", ON_EVERY},
    {"v_fma_f64 %p, %P, %S, %P", ON_EVERY},
    {"v_fmac_f64 %p, %P, %P", ON_9},
    {"v_add_f64 %e, %E, %E", ON_EVERY},
    {"v_mul_f64 %e, %E, %E", ON_EVERY},
    {"v_mul_f64 %e, %E, %S", ON_EVERY},
    {"v_fma_f64 %e, %E, %E, %E", ON_EVERY},
    {"v_fma_f64 %e, %E, %E, 1.0", ON_EVERY},
    {"v_fmac_f64 %e, %E, %E", ON_9},
    {"v_sqrt_f64_e64 %e, |%e|", ON_EVERY},
    {"v_rcp_f64_e64 %e, %E", ON_EVERY},
    {"v_rsq_f32_e32 %d, %a", ON_EVERY},
    {"v_rcp_f64_e64 %p, %P", ON_EVERY},
    {"v_sqrt_f64_e64 %p, %P", ON_EVERY},
    {"v_trunc_f64_e64 %p, %P", ON_EVERY},
    {"v_floor_f64_e64 %p, %P", ON_EVERY},
    {"v_ceil_f64_e64 %p, %P", ON_EVERY},
    {"v_rndne_f64_e64 %p, %P", ON_EVERY},
    {"v_max_f64 %p, %P, %P", ON_EVERY},
    {"v_min_f64 %p, %P, %S", ON_EVERY},
    {"v_div_scale_f64 %p, %m, %p, %p, %p", ON_EVERY},
    {"v_div_scale_f64 v[12:13], %m, v[14:15], v[14:15], v[16:17]", ON_EVERY},
    {"v_div_scale_f64 v[12:13], %m, 1.0, v[14:15], 1.0", ON_EVERY},
    {"v_div_fmas_f64 %p, %P, %P, %P", ON_EVERY},
    {"v_div_fixup_f64 %p, %P, %P, %P", ON_EVERY},
    {"v_ldexp_f32 %d, %x, %v", ON_EVERY},
    {"v_ldexp_f32 %d, %x, 64", ON_EVERY},
    {"v_div_scale_f32 %d, %m, %v, %v, %v", ON_EVERY},
    {"v_div_scale_f32 v2, %m, v3, v3, v4", ON_EVERY},
    {"v_div_scale_f32 v2, %m, 1.0, v3, 1.0", ON_EVERY},
    {"v_div_fmas_f32 %d, %v, %v, %v", ON_EVERY},
    {"v_div_fixup_f32 %d, %x, %x, %x", ON_EVERY},
    {"v_div_fixup_f32 %d, %v, %v, 1.0", ON_EVERY},
    {"v_cvt_f64_i32_e32 %p, %a", ON_EVERY},
    {"v_cvt_f64_u32_e32 %p, %a", ON_EVERY},
    {"v_cvt_f64_f32_e64 %p, %x", ON_EVERY},
    {"v_cvt_f32_f64_e32 %d, %p", ON_EVERY},
    {"v_cvt_i32_f64_e32 %d, %p", ON_EVERY},
    {"v_cvt_u32_f64_e32 %d, %p", ON_EVERY},
    {"v_cvt_pkrtz_f16_f32 %d, %v, %v", ON_9 | ON_10},
    {"v_cvt_pk_rtz_f16_f32_e64 %d, %x, %x", ON_11},
    {"v_add_f16_e32 %d, %v, %v", ON_EVERY},
    {"v_add_f16_e64 %d, -%v, |%v|", ON_EVERY},
    {"v_sub_f16_e32 %d, 0.5, %v", ON_EVERY},
    {"v_subrev_f16_e32 %d, %v, %v", ON_EVERY},
    {"v_mul_f16_e32 %d, %v, %v", ON_EVERY},
    {"v_mul_f16_sdwa %d, %v, -%v dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 "
     "src1_sel:WORD_0",
     ON_9 | ON_10},
    {"v_pk_add_f16 %d, %v, %v", ON_EVERY},
    {"v_pk_add_f16 %d, %v, %v op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[1,0] neg_hi:[1,1]", ON_EVERY},
    {"v_pk_mul_f16 %d, %v, %s op_sel_hi:[1,0]", ON_EVERY},
    {"v_pk_mul_f16 %d, %v, %v op_sel:[0,1] neg_lo:[0,1]", ON_EVERY},
    {"v_pk_add_u16 %d, %v, %v", ON_EVERY},
    {"v_pk_sub_i16 %d, %v, 3 op_sel_hi:[1,0]", ON_EVERY},
    {"v_pk_mul_lo_u16 %d, %s, %v op_sel:[1,1] op_sel_hi:[0,0]", ON_EVERY},
    {"v_pk_mad_u16 %d, %v, %v, %v", ON_EVERY},
    {"v_pk_mad_i16 %d, %v, %v, %v", ON_EVERY},
    {"v_pk_add_u16 %d, %v, %v clamp", ON_EVERY},
    {"v_pk_min_u16 %d, %v, %v", ON_EVERY},
    {"v_pk_max_u16 %d, %v, %v", ON_EVERY},
    {"v_pk_min_i16 %d, %v, %v", ON_EVERY},
    {"v_pk_max_i16 %d, %v, %v", ON_EVERY},
    {"v_pk_lshlrev_b16 %d, %v, %v", ON_EVERY},
    {"v_pk_lshrrev_b16 %d, %v, %v", ON_EVERY},
    {"v_add_u16_e32 %d, %v, %v", ON_9},
    {"v_sub_u16_e32 %d, %v, %v", ON_9},
    {"v_subrev_u16_e32 %d, %v, %v", ON_9},
    {"v_add_nc_u16 %d, %v, %v", ON_RDNA_ONLY},
    {"v_add_nc_u16 %d, %v, %v op_sel:[1,0,1]", ON_10},
    {"v_sub_nc_i16 %d, %v, %v", ON_RDNA_ONLY},
    {"v_add_i16 %d, %v, %v", ON_9},
    {"v_mul_lo_u16_e32 %d, %v, %v", ON_9},
    {"v_mul_lo_u16 %d, %v, %v", ON_RDNA_ONLY},
    {"v_mad_legacy_u16 %d, %v, %v, %v", ON_9},
    {"v_mad_u16 %d, %v, %v, %v", ON_9 | ON_10},
    {"v_mad_u16 %d, %v, %v, %v op_sel:[0,1,0,1]", ON_9 | ON_10},
    {"v_mad_u32_u16 %d, %v, %v, %v", ON_EVERY},
    {"v_min_u16_e64 %d, %v, %v", ON_9 | ON_10},
    {"v_max_u16_e64 %d, %v, %v", ON_9 | ON_10},
    {"v_min_i16_e64 %d, %v, %s", ON_9 | ON_10},
    {"v_max_i16_e64 %d, %v, %v", ON_9 | ON_10},
    {"v_lshlrev_b16_e64 %d, %v, %v", ON_9},
    {"v_lshrrev_b16_e64 %d, 3, %v", ON_9},
    {"v_ashrrev_i16_e64 %d, %v, %v", ON_9},
    {"v_lshlrev_b16 %d, %v, %v", ON_RDNA_ONLY},
    {"v_lshrrev_b16 %d, 8, %v", ON_10},
    {"v_ashrrev_i16 %d, %v, %v", ON_RDNA_ONLY},
    {"v_or_b32_sdwa %d, %v, %v dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD",
     ON_9 | ON_10},
    {"v_or_b32_sdwa %d, %v, %v dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_3 "
     "src1_sel:WORD_1",
     ON_9 | ON_10},
    {"v_and_b32_sdwa %d, sext(%v), %s dst_sel:BYTE_2 dst_unused:UNUSED_SEXT src0_sel:BYTE_1 "
     "src1_sel:DWORD",
     ON_9 | ON_10},
    {"v_lshlrev_b32_sdwa %d, %v, sext(%v) dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE "
     "src0_sel:BYTE_2 "
     "src1_sel:WORD_0",
     ON_9 | ON_10},
    {"v_lshrrev_b32_sdwa %d, 7, %v dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:DWORD "
     "src1_sel:WORD_1",
     ON_9 | ON_10},
    {"v_add_f32_sdwa %d, -%v, |%v| dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD "
     "src1_sel:DWORD",
     ON_9 | ON_10},
    {"v_add_u16_sdwa %d, %v, %v dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 "
     "src1_sel:BYTE_3",
     ON_9},
    {"v_cmp_ne_u16_sdwa vcc, %v, %v src0_sel:BYTE_0 src1_sel:DWORD", ON_9},
    {"v_cmp_gt_i32_sdwa vcc, sext(%v), %v src0_sel:BYTE_2 src1_sel:WORD_1", ON_9},
    {"v_cmp_lt_f16_sdwa vcc, %v, -%v src0_sel:WORD_1 src1_sel:WORD_0", ON_9},
    {"v_bfe_i32 %d, %v, %v, %v", ON_EVERY},
    {"v_bfe_i32 %d, %v, 8, 8", ON_EVERY},
    {"v_perm_b32 %d, %v, %v, %s", ON_EVERY},
    {"v_perm_b32 %d, %v, %v, 7", ON_EVERY},
    {"v_perm_b32 %d, %v, %s, 0x0c060105", ON_RDNA_ONLY},
    {"v_perm_b32 %d, %v, %v, 0x0d0b0105", ON_RDNA_ONLY},
    {"v_bcnt_u32_b32 %d, %v, %v", ON_EVERY},
    {"v_mbcnt_lo_u32_b32 %d, -1, %v", ON_EVERY},
    {"v_mbcnt_lo_u32_b32 %d, %v, %v", ON_EVERY},
    {"v_mbcnt_hi_u32_b32 %d, %s, %v", ON_EVERY},
    {"v_mbcnt_hi_u32_b32 %d, %v, %v", ON_EVERY},
    {"v_mbcnt_lo_u32_b32 %d, exec_lo, %v", ON_EVERY}, /* EXEC as an operand: */
    {"v_xor_b32_e32 %d, exec_lo, %v", ON_EVERY},
    {"v_add_f32_e32 %d, exec_lo, %v", ON_EVERY},
    {"v_cndmask_b32_e64 %d, %v, %v, exec_lo", ON_RDNA_ONLY | W32},
    {"v_cndmask_b32_e64 %d, %v, %v, exec", ON_EVERY | W64},
    {"v_add_co_u32_e64 %d, exec, %v, %v", ON_9},
    {"v_add_co_u32 %d, exec_lo, %v, %v", ON_RDNA_ONLY | W32},
    {"v_div_scale_f32 %d, exec, %v, %v, %v", ON_EVERY | W64},
    {"v_mul_hi_u32_u24_e32 %d, %a, %v", ON_EVERY},
    {"v_mul_hi_i32 %d, %v, %v", ON_EVERY},
    {"v_mov_b32_e32 %d, %a", ON_EVERY},
    {"v_mov_b32_dpp %d, %v row_shr:1 row_mask:0xf bank_mask:0xf", ON_EVERY},
    {"v_mov_b32_dpp %d, %v row_shl:3 row_mask:0xa bank_mask:0x5 bound_ctrl:0", ON_EVERY},
    {"v_mov_b32_dpp %d, %v quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf", ON_EVERY},
    {"v_add_f32_dpp %d, %v, %v row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:0", ON_EVERY},
    {"v_add_f32_dpp %d, -%v, %v row_ror:5 row_mask:0xe bank_mask:0xf", ON_EVERY},
    {"v_max_f32_dpp %d, %v, %v row_half_mirror row_mask:0xf bank_mask:0xf", ON_EVERY},
    {"v_and_b32_dpp %d, %v, %v row_shr:4 row_mask:0xf bank_mask:0xe", ON_EVERY},
    /* Lanes that were active before are not when the first eight alone are: */
    {"s_mov_b64 exec, 0xffff\nv_mov_b32_e32 %d, %v\ns_mov_b64 exec, 0xff\n"
     "v_mov_b32_dpp %d, %v row_mirror row_mask:0xf bank_mask:0xf",
     ON_EVERY | W64},
    {"s_mov_b32 exec_lo, 0xffff\nv_mov_b32_e32 %d, %v\ns_mov_b32 exec_lo, 0xff\n"
     "v_mov_b32_dpp %d, %v row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:0",
     ON_RDNA_ONLY | W32},
    {"v_mov_b32_dpp %d, %v row_bcast:15 row_mask:0xa bank_mask:0xf", ON_9},
    {"v_mov_b32_dpp %d, %v row_xmask:3 row_mask:0xf bank_mask:0xf", ON_RDNA_ONLY},
    {"v_mov_b32_dpp %d, %v dpp8:[7,6,5,4,3,2,1,0]", ON_RDNA_ONLY},
    {"v_mov_b32_dpp %d, %v row_ror:3 row_mask:0xf bank_mask:0xf fi:1", ON_RDNA_ONLY},
    {"v_add_u32_dpp %d, %v, %v row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:0", ON_9},
    {"ds_bpermute_b32 %d, %v, %v", ON_EVERY},
    {"ds_bpermute_b32 %d, v20, %v offset:4", ON_EVERY},
    {"ds_swizzle_b32 %d, %v offset:swizzle(SWAP,16)", ON_EVERY},
    {"ds_swizzle_b32 %d, %v offset:swizzle(BITMASK_PERM,\"01pi0\")", ON_EVERY},
    {"ds_swizzle_b32 %d, %v offset:swizzle(QUAD_PERM,3,1,0,2)", ON_EVERY},
    {"v_permlane16_b32 %d, %v, -1, 3", ON_RDNA_ONLY},
    {"v_permlanex16_b32 %d, %v, 5, -7 op_sel:[1,0]", ON_RDNA_ONLY},
    {"v_permlanex16_b32 %d, %v, %s, s3", ON_RDNA_ONLY},
    {"s_getreg_b32 %s, hwreg(15, 16, 16)", ON_EVERY},
    {"v_cndmask_b32_e32 %d, %v, %v, vcc", ON_9},
    {"v_cndmask_b32_e32 %d, %a, %v, vcc_lo", ON_RDNA_ONLY | W32},
    {"v_cndmask_b32_e64 %d, %x, %v, %m", ON_EVERY},
    {"v_not_b32_e32 %d, %a", ON_EVERY},
    {"v_and_b32_e32 %d, %a, %v", ON_EVERY},
    {"v_or_b32_e32 %d, %a, %v", ON_EVERY},
    {"v_xor_b32_e32 %d, %a, %v", ON_EVERY},
    {"v_xnor_b32_e32 %d, %a, %v", ON_RDNA_ONLY},
    {"v_and_or_b32 %d, %v, %v, %v", ON_EVERY},
    {"v_or3_b32 %d, %v, 7, %v", ON_EVERY},
    {"v_xor3_b32 %d, %v, %s, %v", ON_RDNA_ONLY},
    {"v_bfi_b32 %d, %v, %v, %v", ON_EVERY},
    {"v_ffbh_u32_e32 %d, %a", ON_9 | ON_10},
    {"v_clz_i32_u32_e32 %d, %a", ON_11},
    {"v_min3_u32 %d, %v, %v, %s", ON_EVERY},
    {"v_max3_u32 %d, %v, 7, %v", ON_EVERY},
    {"v_min3_i32 %d, %v, %v, %v", ON_EVERY},
    {"v_max3_i32 %d, %v, -1, %v", ON_EVERY},
    {"v_lshlrev_b32_e32 %d, %a, %v", ON_EVERY},
    {"v_lshrrev_b32_e32 %d, %a, %v", ON_EVERY},
    {"v_ashrrev_i32_e32 %d, %a, %v", ON_EVERY},
    {"v_lshlrev_b32_e32 %d, 5, %v", ON_EVERY},
    {"v_lshrrev_b32_e64 %d, 39, %v", ON_RDNA_ONLY},
    {"v_lshrrev_b32_e32 %d, 0, %v", ON_EVERY},
    {"v_ashrrev_i32_e32 %d, 31, %v", ON_EVERY},
    {"v_lshl_or_b32 %d, %v, 8, %v", ON_EVERY},
    {"v_lshl_add_u32 %d, %v, 2, %s", ON_EVERY},
    {"v_add_lshl_u32 %d, %v, %s, 33", ON_EVERY},
    {"v_alignbit_b32 %d, %v, %v, 7", ON_EVERY},
    {"v_alignbit_b32 %d, %v, %v, 0", ON_EVERY},
    {"v_alignbit_b32 %d, %s, %v, 48", ON_EVERY},
    {"v_bfe_u32 %d, %v, 16, 16", ON_EVERY},
    {"v_bfe_u32 %d, %v, 25, 8", ON_EVERY},
    {"v_bfe_u32 %d, %v, 3, 0", ON_EVERY},
    {"v_bfe_i32 %d, %v, 0, 24", ON_EVERY},
    {"v_bfe_i32 %d, %v, 31, 31", ON_EVERY},
    {"v_lshlrev_b64 %p, 0, %p", ON_EVERY},
    {"v_lshlrev_b64 %p, 40, %p", ON_EVERY},
    {"v_lshrrev_b64 %p, 13, %p", ON_EVERY},
    {"v_lshrrev_b64 %p, 32, %p", ON_EVERY},
    {"v_lshl_or_b32 %d, %v, %v, %v", ON_EVERY},
    {"v_alignbit_b32 %d, %v, %v, %v", ON_EVERY},
    {"v_alignbit_b32 %d, %v, %v, %s", ON_EVERY},
    {"v_bfe_u32 %d, %v, %v, %v", ON_EVERY},
    {"v_bfe_u32 %d, %v, 8, 8", ON_EVERY},
    {"v_add_u32_e32 %d, %a, %v", ON_9},
    {"v_sub_u32_e32 %d, %a, %v", ON_9},
    {"v_subrev_u32_e32 %d, %a, %v", ON_9},
    {"v_add_nc_u32_e32 %d, %a, %v", ON_RDNA_ONLY},
    {"v_add_nc_u32_e64 %d, %v, %s clamp", ON_RDNA_ONLY},
    {"v_sub_nc_u32_e32 %d, %a, %v", ON_RDNA_ONLY},
    {"v_subrev_nc_u32_e32 %d, %a, %v", ON_RDNA_ONLY},
    {"v_add3_u32 %d, %v, %v, %v", ON_EVERY},
    {"v_xad_u32 %d, %v, %v, %v", ON_EVERY},
    {"v_lshl_add_u32 %d, %v, %v, %v", ON_EVERY},
    {"v_add_lshl_u32 %d, %v, %v, %v", ON_EVERY},
    {"v_mul_lo_u32 %d, %v, %s", ON_EVERY},
    {"v_mul_hi_u32 %d, %v, %v", ON_EVERY},
    {"v_mul_hi_u32 %d, %s, %v", ON_EVERY},
    {"v_mul_u32_u24_e32 %d, %a, %v", ON_EVERY},
    {"v_mul_i32_i24_e32 %d, %a, %v", ON_EVERY},
    {"v_mad_u32_u24 %d, %v, %v, %s", ON_EVERY},
    {"v_mad_i32_i24 %d, %v, %v, %v", ON_EVERY},
    {"v_min_u32_e32 %d, %a, %v", ON_EVERY},
    {"v_max_u32_e32 %d, %a, %v", ON_EVERY},
    {"v_min_i32_e32 %d, %a, %v", ON_EVERY},
    {"v_max_i32_e32 %d, %a, %v", ON_EVERY},
    {"v_add_co_u32_e64 %d, %m, %v, %v", ON_9},
    {"v_sub_co_u32_e64 %d, %m, %v, %s", ON_9},
    {"v_subrev_co_u32_e64 %d, %m, %v, %v", ON_9},
    {"v_addc_co_u32_e64 %d, %m, %v, %v, %m", ON_9},
    {"v_subb_co_u32_e64 %d, %m, %v, %v, %m", ON_9},
    {"v_subbrev_co_u32_e64 %d, %m, %v, %v, %m", ON_9},
    {"v_add_co_u32 %d, %m, %v, %s", ON_RDNA_ONLY},
    {"v_sub_co_u32 %d, %m, %v, %v", ON_RDNA_ONLY},
    {"v_subrev_co_u32 %d, %m, %v, %v", ON_RDNA_ONLY},
    {"v_add_co_ci_u32_e64 %d, %m, %v, %v, %m", ON_RDNA_ONLY},
    {"v_sub_co_ci_u32_e64 %d, %m, %v, %v, %m", ON_RDNA_ONLY},
    {"v_subrev_co_ci_u32_e64 %d, %m, %v, %v, %m", ON_RDNA_ONLY},
    {"v_lshlrev_b64 %p, %v, %p", ON_EVERY},
    {"v_lshrrev_b64 %p, %v, %p", ON_EVERY},
    {"v_lshlrev_b64 %p, 2, %p", ON_EVERY},
    {"v_mad_u64_u32 %p, %m, %v, %v, %p", ON_9 | ON_10},
    {"v_mad_u64_u32 %p, %m, s3, %v, -1", ON_9 | ON_10},
    {"v_mad_u64_u32 %p, null, %v, %v, v[8:9]", ON_11},
    {"v_mad_u64_u32 %p, %m, %v, %s, %p", ON_9 | ON_10},
    {"v_readfirstlane_b32 %s, %v", ON_EVERY},
    {"v_readlane_b32 %s, %v, 5", ON_EVERY},
    {"v_pk_fma_f32 %p, %p, %p, %p", ON_9},
    {"v_pk_fma_f32 %p, %p, %S, %p op_sel_hi:[1,0,1]", ON_9},
    {"v_pk_fma_f32 %p, %p, %p, %S op_sel:[1,0,0] op_sel_hi:[0,1,1] neg_lo:[0,1,0]", ON_9},
    {"v_pk_mul_f32 %p, %p, %p neg_hi:[1,0]", ON_9},
    {"v_pk_add_f32 %p, %p, %S", ON_9},
    {"v_pk_add_f32 %p, %p, 1.0", ON_9},
    {"v_pk_mov_b32 %p, %p, %p op_sel:[0,1]", ON_9},
    {"v_pk_mov_b32 %p, %p, %S op_sel:[1,0]", ON_9},
    {"v_accvgpr_write_b32 a1, %v", ON_9},
    {"v_accvgpr_read_b32 %d, a1", ON_9},
    {"v_dual_fmac_f32 v0, v1, v3 :: v_dual_mul_f32 v5, v2, v4", ON_11 | W32},
    {"v_dual_add_f32 v4, v1, v3 :: v_dual_mov_b32 v1, v6", ON_11 | W32},
    {"v_dual_mov_b32 v2, v3 :: v_dual_mov_b32 v3, v2", ON_11 | W32},
    {"v_dual_add_f32 v6, s4, v3 :: v_dual_add_nc_u32 v3, 5, v6", ON_11 | W32},

    {"v_cmp_%i_u32_e64 %m, %v, %v", ON_EVERY},
    {"v_cmp_%i_i32_e64 %m, %v, %s", ON_EVERY},
    {"v_cmp_%i_i32_e64 %m, %v, 3", ON_EVERY},
    {"v_cmp_%f_f32_e64 %m, %x, %x", ON_EVERY},
    {"v_cmp_%f_f32_e64 %m, %x, %x", ON_EVERY},
    {"v_cmp_%f_f64_e64 %m, %P, %P", ON_EVERY},
    {"v_cmp_%f_f64_e64 %m, %P, %S", ON_EVERY},
    {"v_cmp_%i_u64_e64 %m, %p, %p", ON_EVERY},
    {"v_cmp_%i_i64_e64 %m, %p, %p", ON_EVERY},
    {"v_cmp_%i_u64_e64 %m, %S, %p", ON_EVERY},
    {"v_cmp_%i_u16_e64 %m, %v, %s", ON_EVERY},
    {"v_cmp_%i_i16_e64 %m, %v, -3", ON_EVERY},
    {"v_cmp_%f_f16_e64 %m, %v, %v", ON_EVERY},
    {"v_cmp_%f_f16_e64 %m, -%v, 0.5", ON_EVERY},
    {"v_cmp_class_f32_e64 %m, %x, %v", ON_EVERY},
    {"v_cmp_class_f32_e64 %m, |%v|, 3", ON_EVERY},
    {"v_cmp_class_f32_e64 %m, %v, %s", ON_EVERY},
    {"v_cmpx_%i_u16_e32 %v, %v", ON_RDNA_ONLY},
    {"v_cmpx_%i_u32_e32 %a, %v", ON_RDNA_ONLY},
    {"v_cmpx_%f_f32_e64 %m, %x, %v", ON_9},

    {"s_mov_b32 %s, %q", ON_EVERY},
    {"s_mov_b64 %S, %Q", ON_EVERY},
    {"s_movk_i32 %s, %k", ON_EVERY},
    {"s_not_b32 %s, %q", ON_EVERY},
    {"s_not_b64 %S, %Q", ON_EVERY},
    {"s_cselect_b32 %s, %q, %s", ON_EVERY},
    {"s_cselect_b64 %S, %Q, %S", ON_EVERY},
    {"s_add_u32 %s, %q, %s", ON_EVERY},
    {"s_sub_u32 %s, %q, %s", ON_EVERY},
    {"s_add_i32 %s, %q, %s", ON_EVERY},
    {"s_sub_i32 %s, %q, %s", ON_EVERY},
    {"s_addk_i32 %s, %k", ON_EVERY},
    {"s_mulk_i32 %s, %k", ON_EVERY},
    {"s_addc_u32 %s, %q, %s", ON_EVERY},
    {"s_subb_u32 %s, %q, %s", ON_EVERY},
    {"s_mul_i32 %s, %q, %s", ON_EVERY},
    {"s_mul_hi_u32 %s, %q, %s", ON_EVERY},
    {"s_mul_hi_i32 %s, %q, %s", ON_EVERY},
    {"s_min_i32 %s, %q, %s", ON_EVERY},
    {"s_max_i32 %s, %q, %s", ON_EVERY},
    {"s_min_u32 %s, %q, %s", ON_EVERY},
    {"s_max_u32 %s, %q, %s", ON_EVERY},
    {"s_and_b32 %s, %q, %s", ON_EVERY},
    {"s_and_b64 %S, %Q, %S", ON_EVERY},
    {"s_or_b32 %s, %q, %s", ON_EVERY},
    {"s_or_b64 %S, %Q, %S", ON_EVERY},
    {"s_xor_b32 %s, %q, %s", ON_EVERY},
    {"s_xor_b64 %S, %Q, %S", ON_EVERY},
    {"s_andn2_b32 %s, %q, %s", ON_EVERY},
    {"s_andn2_b64 %S, %Q, %S", ON_EVERY},
    {"s_orn2_b32 %s, %q, %s", ON_EVERY},
    {"s_orn2_b64 %S, %Q, %S", ON_EVERY},
    {"s_nand_b32 %s, %q, %s", ON_EVERY},
    {"s_nand_b64 %S, %Q, %S", ON_EVERY},
    {"s_nor_b32 %s, %q, %s", ON_EVERY},
    {"s_nor_b64 %S, %Q, %S", ON_EVERY},
    {"s_xnor_b32 %s, %q, %s", ON_EVERY},
    {"s_xnor_b64 %S, %Q, %S", ON_EVERY},
    {"s_lshl_b32 %s, %q, %s", ON_EVERY},
    {"s_lshl_b64 %S, %S, %q", ON_EVERY},
    {"s_lshr_b32 %s, %q, %s", ON_EVERY},
    {"s_lshr_b64 %S, %S, %q", ON_EVERY},
    {"s_ashr_i32 %s, %q, %s", ON_EVERY},
    {"s_ashr_i64 %S, %S, %q", ON_EVERY},
    {"s_bfe_u32 %s, %s, 0x80004", ON_EVERY},
    {"s_flbit_i32_b32 %s, %s", ON_9 | ON_10},
    {"s_cmp_%c_i32 %q, %s", ON_EVERY},
    {"s_cmp_%c_u32 %s, %q", ON_EVERY},
    {"s_cmp_eq_u64 %S, %Q", ON_EVERY},
    {"s_cmp_lg_u64 %S, %Q", ON_EVERY},
    {"s_cmpk_%c_i32 %s, %k", ON_EVERY},
    {"s_cmpk_%c_u32 %s, %k", ON_EVERY},
    {"s_bitcmp1_b32 %s, %q", ON_EVERY},
    {"s_bitcmp0_b64 %S, %q", ON_EVERY},
    {"s_ff1_i32_b64 %s, %Q", ON_9 | ON_10},
    {"s_ctz_i32_b64 %s, %Q", ON_11},
    {"s_clz_i32_u32 %s, %q", ON_11},
    {"s_brev_b32 %s, %q", ON_EVERY},
    {"s_bcnt1_i32_b64 %s, %Q", ON_EVERY},
    {"s_sext_i32_i16 %s, %q", ON_EVERY},
    {"s_abs_i32 %s, %q", ON_EVERY},
    {"s_bfe_u64 %S, %S, %q", ON_EVERY},
    {"s_bfm_b32 %s, %q, %s", ON_EVERY},
    {"s_lshl2_add_u32 %s, %q, %s", ON_EVERY},
    {"s_pack_ll_b32_b16 %s, %q, %s", ON_EVERY},
    {"s_setreg_b32 hwreg(22), %s", ON_9 | ON_10},
    {"s_getreg_b32 %s, hwreg(22)", ON_9 | ON_10},
    {"s_getreg_b32 %s, hwreg(HW_REG_MODE, 4, 4)", ON_EVERY},
    {"s_getpc_b64 s[36:37]\ns_add_u32 s36, s36, 16\ns_addc_u32 s37, s37, 0\n"
     "s_swappc_b64 s[34:35], s[36:37]\ns_nop 0\ns_sub_u32 s34, s34, s36\n"
     "s_subb_u32 s35, s35, s37\ns_mov_b64 s[36:37], 0",
     ON_EVERY},
    {"s_getpc_b64 s[36:37]\ns_add_u32 s36, s36, 16\ns_addc_u32 s37, s37, 0\n"
     "s_setpc_b64 s[36:37]\ns_nop 0\ns_mov_b64 s[36:37], 0",
     ON_EVERY},
    {"s_and_saveexec_b64 %S, %Q", ON_9 | ON_RDNA_ONLY | W64},
    {"s_or_saveexec_b64 %S, %Q", ON_9 | ON_RDNA_ONLY | W64},
    {"s_xor_saveexec_b64 %S, %Q", ON_9 | ON_RDNA_ONLY | W64},
    {"s_andn2_saveexec_b64 %S, %Q", ON_9 | ON_RDNA_ONLY | W64},
    {"s_and_saveexec_b32 %s, %q", ON_RDNA_ONLY | W32},
    {"s_or_saveexec_b32 %s, %q", ON_RDNA_ONLY | W32},
    {"s_xor_saveexec_b32 %s, %q", ON_RDNA_ONLY | W32},
    {"s_andn2_saveexec_b32 %s, %q", ON_10 | W32},
    {"s_or_b64 exec, exec, %S", ON_EVERY | W64},
    {"s_mov_b64 exec, -1", ON_EVERY | W64},
    {"s_or_b32 exec_lo, exec_lo, %s", ON_RDNA_ONLY | W32},
    {"s_mov_b32 exec_lo, -1", ON_RDNA_ONLY | W32},
    {"s_xor_b32 exec_lo, exec_lo, %s", ON_RDNA_ONLY | W32},
    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3", ON_EVERY},
    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 0", ON_EVERY},
    {"s_getreg_b32 %s, hwreg(HW_REG_MODE)", ON_EVERY},
    {"s_waitcnt lgkmcnt(0)", ON_EVERY},
    {"s_nop 0", ON_EVERY},

    {"ds_write_b32 v20, %v offset:64", ON_EVERY},
    {"ds_write_b32 v20, %v offset:65450", ON_EVERY},
    {"ds_read_b32 %d, v20 offset:65376", ON_EVERY},
    {"ds_read_b32 v20, v20", ON_EVERY},
    {"ds_read_b32 %d, v20 offset:64", ON_EVERY},
    {"ds_write_b32 v21, %v", ON_EVERY},
    {"ds_read_b32 %d, v21", ON_EVERY},
    {"ds_write_b64 v21, %p", ON_EVERY},
    {"ds_read_b64 %p, v20", ON_EVERY},
    {"ds_read2_b32 %p, v20 offset1:9", ON_EVERY},
    {"global_load_dword %d, v[22:23], off offset:16", ON_EVERY},
    {"global_load_dword %d, v[24:25], off", ON_EVERY},
    {"global_load_dword %d, v26, s[40:41]", ON_EVERY},
    {"global_load_dword %d, v27, s[40:41] offset:4", ON_EVERY},
    {"global_load_dwordx2 %p, v[22:23], off", ON_EVERY},
    {"global_load_dwordx2 %p, v[24:25], off", ON_EVERY},
    {"global_load_ubyte %d, v27, s[40:41]", ON_EVERY},
    {"global_store_dword v[22:23], %v, off", ON_EVERY},
    {"global_store_dword v[24:25], %v, off", ON_EVERY},
    {"global_store_dword v26, %v, s[40:41] offset:32", ON_EVERY},
    {"global_store_short v27, %v, s[40:41]", ON_EVERY},
    {"global_load_dword %d, v27, s[40:41] offset:-8", ON_EVERY},
    {"global_load_dwordx3 v[12:14], v[24:25], off offset:-12", ON_EVERY},
    {"global_store_dwordx2 v27, %p, s[40:41] offset:-16", ON_EVERY},
    {"global_store_byte v[24:25], %v, off offset:-1", ON_EVERY},
    {"ds_read_b64 %p, v28 offset:12", ON_EVERY},
    {"ds_read_b64 v[28:29], v28", ON_EVERY},
    {"ds_write_b64 v28, %p", ON_EVERY},
    {"ds_write_b64 v28, %p offset:65404", ON_EVERY},
    {"ds_read_b128 %w, v29 offset:4", ON_EVERY},
    {"ds_write_b128 v29, %w offset:16", ON_EVERY},
    {"global_load_dwordx2 %p, v28, s[40:41] offset:8", ON_EVERY},
    {"global_store_dwordx2 v28, %p, s[40:41]", ON_EVERY},
    {"global_load_dwordx4 %w, v29, s[40:41]", ON_EVERY},
    {"global_store_dwordx4 v29, %w, s[40:41] offset:20", ON_EVERY},
    {"global_load_dwordx4 %w, v[30:31], off", ON_EVERY},
    {"flat_load_dwordx4 %w, v[30:31]", ON_EVERY},
    {"flat_store_dwordx4 v[30:31], %w", ON_EVERY},
    {"flat_load_dword %d, v[24:25]", ON_EVERY},
    {"flat_store_dword v[22:23], %v", ON_EVERY},
    {"global_load_ubyte %d, v27, s[40:41] offset:3", ON_EVERY},
    {"global_load_sbyte %d, v[24:25], off", ON_EVERY},
    {"global_load_ushort %d, v27, s[40:41]", ON_EVERY},
    {"global_load_sshort %d, v[24:25], off offset:1", ON_EVERY},
    {"global_load_short_d16 %d, v27, s[40:41]", ON_EVERY},
    {"global_load_short_d16_hi %d, v26, s[40:41]", ON_EVERY},
    {"global_load_ubyte_d16_hi %d, v27, s[40:41] offset:7", ON_EVERY},
    {"global_load_dwordx2 %p, v27, s[40:41] offset:4", ON_EVERY},
    {"global_load_dwordx3 v[12:14], v27, s[40:41]", ON_EVERY},
    {"global_load_dwordx4 %w, v27, s[40:41] offset:8", ON_EVERY},
    {"global_store_byte v27, %v, s[40:41] offset:9", ON_EVERY},
    {"global_store_byte_d16_hi v[24:25], %v, off", ON_EVERY},
    {"global_store_short v[24:25], %v, off offset:2", ON_EVERY},
    {"global_store_short_d16_hi v27, %v, s[40:41]", ON_EVERY},
    {"global_store_dwordx2 v27, %p, s[40:41]", ON_EVERY},
    {"global_store_dwordx3 v27, v[12:14], s[40:41]", ON_EVERY},
    {"global_store_dwordx4 v[24:25], %w, off offset:12", ON_EVERY},
    {"flat_load_dwordx2 %p, v[24:25]", ON_EVERY},
    {"flat_load_ubyte %d, v[24:25]", ON_EVERY},
    {"flat_load_dword %d, v[32:33]", ON_EVERY},
    {"flat_load_dwordx2 v[32:33], v[32:33]", ON_EVERY},
    {"flat_load_dwordx4 %w, v[32:33]", ON_EVERY},
    {"flat_store_dword v[32:33], %v", ON_EVERY},
    {"flat_store_dwordx4 v[32:33], %w", ON_EVERY},
    {"flat_load_dword %d, v[34:35]", ON_EVERY},
    {"flat_load_dwordx2 %p, v[34:35]", ON_EVERY},
    {"flat_store_dword v[34:35], %v", ON_EVERY},
    {"flat_store_dwordx3 v[34:35], v[12:14]", ON_EVERY},
    {"flat_load_ushort %d, v[34:35]", ON_EVERY},
    {"ds_read_u8 %d, v21 offset:1", ON_EVERY},
    {"ds_read_u8 %d, v21 offset:1025", ON_EVERY}, /* see V_LDS_ANY: it may wrap */
    {"ds_read_b32 %d, v21 offset:1024", ON_EVERY},
    {"ds_write_b32 v21, %v offset:1024", ON_EVERY},
    {"ds_add_u32 v21, %v offset:1024", ON_EVERY},
    {"ds_read_b128 %w, v21 offset:1024", ON_EVERY},
    {"ds_read_i16 %d, v21", ON_EVERY},
    {"ds_read_u16_d16 %d, v20", ON_EVERY},
    {"ds_read_u16_d16_hi %d, v20 offset:2", ON_EVERY},
    {"ds_read_b64 %p, v21", ON_EVERY},
    {"ds_read_b128 %w, v21 offset:8", ON_EVERY},
    {"ds_write_b8 v21, %v", ON_EVERY},
    {"ds_write_b16 v20, %v offset:3", ON_EVERY},
    {"ds_write_b16_d16_hi v20, %v", ON_EVERY},
    {"ds_write_b128 v21, %w", ON_EVERY},
    {"ds_read2_b64 %w, v21 offset0:1 offset1:3", ON_EVERY},
    {"ds_read2_b32 v[20:21], v20 offset0:4 offset1:2", ON_EVERY},
    {"ds_read2_b32 v[20:21], v21 offset1:1", ON_EVERY},
    {"ds_read2st64_b32 %p, v20 offset0:1 offset1:2", ON_EVERY},
    {"ds_write2_b32 v21, %v, %v offset0:1 offset1:2", ON_EVERY},
    {"ds_write2_b64 v20, %p, %p offset1:1", ON_EVERY},
    {"ds_add_u32 v21, %v", ON_EVERY},
    {"ds_add_rtn_u32 %d, v20, %v offset:4", ON_EVERY},
    {"ds_add_rtn_u32 v21, v21, %v", ON_EVERY},
    {"ds_sub_u32 v21, %v offset:8", ON_EVERY},
    {"ds_rsub_rtn_u32 %d, v21, %v", ON_EVERY},
    {"ds_inc_rtn_u32 %d, v21, %v", ON_EVERY},
    {"ds_dec_rtn_u32 %d, v21, %v", ON_EVERY},
    {"ds_min_rtn_i32 %d, v21, %v", ON_EVERY},
    {"ds_max_u32 v21, %v", ON_EVERY},
    {"ds_or_b32 v21, %v", ON_EVERY},
    {"ds_xor_rtn_b32 %d, v20, %v", ON_EVERY},
    {"ds_add_f32 v21, %v", ON_EVERY},
    {"ds_add_rtn_f32 %d, v20, %v", ON_EVERY},
    {"ds_min_rtn_f32 %d, v21, %v", ON_EVERY},
    {"ds_max_f32 v21, %v", ON_EVERY},
    {"ds_wrxchg_rtn_b32 %d, v21, %v", ON_9 | ON_10},
    {"ds_cmpst_rtn_b32 %d, v21, %v, %v", ON_9 | ON_10},
    {"ds_cmpstore_rtn_b32 %d, v21, %v, %v", ON_11},
    {"ds_add_rtn_u64 %p, v28, %p", ON_EVERY},
    {"ds_max_rtn_i64 v[28:29], v28, %p offset:8", ON_EVERY},
    {"ds_inc_u64 v28, %p", ON_EVERY},
    {"ds_min_rtn_f64 %p, v28, %p", ON_EVERY},
    {"ds_add_rtn_f64 %p, v28, %p", ON_9},
    {"ds_cmpst_rtn_b64 %p, v28, %p, %p", ON_9 | ON_10},
    {"global_atomic_add v27, %v, s[40:41]", ON_EVERY},
    {"global_atomic_add %d, v[24:25], %v, off glc", ON_EVERY},
    {"global_atomic_sub %d, v27, %v, s[40:41] offset:4 glc", ON_EVERY},
    {"global_atomic_swap %d, v27, %v, s[40:41] glc", ON_EVERY},
    {"global_atomic_cmpswap %d, v27, %p, s[40:41] glc", ON_EVERY},
    {"global_atomic_smin v[24:25], %v, off", ON_9 | ON_10},
    {"global_atomic_umax %d, v[24:25], %v, off glc", ON_9 | ON_10},
    {"global_atomic_and v27, %v, s[40:41]", ON_EVERY},
    {"global_atomic_inc %d, v27, %v, s[40:41] glc", ON_EVERY},
    {"global_atomic_dec v27, %v, s[40:41]", ON_EVERY},
    {"global_atomic_add_f32 v27, %v, s[40:41]", ON_9 | ON_11},
    {"global_atomic_fmin %d, v27, %v, s[40:41] glc", ON_10},
    {"global_atomic_max_f32 %d, v27, %v, s[40:41] glc", ON_11},
    {"global_atomic_add_x2 %p, v28, %p, s[40:41] glc", ON_9 | ON_10},
    {"global_atomic_swap_b64 %p, v28, %p, s[40:41] glc", ON_11},
    {"global_atomic_cmpswap_x2 v[18:19], v28, %w, s[40:41] glc", ON_9 | ON_10},
    {"global_atomic_xor_x2 v28, %p, s[40:41]", ON_9 | ON_10},
    {"global_atomic_add_f64 %p, v28, %p, s[40:41] glc", ON_9},
    {"flat_atomic_add %d, v[34:35], %v glc", ON_EVERY},
    {"flat_atomic_add v[32:33], %v", ON_9 | ON_10}, /* all lanes at one place: */
    {"flat_atomic_smax v[32:33], %v", ON_9 | ON_10},
    {"flat_atomic_and v[32:33], %v", ON_9 | ON_10},
    {"ds_sub_u32 v32, %v", ON_EVERY},
    {"ds_min_i32 v32, %v offset:4", ON_EVERY},
    {"ds_max_u32 v32, %v", ON_EVERY},
    {"ds_or_b32 v32, %v", ON_EVERY},
    {"ds_xor_b32 v32, %v offset:8", ON_EVERY},
    {"flat_atomic_umin v[32:33], %v", ON_9 | ON_10},
    {"flat_atomic_or %d, v[24:25], %v glc", ON_EVERY},
    {"buffer_store_dword %v, off, s[48:51], 0 offset:16", ON_EVERY},
    {"buffer_load_dword %d, off, s[48:51], 0 offset:16", ON_EVERY},
    {"buffer_store_dword %v, v36, s[48:51], 0 offen offset:4", ON_EVERY},
    {"buffer_load_dword %d, v36, s[48:51], 0 offen offset:4", ON_EVERY},
    {"buffer_store_dword %v, v37, s[48:51], s52 offen", ON_EVERY},
    {"buffer_load_dword %d, v37, s[48:51], s52 offen", ON_EVERY},
    {"buffer_load_dwordx2 %p, off, s[48:51], s52 offset:8", ON_EVERY},
    {"buffer_store_dwordx3 v[12:14], v37, s[48:51], 0 offen offset:8", ON_EVERY},
    {"buffer_load_dwordx4 %w, v36, s[48:51], 0 offen offset:1000", ON_EVERY},
    {"buffer_store_byte %v, v37, s[48:51], 0 offen offset:3", ON_EVERY},
    {"buffer_load_ubyte %d, off, s[48:51], 0 offset:17", ON_EVERY},
    {"buffer_load_sshort %d, v37, s[48:51], 0 offen offset:1", ON_EVERY},
    {"buffer_load_short_d16_hi %d, v37, s[48:51], 0 offen", ON_EVERY},
    {"scratch_store_dword off, %v, s39", ON_RDNA_ONLY},
    {"scratch_load_dword %d, off, s39 offset:4", ON_EVERY},
    {"scratch_load_dword %d, v36, off offset:8", ON_EVERY},
    {"scratch_store_dwordx2 v37, %p, off offset:8", ON_EVERY},
    {"scratch_load_dwordx4 %w, v37, off", ON_EVERY},
    {"scratch_store_short v37, %v, off offset:2", ON_EVERY},
    {"flat_store_dwordx2 v[34:35], %p", ON_EVERY},
    {"flat_load_ubyte_d16 %d, v[34:35] offset:5", ON_9 | ON_11},
    {"flat_load_dword %d, v[38:39]", ON_EVERY},
    {"flat_store_dwordx4 v[38:39], %w", ON_EVERY},
    {"s_load_dwordx8 s[16:23], s[40:41], 0x40", ON_EVERY},
    {"s_load_dwordx2 s[40:41], s[42:43], 0x0", ON_EVERY},
    {"s_load_dwordx4 s[44:47], s[40:41], s39", ON_EVERY},
    {"s_load_dword %s, s[40:41], 0x10", ON_EVERY},
    {"s_load_dwordx2 %S, s[40:41], 0x18", ON_EVERY},
    {"s_load_dwordx4 s[44:47], s[40:41], 0x20", ON_EVERY},
};

/* ---- Programs -------------------------------------------------------------------------------- */

static const char *choose(struct harness_random *random, const char *const *from, size_t count)
{
    return from[random_bits(random) % count];
}
#define CHOOSE(random, from) choose(random, from, sizeof(from) / sizeof(from)[0])

static void put(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void put(char *out, size_t size, const char *format, ...)
{
    size_t used = strlen(out);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out + used, size - used, format, arguments);
    va_end(arguments);
}

static void put_operand(struct harness_random *random, unsigned lanes, char kind, char *out,
                        size_t size)
{
    static const char *const inline_constants[] = {"0",   "1",   "-1",   "31", "64",
                                                   "-16", "1.0", "-0.5", "4.0"};
    static const char *const integers[] = {"lt", "eq", "le", "gt", "ne", "ge"};
    static const char *const floats[] = {"lt", "eq",  "le",  "gt",  "lg",  "ge",  "o",
                                         "u",  "nge", "nlg", "ngt", "nle", "neq", "nlt"};
    static const char *const scalars[] = {"eq", "lg", "gt", "ge", "lt", "le"};
    static const char *const literals[] = {"0x12345678", "0x7fc01234", "0x80000001", "0x3f8ccccd"};
    static const char *const signs[] = {"%s", "%s", "%s", "-%s", "|%s|", "-|%s|"};
    unsigned v = (unsigned)(random_bits(random) % VECTORS);
    unsigned s = (unsigned)(random_bits(random) % SCALARS), pick = random_bits(random) % 8;
    unsigned pair = VECTORS + 2 * (unsigned)(random_bits(random) % PAIRS);
    unsigned many = DOUBLES + 2 * (unsigned)(random_bits(random) % DOUBLES_COUNT);
    char name[16];
    snprintf(name, sizeof name, "v%u", v);
    switch (kind) {
    case 'd':
    case 'v': put(out, size, "%s", name); break;
    case 'p': put(out, size, "v[%u:%u]", pair, pair + 1); break;
    case 'w': put(out, size, pick % 2 ? "v[12:15]" : "v[16:19]"); break;
    case 'e': put(out, size, "v[%u:%u]", many, many + 1); break;
    case 'E': pair = many;                                             /* fall through */
    case 'P': snprintf(name, sizeof name, "v[%u:%u]", pair, pair + 1); /* fall through */
    case 'x':
        if (pick == 0) {
            put(out, size, "%s", CHOOSE(random, inline_constants));
        } else {
            const char *sign = CHOOSE(random, signs);
            const char *at = strchr(sign, '%');
            put(out, size, "%.*s%s%s", (int)(at - sign), sign, name, at + 2);
        }
        break;
    case 'a':
        if (pick < 4)
            put(out, size, "%s", name);
        else if (pick < 6)
            put(out, size, "s%u", s);
        else
            put(out, size, "%s",
                pick == 6 ? CHOOSE(random, inline_constants) : CHOOSE(random, literals));
        break;
    case 's': put(out, size, "s%u", s); break;
    case 'q':
        if (pick < 5)
            put(out, size, "s%u", s);
        else if (pick == 5)
            put(out, size, "vcc_lo");
        else
            put(out, size, "%s",
                pick == 6 ? CHOOSE(random, inline_constants) : CHOOSE(random, literals));
        break;
    case 'S': put(out, size, "s[%u:%u]", s & ~1u, s | 1); break;
    case 'Q':
        if (pick < 6)
            put(out, size, pick < 5 ? "s[%u:%u]" : "vcc", s & ~1u, s | 1);
        else
            put(out, size, "%s", CHOOSE(random, inline_constants));
        break;
    case 'm':
        if (pick < 4)
            put(out, size, lanes == 64 ? "vcc" : "vcc_lo");
        else if (lanes == 64)
            put(out, size, "s[%u:%u]", s & ~1u, s | 1);
        else
            put(out, size, "s%u", s);
        break;
    case 'k': put(out, size, "0x%x", (unsigned)(random_bits(random) & 0x7fff)); break;
    case 'i': put(out, size, "%s", CHOOSE(random, integers)); break;
    case 'f': put(out, size, "%s", CHOOSE(random, floats)); break;
    case 'c': put(out, size, "%s", CHOOSE(random, scalars)); break;
    }
}

static unsigned family(const char *target)
{
    return strncmp(target, "gfx9", 4) == 0    ? ON_9
           : strncmp(target, "gfx10", 5) == 0 ? ON_10
                                              : ON_11;
}

/* Of those whose results stay in registers of the host while others follow: see jit/runs.c. */
static bool is_in_runs(const char *text)
{
    static const char *const others[] = {"f64",  "16",   "_pk_", "lane", "div",   "_exp",
                                         "_rsq", "_rcp", "sqrt", "sdwa", "accvg", "cmpx_",
                                         "dual", "dpp",  "row",  "perm", "clamp", "mul:2"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strstr(text, others[i]))
            return false;
    }
    return strncmp(text, "v_", 2) == 0;
}

/* What runs a program has: it is made of such instructions. */
enum runs { NO_RUNS, RUNS_OF_WORDS, RUNS_OF_DOUBLES };

static bool fits(enum runs runs, const char *text)
{
    return runs == NO_RUNS ||
           (runs == RUNS_OF_WORDS ? is_in_runs(text) : strstr(text, "%e") != NULL);
}

static void put_instruction(struct harness_random *random, const char *target, unsigned lanes,
                            enum runs runs, char *out, size_t size)
{
    const struct form *form;
    unsigned waves;
    do {
        form = &forms[random_bits(random) % (sizeof forms / sizeof forms[0])];
        waves = form->on & (W32 | W64);
    } while (!(form->on & family(target)) || (waves && !(waves & (lanes == 32 ? W32 : W64))) ||
             !fits(runs, form->text));
    for (const char *at = form->text; *at; at++) {
        if (*at == '%')
            put_operand(random, lanes, *++at, out, size);
        else
            put(out, size, "%c", *at);
    }
    put(out, size, "\n");
}

/* A loop, with branches forward. Three of four have few of them, and runs of vector instructions.
 */
static unsigned add_program(struct harness *h, struct harness_random *random, const char *target,
                            unsigned lanes, unsigned number)
{
    static const char *const branches[] = {"scc0", "scc1", "vccz", "vccnz", "execz", "execnz"};
    static char text[1 << 14];
    unsigned skipped = 0, labels = 0;
    text[0] = '\0';
    put(text, sizeof text, "s_movk_i32 s%d, %d\n.Lp%u_loop:\n", S_LOOP, ROUNDS, number);
    for (unsigned i = 0; i < LENGTH; i++) {
        bool has_runs = number % 4 && random_bits(random) % 16 != 0;
        enum runs runs = !has_runs ? NO_RUNS : number % 4 == 2 ? RUNS_OF_DOUBLES : RUNS_OF_WORDS;
        put_instruction(random, target, lanes, runs, text, sizeof text);
        if (!skipped && random_bits(random) % (has_runs ? 32 : 8) == 0) {
            put(text, sizeof text, "s_cbranch_%s .Lp%u_%u\n", CHOOSE(random, branches), number,
                labels);
            skipped = 3;
        } else if (skipped && --skipped == 0) {
            put(text, sizeof text, ".Lp%u_%u:\n", number, labels++);
        }
    }
    if (skipped)
        put(text, sizeof text, ".Lp%u_%u:\n", number, labels);
    put(text, sizeof text, "s_sub_u32 s%d, s%d, 1\ns_cmp_lg_u32 s%d, 0\ns_cbranch_scc1 .Lp%u_loop",
        S_LOOP, S_LOOP, S_LOOP, number);
    return harness_add(h, "%s", text);
}

/* Straight code with more numbers, and more that may have to be interpreted, than a block takes. */
static void add_long_program(struct harness *h)
{
    static char text[1 << 16];
    text[0] = '\0';
    for (unsigned i = 0; i < 1000; i++)
        put(text, sizeof text, "v_add_f32_e32 v%u, 0x%x, v%u\n", i % VECTORS, 0x3f800001 + i,
            i * 7 % VECTORS);
    for (unsigned i = 0; i < 200; i++)
        put(text, sizeof text, "global_load_dword v%u, v[22:23], off offset:%u\n", i % VECTORS,
            i % 16 * 4);
    harness_add(h, "%s", text);
}

/* Bytes and halves of every place in a word, each lane another one: in whole waves these are taken
 * out of words that are loaded together. */
static void add_byte_program(struct harness *h)
{
    harness_add(h, "s_movk_i32 s38, 4\n.Lbytes:\nglobal_load_ubyte v50, v27, s[40:41]\n"
                   "global_load_ubyte v51, v27, s[40:41] offset:1\n"
                   "global_load_ubyte v52, v27, s[40:41] offset:2\n"
                   "global_load_sbyte v53, v27, s[40:41] offset:3\n"
                   "global_load_sbyte v54, v27, s[40:41] offset:6\n"
                   "global_load_ushort v55, v27, s[40:41] offset:2\n"
                   "global_load_sshort v56, v27, s[40:41] offset:4\n"
                   "global_load_ubyte v57, v[24:25], off offset:1\n"
                   "global_load_sbyte v58, v[24:25], off offset:3\ns_waitcnt vmcnt(0)\n"
                   "s_sub_u32 s38, s38, 1\ns_cmp_lg_u32 s38, 0\ns_cbranch_scc1 .Lbytes");
}

/* Ops whose results are often NaNs: code for them is made a second time. */
static void add_nan_program(struct harness *h)
{
    harness_add(
        h, "s_movk_i32 s38, 4\n.Lnans:\nv_add_f32_e64 v40, v0, v1\nv_sub_f32_e64 v41, v2, -v3\n"
           "v_mul_f32_e64 v42, v4, |v5|\nv_fma_f32 v43, v0, -v3, v5\n"
           "v_fma_f32 v44, v1, v2, s3\nv_rcp_f32_e32 v45, v1\n"
           "s_mov_b64 vcc, 0\nv_div_fmas_f32 v46, v2, v4, v0\n"
           "v_add_f64 v[48:49], v[12:13], v[14:15]\n"
           "v_mul_f64 v[50:51], v[14:15], -v[16:17]\n"
           "v_fma_f64 v[52:53], v[12:13], v[16:17], v[18:19]\n"
           "v_rcp_f64_e32 v[54:55], v[12:13]\n"
           "v_div_fmas_f64 v[56:57], v[18:19], v[12:13], v[14:15]\n"
           "s_mov_b32 vcc_lo, s6\n"
           "v_div_fmas_f64 v[58:59], v[18:19], v[12:13], v[14:15]\n"
           "v_div_fmas_f32 v47, v2, v4, v0\n"
           "s_sub_u32 s38, s38, 1\ns_cmp_lg_u32 s38, 0\ns_cbranch_scc1 .Lnans");
}

struct quotient {
    const char *below, *above, *one, *other; /* |one|: 1.0, or what a division does not have there;
                                                |other|: an op between the division's */
};

/* A division, as compilers write it. */
static void put_division(char *out, size_t size, unsigned lanes, const struct quotient *q,
                         unsigned to)
{
    const char *vcc = lanes == 64 ? "vcc" : "vcc_lo", *mask = lanes == 64 ? "s[12:13]" : "s12";
    put(out, size, "v_div_scale_f32 v50, %s, %s, %s, %s\nv_rcp_f32_e32 v51, v50\n", mask, q->below,
        q->below, q->above);
    put(out, size, "v_div_scale_f32 v52, %s, %s, %s, %s\nv_fma_f32 v53, -v50, v51, %s\n", vcc,
        q->above, q->below, q->above, q->one);
    put(out, size, "v_fmac_f32_e32 v51, v53, v51\nv_mul_f32_e32 v53, v52, v51\n");
    put(out, size, "v_fma_f32 v54, -v50, v53, v52\n%s\nv_fmac_f32_e32 v53, v54, v51\n", q->other);
    put(out, size, "v_fma_f32 v50, -v50, v53, v52\nv_div_fmas_f32 v50, v50, v51, v53\n");
    put(out, size, "v_div_fixup_f32 v%u, v50, %s, %s\n", to, q->below, q->above);
}

/* The same of doubles. */
static void put_wide_division(char *out, size_t size, unsigned lanes, const char *above,
                              const char *below, const char *one)
{
    const char *vcc = lanes == 64 ? "vcc" : "vcc_lo", *mask = lanes == 64 ? "s[12:13]" : "s12";
    put(out, size, "v_div_scale_f64 v[64:65], %s, %s, %s, %s\nv_rcp_f64_e32 v[66:67], v[64:65]\n",
        mask, below, below, above);
    for (unsigned i = 0; i < 2; i++)
        put(out, size,
            "v_fma_f64 v[68:69], -v[64:65], v[66:67], %s\n"
            "v_fma_f64 v[66:67], v[66:67], v[68:69], v[66:67]\n",
            one);
    put(out, size, "v_div_scale_f64 v[68:69], %s, %s, %s, %s\n", vcc, above, below, above);
    put(out, size,
        "v_mul_f64 v[70:71], v[68:69], v[66:67]\n"
        "v_fma_f64 v[64:65], -v[64:65], v[70:71], v[68:69]\n"
        "v_div_fmas_f64 v[64:65], v[64:65], v[66:67], v[70:71]\n");
    put(out, size, "v_div_fixup_f64 v[76:77], v[64:65], %s, %s\n", below, above);
    put(out, size,
        "v_xor_b32_e32 v78, v78, v76\nv_xor_b32_e32 v79, v79, v77\n"
        "v_xor_b32_e32 v80, v80, v69\nv_xor_b32_e32 v80, v80, v64\n"
        "s_xor_b32 s4, s4, s12\ns_xor_b32 s5, s5, vcc_lo\n");
}

/* Divisions of small numbers, often 0, and of any, with what may not be between their ops: NaNs, a
 * result that nothing reads, and what reads or writes their masks. */
static void add_division_program(struct harness *h, unsigned lanes, unsigned number)
{
    static const char *const others[] = {"",
                                         "v_add_f32_e32 v55, v0, v1",
                                         "v_fma_f32 v62, v2, 0, v50",
                                         "v_mov_b32_e32 v52, v5",
                                         "s_mov_b32 s1, s12",
                                         "v_cmp_lt_f32_e32 %s, v0, v1",
                                         "v_cndmask_b32_e32 v63, v0, v1, %s",
                                         "v_mul_f32_e32 v42, v54, v53"};
    static char text[1 << 16];
    char other[64];
    text[0] = '\0';
    put(text, sizeof text, "s_movk_i32 s38, 4\n.Ldivisions%u:\n", number);
    for (unsigned i = 42; i < 44; i++)
        put(text, sizeof text, "v_and_b32_e32 v%u, %u, v%u\nv_cvt_f32_u32_e32 v%u, v%u\n", i,
            i == 43 ? 255 : 3, i - 42, i, i);
    put(text, sizeof text, "v_add_f32_e32 v43, 1.0, v43\n");
    put(text, sizeof text, "v_cvt_f64_f32_e32 v[72:73], v42\nv_cvt_f64_f32_e32 v[74:75], v43\n");
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
        snprintf(other, sizeof other, others[i], lanes == 64 ? "vcc" : "vcc_lo");
        const struct quotient quotients[] = {{"v43", "v42", "1.0", number % 2 ? other : ""},
                                             {"v43", "1.0", "v2", other},
                                             {"v1", "v0", "1.0", other}};
        put_division(text, sizeof text, lanes, &quotients[0], 57);
        put(text, sizeof text, "s_xor_b32 s6, s6, s12\ns_xor_b32 s7, s7, vcc_lo\n");
        put_division(text, sizeof text, lanes, &quotients[number], 58);
        put_wide_division(text, sizeof text, lanes, i % 2 ? "v[72:73]" : "1.0", "v[74:75]",
                          number == 1 && i % 3 ? "v[16:17]" : "1.0");
        put_wide_division(text, sizeof text, lanes, "v[12:13]", "v[14:15]", "1.0");
        put(text, sizeof text,
            "v_xor_b32_e32 v60, v60, v5%u\nv_xor_b32_e32 v61, v61, v58\nv_xor_b32_e32 v60, v60, "
            "v57\n",
            i % 5);
        put(text, sizeof text, "s_xor_b32 s4, s4, s12\ns_xor_b32 s5, s5, vcc_lo\n");
    }
    put(text, sizeof text,
        "s_sub_u32 s38, s38, 1\ns_cmp_lg_u32 s38, 0\ns_cbranch_scc1 .Ldivisions%u", number);
    harness_add(h, "%s", text);
}

/* Short divisions, so that two of them fit into a run: of a few numbers v42, often 0, by v43, which
 * are doubles in v[72:73] and v[74:75]. $c is VCC, $m and $n are the masks in s12 and s14. v58 and
 * v59 are infinite: v_fma with both gives NaNs. */
#define SCALE           "v_div_scale_f32 v50, $m, v43, v43, v42\n"
#define SCALE_ELSEWHERE "v_div_scale_f32 v50, $n, v43, v43, v42\n"
#define SCALE_BY_NUMBER(MASK)                                                                      \
    "v_div_scale_f32 v50, " MASK ", s12, s12, v42\nv_rcp_f32_e32 v51, v50\n"
#define SCALE_ABOVE(MASK) "v_rcp_f32_e32 v51, v50\nv_div_scale_f32 v52, " MASK ", v42, v43, v42\n"
#define MULTIPLY_ADD      "v_div_fmas_f32 v53, v52, v51, v50\n"
#define COMPARE           "v_cmp_lt_f32_e32 $c, v42, v43\n"
#define NANS              "v_fma_f32 v54, v50, v58, v59\nv_mul_f32_e32 v55, v54, v43\n"
#define FIXUP(Q)          "v_div_fixup_f32 v57, " Q ", v43, v42\n"
#define BY_RECIPROCAL     "v_rcp_f32_e32 v51, v50\n" FIXUP("v51")
#define SCALE_WIDE(MASK)  "v_div_scale_f64 v[64:65], " MASK ", v[74:75], v[74:75], v[72:73]\n"
#define FIXUP_WIDE        "v_div_fixup_f64 v[76:77], v[70:71], v[74:75], v[72:73]\n"
#define ADD_MASK          "v_add_f32_e32 v56, s12, v42\n"
#define ADD_MASK_WIDE     "v_add_f64 v[66:67], s[12:13], v[74:75]\n"

static const struct form short_divisions[] = {
    /* A number that the first reads is a mask of the second, */
    {SCALE_BY_NUMBER("$n") "v_div_fixup_f32 v56, v51, s12, v42\n" SCALE BY_RECIPROCAL, ON_EVERY},
    {"v_div_scale_f64 v[64:65], $n, s[12:13], s[12:13], v[72:73]\n"
     "v_rcp_f64_e32 v[66:67], v[64:65]\n"
     "v_div_fixup_f64 v[68:69], v[66:67], s[12:13], v[72:73]\n" SCALE_WIDE(
         "$m") "v_rcp_f64_e32 v[70:71], v[64:65]\n" FIXUP_WIDE,
     ON_EVERY},
    /* or the reverse, where the first scales some lanes. */
    {"v_div_scale_f32 v50, $m, v0, v0, v1\nv_rcp_f32_e32 v51, v50\n"
     "v_div_fixup_f32 v57, v51, v0, v1\n" SCALE_BY_NUMBER(
         "$n") "v_div_fixup_f32 v56, v51, s12, v42\n",
     ON_EVERY},
    /* It is a mask of the same division, */
    {SCALE_BY_NUMBER("$m") "v_div_fixup_f32 v57, v51, s12, v42\n", ON_EVERY},
    {SCALE_ELSEWHERE "v_fma_f32 v53, v50, v50, s12\n" SCALE_ABOVE(
         "$m") "v_fma_f32 v54, v53, v51, v52\n" FIXUP("v54"),
     ON_EVERY},
    /* and another op reads it: between the division's, or before. */
    {SCALE_ELSEWHERE ADD_MASK SCALE_ABOVE("$m") "v_mul_f32_e32 v53, v51, v52\n" FIXUP("v53"),
     ON_EVERY},
    {ADD_MASK SCALE BY_RECIPROCAL, ON_EVERY},
    {SCALE_WIDE("$n") ADD_MASK_WIDE "v_div_scale_f64 v[68:69], $m, v[72:73], v[74:75], v[72:73]\n"
                                    "v_mul_f64 v[70:71], v[64:65], v[68:69]\n" FIXUP_WIDE,
     ON_EVERY},
    {ADD_MASK_WIDE SCALE_WIDE("$m") "v_rcp_f64_e32 v[70:71], v[64:65]\n" FIXUP_WIDE, ON_EVERY},
    /* Another op writes the mask: before, between, or behind v_div_fmas, and then the division. */
    {COMPARE
     "v_cndmask_b32_e32 v55, v0, v1, $c\nv_div_scale_f32 v50, $c, v43, v43, v42\n" BY_RECIPROCAL,
     ON_EVERY},
    {"v_div_scale_f32 v50, $c, v43, v43, v42\n" COMPARE BY_RECIPROCAL, ON_EVERY},
    {SCALE SCALE_ABOVE("$c") MULTIPLY_ADD COMPARE
     "v_cndmask_b32_e32 v55, v0, v1, $c\n" FIXUP("v53"),
     ON_EVERY},
    {SCALE SCALE_ABOVE("$c") MULTIPLY_ADD COMPARE "v_div_scale_f32 v54, $c, v43, v43, v42\n"
                                                  "v_mul_f32_e32 v55, v53, v54\n" FIXUP("v55"),
     ON_EVERY},
    /* v_div_fmas reads another mask, or there are two. */
    {SCALE SCALE_ABOVE("$n") MULTIPLY_ADD FIXUP("v53"), ON_EVERY},
    {SCALE SCALE_ABOVE("$c") MULTIPLY_ADD COMPARE
     "v_div_fmas_f32 v54, v53, v51, v50\n" FIXUP("v54"),
     ON_EVERY},
    /* NaNs are not in q: nothing reads them, or what does is written again, */
    {SCALE NANS BY_RECIPROCAL, ON_EVERY},
    {SCALE NANS "v_mov_b32_e32 v55, v43\n" BY_RECIPROCAL, ON_EVERY},
    {SCALE NANS "v_mul_f32_e32 v55, v50, v50\n" FIXUP("v55"), ON_EVERY},
    {SCALE NANS "v_mov_b32_e32 v55, v43\nv_mul_f32_e32 v53, v55, v42\n" FIXUP("v53"), ON_EVERY},
    /* or reads a part. */
    {SCALE "v_fma_f32 v54, v50, v58, v59\n"
           "v_mul_f32_sdwa v55, v54, v43 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 "
           "src1_sel:DWORD\n" FIXUP("v55"),
     ON_9 | ON_10},
};

/* |text| with the names of the masks. */
static void put_masks(char *out, size_t size, unsigned lanes, const char *text)
{
    const char *vcc = lanes == 64 ? "vcc" : "vcc_lo", *m = lanes == 64 ? "s[12:13]" : "s12",
               *n = lanes == 64 ? "s[14:15]" : "s14";
    for (; *text; text++) {
        if (*text != '$') {
            put(out, size, "%c", *text);
            continue;
        }
        text++;
        put(out, size, "%s", *text == 'c' ? vcc : *text == 'm' ? m : n);
    }
}

/* All results of each, and its masks, are in v60 and scalar registers at the end. */
static void add_short_divisions(struct harness *h, const char *target, unsigned lanes)
{
    static const uint8_t results[] = {50, 51, 52, 53, 54, 55, 56, 57, 64,
                                      65, 66, 67, 68, 69, 70, 71, 76, 77};
    static char text[1 << 16];
    text[0] = '\0';
    put(text, sizeof text,
        "s_movk_i32 s38, 4\n.Lshort:\nv_and_b32_e32 v42, 3, v0\nv_cvt_f32_u32_e32 v42, v42\n"
        "v_and_b32_e32 v43, 255, v1\nv_cvt_f32_u32_e32 v43, v43\nv_add_f32_e32 v43, 1.0, v43\n"
        "v_cvt_f64_f32_e32 v[72:73], v42\nv_cvt_f64_f32_e32 v[74:75], v43\n"
        "v_mov_b32_e32 v58, 0x7f800000\nv_mov_b32_e32 v59, 0xff800000\n");
    for (unsigned i = 0; i < sizeof short_divisions / sizeof short_divisions[0]; i++) {
        if (!(short_divisions[i].on & family(target)))
            continue;
        put(text, sizeof text,
            "s_mov_b32 s12, 0x40800001\ns_mov_b32 s13, 0x40080000\ns_mov_b32 vcc_lo, s6\n");
        put_masks(text, sizeof text, lanes, short_divisions[i].text);
        put(text, sizeof text,
            "s_xor_b32 s4, s4, s12\ns_xor_b32 s5, s5, vcc_lo\ns_xor_b32 s7, s7, s14\n");
        for (unsigned k = 0; k < sizeof results / sizeof results[0]; k++)
            put(text, sizeof text, "v_xor_b32_e32 v60, v60, v%u\nv_alignbit_b32 v60, v60, v60, 5\n",
                results[k]);
    }
    put(text, sizeof text, "s_sub_u32 s38, s38, 1\ns_cmp_lg_u32 s38, 0\ns_cbranch_scc1 .Lshort");
    harness_add(h, "%s", text);
}

/* Ops that read what a run leaves in v49 or v50, which are then written anew; */
static const struct form readers[] = {
    {"ds_write_b32 v20, v50\nds_read_b32 v51, v20", ON_EVERY},
    {"ds_write2_b32 v20, v0, v50 offset1:1\nds_read2_b32 v[52:53], v20 offset1:1", ON_EVERY},
    {"ds_write_b64 v28, v[48:49]\nds_read_b32 v51, v28 offset:4", ON_EVERY},
    {"ds_add_rtn_u32 v51, v20, v50\nds_read_b32 v52, v20", ON_EVERY},
    {"ds_bpermute_b32 v51, v20, v50", ON_EVERY},
    {"global_store_dword v[22:23], v50, off\nglobal_load_dword v51, v[22:23], off", ON_EVERY},
    {"global_store_short_d16_hi v[22:23], v50, off\nglobal_load_dword v51, v[22:23], off",
     ON_EVERY},
    {"v_readlane_b32 s12, v50, 3\nv_mov_b32_e32 v51, s12", ON_EVERY},
    {"v_readfirstlane_b32 s12, v50\nv_mov_b32_e32 v51, s12", ON_EVERY},
    {"v_mov_b32_dpp v51, v50 row_shr:1 row_mask:0xf bank_mask:0xf", ON_EVERY},
    {"v_cvt_f64_i32_e32 v[50:51], v50", ON_EVERY},
    {"v_lshrrev_b64 v[52:53], 5, v[48:49]", ON_EVERY},
    {"v_swap_b32 v50, v51", ON_EVERY},
    {"v_fmac_f32_e32 v50, v0, v1\nv_mov_b32_e32 v51, v50", ON_EVERY},
};

/* and those that write a part of v50. */
static const struct form changers[] = {
    {"ds_read_u16_d16 v50, v20", ON_EVERY},
    {"ds_read_u8_d16_hi v50, v20", ON_EVERY},
    {"global_load_short_d16 v50, v[22:23], off", ON_EVERY},
    {"global_load_ubyte_d16_hi v50, v[22:23], off", ON_EVERY},
    {"v_writelane_b32 v50, s12, 3", ON_EVERY},
    {"v_mov_b32_dpp v50, v51 row_shr:1 row_mask:0x5 bank_mask:0xf", ON_EVERY},
    {"v_mov_b32_sdwa v50, v51 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD",
     ON_9 | ON_10},
    {"v_fma_mixlo_f16 v50, v0, v1, v2", ON_EVERY},
    {"v_fma_mixhi_f16 v50, v0, v1, v2", ON_EVERY},
};

/* A run, such an op, and what it leaves. */
static void put_kept(char *out, size_t size, const char *text, const char *behind)
{
    put(out, size,
        "v_xor_b32_e32 v49, v0, v60\nv_add3_u32 v50, v49, v1, v2\nv_or_b32_e32 v53, v50, v49\n"
        "%s\ns_waitcnt vmcnt(0) lgkmcnt(0)\n%s",
        text, behind);
    for (unsigned k = 50; k < 54; k++)
        put(out, size, "v_xor_b32_e32 v60, v60, v%u\nv_alignbit_b32 v60, v60, v60, 5\n", k);
}

static void add_kept_values(struct harness *h, const char *target)
{
    static char text[1 << 14];
    text[0] = '\0';
    put(text, sizeof text, "s_movk_i32 s38, 4\n.Lkept:\nv_mov_b32_e32 v51, v4\n");
    for (unsigned i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        if (readers[i].on & family(target))
            put_kept(text, sizeof text, readers[i].text,
                     "v_mov_b32_e32 v50, v3\nv_mov_b32_e32 v49, v3\n");
    }
    for (unsigned i = 0; i < sizeof changers / sizeof changers[0]; i++) {
        if (changers[i].on & family(target))
            put_kept(text, sizeof text, changers[i].text, "");
    }
    put(text, sizeof text, "s_sub_u32 s38, s38, 1\ns_cmp_lg_u32 s38, 0\ns_cbranch_scc1 .Lkept");
    harness_add(h, "%s", text);
}

/* Runs of 1 to 16 values and then two words and a carry in place of others, for which the registers
 * of some do not suffice; and runs with one result that may be NaN, which is the first. */
static void add_full_runs(struct harness *h, const char *target, unsigned lanes)
{
    enum { MOST = 16, VALUES = 100 };
    static const char *const nans[] = {"v_add_f32_e32 v50, v58, v59", "v_sub_f32_e32 v50, v58, v58",
                                       "v_mul_f32_e32 v50, 0, v58", "v_fma_f32 v50, v58, 1.0, v59"};
    const char *add = family(target) == ON_9 ? "v_addc_co_u32_e32" : "v_add_co_ci_u32_e32";
    static char text[1 << 15];
    text[0] = '\0';
    put(text, sizeof text,
        "s_movk_i32 s38, 4\n.Lfull:\nv_mov_b32_e32 v58, 0x7f800000\n"
        "v_mov_b32_e32 v59, 0xff800000\n");
    for (unsigned count = 1; count <= MOST; count++) {
        put_masks(text, sizeof text, lanes,
                  "v_xor_b32_e32 v50, v0, v60\nv_xor_b32_e32 v51, v1, v60\n"
                  "v_cmp_lt_i32_e32 $c, v50, v51\n");
        for (unsigned i = 0; i < count; i++)
            put(text, sizeof text, "v_xor_b32_e32 v%u, v%u, v60\n", VALUES + i, i % 8);
        put_masks(text, sizeof text, lanes, "v_mad_u64_u32 v[50:51], $c, v100, v60, v[12:13]\n");
        put(text, sizeof text, "%s", add);
        put_masks(text, sizeof text, lanes, " v52, $c, v50, v51, $c\ns_nop 0\ns_mov_b32 s12, s6\n");
        for (unsigned i = 0; i < count + 3; i++)
            put(text, sizeof text, "v_xor_b32_e32 v60, v60, v%u\nv_alignbit_b32 v60, v60, v60, 5\n",
                i < count ? VALUES + i : 50 + i - count);
    }
    for (unsigned i = 0; i < sizeof nans / sizeof nans[0]; i++)
        put(text, sizeof text,
            "s_mov_b32 s12, s6\n%s\nv_xor_b32_e32 v51, v50, v0\nv_and_b32_e32 v52, v50, v51\n"
            "v_or_b32_e32 v53, v51, v52\ns_mov_b32 s12, s6\nv_xor_b32_e32 v60, v60, v50\n"
            "v_alignbit_b32 v60, v60, v53, 5\n",
            nans[i]);
    put(text, sizeof text, "s_sub_u32 s38, s38, 1\ns_cmp_lg_u32 s38, 0\ns_cbranch_scc1 .Lfull");
    harness_add(h, "%s", text);
}

/* An if and else, and a loop that each lane leaves after a number of rounds of its own: behind each
 * change of EXEC is a branch that depends on it. The lanes that are active in the end note in v54
 * which ways were taken. */
static void add_divergence(struct harness *h, unsigned lanes)
{
    bool is_64 = lanes == 64;
    const char *bits = is_64 ? "b64" : "b32", *exec = is_64 ? "exec" : "exec_lo";
    const char *vcc = is_64 ? "vcc" : "vcc_lo", *all = is_64 ? "s[8:9]" : "s8";
    static char text[1 << 12];
    text[0] = '\0';
    put(text, sizeof text,
        "s_movk_i32 s38, 6\n.Ldiverges:\nv_xor_b32_e32 v53, s38, v0\nv_and_b32_e32 v50, 31, v53\n"
        "s_mov_b32 s10, s38\nv_cmp_gt_u32_e32 %s, 9, v50\n"
        "s_and_saveexec_%s %s, %s\ns_cbranch_execz .Lnone\n"
        "v_xor_b32_e32 v51, v1, v53\ns_or_b32 s10, s10, 16\n.Lnone:\n",
        vcc, bits, all, vcc);
    put(text, sizeof text,
        "s_xor_%s %s, %s, %s\ns_cbranch_execnz .Lelse\ns_or_b32 s10, s10, 32\ns_branch .Lboth\n"
        ".Lelse:\nv_xor_b32_e32 v51, v2, v53\ns_or_b32 s10, s10, 64\n.Lboth:\n"
        "s_mov_%s %s, %s\n.Lrounds:\n",
        bits, exec, exec, all, bits, exec, all);
    put(text, sizeof text,
        "v_lshrrev_b32_e32 v50, 1, v50\nv_alignbit_b32 v52, v52, v51, 3\n"
        "s_lshl_b32 s10, s10, 1\nv_cmp_ne_u32_e32 %s, 0, v50\n"
        "s_and_%s %s, %s, %s\ns_cbranch_execnz .Lrounds\ns_mov_%s %s, %s\n"
        "v_xor_b32_e32 v54, s10, v54\nv_alignbit_b32 v54, v54, v52, 7\n"
        "s_sub_u32 s38, s38, 1\ns_cmp_lg_u32 s38, 0\ns_cbranch_scc1 .Ldiverges",
        vcc, bits, exec, exec, vcc, bits, exec, all);
    harness_add(h, "%s", text);
}

/* ---- States ---------------------------------------------------------------------------------- */

struct side { /* interpreter, or generated code */
    struct harness *harness;
    uint8_t *buffer;
    uint64_t *pointer; /* what s[40:41] are; BUFFER bytes */
    struct harness_state state;
    unsigned lanes;
    bool has_ended;
    char message[sizeof((struct fault){0}.message)]; /* of its fault */
};

/* An offset into the buffer: mostly inside for all accesses; else near its end, or its beginning.
 */
static uint32_t draw_offset(struct harness_random *random, unsigned run)
{
    uint32_t any = (uint32_t)random_bits(random);
    switch (run % 32) {
    case 4:
    case 21: return BUFFER - 16 - any % 40;
    case 8: return BUFFER - 32 + (any % 32 & ~3u);
    case 12: return 8 + any % 40;
    default: return any % (BUFFER - 64) & ~3u;
    }
}

/* The scalar base is so far below the buffer that a lane's offset has all 32 bits. */
static void lower_base(struct harness_state *state, uint64_t base, unsigned lanes)
{
    const uint32_t by = 0xffffe000;
    state_set_mask(state, S_GLOBAL, base - by);
    for (unsigned i = 0; i < lanes; i++) {
        state->vgpr[V_OFFSET_ROW][i] += by;
        state->vgpr[V_OFFSET_ANY][i] += by;
    }
}

static void draw_state(struct harness_random *random, const struct side *side, unsigned lanes,
                       unsigned run, struct harness_state *state)
{
    uint64_t base = (uint64_t)(uintptr_t)side->buffer;
    random_state(random, side->harness, state);
    if (run % 2)
        state_set_mask(state, SGPR_EXEC, random_exec(random, side->harness, run / 2 + 1));
    if (run % 16 == 10)
        state_set_mask(state, SGPR_EXEC, random_bits(random) % 256);
    if (run % 8 == 7) /* rounding, denormals, DX10_CLAMP, IEEE */
        state->mode = (uint32_t)random_bits(random) & 0x3ff;
    else if (run % 4 == 3)
        state->mode = 0xf0 | ((uint32_t)random_bits(random) & 0x300);
    for (unsigned i = 0; i < lanes; i++) {
        uint32_t any = draw_offset(random, run);
        state->vgpr[V_LDS_ROW][i] = 128 + 4 * i;
        state->vgpr[V_LDS_ANY][i] = any & 256 ? random_32(random) : any;
        if (run % 16 == 4) /* inside with an instruction's offset, in 32 bits */
            state->vgpr[V_LDS_ANY][i] = any % 512 - 1024u;
        state->vgpr[V_OFFSET_ROW][i] = 256 + 4 * i;
        state->vgpr[V_OFFSET_ANY][i] = any;
        state->vgpr[V_ROW_8][i] = 128 + 8 * i;
        state->vgpr[V_ROW_16][i] = 64 + 16 * i;
        state->vgpr[V_GLOBAL_ROW_16][i] = (uint32_t)(base + 16 * i);
        state->vgpr[V_GLOBAL_ROW_16 + 1][i] = (uint32_t)((base + 16 * i) >> 32);
        state->vgpr[V_GLOBAL_ROW][i] = (uint32_t)(base + 512 + 4 * i);
        state->vgpr[V_GLOBAL_ROW + 1][i] = (uint32_t)((base + 512 + 4 * i) >> 32);
        const struct device *device = harness_device(side->harness);
        uint64_t shared = device->shared_aperture, private = device->private_aperture;
        unsigned where = (run % 4 == 1 ? random_bits(random) : run / 4) % 4;
        uint64_t flat = where == 0   ? private + any % (HARNESS_SCRATCH + 16)
                        : where == 1 ? base + any
                                     : shared + any + (any & 512 ? HARNESS_LDS - 1024 : 0);
        flat += run % 16 == 6; /* not aligned */
        if (run % 16 == 8)     /* inside of LDS, or of scratch */
            flat = (run % 32 == 8 && random_bits(random) % 2 ? private : shared) + any % 256;
        state->vgpr[V_FLAT_SAME][i] = 4 * (run % 64);
        state->vgpr[V_FLAT_SAME + 1][i] = (uint32_t)(shared >> 32);
        state->vgpr[V_SCRATCH_SAME][i] = 4 * (run % 64) + (run % 32 == 29);
        state->vgpr[V_SCRATCH_ANY][i] = any % (run % 16 == 9 ? 2048 : 1000) + (run % 32 == 17);
        state->vgpr[V_FLAT_SCRATCH][i] = 4 * (run % 64);
        state->vgpr[V_FLAT_SCRATCH + 1][i] = (uint32_t)(private >> 32);
        state->vgpr[V_FLAT_ANY][i] = (uint32_t)flat;
        state->vgpr[V_FLAT_ANY + 1][i] = (uint32_t)(flat >> 32);
        state->vgpr[V_GLOBAL_ANY][i] = (uint32_t)(base + any);
        state->vgpr[V_GLOBAL_ANY + 1][i] = (uint32_t)((base + any) >> 32);
    }
    if (run % 32 == 13) /* outside of every allocation */
        state->vgpr[V_OFFSET_ANY][random_bits(random) % lanes] = 1u << 30;
    state_set_mask(state, S_GLOBAL, base);
    if (run % 16 == 3)
        lower_base(state, base, lanes);
    state_set_mask(state, S_POINTER, (uint64_t)(uintptr_t)side->pointer);
    state->sgpr[S_OFFSET] = (uint32_t)random_bits(random) % 1024 & ~3u;
    state->sgpr[S_PLACE] = (uint32_t)random_bits(random) % 64 * lanes * (run % 8 ? 4 : 1);
}

/* What differs first; false: nothing does. */
static bool report(const struct side *wanted, const struct side *got, unsigned lanes,
                   unsigned program)
{
    const struct harness_state *a = &wanted->state, *b = &got->state;
    if (wanted->has_ended != got->has_ended) {
        printf("program %u: one ends with a fault: %s%s\n", program,
               wanted->has_ended ? "" : wanted->message, got->has_ended ? "" : got->message);
        return true;
    }
    if (!wanted->has_ended) { /* what the lanes before the one that faults have done is open */
        bool is_same = strcmp(wanted->message, got->message) == 0;
        if (!is_same)
            printf("program %u: another fault: %s\nnot %s\n", program, got->message,
                   wanted->message);
        return !is_same;
    }
    for (unsigned r = 0; r < HARNESS_VGPRS; r++) {
        for (unsigned i = 0; i < lanes; i++) {
            if (a->vgpr[r][i] != b->vgpr[r][i]) {
                printf("program %u: v%u, lane %u: 0x%08" PRIx32 ", not 0x%08" PRIx32 "\n", program,
                       r, i, b->vgpr[r][i], a->vgpr[r][i]);
                return true;
            }
        }
    }
    for (unsigned r = 0; r < SGPR_COUNT; r++) {
        if (a->sgpr[r] != b->sgpr[r]) {
            printf("program %u: scalar %u: 0x%08" PRIx32 ", not 0x%08" PRIx32 "\n", program, r,
                   b->sgpr[r], a->sgpr[r]);
            return true;
        }
    }
    if (a->scc != b->scc || a->mode != b->mode) {
        printf("program %u: SCC or MODE\n", program);
        return true;
    }
    if (memcmp(wanted->buffer, got->buffer, BUFFER) != 0 ||
        memcmp(harness_lds(wanted->harness), harness_lds(got->harness), HARNESS_LDS) != 0 ||
        memcmp(harness_scratch(wanted->harness), harness_scratch(got->harness),
               (size_t)HARNESS_SCRATCH * lanes) != 0 ||
        memcmp(a->agpr, b->agpr, sizeof a->agpr) != 0) {
        printf("program %u: memory, LDS, scratch, or accumulation registers\n", program);
        return true;
    }
    return false;
}

/* The buffer that a kernel gets for its scratch; of others, its records are the addresses' end. */
static void put_scratch_buffer(struct side *side, bool is_other)
{
    uint64_t base = (uint64_t)(uintptr_t)harness_scratch(side->harness);
    bool is_gfx11 = harness_device(side->harness)->generation >= GENERATION_GFX11;
    uint32_t *buffer = &side->state.sgpr[S_BUFFER];
    buffer[0] = (uint32_t)base;
    buffer[1] = (uint32_t)(base >> 32) | (is_gfx11 ? 1u << 30 : 1u << 31);
    buffer[2] = HARNESS_SCRATCH * side->lanes;
    buffer[3] = (side->lanes == 64 ? 3u : 2u) << 21 | 1u << 23;
    if (is_other) { /* as it is in memory */
        state_set_mask(&side->state, S_BUFFER, (uint64_t)(uintptr_t)side->buffer);
        buffer[2] = BUFFER;
        buffer[3] = 0;
    }
}

/* Both sides begin from the same: but for addresses, which are the same when the buffer is. */
static void run(struct side *side, unsigned id, const struct harness_state *from,
                const uint8_t *bytes)
{
    side->state = *from;
    memcpy(side->buffer, bytes, BUFFER);
    memset(side->pointer, 0, BUFFER);
    *side->pointer = state_mask(from, S_GLOBAL);
    memset(harness_lds(side->harness), 0, HARNESS_LDS);
    memset(harness_scratch(side->harness), 0x55, (size_t)HARNESS_SCRATCH * side->lanes);
    put_scratch_buffer(side, from->sgpr[S_PLACE] % 256 == 128);
    side->has_ended = harness_run(side->harness, id, &side->state);
    memset(&side->state.sgpr[S_BUFFER], 0, 4 * sizeof side->state.sgpr[0]);
    if (!side->has_ended)
        memcpy(side->message, harness_fault(side->harness)->message, sizeof side->message);
}

static char code_setting[8]; /* HIPEMU_JIT of those that become code */

static void open_side(struct side *side, const char *target, unsigned lanes, uint64_t seed,
                      const char *setting)
{
    struct harness_random random = {seed};
    setenv("HIPEMU_JIT", setting, 1);
    side->lanes = lanes;
    side->harness = harness_open(target, lanes);
    for (unsigned i = 0; i < PROGRAMS; i++)
        add_program(side->harness, &random, target, lanes, i);
    add_long_program(side->harness);
    add_nan_program(side->harness);
    add_byte_program(side->harness);
    for (unsigned i = 0; i < DIVISIONS; i++)
        add_division_program(side->harness, side->lanes, i);
    add_short_divisions(side->harness, target, lanes);
    add_kept_values(side->harness, target);
    add_full_runs(side->harness, target, lanes);
    add_divergence(side->harness, lanes);
    harness_assemble(side->harness);
}

/* Returns the number of programs that differ. */
static unsigned compare(const char *target, unsigned lanes, uint64_t seed, unsigned runs,
                        unsigned *generated)
{
    struct side interpreted = {0}, compiled = {0};
    struct harness_random random = {seed ^ lanes};
    uint8_t bytes[BUFFER];
    struct harness_state *state = calloc(1, sizeof *state);
    unsigned failures = 0;
    if (!state)
        exit(1);
    open_side(&interpreted, target, lanes, seed, "0");
    open_side(&compiled, target, lanes, seed, code_setting);
    struct device *device = harness_device(compiled.harness);
    interpreted.buffer = compiled.buffer =
        space_allocate(device, MEMORY_DEVICE, BUFFER, 256, 0, "test", false);
    interpreted.pointer = compiled.pointer =
        space_allocate(device, MEMORY_DEVICE, BUFFER, 256, 0, "test", false);
    uint8_t *after = malloc(BUFFER);
    for (unsigned i = 0; i < PROGRAMS + FIXED; i++) {
        bool differs = false, has_code = false; /* at any time: it may be made again */
        for (unsigned n = 0; n < runs && !differs; n++) {
            for (unsigned k = 0; k < BUFFER; k++)
                bytes[k] = (uint8_t)(random_bits(&random) >> 8);
            draw_state(&random, &compiled, lanes, n, state);
            run(&interpreted, i, state, bytes);
            memcpy(after, interpreted.buffer, BUFFER);
            run(&compiled, i, state, bytes);
            struct side wanted = interpreted;
            wanted.buffer = after;
            differs = report(&wanted, &compiled, lanes, i);
            has_code |= harness_has_code(compiled.harness, i);
        }
        if (differs)
            printf("%s, %u lanes, seed %" PRIu64 ":\n%s\n", target, lanes, seed,
                   harness_text(compiled.harness, i));
        failures += differs;
        *generated += has_code;
        failures += harness_has_code(interpreted.harness, i);
    }
    space_free(compiled.buffer);
    space_free(compiled.pointer);
    free(after);
    free(state);
    harness_close(interpreted.harness);
    harness_close(compiled.harness);
    return failures;
}

/* ---- Memory that is freed -------------------------------------------------------------------- */

static const char *const accesses[] = {
    "global_load_dword v0, v[22:23], off",  "global_load_dword v0, v[24:25], off",
    "global_store_dword v[24:25], v1, off", "global_load_ubyte v0, v27, s[40:41]",
    "global_store_short v27, v1, s[40:41]", "global_atomic_add v27, v1, s[40:41]",
    "flat_load_dword v0, v[24:25]",         "flat_store_dword v[22:23], v1",
    "s_load_dword s0, s[40:41], 0x0",
};

/* Of each access, with all lanes, a few, and others, how many do not end as they should. */
static unsigned run_accesses(struct side *side, const struct harness_state *from, bool should_end)
{
    static const uint64_t lanes[] = {UINT64_MAX, 0x55, 0xff00ff01ff00ff01};
    const uint64_t all = UINT64_MAX >> (LANES_MAX - side->lanes);
    unsigned failures = 0;
    for (unsigned i = 0; i < sizeof accesses / sizeof accesses[0]; i++) {
        for (unsigned k = 0; k < sizeof lanes / sizeof lanes[0]; k++) {
            side->state = *from;
            state_set_mask(&side->state, SGPR_EXEC, lanes[k] & all);
            if (harness_run(side->harness, i, &side->state) == should_end)
                continue;
            printf("'%s', EXEC 0x%" PRIx64 ": %s\n", accesses[i], lanes[k] & all,
                   should_end ? "it faults" : "it ends, and the memory was freed");
            failures++;
        }
    }
    return failures;
}

/* Generated code keeps the allocations that it found, until one is freed. */
static unsigned access_freed(const char *target, unsigned lanes)
{
    struct side side = {.lanes = lanes};
    struct harness_random random = {lanes};
    static struct harness_state state;
    unsigned failures = 0;
    side.harness = harness_open(target, lanes);
    for (unsigned i = 0; i < sizeof accesses / sizeof accesses[0]; i++)
        harness_add(side.harness, "%s", accesses[i]);
    harness_assemble(side.harness);
    side.buffer =
        space_allocate(harness_device(side.harness), MEMORY_DEVICE, BUFFER, 256, 0, "test", false);
    draw_state(&random, &side, lanes, 0, &state);
    for (unsigned i = 0; i < 4; i++) /* they become code */
        failures += run_accesses(&side, &state, true);
    for (unsigned i = 0; i < sizeof accesses / sizeof accesses[0]; i++)
        failures += !harness_has_code(side.harness, i);
    space_free(side.buffer);
    failures += run_accesses(&side, &state, false);
    harness_close(side.harness);
    return failures;
}

int main(int argc, char **argv)
{
    enum { RUNS = 80, LONG = 10000000 }; /* instructions, of which a part is jumped over */
    const char *target = argc > 1 ? argv[1] : "gfx1100";
    bool is_long = (argc > 2 && strcmp(argv[2], "--long") == 0) || harness_runs(1) > 1;
    const char *setting = getenv("HIPEMU_JIT");
    unsigned failures = 0, programs = 0, generated = 0;
    snprintf(code_setting, sizeof code_setting, "%s", setting ? setting : "1");
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
        printf("skipped: code is generated for processors with AVX2 and FMA\n");
        return HARNESS_SKIPPED;
    }
    if (harness_lacks_avx512(setting))
        return HARNESS_SKIPPED;
    unsigned wanted = is_long ? LONG / (RUNS * LENGTH * ROUNDS) : 1;
    for (uint64_t seed = 1; programs < wanted; seed++) {
        for (unsigned lanes = family(target) == ON_9 ? 64 : 32; lanes <= 64; lanes += 32) {
            failures += compare(target, lanes, seed, RUNS, &generated);
            programs += PROGRAMS + FIXED;
        }
    }
    failures += access_freed(target, 64);
    if (generated != programs)
        printf("%u of %u programs became code\n", generated, programs);
    printf("%u programs of %d instructions, %d times: %u differ\n", programs, LENGTH * ROUNDS, RUNS,
           failures);
    return failures > 0 || generated != programs;
}
