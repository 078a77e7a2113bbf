/* The branches of conditionals that are reported as compiled, and the code reported as lost. */
#include "expect.h"

static void branches(const char *text, const char *wanted)
{
    expect_family(&with_kbuild, "KB12", text, wanted);
}

static void says(const char *text, const char *wanted)
{
    expect_text(&with_kbuild, "KB1201", text, wanted);
}

static void each_guard_is_noted_with_the_branch_taken(void **state)
{
    (void)state;
    says("#if __CUDA_ARCH__ >= 530\nint a;\n#else\nint b;\n#endif\n",
         "'#if __CUDA_ARCH__ >= 530': device code takes this branch (__CUDA_ARCH__ is 900), host "
         "code the #else at line 3");
    says("#ifdef __CUDA_ARCH__\n#endif\n", "'#ifdef __CUDA_ARCH__': device code takes this branch "
                                           "(__CUDA_ARCH__ is 900), host code none of it");
    says("#if __CUDA_ARCH__ >= 1000\nint a;\n#elif __CUDA_ARCH__ >= 700\nint b;\n#else\nint c;\n"
         "#endif\n",
         "'#if __CUDA_ARCH__ >= 1000': device code takes the #elif at line 3 (__CUDA_ARCH__ is "
         "900), host code the #else at line 5; line 2 is not compiled for AMD");
    says("#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600\n#else\nint a;\nint b;\n#endif\n",
         "'#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600': this branch is compiled "
         "(__CUDA_ARCH__ is 900); lines 3 to 4 are not compiled for AMD");
    says("#if __CUDA_ARCH__ >= MINE\n#endif\n",
         "'#if __CUDA_ARCH__ >= MINE': depends on MINE (__CUDA_ARCH__ is 900)");
    says("#if __CUDA_ARCH__ >= 700 && MINE\n#endif\n",
         "'#if __CUDA_ARCH__ >= 700 && MINE': host code takes none of it (__CUDA_ARCH__ is 900), "
         "for device code it depends on MINE");
    says("#  if /* a */ __CUDA_ARCH__ \\\n  >=   530 // b\n#endif",
         "'#if __CUDA_ARCH__ >= 530': device code takes this branch (__CUDA_ARCH__ is 900), host "
         "code none of it");
    says("#if MINE\n#elif __CUDA_ARCH__ > 3\n#endif\n",
         "'#elif __CUDA_ARCH__ > 3': depends on MINE (__CUDA_ARCH__ is 900)");
    says("#if MINE\n#endif\n", NULL);
    says("// #if __CUDA_ARCH__\n#if 0\n#if __CUDA_ARCH__\n#endif\n#endif\n", NULL);
}

static void versions_are_known(void **state)
{
    (void)state;
    expect_text(&with_kbuild, "KB1202", "#if CUDA_VERSION < 9000\nint a;\n#else\nint b;\n#endif\n",
                "'#if CUDA_VERSION < 9000': the #else at line 3 is compiled (CUDA_VERSION is "
                "12040); line 2 is not compiled for AMD");
    expect_text(&with_kbuild, "KB1202", "#ifdef __CUDACC__\n#endif\n",
                "'#ifdef __CUDACC__': this branch is compiled");
    expect_text(&with_hip, "KB1202", "#ifdef __CUDACC__\n#endif\n",
                "'#ifdef __CUDACC__': none of it is compiled");
    expect_text(&with_hip, "KB1201", "#if __CUDA_ARCH__ >= 700\n#endif\n",
                "'#if __CUDA_ARCH__ >= 700': none of it is compiled (__CUDA_ARCH__ is not "
                "defined)");
    branches("#ifdef CUDA_MINE\n#endif\n", "note KB1202@1:1 ");
    branches("#ifdef MINE_CUDA\n#endif\n#if __cplusplus > 3\n#endif\n", "");
}

static void definitions_of_the_file_count(void **state)
{
    (void)state;
    says("#define LOW 530\n#if __CUDA_ARCH__ >= LOW\n#endif\n",
         "'#if __CUDA_ARCH__ >= LOW': device code takes this branch (__CUDA_ARCH__ is 900), host "
         "code none of it");
    says("#define LOW (2 * 700)\n#if __CUDA_ARCH__ >= LOW\n#endif\n",
         "'#if __CUDA_ARCH__ >= LOW': none of it is compiled (__CUDA_ARCH__ is 900)");
    static const char *const unknown[] = {"#define LOW OTHER\n",
                                          "#define LOW() 530\n",
                                          "#define LOW 530\n#undef LOW\n#define LOW X\n",
                                          "#ifdef MINE\n#define LOW 530\n#endif\n",
                                          "#define LOW\n",
                                          "#ifndef LOW\n#define LOW 530\n#endif\n",
                                          NULL};
    for (const char *const *text = unknown; *text; text++) {
        struct buf source = {0};
        buf_printf(&source, "%s#if __CUDA_ARCH__ >= LOW\n#endif\n", *text);
        says(source.data, "'#if __CUDA_ARCH__ >= LOW': depends on LOW (__CUDA_ARCH__ is 900)");
        buf_free(&source);
    }
    /* A macro that is not defined any more counts as 0. */
    says("#define LOW 530\n#undef LOW\n#if __CUDA_ARCH__ >= LOW\n#endif\n",
         "'#if __CUDA_ARCH__ >= LOW': this branch is compiled (__CUDA_ARCH__ is 900)");
    /* In a header's guard, and where only one pass defines. */
    says("#ifndef X_H\n#define X_H\n#define LOW 530\n#if __CUDA_ARCH__ >= LOW\n#endif\n#endif\n",
         "'#if __CUDA_ARCH__ >= LOW': device code takes this branch (__CUDA_ARCH__ is 900), host "
         "code none of it");
    expect_text(&with_kbuild, "KB1202",
                "#ifdef __CUDA_ARCH__\n#define CUDA_MINE 1\n#else\n#define CUDA_MINE 0\n#endif\n"
                "#if CUDA_MINE\n#endif\n",
                "'#if CUDA_MINE': device code takes this branch, host code none of it");
}

