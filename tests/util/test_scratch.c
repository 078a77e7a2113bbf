/* A temporary directory is gone when its process has ended, in whatever way. */
#include "check.h"

#include "util/file.h"
#include "util/scratch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

static char *top;

/* Waits until the test's directory has no entry; the keeper removes the last one. */
static void assert_emptied(void)
{
    size_t count = 1;
    for (int i = 0; i < 1000 && count; i++) {
        struct strings names = {0};
        assert_true(path_list(top, &names));
        count = names.count;
        strings_free(&names);
        usleep(10000);
    }
    assert_int_equal(count, 0);
}

static char *make_with_a_file(struct scratch *scratch)
{
    char *place = path_join(top, "scratch"), *file = NULL;
    if (scratch_make(place, scratch) == STATUS_OK)
        file = path_join(scratch->path, "below/file");
    free(place);
    return file && file_update_deep(file, "text", 4) == STATUS_OK ? file : NULL;
}

static void a_directory_is_private_and_is_gone_at_once_when_it_is_removed(void **state)
{
    (void)state;
    struct scratch scratch;
    struct stat info;
    char *file = make_with_a_file(&scratch);
    assert_non_null(file);
    assert_int_equal(stat(scratch.path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    char *path = mem_dup(scratch.path);
    scratch_remove(&scratch);
    assert_false(path_is_there(path));
    scratch_remove(&scratch);
    free(path);
    free(file);
}

static void a_directory_is_gone_when_its_process_is_killed(void **state)
{
    (void)state;
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGKILL, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        int status;
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            struct scratch scratch;
            setpgid(0, 0);
            signal(signals[i], SIG_DFL);
            if (!make_with_a_file(&scratch))
                _exit(1);
            kill(0, signals[i]); /* all that a terminal would reach */
            _exit(2);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_emptied();
    }
}

/* The machine stopped: there was no keeper. */
static void what_dead_processes_left_is_removed_by_the_next(void **state)
{
    (void)state;
    static const struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    static const char *const names[] = {"scratch.0123abcd.tmp", "scratch.0123abcd.tmpx",
                                        "others.0123abcd.tmp"};
    struct scratch live, next;
    char *file = make_with_a_file(&live);
    assert_non_null(file);
    assert_int_equal(utimensat(AT_FDCWD, live.path, old, 0), 0);
    for (size_t i = 0; i < 3; i++) {
        char *path = path_join(top, names[i]);
        assert_int_equal(mkdir(path, 0700), 0);
        assert_int_equal(utimensat(AT_FDCWD, path, old, 0), 0);
        free(path);
    }
    free(make_with_a_file(&next));
    for (size_t i = 0; i < 3; i++) {
        char *path = path_join(top, names[i]);
        assert_int_equal(path_is_there(path), i > 0);
        rmdir(path);
        free(path);
    }
    assert_true(path_exists(file)); /* its process lives */
    scratch_remove(&next);
    scratch_remove(&live);
    free(file);
}

/* Its owner could make links of its names while they are removed, and so have other files removed.
 */
static void a_directory_of_another_user_stays(void **state)
{
    (void)state;
    static const struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    struct scratch next;
    char *path = path_join(top, "scratch.0123abcd.tmp");
    if (geteuid() != 0)
        skip();
    assert_int_equal(mkdir(path, 0755), 0);
    assert_int_equal(chown(path, 65534, 65534), 0);
    assert_int_equal(utimensat(AT_FDCWD, path, old, 0), 0);
    free(make_with_a_file(&next));
    assert_true(path_is_there(path));
    scratch_remove(&next);
    rmdir(path);
    free(path);
}

/* A keeper that held standard output would let "kbuild | reader" wait for it. */
static void a_keeper_holds_no_descriptor(void **state)
{
    (void)state;
    int ends[2];
    char byte;
    struct scratch scratch;
    assert_int_equal(pipe(ends), 0);
    char *file = make_with_a_file(&scratch);
    assert_non_null(file);
    close(ends[1]);
    alarm(10);
    assert_int_equal(read(ends[0], &byte, 1), 0);
    alarm(0);
    close(ends[0]);
    scratch_remove(&scratch);
    free(file);
}

static void a_place_that_is_not_there_is_named(void **state)
{
    (void)state;
    struct scratch scratch;
    assert_int_equal(scratch_make("/no-such/place", &scratch), STATUS_ENVIRONMENT);
    scratch_remove(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_directory_is_private_and_is_gone_at_once_when_it_is_removed),
        cmocka_unit_test(a_directory_is_gone_when_its_process_is_killed),
        cmocka_unit_test(what_dead_processes_left_is_removed_by_the_next),
        cmocka_unit_test(a_directory_of_another_user_stays),
        cmocka_unit_test(a_keeper_holds_no_descriptor),
        cmocka_unit_test(a_place_that_is_not_there_is_named),
    };
    top = check_directory();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    check_remove(top);
    return failed;
}
