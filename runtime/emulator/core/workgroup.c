/* The waves of a workgroup take turns on one thread: a barrier is a place where a wave's turn ends,
 * and the next one begins when all the others are there.
 */
#include "workgroup.h"

#include "check.h"
#include "setup.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURN = 8192,          /* instructions of a wave before another one has its turn */
    VGPR_ROWS = 256 + 32, /* all that an instruction can name, and a row of the widest behind */
    ALIGNMENT = 64,
};

static size_t wave_bytes(const struct dispatch *dispatch, bool has_agprs)
{
    size_t file = (size_t)VGPR_ROWS * dispatch->lanes * sizeof(uint32_t);
    size_t scratch = (size_t)dispatch->scratch_bytes * dispatch->lanes;
    size_t all = sizeof(struct wave) + file * (has_agprs ? 2 : 1) + scratch;
    return (all + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

static unsigned clear_rows(unsigned used)
{
    return used < VGPR_ROWS ? used : VGPR_ROWS;
}

struct workgroup *workgroup_new(const struct dispatch *dispatch)
{
    bool has_agprs = dispatch->program->target->has_agprs;
    size_t each = wave_bytes(dispatch, has_agprs);
    size_t lds = (dispatch->lds_bytes + ALIGNMENT) & ~(size_t)(ALIGNMENT - 1);
    struct workgroup *group = calloc(1, sizeof *group);
    if (!group)
        return NULL;
    /* not of the address space: kernels get at their scratch and LDS by offsets only */
    size_t bytes = (each * dispatch->waves_per_group + lds + 4095) & ~(size_t)4095;
    uint8_t *memory = aligned_alloc(4096, bytes);
    if (memory)
        memset(memory, 0, bytes);
    group->waves = calloc(dispatch->waves_per_group, sizeof group->waves[0]);
    if (!memory || !group->waves) {
        free(memory);
        free(group->waves);
        free(group);
        return NULL;
    }
    group->memory = memory;
    group->dispatch = dispatch;
    group->wave_count = dispatch->waves_per_group;
    group->lds_bytes = dispatch->lds_bytes;
    group->lds = memory + each * dispatch->waves_per_group;
    for (unsigned i = 0; i < group->wave_count; i++) {
        uint8_t *at = memory + each * i;
        struct wave *wave = (struct wave *)(void *)at;
        size_t file = (size_t)VGPR_ROWS * dispatch->lanes * sizeof(uint32_t);
        at += sizeof *wave;
        group->waves[i] = wave;
        wave->lanes = dispatch->lanes;
        wave->vgpr = (uint32_t *)(void *)at;
        wave->agpr = has_agprs ? (uint32_t *)(void *)(at + file) : NULL;
        /* only what the kernel was compiled for is cleared: the rest it does not name */
        wave->vgpr_count = clear_rows(dispatch->kernel->vgprs + 8);
        wave->agpr_count = clear_rows(dispatch->kernel->agprs + 8);
        wave->scratch = at + file * (has_agprs ? 2 : 1);
        wave->scratch_bytes = dispatch->scratch_bytes;
    }
    return group;
}

void workgroup_free(struct workgroup *group)
{
    if (!group)
        return;
    free(group->memory);
    free(group->waves);
    free(group);
}

void workgroup_start(struct workgroup *group, const uint32_t id[3])
{
    memcpy(group->id, id, sizeof group->id);
    for (unsigned i = 0; i < group->wave_count; i++) {
        struct wave *wave = group->waves[i];
        wave_start(wave, group, i);
        /* the hardware starts no wave without work-items */
        if (wave_exec(wave) == 0)
            wave->state = WAVE_ENDED;
    }
    check_workgroup_start(group);
}

/* ---- Faults --------------------------------------------------------------------------------- */

void wave_fault(struct wave *wave, enum fault_kind kind, const char *format, ...)
{
    struct workgroup *group = wave->group;
    struct fault *fault = group->fault;
    char what[512], place[448];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    /* the op may not have been decoded */
    struct op at = {.pc = (uint32_t)(wave->current - wave->ops->all)};
    fault->kind = kind;
    snprintf(fault->message, sizeof fault->message,
             "kernel '%.160s', workgroup (%u,%u,%u), wave %u: %s; %s",
             group->dispatch->kernel->name, group->id[0], group->id[1], group->id[2], wave->index,
             what, check_place(wave, &at, place, sizeof place));
    longjmp(group->escape, 1);
}

/* ---- Turns ---------------------------------------------------------------------------------- */

/* |is_watched| is a constant where it is called: without checker, nothing is asked in the loop. */
static inline void turn(struct wave *wave, const bool is_watched)
{
    const struct op *ops = wave->ops->all;
    uint32_t limit = (uint32_t)(wave->ops->program->code_size / 4);
    unsigned left = TURN;
    while (wave->state == WAVE_READY && left-- > 0) {
        if (wave->next >= limit)
            wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION, "runs past the end of the code");
        const struct op *op = &ops[wave->next];
        wave->current = op;
        op_run *run = __atomic_load_n(&op->run, __ATOMIC_ACQUIRE);
        if (!run) {
            program_decode(wave->ops, wave->next, wave);
            run = op->run;
        }
        wave->next += op->dwords;
        if (is_watched)
            check_run(wave, op, run);
        else
            run(wave, op);
    }
    wave->instructions += TURN - left - 1;
}

static void wave_turn(struct wave *wave)
{
    if (wave->group->checker)
        turn(wave, true);
    else
        turn(wave, false);
}

/* Every wave that has not ended waits at a barrier: lets them go on. */
static void pass_barrier(struct workgroup *group)
{
    check_barrier(group);
    for (unsigned i = 0; i < group->wave_count; i++) {
        if (group->waves[i]->state == WAVE_BARRIER)
            group->waves[i]->state = WAVE_READY;
    }
}

enum workgroup_state workgroup_run(struct workgroup *group, unsigned turns, const bool *stop,
                                   struct fault *fault)
{
    group->fault = fault;
    if (setjmp(group->escape))
        return WORKGROUP_FAULT;
    for (unsigned turn = 0; turn < turns && !__atomic_load_n(stop, __ATOMIC_RELAXED); turn++) {
        unsigned running = 0, waiting = 0;
        for (unsigned i = 0; i < group->wave_count; i++) {
            struct wave *wave = group->waves[i];
            if (wave->state == WAVE_SLEEPING)
                wave->state = WAVE_READY;
            if (wave->state == WAVE_READY)
                wave_turn(wave);
            running += wave->state == WAVE_READY || wave->state == WAVE_SLEEPING;
            waiting += wave->state == WAVE_BARRIER;
        }
        if (running == 0 && waiting == 0)
            return WORKGROUP_ENDED;
        if (running == 0)
            pass_barrier(group);
    }
    return WORKGROUP_WAITING;
}
