/* Registers that are read before anybody has written them.
 *
 * Compilers move and combine values that do not matter: a copy of an unwritten register is as
 * unwritten as it, a select or a logic operation on one is no finding, nor is a spill to scratch.
 * What is left is arithmetic, addresses, and what goes to memory.
 */
#include "check_watch.h"

#include <string.h>

enum habit {
    HABIT_USES,   /* reading an unwritten register is a finding */
    HABIT_COPIES, /* the result is as written as the source */
    HABIT_MAY,    /* the sources need not be written */
};

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static enum habit habit_of(const struct op *op)
{
    static const char *const copies[] = {"v_mov_b32", "v_dual_mov_b32", "v_accvgpr", "s_mov_b32",
                                         "s_mov_b64"};
    static const char *const may[] = {
        "v_cndmask",   "v_dual_cndmask", "v_and_",    "v_or_",    "v_xor_",      "v_not_",
        "v_and_or",    "v_or3",          "v_xor3",    "v_bfi",    "v_perm",      "v_pack",
        "v_alignb",    "v_lshl_or",      "v_pk_mov",  "v_swap",   "v_writelane", "v_readlane",
        "v_readfirst", "s_and",          "s_or",      "s_xor",    "s_not",       "s_nand",
        "s_nor",       "s_xnor",         "s_cselect", "s_cmov",   "scratch_",    "buffer_store",
        "v_permlane",  "v_mov_b64",      "s_wqm",     "s_bitset", "v_dot",       "ds_bpermute",
        "ds_permute",  "ds_swizzle",     "v_movrel",  "s_movrel", "s_waitcnt",
    };
    const char *name = op->instruction->name;
    for (size_t i = 0; i < sizeof copies / sizeof copies[0]; i++) {
        if (strcmp(name, copies[i]) == 0 || (i == 2 && starts(name, copies[i])))
            return HABIT_COPIES;
    }
    for (size_t i = 0; i < sizeof may / sizeof may[0]; i++) {
        if (starts(name, may[i]))
            return HABIT_MAY;
    }
    return op->dpp || op->is_sdwa ? HABIT_MAY : HABIT_USES;
}

/* The registers of an operand: an address is typed as wide as it can be. */
static unsigned words_of(const struct wave *wave, const struct op *op,
                         const struct operand *operand)
{
    const char *name = op->instruction->name;
    bool is_first = operand == &op->src[0], is_second = operand == &op->src[1];
    if (operand->type == TYPE_MASK)
        return wave->lanes == 64 ? 2 : 1;
    /* an open high half is what a shift to the left pushes out */
    if (starts(name, "v_lshlrev_b64") || starts(name, "s_lshl_b64"))
        return 1;
    /* used for the low half of their sum, compilers leave the high half of what is added open */
    if (operand == &op->src[2] && (starts(name, "v_mad_co_u64") || starts(name, "v_mad_co_i64")))
        return 1;
    if (operand->kind == OPERAND_VGPR && starts(name, "global_") && is_first) {
        const struct operand *base = &op->src[op->source_count - 1];
        return base->kind == OPERAND_SGPR ? 1 : 2;
    }
    if (operand->kind == OPERAND_VGPR && starts(name, "buffer_") && (is_first || is_second)) {
        const struct operand *next = operand + 1;
        bool is_address = next->type == TYPE_B128 && next->kind == OPERAND_SGPR;
        if (is_address)
            return (unsigned)op->idxen + op->offen;
    }
    return type_words((enum type)operand->type);
}

static uint64_t unwritten_word(const struct operand *operand, unsigned i, uint64_t exec,
                               const struct written_registers *written)
{
    unsigned reg = operand->reg + i;
    switch ((enum operand_kind)operand->kind) {
    case OPERAND_VGPR: return reg < WATCHED_VGPRS ? exec & ~written->vgpr[reg] : 0;
    case OPERAND_AGPR: return reg < WATCHED_VGPRS ? exec & ~written->agpr[reg] : 0;
    case OPERAND_SGPR: return reg < SGPR_COUNT && !written->sgpr[reg] ? ~0ull : 0;
    default: return 0;
    }
}

/* The lanes that an operand, or a part of it, is unwritten in; of scalars all or none. What is
 * stored may have open parts: padding, the fourth of three floats. */
