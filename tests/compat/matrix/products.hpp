// A test of one instruction of mma.sync beside exact sums. Operands go into registers by PTX's
// formulas.
#pragma once

#include <cuda_runtime.h>

#include "numbers.hpp"

#include <vector>

enum { WARPS = 3 };

struct shape {
    int m, k;
    type a, b, c, d;
    bool clamp;
    bool both;                  // of B1: bits that both have count, not those that differ
    bool quads, a_rows, b_rows; // four products at once, with these layouts
    bool sparse;
    int selector;
};

template <class T> struct operand {
    T *device;
    std::vector<T> host;
    explicit operand(size_t count) : host(count)
    {
        cudaMalloc(reinterpret_cast<void **>(&device), count * sizeof(T));
    }
    ~operand()
    {
        cudaFree(device);
    }
    void to_device()
    {
        cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
    }
    void to_host()
    {
        cudaMemcpy(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost);
    }
};

// Where the element |i| of a lane is (PTX ISA, "Matrix Fragments for mma").
struct place {
    int product, row, column;
};
static place place_of_a(const shape &s, int lane, int i)
{
    const int width = width_of(s.a), in_register = width > 32 ? 1 : 32 / width,
              number = i / in_register;
    const int halves = s.m / 8, low = lane < 16 ? 0 : 4;
    if (s.quads) {
        return s.a_rows ? place{lane / 4 % 4, lane % 4 + low, i}
                        : place{lane / 4 % 4, i + low, lane % 4};
    }
    return {0, lane / 4 + 8 * (number % halves),
            lane % 4 * in_register + i % in_register + 4 * in_register * (number / halves)};
}
static place place_of_b(const shape &s, int lane, int i)
{
    const int width = width_of(s.b), in_register = width > 32 ? 1 : 32 / width,
              low = lane < 16 ? 0 : 4;
    if (s.quads) {
        return s.b_rows ? place{lane / 4 % 4, lane % 4, i + low}
                        : place{lane / 4 % 4, i, lane % 4 + low};
    }
    return {0, lane % 4 * in_register + i % in_register + 4 * in_register * (i / in_register),
            lane / 4};
}
static place place_of_c(const shape &s, type t, int lane, int i)
{
    const int low = lane < 16 ? 0 : 4;
    if (s.quads && t == F32) {
        return {lane / 4 % 4, (lane & 1) + (i & 2) + low, (i & 4) + (lane & 2) + (i & 1)};
    }
    if (s.quads) {
        return {lane / 4 % 4, lane % 4 + low, i};
    }
    return {0, lane / 4 + 8 * (i / 2), lane % 4 * 2 + i % 2};
}

// Where the four bits for a group of |s|'s elements along k are, among those of the lanes of a quad
// (PTX ISA, "Sparse matrix storage", and its figures).
struct metadata_place {
    int lane, shift;
};
static metadata_place place_of_metadata(const shape &s, int row, int group)
{
    const int quad = row % 8 * 4, lower = row / 8;
    if (width_of(s.a) >= 16) {
        const int groups = s.k * (s.a == TF32 ? 2 : 1) / 4;
        return {quad + (groups == 8 ? group / 4 + 2 * s.selector : s.selector),
                4 * (group % 4 + 4 * lower)};
    }
    const int groups = s.k / (width_of(s.a) == 4 ? 8 : 4);
    return {quad + lower + 2 * (groups == 16 ? group / 8 : s.selector), 4 * (group % 8)};
}

// Matrices on the host: of each warp four.
struct matrix {
    std::vector<double> values;
    int columns;
    matrix(int rows, int columns_) : values(WARPS * 4 * rows * columns_), columns(columns_)
    {
    }
    double &at(int warp, const place &p)
    {
        return values[(warp * 4 + p.product) * (values.size() / (WARPS * 4)) + p.row * columns +
                      p.column];
    }
};

// Which elements of a there are: of four two, of tf32 one of two; of 4 bits two pairs of four.
struct sparsity {
    operand<unsigned> words;
    sparsity() : words(32 * WARPS)
    {
        uint64_t state = 5;
        for (unsigned &word : words.host) {
            for (int i = 0; i < 8; ++i) {
                static const unsigned pairs[] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
                word |= pairs[next_random(&state) % 6] << (4 * i);
            }
        }
    }
    void for_tf32()
    {
        for (unsigned &word : words.host) {
            for (int i = 0; i < 8; ++i) {
                word = (word & ~(15u << (4 * i))) | (word >> (4 * i) & 2 ? 0xeu : 0x4u) << (4 * i);
            }
        }
    }
    // The column in the whole matrix of an element of a.
    int whole_column(const shape &s, int warp, int row, int column) const
    {
        const int unit = width_of(s.a) == 4 ? 2 : 1, in_group = s.a == TF32 ? 1 : 2;
        const int number = column / unit % in_group, group = column / unit / in_group;
        const metadata_place p = place_of_metadata(s, row, group);
        const unsigned where = words.host[warp * 32 + p.lane] >> p.shift & 15;
        if (s.a == TF32) {
            return group * 2 + (where == 0xe);
        }
        return (group * 4 + static_cast<int>(number ? where >> 2 : where & 3)) * unit +
               column % unit;
    }
};

