/* Which image runs on which device, and the message when none does. */
#include "target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { IDS_MAX = 1024, IMAGES_MAX = 64 };

static struct target_id parsed(const char *text)
{
    struct target_id id;
    struct codeobj_error error;
    if (target_id_parse(text, &id, &error))
        fail_msg("%s", error.message);
    return id;
}

/* Every processor with every state of the features that it has. */
static size_t all_ids(struct target_id out[IDS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < target_count(); i++) {
        const struct target_info *info = target_at(i);
        for (int state = 0; state < 9; state++) {
            struct target_id id = {.info = info,
                                   .sramecc = (enum target_feature)(state / 3),
                                   .xnack = (enum target_feature)(state % 3)};
            if ((id.sramecc && !info->has_sramecc) || (id.xnack && !info->has_xnack))
                continue;
            assert_true(count < IDS_MAX);
            out[count++] = id;
        }
    }
    return count;
}

/* The rule once more, in other words: what a device cannot run is what differs. */
static bool runs(const struct target_id *image, const struct target_id *device)
{
    const char *processor = image->info->processor;
    bool is_covered =
        strcmp(processor, device->info->processor) == 0 ||
        (device->info->generic != NULL && strcmp(processor, device->info->generic) == 0);
    const bool is_on = strncmp(device->info->processor, "gfx125", 6) == 0;
    const enum target_feature silent = is_on ? TARGET_FEATURE_ON : TARGET_FEATURE_ANY;
    return is_covered &&
           (image->sramecc == 0 ||
            image->sramecc == (device->sramecc ? device->sramecc : silent)) &&
           (image->xnack == 0 || image->xnack == (device->xnack ? device->xnack : silent));
}

static void a_reason_is_given_exactly_when_it_does_not_run(void **state)
{
    static struct target_id ids[IDS_MAX];
    size_t count = all_ids(ids), running = 0;
    (void)state;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            struct target_match match = target_id_match(&ids[i], &ids[j]);
            assert_int_equal(match.mismatch == 0, runs(&ids[i], &ids[j]));
            assert_int_equal(match.rank > 0, match.mismatch == 0);
            running += match.mismatch == 0;
        }
    }
    assert_true(running > count);
}

static void a_target_matches_itself(void **state)
{
    static struct target_id ids[IDS_MAX];
    size_t count = all_ids(ids);
    (void)state;
    for (size_t i = 0; i < count; i++)
        assert_int_equal(target_id_match(&ids[i], &ids[i]).mismatch, 0);
}

/* Nothing but the processor decides about the first three bits, nothing but a feature about its
 * own, and what is on for one and off for the other is so the other way round. */
static void reasons_are_what_differs(void **state)
{
    static struct target_id ids[IDS_MAX];
    size_t count = all_ids(ids);
    (void)state;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            const struct target_id *a = &ids[i], *b = &ids[j];
            unsigned mismatch = target_id_match(a, b).mismatch;
            unsigned processors = mismatch & (TARGET_OTHER_PROCESSOR | TARGET_OTHER_FAMILY);
            assert_true(processors == 0 || processors == TARGET_OTHER_PROCESSOR ||
                        processors == TARGET_OTHER_FAMILY);
            if (mismatch & TARGET_OTHER_GENERIC)
                assert_true(a->info->is_generic && processors);
            if (processors)
                assert_int_equal(mismatch & (TARGET_SRAMECC | TARGET_XNACK), 0);
            if (a->info == b->info && a->xnack && b->xnack)
                assert_int_equal(mismatch & TARGET_XNACK,
                                 target_id_match(b, a).mismatch & TARGET_XNACK);
            if (a->info == b->info && a->sramecc && b->sramecc)
                assert_int_equal(mismatch & TARGET_SRAMECC,
                                 target_id_match(b, a).mismatch & TARGET_SRAMECC);
        }
    }
}

