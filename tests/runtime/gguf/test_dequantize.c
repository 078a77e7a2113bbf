/* Converting the blocks of a file to floats: what is refused, then values that were computed by
 * hand. */
#include "gguf_test.h"

#include <math.h>
#include <strings.h>

enum {
    IQ2_XXS = 16,
    IQ2_XS = 17,
    IQ3_XXS = 18,
    IQ1_S = 19,
    IQ4_NL = 20,
    IQ3_S = 21,
    IQ2_S = 22,
    IQ4_XS = 23,
    IQ1_M = 29,
    TQ1_0 = 34,
    TQ2_0 = 35,
    MXFP4 = 39,
    NVFP4 = 40,
    Q1_0 = 41,
    Q2_0 = 42
};

static const struct {
    const char *name;
    uint32_t type, elements, bytes;
} types[] = {
    {"IQ4_NL", IQ4_NL, 32, 18}, {"IQ4_XS", IQ4_XS, 256, 136},  {"TQ1_0", TQ1_0, 256, 54},
    {"TQ2_0", TQ2_0, 256, 66},  {"MXFP4", MXFP4, 32, 17},      {"NVFP4", NVFP4, 64, 36},
    {"Q1_0", Q1_0, 128, 18},    {"Q2_0", Q2_0, 64, 18},        {"IQ1_S", IQ1_S, 256, 50},
    {"IQ1_M", IQ1_M, 256, 56},  {"IQ2_XXS", IQ2_XXS, 256, 66}, {"IQ2_XS", IQ2_XS, 256, 74},
    {"IQ2_S", IQ2_S, 256, 82},  {"IQ3_XXS", IQ3_XXS, 256, 98}, {"IQ3_S", IQ3_S, 256, 110},
};
enum { TYPES = sizeof types / sizeof types[0] };

static float out[512];

/* ---- What is refused ------------------------------------------------------------------------ */

static void types_that_are_not_converted_are_refused(void **state)
{
    (void)state;
    static const uint8_t block[256];
    assert_fails(krt_gguf_dequantize(77, block, 32, out), KRT_ERROR_UNSUPPORTED,
                 "type 77 (unknown type) is not converted");
    assert_fails(krt_gguf_dequantize(KRT_GGUF_NONE, block, 32, out), KRT_ERROR_UNSUPPORTED,
                 "unknown type");
    assert_fails(krt_gguf_dequantize(4, block, 32, out), KRT_ERROR_UNSUPPORTED, "type 4 (unknown");
    assert_fails(krt_gguf_dequantize(0, block, 32, out), KRT_ERROR_UNSUPPORTED, "type 0 (F32)");
    assert_fails(krt_gguf_dequantize(9, block, 32, out), KRT_ERROR_UNSUPPORTED, "(Q8_1)");
}

static void parts_of_blocks_are_refused(void **state)
{
    (void)state;
    static const uint8_t block[256];
    char word[64];
    for (size_t i = 0; i < TYPES; i++) {
        snprintf(word, sizeof word, "%u elements are not whole blocks of %u (%s)",
                 types[i].elements - 1, types[i].elements, types[i].name);
        assert_fails(krt_gguf_dequantize(types[i].type, block, types[i].elements - 1, out),
                     KRT_ERROR_INVALID_ARGUMENT, word);
        assert_fails(krt_gguf_dequantize(types[i].type, NULL, types[i].elements, out),
                     KRT_ERROR_INVALID_ARGUMENT, "|in|");
        assert_fails(krt_gguf_dequantize(types[i].type, block, types[i].elements, NULL),
                     KRT_ERROR_INVALID_ARGUMENT, "|out|");
        assert_ok(krt_gguf_dequantize(types[i].type, NULL, 0, NULL));
    }
}

/* A file with two blocks, of which |missing| bytes are not there. */
static krt_status read_blocks(size_t i, uint64_t elements, size_t missing, struct krt_gguf **file)
{
    static struct bytes bytes;
    put_header(&bytes, 3, 1, 0);
    put_tensor(&bytes, "t", 1, DIMS(elements), types[i].type, 0);
    put_data(&bytes, 32, 2 * types[i].bytes - missing);
    return krt_gguf_read(bytes.data, bytes.size, file);
}

