/* The sums of each kernel, and the file that HIPEMU_PROFILE names; docs/profile.md describes its
 * format, "hipemu-profile-1". */
#include "parts.h"

#include "core/device.h"
#include "core/place.h"
#include "occupancy.h"
#include "target.h"

#include <inttypes.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HOT_EACH = 8, TEXT_MAX = 160, LINE_MAX_BYTES = 512 };

/* An instruction that is listed in the file because it stands out. */
struct hot {
    struct profile_op op;
    /* |code| is the instruction's text; |line| is where it comes from, such as "file.hip:12", or
     * NULL */
    char *code, *line;
};

/* The sums over all launches of a kernel on a target. */
struct total {
    char *name, target[TARGET_ID_MAX];
    unsigned wave, work_items, vgprs, agprs, sgprs, lds, scratch;
    /* The occupancy of the launch whose occupancy was smallest; |work_items| and |lds| are those of
     * this launch. */
    struct occupancy occupancy;
    unsigned waves_possible;
    /* the number of launches, of their workgroups, of the workgroups that ran, and the most
     * workgroups of one launch */
    uint64_t launches, workgroups, ran, largest;
    /* the largest spread of one launch */
    double spread;
    struct profile_counts counts;
    struct profile_traffic traffic;
    /* Only while the program is loaded: the program, and its instructions that ran, sorted by
     * pc. */
    const struct program *program;
    const struct program_ops *program_ops;
    struct profile_op *ops;
    size_t op_count;
    struct hot *hot;
    size_t hot_count;
    struct fidelity fidelity;
};

static struct {
    pthread_once_t once;
    pthread_mutex_t lock;
    const char *path; /* the value of HIPEMU_PROFILE; NULL when it is not set */
    pid_t process;    /* the process that writes the file; a child of fork() does not */
    bool is_written;  /* whether the file was written because the process is ending; from then on
                       * nothing is counted */
    struct total *all;
    size_t count;
} totals = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- Instructions that stand out ------------------------------------------------------------- */

/* Returns the cycles that |op| spent on inactive lanes: its cycles, times the part of its lanes
 * that were inactive. */
static uint64_t idle_cycles(const struct total *total, const struct profile_op *op)
{
    uint64_t lanes = op->executions * total->wave;
    return op->lanes && op->lanes < lanes ? op->cycles * (lanes - op->lanes) / lanes : 0;
}

/* The reason why an instruction is listed: it has one of the largest values of this quantity. */
enum hot_by { BY_CYCLES, BY_CONFLICTS, BY_LINES, BY_IDLE_LANES, BY_DIVERGENCES, HOT_BY_COUNT };

static uint64_t hot_value(const struct total *total, const struct profile_op *op, unsigned by)
{
    switch ((enum hot_by)by) {
    case BY_CYCLES: return op->cycles;
    case BY_CONFLICTS: return op->conflicts;
    case BY_LINES: return op->lines - op->least_lines;
    case BY_IDLE_LANES: return idle_cycles(total, op);
    case BY_DIVERGENCES: return op->divergences;
    default: return 0;
    }
}

/* Returns the |HOT_EACH|-th largest value of the quantity |by| among the instructions of |total|;
 * at least 1. */
static uint64_t threshold(const struct total *total, unsigned by)
{
    uint64_t best[HOT_EACH] = {0};
    for (size_t i = 0; i < total->op_count; i++) {
        uint64_t value = hot_value(total, &total->ops[i], by);
        unsigned place = HOT_EACH;
        while (place > 0 && best[place - 1] < value)
            place--;
        if (place == HOT_EACH)
            continue;
        memmove(best + place + 1, best + place, (HOT_EACH - 1 - place) * sizeof best[0]);
        best[place] = value;
    }
    return best[HOT_EACH - 1] ? best[HOT_EACH - 1] : 1;
}

static void add_hot(struct total *total, const struct profile_op *op)
{
    char code[TEXT_MAX], line[LINE_MAX_BYTES];
    const struct program *program = total->program;
    struct hot *hot = realloc(total->hot, (total->hot_count + 1) * sizeof hot[0]);
    if (!hot)
        return;
    total->hot = hot;
    program->decoding->print(total->program_ops->decoder, program, op->pc, code, sizeof code);
    bool has_line =
        place_of_line(program->file, program->code_address + op->pc * 4ull, line, sizeof line);
    hot[total->hot_count++] =
        (struct hot){.op = *op, .code = strdup(code), .line = has_line ? strdup(line) : NULL};
}

