/* Occupancy: known kernels, and what holds for all. compare_occupancy.sh asks the compilers. */
#include "occupancy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { WGP_MODE = 1 << 29 }; /* of compute_pgm_rsrc1 */

static const struct target_info *target_named(const char *processor)
{
    const struct target_info *target = target_find(processor);
    assert_non_null(target);
    return target;
}

/* ---- What cannot be launched ---------------------------------------------------------------- */

static void assert_none(const struct kernel *kernel, const char *processor, uint32_t workgroup,
                        uint32_t lds, enum occupancy_limit limit)
{
    struct occupancy occupancy = occupancy_of(kernel, target_named(processor), workgroup, lds);
    assert_int_equal(occupancy.waves, 0);
    assert_int_equal(occupancy.limit, limit);
}

static void what_cannot_be_launched_has_no_waves(void **state)
{
    const struct kernel small = {.vgprs = 8, .wave_size = 64, .max_workgroup = 256};
    struct kernel kernel = small;
    (void)state;
    assert_none(&kernel, "gfx906", 257, 0, OCCUPANCY_BY_WORKGROUP);
    assert_none(&kernel, "gfx906", UINT32_MAX, 0, OCCUPANCY_BY_WORKGROUP);
    assert_none(&kernel, "gfx906", 256, 65537, OCCUPANCY_BY_LDS);
    assert_none(&kernel, "gfx906", 256, UINT32_MAX, OCCUPANCY_BY_LDS);
    assert_none(&kernel, "gfx600", 256, 32769, OCCUPANCY_BY_LDS);
    assert_none(&kernel, "gfx1250", 64, 0, OCCUPANCY_BY_HARDWARE); /* it has no wave64 */
    kernel.group_segment = UINT32_MAX;
    assert_none(&kernel, "gfx906", 256, UINT32_MAX, OCCUPANCY_BY_LDS);
    kernel = small;
    kernel.wave_size = 32;
    assert_none(&kernel, "gfx906", 64, 0, OCCUPANCY_BY_HARDWARE);
    kernel.wave_size = 16;
    assert_none(&kernel, "gfx1030", 64, 0, OCCUPANCY_BY_HARDWARE);
    kernel = small;
    kernel.vgprs = 257;
    assert_none(&kernel, "gfx906", 64, 0, OCCUPANCY_BY_VGPRS);
    kernel.vgprs = UINT32_MAX;
    assert_none(&kernel, "gfx1100", 64, 0, OCCUPANCY_BY_VGPRS);
    kernel = small;
    kernel.max_workgroup = 2048;
    assert_none(&kernel, "gfx906", 1025, 0, OCCUPANCY_BY_WORKGROUP);
    /* Two waves find room on a SIMD, so eight on a CU: not sixteen. */
    kernel.vgprs = 128;
    assert_none(&kernel, "gfx906", 1024, 0, OCCUPANCY_BY_WORKGROUP);
    assert_int_equal(occupancy_of(&kernel, target_named("gfx906"), 512, 0).waves, 2);
}

static void a_required_workgroup_is_the_only_one(void **state)
{
    struct kernel kernel = {
        .vgprs = 8, .wave_size = 64, .max_workgroup = 1024, .required_workgroup = {16, 8, 2}};
    (void)state;
    assert_none(&kernel, "gfx906", 128, 0, OCCUPANCY_BY_WORKGROUP);
    struct occupancy chosen = occupancy_of(&kernel, target_named("gfx906"), 256, 8192);
    struct occupancy own = occupancy_of(&kernel, target_named("gfx906"), 0, 8192);
    assert_int_equal(chosen.waves, 8);
    assert_memory_equal(&chosen, &own, sizeof own);
    /* A product that overflows is still too large. */
    memcpy(kernel.required_workgroup, (uint32_t[]){UINT32_MAX, UINT32_MAX, UINT32_MAX},
           sizeof kernel.required_workgroup);
    assert_none(&kernel, "gfx906", 0, 0, OCCUPANCY_BY_WORKGROUP);
}

static void the_largest_workgroup_stands_for_none(void **state)
{
    struct kernel kernel = {.vgprs = 8, .wave_size = 64};
    const struct target_info *target = target_named("gfx906");
    (void)state;
    assert_int_equal(occupancy_of(&kernel, target, 0, 16384).waves, 8); /* 1024 */
    kernel.max_workgroup = 192;
    assert_int_equal(occupancy_of(&kernel, target, 0, 16384).waves, 3);
}

