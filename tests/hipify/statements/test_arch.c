/* Which __CUDA_ARCH__ a translation unit is compiled for: one that its inline PTX can be translated
 * for, and never one for which code is lost. */
#include "../../util/check.h"
#include "hipify/hipify.h"

#define WGMMA        "asm volatile(\"wgmma.fence.sync.aligned;\" ::: \"memory\");\n"
#define BARRED       "asm volatile(\"multimem.red.add.u32 [%0], 1;\" :: \"l\"(p));\n"
#define NEW          "#if __CUDA_ARCH__ >= 900\n"
#define KERNEL(body) "__global__ void k(int *p) {\n" body "}\n"

static struct hipify_arch_choice choose(const char *first, const char *second)
{
    const char *const sources[] = {first, second};
    struct arch_text *texts[2] = {NULL, NULL};
    const struct hipify_options options = {.shown_path = "t.cu", .cuda_version = 12040};
    size_t count = 0;
    for (; count < 2 && sources[count]; count++)
        texts[count] = hipify_arch_text(sources[count], strlen(sources[count]));
    struct hipify_arch_choice choice = hipify_choose_arch(texts, count, &options);
    assert_true((choice.why != NULL) == (choice.arch != 900));
    choice.why = NULL; /* it goes with the text */
    for (size_t i = 0; i < count; i++)
        hipify_arch_text_free(texts[i]);
    return choice;
}

static void expect(int arch, const char *first, const char *second)
{
    struct hipify_arch_choice choice = choose(first, second);
    if (choice.arch != arch)
        fail_msg("%s%s\nis compiled for %d, not for %d", first, second ? second : "", choice.arch,
                 arch);
}

/* |rest| follows code for the newest GPUs in a kernel. */
static void expect_behind(int arch, const char *rest)
{
    char text[512];
    snprintf(text, sizeof text,
             "#define nothing(p) (void)(p)\n__device__ void stops(int *p) { __trap(); }\n"
             "__device__ void works(int *p) { *p = 2; }\n" KERNEL(NEW WGMMA "%s*p += 1;\n"),
             rest);
    expect(arch, text, NULL);
}

static void the_highest_that_can_be_translated_is_taken(void **state)
{
    (void)state;
    expect(890, KERNEL(NEW WGMMA "#else\n*p = 1;\n#endif\n"), NULL);
    expect(890, KERNEL("#if __CUDA_ARCH__ < 900\n*p = 1;\n#else\n" WGMMA "#endif\n"), NULL);
    expect(800,
           KERNEL("#if __CUDA_ARCH__ >= 860\n" WGMMA
                  "#elif __CUDA_ARCH__ >= 800\n*p = 1;\n#else\n*p = 2;\n#endif\n"),
           NULL);
    expect(750, KERNEL(NEW WGMMA "#elif __CUDA_ARCH__ >= 800\n" BARRED "#else\n*p = 2;\n#endif\n"),
           NULL);
    expect(600, KERNEL("#if __CUDA_ARCH__ >= 700\n" WGMMA "#else\n*p = 2;\n#endif\n"), NULL);
    expect(890,
           "#if __CUDA_ARCH__ >= 900\n#define HAS 1\n#endif\n" KERNEL("#ifdef HAS\n" WGMMA
                                                                      "#else\n*p = 1;\n#endif\n"),
           NULL);
    expect(890,
           "#if __CUDA_ARCH__ >= 900\n#define F() "
           "asm volatile(\"wgmma.fence.sync.aligned;\")\n#else\n#define F() g()\n#endif\n" KERNEL(
               "F();\n"),
           NULL);
}

