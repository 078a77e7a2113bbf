/* A profiled dispatch: the choice of the workgroups that run, and their counts. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

/* sizes of caches in bytes */
enum { L1_SMALL = 16 << 10, L1_LARGE = 32 << 10, SCALAR_CACHE = 16 << 10 };

/* These functions return the size of a compute unit's first-level cache, and the size of its line,
 * which the cache can deliver in one cycle: see the white papers of CDNA 2 and 3, and of RDNA. */
static unsigned l1_bytes(enum generation generation)
{
    return generation_has_gfx940(generation) || generation >= GENERATION_GFX11 ? L1_LARGE
                                                                               : L1_SMALL;
}

static unsigned l1_line(enum generation generation)
{
    return generation < GENERATION_GFX10 ? 64 : 128;
}

/* ---- Choosing samples ------------------------------------------------------------------------ */

static int compare_numbers(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* Chooses the sample: the first workgroup, the last one, and workgroups between them at multiples
 * of the golden ratio. Such workgroups are evenly spread, but have no period that could match the
 * rows of the grid. */
static void choose_sample(struct profile *profile, struct dispatch *dispatch, uint64_t wanted)
{
    const double golden = 0.6180339887498949;
    uint64_t count = profile->count, n = 0;
    uint64_t *sample = wanted < 3 || wanted >= count ? NULL : calloc(wanted, sizeof sample[0]);
    if (!sample)
        return;
    sample[n++] = 0;
    sample[n++] = count - 1;
    for (uint64_t i = 1; n < wanted; i++) {
        double turns = (double)i * golden, place = turns - (double)(uint64_t)turns;
        sample[n++] = 1 + (uint64_t)(place * (double)(count - 2));
    }
    qsort(sample, n, sizeof sample[0], compare_numbers);
    uint64_t kept = 1;
    for (uint64_t i = 1; i < n; i++) {
        if (sample[i] != sample[kept - 1])
            sample[kept++] = sample[i];
    }
    dispatch->sample = profile->sample = sample;
    dispatch->sampled = kept;
}

/* ---- Profiling a dispatch -------------------------------------------------------------------- */

static size_t op_slots(const struct profile *profile)
{
    return profile->dispatch->program->code_size / 4 + 1;
}

static void free_profile(struct profile *profile)
{
    if (!profile)
        return;
    shared_free(&profile->shared);
    free(profile->ops);
    free(profile->touched);
    free(profile->sample);
    free(profile);
}

struct profile *profile_begin(struct dispatch *dispatch)
{
    const struct launch *launch = dispatch->launch;
    const char *wanted = secure_getenv("HIPEMU_PROFILE_SAMPLE");
    struct profile *profile = profile_is_on() ? calloc(1, sizeof *profile) : NULL;
    if (!profile)
        return NULL;
    profile->dispatch = dispatch;
    profile->generation = dispatch->program->generation;
    profile->line = l1_line(profile->generation);
    profile->count = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    profile->ops = calloc(op_slots(profile), sizeof profile->ops[0]);
    if (!profile->ops || !shared_make(&profile->shared, dispatch->device)) {
        free_profile(profile);
        return NULL;
    }
    if (wanted && !launch->is_cooperative)
        choose_sample(profile, dispatch, strtoull(wanted, NULL, 10));
    return profile;
}

static void add_counts(struct profile_counts *to, const struct profile_counts *from, double scale)
{
    uint64_t *sums = (uint64_t *)to;
    const uint64_t *values = (const uint64_t *)from;
    for (size_t i = 0; i < sizeof *to / sizeof *sums; i++)
        sums[i] += scale == 1 ? values[i] : (uint64_t)((double)values[i] * scale + 0.5);
}

/* Returns the standard deviation of |count| numbers, divided by their mean, from their sum and
 * their sum of squares. */
static double spread_of(double sum, double squares, uint64_t count)
{
    double mean = count ? sum / (double)count : 0;
    double variance = count ? squares / (double)count - mean * mean : 0;
    return mean > 0 && variance > 0 ? __builtin_sqrt(variance) / mean : 0;
}

/* Sums the traffic below the second-level cache. If all workgroups ran, the traffic of memory and
 * infinity cache is what the emulated caches exchanged. If only a sample ran, the traffic is the
 * estimate of the needed bytes, because the caches did not see the other workgroups. */
static void sum_traffic(struct profile *profile, uint64_t ran, struct profile_traffic *out)
{
    shared_flush(&profile->shared);
    *out = profile->shared.traffic;
    touched_sum(&profile->shared.touched, ran, profile->count, &out->needed_read,
                &out->needed_written);
    if (ran >= profile->count)
        return;
    out->memory_read = out->needed_read;
    out->memory_written = out->needed_written;
    if (profile->shared.infinity.sets) {
        out->infinity_read = out->needed_read;
        out->infinity_written = out->needed_written;
    }
}

void profile_end(struct profile *profile)
{
    uint64_t ran = profile->edge_count + profile->inner_count;
    struct profile_sums sums = {.ran = ran};
    if (ran > 0) {
        uint64_t rest = profile->count - profile->edge_count;
        sums.counts = profile->edges;
        if (profile->inner_count)
            add_counts(&sums.counts, &profile->inner, (double)rest / (double)profile->inner_count);
        sums.scale = (double)profile->count / (double)ran;
        sums.spread = spread_of(profile->inner_sum, profile->inner_squares, profile->inner_count);
        sum_traffic(profile, ran, &sums.traffic);
        profile_add(profile, &sums);
    }
    free_profile(profile);
}

/* ---- Profiling a workgroup ------------------------------------------------------------------- */

struct profile_group *profile_group_new(struct profile *profile, const struct workgroup *group)
{
    enum generation generation = profile->generation;
    struct profile_group *counted = calloc(1, sizeof *counted);
    if (!counted)
        return NULL;
    counted->profile = profile;
    counted->waits = calloc(group->wave_count, sizeof counted->waits[0]);
    if (counted->waits && cache_make(&counted->l1, l1_bytes(generation)) &&
        cache_make(&counted->scalar, SCALAR_CACHE))
        return counted;
    profile_group_free(counted);
    return NULL;
}

void profile_group_start(struct profile_group *counted, const struct workgroup *group)
{
    struct profile *profile = counted->profile;
    const uint32_t *grid = group->dispatch->launch->grid, *id = group->id;
    uint64_t number = id[0] + (uint64_t)grid[0] * (id[1] + (uint64_t)grid[1] * id[2]);
    counted->counts = (struct profile_counts){0};
    counted->number = ++profile->started;
    counted->is_edge = number == 0 || number + 1 == profile->count;
    cache_empty(&counted->l1);
    cache_empty(&counted->scalar);
    memset(counted->waits, 0, group->wave_count * sizeof counted->waits[0]);
}

void profile_group_end(struct profile_group *counted)
{
    struct profile *profile = counted->profile;
    double instructions = 0;
    for (unsigned i = 0; i < KIND_COUNT; i++)
        instructions += (double)counted->counts.instructions[i];
    if (counted->is_edge) {
        add_counts(&profile->edges, &counted->counts, 1);
        profile->edge_count++;
        return;
    }
    add_counts(&profile->inner, &counted->counts, 1);
    profile->inner_count++;
    profile->inner_sum += instructions;
    profile->inner_squares += instructions * instructions;
}

void profile_group_free(struct profile_group *counted)
{
    if (!counted)
        return;
    free(counted->waits);
    free(counted->l1.tags);
    free(counted->scalar.tags);
    free(counted);
}

/* ---- Profiling ops --------------------------------------------------------------------------- */

static void remember(struct profile *profile, uint32_t pc)
{
    if (profile->touched_count == profile->touched_room) {
        size_t room = profile->touched_room ? profile->touched_room * 2 : 256;
        uint32_t *touched = realloc(profile->touched, room * sizeof touched[0]);
        if (!touched)
            return;
        profile->touched = touched;
        profile->touched_room = room;
    }
    profile->touched[profile->touched_count++] = pc;
}

void profile_before(struct profile_group *counted, const struct wave *wave, const struct op *op,
                    uint64_t exec)
{
    struct profile *profile = counted->profile;
    struct profile_counts *counts = &counted->counts;
    struct profile_op *at = &profile->ops[op->pc];
    if (at->executions++ == 0) {
        profile_issue(op, profile->generation, wave->lanes, at);
        fidelity_prepare(op, at);
        at->pc = op->pc;
        remember(profile, op->pc);
    }
    counts->instructions[at->kind]++;
    counts->fp16_overflow += wave->mode >> 23 & 1;
    counts->exceptions += (wave->mode >> 12 & 0x1ff) != 0;
    counts->cycles[at->unit] += at->cost;
    at->cycles += at->cost;
    if (at->kind < KIND_MATRIX)
        counts->rates[at->rate]++;
    if (at->kind == KIND_MATRIX)
        counts->products += (uint64_t)op->instruction->products * PRODUCTS_UNIT;
    if (op->instruction->class >= CLASS_VECTOR) {
        uint64_t active = (uint64_t)__builtin_popcountll(exec);
        counts->lanes += wave->lanes;
        counts->lanes_active += active;
        at->lanes += active;
    }
    profile_wait(&counted->waits[wave->index], op, at->cost, profile->generation, counts);
    counted->lds_before = counts->lds_accesses;
}

void profile_after(struct profile_group *counted, const struct wave *wave, const struct op *op,
                   uint64_t exec)
{
    uint64_t now = wave_exec(wave);
    /* ds_permute and ds_swizzle count, too: they use the crossbar of the banks, although they do
     * not access LDS */
    if (op->instruction->class == CLASS_LDS && exec &&
        counted->counts.lds_accesses == counted->lds_before)
        counted->counts.cycles[UNIT_LDS] += wave->lanes / 32;
    if (now == exec || now == 0 || (now & exec) != now)
        return;
    counted->counts.divergences++;
    profile_op_of(counted, op)->divergences++;
}
