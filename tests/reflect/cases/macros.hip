#line 1 "macros.cu"
#include "global.h"
#include "macros.cuh"

UNARY(float, exp_f32, x * 2)
UNARY(
    double,
    exp_f64,
    x * 3
)

#define BOTH(NAME) UNARY(float, NAME##_f32, x) UNARY(double, NAME##_f64, x)
BOTH(copy)

#line 100 "elsewhere/other name.cu"
extern "C" __global__ void from_elsewhere(int a)
{
}
