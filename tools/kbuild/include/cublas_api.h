// The declarations of cuBLAS without its defaults: the same.
#pragma once
#pragma GCC system_header
#include "cublas_v2.h"
