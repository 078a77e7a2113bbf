/* Names of extracted files, whatever the files say of themselves. */
#include "inspect/extract.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+@-";

/* A package of files, some of them archives with a member; room for 16 images. */
struct made {
    struct package package;
    size_t images[16];
};

static void add_image(struct made *made, const char *path, const char *member, const char *target)
{
    struct package *package = &made->package;
    size_t file = package->file_count++, root = package->container_count;
    made->images[package->image_count] = package->image_count;
    package->files[file].path = mem_dup(path);
    package->containers[root] = (struct package_container){.file = file,
                                                           .parent = PACKAGE_NONE,
                                                           .kind = CONTAINER_FILE,
                                                           .name = mem_dup(""),
                                                           .where = mem_dup("")};
    package->container_count++;
    if (member)
        package->containers[package->container_count++] =
            (struct package_container){.file = file,
                                       .parent = root,
                                       .kind = CONTAINER_ARCHIVE_MEMBER,
                                       .name = mem_dup(member),
                                       .where = mem_dup("")};
    package->images[package->image_count++] =
        (struct package_image){.container = package->container_count - 1,
                               .entry = mem_dup(""),
                               .target = mem_dup(target),
                               .kind = IMAGE_CODE_OBJECT};
}

static int setup(void **state)
{
    struct made *made = mem_alloc(sizeof *made);
    made->package.files = mem_alloc(16 * sizeof *made->package.files);
    made->package.containers = mem_alloc(32 * sizeof *made->package.containers);
    made->package.images = mem_alloc(16 * sizeof *made->package.images);
    *state = made;
    return 0;
}

static int teardown(void **state)
{
    struct made *made = *state;
    package_free(&made->package);
    free(made);
    return 0;
}

static struct strings names_of(const struct made *made)
{
    struct strings names = {0};
    extract_names(&made->package, made->images, made->package.image_count, &names);
    assert_int_equal(names.count, made->package.image_count);
    return names;
}

static void hostile_words_give_plain_names(void **state)
{
    struct made *made = *state;
    char *giant = mem_alloc(70000);
    memset(giant, 'x', 69999);
    static const char *const members[] = {
        "..",   "../../etc/passwd", "/etc/passwd", "a\nb",   "\x1b]0;title\x07", "",
        "a\\b", "\xff\xfe",         "$(reboot)",   "con:aux"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        add_image(made, "lib.a", members[i], "gfx/../../x\n");
    add_image(made, giant, giant, giant);
    add_image(made, "dir/..hidden", NULL, "");
    add_image(made, "-rf", NULL, "gfx90a");
    struct strings names = names_of(made);
    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.items[i];
        assert_int_equal(strspn(name, safe), strlen(name));
        assert_true(strlen(name) <= 255);
        assert_true(name[0] != '.' && name[0] != '-');
        assert_string_equal(name + strlen(name) - 6, ".hsaco");
    }
    strings_free(&names);
    free(giant);
}

static void no_two_names_are_equal(void **state)
{
    struct made *made = *state;
    /* "a:b" and "a@b" become one; "x-2" is there before the number 2 is needed. */
    add_image(made, "p.so", "a:b", "gfx90a");
    add_image(made, "p.so", "a@b", "gfx90a");
    add_image(made, "q.gfx90a-2", NULL, "gfx90a");
    add_image(made, "q.so", NULL, "gfx90a");
    add_image(made, "q.so", NULL, "gfx90a-2");
    add_image(made, "q.so", NULL, "gfx90a");
    add_image(made, "q.so", NULL, "gfx90a");
    struct strings names = names_of(made);
    for (size_t i = 0; i < names.count; i++)
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(names.items[i], names.items[j]);
    assert_string_equal(names.items[0], "p.a@b.gfx90a.hsaco");
    assert_string_equal(names.items[1], "p.a@b.gfx90a-2.hsaco");
    strings_free(&names);
}

static void names_can_be_told_beforehand(void **state)
{
    static const struct {
        const char *path, *member, *target, *name;
    } cases[] = {
        {"/usr/lib/libfoo.so", NULL, "gfx90a", "libfoo.gfx90a.hsaco"},
        {"libfoo.so.1.2.3", NULL, "gfx90a:xnack-", "libfoo.gfx90a@xnack-.hsaco"},
        {"libfoo.a", "k.o", "gfx11-generic", "libfoo.k.o.gfx11-generic.hsaco"},
        {"two.dots.hsaco", NULL, "gfx1030", "two.dots.gfx1030.hsaco"},
        {"noextension", NULL, "gfx1030", "noextension.gfx1030.hsaco"},
        {".so", NULL, "gfx1030", "_so.gfx1030.hsaco"},
        {"damaged.hsaco", NULL, "", "damaged.unknown.hsaco"},
    };
    struct made *made = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        add_image(made, cases[i].path, cases[i].member, cases[i].target);
    struct strings names = names_of(made);
    for (size_t i = 0; i < names.count; i++)
        assert_string_equal(names.items[i], cases[i].name);
    strings_free(&names);
}

static void targets_are_asked_for_by_processor_or_id(void **state)
{
    (void)state;
    assert_true(target_is_asked("gfx90a:xnack-", "gfx90a"));
    assert_true(target_is_asked("gfx90a:sramecc+:xnack-", "gfx90a:xnack-:sramecc+"));
    assert_true(target_is_asked("gfx90a", "gfx90a"));
    assert_true(target_is_asked("gfx9999", "gfx9999")); /* not in the table */
    assert_false(target_is_asked("gfx90a:xnack-", "gfx90a:xnack+"));
    assert_false(target_is_asked("gfx90a", "gfx90a:xnack+"));
    assert_false(target_is_asked("gfx90a", "gfx90"));
    assert_false(target_is_asked("gfx11-generic", "gfx1100"));
    assert_false(target_is_asked("", "gfx90a"));
    assert_false(target_is_asked("gfx90a", ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(hostile_words_give_plain_names, setup, teardown),
        cmocka_unit_test_setup_teardown(no_two_names_are_equal, setup, teardown),
        cmocka_unit_test_setup_teardown(names_can_be_told_beforehand, setup, teardown),
        cmocka_unit_test(targets_are_asked_for_by_processor_or_id),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
