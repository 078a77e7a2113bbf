/* Numbers: sums, products, quotients and random ones, of every type. */
#include "program.h"

#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>

/* The sum of two vectors, with a last block that is not full. */
namespace vector_add
{
__global__ void add(const float *a, const float *b, float *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i] = a[i] + b[i];
}

static void run()
{
    const int n = 100003;
    std::vector<float> a(n), b(n);
    lcg random{1};
    for (int i = 0; i < n; i++) {
        a[i] = random.unit();
        b[i] = random.unit() * 1000;
    }
    array<float> da(a), db(b), sum(n);
    add<<<(n + 255) / 256, 256>>>(da.data, db.data, sum.data, n);
    HIP(hipGetLastError());
    std::vector<float> r = sum.get();
    for (int i = 0; i < n; i++)
        CHECK(r[i] == a[i] + b[i], "%d: %a", i, r[i]);
}
} // namespace vector_add

/* a x + y in four types; each within half a unit in the last place of its own. */
namespace saxpy
{
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

static void run()
{
    test<_Float16>("f16", 0x1p-11);
    test<hip_bfloat16>("bf16", 0x1p-8);
    test<float>("f32", 0x1p-24);
    test<double>("f64", 0x1p-53);
}
} // namespace saxpy

/* Division of integers of every width, which no instruction does: edges and random ones. */
namespace division
{
template <typename T> __global__ void divide(const T *a, const T *b, T *quotient, T *rest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    quotient[i] = a[i] / b[i];
    rest[i] = a[i] % b[i];
}

template <typename T> static void test(const char *name, bool is_signed)
{
    const int bits = 8 * sizeof(T);
    const T lowest = T(T(1) << (bits - 1));
    std::vector<T> edges = {0,
                            1,
                            2,
                            3,
                            5,
                            7,
                            10,
                            T(lowest - 1),
                            lowest,
                            T(lowest + 1),
                            T(~T(0)),
                            T(~T(1)),
                            T(T(1) << bits / 2),
                            T((T(1) << bits / 2) - 1)};
    std::vector<T> a, b;
    for (T x : edges) {
        for (T y : edges) {
            bool overflows = is_signed && x == lowest && y == T(~T(0));
            if (y != 0 && !overflows) {
                a.push_back(x);
                b.push_back(y);
            }
        }
    }
    lcg random{31};
    for (int i = 0; i < 2000; i++) {
        unsigned long long x =
            (unsigned long long)random.next() << 40 ^ random.next() << 20 ^ random.next();
        unsigned long long y = (unsigned long long)random.next() << 40 ^ random.next();
        a.push_back((T)x);
        b.push_back((T)(y >> random.next() % bits | 1));
    }
    const int n = (int)a.size();
    array<T> da(a), db(b), quotient(n), rest(n);
    divide<T><<<(n + 63) / 64, 64>>>(da.data, db.data, quotient.data, rest.data, n);
    HIP(hipGetLastError());
    std::vector<T> q = quotient.get(), r = rest.get();
    for (int i = 0; i < n; i++)
        CHECK(q[i] == T(a[i] / b[i]) && r[i] == T(a[i] % b[i]), "%s: %lld / %lld = %lld, rest %lld",
              name, (long long)a[i], (long long)b[i], (long long)q[i], (long long)r[i]);
}

static void run()
{
    test<int>("int", true);
    test<unsigned>("unsigned", false);
    test<long long>("long long", true);
    test<unsigned long long>("unsigned long long", false);
    test<short>("short", true);
    test<unsigned char>("unsigned char", false);
}
} // namespace division

