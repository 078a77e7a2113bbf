// Products with scales of blocks, mma of kind::mxf8f6f4, mxf4 and mxf4nvf4, dense and sparse: where
// the scales are, and what they do to the sums. Prints for each choice of bytes and lanes how many
// results are wrong.
#include "products.hpp"

struct arguments {
    const unsigned *a, *b;
    const float *c;
    float *d;
    const unsigned *scales, *metadata; // scales: of a, and of b
    unsigned short byte_a, lane_a, byte_b, lane_b;
    // Returns what a lane has.
    __device__ arguments of_lane(int b_words) const
    {
        arguments o = *this;
        o.a += threadIdx.x * 4, o.b += threadIdx.x * b_words;
        o.c += threadIdx.x * 4, o.d += threadIdx.x * 4;
        o.scales += threadIdx.x * 2, o.metadata += threadIdx.x;
        return o;
    }
};

__global__ void dense(arguments all)
{
    const arguments o = all.of_lane(2);
    asm volatile("mma.sync.aligned.kind::mxf8f6f4.block_scale.scale_vec::1X."
                 "m16n8k32.row.col.f32.e4m3.e2m1.f32.ue8m0 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13}, "
                 "{%14}, {%15, %16}, {%17}, {%18, %19};"
                 : "=f"(o.d[0]), "=f"(o.d[1]), "=f"(o.d[2]), "=f"(o.d[3])
                 : "r"(o.a[0]), "r"(o.a[1]), "r"(o.a[2]), "r"(o.a[3]), "r"(o.b[0]), "r"(o.b[1]),
                   "f"(o.c[0]), "f"(o.c[1]), "f"(o.c[2]), "f"(o.c[3]), "r"(o.scales[0]),
                   "h"(o.byte_a), "h"(o.lane_a), "r"(o.scales[1]), "h"(o.byte_b), "h"(o.lane_b));
}
__global__ void sparse(arguments all)
{
    const arguments o = all.of_lane(4);
    asm volatile("mma.sync.aligned.kind::mxf8f6f4.sp::ordered_metadata.block_scale.scale_vec::1X."
                 "m16n8k64.row.col.f32.e3m2.e4m3.f32.ue8m0 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9, %10, %11}, {%12, %13, %14, %15}, %16, 0, "
                 "%17, {%18, %19}, %20, {%21, %22};"
                 : "=f"(o.d[0]), "=f"(o.d[1]), "=f"(o.d[2]), "=f"(o.d[3])
                 : "r"(o.a[0]), "r"(o.a[1]), "r"(o.a[2]), "r"(o.a[3]), "r"(o.b[0]), "r"(o.b[1]),
                   "r"(o.b[2]), "r"(o.b[3]), "f"(o.c[0]), "f"(o.c[1]), "f"(o.c[2]), "f"(o.c[3]),
                   "r"(*o.metadata), "r"(o.scales[0]), "h"(o.byte_a), "h"(o.lane_a),
                   "r"(o.scales[1]), "h"(o.byte_b), "h"(o.lane_b));
}
// Numbers of 4 bits, with two and with four scales along k.
__global__ void twice(arguments all)
{
    const arguments o = all.of_lane(2);
    asm volatile("mma.sync.aligned.kind::mxf4.block_scale.scale_vec::2X."
                 "m16n8k64.row.col.f32.e2m1.e2m1.f32.ue8m0 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13}, "
                 "{%14}, {%15, %16}, {%17}, {%18, %19};"
                 : "=f"(o.d[0]), "=f"(o.d[1]), "=f"(o.d[2]), "=f"(o.d[3])
                 : "r"(o.a[0]), "r"(o.a[1]), "r"(o.a[2]), "r"(o.a[3]), "r"(o.b[0]), "r"(o.b[1]),
                   "f"(o.c[0]), "f"(o.c[1]), "f"(o.c[2]), "f"(o.c[3]), "r"(o.scales[0]),
                   "h"(o.byte_a), "h"(o.lane_a), "r"(o.scales[1]), "h"(o.byte_b), "h"(o.lane_b));
}
__global__ void four_times(arguments all)
{
    const arguments o = all.of_lane(2);
    asm volatile("mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X."
                 "m16n8k64.row.col.f32.e2m1.e2m1.f32.ue4m3 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13}, "
                 "{%14}, {%15, %16}, {%17}, {%18, %19};"
                 : "=f"(o.d[0]), "=f"(o.d[1]), "=f"(o.d[2]), "=f"(o.d[3])
                 : "r"(o.a[0]), "r"(o.a[1]), "r"(o.a[2]), "r"(o.a[3]), "r"(o.b[0]), "r"(o.b[1]),
                   "f"(o.c[0]), "f"(o.c[1]), "f"(o.c[2]), "f"(o.c[3]), "r"(o.scales[0]),
                   "h"(o.byte_a), "h"(o.lane_a), "r"(o.scales[1]), "h"(o.byte_b), "h"(o.lane_b));
}
__global__ void sparse_twice(arguments all)
{
    const arguments o = all.of_lane(4);
    asm volatile("mma.sync.aligned.kind::mxf4nvf4.sp::ordered_metadata.block_scale.scale_vec::2X."
                 "m16n8k128.row.col.f32.e2m1.e2m1.f32.ue8m0 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9, %10, %11}, {%12, %13, %14, %15}, %16, 0, "
                 "%17, {%18, %19}, %20, {%21, %22};"
                 : "=f"(o.d[0]), "=f"(o.d[1]), "=f"(o.d[2]), "=f"(o.d[3])
                 : "r"(o.a[0]), "r"(o.a[1]), "r"(o.a[2]), "r"(o.a[3]), "r"(o.b[0]), "r"(o.b[1]),
                   "r"(o.b[2]), "r"(o.b[3]), "f"(o.c[0]), "f"(o.c[1]), "f"(o.c[2]), "f"(o.c[3]),
                   "r"(*o.metadata), "r"(o.scales[0]), "h"(o.byte_a), "h"(o.lane_a),
                   "r"(o.scales[1]), "h"(o.byte_b), "h"(o.lane_b));
}
__global__ void sparse_four_times(arguments all)
{
    const arguments o = all.of_lane(4);
    asm volatile("mma.sync.aligned.kind::mxf4nvf4.sp::ordered_metadata.block_scale.scale_vec::4X."
                 "m16n8k128.row.col.f32.e2m1.e2m1.f32.ue4m3 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9, %10, %11}, {%12, %13, %14, %15}, %16, 0, "
                 "%17, {%18, %19}, %20, {%21, %22};"
                 : "=f"(o.d[0]), "=f"(o.d[1]), "=f"(o.d[2]), "=f"(o.d[3])
                 : "r"(o.a[0]), "r"(o.a[1]), "r"(o.a[2]), "r"(o.a[3]), "r"(o.b[0]), "r"(o.b[1]),
                   "r"(o.b[2]), "r"(o.b[3]), "f"(o.c[0]), "f"(o.c[1]), "f"(o.c[2]), "f"(o.c[3]),
                   "r"(*o.metadata), "r"(o.scales[0]), "h"(o.byte_a), "h"(o.lane_a),
                   "r"(o.scales[1]), "h"(o.byte_b), "h"(o.lane_b));
}
__global__ void four_exponents(arguments all)
{
    const arguments o = all.of_lane(2);
    asm volatile("mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X."
                 "m16n8k64.row.col.f32.e2m1.e2m1.f32.ue8m0 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13}, "
                 "%14, {%15, %16}, %17, {%18, %19};"
                 : "=f"(o.d[0]), "=f"(o.d[1]), "=f"(o.d[2]), "=f"(o.d[3])
                 : "r"(o.a[0]), "r"(o.a[1]), "r"(o.a[2]), "r"(o.a[3]), "r"(o.b[0]), "r"(o.b[1]),
                   "f"(o.c[0]), "f"(o.c[1]), "f"(o.c[2]), "f"(o.c[3]), "r"(o.scales[0]),
                   "h"(o.byte_a), "h"(o.lane_a), "r"(o.scales[1]), "h"(o.byte_b), "h"(o.lane_b));
}
__global__ void sparse_four_exponents(arguments all)
{
    const arguments o = all.of_lane(4);
    asm volatile("mma.sync.aligned.kind::mxf4nvf4.sp::ordered_metadata.block_scale.scale_vec::4X."
                 "m16n8k128.row.col.f32.e2m1.e2m1.f32.ue8m0 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9, %10, %11}, {%12, %13, %14, %15}, %16, 0, "
                 "%17, {%18, %19}, %20, {%21, %22};"
                 : "=f"(o.d[0]), "=f"(o.d[1]), "=f"(o.d[2]), "=f"(o.d[3])
                 : "r"(o.a[0]), "r"(o.a[1]), "r"(o.a[2]), "r"(o.a[3]), "r"(o.b[0]), "r"(o.b[1]),
                   "r"(o.b[2]), "r"(o.b[3]), "f"(o.c[0]), "f"(o.c[1]), "f"(o.c[2]), "f"(o.c[3]),
                   "r"(*o.metadata), "r"(o.scales[0]), "h"(o.byte_a), "h"(o.lane_a),
                   "r"(o.scales[1]), "h"(o.byte_b), "h"(o.lane_b));
}

