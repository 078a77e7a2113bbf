/* Products of matrices. The vendor's library multiplies operands whose layout it accepts, and our
 * kernel multiplies the others. The end of a product (bias and activation) is here too. */
#include "blas.h"
#include "layouts.h"
#include "product.h"
#include "products.h"
#include "warpgroups.h"

#include <stddef.h>
#include <string.h>

/* ---- The end of a product: its options, and the kernel that finishes sums -------------------- */

/* The numbers that kernels use for activations, by enum krt_unary. The number is 0, which is
 * PRODUCT_COPY, for functions that kernels of products lack. */
static const uint8_t activations[KRT_UNARY_COUNT] = {
    [KRT_UNARY_RELU] = PRODUCT_RELU,         [KRT_UNARY_GELU] = PRODUCT_GELU,
    [KRT_UNARY_GELU_ERF] = PRODUCT_GELU_ERF, [KRT_UNARY_SILU] = PRODUCT_SILU,
    [KRT_UNARY_SIGMOID] = PRODUCT_SIGMOID,   [KRT_UNARY_TANH] = PRODUCT_TANH,
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
    if (options) /* Callers that were compiled with an older header pass a shorter struct. */
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

/* Whether the product has a bias or an activation, which BLAS cannot apply. */
static bool has_end(const struct product *product)
{
    return product->bias || product->activation;
}

bool product_is_plain(const struct product *product)
{
    return product->alpha == 1 && product->beta == 0 && !has_end(product);
}

/* The parameters of kernels that finish a product: alpha, beta, two pointers to biases (one of the
 * two is NULL), and the activation. */
enum { PRODUCT_ARGUMENTS = 5 };
struct product_arguments {
    union scalar alpha, beta;
    const void *bias, *wide_bias;
    uint32_t activation;
};

/* Sets |arguments|, and sets |out| to the addresses of the members of |arguments|. */
static void find_arguments(const struct product *product, uint32_t dtype,
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
    find_arguments(product, out->dtype, &values, arguments + 3);
    arguments[3 + PRODUCT_ARGUMENTS] = &to;
    uint32_t each = out->dtype == KRT_F64 ? FINISH_EACH_F64 : FINISH_EACH;
    struct krt_launch_config config = grid_for(ceil_div(count, each));
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

/* ---- Matrices of a product ------------------------------------------------------------------- */

/* BLAS libraries count in int, and older ones launch at most BATCHES_MAX batches at once. */
enum { BATCHES_MAX = 65535 };

/* The sizes and strides of one matrix: those of the last two dimensions of a tensor. */
struct matrix {
    uint64_t rows, columns, row_stride, column_stride;
};

static struct matrix matrix_of(const struct krt_tensor *tensor)
{
    uint32_t row = tensor->rank - 2, column = tensor->rank - 1;
    return (struct matrix){tensor->dims[row], tensor->dims[column], tensor->strides[row],
                           tensor->strides[column]};
}

/* ---- Checks of a product's operands ---------------------------------------------------------- */

static bool shapes_fit(const struct krt_tensor *a, const struct krt_tensor *b,
                       const struct krt_tensor *c)
{
    uint32_t batch_rank = c->rank - 2;
    if (c->rank < 2 || a->rank != c->rank || b->rank != c->rank)
        return false;
    for (uint32_t i = 0; i < batch_rank; i++) {
        if (a->dims[i] != c->dims[i] || b->dims[i] != c->dims[i])
            return false;
    }
    struct matrix left = matrix_of(a), right = matrix_of(b), out = matrix_of(c);
    return left.columns == right.rows && left.rows == out.rows && right.columns == out.columns;
}

/* Checks the operands. Sets |*out_count| to the number of |c|'s elements. */
static krt_status check(const char *function, const struct krt_ops *ops, const struct krt_tensor *a,
                        const struct krt_tensor *b, const struct krt_tensor *c, uint64_t *out_count)
{
    char one[SHAPE_TEXT], other[SHAPE_TEXT], result[SHAPE_TEXT];
    if (!ops || !a || !b || !c)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL", function,
                        !ops ? "ops"
                        : !a ? "a"
                        : !b ? "b"
                             : "c");
    krt_status status = krt_tensor_count(a, out_count);
    if (!status)
        status = krt_tensor_count(b, out_count);
    if (!status)
        status = krt_tensor_count(c, out_count);
    if (status)
        return status;
    if (!shapes_fit(a, b, c))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: shapes %s and %s into %s: they must be [..., m, k], [..., k, n] "
                        "and [..., m, n], the same in front (krt_tensor_broadcast() makes them so)",
                        function, tensor_print_shape(a, one), tensor_print_shape(b, other),
                        tensor_print_shape(c, result));
    if (a->dtype != c->dtype || b->dtype != c->dtype)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: %s and %s into %s: they must be of one dtype (krt_cast())", function,
                        krt_dtype_name(a->dtype), krt_dtype_name(b->dtype),
                        krt_dtype_name(c->dtype));
    if (*out_count > 0 && !tensor_is_dense(c))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |c|, of shape %s, must be dense: row-major, without gaps", function,
                        tensor_print_shape(c, result));
    return KRT_OK;
}

