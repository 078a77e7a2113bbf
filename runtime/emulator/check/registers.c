/* Finds registers that are read before they are written.
 *
 * Compilers move and combine values that do not matter. So a copy of an unwritten register is
 * unwritten, too; selects, logic operations, spills to scratch and stores to LDS are not reported.
 * Arithmetic, addresses and stores to memory are reported.
 */
#include "parts.h"
#include "core/kernel.h"

#include <stdio.h>
#include <string.h>

/* ---- Reads of an op ----------------------------------------------------------------------- */

/* Returns the lanes of |exec| in which the |i|-th register of |operand| is unwritten. For a scalar
 * register, returns all lanes or none. */
static inline uint64_t unwritten_word(const struct written_registers *written,
                                      const struct operand *operand, unsigned i, uint64_t exec)
{
    unsigned reg = operand_register(operand, i);
    switch ((enum operand_kind)operand->kind) {
    case OPERAND_VGPR: return reg < VGPR_ROWS ? exec & ~written->vgpr[reg] : 0;
    case OPERAND_AGPR: return reg < VGPR_ROWS ? exec & ~written->agpr[reg] : 0;
    case OPERAND_SGPR: return reg < SGPR_COUNT && !written->sgpr[reg] ? ~0ull : 0;
    default: return 0;
    }
}

char *register_name(const struct operand *operand, unsigned reg, char *out, size_t size)
{
    bool is_scalar = operand->kind == OPERAND_SGPR;
    char file = is_scalar ? 's' : operand->kind == OPERAND_AGPR ? 'a' : 'v';
    if (is_scalar && reg >= SGPR_VCC && reg < SGPR_VCC + 2)
        snprintf(out, size, "vcc");
    else
        snprintf(out, size, "%c%u", file, reg);
    return out;
}

/* Reports a use of a value from LDS that was never written: either nothing was stored at its
 * address, or an unwritten register was. */
static void report_lds(struct wave *wave, const struct op *op, unsigned reg, uint64_t lanes,
                       uint32_t from)
{
    char place[448];
    finding_report(wave, op, FINDING_UNINITIALISED_LDS, __builtin_ctzll(lanes),
                   "uses v%u, a value from LDS that was never written, %s", reg,
                   place_of_op(wave, &wave->ops->all[from - 1], place, sizeof place));
}

static void report(struct wave *wave, const struct op *op, const struct operand *operand,
                   unsigned reg, uint64_t lanes, const struct written_registers *written)
{
    bool is_scalar = operand->kind == OPERAND_SGPR;
    char name[16];
    if (operand->kind == OPERAND_VGPR && written->vgpr_from[reg]) {
        report_lds(wave, op, reg, lanes, written->vgpr_from[reg]);
        return;
    }
    finding_report(wave, op, is_scalar ? FINDING_SGPR : FINDING_VGPR,
                   is_scalar ? -1 : __builtin_ctzll(lanes), "reads %s, which was never written",
                   register_name(operand, reg, name, sizeof name));
}

static void look_at(struct wave *wave, const struct op *op, const struct operand *operand,
                    const struct written_registers *written, uint64_t exec, bool may_be_part)
{
    uint64_t all = ~0ull, any = 0;
    unsigned first = 0;
    for (unsigned i = 0; i < operand->words; i++) {
        uint64_t lanes = unwritten_word(written, operand, i, exec);
        if (lanes && !any)
            first = operand_register(operand, i);
        any |= lanes;
        all &= lanes;
    }
    if (any && (!may_be_part || all))
        report(wave, op, operand, first, may_be_part ? all : any, written);
}

/* Checks the sources of |half|, which is |op|, or one of the two ops of a VOPD pair. */
static void look_at_sources(struct wave *wave, const struct op *op, const struct op *half,
                            const struct written_registers *written, uint64_t exec)
{
    for (unsigned i = 0; i < half->source_count; i++) {
        const struct operand *operand = &half->src[i];
        if (operand->kind <= OPERAND_SGPR && operand->kind != OPERAND_NONE)
            look_at(wave, op, operand, written, exec, half->habit == HABIT_STORES && i > 0);
    }
}

/* ---- Results of an op ------------------------------------------------------------------------ */

/* Notes which words of a copy are unwritten. The words go to the result, from its |word|-th word
 * on. */
