// Products of quantized weights for libkrt_ops: those of quantized.cu, of which activations are
// rounded to 8 bits by blocks of Rounded instead of Q8_1, and the rounding.
//
// Q8_1 has a scale and the sum of what was rounded, both in f16, and others launch its kernels by
// their names. Rounded has a scale of f32, so that its numbers may be as small or as large as those
// of f32. The kernels add up its quants: sums do not overflow, and they are those of what is
// multiplied.
#include "../device/grid.cuh"
#include "../candle/quantized/indexed_moe.cuh"
#include "../candle/quantized/mul_mat.cuh"
#include "../candle/quantized/mul_mat_vec.cuh"

MUL_MATS(_rounded, Rounded)
MUL_MAT_VECS(MUL_MAT_VEC_ROUNDED_EACH)
INDEXED_MOES(_rounded, Rounded)

// What the quants of numbers up to |largest| are multiples of: NaN if that is, else not 0 and
// finite, so that an infinity is 127 times the largest number, and none meets a 0.
__device__ inline f32 round_scale(f32 largest)
{
    const f32 d = largest / 127.0f;
    return d < 0x1p-149f ? 0x1p-149f : d > 0x1.fffffep127f ? 0x1.fffffep127f : d;
}

// x / d, half away from zero. A subnormal d may be less than x / 127.
__device__ inline i32 round_quant(f32 x, f32 d)
{
    return __float2int_rz(copysignf(roundf(fminf(fabsf(x / d), 127.0f)), x));
}

// Blocks of 32 neighbours of |x|, of which there are |numel|. d = max |x| / 127, NaN where any x
// is.
//
// A thread has four neighbours, eight threads a block; all threads of a warp come along.
template <class T> __device__ __forceinline__ void round_blocks(usize numel, const T *x, Rounded *y)
{
    constexpr u32 sharing = Rounded::elements / 4;
    const u32 lane = threadIdx.x % WARP;
    for (usize at = 4 * first_thread(); at - 4 * lane < numel; at += 4 * thread_count()) {
        f32 four[4] = {};
        u32 largest = 0; // as bits, of which those of NaN are the largest
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
