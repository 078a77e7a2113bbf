// cooperative_groups::inclusive_scan and exclusive_scan, and the scans that start from an atomic.
#pragma once
#pragma GCC system_header

#include "../cooperative_groups.h"
#include "../kbuild/groups_reduce.h"
#include "../kbuild/groups_update.h"
