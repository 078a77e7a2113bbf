#include "check.h"

#include "util/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

static char *top;

static char *in_top(const char *name)
{
    return path_join(top, name);
}

static void assert_holds(const char *path, const char *text)
{
    struct buf buf = {0};
    assert_int_equal(file_read(path, &buf), STATUS_OK);
    assert_string_equal(buf.data, text);
    buf_free(&buf);
}

static void assert_owned(char *actual, const char *wanted)
{
    assert_string_equal(actual, wanted);
    free(actual);
}

static void paths_are_taken_apart_and_put_together(void **state)
{
    (void)state;
    assert_owned(path_join("a", "b"), "a/b");
    assert_owned(path_join("a/", "b"), "a/b");
    assert_owned(path_join("a", "/b"), "/b");
    assert_owned(path_join(".", "b"), "b");
    assert_owned(path_join("", "b"), "b");
    assert_owned(path_directory("a/b/c"), "a/b");
    assert_owned(path_directory("c"), ".");
    assert_owned(path_directory("/c"), "/");
    assert_string_equal(path_name("a/b.cu"), "b.cu");
    assert_string_equal(path_extension("a.b/c.tar.gz"), ".gz");
    assert_string_equal(path_extension("a.b/c"), "");
    assert_string_equal(path_extension(".hidden"), "");
}

static void an_absolute_path_has_no_dots(void **state)
{
    (void)state;
    assert_owned(path_absolute("/a/./b//c/../d/"), "/a/b/d");
    assert_owned(path_absolute("/../.."), "/");
    assert_owned(path_absolute("/a/.."), "/");
    assert_owned(path_absolute("/a b/ü$"), "/a b/ü$");
    char *here = getcwd(NULL, 0), *wanted = path_join(here, "x");
    assert_owned(path_absolute("./x"), wanted);
    free(wanted);
    free(here);
}

static void a_relative_path_leads_from_one_to_the_other(void **state)
{
    (void)state;
    static const char *const paths[] = {"/", "/a", "/a/b", "/a/bc", "/a/b/c", "/x/y/z", "/ab"};
    size_t count = sizeof paths / sizeof *paths;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            char *relative = path_relative(paths[i], paths[j]);
            assert_int_not_equal(relative[0], '/');
            char *joined = mem_format("%s/%s", paths[j], relative);
            assert_owned(path_absolute(joined), paths[i]);
            free(joined);
            free(relative);
        }
    assert_owned(path_relative("/a/b", "/a"), "b");
    assert_owned(path_relative("/a", "/a/b/c"), "../..");
    assert_owned(path_relative("/a", "/a"), ".");
}

static void an_unchanged_file_keeps_its_time(void **state)
{
    (void)state;
    char *path = in_top("kept");
    assert_int_equal(file_update(path, "one", 3), STATUS_OK);
    struct utimbuf old = {1000, 1000};
    struct stat info;
    assert_int_equal(utime(path, &old), 0);
    assert_int_equal(file_update(path, "one", 3), STATUS_OK);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mtime, 1000);
    assert_int_equal(file_update(path, "two", 3), STATUS_OK);
    assert_int_equal(stat(path, &info), 0);
    assert_int_not_equal(info.st_mtime, 1000);
    assert_holds(path, "two");
    free(path);
}

static void a_write_that_fails_leaves_the_old_file_and_nothing_else(void **state)
{
    (void)state;
    char *path = in_top("limited"), *temporary = file_temporary_name(path);
    assert_int_equal(file_write(path, "old", 3), STATUS_OK);
    struct rlimit limit, small = {.rlim_cur = 100};
    getrlimit(RLIMIT_FSIZE, &limit);
    small.rlim_max = limit.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    char large[1000] = {0};
    assert_int_equal(file_write(path, large, sizeof large), STATUS_ENVIRONMENT);
    setrlimit(RLIMIT_FSIZE, &limit);
    assert_holds(path, "old");
    assert_false(path_exists(temporary));
    free(temporary);
    free(path);
}

static bool was_touched(const char *path)
{
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    return info.st_mtime != 1000;
}

static void make_draft(const char *path, const char *data, size_t size, size_t piece,
                       struct file_draft *out)
{
    assert_int_equal(file_draft_begin(path, out), STATUS_OK);
    for (size_t i = 0; i < size; i += piece)
        assert_int_equal(file_draft_append(out, data + i, size - i < piece ? size - i : piece),
                         STATUS_OK);
    assert_int_equal(file_draft_complete(out), STATUS_OK);
}

static void put_old(const char *path, const char *old, size_t size)
{
    assert_int_equal(file_write(path, old, size), STATUS_OK);
    assert_int_equal(utime(path, &(struct utimbuf){1000, 1000}), 0);
}

/* |path| holds |old|, of long ago, and is updated with |data|, whole and in pieces. Whether it was
 * touched. */
