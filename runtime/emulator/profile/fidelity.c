/* Lists the instructions for which a GPU may give other results than libhipemu. For all other
 * instructions, libhipemu does what the ISA documents say, bit for bit. */
#include "parts.h"

#include <inttypes.h>
#include <stdlib.h>

static const char *const doubt_names[DOUBT_COUNT] = {
    [DOUBT_LAST_PLACE] = "last_place",
    [DOUBT_SUMS] = "sums",
    [DOUBT_FILTERS] = "filters",
    [DOUBT_MACHINE] = "machine",
};

/* Whether |op| reads a hardware register that tells where or when the wave runs. Registers 1 to 3
 * do not: they hold the wave's own state. */
static bool reads_machine(const struct op *op)
{
    return op->instruction->role == ROLE_GET_REGISTER && (op->imm & 63) > 3;
}

static enum doubt doubt_of(const struct op *op)
{
    if (op->instruction->issue == ISSUE_TRANSCENDENTAL)
        return DOUBT_LAST_PLACE;
    return reads_machine(op) ? DOUBT_MACHINE : (enum doubt)op->instruction->doubt;
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
