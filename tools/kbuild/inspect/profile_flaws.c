/* Source lines that stand out: what is wrong there, and how much it matters. */
#include "inspect/profile.h"

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static bool find_conflicts(const struct profile_kernel *kernel, const struct profile_place *place,
                           struct profile_flaw *out)
{
    uint64_t all = kernel->counts[PROFILE_CYCLES_LDS];
    if (place->conflicts * 4 < place->lds_cycles)
        return false;
    out->weight = ratio((double)place->conflicts, (double)all);
    snprintf(out->text, sizeof out->text,
             "bank conflicts: %.0f%% of its LDS cycles, %.0f%% of the kernel's",
             100 * ratio((double)place->conflicts, (double)place->lds_cycles), 100 * out->weight);
    return place->conflicts > 0;
}

static bool find_lines(const struct profile_kernel *kernel, const struct profile_place *place,
                       struct profile_flaw *out)
{
    uint64_t excess = place->lines - place->least_lines;
    if (place->lines < place->least_lines || place->lines * 2 < place->least_lines * 3)
        return false;
    out->weight = ratio((double)excess, (double)kernel->counts[PROFILE_LINES]);
    snprintf(out->text, sizeof out->text,
             "uncoalesced: %.1f cache lines an access, where %.1f would do",
             ratio((double)place->lines, (double)place->accesses),
             ratio((double)place->least_lines, (double)place->accesses));
    return excess > 0;
}

static bool find_idle(const struct profile_kernel *kernel, const struct profile_place *place,
                      struct profile_flaw *out)
{
    double lanes = (double)(place->executions * kernel->counts[PROFILE_WAVE]);
    double idle = 1 - ratio((double)place->lanes, lanes), all = 0;
    if (place->lanes == 0 || idle < 0.25)
        return false;
    for (int c = PROFILE_CYCLES_VECTOR; c <= PROFILE_CYCLES_MATRIX; c++)
        all += (double)kernel->counts[c];
    out->weight = ratio(idle * (double)place->cycles, all);
    snprintf(out->text, sizeof out->text,
             "divergence: %.0f%% of the lanes idle, in %.0f%% of cycles", 100 * idle,
             100 * ratio((double)place->cycles, all));
    return out->weight > 0;
}

static int flaw_compare(const void *a, const void *b)
{
    const struct profile_flaw *left = a, *right = b;
    if (left->weight != right->weight)
        return left->weight > right->weight ? -1 : 1;
    return strcmp(left->place->where, right->place->where);
}

struct profile_flaw *profile_flaws(const struct profile_kernel *kernel, size_t *out)
{
    bool (*const finders[])(const struct profile_kernel *, const struct profile_place *,
                            struct profile_flaw *) = {find_conflicts, find_lines, find_idle};
    enum { FINDERS = sizeof finders / sizeof *finders };
    const double least = 0.02; /* what matters less is not shown */
    struct profile_flaw *flaws = mem_alloc((kernel->place_count * FINDERS + 1) * sizeof *flaws);
    size_t count = 0;
    for (size_t i = 0; i < kernel->place_count; i++)
        for (size_t f = 0; f < FINDERS; f++) {
            flaws[count].place = &kernel->places[i];
            count += finders[f](kernel, &kernel->places[i], &flaws[count]) &&
                     flaws[count].weight >= least;
        }
    if (count)
        qsort(flaws, count, sizeof *flaws, flaw_compare);
    *out = count;
    return flaws;
}