/* ---- Known kernels -------------------------------------------------------------------------- */

/* As clang 19 and 22 have it, but where |note| says otherwise. */
struct known {
    const char *processor;
    uint32_t wave, vgprs, agprs, sgprs, lds, workgroup, rsrc1;
    unsigned waves;
    enum occupancy_limit limit;
    const char *note;
};

#define HARDWARE  OCCUPANCY_BY_HARDWARE
#define VGPRS     OCCUPANCY_BY_VGPRS
#define SGPRS     OCCUPANCY_BY_SGPRS
#define LDS       OCCUPANCY_BY_LDS
#define WORKGROUP OCCUPANCY_BY_WORKGROUP

static const struct known known[] = {
    /* VGPRs, on both sides of each edge */
    {"gfx803", 64, 24, 0, 0, 0, 64, 0, 10, HARDWARE, NULL},
    {"gfx906", 64, 24, 0, 0, 0, 64, 0, 10, HARDWARE, NULL},
    {"gfx906", 64, 25, 0, 0, 0, 64, 0, 9, VGPRS, NULL},
    {"gfx906", 64, 28, 0, 0, 0, 64, 0, 9, VGPRS, NULL},
    {"gfx906", 64, 29, 0, 0, 0, 64, 0, 8, VGPRS, NULL},
    {"gfx906", 64, 84, 0, 0, 0, 64, 0, 3, VGPRS, NULL},
    {"gfx906", 64, 85, 0, 0, 0, 64, 0, 2, VGPRS, NULL},
    {"gfx906", 64, 128, 0, 0, 0, 64, 0, 2, VGPRS, NULL},
    {"gfx906", 64, 129, 0, 0, 0, 64, 0, 1, VGPRS, NULL},
    {"gfx906", 64, 256, 0, 0, 0, 64, 0, 1, VGPRS, NULL},
    {"gfx1010", 32, 48, 0, 0, 0, 32, WGP_MODE, 20, HARDWARE, NULL},
    {"gfx1010", 32, 49, 0, 0, 0, 32, WGP_MODE, 18, VGPRS, NULL},
    {"gfx1010", 64, 25, 0, 0, 0, 64, WGP_MODE, 18, VGPRS, NULL},
    {"gfx1030", 32, 64, 0, 0, 0, 32, WGP_MODE, 16, HARDWARE, NULL},
    {"gfx1030", 32, 65, 0, 0, 0, 32, WGP_MODE, 12, VGPRS, NULL},
    {"gfx1030", 32, 161, 0, 0, 0, 32, WGP_MODE, 5, VGPRS, NULL},
    {"gfx1030", 64, 32, 0, 0, 0, 64, WGP_MODE, 16, HARDWARE, NULL},
    {"gfx1030", 64, 33, 0, 0, 0, 64, WGP_MODE, 12, VGPRS, NULL},
    {"gfx1100", 32, 96, 0, 0, 0, 32, WGP_MODE, 16, HARDWARE, NULL},
    {"gfx1100", 32, 97, 0, 0, 0, 32, WGP_MODE, 12, VGPRS, NULL},
    {"gfx1100", 32, 241, 0, 0, 0, 32, WGP_MODE, 5, VGPRS, NULL},
    {"gfx1100", 64, 49, 0, 0, 0, 64, WGP_MODE, 12, VGPRS, NULL},
    {"gfx1102", 32, 97, 0, 0, 0, 32, WGP_MODE, 9, VGPRS, NULL},
    {"gfx1200", 32, 121, 0, 0, 0, 32, WGP_MODE, 10, VGPRS, NULL},
    {"gfx1250", 32, 128, 0, 0, 0, 32, 0, 8, VGPRS, NULL},
    {"gfx1250", 32, 1024, 0, 0, 0, 32, 0, 1, VGPRS, "more than v255 needs other code"},

    /* AGPRs: of their own in CDNA, out of the same file after it */
    {"gfx908", 64, 21, 24, 0, 0, 64, 0, 10, HARDWARE, NULL},
    {"gfx908", 64, 21, 128, 0, 0, 64, 0, 2, VGPRS, NULL},
    {"gfx90a", 64, 64, 32, 0, 0, 64, 0, 8, HARDWARE, NULL},
    {"gfx90a", 64, 152, 128, 0, 0, 64, 0, 3, VGPRS, NULL},
    {"gfx942", 64, 65, 41, 0, 0, 64, 0, 7, VGPRS, NULL},
    {"gfx90a", 64, 512, 256, 0, 0, 64, 0, 1, VGPRS, NULL},

    /* SGPRs */
    {"gfx906", 64, 8, 0, 80, 0, 64, 0, 10, HARDWARE, NULL},
    {"gfx906", 64, 8, 0, 81, 0, 64, 0, 8, SGPRS, "the compiler says 9"},
    {"gfx906", 64, 8, 0, 96, 0, 64, 0, 8, SGPRS, NULL},
    {"gfx906", 64, 8, 0, 97, 0, 64, 0, 7, SGPRS, "the compiler says 8"},
    {"gfx906", 64, 8, 0, 102, 0, 64, 0, 7, SGPRS, NULL},
    {"gfx700", 64, 8, 0, 104, 0, 64, 0, 4, SGPRS, "the compiler says 5"},
    {"gfx1030", 32, 8, 0, 106, 0, 32, WGP_MODE, 16, HARDWARE, NULL},

    /* LDS, and the barriers and whole workgroups that go with it */
    {"gfx906", 64, 2, 0, 0, 10240, 64, 0, 2, LDS, NULL},
    {"gfx906", 64, 2, 0, 0, 10240, 192, 0, 5, LDS, NULL},
    {"gfx906", 64, 2, 0, 0, 10240, 1024, 0, 8, WORKGROUP, NULL},
    {"gfx906", 64, 2, 0, 0, 65536, 1024, 0, 4, LDS, NULL},
    {"gfx906", 64, 2, 0, 0, 1024, 128, 0, 8, HARDWARE, NULL},
    {"gfx906", 64, 2, 0, 0, 21845, 256, 0, 2, LDS, "the compiler says 3"},
    {"gfx950", 64, 2, 0, 0, 40960, 256, 0, 4, LDS, NULL},
    {"gfx950", 64, 2, 0, 0, 163840, 1024, 0, 4, LDS, NULL},
    {"gfx1030", 32, 3, 0, 0, 10240, 64, WGP_MODE, 6, LDS, NULL},
    {"gfx1030", 32, 3, 0, 0, 16384, 192, WGP_MODE, 12, LDS, NULL},
    {"gfx1030", 32, 3, 0, 0, 4096, 192, WGP_MODE, 15, WORKGROUP, NULL},
    {"gfx1030", 32, 3, 0, 0, 65536, 1024, WGP_MODE, 16, HARDWARE, NULL},
    {"gfx1030", 32, 3, 0, 0, 65536, 1024, 0, 16, HARDWARE, NULL},
    {"gfx1030", 32, 3, 0, 0, 65536, 512, 0, 8, LDS, NULL},
    {"gfx1030", 32, 3, 0, 0, 24576, 64, WGP_MODE, 3, LDS, NULL},
    {"gfx1030", 32, 3, 0, 0, 24576, 64, 0, 2, LDS, NULL},
    {"gfx1010", 32, 3, 0, 0, 8704, 64, WGP_MODE, 8, LDS, NULL},
    {"gfx1030", 32, 3, 0, 0, 8704, 64, WGP_MODE, 7, LDS, "the compiler says 8"},
    {"gfx1100", 32, 3, 0, 0, 8704, 64, WGP_MODE, 7, LDS, "the compiler says 8"},
    {"gfx1200", 32, 3, 0, 0, 8704, 64, WGP_MODE, 7, LDS, "the compiler says 8"},
    {"gfx950", 64, 2, 0, 0, 15361, 192, 0, 7, LDS, "the compiler says 8"},
    {"gfx1250", 32, 3, 0, 0, 10241, 32, 0, 7, LDS, "the compiler says 8"},
    {"gfx600", 64, 2, 0, 0, 32768, 512, 0, 4, LDS, "the compiler says 2"},
    {"gfx1010", 32, 3, 0, 0, 0, 64, WGP_MODE, 16, HARDWARE, NULL},
    {"gfx1010", 32, 3, 0, 0, 0, 1024, WGP_MODE, 16, WORKGROUP, NULL},
    {"gfx1250", 32, 3, 0, 0, 0, 64, 0, 8, HARDWARE, NULL},
    {"gfx1250", 32, 3, 0, 0, 0, 96, 0, 12, HARDWARE, NULL},

    /* Registers and whole workgroups together: 5 waves of each SIMD, two workgroups of 8 */
    {"gfx906", 64, 48, 0, 0, 0, 512, 0, 4, WORKGROUP, "the compiler says 5"},
    {"gfx1010", 32, 49, 0, 0, 0, 1024, WGP_MODE, 16, WORKGROUP, NULL},

    /* What the descriptor asks for: 22 units of 8 registers, then 13 units of 8 SGPRs */
    {"gfx90a", 64, 35, 11, 0, 0, 64, 21, 2, VGPRS, NULL},
    {"gfx906", 64, 8, 0, 10, 0, 64, 12 << 6, 7, SGPRS, NULL},
    {"gfx1250", 32, 8, 0, 0, 0, 32, 63, 1, VGPRS, NULL},
    {"gfx1030", 64, 8, 0, 0, 0, 64, WGP_MODE | 8, 12, VGPRS, NULL},
    {"gfx1030", 32, 8, 0, 0, 0, 32, WGP_MODE | 8, 12, VGPRS, NULL},
};

