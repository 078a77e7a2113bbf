/* The options that make clang take translated CUDA as nvcc takes CUDA. */
#include "toolchain.h"

void toolchain_language_flags(struct strings *out)
{
    /* CUDA's float-to-integer casts saturate; without this clang takes them as undefined. */
    strings_add(out, "-fno-strict-float-cast-overflow");
    /* A lane that has no value may take part in a shuffle: what it brings is not looked at. Without
     * this clang takes the value as given and deletes the branch that made it. */
    strings_add(out, "-Xclang");
    strings_add(out, "-no-enable-noundef-analysis");
    /* The pass for a device compiles no host function. What one calls under __CUDA_ARCH__ is an
     * error there only if something that is compiled calls it. */
    strings_add(out, "-Xclang");
    strings_add(out, "-fgpu-defer-diag");
    /* HIP marks every call of its host API nodiscard, CUDA none. */
    strings_add(out, "-Wno-unused-result");
    /* What clang makes errors and nvcc does not: register in C++17, {3.5} for an int, "%d"NAME. */
    strings_add(out, "-Wno-register");
    strings_add(out, "-Wno-c++11-narrowing");
    strings_add(out, "-Wno-reserved-user-defined-literal");
}
