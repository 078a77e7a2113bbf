/* Quantized weights: converting them to floats, copying rows, and products. */
#include "launches.h"
#include "product.h"

#include <stddef.h>

/* For each format: elements and bytes of a quantized block, and how names of kernels spell the
 * format. */
static const struct {
    const char *name;
    uint32_t elements, bytes;
} formats[KRT_BLOCK_FORMAT_COUNT] = {
    [KRT_Q4_0] = {"q4_0", 32, 18},       [KRT_Q4_1] = {"q4_1", 32, 20},
    [KRT_Q5_0] = {"q5_0", 32, 22},       [KRT_Q5_1] = {"q5_1", 32, 24},
    [KRT_Q8_0] = {"q8_0", 32, 34},       [KRT_Q2_K] = {"q2_K", 256, 84},
    [KRT_Q3_K] = {"q3_K", 256, 110},     [KRT_Q4_K] = {"q4_K", 256, 144},
    [KRT_Q5_K] = {"q5_K", 256, 176},     [KRT_Q6_K] = {"q6_K", 256, 210},
    [KRT_Q8_K] = {"q8_K", 256, 292},     [KRT_IQ4_NL] = {"iq4_nl", 32, 18},
    [KRT_IQ4_XS] = {"iq4_xs", 256, 136}, [KRT_TQ1_0] = {"tq1_0", 256, 54},
    [KRT_TQ2_0] = {"tq2_0", 256, 66},    [KRT_MXFP4] = {"mxfp4", 32, 17},
    [KRT_NVFP4] = {"nvfp4", 64, 36},
};

enum {
    VECTORS_MAX = 8, /* the most rows of activations that the kernels for vectors multiply */
    GRID_YZ_MAX = 65535,
    /* how many columns of a row each workgroup of get_rows_* copies, unless quantized blocks have
     * 256 elements */
    GRID_ROWS = 512,
};

const char *krt_block_format_name(uint32_t format)
{
    return format < KRT_BLOCK_FORMAT_COUNT ? formats[format].name : "unknown format";
}

uint32_t krt_block_format_elements(uint32_t format)
{
    return format < KRT_BLOCK_FORMAT_COUNT ? formats[format].elements : 0;
}

uint32_t krt_block_format_bytes(uint32_t format)
{
    return format < KRT_BLOCK_FORMAT_COUNT ? formats[format].bytes : 0;
}

static uint64_t rounded_bytes(uint64_t rows, uint64_t columns)
{
    return rows * ceil_div(columns, ROUNDED_ELEMENTS) * ROUNDED_BYTES;
}

uint64_t krt_quantized_workspace(uint64_t x_rows, uint32_t columns)
{
    return rounded_bytes(x_rows, columns);
}

/* Whether kernels may write their sums, which are f32, directly to |out|. */
static bool takes_sums(const struct krt_tensor *out, double beta)
{
    return out->dtype == KRT_F32 && beta == 0;
}

uint64_t krt_quantized_workspace_with(const struct krt_product_options *options,
                                      const struct krt_tensor *x, const struct krt_tensor *out)
{
    double beta = options && options->struct_size >= offsetof(struct krt_product_options, bias)
                      ? options->beta
                      : 0;
    uint32_t last = x->rank > 0 ? x->rank - 1 : 0;
    uint64_t sums = takes_sums(out, beta) ? 0 : dims_product(out->dims, 0, out->rank);
    return rounded_bytes(dims_product(x->dims, 0, last), x->dims[last]) + sums * sizeof(float);
}

krt_status check_blocks(const char *function, uint32_t format, uint64_t columns)
{
    if (format >= KRT_BLOCK_FORMAT_COUNT)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: there is no block format %u", function,
                        format);
    if (columns % formats[format].elements != 0)
        return krt_fail(
            KRT_ERROR_INVALID_ARGUMENT, "%s: rows of %llu columns are not whole blocks of %u (%s)",
            function, (unsigned long long)columns, formats[format].elements, formats[format].name);
    return KRT_OK;
}

static krt_status check_weights(const char *function, const struct krt_ops *ops,
                                const struct krt_quantized *weights)
{
    if (!ops || !weights || !weights->data)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                        !ops       ? "|ops|"
                        : !weights ? "the quantized matrix"
                                   : "the quantized matrix's data");
    krt_status status = check_blocks(function, weights->format, weights->columns);
    if (!status)
        status = expect_i32(function, "rows", weights->rows);
    return status ? status : expect_i32(function, "columns", weights->columns);
}

