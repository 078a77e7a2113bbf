// exit in functions that are for the host and the device, which nvcc accepts with a warning: on a
// device it stops the kernel, as HIP's abort does.
#ifndef KBUILD_DEVICE_EXIT_H
#define KBUILD_DEVICE_EXIT_H
#pragma GCC system_header

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <stdlib.h>

__attribute__((noreturn)) __device__ inline void exit(int)
{
    __builtin_trap();
}
#endif

#endif
