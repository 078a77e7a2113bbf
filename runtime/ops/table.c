/* Finds the kernels of operations by their names in the package. */
#include "ops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The beginnings of kernels' names. One dtype follows, or two dtypes for OPERATION_CAST and the
 * operations after it. */
static const char *const beginnings[OPERATION_COUNT] = {
#define UNARY(NAME) [OPERATION_UNARY + KRT_UNARY_##NAME]
    UNARY(COPY) = "ucopy",
    UNARY(NEG) = "uneg",
    UNARY(ABS) = "uabs",
    UNARY(RECIP) = "urecip",
    UNARY(EXP) = "uexp",
    UNARY(LOG) = "ulog",
    UNARY(SIN) = "usin",
    UNARY(COS) = "ucos",
    UNARY(TANH) = "utanh",
    UNARY(ERF) = "uerf",
    UNARY(NORMCDF) = "unormcdf",
    UNARY(CEIL) = "uceil",
    UNARY(FLOOR) = "ufloor",
    UNARY(ROUND) = "uround",
    UNARY(SQR) = "usqr",
    UNARY(SQRT) = "usqrt",
    UNARY(RELU) = "urelu",
    UNARY(GELU) = "ugelu",
    UNARY(GELU_ERF) = "ugelu_erf",
    UNARY(SILU) = "usilu",
    UNARY(SIGMOID) = "usigmoid",
    UNARY(SIGN) = "usign",
#undef UNARY
    [OPERATION_ELU] = "uelu",
    [OPERATION_POWF] = "upowf",
    [OPERATION_AFFINE] = "affine",
    [OPERATION_FILL] = "fill",
    [OPERATION_SET] = "const_set",
    [OPERATION_COPY2D] = "copy2d",
    [OPERATION_MATMUL] = "matmul",
    [OPERATION_PRODUCT] = "product",
    [OPERATION_PRODUCT_FEW] = "product_few",
    [OPERATION_FINISH] = "finish",
    [OPERATION_ROUND_BLOCKS] = "round_blocks",
    [OPERATION_BINARY + KRT_BINARY_ADD] = "badd",
    [OPERATION_BINARY + KRT_BINARY_SUB] = "bsub",
    [OPERATION_BINARY + KRT_BINARY_MUL] = "bmul",
    [OPERATION_BINARY + KRT_BINARY_DIV] = "bdiv",
    [OPERATION_BINARY + KRT_BINARY_MAXIMUM] = "bmaximum",
    [OPERATION_BINARY + KRT_BINARY_MINIMUM] = "bminimum",
    [OPERATION_COMPARE + KRT_EQUAL] = "eq",
    [OPERATION_COMPARE + KRT_NOT_EQUAL] = "ne",
    [OPERATION_COMPARE + KRT_LESS] = "lt",
    [OPERATION_COMPARE + KRT_LESS_EQUAL] = "le",
    [OPERATION_COMPARE + KRT_GREATER] = "gt",
    [OPERATION_COMPARE + KRT_GREATER_EQUAL] = "ge",
    [OPERATION_REDUCE + KRT_REDUCE_SUM] = "fast_sum",
    [OPERATION_REDUCE + KRT_REDUCE_MIN] = "fast_min",
    [OPERATION_REDUCE + KRT_REDUCE_MAX] = "fast_max",
    [OPERATION_REDUCE + KRT_REDUCE_ARGMIN] = "fast_argmin",
    [OPERATION_REDUCE + KRT_REDUCE_ARGMAX] = "fast_argmax",
    [OPERATION_REDUCE_SHORT + KRT_REDUCE_SUM] = "short_sum",
    [OPERATION_REDUCE_SHORT + KRT_REDUCE_MIN] = "short_min",
    [OPERATION_REDUCE_SHORT + KRT_REDUCE_MAX] = "short_max",
    [OPERATION_REDUCE_SHORT + KRT_REDUCE_ARGMIN] = "short_argmin",
    [OPERATION_REDUCE_SHORT + KRT_REDUCE_ARGMAX] = "short_argmax",
    [OPERATION_ROPE + KRT_ROPE_INTERLEAVED] = "rope_i",
    [OPERATION_ROPE + KRT_ROPE_HALVES] = "rope",
    [OPERATION_ROPE + KRT_ROPE_HALVES_THD] = "rope_thd",
    [OPERATION_SOFTMAX] = "softmax",
    [OPERATION_SOFTMAX_LONG] = "softmax_long",
    [OPERATION_RMS_NORM] = "rmsnorm",
    [OPERATION_LAYER_NORM] = "layernorm",
    [OPERATION_SORT_UP] = "asort_asc",
    [OPERATION_SORT_DOWN] = "asort_desc",
    [OPERATION_CONV1D] = "conv1d",
    [OPERATION_CONV2D] = "conv2d",
    [OPERATION_CONV_TRANSPOSE1D] = "conv_transpose1d",
    [OPERATION_CONV_TRANSPOSE2D] = "conv_transpose2d",
    [OPERATION_IM2COL1D] = "im2col1d",
    [OPERATION_IM2COL] = "im2col",
    [OPERATION_COL2IM1D] = "col2im1d",
    [OPERATION_MAX_POOL2D] = "max_pool2d",
    [OPERATION_AVERAGE_POOL2D] = "avg_pool2d",
    [OPERATION_UPSAMPLE_NEAREST2D] = "upsample_nearest2d",
    [OPERATION_UPSAMPLE_BILINEAR2D] = "upsample_bilinear2d",
    [OPERATION_CONV_DEPTHWISE] = "conv_depthwise",
    [OPERATION_CONV_PATCHES] = "conv_patches",
    [OPERATION_CONV_TILES] = "conv_tiles",
    [OPERATION_CONV_TRANSPOSE_TILES] = "conv_transpose_tiles",
    [OPERATION_CONV_STRIPS] = "conv_strips",
    [OPERATION_CONV_TRANSPOSE_STRIPS] = "conv_transpose_strips",
    [OPERATION_CHANNELS_LAST] = "channels_last",
    [OPERATION_CONV_CHANNELS] = "conv_channels",
    [OPERATION_PRODUCT_ALONG_K] = "product_along_k",
    [OPERATION_PRODUCT_ALONG_N] = "product_along_n",
    [OPERATION_GET_ROWS] = "get_rows",
    [OPERATION_SUM_INTO] = "sum",
    [OPERATION_SUM_WIDE] = "fast_sum_wide",
    [OPERATION_SHORT_SUM_WIDE] = "short_sum_wide",
    [OPERATION_SHORT_SUM_NARROW] = "short_sum_narrow",
    [OPERATION_SORT_COUNT] = "sort_count",
    [OPERATION_SORT_DIGIT] = "sort_digit",
    [OPERATION_SCAN + KRT_SCAN_SUM] = "cumsum",
    [OPERATION_SCAN + KRT_SCAN_PRODUCT] = "cumprod",
    [OPERATION_ARANGE] = "arange",
    [OPERATION_LINSPACE] = "linspace",
    [OPERATION_BAND] = "band",
    [OPERATION_PAD] = "pad",
    [OPERATION_RANDOM_BITS] = "random_bits",
    [OPERATION_RANDOM_UNIFORM] = "random_uniform",
    [OPERATION_RANDOM_NORMAL] = "random_normal",
    [OPERATION_RANDOM_INTEGER] = "random_integer",
    [OPERATION_RANDOM_BERNOULLI] = "random_bernoulli",
    [OPERATION_RANDOM_PERMUTATION] = "random_permutation",
    [OPERATION_DROPOUT] = "dropout",
    [OPERATION_CAST] = "cast",
    [OPERATION_WHERE] = "where",
    [OPERATION_INDEX_SELECT] = "is",
    [OPERATION_GATHER] = "gather",
    [OPERATION_INDEX_ADD] = "ia",
    [OPERATION_SCATTER_ADD] = "sa",
    [OPERATION_SCATTER] = "s",
};

