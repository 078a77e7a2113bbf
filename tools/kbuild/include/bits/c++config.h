// libstdc++'s bits/c++config.h, then the device functions without which kernels cannot call
// libstdc++. Each header of libstdc++ includes this file first. A second copy of this folder in the
// include path passes on to libstdc++ what the first one asks it for.
#pragma GCC system_header

#include_next <bits/c++config.h>

#include "../kbuild/std_failures.h"
