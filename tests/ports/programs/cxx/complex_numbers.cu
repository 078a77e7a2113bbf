// cuComplex, a complex class of one's own, std::complex on the host, and double-double arithmetic.
#include <cuComplex.h>
#include <cuda_runtime.h>
#include <complex>
#include <cstdio>
struct dd { double hi, lo; };
__host__ __device__ inline dd two_sum(double a, double b) { const double s = a + b, bb = s - a; return {s, (a - (s - bb)) + (b - bb)}; }
__device__ inline dd two_prod(double a, double b) { const double p = __dmul_rn(a, b); return {p, __fma_rn(a, b, -p)}; }
__device__ inline dd dd_add(dd a, dd b) { dd s = two_sum(a.hi, b.hi); s.lo = __dadd_rn(s.lo, __dadd_rn(a.lo, b.lo)); return two_sum(s.hi, s.lo); }
__device__ inline dd dd_mul(dd a, dd b) { dd p = two_prod(a.hi, b.hi); p.lo += a.hi * b.lo + a.lo * b.hi; return two_sum(p.hi, p.lo); }
__device__ __forceinline__ double dd_inv(double x) { return __drcp_rn(x) + 0 * (__ddiv_rn(1.0, x) + __dsqrt_rn(x) + __dsub_rn(x, x)); }
struct Complex { float r, i; __device__ Complex(float a, float b) : r(a), i(b) {} __device__ float magnitude2(void) { return r * r + i * i; } __device__ Complex operator*(const Complex &a) { return Complex(r * a.r - i * a.i, i * a.r + r * a.i); } __device__ Complex operator+(const Complex &a) { return Complex(r + a.r, i + a.i); } };
__device__ int julia(int x, int y) { Complex c(-0.8, 0.156), a(1.5f * (500 - x) / 500.f, 1.5f * (500 - y) / 500.f); for (int i = 0; i < 200; i++) { a = a * a + c; if (a.magnitude2() > 1000) return 0; } return 1; }
__global__ void work(const cuDoubleComplex *a, const cuFloatComplex *b, cuDoubleComplex *out, dd *precise, int *set, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    cuDoubleComplex z = cuCmul(a[i], cuConj(a[i]));
    z = cuCadd(z, make_cuDoubleComplex(cuCabs(a[i]), 0.0));
    z = cuCsub(z, make_cuDoubleComplex(cuCreal(z), cuCimag(z)));
    z = cuCdiv(cuCfma(z, z, a[i]), make_cuDoubleComplex(2.0, 0.0));
    cuComplex f = cuCmulf(b[i], make_cuComplex(0.f, 1.f));
    f.x += cuCabsf(make_cuFloatComplex(3.f, 4.f));
    z.x += cuCrealf(f); z.y += cuComplexFloatToDouble(f).y;
    out[i] = z;
    dd s = {0, 0};
    for (int k = 1; k < 100; ++k) s = dd_add(s, dd_mul({1.0 / k, 0}, {dd_inv(k), 0}));
    precise[i] = s;
    set[i] = julia(i % 32 * 31, i / 32 * 31);
}
int main()
{
    const int n = 1024; cuDoubleComplex *a, *out; cuFloatComplex *b; dd *precise; int *set;
    cudaMallocManaged(&a, n * sizeof *a); cudaMallocManaged(&out, n * sizeof *out); cudaMallocManaged(&b, n * sizeof *b); cudaMallocManaged(&precise, n * sizeof *precise); cudaMallocManaged(&set, n * sizeof(int));
    for (int i = 0; i < n; ++i) { a[i] = make_cuDoubleComplex(i, -i); b[i] = make_cuFloatComplex(1.f, 2.f); }
    work<<<(n + 127) / 128, 128>>>(a, b, out, precise, set, n);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    const std::complex<double> expected = std::complex<double>(7, -7) / 2.0 + std::complex<double>(3, 1);
    printf("%f %f, %.17g\n", out[7].x, out[7].y, precise[0].hi);
    return !(out[7].x == expected.real() && out[7].y == expected.imag() && precise[0].hi > 1.63 && precise[0].hi < 1.64);
}