enum scale_type { EXPONENT, SMALL_FLOAT }; // ue8m0, ue4m3

static double value_of_scale(scale_type t, unsigned word, int byte)
{
    const unsigned bits = word >> (8 * byte) & 255;
    if (t == SMALL_FLOAT) {
        return value_of(E4M3, bits);
    }
    return bits == 255 ? NAN : ldexp(1, static_cast<int>(bits) - 127);
}

// What exponents are like. With LARGE_A and LARGE_B one scale or the other is beyond f32 if it is
// multiplied into a sum, but not both together.
enum exponents { ANY, LARGE_A, LARGE_B, EXPONENTS };

// The bits of a random scale of a or b.
static unsigned random_scale(scale_type t, exponents e, bool of_b, uint64_t *state)
{
    const uint64_t number = next_random(state);
    if (t == SMALL_FLOAT) {
        return number % 128;
    }
    if (number % 32 == 0) {
        return 255; // NaN
    }
    const uint64_t some = number / 32;
    return static_cast<unsigned>(e == ANY                  ? some % 255
                                 : (e == LARGE_B) == of_b ? 239 + some % 16
                                                          : some % 16);
}

struct instruction {
    const char *name;
    void (*kernel)(arguments);
    shape s;
    int blocks; // scales along k
    scale_type scale;
};

