/* Where libkrt is, and who may put files beside it. */
#include "place.h"

/* cmocka's header needs these first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char top[64], file[80];

static int setup(void **state)
{
    (void)state;
    strcpy(top, "/tmp/krt-place-XXXXXX");
    if (!mkdtemp(top))
        return -1;
    snprintf(file, sizeof file, "%s/libkrt.so.0", top);
    FILE *stream = fopen(file, "w");
    return stream ? fclose(stream) : -1;
}

static int teardown(void **state)
{
    (void)state;
    unlink(file);
    return rmdir(top);
}

static void a_place_is_absolute(void **state)
{
    char path[PATH_MAX], here[PATH_MAX];
    (void)state;
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir("/"), 0);
    assert_true(place_find(top, path)); /* this program, which may have been started as ./test */
    assert_int_equal(path[0], '/');
    assert_int_equal(access(path, X_OK), 0);
    place_cut_name(path);
    assert_int_equal(access(path, X_OK), 0);
    assert_int_equal(chdir(here), 0);
}

static void a_directory_that_others_write_is_foreign(void **state)
{
    static const struct {
        mode_t mode;
        bool is_foreign;
    } cases[] = {{0755, false}, {0775, false}, {0700, false}, {01755, false},
                 {0777, true},  {0757, true},  {01777, true}, {01775, true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(chmod(top, cases[i].mode), 0);
        assert_int_equal(place_is_foreign(top, file), cases[i].is_foreign);
    }
    chmod(top, 0755);
    assert_false(place_is_foreign("/nowhere", file));
}

static void a_directory_of_another_user_is_foreign(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip();
    assert_int_equal(chown(top, 65534, 65534), 0);
    assert_true(place_is_foreign(top, file));
    assert_int_equal(chown(file, 65534, 65534), 0); /* who has installed the library too */
    assert_false(place_is_foreign(top, file));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_place_is_absolute),
        TEST(a_directory_that_others_write_is_foreign),
        TEST(a_directory_of_another_user_is_foreign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