static void copy(const struct op *op, unsigned word, struct written_registers *written,
                 uint64_t exec)
{
    const struct operand *from = &op->src[0];
    for (unsigned i = 0; i < from->words; i++)
        registers_leave_open(written, word + i, unwritten_word(written, from, i, exec));
    if (written->has_open && from->kind == OPERAND_VGPR)
        written->open_from = written->vgpr_from[operand_register(from, 0)];
}

static void pass(const struct op *op, unsigned word, struct written_registers *written,
                 uint64_t exec)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < op->source_count; i++) {
        for (unsigned j = 0; j < op->src[i].words; j++)
            any |= unwritten_word(written, &op->src[i], j, exec);
    }
    for (unsigned i = 0; i < op->dst.words; i++)
        registers_leave_open(written, word + i, any);
}

/* Notes which words of a store to LDS are unwritten: see lds_access(). */
static void store_to_lds(struct wave *wave, const struct op *op, struct written_registers *written,
                         uint64_t exec)
{
    unsigned word = 0, has_address = op->source_count > 1;
    if (has_address)
        look_at(wave, op, &op->src[0], written, exec, false);
    for (unsigned i = has_address; i < op->source_count; i++) {
        for (unsigned j = 0; j < op->src[i].words; j++, word++)
            registers_leave_open(written, word, unwritten_word(written, &op->src[i], j, exec));
    }
}

/* Returns the lanes in which one of the bits |first| to |last| of a 64-bit operand is unwritten; no
 * lanes if |last| is below |first|. */
static uint64_t unwritten_bits(const struct written_registers *written,
                               const struct operand *operand, unsigned first, unsigned last,
                               uint64_t exec)
{
    uint64_t any = 0;
    for (unsigned i = first / 32; first <= last && i <= last / 32 && i < operand->words; i++)
        any |= unwritten_word(written, operand, i, exec);
    return any;
}

/* Notes which words of the result are unwritten if an op moves a field of a pair of words down to
 * bit 0. A right shift is such an op, too. */
static void pass_field(struct wave *wave, const struct op *op, struct written_registers *written,
                       uint64_t exec)
{
    bool is_vector = op->dst.kind == OPERAND_VGPR;
    bool is_field = op->habit == HABIT_FIELD || op->habit == HABIT_FIELD_SIGNED;
    bool is_signed = op->habit == HABIT_SHIFT_SIGNED || op->habit == HABIT_FIELD_SIGNED;
    const struct operand *pair = &op->src[is_vector], *place = &op->src[!is_vector];
    /* The field is in a vector register, so that it may differ from lane to lane. */
    if (place->kind == OPERAND_VGPR) {
        pass(op, 0, written, exec);
        return;
    }
    uint32_t value = (uint32_t)scalar_read(wave, place);
    unsigned first = value & 63, width = 64 - first;
    if (is_field && (value >> 16 & 127) < width)
        width = value >> 16 & 127;
    uint64_t unknown = unwritten_word(written, place, 0, exec), low = unknown, high = unknown;
    if (width > 0)
        low |= unwritten_bits(written, pair, first, first + (width < 32 ? width : 32) - 1, exec);
    if (width > 32 || (width > 0 && is_signed))
        high |= unwritten_bits(written, pair, width > 32 ? first + 32 : first + width - 1,
                               first + width - 1, exec);
    registers_leave_open(written, 0, low);
    registers_leave_open(written, 1, high);
}

/* Notes which words of the result are unwritten if an op does two operations at once. Often the
 * program uses only one of the two results, and the sources of the other operation may be
 * unwritten. */
static void pass_pair(const struct op *op, struct written_registers *written, uint64_t exec)
{
    for (unsigned i = 0; i < op->source_count; i++) {
        const struct operand *operand = &op->src[i];
        registers_leave_open(written, 0, unwritten_word(written, operand, operand->high, exec));
        registers_leave_open(written, 1,
                             unwritten_word(written, operand, operand->high_of_high, exec));
    }
}

static void copy_lane(const struct op *op, unsigned lane, struct written_registers *written)
{
    bool is_open = unwritten_word(written, &op->src[0], 0, 1ull << lane);
    registers_leave_open(written, 0, -(uint64_t)is_open);
}

