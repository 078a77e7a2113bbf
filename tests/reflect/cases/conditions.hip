#line 1 "conditions.cu"
#include "global.h"

#if __CUDA_ARCH__ >= 530
extern "C" __global__ void kept_without_arch(int a) {}
#else
extern "C" __global__ void kept_as_else(int a) {}
#endif

#if defined(FIRST)
extern "C" __global__ void never(int a) {}
#elif __CUDA_ARCH__ < 800
extern "C" __global__ void old_gpu(int a) {}
#elif __CUDA_ARCH__ >= 900 && \
      defined(SECOND)
extern "C" __global__ void two_lines(int a) {}
#else
extern "C" __global__ void the_rest(int a) {}
#endif

#ifdef MY__CUDA_ARCH__
extern "C" __global__ void not_that_macro(int a) {}
#endif

#ifndef __CUDA_ARCH__
extern "C" __global__ void host(int a) {}
#endif

#if 1 /* a comment that goes
#if __CUDA_ARCH__ > 1
on */
#  ifdef __CUDA_ARCH__ // nested
extern "C" __global__ void device(int a) {}
#  else
extern "C" __global__ void nested_host(int a) {}
#  endif
#endif
const char *text = "\
#if __CUDA_ARCH__\
", *raw = R"(
#if __CUDA_ARCH__ "
)";
const int digits = 1'000;
#if 0
#if __CUDA_ARCH__ >= 700
#endif
#endif
