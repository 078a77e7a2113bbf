/* Operations for which the package has no kernel, as formulas that libkrt compiles. */
#include "ops.h"

static const struct {
    const char *formula;
    bool for_integers; /* whether the formula is only for integers */
} formulas[OPERATION_COUNT] = {
    [OPERATION_UNARY + KRT_UNARY_NEG] = {"y = -x", true},
    [OPERATION_UNARY + KRT_UNARY_ABS] = {"y = abs(x)", true},
    [OPERATION_UNARY + KRT_UNARY_SQR] = {"y = x * x", true},
    [OPERATION_UNARY + KRT_UNARY_RELU] = {"y = max(x, 0)", true},
    [OPERATION_UNARY + KRT_UNARY_SIGN] = {"y = sign(x)", true},
    [OPERATION_BINARY + KRT_BINARY_ADD] = {"y = a + b", false},
    [OPERATION_BINARY + KRT_BINARY_SUB] = {"y = a - b", false},
    [OPERATION_BINARY + KRT_BINARY_MUL] = {"y = a * b", false},
    [OPERATION_BINARY + KRT_BINARY_DIV] = {"y = a / b", false},
    [OPERATION_BINARY + KRT_BINARY_MAXIMUM] = {"y = max(a, b)", true},
    [OPERATION_BINARY + KRT_BINARY_MINIMUM] = {"y = min(a, b)", true},
    [OPERATION_COMPARE + KRT_EQUAL] = {"y = a == b", false},
    [OPERATION_COMPARE + KRT_NOT_EQUAL] = {"y = a != b", false},
    [OPERATION_COMPARE + KRT_LESS] = {"y = a < b", false},
    [OPERATION_COMPARE + KRT_LESS_EQUAL] = {"y = a <= b", false},
    [OPERATION_COMPARE + KRT_GREATER] = {"y = a > b", false},
    [OPERATION_COMPARE + KRT_GREATER_EQUAL] = {"y = a >= b", false},
    [OPERATION_REDUCE + KRT_REDUCE_SUM] = {"y = sum(x)", false},
    [OPERATION_REDUCE + KRT_REDUCE_MIN] = {"y = min(x)", false},
    [OPERATION_REDUCE + KRT_REDUCE_MAX] = {"y = max(x)", false},
    [OPERATION_REDUCE + KRT_REDUCE_ARGMIN] = {"y = argmin(x)", false},
    [OPERATION_REDUCE + KRT_REDUCE_ARGMAX] = {"y = argmax(x)", false},
    [OPERATION_CAST] = {"y = x", false},
    [OPERATION_WHERE] = {"y = where(c != 0, a, b)", false},
};

/* Casts of integers to bf16 go through f64, because f32 would round a second time. An i64 may have
 * more bits than an f64: one bit then replaces the lowest eleven bits, and is set if any of them
 * was set. */
static const char cast_i32_bf16[] = "y = f64(x)";
static const char cast_i64_bf16[] =
    "cut = x >> 11 << 11 | where((x & 2047) != 0, 2048, 0)\n"
    "y = f64(where(x > 1099511627776 || x < -1099511627776, cut, x))";

/* Returns which of the formulas of |operation| serves these dtypes. */
static unsigned formula_kind(unsigned operation, uint32_t first, uint32_t second)
{
    if (operation != OPERATION_CAST || second != KRT_BF16)
        return 0;
    return first == KRT_I64 ? 2 : first == KRT_I32 || first == KRT_U32;
}

const char *formula_for(unsigned operation, uint32_t first, uint32_t second)
{
    if (formulas[operation].for_integers && !dtype_is_integer(first))
        return NULL;
    if (operation == OPERATION_WHERE && !dtype_is_integer(first))
        return NULL;
    switch (formula_kind(operation, first, second)) {
    case 1: return cast_i32_bf16;
    case 2: return cast_i64_bf16;
    default: return formulas[operation].formula;
    }
}

/* Finds or makes the fusion of a formula. If several threads make the fusion at once, the first
 * thread's is kept. */
static krt_status formula_fusion(struct krt_ops *ops, unsigned operation, uint32_t first,
                                 uint32_t second, struct krt_fusion **out)
{
    _Atomic(struct krt_fusion *) *place =
        &ops->formulas[operation][formula_kind(operation, first, second)];
    struct krt_fusion *none = NULL, *made;
    *out = atomic_load(place);
    if (*out)
        return KRT_OK;
    krt_status status = krt_fusion_parse(formula_for(operation, first, second), &made);
    if (!status)
        status = krt_fusion_set_package(made, ops->package);
    if (status)
        return status;
    *out = made;
    if (!atomic_compare_exchange_strong(place, &none, made)) {
        krt_fusion_destroy(made);
        *out = none;
    }
    return KRT_OK;
}

krt_status formula_launch(struct krt_ops *ops, unsigned operation, uint32_t first, uint32_t second,
                          struct krt_stream *stream, const struct krt_tensor *const *inputs,
                          unsigned input_count, const struct krt_tensor *out, uint32_t row)
{
    struct krt_tensor operands[OPERANDS_MAX], result = *out;
    struct krt_fusion *fusion;
    uint32_t ordinal;
    if (!formula_for(operation, first, second))
        return ops_find(ops, operation, first, second, &ordinal);
    krt_status status = formula_fusion(ops, operation, first, second, &fusion);
    if (status)
        return status;
    for (unsigned i = 0; i < input_count; i++)
        operands[i] = *inputs[i];
    if (operation == OPERATION_WHERE)
        operands[1].dtype = operands[2].dtype = result.dtype = dtype_integer(out->dtype);
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = operands,
                                             .outputs = &result,
                                             .input_count = input_count,
                                             .output_count = 1,
                                             .row = row};
    return krt_fusion_launch(fusion, stream, &arguments);
}

void formulas_destroy(struct krt_ops *ops)
{
    for (unsigned operation = 0; operation < OPERATION_COUNT; operation++) {
        for (unsigned kind = 0; kind < FORMULA_KINDS; kind++)
            krt_fusion_destroy(atomic_load(&ops->formulas[operation][kind]));
    }
}
