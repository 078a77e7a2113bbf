/* The counts of HIPEMU_PROFILE, on kernels whose counts can be told by reading them.
 * Usage: test MODE COMPILER SOURCE TARGET; MODE is full, or the size of a sample.
 *
 * The file is written when the process ends, so a child runs the kernels. */
#include "launch.h"

#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned failures;
static bool is_sample;
static char path[] = "/tmp/profile-XXXXXX";
static unsigned *traced; /* instructions of copy's first wave, as the child's trace shows them */

enum { GROUPS = 8 };

static void run_kernels(char **argv)
{
    static const char *const kernels[] = {
        "stride_1", "stride_2",   "stride_32", "stride_33", "pairs_1", "pairs_2",   "fours_1",
        "fours_2",  "broadcast",  "scattered", "half",      "uniform", "twice",     "passes",
        "add",      "reciprocal", "multiply",  "doubles",   "shift",   "matrix",    "blocks",
        "sparse",   "dual",       "dot",       "waits",     "hides",   "overflows",
    };
    struct launched run;
    launch_open(argv[2], argv[3], argv[4], false);
    launch_run("copy", FROM_WRITTEN, &run);
    for (const char *at = run.report; (at = strstr(at, "hipemu: copy 0x")) != NULL; at++)
        ++*traced;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        if (launch_has(kernels[i]))
            launch_run(kernels[i], FROM_WRITTEN, &run);
    }
    launch_run_grid("parts", GROUPS, 0, &run);
    launch_run_grid("chain", GROUPS, 0, &run);
    launch_run_grid("chain", GROUPS - 1, 0, &run);
    launch_close();
    exit(0);
}

/* The value of "a" or of "a.b". */
static json_int_t value_of(const json_t *kernel, const char *key)
{
    const char *dot = strchr(key, '.');
    char outer[32];
    if (!dot)
        return json_is_integer(json_object_get(kernel, key))
                   ? json_integer_value(json_object_get(kernel, key))
                   : -1;
    snprintf(outer, sizeof outer, "%.*s", (int)(dot - key), key);
    return value_of(json_object_get(kernel, outer), dot + 1);
}

static const json_t *find(const json_t *root, const char *name)
{
    size_t i;
    const json_t *kernel;
    json_array_foreach(json_object_get(root, "kernels"), i, kernel)
    {
        if (strcmp(json_string_value(json_object_get(kernel, "name")), name) == 0)
            return kernel;
    }
    return NULL;
}

struct expected {
    const char *kernel, *key;
    json_int_t value;
};

static void compare(const json_t *root, const struct expected *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const json_t *kernel = find(root, all[i].kernel);
        json_int_t is = kernel ? value_of(kernel, all[i].key) : -2;
        if (is == all[i].value)
            continue;
        fprintf(stderr, "%s: %s is %lld, expected %lld\n", all[i].kernel, all[i].key, (long long)is,
                (long long)all[i].value);
        failures++;
    }
}
#define COMPARE(root, all) compare(root, all, sizeof(all) / sizeof(all)[0])

/* The kernel's arguments are 16 bytes, read by scalar loads: one sector. */
enum { ARGUMENTS = 64, BYTES = 4 * ITEMS };

