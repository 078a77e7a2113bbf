// nvcuda::wmma in all shapes, types and layouts, beside exact sums: d = 2 a b + c, by fragments
// that are loaded from global memory or from shared memory, and scaled element by element.
//
// Prints a line for each case; the same program runs on NVIDIA GPUs.
#include <mma.h>

#include "numbers.hpp"

#include <vector>

using namespace nvcuda;
enum { WARPS = 3 };

template <class T> struct of_type;
#define OF_TYPE(T, STORAGE, TYPE, PACKED)                                                          \
    template <> struct of_type<T> {                                                                \
        using storage = STORAGE;                                                                   \
        static const type type = TYPE;                                                             \
        enum { packed = PACKED };                                                                  \
    };
OF_TYPE(__half, __half, F16, 1)
OF_TYPE(__nv_bfloat16, __nv_bfloat16, BF16, 1)
OF_TYPE(wmma::precision::tf32, float, TF32, 1)
OF_TYPE(float, float, F32, 1)
OF_TYPE(double, double, F64, 1)
OF_TYPE(signed char, signed char, S8, 1)
OF_TYPE(unsigned char, unsigned char, U8, 1)
OF_TYPE(wmma::experimental::precision::s4, int, S4, 8)
OF_TYPE(wmma::experimental::precision::u4, unsigned, U4, 8)
OF_TYPE(wmma::experimental::precision::b1, unsigned, B1, 32)
OF_TYPE(int, int, S32, 1)

template <class T, int M, int N, int K, class LayoutA, class LayoutB, class C>
__global__ void multiply(const typename of_type<T>::storage *a,
                         const typename of_type<T>::storage *b, const C *c, C *d, int lda, int ldb,
                         int ldc, wmma::layout_t layout, bool clamp, bool both)
{
    __shared__ __align__(32)
        typename of_type<T>::storage shared_a[WARPS][4096 / sizeof(typename of_type<T>::storage)];
    __shared__ __align__(32) C shared_d[WARPS][1280];
    const int warp = threadIdx.x / 32, a_size = 4096 / sizeof *a, d_size = 1280;
    a += warp * a_size, b += warp * a_size, c += warp * d_size, d += warp * d_size;
    for (int i = threadIdx.x % 32; i < a_size; i += 32) {
        shared_a[warp][i] = a[i];
    }
    for (int i = threadIdx.x % 32; i < d_size; i += 32) {
        shared_d[warp][i] = c[i];
    }
    __syncthreads();
    wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> sums, fc;
    wmma::fill_fragment(sums, static_cast<C>(0));
    wmma::load_matrix_sync(fa, shared_a[warp], lda);
    wmma::load_matrix_sync(fb, b, ldb);
    wmma::load_matrix_sync(fc, c, ldc, layout);
    if constexpr (of_type<T>::type == B1) {
        wmma::bmma_sync(sums, fa, fb, sums,
                        both ? wmma::experimental::bmmaBitOpAND : wmma::experimental::bmmaBitOpXOR);
    } else if constexpr (of_type<T>::type == TF32) {
        for (int i = 0; i < fa.num_elements; ++i) {
            fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
        }
        for (int i = 0; i < fb.num_elements; ++i) {
            fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
        }
        wmma::mma_sync(sums, fa, fb, sums);
    } else if constexpr (of_type<C>::type == S32) {
        wmma::mma_sync(sums, fa, fb, clamp ? fc : sums, clamp);
    } else {
        wmma::mma_sync(sums, fa, fb, sums);
    }
    for (int i = 0; i < fc.num_elements && !clamp; ++i) {
        fc.x[i] = static_cast<C>(2) * sums.x[i] + fc.x[i];
    }
    wmma::store_matrix_sync(shared_d[warp], clamp ? sums : fc, ldc, layout);
    __syncthreads();
    for (int i = threadIdx.x % 32; i < d_size; i += 32) {
        d[i] = shared_d[warp][i];
    }
}

