/* Lanes of a wave: what they tell each other, and where each goes its own way. */
#include "program.h"

#include <hip/hip_cooperative_groups.h>

/* Votes and masks of a wave, whole and with lanes missing; lane numbers; broadcasts. */
namespace masks
{
struct votes {
    unsigned long long ballot, half;
    int any, none, all, count, first, broadcast, below;
};

__global__ void vote(votes *out)
{
    unsigned i = threadIdx.x;
    votes v;
    v.ballot = __ballot(i % 3 == 0);
    v.any = __any(i == 5);
    v.none = __any(i == 5000);
    v.all = __all(i < 5000);
    v.count = __popcll(v.ballot);
    v.first = __ffsll((unsigned long long)__ballot(i > 9));
    v.broadcast = __shfl((int)i * 2, 7);
    v.below = __popcll(v.ballot & ((1ull << __lane_id()) - 1));
    v.half = 0;
    if (i & 1)
        v.half = __ballot(i != 1000); /* those that are here */
    out[i] = v;
}

static void run()
{
    hipDeviceProp_t properties;
    HIP(hipGetDeviceProperties(&properties, 0));
    const int lanes = properties.warpSize, n = 2 * lanes;
    array<votes> out(n);
    vote<<<1, n>>>(out.data);
    HIP(hipGetLastError());
    std::vector<votes> r = out.get();
    for (int i = 0; i < n; i++) {
        int wave = i / lanes, base = wave * lanes;
        unsigned long long ballot = 0, odd = 0;
        int below = 0;
        for (int l = 0; l < lanes; l++) {
            ballot |= (unsigned long long)((base + l) % 3 == 0) << l;
            odd |= (unsigned long long)(l & 1) << l;
            below += base + l < i && (base + l) % 3 == 0;
        }
        CHECK(r[i].ballot == ballot, "%d: %#llx, not %#llx", i, r[i].ballot, ballot);
        CHECK(r[i].any == (wave == 0) && !r[i].none && r[i].all, "%d: any, all", i);
        CHECK(r[i].count == __builtin_popcountll(ballot), "%d: %d", i, r[i].count);
        CHECK(r[i].first == (wave ? 1 : 11), "%d: %d", i, r[i].first);
        CHECK(r[i].broadcast == 2 * (base + 7), "%d: %d", i, r[i].broadcast);
        CHECK(r[i].below == below, "%d: %d, not %d", i, r[i].below, below);
        CHECK(r[i].half == (i & 1 ? odd : 0), "%d: %#llx", i, r[i].half);
    }
}
} // namespace masks

