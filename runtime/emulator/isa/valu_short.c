/* Integers of 16 bits, one in each lane: in the lower half of a register, or with op_sel in the
 * upper half. See the RDNA3 ISA document, "Vector ALU Instructions". The driver keeps or clears the
 * other half of the result's register. */
#include "drivers.h"
#include "lanes.h"
#include "saturate.h"
#include "tables.h"

/* A source as an unsigned and as a signed number; the source has zeros above its 16 bits. */
#define U(v) ((uint32_t)(v))
#define I(v) ((int32_t)(int16_t)(v))

LANES_CLAMP_2(add_u16, uint32_t, a + b, clamp_u16((int64_t)a + b))
LANES_CLAMP_2(sub_u16, uint32_t, a - b, clamp_u16((int64_t)a - b))
LANES_CLAMP_2(subrev_u16, uint32_t, b - a, clamp_u16((int64_t)b - a))
LANES_CLAMP_2(add_i16, uint32_t, a + b, clamp_i16(I(a) + I(b)))
LANES_CLAMP_2(sub_i16, uint32_t, a - b, clamp_i16(I(a) - I(b)))
LANES_2(mul_lo_u16, uint32_t, uint32_t, uint32_t, (a * b))
LANES_CLAMP_3(mad_u16, uint32_t, (a * b) + c, clamp_u16(1ll * a * b + c))
LANES_CLAMP_3(mad_i16, uint32_t, (a * b) + c, clamp_i16((int64_t)I(a) * I(b) + I(c)))
LANES_CLAMP_3(mad_u32_u16, uint32_t, (a * b) + c, clamp_u32(1ll * a * b + c))
LANES_CLAMP_3(mad_i32_i16, uint32_t, U(I(a) * I(b)) + c,
              clamp_i32((int64_t)I(a) * I(b) + (int32_t)c))

#define LANES_U16_2(name, expression) LANES_2(name, uint32_t, uint32_t, uint32_t, expression)
#define LANES_U16_3(name, expression)                                                              \
    LANES_3(name, uint32_t, uint32_t, uint32_t, uint32_t, expression)

LANES_U16_2(min_u16, MIN(a, b))
LANES_U16_2(max_u16, MAX(a, b))
LANES_U16_2(min_i16, MIN(I(a), I(b)))
LANES_U16_2(max_i16, MAX(I(a), I(b)))
LANES_U16_3(min3_u16, MIN(MIN(a, b), c))
LANES_U16_3(max3_u16, MAX(MAX(a, b), c))
LANES_U16_3(med3_u16, MEDIAN(a, b, c))
LANES_U16_3(min3_i16, MIN(MIN(I(a), I(b)), I(c)))
LANES_U16_3(max3_i16, MAX(MAX(I(a), I(b)), I(c)))
LANES_U16_3(med3_i16, MEDIAN(I(a), I(b), I(c)))

LANES_U16_2(lshl_b16, b << (a & 15))
LANES_U16_2(lshr_b16, b >> (a & 15))
LANES_U16_2(ashr_i16, I(b) >> (a & 15))

/* Rows of instructions that gfx8 has, too: on gfx9 they clear the other half of the result's
 * register. Instructions that are newer than gfx8 always keep that half. */
#define ROW_OLD(name, operands, ...)                                                               \
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, name, operands, __VA_ARGS__)
#define ROW_OLD_SATURATING(name, operands, core)                                                   \
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9 | FLAG_SATURATES, ON_ALL, name, operands, core)

static const struct instruction rows[] = {
    ROW_OLD_SATURATING("v_add_nc_u16", "=u16 u16 u16", add_u16),
    ROW_OLD_SATURATING("v_sub_nc_u16", "=u16 u16 u16", sub_u16),
    ROW_OLD_SATURATING("v_subrev_u16", "=u16 u16 u16", subrev_u16),
    ROW_SATURATING("v_add_nc_i16", "=i16 i16 i16", add_i16),
    ROW_SATURATING("v_sub_nc_i16", "=i16 i16 i16", sub_i16),
    ROW_OLD("v_mul_lo_u16", "=u16 u16 u16", mul_lo_u16),
    ROW_SATURATING("v_mad_u16", "=u16 u16 u16 u16", mad_u16),
    ROW_SATURATING("v_mad_i16", "=i16 i16 i16 i16", mad_i16),
    ROW_OLD_SATURATING("v_mad_legacy_u16", "=u16 u16 u16 u16", mad_u16),
    ROW_OLD_SATURATING("v_mad_legacy_i16", "=i16 i16 i16 i16", mad_i16),
    ROW_SATURATING("v_mad_u32_u16", "=u32 u16 u16 u32", mad_u32_u16),
    ROW_SATURATING("v_mad_i32_i16", "=i32 i16 i16 i32", mad_i32_i16),

    ROW_OLD_SATURATING("v_min_u16", "=u16 u16 u16", min_u16),
    ROW_OLD_SATURATING("v_max_u16", "=u16 u16 u16", max_u16),
    ROW_OLD_SATURATING("v_min_i16", "=i16 i16 i16", min_i16),
    ROW_OLD_SATURATING("v_max_i16", "=i16 i16 i16", max_i16),
    ROW_SATURATING("v_min3_u16", "=u16 u16 u16 u16", min3_u16),
    ROW_SATURATING("v_max3_u16", "=u16 u16 u16 u16", max3_u16),
    ROW_SATURATING("v_med3_u16", "=u16 u16 u16 u16", med3_u16),
    ROW_SATURATING("v_min3_i16", "=i16 i16 i16 i16", min3_i16),
    ROW_SATURATING("v_max3_i16", "=i16 i16 i16 i16", max3_i16),
    ROW_SATURATING("v_med3_i16", "=i16 i16 i16 i16", med3_i16),

    ROW_OLD("v_lshlrev_b16", "=b16 u16 b16", lshl_b16, .habit = HABIT_PASSES),
    ROW_OLD("v_lshrrev_b16", "=b16 u16 b16", lshr_b16, .habit = HABIT_PASSES),
    ROW_OLD("v_ashrrev_i16", "=i16 u16 i16", ashr_i16, .habit = HABIT_PASSES),
};

const struct instruction_table ISA_NAME(table_valu_short) = {rows, sizeof rows / sizeof rows[0]};
