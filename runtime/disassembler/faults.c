#include "faults.h"

/* Values of fields: see "Microcode Formats" in AMD's ISA documents. */
enum { LITERAL = 255, SDWA = 0xf9, DPP16 = 0xfa, DPP8 = 0xe9, DPP8_FI = 0xea, FIELD = 0x1ff };
enum { FIRST_VGPR = 256 };

static uint32_t source(const uint32_t *words, unsigned i)
{
    return words[1] >> 9 * i & FIELD;
}

static bool is_vop1(const uint32_t *words)
{
    return words[0] >> 25 == 0x3f;
}

/* Whether the instruction has a reserved selection: see "SDWA" in the Vega ISA document. */
static bool is_broken_sdwa(const uint32_t *words)
{
    if (words[0] >> 31 || (words[0] & FIELD) != SDWA)
        return false;
    /* In the encoding of a compare, an SGPR takes the place of the fields that select parts of the
     * result. */
    bool is_compare = words[0] >> 25 == 0x3e;
    bool breaks_result = (words[1] >> 8 & 7) == 7 || (words[1] >> 11 & 3) == 3;
    return (!is_compare && breaks_result) || (words[1] >> 16 & 7) == 7 || (words[1] >> 24 & 7) == 7;
}

/* Whether one of VOP3's three sources is a literal, which VOP3 cannot have before gfx10. */
static bool has_vop3_literal(const uint32_t *words)
{
    return words[0] >> 26 == 0x34 && (source(words, 0) == LITERAL || source(words, 1) == LITERAL ||
                                      source(words, 2) == LITERAL);
}

/* Whether the scalar offset of MUBUF or MTBUF is a literal. */
static bool has_buffer_literal(const uint32_t *words)
{
    uint32_t kind = words[0] >> 26;
    return (kind == 0x38 || kind == 0x3a) && words[1] >> 24 == LITERAL;
}

/* Whether an instruction for a named barrier (s_barrier_signal to s_barrier_join) has a literal as
 * the barrier, which must be a number or in M0. */
static bool has_barrier_literal(const uint32_t *words)
{
    uint32_t opcode = words[0] >> 8 & 0xff;
    return words[0] >> 23 == 0x17d && (words[0] & 0xff) == LITERAL && opcode >= 0x4e &&
           opcode <= 0x52;
}

static bool has_dpp(const uint32_t *words)
{
    uint32_t first = source(words, 0);
    return first == DPP16 || first == DPP8 || first == DPP8_FI;
}

/* Whether the second source of VOP3 or VOP3P with DPP is a scalar. */
static bool has_dpp_scalar(const uint32_t *words)
{
    bool is_long = words[0] >> 26 == 0x35 || words[0] >> 24 == 0xcc;
    return is_long && has_dpp(words) && source(words, 1) < FIRST_VGPR;
}

/* Whether the source of v_swap_b32, v_swap_b16 or v_swaprel_b32 is a scalar. These instructions
 * write their source, which must therefore be a vector register. */
static bool has_swapped_scalar(const uint32_t *words)
{
    uint32_t opcode = words[0] >> 9 & 0xff;
    return is_vop1(words) && (opcode == 0x65 || opcode == 0x66 || opcode == 0x68) &&
           (words[0] & FIELD) < FIRST_VGPR;
}

/* Whether the source of gfx9's v_swap_b32, which has another opcode, is a scalar. */
static bool has_old_swapped_scalar(const uint32_t *words)
{
    return is_vop1(words) && (words[0] >> 9 & 0xff) == 0x51 && (words[0] & FIELD) < FIRST_VGPR;
}

/* Whether the instruction has bits of op_sel that v_permlane16_b32 and v_permlanex16_b32 lack. */
static bool has_permlane_bits(const uint32_t *words)
{
    uint32_t opcode = words[0] >> 16;
    return (opcode == 0xd65b || opcode == 0xd65c) && words[0] & 0x6000;
}

/* Whether a compare has bits of op_sel for a third source or a vector result, which compares
 * lack. */
static bool has_compare_bits(const uint32_t *words)
{
    return words[0] >> 24 == 0xd4 && words[0] & 0x6000;
}

static bool is_float_constant(uint32_t source)
{
    return source >= 240 && source <= 248;
}

