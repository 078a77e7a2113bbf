// Warps that multiply in different branches, in different numbers of turns, or alone because others
// have ended: each computes what it computes as the only warp of its block. On AMD GPUs with waves
// of 64 lanes two warps share their registers' numbers, and MFMA writes the registers of all lanes.
// All sums are exact, so that their order does not matter.
#include <mma.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

using namespace nvcuda;
enum { WARPS = 7, KEPT = 24, OUT = 8 + KEPT };

__device__ static void multiply_halves(float *d, unsigned a, unsigned b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
                 "{%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a), "r"(a ^ 0x02000200u), "r"(a ^ 0x00800080u), "r"(a ^ 0x01800180u), "r"(b),
                   "r"(b ^ 0x03000300u));
}
__device__ static void multiply_bytes(float *d, unsigned a, unsigned b)
{
    int sums[4] = {};
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
                 "{%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
                 : "r"(a), "r"(a * 3), "r"(a * 5), "r"(a * 7), "r"(b), "r"(b * 11));
    for (int i = 0; i < 4; ++i) {
        d[i] += static_cast<float>(sums[i]);
    }
}
__device__ static void multiply_fragments(float *d, const half *from)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::load_matrix_sync(a, from, 16);
    wmma::load_matrix_sync(b, from + 256, 16);
    wmma::fill_fragment(c, 1.0f);
    wmma::mma_sync(c, a, b, c);
    wmma::mma_sync(c, a, b, c);
    for (int i = 0; i < 8; ++i) {
        d[i % 4] += c.x[i];
    }
}

// |warp| is a number of the grid, so that a warp may be a block of its own.
__global__ void in_branches(const unsigned *in, const half *halves, float *out)
{
    const int warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned a = in[warp * 64 + lane], b = in[warp * 64 + 32 + lane];
    float kept[KEPT], d[4] = {1, 2, 3, 4}, e[4] = {};
    for (int i = 0; i < KEPT; ++i) {
        kept[i] = static_cast<float>((a >> i & 255) * (i + 1));
    }
    if (warp % 3 == 0) {
        multiply_halves(d, a, b);
        multiply_bytes(e, a, b);
        if (warp % 2) {
            multiply_fragments(e, halves + warp * 512);
        }
    } else if (warp % 3 == 1) {
        for (int i = 0; i < KEPT; ++i) {
            kept[i] += static_cast<float>(b >> i & 63);
        }
        multiply_fragments(d, halves + warp * 512);
        multiply_halves(e, b, a);
    } else if (warp == 5) {
        out[(warp * 32 + lane) * OUT] = 7;
        return;
    } else {
        multiply_bytes(d, b, a);
    }
    for (int i = 0; i < 4; ++i) {
        out[(warp * 32 + lane) * OUT + i] = d[i];
        out[(warp * 32 + lane) * OUT + 4 + i] = e[i];
    }
    for (int i = 0; i < KEPT; ++i) {
        out[(warp * 32 + lane) * OUT + 8 + i] = kept[i];
    }
}
// What a warp has when it leaves the loop stays as it is while the others go on.
__global__ void in_loops(const unsigned *in, const half *halves, float *out)
{
    const int warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    unsigned a = in[warp * 64 + lane], b = in[warp * 64 + 32 + lane];
    float d[4] = {}, e[4] = {}, kept[KEPT] = {};
    for (int turn = 0; turn < 1 + warp * 5 % 7; ++turn) {
        multiply_halves(d, a, b);
        for (int i = 0; i < KEPT; ++i) {
            kept[i] = d[i % 4] * static_cast<float>(i + 1) + static_cast<float>(a >> i & 15);
        }
        if (turn % 3 == 2) {
            multiply_fragments(e, halves + warp * 512);
        }
        multiply_bytes(e, b, a);
        a ^= 0x02800100u;
        b ^= 0x01000080u;
    }
    for (int i = 0; i < 4; ++i) {
        out[(warp * 32 + lane) * OUT + i] = d[i];
        out[(warp * 32 + lane) * OUT + 4 + i] = e[i];
    }
    for (int i = 0; i < KEPT; ++i) {
        out[(warp * 32 + lane) * OUT + 8 + i] = kept[i];
    }
}

static unsigned in[WARPS * 64];
static half halves[WARPS * 512];
static float together[WARPS * 32 * OUT], alone[WARPS * 32 * OUT];

static void check(const char *name, void (*kernel)(const unsigned *, const half *, float *))
{
    unsigned *on_in;
    half *on_halves;
    float *on_out;
    cudaMalloc(reinterpret_cast<void **>(&on_in), sizeof in);
    cudaMalloc(reinterpret_cast<void **>(&on_halves), sizeof halves);
    cudaMalloc(reinterpret_cast<void **>(&on_out), sizeof alone);
    cudaMemcpy(on_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpy(on_halves, halves, sizeof halves, cudaMemcpyHostToDevice);
    cudaMemset(on_out, 0, sizeof alone);
    kernel<<<WARPS, 32>>>(on_in, on_halves, on_out);
    cudaMemcpy(alone, on_out, sizeof alone, cudaMemcpyDeviceToHost);
    for (int warps = 2; warps <= WARPS; ++warps) {
        cudaMemset(on_out, 0, sizeof together);
        kernel<<<1, 32 * warps>>>(on_in, on_halves, on_out);
        cudaMemcpy(together, on_out, sizeof together, cudaMemcpyDeviceToHost);
        int different = 0, zeros = 0;
        for (int i = 0; i < warps * 32 * OUT; ++i) {
            different += memcmp(&together[i], &alone[i], sizeof(float)) != 0;
            zeros += together[i] == 0;
        }
        printf("%s, %d warps: %d%s\n", name, warps, different,
               zeros > warps * 32 * OUT / 2 ? ", and mostly 0" : "");
    }
}

int main()
{
    srand(1);
    for (unsigned &word :
         in) { // pairs of halves from 1 to 2 in steps of 1/8, whose sums are exact in any order
        word = (static_cast<unsigned>(rand()) & 0x03800380u) | 0x3c003c00u;
    }
    for (half &h : halves) {
        h = __float2half(static_cast<float>(rand() % 64 - 32) / 16.0f);
    }
    check("branches", in_branches);
    check("loops", in_loops);
    return 0;
}
