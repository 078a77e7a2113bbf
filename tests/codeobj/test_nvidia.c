/* NVIDIA's targets: their names, which of them runs where, and what is said when none does. */
#include "target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct target_id parsed(const char *text)
{
    struct target_id id;
    struct codeobj_error error;
    if (target_id_parse(text, &id, &error))
        fail_msg("%s", error.message);
    return id;
}

static void names_that_are_not_quite_right_are_refused(void **state)
{
    static const char *const wrong[] = {"sm_",
                                        "sm_9",
                                        "sm_090",
                                        "sm_90b",
                                        "sm_90aa",
                                        "sm_90+",
                                        "sm_1000",
                                        "sm_90 ",
                                        "sm_a90",
                                        "sm_-90",
                                        "compute_",
                                        "compute_8",
                                        "compute_80:xnack+",
                                        "sm_99999999999999999999999999999999999999999999999999999"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct target_id id;
        struct codeobj_error error;
        assert_int_equal(target_id_parse(wrong[i], &id, &error), CODEOBJ_UNRECOGNISED);
        assert_non_null(strstr(error.message, "is not a target for NVIDIA GPUs"));
    }
}

static void a_name_that_was_read_is_printed_again(void **state)
{
    static const char *const names[] = {"sm_50",   "sm_90",      "sm_90a",
                                        "sm_100f", "compute_80", "compute_120a"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char text[TARGET_ID_MAX];
        struct target_id id = parsed(names[i]), same = parsed(names[i]);
        assert_string_equal(target_id_print(&id, text), names[i]);
        assert_true(target_id_equal(&id, &same));
        assert_true(target_is_nvidia(&id));
        assert_int_equal(target_is_ptx(&id), names[i][0] == 'c');
        for (size_t j = 0; j < i; j++) {
            struct target_id other = parsed(names[j]);
            assert_false(target_id_equal(&id, &other));
            assert_false(target_id_conflicts(&id, &other));
        }
    }
    struct target_id amd = parsed("gfx90a");
    assert_false(target_is_nvidia(&amd));
}

/* The rule once more, by examples from NVIDIA's documents. */
static void an_image_runs_where_nvidia_says(void **state)
{
    static const struct {
        const char *image, *device;
        unsigned mismatch;
    } cases[] = {
        {"sm_80", "sm_80", 0},
        {"sm_80", "sm_86", 0},
        {"sm_80", "sm_89", 0},
        {"sm_80", "sm_90", TARGET_OTHER_FAMILY},
        {"sm_86", "sm_80", TARGET_LATER},
        {"sm_75", "sm_80", TARGET_OTHER_FAMILY},
        {"sm_80", "sm_87", TARGET_OTHER_PROCESSOR}, /* Tegra */
        {"sm_87", "sm_89", TARGET_OTHER_PROCESSOR},
        {"sm_87", "sm_87", 0},
        {"sm_90a", "sm_90", 0},
        {"sm_100a", "sm_103", TARGET_SPECIFIC},
        {"sm_100f", "sm_103", 0},
        {"sm_100", "sm_103", 0},
        {"sm_100", "sm_120", TARGET_OTHER_FAMILY},
        {"compute_80", "sm_80", 0},
        {"compute_80", "sm_87", 0},
        {"compute_80", "sm_120", 0},
        {"compute_80", "sm_75", TARGET_LATER},
        {"compute_90a", "sm_90", 0},
        {"compute_90a", "sm_100", TARGET_SPECIFIC},
        {"compute_100f", "sm_103", 0},
        {"compute_100f", "sm_107", 0},
        {"compute_100f", "sm_101", TARGET_OTHER_PROCESSOR}, /* ptxas 12.9 refuses it */
        {"compute_101f", "sm_103", TARGET_OTHER_PROCESSOR},
        {"compute_100f", "sm_120", TARGET_SPECIFIC},
        {"gfx90a", "sm_90", TARGET_OTHER_VENDOR},
        {"sm_90", "gfx90a:sramecc+:xnack-", TARGET_OTHER_VENDOR},
        {"compute_80", "gfx1100", TARGET_OTHER_VENDOR},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct target_id image = parsed(cases[i].image), device = parsed(cases[i].device);
        struct target_match match = target_id_match(&image, &device);
        if (match.mismatch != cases[i].mismatch)
            fail_msg("%s on %s: %u", cases[i].image, cases[i].device, match.mismatch);
        assert_int_equal(match.rank > 0, match.mismatch == 0);
    }
}

