/* Translations of any text: lines, comments and strings stay, names change where they are names. */
#include "../util/check.h"
#include "hipify/hipify.h"
#include "hipify/lexer.h"
#include "soup.h"

static bool vendors_cuda(void *context, const char *name, bool angled)
{
    (void)context;
    return strcmp(name, "vendors/cuda.h") == 0 && !angled;
}

static const struct hipify_options options = {
    .shown_path = "t.cu", .cuda_arch = 900, .is_project_header = vendors_cuda};

/* Standard error is closed while |translate| fails on purpose: its message is not this test's. */
static enum status translate_quietly(const struct buf *text, struct buf *out,
                                     struct hipify_report *report)
{
    fflush(stderr);
    int saved = dup(2);
    FILE *null = freopen("/dev/null", "w", stderr);
    enum status status = hipify_translate(text->data, text->size, &options, out, report);
    assert_non_null(null);
    fflush(stderr);
    dup2(saved, 2);
    close(saved);
    return status;
}

/* What follows the #line directive, or NULL when |text| is no token stream. Owned by the caller. */
static char *translate(const char *text, struct hipify_report *report)
{
    struct buf out = {0};
    assert_int_equal(hipify_translate(text, strlen(text), &options, &out, report), STATUS_OK);
    static const char line[] = "#line 1 \"t.cu\"\n";
    assert_int_equal(strncmp(out.data, line, sizeof line - 1), 0);
    char *body = mem_dup(out.data + sizeof line - 1);
    buf_free(&out);
    return body;
}

static void expect(const char *text, const char *wanted)
{
    struct hipify_report report = {0};
    char *body = translate(text, &report);
    if (strcmp(body, wanted) != 0)
        fail_msg("%s\n became\n%s\n not\n%s", text, body, wanted);
    free(body);
    hipify_report_free(&report);
}

/* |wanted| lists the codes with their lines and columns: "KB1001@2:3 ". */
static void expect_report(const char *text, const char *wanted)
{
    struct hipify_report report = {0};
    struct buf shown = {0};
    free(translate(text, &report));
    buf_reserve(&shown, 0);
    for (size_t i = 0; i < report.count; i++)
        buf_printf(&shown, "%s%s@%d:%d ", report.items[i].severity == HIPIFY_NOTE ? "note " : "",
                   report.items[i].code, report.items[i].line, report.items[i].column);
    if (strcmp(shown.data, wanted) != 0)
        fail_msg("%s\n reports '%s', not '%s'", text, shown.data, wanted);
    buf_free(&shown);
    hipify_report_free(&report);
}

static size_t lines_of(const char *text, size_t size)
{
    size_t lines = 0;
    for (size_t at = 0; at < size; at++)
        lines += text[at] == '\n' || (text[at] == '\r' && (at + 1 == size || text[at + 1] != '\n'));
    return lines;
}

/* The text of all comments, strings and dead lines of |text|, one behind the other. */
static char *untouchables(const char *text, size_t size)
{
    struct lexer lexer;
    struct token token;
    struct buf out = {0};
    buf_reserve(&out, 0);
    lexer_start(&lexer, text, size);
    while (lexer_next(&lexer, &token))
        if (token.dead || token.kind == TOKEN_LINE_COMMENT || token.kind == TOKEN_BLOCK_COMMENT ||
            token.kind == TOKEN_STRING || token.kind == TOKEN_RAW_STRING ||
            token.kind == TOKEN_CHARACTER || token.kind == TOKEN_TEXT || token.kind == TOKEN_NUMBER)
            buf_append(&out, text + token.offset, token.size);
    return buf_take(&out);
}

