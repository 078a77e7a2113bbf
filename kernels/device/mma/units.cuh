// The matrix cores of AMD GPUs: MFMA of gfx90a and gfx942, WMMA of gfx11 and gfx12. Layouts are
// from AMD's ISA documents and matrix instruction calculator.
//
// A wave multiplies LINES lines of a (its rows) by LINES lines of b (its columns), of RUN * GROUPS
// elements along k each. A lane holds one run of a and one of b: RUN elements of line lane % LINES,
// from k = RUN * group on, where group = lane / LINES % GROUPS. It does not matter which elements
// along k a lane has, if they are the same for a and b. A multiplication takes PARTS instructions,
// one for each part of the runs. A lane gets COUNT of the LINES x LINES sums: all of them are in
// column lane % LINES.
#pragma once

#include "../pack.cuh"

template <class T> struct MatrixCore {
    static constexpr bool exists = false;
};

#if defined(HAS_MFMA) || defined(HAS_WMMA)

template <class T, int count> using Vector = T __attribute__((ext_vector_type(count)));

template <class T, int lines, int groups, int run, int count> struct MatrixCoreShape {
    static constexpr bool exists = true;
    enum { LINES = lines, GROUPS = groups, COUNT = count };
    using Run = Vector<u32, run * sizeof(T) / sizeof(u32)>;
    using Sums = Vector<Compute<T>, count>;

    // Returns the row, which is the line of a, to which sum number |sum| of lane |lane| belongs.
    __device__ static int row(int sum, int lane)
    {
#ifdef HAS_MFMA
        return lines == 32 ? sum / 4 * 8 + lane / 32 * 4 + sum % 4 : sum * 4 + lane / 16;
#else
        return groups == 1 ? 2 * sum + lane / 16 : sum + lane / 16 * 8;
#endif
    }

    // Returns part number |index| of a run as a V, which is the type that the compiler's matrix
    // functions take.
    template <class V> __device__ static V of_run(const Run &from, int index)
    {
        if constexpr (sizeof(V) == sizeof(Run)) {
            return __builtin_bit_cast(V, from);
        } else if constexpr (sizeof(V) == sizeof(u32)) {
            const u32 word = from[index];
            return __builtin_bit_cast(V, word);
        } else {
            return __builtin_bit_cast(V, (Vector<u32, 2>){from[2 * index], from[2 * index + 1]});
        }
    }
};

#endif

#ifdef HAS_MFMA

#define MFMA_OF_HALVES(T, ELEMENT, FUNCTION)                                                       \
    template <> struct MatrixCore<T> : MatrixCoreShape<T, 32, 2, 8, 16> {                          \
        enum { PARTS = 2 };                                                                        \
        __device__ static void multiply(Sums &sums, const Run &a, const Run &b, int part)          \
        {                                                                                          \
            using Four = Vector<ELEMENT, 4>;                                                       \
            sums = FUNCTION(of_run<Four>(a, part), of_run<Four>(b, part), sums, 0, 0, 0);          \
        }                                                                                          \
    };
MFMA_OF_HALVES(f16, _Float16, __builtin_amdgcn_mfma_f32_32x32x8f16)
MFMA_OF_HALVES(bf16, short, __builtin_amdgcn_mfma_f32_32x32x8bf16_1k)

template <> struct MatrixCore<f32> : MatrixCoreShape<f32, 32, 2, 4, 16> {
    enum { PARTS = 4 };
    __device__ static void multiply(Sums &sums, const Run &a, const Run &b, int part)
    {
        sums = __builtin_amdgcn_mfma_f32_32x32x2f32(of_run<f32>(a, part), of_run<f32>(b, part),
                                                    sums, 0, 0, 0);
    }
};

