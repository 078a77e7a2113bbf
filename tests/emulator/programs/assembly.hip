/* Assembly and built-in functions in a kernel, as hand-tuned code has them: what each target names
 * differently is asked of the preprocessor. */
#include "program.h"

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

int main()
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
    return report();
}
