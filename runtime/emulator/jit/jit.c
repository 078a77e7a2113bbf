/* Blocks. A block begins with an op to which the program jumps. It ends with the next op that may
 * jump, stop the wave, or change EXEC or MODE. A branch that depends on EXEC, right behind the
 * change of EXEC, is a part of the block: compilers write one for each "if" whose lanes differ. The
 * code of a block goes on with the code of the next block, if that has been made, and otherwise
 * returns to the function that runs the wave's turn.
 *
 * A block has up to three pieces of code: for waves with all lanes active, for waves with no active
 * lane above the first eight, and for any other wave. All three assume the usual float mode. An op
 * without a template becomes a call of its function in the interpreter.
 */
#include "jit/jit.h"

#include "block.h"
#include "pages.h"
#include "vector.h"

#include "core/device.h"

#include <cpuid.h>
#include <stdlib.h>
#include <string.h>

enum {
    CODE_MAX = 1 << 18, /* the most bytes that the code of a block may have */
    /* bytes of addresses that are reserved for a program's code: see pages_reserve() */
    PROGRAM_MAX = 64 << 20,
};

struct block_code {
    const struct program_ops *ops;
    unsigned lanes;
    bool has_avx512;
    struct pages pages;
    const uint8_t *leave; /* the code to which blocks jump to return from |enter| */
    uint8_t *buffer; /* CODE_MAX bytes in which the code of a block is made before it is copied to
                      * |pages| */
};

/* ---- Ops of a block -------------------------------------------------------------------------- */

static bool is(const struct op *op, enum role role)
{
    return op->instruction->role == role;
}

bool block_does_nothing(const struct op *op)
{
    enum { DEALLOCATE_REGISTERS = 3 };
    return is(op, ROLE_NOTHING) ||
           (is(op, ROLE_MESSAGE) && (op->imm & 0xff) == DEALLOCATE_REGISTERS);
}

/* Whether |op| only computes, loads or stores: its function neither reads nor changes where the
 * wave is in the program. */
static bool is_ordinary(const struct op *op)
{
    const struct instruction *instruction = op->instruction;
    switch ((enum op_class)instruction->class) {
    case CLASS_VECTOR:
    case CLASS_MEMORY:
    case CLASS_SCALAR_MEMORY: return true;
    case CLASS_LDS: return !is(op, ROLE_GRID_BARRIER);
    case CLASS_SCALAR: return instruction->scalar || is(op, ROLE_GET_REGISTER);
    case CLASS_CONTROL:
    case CLASS_COUNT: break;
    }
    return false;
}

const struct op *block_op(const struct block *block, uint32_t dword)
{
    if (dword >= block->ops->program->code_size / 4)
        return NULL;
    const struct op *op = &block->ops->all[dword];
    return __atomic_load_n(&op->run, __ATOMIC_ACQUIRE) ? op : NULL;
}

/* ---- Functions that templates use ------------------------------------------------------------ */

/* Emits a call of |function|(wave, op). Code before the call may have set more arguments. */
static void put_call(struct block *block, const struct op *op, x86_function *function)
{
    struct x86 *as = &block->as;
    if (op == &block->ops->all[op->pc]) {
        x86_op(as, X86_LEA, true, RSI, in_memory(OPS, op->pc * sizeof(struct op)));
        x86_op(as, X86_STORE, true, RSI, in_wave(offsetof(struct wave, current)));
        /* The second op of a VOPD pair is not in |ops->all|: its address is a constant of the code.
         */
    } else {
        x86_set(as, RSI, (uint64_t)(uintptr_t)op);
    }
    x86_op(as, X86_LOAD, true, RDI, in_register(WAVE));
    x86_clear_upper(as);
    x86_call(as, function);
}

void block_call(struct block *block, const struct op *op, op_run *run)
{
    put_call(block, op, (x86_function *)run);
}

/* Runs |op| in the interpreter for the lanes of |lanes| that are active. */
static void run_some(struct wave *wave, const struct op *op, uint64_t lanes)
{
    uint32_t exec[2];
    uint64_t rest = wave_exec(wave) & lanes;
    memcpy(exec, &wave->sgpr[SGPR_EXEC], sizeof exec);
    memcpy(&wave->sgpr[SGPR_EXEC], &rest, sizeof exec);
    op->instruction->run(wave, op);
    memcpy(&wave->sgpr[SGPR_EXEC], exec, sizeof exec);
}

