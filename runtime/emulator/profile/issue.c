/* The cost of issuing an instruction: the kind of the instruction, the unit that runs it, and the
 * cycles for which it keeps this unit from running another instruction.
 *
 * A SIMD of CDNA has 16 lanes, so a wave takes 4 cycles; a SIMD of RDNA has 32 lanes. The rates of
 * vector instructions are from LLVM's scheduling models, SISchedule.td. On RDNA, transcendental
 * instructions have a unit of their own (HWTransVALU there). The rate of f64 on RDNA is from the
 * chips' peak rates: a sixteenth of f32 without dual issue. If sources differ, the lower rate is
 * taken.
 */
#include "parts.h"

enum { GENERATIONS = GENERATION_GFX12 + 1 };

/* Cycles, relative to the cycles of an addition of floats. The column of gfx9 covers several chips;
 * its figures are those of the fastest. */
static const uint8_t rates[][GENERATIONS] = {
    [KIND_MULTIPLY] = {4, 1, 1, 1, 4, 4, 4}, [KIND_WIDE] = {2, 1, 1, 1, 2, 2, 2},
    [KIND_F64] = {2, 1, 1, 1, 16, 16, 16},   [KIND_TRANSCENDENTAL] = {4, 4, 4, 4, 4, 4, 4},
    [KIND_VECTOR] = {1, 1, 1, 1, 1, 1, 1},   [KIND_DOT] = {1, 1, 1, 1, 1, 1, 1},
    [KIND_DUAL] = {1, 1, 1, 1, 1, 1, 1},
};

/* Multiply-adds of a SIMD's matrix unit in a cycle. MFMA: from the passes in SISchedule.td, where a
 * pass is 4 cycles, and from the peak rates in the CDNA white papers. gfx950: from the table of
 * cycles in the CDNA4 ISA document; in that table, small floats have half the rate if one of the
 * matrices has 8-bit elements. WMMA: from the peak rates of RX 7900 XTX (512 f16 operations in a
 * cycle of a compute unit, which has two SIMDs) and of RX 9070 XT (1024, and 2048 of 8 bits). */
static const uint16_t products[][GENERATIONS] = {
    [ISSUE_MATRIX_F64] = {0, 32, 32, 16},
    [ISSUE_MATRIX_F32] = {32, 32, 32, 32},
    [ISSUE_MATRIX_XF32] = {0, 0, 128},
    [ISSUE_MATRIX_16] = {128, 128, 256, 256, 0, 128, 256},
    [ISSUE_MATRIX_PAIRS] = {64, 64, 64, 64},
    [ISSUE_MATRIX_BLOCKS] = {128, 128, 128, 128},
    [ISSUE_MATRIX_8] = {128, 128, 512, 512, 0, 128, 512},
    [ISSUE_MATRIX_4] = {0, 0, 0, 0, 0, 256, 1024},
    [ISSUE_MATRIX_DEEP_16] = {0, 0, 0, 512},
    [ISSUE_MATRIX_DEEP_8] = {0, 0, 0, 1024},
    [ISSUE_MATRIX_SMALL] = {0, 0, 0, 2048},
};

static bool has_type(const struct op *op, unsigned types)
{
    bool is_there = types >> op->dst.type & 1;
    for (unsigned i = 0; i < op->source_count; i++)
        is_there |= types >> op->src[i].type & 1;
    return is_there;
}

static enum profile_kind vector_kind(const struct op *op)
{
    switch ((enum issue)op->instruction->issue) {
    case ISSUE_BY_TYPES: break;
    case ISSUE_MULTIPLY: return KIND_MULTIPLY;
    case ISSUE_TRANSCENDENTAL: return KIND_TRANSCENDENTAL;
    case ISSUE_DOT: return KIND_DOT;
    default: return KIND_MATRIX;
    }
    if (op->dual)
        return KIND_DUAL;
    if (has_type(op, 1u << TYPE_F64))
        return KIND_F64;
    return has_type(op, 1u << TYPE_B64 | 1u << TYPE_U64 | 1u << TYPE_I64) ? KIND_WIDE : KIND_VECTOR;
}

static enum profile_kind kind_of(const struct op *op)
{
    static const uint8_t kinds[CLASS_COUNT] = {
        [CLASS_SCALAR] = KIND_SCALAR,   [CLASS_SCALAR_MEMORY] = KIND_SCALAR_MEMORY,
        [CLASS_CONTROL] = KIND_CONTROL, [CLASS_MEMORY] = KIND_MEMORY,
        [CLASS_LDS] = KIND_LDS,
    };
    enum op_class class = op->instruction->class;
    if (class == CLASS_VECTOR)
        return vector_kind(op);
    if (class == CLASS_CONTROL && op->instruction->flags & (FLAG_JUMPS | FLAG_BRANCHES))
        return KIND_BRANCH;
    return (enum profile_kind)kinds[class];
}

static unsigned matrix_cycles(const struct op *op, enum generation generation)
{
    enum issue issue = (enum issue)op->instruction->issue;
    unsigned rate = products[issue][generation];
    if (issue == ISSUE_MATRIX_SMALL && (op->cbsz < 2 || op->blgp < 2))
        rate /= 2;
    unsigned all = op->instruction->products * PRODUCTS_UNIT;
    return rate ? (all + rate - 1) / rate : 0;
}

/* Returns the cycles of an instruction at full rate. RDNA3 can run a 32-bit instruction of a wave64
 * in one cycle, by issuing both halves of the wave at once. */
static unsigned full_rate(enum profile_kind kind, enum generation generation, unsigned lanes)
{
    if (generation < GENERATION_GFX10)
        return lanes / 16;
    bool is_dual = generation >= GENERATION_GFX11 && kind == KIND_VECTOR;
    return is_dual ? 1 : lanes / 32;
}

void profile_issue(const struct op *op, enum generation generation, unsigned lanes,
                   struct profile_op *out)
{
    enum profile_kind kind = kind_of(op);
    out->kind = (uint8_t)kind;
    out->unit = UNIT_VECTOR;
    if (kind == KIND_MATRIX) {
        out->unit = UNIT_MATRIX;
        out->cost = (uint16_t)matrix_cycles(op, generation);
    } else if (kind < KIND_MATRIX) {
        unsigned rate = rates[kind][generation];
        if (kind == KIND_TRANSCENDENTAL && has_type(op, 1u << TYPE_F64) &&
            rate < rates[KIND_F64][generation])
            rate = rates[KIND_F64][generation];
        if (kind == KIND_TRANSCENDENTAL && generation >= GENERATION_GFX10)
            out->unit = UNIT_TRANSCENDENTAL;
        out->rate = (uint8_t)__builtin_ctz(rate);
        out->cost = (uint16_t)(rate * full_rate(kind, generation, lanes));
    } else if (kind == KIND_SCALAR || kind == KIND_BRANCH) {
        out->unit = UNIT_SCALAR;
        out->cost = 1;
    }
}
