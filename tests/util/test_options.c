#include "check.h"

#include "util/options.h"

#include <stdbool.h>

struct fields {
    bool flag;
    const char *string, *output;
    int number;
    struct strings list, commas;
};

static const char *const choices[] = {"one", "two", NULL};
static const struct option options[] = {
    {"flag", 'f', OPTION_FLAG, offsetof(struct fields, flag), NULL, "a flag", NULL},
    {"string", 's', OPTION_STRING, offsetof(struct fields, string), "TEXT", "a string", choices},
    {"number", 'n', OPTION_NUMBER, offsetof(struct fields, number), "N", "a number", NULL},
    {NULL, 'I', OPTION_LIST, offsetof(struct fields, list), "DIR", "a list", NULL},
    {"output", 'o', OPTION_STRING, offsetof(struct fields, output), "FILE", "a file", NULL},
    {"commas", 0, OPTION_COMMAS, offsetof(struct fields, commas), "A,B", "a list", NULL},
    {0},
};
static const struct command command = {.name = "test",
                                       .summary = "",
                                       .operands = "",
                                       .details = "",
                                       .example = "",
                                       .options = options};

/* Parses |line|: words separated by blanks. */
static enum status parse(const char *line, struct fields *fields, struct strings *operands)
{
    static char copy[256];
    char *argv[32] = {"test"};
    int argc = 1;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *save = NULL, *word = strtok_r(copy, " ", &save); word;
         word = strtok_r(NULL, " ", &save))
        argv[argc++] = word;
    return options_parse(&command, argc, argv, fields, operands);
}

static void fields_free(struct fields *fields, struct strings *operands)
{
    strings_free(&fields->list);
    strings_free(&fields->commas);
    strings_free(operands);
}

static void wrong_lines_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "--flog",   "-x",          "--string",   "--string three", "-n",         "-n x",
        "-n -1",    "-n 99999999", "--flag=yes", "-n5x",           "-I",         "-fs one",
        "--number", "--string=",   "--output=",  "--commas=",      "--commas ,",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct fields fields = {0};
        struct strings operands = {0};
        assert_int_equal(parse(wrong[i], &fields, &operands), STATUS_USAGE);
        fields_free(&fields, &operands);
    }
}

static void every_spelling_of_a_value_means_the_same(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "a --string one -n 7 -I x -I y --commas p,q b -f",
        "-f --string=one -n7 -Ix -Iy a b --commas=p --commas=q",
        "-s two -sone --number=7 --flag -Ix a -Iy --commas ,p,,q, -- b",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct fields fields = {0};
        struct strings operands = {0};
        assert_int_equal(parse(lines[i], &fields, &operands), STATUS_OK);
        assert_true(fields.flag);
        assert_string_equal(fields.string, "one");
        assert_int_equal(fields.number, 7);
        assert_int_equal(fields.list.count, 2);
        assert_string_equal(fields.list.items[1], "y");
        assert_int_equal(fields.commas.count, 2);
        assert_string_equal(fields.commas.items[1], "q");
        assert_int_equal(operands.count, 2);
        assert_string_equal(operands.items[0], "a");
        assert_string_equal(operands.items[1], "b");
        fields_free(&fields, &operands);
    }
}

static void behind_two_dashes_everything_is_an_operand(void **state)
{
    (void)state;
    struct fields fields = {0};
    struct strings operands = {0};
    assert_int_equal(parse("a -- -f --number -- x", &fields, &operands), STATUS_OK);
    assert_false(fields.flag);
    assert_int_equal(operands.count, 5);
    assert_string_equal(operands.items[3], "--");
    fields_free(&fields, &operands);
}

static void the_nearest_name_is_the_one_that_was_meant(void **state)
{
    (void)state;
    static const char *const names[] = {"gfx1030", "gfx1100", "gfx90a", "build", NULL};
    assert_string_equal(options_nearest("gfx1031", names), "gfx1030");
    assert_string_equal(options_nearest("gfx9a", names), "gfx90a");
    assert_string_equal(options_nearest("biuld", names), "build");
    assert_null(options_nearest("sm_90", names));
    assert_null(
        options_nearest("zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
                        "zzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
                        names));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_lines_are_refused),
        cmocka_unit_test(every_spelling_of_a_value_means_the_same),
        cmocka_unit_test(behind_two_dashes_everything_is_an_operand),
        cmocka_unit_test(the_nearest_name_is_the_one_that_was_meant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
