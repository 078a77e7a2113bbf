/* Random numbers: those of the published vectors, the same bits on every device and for every
 * launch, and the distributions that they should have. */
#include "numbers.h"
#include "ops_test.h"

#include <inttypes.h>

enum { COUNT = 20003 };

static const uint32_t floats[] = {KRT_F8E4M3, KRT_F16, KRT_BF16, KRT_F32, KRT_F64};

/* ---- Philox --------------------------------------------------------------------------------- */

/* As the paper writes it: ten rounds of two products; the key grows between them. */
static void philox(const struct krt_random *at, uint32_t out[4])
{
    uint32_t c[4] = {(uint32_t)at->offset, (uint32_t)(at->offset >> 32), (uint32_t)at->sequence,
                     (uint32_t)(at->sequence >> 32)};
    uint32_t k[2] = {(uint32_t)at->seed, (uint32_t)(at->seed >> 32)};
    for (int round = 0; round < 10; round++) {
        uint64_t p0 = (uint64_t)c[0] * 0xD2511F53, p1 = (uint64_t)c[2] * 0xCD9E8D57;
        uint32_t next[4] = {(uint32_t)(p1 >> 32) ^ c[1] ^ k[0], (uint32_t)p1,
                            (uint32_t)(p0 >> 32) ^ c[3] ^ k[1], (uint32_t)p0};
        memcpy(c, next, sizeof c);
        k[0] += 0x9E3779B9;
        k[1] += 0xBB67AE85;
    }
    memcpy(out, c, sizeof c);
}

