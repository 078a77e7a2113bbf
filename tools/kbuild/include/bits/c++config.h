// libstdc++'s bits/c++config.h, which each header of libstdc++ includes first, and what kernels
// need to call libstdc++.
#ifndef KBUILD_BITS_CXXCONFIG_H
#define KBUILD_BITS_CXXCONFIG_H
#pragma GCC system_header

#include_next <bits/c++config.h>

#include "../kbuild/std_failures.h"

#endif
