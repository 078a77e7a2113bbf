// The host side of CUDA: functions, types and constants that CUDA's runtime and driver APIs have,
// and HIP's lack.
#ifndef KBUILD_HOST_API_H
#define KBUILD_HOST_API_H
#pragma GCC system_header

#include "host_qualifiers.h"

#if !defined(__HIPCC_RTC__)
#include "host_device.h"
#include "host_driver.h"
#include "host_functions.h"
#include "host_memory.h"
#include "host_names.h"
#include "host_streams.h"
#include "host_texture.h"
#include "tensor_map.h"
#endif

#endif
