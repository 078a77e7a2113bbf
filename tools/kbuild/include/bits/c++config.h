// bits/c++config.h: libstdc++'s, which every header of it includes first, and what kernels need
// that call it.
#ifndef KBUILD_BITS_CXXCONFIG_H
#define KBUILD_BITS_CXXCONFIG_H
#pragma GCC system_header

#include_next <bits/c++config.h>

#include "../kbuild/std_failures.h"

#endif
