/* Old C in a .cu: register, K-style globals, extern "C", designated initialisers, goto, unions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <cuda_runtime.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef struct { float re, im; } cplx;
typedef union { float f; unsigned int u; unsigned char b[4]; } bits;
struct config { int n; float alpha; const char *name; int flags[3]; };
enum mode { MODE_A = 1, MODE_B = 1 << 2, MODE_ALL = MODE_A | MODE_B };
static struct config cfg = { 1000, 0.5f, "c style", { 1, 2, 3 } };
__global__ void axpy_c(int n, float a, const float *x, float *y);
int run(const float *x, float *y, int n);
#ifdef __cplusplus
}
#endif
static __device__ __forceinline__ cplx cmul(cplx a, cplx b) { cplx r; r.re = a.re * b.re - a.im * b.im; r.im = a.re * b.im + a.im * b.re; return r; }
__device__ __noinline__ static int popcount(unsigned int v) { int c = 0; while (v) { c += v & 1; v >>= 1; } return c; }
__global__ void axpy_c(int n, float a, const float *x, float *y)
{
    register int i = blockIdx.x * blockDim.x + threadIdx.x, k;
    cplx z = { 1.0f, 0.0f }, w = { 0.0f, 1.0f };
    bits u;
    if (i >= n) goto done;
    for (k = 0; k < 4; k++) z = cmul(z, w);
    u.f = a * x[i] + y[i] * z.re;
    y[i] = u.f + 0 * popcount(u.u) + 0 * u.b[0];
done:
    return;
}
int run(const float *x, float *y, int n)
{
    float *dx = NULL, *dy = NULL;
    int rc = -1;
    int threads = 128;
    if (cudaMalloc((void **)&dx, n * sizeof *dx) || cudaMalloc((void **)&dy, n * sizeof *dy)) goto out;
    if (cudaMemcpy(dx, x, n * sizeof *dx, cudaMemcpyHostToDevice)) goto out;
    if (cudaMemcpy(dy, y, n * sizeof *dy, cudaMemcpyHostToDevice)) goto out;
    axpy_c<<<(n + threads - 1) / threads, threads>>>(n, cfg.alpha, dx, dy);
    if (cudaGetLastError() || cudaMemcpy(y, dy, n * sizeof *dy, cudaMemcpyDeviceToHost)) goto out;
    rc = 0;
out:
    cudaFree(dx);
    cudaFree(dy);
    return rc;
}
int main(int argc, char *argv[])
{
    int i, n = cfg.n, mode = MODE_ALL;
    float *x = (float *)malloc(n * sizeof(float)), *y = (float *)malloc(n * sizeof(float));
    char text[64];
    unsigned char narrow[] = { 1, 2, (unsigned char)300 };
    for (i = 0; i < n; i++) { x[i] = i; y[i] = 1; }
    if (run(x, y, n) != 0) { fprintf(stderr, "%s: %s\n", argv[0], cudaGetErrorString(cudaGetLastError())); return EXIT_FAILURE; }
    sprintf(text, "%s %d", cfg.name, mode & MODE_B ? narrow[2] : 0);
    puts(text);
    for (i = 0; i < n; i++) if (fabs(y[i] - (0.5f * i + 1)) > 1e-5) return EXIT_FAILURE;
    return strcmp(text, "c style 44");
}