const char *operation_name(unsigned operation)
{
    return beginnings[operation];
}

static bool has_two_dtypes(unsigned operation)
{
    return operation >= OPERATION_CAST;
}

/* The names of kernels of quantized matrices. %s is the format, in the spelling that the kernels of
 * that name use. */
enum spelling { SPELLED_Q4_K, SPELLED_Q4_K_LOWER, SPELLED_Q4K };
static const struct {
    const char *pattern;
    enum spelling spelling;
} quantized[QUANTIZED_COUNT] = {
    [QUANTIZED_DEQUANTIZE_F32] = {"dequantize_block_%s_f32", SPELLED_Q4_K},
    [QUANTIZED_DEQUANTIZE_F16] = {"dequantize_block_%s_f16", SPELLED_Q4_K},
    [QUANTIZED_GET_ROWS] = {"get_rows_%s", SPELLED_Q4_K},
    [QUANTIZED_QUANTIZE] = {"quantize_%s", SPELLED_Q4_K},
    [QUANTIZED_MATVEC_EXACT] = {"dequantize_mul_mat_vec_%s", SPELLED_Q4_K_LOWER},
    [QUANTIZED_MATVEC_1] = {"mul_mat_vec_%s_rounded_1", SPELLED_Q4_K},
    [QUANTIZED_MATVEC_4] = {"mul_mat_vec_%s_rounded_4", SPELLED_Q4_K},
    [QUANTIZED_MATVEC_8] = {"mul_mat_vec_%s_rounded_8", SPELLED_Q4_K},
    [QUANTIZED_MATMUL] = {"mul_mat_%s_rounded", SPELLED_Q4_K},
    [QUANTIZED_MOE] = {"indexed_moe_forward_%s_rounded", SPELLED_Q4K},
};

