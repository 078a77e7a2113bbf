/* Rows of constants, which host instructions of recipes and of other templates read from memory.
 * enum row names the rows. */
#include "vector.h"

/* A row whose lanes differ: the word of lane |first| + i is |of|(|first| + i). A row has 16 lanes;
 * code for eight lanes reads the first eight. */
#define EACH_LANE(of, first)                                                                       \
    {                                                                                              \
        of(first), of((first) + 1), of((first) + 2), of((first) + 3), of((first) + 4),             \
            of((first) + 5), of((first) + 6), of((first) + 7), of((first) + 8), of((first) + 9),   \
            of((first) + 10), of((first) + 11), of((first) + 12), of((first) + 13),                \
            of((first) + 14), of((first) + 15)                                                     \
    }
#define BIT(lane)    (1u << ((lane)&31))
#define BEFORE(lane) (BIT(lane) - 1)
#define STEP(lane)   (4 * (lane))
#define EVEN(lane)   (2 * (lane))
#define ODD(lane)    (2 * (lane) + 1)
/* Index for VPERMI2D: interleaves the lanes of two registers. Indices 16 to 31 mean lanes of the
 * second register. */
#define BY_TURNS(lane) ((lane) / 2 + (lane) % 2 * 16)
#define FOUR_TIMES(a, b, c, d)                                                                     \
    {                                                                                              \
        a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d                                             \
    }