static void nothing_changes_where_nothing_needs_it(void **state)
{
    static const char *const texts[] = {
        "",
        KERNEL("*p = 1;\n"),
        KERNEL(NEW "*p = 1;\n#else\n*p = 2;\n#endif\n"),
        KERNEL(NEW "asm volatile(\"bar.sync 0;\");\n#else\n*p = 2;\n#endif\n"),
        KERNEL(WGMMA), /* whatever the architecture is */
        KERNEL("#ifdef OTHER\n" WGMMA "#else\n*p = 2;\n#endif\n"),
        KERNEL(NEW "asm(\"fsqrt.s f0, f1\");\n#else\n*p = 2;\n#endif\n"), /* of another machine */
        "#if 0\n" KERNEL(NEW WGMMA "#else\n*p = 2;\n#endif\n") "#endif\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect(900, texts[i], NULL);
}

/* An error at compile time is better than a kernel that does nothing. */
static void no_code_is_lost_without_other_code_in_its_place(void **state)
{
    static const char *const instead[] = {
        "#endif\n",
        "#endif\n*p = 1;\n",
        "#else\n#endif\n",
        "#else\n__trap();\n#endif\n",
        "#else\nasm volatile(\"trap;\");\n#endif\n",
        "#else\nassert(false && \"needs sm_90\");\n#endif\n",
        "#else\nif (threadIdx.x == 0) { printf(\"needs sm_90\"); }\n#endif\n",
        "#else\n(void)p;\nreturn;\n#endif\n",
        "#else\nCUTE_INVALID_CONTROL_PATH(\"no\");\n#endif\n",
        "#else\n#error \"needs sm_90\"\n#endif\n",
        "#elif __CUDA_ARCH__ >= 600\n" BARRED "#else\n*p = 1;\n#endif\n",
    };
    char text[512];
    (void)state;
    for (size_t i = 0; i < sizeof instead / sizeof *instead; i++) {
        snprintf(text, sizeof text, KERNEL(NEW WGMMA "%s"), instead[i]);
        expect(900, text, NULL);
        /* The same in a function that the kernel calls. */
        snprintf(text, sizeof text,
                 "__device__ void f(int *p) {\n" NEW WGMMA "%s}\n" KERNEL("f(p);\n"), instead[i]);
        expect(900, text, NULL);
    }
    expect(900, "__device__ void f(int *p) {\n" NEW WGMMA "#endif\n}\n",
           KERNEL(NEW "f(p);\n#endif\n"));
    expect(900, NEW "__device__ void f() {\n" WGMMA "}\n#endif\n" KERNEL("f();\n"), NULL);
    expect(900,
           NEW "__device__ void f() {\n" WGMMA
               "}\n#else\n__device__ void f() { __trap(); }\n#endif\n" KERNEL("f();\n"),
           NULL);
    /* Another kernel of the unit has nothing for older GPUs. */
    expect(900, KERNEL(NEW WGMMA "#else\n*p = 1;\n#endif\n"),
           "__global__ void other(int *p) {\n" NEW "*p = 2;\n#endif\n}\n");
}

/* A function may lose its code if nothing calls it any more. */
static void wrappers_of_instructions_count_where_they_are_called(void **state)
{
    static const char *const wrappers[] = {
        "__device__ void f() {\n" NEW WGMMA "#endif\n}\n",
        "__device__ void f() {\n" NEW WGMMA "#else\n__trap();\n#endif\n}\n",
        NEW "__device__ void f() {\n" WGMMA "}\n#endif\n",
        "struct S {\n" NEW "static __device__ void f() {\n" WGMMA "}\n#endif\n};\n",
        "__device__ void f() {\n" NEW WGMMA "#endif\n}\n__device__ void g() {\n" NEW
        "f();\n#endif\n}\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++) {
        expect(890, wrappers[i], KERNEL(NEW "f();\n#else\n*p = 1;\n#endif\n"));
        expect(900, wrappers[i], KERNEL("*p = 1;\n#if __CUDA_ARCH__ >= 700\nf();\n#endif\n"));
    }
    expect(890,
           NEW "__device__ void f() {\n" WGMMA "}\n#else\n__device__ void f() { h(); }\n#endif\n",
           KERNEL("f();\n"));
}

/* What stands for other code has to be seen to be code. */
static void an_else_without_code_is_not_code(void **state)
{
    static const char *const code[] = {
        "__syncthreads();",
        "works(p);",
        "p[0] = 2;",
        "*p = 2;",
        "p[1] += p[0] * p[2];",
        "multiply<2>(p);",
        "if (*p) return;\n*p = 2;",
        "int x = *p;\np[0] = x;",
        "{ add(p, p); }",
        "for (int i = 0; i < 4; i++) *p += i;",
        "asm volatile(\"bar.sync 0;\");",
    };
    static const char *const nothing[] = {
        "",
        "int unused;",
        "int x = *p;",
        "float x = f(p);",
        "(void)p;",
        "UNUSED(p);\nNO_DEVICE_CODE;",
        "UNUSED(p);",
        "static_cast<void>(p);\n__builtin_trap();",
        "return;\n*p = 2;",
        "const char *t = \"sm_90 only\";\nputs_device(t);",
        "if (!*p) { const char *t = \"sm_90 only\"; puts_device(t); }",
        "asm volatile(\"\");",
        "*p = 2;\n__trap();",
        "auto never = [&] { *p = 2; };",
        "struct S { void f() { *p = 2; } };",
        "#define F *p = 2",
        "x = x;",
        "if (0) *p = 2;",
        "if constexpr (false) { *p = 2; }",
        "stops(p);",
        "nothing(p);",
        "} { *p = 2;",
    };
    char text[256];
    (void)state;
    for (size_t i = 0; i < sizeof code / sizeof *code; i++) {
        snprintf(text, sizeof text, "#else\n%s\n#endif\n", code[i]);
        expect_behind(890, text);
    }
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        snprintf(text, sizeof text, "#else\n%s\n#endif\n", nothing[i]);
        expect_behind(900, text);
    }
    /* The other branch is of the same conditional, and certainly compiled. */
    expect_behind(890, "#elif defined(__CUDA_ARCH__)\n*p = 2;\n#endif\n");
    expect_behind(900, "#endif\n*p = 1;\n#if __CUDA_ARCH__ < 900\n*p = 2;\n#endif\n");
    expect_behind(900, "#endif\n#if __CUDA_ARCH__ < 900\n*p = 2;\n#endif\n");
    expect_behind(900, "#elif OTHER_PROJECT_SETS_THIS\n*p = 2;\n#endif\n" WGMMA);
}

