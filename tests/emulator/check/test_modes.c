/* What the environment asks for. Each mode is a process of its own, because it is read once.
 * Usage: test MODE COMPILER SOURCE TARGET; MODE is off, fatal, trace or stats */
#include "launch.h"

#include "core/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned failures;

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
    static const char *const kernels[] = {"race", "misaligned", "lds_outside", "vgpr_unwritten"};
    struct launched run;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        launch_run(kernels[i], true, &run);
        expect(run.ended && !run.report[0] && check_findings() == 0, "nothing is said", &run);
    }
    launch_run("past_end", true, &run);
    expect(!run.ended && run.fault.kind == FAULT_MEMORY, "bounds are checked", &run);
}

static void test_fatal(void)
{
    struct launched run;
    launch_run("reverse", true, &run);
    expect(run.ended, "a good kernel ends", &run);
    launch_run("race", true, &run);
    expect(!run.ended && strstr(run.fault.message, "reads LDS at 0x"), "a finding is a fault",
           &run);
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
    launch_run("copy", true, &run);
    expect(run.ended && !run.report[0], "other kernels are not traced", &run);
    launch_run("reverse", true, &run);
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

/* Runs behind the statistics' own output, since it was registered before. */
static void compare_statistics(void)
{
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
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        unsigned long long is = json_number(json, values[i].kernel, values[i].key);
        if (is == values[i].value)
            continue;
        fprintf(stderr, "%s: %s is %llu, expected %llu\n", values[i].kernel, values[i].key, is,
                values[i].value);
        failures++;
    }
    if (failures)
        _exit(1);
}

static void test_statistics(void)
{
    struct launched run;
    launch_run("copy", true, &run);
    launch_run("copy", true, &run);
    launch_run("reverse", true, &run);
    launch_run("conflicts", true, &run);
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
        atexit(compare_statistics);
    }
    launch_open(argv[2], argv[3], argv[4]);
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
