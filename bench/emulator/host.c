/* What the emulator is held against: the same work as C compilers do it. */
#include "host.h"

/* The compiler is let use what the emulator's own loops use. */
#if defined(__x86_64__)
#define FAST __attribute__((target("avx2,fma")))
#else
#define FAST
#endif

enum { LANES = 32, CHAINS = 8 };

FAST void host_valu(float *out, float mul, float add, uint32_t count, uint32_t items)
{
    for (uint32_t first = 0; first < items; first += LANES) {
        float x[CHAINS][LANES];
        for (uint32_t i = 0; i < CHAINS; i++) {
            for (uint32_t lane = 0; lane < LANES; lane++)
                x[i][lane] = (float)(first + lane + i);
        }
        for (uint32_t n = 0; n < count; n++) {
            for (uint32_t k = 0; k < 64; k++) {
                for (uint32_t lane = 0; lane < LANES; lane++)
                    x[k % CHAINS][lane] = __builtin_fmaf(x[k % CHAINS][lane], mul, add);
            }
        }
        for (uint32_t i = 0; i < LANES; i++)
            out[first + i] = ((x[0][i] + x[1][i]) + (x[2][i] + x[3][i])) +
                             ((x[4][i] + x[5][i]) + (x[6][i] + x[7][i]));
    }
}

FAST void host_copy(uint32_t *restrict out, const uint32_t *restrict in, size_t words)
{
    for (size_t i = 0; i < words; i++) {
        out[i] = in[i];
        /* not a call of memcpy() */
        __asm__ volatile("" ::: "memory");
    }
}

FAST void host_lds(uint32_t *out, uint32_t step, uint32_t count, uint32_t items)
{
    for (uint32_t first = 0; first < items; first += LANES) {
        uint32_t words[8][LANES], sum[LANES];
        for (uint32_t lane = 0; lane < LANES; lane++) {
            sum[lane] = first + lane;
            for (uint32_t k = 0; k < 8; k++)
                words[k][lane] = sum[lane] + k;
        }
        for (uint32_t n = 0; n < count; n++) {
            for (uint32_t k = 0; k < 16; k++) {
                const uint32_t *from = words[k * step % 8];
                uint32_t *to = words[k % 8];
                for (uint32_t lane = 0; lane < LANES; lane++) {
                    sum[lane] += from[lane];
                    to[lane] = sum[lane];
                }
                __asm__ volatile("" ::: "memory");
            }
        }
        for (uint32_t lane = 0; lane < LANES; lane++)
            out[first + lane] = sum[lane];
    }
}

FAST void host_reduce(uint32_t *out, uint32_t count, uint32_t items)
{
    for (uint32_t first = 0; first < items; first += BLOCK) {
        uint32_t words[BLOCK];
        for (uint32_t lane = 0; lane < BLOCK; lane++)
            out[first + lane] = first + lane;
        for (uint32_t n = 0; n < count; n++) {
            for (uint32_t lane = 0; lane < BLOCK; lane++)
                words[lane] = out[first + lane];
            for (uint32_t half = BLOCK / 2; half > 0; half /= 2) {
                for (uint32_t lane = 0; lane < half; lane++)
                    words[lane] += words[lane + half];
                __asm__ volatile("" ::: "memory");
            }
            for (uint32_t lane = 0; lane < BLOCK; lane++)
                out[first + lane] += words[0];
        }
    }
}