static void known_kernels_have_their_occupancy(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const struct known *row = &known[i];
        const struct kernel kernel = {.vgprs = row->vgprs,
                                      .agprs = row->agprs,
                                      .sgprs = row->sgprs,
                                      .group_segment = row->lds,
                                      .wave_size = row->wave,
                                      .max_workgroup = 1024,
                                      .descriptor = {.rsrc1 = row->rsrc1}};
        struct occupancy got =
            occupancy_of(&kernel, target_named(row->processor), row->workgroup, 0);
        if (got.waves != row->waves || got.limit != row->limit)
            fail_msg("row %zu, %s: %u by %s, not %u by %s", i, row->processor, got.waves,
                     occupancy_limit_name(got.limit), row->waves, occupancy_limit_name(row->limit));
    }
}

static void dynamic_lds_counts_as_the_kernels_own(void **state)
{
    const struct kernel own = {.wave_size = 64, .group_segment = 12288};
    const struct kernel split = {.wave_size = 64, .group_segment = 4096};
    (void)state;
    struct occupancy a = occupancy_of(&own, target_named("gfx906"), 128, 0);
    struct occupancy b = occupancy_of(&split, target_named("gfx906"), 128, 8192);
    assert_int_equal(a.limit, OCCUPANCY_BY_LDS);
    assert_memory_equal(&a, &b, sizeof a);
}