static void an_exact_image_wins_over_a_generic_one(void **state)
{
    static struct target_id ids[IDS_MAX];
    size_t count = all_ids(ids), pairs = 0;
    (void)state;
    for (size_t device = 0; device < count; device++) {
        for (size_t i = 0; i < count; i++) {
            if (!target_id_match(&ids[i], &ids[device]).rank || ids[i].info != ids[device].info)
                continue;
            for (size_t j = 0; j < count; j++) {
                if (!target_id_match(&ids[j], &ids[device]).rank || ids[j].info == ids[device].info)
                    continue;
                struct target_id images[] = {ids[j], ids[i], ids[j]};
                assert_int_equal(target_id_choose(images, 3, &ids[device]), 1);
                pairs++;
            }
        }
    }
    assert_true(pairs > 100);
}

static void the_choice_is_the_best_that_runs(void **state)
{
    static const struct {
        const char *device;
        const char *images[5];
        int chosen;
    } cases[] = {
        {"gfx90a:sramecc+:xnack-", {"gfx90a", "gfx90a:xnack-", "gfx90a:xnack+"}, 1},
        {"gfx90a:sramecc+:xnack-", {"gfx90a:xnack+", "gfx90a:sramecc-"}, -1},
        {"gfx90a:sramecc+:xnack-", {"gfx90a:xnack-", "gfx90a:sramecc+", "gfx90a"}, 0},
        {"gfx90a:sramecc+:xnack-", {"gfx90a:sramecc+", "gfx90a:sramecc+:xnack-"}, 1},
        {"gfx90a", {"gfx90a:xnack-", "gfx90a:xnack+", "gfx90a"}, 2},
        {"gfx1151", {"gfx1100", "gfx11-generic", "gfx1151", "gfx1151"}, 2},
        {"gfx1151", {"gfx1100", "gfx11-generic", "gfx12-generic"}, 1},
        {"gfx906:sramecc-:xnack+", {"gfx9-generic:xnack-", "gfx9-generic:xnack+"}, 1},
        {"gfx906:sramecc-:xnack+", {"gfx9-generic:xnack+", "gfx906"}, 1},
        {"gfx908", {"gfx9-generic", "gfx906", "gfx90a"}, -1},
        {"gfx950", {"gfx942", "gfx9-4-generic"}, 1},
        {"gfx1154", {"gfx1153", "gfx11-7-generic", "gfx11-generic"}, 2},
        {"gfx1172", {"gfx1170", "gfx11-generic", "gfx11-7-generic"}, 2},
        {"gfx1250", {"gfx12-generic", "gfx1251", "gfx1250-strict"}, -1},
        {"gfx1250", {"gfx12-generic", "gfx12-5-generic", "gfx1250:xnack-"}, 1},
        {"gfx1250", {"gfx12-5-generic", "gfx1250:sramecc+", "gfx1250:sramecc+:xnack+"}, 2},
        {"gfx1250-strict", {"gfx1250", "gfx12-5-generic"}, -1},
        {"gfx1310", {"gfx12-generic", "gfx13-generic"}, 1},
        {"gfx1030", {NULL}, -1},
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

/* xorshift64*: the same numbers in every run. */
static uint64_t next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1dULL;
}

/* Any lists, of any length: the choice runs, nothing that runs is better, and nothing before it is
 * as good. */
static void the_choice_runs_whatever_the_images(void **state)
{
    static struct target_id ids[IDS_MAX];
    size_t count = all_ids(ids), chosen = 0;
    uint64_t random = 1;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        struct target_id images[IMAGES_MAX], device = ids[next(&random) % count];
        size_t images_count = next(&random) % IMAGES_MAX;
        for (size_t i = 0; i < images_count; i++)
            images[i] = ids[next(&random) % count];
        int choice = target_id_choose(images, images_count, &device);
        unsigned best = choice < 0 ? 0 : target_id_match(&images[choice], &device).rank;
        assert_int_equal(choice >= 0, best > 0);
        for (size_t i = 0; i < images_count; i++) {
            unsigned rank = target_id_match(&images[i], &device).rank;
            assert_true((int)i < choice ? rank < best : rank <= best);
        }
        chosen += choice >= 0;
    }
    assert_true(chosen > 100);
}

/* ---- The sentence --------------------------------------------------------------------------- */

static void assert_sentence(const char *device, const char *const images[], const char *sentence)
{
    struct target_id ids[8], id = parsed(device);
    size_t count = 0;
    for (; images[count]; count++)
        ids[count] = parsed(images[count]);
    char out[TARGET_SENTENCE_MAX];
    assert_ptr_equal(target_id_explain(ids, count, &id, out), out);
    assert_string_equal(out, sentence);
}

