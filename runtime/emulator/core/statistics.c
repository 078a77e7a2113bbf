/* Counting the instructions of waves, and printing the counts: a table, or JSON. */
#include "statistics.h"

#include "core/instruction.h"
#include "core/wave.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 128, BANKS = 32, KERNELS_MAX = 4096 };

struct kernel_statistics {
    char *name;
    struct statistics sum;
};

static struct {
    pthread_once_t once;
    pthread_mutex_t lock;
    const char *target; /* HIPEMU_STATS; NULL when it is off */
    struct kernel_statistics kernels[KERNELS_MAX];
    unsigned count;
} all = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

static const char *const class_names[CLASS_COUNT] = {
    [CLASS_SCALAR] = "scalar",   [CLASS_SCALAR_MEMORY] = "scalar_memory",
    [CLASS_CONTROL] = "control", [CLASS_VECTOR] = "vector",
    [CLASS_MEMORY] = "memory",   [CLASS_LDS] = "lds",
};

/* ---- Output --------------------------------------------------------------------------------- */

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

static void print_table(void)
{
    fprintf(stderr, "hipemu: %-32s %10s %12s %12s %12s %12s %12s %6s %12s %12s %7s %9s\n", "kernel",
            "workgroups", "scalar", "control", "vector", "memory", "lds", "lanes", "read",
            "written", "lines", "conflicts");
    for (unsigned i = 0; i < all.count; i++) {
        const struct statistics *s = &all.kernels[i].sum;
        fprintf(stderr,
                "hipemu: %-32s %10llu %12llu %12llu %12llu %12llu %12llu %5.0f%% %12llu %12llu "
                "%7.2f %9.2f\n",
                all.kernels[i].name, (unsigned long long)s->workgroups,
                (unsigned long long)(s->instructions[CLASS_SCALAR] +
                                     s->instructions[CLASS_SCALAR_MEMORY]),
                (unsigned long long)s->instructions[CLASS_CONTROL],
                (unsigned long long)s->instructions[CLASS_VECTOR],
                (unsigned long long)s->instructions[CLASS_MEMORY],
                (unsigned long long)s->instructions[CLASS_LDS],
                100 * ratio(s->lanes_active, s->lanes), (unsigned long long)s->bytes_read,
                (unsigned long long)s->bytes_written, ratio(s->lines, s->accesses),
                ratio(s->lds_conflicts, s->lds_accesses));
    }
    fprintf(stderr,
            "hipemu: lanes: active of all; lines: of %d bytes, per access; conflicts: LDS "
            "cycles lost per access\n",
            LINE);
}

