// Products of quantized weights for libkrt_ops: the kernels of quantized.cu for activations in
// blocks of Rounded instead of Q8_1, and the kernel that rounds activations to 8 bits.
//
// Q8_1 stores a scale and the sum of the numbers before rounding, both in f16; other programs
// launch its kernels by their names. Rounded stores a scale of f32, so that its numbers may be as
// small or as large as those of f32. Its kernels add up the quants instead of storing a sum: such
// sums do not overflow, and they are sums of the numbers that are multiplied.
#include "../device/grid.cuh"
#include "../candle/quantized/indexed_moe.cuh"
#include "../candle/quantized/mul_mat.cuh"
#include "../candle/quantized/mul_mat_vec.cuh"

MUL_MATS(_rounded, Rounded)
MUL_MAT_VECS(MUL_MAT_VEC_ROUNDED_EACH)
INDEXED_MOES(_rounded, Rounded)

// Returns the scale of quants for numbers whose magnitude is at most |largest|. If |largest| is
// NaN, so is the scale. Otherwise the scale is finite and not 0, so that an infinity becomes 127
// times the largest number, and infinity times 0 does not occur.
__device__ inline f32 round_scale(f32 largest)
{
    const f32 d = largest / 127.0f;
    return d < 0x1p-149f ? 0x1p-149f : d > 0x1.fffffep127f ? 0x1.fffffep127f : d;
}

// Returns x / d rounded to an integer, halves away from zero. A subnormal d may be less than x /
// 127, so the result is limited to 127.
__device__ inline i32 round_quant(f32 x, f32 d)
{
    return __float2int_rz(copysignf(roundf(fminf(fabsf(x / d), 127.0f)), x));
}

// Rounds blocks of 32 neighbours of the |numel| elements of |x|. A block's scale d is max |x| /
// 127, or NaN if any element is.
//
// A thread has four neighbours, so eight threads share a block. All threads of a warp take part in
// its reductions.
template <class T> __device__ __forceinline__ void round_blocks(usize numel, const T *x, Rounded *y)
{
    constexpr u32 sharing = Rounded::elements / 4;
    const u32 lane = threadIdx.x % WARP;
    for (usize at = 4 * first_thread(); at - 4 * lane < numel; at += 4 * thread_count()) {
        f32 four[4] = {};
        u32 largest = 0; // as an integer, a NaN is the largest
        if (at < numel) {
            Pack<T, 4> pack = load_run<4>(x + at, 1);
#pragma unroll
            for (f32 &number : four) {
                number = widen(pack.template pop<1>().at[0]);
                largest = Larger()(largest, __float_as_uint(fabsf(number)));
            }
        }
        const f32 d = round_scale(__uint_as_float(warp_reduce(largest, Larger(), 1, sharing)));
        u32 quants = 0;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            quants |= (static_cast<u32>(round_quant(four[k], d)) & 0xff) << (8 * k);
        }
        if (at < numel) {
            Rounded &block = y[at / Rounded::elements];
            block.qs[lane % sharing] = quants;
            if (lane % sharing == 0) {
                block.d = d;
            }
        }
    }
}

#define ROUND_BLOCKS(T)                                                                            \
    extern "C" __global__ void __launch_bounds__(256)                                              \
        round_blocks_##T(const usize numel, const T *x, void *out)                                 \
    {                                                                                              \
        round_blocks(numel, x, static_cast<Rounded *>(out));                                       \
    }

ROUND_BLOCKS(f32)
ROUND_BLOCKS(f16)
ROUND_BLOCKS(bf16)
