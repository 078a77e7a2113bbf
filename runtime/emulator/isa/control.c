/* Control: branches, calls, barriers, the end of a kernel, messages, hardware registers, and
 * instructions that do nothing on an in-order machine without caches. */
#include "drivers.h"
#include "tables.h"

#include "core/dispatch.h"
#include "core/finding.h"
#include "core/program.h"
#include "core/wave.h"

#include <time.h>

static void run_end(struct wave *wave, const struct op *op)
{
    (void)op;
    wave->state = WAVE_ENDED;
}

static void run_barrier(struct wave *wave, const struct op *op)
{
    (void)op;
    wave->state = WAVE_BARRIER;
}

/* gfx12's barriers have numbers; -1 is the barrier of the workgroup. A signal for that barrier has
 * no effect here, because waves meet at the wait that follows. */
static void run_signal(struct wave *wave, const struct op *op)
{
    if ((int32_t)(uint32_t)scalar_read(wave, &op->src[0]) != -1)
        wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION,
                   "signals a named barrier, which is not emulated");
}

static void run_wait(struct wave *wave, const struct op *op)
{
    if ((int16_t)op->imm != -1)
        wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION,
                   "waits at a named barrier, which is not emulated");
    wave->state = WAVE_BARRIER;
}

/* Faults. On a GPU the wave would stop here, and nothing could wake it. */
static void run_halt(struct wave *wave, const struct op *op)
{
    if (op->imm & 1)
        wave_fault(wave, FAULT_TRAP, "halts itself");
}

/* s_code_end is padding after a kernel's code, for prefetching: no wave should reach it. */
static void run_code_end(struct wave *wave, const struct op *op)
{
    (void)op;
    wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION, "runs past the end of its code");
}

static void run_sleep(struct wave *wave, const struct op *op)
{
    (void)op;
    wave->state = WAVE_SLEEPING;
}

/* ---- Branches ------------------------------------------------------------------------------- */

static bool holds(const struct wave *wave, enum branch_condition condition)
{
    switch (condition) {
    case ALWAYS: return true;
    case NEVER: return false;
    case SCC_0: return !wave->scc;
    case SCC_1: return wave->scc;
    case VCC_0: return wave_vcc(wave) == 0;
    case VCC_1: return wave_vcc(wave) != 0;
    case EXEC_0: return wave_exec(wave) == 0;
    case EXEC_1: return wave_exec(wave) != 0;
    }
    return false;
}

static void run_branch(struct wave *wave, const struct op *op)
{
    if (holds(wave, (enum branch_condition)op->instruction->argument))
        wave->next = op->target;
}

/* Returns the address of the instruction after |op|. */
static uint64_t address_behind(const struct wave *wave, const struct op *op)
{
    const struct program *program = wave->ops->program;
    return (uint64_t)(uintptr_t)program->image + program->code_address +
           (uint64_t)(op->pc + op->dwords) * 4;
}

static void jump(struct wave *wave, uint64_t address)
{
    const struct program *program = wave->ops->program;
    uint64_t offset = address - (uint64_t)(uintptr_t)program->image - program->code_address;
    if (offset >= program->code_size || offset % 4 != 0)
        wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION, "jumps to 0x%llx, where there is no code",
                   (unsigned long long)address);
    wave->next = (uint32_t)(offset / 4);
}

static void run_getpc(struct wave *wave, const struct op *op)
{
    scalar_write(wave, &op->dst, address_behind(wave, op));
}

static void run_setpc(struct wave *wave, const struct op *op)
{
    jump(wave, scalar_read(wave, &op->src[0]));
}

static void run_swappc(struct wave *wave, const struct op *op)
{
    uint64_t target = scalar_read(wave, &op->src[0]);
    scalar_write(wave, &op->dst, address_behind(wave, op));
    jump(wave, target);
}

static void run_call(struct wave *wave, const struct op *op)
{
    scalar_write(wave, &op->dst, address_behind(wave, op));
    wave->next = op->target;
}

/* ---- Hardware registers: s_getreg, s_setreg ------------------------------------------------- */

