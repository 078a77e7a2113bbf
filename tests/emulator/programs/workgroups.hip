/* Work that the threads of a block share, through LDS. */
#include "program.h"

#include <algorithm>

/* A matrix product in tiles that the threads of a block share. Sizes are not a multiple of a tile. */
namespace matmul
{
const int TILE = 16;

__global__ void multiply(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float at[TILE][TILE], bt[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int t = 0; t < k; t += TILE) {
        at[y][x] = row < m && t + x < k ? a[row * k + t + x] : 0;
        bt[y][x] = column < n && t + y < k ? b[(t + y) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += at[y][i] * bt[i][x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}

static void run()
{
    const int m = 75, n = 61, k = 50;
    std::vector<float> a(m * k), b(k * n);
    lcg random{5};
    for (float &v : a)
        v = (int)(random.next() % 17) - 8; /* integers: sums are exact */
    for (float &v : b)
        v = (int)(random.next() % 17) - 8;
    array<float> da(a), db(b), dc(m * n);
    multiply<<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), dim3(TILE, TILE)>>>(
        da.data, db.data, dc.data, m, n, k);
    HIP(hipGetLastError());
    std::vector<float> c = dc.get();
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++)
                sum += a[i * k + l] * b[l * n + j];
            CHECK(c[i * n + j] == sum, "(%d,%d): %g, not %g", i, j, c[i * n + j], sum);
        }
    }
}
} // namespace matmul

/* Transposition through a padded tile of LDS, of elements of 1, 2, 4, 8 and 16 bytes. */
namespace transpose
{
const int TILE = 32, ROWS = 8;

template <typename T> __global__ void transpose(const T *in, T *out, int width, int height)
{
    __shared__ T tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    }
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
    }
}

template <typename T> static void test(const char *name)
{
    const int width = 77, height = 53;
    std::vector<T> in(width * height);
    for (size_t i = 0; i < in.size(); i++)
        memset(&in[i], (int)(i * 37 % 251), sizeof(T));
    array<T> din(in), dout(in.size());
    dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
    transpose<T><<<grid, dim3(TILE, ROWS)>>>(din.data, dout.data, width, height);
    HIP(hipGetLastError());
    std::vector<T> out = dout.get();
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            CHECK(memcmp(&out[x * height + y], &in[y * width + x], sizeof(T)) == 0, "%s (%d,%d)",
                  name, x, y);
    }
}

static void run()
{
    test<char>("char");
    test<short>("short");
    test<float>("float");
    test<double>("double");
    test<float4>("float4");
}
} // namespace transpose

/* Heat on a plate: a five-point stencil over a tile with its rim in LDS, some steps of it. */
namespace stencil
{
const int BX = 32, BY = 8;

__host__ __device__ float step_of(float c, float l, float r, float u, float d)
{
    return fmaf(0.125f, (l + r) + (u + d) - 4 * c, c);
}

__global__ void step(const float *in, float *out, int w, int h)
{
    __shared__ float tile[BY + 2][BX + 2];
    int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    for (int j = threadIdx.y; j < BY + 2; j += BY) {
        for (int i = threadIdx.x; i < BX + 2; i += BX) {
            int gx = min(max((int)blockIdx.x * BX + i - 1, 0), w - 1);
            int gy = min(max((int)blockIdx.y * BY + j - 1, 0), h - 1);
            tile[j][i] = in[gy * w + gx];
        }
    }
    __syncthreads();
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    if (x < w && y < h)
        out[y * w + x] =
            step_of(tile[j][i], tile[j][i - 1], tile[j][i + 1], tile[j - 1][i], tile[j + 1][i]);
}

static void run()
{
    const int w = 70, h = 41, steps = 4;
    std::vector<float> a(w * h, 0), b(w * h);
    for (int i = 0; i < w; i++)
        a[20 * w + i] = 100;
    array<float> da(a), db(b);
    for (int s = 0; s < steps; s++) {
        dim3 grid((w + BX - 1) / BX, (h + BY - 1) / BY);
        step<<<grid, dim3(BX, BY)>>>(s % 2 ? db.data : da.data, s % 2 ? da.data : db.data, w, h);
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                auto at = [&](int i, int j) {
                    return a[std::min(std::max(j, 0), h - 1) * w + std::min(std::max(i, 0), w - 1)];
                };
                b[y * w + x] =
                    step_of(at(x, y), at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1));
            }
        }
        std::swap(a, b);
    }
    HIP(hipGetLastError());
    std::vector<float> r = da.get();
    for (int i = 0; i < w * h; i++)
        CHECK(std::fabs(r[i] - a[i]) <= 1e-5f * (1 + std::fabs(a[i])), "%d: %g, not %g", i, r[i],
              a[i]);
}
} // namespace stencil

