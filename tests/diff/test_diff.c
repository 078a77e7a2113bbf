/* What holds of every two packages, and what decides between kernels of one name. */
#include "inspect/diff.h"

#include "packages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 400 };
static const struct diff_options everything;

static size_t kernels_in(const struct package *package)
{
    size_t count = 0;
    for (size_t i = 0; i < package->image_count; i++)
        count += package->images[i].object.kernel_count;
    return count;
}

/* The same files, the last one first. */
static void package_reverse(const struct package *package, struct package *out)
{
    *out = *package;
    out->images = mem_alloc(package->image_count * sizeof *out->images);
    for (size_t i = 0; i < package->image_count; i++)
        out->images[i] = package->images[package->image_count - 1 - i];
}

static void assert_nothing_differs(const struct package *before, const struct package *after)
{
    struct diff diff;
    diff_packages(before, after, &everything, &diff);
    assert_int_equal(diff.counts[DIFF_UNCHANGED], diff.pair_count);
    assert_int_equal(diff.pair_count, kernels_in(before));
    assert_int_equal(diff.targets_added.count + diff.targets_removed.count, 0);
    assert_int_equal(diff.notes.count, 0);
    diff_free(&diff);
}

static void a_package_does_not_differ_from_itself_in_any_order(void **state)
{
    (void)state;
    struct chance chance = {1};
    for (int round = 0; round < ROUNDS; round++) {
        struct package package, reversed;
        package_random(&chance, 6, 10, &package);
        package_reverse(&package, &reversed);
        assert_nothing_differs(&package, &package);
        assert_nothing_differs(&package, &reversed);
        free(reversed.images);
        package_unmake(&package);
    }
}

static void every_kernel_is_in_exactly_one_pair(void **state)
{
    (void)state;
    struct chance chance = {2};
    for (int round = 0; round < ROUNDS; round++) {
        struct package before, after;
        struct diff diff;
        package_random(&chance, 6, 10, &before);
        package_edit(&chance, &before, &after);
        diff_packages(&before, &after, &everything, &diff);
        size_t sides[2] = {0, 0}, states = 0;
        bool *seen = mem_alloc(diff.before.kernel_count + diff.after.kernel_count + 1);
        for (size_t i = 0; i < diff.pair_count; i++) {
            const struct diff_pair *pair = &diff.pairs[i];
            assert_true(pair->before || pair->after);
            if (pair->before) {
                assert_false(seen[pair->before->order]);
                seen[pair->before->order] = true;
                sides[0]++;
            }
            if (pair->after) {
                assert_false(seen[diff.before.kernel_count + pair->after->order]);
                seen[diff.before.kernel_count + pair->after->order] = true;
                sides[1]++;
            }
            if (pair->before && pair->after) {
                assert_string_equal(pair->before->name, pair->after->name);
                assert_string_equal(pair->before->target, pair->after->target);
            }
        }
        for (int s = 0; s < DIFF_STATE_COUNT; s++)
            states += diff.counts[s];
        assert_int_equal(sides[0], kernels_in(&before));
        assert_int_equal(sides[1], kernels_in(&after));
        assert_int_equal(states, diff.pair_count);
        free(seen);
        diff_free(&diff);
        package_unmake(&before);
        package_unmake(&after);
    }
}

static bool has_mirror(const struct diff *diff, const struct diff_pair *pair)
{
    for (size_t i = 0; i < diff->pair_count; i++) {
        const struct diff_pair *other = &diff->pairs[i];
        if (!other->before == !pair->after && !other->after == !pair->before &&
            (!pair->after || other->before->kernel == pair->after->kernel) &&
            (!pair->before || other->after->kernel == pair->before->kernel))
            return other->changes == pair->changes &&
                   other->is_signature_changed == pair->is_signature_changed;
    }
    return false;
}

static void swapping_the_packages_swaps_the_answer(void **state)
{
    (void)state;
    struct chance chance = {3};
    size_t changed = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct package before, after;
        struct diff forth, back;
        package_random(&chance, 6, 10, &before);
        package_edit(&chance, &before, &after);
        diff_packages(&before, &after, &everything, &forth);
        diff_packages(&after, &before, &everything, &back);
        assert_int_equal(forth.counts[DIFF_ADDED], back.counts[DIFF_REMOVED]);
        assert_int_equal(forth.counts[DIFF_REMOVED], back.counts[DIFF_ADDED]);
        assert_int_equal(forth.counts[DIFF_CHANGED], back.counts[DIFF_CHANGED]);
        assert_int_equal(forth.targets_added.count, back.targets_removed.count);
        for (size_t i = 0; i < forth.pair_count; i++)
            assert_true(has_mirror(&back, &forth.pairs[i]));
        changed += forth.counts[DIFF_CHANGED];
        diff_free(&forth);
        diff_free(&back);
        package_unmake(&before);
        package_unmake(&after);
    }
    assert_true(changed > ROUNDS); /* or nothing was tried */
}