static void compare_all(const json_t *root, json_int_t waves)
{
    const json_int_t phases = ITEMS / 32;
    const json_int_t line = waves == ITEMS / 64 ? 64 : 128;
    const struct expected all[] = {
        {"copy", "workgroups", 1},
        {"copy", "launches", 1},
        {"copy", "work_items", ITEMS},
        {"copy", "instructions.memory", 2 * waves},
        {"copy", "accesses", 2 * waves},
        {"copy", "atomics", 0},
        {"copy", "lines", 2 * BYTES / line},
        {"copy", "least_lines", 2 * BYTES / line},
        {"copy", "cycles.l1", 2 * BYTES / line},
        {"copy", "read", BYTES},
        {"copy", "written", BYTES},
        {"copy", "l2_read", BYTES + ARGUMENTS},
        {"copy", "l2_written", BYTES},
        {"copy", "memory_read", BYTES + ARGUMENTS},
        {"copy", "memory_written", BYTES},
        {"copy", "needed_read", BYTES + ARGUMENTS},
        {"copy", "needed_written", BYTES},
        {"copy", "divergences", 0},
        {"stride_1", "lds_conflicts", 0},
        {"stride_1", "cycles.lds", phases},
        {"stride_2", "lds_conflicts", phases},
        {"stride_2", "cycles.lds", 2 * phases},
        {"stride_32", "lds_conflicts", 31 * phases},
        {"stride_33", "lds_conflicts", 0},
        {"stride_33", "lds_written", BYTES},
        {"pairs_1", "lds_conflicts", 0},
        {"pairs_1", "cycles.lds", 2 * phases},
        {"pairs_2", "lds_conflicts", 2 * phases},
        {"fours_1", "lds_conflicts", 0},
        {"fours_1", "cycles.lds", 4 * phases},
        {"fours_2", "lds_conflicts", 4 * phases},
        {"broadcast", "lds_conflicts", 0},
        {"broadcast", "cycles.lds", phases},
        {"scattered", "lines", 4 * waves + BYTES / line},
        {"half", "divergences", waves},
        {"half", "written", BYTES / 2},
        {"half", "lines", BYTES / line},
        {"uniform", "divergences", 0},
        {"twice", "read", 2 * BYTES},
        {"twice", "l2_read", BYTES + ARGUMENTS},
        {"passes", "read", 2 * BYTES},
        {"passes", "l2_read", 2 * BYTES + ARGUMENTS},
        {"passes", "memory_read", BYTES + ARGUMENTS},
        {"add", "atomics", waves},
        {"add", "needed_read", BYTES + ARGUMENTS},
        {"add", "needed_written", BYTES},
        {"reciprocal", "instructions.transcendental", waves},
        {"reciprocal", "rates.4", waves},
        {"multiply", "instructions.multiply", waves},
        {"doubles", "instructions.f64", waves},
        {"shift", "instructions.wide", waves},
        {"dot", "instructions.dot", waves},
        {"dot", "rates.1", waves},
        {"reciprocal", "fidelity.last_place.v_rcp_f32", waves},
        {"reciprocal", "fidelity.ignored_modes.fp16_overflow", 0},
        {"overflows", "fidelity.ignored_modes.fp16_overflow", 2 * waves},
    };
    COMPARE(root, all);
}

static json_int_t sum_of(const json_t *counts)
{
    const char *name;
    const json_t *count;
    json_int_t sum = 0;
    json_object_foreach((json_t *)(uintptr_t)counts, name, count) sum += json_integer_value(count);
    return sum;
}

/* Each instruction is exact, or one of those that are named: sums of floats are, of integers not.
 */
static void compare_fidelity(const json_t *root)
{
    static const char *const doubts[] = {"last_place", "sums", "filters", "machine"};
    const json_t *kernel;
    size_t i;
    json_array_foreach(json_object_get(root, "kernels"), i, kernel)
    {
        const json_t *fidelity = json_object_get(kernel, "fidelity");
        const char *name = json_string_value(json_object_get(kernel, "name"));
        json_int_t all = value_of(kernel, "fidelity.exact");
        for (size_t d = 0; d < sizeof doubts / sizeof doubts[0]; d++)
            all += sum_of(json_object_get(fidelity, doubts[d]));
        json_int_t sums = sum_of(json_object_get(fidelity, "sums"));
        bool has_sums = strcmp(name, "matrix") == 0 || strcmp(name, "blocks") == 0 ||
                        strcmp(name, "sparse") == 0;
        if (all == sum_of(json_object_get(kernel, "instructions")) && (sums > 0) == has_sums)
            continue;
        fprintf(stderr, "%s: %lld exact and others, %lld sums\n", name, (long long)all,
                (long long)sums);
        failures++;
    }
}

/* What depends on the processor: cycles and units. */
static void compare_target(const json_t *root, const char *target, json_int_t waves)
{
    const struct expected cdna[] = {
        {"reciprocal", "cycles.vector", 16 * waves}, {"reciprocal", "cycles.transcendental", 0},
        {"multiply", "cycles.vector", 4 * waves},    {"doubles", "cycles.vector", 4 * waves},
        {"shift", "cycles.vector", 4 * waves},       {"matrix", "instructions.matrix", waves},
        {"matrix", "products", 32 * 32 * 8 * waves},
    };
    const struct expected cdna2[] = {
        {"matrix", "cycles.matrix", 64 * waves}, /* 16 passes of 4 cycles */
    };
    const struct expected cdna3[] = {
        {"matrix", "cycles.matrix", 32 * waves},         {"blocks", "cycles.matrix", 64 * waves},
        {"blocks", "products", 32 * 32 * 4 * 2 * waves}, {"sparse", "cycles.matrix", 32 * waves},
        {"sparse", "products", 32 * 32 * 8 * waves}, /* half of the depth */
    };
    const struct expected rdna[] = {
        {"reciprocal", "cycles.vector", 0},
        {"reciprocal", "cycles.transcendental", 4 * waves},
        {"multiply", "cycles.vector", 4 * waves},
        {"doubles", "cycles.vector", 16 * waves},
        {"doubles", "rates.16", waves},
        {"shift", "cycles.vector", 2 * waves},
    };
    const struct expected rdna3[] = {
        {"matrix", "cycles.matrix", 32 * waves},
        {"matrix", "products", 16 * 16 * 16 * waves},
        {"dual", "instructions.dual", waves},
        {"dual", "cycles.vector", waves},
    };
    const struct expected rdna4[] = {
        {"matrix", "cycles.matrix", 16 * waves},
        {"matrix", "products", 16 * 16 * 16 * waves},
    };
    if (waves == ITEMS / 64)
        COMPARE(root, cdna);
    else
        COMPARE(root, rdna);
    if (strcmp(target, "gfx90a") == 0)
        COMPARE(root, cdna2);
    if (strcmp(target, "gfx942") == 0)
        COMPARE(root, cdna3);
    if (strcmp(target, "gfx1100") == 0)
        COMPARE(root, rdna3);
    if (strcmp(target, "gfx1200") == 0)
        COMPARE(root, rdna4);
}

