/* Launches as calls of hipLaunchKernelGGL: what surely is one changes, and nothing else. */
#include "../../util/check.h"
#include "../soup.h"
#include "hipify/parts.h"

/* The text after the launches in it were rewritten; owned by the caller. */
static char *rewrite(const char *text, size_t size, struct hipify_report *report)
{
    struct edits edits = {0};
    struct launches launches = {.source = text, .edits = &edits, .report = report};
    struct lexer lexer;
    struct token token;
    lexer_start(&lexer, text, size);
    bool directive = false;
    while (lexer_next(&lexer, &token)) {
        if (token.kind == TOKEN_NEWLINE && directive)
            launches_end_line(&launches);
        if (token.kind == TOKEN_NEWLINE)
            directive = false;
        if (token.dead || !token_is_significant(&token) || token.kind == TOKEN_ERROR ||
            token.kind == TOKEN_LAUNCH_REST)
            continue;
        directive |= token.directive != DIRECTIVE_NONE;
        launches_follow(&launches, &token);
    }
    launches_end(&launches);
    launches_free(&launches);
    struct buf out = {0};
    buf_reserve(&out, 0);
    edits_apply(&edits, text, size, &out);
    edits_free(&edits);
    return buf_take(&out);
}

static void expect(const char *text, const char *wanted)
{
    struct hipify_report report = {0};
    char *out = rewrite(text, strlen(text), &report);
    if (strcmp(out, wanted) != 0)
        fail_msg("%s\n became\n%s\n not\n%s", text, out, wanted);
    if (report.count > 0)
        fail_msg("%s\n reports %s", text, report.items[0].text);
    free(out);
    hipify_report_free(&report);
}

static void expect_kept(const char *text, size_t notes)
{
    struct hipify_report report = {0};
    char *out = rewrite(text, strlen(text), &report);
    if (strcmp(out, text) != 0)
        fail_msg("%s\n became\n%s", text, out);
    if (report.count != notes)
        fail_msg("%s\n has %zu notes, not %zu", text, report.count, notes);
    for (size_t i = 0; i < report.count; i++) {
        assert_string_equal(report.items[i].code, "KB1401");
        assert_int_equal(report.items[i].severity, HIPIFY_NOTE);
    }
    free(out);
    hipify_report_free(&report);
}

static void what_is_no_launch_stays(void **state)
{
    (void)state;
    expect_kept("int x = a << b >> c;", 0);
    expect_kept("// k<<<1, 2>>>(x);\n/* k<<<1, 2>>>(x); */ s = \"k<<<1, 2>>>(x);\";", 0);
    expect_kept("std::vector<std::vector<std::vector<int>>> v;", 0);
    expect_kept("a<<<1;", 0);
    expect_kept("void f() { k<<<1, 2", 0);
    expect_kept("void f() { k<<<1, 2>>>(", 0);
    expect_kept("operator<<<int>(x);", 0);
    expect_kept("#if 0\nk<<<1, 2>>>(x);\n#endif\n", 0);
}

static void a_launch_inside_an_expression_stays(void **state)
{
    (void)state;
    expect_kept("void f() { a(), k<<<1, 2>>>(x); }", 1);
    expect_kept("void f() { return k<<<1, 2>>>(x); }", 1);
    expect_kept("void f() { (void)k<<<1, 2>>>(x); }", 1);
    expect_kept("void f() { CHECK(k<<<1, 2>>>(x)); }", 1);
    expect_kept("void f() { c ? k<<<1, 2>>>(x) : k<<<2, 2>>>(x); }", 2);
    expect_kept("void f() { k<<<1, 2>>>(x), g(); }", 1);
    expect_kept("void f() { for (;; k<<<1, 2>>>(x)) ; }", 1);
}

static void an_unclear_configuration_stays(void **state)
{
    (void)state;
    expect_kept("void f() { k<<<1>>>(x); }", 1);
    expect_kept("void f() { k<<<>>>(x); }", 1);
    expect_kept("void f() { k<<<1, 2, 3, 4, 5>>>(x); }", 1);
    expect_kept("void f() { k<<<n < 3 ? 1 : 2, m > 2>>>(x); }", 1);
    expect_kept("void f() { k<<<PACK>>>(x); }", 1);
    expect_kept("void f() { k<<<1,>>>(x); }", 1);
    expect_kept("void f() { k<<<1, , 2>>>(x); }", 1);
}

