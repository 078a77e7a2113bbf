// The sums of a tile on the tensor cores of NVIDIA GPUs, sm_80 and later, for types that they sum
// as exactly as a thread does.
#pragma once

#include "../../device/mma/tensor.cuh"
#include "sums.cuh"

#if defined(HAS_TENSOR_CORES)

// Multiplies 16 lines of weights by 8 lines of patches. A lane has |PIECES| words of a line, every
// fourth one. |a| has the words of lines lane / 4 and lane / 4 + 8, |b| those of line lane / 4. The
// sums are in rows lane / 4 and lane / 4 + 8, and in columns lane % 4 * 2 and the next.
template <class T> struct Mma {
    static constexpr bool exists = false;
};

template <> struct Mma<f16> {
    static constexpr bool exists = true;
    using Word = u32;
    enum { PIECES = 2 };
    __device__ static void multiply(f32 (&sums)[4], const u32 (&a)[4], const u32 (&b)[2])
    {
        add_product<f16>(sums, a, b[0], b[1]);
    }
};

template <> struct Mma<bf16> {
    static constexpr bool exists = true;
    using Word = u32;
    enum { PIECES = 2 };
    __device__ static void multiply(f32 (&sums)[4], const u32 (&a)[4], const u32 (&b)[2])
    {
        add_product<bf16>(sums, a, b[0], b[1]);
    }
};

template <> struct Mma<u8> {
    static constexpr bool exists = true;
    using Word = u32;
    enum { PIECES = 1 };
    __device__ static void multiply(u32 (&sums)[4], const u32 (&a)[2], const u32 (&b)[1])
    {
        asm("mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32"
            " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
            : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
            : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
};

// Tensor cores read eleven bits of a mantissa, so an f32 becomes the sum of two numbers: the
// leading bits, rounded, and the rest. The product of two rests is too small to count, and is left
// out. Tensor cores truncate their sums. They therefore begin at zero for every eight k, and a
// thread adds the result to the sum. For many k, the error is less than that of adding one product
// after another.
template <> struct Mma<f32> {
    static constexpr bool exists = true;
    using Word = f32;
    enum { PIECES = 2 };
    __device__ static f32 leading(f32 x)
    {
        return __uint_as_float((__float_as_uint(x) + 0x1000) & 0xffffe000);
    }
    __device__ static void multiply(f32 (&sums)[4], const f32 (&a)[4], const f32 (&b)[2])
    {
        f32 a_leading[4], a_rest[4], b_leading[2], b_rest[2], part[4] = {};
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            a_leading[i] = leading(a[i]);
            a_rest[i] = a[i] - a_leading[i];
        }
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            b_leading[i] = leading(b[i]);
            b_rest[i] = b[i] - b_leading[i];
        }
        add(part, a_rest, b_leading);
        add(part, a_leading, b_rest);
        add(part, a_leading, b_leading);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            sums[i] += part[i];
        }
    }
    __device__ static void add(f32 (&sums)[4], const f32 (&a)[4], const f32 (&b)[2])
    {
        asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32"
            " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
            : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])),
              "r"(__float_as_uint(a[3])), "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])));
    }
};

template <> struct Mma<f64> {
    static constexpr bool exists = true;
    using Word = f64;
    enum { PIECES = 1 };
    __device__ static void multiply(f64 (&sums)[4], const f64 (&a)[2], const f64 (&b)[1])
    {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                : "+d"(sums[2 * half]), "+d"(sums[2 * half + 1])
                : "d"(a[half]), "d"(b[0]));
        }
    }
};

// A strip that LDS holds line by line.
template <class E, int LINES, int STEP> struct StripByLine {
    // PITCH is the distance from one line to the next, in elements. It is longer than a line, so
    // that neighbouring lines begin in different banks of LDS.
    enum { PITCH = STEP + (sizeof(E) == 8 ? 4 : 16 / sizeof(E)) };

    alignas(16) E elements[LINES][PITCH];

    __device__ E &at(u32 line, u32 k)
    {
        return elements[line][k];
    }
    __device__ const E &at(u32 line, u32 k) const
    {
        return elements[line][k];
    }
};

