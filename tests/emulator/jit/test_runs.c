/* Which vector ops, one after another, become a run: what one writes and the next reads stays in a
 * register of the host. The results of a program do not show it; the size of its code does.
 *
 *   [HIPEMU_JIT=avx2] test_emulator.jit.runs TARGET LANES
 *
 * Two ops are compiled together, and with a scalar op between them, which ends a run. What that op
 * takes is known from two of them. The rest is what the run saves: nothing, where there is no run.
 * Codes begin at multiples of 16 bytes, so each text has its ops TIMES times, with other registers.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 128, SEPARATORS = 3, TIMES = 12, REGISTERS = 10, ROUNDING = 16, TEXT = 16384 };

#define SEPARATOR "s_mov_b32 s90, s91\n"

#define LITERAL     "v_xor_b32 v1, 0x12345678, v1"
#define THREE_STEPS "v_bfi_b32 v1, v2, v3, v1"
#define SIX_STEPS   "v_alignbit_b32 v1, v2, v3, v1"
#define ONE_STEP    "v_xor_b32 v1, v2, v1"
#define THREE(op)   op "\n" op "\n" op
#define FIVE(op)    THREE(op) "\n" op "\n" op
#define TEN(op)     FIVE(op) "\n" FIVE(op)

struct pair {
    const char *first, *second;
    unsigned on;
    bool is_run;
};

/* "MASK" is vcc, or vcc_lo. */
static const struct pair pairs[] = {
    /* each shape of a recipe passes its value on, */
    {"v_xor_b32 v1, v2, v3", "v_and_b32 v4, v1, v5", ON_ALL, true},
    {"v_not_b32 v1, v2", "v_bfe_u32 v4, v1, v5, v6", ON_ALL, true},
    {"v_add_f32 v1, v2, v3", "v_mul_f32 v4, v1, v1", ON_ALL, true},
    {"v_fma_f32 v1, v2, v3, v6", "v_fma_f32 v4, v1, v6, v1", ON_ALL, true},
    {"v_fmac_f32 v1, v2, v3", "v_fmac_f32 v1, v4, v5", ON_ALL, true},
    {"v_min_f32 v1, v2, v3", "v_max_f32 v4, v1, v1", ON_ALL, true},
    {"v_mad_u64_u32 v[6:7], MASK, v2, v3, v[8:9]", "v_xor_b32 v4, v7, v5", ON_ALL, true},
    {"v_cmp_lt_i32 MASK, v2, v3", "v_cndmask_b32 v4, v5, v6, MASK", ON_ALL, true},
    {"v_cmp_ne_u32 MASK, v2, v3", "v_cndmask_b32 v4, v5, v6, MASK", ON_ALL, true},
    {"v_cmp_gt_f32 MASK, v2, v3", "v_cndmask_b32 v4, v5, v6, MASK", ON_ALL, true},
    {"v_add_co_u32 v1, MASK, v2, v3", "v_addc_co_u32 v4, MASK, v5, v6, MASK", ON_CDNA, true},
    {"v_add_co_u32 v1, MASK, v2, v3", "v_add_co_ci_u32 v4, MASK, v5, v6, MASK", ON_RDNA, true},
    {"v_sub_co_u32 v1, MASK, v2, v3", "v_subb_co_u32 v4, MASK, v5, v6, MASK", ON_CDNA, true},
    {"v_sub_co_u32 v1, MASK, v2, v3", "v_sub_co_ci_u32 v4, MASK, v5, v6, MASK", ON_RDNA, true},
    /* whichever source it is, */
    {"v_xor_b32 v1, v2, v3", "v_bfi_b32 v4, v5, v6, v1", ON_ALL, true},
    {"v_xor_b32 v1, v2, v3", "v_lshlrev_b32 v4, v1, v5", ON_ALL, true},
    {"v_xor_b32 v1, v2, v3", "v_lshlrev_b32 v4, v5, v1", ON_ALL, true},
    /* with ops between that do nothing. */
    {"v_xor_b32 v1, v2, v3\ns_nop 0", "v_and_b32 v4, v1, v5", ON_ALL, true},
    /* Where NaNs are tested for, one load is not worth it. */
    {"v_add_f32 v1, v2, v3", "v_mul_f32 v4, v1, v5", ON_ALL, false},
    {"v_xor_b32 v1, v2, v3", "v_sub_f32 v4, v5, v1", ON_ALL, false},
    /* A run of what have nothing to do with each other would save nothing. */
    {"v_xor_b32 v1, v2, v3", "v_and_b32 v4, v5, v6", ON_ALL, false},
    {"v_cmp_lt_i32 MASK, v2, v3", "v_and_b32 v4, v5, v6", ON_ALL, false},
    /* These do not write whole registers of their own lanes. */
    {"v_mov_b32_dpp v1, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf", "v_and_b32 v4, v1, v5",
     ON_ALL, false},
    /* A run has 24 literals at most, 96 steps, and 32 ops. */
    {TEN(LITERAL) "\n" TEN(LITERAL) "\n" THREE(LITERAL), LITERAL, ON_ALL, true},
    {TEN(LITERAL) "\n" TEN(LITERAL) "\n" THREE(LITERAL) "\n" LITERAL, LITERAL, ON_ALL, false},
    {TEN(THREE(THREE_STEPS)), SIX_STEPS, ON_ALL, true},
    {TEN(THREE(THREE_STEPS)) "\n" SIX_STEPS, ONE_STEP, ON_ALL, false},
    {TEN(THREE(ONE_STEP)) "\n" ONE_STEP, ONE_STEP, ON_ALL, true},
    {TEN(THREE(ONE_STEP)) "\n" ONE_STEP "\n" ONE_STEP, ONE_STEP, ON_ALL, false},
    /* This changes which lanes are there for those after it. */
    {"v_cmpx_lt_i32 MASK, v2, v3", "v_cndmask_b32 v4, v5, v6, MASK", ON_CDNA, false},
};

