/* The checker's state of a workgroup, its checks of barriers, and its work before and after each
 * op. */
#include "parts.h"

#include <stdlib.h>

struct checker *checker_new(const struct workgroup *group)
{
    struct checker *checker = calloc(1, sizeof *checker);
    if (!checker)
        return NULL;
    checker->registers = calloc(group->wave_count, sizeof checker->registers[0]);
    checker->strays = calloc(group->wave_count, sizeof checker->strays[0]);
    checker->pending = calloc(group->wave_count, sizeof checker->pending[0]);
    checker->lds = calloc(group->lds_bytes / 4 + 1, sizeof checker->lds[0]);
    checker->lds_bytes = calloc(group->lds_bytes + 4, sizeof checker->lds_bytes[0]);
    if (checker->registers && checker->strays && checker->pending && checker->lds &&
        checker->lds_bytes)
        return checker;
    checker_free(checker);
    return NULL;
}

void checker_free(struct checker *checker)
{
    if (checker) {
        free(checker->registers);
        free(checker->strays);
        free(checker->pending);
        free(checker->lds);
        free(checker->lds_bytes);
    }
    free(checker);
}

void checker_start(struct checker *checker, const struct workgroup *group)
{
    checker->wave_count = group->wave_count;
    checker->start_time = checker->barrier_time = ++checker->time;
    checker->overwrite_count = checker->lds_pieces = 0;
    for (unsigned i = 0; i < group->wave_count; i++) {
        registers_start(group->waves[i], &checker->registers[i]);
        checker->strays[i].any = false;
        waits_start(&checker->pending[i]);
        checker->started[i] = wave_exec(group->waves[i]);
        checker->absent[i] = 0;
    }
}

/* ---- Checking barriers ----------------------------------------------------------------------- */

void checker_barrier(struct checker *checker, const struct workgroup *group)
{
    struct wave *first = NULL;
    checker->barrier_time = ++checker->time;
    for (unsigned i = 0; i < group->wave_count; i++) {
        struct wave *wave = group->waves[i];
        char other[256];
        if (wave->state != WAVE_BARRIER)
            continue;
        checker->absent[i] = checker->started[i] & ~wave_exec(wave);
        checker->barrier[i] = wave->current;
        if (!first)
            first = wave;
        if (wave->current != first->current)
            finding_report(wave, wave->current, FINDING_BARRIER, -1,
                           "waits at another barrier than wave %u, which waits %s", first->index,
                           place_of_op(first, first->current, other, sizeof other));
    }
}

/* Reports lanes that were not active at the wave's last barrier and are active again now. So these
 * lanes had not ended, and not the whole workgroup reached that barrier. */
static void look_for_absent(struct checker *checker, struct wave *wave, const struct op *op,
                            uint64_t exec)
{
    uint64_t absent = checker->absent[wave->index] & exec;
    char place[448];
    if (!absent || op->instruction->class < CLASS_MEMORY)
        return;
    checker->absent[wave->index] = 0;
    finding_report(wave, op, FINDING_DIVERGENT_BARRIER, __builtin_ctzll(absent),
                   "goes on behind a barrier that it was not at, %s",
                   place_of_op(wave, checker->barrier[wave->index], place, sizeof place));
}

/* ---- Checking ops ---------------------------------------------------------------------------- */

void checker_run(struct checker *checker, struct wave *wave, const struct op *op, op_run *run,
                 uint64_t exec)
{
    struct written_registers *written = &checker->registers[wave->index];
    struct stray_values *strays = &checker->strays[wave->index];
    if (checker->absent[wave->index])
        look_for_absent(checker, wave, op, exec);
    registers_before(wave, op, written, exec);
    waits_before(wave, op, &checker->pending[wave->index], exec);
    if (strays->any)
        strays_before(wave, op, strays, exec);
    run(wave, op);
    registers_after(wave, op, written, exec);
    if (strays->any)
        strays_after(op, strays, exec);
    if (checker->lds_pieces)
        lds_settle(checker, wave, op);
}