/* Halves two at a time: __half2 arithmetic, comparisons and conversions, bit for bit. */
namespace halves
{
enum { ADD, SUB, MUL, FMA, NEG, OPERATIONS };

__global__ void compute(const __half2 *a, const __half2 *b, __half2 *out, float2 *wide, int *less,
                        int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[ADD * n + i] = __hadd2(a[i], b[i]);
    out[SUB * n + i] = __hsub2(a[i], b[i]);
    out[MUL * n + i] = __hmul2(a[i], b[i]);
    out[FMA * n + i] = __hfma2(a[i], b[i], a[i]);
    out[NEG * n + i] = __hneg2(a[i]);
    wide[i] = __half22float2(a[i]);
    less[i] = __hlt(__low2half(a[i]), __low2half(b[i])) + 2 * __hblt2(a[i], b[i]);
}

static double rounded(double v)
{
    return (double)(_Float16)v;
}

static void run()
{
    const int n = 1000;
    std::vector<_Float16> a(2 * n), b(2 * n);
    lcg random{29};
    for (int i = 0; i < 2 * n; i++) {
        a[i] = (_Float16)(random.unit() * 8 - 4);
        b[i] = (_Float16)(random.unit() * 8 - 4);
    }
    array<_Float16> da(a), db(b), out(2 * n * OPERATIONS);
    array<float2> wide(n);
    array<int> less(n);
    compute<<<(n + 63) / 64, 64>>>((const __half2 *)da.data, (const __half2 *)db.data,
                                   (__half2 *)out.data, wide.data, less.data, n);
    HIP(hipGetLastError());
    std::vector<_Float16> r = out.get();
    std::vector<float2> w = wide.get();
    std::vector<int> l = less.get();
    for (int i = 0; i < 2 * n; i++) {
        /* sums, products and their sums of halves are exact in double */
        double x = (double)a[i], y = (double)b[i];
        double expected[] = {rounded(x + y), rounded(x - y), rounded(x * y), rounded(x * y + x),
                             -x};
        for (int k = 0; k < OPERATIONS; k++)
            CHECK((double)r[2 * n * k + i] == expected[k], "operation %d of %g %g: %g", k, x, y,
                  (double)r[2 * n * k + i]);
        CHECK((double)(i % 2 ? w[i / 2].y : w[i / 2].x) == x, "conversion %d", i);
    }
    for (int i = 0; i < n; i++) {
        bool low = a[2 * i] < b[2 * i], both = low && a[2 * i + 1] < b[2 * i + 1];
        CHECK(l[i] == low + 2 * both, "comparison %d: %d", i, l[i]);
    }
}
} // namespace halves

/* Integer intrinsics and barriers that count, against loops over bits. */
namespace intrinsics
{
enum {
    CLZ,
    FFS,
    BREV,
    POPC,
    CLZLL,
    FFSLL,
    POPCLL,
    BREVLL,
    UMULHI,
    MULHI,
    MUL24,
    UMUL24,
    UMUL64HI,
    BYTES,
    SAD,
    COUNT
};

__global__ void compute(const unsigned *a, const unsigned *b, unsigned long long *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = a[i], y = b[i];
    unsigned long long w = (unsigned long long)x << 32 | y, v = w * 0x9e3779b97f4a7c15ull;
    unsigned long long *o = out + (size_t)i * COUNT;
    o[CLZ] = __clz((int)x);
    o[FFS] = __ffs((int)x);
    o[BREV] = __brev(x);
    o[POPC] = __popc(x);
    o[CLZLL] = __clzll((long long)w);
    o[FFSLL] = __ffsll((long long)w);
    o[POPCLL] = __popcll(w);
    o[BREVLL] = __brevll(w);
    o[UMULHI] = __umulhi(x, y);
    o[MULHI] = (unsigned)__mulhi((int)x, (int)y);
    o[MUL24] = (unsigned)__mul24((int)x, (int)y);
    o[UMUL24] = (unsigned)__umul24(x, y);
    o[UMUL64HI] = __umul64hi(w, v);
    o[BYTES] = __byte_perm(x, y, 0x6240);
    o[SAD] = __usad(x, y, 5u);
}

static unsigned long long reversed(unsigned long long v, int bits)
{
    unsigned long long r = 0;
    for (int i = 0; i < bits; i++)
        r = r << 1 | (v >> i & 1);
    return r;
}

__global__ void vote(int *out)
{
    int i = threadIdx.x;
    int count = __syncthreads_count(i % 3 == 0), any = __syncthreads_or(i == 77);
    int all = __syncthreads_and(i < 100);
    out[i] = count * 4 + (any != 0) * 2 + (all != 0);
}

static void run()
{
    const int n = 500;
    std::vector<unsigned> a(n), b(n);
    lcg random{37};
    for (int i = 0; i < n; i++) {
        a[i] = (random.next() << 16 ^ random.next()) >> random.next() % 32;
        b[i] = random.next() << 16 ^ random.next();
    }
    a[0] = b[1] = a[2] = b[2] = 0;
    a[3] = 0x80000000;
    array<unsigned> da(a), db(b);
    array<unsigned long long> out((size_t)n * COUNT);
    compute<<<(n + 63) / 64, 64>>>(da.data, db.data, out.data, n);
    HIP(hipGetLastError());
    std::vector<unsigned long long> r = out.get();
    for (int i = 0; i < n; i++) {
        unsigned x = a[i], y = b[i];
        unsigned long long w = (unsigned long long)x << 32 | y, v = w * 0x9e3779b97f4a7c15ull;
        auto sign24 = [](unsigned u) { return (long long)((int)(u << 8) >> 8); };
        unsigned long long e[COUNT];
        e[CLZ] = x ? __builtin_clz(x) : 32;
        e[FFS] = __builtin_ffs((int)x);
        e[BREV] = reversed(x, 32);
        e[POPC] = __builtin_popcount(x);
        e[CLZLL] = w ? __builtin_clzll(w) : 64;
        e[FFSLL] = __builtin_ffsll((long long)w);
        e[POPCLL] = __builtin_popcountll(w);
        e[BREVLL] = reversed(w, 64);
        e[UMULHI] = (unsigned long long)x * y >> 32;
        e[MULHI] = (unsigned)((long long)(int)x * (int)y >> 32);
        e[MUL24] = (unsigned)(sign24(x) * sign24(y));
        e[UMUL24] = (unsigned)((unsigned long long)(x & 0xffffff) * (y & 0xffffff));
        e[UMUL64HI] = (unsigned long long)((unsigned __int128)w * v >> 64);
        e[BYTES] = (x & 0xff) | (y & 0xff) << 8 | (x >> 16 & 0xff) << 16 | (y >> 16 & 0xff) << 24;
        e[SAD] = (x > y ? x - y : y - x) + 5;
        for (int k = 0; k < COUNT; k++)
            CHECK(r[(size_t)i * COUNT + k] == e[k], "%d of %#x %#x: %#llx, not %#llx", k, x, y,
                  r[(size_t)i * COUNT + k], e[k]);
    }
    array<int> votes(128);
    vote<<<1, 128>>>(votes.data);
    HIP(hipGetLastError());
    for (int v : votes.get())
        CHECK(v == 43 * 4 + 2, "%d", v);
}
} // namespace intrinsics