static void compare_trace(const json_t *root, json_int_t waves)
{
    json_int_t sum = sum_of(json_object_get(find(root, "copy"), "instructions"));
    if (*traced == 0 || sum != *traced * waves) {
        fprintf(stderr, "copy: %lld instructions, %u in the trace\n", (long long)sum, *traced);
        failures++;
    }
}

/* One exposed wait more a wave, for nearly the whole latency, where nothing hides it. */
static void compare_waits(const json_t *root, json_int_t waves)
{
    const json_t *waiting = find(root, "waits"), *hiding = find(root, "hides");
    json_int_t more = value_of(waiting, "waits") - value_of(hiding, "waits");
    json_int_t exposed = value_of(waiting, "exposed") - value_of(hiding, "exposed");
    if (more != waves || exposed < 200 * waves || exposed > 320 * waves) {
        fprintf(stderr, "%lld more waits, and %lld cycles\n", (long long)more, (long long)exposed);
        failures++;
    }
}

/* The same for a sample as for the whole, but for how many ran: all workgroups are alike. */
static void compare_grids(const json_t *root, json_int_t waves, json_int_t ran)
{
    const struct expected all[] = {
        {"parts", "workgroups", GROUPS},
        {"parts", "ran", ran},
        {"parts", "instructions.memory", 2 * waves * GROUPS},
        {"parts", "written", BYTES * GROUPS},
        {"parts", "l2_read", (64 + ARGUMENTS) * GROUPS},
        {"parts", "memory_read", 64 * GROUPS + ARGUMENTS}, /* the arguments once for all */
        {"parts", "memory_written", 64 * GROUPS},
        {"parts", "needed_read", 64 * GROUPS + ARGUMENTS},
        {"parts", "needed_written", 64 * GROUPS},
        /* of the first launch all of them, since one of the sample waited */
        {"chain", "ran", GROUPS + (ran < GROUPS ? ran : GROUPS - 1)},
        {"chain", "workgroups", 2 * GROUPS - 1},
        {"chain", "largest", GROUPS},
    };
    COMPARE(root, all);
}

/* Instructions that stand out have their source line, where there is libdw. */
static void compare_lines(const json_t *root)
{
#ifdef EMULATOR_HAS_LIBDW
    const json_t *hot = json_object_get(find(root, "stride_32"), "hot"), *op;
    size_t i;
    json_array_foreach(hot, i, op)
    {
        const char *line = json_string_value(json_object_get(op, "line"));
        if (value_of(op, "conflicts") > 0 && line && strstr(line, "profile.hip:"))
            return;
    }
    fprintf(stderr, "stride_32: no conflicts at a source line\n");
    failures++;
#else
    (void)root;
#endif
}

static void check_file(const char *target)
{
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    json_int_t waves = ITEMS / (strncmp(target, "gfx9", 4) == 0 ? 64 : 32);
    if (!root) {
        fprintf(stderr, "%s: %s\n", path, error.text);
        failures++;
        return;
    }
    if (!is_sample) {
        compare_all(root, waves);
        compare_target(root, target, waves);
        compare_trace(root, waves);
        compare_waits(root, waves);
        compare_lines(root);
        compare_fidelity(root);
    }
    compare_grids(root, waves, is_sample ? 4 : GROUPS);
    json_decref(root);
}

int main(int argc, char **argv)
{
    int status, file = mkstemp(path);
    if (argc != 5 || file < 0)
        return 2;
    close(file);
    is_sample = strcmp(argv[1], "full") != 0;
    traced = mmap(NULL, sizeof *traced, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (traced == MAP_FAILED)
        return 2;
    setenv("HIPEMU_TRACE", "copy", 1);
    setenv("HIPEMU_PROFILE", path, 1);
    if (is_sample)
        setenv("HIPEMU_PROFILE_SAMPLE", argv[1], 1);
    pid_t child = fork();
    if (child == 0)
        run_kernels(argv);
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return 1;
    if (WEXITSTATUS(status) == 0)
        check_file(argv[4]);
    unlink(path);
    return WEXITSTATUS(status) ? WEXITSTATUS(status) : failures != 0;
}
