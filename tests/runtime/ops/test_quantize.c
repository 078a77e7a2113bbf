/* Quantizing: the same bytes on the host and on every device, numbers of any kind, and errors:
 * never more than rounding without a search makes. */
#include "arrays.h"
#include "numbers.h"

enum { ROWS = 3, COLUMNS = 512, COUNT = ROWS * COLUMNS, BYTES_MAX = COUNT * 2, GROUPS_MAX = 16 };
enum { FORMATS = KRT_Q8_K + 1 }; /* to which numbers are quantized */

/* Facts of a format that quantize.h does not have. */
static const struct {
    int group;     /* elements */
    int low, high; /* quants */
    bool has_offset;
    int scale_low, scale_high; /* of groups in a block of 256 */
    double error; /* of normal numbers: root of the mean square, the number's being 1 */
} kinds[FORMATS] = {
    [KRT_Q4_0] = {32, -8, 7, false, 0, 0, 0.0822},
    [KRT_Q4_1] = {32, 0, 15, true, 0, 0, 0.072},
    [KRT_Q5_0] = {32, -16, 15, false, 0, 0, 0.041},
    [KRT_Q5_1] = {32, 0, 31, true, 0, 0, 0.0352},
    [KRT_Q8_0] = {32, -127, 127, false, 0, 0, 0.00506},
    [KRT_Q2_K] = {16, 0, 3, true, 0, 15, 0.2645},
    [KRT_Q3_K] = {16, -4, 3, false, -32, 31, 0.1447},
    [KRT_Q4_K] = {32, 0, 15, true, 0, 63, 0.0711},
    [KRT_Q5_K] = {32, 0, 31, true, 0, 63, 0.0352},
    [KRT_Q6_K] = {16, -32, 31, false, -128, 127, 0.0174},
    [KRT_Q8_K] = {256, -127, 127, false, 0, 0, 0.00702},
};

static float x[COUNT], y[COUNT], weights[COLUMNS];

/* ---- Numbers -------------------------------------------------------------------------------- */

static uint64_t random_state;

/* SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014). */
static double uniform(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return ((double)((z ^ z >> 31) >> 12) + 0.5) * 0x1p-52;
}

static double normal(void)
{
    double radius = sqrt(-2 * log(uniform()));
    return radius * cos(6.283185307179586 * uniform());
}

/* What weights are like, and what they are not. */
enum kind {
    NORMAL,
    LONG_TAILED,
    POSITIVE,
    FAR_FROM_ZERO,
    TINY,
    HUGE_ONES,
    SPARSE,
    ZERO,
    CONSTANT,
    SPECIAL,
    KIND_COUNT
};

static float number_of(enum kind kind, unsigned i)
{
    static const float special[] = {NAN, INFINITY, -INFINITY, 0, -0.0f, 1e-42f, 3e38f, -65504, 1};
    double n = normal();
    switch (kind) {
    case NORMAL: return (float)n;
    case LONG_TAILED: return (float)(n * n * n * 0.02);
    case POSITIVE: return (float)fabs(n);
    case FAR_FROM_ZERO: return (float)(1000 + n);
    case TINY: return (float)(n * (i / 64 % 2 ? 0x1p-24 : 0x1p-130));
    case HUGE_ONES: return (float)(n * (i / 64 % 2 ? 1e7 : 1e37));
    case SPARSE: return i % 97 == 5 ? (float)n : 0;
    case ZERO: return i % 2 ? 0 : -0.0f;
    case CONSTANT: return (float)(i / 32 % 3) - 1.1f;
    default: return i % 7 == 3 || i / 256 == 2 ? special[i % 9] : (float)n;
    }
}

static void fill(enum kind kind)
{
    random_state = 1;
    for (unsigned i = 0; i < COUNT; i++)
        x[i] = number_of(kind, i);
    for (unsigned i = 0; i < COLUMNS; i++)
        weights[i] = (float)(uniform() * uniform() * uniform());
}

static uint64_t bytes_of(uint32_t format)
{
    return (uint64_t)COUNT / krt_block_format_elements(format) * krt_block_format_bytes(format);
}