/* ---- Converting to floats -------------------------------------------------------------------- */

/* For each format, the launch of the kernel that converts: threads of a workgroup, elements that a
 * workgroup makes, and the meaning of the third parameter. */
enum counted { COUNTS_NOTHING, COUNTS_BLOCKS, COUNTS_ELEMENTS };
static const struct {
    uint32_t threads, elements;
    enum counted counted;
} dequantizers[KRT_BLOCK_FORMAT_COUNT] = {
    [KRT_Q4_0] = {32, 256, COUNTS_BLOCKS},       [KRT_Q4_1] = {32, 256, COUNTS_BLOCKS},
    [KRT_Q8_0] = {32, 256, COUNTS_BLOCKS},       [KRT_Q5_0] = {256, 512, COUNTS_ELEMENTS},
    [KRT_Q5_1] = {256, 512, COUNTS_ELEMENTS},    [KRT_Q2_K] = {64, 256, COUNTS_NOTHING},
    [KRT_Q3_K] = {64, 256, COUNTS_NOTHING},      [KRT_Q5_K] = {64, 256, COUNTS_NOTHING},
    [KRT_Q6_K] = {64, 256, COUNTS_NOTHING},      [KRT_Q4_K] = {32, 256, COUNTS_NOTHING},
    [KRT_Q8_K] = {32, 256, COUNTS_NOTHING},      [KRT_IQ4_NL] = {256, 1024, COUNTS_ELEMENTS},
    [KRT_IQ4_XS] = {256, 1024, COUNTS_ELEMENTS}, [KRT_TQ1_0] = {256, 1024, COUNTS_ELEMENTS},
    [KRT_TQ2_0] = {256, 1024, COUNTS_ELEMENTS},  [KRT_MXFP4] = {256, 1024, COUNTS_ELEMENTS},
    [KRT_NVFP4] = {256, 1024, COUNTS_ELEMENTS},
};

krt_status krt_dequantize(struct krt_ops *ops, struct krt_stream *stream,
                          const struct krt_quantized *in, const struct krt_tensor *out)
{
    static const char function[] = "krt_dequantize";
    uint64_t count;
    uint32_t ordinal;
    krt_status status = check_weights(function, ops, in);
    if (!status)
        status = expect_tensor(function, ops, "out", out, ANY_DTYPE, ANY_RANK, NULL, DENSE);
    if (!status)
        status = krt_tensor_count(out, &count);
    if (status)
        return status;
    uint64_t experts = in->experts ? in->experts : 1, all;
    if (out->dtype != KRT_F32 && out->dtype != KRT_F16)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_dequantize: |out| is %s, and must be f32 or f16",
                        krt_dtype_name(out->dtype));
    if (__builtin_mul_overflow((uint64_t)in->rows * in->columns, experts, &all) || count != all)
        return krt_fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "krt_dequantize: |out| has %llu elements, and %llu matrices of %u x %u go in",
            (unsigned long long)count, (unsigned long long)experts, in->rows, in->columns);
    status = quantized_find(
        ops, out->dtype == KRT_F16 ? QUANTIZED_DEQUANTIZE_F16 : QUANTIZED_DEQUANTIZE_F32,
        in->format, &ordinal);
    if (!status)
        status = expect_i32(function, "elements", count);
    if (status || count == 0)
        return status;
    struct krt_launch_config config = {
        .grid = {(uint32_t)ceil_div(count, dequantizers[in->format].elements)},
        .block = {dequantizers[in->format].threads}};
    int32_t k = (int32_t)(dequantizers[in->format].counted == COUNTS_BLOCKS
                              ? count / formats[in->format].elements
                              : count);
    const void *from = in->data;
    /* The third argument is for the kernels that have one; other kernels ignore it. */
    void *to = out->data, *arguments[] = {&from, &to, &k};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

/* Copies the rows of |in| that |ids| name to |out|. |across| workgroups of |threads| threads make
 * one row, up to the limits of a grid. */