const char *quantized_pattern(unsigned kind)
{
    return quantized[kind].pattern;
}

/* ---- Filling the table ---------------------------------------------------------------------- */

/* Looks for a kernel under each spelling of its dtypes. */
static uint32_t find_kernel(const struct names *names, unsigned operation, uint32_t first,
                            uint32_t second)
{
    char name[96];
    bool has_two = has_two_dtypes(operation);
    for (unsigned spelling = 0; spelling < (has_two ? 4 : 2); spelling++) {
        const char *a = dtype_suffix(first, spelling % 2);
        const char *b = has_two ? dtype_suffix(second, spelling / 2) : "";
        if (!a || !b)
            continue;
        snprintf(name, sizeof name, "%s_%s%s%s", operation_name(operation), a, has_two ? "_" : "",
                 b);
        uint32_t ordinal = names_find(names, name);
        if (ordinal != NO_KERNEL)
            return ordinal;
    }
    return NO_KERNEL;
}

/* Returns the dtype whose kernel for |operation| may be used for |dtype|, because it treats bits in
 * the same way. Returns |dtype| if there is no such dtype. */
static uint32_t stand_in(unsigned operation, uint32_t dtype)
{
    switch (operation) {
    case OPERATION_UNARY + KRT_UNARY_COPY:
    case OPERATION_FILL:
    case OPERATION_SET:
    case OPERATION_COPY2D:
    case OPERATION_WHERE:
    case OPERATION_INDEX_SELECT:
    case OPERATION_GATHER:
    /* Kernels of gather and scatter only move bits. */
    case OPERATION_SCATTER: return dtype_bits(dtype);
    case OPERATION_IM2COL1D:
    case OPERATION_IM2COL:
    case OPERATION_UPSAMPLE_NEAREST2D: return dtype == KRT_I64 ? KRT_F64 : dtype_bits(dtype);
    case OPERATION_SORT_COUNT:
    case OPERATION_SORT_DIGIT:
    case OPERATION_BAND:
    case OPERATION_PAD:
    case OPERATION_RANDOM_BERNOULLI: return dtype_bits(dtype_integer(dtype));
    case OPERATION_BINARY + KRT_BINARY_ADD:
    case OPERATION_BINARY + KRT_BINARY_SUB:
    case OPERATION_BINARY + KRT_BINARY_MUL:
    case OPERATION_COMPARE + KRT_EQUAL:
    case OPERATION_COMPARE + KRT_NOT_EQUAL:
    case OPERATION_REDUCE + KRT_REDUCE_SUM:
    case OPERATION_REDUCE_SHORT + KRT_REDUCE_SUM:
    case OPERATION_SUM_INTO:
    case OPERATION_CONV1D:
    case OPERATION_CONV2D:
    case OPERATION_CONV_TRANSPOSE1D:
    case OPERATION_CONV_TRANSPOSE2D:
    case OPERATION_COL2IM1D:
    case OPERATION_CONV_TILES:
    case OPERATION_CONV_TRANSPOSE_TILES:
    case OPERATION_CONV_STRIPS:
    case OPERATION_CONV_TRANSPOSE_STRIPS:
    case OPERATION_SCAN + KRT_SCAN_SUM:
    case OPERATION_SCAN + KRT_SCAN_PRODUCT:
    case OPERATION_ARANGE:
    case OPERATION_RANDOM_BITS:
    case OPERATION_RANDOM_INTEGER:
    case OPERATION_RANDOM_PERMUTATION:
    case OPERATION_INDEX_ADD:
    /* Sums of integers wrap, so signed and unsigned ones have the same bits. */
    case OPERATION_SCATTER_ADD: return dtype == KRT_I32 ? KRT_U32 : dtype;
    default: return dtype;
    }
}

