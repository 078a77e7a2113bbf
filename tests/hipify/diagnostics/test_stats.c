/* The report's forms and the statistics of a tree say what was found, all of it, once. */
#include "expect.h"
#include "hipify/stats.h"

#include <jansson.h>

static const char source[] = "__device__ void f() { cudaDeviceSynchronize(); }\n"
                             "#if __CUDA_ARCH__ >= 700\n#endif\nint x = cudaFrobnicate(1);\n";

static const char *api_name(int api)
{
    static const char *const names[] = {NULL, "runtime", "driver"};
    return api < 3 ? names[api] : NULL;
}

static void text_has_a_line_for_each(void **state)
{
    (void)state;
    struct hipify_report report = {0};
    struct buf out = {0};
    report_of(&with_kbuild, source, &report);
    assert_int_equal(hipify_report_count(&report, HIPIFY_NOTE), report.count);
    assert_int_equal(hipify_report_count(&report, HIPIFY_WARNING), 2);
    assert_int_equal(hipify_report_count(&report, HIPIFY_ERROR), 0);
    hipify_report_text(&report, "a.cu", HIPIFY_WARNING, &out);
    assert_int_equal(
        strncmp(out.data, "a.cu:1:23: warning: cudaDeviceSynchronize is called in ", 55), 0);
    assert_non_null(strstr(out.data,
                           "; do it on the host, between two launches [KB1601]\na.cu:4:9: "
                           "warning: "));
    assert_null(strstr(out.data, "note"));
    buf_free(&out);
    hipify_report_text(&report, "a.cu", HIPIFY_ERROR, &out);
    assert_int_equal(out.size, 0);
    buf_free(&out);
    hipify_report_free(&report);
}

static void json_counts_what_it_lists(void **state)
{
    (void)state;
    static const char *const severities[] = {"note", "warning", "error"};
    struct hipify_report report = {0};
    struct buf out = {0};
    report_of(&with_kbuild, source, &report);
    report.items[0].severity = HIPIFY_ERROR;
    hipify_report_json(&report, "a \"b\"\xff.cu", &out);
    json_t *document = json_loads(out.data, 0, NULL);
    assert_non_null(document);
    assert_string_equal(json_string_value(json_object_get(document, "format")), "kbuild-hipify-1");
    assert_string_equal(json_string_value(json_object_get(document, "file")), "a \"b\"?.cu");
    const json_t *counts = json_object_get(document, "counts");
    const json_t *items = json_object_get(document, "diagnostics");
    assert_int_equal(json_array_size(items), report.count);
    for (int severity = 0; severity < 3; severity++) {
        int found = 0;
        for (size_t i = 0; i < report.count; i++)
            found +=
                strcmp(json_string_value(json_object_get(json_array_get(items, i), "severity")),
                       severities[severity]) == 0;
        assert_int_equal(json_integer_value(json_object_get(counts, severities[severity])), found);
    }
    assert_int_equal(json_integer_value(json_object_get(counts, "error")), 1);
    json_decref(document);
    buf_free(&out);
    hipify_report_free(&report);
}

static void add(struct hipify_stats *stats, const char *text, size_t runtime_names)
{
    struct hipify_report report = {0};
    struct hipify_counts counts = {.lines = 1000, .bytes = strlen(text), .kernels = 2};
    counts.names[1] = runtime_names;
    report_of(&with_kbuild, text, &report);
    hipify_stats_add(stats, &counts, &report);
    hipify_report_free(&report);
}

static json_t *stats_json(const struct hipify_stats *stats)
{
    struct buf out = {0};
    hipify_stats_json(stats, &out);
    json_t *document = json_loads(out.data, 0, NULL);
    assert_non_null(document);
    buf_free(&out);
    return document;
}

static json_int_t number(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

static void sums_are_those_of_the_files(void **state)
{
    (void)state;
    struct hipify_stats stats = {.api_name = api_name};
    add(&stats, source, 3);
    add(&stats, "int x = cudaFrobnicate(1) + cudaRare;", 0);
    add(&stats, "#if __CUDA_ARCH__\n#endif\n#if __CUDA_ARCH__\n#endif\n", 4);
    assert_int_equal(stats.files, 3);
    assert_int_equal(stats.clean, 1);
    assert_int_equal(stats.warned, 2);
    assert_int_equal(stats.failed, 0);
    json_t *document = stats_json(&stats);
    assert_int_equal(number(document, "lines"), 3000);
    assert_int_equal(number(document, "kernels"), 6);
    const json_t *names = json_object_get(json_object_get(document, "translated"), "names");
    assert_int_equal(json_object_size(names), 1);
    assert_int_equal(number(json_object_get(names, "runtime"), "times"), 7);
    assert_int_equal(number(json_object_get(names, "runtime"), "files"), 2);
    const json_t *codes = json_object_get(document, "diagnostics");
    bool guards = false;
    for (size_t i = 0; i < json_array_size(codes); i++) {
        const json_t *code = json_array_get(codes, i);
        if (strcmp(json_string_value(json_object_get(code, "code")), "KB1201") == 0) {
            guards = true;
            assert_int_equal(number(code, "times"), 3);
            assert_int_equal(number(code, "files"), 2);
        }
    }
    assert_true(guards);
    const json_t *unknown = json_object_get(document, "unknown");
    assert_int_equal(json_array_size(unknown), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(unknown, 0), "name")),
                        "cudaFrobnicate");
    assert_int_equal(number(json_array_get(unknown, 0), "files"), 2);
    json_decref(document);
    hipify_stats_free(&stats);
}

static void the_table_is_for_people(void **state)
{
    (void)state;
    struct hipify_stats stats = {.api_name = api_name};
    struct buf out = {0};
    for (int i = 0; i < 1234; i++)
        add(&stats, i ? "int x;" : source, i == 7 ? 5 : 0);
    hipify_stats_text(&stats, &out);
    static const char *const wanted[] = {"1,234 files, 1,234,000 lines, 2,468 kernels\n",
                                         "  need no hand                      1,233\n",
                                         "  have warnings                         1\n",
                                         "  runtime                               5          1\n",
                                         "needs a hand",
                                         "  KB1601                                1          1  "
                                         "launches and runtime calls in device "
                                         "code\n",
                                         "worth knowing",
                                         "           1  cudaFrobnicate\n"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!strstr(out.data, wanted[i]))
            fail_msg("'%s' is not in\n%s", wanted[i], out.data);
    buf_free(&out);
    hipify_stats_free(&stats);
}

static void nothing_gives_an_empty_table(void **state)
{
    (void)state;
    struct hipify_stats stats = {0};
    struct buf out = {0};
    hipify_stats_text(&stats, &out);
    assert_int_equal(strncmp(out.data, "0 files, 0 lines, 0 kernels\n", 28), 0);
    json_t *document = stats_json(&stats);
    assert_int_equal(number(json_object_get(document, "files"), "count"), 0);
    json_decref(document);
    buf_free(&out);
    hipify_stats_free(&stats);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_has_a_line_for_each),     cmocka_unit_test(json_counts_what_it_lists),
        cmocka_unit_test(sums_are_those_of_the_files),  cmocka_unit_test(the_table_is_for_people),
        cmocka_unit_test(nothing_gives_an_empty_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
