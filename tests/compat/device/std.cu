// What kernels do with cuda::std and the small headers of cuda/.
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/limits>
#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cassert>
#include <cuda/std/ccomplex>
#include <cuda/std/cfloat>
#include <cuda/std/chrono>
#include <cuda/std/climits>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/concepts>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/cstdlib>
#include <cuda/std/cstring>
#include <cuda/std/ctime>
#include <cuda/std/functional>
#include <cuda/std/initializer_list>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/memory>
#include <cuda/std/numbers>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/span>
#include <cuda/std/string_view>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <cuda/std/version>
#include <cuda/type_traits>
#include <cuda/utility>

namespace cs = cuda::std;
__device__ int p1(int a, float b) { cs::pair<int, float> p(a, b); auto q = cs::make_pair(a, b); p = q; return p.first + cs::get<1>(q); }
__device__ int t1(int a, float b) { cs::tuple<int, float> p(a, b); auto q = cs::make_tuple(a, b); p = q; cs::get<0>(p) += 1; return cs::get<0>(p); }
__device__ int t2(int a, float b) { int x; float y; cs::tie(x, y) = cs::make_tuple(a, b); return x; }
__device__ int a1(int i) { cs::array<int, 4> a{{1,2,3,4}}; return a[i] + a.size(); }
__device__ int a2(int i) { cs::array<int, 4> a{}; a[i] = 3; int s = 0; for (int x : a) s += x; a.fill(2); return s + a.front() + *a.data(); }
__device__ int f1(int i) { return cs::plus<int>()(i, 1) + cs::multiplies<>()(i, 2) + cs::greater<int>{}(i, 3) + cs::equal_to<>{}(i, 3); }
__device__ float c1(float i) { cs::complex<float> a(i, 2), b(3, i); a += b; a = a * b + a / b - b; a *= 2.f; return a.real() + cs::abs(a) + cs::norm(b) + cs::conj(a).imag(); }
__device__ float c2(float i) { cs::complex<double> a(i, 2); return cs::exp(a).real() + cs::sqrt(a).imag() + cs::polar(1.0, 2.0).real() + cs::arg(a) + cs::log(a).real() + cs::pow(a, 2).real() + cs::sin(a).real(); }
__device__ int m1(int i) { return cs::min(i, 3) + cs::max(i, 5) + cs::numeric_limits<int>::max(); }
__device__ float m2(float i) { return cs::sqrt(i) + cs::exp(i) + cs::isnan(i) + cs::pow(i, 2.f) + cs::abs(i) + cs::fabs(i) + cs::floor(i) + cs::isfinite(i) + cs::fmin(i, 1.f) + cs::sin(i) + cs::tanh(i) + cs::lround(i) + cs::fma(i, i, i) + cs::hypot(i, i) + cs::isinf(i) + cs::signbit(i) + cs::copysign(i, i); }
__device__ void w1(int &a, int &b) { cs::swap(a, b); }
__device__ int w2(int a) { return cs::exchange(a, 3); }
__device__ int w3(int *a) { cs::unique_ptr<int>* p; return cs::distance(a, a + 4) + *cs::next(a); }
__device__ int w4(int *a) { int b[4]; cs::copy(a, a+4, b); cs::fill(b, b+4, 1); return *cs::find(b, b+4, 1) + *cs::lower_bound(b, b+4, 3); }
__device__ int w5(cs::initializer_list<int> l) { int s = 0; for (int x : l) s += x; return s; }
#if __cplusplus >= 201703L
__device__ int o1(int i) { cs::optional<int> a; if (i) a = 3; return a.value_or(2) + *a + a.has_value() + cs::clamp(i, 0, 3); }
__device__ int v1(int i) { cs::variant<int, float> a = i; a = 3.f; return cs::visit([](auto x) { return int(x); }, a) + cs::get<1>(a) + cs::holds_alternative<int>(a); }
__device__ int ap(int i) { return cs::apply([](int a, float b) { return int(a + b); }, cs::make_tuple(i, 2.f)); }
#endif

__device__ int sp(int *p, int n) { cs::span<int> a(p, n); int s = 0; for (int x : a.subspan(1)) s += x; cs::array<int, 3> b{{1, 2, 3}}; cs::span<const int> c(b); return s + c[1] + cs::popcount(7u) + cs::countl_zero(3u) + cs::bit_cast<int>(1.0f); }
__device__ int pr(int i) { auto f = cuda::proclaim_return_type<int>([] __device__ (int a) { return a + 1; }); return f(i) + cuda::ceil_div(i, 3) + cuda::maximum<int>{}(i, 3) + cuda::minimum<>{}(i, 3); }
__global__ void kern(cs::pair<int, float> p, cs::tuple<int, float, double> t, cs::array<float, 4> a) {}
__device__ int tc(int i) { auto t = cs::tuple_cat(cs::make_tuple(i, 2.f), cs::make_tuple('a')); return cs::get<0>(t) + cs::tuple_size<decltype(t)>::value + (t == t) + cs::get<float>(t); }
#if __cplusplus >= 201703L
__device__ int sb(int i) { auto [a, b] = cs::make_pair(i, 2.f); auto [c, d, e] = cs::make_tuple(i, 2.f, 'x'); cs::tuple t(i, 2.f); cs::pair p{i, 3}; return a + b + c + d + e + cs::get<0>(t) + p.second; }
#endif
static_assert(cs::is_same<cs::uint32_t, unsigned>::value, "");
__host__ int hosted() { cs::pair<int, int> p(1, 2); cs::swap(p.first, p.second); int x; float y; cs::tie(x, y) = cs::make_tuple(1, 2.f); cs::tie(x, cs::ignore) = cs::make_pair(1, 2); return x + p.first; }