static void quantize(uint32_t format, const float *importance, uint8_t *out)
{
    assert_ok(krt_quantize_host(format, KRT_F32, x, ROWS, COLUMNS, importance, out));
}

static void round_trip(uint32_t format, const float *importance, float *out)
{
    uint8_t bytes[BYTES_MAX];
    quantize(format, importance, bytes);
    assert_ok(krt_dequantize_host(format, bytes, COUNT, out));
}

static double square(float a, float b)
{
    return ((double)a - (double)b) * ((double)a - (double)b);
}

/* The sum of weighted squares of the differences between |x| and |other|. */
static double error_of(const float *other, unsigned first, unsigned count, const float *importance)
{
    double sum = 0;
    for (unsigned i = first; i < first + count; i++)
        sum += square(x[i], other[i]) * (importance ? (double)importance[i % COLUMNS] : 1);
    return sum;
}

/* ---- Rounding without a search -------------------------------------------------------------- */

static double as_half(double value)
{
    return half_value(scalar_from(fmax(-65504, fmin(65504, value)), KRT_F16).u16);
}

static double nearest(double value, int low, int high)
{
    return fmax(low, fmin(high, nearbyint(value)));
}

/* Scales from the extremes: first those of groups, then, in a block of 256, integers for them. */
static void round_plainly(uint32_t format, const float *from, unsigned count, float *out)
{
    int group = kinds[format].group, low = kinds[format].low, high = kinds[format].high;
    int scale_low = kinds[format].scale_low, scale_high = kinds[format].scale_high;
    unsigned groups = count / (unsigned)group;
    double scales[GROUPS_MAX], offsets[GROUPS_MAX], scale = 0, offset = 0;
    assert_true(groups <= GROUPS_MAX);
    for (unsigned g = 0; g < groups; g++) {
        double least = INFINITY, most = -INFINITY, extreme = 0;
        for (int i = 0; i < group; i++) {
            double value = (double)from[g * (unsigned)group + (unsigned)i];
            least = fmin(least, value);
            most = fmax(most, value);
            extreme = fabs(value) > fabs(extreme) ? value : extreme;
        }
        if (scale_high && kinds[format].has_offset)
            least = fmin(least, 0);
        offsets[g] = kinds[format].has_offset ? least : 0;
        scales[g] = kinds[format].has_offset ? (most - least) / high
                    : low == -high           ? fabs(extreme) / high
                                             : extreme / low;
        scale = fabs(scales[g]) > fabs(scale) ? scales[g] : scale;
        offset = fmax(offset, -offsets[g]);
    }
    scale = as_half(scale / (kinds[format].has_offset ? scale_high : scale_low));
    offset = as_half(offset / scale_high);
    for (unsigned g = 0; g < groups; g++) {
        if (scale_high) {
            scales[g] =
                scale * (scale != 0 ? nearest(scales[g] / scale, scale_low, scale_high) : 0);
            offsets[g] = -offset * (offset != 0 ? nearest(-offsets[g] / offset, 0, scale_high) : 0);
        } else if (format != KRT_Q8_K) {
            scales[g] = as_half(scales[g]);
            offsets[g] = as_half(offsets[g]);
        }
        for (unsigned i = g * (unsigned)group; i < (g + 1) * (unsigned)group; i++) {
            double quant = scales[g] != 0 ? ((double)from[i] - offsets[g]) / scales[g] : 0;
            out[i] = (float)(scales[g] * nearest(quant, low, high) + offsets[g]);
        }
    }
}

