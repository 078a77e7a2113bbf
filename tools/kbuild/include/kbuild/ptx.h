// What translated PTX instructions call.
#ifndef KBUILD_PTX_H
#define KBUILD_PTX_H
#pragma GCC system_header

#include "qualifiers.h"

#endif