/* Whether v_dot2_f32_bf16 or v_dot2_bf16_bf16 has an inline constant that is a float. LLVM shows it
 * as a half. */
static bool has_bf16_constant(const uint32_t *words)
{
    uint32_t opcode = words[0] >> 16;
    return (opcode == 0xcc1a || opcode == 0xd667) &&
           (is_float_constant(source(words, 0)) || is_float_constant(source(words, 1)));
}

/* Whether v_dot2_f32_f16 with DPP uses only the low halves. LLVM shows it as if it used both
 * halves. */
static bool has_dot2_low_halves(const uint32_t *words)
{
    return words[0] >> 16 == 0xcc13 && has_dpp(words) && !(words[0] & 1 << 14) &&
           !(words[1] & 3 << 27);
}

/* Whether v_fmac_f32 or v_fmac_f16 with DPP has an inline constant, which LLVM since 20 shows as a
 * literal with the value of the encoding. */
static bool has_fmac_constant(const uint32_t *words)
{
    uint32_t opcode = words[0] >> 16, second = source(words, 1);
    return (opcode == 0xd52b || opcode == 0xd536) && has_dpp(words) && second >= 128 &&
           second < FIRST_VGPR;
}

/* Whether v_cndmask_b16 uses the high half of a scalar or a constant, which LLVM does not show. */
static bool has_chosen_half(const uint32_t *words)
{
    bool has = false;
    for (unsigned i = 0; i < 2; i++)
        has |= words[0] >> (11 + i) & 1 && source(words, i) < FIRST_VGPR;
    return words[0] >> 16 == 0xd65d && has;
}

/* Whether the result of a compare in VOP3 is a literal. */
static bool has_compare_literal(const uint32_t *words)
{
    uint32_t kind = words[0] >> 24;
    return (kind == 0xd0 || kind == 0xd4) && (words[0] & 0xff) == LITERAL;
}

/* Whether the third source of a matrix product is a scalar; it must be a vector or a constant. The
 * moves from and to accumulators are not products. */
static bool has_scalar_accumulator(const uint32_t *words)
{
    uint32_t opcode = words[0] >> 16;
    return opcode >= 0xd3c0 && opcode <= 0xd3ff && opcode != 0xd3d8 && opcode != 0xd3d9 &&
           source(words, 2) < 128;
}

/* Whether a factor of gfx950's products of small floats is a scalar; it must be a vector. Two words
 * with scales may come before the words of the product. */
static bool has_scalar_factor(const uint32_t *words)
{
    const uint32_t *product = words[0] >> 16 == 0xd3ac ? words + 2 : words;
    uint32_t opcode = product[0] >> 16;
    return (opcode == 0xd3ad || opcode == 0xd3ae) &&
           (source(product, 0) < FIRST_VGPR || source(product, 1) < FIRST_VGPR);
}

/* Whether the source of gfx950's conversions of 32 floats of six bits is a scalar. */
static bool has_scalar_sixes(const uint32_t *words)
{
    uint32_t opcode = words[0] >> 16;
    bool is_conversion =
        opcode == 0xd256 || opcode == 0xd257 || (opcode >= 0xd260 && opcode <= 0xd263);
    return is_conversion && source(words, 0) < 128;
}

/* Whether the third dword is a DPP16 whose quad_perm has its highest bit set. */
static bool has_high_quad(const uint32_t *words)
{
    return source(words, 0) == DPP16 && words[2] >> 15 & 1;
}

/* Whether v_fma_mixlo_f16 or v_fma_mixhi_f16 has the highest bit of quad_perm, which LLVM 21 to 23
 * drop. */
static bool has_mixed_quad(const uint32_t *words)
{
    uint32_t opcode = words[0] >> 16;
    return (opcode == 0xcc21 || opcode == 0xcc22) && has_high_quad(words);
}

/* Whether gfx12's v_cvt_pk_fp8_f32 or v_cvt_pk_bf8_f32 has the highest bit of quad_perm, which LLVM
 * 21 to 23 drop. */
static bool has_converted_quad(const uint32_t *words)
{
    uint32_t opcode = words[0] >> 16;
    return (opcode == 0xd769 || opcode == 0xd76a) && has_high_quad(words);
}