/* Everything that must hold for the translation of any text at all. */
static void expect_sound(const struct buf *text)
{
    struct buf out = {0}, again = {0};
    struct hipify_report report = {0}, second = {0};
    if (translate_quietly(text, &out, &report) != STATUS_OK) {
        assert_int_equal(out.size, 0);
        assert_int_equal(report.count, 0);
        buf_free(&out);
        return;
    }
    assert_int_equal(lines_of(out.data, out.size), lines_of(text->data, text->size) + 1);

    bool mark = text->size >= 3 && memcmp(text->data, "\xEF\xBB\xBF", 3) == 0;
    size_t front = (mark ? 3 : 0) + strlen("#line 1 \"t.cu\"");
    assert_int_equal(strncmp(out.data + (mark ? 3 : 0), "#line 1 \"t.cu\"", front - mark * 3), 0);
    front += out.data[front] == '\r' && out.data[front + 1] == '\n' ? 2 : 1;
    struct buf body = {0};
    buf_append(&body, text->data, mark ? 3 : 0);
    buf_append(&body, out.data + front, out.size - front);

    char *before = untouchables(text->data, text->size);
    char *after = untouchables(body.data, body.size);
    assert_string_equal(before, after);
    assert_int_equal(translate_quietly(&body, &again, &second), STATUS_OK);
    assert_int_equal(again.size, out.size);
    assert_memory_equal(again.data, out.data, out.size);

    for (size_t i = 1; i < report.count; i++)
        assert_true(report.items[i - 1].line < report.items[i].line ||
                    (report.items[i - 1].line == report.items[i].line &&
                     report.items[i - 1].column <= report.items[i].column));
    free(before);
    free(after);
    buf_free(&body);
    buf_free(&again);
    buf_free(&out);
    hipify_report_free(&report);
    hipify_report_free(&second);
}

static void any_text_is_translated_soundly(void **state)
{
    (void)state;
    struct buf text = {0};
    uint64_t random = 42;
    for (int i = 0; i < 1500; i++) {
        soup_bytes(&random, 100, &text);
        expect_sound(&text);
        soup_fragments(&random, 80, true, &text);
        expect_sound(&text);
        soup_fragments(&random, 30, false, &text);
        expect_sound(&text);
    }
    buf_free(&text);
}

static void names_change_where_they_are_names(void **state)
{
    (void)state;
    expect("cudaMalloc(&p, n);", "hipMalloc(&p, n);");
    expect("f(cudaMalloc);", "f(hipMalloc);");
    expect("cudaMallocX xcudaMalloc cudaMalloc1", "cudaMallocX xcudaMalloc cudaMalloc1");
    expect("::cudaMalloc(p)", "::hipMalloc(p)");
    expect("return ::cudaMalloc(p)", "return ::hipMalloc(p)");
    expect("a > ::cudaMalloc(p)", "a > ::hipMalloc(p)");
    expect("f<T>::cudaMalloc(p)", "f<T>::cudaMalloc(p)");
    expect("f<::cudaStream_t>", "f<::hipStream_t>");
    expect("x.cudaMalloc y->cudaMalloc z :: cudaMalloc",
           "x.cudaMalloc y->cudaMalloc z :: cudaMalloc");
    expect("S s = {.cudaFree = 1};", "S s = {.cudaFree = 1};");
    expect("#define A cudaMalloc", "#define A hipMalloc");
    expect("#ifdef cudaStreamPerThread\n#undef cudaStreamPerThread",
           "#ifdef hipStreamPerThread\n#undef hipStreamPerThread");
    expect("#error cudaMalloc\n#pragma omp cudaMalloc", "#error cudaMalloc\n#pragma omp hipMalloc");
    expect("struct cudaDeviceProp p; enum cudaMemcpyKind k;",
           "struct hipDeviceProp_t p; enum hipMemcpyKind k;");
    expect("make_cuComplex(cuCreal(z), 1)", "make_hipComplex(hipCreal(z), 1)");
    expect("CUdeviceptr p; cuMemAlloc_v2(&p, 4) == CUDA_SUCCESS",
           "hipDeviceptr_t p; hipMalloc(&p, 4) == hipSuccess");
    expect("cuda\\\nFree\\\n(p)", "h\\\nipFree\\\n(p)");
    expect("x\ncuda\\\rFree\n(p)", "x\nh\\\ripFree\n(p)");
    expect("__nv_bfloat16 b; __half h;", "__nv_bfloat16 b; __half h;");
}

