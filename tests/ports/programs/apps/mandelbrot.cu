// The Mandelbrot set in float, double and double-single arithmetic, written as an image.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <cuda_runtime.h>
using std::cout; using std::endl;
class dsfloat {
public:
    float hi, lo;
    __host__ __device__ dsfloat() {}
    __host__ __device__ dsfloat(double d) : hi((float)d), lo((float)(d - hi)) {}
    __device__ dsfloat(float h, float l) : hi(h), lo(l) {}
    __device__ friend dsfloat operator+(const dsfloat &a, const dsfloat &b)
    {
        float t1 = __fadd_rn(a.hi, b.hi), e = __fsub_rn(t1, a.hi);
        float t2 = __fadd_rn(__fadd_rn(__fsub_rn(b.hi, e), __fsub_rn(a.hi, __fsub_rn(t1, e))), __fadd_rn(a.lo, b.lo));
        float h = __fadd_rn(t1, t2);
        return dsfloat(h, __fsub_rn(t2, __fsub_rn(h, t1)));
    }
    __device__ friend dsfloat operator*(const dsfloat &a, const dsfloat &b)
    {
        float p = __fmul_rn(a.hi, b.hi), e = __fmaf_rn(a.hi, b.hi, -p);
        e = __fmaf_rn(a.hi, b.lo, __fmaf_rn(a.lo, b.hi, e));
        float h = p + e;
        return dsfloat(h, e - (h - p));
    }
    __device__ dsfloat operator-() const { return dsfloat(-hi, -lo); }
    __device__ bool operator>(float v) const { return hi > v; }
};
template <class T> __device__ bool beyond(const T &v) { return v > 4.0f; }
template <class T> __device__ inline int CalcMandelbrot(const T xPos, const T yPos, const int crunch)
{
    T x = xPos, y = yPos, xx = x * x, yy = y * y, sum;
    int i = 0;
    while (i < crunch) {
        sum = xx + yy;
        if (beyond(sum)) break;
        y = x * y + x * y + yPos;
        x = xx + (-yy) + xPos;
        yy = y * y; xx = x * x;
        ++i;
    }
    return i;
}
template <class T> __global__ void Mandelbrot(uchar4 *dst, const int imageW, const int imageH, const int crunch, const T xOff, const T yOff, const T scale, const uchar4 colors)
{
    const int ix = blockDim.x * blockIdx.x + threadIdx.x, iy = blockDim.y * blockIdx.y + threadIdx.y;
    if (ix >= imageW || iy >= imageH) return;
    const int m = CalcMandelbrot<T>(T((double)ix) * scale + xOff, T((double)iy) * scale + yOff, crunch);
    uchar4 color;
    if (m) { color.x = m * colors.x; color.y = m * colors.y; color.z = m * colors.z; } else { color.x = 0; color.y = 0; color.z = 0; }
    color.w = m == crunch ? 255 : 0;
    dst[imageW * iy + ix] = color;
}
int main(int argc, char *argv[])
{
    const int W = 320, H = 240, crunch = 256;
    uchar4 *images[3];
    const uchar4 colors = {3, 5, 7, 0};
    for (auto &image : images) cudaMallocManaged(&image, W * H * sizeof(uchar4));
    const dim3 threads(16, 16), grid((W + 15) / 16, (H + 15) / 16);
    Mandelbrot<float><<<grid, threads>>>(images[0], W, H, crunch, -2.0f, -1.2f, 0.01f, colors);
    Mandelbrot<double><<<grid, threads>>>(images[1], W, H, crunch, -2.0, -1.2, 0.01, colors);
    Mandelbrot<dsfloat><<<grid, threads>>>(images[2], W, H, crunch, dsfloat(-2.0), dsfloat(-1.2), dsfloat(0.01), make_uchar4(3, 5, 7, 0));
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    int differ = 0, inside = 0;
    for (int i = 0; i < W * H; i++) { inside += images[1][i].w == 255; differ += images[0][i].w != images[1][i].w; differ += images[2][i].w != images[1][i].w; }
    if (argc > 1) {
        FILE *f = fopen(argv[1], "wb");
        fprintf(f, "P6\n%d %d\n255\n", W, H);
        for (int i = 0; i < W * H; i++) fwrite(&images[1][i], 1, 3, f);
        fclose(f);
    }
    cout << inside << " inside, " << differ << " differ" << endl;
    return !(inside > 10000 && differ < 200);
}
