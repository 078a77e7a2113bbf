/* Lane-operations a second of long straight code, one wave on one thread: what the interpreter's
 * loop and the vector drivers cost. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LENGTH = 4096 }; /* instructions of a text */

static const struct {
    const char *what, *instruction; /* %u: a register that is another one each time */
} kinds[] = {
    {"v_add_nc_u32", "v_add_nc_u32 v%u, v20, v21"},
    {"v_xor_b32, constant", "v_xor_b32 v%u, 0x1234567, v21"},
    {"v_lshl_add_u32, SGPR", "v_lshl_add_u32 v%u, v20, s3, v21"},
    {"v_mul_lo_u32", "v_mul_lo_u32 v%u, v20, v21"},
    {"v_fma_f32", "v_fma_f32 v%u, v20, v21, v22"},
    {"v_fmac_f32", "v_fmac_f32 v%u, v20, v21"},
    {"v_add_f32, negated", "v_add_f32 v%u, v20, -v21"},
    {"v_add_nc_u16", "v_add_nc_u16 v%u, v20, v21"},
    {"v_pk_add_u16", "v_pk_add_u16 v%u, v20, v21"},
    {"v_cmp_lt_i32", "v_cmp_lt_i32 vcc_lo, v%u, v21"},
    {"v_cndmask_b32", "v_cndmask_b32 v%u, v20, v21, vcc_lo"},
    {"v_lshlrev_b64", "v_lshlrev_b64 v[%u:%u], 3, v[20:21]"},
    {"v_dual_mov, add (x2)", "v_dual_mov_b32 v%u, v20 :: v_dual_add_nc_u32 v%u, v22, v21"},
    {"v_mov_b32_dpp", "v_mov_b32_dpp v%u, v20 row_shr:1 row_mask:0xf bank_mask:0xf"},
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static char *repeated(const char *instruction)
{
    enum { LINE = 80 };
    char *text = malloc(LENGTH * LINE), *at = text;
    for (unsigned i = 0; text && i < LENGTH; i++) {
        unsigned reg = 30 + i % 8 * 2;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        at += snprintf(at, LINE, instruction, reg, reg + 1);
#pragma GCC diagnostic pop
        *at++ = '\n';
    }
    if (text)
        *at = '\0';
    return text;
}

static double rate(struct harness *harness, unsigned id, struct harness_state *state)
{
    double start = seconds(), spent;
    unsigned runs = 0;
    do {
        if (!harness_run(harness, id, state))
            return 0;
        runs++;
        spent = seconds() - start;
    } while (spent < 0.3);
    return (double)runs * LENGTH * 32 / spent;
}

int main(void)
{
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    struct harness *harness = harness_open("gfx1100", 32);
    static struct harness_state full, partial;
    struct harness_random random = {1};
    for (unsigned i = 0; i < KINDS; i++) {
        char *text = repeated(kinds[i].instruction);
        harness_add(harness, "%s", text ? text : "");
        free(text);
    }
    harness_assemble(harness);
    random_state(&random, harness, &full);
    partial = full;
    state_set_mask(&partial, SGPR_EXEC, 0x7fffffff);
    printf("gfx1100, wave32: 1e9 lane-operations a second\n%-24s %8s %8s\n", "", "full", "partial");
    for (unsigned i = 0; i < KINDS; i++)
        printf("%-24s %8.2f %8.2f\n", kinds[i].what, rate(harness, i, &full) / 1e9,
               rate(harness, i, &partial) / 1e9);
    harness_close(harness);
}