static void own_names_stay(void **state)
{
    (void)state;
    expect(
        "namespace a { void cudaFree(int); void f() { cudaFree(1); } } void g() { cudaFree(p); }",
        "namespace a { void cudaFree(int); void f() { cudaFree(1); } } void g() { hipFree(p); }");
    expect("struct S { void f() { cudaFree(1); } void cudaFree(int); };",
           "struct S { void f() { cudaFree(1); } void cudaFree(int); };");
    expect("struct __align__(16) S { int cudaFree, x; }; int cudaFree2 = cudaFree(p);",
           "struct __align__(16) S { int cudaFree, x; }; int cudaFree2 = hipFree(p);");
    expect("struct S { void cudaFree(int); void f(); }; void S::f() { cudaFree(1); } void g() { "
           "cudaFree(p); }",
           "struct S { void cudaFree(int); void f(); }; void S::f() { cudaFree(1); } void g() { "
           "hipFree(p); }");
    expect("namespace a { int cudaFree; } namespace a { int x = cudaFree; } int y = cudaFree(p);",
           "namespace a { int cudaFree; } namespace a { int x = cudaFree; } int y = hipFree(p);");
    expect("namespace { int cudaFree; } int x = cudaFree;",
           "namespace { int hipFree; } int x = hipFree;");
    expect("extern \"C\" { void cudaFree(int); } void f() { cudaFree(1); }",
           "extern \"C\" { void hipFree(int); } void f() { hipFree(1); }");
    expect("enum class E { cudaFree, cudaMalloc = 3 }; f(E::cudaFree); cudaFree(p);",
           "enum class E { cudaFree, cudaMalloc = 3 }; f(E::cudaFree); hipFree(p);");
    expect("struct S { enum { cudaFree }; int x = cudaFree; }; int y = cudaFree(p);",
           "struct S { enum { cudaFree }; int x = cudaFree; }; int y = hipFree(p);");
    /* Types and uses in a class are no declarations. */
    expect(
        "struct S { cudaStream_t s; const cudaEvent_t e; static cudaError_t (*f)(cudaArray *); };",
        "struct S { hipStream_t s; const hipEvent_t e; static hipError_t (*f)(hipArray *); };");
    expect("struct S { operator cudaStream_t() const; cudaStream_t *p = &cudaNone; };",
           "struct S { operator hipStream_t() const; hipStream_t *p = &cudaNone; };");
    expect("template <class cudaFree, class U> void f(U x) { cudaMalloc(x); }",
           "template <class hipFree, class U> void f(U x) { hipMalloc(x); }");
    /* The branches of a conditional open the same brace twice. */
    expect(
        "#ifdef A\nstruct S {\n#else\nstruct T {\n#endif\nint cudaFree; };\nint x = cudaFree(p);",
        "#ifdef A\nstruct S {\n#else\nstruct T {\n#endif\nint cudaFree; };\nint x = hipFree(p);");
}

static void includes(void **state)
{
    (void)state;
    expect("#include <cuda_runtime.h>\n#include \"cuda_runtime.h\"",
           "#include <hip/hip_runtime.h>\n#include \"hip/hip_runtime.h\"");
    expect("#include \"vendors/cuda.h\"\n#include \"x/cuda.h\"",
           "#include \"vendors/cuda.h\"\n#include \"x/cuda.h\"");
    expect("#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda_fp8.h>\n",
           "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda_fp8.h>\n");
    expect("struct cuda_h { int cuda; } x = cuda . h;",
           "struct cuda_h { int cuda; } x = cuda . h;");
    expect("const char *s = \"cuda.h\" \"<cuda.h>\";", "const char *s = \"cuda.h\" \"<cuda.h>\";");
    expect("#include <cuda\\\n_runtime.h> // x", "#include <h\\\nip/hip_runtime.h> // x");
    expect("#if 0\n#include <cuda.h>\n#endif", "#if 0\n#include <cuda.h>\n#endif");
}