// The sums of a warp: DOWN x ACROSS pieces of 16 x 8 sums, each of which one instruction adds to.
template <class T, int ROWS> class WarpSums
{
    using Core = Mma<T>;
    using Word = typename Core::Word;

  public:
    using A = Compute<T>;
    using Element = T;
    static constexpr bool needs_finite = std::is_same<T, f32>::value;
    enum { DEPTH = sizeof(T) == 8 ? ROWS / 8 : sizeof(T) == 4 ? 8 : 16 };
    enum {
        DOWN = sizeof(T) == 8 ? 1 : ROWS / 32,
        ACROSS = 2,
        ABREAST = TILE_COLUMNS / (8 * ACROSS)
    };
    enum { MEMBERS = ROWS / (16 * DOWN) * ABREAST * 32 };
    enum { STEP = TILE_THREADS / MEMBERS * DEPTH };
    using Weights = StripByLine<T, ROWS, STEP>;
    using Patches = StripByLine<T, TILE_COLUMNS, STEP>;

    __device__ void clear()
    {
        each(0, [](u32, u32, A &sum) { sum = 0; });
    }
    __device__ void add(const Weights &weights, const Patches &patches, u32 member, u32 first)
    {
        constexpr int in_word = sizeof(Word) / sizeof(T), words = 4 * Core::PIECES;
        const u32 row = first_row(member) + member % 32 / 4,
                  column = first_column(member) + member % 32 / 4;
#pragma unroll
        for (int k = 0; k < DEPTH; k += words * in_word) {
            const u32 at = first + k + member % 4 * in_word;
            Word a[DOWN][2 * Core::PIECES], b[ACROSS][Core::PIECES];
#pragma unroll
            for (int piece = 0; piece < Core::PIECES; ++piece) {
                const u32 from = at + 4 * in_word * piece;
#pragma unroll
                for (int i = 0; i < DOWN; ++i) {
                    a[i][2 * piece] = word(weights.at(row + 16 * i, from));
                    a[i][2 * piece + 1] = word(weights.at(row + 16 * i + 8, from));
                }
#pragma unroll
                for (int j = 0; j < ACROSS; ++j) {
                    b[j][piece] = word(patches.at(column + 8 * j, from));
                }
            }
#pragma unroll
            for (int i = 0; i < DOWN; ++i) {
#pragma unroll
                for (int j = 0; j < ACROSS; ++j) {
                    Core::multiply(sums_[i][j], a[i], b[j]);
                }
            }
        }
    }
    template <class Visit> __device__ void each(u32 member, const Visit &visit)
    {
        const u32 row = first_row(member) + member % 32 / 4,
                  column = first_column(member) + member % 4 * 2;
#pragma unroll
        for (int i = 0; i < DOWN; ++i) {
#pragma unroll
            for (int j = 0; j < ACROSS; ++j) {
#pragma unroll
                for (int k = 0; k < 4; ++k) {
                    visit(row + 16 * i + k / 2 * 8, column + 8 * j + k % 2, sums_[i][j][k]);
                }
            }
        }
    }

  private:
    __device__ static Word word(const T &first)
    {
        return *reinterpret_cast<const Word *>(&first);
    }
    __device__ static u32 first_row(u32 member)
    {
        return member / (32 * ABREAST) * (16 * DOWN);
    }
    __device__ static u32 first_column(u32 member)
    {
        return member / 32 % ABREAST * (8 * ACROSS);
    }

    A sums_[DOWN][ACROSS][4];
};

template <class T, int ROWS>
using Sums =
    typename std::conditional<Mma<T>::exists, WarpSums<T, ROWS>, ThreadSums<T, ROWS>>::type;

#else

template <class T, int ROWS> using Sums = ThreadSums<T, ROWS>;

#endif
