// What CUDA programs do with vector types. Compiles, as it stands, for host and device.
#include <cstdio>
#include <type_traits>

// Operators that a program brings along: they must neither clash with others nor be ambiguous.
inline __host__ __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ float3 operator+(float3 a, float b) { return make_float3(a.x + b, a.y + b, a.z + b); }
inline __host__ __device__ float3 operator+(float b, float3 a) { return a + b; }
inline __host__ __device__ void operator+=(float3 &a, float3 b) { a.x += b.x; a.y += b.y; a.z += b.z; }
inline __host__ __device__ void operator+=(float3 &a, float b) { a.x += b; a.y += b; a.z += b; }
inline __host__ __device__ float3 operator-(const float3 &a, const float3 &b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
inline __host__ __device__ float3 operator-(float3 &a) { return make_float3(-a.x, -a.y, -a.z); }
inline __host__ __device__ float3 operator*(float3 a, float s) { return make_float3(a.x * s, a.y * s, a.z * s); }
inline __host__ __device__ float3 operator*(float s, float3 a) { return a * s; }
inline __host__ __device__ float3 operator*(float3 a, float3 b) { return make_float3(a.x * b.x, a.y * b.y, a.z * b.z); }
inline __host__ __device__ void operator*=(float3 &a, float s) { a = a * s; }
inline __host__ __device__ float3 operator/(float3 a, float s) { return a * (1.0f / s); }
inline __host__ __device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
inline __host__ __device__ float4 operator+(const float4 &a, const float4 &b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
inline __host__ __device__ float4 &operator+=(float4 &a, const float4 &b) { a = a + b; return a; }
inline __host__ __device__ float4 operator*(const float4 &a, float s) { return make_float4(a.x * s, a.y * s, a.z * s, a.w * s); }
inline __host__ __device__ int2 operator<<(int2 a, int b) { return make_int2(a.x << b, a.y << b); }
inline __host__ __device__ uint4 operator^(uint4 a, uint4 b) { return make_uint4(a.x ^ b.x, a.y ^ b.y, a.z ^ b.z, a.w ^ b.w); }
inline __host__ __device__ bool operator==(const int3 &a, const int3 &b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline __host__ __device__ bool operator!=(int3 a, int3 b) { return !(a == b); }
inline __host__ __device__ bool operator<(float2 a, float2 b) { return a.x < b.x; }
inline __host__ __device__ int3 operator%(int3 a, int b) { return make_int3(a.x % b, a.y % b, a.z % b); }
inline __host__ __device__ float2 &operator++(float2 &a) { ++a.x; ++a.y; return a; }
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline __host__ __device__ float length(float3 a) { return sqrtf(dot(a, a)); }
inline __host__ __device__ float3 normalize(float3 a) { return a * rsqrtf(dot(a, a)); }
inline __host__ __device__ float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
inline __host__ __device__ float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
#if __cplusplus < 202002L // which has it, and math.h with it
inline __host__ __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
#endif
inline __device__ __host__ float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
inline __host__ __device__ float3 fminf(float3 a, float3 b) { return make_float3(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)); }
inline __host__ __device__ int2 min(int2 a, int2 b) { return make_int2(min(a.x, b.x), min(a.y, b.y)); }
inline __host__ __device__ int2 max(int2 a, int2 b) { return make_int2(max(a.x, b.x), max(a.y, b.y)); }
inline __host__ __device__ float3 fabs(float3 v) { return make_float3(fabs(v.x), fabs(v.y), fabs(v.z)); }
inline __host__ __device__ float3 make_float3(float s) { return make_float3(s, s, s); }
inline __host__ __device__ float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
inline __host__ __device__ float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }
inline __host__ __device__ float4 make_float4(int4 a) { return make_float4(float(a.x), float(a.y), float(a.z), float(a.w)); }

// The same as templates over any vector, as some programs have them.
namespace generic
{
template <class V> struct scalar_of { typedef decltype(V::x) type; };
template <class V> __host__ __device__ V add2(const V &a, const V &b) { V r = a; r.x = a.x + b.x; r.y = a.y + b.y; return r; }
template <class T, int N> struct vec;
template <> struct vec<float, 2> { using type = float2; };
template <> struct vec<float, 4> { using type = float4; };
template <> struct vec<signed char, 4> { using type = char4; };
template <class T> struct traits { static constexpr int width = 1; };
template <> struct traits<float2> { static constexpr int width = 2; };
template <> struct traits<float4> { static constexpr int width = 4; };
template <> struct traits<uchar4> { static constexpr int width = 4; };
} // namespace generic

static_assert(std::is_same<generic::scalar_of<char4>::type, signed char>::value, "");
static_assert(std::is_same<generic::scalar_of<ulonglong2>::type, unsigned long long>::value, "");
static_assert(!std::is_same<long2, longlong2>::value, "");
static_assert(generic::traits<generic::vec<float, 4>::type>::width == 4, "");
static_assert(std::is_trivially_copyable<float4>::value, "");
static_assert(std::is_trivially_copyable<uint3>::value, "");
static_assert(std::is_trivially_default_constructible<float4>::value, "");
static_assert(std::is_standard_layout<float4>::value, "");
static_assert(!std::is_convertible<float, float4>::value, "");
static_assert(!std::is_convertible<int, int2>::value, "");

// Constant expressions read and write members.
constexpr float4 unit = {1, 2, 3, 4};
static_assert(unit.x == 1 && unit.w == 4, "");
constexpr int2 zero{};
static_assert(zero.x == 0 && zero.y == 0, "");
constexpr uchar4 first = {7};
static_assert(first.x == 7 && first.y == 0 && first.w == 0, "");
constexpr float2 sum(float2 a, float2 b) { float2 r = a; r.x += b.x; r = float2{r.x, r.y + b.y}; return r; }
static_assert(sum(float2{1, 2}, float2{3, 4}).y == 6, "");

// Vectors everywhere.
union quad {
    float4 v;
    float f[4];
    int4 i;
};
struct particle {
    float4 position;
    float3 velocity;
    int id;
    uchar4 color;
};
static_assert(sizeof(particle) == 48, "");
__constant__ float4 coefficients[8];
__constant__ quad unions[2];
__device__ float3 origin;
__device__ const int4 table[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
__managed__ int2 managed_pair;
extern "C" __device__ float4 returned_from_c(float4 v) { return v; }

__host__ __device__ quad copied(quad a)
{
    quad b;
    b = a;
    b.v = a.v;
    b.v.x = 3;
    return b;
}

__host__ __device__ float addresses(float4 v, const float3 &w)
{
    float *p = &v.x;
    p[2] = (&v.x)[1] + reinterpret_cast<float *>(&v)[3];
    const float *q = reinterpret_cast<const float *>(&w);
    float &r = v.y;
    r += 1;
    v.z++;
    v.w -= 2;
    float a[4];
    *reinterpret_cast<float4 *>(a) = v;
    return a[0] + q[2] + v.y;
}

__host__ __device__ void initialised(int n, double d, unsigned u, float f)
{
    float4 a = {1, 2, 3, 4};
    float4 b = {0};
    float4 c = {0.f};
    float4 e{};
    float4 g = float4{1.f, 2.f, f, 4.f};
    float2 h = {f, f * 2};
    float3 k[2] = {{1, 2, 3}, {4, 5, 6}};
    int2 l = {n, static_cast<int>(u)};
    int4 m = make_int4(n, 0, 0, n);
    double2 o = make_double2(d, f);
    uchar4 p = make_uchar4(n, n, n, 255);
    const float4 s = n ? a : b;
    float4 t = s;
    t = {f, f, f, f};
    t = float4();
    auto w = make_float2(f, 1);
    w = h;
    (void)c, (void)e, (void)g, (void)k, (void)l, (void)m, (void)o, (void)p, (void)t, (void)w;
}

__host__ __device__ void operators(float3 a, float3 b, float4 c, int n)
{
    a += b;
    a += 1.0f;
    a *= 2;
    a = a + b * 2.0f - b / 3;
    a = -a;
    a = 2 * a;
    a = lerp(a, b, 0.5f) + cross(a, normalize(b)) + 1;
    c += c * 0.5f;
    c = c + make_float4(a, 1);
    float2 d = make_float2(1, 2) + make_float2(3, 4);
    ++d;
    int2 e = max(min(make_int2(1, 2), make_int2(n, 4)), make_int2(0, 0)) << 2;
    bool f = make_int3(1, 2, 3) == make_int3(1, 2, n) || d < d || make_int3(n, n, n) != make_int3(0, 0, 0) % 2;
    uint4 g = make_uint4(1, 2, 3, 4) ^ make_uint4(n, n, n, n);
    d = generic::add2(d, d);
    (void)e, (void)f, (void)g;
    (void)fminf(a, fabs(b)), (void)clamp(a.x, 0.0f, 1.0f), (void)length(make_float3(c)), (void)dot(c, c);
}

__device__ void sizes(dim3 d)
{
    uint3 a = threadIdx;
    const uint3 b = blockIdx;
    uint3 c(blockDim);
    uint3 e{threadIdx};
    dim3 f = blockDim, g(gridDim), h = a, k(b);
    uint3 l = d;
    d = a;
    l = d;
    const dim3 m(4), o = {1, 2, 3}, p;
    (void)c, (void)e, (void)f, (void)g, (void)h, (void)k, (void)l, (void)m, (void)o, (void)p;
}

template <class T> __device__ T twice(T x)
{
    return x + x;
}

__global__ void kernel(float4 *out, const float4 *__restrict__ in, particle p, volatile int2 *flags, int n)
{
    __shared__ float4 tile[64];
    extern __shared__ float2 dynamic[];
    auto i = blockIdx.x * blockDim.x + threadIdx.x;
    static_assert(std::is_same<decltype(i), unsigned>::value, "indices are numbers");
    static_assert(std::is_same<decltype(twice(threadIdx.x)), unsigned>::value, "and deduced as such");
    const auto lane = threadIdx.x % warpSize;
    auto stride = gridDim.x;
    stride *= blockDim.x;
    printf("%u %d\n", threadIdx.x, int(lane));
    tile[threadIdx.x] = in[i];
    dynamic[threadIdx.x] = make_float2(tile[0].x, p.velocity.y);
    __syncthreads();
    flags[0].x = 1;
    const int seen = flags[1].y;
    volatile float4 v;
    v.x = tile[1].x;
    switch (threadIdx.y) {
    case 0:
        origin += p.velocity;
        break;
    }
    for (unsigned k = threadIdx.x; k < n + min(blockDim.x, 32u); k += stride) {
        float4 value = tile[k & 63];
        value.x += coefficients[k & 7].y + unions[0].f[k & 3] + table[k & 1].z + v.x;
        out[k] = value + p.position;
    }
    quad q;
    q.v = out[i];
    q = copied(q);
    out[i].w = q.f[0] + seen + managed_pair.x;
    sizes(dim3(1));
    operators(origin, p.velocity, q.v, n);
    initialised(n, 1.0, 2u, 3.0f);
}

int main()
{
    const dim3 block(64, 2), grid = {4};
    float4 v = make_float4(1, 2, 3, 4);
    uint3 u = block;
    dim3 back = u, sum = make_uint3(1, 2, 3);
    operators(make_float3(1.0f), make_float3(v), v, 3);
    initialised(1, 2, 3, 4);
    kernel<<<grid, block, 0>>>(nullptr, nullptr, particle{v, {1, 2, 3}, 4, {255, 0, 0, 255}}, nullptr, 5);
    kernel<<<u.x, back>>>(nullptr, nullptr, particle(), nullptr, int(addresses(v, make_float3(2)) + copied(quad()).f[0]));
    printf("%f %u\n", v.x, sum.y);
    return 0;
}