static uint64_t unwritten(const struct wave *wave, const struct op *op,
                          const struct operand *operand, const struct written_registers *written)
{
    uint64_t exec = wave_exec(wave), any = 0, all = ~0ull;
    unsigned words = words_of(wave, op, operand);
    bool is_data = operand == &op->src[1] && strstr(op->instruction->name, "_store_");
    for (unsigned i = 0; i < words; i++) {
        uint64_t lanes = unwritten_word(operand, i, exec, written);
        any |= lanes;
        all &= lanes;
    }
    return is_data && words > 0 ? all : any;
}

static void look_at(struct wave *wave, const struct op *op, const struct written_registers *written)
{
    bool ignores_exec = op->instruction->flags & FLAG_IGNORES_EXEC;
    for (unsigned i = 0; i < op->source_count; i++) {
        const struct operand *operand = &op->src[i];
        uint64_t lanes = unwritten(wave, op, operand, written);
        if (!lanes || ignores_exec)
            continue;
        bool is_scalar = operand->kind == OPERAND_SGPR;
        int lane = is_scalar ? -1 : __builtin_ctzll(lanes);
        const char *file = is_scalar ? "s" : operand->kind == OPERAND_AGPR ? "a" : "v";
        if (is_scalar && operand->reg >= SGPR_VCC && operand->reg < SGPR_VCC + 2)
            finding_report(wave, op, FINDING_SGPR, lane, "reads vcc, which was never written");
        else
            finding_report(wave, op, is_scalar ? FINDING_SGPR : FINDING_VGPR, lane,
                           "reads %s%u, or a register behind it, which was never written", file,
                           operand->reg);
    }
}

void registers_before(struct wave *wave, const struct op *op, struct written_registers *written)
{
    for (const struct op *half = op; half; half = half->dual) {
        if (habit_of(half) == HABIT_USES)
            look_at(wave, half, written);
    }
}

static void mark(const struct wave *wave, const struct operand *operand, uint64_t exec,
                 uint64_t unwritten_lanes, struct written_registers *written)
{
    unsigned words = operand->type == TYPE_MASK ? (wave->lanes == 64 ? 2u : 1u)
                                                : type_words((enum type)operand->type);
    for (unsigned i = 0; i < words; i++) {
        unsigned reg = operand->reg + i;
        uint64_t *lanes = reg >= WATCHED_VGPRS            ? NULL
                          : operand->kind == OPERAND_VGPR ? &written->vgpr[reg]
                          : operand->kind == OPERAND_AGPR ? &written->agpr[reg]
                                                          : NULL;
        if (lanes)
            *lanes = (*lanes | exec) & ~(exec & unwritten_lanes);
        else if (operand->kind == OPERAND_SGPR && reg < SGPR_COUNT)
            written->sgpr[reg] = unwritten_lanes == 0;
    }
}

void registers_after(const struct wave *wave, const struct op *op, uint64_t exec,
                     struct written_registers *written)
{
    for (const struct op *half = op; half; half = half->dual) {
        uint64_t lanes = 0;
        if (half->instruction->flags & FLAG_IGNORES_EXEC)
            exec = wave->all;
        if (habit_of(half) == HABIT_COPIES && half->source_count > 0)
            lanes = unwritten(wave, half, &half->src[0], written);
        mark(wave, &half->dst, exec, lanes, written);
        mark(wave, &half->dst2, exec, 0, written);
    }
}

/* User SGPRs, then the system's; see "Initial Kernel Execution State" in the usage guide. What has
 * a meaning of its own is always there: EXEC, M0, FLAT_SCRATCH, trap registers. */
void registers_start(const struct wave *wave, struct written_registers *out)
{
    const struct dispatch *dispatch = wave->group->dispatch;
    uint32_t rsrc2 = dispatch->kernel->descriptor.rsrc2;
    enum generation generation = dispatch->program->generation;
    bool is_packed = generation == GENERATION_GFX90A || generation == GENERATION_GFX940 ||
                     generation >= GENERATION_GFX11;
    unsigned coordinates = is_packed ? 1 : (rsrc2 >> 11 & 3) + 1;
    /* a kernel's prologue adds the wave's offset in scratch even where nobody asked for it */
    unsigned scalars = (rsrc2 >> 1 & 0x1f) + 1;
    for (unsigned i = 7; i <= 10; i++)
        scalars += rsrc2 >> i & 1;
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < SGPR_COUNT; i++)
        out->sgpr[i] = i < scalars || i >= SGPR_TTMP0;
    for (unsigned i = 0; i < coordinates; i++)
        out->vgpr[i] = wave->all;
}