/* The numbers of hardware registers. Most numbers mean the same on every generation that has them;
 * see "Hardware Registers" in the ISA documents and the table of symbolic names in LLVM's
 * AMDGPUAsmUtils. */
enum hardware_register {
    HW_MODE = 1,
    HW_STATUS = 2,
    HW_TRAP_STATUS = 3,
    HW_ID = 4, /* the register HW_ID on gfx9; on gfx12, number 4 is the privileged half of STATUS */
    HW_GPR_ALLOC = 5,
    HW_LDS_ALLOC = 6,
    HW_IB_STATUS = 7,
    HW_MEMORY_BASES = 15,     /* the upper 16 bits of the addresses of both apertures */
    HW_FLAT_SCRATCH_LOW = 20, /* the register FLAT_SCRATCH_LO; on gfx940, number 20 is XCC_ID */
    HW_FLAT_SCRATCH_HIGH = 21,
    HW_XNACK_MASK = 22,
    HW_ID1 = 23,
    HW_ID2 = 24,
    HW_SHADER_CYCLES = 29, /* on gfx12, the lower half of the cycle counter */
    HW_SHADER_CYCLES_HIGH = 30,
};

static uint64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint32_t status_register(const struct wave *wave)
{
    /* Bits 0, 9, 10 and 16 of STATUS are SCC, EXECZ, VCCZ and VALID. */
    return (uint32_t)wave->scc | (uint32_t)(wave_exec(wave) == 0) << 9 |
           (uint32_t)(wave_vcc(wave) == 0) << 10 | 1u << 16;
}

static uint32_t hardware_read(struct wave *wave, unsigned id)
{
    const struct device *device = wave->group->dispatch->device;
    enum generation generation = wave->ops->program->generation;
    switch ((enum hardware_register)id) {
    case HW_MODE: return wave->mode;
    case HW_STATUS: return status_register(wave);
    case HW_TRAP_STATUS: return wave->trap_status;
    case HW_ID:
    case HW_ID1:
    /* The register says where on the GPU the wave runs: any answer is valid. */
    case HW_ID2: return wave->index;
    case HW_GPR_ALLOC:
    case HW_LDS_ALLOC:
    case HW_IB_STATUS: return 0;
    case HW_MEMORY_BASES:
        return (uint32_t)(device->shared_aperture >> 48) << 16 |
               (uint32_t)(device->private_aperture >> 48);
    case HW_FLAT_SCRATCH_LOW:
        return generation_has_gfx940(generation) ? 0 : wave->sgpr[SGPR_FLAT_SCRATCH];
    case HW_FLAT_SCRATCH_HIGH: return wave->sgpr[SGPR_FLAT_SCRATCH + 1];
    case HW_XNACK_MASK: return wave->sgpr[SGPR_XNACK_MASK];
    case HW_SHADER_CYCLES:
        return (uint32_t)nanoseconds() & (generation == GENERATION_GFX12 ? UINT32_MAX : 0xfffff);
    case HW_SHADER_CYCLES_HIGH: return (uint32_t)(nanoseconds() >> 32);
    }
    wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION, "reads hardware register %u, which is not emulated",
               id);
}

static void hardware_write(struct wave *wave, unsigned id, uint32_t value)
{
    switch ((enum hardware_register)id) {
    case HW_MODE: wave_set_mode(wave, value); return;
    case HW_TRAP_STATUS: wave->trap_status = value; return;
    case HW_FLAT_SCRATCH_LOW: wave->sgpr[SGPR_FLAT_SCRATCH] = value; return;
    case HW_FLAT_SCRATCH_HIGH: wave->sgpr[SGPR_FLAT_SCRATCH + 1] = value; return;
    case HW_XNACK_MASK: wave->sgpr[SGPR_XNACK_MASK] = value; return;
    default: break;
    }
    wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION,
               "writes hardware register %u, which is not emulated", id);
}

/* Returns the mask of the field that hwreg(id, offset, size) names. The number in the encoding has
 * the id in 6 bits, the offset in 5, and the size - 1 in 5. */
