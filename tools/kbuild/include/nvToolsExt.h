// NVTX of version 2, whose functions version 3 has.
#pragma once
#pragma GCC system_header
#include "nvtx3/nvToolsExt.h"