static void the_nearest_cubin_wins_over_ptx(void **state)
{
    static const struct {
        const char *device;
        const char *images[5];
        int chosen;
    } cases[] = {
        {"sm_90", {"compute_90", "sm_90", "sm_90a"}, 2},
        {"sm_90", {"sm_80", "compute_70", "compute_80", "gfx90a"}, 2},
        {"sm_89", {"compute_89", "sm_80", "sm_86"}, 2},
        {"sm_87", {"sm_86", "compute_80"}, 1},
        {"sm_120", {"sm_90a", "compute_90a", "sm_100"}, -1},
        {"gfx90a", {"sm_90", "gfx90a", "compute_80"}, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct target_id images[5], device = parsed(cases[i].device);
        size_t count = 0;
        for (; count < 5 && cases[i].images[count]; count++)
            images[count] = parsed(cases[i].images[count]);
        assert_int_equal(target_id_choose(images, count, &device), cases[i].chosen);
    }
}

static void the_sentence_has_a_reason_for_each_and_a_remedy(void **state)
{
    const struct target_id images[] = {parsed("gfx90a"),      parsed("sm_80"), parsed("sm_90"),
                                       parsed("compute_90a"), parsed("sm_80"), parsed("sm_100a")};
    const struct target_id old = parsed("sm_75"), new = parsed("sm_103"), amd = parsed("gfx1100");
    char text[TARGET_SENTENCE_MAX];
    (void)state;
    assert_string_equal(
        target_id_explain(images, 5, &old, text),
        "device is sm_75; here are gfx90a (for AMD GPUs), sm_80 (another family), sm_90 (another "
        "family), compute_90a (for later GPUs); rebuild with --targets "
        "gfx90a,sm_80,sm_90,compute_90a,sm_75 (or compute_75, PTX for it and all later ones)");
    target_id_explain(images, 6, &new, text);
    assert_non_null(strstr(text, "compute_90a (for 9.0 alone), sm_100a (for 10.0 alone); rebuild"));
    target_id_explain(images, 2, &amd, text);
    assert_non_null(strstr(text, "sm_80 (for NVIDIA GPUs); rebuild with --targets gfx90a,sm_80,"
                                 "gfx1100"));
}

/* As many as there can be: the sentence is whole, and memory is not exceeded. */
static void many_targets_are_shortened(void **state)
{
    enum { MANY = 900 };
    static struct target_id images[MANY];
    const struct target_id device = parsed("sm_75");
    char text[TARGET_SENTENCE_MAX];
    (void)state;
    for (unsigned i = 0; i < MANY; i++) {
        char name[TARGET_ID_MAX];
        snprintf(name, sizeof name, "compute_%u", 100 + i);
        images[i] = parsed(name);
    }
    target_id_explain(images, MANY, &device, text);
    assert_non_null(strstr(text, " more; rebuild with sm_75 among --targets"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_are_not_quite_right_are_refused),
        cmocka_unit_test(a_name_that_was_read_is_printed_again),
        cmocka_unit_test(an_image_runs_where_nvidia_says),
        cmocka_unit_test(the_nearest_cubin_wins_over_ptx),
        cmocka_unit_test(the_sentence_has_a_reason_for_each_and_a_remedy),
        cmocka_unit_test(many_targets_are_shortened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
