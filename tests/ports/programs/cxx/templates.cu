// Expression templates, CRTP, variadic packs, policies, constexpr tables, pointers to functions,
// and a fma() of the program's own.
#include <cuda_runtime.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <array>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <type_traits>
#define HD __host__ __device__
#pragma nv_diag_suppress 177
#pragma hd_warning_disable
template <class E> struct expression { HD const E &self() const { return static_cast<const E &>(*this); } HD double operator[](int i) const { return self()[i]; } };
struct view : expression<view> { double *p; int n; HD view(double *p_, int n_) : p(p_), n(n_) {} HD double operator[](int i) const { return p[i]; } };
template <class A, class B> struct sum : expression<sum<A, B>> { A a; B b; HD sum(const A &x, const B &y) : a(x), b(y) {} HD double operator[](int i) const { return a[i] + b[i]; } };
template <class A> struct scaled : expression<scaled<A>> { A a; double s; HD scaled(const A &x, double y) : a(x), s(y) {} HD double operator[](int i) const { return a[i] * s; } };
template <class A, class B> HD sum<A, B> operator+(const expression<A> &a, const expression<B> &b) { return {a.self(), b.self()}; }
template <class A> HD scaled<A> operator*(double s, const expression<A> &a) { return {a.self(), s}; }
template <class E> __global__ void assign(view to, E from) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < to.n) to.p[i] = from[i]; }
constexpr int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
template <int... I> struct table { static constexpr int value[sizeof...(I)] = {fibonacci(I)...}; };
template <int... I> __global__ void fill(int *out) { const int v[] = {fibonacci(I)...}; out[threadIdx.x] = v[threadIdx.x % sizeof...(I)]; }
template <class T> struct limits_of { static constexpr T low = std::numeric_limits<T>::lowest(), high = std::numeric_limits<T>::max(); };
template <class Derived> struct particle { float m; HD float energy() const { return static_cast<const Derived *>(this)->kinetic() * m; } };
struct fast : particle<fast> { HD float kinetic() const { return 2.0f; } };
typedef float (*fn_t)(float);
__device__ float half_of(float x) { return x / 2; }
__device__ float neg_of(float x) { return -x; }
__device__ fn_t d_table[] = {half_of, neg_of};
template <fn_t F> __device__ float call(float x) { return F(x); }
template <typename T, typename = std::enable_if_t<std::is_floating_point<T>::value>> HD T pick(T x) { return x + 1; }
template <typename T, std::enable_if_t<std::is_integral<T>::value, int> = 0> HD T pick(T x) { return x - 1; }
template <bool B, typename T> __device__ void maybe(T *p) { if constexpr (B) *p = limits_of<T>::high; else *p = limits_of<T>::low; }
struct four { float v[4]; };
template <class T> __device__ four fma(T a, four b, four c) { b.v[0] += float(a) * c.v[0]; return b; }
__global__ void mixed(four *p) { *p = fma(__half(1), fma(__nv_bfloat16(1), *p, *p), *p); }
__global__ void misc(float *f, int *i, int which)
{
    f[0] = d_table[which](8.0f); f[1] = call<neg_of>(1.0f); f[2] = pick(1.0f); i[0] = pick(5); i[1] = (which ? 0 : table<5, 6, 7>::value[0]);
    maybe<true>(&i[2]); maybe<false>(&f[3]);
    fast p; p.m = 3; f[4] = p.energy();
    constexpr std::array<int, 3> three{1, 2, 3};
    i[3] = three[2] + static_cast<int>(three.size());
}
int main()
{
    const int n = 256; double *p[3]; int *i; float *f;
    for (auto &q : p) cudaMallocManaged(&q, n * sizeof(double));
    cudaMallocManaged(&i, 16 * sizeof(int)); cudaMallocManaged(&f, 16 * sizeof(float));
    for (int k = 0; k < n; ++k) { p[0][k] = k; p[1][k] = 2 * k; }
    view a(p[0], n), b(p[1], n), c(p[2], n);
    auto e = 0.5 * (a + b) + a;
    assign<<<1, n>>>(c, e);
    fill<3, 4, 5, 6><<<1, 8>>>(i + 8);
    misc<<<1, 1>>>(f, i, 0);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    return !(c[10] == 25 && i[8] == 2 && i[11] == 8 && f[0] == 4 && i[0] == 4 && i[1] == 5 && f[2] == 2 && f[4] == 6 && i[3] == 6);
}
