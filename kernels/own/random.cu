// Random numbers. Element i depends only on the state and on i: group g of elements is made from the
// four words of counter offset + g, by operations whose rounding IEEE 754 defines. Results therefore
// have the same bits on every device and for every launch.
#include "../device/philox.cuh"
#include "generate.cuh"

// ---- Random words -------------------------------------------------------------------------------

struct State {
    u64 seed, sequence, offset;
};

// How many elements are made from the four words of one counter: two elements of 64 bits, or four
// smaller ones.
template <class T> constexpr int group = sizeof(T) == 8 ? 2 : 4;

// Sets out[i] to make(words, k, i). |words| are the random words of element i's group, and k is the
// element's place in the group.
template <int G, class T, class Make>
__device__ inline void randomize(State state, usize numel, T *out, Make make)
{
    generate<G>(numel, out, [&](usize number, T *values) {
        const Words words = philox(state.seed, state.sequence, state.offset + number);
#pragma unroll
        for (int k = 0; k < G; ++k) {
            values[k] = make(words, k, number * G + k);
        }
    });
}

// ---- Random floats ------------------------------------------------------------------------------

// unit() is uniform in [0, 1), and positive_unit() in (0, 1], for logarithms.
__device__ inline f32 unit(u32 word)
{
    return static_cast<f32>(word >> 8) * 0x1p-24f;
}

__device__ inline f64 unit(u64 words)
{
    return static_cast<f64>(words >> 11) * 0x1p-53;
}

__device__ inline f32 positive_unit(u32 word)
{
    return fmaf(static_cast<f32>(word), 0x1p-32f, 0x1p-33f);
}

__device__ inline f64 positive_unit(u64 words)
{
    return static_cast<f64>((words >> 11) + 1) * 0x1p-53;
}

template <class F, int count> __device__ inline F polynomial(const F (&coefficients)[count], F x)
{
    F sum = coefficients[count - 1];
#pragma unroll
    for (int k = count - 2; k >= 0; --k) {
        sum = fma(sum, x, coefficients[k]);
    }
    return sum;
}

// Splits a positive normal number x = m 2^exponent, where m is in [sqrt(1/2), sqrt(2)). Returns m -
// 1, which is exact.
__device__ inline f32 split(f32 x, f32 *exponent)
{
    u32 bits;
    __builtin_memcpy(&bits, &x, sizeof(bits));
    const u32 shifted = bits - 0x3f3504f3;
    const i32 power = static_cast<i32>(shifted) >> 23;
    bits -= static_cast<u32>(power) << 23;
    *exponent = static_cast<f32>(power);
    __builtin_memcpy(&x, &bits, sizeof(bits));
    return x - 1;
}

__device__ inline f64 split(f64 x, f64 *exponent)
{
    u64 bits;
    __builtin_memcpy(&bits, &x, sizeof(bits));
    const u64 shifted = bits - 0x3fe6a09e667f3bcd;
    const i32 power = static_cast<i32>(static_cast<i64>(shifted) >> 52);
    bits -= static_cast<u64>(static_cast<i64>(power)) << 52;
    *exponent = static_cast<f64>(power);
    __builtin_memcpy(&x, &bits, sizeof(bits));
    return x - 1;
}

// Returns the natural logarithm of a positive normal number. In f32 it uses a Chebyshev fit of
// log(1 + f) / f whose error is below 1e-8.
__device__ inline f32 logarithm(f32 x)
{
    const f32 coefficients[] = {1.0f,         -0.49999988f, 0.33333325f, -0.25001585f,
                                0.20002072f,  -0.16609126f, 0.14180079f, -0.13240843f,
                                0.129141703f, -0.07638592f};
    f32 exponent;
    const f32 f = split(x, &exponent);
    return fma(exponent, 0.693147182f, f * polynomial(coefficients, f));
}

// In f64, logarithm() adds up terms of the series of 2 artanh(f / (2 + f)), to an error below
// 2^-56.
__device__ inline f64 logarithm(f64 x)
{
    const f64 coefficients[] = {1,        1 / 3.0,  1 / 5.0,  1 / 7.0,  1 / 9.0, 1 / 11.0,
                                1 / 13.0, 1 / 15.0, 1 / 17.0, 1 / 19.0, 1 / 21.0};
    f64 exponent;
    const f64 f = split(x, &exponent), s = f / (2 + f);
    return fma(exponent, 0.69314718055994530942, 2 * s * polynomial(coefficients, s * s));
}