/* ---- Failures ------------------------------------------------------------------------------- */

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    fill(NORMAL);
    uint8_t bytes[BYTES_MAX];
    struct krt_tensor in = tensor_of(KRT_F32, x, 2, DIMS(ROWS, COLUMNS)), odd = in, whole = in;
    struct krt_tensor importance = tensor_of(KRT_F32, weights, 1, DIMS(COLUMNS / 2));
    void *out = array_keep(upload(NULL, BYTES_MAX));
    assert_fails(krt_quantize(NULL, stream, KRT_Q4_0, &in, NULL, out), KRT_ERROR_INVALID_ARGUMENT,
                 "|ops|");
    assert_fails(krt_quantize(ops, stream, KRT_Q4_0, NULL, NULL, out), KRT_ERROR_INVALID_ARGUMENT,
                 "|in| is NULL");
    assert_fails(krt_quantize(ops, stream, KRT_Q4_0, &in, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "|out| is NULL");
    assert_fails(krt_quantize(ops, stream, KRT_BLOCK_FORMAT_COUNT, &in, NULL, out),
                 KRT_ERROR_INVALID_ARGUMENT, "no block format 17");
    assert_fails(krt_quantize(ops, stream, KRT_MXFP4, &in, NULL, out), KRT_ERROR_UNSUPPORTED,
                 "krt_quantize: numbers are not quantized to mxfp4; the formats are q4_0 to q8_K");
    assert_fails(krt_quantize_host(KRT_IQ4_NL, KRT_F32, x, 1, 32, NULL, bytes),
                 KRT_ERROR_UNSUPPORTED, "krt_quantize_host: numbers are not quantized to iq4_nl");
    assert_fails(krt_quantize(ops, stream, KRT_Q4_K, &in, &importance, out),
                 KRT_ERROR_INVALID_ARGUMENT, "must have [512]");
    odd.dims[1] = 500;
    assert_fails(krt_quantize(ops, stream, KRT_Q4_0, &odd, NULL, out), KRT_ERROR_INVALID_ARGUMENT,
                 "500 columns are not whole blocks of 32 (q4_0)");
    odd.rank = 0;
    assert_fails(krt_quantize(ops, stream, KRT_Q4_0, &odd, NULL, out), KRT_ERROR_INVALID_ARGUMENT,
                 "1 columns");
    whole.dtype = KRT_F64;
    whole.dims[1] = COLUMNS / 2;
    assert_fails(krt_quantize(ops, stream, KRT_Q4_0, &whole, NULL, out), KRT_ERROR_INVALID_ARGUMENT,
                 "|in| is f64, and must be f32, f16 or bf16");
    in.dims[0] = 0;
    assert_ok(krt_quantize(ops, stream, KRT_Q4_0, &in, NULL, NULL));

    assert_fails(krt_quantize_host(KRT_Q6_K, KRT_F32, x, 1, 128, NULL, bytes),
                 KRT_ERROR_INVALID_ARGUMENT, "128 columns are not whole blocks of 256 (q6_K)");
    assert_fails(krt_quantize_host(KRT_Q6_K, KRT_I32, x, 1, 256, NULL, bytes),
                 KRT_ERROR_INVALID_ARGUMENT, "i32");
    assert_fails(krt_quantize_host(17, KRT_F32, x, 1, 256, NULL, bytes), KRT_ERROR_INVALID_ARGUMENT,
                 "no block format 17");
    assert_fails(krt_quantize_host(KRT_Q6_K, KRT_F32, NULL, 1, 256, NULL, bytes),
                 KRT_ERROR_INVALID_ARGUMENT, "|in| is NULL");
    assert_fails(krt_quantize_host(KRT_Q6_K, KRT_F32, x, 1, 256, NULL, NULL),
                 KRT_ERROR_INVALID_ARGUMENT, "|out| is NULL");
    assert_ok(krt_quantize_host(KRT_Q6_K, KRT_F32, NULL, 0, 256, NULL, NULL));
    assert_fails(krt_dequantize_host(KRT_Q8_0, bytes, 33, x), KRT_ERROR_INVALID_ARGUMENT, "33");
    assert_fails(krt_dequantize_host(KRT_Q8_0, NULL, 32, x), KRT_ERROR_INVALID_ARGUMENT, "|in|");
    arrays_release();
}

/* ---- Bytes ---------------------------------------------------------------------------------- */

