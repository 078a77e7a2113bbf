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
    choice.why = choice.why ? "" : NULL;
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
    assert_true((choice.why != NULL) == (arch != 900));
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
    expect(890, KERNEL(NEW WGMMA "#endif\n#if __CUDA_ARCH__ < 900\n*p = 1;\n#endif\n"), NULL);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_highest_that_can_be_translated_is_taken),
        cmocka_unit_test(nothing_changes_where_nothing_needs_it),
        cmocka_unit_test(no_code_is_lost_without_other_code_in_its_place),
        cmocka_unit_test(wrappers_of_instructions_count_where_they_are_called),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
