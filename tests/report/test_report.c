/* The page holds what the package does, whatever its names are. */
#include "inspect/profile.h"

#include "../diff/packages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const struct diff_filter everything;

static char *page_of(const struct package *package, const char *title)
{
    struct buf page = {0};
    assert_true(report_print(package, NULL, &everything, title, &page));
    return buf_take(&page);
}

static json_t *data_of(const char *page)
{
    static const char start[] = "<script type=\"application/json\" id=\"data\">";
    const char *data = strstr(page, start);
    assert_non_null(data);
    data += sizeof start - 1;
    const char *end = strstr(data, "</script>");
    assert_non_null(end);
    json_t *root = json_loadb(data, (size_t)(end - data), 0, NULL);
    assert_non_null(root);
    return root;
}

static size_t occurrences(const char *text, const char *what)
{
    size_t count = 0;
    while ((text = strstr(text, what))) {
        text += strlen(what);
        count++;
    }
    return count;
}

static json_int_t cell(const json_t *data, const char *column, size_t row)
{
    return json_integer_value(
        json_array_get(json_object_get(json_object_get(data, "rows"), column), row));
}

/* The name, as the package has it, of a row. */
static const char *name_of(const json_t *data, size_t row)
{
    json_t *names =
        json_array_get(json_object_get(data, "kernels"), (size_t)cell(data, "kernel", row));
    return json_string_value(json_array_get(names, json_array_size(names) - 1));
}

static void every_kernel_is_a_row_with_its_numbers(void **state)
{
    (void)state;
    struct chance chance = {5};
    for (int round = 0; round < 100; round++) {
        struct package package;
        package_random(&chance, 6, 10, &package);
        char *page = page_of(&package, "random");
        json_t *data = data_of(page);
        size_t rows = json_array_size(json_object_get(json_object_get(data, "rows"), "kernel"));
        size_t kernels = 0;
        json_int_t vgprs = 0, code = 0;
        for (size_t i = 0; i < package.image_count; i++)
            for (size_t k = 0; k < package.images[i].object.kernel_count; k++, kernels++) {
                vgprs += package.images[i].object.kernels[k].vgprs;
                code += (json_int_t)package.images[i].object.kernels[k].code_size;
            }
        assert_int_equal(rows, kernels);
        for (size_t row = 0; row < rows; row++) {
            vgprs -= cell(data, "vgpr", row);
            code -= cell(data, "code", row);
            assert_true(row == 0 || strcmp(name_of(data, row - 1), name_of(data, row)) <= 0);
        }
        assert_int_equal(vgprs, 0);
        assert_int_equal(code, 0);
        json_decref(data);
        free(page);
        package_unmake(&package);
    }
}

static void the_same_package_gives_the_same_page_in_any_order(void **state)
{
    (void)state;
    struct chance chance = {6};
    for (int round = 0; round < 20; round++) {
        struct package package = {0};
        size_t images[3];
        for (int i = 0; i < 3; i++)
            images[i] = package_add_image(&package, i == 1 ? "b.hsaco" : "a.hsaco",
                                          i == 2 ? "gfx90a" : "gfx1030");
        for (int k = 0; k < 20; k++) {
            char *name = mem_format("k%d", k);
            package_add_kernel(&package, images[k % 3], name)->vgprs = chance_below(&chance, 256);
            free(name);
        }
        char *forth = page_of(&package, "order");
        struct package_image first = package.images[0];
        package.images[0] = package.images[2];
        package.images[2] = first;
        char *back = page_of(&package, "order");
        assert_string_equal(forth, back);
        free(forth);
        free(back);
        package_unmake(&package);
    }
}

static void no_name_can_end_its_place(void **state)
{
    (void)state;
    static const char *const names[] = {
        "</script><script>alert(1)</script>",
        "<!--<script>",
        "]]>",
        "{{data}}",
        "\"></svg>",
        "a\\\"b",
        "k\n\t\x01",
        "\xff\xfe",
        "\xe2\x80\xa8",
        "_Z1fIXadL_Z1gvEEEvv",
        "&lt;b&gt;",
        "{{",
    };
    enum { NAMES = sizeof names / sizeof *names };
    struct package hostile = {0}, plain = {0};
    size_t image = package_add_image(&hostile, "<img src=x onerror=alert(1)>.hsaco", "gfx1030");
    for (size_t i = 0; i < NAMES; i++)
        package_add_kernel(&hostile, image, names[i]);
    free(hostile.images[image].target);
    hostile.images[image].target = mem_dup("\"><b>gfx</b>{{title}}");
    hostile.problems = mem_alloc(sizeof *hostile.problems);
    hostile.problems[hostile.problem_count++] = (struct package_problem){
        .where = mem_dup("</section>"), .message = mem_dup("'<script src=//x>'")};
    image = package_add_image(&plain, "a.hsaco", "gfx1030");
    package_add_kernel(&plain, image, "k");
    char *page = page_of(&hostile, "</title><script>{{script}}");
    char *other = page_of(&plain, "plain");
    static const char *const marks[] = {"<script", "</script", "<b>gfx", "<img",
                                        "<!--",    "</title",  "{{",     "alert(1)</"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strcmp(marks[i], "{{") != 0)
            assert_int_equal(occurrences(page, marks[i]), occurrences(other, marks[i]));
    assert_int_equal(occurrences(page, "{{script}}"), 2); /* the title, where it is shown */
    json_t *data = data_of(page);
    assert_int_equal(json_array_size(json_object_get(data, "kernels")), NAMES);
    json_decref(data);
    free(page);
    free(other);
    package_unmake(&hostile);
    package_unmake(&plain);
}

static void add_sized(struct package *package, const char *path, const char *target, uint64_t size)
{
    size_t image = package_add_image(package, path, target);
    package->images[image].size = size;
}

static void sizes_are_by_module_and_target_the_largest_first(void **state)
{
    (void)state;
    struct package package = {0};
    add_sized(&package, "a.hsaco", "gfx1030", 1024);
    add_sized(&package, "b.hsaco", "gfx1030", 3072);
    add_sized(&package, "b.1.hsaco", "gfx90a", 2048);
    char *page = page_of(&package, "sizes");
    static const char rows[] = "<tr><th scope=\"row\">b</th><td class=\"n\">5.00 KiB</td>"
                               "<td class=\"n\">3.00 KiB</td><td class=\"n\">2.00 KiB</td></tr>\n"
                               "<tr><th scope=\"row\">a</th><td class=\"n\">1.00 KiB</td>"
                               "<td class=\"n\">1.00 KiB</td><td class=\"n\">0 B</td></tr>\n";
    assert_non_null(strstr(page, rows));
    free(page);
    package_unmake(&package);
}

static void an_empty_package_is_a_page_too(void **state)
{
    (void)state;
    struct package package = {0};
    char *page = page_of(&package, "");
    json_decref(data_of(page));
    assert_int_equal(strcmp(page + strlen(page) - 8, "</html>\n"), 0);
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_is_a_row_with_its_numbers),
        cmocka_unit_test(the_same_package_gives_the_same_page_in_any_order),
        cmocka_unit_test(no_name_can_end_its_place),
        cmocka_unit_test(sizes_are_by_module_and_target_the_largest_first),
        cmocka_unit_test(an_empty_package_is_a_page_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