// Returns whether |got| is the sum of |blocks| with |c|, each of which f32 holds or is infinite.
// |size| is the sum of the sizes of all terms.
static bool right(double got, const double *blocks, const instruction &it, double c, double size)
{
    double sum = c, rounded = c;
    for (int i = 0; i < it.blocks; ++i) {
        sum += blocks[i];
        rounded += static_cast<float>(blocks[i]);
    }
    const float result = static_cast<float>(rounded);
    if (!isfinite(result)) {
        return isnan(result) ? isnan(got) : got == result;
    }
    return fabs(got - sum) <= (it.s.k + 1) * ldexp(size, -24) + ldexp(it.blocks, -150);
}

// Returns how many results are wrong.
static int test(const instruction &it, exponents e, arguments o)
{
    enum { LANES = 32 * WARPS };
    const shape &s = it.s;
    const int b_words = s.sparse ? 4 : 2;
    const int a_elements = 4 * 32 / width_of(s.a), b_elements = b_words * 32 / width_of(s.b);
    operand<unsigned> a(LANES * 4), b(LANES * b_words), scales(LANES * 2);
    operand<float> c(LANES * 4), d(LANES * 4);
    sparsity metadata;
    matrix of_a(16, 128), of_b(128, 8), of_c(16, 8);
    uint64_t state = 9 + e;
    for (int lane = 0; lane < LANES; ++lane) {
        const int warp = lane / 32;
        for (int i = 0; i < a_elements; ++i) {
            const uint64_t bits = element(s.a, PLAIN, &state);
            put_bits(&a.host[lane * 4], s.a, i, bits);
            place p = place_of_a(s, lane % 32, i);
            p.column = s.sparse ? metadata.whole_column(s, warp, p.row, p.column) : p.column;
            of_a.at(warp, p) = value_of(s.a, bits);
        }
        for (int i = 0; i < b_elements; ++i) {
            const uint64_t bits = element(s.b, PLAIN, &state);
            put_bits(&b.host[lane * b_words], s.b, i, bits);
            of_b.at(warp, place_of_b(s, lane % 32, i)) = value_of(s.b, bits);
        }
        for (int i = 0; i < 4; ++i) { // zeros, so that small products count
            c.host[lane * 4 + i] = static_cast<float>(i % 2 * (lane + i));
            of_c.at(warp, place_of_c(s, F32, lane % 32, i)) = c.host[lane * 4 + i];
        }
        for (int i = 0; i < 8; ++i) {
            put_bits(&scales.host[lane * 2], U8, i, random_scale(it.scale, e, i >= 4, &state));
        }
    }
    a.to_device(), b.to_device(), c.to_device(), scales.to_device(), metadata.words.to_device();
    o.a = a.device, o.b = b.device, o.c = c.device, o.d = d.device;
    o.scales = scales.device, o.metadata = metadata.words.device;
    it.kernel<<<1, LANES>>>(o);
    d.to_host();
    int wrong = 0;
    for (int lane = 0; lane < LANES; ++lane) {
        for (int i = 0; i < 4; ++i) {
            const int warp = lane / 32;
            const place p = place_of_c(s, F32, lane % 32, i);
            const int row_lane = warp * 32 + p.row % 8 * 4 + 2 * o.lane_a + p.row / 8,
                      column_lane = warp * 32 + p.column * 4 + o.lane_b;
            const double start = of_c.at(warp, p);
            double blocks[4] = {}, size = fabs(start);
            for (int k = 0; k < s.k; ++k) {
                const int block = k / (s.k / it.blocks);
                const double by =
                    value_of_scale(it.scale, scales.host[row_lane * 2], o.byte_a + block) *
                    value_of_scale(it.scale, scales.host[column_lane * 2 + 1], o.byte_b + block);
                const double product =
                    of_a.at(warp, {0, p.row, k}) * of_b.at(warp, {0, k, p.column}) * by;
                blocks[block] += product;
                size += fabs(product);
            }
            wrong += !right(d.host[lane * 4 + i], blocks, it, start, size);
        }
    }
    return wrong;
}
static void test(const instruction &it, int byte_a, int lane_a, int byte_b, int lane_b)
{
    arguments o = {};
    o.byte_a = static_cast<unsigned short>(byte_a), o.lane_a = static_cast<unsigned short>(lane_a);
    o.byte_b = static_cast<unsigned short>(byte_b), o.lane_b = static_cast<unsigned short>(lane_b);
    for (int e = ANY; e < (it.scale == EXPONENT ? EXPONENTS : LARGE_A); ++e) {
        printf("%s, exponents %d, byte %d of lanes %d, byte %d of lane %d: %d\n", it.name, e,
               byte_a, lane_a, byte_b, lane_b, test(it, static_cast<exponents>(e), o));
    }
}

