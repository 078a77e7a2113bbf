/* docs/hipify.md, "Coverage", says what the tables hold. UPDATE_GOLDEN=1 rewrites its table. */
#include "apis.h"

#include "../../util/check.h"
#include "util/buf.h"
#include "util/file.h"

enum column { NAMES, RENAMED, SAME_NAME, KEPT, LACKING, COLUMNS };

static size_t counts[MAPPING_API_COUNT][COLUMNS];

/* SAME is not in the table of the program, so the names come from the files. */
static const struct {
    unsigned char api, column;
} names[] = {
#define COUNT(column)                   {MAPPING_API, column},
#define RENAME(cuda, hip, what, since)  COUNT(RENAMED)
#define KEEP(name, what)                COUNT(KEPT)
#define KEEP_OR(name, hip, what, since) COUNT(KEPT)
#define KEEP_OVER(name, hip, what, since) COUNT(KEPT)
#define SAME(name, what)                COUNT(SAME_NAME)
#define SAME_SINCE(name, what, since)   COUNT(SAME_NAME)
#define UNSUPPORTED(name, what, reason) COUNT(LACKING)
#define NAMESPACE(cuda, hip)            COUNT(RENAMED)
#include "hipify/mapping/all.def"
};

static void count_names(void)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        counts[names[i].api][NAMES]++;
        counts[names[i].api][names[i].column]++;
    }
}

static void write_row(struct buf *out, const char *name, const size_t row[COLUMNS])
{
    size_t covered = row[NAMES] - row[LACKING];
    buf_printf(out, "| %s | %zu | %zu | %zu | %zu | %zu | %zu%% |\n", name, row[NAMES],
               row[RENAMED], row[SAME_NAME], row[KEPT], row[LACKING],
               row[NAMES] ? covered * 100 / row[NAMES] : 0);
}

static void write_table(struct buf *out)
{
    size_t all[COLUMNS] = {0};
    buf_puts(out, "| API | names | renamed | same name | kept | no counterpart | covered |\n"
                  "|---|--:|--:|--:|--:|--:|--:|\n");
    for (int api = MAPPING_NO_API + 1; api < MAPPING_API_COUNT; api++) {
        write_row(out, apis[api].name, counts[api]);
        for (int column = 0; column < COLUMNS; column++)
            all[column] += counts[api][column];
    }
    write_row(out, "**all**", all);
}

static void the_page_is_true(void **state)
{
    (void)state;
    struct buf page = {0}, table = {0};
    count_names();
    write_table(&table);
    assert_int_equal(file_read(COVERAGE_PAGE, &page), STATUS_OK);
    const char *start = strstr(page.data, "| API |"), *end = start;
    assert_non_null(start);
    while (*end == '|' && strchr(end, '\n'))
        end = strchr(end, '\n') + 1;
    bool same = (size_t)(end - start) == table.size && memcmp(start, table.data, table.size) == 0;
    if (!same && getenv("UPDATE_GOLDEN")) {
        FILE *file = fopen(COVERAGE_PAGE, "w");
        assert_non_null(file);
        fprintf(file, "%.*s%s%s", (int)(start - page.data), page.data, table.data, end);
        fclose(file);
    } else if (!same) {
        fail_msg("the table in %s should be (UPDATE_GOLDEN=1 writes it):\n%s", COVERAGE_PAGE,
                 table.data);
    }
    buf_free(&page);
    buf_free(&table);
}

static void every_api_has_names(void **state)
{
    (void)state;
    for (int api = MAPPING_NO_API + 1; api < MAPPING_API_COUNT; api++)
        if (counts[api][NAMES] == 0)
            fail_msg("no table has names of %s", apis[api].name);
}

/* What most programs use must not get worse unnoticed. */
static void the_usual_apis_are_covered(void **state)
{
    (void)state;
    static const struct {
        enum mapping_api api;
        size_t percent;
    } wanted[] = {{MAPPING_DEVICE, 90}, {MAPPING_RUNTIME, 70}, {MAPPING_FP16, 90},
                  {MAPPING_RAND, 80},   {MAPPING_NCCL, 90},    {MAPPING_SPARSE, 80}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const size_t *row = counts[wanted[i].api];
        if ((row[NAMES] - row[LACKING]) * 100 < wanted[i].percent * row[NAMES])
            fail_msg("less than %zu%% of %s is covered", wanted[i].percent,
                     apis[wanted[i].api].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_page_is_true),
                                       cmocka_unit_test(every_api_has_names),
                                       cmocka_unit_test(the_usual_apis_are_covered)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
