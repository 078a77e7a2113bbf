/* The end of a product: its options, and the kernel that is given the sums. */
#include "product.h"

#include "expect.h"

#include <stddef.h>
#include <string.h>

/* As kernels/product/finish.cuh numbers them; 0 for those that kernels lack. */
static const uint8_t activations[KRT_UNARY_COUNT] = {
    [KRT_UNARY_RELU] = 1, [KRT_UNARY_GELU] = 2,    [KRT_UNARY_GELU_ERF] = 3,
    [KRT_UNARY_SILU] = 4, [KRT_UNARY_SIGMOID] = 5, [KRT_UNARY_TANH] = 6,
};

static krt_status check_bias(const char *function, const struct krt_tensor *bias,
                             const struct krt_tensor *out)
{
    uint64_t count;
    char shape[SHAPE_TEXT];
    krt_status status = krt_tensor_count(bias, &count);
    if (status)
        return status;
    uint64_t columns = out->dims[out->rank - 1];
    if (bias->rank != 1 || count != columns || (count > 0 && !tensor_is_dense(bias)))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |bias| has shape %s, and must be dense, of the shape [%llu]", function,
                        tensor_print_shape(bias, shape), (unsigned long long)columns);
    if (bias->dtype != out->dtype && bias->dtype != KRT_F32)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |bias| is %s, and must be %s or f32",
                        function, krt_dtype_name(bias->dtype), krt_dtype_name(out->dtype));
    return KRT_OK;
}

krt_status product_of(const char *function, const struct krt_product_options *options,
                      const struct krt_tensor *out, struct product *product)
{
    struct krt_product_options all = {.alpha = 1};
    if (options && options->struct_size < offsetof(struct krt_product_options, bias))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: struct_size of the options is %zu: set it to their sizeof", function,
                        options->struct_size);
    if (options) /* a caller that is older than this library has fewer members */
        memcpy(&all, options,
               options->struct_size < sizeof all ? options->struct_size : sizeof all);
    if (all.activation >= KRT_UNARY_COUNT ||
        (all.activation != KRT_UNARY_COPY && activations[all.activation] == 0))
        return krt_fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "%s: %s is not an activation of products: apply it with krt_unary()", function,
            all.activation < KRT_UNARY_COUNT ? operation_name(OPERATION_UNARY + all.activation)
                                             : "a number beyond enum krt_unary");
    if (all.precision > KRT_PRECISION_F16_ACCUMULATE)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: precision is %u: see enum krt_precision",
                        function, all.precision);
    *product =
        (struct product){all.alpha, all.beta, all.bias, activations[all.activation], all.precision};
    return all.bias ? check_bias(function, all.bias, out) : KRT_OK;
}

bool product_has_end(const struct product *product)
{
    return product->bias || product->activation;
}

bool product_is_plain(const struct product *product)
{
    return product->alpha == 1 && product->beta == 0 && !product_has_end(product);
}

void product_arguments(const struct product *product, uint32_t dtype,
                       struct product_arguments *arguments, void *out[PRODUCT_ARGUMENTS])
{
    const struct krt_tensor *bias = product->bias;
    uint32_t computed = dtype == KRT_F64 ? KRT_F64 : KRT_F32;
    bool is_wide = bias && bias->dtype != dtype;
    *arguments = (struct product_arguments){.alpha = scalar_from(product->alpha, computed),
                                            .beta = scalar_from(product->beta, computed),
                                            .bias = bias && !is_wide ? bias->data : NULL,
                                            .wide_bias = is_wide ? bias->data : NULL,
                                            .activation = product->activation};
    out[0] = &arguments->alpha;
    out[1] = &arguments->beta;
    out[2] = &arguments->bias;
    out[3] = &arguments->wide_bias;
    out[4] = &arguments->activation;
}

krt_status product_finish(const struct krt_ops *ops, struct krt_stream *stream,
                          const struct product *product, const void *sums,
                          const struct krt_tensor *out)
{
    struct product_arguments values;
    uint32_t ordinal;
    uint64_t count, columns = out->dims[out->rank - 1];
    krt_status status = krt_tensor_count(out, &count);
    if (!status)
        status = ops_find(ops, OPERATION_FINISH, out->dtype, 0, &ordinal);
    if (status || count == 0)
        return status;
    void *to = out->data, *arguments[4 + PRODUCT_ARGUMENTS] = {&count, &columns, &sums};
    product_arguments(product, out->dtype, &values, arguments + 3);
    arguments[3 + PRODUCT_ARGUMENTS] = &to;
    uint32_t each = out->dtype == KRT_F64 ? 2 : 4; /* elements of a thread */
    struct krt_launch_config config = grid_for((count + each - 1) / each);
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}
