// A miner's double SHA-256: rotations by funnel shifts and inline PTX, byte permutes, constants.
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
typedef uint32_t WORD;
#define ROTR(x, n) __funnelshift_r((x), (x), (n))
#define CH(x, y, z) (((x) & (y)) ^ (~(x) & (z)))
#define EP0(x) (ROTR(x, 2) ^ ROTR(x, 13) ^ ROTR(x, 22))
#define EP1(x) (ROTR(x, 6) ^ ROTR(x, 11) ^ ROTR(x, 25))
#define SIG0(x) (ROTR(x, 7) ^ ROTR(x, 18) ^ ((x) >> 3))
#define SIG1(x) (ROTR(x, 17) ^ ROTR(x, 19) ^ ((x) >> 10))
__constant__ static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static __device__ __forceinline__ uint32_t cuda_swab32(const uint32_t x) { return __byte_perm(x, x, 0x0123); }
static __device__ __forceinline__ uint32_t maj(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t r;
#if __CUDA_ARCH__ >= 500
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
#else
    r = (a & b) | (c & (a | b));
#endif
    return r;
}
static __device__ __forceinline__ uint32_t add3(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t r;
    asm volatile("{\n\t.reg .u32 t;\n\tadd.u32 t, %1, %2;\n\tadd.u32 %0, t, %3;\n\t}" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}
__device__ void transform(WORD state[8], const WORD block[16])
{
    WORD w[64], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
#pragma unroll
    for (int i = 0; i < 16; i++) w[i] = block[i];
#pragma unroll
    for (int i = 16; i < 64; i++) w[i] = SIG1(w[i - 2]) + w[i - 7] + SIG0(w[i - 15]) + w[i - 16];
#pragma unroll 64
    for (int i = 0; i < 64; i++) {
        const WORD t1 = add3(h, EP1(e), CH(e, f, g)) + K[i] + w[i], t2 = EP0(a) + maj(a, b, c);
        h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
    }
    state[0] += a; state[1] += b; state[2] += c; state[3] += d; state[4] += e; state[5] += f; state[6] += g; state[7] += h;
}
__global__ void __launch_bounds__(256, 3) sha256d(const uint8_t *text, uint32_t *digest, uint32_t *found, uint32_t target)
{
    const uint32_t nonce = blockDim.x * blockIdx.x + threadIdx.x;
    WORD block[16], state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, second[8];
    memcpy(second, state, sizeof(second));
    for (int i = 0; i < 16; i++) block[i] = 0;
    block[0] = cuda_swab32(*(const uint32_t *)text) & 0xffffff00u;
    block[0] |= 0x80;
    block[15] = 24;
    if (nonce) block[1] ^= nonce;
    transform(state, block);
    if (nonce == 0) for (int i = 0; i < 8; i++) digest[i] = state[i];
    for (int i = 0; i < 8; i++) { block[i] = state[i]; block[8 + i] = 0; }
    block[8] = 0x80000000; block[15] = 256;
    transform(second, block);
    const uint64_t high = ((uint64_t)second[0] << 32) | second[1];
    if (__clzll(high) >= target) atomicMin(found, nonce);
    if (__popcll(high) == 0) *found = __brev((uint32_t)high) + __ffsll(high);
}
int main()
{
    const uint8_t text[4] = {'a', 'b', 'c', 0};
    uint8_t *d_text; uint32_t *digest, *found;
    cudaMalloc(&d_text, 4); cudaMallocManaged(&digest, 32); cudaMallocManaged(&found, 4);
    cudaMemcpy(d_text, text, 4, cudaMemcpyHostToDevice);
    *found = UINT32_MAX;
    sha256d<<<64, 256>>>(d_text, digest, found, 10);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    printf("%08x%08x found %u\n", digest[0], digest[1], *found);
    return !(digest[0] == 0xba7816bf && digest[7] == 0xf20015ad && *found != UINT32_MAX);
}