void block_slow_if(struct block *block, enum condition_code condition, const struct op *op,
                   int first)
{
    if (block->slow_count == SLOW_MAX) {
        block->as.is_full = true;
        return;
    }
    block->slow[block->slow_count].from = x86_jump_if(&block->as, condition);
    block->slow[block->slow_count].to = 0;
    block->slow[block->slow_count].first = first;
    block->slow[block->slow_count].end = NULL;
    block->slow[block->slow_count].is_counted = false;
    block->slow[block->slow_count++].op = op;
}

void block_slow_run_if(struct block *block, enum condition_code condition, const struct run *run,
                       unsigned chunk)
{
    block_slow_if(block, condition, run->ops[0].op, (int)(chunk * CHUNK));
    if (block->as.is_full)
        return;
    block->slow[block->slow_count - 1].end = run->end;
    block->slow[block->slow_count - 1].count = CHUNK * block_step(block);
    block->slow[block->slow_count - 1].mask = run->mask_lives ? run->needs.mask->reg : SGPR_NULL;
}

void block_resume(struct block *block)
{
    block->as.mask_lanes = 0;
    for (unsigned i = block->slow_count; i-- > 0 && block->slow[i].to == 0;)
        block->slow[i].to = block->as.size;
}

/* Counts a departure of |op|, or of the run that begins with |op| and ends before |end|. Code of a
 * run that often jumps to the interpreter is slower than its ops one by one. So after
 * DEPARTURES_MAX departures the block that begins at dword |block| loses its code, and code that is
 * made later treats these ops differently. */
static void note_departure(struct wave *wave, const struct op *op, const struct op *end,
                           uint32_t block, enum active active)
{
    struct op *all = wave->ops->all;
    uint8_t *count = &all[op->pc].departures;
    if (__atomic_load_n(count, __ATOMIC_RELAXED) < DEPARTURES_MAX &&
        __atomic_add_fetch(count, 1, __ATOMIC_RELAXED) < DEPARTURES_MAX)
        return;
    for (; op != end; op += op->dwords)
        __atomic_store_n(&all[op->pc].departures, DEPARTURES_MAX, __ATOMIC_RELAXED);
    /* The code is cleared before the count. A wave that arrives between the two stores is counted,
     * but the count is still too high for that wave to make code. */
    __atomic_store_n(&all[block].code[active], NULL, __ATOMIC_RELEASE);
    __atomic_store_n(&all[block].arrivals[active], 0, __ATOMIC_RELAXED);
}

/* Like run_some(), and counts a departure. |block_and_active| is the block's dword * ACTIVE_KINDS +
 * its enum active. */
static void run_counted(struct wave *wave, const struct op *op, uint64_t lanes,
                        uint32_t block_and_active)
{
    note_departure(wave, op, op + op->dwords, block_and_active / ACTIVE_KINDS,
                   (enum active)(block_and_active % ACTIVE_KINDS));
    run_some(wave, op, lanes);
}

/* Saves in |sgpr| the mask bits that the run's v_div_scale ops, in the interpreter, have written
 * for |lanes|. The host code of the run has set these masks to 0 for all lanes, so that the bits
 * need only be added. */
static void keep_division_masks(const struct wave *wave, const struct op *op, const struct op *end,
                                uint64_t lanes, uint32_t *sgpr)
{
    for (; op != end; op += op->dwords) {
        if (!is_scalar(&op->dst2) || !is(op, ROLE_DIVIDE_SCALE))
            continue;
        uint32_t bits[2] = {(uint32_t)lanes, (uint32_t)(lanes >> 32)};
        for (unsigned word = 0; word < 2; word++)
            sgpr[op->dst2.reg + word] |= wave->sgpr[op->dst2.reg + word] & bits[word];
    }
}

/* Runs the ops of a run, from |op| up to |end|, in the interpreter for |lanes|, and counts a
 * departure. Returns the bits of |lanes| that the ops have written to the mask at SGPR |mask|. The
 * masks of divisions change, too; all other scalar registers keep their values. */