/* Returns the dtype whose kernel serves a condition or an index of |dtype|: kernels of u32 serve
 * i32. There a negative index is a u32 that is too large, and so remains invalid. */
static uint32_t selector_stand_in(unsigned operation, uint32_t dtype)
{
    return dtype == KRT_I32 && operation != OPERATION_CAST ? KRT_U32 : dtype;
}

static void fill_stand_ins(struct krt_ops *ops, unsigned operation)
{
    bool has_two = has_two_dtypes(operation);
    for (uint32_t first = 0; first < KRT_DTYPE_COUNT; first++) {
        for (uint32_t second = 0; second < (has_two ? KRT_DTYPE_COUNT : 1); second++) {
            uint32_t *ordinal = &ops->ordinals[operation][first][second];
            uint32_t other_first =
                has_two ? selector_stand_in(operation, first) : stand_in(operation, first);
            uint32_t other_second = has_two ? stand_in(operation, second) : 0;
            if (*ordinal == NO_KERNEL)
                *ordinal = ops->ordinals[operation][first][other_second];
            if (*ordinal == NO_KERNEL)
                *ordinal = ops->ordinals[operation][other_first][other_second];
        }
    }
}

/* Enters kernels that copy for casts from a dtype to itself, and for rounding of integers. */
static void fill_copies(struct krt_ops *ops)
{
    static const unsigned roundings[] = {KRT_UNARY_CEIL, KRT_UNARY_FLOOR, KRT_UNARY_ROUND};
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
        uint32_t copy = ops->ordinals[OPERATION_UNARY + KRT_UNARY_COPY][dtype][0];
        if (!ops_has(ops, OPERATION_CAST, dtype, dtype))
            ops->ordinals[OPERATION_CAST][dtype][dtype] = copy;
        for (unsigned i = 0; dtype_is_integer(dtype) && i < 3; i++) {
            if (!ops_has(ops, OPERATION_UNARY + roundings[i], dtype, 0))
                ops->ordinals[OPERATION_UNARY + roundings[i]][dtype][0] = copy;
        }
    }
}

