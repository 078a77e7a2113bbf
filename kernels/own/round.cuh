// Rounds activations to 8 bits, in blocks of Rounded.
#pragma once

#include "../candle/quantized/blocks.cuh"
#include "../device/wave.cuh"

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

// Rounds 32 neighbours to a block; its scale d is max |x| / 127, or NaN if any element is. Each of
// eight threads has four neighbours, from |from| on, or zeros unless |is_there|: then it stores
// nothing. All threads of a warp take part in its reductions.
template <class T>
__device__ __forceinline__ void round_four(const T *from, bool is_there, Rounded *block)
{
    constexpr u32 sharing = Rounded::elements / 4;
    const u32 lane = threadIdx.x % WARP;
    f32 four[4] = {};
    u32 largest = 0; // as an integer, a NaN is the largest
    if (is_there) {
        Pack<T, 4> pack = load_run<4>(from, 1);
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
    if (is_there) {
        block->qs[lane % sharing] = quants;
        if (lane % sharing == 0) {
            block->d = d;
        }
    }
}