/* ---- What always holds ---------------------------------------------------------------------- */

/* xorshift64*: the same numbers in every run. */
static uint32_t next(uint64_t *state, uint32_t below)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)((*state * 0x2545f4914f6cdd1dULL >> 32) % below);
}

static void assert_consistent(const struct occupancy *occupancy, const struct target_info *target)
{
    assert_true(occupancy->limit < OCCUPANCY_LIMITS);
    assert_int_equal(occupancy->limit_waves[occupancy->limit], occupancy->waves);
    for (int i = 0; i < OCCUPANCY_LIMITS; i++) {
        assert_true(occupancy->limit_waves[i] >= occupancy->waves);
        assert_true(occupancy->limit_waves[i] <= target->waves);
        if (i < (int)occupancy->limit)
            assert_true(occupancy->limit_waves[i] > occupancy->waves);
    }
}

/* Any kernel, any target. Of workgroups it does not hold: those of one wave fill a unit best. */
static void more_of_anything_never_gives_more_waves(void **state)
{
    uint64_t random = 1;
    unsigned running = 0, by[OCCUPANCY_LIMITS] = {0};
    (void)state;
    for (int round = 0; round < 200000; round++) {
        const struct target_info *target = target_at(next(&random, (uint32_t)target_count()));
        const struct kernel kernel = {
            .vgprs = next(&random, 140),
            .agprs = target->has_agprs ? next(&random, 64) : 0,
            .sgprs = next(&random, 106),
            .group_segment = next(&random, 2) ? next(&random, 20000) : 0,
            .wave_size = next(&random, 8) ? target->wave_size : 64,
            .max_workgroup = 1024,
            .descriptor = {.rsrc1 = next(&random, 2) ? WGP_MODE : next(&random, 0x400)},
        };
        uint32_t workgroup = 1 + next(&random, 1024), lds = next(&random, 3) ? 0 : 4096;
        struct occupancy occupancy = occupancy_of(&kernel, target, workgroup, lds);
        assert_consistent(&occupancy, target);
        by[occupancy.limit]++;
        running += occupancy.waves > 0;

        struct kernel more = kernel;
        switch (next(&random, 5)) {
        case 0: more.vgprs += 1 + next(&random, 32); break;
        case 1: more.agprs += 1 + next(&random, 32); break;
        case 2: more.sgprs += 1 + next(&random, 32); break;
        case 3: more.group_segment += 1 + next(&random, 8192); break;
        case 4: lds += 1 + next(&random, 8192); break;
        }
        struct occupancy less = occupancy_of(&more, target, workgroup, lds);
        assert_consistent(&less, target);
        assert_true(less.waves <= occupancy.waves);
    }
    assert_true(running > 100000);
    for (int i = 0; i < OCCUPANCY_LIMITS; i++)
        assert_true(by[i] > 1000);
}

