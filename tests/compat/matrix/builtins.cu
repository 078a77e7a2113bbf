// The builtins behind nvcuda::wmma, with arrays of the sizes that CUDA's fragments have: d = a b +
// c of small numbers, whose sums are exact. Prints how many results are wrong.
#include <mma.h>

#include "numbers.hpp"

#include <vector>

enum { WARPS = 3, SIZE = 1024 };

// A kernel for each builtin of a product. |A_WORDS|, |B_WORDS| and |C_WORDS| are what
// crt/mma.h has for them.
#define KERNEL(NAME, WORD, A_WORDS, B_WORDS, C, C_WORDS, D, D_WORDS, LD_A, LD_B, LD_C, ST_D, ...)  \
    __global__ void NAME(const WORD *a, const WORD *b, const C *c, D *d, int lda, int ldb,         \
                         int ldc, int a_layout, int b_layout, int satf)                            \
    {                                                                                              \
        const int warp = threadIdx.x / 32, both = a_layout + 2 * b_layout;                         \
        WORD of_a[A_WORDS], of_b[B_WORDS];                                                         \
        C of_c[C_WORDS];                                                                           \
        D of_d[D_WORDS];                                                                           \
        LD_A(of_a, a + warp * SIZE, lda, a_layout);                                                \
        LD_B(of_b, b + warp * SIZE, ldb, b_layout);                                                \
        LD_C(of_c, c + warp * SIZE, ldc, a_layout);                                                \
        __VA_ARGS__;                                                                               \
        ST_D(d + warp * SIZE, of_d, ldc, a_layout);                                                \
        (void)both, (void)satf;                                                                    \
    }