static void fill_table(struct krt_ops *ops, const struct names *names)
{
    for (unsigned operation = 0; operation < OPERATION_COUNT; operation++) {
        for (uint32_t first = 0; first < KRT_DTYPE_COUNT; first++) {
            for (uint32_t second = 0; second < KRT_DTYPE_COUNT; second++)
                ops->ordinals[operation][first][second] =
                    second > 0 && !has_two_dtypes(operation)
                        ? NO_KERNEL
                        : find_kernel(names, operation, first, second);
        }
        fill_stand_ins(ops, operation);
    }
    fill_copies(ops);
}

/* Writes the name of |format| as kernels spell it: q4_K, q4_k or q4_0_cuda, or q4k. Formats after
 * Q8_K have one spelling. */
static void spell_format(uint32_t format, enum spelling spelling, char out[16])
{
    const char *name = krt_block_format_name(format);
    bool is_super = krt_block_format_elements(format) == 256;
    if (format > KRT_Q8_K)
        snprintf(out, 16, "%s", name);
    else if (spelling == SPELLED_Q4K && is_super)
        snprintf(out, 16, "%.2sk", name);
    else if (spelling == SPELLED_Q4_K_LOWER)
        snprintf(out, 16, is_super ? "%.2s_k" : "%s_cuda", name);
    else
        snprintf(out, 16, "%s", name);
}

enum { QUANTIZED_NAME = 96 };

static void name_quantized(unsigned kind, uint32_t format, char out[QUANTIZED_NAME])
{
    char format_name[16];
    const char *pattern = quantized[kind].pattern, *at = strstr(pattern, "%s");
    spell_format(format, quantized[kind].spelling, format_name);
    snprintf(out, QUANTIZED_NAME, "%.*s%s%s", (int)(at - pattern), pattern, format_name, at + 2);
}

static void fill_quantized(struct krt_ops *ops, const struct names *names)
{
    char name[QUANTIZED_NAME];
    for (unsigned kind = 0; kind < QUANTIZED_COUNT; kind++) {
        for (uint32_t format = 0; format < KRT_BLOCK_FORMAT_COUNT; format++) {
            name_quantized(kind, format, name);
            ops->quantized[kind][format] = names_find(names, name);
        }
    }
}

krt_status krt_ops_create(const struct krt_package *package, struct krt_ops **out)
{
    static const char function[] = "krt_ops_create";
    struct names *names;
    if (!out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |out| is NULL", function);
    krt_status status = names_of(function, package, &names);
    if (status)
        return status;
    struct krt_ops *ops = calloc(1, sizeof *ops);
    if (ops) {
        ops->package = package;
        fill_table(ops, names);
        fill_quantized(ops, names);
        *out = ops;
    }
    names_free(names);
    return ops ? KRT_OK
               : krt_fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for the operations of package %s",
                          package->name);
}

void krt_ops_destroy(struct krt_ops *ops)
{
    if (ops)
        formulas_destroy(ops);
    free(ops);
}

/* ---- Finding a kernel of a wider dtype ------------------------------------------------------- */

/* Returns the next wider dtype that has every number of |dtype|. An operation in it gives the same
 * numbers: integers have their low bits, and floats of 8 bits are computed in f32 by every kernel.
 * Returns |dtype| if it is not widened. */
static uint32_t next_wider(uint32_t dtype)
{
    switch (dtype) {
    case KRT_I16: return KRT_I32;
    case KRT_I32: return KRT_I64;
    case KRT_F8E4M3: return KRT_F32;
    default: return dtype;
    }
}

/* Whether the functions that do |operation| look for a wider dtype. */
static bool is_widened(unsigned operation)
{
    return (operation >= OPERATION_CONV1D && operation <= OPERATION_CONV_TRANSPOSE_STRIPS) ||
           operation == OPERATION_INDEX_ADD || operation == OPERATION_SCATTER_ADD;
}