static krt_status launch_rows(const struct krt_ops *ops, uint32_t ordinal,
                              struct krt_stream *stream, const void *in, uint64_t row_bytes,
                              const struct krt_tensor *ids, const struct krt_tensor *out,
                              uint64_t across, uint32_t threads)
{
    struct krt_launch_config config = {
        .grid = {(uint32_t)ids->dims[0], (uint32_t)(across < GRID_YZ_MAX ? across : GRID_YZ_MAX)},
        .block = {threads}};
    int64_t columns = (int64_t)out->dims[1];
    const void *indices = ids->data;
    void *to = out->data, *arguments[] = {&in, &indices, &to, &columns, &row_bytes};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

krt_status krt_dequantize_rows(struct krt_ops *ops, struct krt_stream *stream,
                               const struct krt_quantized *in, const struct krt_tensor *ids,
                               const struct krt_tensor *out)
{
    static const char function[] = "krt_dequantize_rows";
    uint32_t ordinal;
    krt_status status = check_weights(function, ops, in);
    if (!status)
        status = expect_tensor(function, ops, "ids", ids, KRT_U32, 1, NULL, DENSE);
    if (status)
        return status;
    const uint64_t shape[] = {ids->dims[0], in->columns};
    status = expect_tensor(function, ops, "out", out, KRT_F32, 2, shape, DENSE);
    if (!status)
        status = quantized_find(ops, QUANTIZED_GET_ROWS, in->format, &ordinal);
    if (!status)
        status = expect_i32(function, "ids", ids->dims[0]);
    if (status || ids->dims[0] == 0 || in->columns == 0)
        return status;
    /* whether quantized blocks have 256 elements: then a workgroup makes one block */
    bool is_super = formats[in->format].elements == 256;
    uint64_t across = ceil_div(in->columns, is_super ? 256 : GRID_ROWS);
    uint32_t threads = !is_super ? 256 : in->format == KRT_Q4_K ? 32 : 64;
    if (is_super && across > GRID_YZ_MAX)
        return krt_fail(KRT_ERROR_UNSUPPORTED,
                        "krt_dequantize_rows: rows of %u columns; %u is the most", in->columns,
                        GRID_YZ_MAX * 256);
    uint64_t row_bytes =
        (uint64_t)in->columns / formats[in->format].elements * formats[in->format].bytes;
    return launch_rows(ops, ordinal, stream, in->data, row_bytes, ids, out, across, threads);
}

/* Copies rows of a tensor of floats, by kernels of the family `quantized`, which also copies rows
 * of quantized weights. */
krt_status krt_get_rows(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                        const struct krt_tensor *ids, const struct krt_tensor *out)
{
    static const char function[] = "krt_get_rows";
    uint32_t ordinal;
    krt_status status = expect_tensor(function, ops, "in", in, ANY_DTYPE, 2, NULL, DENSE);
    if (!status)
        status = expect_tensor(function, ops, "ids", ids, KRT_U32, 1, NULL, DENSE);
    if (status)
        return status;
    const uint64_t shape[] = {ids->dims[0], in->dims[1]};
    status = expect_tensor(function, ops, "out", out, KRT_F32, 2, shape, DENSE);
    if (!status)
        status = ops_find(ops, OPERATION_GET_ROWS, in->dtype, 0, &ordinal);
    if (!status)
        status = expect_i32(function, "ids", shape[0]);
    if (!status)
        status = expect_i32(function, "columns", shape[1]);
    if (status || shape[0] == 0 || shape[1] == 0)
        return status;
    /* the kernel does not read this argument, because it computes the size of dense rows itself */
    uint64_t row_bytes = 0;
    return launch_rows(ops, ordinal, stream, in->data, row_bytes, ids, out,
                       ceil_div(shape[1], GRID_ROWS), 256);
}

/* ---- Products with quantized weights --------------------------------------------------------- */

static krt_status check_float(const char *function, const char *name,
                              const struct krt_tensor *tensor)
{
    if (tensor->dtype == KRT_F32 || tensor->dtype == KRT_F16 || tensor->dtype == KRT_BF16)
        return KRT_OK;
    return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is %s, and must be f32, f16 or bf16",
                    function, name, krt_dtype_name(tensor->dtype));
}

/* Checks |x|, of shape [..., columns], and finds how many rows it has. */
static krt_status check_activations(const char *function, const struct krt_ops *ops,
                                    const struct krt_quantized *weights, const struct krt_tensor *x,
                                    uint64_t *out_rows)
{
    char shape[SHAPE_TEXT];
    krt_status status = expect_tensor(function, ops, "x", x, ANY_DTYPE, ANY_RANK, NULL, DENSE);
    if (!status)
        status = check_float(function, "x", x);
    if (status)
        return status;
    if (x->rank == 0 || x->dims[x->rank - 1] != weights->columns)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |x| has shape %s, and the weights have %u columns", function,
                        tensor_print_shape(x, shape), weights->columns);
    *out_rows = dims_product(x->dims, 0, x->rank - 1);
    return expect_i32(function, "rows of |x|", *out_rows);
}

