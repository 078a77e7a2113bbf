// The attention of a wave without matrix cores: on gfx10, which multiplies pairs of f16, and adds
// the products, in one instruction.
//
// A wave has ROWS rows. For their scores a lane has one key of a chunk, and queries are the same in
// all lanes: they are loaded into scalar registers. For the sums a lane has two elements of each
// slice of the values, and weights come from the lanes of their keys.
#pragma once

#include "packs.cuh"
#include "scores.cuh"

#if defined(__HIP__) && !defined(HAS_MFMA) && !defined(HAS_WMMA)

__device__ inline void lds_barrier()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    asm volatile("" : : : "memory");
}

// Adds the products of two pairs to |sum|.
template <class T> __device__ inline f32 add_products(u32 a, u32 b, f32 sum)
{
    if constexpr (std::is_same<T, f16>::value) {
        using Halves = Words<_Float16, 2>;
        return __builtin_amdgcn_fdot2(__builtin_bit_cast(Halves, a), __builtin_bit_cast(Halves, b),
                                      sum, false);
    } else {
        sum = fmaf(__uint_as_float(a << 16), __uint_as_float(b << 16), sum);
        return fmaf(__uint_as_float(a & 0xffff0000), __uint_as_float(b & 0xffff0000), sum);
    }
}

template <int control> __device__ inline f32 lane_by_dpp(f32 x)
{
    const int bits = static_cast<int>(__float_as_uint(x));
    return __uint_as_float(__builtin_amdgcn_update_dpp(bits, bits, control, 15, 15, false));
}

// Returns op() of the x of all lanes, in all lanes.
template <class Op> __device__ inline f32 wave_reduce(f32 x, const Op &op)
{
    enum { xor_1 = 0xb1, xor_2 = 0x4e, half_mirror = 0x141, mirror = 0x140 };
    x = op(x, lane_by_dpp<xor_1>(x));
    x = op(x, lane_by_dpp<xor_2>(x));
    x = op(x, lane_by_dpp<half_mirror>(x));
    x = op(x, lane_by_dpp<mirror>(x));
    const u32 bits = __float_as_uint(x);
    u32 other = __builtin_amdgcn_permlanex16(bits, bits, 0x76543210, 0xfedcba98, false, false);
    // keeps the exchange here: clang 15 moves it to its use, where fewer lanes may be active
    asm volatile("" : "+v"(other));
    return op(x, __uint_as_float(other));
}

