// Math functions and arithmetic intrinsics that CUDA has and HIP lacks.
#ifndef KBUILD_DEVICE_MATH_H
#define KBUILD_DEVICE_MATH_H
#pragma GCC system_header

#include "qualifiers.h"

#endif
