// Products with scales of blocks, mma of kind::mxf8f6f4, dense and sparse: where the scales are,
// and what they do to the sums. Prints for each choice of bytes and lanes how many results are
// wrong.
#include "products.hpp"

__global__ void dense(const unsigned *a, const unsigned *b, const float *c, float *d,
                      const unsigned *scales, unsigned short byte_a, unsigned short lane_a,
                      unsigned short byte_b, unsigned short lane_b)
{
    a += threadIdx.x * 4, b += threadIdx.x * 2, c += threadIdx.x * 4, d += threadIdx.x * 4;
    asm volatile("mma.sync.aligned.kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row.col.f32."
                 "e4m3.e2m1.f32.ue8m0 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13}, "
                 "{%14}, {%15, %16}, {%17}, {%18, %19};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]),
                   "f"(c[1]), "f"(c[2]), "f"(c[3]), "r"(scales[2 * threadIdx.x]), "h"(byte_a),
                   "h"(lane_a), "r"(scales[2 * threadIdx.x + 1]), "h"(byte_b), "h"(lane_b));
}
// Of each four elements the first two.
__global__ void sparse(const unsigned *a, const unsigned *b, const float *c, float *d,
                       const unsigned *scales, unsigned short byte_a, unsigned short lane_a,
                       unsigned short byte_b, unsigned short lane_b)
{
    a += threadIdx.x * 4, b += threadIdx.x * 4, c += threadIdx.x * 4, d += threadIdx.x * 4;
    asm volatile("mma.sync.aligned.kind::mxf8f6f4.sp::ordered_metadata.block_scale.scale_vec::1X."
                 "m16n8k64.row.col.f32."
                 "e3m2.e4m3.f32.ue8m0 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, "
                 "{%12, %13, %14, %15}, %16, 0, %17, {%18, %19}, %20, {%21, %22};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]),
                   "r"(b[3]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]), "r"(0x44444444u),
                   "r"(scales[2 * threadIdx.x]), "h"(byte_a), "h"(lane_a),
                   "r"(scales[2 * threadIdx.x + 1]), "h"(byte_b), "h"(lane_b));
}

// Numbers of 4 bits, with two and with four scales along k.
__global__ void twice(const unsigned *a, const unsigned *b, const float *c, float *d,
                      const unsigned *scales, unsigned short byte_a, unsigned short lane_a,
                      unsigned short byte_b, unsigned short lane_b)
{
    a += threadIdx.x * 4, b += threadIdx.x * 2, c += threadIdx.x * 4, d += threadIdx.x * 4;
    asm volatile("mma.sync.aligned.kind::mxf4.block_scale.scale_vec::2X.m16n8k64.row.col.f32."
                 "e2m1.e2m1.f32.ue8m0 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13}, "
                 "{%14}, {%15, %16}, {%17}, {%18, %19};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]),
                   "f"(c[1]), "f"(c[2]), "f"(c[3]), "r"(scales[2 * threadIdx.x]), "h"(byte_a),
                   "h"(lane_a), "r"(scales[2 * threadIdx.x + 1]), "h"(byte_b), "h"(lane_b));
}
__global__ void four_times(const unsigned *a, const unsigned *b, const float *c, float *d,
                           const unsigned *scales, unsigned short byte_a, unsigned short lane_a,
                           unsigned short byte_b, unsigned short lane_b)
{
    a += threadIdx.x * 4, b += threadIdx.x * 2, c += threadIdx.x * 4, d += threadIdx.x * 4;
    asm volatile("mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X.m16n8k64.row.col.f32."
                 "e2m1.e2m1.f32.ue4m3 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13}, "
                 "{%14}, {%15, %16}, {%17}, {%18, %19};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]),
                   "f"(c[1]), "f"(c[2]), "f"(c[3]), "r"(scales[2 * threadIdx.x]), "h"(byte_a),
                   "h"(lane_a), "r"(scales[2 * threadIdx.x + 1]), "h"(byte_b), "h"(lane_b));
}
// Of each eight the first four.
__global__ void sparse_twice(const unsigned *a, const unsigned *b, const float *c, float *d,
                             const unsigned *scales, unsigned short byte_a, unsigned short lane_a,
                             unsigned short byte_b, unsigned short lane_b)
{
    a += threadIdx.x * 4, b += threadIdx.x * 4, c += threadIdx.x * 4, d += threadIdx.x * 4;
    asm volatile("mma.sync.aligned.kind::mxf4nvf4.sp::ordered_metadata.block_scale.scale_vec::2X."
                 "m16n8k128.row.col.f32."
                 "e2m1.e2m1.f32.ue8m0 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, "
                 "{%12, %13, %14, %15}, %16, 0, %17, {%18, %19}, %20, {%21, %22};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]),
                   "r"(b[3]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]), "r"(0x44444444u),
                   "r"(scales[2 * threadIdx.x]), "h"(byte_a), "h"(lane_a),
                   "r"(scales[2 * threadIdx.x + 1]), "h"(byte_b), "h"(lane_b));
}
__global__ void sparse_four_times(const unsigned *a, const unsigned *b, const float *c, float *d,
                                  const unsigned *scales, unsigned short byte_a,
                                  unsigned short lane_a, unsigned short byte_b,
                                  unsigned short lane_b)
{
    a += threadIdx.x * 4, b += threadIdx.x * 4, c += threadIdx.x * 4, d += threadIdx.x * 4;
    asm volatile("mma.sync.aligned.kind::mxf4nvf4.sp::ordered_metadata.block_scale.scale_vec::4X."
                 "m16n8k128.row.col.f32."
                 "e2m1.e2m1.f32.ue4m3 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, "
                 "{%12, %13, %14, %15}, %16, 0, %17, {%18, %19}, %20, {%21, %22};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]),
                   "r"(b[3]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]), "r"(0x44444444u),
                   "r"(scales[2 * threadIdx.x]), "h"(byte_a), "h"(lane_a),
                   "r"(scales[2 * threadIdx.x + 1]), "h"(byte_b), "h"(lane_b));
}