static void pasted_names_stay(void **state)
{
    (void)state;
    expect("#define A(x) cudaMemcpy##x", "#define A(x) cudaMemcpy##x");
    expect("#define A(x) x ## cudaFree cudaFree", "#define A(x) x ## cudaFree hipFree");
    expect_report("#define A(x) cuda##x", "KB1003@1:14 ");
    expect_report("#define A(x) cu ## x ## cudaFree", "KB1003@1:14 KB1003@1:25 ");
    expect_report("#define A(x) cuda x", "");
}

static void unknown_names_are_reported_once(void **state)
{
    (void)state;
    expect_report("f(cudaFoo);\ncudaFoo();\n", "KB1001@1:3 ");
    expect_report("cuFoo(); CUDA_FOO; CU_FOO; __nv_foo(); CUDART_FOO", "KB1001@1:1 KB1001@1:10 "
                                                                       "KB1001@1:20 KB1001@1:28 "
                                                                       "KB1001@1:40 ");
    expect_report("curand cudart cute CUBE cuda cuda1 CUDA __nvx", "");
    expect_report("x.cudaFoo a::cudaFoo b->cudaFoo \"cudaFoo\" // cudaFoo", "");
    expect_report("void cudaFoo(); int x = cudaFoo();", "");
    expect_report("cudaFoo(); void cudaFoo() {}", "");
    expect_report("#define CUDA_FOO(x) x\nCUDA_FOO(1)", "");
    expect_report("#include \"vendors/cuda.h\"\nCUDA_FOO(1); cudaFoo();",
                  "note KB1001@2:1 KB1001@2:14 ");
    expect_report("#include <mma.h>\n#include <cub/cub.cuh>\n#include \"cub/cub.cuh\"",
                  "KB1002@1:10 KB1002@2:10 ");
}

static void hazards(void **state)
{
    (void)state;
    expect_report("asm(\"\"); asm volatile(\"\" ::: \"memory\"); asm(\"v_nop\");", "");
    expect_report("asm(\"trap;\"); asm\nvolatile\n( R\"(bar.sync 0;)\" );",
                  "KB1101@1:1 KB1101@1:15 ");
    expect_report("int asm1; basm(\"x\"); asm x;", "");
    expect_report("__ballot_sync(0xffffffff, p); __ballot_sync(0xffff, p); f(0xffffffff);",
                  "KB1301@1:15 ");
    expect_report("__shfl_sync(~0, x); __shfl_sync( - 1, x); __shfl_sync(x, ~0);",
                  "note KB1301@1:13 note KB1301@1:34 ");
    expect_report("#define WARP_SIZE 32\nint WARP = 33, warpSizes = (32);\n",
                  "note KB1302@1:9 note KB1302@2:16 ");
    expect_report("#define X 32\n#define WARP_SIZE 64\nx = 32;", "");
    expect_report("#if defined __CUDA_ARCH__\n#elif __CUDA_ARCH__ < 3\n#else\n#endif",
                  "note KB1201@1:1 note KB1201@2:1 ");
    expect_report("#ifndef CUDA_X_H\n#define CUDA_X_H\n#ifdef CUDA_Y\n#endif\n#endif",
                  "note KB1202@3:1 ");
    expect_report("#ifndef __CUDACC__\n#endif", "note KB1202@1:1 ");
    expect_report("#if 0\n#if __CUDA_ARCH__\nasm(\"trap;\"); cudaFoo();\n#endif\n#endif", "");
}

static void guards_are_shown_in_full(void **state)
{
    (void)state;
    struct hipify_report report = {0};
    free(translate("#  if /* a */ __CUDA_ARCH__ \\\n  >=   530 // b\n#endif", &report));
    assert_int_equal(report.count, 1);
    assert_string_equal(report.items[0].text,
                        "'#if __CUDA_ARCH__ >= 530' sees __CUDA_ARCH__ = 900 in device code");
    hipify_report_free(&report);
}

