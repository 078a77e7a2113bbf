/* What the checker must find, and where it must stay silent: what it says names kernel, workgroup,
 * wave, lane, instruction with its text, source line, and of memory who made the allocation.
 * Usage: test COMPILER SOURCE TARGET [wave64] */
#include "launch.h"

#include "core/finding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 3 };
/* Instead of a work-item: the whole of any wave, the first lane of the second one. */
enum { ALL = -1, SECOND = -2 };

struct expectation {
    const char *kernel;
    const char *says[PARTS]; /* parts of the report; none: nothing is reported */
    const char *instruction; /* a part of the text of the one that is named */
    const char *line;        /* a part of that of the line of kernels.hip */
    int item;                /* the work-item that is named, or another number */
    bool is_fault;           /* it ends the kernel */
    bool needs_halves; /* only where lanes reach the 32 of their half: else there is silence */
    enum from from;
};

static const struct expectation expectations[] = {
    /* memory */
    {.kernel = "copy"},
    {.kernel = "copy",
     .says = {"reads 4 bytes at 0x", "which was never written: 0 bytes into the 512 bytes at 0x",
              "of hipMalloc (allocation "},
     .instruction = "global_load_",
     .line = "KERNEL copy",
     .from = FROM_UNWRITTEN},
    {.kernel = "copy",
     .says = {"reads 4 bytes at 0x", ": 0 bytes into the freed 512 bytes at 0x",
              "of hipMalloc (allocation "},
     .instruction = "global_load_",
     .line = "KERNEL copy",
     .is_fault = true,
     .from = FROM_FREED},
    {.kernel = "past_end",
     .says = {"reads 4 bytes at 0x", ": 0 bytes past the end of the 512 bytes at 0x",
              "of hipMalloc (allocation "},
     .instruction = "global_load_",
     .line = "KERNEL past_end",
     .item = 64},
    {.kernel = "page_behind",
     .says = {"reads 4 bytes at 0x", ": 3584 bytes past the end of the 512 bytes at 0x",
              "of hipMalloc (allocation "},
     .instruction = "global_load_",
     .line = "KERNEL page_behind",
     .is_fault = true},
    {.kernel = "null_pointer",
     .says = {"reads 4 bytes at 0x0: a null pointer"},
     .instruction = "_load_",
     .line = "(unsigned long long)zero",
     .is_fault = true},
    {.kernel = "padding"},
    {.kernel = "padding_used",
     .says = {"reads v", "which was never written"},
     .instruction = "v_",
     .line = "quad.y * 3"},
    {.kernel = "stack"},
    {.kernel = "stack_outside",
     .says = {"bytes of scratch at 0x", "but a lane has 0x"},
     .instruction = "_load_",
     .line = "values[from[0]"},
    {.kernel = "calls"},
    {.kernel = "spills"},
    /* alignment */
    {.kernel = "unaligned"},
    {.kernel = "misaligned_atomic",
     .says = {"updates 4 bytes at 0x",
              "atomics need an aligned address: 2 bytes into the 512 bytes at 0x",
              "of hipMalloc (allocation "},
     .instruction = "_atomic_add",
     .line = "__atomic_fetch_add",
     .is_fault = true},
    {.kernel = "misaligned_scalar",
     .says = {"dwords at 0x", "must be aligned"},
     .instruction = "s_load_",
     .line = "__asm__",
     .item = ALL},
    {.kernel = "lds_unaligned"},
    {.kernel = "lds_misaligned_atomic",
     .says = {"updates 4 bytes of LDS at 0x1, but atomics need an aligned address"},
     .instruction = "ds_add_",
     .line = "from[0] % 4 + 1",
     .is_fault = true},
    /* LDS */
    {.kernel = "reverse"},
    {.kernel = "race",
     .says = {"reads LDS at 0x", "wrote with no barrier between, at 0x"},
     .instruction = "ds_",
     .line = "values[127",
     .item = 64},
    {.kernel = "lds_unwritten",
     .says = {"uses v", "a value from LDS that was never written, at 0x", ": ds_"},
     .instruction = "global_store_",
     .line = "values[lane() + from[0]]",
     .item = 28},
    {.kernel = "lds_unused"},
    {.kernel = "lds_copied",
     .says = {"uses v40, a value from LDS that was never written, at 0x"},
     .instruction = "v_mul_lo_u32",
     .line = "__asm__"},
    {.kernel = "lds_passed"},
    {.kernel = "lds_passed_used",
     .says = {"uses v", "a value from LDS that was never written, at 0x", ": ds_"},
     .instruction = "global_store_",
     .line = "values[lane() ^ 1]"},
    {.kernel = "lds_unwritten_atomic",
     .says = {"updates 4 bytes of LDS at 0x", "which was never written"},
     .instruction = "ds_add_",
     .line = "fetch_add(&sum",
     .item = 0},
    {.kernel = "lds_outside",
     .says = {"writes 4 bytes of LDS at 0x200, but the workgroup has 0x200 bytes"},
     .instruction = "ds_",
     .line = "values[lane() + from[0]] =",
     .item = 28},
    {.kernel = "histogram"},
    {.kernel = "zero_race",
     .says = {"writes LDS at 0x", "updated with no barrier between, at 0x"},
     .instruction = "ds_",
     .line = "= 0;",
     .item = ALL},
    {.kernel = "atomic_race",
     .says = {"updates LDS at 0x", "read with no barrier between, at 0x"},
     .instruction = "ds_add_",
     .line = "__atomic_fetch_add",
     .item = SECOND},
    {.kernel = "exchange"},
    {.kernel = "overlap",
     .says = {"writes LDS at 0x0, which wave 0 wrote"},
     .instruction = "ds_",
     .line = "values[lane() % 64] =",
     .item = 64},
    {.kernel = "flag"},
    {.kernel = "flag_ignored",
     .says = {"writes LDS at 0x", "read with no barrier between"},
     .instruction = "ds_",
     .line = "= from",
     .item = 64},
    {.kernel = "flag_awaited"},
    {.kernel = "flag_awaited_anew"},
    {.kernel = "pointer_not_awaited",
     .says = {"writes LDS at 0x0", "read with no barrier between", ": ds_"},
     .instruction = "_",
     .line = "POINTER_AND_FLAG",
     .item = 64},
    {.kernel = "pointers_followed",
     .says = {"writes LDS at 0x0", "read with no barrier between", ": ds_"},
     .instruction = "_",
     .line = "POINTER_AND_FLAG",
     .item = 64},
    {.kernel = "flag_awaited_flat"},
    {.kernel = "upper_word_followed",
     .says = {"writes LDS at 0x0", "read with no barrier between", ": flat_"},
     .instruction = "_",
     .line = "UPPER_WORD",
     .item = 64},
    {.kernel = "lock"},
    {.kernel = "no_lock",
     .says = {"LDS at 0x0, which wave 0 wrote"},
     .instruction = "ds_",
     .line = "count = count",
     .item = SECOND},
    {.kernel = "swap_loop"},
    /* barriers */
    {.kernel = "two_barriers",
     .says = {"waits at another barrier than wave 0, which waits at 0x", ": s_barrier"},
     .instruction = "s_barrier",
     .line = "__builtin_amdgcn_s_barrier",
     .item = ALL},
    {.kernel = "part_of_barrier",
     .says = {"goes on behind a barrier that it was not at, at 0x", ": s_barrier"},
     .instruction = "global_store_",
     .line = "to[lane()] = value",
     .item = 0},
    {.kernel = "early_end"},
    /* between lanes */
    {.kernel = "shuffle"},
    {.kernel = "shuffle_inactive",
     .says = {"uses v", "which comes from a lane that was not active and gave 0, at 0x",
              ": ds_bpermute_b32"},
     .instruction = "global_store_",
     .line = "to[lane()] =",
     .item = 1},
    {.kernel = "shuffle_part"},
    {.kernel = "shuffle_part_used",
     .says = {"uses v", "which comes from a lane that was not active and gave 0, at 0x",
              ": ds_bpermute_b32"},
     .instruction = "global_store_",
     .line = "to[lane()] = value",
     .item = 1},
    {.kernel = "shuffle_guarded"},
    {.kernel = "shuffle_high_bits"},
    {.kernel = "shuffle_other_half",
     .says = {"asks for lane", "which it cannot reach"},
     .instruction = "ds_bpermute",
     .line = "4 * (lane() ^ 32)",
     .item = ALL,
     .needs_halves = true},
    {.kernel = "lane_written"},
    {.kernel = "lane_unwritten",
     .says = {"reads s60, which was never written"},
     .instruction = "s_add_",
     .line = "__asm__",
     .item = ALL},
    /* registers */
    {.kernel = "vgpr_unwritten",
     .says = {"reads v40, which was never written"},
     .instruction = "v_mul_lo_u32",
     .line = "__asm__"},
    {.kernel = "vgpr_written"},
    {.kernel = "register_by_number"},
    {.kernel = "register_by_other_number",
     .says = {"reads v42, which was never written"},
     .instruction = "v_mul_lo_u32",
     .line = "__asm__"},
    {.kernel = "field"},
    {.kernel = "field_low",
     .says = {"reads v42, which was never written"},
     .instruction = "v_mul_lo_u32",
     .line = "__asm__"},
    {.kernel = "field_sign",
     .says = {"reads s63, which was never written"},
     .instruction = "s_add_",
     .line = "__asm__",
     .item = ALL},
    {.kernel = "pair_half"},
    {.kernel = "pair_high",
     .says = {"reads v43, which was never written"},
     .instruction = "v43",
     .line = "__asm__"},
    {.kernel = "sgpr_unwritten",
     .says = {"reads s60, which was never written"},
     .instruction = "s_add_",
     .line = "__asm__",
     .item = ALL},
    {.kernel = "sgpr_written"},
    {.kernel = "tile"},
    /* waits */
    {.kernel = "load_awaited"},
    {.kernel = "load_not_awaited",
     .says = {"reads v", "before it has waited for the load at 0x", "global_load_"},
     .instruction = "v_xor_b32",
     .line = "KERNEL load_not_awaited"},
    {.kernel = "older_awaited"},
    {.kernel = "newer_not_awaited",
     .says = {"reads v", "before it has waited for the load at 0x", "offset:4"},
     .instruction = "v_xor_b32",
     .line = "IN_MEMORY"},
    {.kernel = "load_overwritten",
     .says = {"writes v", "before it has waited for the load at 0x", "global_load_"},
     .instruction = "v_mov_b32",
     .line = "KERNEL load_overwritten"},
    {.kernel = "load_twice"},
    {.kernel = "load_twice_after_flat"},
    {.kernel = "stored"},
    {.kernel = "other_lanes"},
    {.kernel = "scalars_awaited"},
    {.kernel = "scalar_not_awaited",
     .says = {"reads s60 before it has waited for the load at 0x", "s_load_"},
     .instruction = "s_add_",
     .line = "KERNEL scalar_not_awaited",
     .item = ALL},
    {.kernel = "lds_awaited"},
    {.kernel = "lds_not_awaited",
     .says = {"reads v", "before it has waited for the load at 0x", "ds_"},
     .instruction = "v_xor_b32",
     .line = "KERNEL lds_not_awaited"},
    {.kernel = "lds_load_awaited"},
    {.kernel = "lds_load_not_awaited",
     .says = {"reads LDS at 0x1fc before wave ", " has waited for the load at 0x",
              "buffer_load_dword"},
     .instruction = "ds_",
     .line = "KERNEL lds_load_not_awaited",
     .item = 0},
};