/* Every shuffle, of every type and width, and the instructions that they and their like become. */
namespace shuffles
{
template <typename T> __global__ void shuffle(const T *in, T *out, int width)
{
    int i = threadIdx.x, n = blockDim.x;
    T v = in[i];
    out[i] = __shfl(v, (i * 7 + 3) % width, width);
    out[n + i] = __shfl_up(v, 3, width);
    out[2 * n + i] = __shfl_down(v, 5, width);
    out[3 * n + i] = __shfl_xor(v, 6, width);
}

template <typename T> static void test(const char *name, int lanes)
{
    const int n = 2 * lanes;
    std::vector<T> in(n);
    for (int i = 0; i < n; i++)
        in[i] = (T)(i * 1000003.0 + 0.5);
    array<T> din(in), dout(4 * n);
    for (int width = 8; width <= lanes; width *= 2) {
        shuffle<T><<<1, n>>>(din.data, dout.data, width);
        HIP(hipGetLastError());
        std::vector<T> r = dout.get();
        for (int i = 0; i < n; i++) {
            int base = i / width * width, at = i - base;
            int from[] = {base + (i * 7 + 3) % width, at >= 3 ? i - 3 : i,
                          at + 5 < width ? i + 5 : i, base + (at ^ 6)};
            for (int k = 0; k < 4; k++)
                CHECK(r[k * n + i] == in[from[k]], "%s, width %d, kind %d, lane %d", name, width, k,
                      i);
        }
    }
}

__global__ void builtins(int *out)
{
    int i = threadIdx.x, n = blockDim.x;
    out[i] = __builtin_amdgcn_readlane(i * 3, 9);
    out[n + i] = __builtin_amdgcn_readfirstlane(i + 5);
    out[2 * n + i] = __builtin_amdgcn_ds_bpermute(4 * (i ^ 1), i);
    out[3 * n + i] = __builtin_amdgcn_ds_permute(4 * (i ^ 2), i);
    out[4 * n + i] = __builtin_amdgcn_ds_swizzle(i, 0x1c1f);                    /* xor 7 */
    out[5 * n + i] = __builtin_amdgcn_update_dpp(-1, i, 0x1b, 0xf, 0xf, false); /* reversed quads */
    out[6 * n + i] = __builtin_amdgcn_update_dpp(-1, i, 0x112, 0xf, 0xf, false); /* row_shr:2 */
    out[7 * n + i] = __builtin_amdgcn_update_dpp(-1, i, 0x141, 0xf, 0xf, false); /* half mirror */
    out[8 * n + i] = __builtin_amdgcn_update_dpp(7, i, 0x101, 0x5, 0xf, true);   /* row_shl:1 */
}

static void test_builtins(int lanes)
{
    array<int> out(9 * lanes);
    builtins<<<1, lanes>>>(out.data);
    HIP(hipGetLastError());
    std::vector<int> r = out.get();
    for (int i = 0; i < lanes; i++) {
        int shifted = i % 16 == 15 ? 0 : i + 1;
        int e[] = {27,
                   5,
                   i ^ 1,
                   i ^ 2,
                   i ^ 7,
                   i ^ 3,
                   i % 16 >= 2 ? i - 2 : -1,
                   i ^ 7,
                   i / 16 % 2 == 0 ? shifted : 7};
        for (int k = 0; k < 9; k++)
            CHECK(r[k * lanes + i] == e[k], "kind %d, lane %d: %d, not %d", k, i, r[k * lanes + i],
                  e[k]);
    }
}

static void run()
{
    hipDeviceProp_t properties;
    HIP(hipGetDeviceProperties(&properties, 0));
    const int lanes = properties.warpSize;
    test<int>("int", lanes);
    test<unsigned>("unsigned", lanes);
    test<float>("float", lanes);
    test<double>("double", lanes);
    test<long long>("long long", lanes);
    test_builtins(lanes);
}
} // namespace shuffles

/* Groups smaller than a wave, of cooperative_groups.h: their ranks, sums and votes. */
namespace tiles
{
namespace cg = cooperative_groups;

template <int SIZE> __global__ void sums(const int *in, int *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<SIZE> tile = cg::tiled_partition<SIZE>(block);
    int v = in[block.thread_rank()];
    for (int step = tile.size() / 2; step > 0; step /= 2)
        v += tile.shfl_down(v, step);
    v = tile.shfl(v, 0);
    tile.sync();
    out[block.thread_rank()] = v * 100 + (int)tile.thread_rank();
}

template <int SIZE> static void test()
{
    const int n = 128;
    std::vector<int> in(n);
    for (int i = 0; i < n; i++)
        in[i] = i * i % 97;
    array<int> din(in), out(n);
    sums<SIZE><<<1, n>>>(din.data, out.data);
    HIP(hipGetLastError());
    std::vector<int> r = out.get();
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = i / SIZE * SIZE; k < i / SIZE * SIZE + SIZE; k++)
            sum += in[k];
        CHECK(r[i] == sum * 100 + i % SIZE, "%d of %d: %d", i, SIZE, r[i]);
    }
}

static void run()
{
    test<2>();
    test<4>();
    test<8>();
    test<16>();
    test<32>();
}
} // namespace tiles