static uint64_t run_run(struct wave *wave, const struct op *op, uint64_t lanes,
                        const struct op *end, unsigned mask, uint32_t block_and_active)
{
    const struct op *first = op;
    uint32_t sgpr[SGPR_COUNT];
    uint64_t active = wave_exec(wave) & lanes, bits;
    note_departure(wave, op, end, block_and_active / ACTIVE_KINDS,
                   (enum active)(block_and_active % ACTIVE_KINDS));
    memcpy(sgpr, wave->sgpr, sizeof sgpr);
    memcpy(&wave->sgpr[SGPR_EXEC], &active, sizeof active);
    for (; op != end; op += op->dwords) {
        wave->current = op;
        if (!block_does_nothing(op))
            op->run(wave, op);
    }
    memcpy(&bits, &wave->sgpr[mask], sizeof bits);
    keep_division_masks(wave, first, end, active, sgpr);
    memcpy(wave->sgpr, sgpr, sizeof sgpr);
    return bits & active;
}

void block_count_slow(struct block *block)
{
    unsigned last = block->slow_count - 1;
    const struct op *op = block->slow[last].op;
    if (!block->as.is_full && op == &block->ops->all[op->pc])
        block->slow[last].is_counted = true;
}

/* Emits the call of run_run() for the jump |slow[i]|. The mask bits that run_run() returns go to
 * r12. */
static void put_slow_run(struct block *block, unsigned i)
{
    struct x86 *as = &block->as;
    x86_set(as, RDX, ((UINT64_C(1) << block->slow[i].count) - 1) << block->slow[i].first);
    x86_op(as, X86_LEA, true, RCX,
           in_memory(OPS, (size_t)(block->slow[i].end - block->ops->all) * sizeof(struct op)));
    x86_set(as, R8, block->slow[i].mask);
    x86_set(as, R9, block->dword * ACTIVE_KINDS + block->active);
    put_call(block, block->slow[i].op, (x86_function *)run_run);
    if (block->slow[i].mask != SGPR_NULL)
        x86_op(as, X86_OR, true, R12, in_register(RAX));
    x86_aim(as, x86_jump(as), block->slow[i].to);
}

/* Emits the calls of the interpreter, to which the jumps of |block->slow| lead. Jumps that are
 * about one op and the same lanes share a call. */
static void put_slow(struct block *block)
{
    for (unsigned i = 0; i < block->slow_count; i++) {
        const struct op *op = block->slow[i].op;
        x86_land(&block->as, block->slow[i].from);
        if (block->slow[i].end) {
            put_slow_run(block, i);
            continue;
        }
        if (i + 1 < block->slow_count && block->slow[i + 1].to == block->slow[i].to &&
            block->slow[i + 1].first == block->slow[i].first)
            continue;
        int first = block->slow[i].first;
        bool is_counted = block->slow[i].is_counted;
        if (first == SLOW_REST)
            x86_op(&block->as, X86_LOAD, true, RDX, in_register(R12));
        else if (first != SLOW_ALL || is_counted)
            x86_set(&block->as, RDX, UINT64_MAX << first);
        if (is_counted)
            x86_set(&block->as, RCX, block->dword * ACTIVE_KINDS + block->active);
        put_call(block, op,
                 is_counted          ? (x86_function *)run_counted
                 : first == SLOW_ALL ? (x86_function *)op->instruction->run
                                     : (x86_function *)run_some);
        x86_aim(&block->as, x86_jump(&block->as), block->slow[i].to);
    }
}

void block_load_pair(struct block *block, unsigned to, unsigned reg, unsigned other)
{
    struct x86 *as = &block->as;
    x86_op(as, X86_LOAD, false, other, scalar_place(reg + 1));
    x86_op(as, X86_LOAD, false, to, scalar_place(reg));
    x86_shift(as, SHIFT_LEFT, other, 32);
    x86_op(as, X86_OR, true, to, in_register(other));
}

void block_first_lane(struct block *block)
{
    struct x86 *as = &block->as;
    x86_op(as, X86_XOR, false, RCX, in_register(RCX));
    x86_op(as, X86_LOAD, block->lanes == 64, RAX, scalar_place(SGPR_EXEC));
    x86_op(as, X86_BSF, true, RAX, in_register(RAX));
    x86_op(as, X86_CMOV | IF_NOT_EQUAL, true, RCX, in_register(RAX));
}

/* ---- Addresses in the program, and hardware registers that are kept in scalar registers
 * -------- */

static uint64_t program_code(const struct program *program)
{
    return (uint64_t)(uintptr_t)program->image + program->code_address;
}