static unsigned failures;

static void fail(const struct expectation *e, const char *what, const struct launched *run)
{
    failures++;
    fprintf(stderr, "%s (%d): %s\nstderr was:\n%s\nfault was: %s\n", e->kernel, (int)e->from, what,
            run->report, run->ended ? "none" : run->fault.message);
}

/* The wave and lane of "kernel 'k', workgroup (0,0,0), wave 2: lane 0 ..." */
static bool names_item(const struct expectation *e, const char *said)
{
    char start[128];
    unsigned lanes = launch_lanes(), wave, lane;
    unsigned item = e->item == SECOND ? lanes : (unsigned)e->item;
    snprintf(start, sizeof start, "kernel '%s', workgroup (0,0,0), wave ", e->kernel);
    const char *at = strstr(said, start);
    if (!at || e->item == ALL)
        return at != NULL;
    return sscanf(at + strlen(start), "%u: lane %u ", &wave, &lane) == 2 &&
           wave * lanes + lane == item;
}

/* "; at 0x12: text (kernels.hip:3)", and line 3 of |source|. */
static bool names_place(const struct expectation *e, const char *said, const char *source)
{
    const char *place = strstr(said, "; at 0x");
    if (!place || !strstr(place, e->instruction))
        return false;
#ifdef EMULATOR_HAS_LIBDW
    char text[256] = "";
    const char *at = strstr(place, "kernels.hip:");
    long line = at ? strtol(at + strlen("kernels.hip:"), NULL, 10) : 0;
    FILE *file = fopen(source, "r");
    while (file && line > 0 && fgets(text, sizeof text, file))
        line--;
    if (file)
        fclose(file);
    return line == 0 && strstr(text, e->line);
#else
    (void)source;
    return true;
#endif
}

