/* Files of recordings while they are written: whole at every moment, within their limit, with the
 * last launches. */
#include "made.h"

#include "hash.h"
#include "mapped_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* A process that is killed between two launches, or while it writes one, leaves a whole file. */
static void the_file_is_whole_at_every_moment(void **state)
{
    (void)state;
    uint64_t first;
    uint8_t piece[1000] = {1};
    struct record_writer *writer = made_writer("moment", UINT64_MAX, 0);
    assert_int_equal(made_check(record_path(writer), false, &first), 0);
    assert_true(made_put(writer, 1, 0));
    assert_int_equal(made_check(record_path(writer), false, &first), 1);
    assert_true(record_put_piece(writer, (struct span){piece, sizeof piece}));
    assert_int_equal(made_check(record_path(writer), false, &first), 1);
    record_take_back(writer);
    assert_true(made_put(writer, 2, 3));
    assert_int_equal(made_check(record_path(writer), false, &first), 2);
    char path[64];
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 2, 0);
    assert_int_equal(made_check(path, true, &first), 2);
}

/* A code object that only the launch before the last one needs: the writer says that it is not
 * there any more, and does not drop what it said is there. */
static void what_a_new_launch_needs_is_not_dropped(void **state)
{
    (void)state;
    uint64_t first, code[2] = {0};
    char path[64], name[] = "kernel";
    struct record_writer *writer = made_writer("needs", UINT64_MAX, 1);
    snprintf(path, sizeof path, "%s", record_path(writer));
    for (unsigned i = 1; i <= 9; i++) {
        struct record_launch launch = {.number = i, .grid = {1, 1, 1}, .kernel = name};
        uint8_t bytes[SMALL] = {(uint8_t)(i % 2)}, piece[SMALL] = {(uint8_t)i};
        if (!record_has(writer, RECORD_CODE, code[i % 2]))
            code[i % 2] = record_put_code(writer, (struct span){bytes, sizeof bytes});
        assert_int_not_equal(record_put_piece(writer, (struct span){piece, sizeof piece}), 0);
        launch.code = code[i % 2];
        assert_true(record_put_launch(writer, &launch));
        assert_true(made_check(path, false, &first) >= 1);
    }
    record_finish(writer, 9, 0);
    assert_int_equal(made_check(path, true, &first), 1);
    assert_int_equal(first, 9);
}

static void the_limit_holds(void **state)
{
    (void)state;
    uint64_t first;
    struct stat size;
    char path[64];
    struct record_writer *writer = made_writer("limit", 5 << 19, 0);
    unsigned kept = 0;
    while (made_put(writer, kept + 1, (uint8_t)(kept * 7)) && kept < 100)
        kept++;
    assert_in_range(kept, 1, 99);
    assert_false(record_is_broken(writer));
    assert_false(record_make_room(writer)); /* all launches are to be kept */
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, kept + 1, 1);
    assert_int_equal(made_check(path, true, &first), kept);
    assert_int_equal(stat(path, &size), 0);
    assert_in_range(size.st_size, 1, (5 << 19) + 200);
}

static void the_last_launches_are_kept(void **state)
{
    (void)state;
    uint64_t first;
    char path[64];
    struct record_writer *writer = made_writer("last", 5 << 20, 2);
    for (unsigned i = 1; i <= 20; i++) {
        bool is_there = made_put(writer, i, (uint8_t)(i * 7));
        if (!is_there) {
            assert_true(record_make_room(writer));
            assert_true(made_put(writer, i, (uint8_t)(i * 7)));
        }
        assert_true(made_check(record_path(writer), false, &first) >= (i < 2 ? i : 1));
    }
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 20, 0);
    assert_int_equal(made_check(path, true, &first), 2);
    assert_int_equal(first, 19);
}

/* Compression takes longer than all else, and most launches are dropped. */
static void what_may_be_dropped_is_not_compressed_before_the_end(void **state)
{
    (void)state;
    uint64_t first;
    struct stat size;
    char path[64];
    made_mask = 1;
    struct record_writer *writer = made_writer("plain", 5 << 20, 1);
    assert_true(made_put(writer, 1, 1));
    assert_int_equal(stat(record_path(writer), &size), 0);
    assert_in_range(size.st_size, RECORD_PIECE, 2 * RECORD_PIECE);
    assert_int_equal(made_check(record_path(writer), false, &first), 1);
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 1, 0);
    assert_int_equal(made_check(path, true, &first), 1);
    assert_int_equal(stat(path, &size), 0);
    assert_in_range(size.st_size, 1, RECORD_PIECE / 2);

    /* A launch that fits only if it is compressed. */
    writer = made_writer("tight", RECORD_PIECE, 1);
    assert_false(made_put(writer, 1, 1));
    assert_true(record_make_room(writer));
    assert_true(made_put(writer, 1, 1));
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 1, 0);
    assert_int_equal(made_check(path, true, &first), 1);

    /* Launches of which all fit if they are compressed. */
    writer = made_writer("several", 3 * RECORD_PIECE, 4);
    for (unsigned i = 1; i <= 4; i++)
        while (!made_put(writer, i, (uint8_t)i))
            assert_true(record_make_room(writer));
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 4, 0);
    assert_int_equal(made_check(path, true, &first), 4);
    made_mask = 0xff;
}

