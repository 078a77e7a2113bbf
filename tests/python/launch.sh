# Typed launches: launch.py, with a package that is built here.
. "$(dirname "$0")/../e2e/lib.sh"
mkdir src
cat >src/app.cu <<'CU'
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
extern "C" __global__ void saxpy(unsigned n, float a, const float *x, float *y)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}
struct dims { unsigned long long rows; float scale; };
extern "C" __global__ void numbers(dims d, bool flag, signed char i8, unsigned short u16, short i16, long long i64,
                                   unsigned long long u64, double f64, __half f16, __nv_bfloat16 bf16, double *out)
{
    double all[] = {(double)d.rows, d.scale, (double)flag, (double)i8, (double)u16, (double)i16, (double)i64, (double)u64,
                    f64, __half2float(f16), __bfloat162float(bf16)};
    for (int i = 0; i < 11; i++)
        out[i] = all[i];
}
extern "C" __global__ void floats(__half a, __nv_bfloat16 b, __nv_fp8_e4m3 c, __nv_fp8_e5m2 d, unsigned *out)
{
    out[0] = __half_as_ushort(a);
    out[1] = __bfloat16_as_ushort(b);
    out[2] = c.__x;
    out[3] = d.__x;
}
extern "C" __global__ void where(unsigned long long *out)
{
    extern __shared__ unsigned char memory[];
    out[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)] = blockDim.x * 100 + blockDim.y * 10 + blockDim.z;
    (void)memory;
}
struct inner { short count; __half half; };
struct outer {
    bool from; float *_out; const float *in; inner parts[2]; int grid[2][3]; union { int i; float f; } either;
    unsigned low : 3; unsigned char byte; long long wide;
};
extern "C" __global__ void nested(outer o)
{
    float all[] = {(float)o.from, o.in[1], (float)o.parts[1].count, __half2float(o.parts[0].half), (float)o.grid[1][2],
                   (float)o.either.i, (float)o.low, (float)o.byte, (float)o.wide};
    for (int i = 0; i < 9; i++)
        o._out[i] = all[i];
}
__device__ int table[3] = {1, 2, 3};
CU
run 0 kbuild build src --targets gfx1030 -o app --package app --emit python --quiet
PYTHONPATH=$PYTHONPATH:$TOP/app KRT_LIBRARY=$HIPEMU KRT_CHECKS=1 HSACO=$TOP/app/app.hsaco \
    "$PYTHON" "$HERE/launch.py" || exit 1