/* ---- The gate, computed a second time ------------------------------------------------------- */

static bool has_likes(const struct package *package)
{
    for (size_t a = 0; a < package->image_count; a++)
        for (size_t b = a; b < package->image_count; b++)
            for (size_t i = 0; i < package->images[a].object.kernel_count; i++)
                for (size_t k = 0; k < package->images[b].object.kernel_count; k++)
                    if ((a != b || i != k) &&
                        strcmp(package->images[a].target, package->images[b].target) == 0 &&
                        strcmp(package->images[a].object.kernels[i].name,
                               package->images[b].object.kernels[k].name) == 0)
                        return true;
    return false;
}

static const struct kernel *find(const struct package *package, const char *target,
                                 const char *name)
{
    for (size_t i = 0; i < package->image_count; i++)
        for (size_t k = 0; k < package->images[i].object.kernel_count; k++)
            if (strcmp(package->images[i].target, target) == 0 &&
                strcmp(package->images[i].object.kernels[k].name, name) == 0)
                return &package->images[i].object.kernels[k];
    return NULL;
}

/* spills>3, vgpr+10%, code-64, removed, added; counted by hand. */
static void count_by_hand(const struct package *before, const struct package *after,
                          size_t counts[5])
{
    for (size_t i = 0; i < after->image_count; i++) {
        const struct package_image *image = &after->images[i];
        for (size_t k = 0; k < image->object.kernel_count; k++) {
            const struct kernel *now = &image->object.kernels[k];
            const struct kernel *then = find(before, image->target, now->name);
            counts[0] += now->vgpr_spills + now->sgpr_spills > 3;
            counts[1] += then && now->vgprs > then->vgprs && now->vgprs * 10 >= then->vgprs * 11;
            counts[2] += then && now->code_size + 64 <= then->code_size;
            counts[4] += !then;
        }
    }
    for (size_t i = 0; i < before->image_count; i++)
        for (size_t k = 0; k < before->images[i].object.kernel_count; k++)
            counts[3] +=
                !find(after, before->images[i].target, before->images[i].object.kernels[k].name);
}

static void a_gate_catches_what_a_count_by_hand_does(void **state)
{
    (void)state;
    struct chance chance = {4};
    struct gate gate;
    struct gate_error error;
    size_t caught[5] = {0}, tried = 0;
    assert_true(
        gate_parse("spills>3,vgpr+10%,code-64,removed,added", &metrics_of_package, &gate, &error));
    for (int round = 0; round < 10 * ROUNDS; round++) {
        struct package before, after;
        package_random(&chance, 3, 4, &before);
        if (chance_below(&chance, 2))
            package_random(&chance, 3, 4, &after);
        else
            package_edit(&chance, &before, &after);
        if (!has_likes(&before) && !has_likes(&after)) {
            struct diff diff;
            struct gate_hits hits = {0};
            size_t wanted[5] = {0}, got[5] = {0};
            diff_packages(&before, &after, &everything, &diff);
            gate_check(&gate, &diff, &hits);
            count_by_hand(&before, &after, wanted);
            for (size_t i = 0; i < hits.count; i++)
                got[hits.items[i].term - gate.terms]++;
            for (int t = 0; t < 5; t++) {
                assert_int_equal(got[t], wanted[t]);
                caught[t] += got[t];
            }
            tried++;
            gate_hits_free(&hits);
            diff_free(&diff);
        }
        package_unmake(&before);
        package_unmake(&after);
    }
    assert_true(tried > ROUNDS);
    for (int t = 0; t < 5; t++)
        assert_true(caught[t] > 10);
    gate_free(&gate);
}

/* ---- Kernels of one name -------------------------------------------------------------------- */

static struct kernel *only_kernel(struct package *package, const char *path, const char *name)
{
    size_t image = package_add_image(package, path, "gfx1030");
    return package_add_kernel(package, image, name);
}

struct counts {
    size_t removed, added, changed, unchanged, notes;
};