static uint32_t field_mask(const struct op *op)
{
    return UINT32_MAX >> (31 - (op->imm >> 11 & 31));
}

static void run_getreg(struct wave *wave, const struct op *op)
{
    uint32_t value = hardware_read(wave, op->imm & 63);
    scalar_write(wave, &op->dst, value >> (op->imm >> 6 & 31) & field_mask(op));
}

static void run_setreg(struct wave *wave, const struct op *op)
{
    unsigned id = op->imm & 63, shift = op->imm >> 6 & 31;
    uint32_t mask = field_mask(op) << shift;
    uint32_t value = (uint32_t)scalar_read(wave, &op->src[0]) << shift;
    hardware_write(wave, id, (hardware_read(wave, id) & ~mask) | (value & mask));
}

static void run_round_mode(struct wave *wave, const struct op *op)
{
    wave_set_mode(wave, (wave->mode & ~0xfu) | (op->imm & 0xf));
}

static void run_denorm_mode(struct wave *wave, const struct op *op)
{
    wave_set_mode(wave, (wave->mode & ~0xf0u) | (op->imm & 0xf) << 4);
}

/* ---- Messages and traps --------------------------------------------------------------------- */

enum message {
    MESSAGE_INTERRUPT = 1,
    MESSAGE_DEALLOC_VGPRS = 3,
    MESSAGE_DOORBELL = 128,
    MESSAGE_DDID = 129,
    MESSAGE_TMA = 130,
    MESSAGE_REALTIME = 131,
    MESSAGE_TBA = 133,
};

static void run_message(struct wave *wave, const struct op *op)
{
    struct device *device = wave->group->dispatch->device;
    if ((op->imm & 0xff) == MESSAGE_INTERRUPT && device->on_interrupt)
        device->on_interrupt(device);
}

/* Answers messages that ask for a value: 0, because there is one queue, number 0, and no trap
 * handler. */
static void run_message_answer(struct wave *wave, const struct op *op)
{
    switch (op->imm & 0xff) {
    case MESSAGE_DOORBELL:
    case MESSAGE_DDID:
    case MESSAGE_TMA:
    case MESSAGE_TBA: scalar_write(wave, &op->dst, 0); return;
    /* counts at 100 MHz, like the constant clock of real devices */
    case MESSAGE_REALTIME: scalar_write(wave, &op->dst, nanoseconds() / 10); return;
    default: break;
    }
    wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION, "sends message %u, which nobody answers",
               op->imm & 0xff);
}

/* Trap 2 is llvm.trap, trap 3 llvm.debugtrap; see the usage guide, "Trap Handler ABI". */
static void run_trap(struct wave *wave, const struct op *op)
{
    if ((op->imm & 0xff) == 3)
        finding_note(wave, op, "passes a debug trap");
    else
        wave_fault(wave, FAULT_TRAP, "traps: __trap(), abort(), or an assertion that failed");
}

#define ROW(name, operands, ...)                                                                   \
    {                                                                                              \
        name, operands, __VA_ARGS__, .on = ON_ALL                                                  \
    }
#define ROW_CONTROL(name, operands, ...) ROW(name, operands, __VA_ARGS__, .class = CLASS_CONTROL)
#define ROW_WAIT(name, operands, awaited)                                                          \
    ROW_CONTROL(name, operands, NOTHING, .habit = HABIT_MAY, .argument = awaited)
#define ROW_BRANCH(name, condition)                                                                \
    {                                                                                              \
        name, "label", run_branch, .class = CLASS_CONTROL, .on = ON_ALL, .role = ROLE_BRANCH,      \
                                   .argument = condition,                                          \
                                   .flags = (condition) == ALWAYS ? FLAG_JUMPS : FLAG_BRANCHES     \
    }