struct test {
    struct harness *harness;
    unsigned lanes, ids[MOST], count;
};

/* Appends |text| with the masks of the target, and |more| added to each number of a register. */
static void append(const struct test *test, char *out, const char *text, unsigned more)
{
    const char *mask = test->lanes == 64 ? "vcc" : "vcc_lo",
               *number = test->lanes == 64 ? "s[12:13]" : "s12";
    bool is_list = false; /* in v[6:7] */
    out += strlen(out);
    char before = 0; /* a register follows a space, or a sign */
    for (; *text; before = text[-1]) {
        bool is_vector = *text == 'v' && (before == ' ' || before == '-');
        is_list = is_list ? *text != ']' : is_vector && text[1] == '[';
        if (strncmp(text, "MASK", 4) == 0) {
            out += sprintf(out, "%s", mask), text += 4;
        } else if (strncmp(text, "NUMBER", 6) == 0) {
            out += sprintf(out, "%s", number), text += 6;
        } else if (is_vector && text[1] >= '0' && text[1] <= '9') {
            out += sprintf(out, "v%lu", strtoul(text + 1, (char **)(uintptr_t)&text, 10) + more);
        } else if (is_list && *text >= '0' && *text <= '9') {
            out += sprintf(out, "%lu", strtoul(text, (char **)(uintptr_t)&text, 10) + more);
        } else {
            *out++ = *text++;
        }
    }
    *out = 0;
}

/* Adds |first|, that many separators, and |second|. */
static void add(struct test *test, const struct pair *pair, unsigned separators)
{
    char text[TEXT] = "";
    for (unsigned i = 0; i < TIMES; i++) {
        append(test, text, pair->first, REGISTERS * i);
        strcat(text, "\n");
        for (unsigned k = 0; k < separators; k++)
            strcat(text, SEPARATOR);
        append(test, text, pair->second, REGISTERS * i);
        strcat(text, "\n" SEPARATOR);
    }
    test->ids[test->count++] = harness_add(test->harness, "%s", text);
}

/* Makes the code of all texts, in their order. */
static bool make_code(struct test *test)
{
    static struct harness_state state;
    struct harness_random random = {20261201};
    for (unsigned i = 0; i < test->count; i++) {
        for (unsigned run = 0; run < 4; run++) {
            random_state(&random, test->harness, &state);
            state.mode = HARNESS_MODE;
            if (!harness_run(test->harness, test->ids[i], &state)) {
                printf("%s\n", harness_fault(test->harness)->message);
                return false;
            }
        }
    }
    return true;
}

static long size_of(const struct test *test, unsigned i)
{
    return harness_code(test->harness, test->ids[i + 1]) -
           harness_code(test->harness, test->ids[i]);
}

static unsigned check(const struct test *test, const struct pair *pair, unsigned at)
{
    const long together = size_of(test, at), one = size_of(test, at + 1),
               two = size_of(test, at + 2), separator = two - one,
               saved = one - separator - together;
    const bool is_run = labs(saved) > ROUNDING; /* its code may be larger, and faster */
    if (is_run == pair->is_run)
        return 0;
    printf("%s, and %s: together %ld bytes, apart %ld and %ld for what is between\n", pair->first,
           pair->second, together, one - separator, separator);
    return 1;
}

int main(int argc, char **argv)
{
    enum { PAIRS = sizeof pairs / sizeof pairs[0] };
    static struct test test;
    const struct pair *chosen[PAIRS];
    unsigned count = 0, failures = 0;
    if (argc < 3)
        return 2;
    if (harness_lacks_avx512(getenv("HIPEMU_JIT")))
        return HARNESS_SKIPPED;
    test.lanes = (unsigned)atoi(argv[2]);
    test.harness = harness_open(argv[1], test.lanes);
    const unsigned family = 1u << generation_of(target_find(argv[1]));
    for (unsigned i = 0; i < PAIRS; i++) {
        const struct pair *pair = &pairs[i];
        if (!(pair->on & family))
            continue;
        chosen[count++] = pair;
        for (unsigned separators = 0; separators < SEPARATORS; separators++)
            add(&test, pair, separators);
    }
    add(&test, &pairs[0], 0); /* behind the last one */
    harness_assemble(test.harness);
    if (!make_code(&test))
        return 1;
    if (!harness_code(test.harness, test.ids[0])) {
        printf("skipped: there is no code of the host here\n");
        return 77;
    }
    for (unsigned i = 0; i < count; i++)
        failures += check(&test, chosen[i], i * SEPARATORS);
    printf("%s: %u pairs\n", argv[1], count);
    harness_close(test.harness);
    return failures != 0;
}
