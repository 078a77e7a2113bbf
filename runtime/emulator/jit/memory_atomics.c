/* Templates of atomics: the instructions of the host that compute the new value of a word in memory
 * for one lane. The atomics are those of isa/atomics.c.
 */
#include "memory.h"

/* General registers, in addition to those of enum lane_register. OLD: the word in memory, which
 * CMPXCHG expects in rax; DATA: the lane's data; PLACE: the word's address; NEW: the word's new
 * value; SECOND: the value to compare with, or a temporary value of |steps|. */
enum { OLD = RAX, DATA = RDX, PLACE = RSI, NEW = RDI, SECOND = R11 };
/* Names of the host's vector registers in this file. */
enum { OLD_FLOAT, DATA_FLOAT, TOGETHER, OTHERS };

enum { STEPS_MAX = 6 };
struct atomic_code {
    enum { NO_TEMPLATE, INTEGER, FLOAT_ADD, FLOAT_MIN, FLOAT_MAX } kind;
    bool has_second;
    /* the host instruction that combines the data of eight lanes with those of eight other lanes; 0
     * if there is none */
    enum vex together;
    /* Opcodes of host instructions that do the whole atomic at once; 0 if there is none. */
    uint16_t alone; /* the opcode for atomics without a result */
    /* the opcode for atomics with a result (XADD, XCHG), which leaves the old value in DATA */
    uint16_t exchanges;
    struct {
        uint16_t opcode;
        uint8_t reg, other;
    } steps[STEPS_MAX]; /* for kind INTEGER: the instructions that compute NEW from OLD, DATA and
                         * SECOND */
};

#define CHOOSE(condition)                                                                          \
    {                                                                                              \
        {X86_LOAD, NEW, OLD}, {X86_CMP, DATA, OLD}, {X86_CMOV | (condition), NEW, DATA},           \
    }
#define COMPUTE(op)                                                                                \
    {                                                                                              \
        {X86_LOAD, NEW, OLD}, {op, NEW, DATA},                                                     \
    }
#define EXCHANGE                                                                                   \
    {                                                                                              \
        {X86_LOAD, NEW, DATA},                                                                     \
    }
#define EXCHANGE_IF_EQUAL                                                                          \
    {                                                                                              \
        {X86_LOAD, NEW, OLD}, {X86_CMP, OLD, SECOND}, {X86_CMOV | IF_EQUAL, NEW, DATA},            \
    }
static const struct atomic_code atomics[ATOMIC_KINDS] = {
    [ATOMIC_ADD] = {INTEGER, .together = VPADDD, .alone = X86_ADD_STORE, .exchanges = X86_XADD,
                    .steps = COMPUTE(X86_ADD)},
    [ATOMIC_SUB] = {INTEGER, .together = VPADDD, .alone = X86_SUB_STORE, .steps = COMPUTE(X86_SUB)},
    [ATOMIC_RSUB] = {INTEGER, .steps = {{X86_LOAD, NEW, DATA}, {X86_SUB, NEW, OLD}}},
    [ATOMIC_AND] = {INTEGER, .together = VPAND, .alone = X86_AND_STORE, .steps = COMPUTE(X86_AND)},
    [ATOMIC_OR] = {INTEGER, .together = VPOR, .alone = X86_OR_STORE, .steps = COMPUTE(X86_OR)},
    [ATOMIC_XOR] = {INTEGER, .together = VPXOR, .alone = X86_XOR_STORE, .steps = COMPUTE(X86_XOR)},
    [ATOMIC_SMIN] = {INTEGER, .together = VPMINSD, .steps = CHOOSE(IF_LESS)},
    [ATOMIC_SMAX] = {INTEGER, .together = VPMAXSD, .steps = CHOOSE(IF_GREATER)},
    [ATOMIC_UMIN] = {INTEGER, .together = VPMINUD, .steps = CHOOSE(IF_BELOW)},
    [ATOMIC_UMAX] = {INTEGER, .together = VPMAXUD, .steps = CHOOSE(IF_ABOVE)},
    /* SECOND = ~0 if the word is below the data, else 0; NEW = (word - SECOND) & SECOND */
    [ATOMIC_INC] = {INTEGER, .steps = {{X86_CMP, OLD, DATA},
                                       {X86_SBB, SECOND, SECOND},
                                       {X86_LOAD, NEW, OLD},
                                       {X86_SUB, NEW, SECOND},
                                       {X86_AND, NEW, SECOND}}},
    /* NEW = the word - 1; or the data if the word is 0 or above the data */
    [ATOMIC_DEC] = {INTEGER, .steps = {{X86_XOR, SECOND, SECOND},
                                       {X86_GROUP_UNARY, UNARY_NOT, SECOND},
                                       {X86_LOAD, NEW, OLD},
                                       {X86_ADD, NEW, SECOND},
                                       {X86_CMP, NEW, DATA},
                                       {X86_CMOV | IF_ABOVE, NEW, DATA}}},
    [ATOMIC_SWAP] = {INTEGER, .exchanges = X86_XCHG, .steps = EXCHANGE},
    [ATOMIC_CMPSWAP] = {INTEGER, .has_second = true, .steps = EXCHANGE_IF_EQUAL},
    [ATOMIC_FADD] = {.kind = FLOAT_ADD},
    [ATOMIC_FMIN] = {.kind = FLOAT_MIN},
    [ATOMIC_FMAX] = {.kind = FLOAT_MAX},
};

