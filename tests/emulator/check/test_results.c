/* Scratch in earnest: arrays on the stack, calls and spills as the compiler makes them, against the
 * same source on the host. Usage: test COMPILER SOURCE TARGET */
#include "launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t expect_copy(const uint32_t *from, uint32_t lane)
{
    return from[lane];
}

static uint32_t expect_reverse(const uint32_t *from, uint32_t lane)
{
    return from[ITEMS - 1 - lane];
}

static uint32_t expect_shuffle(const uint32_t *from, uint32_t lane)
{
    return from[lane ^ 1];
}

static uint32_t expect_histogram(const uint32_t *from, uint32_t lane)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ITEMS; i++)
        count += from[i] % 8 == lane;
    return count;
}

static uint32_t expect_stack(const uint32_t *from, uint32_t lane)
{
    uint32_t values[64], sum = 0;
    unsigned char bytes[32];
    for (uint32_t i = 0; i < 64; i++)
        values[i] = from[(lane + i) % 128] * (i + 1);
    for (uint32_t i = 0; i < 64; i++)
        sum = sum * 31 + values[(from[lane] + i * 7) % 64];
    for (uint32_t i = 0; i < 32; i++)
        bytes[i] = (unsigned char)(sum >> i % 24);
    for (uint32_t i = 0; i < 32; i++)
        sum += bytes[(sum + i) % 32];
    return sum;
}

static uint32_t deep(const uint32_t *from, uint32_t *mine, uint32_t n)
{
    uint32_t local[8];
    for (uint32_t i = 0; i < 8; i++)
        local[i] = from[(n + i) % 128] + mine[i];
    for (uint32_t i = 0; i < 8; i++)
        mine[i] ^= local[(n + i * 3) % 8];
    return local[n % 8];
}

static uint32_t expect_calls(const uint32_t *from, uint32_t lane)
{
    uint32_t mine[8] = {1, 2, 3, 4, 5, 6, 7, lane}, sum = 0;
    for (uint32_t i = 0; i < 4; i++)
        sum += deep(from, mine, lane + i);
    for (uint32_t i = 0; i < 8; i++)
        sum = sum * 33 + mine[i];
    return sum;
}

static uint32_t expect_spills(const uint32_t *from, uint32_t lane)
{
    uint32_t v[48], sum = 0;
    for (uint32_t i = 0; i < 48; i++)
        v[i] = from[(lane + i) % 128];
    for (uint32_t i = 0; i < 48; i++)
        v[i] = v[i] * 3 + v[47 - i];
    for (uint32_t i = 0; i < 48; i++)
        sum = sum * 31 + v[i];
    return sum;
}

static const struct {
    const char *kernel;
    uint32_t (*expect)(const uint32_t *from, uint32_t lane);
} cases[] = {
    {"copy", expect_copy},           {"reverse", expect_reverse}, {"shuffle", expect_shuffle},
    {"histogram", expect_histogram}, {"stack", expect_stack},     {"calls", expect_calls},
    {"spills", expect_spills},
};

/* Workgroups on several threads, at the same words. */
static bool is_contended_right(void)
{
    enum { GROUPS = 67, FIRST = 5 };
    struct launched run;
    launch_run_grid("contended", GROUPS, FIRST, &run);
    uint32_t sum = 0, all = 0;
    for (uint32_t i = 0; i < ITEMS; i++) {
        sum += (FIRST + i) * GROUPS;
        all ^= FIRST + i; /* an odd number of times */
    }
    float count;
    memcpy(&count, &run.to[4], sizeof count);
    if (run.ended && !run.report[0] && run.to[0] == sum && run.to[1] == FIRST + ITEMS - 1 &&
        run.to[2] == all && run.to[3] == all && count == GROUPS * ITEMS)
        return true;
    fprintf(stderr, "contended: %u %u %x %x %g, expected %u %d %x %x %d %s\n", run.to[0], run.to[1],
            run.to[2], run.to[3], (double)count, sum, FIRST + ITEMS - 1, all, all, GROUPS * ITEMS,
            run.fault.message);
    return false;
}

/* More workgroups than threads, which all wait until all have come. */
static bool is_spinning_right(void)
{
    enum { GROUPS = 40 };
    struct launched run;
    launch_run_grid("spinning", GROUPS, GROUPS, &run);
    if (run.ended && !run.report[0] && run.to[1] == GROUPS)
        return true;
    fprintf(stderr, "spinning: %u of %d went on %s\n", run.to[1], GROUPS, run.fault.message);
    return false;
}

int main(int argc, char **argv)
{
    unsigned failures = 0;
    if (argc != 4)
        return 2;
    setenv("HIPEMU_THREADS", "4", 0);
    launch_open(argv[1], argv[2], argv[3], false);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct launched run;
        launch_run(cases[i].kernel, FROM_WRITTEN, &run);
        if (!run.ended || run.report[0]) {
            fprintf(stderr, "%s%s\n", run.report, run.fault.message);
            failures++;
            continue;
        }
        for (uint32_t lane = 0; lane < ITEMS; lane++) {
            uint32_t expected = cases[i].expect(run.from, lane);
            if (run.to[lane] == expected)
                continue;
            fprintf(stderr, "%s: lane %u is 0x%x, expected 0x%x\n", cases[i].kernel, lane,
                    run.to[lane], expected);
            failures++;
            break;
        }
    }
    failures += !is_contended_right();
    failures += !is_spinning_right();
    launch_close();
    return failures != 0;
}
