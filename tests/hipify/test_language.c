/* Which texts are HIP's and which are CUDA's. */
#include "../util/check.h"
#include "hipify/hipify.h"

static void expect(const char *path, const char *text, bool is_hip)
{
    if (hipify_is_hip(path, text, strlen(text)) != is_hip)
        fail_msg("%s is taken for %s:\n%s", path, is_hip ? "CUDA's" : "HIP's", text);
}

static void a_name_that_ends_in_hip_is_hips(void **state)
{
    (void)state;
    expect("a.hip", "", true);
    expect("/x/a.hip", "__global__ void k();\n", true);
    expect("a.hip", "#include <cuda_runtime.h>\n", true);
    expect("hip", "", false);
    expect("a.hip.cu", "", false);
    expect("a.HIP", "", true);
}

static void hips_runtime_makes_it_hips(void **state)
{
    (void)state;
    expect("a.cu", "#include <hip/hip_runtime.h>\n", true);
    expect("a.cpp", "// x\n#include \"hip/hip_runtime.h\"\n#include <assert.h>\n", true);
    expect("a.cu", "#if 0\n#include <cuda.h>\n#endif\n#include <hip/hip_runtime.h>\n", true);
    expect("a.cu", "#ifdef A\n#endif\n#ifndef B\n#else\n#endif\n#include <hip/hip_runtime.h>\n",
           true);
    expect("a.h", "/* x */\n#ifndef A_H\n#define A_H\n#include <hip/hip_runtime.h>\n#endif\n",
           true);
}

static void all_else_is_cudas(void **state)
{
    static const char *const texts[] = {
        "",
        "#include <cuda_runtime.h>\n",
        "#include <hip/hip_runtime.h>\n#include <cuda_fp16.h>\n",
        "#include <cooperative_groups.h>\n#include <hip/hip_runtime.h>\n",
        "#include <cuda/barrier>\n#include <hip/hip_runtime.h>\n",
        "#ifdef __HIP__\n#include <hip/hip_runtime.h>\n#endif\n",
        "#ifdef __HIP__\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n#endif\n",
        "// #include <hip/hip_runtime.h>\n",
        "const char *s = R\"(\n#include <hip/hip_runtime.h>\n)\";\n",
        "#if 0\n#include <hip/hip_runtime.h>\n#endif\n",
        "#include <hip/hip_fp16.h>\n",
        "#ifndef A\n#include <hip/hip_runtime.h>\n#endif\n",
        "#ifndef A\n#define B\n#include <hip/hip_runtime.h>\n#endif\n",
        "#ifndef A\n#define A\n#ifdef B\n#include <hip/hip_runtime.h>\n#endif\n#endif\n",
        "#define A\n#ifndef A\n#define A\n#include <hip/hip_runtime.h>\n#endif\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect("a.cu", texts[i], false);
}

static void a_translation_is_cudas(void **state)
{
    (void)state;
    expect("a.hip", "#include <kbuild/cuda_prelude.h>\n#line 1 \"a.cu\"\n", false);
    expect("a.hip", "#include \"../kbuild-include/kbuild/cuda_prelude.h\"\n", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_that_ends_in_hip_is_hips),
        cmocka_unit_test(hips_runtime_makes_it_hips),
        cmocka_unit_test(all_else_is_cudas),
        cmocka_unit_test(a_translation_is_cudas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