#define IMAGES(...)                                                                                \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
#define NO_IMAGES                                                                                  \
    (const char *const[])                                                                          \
    {                                                                                              \
        NULL                                                                                       \
    }

static void the_sentence_says_what_to_do(void **state)
{
    (void)state;
    assert_sentence("gfx1152", IMAGES("gfx1100", "gfx12-generic"),
                    "device is gfx1152; here are gfx1100 (another processor), gfx12-generic "
                    "(another family); gfx11-generic would cover it: rebuild with --targets "
                    "gfx1100,gfx12-generic,gfx11-generic");
    assert_sentence("gfx1152", IMAGES("gfx1100", "gfx1030", "gfx1100"),
                    "device is gfx1152; here are gfx1100 (another processor), gfx1030 (another "
                    "family); rebuild with --targets gfx1100,gfx1030,gfx1152 (or gfx11-generic, "
                    "in code objects of version 6)");
    assert_sentence("gfx908:sramecc+:xnack-", IMAGES("gfx9-generic"),
                    "device is gfx908:sramecc+:xnack-; here is gfx9-generic (another family); "
                    "rebuild with --targets gfx9-generic,gfx908");
    assert_sentence("gfx90a", NO_IMAGES,
                    "device is gfx90a; there are no images; rebuild with --targets gfx90a");
}

static void the_sentence_says_which_feature_is_wrong(void **state)
{
    (void)state;
    assert_sentence("gfx90a:sramecc+:xnack-", IMAGES("gfx1030", "gfx90a:xnack+"),
                    "device is gfx90a:sramecc+:xnack-; here are gfx1030 (another family), "
                    "gfx90a:xnack+ (the device has xnack off); gfx90a:xnack- would cover it: "
                    "rebuild with --targets gfx1030,gfx90a:xnack+,gfx90a:xnack- (or run with "
                    "HSA_XNACK=1)");
    assert_sentence("gfx90a:xnack+", IMAGES("gfx90a:xnack-"),
                    "device is gfx90a:xnack+; here is gfx90a:xnack- (the device has xnack on); "
                    "gfx90a:xnack+ would cover it: rebuild with --targets "
                    "gfx90a:xnack-,gfx90a:xnack+ (or run with HSA_XNACK=0)");
    assert_sentence("gfx90a:sramecc-:xnack+", IMAGES("gfx90a:sramecc+:xnack-"),
                    "device is gfx90a:sramecc-:xnack+; here is gfx90a:sramecc+:xnack- (the device "
                    "has sramecc off and xnack on); gfx90a:sramecc-:xnack+ would cover it: "
                    "rebuild with --targets gfx90a:sramecc+:xnack-,gfx90a:sramecc-:xnack+");
    /* Two that do not name the same features cannot be in one bundle. */
    assert_sentence("gfx90a:sramecc-", IMAGES("gfx90a:xnack-"),
                    "device is gfx90a:sramecc-; here is gfx90a:xnack- (the device has xnack "
                    "unknown); rebuild with --targets gfx90a");
    assert_sentence("gfx942:xnack-", IMAGES("gfx9-4-generic:xnack+"),
                    "device is gfx942:xnack-; here is gfx9-4-generic:xnack+ (the device has xnack "
                    "off); gfx9-4-generic:xnack- would cover it: rebuild with --targets "
                    "gfx9-4-generic:xnack+,gfx9-4-generic:xnack- (or run with HSA_XNACK=1)");
}

static void an_image_that_runs_is_said_to_run(void **state)
{
    (void)state;
    assert_sentence("gfx1030", IMAGES("gfx1031", "gfx10-3-generic"),
                    "device is gfx1030; here are gfx1031 (another processor), gfx10-3-generic "
                    "(runs)");
}