static uint64_t address_behind(const struct block *block, const struct op *op)
{
    return program_code(block->ops->program) + (uint64_t)(op->pc + op->dwords) * 4;
}

/* Returns the number of the scalar register that keeps the hardware register |id|, or 0 if none
 * does. */
static unsigned scalar_of(const struct block *block, unsigned id)
{
    static const unsigned scalars[64] = {[21] = SGPR_FLAT_SCRATCH + 1, [22] = SGPR_XNACK_MASK};
    if (id == 20 && !generation_has_gfx940(block->ops->program->generation))
        return SGPR_FLAT_SCRATCH;
    return scalars[id];
}

/* Returns the bits that |op|, an s_getreg_b32, takes from the hardware register that holds the
 * upper 16 bits of the addresses of both apertures. */
static uint32_t aperture_bits(const struct block *block, const struct op *op)
{
    const struct device *device = block->ops->program->device;
    uint32_t bases = (uint32_t)(device->shared_aperture >> 48) << 16 |
                     (uint32_t)(device->private_aperture >> 48);
    return bases >> (op->imm >> 6 & 31) & UINT32_MAX >> (31 - (op->imm >> 11 & 31));
}

static void move_scalar(struct block *block, unsigned to, unsigned from)
{
    x86_op(&block->as, X86_LOAD, false, RAX, scalar_place(from));
    x86_op(&block->as, X86_STORE, false, RAX, scalar_place(to));
}

/* Emits s_getpc_b64, s_getreg_b32 of the apertures, and s_setreg_b32 and s_getreg_b32 of whole
 * hardware registers that are kept in scalar registers. Returns false for other ops. */
static bool control_emit(struct block *block, const struct op *op)
{
    enum { APERTURES = 15 };
    struct x86 *as = &block->as;
    bool sets = is(op, ROLE_SET_REGISTER), gets = is(op, ROLE_GET_REGISTER);
    if (is(op, ROLE_GET_PC) && op->dst.kind == OPERAND_SGPR) {
        x86_set(as, RAX, address_behind(block, op));
        x86_op(as, X86_STORE, true, RAX, scalar_place(op->dst.reg));
        return true;
    }
    if ((!sets || !is_scalar(&op->src[0])) && (!gets || !is_scalar(&op->dst)))
        return false;
    unsigned id = op->imm & 63, scalar = scalar_of(block, id);
    bool is_whole = op->imm >> 6 == 31 << 5;
    if (gets && id == APERTURES)
        x86_store_number(as, scalar_place(op->dst.reg), aperture_bits(block, op));
    else if (!scalar || !is_whole)
        return false;
    else if (sets)
        move_scalar(block, scalar, op->src[0].reg);
    else
        move_scalar(block, op->dst.reg, scalar);
    return true;
}

/* ---- Code for the end of a block ------------------------------------------------------------- */

struct ending {
    struct block *block;
    /* offset of the code at |block_code.leave| from the block's code, which jumps to it to
     * return */
    size_t leave;
    bool changes_exec;
};

static void put_leave(const struct ending *end)
{
    x86_aim(&end->block->as, x86_jump(&end->block->as), end->leave);
}

static void put_next(const struct ending *end, uint32_t next)
{
    x86_store_number(&end->block->as, in_wave(offsetof(struct wave, next)), next);
}

/* Emits a call of the op's function, and a return to the function that runs the wave's turn,
 * because the op may set which op is next. */
static void put_last(const struct ending *end, const struct op *op)
{
    put_next(end, op->pc + op->dwords);
    block_call(end->block, op, op->run);
    put_leave(end);
}

/* Emits a jump to the code of the block that begins at dword |next|, if that block has code when
 * the jump is executed, and else a return. |has_none| says that no lane is active there. */
