/* Conversions. A value that an integer type cannot hold becomes the nearest integer of that type; a
 * NaN becomes zero. Floats round as MODE says, except where the instruction's name says otherwise.
 * See "VOP1", "VOP3" in the ISA documents. */
#include "drivers.h"
#include "floats.h"
#include "lanes.h"
#include "tables.h"

/* ---- To integers, toward zero ---------------------------------------------------------------- */

static inline int32_t double_i32(double x)
{
    bool fits = (x > -0x1.00000002p31) & (x < 0x1p31);
    int32_t inside = (int32_t)(fits ? x : 0), outside = x > 0 ? INT32_MAX : x < 0 ? INT32_MIN : 0;
    return fits ? inside : outside;
}

static inline uint32_t double_u32(double x)
{
    bool fits = (x > -1) & (x < 0x1p32);
    uint32_t inside = (uint32_t)(fits ? x : 0), outside = x > 0 ? UINT32_MAX : 0;
    return fits ? inside : outside;
}

static inline int32_t float_i32(float x)
{
    bool fits = (x >= -0x1p31f) & (x < 0x1p31f);
    int32_t inside = (int32_t)(fits ? x : 0), outside = x > 0 ? INT32_MAX : x < 0 ? INT32_MIN : 0;
    return fits ? inside : outside;
}

static inline uint32_t float_u32(float x)
{
    bool fits = (x > -1) & (x < 0x1p32f);
    uint32_t inside = (uint32_t)(fits ? x : 0), outside = x > 0 ? UINT32_MAX : 0;
    return fits ? inside : outside;
}

/* Limits |x| to |low| and |high|. Returns zero for a NaN. */
static inline float limit(float x, float low, float high)
{
    x = x > high ? high : x < low ? low : x;
    return x != x ? 0 : x;
}

static inline uint32_t float_i16(float x)
{
    return (uint32_t)(int32_t)limit(x, -32768, 32767) & 0xffff;
}

static inline uint32_t float_u16(float x)
{
    return (uint32_t)(int32_t)limit(x, 0, 65535);
}

LANES_1(i32_f32, int32_t, float, float_i32(a))
LANES_1(u32_f32, uint32_t, float, float_u32(a))
LANES_1(i32_f64, int32_t, double, double_i32(a))
LANES_1(u32_f64, uint32_t, double, double_u32(a))
LANES_1(i16_f16, uint32_t, uint32_t, float_i16(half_float(a)))
LANES_1(u16_f16, uint32_t, uint32_t, float_u16(half_float(a)))
LANES_2(pk_i16_f32, uint32_t, float, float, float_i16(a) | float_i16(b) << 16)
LANES_2(pk_u16_f32, uint32_t, float, float, float_u16(a) | float_u16(b) << 16)

/* First core: to the nearest integer, ties upward; adding 1/2 is exact in double precision. Second
 * core: downward. */
LANES_1(nearest_i32_f32, int32_t, float, double_i32(__builtin_floor((double)a + 0.5)))
LANES_1(floor_i32_f32, int32_t, float, float_i32(__builtin_floorf(a)))

/* ---- Between floats -------------------------------------------------------------------------- */

LANES_1(f32_f64, float, double, a)
LANES_1(f64_f32, double, float, a)
LANES_1(f16_f32, uint32_t, float, float_half(a))
LANES_1(f32_f16, float, uint32_t, quiet_f32(half_float(a)))
LANES_1(f32_bf16, float, uint32_t, quiet_f32(bf16_float(a)))
LANES_2(pk_bf16_f32, uint32_t, float, float, float_bf16(a) | float_bf16(b) << 16)

