/* The questions of memory instructions: bounds, always; the rest where a workgroup is watched. */
#include "check.h"

#include "check_watch.h"
#include "space.h"

#include <stdlib.h>

static const char *access_name(enum access access)
{
    return access == ACCESS_READ ? "reads" : access == ACCESS_WRITE ? "writes" : "updates";
}

/* ---- Memory --------------------------------------------------------------------------------- */

_Noreturn static void fault_outside(struct wave *wave, unsigned lane, uint64_t address,
                                    unsigned size, enum access access)
{
    char where[256];
    describe_address(address, where, sizeof where);
    wave_fault(wave, FAULT_MEMORY, "lane %u %s %u bytes at 0x%llx: %s", lane, access_name(access),
               size, (unsigned long long)address, where);
}

/* Are all lanes of a whole wave in |a|? A difference below 0 has its sign bit set. */
static bool all_inside(const struct allocation *a, const uint64_t *addresses, unsigned lanes,
                       unsigned size)
{
    uint64_t start = (uint64_t)(uintptr_t)a->address, outside = 0;
    if (a->size < size)
        return false;
    uint64_t last = a->size - size;
    for (unsigned i = 0; i < lanes; i++) {
        uint64_t offset = addresses[i] - start;
        outside |= offset | (last - offset);
    }
    return !(outside >> 63);
}

/* Kernels do not write code: not even their own. */
static void check_code(struct wave *wave, const struct allocation *a, unsigned lane,
                       uint64_t address, unsigned size)
{
    const struct program *program = wave->ops->program;
    uint64_t offset = address - (uint64_t)(uintptr_t)program->image;
    if (a->address != program->image || offset + size <= program->code_address ||
        offset >= program->code_address + program->code_size)
        return;
    wave_fault(wave, FAULT_MEMORY, "lane %u writes %u bytes at 0x%llx: that is code", lane, size,
               (unsigned long long)address);
}

/* Scalar loads are counted as instructions, not among the lanes' traffic. */
static bool is_scalar(const struct op *op)
{
    return op->instruction->name[0] == 's';
}

static void watch_global(struct wave *wave, const struct op *op, const uint64_t *addresses,
                         uint64_t mask, unsigned size, enum access access)
{
    struct watch *watch = watch_of(wave);
    if (watch->counts && !is_scalar(op))
        statistics_memory(&watch->counters, addresses, mask, size, access == ACCESS_READ);
    for (uint64_t rest = watch->checks ? mask : 0; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint64_t address = addresses[lane];
        const struct allocation *a = space_find((const void *)(uintptr_t)address);
        uintptr_t first;
        char where[256];
        if (address & (size < 4 ? size - 1 : 3)) {
            describe_address(address, where, sizeof where);
            finding_report(wave, op, FINDING_MISALIGNED, (int)lane,
                           "%s %u bytes at 0x%llx, which is not aligned: %s", access_name(access),
                           size, (unsigned long long)address, where);
        }
        if (access != ACCESS_WRITE && !space_is_written(a, address, size, &first)) {
            describe_address(first, where, sizeof where);
            finding_report(wave, op, FINDING_UNINITIALISED_MEMORY, (int)lane,
                           "reads %u bytes at 0x%llx, which nobody has written: %s", size,
                           (unsigned long long)address, where);
        }
        if (access != ACCESS_READ)
            space_mark_written(a, address, size);
    }
}

void check_global(struct wave *wave, const struct op *op, const uint64_t *addresses, uint64_t mask,
                  unsigned size, enum access access)
{
    if (mask == 0)
        return;
    unsigned first = (unsigned)__builtin_ctzll(mask);
    const struct allocation *a = space_find((const void *)(uintptr_t)addresses[first]);
    bool is_code = access != ACCESS_READ && a && a->kind == MEMORY_CODE;
    bool is_whole = a && !is_code && mask == wave->all;
    for (uint64_t rest = is_whole && all_inside(a, addresses, wave->lanes, size) ? 0 : mask; rest;
         rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint64_t address = addresses[lane];
        if (!a || !allocation_holds(a, address, size))
            a = space_find((const void *)(uintptr_t)address);
        if (!a || !allocation_holds(a, address, size))
            fault_outside(wave, lane, address, size, access);
        if (a->kind == MEMORY_CODE && access != ACCESS_READ)
            check_code(wave, a, lane, address, size);
    }
    if (wave->group->checker)
        watch_global(wave, op, addresses, mask, size, access);
}

/* ---- LDS and scratch ------------------------------------------------------------------------ */