static void put_go(const struct ending *end, uint32_t next, bool has_none)
{
    struct block *block = end->block;
    struct x86 *as = &block->as;
    struct place codes[ACTIVE_KINDS];
    bool may_change = end->changes_exec && !has_none;
    for (unsigned i = 0; i < ACTIVE_KINDS; i++)
        codes[i] = in_memory(OPS, next * sizeof(struct op) + offsetof(struct op, code) +
                                      i * sizeof(void *));
    put_next(end, next);
    if (next >= block->ops->program->code_size / 4) {
        put_leave(end);
        return;
    }
    enum active active = has_none ? ACTIVE_FEW : may_change ? ACTIVE_ANY : block->active;
    x86_op(as, X86_LOAD, true, RAX, codes[active]);
    if (may_change) {
        bool is_64 = block->lanes == 64;
        x86_op(as, X86_LOAD, is_64, RCX, scalar_place(SGPR_EXEC));
        x86_compare_number(as, is_64, in_register(RCX), -1);
        x86_op(as, X86_CMOV | IF_EQUAL, true, RAX, codes[ACTIVE_ALL]);
        x86_shift(as, SHIFT_RIGHT, RCX, FEW_LANES);
        x86_op(as, X86_CMOV | IF_EQUAL, true, RAX, codes[ACTIVE_FEW]);
    }
    x86_op(as, X86_TEST, true, RAX, in_register(RAX));
    x86_aim(as, x86_jump_if(as, IF_EQUAL), end->leave);
    x86_jump_to_register(as, RAX);
}

/* For each enum branch_condition: the code compares |reg|, or SCC, with 0; the branch is not taken
 * if |stays| is true after the comparison. */
static const struct branch {
    unsigned reg; /* the scalar register that is compared with 0; if |reg| is 0, SCC is compared */
    enum condition_code stays;
} branches[] = {
    [SCC_0] = {0, IF_NOT_EQUAL},          [SCC_1] = {0, IF_EQUAL},
    [VCC_0] = {SGPR_VCC, IF_NOT_EQUAL},   [VCC_1] = {SGPR_VCC, IF_EQUAL},
    [EXEC_0] = {SGPR_EXEC, IF_NOT_EQUAL}, [EXEC_1] = {SGPR_EXEC, IF_EQUAL},
};

static bool put_branch(const struct ending *end, const struct op *op)
{
    struct x86 *as = &end->block->as;
    enum branch_condition condition = (enum branch_condition)op->instruction->argument;
    if (!is(op, ROLE_BRANCH) || condition == NEVER)
        return false;
    if (condition == ALWAYS) {
        put_go(end, op->target, false);
        return true;
    }
    const struct branch *branch = &branches[condition];
    if (branch->reg) {
        x86_compare_number(as, end->block->lanes == 64, scalar_place(branch->reg), 0);
    } else {
        x86_op(as, X86_LOAD_BYTE, false, RAX, in_wave(offsetof(struct wave, scc)));
        x86_op(as, X86_TEST, false, RAX, in_register(RAX));
    }
    size_t stays = x86_jump_if(as, branch->stays);
    put_go(end, op->target, condition == EXEC_0);
    x86_land(as, stays);
    put_go(end, op->pc + op->dwords, condition == EXEC_1);
    return true;
}

/* Whether |op| is a branch that depends on EXEC. */
static bool tests_exec(const struct op *op)
{
    enum branch_condition condition = (enum branch_condition)op->instruction->argument;
    return is(op, ROLE_BRANCH) && (condition == EXEC_0 || condition == EXEC_1);
}

/* Emits s_setpc_b64 and s_swappc_b64. If the new address is not in the program's code, the
 * interpreter runs the op, and reports the address. Returns false for other ops. */
static bool put_jump(const struct ending *end, const struct op *op)
{
    struct block *block = end->block;
    struct x86 *as = &block->as;
    const struct program *program = block->ops->program;
    bool keeps = is(op, ROLE_SWAP_PC);
    const struct operand *from = &op->src[0];
    if ((!keeps && !is(op, ROLE_SET_PC)) || !is_scalar(from) ||
        (keeps && op->dst.kind != OPERAND_SGPR))
        return false;
    block_load_pair(block, RAX, from->reg, RCX);
    x86_set(as, RCX, program_code(program));
    x86_op(as, X86_SUB, true, RAX, in_register(RCX));
    x86_set(as, RCX, program->code_size);
    x86_op(as, X86_CMP, true, RAX, in_register(RCX));
    size_t is_outside = x86_jump_if(as, IF_NOT_BELOW);
    x86_set(as, RCX, 3);
    x86_op(as, X86_TEST, false, RAX, in_register(RCX));
    size_t is_odd = x86_jump_if(as, IF_NOT_EQUAL);
    if (keeps) {
        x86_set(as, RCX, address_behind(block, op));
        x86_op(as, X86_STORE, true, RCX, scalar_place(op->dst.reg));
    }
    x86_shift(as, SHIFT_RIGHT, RAX, 2);
    x86_op(as, X86_STORE, false, RAX, in_wave(offsetof(struct wave, next)));
    x86_set(as, RCX, sizeof(struct op));
    x86_op(as, X86_IMUL, true, RAX, in_register(RCX));
    x86_op(as, X86_ADD, true, RAX, in_register(OPS));
    x86_op(as, X86_LOAD, true, RAX,
           in_memory(RAX, offsetof(struct op, code) + block->active * sizeof(void *)));
    x86_op(as, X86_TEST, true, RAX, in_register(RAX));
    x86_aim(as, x86_jump_if(as, IF_EQUAL), end->leave);
    x86_jump_to_register(as, RAX);
    x86_land(as, is_outside);
    x86_land(as, is_odd);
    put_last(end, op);
    return true;
}

