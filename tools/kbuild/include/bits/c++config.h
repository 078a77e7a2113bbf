// libstdc++'s bits/c++config.h, then the device functions without which kernels cannot call
// libstdc++. Each header of libstdc++ includes this file first.
#ifndef KBUILD_BITS_CXXCONFIG_H
#define KBUILD_BITS_CXXCONFIG_H
#pragma GCC system_header

#include_next <bits/c++config.h>

#include "../kbuild/std_failures.h"

#endif
