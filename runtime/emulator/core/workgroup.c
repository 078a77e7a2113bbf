/* The waves of a workgroup take turns on one thread. A turn ends after a number of instructions, at
 * a barrier, or when the wave sleeps or ends. A wave at a barrier gets its next turn when all other
 * waves have come to the barrier. */
#include "workgroup.h"

#include "core/place.h"
#include "core/watch.h"

#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    /* how many instructions a turn has: few, so that waves that read neighbouring memory stay close
     * together */
    TURN = 256,
    IDLE = 32, /* a round after which some waves sleep and no wave is ready counts as this many
                  rounds */
    ALIGNMENT = 64,
    SPARES = 64, /* at most so many memory blocks of ended workgroups are kept, for workgroups of
                    later launches */
    /* the size, in bytes, of the largest memory block that is kept for later launches */
    SPARE_MAX = 1 << 22,
};

static size_t wave_bytes(const struct dispatch *dispatch, bool has_agprs)
{
    size_t file = (size_t)VGPR_ROWS * dispatch->lanes * sizeof(uint32_t);
    size_t scratch = (size_t)dispatch->scratch_bytes * dispatch->lanes;
    size_t all = sizeof(struct wave) + file * (has_agprs ? 2 : 1) + scratch;
    return (all + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

static size_t lds_bytes(const struct dispatch *dispatch)
{
    return (dispatch->lds_bytes + ALIGNMENT) & ~(size_t)(ALIGNMENT - 1);
}

/* ---- Memory of a workgroup ------------------------------------------------------------------- */

/* Free blocks of memory, for the next launch. They are not in the address space of the devices,
 * because kernels reach scratch and LDS only by offsets. */
static struct {
    pthread_mutex_t lock;
    struct {
        void *memory;
        size_t bytes;
    } all[SPARES];
} spares = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Returns the bytes of the memory of a workgroup: a power of two, so that similar launches can
 * reuse it. Most of the memory is never touched and takes no pages. */
static size_t block_bytes(const struct dispatch *dispatch)
{
    bool has_agprs = dispatch->program->target->has_agprs;
    size_t needed =
        wave_bytes(dispatch, has_agprs) * dispatch->waves_per_group + lds_bytes(dispatch);
    size_t bytes = 1 << 16;
    while (bytes < needed)
        bytes *= 2;
    return bytes;
}

static void *take_memory(size_t bytes)
{
    void *memory = NULL;
    pthread_mutex_lock(&spares.lock);
    for (unsigned i = 0; i < SPARES && !memory; i++) {
        if (spares.all[i].memory && spares.all[i].bytes == bytes) {
            memory = spares.all[i].memory;
            spares.all[i].memory = NULL;
        }
    }
    pthread_mutex_unlock(&spares.lock);
    if (memory)
        return memory;
    memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static void give_memory(void *memory, size_t bytes)
{
    bool is_kept = false;
    pthread_mutex_lock(&spares.lock);
    for (unsigned i = 0; i < SPARES && !is_kept && bytes <= SPARE_MAX; i++) {
        if (!spares.all[i].memory) {
            spares.all[i].memory = memory;
            spares.all[i].bytes = bytes;
            is_kept = true;
        }
    }
    pthread_mutex_unlock(&spares.lock);
    if (!is_kept)
        munmap(memory, bytes);
}

/* Returns how many vector registers a wave has, for a kernel that uses |used|: a multiple of 8,
 * with room for a work-item's coordinates. */
static unsigned clear_rows(unsigned used)
{
    return used < 8 ? 8 : used < VGPR_ROWS - 8 ? (used + 7) & ~7u : VGPR_ROWS;
}

/* Returns how many of a wave's |count| vector registers are set when the wave starts: those that
 * the kernel was compiled for, and at least those of the work-item's coordinates. The kernel does
 * not use the other registers. */
static unsigned named_rows(unsigned used, unsigned count)
{
    enum { NUMBERS = 3 };
    return used == 0 || used > count ? count : used < NUMBERS ? NUMBERS : used;
}

/* Makes a wave at |at|. Its registers and scratch follow the wave in memory and are not cleared. */
static struct wave *place_wave(const struct dispatch *dispatch, bool has_agprs, unsigned index,
                               uint8_t *at)
{
    struct wave *wave = (struct wave *)(void *)at;
    size_t file = (size_t)VGPR_ROWS * dispatch->lanes * sizeof(uint32_t);
    memset(wave, 0, offsetof(struct wave, fetched));
    at += sizeof *wave;
    wave->lanes = dispatch->lanes;
    wave->sgpr_count = SGPR_COUNT;
    wave->vgpr_count = clear_rows(dispatch->kernel->vgprs);
    wave->vgprs_named = named_rows(dispatch->kernel->vgprs, wave->vgpr_count);
    wave->agpr_count = dispatch->kernel->agprs ? clear_rows(dispatch->kernel->agprs) : 0;
    wave->scratch = at + file * (has_agprs ? 2 : 1);
    wave->scratch_bytes = dispatch->scratch_bytes;
    wave->index = index;
    wave_prepare(wave, dispatch);
    return wave;
}

struct workgroup *workgroup_new(const struct dispatch *dispatch)
{
    bool has_agprs = dispatch->program->target->has_agprs;
    size_t each = wave_bytes(dispatch, has_agprs);
    struct workgroup *group = calloc(1, sizeof *group);
    struct wave **waves = calloc(dispatch->waves_per_group, sizeof waves[0]);
    uint32_t **files = calloc(dispatch->waves_per_group, sizeof files[0]);
    uint8_t *memory = group && waves && files ? take_memory(block_bytes(dispatch)) : NULL;
    if (!memory) {
        free(waves);
        free(files);
        free(group);
        return NULL;
    }
    *group = (struct workgroup){
        .dispatch = dispatch,
        .waves = waves,
        .files = files,
        .wave_count = dispatch->waves_per_group,
        .memory = memory,
        .lds = memory + each * dispatch->waves_per_group,
        .lds_bytes = dispatch->lds_bytes,
    };
    memset(group->lds, 0, lds_bytes(dispatch));
    for (unsigned i = 0; i < group->wave_count; i++)
        waves[i] = place_wave(dispatch, has_agprs, i, memory + each * i);
    return group;
}

void workgroup_free(struct workgroup *group)
{
    if (!group)
        return;
    if (group->watchers)
        group->watchers->free(group);
    give_memory(group->memory, block_bytes(group->dispatch));
    free(group->waves);
    free(group->files);
    free(group);
}

/* Gives |wave|, which begins, vector registers: those of the wave that ended last, because they are
 * still in the cache. */
static void take_registers(struct wave *wave)
{
    struct workgroup *group = wave->group;
    bool has_agprs = group->dispatch->program->target->has_agprs;
    wave->vgpr = group->files[--group->file_count];
    wave->agpr = has_agprs ? wave->vgpr + (size_t)VGPR_ROWS * wave->lanes : NULL;
    wave_fill_registers(wave);
}

static void give_registers(struct wave *wave)
{
    wave->group->files[wave->group->file_count++] = wave->vgpr;
}

bool workgroup_start(struct workgroup *group, const uint32_t id[3])
{
    memcpy(group->id, id, sizeof group->id);
    group->file_count = group->wave_count;
    for (unsigned i = 0; i < group->wave_count; i++) {
        struct wave *wave = group->waves[i];
        group->files[group->wave_count - 1 - i] = (uint32_t *)(void *)(wave + 1);
        wave_start(wave, group);
        /* the hardware does not start a wave that has no work-items */
        if (wave_exec(wave) == 0)
            wave->state = WAVE_ENDED;
    }
    /* the first wave gets its registers now, because it begins at once */
    take_registers(group->waves[0]);
    const struct watchers *watchers = group->dispatch->program->watchers;
    bool is_good = !watchers || watchers->start(group);
    group->watchers = group->watch ? watchers : NULL;
    return is_good;
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
    /* the op may not have been decoded, so its |pc| is computed */
    struct op at = {.pc = (uint32_t)(wave->current - wave->ops->all)};
    fault->kind = kind;
    snprintf(fault->message, sizeof fault->message,
             "kernel '%.160s', workgroup (%u,%u,%u), wave %u: %s; %s",
             group->dispatch->kernel->name, group->id[0], group->id[1], group->id[2], wave->index,
             what, place_of_op(wave, &at, place, sizeof place));
    longjmp(group->escape, 1);
}

/* Ends the kernel, without a report, because the process ends. */
_Noreturn static void give_up(struct wave *wave)
{
    *wave->group->fault = (struct fault){.kind = FAULT_TRAP};
    longjmp(wave->group->escape, 1);
}

void wave_decode(struct wave *wave)
{
    char message[256];
    if (program_decode(wave->ops, wave->next, message, sizeof message))
        return;
    if (!*message)
        give_up(wave);
    wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION, "%s", message);
}

/* ---- Turns of waves -------------------------------------------------------------------------- */

/* Returns the host code of the block that begins at |op|. NULL: the caller runs the ops of the
 * block one by one. */
static const void *find_block(const struct wave *wave, const struct op *op)
{
    uint64_t exec = wave_exec(wave);
    enum active active = exec == wave->all        ? ACTIVE_ALL
                         : exec >> FEW_LANES == 0 ? ACTIVE_FEW
                                                  : ACTIVE_ANY;
    if (!wave->ops->blocks || !wave->fp.is_usual || !__atomic_load_n(&op->run, __ATOMIC_ACQUIRE))
        return NULL;
    const void *code = __atomic_load_n(&op->code[active], __ATOMIC_ACQUIRE);
    return code ? code : program_make_block(wave->ops, wave->next, active);
}

/* Whether a block of ops ends with |op|: |op| may branch, or did branch to |next|. */
static bool is_last(const struct op *op, uint32_t next)
{
    return op->instruction->flags & FLAG_BRANCHES || next != op->pc + op->dwords;
}

/* Runs |wave| until its turn ends. For a workgroup that nobody watches, callers pass the constant
 * NULL as |watchers|, so that the compiled loop has no test for it. */
static inline void turn(struct wave *wave, const struct watchers *const watchers)
{
    const struct op *ops = wave->ops->all;
    uint32_t limit = (uint32_t)(wave->ops->program->code_size / 4);
    bool is_start = true;
    wave->left = TURN;
    while (wave->state == WAVE_READY && wave->left > 0) {
        if (wave->next >= limit)
            wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION, "runs past the end of the code");
        const struct op *op = &ops[wave->next];
        wave->current = op;
        const void *code = is_start && !watchers ? find_block(wave, op) : NULL;
        if (code) {
            wave->ops->enter(wave, code);
            continue;
        }
        wave->left--;
        op_run *run = __atomic_load_n(&op->run, __ATOMIC_ACQUIRE);
        if (!run) {
            wave_decode(wave);
            run = op->run;
        }
        wave->next += op->dwords;
        if (watchers)
            watchers->run(wave, op, run);
        else
            run(wave, op);
        is_start = is_last(op, wave->next);
    }
}

static void wave_turn(struct wave *wave)
{
    if (!wave->vgpr)
        take_registers(wave);
    if (wave->group->watchers)
        turn(wave, wave->group->watchers);
    else
        turn(wave, NULL);
    if (wave->state == WAVE_ENDED)
        give_registers(wave);
}

/* Releases the waves of |group| from a barrier. Called when all waves that are still running wait
 * there. */
static void pass_barrier(struct workgroup *group)
{
    if (group->watchers)
        group->watchers->barrier(group);
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
    for (unsigned spent = 0; spent < turns && !__atomic_load_n(stop, __ATOMIC_RELAXED);) {
        unsigned count[WAVE_ENDED + 1] = {0};
        for (unsigned i = 0; i < group->wave_count; i++) {
            struct wave *wave = group->waves[i];
            if (wave->state == WAVE_SLEEPING)
                wave->state = WAVE_READY;
            if (wave->state == WAVE_READY)
                wave_turn(wave);
            count[wave->state]++;
        }
        if (count[WAVE_ENDED] == group->wave_count)
            return WORKGROUP_ENDED;
        if (count[WAVE_READY] + count[WAVE_SLEEPING] == 0)
            pass_barrier(group);
        spent += count[WAVE_READY] == 0 && count[WAVE_SLEEPING] > 0 ? IDLE : 1;
    }
    return WORKGROUP_WAITING;
}
