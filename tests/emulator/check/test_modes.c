/* What the environment asks for. Each mode is a process of its own, because it is read once.
 * Usage: test MODE COMPILER SOURCE TARGET; MODE is off, fatal or trace */
#include "launch.h"

#include "core/finding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    static const char *const kernels[] = {"race", "unaligned", "lds_outside", "vgpr_unwritten"};
    struct launched run;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        launch_run(kernels[i], FROM_WRITTEN, &run);
        expect(run.ended && !run.report[0] && finding_count() == 0, "nothing is reported", &run);
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
        expect(!run.ended && strstr(run.fault.message, "LDS that was never written"),
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

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    const char *mode = argv[1];
    unsetenv("HIPEMU_CHECK");
    if (strcmp(mode, "fatal") == 0)
        setenv("HIPEMU_CHECK", "fatal", 1);
    if (strcmp(mode, "trace") == 0)
        setenv("HIPEMU_TRACE", "rev*", 1);
    launch_open(argv[2], argv[3], argv[4], false);
    if (strcmp(mode, "off") == 0)
        test_off();
    else if (strcmp(mode, "fatal") == 0)
        test_fatal();
    else
        test_trace();
    launch_close();
    return failures != 0;
}