/* Bodies that attract each other: float4 through LDS, rsqrtf, a long sum. */
namespace nbody
{
const int BLOCK = 64;

__global__ void attract(const float4 *body, float3 *force, int n)
{
    __shared__ float4 tile[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float4 me = body[i < n ? i : 0];
    float3 sum = make_float3(0, 0, 0);
    for (int start = 0; start < n; start += BLOCK) {
        int j = start + threadIdx.x;
        tile[threadIdx.x] = j < n ? body[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < BLOCK; k++) {
            float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float scale = tile[k].w * inverse * inverse * inverse;
            sum.x += scale * dx;
            sum.y += scale * dy;
            sum.z += scale * dz;
        }
        __syncthreads();
    }
    if (i < n)
        force[i] = sum;
}

static void run()
{
    const int n = 150;
    std::vector<float4> body(n);
    lcg random{19};
    for (float4 &b : body)
        b = make_float4(random.unit(), random.unit(), random.unit(), random.unit() + 0.5f);
    array<float4> dbody(body);
    array<float3> force(n);
    attract<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(dbody.data, force.data, n);
    HIP(hipGetLastError());
    std::vector<float3> r = force.get();
    for (int i = 0; i < n; i++) {
        double x = 0, y = 0, z = 0, size = 0;
        for (const float4 &b : body) {
            double dx = b.x - body[i].x, dy = b.y - body[i].y, dz = b.z - body[i].z;
            double scale = b.w / std::pow(dx * dx + dy * dy + dz * dz + 0.01f, 1.5);
            x += scale * dx;
            y += scale * dy;
            z += scale * dz;
            size += scale * (std::fabs(dx) + std::fabs(dy) + std::fabs(dz));
        }
        double error = std::fabs(r[i].x - x) + std::fabs(r[i].y - y) + std::fabs(r[i].z - z);
        CHECK(error <= 2e-6 * size, "%d: off by %g of %g", i, error, size);
    }
}
} // namespace nbody

/* Pi by chance: integer random numbers, the same on host and device, counted by a ballot. */
namespace pi
{
__host__ __device__ bool hits(unsigned seed)
{
    unsigned x = seed * 2654435761u ^ 0x9e3779b9u;
    unsigned v[2];
    for (unsigned &r : v) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        r = x >> 16;
    }
    return (unsigned long long)v[0] * v[0] + (unsigned long long)v[1] * v[1] < 1ull << 32;
}

__global__ void count(unsigned n, unsigned long long *inside)
{
    unsigned long long mine = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine += __popcll(__ballot(hits(i)));
    /* every lane of a wave counted the whole wave, while all of them were there */
    if (threadIdx.x % warpSize == 0)
        atomicAdd(inside, mine);
}

static void run()
{
    const unsigned n = 1 << 16;
    array<unsigned long long> inside(std::vector<unsigned long long>{0});
    count<<<16, 256>>>(n, inside.data);
    HIP(hipGetLastError());
    unsigned long long expected = 0, r = inside.get()[0];
    for (unsigned i = 0; i < n; i++)
        expected += hits(i);
    CHECK(r == expected, "%llu, not %llu", r, expected);
    CHECK(std::fabs(4.0 * (double)r / n - 3.14159) < 0.05, "pi is %g", 4.0 * (double)r / n);
}
} // namespace pi

int main()
{
    vector_add::run();
    saxpy::run();
    division::run();
    halves::run();
    intrinsics::run();
    nbody::run();
    pi::run();
    return report();
}