static void blocks_that_are_cut_off_are_refused(void **state)
{
    (void)state;
    struct krt_gguf *file;
    for (size_t i = 0; i < TYPES; i++) {
        assert_fails(read_blocks(i, 2 * types[i].elements, 1, &file), KRT_ERROR_BAD_IMAGE,
                     "are not in the file's");
        assert_fails(read_blocks(i, 2 * types[i].elements - 1, 0, &file), KRT_ERROR_BAD_IMAGE,
                     "its rows are not whole blocks");
        assert_ok(read_blocks(i, 2 * types[i].elements, 0, &file));
        const struct krt_gguf_tensor *tensor = krt_gguf_tensor_at(file, 0);
        assert_int_equal(tensor->bytes, 2 * types[i].bytes);
        assert_int_equal(tensor->dtype, KRT_GGUF_NONE);
        assert_string_equal(krt_gguf_type_name(tensor->type), types[i].name);
        assert_int_equal(krt_gguf_type_elements(tensor->type), types[i].elements);
        assert_int_equal(krt_gguf_type_bytes(tensor->type), types[i].bytes);
        krt_gguf_close(file);
    }
    assert_int_equal(krt_gguf_type_elements(0), 1);
    assert_int_equal(krt_gguf_type_bytes(28), 8);
    assert_int_equal(krt_gguf_type_elements(43) + krt_gguf_type_bytes(4), 0);
}

/* ---- Values --------------------------------------------------------------------------------- */

static const float e2m1[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6, 0, -0.5f, -1, -1.5f, -2, -3, -4, -6};
static const float nl[] = {-127, -104, -83, -65, -49, -35, -22, -10,
                           1,    13,   25,  38,  53,  69,  89,  113};

static void expect(unsigned i, float wanted)
{
    if (out[i] != wanted)
        fail_msg("element %u is %a, not %a", i, (double)out[i], (double)wanted);
}

/* |run| bytes: the low halves count up from |first|, the high halves count down from 15. */
static void put_halves(uint8_t *to, unsigned run, unsigned first)
{
    for (unsigned j = 0; j < run; j++)
        to[j] = (uint8_t)((first + j) | (15 - j) << 4);
}

static void expect_halves(unsigned at, unsigned run, unsigned first, const float *values,
                          float scale)
{
    for (unsigned j = 0; j < run; j++) {
        expect(at + j, values[first + j] * scale);
        expect(at + run + j, values[15 - j] * scale);
    }
}

static void mxfp4_has_a_power_of_two(void **state)
{
    (void)state;
    static const struct {
        uint8_t exponent;
        float scale;
    } scales[] = {{127, 1},       {128, 2},       {100, 0x1p-27f},
                  {2, 0x1p-125f}, {1, 0x1p-126f}, {0, 0x1p-127f}};
    uint8_t block[1 + 17] = {0};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        block[1] = scales[i].exponent;
        put_halves(block + 2, 16, 0);
        assert_ok(krt_gguf_dequantize(MXFP4, block + 1, 32, out)); /* at an odd address */
        expect_halves(0, 16, 0, e2m1, scales[i].scale);
    }
    expect(1, 0x1p-128f);
    block[1] = 254;
    assert_ok(krt_gguf_dequantize(MXFP4, block + 1, 32, out));
    expect(0, 0);
    expect(1, 0x1p126f);
    expect(3, 0x1.8p127f);
    expect(7, INFINITY);
    block[1] = 255;
    assert_ok(krt_gguf_dequantize(MXFP4, block + 1, 32, out));
    expect(1, 0x1p127f);
    expect(10, -INFINITY);
}

static void nvfp4_has_scales_of_groups(void **state)
{
    (void)state;
    /* 1, the least, the greatest, NaN elsewhere; 0, 1 with a sign, the greatest with a sign, the
     * least that is normal */
    static const uint8_t codes[] = {0x38, 0x01, 0x7e, 0x7f, 0x00, 0xb8, 0xff, 0x08};
    static const float scales[] = {1, 0x1p-9f, 448, 0, 0, 1, 480, 0x1p-6f};
    uint8_t blocks[2 * 36];
    for (unsigned b = 0; b < 2; b++) {
        memcpy(blocks + 36 * b, codes + 4 * b, 4);
        for (unsigned g = 0; g < 4; g++)
            put_halves(blocks + 36 * b + 4 + 8 * g, 8, g);
    }
    assert_ok(krt_gguf_dequantize(NVFP4, blocks, 128, out));
    for (unsigned g = 0; g < 8; g++)
        expect_halves(16 * g, 8, g % 4, e2m1, scales[g]);
}

static void iq4_nl_has_a_table(void **state)
{
    (void)state;
    uint8_t blocks[2 * 18] = {0x00, 0x3c};
    put_halves(blocks + 2, 16, 0);
    memcpy(blocks + 18, blocks, 18);
    blocks[19] = 0xc0; /* -2 */
    assert_ok(krt_gguf_dequantize(IQ4_NL, blocks, 64, out));
    expect_halves(0, 16, 0, nl, 1);
    expect_halves(32, 16, 0, nl, -2);
}

