/* Packed integers: two integers of 16 bits in each register. The driver has put the halves that
 * op_sel and op_sel_hi name in the right halves of each register, so that a loop sees twice as many
 * lanes, of 16 bits. See the RDNA3 ISA document, "Packed Math". */
#include "drivers.h"
#include "lanes.h"
#include "saturate.h"
#include "tables.h"

#define HALVES_2(name, A, expression) PAIRS_2(name, uint16_t, A, expression)
#define HALVES_3(name, A, expression) PAIRS_3(name, uint16_t, A, expression)
#define HALVES_CLAMP(arity, name, A, wrapped, clamped)                                             \
    HALVES_##arity(name##_wrapped, A, wrapped)                                                     \
        HALVES_##arity(name##_clamped, A, clamped) static void                                     \
        name(const struct lane_args *args)                                                         \
    {                                                                                              \
        (args->op->clamp ? name##_clamped : name##_wrapped)(args);                                 \
    }

HALVES_CLAMP(2, add_u16, uint16_t, a + b, clamp_u16(a + b))
HALVES_CLAMP(2, sub_u16, uint16_t, a - b, clamp_u16(a - b))
HALVES_CLAMP(2, add_i16, int16_t, a + b, clamp_i16(a + b))
HALVES_CLAMP(2, sub_i16, int16_t, a - b, clamp_i16(a - b))
HALVES_CLAMP(2, mul_u16, uint16_t, 1u * a * b, clamp_u16(1ll * a * b))
HALVES_CLAMP(3, mad_u16, uint16_t, 1u * a * b + c, clamp_u16(1ll * a * b + c))
HALVES_CLAMP(3, mad_i16, int16_t, (a * b) + c, clamp_i16(1ll * a * b + c))
HALVES_2(min_u16, uint16_t, a < b ? a : b)
HALVES_2(max_u16, uint16_t, a > b ? a : b)
HALVES_2(min_i16, int16_t, a < b ? a : b)
HALVES_2(max_i16, int16_t, a > b ? a : b)
HALVES_2(lshl_b16, uint16_t, b << (a & 15))
HALVES_2(lshr_b16, uint16_t, b >> (a & 15))
HALVES_2(ashr_i16, int16_t, b >> (a & 15))

/* Takes the lower word of each source: the driver has put the words that op_sel chooses there. */
LANES_2(mov_pair, uint64_t, uint64_t, uint64_t, (a & 0xffffffff) | b << 32)

static const struct instruction rows[] = {
    ROW_SATURATING("v_pk_add_u16", "=pk16 pk16 pk16", add_u16),
    ROW_SATURATING("v_pk_sub_u16", "=pk16 pk16 pk16", sub_u16),
    ROW_SATURATING("v_pk_add_i16", "=pk16 pk16 pk16", add_i16),
    ROW_SATURATING("v_pk_sub_i16", "=pk16 pk16 pk16", sub_i16),
    ROW_VALU("v_pk_mul_lo_u16", "=pk16 pk16 pk16", mul_u16),
    ROW_SATURATING("v_pk_mad_u16", "=pk16 pk16 pk16 pk16", mad_u16),
    ROW_SATURATING("v_pk_mad_i16", "=pk16 pk16 pk16 pk16", mad_i16),
    ROW_SATURATING("v_pk_min_u16", "=pk16 pk16 pk16", min_u16),
    ROW_SATURATING("v_pk_max_u16", "=pk16 pk16 pk16", max_u16),
    ROW_SATURATING("v_pk_min_i16", "=pk16 pk16 pk16", min_i16),
    ROW_SATURATING("v_pk_max_i16", "=pk16 pk16 pk16", max_i16),
    ROW_VALU("v_pk_lshlrev_b16", "=pk16 pk16 pk16", lshl_b16),
    ROW_VALU("v_pk_lshrrev_b16", "=pk16 pk16 pk16", lshr_b16),
    ROW_VALU("v_pk_ashrrev_i16", "=pk16 pk16 pk16", ashr_i16),
    ROW_VALU("v_pk_mov_b32", "=pk32 pk32 pk32", mov_pair, .habit = HABIT_MAY),
};

const struct instruction_table ISA_NAME(table_valu_packed) = {rows, sizeof rows / sizeof rows[0]};