// ue8m0, or ue4m3 if there are four along k.
static double scale_of(unsigned word, int byte, int scales)
{
    const unsigned bits = word >> (8 * byte) & 255;
    if (scales == 4) {
        return value_of(E4M3, bits);
    }
    return bits == 255 ? NAN : ldexp(1, static_cast<int>(bits) - 127);
}

template <class Kernel>
static void test(const char *name, Kernel kernel, shape s, int b_words, bool half_of_a, int blocks,
                 int byte_a, int lane_a, int byte_b, int lane_b)
{
    enum { LANES = 64 };
    const int a_elements = 4 * 32 / width_of(s.a), b_elements = b_words * 32 / width_of(s.b);
    const int kept = s.a == FOUR ? 4 : 2; // of twice as many
    operand<unsigned> a(LANES * 4), b(LANES * b_words), scales(LANES * 2);
    operand<float> c(LANES * 4), d(LANES * 4);
    matrix of_a(16, 128), of_b(128, 8), of_c(16, 8);
    uint64_t state = 9;
    for (int lane = 0; lane < LANES; ++lane) {
        for (int i = 0; i < a_elements; ++i) {
            const uint64_t bits = element(s.a, PLAIN, &state);
            put_bits(&a.host[lane * 4], s.a, i, bits);
            place p = place_of_a(s, lane % 32, i);
            p.column = half_of_a ? p.column / kept * 2 * kept + p.column % kept : p.column;
            of_a.at(lane / 32, p) = value_of(s.a, bits);
        }
        for (int i = 0; i < b_elements; ++i) {
            const uint64_t bits = element(s.b, PLAIN, &state);
            put_bits(&b.host[lane * b_words], s.b, i, bits);
            of_b.at(lane / 32, place_of_b(s, lane % 32, i)) = value_of(s.b, bits);
        }
        for (int i = 0; i < 4; ++i) {
            c.host[lane * 4 + i] = static_cast<float>(lane + i);
            of_c.at(lane / 32, place_of_c(s, F32, lane % 32, i)) = lane + i;
        }
        for (int i = 0; i < 8; ++i) { // beyond the range of f32 together, but not their products
            const uint64_t number = next_random(&state);
            const uint64_t exponent = number % 32 ? 120 + number / 32 % 16 : 255;
            put_bits(&scales.host[lane * 2], U8, i, blocks == 4 ? number / 32 % 128 : exponent);
        }
    }
    a.to_device(), b.to_device(), c.to_device(), scales.to_device();
    kernel<<<1, LANES>>>(a.device, b.device, c.device, d.device, scales.device,
                         static_cast<unsigned short>(byte_a), static_cast<unsigned short>(lane_a),
                         static_cast<unsigned short>(byte_b), static_cast<unsigned short>(lane_b));
    d.to_host();
    int wrong = 0;
    for (int lane = 0; lane < LANES; ++lane) {
        for (int i = 0; i < 4; ++i) {
            const int warp = lane / 32;
            const place p = place_of_c(s, F32, lane % 32, i);
            const int row_lane = warp * 32 + p.row % 8 * 4 + 2 * lane_a + p.row / 8,
                      column_lane = warp * 32 + p.column * 4 + lane_b;
            double sum = of_c.at(warp, p), size = fabs(sum);
            for (int k = 0; k < s.k; ++k) {
                const int block = k / (s.k / blocks);
                const double by =
                    scale_of(scales.host[row_lane * 2], byte_a + block, blocks) *
                    scale_of(scales.host[column_lane * 2 + 1], byte_b + block, blocks);
                const double product =
                    of_a.at(warp, {0, p.row, k}) * of_b.at(warp, {0, k, p.column}) * by;
                sum += product;
                size += fabs(product);
            }
            const double got = d.host[lane * 4 + i];
            wrong += isnan(sum) ? !isnan(got) : !(fabs(got - sum) <= (s.k + 2) * ldexp(size, -24));
        }
    }
    printf("%s, byte %d of lanes %d, byte %d of lane %d: %d\n", name, byte_a, lane_a, byte_b,
           lane_b, wrong);
}

int main()
{
    const shape of_32{16, 32, E4M3, E2M1, F32, F32}, of_64{16, 64, E3M2, E4M3, F32, F32};
    const shape of_64_fours{16, 64, FOUR, FOUR, F32, F32}, of_128{16, 128, FOUR, FOUR, F32, F32};
    for (int i = 0; i < 4; ++i) {
        test("dense", dense, of_32, 2, false, 1, i, i % 2, 3 - i, i);
        test("sparse", sparse, of_64, 4, true, 1, 3 - i, 1 - i % 2, i, 3 - i);
        test("twice", twice, of_64_fours, 2, false, 2, i / 2 * 2, i % 2, 2 - i / 2 * 2, i);
        test("sparse, twice", sparse_twice, of_128, 4, true, 2, i % 2 * 2, i / 2, i / 2 * 2, i);
        test("four times", four_times, of_64_fours, 2, false, 4, 0, i % 2, 0, i);
        test("sparse, four times", sparse_four_times, of_128, 4, true, 4, 0, i / 2, 0, 3 - i);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
