/* Bits: logic, shifts, fields, counts, and moves of whole registers. See the RDNA3 ISA document,
 * "Vector ALU Instructions". A shift uses only the lower bits of its amount: five for a shift of 32
 * bits, six for 64.
 */
#include "drivers.h"
#include "lanes.h"
#include "saturate.h"
#include "tables.h"

/* ---- Logic and moves ------------------------------------------------------------------------- */

#define LANES_B32_2(name, expression) LANES_2(name, uint32_t, uint32_t, uint32_t, expression)
#define LANES_B32_3(name, expression)                                                              \
    LANES_3(name, uint32_t, uint32_t, uint32_t, uint32_t, expression)

LANES_1(mov, uint32_t, uint32_t, a)
LANES_1(mov_64, uint64_t, uint64_t, a)
LANES_1(not_b32, uint32_t, uint32_t, ~a)
LANES_B32_2(and_b32, (a & b))
LANES_B32_2(or_b32, a | b)
LANES_B32_2(xor_b32, a ^ b)
LANES_B32_2(xnor, ~(a ^ b))
LANES_B32_3(and_or, (a & b) | c)
LANES_B32_3(or3, a | b | c)
LANES_B32_3(xor3, a ^ b ^ c)
LANES_B32_3(bfi, (a & b) | (~a & c))
LANES_B32_3(cndmask, (a & ~c) | (b & c))
LANES_B32_2(pack_halves, (a & 0xffff) | b << 16)

/* ---- Shifts ---------------------------------------------------------------------------------- */

LANES_B32_2(lshl, b << (a & 31))
LANES_B32_2(lshr, b >> (a & 31))
LANES_2(ashr, int32_t, uint32_t, int32_t, b >> (a & 31))
LANES_2(lshl_64, uint64_t, uint32_t, uint64_t, b << (a & 63))
LANES_2(lshr_64, uint64_t, uint32_t, uint64_t, b >> (a & 63))
LANES_2(ashr_64, int64_t, uint32_t, int64_t, b >> (a & 63))
LANES_B32_3(lshl_or, a << (b & 31) | c)
LANES_B32_3(alignbit, ((uint64_t)a << 32 | b) >> (c & 31))
LANES_B32_3(alignbyte, ((uint64_t)a << 32 | b) >> (c & 3) * 8)

/* ---- Bit fields, and counts of bits and lanes ------------------------------------------------ */

#define FIELD(width) ((1u << ((width)&31)) - 1)
/* Sign-extends |v|, which has |width| bits; |width| may be 0. */
#define EXTEND(v, width) (((v) ^ (FIELD(width) + 1) >> 1) - ((FIELD(width) + 1) >> 1))

LANES_B32_3(bfe_u32, a >> (b & 31) & FIELD(c))
LANES_B32_3(bfe_i32, EXTEND((uint32_t)((int32_t)a >> (b & 31)) & FIELD(c), c))
LANES_B32_2(bfm, FIELD(a) << (b & 31))

static inline uint32_t reverse_bits(uint32_t v)
{
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(v);
}