template <class T, int SIZE> class LaneAttention
{
  public:
    enum { ROWS = 16, CHUNK = WAVE, SLICE = 2 * WAVE, SLICES = SIZE / SLICE };

    // |count| rows from |first| on, 1 to ROWS.
    __device__ LaneAttention(const attention &work, const AttentionRows &rows, u32 first, u32 count)
        : rows_(rows), first_(first), count_(count)
    {
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const u32 row = first + (r < count ? r : 0);
            const T *const q = static_cast<const T *>(work.q) + rows.offset_of_query(work, row);
            q_[r] = (IN_CONSTANT const Four *)same_in_wave(reinterpret_cast<usize>(q));
            largest_[r] = LOWEST;
            total_[r] = 0;
        }
    }

    __device__ void begin()
    {
#pragma unroll
        for (f32 &s : s_) {
            s = 0;
        }
    }
    // Multiplies |packs| packs of 8 elements of keys, from pack |from| of the heads on. The element
    // at |keys| is the first one of these of the chunk's first key, in LDS; keys are |pitch|
    // elements apart.
    template <int pitch>
    __device__ __forceinline__ void add_keys(const T *keys, u32 from, u32 packs)
    {
        keys += lane() * pitch;
#pragma unroll 1
        for (u32 pack = 0; pack < packs; ++pack) {
            const auto key = *reinterpret_cast<const PackOf<8> *>(keys + pack * 8);
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                const Four q = q_[r][from + pack];
#pragma unroll
                for (int w = 0; w < 4; ++w) {
                    s_[r] = add_products<T>(key[w], q[w], s_[r]);
                }
            }
        }
    }
    // Makes weights of the scores of keys |first| to |first| + CHUNK - 1. |end| is behind the last
    // key that there is, and |is_edge| says that a row of this wave may not see all of these keys.
    __device__ __forceinline__ void weigh(const attention &work, f32 scale, u32 first, u32 end,
                                          bool is_edge)
    {
        if (is_edge || work.options & ~(ATTENTION_CAUSAL | ATTENTION_WINDOW)) {
            finish_scores(work, scale, first, end);
        } else {
#pragma unroll
            for (f32 &s : s_) {
                s *= scale * quick::log2_of_e();
            }
        }
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            if (any_in_wave(s_[r] > largest_[r])) {
                raise_to(r, wave_reduce(s_[r], [](f32 a, f32 b) { return fmaxf(a, b); }));
            }
            const f32 weight = quick::coarse_exp2(s_[r] - (largest_[r] - RAISED<T>));
            total_[r] += weight;
            weights_[r] = std::is_same<T, f16>::value
                              ? round_pair<T>(weight, lane_by_dpp<0xb1>(weight))
                              : __float_as_uint(weight);
        }
    }
    // Adds weights times values: |count| slices of these, from number |from| on, at |values| as
    // add_keys() has it.
    template <int from, int count, int pitch>
    __device__ __forceinline__ void add_values(const T *values)
    {
        values += lane() * 2;
#pragma unroll 1
        for (u32 key = 0; key < CHUNK; key += 2) {
            u32 low[count], high[count];
#pragma unroll
            for (int i = 0; i < count; ++i) {
                const u32 one = *reinterpret_cast<const u32 *>(values + key * pitch + i * SLICE);
                const u32 two =
                    *reinterpret_cast<const u32 *>(values + (key + 1) * pitch + i * SLICE);
                low[i] = __builtin_amdgcn_perm(two, one, 0x05040100);
                high[i] = __builtin_amdgcn_perm(two, one, 0x07060302);
            }
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                add_pair(r, key, low, high, from);
            }
        }
    }

    // As those of CoreAttention, for any row of this wave.
    __device__ bool sees_all(const attention &work, u32 first, u32 end) const
    {
        const KeyRange of_first = rows_.range_of(work, rows_.query_of(first_));
        const KeyRange of_last = rows_.range_of(work, rows_.query_of(first_ + count_ - 1));
        return first >= of_last.low && end <= of_first.high;
    }
    __device__ bool sees_some(const attention &work, u32 first, u32 end) const
    {
        return first < rows_.range_of(work, rows_.query_of(first_ + count_ - 1)).high &&
               end > rows_.range_of(work, rows_.query_of(first_)).low;
    }

    // Completes the sums of weights.
    __device__ void finish()
    {
#pragma unroll
        for (f32 &total : total_) {
            total = wave_reduce(total, [](f32 a, f32 b) { return a + b; });
        }
    }
    // The sum of the weights exp2(s - base()), and sums of weights times values, of the first row;
    // drop_row() makes the others the first one, one after another.
    __device__ f32 total() const
    {
        return total_[0];
    }
    __device__ f32 base() const
    {
        return largest_[0] - RAISED<T>;
    }
    // Sum |i| of a slice is that of element lane() * 2 + i.
    __device__ f32 sum(int slice, int i) const
    {
        return out_[0][slice][i];
    }
    __device__ void drop_row()
    {
#pragma unroll
        for (int r = 0; r + 1 < ROWS; ++r) {
            total_[r] = total_[r + 1];
            largest_[r] = largest_[r + 1];
#pragma unroll
            for (int slice = 0; slice < SLICES; ++slice) {
                out_[r][slice][0] = out_[r + 1][slice][0];
                out_[r][slice][1] = out_[r + 1][slice][1];
            }
        }
    }
    __device__ static u32 lane()
    {
        return threadIdx.x % WAVE;
    }

  private:
    using Four = Words<u32, 4>;

    __device__ void raise_to(int r, f32 largest)
    {
        const f32 factor = quick::coarse_exp2(largest_[r] - largest);
        largest_[r] = largest;
        total_[r] *= factor;
#pragma unroll
        for (int slice = 0; slice < SLICES; ++slice) {
            out_[r][slice][0] *= factor;
            out_[r][slice][1] *= factor;
        }
    }
    // Applies all options to the scores. Each turn takes the first row, and moves the others up.
    __device__ __forceinline__ void finish_scores(const attention &work, f32 scale, u32 first,
                                                  u32 end)
    {
#pragma unroll 1
        for (u32 r = 0; r < ROWS; ++r) {
            f32 s[1] = {s_[0]};
            const ScoresOfRow<T> row(work, rows_, first_ + (r < count_ ? r : 0));
            const auto key_of = [&](int) { return first + lane(); };
            row.finish(work, scale, s, end, key_of);
            row.hide(s, key_of);
#pragma unroll
            for (int i = 0; i + 1 < ROWS; ++i) {
                s_[i] = s_[i + 1];
            }
            s_[ROWS - 1] = s[0];
        }
    }
    template <int count>
    __device__ __forceinline__ void add_pair(int r, u32 key, const u32 (&low)[count],
                                             const u32 (&high)[count], int from)
    {
        const u32 one = __builtin_amdgcn_readlane(weights_[r], key);
        if constexpr (std::is_same<T, f16>::value) {
#pragma unroll
            for (int i = 0; i < count; ++i) {
                f32(&out)[2] = out_[r][from + i];
                out[0] = add_products<T>(low[i], one, out[0]);
                out[1] = add_products<T>(high[i], one, out[1]);
            }
        } else {
            const f32 first = __uint_as_float(one);
            const f32 second = __uint_as_float(__builtin_amdgcn_readlane(weights_[r], key + 1));
#pragma unroll
            for (int i = 0; i < count; ++i) {
                f32(&out)[2] = out_[r][from + i];
                out[0] = fmaf(__uint_as_float(low[i] << 16), first, out[0]);
                out[0] = fmaf(__uint_as_float(low[i] & 0xffff0000), second, out[0]);
                out[1] = fmaf(__uint_as_float(high[i] << 16), first, out[1]);
                out[1] = fmaf(__uint_as_float(high[i] & 0xffff0000), second, out[1]);
            }
        }
    }

    const AttentionRows &rows_;
    u32 first_, count_;
    IN_CONSTANT const Four *q_[ROWS];
    f32 s_[ROWS], largest_[ROWS], total_[ROWS], out_[ROWS][SLICES][2] = {};
    u32 weights_[ROWS];
};

#endif
