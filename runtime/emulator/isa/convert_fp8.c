/* Conversions to and from floats of eight bits, of gfx940 and gfx12; see fp8.h. Those with
 * stochastic rounding (V_CVT_SR_*) are missing: the documents do not say which bits of the seed are
 * added.
 */
#include "drivers.h"
#include "fp8.h"
#include "lanes.h"
#include "tables.h"

#include "core/program.h"

enum { MODE_FP16_OVFL = 1 << 23 };

static struct fp8_format format_of(const struct lane_args *args)
{
    return fp8_format(args->op->instruction->argument,
                      args->wave->ops->program->generation == GENERATION_GFX940);
}

static void from_fp8(const struct lane_args *args)
{
    const struct fp8_format format = format_of(args);
    const uint32_t *v = args->src[0];
    float *dst = args->dst;
    for (unsigned i = 0; i < lane_count(args); i++)
        dst[i] = fp8_float(v[i] & 0xff, format);
}

static void pair_from_fp8(const struct lane_args *args)
{
    const struct fp8_format format = format_of(args);
    const uint32_t *v = args->src[0];
    uint64_t *dst = args->dst;
    for (unsigned i = 0; i < lane_count(args); i++) {
        uint32_t low = float_bits(fp8_float(v[i] & 0xff, format));
        dst[i] = (uint64_t)float_bits(fp8_float(v[i] >> 8 & 0xff, format)) << 32 | low;
    }
}

/* Two of them into a half of the register; the other half stays. */
static void pair_to_fp8(const struct lane_args *args)
{
    const struct fp8_format format = format_of(args);
    const bool saturates = args->wave->mode & MODE_FP16_OVFL;
    const float *a = args->src[0], *b = args->src[1];
    uint32_t *dst = args->dst;
    for (unsigned i = 0; i < lane_count(args); i++)
        dst[i] = float_fp8(a[i], format, saturates) | float_fp8(b[i], format, saturates) << 8;
}

#define ROW(how, name, operands, core, is_bf8)                                                     \
    {                                                                                              \
        name, operands, run_valu, core, .flags = how | FLAG_SELECTS_BYTES, .class = CLASS_VECTOR,  \
                                        .on = ON_GFX940 | ON_GFX12, .argument = is_bf8             \
    }

static const struct instruction rows[] = {
    ROW(0, "v_cvt_f32_fp8", "=f32 b32", from_fp8, false),
    ROW(0, "v_cvt_f32_bf8", "=f32 b32", from_fp8, true),
    ROW(0, "v_cvt_pk_f32_fp8", "=pkf32 b16", pair_from_fp8, false),
    ROW(0, "v_cvt_pk_f32_bf8", "=pkf32 b16", pair_from_fp8, true),
    ROW(FLAG_SATURATES, "v_cvt_pk_fp8_f32", "=b16 f32 f32", pair_to_fp8, false),
    ROW(FLAG_SATURATES, "v_cvt_pk_bf8_f32", "=b16 f32 f32", pair_to_fp8, true),
};

const struct instruction_table ISA_NAME(table_convert_fp8) = {rows, sizeof rows / sizeof rows[0]};