static inline uint32_t count_bits(uint32_t v)
{
    v -= v >> 1 & 0x55555555;
    v = (v & 0x33333333) + (v >> 2 & 0x33333333);
    return ((v + (v >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
}

/* The functions return a mask of the lanes before lane |i|: of lanes 0 to 31, and of lanes 32 to
 * 63. */
static inline uint32_t lanes_before_low(unsigned i)
{
    return i < 32 ? (1u << i) - 1 : ~0u;
}
static inline uint32_t lanes_before_high(unsigned i)
{
    return i < 32 ? 0 : (1u << (i - 32)) - 1;
}

/* For each bit position, the bits of |a|, |b| and |c| form a number of three bits, |a| highest.
 * Returns the bit of |table| with this number. */
static inline uint32_t truth(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t result = 0;
    for (unsigned row = 0; row < 8; row++) {
        uint32_t here = (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
        result |= table >> row & 1 ? here : 0;
    }
    return result;
}

LANES_B32_3(bitop3, truth(a, b, c, args->op->bitop3))

LANES_1(bfrev, uint32_t, uint32_t, reverse_bits(a))
LANES_B32_2(bcnt, count_bits(a) + b)
LANES_B32_2(mbcnt_lo, count_bits((a & lanes_before_low(i))) + b)
LANES_B32_2(mbcnt_hi, count_bits((a & lanes_before_high(i))) + b)
/* Cores that count leading or trailing zeros, or leading bits that equal the sign. The result is -1
 * if no bit ends the count. */
LANES_1(clz, uint32_t, uint32_t, a ? (uint32_t)__builtin_clz(a) : ~0u)
LANES_1(ctz, uint32_t, uint32_t, a ? (uint32_t)__builtin_ctz(a) : ~0u)
LANES_1(cls, uint32_t, int32_t,
        a ^ a >> 31 ? (uint32_t)__builtin_clz((unsigned)(a ^ a >> 31)) : ~0u)

/* Returns the byte that |selector| names. 0 to 3: a byte of |low|; 4 to 7: a byte of |high|; 8 to
 * 11: eight copies of the sign of a half, 8 and 9 of |low|, 10 and 11 of |high|; 12: 0; above:
 * 0xff. */
static inline uint32_t permuted_byte(uint32_t high, uint32_t low, uint32_t selector)
{
    uint64_t both = (uint64_t)high << 32 | low;
    uint32_t byte = (uint32_t)(both >> (selector & 7) * 8) & 0xff;
    uint32_t sign = 0u - (uint32_t)(both >> ((selector & 3) * 16 + 15) & 1);
    return selector < 8 ? byte : selector < 12 ? sign & 0xff : selector == 12 ? 0 : 0xff;
}

LANES_B32_3(perm, permuted_byte(a, b, c & 0xff) | permuted_byte(a, b, c >> 8 & 0xff) << 8 |
                      permuted_byte(a, b, c >> 16 & 0xff) << 16 |
                      permuted_byte(a, b, c >> 24) << 24)

/* ---- Conversions between integers ------------------------------------------------------------ */

LANES_B32_2(pack_u16_u32, clamp_u16(a) | clamp_u16(b) << 16)
LANES_2(pack_i16_i32, uint32_t, int32_t, int32_t, clamp_i16(a) | clamp_i16(b) << 16)
LANES_1(sat_pk_u8_i16, uint32_t, uint32_t,
        (uint32_t)clamp_between((int16_t)a, 0, 255) |
            (uint32_t)clamp_between((int16_t)(a >> 16), 0, 255) << 8)
LANES_1(extend_i16, uint32_t, uint32_t, (int16_t)a)
LANES_3(ashr_pk_i8, uint32_t, int32_t, int32_t, uint32_t,
        ((uint32_t)clamp_between(a >> (c & 31), -128, 127) & 0xff) |
            ((uint32_t)clamp_between(b >> (c & 31), -128, 127) & 0xff) << 8)
LANES_3(ashr_pk_u8, uint32_t, int32_t, int32_t, uint32_t,
        (uint32_t)clamp_between(a >> (c & 31), 0, 255) |
            (uint32_t)clamp_between(b >> (c & 31), 0, 255) << 8)

/* ---- The table ------------------------------------------------------------------------------- */

/* Rows whose float operands may have the modifiers neg and abs. Denormals are not flushed. */
#define ROW_CHOICE(name, operands, ...)                                                            \
    ROW_VALU_WITH(FLAG_NO_DENORM_FLUSH, ON_ALL, name, operands, __VA_ARGS__)
#define SINCE_GFX11 (ON_GFX11 | ON_GFX12)

static const struct instruction rows[] = {
    ROW_VALU("v_mov_b32", "=b32 b32", mov, .habit = HABIT_COPIES),
    ROW_VALU("v_mov_b64", "=b64 b64", mov_64, .habit = HABIT_MAY),
    ROW_VALU("v_mov_b16", "=b16 b16", mov, .habit = HABIT_MAY),
    ROW_VALU("v_accvgpr_read_b32", "=b32 b32", mov, .habit = HABIT_COPIES),
    ROW_VALU("v_accvgpr_write_b32", "=b32 b32", mov, .habit = HABIT_COPIES),
    ROW_VALU("v_accvgpr_mov_b32", "=b32 b32", mov, .habit = HABIT_COPIES),
    ROW_VALU("v_not_b32", "=b32 b32", not_b32, .habit = HABIT_MAY),
    ROW_VALU("v_not_b16", "=b16 b16", not_b32, .habit = HABIT_MAY),
    ROW_VALU("v_and_b32", "=b32 b32 b32", and_b32, .habit = HABIT_MAY),
    ROW_VALU("v_and_b16", "=b16 b16 b16", and_b32, .habit = HABIT_MAY),
    ROW_VALU("v_or_b32", "=b32 b32 b32", or_b32, .habit = HABIT_MAY),
    ROW_VALU("v_or_b16", "=b16 b16 b16", or_b32, .habit = HABIT_MAY),
    ROW_VALU("v_xor_b32", "=b32 b32 b32", xor_b32, .habit = HABIT_MAY),
    ROW_VALU("v_xor_b16", "=b16 b16 b16", xor_b32, .habit = HABIT_MAY),
    ROW_VALU("v_xnor_b32", "=b32 b32 b32", xnor),
    ROW_VALU("v_and_or_b32", "=b32 b32 b32 b32", and_or, .habit = HABIT_MAY),
    ROW_VALU("v_or3_b32", "=b32 b32 b32 b32", or3, .habit = HABIT_MAY),
    ROW_VALU("v_xor3_b32", "=b32 b32 b32 b32", xor3, .habit = HABIT_MAY),
    ROW_VALU_ON(ON_GFX950, "v_bitop3_b32", "=b32 b32 b32 b32", bitop3, .habit = HABIT_MAY),
    ROW_VALU_ON(ON_GFX950, "v_bitop3_b16", "=b16 b16 b16 b16", bitop3, .habit = HABIT_MAY),
    ROW_VALU("v_bfi_b32", "=b32 b32 b32 b32", bfi, .habit = HABIT_MAY),
    ROW_CHOICE("v_cndmask_b32", "=b32 f32 f32 mask?", cndmask, .habit = HABIT_CHOOSES),
    ROW_CHOICE("v_cndmask_b16", "=b16 f16 f16 mask?", cndmask, .habit = HABIT_CHOOSES),
    ROW_CHOICE("v_pack_b32_f16", "=b32 f16 f16", pack_halves, .habit = HABIT_MAY),

    ROW_VALU("v_lshlrev_b32", "=b32 u32 b32", lshl, .habit = HABIT_PASSES),
    ROW_VALU("v_lshrrev_b32", "=b32 u32 b32", lshr, .habit = HABIT_PASSES),
    ROW_VALU("v_ashrrev_i32", "=i32 u32 i32", ashr, .habit = HABIT_PASSES),
    ROW_VALU("v_lshlrev_b64", "=b64 u32 b64", lshl_64, .habit = HABIT_SHIFT_LEFT),
    ROW_VALU("v_lshrrev_b64", "=b64 u32 b64", lshr_64, .habit = HABIT_SHIFT),
    ROW_VALU("v_ashrrev_i64", "=i64 u32 i64", ashr_64, .habit = HABIT_SHIFT_SIGNED),
    ROW_VALU("v_lshl_or_b32", "=b32 b32 u32 b32", lshl_or, .habit = HABIT_MAY),
    ROW_VALU_ON(ON_ALL & ~SINCE_GFX11, "v_alignbit_b32", "=b32 b32 b32 u32", alignbit,
                .habit = HABIT_MAY),
    ROW_VALU_ON(SINCE_GFX11, "v_alignbit_b32", "=b32 b32 b32 u16", alignbit, .habit = HABIT_MAY),
    ROW_VALU_ON(ON_ALL & ~SINCE_GFX11, "v_alignbyte_b32", "=b32 b32 b32 u32", alignbyte,
                .habit = HABIT_MAY),
    ROW_VALU_ON(SINCE_GFX11, "v_alignbyte_b32", "=b32 b32 b32 u16", alignbyte, .habit = HABIT_MAY),

    ROW_VALU("v_bfe_u32", "=u32 u32 u32 u32", bfe_u32, .habit = HABIT_PASSES),
    ROW_VALU("v_bfe_i32", "=i32 i32 u32 u32", bfe_i32, .habit = HABIT_PASSES),
    ROW_VALU("v_bfm_b32", "=b32 u32 u32", bfm),
    ROW_VALU("v_bfrev_b32", "=b32 b32", bfrev),
    ROW_VALU("v_bcnt_u32_b32", "=u32 b32 u32", bcnt),
    ROW_VALU("v_mbcnt_lo_u32_b32", "=u32 b32 u32", mbcnt_lo),
    ROW_VALU("v_mbcnt_hi_u32_b32", "=u32 b32 u32", mbcnt_hi),
    ROW_VALU("v_clz_i32_u32", "=i32 u32", clz),
    ROW_VALU("v_ctz_i32_b32", "=i32 b32", ctz),
    ROW_VALU("v_cls_i32", "=i32 i32", cls),
    ROW_VALU("v_perm_b32", "=b32 b32 b32 b32", perm, .role = ROLE_PERMUTE_BYTES,
             .habit = HABIT_MAY),

    ROW_SATURATING("v_cvt_pk_u16_u32", "=b32 u32 u32", pack_u16_u32),
    ROW_SATURATING("v_cvt_pk_i16_i32", "=b32 i32 i32", pack_i16_i32),
    ROW_VALU_ON(ON_GFX950, "v_ashr_pk_i8_i32", "=b16 i32 i32 u32", ashr_pk_i8),
    ROW_VALU_ON(ON_GFX950, "v_ashr_pk_u8_i32", "=b16 i32 i32 u32", ashr_pk_u8),
    ROW_VALU_ON(ON_ALL & ~SINCE_GFX11, "v_sat_pk_u8_i16", "=b32 b32", sat_pk_u8_i16),
    ROW_VALU_ON(SINCE_GFX11, "v_sat_pk_u8_i16", "=b16 b32", sat_pk_u8_i16),
    ROW_SATURATING("v_cvt_i32_i16", "=i32 i16", extend_i16),
    ROW_SATURATING("v_cvt_u32_u16", "=u32 u16", mov),
};

const struct instruction_table ISA_NAME(table_valu_bits) = {rows, sizeof rows / sizeof rows[0]};