static void assert_counts(const struct package *before, const struct package *after,
                          struct counts wanted)
{
    struct diff diff;
    diff_packages(before, after, &everything, &diff);
    assert_int_equal(diff.counts[DIFF_REMOVED], wanted.removed);
    assert_int_equal(diff.counts[DIFF_ADDED], wanted.added);
    assert_int_equal(diff.counts[DIFF_CHANGED], wanted.changed);
    assert_int_equal(diff.counts[DIFF_UNCHANGED], wanted.unchanged);
    assert_int_equal(diff.notes.count, wanted.notes);
    diff_free(&diff);
}

static void free_both(struct package packages[2])
{
    package_unmake(&packages[0]);
    package_unmake(&packages[1]);
}

static void a_file_may_change_its_name(void **state)
{
    (void)state;
    struct package p[2] = {{0}, {0}};
    only_kernel(&p[0], "old/libfoo.so.1", "k")->vgprs = 10;
    only_kernel(&p[1], "new/bar.hsaco", "k")->vgprs = 11;
    assert_counts(&p[0], &p[1], (struct counts){.changed = 1});
    free_both(p);
}

static void likes_in_files_of_one_name_are_paired_equal_ones_first(void **state)
{
    (void)state;
    struct package p[2] = {{0}, {0}};
    only_kernel(&p[0], "a.hsaco", "k")->vgprs = 10;
    only_kernel(&p[0], "a.hsaco", "k")->vgprs = 20;
    only_kernel(&p[1], "a.hsaco", "k")->vgprs = 30; /* new, in front of the others */
    only_kernel(&p[1], "a.hsaco", "k")->vgprs = 10;
    only_kernel(&p[1], "a.hsaco", "k")->vgprs = 20;
    assert_counts(&p[0], &p[1], (struct counts){.unchanged = 2, .added = 1});
    free_both(p);
}

static void likes_in_files_of_other_names_are_not_guessed_at(void **state)
{
    (void)state;
    struct package p[2] = {{0}, {0}};
    only_kernel(&p[0], "a.hsaco", "k")->vgprs = 10;
    only_kernel(&p[0], "b.hsaco", "k")->vgprs = 20;
    only_kernel(&p[1], "c.hsaco", "k")->vgprs = 30;
    only_kernel(&p[1], "d.hsaco", "k")->vgprs = 40;
    assert_counts(&p[0], &p[1], (struct counts){.removed = 2, .added = 2, .notes = 1});
    free_both(p);
}

static void the_hash_of_a_static_kernel_does_not_matter(void **state)
{
    (void)state;
    struct package p[2] = {{0}, {0}};
    only_kernel(&p[0], "a.hsaco", "_ZL1kv.static.1234")->vgprs = 10;
    only_kernel(&p[0], "b.hsaco", "_ZL1kv.static.5678")->vgprs = 20;
    only_kernel(&p[1], "a.hsaco", "_ZL1kv.static.9abc")->vgprs = 10;
    only_kernel(&p[1], "b.hsaco", "_ZL1kv.static.def0")->vgprs = 21;
    assert_counts(&p[0], &p[1], (struct counts){.unchanged = 1, .changed = 1});
    free_both(p);
}

static void a_name_that_is_equal_counts_more_than_one_without_its_hash(void **state)
{
    (void)state;
    struct package p[2] = {{0}, {0}};
    only_kernel(&p[0], "a.hsaco", "k.static.1")->vgprs = 10;
    only_kernel(&p[0], "b.hsaco", "k.static.2")->vgprs = 20;
    only_kernel(&p[1], "c.hsaco", "k.static.1")->vgprs = 11;
    only_kernel(&p[1], "a.hsaco", "k.static.3")->vgprs = 20;
    assert_counts(&p[0], &p[1], (struct counts){.unchanged = 1, .changed = 1});
    free_both(p);
}

static void static_kernels_are_not_guessed_at_either(void **state)
{
    (void)state;
    struct package p[2] = {{0}, {0}};
    only_kernel(&p[0], "a.hsaco", "k.static.1")->vgprs = 10;
    only_kernel(&p[0], "b.hsaco", "k.static.2")->vgprs = 20;
    only_kernel(&p[1], "c.hsaco", "k.static.3")->vgprs = 30;
    only_kernel(&p[1], "d.hsaco", "k.static.4")->vgprs = 40;
    assert_counts(&p[0], &p[1], (struct counts){.removed = 2, .added = 2, .notes = 1});
    free_both(p);
}

