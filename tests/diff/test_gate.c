/* The language of --fail-on: what it refuses, and where it points; then what it means. */
#include "inspect/diff.h"

#include "packages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

static void an_error_points_at_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t column;
        const char *message;
    } cases[] = {
        {"", 0, "a metric or a word is expected here"},
        {"  ", 2, "a metric or a word is expected here"},
        {",", 0, "a metric or a word is expected here"},
        {"removed,", 8, "a metric or a word is expected here"},
        {"removed,,added", 8, "a metric or a word is expected here"},
        {"vpgr>1", 0, "there is no metric or word 'vpgr' (did you mean 'vgpr'?)"},
        {"spills>0, Removed", 10, "there is no metric or word 'Removed' (did you mean 'removed'?)"},
        {"spills>0,zzzzzzzzzz+1", 9, "there is no metric or word 'zzzzzzzzzz'"},
        {"vgpr", 4, "behind 'vgpr', one of > >= < <= + - and a number are expected"},
        {"vgpr=4", 4, "behind 'vgpr', one of > >= < <= + - and a number are expected"},
        {"vgpr>", 5, "a number is expected here"},
        {"vgpr>x", 5, "a number is expected here"},
        {"vgpr>=-1", 6, "a number is expected here"},
        {"vgpr>>1", 5, "a number is expected here"},
        {"vgpr>10%", 7, "a percentage is for changes: metric+N% or -N%"},
        {"vgpr>1.5", 5, "only a percentage may have a fraction"},
        {"vgpr+1.5", 5, "only a percentage may have a fraction"},
        {"vgpr+1.%", 6, "one to three digits are expected behind the point"},
        {"vgpr+1.2345%", 6, "one to three digits are expected behind the point"},
        {"vgpr+0", 5, "a change by 0 or more is always there; for any change write +1"},
        {"occupancy - 0.0%", 12, "a change by 0 or more is always there; for any change write -1"},
        {"code>1234567890123456", 5, "this number is too large"},
        {"code+2000000%", 5, "this percentage is too large"},
        {"removed added", 8, "',' or the end is expected here"},
        {"removed>0", 7, "',' or the end is expected here"},
        {"vgpr+10%%", 8, "',' or the end is expected here"},
        {"spills>0;removed", 8, "',' or the end is expected here"},
        {"-1", 0, "a metric or a word is expected here"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gate gate = {.count = 77};
        struct gate_error error = {0};
        assert_false(gate_parse(cases[i].text, &metrics_of_package, &gate, &error));
        assert_int_equal(gate.count, 77);
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.column, cases[i].column);
    }
}

/* Every prefix of an expression is an expression or an error inside it. */
static void a_prefix_never_points_past_its_end(void **state)
{
    (void)state;
    static const char text[] = " spills >= 0,vgpr+10.25% , occupancy-1,target-removed,lds<65536";
    for (size_t length = 0; length < sizeof text; length++) {
        char *prefix = mem_dup_n(text, length);
        struct gate gate = {0};
        struct gate_error error = {0};
        if (!gate_parse(prefix, &metrics_of_package, &gate, &error))
            assert_true(error.column <= length && *error.message);
        gate_free(&gate);
        free(prefix);
    }
}

static void terms_are_read_with_or_without_blanks(void **state)
{
    (void)state;
    static const struct gate_term wanted[] = {
        {GATE_ABOVE, METRIC_SPILLS, 0, false, (char *)"spills>0"},
        {GATE_AT_LEAST, METRIC_VGPR, 128, false, (char *)"vgpr >= 128"},
        {GATE_BELOW, METRIC_OCCUPANCY, 4, false, (char *)"occupancy<4"},
        {GATE_AT_MOST, METRIC_WAVE, 32, false, (char *)"wave<=32"},
        {GATE_GREW, METRIC_CODE, 10250, true, (char *)"code+10.25%"},
        {GATE_SHRANK, METRIC_OCCUPANCY, 1, false, (char *)"occupancy-1"},
        {GATE_GREW, METRIC_VGPR_SPILLS, 2, false, (char *)"vgpr-spills + 2"},
        {GATE_TARGET_REMOVED, 0, 0, false, (char *)"target-removed"},
        {GATE_SIGNATURE, 0, 0, false, (char *)"signature"},
    };
    struct gate gate;
    struct gate_error error;
    assert_true(gate_parse(" spills>0,vgpr >= 128,occupancy<4\t,wave<=32,code+10.25%, occupancy-1,"
                           "vgpr-spills + 2,target-removed,signature ",
                           &metrics_of_package, &gate, &error));
    assert_int_equal(gate.count, sizeof wanted / sizeof *wanted);
    for (size_t i = 0; i < gate.count; i++) {
        assert_int_equal(gate.terms[i].kind, wanted[i].kind);
        assert_int_equal(gate.terms[i].metric, wanted[i].metric);
        assert_int_equal(gate.terms[i].number, wanted[i].number);
        assert_int_equal(gate.terms[i].is_percent, wanted[i].is_percent);
        assert_string_equal(gate.terms[i].text, wanted[i].text);
    }
    gate_free(&gate);
}