/* A histogram: counts in LDS, then to memory; both by atomics. */
namespace histogram
{
const int BINS = 64;

__global__ void count(const unsigned char *in, int n, unsigned *bins)
{
    __shared__ unsigned local[BINS];
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[in[i] % BINS], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        atomicAdd(&bins[i], local[i]);
}

static void run()
{
    const int n = 50000;
    std::vector<unsigned char> in(n);
    std::vector<unsigned> expected(BINS);
    lcg random{11};
    for (unsigned char &v : in) {
        v = (unsigned char)(random.next() & random.next()); /* not uniform */
        expected[v % BINS]++;
    }
    array<unsigned char> din(in);
    array<unsigned> bins(std::vector<unsigned>(BINS, 0));
    count<<<12, 192>>>(din.data, n, bins.data);
    HIP(hipGetLastError());
    std::vector<unsigned> r = bins.get();
    for (int i = 0; i < BINS; i++)
        CHECK(r[i] == expected[i], "bin %d: %u, not %u", i, r[i], expected[i]);
}
} // namespace histogram

/* Inclusive scans: of a block in LDS (Hillis and Steele), and of a wave by shuffles; then of many
 * blocks, adding the sums of those before. */
namespace scan
{
const int BLOCK = 256;

__global__ void scan_lds(const int *in, int *out, int *sums, int n)
{
    __shared__ int v[2][BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t, now = 0;
    v[0][t] = i < n ? in[i] : 0;
    for (int step = 1; step < BLOCK; step *= 2, now ^= 1) {
        __syncthreads();
        v[now ^ 1][t] = v[now][t] + (t >= step ? v[now][t - step] : 0);
    }
    __syncthreads();
    if (i < n)
        out[i] = v[now][t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = v[now][t];
}

__global__ void scan_shuffle(const int *in, int *out, int *sums, int n)
{
    __shared__ int waves[BLOCK / 32];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t, lane = t % warpSize;
    int v = i < n ? in[i] : 0;
    for (int step = 1; step < warpSize; step *= 2) {
        int below = __shfl_up(v, step);
        v += lane >= step ? below : 0;
    }
    if (lane == warpSize - 1)
        waves[t / warpSize] = v;
    __syncthreads();
    for (int w = 0; w < t / warpSize; w++)
        v += waves[w];
    if (i < n)
        out[i] = v;
    if (t == BLOCK - 1)
        sums[blockIdx.x] = v;
}

__global__ void add_before(int *out, const int *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x, before = 0;
    for (unsigned b = 0; b < blockIdx.x; b++)
        before += sums[b];
    if (i < n)
        out[i] += before;
}

static void run()
{
    const int n = 5000, blocks = (n + BLOCK - 1) / BLOCK;
    std::vector<int> in(n);
    lcg random{13};
    for (int &v : in)
        v = (int)(random.next() % 201) - 100;
    for (auto kernel : {scan_lds, scan_shuffle}) {
        array<int> din(in), out(n), sums(blocks);
        kernel<<<blocks, BLOCK>>>(din.data, out.data, sums.data, n);
        add_before<<<blocks, BLOCK>>>(out.data, sums.data, n);
        HIP(hipGetLastError());
        std::vector<int> r = out.get();
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += in[i];
            CHECK(r[i] == sum, "%d: %d, not %d", i, r[i], sum);
        }
    }
}
} // namespace scan

/* Reductions: lanes by shuffles of whatever width a wave has, waves through LDS, blocks by the last
 * one of them, which an atomic counter finds. */
namespace reduce
{
template <typename T> __device__ T wave_sum(T v)
{
    for (int step = warpSize / 2; step > 0; step /= 2)
        v += __shfl_down(v, step);
    return v;
}

__device__ int wave_max(int v)
{
    for (int step = 1; step < warpSize; step *= 2)
        v = max(v, __shfl_xor(v, step));
    return v;
}

template <typename T> __device__ T block_sum(T v)
{
    __shared__ T part[32];
    int lane = threadIdx.x % warpSize, wave = threadIdx.x / warpSize;
    v = wave_sum(v);
    __syncthreads();
    if (lane == 0)
        part[wave] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / warpSize ? part[lane] : T(0);
    return wave == 0 ? wave_sum(v) : v;
}

template <typename T>
__global__ void sum(const T *in, int n, T *partial, unsigned *done, T *out, int *largest)
{
    T v = 0;
    int best = -1;
    __shared__ bool is_last;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        v += in[i];
        best = max(best, (int)in[i]);
    }
    best = wave_max(best);
    if (threadIdx.x % warpSize == 0)
        atomicMax(largest, best);
    v = block_sum(v);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = v;
        __threadfence();
        is_last = atomicAdd(done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last)
        return;
    v = threadIdx.x < gridDim.x ? partial[threadIdx.x] : T(0);
    v = block_sum(v);
    if (threadIdx.x == 0)
        *out = v;
}

template <typename T> static void test(const char *name, int blocks, int threads)
{
    const int n = 20011;
    std::vector<T> in(n);
    lcg random{9};
    double expected = 0, largest = -1;
    for (T &v : in) {
        v = (T)(random.next() % 1000);
        expected += (double)v;
        largest = std::fmax(largest, (double)v);
    }
    array<T> din(in), partial(blocks), out(1);
    array<unsigned> done(std::vector<unsigned>{0});
    array<int> most(std::vector<int>{-1});
    sum<T><<<blocks, threads>>>(din.data, n, partial.data, done.data, out.data, most.data);
    HIP(hipGetLastError());
    CHECK((double)out.get()[0] == expected, "%s: %g, not %g", name, (double)out.get()[0], expected);
    CHECK(most.get()[0] == (int)largest, "%s: %d", name, most.get()[0]);
}

static void run()
{
    test<int>("int", 13, 256);
    test<float>("float", 5, 128);
    test<double>("double", 16, 512);
    test<long long>("long long", 8, 64);
}
} // namespace reduce

