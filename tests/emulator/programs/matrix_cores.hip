/* A product of small matrices by the instructions that do it at once: MFMA on CDNA, WMMA on RDNA3.
 * Where there are none, as on RDNA2, lanes do it one by one. */
#include "program.h"

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

int main()
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
    return report();
}
