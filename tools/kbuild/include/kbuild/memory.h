// Loads and stores with cache hints, fences and timers.
#ifndef KBUILD_MEMORY_H
#define KBUILD_MEMORY_H
#pragma GCC system_header

#include "qualifiers.h"

#endif
