/* a x + y in four types; each within half a unit in the last place of its own. */
#include "program.h"

#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>

template <typename T> __global__ void axpy(T a, const T *x, T *y, int n)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        y[i] = a * x[i] + y[i];
}

/* |ulp|: one over two to the bits of the mantissa; two roundings at most. */
template <typename T> static void test(const char *name, double ulp)
{
    const int n = 5000;
    std::vector<T> x(n), y(n);
    lcg random{3};
    for (int i = 0; i < n; i++) {
        x[i] = T(random.unit() * 4 - 2);
        y[i] = T(random.unit() * 4 - 2);
    }
    T a = T(1.5f);
    array<T> dx(x), dy(y);
    axpy<T><<<7, 128>>>(a, dx.data, dy.data, n);
    HIP(hipGetLastError());
    std::vector<T> r = dy.get();
    for (int i = 0; i < n; i++) {
        double product = (double)(float)a * (double)x[i], exact = product + (double)y[i];
        double error = std::fabs((double)r[i] - exact);
        CHECK(error <= ulp * (std::fabs(product) + std::fabs(exact)), "%s %d: %g, not %g", name, i,
              (double)r[i], exact);
    }
}

int main()
{
    test<_Float16>("f16", 0x1p-11);
    test<hip_bfloat16>("bf16", 0x1p-8);
    test<float>("f32", 0x1p-24);
    test<double>("f64", 0x1p-53);
    return report();
}