/* A kernel that is made by a macro, and functions that are used without their name. */
static void what_uses_a_function_has_to_be_seen(void **state)
{
    static const char lost[] = "(int *p) {\n" NEW WGMMA "#endif\n}\n";
    static const struct {
        const char *before, *head, *behind;
    } texts[] = {
        {"#define KERNEL extern \"C\" __global__ void\n", "KERNEL k", ""},
        {"#define DEVICE(x) __device__\n", "DEVICE(1) void f", KERNEL("f(p);\n")},
        {"", "__device__ ALIGNED(16) void f", KERNEL("f(p);\n")},
        {"struct S {\n", "__device__ void operator()", "};\n" KERNEL("S s;\ns(p);\n")},
        {"struct S {\n", "__device__ S &operator+=", "};\n" KERNEL("*s(p) += 1;\n")},
        {"struct S {\n", "__device__ S", "};\n" KERNEL("S s(p);\n")},
        {"", "__device__ float operator\"\"_w", KERNEL("*p = 3_w;\n")},
        {"", "__device__ auto f = []", KERNEL("f(p);\n")},
        {"", "template <class T> __device__ decltype(auto) f", KERNEL("f(p);\n")},
        {"#define CALL(n, p) step_##n(p)\n", "__device__ void step_new", KERNEL("CALL(new, p);\n")},
        {"#define CALL(p) f(p)\n", "__device__ void f", KERNEL("CALL(p);\n")},
        {"", "__device__ void f", "__device__ auto *table = &f;\n"},
        {"struct S {\n", "__device__ int *begin", "};\n" KERNEL("for (int i : s) *p = i;\n")},
        {"template <int> struct P;\ntemplate <> struct P<1> {\n", "static __device__ void run",
         "};\n" KERNEL("P<1>::run(p);\n")},
        {"struct S {\n", "__device__ operator float", "};\n" KERNEL("*p = S();\n")},
    };
    char text[1024];
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        snprintf(text, sizeof text, "%s%s%s%s", texts[i].before, texts[i].head, lost,
                 texts[i].behind);
        expect(900, text, NULL);
    }
    expect(900,
           "struct S {\n" NEW "__device__ S(int *p) { " WGMMA
           "}\n#else\n__device__ S(int *p) { printf(\"no\"); }\n#endif\n};\n" KERNEL(
               "S s(p);\n*p += 1;\n"),
           NULL);
    expect(900,
           "#if __CUDA_ARCH__ >= 900\n#define HAVE 1\n#else\n#define HAVE 0\n#endif\n"
           "template <> struct P<1> {\nstatic __device__ void run(int *p) {\n#if HAVE\n" WGMMA
           "#endif\n}\n};\n" KERNEL("P<HAVE>::run(p);\n"),
           NULL);
    expect(900, KERNEL("#ifdef __CUDA_ARCH_FEAT_SM90_ALL\n" WGMMA "#else\n*p = 2;\n#endif\n"),
           NULL);
    /* A use that falls away needs other code too. */
    expect(900, NEW "struct S { __device__ void operator()(int *p) { " WGMMA "} };\n#endif\n",
           KERNEL("int x = *p;\n" NEW "S s;\ns(p);\n#endif\n*p = x;\n"));
    expect(900,
           NEW "__device__ void f(int *p) {\n" WGMMA
               "}\n#define F(p) f(p)\n#endif\n" KERNEL("#ifdef F\nF(p);\n#endif\n*p = 2;\n"),
           NULL);
    /* Not each function of the name has another. */
    expect(900,
           NEW "__device__ void f(int) {\n" WGMMA "}\n__device__ void f(float) {\n" WGMMA
               "}\n#else\n__device__ void f(int) { g(); }\n#endif\n" KERNEL("f(1.0f);\n"),
           NULL);
}

