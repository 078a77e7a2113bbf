/* A file in pieces has the right bytes, whatever was there before. It is not touched when they are
 * the same. */
#include "emit/embed_output.h"

#include "util/buf.h"
#include "util/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIZE = 200000 };

static char directory[] = "/tmp/embed-output-XXXXXX";
static const struct timespec long_ago = {1000000000, 0};

static void put_old(const void *data, size_t size)
{
    assert_int_equal(file_write("out", data, size), STATUS_OK);
    const struct timespec times[2] = {long_ago, long_ago};
    assert_int_equal(utimensat(AT_FDCWD, "out", times, 0), 0);
}

static bool was_touched(void)
{
    struct stat info;
    assert_int_equal(stat("out", &info), 0);
    return info.st_mtim.tv_sec != long_ago.tv_sec;
}

static void write_pieces(const char *data, size_t size, size_t piece)
{
    struct embed_output output;
    assert_int_equal(embed_output_open(&output, "out"), STATUS_OK);
    for (size_t i = 0; i < size; i += piece)
        assert_int_equal(
            embed_output_append(&output, data + i, size - i < piece ? size - i : piece), STATUS_OK);
    assert_int_equal(embed_output_complete(&output), STATUS_OK);
    assert_int_equal(embed_output_commit(&output), STATUS_OK);
    embed_output_discard(&output);
    char *temporary = file_temporary_name("out");
    assert_false(path_exists(temporary));
    free(temporary);
}

static void check_holds(const char *data, size_t size)
{
    struct buf read = {0};
    assert_int_equal(file_read("out", &read), STATUS_OK);
    assert_int_equal(read.size, size);
    assert_memory_equal(read.data, data, size);
    buf_free(&read);
}

static char *make_data(void)
{
    char *data = malloc(SIZE);
    for (size_t i = 0; i < SIZE; i++)
        data[i] = (char)(i * 7 + i / 251);
    return data;
}

static const size_t pieces[] = {1000, 65536, 70001, SIZE};
enum { PIECES = sizeof pieces / sizeof *pieces };

static void fresh_file_holds_the_pieces(void **state)
{
    (void)state;
    char *data = make_data();
    for (size_t i = 0; i < PIECES; i++) {
        unlink("out");
        write_pieces(data, SIZE, pieces[i]);
        check_holds(data, SIZE);
    }
    unlink("out");
    write_pieces(data, 0, 1);
    check_holds(data, 0);
    free(data);
}

static void same_bytes_leave_it_untouched(void **state)
{
    (void)state;
    char *data = make_data();
    for (size_t i = 0; i < PIECES; i++) {
        put_old(data, SIZE);
        write_pieces(data, SIZE, pieces[i]);
        assert_false(was_touched());
        check_holds(data, SIZE);
    }
    free(data);
}

static void a_difference_anywhere_is_written(void **state)
{
    (void)state;
    char *data = make_data();
    const size_t places[] = {0, 1, 999, 1000, 65535, 65536, 65537, 131072, SIZE - 1};
    for (size_t i = 0; i < PIECES; i++)
        for (size_t j = 0; j < sizeof places / sizeof *places; j++) {
            data[places[j]] ^= 1;
            put_old(data, SIZE);
            data[places[j]] ^= 1;
            write_pieces(data, SIZE, pieces[i]);
            assert_true(was_touched());
            check_holds(data, SIZE);
        }
    free(data);
}

static void another_length_is_written(void **state)
{
    (void)state;
    char *data = make_data();
    const size_t lengths[] = {0, 1, 65536, SIZE / 2, SIZE - 1};
    for (size_t i = 0; i < PIECES; i++)
        for (size_t j = 0; j < sizeof lengths / sizeof *lengths; j++) {
            put_old(data, SIZE);
            write_pieces(data, lengths[j], pieces[i]);
            assert_true(was_touched());
            check_holds(data, lengths[j]);
            put_old(data, lengths[j]);
            write_pieces(data, SIZE, pieces[i]);
            assert_true(was_touched());
            check_holds(data, SIZE);
        }
    free(data);
}

static void discarded_pieces_change_nothing(void **state)
{
    (void)state;
    char *data = make_data();
    for (size_t done = 0; done <= 3; done++) {
        put_old("old", 3);
        struct embed_output output;
        assert_int_equal(embed_output_open(&output, "out"), STATUS_OK);
        for (size_t i = 0; i < done; i++)
            assert_int_equal(embed_output_append(&output, data, SIZE), STATUS_OK);
        if (done == 3)
            assert_int_equal(embed_output_complete(&output), STATUS_OK);
        embed_output_discard(&output);
        assert_false(was_touched());
        check_holds("old", 3);
        char *temporary = file_temporary_name("out");
        assert_false(path_exists(temporary));
        free(temporary);
    }
    free(data);
}

static void unwritable_place_is_the_environments_fault(void **state)
{
    (void)state;
    struct embed_output output;
    assert_int_equal(embed_output_open(&output, "no/such/directory/out"), STATUS_ENVIRONMENT);
    embed_output_discard(&output);
}

static int enter(void **state)
{
    (void)state;
    return mkdtemp(directory) && chdir(directory) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    (void)state;
    unlink("out");
    return chdir("/") == 0 && rmdir(directory) == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fresh_file_holds_the_pieces),
        cmocka_unit_test(same_bytes_leave_it_untouched),
        cmocka_unit_test(a_difference_anywhere_is_written),
        cmocka_unit_test(another_length_is_written),
        cmocka_unit_test(discarded_pieces_change_nothing),
        cmocka_unit_test(unwritable_place_is_the_environments_fault),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
