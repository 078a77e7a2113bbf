// What programs do with CUDA's small headers, complex numbers beside operators of their own included.
#include <builtin_types.h>
#include <cuComplex.h>
#include <cuda_profiler_api.h>
#include <device_functions.h>
#include <math_constants.h>
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvtx3.hpp>
#include <sm_61_intrinsics.h>
#include <vector_types.h>

__host__ __device__ static inline cuComplex operator+(cuComplex a, cuComplex b) { return cuCaddf(a, b); }
__host__ __device__ static inline cuComplex operator*(cuComplex a, cuComplex b) { return cuCmulf(a, b); }
__host__ __device__ static inline cuDoubleComplex operator/(cuDoubleComplex a, cuDoubleComplex b) { return cuCdiv(a, b); }
__host__ __device__ static inline void operator+=(cuComplex &a, const cuComplex &b) { a = a + b; }

__global__ void julia(cuComplex *z, cuDoubleComplex *w, float *f, double *d, unsigned *u)
{
    cuComplex c = make_cuComplex(-0.8f, 0.156f);
    z[0] = z[0] * z[0] + c;
    z[0] += cuConjf(cuCfmaf(z[1], c, make_cuFloatComplex(1, 2)));
    w[0] = w[0] / cuComplexFloatToDouble(z[0]);
    f[0] = cuCabsf(z[0]) + cuCrealf(c) + cuCimagf(c) + CUDART_PI_F + CUDART_INF_F;
    d[0] = cuCabs(w[0]) * CUDART_PI - CUDART_SQRT_TWO + CUDART_NAN;
    u[0] = __float_as_uint(CUDART_NAN_F) + __dp4a(1u, 2u, 3u) + __byte_perm(1, 2, 0x3210);
    if (u[0] == 7)
        __trap();
    __assume(u[1] < 8);
}

int main()
{
    NVTX3_FUNC_RANGE();
    nvtx3::scoped_range range{"name", nvtx3::rgb{1, 2, 3}};
    nvtxEventAttributes_t event = {};
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.colorType = NVTX_COLOR_ARGB;
    event.color = 0xff00ff00;
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = "step";
    nvtxRangePushEx(&event);
    nvtxRangePush("inner");
    nvtxMark("here");
    nvtxRangePop();
    nvtxRangePop();
    nvtxRangeId_t id = nvtxRangeStartA("x");
    nvtxRangeEnd(id);
    cuComplex z = make_cuComplex(1, 2) * make_cuComplex(3, 4);
    return cuCabsf(z) > CUDART_PI_F ? 0 : 1;
}