/* Lists the instructions that stand out, as text, for which their program must still be loaded.
 * Frees the counts of all instructions. */
static void settle(struct total *total)
{
    uint64_t least[HOT_BY_COUNT];
    for (unsigned by = 0; by < HOT_BY_COUNT; by++)
        least[by] = threshold(total, by);
    for (size_t i = 0; i < total->op_count; i++) {
        bool is_hot = false;
        for (unsigned by = 0; by < HOT_BY_COUNT; by++)
            is_hot |= hot_value(total, &total->ops[i], by) >= least[by];
        if (is_hot)
            add_hot(total, &total->ops[i]);
        fidelity_add(&total->fidelity, &total->ops[i]);
    }
    free(total->ops);
    total->ops = NULL;
    total->op_count = 0;
    total->program = NULL;
}

/* ---- Adding up the counts of launches -------------------------------------------------------- */

static void add_numbers(void *to, const void *from, size_t bytes)
{
    uint64_t *sums = to;
    const uint64_t *values = from;
    for (size_t i = 0; i < bytes / sizeof *sums; i++)
        sums[i] += values[i];
}

static void add_op(struct profile_op *to, const struct profile_op *from, double scale)
{
    to->kind = from->kind;
    to->doubt = from->doubt;
    to->name = from->name;
    uint64_t *const sums[] = {&to->executions, &to->lanes,       &to->cycles,     &to->conflicts,
                              &to->lines,      &to->least_lines, &to->divergences};
    const uint64_t values[] = {from->executions, from->lanes, from->cycles,
                               from->conflicts,  from->lines, from->least_lines,
                               from->divergences};
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++)
        *sums[i] += (uint64_t)((double)values[i] * scale + 0.5);
}