/* Rounds |rows| rows of |x| to 8 bits, into |workspace|. A row consists of whole quantized blocks,
 * so one launch rounds all rows as if they were one. */
static krt_status round_rows(const struct krt_ops *ops, struct krt_stream *stream,
                             const struct krt_tensor *x, uint64_t rows, uint32_t columns,
                             void *workspace)
{
    uint32_t ordinal;
    uint64_t count = rows * columns;
    krt_status status = ops_find(ops, OPERATION_ROUND_BLOCKS, x->dtype, 0, &ordinal);
    if (status)
        return status;
    struct krt_launch_config config = grid_by(ceil_div(count, 4), 256);
    void *arguments[] = {&count, (void *)&x->data, &workspace};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

/* Multiplies one row of |x| without rounding it. */
static krt_status multiply_exact(const struct krt_ops *ops, struct krt_stream *stream,
                                 const struct krt_quantized *weights, const void *x, void *to)
{
    uint32_t ordinal;
    krt_status status = quantized_find(ops, QUANTIZED_MATVEC_EXACT, weights->format, &ordinal);
    if (status)
        return status;
    int32_t columns = (int32_t)weights->columns, rows = (int32_t)weights->rows;
    struct krt_launch_config config = {.grid = {weights->rows}, .block = {32}};
    const void *from = weights->data;
    void *arguments[] = {&from, &x, &to, &columns, &rows};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

/* Multiplies up to eight rounded rows of |x|. */
static krt_status multiply_vectors(const struct krt_ops *ops, struct krt_stream *stream,
                                   const struct krt_quantized *weights, uint64_t x_rows,
                                   const void *workspace, void *to)
{
    uint32_t ordinal, vectors = (uint32_t)x_rows;
    unsigned kind = vectors == 1   ? QUANTIZED_MATVEC_1
                    : vectors <= 4 ? QUANTIZED_MATVEC_4
                                   : QUANTIZED_MATVEC_8;
    krt_status status = quantized_find(ops, kind, weights->format, &ordinal);
    if (status)
        return status;
    int32_t columns = (int32_t)weights->columns, rows = (int32_t)weights->rows;
    uint32_t each = vectors == 1 ? 1 : 2; /* how many rows of weights each workgroup multiplies */
    struct krt_launch_config config = {.grid = {(weights->rows + each - 1) / each},
                                       .block = {32, vectors <= 4 ? 4 : 2}};
    const void *from = weights->data;
    void *arguments[] = {&from, &workspace, &to, &columns, &rows, &vectors};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

/* For each format, the size of a tile of the product of matrices, in rows of |x| and rows of
 * weights. */
static const struct {
    uint32_t x_rows, rows;
} tiles[KRT_BLOCK_FORMAT_COUNT] = {
    [KRT_Q4_0] = {64, 128},   [KRT_Q4_1] = {64, 128},  [KRT_Q5_0] = {128, 64},
    [KRT_Q5_1] = {128, 64},   [KRT_Q8_0] = {128, 64},  [KRT_Q2_K] = {64, 128},
    [KRT_Q3_K] = {128, 128},  [KRT_Q4_K] = {64, 128},  [KRT_Q5_K] = {64, 128},
    [KRT_Q6_K] = {64, 64},    [KRT_Q8_K] = {1, 1},     [KRT_IQ4_NL] = {64, 128},
    [KRT_IQ4_XS] = {64, 128}, [KRT_TQ1_0] = {64, 128}, [KRT_TQ2_0] = {64, 128},
    [KRT_MXFP4] = {64, 128},  [KRT_NVFP4] = {64, 128},
};

static krt_status multiply_matrices(const struct krt_ops *ops, struct krt_stream *stream,
                                    const struct krt_quantized *weights, uint64_t x_rows,
                                    const void *workspace, void *to)
{
    uint32_t ordinal, tile = tiles[weights->format].x_rows, rows_tile = tiles[weights->format].rows;
    krt_status status = quantized_find(ops, QUANTIZED_MATMUL, weights->format, &ordinal);
    if (status)
        return status;
    uint64_t across = ceil_div(x_rows, tile);
    if (across > GRID_YZ_MAX)
        return krt_fail(KRT_ERROR_UNSUPPORTED,
                        "krt_quantized_matmul: %llu rows of |x|; %u is the most",
                        (unsigned long long)x_rows, GRID_YZ_MAX * tile);
    int32_t columns = (int32_t)weights->columns, rows = (int32_t)weights->rows;
    int32_t x_count = (int32_t)x_rows;
    struct krt_launch_config config = {
        .grid = {(weights->rows + rows_tile - 1) / rows_tile, (uint32_t)across}, .block = {32, 4}};
    const void *from = weights->data;
    void *arguments[] = {&from, &workspace, &to, &columns, &rows, &x_count, &columns, &rows};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

/* Applies scale, bias and activation to |sums|, unless the sums are already the result. */
static krt_status finish(const struct krt_ops *ops, struct krt_stream *stream,
                         const struct product *product, const void *sums,
                         const struct krt_tensor *out)
{
    return sums == out->data && product_is_plain(product)
               ? KRT_OK
               : product_finish(ops, stream, product, sums, out);
}

/* Returns where kernels write their sums: |out|, or the part of the workspace after the rounded
 * rows. */
static void *sums_of(const struct product *product, uint64_t x_rows, uint32_t columns,
                     void *workspace, const struct krt_tensor *out)
{
    return takes_sums(out, product->beta) ? out->data
                                          : (char *)workspace + rounded_bytes(x_rows, columns);
}

static krt_status multiply_rounded(const struct krt_ops *ops, struct krt_stream *stream,
                                   const struct product *product,
                                   const struct krt_quantized *weights, const struct krt_tensor *x,
                                   uint64_t x_rows, void *workspace, const struct krt_tensor *out)
{
    void *sums = sums_of(product, x_rows, weights->columns, workspace, out);
    krt_status status = round_rows(ops, stream, x, x_rows, weights->columns, workspace);
    if (status)
        return status;
    status = x_rows <= VECTORS_MAX
                 ? multiply_vectors(ops, stream, weights, x_rows, workspace, sums)
                 : multiply_matrices(ops, stream, weights, x_rows, workspace, sums);
    return status ? status : finish(ops, stream, product, sums, out);
}

/* Multiplies one row without rounding it to 8 bits. The kernels read and write f32. */
static krt_status multiply_row(struct krt_ops *ops, struct krt_stream *stream,
                               const struct product *product, const struct krt_quantized *weights,
                               const struct krt_tensor *x, const struct krt_tensor *out)
{
    uint64_t x_bytes = x->dtype == KRT_F32 ? 0 : weights->columns * sizeof(float);
    uint64_t bytes = x_bytes + (takes_sums(out, product->beta) ? 0 : weights->rows * sizeof(float));
    void *memory = NULL;
    krt_status status = krt_alloc_async(stream, bytes, &memory);
    if (status)
        return status;
    struct krt_tensor row = *x;
    void *sums = takes_sums(out, product->beta) ? out->data : (char *)memory + x_bytes;
    if (x_bytes > 0) {
        row.dtype = KRT_F32;
        row.data = memory;
        status = krt_cast(ops, stream, x, &row);
    }
    if (!status)
        status = multiply_exact(ops, stream, weights, row.data, sums);
    if (!status)
        status = finish(ops, stream, product, sums, out);
    return memory_give(stream, memory, status);
}

static krt_status multiply(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                           const struct krt_product_options *options,
                           const struct krt_quantized *weights, const struct krt_tensor *x,
                           void *workspace, const struct krt_tensor *out)
{
    struct product product;
    uint64_t x_rows, shape[KRT_MAX_RANK];
    krt_status status = check_weights(function, ops, weights);
    if (!status)
        status = check_activations(function, ops, weights, x, &x_rows);
    if (status)
        return status;
    for (uint32_t i = 0; i < x->rank; i++)
        shape[i] = i + 1 == x->rank ? weights->rows : x->dims[i];
    status = expect_tensor(function, ops, "out", out, ANY_DTYPE, x->rank, shape, DENSE);
    if (!status)
        status = check_float(function, "out", out);
    if (!status)
        status = product_of(function, options, out, &product);
    if (!status && !workspace && x_rows > 1)
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |workspace| is NULL, and |x| has %llu rows",
                     function, (unsigned long long)x_rows);
    if (status || x_rows == 0 || weights->rows == 0)
        return status;
    if (weights->columns == 0 || product.alpha == 0) {
        product.alpha = 0;
        return product_finish(ops, stream, &product, NULL, out);
    }
    return workspace ? multiply_rounded(ops, stream, &product, weights, x, x_rows, workspace, out)
                     : multiply_row(ops, stream, &product, weights, x, out);
}

krt_status krt_quantized_matmul(struct krt_ops *ops, struct krt_stream *stream,
                                const struct krt_quantized *weights, const struct krt_tensor *x,
                                void *workspace, const struct krt_tensor *out)
{
    return multiply("krt_quantized_matmul", ops, stream, NULL, weights, x, workspace, out);
}

krt_status krt_quantized_matmul_with(struct krt_ops *ops, struct krt_stream *stream,
                                     const struct krt_product_options *options,
                                     const struct krt_quantized *weights,
                                     const struct krt_tensor *x, void *workspace,
                                     const struct krt_tensor *out)
{
    return multiply("krt_quantized_matmul_with", ops, stream, options, weights, x, workspace, out);
}

/* Checks the operands of krt_quantized_moe(), and finds how many rows |x| has. */
static krt_status check_moe(const char *function, const struct krt_ops *ops,
                            const struct krt_quantized *weights, const struct krt_tensor *x,
                            const struct krt_tensor *ids, const void *workspace,
                            const struct krt_tensor *out, uint64_t *x_rows)
{
    krt_status status = check_weights(function, ops, weights);
    if (!status)
        status = check_activations(function, ops, weights, x, x_rows);
    if (!status)
        status = expect_tensor(function, ops, "ids", ids, KRT_U32, 2, NULL, DENSE);
    if (status)
        return status;
    const uint64_t shape[] = {ids->dims[0], ids->dims[1], weights->rows};
    const uint64_t of_experts[] = {ids->dims[0], ids->dims[1], weights->columns};
    const uint64_t of_tokens[] = {ids->dims[0], weights->columns};
    bool has_own = x->rank == 3;
    status = expect_tensor(function, ops, "x", x, ANY_DTYPE, has_own ? 3 : 2,
                           has_own ? of_experts : of_tokens, DENSE);
    if (!status)
        status = expect_tensor(function, ops, "out", out, ANY_DTYPE, 3, shape, DENSE);
    if (!status)
        status = check_float(function, "out", out);
    if (!status && (!workspace || ids->dims[0] > GRID_YZ_MAX || ids->dims[1] > GRID_YZ_MAX))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %s", function,
                          workspace ? "more than 65535 tokens, or experts to a token"
                                    : "|workspace| is NULL");
    return status;
}

krt_status krt_quantized_moe(struct krt_ops *ops, struct krt_stream *stream,
                             const struct krt_quantized *weights, const struct krt_tensor *x,
                             const struct krt_tensor *ids, void *workspace,
                             const struct krt_tensor *out)
{
    static const char function[] = "krt_quantized_moe";
    struct product product;
    uint64_t x_rows;
    uint32_t ordinal;
    krt_status status = check_moe(function, ops, weights, x, ids, workspace, out, &x_rows);
    if (!status)
        status = product_of(function, NULL, out, &product);
    if (!status)
        status = quantized_find(ops, QUANTIZED_MOE, weights->format, &ordinal);
    if (status || dims_product(out->dims, 0, 3) == 0)
        return status;
    if (weights->columns == 0)
        return krt_fill(ops, stream, krt_scalar_f64(0), out);
    void *to = sums_of(&product, x_rows, weights->columns, workspace, out);
    status = round_rows(ops, stream, x, x_rows, weights->columns, workspace);
    if (status)
        return status;
    int32_t n = (int32_t)weights->rows, k = (int32_t)weights->columns;
    int32_t batch = (int32_t)ids->dims[0], each = (int32_t)ids->dims[1];
    int32_t input_dim1 = x->rank == 3 ? each : 1;
    const void *from = weights->data, *indices = ids->data;
    void *arguments[] = {&from, &workspace, &indices, &to, &n, &k, &batch, &each, &k, &input_dim1};
    struct krt_launch_config config = {.grid = {weights->rows, (uint32_t)batch, (uint32_t)each},
                                       .block = {32, 4}};
    status = krt_launch(ops->package, ordinal, stream, &config, arguments);
    return status ? status : finish(ops, stream, &product, to, out);
}