/* What is claimed must fit: the workgroups' registers, LDS and waves are added up. */
static void as_many_workgroups_as_claimed_fit(void **state)
{
    uint64_t random = 3;
    (void)state;
    for (int round = 0; round < 100000; round++) {
        const struct target_info *target = target_at(next(&random, (uint32_t)target_count()));
        const struct kernel kernel = {.vgprs = 1 + next(&random, 256),
                                      .group_segment = next(&random, 32769),
                                      .wave_size = target->wave_size,
                                      .max_workgroup = 1024,
                                      .descriptor = {.rsrc1 = WGP_MODE}};
        uint32_t workgroup = 1 + next(&random, 1024);
        uint32_t waves = (workgroup + target->wave_size - 1) / target->wave_size;
        struct occupancy occupancy = occupancy_of(&kernel, target, workgroup, 0);
        /* The least number of workgroups that gives a SIMD so many waves. */
        uint32_t workgroups =
            occupancy.waves ? (target->simds * (occupancy.waves - 1)) / waves + 1 : 0;
        assert_true(workgroups * waves <= target->waves * target->simds);
        assert_true(workgroups * kernel.group_segment <= target->lds_unit_bytes);
        assert_true(occupancy.waves * kernel.vgprs <= target->vgprs);
        assert_true(waves == 1 || workgroups <= target->workgroups);
    }
}

/* CU mode halves the unit, so that it holds no more waves. */
static void cu_mode_never_holds_more(void **state)
{
    uint64_t random = 5;
    (void)state;
    for (int round = 0; round < 100000; round++) {
        const struct target_info *target = target_at(next(&random, (uint32_t)target_count()));
        struct kernel kernel = {.vgprs = next(&random, 256), .group_segment = next(&random, 65536)};
        uint32_t workgroup = 1 + next(&random, 1024);
        unsigned in_cu = occupancy_of(&kernel, target, workgroup, 0).waves;
        kernel.descriptor.rsrc1 = WGP_MODE;
        unsigned in_wgp = occupancy_of(&kernel, target, workgroup, 0).waves;
        if (target->has_wgp_mode)
            assert_true(in_cu <= in_wgp + 1); /* each rounds its own half up */
        else
            assert_int_equal(in_cu, in_wgp);
    }
}

static void every_limit_has_a_name(void **state)
{
    (void)state;
    for (int i = 0; i < OCCUPANCY_LIMITS; i++) {
        assert_non_null(occupancy_limit_name((enum occupancy_limit)i));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(occupancy_limit_name((enum occupancy_limit)i),
                                    occupancy_limit_name((enum occupancy_limit)j));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_launched_has_no_waves),
        cmocka_unit_test(a_required_workgroup_is_the_only_one),
        cmocka_unit_test(the_largest_workgroup_stands_for_none),
        cmocka_unit_test(known_kernels_have_their_occupancy),
        cmocka_unit_test(dynamic_lds_counts_as_the_kernels_own),
        cmocka_unit_test(more_of_anything_never_gives_more_waves),
        cmocka_unit_test(as_many_workgroups_as_claimed_fit),
        cmocka_unit_test(cu_mode_never_holds_more),
        cmocka_unit_test(every_limit_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