static void a_file_in_use_is_not_replaced(void **state)
{
    (void)state;
    uint64_t first;
    char path[64], expected[96];
    struct record_writer *writer = made_writer("used", UINT64_MAX, 0);
    struct record_writer *other = made_writer("used", UINT64_MAX, 0);
    snprintf(expected, sizeof expected, "%s.%d", record_path(writer), (int)getpid());
    assert_string_equal(record_path(other), expected);
    assert_true(made_put(writer, 1, 0));
    record_finish(other, 0, 0);
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 1, 0);
    assert_int_equal(made_check(path, true, &first), 1);
    struct record_writer *third =
        made_writer("used", UINT64_MAX, 0); /* nobody writes it any more */
    assert_string_equal(record_path(third), path);
    record_finish(third, 0, 0);
    struct record_settings settings = {made_path("missing/file"), UINT64_MAX, 0, true};
    struct codeobj_error error;
    assert_null(record_create(&settings, &error));
    assert_int_equal(error.status, CODEOBJ_IO);
}

/* ---- Files of killed programs -----------------------------------------------------------------
 */

/* A process writes six launches, with the contents of memory after the last but one, and is killed.
 */
static void write_and_die(const char *path, uint64_t last)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct record_writer *writer = made_writer(path, UINT64_MAX, last);
        for (unsigned i = 1; i <= 6; i++)
            if (!made_put(writer, i, (uint8_t)i) ||
                (i == 5 && !made_put_after(writer, i, (uint8_t)(100 + i))))
                raise(SIGABRT);
        raise(SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static size_t size_of(const char *path)
{
    struct stat size;
    assert_int_equal(stat(path, &size), 0);
    return (size_t)size.st_size;
}

/* Whether the file has an end. */
static bool has_end(const char *path)
{
    struct mapped_file file;
    struct record record;
    assert_int_equal(mapped_file_open(path, &file, NULL), CODEOBJ_OK);
    assert_int_equal(record_open(file.bytes, &record, NULL), CODEOBJ_OK);
    bool is_there = record_find(&record, RECORD_END, 0) != NULL;
    record_close(&record);
    mapped_file_close(&file);
    return is_there;
}

static void the_file_of_a_killed_program_is_completed(void **state)
{
    (void)state;
    uint64_t first;
    char path[64];
    made_mask = 1;
    for (uint64_t last = 0; last < 4; last++) {
        snprintf(path, sizeof path, "%s", made_path("killed"));
        write_and_die("killed", last);
        assert_false(has_end(path));
        size_t before = size_of(path);
        assert_int_equal(record_complete(path, last, NULL), CODEOBJ_OK);
        assert_true(has_end(path));
        assert_int_equal(made_check(path, false, &first), last ? last : 6);
        assert_int_equal(first, last ? 7 - last : 1);
        if (last) /* contents are compressed, and those of dropped launches are gone */
            assert_in_range(size_of(path), 1, before / 4);
        before = size_of(path);
        assert_int_equal(record_complete(path, 1, NULL), CODEOBJ_OK); /* it has an end */
        assert_int_equal(size_of(path), before);
    }
    made_mask = 0xff;
}

static void other_files_are_not_completed(void **state)
{
    (void)state;
    uint64_t first;
    char path[64], link[64];
    struct codeobj_error error;
    struct record_writer *writer = made_writer("busy", UINT64_MAX, 1);
    snprintf(path, sizeof path, "%s", record_path(writer));
    snprintf(link, sizeof link, "%s", made_path("link"));
    assert_true(made_put(writer, 1, 1));
    assert_int_equal(record_complete(path, 1, NULL), CODEOBJ_OK); /* it is being written */
    assert_false(has_end(path));
    record_finish(writer, 1, 0);
    assert_int_equal(made_check(path, true, &first), 1);
    assert_int_equal(record_complete(made_path("missing"), 1, NULL), CODEOBJ_OK);
    assert_int_equal(symlink(path, link), 0);
    assert_int_equal(record_complete(link, 1, NULL), CODEOBJ_OK);
    assert_int_equal(record_remove(link), RECORD_FOREIGN);
    assert_int_equal(truncate(path, 100), 0);
    assert_int_not_equal(record_complete(path, 1, &error), CODEOBJ_OK);
    assert_int_equal(size_of(path), 100);
    assert_int_equal(record_remove(path), RECORD_REMOVED);
    assert_int_equal(record_remove(path), RECORD_REMOVED);
}

/* ---- Each write ------------------------------------------------------------------------------ */

/* While |watched| is a path, the file there is checked after each write, and in the middle of those
 * that are not one step. */
static const char *watched;
static unsigned least_launches, checks;

/* Checks that the file is whole, and that launches whose seeds are their numbers have all bytes. */
static void check_watched(void)
{
    struct mapped_file file;
    struct record record;
    struct record_launch launch;
    struct codeobj_error error;
    assert_int_equal(mapped_file_open(watched, &file, NULL), CODEOBJ_OK);
    if (record_open(file.bytes, &record, &error) != CODEOBJ_OK)
        fail_msg("after %u checks: %s", checks, error.message);
    size_t count;
    (void)record_last(&record, &count);
    if (count < least_launches)
        fail_msg("after %u checks: %zu launches", checks, count);
    for (size_t i = 0; i < record.count; i++) {
        uint8_t *bytes;
        if (record.sections[i].kind != RECORD_LAUNCH)
            continue;
        if (record_read_launch(&record, &record.sections[i], &launch, &error) != CODEOBJ_OK)
            fail_msg("after %u checks: %s", checks, error.message);
        const struct record_section *piece = record_find(&record, RECORD_DATA, launch.pieces[2]);
        assert_int_equal(record_unpack(piece, &bytes, NULL), CODEOBJ_OK);
        uint32_t random = (uint8_t)launch.number;
        for (size_t k = 0; k < 100; k++)
            assert_int_equal(bytes[k], made_byte(&random));
        free(bytes);
        record_launch_free(&launch);
    }
    record_close(&record);
    mapped_file_close(&file);
    checks++;
}

ssize_t __real_pwrite(int file, const void *data, size_t size, off_t offset);
ssize_t __wrap_pwrite(int file, const void *data, size_t size, off_t offset);
ssize_t __wrap_pwrite(int file, const void *data, size_t size, off_t offset)
{
    enum { KIND = 8 };
    bool is_a_step = (offset == 0 && size == RECORD_HEADER) || (offset % KIND == 0 && size == KIND);
    if (watched && !is_a_step) {
        assert_int_equal(__real_pwrite(file, data, size / 2, offset), size / 2);
        check_watched();
    }
    ssize_t result = __real_pwrite(file, data, size, offset);
    if (watched)
        check_watched();
    return result;
}

/* Returns the number of the last launch, which may be before others in the file. */
static uint64_t last_number(const char *path)
{
    struct mapped_file file;
    struct record record;
    assert_int_equal(mapped_file_open(path, &file, NULL), CODEOBJ_OK);
    assert_int_equal(record_open(file.bytes, &record, NULL), CODEOBJ_OK);
    const uint64_t number = record_last(&record, NULL)->number;
    record_close(&record);
    mapped_file_close(&file);
    return number;
}

static void the_file_is_whole_after_each_write(void **state)
{
    (void)state;
    char path[64];
    uint64_t first;
    uint8_t other[SMALL] = {1};
    struct stat size;
    struct record_writer *writer = made_writer("each", 20 << 20, 2);
    snprintf(path, sizeof path, "%s", record_path(writer));
    watched = path;
    least_launches = 0;
    for (unsigned i = 1; i <= 12; i++) {
        assert_true(made_put(writer, i, (uint8_t)i));
        least_launches = i < 2 ? i : 2;
        if (i % 4 == 0) { /* the memory after it, and one that the runtime refused */
            assert_true(made_put_after(writer, i, (uint8_t)(50 + i)));
            assert_true(made_put(writer, 100 + i, (uint8_t)(100 + i)));
            assert_true(record_undo_launch(writer, 100 + i));
        }
        if (i == 6) { /* one that is not complete */
            other[1]++;
            assert_int_not_equal(record_put_piece(writer, (struct span){other, sizeof other}), 0);
            record_take_back(writer);
        }
    }
    assert_int_equal(last_number(path), 12);
    assert_int_equal(stat(path, &size), 0);
    assert_in_range(size.st_size, 1, 4 * (LARGE + 2000)); /* dropped launches leave their places */
    record_finish(writer, 12, 0);
    watched = NULL;
    assert_true(checks > 100);
    assert_int_equal(made_check(path, true, &first), 2);
    assert_int_equal(first, 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_limit_holds),
        cmocka_unit_test(the_file_is_whole_at_every_moment),
        cmocka_unit_test(the_file_is_whole_after_each_write),
        cmocka_unit_test(a_file_in_use_is_not_replaced),
        cmocka_unit_test(other_files_are_not_completed),
        cmocka_unit_test(the_file_of_a_killed_program_is_completed),
        cmocka_unit_test(what_a_new_launch_needs_is_not_dropped),
        cmocka_unit_test(the_last_launches_are_kept),
        cmocka_unit_test(what_may_be_dropped_is_not_compressed_before_the_end),
    };
    return cmocka_run_group_tests(tests, made_folder, made_remove);
}