/* Whether v_s_exp_f16, v_s_log_f16, v_s_rcp_f16, v_s_rsq_f16 or v_s_sqrt_f16 has an inline constant
 * that is a float. LLVM 24 shows it as a literal with the value of the encoding. */
static bool has_scalar_half_constant(const uint32_t *words)
{
    uint32_t opcode = words[0] >> 16;
    return opcode >= 0xd681 && opcode <= 0xd689 && opcode % 2 &&
           is_float_constant(source(words, 0));
}

static const struct fault {
    struct fault_of_llvm fault;
    enum family first, last;
    bool (*has)(const uint32_t *words);
} faults[] = {
    {{0, "a reserved selection of SDWA"}, FAMILY_OLD, FAMILY_GFX10, is_broken_sdwa},
    {{0, "a literal in VOP3"}, FAMILY_OLD, FAMILY_GFX9, has_vop3_literal},
    {{0, "a literal as a buffer's offset"}, FAMILY_OLD, FAMILY_GFX11, has_buffer_literal},
    {{0, "a literal as the result of a compare"}, FAMILY_OLD, FAMILY_NEW, has_compare_literal},
    {{0, "a scalar in a matrix product"}, FAMILY_GFX9, FAMILY_GFX9, has_scalar_accumulator},
    {{0, "a scalar in a matrix product"}, FAMILY_GFX9, FAMILY_GFX9, has_scalar_factor},
    {{0, "a literal as a barrier"}, FAMILY_GFX12, FAMILY_NEW, has_barrier_literal},
    {{0, "a compare's op_sel"}, FAMILY_GFX11, FAMILY_GFX12, has_compare_bits},
    {{0, "a constant in v_fmac with DPP"}, FAMILY_GFX11, FAMILY_GFX12, has_fmac_constant},
    {{0, "a scalar's half in v_cndmask_b16"}, FAMILY_GFX11, FAMILY_GFX12, has_chosen_half},
    {{17, "a scalar source in VOP3 with DPP"}, FAMILY_GFX11, FAMILY_GFX12, has_dpp_scalar},
    {{17, "a swap with a scalar"}, FAMILY_GFX9, FAMILY_GFX9, has_old_swapped_scalar},
    {{17, "a swap with a scalar"}, FAMILY_GFX10, FAMILY_GFX12, has_swapped_scalar},
    {{22, "scalars as floats of six bits"}, FAMILY_GFX9, FAMILY_GFX9, has_scalar_sixes},
    {{16, "reserved bits of v_permlane16_b32"}, FAMILY_GFX11, FAMILY_GFX12, has_permlane_bits},
    {{18, "a constant in a dot product of bf16"}, FAMILY_GFX11, FAMILY_GFX12, has_bf16_constant},
    {{19, "the low halves in v_dot2_f32_f16 with DPP"},
     FAMILY_GFX11,
     FAMILY_GFX12,
     has_dot2_low_halves},
};

/* Faults that came with a newer version of LLVM: |since| is the last version without the fault. */
static const struct fault new_faults[] = {
    {{19, "quad_perm in a mixed instruction"}, FAMILY_GFX11, FAMILY_GFX12, has_mixed_quad},
    {{19, "quad_perm in a conversion to floats of eight bits"},
     FAMILY_GFX12,
     FAMILY_GFX12,
     has_converted_quad},
    {{23, "a constant in v_s_exp_f16"}, FAMILY_GFX12, FAMILY_NEW, has_scalar_half_constant},
};

static bool is_of(const struct fault *fault, enum family family, const uint32_t *words)
{
    return family >= fault->first && family <= fault->last && fault->has(words);
}

const struct fault_of_llvm *fault_find(const uint32_t words[4], enum family family, unsigned major)
{
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const struct fault *fault = &faults[i];
        unsigned since = fault->fault.since;
        if ((since == 0 || major < since) && is_of(fault, family, words))
            return &fault->fault;
    }
    for (size_t i = 0; i < sizeof new_faults / sizeof new_faults[0]; i++) {
        const struct fault *fault = &new_faults[i];
        if (major > fault->fault.since && is_of(fault, family, words))
            return &fault->fault;
    }
    return NULL;
}