void registers_before(struct wave *wave, const struct op *op, struct written_registers *written,
                      uint64_t exec)
{
    unsigned word = 0;
    for (const struct op *half = op; half; half = half->dual, word++) {
        switch ((enum habit)half->habit) {
        case HABIT_USES:
        case HABIT_SUMS:
        case HABIT_STORES: look_at_sources(wave, op, half, written, exec); break;
        case HABIT_STORES_LDS: store_to_lds(wave, half, written, exec); break;
        case HABIT_COPIES: copy(half, word, written, exec); break;
        case HABIT_FIRST:
            if (exec)
                copy_lane(half, (unsigned)__builtin_ctzll(exec), written);
            break;
        case HABIT_LANE:
            copy_lane(half, (unsigned)scalar_read(wave, &half->src[1]) & (wave->lanes - 1),
                      written);
            break;
        /* The number of the lane is noted before the op runs, because the op may write the register
         * that holds it. */
        case HABIT_TO_LANE:
            written->lane = (unsigned)scalar_read(wave, &half->src[1]) & (wave->lanes - 1);
            break;
        case HABIT_SHIFT_LEFT:
        case HABIT_PASSES: pass(half, word, written, exec); break;
        case HABIT_SHIFT:
        case HABIT_SHIFT_SIGNED:
        case HABIT_FIELD:
        case HABIT_FIELD_SIGNED: pass_field(wave, half, written, exec); break;
        case HABIT_PAIRS: pass_pair(half, written, exec); break;
        case HABIT_CHOOSES:
        case HABIT_MAY: break;
        }
    }
}

static inline void mark(const struct operand *operand, uint64_t exec, const uint64_t *open,
                        struct written_registers *written)
{
    for (unsigned i = 0; i < operand->words; i++) {
        unsigned reg = operand->reg + i;
        uint64_t unwritten = open && i < OPEN_WORDS ? open[i] : 0;
        if (operand->kind == OPERAND_VGPR && reg < VGPR_ROWS) {
            written->vgpr[reg] = (written->vgpr[reg] | exec) & ~(exec & unwritten);
            if (exec & unwritten)
                written->vgpr_from[reg] = written->open_from;
        } else if (operand->kind == OPERAND_AGPR && reg < VGPR_ROWS)
            written->agpr[reg] = (written->agpr[reg] | exec) & ~(exec & unwritten);
        else if (operand->kind == OPERAND_SGPR && reg < SGPR_COUNT)
            written->sgpr[reg] = unwritten == 0;
    }
}

void registers_after(const struct wave *wave, const struct op *op,
                     struct written_registers *written, uint64_t exec)
{
    const uint64_t *open = written->has_open ? written->open : NULL;
    for (const struct op *half = op; half; half = half->dual) {
        uint64_t lanes = half->habit == HABIT_TO_LANE                   ? 1ull << written->lane
                         : half->instruction->flags & FLAG_IGNORES_EXEC ? wave->all
                                                                        : exec;
        mark(&half->dst, lanes, open, written);
        mark(&half->dst2, lanes, NULL, written);
        open = open ? open + 1 : NULL; /* in a VOPD pair, the result of each op has one word */
    }
    if (written->has_open)
        memset(written->open, 0, sizeof written->open);
    written->has_open = false;
    written->open_from = 0;
}

void checker_wrote(struct checker *checker, const struct wave *wave, const struct operand *operand)
{
    struct operand written = *operand;
    operand_count_words(&written, wave->lanes);
    mark(&written, wave_exec(wave), NULL, &checker->registers[wave->index]);
}

/* Notes which registers are written when a wave starts: user SGPRs, then system SGPRs; see "Initial
 * Kernel Execution State" in the usage guide. Registers with a special meaning also count as
 * written: EXEC, M0, FLAT_SCRATCH, trap registers. */
void registers_start(const struct wave *wave, struct written_registers *out)
{
    const struct dispatch *dispatch = wave->group->dispatch;
    uint32_t rsrc2 = dispatch->kernel->descriptor.rsrc2;
    unsigned coordinates =
        work_items_are_packed(dispatch->program->generation) ? 1 : (rsrc2 >> 11 & 3) + 1;
    /* a kernel's prologue adds the wave's offset in scratch, and reads its SGPR even if the kernel
     * did not enable that SGPR */
    unsigned scalars = kernel_user_sgprs(&dispatch->kernel->descriptor) + 1;
    for (unsigned i = 7; i <= 10; i++)
        scalars += rsrc2 >> i & 1;
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < SGPR_COUNT; i++)
        out->sgpr[i] = i < scalars || i >= SGPR_TTMP0;
    for (unsigned i = 0; i < coordinates; i++)
        out->vgpr[i] = wave->all;
}
