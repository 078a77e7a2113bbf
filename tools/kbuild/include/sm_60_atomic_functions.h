// Part of what nvcc includes by itself; kbuild's prelude stands for it.
#pragma once
#pragma GCC system_header
#ifndef __SM_60_ATOMIC_FUNCTIONS_H__
#define __SM_60_ATOMIC_FUNCTIONS_H__
#endif
#include "kbuild/cuda_prelude.h"
