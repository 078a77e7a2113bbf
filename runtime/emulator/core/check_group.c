/* The checker's state of a workgroup while it runs, its barriers, and its ops. */
#include "check_watch.h"

#include <stdlib.h>

static void free_watch(struct watch *watch)
{
    if (watch) {
        free(watch->registers);
        free(watch->strays);
        free(watch->pending);
        free(watch->lds);
        free(watch->lds_bytes);
        profile_group_free(watch->counted);
    }
    free(watch);
}

/* NULL when there is no memory. */
static struct watch *new_watch(const struct workgroup *group, bool checks)
{
    struct watch *watch = calloc(1, sizeof *watch);
    if (watch && group->dispatch->profile)
        watch->counted = profile_group_new(group);
    if (!watch || !checks)
        return watch;
    watch->checks = true;
    watch->registers = calloc(group->wave_count, sizeof watch->registers[0]);
    watch->strays = calloc(group->wave_count, sizeof watch->strays[0]);
    watch->pending = calloc(group->wave_count, sizeof watch->pending[0]);
    watch->lds = calloc(group->lds_bytes / 4 + 1, sizeof watch->lds[0]);
    watch->lds_bytes = calloc(group->lds_bytes + 4, sizeof watch->lds_bytes[0]);
    if (watch->registers && watch->strays && watch->pending && watch->lds && watch->lds_bytes)
        return watch;
    free_watch(watch);
    return NULL;
}

bool check_workgroup_start(struct workgroup *group)
{
    bool checks = check_is_on(), counts = group->dispatch->profile, traces = trace_wants(group);
    if (!checks && !counts && !traces) {
        check_workgroup_free(group);
        return true;
    }
    struct watch *watch = group->checker ? group->checker : new_watch(group, checks);
    group->checker = watch;
    if (!watch)
        return false;
    watch->traces = traces;
    watch->wave_count = group->wave_count;
    watch->start_time = watch->barrier_time = ++watch->time;
    watch->overwrite_count = watch->lds_pieces = 0;
    if (watch->counted)
        profile_group_start(watch->counted, group);
    for (unsigned i = 0; watch->checks && i < group->wave_count; i++) {
        registers_start(group->waves[i], &watch->registers[i]);
        watch->strays[i].any = false;
        waits_start(&watch->pending[i]);
        watch->started[i] = wave_exec(group->waves[i]);
        watch->absent[i] = 0;
    }
    return true;
}

void check_workgroup_end(struct workgroup *group)
{
    struct watch *watch = group->checker;
    if (watch && watch->counted)
        profile_group_end(watch->counted, group);
}

void check_workgroup_free(struct workgroup *group)
{
    free_watch(group->checker);
    group->checker = NULL;
}

void check_barrier(struct workgroup *group)
{
    struct watch *watch = group->checker;
    struct wave *first = NULL;
    if (!watch || !watch->checks)
        return;
    watch->barrier_time = ++watch->time;
    for (unsigned i = 0; i < group->wave_count; i++) {
        struct wave *wave = group->waves[i];
        char other[256];
        if (wave->state != WAVE_BARRIER)
            continue;
        watch->absent[i] = watch->started[i] & ~wave_exec(wave);
        watch->barrier[i] = wave->current;
        if (!first)
            first = wave;
        if (wave->current != first->current)
            finding_report(wave, wave->current, FINDING_BARRIER, -1,
                           "waits at another barrier than wave %u, which waits %s", first->index,
                           check_place(first, first->current, other, sizeof other));
    }
}

/* Lanes that were not active at the barrier either have ended or are active again later: then not
 * the whole workgroup reached the barrier. */
static void look_for_absent(struct wave *wave, const struct op *op, uint64_t exec)
{
    struct watch *watch = watch_of(wave);
    uint64_t absent = watch->absent[wave->index] & exec;
    char place[448];
    if (!absent || op->instruction->class < CLASS_MEMORY)
        return;
    watch->absent[wave->index] = 0;
    const struct op *barrier = watch->barrier[wave->index];
    finding_report(wave, op, FINDING_DIVERGENT_BARRIER, __builtin_ctzll(absent),
                   "goes on behind a barrier that it was not at, %s",
                   check_place(wave, barrier, place, sizeof place));
}

/* ---- Ops ------------------------------------------------------------------------------------ */

void check_prepare(struct op *op, unsigned lanes)
{
    for (struct op *half = op; half; half = (struct op *)(uintptr_t)half->dual)
        registers_prepare(half, lanes);
}

/* |exec| is the mask before |op|. */
static void run_checked(struct wave *wave, const struct op *op, op_run *run, uint64_t exec)
{
    struct watch *watch = watch_of(wave);
    struct written_registers *written = &watch->registers[wave->index];
    if (watch->absent[wave->index])
        look_for_absent(wave, op, exec);
    struct stray_values *strays = &watch->strays[wave->index];
    registers_before(wave, op, written, exec);
    waits_before(wave, op, &watch->pending[wave->index], exec);
    if (strays->any)
        strays_before(wave, op, strays, exec);
    run(wave, op);
    registers_after(wave, op, written, exec);
    if (strays->any)
        strays_after(op, strays, exec);
    if (watch->lds_pieces)
        lds_settle(wave, op);
}

void check_run(struct wave *wave, const struct op *op, op_run *run)
{
    struct watch *watch = watch_of(wave);
    uint64_t exec = wave_exec(wave);
    if (watch->counted)
        profile_before(wave, op, exec);
    if (watch->checks)
        run_checked(wave, op, run, exec);
    else
        run(wave, op);
    if (watch->counted)
        profile_after(wave, op, exec);
    if (watch->traces && wave->index == 0)
        trace_op(wave, op, exec);
}
