/* Game of life on bit-packed words and on bytes; both must agree. */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned char ubyte;
#define MOD(a, b) (((a) + (b)) % (b))
__global__ void simpleLifeKernel(const ubyte *lifeData, unsigned worldWidth, unsigned worldHeight, ubyte *resultLifeData) {
  unsigned worldSize = worldWidth * worldHeight;
  for (unsigned cellId = __mul24(blockIdx.x, blockDim.x) + threadIdx.x; cellId < worldSize; cellId += blockDim.x * gridDim.x) {
    unsigned x = cellId % worldWidth, yAbs = cellId - x;
    unsigned xLeft = (x + worldWidth - 1) % worldWidth, xRight = (x + 1) % worldWidth;
    unsigned yAbsUp = (yAbs + worldSize - worldWidth) % worldSize, yAbsDown = (yAbs + worldWidth) % worldSize;
    unsigned aliveCells = lifeData[xLeft + yAbsUp] + lifeData[x + yAbsUp] + lifeData[xRight + yAbsUp] + lifeData[xLeft + yAbs] + lifeData[xRight + yAbs] + lifeData[xLeft + yAbsDown] + lifeData[x + yAbsDown] + lifeData[xRight + yAbsDown];
    resultLifeData[x + yAbs] = aliveCells == 3 || (aliveCells == 2 && lifeData[x + yAbs]) ? 1 : 0;
  }
}
__global__ void bitLife(const uint64_t *in, uint64_t *out, int words, int height) {
  int w = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (w >= words) return;
  uint64_t ones = 0, twos = 0, fours = 0, self = in[y * words + w];
  for (int dy = -1; dy <= 1; ++dy) {
    const uint64_t *row = in + MOD(y + dy, height) * words;
    uint64_t c = row[w], l = c << 1 | row[MOD(w - 1, words)] >> 63, r = c >> 1 | row[MOD(w + 1, words)] << 63;
    for (int k = 0; k < 3; ++k) {
      uint64_t v = k == 0 ? l : k == 1 ? r : (dy ? c : 0), carry = ones & v;
      ones ^= v; fours |= twos & carry; twos ^= carry;
    }
  }
  out[y * words + w] = twos & ~fours & (ones | self);
}
int main() {
  const int W = 256, H = 128, words = W / 64;
  ubyte *a, *b; uint64_t *p, *q;
  cudaMallocManaged(&a, W * H); cudaMallocManaged(&b, W * H); cudaMallocManaged(&p, W * H / 8); cudaMallocManaged(&q, W * H / 8);
  memset(p, 0, W * H / 8);
  for (int i = 0; i < W * H; ++i) { a[i] = rand() & 1; if (a[i]) p[i / 64] |= 1ull << (i % 64); }
  for (int g = 0; g < 50; ++g) {
    simpleLifeKernel<<<32, 256>>>(a, W, H, b);
    bitLife<<<dim3(1, H), words>>>(p, q, words, H);
    ubyte *t = a; a = b; b = t;
    uint64_t *s = p; p = q; q = s;
  }
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < W * H; ++i) if (a[i] != (p[i / 64] >> (i % 64) & 1)) { printf("cell %d\n", i); return 1; }
  return 0;
}
