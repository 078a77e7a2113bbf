// The driver API's header: its version and, from the prelude, HIP's declarations.
#pragma once
#pragma GCC system_header
#include "kbuild/cuda_prelude.h"