static void a_macro_has_another_definition(void **state)
{
    static const struct {
        int arch;
        const char *other;
    } cases[] = {
        {890, "#else\n#define F(p) g(p)\n"},
        {890, "#else\n#define F(p) \\\n    do { g(p); } while (0)\n"},
        {900, ""},
        {900, "#else\n#define F(p)\n"},
        {900, "#else\n#define F(p) __trap()\n"},
        {900, "#else\n#define F(p) ((void)(p))\n"},
        {900, "#else\n#define G(p) g(p)\n"},
    };
    char text[512];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text,
                 NEW "#define F(p) " WGMMA
                     "%s#endif\n" KERNEL("int x = *p;\n#ifdef F\nF(p);\n#endif\n*p = x;\n"),
                 cases[i].other);
        expect(cases[i].arch, text, NULL);
    }
}

/* Functions that fall away are worth more than a note. */
static void a_choice_says_whether_functions_fall_away(void **state)
{
    (void)state;
    assert_false(choose(KERNEL(NEW WGMMA "#else\n*p = 1;\n#endif\n"), NULL).drops_functions);
    assert_true(choose("__device__ void f() {\n" NEW WGMMA "#endif\n}\n",
                       KERNEL(NEW "f();\n#else\n*p = 1;\n#endif\n"))
                    .drops_functions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_highest_that_can_be_translated_is_taken),
        cmocka_unit_test(nothing_changes_where_nothing_needs_it),
        cmocka_unit_test(no_code_is_lost_without_other_code_in_its_place),
        cmocka_unit_test(wrappers_of_instructions_count_where_they_are_called),
        cmocka_unit_test(an_else_without_code_is_not_code),
        cmocka_unit_test(what_uses_a_function_has_to_be_seen),
        cmocka_unit_test(a_macro_has_another_definition),
        cmocka_unit_test(a_choice_says_whether_functions_fall_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