static void what_the_runtime_passes_is_no_part_of_a_signature(void **state)
{
    (void)state;
    struct package p[2] = {{0}, {0}};
    struct kernel *before = only_kernel(&p[0], "a.hsaco", "k");
    struct kernel *after = only_kernel(&p[1], "a.hsaco", "k");
    kernel_add_argument(before, 0, 8, "global_buffer");
    kernel_add_argument(after, 0, 8, "global_buffer");
    kernel_add_argument(after, 8, 8, "hidden_block_count_x");
    after->arguments[0].name = mem_dup("renamed");
    assert_counts(&p[0], &p[1], (struct counts){.unchanged = 1});
    kernel_add_argument(after, 16, 4, "by_value");
    assert_counts(&p[0], &p[1], (struct counts){.changed = 1});
    kernel_add_argument(before, 16, 4, "by_value");
    assert_counts(&p[0], &p[1], (struct counts){.unchanged = 1});
    before->arguments[1].type_name = mem_dup("int");
    assert_counts(&p[0], &p[1], (struct counts){.changed = 1});
    free_both(p);
}

/* The hashes of an image's kernels, as package_free() frees them. */
static void set_hashes(struct package *package, size_t image, uint64_t first, uint64_t second)
{
    uint64_t *hashes = mem_alloc(2 * sizeof *hashes);
    hashes[0] = first;
    hashes[1] = second;
    package->images[image].code_hashes = hashes;
}

static void code_that_differs_is_a_change(void **state)
{
    (void)state;
    static const struct {
        uint64_t before, after;
        bool is_change;
    } cases[] = {{1, 2, true}, {2, 1, true}, {1, 1, false}, {0, 1, false}, {1, 0, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct package p[2] = {{0}, {0}};
        struct diff diff;
        struct buf text = {0};
        for (int side = 0; side < 2; side++) {
            only_kernel(&p[side], "a.hsaco", "k");
            set_hashes(&p[side], 0, side ? cases[i].after : cases[i].before, 0);
        }
        diff_packages(&p[0], &p[1], &everything, &diff);
        diff.before.path = diff.after.path = "";
        assert_int_equal(diff.counts[DIFF_CHANGED], cases[i].is_change);
        diff_print_text(&diff, NULL, &(struct diff_style){0}, &text);
        assert_int_equal(strstr(text.data, "code differs") != NULL, cases[i].is_change);
        assert_int_equal(strstr(text.data, "Of 1 the code is compared by its size") != NULL,
                         !cases[i].before || !cases[i].after);
        buf_free(&text);
        diff_free(&diff);
        diff_packages(&p[0], &p[1], &(struct diff_options){.ignores_code_hash = true}, &diff);
        assert_int_equal(diff.counts[DIFF_UNCHANGED], 1);
        diff_free(&diff);
        free_both(p);
    }
}

/* Two of one name in one file that only their code tells apart, the other way round. */
static void likes_with_the_same_code_are_paired_first(void **state)
{
    (void)state;
    struct package p[2] = {{0}, {0}};
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 2; i++)
            only_kernel(&p[side], i ? "b.hsaco" : "a.hsaco", "k");
        set_hashes(&p[side], 0, side ? 7 : 5, 0);
        set_hashes(&p[side], 1, side ? 5 : 7, 0);
    }
    for (int i = 0; i < 2; i++) {
        for (int side = 0; side < 2; side++) {
            free(p[side].files[1].path);
            p[side].files[1].path = mem_dup(i ? "a.hsaco" : "b.hsaco");
        }
        assert_counts(&p[0], &p[1], (struct counts){.changed = i ? 0 : 2, .unchanged = i ? 2 : 0});
    }
    free_both(p);
}

static void what_is_ignored_makes_no_difference(void **state)
{
    (void)state;
    struct package p[2] = {{0}, {0}};
    only_kernel(&p[0], "a.hsaco", "k")->code_size = 10;
    only_kernel(&p[1], "a.hsaco", "k")->code_size = 20;
    struct diff diff;
    diff_packages(&p[0], &p[1], &(struct diff_options){.ignored = 1u << METRIC_CODE}, &diff);
    assert_int_equal(diff.counts[DIFF_UNCHANGED], 1);
    diff_free(&diff);
    free_both(p);
}