/* Bitonic sort of pairs: in LDS where partners are of one block, else through memory. */
namespace bitonic
{
struct entry {
    unsigned key, value;
};
const int BLOCK = 256;

__device__ void order(entry &a, entry &b, bool up)
{
    if (up ? b.key < a.key : a.key < b.key) {
        entry t = a;
        a = b;
        b = t;
    }
}

__global__ void sort_far(entry *all, unsigned size, unsigned step)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, partner = i ^ step;
    if (i < partner)
        order(all[i], all[partner], (i & size) == 0);
}

__global__ void sort_near(entry *all, unsigned size, unsigned step)
{
    __shared__ entry part[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    part[t] = all[i];
    for (; step > 0; step /= 2) {
        __syncthreads();
        unsigned partner = t ^ step;
        if (t < partner)
            order(part[t], part[partner], (i & size) == 0);
    }
    __syncthreads();
    all[i] = part[t];
}

static void run()
{
    const unsigned n = 2048;
    std::vector<entry> in(n);
    lcg random{17};
    for (unsigned i = 0; i < n; i++)
        in[i] = entry{random.next() << 11 | i, i}; /* keys differ */
    array<entry> all(in);
    for (unsigned size = 2; size <= n; size *= 2) {
        for (unsigned step = size / 2; step >= BLOCK; step /= 2)
            sort_far<<<n / BLOCK, BLOCK>>>(all.data, size, step);
        sort_near<<<n / BLOCK, BLOCK>>>(all.data, size, std::min(size / 2, (unsigned)BLOCK / 2));
    }
    HIP(hipGetLastError());
    std::vector<entry> r = all.get();
    std::sort(in.begin(), in.end(), [](entry a, entry b) { return a.key < b.key; });
    for (unsigned i = 0; i < n; i++)
        CHECK(r[i].key == in[i].key && r[i].value == in[i].value, "%u: %u", i, r[i].key);
}
} // namespace bitonic

/* LDS whose size the launch gives, beside some of a fixed size; up to all that a block may have. */
namespace dynamic_shared
{
extern __shared__ unsigned char dynamic[];

__global__ void reverse(const int *in, int *out, int n)
{
    __shared__ int fixed[4];
    int *ints = reinterpret_cast<int *>(dynamic);
    if (threadIdx.x < 4)
        fixed[threadIdx.x] = 1000 * threadIdx.x;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        ints[i] = in[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = ints[n - 1 - i] + fixed[i % 4];
}

static void run()
{
    for (int n : {1, 100, 4096, 16380}) { /* the last is 64 KiB with the fixed ones */
        std::vector<int> in(n);
        for (int i = 0; i < n; i++)
            in[i] = i * 7;
        array<int> din(in), out(n);
        reverse<<<1, 256, n * sizeof(int)>>>(din.data, out.data, n);
        HIP(hipGetLastError());
        std::vector<int> r = out.get();
        for (int i = 0; i < n; i++)
            CHECK(r[i] == (n - 1 - i) * 7 + 1000 * (i % 4), "%d of %d: %d", i, n, r[i]);
    }
    array<int> one(1);
    reverse<<<1, 64, 65536>>>(one.data, one.data, 1);
    CHECK(hipGetLastError() != hipSuccess, "more LDS than there is");
}
} // namespace dynamic_shared

int main()
{
    matmul::run();
    transpose::run();
    stencil::run();
    histogram::run();
    scan::run();
    reduce::run();
    bitonic::run();
    dynamic_shared::run();
    return report();
}
