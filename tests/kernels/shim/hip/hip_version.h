// A HIP that has every half-precision function, as far as the compatibility headers ask.
#pragma once
#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 0
