/* The files in the output directory after a publish, with a build directory and without. */
#include "check.h"

#include "graph/publish.h"
#include "util/checksum.h"
#include "util/file.h"

#include <sys/stat.h>
#include <unistd.h>

static char *top;

/* A path below the test's directory. The caller frees it. */
static char *in_top(const char *name)
{
    return path_join(top, name);
}

static void put(const char *name, const char *text)
{
    char *path = in_top(name);
    assert_int_equal(file_write(path, text, strlen(text)), STATUS_OK);
    free(path);
}

static bool is_there(const char *name)
{
    char *path = in_top(name);
    struct stat info;
    bool is = lstat(path, &info) == 0;
    free(path);
    return is;
}

static void assert_holds(const char *name, const char *text)
{
    char *path = in_top(name);
    struct buf buf = {0};
    assert_int_equal(file_read(path, &buf), STATUS_OK);
    assert_string_equal(buf.data, text);
    buf_free(&buf);
    free(path);
}

/* Publishes the files of the build directory named in |names|, which are separated by spaces. */
static enum status publish_names(const char *names, struct published *out)
{
    struct strings files = {0};
    char *list = mem_dup(names), *save = NULL, *build = in_top("build"), *output = in_top("out");
    for (char *name = strtok_r(list, " ", &save); name; name = strtok_r(NULL, " ", &save))
        strings_add(&files, name);
    struct publish_request request = {&files, build, output};
    enum status status = publish(&request, out);
    strings_free(&files);
    free(output);
    free(build);
    free(list);
    return status;
}

static void expect(const char *names, enum status wanted)
{
    struct published published;
    assert_int_equal(publish_names(names, &published), wanted);
    published_free(&published);
}

static void a_missing_file_leaves_the_package_as_it_was(void **state)
{
    (void)state;
    put("build/a", "1");
    put("build/b", "1");
    expect("a b", STATUS_OK);
    put("build/a", "2");
    expect("a b missing", STATUS_INPUT);
    assert_holds("out/a", "1");
    assert_holds("out/b", "1");
    assert_false(is_there("out/a.kbuild-new"));
    assert_false(is_there("out/.kbuild-publishing"));
}

static void a_file_that_changed_since_it_was_made_is_not_published(void **state)
{
    (void)state;
    put("build/a", "right");
    expect("a", STATUS_OK);
    struct buf line = {0};
    checksum_print(&line, "a", checksum_of("right", 5));
    put("build/checksums", line.data);
    buf_free(&line);
    put("build/a", "");
    expect("a", STATUS_ENVIRONMENT);
    assert_holds("out/a", "right");
    assert_false(is_there("build/a"));
}

/* Lines of a damaged or foreign list: no file outside of the directory is removed, nor that itself.
 */
static void a_list_removes_nothing_outside_of_its_directory(void **state)
{
    (void)state;
    static const char *const paths[] = {"..",         ".",   "../users", "deep/..",
                                        "deep/../..", "./a", "deep/.",   "deep//a",
                                        "deep/",      "",    "/..",      "deep/../../users"};
    const struct strings none = {0};
    struct buf lines = {0};
    char *deep = in_top("build/deep");
    assert_int_equal(path_make_directories(deep), STATUS_OK);
    free(deep);
    put("users", "1");
    put("build/a", "1");
    put("build/deep/a", "1");
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        checksum_print(&lines, paths[i], 1);
    put("build/checksums", lines.data);
    buf_free(&lines);
    char *build = in_top("build");
    assert_int_equal(checksums_verify(build, &none), STATUS_OK);
    free(build);
    assert_holds("users", "1");
    assert_holds("build/a", "1");
    assert_holds("build/deep/a", "1");
}

static void what_is_not_made_any_more_is_removed(void **state)
{
    (void)state;
    struct published published;
    put("build/a", "1");
    put("build/b", "1");
    put("build/c", "1");
    put("out/users", "1");
    expect("a b c", STATUS_OK);
    put("out/c", "changed by the user");
    assert_int_equal(publish_names("a", &published), STATUS_OK);
    assert_int_equal(published.written.count, 0);
    assert_int_equal(published.removed.count, 1);
    assert_string_equal(published.removed.items[0], "b");
    published_free(&published);
    assert_false(is_there("out/b"));
    assert_holds("out/c", "changed by the user");
    assert_holds("out/users", "1");
}

