/* check KRT-DEVICE CODE-OBJECT...: calls the kernels of functions.h that the code objects have with
 * specials and samples, and compares the outputs with the exact results.
 *
 * The functions of 16 bits get every argument. KBUILD_TEST_SAMPLES says how many more samples the
 * others get than in CI, and KBUILD_TEST_VERBOSE=1 prints each function's largest error. */
#include "exact.h"
#include "functions.h"

#include <krt/krt.h>

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI          3.141592653589793
#define ANY         INFINITY
#define ABSOLUTE(x) (-(x))

struct format {
    const char *name;
    int digits;
    int exponent_min; /* of the smallest normal number */
    int exponent_max; /* of the largest number */
};
static const struct format f16 = {"f16", 11, -14, 15};
static const struct format bf16 = {"bf16", 8, -126, 127};
static const struct format f32 = {"f32", 24, -126, 127};
static const struct format f64 = {"f64", 53, -1022, 1023};

struct function {
    const char *name;
    const struct format *format;
    exact_function *exact;
    double (*limit)(double x, double y, double z);
};

#define LIMIT(TYPE, NAME, CALL, EXACT, BOUND)                                                      \
    static double limit_##NAME(double x, double y, double z)                                       \
    {                                                                                              \
        (void)x, (void)y, (void)z;                                                                 \
        return BOUND;                                                                              \
    }
#define ROW(TYPE, NAME, CALL, EXACT, BOUND) {#NAME, &(TYPE), exact_##EXACT, limit_##NAME},
#define FUNCTIONS(X)                        FUNCTIONS_F16(X) FUNCTIONS_BF16(X) FUNCTIONS_F32(X) FUNCTIONS_F64(X)
FUNCTIONS(LIMIT)
static const struct function functions[] = {FUNCTIONS(ROW)};

/* ---- Numbers of a format -------------------------------------------------------------------- */

/* |x| rounded to nearest in |format|. */
static double rounded(const struct format *format, mpfr_t x)
{
    if (!mpfr_number_p(x) || mpfr_zero_p(x))
        return mpfr_get_d(x, MPFR_RNDN);
    mpfr_exp_t exponent = mpfr_get_exp(x) - 1;
    if (exponent < format->exponent_min)
        exponent = format->exponent_min;
    const mpfr_exp_t unit = exponent - format->digits + 1;
    mpfr_t integer;
    mpfr_init2(integer, 64);
    mpfr_t scaled;
    mpfr_init2(scaled, mpfr_get_prec(x));
    mpfr_mul_2si(scaled, x, -unit, MPFR_RNDN);
    mpfr_roundeven(integer, scaled);
    mpfr_mul_2si(integer, integer, unit, MPFR_RNDN);
    const double result = mpfr_get_d(integer, MPFR_RNDN);
    mpfr_clears(integer, scaled, (mpfr_ptr)0);
    const double limit = ldexp(2 - ldexp(1, 1 - format->digits), format->exponent_max);
    return fabs(result) > limit ? copysign(INFINITY, result) : result;
}

static double nearest(const struct format *format, double x)
{
    mpfr_t exact;
    mpfr_init2(exact, 53);
    mpfr_set_d(exact, x, MPFR_RNDN);
    const double result = rounded(format, exact);
    mpfr_clear(exact);
    return result;
}

/* How many numbers of |format| are between 0 and |x|, which is one of them. */
static int64_t rank(const struct format *format, double x)
{
    int exponent = format->exponent_max + 1;
    const double size = isinf(x) ? ldexp(1, exponent - 1) * 2 : fabs(x);
    if (isinf(size)) {
        const int64_t count = (int64_t)(2 * format->exponent_max + 1) << (format->digits - 1);
        return x < 0 ? -count : count;
    }
    if (size == 0)
        return 0;
    frexp(size, &exponent);
    if (--exponent < format->exponent_min)
        exponent = format->exponent_min;
    const int64_t units = (int64_t)ldexp(size, format->digits - 1 - exponent);
    const int64_t result =
        ((int64_t)(exponent - format->exponent_min) << (format->digits - 1)) + units;
    return x < 0 ? -result : result;
}

/* ---- Arguments ------------------------------------------------------------------------------ */

struct samples {
    double *in[3];
    int count;
};