static const struct instruction rows[] = {
    ROW_CONTROL("s_endpgm", "imm?", run_end, .role = ROLE_END, .flags = FLAG_ENDS),
    ROW_CONTROL("s_endpgm_saved", "imm?", run_end, .role = ROLE_END, .flags = FLAG_ENDS),
    ROW_CONTROL("s_barrier", "", run_barrier, .role = ROLE_BARRIER, .flags = FLAG_BARRIER),
    ROW_CONTROL("s_barrier_signal", "b32", run_signal, .flags = FLAG_BARRIER),
    ROW_CONTROL("s_barrier_wait", "imm", run_wait, .flags = FLAG_BARRIER),
    ROW("s_sleep", "imm", run_sleep),
    ROW("s_sleep_var", "b32", run_sleep),
    ROW("s_sethalt", "imm", run_halt),
    ROW("s_wakeup", "", NOTHING),

    ROW_BRANCH("s_branch", ALWAYS),
    ROW_BRANCH("s_cbranch_scc0", SCC_0),
    ROW_BRANCH("s_cbranch_scc1", SCC_1),
    ROW_BRANCH("s_cbranch_vccz", VCC_0),
    ROW_BRANCH("s_cbranch_vccnz", VCC_1),
    ROW_BRANCH("s_cbranch_execz", EXEC_0),
    ROW_BRANCH("s_cbranch_execnz", EXEC_1),
    /* conditions that a debugger sets; here they are never true */
    ROW_BRANCH("s_cbranch_cdbgsys", NEVER),
    ROW_BRANCH("s_cbranch_cdbguser", NEVER),
    ROW_BRANCH("s_cbranch_cdbgsys_or_user", NEVER),
    ROW_BRANCH("s_cbranch_cdbgsys_and_user", NEVER),
    ROW("s_getpc_b64", "=b64", run_getpc, .role = ROLE_GET_PC),
    ROW_CONTROL("s_setpc_b64", "b64", run_setpc, .role = ROLE_SET_PC),
    ROW("s_swappc_b64", "=b64 b64", run_swappc, .role = ROLE_SWAP_PC),
    ROW("s_call_b64", "=b64 label", run_call),

    ROW("s_getreg_b32", "=b32 imm", run_getreg, .role = ROLE_GET_REGISTER),
    ROW("s_setreg_b32", "imm b32", run_setreg, .role = ROLE_SET_REGISTER),
    ROW("s_setreg_imm32_b32", "imm b32", run_setreg),
    ROW("s_round_mode", "imm", run_round_mode),
    ROW("s_denorm_mode", "imm", run_denorm_mode),

    ROW("s_sendmsg", "imm", run_message, .role = ROLE_MESSAGE),
    ROW("s_sendmsghalt", "imm", run_message),
    ROW("s_sendmsg_rtn_b32", "=b32 imm", run_message_answer, .doubt = DOUBT_MACHINE),
    ROW("s_sendmsg_rtn_b64", "=b64 imm", run_message_answer, .doubt = DOUBT_MACHINE),
    ROW("s_trap", "imm", run_trap),

    ROW_CONTROL("s_nop", "imm", NOTHING),
    ROW_WAIT("s_waitcnt", "imm", AWAITS_PACKED),
    ROW_WAIT("s_waitcnt_vscnt", "b32 imm", AWAITS_STORES),
    ROW_WAIT("s_waitcnt_vmcnt", "b32 imm", AWAITS_LOADS),
    ROW_WAIT("s_waitcnt_expcnt", "b32 imm", 0),
    ROW_WAIT("s_waitcnt_lgkmcnt", "b32 imm", AWAITS_LDS),
    ROW_WAIT("s_waitcnt_depctr", "imm", 0),
    ROW_WAIT("s_wait_loadcnt", "imm", AWAITS_LOADS),
    ROW_WAIT("s_wait_storecnt", "imm", AWAITS_STORES),
    ROW_WAIT("s_wait_samplecnt", "imm", 0),
    ROW_WAIT("s_wait_bvhcnt", "imm", 0),
    ROW_WAIT("s_wait_expcnt", "imm", 0),
    ROW_WAIT("s_wait_dscnt", "imm", AWAITS_LDS),
    ROW_WAIT("s_wait_kmcnt", "imm", AWAITS_SCALARS),
    ROW_WAIT("s_wait_loadcnt_dscnt", "imm", AWAITS_TWO | AWAITS_LOADS | AWAITS_LDS),
    ROW_WAIT("s_wait_storecnt_dscnt", "imm", AWAITS_TWO | AWAITS_STORES | AWAITS_LDS),
    ROW_WAIT("s_wait_alu", "imm", 0),
    ROW_WAIT("s_wait_idle", "", AWAITS_ALL),
    ROW_WAIT("s_wait_event", "imm", 0),
    ROW_CONTROL("s_delay_alu", "imm", NOTHING),
    ROW_CONTROL("s_clause", "imm", NOTHING),
    ROW("s_singleuse_vdst", "imm", NOTHING),
    ROW("s_setprio", "imm", NOTHING),
    ROW("s_inst_prefetch", "imm", NOTHING),
    ROW("s_icache_inv", "", NOTHING),
    ROW("s_incperflevel", "imm", NOTHING),
    ROW("s_decperflevel", "imm", NOTHING),
    ROW("s_version", "imm", NOTHING),
    ROW("s_ttracedata", "", NOTHING),
    ROW("s_ttracedata_imm", "imm", NOTHING),
    ROW("s_code_end", "", run_code_end),
    ROW("v_nop", "", NOTHING, .class = CLASS_VECTOR),
};

