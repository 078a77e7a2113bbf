/* The table at the end of a build. */
#include "emit/api.h"
#include "util/buf.h"
#include "util/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* What summary_print() says of a file that holds |json|; |out_status| may be NULL. */
static char *summary_of(const char *json, enum status *out_status)
{
    char path[] = "/tmp/kbuild-summary-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(file_write(path, json, strlen(json)), STATUS_OK);
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    enum status status = summary_print(stream, path);
    fclose(stream);
    unlink(path);
    if (out_status)
        *out_status = status;
    else
        assert_int_equal(status, STATUS_OK);
    return text;
}

#define IMAGE(target, size, kernels, vgprs, scratch)                                               \
    "{\"target\": \"" target "\", \"offset\": 4096, \"size\": " #size ", \"kernels\": " #kernels   \
    ", \"max\": {\"vgprs\": " #vgprs ", \"sgprs\": 18, \"scratch\": " #scratch                     \
    ", \"lds\": 2048, \"vgpr_spills\": 3}}"
#define DOCUMENT(modules)    "{\"format\": \"kbuild-images-1\", \"modules\": [" modules "]}"
#define MODULE(name, images) "{\"name\": \"" name "\", \"images\": [" images "]}"
#define AFFINE               IMAGE("gfx1030", 22664, 10, 18, 0) "," IMAGE("gfx90a", 900, 10, 24, 0)
#define QUANTIZED                                                                                  \
    IMAGE("gfx1030", 1048576, 142, 128, 1536) "," IMAGE("gfx90a", 2097152, 142, 64, 16)
/* clang-format off */
#define FIVE                                                                                       \
    IMAGE("gfx900", 1, 1, 1, 0) "," IMAGE("gfx906", 1, 1, 1, 0) ","                                \
    IMAGE("gfx908", 1, 1, 1, 0) "," IMAGE("gfx90a", 1, 1, 1, 0) ","                                \
    IMAGE("gfx90a:xnack-", 1, 1, 1, 0)
/* clang-format on */

static void columns_line_up_and_totals_add_up(void **state)
{
    (void)state;
    char *text =
        summary_of(DOCUMENT(MODULE("affine", AFFINE) "," MODULE("quantized", QUANTIZED)), NULL);
    assert_string_equal(text,
                        "                     gfx1030                   gfx90a\n"
                        "module     kernels        size VGPRs scratch        size VGPRs scratch\n"
                        "affine          10    22.1 KiB    18       -       900 B    24       -\n"
                        "quantized      142     1.0 MiB   128    1536     2.0 MiB    64      16\n"
                        "total          152     1.0 MiB   128    1536     2.0 MiB    64      16\n");
    free(text);
}

static void a_module_without_a_target_leaves_a_gap(void **state)
{
    (void)state;
    char *text = summary_of(DOCUMENT(MODULE("a", IMAGE("gfx1030", 2048, 1, 8, 0)) "," MODULE(
                                "b", IMAGE("gfx90a", 4096, 2, 9, 0))),
                            NULL);
    assert_string_equal(text,
                        "                  gfx1030                   gfx90a\n"
                        "module  kernels        size VGPRs scratch        size VGPRs scratch\n"
                        "a             1     2.0 KiB     8       -\n"
                        "b             2                               4.0 KiB     9       -\n"
                        "total         3     2.0 KiB     8       -     4.0 KiB     9       -\n");
    free(text);
}

static void no_line_passes_100_columns(void **state)
{
    (void)state;
    char *text = summary_of(DOCUMENT(MODULE("m", FIVE)), NULL);
    size_t found = 0;
    for (char *save = NULL, *line = strtok_r(text, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        assert_true(strlen(line) <= 100);
        assert_true(line[strlen(line) - 1] != ' ');
        found += strstr(line, "gfx90a:xnack-") != NULL;
    }
    assert_int_equal(found, 1);
    free(text);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    static const char *const documents[] = {
        "",
        "{",
        "[]",
        "{\"format\": \"kbuild-images-2\", \"modules\": []}",
        "{\"format\": \"kbuild-images-1\", \"modules\": 7}",
    };
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        enum status status;
        char *text = summary_of(documents[i], &status);
        assert_int_equal(status, STATUS_INPUT);
        assert_string_equal(text, "");
        free(text);
    }
    /* Of the right format, but with holes: no crash. */
    free(summary_of(DOCUMENT("7, {}, {\"name\": 3, \"images\": [4, {\"target\": \"gfx90a\"}]}"),
                    NULL));
    free(summary_of(DOCUMENT(""), NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_line_up_and_totals_add_up),
        cmocka_unit_test(a_module_without_a_target_leaves_a_gap),
        cmocka_unit_test(no_line_passes_100_columns),
        cmocka_unit_test(other_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