static void iq4_xs_has_scales_of_six_bits(void **state)
{
    (void)state;
    /* The scales 0, 63, 32, 33, 1, 16, 48 and 47, of which 32 is subtracted; d is 1. */
    static const uint8_t head[] = {0x00, 0x3c, 0xac, 0xb4, 0xf0, 0x10, 0x01, 0xf0};
    static const float scales[] = {-32, 31, 0, 1, -31, -16, 16, 15};
    uint8_t block[136];
    memcpy(block, head, sizeof head);
    for (unsigned g = 0; g < 8; g++)
        put_halves(block + 8 + 16 * g, 16, 0);
    assert_ok(krt_gguf_dequantize(IQ4_XS, block, 256, out));
    for (unsigned g = 0; g < 8; g++)
        expect_halves(32 * g, 16, 0, nl, scales[g]);
}

/* Elements |first|, |first| + |step| and so on are |values|, and become 0. */
static void expect_steps(unsigned first, unsigned step, unsigned count, const float *values)
{
    for (unsigned n = 0; n < count; n++) {
        expect(first + n * step, values[n]);
        out[first + n * step] = 0;
    }
}

static void expect_zeros(unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        expect(i, 0);
}

/* A byte is its elements in base 3, times 256/243, rounded up: 128 is 0 0 0 0 0, and 49 is 46,
 * which is -1 0 1 -1 0. Of the last four bytes, 187 is 1 -1 0 1. */
static void tq1_0_is_in_base_three(void **state)
{
    (void)state;
    uint8_t block[54];
    memset(block, 128, 52);
    block[5] = 49;
    block[31] = 255;
    block[32 + 3] = 0;
    block[48 + 2] = 187;
    block[52] = 0x00, block[53] = 0xb8; /* -0.5 */
    assert_ok(krt_gguf_dequantize(TQ1_0, block, 256, out));
    expect_steps(5, 32, 5, (const float[]){0.5f, 0, -0.5f, 0.5f, 0});
    expect_steps(31, 32, 5, (const float[]){-0.5f, -0.5f, -0.5f, -0.5f, -0.5f});
    expect_steps(160 + 3, 16, 5, (const float[]){0.5f, 0.5f, 0.5f, 0.5f, 0.5f});
    expect_steps(240 + 2, 4, 4, (const float[]){-0.5f, 0.5f, 0, -0.5f});
    expect_zeros(256);
}

static void tq2_0_has_runs_of_32(void **state)
{
    (void)state;
    uint8_t block[66];
    memset(block, 0x55, 64);
    block[0] = 0xe4;
    block[33] = 0x1b;
    block[64] = 0x00, block[65] = 0x40; /* 2 */
    assert_ok(krt_gguf_dequantize(TQ2_0, block, 256, out));
    expect_steps(0, 32, 4, (const float[]){-2, 0, 2, 4});
    expect_steps(128 + 1, 32, 4, (const float[]){4, 2, 0, -2});
    expect_zeros(256);
}

static void q1_0_has_signs(void **state)
{
    (void)state;
    uint8_t blocks[2 * 18] = {0x00, 0x38, 0x01}; /* 0.5 */
    blocks[17] = 0x80;
    memset(blocks + 18, 0xff, 18);
    blocks[18] = 0x01, blocks[19] = 0x00; /* the least f16 */
    assert_ok(krt_gguf_dequantize(Q1_0, blocks, 256, out));
    for (unsigned i = 0; i < 128; i++) {
        expect(i, i == 0 || i == 127 ? 0.5f : -0.5f);
        expect(128 + i, 0x1p-24f);
    }
}

static void q2_0_has_four_values(void **state)
{
    (void)state;
    uint8_t block[18] = {0xff, 0x7b}; /* 65504, the greatest f16 */
    memset(block + 2, 0x55, 16);
    block[2] = 0xe4;
    block[17] = 0x1b;
    assert_ok(krt_gguf_dequantize(Q2_0, block, 64, out));
    expect_steps(0, 1, 4, (const float[]){-65504, 0, 65504, 131008});
    expect_steps(60, 1, 4, (const float[]){131008, 65504, 0, -65504});
    expect_zeros(64);
}

/* The types whose quants are numbers of codewords. |zeros| are the elements of a block whose bits
 * are 0, and |ones| those of a block whose bits are 1, but for d, which is 1; NAN: they differ. */