/* Describes the dimensions before the last two: sizes, and the strides of |a| and |b|. */
static void batches_of(const struct krt_tensor *a, const struct krt_tensor *b, struct layout *out)
{
    struct krt_tensor left = *a, right = *b;
    const struct krt_tensor *both[] = {&left, &right};
    left.rank = right.rank = a->rank - 2;
    layout_of(both, 2, out);
}

/* ---- Products by the library ----------------------------------------------------------------- */

static bool has_rows(struct matrix matrix)
{
    return (matrix.columns == 1 || matrix.column_stride == 1) &&
           matrix.row_stride >= matrix.columns && matrix.row_stride <= INT32_MAX;
}

static bool find_form(const struct krt_tensor *tensor, uint64_t step, struct blas_operand *out)
{
    struct matrix matrix = matrix_of(tensor);
    struct matrix transpose = {matrix.columns, matrix.rows, matrix.column_stride,
                               matrix.row_stride};
    bool is_transposed = !has_rows(matrix);
    uint64_t pitch = is_transposed ? matrix.column_stride : matrix.row_stride;
    *out = (struct blas_operand){tensor->data, is_transposed, (int32_t)pitch, (int64_t)step};
    return !is_transposed || has_rows(transpose);
}

static bool is_product(const struct krt_tensor *a, const struct krt_tensor *b,
                       const struct krt_tensor *c, uint64_t batches, const struct layout *layout,
                       struct blas_product *out)
{
    struct matrix left = matrix_of(a), right = matrix_of(b);
    /* With rank 0, there is one matrix, or the steps of the batch are 1 element. */
    uint64_t a_step = layout->rank > 0 ? layout->words[1] : 1;
    uint64_t b_step = layout->rank > 0 ? layout->words[2] : 1;
    if (layout->rank > 1 || left.columns == 0 || left.rows > INT32_MAX ||
        left.columns > INT32_MAX || right.columns > INT32_MAX || batches > BATCHES_MAX)
        return false;
    *out = (struct blas_product){.dtype = c->dtype,
                                 .c_dtype = c->dtype,
                                 .m = (int32_t)left.rows,
                                 .n = (int32_t)right.columns,
                                 .k = (int32_t)left.columns,
                                 .batches = (int32_t)batches,
                                 .c = c->data};
    return find_form(a, a_step, &out->a) && find_form(b, b_step, &out->b);
}

/* Applies bias and activation to |c|, where the library wrote the product. */
static krt_status finish_in_place(const struct krt_ops *ops, struct krt_stream *stream,
                                  const struct product *product, const struct krt_tensor *c)
{
    struct product end = *product;
    end.alpha = 0;
    end.beta = 1;
    return product_finish(ops, stream, &end, NULL, c);
}

/* Lets the library write the product as f32, so that the result is rounded only once, after bias
 * and activation. */
