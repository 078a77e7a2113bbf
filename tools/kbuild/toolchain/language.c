/* The options that make clang take translated CUDA as nvcc takes CUDA. */
#include "toolchain.h"

void toolchain_language_flags(struct strings *out)
{
    /* CUDA's float-to-integer casts saturate; without this clang takes them as undefined. */
    strings_add(out, "-fno-strict-float-cast-overflow");
    /* HIP marks every call of its host API nodiscard, CUDA none. */
    strings_add(out, "-Wno-unused-result");
}