/* Emits s_endpgm, after which the wave has ended, or s_barrier, after which it waits. Returns false
 * for other ops. */
static bool put_stop(const struct ending *end, const struct op *op)
{
    bool is_end = is(op, ROLE_END);
    if (!is_end && !is(op, ROLE_BARRIER))
        return false;
    put_next(end, op->pc + op->dwords);
    x86_store_number(&end->block->as, in_wave(offsetof(struct wave, state)),
                     is_end ? WAVE_ENDED : WAVE_BARRIER);
    put_leave(end);
    return true;
}

/* ---- Code for a block ------------------------------------------------------------------------ */

/* Emits an op inside of a block. Returns false for an op that may change the wave in any way, which
 * must be the last of the block. */
static bool put_op(struct block *block, const struct op *op)
{
    if (block_does_nothing(op) || vector_emit(block, op) || scalar_emit(block, op) ||
        cross_lane_emit(block, op) || memory_emit(block, op) || memory_emit_scalar(block, op) ||
        control_emit(block, op))
        return true;
    if (!is_ordinary(op))
        return false;
    block_call(block, op, op->run);
    return true;
}

/* Whether there is room for the code of another op or run, however large that code is. */
static bool has_room(const struct block *block)
{
    enum {
        CODE = 1 << 16,
        SLOW = 4 * RUN_MAX,
        LITERALS = 8 * RUN_LITERALS
    }; /* more bytes of code, jumps to the interpreter, and literals than any run takes */
    return block->as.size + CODE < CODE_MAX && block->slow_count + SLOW < SLOW_MAX &&
           block->as.literal_count + LITERALS < X86_LITERALS;
}

/* Emits the ops of a block, from |dword| on, and the jump to the op that follows the block. Returns
 * the number of the ops. */
static unsigned put_ops(struct ending *end, uint32_t dword)
{
    struct block *block = end->block;
    const struct op *op;
    unsigned count = 0;
    while (has_room(block) && !end->changes_exec && (op = block_op(block, dword))) {
        unsigned ops = doubles_run_emit(block, &dword);
        ops = ops ? ops : run_emit(block, &dword);
        count += ops ? ops : 1;
        if (ops)
            continue;
        if (!put_op(block, op)) {
            if (!put_branch(end, op) && !put_jump(end, op) && !put_stop(end, op))
                put_last(end, op);
            return count;
        }
        dword += op->dwords;
        end->changes_exec = op_writes_exec(op);
    }
    op = end->changes_exec ? block_op(block, dword) : NULL;
    if (op && tests_exec(op) && put_branch(end, op))
        return count + 1;
    put_go(end, dword, false);
    return count;
}

/* Emits a block. Its code first checks that the wave's turn is not over, and subtracts the number
 * of the block's ops from |left|, the ops that are left in the turn. */
static void put_block(struct ending *end, uint32_t dword)
{
    struct x86 *as = &end->block->as;
    struct place left = in_wave(offsetof(struct wave, left));
    x86_compare_number(as, false, left, 0);
    x86_aim(as, x86_jump_if(as, IF_NOT_GREATER), end->leave);
    x86_subtract_number(as, left, 0);
    size_t number = as->size - 4;
    uint32_t count = put_ops(end, dword);
    if (!as->is_full)
        memcpy(as->bytes + number, &count, sizeof count);
    put_slow(end->block);
    x86_finish(as);
}