static bool update_old(const char *path, const char *old, size_t old_size, const char *data,
                       size_t size)
{
    put_old(path, old, old_size);
    assert_int_equal(file_update(path, data, size), STATUS_OK);
    assert_true(file_holds(path, data, size));
    bool touched = was_touched(path);
    const size_t pieces[] = {1000, 65536, 70001, 200000};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct file_draft draft;
        put_old(path, old, old_size);
        make_draft(path, data, size, pieces[i], &draft);
        assert_int_equal(file_draft_keep(&draft), STATUS_OK);
        file_draft_free(&draft);
        assert_true(file_holds(path, data, size));
        assert_int_equal(was_touched(path), touched);
    }
    return touched;
}

static void a_difference_anywhere_is_written(void **state)
{
    enum { SIZE = 200000 };
    (void)state;
    char *path = in_top("differs"), *data = malloc(SIZE), *old = malloc(SIZE);
    for (size_t i = 0; i < SIZE; i++)
        old[i] = data[i] = (char)(i * 7 + i / 251);
    assert_false(update_old(path, old, SIZE, data, SIZE));
    const size_t places[] = {0, 1, 999, 65535, 65536, 65537, 131072, SIZE - 1};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        old[places[i]] ^= 1;
        assert_true(update_old(path, old, SIZE, data, SIZE));
        old[places[i]] ^= 1;
    }
    const size_t lengths[] = {0, 1, 65536, SIZE / 2, SIZE - 1};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        assert_true(update_old(path, old, lengths[i], data, SIZE));
        assert_true(update_old(path, old, SIZE, data, lengths[i]));
    }
    free(old);
    free(data);
    free(path);
}

static void a_draft_that_is_not_kept_changes_nothing(void **state)
{
    (void)state;
    char *path = in_top("draft");
    struct file_draft draft;
    assert_int_equal(file_write(path, "old", 3), STATUS_OK);
    make_draft(path, "new", 3, 1, &draft);
    char *temporary = mem_dup(draft.temporary);
    char *unnamed = mem_format("/proc/self/fd/%d", draft.fd);
    assert_holds(draft.is_unnamed ? unnamed : temporary, "new");
    free(unnamed);
    file_draft_free(&draft);
    assert_false(path_exists(temporary));
    assert_holds(path, "old");
    free(temporary);

    make_draft(path, "new", 3, 2, &draft);
    temporary = mem_dup(draft.temporary);
    assert_int_equal(file_draft_keep(&draft), STATUS_OK);
    file_draft_free(&draft);
    assert_false(path_exists(temporary));
    assert_holds(path, "new");
    free(temporary);
    free(path);
}

/* Another user could guess the temporary name and put a link there. */
static void temporary_names_cannot_be_foreseen(void **state)
{
    enum { COUNT = 64 };
    char *names[COUNT];
    (void)state;
    for (int i = 0; i < COUNT; i++) {
        names[i] = file_temporary_name("/a/b");
        assert_int_equal(strncmp(names[i], "/a/b.", 5), 0);
        assert_string_equal(path_extension(names[i]), ".tmp");
        for (int j = 0; j < i; j++)
            assert_string_not_equal(names[i], names[j]);
    }
    for (int i = 0; i < COUNT; i++)
        free(names[i]);
}

static void what_cannot_be_read_or_written_says_so(void **state)
{
    (void)state;
    char *missing = in_top("no/such/file"), *file = in_top("file"), *below = in_top("file/below");
    struct buf buf = {0};
    assert_int_equal(file_read(missing, &buf), STATUS_INPUT);
    assert_int_equal(buf.size, 0);
    assert_int_equal(file_write(missing, "x", 1), STATUS_ENVIRONMENT);
    assert_int_equal(file_write(file, "x", 1), STATUS_OK);
    assert_int_equal(path_make_directories(below), STATUS_ENVIRONMENT);
    assert_int_equal(path_make_directories(file), STATUS_ENVIRONMENT);
    assert_int_equal(path_make_directories(""), STATUS_USAGE);
    assert_int_equal(path_make_directories("/"), STATUS_OK);
    buf_free(&buf);
    free(below);
    free(file);
    free(missing);
}

static void settling_keeps_an_equal_file(void **state)
{
    (void)state;
    char *path = in_top("settled"), *temporary = in_top("settled.tmp");
    struct utimbuf old = {1000, 1000};
    struct stat info;
    assert_int_equal(file_write(path, "same", 4), STATUS_OK);
    utime(path, &old);
    assert_int_equal(file_write(temporary, "same", 4), STATUS_OK);
    assert_int_equal(file_settle(temporary, path), STATUS_OK);
    stat(path, &info);
    assert_int_equal(info.st_mtime, 1000);
    assert_false(path_exists(temporary));
    assert_int_equal(file_write(temporary, "other", 5), STATUS_OK);
    assert_int_equal(file_settle(temporary, path), STATUS_OK);
    assert_holds(path, "other");
    assert_false(path_exists(temporary));
    free(temporary);
    free(path);
}