static krt_status multiply_wide(const struct krt_ops *ops, struct krt_stream *stream,
                                struct blas_stream *blas, struct blas_product *task,
                                const struct product *product, const struct krt_tensor *c,
                                bool *out_is_done)
{
    void *sums;
    uint64_t count = (uint64_t)task->batches * (uint64_t)task->m * (uint64_t)task->n;
    krt_status status = krt_alloc_async(stream, count * sizeof(float), &sums);
    if (status)
        return status;
    task->c = sums;
    task->c_dtype = KRT_F32;
    task->alpha = 1;
    task->beta = 0;
    status = blas_multiply(blas, task, out_is_done);
    if (!status && *out_is_done)
        status = product_finish(ops, stream, product, sums, c);
    return memory_give(stream, sums, status);
}

static krt_status multiply_by_library(const struct krt_ops *ops, struct krt_stream *stream,
                                      struct blas_product *task, const struct product *product,
                                      const struct krt_tensor *c, bool *out_is_done)
{
    struct blas_stream *blas;
    krt_status status = blas_find(stream, &blas);
    if (status || !blas || !blas_is_for(blas, task))
        return status;
    task->alpha = product->alpha;
    task->beta = product->beta;
    task->precision = product->precision;
    bool is_wide = c->dtype == KRT_F32 || c->dtype == KRT_F64;
    bool is_rounded = c->dtype == KRT_F16 && product->precision == KRT_PRECISION_F16_ACCUMULATE;
    if (has_end(product) && !is_wide && !is_rounded)
        return multiply_wide(ops, stream, blas, task, product, c, out_is_done);
    status = blas_multiply(blas, task, out_is_done);
    return status || !*out_is_done || !has_end(product) ? status
                                                        : finish_in_place(ops, stream, product, c);
}

/* Lets one launch multiply and finish, where the package has a kernel for that. */
static krt_status multiply_with_end(const struct krt_ops *ops, struct krt_stream *stream,
                                    const struct blas_product *task, const struct product *product,
                                    bool *out_is_done)
{
    struct product_arguments values;
    void *end[PRODUCT_ARGUMENTS];
    find_arguments(product, task->dtype, &values, end);
    return warpgroups_multiply(ops, stream, task, end, out_is_done);
}

/* ---- Products by our kernels ----------------------------------------------------------------- */

/* Returns how many lines of the longer operand product_few_T reads: all of them, once for every
 * PRODUCT_FEW lines of the shorter operand. */
static uint64_t lines_read(struct matrix out)
{
    uint64_t less = out.rows < out.columns ? out.rows : out.columns;
    uint64_t more = out.rows < out.columns ? out.columns : out.rows;
    return ceil_div(less, PRODUCT_FEW) * more;
}

/* See blas.h. On an H100, `bench/run matmul` finds limits of 28000 for f32 and 43000 for f16; this
 * number is between them. */
uint64_t product_few_most = 32768;

/* Whether product_few_T computes the product faster than tiles. Tiles reuse more of the elements
 * that they read, but a few tiles leave most of the GPU idle. */
static bool has_few_lines(struct matrix out, uint64_t batches)
{
    uint64_t most = product_few_most;
    bool is_thin = out.rows <= PRODUCT_FEW || out.columns <= PRODUCT_FEW;
    return most > 0 && (is_thin || (batches <= most && lines_read(out) <= most / batches));
}

static uint64_t blocks_of_few(uint32_t dtype, struct matrix left, struct matrix right)
{
    bool is_left = left.rows <= right.columns;
    uint64_t less = is_left ? left.rows : right.columns, more = is_left ? right.columns : left.rows;
    uint64_t line_stride = is_left ? right.column_stride : left.row_stride;
    uint64_t k_stride = is_left ? right.row_stride : left.column_stride;
    uint64_t across =
        PRODUCT_FEW_BYTES_ACROSS / (dtype == KRT_F64 ? sizeof(double) : sizeof(float));
    return ceil_div(less, less == 1 ? 1 : PRODUCT_FEW) *
           ceil_div(more, k_stride < line_stride ? PRODUCT_FEW_ALONG_K : across);
}