static void missing_parts_become_zero(void **state)
{
    (void)state;
    expect("void f() { k<<<g, b>>>(x, y); }",
           "void f() { hipLaunchKernelGGL(k, dim3(g), dim3(b), 0, 0, x, y); }");
    expect("void f() { k<<<g, b, s>>>(x); }",
           "void f() { hipLaunchKernelGGL(k, dim3(g), dim3(b), s, 0, x); }");
    expect("void f() { k<<<g, b, s, t>>>(x); }",
           "void f() { hipLaunchKernelGGL(k, dim3(g), dim3(b), s, t, x); }");
    expect("void f() { k<<<1, 2>>>(); }",
           "void f() { hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0); }");
    expect("void f() { k<<<1, 2, 0, t>>>( ); }",
           "void f() { hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, t ); }");
}

static void any_kernel_expression_can_be_launched(void **state)
{
    (void)state;
    expect("{ ns::k<<<1, 2>>>(x); }", "{ hipLaunchKernelGGL(ns::k, dim3(1), dim3(2), 0, 0, x); }");
    expect("{ ::k<<<1, 2>>>(x); }", "{ hipLaunchKernelGGL(::k, dim3(1), dim3(2), 0, 0, x); }");
    expect("{ k<T, 4><<<1, 2>>>(x); }",
           "{ hipLaunchKernelGGL(HIP_KERNEL_NAME(k<T, 4>), dim3(1), dim3(2), 0, 0, x); }");
    expect("{ k<A<B<int>>, (n >> 2)><<<1, 2>>>(x); }",
           "{ hipLaunchKernelGGL(HIP_KERNEL_NAME(k<A<B<int>>, (n >> 2)>), dim3(1), dim3(2), 0, 0, "
           "x); }");
    expect("{ a::b<int>::c<4><<<1, 2>>>(x); }",
           "{ hipLaunchKernelGGL(HIP_KERNEL_NAME(a::b<int>::c<4>), dim3(1), dim3(2), 0, 0, x); }");
    expect("{ T::template k<4><<<1, 2>>>(x); }",
           "{ hipLaunchKernelGGL(HIP_KERNEL_NAME(T::template k<4>), dim3(1), dim3(2), 0, 0, x); }");
    expect("{ (*fp)<<<1, 2>>>(x); }", "{ hipLaunchKernelGGL((*fp), dim3(1), dim3(2), 0, 0, x); }");
    expect("{ o.m<<<1, 2>>>(x); }", "{ hipLaunchKernelGGL(o.m, dim3(1), dim3(2), 0, 0, x); }");
    expect("{ this->o[i + 1].m<<<1, 2>>>(x); }",
           "{ hipLaunchKernelGGL(this->o[i + 1].m, dim3(1), dim3(2), 0, 0, x); }");
    expect("{ KERNEL(x, 4)<<<1, 2>>>(x); }",
           "{ hipLaunchKernelGGL(KERNEL(x, 4), dim3(1), dim3(2), 0, 0, x); }");
    expect("{ get(a).f<<<1, 2>>>(x); }",
           "{ hipLaunchKernelGGL(get(a).f, dim3(1), dim3(2), 0, 0, x); }");
}

static void a_statement_begins_in_many_ways(void **state)
{
    (void)state;
    expect("{ if (c) k<<<1, 2>>>(x); else q<<<3, 4>>>(y); }",
           "{ if (c) hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, x); else hipLaunchKernelGGL(q, "
           "dim3(3), dim3(4), 0, 0, y); }");
    expect("{ if (c) (*f)<<<1, 2>>>(x); }",
           "{ if (c) hipLaunchKernelGGL((*f), dim3(1), dim3(2), 0, 0, x); }");
    expect("{ a: k<<<1, 2>>>(x); }", "{ a: hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, x); }");
    expect("{ k<<<1, 2>>>(x); k<<<3, 4>>>(y); }",
           "{ hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, x); hipLaunchKernelGGL(k, dim3(3), "
           "dim3(4), 0, 0, y); }");
    expect("k<<<1, 2>>>(x);", "hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, x);");
}

static void configurations_are_expressions(void **state)
{
    (void)state;
    expect("{ k<<<(n + 255) / 256, 256>>>(x); }",
           "{ hipLaunchKernelGGL(k, dim3((n + 255) / 256), dim3(256), 0, 0, x); }");
    expect("{ k<<<n < 4 ? 1 : f(n, 2), 256>>>(x); }",
           "{ hipLaunchKernelGGL(k, dim3(n < 4 ? 1 : f(n, 2)), dim3(256), 0, 0, x); }");
    expect("{ k<<<std::min(n, 4), dim3{1, 2, 3}>>>(x); }",
           "{ hipLaunchKernelGGL(k, dim3(std::min(n, 4)), dim3(dim3{1, 2, 3}), 0, 0, x); }");
    expect("{ k<<<{1, 2}, m<int, 4>(n), s<a, b>(1), t<a, b>::v>>>(x); }",
           "{ hipLaunchKernelGGL(k, dim3({1, 2}), dim3(m<int, 4>(n)), (s<a, b>(1)), (t<a, b>::v), "
           "x); }");
    expect("{ k<<<g, b, sizeof(T<a, b>) * n>>>(x); }",
           "{ hipLaunchKernelGGL(k, dim3(g), dim3(b), sizeof(T<a, b>) * n, 0, x); }");
    expect("{ k<<<[&] { return dim3(1, 2); }(), b>>>(reinterpret_cast<T<a, b> *>(p)); }",
           "{ hipLaunchKernelGGL(k, dim3([&] { return dim3(1, 2); }()), dim3(b), 0, 0, "
           "reinterpret_cast<T<a, b> *>(p)); }");
    expect("{ k<<<n >> 2, n << 2, S<int>>>>(x); }",
           "{ hipLaunchKernelGGL(k, dim3(n >> 2), dim3(n << 2), S<int>, 0, x); }");
}