static bool is_expected(const struct expectation *e, const char *said, const char *source)
{
    for (int i = 0; i < PARTS && e->says[i]; i++) {
        if (!strstr(said, e->says[i]))
            return false;
    }
    return names_item(e, said) && names_place(e, said, source);
}

/* Is one of the lines of |said| what was expected? It is taken apart. */
static bool is_said(const struct expectation *e, char *said, const char *source)
{
    char *rest = NULL;
    for (char *line = strtok_r(said, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (is_expected(e, line, source))
            return true;
    }
    return false;
}

static void check(const struct expectation *e, const char *source)
{
    struct launched run;
    unsigned before = finding_count();
    launch_run(e->kernel, e->from, &run);
    bool is_silent = !run.report[0] && finding_count() == before;
    if (run.ended == e->is_fault)
        fail(e, "it did not end as expected", &run);
    if (is_silent != (e->is_fault || !e->says[0]))
        fail(e, is_silent ? "expected a report" : "expected silence", &run);
    struct launched copy = run;
    if (e->says[0] && !is_said(e, e->is_fault ? copy.fault.message : copy.report, source))
        fail(e, "expected another report", &run);
    /* a second time nothing is reported */
    before = finding_count();
    launch_run(e->kernel, e->from, &run);
    if (run.report[0] || finding_count() != before)
        fail(e, "it was reported twice", &run);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    setenv("HIPEMU_CHECK", "1", 1);
    launch_open(argv[1], argv[2], argv[3], argc > 4);
    bool has_halves = launch_lanes() == 64 && strncmp(argv[3], "gfx9", 4) != 0;
    for (size_t i = 0; i < sizeof expectations / sizeof expectations[0]; i++) {
        struct expectation e = expectations[i];
        if (e.needs_halves && !has_halves)
            e = (struct expectation){.kernel = e.kernel};
        if (launch_has(e.kernel)) /* not everywhere are there matrices */
            check(&e, argv[2]);
    }
    launch_close();
    return failures != 0;
}
