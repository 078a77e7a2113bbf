#include "global.h"

extern "C" __global__ void flat(int a) {}
__global__ void mangled(int a, float *b) {}
__global__ void mangled(double a) {}

extern "C" {
__global__ void in_block(int a) {}
}

namespace outer
{
__global__ void in_namespace(int a) {}
inline namespace v1
{
__global__ void in_inline_namespace(int a) {}
} // namespace v1
namespace
{
__global__ void in_anonymous_namespace(int a) {}
} // namespace
extern "C" __global__ void flat_in_namespace(int a) {}
} // namespace outer

static __global__ void internal(int a) {}

struct holder {
    static __global__ void member(int a) {}
};

// Declared here, defined below, or nowhere.
__global__ void declared_first(int);
__global__ void declared_only(int);
__global__ void declared_first(int named_later = 3) {}

__global__ void unnamed_parameters(int, float *) {}
__device__ void no_kernel(int a) {}
