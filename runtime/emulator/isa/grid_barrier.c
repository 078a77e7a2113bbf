/* ds_gws_barrier, which grid_group::sync() uses: all waves of a cooperative launch meet. The
 * hardware's global wave sync counts waves; the runtime has set their number before the launch.
 */
#include "tables.h"

#include "core/dispatch.h"
#include "core/wave.h"

static uint32_t others(struct wave *wave, const struct op *op)
{
    unsigned lane = (unsigned)__builtin_ctzll(wave_exec(wave));
    return wave_vgpr(wave, op->src[0].reg)[lane];
}

/* True when the wave came last, and all may go on. */
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

/* The wave comes back here until the phase has changed, and the others have their turns. */
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

static const struct instruction rows[] = {
    {"ds_gws_barrier", "b32", run_grid_barrier, .on = ON_ALL, .class = CLASS_LDS},
};

const struct instruction_table ISA_NAME(table_grid_barrier) = {rows, sizeof rows / sizeof rows[0]};