// sine() and cosine() add up the Taylor series, for |x| <= pi / 4.
__device__ inline f32 sine(f32 x)
{
    const f32 coefficients[] = {1, -1 / 6.0f, 1 / 120.0f, -1 / 5040.0f, 1 / 362880.0f};
    return x * polynomial(coefficients, x * x);
}

__device__ inline f32 cosine(f32 x)
{
    const f32 coefficients[] = {1, -1 / 2.0f, 1 / 24.0f, -1 / 720.0f, 1 / 40320.0f};
    return polynomial(coefficients, x * x);
}

__device__ inline f64 sine(f64 x)
{
    const f64 coefficients[] = {1,
                                -1 / 6.0,
                                1 / 120.0,
                                -1 / 5040.0,
                                1 / 362880.0,
                                -1 / 39916800.0,
                                1 / 6227020800.0,
                                -1 / 1307674368000.0,
                                1 / 355687428096000.0};
    return x * polynomial(coefficients, x * x);
}

__device__ inline f64 cosine(f64 x)
{
    const f64 coefficients[] = {1,
                                -1 / 2.0,
                                1 / 24.0,
                                -1 / 720.0,
                                1 / 40320.0,
                                -1 / 3628800.0,
                                1 / 479001600.0,
                                -1 / 87178291200.0,
                                1 / 20922789888000.0};
    return polynomial(coefficients, x * x);
}

// Splits an angle, given as a random word that counts fractions 2^-32 of a turn. Returns the number
// of the nearest quarter of a turn, and sets |rest| to the remaining angle in radians.
__device__ inline u32 quarter(u32 word, f32 *rest)
{
    const u32 number = (word + 0x20000000u) >> 30;
    *rest = static_cast<f32>(static_cast<i32>(word - (number << 30))) * (0x1.921fb6p2f * 0x1p-32f);
    return number;
}

__device__ inline u32 quarter(u64 words, f64 *rest)
{
    const u64 number = (words + 0x2000000000000000u) >> 62;
    *rest = static_cast<f64>(static_cast<i64>(words - (number << 62))) *
            (0x1.921fb54442d18p2 * 0x1p-64);
    return static_cast<u32>(number);
}

__device__ inline f32 root(f32 x)
{
    return __fsqrt_rn(x);
}

__device__ inline f64 root(f64 x)
{
    return __dsqrt_rn(x);
}

// Makes a normal number from two uniform ones, by the method of Box and Muller, which makes one
// with a sine and one with a cosine. Returns the number with the sine if |is_sine|, else the number
// with the cosine.
template <class F, class Word> __device__ inline F normal(Word distance, Word angle, bool is_sine)
{
    F rest;
    const u32 turn = quarter(angle, &rest) + (is_sine ? 3 : 0);
    const F wave = (turn & 1) != 0 ? sine(rest) : cosine(rest);
    const F radius = root(-2 * logarithm(positive_unit(distance)));
    // cos(rest + quarters of a turn): cos, -sin, -cos, sin
    return radius * (((turn + 1) & 2) != 0 ? -wave : wave);
}

// ---- Kernels that fill tensors with random numbers ----------------------------------------------

// Returns low + u * range, where u is in [0, 1).
template <class T> __device__ inline T uniform_of(const Words &words, int k, f64 low, f64 range)
{
    return narrow<T>(fmaf(unit(words.at[k]), static_cast<f32>(range), static_cast<f32>(low)));
}

template <> __device__ inline f64 uniform_of<f64>(const Words &words, int k, f64 low, f64 range)
{
    return fma(unit(words.wide(k)), range, low);
}

template <class T> __device__ inline T normal_of(const Words &words, int k, f64 mean, f64 deviation)
{
    const int pair = k / 2 * 2;
    return narrow<T>(fmaf(normal<f32>(words.at[pair], words.at[pair + 1], k % 2 != 0),
                          static_cast<f32>(deviation), static_cast<f32>(mean)));
}

template <> __device__ inline f64 normal_of<f64>(const Words &words, int k, f64 mean, f64 deviation)
{
    return fma(normal<f64>(words.wide(0), words.wide(1), k != 0), deviation, mean);
}

