// Part of what nvcc includes by itself; kbuild's prelude stands for it.
#pragma once
#pragma GCC system_header
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__
#endif
#include "kbuild/cuda_prelude.h"