static void functions_that_only_nvcc_compiles_are_warned_about(void **state)
{
    (void)state;
    expect_text(&with_kbuild, "KB1203",
                "#ifdef __NVCC__\n__global__ void k(int *p) { *p = 1; }\n__global__ void l() {}\n"
                "__device__ int d() { return 1; }\n#endif\n",
                "'#ifdef __NVCC__' is not compiled for AMD: 2 __global__ functions fall away (k, "
                "l)");
    expect_text(&with_hip, "KB1203",
                "#if __CUDA_ARCH__ >= 530\n__device__ int d() { return 1; }\n#endif\n",
                "'#if __CUDA_ARCH__ >= 530' is not compiled for AMD: 1 __device__ function falls "
                "away (d)");
    branches("#if MINE\n#ifdef __NVCC__\n__global__ void k() {}\n#endif\n#endif\n",
             "note KB1202@2:1 KB1203@2:1 ");
}

static void nothing_is_lost_that_amd_has_or_nvcc_has_not(void **state)
{
    (void)state;
    /* The same name is compiled elsewhere. */
    branches("#ifdef __NVCC__\n__global__ void k() {}\n#else\n__global__ void k() {}\n#endif\n",
             "note KB1202@1:1 ");
    branches("__global__ void k() {}\n#ifdef __NVCC__\n__global__ void k(int) {}\n#endif\n",
             "note KB1202@2:1 ");
    /* nvcc for this GPU does not compile it either. */
    branches("#if __CUDA_ARCH__ < 600\n__device__ double atomicAdd(double *a, double b) { return "
             "0; }\n#endif\n",
             "note KB1201@1:1 ");
    /* Whoever asks for AMD decided. */
    branches("#ifndef __HIP_PLATFORM_AMD__\n__global__ void k() {}\n#endif\n", "");
    branches("#if defined(__NVCC__) && !defined(USE_ROCM)\n__global__ void k() {}\n#endif\n",
             "note KB1202@1:1 ");
    /* Declarations, variables, and what is not known. */
    branches("#ifdef __NVCC__\n__global__ void k();\n__device__ int table[] = {1, 2};\n#endif\n",
             "note KB1202@1:1 ");
    branches("#ifdef MINE\n__global__ void k() {}\n#endif\n", "");
}

static void broken_conditionals_do_no_harm(void **state)
{
    (void)state;
    branches("#else\n#endif\n#endif\n#elif 1\n", "");
    branches("#if __CUDA_ARCH__\nint a;", "note KB1201@1:1 ");
    branches("#if __CUDA_ARCH__\n#else\n#else\n#endif\n", "note KB1201@1:1 ");
    branches("#if\n#ifdef\n#ifndef\n#elif\n#endif\n#endif\n#endif\n#define\n#undef\n#\n", "");
    struct buf source = {0};
    for (int i = 0; i < 1000; i++)
        buf_puts(&source, "#if MINE\n");
    buf_puts(&source, "#if __CUDA_ARCH__\n#endif\n");
    for (int i = 0; i < 1000; i++)
        buf_puts(&source, "#endif\n");
    buf_puts(&source, "#if __CUDA_ARCH__\n#endif\n");
    branches(source.data, "note KB1201@2003:1 ");
    buf_free(&source);
    /* A line of more tokens than are looked at. */
    buf_puts(&source, "#if __CUDA_ARCH__");
    for (int i = 0; i < 5000; i++)
        buf_puts(&source, " + 1");
    buf_puts(&source, "\n#endif\n");
    branches(source.data, "note KB1201@1:1 ");
    buf_free(&source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_guard_is_noted_with_the_branch_taken),
        cmocka_unit_test(versions_are_known),
        cmocka_unit_test(definitions_of_the_file_count),
        cmocka_unit_test(functions_that_only_nvcc_compiles_are_warned_about),
        cmocka_unit_test(nothing_is_lost_that_amd_has_or_nvcc_has_not),
        cmocka_unit_test(broken_conditionals_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