static void lines_and_comments_stay(void **state)
{
    (void)state;
    expect(
        "{\n  k<int> // kernel\n  <<<g, // grid\n  b /* block */>>> // go\n  (x, // x\n   y);\n}",
        "{\n  hipLaunchKernelGGL(HIP_KERNEL_NAME(k<int> // kernel\n  ), dim3(g), // grid\n"
        "  dim3(b /* block */), 0, 0 // go\n  , x, // x\n   y);\n}");
    expect("{ k<\\\n<<g, b>>\\\n>(x); }",
           "{ hipLaunchKernelGGL(k,\\\n dim3(g), dim3(b)\\\n, 0, 0, x); }");
}

static void launches_in_macros_and_in_launches(void **state)
{
    (void)state;
    expect("#define L(k, ...) \\\n k<<<g, b>>>(__VA_ARGS__); \\\n check()\n",
           "#define L(k, ...) \\\n hipLaunchKernelGGL(k, dim3(g), dim3(b), 0, 0, __VA_ARGS__); \\\n"
           " check()\n");
    expect("#define L k<<<g, b>>>(x)\nint n;",
           "#define L hipLaunchKernelGGL(k, dim3(g), dim3(b), 0, 0, x)\nint n;");
    expect("#define L(k) (k)<<<g, b>>>(x)\n",
           "#define L(k) hipLaunchKernelGGL((k), dim3(g), dim3(b), 0, 0, x)\n");
    expect("{ k<<<1, 2>>>(\n#define X 3;\nX); }",
           "{ hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, \n#define X 3;\nX); }");
    expect("{ k<<<1, 2>>>([=] { q<<<3, 4>>>(y); }); }",
           "{ hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, [=] { hipLaunchKernelGGL(q, dim3(3), "
           "dim3(4), 0, 0, y); }); }");
}

/* Whatever the text is, its lines and its bytes outside launches stay. */
static void any_text_keeps_its_lines(void **state)
{
    (void)state;
    static const char *const more[] = {"k<<<g, b>>>(x);", "<<<",  ">>>(",   "k<T, 4>",
                                       "{1, 2}",          ", 0 ", "[&] { ", ")"};
    uint64_t seed = 11;
    struct buf text = {0}, piece = {0};
    size_t rewritten = 0;
    for (int round = 0; round < 20000; round++) {
        text.size = 0;
        for (int i = 0; i < 4; i++) {
            soup_fragments(&seed, 6, true, &piece);
            buf_append(&text, piece.data, piece.size);
            buf_puts(&text, more[soup_next(&seed) % (sizeof more / sizeof *more)]);
        }
        struct hipify_report report = {0};
        char *out = rewrite(text.data, text.size, &report);
        size_t lines = 0, lines_out = 0;
        for (size_t i = 0; i < text.size; i++)
            lines += text.data[i] == '\n';
        for (char *c = out; *c; c++)
            lines_out += *c == '\n';
        if (lines != lines_out)
            fail_msg("%s\n became\n%s", text.data, out);
        rewritten += strstr(out, "hipLaunchKernelGGL") != NULL;
        free(out);
        hipify_report_free(&report);
    }
    assert_true(rewritten > 1000);
    buf_free(&text);
    buf_free(&piece);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_launch_stays),
        cmocka_unit_test(a_launch_inside_an_expression_stays),
        cmocka_unit_test(an_unclear_configuration_stays),
        cmocka_unit_test(missing_parts_become_zero),
        cmocka_unit_test(any_kernel_expression_can_be_launched),
        cmocka_unit_test(a_statement_begins_in_many_ways),
        cmocka_unit_test(configurations_are_expressions),
        cmocka_unit_test(lines_and_comments_stay),
        cmocka_unit_test(launches_in_macros_and_in_launches),
        cmocka_unit_test(any_text_keeps_its_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
