#include "check.h"

#include "util/process.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

static void output_is_captured_whole_and_apart(void **state)
{
    (void)state;
    /* More bytes than a pipe holds, to both streams at once. */
    char *argv[] = {"sh", "-c",
                    "i=0; while [ $i -lt 3000 ]; do echo out-line-$i; "
                    "echo err-line-$i >&2; i=$((i+1)); done; exit 7",
                    NULL};
    struct process_result result;
    assert_false(process_run(argv, NULL, PROCESS_CAPTURE_OUT | PROCESS_CAPTURE_ERR, &result));
    assert_int_equal(result.exit_code, 7);
    assert_int_equal(result.signal, 0);
    assert_non_null(strstr(result.out.data, "out-line-2999\n"));
    assert_null(strstr(result.out.data, "err-line"));
    assert_non_null(strstr(result.err.data, "err-line-2999\n"));
    process_result_free(&result);
}

static void what_ended_a_program_is_told_apart(void **state)
{
    (void)state;
    struct process_result result;
    char *killed[] = {"sh", "-c", "kill -SEGV $$", NULL};
    assert_false(process_run(killed, NULL, PROCESS_CAPTURE_ERR, &result));
    assert_int_equal(result.signal, SIGSEGV);
    assert_int_equal(result.exit_code, -1);
    process_result_free(&result);
    char *missing[] = {"/no/such/program", NULL};
    assert_false(process_run(missing, NULL, 0, &result));
    assert_int_not_equal(result.error, 0);
    process_result_free(&result);
}

static char *fixed_output(char *const argv[])
{
    struct process_result result;
    assert_true(process_run(argv, NULL, PROCESS_CAPTURE_OUT | PROCESS_FIXED, &result));
    char *text = mem_dup(result.out.data);
    process_result_free(&result);
    return text;
}

static void a_fixed_program_has_the_same_addresses_each_time(void **state)
{
    (void)state;
    if (!process_fixes_addresses())
        skip();
    char *argv[] = {"cat", "/proc/self/maps", NULL};
    char *first = fixed_output(argv);
    for (int i = 0; i < 3; i++) {
        char *again = fixed_output(argv);
        assert_string_equal(again, first);
        free(again);
    }
    free(first);
}

static void a_fixed_program_sees_a_short_environment(void **state)
{
    (void)state;
    setenv("CPATH", "/somewhere", 1);
    setenv("LANG", "de_DE.UTF-8", 1);
    setenv("LC_MESSAGES", "de_DE.UTF-8", 1);
    setenv("CCC_OVERRIDE_OPTIONS", "+-O0", 1);
    setenv("CCACHE_DIR", "/cache", 1);
    char *argv[] = {"env", NULL};
    char *text = fixed_output(argv);
    assert_null(strstr(text, "CPATH="));
    assert_null(strstr(text, "de_DE"));
    assert_null(strstr(text, "CCC_OVERRIDE_OPTIONS="));
    assert_non_null(strstr(text, "LC_ALL=C\n"));
    assert_non_null(
        strstr(text, "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.tcache_count=2000\n"));
    assert_non_null(strstr(text, "CCACHE_DIR=/cache\n"));
    assert_non_null(strstr(text, "PATH="));
    free(text);
}

static void an_end_that_is_not_learnt_is_no_success(void **state)
{
    (void)state;
    signal(SIGCHLD, SIG_IGN); /* the kernel reaps children, so wait() fails */
    char *argv[] = {"true", NULL};
    struct process_result result;
    assert_false(process_run(argv, NULL, 0, &result));
    signal(SIGCHLD, SIG_DFL);
    assert_int_equal(result.error, ECHILD);
    process_result_free(&result);
}

static void what_a_program_leaves_running_is_not_waited_for(void **state)
{
    (void)state;
    char *argv[] = {"sh", "-c", "sleep 20 & echo $!", NULL};
    struct process_result result;
    assert_true(process_run(argv, NULL, PROCESS_CAPTURE_OUT, &result));
    int left = atoi(result.out.data);
    assert_true(left > 0);
    assert_int_equal(kill(left, SIGKILL), 0); /* it is still running */
    process_result_free(&result);
}

static void the_environment_is_added_to_ours(void **state)
{
    (void)state;
    setenv("KBUILD_TEST_A", "ours", 1);
    setenv("KBUILD_TEST_AB", "kept", 1);
    struct strings extra = {0};
    strings_add(&extra, "KBUILD_TEST_A=theirs");
    char *argv[] = {"sh", "-c", "echo $KBUILD_TEST_A $KBUILD_TEST_AB; cat", NULL};
    struct process_result result;
    assert_true(process_run(argv, &extra, PROCESS_CAPTURE_OUT | PROCESS_QUIET_IN, &result));
    assert_string_equal(result.out.data, "theirs kept\n");
    process_result_free(&result);
    strings_free(&extra);
}

static void programs_are_found_in_path(void **state)
{
    (void)state;
    char *sh = process_find("sh");
    assert_non_null(sh);
    char *again = process_find(sh);
    assert_string_equal(sh, again);
    assert_null(process_find("/etc/passwd"));
    assert_null(process_find("no-such-program-anywhere"));
    free(again);
    free(sh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_ended_a_program_is_told_apart),
        cmocka_unit_test(output_is_captured_whole_and_apart),
        cmocka_unit_test(a_fixed_program_has_the_same_addresses_each_time),
        cmocka_unit_test(a_fixed_program_sees_a_short_environment),
        cmocka_unit_test(an_end_that_is_not_learnt_is_no_success),
        cmocka_unit_test(what_a_program_leaves_running_is_not_waited_for),
        cmocka_unit_test(the_environment_is_added_to_ours),
        cmocka_unit_test(programs_are_found_in_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