static uint64_t random_bits(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* 0 to 1 */
static double random_unit(void)
{
    return (double)(random_bits() >> 11) * 0x1p-53;
}

static void samples_add(struct samples *samples, const struct format *format, double x, double y,
                        double z)
{
    const double values[] = {x, y, z};
    if (samples->count % 4096 == 0)
        for (int i = 0; i < 3; i++) {
            const size_t bytes = sizeof(double) * ((size_t)samples->count + 4096);
            samples->in[i] = realloc(samples->in[i], bytes);
            if (!samples->in[i])
                abort();
        }
    for (int i = 0; i < 3; i++)
        samples->in[i][samples->count] = nearest(format, values[i]);
    samples->count++;
}

static void samples_free(struct samples *samples)
{
    for (int i = 0; i < 3; i++)
        free(samples->in[i]);
    *samples = (struct samples){0};
}

/* The number with these bits. */
static double from_bits(const struct format *format, uint64_t bits)
{
    if (format == &f64) {
        double x;
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    const int digits = format->digits;
    const int exponents = format == &f16 ? 5 : 8;
    const int exponent = (int)(bits >> (digits - 1)) & ((1 << exponents) - 1);
    const uint64_t fraction = bits & ((1ull << (digits - 1)) - 1);
    double x;
    if (exponent == (1 << exponents) - 1)
        x = fraction ? NAN : INFINITY;
    else if (!exponent)
        x = ldexp((double)fraction, format->exponent_min - digits + 1);
    else
        x = ldexp((double)(fraction + (1ull << (digits - 1))),
                  exponent - 1 + format->exponent_min - digits + 1);
    return bits >> (digits - 1 + exponents) & 1 ? -x : x;
}

/* A value of any size, one of a usual size, or one near a multiple of pi / 4 or of 1 / 2. */
static double random_value(const struct format *format)
{
    const double unit = 2 * random_unit() - 1;
    switch (random_bits() % 8) {
    case 0: return from_bits(format, random_bits());
    case 1: return from_bits(format, random_bits());
    case 2: return unit;
    case 3: return 10 * unit;
    case 4: return 100 * unit;
    case 5: return 1 + unit / 64;
    case 6: return nearest(format, (double)(random_bits() % 64) * PI / 4) * (1 + unit * 0x1p-20);
    default: return (double)(int)(random_bits() % 64) / 2 - 16;
    }
}

static const double specials[] = {0.0,
                                  0x1p-1074,
                                  0x1p-149,
                                  0x1p-133,
                                  0x1p-24,
                                  0x1p-14,
                                  0x1.ffcp-15,
                                  0x1p-126,
                                  0x1.fffffcp-127,
                                  0x1p-64,
                                  0x1p-1022,
                                  0.25,
                                  0.5,
                                  1,
                                  1.5,
                                  2,
                                  2.5,
                                  3,
                                  8,
                                  10,
                                  88.75,
                                  127.5,
                                  128,
                                  255.5,
                                  1024,
                                  65504,
                                  0x1p15,
                                  0x1p23,
                                  0x1p31,
                                  0x1p52,
                                  0x1p63,
                                  0x1p100,
                                  0x1p126,
                                  0x1.fffffep127,
                                  0x1p1000,
                                  0x1.fffffffffffffp1023,
                                  0x1.fffffffffffffp-1,
                                  0x1.fffffep-1,
                                  0x1.ffcp-1,
                                  0x1.fep-1,
                                  0x1.0000000000001p0,
                                  0x1.000002p0,
                                  0x1.004p0,
                                  0x1.02p0,
                                  INFINITY,
                                  NAN,
                                  PI,
                                  PI / 2,
                                  5e-5};
#define SPECIALS ((int)(sizeof specials / sizeof *specials))

static double special(int i)
{
    return i % 2 ? -specials[i / 2 % SPECIALS] : specials[i / 2 % SPECIALS];
}

/* Every value of 16 bits, or the specials and |count| random ones, in pairs and in threes. */
static struct samples samples_make(const struct format *format, int count)
{
    struct samples samples = {0};
    if (format->digits < 24)
        for (uint64_t bits = 0; bits < 65536; bits++) {
            const double y = random_value(format), z = random_value(format);
            samples_add(&samples, format, from_bits(format, bits), y, z);
        }
    for (int i = 0; i < 2 * SPECIALS; i++)
        for (int j = 0; j < 2 * SPECIALS; j += 1 + (int)(random_bits() % 4))
            samples_add(&samples, format, special(i), special(j),
                        special((int)(random_bits() % 99)));
    for (int i = 0; i < count; i++) {
        const double x = random_value(format), y = random_value(format);
        samples_add(&samples, format, x, i % 4 ? y : x * (1 + y / 8), random_value(format));
    }
    return samples;
}

/* ---- The device ----------------------------------------------------------------------------- */

static void need(krt_status status, const char *what)
{
    if (status == KRT_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, krt_error_message());
    exit(1);
}

static struct krt_raw_module *load(struct krt_device *device, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        exit(1);
    }
    static char bytes[1 << 24];
    const size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    struct krt_raw_module *module;
    need(krt_module_load_raw(device, bytes, count, &module), path);
    return module;
}

/* What the kernel makes of the samples. */
static double *results(struct krt_device *device, struct krt_function *kernel,
                       const struct samples *samples)
{
    struct krt_stream *stream = krt_device_stream(device);
    const uint64_t bytes = sizeof(double) * (uint64_t)samples->count;
    void *memory[4];
    for (int i = 0; i < 4; i++)
        need(krt_alloc(device, bytes, &memory[i]), "krt_alloc");
    for (int i = 0; i < 3; i++)
        need(krt_copy_to_device(stream, memory[i], samples->in[i], bytes), "krt_copy_to_device");
    int count = samples->count;
    void *arguments[] = {&memory[0], &memory[1], &memory[2], &memory[3], &count};
    const struct krt_launch_config config = {.grid = {((uint32_t)count + 255) / 256},
                                             .block = {256}};
    need(krt_function_launch(kernel, stream, &config, arguments, 5), "krt_function_launch");
    double *out = malloc(bytes);
    if (!out)
        abort();
    need(krt_copy_to_host(stream, out, memory[3], bytes), "krt_copy_to_host");
    need(krt_stream_synchronize(stream), "krt_stream_synchronize");
    for (int i = 0; i < 4; i++)
        need(krt_free(device, memory[i]), "krt_free");
    return out;
}

/* ---- The comparison ------------------------------------------------------------------------- */

/* The error of |got| in units of what |limit| counts in; more than |limit| where it is wrong. */
static double error_of(const struct format *format, double got, double want, mpfr_t exact,
                       double limit)
{
    if (isnan(want) || isnan(got))
        return isnan(want) && isnan(got) ? 0 : INFINITY;
    if (want == 0 && got == 0)
        return signbit(want) == signbit(got) ? 0 : INFINITY;
    if (limit >= 0)
        return fabs((double)(rank(format, got) - rank(format, want)));
    if (isinf(want) || isinf(got))
        return want == got ? 0 : INFINITY;
    mpfr_t difference;
    mpfr_init2(difference, 53);
    mpfr_sub_d(difference, exact, got, MPFR_RNDA);
    const double error = fabs(mpfr_get_d(difference, MPFR_RNDA));
    mpfr_clear(difference);
    return error;
}

/* Compares, prints the worst, and returns how many results are beyond the limit. */
static int compare(const struct function *function, const struct samples *samples,
                   const double *out, bool verbose)
{
    mpfr_t exact, in[3];
    mpfr_inits2(53, in[0], in[1], in[2], (mpfr_ptr)0);
    mpfr_init2(exact, EXACT_BITS);
    int bad = 0, unequal = 0;
    double worst = 0, shown = NAN;
    for (int i = 0; i < samples->count; i++) {
        const double x = samples->in[0][i], y = samples->in[1][i], z = samples->in[2][i];
        const double limit = function->limit(x, y, z);
        if (limit == ANY)
            continue;
        for (int j = 0; j < 3; j++)
            mpfr_set_d(in[j], samples->in[j][i], MPFR_RNDN);
        mpfr_set_prec(exact, function->format->digits < 24 ? 80 : EXACT_BITS);
        function->exact(exact, in);
        const double want = rounded(function->format, exact);
        const double error = error_of(function->format, out[i], want, exact, limit);
        unequal += error != 0;
        if (limit >= 0 && error > worst)
            worst = error;
        if (error == 0 || error <= fabs(limit))
            continue;
        if (x == shown && i % 7)
            bad++;
        else if (shown = x, bad++ < (verbose ? 20 : 4))
            printf("%s(%a, %a, %a) = %a, not %a (%g, %g, %g: error %g, limit %g)\n", function->name,
                   x, y, z, out[i], want, x, y, z, error, fabs(limit));
    }
    if (verbose)
        printf("%-5s %-20s %8d calls, %7d not rounded correctly, by up to %g\n",
               function->format->name, function->name, samples->count, unequal, worst);
    if (bad)
        printf("FAILED: %s %s: %d of %d results\n", function->format->name, function->name, bad,
               samples->count);
    mpfr_clears(exact, in[0], in[1], in[2], (mpfr_ptr)0);
    return bad;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: math_check DEVICE CODE-OBJECT...\n");
        return 2;
    }
    const char *more = getenv("KBUILD_TEST_SAMPLES"), *verbose = getenv("KBUILD_TEST_VERBOSE");
    const int count = 600 * (more ? atoi(more) : 1);
    const struct krt_device_options options = {.struct_size = sizeof options, .device = argv[1]};
    struct krt_device *device;
    need(krt_device_open(&options, &device), argv[1]);
    int called = 0, failed = 0;
    for (int i = 2; i < argc; i++) {
        struct krt_raw_module *module = load(device, argv[i]);
        struct samples samples = {0};
        const struct format *format = NULL;
        for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
            char name[64];
            snprintf(name, sizeof name, "math_%s", functions[f].name);
            struct krt_function *kernel;
            if (krt_module_function(module, name, &kernel) != KRT_OK)
                continue;
            if (format != functions[f].format) {
                format = functions[f].format;
                samples_free(&samples);
                samples = samples_make(format, count);
            }
            double *out = results(device, kernel, &samples);
            failed += compare(&functions[f], &samples, out, verbose != NULL) != 0;
            called++;
            free(out);
        }
        samples_free(&samples);
        krt_module_unload(module);
    }
    krt_device_close(device);
    mpfr_free_cache();
    printf("%d functions, %d wrong\n", called, failed);
    return called == 0 || failed != 0;
}