/* Rounds toward zero: cuts off the bits that a half lacks, then converts exactly to a half. */
static inline uint32_t truncate_half(float x)
{
    float magnitude = __builtin_fabsf(x);
    float normal = bits_float(float_bits(magnitude) & ~0x1fffu);
    float denormal = __builtin_truncf(magnitude * 0x1p24f) * 0x1p-24f;
    float cut = magnitude < 0x1p-14f ? denormal : normal;
    cut = ((cut > 65504) & (magnitude < bits_float(INF_F32))) ? 65504 : cut;
    return float_half(__builtin_copysignf(x != x ? x : cut, x));
}

LANES_2(pk_rtz_f16_f32, uint32_t, float, float, truncate_half(a) | truncate_half(b) << 16)

/* ---- From integers --------------------------------------------------------------------------- */

LANES_1(f32_i32, float, int32_t, a)
LANES_1(f32_u32, float, uint32_t, a)
LANES_1(f64_i32, double, int32_t, a)
LANES_1(f64_u32, double, uint32_t, a)
LANES_1(f16_i16, uint32_t, uint32_t, float_half((float)(int16_t)a))
LANES_1(f16_u16, uint32_t, uint32_t, float_half((float)(int32_t)(a & 0xffff)))
LANES_1(f32_ubyte0, float, uint32_t, (int32_t)(a & 0xff))
LANES_1(f32_ubyte1, float, uint32_t, (int32_t)(a >> 8 & 0xff))
LANES_1(f32_ubyte2, float, uint32_t, (int32_t)(a >> 16 & 0xff))
LANES_1(f32_ubyte3, float, uint32_t, (int32_t)(a >> 24))
/* Converts a signed number of four bits, which counts sixteenths. */
LANES_1(off_f32_i4, float, uint32_t, (float)((int32_t)(a << 28) >> 28) * 0x1p-4f)

/* ---- Normalised and packed integers: to nearest, ties to even -------------------------------- */

static inline uint32_t norm_i16(float x)
{
    return (uint32_t)(int32_t)round_even_f64((double)limit(x, -1, 1) * 32767) & 0xffff;
}

static inline uint32_t norm_u16(float x)
{
    return (uint32_t)(int32_t)round_even_f64((double)limit(x, 0, 1) * 65535);
}

static inline uint32_t put_byte(float x, uint32_t byte, uint32_t into)
{
    uint32_t shift = 8 * (byte & 3), value = (uint32_t)(int32_t)round_even_f32(limit(x, 0, 255));
    return (into & ~(0xffu << shift)) | value << shift;
}

LANES_1(norm_i16_f16, uint32_t, uint32_t, norm_i16(half_float(a)))
LANES_1(norm_u16_f16, uint32_t, uint32_t, norm_u16(half_float(a)))
LANES_2(pk_norm_i16_f32, uint32_t, float, float, norm_i16(a) | norm_i16(b) << 16)
LANES_2(pk_norm_u16_f32, uint32_t, float, float, norm_u16(a) | norm_u16(b) << 16)
LANES_2(pk_norm_i16_f16, uint32_t, uint32_t, uint32_t,
        norm_i16(half_float(a)) | norm_i16(half_float(b)) << 16)
LANES_2(pk_norm_u16_f16, uint32_t, uint32_t, uint32_t,
        norm_u16(half_float(a)) | norm_u16(half_float(b)) << 16)
LANES_3(pk_u8_f32, uint32_t, float, uint32_t, uint32_t, put_byte(a, b, c))

