// Part of what nvcc includes by itself; kbuild's prelude stands for it.
#pragma once
#pragma GCC system_header
#ifndef __VECTOR_FUNCTIONS_HPP__
#define __VECTOR_FUNCTIONS_HPP__
#endif
#include "kbuild/cuda_prelude.h"