/* Whatever it was about to write. */
static void a_killed_process_leaves_no_file(void **state)
{
    (void)state;
    struct strings names = {0};
    char *directory = path_join(top, "killed"), *path = path_join(directory, "file");
    assert_int_equal(path_make_directories(directory), STATUS_OK);
    int probe = open(directory, O_TMPFILE | O_WRONLY, 0600);
    if (probe < 0)
        skip(); /* this file system has no files without a name */
    close(probe);
    pid_t child = fork();
    if (child == 0) {
        struct file_draft draft;
        if (file_draft_begin(path, &draft) || file_draft_append(&draft, "text", 4) ||
            file_draft_complete(&draft))
            _exit(1);
        raise(SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_true(path_list(directory, &names));
    assert_int_equal(names.count, 0);
    strings_free(&names);
    free(path);
    free(directory);
}

/* A rename by root would replace /dev/null with a file. */
static void a_pipe_is_written_to_and_stays(void **state)
{
    (void)state;
    char *path = path_join(top, "pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    int fd = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(fd >= 0);
    assert_int_equal(file_write(path, "text", 4), STATUS_OK);
    assert_int_equal(file_update(path, "more", 4), STATUS_OK);
    char read_back[16];
    assert_int_equal(read(fd, read_back, sizeof read_back), 8);
    assert_memory_equal(read_back, "textmore", 8);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_true(S_ISFIFO(info.st_mode));
    close(fd);
    unlink(path);
    free(path);
}

static void assert_is_link(const char *path)
{
    struct stat info;
    assert_int_equal(lstat(path, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
}

static void a_link_stays_and_what_it_leads_to_is_replaced(void **state)
{
    (void)state;
    char *real = in_top("linked"), *file = in_top("linked/file"), *link = in_top("link");
    char *chain = in_top("chain"), *temporary = in_top("link.tmp"), *new = in_top("linked/new");
    assert_int_equal(path_make_directories(real), STATUS_OK);
    assert_int_equal(file_write(file, "old", 3), STATUS_OK);
    assert_int_equal(symlink("linked/file", link), 0);
    assert_int_equal(symlink(link, chain), 0);
    assert_int_equal(file_write(link, "one", 3), STATUS_OK);
    assert_holds(file, "one");
    assert_int_equal(file_update(chain, "two", 3), STATUS_OK);
    assert_holds(file, "two");
    assert_int_equal(file_write(temporary, "three", 5), STATUS_OK);
    assert_int_equal(file_settle(temporary, chain), STATUS_OK);
    assert_holds(file, "three");
    assert_false(path_exists(temporary));

    assert_is_link(link);
    assert_is_link(chain);

    /* The target of a link may be missing; the write must create it and not replace the link. */
    unlink(link);
    assert_int_equal(symlink("linked/new", link), 0);
    assert_int_equal(file_write(link, "new", 3), STATUS_OK);
    assert_holds(new, "new");
    unlink(link);
    assert_int_equal(symlink("link", link), 0);
    assert_int_equal(file_write(link, "x", 1), STATUS_ENVIRONMENT);
    assert_is_link(link);
    char *const all[] = {real, file, link, chain, temporary, new};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

/* /dev/stdout is a link: stat() sees the file that the shell redirected to, and a rename would
 * replace the link. */
static void an_open_file_is_written_where_it_stands(void **state)
{
    (void)state;
    char *file = in_top("redirected"), *link = in_top("descriptor");
    int fd = open(file, O_RDWR | O_CREAT, 0600);
    char *target = mem_format("/proc/self/fd/%d", fd);
    assert_int_equal(symlink(target, link), 0);
    assert_int_equal(write(fd, "before ", 7), 7);
    assert_int_equal(file_write(link, "one ", 4), STATUS_OK);
    assert_int_equal(file_update(target, "two", 3), STATUS_OK);
    assert_is_link(link);
    assert_holds(file, "before one two");
    close(fd);
    unlink(link);
    free(target);
    free(link);
    free(file);
}

int main(void)
{
    top = check_directory();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_write_that_fails_leaves_the_old_file_and_nothing_else),
        cmocka_unit_test(temporary_names_cannot_be_foreseen),
        cmocka_unit_test(what_cannot_be_read_or_written_says_so),
        cmocka_unit_test(paths_are_taken_apart_and_put_together),
        cmocka_unit_test(an_absolute_path_has_no_dots),
        cmocka_unit_test(a_relative_path_leads_from_one_to_the_other),
        cmocka_unit_test(an_unchanged_file_keeps_its_time),
        cmocka_unit_test(a_difference_anywhere_is_written),
        cmocka_unit_test(a_draft_that_is_not_kept_changes_nothing),
        cmocka_unit_test(settling_keeps_an_equal_file),
        cmocka_unit_test(a_killed_process_leaves_no_file),
        cmocka_unit_test(a_pipe_is_written_to_and_stays),
        cmocka_unit_test(a_link_stays_and_what_it_leads_to_is_replaced),
        cmocka_unit_test(an_open_file_is_written_where_it_stands),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    check_remove(top);
    return failed;
}