// The matrix cores that multiply signed bytes, of which a word has four.
template <> struct MatrixCore<int8_t> : MatrixCoreShape<u32, 32, 2, 2, 16> {
    using Sixteen = Vector<int, 16>;
#ifdef __gfx90a__
    enum {PARTS = 2};
    __device__ static void multiply(Sums &sums, const Run &a, const Run &b, int part)
    {
        sums = __builtin_bit_cast(
            Sums, __builtin_amdgcn_mfma_i32_32x32x8i8(of_run<int>(a, part), of_run<int>(b, part),
                                                      __builtin_bit_cast(Sixteen, sums), 0, 0, 0));
    }
#else
    enum { PARTS = 1 };
    __device__ static void multiply(Sums &sums, const Run &a, const Run &b, int part)
    {
        sums = __builtin_bit_cast(Sums, __builtin_amdgcn_mfma_i32_32x32x16_i8(
                                            of_run<long>(a, part), of_run<long>(b, part),
                                            __builtin_bit_cast(Sixteen, sums), 0, 0, 0));
    }
#endif
    // Returns the number of the line of a that the caller must load in place of line |row|. With
    // the lines in this order, all sums of one lane belong to neighbouring lines.
    __device__ static int beside(int row)
    {
        return row / 4 % 2 * 16 + row / 8 * 4 + row % 4;
    }
};

template <> struct MatrixCore<f64> : MatrixCoreShape<f64, 16, 4, 2, 4> {
    enum { PARTS = 2 };
    __device__ static void multiply(Sums &sums, const Run &a, const Run &b, int part)
    {
        sums = __builtin_amdgcn_mfma_f64_16x16x4f64(of_run<f64>(a, part), of_run<f64>(b, part),
                                                    sums, 0, 0, 0);
    }
};
#endif

#ifdef HAS_WMMA

#ifdef __GFX11__
enum { WMMA_GROUPS = 1, WMMA_RUN = 16 }; // lanes 16 to 31 hold the runs of lanes 0 to 15 again
#define WMMA_F16   __builtin_amdgcn_wmma_f32_16x16x16_f16_w32
#define WMMA_BF16  __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32
#define WMMA_BYTES __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32
#else
enum { WMMA_GROUPS = 2, WMMA_RUN = 8 };
#define WMMA_F16   __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12
#define WMMA_BF16  __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32_gfx12
#define WMMA_BYTES __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12
#endif

#define WMMA_OF_HALVES(T, ELEMENT, FUNCTION)                                                       \
    template <> struct MatrixCore<T> : MatrixCoreShape<T, 16, WMMA_GROUPS, WMMA_RUN, 8> {          \
        enum { PARTS = 1 };                                                                        \
        __device__ static void multiply(Sums &sums, const Run &a, const Run &b, int part)          \
        {                                                                                          \
            using All = Vector<ELEMENT, WMMA_RUN>;                                                 \
            sums = FUNCTION(of_run<All>(a, part), of_run<All>(b, part), sums);                     \
        }                                                                                          \
    };
WMMA_OF_HALVES(f16, _Float16, WMMA_F16)
WMMA_OF_HALVES(bf16, short, WMMA_BF16)

// The matrix cores that multiply signed bytes, of which a word has four.
template <> struct MatrixCore<int8_t> : MatrixCoreShape<u32, 16, WMMA_GROUPS, WMMA_RUN / 4, 8> {
    enum { PARTS = 1 };
    __device__ static void multiply(Sums &sums, const Run &a, const Run &b, int)
    {
        using Words = Vector<int, WMMA_RUN / 4>;
        sums = __builtin_bit_cast(
            Sums, WMMA_BYTES(true, __builtin_bit_cast(Words, a), true, __builtin_bit_cast(Words, b),
                             __builtin_bit_cast(Vector<int, 8>, sums), false));
    }
    // Returns the number of the line of a that the caller must load in place of line |row|. With
    // the lines in this order, all sums of one lane belong to neighbouring lines.
    __device__ static int beside(int row)
    {
        return GROUPS == 1 ? row % 2 * 8 + row / 2 : row;
    }
};
#endif
