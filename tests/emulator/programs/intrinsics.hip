/* Integer intrinsics and barriers that count, against loops over bits. */
#include "program.h"

enum { CLZ, FFS, BREV, POPC, CLZLL, FFSLL, POPCLL, BREVLL, UMULHI, MULHI, MUL24, UMUL24, UMUL64HI,
       BYTES, SAD, COUNT };

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

int main()
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
    return report();
}