uint32_t ops_ids(const struct krt_ops *ops, unsigned operation, uint32_t ids, uint32_t dtype)
{
    return ids == KRT_I16 && !ops_has(ops, operation, ids, dtype) ? KRT_I32 : ids;
}

static bool has_kernel(const struct krt_ops *ops, unsigned operation, uint32_t ids, uint32_t dtype)
{
    return has_two_dtypes(operation)
               ? ops_has(ops, operation, ops_ids(ops, operation, ids, dtype), dtype)
               : ops_has(ops, operation, dtype, 0);
}

uint32_t ops_wider(const struct krt_ops *ops, unsigned operation, uint32_t ids, uint32_t dtype)
{
    uint32_t wide = dtype;
    while (is_widened(operation) && !has_kernel(ops, operation, ids, wide)) {
        if (next_wider(wide) == wide)
            return dtype;
        wide = next_wider(wide);
    }
    return wide;
}

/* ---- Finding a kernel in the table ----------------------------------------------------------- */

/* Lists dtypes that have kernels: " f32 f64", or " u8,f32" for operations of two dtypes. Of the
 * latter, lists those with the |wanted| second dtype if there are such. */
static void list_kernels(const struct krt_ops *ops, unsigned operation, uint32_t wanted, char *out,
                         size_t size)
{
    bool has_wanted = false;
    size_t length = 0;
    out[0] = '\0';
    for (uint32_t first = 0; first < KRT_DTYPE_COUNT; first++)
        has_wanted |= ops->ordinals[operation][first][wanted] != NO_KERNEL;
    for (uint32_t first = 0; first < KRT_DTYPE_COUNT; first++) {
        for (uint32_t second = 0; second < KRT_DTYPE_COUNT; second++) {
            if (ops->ordinals[operation][first][second] == NO_KERNEL || length >= size ||
                (has_wanted && second != wanted))
                continue;
            length += (size_t)snprintf(out + length, size - length, " %s%s%s",
                                       krt_dtype_name(first), has_two_dtypes(operation) ? "," : "",
                                       has_two_dtypes(operation) ? krt_dtype_name(second) : "");
        }
    }
}

krt_status ops_find(const struct krt_ops *ops, unsigned operation, uint32_t first, uint32_t second,
                    uint32_t *out)
{
    char all[1024];
    uint32_t ordinal = ops->ordinals[operation][first][second];
    if (ordinal != NO_KERNEL) {
        *out = ordinal;
        return KRT_OK;
    }
    list_kernels(ops, operation, second, all, sizeof all);
    return krt_fail(KRT_ERROR_UNSUPPORTED, "package %s has no %s for %s%s%s; it has:%s",
                    ops->package->name, operation_name(operation), krt_dtype_name(first),
                    has_two_dtypes(operation) ? "," : "",
                    has_two_dtypes(operation) ? krt_dtype_name(second) : "", *all ? all : " none");
}

krt_status quantized_find(const struct krt_ops *ops, unsigned kind, uint32_t format, uint32_t *out)
{
    char all[256], name[QUANTIZED_NAME];
    size_t length = 0;
    if (ops->quantized[kind][format] != NO_KERNEL) {
        *out = ops->quantized[kind][format];
        return KRT_OK;
    }
    all[0] = '\0';
    for (uint32_t i = 0; i < KRT_BLOCK_FORMAT_COUNT && length < sizeof all; i++) {
        if (ops->quantized[kind][i] != NO_KERNEL)
            length += (size_t)snprintf(all + length, sizeof all - length, " %s",
                                       krt_block_format_name(i));
    }
    name_quantized(kind, format, name);
    return krt_fail(KRT_ERROR_UNSUPPORTED, "package %s has no %s; it has such kernels for:%s",
                    ops->package->name, name, *all ? all : " none");
}