/* Where f16 have their exponents: no infinity and no NaN there. */
static const int halves_at[FORMATS][2] = {
    [KRT_Q4_0] = {1, 1}, [KRT_Q4_1] = {1, 3},     [KRT_Q5_0] = {1, 1},     [KRT_Q5_1] = {1, 3},
    [KRT_Q8_0] = {1, 1}, [KRT_Q2_K] = {81, 83},   [KRT_Q3_K] = {109, 109}, [KRT_Q4_K] = {1, 3},
    [KRT_Q5_K] = {1, 3}, [KRT_Q6_K] = {209, 209}, [KRT_Q8_K] = {3, 3},
};

static void the_host_reads_what_devices_read(void **state)
{
    (void)state;
    random_state = 3;
    for (uint32_t format = 0; format < FORMATS; format++) {
        uint8_t bytes[BYTES_MAX];
        uint32_t size = krt_block_format_bytes(format);
        for (uint64_t i = 0; i < bytes_of(format); i++)
            bytes[i] = (uint8_t)(uniform() * 256);
        for (uint64_t block = 0; block < bytes_of(format); block += size) {
            bytes[block + (uint64_t)halves_at[format][0]] &= 0xbf;
            bytes[block + (uint64_t)halves_at[format][1]] &= 0xbf;
        }
        struct krt_quantized weights_of = {array_keep(upload(bytes, bytes_of(format))), format,
                                           ROWS, COLUMNS, 0};
        struct krt_tensor out = tensor_of(KRT_F32, NULL, 1, DIMS(COUNT));
        assert_ok(krt_dequantize(ops, stream, &weights_of, &out));
        download(y, out.data, sizeof y);
        assert_ok(krt_dequantize_host(format, bytes, COUNT, x));
        for (unsigned i = 0; i < COUNT; i++) {
            if (memcmp(&x[i], &y[i], sizeof x[i]) != 0)
                fail_msg("%s: element %u is %.9g on the host and %.9g on the device",
                         krt_block_format_name(format), i, (double)x[i], (double)y[i]);
        }
        arrays_release();
    }
}

static void expect_bytes(uint32_t format, void *memory, const uint8_t *expected, const char *of)
{
    uint8_t got[BYTES_MAX];
    uint64_t bytes = bytes_of(format);
    download(got, memory, bytes);
    for (uint64_t i = 0; i < bytes; i++) {
        if (got[i] != expected[i])
            fail_msg("%s of %s: byte %llu of block %llu is %#x, and %#x on the host",
                     krt_block_format_name(format), of,
                     (unsigned long long)i % krt_block_format_bytes(format),
                     (unsigned long long)i / krt_block_format_bytes(format), got[i], expected[i]);
    }
}

static void hosts_and_devices_make_the_same_bytes(void **state)
{
    (void)state;
    static const uint32_t dtype_of[KIND_COUNT] = {
        [NORMAL] = KRT_F32,        [LONG_TAILED] = KRT_F16, [POSITIVE] = KRT_BF16,
        [FAR_FROM_ZERO] = KRT_F32, [TINY] = KRT_F32,        [HUGE_ONES] = KRT_F32,
        [SPARSE] = KRT_F16,        [ZERO] = KRT_F16,        [CONSTANT] = KRT_BF16,
        [SPECIAL] = KRT_BF16};
    for (enum kind kind = 0; kind < KIND_COUNT; kind++) {
        uint8_t numbers[COUNT * sizeof(float)], bytes[BYTES_MAX];
        uint32_t dtype = dtype_of[kind];
        fill(kind);
        for (unsigned i = 0; i < COUNT; i++)
            number_store(numbers, dtype, i, (double)x[i]);
        struct krt_tensor in = tensor_of(dtype, numbers, 3, DIMS(1, ROWS, COLUMNS));
        float great[COLUMNS]; /* with which products of sums are beyond f32 */
        for (unsigned i = 0; i < COLUMNS; i++)
            great[i] = weights[i] * 0x1p40f;
        struct krt_tensor importance = tensor_of(KRT_F32, weights, 1, DIMS(COLUMNS));
        struct krt_tensor greater = tensor_of(KRT_F32, great, 1, DIMS(COLUMNS));
        void *out = array_keep(upload(NULL, BYTES_MAX));
        for (uint32_t format = 0; format < FORMATS; format++) {
            for (int with = 0; with < 3; with++) {
                const float *host = with == 0 ? NULL : with == 1 ? weights : great;
                const struct krt_tensor *weighted = with == 1 ? &importance : &greater;
                assert_ok(krt_quantize_host(format, dtype, numbers, ROWS, COLUMNS, host, bytes));
                assert_ok(krt_quantize(ops, stream, format, &in, host ? weighted : NULL, out));
                expect_bytes(format, out, bytes, krt_dtype_name(dtype));
            }
        }
        arrays_release();
    }
}

