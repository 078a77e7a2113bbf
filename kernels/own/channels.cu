// Convolutions for NVIDIA GPUs, in two launches: see channels.cuh.
#include "channels.cuh"

// channels_last_T copies the input to |dst|, and the convolution's kernel to |dst_kernel|. T may be
// any type of the same size.
#define CHANNELS_LAST(NAME, T)                                                                     \
    extern "C" __global__ void __launch_bounds__(CHANNELS_LAST_THREADS)                            \
        channels_last_##NAME(const channels_last_info both, const T *src, const T *kernel, T *dst, \
                             T *dst_kernel, u32 *counters)                                         \
    {                                                                                              \
        move_both(both, src, kernel, reinterpret_cast<ChannelPack<T> *>(dst),                      \
                  reinterpret_cast<ChannelPack<T> *>(dst_kernel), counters);                       \
    }

template <class T>
__device__ inline void move_both(const channels_last_info &both, const T *src, const T *kernel,
                                 ChannelPack<T> *dst, ChannelPack<T> *dst_kernel, u32 *counters)
{
    for (u32 i = threadIdx.x; blockIdx.x == 0 && i < both.counters; i += CHANNELS_LAST_THREADS) {
        counters[i] = 0;
    }
    if (blockIdx.x < both.src.blocks) {
        move_channels_last(both.src, blockIdx.x, src, dst);
    } else if (blockIdx.x - both.src.blocks < both.kernel.blocks) {
        move_channels_last(both.kernel, blockIdx.x - both.src.blocks, kernel, dst_kernel);
    }
}

template <class T>
__device__ inline void convolve_channels(const conv_channels_info &shape, const T *src,
                                         const T *kernel, T *dst, f32 *partial, u32 *counters)
{
#ifdef HAS_TENSOR_CORES
    __shared__ typename ChannelsTile<T>::Memory memory;
    ChannelsTile<T>(shape, src, kernel, dst, memory)
        .make(reinterpret_cast<float4 *>(partial), counters);
#else
    __trap(); // a driver may compile an older GPU's code for a newer GPU
#endif
}

#define CONV_CHANNELS(NAME, T)                                                                     \
    extern "C" __global__ void __launch_bounds__(CHANNELS_TILE_THREADS, 3)                         \
        conv_channels_##NAME(const conv_channels_info shape, const T *src, const T *kernel,        \
                             T *dst, f32 *partial, u32 *counters)                                  \
    {                                                                                              \
        convolve_channels(shape, src, kernel, dst, partial, counters);                             \
    }

CHANNELS_LAST(f16, f16)
CHANNELS_LAST(f32, f32)

CONV_CHANNELS(bf16, bf16)
CONV_CHANNELS(f16, f16)
CONV_CHANNELS(f32, f32)