static const struct {
    uint32_t type, hash;
    float zeros, ones;
} codeword_types[] = {
    {IQ1_S, 0x5d5b8d05, -0.875f, 13.125f}, {IQ1_M, 0x4814a265, -0.875f, 13.125f},
    {IQ2_XXS, 0x131c7a81, 1, NAN},         {IQ2_XS, 0x4e5576ed, 1, -166.625f},
    {IQ2_S, 0x838f6c35, 1, -166.625f},     {IQ3_XXS, 0x8ebca44d, 1, NAN},
    {IQ3_S, 0x9bfc78a5, 1, NAN},
};
enum { CODEWORD_TYPES = sizeof codeword_types / sizeof codeword_types[0] };

/* Makes a block of which every byte is |byte|, with a d of 1. */
static void convert_bytes(uint32_t type, uint8_t byte)
{
    uint8_t block[110];
    memset(block, byte, sizeof block);
    block[0] = 0x00, block[1] = 0x3c;
    if (type == IQ1_M) { /* 0, 0, 12 and 3 are in the high bits of the last eight bytes */
        block[0] = block[1] = byte;
        block[49] = block[51] = byte & 0x0f;
        block[53] = (byte & 0x0f) | 0xc0, block[55] = (byte & 0x0f) | 0x30;
    }
    assert_ok(krt_gguf_dequantize(type, block, 256, out));
}

static void first_and_last_codewords_are_in_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < CODEWORD_TYPES; i++) {
        convert_bytes(codeword_types[i].type, 0);
        for (unsigned k = 0; k < 256; k++)
            expect(k, codeword_types[i].zeros);
        convert_bytes(codeword_types[i].type, 0xff);
        for (unsigned k = 0; k < 256 && !isnan(codeword_types[i].ones); k++)
            expect(k, codeword_types[i].ones);
    }
}

/* FNV-1a of the bits of 512 blocks of noise, whose d is below 2. The expected hashes are those of
 * what the Python package gguf 0.19.0 makes of these bytes. */
static void codewords_are_those_of_ggml(void **state)
{
    (void)state;
    for (size_t i = 0; i < CODEWORD_TYPES; i++) {
        uint32_t type = codeword_types[i].type, noise = type, hash = 0x811c9dc5, bits;
        uint8_t block[110];
        for (unsigned n = 0; n < 512; n++) {
            for (unsigned k = 0; k < krt_gguf_type_bytes(type); k++) {
                noise = noise * 1664525 + 1013904223;
                block[k] = (uint8_t)(noise >> 24);
            }
            block[type == IQ1_M ? 55 : 1] &= 0x3f;
            assert_ok(krt_gguf_dequantize(type, block, 256, out));
            for (unsigned k = 0; k < 256; k++) {
                memcpy(&bits, &out[k], sizeof bits);
                hash = (hash ^ bits) * 0x01000193;
            }
        }
        if (hash != codeword_types[i].hash)
            fail_msg("%s: hash 0x%08x", krt_gguf_type_name(type), (unsigned)hash);
    }
}

/* The types that are block formats, too, are converted as krt_dequantize_host() converts them. */
static void block_formats_are_converted(void **state)
{
    (void)state;
    uint8_t block[292];
    float wanted[256];
    for (size_t i = 0; i < sizeof block; i++)
        block[i] = (uint8_t)(i * 37 % 120);
    for (uint32_t format = 0; format < KRT_BLOCK_FORMAT_COUNT; format++) {
        uint32_t elements = krt_block_format_elements(format);
        uint32_t type = krt_gguf_blocks("t", format, 1, DIMS(elements), block).type;
        assert_int_equal(krt_gguf_type_elements(type), elements);
        assert_int_equal(krt_gguf_type_bytes(type), krt_block_format_bytes(format));
        assert_int_equal(strcasecmp(krt_block_format_name(format), krt_gguf_type_name(type)), 0);
        assert_ok(krt_dequantize_host(format, block, elements, wanted));
        assert_ok(krt_gguf_dequantize(type, block, elements, out));
        assert_memory_equal(out, wanted, elements * sizeof *out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_that_are_not_converted_are_refused),
        cmocka_unit_test(parts_of_blocks_are_refused),
        cmocka_unit_test(blocks_that_are_cut_off_are_refused),
        cmocka_unit_test(mxfp4_has_a_power_of_two),
        cmocka_unit_test(nvfp4_has_scales_of_groups),
        cmocka_unit_test(iq4_nl_has_a_table),
        cmocka_unit_test(iq4_xs_has_scales_of_six_bits),
        cmocka_unit_test(tq1_0_is_in_base_three),
        cmocka_unit_test(tq2_0_has_runs_of_32),
        cmocka_unit_test(q1_0_has_signs),
        cmocka_unit_test(q2_0_has_four_values),
        cmocka_unit_test(first_and_last_codewords_are_in_place),
        cmocka_unit_test(codewords_are_those_of_ggml),
        cmocka_unit_test(block_formats_are_converted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