#define ALL(v)           FOUR_TIMES(v, v, v, v)
#define PAIRS(low, high) FOUR_TIMES(low, high, low, high)
static const _Alignas(64) uint32_t constants[ROW_COUNT][WIDE_LANES] = {
    [ROW_BITS] = EACH_LANE(BIT, 0),
    [ROW_BITS + 1] = EACH_LANE(BIT, 8),
    [ROW_BITS + 2] = EACH_LANE(BIT, 16),
    [ROW_BITS + 3] = EACH_LANE(BIT, 24),
    [ROW_STEPS] = EACH_LANE(STEP, 0),
    [ROW_ZERO] = ALL(0),
    [ROW_ONES] = ALL(~0u),
    [ROW_SIGN] = ALL(1u << 31),
    [ROW_MAGNITUDE] = ALL(~0u >> 1),
    [ROW_7] = ALL(7),
    [ROW_15] = ALL(15),
    [ROW_31] = ALL(31),
    [ROW_32] = ALL(32),
    [ROW_63] = ALL(63),
    [ROW_158] = ALL(158),
    [ROW_16_BITS] = ALL(0xffff),
    [ROW_24_BITS] = ALL(0xffffff),
    [ROW_NIBBLES] = ALL(0x0f0f0f0f),
    [ROW_TURNED] = FOUR_TIMES(0x0c040800, 0x0e060a02, 0x0d050901, 0x0f070b03),
    [ROW_TURNED_HIGH] = FOUR_TIMES(0xc0408000, 0xe060a020, 0xd0509010, 0xf070b030),
    [ROW_BYTES] = FOUR_TIMES(0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f),
    [ROW_HALVES] = FOUR_TIMES(0x05040100, 0x0d0c0908, ~0u, ~0u),
    [ROW_INFINITY] = ALL(0x7f800000),
    [ROW_1] = ALL(0x3f800000),
    [ROW_2P16] = ALL(0x47800000),
    [ROW_2P31] = ALL(0x4f000000),
    [ROW_2P32] = ALL(0x4f800000),
    [ROW_SIGN_WIDE] = PAIRS(0, 1u << 31),
    [ROW_MAGNITUDE_WIDE] = PAIRS(~0u, ~0u >> 1),
    [ROW_SIGN_16] = ALL(1u << 15),
    [ROW_MAGNITUDE_16] = ALL(0x7fff),
    [ROW_SIGN_BOTH] = ALL(1u << 31 | 1u << 15),
    [ROW_LOW_TWICE] = FOUR_TIMES(0x01000100, 0x05040504, 0x09080908, 0x0d0c0d0c),
    [ROW_HIGH_TWICE] = FOUR_TIMES(0x03020302, 0x07060706, 0x0b0a0b0a, 0x0f0e0f0e),
    [ROW_HALVES_SWAPPED] = FOUR_TIMES(0x01000302, 0x05040706, 0x09080b0a, 0x0d0c0f0e),
    [ROW_LANE_BYTES] = FOUR_TIMES(0, 0x04040404, 0x08080808, 0x0c0c0c0c),
    [ROW_3_BYTES] = ALL(0x03030303),
    [ROW_SIGN_BYTES] = ALL(0x80808080),
    [ROW_BIT_COUNTS] = FOUR_TIMES(0x02010100, 0x03020201, 0x03020201, 0x04030302),
    [ROW_1_BYTES] = ALL(0x01010101),
    [ROW_1_WORDS] = ALL(0x00010001),
    [ROW_BEFORE] = EACH_LANE(BEFORE, 0),
    [ROW_BEFORE + 1] = EACH_LANE(BEFORE, 8),
    [ROW_BEFORE + 2] = EACH_LANE(BEFORE, 16),
    [ROW_BEFORE + 3] = EACH_LANE(BEFORE, 24),
    [ROW_NAN] = ALL(0x7fc00000),
    [ROW_MADE_NAN] = ALL(0xffc00000),
    [ROW_FINITE] = ALL(0x7f7fffff),
    [ROW_DENORMAL] = ALL(0x007fffff),
    [ROW_2P126] = ALL(253u << 23),
    [ROW_SCALE_LEAST] = ALL((24u << 23) - 1),
    [ROW_SCALE_DOWN] = ALL(124u << 23),
    [ROW_SCALE_RANGE] = ALL((124u + 95) << 23),
    [ROW_VANISHES] = ALL(149u << 23),
    [ROW_400] = ALL(400),
    [ROW_MINUS_400] = ALL(0u - 400),
    [ROW_1023] = ALL(1023),
    [ROW_NAN_WIDE] = PAIRS(0, 0x7ff80000),
    [ROW_MADE_NAN_WIDE] = PAIRS(0, 0xfff80000),
    [ROW_FINITE_WIDE] = PAIRS(~0u, 0x7fefffff),
    [ROW_DENORMAL_WIDE] = PAIRS(~0u, 0x000fffff),
    [ROW_2P1022_WIDE] = PAIRS(0, 2045u << 20),
    [ROW_SCALE_LEAST_WIDE] = PAIRS(~0u, (54u << 20) - 1),
    [ROW_QUOTIENT_LEAST_WIDE] = PAIRS(0, 0u - (1020u << 20)),
    [ROW_QUOTIENT_MOST_WIDE] = PAIRS(0, 767u << 20),
    [ROW_VANISHES_WIDE] = PAIRS(0, 1074u << 20),
    [ROW_HALF_WIDE] = PAIRS(0x00000000, 0x3fe00000),
    [ROW_200_WIDE] = PAIRS(0x00000000, 0x40690000),
    [ROW_MINUS_200_WIDE] = PAIRS(0x00000000, 0xc0690000),
    [ROW_LN_2_WIDE] = PAIRS(0xfefa39ef, 0x3fe62e42),
    [ROW_FACTORIAL_WIDE + 3] = PAIRS(0x55555555, 0x3fc55555),
    [ROW_FACTORIAL_WIDE + 4] = PAIRS(0x55555555, 0x3fa55555),
    [ROW_FACTORIAL_WIDE + 5] = PAIRS(0x11111111, 0x3f811111),
    [ROW_FACTORIAL_WIDE + 6] = PAIRS(0x16c16c17, 0x3f56c16c),
    [ROW_FACTORIAL_WIDE + 7] = PAIRS(0x1a01a01a, 0x3f2a01a0),
    [ROW_FACTORIAL_WIDE + 8] = PAIRS(0x1a01a01a, 0x3efa01a0),
    [ROW_FACTORIAL_WIDE + 9] = PAIRS(0xa556c734, 0x3ec71de3),
    [ROW_FACTORIAL_WIDE + 10] = PAIRS(0xb7789f5c, 0x3e927e4f),
    [ROW_FACTORIAL_WIDE + 11] = PAIRS(0x67f544e4, 0x3e5ae645),
    [ROW_1_WIDE] = PAIRS(0, 0x3ff00000),
    [ROW_2P31_WIDE] = PAIRS(0, 0x41e00000),
    [ROW_MINUS_2P31_WIDE] = PAIRS(0, 0xc1e00000),
    [ROW_I32_MAX_WIDE] = PAIRS(0xffc00000, 0x41dfffff),
    [ROW_U32_MAX_WIDE] = PAIRS(0xffe00000, 0x41efffff),
    [ROW_EVEN] = EACH_LANE(EVEN, 0),
    [ROW_ODD] = EACH_LANE(ODD, 0),
    [ROW_LOWER] = EACH_LANE(BY_TURNS, 0),
    [ROW_UPPER] = EACH_LANE(BY_TURNS, 16),
};

const void *vector_constants(void)
{
    return constants;
}
