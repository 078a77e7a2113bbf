/* What the environment asks for. Each mode is a process of its own, because it is read once.
 * Usage: test MODE COMPILER SOURCE TARGET; MODE is off, fatal, trace or stats */
#include "launch.h"

#include "core/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned failures;
static bool is_open; /* otherwise the test is skipped */

static void expect(bool is_true, const char *what, const struct launched *run)
{
    if (is_true)
        return;
    failures++;
    fprintf(stderr, "not so: %s\nstderr was:\n%s\nfault was: %s\n", what, run->report,
            run->ended ? "none" : run->fault.message);
}

static void test_off(void)
{
    static const char *const kernels[] = {"race", "unaligned", "lds_outside", "vgpr_unwritten"};
    struct launched run;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        launch_run(kernels[i], FROM_WRITTEN, &run);
        expect(run.ended && !run.report[0] && check_findings() == 0, "nothing is reported", &run);
    }
    launch_run("past_end", FROM_WRITTEN, &run);
    expect(run.ended && strstr(run.report, "past the end"), "the end of a page is reported", &run);
    launch_run("past_end", FROM_WRITTEN, &run);
    expect(run.ended && !run.report[0], "it is reported once", &run);
    static const char *const faults[] = {"page_behind", "misaligned_atomic"};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        launch_run(faults[i], FROM_WRITTEN, &run);
        expect(!run.ended && run.fault.kind == FAULT_MEMORY, "hardware minds it", &run);
    }
}

static void test_fatal(void)
{
    struct launched run;
    launch_run("reverse", FROM_WRITTEN, &run);
    expect(run.ended, "a good kernel ends", &run);
    for (int i = 0; i < 2; i++) {
        launch_run("race", FROM_WRITTEN, &run);
        expect(!run.ended && strstr(run.fault.message, "bytes of LDS at 0x"),
               "a finding is a fault, each time", &run);
    }
}

static unsigned count_lines(const char *text, const char *start)
{
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, start)) != NULL; at++)
        count++;
    return count;
}

static void test_trace(void)
{
    struct launched run;
    launch_run("copy", FROM_WRITTEN, &run);
    expect(run.ended && !run.report[0], "other kernels are not traced", &run);
    launch_run("reverse", FROM_WRITTEN, &run);
    expect(run.ended && count_lines(run.report, "hipemu: reverse 0x") > 8, "a line each", &run);
    expect(count_lines(run.report, "s_endpgm") == 1, "one wave of several", &run);
    expect(strstr(run.report, "s_barrier") && strstr(run.report, "exec=0x"), "what it ran", &run);
}

/* ---- Statistics: written when the process ends ------------------------------------------------
 */

static char statistics_path[] = "/tmp/statistics-XXXXXX";
static unsigned waves;

static unsigned long long json_number(const char *json, const char *kernel, const char *key)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\"", kernel);
    const char *at = strstr(json, quoted);
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    at = at ? strstr(at, quoted) : NULL;
    return at ? strtoull(at + strlen(quoted), NULL, 10) : ~0ull;
}

/* Instructions by class, as the trace of the first wave shows them: the kernels that are counted
 * have no branches, so that all waves run the same. */
struct counted {
    const char *kernel;
    unsigned long long scalar, scalar_memory, control, vector, memory, lds;
};

static struct counted counted[] = {{.kernel = "copy"}, {.kernel = "reverse"}};

static unsigned long long *class_of(struct counted *to, const char *name)
{
    const struct {
        const char *start;
        unsigned long long *count;
    } classes[] = {
        {"v_", &to->vector},
        {"ds_", &to->lds},
        {"global_", &to->memory},
        {"buffer_", &to->memory},
        {"s_load", &to->scalar_memory},
        {"s_waitcnt", &to->control},
        {"s_barrier", &to->control},
        {"s_endpgm", &to->control},
        {"s_delay", &to->control},
        {"s_clause", &to->control},
        {"s_nop", &to->control},
        {"s_", &to->scalar},
    };
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        if (strncmp(name, classes[i].start, strlen(classes[i].start)) == 0)
            return classes[i].count;
    }
    return NULL;
}

