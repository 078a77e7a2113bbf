// The C library's <assert.h>, then device assert as a trap. <cassert> includes this header, too.
// Sources in HIP are compiled without the prelude, and keep HIP's assert.
#pragma GCC system_header
#include_next <assert.h>
#ifdef KBUILD_CUDA_PRELUDE_H
#include "kbuild/assert.h"
#endif
