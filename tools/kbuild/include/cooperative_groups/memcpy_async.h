// cooperative_groups::memcpy_async, wait and wait_prior.
#pragma once
#pragma GCC system_header

#include "../cooperative_groups.h"
#include "../kbuild/groups_copy.h"