/* The lanes of |mask| that stay below |limit|. */
static uint64_t inside(const struct wave *wave, const uint32_t *offsets, uint64_t mask,
                       unsigned size, uint32_t limit)
{
    uint64_t good = 0;
    if (size > limit)
        return 0;
    uint32_t last = limit - size, is_any_outside = 0;
    if (mask == wave->all) {
        for (unsigned i = 0; i < wave->lanes; i++)
            is_any_outside |= offsets[i] > last;
        if (!is_any_outside)
            return mask;
    }
    for (uint64_t rest = mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        good |= (uint64_t)(offsets[lane] <= last) << lane;
    }
    return good;
}

uint64_t check_lds(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                   unsigned size, enum access access)
{
    uint64_t good = inside(wave, offsets, mask, size, wave->group->lds_bytes);
    struct watch *watch = watch_of(wave);
    if (!watch)
        return good;
    if (watch->counts)
        statistics_lds(&watch->counters, offsets, good, size, access == ACCESS_READ);
    if (watch->checks && good != mask) {
        unsigned lane = (unsigned)__builtin_ctzll(mask & ~good);
        finding_report(wave, op, FINDING_LDS_BOUNDS, (int)lane,
                       "%s %u bytes of LDS at 0x%x, but the workgroup has 0x%x bytes",
                       access_name(access), size, offsets[lane], wave->group->lds_bytes);
    }
    if (watch->checks)
        lds_access(wave, op, offsets, good, size, access);
    return good;
}

uint64_t check_scratch(struct wave *wave, const struct op *op, const uint32_t *offsets,
                       uint64_t mask, unsigned size, enum access access)
{
    uint64_t good = inside(wave, offsets, mask, size, wave->scratch_bytes);
    struct watch *watch = watch_of(wave);
    if (watch && watch->counts)
        watch->counters.scratch_bytes += (uint64_t)__builtin_popcountll(good) * size;
    if (watch && watch->checks && good != mask) {
        unsigned lane = (unsigned)__builtin_ctzll(mask & ~good);
        finding_report(wave, op, FINDING_SCRATCH_BOUNDS, (int)lane,
                       "%s %u bytes of scratch at 0x%x, but a lane has 0x%x bytes",
                       access_name(access), size, offsets[lane], wave->scratch_bytes);
    }
    return good;
}

/* ---- Workgroups ----------------------------------------------------------------------------- */

static void free_watch(struct watch *watch)
{
    if (watch) {
        free(watch->registers);
        free(watch->lds);
    }
    free(watch);
}

/* NULL when nobody watches, or there is no memory to. */
static struct watch *new_watch(const struct workgroup *group)
{
    bool checks = check_is_on(), counts = statistics_are_on(), traces = trace_wants(group);
    if (!checks && !counts && !traces)
        return NULL;
    struct watch *watch = calloc(1, sizeof *watch);
    if (!watch)
        return NULL;
    watch->checks = checks;
    watch->counts = counts;
    watch->traces = traces;
    watch->epoch = 1;
    watch->wave_count = group->wave_count;
    watch->lds_bytes = group->lds_bytes;
    if (!checks)
        return watch;
    watch->registers = calloc(group->wave_count, sizeof watch->registers[0]);
    watch->lds = calloc(group->lds_bytes + 1, sizeof watch->lds[0]);
    if (watch->registers && watch->lds)
        return watch;
    free_watch(watch);
    return NULL;
}

void check_workgroup_start(struct workgroup *group)
{
    free_watch(group->checker);
    struct watch *watch = new_watch(group);
    group->checker = watch;
    for (unsigned i = 0; watch && watch->checks && i < group->wave_count; i++)
        registers_start(group->waves[i], &watch->registers[i]);
}

void check_workgroup_end(struct workgroup *group)
{
    struct watch *watch = group->checker;
    if (watch && watch->counts)
        statistics_add(group->dispatch->kernel->name, &watch->counters);
    free_watch(watch);
    group->checker = NULL;
}

void check_barrier(struct workgroup *group)
{
    struct watch *watch = group->checker;
    struct wave *first = NULL;
    if (!watch)
        return;
    watch->epoch++;
    for (unsigned i = 0; watch->checks && i < group->wave_count; i++) {
        struct wave *wave = group->waves[i];
        char other[256];
        if (wave->state != WAVE_BARRIER)
            continue;
        if (!first)
            first = wave;
        if (wave->current != first->current)
            finding_report(wave, wave->current, FINDING_BARRIER, -1,
                           "waits at another barrier than wave %u, which waits %s", first->index,
                           check_place(first, first->current, other, sizeof other));
    }
}

void check_run(struct wave *wave, const struct op *op, op_run *run)
{
    struct watch *watch = watch_of(wave);
    uint64_t exec = wave_exec(wave);
    if (watch->counts)
        statistics_op(&watch->counters, op, exec, wave->lanes);
    if (watch->checks)
        registers_before(wave, op, &watch->registers[wave->index]);
    run(wave, op);
    if (watch->checks)
        registers_after(wave, op, exec, &watch->registers[wave->index]);
    if (watch->traces && wave->index == 0)
        trace_op(wave, op, exec);
}
