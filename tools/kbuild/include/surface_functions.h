// Part of what nvcc includes by itself; kbuild's prelude stands for it.
#pragma once
#pragma GCC system_header
#ifndef __SURFACE_FUNCTIONS_H__
#define __SURFACE_FUNCTIONS_H__
#endif
#include "kbuild/cuda_prelude.h"