template <class T> static T *copy(const std::vector<T> &host)
{
    T *device;
    cudaMalloc(reinterpret_cast<void **>(&device), host.size() * sizeof(T));
    cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
    return device;
}

template <class T, int M, int N, int K, class LayoutA, class LayoutB, class C>
static void run(const char *name, int number, bool clamp = false, bool both = false)
{
    using S = typename of_type<T>::storage;
    const type t = of_type<T>::type, of_c = of_type<C>::type;
    const bool a_row = std::is_same<LayoutA, wmma::row_major>::value,
               b_row = std::is_same<LayoutB, wmma::row_major>::value;
    const bool d_row = number % 2;
    // Leading dimensions are multiples of 16 bytes, or of 8 elements.
    const int step = number % 3 * (width_of(t) < 8 ? 128 : 16), step_d = number % 2 * 8;
    const int lda = (a_row ? K : M) + step, ldb = (b_row ? N : K) + step,
              ldc = (d_row ? N : M) + step_d;
    const int a_size = 4096 / sizeof(S), d_size = 1280;
    for (int m = PLAIN; m < MODES; ++m) {
        if (of_c == S32 && clamp != (m == LARGEST)) {
            continue;
        }
        uint64_t state = m * 77 + number;
        std::vector<S> a(WARPS * a_size), b(WARPS * a_size);
        std::vector<C> c(WARPS * d_size), d(WARPS * d_size);
        std::vector<double> of_a(WARPS * M * K), of_b(WARPS * K * N), start(WARPS * M * N);
        for (int warp = 0; warp < WARPS; ++warp) {
            for (int row = 0; row < M; ++row) {
                for (int k = 0; k < K; ++k) {
                    const uint64_t bits =
                        element(t, static_cast<mode>(m), &state) & (t == TF32 ? ~0x1fffull : ~0ull);
                    put_bits(&a[warp * a_size], t, a_row ? row * lda + k : k * lda + row, bits);
                    of_a[(warp * M + row) * K + k] = value_of(t, bits);
                }
            }
            for (int k = 0; k < K; ++k) {
                for (int column = 0; column < N; ++column) {
                    const uint64_t bits =
                        element(t, static_cast<mode>(m), &state) & (t == TF32 ? ~0x1fffull : ~0ull);
                    put_bits(&b[warp * a_size], t, b_row ? k * ldb + column : column * ldb + k,
                             bits);
                    of_b[(warp * K + k) * N + column] = value_of(t, bits);
                }
            }
            for (int row = 0; row < M; ++row) {
                for (int column = 0; column < N; ++column) {
                    uint64_t bits =
                        element(of_c, of_c == F16 ? PLAIN : static_cast<mode>(m), &state);
                    bits = of_c == S32 && !clamp ? bits & 0xffffff : bits;
                    put_bits(&c[warp * d_size], of_c,
                             d_row ? row * ldc + column : column * ldc + row, bits);
                    start[(warp * M + row) * N + column] = value_of(of_c, bits);
                }
            }
        }
        S *on_a = copy(a), *on_b = copy(b);
        C *on_c = copy(c), *on_d = copy(d);
        multiply<T, M, N, K, LayoutA, LayoutB, C>
            <<<1, 32 * WARPS>>>(on_a, on_b, on_c, on_d, lda, ldb, ldc,
                                d_row ? wmma::mem_row_major : wmma::mem_col_major, clamp, both);
        cudaMemcpy(d.data(), on_d, d.size() * sizeof(C), cudaMemcpyDeviceToHost);
        cudaFree(on_a), cudaFree(on_b), cudaFree(on_c), cudaFree(on_d);
        outcome out = {};
        for (int warp = 0; warp < WARPS; ++warp) {
            for (int row = 0; row < M; ++row) {
                for (int column = 0; column < N; ++column) {
                    const double at_start = start[(warp * M + row) * N + column];
                    double sum = 0, size = 0;
                    for (int k = 0; k < K; ++k) {
                        const double x = of_a[(warp * M + row) * K + k],
                                     y = of_b[(warp * K + k) * N + column];
                        const double product = t != B1 ? x * y : both ? x * y : x != y;
                        sum += product;
                        size += fabs(product);
                    }
                    sum = clamp ? fmin(fmax(sum + at_start, -2147483648.0), 2147483647.0)
                                : 2 * sum + at_start;
                    size = 2 * size + fabs(at_start);
                    if (of_c == F16) { // three roundings
                        size += ldexp(size, 13);
                    }
                    const int at = d_row ? row * ldc + column : column * ldc + row;
                    compare(&out, of_c, get_bits(&d[warp * d_size], of_c, at), sum, size, K + 2);
                }
            }
        }
        printf("%s%s%s %d %s %016llx %d %.2f\n", name, clamp ? " clamped" : "", both ? " and" : "",
               number, mode_names[m], static_cast<unsigned long long>(out.hash), out.differences,
               out.worst);
        if (cudaDeviceSynchronize() != cudaSuccess) {
            printf("%s: %s\n", name, cudaGetErrorString(cudaGetLastError()));
        }
    }
}