/* Narrow floats are the numbers that they are. */
static void dtypes_are_widened(void **state)
{
    (void)state;
    for (enum kind kind = 0; kind < KIND_COUNT; kind++) {
        for (unsigned d = 0; d < 2; d++) {
            uint32_t dtype = d == 0 ? KRT_F16 : KRT_BF16;
            uint16_t numbers[COUNT];
            uint8_t bytes[2][BYTES_MAX];
            fill(kind);
            for (unsigned i = 0; i < COUNT; i++) {
                number_store(numbers, dtype, i, (double)x[i]);
                x[i] = (float)number_load(numbers, dtype, i);
            }
            assert_ok(
                krt_quantize_host(KRT_Q5_1, dtype, numbers, ROWS, COLUMNS, weights, bytes[0]));
            quantize(KRT_Q5_1, weights, bytes[1]);
            assert_memory_equal(bytes[0], bytes[1], bytes_of(KRT_Q5_1));
        }
    }
}

static void blocks_of_activations_have_sums(void **state)
{
    (void)state;
    enum { QUANTS_AT = 4, SUMS_AT = 260 };
    uint8_t bytes[BYTES_MAX];
    fill(LONG_TAILED);
    quantize(KRT_Q8_K, NULL, bytes);
    for (unsigned i = 0; i < COUNT / 16; i++) {
        const uint8_t *block = bytes + i / 16 * krt_block_format_bytes(KRT_Q8_K);
        int16_t sum;
        int expected = 0;
        for (unsigned k = 0; k < 16; k++)
            expected += (int8_t)block[QUANTS_AT + i % 16 * 16 + k];
        memcpy(&sum, block + SUMS_AT + i % 16 * sizeof sum, sizeof sum);
        assert_int_equal(sum, expected);
    }
}

/* A matrix by columns; and one number for all. */
static void strides_are_followed(void **state)
{
    (void)state;
    uint8_t bytes[BYTES_MAX];
    fill(LONG_TAILED);
    for (unsigned i = 0; i < COUNT; i++)
        y[i % COLUMNS * ROWS + i / COLUMNS] = x[i];
    struct krt_tensor in = tensor_of(KRT_F32, y, 2, DIMS(COLUMNS, ROWS));
    struct krt_tensor transposed = {in.data, KRT_F32, 2, {ROWS, COLUMNS}, {1, ROWS}};
    struct krt_tensor importance = tensor_of(KRT_F32, weights, 1, DIMS(COLUMNS));
    void *out = array_keep(upload(NULL, BYTES_MAX));
    quantize(KRT_Q4_K, weights, bytes);
    assert_ok(krt_quantize(ops, stream, KRT_Q4_K, &transposed, &importance, out));
    expect_bytes(KRT_Q4_K, out, bytes, "a transposed matrix");

    for (unsigned i = 0; i < COUNT; i++)
        x[i] = x[0];
    for (unsigned i = 0; i < COLUMNS; i++)
        weights[i] = weights[3];
    transposed.strides[0] = transposed.strides[1] = 0;
    importance.data = (float *)importance.data + 3;
    importance.strides[0] = 0;
    quantize(KRT_Q5_0, weights, bytes);
    assert_ok(krt_quantize(ops, stream, KRT_Q5_0, &transposed, &importance, out));
    expect_bytes(KRT_Q5_0, out, bytes, "a repeated number");
    arrays_release();
}