/* ---- Meaning -------------------------------------------------------------------------------- */

/* Hits of |text| for a kernel whose VGPRs go from |before| to |after|; negative: it is not there.
 */
static size_t hits_of(const char *text, int before, int after)
{
    struct package packages[2] = {{0}, {0}};
    const int vgprs[] = {before, after};
    for (int side = 0; side < 2; side++) {
        size_t image = package_add_image(&packages[side], "a.hsaco", "gfx1030");
        if (vgprs[side] >= 0)
            package_add_kernel(&packages[side], image, "k")->vgprs = (uint32_t)vgprs[side];
    }
    struct gate gate;
    struct gate_error error;
    struct diff diff;
    struct gate_hits hits = {0};
    assert_true(gate_parse(text, &metrics_of_package, &gate, &error));
    diff_packages(&packages[0], &packages[1], &(struct diff_options){0}, &diff);
    gate_check(&gate, &diff, &hits);
    size_t count = hits.count;
    gate_hits_free(&hits);
    diff_free(&diff);
    gate_free(&gate);
    package_unmake(&packages[0]);
    package_unmake(&packages[1]);
    return count;
}

static void the_limit_itself_counts_as_a_change_by_that_much(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int before, after;
        size_t hits;
    } cases[] = {
        {"vgpr+10%", 40, 43, 0},     {"vgpr+10%", 40, 44, 1},     {"vgpr+10%", 0, 1, 1},
        {"vgpr+10%", 0, 0, 0},       {"vgpr+10%", 40, 20, 0},     {"vgpr+4", 40, 43, 0},
        {"vgpr+4", 40, 44, 1},       {"vgpr-4", 40, 37, 0},       {"vgpr-4", 40, 36, 1},
        {"vgpr-10%", 40, 36, 1},     {"vgpr-10%", 40, 37, 0},     {"vgpr-100%", 40, 0, 1},
        {"vgpr+12.5%", 40, 45, 1},   {"vgpr+12.501%", 40, 45, 0}, {"vgpr+1", -1, 200, 0},
        {"vgpr-1", 200, -1, 0},      {"vgpr>100", -1, 101, 1},    {"vgpr>100", -1, 100, 0},
        {"vgpr>=100", 100, 100, 1},  {"vgpr<100", 100, 99, 1},    {"vgpr<100", 99, -1, 0},
        {"vgpr<=99", 100, 99, 1},    {"removed", 1, -1, 1},       {"removed", 1, 1, 0},
        {"added", -1, 1, 1},         {"added", 1, -1, 0},         {"changed", 1, 2, 1},
        {"changed", 1, 1, 0},        {"changed", -1, 1, 0},       {"signature", 1, 2, 0},
        {"removed,added", 1, -1, 1}, {"vgpr>1,vgpr>=2", 2, 2, 2}, {"target-removed", 1, -1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(hits_of(cases[i].text, cases[i].before, cases[i].after), cases[i].hits);
}

/* Where there is no occupancy no condition on it holds, but none is undecided either. */
static void nothing_holds_for_the_occupancy_on_nvidia_gpus(void **state)
{
    (void)state;
    static const char *const targets[] = {"gfx1030", "sm_90"};
    for (size_t i = 0; i < 2; i++) {
        struct package package = {0};
        struct gate gate;
        struct gate_error error;
        struct diff diff;
        struct gate_hit undecided;
        struct gate_hits hits = {0};
        package_add_kernel(&package, package_add_image(&package, "a", targets[i]), "k");
        assert_true(gate_parse("occupancy>=0", &metrics_of_package, &gate, &error));
        diff_packages(&package, &package, &(struct diff_options){0}, &diff);
        gate_check(&gate, &diff, &hits);
        assert_int_equal(hits.count, i == 0);
        assert_false(gate_find_undecided(&gate, &diff, &undecided));
        gate_hits_free(&hits);
        diff_free(&diff);
        gate_free(&gate);
        package_unmake(&package);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_points_at_what_is_wrong),
        cmocka_unit_test(a_prefix_never_points_past_its_end),
        cmocka_unit_test(terms_are_read_with_or_without_blanks),
        cmocka_unit_test(the_limit_itself_counts_as_a_change_by_that_much),
        cmocka_unit_test(nothing_holds_for_the_occupancy_on_nvidia_gpus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
