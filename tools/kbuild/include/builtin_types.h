// Part of what nvcc includes by itself; kbuild's prelude stands for it.
#pragma once
#pragma GCC system_header
#ifndef __BUILTIN_TYPES_H__
#define __BUILTIN_TYPES_H__
#endif
#include "kbuild/cuda_prelude.h"