static const struct instruction rows[] = {
    ROW_SATURATING("v_cvt_i32_f32", "=i32 f32", i32_f32),
    ROW_SATURATING("v_cvt_u32_f32", "=u32 f32", u32_f32),
    ROW_SATURATING("v_cvt_i32_f64", "=i32 f64", i32_f64),
    ROW_SATURATING("v_cvt_u32_f64", "=u32 f64", u32_f64),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9 | FLAG_SATURATES, ON_ALL, "v_cvt_i16_f16", "=i16 f16",
                  i16_f16),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9 | FLAG_SATURATES, ON_ALL, "v_cvt_u16_f16", "=u16 f16",
                  u16_f16),
    ROW_VALU_ON(ON_GFX11 | ON_GFX12, "v_cvt_pk_i16_f32", "=b32 f32 f32", pk_i16_f32,
                .flags = FLAG_SATURATES),
    ROW_VALU_ON(ON_GFX11 | ON_GFX12, "v_cvt_pk_u16_f32", "=b32 f32 f32", pk_u16_f32,
                .flags = FLAG_SATURATES),
    ROW_SATURATING("v_cvt_nearest_i32_f32", "=i32 f32", nearest_i32_f32),
    ROW_SATURATING("v_cvt_floor_i32_f32", "=i32 f32", floor_i32_f32),
    ROW_VALU("v_cvt_f32_f64", "=f32 f64", f32_f64),
    ROW_VALU("v_cvt_f64_f32", "=f64 f32", f64_f32),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_cvt_f16_f32", "=f16 f32", f16_f32),
    ROW_VALU("v_cvt_f32_f16", "=f32 f16", f32_f16),
    ROW_VALU_ON(ON_GFX940 | ON_GFX12, "v_cvt_f32_bf16", "=f32 b16", f32_bf16),
    ROW_VALU_ON(ON_GFX940 | ON_GFX12, "v_cvt_pk_bf16_f32", "=b32 f32 f32", pk_bf16_f32,
                .flags = FLAG_SATURATES),
    /* gfx10.3 ignores clamp and omod: https://github.com/llvm/llvm-project/issues/60591 */
    ROW_VALU_WITH(FLAG_IGNORES_CLAMP, ON_ALL, "v_cvt_pk_rtz_f16_f32", "=pkf16 f32 f32",
                  pk_rtz_f16_f32),
    ROW_VALU("v_cvt_f32_i32", "=f32 i32", f32_i32),
    ROW_VALU("v_cvt_f64_i32", "=f64 i32", f64_i32),
    ROW_VALU("v_cvt_f32_u32", "=f32 u32", f32_u32),
    ROW_VALU("v_cvt_f64_u32", "=f64 u32", f64_u32),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_cvt_f16_i16", "=f16 i16", f16_i16),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_cvt_f16_u16", "=f16 u16", f16_u16),
    ROW_VALU("v_cvt_f32_ubyte0", "=f32 b32", f32_ubyte0),
    ROW_VALU("v_cvt_f32_ubyte1", "=f32 b32", f32_ubyte1),
    ROW_VALU("v_cvt_f32_ubyte2", "=f32 b32", f32_ubyte2),
    ROW_VALU("v_cvt_f32_ubyte3", "=f32 b32", f32_ubyte3),
    ROW_VALU("v_cvt_off_f32_i4", "=f32 b32", off_f32_i4),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9 | FLAG_SATURATES, ON_ALL, "v_cvt_norm_i16_f16", "=i16 f16",
                  norm_i16_f16),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9 | FLAG_SATURATES, ON_ALL, "v_cvt_norm_u16_f16", "=u16 f16",
                  norm_u16_f16),
    ROW_SATURATING("v_cvt_pk_norm_i16_f32", "=b32 f32 f32", pk_norm_i16_f32),
    ROW_SATURATING("v_cvt_pk_norm_u16_f32", "=b32 f32 f32", pk_norm_u16_f32),
    ROW_SATURATING("v_cvt_pk_norm_i16_f16", "=b32 f16 f16", pk_norm_i16_f16),
    ROW_SATURATING("v_cvt_pk_norm_u16_f16", "=b32 f16 f16", pk_norm_u16_f16),
    ROW_SATURATING("v_cvt_pk_u8_f32", "=b32 f32 u32 b32", pk_u8_f32),
    ROW_VALU_ON(ON_CDNA, "v_cvt_pkaccum_u8_f32", "+b32 f32 u32", pk_u8_f32),
};

const struct instruction_table ISA_NAME(table_convert) = {rows, sizeof rows / sizeof rows[0]};