/* Lanes that leave a loop one after another. In fixed point, so that host and device agree. */
namespace mandelbrot
{
__host__ __device__ int escape(long long cx, long long cy)
{
    const int shift = 28;
    long long x = 0, y = 0;
    int i = 0;
    for (; i < 200; i++) {
        long long xx = (x * x) >> shift, yy = (y * y) >> shift;
        if (xx + yy > 4ll << shift)
            break;
        y = ((2 * x * y) >> shift) + cy;
        x = xx - yy + cx;
    }
    return i;
}

__host__ __device__ int pixel(int x, int y, int w, int h)
{
    const long long one = 1ll << 28;
    return escape(3 * one * x / w - 2 * one, 2 * one * y / h - one);
}

__global__ void render(int *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = pixel(x, y, w, h);
}

static void run()
{
    const int w = 61, h = 37;
    array<int> out(w * h);
    render<<<dim3((w + 15) / 16, (h + 7) / 8), dim3(16, 8)>>>(out.data, w, h);
    HIP(hipGetLastError());
    std::vector<int> r = out.get();
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            CHECK(r[y * w + x] == pixel(x, y, w, h), "(%d,%d): %d", x, y, r[y * w + x]);
    }
}
} // namespace mandelbrot

/* Arrays that live in registers, indexed by numbers that are computed: the same in all lanes, and
 * different ones. */
namespace indexed
{
__host__ __device__ int mix(const int *in, int uniform, int mine, int i)
{
    int values[8];
    double wide[4];
    for (int k = 0; k < 8; k++)
        values[k] = in[k] + i;
    for (int k = 0; k < 4; k++)
        wide[k] = in[k] * 0.5 + i;
    values[uniform] += 1000;
    values[mine] ^= 0x10000;
    wide[uniform & 3] += 2000;
    wide[mine & 3] *= 4;
    int sum = values[(mine + 1) & 7] * 3 + values[(uniform + 2) & 7] * 5;
    for (int k = 0; k < 8; k++)
        sum += values[k] * (k + 1);
    return sum + (int)(wide[(mine + 1) & 3] + wide[(uniform + 3) & 3] * 8);
}

__global__ void index(const int *in, const int *where, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = mix(in, where[0] & 7, where[1 + i % n] & 7, i);
}

static void run()
{
    const int n = 50, lanes = 128;
    std::vector<int> in(8), where(n + 1);
    lcg random{43};
    for (int &v : in)
        v = (int)(random.next() % 10000);
    for (int uniform = 0; uniform < 8; uniform++) {
        for (int &v : where)
            v = (int)random.next();
        where[0] = uniform;
        array<int> din(in), dwhere(where), out(lanes);
        index<<<2, 64>>>(din.data, dwhere.data, out.data, n);
        HIP(hipGetLastError());
        std::vector<int> r = out.get();
        for (int i = 0; i < lanes; i++) {
            int e = mix(in.data(), where[0] & 7, where[1 + i % n] & 7, i);
            CHECK(r[i] == e, "%d: %d, not %d", i, r[i], e);
        }
    }
}
} // namespace indexed

/* Calls that are not inlined: through pointers that differ among lanes, and recursion, whose stack
 * the compiler cannot know the depth of. */
namespace calls
{
typedef int function(int);

__device__ __noinline__ int twice(int v)
{
    return 2 * v;
}
__device__ __noinline__ int square(int v)
{
    return v * v;
}
__device__ __noinline__ int negate(int v)
{
    return -v;
}
__device__ __noinline__ int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ function *const table[] = {twice, square, negate, fibonacci};

struct shape {
    __device__ virtual int area(int v) const
    {
        return v;
    }
};
struct box : shape {
    __device__ int area(int v) const override
    {
        return v * v;
    }
};

__global__ void call(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    shape plain;
    box square_box;
    const shape *which = i & 1 ? &plain : &square_box;
    out[i] = table[i % 4](i % 12) + which->area(i);
}

static int expected(int i)
{
    static const int fibonacci_of[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
    int v = i % 12, values[] = {2 * v, v * v, -v, fibonacci_of[v]};
    return values[i % 4] + (i & 1 ? i : i * i);
}

static void run()
{
    const int n = 300;
    array<int> out(n);
    call<<<(n + 95) / 96, 96>>>(out.data, n);
    HIP(hipGetLastError());
    std::vector<int> r = out.get();
    for (int i = 0; i < n; i++)
        CHECK(r[i] == expected(i), "%d: %d, not %d", i, r[i], expected(i));
}
} // namespace calls

int main()
{
    masks::run();
    shuffles::run();
    tiles::run();
    mandelbrot::run();
    indexed::run();
    calls::run();
    return report();
}