const struct instruction_table ISA_NAME(table_control) = {rows, sizeof rows / sizeof rows[0]};

/* ---- The barrier of a grid ---------------------------------------------------------------------
 *
 * grid_group::sync() uses ds_gws_barrier, at which all waves of a cooperative launch meet. The
 * hardware's global wave sync counts waves; before the launch, the runtime tells it how many waves
 * there are.
 */

/* Returns the number of waves in the launch, minus one. The first active lane of the source holds
 * this number. */
static uint32_t others(struct wave *wave, const struct op *op)
{
    unsigned lane = (unsigned)__builtin_ctzll(wave_exec(wave));
    return wave_vgpr(wave, op->src[0].reg)[lane];
}

/* Counts the wave as arrived. If it is the last wave of the grid, releases the others and returns
 * true. */
static bool arrive(struct wave *wave, const struct op *op, struct grid_barrier *barrier)
{
    wave->waits_for_grid = true;
    wave->grid_phase = __atomic_load_n(&barrier->phase, __ATOMIC_ACQUIRE);
    if (__atomic_add_fetch(&barrier->arrived, 1, __ATOMIC_ACQ_REL) <= others(wave, op))
        return false;
    __atomic_store_n(&barrier->arrived, 0, __ATOMIC_RELAXED);
    __atomic_add_fetch(&barrier->phase, 1, __ATOMIC_RELEASE);
    return true;
}

/* While the wave must wait, it runs this op again in each turn, until the barrier's phase has
 * changed. */
static void run_grid_barrier(struct wave *wave, const struct op *op)
{
    struct grid_barrier *barrier = wave->group->dispatch->grid_barrier;
    if (wave_exec(wave) == 0)
        return;
    if (op->offset)
        wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION, "synchronises through resource %d, not 0",
                   op->offset);
    if (!barrier)
        wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION,
                   "synchronises the grid, which takes a cooperative launch "
                   "(hipLaunchCooperativeKernel)");
    bool is_open = wave->waits_for_grid
                       ? __atomic_load_n(&barrier->phase, __ATOMIC_ACQUIRE) != wave->grid_phase
                       : arrive(wave, op, barrier);
    wave->waits_for_grid = !is_open;
    if (is_open)
        return;
    wave->state = WAVE_SLEEPING;
    wave->next = op->pc;
}

static const struct instruction grid_rows[] = {
    {"ds_gws_barrier", "b32", run_grid_barrier, .on = ON_ALL, .class = CLASS_LDS,
     .role = ROLE_GRID_BARRIER},
};

const struct instruction_table ISA_NAME(table_grid_barrier) = {grid_rows, sizeof grid_rows /
                                                                              sizeof grid_rows[0]};