static int compare_pcs(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* Merges the instructions of |profile| that ran into those of |total|. Both lists are sorted by
 * pc. */
static void add_ops(struct total *total, const struct profile *profile, double scale)
{
    size_t old_count = total->op_count, new_count = profile->touched_count, i = 0, j = 0, n = 0;
    struct profile_op *merged = calloc(old_count + new_count + 1, sizeof merged[0]);
    if (!merged)
        return;
    qsort(profile->touched, new_count, sizeof profile->touched[0], compare_pcs);
    while (i < old_count || j < new_count) {
        uint32_t old_pc = i < old_count ? total->ops[i].pc : UINT32_MAX;
        uint32_t new_pc = j < new_count ? profile->touched[j] : UINT32_MAX;
        merged[n].pc = old_pc < new_pc ? old_pc : new_pc;
        if (old_pc <= new_pc)
            add_op(&merged[n], &total->ops[i++], 1);
        if (new_pc <= old_pc)
            add_op(&merged[n], &profile->ops[profile->touched[j++]], scale);
        n++;
    }
    free(total->ops);
    total->ops = merged;
    total->op_count = n;
}

/* Returns the total of the dispatch's kernel, which is made if the kernel is new. NULL without
 * memory. */
static struct total *total_of(const struct dispatch *dispatch)
{
    const char *name = dispatch->kernel->name;
    char target[TARGET_ID_MAX];
    target_id_print(&dispatch->device->target, target);
    for (size_t i = 0; i < totals.count; i++) {
        if (strcmp(totals.all[i].name, name) == 0 && strcmp(totals.all[i].target, target) == 0)
            return &totals.all[i];
    }
    struct total *all = realloc(totals.all, (totals.count + 1) * sizeof all[0]);
    if (!all)
        return NULL;
    totals.all = all;
    struct total *total = &all[totals.count];
    *total = (struct total){.name = strdup(name)};
    memcpy(total->target, target, sizeof target);
    totals.count += total->name != NULL;
    return total->name ? total : NULL;
}

/* Keeps the registers and sizes of |dispatch| if its occupancy is lower than that of all launches
 * before. */
static void add_shape(struct total *total, const struct dispatch *dispatch)
{
    const struct kernel *kernel = dispatch->kernel;
    const struct launch *launch = dispatch->launch;
    unsigned items = launch->block[0] * launch->block[1] * launch->block[2];
    const struct target_info *target = dispatch->device->target.info;
    struct occupancy occupancy = occupancy_of(kernel, target, items, launch->dynamic_lds);
    if (total->launches && occupancy.waves >= total->occupancy.waves)
        return;
    total->occupancy = occupancy;
    total->waves_possible = target->waves;
    total->wave = dispatch->lanes;
    total->work_items = items;
    total->vgprs = kernel->vgprs;
    total->agprs = kernel->agprs;
    total->sgprs = kernel->sgprs;
    total->lds = dispatch->lds_bytes;
    total->scratch = dispatch->scratch_bytes;
}

void profile_add(const struct profile *profile, const struct profile_sums *sums)
{
    pthread_mutex_lock(&totals.lock);
    struct total *total = totals.is_written ? NULL : total_of(profile->dispatch);
    if (total) {
        if (total->program && total->program_ops != profile->dispatch->ops)
            settle(total); /* another program has a kernel of the same name: the instructions of the
                            * earlier program are listed now */
        total->program = profile->dispatch->program;
        total->program_ops = profile->dispatch->ops;
        add_shape(total, profile->dispatch);
        total->launches++;
        total->workgroups += profile->count;
        total->largest = profile->count > total->largest ? profile->count : total->largest;
        total->ran += sums->ran;
        total->spread = sums->spread > total->spread ? sums->spread : total->spread;
        add_numbers(&total->counts, &sums->counts, sizeof sums->counts);
        add_numbers(&total->traffic, &sums->traffic, sizeof sums->traffic);
        add_ops(total, profile, sums->scale);
    }
    pthread_mutex_unlock(&totals.lock);
}

void profile_forget(const struct program *program)
{
    pthread_mutex_lock(&totals.lock);
    for (size_t i = 0; i < totals.count; i++) {
        if (totals.all[i].program == program)
            settle(&totals.all[i]);
    }
    pthread_mutex_unlock(&totals.lock);
}

/* ---- Writing the file ------------------------------------------------------------------------ */

static const char *const kind_names[KIND_COUNT] = {
    [KIND_VECTOR] = "vector",     [KIND_DUAL] = "dual",
    [KIND_MULTIPLY] = "multiply", [KIND_WIDE] = "wide",
    [KIND_F64] = "f64",           [KIND_TRANSCENDENTAL] = "transcendental",
    [KIND_DOT] = "dot",           [KIND_MATRIX] = "matrix",
    [KIND_SCALAR] = "scalar",     [KIND_SCALAR_MEMORY] = "scalar_memory",
    [KIND_BRANCH] = "branch",     [KIND_CONTROL] = "control",
    [KIND_MEMORY] = "memory",     [KIND_LDS] = "lds",
};

static const char *const unit_names[UNIT_COUNT] = {
    [UNIT_VECTOR] = "vector", [UNIT_TRANSCENDENTAL] = "transcendental",
    [UNIT_MATRIX] = "matrix", [UNIT_SCALAR] = "scalar",
    [UNIT_LDS] = "lds",       [UNIT_L1] = "l1",
};

static const char *const rate_names[RATES] = {"1", "2", "4", "8", "16"};

struct field {
    const char *name;
    size_t offset;
};

#define COUNT(name)                                                                                \
    {                                                                                              \
#name, offsetof(struct profile_counts, name)                                               \
    }
static const struct field count_fields[] = {
    COUNT(products),    COUNT(lanes),        COUNT(lanes_active),  COUNT(divergences),
    COUNT(waits),       COUNT(exposed),      COUNT(accesses),      COUNT(atomics),
    COUNT(lines),       COUNT(least_lines),  COUNT(read),          COUNT(written),
    COUNT(scratch),     COUNT(lds_accesses), COUNT(lds_conflicts), COUNT(lds_read),
    COUNT(lds_written), COUNT(l2_read),      COUNT(l2_written),
};

#define TRAFFIC(name)                                                                              \
    {                                                                                              \
#name, offsetof(struct profile_traffic, name)                                              \
    }
static const struct field traffic_fields[] = {
    TRAFFIC(infinity_read),  TRAFFIC(infinity_written), TRAFFIC(memory_read),
    TRAFFIC(memory_written), TRAFFIC(needed_read),      TRAFFIC(needed_written),
};

#define OP(name)                                                                                   \
    {                                                                                              \
#name, offsetof(struct profile_op, name)                                                   \
    }
static const struct field op_fields[] = {
    OP(executions), OP(lanes),       OP(cycles),      OP(conflicts),
    OP(lines),      OP(least_lines), OP(divergences),
};

static void put_text(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(file, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(file, "\\u%04x", *text);
        else
            fputc(*text, file);
    }
    fputc('"', file);
}

static void put_names(FILE *file, const char *key, const char *const *names, const uint64_t *values,
                      size_t count)
{
    fprintf(file, ",\n   \"%s\": {", key);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s\"%s\": %" PRIu64, i ? ", " : "", names[i], values[i]);
    fputc('}', file);
}