/* The target IDs that the sentence tells to build, into |out|. */
static size_t read_remedy(const char *sentence, struct target_id out[IMAGES_MAX])
{
    static const char list[] = "rebuild with --targets ", one[] = "rebuild with ";
    const char *start = strstr(sentence, one);
    assert_non_null(start);
    start += strlen(strstr(sentence, list) ? list : one);
    char ids[TARGET_SENTENCE_MAX];
    snprintf(ids, sizeof ids, "%.*s", (int)strcspn(start, " "), start);
    size_t count = 0;
    for (char *id = strtok(ids, ","); id; id = strtok(NULL, ",")) {
        assert_true(count < IMAGES_MAX);
        out[count++] = parsed(id);
    }
    return count;
}

/* Whatever the images are, the sentence is whole, of one line, names the device, and its remedy
 * runs there; what was built before is built again, but for images of the same processor. */
static void the_remedy_always_runs(void **state)
{
    static struct target_id ids[IDS_MAX];
    size_t count = all_ids(ids), remedies = 0, whole = 0;
    uint64_t random = 7;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        struct target_id images[IMAGES_MAX], device = ids[next(&random) % count];
        size_t images_count = next(&random) % (round % 2 ? 5 : IMAGES_MAX);
        for (size_t i = 0; i < images_count; i++)
            images[i] = ids[next(&random) % count];
        char *out = malloc(TARGET_SENTENCE_MAX); /* so that a sanitizer sees its end */
        char name[TARGET_ID_MAX];
        assert_non_null(out);
        target_id_print(&device, name);
        target_id_explain(images, images_count, &device, out);
        assert_true(strlen(out) < TARGET_SENTENCE_MAX);
        assert_null(strchr(out, '\n'));
        assert_int_equal(strncmp(out, "device is ", 10), 0);
        assert_int_equal(strncmp(out + 10, name, strlen(name)), 0);
        assert_int_equal(out[10 + strlen(name)], ';');
        if (target_id_choose(images, images_count, &device) >= 0) {
            assert_null(strstr(out, "rebuild"));
            free(out);
            continue;
        }
        struct target_id remedy[IMAGES_MAX];
        size_t remedy_count = read_remedy(out, remedy);
        assert_int_equal(target_id_choose(remedy, remedy_count, &device), (int)remedy_count - 1);
        remedies++;
        for (size_t i = 0; i < images_count && strstr(out, "--targets "); i++) {
            bool is_kept =
                images[i].info == remedy[remedy_count - 1].info || strstr(out, " among --targets");
            for (size_t j = 0; j < remedy_count; j++)
                is_kept |= target_id_equal(&images[i], &remedy[j]);
            assert_true(is_kept);
            whole += i + 1 == images_count;
        }
        free(out);
    }
    assert_true(remedies > 1000 && whole > 100);
}

static void long_lists_are_shortened(void **state)
{
    static struct target_id ids[IDS_MAX];
    size_t count = all_ids(ids), kept = 0;
    char out[TARGET_SENTENCE_MAX];
    struct target_id device = parsed("gfx1036");
    (void)state;
    for (size_t i = 0; i < count; i++) {
        if (!target_id_match(&ids[i], &device).rank)
            ids[kept++] = ids[i];
    }
    target_id_explain(ids, kept, &device, out);
    assert_non_null(strstr(out, " more; gfx10-3-generic would cover it: rebuild with "
                                "gfx10-3-generic among --targets"));
    size_t shown = 0;
    for (const char *reason = strstr(out, " (another"); reason;
         reason = strstr(reason + 1, " (another"))
        shown++;
    assert_true(shown >= 5);
    assert_int_equal(strtoul(strstr(out, ") and ") + strlen(") and "), NULL, 10), kept - shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reason_is_given_exactly_when_it_does_not_run),
        cmocka_unit_test(a_target_matches_itself),
        cmocka_unit_test(reasons_are_what_differs),
        cmocka_unit_test(an_exact_image_wins_over_a_generic_one),
        cmocka_unit_test(the_choice_is_the_best_that_runs),
        cmocka_unit_test(the_choice_runs_whatever_the_images),
        cmocka_unit_test(the_sentence_says_what_to_do),
        cmocka_unit_test(the_sentence_says_which_feature_is_wrong),
        cmocka_unit_test(an_image_that_runs_is_said_to_run),
        cmocka_unit_test(the_remedy_always_runs),
        cmocka_unit_test(long_lists_are_shortened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