static void any_grid_makes_the_same_bytes(void **state)
{
    (void)state;
    static const struct krt_launch_config configs[] = {{.grid = {1}, .block = {128}},
                                                       {.grid = {7}, .block = {128}}};
    uint8_t bytes[BYTES_MAX];
    fill(NORMAL);
    struct krt_tensor in = tensor_of(KRT_F32, x, 1, DIMS(COUNT));
    void *out = array_keep(upload(NULL, BYTES_MAX));
    const void *importance = NULL;
    uint64_t blocks = COUNT / 256;
    uint32_t columns = COLUMNS, type = 0, ordinal;
    quantize(KRT_Q3_K, NULL, bytes);
    assert_ok(krt_ordinal_find(&krt_kernels_package, "quantize_q3_K", &ordinal));
    for (int i = 0; i < 2; i++) {
        void *arguments[] = {&blocks, &columns, &type, &in.data, &importance, &out};
        assert_ok(krt_set(stream, out, 0xee, 1, BYTES_MAX));
        assert_ok(krt_launch(&krt_kernels_package, ordinal, stream, &configs[i], arguments));
        expect_bytes(KRT_Q3_K, out, bytes, "another grid");
    }
    arrays_release();
}

/* ---- Numbers that are not numbers ----------------------------------------------------------- */

static void special_values_become_numbers(void **state)
{
    (void)state;
    for (uint32_t format = 0; format < FORMATS; format++) {
        const char *name = krt_block_format_name(format);
        unsigned elements = krt_block_format_elements(format);
        fill(ZERO);
        round_trip(format, NULL, y);
        for (unsigned i = 0; i < COUNT; i++)
            assert_true(y[i] == 0);

        fill(NORMAL); /* a NaN is as a 0 */
        uint8_t bytes[2][BYTES_MAX];
        x[7] = NAN;
        quantize(format, NULL, bytes[0]);
        x[7] = 0;
        quantize(format, NULL, bytes[1]);
        assert_memory_equal(bytes[0], bytes[1], bytes_of(format));

        /* An infinity is far away, and as far in a block of its own. */
        x[7] = INFINITY;
        x[2 * elements + 9] = -INFINITY;
        round_trip(format, NULL, y);
        for (unsigned i = 0; i < COUNT; i++)
            assert_true(isfinite(y[i]));
        if (!(y[7] >= 6e4f && y[2 * elements + 9] <= -6e4f))
            fail_msg("%s: infinities become %g and %g", name, (double)y[7],
                     (double)y[2 * elements + 9]);

        /* The smallest f16 can be had in every format but Q8_K, which has all. */
        for (unsigned i = 0; i < COUNT; i++)
            x[i] = (float)((int)(i % 3) - 1) * 0x1p-24f;
        round_trip(format, NULL, y);
        for (unsigned i = 0; i < COUNT; i++) {
            if (fabs((double)x[i] - (double)y[i]) > 0x1p-26)
                fail_msg("%s: %g becomes %g", name, (double)x[i], (double)y[i]);
        }

        /* Weights that make no sense count as 0, and so do not what they belong to. */
        fill(NORMAL);
        float odd[COLUMNS], even[COLUMNS];
        for (unsigned i = 0; i < COLUMNS; i++) {
            odd[i] = i % 5 == 0 ? NAN : i % 5 == 1 ? -1 : weights[i];
            even[i] = i % 5 < 2 ? 0 : weights[i];
        }
        quantize(format, odd, bytes[0]);
        quantize(format, even, bytes[1]);
        assert_memory_equal(bytes[0], bytes[1], bytes_of(format));
    }
}

/* ---- Errors --------------------------------------------------------------------------------- */