/* The known answers that the authors' library, Random123, is tested with. */
static void words_are_the_published_ones(void **state)
{
    (void)state;
    static const struct {
        struct krt_random at;
        uint32_t words[4];
    } known[] = {
        {{0, 0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{UINT64_MAX, UINT64_MAX, UINT64_MAX}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    uint32_t got[4];
    void *memory = upload(NULL, sizeof got);
    struct krt_tensor x = krt_tensor_dense(KRT_U32, memory, 1, DIMS(4));
    for (int i = 0; i < 3; i++) {
        struct krt_random at = known[i].at;
        assert_ok(krt_random_bits(ops, stream, &at, &x));
        download(got, memory, sizeof got);
        assert_memory_equal(got, known[i].words, sizeof got);
        assert_true(at.offset == known[i].at.offset + 1);
    }
    release(memory);
}

static void an_element_depends_on_its_number_alone(void **state)
{
    (void)state;
    static uint32_t got[COUNT];
    struct krt_random at = {7, 1, UINT32_MAX - 100}; /* the counter carries into its second word */
    void *memory = upload(NULL, sizeof got);
    struct krt_tensor x = krt_tensor_dense(KRT_I32, memory, 1, DIMS(COUNT));
    assert_ok(krt_random_bits(ops, stream, &at, &x));
    download(got, memory, sizeof got);
    assert_true(at.offset == UINT32_MAX - 100 + (uint64_t)(COUNT + 3) / 4);
    for (unsigned i = 0; i < COUNT; i++) {
        struct krt_random group = {7, 1, UINT32_MAX - 100 + (uint64_t)i / 4};
        uint32_t words[4];
        philox(&group, words);
        if (got[i] != words[i % 4])
            fail_msg("element %u is %#x, not %#x", i, got[i], words[i % 4]);
    }
    release(memory);
}

static void launches_of_all_shapes_give_the_same(void **state)
{
    (void)state;
    static const struct krt_launch_config configs[] = {
        {.grid = {1}, .block = {1}}, {.grid = {3}, .block = {64}}, {.grid = {40}, .block = {1024}}};
    enum { FEW = 203 };
    float first[FEW], got[FEW];
    uint32_t ordinal;
    assert_ok(krt_ordinal_find(&krt_kernels_package, "random_normal_f32", &ordinal));
    for (int i = 0; i < 3; i++) {
        /* the second time at an address that vectors do not fit */
        void *memory = upload(NULL, sizeof got + 4);
        uint64_t numel = FEW, seed = 5, sequence = 6, offset = 7;
        double mean = 1, deviation = 2;
        void *out = (char *)memory + (i == 1 ? 4 : 0);
        void *arguments[] = {&numel, &seed, &sequence, &offset, &mean, &deviation, &out};
        assert_ok(krt_launch(&krt_kernels_package, ordinal, stream, &configs[i], arguments));
        download(got, out, sizeof got);
        if (i == 0)
            memcpy(first, got, sizeof got);
        assert_memory_equal(got, first, sizeof got);
        release(memory);
    }
}

/* ---- Floats --------------------------------------------------------------------------------- */

/* Word pairs of a counter as a number. */
static uint64_t wide(const uint32_t words[4], unsigned k)
{
    return (uint64_t)words[2 * k + 1] << 32 | words[2 * k];
}

static void uniform_numbers_are_words_as_fractions(void **state)
{
    (void)state;
    static double got[COUNT];
    void *memory = upload(NULL, sizeof got);
    for (unsigned d = 0; d < sizeof floats / sizeof *floats; d++) {
        uint32_t dtype = floats[d], per_group = dtype == KRT_F64 ? 2 : 4;
        struct krt_random at = {11, 0, 0};
        struct krt_tensor x = krt_tensor_dense(dtype, memory, 1, DIMS(COUNT));
        assert_ok(krt_random_uniform(ops, stream, &at, -2, 6, &x));
        download(got, memory, COUNT * krt_dtype_size(dtype));
        for (unsigned i = 0; i < COUNT; i++) {
            struct krt_random group = {11, 0, i / per_group};
            uint32_t words[4];
            double expected[1];
            philox(&group, words);
            number_store(expected, dtype, 0,
                         dtype == KRT_F64 ? fma((double)(wide(words, i % 2) >> 11) * 0x1p-53, 8, -2)
                                          : fmaf((float)(words[i % 4] >> 8) * 0x1p-24f, 8, -2));
            assert_memory_equal((char *)got + i * krt_dtype_size(dtype), expected,
                                krt_dtype_size(dtype));
        }
    }
    release(memory);
}

/* The distance of the sorted numbers' distribution from the normal one, times the root of their
 * number (Kolmogorov and Smirnov): above 2.2 once in 8,000 times. */
static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double distance_from_normal(double *numbers, unsigned count)
{
    double most = 0;
    qsort(numbers, count, sizeof *numbers, compare_doubles);
    for (unsigned i = 0; i < count; i++) {
        double phi = erfc(-numbers[i] / sqrt(2)) / 2;
        double below = fabs(phi - (double)i / count), above = fabs(phi - (i + 1.0) / count);
        most = below > most ? below : most;
        most = above > most ? above : most;
    }
    return most * sqrt(count);
}

/* Box and Muller's formula with the C library's functions. */
static double normal(const uint32_t words[4], unsigned i, bool is_f64)
{
    double distance, angle;
    unsigned pair = i % 4 / 2 * 2;
    if (is_f64) {
        distance = (double)((wide(words, 0) >> 11) + 1) * 0x1p-53;
        angle = (double)wide(words, 1) * 0x1p-64;
        pair = i % 2;
    } else {
        distance = (double)fmaf((float)words[pair], 0x1p-32f, 0x1p-33f);
        angle = words[pair + 1] * 0x1p-32;
        pair = i % 2;
    }
    double turn = 2 * 3.14159265358979323846 * angle;
    return sqrt(-2 * log(distance)) * (pair ? sin(turn) : cos(turn));
}

/* FNV-1a of 64 bits. */
static uint64_t hash(const void *bytes, size_t size)
{
    uint64_t sum = 0xcbf29ce484222325;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3;
    return sum;
}

static void normal_numbers_are_normal(void **state)
{
    (void)state;
    static double got[COUNT], numbers[COUNT];
    /* of the bytes, on emulated GPUs and on real ones */
    static const uint64_t hashes[] = {0xc7a25327a17ffdb8, 0x495fd25a65a2f458, 0x8d95f0dff79d932b,
                                      0xb669befa0eb64d67, 0x3d18756933dea744};
    void *memory = upload(NULL, sizeof got);
    for (unsigned d = 0; d < sizeof floats / sizeof *floats; d++) {
        uint32_t dtype = floats[d], per_group = dtype == KRT_F64 ? 2 : 4;
        double tolerance = dtype == KRT_F64    ? 1e-14
                           : dtype == KRT_F32  ? 2e-6
                           : dtype == KRT_F16  ? 0x1p-10
                           : dtype == KRT_BF16 ? 0x1p-7
                                               : 0x1p-3;
        struct krt_random at = {12, 0, 0};
        struct krt_tensor x = krt_tensor_dense(dtype, memory, 1, DIMS(COUNT));
        assert_ok(krt_random_normal(ops, stream, &at, 3, 0.5, &x));
        download(got, memory, COUNT * krt_dtype_size(dtype));
        for (unsigned i = 0; i < COUNT; i++) {
            struct krt_random group = {12, 0, i / per_group};
            uint32_t words[4];
            philox(&group, words);
            double value = number_load(got, dtype, i),
                   expected = 3 + 0.5 * normal(words, i, dtype == KRT_F64);
            if (!(fabs(value - expected) <= tolerance * (1 + fabs(expected))))
                fail_msg("%s: element %u is %.17g, not %.17g", krt_dtype_name(dtype), i, value,
                         expected);
            numbers[i] = (value - 3) / 0.5;
        }
        if (dtype >= KRT_F32)
            assert_true(distance_from_normal(numbers, COUNT) < 2.2);
        if (hash(got, COUNT * krt_dtype_size(dtype)) != hashes[d])
            fail_msg("%s: other bits: %#" PRIx64, krt_dtype_name(dtype),
                     hash(got, COUNT * krt_dtype_size(dtype)));
    }
    release(memory);
}

/* ---- Integers ------------------------------------------------------------------------------- */

static void integers_are_uniform_between_their_limits(void **state)
{
    (void)state;
    static const struct {
        uint32_t dtype;
        int64_t low, high;
    } cases[] = {{KRT_U8, 10, 19},
                 {KRT_I16, -5, 4},
                 {KRT_U32, 4294967286, 4294967295},
                 {KRT_I32, -10, -1},
                 {KRT_I64, INT64_MAX - 9, INT64_MAX}};
    static int64_t got[COUNT];
    void *memory = upload(NULL, sizeof got);
    for (unsigned c = 0; c < sizeof cases / sizeof *cases; c++) {
        uint32_t size = krt_dtype_size(cases[c].dtype), counts[10] = {0};
        struct krt_random at = {13, c, 0};
        struct krt_tensor x = krt_tensor_dense(cases[c].dtype, memory, 1, DIMS(COUNT));
        assert_ok(krt_random_integer(ops, stream, &at, cases[c].low, cases[c].high, &x));
        download(got, memory, COUNT * size);
        for (unsigned i = 0; i < COUNT; i++) {
            uint64_t low = 0, value = 0, mask = size == 8 ? UINT64_MAX : (1ull << size * 8) - 1;
            memcpy(&value, (char *)got + i * size, size);
            low = (uint64_t)cases[c].low;
            value = (value - low) & mask;
            assert_true(value < 10);
            counts[value]++;
        }
        double chi2 = 0, each = COUNT / 10.0;
        for (int i = 0; i < 10; i++)
            chi2 += (counts[i] - each) * (counts[i] - each) / each;
        assert_true(chi2 < 35); /* nine degrees of freedom: above that once in 16,000 times */
    }
    struct krt_random at = {1, 2, 3};
    struct krt_tensor x = krt_tensor_dense(KRT_I64, memory, 1, DIMS(COUNT));
    assert_ok(krt_random_integer(ops, stream, &at, INT64_MIN, INT64_MAX, &x));
    download(got, memory, sizeof got);
    for (unsigned i = 0; i < COUNT; i++) { /* all 64 bits are the words' */
        struct krt_random group = {1, 2, 3 + i / 2};
        uint32_t words[4];
        philox(&group, words);
        assert_true((uint64_t)got[i] == (1ull << 63) + wide(words, i % 2));
    }
    x.dtype = KRT_U8;
    assert_fails(krt_random_integer(ops, stream, &at, 0, 256, &x), KRT_ERROR_INVALID_ARGUMENT,
                 "256 in u8");
    assert_fails(krt_random_integer(ops, stream, &at, 2, 1, &x), KRT_ERROR_INVALID_ARGUMENT, "2");
    release(memory);
}

static void probabilities_are_kept_and_dropout_drops_the_same(void **state)
{
    (void)state;
    static const double probabilities[] = {0, 0.1, 0.5, 1};
    static unsigned char flags[COUNT], got[COUNT * 8];
    static double in[COUNT];
    void *memory = upload(NULL, sizeof got), *source = upload(NULL, sizeof in);
    for (unsigned p = 0; p < 4; p++) {
        unsigned ones = 0;
        struct krt_random at = {14, 0, 9};
        struct krt_tensor x = krt_tensor_dense(KRT_U8, memory, 1, DIMS(COUNT));
        assert_ok(krt_random_bernoulli(ops, stream, &at, probabilities[p], &x));
        download(flags, memory, sizeof flags);
        for (unsigned i = 0; i < COUNT; i++)
            ones += flags[i];
        double expected = COUNT * probabilities[p],
               deviation = sqrt(expected * (1 - probabilities[p]));
        assert_true(fabs(ones - expected) <= 4 * deviation);
        for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
            uint32_t size = krt_dtype_size(dtype);
            union scalar one = scalar_from(1, dtype), zero = scalar_from(0, dtype);
            at = (struct krt_random){14, 0, 9};
            x.dtype = dtype;
            assert_ok(krt_random_bernoulli(ops, stream, &at, probabilities[p], &x));
            download(got, memory, COUNT * size);
            for (unsigned i = 0; i < COUNT; i++)
                assert_memory_equal(got + i * size, flags[i] ? &one : &zero, size);
        }
        for (unsigned d = 0; d < sizeof floats / sizeof *floats; d++) {
            uint32_t dtype = floats[d], size = krt_dtype_size(dtype);
            double scale = probabilities[p] < 1 ? 1 / (1 - probabilities[p]) : 0;
            for (unsigned i = 0; i < COUNT; i++)
                number_store(in, dtype, i, (int)(i % 64) - 31.5);
            assert_ok(krt_copy_to_device(stream, source, in, COUNT * size));
            at = (struct krt_random){14, 0, 9};
            struct krt_tensor y = krt_tensor_dense(dtype, source, 1, DIMS(COUNT));
            assert_ok(krt_dropout(ops, stream, &at, &y, probabilities[p], &y)); /* in place */
            download(got, source, COUNT * size);
            for (unsigned i = 0; i < COUNT; i++) {
                double x_i = number_load(in, dtype, i), wanted[1];
                number_store(wanted, dtype, 0,
                             flags[i]           ? 0
                             : dtype == KRT_F64 ? x_i * scale
                                                : (float)x_i * (float)scale);
                assert_memory_equal(got + i * size, wanted, size);
            }
        }
    }
    struct krt_random at = {0, 0, 0};
    struct krt_tensor x = krt_tensor_dense(KRT_U8, memory, 1, DIMS(COUNT));
    assert_fails(krt_random_bernoulli(ops, stream, &at, 1.5, &x), KRT_ERROR_INVALID_ARGUMENT,
                 "1.5");
    assert_fails(krt_random_bernoulli(ops, stream, NULL, 0.5, &x), KRT_ERROR_INVALID_ARGUMENT,
                 "state");
    assert_true(at.offset == 0);
    release(memory);
    release(source);
}

static void permutations_hold_every_number_once(void **state)
{
    (void)state;
    static const unsigned counts[] = {1, 2, 3, 17, 256, 257, 5000};
    static int64_t got[5000];
    static bool is_there[5000];
    void *memory = upload(NULL, sizeof got);
    for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++) {
        for (unsigned w = 0; w < 3; w++) {
            uint32_t dtype = (uint32_t[]){KRT_U32, KRT_I32, KRT_I64}[w];
            struct krt_random at = {15, c, 0};
            struct krt_tensor x = krt_tensor_dense(dtype, memory, 1, DIMS(counts[c]));
            assert_ok(krt_random_permutation(ops, stream, &at, &x));
            download(got, memory, counts[c] * krt_dtype_size(dtype));
            memset(is_there, 0, sizeof is_there);
            unsigned fixed = 0;
            for (unsigned i = 0; i < counts[c]; i++) {
                int64_t number =
                    dtype == KRT_I64 ? got[i] : (int64_t)((const uint32_t *)(void *)got)[i];
                assert_true(number >= 0 && number < counts[c] && !is_there[number]);
                is_there[number] = true;
                fixed += number == i;
            }
            assert_true(counts[c] < 17 || fixed < 12); /* one is to be expected */
        }
    }
    release(memory);
}

/* All 24 orders of four numbers are equally frequent. */
static void permutations_are_equally_frequent(void **state)
{
    (void)state;
    enum { DRAWS = 2400 };
    unsigned counts[256] = {0};
    struct krt_random at = {16, 0, 0};
    uint32_t got[4];
    void *memory = upload(NULL, sizeof got);
    struct krt_tensor x = krt_tensor_dense(KRT_U32, memory, 1, DIMS(4));
    for (int i = 0; i < DRAWS; i++) {
        assert_ok(krt_random_permutation(ops, stream, &at, &x));
        download(got, memory, sizeof got);
        counts[got[0] | got[1] << 2 | got[2] << 4 | got[3] << 6]++;
    }
    double chi2 = 0, each = DRAWS / 24.0;
    unsigned kinds = 0;
    for (int i = 0; i < 256; i++) {
        kinds += counts[i] > 0;
        chi2 += counts[i] ? (counts[i] - each) * (counts[i] - each) / each : 0;
    }
    assert_int_equal(kinds, 24);
    assert_true(chi2 < 60); /* 23 degrees of freedom: above that once in 27,000 times */
    release(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_the_published_ones),
        cmocka_unit_test(an_element_depends_on_its_number_alone),
        cmocka_unit_test(launches_of_all_shapes_give_the_same),
        cmocka_unit_test(uniform_numbers_are_words_as_fractions),
        cmocka_unit_test(normal_numbers_are_normal),
        cmocka_unit_test(integers_are_uniform_between_their_limits),
        cmocka_unit_test(probabilities_are_kept_and_dropout_drops_the_same),
        cmocka_unit_test(permutations_hold_every_number_once),
        cmocka_unit_test(permutations_are_equally_frequent),
    };
    run_on_all_devices(tests);
}
