// Kernels whose symbols have types that are others in HIP and in CUDA; tests/codeobj/test_symbol.c has the symbols.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <tuple>
#define K __global__ void
namespace ns { struct s { float4 x; }; template <class T, int n> struct arr { T d[n]; }; template <class... T> struct pack {}; enum e { A, B }; namespace in { struct deep { int2 v; }; } }
template <class T> struct pair { T a, b; };
template <template <class> class C, class T> struct holder { C<T> c; };
struct ops { template <class T> struct inner { T x; }; };
K k01(float4) {}
K k02(const float4 *) {}
K k03(float4 *, float4 *) {}
K k04(float4, float4, int2, int2 *, float4 *) {}
K k05(uchar4 *, char4 *, short2 *, ushort3 *, uint1 *, ulong2 *, long3 *, longlong2 *, ulonglong4 *, double4 *, float1) {}
K k06(pair<float4>, pair<float4> *, pair<int2> *, float4 *) {}
K k07(ns::s *, float4 *, ns::s) {}
K k08(ns::arr<float4, 4>, ns::arr<float4, 4> *, ns::arr<int3, -2> *, const float4 *const *) {}
K k09(ns::pack<float4, int, float4, uint2 *>, ns::pack<>, uint2) {}
K k10(float4 (*)(float4, int2), int2) {}
K k11(float4 (*)[4], const float4 (&)[2], float4 *const *volatile *) {}
K k12(holder<pair, float4>, pair<float4>) {}
K k13(ops::inner<float2>, ops::inner<float2> *, float2) {}
K k14(std::tuple<float4, int2>, std::pair<float4, double2> *, float4) {}
K k15(__half2 *, float4 *, __nv_bfloat162 *, __half2 *, float4 *) {}
K k16(ns::in::deep *, int2 *, ns::in::deep *, ns::e, int2) {}
K k17(float4 ns::in::deep::*, float4) {}
namespace ns { K k18(float4 *, s *, const arr<float4, 2> &, in::deep) {} namespace in { template <class T, class U> K k19(T *, U, arr<T, 2>, float4 *, U *, deep) {} } }
template K ns::in::k19<float4, int2>(float4 *, int2, ns::arr<float4, 2>, float4 *, int2 *, ns::in::deep);
template K ns::in::k19<int, pair<uint4>>(int *, pair<uint4>, ns::arr<int, 2>, float4 *, pair<uint4> *, ns::in::deep);
template <class T, int n, bool b> K k20(T *, const T *, float4) {}
template K k20<float4, 3, true>(float4 *, const float4 *, float4);
template K k20<pair<int2>, -3, false>(pair<int2> *, const pair<int2> *, float4);
template <class... T> K k21(T... , float4) {}
template K k21<float4, int2 *>(float4, int2 *, float4);
template <class T> K k22(pair<T> *, typename std::conditional<true, T, int>::type, float4) {}
template K k22<float4>(pair<float4> *, float4, float4);
template <ns::e v, class T> K k23(T, float4 *, T *) {}
template K k23<ns::B, uint3>(uint3, float4 *, uint3 *);
template <template <class> class C, class T> K k24(C<T> *, C<float4> *, T) {}
template K k24<pair, int2>(pair<int2> *, pair<float4> *, int2);
K k25(std::pair<float4, std::pair<int2, float4>> *, std::pair<int2, float4>) {}
K k26(float *__restrict__ a, const float4 *__restrict__ b, float4 *__restrict__ c, unsigned long long d, bool e, char f, signed char g) {}
K k27(cudaTextureObject_t t, float4 *o) {}
K k28(int *o) {}
K k29(dim3 a, uint3 b, float4 *c) {}