// Row a and column b, or |turned|; all pairs, if there is time for them.
template <class T, int M, int N, int K, class C, bool turned>
static void layouts(const char *name, bool clamp = false)
{
#ifdef FEW
    using of_a = std::conditional_t<turned, wmma::col_major, wmma::row_major>;
    using of_b = std::conditional_t<turned, wmma::row_major, wmma::col_major>;
    run<T, M, N, K, of_a, of_b, C>(name, turned ? 3 : 0, clamp);
#else
    run<T, M, N, K, wmma::row_major, wmma::col_major, C>(name, 0, clamp);
    run<T, M, N, K, wmma::col_major, wmma::row_major, C>(name, 3, clamp);
    run<T, M, N, K, wmma::row_major, wmma::row_major, C>(name, 1, clamp);
    run<T, M, N, K, wmma::col_major, wmma::col_major, C>(name, 2, clamp);
#endif
}
template <class T, class C, bool turned> static void shapes(const char *name, bool clamp = false)
{
    char shape[64];
    layouts<T, 16, 16, 16, C, turned>((snprintf(shape, sizeof shape, "%s 16x16x16", name), shape),
                                      clamp);
    layouts<T, 32, 8, 16, C, turned>((snprintf(shape, sizeof shape, "%s 32x8x16", name), shape),
                                     clamp);
    layouts<T, 8, 32, 16, C, turned>((snprintf(shape, sizeof shape, "%s 8x32x16", name), shape),
                                     clamp);
}

int main()
{
    shapes<__half, float, false>("f16 f32");
    shapes<__half, __half, true>("f16 f16");
    shapes<__nv_bfloat16, float, true>("bf16 f32");
    shapes<signed char, int, false>("s8");
    shapes<unsigned char, int, true>("u8");
    shapes<signed char, int, false>("s8", true);
    layouts<wmma::precision::tf32, 16, 16, 8, float, false>("tf32 16x16x8");
    layouts<double, 8, 8, 4, double, true>("f64 8x8x4");
    for (int clamp = 0; clamp < 2; ++clamp) {
        run<wmma::experimental::precision::s4, 8, 8, 32, wmma::row_major, wmma::col_major, int>(
            "s4 8x8x32", 1, clamp);
        run<wmma::experimental::precision::u4, 8, 8, 32, wmma::row_major, wmma::col_major, int>(
            "u4 8x8x32", 2, clamp);
    }
#ifndef NO_XOR // sm_90 and later lack it
    run<wmma::experimental::precision::b1, 8, 8, 128, wmma::row_major, wmma::col_major, int>(
        "b1 8x8x128", 1);
#endif
    run<wmma::experimental::precision::b1, 8, 8, 128, wmma::row_major, wmma::col_major, int>(
        "b1 8x8x128", 2, false, true);
    return 0;
}
