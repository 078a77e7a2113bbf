/* Instructions on floats in scalar registers, since gfx11.5. Each computes the same as the vector
 * instruction with the same name. So the vector instruction is run with the scalars in all lanes,
 * and the result of the first lane is taken. */
#include "tables.h"

#include "core/wave.h"
#include "floats.h"

/* Runs |copy| in all lanes as its vector instruction, |copy->vector|. */
static void run_vector(struct wave *wave, struct op *copy)
{
    uint32_t low = wave->sgpr[SGPR_EXEC], high = wave->sgpr[SGPR_EXEC + 1];
    copy->instruction = copy->vector;
    wave->sgpr[SGPR_EXEC] = wave->sgpr[SGPR_EXEC + 1] = UINT32_MAX;
    copy->instruction->run(wave, copy);
    wave->sgpr[SGPR_EXEC] = low;
    wave->sgpr[SGPR_EXEC + 1] = high;
}

/* Runs the vector instruction with the spare VGPR as its result. That VGPR is cleared first, so
 * that a 16-bit result has zeros above. Sources are read from their scalar registers before the
 * result is written, even if one of them is the destination. */
static void run_float(struct wave *wave, const struct op *op)
{
    struct op copy = *op;
    copy.dst.kind = OPERAND_VGPR;
    copy.dst.reg = VGPR_SPARE;
    wave_vgpr(wave, VGPR_SPARE)[0] = 0;
    run_vector(wave, &copy);
    scalar_write(wave, &op->dst, wave_vgpr(wave, VGPR_SPARE)[0]);
}

/* Runs the vector compare, which writes its mask to VCC; VCC then gets its old value again. */
static void run_float_compare(struct wave *wave, const struct op *op)
{
    struct op copy = *op;
    uint32_t low = wave->sgpr[SGPR_VCC], high = wave->sgpr[SGPR_VCC + 1];
    copy.dst = (struct operand){.kind = OPERAND_SGPR, .type = TYPE_MASK, .reg = SGPR_VCC};
    run_vector(wave, &copy);
    wave->scc = wave->sgpr[SGPR_VCC] & 1;
    wave->sgpr[SGPR_VCC] = low;
    wave->sgpr[SGPR_VCC + 1] = high;
}

/* Converts the half in the upper 16 bits of the source. */
static void run_convert_high(struct wave *wave, const struct op *op)
{
    uint32_t half = (uint32_t)scalar_read(wave, &op->src[0]) >> 16;
    if (wave->fp.flush_in16_64 && (half & 0x7c00) == 0)
        half &= SIGN_F16;
    scalar_write(wave, &op->dst, float_bits(quiet_f32(half_float(half))));
}

#define ROW(name, operands, driver)                                                                \
    {                                                                                              \
        name, operands, driver, .flags = FLAG_AS_VECTOR, .on = ON_GFX11 | ON_GFX12                 \
    }
#define ROW_2(name)                                                                                \
    ROW("s_" name "_f32", "=f32 f32 f32", run_float),                                              \
        ROW("s_" name "_f16", "=f16 f16 f16", run_float)
#define ROW_1(name)                                                                                \
    ROW("s_" name "_f32", "=f32 f32", run_float), ROW("s_" name "_f16", "=f16 f16", run_float)
/* Rows of gfx12's transcendental functions on scalars. Their class is CLASS_VECTOR, because the
 * hardware computes them in the vector unit. */
#define ROW_TRANSCENDENTAL(name)                                                                   \
    {"v_s_" name "_f32",    "=f32 f32",    run_float, .flags = FLAG_AS_VECTOR,                     \
     .class = CLASS_VECTOR, .on = ON_GFX12},                                                       \
    {                                                                                              \
        "v_s_" name "_f16", "=f16 f16", run_float, .flags = FLAG_AS_VECTOR, .class = CLASS_VECTOR, \
                                                   .on = ON_GFX12                                  \
    }
#define ROW_COMPARE(name)                                                                          \
    ROW("s_cmp_" name "_f32", "f32 f32", run_float_compare),                                       \
        ROW("s_cmp_" name "_f16", "f16 f16", run_float_compare)

static const struct instruction rows[] = {
    ROW_2("add"),
    ROW_2("sub"),
    ROW_2("mul"),
    ROW_2("min_num"),
    ROW_2("max_num"),
    ROW_2("minimum"),
    ROW_2("maximum"),
    ROW_1("ceil"),
    ROW_1("floor"),
    ROW_1("trunc"),
    ROW_1("rndne"),
    ROW("s_fmac_f32", "+f32 f32 f32", run_float),
    ROW("s_fmac_f16", "+f16 f16 f16", run_float),
    ROW("s_fmamk_f32", "=f32 f32 f32 f32", run_float),
    ROW("s_fmaak_f32", "=f32 f32 f32 f32", run_float),
    ROW("s_cvt_pk_rtz_f16_f32", "=pkf16 f32 f32", run_float),
    ROW("s_cvt_f32_i32", "=f32 i32", run_float),
    ROW("s_cvt_f32_u32", "=f32 u32", run_float),
    ROW("s_cvt_i32_f32", "=i32 f32", run_float),
    ROW("s_cvt_u32_f32", "=u32 f32", run_float),
    ROW("s_cvt_f16_f32", "=f16 f32", run_float),
    ROW("s_cvt_f32_f16", "=f32 f16", run_float),
    {"s_cvt_hi_f32_f16", "=f32 b32", run_convert_high, .on = ON_GFX11 | ON_GFX12},
    ROW_TRANSCENDENTAL("exp"),
    ROW_TRANSCENDENTAL("log"),
    ROW_TRANSCENDENTAL("rcp"),
    ROW_TRANSCENDENTAL("rsq"),
    ROW_TRANSCENDENTAL("sqrt"),
    ROW_COMPARE("lt"),
    ROW_COMPARE("eq"),
    ROW_COMPARE("le"),
    ROW_COMPARE("gt"),
    ROW_COMPARE("lg"),
    ROW_COMPARE("ge"),
    ROW_COMPARE("o"),
    ROW_COMPARE("u"),
    ROW_COMPARE("nge"),
    ROW_COMPARE("nlg"),
    ROW_COMPARE("ngt"),
    ROW_COMPARE("nle"),
    ROW_COMPARE("neq"),
    ROW_COMPARE("nlt"),
};

const struct instruction_table ISA_NAME(table_scalar_float) = {rows, sizeof rows / sizeof rows[0]};
