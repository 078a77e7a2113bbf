// The C library's <assert.h>, then device assert as a trap; <cassert> comes here too. HIP's text,
// which has no prelude, has HIP's assert.
#pragma GCC system_header
#include_next <assert.h>
#ifdef KBUILD_CUDA_PRELUDE_H
#include "kbuild/assert.h"
#endif