/* "hipemu: copy 0x1900 s_load_dwordx4 s[0:3], ..." */
static void count_run(struct counted *to, const struct launched *run)
{
    char start[64];
    snprintf(start, sizeof start, "hipemu: %s 0x", to->kernel);
    for (const char *at = run->report; (at = strstr(at, start)) != NULL; at++) {
        const char *name = strchr(at + strlen(start), ' ');
        unsigned long long *count = name ? class_of(to, name + 1) : NULL;
        expect(count != NULL, "an instruction of a known class", run);
        if (count)
            ++*count;
    }
}

static void expect_number(const char *json, const char *kernel, const char *key,
                          unsigned long long value)
{
    unsigned long long is = json_number(json, kernel, key);
    if (is == value)
        return;
    fprintf(stderr, "%s: %s is %llu, expected %llu\n", kernel, key, is, value);
    failures++;
}

static void compare_counted(const char *json, const struct counted *c)
{
    unsigned long long vectors = c->vector + c->memory + c->lds;
    expect_number(json, c->kernel, "scalar", c->scalar * waves);
    expect_number(json, c->kernel, "scalar_memory", c->scalar_memory * waves);
    expect_number(json, c->kernel, "control", c->control * waves);
    expect_number(json, c->kernel, "vector", c->vector * waves);
    expect_number(json, c->kernel, "memory", c->memory * waves);
    expect_number(json, c->kernel, "lds", c->lds * waves);
    expect_number(json, c->kernel, "lanes", vectors * ITEMS);
    expect_number(json, c->kernel, "lanes_active", vectors * ITEMS);
}

/* Runs behind the statistics' own output, since it was registered before. */
static void compare_statistics(void)
{
    if (!is_open)
        return;
    char json[8192] = "";
    const struct {
        const char *kernel, *key;
        unsigned long long value;
    } values[] = {
        {"copy", "workgroups", 2},
        {"copy", "memory", 2 * 2 * waves}, /* a load and a store a wave, twice */
        {"copy", "bytes_read", 2 * 4 * ITEMS},
        {"copy", "bytes_written", 2 * 4 * ITEMS},
        {"copy", "lines", 2 * 2 * ITEMS * 4 / 128},
        {"copy", "lds_accesses", 0},
        {"reverse", "lds_accesses", 2 * waves},
        {"reverse", "lds_bytes_read", 4 * ITEMS},
        {"reverse", "lds_conflicts", 0},
        {"conflicts", "lds_conflicts", ITEMS / 32 * 31},
        {"copy", "scratch_bytes", 0},
    };
    FILE *file = fopen(statistics_path, "r");
    if (!file || fread(json, 1, sizeof json - 1, file) == 0)
        fprintf(stderr, "no statistics in %s\n", statistics_path);
    if (file)
        fclose(file);
    unlink(statistics_path);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        expect_number(json, values[i].kernel, values[i].key, values[i].value);
    for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++)
        compare_counted(json, &counted[i]);
    if (failures)
        _exit(1);
}

static void test_statistics(void)
{
    struct launched run;
    launch_run("copy", FROM_WRITTEN, &run);
    count_run(&counted[0], &run);
    launch_run("copy", FROM_WRITTEN, &run);
    count_run(&counted[0], &run);
    launch_run("reverse", FROM_WRITTEN, &run);
    count_run(&counted[1], &run);
    launch_run("conflicts", FROM_WRITTEN, &run);
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    const char *mode = argv[1];
    waves = ITEMS / (strncmp(argv[4], "gfx9", 4) == 0 ? 64 : 32);
    unsetenv("HIPEMU_CHECK");
    if (strcmp(mode, "fatal") == 0)
        setenv("HIPEMU_CHECK", "fatal", 1);
    if (strcmp(mode, "trace") == 0)
        setenv("HIPEMU_TRACE", "rev*", 1);
    if (strcmp(mode, "stats") == 0) {
        int file = mkstemp(statistics_path);
        if (file < 0)
            return 1;
        close(file);
        setenv("HIPEMU_STATS", statistics_path, 1);
        setenv("HIPEMU_TRACE", "[cr]*[ye]", 1); /* copy, reverse */
        atexit(compare_statistics);
    }
    launch_open(argv[2], argv[3], argv[4], false);
    is_open = true;
    if (strcmp(mode, "off") == 0)
        test_off();
    else if (strcmp(mode, "fatal") == 0)
        test_fatal();
    else if (strcmp(mode, "trace") == 0)
        test_trace();
    else
        test_statistics();
    launch_close();
    return failures != 0;
}
