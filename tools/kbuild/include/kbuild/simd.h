// The video and SIMD-in-a-word intrinsics.
#ifndef KBUILD_SIMD_H
#define KBUILD_SIMD_H
#pragma GCC system_header

#include "qualifiers.h"

#endif
