#include "toolchain.h"

void toolchain_language_flags(struct strings *out)
{
    /* CUDA's float-to-integer casts saturate; without this option they are undefined for clang. */
    strings_add(out, "-fno-strict-float-cast-overflow");
    /* A lane without a value may take part in a shuffle, since no lane reads its value. Without
     * this option clang assumes that the value is defined, and deletes the branch that sets it. */
    strings_add(out, "-Xclang");
    strings_add(out, "-no-enable-noundef-analysis");
    /* The device pass does not compile host functions. An error in a host function counts there
     * only if compiled code calls the function. */
    strings_add(out, "-Xclang");
    strings_add(out, "-fgpu-defer-diag");
    /* HIP declares every function of its host API nodiscard; CUDA does not. */
    strings_add(out, "-Wno-unused-result");
    /* Errors for clang, not for nvcc: register in C++17, {3.5} for an int, "%d"NAME. */
    strings_add(out, "-Wno-register");
    strings_add(out, "-Wno-c++11-narrowing");
    strings_add(out, "-Wno-reserved-user-defined-literal");
}