static const void *blocks_make(struct block_code *code, uint32_t dword, enum active active)
{
    const uint8_t *at = pages_next(&code->pages);
    struct block *block = calloc(1, sizeof *block);
    if (!block)
        return NULL;
    block->as = (struct x86){.bytes = code->buffer, .room = CODE_MAX};
    block->ops = code->ops;
    block->lanes = code->lanes;
    block->has_avx512 = code->has_avx512;
    block->has_wide = code->has_avx512 && active != ACTIVE_FEW;
    block->accesses = block->dword = dword;
    block->active = active;
    struct ending end = {.block = block, .leave = (size_t)(code->leave - at)};
    put_block(&end, dword);
    const void *made =
        block->as.is_full ? NULL : pages_add(&code->pages, block->as.bytes, block->as.size);
    free(block);
    return made;
}

/* ---- Code for entering and leaving blocks ---------------------------------------------------- */

static const enum gpr kept[] = {RBX, RBP, R12, R13, R14, R15};
enum { KEPT = sizeof kept / sizeof kept[0] };

/* Emits the function enter(wave, code), which jumps to |code| with a stack that is aligned for
 * calls.
 */
static void put_enter(struct x86 *as, const struct program_ops *ops)
{
    for (unsigned i = 0; i < KEPT; i++)
        x86_push(as, kept[i]);
    x86_push(as, RAX);
    x86_op(as, X86_LOAD, true, WAVE, in_register(RDI));
    x86_op(as, X86_LOAD, true, VGPRS, in_wave(offsetof(struct wave, vgpr)));
    x86_op(as, X86_LOAD, true, AGPRS, in_wave(offsetof(struct wave, agpr)));
    x86_set(as, OPS, (uint64_t)(uintptr_t)ops->all);
    x86_set(as, CONSTANTS, (uint64_t)(uintptr_t)vector_constants());
    x86_jump_to_register(as, RSI);
}

static void put_return(struct x86 *as)
{
    x86_clear_upper(as);
    x86_pop(as, RAX);
    for (unsigned i = KEPT; i-- > 0;)
        x86_pop(as, kept[i]);
    x86_return(as);
}

/* Bytes of padding before the function enter(): Clang's sanitizer reads the function's type
 * there. */
enum { BEFORE = 16 };

static bool make_ends(struct block_code *code, block_enter **enter)
{
    struct x86 as = {.bytes = code->buffer, .room = CODE_MAX};
    for (unsigned i = 0; i < BEFORE; i++)
        x86_byte(&as, 0xcc);
    put_enter(&as, code->ops);
    size_t leave = as.size;
    put_return(&as);
    const uint8_t *at = pages_add(&code->pages, as.bytes, as.size);
    if (!at)
        return false;
    code->leave = at + leave;
    at += BEFORE;
    memcpy(enter, &at, sizeof *enter);
    return true;
}

static bool is_refused(void)
{
    const char *setting = secure_getenv("HIPEMU_JIT"), *old = secure_getenv("HIPEMU_NO_AVX2");
    unsigned eax, ebx, ecx, edx;
    bool has_f16c = __get_cpuid(1, &eax, &ebx, &ecx, &edx) && (ecx & bit_F16C);
    return !has_f16c || (setting && strcmp(setting, "0") == 0) || (old && *old) ||
           !__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma");
}

static bool may_use_avx512(void)
{
    const char *setting = secure_getenv("HIPEMU_JIT");
    return !(setting && strcmp(setting, "avx2") == 0) && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
}

static void blocks_free(struct block_code *code)
{
    if (!code)
        return;
    if (code->pages.code)
        pages_release(&code->pages);
    free(code->buffer);
    free(code);
}

/* Returns NULL if the host lacks the instructions, if there is no memory, or if the program is too
 * large: code addresses ops by an offset of 32 bits. */
static struct block_code *blocks_new(const struct program_ops *ops, unsigned lanes,
                                     block_enter **enter)
{
    if (is_refused() || ops->program->code_size / 4 > INT32_MAX / sizeof(struct op) - 1)
        return NULL;
    struct block_code *code = calloc(1, sizeof *code);
    if (!code)
        return NULL;
    code->ops = ops;
    code->lanes = lanes;
    code->has_avx512 = may_use_avx512();
    code->buffer = malloc(CODE_MAX);
    if (!code->buffer || !pages_reserve(&code->pages, PROGRAM_MAX) || !make_ends(code, enter)) {
        blocks_free(code);
        return NULL;
    }
    return code;
}

const struct block_functions jit_blocks = {
    .new = blocks_new, .make = blocks_make, .free = blocks_free};
