/* Weights of every format, and activations that rounding to 8 bits leaves as they are. */
#ifndef QUANTIZED_TEST_H
#define QUANTIZED_TEST_H

#include "arrays.h"

enum { ROWS = 5, COLUMNS = 512, EXPERTS = 3, BYTES_MAX = EXPERTS * ROWS * COLUMNS * 2 };

static uint8_t weight_bytes[BYTES_MAX];
static float widened[EXPERTS * ROWS * COLUMNS];
static float activations[20 * COLUMNS];

/* Where a block has its scales, of f16; -1: the scales are others, or there is no second one. */
static const int scales_at[KRT_BLOCK_FORMAT_COUNT][2] = {
    [KRT_Q4_0] = {0, -1},   [KRT_Q4_1] = {0, 2},    [KRT_Q5_0] = {0, -1},   [KRT_Q5_1] = {0, 2},
    [KRT_Q8_0] = {0, -1},   [KRT_Q2_K] = {80, 82},  [KRT_Q3_K] = {108, -1}, [KRT_Q4_K] = {0, 2},
    [KRT_Q5_K] = {0, 2},    [KRT_Q6_K] = {208, -1}, [KRT_Q8_K] = {-1, -1},  [KRT_IQ4_NL] = {0, -1},
    [KRT_IQ4_XS] = {0, -1}, [KRT_TQ1_0] = {52, -1}, [KRT_TQ2_0] = {64, -1}, [KRT_MXFP4] = {-1, -1},
    [KRT_NVFP4] = {-1, -1},
};

/* Blocks of any bits with scales of 1/16 and 1/8, or near 1. */
static inline struct krt_quantized make_weights(uint32_t format, uint32_t experts)
{
    static const uint16_t scales[2] = {0x2c00, 0x3000};
    const float of_q8_K = 0.0625f;
    uint64_t size = krt_block_format_bytes(format);
    uint64_t blocks = (uint64_t)experts * ROWS * COLUMNS / krt_block_format_elements(format);
    assert_true(blocks * size <= BYTES_MAX);
    for (uint64_t i = 0; i < blocks * size; i++)
        weight_bytes[i] = (uint8_t)(i * 197 + (i >> 5) * 31 + 7);
    for (uint64_t b = 0; b < blocks; b++) {
        for (int s = 0; s < 2; s++) {
            if (scales_at[format][s] >= 0)
                memcpy(weight_bytes + b * size + scales_at[format][s], &scales[s], 2);
        }
        if (format == KRT_Q8_K)
            memcpy(weight_bytes + b * size, &of_q8_K, sizeof of_q8_K);
        if (format == KRT_MXFP4)
            weight_bytes[b * size] = (uint8_t)(124 + b % 7);
        for (int i = 0; format == KRT_NVFP4 && i < 4; i++)
            weight_bytes[b * size + (uint64_t)i] = (uint8_t)(0x28 + (b * 4 + (uint64_t)i) % 24);
    }
    return (struct krt_quantized){.data = array_keep(upload(weight_bytes, blocks * size)),
                                  .format = format,
                                  .rows = ROWS,
                                  .columns = COLUMNS,
                                  .experts = experts};
}

/* What they are in |widened|. */
static inline void widen(const struct krt_quantized *weights)
{
    uint64_t count = (uint64_t)(weights->experts ? weights->experts : 1) * ROWS * COLUMNS;
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 1, DIMS(count));
    assert_ok(krt_dequantize(ops, stream, weights, &out));
    download(widened, out.data, count * sizeof *widened);
}

/* Whole numbers, 127 being the largest of each 32: rounding to 8 bits leaves them as they are. */
static inline struct krt_tensor make_activations(unsigned rows, uint32_t rank, const uint64_t *dims)
{
    for (unsigned i = 0; i < rows * COLUMNS; i++)
        activations[i] = i % 32 == 5 ? 127 : (float)((int)(i * 53 % 201) - 100);
    return tensor_of(KRT_F32, activations, rank, dims);
}

static inline double dot(const float *weights, const float *row, unsigned columns)
{
    double sum = 0;
    for (unsigned c = 0; c < columns; c++)
        sum += (double)weights[c] * row[c];
    return sum;
}

#endif