/* ---- Which instructions are compiled --------------------------------------------------------- */

const struct atomic_code *atomic_find(uint32_t argument)
{
    unsigned number = argument & ~(uint32_t)(ATOMIC_WIDE | ATOMIC_SECOND_FIRST);
    return number < ATOMIC_KINDS && atomics[number].kind ? &atomics[number] : NULL;
}

/* In LDS, the second value is an operand of its own; elsewhere, it is in the registers after those
 * of the first value. */
void atomic_prepare(struct access *access, const struct atomic_code *atomic)
{
    const struct op *op = access->op;
    access->atomic = atomic;
    access->count = 1;
    access->result = op->dst.kind == OPERAND_NONE ? NULL : &op->dst;
    if (!atomic->has_second)
        return;
    access->count = 2;
    if (access->where != IN_LDS) {
        access->second = *access->data[0];
        access->second.reg = (uint16_t)(access->second.reg + access->element->bytes / 4);
        access->data[1] = &access->second;
    } else if (op->instruction->argument & ATOMIC_SECOND_FIRST) {
        access->data[1] = access->data[0];
        access->data[0] = &op->src[2];
    }
}

/* ---- Writing the code of atomics ------------------------------------------------------------- */

static void load_value(const struct access *access, unsigned reg, const struct operand *operand)
{
    struct x86 *as = &access->block->as;
    bool is_64 = access->element->bytes == 8;
    if (is_64) {
        x86_op(as, X86_LOAD, false, reg, lane_of_row(access, operand, 1));
        x86_shift(as, SHIFT_LEFT, reg, 32);
        x86_op(as, X86_LOAD, false, NEW, lane_of_row(access, operand, 0));
        x86_op(as, X86_OR, true, reg, in_register(NEW));
    } else {
        x86_op(as, X86_LOAD, false, reg, lane_of_row(access, operand, 0));
    }
}

/* Emits a store of OLD to the lane's result register. Changes OLD. */
static void store_result(const struct access *access)
{
    struct x86 *as = &access->block->as;
    x86_op(as, X86_STORE, false, OLD, lane_of_row(access, access->result, 0));
    if (access->element->bytes == 8) {
        x86_shift(as, SHIFT_RIGHT, OLD, 32);
        x86_op(as, X86_STORE, false, OLD, lane_of_row(access, access->result, 1));
    }
}

/* Emits the code that computes NEW, the word's new value, for an atomic of floats. If a sum is a
 * NaN, the interpreter takes over; nothing is stored before that test. */
static void compute_float(const struct access *access)
{
    struct x86 *as = &access->block->as;
    bool is_64 = access->element->bytes == 8;
    enum vex move = is_64 ? VMOVQ : VMOVD, compare = is_64 ? VUCOMISD : VUCOMISS;
    x86_vex(as, move, OLD_FLOAT, 0, in_register(OLD));
    x86_vex(as, move, DATA_FLOAT, 0, in_register(DATA));
    if (access->atomic->kind == FLOAT_ADD) {
        x86_vex(as, is_64 ? VADDSD : VADDSS, OLD_FLOAT, OLD_FLOAT, in_register(DATA_FLOAT));
        x86_vex(as, compare, OLD_FLOAT, 0, in_register(OLD_FLOAT));
        block_slow_if(access->block, IF_PARITY, access->op, SLOW_REST);
        x86_vex(as, is_64 ? VMOVQ_STORE : VMOVD_STORE, OLD_FLOAT, 0, in_register(NEW));
        return;
    }
    bool is_min = access->atomic->kind == FLOAT_MIN;
    x86_op(as, X86_LOAD, true, NEW, in_register(OLD));
    x86_vex(as, compare, is_min ? OLD_FLOAT : DATA_FLOAT, 0,
            in_register(is_min ? DATA_FLOAT : OLD_FLOAT));
    x86_op(as, X86_CMOV | IF_ABOVE, true, NEW, in_register(DATA));
}