#define FLOATS(NAME, T)                                                                            \
    MAP_KERNEL(random_uniform_##NAME)                                                              \
    (const usize numel, const u64 seed, const u64 sequence, const u64 offset, const f64 low,       \
     const f64 range, T *out)                                                                      \
    {                                                                                              \
        randomize<group<T>>({seed, sequence, offset}, numel, out,                                  \
                            [&](const Words &words, int k, usize) {                                \
                                return uniform_of<T>(words, k, low, range);                        \
                            });                                                                    \
    }                                                                                              \
    KERNEL(random_normal_##NAME)                                                                   \
    (const usize numel, const u64 seed, const u64 sequence, const u64 offset, const f64 mean,      \
     const f64 deviation, T *out)                                                                  \
    {                                                                                              \
        randomize<group<T>>({seed, sequence, offset}, numel, out,                                  \
                            [&](const Words &words, int k, usize) {                                \
                                return normal_of<T>(words, k, mean, deviation);                    \
                            });                                                                    \
    }                                                                                              \
    MAP_KERNEL(dropout_##NAME)                                                                     \
    (const usize numel, const u64 seed, const u64 sequence, const u64 offset, const u64 threshold, \
     const f64 scale, const T *inp, T *out)                                                        \
    {                                                                                              \
        randomize<4>(                                                                              \
            {seed, sequence, offset}, numel, out, [&](const Words &words, int k, usize i) {        \
                const Compute<T> x = i < numel ? widen(inp[i]) : Compute<T>(0);                    \
                return narrow<T>(words.at[k] < threshold ? Compute<T>(0)                           \
                                                         : x * static_cast<Compute<T>>(scale));    \
            });                                                                                    \
    }

FLOATS(bf16, bf16)
FLOATS(f8_e4m3, f8e4m3)
FLOATS(f16, f16)
FLOATS(f32, f32)
FLOATS(f64, f64)

// Stores the random words unchanged.
MAP_KERNEL(random_bits_u32)
(const usize numel, const u64 seed, const u64 sequence, const u64 offset, u32 *out)
{
    randomize<4>({seed, sequence, offset}, numel, out,
                 [&](const Words &words, int k, usize) { return words.at[k]; });
}

// out[i] = low + floor(u * range), where u is a fraction of 64 random bits. A range of 0 means
// 2^64.
#define INTEGERS(T)                                                                                \
    MAP_KERNEL(random_integer_##T)                                                                 \
    (const usize numel, const u64 seed, const u64 sequence, const u64 offset, const i64 low,       \
     const u64 range, T *out)                                                                      \
    {                                                                                              \
        randomize<2>({seed, sequence, offset}, numel, out, [&](const Words &words, int k, usize) { \
            const u64 u = words.wide(k);                                                           \
            return static_cast<T>(static_cast<u64>(low) +                                          \
                                  (range == 0 ? u : __umul64hi(u, range)));                        \
        });                                                                                        \
    }

INTEGERS(u8)
INTEGERS(i16)
INTEGERS(u32)
INTEGERS(i64)

// Sets elements whose random word is below the threshold to |yes|, and all others to |no|.
#define BERNOULLI(NAME, T)                                                                         \
    MAP_KERNEL(random_bernoulli_##NAME)                                                            \
    (const usize numel, const u64 seed, const u64 sequence, const u64 offset, const u64 threshold, \
     const T yes, const T no, T *out)                                                              \
    {                                                                                              \
        randomize<4>({seed, sequence, offset}, numel, out, [&](const Words &words, int k, usize) { \
            return words.at[k] < threshold ? yes : no;                                             \
        });                                                                                        \
    }

BERNOULLI(u8, u8)
BERNOULLI(f16, f16)
BERNOULLI(u32, u32)
BERNOULLI(i64, i64)

// Returns the number that |number| becomes when a Feistel network of Philox words permutes the
// numbers of 2 * half_bits bits. Kernels apply the function again until the result is below numel.
// This makes a permutation of 0 to numel - 1.
__device__ inline u64 permuted(State state, u32 half_bits, u64 number)
{
    const u64 mask = (1ull << half_bits) - 1;
    u64 left = number >> half_bits, right = number & mask;
#pragma unroll 1
    for (u32 round = 0; round < 8; ++round) {
        const Words words = philox(state.seed ^ right, state.sequence, state.offset + round);
        const u64 next = left ^ (words.wide(0) & mask);
        left = right;
        right = next;
    }
    return left << half_bits | right;
}

#define PERMUTATION(T)                                                                             \
    MAP_KERNEL(random_permutation_##T)                                                             \
    (const usize numel, const u64 seed, const u64 sequence, const u64 offset, const u32 half_bits, \
     T *out)                                                                                       \
    {                                                                                              \
        for (usize i = first_thread(); i < numel; i += thread_count()) {                           \
            u64 number = i;                                                                        \
            do {                                                                                   \
                number = permuted({seed, sequence, offset}, half_bits, number);                    \
            } while (number >= numel);                                                             \
            out[i] = static_cast<T>(number);                                                       \
        }                                                                                          \
    }

PERMUTATION(u32)
PERMUTATION(i64)