// MFMA of gfx90a takes subnormal f16, bf16 and e5m2 for zeros; it has no matrices of 8 by 8.
static double multiplied(const shape &s, int m, uint64_t bits)
{
#ifdef FLUSHES
    if (m == SUBNORMAL && s.m > 8 && (s.a == F16 || s.a == BF16 || s.a == E5M2)) {
        return 0;
    }
#endif
    (void)m;
    return value_of(s.a, bits);
}

template <class Word, class C, class D, class Kernel>
static void run(const char *name, shape s, Kernel kernel, int a_words, int b_words, int c_words,
                int d_words)
{
    enum { LANES = 32 * WARPS };
    for (int m = PLAIN; m <= SUBNORMAL; ++m) {
        if (m == SUBNORMAL && !is_float(s.a)) {
            continue;
        }
        if (s.sparse &&
            m == SPECIAL) { // NVIDIA's GPUs skip what is not in a; here zeros are multiplied
            continue;
        }
        uint64_t state = m * 77 + s.k * 3 + s.m;
        operand<Word> a(LANES * a_words), b(LANES * b_words);
        operand<C> c(LANES * c_words);
        operand<D> d(LANES * d_words);
        sparsity metadata;
        if (s.a == TF32) {
            metadata.for_tf32();
        }
        metadata.words.to_device();
        matrix of_a(16, 256), of_b(256, 8), of_c(16, 8);
        const int sums = s.quads ? 8 : s.m / 4;
        for (int lane = 0; lane < LANES; ++lane) {
            const int warp = lane / 32;
            for (int i = 0; i < a_words * static_cast<int>(sizeof(Word)) * 8 / width_of(s.a); ++i) {
                const uint64_t bits = element(s.a, static_cast<mode>(m), &state);
                put_bits(&a.host[lane * a_words], s.a, i, bits);
                place p = place_of_a(s, lane % 32, i);
                p.column = s.sparse ? metadata.whole_column(s, warp, p.row, p.column) : p.column;
                of_a.at(warp, p) = multiplied(s, m, bits);
            }
            for (int i = 0; i < b_words * static_cast<int>(sizeof(Word)) * 8 / width_of(s.b); ++i) {
                const uint64_t bits =
                    element(s.b, m == SUBNORMAL ? PARTNER : static_cast<mode>(m), &state);
                put_bits(&b.host[lane * b_words], s.b, i, bits);
                of_b.at(warp, place_of_b(s, lane % 32, i)) = value_of(s.b, bits);
            }
            for (int i = 0; i < sums; ++i) {
                uint64_t bits = m == SUBNORMAL ? 0 : element(s.c, static_cast<mode>(m), &state);
                if (s.c == S32 && m != LARGEST) {
                    bits &= 0xffffff;
                }
                put_bits(&c.host[lane * c_words], s.c, i, bits);
                of_c.at(warp, place_of_c(s, s.c, lane % 32, i)) = value_of(s.c, bits);
            }
        }
        a.to_device(), b.to_device(), c.to_device();
        kernel<<<1, LANES>>>(a.device, b.device, c.device, d.device, metadata.words.device);
        d.to_host();
        outcome out = {};
        for (int lane = 0; lane < LANES; ++lane) {
            const int warp = lane / 32;
            for (int i = 0; i < sums; ++i) {
                const place p = place_of_c(s, s.d, lane % 32, i);
                const double start = of_c.at(warp, p);
                double sum = 0, size = fabs(start);
                for (int k = 0; k < s.k; ++k) {
                    const double x = of_a.at(warp, {p.product, p.row, k}),
                                 y = of_b.at(warp, {p.product, k, p.column});
                    const double product = s.a != B1 ? x * y : s.both ? x * y : x != y;
                    sum += product;
                    size += fabs(product);
                }
                sum += start;
                if (s.clamp) {
                    sum = fmin(fmax(sum, -2147483648.0), 2147483647.0);
                }
                compare(&out, s.d, get_bits(&d.host[lane * d_words], s.d, i), sum, size, s.k + 1);
            }
        }
        printf("%s %s %016llx %d %.2f\n", name, mode_names[m],
               static_cast<unsigned long long>(out.hash), out.differences, out.worst);
        if (cudaDeviceSynchronize() != cudaSuccess) {
            printf("%s: %s\n", name, cudaGetErrorString(cudaGetLastError()));
        }
    }
}
