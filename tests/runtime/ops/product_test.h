/* The end of a product, computed on the host, and how far from it a result may be. */
#ifndef PRODUCT_TEST_H
#define PRODUCT_TEST_H

#include "matmul_test.h"

static const uint32_t functions[] = {KRT_UNARY_COPY,    KRT_UNARY_RELU,    KRT_UNARY_GELU,
                                     KRT_UNARY_SILU,    KRT_UNARY_SIGMOID, KRT_UNARY_TANH,
                                     KRT_UNARY_GELU_ERF};
enum { FUNCTIONS = 7, NO_BIAS = KRT_DTYPE_COUNT };

/* The options of a test, with the dtype of the bias. */
struct end {
    double alpha, beta;
    uint32_t bias, activation, precision;
};

static inline double activate(uint32_t activation, double x)
{
    switch (activation) {
    case KRT_UNARY_RELU: return x > 0 ? x : 0;
    case KRT_UNARY_GELU: return x / 2 * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
    case KRT_UNARY_GELU_ERF: return x * erfc(-x / sqrt(2)) / 2;
    case KRT_UNARY_SILU: return x / (1 + exp(-x));
    case KRT_UNARY_SIGMOID: return 1 / (1 + exp(-x));
    case KRT_UNARY_TANH: return tanh(x);
    default: return x;
    }
}

/* What goes into an element: the sum of |k| products, of whose magnitudes |magnitude| is the sum.
 */
struct parts {
    uint64_t k;
    double sum, magnitude, before, bias;
};

static inline double element_of(const struct end *end, const struct parts *parts)
{
    double before = end->beta == 0 ? 0 : end->beta * parts->before; /* which may be a NaN */
    return activate(end->activation, end->alpha * parts->sum + before + parts->bias);
}

/* The sum as tolerance() has it; the end adds three rounded steps and a fourth product. No
 * activation is steeper than 1.13. Those of f16 and bf16 are within 2^-15 before they are rounded,
 * those of f32 and f64 as docs/kernels.md says. TF32 cuts operands to 11 bits; sums in f16 have as
 * many. */
static inline double bound_of(uint32_t dtype, const struct end *end, const struct parts *parts)
{
    bool is_narrow = dtype == KRT_F16 || dtype == KRT_BF16;
    bool in_f16 = dtype == KRT_F16 && end->precision == KRT_PRECISION_F16_ACCUMULATE;
    double unit = unit_of(dtype == KRT_F64 ? KRT_F64 : in_f16 ? KRT_F16 : KRT_F32);
    double steps = (double)parts->k * unit, before = end->beta == 0 ? 0 : end->beta * parts->before;
    double terms = fabs(end->alpha) * parts->magnitude + fabs(before) + fabs(parts->bias);
    double x = end->alpha * parts->sum + before + parts->bias, y = element_of(end, parts);
    double error = fabs(end->alpha) * steps / (1 - steps) * parts->magnitude + 4 * unit * terms;
    if (dtype == KRT_F32 && end->precision == KRT_PRECISION_TF32)
        error += fabs(end->alpha) * 0x1.01p-9 * parts->magnitude;
    error *= 1.13;
    if (end->activation != KRT_UNARY_COPY && end->activation != KRT_UNARY_RELU)
        error += is_narrow ? 0x1p-15 * fabs(y) : 8 * unit * fmax(fabs(x), fabs(y)) + 0x1p-126;
    return is_narrow ? error + unit_of(dtype) * (fabs(y) + error) + 0x1p-25 : error;
}

static inline void check_end(uint32_t dtype, const struct end *end, const struct parts *parts,
                             double got, bool is_exact)
{
    double wanted = element_of(end, parts), error = is_exact ? 0 : bound_of(dtype, end, parts);
    double rounded = wanted;
    number_store(&rounded, dtype, 0, wanted);
    rounded = number_load(&rounded, dtype, 0); /* which may be infinite */
    if (got != rounded && (is_exact || !(fabs(got - wanted) <= error)))
        fail_msg("%s, alpha %g, beta %g, activation %u: %.17g, not %.17g (%.3g from it)",
                 krt_dtype_name(dtype), end->alpha, end->beta, end->activation, got, wanted, error);
}

static inline struct krt_product_options options_of(const struct end *end,
                                                    const struct krt_tensor *bias)
{
    return (struct krt_product_options){.struct_size = sizeof(struct krt_product_options),
                                        .alpha = end->alpha,
                                        .beta = end->beta,
                                        .bias = end->bias == NO_BIAS ? NULL : bias,
                                        .activation = end->activation,
                                        .precision = end->precision};
}

#endif