static void line_ends_and_marks(void **state)
{
    (void)state;
    struct {
        const char *text, *wanted;
    } cases[] = {
        {"", "#line 1 \"t.cu\"\n"},
        {"cudaFree", "#line 1 \"t.cu\"\nhipFree"},
        {"a\r\ncudaFree\r\n", "#line 1 \"t.cu\"\r\na\r\nhipFree\r\n"},
        {"a\rcudaFree", "#line 1 \"t.cu\"\ra\rhipFree"},
        {"\xEF\xBB\xBF"
         "cudaFree\n",
         "\xEF\xBB\xBF#line 1 \"t.cu\"\nhipFree\n"},
        {"\n\xEF\xBB\xBF", "#line 1 \"t.cu\"\n\n\xEF\xBB\xBF"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf out = {0};
        struct hipify_report report = {0};
        buf_puts(&out, "before ");
        assert_int_equal(
            hipify_translate(cases[i].text, strlen(cases[i].text), &options, &out, &report),
            STATUS_OK);
        assert_string_equal(out.data + 7, cases[i].wanted);
        buf_free(&out);
        hipify_report_free(&report);
    }
}

static void the_path_is_a_string_literal(void **state)
{
    (void)state;
    struct hipify_options odd = {.shown_path = "a \"b\"\\\xc3\xbc\n\x01.cu"};
    struct buf out = {0};
    struct hipify_report report = {0};
    assert_int_equal(hipify_translate("x", 1, &odd, &out, &report), STATUS_OK);
    assert_string_equal(out.data, "#line 1 \"a \\\"b\\\"\\\\\xc3\xbc\\012\\001.cu\"\nx");
    buf_free(&out);
    hipify_report_free(&report);
}

static void a_failure_leaves_everything(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
    } cases[] = {{"cudaFoo(); /*", 13}, {"\"a", 2}, {"R\"x(", 4}, {"a\0b", 3}, {"'a\n'", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf text = {0}, out = {0};
        struct hipify_report report = {0};
        buf_append(&text, cases[i].text, cases[i].size);
        buf_puts(&out, "before");
        free(translate("cudaBar();", &report));
        assert_int_equal(translate_quietly(&text, &out, &report), STATUS_INPUT);
        assert_string_equal(out.data, "before");
        assert_int_equal(report.count, 1);
        buf_free(&text);
        buf_free(&out);
        hipify_report_free(&report);
    }
}

static void note_include(void *context, const char *name, bool angled, int line)
{
    buf_printf(context, "%d%c%s ", line, angled ? '<' : '"', name);
}

static void includes_are_scanned(void **state)
{
    (void)state;
    static const char text[] =
        "#include <a>\n// #include <b>\n/*\n#include <c>\n*/ #include \"d e\"\n"
        "const char *s = R\"(\n#include <f>\n)\";\n#if 0\n#include <g>\n"
        "#else\n#include_next \"../h.cuh\"\n#endif\n#if __has_include(<i>)\n"
        "# include /* */ <j\\\n/k> // l\n#endif\n#include M\nx #include <n>\n"
        "#include <o\n#import \"p\"";
    struct buf seen = {0};
    hipify_scan_includes(text, sizeof text - 1, note_include, &seen);
    assert_string_equal(seen.data, "1<a 5\"d e 12\"../h.cuh 15<j/k 21\"p ");
    buf_free(&seen);

    uint64_t random = 7;
    struct buf soup = {0};
    for (int i = 0; i < 500; i++) {
        soup_fragments(&random, 50, false, &soup);
        hipify_scan_includes(soup.data, soup.size, note_include, &seen);
    }
    buf_free(&seen);
    buf_free(&soup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_text_is_translated_soundly),
        cmocka_unit_test(names_change_where_they_are_names),
        cmocka_unit_test(own_names_stay),
        cmocka_unit_test(includes),
        cmocka_unit_test(pasted_names_stay),
        cmocka_unit_test(unknown_names_are_reported_once),
        cmocka_unit_test(hazards),
        cmocka_unit_test(guards_are_shown_in_full),
        cmocka_unit_test(line_ends_and_marks),
        cmocka_unit_test(the_path_is_a_string_literal),
        cmocka_unit_test(a_failure_leaves_everything),
        cmocka_unit_test(includes_are_scanned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
