/* What the checker must find, and where it must stay silent. Usage: test COMPILER SOURCE TARGET */
#include "launch.h"

#include "core/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct expectation {
    const char *kernel;
    const char *report; /* a part of what is said, or NULL: nothing is */
    const char *fault;  /* a part of the fault, or NULL: it ends well */
    const char *line;   /* of kernels.hip: a part of the source text that the report must name */
    bool is_from_unwritten;
};

static const struct expectation expectations[] = {
    {"copy", NULL, NULL, NULL, false},
    {"copy", "which nobody has written: 0 bytes into the 512 bytes", NULL, "KERNEL copy", true},
    {"past_end", NULL, "0 bytes past the end of the 512 bytes at 0x", "KERNEL past_end", false},
    {"null_pointer", NULL, "a null pointer", "(unsigned long long)zero", false},
    {"misaligned", "which is not aligned", NULL, "from + 2 * lane() + 1", false},
    {"reverse", NULL, NULL, NULL, false},
    {"race", "with no barrier between", NULL, NULL, false},
    {"lds_unwritten", "reads LDS at 0x", NULL, "values[lane() + from[0]]", false},
    {"histogram", NULL, NULL, NULL, false},
    {"atomic_race", "with no barrier between", NULL, "(volatile u32 *)", false},
    {"lds_outside", "bytes of LDS at 0x", NULL, "values[lane() + from[0]] =", false},
    {"two_barriers", "waits at another barrier than wave 0", NULL, "__builtin_amdgcn_s_barrier",
     false},
    {"shuffle", NULL, NULL, NULL, false},
    {"shuffle_inactive", "which is inactive, is read by others", NULL, "(int)value", false},
    {"vgpr_unwritten", "reads v40, or a register behind it, which was never written", NULL,
     "__asm__", false},
    {"vgpr_written", NULL, NULL, NULL, false},
    {"sgpr_unwritten", "reads s60", NULL, "__asm__", false},
    {"sgpr_written", NULL, NULL, NULL, false},
    {"stack", NULL, NULL, NULL, false},
    {"calls", NULL, NULL, NULL, false},
    {"spills", NULL, NULL, NULL, false},
};

static unsigned failures;

static void fail(const struct expectation *e, const char *what, const struct launched *run)
{
    failures++;
    fprintf(stderr, "%s: %s\nstderr was:\n%s\nfault was: %s\n", e->kernel, what, run->report,
            run->ended ? "none" : run->fault.message);
}

/* Every line of what is said names kernel, workgroup, wave, address and instruction. */
static bool is_complete(const char *report, const char *kernel)
{
    char start[128];
    snprintf(start, sizeof start, "kernel '%s', workgroup (0,0,0), wave ", kernel);
    return strstr(report, start) && strstr(report, "; at 0x");
}

#ifdef EMULATOR_HAS_LIBDW
/* The text of the line that "kernels.hip:12)" names has |part|. */
static bool names_line(const char *report, const char *source, const char *part)
{
    char text[256];
    const char *at = strstr(report, "kernels.hip:");
    long line = at ? strtol(at + strlen("kernels.hip:"), NULL, 10) : 0;
    FILE *file = fopen(source, "r");
    while (file && line > 0 && fgets(text, sizeof text, file))
        line--;
    if (file)
        fclose(file);
    return at && line == 0 && strstr(text, part);
}
#endif

static void check(const struct expectation *e, const char *source)
{
    struct launched run;
    unsigned before = check_findings();
    launch_run(e->kernel, !e->is_from_unwritten, &run);
    const char *said = e->report ? run.report : run.fault.message;
    if (e->fault ? run.ended || !strstr(run.fault.message, e->fault) : !run.ended)
        fail(e, "it did not end as expected", &run);
    if (!e->report && (run.report[0] || check_findings() != before))
        fail(e, "expected silence", &run);
    if (e->report && (!strstr(run.report, e->report) || check_findings() == before))
        fail(e, "expected another report", &run);
    if ((e->report || e->fault) && !is_complete(said, e->kernel))
        fail(e, "the report does not say where", &run);
#ifdef EMULATOR_HAS_LIBDW
    if (e->line && !names_line(said, source, e->line))
        fail(e, "the report names another line", &run);
#else
    (void)source;
#endif
    /* a second time nothing is said again */
    before = check_findings();
    launch_run(e->kernel, !e->is_from_unwritten, &run);
    if (run.report[0] || check_findings() != before)
        fail(e, "it was said twice", &run);
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    setenv("HIPEMU_CHECK", "1", 1);
    launch_open(argv[1], argv[2], argv[3]);
    for (size_t i = 0; i < sizeof expectations / sizeof expectations[0]; i++)
        check(&expectations[i], argv[2]);
    launch_close();
    return failures != 0;
}
