/* Instructions that a program asks for by name. */
#include "program.h"

/* Assembly and built-in functions in a kernel, as hand-tuned code has them: what each target names
 * differently is asked of the preprocessor. */
namespace assembly
{
__global__ void compute(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = in[i], sum, mode, cube;
#if defined(__gfx90a__)
    asm volatile("v_add_u32 %0, %1, 7" : "=v"(sum) : "v"(v));
#else
    asm volatile("v_add_nc_u32 %0, %1, 7" : "=v"(sum) : "v"(v));
#endif
    asm volatile("s_getreg_b32 %0, hwreg(HW_REG_MODE, 0, 4)" : "=s"(mode));
    asm volatile("v_mul_lo_u32 %0, %1, %1\n"
                 "v_mul_lo_u32 %0, %0, %1"
                 : "=&v"(cube)
                 : "v"(v));
    unsigned bits = __builtin_amdgcn_ubfe((unsigned)v, 4, 9);
    unsigned aligned = __builtin_amdgcn_alignbit((unsigned)v, (unsigned)sum, 5);
    unsigned permuted = __builtin_amdgcn_perm((unsigned)v, 0x44332211u, 0x07020501u);
    unsigned distance = __builtin_amdgcn_sad_u8((unsigned)v, (unsigned)sum, 3);
    float third = __builtin_amdgcn_fmed3f((float)v, 100.0f, 10.0f);
    __builtin_amdgcn_s_waitcnt(0);
    __builtin_amdgcn_sched_barrier(0);
    out[i] = sum + mode * 1000000 + cube + (int)bits + (int)(aligned ^ permuted) + (int)distance +
             (int)third;
}

static int expected(int v)
{
    int sum = v + 7;
    unsigned u = (unsigned)v, bits = u >> 4 & 0x1ff, distance = 3, permuted = 0;
    unsigned aligned = (unsigned)(((unsigned long long)u << 32 | (unsigned)sum) >> 5);
    unsigned long long pool = (unsigned long long)u << 32 | 0x44332211u;
    for (int i = 0; i < 4; i++) {
        unsigned which = 0x07020501u >> 8 * i & 0xff;
        permuted |= (unsigned)(pool >> 8 * which & 0xff) << 8 * i;
        int a = u >> 8 * i & 0xff, b = (unsigned)sum >> 8 * i & 0xff;
        distance += (unsigned)std::abs(a - b);
    }
    float third = v < 10 ? 10 : v > 100 ? 100 : v;
    unsigned cube = u * u * u;
    return (int)((unsigned)sum + cube + bits + (aligned ^ permuted) + distance + (unsigned)third);
}

static void run()
{
    const int n = 300;
    std::vector<int> in(n);
    lcg random{47};
    for (int i = 0; i < n; i++)
        in[i] = i < 120 ? i : (int)random.next() * 113;
    array<int> din(in), out(n);
    compute<<<(n + 63) / 64, 64>>>(din.data, out.data, n);
    HIP(hipGetLastError());
    std::vector<int> r = out.get();
    for (int i = 0; i < n; i++)
        CHECK(r[i] == expected(in[i]), "%d: %d, not %d", in[i], r[i], expected(in[i]));
}
} // namespace assembly

/* A product of small matrices by the instructions that do it at once: MFMA on CDNA, WMMA on RDNA3.
 * Where there are none, as on RDNA2, lanes do it one by one. */
namespace matrix_cores
{
typedef float float4_vector __attribute__((ext_vector_type(4)));
typedef float float8_vector __attribute__((ext_vector_type(8)));
typedef _Float16 half4_vector __attribute__((ext_vector_type(4)));
typedef _Float16 half16_vector __attribute__((ext_vector_type(16)));

/* One wave: c = a b, all 16 by 16; rows of a and of b's transpose are contiguous. */
__global__ void multiply(const _Float16 *a, const _Float16 *bt, float *c)
{
    int lane = threadIdx.x;
#if defined(__gfx90a__)
    float4_vector sum = {0, 0, 0, 0};
    half4_vector x, y;
    for (int i = 0; i < 4; i++) {
        x[i] = a[lane % 16 * 16 + lane / 16 * 4 + i];
        y[i] = bt[lane % 16 * 16 + lane / 16 * 4 + i];
    }
    sum = __builtin_amdgcn_mfma_f32_16x16x16f16(x, y, sum, 0, 0, 0);
    for (int i = 0; i < 4; i++)
        c[(lane / 16 * 4 + i) * 16 + lane % 16] = sum[i];
#elif defined(__gfx1100__)
    float8_vector sum = {0, 0, 0, 0, 0, 0, 0, 0};
    half16_vector x, y;
    for (int i = 0; i < 16; i++) {
        x[i] = a[lane % 16 * 16 + i];
        y[i] = bt[lane % 16 * 16 + i];
    }
    sum = __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(x, y, sum);
    for (int i = 0; i < 8; i++)
        c[(2 * i + lane / 16) * 16 + lane % 16] = sum[i];
#else
    for (int at = lane; at < 256; at += blockDim.x) {
        float sum = 0;
        for (int k = 0; k < 16; k++)
            sum += (float)a[at / 16 * 16 + k] * (float)bt[at % 16 * 16 + k];
        c[at] = sum;
    }
#endif
}

static void run()
{
    hipDeviceProp_t properties;
    HIP(hipGetDeviceProperties(&properties, 0));
    std::vector<_Float16> a(256), bt(256);
    lcg random{41};
    for (int i = 0; i < 256; i++) {
        a[i] = (_Float16)((int)(random.next() % 15) - 7);
        bt[i] = (_Float16)((int)(random.next() % 15) - 7);
    }
    array<_Float16> da(a), db(bt);
    array<float> dc(256);
    multiply<<<1, properties.warpSize>>>(da.data, db.data, dc.data);
    HIP(hipGetLastError());
    std::vector<float> c = dc.get();
    for (int i = 0; i < 256; i++) {
        float sum = 0;
        for (int k = 0; k < 16; k++)
            sum += (float)a[i / 16 * 16 + k] * (float)bt[i % 16 * 16 + k];
        CHECK(c[i] == sum, "(%d,%d): %g, not %g", i / 16, i % 16, c[i], sum);
    }
}
} // namespace matrix_cores

int main()
{
    assembly::run();
    matrix_cores::run();
    return report();
}