static void errors_are_never_more_than_those_of_plain_rounding(void **state)
{
    (void)state;
    for (enum kind kind = 0; kind < ZERO; kind++) {
        for (uint32_t format = 0; format < FORMATS; format++) {
            unsigned elements = krt_block_format_elements(format);
            for (int with = 0; with < 2; with++) {
                float plain[256];
                const float *importance = with ? weights : NULL;
                fill(kind);
                if (kind == HUGE_ONES && format != KRT_Q8_K) {
                    for (unsigned i = 0; i < COUNT; i++) /* those that the format has */
                        x[i] = fmaxf(-1e5f, fminf(1e5f, x[i]));
                }
                round_trip(format, importance, y);
                for (unsigned first = 0; first < COUNT; first += elements) {
                    round_plainly(format, x + first, elements, plain);
                    double error = error_of(y, first, elements, importance), other = 0;
                    for (unsigned i = 0; i < elements; i++)
                        other += square(x[first + i], plain[i]) *
                                 (with ? (double)weights[(first + i) % COLUMNS] : 1);
                    if (!(error <= other * 1.0001))
                        fail_msg(
                            "%s: the error of block %u (kind %d%s) is %g, of plain rounding %g",
                            krt_block_format_name(format), first / elements, kind,
                            with ? ", with weights" : "", error, other);
                }
            }
        }
    }
}

static void normal_numbers_keep_their_digits(void **state)
{
    (void)state;
    enum { MANY = 1 << 16 };
    static float numbers[MANY], rounded[MANY];
    static uint8_t bytes[2 * MANY];
    double power = 0;
    random_state = 1;
    for (unsigned i = 0; i < MANY; i++) {
        numbers[i] = (float)normal();
        power += (double)numbers[i] * (double)numbers[i];
    }
    for (uint32_t format = 0; format < FORMATS; format++) {
        unsigned elements = krt_block_format_elements(format);
        double error = 0, plain = 0;
        assert_ok(krt_quantize_host(format, KRT_F32, numbers, 1, MANY, NULL, bytes));
        assert_ok(krt_dequantize_host(format, bytes, MANY, rounded));
        for (unsigned i = 0; i < MANY; i++)
            error += square(rounded[i], numbers[i]);
        for (unsigned first = 0; first < MANY; first += elements)
            round_plainly(format, numbers + first, elements, rounded + first);
        for (unsigned i = 0; i < MANY; i++)
            plain += square(rounded[i], numbers[i]);
        print_message("%s: %.5f, by plain rounding %.5f\n", krt_block_format_name(format),
                      sqrt(error / power), sqrt(plain / power));
        assert_true(sqrt(error / power) <= kinds[format].error);
    }
}

static void importance_lessens_the_weighted_error(void **state)
{
    (void)state;
    for (uint32_t format = 0; format < FORMATS; format++) {
        float other[COUNT];
        fill(NORMAL);
        round_trip(format, weights, y);
        round_trip(format, NULL, other);
        double error = error_of(y, 0, COUNT, weights), without = error_of(other, 0, COUNT, weights);
        if (format == KRT_Q8_K)
            assert_true(error == without);
        else if (!(error < without * 0.98))
            fail_msg("%s: %g with, %g without", krt_block_format_name(format), error, without);
    }
}

static void only_proportions_of_importance_count(void **state)
{
    (void)state;
    for (uint32_t format = 0; format < FORMATS; format++) {
        uint8_t bytes[2][BYTES_MAX];
        fill(NORMAL);
        quantize(format, weights, bytes[0]);
        for (unsigned i = 0; i < COLUMNS; i++)
            weights[i] *= 0x1p-12f;
        quantize(format, weights, bytes[1]);
        assert_memory_equal(bytes[0], bytes[1], bytes_of(format));
        quantize(format, NULL, bytes[0]);
        for (unsigned i = 0; i < COLUMNS; i++)
            weights[i] = 4;
        quantize(format, weights, bytes[1]);
        assert_memory_equal(bytes[0], bytes[1], bytes_of(format));
    }
}

/* What was quantized once is nearer to itself than to what it was. Blocks of 32 stay as they are.
 */
static void what_is_quantized_stays(void **state)
{
    (void)state;
    for (uint32_t format = 0; format < FORMATS; format++) {
        fill(NORMAL);
        round_trip(format, NULL, y);
        double first = error_of(y, 0, COUNT, NULL);
        memcpy(x, y, sizeof x);
        round_trip(format, NULL, y);
        double second = error_of(y, 0, COUNT, NULL);
        if (krt_block_format_elements(format) == 32 ? second != 0 : second > first / 40)
            fail_msg("%s: %g, then %g", krt_block_format_name(format), first, second);
    }
}