static void print_json(FILE *file)
{
    fprintf(file, "{\"kernels\": [");
    for (unsigned i = 0; i < all.count; i++) {
        const struct statistics *s = &all.kernels[i].sum;
        fprintf(file, "%s\n  {\"name\": \"", i ? "," : "");
        for (const char *at = all.kernels[i].name; *at; at++)
            fprintf(file, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
        fprintf(file, "\", \"workgroups\": %llu, \"instructions\": {",
                (unsigned long long)s->workgroups);
        for (int c = 0; c < CLASS_COUNT; c++)
            fprintf(file, "%s\"%s\": %llu", c ? ", " : "", class_names[c],
                    (unsigned long long)s->instructions[c]);
        fprintf(file, "}");
        const struct {
            const char *name;
            uint64_t value;
        } rest[] = {{"lanes", s->lanes},
                    {"lanes_active", s->lanes_active},
                    {"bytes_read", s->bytes_read},
                    {"bytes_written", s->bytes_written},
                    {"accesses", s->accesses},
                    {"lines", s->lines},
                    {"scratch_bytes", s->scratch_bytes},
                    {"lds_bytes_read", s->lds_read},
                    {"lds_bytes_written", s->lds_written},
                    {"lds_accesses", s->lds_accesses},
                    {"lds_conflicts", s->lds_conflicts}};
        for (size_t j = 0; j < sizeof rest / sizeof rest[0]; j++)
            fprintf(file, ", \"%s\": %llu", rest[j].name, (unsigned long long)rest[j].value);
        fprintf(file, "}");
    }
    fprintf(file, "\n]}\n");
}

static void print(void)
{
    if (strcmp(all.target, "1") == 0) {
        print_table();
        return;
    }
    FILE *file = fopen(all.target, "w");
    if (!file) {
        fprintf(stderr, "hipemu: HIPEMU_STATS: cannot write %s\n", all.target);
        return;
    }
    print_json(file);
    fclose(file);
}

static void start(void)
{
    const char *value = secure_getenv("HIPEMU_STATS");
    if (!value || !*value || strcmp(value, "0") == 0)
        return;
    all.target = strdup(value);
    if (all.target)
        atexit(print);
}

bool statistics_are_on(void)
{
    pthread_once(&all.once, start);
    return all.target != NULL;
}

/* ---- Counting ------------------------------------------------------------------------------- */

void statistics_op(struct statistics *to, const struct op *op, uint64_t exec, unsigned lanes)
{
    enum op_class class = op->instruction->class;
    to->instructions[class]++;
    if (class >= CLASS_VECTOR) {
        to->lanes += lanes;
        to->lanes_active += (uint64_t)__builtin_popcountll(exec);
    }
}

/* Whether |line| is among the |count| first ones. Searches from the back, because neighbours mostly
 * have the same line. */
static bool is_known(const uint64_t *lines, unsigned count, uint64_t line)
{
    while (count > 0) {
        if (lines[--count] == line)
            return true;
    }
    return false;
}

void statistics_memory(struct statistics *to, const uint64_t *addresses, uint64_t mask,
                       unsigned size, bool is_read)
{
    uint64_t lines[2 * LANES_MAX];
    unsigned count = 0;
    for (uint64_t rest = mask; rest; rest &= rest - 1) {
        uint64_t address = addresses[__builtin_ctzll(rest)];
        uint64_t last = (address + size - 1) / LINE;
        for (uint64_t line = address / LINE; line <= last; line++) {
            if (!is_known(lines, count, line))
                lines[count++] = line;
        }
    }
    uint64_t bytes = (uint64_t)__builtin_popcountll(mask) * size;
    *(is_read ? &to->bytes_read : &to->bytes_written) += bytes;
    to->accesses++;
    to->lines += count;
}

/* A bank serves one dword at a time; lanes that access the same one share it. 32 lanes go at once.
 */
static unsigned cycles(const uint32_t *offsets, uint64_t mask, unsigned word)
{
    unsigned in_bank[BANKS] = {0}, most = 0;
    uint64_t seen[32];
    unsigned count = 0;
    for (uint64_t rest = mask; rest; rest &= rest - 1) {
        uint32_t dword = offsets[__builtin_ctzll(rest)] / 4 + word;
        if (is_known(seen, count, dword))
            continue;
        seen[count++] = dword;
        if (++in_bank[dword % BANKS] > most)
            most = in_bank[dword % BANKS];
    }
    return most;
}

void statistics_lds(struct statistics *to, const uint32_t *offsets, uint64_t mask, unsigned size,
                    bool is_read)
{
    uint64_t halves[] = {mask & UINT32_MAX, mask >> 32 << 32};
    *(is_read ? &to->lds_read : &to->lds_written) += (uint64_t)__builtin_popcountll(mask) * size;
    to->lds_accesses++;
    for (unsigned word = 0; word < (size + 3) / 4; word++) {
        for (int half = 0; half < 2; half++) {
            unsigned needed = cycles(offsets, halves[half], word);
            to->lds_conflicts += needed > 1 ? needed - 1 : 0;
        }
    }
}

void statistics_add(const char *kernel, const struct statistics *from)
{
    pthread_mutex_lock(&all.lock);
    unsigned i = 0;
    while (i < all.count && strcmp(all.kernels[i].name, kernel) != 0)
        i++;
    if (i == all.count && i < KERNELS_MAX && (all.kernels[i].name = strdup(kernel)) != NULL)
        all.count++;
    if (i < all.count) {
        struct statistics *to = &all.kernels[i].sum;
        uint64_t *sums = (uint64_t *)to;
        const uint64_t *values = (const uint64_t *)from;
        for (size_t j = 0; j < sizeof *to / sizeof *sums; j++)
            sums[j] += values[j];
        to->workgroups++;
    }
    pthread_mutex_unlock(&all.lock);
}