static uint64_t blocks_of_tiles(struct matrix out)
{
    return ceil_div(out.rows, PRODUCT_TILE) * ceil_div(out.columns, PRODUCT_TILE);
}

/* Launches our kernel with one block for each tile. If a grid cannot have so many blocks, blocks
 * loop over the remaining tiles. */
static krt_status launch(const struct krt_ops *ops, uint32_t ordinal, struct krt_stream *stream,
                         const struct product *product, const struct krt_tensor *a,
                         const struct krt_tensor *b, const struct krt_tensor *c, uint64_t batches,
                         const struct layout *layout)
{
    struct matrix left = matrix_of(a), right = matrix_of(b);
    struct product_arguments values;
    bool is_few = has_few_lines(matrix_of(c), batches);
    uint64_t blocks =
        batches * (is_few ? blocks_of_few(c->dtype, left, right) : blocks_of_tiles(matrix_of(c)));
    uint64_t rank = layout->rank,
             /* If |k| is 0, the kernel reads neither operand. */
        k = product->alpha == 0 ? 0 : left.columns;
    struct krt_launch_config config = grid_up_to(blocks, PRODUCT_THREADS);
    struct layout_info info = {.words = layout->words, .count = (uint32_t)rank * 3};
    const void *first = a->data, *second = b->data;
    void *to = c->data;
    void *arguments[13 + PRODUCT_ARGUMENTS] = {&left.rows,
                                               &right.columns,
                                               &k,
                                               &batches,
                                               &rank,
                                               &info.device,
                                               &first,
                                               &left.row_stride,
                                               &left.column_stride,
                                               &second,
                                               &right.row_stride,
                                               &right.column_stride,
                                               &to};
    if (is_few || !product_is_plain(product)) {
        find_arguments(product, c->dtype, &values, arguments + 12);
        arguments[12 + PRODUCT_ARGUMENTS] = &to;
    }
    return layout_launch(ops->package, ordinal, stream, &config, arguments, &info);
}

static krt_status multiply(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                           const struct krt_product_options *options, const struct krt_tensor *a,
                           const struct krt_tensor *b, const struct krt_tensor *c)
{
    struct blas_product task;
    struct product product;
    struct layout layout;
    uint32_t ordinal;
    uint64_t count;
    bool is_done = false;
    krt_status status = check(function, ops, a, b, c, &count);
    if (!status)
        status = product_of(function, options, c, &product);
    if (!status)
        status = ops_find(ops, product_is_plain(&product) ? OPERATION_MATMUL : OPERATION_PRODUCT,
                          c->dtype, 0, &ordinal);
    if (status || count == 0)
        return status;
    struct matrix out = matrix_of(c);
    uint64_t batches = count / out.rows / out.columns;
    if (has_few_lines(out, batches))
        status = ops_find(ops, OPERATION_PRODUCT_FEW, c->dtype, 0, &ordinal);
    if (status)
        return status;
    batches_of(a, b, &layout);
    bool is_task = product.alpha != 0 && is_product(a, b, c, batches, &layout, &task);
    if (is_task && has_end(&product))
        status = multiply_with_end(ops, stream, &task, &product, &is_done);
    if (is_task && !status && !is_done)
        status = multiply_by_library(ops, stream, &task, &product, c, &is_done);
    return status || is_done ? status
                             : launch(ops, ordinal, stream, &product, a, b, c, batches, &layout);
}

krt_status krt_matmul(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *a,
                      const struct krt_tensor *b, const struct krt_tensor *c)
{
    return multiply("krt_matmul", ops, stream, NULL, a, b, c);
}

krt_status krt_matmul_with(struct krt_ops *ops, struct krt_stream *stream,
                           const struct krt_product_options *options, const struct krt_tensor *a,
                           const struct krt_tensor *b, const struct krt_tensor *c)
{
    return multiply("krt_matmul_with", ops, stream, options, a, b, c);
}