/* Fills x with multiples of |step|, from |low| to |high| steps; the extremes are in each 16. */
static void fill_grid(int low, int high, float step)
{
    random_state = 1;
    for (unsigned i = 0; i < COUNT; i++) {
        int steps = low + (int)(uniform() * (high - low + 1));
        x[i] = step * (float)(i % 16 == 3 ? low : i % 16 == 9 ? high : steps);
    }
}

/* Weights that were quantized before, by any method, have few levels. A block of at least as many
 * levels has them exactly, if f16 has the step. */
static void levels_that_a_format_has_stay_as_they_are(void **state)
{
    (void)state;
    for (uint32_t format = 0; format < KRT_Q8_K; format++) {
        int levels = kinds[format].high - kinds[format].low + 1;
        for (int low = -8; low <= 0; low++) {
            for (int high = 1; high <= 7; high++) {
                int most = kinds[format].has_offset ? high - low : 2 * (high > -low ? high : -low);
                if (most >= levels || (!kinds[format].has_offset && most / 2 > kinds[format].high))
                    continue;
                fill_grid(low, high, 0.375f);
                round_trip(format, NULL, y);
                double error = error_of(y, 0, COUNT, NULL);
                /* an integer for each group need not divide the offset exactly */
                if (!(error == 0 || (kinds[format].scale_high && error < 1e-6 * COUNT)))
                    fail_msg("%s: %d to %d steps: error %g", krt_block_format_name(format), low,
                             high, error);
            }
        }
    }
}

/* A group with one number that is much greater than its others is on a grid of one step. Its scale
 * must not grow for that, because the block's other groups would lose digits. */
static void a_great_number_takes_few_digits_from_other_groups(void **state)
{
    (void)state;
    static const struct {
        uint32_t format;
        double most; /* the sum of square errors of one block */
    } cases[] = {{KRT_Q2_K, 100}, {KRT_Q3_K, 20}};
    for (unsigned i = 0; i < COUNT; i++)
        x[i] = i % 256 == 5 ? 100 : sinf(1.7f * (float)(i % 256) + 0.3f);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        round_trip(cases[i].format, NULL, y);
        double error = error_of(y, 0, 256, NULL);
        if (!(error <= cases[i].most))
            fail_msg("%s: %g", krt_block_format_name(cases[i].format), error);
    }
}

/* Groups of one grid whose extremes are not in each group. */
static void ternary_weights_stay_as_they_are(void **state)
{
    (void)state;
    for (uint32_t format = 0; format < FORMATS; format++) {
        random_state = 1;
        for (unsigned i = 0; i < COUNT; i++)
            x[i] = 0.5f * (float)((int)(uniform() * 3) - 1);
        round_trip(format, NULL, y);
        double error = error_of(y, 0, COUNT, NULL);
        if (format == KRT_Q8_K ? error > 1e-9 : error != 0)
            fail_msg("%s: error %g", krt_block_format_name(format), error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(the_host_reads_what_devices_read),
        cmocka_unit_test(hosts_and_devices_make_the_same_bytes),
        cmocka_unit_test(strides_are_followed),
        cmocka_unit_test(any_grid_makes_the_same_bytes),
    };
    const struct CMUnitTest of_the_host[] = {
        cmocka_unit_test(dtypes_are_widened),
        cmocka_unit_test(blocks_of_activations_have_sums),
        cmocka_unit_test(special_values_become_numbers),
        cmocka_unit_test(errors_are_never_more_than_those_of_plain_rounding),
        cmocka_unit_test(normal_numbers_keep_their_digits),
        cmocka_unit_test(importance_lessens_the_weighted_error),
        cmocka_unit_test(only_proportions_of_importance_count),
        cmocka_unit_test(what_is_quantized_stays),
        cmocka_unit_test(levels_that_a_format_has_stay_as_they_are),
        cmocka_unit_test(ternary_weights_stay_as_they_are),
        cmocka_unit_test(a_great_number_takes_few_digits_from_other_groups),
    };
    if (cmocka_run_group_tests(of_the_host, NULL, NULL))
        return 1;
    run_on_all_devices(tests);
}