static void put_fields(FILE *file, const struct field *fields, size_t count, const void *values)
{
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s\"%s\": %" PRIu64, i ? ", " : "", fields[i].name,
                *(const uint64_t *)(const void *)((const char *)values + fields[i].offset));
}
#define PUT_FIELDS(file, fields, values)                                                           \
    put_fields(file, fields, sizeof fields / sizeof fields[0], values)

static void put_hot(FILE *file, const struct total *total)
{
    fprintf(file, ",\n   \"hot\": [");
    for (size_t i = 0; i < total->hot_count; i++) {
        const struct hot *hot = &total->hot[i];
        fprintf(file, "%s\n    {\"pc\": %" PRIu32 ", ", i ? "," : "", hot->op.pc);
        PUT_FIELDS(file, op_fields, &hot->op);
        fprintf(file, ", \"kind\": \"%s\", \"code\": ", kind_names[hot->op.kind]);
        put_text(file, hot->code ? hot->code : "");
        if (hot->line) {
            fprintf(file, ", \"line\": ");
            put_text(file, hot->line);
        }
        fputc('}', file);
    }
    fputc(']', file);
}

static void put_total(FILE *file, const struct total *total)
{
    fprintf(file, "\n  {\"name\": ");
    put_text(file, total->name);
    fprintf(file, ", \"target\": ");
    put_text(file, total->target);
    fprintf(file,
            ", \"wave\": %u, \"launches\": %" PRIu64 ", \"workgroups\": %" PRIu64
            ", \"largest\": %" PRIu64 ", \"ran\": %" PRIu64
            ", \"spread\": %.4f,\n   \"work_items\": %u, \"vgprs\": %u, "
            "\"agprs\": %u, \"sgprs\": %u, \"lds\": %u, \"scratch_bytes\": %u,\n   "
            "\"occupancy\": {\"waves\": %u, \"of\": %u, \"limit\": \"%s\"},\n   ",
            total->wave, total->launches, total->workgroups, total->largest, total->ran,
            total->spread, total->work_items, total->vgprs, total->agprs, total->sgprs, total->lds,
            total->scratch, total->occupancy.waves, total->waves_possible,
            occupancy_limit_name(total->occupancy.limit));
    PUT_FIELDS(file, count_fields, &total->counts);
    fprintf(file, ",\n   ");
    PUT_FIELDS(file, traffic_fields, &total->traffic);
    put_names(file, "instructions", kind_names, total->counts.instructions, KIND_COUNT);
    put_names(file, "rates", rate_names, total->counts.rates, RATES);
    put_names(file, "cycles", unit_names, total->counts.cycles, UNIT_COUNT);
    fidelity_put(file, &total->fidelity, &total->counts);
    put_hot(file, total);
    fputc('}', file);
}

static void cannot_write(void)
{
    char path[512];
    snprintf(path, sizeof path, "%s", totals.path);
    text_clean(path, "");
    fprintf(stderr, "hipemu: HIPEMU_PROFILE: cannot write %s\n", path);
}

static void write_file(void)
{
    if (getpid() != totals.process)
        return;
    FILE *file = fopen(totals.path, "w");
    if (!file) {
        cannot_write();
        return;
    }
    pthread_mutex_lock(&totals.lock);
    totals.is_written = true;
    fprintf(file, "{\"format\": \"hipemu-profile-1\",\n \"kernels\": [");
    for (size_t i = 0; i < totals.count; i++) {
        if (totals.all[i].program)
            settle(&totals.all[i]);
        fprintf(file, "%s", i ? "," : "");
        put_total(file, &totals.all[i]);
    }
    fprintf(file, "\n]}\n");
    pthread_mutex_unlock(&totals.lock);
    if (fclose(file) != 0)
        cannot_write();
}

static void start(void)
{
    const char *value = secure_getenv("HIPEMU_PROFILE");
    if (!value || !*value || strcmp(value, "0") == 0)
        return;
    totals.process = getpid();
    totals.path = strdup(value);
    if (totals.path)
        atexit(write_file);
}

bool profile_is_on(void)
{
    pthread_once(&totals.once, start);
    return totals.path != NULL;
}