int main()
{
    const shape of_32{16, 32, E4M3, E2M1, F32, F32}, of_64_fours{16, 64, FOUR, FOUR, F32, F32};
    shape of_64{16, 64, E3M2, E4M3, F32, F32}, of_128{16, 128, FOUR, FOUR, F32, F32};
    of_64.sparse = of_128.sparse = true;
    for (int i = 0; i < 4; ++i) {
        test({"dense", dense, of_32, 1, EXPONENT}, i, i % 2, 3 - i, i);
        test({"sparse", sparse, of_64, 1, EXPONENT}, 3 - i, 1 - i % 2, i, 3 - i);
        test({"twice", twice, of_64_fours, 2, EXPONENT}, i / 2 * 2, i % 2, 2 - i / 2 * 2, i);
        test({"sparse, twice", sparse_twice, of_128, 2, EXPONENT}, i % 2 * 2, i / 2, i / 2 * 2, i);
        test({"four times", four_times, of_64_fours, 4, SMALL_FLOAT}, 0, i % 2, 0, i);
        test({"sparse, four times", sparse_four_times, of_128, 4, SMALL_FLOAT}, 0, i / 2, 0, 3 - i);
        test({"four exponents", four_exponents, of_64_fours, 4, EXPONENT}, 0, i % 2, 0, 3 - i);
        test({"sparse, exponents", sparse_four_exponents, of_128, 4, EXPONENT}, 0, i / 2, 0, i);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
