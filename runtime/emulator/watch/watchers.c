/* The watchers of a workgroup. The profile sees each op and each access before the checker does,
 * because the checker may end the dispatch at a finding. */
#include "watch/watchers.h"

#include "check/checker.h"
#include "core/dispatch.h"
#include "core/finding.h"
#include "profile/profile.h"
#include "stores.h"
#include "trace.h"

#include <stdlib.h>

struct watch {
    struct checker *checker;       /* the checker's state; NULL if the workgroup is not checked */
    struct profile_group *counted; /* the profile's counts; NULL if the workgroup is not counted */
    bool traces;
};

/* ---- Watching a dispatch --------------------------------------------------------------------- */

static void begin(struct dispatch *dispatch)
{
    dispatch->watch = profile_begin(dispatch);
}

static void end(struct dispatch *dispatch)
{
    profile_end(dispatch->watch);
}

/* ---- Watching a workgroup -------------------------------------------------------------------- */

static void free_watch(struct workgroup *group)
{
    struct watch *watch = group->watch;
    if (watch) {
        checker_free(watch->checker);
        profile_group_free(watch->counted);
    }
    free(watch);
    group->watch = NULL;
}

/* Makes |group->watch|. False when there is no memory for the checker. */
static bool make_watch(struct workgroup *group)
{
    struct watch *watch = group->watch = calloc(1, sizeof *watch);
    if (!watch)
        return false;
    if (group->dispatch->watch)
        watch->counted = profile_group_new(group->dispatch->watch, group);
    if (!check_is_on())
        return true;
    watch->checker = checker_new(group);
    if (!watch->checker)
        free_watch(group);
    return group->watch != NULL;
}

static bool start(struct workgroup *group)
{
    bool traces = trace_wants(group);
    if (!check_is_on() && !group->dispatch->watch && !traces && !stores_are_watched()) {
        free_watch(group);
        return true;
    }
    if (!group->watch && !make_watch(group))
        return false;
    struct watch *watch = group->watch;
    watch->traces = traces;
    if (watch->counted)
        profile_group_start(watch->counted, group);
    if (watch->checker)
        checker_start(watch->checker, group);
    return true;
}

static void finish(struct workgroup *group)
{
    struct watch *watch = group->watch;
    if (watch->counted)
        profile_group_end(watch->counted);
}

static void barrier(struct workgroup *group)
{
    struct watch *watch = group->watch;
    if (watch->checker)
        checker_barrier(watch->checker, group);
}

/* ---- Watching ops ---------------------------------------------------------------------------- */

static void run_op(struct wave *wave, const struct op *op, op_run *run)
{
    const struct watch *watch = wave->group->watch;
    uint64_t exec = wave_exec(wave);
    if (watch->counted)
        profile_before(watch->counted, wave, op, exec);
    if (watch->checker)
        checker_run(watch->checker, wave, op, run, exec);
    else
        run(wave, op);
    if (watch->counted)
        profile_after(watch->counted, wave, op, exec);
    if (watch->traces && wave->index == 0)
        trace_op(wave, op, exec);
}

static void memory(struct wave *wave, const struct op *op, const struct allocation *a,
                   const uint64_t *addresses, uint64_t mask, unsigned size, enum access access)
{
    const struct watch *watch = wave->group->watch;
    if (watch->counted)
        profile_memory(watch->counted, op, a, addresses, mask, size, access);
    if (access != ACCESS_READ && stores_are_watched())
        stores_see(wave, op, addresses, mask, size, access);
    if (watch->checker)
        checker_memory(watch->checker, wave, op, a, addresses, mask, size, access);
}

static void lds(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                uint64_t good, unsigned size, enum access access)
{
    const struct watch *watch = wave->group->watch;
    if (watch->counted)
        profile_lds(watch->counted, op, offsets, good, size, access);
    if (watch->checker)
        checker_lds(watch->checker, wave, op, offsets, mask, good, size, access);
}

static void scratch(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                    uint64_t good, unsigned size, enum access access)
{
    const struct watch *watch = wave->group->watch;
    if (watch->counted)
        profile_scratch(watch->counted, wave, op, offsets, good, size, access);
    if (watch->checker)
        checker_scratch(wave, op, offsets, mask, good, size, access);
}

static void shuffle(struct wave *wave, const struct op *op, const uint8_t *from)
{
    const struct watch *watch = wave->group->watch;
    if (watch->checker)
        checker_shuffle(watch->checker, wave, op, from);
}

static void wrote(struct wave *wave, const struct operand *operand)
{
    const struct watch *watch = wave->group->watch;
    if (watch->checker)
        checker_wrote(watch->checker, wave, operand);
}

const struct watchers all_watchers = {
    .begin = begin,
    .end = end,
    .forget = profile_forget,
    .start = start,
    .finish = finish,
    .free = free_watch,
    .barrier = barrier,
    .run = run_op,
    .memory = memory,
    .lds = lds,
    .scratch = scratch,
    .shuffle = shuffle,
    .wrote = wrote,
};
