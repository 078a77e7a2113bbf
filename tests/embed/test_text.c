/* The same text for any number of threads, at sizes around those of the parts. */
#include "emit/embed_text.h"

#include "bytes.h"
#include "util/buf.h"
#include "util/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static char directory[] = "/tmp/embed-text-XXXXXX";

static enum status write_text(const char *path, enum literal_kind kind, struct span bytes,
                              unsigned threads)
{
    struct embed_output output;
    assert_int_equal(embed_output_open(&output, path), STATUS_OK);
    enum status status = embed_text_append(&output, kind, bytes, threads);
    if (status == STATUS_OK)
        status = embed_output_complete(&output);
    if (status == STATUS_OK)
        status = embed_output_commit(&output);
    embed_output_discard(&output);
    return status;
}

static void threads_change_nothing(void **state)
{
    (void)state;
    const size_t sizes[] = {1, 196607, 196608, 196609, 1000000, 3000001};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint8_t *bytes = malloc(sizes[i]);
        bytes_fill(i % 2 ? BYTES_RUNS : BYTES_TEXT, i, bytes, sizes[i]);
        struct span span = {bytes, sizes[i]};
        for (int kind = LITERAL_STRING; kind <= LITERAL_ARRAY; kind++) {
            struct literal *literal = literal_make((enum literal_kind)kind);
            char *expected = malloc(literal_room(literal, sizes[i]));
            size_t size = literal_write(literal, span, true, expected);
            for (unsigned threads = 1; threads <= 2; threads++) {
                unlink("text");
                assert_int_equal(write_text("text", (enum literal_kind)kind, span, threads),
                                 STATUS_OK);
                struct buf text = {0};
                assert_int_equal(file_read("text", &text), STATUS_OK);
                assert_int_equal(text.size, size);
                assert_memory_equal(text.data, expected, size);
                buf_free(&text);
            }
            free(expected);
            literal_free(literal);
        }
        free(bytes);
    }
}

static void failure_ends_all_threads_and_keeps_the_old(void **state)
{
    (void)state;
    enum { SIZE = 3000000 };
    uint8_t *bytes = calloc(1, SIZE);
    assert_int_equal(file_write("kept", "old", 3), STATUS_OK);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, limit;
    getrlimit(RLIMIT_FSIZE, &before);
    for (rlim_t bound = 0; bound <= 4000000; bound += 800000) {
        limit = (struct rlimit){bound, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
        enum status status = write_text("kept", LITERAL_STRING, (struct span){bytes, SIZE}, 2);
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(status, STATUS_ENVIRONMENT);
        struct buf text = {0};
        assert_int_equal(file_read("kept", &text), STATUS_OK);
        assert_string_equal(text.data, "old");
        buf_free(&text);
        char *temporary = file_temporary_name("kept");
        assert_false(path_exists(temporary));
        free(temporary);
    }
    free(bytes);
}

static int enter(void **state)
{
    (void)state;
    return mkdtemp(directory) && chdir(directory) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    (void)state;
    unlink("text");
    unlink("kept");
    return chdir("/") == 0 && rmdir(directory) == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(failure_ends_all_threads_and_keeps_the_old),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