static void the_worst_comes_first_and_brings_its_other_targets(void **state)
{
    (void)state;
    struct package p[2] = {{0}, {0}};
    static const char *const names[] = {"better", "code", "spills", "vgpr"};
    for (int side = 0; side < 2; side++) {
        size_t image = package_add_image(&p[side], "a.hsaco", "gfx1030");
        for (int i = 0; i < 4; i++)
            package_add_kernel(&p[side], image, names[i]);
        image = package_add_image(&p[side], "a.hsaco", "gfx90a");
        package_add_kernel(&p[side], image, "spills");
    }
    struct kernel *kernels = p[1].images[0].object.kernels;
    kernels[0].vgprs -= 1;
    kernels[1].code_size += 4000;
    kernels[2].vgpr_spills += 1;
    kernels[3].vgprs += 1;
    p[1].images[1].object.kernels[0].code_size -= 4;
    struct diff diff;
    diff_packages(&p[0], &p[1], &everything, &diff);
    static const char *const order[] = {"spills", "spills", "vgpr", "code", "better"};
    assert_int_equal(diff.pair_count, 5);
    for (int i = 0; i < 5; i++)
        assert_string_equal(diff.pairs[i].after->name, order[i]);
    assert_string_equal(diff.pairs[1].after->target, "gfx90a");
    diff_free(&diff);
    free_both(p);
}

static void likes_are_shown_with_their_files(void **state)
{
    (void)state;
    struct package p[2] = {{0}, {0}};
    only_kernel(&p[0], "a.hsaco", "k")->vgprs = 10;
    only_kernel(&p[0], "b.hsaco", "k")->vgprs = 20;
    only_kernel(&p[0], "b.hsaco", "alone")->vgprs = 20;
    only_kernel(&p[1], "a.hsaco", "k")->vgprs = 10;
    only_kernel(&p[1], "c.hsaco", "k")->vgprs = 30;
    only_kernel(&p[1], "c.hsaco", "alone")->vgprs = 21;
    struct diff diff;
    struct buf text = {0};
    diff_packages(&p[0], &p[1], &everything, &diff);
    diff.before.path = diff.after.path = "p";
    diff_print_text(&diff, NULL, &(struct diff_style){.all = true}, &text);
    assert_non_null(strstr(text.data, "\n  k in b -> c\n    gfx1030  VGPR 20 -> 30 (+10, +50.0%)"));
    assert_non_null(strstr(text.data, "\n  k in a  gfx1030\n"));
    assert_non_null(strstr(text.data, "\n  alone\n"));
    buf_free(&text);
    diff_free(&diff);
    free_both(p);
}

static void names_out_of_a_file_cannot_steer_a_terminal(void **state)
{
    (void)state;
    struct package p[2] = {{0}, {0}};
    package_add_image(&p[0], "a.hsaco", "gfx1030");
    only_kernel(&p[1], "a.hsaco", "k\033[2J\r\nevil\xc2\x9b");
    struct diff diff;
    struct buf text = {0}, json = {0};
    diff_packages(&p[0], &p[1], &everything, &diff);
    diff.before.path = diff.after.path = "p\033";
    diff_print_text(&diff, NULL, &(struct diff_style){.all = true}, &text);
    assert_null(strchr(text.data, '\033'));
    assert_null(strchr(text.data, '\r'));
    assert_null(strchr(text.data, '\xc2'));
    assert_non_null(strstr(text.data, "k?[2J??evil?  gfx1030"));
    diff_print_json(&diff, NULL, &(struct diff_style){0}, &json);
    assert_non_null(strstr(json.data, "k\\u001B[2J\\r\\nevil"));
    buf_free(&text);
    buf_free(&json);
    diff_free(&diff);
    free_both(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_package_does_not_differ_from_itself_in_any_order),
        cmocka_unit_test(every_kernel_is_in_exactly_one_pair),
        cmocka_unit_test(swapping_the_packages_swaps_the_answer),
        cmocka_unit_test(a_gate_catches_what_a_count_by_hand_does),
        cmocka_unit_test(a_file_may_change_its_name),
        cmocka_unit_test(likes_in_files_of_one_name_are_paired_equal_ones_first),
        cmocka_unit_test(likes_in_files_of_other_names_are_not_guessed_at),
        cmocka_unit_test(the_hash_of_a_static_kernel_does_not_matter),
        cmocka_unit_test(a_name_that_is_equal_counts_more_than_one_without_its_hash),
        cmocka_unit_test(static_kernels_are_not_guessed_at_either),
        cmocka_unit_test(code_that_differs_is_a_change),
        cmocka_unit_test(likes_with_the_same_code_are_paired_first),
        cmocka_unit_test(what_the_runtime_passes_is_no_part_of_a_signature),
        cmocka_unit_test(what_is_ignored_makes_no_difference),
        cmocka_unit_test(the_worst_comes_first_and_brings_its_other_targets),
        cmocka_unit_test(likes_are_shown_with_their_files),
        cmocka_unit_test(names_out_of_a_file_cannot_steer_a_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