/* The state that a killed process leaves: one file replaced, one added, one not yet changed. */
static void a_publishing_that_was_begun_is_taken_back(void **state)
{
    (void)state;
    put("build/a", "3");
    put("out/a", "2");
    put("out/a.kbuild-old", "1");
    put("out/b", "2");
    put("out/c", "1");
    put("out/c.kbuild-new", "2");
    struct buf journal = {0};
    char line[64];
    for (const char *change = "= a\n+ b\n= c\n"; *change; change += 4) {
        snprintf(line, sizeof line, "%c %016llx %c\n", change[0],
                 (unsigned long long)checksum_of("2", 1), change[2]);
        buf_puts(&journal, line);
    }
    put("out/.kbuild-publishing", journal.data);
    buf_free(&journal);
    expect("a missing", STATUS_INPUT);
    assert_holds("out/a", "1");
    assert_false(is_there("out/b"));
    assert_holds("out/c", "1");
    assert_false(is_there("out/c.kbuild-new"));
    assert_false(is_there("out/.kbuild-publishing"));
}

static void a_publishing_that_was_done_is_completed(void **state)
{
    (void)state;
    put("out/a", "2");
    put("out/a.kbuild-old", "1");
    put("out/.kbuild-published", "= 0000000000000000 a\n");
    expect("missing", STATUS_INPUT);
    assert_holds("out/a", "2");
    assert_false(is_there("out/a.kbuild-old"));
    assert_false(is_there("out/.kbuild-published"));
}

static void recovery_needs_nothing_to_publish(void **state)
{
    (void)state;
    char *output = in_top("out");
    put("out/a", "2");
    put("out/a.kbuild-old", "1");
    put("out/.kbuild-publishing", "= 0000000000000000 a\n");
    assert_int_equal(publish_recover(output), STATUS_OK);
    assert_holds("out/a", "1");
    assert_false(is_there("out/a.kbuild-old"));
    assert_false(is_there("out/.kbuild-publishing"));
    free(output);
}

static void a_list_that_a_kill_left_half_written_is_replaced(void **state)
{
    (void)state;
    put("build/a", "1");
    put("build/published.tmp", "half");
    expect("a", STATUS_OK);
    assert_true(is_there("build/published"));
    assert_false(is_there("build/published.tmp"));
}

/* A journal may name only files of its own directory; other paths are ignored. */
static void a_journal_reaches_no_other_directory(void **state)
{
    (void)state;
    put("victim", "2");
    put("victim.kbuild-old", "1");
    put("out/.kbuild-publishing", "= 0000000000000000 ../victim\n");
    expect("missing", STATUS_INPUT);
    assert_holds("victim", "2");
}

/* Whoever opens a pipe waits for its other end, and here signals wait too. */
static void a_pipe_is_refused_at_once(void **state)
{
    (void)state;
    static const char *const places[] = {"build/a", "build/published", "out/.kbuild-publishing",
                                         "out/.kbuild-published", "out/a"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char *path = in_top(places[i]);
        bool is_output = strcmp(places[i], "out/a") == 0;
        put("build/a", "1");
        unlink(path);
        assert_int_equal(mkfifo(path, 0600), 0);
        alarm(10);
        expect("a", is_output ? STATUS_ENVIRONMENT : STATUS_INPUT);
        alarm(0);
        assert_int_equal(unlink(path), 0);
        free(path);
    }
    put("build/a", "1");
    expect("a", STATUS_OK);
    assert_holds("out/a", "1");
}

static void a_link_stays_and_its_file_is_replaced(void **state)
{
    (void)state;
    char *link = in_top("out/a");
    put("build/a", "new");
    put("linked", "old");
    assert_int_equal(symlink("../linked", link), 0);
    expect("a", STATUS_OK);
    assert_holds("linked", "new");
    struct stat info;
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    free(link);
}

static int make_directories(void **state)
{
    (void)state;
    char *build = in_top("build"), *output = in_top("out");
    int failed = path_make_directories(build) || path_make_directories(output);
    free(output);
    free(build);
    return failed;
}

static int remove_directories(void **state)
{
    (void)state;
    check_remove(top);
    return mkdir(top, 0700);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_directories, remove_directories)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_missing_file_leaves_the_package_as_it_was),
        TEST(a_file_that_changed_since_it_was_made_is_not_published),
        TEST(a_publishing_that_was_begun_is_taken_back),
        TEST(a_publishing_that_was_done_is_completed),
        TEST(recovery_needs_nothing_to_publish),
        TEST(a_list_that_a_kill_left_half_written_is_replaced),
        TEST(a_journal_reaches_no_other_directory),
        TEST(a_list_removes_nothing_outside_of_its_directory),
        TEST(what_is_not_made_any_more_is_removed),
        TEST(a_pipe_is_refused_at_once),
        TEST(a_link_stays_and_its_file_is_replaced),
    };
    top = check_directory();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    check_remove(top);
    return failed;
}
