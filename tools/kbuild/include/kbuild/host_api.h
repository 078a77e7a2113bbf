// The runtime API's C++ overloads, types and constants that CUDA has and HIP lacks.
#ifndef KBUILD_HOST_API_H
#define KBUILD_HOST_API_H
#pragma GCC system_header

#include "qualifiers.h"

#endif