#define HALVES(SHAPE, D, C, D_TYPE, D_WORDS, C_TYPE, C_WORDS)                                      \
    KERNEL(halves_##SHAPE##D##C, int, 8, 8, C_TYPE, C_WORDS, D_TYPE, D_WORDS,                      \
           __hmma_##SHAPE##_ld_a, __hmma_##SHAPE##_ld_b, __hmma_##SHAPE##_ld_c_##C,                \
           __hmma_##SHAPE##_st_c_##D,                                                              \
           __hmma_##SHAPE##_mma_##D##C(of_d, of_a, of_b, of_c, both, 0))
#define BYTES(SHAPE, TYPE, A_WORDS, B_WORDS)                                                       \
    KERNEL(bytes_##SHAPE##TYPE, int, A_WORDS, B_WORDS, int, 8, int, 8,                             \
           __imma_##SHAPE##_ld_a_##TYPE, __imma_##SHAPE##_ld_b_##TYPE, __imma_##SHAPE##_ld_c,      \
           __imma_##SHAPE##_st_c_i32,                                                              \
           __imma_##SHAPE##_mma_##TYPE(of_d, of_a, of_b, of_c, both, satf))
#define BF16S(SHAPE, A_WORDS, B_WORDS)                                                             \
    KERNEL(bf16_##SHAPE, int, A_WORDS, B_WORDS, float, 8, float, 8, __mma_bf16_##SHAPE##_ld_a,     \
           __mma_bf16_##SHAPE##_ld_b, __hmma_##SHAPE##_ld_c_f32, __hmma_##SHAPE##_st_c_f32,        \
           __mma_bf16_##SHAPE##_mma_f32(of_d, of_a, of_b, of_c, both, 0))
#define NIBBLES(TYPE)                                                                              \
    KERNEL(nibbles_##TYPE, int, 1, 1, int, 2, int, 2, __imma_m8n8k32_ld_a_##TYPE,                  \
           __imma_m8n8k32_ld_b_##TYPE, __imma_m8n8k32_ld_c, __imma_m8n8k32_st_c_i32,               \
           __imma_m8n8k32_mma_##TYPE(of_d, of_a, of_b, of_c, both, satf))
#define BITS(OPERATION)                                                                            \
    KERNEL(bits_##OPERATION, int, 1, 1, int, 2, int, 2, __bmma_m8n8k128_ld_a_b1,                   \
           __bmma_m8n8k128_ld_b_b1, __bmma_m8n8k128_ld_c, __bmma_m8n8k128_st_c_i32,                \
           __bmma_m8n8k128_mma_##OPERATION##_popc_b1(of_d, of_a, of_b, of_c, 1))
HALVES(m16n16k16, f32, f32, float, 8, float, 8)
HALVES(m8n32k16, f16, f16, int, 4, int, 4)
BYTES(m32n8k16, u8, 4, 1)
KERNEL(tf32, int, 4, 4, float, 8, float, 8, __mma_tf32_m16n16k8_ld_a, __mma_tf32_m16n16k8_ld_b,
       __mma_tf32_m16n16k8_ld_c, __mma_m16n16k8_st_c_f32,
       __mma_tf32_m16n16k8_mma_f32(of_d, of_a, of_b, of_c, both, 0))
KERNEL(doubles, double, 1, 1, double, 2, double, 2, __dmma_m8n8k4_ld_a, __dmma_m8n8k4_ld_b,
       __dmma_m8n8k4_ld_c, __dmma_m8n8k4_st_c_f64,
       __dmma_m8n8k4_mma_f64(of_d, of_a, of_b, of_c, both, 0))
NIBBLES(s4)
BITS(and)
#ifndef FEW
HALVES(m32n8k16, f32, f16, float, 8, int, 4)
HALVES(m8n32k16, f16, f32, int, 4, float, 8)
BYTES(m16n16k16, s8, 2, 2)
BYTES(m8n32k16, s8, 1, 4)
BF16S(m16n16k16, 4, 4)
BF16S(m32n8k16, 8, 2)
BF16S(m8n32k16, 2, 8)
NIBBLES(u4)
BITS(xor)
#endif

// The bits of a small number, or a random one if it is an integer.
static uint64_t small(type t, uint64_t *state)
{
    const uint64_t random = next_random(state);
    const int number = static_cast<int>(random % 17) - 8;
    const float value = static_cast<float>(number);
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const double wide = number;
    uint64_t wide_bits;
    memcpy(&wide_bits, &wide, sizeof wide_bits);
    switch (t) {
    case F16: return __half_as_ushort(__float2half(value));
    case BF16: return bits >> 16;
    case F64: return wide_bits;
    case TF32:
    case F32: return bits;
    case S32: return static_cast<uint32_t>(number * 1000);
    default: return random & ((1u << width_of(t)) - 1);
    }
}

template <class Word, class C, class D>
static void test(const char *name,
                 void (*kernel)(const Word *, const Word *, const C *, D *, int, int, int, int, int,
                                int),
                 int m, int n, int k, type t, type of_c, type of_d, bool both_bits = false)
{
#ifdef FEW
    const int step = 3;
#else
    const int step = 1;
#endif
    for (int layouts = 0; layouts < 4; layouts += step) {
        // Packed numbers are in rows of a and in columns of b.
        const bool packed = width_of(t) < 8;
        const bool a_columns = !packed && layouts % 2, b_columns = packed || layouts / 2,
                   satf = !is_float(t) && t != B1 && layouts % 2;
        const int lda = (a_columns ? m : k) + (packed ? 128 : 16),
                  ldb = (b_columns ? k : n) + (packed ? 128 : 16), ldc = (a_columns ? m : n) + 8;
        std::vector<Word> a(WARPS * SIZE), b(WARPS * SIZE);
        std::vector<C> c(WARPS * SIZE);
        std::vector<D> d(WARPS * SIZE);
        std::vector<double> of_a(m * k), of_b(k * n);
        uint64_t state = 5 + layouts;
        Word *on_a, *on_b;
        C *on_c;
        D *on_d;
        std::vector<double> sums(WARPS * m * n);
        for (int warp = 0; warp < WARPS; ++warp) {
            for (int row = 0; row < m; ++row) {
                for (int i = 0; i < k; ++i) {
                    const uint64_t bits = small(t, &state);
                    put_bits(&a[warp * SIZE], t, a_columns ? i * lda + row : row * lda + i, bits);
                    of_a[row * k + i] = value_of(t, bits);
                }
            }
            for (int i = 0; i < k; ++i) {
                for (int column = 0; column < n; ++column) {
                    const uint64_t bits = small(t, &state);
                    put_bits(&b[warp * SIZE], t, b_columns ? column * ldb + i : i * ldb + column,
                             bits);
                    of_b[i * n + column] = value_of(t, bits);
                }
            }
            for (int row = 0; row < m; ++row) {
                for (int column = 0; column < n; ++column) {
                    const int at = a_columns ? column * ldc + row : row * ldc + column;
                    const uint64_t bits = satf ? 0x7ffffff0 : small(of_c, &state);
                    put_bits(&c[warp * SIZE], of_c, at, bits);
                    double sum = value_of(of_c, bits);
                    for (int i = 0; i < k; ++i) {
                        const double x = of_a[row * k + i], y = of_b[i * n + column];
                        sum += t == B1 && !both_bits ? x != y : x * y;
                    }
                    sums[(warp * m + row) * n + column] = satf ? fmin(sum, 2147483647.0) : sum;
                }
            }
        }
        cudaMalloc(&on_a, a.size() * sizeof(Word));
        cudaMalloc(&on_b, b.size() * sizeof(Word));
        cudaMalloc(&on_c, c.size() * sizeof(C));
        cudaMalloc(&on_d, d.size() * sizeof(D));
        cudaMemcpy(on_a, a.data(), a.size() * sizeof(Word), cudaMemcpyHostToDevice);
        cudaMemcpy(on_b, b.data(), b.size() * sizeof(Word), cudaMemcpyHostToDevice);
        cudaMemcpy(on_c, c.data(), c.size() * sizeof(C), cudaMemcpyHostToDevice);
        kernel<<<1, 32 * WARPS>>>(on_a, on_b, on_c, on_d, lda, ldb, ldc, a_columns, b_columns,
                                  satf);
        cudaMemcpy(d.data(), on_d, d.size() * sizeof(D), cudaMemcpyDeviceToHost);
        int wrong = cudaDeviceSynchronize() != cudaSuccess;
        for (int warp = 0; warp < WARPS; ++warp) {
            for (int row = 0; row < m; ++row) {
                for (int column = 0; column < n; ++column) {
                    const int at = a_columns ? column * ldc + row : row * ldc + column;
                    const double got = value_of(of_d, get_bits(&d[warp * SIZE], of_d, at));
                    wrong += got != sums[(warp * m + row) * n + column];
                }
            }
        }
        printf("%s %d: %d\n", name, layouts, wrong);
        cudaFree(on_a), cudaFree(on_b), cudaFree(on_c), cudaFree(on_d);
    }
}

int main()
{
    test("f16 16x16 f32 f32", halves_m16n16k16f32f32, 16, 16, 16, F16, F32, F32);
    test("f16 8x32 f16 f16", halves_m8n32k16f16f16, 8, 32, 16, F16, F16, F16);
    test("u8 32x8", bytes_m32n8k16u8, 32, 8, 16, U8, S32, S32);
    test("tf32", tf32, 16, 16, 8, TF32, F32, F32);
    test("f64", doubles, 8, 8, 4, F64, F64, F64);
    test("s4", nibbles_s4, 8, 8, 32, S4, S32, S32);
    test("b1 and", bits_and, 8, 8, 128, B1, S32, S32, true);
#ifndef FEW
    test("f16 32x8 f32 f16", halves_m32n8k16f32f16, 32, 8, 16, F16, F16, F32);
    test("f16 8x32 f16 f32", halves_m8n32k16f16f32, 8, 32, 16, F16, F32, F16);
    test("s8 16x16", bytes_m16n16k16s8, 16, 16, 16, S8, S32, S32);
    test("s8 8x32", bytes_m8n32k16s8, 8, 32, 16, S8, S32, S32);
    test("bf16 16x16", bf16_m16n16k16, 16, 16, 16, BF16, F32, F32);
    test("bf16 32x8", bf16_m32n8k16, 32, 8, 16, BF16, F32, F32);
    test("bf16 8x32", bf16_m8n32k16, 8, 32, 16, BF16, F32, F32);
    test("u4", nibbles_u4, 8, 8, 32, U4, S32, S32);
    test("b1 xor", bits_xor, 8, 8, 128, B1, S32, S32);
#endif
    return 0;
}
