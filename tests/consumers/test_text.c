/* CMake, make and ninja read the files that kbuild writes for them correctly. */
#include "../util/check.h"

#include "graph/parts.h"
#include "util/file.h"
#include "util/process.h"

#include <limits.h>
#include <unistd.h>

static char *top;

static void a_depfile_gives_back_its_names(void **state)
{
    (void)state;
    static const char *const names[] = {"/plain.cu", "/a b/c.cuh", "/hash#1", "/ü(1)[2]"};
    struct strings files = {0}, read = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        strings_add(&files, names[i]);
    char *path = path_join(top, "deps.d");
    char *links = path_join(top, "links"), place[PATH_MAX];
    assert_int_equal(depfile_write(path, "/out: put/a b.o", &files, links), STATUS_OK);
    assert_int_equal(depfile_read(path, &read), STATUS_OK);
    assert_int_equal(read.count, files.count);
    for (size_t i = 0; i < files.count; i++)
        assert_string_equal(read.items[i], files.items[i]);
    /* A file whose name ninja would misread has the name of a link. */
    strings_add(&files, "/it's");
    for (int i = 0; i < 2; i++) {
        strings_free(&read);
        assert_int_equal(depfile_write(path, "out", &files, links), STATUS_OK);
        assert_int_equal(depfile_read(path, &read), STATUS_OK);
        assert_int_equal(read.count, files.count);
        assert_int_equal(readlink(read.items[read.count - 1], place, sizeof place), 5);
        assert_memory_equal(place, "/it's", 5);
    }
    free(links);
    strings_free(&read);
    strings_free(&files);
    free(path);
}

static void a_depfile_without_names_is_empty(void **state)
{
    (void)state;
    struct strings none = {0}, read = {0};
    char *path = path_join(top, "none.d");
    assert_int_equal(depfile_write(path, "out", &none, ""), STATUS_OK);
    assert_int_equal(depfile_read(path, &read), STATUS_OK);
    assert_int_equal(read.count, 0);
    free(path);
}

/* In script mode CMake does not evaluate generator expressions; spell_dollars() turns those for "$"
 * into "$". */
static char *spell_dollars(const char *text)
{
    struct buf out = {0};
    for (; *text; text++)
        if (strncmp(text, "$<1:$>", 6) == 0) {
            buf_putc(&out, '$');
            text += 5;
        } else {
            buf_putc(&out, *text);
        }
    return buf_take(&out);
}

static void cmake_reads_any_argument_as_it_is(void **state)
{
    (void)state;
    char *cmake = process_find("cmake");
    if (!cmake)
        skip();
    static const char *const arguments[] = {"a;b",         "${x} $ENV{y} @z@",
                                            "]==]",        "]==]]===]",
                                            "a]==",        "\\",
                                            "\"q\" 'q' #", "$<1:x>",
                                            "[==["};
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        struct buf script = {0};
        buf_puts(&script, "set(x ");
        cmake_argument(&script, arguments[i]);
        buf_puts(&script, ")\nexecute_process(COMMAND printf %s \"${x}\")\n");
        char *path = path_join(top, "argument.cmake");
        assert_int_equal(file_write(path, script.data, script.size), STATUS_OK);
        char *argv[] = {cmake, "-P", path, NULL};
        struct process_result result;
        assert_true(process_run(argv, NULL, PROCESS_CAPTURE_OUT, &result));
        char *said = spell_dollars(result.out.data);
        assert_string_equal(said, arguments[i]);
        free(said);
        process_result_free(&result);
        free(path);
        buf_free(&script);
    }
    free(cmake);
}

int main(void)
{
    top = check_directory();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_depfile_gives_back_its_names),
        cmocka_unit_test(a_depfile_without_names_is_empty),
        cmocka_unit_test(cmake_reads_any_argument_as_it_is),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    check_remove(top);
    return failed;
}