static void compute(const struct access *access)
{
    const struct atomic_code *atomic = access->atomic;
    bool is_64 = access->element->bytes == 8;
    if (atomic->kind != INTEGER) {
        compute_float(access);
        return;
    }
    for (unsigned i = 0; i < STEPS_MAX && atomic->steps[i].opcode; i++)
        x86_op(&access->block->as, atomic->steps[i].opcode, is_64, atomic->steps[i].reg,
               in_register(atomic->steps[i].other));
}

bool atomic_is_one(const struct access *access)
{
    return access->atomic->together && !access->result && access->element->bytes == 4;
}

/* Emits code that combines the values in one half of TOGETHER with those in its other half. Calls
 * do this for eight lanes, then for four, then for two. |turn| and |which| are the host instruction
 * that moves a half to OTHERS. */
static void put_half(const struct access *access, enum vex turn, uint8_t which)
{
    struct x86 *as = &access->block->as;
    if (turn == VEXTRACTF128)
        x86_vex_number(as, turn, TOGETHER, 0, in_register(OTHERS), which);
    else
        x86_vex_number(as, turn, OTHERS, turn == VSHUFPS ? TOGETHER : 0, in_register(TOGETHER),
                       which);
    x86_vex(as, access->atomic->together, TOGETHER, TOGETHER, in_register(OTHERS));
}

void atomic_put_together(struct access *access)
{
    struct block *block = access->block;
    const struct operand *data = access->data[0];
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk++)
        x86_vex(&block->as, chunk ? access->atomic->together : VMOVUPS, TOGETHER,
                chunk ? TOGETHER : 0, lanes_place(block, data->kind, data->reg, chunk));
    put_half(access, VEXTRACTF128, 1);
    put_half(access, VPERMQ, 1);
    put_half(access, VSHUFPS, 1);
    access->is_together = true;
}

/* Emits |opcode|, the one host instruction that updates the word at PLACE. */
static void update_at_once(const struct access *access, unsigned opcode)
{
    struct x86 *as = &access->block->as;
    bool is_64 = access->element->bytes == 8;
    unsigned lock = access->where == IN_MEMORY ? X86_LOCK : 0;
    x86_op(as, opcode | lock, is_64, DATA, in_memory(PLACE, 0));
    if (!access->result)
        return;
    x86_op(as, X86_LOAD, true, OLD, in_register(DATA));
    store_result(access);
}

void atomic_update(const struct access *access)
{
    struct x86 *as = &access->block->as;
    bool is_64 = access->element->bytes == 8;
    x86_set(as, DATA, access->element->bytes - 1);
    x86_op(as, X86_TEST, false, DATA, in_register(RAX));
    block_slow_if(access->block, IF_NOT_EQUAL, access->op, SLOW_REST);
    x86_op(as, X86_LOAD, true, PLACE, in_register(RAX));
    if (access->is_together)
        x86_vex(as, VMOVD_STORE, TOGETHER, 0, in_register(DATA));
    else
        load_value(access, DATA, access->data[0]);
    unsigned at_once = access->result ? access->atomic->exchanges : access->atomic->alone;
    if (at_once) {
        update_at_once(access, at_once);
        return;
    }
    if (access->atomic->has_second)
        load_value(access, SECOND, access->data[1]);
    x86_op(as, X86_LOAD, is_64, OLD, in_memory(PLACE, 0));
    size_t again = as->size;
    compute(access);
    /* CMPXCHG stores nothing if another thread has written the word meanwhile: the code then tries
     * again. */
    if (access->where == IN_MEMORY) {
        x86_op(as, X86_CMPXCHG | X86_LOCK, is_64, NEW, in_memory(PLACE, 0));
        x86_aim(as, x86_jump_if(as, IF_NOT_EQUAL), again);
    } else {
        x86_op(as, X86_STORE, is_64, NEW, in_memory(PLACE, 0));
    }
    if (access->result)
        store_result(access);
}
