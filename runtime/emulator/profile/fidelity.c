/* Which instructions a GPU may give other results for than libhipemu. All others do what the ISA
 * documents say, bit for bit. */
#include "parts.h"

#include <inttypes.h>
#include <stdlib.h>

static const char *const doubt_names[DOUBT_COUNT] = {
    [DOUBT_LAST_PLACE] = "last_place",
    [DOUBT_SUMS] = "sums",
    [DOUBT_FILTERS] = "filters",
    [DOUBT_MACHINE] = "machine",
};

static const struct {
    const char *start;
    enum doubt doubt;
} doubts[] = {
    {"v_mfma_", DOUBT_SUMS},
    {"v_smfmac_", DOUBT_SUMS},
    {"v_wmma_", DOUBT_SUMS},
    {"v_swmmac_", DOUBT_SUMS},
    {"v_dot", DOUBT_SUMS},
    {"v_cvt_sr_", DOUBT_LAST_PLACE},
    {"v_cvt_scalef32_sr_", DOUBT_LAST_PLACE},
    {"image_sample", DOUBT_FILTERS},
    {"s_memtime", DOUBT_MACHINE},
    {"s_memrealtime", DOUBT_MACHINE},
    {"s_sendmsg_rtn", DOUBT_MACHINE},
};

/* Sums of integers are exact. */
static bool adds_integers(const char *name)
{
    return strstr(name, "_i32_") || strstr(name, "_u32_");
}

/* Registers 1 to 3 are the wave's state; the others tell where it runs, and when. */
static bool reads_machine(const struct op *op)
{
    return name_starts(op->instruction->name, "s_getreg") && (op->imm & 63) > 3;
}

static enum doubt doubt_of(const struct op *op)
{
    const char *name = op->instruction->name;
    if (op->instruction->issue == ISSUE_TRANSCENDENTAL)
        return DOUBT_LAST_PLACE;
    if (reads_machine(op))
        return DOUBT_MACHINE;
    for (size_t i = 0; i < sizeof doubts / sizeof doubts[0]; i++) {
        if (name_starts(name, doubts[i].start))
            return doubts[i].doubt == DOUBT_SUMS && adds_integers(name) ? DOUBT_NONE
                                                                        : doubts[i].doubt;
    }
    return DOUBT_NONE;
}

void fidelity_prepare(const struct op *op, struct profile_op *out)
{
    for (const struct op *half = op; half; half = half->dual) {
        enum doubt doubt = doubt_of(half);
        if (doubt == DOUBT_NONE)
            continue;
        out->doubt = (uint8_t)doubt;
        out->name = half->instruction->name;
    }
}

void fidelity_add(struct fidelity *fidelity, const struct profile_op *op)
{
    if (op->doubt == DOUBT_NONE)
        return;
    for (size_t i = 0; i < fidelity->count; i++) {
        if (strcmp(fidelity->all[i].name, op->name) == 0) {
            fidelity->all[i].executions += op->executions;
            return;
        }
    }
    struct doubtful *all = realloc(fidelity->all, (fidelity->count + 1) * sizeof all[0]);
    if (!all)
        return;
    fidelity->all = all;
    all[fidelity->count++] = (struct doubtful){op->name, op->executions, (enum doubt)op->doubt};
}

static void put_doubt(FILE *file, const struct fidelity *fidelity, enum doubt doubt)
{
    const char *between = "";
    fprintf(file, ", \"%s\": {", doubt_names[doubt]);
    for (size_t i = 0; i < fidelity->count; i++) {
        const struct doubtful *one = &fidelity->all[i];
        if (one->doubt != doubt)
            continue;
        fprintf(file, "%s\"%s\": %" PRIu64, between, one->name, one->executions);
        between = ", ";
    }
    fputc('}', file);
}

void fidelity_put(FILE *file, const struct fidelity *fidelity, const struct profile_counts *counts)
{
    uint64_t exact = 0;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        exact += counts->instructions[kind];
    for (size_t i = 0; i < fidelity->count; i++)
        exact -= fidelity->all[i].executions < exact ? fidelity->all[i].executions : exact;
    fprintf(file, ",\n   \"fidelity\": {\"exact\": %" PRIu64, exact);
    for (unsigned doubt = DOUBT_NONE + 1; doubt < DOUBT_COUNT; doubt++)
        put_doubt(file, fidelity, (enum doubt)doubt);
    fprintf(file,
            ", \"ignored_modes\": {\"fp16_overflow\": %" PRIu64 ", \"exceptions\": %" PRIu64 "}}",
            counts->fp16_overflow, counts->exceptions);
}
