// cooperative_groups::reduce, and the reductions that end in an atomic.
#pragma once
#pragma GCC system_header

#include "../cooperative_groups.h"
#include "../kbuild/groups_reduce.h"
#include "../kbuild/groups_update.h"
