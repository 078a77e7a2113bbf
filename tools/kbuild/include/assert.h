// The C library's <assert.h>, then device assert as a trap; <cassert> comes here too.
#pragma GCC system_header
#include_next <assert.h>
#include "kbuild/assert.h"
