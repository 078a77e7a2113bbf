#include <kbuild/ptx.h>
#line 1 "hazards.cu"
#include <cuda_runtime.h>
#define WARP_SIZE 32
#define FULL_MASK 0xffffffff
static constexpr int kWarpSize = 32;
constexpr int other = 32;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 530 // half precision
__device__ float arch() { return 53; }
#elif __CUDA_ARCH__ < 300
__device__ float arch() { return 30; }
#endif
#ifdef __CUDACC__
#endif
#if CUDART_VERSION >= 11000 && \
    __CUDACC_VER_MAJOR__ > 10
#endif
#ifndef CUDA_MINE_H
#define CUDA_MINE_H
#endif
__device__ int lanes(int x)
{
    int lane;
    kbuild::ptx::out(lane) = kbuild::ptx::laneid();
    asm("" ::: "memory");
    asm volatile("s_nop 0");
    do { kbuild::ptx::bar_sync(0); kbuild::ptx::membar_gl(); } while (0);
    x += __shfl_xor_sync(0xffffffff, x, 1);
    x += __shfl_xor_sync(0xFFFFFFFFu, x, 2, 32);
    x += __shfl_down_sync(~0u, x, 4);
    x += __shfl_up_sync(-1, x, 4);
    x += __popc(__ballot_sync(0xffff'ffff, x > 1));
    x += __reduce_add_sync(4294967295u, x);
    x += __shfl_sync(__activemask(), x, 0) + __shfl_sync(0xff, x, 0);
    __syncwarp(0xffffffff);
    unsigned mask = 0xffffffff;
    return x + lane + mask;
}
